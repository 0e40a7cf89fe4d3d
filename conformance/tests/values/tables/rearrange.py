"""Joining, splitting, reordering, padding and taking elements."""

import numpy as np

from generate import Call, Random
from group import group

A = "<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; M, N])"


def add(table):
    r = Random("rearrange")
    sizes = [(3, 4), (1, 1), (5, 2), (2, 7)]
    three = [(r.float(m, n), r.int(n, dtype="i4"), r.bool(m, n)) for m, n in sizes]
    empty = (r.float(0, 3), r.int(3, dtype="i4"), r.bool(0, 3))

    def f(g):
        return lambda x, n, b: g(x, n, b)

    group(table, "flip", A, [
        ("flip(x)", "M, N", f(lambda x, n, b: np.flip(x))), ("flip(n)", "N", f(lambda x, n, b: np.flip(n))),
        ("b.flip(axis=-1)", "M, N", f(lambda x, n, b: np.flip(b, -1))), ("flipud(x)", "M, N", f(lambda x, n, b: np.flipud(x))),
        ("fliplr(x)", "M, N", f(lambda x, n, b: np.fliplr(x))), ("flip(x, axis=(0, 1))", "M, N", f(lambda x, n, b: np.flip(x, (0, 1)))),
        ("flipud(n)", "N", f(lambda x, n, b: np.flipud(n))),
    ], *three, empty)  # fmt: skip
    group(table, "rot90", A, [
        ("rot90(x)", "N, M", f(lambda x, n, b: np.rot90(x))), ("rot90(x, 2)", "M, N", f(lambda x, n, b: np.rot90(x, 2))),
        ("rot90(x, k=-1)", "N, M", f(lambda x, n, b: np.rot90(x, -1))), ("rot90(b, 5, axes=(1, 0))", "N, M", f(lambda x, n, b: np.rot90(b, 5, (1, 0)))),
        ("rot90(x, 4)", "M, N", f(lambda x, n, b: x)),
    ], *three, empty)  # fmt: skip
    group(table, "roll", "<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; M, N], s: i64, c: [f64; 5])", [
        ("roll(n, 1)", "N", lambda x, n, b, s, c: np.roll(n, 1)), ("roll(x, -2)", "M, N", lambda x, n, b, s, c: np.roll(x, -2)),
        ("roll(x, 1, axis=0)", "M, N", lambda x, n, b, s, c: np.roll(x, 1, 0)), ("x.roll(s, axis=1)", "M, N", lambda x, n, b, s, c: np.roll(x, s, 1)),
        ("roll(x, (1, -3), axis=(0, 1))", "M, N", lambda x, n, b, s, c: np.roll(x, (1, -3), (0, 1))),
        ("roll(b, N, axis=0)", "M, N", lambda x, n, b, s, c: np.roll(b, len(n), 0)), ("roll(x, 1, axis=(0, 1))", "M, N", lambda x, n, b, s, c: np.roll(x, 1, (0, 1))),
        ("roll(c, 2)", "5", lambda x, n, b, s, c: np.roll(c, 2)), ("roll(c, -1)", "5", lambda x, n, b, s, c: np.roll(c, -1)),
    ], *[(*t, np.int64(s), r.float(5)) for t, s in zip(three, [2, -(2**40), 0, 9])], (*empty, np.int64(1), r.float(5)))  # fmt: skip
    group(table, "repeat", A, [
        ("repeat(x, 2)", "2 * M * N", f(lambda x, n, b: np.repeat(x, 2))), ("repeat(x, 3, axis=0)", "3 * M, N", f(lambda x, n, b: np.repeat(x, 3, 0))),
        ("n.repeat(M)", "M * N", f(lambda x, n, b: np.repeat(n, len(x)))), ("repeat(b, 2, axis=-1)", "M, 2 * N", f(lambda x, n, b: np.repeat(b, 2, -1))),
        ("repeat(x, 0, axis=1)", "M, 0", f(lambda x, n, b: np.repeat(x, 0, 1))),
    ], *three, empty)  # fmt: skip
    group(table, "tile", A, [
        ("tile(x, 2)", "M, 2 * N", f(lambda x, n, b: np.tile(x, 2))), ("tile(n, (2, 3))", "2, 3 * N", f(lambda x, n, b: np.tile(n, (2, 3)))),
        ("tile(x, [3, 1])", "3 * M, N", f(lambda x, n, b: np.tile(x, (3, 1)))), ("n.tile(M)", "M * N", f(lambda x, n, b: np.tile(n, len(x)))),
        ("tile(b, (2, 1, 2))", "2, M, 2 * N", f(lambda x, n, b: np.tile(b, (2, 1, 2)))),
    ], *three, empty)  # fmt: skip
    group(table, "stacks", "<M, N>(x: [f64; M, N], y: [f64; M, N], u: [f64; N], v: [f64; N], s: f64)", [
        ("vstack([x, y])", "2 * M, N", lambda x, y, u, v, s: np.vstack([x, y])), ("vstack((u, x))", "M + 1, N", lambda x, y, u, v, s: np.vstack((u, x))),
        ("hstack([x, y])", "M, 2 * N", lambda x, y, u, v, s: np.hstack([x, y])), ("hstack([u, s, v])", "2 * N + 1", lambda x, y, u, v, s: np.hstack([u, s, v])),
        ("dstack([x, y])", "M, N, 2", lambda x, y, u, v, s: np.dstack([x, y])), ("dstack([u, v, u])", "1, N, 3", lambda x, y, u, v, s: np.dstack([u, v, u])),
        ("column_stack([u, v])", "N, 2", lambda x, y, u, v, s: np.column_stack([u, v])), ("append(x, u)", "M * N + N", lambda x, y, u, v, s: np.append(x, u)),
        ("append(x, y, axis=0)", "2 * M, N", lambda x, y, u, v, s: np.append(x, y, 0)), ("u.append(s)", "N + 1", lambda x, y, u, v, s: np.append(u, s)),
    ], *[(r.float(m, n), r.float(m, n), r.float(n), r.float(n), np.float64(7)) for m, n in [*sizes, (0, 2), (2, 0)]])  # fmt: skip
    group(table, "concatenate_empty", "<K, M, N>(a: [f64; K, N], b: [f64; M, N], c: [i64; K], d: [bool; M], i: [index<M>; K])", [
        ("concatenate([a, b])", "K + M, N", lambda a, b, c, d, i: np.concatenate([a, b])),
        ("concatenate([a[..;-1] * 2, b + 1, a])", "2 * K + M, N", lambda a, b, c, d, i: np.concatenate([a[::-1] * 2, b + 1, a])),
        ("concatenate([c, [1, 2, 3], c])", "2 * K + 3", lambda a, b, c, d, i: np.concatenate([c, [1, 2, 3], c])),
        ("concatenate([d, d, !d[..;-1]])", "3 * M", lambda a, b, c, d, i: np.concatenate([d, d, ~d[::-1]])),
        ("sum(concatenate([b[i], a], axis=1), axis=1)", "K", lambda a, b, c, d, i: np.concatenate([b[i], a], 1).sum(1)),
        ("concatenate([b[i, 0], a[.., 0], d as f64])" , "2 * K + M", lambda a, b, c, d, i: np.concatenate([b[i, 0], a[:, 0], d.astype("f8")])),
        ("concatenate([from_fn(|k: K, j: N| a[k, N - 1 - j]), b], axis=0)", "K + M, N",
         lambda a, b, c, d, i: np.concatenate([a[:, ::-1], b])),
        ("concatenate([zeros([f64; 0, N]), b, ones([f64; K, N])])", "K + M, N", lambda a, b, c, d, i: np.concatenate([b, np.ones_like(a)])),
    ], *[(r.float(k, n), r.float(m, n), r.int(k), r.bool(m), r.index(k, bound=m)) for k, m, n in [(2, 3, 2), (0, 3, 2), (0, 0, 1), (1, 1, 1), (9, 5, 4), (0, 40, 3)]],
        (r.float(0, 0 + 2), r.float(2, 2), r.int(0), r.bool(2), r.index(0, bound=2)), tolerance=8, reduces=True)  # fmt: skip
    f4, u1, c8 = np.float32, np.uint8, np.complex64
    group(table, "literal_lists", "<M, N>(x: [f32; N], k: [u8; N], m: [f32; M, 2], w: [f32; 2], z: [c32; N])", [
        ("concatenate([[0.1], x, [1]])", "N + 2", lambda x, k, m, w, z: np.concatenate([f4([0.1]), x, f4([1])])),
        ("concatenate([[1, 255], k])", "N + 2", lambda x, k, m, w, z: np.concatenate([u1([1, 255]), k])),
        ("concatenate([[0.1, 2], z, [1j]])", "N + 3", lambda x, k, m, w, z: np.concatenate([c8([0.1, 2]), z, c8([1j])])),
        ("concatenate([[-0.1], [pi], [true as f32], x])", "N + 3", lambda x, k, m, w, z: np.concatenate([f4([-0.1, np.pi, 1]), x])),
        ("append(x, [0.1, 2])", "N + 2", lambda x, k, m, w, z: np.append(x, f4([0.1, 2]))),
        ("append([[7], [8]], k)", "N + 2", lambda x, k, m, w, z: np.append(u1([7, 8]), k)),
        ("hstack([[0.1], x, 2])", "N + 2", lambda x, k, m, w, z: np.hstack([f4([0.1]), x, f4(2)])),
        ("vstack([m, [0.1, M]])", "M + 1, 2", lambda x, k, m, w, z: np.vstack([m, f4([0.1, len(m)])])),
        ("column_stack([[[0.1], [2]], w])", "2, 2", lambda x, k, m, w, z: np.column_stack([f4([[0.1], [2]]), w])),
        ("stack([w, [0.1, -2]], axis=1)", "2, 2", lambda x, k, m, w, z: np.stack([w, f4([0.1, -2])], 1)),
        ("[[0.1, N], w, [0, w[0]]]", "3, 2", lambda x, k, m, w, z: np.stack([f4([0.1, len(x)]), w, f4([0, w[0]])])),
        ("concatenate([[1.5], [2]])", "2", lambda x, k, m, w, z: np.concatenate([[1.5], [2]])),
        ("[[1, 2], [0.5, 3]]", "2, 2", lambda x, k, m, w, z: np.array([[1, 2], [0.5, 3]])),
    ], *[(r.float(n).astype(f4), r.int(n, dtype="u1", low=0, high=255), r.float(m, 2).astype(f4), r.float(2).astype(f4),
          (r.float(n) + 1j * r.float(n)).astype(c8)) for m, n in [(3, 4), (1, 1), (0, 0), (5, 33)]])  # fmt: skip
    group(table, "split", "<M, N>(x: [f64; 2 * M, N], v: [i32; 7])", [
        ("split(x, 2)[0]", "M, N", lambda x, v: np.split(x, 2)[0]), ("split(x, 2, axis=0)[1]", "M, N", lambda x, v: np.split(x, 2)[1]),
        ("split(x, [1], axis=1)[1]", "2 * M, N - 1", lambda x, v: np.split(x, [1], 1)[1]), ("split(x, [1, -1], axis=0)[1]", "2 * M - 2, N", lambda x, v: np.split(x, [1, -1])[1]),
        ("split(x, [M])[0]", "M, N", lambda x, v: np.split(x, 2)[0]),
        ("array_split(v, 3)[0]", "3", lambda x, v: np.array_split(v, 3)[0]), ("array_split(v, 3)[2]", "2", lambda x, v: np.array_split(v, 3)[2]),
        ("vsplit(x, 2)[1]", "M, N", lambda x, v: np.vsplit(x, 2)[1]), ("hsplit(v, [2, 5])[1]", "3", lambda x, v: np.hsplit(v, [2, 5])[1]),
        ("array_split(x, 2, axis=1)[1]", "2 * M, floor_div(N, 2)", lambda x, v: np.array_split(x, 2, 1)[1]),
    ], (r.float(4, 3), r.int(7, dtype="i4")), (r.float(2, 1), r.int(7, dtype="i4")), (r.float(6, 4), r.int(7, dtype="i4")))  # fmt: skip
    group(table, "split_at_the_call", "<N>(x: [f64; N])", [
        ("split(x, 3)[1]", "floor_div(N, 3)", lambda x: np.split(x, 3)[1]),
    ], (r.float(6),), (r.float(0),), Call(r.float(7), error="equal parts"))  # fmt: skip
    group(table, "unstack", "<N>(x: [f64; N, 3], y: [i32; 2, N])", [
        ("unstack(x, axis=-1)[2]", "N", lambda x, y: x[:, 2]), ("unstack(y)[1]", "N", lambda x, y: y[1]),
        ("stack(unstack(x, axis=1))", "3, N", lambda x, y: x.T),
    ], (r.float(4, 3), r.int(2, 4, dtype="i4")), (r.float(0, 3), r.int(2, 0, dtype="i4")))  # fmt: skip
    group(table, "axes", "<A, B, C>(x: [f64; A, B, C], v: [f64; C])", [
        ("matrix_transpose(x)", "A, C, B", lambda x, v: np.matrix_transpose(x)), ("x.mT", "A, C, B", lambda x, v: x.mT),
        ("moveaxis(x, (0, 1), (-1, 0))", "B, C, A", lambda x, v: np.moveaxis(x, (0, 1), (-1, 0))), ("flatten(x)", "A * B * C", lambda x, v: x.flatten()),
        ("atleast_2d(v)", "1, C", lambda x, v: np.atleast_2d(v)), ("atleast_3d(v)", "1, C, 1", lambda x, v: np.atleast_3d(v)),
        ("atleast_3d(x[0])", "B, C, 1", lambda x, v: np.atleast_3d(x[0])), ("atleast_1d(x[0, 0, 0])", "1", lambda x, v: np.atleast_1d(x[0, 0, 0])),
        ("atleast_1d(v, x)[0]", "C", lambda x, v: v),
    ], (r.float(2, 3, 4), r.float(4)), (r.float(1, 1, 1), r.float(1)))  # fmt: skip
    for mode in ["edge", "wrap", "reflect", "symmetric"]:
        group(table, f"pad_{mode}", "<M, N>(x: [f64; M, N], n: [i32; N])", [
            (f"pad(n, 2, \"{mode}\")", "N + 4", lambda x, n, m=mode: np.pad(n, 2, m)),
            (f"pad(x, ((1, 0), (0, 2)), mode=\"{mode}\")", "M + 1, N + 2", lambda x, n, m=mode: np.pad(x, ((1, 0), (0, 2)), m)),
            (f"x.pad((2, 1), \"{mode}\")", "M + 3, N + 3", lambda x, n, m=mode: np.pad(x, (2, 1), m)),
            (f"pad(n, 9, \"{mode}\")", "N + 18", lambda x, n, m=mode: np.pad(n, 9, m)),
        ], *[(r.float(m, n), r.int(n, dtype="i4")) for m, n in sizes], Call(r.float(0, 2), r.int(2, dtype="i4"), error="nothing to repeat"))  # fmt: skip
    group(table, "pad_constant", "<M, N>(x: [f64; M, N], n: [i32; N], b: [bool; N], s: f64)", [
        ("pad(n, 2)", "N + 4", lambda x, n, b, s: np.pad(n, 2)), ("pad(x, ((1, 0), (0, 2)), constant_values=7)", "M + 1, N + 2", lambda x, n, b, s: np.pad(x, ((1, 0), (0, 2)), constant_values=7)),
        ("pad(x, 1, \"constant\", constant_values=s)", "M + 2, N + 2", lambda x, n, b, s: np.pad(x, 1, constant_values=s)), ("b.pad((0, N))", "2 * N", lambda x, n, b, s: np.pad(b, (0, len(b)))),
        ("pad(x, 0)", "M, N", lambda x, n, b, s: x),
    ], *[(r.float(m, n), r.int(n, dtype="i4"), r.bool(n), np.float64(0.5)) for m, n in [*sizes, (0, 0), (0, 3), (2, 0)]])  # fmt: skip
    group(table, "take", "<M, N, K>(x: [f64; M, N], i: [i64; K], d: [index<N>; K], j: [i32; K], k: i64, u: [u64; K])", [
        ("take(x, i, axis=0)", "K, N", lambda x, i, d, j, k, u: np.take(x, i, 0)), ("take(x, d, axis=1)", "M, K", lambda x, i, d, j, k, u: np.take(x, d, 1)),
        ("take(x, i)", "K", lambda x, i, d, j, k, u: np.take(x, i)), ("x.take(0, axis=1)", "M", lambda x, i, d, j, k, u: np.take(x, 0, 1)),
        ("take(x, k, axis=-1)", "M", lambda x, i, d, j, k, u: np.take(x, k, -1)), ("take(x, j, axis=1, mode=\"clip\")", "M, K", lambda x, i, d, j, k, u: np.take(x, j, 1, mode="clip")),
        ("take(x, j, 0, \"wrap\")", "K, N", lambda x, i, d, j, k, u: np.take(x, j, 0, mode="wrap")), ("take(x, [1, 0], axis=0)", "2, N", lambda x, i, d, j, k, u: np.take(x, [1, 0], 0)),
        ("take(x, u, mode=\"clip\")", "K", lambda x, i, d, j, k, u: np.take(x, np.minimum(u, x.size - 1).astype("i8"))),
    ], *[(r.float(m, n), r.int(k, low=-m, high=m), r.index(k, bound=n), r.int(k, low=-20, high=20, dtype="i4"), np.int64(n - 1), np.resize(np.array([0, 2**64 - 1, 1], "u8"), k))
         for m, n, k in [(3, 4, 5), (2, 1, 3), (5, 5, 0)]],
        Call(r.float(3, 4), np.array([0, 3]), r.index(2, bound=4), r.int(2, dtype="i4"), np.int64(0), np.zeros(2, "u8"), error="out of range"))  # fmt: skip
    group(table, "take_along_axis", "<M, N, K>(x: [f64; M, N], i: [i64; M, K], j: [i64; 1, N], v: [i32; N], w: [i64; N])", [
        ("take_along_axis(x, i, axis=1)", "M, K", lambda x, i, j, v, w: np.take_along_axis(x, i, 1)),
        ("take_along_axis(x, j, axis=0)", "1, N", lambda x, i, j, v, w: np.take_along_axis(x, j, 0)),
        ("take_along_axis(v, w)", "N", lambda x, i, j, v, w: np.take_along_axis(v, w, -1)),
        ("take_along_axis(x, argmax(x, axis=1, keepdims=true), axis=1)", "M, 1", lambda x, i, j, v, w: x.max(1, keepdims=True)),
    ], *[(r.float(m, n), r.int(m, k, low=-n, high=n), r.int(1, n, low=-m, high=m), r.int(n, dtype="i4"), r.int(n, low=0, high=n)) for m, n, k in [(3, 4, 2), (2, 1, 3), (4, 5, 0)]],
        Call(r.float(2, 3), np.full((2, 1), 3), np.zeros((1, 3), "i8"), r.int(3, dtype="i4"), np.zeros(3, "i8"), error="out of range"))  # fmt: skip
    group(table, "triangles", "<M, N>(x: [f64; M, N], b: [bool; M, N], c: [i32; 2, M, N])", [
        ("tril(x)", "M, N", lambda x, b, c: np.tril(x)), ("triu(x)", "M, N", lambda x, b, c: np.triu(x)), ("x.tril(k=-1)", "M, N", lambda x, b, c: np.tril(x, -1)),
        ("triu(b, 1)", "M, N", lambda x, b, c: np.triu(b, 1)), ("tril(c, 2)", "2, M, N", lambda x, b, c: np.tril(c, 2)),
    ], *[(r.float(m, n), r.bool(m, n), r.int(2, m, n, dtype="i4")) for m, n in [*sizes, (0, 3)]], (np.full((3, 3), np.nan), r.bool(3, 3), r.int(2, 3, 3, dtype="i4")))  # fmt: skip
    group(table, "diagonals", "<M, N>(x: [f64; N, N], v: [i32; M], c: [f64; 2, 4, 3], b: [bool; M])", [
        ("diag(x)", "N", lambda x, v, c, b: np.diag(x)), ("diag(v)", "M, M", lambda x, v, c, b: np.diag(v)), ("diag(v, k=2)", "M + 2, M + 2", lambda x, v, c, b: np.diag(v, 2)),
        ("b.diag(-1)", "M + 1, M + 1", lambda x, v, c, b: np.diag(b, -1)), ("diag(x, 1)", "N - 1", lambda x, v, c, b: np.diag(x, 1)), ("diag(x, -1)", "N - 1", lambda x, v, c, b: np.diag(x, -1)),
        ("diagonal(c)", "3, 2", lambda x, v, c, b: np.diagonal(c)), ("diagonal(c, 1, axis1=1, axis2=2)", "2, 2", lambda x, v, c, b: np.diagonal(c, 1, 1, 2)),
        ("diagonal(c, offset=-2, axis1=1, axis2=2)", "2, 2", lambda x, v, c, b: np.diagonal(c, -2, 1, 2)),
    ], (r.float(3, 3), r.int(4, dtype="i4"), r.float(2, 4, 3), r.bool(4)), (r.float(1, 1), r.int(1, dtype="i4"), r.float(2, 4, 3), r.bool(1)),
        (r.float(2, 2), r.int(0, dtype="i4"), r.float(2, 4, 3), r.bool(0)))  # fmt: skip
    group(table, "grids", "<M, N>(x: [f64; M], y: [i32; N], a: [f64; M, 1], s: f64)", [
        ("meshgrid(x, y)[0]", "N, M", lambda x, y, a, s: np.meshgrid(x, y)[0]), ("meshgrid(x, y)[1]", "N, M", lambda x, y, a, s: np.meshgrid(x, y)[1]),
        ("meshgrid(x, y, indexing=\"ij\")[1]", "M, N", lambda x, y, a, s: np.meshgrid(x, y, indexing="ij")[1]), ("meshgrid(x, y, x)[2]", "N, M, M", lambda x, y, a, s: np.meshgrid(x, y, x)[2]),
        ("meshgrid(x)[0]", "M", lambda x, y, a, s: np.meshgrid(x)[0]), ("broadcast_arrays(a, y)[0]", "M, N", lambda x, y, a, s: np.broadcast_arrays(a, y)[0]),
        ("broadcast_arrays(a, y, s)[2]", "M, N", lambda x, y, a, s: np.broadcast_arrays(a, y, s)[2]),
    ], *[(r.float(m), r.int(n, dtype="i4"), r.float(m, 1), np.float64(2)) for m, n in [(3, 4), (1, 1), (0, 2)]])  # fmt: skip
