//! Runs tests with one fault on.

use crate::Random;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Test programs in the order in which they are tried, the quickest first: package, target, a filter of its tests.
/// Those that measure times are none of them: their failures prove nothing on a busy machine. The compiler's `corpus`
/// and `numpy` are what `stored run` does, program by program.
const TESTS: [(&str, &str, &str); 15] = [
    ("compiler", "messages", ""),
    ("compiler", "dictionary", ""),
    ("compiler", "contractions", ""),
    ("compiler", "regressions", ""),
    ("compiler", "mutations", ""),
    ("compiler/units", "array_fn_compiler_units", ""),
    ("compiler", "random", ""),
    ("runtime", "array_fn_runtime", ""),
    ("runtime", "calls", ""),
    ("runtime", "errors", ""),
    (".", "api", ""),
    ("conformance", "corpus", "cpu_agrees"),
    ("conformance", "values", "fused_cpu_agrees"),
    ("conformance", "cuda", ""),
    ("ui-tests", "compile_fail", ""),
];

/// Test programs that judge no behaviour: what they pin has changed. A fault that they alone find counts apart.
const PINS: [(&str, &str, &str); 1] = [("compiler", "corpus", "stored_ones")];

/// Programs that rustc is asked to check anew for a fault in what users' Rust meets, and their packages.
const CALLERS: [&str; 3] =
    ["tests/api/main.rs", "ui-tests/tests/shadow.rs", "ui-tests/surroundings/src/lib.rs"];
const CHECK: [&str; 9] =
    ["check", "-p", "array-fn", "-p", "array-fn-ui-tests", "--test", "api", "--test", "shadow"];

/// Builds the test that runs stored programs on the executors.
const CORPUS: [&str; 6] = ["test", "--no-run", "-p", "array-fn-conformance", "--test", "corpus"];

/// Stored programs that are run for a fault, at most: a random choice of those that pass its place.
const STORED: usize = 100;

/// Programs that are compiled for a fault, at most.
const PROGRAMS: usize = 4;

struct Fault {
    number: usize,
    file: String,
    text: String,
}

fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|l| l.split('\t').map(str::to_string).collect()).collect()
}

fn faults(folder: &Path) -> Vec<Fault> {
    let fault = |r: Vec<String>| Fault {
        number: r[0].parse().expect("a number"),
        file: r[1].clone(),
        text: format!("{}:{}: {}", r[1], r[2], r[3]),
    };
    rows(&folder.join("faults.tsv")).into_iter().map(fault).collect()
}

/// The last result of each fault, and why: `killed`, `pinned` (killed by nothing but pins), `survives`; before the
/// executors have judged, `open`.
fn results(folder: &Path) -> HashMap<usize, (String, String)> {
    let rows = rows(&folder.join("results.tsv")).into_iter();
    rows.map(|r| (r[0].parse().expect("a number"), (r[1].clone(), r[2].clone()))).collect()
}

fn record(folder: &Path, number: usize, word: &str, why: &str) {
    let path = folder.join("results.tsv");
    let mut file = fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
    writeln!(file, "{number}\t{word}\t{why}").unwrap();
}

fn cargo(tree: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(tree).env("CARGO_INCREMENTAL", "0").env_remove("PLANTED_FAULT");
    cargo
}

/// Runs `cargo` and finds the programs that it builds, by package and target.
fn build(tree: &Path, set: &[&str], environment: &[(&str, &str)]) -> Result<Programs, String> {
    let mut command = cargo(tree);
    command.args(set).arg("--message-format=json").envs(environment.iter().copied());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let messages: Vec<serde_json::Value> =
        text.lines().filter_map(|l| serde_json::from_str(l).ok()).collect();
    if !output.status.success() {
        let mut text = String::new();
        for message in messages.iter().map(|m| &m["message"]).filter(|m| m["level"] == "error") {
            // Notes tell of other files, too; these are where the errors are.
            for span in message["spans"].as_array().into_iter().flatten() {
                if span["is_primary"] == true {
                    text += &format!("in {}\n", span["file_name"].as_str().unwrap_or_default());
                }
            }
            text += message["message"].as_str().unwrap_or_default();
            text += "\n";
        }
        return Err(text + &String::from_utf8_lossy(&output.stderr));
    }
    let mut found = HashMap::new();
    for message in messages {
        if let (Some(program), Some(name), Some(manifest)) = (
            message["executable"].as_str(),
            message["target"]["name"].as_str(),
            message["manifest_path"].as_str(),
        ) {
            let package = Path::new(manifest).parent().unwrap().strip_prefix(tree).unwrap();
            let package = if package == Path::new("") { Path::new(".") } else { package };
            found.insert((package.display().to_string(), name.to_string()), program.into());
        }
    }
    Ok(found)
}

type Programs = HashMap<(String, String), PathBuf>;

