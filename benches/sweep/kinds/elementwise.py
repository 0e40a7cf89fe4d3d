"""Every function of the table that works element by element."""
from function import FLOATS, INTEGERS, NUMBERS, Function

KIND = "elementwise"
UNARY = {
    "sqrt": "positive", "cbrt": "", "exp": "", "exp2": "", "expm1": "", "log": "positive", "log2": "positive",
    "log10": "positive", "log1p": "positive", "sin": "", "cos": "", "tan": "inside", "asin": "inside", "acos": "inside",
    "atan": "", "sinh": "", "cosh": "", "tanh": "", "asinh": "", "acosh": "above", "atanh": "inside", "reciprocal": "positive",
    "degrees": "", "radians": "", "sinc": "", "spacing": "positive", "rint": "", "fabs": "",
}  # fmt: skip
ANY = ("abs", "sign", "square", "negative", "positive")
ROUND = ("floor", "ceil", "trunc", "round")
TESTS = ("isnan", "isinf", "isfinite", "signbit", "isposinf", "isneginf")
BINARY = {
    "atan2": FLOATS, "hypot": FLOATS, "copysign": FLOATS, "logaddexp": FLOATS, "logaddexp2": FLOATS, "heaviside": FLOATS,
    "nextafter": FLOATS, "fmax": FLOATS, "fmin": FLOATS, "fmod": FLOATS, "minimum": NUMBERS, "maximum": NUMBERS,
    "add": NUMBERS + ("f16", "c64"), "subtract": NUMBERS, "multiply": NUMBERS + ("f16", "c64"), "divide": NUMBERS + ("c64",),
    "gcd": ("i64", "i32"), "lcm": ("i32",), "bitwise_and": INTEGERS + ("bool",), "bitwise_or": INTEGERS, "bitwise_xor": INTEGERS,
}  # fmt: skip
COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
XY = {"x": "T[N]", "y": "T[N]"}
X = {"x": "T[N]"}


def function(name, args, numpy, dtypes, **more):
    return Function(KIND, name, args, numpy, dtypes=dtypes, **more)


