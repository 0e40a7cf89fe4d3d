//! The CUDA kernels of the suite under the sanitizers, fused and unfused. Slow, so not among the tests
//! that run by default: `cargo test -p array-fn-conformance --test values -- --ignored sanitized`.

use array_fn_cuda_host::Sanitizer;

const FUSED: [&str; 2] =
    ["fused_host_cuda_agrees_with_numpy", "sizes::host_cuda_agrees_with_the_interpreter"];
const UNFUSED: [&str; 1] = ["unfused_host_cuda_agrees_with_numpy"];

/// Runs all calls on the host's CUDA kernels under a sanitizer, which must have nothing to report.
fn check(sanitizer: Sanitizer, tests: &[&str]) {
    if !sanitizer.is_installed() {
        return;
    }
    let takes_part = |test: &&&str| cfg!(all_cases) || !test.starts_with("sizes");
    let tests: Vec<&str> = tests.iter().filter(takes_part).copied().collect();
    let run = sanitizer.run_tests(&tests).unwrap_or_else(|e| panic!("{e}"));
    let text = run.text();
    assert_eq!(run.passed(), Some(tests.len()), "{:?}\n{:#?}\n{text}", sanitizer, run.reports());
    let calls = format!("{} calls, 0 wrong", crate::CALLS.len());
    for (mode, of_mode) in [("Fused", FUSED[0]), ("Unfused", UNFUSED[0])] {
        if !tests.contains(&of_mode) {
            continue;
        }
        let line = format!("CUDA kernels on the host, {mode}: ");
        let mut lines = text.lines().filter(|l| l.contains(&line) && !l.contains("sizes, "));
        assert!(lines.any(|line| line.ends_with(&calls)), "{mode}, {calls}:\n{text}");
        println!("{sanitizer:?}Sanitizer, {mode}: {calls}");
    }
}

#[test]
#[ignore = "slow"]
fn sanitized_kernels_stay_within_their_memory() {
    check(Sanitizer::Address, &[FUSED.as_slice(), &UNFUSED].concat());
}

// Two tests, for they take long, and a process runs the calls one after another. By their names, the one comes when the
// other has compiled the kernels of both.

#[test]
#[ignore = "slow"]
fn sanitized_fused_kernels_have_no_races() {
    check(Sanitizer::Thread, &FUSED);
}

#[test]
#[ignore = "slow"]
fn sanitized_unfused_kernels_have_no_races() {
    check(Sanitizer::Thread, &UNFUSED);
}
