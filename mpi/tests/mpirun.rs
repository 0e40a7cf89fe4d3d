//! Tests of ranks that are processes: this program starts itself with `mpirun`.
//!
//! It uses `mpirun` of the `PATH`, or the one that `ARRAY_FN_MPIRUN` names, which has to be of the MPI that this was built
//! with. Without one it runs nothing, and says so; that is a failure if `ARRAY_FN_REQUIRE_MPI` is 1.

#[path = "../../conformance/tests/on_ranks/mod.rs"]
#[allow(dead_code, missing_docs)]
mod on_ranks;

mod mpirun {
    pub mod cases;
    pub mod launch;
}

use mpirun::{cases, launch};
use std::process::ExitCode;

/// The variable that names the case which this process is a rank of.
const CASE: &str = "ARRAY_FN_TEST_CASE";

fn main() -> ExitCode {
    match std::env::var(CASE) {
        Ok(case) => cases::run(&case),
        Err(_) => launch::all(),
    }
}
