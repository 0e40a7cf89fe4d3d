//! Tests of the checker's messages.

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
        &["a mask would make a size that depends on data"],
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

#[test]
fn parts_are_assigned_as_they_are_read() {
    let assign = |text: &str| {
        format!(
            "pub fn f<M, N>(u: &mut [f64; M, N], v: [f64; N], m: [bool; N], k: [i64; N]) {{ {text} }}"
        )
    };
    assert_error(
        &assign("u[.., 0] = v;"),
        &["shape [N] does not fit `u[.., 0]` of shape [M]", "`u[.., 0]` is [f64; M]"],
    );
    assert_error(
        &assign("v[0] = 1.0;"),
        &["cannot assign to the parameter `v`", "declare it as `v: &mut [f64; N]`"],
    );
    assert_error(
        &assign("u[0][1] = 1.0;"),
        &["cannot assign to `u[0][1]`", "= help: select in one step: `u[0, 1] = v;`"],
    );
    assert_error(&assign("u.T[0] = 1.0;"), &["`u[...] = v;`"]);
    assert_error(&assign("sin(u) = 1.0;"), &["a variable or a part of it is assigned"]);
    assert_error(
        &assign("u[0, k] = m;"),
        &["cannot store bool in `u[0, k]`, which is f64", "= help: convert it: `m as f64`"],
    );
    assert_error(
        &assign("u[m] = 1.0;"),
        &["the mask `m` has shape [N], which is not that of the first axes of `u`"],
    );
    assert_error(
        &assign("u[u > 0.0] = 2.0 * u;"),
        &["a value for every element of `u`", "`u = where(u > 0.0, 2.0 * u, u);`"],
    );
    assert_error(&assign("u[u > 0.0] += 2.0 * u;"), &["`u = where(u > 0.0, u + 2.0 * u, u);`"]);
    assert_error(&assign("u[0] = v as f32;"), &["cannot store f32 in `u[0]`, which is f64"]);
    assert_error(&assign("u[0] += v as f32;"), &["cannot update f64 by f32"]);
    assert_error(&assign("u[0, 0, 0] = 1.0;"), &["too many indices: 3 for 2 axes"]);
    assert_error(&assign("let w = 1.0; w[0] = 2.0; u = w;"), &["has no parts to assign"]);
    assert_error(
        "pub fn f(u: &mut [f64; 3]) { u[3] = 1.0; }",
        &["index 3 is out of range for axis 0 of `u`, which has size 3"],
    );
    assert_error(
        "pub fn f(u: &mut [i32; 3]) { u[1] = 1.5; }",
        &["cannot store f64 in `u[1]`, which is i32"],
    );
}

#[test]
fn dotted_names() {
    let of = |text: &str| format!("pub fn f<N>(a: [f64; N, N]) -> f64 {{ {text} }}");
    assert_error(&of("np.trace(a)"), &["without `np.`", "= help: write `trace(...)`"]);
    assert_error(&of("np.linalg.trace(a)"), &["= help: write `linalg.trace(...)`"]);
    assert_error(&of("linalg.sum(a)"), &["unknown function `linalg.sum`", "write `sum(...)`"]);
    assert_error(&of("linalg.trase(a)"), &["did you mean `linalg.trace`?"]);
    assert_error(&of("linalg.T"), &["it stands before functions: `linalg.inv(a)`"]);
    assert_error(
        &of("let linalg = a; linalg.trase()"),
        &["unknown method `trase`", "did you mean `trace`?"],
    );
}

