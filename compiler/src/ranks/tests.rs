//! Functions that can run on ranks, functions that cannot, and what the plans of the former say.

use super::{Refusal, Why, check};
use crate::compile::{check_tokens, expand, schedule_function};
use crate::diagnostic::Errors;
use crate::plan::Across;

/// For each public function of a block, whether it can run on ranks along `E`.
fn outcomes(source: &str) -> Vec<Result<(), Refusal>> {
    let mut errors = Errors::default();
    let checked = check_tokens(source.parse().unwrap(), &mut errors);
    assert!(errors.is_empty(), "{source}: {}", errors.to_compile_errors());
    checked.functions.iter().map(|f| check(&f.instances[0].dag, "E")).collect()
}

fn why(source: &str) -> Why {
    let mut outcomes = outcomes(source);
    outcomes.pop().unwrap().unwrap_err().why
}

/// What the launches of each variant of the first function read across, in the order of the launches.
fn across(source: &str) -> Vec<Vec<Option<Across>>> {
    let mut errors = Errors::default();
    let checked = check_tokens(source.parse().unwrap(), &mut errors);
    assert!(errors.is_empty(), "{source}");
    let function = &checked.functions[0];
    let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
    assert_eq!(scheduled.refused, None);
    let of = |s: &crate::plan::Schedule| s.launches.iter().map(|l| l.across.clone()).collect();
    scheduled.variants.iter().map(|variant| of(&variant.fused)).collect()
}

#[test]
fn rows_that_depend_on_their_own_run_on_ranks() {
    let sources = [
        "pub fn f<E, N>(x: [f64; E, N]) -> [f64; E, N] { x - mean(x, axis=1, keepdims=true) }",
        "pub fn f<E, N>(x: [f64; 4, E, N], d: [f64; N, N]) -> [f64; 4, E, N] { einsum(\"ij,xej->xei\", d, x) }",
        "pub fn f<E>(x: [f64; E], at: [index<E>; E, 3]) -> [f64; E] { x[at].sum(axis=1) - 3.0 * x }",
        "pub fn f<E, N>(x: [f64; E, N], at: [index<E * N>; E, 4]) -> [f64; E, 4] { x.reshape(E * N)[at] }",
        "pub fn f<E>(x: [f64; E, 3], at: [index<E>; E]) -> [f64; 3, E] { x.T + (2.0 * x)[at].T }",
        "pub fn f<E, K>(x: [f64; E], w: [f64; K]) -> ([f64; E], f64) { (x * sum(w), sum(w)) }",
        "pub fn f<E>(x: &mut [f64; E], at: [index<E>; E], n: i64) { for t in 0..n { x = x[at]; } }",
        "pub fn f<E>(x: [f64; 6 * E], at: [index<6 * E>; E, 2]) -> [f64; E, 2] { x[at] }",
        "pub fn f<E>(x: [f64; E, 2, 3]) -> [f64; E, 6] { x.reshape(E, 6) }",
        "pub fn f<E>(x: [f64; E, 6]) -> [f64; E, 2, 3] { where(x > 0.0, x, 0.5).reshape(E, 2, 3) }",
    ];
    for source in sources {
        assert_eq!(outcomes(source), [Ok(())], "{source}");
    }
}

#[test]
fn other_rows_and_numbers_of_rows_do_not() {
    let other = |array: &str| Why::OtherRows(array.into());
    let cases = [
        ("pub fn f<E>(x: [f64; E]) -> [f64; E] { flip(x) }", other("x")),
        ("pub fn f<E>(x: [f64; E]) -> [f64; E] { roll(x, 1) }", other("x")),
        ("pub fn f<E>(x: [f64; E]) -> [f64; E] { x - x[0] }", other("x")),
        ("pub fn f<E>(x: [f64; E]) -> f64 { sum(x) }", Why::Combined),
        ("pub fn f<E>(x: [f64; E]) -> [f64; E] { x / mean(x) }", Why::Combined),
        ("pub fn f<E>(x: [f64; E]) -> [f64; E] { x * E }", Why::Number),
        ("pub fn f<E>(x: [f64; E]) -> [f64; E] { x + (arange(E) as f64) }", Why::Number),
        ("pub fn f<E>(x: [f64; E]) -> [f64; E] { sort(x) }", Why::Routine),
        ("pub fn f<E>(x: [f64; E, E]) -> [f64; E, E] { x.T }", Why::Shape),
        ("pub fn f<E>(x: [f64; E], at: [index<E>; E]) -> [f64; E] { x[E - 1 - at] }", Why::Number),
        (
            "pub fn f<E>(x: [f64; E, 2], y: [f64; 2 * E]) -> [f64; E] { x[.., 0] + y[E..] }",
            other("y"),
        ),
        ("pub fn f<E>(x: [f64; E, 6]) -> [f64; 2, 3 * E] { x.reshape(2, 3 * E) }", other("x")),
    ];
    for (source, expected) in cases {
        assert_eq!(why(source), expected, "{source}");
    }
}

