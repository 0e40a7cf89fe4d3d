"""`from_fn` and reductions over closures: expressions of indices, with NumPy's grids as the other side."""

from builder import COMPLEX, Reject
from operations import operation
from sizes import shape_text, size


class Closure:
    """Collects the operands of a body; `vars` are (name, extent) of all indices, inner ones last."""

    def __init__(self, g, dtype):
        self.g, self.dtype, self.operands, self.vars = g, dtype, [], []

    def index(self, extent):
        """An index into an axis of this extent: texts of both sides (`@k` stands for the k-th variable)."""
        g = self.g
        own = [k for k, (_, e) in enumerate(self.vars) if e == extent]
        others = [k for k, (_, e) in enumerate(self.vars) if e.constant() or e.dimension()]
        n = extent.text() if extent.dimension() or extent.constant() else f"({extent.text()})"
        roll = g.rng.random()
        if own and roll < 0.65:
            return f"@{g.rng.choice(own)}"
        if own and roll < 0.75:
            return f"{n} - 1 - @{g.rng.choice(own)}"
        if own and roll < 0.85:
            return f"(@{g.rng.choice(own)} + {g.rng.randint(1, 2)}) % {n}"
        if g.least(extent) < 1:
            raise Reject
        if others and roll < 0.95:
            return f"@{g.rng.choice(others)} % {n}"
        return "0" if extent.constant() else f"{n} - 1" if g.chance(0.5) else "0"

    def load(self):
        g = self.g
        extents = [e for _, e in self.vars]
        like = lambda v: v.dtype == self.dtype and not v.bound and v.rank <= 3  # noqa: E731
        try:
            v = g.find(lambda v: like(v) and v.rank and any(s in extents for s in v.shape))
        except Reject:
            v = g.find(like) if g.chance(0.5) else g.param(self.dtype, tuple(g.rng.sample(extents, g.rng.randint(1, min(2, len(extents))))))
        if v in self.operands:
            at = self.operands.index(v)
        else:
            at = len(self.operands)
            self.operands.append(v)
        if at > 9:
            raise Reject
        return f"${at}" + (f"[{', '.join(self.index(s) for s in v.shape)}]" if v.rank else ""), v.fraction

    def term(self):
        """`(text, text without cancellation, fraction)`"""
        g = self.g
        roll = g.rng.random()
        if roll < 0.45:
            text, f = self.load()
            return text, text, f
        if roll < 0.75:
            (a, f), (b, h) = self.load(), self.load()
            return f"{a} * {b}", f"{a} * {b}", f + h
        text, f = self.load()
        k = g.rng.randrange(len(self.vars))
        if self.dtype in ("i64",):
            return f"{text} * (@{k} + 1)", f"{text} * (@{k} + 1)", f
        return f"{text} * cast(@{k}, {self.dtype})", f"{text} * cast(@{k}, {self.dtype})", f

    def sum(self):
        text, absolute, fraction = self.term()
        for _ in range(self.g.rng.choice([0, 1, 1])):
            t, a, f = self.term()
            op = self.g.rng.choice("+-")
            text, absolute, fraction = f"{text} {op} {t}", f"{absolute} + {a}", max(fraction, f)
        return text, absolute, fraction


def sides(text, names, extents):
    """The body in Rust and in NumPy."""
    import re

    rust = re.sub(r"@(\d)", lambda m: names[int(m[1])], text)
    rust = re.sub(r"cast\((\w+), (\w+)\)", r"(\1 as \2)", rust)
    numpy = re.sub(r"cast\((@\d), (\w+)\)", r'cast(\1, "\2")', text)
    rank = len(names)
    return rust, re.sub(r"@(\d)", lambda m: f"axis({extents[int(m[1])].text()}, {m[1]}, {rank})", numpy)


def some_dtype(g):
    if g.flavour and g.chance(0.6):
        return g.flavour
    return g.rng.choice(["f64", "f64", "f32", "i64", "i32"])


