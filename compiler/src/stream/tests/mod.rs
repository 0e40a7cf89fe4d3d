//! Streamed functions against the whole function, in the reference interpreter.

mod composed;
mod random;
mod run;
mod updates;

use self::run::{Run, streamed};
use crate::check::CheckedFunction;
use crate::compile::check_tokens;
use crate::dag::interpret::{Tensor, interpret};
use crate::dag::{DType, Dag, ParamKind, Size};
use crate::diagnostic::Errors;
use crate::plan::{Pass, Source, TileInput};
use crate::stream::Streamed;
use std::collections::HashMap;

fn functions(text: &str) -> Vec<CheckedFunction> {
    let mut errors = Errors::default();
    let checked = check_tokens(text.parse().unwrap(), &mut errors);
    assert!(errors.is_empty(), "{}", errors.to_compile_errors());
    checked.functions
}

/// Compares a function in one piece with the same function in tiles of several sizes. The elements of arrays are small
/// integers, so that sums are exact. Returns the number of passes over them.
fn same(text: &str, cut: &[&str], dims: &[(&str, i64)]) -> usize {
    let passes = same_in(text, cut, dims, &[1, 2, 3, 5, 100], &[1, 4, 100]);
    passes.unwrap_or_else(|| panic!("{:?}", streamed(&functions(text)[0], cut).unwrap_err()))
}

/// The same for tiles of some sizes along the first cut, and along others. `None` if the function cannot be cut.
fn same_in(
    text: &str,
    cut: &[&str],
    dims: &[(&str, i64)],
    first: &[i64],
    others: &[i64],
) -> Option<usize> {
    let functions = functions(text);
    let function = &functions[0];
    let streamed = streamed(function, cut).ok()?;
    let dims: HashMap<String, i64> = dims.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    let dag = &function.instances[0].dag;
    let size = |size: &Size| size.evaluate(&|name| dims.get(name).copied()).unwrap();
    let mut state = 12345u64;
    let params: Vec<Tensor> = dag
        .inputs
        .iter()
        .map(|input| {
            let shape: Vec<usize> = input.shape.iter().map(|s| size(s) as usize).collect();
            let len: usize = shape.iter().product();
            let elements: Vec<f64> = (0..len)
                .map(|_| {
                    state =
                        state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let whole = (state >> 60) as f64;
                    if input.dtype == DType::Bool { (whole > 7.0) as u8 as f64 } else { whole }
                })
                .collect();
            Tensor::from_f64(input.dtype, &shape, &elements)
        })
        .collect();
    let outcome = interpret(dag, &|name| dims.get(name).copied(), &params).unwrap();
    let mut expected = outcome.results;
    let mut shapes: Vec<(DType, Vec<Size>)> =
        function.instances[0].results.iter().map(|r| (r.dtype, r.shape.clone())).collect();
    // The new values of parameters follow.
    for update in &streamed.updates {
        let input = &dag.inputs[update.param.0];
        shapes.push((input.dtype, input.shape.clone()));
        expected.push(outcome.params[&update.param.0].clone());
    }
    for tile in first {
        for other in others {
            let of = |k: usize| if k == 0 { *tile } else { *other };
            let run = Run::new(&streamed, dims.clone(), &params, &of);
            let found = run.results(&shapes).unwrap();
            assert_eq!(found, expected, "tiles of {tile} and {other} along {cut:?} of\n{text}");
        }
    }
    Some(streamed.passes.iter().filter(|pass| reads_parameters(pass, &streamed, dag)).count())
}

/// Whether a pass reads large arrays, and not only the results of earlier passes.
fn reads_parameters(pass: &Pass, streamed: &Streamed, dag: &Dag) -> bool {
    let program = &streamed.programs[pass.program].dag;
    pass.inputs.iter().zip(&program.inputs).any(|(input, local)| match input {
        TileInput::Box { source: Source::Param(k), .. } => {
            local.kind == ParamKind::Array && local.shape != dag.inputs[k.0].shape
        }
        _ => false,
    })
}