/// Runs with limits of CPU seconds, time and memory. A busy machine takes longer, but no more CPU time.
fn limited(program: &Path, arguments: &[String], folder: &Path, seconds: f64) -> Command {
    let mut command = Command::new("bash");
    let (cpu, wall) = (seconds.ceil(), (seconds * 12.0).ceil());
    let script =
        format!("ulimit -t {cpu} -v 12000000 -c 0; exec timeout -k 5 {wall} \"$0\" \"$@\"");
    command.args(["-c", &script]).arg(program).args(arguments).current_dir(folder);
    command.env("RUST_BACKTRACE", "0");
    command
}

/// CPU seconds of all that has been waited for.
fn children_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |k: usize| fields.get(k).and_then(|f| f.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(13) + ticks(14)) / 100.0
}

/// Numbers of faults whose places a program passed.
fn seen(folder: &Path) -> HashSet<usize> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|e| e.ok()?.file_name().to_str()?.parse().ok()).collect()
}

/// Runs without a fault, and finds those that are passed, once.
fn observe(folder: &Path, name: &str, mut command: Command) -> (HashSet<usize>, Output) {
    let places = folder.join("seen").join(name);
    let _ = fs::remove_dir_all(&places);
    fs::create_dir_all(&places).unwrap();
    command.env("PLANTED_FAULTS_SEEN", &places);
    let output = command.output().unwrap();
    (seen(&places), output)
}

struct Trial {
    name: String,
    program: PathBuf,
    filter: Vec<String>,
    folder: PathBuf,
    seen: HashSet<usize>,
    seconds: f64,
}

impl Trial {
    fn fails(&self, number: usize) -> bool {
        // Several times the CPU seconds that it takes.
        let mut command =
            limited(&self.program, &self.filter, &self.folder, 20.0 + 3.0 * self.seconds);
        !command.env("PLANTED_FAULT", number.to_string()).output().unwrap().status.success()
    }
}

/// The stored programs, each in a file of its own.
struct Stored {
    program: PathBuf,
    folder: PathBuf,
    /// Those that are right without a fault: what their expansion is, and the faults that they pass.
    functions: BTreeMap<String, (String, HashSet<usize>)>,
}

impl Stored {
    fn new(folder: &Path, program: PathBuf) -> Stored {
        let tree = folder.join("tree");
        let functions = folder.join("functions");
        if !functions.exists() {
            let mut sources = vec![tree.join("conformance/tests/corpus/stored/programs.in")];
            let cases = fs::read_dir(tree.join("conformance/tests/values/cases")).unwrap();
            sources.extend(cases.map(|e| e.unwrap().path()).filter(|p| !p.ends_with("mod.rs")));
            let mut split = Command::new(&program);
            assert!(split.arg("split").arg(&functions).args(sources).status().unwrap().success());
        }
        let mut stored = Stored { program, folder: functions, functions: BTreeMap::new() };
        let known = folder.join("functions.tsv");
        if !known.exists() {
            let mut lines = String::new();
            for entry in fs::read_dir(&stored.folder).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|e| e == "rs") {
                    let name = path.file_stem().unwrap().to_str().unwrap().to_string();
                    let (_, output) = observe(folder, &name, stored.run(&[name.clone()]));
                    if output.status.success() {
                        lines += &format!(
                            "{name}\t{}\n",
                            String::from_utf8_lossy(&output.stdout).trim()
                        );
                    }
                }
            }
            fs::write(&known, lines).unwrap();
        }
        for row in rows(&known) {
            let passed = seen(&folder.join("seen").join(&row[0]));
            stored.functions.insert(row[0].clone(), (row[1].clone(), passed));
        }
        stored
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(format!("{name}.rs")).display().to_string()
    }

    fn run(&self, names: &[String]) -> Command {
        let files = names.iter().map(|n| self.path(n));
        let arguments: Vec<String> = ["run".to_string()].into_iter().chain(files).collect();
        limited(&self.program, &arguments, &self.folder, 60.0)
    }

    /// What is wrong with a fault; or the programs of which it makes other code, the shortest first.
    fn try_fault(&self, number: usize) -> Result<Vec<String>, String> {
        let passing = self.functions.iter().filter(|(_, (_, passed))| passed.contains(&number));
        let mut names: Vec<String> = passing.map(|(name, _)| name.clone()).collect();
        Random(number as u64).shuffle(&mut names);
        names.truncate(STORED);
        if names.is_empty() {
            return Ok(names);
        }
        let output = self.run(&names).env("PLANTED_FAULT", number.to_string()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(text.lines().last().unwrap_or("no output").to_string());
        }
        let mut changed = Vec::new();
        for line in text.lines() {
            let name = line.split(' ').next().unwrap_or("");
            if self.functions[name].0 != line {
                let length: usize =
                    line.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
                changed.push((length, name.to_string()));
            }
        }
        changed.sort();
        Ok(changed.into_iter().map(|(_, name)| name).collect())
    }
}

