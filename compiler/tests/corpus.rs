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
use array_fn_compiler::dag::interpret::{Tensor, infer_dims};
use array_fn_compiler::dag::{Dag, Size};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::hash::Multiply;
use array_fn_compiler::schedule::interpret::{Call, interpret as run_schedule};
use array_fn_compiler::schedule::program::{ContractionAxis, Program, Schedule};
use array_fn_compiler::{Checked, check_tokens, cuda_programs, program};
use interpreter::Stage;
use proc_macro2::TokenStream;
use std::collections::HashMap;
use std::hash::Hasher;
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
    for (name, schedule) in schedules.take(if is_long(call) { 1 } else { usize::MAX }) {
        for order in &[0, usize::MAX][usize::from(is_long(call))..] {
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
        for stage in &stages[if is_long(call) { 2 } else { 0 }..] {
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

fn stored_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../conformance/tests/corpus/stored")
}

/// A schedule for readers: a line for each launch with what it costs, one for the temporaries.
fn plan(schedule: &Schedule, program: &Program) -> String {
    let mut text = String::new();
    for (k, launch) in schedule.launches.iter().enumerate() {
        let list =
            |sizes: &[Size]| sizes.iter().map(Size::to_string).collect::<Vec<_>>().join(", ");
        let cost = &launch.cost;
        let mut facts = vec![format!("{} bytes", cost.bytes), format!("{} operations", cost.ops)];
        for (size, what) in [
            (&cost.gathered, "bytes gathered"),
            (&cost.divisions, "divisions"),
            (&cost.exponentials, "exponentials"),
            (&cost.transcendentals, "transcendentals"),
            (&cost.strided, "strided"),
        ] {
            if size.as_constant() != Some(0) {
                facts.push(format!("{size} {what}"));
            }
        }
        let local = program.kernels[launch.kernel].local_bytes();
        if local > 0 {
            facts.push(format!("{local} bytes of local arrays"));
        }
        if !launch.after.is_empty() {
            facts.push(format!("after {:?}", launch.after));
        }
        if let Some(strip) = &launch.strip {
            facts.push(format!("strip {} of {} by {}", strip.number, strip.rows, strip.step));
        }
        if let Some(contraction) = &launch.contraction {
            let axis = |a: &ContractionAxis| format!("{:?} {}", a.role, a.extent);
            let axes: Vec<_> = contraction.axes.iter().map(axis).collect();
            facts.push(format!("product of {}", axes.join(", ")));
        }
        let (name, extents) = (&launch.name, list(&launch.extents));
        text += &format!("    {k} {name} over [{extents}]: {}\n", facts.join("; "));
    }
    for temp in &schedule.temps {
        text += &format!("    slot {}: {}, {} of {}\n", temp.slot, temp.name, temp.dtype, temp.len);
    }
    text
}

/// A number that stands for a text, the same on all machines.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = Multiply::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// What becomes of a block: the schedules of each program, and fingerprints of its emitted code.
fn plans(text: &str) -> String {
    let tokens: TokenStream = text.parse().expect("the source lexes");
    let mut errors = Errors::default();
    let checked = check_tokens(tokens.clone(), &mut errors);
    let code = cuda_programs(tokens);
    let mut out = String::new();
    for function in &checked.functions {
        let program = program(&checked.block, function, &function.instances[0]);
        let Some(code) = code.iter().find(|c| c.name == program.name) else { continue };
        let cpu = code.pictures.iter().find(|(kind, _)| kind == "cpu.rs").expect("a picture");
        let (cpu, cuda) = (fingerprint(&cpu.1), fingerprint(&code.source));
        out += &format!("{}: cpu {cpu:016x}, cuda {cuda:016x}\n", program.name);
        for variant in &program.variants {
            let pins: Vec<_> = variant.pins.iter().map(|(d, n)| format!(" {d} = {n}")).collect();
            out += &format!("  fused{}\n{}", pins.concat(), plan(&variant.fused, &program));
        }
    }
    out
}

/// Whether interpreters, which take a microsecond for each element, run only some of their ways.
fn is_long(call: &data::Call) -> bool {
    call.args.iter().any(|a| a.tensor().len() > 3000)
}

/// Plans and code of the stored programs are pinned: a change that was not meant to change them shows here. What was
/// meant to is written anew, with `BLESS=1`, and looked at; the values are tested by others.
#[test]
fn plans_are_the_stored_ones() {
    let path = stored_folder().join("plans.txt");
    let source = std::fs::read_to_string(stored_folder().join("programs.in")).unwrap();
    let actual: String = blocks(&source).into_iter().map(plans).collect();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let mut lines = actual.lines().zip(expected.lines()).enumerate();
    if let Some((k, (a, b))) = lines.find(|(_, (a, b))| a != b) {
        let program = actual.lines().take(k + 1).filter(|l| l.starts_with('p')).last();
        let program = program.unwrap_or_default();
        panic!(
            "plans.txt, line {}, {program}:\n  now    {a}\n  stored {b}\nBLESS=1 stores it",
            k + 1
        );
    }
    assert_eq!(actual.lines().count(), expected.lines().count(), "lines of plans.txt");
}

#[test]
fn interpreters_agree_with_numpy() {
    let stored = stored_folder();
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
