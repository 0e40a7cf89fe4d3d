//! The program `dg-bench` with `--device cuda` on a stand-in for the driver, which runs kernels on the
//! CPU and looks for mistakes in how graphs are built. A child process gets it before any driver.

use afn_mock_cuda::{library_path, nvrtc_library_path};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const INPUTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

/// The JSON lines of a run on the stand-in; None where there is no C++ compiler for its kernels.
fn dg_bench(name: &str, arguments: &[&str]) -> Option<Vec<Value>> {
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let json: PathBuf = folder.join(format!("{name}.jsonl"));
    let libraries = [library_path().unwrap(), nvrtc_library_path().unwrap()];
    let output = Command::new(env!("CARGO_BIN_EXE_dg-bench"))
        .args(["--device", "cuda", "--seconds", "0", "--copy-mib", "1", "--json"])
        .arg(&json)
        .args(arguments)
        .env("LD_PRELOAD", std::env::join_paths(libraries).unwrap())
        .env("ARRAY_FN_STANDIN_SOURCES", concat!(env!("OUT_DIR"), "/array_fn"))
        .env("ARRAY_FN_STANDIN_CACHE", folder.join("standin"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert!(!errors.contains("stand-in driver:"), "findings: {errors}");
    let text = std::fs::read_to_string(&json).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn every_executor_agrees_with_numpy() {
    for executor in ["graph", "linear", "stream"] {
        let arguments = ["--inputs", INPUTS, "--executor", executor];
        let Some(lines) = dg_bench(executor, &arguments) else { return };
        assert_eq!(lines.len(), 8);
        for line in &lines {
            let tolerance = if line["dtype"] == "f64" { 1e-14 } else { 1e-6 };
            assert!(line["rel_error"].as_f64().unwrap() < tolerance, "{line}");
            assert_eq!(line["executor"], executor);
            assert!(line["device"].as_str().unwrap().starts_with("CUDA device 0"), "{line}");
        }
    }
}

#[test]
fn a_sweep_takes_all_ways() {
    let arguments = ["--sweep", "--sizes", "20", "--orders", "1", "--dtypes", "f64"];
    let Some(lines) = dg_bench("sweep-cuda", &arguments) else { return };
    let ways: Vec<_> =
        lines.iter().map(|l| (l["fused"].as_bool().unwrap(), l["executor"].as_str())).collect();
    let all = [false, true].map(|fused| ["stream", "linear", "graph"].map(|e| (fused, Some(e))));
    // Of waves and of the Euler equations, then of Navier-Stokes, which is there fused only.
    assert_eq!(ways, [&all.concat()[..], &all.concat(), &all[1]].concat());
}