@operation(7, complex=True)
def from_fn(g):
    body = Closure(g, some_dtype(g))
    outer = g.some_shape((1, 1, 2, 2))
    names = ["i", "j", "k", "l"]
    body.vars = list(zip(names, outer))
    text, absolute, fraction = body.sum()
    extents = list(outer)
    rust, numpy = sides(text, names[: len(extents)], extents)
    _, plain = sides(absolute, names[: len(extents)], extents)
    if g.chance(0.3):
        # A condition on indices.
        i = g.rng.randrange(len(outer))
        k = g.rng.randrange(len(outer))
        condition = f"(@{i} + @{k}) % 2 == 0"
        r, n = sides(condition, names[: len(extents)], extents)
        rust, numpy = f"where({r}, {rust}, 1)", f"np.where({n}, {numpy}, 1)"
        plain = f"{plain} + 1"
    grid = f"({shape_text(outer)},)"
    heads = ", ".join(f"{n}: {e.text()}" for n, e in zip(names, outer))
    return g.let("from_fn", f"from_fn(|{heads}| {rust})", f"over({numpy}, {grid})", body.operands, outer, "ring",
                 fraction=fraction, absolute=f"over({plain}, {grid})")  # fmt: skip


@operation(6, complex=True)
def closure_sum(g):
    """`from_fn(|i: N| sum(|k: M| ...))`, or the sum alone."""
    body = Closure(g, some_dtype(g))
    outer = g.some_shape((1, 1, 2)) if g.chance(0.75) else ()
    inner = g.some_shape((1, 1, 1, 2))
    names = ["i", "j", "k", "l"][: len(outer)] + ["p", "q"][: len(inner)]
    extents = list(outer) + list(inner)
    if g.count(extents) > g.most_terms:
        raise Reject
    body.vars = list(zip(names, extents))
    text, absolute, fraction = body.sum()
    rust, numpy = sides(text, names, extents)
    _, plain = sides(absolute, names, extents)
    name = "sum" if body.dtype in COMPLEX else g.rng.choice(["sum", "sum", "sum", "max", "min"])
    if name != "sum" and any(g.least(s) < 1 for s in inner):
        raise Reject
    grid = f"({shape_text(extents)},)"
    gone = tuple(range(len(outer), len(extents)))
    heads = lambda some: ", ".join(f"{n}: {e.text()}" for n, e in some)  # noqa: E731
    inside = f"{name}(|{heads(body.vars[len(outer):])}| {rust})"
    if outer:
        inside = f"from_fn(|{heads(body.vars[:len(outer)])}| {inside})"
    return g.let("closure_" + name, inside, f"np.{name}(over({numpy}, {grid}), axis={gone})", body.operands, outer, "ring",
                 fraction=fraction, absolute=f"np.sum(over({plain}, {grid}), axis={gone})")  # fmt: skip


@operation(2, complex=True)
def closure_gather(g):
    """An index array inside a closure."""
    v = g.array(lambda v: not v.bound)
    axis = g.rng.randrange(v.rank)
    if v.rank > 2:
        raise Reject
    try:
        ids = g.find(lambda w: w.bound == v.shape[axis] and w.rank == 1)
    except Reject:
        ids = g.index_param(v.shape[axis], (g.some_size(),))
    extents = list(v.shape)
    extents[axis] = ids.shape[0]
    names = ["i", "j"][: v.rank]
    at_r = [f"$1[{n}]" if k == axis else n for k, n in enumerate(names)]
    axes = [f"axis({e.text()}, {k}, {v.rank})" for k, e in enumerate(extents)]
    at_n = [f"$1[{n}]" if k == axis else n for k, n in enumerate(axes)]
    heads = ", ".join(f"{n}: {e.text()}" for n, e in zip(names, extents))
    return g.let("closure_gather", f"from_fn(|{heads}| $0[{', '.join(at_r)}])", f"$0[{', '.join(at_n)}]", [v, ids], extents, "move")


@operation(1)
def index_values(g):
    """An array made of indices alone."""
    outer = g.some_shape((1, 2))
    names = ["i", "j"][: len(outer)]
    axes = [f"axis({e.text()}, {k}, {len(outer)})" for k, e in enumerate(outer)]
    if len(outer) == 1:
        rust, numpy = "i * i - 2", f"{axes[0]} * {axes[0]} - 2"
    else:
        form = g.rng.choice(["{0} * 2 - {1}", "({0} + 3 * {1}) % 4", "{0} * {1} + 1"])
        rust, numpy = form.format(*names), form.format(*axes)
    heads = ", ".join(f"{n}: {e.text()}" for n, e in zip(names, outer))
    return g.let("from_fn", f"from_fn(|{heads}| {rust})", f"over({numpy}, ({shape_text(outer)},))", [], outer, "ring")
