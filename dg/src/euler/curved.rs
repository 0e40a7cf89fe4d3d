//! The programs of curved elements, two calls per stage, in double precision.

use super::{Flux, Operands};
use crate::Error;
use crate::time_stepping::Stage;
use array_fn::Array;
use array_fn_dg_operators::curved_euler::{self, hll_jump, hllc_jump, llf_jump};
use array_fn_dg_operators::space::CurvedGeometry;

/// A flux and the ratio of specific heats.
pub(super) type Law = (Flux, f64);

/// Runs one stage: changes the increment, and writes the state after the stage.
pub(super) fn run(
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
