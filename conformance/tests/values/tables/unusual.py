"""Every function with unusual but legal arguments: each dtype, special values, nothing along an axis, negative axes, tuples
of axes, scalars. These run on the interpreter alone (there is no line for them in `cases/mod.rs`): what executors make
of each operation is for the other tables."""

import warnings

import numpy as np
from scipy import special

from generate import Call, Random
from group import NAMES, group

A, INF, NAN = np.array, np.inf, np.nan
DTYPES = ["?", "i1", "u1", "i4", "i8", "u8", "f4", "f8", "c16"]
KINDS = {"b": "bool", "i": "integer", "u": "integer", "f": "float", "c": "complex"}


def name(dtype):
    return NAMES[np.dtype(dtype)]


def values(dtype):
    """Special ones."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return A([True, False, True, True])
    if dtype.kind == "c":
        return A([0, complex(-0.0, 0), complex(NAN, 1), complex(INF, -1), complex(1, INF), 2 - 3j, -1j, -2], dtype)
    if dtype.kind == "f":
        return A([0.0, -0.0, NAN, INF, -INF, 1.5, -1.5, 2.5, -2.5, 0.5, -0.5, 1e-30, -3, 7, 1, -1], dtype)
    info = np.iinfo(dtype)
    return A([info.min, info.max, 0, 1, 2, 3, 7, info.max - 1], dtype)


def array(r, dtype, *shape):
    if np.dtype(dtype).kind == "c":
        return (r.float(*shape) + 1j * r.float(*shape)).astype(dtype)
    return r.any(dtype, *shape)


def answers(f, *args):
    """Whether NumPy answers."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            f(*args)
        except (TypeError, ValueError, ZeroDivisionError):
            return False
    return True


# What is refused here, by function and kind of dtype, or has another dtype: see `docs/numpy.md`.
REFUSED = {
    ("reciprocal", "bool"), ("reciprocal", "integer"), ("round", "bool"), ("conj", "bool"), ("spacing", "bool"), ("spacing", "i8"), ("spacing", "u8"),
    ("nextafter", "bool"), ("nextafter", "i8"), ("nextafter", "u8"), ("sinc", "complex"), ("nan_to_num", "complex"), ("minimum", "complex"),
    ("maximum", "complex"), ("fmax", "complex"), ("fmin", "complex"), ("less", "complex"), ("less_equal", "complex"), ("greater", "complex"),
    ("greater_equal", "complex"), ("min", "complex"), ("max", "complex"), ("ptp", "complex"), ("argmin", "complex"), ("argmax", "complex"),
    ("nanmin", "complex"), ("nanmax", "complex"), ("nanvar", "complex"), ("nanstd", "complex"), ("median", "complex"),
}  # fmt: skip


def refused(function, dtype):
    return (function, KINDS[np.dtype(dtype).kind]) in REFUSED or (function, name(dtype)) in REFUSED


UNARY = """sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh arcsin arccos arctan arcsinh arccosh arctanh
    absolute sign floor ceil trunc round square reciprocal negative positive bitwise_invert degrees radians fabs rint signbit
    spacing isnan isinf isfinite logical_not isposinf isneginf real imag conj angle sinc nan_to_num""".split()
BINARY = """add subtract multiply divide floor_divide remainder fmod power minimum maximum fmax fmin arctan2 hypot copysign logaddexp
    logaddexp2 heaviside nextafter gcd lcm bitwise_and bitwise_or bitwise_xor left_shift right_shift equal not_equal less
    less_equal greater greater_equal logical_and logical_or logical_xor""".split()
REDUCTIONS = """sum prod min max mean all any var std ptp count_nonzero argmin argmax nansum nanprod nanmin nanmax nanmean nanvar
    nanstd median average""".split()
# Of infinite and NaN parts of complex numbers there is no agreement.
FINITE = "exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh reciprocal arcsin arccos arctan arcsinh arccosh arctanh".split()


