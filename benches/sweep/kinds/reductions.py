"""Reductions along each axis and over several, of broadcast differences, and scans."""
from function import FLOATS, MATRICES, Function, cube, image

NAMES = ("sum", "prod", "min", "max", "mean", "var", "std", "ptp", "argmin", "argmax")
AXES = {"": ("None", ""), "_0": ("0", "N"), "_1": ("1", "M")}


def short_cube(n):
    return {"M": max(1, n // 12), "N": 3, "K": 4}


def functions():
    for name in NAMES:
        dtypes = ("f64", "f32", "i64", "i32") + (("u8",) if name in ("sum", "max", "argmax") else ()) + (("f16", "c64") if name == "sum" else ())
        data = {"x": "near one"} if name == "prod" else {}
        for suffix, (axis, shape) in AXES.items():
            for dtype in dtypes:
                if suffix and dtype not in ("f64", "f32", "i32"):
                    continue
                call = f"np.{name}(x)" if axis == "None" else f"np.{name}(x, axis={axis})"
                out = f"[{shape}]" if shape else "[]"
                yield Function("reductions", f"{name}{suffix}", {"x": "T[M, N]"}, call, out=out, dtypes=(dtype,), layouts=MATRICES,
                               data=data if dtype in FLOATS else {"x": "integers 1 3"} if name == "prod" else {}, tolerance=100)  # fmt: skip
    for name in ("any", "all", "count_nonzero"):
        for suffix, (axis, shape) in AXES.items():
            call = f"np.{name}(x)" if axis == "None" else f"np.{name}(x, axis={axis})"
            yield Function("reductions", f"{name}{suffix}", {"x": "T[M, N]"}, call, out=f"[{shape}]" if shape else "[]", dtypes=("bool", "f64"), layouts=MATRICES)
    cubes = {"cube": cube, "short last": short_cube, "image": image}
    for axes, shape in {"(0, 1)": "K", "(0, 2)": "N", "(1, 2)": "M", "1": "M, K"}.items():
        name = axes.strip("()").replace(", ", "_")
        for f in ("sum", "max"):
            yield Function("reductions", f"{f}_of_cube_{name}", {"x": "T[M, N, K]"}, f"np.{f}(x, axis={axes})", out=f"[{shape}]", dtypes=FLOATS, layouts=cubes, tolerance=100)
    for name in ("nansum", "nanprod", "nanmin", "nanmax", "nanmean", "nanvar", "nanstd"):
        yield Function("reductions", name, {"x": "T[M, N]"}, f"np.{name}(x)", out="[]", dtypes=FLOATS, layouts={"square": MATRICES["square"]}, data={"x": "few nans"} if name != "nanprod" else {"x": "near one"}, tolerance=100)
        yield Function("reductions", f"{name}_1", {"x": "T[M, N]"}, f"np.{name}(x, axis=1)", out="[M]", dtypes=("f64",), layouts=MATRICES, data={"x": "few nans"} if name != "nanprod" else {"x": "near one"}, tolerance=100)
    for name in ("softmax", "log_softmax", "logsumexp"):
        for axis, shape in (("0", "N"), ("1", "M")):
            out = f"[{shape}]" if name == "logsumexp" else "[M, N]"
            yield Function("reductions", f"{name}_{axis}", {"x": "T[M, N]"}, f"{name}(x, axis={axis})", out=out, dtypes=FLOATS, layouts=MATRICES, tolerance=100)
    yield Function("reductions", "average", {"x": "T[N]", "w": "T[N]"}, "np.average(x, weights=w)", out="[]", dtypes=FLOATS, data={"w": "positive"}, tolerance=100)
    yield Function("reductions", "mean_of_squares", {"x": "T[N]"}, "np.mean(x * x)", out="[]", dtypes=FLOATS, numba=True, tolerance=100)
    yield Function("reductions", "sum_of_differences", {"x": "T[N]", "y": "T[N]"}, "np.sum(np.abs(x - y))", out="[]", dtypes=FLOATS + ("i32",), numba=True, tolerance=100)
    yield Function("reductions", "centred", {"x": "T[M, N]"}, "x - np.mean(x, axis=0)", out="[M, N]", dtypes=FLOATS, layouts=MATRICES, tolerance=10)
    yield Function("reductions", "standardised", {"x": "T[M, N]"}, "(x - np.mean(x, axis=1, keepdims=True)) / np.std(x, axis=1, keepdims=True)", out="[M, N]", dtypes=FLOATS, layouts={"square": MATRICES["square"], "short last": MATRICES["short last"]}, tolerance=100)
    yield Function("reductions", "norm", {"x": "T[N]"}, "np.linalg.norm(x)", out="[]", dtypes=FLOATS, tolerance=100)
    yield Function("reductions", "vector_norm", {"x": "T[M, N]"}, "np.linalg.vector_norm(x, axis=1)", out="[M]", dtypes=FLOATS, layouts=MATRICES, tolerance=10)
    yield Function("reductions", "matrix_norm", {"x": "T[M, N]"}, "np.linalg.matrix_norm(x)", out="[]", dtypes=FLOATS, layouts=MATRICES, tolerance=100)
    yield from broadcast()
    yield from scans()


def pairs(n):
    side = max(2, round(n**0.5))
    return {"M": side, "N": side}


def broadcast():
    kind = "broadcast reductions"
    sizes = (100, 10_000, 1_000_000)
    for k in (2, 3, 8):
        args = {"x": f"T[M, {k}]", "y": f"T[N, {k}]"}
        loop = ("out = np.empty((x.shape[0], y.shape[0]), x.dtype)\nfor i in prange(x.shape[0]):\n    for j in range(y.shape[0]):\n        s = x.dtype.type(0)\n"
                f"        for k in range({k}):\n            d = x[i, k] - y[j, k]\n            s += d * d\n        out[i, j] = s\nreturn out")  # fmt: skip
        loop = loop.replace("x.dtype.type(0)", "0 * x[0, 0]")
        yield Function(kind, f"squared_distances_{k}", args, "np.sum((x[:, None] - y[None, :]) ** 2, axis=-1)", out="[M, N]", dtypes=FLOATS, layouts={"": pairs}, sizes=sizes, numba=loop, tolerance=10)
        yield Function(kind, f"nearest_{k}", args, "np.min(np.sum((x[:, None] - y[None, :]) ** 2, axis=-1), axis=1)", out="[M]", dtypes=FLOATS, layouts={"": pairs}, sizes=sizes, tolerance=10)
        yield Function(kind, f"nearest_index_{k}", args, "np.argmin(np.sum((x[:, None] - y[None, :]) ** 2, axis=-1), axis=1)", out="[M]", dtypes=("f64",), layouts={"": pairs}, sizes=sizes)
    yield Function(kind, "gaussian_sum", {"x": "T[M]", "y": "T[N]"}, "np.sum(np.exp(-(x[:, None] - y[None, :]) ** 2), axis=1)", out="[M]", dtypes=FLOATS, layouts={"": pairs}, sizes=sizes, tolerance=10)
    yield Function(kind, "gaussian_sum_0", {"x": "T[M]", "y": "T[N]"}, "np.sum(np.exp(-(x[:, None] - y[None, :]) ** 2), axis=0)", out="[N]", dtypes=FLOATS, layouts={"": pairs}, sizes=sizes, tolerance=10)
    yield Function(kind, "counts_below", {"x": "T[M]", "y": "T[N]"}, "np.sum(x[:, None] < y[None, :], axis=1)", out="i64[M]", dtypes=FLOATS + ("i32",), layouts={"": pairs}, sizes=sizes)
    yield Function(kind, "outer_difference", {"x": "T[M]", "y": "T[N]"}, "x[:, None] - y[None, :]", out="[M, N]", dtypes=FLOATS + ("i32",), layouts={"": pairs})
    yield Function(kind, "row_and_column", {"x": "T[M, N]", "r": "T[N]", "c": "T[M]"}, "x * r + c[:, None]", out="[M, N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "forces_3", {"x": "T[M, 3]", "y": "T[N, 3]"},
                   "d = x[:, None] - y[None, :]\nr = np.sum(d * d, axis=-1) + 0.1\nreturn np.sum(d / (r * np.sqrt(r))[:, :, None], axis=1)",
                   here="let d = x[.., newaxis] - y[newaxis];\n        let r = sum(d * d, axis=-1) + 0.1;\n        sum(d / (r * sqrt(r))[.., .., newaxis], axis=1)",
                   out="[M, 3]", dtypes=FLOATS, layouts={"": pairs}, sizes=sizes, tolerance=100)  # fmt: skip


def scans():
    for name in ("cumsum", "cumprod"):
        data = {"x": "near one"} if name == "cumprod" else {}
        yield Function("scans", name, {"x": "T[N]"}, f"np.{name}(x)", dtypes=FLOATS + (("i64", "i32", "u8") if name == "cumsum" else ()), data=data, tolerance=1000)
        for axis in (0, 1):
            yield Function("scans", f"{name}_{axis}", {"x": "T[M, N]"}, f"np.{name}(x, axis={axis})", out="[M, N]", dtypes=FLOATS, layouts=MATRICES, data=data, tolerance=1000)
    for name, ufunc in {"cummax": "maximum", "cummin": "minimum"}.items():
        for axis in (0, 1):
            yield Function("scans", f"{name}_{axis}", {"x": "T[M, N]"}, f"np.{ufunc}.accumulate(x, axis={axis})", here=f"{name}(x, axis={axis})", jax=f"jax.lax.{name}(x, axis={axis})", out="[M, N]", dtypes=("f64", "i32"), layouts=MATRICES)
    yield Function("scans", "cumulative_sum", {"x": "T[N]"}, "np.cumulative_sum(x, include_initial=True)", out="[N + 1]", dtypes=("f64",), tolerance=1000)
    yield Function("scans", "cumulative_prod", {"x": "T[N]"}, "np.cumulative_prod(x)", dtypes=("f64",), data={"x": "near one"}, tolerance=1000)
    yield Function("scans", "moving_average", {"x": "T[N]"}, "c = np.cumsum(x)\nreturn (c[8:] - c[:-8]) / 8", out="[N - 8]", dtypes=FLOATS, tolerance=1e5)
