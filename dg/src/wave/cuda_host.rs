//! The emitted CUDA kernels of the wave programs, compiled for the host, against the CPU executor: every
//! order, on numbers of elements that fit no block.

use super::program::{blended_rhs, blended_step, upwind_rhs, upwind_step};
use array_fn_cuda_host::agreement::check_against_cpu;
use std::path::{Path, PathBuf};

fn cache() -> PathBuf {
    // The folder of all packages' tests, as `CARGO_TARGET_TMPDIR` is for integration tests.
    let executable = std::env::current_exe().unwrap();
    executable.ancestors().nth(3).unwrap_or(Path::new(".")).join("tmp").join("cuda-host")
}

#[test]
fn right_hand_sides_agree() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let sizes = [0, 1, 33];
    check_against_cpu(<(f64,) as upwind_rhs::Instance>::function(), &sizes, 10, &cache());
    check_against_cpu(<(f32,) as upwind_rhs::Instance>::function(), &sizes, 10, &cache());
    check_against_cpu(<(f64,) as blended_rhs::Instance>::function(), &sizes, 10, &cache());
}

#[test]
fn time_steps_agree() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    check_against_cpu(<(f64,) as upwind_step::Instance>::function(), &[9], 10, &cache());
    check_against_cpu(<(f64,) as blended_step::Instance>::function(), &[9], 10, &cache());
}