def elementwise(table, r):
    for dtype in DTYPES:
        x = values(dtype)
        finite = x[np.isfinite(x)] + 0.25j if np.dtype(dtype).kind == "c" else x
        for tag, chosen, functions in [("", x, [f for f in UNARY if f not in FINITE]), ("_finite", finite, FINITE)]:
            items = [(f"{f}(x)", "N", getattr(np, f)) for f in functions if not refused(f, dtype) and answers(getattr(np, f), chosen)]
            group(table, f"unary{tag}_{name(dtype)}", f"<N>(x: [{name(dtype)}; N])", items, (chosen,), (chosen[:0],), tolerance=64)
        pairs = [np.repeat(x, len(x)), np.tile(x, len(x))]
        if np.dtype(dtype).kind == "c":
            pairs = [np.repeat(finite, len(finite)), np.tile(finite, len(finite))]
        functions = [f for f in BINARY if not refused(f, dtype) and f not in ("power", "left_shift", "right_shift")]
        items = [(f"{f}(a, b)", "N", getattr(np, f)) for f in functions if answers(getattr(np, f), *pairs)]
        group(table, f"binary_{name(dtype)}", f"<N>(a: [{name(dtype)}; N], b: [{name(dtype)}; N])", items, tuple(pairs), tuple(p[:0] for p in pairs), tolerance=64)
        small = (A([0, 1, 2, 3, 5, 7]) % (2 if dtype == "?" else 7)).astype(dtype)
        pairs = [np.repeat(x, 6), np.tile(small, len(x))] if np.dtype(dtype).kind != "c" else [np.repeat(finite, 6), np.tile(small, len(finite))]
        items = [(f"{f}(a, b)", "N", getattr(np, f)) for f in ["power", "left_shift", "right_shift"] if answers(getattr(np, f), *pairs)]
        group(table, f"powers_{name(dtype)}", f"<N>(a: [{name(dtype)}; N], b: [{name(dtype)}; N])", items, tuple(pairs), tolerance=64, reduces=dtype == "c16")
    for dtype in ["f8", "f4", "i4"]:
        items = [(f"{f}(x)", "N", getattr(special, g)) for f, g in [("gamma", "gamma"), ("lgamma", "gammaln"), ("erf", "erf"), ("erfc", "erfc"), ("expit", "expit"), ("logit", "logit")]]
        group(table, f"special_{name(dtype)}", f"<N>(x: [{name(dtype)}; N])", items, (values(dtype),), tolerance=64)


def reductions(table, r):
    axes = [("None", ""), ("0", "N"), ("-1", "M"), ("(0, 1)", ""), ("(1, 0)", ""), ("(-1,)", "M")]
    for dtype in DTYPES:
        x = array(r, dtype, 3, 4)
        holes = x.copy()
        if np.dtype(dtype).kind == "f":
            holes[0, 1], holes[2, :], holes[1, 2] = NAN, NAN, -0.0
        functions = [f for f in REDUCTIONS if not refused(f, dtype) and answers(getattr(np, f), x)]
        items = [
            (f"{f}(x, axis={a})", shape, lambda x, f=f, a=eval(a): np.asarray(getattr(np, f)(x, axis=a)))
            for f in functions for a, shape in axes if not (f in ("argmin", "argmax") and a[0] == "(")
        ]  # fmt: skip
        group(table, f"reductions_{name(dtype)}", f"<M, N>(x: [{name(dtype)}; M, N])", items, (x,), (holes,), (x[:1, :1],), tolerance=256, reduces=True)
        nothing = [x[:0], x[:, :0], x[:0, :0]]
        empty = [f for f in functions if all(answers(lambda e, f=f, a=a: getattr(np, f)(e, axis=a), e) for e in nothing for a in (0, (0, 1)))]
        items = [(f"{f}(x, axis={a})", shape, lambda x, f=f, a=eval(a): np.asarray(getattr(np, f)(x, axis=a))) for f in empty for a, shape in [("0", "N"), ("(0, 1)", "")]]
        group(table, f"reductions_of_nothing_{name(dtype)}", f"<M, N>(x: [{name(dtype)}; M, N])", items, *[(e,) for e in nothing])
        scalar = [f for f in functions if f != "count_nonzero"]
        group(table, f"reductions_of_scalars_{name(dtype)}", f"(x: {name(dtype)})", [(f"{f}(x)", "", lambda x, f=f: np.asarray(getattr(np, f)(x))) for f in scalar], (x[0, 0],), tolerance=64)
        items = [(f"{f}(x, axis={a})", shape, lambda x, f=f, a=eval(a): getattr(np, f)(x, axis=a)) for f in ["cumsum", "cumprod"] for a, shape in [("None", "M * N"), ("0", "M, N"), ("-1", "M, N")]]
        group(table, f"cumulative_{name(dtype)}", f"<M, N>(x: [{name(dtype)}; M, N])", items, (x,), (holes,), (x[:0],), (x[:, :0],), tolerance=64)


