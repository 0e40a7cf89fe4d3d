//! Every operation of the language against NumPy's results (stored by `generate.py`), on every
//! executor.

mod cases;
mod compare;
mod cuda;
#[cfg_attr(not(all_cases), allow(dead_code))]
mod data;
mod executors;
#[cfg(all_cases)]
#[allow(dead_code, reason = "the compiler's tests run more stages")]
mod interpreter;
mod sanitized;
#[cfg(all_cases)]
mod sizes;
#[cfg(all_cases)]
mod strict;
mod table;

use array_fn::__rt::{Function, Mode};
use array_fn::Contractions;
use array_fn_compiler::dag::interpret::Tensor;
use compare::compare_calls;
use data::Call;
use executors::HostKernels;
use std::collections::HashMap;
use std::process::Command;
use std::sync::LazyLock;

/// The compiled functions by name.
static FUNCTIONS: LazyLock<HashMap<&'static str, &'static Function>> =
    LazyLock::new(|| cases::tables().into_iter().flat_map(|t| t.functions).collect());

/// The stored calls.
static CALLS: LazyLock<Vec<Call>> =
    LazyLock::new(|| cases::tables().iter().flat_map(|t| data::read(t.data)).collect());

/// The kernels of all functions, compiled for the host.
static HOST_KERNELS: LazyLock<Option<HostKernels>> = LazyLock::new(|| {
    let mut functions: Vec<_> =
        FUNCTIONS.iter().map(|(name, function)| (*name, *function)).collect();
    // Equal batches in every run, so that earlier ones' libraries are found.
    functions.sort_unstable_by_key(|(name, _)| *name);
    HostKernels::compile(&functions)
});

/// Runs all calls on an executor and compares with NumPy.
fn compare(executor: &str, run: impl Fn(&Call) -> Result<Vec<Tensor>, String>) {
    compare_calls(executor, &CALLS.iter().collect::<Vec<_>>(), run);
}

#[test]
fn fused_cpu_agrees_with_numpy() {
    compare("CPU, fused", |call| executors::run_cpu(FUNCTIONS[&*call.function], Mode::Fused, call));
}

/// Whatever the sizes: by default, what is small goes to kernels.
#[test]
fn library_on_the_cpu_agrees_with_numpy() {
    for mode in [Mode::Fused, Mode::Unfused] {
        compare(&format!("CPU, contractions by the library, {mode:?}"), |call| {
            let function = FUNCTIONS[&*call.function];
            executors::run_cpu_with(Contractions::Library, function, mode, call)
        });
    }
}

#[test]
fn unfused_cpu_agrees_with_numpy() {
    compare("CPU, unfused", |call| {
        executors::run_cpu(FUNCTIONS[&*call.function], Mode::Unfused, call)
    });
}

/// Large blocks come last: ThreadSanitizer is slower for as many threads as a block has ever had.
fn compare_host_cuda(mode: Mode) {
    let Some(kernels) = &*HOST_KERNELS else { return };
    let function = |call: &Call| FUNCTIONS[&*call.function];
    let threads = |call: &&Call| {
        let kernels = function(call).program().kernels;
        kernels.iter().map(|kernel| kernel.cuda.threads).max()
    };
    let mut calls: Vec<&Call> = CALLS.iter().collect();
    calls.sort_by_key(threads);
    compare_calls(&format!("CUDA kernels on the host, {mode:?}"), &calls, |call| {
        executors::run_host_cuda(function(call), mode, kernels, call)
    });
}

#[test]
fn fused_host_cuda_agrees_with_numpy() {
    compare_host_cuda(Mode::Fused);
}

#[test]
fn unfused_host_cuda_agrees_with_numpy() {
    compare_host_cuda(Mode::Unfused);
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
