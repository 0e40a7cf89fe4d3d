"""Making arrays, and moving their elements about."""

import numpy as np

from generate import Call, Random


def add(table):
    case = table.case
    r = Random("arrays")
    x23, x234, v6 = r.float(2, 3), r.float(2, 3, 4), r.float(6)

    case(
        "zeros_ones",
        "<M, N>() -> ([f64; M, N], [i32; N], [bool; M]) {\n    (zeros([f64; M, N]), ones([i32; N]), zeros([bool; M]))\n}",
        lambda M, N: (np.zeros((M, N)), np.ones(N, "i4"), np.zeros(M, "?")),
        Call(dims={"M": 2, "N": 3}), Call(dims={"M": 0, "N": 3}),
    )  # fmt: skip
    case(
        "full",
        "<N>(s: f32) -> ([f32; N], [i64; 2, N], [f64; 3]) {\n    (full([f32; N], s), full([i64; 2, N], -7), full([f64; 3], 0.5))\n}",
        lambda s, N: (np.full(N, s), np.full((2, N), -7), np.full(3, 0.5)),
        Call(np.float32(1.25), dims={"N": 4}),
    )
    case(
        "zeros_plus",
        "<N>(x: [f64; N]) -> [f64; N] {\n    zeros([f64; N]) + x * ones([f64; N])\n}",
        lambda x: 0.0 + x,
        (v6,), (np.zeros(0),),
    )  # fmt: skip
    case(
        "from_fn",
        "<M, N>(x: [f64; M], y: [f64; N]) -> [f64; M, N] {\n    from_fn(|i: M, j: N| x[i] * y[j] + (i - 2 * j) as f64)\n}",
        lambda x, y: x[:, None] * y + np.arange(len(x))[:, None] - 2 * np.arange(len(y)),
        (r.float(3), r.float(4)), (r.float(0), r.float(4)),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        "from_fn_indices",
        "<N>() -> ([i64; N], [f64; N, N], [bool; N, N]) {\n"
        "    (from_fn(|i: N| 3 * i + 1), from_fn(|i: N, j: N| where(i == j, 1.0, 0.0)), from_fn(|i: N, j: N| i < j))\n}",
        lambda N: (3 * np.arange(N) + 1, np.eye(N), np.arange(N)[:, None] < np.arange(N)),
        Call(dims={"N": 4}), Call(dims={"N": 1}),
    )  # fmt: skip
    case(
        "from_fn_reversed",
        "<N>(x: [i32; N]) -> ([i32; N], [i32; N - 1]) {\n    (from_fn(|i: N| x[N - 1 - i]), from_fn(|i: N - 1| x[i + 1] - x[i]))\n}",
        lambda x: (x[::-1], np.diff(x)),
        (r.int(7, dtype="i4"),), (r.int(1, dtype="i4"),),
    )  # fmt: skip
    case(
        "from_fn_closure_reduction",
        "<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {\n"
        "    from_fn(|i: M, j: N| sum(|k: K| a[i, k] * b[k, j]))\n}",
        lambda a, b: a @ b,
        (r.float(3, 5), r.float(5, 2)), (r.float(3, 0), r.float(0, 2)),
        tolerance=16, reduces=True,
    )  # fmt: skip
    case(
        "zeros_like",
        "<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M, N], [f32; M, N]) {\n    (zeros_like(x), ones_like(x), full_like(x, 2.5))\n}",
        lambda x: (np.zeros_like(x), np.ones_like(x), np.full_like(x, 2.5)),
        (r.float(2, 3, dtype="f4"),),
    )

    case(
        "reshape",
        "<M, N>(x: [f64; M, N]) -> ([f64; N, M], [f64; M * N], [f64; 1, M * N]) {\n"
        "    (reshape(x, (N, M)), x.reshape(M * N), x.reshape((1, M * N)))\n}",
        lambda x: (x.reshape(x.shape[::-1]), x.ravel(), x.reshape(1, -1)),
        (x23,), (r.float(0, 3),), (r.float(5, 1),),
    )  # fmt: skip
    case(
        "reshape_unknown",
        "<M, N>(x: [i64; M, N, 2]) -> ([i64; M, 2 * N], [i64; 2 * M * N], [i64; 2, M * N]) {\n"
        "    (x.reshape(M, -1), reshape(x, -1), x.reshape(2, -1))\n}",
        lambda x: (x.reshape(x.shape[0], -1), x.reshape(-1), x.reshape(2, -1)),
        (r.int(3, 4, 2),),
    )
    case(
        "reshape_split",
        "<N>(x: [f64; 6 * N]) -> ([f64; N, 6], [f64; 2, 3, N], [f64; 3 * N, 2]) {\n"
        "    (x.reshape(N, 6), x.reshape(2, 3, N), x.reshape(3 * N, 2))\n}",
        lambda x: (x.reshape(-1, 6), x.reshape(2, 3, -1), x.reshape(-1, 2)),
        (r.float(24),),
    )  # fmt: skip
    case(
        "ravel_round_trip",
        "<M, N>(x: [f64; M, N]) -> [f64; M, N] {\n    let flat = x.ravel();\n    (flat + 1).reshape(M, N)\n}",
        lambda x: x + 1,
        (x23,),
    )
    case(
        "reshape_transposed",
        "<M, N>(x: [f64; M, N]) -> [f64; M * N] {\n    x.T.reshape(M * N)\n}",
        lambda x: x.T.ravel(),
        (x23,), (r.float(4, 1),),
    )  # fmt: skip
    case(
        "transpose",
        "<A, B, C>(x: [f64; A, B, C], m: [f64; A, B]) -> ([f64; C, B, A], [f64; C, A, B], [f64; B, A], [f64; B, A]) {\n"
        "    (x.T, transpose(x, (2, 0, 1)), m.T, transpose(m))\n}",
        lambda x, m: (x.T, np.transpose(x, (2, 0, 1)), m.T, np.transpose(m)),
        (x234, x23), (r.float(0, 3, 4), r.float(0, 3)),
    )  # fmt: skip
    case(
        "swapaxes_moveaxis",
        "<A, B, C>(x: [f64; A, B, C]) -> ([f64; C, B, A], [f64; B, C, A]) {\n    (swapaxes(x, 0, -1), moveaxis(x, 0, -1))\n}",
        lambda x: (np.swapaxes(x, 0, -1), np.moveaxis(x, 0, -1)),
        (x234,),
    )
    case(
        "stack",
        "<N>(a: [f64; N], b: [f64; N], c: [f64; N]) -> ([f64; 3, N], [f64; N, 3], [f64; N, 2]) {\n"
        "    (stack((a, b, c)), stack((a, b, c), axis=1), stack([c, a], axis=-1))\n}",
        lambda a, b, c: (np.stack((a, b, c)), np.stack((a, b, c), axis=1), np.stack((c, a), axis=-1)),
        (r.float(4), r.float(4), r.float(4)), (r.float(0), r.float(0), r.float(0)),
    )  # fmt: skip
    case(
        "stack_scalars",
        "<N>(x: [f64; N], s: f64) -> ([f64; 3], [f64; 2, N]) {\n    (stack((sum(x), s, 2 * s)), stack((x, x + s)))\n}",
        lambda x, s: (np.stack((x.sum(), s, 2 * s)), np.stack((x, x + s))),
        (v6, np.float64(0.5)),
        tolerance=8, reduces=True,
    )  # fmt: skip
    case(
        "concatenate",
        "<M, N>(a: [f64; M], b: [f64; N]) -> ([f64; M + N], [f64; M + 2 * N]) {\n"
        "    (concatenate((a, b)), concatenate((b, a, b * 2)))\n}",
        lambda a, b: (np.concatenate((a, b)), np.concatenate((b, a, b * 2))),
        (r.float(3), r.float(5)), (r.float(1), r.float(1)),
        (r.float(0), r.float(5)), (r.float(3), r.float(0)), (r.float(0), r.float(0)),
    )  # fmt: skip
    case(
        "concatenate_axis",
        "<M, N, K>(a: [i32; M, N], b: [i32; M, K], c: [i32; 2, N]) -> ([i32; M, N + K], [i32; M + 2, N]) {\n"
        "    (concatenate((a, b), axis=1), concatenate((a, c), axis=-2))\n}",
        lambda a, b, c: (np.concatenate((a, b), axis=1), np.concatenate((a, c))),
        (r.int(3, 4, dtype="i4"), r.int(3, 2, dtype="i4"), r.int(2, 4, dtype="i4")),
        (r.int(1, 1, dtype="i4"), r.int(1, 2, dtype="i4"), r.int(2, 1, dtype="i4")),
    )
    case(
        "concatenate_with_slices",
        "<N>(x: [f64; N]) -> ([f64; N], [f64; N + 1]) {\n"
        "    (concatenate((x[1..], x[..1])), concatenate((x[..1] * 0, x)))\n}",
        lambda x: (np.roll(x, -1), np.concatenate((x[:1] * 0, x))),
        (v6,), (r.float(2),),
    )  # fmt: skip
    case(
        "expand_squeeze",
        "<M, N>(x: [f64; M, N], y: [f64; 1, N, 1]) -> ([f64; 1, M, N], [f64; M, N, 1], [f64; N], [f64; N, 1]) {\n"
        "    (expand_dims(x, 0), x.expand_dims(-1), squeeze(y), squeeze(y, axis=0))\n}",
        lambda x, y: (x[None], x[..., None], np.squeeze(y), np.squeeze(y, axis=0)),
        (x23, r.float(1, 3, 1)),
    )
    case(
        "broadcast_to",
        "<M, N>(x: [f64; N], s: f64, y: [f64; M, 1]) -> ([f64; M, N], [f64; M, N], [f64; 2, M, N]) {\n"
        "    (broadcast_to(x, (M, N)), broadcast_to(s, (M, N)), y.broadcast_to((2, M, N)))\n}",
        lambda x, s, y: (
            np.broadcast_to(x, (len(y), len(x))), np.full((len(y), len(x)), s),
            np.broadcast_to(y, (2, len(y), len(x))),
        ),
        (r.float(3), np.float64(2), r.float(4, 1)),
    )  # fmt: skip
    case(
        "flip_roll",
        "<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N]) {\n    (x[..;-1, ..;-1], concatenate((x[-1..], x[..-1])))\n}",
        lambda x: (x[::-1, ::-1], np.roll(x, 1, axis=0)),
        (x23,), (r.float(2, 1),),
    )  # fmt: skip
    case(
        "copy_of_input",
        "<N>(x: [f32; N], y: [bool; N]) -> ([f32; N], [bool; N], [f32; N]) {\n    (x, y, x)\n}",
        lambda x, y: (x, y, x),
        (r.float(5, dtype="f4"), r.bool(5)), (r.float(0, dtype="f4"), r.bool(0)),
    )  # fmt: skip
    case(
        "shape_as_value",
        "<M, N>(x: [f64; M, N]) -> ([f64; M, N], i64, f64) {\n    (x / N + M, M * N, sum(x) / (x.shape[0] * x.shape[1]))\n}",
        lambda x: (x / x.shape[1] + x.shape[0], np.int64(x.size), x.mean()),
        (x23,), (r.float(5, 4),),
        tolerance=4, reduces=True,
    )  # fmt: skip
    case(
        "rank_zero_results",
        "<N>(x: [f64; N], s: f64) -> (f64, f64, i64) {\n    (x[0], s * 2, 7)\n}",
        lambda x, s: (x[0], s * 2, 7),
        (v6, np.float64(1.5)),
    )