def sorting(table, r):
    for dtype in DTYPES[:-1]:
        x = values(dtype)
        group(table, f"sorting_{name(dtype)}", f"<N, K>(x: [{name(dtype)}; N], v: [{name(dtype)}; K])", [
            ("sort(x)", "N", lambda x, v: np.sort(x, kind="stable")), ("argsort(x)", "N", lambda x, v: np.argsort(x, kind="stable")),
            ("searchsorted(sort(x), v)", "K", lambda x, v: np.searchsorted(np.sort(x), v)),
            ("searchsorted(sort(x), v, side=\"right\")", "K", lambda x, v: np.searchsorted(np.sort(x), v, side="right")),
        ], (x, x), (x[:0], x), (x, x[:0]), (x[:1], x))  # fmt: skip


def shapes(table, r):
    items = [
        ("transpose(x, -1, 0, 1)", "C, A, B", lambda x: x.transpose(-1, 0, 1)), ("swapaxes(x, 0, -1)", "C, B, A", lambda x: x.swapaxes(0, -1)),
        ("moveaxis(x, (0, 1), (-1, -2))", "C, B, A", lambda x: np.moveaxis(x, (0, 1), (-1, -2))), ("moveaxis(x, -1, 0)", "C, A, B", lambda x: np.moveaxis(x, -1, 0)),
        ("flip(x)", "A, B, C", np.flip), ("flip(x, axis=(0, -1))", "A, B, C", lambda x: np.flip(x, (0, -1))), ("roll(x, 1)", "A, B, C", lambda x: np.roll(x, 1)),
        ("roll(x, -5, axis=1)", "A, B, C", lambda x: np.roll(x, -5, 1)), ("roll(x, (1, -2), axis=(0, 2))", "A, B, C", lambda x: np.roll(x, (1, -2), (0, 2))),
        ("roll(x, 7, axis=(0, 2))", "A, B, C", lambda x: np.roll(x, 7, (0, 2))), ("roll(x, (1, 2), axis=0)", "A, B, C", lambda x: np.roll(x, (1, 2), 0)),
        ("rot90(x, k=-3)", "B, A, C", lambda x: np.rot90(x, -3)), ("rot90(x, 2, axes=(1, 2))", "A, B, C", lambda x: np.rot90(x, 2, (1, 2))), ("rot90(x, 5, axes=(2, 0))", "C, B, A", lambda x: np.rot90(x, 5, (2, 0))),
        ("repeat(x, 3, axis=-1)", "A, B, 3 * C", lambda x: np.repeat(x, 3, -1)), ("repeat(x, 0, axis=0)", "0, B, C", lambda x: np.repeat(x, 0, 0)), ("tile(x, (2, 1, 1, 3))", "2, A, B, 3 * C", lambda x: np.tile(x, (2, 1, 1, 3))),
        ("tile(x, (0, 1))", "A, 0, C", lambda x: np.tile(x, (0, 1))), ("expand_dims(x, (0, -1))", "1, A, B, C, 1", lambda x: np.expand_dims(x, (0, -1))), ("squeeze(x[newaxis, .., newaxis], axis=(0, 2))", "A, B, C", lambda x: x),
        ("reshape(x, -1)", "A * B * C", lambda x: x.reshape(-1)), ("tril(x)", "A, B, C", np.tril), ("triu(x, k=-1)", "A, B, C", lambda x: np.triu(x, -1)), ("stack([x, x], axis=-2)", "A, B, 2, C", lambda x: np.stack([x, x], -2)),
        ("append(x, x, axis=-1)", "A, B, 2 * C", lambda x: np.append(x, x, -1)), ("hstack([x, x])", "A, 2 * B, C", lambda x: np.hstack([x, x])), ("dstack([x, x])", "A, B, 2 * C", lambda x: np.dstack([x, x])),
        ("sum(x, axis=(0, -1), keepdims=true)", "1, B, 1", lambda x: x.sum((0, -1), keepdims=True)), ("broadcast_to(x, (2, A, B, C))", "2, A, B, C", lambda x: np.broadcast_to(x, (2, *x.shape))),
        ("cumsum(x, axis=-2)", "A, B, C", lambda x: np.cumsum(x, -2)), ("x[.., ..;-1, ..;-2]", "A, B, floor_div(C + 1, 2)", lambda x: x[:, ::-1, ::-2]), ("average(x, axis=(0, 2))", "B", lambda x: np.average(x, axis=(0, 2))),
        ("var(x, axis=(0, 1))", "C", lambda x: x.var((0, 1))), ("prod(x, axis=(1, 2))", "A", lambda x: x.prod((1, 2))), ("mean(x, axis=-2)", "A, C", lambda x: x.mean(-2)),
    ]  # fmt: skip
    for dtype in ["f8", "c16"]:
        x = array(r, dtype, 2, 3, 4)
        group(table, f"shapes_{name(dtype)}", f"<A, B, C>(x: [{name(dtype)}; A, B, C])", items, (x,), (x[:, :2],), (x[:1, :, :1],), (x[:0],), tolerance=64, reduces=True)
    m = array(r, "f8", 3, 4)
    for k in [-5, -3, -2, 0, 1, 3, 4, 9]:
        d, side = np.diag(m, k).size, 3 + abs(k)
        group(table, f"diagonals_{k}".replace("-", "minus_"), "(x: [f64; 3, 4], v: [f64; 3])", [
            (f"tril(x, {k})", "3, 4", lambda x, v, k=k: np.tril(x, k)), (f"triu(x, {k})", "3, 4", lambda x, v, k=k: np.triu(x, k)), (f"diag(x, {k})", f"{d}", lambda x, v, k=k: np.diag(x, k)),
            (f"diagonal(x, {k})", f"{d}", lambda x, v, k=k: np.diagonal(x, k)), (f"trace(x, {k})", "", lambda x, v, k=k: np.asarray(np.trace(x, k))), (f"diag(v, {k})", f"{side}, {side}", lambda x, v, k=k: np.diag(v, k)),
            (f"eye(3, 4, {k})", "3, 4", lambda x, v, k=k: np.eye(3, 4, k)), (f"tri(3, 4, {k})", "3, 4", lambda x, v, k=k: np.tri(3, 4, k)),
        ], (m, m[:, 0]))  # fmt: skip
    items = [
        (f"pad(x, {w}, mode=\"{mode}\")", f"N + {sum(eval(w))}", lambda x, w=eval(w), mode=mode: np.pad(x, w, mode))
        for mode in ["edge", "wrap", "reflect", "symmetric"] for w in ["(0, 0)", "(1, 2)", "(7, 9)"]
    ]  # fmt: skip
    group(table, "padding", "<N>(x: [f64; N])", items, *[(r.float(n),) for n in (1, 2, 5)])


