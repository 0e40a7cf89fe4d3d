//! The program of curved elements, one call per stage, in double precision.

use super::Operands;
use crate::real::{double, double_mut};
use crate::time_stepping::{self, Stage};
use crate::{Error, Real};
use array_fn::Array;
use array_fn_dg_operators::curved_wave::{self, Law};
use array_fn_dg_operators::space::CurvedGeometry;

/// Runs one stage: changes the increment, and writes the state after the stage.
fn run(
    o: &Operands<f64>,
    geometry: &CurvedGeometry,
    law: &Law,
    stage: &Stage,
    q: &Array<f64, 3>,
    increment: &mut Array<f64, 3>,
    next: &mut Array<f64, 3>,
) -> Result<(), Error> {
    let (operators, traces, faces) = (&o.space.operators, &o.space.traces, &o.faces);
    curved_wave::stage::into(q, increment, operators, geometry, traces, faces, law, stage, next)?;
    Ok(())
}

/// One step of length `dt`.
pub(super) fn step<T: Real>(
    o: &Operands<T>,
    geometry: &CurvedGeometry,
    law: &Law,
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
    law: &Law,
    q: &Array<T, 3>,
    rhs: &mut Array<T, 3>,
) -> Result<(), Error> {
    let o = double(o)?;
    *double_mut(rhs)? = time_stepping::rate_by_stage(double(q)?, |stage, q, increment, next| {
        run(o, geometry, law, stage, q, increment, next)
    })?;
    Ok(())
}
