"""One element at a time: arithmetic, comparisons, functions, choices, casts."""

from builder import COMPLEX, FLOATS, HALVES, INTS, Reject
from operations import operation
from sizes import broadcast

SMALL = ("u8", "i8", "i16", "u16")


def pair(g, v):
    w = g.partner(v)
    a, b = (v, w) if g.chance(0.5) else (w, v)
    return a, b, broadcast(a.shape, b.shape)


@operation(10, complex=True)
def arithmetic(g):
    v = g.find(lambda v: v.dtype != "bool" and not v.bound)
    a, b, shape = pair(g, v)
    op = g.rng.choice("++--***")
    if op == "*":
        return g.let("arithmetic", "$0 * $1", "$0 * $1", [a, b], shape, "ring", fraction=a.fraction + b.fraction)
    return g.let("arithmetic", f"$0 {op} $1", f"$0 {op} $1", [a, b], shape, "ring", absolute="$0 + $1")


@operation(5, complex=True)
def literal(g):
    """A literal takes the dtype of what it meets."""
    v = g.find(lambda v: v.dtype != "bool")
    k = g.rng.randint(1, 5)
    forms = [(f"$0 + {k}", f"$0 + {k}", 0), (f"{k} * $0", f"{k} * $0", 0), (f"$0 - {k}", f"$0 + {k}", 0), (f"{k} - $0", f"{k} + $0", 0)]
    if v.is_float:
        forms += [("$0 * 0.5", "$0 * 0.5", 1), ("$0 - 0.25", "$0 + 0.25", 2), ("1.5 - 2 * $0", "1.5 + 2 * $0", 1)]
    elif v.dtype in ("i64", "i32"):
        forms += [("$0 * 0.5", "$0 * 0.5", 1), ("$0 * 2.5 + 1", "$0 * 2.5 + 1", 1)]
    if v.bound:
        forms = forms[:2]
    text, absolute, up = g.rng.choice(forms)
    # Of 1 / 8 and 1 / 4 the finer one counts.
    return g.let("literal", text, text, [v], v.shape, "ring", raise_by=up, absolute=absolute)


@operation(2)
def dimension(g):
    """A dimension is a number, too."""
    v = g.find(lambda v: v.dtype in ("f64", "f32", "i64", "i32"))
    n = g.rng.choice(list(g.program.dims))
    text, absolute = g.rng.choice([(f"$0 + {n}", f"$0 + {n}"), (f"{n} * $0", f"{n} * $0"), (f"$0 - 2 * {n}", f"$0 + 2 * {n}")])
    return g.let("dimension", text, text, [v], v.shape, "ring", absolute=absolute)


@operation(3)
def divide(g):
    v = g.find(lambda v: v.is_float)
    w = g.divisor(v)
    return g.let("divide", "$0 / $1", "$0 / $1", [v, w], broadcast(v.shape, w.shape), "smooth")


@operation(1, complex=True)
def divide_literal(g):
    v = g.find(lambda v: v.dtype != "bool" and not v.bound)
    return g.let("divide", "$0 / 3", "$0 / 3", [v], v.shape, "smooth")


@operation(3)
def floor_divide(g):
    v = g.find(lambda v: v.dtype != "bool" and not v.bound and v.fraction <= 6)
    k = g.rng.randint(2, 5)
    if g.chance(0.6):
        text, numpy, fraction = g.rng.choice([(f"floor_div($0, {k})", f"$0 // {k}", 0), (f"$0 % {k}", f"$0 % {k}", v.fraction)])
        return g.let("floor_div", text, numpy, [v], v.shape, "jump", fraction=fraction)
    w = g.partner(v)
    if w.is_float and (w.fraction > 6 or any((a == 0).any() for a in w.plain)):
        raise Reject
    text, numpy, fraction = g.rng.choice([("floor_div($0, $1)", "$0 // $1", 0), ("$0 % $1", "$0 % $1", max(v.fraction, w.fraction))])
    return g.let("floor_div", text, numpy, [v, w], broadcast(v.shape, w.shape), "jump", fraction=fraction)


@operation(2, complex=True)
def power(g):
    v = g.find(lambda v: v.dtype != "bool" and not v.bound)
    k = g.rng.choice([2, 2, 2, 3])
    how = "ring" if k == 2 else "smooth"
    return g.let("power", f"$0 ** {k}", f"$0 ** {k}", [v], v.shape, how, fraction=k * v.fraction)


@operation(6)
def compare(g):
    v = g.find(lambda v: not v.bound and v.dtype != "bool" and v.exact)
    op = g.rng.choice(["<", "<=", ">", ">=", "==", "!="])
    if g.chance(0.4):
        k = g.rng.randint(0, 3)
        return g.let("compare", f"$0 {op} {k}", f"$0 {op} {k}", [v], v.shape, "jump")
    w = g.partner(v)
    return g.let("compare", f"$0 {op} $1", f"$0 {op} $1", [v, w], broadcast(v.shape, w.shape), "jump")


@operation(4)
def bits(g):
    v = g.find(lambda v: (v.dtype == "bool" or v.is_int) and not v.bound)
    w = g.partner(v)
    op = g.rng.choice("&|^")
    return g.let("bits", f"$0 {op} $1", f"$0 {op} $1", [v, w], broadcast(v.shape, w.shape), "jump")


