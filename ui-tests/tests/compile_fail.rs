//! Golden messages as rustc prints them: programs that do not compile, each with its `.stderr`.
//!
//! - `tests/ui`: errors of a block. The macro reports them while rustc expands it, so one rustc sees all cases at
//!   once, as the modules of one crate. A case prints there what it prints alone, as a user's program: no
//!   message tells of a crate or a module.
//! - `tests/warnings`: rustc's own errors and warnings about names of a block, and places where none can stand.
//!   `tests/sound`: safe code that tries to corrupt memory through hidden names. These errors end a
//!   compilation at different stages, the earlier hiding the later: each case is a crate.
//!
//! `BLESS=1 cargo test -p array-fn-ui-tests --test compile_fail` writes the `.stderr` of all cases, and with
//! `CASE=shape_axis` only cases with this in their names are looked at. The compiler's own test `messages` checks
//! (and blesses) those in `tests/ui` without rustc.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
/// Where this test writes.
const SCRATCH: &str = env!("CARGO_TARGET_TMPDIR");

#[test]
fn messages_of_blocks_are_as_recorded() {
    let cases = cases("ui");
    let module = |(k, case): (usize, &PathBuf)| format!("#[path = {case:?}]\nmod case{k};\n");
    let root: String = cases.iter().enumerate().map(module).collect();
    let file = Path::new(SCRATCH).join("cases.rs");
    std::fs::write(&file, root).expect("the folder for what tests write");
    let mut found = by_file(&compile(&file, "lib"));
    let mut differing = Vec::new();
    for case in cases {
        let printed = found.remove(&name(&case)).unwrap_or_default();
        differing.extend(difference(&case, &printed));
    }
    assert!(found.is_empty(), "errors elsewhere: {found:#?}");
    assert!(differing.is_empty(), "{}\n{} differ", differing.join("\n"), differing.len());
}

#[test]
fn other_programs_are_refused_as_recorded() {
    let mut differing = Vec::new();
    for case in ["warnings", "sound"].into_iter().flat_map(cases) {
        let mut found = by_file(&compile(&case, "bin"));
        let printed = found.remove(&name(&case)).unwrap_or_default();
        assert!(found.is_empty(), "errors elsewhere: {found:#?}");
        differing.extend(difference(&case, &printed));
    }
    assert!(differing.is_empty(), "{}\n{} differ", differing.join("\n"), differing.len());
}

/// The cases of a folder, of those that `CASE` asks for.
fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(FOLDER).join("tests").join(folder);
    let files = std::fs::read_dir(folder).expect("the folder of the cases");
    let paths: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    let (mut cases, records): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|path| path.extension().is_some_and(|e| e == "rs"));
    for record in records {
        assert!(record.with_extension("rs").exists(), "{} has no case", record.display());
    }
    assert!(!cases.is_empty());
    let wanted = std::env::var("CASE").unwrap_or_default();
    cases.retain(|case| name(case).contains(&wanted));
    cases.sort();
    cases
}

/// As messages name the file: `tests/ui/shape_axis.rs`.
fn name(case: &Path) -> String {
    case.strip_prefix(FOLDER).unwrap_or(case).display().to_string()
}

/// What rustc says of a crate that uses the package `array-fn`.
fn compile(root: &Path, kind: &str) -> String {
    let this = std::env::current_exe().expect("the path of this test");
    let compiled = this.parent().expect("the folder of compiled crates");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut why = String::from("there is none");
    for library in libraries(compiled) {
        let output = Command::new(&rustc)
            .args(["--edition", "2024", "--emit", "metadata", "--color", "never", "--verbose"])
            .args(["--crate-type", kind, "--crate-name", "cases", "--diagnostic-width", "140"])
            .arg("--extern")
            .arg(format!("array_fn={}", library.display()))
            .arg("-L")
            .arg(format!("dependency={}", compiled.display()))
            .arg("--out-dir")
            .arg(SCRATCH)
            .arg(root)
            // As cargo has it for a user's program.
            .env("CARGO_PRIMARY_PACKAGE", "1")
            .env("CARGO_MANIFEST_DIR", FOLDER)
            // Where cargo compiled the project's crates: the paths in them start there.
            .current_dir(workspace())
            .output()
            .expect("rustc runs");
        let text = String::from_utf8_lossy(&output.stderr).replace(&format!("{FOLDER}/"), "");
        if !UNUSABLE.iter().any(|part| text.contains(part)) {
            return text;
        }
        why = text;
    }
    panic!("no compiled `array_fn` in {} can be used: {why}", compiled.display());
}

