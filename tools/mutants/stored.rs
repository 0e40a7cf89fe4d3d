//! Stored programs, one at a time, in one process: what the compiler makes of each, and whether it is right. Copied
//! into the compiler's examples, next to planted faults.
//!
//! ```text
//! stored split FOLDER SOURCE...   a file for each public function, with its calls next to it
//! stored run FILE...              NAME HASH BYTES for the expansion of each; ends with `wrong: ...` at the first
//!                                 that the interpreters of graphs and of kernels do not take for NumPy's
//! stored expand OUT PREFIX FILE...   Rust and calls of the functions, renamed, for ARRAY_FN_PROGRAMS
//! ```

#[path = "../../conformance/tests/values/data.rs"]
#[allow(dead_code, reason = "the conformance tests call the rest")]
mod data;
#[path = "../../conformance/tests/values/interpreter.rs"]
#[allow(dead_code, reason = "the conformance tests call the rest")]
mod interpreter;

use array_fn_compiler::check::CheckedFunction;
use array_fn_compiler::dag::interpret::{Tensor, infer_dims};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::plan::Dim;
use array_fn_compiler::schedule::interpret::{Call, interpret};
use array_fn_compiler::{Checked, check_tokens, schedule_function};
use interpreter::Stage;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::Path;

/// The public functions of a source's `array_fn!` blocks, each with the private items before it.
fn functions(source: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for block in source.split("array_fn::array_fn! {\n").skip(1) {
        let block = block.split("\n}\n").next().expect("a split has a first part");
        let tokens: TokenStream = block.parse().expect("the source lexes");
        let (mut attributes, mut start, mut public, mut name) = (String::new(), None, false, None);
        let mut after_fn = false;
        let mut trees = tokens.into_iter().peekable();
        while let Some(tree) = trees.next() {
            let range = tree.span().byte_range();
            let word = tree.to_string();
            let inner = start.is_none() && word == "#";
            if inner && trees.peek().is_some_and(|t| t.to_string() == "!") {
                trees.next();
                let group = trees.next().expect("an attribute has brackets");
                attributes += &block[range.start..group.span().byte_range().end];
                attributes += "\n";
                continue;
            }
            let begin = *start.get_or_insert(range.start);
            public |= word == "pub";
            if after_fn {
                name = Some(word.clone());
            }
            after_fn = word == "fn";
            let ends = matches!(&tree, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
            if ends && public && let Some(name) = name.take() {
                found.push((name, format!("{attributes}{}\n", &block[begin..range.end])));
                (start, public) = (None, false);
            }
        }
    }
    found
}

/// The bytes of each call in the format of `conformance/tests/values/generate.py`, with its function.
fn calls(data: &[u8]) -> Vec<(String, &[u8])> {
    const BYTES: [usize; 13] = [1, 4, 8, 4, 8, 4, 8, 1, 2, 1, 2, 2, 2];
    let word = |at: usize| u32::from_le_bytes(data[at..at + 4].try_into().unwrap()) as usize;
    let string = |at: usize| u16::from_le_bytes(data[at..at + 2].try_into().unwrap()) as usize;
    let array = |mut at: usize| {
        let (code, rank) = (data[at], usize::from(data[at + 1]));
        at += 2;
        let mut count: usize = (0..rank).map(|k| word(at + 4 * k)).product();
        at += 4 * rank;
        if code & 128 != 0 {
            count = word(at);
            at += 4;
        }
        at + count * BYTES[usize::from(code & 127)]
    };
    let (mut at, mut found) = (9, Vec::new());
    for _ in 0..word(5) {
        let start = at;
        let length = string(at);
        let name = String::from_utf8(data[at + 2..at + 2 + length].to_vec()).unwrap();
        at += 2 + length + 16;
        let dims = data[at];
        at += 1;
        for _ in 0..dims {
            at += 2 + string(at) + 8;
        }
        let arguments = data[at];
        at += 1;
        for _ in 0..arguments {
            let kind = data[at];
            at = array(at + 1) + if kind == 2 { 8 } else { 0 };
        }
        at += 2 + string(at);
        let results = data[at];
        at += 1;
        for _ in 0..results {
            at = array(at);
        }
        found.push((name, &data[start..at]));
    }
    found
}

fn with_head(calls: &[Vec<u8>]) -> Vec<u8> {
    [b"AFNV1".as_slice(), &(calls.len() as u32).to_le_bytes(), &calls.concat()].concat()
}

fn split(folder: &Path, sources: &[String]) {
    fs::create_dir_all(folder).unwrap();
    for path in sources {
        // `cases/x.rs` has its calls in `data/x.bin`, `programs.in` in `programs.bin`.
        let data = Path::new(path).with_extension("bin");
        let data = fs::read(data.to_str().unwrap().replace("/cases/", "/data/")).unwrap();
        let calls = calls(&data);
        for (name, text) in functions(&fs::read_to_string(path).unwrap()) {
            let own = calls.iter().filter(|(n, _)| *n == name).map(|(_, b)| b.to_vec());
            fs::write(folder.join(format!("{name}.rs")), text).unwrap();
            let own = with_head(&own.collect::<Vec<_>>());
            fs::write(folder.join(format!("{name}.bin")), own).unwrap();
        }
    }
}

/// As in `compiler/tests/corpus.rs`.
fn is_long(call: &data::Call) -> bool {
    call.args.iter().any(|a| a.tensor().len() > 3000)
}

/// As `check` in `compiler/tests/corpus.rs`.
fn judge(checked: &Checked, function: &CheckedFunction, calls: &[data::Call]) -> Result<(), String> {
    let instance = &function.instances[0];
    let scheduled = schedule_function(&checked.block, function, instance);
    for call in calls {
        let stages = [Stage::Checked, Stage::Optimised, Stage::Specialised];
        for stage in &stages[if is_long(call) { 2 } else { 0 }..] {
            call.judge(interpreter::run(function, *stage, call))?;
        }
        if matches!(&call.expected, data::Expected::Error(_)) {
            continue;
        }
        let args: Vec<Tensor> = call.args.iter().map(|a| a.tensor().clone()).collect();
        let explicit: Vec<(&str, i64)> = call.dims.iter().map(|(n, v)| (n.as_str(), *v)).collect();
        let dims = infer_dims(&instance.dag, &args, &explicit)?;
        let results: Vec<_> = instance.results.iter().map(|r| (r.dtype, r.shape.clone())).collect();
        let dims = |name: &str| dims.get(name).copied();
        let inputs = Call { dims: &dims, params: &instance.dag.inputs, args: &args, results: &results };
        let fits = |pins: &[(Dim, i64)]| pins.iter().all(|(d, n)| dims(&d.0) == Some(*n));
        let fused = scheduled.variants.iter().filter(|v| fits(&v.pins)).map(|v| &v.fused);
        let schedules = fused.chain(&scheduled.unfused);
        for schedule in schedules.take(if is_long(call) { 1 } else { usize::MAX }) {
            for order in &[0, usize::MAX][usize::from(is_long(call))..] {
                let mut pick = |n: usize| (*order).min(n - 1);
                let outcome = interpret(schedule, &scheduled.kernels, &inputs, &mut pick);
                call.judge(outcome.map(|o| o.results.into_iter().chain(o.params.into_values()).collect()))?;
            }
        }
    }
    Ok(())
}

fn run(path: &str) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    let name = Path::new(path).file_stem().unwrap().to_str().unwrap();
    let tokens: TokenStream = text.parse().expect("the source lexes");
    let mut errors = Errors::default();
    let checked = check_tokens(tokens.clone(), &mut errors);
    if !errors.is_empty() {
        return Err(format!("{name} is rejected"));
    }
    let expansion = array_fn_compiler::expand(tokens).to_string();
    let mut hasher = DefaultHasher::new();
    expansion.hash(&mut hasher);
    println!("{name} {:016x} {}", hasher.finish(), expansion.len());
    let calls = data::read(&fs::read(Path::new(path).with_extension("bin")).unwrap());
    let function = checked.functions.iter().find(|f| f.name == name).ok_or("no function")?;
    judge(&checked, function, &calls).map_err(|e| format!("{name}: {e}"))
}

