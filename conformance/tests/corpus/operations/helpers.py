"""Calls of private functions."""

from builder import Reject
from operations import operation


@operation(2)
def differences(g):
    """A helper with a dimension of its own."""
    v = g.array(lambda v: v.dtype in ("f64", "f32", "i64", "i32", "f16", "bf16") and not v.bound and v.rank == 1 and g.least(v.shape[0]) >= 2)
    name = f"{g.program.name}_{g.name('h')}"
    before = f"fn {name}<A>(x: [{v.dtype}; A]) -> [{v.dtype}; A - 1] {{\n    x[1..] + x[..-1]\n}}"
    return g.let("helper", f"{name}($0)", "$0[1:] + $0[:-1]", [v], (v.shape[0] - 1,), "ring", before=before)


@operation(2, complex=True)
def pair_of_results(g):
    """A helper that returns a tuple."""
    v = g.array(lambda v: v.dtype in ("f64", "f32", "i64", "f16", "bf16", "c64", "c32") and not v.bound)
    w = g.partner(v, same_shape=True)
    if w.shape != v.shape:
        raise Reject
    name = f"{g.program.name}_{g.name('h')}"
    dims = "ABCD"[: v.rank]
    ty = f"[{v.dtype}; {', '.join(dims)}]"
    before = (
        f"fn {name}<{', '.join(dims)}>(x: {ty}, y: {ty}) -> ({ty}, {v.dtype}) {{\n    (x + y, sum(x * y))\n}}"
    )
    rust = f"{{ let (a, b) = {name}($0, $1); a * b }}"
    numpy = "($0 + $1) * np.sum($0 * $1)"
    return g.let("helper", rust, numpy, [v, w], v.shape, "ring", fraction=2 * (v.fraction + w.fraction), before=before)