#[test]
fn plans_tell_what_is_read_across() {
    let of = across(
        "#[ranks(E)] pub fn f<E, N>(q: [f64; 4, E, N], at: [index<E * N>; E, 4]) -> [f64; 4, E, 4]
        where N: 4 | 10 | _ { 2.0 * q.reshape(4, E * N)[.., at] }",
    );
    assert_eq!(of.len(), 3);
    for launches in of {
        let [Some(across)] = launches.as_slice() else { panic!("{launches:?}") };
        let [array] = across.arrays.as_slice() else { panic!("{across:?}") };
        assert_eq!([&array.outer, &array.inner].map(|size| size.to_string()), ["4", "1"]);
        assert!(["4", "10", "N"].contains(&array.per_row.to_string().as_str()));
    }
    // The intermediate array is read across as well, of which a position has nine neighbouring elements.
    let of = across(
        "#[ranks(E)] pub fn f<E, N>(q: [f64; E, N, 9], at: [index<E * N>; E, 2]) -> [f64; E, 2, 9] {
            #[materialize]
            let s = exp(q);
            s.reshape(E * N, 9)[at] + q.reshape(E * N, 9)[at]
        }",
    );
    let [None, Some(across)] = of[0].as_slice() else { panic!("{of:?}") };
    assert!(across.by_rows && across.arrays.len() == 2, "{across:?}");
    assert!(across.arrays.iter().all(|array| array.inner.to_string() == "9"), "{across:?}");
}

#[test]
fn positions_are_neighbours_in_memory() {
    let source = "#[ranks(E)] pub fn f<E>(x: [f64; 2, E], at: [index<2 * E>; E]) -> [f64; E] {
        x.T.reshape(2 * E)[at]
    }";
    let mut errors = Errors::default();
    let checked = check_tokens(source.parse().unwrap(), &mut errors);
    assert!(errors.is_empty(), "{}", errors.to_compile_errors());
    let function = &checked.functions[0];
    let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
    assert_eq!(scheduled.refused.as_deref(), Some("x"));
    let expansion = expand(source.parse().unwrap()).to_string();
    for part in [
        "compile_error",
        "`f` cannot run on several ranks: it reads rows of `x` across",
        "#[materialize]",
    ] {
        assert!(expansion.contains(part), "{part}");
    }
}

#[test]
fn kernels_that_read_across_run_for_some_rows_on_gpus() {
    let source = |source: &str| {
        let mut errors = Errors::default();
        let checked = check_tokens(source.parse().unwrap(), &mut errors);
        assert!(errors.is_empty(), "{source}");
        let function = &checked.functions[0];
        let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
        let rows = scheduled.kernels.iter().map(|kernel| kernel.some_rows).collect::<Vec<_>>();
        (rows, crate::emit::cuda::emit(&scheduled))
    };
    // The gather takes its first row; the sort of what is no row does not.
    let text = "#[ranks(E)] pub fn f<E, N>(x: [f64; E, N], at: [index<E>; E, 3], w: [f64; 9]) -> ([f64; E, N], [f64; 9])
        { (x[at].sum(axis=1), sort(w)) }";
    let (rows, cuda) = source(text);
    assert_eq!(rows.iter().filter(|some| **some).count(), 1, "{rows:?}");
    assert_eq!(cuda.source.matches("const long long from_row").count(), 1);
    assert!(cuda.source.contains("= from_row + "), "{}", cuda.source);
    assert!(cuda.names().contains("array_fn_pack") && cuda.names().contains("array_fn_unpack"));
    // Without the attribute, kernels are as they are.
    let (rows, cuda) = source(&text.replace("#[ranks(E)] ", ""));
    assert!(rows.iter().all(|some| !some));
    assert!(!cuda.source.contains("from_row") && !cuda.source.contains("array_fn_pack"));
    // A transposition has tiles, of which one side is rows.
    let (_, cuda) = source(
        "#[ranks(E)] pub fn f<E>(x: [f64; 40, E], z: [f64; 40, E], at: [index<E>; E]) -> [f64; E, 40]
        { x[.., at].T + z.T }",
    );
    assert!(cuda.source.contains("= from_row + first_row + r;"), "{}", cuda.source);
}
