//! Hostile sizes: what the parser lets through does not overflow the stack of a later stage.

use array_fn_compiler::diagnostic::Errors;
use proc_macro2::TokenStream;

fn expand(body: &str) {
    let source = format!("pub fn f<N>(x: [f64; N], m: [f64; N, N]) -> [f64; N] {{ {body} }}");
    let tokens: TokenStream = source.parse().expect("the source lexes");
    let mut errors = Errors::default();
    array_fn_compiler::check_tokens(tokens.clone(), &mut errors);
    let messages: Vec<String> = errors.sorted().into_iter().map(|d| d.message()).collect();
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

/// What is used twice is read once, or the work doubles with each step.
#[test]
fn values_used_twice_pass_all_stages() {
    for step in ["a + a", "a * a", "a - a * a", "where(m[0] > a, a, a + a)"] {
        expand(&format!("let a = x; {} a", format!("let a = {step};").repeat(100)));
    }
    for step in ["k + k", "k * k", "k - k * k", "k % 3 + k % 5", "maximum(k, k * k)"] {
        let steps = format!("let k = {step};").repeat(100);
        expand(&format!("let k = 3 + N as i64; {steps} x * k as f64"));
        expand(&format!("from_fn(|i: N| {{ let k = i; {steps} x[i] * k as f64 }})"));
        expand(&format!("from_fn(|i: N| {{ let k = x[i] as i64; {steps} x[i] * k as f64 }})"));
    }
}

#[test]
fn long_closures_pass_all_stages() {
    for step in ["k + j", "k * j", "k + x[i] as i64 * j", "sum(x[..2]) as i64 + k"] {
        let steps = format!("let k = {step}; let j = j * 3 + k;").repeat(400);
        expand(&format!("from_fn(|i: N| {{ let k = i; let j = i * i; {steps} x[i] * k as f64 }})"));
    }
}
