"""The same elements in another arrangement: transposes, reshapes, joins, padding."""

from builder import Reject
from operations import operation
from sizes import broadcast, product, shape_text, size


def axis_text(g, axis, rank):
    return str(axis - rank if g.chance(0.3) else axis)


@operation(4, complex=True)
def transpose(g):
    v = g.array(lambda v: v.rank >= 2)
    order = list(range(v.rank))
    roll = g.rng.random()
    if roll < 0.4:
        return g.let("transpose", "$0.T", "$0.T", [v], v.shape[::-1], "move")
    if roll < 0.6:
        a, b = g.rng.sample(order, 2)
        order[a], order[b] = b, a
        shape = tuple(v.shape[k] for k in order)
        return g.let("transpose", f"swapaxes($0, {a}, {b})", f"np.swapaxes($0, {a}, {b})", [v], shape, "move")
    g.rng.shuffle(order)
    text = ", ".join(map(str, order))
    shape = tuple(v.shape[k] for k in order)
    return g.let("transpose", f"transpose($0, ({text}))", f"np.transpose($0, ({text}))", [v], shape, "move")


@operation(5, complex=True)
def reshape(g):
    v = g.array()
    shape = list(v.shape)
    for _ in range(g.rng.choice([1, 1, 2])):
        roll = g.rng.random()
        if roll < 0.5 and len(shape) >= 2:
            k = g.rng.randrange(len(shape) - 1)
            shape[k : k + 2] = [shape[k] * shape[k + 1]]
        elif roll < 0.8:
            # One axis as two, if it is a product.
            k = g.rng.randrange(len(shape))
            shape[k : k + 1] = factors(g, shape[k])
        else:
            shape.insert(g.rng.randint(0, len(shape)), size(1))
    if tuple(shape) == v.shape or len(shape) > 4:
        raise Reject
    numpy = f"$0.reshape(({shape_text(shape)},))"
    return g.let("reshape", f"$0.reshape({shape_text(shape)})", numpy, [v], shape, "move")


