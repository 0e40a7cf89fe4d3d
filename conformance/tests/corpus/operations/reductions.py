"""Reductions over axes, positions, scans, sorting."""

from builder import Reject
from operations import operation
from sizes import product, size


def axes(g, v):
    """`(rust, numpy, shape)`: which axes go, and what stays."""
    keep = g.chance(0.35)
    roll = g.rng.random()
    if roll < 0.2:
        gone, text = list(range(v.rank)), ""
    elif roll < 0.4 and v.rank >= 2:
        gone = sorted(g.rng.sample(range(v.rank), 2))
        text = f", axis=({gone[0]}, {gone[1] - v.rank})"
    else:
        gone = [g.rng.randrange(v.rank)]
        text = f", axis={gone[0] - (v.rank if g.chance(0.4) else 0)}"
    shape = []
    for k, s in enumerate(v.shape):
        if k not in gone:
            shape.append(s)
        elif keep:
            shape.append(size(1))
    extent = product(v.shape[k] for k in gone)
    return text + ", keepdims=true" * keep, text + ", keepdims=True" * keep, tuple(shape), extent


@operation(10, complex=True)
def sums(g):
    v = g.array(lambda v: not v.bound)
    rust, numpy, shape, _ = axes(g, v)
    if g.chance(0.5):
        return g.let("sum", f"sum($0{rust})", f"np.sum($0{numpy})", [v], shape, "ring")
    return g.let("sum", f"$0.sum({rust[2:]})", f"$0.sum({numpy[2:]})", [v], shape, "ring")


@operation(1)
def prod(g):
    v = g.array(lambda v: not v.bound)
    rust, numpy, shape, extent = axes(g, v)
    if v.is_float and max(extent.value(g.program.environment(c)) for c in range(g.program.calls)) > 8:
        raise Reject
    most = max(extent.value(g.program.environment(c)) for c in range(g.program.calls))
    return g.let("prod", f"prod($0{rust})", f"np.prod($0{numpy})", [v], shape, "ring", fraction=v.fraction * most)


@operation(6)
def extremes(g):
    v = g.number(lambda v: not v.bound)
    rust, numpy, shape, extent = axes(g, v)
    if g.least(extent) < 1:
        raise Reject
    name = g.rng.choice(["min", "max"])
    g.require(extent - 1)
    return g.let("extreme", f"{name}($0{rust})", f"np.{name}($0{numpy})", [v], shape, "move")


@operation(3)
def any_all(g):
    v = g.array(lambda v: v.dtype == "bool")
    rust, numpy, shape, _ = axes(g, v)
    name = g.rng.choice(["any", "all"])
    return g.let("any_all", f"{name}($0{rust})", f"np.{name}($0{numpy})", [v], shape, "jump")


@operation(1, complex=True)
def count_nonzero(g):
    v = g.array(lambda v: not v.bound and v.exact)
    rust, numpy, shape, _ = axes(g, v)
    return g.let("count_nonzero", f"count_nonzero($0{rust})", f"np.asarray(np.count_nonzero($0{numpy}))[()]", [v], shape, "jump")


@operation(5, complex=True)
def mean(g):
    v = g.array(lambda v: not v.bound and v.dtype in ("f64", "f32", "i64", "i32", "bool", "f16", "bf16", "c64", "c32"))
    rust, numpy, shape, extent = axes(g, v)
    if g.least(extent) < 1:
        raise Reject
    name = g.rng.choice(["mean", "mean", "var", "std"])
    if name == "std":
        # A root near zero has no digits.
        return g.let("mean", f"sqrt(var($0{rust}) + 1)", f"np.sqrt(np.var($0{numpy}) + 1)", [v], shape, "smooth")
    return g.let("mean", f"{name}($0{rust})", f"np.{name}($0{numpy})", [v], shape, "smooth")


