//! Are the tests good? Plants faults in the compiler and the runtime, and counts those that the tests find.
//!
//! ```text
//! cargo run --manifest-path tools/mutants/Cargo.toml -- plant FOLDER [--seed S] [--count N]
//! cargo run --manifest-path tools/mutants/Cargo.toml -- try FOLDER [--minutes M] [--jobs J] [NUMBER...]
//! cargo run --manifest-path tools/mutants/Cargo.toml -- report FOLDER
//! ```
//!
//! `plant` copies the repository's files to FOLDER and plants a random sample of faults there, each behind a question
//! to the environment: all are compiled once. A sample that does not compile is replaced by another of its file.
//! `try` builds the tests and runs, for each fault, those that pass its place, until one fails; it goes on where it
//! was stopped. First come the stored programs of the conformance suite, each on the interpreters (`stored.rs`), then
//! test programs. Where a fault only changes emitted code, some of the programs of which it does are compiled, those
//! of all faults at once, and run on the executors. `report` prints figures and survivors.

mod find;
mod plant;
mod trial;

use find::Fault;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What faults are planted in: folders and files of a package.
const PLACES: [(&str, &[&str]); 2] = [
    ("compiler", &["compiler/src/optimise", "compiler/src/schedule", "compiler/src/emit"]),
    ("runtime", &["runtime/src/call.rs", "runtime/src/bind.rs", "runtime/src/routines"]),
];

/// Neither tests nor the interpreter that judges schedules.
const NOT: [&str; 3] = ["tests.rs", "/tests/", "schedule/interpret/"];

/// A fault with its number.
struct Numbered {
    number: usize,
    file: String,
    fault: Fault,
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str, default: u64| {
        let Some(at) = arguments.iter().position(|a| a == name) else { return default };
        let value = arguments[at + 1].parse().expect("a number");
        arguments.drain(at..at + 2);
        value
    };
    let (seed, count, minutes) =
        (option("--seed", 1), option("--count", 200), option("--minutes", 60));
    let jobs = option("--jobs", 2);
    let [command, folder, numbers @ ..] = &arguments[..] else {
        panic!("plant FOLDER | try FOLDER | report FOLDER");
    };
    let folder = Path::new(folder);
    let numbers: Vec<usize> = numbers.iter().map(|n| n.parse().expect("a number")).collect();
    match command.as_str() {
        "plant" => plant_all(folder, seed, count as usize),
        "try" => trial::run(folder, minutes, jobs, &numbers),
        "executors" => trial::executors(folder),
        "report" => trial::report(folder),
        other => panic!("no command {other}"),
    }
}

/// Sebastiano Vigna's splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for k in (1..items.len()).rev() {
            items.swap(k, (self.next() % (k as u64 + 1)) as usize);
        }
    }
}

fn copy_repository(tree: &Path) -> Vec<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().expect("git runs");
        String::from_utf8(output.stdout).unwrap()
    };
    let root = PathBuf::from(git(&["rev-parse", "--show-toplevel"]).trim());
    let files = git(&["-C", root.to_str().unwrap(), "ls-files", "-z"]);
    let files: Vec<String> = files.split_terminator('\0').map(str::to_string).collect();
    for file in files.iter().filter(|f| root.join(f).is_file()) {
        let to = tree.join(file);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(root.join(file), to).unwrap();
    }
    files
}