def factors(g, extent):
    constant = extent.constant()
    if constant is not None:
        choices = [d for d in range(2, constant) if constant % d == 0]
        if not choices:
            return [extent, size(1)]
        d = g.rng.choice(choices)
        return [size(d), size(constant // d)]
    if len(extent.terms) == 1:
        ((monomial, c),) = extent.terms.items()
        parts = [size(atom) for atom in monomial if isinstance(atom, str)] + ([size(c)] if c > 1 else [])
        if len(parts) >= 2 and len(parts) == len(monomial) + (c > 1):
            g.rng.shuffle(parts)
            return [parts[0], product(parts[1:])]
    raise Reject


@operation(1, complex=True)
def ravel(g):
    v = g.array(lambda v: v.rank >= 2)
    name = g.rng.choice(["ravel", "flatten"])
    return g.let("reshape", f"$0.{name}()", f"$0.{name}()", [v], (product(v.shape),), "move")


def joinable(g, v, axis):
    def fits(w):
        return w.rank == v.rank and w.dtype == v.dtype and not w.bound and all(
            k == axis or a == b for k, (a, b) in enumerate(zip(v.shape, w.shape))
        )

    try:
        if g.chance(0.8):
            return g.find(fits)
    except Reject:
        pass
    shape = list(v.shape)
    shape[axis] = g.some_size()
    return g.param(v.dtype, shape)


@operation(5, complex=True)
def concatenate(g):
    v = g.array(lambda v: not v.bound)
    axis = g.rng.randrange(v.rank)
    parts = [v, joinable(g, v, axis)]
    if g.chance(0.3):
        parts.append(joinable(g, v, axis))
    g.rng.shuffle(parts)
    total = size(0)
    for part in parts:
        total = total + part.shape[axis]
    shape = v.shape[:axis] + (total,) + v.shape[axis + 1 :]
    names = ", ".join(f"${k}" for k in range(len(parts)))
    text = axis_text(g, axis, v.rank)
    return g.let("concatenate", f"concatenate([{names}], axis={text})", f"np.concatenate([{names}], axis={text})", parts, shape, "move")


@operation(4, complex=True)
def stack(g):
    v = g.array(lambda v: not v.bound and v.rank <= 2)
    parts = [v] + [g.partner(v, same_shape=True) for _ in range(g.rng.choice([1, 1, 2]))]
    if any(p.shape != v.shape for p in parts):
        raise Reject
    g.rng.shuffle(parts)
    axis = g.rng.randint(0, v.rank)
    shape = v.shape[:axis] + (size(len(parts)),) + v.shape[axis:]
    names = ", ".join(f"${k}" for k in range(len(parts)))
    text = axis_text(g, axis, v.rank + 1)
    return g.let("stack", f"stack([{names}], axis={text})", f"np.stack([{names}], axis={text})", parts, shape, "move")


@operation(3, complex=True)
def flip(g):
    v = g.array()
    axis = g.rng.randrange(v.rank)
    text = f"axis={axis_text(g, axis, v.rank)}"
    if g.chance(0.25):
        return g.let("flip", "flip($0)", "np.flip($0)", [v], v.shape, "move")
    return g.let("flip", f"flip($0, {text})", f"np.flip($0, {text})", [v], v.shape, "move")


@operation(4, complex=True)
def roll(g):
    v = g.array()
    axis, shift = g.rng.randrange(v.rank), g.rng.choice([1, -1, 2, -2, 3, 5])
    if v.rank == 2 and g.chance(0.2):
        return g.let("roll", f"roll($0, ({shift}, 1), axis=(0, 1))", f"np.roll($0, ({shift}, 1), axis=(0, 1))", [v], v.shape, "move")
    return g.let("roll", f"roll($0, {shift}, axis={axis})", f"np.roll($0, {shift}, axis={axis})", [v], v.shape, "move")


@operation(4, complex=True)
def pad(g):
    v = g.array(lambda v: not v.bound)
    widths = [(g.rng.choice([0, 1, 1, 2]), g.rng.choice([0, 1, 2])) for _ in v.shape]
    modes = ["constant", "constant", "constant"]
    if all(g.least(s) >= 1 for s in v.shape):
        modes += ["edge", "wrap"]
    if all(g.least(s) >= 3 for s in v.shape):
        modes += ["reflect", "symmetric"]
    mode = g.rng.choice(modes)
    shape = tuple(s + (a + b) for s, (a, b) in zip(v.shape, widths))
    text = f"({', '.join(map(str, widths))}{',' if v.rank == 1 else ''})"
    rust = text if v.rank > 1 else f"{widths[0]}"
    extra, fraction = "", None
    if mode == "constant" and v.dtype != "bool" and g.chance(0.4):
        extra = f", constant_values={g.rng.randint(1, 4)}"
    return g.let("pad", f'pad($0, {rust}, mode="{mode}"{extra})', f'np.pad($0, {text}, mode="{mode}"{extra})', [v], shape, "move")


@operation(2, complex=True)
def repeat(g):
    v = g.array(lambda v: not v.bound)
    axis, times = g.rng.randrange(v.rank), g.rng.choice([2, 2, 3])
    shape = v.shape[:axis] + (v.shape[axis] * times,) + v.shape[axis + 1 :]
    if g.chance(0.5):
        return g.let("repeat", f"repeat($0, {times}, axis={axis})", f"np.repeat($0, {times}, axis={axis})", [v], shape, "move")
    reps = ", ".join(str(times) if k == axis else "1" for k in range(v.rank)) + ("," if v.rank == 1 else "")
    rust = f"({reps})" if v.rank > 1 else str(times)
    return g.let("tile", f"tile($0, {rust})", f"np.tile($0, ({reps}))", [v], shape, "move")


@operation(2, complex=True)
def broadcast_to(g):
    v = g.array(lambda v: not v.bound and v.rank <= 2)
    new = tuple(g.some_size() if s.is_one() else s for s in v.shape)
    shape = ((g.some_size(),) if g.chance(0.7) else ()) + new
    if shape == v.shape or broadcast(v.shape, shape) != shape:
        raise Reject
    return g.let("broadcast_to", f"broadcast_to($0, ({shape_text(shape)},))", f"np.broadcast_to($0, ({shape_text(shape)},))", [v], shape, "move")


@operation(1, complex=True)
def squeeze(g):
    v = g.array(lambda v: any(s.is_one() for s in v.shape))
    axis = next(k for k, s in enumerate(v.shape) if s.is_one())
    shape = v.shape[:axis] + v.shape[axis + 1 :]
    return g.let("squeeze", f"squeeze($0, axis={axis})", f"np.squeeze($0, axis={axis})", [v], shape, "move")


@operation(2, complex=True)
def triangle(g):
    v = g.array(lambda v: v.rank >= 2 and not v.bound)
    name, k = g.rng.choice(["tril", "triu"]), g.rng.choice([0, 0, 1, -1])
    return g.let("triangle", f"{name}($0, k={k})", f"np.{name}($0, k={k})", [v], v.shape, "move")


@operation(1, complex=True)
def diagonal(g):
    v = g.array(lambda v: v.rank == 2 and v.shape[0] == v.shape[1])
    return g.let("diagonal", "diag($0)", "np.diag($0)", [v], v.shape[:1], "move")


@operation(1, complex=True)
def rot90(g):
    v = g.array(lambda v: v.rank == 2)
    k = g.rng.choice([1, 2, 3, -1])
    shape = v.shape[::-1] if k % 2 else v.shape
    return g.let("rot90", f"rot90($0, {k})", f"np.rot90($0, {k})", [v], shape, "move")


@operation(1, complex=True)
def diff(g):
    v = g.number(lambda v: not v.bound and v.dtype[0] != "u")
    axis = g.rng.randrange(v.rank)
    if g.least(v.shape[axis]) < 2:
        raise Reject
    shape = v.shape[:axis] + (v.shape[axis] - 1,) + v.shape[axis + 1 :]
    absolute = f"np.abs(np.roll($0, 1, {axis}))[{', '.join([':'] * axis + ['1:'])}] + $0[{', '.join([':'] * axis + ['1:'])}]"
    return g.let("diff", f"diff($0, axis={axis})", f"np.diff($0, axis={axis})", [v], shape, "ring", absolute=absolute)
