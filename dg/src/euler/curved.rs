//! The programs of curved elements, two calls a stage: there in double precision only.

use super::real::Dims;
use super::{Flux, Operands};
use crate::curved::CurvedOperands;
use crate::wave::Real as Float;
use crate::{Error, time_stepping};
use array_fn::{Array, Device, Plan};
use array_fn_dg_entropy::{self as entropy, FactorsOf};
use array_fn_dg_operators::{curved_euler as program, limit};

/// The programs of a precision that has them.
pub trait Curved: Float {
    /// `increment = a increment + dt rate` and `next = q + b increment`, for the factors `[gamma, a, b, dt]`.
    fn stage(
        _operands: &Operands<Self>,
        _curved: &CurvedOperands<Self>,
        _flux: Flux,
        _factors: [f64; 4],
        _q: &Array<Self, 3>,
        _increment: &mut Array<Self, 3>,
        _next: &mut Array<Self, 3>,
    ) -> Result<(), Error> {
        Err(Error::CurvedPrecision)
    }

    /// The two calls of a stage.
    fn stage_plans(_device: &Device, _flux: Flux, _dims: Dims) -> Result<[Plan; 2], Error> {
        Err(Error::CurvedPrecision)
    }

    fn summary(
        _operands: &Operands<Self>,
        _curved: &CurvedOperands<Self>,
        _gamma: f64,
        _q: &Array<Self, 3>,
    ) -> Result<([f64; 5], [f64; 5]), Error> {
        Err(Error::CurvedPrecision)
    }

    fn keep_positive(
        _q: &mut Array<Self, 3>,
        _weights: &Array<Self, 2>,
        _gamma: f64,
        _least: f64,
    ) -> Result<(), Error> {
        Err(Error::CurvedPrecision)
    }

    fn filter(
        _q: &mut Array<Self, 3>,
        _matrix: &Array<Self, 2>,
        _weights: &Array<Self, 2>,
    ) -> Result<(), Error> {
        Err(Error::CurvedPrecision)
    }

    fn keep_entropy(
        _factors: &FactorsOf<Self>,
        _curved: &CurvedOperands<Self>,
        _gamma: f64,
        _dt: f64,
        _q: &mut Array<Self, 3>,
    ) -> Result<(), Error> {
        Err(Error::CurvedPrecision)
    }

    fn kinetic_energy(
        _curved: &CurvedOperands<Self>,
        _mass: &Array<Self, 2>,
        _q: &Array<Self, 3>,
    ) -> Result<f64, Error> {
        Err(Error::CurvedPrecision)
    }

    /// What keeps density and pressure positive, and what keeps the second law.
    fn correction_plans(
        _device: &Device,
        _elements: usize,
        _nodes: usize,
    ) -> Result<[Plan; 2], Error> {
        Err(Error::CurvedPrecision)
    }
}

impl Curved for f32 {}

impl Curved for f64 {
    fn stage(
        o: &Operands<f64>,
        c: &CurvedOperands<f64>,
        flux: Flux,
        [gamma, a, b, dt]: [f64; 4],
        q: &Array<f64, 3>,
        increment: &mut Array<f64, 3>,
        next: &mut Array<f64, 3>,
    ) -> Result<(), Error> {
        let faces = program::Faces {
            normal: &c.normal,
            surface: &c.surface,
            wall: &o.mesh.wall,
            exterior_nodes: &o.mesh.exterior_nodes,
            face_nodes: &o.mesh.face_nodes,
        };
        let elements = program::Elements {
            derivative: &o.mesh.derivative,
            lift: &o.mesh.lift,
            metric: &c.metric,
            inverse_jacobian: &c.inverse_jacobian,
        };
        let jump = match flux {
            Flux::Llf => program::llf_jump(q, &faces, gamma, 0.0)?,
            Flux::LlfWide => program::llf_jump(q, &faces, gamma, 1.0)?,
            Flux::Hll => program::hll_jump(q, &faces, gamma)?,
            Flux::Hllc => program::hllc_jump(q, &faces, gamma)?,
        };
        Ok(program::stage::into(q, increment, &jump, &elements, gamma, a, b, dt, next)?)
    }