fn plant_all(folder: &Path, seed: u64, count: usize) {
    let tree = folder.join("tree");
    let files = copy_repository(&tree);
    let mut random = Random(seed);
    // Sources with their candidates in a random order, and how many are wanted of each.
    let mut sources = BTreeMap::new();
    for file in files.iter().filter(|f| f.ends_with(".rs")) {
        let inside = PLACES.iter().flat_map(|(_, places)| *places).any(|p| file.starts_with(p));
        if inside && !NOT.iter().any(|n| file.contains(n)) {
            let source = std::fs::read_to_string(tree.join(file)).unwrap();
            let mut faults = find::faults(&source);
            random.shuffle(&mut faults);
            sources.insert(file.clone(), (source, faults));
        }
    }
    let bytes: usize = sources.values().map(|(s, _)| s.len()).sum();
    let candidates: usize = sources.values().map(|(_, f)| f.len()).sum();
    println!("{} files, {bytes} bytes, {candidates} candidates", sources.len());
    let (mut chosen, mut number, mut sum) = (Vec::new(), 0, 0);
    for (file, (source, faults)) in &mut sources {
        // Shares by size that add up to the count; what a file lacks, the next one gives.
        sum += source.len();
        while number < sum * count / bytes {
            let Some(fault) = faults.pop() else { break };
            chosen.push(Numbered { number, file: file.clone(), fault });
            number += 1;
        }
    }
    for (package, _) in PLACES {
        let path = tree.join(package).join("src/lib.rs");
        let source = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, source + plant::SWITCH).unwrap();
    }
    std::fs::create_dir_all(tree.join("compiler/examples")).unwrap();
    std::fs::write(tree.join("compiler/examples/stored.rs"), include_str!("../stored.rs")).unwrap();
    // Faults that do not compile are found by their places.
    loop {
        let mut places = Vec::new();
        for (file, (source, _)) in &sources {
            let here: Vec<(usize, &Fault)> =
                chosen.iter().filter(|c| c.file == *file).map(|c| (c.number, &c.fault)).collect();
            let planted = plant::plant(source, &here);
            let path = tree.join(file);
            if std::fs::read_to_string(&path).unwrap() != planted.source {
                std::fs::write(&path, planted.source).unwrap();
            }
            places.extend(planted.places.into_iter().map(|(n, range)| (file.clone(), n, range)));
        }
        let wrong = uncompilable(&tree, &places);
        if wrong.is_empty() {
            break;
        }
        println!("{} of {} do not compile and are replaced", wrong.len(), chosen.len());
        for entry in chosen.iter_mut().filter(|c| wrong.contains(&c.number)) {
            if let Some(fault) = sources.get_mut(&entry.file).unwrap().1.pop() {
                (entry.number, entry.fault) = (number, fault);
                number += 1;
            }
        }
        chosen.retain(|c| !wrong.contains(&c.number));
    }
    chosen.sort_by(|a, b| (&a.file, a.fault.line).cmp(&(&b.file, b.fault.line)));
    let line =
        |c: &Numbered| format!("{}\t{}\t{}\t{}\n", c.number, c.file, c.fault.line, c.fault.text);
    std::fs::write(folder.join("faults.tsv"), chosen.iter().map(line).collect::<String>()).unwrap();
    println!("{} faults in {}", chosen.len(), folder.display());
}

/// Numbers of faults in which rustc finds an error.
fn uncompilable(tree: &Path, places: &[(String, usize, Range<usize>)]) -> HashSet<usize> {
    let mut wrong = HashSet::new();
    for (package, _) in PLACES {
        let mut cargo = Command::new("cargo");
        cargo.args(["check", "--message-format=json", "-p"]).arg(format!("array-fn-{package}"));
        let output = cargo.current_dir(tree).output().expect("cargo runs");
        if output.status.success() {
            continue;
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let before = wrong.len();
        for message in
            text.lines().filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok())
        {
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            for span in message["spans"].as_array().into_iter().flatten() {
                let at = |key: &str| span[key].as_u64().unwrap_or(0) as usize;
                let (start, end) = (at("byte_start"), at("byte_end"));
                let inside = |(file, _, range): &&(String, usize, Range<usize>)| {
                    span["file_name"] == **file && range.start <= start && end <= range.end
                };
                // The innermost one.
                let found = places.iter().filter(inside).min_by_key(|(_, _, range)| range.len());
                wrong.extend(found.map(|(_, number, _)| *number));
            }
        }
        assert!(
            wrong.len() > before,
            "{package} does not compile:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    wrong
}
