"""Slices, integers, new axes, gathers by index arrays and by checked integers."""

import numpy as np

from generate import Call, Index, Random


def add(table):
    case = table.case
    r = Random("indexing")
    v9, v2, v1 = r.float(9), r.float(2), r.float(1)

    # One-dimensional slices: text here, NumPy's slice, sizes that satisfy the bounds.
    slices = [
        ("inner", "1..-1", slice(1, -1), (9, 2, 3)), ("prefix", "..3", slice(3), (9, 3)),
        ("suffix", "2..", slice(2, None), (9, 2)), ("last_two", "-2..", slice(-2, None), (9, 2)),
        ("but_last_two", "..-2", slice(None, -2), (9, 2)), ("even", "..;2", slice(None, None, 2), (9, 2, 1, 0)),
        ("odd", "1..;2", slice(1, None, 2), (9, 2, 1)), ("third", "1..-1;3", slice(1, -1, 3), (9, 2, 3, 4)),
        ("reverse", "..;-1", slice(None, None, -1), (9, 1, 0)),
        ("reverse_even", "..;-2", slice(None, None, -2), (9, 2, 1, 8)), ("middle", "2..5", slice(2, 5), (9, 5)),
        ("middle_reversed", "5..2;-1", slice(5, 2, -1), (9, 6)),
        ("to_symbol", "..N - 1", slice(None, -1), (9, 1)),
    ]  # fmt: skip
    lengths = {
        "inner": "N - 2", "prefix": "3", "suffix": "N - 2", "last_two": "2", "but_last_two": "N - 2",
        "middle": "3", "middle_reversed": "3", "reverse": "N", "to_symbol": "N - 1",
    }  # fmt: skip
    for name, text, numpy_slice, sizes in slices:
        body = f"x[{text}]"
        if name not in lengths:
            # The length has no plain name: compare through a sum that keeps the order visible.
            body = f"sum(x[{text}] * 1.5) + x[{text}].shape[0]"
        result = f"[f64; {lengths[name]}]" if name in lengths else "f64"
        numpy = lambda x, s=numpy_slice: x[s]  # noqa: E731
        if name not in lengths:
            numpy = lambda x, s=numpy_slice: (x[s] * 1.5).sum() + x[s].shape[0]  # noqa: E731
        case(
            f"slice_{name}",
            f"<N>(x: [f64; N]) -> {result} {{\n    {body}\n}}",
            numpy,
            *[(r.float(n),) for n in sizes],
            tolerance=0 if name in lengths else 64, reduces=name not in lengths,
        )  # fmt: skip
    case(
        "slice_even_length",
        "<N>(x: [f64; 2 * N]) -> ([f64; N], [f64; N]) {\n    (x[..;2], x[1..;2])\n}",
        lambda x: (x[::2], x[1::2]),
        (r.float(8),), Call(r.float(0), error="slice `1..;2`"),
    )  # fmt: skip
    case(
        "slice_two_axes",
        "<M, N>(x: [i32; M, N]) -> ([i32; M - 1, N - 2], [i32; M, 2]) {\n    (x[1.., 1..-1], x[.., ..2])\n}",
        lambda x: (x[1:, 1:-1], x[:, :2]),
        (r.int(4, 5, dtype="i4"),), (r.int(1, 2, dtype="i4"),),
    )  # fmt: skip
    case(
        "slice_of_slice",
        "<N>(x: [f64; N]) -> [f64; N - 4] {\n    x[1..-1][1..-1]\n}",
        lambda x: x[1:-1][1:-1],
        (v9,),
    )
    case(
        "finite_difference",
        "<N>(x: [f64; N], h: f64) -> [f64; N - 2] {\n    (x[2..] - 2 * x[1..-1] + x[..-2]) / h ** 2\n}",
        lambda x, h: (x[2:] - 2 * x[1:-1] + x[:-2]) / h**2,
        (r.float(20), np.float64(0.1)), (v2, np.float64(0.1)),
        tolerance=8, reduces=True,
    )  # fmt: skip
    case(
        "laplacian",
        "<M, N>(u: [f64; M, N]) -> [f64; M - 2, N - 2] {\n"
        "    u[1..-1, ..-2] + u[1..-1, 2..] + u[..-2, 1..-1] + u[2.., 1..-1] - 4 * u[1..-1, 1..-1]\n}",
        lambda u: u[1:-1, :-2] + u[1:-1, 2:] + u[:-2, 1:-1] + u[2:, 1:-1] - 4 * u[1:-1, 1:-1],
        (r.float(6, 7),), (r.float(2, 7),), (r.float(3, 3),),
        tolerance=8, reduces=True,
    )  # fmt: skip

    m = r.float(4, 5)
    case(
        "integer_index",
        "<M, N>(x: [f64; M, N]) -> ([f64; N], [f64; M], f64, [f64; M]) {\n    (x[0], x[.., 1], x[1, 2], x[.., -1])\n}",
        lambda x: (x[0], x[:, 1], x[1, 2], x[:, -1]),
        (m,),
    )
    case(
        "integer_too_large_for_axis",
        "<N>(x: [f64; N]) -> f64 {\n    x[3] - x[-4]\n}",
        lambda x: x[3] - x[-4],
        (r.float(4),), (r.float(9),), Call(r.float(3), error="N"),
    )  # fmt: skip
    case(
        "new_axes",
        "<M, N>(x: [f64; M], y: [f64; N]) -> ([f64; M, N], [f64; 1, M, 1]) {\n"
        "    (x[.., newaxis] * y[newaxis, ..], x[newaxis, .., newaxis])\n}",
        lambda x, y: (x[:, None] * y[None, :], x[None, :, None]),
        (r.float(4), r.float(3)), (r.float(0), r.float(3)),
    )  # fmt: skip
    t = r.int(2, 3, 4, 5)
    case(
        "ellipsis",
        "<A, B, C, D>(x: [i64; A, B, C, D]) -> ([i64; A, B, C], [i64; B, C, D], [i64; A, D], [i64; A, B, C, D]) {\n"
        "    (x[..., 1], x[0, ...], x[.., 1, ..., 2, ..], x[...])\n}",
        lambda x: (x[..., 1], x[0, ...], x[:, 1, ..., 2, :], x[...]),
        (t,),
    )
    case(
        "mixed_basic",
        "<A, B, C>(x: [f64; A, B, C]) -> [f64; A, 1, C - 1] {\n    x[.., newaxis, 1, ..;1][..., 1..]\n}",
        lambda x: x[:, None, 1, ::1][..., 1:],
        (r.float(3, 2, 4),),
    )
    case(
        "slice_of_literal_axis",
        "<N>(x: [f64; 6, N]) -> ([f64; 3, N], [f64; 2, N], [f64; 3, N]) {\n    (x[..;2], x[1..5;3], x[-1..2;-1])\n}",
        lambda x: (x[::2], x[1:5:3], x[-1:2:-1]),
        (r.float(6, 4),),
    )
    case(
        "slice_whole_and_none",
        "(x: [f64; 5]) -> ([f64; 5], [f64; 2], [f64; 0], [f64; 0]) {\n    (x[..5], x[-2..5], x[3..3], x[5..])\n}",
        lambda x: (x[:5], x[-2:5], x[3:3], x[5:]),
        (r.float(5),),
    )

    # Gathers by index<D>: checked once, when the array is made.
    i7 = r.index(7, bound=9)
    case("gather", "<N, K>(x: [f64; N], i: [index<N>; K]) -> [f64; K] {\n    x[i]\n}", lambda x, i: x[i],
         (v9, i7), (v9, r.index(0, bound=9)), (v1, r.index(4, bound=1)),
         (np.zeros(0), Index(np.zeros(0, int), 0)))  # fmt: skip
    case(
        "gather_rank_two",
        "<N, K, L>(x: [f32; N], i: [index<N>; K, L]) -> [f32; K, L] {\n    x[i]\n}",
        lambda x, i: x[i],
        (r.float(9, dtype="f4"), r.index(3, 4, bound=9)),
    )
    case(
        "gather_rows_columns",
        "<M, N, K>(x: [f64; M, N], i: [index<M>; K], j: [index<N>; K]) -> ([f64; K, N], [f64; M, K], [f64; K]) {\n"
        "    (x[i], x[.., j], x[i, j])\n}",
        lambda x, i, j: (x[i], x[:, j], x[i, j]),
        (m, r.index(6, bound=4), r.index(6, bound=5)),
    )
    case(
        "gather_broadcasts_indices",
        "<M, N, K, L>(x: [f64; M, N], i: [index<M>; K, 1], j: [index<N>; L]) -> [f64; K, L] {\n    x[i, j]\n}",
        lambda x, i, j: x[i, j],
        (m, r.index(3, 1, bound=4), r.index(6, bound=5)),
    )
    case(
        "gather_contiguous",
        "<A, B, C, D, K>(x: [i64; A, B, C, D], i: [index<B>; K], j: [index<C>; K]) -> [i64; A, K, D] {\n"
        "    x[.., i, j]\n}",
        lambda x, i, j: x[:, i, j],
        (t, r.index(6, bound=3), r.index(6, bound=4)),
    )
    case(
        "gather_apart",
        "<A, B, C, D, K, L>(x: [i64; A, B, C, D], i: [index<A>; K, L], j: [index<C>; K, L]) -> [i64; K, L, B, D] {\n"
        "    x[i, .., j]\n}",
        lambda x, i, j: x[i, :, j],
        (t, r.index(2, 3, bound=2), r.index(2, 3, bound=4)),
    )
    case(
        "gather_with_integer",
        "<A, B, C, D, K>(x: [i64; A, B, C, D], j: [index<C>; K]) -> ([i64; K, B, D], [i64; A, K, D]) {\n"
        "    (x[1, .., j], x[.., 2, j])\n}",
        lambda x, j: (x[1, :, j], x[:, 2, j]),
        (t, r.index(6, bound=4)),
    )
    case(
        "gather_with_slices",
        "<A, B, C, D, K>(x: [i64; A, B, C, D], i: [index<B>; K]) -> [i64; A, K, C - 1, 1, D] {\n"
        "    x[.., i, 1.., newaxis, ..;-1]\n}",
        lambda x, i: x[:, i, 1:, None, ::-1],
        (t, r.index(5, bound=3)),
    )
    case(
        "gather_of_gather",
        "<N, K, L>(x: [f64; N], i: [index<N>; K], j: [index<K>; L]) -> ([f64; L], [f64; L]) {\n    (x[i][j], x[i[j]])\n}",
        lambda x, i, j: (x[i][j], x[i[j]]),
        (v9, r.index(6, bound=9), r.index(11, bound=6)),
    )
    case(
        "gather_of_expression",
        "<N, K>(x: [f64; N], i: [index<N>; K]) -> [f64; K] {\n    (2 * x + 1)[i] - x[i]\n}",
        lambda x, i: (2 * x + 1)[i] - x[i],
        (v9, i7),
        tolerance=2, reduces=True,
    )  # fmt: skip
    case(
        "gather_flat",
        "<E, N, K>(u: [f64; E, N], m: [index<E * N>; K]) -> [f64; K] {\n    u.reshape(E * N)[m]\n}",
        lambda u, m: u.reshape(-1)[m],
        (m, r.index(13, bound=20)),
    )
    case(
        "gather_slice_of_indices",
        "<N, K>(x: [f64; N], i: [index<N>; K, 2]) -> [f64; K] {\n    x[i[.., 1]] - x[i[.., 0]]\n}",
        lambda x, i: x[i[:, 1]] - x[i[:, 0]],
        (v9, r.index(6, 2, bound=9)),
    )
    case(
        "index_as_value",
        "<N, K>(x: [f64; N], i: [index<N>; K]) -> ([f64; K], [i64; K], [bool; K]) {\n    (x[i] * (i as f64), i + 1, i < 3)\n}",
        lambda x, i: (x[i] * i, i + 1, i < 3),
        (v9, i7),
    )

    # Plain integers: checked at the call, negative ones count from the end.
    for name, dtype in [("i64", "i8"), ("i32", "i4"), ("u32", "u4"), ("u64", "u8")]:
        low = 0 if name[0] == "u" else -9
        good = r.int(7, low=low, high=9, dtype=dtype)
        bad = good.copy()
        bad[4] = 9
        calls = [(v9, good), (v9, good[:0]), Call(v9, bad, error="out of range")]
        if low:
            worse = good.copy()
            worse[0] = -10
            calls.append(Call(v9, worse, error="out of range"))
        case(
            f"checked_gather_{name}",
            f"<N, K>(x: [f64; N], i: [{name}; K]) -> [f64; K] {{\n    x[i]\n}}",
            lambda x, i: x[i],
            *calls,
        )
    case(
        "checked_gather_two",
        "<M, N, K>(x: [f64; M, N], i: [i64; K], j: [i64; K]) -> [f64; K] {\n    x[i, j] + x[i + 1, j]\n}",
        lambda x, i, j: x[i, j] + x[i + 1, j],
        (m, np.array([0, 2, -2, -1]), np.array([4, -5, 0, 1])),
        Call(m, np.array([0, 3, -2, -1]), np.array([4, -5, 0, 1]), error="out of range"),
        Call(m, np.array([0, 2, -2, -1]), np.array([4, -6, 0, 1]), error="out of range"),
    )
    case(
        "checked_scalar_index",
        "<M, N>(x: [f64; M, N], i: i64, j: i32) -> ([f64; N], f64) {\n    (x[i], x[i, j])\n}",
        lambda x, i, j: (x[i], x[i, j]),
        (m, np.int64(2), np.int32(-1)),
        Call(m, np.int64(4), np.int32(0), error="out of range"),
        Call(m, np.int64(0), np.int32(-6), error="out of range"),
    )
    case(
        "checked_computed_index",
        "<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] {\n    x[abs(i) % N]\n}",
        lambda x, i: x[np.abs(i) % x.shape[0]],
        (v9, r.int(12, low=-99, high=99)),
    )
    case(
        "gather_mixed_checked",
        "<M, N, K>(x: [f64; M, N], i: [index<M>; K], j: [i32; K]) -> [f64; K] {\n    x[i, j]\n}",
        lambda x, i, j: x[i, j],
        (m, r.index(6, bound=4), r.int(6, low=-5, high=5, dtype="i4")),
    )
