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

#[test]
fn interpreter_agrees_with_numpy() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../conformance/tests/values");
    let (mut wrong, mut count) = (Vec::new(), 0);
    for table in tables(&folder) {
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
        count += calls.len();
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 0, "no calls");
}
