//! Compile time grows with the program, not faster.

use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::{check_tokens, program};
use proc_macro2::TokenStream;
use std::time::Instant;

/// `count` operations that each need the one before.
pub fn chain(count: usize) -> String {
    let steps: String =
        (0..count).map(|k| format!("let a = {};", ["a * y", "a + x", "sqrt(a)"][k % 3])).collect();
    format!("pub fn f<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {{ let a = x; {steps} a }}")
}

/// `count` operations in a tree.
pub fn wide(count: usize) -> String {
    let mut lets = String::new();
    let mut names: Vec<String> = Vec::new();
    for k in 0..count / 2 {
        lets += &format!("let v{k} = x * {k};");
        names.push(format!("v{k}"));
    }
    let mut level = 0;
    while names.len() > 1 {
        let mut next = Vec::new();
        for (k, pair) in names.chunks(2).enumerate() {
            match pair {
                [a, b] => {
                    lets += &format!("let s{level}_{k} = {a} + {b};");
                    next.push(format!("s{level}_{k}"));
                }
                _ => next.push(pair[0].clone()),
            }
        }
        names = next;
        level += 1;
    }
    format!("pub fn f<N>(x: [f64; N]) -> [f64; N] {{ {lets} {} }}", names[0])
}

/// `count` operations, each pair of which is needed twice by the next.
pub fn diamond(count: usize) -> String {
    let steps: String = (0..count / 3)
        .map(|k| format!("let b{k} = a + x; let c{k} = a * y; let a = b{k} - c{k};"))
        .collect();
    format!("pub fn f<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {{ let a = x; {steps} a }}")
}

#[test]
fn times() {
    for (name, make) in
        [("chain", chain as fn(usize) -> String), ("wide", wide), ("diamond", diamond)]
    {
        for count in [500, 1000, 2000, 4000] {
            let tokens: TokenStream = make(count).parse().unwrap();
            let t = Instant::now();
            let mut errors = Errors::default();
            let checked = check_tokens(tokens.clone(), &mut errors);
            assert!(errors.is_empty());
            let check = t.elapsed();
            let t = Instant::now();
            let dag = array_fn_compiler::optimise::optimise(&checked.functions[0].instances[0].dag);
            let opt = t.elapsed();
            let t = Instant::now();
            let program =
                program(&checked.block, &checked.functions[0], &checked.functions[0].instances[0]);
            let prog = t.elapsed();
            let t = Instant::now();
            let cuda = array_fn_compiler::emit::cuda::emit(&program);
            let cu = t.elapsed();
            let t = Instant::now();
            let expansion = array_fn_compiler::expand(tokens);
            let all = t.elapsed();
            println!(
                "{name} {count}: check {check:?} optimise {opt:?} ({} nodes) program {prog:?} ({} kernels) cuda {cu:?} ({}) all {all:?} {}",
                dag.node_count(),
                program.kernels.len(),
                cuda.source.len(),
                expansion.into_iter().count()
            );
        }
    }
}
