"""Calls that must fail: the arguments of a program with one thing wrong, and words of the error.

Where NumPy has an opinion it is asked: an index out of range has to be an `IndexError`. Otherwise the rules of
the language decide (`docs/language.md`): shapes agree with their declarations, slices stay inside, pins are met.
"""

import random

import numpy as np

from program import evaluate


class Failure:
    """What is wrong, arguments, dimensions given by value, and what the error's text contains (`…` is anything)."""

    def __init__(self, kind, plain, bounds, dims, words):
        self.kind, self.plain, self.bounds, self.dims, self.words = kind, plain, bounds, dims, words


def failures(p):
    """At most two failing calls of a program, of different kinds."""
    rng = random.Random(p.rust())
    makers = [index, domain, shape, too_small, no_variant]
    rng.shuffle(makers)
    found = [f for f in (make(p, rng) for make in makers) if f]
    # Checks of elements are the rarest.
    found.sort(key=lambda f: f.kind != "index")
    return found[:2]


def explicit_dims(p, values):
    """Dimensions by value: those that are no axis of a parameter by themselves."""
    axes = {s.dimension() for v in p.params for s in v.shape}
    return {d: values[d] for d in p.used_dims() if d not in axes}


def changed(kind, p, call, param, value, words):
    plain = [value if v is param else v.plain[call] for v in p.params]
    bounds = [v.bound and v.bound.value(p.environment(call)) for v in p.params]
    return Failure(kind, plain, bounds, explicit_dims(p, p.environment(call)), words)


def flat_position(rng, value):
    return rng.randrange(value.size) if value.size else None


def index(p, rng):
    """One element of a plain integer array is no index."""
    live = p.live()
    for s in live:
        for operand, extent in s.checks:
            v = s.operands[operand]
            users = [t for t in live for w in t.operands + [t.target] if w is v]
            if v not in p.params or v.mutable or v in p.results or len(users) != 1 or v.rank == 0:
                continue
            call = rng.randrange(p.calls)
            n = extent.value(p.environment(call))
            at = flat_position(rng, v.plain[call])
            if at is None or n < 1:
                continue
            value = v.plain[call].copy()
            value.flat[at] = rng.choice([n, -n - 1, n + 5])
            given = [value if w is v else w.plain[call] for w in s.operands]
            try:
                evaluate(s.numpy, p.environment(call), given)
            except IndexError:
                return changed("index", p, call, v, value, f"out of range…position {at}")
            raise AssertionError(f"NumPy takes {value} in {s.numpy}")
    return None


def domain(p, rng):
    """One element of an index array is none of its dimension."""
    for v in p.params:
        call = rng.randrange(p.calls)
        at = v.bound and flat_position(rng, v.plain[call])
        if at is None:
            continue
        value = v.plain[call].copy()
        value.flat[at] = rng.choice([-1, v.bound.value(p.environment(call))])
        return changed("domain", p, call, v, value, f"index {value.flat[at]}")
    return None


def shape(p, rng):
    """One axis of a parameter is longer than an earlier parameter says."""
    known, choices = set(), []
    for v in p.params:
        choices += [(v, axis) for axis, s in enumerate(v.shape) if s.dimension() in known]
        known |= {s.dimension() for s in v.shape if s.dimension()}
    # Where a dimension occurs in a formula, too, that parameter may be the one that is found wrong.
    formulas = {d for v in p.params for s in v.shape if not s.dimension() for d in s.dimensions()}
    choices = [(v, axis) for v, axis in choices if v.shape[axis].dimension() not in formulas]
    if not choices:
        return None
    v, axis = rng.choice(choices)
    value = np.concatenate([v.plain[0], np.take(v.plain[0], [0], axis=axis)], axis=axis)
    return changed("shape", p, 0, v, value, f"`{v.name}…has shape")


def too_small(p, rng):
    """Dimensions for which a slice leaves its array, or nothing is reduced."""
    requires = [(s, size) for s in p.live() for size in s.requires]
    if p.pins and "_" not in p.pins or not requires:
        return None
    names = sorted({d for _, size in requires for d in size.dimensions()} & set(p.used_dims()))
    choices = [(d, n) for d in names for n in (0, 1, 2)]
    rng.shuffle(choices)
    for d, n in choices:
        values = {**p.environment(0), d: n}
        if not any(size.value(values) < 0 for _, size in requires):
            continue
        failure = zeros("too small", p, values, ": needs ")
        if failure:
            return failure
    return None


def no_variant(p, rng):
    """Dimensions that are not among the pinned ones."""
    if not p.pins or "_" in p.pins or p.pins not in p.rust():
        return None
    values = {d: n + 50 for d, n in p.environment(0).items()}
    return zeros("no variant", p, values, "no variant")


def zeros(kind, p, values, words):
    """A call with dimensions of its own and no data to speak of, if there is such a one."""
    shapes = [[s.value(values) for s in v.shape] for v in p.params]
    # Where a size would be negative, what indices there are have no place at all.
    bounds = [v.bound and max(v.bound.value(values), 0) for v in p.params]
    if any(s < 0 for shape in shapes for s in shape) or any(int(np.prod(s)) > 50000 for s in shapes):
        return None
    # Where there is no index, there must be no element.
    if any(b is not None and b < 1 and np.prod(s) > 0 for b, s in zip(bounds, shapes)):
        return None
    plain = [np.zeros(s, v.plain[0].dtype)[()] for v, s in zip(p.params, shapes)]
    return Failure(kind, plain, bounds, explicit_dims(p, values), words)
