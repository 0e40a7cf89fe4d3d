//! The program on the stand-in for the driver: every trial passes there, and what fails is told.

#![allow(missing_docs)]

use std::process::{Command, Output};

/// The program with the stand-ins in its memory; `None`, with a word, without a C++ compiler.
fn first_gpu(arguments: &[&str], environment: &[(&str, &str)]) -> Option<Output> {
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let libraries = [
        afn_mock_cuda::library_path().unwrap(),
        afn_mock_cuda::nvrtc_library_path().unwrap(),
        afn_mock_cuda::cublas_library_path().unwrap(),
    ];
    let sources = [env!("OUT_DIR").to_owned(), format!("{}/array_fn", env!("OUT_DIR"))];
    let mut command = Command::new(env!("CARGO_BIN_EXE_first-gpu"));
    command
        .args(arguments)
        .env("LD_PRELOAD", std::env::join_paths(libraries).unwrap())
        .env("ARRAY_FN_STANDIN_SOURCES", std::env::join_paths(sources).unwrap())
        .env("ARRAY_FN_STANDIN_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cuda-host"))
        .env("ARRAY_FN_STANDIN_MEMORY", "4000000000")
        .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/user-cache"))
        .env("FIRST_GPU_SMALL", "1")
        .envs(environment.iter().copied());
    Some(command.output().unwrap())
}

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

#[test]
fn all_trials_pass() {
    let Some(output) = first_gpu(&[], &[]) else { return };
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    assert_eq!(rows.len(), 13, "{text}");
    for row in rows {
        assert!(row.ends_with("| passed |"), "{text}");
    }
    assert!(text.contains("GPU 0: array-fn stand-in, compute capability 9.0"), "{text}");
    assert!(text.contains("no trial failed"), "{text}");
}

#[test]
fn what_the_machine_lacks_is_told() {
    let little = [("ARRAY_FN_STANDIN_MEMORY", "1000000")];
    let Some(output) = first_gpu(&["kernel", "long-copy"], &little) else { return };
    let text = text(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("| passed |"), "{text}");
    assert!(text.contains("| skipped: it needs 2097152 bytes of memory |"), "{text}");
}

#[test]
fn trials_that_fail_are_told() {
    let little = [("ARRAY_FN_STANDIN_MEMORY", "5000")];
    let Some(output) = first_gpu(&["kernel", "memset-bytes"], &little) else { return };
    let both = text(&output);
    assert_eq!(output.status.code(), Some(1), "{both}");
    assert!(both.contains("| FAILED: out of memory") && both.contains("| passed |"), "{both}");
    assert!(both.contains("1 failed"), "{both}");
    let old = [("ARRAY_FN_STANDIN_DRIVER_VERSION", "12020")];
    let Some(output) = first_gpu(&[], &old) else { return };
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("the CUDA driver is too old"), "{}", text(&output));
}

#[test]
fn names_are_checked_and_listed() {
    let Some(output) = first_gpu(&["no-such-trial"], &[]) else { return };
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let Some(output) = first_gpu(&["--list"], &[]) else { return };
    assert!(text(&output).contains("long-copy: a copy node of more than 2 GiB"));
}
