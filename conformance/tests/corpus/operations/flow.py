"""Loops and branches that run on the device."""

from builder import Reject
from operations import operation
from operations.updates import fitting, target


def variable(g, fits=lambda v: True):
    """A variable, or a `&mut` parameter, that is a number."""
    u = g.let_mut(g.number(lambda v: not v.bound and fits(v))) if g.chance(0.6) else target(g)
    if u.dtype == "bool" or not fits(u):
        raise Reject
    return u


def turns(g):
    """A parameter with a number of passes, at times a negative one."""
    fits = lambda v: v.rank == 0 and v.dtype == "i64" and v.parameter and not v.mutable  # noqa: E731
    return g.find_or_param(fits, "i64", ())


def small(u):
    return u.dtype in ("f64", "i64", "i32", "u8", "i16")


@operation(3)
def counted(g):
    """`for k in 0..n { u = ...; }`, with `n` an argument."""
    u = variable(g, small)
    n = turns(g)
    w = fitting(g, u)
    if u.is_float:
        body, numpy, absolute = "0.5 * $t - $1", "0.5 * u - w", "0.5 * u + w"
    else:
        body, numpy, absolute = "3 * $t - $1", "3 * u - w", None
    if g.chance(0.3):
        # It ends early.
        most = g.rng.randint(1, 6)
        head, count = f"for k in 0..30000 {{\n    if k >= $2 {{ break; }}\n    if k == {most} {{ break; }}\n", f"min({most}, $2)"
    else:
        head, count = "for k in 0..$2 {\n", "$2"
    text = lambda body: f"repeat(lambda u, k, w=$1: {body}, $0, range({count}))"  # noqa: E731
    return g.assign("counted", u, f"{head}    $t = {body};\n}}", "", text(numpy), [w, n], "ring",
                    fraction=max(u.fraction, w.fraction) + 10, absolute=absolute and text(absolute))  # fmt: skip


@operation(4)
def recurrence(g):
    """`for k in 1..N { u[k] += u[k - 1]; }`"""
    u = variable(g, lambda v: small(v) and v.rank > 0)
    n, d = u.shape[0], g.rng.choice([1, 1, 2])
    up = g.chance(0.7)
    factor = g.rng.choice(["2 * ", ""])
    op = g.rng.choice("++-") if g.chance(0.6) else ""
    old, new = (f"[k - {d}]", "[k]") if up else ("[k]", f"[k - {d}]")
    if u.is_float and (factor or not op) and g.count((n,)) > 30:
        raise Reject

    def right(u, op):
        return f"{u}{new} {op} {factor}{u}{old}" if op else f"{factor}{u}{old}"

    def text(op):
        return f"repeat(lambda u, k: assigned(u, {new[1:-1]}, {right('u', op)}), $0, range({d}, {n.text()}))"

    rust = f"for k in {d}..{n.text()} {{\n    $t{new} = {right('$t', op)};\n}}"
    return g.assign("recurrence", u, rust, "", text(op), [], "ring", absolute=text(op and "+"))


@operation(3)
def until(g):
    """`while any(u > 2), at most 4 { ... }`"""
    u = variable(g, lambda v: v.exact or not v.rounds)
    k, most = g.rng.randint(0, 3), g.rng.randint(0, 6)
    rust = f"while any($t > {k}), at most {most} {{\n    $t = where($t > {k}, $t - 2, $t);\n}}"
    numpy = f"until(lambda u: (u > {k}).any(), lambda u: np.where(u > {k}, u - np.asarray(2, u.dtype), u), $0, {most})"
    return g.assign("while", u, rust, "", numpy, [], "jump", fraction=u.fraction)


@operation(4)
def branch(g):
    """`if all(v > 0) { u = w; } else { u += 1; }`"""
    u = variable(g)
    v = g.find(lambda v: not v.is_complex and v.dtype != "bool" and (v.exact or not v.rounds) and v is not u)
    w = fitting(g, u)
    if w is v and w.rounds and not w.exact:
        raise Reject
    k = g.rng.randint(0, 2)
    how = g.rng.choice(["any", "all"])
    test, python = (f"{how}($2 > {k})", f"({how}_of($2 > {k}))") if v.rank else (f"$2 > {k}", f"($2 > {k})")
    op = g.rng.choice("+-")
    other, numpy = g.rng.choice([("", "$0"), (" else {\n    $t += 1;\n}", "$0 + np.asarray(1, $0.dtype)")])
    rust = f"if {test} {{\n    $t {op}= $1;\n}}{other}"
    return g.assign("branch", u, rust, "", f"($0 {op} $1 if {python} else {numpy})", [w, v], "ring",
                    fraction=max(u.fraction, w.fraction), absolute="abs($0) + abs($1) + 1")  # fmt: skip


@operation(2)
def nested(g):
    """A loop in a loop, over elements of two axes."""
    u = variable(g, lambda v: small(v) and v.rank == 2)
    m, n = u.shape
    if g.count(u.shape) > 400:
        raise Reject
    passes = f"for i in 1..{m.text()} {{\n    for j in 0..{n.text()} {{\n        $t[i, j] += $t[i - 1, j];\n    }}\n}}"
    inner = f"repeat(lambda u, j: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range({n.text()}))"
    numpy = f"repeat(lambda u, i: (lambda u, i: {inner.replace('lambda u, j:', 'lambda u, j, i=i:')})(u, i), $0, range(1, {m.text()}))"
    return g.assign("nested", u, passes, "", numpy, [], "ring")
