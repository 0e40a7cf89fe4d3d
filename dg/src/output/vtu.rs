//! `.vtu` files: an unstructured grid in VTK's XML format with appended binary data.

use super::lagrange_nodes;
use crate::{Discretisation, Error, file};
use ndarray::{Array2, ArrayView3};
use std::path::Path;

/// VTK's cell type of a tetrahedron of arbitrary order.
const VTK_LAGRANGE_TETRAHEDRON: u8 = 71;

/// The name of the rank of each element, if there are ranks.
const RANK: &str = "rank";

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
/// precision. With ranks, there is also the number of the rank, `rank`, for each element. The file is replaced as a whole or
/// not at all.
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

    let mut file = Vtu { xml: String::new(), data: Vec::new() };
    file.line(
        r#"<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
<UnstructuredGrid>
<FieldData>"#,
    );
    let time = [time].into_iter().flat_map(f64::to_le_bytes);
    file.array("Float64", "TimeValue", r#" NumberOfTuples="1""#, time);
    let points = elements * n;
    file.line("</FieldData>");
    file.line(&format!(
        r#"<Piece NumberOfPoints="{points}" NumberOfCells="{elements}">
<PointData>"#
    ));
    for Field { name, values } in fields {
        file.nodal(name, *values, &to_vtk);
    }
    file.line("</PointData>");
    if let Some(part) = discretisation.part() {
        file.line("<CellData>");
        let rank = std::iter::repeat_n(part.exchange.rank() as i32, elements);
        file.array("Int32", RANK, "", rank.flat_map(i32::to_le_bytes));
        file.line("</CellData>");
    }
    file.line("<Points>");
    file.nodal("Points", discretisation.nodes.view(), &to_vtk);
    file.line("</Points>\n<Cells>");
    // Discretisation::new has checked that every node number fits into an i32.
    file.array("Int32", "connectivity", "", (0..points as i32).flat_map(i32::to_le_bytes));
    let ends = (1..=elements as i32).flat_map(|e| (e * n as i32).to_le_bytes());
    file.array("Int32", "offsets", "", ends);
    file.array("UInt8", "types", "", std::iter::repeat_n(VTK_LAGRANGE_TETRAHEDRON, elements));
    file.line("</Cells>\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding=\"raw\">");

    file::replace(path, |to| {
        to.write_all(file.xml.as_bytes())?;
        to.write_all(b"_")?;
        to.write_all(&file.data)?;
        to.write_all(b"\n</AppendedData>\n</VTKFile>\n")
    })
}

/// The parts of a file: its XML, and blocks of raw data. Each block follows its length in bytes.
struct Vtu {
    xml: String,
    data: Vec<u8>,
}

impl Vtu {
    fn line(&mut self, line: &str) {
        self.xml.push_str(line);
        self.xml.push('\n');
    }

    /// Adds an array of VTK's type `of`, with the attributes `more`.
    fn array(&mut self, of: &str, name: &str, more: &str, block: impl Iterator<Item = u8>) {
        let offset = self.data.len();
        self.line(&format!(
            r#"<DataArray type="{of}" Name="{name}"{more} format="appended" offset="{offset}"/>"#
        ));
        self.data.extend_from_slice(&[0; 8]);
        self.data.extend(block);
        let length = (self.data.len() - offset - 8) as u64;
        self.data[offset..offset + 8].copy_from_slice(&length.to_le_bytes());
    }

    /// Adds a field `[components, E, N]`.
    fn nodal(&mut self, name: &str, values: ArrayView3<f64>, to_vtk: &Array2<f64>) {
        let components = format!(r#" NumberOfComponents="{}""#, values.dim().0);
        self.array("Float32", name, &components, interleaved(values, to_vtk));
    }
}

/// A field `[components, E, N]` at VTK's nodes, with the components of a point side by side.
fn interleaved(values: ArrayView3<f64>, to_vtk: &Array2<f64>) -> impl Iterator<Item = u8> {
    let (components, elements, n) = values.dim();
    let transposed = to_vtk.t();
    let fields: Vec<_> = values.outer_iter().map(|field| field.dot(&transposed)).collect();
    let places = ndarray::indices((elements, n, components)).into_iter();
    places.flat_map(move |(e, i, c)| (fields[c][[e, i]] as f32).to_le_bytes())
}

/// Writes the list of the pieces of one instant, files beside it that ranks have written.
///
/// # Errors
/// [`Error::File`] when the file cannot be written.
pub(super) fn write_pvtu(path: &Path, pieces: &[String], fields: &[Field]) -> Result<(), Error> {
    let array = |name: &str, components: usize| {
        format!(
            "<PDataArray type=\"Float32\" Name=\"{name}\" NumberOfComponents=\"{components}\"/>\n"
        )
    };
    let data: String =
        fields.iter().map(|f| array(f.name, f.values.len_of(ndarray::Axis(0)))).collect();
    let points = array("Points", 3);
    let pieces: String =
        pieces.iter().map(|piece| format!("<Piece Source=\"{piece}\"/>\n")).collect();
    let xml = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PUnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" \
         header_type=\"UInt64\">\n<PUnstructuredGrid GhostLevel=\"0\">\n<PPointData>\n{data}</PPointData>\n\
         <PCellData>\n<PDataArray type=\"Int32\" Name=\"{RANK}\"/>\n</PCellData>\n<PPoints>\n{points}</PPoints>\n{pieces}</PUnstructuredGrid>\n</VTKFile>\n"
    );
    file::replace(path, |file| file.write_all(xml.as_bytes()))
}

#[cfg(test)]
#[path = "tests/vtu.rs"]
mod tests;
