"""Slices, integers, new axes, and gathers by arrays of indices."""

import numpy as np

from builder import Reject
from operations import operation
from sizes import broadcast, size


def bound_text(bound):
    """A bound of a slice; `bound` counts from the end if negative."""
    return "" if bound is None else str(bound)


def slice_of(g, extent):
    """`(rust, numpy, size)` of a random slice of an axis that has elements enough in all calls."""
    step = g.rng.choice([1, 1, 1, 1, -1, -1, 2, -2, 3])
    least = g.least(extent)
    start, stop = None, None
    if g.chance(0.6):
        start = g.rng.choice([0, 1, 1, 2, -1, -2, -3])
    if g.chance(0.6):
        stop = g.rng.choice([1, 2, 3, -1, -1, -2])
    front = [None if b is None else (size(b) if b >= 0 else extent + b) for b in (start, stop)]
    if step > 0:
        first = size(0) if front[0] is None else front[0]
        last = extent if front[1] is None else front[1]
        length = last - first
        inside = [first, extent - last, length]
    else:
        first = extent - 1 if front[0] is None else front[0]
        last = size(-1) if front[1] is None else front[1]
        length = first - last
        inside = [extent - 1 - first, length] + ([] if front[0] is None else [first]) + ([] if front[1] is None else [last])
        # Without elements there is no last one; the length is 0 all the same.
        if front[0] is None and front[1] is None:
            inside = []
    if any(g.least(s) < 0 for s in inside) or least < 1:
        raise Reject
    g.require(*inside)
    back = abs(step)
    length = (length + (back - 1)).floor_div(back)
    if g.least(length) < 1 and g.chance(0.95):
        raise Reject
    rust = f"{bound_text(start)}..{bound_text(stop)}" + (f";{step}" if step != 1 else "")
    numpy = f"{bound_text(start)}:{bound_text(stop)}" + (f":{step}" if step != 1 else "")
    return rust, numpy, length


def basic(g, shape, keep=False):
    """A basic subscript of an array: texts of both sides, and the result's shape."""
    rust, numpy, out = [], [], []
    for extent in shape:
        roll = g.rng.random()
        if roll < 0.35:
            rust.append(".."), numpy.append(":"), out.append(extent)
        elif roll < 0.5 and not keep and g.least(extent) >= 2:
            at = g.rng.choice([0, 1, -1, -2])
            g.require(extent - (at + 1 if at >= 0 else -at))
            rust.append(str(at)), numpy.append(str(at))
        else:
            r, n, length = slice_of(g, extent)
            rust.append(r), numpy.append(n), out.append(length)
        if g.chance(0.08) and not keep:
            rust.append("newaxis"), numpy.append("None"), out.append(size(1))
    if not keep and len(rust) > 1 and g.chance(0.15) and rust[0] == "..":
        rust[0], numpy[0] = "...", "..."
    return ", ".join(rust), ", ".join(numpy), tuple(out)


@operation(9, complex=True)
def slices(g):
    v = g.array()
    rust, numpy, shape = basic(g, v.shape)
    if all(part == ".." for part in rust.split(", ")):
        raise Reject
    return g.let("slice", f"$0[{rust}]", f"$0[{numpy}]", [v], shape, "move")


@operation(2, complex=True)
def newaxis(g):
    v = g.array(lambda v: v.rank < 3)
    at = g.rng.randint(0, v.rank)
    rust, numpy = [".."] * v.rank, [":"] * v.rank
    rust.insert(at, "newaxis"), numpy.insert(at, "None")
    shape = list(v.shape)
    shape.insert(at, size(1))
    return g.let("newaxis", f"$0[{', '.join(rust)}]", f"$0[{', '.join(numpy)}]", [v], shape, "move")


