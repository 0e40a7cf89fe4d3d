//! The programs of curved elements, a call a stage: there in double precision only.

use super::real::Dims;
use super::{Operands, Real};
use crate::curved::CurvedOperands;
use crate::{Error, time_stepping};
use array_fn::{Array, Device, Element, Explanation, Plan};
use array_fn_dg_operators::curved_wave::{Elements, Faces, Law, stage};

/// The program of a precision that has it.
pub trait Curved: Element {
    /// `increment = a increment + dt rate` and `next = q + b increment`, for the factors `[a, b, dt]`, waves of the
    /// speed `c` and a flux between central (0) and upwind (1).
    fn stage(
        _operands: &Operands<Self>,
        _curved: &CurvedOperands<Self>,
        _c_alpha: [f64; 2],
        _factors: [f64; 3],
        _q: &Array<Self, 3>,
        _increment: &mut Array<Self, 3>,
        _next: &mut Array<Self, 3>,
    ) -> Result<(), Error> {
        Err(Error::CurvedPrecision)
    }

    fn stage_plan(_device: &Device, _dims: Dims) -> Result<Plan, Error> {
        Err(Error::CurvedPrecision)
    }

    fn stage_explain(_device: &Device, _dims: Dims) -> Result<Explanation, Error> {
        Err(Error::CurvedPrecision)
    }
}

impl Curved for f32 {}

impl Curved for f64 {
    fn stage(
        o: &Operands<f64>,
        m: &CurvedOperands<f64>,
        [c, alpha]: [f64; 2],
        [a, b, dt]: [f64; 3],
        q: &Array<f64, 3>,
        increment: &mut Array<f64, 3>,
        next: &mut Array<f64, 3>,
    ) -> Result<(), Error> {
        let elements = Elements {
            derivative: &o.mesh.derivative,
            lift: &o.mesh.lift,
            metric: &m.metric,
            inverse_jacobian: &m.inverse_jacobian,
        };
        let faces = Faces {
            normal: &m.normal,
            surface: &m.surface,
            transmission: &o.mesh.transmission,
            reflection: &o.mesh.reflection,
            exterior_nodes: &o.mesh.exterior_nodes,
            face_nodes: &o.mesh.face_nodes,
        };
        let law = Law { c, alpha };
        Ok(stage::into(q, increment, &elements, &faces, &law, a, b, dt, next)?)
    }

    fn stage_plan(device: &Device, [e, n, f]: Dims) -> Result<Plan, Error> {
        Ok(stage::plan(device, e, n, f)?)
    }

    fn stage_explain(device: &Device, [e, n, f]: Dims) -> Result<Explanation, Error> {
        Ok(stage::explain(device, e, n, f)?)
    }
}

/// One step, stage by stage.
pub(super) fn step<T: Real>(
    o: &Operands<T>,
    m: &CurvedOperands<T>,
    c_alpha: [f64; 2],
    dt: f64,
    q: &mut Array<T, 3>,
    increment: &mut Array<T, 3>,
) -> Result<(), Error> {
    let mut next = Array::zeros(q.shape())?;
    for (a, b) in time_stepping::A.into_iter().zip(time_stepping::B) {
        T::stage(o, m, c_alpha, [a, b, dt], q, increment, &mut next)?;
        std::mem::swap(q, &mut next);
    }
    Ok(())
}

/// The right-hand side: the increment of a stage from nothing.
pub(super) fn rhs<T: Real>(
    o: &Operands<T>,
    m: &CurvedOperands<T>,
    c_alpha: [f64; 2],
    q: &Array<T, 3>,
) -> Result<Array<T, 3>, Error> {
    let (mut rate, mut unchanged) = (Array::zeros(q.shape())?, Array::zeros(q.shape())?);
    T::stage(o, m, c_alpha, [0.0, 0.0, 1.0], q, &mut rate, &mut unchanged)?;
    Ok(rate)
}
