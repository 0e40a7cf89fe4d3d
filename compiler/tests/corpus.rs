//! Random programs on the interpreters, against NumPy: the DAG after each stage, and the kernels of every
//! schedule. No code is generated. `ARRAY_FN_PROGRAMS` names a folder with other programs than the stored ones
//! (`tools/fuzz-programs.sh` makes them).

#[path = "../../conformance/tests/values/data.rs"]
#[allow(dead_code, reason = "executors need more of it")]
mod data;
#[path = "../../conformance/tests/values/interpreter.rs"]
#[allow(dead_code, reason = "programs are compiled one block at a time here")]
mod interpreter;

use array_fn_compiler::check::{CheckedFunction, Instance};
use array_fn_compiler::dag::Size;
use array_fn_compiler::dag::interpret::{Tensor, infer_dims};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::emit::host::{self, HostFunction};
use array_fn_compiler::emit::{self, cpu, explain, features, shadow, surroundings, unused};
use array_fn_compiler::hash::Multiply;
use array_fn_compiler::parse::ast::{
    Block, Element, Expr, ExprKind, Field, Param, Pattern, Record, RecordExpr, Stmt, Type,
};
use array_fn_compiler::plan::{Compiled, ContractionAxis, Dim, Schedule};
use array_fn_compiler::records::Records;
use array_fn_compiler::schedule::interpret::{Call, interpret as run_schedule};
use array_fn_compiler::schedule::scheduled::Scheduled;
use array_fn_compiler::{Checked, check_tokens, expand, schedule_function};
use interpreter::Stage;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::HashMap;
use std::hash::Hasher;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The texts between the braces of a generated file's blocks.
fn blocks(source: &str) -> Vec<&str> {
    let starts = source.split("array_fn::array_fn! {\n").skip(1);
    starts.map(|text| text.split("\n}\n").next().expect("a split has a first part")).collect()
}

/// Runs the kernels of each schedule that the call can take.
fn run_schedules(
    instance: &Instance,
    scheduled: &Scheduled,
    call: &data::Call,
) -> Result<(), String> {
    let dag = &instance.dag;
    let args: Vec<Tensor> = call.args.iter().map(|a| a.tensor().clone()).collect();
    let explicit: Vec<(&str, i64)> = call.dims.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    let dims = infer_dims(dag, &args, &explicit)?;
    let results: Vec<_> = instance.results.iter().map(|r| (r.dtype, r.shape.clone())).collect();
    let dims = |name: &str| dims.get(name).copied();
    let inputs = Call { dims: &dims, params: &dag.inputs, args: &args, results: &results };
    let fits = |pins: &[(Dim, i64)]| pins.iter().all(|(d, n)| dims(&d.0) == Some(*n));
    let fused = scheduled.variants.iter().filter(|v| fits(&v.pins)).map(|v| ("fused", &v.fused));
    let unfused = scheduled.unfused.iter().map(|s| ("unfused", s));
    let schedules = fused.chain(unfused);
    for (name, schedule) in schedules.take(if is_long(call) { 1 } else { usize::MAX }) {
        for order in &[0, usize::MAX][usize::from(is_long(call))..] {
            let mut pick = |n: usize| (*order).min(n - 1);
            let outcome = run_schedule(schedule, &scheduled.kernels, &inputs, &mut pick);
            let values =
                outcome.map(|o| o.results.into_iter().chain(o.params.into_values()).collect());
            call.judge(values).map_err(|e| format!("kernels, {name}: {e}"))?;
        }
    }
    Ok(())
}

fn check(
    checked: &Checked,
    function: &CheckedFunction,
    calls: &[&data::Call],
) -> Result<(), String> {
    for (k, call) in calls.iter().enumerate() {
        let stages = [Stage::Checked, Stage::Optimised, Stage::Specialised];
        for stage in &stages[if is_long(call) { 2 } else { 0 }..] {
            let judged = call.judge(interpreter::run(function, *stage, call));
            judged.map_err(|e| format!("call {k}, {stage:?}: {e}"))?;
        }
    }
    let instance = &function.instances[0];
    let scheduled = schedule_function(&checked.block, function, instance);
    // What a call refuses for its shapes, sizes and index arrays never comes to its kernels.
    let refused = |call: &data::Call| matches!(&call.expected, data::Expected::Error(e) if !e.contains("position"));
    for (k, call) in calls.iter().enumerate().filter(|(_, call)| !refused(call)) {
        run_schedules(instance, &scheduled, call).map_err(|e| format!("call {k}, {e}"))?;
    }
    Ok(())
}

