//! All calls on an executor, against NumPy.

use crate::data::Call;
use array_fn_compiler::dag::interpret::Tensor;
use std::collections::HashSet;

/// Runs the calls and compares; panics with all that differ.
pub fn compare_calls(
    executor: &str,
    calls: &[&Call],
    run: impl Fn(&Call) -> Result<Vec<Tensor>, String>,
) {
    let mut failures = Vec::new();
    for (k, call) in calls.iter().enumerate() {
        if let Err(e) = call.judge(run(call)) {
            failures.push(format!("{} (call {k}): {e}", call.function));
        }
    }
    let functions: HashSet<&str> = calls.iter().map(|c| c.function.as_str()).collect();
    let wrong = failures.len();
    println!("{executor}: {} functions, {} calls, {wrong} wrong", functions.len(), calls.len());
    assert!(failures.is_empty(), "{executor}:\n{}", failures.join("\n"));
}