def index_for(g, extent, shapes=None):
    """An integer array whose elements index an axis of this extent, and how it is written."""
    if extent.constant() == 0 or g.least(extent) < 1:
        raise Reject
    roll = g.rng.random()
    if roll < 0.45:
        try:
            return g.find(lambda v: extent in (v.bound, v.domain) and v.rank > 0), "$"
        except Reject:
            return g.index_param(extent, shapes or g.some_shape((1, 1, 1, 2))), "$"
    if roll < 0.62:
        return g.checked_param(extent, shapes or g.some_shape((1, 1, 1, 2))), "$"
    if roll < 0.75:
        # Any integers: each is checked by the call.
        low = g.least(extent)
        fits = lambda v: v.dtype in ("i64", "i32") and not v.bound and v.domain is None and all(a.size and a.min() >= -low and a.max() < low for a in map(np.asarray, v.plain))  # noqa: E731
        return g.array(fits), "$"
    v = g.array(lambda v: v.dtype in ("i64", "i32") and not v.bound)
    return v, f"$ % {extent.text()}" if extent.dimension() or extent.constant() else f"$ % ({extent.text()})"


@operation(8, complex=True)
def gather(g):
    v = g.array()
    axis = g.rng.randrange(v.rank)
    index, how = index_for(g, v.shape[axis])
    text = how.replace("$", "$1")
    before = v.shape[:axis]
    g.check(index, how, 1, v.shape[axis])
    rust = ", ".join([".."] * axis + [text])
    numpy = ", ".join([":"] * axis + [text])
    shape = before + index.shape + v.shape[axis + 1 :]
    return g.let("gather", f"$0[{rust}]", f"$0[{numpy}]", [v, index], shape, "move")


@operation(3, complex=True)
def gather_two(g):
    """Indices that broadcast with each other; placed first if a slice is between them."""
    v = g.array(lambda v: v.rank >= 2)
    a, b = sorted(g.rng.sample(range(v.rank), 2))
    i, how_i = index_for(g, v.shape[a])
    j, how_j = index_for(g, v.shape[b], i.shape)
    together = broadcast(i.shape, j.shape)
    if together is None:
        raise Reject
    g.check(i, how_i, 1, v.shape[a])
    g.check(j, how_j, 2, v.shape[b])
    parts_r, parts_n = [".."] * v.rank, [":"] * v.rank
    parts_r[a] = parts_n[a] = how_i.replace("$", "$1")
    parts_r[b] = parts_n[b] = how_j.replace("$", "$2")
    rest = [s for k, s in enumerate(v.shape) if k not in (a, b)]
    at = a if b == a + 1 else 0
    shape = tuple(rest[:at]) + together + tuple(rest[at:])
    return g.let("gather", f"$0[{', '.join(parts_r)}]", f"$0[{', '.join(parts_n)}]", [v, i, j], shape, "move")


@operation(2, complex=True)
def take(g):
    v = g.array()
    axis = g.rng.randrange(v.rank)
    index, how = index_for(g, v.shape[axis])
    text = how.replace("$", "$1")
    g.check(index, how, 1, v.shape[axis])
    shape = v.shape[:axis] + index.shape + v.shape[axis + 1 :]
    return g.let("take", f"take($0, {text}, axis={axis})", f"np.take($0, {text}, axis={axis})", [v, index], shape, "move")


@operation(1)
def take_along_axis(g):
    v = g.array(lambda v: v.exact and v.rank > 0 and not v.bound and v.dtype != "bool" and g.least(v.shape[-1]) >= 1)
    axis = g.rng.randrange(v.rank)
    if g.least(v.shape[axis]) < 1:
        raise Reject
    name = g.rng.choice(["argmax", "argmin"])
    at = g.let("position", f"{name}($0, axis={axis}, keepdims=true)", f"np.{name}($0, axis={axis}, keepdims=True)",
               [v], v.shape[:axis] + (size(1),) + v.shape[axis + 1 :], "jump")  # fmt: skip
    at.domain = v.shape[axis]
    w = g.array(lambda w: w.shape == v.shape)
    return g.let("take", f"take_along_axis($0, $1, axis={axis})", f"np.take_along_axis($0, $1, axis={axis})", [w, at], at.shape, "move")
