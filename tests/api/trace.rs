//! The timeline that `ARRAY_FN_TRACE` asks for, of programs of their own: the variable is read once.

use array_fn::{Array, Device, Error, array_fn};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

array_fn! {
    pub fn traced<N>(x: [f64; N]) -> [f64; N] {
        let e = exp(-x);
        e / sum(e)
    }
    pub fn roots<N>(x: [f64; N]) -> [f64; N] { sqrt(x) }
    pub fn polynomial<N>(x: [f64; N]) -> [f64; N] { 1 + x * (2 + x * (3 + x * (4 + x))) }
    pub fn few_rows<M, N>(x: [u8; M, N]) -> [u8; N, M] { x.T }
}

const N: usize = 200_000;

/// The program: does nothing unless it is told to.
#[test]
fn program() -> Result<(), Error> {
    let Ok(end) = std::env::var("ARRAY_FN_TEST_TRACED") else { return Ok(()) };
    let (device, x) = (Device::cpu_with_threads(2), Array::full([N], 1.0)?);
    let call = || device.run(|| traced(&x)).map(|y| assert!(y.as_slice()[0] > 0.0));
    (0..3).try_for_each(|_| call())?;
    std::thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(call));
        both.into_iter().try_for_each(|thread| thread.join().unwrap())
    })?;
    match end.as_str() {
        "killed" => std::process::abort(),
        _ => Ok(()),
    }
}

fn command(path: &Path, end: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "trace::program", "--nocapture"]);
    command.env("ARRAY_FN_TEST_TRACED", end).env("ARRAY_FN_TRACE", path);
    command
}

fn run(path: &Path, end: &str) -> bool {
    command(path, end).output().unwrap().status.success()
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("array-fn-trace-{name}-{}.json", std::process::id()))
}

#[test]
fn of_a_killed_program() {
    let path = file("killed");
    assert!(!run(&path, "killed"));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    // As readers of the format do: the end may be missing.
    let whole = format!("{}]", text.trim_end().trim_end_matches(','));
    let events: Vec<Value> = serde_json::from_str(&whole).unwrap();
    let of = |category: &str| -> Vec<&Value> {
        events.iter().filter(|event| event["cat"] == category).collect()
    };
    let span = |event: &Value| {
        let begin = event["ts"].as_f64().unwrap();
        (begin, begin + event["dur"].as_f64().unwrap())
    };
    let calls = of("call");
    assert_eq!(calls.len(), 5);
    assert!(calls.iter().all(|call| call["name"] == "traced"));
    assert!(calls.iter().all(|call| call["args"]["dims"] == format!("N = {N}")));
    // The first call makes the plan, the next ones find it.
    let named = |name: &str| of("phase").into_iter().filter(|p| p["name"] == name).count();
    assert!(named("plan") >= 1 && named("find plan") >= 2, "{text}");
    assert_eq!([named("bind"), named("check"), named("run")], [5; 3]);
    for event in of("phase").iter().chain(&of("chunk")) {
        let ((begin, end), slack) = (span(event), 0.002);
        let inside = |call: &&&Value| span(call).0 <= begin + slack && end <= span(call).1 + slack;
        assert!(begin <= end && calls.iter().any(|call| inside(&call)), "{event}");
    }
    // Every point of every launch has run once in each call.
    let mut points: BTreeMap<u64, u64> = BTreeMap::new();
    for chunk in of("chunk") {
        let args = &chunk["args"];
        let count = args["end"].as_u64().unwrap() - args["begin"].as_u64().unwrap();
        *points.entry(args["launch"].as_u64().unwrap()).or_default() += count;
    }
    assert_eq!(points.values().max(), Some(&(5 * N as u64)));
    assert!(points.values().all(|count| count % 5 == 0), "{points:?}");
    assert_eq!(of("launch").len(), 2 * 5 * points.len());
    // All threads have names.
    let threads: Vec<_> = events.iter().filter(|e| e["name"] == "thread_name").collect();
    let known = |event: &&Value| threads.iter().any(|thread| thread["tid"] == event["tid"]);
    assert!(of("chunk").iter().chain(&calls).all(known));
}