/// What is wrong in a block, each with its function's name, and the number of its functions.
fn check_block(text: &str, calls: &HashMap<&str, Vec<&data::Call>>) -> (Vec<String>, usize) {
    let tokens: TokenStream = text.parse().expect("the source lexes");
    let mut errors = Errors::default();
    let checked = check_tokens(tokens, &mut errors);
    if !errors.is_empty() {
        return (vec![format!("rejected: {}\n{text}", errors.render(text, "source"))], 0);
    }
    let mut wrong = Vec::new();
    let public = checked.functions.iter().filter(|f| calls.contains_key(&*f.name));
    for function in public.clone() {
        let calls = &calls[&*function.name];
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&checked, function, calls)));
        let outcome = outcome.unwrap_or_else(|_| Err("panicked".to_string()));
        if let Err(e) = outcome {
            wrong.push(format!("{}: {e}", function.name));
        }
    }
    (wrong, public.count())
}

fn stored_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../conformance/tests/corpus/stored")
}

/// A schedule for readers: a line for each launch with what it costs, one for the temporaries.
fn plan(schedule: &Schedule, scheduled: &Scheduled) -> String {
    let mut text = String::new();
    for (k, launch) in schedule.launches.iter().enumerate() {
        let list =
            |sizes: &[Size]| sizes.iter().map(Size::to_string).collect::<Vec<_>>().join(", ");
        let cost = &launch.cost;
        let mut facts = vec![format!("{} bytes", cost.bytes), format!("{} operations", cost.ops)];
        for (size, what) in [
            (&cost.gathered, "bytes gathered"),
            (&cost.divisions, "divisions"),
            (&cost.exponentials, "exponentials"),
            (&cost.transcendentals, "transcendentals"),
            (&cost.strided, "strided"),
        ] {
            if size.as_constant() != Some(0) {
                facts.push(format!("{size} {what}"));
            }
        }
        let local = scheduled.kernels[launch.kernel.0].local_bytes();
        if local > 0 {
            facts.push(format!("{local} bytes of local arrays"));
        }
        if !launch.after.is_empty() {
            facts.push(format!("after {:?}", launch.after.iter().map(|a| a.0).collect::<Vec<_>>()));
        }
        if let Some(strip) = &launch.strip {
            facts.push(format!("strip {} of {} by {}", strip.number.0, strip.rows, strip.step));
        }
        if let Some(contraction) = &launch.contraction {
            let axis = |a: &ContractionAxis| format!("{:?} {}", a.role, a.extent);
            let axes: Vec<_> = contraction.axes.iter().map(axis).collect();
            facts.push(format!("product of {}", axes.join(", ")));
        }
        let (name, extents) = (&launch.name, list(&launch.extents));
        text += &format!("    {k} {name} over [{extents}]: {}\n", facts.join("; "));
    }
    for temp in &schedule.temps {
        text +=
            &format!("    slot {}: {}, {} of {}\n", temp.slot.0, temp.name, temp.dtype, temp.len);
    }
    text
}

/// A number that stands for a text, the same on all machines.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = Multiply::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// All that the macro leaves of a block, as [`expand`] puts it together. Its statics, by far the most of it, remain
/// text: a lexer of a megabyte for each file of functions would take most of the time.
fn code(tokens: TokenStream) -> String {
    let mut errors = Errors::default();
    let Checked { block, functions } = check_tokens(tokens.clone(), &mut errors);
    if !errors.is_empty() || !block.records.is_empty() {
        return expand(tokens).to_string();
    }
    let records = Records::new(&block);
    let bodies = explain::bodies(&block);
    let mut code = String::new();
    for function in &functions {
        let ast = &block.fns[function.index];
        let mut instances = Vec::new();
        for instance in &function.instances {
            let scheduled = schedule_function(&block, function, instance);
            let cuda = emit::cuda::emit(&scheduled);
            let mut instance =
                host::instance(function, instance, scheduled, cuda, Compiled::default());
            code += &std::mem::take(&mut instance.statics);
            instances.push(instance);
        }
        let lines = function.instances.iter().flat_map(|i| explain::lines(&i.dag)).collect();
        let host = HostFunction {
            function: ast,
            vis: &ast.vis,
            records: &records,
            explicit_dims: &function.explicit_dims,
            unfused: block.unfused || ast.unfused,
            instances,
            source: explain::source(&block, ast, &bodies, &lines),
            streamed: TokenStream::new(),
            beside: TokenStream::new(),
        };
        code += &host::emit(&host).to_string();
    }
    for tokens in [
        surroundings::unreachable(&block),
        features::required(&block),
        shadow::shadow(&block),
        unused::unused(&block),
    ] {
        code += &tokens.to_string();
    }
    code
}

