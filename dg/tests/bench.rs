//! The program `dg-bench` on small cases with right-hand sides from NumPy, whose nodes and meshes are
//! not those of this crate.

use serde_json::Value;
use std::process::{Command, Output};

fn dg_bench(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_dg-bench");
    Command::new(program).args(arguments).args(["--seconds", "0"]).output().unwrap()
}

const INPUTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bench");

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn agrees_with_numpy() {
    for mode in [&["--threads", "1"][..], &["--unfused"]] {
        let output = dg_bench(&[&["--inputs", INPUTS], mode].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = lines(&output);
        let cases: Vec<_> = lines.iter().map(|l| (l["p"].as_u64(), l["dtype"].as_str())).collect();
        assert_eq!(cases, [(1, "f64"), (2, "f32"), (3, "f64")].map(|(p, t)| (Some(p), Some(t))));
        for line in &lines {
            let tolerance = if line["dtype"] == "f64" { 1e-14 } else { 1e-6 };
            assert!(line["rel_error"].as_f64().unwrap() < tolerance, "{line}");
            let kernels = line["kernels"].as_u64().unwrap();
            let fused = line["fused"].as_bool().unwrap();
            assert_eq!(fused, mode[0] == "--threads");
            assert!(if fused { kernels <= 3 } else { kernels > 10 }, "{line}");
            for key in ["ms", "min_ms", "dof_per_second", "gb_per_second"] {
                assert!(line[key].as_f64().unwrap() > 0.0, "{key}: {line}");
            }
        }
    }
}

#[test]
fn a_wrong_expectation_is_reported() {
    let folder = std::env::temp_dir().join(format!("array-fn-dg-{}-bench", std::process::id()));
    let case = folder.join("wave_p1_f64");
    std::fs::create_dir_all(&case).unwrap();
    for file in std::fs::read_dir(format!("{INPUTS}/wave_p1_f64")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), case.join(file.file_name())).unwrap();
    }
    // The state in place of its right-hand side.
    std::fs::copy(case.join("q.npy"), case.join("rhs.npy")).unwrap();
    let output = dg_bench(&["--inputs", folder.to_str().unwrap()]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("wrong by"));
    assert_eq!(lines(&output).len(), 1, "the line is printed all the same");
}

#[test]
fn missing_inputs() {
    let output = dg_bench(&["--inputs", "no such folder"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such folder"));
}
