//! The static operands of the wave programs.

use super::{FaceCoefficients, Flux};
use crate::operands::{curved_geometry, dims, of_faces, space};
use crate::real::double;
use crate::time_stepping::{self, Stage};
use crate::{Discretisation, Error, Real};
use array_fn::explain::Explanation;
use array_fn::{Array, Device, Plan};
use array_fn_dg_operators::curved_wave::{Law, stage};
use array_fn_dg_operators::space::{CurvedGeometry, SpaceOf};
use array_fn_dg_operators::wave::{
    Faces, FacesOf, blended_rhs, blended_step, upwind_rhs, upwind_step,
};

/// The operands of the wave programs besides the state and scalars, with E elements, N nodes per element, and F nodes
/// per face.
#[derive(Clone, Debug)]
pub struct Operands<T: Real> {
    /// Matrices, geometric factors, and the nodes on both sides of faces.
    pub space: SpaceOf<T>,
    /// The waves that come in through faces.
    pub faces: FacesOf<T>,
    /// Geometric factors, if elements are curved. They take the place of those of flat elements.
    pub curved: Option<CurvedGeometry>,
}

/// `$what(device, E, N, F)` of the program of the flux. On curved elements, there is one program for all.
macro_rules! of_flux {
    ($operands:ident, $flux:ident, [$upwind:ident, $blended:ident], $what:ident($device:ident)) => {{
        let [e, n, f] = dims(&$operands.space);
        Ok(match ($flux, &$operands.curved) {
            (_, Some(_)) => stage::$what($device, e, n, f)?,
            (Flux::Upwind, None) => $upwind::$what::<T>($device, e, n, f)?,
            (Flux::Central, None) => $blended::$what::<T>($device, e, n, f)?,
        })
    }};
}

impl<T: Real> Operands<T> {
    /// The operands of a discretisation with given coefficients of its faces.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, [`Error::CurvedPrecision`] when elements are curved and `T` is
    /// `f32`.
    pub fn new(discretisation: &Discretisation, faces: &FaceCoefficients) -> Result<Self, Error> {
        let d = discretisation;
        let faces = Faces {
            transmission: of_faces(&faces.transmission, 0)?,
            reflection: of_faces(&faces.reflection, 0)?,
        };
        let curved = curved_geometry::<T>(d, 0)?;
        Ok(Operands { space: space(d, 0, &d.exterior_nodes)?, faces, curved })
    }

    /// Writes the right-hand side at the state `q` into `rhs`, both `[4, E, N]`.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree.
    pub fn rhs_into(
        &self,
        flux: Flux,
        speed: f64,
        q: &Array<T, 3>,
        rhs: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        if let Some(c) = &self.curved {
            let law = Law { c: speed, alpha: flux.alpha() };
            let o = double(self)?;
            return time_stepping::rate_by_stage(q, rhs, |stage, q, increment, next| {
                curved_stage(o, c, &law, stage, q, increment, next)
            });
        }
        let (c, alpha) = (T::from_f64(speed), T::from_f64(flux.alpha()));
        match flux {
            Flux::Upwind => upwind_rhs::into(q, &self.space, &self.faces, c, rhs)?,
            Flux::Central => blended_rhs::into(q, &self.space, &self.faces, c, alpha, rhs)?,
        }
        Ok(())
    }

    /// One step of length `dt` from the state `q`, in place. `increment` is zeros before the first step, and then the
    /// values that the last step left in it. Both are `[4, E, N]`.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted.
    pub fn step(
        &self,
        flux: Flux,
        speed: f64,
        dt: f64,
        q: &mut Array<T, 3>,
        increment: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        if let Some(c) = &self.curved {
            let law = Law { c: speed, alpha: flux.alpha() };
            let o = double(self)?;
            return time_stepping::step_by_stages(dt, q, increment, |stage, q, increment, next| {
                curved_stage(o, c, &law, stage, q, increment, next)
            });
        }
        let (c, alpha, dt) = (T::from_f64(speed), T::from_f64(flux.alpha()), T::from_f64(dt));
        match flux {
            Flux::Upwind => upwind_step(q, increment, &self.space, &self.faces, c, dt)?,
            Flux::Central => blended_step(q, increment, &self.space, &self.faces, c, alpha, dt)?,
        }
        Ok(())
    }

    /// The plan of the right-hand side on `device`. On curved elements, it is the plan of a stage, which gives the
    /// right-hand side, too.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    pub fn rhs_plan(&self, device: &Device, flux: Flux) -> Result<Plan, Error> {
        of_flux!(self, flux, [upwind_rhs, blended_rhs], plan(device))
    }

    /// Explains which kernels of the right-hand side compute which operations, with their costs.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    pub fn rhs_explain(&self, device: &Device, flux: Flux) -> Result<Explanation, Error> {
        of_flux!(self, flux, [upwind_rhs, blended_rhs], explain(device))
    }

    /// The plan of one call of a step on `device`. A step is one call, or five equal calls on curved elements.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    pub fn step_plan(&self, device: &Device, flux: Flux) -> Result<Plan, Error> {
        of_flux!(self, flux, [upwind_step, blended_step], plan(device))
    }
}

/// Runs one stage on curved elements, in double precision: changes the increment, and writes the state after the stage.
fn curved_stage(
    o: &Operands<f64>,
    geometry: &CurvedGeometry,
    law: &Law,
    of_step: &Stage,
    q: &Array<f64, 3>,
    increment: &mut Array<f64, 3>,
    next: &mut Array<f64, 3>,
) -> Result<(), Error> {
    let (operators, traces, faces) = (&o.space.operators, &o.space.traces, &o.faces);
    stage::into(q, increment, operators, geometry, traces, faces, law, of_step, next)?;
    Ok(())
}