@operation(1)
def ptp(g):
    v = g.number(lambda v: not v.bound)
    rust, numpy, shape, extent = axes(g, v)
    if g.least(extent) < 1:
        raise Reject
    return g.let("ptp", f"ptp($0{rust})", f"np.ptp($0{numpy})", [v], shape, "ring", absolute=f"2 * np.max($0{numpy})")


@operation(2)
def norm(g):
    v = g.float()
    axis = g.rng.randrange(v.rank)
    shape = v.shape[:axis] + v.shape[axis + 1 :]
    square = f"sum($0 * $0, axis={axis}) + 1"
    return g.let("norm", f"sqrt({square})", f"np.sqrt(np.{square})", [v], shape, "smooth")


@operation(2)
def softmax(g):
    v = g.float(lambda v: g.least(v.shape[-1]) >= 1)
    if v.shape == () or g.least(product(v.shape)) < 1:
        raise Reject
    axis = v.rank - 1
    return g.let("softmax", f"softmax($0, axis={axis})", f"np.exp($0 - np.max($0, {axis}, keepdims=True)) / np.sum(np.exp($0 - np.max($0, {axis}, keepdims=True)), {axis}, keepdims=True)", [v], v.shape, "smooth")


@operation(4)
def position(g):
    v = g.number(lambda v: v.exact and not v.bound)
    axis = g.rng.randrange(v.rank)
    if g.least(v.shape[axis]) < 1:
        raise Reject
    name = g.rng.choice(["argmin", "argmax"])
    g.require(v.shape[axis] - 1)
    keep = g.chance(0.3)
    shape = v.shape[:axis] + (size(1),) * keep + v.shape[axis + 1 :]
    at = g.let("position", f"{name}($0, axis={axis}{', keepdims=true' * keep})", f"np.{name}($0, axis={axis}{', keepdims=True' * keep})", [v], shape, "jump")
    at.domain = v.shape[axis]


@operation(5, complex=True)
def scan(g):
    v = g.array(lambda v: not v.bound)
    axis = g.rng.randrange(v.rank)
    name = g.rng.choice(["cumsum", "cumsum", "cumsum", "cummax", "cummin"])
    if name == "cumsum":
        return g.let("scan", f"cumsum($0, axis={axis})", f"np.cumsum($0, axis={axis})", [v], v.shape, "ring")
    if v.dtype == "bool" or v.is_complex:
        raise Reject
    ufunc = "maximum" if name == "cummax" else "minimum"
    return g.let("scan", f"{name}($0, axis={axis})", f"np.{ufunc}.accumulate($0, axis={axis})", [v], v.shape, "move")


@operation(2)
def cumprod(g):
    v = g.number(lambda v: not v.bound and v.is_int or v.is_float)
    axis = g.rng.randrange(v.rank)
    return g.let("scan", f"cumprod($0, axis={axis})", f"np.cumprod($0, axis={axis})", [v], v.shape, "smooth")


@operation(4)
def sort(g):
    v = g.array(lambda v: not v.bound)
    axis = g.rng.randrange(v.rank)
    return g.let("sort", f"sort($0, axis={axis})", f"np.sort($0, axis={axis})", [v], v.shape, "move")


@operation(2)
def argsort(g):
    v = g.array(lambda v: not v.bound and v.exact)
    axis = g.rng.randrange(v.rank)
    at = g.let("sort", f"argsort($0, axis={axis})", f'np.argsort($0, axis={axis}, kind="stable")', [v], v.shape, "jump")
    at.domain = v.shape[axis]


@operation(2)
def searchsorted(g):
    v = g.number(lambda v: v.rank == 1 and not v.bound and v.exact)
    w = g.array(lambda w: w.dtype == v.dtype and not w.bound and w.exact)
    side = g.rng.choice(["left", "right"])
    at = g.let("search", f'searchsorted(sort($0), $1, side="{side}")', f'np.searchsorted(np.sort($0), $1, side="{side}")', [v, w], w.shape, "jump")
    at.domain = False