/// Each process that a launcher has started writes a file of its own.
#[test]
fn of_ranks() {
    let path = file("ranks");
    let named = path.with_file_name(format!("{}.2.json", path.file_stem().unwrap().display()));
    let mut command = command(&path, "ended");
    command.env("OMPI_COMM_WORLD_RANK", "2").env("OMPI_COMM_WORLD_SIZE", "3");
    assert!(command.output().unwrap().status.success());
    assert!(!path.exists());
    let text = std::fs::read_to_string(&named).unwrap();
    std::fs::remove_file(&named).unwrap();
    let first = text.lines().nth(1).unwrap().trim_end_matches(',');
    let first: Value = serde_json::from_str(first).unwrap();
    assert_eq!(
        (&first["name"], &first["args"]["name"]),
        (&"process_name".into(), &"rank 2".into())
    );
    assert_eq!(first["args"]["rank"], 2);
    assert!(first["args"]["unix_microseconds"].as_u64().unwrap() > 1_700_000_000_000_000);
}

#[test]
fn into_no_file() {
    assert!(run(Path::new("/nowhere/at/all.json"), "ended"), "calls work nevertheless");
    let path = file("ended");
    assert!(run(&path, "ended"));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("[\n{"));
    std::fs::remove_file(&path).unwrap();
}

/// The program of the next test.
#[test]
fn program_of_columns() -> Result<(), Error> {
    if std::env::var_os("ARRAY_FN_TEST_TRACED").is_none() {
        return Ok(());
    }
    let x = Array::<u8, 2>::full([200_000, 20], 1)?;
    Device::cpu_with_threads(2).run(|| few_rows(&x))?;
    Ok(())
}

/// The tasks that a program of this file, which is one of its tests, ran in.
fn tasks_of(program: &str) -> Vec<Value> {
    let path = file(program);
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("trace::{program}"), "--nocapture"]);
    command.env("ARRAY_FN_TEST_TRACED", program).env("ARRAY_FN_TRACE", &path);
    assert!(command.output().unwrap().status.success());
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let whole = format!("{}]", text.trim_end().trim_end_matches([',', ']']));
    let events: Vec<Value> = serde_json::from_str(&whole).unwrap();
    events.into_iter().filter(|event| event["cat"] == "chunk").collect()
}

/// Threads that shared out the 20 rows of the result would read the same lines of memory.
#[test]
fn tasks_of_a_transposition_to_few_rows_have_all_rows() {
    let tasks = tasks_of("program_of_columns");
    assert!(tasks.len() > 1, "{tasks:?}");
    let is_whole = |task: &Value| task["args"]["begin"] == 0 && task["args"]["end"] == 4_000_000;
    // Without vectors there are no columns.
    let in_vectors = std::env::var("ARRAY_FN_ISA").map_or(true, |isa| isa != "baseline");
    assert!(
        tasks.iter().all(is_whole) == (in_vectors && cfg!(target_arch = "x86_64")),
        "{tasks:?}"
    );
}

/// The programs of the next test.
#[test]
fn program_of_roots() -> Result<(), Error> {
    if std::env::var_os("ARRAY_FN_TEST_TRACED").is_some() {
        Device::cpu_with_threads(2).run(|| roots(&Array::full([16_000], 2.0)?))?;
    }
    Ok(())
}

#[test]
fn program_of_a_polynomial() -> Result<(), Error> {
    if std::env::var_os("ARRAY_FN_TEST_TRACED").is_some() {
        Device::cpu_with_threads(2).run(|| polynomial(&Array::full([16_000], 2.0)?))?;
    }
    Ok(())
}

/// Eight operations on 16 000 elements take less time than a thread needs to come, but not as many roots.
#[test]
fn slow_operations_are_worth_a_thread() {
    let tasks = tasks_of("program_of_roots");
    assert!(tasks.len() > 1, "{tasks:?}");
    let in_vectors = std::env::var("ARRAY_FN_ISA").map_or(true, |isa| isa != "baseline");
    if in_vectors && cfg!(target_arch = "x86_64") {
        let tasks = tasks_of("program_of_a_polynomial");
        assert!(tasks.len() == 1, "{tasks:?}");
    }
}
