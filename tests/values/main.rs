//! Every operation of the language against NumPy's results (stored by `generate.py`), on every
//! executor.

mod cases_arrays;
mod cases_contractions;
mod cases_functions;
mod cases_indexing;
mod cases_language;
mod cases_operators;
mod cases_reductions;
mod cuda;
mod data;
mod executors;
mod interpreter;
mod sanitized;
mod sizes;
mod table;

use array_fn::__rt::{Function, Mode};
use array_fn_compiler::check::CheckedFunction;
use array_fn_compiler::dag::interpret::Tensor;
use data::{Call, Expected};
use executors::HostKernels;
use interpreter::Stage;
use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::sync::LazyLock;

const SOURCES: [&str; 7] = [
    include_str!("cases_operators.rs"),
    include_str!("cases_functions.rs"),
    include_str!("cases_indexing.rs"),
    include_str!("cases_arrays.rs"),
    include_str!("cases_reductions.rs"),
    include_str!("cases_contractions.rs"),
    include_str!("cases_language.rs"),
];

/// The compiled functions by name.
static FUNCTIONS: LazyLock<HashMap<&'static str, &'static Function>> = LazyLock::new(|| {
    let tables = [
        cases_operators::functions(),
        cases_functions::functions(),
        cases_indexing::functions(),
        cases_arrays::functions(),
        cases_reductions::functions(),
        cases_contractions::functions(),
        cases_language::functions(),
    ];
    tables.into_iter().flatten().collect()
});

/// The same functions, compiled by the library for the interpreter.
static CHECKED: LazyLock<HashMap<String, CheckedFunction>> =
    LazyLock::new(|| SOURCES.iter().flat_map(|s| interpreter::functions(s)).collect());

/// Runs all calls on an executor and compares with NumPy.
fn compare(executor: &str, run: impl Fn(&Call) -> Result<Vec<Tensor>, String>) {
    let calls = data::calls();
    let mut failures = Vec::new();
    for (k, call) in calls.iter().enumerate() {
        if let Err(e) = judge(call, run(call)) {
            failures.push(format!("{} (call {k}): {e}", call.function));
        }
    }
    let functions: HashSet<&str> = calls.iter().map(|c| c.function.as_str()).collect();
    let wrong = failures.len();
    println!("{executor}: {} functions, {} calls, {wrong} wrong", functions.len(), calls.len());
    assert!(failures.is_empty(), "{executor}:\n{}", failures.join("\n"));
}

fn judge(call: &Call, actual: Result<Vec<Tensor>, String>) -> Result<(), String> {
    match (&call.expected, actual) {
        (Expected::Error(text), Err(e)) if e.contains(text) => Ok(()),
        (Expected::Error(text), Err(e)) => Err(format!("the error {e:?} lacks {text:?}")),
        (Expected::Error(_), Ok(_)) => Err("an error was expected".to_string()),
        (Expected::Values(_), Err(e)) => Err(e),
        (Expected::Values(expected), Ok(actual)) => {
            if actual.len() != expected.len() {
                return Err(format!("{} results instead of {}", actual.len(), expected.len()));
            }
            for (k, (a, b)) in actual.iter().zip(expected).enumerate() {
                call.tolerance.difference(a, b).map_err(|e| format!("result {k}: {e}"))?;
            }
            Ok(())
        }
    }
}

#[test]
fn interpreter_agrees_with_numpy() {
    for stage in [Stage::Checked, Stage::Optimised, Stage::Specialised] {
        compare(&format!("interpreter ({stage:?})"), |call| {
            interpreter::run(&CHECKED[&call.function], stage, call)
        });
    }
}

#[test]
fn fused_cpu_agrees_with_numpy() {
    compare("CPU, fused", |call| executors::run_cpu(FUNCTIONS[&*call.function], Mode::Fused, call));
}

#[test]
fn unfused_cpu_agrees_with_numpy() {
    compare("CPU, unfused", |call| {
        executors::run_cpu(FUNCTIONS[&*call.function], Mode::Unfused, call)
    });
}

#[test]
fn host_cuda_agrees_with_numpy() {
    let mut functions: Vec<_> =
        FUNCTIONS.iter().map(|(name, function)| (*name, *function)).collect();
    // Equal batches in every run, so that earlier ones' libraries are found.
    functions.sort_unstable_by_key(|(name, _)| *name);
    let Some(kernels) = HostKernels::compile(&functions) else { return };
    for mode in [Mode::Fused, Mode::Unfused] {
        compare(&format!("CUDA kernels on the host, {mode:?}"), |call| {
            let function = FUNCTIONS[&*call.function];
            executors::run_host_cuda(function, mode, &kernels, call)
        });
    }
}

/// The instruction set is chosen once in a process, so the lesser ones get processes of their own.
#[test]
fn lesser_instruction_sets_agree() {
    for isa in ["baseline", "avx2"] {
        let mut tests = Command::new(std::env::current_exe().unwrap());
        let output = tests.arg("cpu_agrees").env("ARRAY_FN_ISA", isa).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("4 passed"), "{isa}:\n{text}");
    }
}