def products(table, r):
    for dtype in ["?", "i4", "u1", "f4", "c16"]:
        n, a, b, v, t = name(dtype), array(r, dtype, 3, 4), array(r, dtype, 4, 2), array(r, dtype, 4), array(r, dtype, 2, 3, 4)
        group(table, f"products_{n}", f"<M, N, K, B>(a: [{n}; M, N], b: [{n}; N, K], v: [{n}; N], t: [{n}; B, M, N])", [
            ("a @ b", "M, K", lambda a, b, v, t: a @ b), ("a @ v", "M", lambda a, b, v, t: a @ v), ("v @ b", "K", lambda a, b, v, t: v @ b), ("v @ v", "", lambda a, b, v, t: np.asarray(v @ v)), ("t @ b", "B, M, K", lambda a, b, v, t: t @ b),
            ("dot(t, b)", "B, M, K", lambda a, b, v, t: np.dot(t, b)), ("inner(a, v)", "M", lambda a, b, v, t: np.inner(a, v)), ("vdot(a, a)", "", lambda a, b, v, t: np.asarray(np.vdot(a, a))), ("vecdot(a, v)", "M", lambda a, b, v, t: np.vecdot(a, v)),
            ("matvec(t, v)", "B, M", lambda a, b, v, t: np.matvec(t, v)), ("vecmat(v, b)", "K", lambda a, b, v, t: np.vecmat(v, b)), ("outer(v, a)", "N, M * N", lambda a, b, v, t: np.outer(v, a)), ("kron(a, b)", "M * N, N * K", lambda a, b, v, t: np.kron(a, b)),
            ("tensordot(t, a, axes=2)", "B", lambda a, b, v, t: np.tensordot(t, a, 2)), ("tensordot(v, v, axes=0)", "N, N", lambda a, b, v, t: np.tensordot(v, v, 0)), ("einsum(\"...j,j->...\", t, v)", "B, M", lambda a, b, v, t: np.einsum("...j,j->...", t, v)),
            ("einsum(\"ij->j\", a)", "N", lambda a, b, v, t: np.einsum("ij->j", a)),
        ], (a, b, v, t), (a[:, :0], b[:0], v[:0], t[:, :, :0]), tolerance=64, reduces=True)  # fmt: skip


