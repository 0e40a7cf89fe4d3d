//! Random programs (`generate.py`) on every executor, against NumPy's stored results. `ARRAY_FN_PROGRAMS` names a
//! folder with other programs than the stored ones (`tools/fuzz-programs.sh` makes them); `ARRAY_FN_PROGRAM=p17`
//! runs those alone whose names begin so.

#[path = "../values/compare.rs"]
mod compare;
#[path = "../values/data.rs"]
#[allow(dead_code, reason = "the other suite needs more of it")]
mod data;
#[path = "../values/executors.rs"]
#[allow(dead_code, reason = "the other suite needs more of it")]
mod executors;
#[cfg(not(clippy))]
#[path = "../values/table.rs"]
mod table;

/// The programs. Their file is no `.rs`, so that the build script passes over it: PTX of the conformance
/// suite's functions says as much about nvcc, and takes less time.
#[allow(unused_variables, reason = "parameters that a program does not use")]
mod programs {
    #[cfg(not(clippy))]
    use crate::table::functions;

    #[cfg(not(clippy))]
    include!(concat!(env!("ARRAY_FN_PROGRAMS"), "/programs.in"));

    /// Generated programs are none of a linter's business, and take it long.
    #[cfg(clippy)]
    pub fn functions() -> Vec<(&'static str, &'static array_fn::__rt::Function)> {
        Vec::new()
    }

    pub const DATA: &[u8] = include_bytes!(concat!(env!("ARRAY_FN_PROGRAMS"), "/programs.bin"));
}

use array_fn::__rt::{Function, Mode};
use compare::compare_calls;
use data::Call;
use executors::{HostKernels, run_cpu, run_host_cuda};
use std::collections::HashMap;
use std::process::Command;
use std::sync::LazyLock;

static FUNCTIONS: LazyLock<HashMap<&'static str, &'static Function>> =
    LazyLock::new(|| functions().into_iter().collect());

static CALLS: LazyLock<Vec<Call>> = LazyLock::new(|| data::read(programs::DATA));

/// Whether a program takes part.
fn is_chosen(name: &str) -> bool {
    static PREFIX: LazyLock<String> =
        LazyLock::new(|| std::env::var("ARRAY_FN_PROGRAM").unwrap_or_default());
    name.starts_with(&**PREFIX)
}

fn functions() -> Vec<(&'static str, &'static Function)> {
    programs::functions().into_iter().filter(|(name, _)| is_chosen(name)).collect()
}

fn calls() -> Vec<&'static Call> {
    CALLS.iter().filter(|call| is_chosen(&call.function)).collect()
}

fn cpu(mode: Mode) {
    compare_calls(&format!("CPU, {mode:?}"), &calls(), |call| {
        run_cpu(FUNCTIONS[&*call.function], mode, call)
    });
}

#[test]
fn fused_cpu_agrees_with_numpy() {
    cpu(Mode::Fused);
}

#[test]
fn unfused_cpu_agrees_with_numpy() {
    cpu(Mode::Unfused);
}

#[test]
fn host_cuda_agrees_with_numpy() {
    let functions = functions();
    let Some(kernels) = HostKernels::compile(&functions) else { return };
    for mode in [Mode::Fused, Mode::Unfused] {
        compare_calls(&format!("CUDA kernels on the host, {mode:?}"), &calls(), |call| {
            run_host_cuda(FUNCTIONS[&*call.function], mode, &kernels, call)
        });
    }
}

/// The instruction set is chosen once in a process, and so is what a cache holds: others get processes of their own.
#[test]
fn other_kernels_agree() {
    let settings: [&[(&str, &str)]; 4] = [
        &[("ARRAY_FN_ISA", "baseline")],
        &[("ARRAY_FN_ISA", "avx2")],
        &[("ARRAY_FN_ISA", "avx2"), ("ARRAY_FN_CACHE_BYTES", "0")],
        &[("ARRAY_FN_CACHE_BYTES", "0")],
    ];
    for set in settings {
        let mut tests = Command::new(std::env::current_exe().unwrap());
        let output = tests.arg("cpu_agrees").envs(set.iter().copied()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && !text.contains(" 0 passed"), "{set:?}:\n{text}");
    }
}
