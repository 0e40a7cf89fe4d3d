//! Hostile sizes: what the parser lets through does not overflow the stack of a later stage.

use array_fn_compiler::diagnostic::Errors;
use proc_macro2::TokenStream;

fn expand(body: &str) {
    let source = format!("pub fn f<N>(x: [f64; N], m: [f64; N, N]) -> [f64; N] {{ {body} }}");
    let tokens: TokenStream = source.parse().expect("the source lexes");
    let mut errors = Errors::default();
    array_fn_compiler::check_tokens(tokens.clone(), &mut errors);
    let messages: Vec<String> = errors.sorted().into_iter().map(|d| d.message).collect();
    assert!(messages.is_empty(), "{messages:?}");
    assert!(!array_fn_compiler::expand(tokens).is_empty());
}

#[test]
fn expressions_at_the_limit_pass_all_stages() {
    expand(&format!("x{}", " + x".repeat(190)));
    expand(&format!("x{}", ".abs()".repeat(190)));
    expand(&format!("{}x", "-".repeat(75)));
    expand(&format!("x{}", " ** x".repeat(75)));
    expand(&format!("{}x{}", "sqrt(".repeat(75), ")".repeat(75)));
    expand(&format!("{}x{}", "(".repeat(75), " + x)".repeat(75)));
    expand(&format!("{}x{}", "{".repeat(75), "}".repeat(75)));
    expand(&format!("x{}", "[..]".repeat(190)));
    expand(&format!("x{}", " as f32 as f64".repeat(90)));
    expand(&format!("{}x{}", "m @ (".repeat(20), ")".repeat(20)));
}

#[test]
fn long_programs_pass_all_stages() {
    expand(&format!("let a = x; {} a", "let a = a * 0.5 + x;".repeat(500)));
    expand("let a = x; for s in 0..300 { a = a * 0.5 + s; } a");
}