#[test]
fn maps_keep_their_boxes() {
    let text = "pub fn f<N, M>(x: [f64; N, M], y: [f64; M], s: f64) -> [f64; N, M] { s * x + y }";
    assert_eq!(same(text, &["N"], &[("N", 7), ("M", 3)]), 1);
    assert_eq!(same(text, &["N", "M"], &[("N", 7), ("M", 5)]), 1);
    let text = "pub fn f<N, M>(x: [f64; N, M]) -> [f64; M, N] { x.T + 1.0 }";
    assert_eq!(same(text, &["N", "M"], &[("N", 7), ("M", 5)]), 1);
    let text = "pub fn f<N>(x: [f64; N, N]) -> [f64; N, N] { x + x.T }";
    assert_eq!(same(text, &["N"], &[("N", 7)]), 1);
}

#[test]
fn windows_and_steps() {
    let text = "pub fn f<H, W>(x: [u8; 4*H, 2*W, 3]) -> [u8; H, W, 3] {
        (sum(x.reshape(H, 4, W, 2, 3), axis=(1, 3), dtype=u32) / 8) as u8 }";
    assert_eq!(same(text, &["H", "W"], &[("H", 7), ("W", 5)]), 1);
    let text = "pub fn f<N>(x: [f64; 4*N]) -> ([f64; N], [f64; 8*N]) { (x[1..;4], repeat(x, 2)) }";
    assert_eq!(same(text, &["N"], &[("N", 5)]), 1);
    let text = "pub fn f<N>(x: [f64; N]) -> [f64; floor_div(N + 2, 3)] { x[..;3] }";
    assert_eq!(same(text, &["N"], &[("N", 11)]), 1);
    let text = "pub fn f<N>(x: [f64; N]) -> [f64; 3, N] { (broadcast_to(x, [3, N]) * 2.0)[..;-1] }";
    assert_eq!(same(text, &["N"], &[("N", 5)]), 1);
}

#[test]
fn stencils_have_halos() {
    let text = "pub fn f<N, M>(u: [f64; N, M]) -> [f64; N-2, M-2] {
        u[1..-1, 1..-1] + 2.0 * (u[2.., 1..-1] + u[..-2, 1..-1] - 4.0 * u[1..-1, 1..-1]) }";
    assert_eq!(same(text, &["N", "M"], &[("N", 9), ("M", 8)]), 1);
    let ends = "pub fn f<N>(u: [f64; N]) -> ([f64; N], f64, f64) { (u - u[0] + u[-1], u[2], sum(u[..3])) }";
    same(ends, &["N"], &[("N", 9)]);
    let twice = "pub fn f<N>(u: [f64; N]) -> ([f64; N-4], [f64; N-2]) {
        let a = u[2..] + u[1..-1] + u[..-2]; (a[2..] + a[..-2], a) }";
    assert_eq!(same(twice, &["N"], &[("N", 13)]), 1);
    let window = "pub fn f<N>(u: [f64; N], k: [f64; 3]) -> [f64; N-2] {
        k[0] * u[..-2] + k[1] * u[1..-1] + k[2] * u[2..] }";
    assert_eq!(same(window, &["N"], &[("N", 13)]), 1);
}

#[test]
fn reductions_are_combined() {
    let text = "pub fn f<T, E>(x: [f32; T, E, 4]) -> [f64; E, 4] {
        let w = (1 + arange(T) % 7) as f64;
        sum(w[.., newaxis, newaxis] * (x as f64), axis=0) / sum(w) }";
    assert_eq!(same(text, &["T"], &[("T", 17), ("E", 3)]), 1);
    assert_eq!(same(text, &["T", "E"], &[("T", 17), ("E", 3)]), 1);
    let text = "pub fn f<N, M>(x: [f64; N, M]) -> (f64, f64, f64, [f64; M], [f64; N]) {
        (sum(x), max(x), min(x), sum(x, axis=0), sum(x, axis=1)) }";
    assert_eq!(same(text, &["N", "M"], &[("N", 7), ("M", 5)]), 1);
    assert_eq!(same(text, &["N"], &[("N", 7), ("M", 5)]), 1);
    let text = "pub fn f<N>(x: [f64; N]) -> (bool, bool, i64) {
        (any(x > 14.0), all(x >= 0.0), argmax(x)) }";
    assert!(same(text, &["N"], &[("N", 23)]) > 1);
    let text = "pub fn f<N>(x: [i64; N]) -> (i64, i64) { (sum(x[1..] * x[..-1]), prod(x[..3])) }";
    same(text, &["N"], &[("N", 23)]);
}

