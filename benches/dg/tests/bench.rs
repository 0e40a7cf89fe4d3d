//! The program `dg-bench`: on small cases with right-hand sides from NumPy, whose nodes and meshes are
//! not those of this crate, and on meshes of its own.

use serde_json::Value;
use std::process::{Command, Output};

fn dg_bench(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_dg-bench");
    Command::new(program).args(arguments).args(["--seconds", "0"]).output().unwrap()
}

const INPUTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

fn lines(output: &Output) -> Vec<Value> {
    parse(&String::from_utf8(output.stdout.clone()).unwrap())
}

fn parse(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn agrees_with_numpy() {
    for mode in [&["--threads", "1"][..], &["--unfused"]] {
        let output = dg_bench(&[&["--inputs", INPUTS], mode].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = lines(&output);
        let case = |l: &Value| [&l["op"], &l["p"], &l["dtype"]].map(|v| v.to_string()).join(" ");
        let cases: Vec<String> = lines.iter().map(case).collect();
        // A step is there fused only.
        let steps: &[_] = if mode[0] == "--threads" { &[(1, 64), (2, 64)] } else { &[] };
        let sides: &[(usize, u32)] = &[(1, 64), (2, 32), (3, 64)];
        let expected = [("euler", sides), ("navier_stokes", steps), ("wave", sides)]
            .map(|(op, all)| all.iter().map(move |(p, bits)| format!("\"{op}\" {p} \"f{bits}\"")));
        assert_eq!(cases, expected.into_iter().flatten().collect::<Vec<_>>());
        for line in &lines {
            let tolerance = if line["dtype"] == "f64" { 1e-14 } else { 1e-6 };
            assert!(line["rel_error"].as_f64().unwrap() < tolerance, "{line}");
            let kernels = line["kernels"].as_u64().unwrap();
            let fused = line["fused"].as_bool().unwrap();
            assert_eq!(fused, mode[0] == "--threads");
            assert!(line["executor"].is_null(), "{line}");
            let most = if line["op"] == "navier_stokes" { 10 } else { 3 };
            assert!(if fused { kernels <= most } else { kernels > 10 }, "{line}");
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

#[test]
fn sweeps_meshes_of_its_own() {
    let json = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweep.jsonl");
    let sizes = ["--sweep", "--sizes", "6,100", "--orders", "1,3", "--copy-mib", "1"];
    let output = dg_bench(&[&sizes[..], &["--json", json.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = parse(&std::fs::read_to_string(&json).unwrap());
    assert_eq!(
        lines.len(),
        2 * 2 * (2 * 2 * 2 + 1),
        "orders, sizes, and of two operators precisions, unfused and fused"
    );
    for line in &lines {
        let elements = line["elements"].as_u64().unwrap();
        assert!([6, 96, 108].contains(&elements), "{line}");
        let tolerance = if line["dtype"] == "f64" { 1e-14 } else { 1e-6 };
        assert!(line["rel_error"].as_f64().unwrap() < tolerance, "{line}");
        let most = if line["op"] == "navier_stokes" { 10 } else { 3 };
        assert_eq!(line["fused"].as_bool().unwrap(), line["kernels"].as_u64().unwrap() <= most);
        for key in ["ms", "wall_ms", "host_us", "gb_per_second", "of_copy", "fewest_bytes"] {
            assert!(line[key].as_f64().unwrap() > 0.0, "{key}: {line}");
        }
    }
    let table = String::from_utf8(output.stdout).unwrap();
    let of = |l: &&str| {
        ["wave", "euler", "navier_stokes"].iter().any(|op| l.starts_with(&format!("| {op} |")))
    };
    let rows = table.lines().filter(of);
    assert_eq!(rows.count(), lines.len());
}

#[test]
fn explains_what_runs() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain");
    let output = dg_bench(&["--inputs", INPUTS, "--explain", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (name, function) in [("wave_p3_f64", "upwind_rhs"), ("euler_p1_f64", "llf_rhs")] {
        let read =
            |end: &str| std::fs::read_to_string(folder.join(format!("{name}{end}"))).unwrap();
        let page = read(".html");
        assert!(page.contains(function) && page.contains("A call takes"), "{name}");
        assert!(read("_before.svg").contains("einsum") && read("_after.svg").contains("<svg"));
    }
    let output = dg_bench(&["--sweep", "--explain", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_cannot_be_measured_is_said() {
    let refused = |arguments: &[&str], words: &str| {
        let output = dg_bench(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(words), "{arguments:?}: {message}");
    };
    refused(&["--micro"], "--device cuda");
    refused(&["--sweep", "--executor", "stream"], "--device cuda");
    refused(&["--sweep", "--sizes", "middle"], "number of tetrahedra");
    refused(&[], "--inputs");
}

#[test]
fn without_a_gpu_the_reason_is_said() {
    // Where there is a GPU there is nothing to say.
    if let Err(error) = array_fn::Device::cuda(0) {
        let output = dg_bench(&["--inputs", INPUTS, "--device", "cuda"]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(&error.to_string()), "{message}");
    }
}
