//! The CUDA kernels of the suite under the sanitizers, fused and unfused. Slow, so not among the tests
//! that run by default: `cargo test -p array-fn-conformance --test values -- --ignored sanitized`.

use array_fn_cuda_host::Sanitizer;

/// Runs all calls on the host's CUDA kernels under a sanitizer, which must have nothing to report.
fn check(sanitizer: Sanitizer) {
    if !sanitizer.is_installed() {
        return;
    }
    let all = ["host_cuda_agrees_with_numpy", "sizes::host_cuda_agrees_with_the_interpreter"];
    let tests = if cfg!(all_cases) { &all[..] } else { &all[..1] };
    let run = sanitizer.run_tests(tests).unwrap_or_else(|e| panic!("{e}"));
    let text = run.text();
    assert_eq!(run.passed(), Some(tests.len()), "{:?}\n{:#?}\n{text}", sanitizer, run.reports());
    let calls = format!("{} calls, 0 wrong", crate::CALLS.len());
    for mode in ["Fused", "Unfused"] {
        let line = format!("CUDA kernels on the host, {mode}: ");
        let mut lines = text.lines().filter(|l| l.contains(&line) && !l.contains("sizes, "));
        assert!(lines.any(|line| line.ends_with(&calls)), "{mode}, {calls}:\n{text}");
        println!("{sanitizer:?}Sanitizer, {mode}: {calls}");
    }
}

#[test]
#[ignore = "slow"]
fn sanitized_kernels_stay_within_their_memory() {
    check(Sanitizer::Address);
}

#[test]
#[ignore = "slow"]
fn sanitized_kernels_have_no_races() {
    check(Sanitizer::Thread);
}