    fn stage_plans(device: &Device, flux: Flux, [e, n, f]: Dims) -> Result<[Plan; 2], Error> {
        let jump = match flux {
            Flux::Llf | Flux::LlfWide => program::llf_jump::plan(device, e, n, f)?,
            Flux::Hll => program::hll_jump::plan(device, e, n, f)?,
            Flux::Hllc => program::hllc_jump::plan(device, e, n, f)?,
        };
        Ok([jump, program::stage::plan(device, e, n, f)?])
    }

    fn summary(
        o: &Operands<f64>,
        c: &CurvedOperands<f64>,
        gamma: f64,
        q: &Array<f64, 3>,
    ) -> Result<([f64; 5], [f64; 5]), Error> {
        let (totals, extrema) = program::summary(q, &c.jacobian, &o.weights, gamma)?;
        let (totals, extrema) = (totals.to_host()?, extrema.to_host()?);
        let five = |x: &[f64]| std::array::from_fn(|i| x[i]);
        Ok((five(totals.as_slice()), five(extrema.as_slice())))
    }

    fn keep_positive(
        q: &mut Array<f64, 3>,
        weights: &Array<f64, 2>,
        gamma: f64,
        least: f64,
    ) -> Result<(), Error> {
        Ok(limit::curved_keep_positive(q, weights, gamma, least)?)
    }

    fn filter(
        q: &mut Array<f64, 3>,
        matrix: &Array<f64, 2>,
        weights: &Array<f64, 2>,
    ) -> Result<(), Error> {
        Ok(limit::curved_filter(q, matrix, weights)?)
    }

    fn keep_entropy(
        f: &FactorsOf<f64>,
        c: &CurvedOperands<f64>,
        gamma: f64,
        dt: f64,
        q: &mut Array<f64, 3>,
    ) -> Result<(), Error> {
        let (metric, inverse) = (&c.metric, &c.inverse_jacobian);
        Ok(entropy::curved_keep_entropy(q, f, metric, inverse, gamma, dt)?)
    }

    fn kinetic_energy(
        c: &CurvedOperands<f64>,
        mass: &Array<f64, 2>,
        q: &Array<f64, 3>,
    ) -> Result<f64, Error> {
        let energy = entropy::curved_kinetic_energy(q, &c.jacobian, mass)?;
        Ok(energy.to_host()?.as_slice()[0])
    }

    fn correction_plans(device: &Device, e: usize, n: usize) -> Result<[Plan; 2], Error> {
        Ok([
            limit::curved_keep_positive::plan(device, e, n)?,
            entropy::curved_keep_entropy::plan(device, e, n, n)?,
        ])
    }
}

/// One step, stage by stage.
pub(super) fn step<T: Curved>(
    o: &Operands<T>,
    c: &CurvedOperands<T>,
    flux: Flux,
    gamma: f64,
    dt: f64,
    q: &mut Array<T, 3>,
    increment: &mut Array<T, 3>,
) -> Result<(), Error> {
    let mut next = Array::zeros(q.shape())?;
    for (a, b) in time_stepping::A.into_iter().zip(time_stepping::B) {
        <T as Curved>::stage(o, c, flux, [gamma, a, b, dt], q, increment, &mut next)?;
        std::mem::swap(q, &mut next);
    }
    Ok(())
}

/// The right-hand side: the increment of a stage from nothing.
pub(super) fn rhs<T: Curved>(
    o: &Operands<T>,
    c: &CurvedOperands<T>,
    flux: Flux,
    gamma: f64,
    q: &Array<T, 3>,
) -> Result<Array<T, 3>, Error> {
    let (mut rate, mut unchanged) = (Array::zeros(q.shape())?, Array::zeros(q.shape())?);
    <T as Curved>::stage(o, c, flux, [gamma, 0.0, 0.0, 1.0], q, &mut rate, &mut unchanged)?;
    Ok(rate)
}
