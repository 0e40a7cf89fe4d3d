"""Sums of products: einsum, matmul and their kin; segments and scatters."""

from builder import Reject
from operations import operation
from sizes import product, size


def numeric(v):
    return v.dtype in ("f64", "f32", "i64", "i32", "f16", "bf16", "c64", "c32") and not v.bound


@operation(6, complex=True)
def matmul(g):
    a = g.array(numeric)
    k = a.shape[-1]

    def fits(b):
        return b.dtype == a.dtype and not b.bound and (b.shape == (k,) or b.rank >= 2 and b.shape[-2] == k and (b.rank == 2 or a.rank <= 2))

    b = g.find_or_param(fits, a.dtype, (k,) if g.chance(0.3) else (k, g.some_size()))
    if not fits(b):
        raise Reject
    if b.rank == 1:
        shape = a.shape[:-1]
    elif a.rank == 1:
        shape = b.shape[:-2] + b.shape[-1:]
    else:
        batch = a.shape[:-2] if a.rank > 2 else b.shape[:-2]
        shape = batch + a.shape[-2:-1] + b.shape[-1:]
    if g.count(shape) * g.count((k,)) > g.most_terms:
        raise Reject
    return g.let("matmul", "$0 @ $1", "$0 @ $1", [a, b], shape, "ring", fraction=a.fraction + b.fraction)


@operation(9, complex=True)
def einsum(g):
    a = g.array(numeric)
    operands = [a]
    for _ in range(g.rng.choice([0, 1, 1, 1, 1, 2])):
        fits = lambda v: v.dtype == a.dtype and not v.bound and 0 < v.rank <= 3 and any(s in a.shape for s in v.shape)  # noqa: E731
        shape = [g.rng.choice(a.shape)] + ([g.some_size()] if g.chance(0.6) else [])
        g.rng.shuffle(shape)
        operands.append(g.find_or_param(fits, a.dtype, shape))
        if not fits(operands[-1]):
            raise Reject
    letters, sizes = [], {}
    for v in operands:
        word = ""
        for s in v.shape:
            # Equal sizes may share a letter: within an operand that is a diagonal, which is rare.
            same = [c for c in sizes if sizes[c] == s and (c not in word or g.chance(0.1))]
            if same and g.chance(0.85):
                c = g.rng.choice(same)
            else:
                c = "ijkabcdefgh"[len(sizes)]
                sizes[c] = s
            word += c
        letters.append(word)
    out = [c for c in sizes if g.chance(0.6)]
    g.rng.shuffle(out)
    if g.count(tuple(sizes.values())) > g.most_terms or len(out) > 3:
        raise Reject
    text = f'"{",".join(letters)}->{"".join(out)}"'
    names = ", ".join(f"${k}" for k in range(len(operands)))
    shape = tuple(sizes[c] for c in out)
    fraction = sum(v.fraction for v in operands)
    # NumPy gives scalars of rank 0 as arrays.
    numpy = f"np.einsum({text}, {names})" + ("[()]" if not out else "")
    return g.let("einsum", f"einsum({text}, {names})", numpy, operands, shape, "ring", fraction=fraction)


@operation(2, complex=True)
def outer(g):
    a = g.array(lambda v: numeric(v) and v.rank == 1)
    b = g.find_or_param(lambda v: v.dtype == a.dtype and v.rank == 1 and not v.bound, a.dtype, (g.some_size(),))
    return g.let("outer", "outer($0, $1)", "np.outer($0, $1)", [a, b], a.shape + b.shape, "ring", fraction=a.fraction + b.fraction)


@operation(1, complex=True)
def tensordot(g):
    a = g.array(lambda v: numeric(v) and v.rank >= 2)
    b = g.find_or_param(lambda v: v.dtype == a.dtype and not v.bound and v.shape[:1] == a.shape[-1:], a.dtype, (a.shape[-1], g.some_size()))
    if b.shape[:1] != a.shape[-1:] or b.dtype != a.dtype:
        raise Reject
    return g.let("tensordot", "tensordot($0, $1, axes=1)", "np.tensordot($0, $1, axes=1)", [a, b], a.shape[:-1] + b.shape[1:], "ring", fraction=a.fraction + b.fraction)


@operation(1, complex=True)
def trace(g):
    v = g.array(lambda v: numeric(v) and v.rank == 2 and v.shape[0] == v.shape[1])
    return g.let("trace", "trace($0)", "np.trace($0)", [v], (), "ring")


@operation(1, complex=True)
def vecdot(g):
    a = g.array(numeric)
    b = g.partner(a, same_shape=True)
    if b.shape != a.shape:
        raise Reject
    return g.let("vecdot", "vecdot($0, $1)", "np.vecdot($0, $1)", [a, b], a.shape[:-1], "ring", fraction=a.fraction + b.fraction)


@operation(1, complex=True)
def kron(g):
    a = g.array(lambda v: numeric(v) and v.rank == 1)
    b = g.find_or_param(lambda v: v.dtype == a.dtype and v.rank == 1 and not v.bound, a.dtype, (g.some_size(),))
    return g.let("kron", "kron($0, $1)", "np.kron($0, $1)", [a, b], (product(a.shape + b.shape),), "ring", fraction=a.fraction + b.fraction)


@operation(3)
def segment_sum(g):
    v = g.array(numeric)
    try:
        ids = g.find(lambda w: w.bound is not None and w.shape == v.shape[:1])
    except Reject:
        ids = g.index_param(g.some_size(), v.shape[:1])
    shape = (ids.bound,) + v.shape[1:]
    return g.let("segment", "segment_sum($0, $1)", f"segments(np.add, $0, $1, {ids.bound.text()})", [v, ids], shape, "ring")


@operation(3)
def scatter(g):
    v = g.array(numeric)
    try:
        ids = g.find(lambda w: w.bound == v.shape[0] and w.rank == 1)
    except Reject:
        ids = g.index_param(v.shape[0], (g.some_size(),))
    name, ufunc, how = g.rng.choice([("add", "add", "ring"), ("add", "add", "ring"), ("max", "maximum", "move"), ("min", "minimum", "move")])
    shape = ids.shape + v.shape[1:]
    w = g.find_or_param(lambda w: w.dtype == v.dtype and w.shape == shape and not w.bound, v.dtype, shape)
    if w.shape != shape:
        raise Reject
    return g.let("scatter", f"scatter_{name}($0, $1, $2)", f"at(np.{ufunc}, $0, $1, $2)", [v, ids, w], v.shape, how)


@operation(1)
def bincount(g):
    try:
        ids = g.find(lambda w: w.bound is not None and w.rank == 1)
    except Reject:
        ids = g.index_param(g.some_size(), (g.some_size(),))
    return g.let("bincount", "bincount($0)", f"np.bincount($0, minlength={ids.bound.text()})", [ids], (ids.bound,), "jump")


@operation(1)
def cross(g):
    a = g.find_or_param(lambda v: numeric(v) and v.rank >= 1 and v.shape[-1] == size(3), "f64", (g.some_size(), size(3)))
    if not a.rank or a.shape[-1] != size(3):
        raise Reject
    b = g.partner(a, same_shape=True)
    if b.shape != a.shape:
        raise Reject
    absolute = "np.max($0) * np.max($1) * 2 * np.ones_like($0)" if g.least(product(a.shape)) else "$0"
    return g.let("cross", "cross($0, $1)", "np.cross($0, $1)", [a, b], a.shape, "ring", fraction=a.fraction + b.fraction, absolute=absolute)
