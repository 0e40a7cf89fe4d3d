//! The program of curved elements, one call per stage, in double precision.

use super::Operands;
use crate::Error;
use crate::time_stepping::Stage;
use array_fn::Array;
use array_fn_dg_operators::curved_wave::{self, Law};
use array_fn_dg_operators::space::CurvedGeometry;

/// Runs one stage: changes the increment, and writes the state after the stage.
pub(super) fn run(
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