#[test]
fn products_of_unequal_sizes() {
    let of = |text: &str| {
        format!(
            "pub fn f<M, N>(a: [f64; M, N], b: [f64; M, N], x: [f64; 2]) -> f64 {{ sum({text}) }}"
        )
    };
    assert_error(
        &of("dot(a, b)"),
        &[
            "`dot` sums over axis 1 of the left operand and axis 0 of the right one, which have sizes N and M",
            "left: `a` is [f64; M, N]",
            "= help: transpose the right operand: `b.T`",
        ],
    );
    assert_error(&of("tensordot(a, b, axes=3)"), &["cannot sum over 3 axes"]);
    assert_error(&of("tensordot(a, b, axes=([0], [0, 1]))"), &["`axes` pairs 1 axes with 2"]);
    assert_error(&of("matvec(x, a)"), &["the left operand of `matvec` needs at least 2 axes"]);
    assert_error(
        &of("trace(a)"),
        &["the length of the diagonal does not follow from the sizes M and N"],
    );
    assert_error(&of("cross(x, x)"), &["3 components, not 2", "`a[..., 0] * b[..., 1]"]);
    assert_error(&of("cross(a, a)"), &["3 components, not N", "the literal 3"]);
    assert_error(&of("matrix_power(a, 2)"), &["needs square matrices, not M by N"]);
    assert_error(
        &of("svdvals(a)"),
        &["how many singular values there are does not follow from M and N", "cut the matrix"],
    );
    assert_error(
        "pub fn f<N>(z: [c64; N, N]) -> [c64; N, N] { matrix_power(z, -2) }",
        &["`matrix_power` has no inverses of complex matrices", "`z` is [c64; N, N]", "at least 0"],
    );
    assert_error(&of("norm(x, \"nuc\")"), &["the nuclear norm is that of a matrix"]);
    assert_error(&of("vector_norm(a, ord=\"nuc\")"), &["the nuclear norm is that of a matrix"]);
    assert_error(&of("norm(a, 3)"), &["order 3 is not supported", "1, -1, 2, -2"]);
}

#[test]
fn matrices_need_to_be_square() {
    assert_error(
        "pub fn f(a: [f64; 3, 4]) -> f64 { det(a) }",
        &["`det` needs square matrices, not 3 by 4"],
    );
    assert_error(
        "pub fn f<E>(a: [f64; E, 3, 3], b: [f64; E, 3]) -> [f64; E, 3] { solve(a, b) }",
        &["`solve` has matrices of 3 rows, but a right side of E", "one vector [n], or matrices"],
    );
    assert_error(
        "pub fn f<E, N>(a: [f64; E, N, N]) -> [f64; E] { from_fn(|e: E| det(a[e])) }",
        &["`det` of `a[e]`, which depends on the index of a closure", "call it before the closure"],
    );
}

#[test]
fn random_numbers_need_keys() {
    let of = |text: &str| {
        format!(
            "pub fn f<N>(key: u64, keys: [u64; 2], x: [f64; N], i: i64) -> f64 {{ sum({text}) }}"
        )
    };
    assert_error(&of("uniform(key, [f64; N])"), &["it is `random.uniform(...)`"]);
    assert_error(
        &of("random.uniform([f64; N])"),
        &["`uniform` needs the argument `type`", "`random.uniform(key, type, low=0.0"],
    );
    assert_error(
        &of("random.uniform(i, [f64; N])"),
        &["the key of `random.uniform` is one u64", "`random.key(i)`"],
    );
    assert_error(&of("random.uniform(keys, [f64; N])"), &["take one of them: `keys[0]`"]);
    assert_error(&of("random.uniform(key, [i64; N])"), &["gives floats, not i64"]);
    assert_error(&of("random.normal(key, N)"), &["`random.normal` takes a type"]);
    assert_error(
        &of("random.uniform(key, [f64; 2], 0.0, x)"),
        &["shape [N] does not broadcast to the shape [2] that is drawn"],
    );
    assert_error(
        &of("random.integers(key, [i64; N], 3, 3)"),
        &["from 3 up to 3, between which there is nothing"],
    );
    assert_error(&of("random.gamma(key, [f64; N])"), &["unknown function `random.gamma`"]);
    assert_error(&of("random.norml(key, [f64; N])"), &["did you mean `random.normal`?"]);
}