#[test]
fn histograms_are_combined() {
    let text = "pub fn f<N>(x: [u8; N], w: [f64; N]) -> ([i64; 256], [f64; 256]) {
        (bincount(x as i64, minlength=256), segment_sum(w, x as i64, 256)) }";
    assert_eq!(same(text, &["N"], &[("N", 50)]), 1);
    let text =
        "pub fn f<N, M>(x: [u8; N, M, 3], y: [f64; N, M, 3]) -> ([i64; 256], [f64; 256], f64) {
        let i = (x + 1).ravel();
        (bincount(i, minlength=256), segment_sum(2.0 * y.ravel(), i, 256), sum(y)) }";
    assert_eq!(same(text, &["N"], &[("N", 7), ("M", 5)]), 1);
    assert_eq!(same(text, &["N", "M"], &[("N", 7), ("M", 5)]), 1);
    // The position counts, so the order does.
    let text = "pub fn f<N, M>(x: [u8; N, M]) -> [i64; 256] {
        bincount(x.ravel() ^ (arange(N * M) % 2) as u8, minlength=256) }";
    assert!(streamed(&functions(text)[0], &["N"]).is_err());
}

#[test]
fn several_passes() {
    let text = "pub fn f<N, M>(x: [f64; N, M]) -> ([f64; M], [f64; N, M]) {
        let m = sum(x, axis=0); (m, x - m) }";
    assert_eq!(same(text, &["N"], &[("N", 7), ("M", 3)]), 2);
    assert_eq!(same(text, &["N", "M"], &[("N", 7), ("M", 3)]), 2);
    let text = "pub fn f<N>(x: [f64; N]) -> f64 { sum(abs(x - max(x))) }";
    assert_eq!(same(text, &["N"], &[("N", 7)]), 2);
    let rows = "pub fn f<N, M>(x: [f64; N, M], w: [f64; M, 3]) -> ([f64; N, M], [f64; N, 3]) {
        (x - max(x, axis=1, keepdims=true), x @ w) }";
    assert_eq!(same(rows, &["N"], &[("N", 7), ("M", 3)]), 1);
    assert_eq!(same(rows, &["N", "M"], &[("N", 7), ("M", 3)]), 2);
    let separate =
        "pub fn f<N, K>(x: [f64; N], y: [f64; K]) -> (f64, f64) { (sum(x), sum(y) * max(x)) }";
    assert_eq!(same(separate, &["N", "K"], &[("N", 7), ("K", 4)]), 2);
}

#[test]
fn rows_of_routines() {
    let text = "pub fn f<N, M>(x: [f64; N, M]) -> ([f64; N, M], [f64; N], [f64; N, M]) {
        (sort(x, axis=1), median(x, axis=1), cumsum(x, axis=1)) }";
    assert_eq!(same(text, &["N"], &[("N", 7), ("M", 5)]), 1);
}

#[test]
fn arrays_in_memory_are_indexed_anyhow() {
    let text = "pub fn f<N, M>(x: [f64; N, M], i: [index<M>; 4], t: [f64; 7]) -> [f64; N, 4] {
        x[.., i] * t[arange(N) % 7][.., newaxis] }";
    same(text, &["N"], &[("N", 9), ("M", 16)]);
    let text = "pub fn f<N>(x: [f64; N], w: [f64; N]) -> [f64; N] { x * w[..;-1] }";
    let functions = functions(text);
    // Both parameters have the dimension, so both are large.
    assert!(streamed(&functions[0], &["N"]).is_ok());
    let text = "pub fn f<N, M>(x: [f64; N], m: [f64; M, M]) -> f64 { sum(x) * sum(m @ m) }";
    same(text, &["N"], &[("N", 9), ("M", 3)]);
}

#[test]
fn two_large_operands() {
    let text = "pub fn f<N, K>(a: [f64; N, K], b: [f64; K, N]) -> [f64; N, N] { a @ b }";
    assert_eq!(same(text, &["N"], &[("N", 6), ("K", 4)]), 1);
    assert_eq!(same(text, &["N", "K"], &[("N", 6), ("K", 4)]), 1);
    let text = "pub fn f<N>(a: [f64; N], b: [f64; N]) -> (f64, [f64; N]) { (a @ b, a - b) }";
    assert_eq!(same(text, &["N"], &[("N", 6)]), 1);
}