/// Tries all faults that have no result yet, or those that are named.
pub fn run(folder: &Path, minutes: u64, jobs: u64, numbers: &[usize]) {
    let folder = &folder.canonicalize().unwrap();
    let tree = folder.join("tree");
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let mut programs = HashMap::new();
    for set in [
        &["build", "-p", "array-fn-compiler", "--example", "stored"][..],
        &["test", "--no-run", "-p", "array-fn-compiler", "-p", "array-fn-compiler-units", "--lib", "--tests"],
        &["test", "--no-run", "-p", "array-fn-runtime", "-p", "array-fn", "--lib", "--tests"],
        &["test", "--no-run", "-p", "array-fn-ui-tests", "--tests"],
        &["test", "--no-run", "-p", "array-fn-conformance", "--test", "cuda", "--test", "values"],
        &CORPUS,
    ] {
        programs.extend(build(&tree, set, &[]).expect("the tests compile"));
    }
    let stored =
        Stored::new(folder, programs[&("compiler".to_string(), "stored".to_string())].clone());
    println!(
        "{} stored functions; {:.0} s of CPU time",
        stored.functions.len(),
        children_seconds()
    );
    let (mut trials, mut pins) = (Vec::new(), Vec::new());
    for (package, target, filter) in TESTS.into_iter().chain(PINS) {
        let name = format!("{}-{target}", package.replace('.', "array_fn"));
        let own = if PINS.contains(&(package, target, filter)) { &mut pins } else { &mut trials };
        let program = programs[&(package.to_string(), target.to_string())].clone();
        let filter: Vec<String> = filter.split_whitespace().map(str::to_string).collect();
        let start = children_seconds();
        let command = limited(&program, &filter, &tree.join(package), 300.0);
        let (seen, output) = observe(folder, &name, command);
        let seconds = children_seconds() - start;
        println!("{name}: {seconds:.1} s, passes {} faults", seen.len());
        assert!(
            output.status.success(),
            "fails without a fault:\n{}",
            String::from_utf8_lossy(&output.stdout)
        );
        own.push(Trial { name, program, filter, folder: tree.join(package), seen, seconds });
    }
    assert!(callers_compile(&tree, None), "callers do not compile without a fault");
    let done = results(folder);
    // In a random order: those that there was time for are a sample, too.
    let mut all = faults(folder);
    Random(all.len() as u64).shuffle(&mut all);
    all.retain(|f| match numbers {
        [] => !done.contains_key(&f.number),
        _ => numbers.contains(&f.number),
    });
    let queue = Mutex::new(all.into_iter());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while Instant::now() < end {
                    let Some(fault) = queue.lock().unwrap().next() else { break };
                    let (word, why) = one(folder, &stored, &trials, &pins, &fault);
                    let _lock = queue.lock().unwrap();
                    record(folder, fault.number, word, &why);
                    println!("{word} ({why}; {:.0} s): {}", children_seconds(), fault.text);
                }
            });
        }
    });
    executors(folder);
    report(folder);
}

/// Whether a file writes Rust around kernels and plans.
fn meets_callers(file: &str) -> bool {
    Path::new(file).parent() == Some(Path::new("compiler/src/emit"))
}

/// Whether rustc finds neither an error nor a denied warning in [`CALLERS`].
fn callers_compile(tree: &Path, fault: Option<usize>) -> bool {
    static ONE: Mutex<()> = Mutex::new(());
    let _lock = ONE.lock().unwrap();
    for file in CALLERS {
        // Cargo does not know that the fault has changed.
        let file = fs::OpenOptions::new().append(true).open(tree.join(file)).unwrap();
        file.set_modified(std::time::SystemTime::now()).unwrap();
    }
    let mut command = cargo(tree);
    command.args(CHECK).envs(fault.map(|n| ("PLANTED_FAULT", n.to_string())));
    command.output().unwrap().status.success()
}

