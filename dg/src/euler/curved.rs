//! The programs of curved elements, two calls per stage, in double precision.

use super::{Flux, Operands};
use crate::real::{double, double_mut};
use crate::time_stepping::{self, Stage};
use crate::{Error, Real};
use array_fn::Array;
use array_fn_dg_operators::curved_euler::{self, hll_jump, hllc_jump, llf_jump};
use array_fn_dg_operators::space::CurvedGeometry;

/// A flux and the ratio of specific heats.
pub(super) type Law = (Flux, f64);

/// Runs one stage: changes the increment, and writes the state after the stage.
fn run(
    o: &Operands<f64>,
    geometry: &CurvedGeometry,
    (flux, gamma): Law,
    stage: &Stage,
    q: &Array<f64, 3>,
    increment: &mut Array<f64, 3>,
    next: &mut Array<f64, 3>,
) -> Result<(), Error> {
    let (operators, traces, wall) = (&o.space.operators, &o.space.traces, &o.wall);
    let jump = match flux {
        Flux::Llf => llf_jump(q, geometry, traces, wall, gamma, 0.0)?,
        Flux::LlfWide => llf_jump(q, geometry, traces, wall, gamma, 1.0)?,
        Flux::Hll => hll_jump(q, geometry, traces, wall, gamma)?,
        Flux::Hllc => hllc_jump(q, geometry, traces, wall, gamma)?,
    };
    curved_euler::stage::into(q, increment, &jump, operators, geometry, gamma, stage, next)?;
    Ok(())
}

/// One step of length `dt`.
pub(super) fn step<T: Real>(
    o: &Operands<T>,
    geometry: &CurvedGeometry,
    law: Law,
    dt: f64,
    q: &mut Array<T, 3>,
    increment: &mut Array<T, 3>,
) -> Result<(), Error> {
    let (o, q, increment) = (double(o)?, double_mut(q)?, double_mut(increment)?);
    time_stepping::step_by_stages(dt, q, increment, |stage, q, increment, next| {
        run(o, geometry, law, stage, q, increment, next)
    })
}

/// The right-hand side.
pub(super) fn rhs_into<T: Real>(
    o: &Operands<T>,
    geometry: &CurvedGeometry,
    law: Law,
    q: &Array<T, 3>,
    rhs: &mut Array<T, 3>,
) -> Result<(), Error> {
    let o = double(o)?;
    *double_mut(rhs)? = time_stepping::rate_by_stage(double(q)?, |stage, q, increment, next| {
        run(o, geometry, law, stage, q, increment, next)
    })?;
    Ok(())
}