#[test]
fn views() {
    let same = |body: &str, size: &str, n: i64| {
        let text = format!("pub fn f<N, M>(x: [f64; N, M], y: [f64; N]) -> {size} {{ {body} }}");
        for cut in [&["N"][..], &["N", "M"]] {
            assert_eq!(same(&text, cut, &[("N", n), ("M", 5)]), 1, "{body} along {cut:?}");
        }
    };
    same("x[..;-1]", "[f64; N, M]", 7);
    same("x[..;-1, ..;-1] + x", "[f64; N, M]", 7);
    same("(x[1..] * 2.0)[..;-1] + y[1.., newaxis]", "[f64; N - 1, M]", 7);
    same("x[..;-2]", "[f64; floor_div(N + 1, 2), M]", 8);
    same("roll(x, 2, axis=0)", "[f64; N, M]", 7);
    same("roll(x, 9, axis=0) + roll(x, -1, axis=1)", "[f64; N, M]", 7);
    same("roll(x, 1, axis=0) + roll(x, -1, axis=0) - 2.0 * x", "[f64; N, M]", 7);
    same(
        "{ let l = roll(y, 1) + roll(y, -1) - 2.0 * y; roll(l, 1) + roll(l, -1) - l }",
        "[f64; N]",
        9,
    );
    same("roll(x[1..-1] + 1.0, 1, axis=0)", "[f64; N - 2, M]", 9);
    same("pad(x, 2)", "[f64; N + 4, M + 4]", 7);
    same("pad(y, (1, 3), constant_values=7.0) * 2.0", "[f64; N + 4]", 7);
    for mode in ["edge", "wrap", "reflect", "symmetric"] {
        same(&format!("pad(y, (3, 2), mode=\"{mode}\")"), "[f64; N + 5]", 6);
        same(&format!("pad(x, ((12, 9), (0, 0)), mode=\"{mode}\")"), "[f64; N + 21, M]", 5);
    }
    same("sum(roll(x, 1, axis=0) * x)", "f64", 7);
    same("sum(x[..;-1] * y[.., newaxis], axis=0)", "[f64; M]", 7);
}

#[test]
fn gathers_along_cut_axes() {
    let text = "pub fn f<N, M, K>(x: [f64; N, M], i: [index<N>; K]) -> [f64; K, M] { 2.0 * x[i] }";
    for cut in [&["N"][..], &["N", "K"], &["N", "M", "K"]] {
        assert_eq!(same(text, cut, &[("N", 16), ("M", 3), ("K", 11)]), 1);
    }
    let text = "pub fn f<N, K>(x: [f64; N], i: [index<N>; K]) -> ([f64; K - 1], f64) {
        let g = x[i]; (g[1..] - g[..-1], sum(g)) }";
    assert_eq!(same(text, &["N", "K"], &[("N", 16), ("K", 11)]), 1);
}

#[test]
fn checks_are_kept() {
    let text = "pub fn f<N>(x: [i64; N], t: [f64; 16]) -> [f64; N] { t[x] }";
    same(text, &["N"], &[("N", 9)]);
    let text = "pub fn f<N>(x: [i64; N], t: [f64; 3]) -> [f64; N] { t[x] }";
    let functions = functions(text);
    let streamed = streamed(&functions[0], &["N"]).unwrap();
    let params = [
        Tensor::from_f64(DType::I64, &[4], &[0.0, 1.0, 5.0, 2.0]),
        Tensor::from_f64(DType::F64, &[3], &[1.0, 2.0, 3.0]),
    ];
    let dims = HashMap::from([("N".to_string(), 4)]);
    let run = Run::new(&streamed, dims, &params, &|_| 2);
    let error = run.results(&[(DType::F64, vec![Size::dim("N")])]).unwrap_err();
    assert!(error.contains("at position 2"), "{error}");
}

#[test]
fn refusals_name_the_operation() {
    let refused = |text: &str| streamed(&functions(text)[0], &["N"]).unwrap_err();
    let sort = refused("pub fn f<N>(x: [f64; N]) -> [f64; N] { sort(x) }");
    assert_eq!((sort.array.as_str(), sort.operation.as_str()), ("x", "sort"));
    let roll = refused("pub fn f<N>(x: [f64; N], k: [i64; 2]) -> [f64; N] { roll(x, k[0]) }");
    assert!(roll.operation.contains("x["), "{roll:?}");
}
