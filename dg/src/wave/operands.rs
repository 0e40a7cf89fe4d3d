//! The static operands of the wave programs.

use super::{FaceCoefficients, Flux};
use crate::operands::{curved_geometry, exterior_nodes, of_faces, space};
use crate::real::double;
use crate::time_stepping::RunStage;
use crate::{Discretisation, Error, Real};
use array_fn_dg_operators::curved_wave::{Law, stage};
use array_fn_dg_operators::space::{CurvedGeometry, Space, SpaceOf};
use array_fn_dg_operators::wave::{Faces, FacesOf};

/// The operands of the wave programs besides the state and scalars, with E elements, N nodes per element, and F nodes
/// per face. In the part of a rank, elements behind those of the mesh hold the halo. Their `fscale` is 0.
#[derive(Clone, Debug)]
pub struct Operands<T: Real> {
    /// Matrices, geometric factors, and the nodes on both sides of faces.
    pub space: SpaceOf<T>,
    /// The waves that come in through faces.
    pub faces: FacesOf<T>,
    /// Geometric factors, if elements are curved. They take the place of those of flat elements.
    pub curved: Option<CurvedGeometry>,
}

impl<T: Real> Operands<T> {
    /// The operands of a discretisation with given coefficients of its faces.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, [`Error::CurvedPrecision`] when elements are curved and `T` is
    /// `f32`.
    pub fn new(discretisation: &Discretisation, faces: &FaceCoefficients) -> Result<Self, Error> {
        let (d, more) = (discretisation, discretisation.behind(0));
        let faces = Faces {
            transmission: of_faces(&faces.transmission, more)?,
            reflection: of_faces(&faces.reflection, more)?,
        };
        let curved = curved_geometry::<T>(d, more)?;
        let nodes = exterior_nodes(d, &d.exterior_nodes, 0, "mesh")?;
        Ok(Operands { space: space(d, more, &nodes)?, faces, curved })
    }

    /// One stage of waves of the speed `speed`, if elements are curved. It exists in double precision only.
    ///
    /// # Errors
    /// [`Error::CurvedPrecision`] in single precision.
    pub(super) fn curved_stage(
        &self,
        flux: Flux,
        speed: f64,
    ) -> Result<Option<RunStage<'_>>, Error> {
        let Some(geometry) = &self.curved else { return Ok(None) };
        let Operands { space: Space { operators, traces, .. }, faces, .. } = double(self)?;
        let law = Law { c: speed, alpha: flux.alpha() };
        Ok(Some(Box::new(move |of_step, q, increment, next| {
            stage::into(q, increment, operators, geometry, traces, faces, &law, of_step, next)?;
            Ok(())
        })))
    }
}