@operation(1)
def invert(g):
    v = g.find(lambda v: (v.dtype == "bool" or v.is_int) and not v.bound)
    return g.let("bits", "!$0", "~$0", [v], v.shape, "jump")


@operation(1)
def shift(g):
    v = g.find(lambda v: v.is_int and not v.bound)
    op, k = g.rng.choice(["<<", ">>"]), g.rng.randint(1, 3)
    return g.let("bits", f"$0 {op} {k}", f"$0 {op} {k}", [v], v.shape, "jump")


@operation(4, complex=True)
def where(g):
    c = g.find(lambda v: v.dtype == "bool")
    v = g.partner(c, dtype=g.rng.choice(["f64", "f64", "f32", "i64", "i32"] + [g.flavour or "f64"] * 4))
    shape = broadcast(c.shape, v.shape)
    if g.chance(0.35):
        return g.let("where", "where($0, $1, 0)", "np.where($0, $1, 0)", [c, v], shape, "move")
    w = g.partner(v)
    shape = broadcast(shape, w.shape)
    if shape is None:
        raise Reject
    return g.let("where", "where($0, $1, $2)", "np.where($0, $1, $2)", [c, v, w], shape, "move")


@operation(3)
def extremum(g):
    v = g.find(lambda v: v.dtype != "bool" and not v.bound)
    name = g.rng.choice(["minimum", "maximum", "minimum", "maximum", "clip"])
    if name == "clip":
        return g.let("extremum", "clip($0, 1, 3)", "np.clip($0, 1, 3)", [v], v.shape, "move")
    w = g.partner(v)
    return g.let("extremum", f"{name}($0, $1)", f"np.{name}($0, $1)", [v, w], broadcast(v.shape, w.shape), "move")


@operation(4)
def smooth_function(g):
    v = g.find(lambda v: v.is_float)
    rust, numpy = g.rng.choice([
        ("sin($0)", "np.sin($0)"), ("cos($0)", "np.cos($0)"), ("tanh($0)", "np.tanh($0)"), ("atan($0)", "np.arctan($0)"),
        ("sqrt(abs($0) + 1)", "np.sqrt(np.abs($0) + 1)"), ("log($0 * $0 + 1)", "np.log($0 * $0 + 1)"),
        ("exp(-abs($0))", "np.exp(-np.abs($0))"), ("expm1(minimum($0, 2))", "np.expm1(np.minimum($0, 2))"),
        ("1 / (1 + $0 * $0)", "1 / (1 + $0 * $0)"), ("hypot($0, 1.5)", "np.hypot($0, $0.dtype.type(1.5))"),
        ("log1p(abs($0))", "np.log1p(np.abs($0))"), ("cbrt(abs($0) + 1)", "np.cbrt(np.abs($0) + 1)"),
        ("asinh($0)", "np.arcsinh($0)"), ("exp2(clip($0, -3, 3))", "np.exp2(np.clip($0, -3, 3))"),
    ])  # fmt: skip
    return g.let("function", rust, numpy, [v], v.shape, "smooth")


@operation(1)
def function_of_integers(g):
    v = g.find(lambda v: v.dtype in ("i64", "i32") and not v.bound)
    rust, numpy = g.rng.choice([("sin($0)", "np.sin($0)"), ("sqrt(abs($0))", "np.sqrt(np.abs($0))"), ("$0 / ($0 * $0 + 1)", "$0 / ($0 * $0 + 1)")])
    return g.let("function", rust, numpy, [v], v.shape, "smooth")


@operation(3, complex=True)
def sign_function(g):
    v = g.find(lambda v: v.dtype != "bool" and not v.bound)
    if not v.is_complex and (v.dtype[0] == "u" or g.chance(0.5)):
        return g.let("sign", "abs($0)", "np.abs($0)", [v], v.shape, "move")
    return g.let("sign", "-$0", "-$0", [v], v.shape, "move")


@operation(2)
def rounding(g):
    v = g.find(lambda v: v.is_float and v.exact)
    name = g.rng.choice(["floor", "ceil", "trunc", "round", "sign"])
    return g.let("rounding", f"{name}($0)", f"np.{name}($0)", [v], v.shape, "jump")


@operation(1)
def logical(g):
    v = g.find(lambda v: not v.bound and v.exact)
    w = g.partner(v)
    name = g.rng.choice(["and", "or", "xor"])
    return g.let("logical", f"logical_{name}($0, $1)", f"np.logical_{name}($0, $1)", [v, w], broadcast(v.shape, w.shape), "jump")


@operation(4, complex=True)
def cast(g):
    v = g.find(lambda v: True)
    if v.is_complex:
        return g.cast(v, "c32" if v.dtype == "c64" else "c64")
    if g.flavour and g.chance(0.5):
        return g.cast(v, g.flavour)
    if v.is_float and not v.exact:
        return g.cast(v, "f32" if v.dtype == "f64" else "f64")
    return g.cast(v, g.rng.choice(FLOATS * 3 + HALVES + COMPLEX + INTS + ("bool", "i64", "i32")))
