//! The programs, started in folders of their own, and their refusals.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs that end in no time, if they do not stop before.
pub const SHORT: [&str; 6] = ["--box", "1", "--order", "1", "--final-time", "0.01"];

/// One tetrahedron between walls.
pub const MESH: &str = "\
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
2 1 \"wall\"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
5
1 2 2 1 1 1 2 3
2 2 2 1 1 1 2 4
3 2 2 1 1 2 3 4
4 2 2 1 1 1 3 4
5 4 2 2 1 1 2 3 4
$EndElements
";

/// Bytes without any meaning, the same each time.
pub fn garbage(count: usize) -> Vec<u8> {
    let mut seed = 1u32;
    let next = || {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        (seed >> 24) as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// The built example, which `cargo test` builds with the tests; for a single test it is built here, if it never was.
pub fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let target = tests.ancestors().nth(2).unwrap();
    let path = target.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !path.exists() {
        let release = target.ends_with("release").then_some("--release");
        let built = Command::new(env!("CARGO"))
            .args(["build", "--example", name])
            .args(release)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(built.unwrap().success());
    }
    path
}

/// An empty folder.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drivers").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

pub fn start(program: &str, folder: &Path, arguments: &[&str]) -> Child {
    Command::new(example(program))
        .current_dir(folder)
        .args(arguments)
        .args(["--threads", "1", "--json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for a program, not for ever.
pub fn output(mut child: Child) -> Output {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("a program hangs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

/// Names of what is in a folder.
pub fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub fn run(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    output(start(program, folder, arguments))
}

pub fn succeeds(program: &str, folder: &Path, arguments: &[&str]) {
    let output = run(program, folder, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {errors}");
}

/// Runs a program on a hostile file `input` in a folder of its own, which has to stay as it is.
pub fn refuses(
    program: &str,
    name: &str,
    contents: Option<&[u8]>,
    arguments: &[&str],
    says: &[&str],
) {
    let folder = folder(&format!("hostile_{name}"));
    if let Some(contents) = contents {
        fs::write(folder.join("input"), contents).unwrap();
    }
    let outputs = ["--output", "out", "--history", "h.csv", "--checkpoint", "c"];
    let start = Instant::now();
    let output = run(program, &folder, &[arguments, &outputs, &["--final-time", "0.01"]].concat());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{name}: {message}");
    assert!(start.elapsed() < Duration::from_secs(20), "{name} takes {:?}", start.elapsed());
    assert!(message.starts_with("error: ") && message.lines().count() == 1, "{name}: {message}");
    assert!(message.len() < 2000 && message.contains("; help: "), "{name}: {message}");
    for part in says {
        assert!(message.contains(part), "{name}: `{part}` is not in: {message}");
    }
    assert!(output.stdout.is_empty(), "{name}");
    let left = files(&folder);
    assert!(left.iter().all(|file| file == "input"), "{name} leaves {left:?}");
}

/// The message of a run that ends with status 2.
pub fn refusal(program: &str, folder: &Path, arguments: &[&str]) -> String {
    let output = run(program, folder, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{program} {arguments:?}: {message}");
    assert!(message.starts_with("error: ") && message.contains("; help: "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}
