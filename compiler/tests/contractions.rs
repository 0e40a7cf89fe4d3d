//! Kernels of contractions against NumPy's stored results, and their descriptions against the kernels.

#[path = "../../conformance/tests/values/data.rs"]
#[allow(dead_code, reason = "executors need more of it")]
mod data;
#[path = "../../conformance/tests/values/interpreter.rs"]
#[allow(dead_code, reason = "the interpreter of graphs is not needed here")]
mod interpreter;

use array_fn_compiler::check::CheckedFunction;
use array_fn_compiler::dag::interpret::{Tensor, infer_dims};
use array_fn_compiler::dag::{DType, Dag, Size, Target};
use array_fn_compiler::optimise::optimise;
use array_fn_compiler::schedule::interpret::{Call, interpret};
use array_fn_compiler::schedule::{KernelSet, Mode, schedule};
use std::collections::HashMap;
use std::path::PathBuf;

/// Runs a call's kernels. Whatever they compute for which a launch has a description is compared with it.
/// The other result is the number of descriptions.
fn run(
    function: &CheckedFunction,
    mode: Mode,
    call: &data::Call,
) -> (Result<Vec<Tensor>, String>, usize) {
    let dag = optimise(&function.instances[0].dag);
    let args: Vec<Tensor> = call.args.iter().map(|a| a.tensor().clone()).collect();
    let dims = match infer_dims(&dag, &args, &[]) {
        Ok(dims) => dims,
        Err(error) => return (Err(error), 0),
    };
    let mut kernels = KernelSet::default();
    let schedule = schedule(&dag, mode, &mut kernels);
    let described = schedule.launches.iter().filter(|l| l.contraction.is_some()).count();
    let dims = |name: &str| dims.get(name).copied();
    let call = Call { dims: &dims, params: &dag.inputs, args: &args, results: &results(&dag) };
    let outcome = interpret(&schedule, &kernels.kernels, &call, &mut |_| 0);
    let all = outcome.map(|o| o.results.into_iter().chain(o.params.into_values()).collect());
    (all, described)
}

fn results(dag: &Dag) -> Vec<(DType, Vec<Size>)> {
    let mut results = Vec::new();
    for output in &dag.outputs {
        if let Target::Result(k) = output.target {
            let node = dag.node(output.node);
            results.push((k, (node.dtype, node.shape.clone())));
        }
    }
    results.sort_by_key(|(k, _)| *k);
    results.into_iter().map(|(_, result)| result).collect()
}

#[test]
fn descriptions_are_what_kernels_compute() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../conformance/tests/values");
    for table in ["products", "contractions"] {
        let source = std::fs::read_to_string(folder.join(format!("cases/{table}.rs"))).unwrap();
        let calls = data::read(&std::fs::read(folder.join(format!("data/{table}.bin"))).unwrap());
        let functions: HashMap<String, CheckedFunction> = interpreter::functions(&source);
        // Whether shapes fit is not for kernels to find out.
        for call in calls.iter().filter(|call| !matches!(call.expected, data::Expected::Error(_))) {
            for mode in [Mode::Fused, Mode::Unfused] {
                let (actual, described) = run(&functions[&call.function], mode, call);
                call.judge(actual).unwrap_or_else(|e| panic!("{} ({mode:?}): {e}", call.function));
                // All functions of the first table are for a library.
                assert!(described > 0 || table != "products", "{} ({mode:?})", call.function);
            }
        }
    }
}
