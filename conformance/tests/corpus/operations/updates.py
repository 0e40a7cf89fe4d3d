"""Variables and parameters that change."""

from builder import Reject
from operations import operation
from operations.indexing import basic
from sizes import broadcast, size


def target(g):
    """Something to assign to: a `&mut` parameter or a `let mut`."""
    if g.chance(0.75):
        try:
            return g.find(lambda v: v.mutable and v.rank > 0)
        except Reject:
            pass
    if g.chance(0.7):
        v = g.find(lambda v: v.rank > 0 and not v.bound and v.dtype != "bool")
        return g.param(v.dtype, v.shape, mutable=True)
    return g.let_mut(g.array(lambda v: not v.bound))


def fitting(g, u, same_shape=False):
    """A value that `u` can be updated by."""
    shape = u.shape

    def fits(w):
        alike = w.shape == shape if same_shape else broadcast(w.shape, shape) == shape
        return w.dtype == u.dtype and not w.bound and w is not u and alike

    if g.chance(0.85):
        try:
            return g.find(fits)
        except Reject:
            pass
    return g.param(u.dtype, shape if same_shape else shape[g.rng.choice([0, 0, 1]) :] or shape)


@operation(9, complex=True)
def update(g):
    u = target(g)
    if u.dtype == "bool":
        w = fitting(g, u)
        op = g.rng.choice("&|^")
        return g.assign("update", u, f"$t {op}= $1;", f"$0 {op} $1", f"$0 {op} $1", [w], "jump")
    roll = g.rng.random()
    if roll < 0.2:
        k = g.rng.randint(1, 3)
        return g.assign("update", u, f"$t += {k};", f"$0 + {k}", f"$0 + {k}", [], "ring")
    w = fitting(g, u)
    op = g.rng.choice("++--*")
    fraction = u.fraction + w.fraction if op == "*" else None
    absolute = "$0 + $1" if op != "*" else None
    return g.assign("update", u, f"$t {op}= $1;", f"$0 {op} $1", f"$0 {op} $1", [w], "ring", fraction=fraction, absolute=absolute)


@operation(2)
def scaled_update(g):
    """`u += dt * r`"""
    u = target(g)
    if not u.is_float:
        raise Reject
    w = fitting(g, u)
    k = g.rng.choice(["0.5", "0.25", "2"])
    return g.assign("update", u, f"$t += {k} * $1;", "", f"$0 + {k} * $1", [w], "ring", fraction=max(u.fraction, w.fraction + 2))


@operation(4, complex=True)
def replace(g):
    """The whole anew, from other places of itself, too."""
    u = target(g)
    forms = [("$0[..;-1]", "$0[::-1]"), ("roll($0, 1, axis=0)", "np.roll($0, 1, axis=0)"), ("flip($0)", "np.flip($0)")]
    if u.rank == 2 and u.shape[0] == u.shape[1]:
        forms += [("$0.T", "$0.T")]
    if g.chance(0.5):
        rust, numpy = g.rng.choice(forms)
        return g.assign("replace", u, f"$t = {rust};", rust, numpy, [], "move")
    # A variable takes the shape of its value.
    w = fitting(g, u, same_shape=not u.parameter)
    shape = ", ".join(s.text() for s in u.shape)
    return g.assign("replace", u, "$t = $1;", "$1", f"np.broadcast_to($1, ({shape},))", [w], "move")


@operation(3, complex=True)
def gather_update(g):
    u = target(g)
    try:
        i = g.find(lambda v: v.bound == u.shape[0] and v.shape == u.shape[:1])
    except Reject:
        i = g.index_param(u.shape[0], u.shape[:1])
    if u.dtype == "bool" or g.chance(0.3):
        return g.assign("gather_update", u, "$t = $0[$1];", "$0[$1]", "$0[$1]", [i], "move")
    return g.assign("gather_update", u, "$t = $0[$1] - $0;", "$0[$1] - $0", "$0[$1] - $0", [i], "ring", absolute="$0[$1] + $0")


@operation(3, complex=True)
def loop(g):
    """`for k in 0..n { u = ...; }`"""
    u = g.let_mut(g.number(lambda v: not v.bound)) if g.chance(0.6) else target(g)
    if u.dtype not in ("f64", "i64"):
        raise Reject
    n = g.rng.randint(2, 4)
    w = g.array(lambda v: v.dtype == u.dtype and not v.bound and v is not u and (v.shape[0].constant() or 0) >= n and broadcast(v.shape[1:], u.shape) == u.shape)
    fraction = u.fraction + n * 2 + w.fraction
    if u.is_float:
        body, numpy, absolute = "$t * 0.5 - $1[k]", "u * 0.5 - $1[k]", "u * 0.5 + $1[k]"
    else:
        body, numpy, absolute = "$t * k + $1[k]", "u * k + $1[k]", None
    return g.assign("for", u, f"for k in 0..{n} {{\n    $t = {body};\n}}", "", f"repeat(lambda u, k, w=$1: {numpy.replace('$1', 'w')}, $0, range({n}))",
                    [w], "ring", fraction=fraction, absolute=absolute and f"repeat(lambda u, k, w=$1: {absolute.replace('$1', 'w')}, $0, range({n}))")  # fmt: skip


@operation(2)
def horner(g):
    """A polynomial by a loop over powers."""
    v = g.find(lambda v: v.is_float)
    u = g.let_mut(v)
    n = g.rng.randint(2, 3)
    return g.assign("for", u, f"for k in 0..{n} {{\n    $t = $t * 0.5 + k * $1;\n}}", "", f"repeat(lambda u, k, x=$1: u * 0.5 + k * x, $0, range({n}))",
                    [v], "ring", fraction=v.fraction + n)  # fmt: skip
