"""Complex numbers: made of real ones, taken apart, their arithmetic and functions."""

from builder import Reject
from operations import operation
from sizes import broadcast


def complex_value(g, fits=lambda v: True):
    return g.find(lambda v: v.is_complex and fits(v))


@operation(4)
def assembled(g):
    """Two real arrays as one."""
    v = g.find(lambda v: v.dtype in ("f64", "f32"))
    w = g.partner(v)
    dtype = "c64" if v.dtype == "f64" else "c32"
    return g.let("complex", f"($0 as {dtype}) + 1j * $1", "$0 + 1j * $1", [v, w], broadcast(v.shape, w.shape), "ring", absolute="$0 + $1")


@operation(6, complex=True)
def parts(g):
    v = complex_value(g)
    name = g.rng.choice(["real", "imag", "conj"])
    return g.let("complex", f"{name}($0)", f"np.{name}($0)", [v], v.shape, "move")


@operation(4, complex=True)
def complex_literal(g):
    v = complex_value(g)
    text, absolute, up = g.rng.choice([
        ("$0 * 1j", "$0", 0), ("$0 + (1 - 2j)", "$0 + 3", 0), ("2j - $0", "$0 + 2", 0), ("(0.5 + 1j) * $0", "2 * $0", 1),
    ])  # fmt: skip
    return g.let("complex", text, text, [v], v.shape, "ring", raise_by=up, absolute=absolute)


@operation(4, complex=True)
def complex_function(g):
    v = complex_value(g)
    rust, numpy = g.rng.choice([
        ("abs($0)", "np.abs($0)"), ("exp($0 * 0.25)", "np.exp($0 * 0.25)"), ("cos($0 * 0.25)", "np.cos($0 * 0.25)"),
        ("sin($0 * 0.25)", "np.sin($0 * 0.25)"), ("sqrt($0 * conj($0) + 1)", "np.sqrt($0 * np.conj($0) + 1)"),
        ("1 / ($0 * conj($0) + 1)", "1 / ($0 * np.conj($0) + 1)"), ("$0 / (2 + 1j)", "$0 / (2 + 1j)"),
        ("square($0)", "np.square($0)"),
    ])  # fmt: skip
    return g.let("complex_function", rust, numpy, [v], v.shape, "smooth")


@operation(2)
def wave(g):
    v = g.find(lambda v: v.dtype in ("f64", "f32"))
    return g.let("complex_function", "exp(1j * $0)", "np.exp(1j * $0)", [v], v.shape, "smooth")


@operation(3, complex=True)
def complex_quotient(g):
    v = complex_value(g)
    w = g.partner(v)
    shape = broadcast(v.shape, w.shape)
    return g.let("complex_quotient", "$0 / ($1 * conj($1) + 1)", "$0 / ($1 * np.conj($1) + 1)", [v, w], shape, "smooth")


@operation(3, complex=True)
def complex_compare(g):
    v = complex_value(g, lambda v: v.exact)
    w = g.partner(v)
    if not w.exact:
        raise Reject
    op = g.rng.choice(["==", "!="])
    return g.let("compare", f"$0 {op} $1", f"$0 {op} $1", [v, w], broadcast(v.shape, w.shape), "jump")
