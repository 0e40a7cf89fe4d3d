"""Results of bounded size (compress, nonzero, unique, join) and orders by several keys (lexsort, partition)."""

import numpy as np

from generate import Call, Random

NUMPY = {"f64": "f8", "f32": "f4", "i32": "i4", "i64": "i8", "u32": "u4", "u64": "u8", "bool": "?", "i8": "i1", "u16": "u2", "f16": "f2"}


def padded(x, size, fill=0):
    x = np.asarray(x)
    out = np.full((size,) + x.shape[1:], fill, x.dtype)
    out[: len(x)] = x
    return out


def compress(mask, x, size, fill=0):
    x = x[np.asarray(mask, bool)]
    return padded(x, size, fill), np.int64(len(x))


def nonzero(x, size, fill=0):
    at = np.nonzero(x)
    return (*(padded(i, size, fill) for i in at), np.int64(len(at[0])))


def unique(x, size):
    values, index, inverse, counts = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
    # NumPy's positions of NaN are those of an unstable sort.
    inverse = inverse.reshape(x.shape)
    return padded(values, size), padded(index, size), inverse, padded(counts, size), np.int64(len(values))


def join(left, right, size, fill=0):
    i, j = np.nonzero(left[:, None] == right)
    return padded(i, size, fill), padded(j, size, fill), np.int64(len(i))


def shrunk(x, most):
    passes = 0
    while x.max() > 3 and passes < most:
        x, _ = compress(x > 0, x - 1, len(x))
        passes += 1
    return x