/// What becomes of a block: the schedules of each program, and fingerprints of its emitted code: of its kernels, and
/// of all that the macro leaves.
fn plans(text: &str) -> String {
    let tokens: TokenStream = text.parse().expect("the source lexes");
    let mut errors = Errors::default();
    let checked = check_tokens(tokens.clone(), &mut errors);
    let code = fingerprint(&code(tokens));
    let mut out = String::new();
    for function in &checked.functions {
        let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
        let kernels = scheduled.kernels.iter().enumerate();
        let cpu: Vec<_> = kernels.map(|(k, kernel)| cpu::emit(kernel, &format!("k{k}"))).collect();
        let cuda = fingerprint(&emit::cuda::emit(&scheduled).source);
        let (name, cpu) = (&scheduled.name, fingerprint(&cpu.join("\n")));
        out += &format!("{name}: cpu {cpu:016x}, cuda {cuda:016x}, all {code:016x}\n");
        for variant in &scheduled.variants {
            let pins: Vec<_> = variant.pins.iter().map(|(d, n)| format!(" {d} = {n}")).collect();
            let few = if variant.few.is_empty() { "" } else { ", few rows" };
            out += &format!("  fused{}{few}\n{}", pins.concat(), plan(&variant.fused, &scheduled));
        }
    }
    out
}

/// The block with parameters of each public function in a record, and its results in another.
fn with_records(block: &Block) -> Block {
    let mut block = block.clone();
    let declared: Vec<String> = block.fns.iter().map(|f| f.name.to_string()).collect();
    for (function, name) in block.fns.iter_mut().zip(declared).filter(|(f, _)| f.is_public()) {
        let ident = |text: String| proc_macro2::Ident::new(&text, function.name.span());
        let span = function.span;
        let record = |name: &proc_macro2::Ident, fields: Vec<(proc_macro2::Ident, Type)>| {
            let mut used = Vec::new();
            fields.iter().for_each(|(_, ty)| type_names(ty, &mut used));
            let is_used = |name: &proc_macro2::Ident| used.contains(&name.to_string());
            let dims: Vec<_> = function.dims.iter().filter(|d| is_used(d)).cloned().collect();
            let dtypes = function.dtypes.iter().filter(|d| is_used(&d.name)).cloned();
            let dtypes: Vec<_> = dtypes.collect();
            let generics = dims.iter().cloned().chain(dtypes.iter().map(|d| d.name.clone()));
            Record {
                attrs: TokenStream::new(),
                vis: function.vis.clone(),
                name: name.clone(),
                generics: generics.collect(),
                dims,
                dtypes,
                fields: fields
                    .into_iter()
                    .map(|(name, ty)| Field { attrs: TokenStream::new(), name, ty })
                    .collect(),
                span,
                home: 0,
                elsewhere: None,
            }
        };
        let of = |name: &proc_macro2::Ident| Type {
            element: Element::Record { name: name.clone(), args: None },
            shape: None,
            span,
        };
        let taken = function.params.iter().take_while(|p| !p.mutable).count();
        let given = ident(format!("Given_{name}"));
        let fields = function.params[..taken].iter().map(|p| (p.name.clone(), p.ty.clone()));
        let given_record = record(&given, fields.collect());
        let returned = ident(format!("Returned_{name}"));
        let results = function.results.iter().enumerate();
        let results: Vec<_> = results.map(|(k, ty)| (ident(format!("r{k}")), ty.clone())).collect();
        let returned_record = record(&returned, results.clone());
        let (parameter, given_type, returned_type) =
            (ident("parameter_of_fields".to_string()), of(&given), of(&returned));
        if taken > 0 {
            let pattern = Pattern::Record {
                name: given,
                fields: function.params[..taken]
                    .iter()
                    .map(|p| (p.name.clone(), p.name.clone()))
                    .collect(),
                rest: false,
                span,
            };
            let value = Expr { kind: ExprKind::Name(parameter.clone()), span };
            let stmt = Stmt::Let { attributes: Vec::new(), pattern, ty: None, value };
            function.body.stmts.insert(0, stmt);
            let param = Param { name: parameter, mutable: false, ty: given_type };
            function.params.splice(..taken, [param]);
            block.records.push(given_record);
        }
        let parts = match function.body.tail.as_ref().map(|tail| &tail.kind) {
            Some(ExprKind::Tuple(parts)) if function.results_tuple => parts.clone(),
            Some(_) if !function.results_tuple => function.body.tail.iter().cloned().collect(),
            _ => Vec::new(),
        };
        if !results.is_empty() && parts.len() == results.len() {
            let fields = results.into_iter().map(|(name, _)| name).zip(parts).collect();
            let record = RecordExpr { name: returned, fields, base: None };
            let kind = ExprKind::Record(Box::new(record));
            function.body.tail = Some(Expr { kind, span });
            function.results = vec![returned_type];
            function.results_tuple = false;
            block.records.push(returned_record);
        }
    }
    block
}

