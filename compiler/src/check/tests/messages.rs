//! What the checker says.

use super::{error, errors};

#[track_caller]
fn assert_error(source: &str, parts: &[&str]) {
    let message = error(source);
    for part in parts {
        assert!(message.contains(part), "{source}\n{message}\nlacks: {part}");
    }
}

#[test]
fn shape_errors() {
    assert_error(
        "pub fn f<E, N>(u: [f64; E, N], v: [f64; N, E]) -> [f64; E, N] { u + v }",
        &[
            "shapes [E, N] and [N, E] do not broadcast: axis 0 is E and N",
            "left: `u` is [f64; E, N]",
            "right: `v` is [f64; N, E]",
            "= help: swap the axes: `v.T`",
        ],
    );
    assert_error(
        "pub fn f<E, N>(u: [f64; E, N], v: [f64; E]) -> [f64; E, N] { u * v }",
        &["add a trailing axis: `v[.., newaxis]`"],
    );
    assert_error(
        "pub fn f<E, N>(u: [f64; E, N]) -> [f64; E] { sum(u, axis=2) }",
        &["axis 2 is out of bounds"],
    );
    assert_error(
        "pub fn f<E, N>(u: [f64; E, N], v: [f64; E]) -> [f64; E] { u @ v }",
        &["`@`", "N", "E", "`u.T`"],
    );
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> [f64; N] { x[1..] }",
        &["expected shape [N], found [N - 1]"],
    );
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> [f64; N] { x.reshape(N, 2) }",
        &["cannot reshape [N] into [N, 2]"],
    );
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> f64 { x[0, 1] }",
        &["too many indices: 2 for 1 axis"],
    );
    assert_error(
        "pub fn f(x: [f64; 3]) -> f64 { x[3] }",
        &["index 3 is out of range for axis 0 of `x`, which has size 3"],
    );
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> [f64; N] { from_fn(|i: N| x[i + 1]) }",
        &["`i + 1` runs out of axis 0 of `x`"],
    );
    assert_error(
        "pub fn f<E, N, K>(x: [f64; N], i: [index<E>; K]) -> [f64; K] { x[i] }",
        &["an index into E does not index an axis of size N"],
    );
    assert_error(
        "pub fn f<E, N>(a: [f64; E, N]) -> [f64; E] { einsum(\"ij->k\", a) }",
        &["the output's label `k` is in no operand", "  \"ij->k\"\n       ^"],
    );
}

#[test]
fn dtype_errors() {
    assert_error(
        "pub fn f<N>(u: [f64; N], v: [f32; N]) -> [f64; N] { u + v }",
        &["mixes f64 and f32", "left: `u` is [f64; N]", "`v as f64`"],
    );
    assert_error(
        "pub fn f<N>(m: [bool; N]) -> [bool; N] { m - m }",
        &["`-` does not work on bool"],
    );
    assert_error("pub fn f<N>(m: [bool; N]) -> [bool; N] { -m }", &["`!` negates"]);
    assert_error(
        "pub fn f<N>(m: [i32; N]) -> [i32; N] { m ** -1 }",
        &["integers to negative integer powers"],
    );
    assert_error("pub fn f<N>(m: [u32; N]) -> [u32; N] { m + -1 }", &["-1 does not fit u32"]);
    assert_error(
        "pub fn f<N>(m: [f64; N], x: [bool; N]) -> [f64; N] { m[x] }",
        &["masks are not supported"],
    );
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> [f32; N] { x }",
        &["expected dtype f32, found f64", "x as f32"],
    );
}

#[test]
fn name_errors() {
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> [f64; N] { sqtr(x) }",
        &["unknown function `sqtr`", "`sqrt`"],
    );
    assert_error("pub fn f<N>(x: [f64; N]) -> [f64; N] { y }", &["unknown name `y`"]);
    assert_error("pub fn f<N>(x: [f64; N]) -> f64 { len(x) }", &["write the dimension's name"]);
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> f64 { sum(x, axes=0) }",
        &["no argument `axes`", "`axis`"],
    );
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> f64 { sum(x, 0, true, f64, 1) }",
        &["`sum` takes 4 arguments"],
    );
    assert_error(
        "fn g<N>(x: [f64; N]) -> [f64; N] { g(x) } pub fn f<N>(x: [f64; N]) -> [f64; N] { g(x) }",
        &["`g` calls itself"],
    );
    assert_error(
        "pub fn f<N>(x: [f64; N]) -> [f64; N] { x = 2 * x; x }",
        &["cannot assign to the parameter `x`"],
    );
    assert_error(
        "fn g<N>(a: &mut [f64; N], b: &mut [f64; N]) { a = b; } pub fn f<N>(x: &mut [f64; N]) { g(x, x); }",
        &["passed as `&mut` twice"],
    );
    assert_error(
        "pub fn f<N, M>(x: [f64; N]) -> [f64; N] { x }",
        &["the dimension `M` is never used"],
    );
}

#[test]
fn every_error_is_reported_once() {
    let all = errors(
        "fn g<N>(x: [f64; N]) -> [f64; N] { x + oops }
         pub fn f<N>(x: [f64; N]) -> [f64; N] { let y = nope; let z = y + 1; g(x) + g(x) + x[0, 0] }",
    );
    assert_eq!(all.len(), 3, "{all:#?}");
    let dtypes = errors("pub fn f<N, T: f32 | f64>(x: [T; N]) -> [T; N] { x + what }");
    assert_eq!(dtypes.len(), 1, "{dtypes:#?}");
}
