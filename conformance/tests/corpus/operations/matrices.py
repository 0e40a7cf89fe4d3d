"""Inverses and solutions of small systems, far from singular."""

from builder import Reject
from operations import operation
from sizes import size


def square(g):
    """A value whose last axes are a small square of literal size."""
    fits = lambda v: v.rank >= 2 and v.shape[-1] == v.shape[-2] and (v.shape[-1].constant() or 9) <= 4 and v.dtype == "f64"  # noqa: E731
    n = size(g.rng.choice([2, 3, 4]))
    v = g.find_or_param(fits, "f64", ((g.some_size(),) if g.chance(0.5) else ()) + (n, n))
    if not fits(v):
        raise Reject
    n = v.shape[-1].text()
    return v, f"$0 / (abs(max($0)) + 1) + {n} * eye({n})", f"$0 / (np.abs(np.max($0)) + 1) + {n} * np.eye({n})"


@operation(2)
def inverse(g):
    v, rust, numpy = square(g)
    if g.least(v.shape[0]) < 1 or g.count(v.shape) > 400:
        raise Reject
    if g.chance(0.5):
        return g.let("inverse", f"inv({rust})", f"np.linalg.inv({numpy})", [v], v.shape, "smooth")
    return g.let("inverse", f"det({rust})", f"np.linalg.det({numpy})", [v], v.shape[:-2], "smooth")


@operation(2)
def solution(g):
    v, rust, numpy = square(g)
    if g.least(v.shape[0]) < 1 or g.count(v.shape) > 400:
        raise Reject
    shape = v.shape[:-1] + (size(2),)
    w = g.find_or_param(lambda w: w.dtype == "f64" and w.shape == shape, "f64", shape)
    if w.shape != shape:
        raise Reject
    return g.let("solution", f"solve({rust}, $1)", f"np.linalg.solve({numpy}, $1)", [v, w], shape, "smooth")
