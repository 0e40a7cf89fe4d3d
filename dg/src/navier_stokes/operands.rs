//! The static operands of the Navier-Stokes programs.

use super::{Across, Boundary};
use crate::mesh::Face;
use crate::operands::{Integrals, curved_geometry, exterior_nodes, of_faces, padded, space};
use crate::real::convert;
use crate::{Discretisation, Error};
use array_fn::Array;
use array_fn_dg_navier_stokes::Faces;
use array_fn_dg_operators::space::{CurvedGeometry, SpaceOf};
use ndarray::{Array2, Array3, ArrayView3, Axis, s};

/// The operands of the Navier-Stokes programs besides the state and scalars.
///
/// E counts the elements of the mesh and as many additional ones as the states on the boundary need. N is the number of
/// nodes per element, and F that of nodes per face. Metric factors, `fscale` and `penalty` of the additional elements
/// are 0, so that nothing changes them. Their Jacobian is 0, so that no integral includes them.
#[derive(Clone, Debug)]
pub struct Operands {
    /// Matrices, geometric factors, and the nodes on both sides of faces.
    pub space: SpaceOf<f64>,
    /// The kind of each face.
    pub faces: Faces,
    /// The penalty on jumps of velocity, per viscosity: `[E, 4]`.
    pub penalty: Array<f64, 2>,
    /// The factors of integrals.
    pub integrals: Integrals<f64>,
    /// Geometric factors and the penalty, if elements are curved. They take the place of those of flat elements.
    pub curved: Option<Curved>,
}

/// The operands of curved elements that differ from node to node.
#[derive(Clone, Debug)]
pub struct Curved {
    /// Geometric factors.
    pub geometry: CurvedGeometry,
    /// The penalty on jumps of velocity, per viscosity: `[E, 4, F]`.
    pub penalty: Array<f64, 3>,
}

impl Operands {
    /// The operands of a discretisation with a given boundary. The unit of the penalty is `(p + 1) (p + 3) / 3` times
    /// the larger `fscale` on either side of a face.
    ///
    /// # Errors
    /// - [`Error::Array`] when memory is exhausted.
    /// - [`Error::Mesh`] when the nodes, together with those of states on the boundary, do not fit into 32-bit indices.
    pub fn new(
        discretisation: &Discretisation,
        boundary: &Boundary,
        penalty: f64,
    ) -> Result<Self, Error> {
        let d = discretisation;
        let (real, n) = (d.element_count(), d.reference.node_count());
        let f = d.reference.face_node_count();
        let states = boundary.states.len().div_ceil(n);
        let more = d.behind(states);
        let e = real + more;
        let origin = "mesh with states on the boundary";
        let exterior_nodes = exterior_nodes(d, &boundary.exterior_nodes, states, origin)?;
        let numbers = |i: usize| of_faces(&boundary.across.mapv(|across| kind(across)[i]), more);
        let [share, slip, sticky, insulated] = [0, 1, 2, 3].map(numbers);
        let faces = Faces { share: share?, slip: slip?, sticky: sticky?, insulated: insulated? };
        let curved = match (curved_geometry::<f64>(d, more)?, &d.curved) {
            (Some(geometry), Some(nodal)) => {
                // Faces to other ranks have their elements in the mesh beside.
                let beside = beside(d);
                let nodal = beside.curved.as_ref().unwrap_or(nodal);
                let fscale = nodal.fscale(&d.reference);
                let larger = larger_beside(beside, fscale.view());
                let penalty = per_fscale(d, penalty) * &larger.slice(s![..real, .., ..]);
                let penalty = convert(padded(&penalty, 0, more).view(), [e, 4, f])?;
                Some(Curved { geometry, penalty })
            }
            _ => None,
        };
        Ok(Operands {
            space: space(d, more, &exterior_nodes)?,
            faces,
            penalty: {
                let all = penalties(beside(d), penalty);
                of_faces(&all.slice(s![..real, ..]).to_owned(), more)?
            },
            integrals: Integrals::new(d, more)?,
            curved,
        })
    }
}

/// `share`, `slip`, `sticky` and `insulated` of a face, as in the table of `array_fn_dg_navier_stokes`.
fn kind(across: Across) -> [f64; 4] {
    match across {
        Across::Node => [0.5, 0.0, 0.0, 0.0],
        Across::Mirror => [0.5, 1.0, 0.0, 0.0],
        Across::State => [1.0, 0.0, 0.0, 0.0],
        Across::Isothermal => [1.0, 0.0, 1.0, 0.0],
        Across::Adiabatic => [1.0, 0.0, 1.0, 1.0],
    }
}

/// The elements with those across all of their faces.
fn beside(d: &Discretisation) -> &Discretisation {
    d.part().map_or(d, |part| &part.beside)
}

/// `factor (p + 1) (p + 3) / 3`: the penalty for an `fscale` of 1.
fn per_fscale(d: &Discretisation, factor: f64) -> f64 {
    let p = d.reference.order as f64;
    factor * (p + 1.0) * (p + 3.0) / 3.0
}

/// The penalties of flat elements, `[E, 4]`: `factor (p + 1) (p + 3) / 3` times the larger `fscale` on either side of
/// the face. So both sides use the same penalty.
fn penalties(d: &Discretisation, factor: f64) -> Array2<f64> {
    let factor = per_fscale(d, factor);
    Array2::from_shape_fn((d.element_count(), 4), |(e, f)| {
        let across = match d.connectivity.faces[e][f] {
            Face::Neighbour { element, face } => d.fscale[[element as usize, face as usize]],
            Face::Boundary { .. } => 0.0,
        };
        factor * d.fscale[[e, f]].max(across)
    })
}

/// At each node of each face, the larger of the values on either side, `[E, 4, F]`. On the boundary, it is the
/// element's own value.
fn larger_beside(d: &Discretisation, values: ArrayView3<f64>) -> Array3<f64> {
    let n = d.reference.node_count();
    Array3::from_shape_fn(values.dim(), |(e, f, k)| {
        let own = values[[e, f, k]];
        let Face::Neighbour { element, face } = d.connectivity.faces[e][f] else {
            return own;
        };
        let node = d.exterior_nodes[[e, f, k]] as usize % n;
        let row = d.reference.face_nodes.index_axis(Axis(0), face as usize);
        let across = row.iter().position(|&i| i == node);
        across.map_or(own, |l| own.max(values[[element as usize, face as usize, l]]))
    })
}
