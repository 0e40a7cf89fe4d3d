//! `.vtu` files: an unstructured grid in VTK's XML format with appended binary data.

use super::lagrange_nodes;
use crate::{Discretisation, Error, file};
use ndarray::ArrayView3;
use std::fmt::Write;
use std::path::Path;

/// VTK's cell type of a tetrahedron of arbitrary order.
const VTK_LAGRANGE_TETRAHEDRON: u8 = 71;

/// A nodal field to write.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The name that the reader shows.
    pub name: &'a str,
    /// Nodal values `[components, E, N]`, with 1 component for a scalar and 3 for a vector.
    pub values: ArrayView3<'a, f64>,
}

/// Writes the mesh with `fields` at time `time`, as Lagrange cells of the discretisation's order.
///
/// Values are interpolated to the equispaced nodes that VTK prescribes. Coordinates and values are stored in single
/// precision. The file is replaced as a whole or not at all.
///
/// # Errors
/// [`Error::File`] when the file cannot be written.
///
/// # Panics
/// When a field has another shape than `[_, E, N]`.
pub fn write_vtu(
    path: &Path,
    discretisation: &Discretisation,
    time: f64,
    fields: &[Field],
) -> Result<(), Error> {
    let reference = &discretisation.reference;
    let to_vtk = reference.interpolation(&lagrange_nodes(reference.order));
    let (elements, n) = (discretisation.element_count(), reference.node_count());

    let mut xml = String::new();
    let mut data = Appended::default();
    let header = r#"<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
<UnstructuredGrid>
<FieldData>
"#;
    xml.push_str(header);
    let offset = data.push([time].iter().flat_map(|x| x.to_le_bytes()));
    push(
        &mut xml,
        format_args!(
            r#"<DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" format="appended" offset="{offset}"/>"#
        ),
    );
    push(&mut xml, format_args!("</FieldData>"));
    let points = elements * n;
    push(&mut xml, format_args!(r#"<Piece NumberOfPoints="{points}" NumberOfCells="{elements}">"#));

    push(&mut xml, format_args!("<PointData>"));
    for field in fields {
        let components = field.values.dim().0;
        let offset = data.push(interleaved(field.values, &to_vtk));
        let name = field.name;
        push(
            &mut xml,
            format_args!(
                r#"<DataArray type="Float32" Name="{name}" NumberOfComponents="{components}" format="appended" offset="{offset}"/>"#
            ),
        );
    }
    push(&mut xml, format_args!("</PointData>\n<Points>"));
    let offset = data.push(interleaved(discretisation.nodes.view(), &to_vtk));
    push(
        &mut xml,
        format_args!(
            r#"<DataArray type="Float32" Name="Points" NumberOfComponents="3" format="appended" offset="{offset}"/>"#
        ),
    );
    push(&mut xml, format_args!("</Points>\n<Cells>"));
    // Discretisation::new has checked that every node number fits into an i32.
    let offset = data.push((0..points as i32).flat_map(i32::to_le_bytes));
    push(
        &mut xml,
        format_args!(
            r#"<DataArray type="Int32" Name="connectivity" format="appended" offset="{offset}"/>"#
        ),
    );
    let offset = data.push((1..=elements as i32).flat_map(|e| (e * n as i32).to_le_bytes()));
    push(
        &mut xml,
        format_args!(
            r#"<DataArray type="Int32" Name="offsets" format="appended" offset="{offset}"/>"#
        ),
    );
    let offset = data.push(std::iter::repeat_n(VTK_LAGRANGE_TETRAHEDRON, elements));
    push(
        &mut xml,
        format_args!(
            r#"<DataArray type="UInt8" Name="types" format="appended" offset="{offset}"/>"#
        ),
    );
    push(&mut xml, format_args!("</Cells>\n</Piece>\n</UnstructuredGrid>"));
    xml.push_str("<AppendedData encoding=\"raw\">\n_");

    file::replace(path, |file| {
        file.write_all(xml.as_bytes())?;
        file.write_all(&data.bytes)?;
        file.write_all(b"\n</AppendedData>\n</VTKFile>\n")
    })
}

fn push(xml: &mut String, line: std::fmt::Arguments) {
    // Writing to a String cannot fail.
    let _ = writeln!(xml, "{line}");
}

/// Blocks of raw data. Each follows its length in bytes.
#[derive(Default)]
struct Appended {
    bytes: Vec<u8>,
}

impl Appended {
    /// Adds a block, and returns its offset for the XML.
    fn push(&mut self, block: impl Iterator<Item = u8>) -> usize {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 8]);
        self.bytes.extend(block);
        let length = (self.bytes.len() - offset - 8) as u64;
        self.bytes[offset..offset + 8].copy_from_slice(&length.to_le_bytes());
        offset
    }
}

/// A field `[components, E, N]` at VTK's nodes, with the components of a point side by side.
fn interleaved(values: ArrayView3<f64>, to_vtk: &ndarray::Array2<f64>) -> impl Iterator<Item = u8> {
    let (components, elements, n) = values.dim();
    let transposed = to_vtk.t();
    let fields: Vec<_> = values.outer_iter().map(|field| field.dot(&transposed)).collect();
    let value = move |e: usize, i: usize, c: usize| fields[c][[e, i]] as f32;
    let mut bytes = Vec::with_capacity(4 * components * elements * n);
    for e in 0..elements {
        for i in 0..n {
            for c in 0..components {
                bytes.extend_from_slice(&value(e, i, c).to_le_bytes());
            }
        }
    }
    bytes.into_iter()
}

#[cfg(test)]
#[path = "tests/vtu.rs"]
mod tests;