def creation(table, r):
    written = """arange(5)|5;arange(5, 0, -2)|3;arange(0)|0;arange(3, 1)|0;arange(0.5, 3)|3;arange(1, 2, 0.1)|10;arange(0, 1, 0.3)|4;arange(4, dtype=f32)|4;
        arange(-3, 3, dtype=i8)|6;arange(1.0, 0.0, -0.25)|4;linspace(0, 1, 5)|5;linspace(0, 1, 1)|1;linspace(0, 1, 0)|0;linspace(2, 2, 3)|3;
        linspace(3, -1, 4, endpoint=false)|4;linspace(0, 10, 4, dtype=i32)|4;linspace(-5, 5, 4, dtype=i64)|4;logspace(0, 3, 4)|4;logspace(0, 3, 4, base=2)|4;
        logspace(1, 0, 3, endpoint=false)|3;geomspace(1, 1000, 4)|4;geomspace(-1, -1000, 4)|4;geomspace(8, 1, 4)|4;geomspace(1, 256, 9, dtype=i32)|9;
        geomspace(1, 2, 1)|1;geomspace(1, 256, 4, endpoint=false)|4;identity(3, dtype=bool)|3, 3;eye(2, dtype=i32)|2, 2;linspace(1j, 2, 3)|3"""
    scope = {f: getattr(np, f) for f in ["arange", "linspace", "logspace", "geomspace", "identity", "eye"]}
    scope |= {"f32": "f4", "i8": "i1", "i32": "i4", "i64": "i8", "bool": "?", "false": False}
    items = []
    for one in written.split(";"):
        expression, shape = one.strip().split("|")
        items.append((expression, shape, lambda e=expression: eval(e, dict(scope))))
    group(table, "creation", "()", items, Call(), tolerance=64)


