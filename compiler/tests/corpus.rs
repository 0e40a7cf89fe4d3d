//! Random programs on the interpreters, against NumPy: the DAG after each stage, and the kernels of every
//! schedule. No code is generated. `ARRAY_FN_PROGRAMS` names a folder with other programs than the stored ones
//! (`tools/fuzz-programs.sh` makes them).

#[path = "../../conformance/tests/values/data.rs"]
#[allow(dead_code, reason = "executors need more of it")]
mod data;
#[path = "../../conformance/tests/values/interpreter.rs"]
#[allow(dead_code, reason = "programs are compiled one block at a time here")]
mod interpreter;

use array_fn_compiler::check::CheckedFunction;
use array_fn_compiler::dag::Dag;
use array_fn_compiler::dag::interpret::{Tensor, infer_dims};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::schedule::interpret::{Call, interpret as run_schedule};
use array_fn_compiler::schedule::program::Program;
use array_fn_compiler::{Checked, check_tokens, program};
use interpreter::Stage;
use proc_macro2::TokenStream;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The texts between the braces of a generated file's blocks.
fn blocks(source: &str) -> Vec<&str> {
    let starts = source.split("array_fn::array_fn! {\n").skip(1);
    starts.map(|text| text.split("\n}\n").next().expect("a split has a first part")).collect()
}

/// Runs the kernels of each schedule that the call can take.
fn run_schedules(dag: &Dag, program: &Program, call: &data::Call) -> Result<(), String> {
    let args: Vec<Tensor> = call.args.iter().map(|a| a.tensor().clone()).collect();
    let explicit: Vec<(&str, i64)> = call.dims.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    let dims = infer_dims(dag, &args, &explicit)?;
    let results: Vec<_> = program.results.iter().map(|r| (r.dtype, r.shape.clone())).collect();
    let dims = |name: &str| dims.get(name).copied();
    let inputs = Call { dims: &dims, params: &program.params, args: &args, results: &results };
    let fits = |pins: &[(String, i64)]| pins.iter().all(|(d, n)| dims(d) == Some(*n));
    let fused = program.variants.iter().filter(|v| fits(&v.pins)).map(|v| ("fused", &v.fused));
    let unfused = program.unfused.iter().map(|s| ("unfused", s));
    let schedules = fused.chain(unfused);
    for (name, schedule) in schedules.take(if call.is_long() { 1 } else { usize::MAX }) {
        for order in &[0, usize::MAX][usize::from(call.is_long())..] {
            let mut pick = |n: usize| (*order).min(n - 1);
            let outcome = run_schedule(schedule, &program.kernels, &inputs, &mut pick);
            let values =
                outcome.map(|o| o.results.into_iter().chain(o.params.into_values()).collect());
            call.judge(values).map_err(|e| format!("kernels, {name}: {e}"))?;
        }
    }
    Ok(())
}

fn check(
    checked: &Checked,
    function: &CheckedFunction,
    calls: &[&data::Call],
) -> Result<(), String> {
    for (k, call) in calls.iter().enumerate() {
        let stages = [Stage::Checked, Stage::Optimised, Stage::Specialised];
        for stage in &stages[if call.is_long() { 2 } else { 0 }..] {
            let judged = call.judge(interpreter::run(function, *stage, call));
            judged.map_err(|e| format!("call {k}, {stage:?}: {e}"))?;
        }
    }
    let instance = &function.instances[0];
    let program = program(&checked.block, function, instance);
    // What a call refuses for its shapes, sizes and index arrays never comes to its kernels.
    let refused = |call: &data::Call| matches!(&call.expected, data::Expected::Error(e) if !e.contains("position"));
    for (k, call) in calls.iter().enumerate().filter(|(_, call)| !refused(call)) {
        run_schedules(&instance.dag, &program, call).map_err(|e| format!("call {k}, {e}"))?;
    }
    Ok(())
}

/// What is wrong in a block, each with its function's name, and the number of its functions.
fn check_block(text: &str, calls: &HashMap<&str, Vec<&data::Call>>) -> (Vec<String>, usize) {
    let tokens: TokenStream = text.parse().expect("the source lexes");
    let mut errors = Errors::default();
    let checked = check_tokens(tokens, &mut errors);
    if !errors.is_empty() {
        return (vec![format!("rejected: {}\n{text}", errors.render(text, "source"))], 0);
    }
    let mut wrong = Vec::new();
    let public = checked.functions.iter().filter(|f| calls.contains_key(&*f.name));
    for function in public.clone() {
        let calls = &calls[&*function.name];
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&checked, function, calls)));
        let outcome = outcome.unwrap_or_else(|_| Err("panicked".to_string()));
        if let Err(e) = outcome {
            wrong.push(format!("{}: {e}", function.name));
        }
    }
    (wrong, public.count())
}

#[test]
fn interpreters_agree_with_numpy() {
    let stored =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../conformance/tests/corpus/stored");
    let folder = std::env::var_os("ARRAY_FN_PROGRAMS").map_or(stored, PathBuf::from);
    let source = std::fs::read_to_string(folder.join("programs.in")).unwrap();
    let stored = data::read(&std::fs::read(folder.join("programs.bin")).unwrap());
    let mut calls: HashMap<&str, Vec<&data::Call>> = HashMap::new();
    for call in &stored {
        calls.entry(&call.function).or_default().push(call);
    }
    let blocks = blocks(&source);
    let (next, wrong, count) = (AtomicUsize::new(0), Mutex::new(Vec::new()), AtomicUsize::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(text) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (found, functions) = check_block(text, &calls);
                    wrong.lock().unwrap().extend(found);
                    count.fetch_add(functions, Ordering::Relaxed);
                }
            });
        }
    });
    let (wrong, count) = (wrong.into_inner().unwrap(), count.into_inner());
    println!("interpreters: {count} programs, {} calls, {} wrong", stored.len(), wrong.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(count, calls.len(), "every program has run");
}
