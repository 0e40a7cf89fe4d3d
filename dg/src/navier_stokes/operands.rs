//! The static operands of the Navier-Stokes programs.

use super::{Across, Boundary};
use crate::curved::{CurvedOperands, larger_beside};
use crate::euler::padded;
use crate::mesh::{Face, MeshError};
use crate::wave::convert;
use crate::{Discretisation, Error};
use array_fn::{Array, IndexArray};
use array_fn_dg_navier_stokes::{self as program, Faces, Geometry, Mesh, Operators, Traces};
use ndarray::{Array1, Array2, Array3, Axis, s};

/// Everything that the Navier-Stokes programs take besides the state and scalars: E elements of the mesh
/// and as many more as the states on the boundary need, N nodes an element, F nodes a face.
///
/// Metric factors, `fscale` and `penalty` of the further elements are 0, so that nothing changes them, and
/// their Jacobian is 0, so that no integral sees them.
#[derive(Clone, Debug)]
pub struct Operands {
    /// Matrices, geometric factors, what each face is, and the nodes beside it.
    pub mesh: Mesh,
    /// Volume over that of the reference element, `[E]`.
    pub jacobian: Array<f64, 1>,
    /// Integrals of the nodal basis over the reference element, `[N]`.
    pub weights: Array<f64, 1>,
    /// Mass matrix of the reference element, `[N, N]`.
    pub mass: Array<f64, 2>,
    /// What takes the place of metric factors, normals, Jacobians and the penalty where elements are curved.
    pub curved: Option<Curved>,
}

/// What curved elements have node by node.
#[derive(Clone, Debug)]
pub struct Curved {
    /// Geometric factors.
    pub factors: CurvedOperands<f64>,
    /// The penalty on jumps of velocity, per viscosity: `[E, 4, F]`.
    pub penalty: Array<f64, 3>,
}

/// Geometric factors of curved elements as the programs take them.
pub(super) type CurvedGeometry<'a> = program::CurvedGeometry<
    &'a Array<f64, 4>,
    &'a Array<f64, 2>,
    &'a Array<f64, 4>,
    &'a Array<f64, 3>,
    &'a Array<f64, 3>,
>;

impl Curved {
    pub(super) fn geometry(&self) -> CurvedGeometry<'_> {
        program::CurvedGeometry {
            metric: &self.factors.metric,
            inverse_jacobian: &self.factors.inverse_jacobian,
            normal: &self.factors.normal,
            surface: &self.factors.surface,
            penalty: &self.penalty,
        }
    }
}

impl Operands {
    /// The operands of a discretisation with given behaviour of its boundary, and the penalty in units of
    /// `(p + 1) (p + 3) / 3` times the larger `fscale` beside a face.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, [`Error::Mesh`] when the nodes with those of states on the
    /// boundary do not fit into 32-bit indices.
    pub fn new(
        discretisation: &Discretisation,
        boundary: &Boundary,
        penalty: f64,
    ) -> Result<Self, Error> {
        let d = discretisation;
        let (real, n) = (d.element_count(), d.reference.node_count());
        let f = d.reference.face_node_count();
        let more = boundary.states.len().div_ceil(n);
        let e = real + more;
        if e.checked_mul(n).is_none_or(|total| total > i32::MAX as usize) {
            let origin = "mesh with states on the boundary".into();
            return Err(MeshError::TooLarge { origin, elements: e, nodes: n }.into());
        }
        let mut exterior_nodes = Array3::<i32>::zeros((e, 4, f));
        exterior_nodes.slice_mut(s![..real, .., ..]).assign(&boundary.exterior_nodes);
        for element in real..e {
            for ((face, k), &node) in d.reference.face_nodes.indexed_iter() {
                exterior_nodes[[element, face, k]] = (element * n + node) as i32;
            }
        }
        let per_face = |value: fn(Across) -> f64| {
            convert(padded(&boundary.across.mapv(value), 0, more).view(), [e, 4])
        };
        let curved = match (CurvedOperands::new(d, more)?, &d.curved) {
            (Some(factors), Some(nodal)) => {
                let fscale = nodal.fscale(&d.reference);
                let penalty = per_fscale(d, penalty) * larger_beside(d, fscale.view());
                let penalty = convert(padded(&penalty, 0, more).view(), [e, 4, f])?;
                Some(Curved { factors, penalty })
            }
            _ => None,
        };
        let weights: Array1<f64> = d.reference.mass.sum_axis(Axis(0));
        let operators = Operators {
            derivative: convert(d.reference.derivative.view(), [3, n, n])?,
            lift: convert(d.reference.lift.view(), [n, 4, f])?,
        };
        let geometry = Geometry {
            metric: convert(padded(&d.metric, 2, more).view(), [3, 3, e])?,
            normal: convert(padded(&d.normal, 1, more).view(), [3, e, 4])?,
            fscale: convert(padded(&d.fscale, 0, more).view(), [e, 4])?,
            penalty: convert(padded(&penalties(d, penalty), 0, more).view(), [e, 4])?,
        };
        let faces = Faces {
            share: per_face(|across| match across {
                Across::Node | Across::Mirror => 0.5,
                Across::State | Across::Isothermal | Across::Adiabatic => 1.0,
            })?,
            slip: per_face(|across| f64::from(u8::from(across == Across::Mirror)))?,
            sticky: per_face(|across| match across {
                Across::Isothermal | Across::Adiabatic => 1.0,
                Across::Node | Across::Mirror | Across::State => 0.0,
            })?,
            insulated: per_face(|across| f64::from(u8::from(across == Across::Adiabatic)))?,
        };
        let traces = Traces {
            exterior_nodes: IndexArray::new([e, 4, f], &exterior_nodes, e * n)?,
            face_nodes: IndexArray::new([4, f], &d.reference.face_nodes, n)?,
        };
        Ok(Operands {
            mesh: Mesh { operators, geometry, faces, traces },
            jacobian: convert(padded(&d.jacobian, 0, more).view(), [e])?,
            weights: convert(weights.view(), [n])?,
            mass: convert(d.reference.mass.view(), [n, n])?,
            curved,
        })
    }
}

/// `factor (p + 1) (p + 3) / 3`: the penalty for a surface over volume Jacobian of 1.
fn per_fscale(d: &Discretisation, factor: f64) -> f64 {
    let p = d.reference.order as f64;
    factor * (p + 1.0) * (p + 3.0) / 3.0
}

/// `factor (p + 1) (p + 3) / 3` times the larger of the surface over volume Jacobians beside a face, so that
/// both sides use the same: `[E, 4]`.
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