/// Crates that were compiled before one of their dependencies, or by another rustc, or without features that cases
/// need.
const UNUSABLE: [&str; 4] = ["error[E0460]", "error[E0463]", "error[E0514]", "needs the feature"];

/// The compiled `array_fn`s beside this test, the newest first. There is one for each set of features. The one that this
/// test is linked with is of today's source; so is whatever is newer.
fn libraries(compiled: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(compiled).expect("the folder of compiled crates");
    let mut libraries: Vec<_> = files
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with("libarray_fn-") && name.ends_with(".rlib")
        })
        .map(|entry| (entry.metadata().and_then(|m| m.modified()).ok(), entry.path()))
        .collect();
    libraries.sort();
    libraries.into_iter().rev().map(|(_, path)| path).collect()
}

/// The errors of each file, in rustc's order. Warnings are none of them: a program that has errors gets few,
/// and not always the same.
fn by_file(text: &str) -> BTreeMap<String, String> {
    let mut messages: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        let start = line.starts_with("error") || line.starts_with("warning");
        match messages.last_mut() {
            Some(last) if !start => last.push(line),
            _ => messages.push(vec![line]),
        }
    }
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for message in messages {
        // What is about no place is the summary.
        let Some(file) = message.iter().find_map(|line| place(line)) else { continue };
        if message[0].starts_with("error") {
            let text = found.entry(file.to_string()).or_default();
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(without_foreign_places(&message).trim_end());
            text.push('\n');
        }
    }
    found
}

fn workspace() -> &'static Path {
    Path::new(FOLDER).parent().expect("the folder of the workspace")
}

/// The file of a line such as ` --> tests/ui/shape_axis.rs:6:12`.
fn place(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let place = line.strip_prefix("--> ").or_else(|| line.strip_prefix("::: "))?;
    place.rsplitn(3, ':').last()
}

/// A message in which other files of the project are `$WORKSPACE/..`, and their lines have no number.
fn without_foreign_places(message: &[&str]) -> String {
    let mut text = String::new();
    let mut foreign = false;
    for line in message {
        let margin =
            line.len() - line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).len();
        if let Some(file) = place(line) {
            let path = Path::new(file);
            let path = path.strip_prefix(workspace()).unwrap_or(path);
            foreign = path.is_relative() && !path.starts_with("tests");
            if foreign {
                let start = line.find(file).unwrap_or_default();
                text += &format!("{}$WORKSPACE/{}\n", &line[..start], path.display());
                continue;
            }
        }
        // Another part of the message: `note: ..`.
        foreign &= margin > 0;
        if foreign && line[margin..].starts_with('|') {
            text += &" ".repeat(margin);
            text += &line[margin..];
        } else {
            text += line;
        }
        text.push('\n');
    }
    text
}

/// What is wrong with what rustc prints for a case. With `BLESS`, it becomes the record.
fn difference(case: &Path, printed: &str) -> Option<String> {
    let record = case.with_extension("stderr");
    if printed.is_empty() {
        return Some(format!("--- {} compiles", name(case)));
    }
    let recorded = std::fs::read_to_string(&record).unwrap_or_default();
    if lines(printed) == lines(&recorded) {
        return None;
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&record, printed).expect("the record is writable");
        return None;
    }
    Some(format!("--- {}, rustc prints\n{printed}--- recorded is\n{recorded}", name(case)))
}

/// Lines without their margins, in which rustc makes room for the largest number of a line.
fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let trimmed = line.trim();
        let number = trimmed.find(|c: char| !c.is_ascii_digit()).unwrap_or_default();
        let (number, rest) = trimmed.split_at(number);
        format!("{number}{}", rest.trim_start_matches(' '))
    };
    text.lines().map(line).collect()
}
