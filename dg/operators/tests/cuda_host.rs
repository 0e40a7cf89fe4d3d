//! The emitted CUDA kernels of the wave programs, compiled for the host, against the CPU executor: every
//! order, on numbers of elements that fit no block.

use array_fn_cuda_host::agreement::check_against_cpu;
use array_fn_dg_operators::wave::{blended_rhs, blended_step, upwind_rhs, upwind_step};
use std::path::{Path, PathBuf};

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host")
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