fn one(
    folder: &Path,
    stored: &Stored,
    trials: &[Trial],
    pins: &[Trial],
    fault: &Fault,
) -> (&'static str, String) {
    let number = fault.number;
    let compiler = fault.file.starts_with("compiler");
    let changed = if compiler { stored.try_fault(number) } else { Ok(Vec::new()) };
    let changed = match changed {
        Ok(changed) => changed,
        Err(why) => {
            return (
                "killed",
                format!("stored programs on interpreters: {}", why.replace('\t', " ")),
            );
        }
    };
    let passing: Vec<&Trial> = trials.iter().filter(|t| t.seen.contains(&number)).collect();
    if let Some(trial) = passing.iter().find(|t| t.fails(number)) {
        return ("killed", trial.name.clone());
    }
    if meets_callers(&fault.file) && !callers_compile(&folder.join("tree"), Some(number)) {
        return ("killed", "rustc on callers".into());
    }
    // Pins are of the same programs.
    let changes = |pin: &Trial| pin.seen.contains(&number) && pin.fails(number);
    let pinned = !changed.is_empty() || pins.iter().any(changes);
    let word = if pinned { "pinned" } else { "survives" };
    if changed.is_empty() {
        let count =
            stored.functions.values().filter(|(_, passed)| passed.contains(&number)).count();
        let tests = passing.len();
        return (word, format!("{count} stored programs and {tests} tests pass it, none changes"));
    }
    let count = changed.len();
    // The shortest, and some from all over the rest.
    let names = changed.into_iter().step_by(count.div_ceil(PROGRAMS));
    let files = names.map(|n| stored.path(&n));
    let out = folder.join("programs");
    fs::create_dir_all(&out).unwrap();
    let arguments = ["expand".to_string(), out.display().to_string(), format!("f{number}_")];
    let arguments: Vec<String> = arguments.into_iter().chain(files).collect();
    let mut expand = limited(&stored.program, &arguments, folder, 60.0);
    match expand.env("PLANTED_FAULT", number.to_string()).status().unwrap().success() {
        true => ("open", format!("{word}, changes the code of {count} stored programs")),
        false => ("killed", "expansion of stored programs".into()),
    }
}

/// Compiles the changed programs of all open faults together, and runs those of each on the executors.
pub fn executors(folder: &Path) {
    let folder = &folder.canonicalize().unwrap();
    let (tree, out) = (folder.join("tree"), folder.join("programs"));
    let results = results(folder);
    let mut open: Vec<usize> =
        results.iter().filter(|(_, r)| r.0 == "open").map(|(n, _)| *n).collect();
    open.sort();
    let program = loop {
        if open.is_empty() {
            return;
        }
        let (mut text, mut names, mut count, mut calls) =
            (String::new(), String::new(), 0, Vec::new());
        for number in &open {
            let path = |extension: &str| out.join(format!("f{number}_.{extension}"));
            text += &format!("include!({:?});\n", path("in").display().to_string());
            names += &fs::read_to_string(path("names")).unwrap();
            let bytes = fs::read(path("bin")).unwrap();
            count += u32::from_le_bytes(bytes[..4].try_into().unwrap());
            calls.extend_from_slice(&bytes[4..]);
        }
        fs::write(out.join("programs.in"), format!("{text}functions! {{\n{names}}}\n")).unwrap();
        let bytes = [b"AFNV1".as_slice(), &count.to_le_bytes(), &calls].concat();
        fs::write(out.join("programs.bin"), bytes).unwrap();
        let programs = [("ARRAY_FN_PROGRAMS", out.to_str().unwrap())];
        match build(&tree, &CORPUS, &programs) {
            Ok(found) => break found[&("conformance".to_string(), "corpus".to_string())].clone(),
            Err(errors) => {
                let before = open.len();
                open.retain(|number| {
                    let wrong = errors.contains(&format!("/f{number}_.in\n"));
                    if wrong {
                        record(folder, *number, "killed", "rustc refuses the emitted code");
                    }
                    !wrong
                });
                assert!(open.len() < before, "{errors}");
            }
        }
    };
    for number in open {
        let mut tests = limited(&program, &["agree".into()], &tree.join("conformance"), 300.0);
        tests.env("ARRAY_FN_PROGRAM", format!("f{number}_"));
        let output = tests.output().unwrap();
        let why = &results[&number].1;
        let word = if why.starts_with("pinned") { "pinned" } else { "survives" };
        match output.status.success() {
            true => record(folder, number, word, &format!("{why}, none wrongly")),
            false => record(folder, number, "killed", &format!("executors; {why}")),
        }
    }
}

/// Figures, and the faults that survive or that pins alone find.
pub fn report(folder: &Path) {
    let results = results(folder);
    let (mut killed, mut pinned, mut survivors) = (0, Vec::new(), Vec::new());
    let mut by: BTreeMap<String, usize> = BTreeMap::new();
    for fault in faults(folder) {
        let Some((word, why)) = results.get(&fault.number) else { continue };
        let line = format!("{}: {} ({why})", fault.number, fault.text);
        match word.as_str() {
            "killed" => {
                killed += 1;
                let tests = why.split([':', ';']).next().unwrap_or(why);
                *by.entry(tests.to_string()).or_default() += 1;
            }
            "pinned" => pinned.push(line),
            _ => survivors.push(line),
        }
    }
    let tried = killed + pinned.len() + survivors.len();
    println!("{tried} faults tried, {killed} found by what programs do: {by:?}");
    println!("{} found by pins alone:\n{}", pinned.len(), pinned.join("\n"));
    println!("{} survive:\n{}", survivors.len(), survivors.join("\n"));
}
