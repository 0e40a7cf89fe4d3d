"""Assignment to parts: slices, integers, masks."""

from builder import Reject
from operations import operation
from operations.indexing import basic
from operations.updates import target
from sizes import broadcast


def value_for(g, u, shape):
    """Something that an array part of this shape can take; `(text, operands)`, a literal at times."""
    if u.dtype == "bool":
        return "true", "True", []
    if g.chance(0.25):
        k = str(g.rng.randint(0, 3))
        return k, k, []
    fits = lambda w: w.dtype == u.dtype and not w.bound and w is not u and broadcast(w.shape, shape) == shape  # noqa: E731
    w = g.find_or_param(fits, u.dtype, shape[g.rng.choice([0, 0, 1]) :] if shape else ())
    if not fits(w):
        raise Reject
    return "$1", "$1", [w]


@operation(8, complex=True)
def part(g):
    """`u[1..-1] = v;`, `u[0] += v;`"""
    u = target(g)
    rust, numpy, shape = basic(g, u.shape)
    if any(g.least(s) < 1 for s in shape) or "newaxis" in rust:
        raise Reject
    right, python, operands = value_for(g, u, shape)
    index = f"np.s_[{numpy}]"
    if u.dtype == "bool" or g.chance(0.6):
        return g.assign("part", u, f"$t[{rust}] = {right};", "", f"assigned($0, {index}, {python})", operands, "move")
    op = g.rng.choice("+-*")
    fraction = u.fraction + (operands[0].fraction if operands else 0) if op == "*" else None
    absolute = f"assigned($0, {index}, $0[{numpy}] {'*' if op == '*' else '+'} {python})"
    return g.assign("part", u, f"$t[{rust}] {op}= {right};", "", f"assigned($0, {index}, $0[{numpy}] {op} {python})", operands, "ring",
                    fraction=fraction, absolute=absolute)  # fmt: skip


@operation(2, complex=True)
def stencil(g):
    """`u[1..-1] = u[..-2] + u[2..];`, from and to the same array."""
    u = target(g)
    if u.dtype == "bool" or g.least(u.shape[0]) < 3:
        raise Reject
    op = g.rng.choice("+-")
    numpy = f"assigned($0, np.s_[1:-1], $0[:-2] {op} $0[2:])"
    return g.assign("part", u, f"$t[1..-1] = $t[..-2] {op} $t[2..];", "", numpy, [], "ring", absolute=numpy.replace(" - ", " + "))


@operation(3, complex=True)
def mask(g):
    u = target(g)
    m = g.find(lambda m: m.dtype == "bool" and m.rank > 0 and m.shape == u.shape[: m.rank] and m is not u)
    if u.dtype == "bool" or g.chance(0.5):
        right = "true" if u.dtype == "bool" else str(g.rng.randint(0, 4))
        return g.assign("mask", u, f"$t[$1] = {right};", "", f"assigned($0, $1, {right.capitalize()})", [m], "move")
    k = g.rng.randint(1, 3)
    return g.assign("mask", u, f"$t[$1] += {k};", "", f"assigned($0, $1, $0[$1] + {k})", [m], "ring")
