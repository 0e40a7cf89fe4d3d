"""Expressions of 2 to 60 operations, selects, casts, comparisons into integers, unrolled loops."""
from function import FLOATS, Function

X = {"x": "T[N]"}
XY = {"x": "T[N]", "y": "T[N]"}
XYZ = {"x": "T[N]", "y": "T[N]", "z": "T[N]"}
SIZES = (100, 10_000, 1_000_000, 10_000_000)


def polynomial(terms):
    lines = [f"u = {0.25 + k / 100:.2f} + x * u" for k in range(terms)]
    return "\n".join(["u = 0.5 + x * 0.25", *lines, "return u"])


def functions():
    for n in (1, 2, 5, 10, 20, 30):
        yield Function("chains", f"horner_{2 * n}", X, polynomial(n), dtypes=FLOATS, numba=True, data={"x": "inside"}, tolerance=4)
    for n in (3, 10, 20, 60):
        body = f"u = x\nfor k in range({n}):\n    u = 0.5 * u + y\nreturn u"
        yield Function("chains", f"carried_{n}", XY, body, dtypes=FLOATS, numba=True, tolerance=10)
    for n in (5, 15, 30, 60):
        body = f"u = x\nfor k in range({n}):\n    u = np.where(u > 1, u - y, u + y)\nreturn u"
        yield Function("chains", f"carried_select_{n}", XY, body, dtypes=FLOATS, numba=True, data={"y": "unit"}, tolerance=10, check="shape" if n > 15 else "equal")
    for n in (5, 15, 30):
        body = (f"a = x\nb = y\ncount = np.zeros_like(x, dtype=np.int64)\nfor k in range({n}):\n    inside = a * a + b * b <= 4\n"
                "    c = np.where(inside, a * a - b * b + x, a)\n    b = np.where(inside, 2 * a * b + y, b)\n    a = c\n"
                "    count = count + cast(inside, 'i64')\nreturn count")  # fmt: skip
        here = (f"let mut a = x;\nlet mut b = y;\nlet mut count = zeros([i64; N]);\nfor k in 0..{n} {{\n    let inside = a * a + b * b <= 4;\n"
                "    let c = where(inside, a * a - b * b + x, a);\n    b = where(inside, 2 * a * b + y, b);\n    a = c;\n"
                "    count = count + (inside as i64);\n}\ncount")  # fmt: skip
        loop = (f"out = np.empty(x.shape[0], np.int64)\nfor i in prange(x.shape[0]):\n    a = x[i]\n    b = y[i]\n    n = 0\n    for k in range({n}):\n"
                "        if a * a + b * b <= 4:\n            c = a * a - b * b + x[i]\n            b = 2 * a * b + y[i]\n            a = c\n            n += 1\n"
                "    out[i] = n\nreturn out")  # fmt: skip
        yield Function("chains", f"mandelbrot_{n}", XY, body, here=here, out="i64[N]", dtypes=FLOATS, numba=loop, check="shape")
    for n in (4, 8, 16):
        body = f"u = x\nfor k in range({n}):\n    u = u - (u * u - y) / (2 * u)\nreturn u"
        yield Function("chains", f"newton_{n}", XY, body, dtypes=FLOATS, numba=True, data={"x": "positive", "y": "positive"}, tolerance=10)
    for n in (3, 8):
        body = f"u = x\nfor k in range({n}):\n    u = np.sin(u) + 0.5 * np.exp(-u * u)\nreturn u"
        yield Function("chains", f"transcendental_{n}", X, body, dtypes=FLOATS, numba=True, tolerance=100)
    yield Function("chains", "axpy", {"a": "T", "x": "T[N]", "y": "T[N]"}, "a * x + y", dtypes=FLOATS + ("f16", "c64"), numba=True)
    yield Function("chains", "triad", XYZ, "x + 2 * y * z", dtypes=FLOATS + ("i64", "i32"), numba=True)
    yield Function("chains", "quadratic", XYZ, "(np.sqrt(np.abs(y * y - 4 * x * z)) - y) / (2 * x)", dtypes=FLOATS, numba=True, data={"x": "positive"}, tolerance=100)
    yield Function("chains", "normal_density", {"x": "T[N]", "m": "T", "s": "T"}, "np.exp(-0.5 * ((x - m) / s) ** 2) / (s * 2.5066282746)", dtypes=FLOATS, numba=True, data={"s": "positive"}, tolerance=20)
    yield Function("chains", "distance", {n: "T[N]" for n in "abcd"}, "np.sqrt((a - c) ** 2 + (b - d) ** 2)", dtypes=FLOATS, numba=True)
    yield Function("chains", "two_results", XY, "(x + y, x - y)", out=["[N]", "[N]"], dtypes=FLOATS)
    yield Function("chains", "four_results", XY, "(x + y, x - y, x * y, x / y)", out=["[N]"] * 4, dtypes=FLOATS, data={"y": "positive"})
    # Casts.
    for a, b in [("f64", "f32"), ("f32", "f64"), ("f64", "i64"), ("f64", "i32"), ("i64", "f64"), ("i32", "f32"), ("i64", "i32"),
                 ("u8", "f32"), ("f32", "u8"), ("bool", "f64"), ("f32", "f16"), ("f16", "f32"), ("i32", "u8"), ("f64", "c64")]:  # fmt: skip
        data = {"x": "positive"} if b == "u8" and a[0] == "f" else {}
        yield Function("casts", f"cast_to_{b}", X, f"cast(x, '{b}')", out=f"{b}[N]", dtypes=(a,), data=data)
    yield Function("casts", "astype", X, "x.astype(np.float32)", here="astype(x, f32)", out="f32[N]")
    yield Function("casts", "bytes_scaled", X, "cast(x, 'f32') / 255", out="f32[N]", dtypes=("u8",))
    yield Function("casts", "bytes_scaled_back", X, "cast(cast(x, 'f32') * 0.5 + 3, 'u8')", dtypes=("u8",))
    yield Function("casts", "comparison_as_integer", XY, "cast(x > y, 'i64')", out="i64[N]", dtypes=FLOATS + ("i32", "u8"))
    yield Function("casts", "comparison_as_byte", XY, "cast(x > y, 'u8')", out="u8[N]", dtypes=FLOATS + ("u8",))
    yield Function("casts", "comparisons_added", XYZ, "cast(x > y, 'i32') + cast(y > z, 'i32') + cast(z > x, 'i32')", out="i32[N]", dtypes=FLOATS + ("i32",))
    # Selects.
    dtypes = FLOATS + ("i64", "i32", "u8")
    yield Function("selects", "where_arrays", {"c": "bool[N]", **XY}, "np.where(c, x, y)", dtypes=dtypes + ("bool", "f16", "c64"))
    yield Function("selects", "where_number", X, "np.where(x > 0, x, 0)", dtypes=FLOATS + ("i64", "i32"), numba=True)
    yield Function("selects", "where_nested", X, "np.where(x > 1, x - 1, np.where(x < -1, x + 1, 0))", dtypes=FLOATS + ("i32",), numba=True)
    yield Function("selects", "where_both", XYZ, "np.where((x > y) & (y > z), x * y, z)", dtypes=FLOATS + ("i32",), numba=True)
    yield Function("selects", "select", XYZ, "np.select([x > 1, y > 1, z > 1], [x, y, z], 0)", here="select([x > 1, y > 1, z > 1], [x, y, z], 0)", dtypes=FLOATS + ("i32",))
    yield Function("selects", "masks_combined", XYZ, "(x > 0) & (y > 0) | ~(z > 0)", out="bool[N]", dtypes=FLOATS + ("i64", "u8"))
    yield Function("selects", "assigned_by_mask", XY, "u = x.copy()\nu[y > 0] = 0\nreturn u", here="let mut u = x;\nu[y > 0] = 0;\nu", jax="np.where(y > 0, 0, x)", dtypes=FLOATS)
    yield Function("selects", "count_true", XY, "np.count_nonzero(x > y)", out="i64", dtypes=FLOATS + ("u8",))
    yield Function("selects", "any_above", X, "np.any(x > 1000)", out="bool", dtypes=FLOATS)
    yield Function("selects", "sum_of_selected", XY, "np.sum(np.where(x > y, x, 0))", out="T", dtypes=FLOATS, tolerance=10)
