//! The static operands of the Euler programs.

use super::{Boundary, Flux};
use crate::operands::{Integrals, curved_geometry, exterior_nodes, of_faces, space};
use crate::real::double;
use crate::time_stepping::RunStage;
use crate::{Discretisation, Error, Real};
use array_fn::Array;
use array_fn_dg_operators::curved_euler::{hll_jump, hllc_jump, llf_jump, stage};
use array_fn_dg_operators::space::{CurvedGeometry, Space, SpaceOf};

/// The operands of the Euler programs besides the state and scalars.
///
/// E counts the elements of the mesh and one additional element per prescribed state. N is the number of nodes per
/// element, and F that of nodes per face. All nodes of an additional element hold its prescribed state. Metric factors
/// and `fscale` of additional elements are 0, so that nothing changes them. Their Jacobian is 0, so that no integral
/// includes them. In the part of a rank, more of them follow, which hold the halo.
#[derive(Clone, Debug)]
pub struct Operands<T: Real> {
    /// Matrices, geometric factors, and the nodes on both sides of faces.
    pub space: SpaceOf<T>,
    /// 1 on slip walls, else 0: `[E, 4]`.
    pub wall: Array<T, 2>,
    /// The factors of integrals.
    pub integrals: Integrals<T>,
    /// Geometric factors, if elements are curved. They take the place of those of flat elements.
    pub curved: Option<CurvedGeometry>,
}

impl<T: Real> Operands<T> {
    /// The operands of a discretisation with a given boundary.
    ///
    /// # Errors
    /// - [`Error::Array`] when memory is exhausted.
    /// - [`Error::Mesh`] when the nodes, together with those of prescribed states, do not fit into 32-bit indices.
    /// - [`Error::CurvedPrecision`] when elements are curved and `T` is `f32`.
    pub fn new(discretisation: &Discretisation, boundary: &Boundary) -> Result<Self, Error> {
        let d = discretisation;
        let (real, n, states) =
            (d.element_count(), d.reference.node_count(), boundary.states.len());
        let more = d.behind(states);
        let nodes = &d.exterior_nodes;
        let mut nodes = exterior_nodes(d, nodes, states, "mesh with prescribed states")?;
        for ((element, face), state) in boundary.prescribed.indexed_iter() {
            if let Some(state) = state {
                let first = (real + *state as usize) * n;
                for (k, &node) in d.reference.face_nodes.row(face).iter().enumerate() {
                    nodes[[element, face, k]] = (first + node) as i32;
                }
            }
        }
        Ok(Operands {
            space: space(d, more, &nodes)?,
            wall: of_faces(&boundary.wall, more)?,
            integrals: Integrals::new(d, more)?,
            curved: curved_geometry::<T>(d, more)?,
        })
    }

    /// One stage, two calls, of a gas with the ratio of specific heats `gamma`, if elements are curved. It exists in double
    /// precision only.
    ///
    /// # Errors
    /// [`Error::CurvedPrecision`] in single precision.
    pub(super) fn curved_stage(
        &self,
        flux: Flux,
        gamma: f64,
    ) -> Result<Option<RunStage<'_>>, Error> {
        let Some(geometry) = &self.curved else { return Ok(None) };
        let Operands { space: Space { operators, traces, .. }, wall, .. } = double(self)?;
        Ok(Some(Box::new(move |of_step, q, increment, next| {
            let jump = match flux {
                Flux::Llf => llf_jump(q, geometry, traces, wall, gamma, 0.0)?,
                Flux::LlfWide => llf_jump(q, geometry, traces, wall, gamma, 1.0)?,
                Flux::Hll => hll_jump(q, geometry, traces, wall, gamma)?,
                Flux::Hllc => hllc_jump(q, geometry, traces, wall, gamma)?,
            };
            stage::into(q, increment, &jump, operators, geometry, gamma, of_step, next)?;
            Ok(())
        })))
    }
}