/// The names in a type.
fn type_names(ty: &Type, names: &mut Vec<String>) {
    fn of_size(size: &Expr, names: &mut Vec<String>) {
        match &size.kind {
            ExprKind::Name(name) => names.push(name.to_string()),
            ExprKind::Unary(_, a) => of_size(a, names),
            ExprKind::Binary(_, _, a, b) => [a, b].into_iter().for_each(|e| of_size(e, names)),
            ExprKind::Call { args, .. } => args.iter().for_each(|a| of_size(&a.value, names)),
            _ => {}
        }
    }
    match &ty.element {
        Element::Dtype(name) => names.push(name.to_string()),
        Element::Index(bound) => of_size(bound, names),
        Element::Record { .. } | Element::Function(_) => {}
    }
    ty.shape.iter().flatten().for_each(|size| of_size(size, names));
}

/// What becomes of the functions of a block, or the errors: kernels, launches, and where dimensions come from.
fn emitted(block: &Block) -> Result<Vec<String>, String> {
    let mut errors = Errors::default();
    let functions = array_fn_compiler::check::check_block(block, &mut errors);
    if let Some(first) = errors.sorted().first() {
        return Err(first.message());
    }
    let emitted = functions.iter().map(|function| {
        let scheduled = schedule_function(block, function, &function.instances[0]);
        let kernels = scheduled.kernels.iter().enumerate();
        let cpu: Vec<_> = kernels.map(|(k, kernel)| cpu::emit(kernel, &format!("k{k}"))).collect();
        let cuda = emit::cuda::emit(&scheduled).source;
        let plans = scheduled.variants.iter().map(|variant| plan(&variant.fused, &scheduled));
        let dims = format!("{:?} {:?}", function.dim_sources, function.explicit_dims);
        format!("{}\n{dims}\n{}{cuda}{}", scheduled.name, plans.collect::<String>(), cpu.concat())
    });
    Ok(emitted.collect())
}

/// A fingerprint of what the macro leaves of each block of a Rust source.
fn expansions(path: &Path) -> String {
    let name = path.iter().rev().take(2).collect::<PathBuf>();
    let name: PathBuf = name.iter().rev().collect();
    let source = std::fs::read_to_string(path).unwrap();
    let tokens: TokenStream = source.parse().expect("the source lexes");
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = String::new();
    for window in tokens.windows(3) {
        if let [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Group(block)] = window
            && name == "array_fn"
        {
            out += &format!(" {:016x}", fingerprint(&code(block.stream())));
        }
    }
    format!("{}:{out}\n", name.display())
}

