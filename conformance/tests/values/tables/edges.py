"""Unusual but legal arguments: bins that descend, medians and products of nothing, values for each end of a padding,
coordinates, literals outside of a dtype, bools that count, index arrays that name a place twice."""

import numpy as np

from generate import Call, Index, Random
from group import group

A, INF, NAN = np.array, np.inf, np.nan


def updated(update):
    """A function that changes a copy of its first argument."""

    def apply(u, *args):
        u = u.copy()
        update(u, *args)
        return u

    return apply


def add(table):
    r = Random("edges")
    x, cube = r.float(4, 5), r.float(2, 3, 4)

    values = A([-2, -0.5, 0.5, 1.5, NAN, INF, 0.0, 1.0])
    rows = [[1.0, 0.0, -1.0], [-1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [3.0], [], [2.0, 2.0, 1.0, 1.0], [0.0, 1.0, 1.0, INF]]
    group(table, "digitize", "<N, K>(x: [f64; N], b: [f64; K], s: f64)", [
        ("digitize(x, b)", "N", lambda x, b, s: np.digitize(x, b)),
        ("digitize(x, b, right=true)", "N", lambda x, b, s: np.digitize(x, b, True)),
        ("digitize(s, b)", "", lambda x, b, s: np.asarray(np.digitize(s, b))),
        ("digitize(x, [1.0, 0.0, -1.0])", "N", lambda x, b, s: np.digitize(x, A([1.0, 0, -1]))),
        ("digitize(x, [-1.0, 0.0, 1.0])", "N", lambda x, b, s: np.digitize(x, A([-1.0, 0, 1]))),
    ], *[(values, A(row), np.float64(0.25)) for row in rows],
        Call(values, A([0.0, 1.0, 0.5]), np.float64(0), error="rise and fall"),
        Call(values, A([2.0, 1.0, 1.5, 0.0]), np.float64(0), error="rise and fall"))  # fmt: skip
    group(table, "digitize_integers", "<N, K>(x: [u8; N], b: [u8; K], y: [f32; N], c: [f32; K])", [
        ("digitize(x, b)", "N", lambda x, b, y, c: np.digitize(x, b)), ("digitize(y, c, true)", "N", lambda x, b, y, c: np.digitize(y, c, True)),
    ], *[(A([0, 3, 255], "u1"), A(row, "u1"), A([0, 3, 255], "f4"), A(row, "f4")) for row in ([255, 3, 0], [1, 3, 4], [])])  # fmt: skip

    def of(f):
        return lambda x: np.int64(f(np.int64(x.shape[0]), np.int64(x.shape[1])))

    group(table, "sizes_divided", "<M, N>(x: [f64; M, N])", [
        ("floor_div(N, N)", "", of(lambda m, n: n // n)), ("floor_div(M * N, N)", "", of(lambda m, n: m * n // n)),
        ("N % N", "", of(lambda m, n: n % n)), ("remainder(M * N, N)", "", of(lambda m, n: m * n % n)),
        ("floor_div(M, 2)", "", of(lambda m, n: m // 2)), ("floor_div(2 * M * N + N, N)", "", of(lambda m, n: (2 * m * n + n) // n)),
        ("floor_div(M * N, -N)", "", of(lambda m, n: m * n // -n)), ("floor_div(M - 3, N)", "", of(lambda m, n: (m - 3) // n)),
    ], (x,), (x[:, :0],), (x[:0],), (x[:2, :3],))  # fmt: skip
    group(table, "quotient_as_size", "<M, N>(x: [f64; M, N])", [
        ("sum(reshape(x, floor_div(M * N, N), N), axis=0)", "N", lambda x: x.sum(0)),
    ], (x,), (x[:0],), Call(x[:, :0], error="N >= 1"), tolerance=32, reduces=True)  # fmt: skip

    holes = x.copy()
    holes[1, 2], holes[3, 0] = NAN, INF
    group(table, "median", "<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N])", [
        ("median(x)", "", lambda x, y, n: np.asarray(np.median(x))), ("median(y, axis=0)", "N", lambda x, y, n: np.median(y, 0)),
        ("median(x, axis=(0, 1))", "", lambda x, y, n: np.asarray(np.median(x, (0, 1)))), ("median(n, axis=-1)", "M", lambda x, y, n: np.median(n, -1)),
        ("median(n, axis=(-1, 0), keepdims=true)", "1, 1", lambda x, y, n: np.median(n, (-1, 0), keepdims=True)),
    ], *[(v, v.astype("f4"), np.nan_to_num(v * 5, posinf=9).astype("i4")) for v in (x, holes, x[:3, :3], x[:, :0], x[:0], x[:0, :0])])  # fmt: skip
    group(table, "median_of_axes", "<A, B, C>(x: [f64; A, B, C])", [
        ("median(x, axis=(0, 2))", "B", lambda x: np.median(x, (0, 2))), ("median(x, axis=(2, 1))", "A", lambda x: np.median(x, (2, 1))),
        ("median(x, axis=(0, 2), keepdims=true)", "1, B, 1", lambda x: np.median(x, (0, 2), keepdims=True)),
    ], (cube,), (cube[:1, :1],), (cube[:, :, :0],))  # fmt: skip

    group(table, "pad_values", "<M, N>(x: [f64; M, N], v: f64)", [
        (f"pad(x, {widths}, constant_values={written})", shape, lambda x, v, w=widths, c=written: np.pad(x, eval(w), constant_values=eval(c)))
        for widths, shape in [("((1, 2), (3, 0))", "M + 3, N + 3"), ("(1, 2)", "M + 3, N + 3")]
        for written in ["(32, 42)", "((1, 2), (3, 4))", "((1, 2),)", "(7,)", "((1,), (2,))", "(v, -v)"]
    ], (x, np.float64(1.5)), (x[:0], np.float64(1.5)), (x[:, :0], np.float64(1.5)))  # fmt: skip
    group(table, "pad_complex", "<N>(z: [c64; N], b: [bool; N])", [
        ("pad(z, 1, constant_values=(2, 1.5))", "N + 2", lambda z, b: np.pad(z, 1, constant_values=(2, 1.5))),
        ("pad(b, (1, 2), constant_values=(true, false))", "N + 3", lambda z, b: np.pad(b, (1, 2), constant_values=(True, False))),
    ], (r.float(3) + 1j * r.float(3), r.bool(3)))  # fmt: skip

    group(table, "pad_by_rows", "<M, N>(x: [f64; M, N], n: [i32; M, N], u: [f32; M, N])", [
        (f"pad({name}, ((1, 2), (3, 0)), mode=\"{mode}\"{more})", "M + 3, N + 3",
         lambda x, n, u, name=name, mode=mode, more=more: np.pad({"x": x, "n": n, "u": u}[name], ((1, 2), (3, 0)), mode, **eval(f"dict({more[2:]})")))
        for name in "xnu" for mode, more in [("maximum", ""), ("minimum", ""), ("mean", ""), ("median", ""), ("linear_ramp", ""), ("linear_ramp", ", end_values=((5, -4), (2, 3))")]
    ], (x, r.int(4, 5, dtype="i4"), x.astype("f4")), (x[:1, :1], r.int(1, 1, dtype="i4"), x[:1, :1].astype("f4")), tolerance=8, reduces=True)  # fmt: skip

    places = [np.sort(r.float(n)) for n in (4, 5)]
    G = np.gradient
    group(table, "gradient_coordinates", "<M, N>(y: [f64; M, N], a: [f64; M], b: [f64; N], z: [c64; N], u: [u8; N])", [
        ("gradient(y, a, axis=0)", "M, N", lambda y, a, b, z, u: G(y, a, axis=0)), ("gradient(y[0], b)", "N", lambda y, a, b, z, u: G(y[0], b)),
        ("gradient(y, a, b)[0]", "M, N", lambda y, a, b, z, u: G(y, a, b)[0]), ("gradient(y, 0.5, b)[1]", "M, N", lambda y, a, b, z, u: G(y, 0.5, b)[1]),
        ("gradient(y, b, a, axis=(1, 0))[0]", "M, N", lambda y, a, b, z, u: G(y, b, a, axis=(1, 0))[0]),
        ("gradient(y, a, b, edge_order=2)[0]", "M, N", lambda y, a, b, z, u: G(y, a, b, edge_order=2)[0]),
        ("gradient(y, 0.5, edge_order=2)[1]", "M, N", lambda y, a, b, z, u: G(y, 0.5, edge_order=2)[1]),
        ("gradient(z, b, edge_order=2)", "N", lambda y, a, b, z, u: G(z, b, edge_order=2)), ("gradient(z)", "N", lambda y, a, b, z, u: G(z)),
        ("gradient(u, b)", "N", lambda y, a, b, z, u: G(u, b)),
    ], (x, *places, r.float(5) + 1j * r.float(5), A([3, 1, 255, 0, 1], "u1")),
        (x[:3, :3], np.linspace(0, 1, 3), A([3.0, 1.0, -2.0]), x[0, :3] + 1j, A([0, 255, 0], "u1")),
        Call(x[:2], places[0][:2], places[1], x[0] + 0j, np.zeros(5, "u1"), error="M >= 3"), tolerance=64, reduces=True)  # fmt: skip

    group(table, "diff_of_nothing", "<N>(x: [f64; 3, N], e: [i32; 0])", [
        ("diff(x, 4, axis=0)", "0, N", lambda x, e: np.diff(x, 4, 0)), ("diff(e)", "0", lambda x, e: np.diff(e)), ("diff(x, n=3, axis=0)", "0, N", lambda x, e: np.diff(x, 3, 0)),
    ], (x[:3], A([], "i4")), (x[:3, :0], A([], "i4")))  # fmt: skip
    group(table, "diff_with_ends", "<M, N>(x: [f64; M, N], y: [f64; M, 2], n: [i32; N], v: i32)", [
        ("diff(x, prepend=0)", "M, N", lambda x, y, n, v: np.diff(x, prepend=0)), ("diff(x, prepend=y, append=1.5)", "M, N + 2", lambda x, y, n, v: np.diff(x, prepend=y, append=1.5)),
        ("diff(n, append=v, prepend=v, n=2)", "N", lambda x, y, n, v: np.diff(n, append=v, prepend=v, n=2)),
        ("diff(x, axis=0, append=x)", "2 * M - 1, N", lambda x, y, n, v: np.diff(x, axis=0, append=x)),
    ], (x, x[:, :2], r.int(5, dtype="i4"), np.int32(7)), (x[:, :0], x[:, :2], r.int(0, dtype="i4"), np.int32(7)))  # fmt: skip

    literals = [("300", "i"), ("-300", "i"), ("-1", "u"), ("18446744073709551615", "i")]
    group(table, "literals_beyond", "<N>(i: [i8; N], u: [u8; N], w: [u64; N], z: [i64; N])", [
        item
        for op in ["==", "!=", "<", "<=", ">", ">="]
        for item in [
            (f"{'i' if side == 'i' else 'u'} {op} {literal}", "N", lambda i, u, w, z, op=op, l=literal, s=side: eval(f"{s} {op} {l}"))
            for literal, side in literals
        ] + [(f"-1 {op} w", "N", lambda i, u, w, z, op=op: eval(f"-1 {op} w")), (f"z {op} 9223372036854775808", "N", lambda i, u, w, z, op=op: eval(f"z {op} 9223372036854775808"))]
    ], (A([-128, -1, 127], "i1"), A([0, 1, 255], "u1"), A([0, 2**63, 2**64 - 1], "u8"), A([-(2**63), 0, 2**63 - 1])))  # fmt: skip
    group(table, "sizes_and_small_integers", "<N>(u: [u8; N], w: [u64; N])", [
        item for op in ["==", "<", ">="] for item in [
            (f"u {op} N", "N", lambda u, w, op=op: eval(f"u {op} {len(u)}")), (f"N - 300 {op} u", "N", lambda u, w, op=op: eval(f"{len(u) - 300} {op} u")),
            (f"w {op} N - 7", "N", lambda u, w, op=op: eval(f"w {op} {len(u) - 7}")),
        ]
    ], (np.arange(256).astype("u1"), np.arange(256).astype("u8")), (A([0, 2, 3], "u1"), A([0, 3, 2**64 - 1], "u8")))  # fmt: skip
    group(table, "sizes_that_fit", "<N>(u: [u8; N])", [("u + N", "N", lambda u: u + np.uint8(len(u))), ("u * (N - 2)", "N", lambda u: u * np.uint8(len(u) - 2))],
        (A([1, 2, 255], "u1"),), Call(np.zeros(256, "u1"), error="N <= 255"), Call(np.zeros(1, "u1"), error="N >= 2"))  # fmt: skip

    n = A([1, 2, -3, 4], "i4")
    group(table, "bools_that_count", "<N>(b: [bool; N], c: [bool; N], n: [i32; N])", [
        *[(e, "N", lambda b, c, n, e=e: eval(e)) for e in [
            "b ** c", "b % c", "b << c", "b >> c", "b ** 2", "b ** 3", "b % 2", "b & n", "n | b", "b ^ n", "b / c"]],
        *[(e, "N", lambda b, c, n, e=e: eval("np." + e)) for e in [
            "floor_divide(b, c)", "floor_divide(b, 2)", "fmod(b, c)", "square(b)", "power(b, c)", "bitwise_and(n, b)"]],
        ("divmod(b, c)[1]", "N", lambda b, c, n: np.divmod(b, c)[1]),
    ], (A([1, 0, 1, 0], "?"), A([1, 1, 0, 0], "?"), n))  # fmt: skip

    z, w = r.float(5) + 1j * r.float(5), r.float(5) + 1j * r.float(5)
    near = z * (1 + 1e-9)
    near[1], near[2], near[3] = complex(NAN, 0), complex(INF, 0), 2
    other = z.copy()
    other[1], other[2] = complex(0, NAN), complex(INF, 0)
    group(table, "complex_tests", "<N>(z: [c64; N], w: [c64; N])", [
        ("isclose(z, w)", "N", lambda z, w: np.isclose(z, w)), ("isclose(z, w, equal_nan=true)", "N", lambda z, w: np.isclose(z, w, equal_nan=True)),
        ("isclose(z, 2, rtol=0.5)", "N", lambda z, w: np.isclose(z, 2, rtol=0.5)), ("allclose(z, w)", "", lambda z, w: np.asarray(np.allclose(z, w))),
        ("logical_and(z, w)", "N", lambda z, w: np.logical_and(z, w)), ("logical_xor(z, 0)", "N", lambda z, w: np.logical_xor(z, 0)),
        ("logical_not(z)", "N", lambda z, w: np.logical_not(z)), ("logical_or(z, real(w))", "N", lambda z, w: np.logical_or(z, w.real)),
    ], (near, other), (z, z), (A([0, 1j, 2, 0]), A([0, 0, 1j, 1])))  # fmt: skip
    k, q = r.float(4, 3) + 1j * r.float(4, 3), r.float(4, 3) + 1j * r.float(4, 3)
    group(table, "complex_functions", "<N>(a: [c64; N, 3], b: [c64; N, 3], s: c64, x: [f64; N], c: [bool; N])", [
        ("cross(a, b)", "N, 3", lambda a, b, s, x, c: np.cross(a, b)), ("cross(a.T, b.T, axis=0)", "3, N", lambda a, b, s, x, c: np.cross(a.T, b.T, axis=0)),
        ("linspace(s, 2.5, 4, endpoint=false)", "4", lambda a, b, s, x, c: np.linspace(s, 2.5, 4, endpoint=False)),
        ("linspace(0, s, N)", "N", lambda a, b, s, x, c: np.linspace(0, s, len(a))), ("trapezoid(a, axis=0)", "3", lambda a, b, s, x, c: np.trapezoid(a, axis=0)),
        ("trapezoid(a[.., 0], x)", "", lambda a, b, s, x, c: np.asarray(np.trapezoid(a[:, 0], x))),
        ("select([c, x > 0], [a[.., 0], b[.., 1]], 1)", "N", lambda a, b, s, x, c: np.select([c, x > 0], [a[:, 0], b[:, 1]], 1)),
    ], (k, q, np.complex128(1 + 2j), np.sort(r.float(4)), r.bool(4)), tolerance=64)  # fmt: skip
    group(table, "complex_products", "<M, N>(z: [c64; M, N], w: [c32; M, N])", [
        ("cumulative_prod(z, axis=1)", "M, N", lambda z, w: np.cumulative_prod(z, axis=1)), ("cumprod(z, axis=0)", "M, N", lambda z, w: np.cumprod(z, axis=0)),
        ("cumprod(w)", "M * N", lambda z, w: np.cumprod(w)), ("cumulative_prod(z, axis=-1, include_initial=true)", "M, N + 1", lambda z, w: np.cumulative_prod(z, axis=-1, include_initial=True)),
        ("prod(z)", "", lambda z, w: np.asarray(np.prod(z))), ("prod(z, axis=0)", "N", lambda z, w: np.prod(z, axis=0)), ("prod(w, axis=1, keepdims=true)", "M, 1", lambda z, w: np.prod(w, axis=1, keepdims=True)),
    ], *[(v, v.astype("c8")) for v in (k, k[:, :0], k[:0], r.float(1, 1) + 2j)], tolerance=64)  # fmt: skip
    far = A([complex(a, b) for a in (INF, -INF, 2, -0.0, NAN) for b in (INF, -INF, -3, 0.0, NAN)])[:-1]
    no_nan = far[~np.isnan(far)]
    group(table, "complex_infinities", "<N>(z: [c64; N])", [
        (e, "N", lambda z, e=e: getattr(np, e[:-3])(z)) for e in ["sign(z)", "arcsin(z)", "arccos(z)", "arctan(z)", "arcsinh(z)", "arccosh(z)", "arctanh(z)"]
    ], (no_nan,), (k[:, 0],), tolerance=64)  # fmt: skip
    lacking = k.copy()
    lacking[1, 0], lacking[2] = complex(NAN, 1), complex(0, NAN)
    group(table, "complex_rest", "<M, N>(z: [c64; M, N], w: [c32; M, N])", [
        ("nansum(z, axis=0)", "N", lambda z, w: np.nansum(z, axis=0)), ("nanmean(z, axis=1)", "M", lambda z, w: np.nanmean(z, axis=1)), ("nanprod(z)", "", lambda z, w: np.asarray(np.nanprod(z))),
        ("average(w, axis=0)", "N", lambda z, w: np.average(w, axis=0)), ("exp2(z)", "M, N", lambda z, w: np.exp2(z)), ("round(z, 2)", "M, N", lambda z, w: np.round(z, 2)), ("rint(w)", "M, N", lambda z, w: np.rint(w)),
        ("roll(z, (1, 2), axis=0)", "M, N", lambda z, w: np.roll(z, (1, 2), 0)),
    ], *[(v, v.astype("c8")) for v in (k, lacking)], tolerance=64)  # fmt: skip
    group(table, "complex_convolve", "<N, M>(a: [c64; N], v: [c64; M])", [
        ("convolve(a, v)", "N + M - 1", np.convolve), ("convolve(a, v, \"same\")", "N", lambda a, v: np.convolve(a, v, "same")), ("correlate(a, v)", "N - M + 1", np.correlate),
        ("correlate(a, v, \"full\")", "N + M - 1", lambda a, v: np.correlate(a, v, "full")),
    ], *[(r.float(n) + 1j * r.float(n), r.float(m) + 1j * r.float(m)) for n, m in [(7, 3), (4, 4), (3, 1)]], tolerance=64, reduces=True)  # fmt: skip
    group(table, "small_integers_in_f64", "<N>(n: [i8; N], b: [bool; N])", [
        ("sinc(n)", "N", lambda n, b: np.sinc(n)), ("angle(b)", "N", lambda n, b: np.angle(b)), ("roll(n, (1, -3, 7), axis=0)", "N", lambda n, b: np.roll(n, (1, -3, 7), 0)),
    ], (A([0, 1, -3, 100], "i1"), r.bool(4)), tolerance=64)  # fmt: skip
    # More than one tile of a block, of numbers on the unit circle.
    unit = np.exp(1j * r.float(2500))
    group(table, "long_complex_products", "<N>(z: [c64; N])", [("cumprod(z)", "N", np.cumprod), ("prod(z)", "", lambda z: np.asarray(np.prod(z)))],
        (unit,), tolerance=4096, reduces=True)  # fmt: skip

    v = r.float(6)
    k = A([1, 3, 1, -1, 3, 5])

    def assignments(name, generics, body, shape, update, *calls, dtype="f64"):
        table.case(name, f"{generics} {{\n    {body}\n}}", updated(update), *calls)

    def store(u, i, v):
        u[i] = v

    def increase(u, i, v):
        u[i] += v

    def scale(u, i, v):
        u[i] *= 3

    calls = [(r.float(6), k, v), (v, k[:0], v[:0]), (v, k[:1], v[1:2]), Call(v, A([6]), v[:1], error="out of range")]
    for name, body, update in [("store", "u[i] = v;", store), ("increase", "u[i] += v;", increase), ("scale", "u[i] *= 3.0;", scale)]:
        assignments(f"{name}_named", "<N, K>(u: &mut [f64; N], i: [i64; K], v: [f64; K])", body, "N", update, *calls)
    domain = [(r.float(6), Index([1, 1, 0, 5, 1], 6), v[:5]), (v[:0], Index(np.zeros(0), 0), v[:0])]
    assignments("store_domain", "<N, K>(u: &mut [f64; N], i: [index<N>; K], v: [f64; K])", "u[i] = v;", "N", store, *domain)

    def store_scalar(u, i, v):
        u[i] = 2.5
        u[i[::-1]] -= 1

    assignments("store_scalar", "<N, K>(u: &mut [f64; N], i: [i64; K], v: [f64; K])", "u[i] = 2.5;\n    u[i[..;-1]] -= 1;", "N", store_scalar, *calls[:3])

    def store_pairs(u, i, j, v):
        u[i, j] = v

    assignments("store_pairs", "<M, N, K>(u: &mut [f64; M, N], i: [i64; K], j: [i32; K], v: [f64; K])", "u[i, j] = v;", "M, N", store_pairs,
        (x, A([0, 1, 0, 3, -1]), A([2, 2, 2, -1, 4], "i4"), v[:5]), (x, k[:0], A([], "i4"), v[:0]))  # fmt: skip
    assignments("store_grid", "<M, N, K>(u: &mut [f64; M, N], i: [i64; K, 1], j: [i64; K], v: [f64; K, K])", "u[i, j] = v;", "M, N", store_pairs,
        (x, A([[0], [1], [0]]), A([2, 2, 4]), r.float(3, 3)), (x, A([[0]]), A([2]), r.float(1, 1)))  # fmt: skip
    assignments("store_rows", "<M, N, K>(u: &mut [f64; M, N], i: [i64; K], v: [f64; K, N])", "u[i] = v;", "M, N", store,
        (x, A([0, 1, 0]), r.float(3, 5)), (x[:, :0], A([0, 1, 0]), r.float(3, 0)), (x, k[:0], r.float(0, 5)))  # fmt: skip

    def store_parts(u, i, k, v):
        u[1:-1, i] = v
        u[k, i] += v[0]

    assignments("store_parts", "<M, N, K>(u: &mut [f64; M, N], i: [u8; K], k: i64, v: [f64; M - 2, K])", "u[1..-1, i] = v;\n    u[k, i] += v[0];", "M, N",
        store_parts, (x, A([0, 1, 0], "u1"), np.int64(-1), r.float(2, 3)), (x[:3], A([], "u1"), np.int64(0), r.float(1, 0)))  # fmt: skip

    def store_apart(u, i, j, v):
        u[i, :, j] = v
        u[0, ::2, j] -= v[:, :2]

    assignments("store_apart", "<A, C, K>(u: &mut [f64; A, 4, C], i: [i64; K], j: [i64; K], v: [f64; K, 4])", "u[i, .., j] = v;\n    u[0, ..;2, j] -= v[.., ..2];", "A, 4, C",
        store_apart, (r.float(3, 4, 5), A([0, 1, 0]), A([2, 1, 2]), r.float(3, 4)))  # fmt: skip
    table.case("store_kinds", "<N, K>(z: &mut [c64; N], b: &mut [bool; N], n: &mut [u8; N], i: [i64; K, K], y: [c64; K, K], c: [bool; K, K], m: [u8; K, K]) {\n"
        "    z[i] = y;\n    b[i] = c;\n    n[i] = m;\n}",
        lambda z, b, n, i, y, c, m: tuple(updated(store)(u, i, v) for u, v in [(z, y), (b, c), (n, m)]),
        (r.float(4) + 1j, r.bool(4), A([1, 2, 3, 4], "u1"), A([[0, 1], [1, 0]]), A([[1j, 2], [3, 4j]]), A([[1, 0], [1, 1]], "?"), A([[5, 6], [7, 8]], "u1")))  # fmt: skip
    # Many that name few, whatever the number of threads.
    many = np.random.default_rng(3).integers(0, 50, 4000)
    table.case("store_many", "<N, K>(u: &mut [f64; N], i: [i64; K], v: [f64; K]) {\n    u[i] = v;\n}", updated(store), (r.float(60), many, np.arange(4000.0)))