fn expand(out: &Path, prefix: &str, files: &[String]) {
    let (mut text, mut listed, mut stored) = (String::new(), String::new(), Vec::new());
    for path in files {
        let name = Path::new(path).file_stem().unwrap().to_str().unwrap();
        let source = fs::read_to_string(path).unwrap();
        let renamed = format!("{prefix}{name}");
        let source = source.replace(&format!("pub fn {name}"), &format!("pub fn {renamed}"));
        let tokens: TokenStream = source.parse().unwrap();
        text += &format!("{}\n", array_fn_compiler::expand(tokens));
        listed += &format!("{renamed},\n");
        let data = fs::read(Path::new(path).with_extension("bin")).unwrap();
        for (_, bytes) in calls(&data) {
            let head = (renamed.len() as u16).to_le_bytes();
            stored.push([&head, renamed.as_bytes(), &bytes[2 + name.len()..]].concat());
        }
    }
    fs::write(out.join(format!("{prefix}.in")), text).unwrap();
    fs::write(out.join(format!("{prefix}.names")), listed).unwrap();
    let bytes = stored.concat();
    let mut file = fs::File::create(out.join(format!("{prefix}.bin"))).unwrap();
    file.write_all(&(stored.len() as u32).to_le_bytes()).unwrap();
    file.write_all(&bytes).unwrap();
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [command, folder, sources @ ..] if command == "split" => split(Path::new(folder), sources),
        [command, out, prefix, files @ ..] if command == "expand" => expand(Path::new(out), prefix, files),
        [command, files @ ..] if command == "run" => {
            for path in files {
                if let Err(e) = run(path) {
                    println!("wrong: {e}");
                    std::process::exit(1);
                }
            }
        }
        _ => panic!("split, run or expand"),
    }
}
