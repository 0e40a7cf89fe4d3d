//! The reference interpreter as an executor: the text of a case, compiled by the library.

use crate::data::Call;
use array_fn_compiler::check::{CheckedFunction, check_block};
use array_fn_compiler::dag::interpret::{Tensor, infer_dims, interpret};
use array_fn_compiler::dag::{Dag, dot::dot};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::{optimise, parse};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::HashMap;

/// All public functions of a Rust source's `array_fn!` blocks, by name.
pub fn functions(source: &str) -> HashMap<String, CheckedFunction> {
    let tokens: TokenStream = source.parse().expect("the source lexes");
    let mut functions = HashMap::new();
    let mut previous = [String::new(), String::new()];
    for tree in tokens {
        if let TokenTree::Group(group) = &tree
            && group.delimiter() == Delimiter::Brace
            && previous == ["array_fn", "!"]
        {
            functions.extend(compile(group.stream()).into_iter().map(|f| (f.name.clone(), f)));
        }
        let [_, last] = previous;
        previous = [last, tree.to_string()];
    }
    functions
}

fn compile(block: TokenStream) -> Vec<CheckedFunction> {
    let mut errors = Errors::default();
    let block = parse::parse_block(block, &mut errors);
    let checked = check_block(&block, &mut errors);
    let message = |e: &array_fn_compiler::diagnostic::Diagnostic| {
        format!("line {}: {}", e.span.start.start().line, e.message())
    };
    let messages: Vec<String> = errors.sorted().iter().map(message).collect();
    assert!(messages.is_empty(), "{}", messages.join("\n\n"));
    checked
}

/// How far a function is compiled before the interpreter runs it.
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    Checked,
    Optimised,
    /// Specialised for the variant that the call takes, then optimised.
    Specialised,
}

/// Runs a call: results, then updated parameters.
pub fn run(function: &CheckedFunction, stage: Stage, call: &Call) -> Result<Vec<Tensor>, String> {
    let dag = &function.instances[0].dag;
    let args: Vec<Tensor> = call.args.iter().map(|a| a.tensor().clone()).collect();
    let explicit: Vec<(&str, i64)> = call.dims.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    let dims = infer_dims(dag, &args, &explicit)?;
    let fits = |pins: &&Vec<(String, i64)>| pins.iter().all(|(d, n)| dims.get(d) == Some(n));
    let pins = function.pins.iter().find(fits).ok_or("no variant for these dimensions")?;
    let dag: Dag = match stage {
        Stage::Checked => dag.clone(),
        Stage::Optimised => optimise::optimise(dag),
        Stage::Specialised => optimise::optimise(&optimise::specialise(dag, pins)),
    };
    match interpret(&dag, &|name| dims.get(name).copied(), &args) {
        Ok(outcome) => {
            Ok(outcome.results.into_iter().chain(outcome.params.into_values()).collect())
        }
        Err(e) if e.contains("internal error") => panic!("{}: {e}\n{}", call.function, dot(&dag)),
        Err(e) => Err(e),
    }
}