/// The results for all items, which several threads compute.
fn in_parallel<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut results = Vec::new();
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(k) else { return results };
            results.push((k, f(item)));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|w| w.join().expect("a worker panicked")).collect()
    });
    results.sort_by_key(|(k, _)| *k);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Whether interpreters, which take a microsecond for each element, run only some of their ways.
fn is_long(call: &data::Call) -> bool {
    call.args.iter().any(|a| a.tensor().len() > 3000)
}

/// Compares with a stored file, which `BLESS=1` writes anew. A line that begins without a space has a name.
fn assert_stored(file: &str, actual: &str) {
    let path = stored_folder().join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let mut lines = actual.lines().zip(expected.lines()).enumerate();
    if let Some((k, (a, b))) = lines.find(|(_, (a, b))| a != b) {
        let named = actual.lines().take(k + 1).filter(|l| !l.starts_with(' ')).last();
        let named = named.unwrap_or_default();
        panic!("{file}, line {}, {named}:\n  now    {a}\n  stored {b}\nBLESS=1 stores it", k + 1);
    }
    assert_eq!(actual.lines().count(), expected.lines().count(), "lines of {file}");
}

/// Plans and code of the stored programs are pinned: a change that was not meant to change them shows here. What was
/// meant to is written anew, with `BLESS=1`, and looked at; the values are tested by others.
#[test]
fn plans_are_the_stored_ones() {
    let source = std::fs::read_to_string(stored_folder().join("programs.in")).unwrap();
    assert_stored("plans.txt", &in_parallel(&blocks(&source), |text| plans(text)).concat());
}

/// The same for all that the macro leaves of the blocks of value tests, and of those with errors and warnings.
#[test]
fn expansions_are_the_stored_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["conformance/tests/values/cases", "ui-tests/tests/ui", "ui-tests/tests/warnings"]
    {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|e| e == "rs")));
    }
    files.push(root.join("ui-tests/tests/shadow.rs"));
    files.sort();
    assert_stored("expansions.txt", &in_parallel(&files, |path| expansions(path)).concat());
}

/// Records are names: with parameters and results in records, each program is the same kernels, launched in the same way.
#[test]
fn programs_with_records_are_those_without() {
    let source = std::fs::read_to_string(stored_folder().join("programs.in")).unwrap();
    let differing = in_parallel(&blocks(&source), |text| {
        let mut errors = Errors::default();
        let Checked { block, .. } = check_tokens(text.parse().unwrap(), &mut errors);
        let (plain, records) = (emitted(&block), emitted(&with_records(&block)));
        let (plain, records) = match (plain, records) {
            (Ok(plain), Ok(records)) if plain.len() == records.len() => (plain, records),
            (Ok(_), Ok(_)) => return vec!["another number of functions".to_string()],
            (_, Err(error)) | (Err(error), _) => return vec![error],
        };
        let pairs = plain.into_iter().zip(records).filter(|(a, b)| a != b);
        let differs = |(a, b): (String, String)| {
            let line = a.lines().zip(b.lines()).find(|(a, b)| a != b);
            format!("{}: {line:?}", a.lines().next().unwrap_or_default())
        };
        pairs.map(differs).collect()
    });
    let differing = differing.concat();
    let first = differing.first().map_or("", String::as_str);
    assert!(differing.is_empty(), "{} differ, the first:\n{first}", differing.len());
}

#[test]
fn interpreters_agree_with_numpy() {
    let stored = stored_folder();
    let folder = std::env::var_os("ARRAY_FN_PROGRAMS").map_or(stored, PathBuf::from);
    let source = std::fs::read_to_string(folder.join("programs.in")).unwrap();
    let stored = data::read(&std::fs::read(folder.join("programs.bin")).unwrap());
    let mut calls: HashMap<&str, Vec<&data::Call>> = HashMap::new();
    for call in &stored {
        calls.entry(&call.function).or_default().push(call);
    }
    let (wrong, counts): (Vec<_>, Vec<_>) =
        in_parallel(&blocks(&source), |text| check_block(text, &calls)).into_iter().unzip();
    let (wrong, count) = (wrong.concat(), counts.into_iter().sum::<usize>());
    println!("interpreters: {count} programs, {} calls, {} wrong", stored.len(), wrong.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(count, calls.len(), "every program has run");
}