def add(table):
    case = table.case
    for dtype, code in NUMPY.items():
        r = Random("bounded" + dtype)
        special = []
        if dtype.startswith("f"):
            special = [(np.array([np.nan, 1, -0.0, np.inf, np.nan, -np.inf, 1, 2], code), np.arange(8) % 3 > 0)]
        case(
            f"compress_{dtype}",
            f"<N>(x: [{dtype}; N], mask: [bool; N]) -> ([{dtype}; N], i64, [{dtype}; N + 2], i64) {{\n"
            f"    let (all, n) = compress(mask, x, size=N);\n"
            f"    let (more, m) = compress(!mask, x, size=N + 2, fill_value={'true' if dtype == 'bool' else 7});\n"
            f"    (all, n, more, m)\n}}",
            lambda x, mask: (*compress(mask, x, len(x)), *compress(~mask, x, len(x) + 2, 7)),
            (r.any(code, 40), r.bool(40)), (r.any(code, 1), np.array([True])), (r.any(code, 1), np.array([False])),
            (r.any(code, 0), r.bool(0)), (r.any(code, 9), np.ones(9, "?")), *special,
        )  # fmt: skip
        case(
            f"unique_{dtype}",
            f"<N>(x: [{dtype}; N]) -> ([{dtype}; N], [i64; N], [i64; N], [i64; N], i64, [{dtype}; N], i64) {{\n"
            f"    let (values, first, inverse, counts, n) =\n"
            f"        unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);\n"
            f"    let (alone, m) = unique(x, size=N);\n"
            f"    (values, first, inverse, counts, n, alone, m)\n}}",
            lambda x: (*unique(x, len(x)), *(unique(x, len(x))[k] for k in (0, 4))),
            (r.any(code, 40),), (r.any(code, 1),), (r.any(code, 0),), (np.full(9, 1, code),), (np.arange(33)[::-1].astype(code),),
        )  # fmt: skip
        if dtype != "bool":
            case(
                f"join_{dtype}",
                f"<M, N>(x: [{dtype}; M], y: [{dtype}; N]) -> ([i64; M * N], [i64; M * N], i64) {{\n"
                f"    join(x, y, size=M * N)\n}}",
                lambda x, y: join(x, y, x.size * y.size),
                (r.any(code, 12), r.any(code, 15)), (r.any(code, 1), r.any(code, 7)), (r.any(code, 0), r.any(code, 3)),
                (r.any(code, 3), r.any(code, 0)), (np.full(4, 2, code), np.full(5, 2, code)),
                *[(x, x[::-1]) for x, _ in special],
            )  # fmt: skip
    r = Random("bounded")
    case(
        "compress_bound",
        "<N, M>(x: [f64; N], mask: [bool; N], y: [i64; M]) -> ([f64; M], i64, [i64; M]) {\n"
        "    let (values, count) = compress(mask, x * 2.0, size=M);\n    (values, count, y)\n}",
        lambda x, mask, y: (*compress(mask, 2 * x, len(y)), y),
        (r.float(30), np.arange(30) % 5 == 0, r.int(6)), (r.float(30), np.arange(30) % 5 == 0, r.int(11)),
        (r.float(4), np.zeros(4, "?"), r.int(0)), (r.float(0), np.zeros(0, "?"), r.int(3)),
        Call(r.float(30), np.arange(30) % 5 == 0, r.int(5), error="`compress` finds more than M elements of `x * 2.0`, 6 in all (here M = 5, N = 30): give a larger `size`; N is always enough"),
        Call(r.float(3), np.ones(3, "?"), r.int(0), error="3 in all"),
    )  # fmt: skip
    case(
        "compress_axes",
        "<N, K>(x: [f32; N, K], rows: [bool; N], columns: [i32; K], all: [bool; N * K])\n"
        "    -> ([f32; N, K], i64, [f32; N, 2], i64, [f32; N * K], i64) {\n"
        "    let (a, n) = compress(rows, x, axis=0, size=N);\n"
        "    let (b, m) = compress(columns, x, axis=-1, size=2, fill_value=-1);\n"
        "    let (c, k) = compress(all, x, size=N * K);\n    (a, n, b, m, c, k)\n}",
        lambda x, rows, columns, all: (
            *compress(rows, x, len(x)),
            np.concatenate([x[:, columns != 0], np.full((len(x), 2), -1, "f4")], axis=1)[:, :2], np.int64((columns != 0).sum()),
            *compress(all, x.ravel(), x.size),
        ),
        (r.float(4, 5, dtype="f4"), r.bool(4), np.array([0, 3, 0, 0, -1], "i4"), r.bool(20)),
        (r.float(1, 3, dtype="f4"), np.array([False]), np.array([0, 0, 1], "i4"), r.bool(3)),
        (r.float(0, 3, dtype="f4"), r.bool(0), np.array([0, 0, 1], "i4"), r.bool(0)),
        (r.float(3, 0, dtype="f4"), r.bool(3), np.zeros(0, "i4"), r.bool(0)),
        Call(r.float(2, 3, dtype="f4"), r.bool(2), np.ones(3, "i4"), r.bool(6), error="finds more than 2 parts of `x`, 3 in all (here K = 3): give a larger `size`; K is always enough"),
    )  # fmt: skip
    case(
        "compress_complex",
        "<N>(z: [c64; N], mask: [bool; N]) -> ([c64; N], i64, [c64; N], i64) {\n"
        "    let (a, n) = compress(mask, z, size=N);\n"
        "    let (b, m) = compress(z, z, size=N, fill_value=1 - 2j);\n    (a, n, b, m)\n}",
        lambda z, mask: (*compress(mask, z, len(z)), *compress(z != 0, z, len(z), 1 - 2j)),
        (np.array([1j, 0, 2, 0, 3 - 1j]), np.array([True, True, False, False, True])), (np.zeros(0, "c16"), r.bool(0)),
    )  # fmt: skip
    case(
        "nonzero",
        "<N>(x: [i32; N], y: [f64; N]) -> ([i64; N], i64, f64) {\n"
        "    let (i, n) = nonzero(x, size=N);\n    let (j, m) = y.nonzero(size=N, fill_value=-1);\n"
        "    (i, n + m, sum(where(j < 0, 0.0, 1.0)))\n}",
        lambda x, y: (nonzero(x, len(x))[0], np.int64(np.count_nonzero(x) + np.count_nonzero(y)), np.float64(np.count_nonzero(y))),
        (r.int(20, low=-1, high=2, dtype="i4"), np.trunc(r.float(20))), (np.zeros(3, "i4"), np.array([0.0, -0.0, np.nan])), (r.int(0, dtype="i4"), r.float(0)),
    )  # fmt: skip
    case(
        "nonzero_axes",
        "<A, B>(x: [i64; A, B, 2]) -> ([i64; 2 * A * B], [i64; A * B * 2], [i64; A * B * 2], i64) {\n"
        "    nonzero(x > 0, size=A * B * 2)\n}",
        lambda x: nonzero(x > 0, x.size),
        (r.int(3, 4, 2),), (r.int(1, 1, 2),), (r.int(0, 3, 2),), (r.int(3, 0, 2),),
    )  # fmt: skip
    case(
        "nonzero_gathers",
        "<N>(x: [f64; N], k: [f64; 3]) -> ([f64; 2], i64) {\n"
        "    let (i, n) = nonzero(k > 0, size=2);\n    (where(arange(2) < n, k[i], 0.0) + sum(x), n)\n}",
        lambda x, k: (padded(k[k > 0], 2) + x.sum(), np.int64((k > 0).sum())),
        (r.float(2), np.array([-1.0, 2, 3])), (r.float(2), np.array([-1.0, -2, 3])), (r.float(2), np.array([-1.0, -2, -3])),
        Call(r.float(2), np.ones(3), error="`nonzero` finds more than 2 elements of `k > 0` that are not zero, 3 in all: give a larger `size`; 3 is always enough"),
    )  # fmt: skip
    case(
        "unique_nan",
        "<N>(x: [f64; N]) -> ([f64; N], [i64; N], [i64; N], i64) {\n"
        "    let (values, inverse, counts, n) = unique(x, return_inverse=true, return_counts=true, size=N, fill_value=9.5);\n"
        "    (values, inverse, counts, n)\n}",
        lambda x: (
            padded(np.unique(x), len(x), 9.5), np.searchsorted(np.unique(x), x), padded(np.unique(x, return_counts=True)[1], len(x)),
            np.int64(len(np.unique(x))),
        ),
        (np.array([np.nan, 1, -np.inf, np.nan, 1, np.inf, -np.nan]),), (np.full(5, np.nan),),
    )  # fmt: skip
    case(
        "unique_groups",
        "<N, G>(key: [i64; N], x: [f64; N], names: [i64; G]) -> ([i64; G], [f64; G], [i64; G], i64) {\n"
        "    let (keys, group, count) = unique(key, return_inverse=true, size=G);\n"
        "    (keys, segment_sum(x, group, num_segments=G), names, count)\n}",
        lambda key, x, names: (
            padded(np.unique(key), len(names)), padded(np.bincount(np.unique(key, return_inverse=True)[1], x), len(names)), names,
            np.int64(len(np.unique(key))),
        ),
        (r.int(50, low=-3, high=4), r.float(50), r.int(8)), (np.full(5, 3), r.float(5), r.int(1)),
        Call(np.arange(5), r.float(5), r.int(4), error="`unique` finds more than G different elements of `key`, 5 in all (here G = 4, N = 5): give a larger `size`; N is always enough"),
        Call(np.arange(5), r.float(5), r.int(0), error="5 in all (here G = 0"),
        tolerance=8,
    )  # fmt: skip
    case(
        "unique_rows",
        "<M, N>(x: [i32; M, N]) -> ([i32; M * N], [i64; M, N], i64) {\n"
        "    unique(x, return_inverse=true, size=M * N)\n}",
        lambda x: tuple(unique(x, x.size)[k] for k in (0, 2, 4)),
        (r.int(5, 7, dtype="i4"),), (r.int(0, 7, dtype="i4"),),
    )  # fmt: skip
    case(
        "unique_gathers",
        "<N>(x: [i64; N]) -> ([i64; N], i64) {\n"
        "    let (values, inverse, n) = unique(x, return_inverse=true, size=N);\n    (values[inverse], n)\n}",
        lambda x: (x, np.int64(len(np.unique(x)))),
        (r.int(30),), (r.int(1),), (r.int(0),),
    )  # fmt: skip
    case(
        "join_bound",
        "<M, N, K>(x: [i64; M], y: [i64; N], z: [f64; K]) -> ([i64; K], [i64; K], i64, [f64; K]) {\n"
        "    let (i, j, n) = join(x, y, size=K, fill_value=-1);\n    (i, j, n, z)\n}",
        lambda x, y, z: (*join(x, y, len(z), -1), z),
        (r.int(20, low=0, high=6), r.int(15, low=0, high=6), r.float(300)), (np.array([3, 1, 3]), np.array([3, 3, 2]), r.float(4)),
        (np.array([3, 1]), np.array([5]), r.float(0)),
        Call(np.array([3, 1, 3]), np.array([3, 3, 2]), r.float(3), error="`join` finds more than K pairs of `x` and `y`, 4 in all (here K = 3, M = 3, N = 3): give a larger `size`; M * N is always enough"),
    )  # fmt: skip
    case(
        "lexsort",
        "<N>(a: [i64; N], b: [f32; N], c: [bool; N]) -> ([i64; N], [i64; N], [i64; N]) {\n"
        "    let i = lexsort((a, b));\n    (i, lexsort([b, a, c]), a[lexsort((c,))])\n}",
        lambda a, b, c: (np.lexsort((a, b)), np.lexsort((b, a, c)), a[np.lexsort((c,))]),
        (r.int(50, low=0, high=3), np.trunc(r.float(50, dtype="f4")), r.bool(50)), (r.int(1), r.float(1, dtype="f4"), r.bool(1)), (r.int(0), r.float(0, dtype="f4"), r.bool(0)),
        (r.int(4), np.array([np.nan, 1, np.nan, -np.inf], "f4"), r.bool(4)),
    )  # fmt: skip
    case(
        "lexsort_axes",
        "<M, N>(a: [i64; M, N], b: [i64; M, N]) -> ([i64; M, N], [i64; M, N]) {\n"
        "    (lexsort((a, b)), lexsort((a, b), axis=0))\n}",
        lambda a, b: (np.lexsort((a, b)), np.lexsort((a, b), axis=0)),
        (r.int(5, 9, low=0, high=3), r.int(5, 9, low=0, high=3)), (r.int(0, 3), r.int(0, 3)),
    )  # fmt: skip
    case(
        "partition",
        "<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N], [bool; M]) {\n"
        "    let i = argpartition(x, -1);\n"
        "    (partition(x, 0), x.partition(0, axis=0), take_along_axis(x, i, axis=1)[.., -1] >= max(x, axis=1))\n}",
        lambda x: (np.sort(x, 1), np.sort(x, 0), np.ones(len(x), "?")),
        (r.float(4, 9),), (r.float(1, 1),),
    )  # fmt: skip
    case(
        "segments_of_any_order",
        "<N>(x: [i64; N], k: [i64; N]) -> ([i64; 5], [i64; 5]) {\n"
        "    (segment_sum(x, k, num_segments=5), segment_max(x, k, num_segments=5))\n}",
        lambda x, k: (
            np.array([x[k == s].sum() for s in range(5)]),
            np.array([x[k == s].max(initial=np.iinfo("i8").min) for s in range(5)]),
        ),
        (r.int(40), r.int(40, low=0, high=5)), (r.int(40), r.int(40, low=0, high=5)[::-1].copy()), (r.int(0), r.int(0)),
    )  # fmt: skip
    case(
        "long",
        "<N>(x: [i64; N], y: [i64; N]) -> ([i64; N], i64, [i64; N], i64, i64) {\n"
        "    let (a, n) = compress(x > y, x, size=N);\n    let (b, m) = unique(y, size=N);\n"
        "    let (_, _, k) = join(x, y, size=4 * N);\n    (a, n, b, m, k)\n}",
        lambda x, y: (
            *compress(x > y, x, len(x)), padded(np.unique(y), len(y)), np.int64(len(np.unique(y))), np.int64((x[:, None] == y).sum()),
        ),
        (r.int(5003, low=0, high=5000), r.int(5003, low=0, high=5000)),
    )  # fmt: skip
    case(
        "in_a_loop",
        "<N>(x: [i64; N], most: i64) -> [i64; N] {\n    let mut y = x;\n"
        "    let _ = while max(y) > 3, at most most {\n"
        "        let (kept, _) = compress(y > 0, y - 1, size=N);\n        y = kept;\n    };\n    y\n}",
        shrunk,
        (np.array([7, 0, 3, 5, 0, 2]), np.int64(9)), (np.array([7, 0, 3, 5, 0, 2]), np.int64(1)),
    )  # fmt: skip
