//! The reference interpreter as an executor: the text of a case, compiled by the library.

use crate::data::Call;
use array_fn_compiler::check::{self, Checked};
use array_fn_compiler::dag::interpret::{Tensor, infer_dims, interpret};
use array_fn_compiler::dag::{Dag, dot::dot};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::parse;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::HashMap;

/// The DAGs of all public functions of a Rust source's `array_fn!` blocks.
pub fn dags(source: &str) -> HashMap<String, Dag> {
    let tokens: TokenStream = source.parse().expect("the source lexes");
    let mut dags = HashMap::new();
    let mut previous = [None, None];
    for tree in tokens {
        if let TokenTree::Group(group) = &tree
            && group.delimiter() == Delimiter::Brace
            && previous == [Some("array_fn".to_string()), Some("!".to_string())]
        {
            for function in compile(group.stream()) {
                dags.insert(function.dag.name.clone(), function.dag);
            }
        }
        previous = [previous[1].take(), Some(tree.to_string())];
    }
    dags
}

fn compile(block: TokenStream) -> Vec<Checked> {
    let mut errors = Errors::default();
    let block = parse::parse_block(block, &mut errors);
    let checked = check::check(&block, &mut errors);
    let messages: Vec<String> = errors
        .sorted()
        .iter()
        .map(|e| format!("line {}: {}", e.span.start.start().line, e.message))
        .collect();
    assert!(messages.is_empty(), "{}", messages.join("\n\n"));
    checked
}

/// Runs a call: results, then updated parameters.
pub fn run(dag: &Dag, call: &Call) -> Result<Vec<Tensor>, String> {
    let args: Vec<Tensor> = call.args.iter().map(|a| a.tensor().clone()).collect();
    let explicit: Vec<(&str, i64)> = call.dims.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    let dims = infer_dims(dag, &args, &explicit)?;
    match interpret(dag, &|name| dims.get(name).copied(), &args) {
        Ok(outcome) => Ok(outcome.results.into_iter().chain(outcome.params.into_values()).collect()),
        Err(e) if e.contains("internal error") => panic!("{}: {e}\n{}", call.function, dot(dag)),
        Err(e) => Err(e),
    }
}