def rest(table, r):
    holes = A([[NAN, 1, -INF, INF], [0.0, -0.0, 2, -3], [5, NAN, NAN, 1e308]])
    written = [
        "clip(x, -1, 1)", "clip(x, 1, -1)", "clip(x, nan, 1)", "nan_to_num(x, nan=1.5, posinf=3.0, neginf=-3.0)", "round(x, 1)", "round(x, -1)", "isclose(x, x)", "isclose(x, 1.0, atol=2.0)",
        "heaviside(x, 0.5)", "copysign(3, x)", "maximum(x, 0)", "fmin(nan, x)", "logaddexp(x, x)", "isclose(1.0, x, rtol=0.9)",
    ]  # fmt: skip
    items = [(e, "M, N", lambda x, e=e: eval("np." + e, {"np": np, "x": x, "nan": NAN})) for e in written]
    operators = ["x ** 2", "x ** -1.0", "x ** 0.5", "x ** 0", "x ** 3.5", "x ** 100", "2 ** x", "x % 1.5", "x % -1.5", "x % 0.0", "x % inf", "1 % x", "x > nan", "-x"]
    items += [(e, "M, N", lambda x, e=e: eval(e, {"x": x, "nan": NAN, "inf": INF})) for e in operators]
    items += [(f"floor_div({a}, {b})", "M, N", lambda x, a=a, b=b: np.floor_divide(eval(a, {"x": x}), eval(b, {"x": x, "inf": INF}))) for a, b in [("x", "0.5"), ("x", "0.0"), ("x", "inf"), ("1", "x")]]
    items += [
        ("clip(x, None, 0)", "M, N", lambda x: np.clip(x, None, 0)), ("take(x, [0, 5, -13, 11], mode=\"wrap\")", "4", lambda x: np.take(x, [0, 5, -13, 11], mode="wrap")), ("take(x, [0, 50, -13], mode=\"clip\")", "3", lambda x: np.take(x, [0, 50, -13], mode="clip")),
        ("take(x, [7, -1, -9], axis=1, mode=\"wrap\")", "M, 3", lambda x: np.take(x, [7, -1, -9], 1, mode="wrap")), ("modf(x)[1]", "M, N", lambda x: np.modf(x)[1]), ("divmod(x, -0.75)[0]", "M, N", lambda x: np.divmod(x, -0.75)[0]),
        ("x[.., 3..0;-2]", "M, 2", lambda x: x[:, 3:0:-2]), ("x[-2.., ..-1]", "2, N - 1", lambda x: x[-2:, :-1]), ("var(x, axis=0, ddof=3)", "N", lambda x: np.var(x, 0, ddof=3)), ("trapezoid(x, dx=-2)", "M", lambda x: np.trapezoid(x, dx=-2)),
        ("cumulative_sum(x, axis=-1, include_initial=true)", "M, N + 1", lambda x: np.cumulative_sum(x, axis=-1, include_initial=True)),
    ]  # fmt: skip
    group(table, "literals_and_floats", "<M, N>(x: [f64; M, N])", items, (r.float(3, 4),), (holes,), tolerance=64)
    for dtype in ["i1", "u1", "i4", "i8", "u8"]:
        operators = ["x ** 2", "x ** 0", "2 ** (x % 5)", "x % 3", "x << 1", "x >> 1", "x * 3 + 1", "x / 2", "x > 2.5", "x == 2.0", "x + 1.5", "~x", "-x", "x % 0", "x & 6 | 1", "x ** -1.0"]
        functions = ["clip(x, 1, 5)", "maximum(x, 3)", "fmod(x, 3)", "diff(x, prepend=x[..1])", "isclose(x, 2)", "float_power(x, 2)", "gradient(x)"]
        items = [(e, "N", lambda x, e=e: eval(e)) for e in operators]
        items += [(e, "N", lambda x, e=e: eval("np." + e.replace("..1", ":1"), {"np": np, "x": x})) for e in functions]
        items += [("floor_div(x, 3)", "N", lambda x: x // 3), ("floor_div(x, 0)", "N", lambda x: x // 0), ("x as f32", "N", lambda x: x.astype("f4")), ("x as u8", "N", lambda x: x.astype("u1")), ("sum(x, dtype=i8)", "", lambda x: np.asarray(x.sum(dtype="i1")))]
        group(table, f"literals_and_{name(dtype)}", f"<N>(x: [{name(dtype)}; N])", items, (values(dtype),), tolerance=64)


def add(table):
    r = Random("unusual")
    for part in [elementwise, reductions, sorting, shapes, products, creation, rest]:
        part(table, r)
