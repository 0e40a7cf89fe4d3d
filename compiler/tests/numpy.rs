//! The conformance suite on the reference interpreter: what the library makes of its functions, after
//! each stage, against NumPy's stored results. No code is generated, so this is the quick loop;
//! `ARRAY_FN_CASES=arrays,indexing` runs these tables alone.

#[path = "../../conformance/tests/values/data.rs"]
#[allow(dead_code, reason = "executors need more of it")]
mod data;
#[path = "../../conformance/tests/values/interpreter.rs"]
mod interpreter;

use array_fn_compiler::check::CheckedFunction;
use interpreter::Stage;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The names of the tables that take part.
fn tables(folder: &Path) -> Vec<String> {
    let chosen = std::env::var("ARRAY_FN_CASES").unwrap_or_default();
    if !chosen.is_empty() {
        return chosen.split(',').map(|name| name.trim().to_string()).collect();
    }
    let entries = std::fs::read_dir(folder.join("data")).expect("the folder of stored results");
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "bin"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_string())
        .collect();
    names.sort();
    names
}

/// The calls of a table after each stage: their number, and what is wrong with them.
fn judge(folder: &Path, table: &str) -> (usize, Vec<String>) {
    let mut wrong = Vec::new();
    let source = std::fs::read_to_string(folder.join(format!("cases/{table}.rs"))).unwrap();
    let calls = data::read(&std::fs::read(folder.join(format!("data/{table}.bin"))).unwrap());
    let functions: HashMap<String, CheckedFunction> = interpreter::functions(&source);
    for stage in [Stage::Checked, Stage::Optimised, Stage::Specialised] {
        for (k, call) in calls.iter().enumerate() {
            let actual = interpreter::run(&functions[&call.function], stage, call);
            if let Err(e) = call.judge(actual) {
                wrong.push(format!("{} (call {k}, {stage:?}): {e}", call.function));
            }
        }
    }
    println!("{table}: {} functions, {} calls", functions.len(), calls.len());
    (calls.len(), wrong)
}

#[test]
fn interpreter_agrees_with_numpy() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../conformance/tests/values");
    let tables = tables(&folder);
    let next = AtomicUsize::new(0);
    let work = || {
        let tables = std::iter::from_fn(|| tables.get(next.fetch_add(1, Ordering::Relaxed)));
        tables.map(|table| judge(&folder, table)).collect::<Vec<_>>()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let judged: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let count: usize = judged.iter().map(|(count, _)| count).sum();
    let wrong: Vec<String> = judged.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 0, "no calls");
}