def functions():
    for name, domain in UNARY.items():
        halves = ("f16",) if name in ("sqrt", "exp", "log", "sin", "tanh") else ()
        yield function(name, X, f"np.{name}(x)", FLOATS + halves, data={"x": domain}, tolerance=4, numba=name in ("exp", "sin", "log"))
    for name in ("sqrt", "exp", "sin", "log1p"):
        # JAX makes `f32` of `i32`, others `f64`.
        yield function(f"{name}_of_integers", X, f"np.{name}(x)", ("i64", "i32"), jax=f"np.{name}(x.astype(np.float64))", data={"x": "integers 1 20"}, tolerance=4)
    # Numbers at which functions leave their ordinary way: results and squares that are subnormal or 0, NaNs, zeros.
    for name in ("exp", "exp2", "sinh"):
        yield function(f"{name}_far_below", X, f"np.{name}(x)", FLOATS, data={"x": "far below"}, tolerance=4)
    yield function("gaussian_far", X, "np.exp(-0.5 * x * x)", FLOATS, data={"x": "far"}, tolerance=4)
    for name in ("tanh", "log1p", "atanh", "exp"):
        yield function(f"{name}_of_tiny", X, f"np.{name}(x)", FLOATS, data={"x": "tiny"}, tolerance=4)
    for name in ("sin", "cos", "cbrt", "asinh", "acosh", "log1p"):
        yield function(f"{name}_with_nans", X, f"np.{name}(x)", FLOATS, data={"x": "few nans"}, tolerance=4)
    yield function("atan2_of_zeros", XY, "np.atan2(x, y)", FLOATS, data={"x": "zeros", "y": "zeros"})
    for name in ANY:
        yield function(name, X, f"np.{name}(x)", ("f64", "f32", "i64", "i32") + (("c64",) if name != "sign" else ()))
    for name in ROUND:
        yield function(name, X, f"np.{name}(x)", FLOATS)
    yield function("round_decimals", X, "np.round(x, 2)", FLOATS, here="round(x, 2)")
    for name in TESTS:
        yield function(name, X, f"np.{name}(x)", FLOATS)
    for name, dtypes in BINARY.items():
        data = {"y": "integers 1 100"} if name in ("gcd", "lcm") else {}
        if name == "heaviside":
            data = {}
        yield function(name, XY, f"np.{name}(x, y)", dtypes, data=data, tolerance=4)
    for name in COMPARISONS:
        yield function(name, XY, f"np.{name}(x, y)", ("f64", "f32", "i64", "u8"))
    for name in ("logical_and", "logical_or", "logical_xor"):
        yield function(name, XY, f"np.{name}(x, y)", ("bool", "f64", "i32"))
    yield function("logical_not", X, "np.logical_not(x)", ("bool", "f64"))
    yield function("bitwise_invert", X, "np.bitwise_invert(x)", ("i64", "u8", "bool"))
    positive = {"x": "integers 1 50", "y": "integers 1 9"}
    for name, text in {"floor_div": "x // y", "remainder": "np.remainder(x, y)", "modulo": "x % y"}.items():
        yield function(name, XY, text, ("i64", "i32", "u8"), data=positive)
        yield function(name + "_of_floats", XY, text, FLOATS, data={"y": "positive"}, tolerance=1e4)
    yield function("divmod", XY, "np.divmod(x, y)", ("i64", "i32"), out=["[N]", "[N]"], data=positive)
    for name in ("bitwise_left_shift", "bitwise_right_shift"):
        yield function(name, XY, f"np.{name}(x, y)", ("i64", "i32"), data={"y": "integers 0 8"})
    yield function("pow", XY, "x ** y", FLOATS, data={"x": "positive"}, tolerance=8)
    yield function("pow_function", XY, "np.pow(x, y)", ("i64", "i32"), data={"x": "integers 1 5", "y": "integers 0 6"})
    yield function("float_power", XY, "np.float_power(x, y)", ("f64", "i64"), data={"x": "integers 1 5", "y": "integers 0 6"}, tolerance=8)
    for k in (2, 3, 5, 0.5, -1):
        yield function(f"pow_{str(k).replace('.', '_').replace('-', 'minus_')}", X, f"x ** {k}", FLOATS, data={"x": "positive"}, tolerance=8)
    yield function("pow_3_of_integers", X, "x ** 3", ("i64", "i32"))
    for name, domain in {"erf": "", "erfc": "", "gamma": "positive", "gammaln": "positive", "expit": "", "logit": "unit"}.items():
        yield function(name if name != "gammaln" else "lgamma", X, f"{name}(x)", FLOATS, here="lgamma(x)" if name == "gammaln" else None, data={"x": domain}, tolerance=20)
    yield function("xlogy", XY, "xlogy(x, y)", FLOATS, data={"y": "positive"}, tolerance=4)
    yield function("modf", X, "np.modf(x)", FLOATS, out=["[N]", "[N]"])
    for name in ("real", "imag", "conj", "angle", "abs"):
        yield function(f"{name}_of_complex", X, f"np.{name}(x).copy()", ("c64",), tolerance=4)
    for name in ("exp", "sqrt", "log", "sin"):
        yield function(f"{name}_of_complex", X, f"np.{name}(x)", ("c64",), tolerance=8)
    yield function("clip", X, "np.clip(x, 0, 1)", ("f64", "f32", "i64", "i32"))
    yield function("nan_to_num", X, "np.nan_to_num(x)", FLOATS, data={"x": "few nans"})
    yield function("isclose", XY, "np.isclose(x, y)", FLOATS)
    yield function("allclose", XY, "np.allclose(x, y)", FLOATS, out="bool")
    yield function("diff", X, "np.diff(x)", ("f64", "f32", "i64"), out="[N - 1]")
    yield function("diff_twice", X, "np.diff(x, 2)", FLOATS, out="[N - 2]")
    yield function("gradient", X, "np.gradient(x)", FLOATS)
    yield function("trapezoid", XY, "np.trapezoid(y, x)", FLOATS, out="T", data={"x": "unit sorted"}, tolerance=10)
    for op, name in {"+": "plus", "*": "times", "/": "over"}.items():
        yield function(f"{name}_number", X, f"x {op} 3", ("f64", "f32", "i64", "i32", "u8"))
        yield function(f"{name}_scalar", {"x": "T[N]", "s": "T"}, f"x {op} s", FLOATS, data={"s": "positive"})
