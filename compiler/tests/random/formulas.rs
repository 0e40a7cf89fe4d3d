//! What becomes of formulas. That passes keep results is tested on random graphs; here is that they do simplify, and where
//! they must not.

use array_fn_compiler::check_tokens;
use array_fn_compiler::dag::NodeKind;
use array_fn_compiler::dag::dot::formula;
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::optimise::optimise;

/// The formula of a result, optimised.
fn simplified(result: &str, expression: &str) -> String {
    let source = format!(
        "pub fn f<M, N>(x: [f64; N], y: [f64; M], s: [f32; N], k: [i64; N], h: [i32; N], n: [u8; N], b: [bool; N]) -> [{result}; N] {{
            {expression}
        }}"
    );
    let mut errors = Errors::default();
    let checked = check_tokens(source.parse().unwrap(), &mut errors);
    assert!(errors.is_empty(), "{}", errors.render(&source, "source"));
    let dag = optimise(&checked.functions[0].instances[0].dag);
    let NodeKind::Compute(body) = dag.node(dag.outputs[0].node).kind else {
        panic!("`{expression}` is no formula")
    };
    formula(&dag, body)
}

#[test]
fn formulas_are_simplified() {
    let mut wrong = Vec::new();
    for (result, expression, expected) in [
        ("bool", "from_fn(|i: N| ~(k[i] == 3))", "(k[i0] != 3)"),
        ("bool", "from_fn(|i: N| ~(k[i] != 3))", "(k[i0] == 3)"),
        ("bool", "from_fn(|i: N| ~(k[i] < 3))", "(k[i0] >= 3)"),
        ("bool", "from_fn(|i: N| ~(k[i] <= 3))", "(k[i0] > 3)"),
        ("bool", "from_fn(|i: N| ~(k[i] > 3))", "(k[i0] <= 3)"),
        ("bool", "from_fn(|i: N| ~(k[i] >= 3))", "(k[i0] < 3)"),
        ("bool", "from_fn(|i: N| ~(x[i] == 3))", "(x[i0] != 3.0)"),
        ("bool", "from_fn(|i: N| ~(x[i] < 3))", "!(x[i0] < 3.0)"),
        ("bool", "from_fn(|i: N| ~(x[i] >= 3))", "!(x[i0] >= 3.0)"),
        ("bool", "from_fn(|i: N| ~~b[i])", "b[i0]"),
        ("bool", "isnan(k)", "false"),
        ("bool", "isfinite(k)", "true"),
        ("bool", "b & true", "b[i0]"),
        ("bool", "b | true", "true"),
        ("bool", "b ^ false", "b[i0]"),
        ("bool", "b & b", "b[i0]"),
        ("bool", "k <= k", "true"),
        ("bool", "k < k", "false"),
        ("bool", "x <= x", "(x[i0] <= x[i0])"),
        ("bool", "from_fn(|i: N| i < N)", "true"),
        ("bool", "from_fn(|i: N| i >= N)", "false"),
        ("bool", "from_fn(|i: N| N > i)", "true"),
        ("bool", "from_fn(|i: N| N <= i)", "false"),
        ("bool", "from_fn(|i: N| i == N)", "false"),
        ("bool", "from_fn(|i: N| i != i + 1)", "true"),
        ("bool", "from_fn(|i: N| i < M)", "(i0 < (M))"),
        ("f64", "from_fn(|i: N| -(-x[i]))", "x[i0]"),
        ("f64", "from_fn(|i: N| abs(-x[i]))", "abs(x[i0])"),
        ("f64", "x * 1", "x[i0]"),
        ("f64", "1 * x", "x[i0]"),
        ("f64", "x / 1", "x[i0]"),
        ("f64", "x + 0", "(x[i0] + 0.0)"),
        ("f64", "x - 0", "x[i0]"),
        ("f64", "x + -0.0", "x[i0]"),
        ("f64", "x - x", "(x[i0] - x[i0])"),
        ("f64", "x * 0", "(x[i0] * 0.0)"),
        ("i64", "k * 1", "k[i0]"),
        ("i64", "k * 0", "0"),
        ("i64", "k - k", "0"),
        ("i64", "floor_div(k, 1)", "k[i0]"),
        ("i64", "k % 1", "0"),
        ("i64", "k & k", "k[i0]"),
        ("i64", "minimum(k, k)", "k[i0]"),
        ("i64", "from_fn(|i: N| minimum(i, N))", "i0"),
        ("i64", "from_fn(|i: N| maximum(i, N))", "(N)"),
        ("i64", "from_fn(|i: N| minimum(N, i))", "i0"),
        ("i64", "from_fn(|i: N| maximum(N, i))", "(N)"),
        ("i64", "from_fn(|i: N| (i + 3 * N) % N)", "i0"),
        ("i64", "from_fn(|i: N| i * M - M * i + M)", "(M)"),
        ("i64", "from_fn(|i: N| (h[i] as i64) as i32 as i64)", "i64(h[i0])"),
        ("u8", "from_fn(|i: N| n[i] as i32 as u8)", "n[i0]"),
        ("u8", "n * 0", "0"),
        ("f32", "from_fn(|i: N| s[i] as f64 as f32)", "f32(f64(s[i0]))"),
        ("i32", "from_fn(|i: N| (h[i] as f64) as i32)", "h[i0]"),
        ("i32", "from_fn(|i: N| (h[i] as f32) as i32)", "i32(f32(h[i0]))"),
        ("i32", "from_fn(|i: N| (h[i] as u8) as i32)", "i32(u8(h[i0]))"),
    ] {
        let found = simplified(result, expression);
        if found != expected {
            wrong.push(format!("`{expression}`: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
