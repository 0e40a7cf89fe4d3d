"""Segments, histograms, scatters, gathers, stencils, slices with steps and reversed ones."""
from function import CUBES, FLOATS, MATRICES, ROWS, Function, square


def groups(count):
    return lambda n: {"N": n, "S": max(1, min(count, n) if count else n // 10)}


GROUPS = {"4 groups": groups(4), "100 groups": groups(100), "many groups": groups(None)}
ORDERS = {"": "", "_sorted": "sorted"}
SEGMENTS = {"sum": ("np.add", "0"), "prod": ("np.multiply", "1"), "min": ("np.minimum", "np.inf"), "max": ("np.maximum", "-np.inf")}


def functions():
    yield from segments()
    yield from gathers()
    yield from stencils()
    yield from slices()


def segments():
    kind = "segments"
    args = {"x": "T[N]", "i": "index<S>[N]"}
    for suffix, order in ORDERS.items():
        data = {"i": order}
        yield Function(kind, f"bincount{suffix}", {"i": "index<S>[N]"}, "np.bincount(i, minlength=S)", here="bincount(i)", jax="np.bincount(i, length=S)", out="[S]", layouts=GROUPS, data=data,
                       numba="out = np.zeros(np.max(i) + 1, np.int64)\nfor k in range(i.shape[0]):\n    out[i[k]] += 1\nreturn out")  # fmt: skip
        yield Function(kind, f"bincount_weights{suffix}", args, "np.bincount(i, x, S)", here="bincount(i, x)", jax="np.bincount(i, x, length=S)", out="[S]", layouts=GROUPS, data=data, tolerance=100)
        yield Function(kind, f"segment_sum{suffix}", args, "np.bincount(i, x, S)", here="segment_sum(x, i)", jax="jax.ops.segment_sum(x, i, S)", out="T[S]", dtypes=("f64", "f32"), layouts=GROUPS, data=data, tolerance=1e4,
                       numba="out = np.zeros(np.max(i) + 1, x.dtype)\nfor k in range(i.shape[0]):\n    out[i[k]] += x[k]\nreturn out")  # fmt: skip
    for name, (ufunc, start) in SEGMENTS.items():
        dtypes = ("f64", "f32", "i64") if name in ("sum", "prod") else ("f64", "f32")
        data = {"x": "near one"} if name == "prod" else {}
        if name != "sum":
            yield Function(kind, f"segment_{name}", args, f"segments({ufunc}, x, i, S, {start})", here=f"segment_{name}(x, i)", jax=f"jax.ops.segment_{name}(x, i, S)", out="T[S]", dtypes=FLOATS, layouts=GROUPS, data=data, tolerance=1e4)
        method = {"sum": "add", "prod": "multiply"}.get(name, name)
        here = {"sum": "add", "prod": "mul"}.get(name, name)
        yield Function(kind, f"scatter_{here}", {"u": "T[S]", **args}, f"at({ufunc}, u, i, x)", here=f"scatter_{here}(u, i, x)", jax=f"u.at[i].{method}(x)", out="T[S]", dtypes=dtypes, layouts=GROUPS, data=data if name != "prod" else {"x": "integers 1 2", "u": ""}, tolerance=1e4)
    rows = {"x": "T[N, 4]", "i": "index<S>[N]"}
    layout = {k: (lambda n, f=f: f(max(1, n // 4))) for k, f in GROUPS.items()}
    yield Function(kind, "segment_sum_of_rows", rows, "segments(np.add, x, i, S, 0)", here="segment_sum(x, i)", jax="jax.ops.segment_sum(x, i, S)", out="T[S, 4]", dtypes=FLOATS, layouts=layout, tolerance=1e4)
    yield Function(kind, "segment_mean", {"x": "T[N]", "i": "index<S>[N]"}, "np.bincount(i, x, S) / np.maximum(np.bincount(i, minlength=S), 1)", here="segment_sum(x, i) / (maximum(bincount(i), 1) as f64)",
                   jax="np.bincount(i, x, length=S) / np.maximum(np.bincount(i, length=S), 1)", out="T[S]", layouts=GROUPS, tolerance=1e4)  # fmt: skip
    yield Function(kind, "assigned_by_index", {"u": "T[S]", "x": "T[N]", "i": "index<S>[N]"}, "u = u.copy()\nu[i] = x\nreturn u", here="let mut u = u;\n        u[i] = x;\n        u", jax="u.at[i].set(x)",
                   out="T[S]", dtypes=("f64", "f32", "i32"), layouts=GROUPS)  # fmt: skip
    yield Function(kind, "permuted_by_assignment", {"x": "T[N]", "i": "index<N>[N]"}, "u = np.zeros_like(x)\nu[i] = x\nreturn u", here="let mut u = zeros([T; N]);\n        u[i] = x;\n        u".replace("[T;", "[f64;"),
                   jax="np.zeros_like(x).at[i].set(x)", data={"i": "permutation"})  # fmt: skip
    csr = {"a": "T[N]", "i": "index<S>[N]", "p": "index<N + 1>[M + 1]", "x": "T[S]"}
    # A matrix of M rows with 10 elements each.
    sparse = {"": lambda n: {"M": max(1, n // 10), "S": max(1, n // 10), "N": max(1, n // 10) * 10}}
    for suffix, order in {"": "", "_banded": "neighbours"}.items():
        yield Function(kind, f"csr_matvec{suffix}", csr, "csr_matvec(a, i, p, x)", jax="np.sum((a * x[i]).reshape(M, 10), axis=1)", out="T[M]", dtypes=FLOATS, layouts=sparse,
                       data={"p": "every 10", "i": order}, tolerance=10)  # fmt: skip
    yield Function(kind, "csr_matmul", csr | {"x": "T[S, 4]"}, "csr_matvec(a, i, p, x)", here="csr_matmul(a, i, p, x)", jax="", out="T[M, 4]", dtypes=("f64",), layouts=sparse, data={"p": "every 10"}, tolerance=10)


def gathers():
    kind = "gathers"
    for suffix, order in {"": "", "_sorted": "sorted", "_near": "neighbours"}.items():
        args, data = {"x": "T[N]", "i": "index<N>[N]"}, {"i": order}
        yield Function(kind, f"gather{suffix}", args, "x[i]", dtypes=("f64", "f32", "u8", "i32"), data=data)
        yield Function(kind, f"gather_and_sum{suffix}", args, "np.sum(x[i] * x)", out="[]", dtypes=FLOATS, data=data, tolerance=100)
    yield Function(kind, "gather_rows", {"x": "T[M, N]", "i": "index<M>[M]"}, "x[i]", out="[M, N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "gather_columns", {"x": "T[M, N]", "i": "index<N>[N]"}, "x[:, i]", out="[M, N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "take_of_integers", {"x": "T[N]", "i": "i64[N]"}, "np.take(x, i)", dtypes=FLOATS, data={"i": "integers 0 60"})
    yield Function(kind, "take_wrapped", {"x": "T[N]", "i": "i64[N]"}, "np.take(x, i, mode='wrap')", dtypes=("f64",), data={"i": "integers -50 1000"})
    yield Function(kind, "take_clipped", {"x": "T[N]", "i": "i64[N]"}, "np.take(x, i, mode='clip')", dtypes=("f64",), data={"i": "integers 0 1000"})
    yield Function(kind, "take_along_axis", {"x": "T[M, N]", "i": "index<N>[M, N]"}, "np.take_along_axis(x, i, -1)", here="take_along_axis(x, i)", out="[M, N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "lookup", {"t": "T[S]", "i": "index<S>[N]"}, "t[i]", dtypes=FLOATS, layouts=GROUPS)
    yield Function(kind, "gather_four", {"x": "T[N]", "i": "index<N>[N, 4]"}, "np.sum(x[i], axis=1)", dtypes=FLOATS, layouts={"": lambda n: {"N": max(1, n // 4)}}, tolerance=10)
    yield Function(kind, "gather_into_product", {"x": "T[M, 8]", "i": "index<M>[M]", "a": "T[8, 8]"}, "x[i] @ a.T", out="[M, 8]", dtypes=FLOATS, layouts={"": lambda n: {"M": max(1, n // 8)}}, tolerance=10)
    yield Function(kind, "pair_indices", {"x": "T[M, N]", "i": "index<M>[K]", "j": "index<N>[K]"}, "x[i, j]", out="[K]", dtypes=FLOATS, layouts={"": lambda n: square(n) | {"K": n}})


def stencils():
    kind = "stencils"
    x, u = {"x": "T[N]"}, {"u": "T[M, N]"}
    layouts = {"square": MATRICES["square"], "rows": lambda n: {"M": max(3, n // 5), "N": 5}}
    yield Function(kind, "three_points", x, "0.25 * x[:-2] + 0.5 * x[1:-1] + 0.25 * x[2:]", out="[N - 2]", dtypes=FLOATS, numba=True, tolerance=10)
    yield Function(kind, "upwind", x, "x[1:] - 0.5 * (x[1:] - x[:-1])", out="[N - 1]", dtypes=FLOATS, numba=True, tolerance=10)
    yield Function(kind, "periodic", x, "np.roll(x, 1) - 2 * x + np.roll(x, -1)", dtypes=FLOATS, tolerance=10)
    yield Function(kind, "five_points", u, "u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1]", out="[M - 2, N - 2]", dtypes=FLOATS, layouts=layouts, numba=True, tolerance=100)
    nine = " + ".join(f"{w} * u[{a}, {b}]" for w, (a, b) in zip(range(1, 10), [(a, b) for a in (":-2", "1:-1", "2:") for b in (":-2", "1:-1", "2:")]))
    yield Function(kind, "nine_points", u, nine, out="[M - 2, N - 2]", dtypes=FLOATS, layouts=layouts, numba=True, tolerance=100)
    yield Function(kind, "five_points_written_inside", u, "v = u.copy()\nv[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])\nreturn v",
                   here="let mut v = u;\n        v[1..-1, 1..-1] = 0.25 * (u[..-2, 1..-1] + u[2.., 1..-1] + u[1..-1, ..-2] + u[1..-1, 2..]);\n        v",
                   jax="u.at[1:-1, 1:-1].set(0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]))", out="[M, N]", dtypes=FLOATS, layouts=layouts, tolerance=10)  # fmt: skip
    yield Function(kind, "two_steps", x, "y = x[:-2] - 2 * x[1:-1] + x[2:]\nreturn y[:-2] - 2 * y[1:-1] + y[2:]", out="[N - 4]", dtypes=FLOATS, tolerance=1000)
    yield Function(kind, "image_laplacian", {"x": "T[M, N, K]"}, "x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2] - 4 * x[1:-1, 1:-1]", out="[M - 2, N - 2, K]", dtypes=FLOATS, layouts=CUBES, tolerance=100)
    yield Function(kind, "gradient_of_plane", u, "np.gradient(u)", out=["[M, N]", "[M, N]"], dtypes=FLOATS, layouts=layouts, tolerance=10)
    yield Function(kind, "convolve_5", {"x": "T[N]", "w": "T[5]"}, "np.convolve(x, w)", out="[N + 4]", dtypes=FLOATS, tolerance=100)
    yield Function(kind, "convolve_64", {"x": "T[N]", "w": "T[64]"}, "np.convolve(x, w, mode='valid')", out="[N - 63]", dtypes=FLOATS, tolerance=100)
    yield Function(kind, "correlate_16", {"x": "T[N]", "w": "T[16]"}, "np.correlate(x, w, mode='valid')", out="[N - 15]", dtypes=FLOATS, tolerance=100)


def slices():
    kind = "slices"
    x, m = {"x": "T[N]"}, {"x": "T[M, N]"}
    dtypes = ("f64", "f32", "u8")
    yield Function(kind, "every_second", x, "x[::2].copy()", out="[floor_div(N + 1, 2)]", dtypes=dtypes)
    yield Function(kind, "every_second_scaled", x, "x[::2] * 2", out="[floor_div(N + 1, 2)]", dtypes=FLOATS)
    yield Function(kind, "pairs_added", {"x": "T[2 * N]"}, "x[::2] + x[1::2]", dtypes=FLOATS + ("i32",), layouts={"": lambda n: {"N": max(1, n // 2)}})
    yield Function(kind, "every_eighth", x, "x[::8] * 2", out="[floor_div(N + 7, 8)]", dtypes=FLOATS)
    yield Function(kind, "reversed", x, "x[::-1].copy()", dtypes=dtypes)
    yield Function(kind, "reversed_added", x, "x + x[::-1]", dtypes=FLOATS + ("i32",))
    yield Function(kind, "shifted_added", x, "x[1:] + x[:-1]", out="[N - 1]", dtypes=FLOATS + ("i32", "u8"))
    yield Function(kind, "rows_reversed", m, "x[::-1].copy()", out="[M, N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "columns_reversed", m, "x[:, ::-1].copy()", out="[M, N]", dtypes=FLOATS, layouts=ROWS)
    yield Function(kind, "row_added", m | {"w": "T[N]"}, "x + w", out="[M, N]", dtypes=FLOATS, layouts=ROWS)
    yield Function(kind, "even_rows", m, "x[::2] * 2", out="[floor_div(M + 1, 2), N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "even_columns", m, "x[:, ::2] * 2", out="[M, floor_div(N + 1, 2)]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "first_column", m, "x[:, 0] + 1", out="[M]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "last_row", m, "x[-1] + 1", out="[N]", dtypes=FLOATS, layouts=MATRICES)
    images = {"x": "T[M, N, K]"}
    yield Function(kind, "image_cropped", images, "x[1:-1, 1:-1] * 2", out="[M - 2, N - 2, K]", dtypes=dtypes, layouts=CUBES)
    yield Function(kind, "image_differences", images, "x[:, 1:] - x[:, :-1]", out="[M, N - 1, K]", dtypes=FLOATS, layouts=CUBES)
    yield Function(kind, "image_channels_scaled", images | {"w": "T[K]"}, "x * w + 1", out="[M, N, K]", dtypes=FLOATS, layouts=CUBES, tolerance=10)
    yield Function(kind, "image_channels_reversed", images, "np.ascontiguousarray(x[:, :, ::-1])", here="x[.., .., ..;-1]", jax="x[:, :, ::-1]", out="[M, N, K]", dtypes=dtypes, layouts=CUBES)
    yield Function(kind, "image_every_second", images, "x[:, ::2] * 2", out="[M, floor_div(N + 1, 2), K]", dtypes=FLOATS, layouts=CUBES)
    yield Function(kind, "inner_block", m, "x[1:-1, 1:-1].copy()", out="[M - 2, N - 2]", dtypes=FLOATS, layouts=ROWS)
    yield Function(kind, "sum_of_every_second", x, "np.sum(x[::2])", out="[]", dtypes=FLOATS, tolerance=100)
    yield Function(kind, "slice_assigned", {"x": "T[N]", "y": "T[N]"}, "u = x.copy()\nu[1:-1] = y[1:-1]\nreturn u", here="let mut u = x;\n        u[1..-1] = y[1..-1];\n        u", jax="x.at[1:-1].set(y[1:-1])", dtypes=FLOATS)
