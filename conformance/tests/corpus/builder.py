"""Builds one random program: a pool of values, and statements that are evaluated as they are made.

Rounding. Each float value is computed three ways: as NumPy does it, and twice by computers that bend each
operand and each result by a few epsilons where an operation may round. How far these drift apart is the
tolerance of what depends on them. What is discontinuous (comparisons, `floor`, positions) takes exact
operands alone: small multiples of 1/8, of which sums and products are exact in any order.

Halves. The language computes them in `f32` and rounds each result; so do the careless computers. NumPy's own
`f16` is the reference where it has one; where `bf16` is an operand, NumPy computes in `f32`.
"""

import random
import warnings

import numpy as np

import prelude
from program import Program, Statement, Value, evaluate
from sizes import broadcast, product, size

FLOATS = ("f64", "f32")
HALVES = ("f16", "bf16")
COMPLEX = ("c64", "c32")
INTS = ("i64", "i32", "u8", "i16", "u32", "u64", "i8", "u16")
EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7, "c64": 2.0**-52, "c32": 2.0**-23}
BITS = {"f64": 52, "f32": 23, "f16": 10, "bf16": 7, "c64": 52, "c32": 23}
# The largest number that a value may hold, and what rounding may do to it.
LARGEST = {"f16": 3e4}
WORST = {"f64": 1e-11, "f32": 1e-4, "f16": 0.03, "bf16": 0.2, "c64": 1e-11, "c32": 1e-4}
# How far a careless computer is off, in epsilons.
BEND = {"f16": 1.5, "bf16": 1.5}
ORDINARY_BEND = 16
# Data of long arrays repeat after so many elements.
PERIOD = 61


def wide(x):
    """As f64, or as complex numbers of such parts."""
    x = np.asarray(x)
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def raised(x):
    """Halves as f32, in which they are computed."""
    return np.asarray(x).astype(np.float32)[()] if prelude.NAMES[np.asarray(x).dtype] in HALVES else x


class Reject(Exception):
    """The operation does not fit: nothing has happened."""


class Builder:
    def __init__(self, name, seed):
        self.rng = random.Random(seed)
        self.noise = np.random.default_rng(self.rng.getrandbits(63))
        self.pool = []
        self.used = set()
        self.next = 0
        rng = self.rng
        names = ["N", "M", "K"][: rng.choice([1, 2, 2, 2, 3])]
        small = rng.sample([2, 3, 4, 5, 6], len(names))
        dims = {n: [s, s] for n, s in zip(names, small)}
        # The second call: a size that fits no vector, or another small one, or one element. At times no
        # element at all, or very many.
        long = rng.choice(names)
        empty = rng.choice(names) if rng.random() < 0.12 else None
        huge = empty is None and rng.random() < 0.04
        for n in names:
            values = [7, 9, 17, 19, 33, 40] if n == long else [1, 2, 3, 4, 5]
            dims[n][1] = 0 if n == empty else int(10 ** rng.uniform(2, 5)) if huge and n == long else rng.choice(values)
        # Elements of the largest value, of a parameter, and terms of a sum of products.
        self.most, self.most_param, self.most_terms = (250000, 200000, 500000) if huge else (3000, 400, 20000)
        # Programs of halves and of complex numbers have many of them.
        self.flavour = rng.choices([None, "f16", "bf16", "c64", "c32"], [69, 9, 6, 10, 6])[0]
        # Does the statement that is being made take complex operands? What does it require?
        self.takes_complex, self.requires, self.checks = False, [], []
        pins = ""
        if rng.random() < 0.4:
            chosen = rng.sample(names, rng.randint(1, min(2, len(names))))
            calls = [[dims[n][c] for n in chosen] for c in rng.choice([[0], [0, 1]])]
            tuples = [str(c[0]) if len(c) == 1 else f"({', '.join(map(str, c))})" for c in calls]
            tuples = list(dict.fromkeys(tuples))
            head = chosen[0] if len(chosen) == 1 else f"({', '.join(chosen)})"
            pins = f"{head}: {' | '.join(tuples)}" + (" | _" if len(calls) == 1 or rng.random() < 0.5 else "")
        self.program = Program(name, dims, pins)
        # Element-local programs: one long axis, and a few small ones that are the same everywhere.
        self.local = None
        if rng.random() < 0.4:
            self.local = size(long), [size(k) for k in rng.sample([2, 3, 4, 5, 6], 2)]

    # ----- choices

    def chance(self, p):
        return self.rng.random() < p

    def name(self, letter):
        self.next += 1
        return f"{letter}{self.next}"

    def some_size(self):
        """An extent for a new axis."""
        if self.local and self.chance(0.85):
            return self.rng.choice(self.local[1])
        dims = [size(n) for n in self.program.dims]
        return self.rng.choice(dims * 3 + [size(k) for k in (1, 2, 3, 4, 6)])

    def some_shape(self, ranks=(1, 1, 2, 2, 2, 3)):
        if self.local and self.chance(0.75):
            inner = [self.some_size() for _ in range(self.rng.choice(ranks) - 1)]
            inner.insert(self.rng.choice([0, 0, len(inner)]), self.local[0])
            return tuple(inner)
        return tuple(self.some_size() for _ in range(self.rng.choice(ranks)))

    def some_dtype(self):
        if self.flavour and self.chance(0.6):
            return self.flavour
        return self.rng.choice(["f64"] * 6 + ["f32"] * 3 + ["i64"] * 3 + ["i32"] * 3 + ["bool"] * 2 + list(INTS))

    def concrete(self, shape, call):
        return tuple(s.value(self.program.environment(call)) for s in shape)

    def count(self, shape):
        return max(product(shape).value(self.program.environment(c)) for c in range(self.program.calls))

    def least(self, s):
        """The smallest value of a size."""
        return min(size(s).value(self.program.environment(c)) for c in range(self.program.calls))

    def require(self, *sizes):
        """The statement being made takes no call in which one of these is negative."""
        self.requires += map(size, sizes)

    def find(self, fits):
        """A value that fits, rather the last one, or one that nothing uses yet."""
        found = [v for v in self.pool if (self.takes_complex or not v.is_complex) and fits(v)]
        if not found:
            raise Reject
        if self.chance(0.4):
            return found[-1]
        fresh = [v for v in found if id(v) not in self.used]
        return self.rng.choice(fresh if fresh and self.chance(0.5) else found)

    def find_or_param(self, fits, dtype, shape):
        try:
            if self.chance(0.85):
                return self.find(fits)
        except Reject:
            pass
        return self.param(dtype, shape)

    def array(self, fits=lambda v: True):
        return self.find(lambda v: v.rank > 0 and fits(v))

    def number(self, fits=lambda v: True):
        """An array that is no bool."""
        return self.array(lambda v: v.dtype != "bool" and fits(v))

    def float(self, fits=lambda v: True):
        """A float, made of an integer if there is none."""
        try:
            return self.array(lambda v: v.is_float and fits(v))
        except Reject:
            return self.cast(self.array(lambda v: not v.bound and fits(v)), self.rng.choice(FLOATS))

    def partner(self, v, dtype=None, same_shape=False):
        """Something of a dtype that broadcasts with `v`."""
        dtype = dtype or v.dtype

        def fits(w):
            together = broadcast(v.shape, w.shape)
            return together is not None and self.count(together) <= self.most and not w.bound and (
                not same_shape or w.shape == v.shape
            )

        try:
            if self.chance(0.8):
                return self.find(lambda w: fits(w) and w.dtype == dtype)
        except Reject:
            pass
        try:
            if self.chance(0.4):
                return self.cast(self.find(lambda w: fits(w) and w.dtype != dtype), dtype)
        except Reject:
            pass
        shape = v.shape
        if not same_shape:
            shape = tuple(size(1) if self.chance(0.2) else s for s in shape)[self.rng.choice([0, 0, 0, 1]) :]
        if not shape and self.chance(0.7):
            shape = v.shape
        return self.param(dtype, shape)

    def divisor(self, v):
        """As `partner`, but nowhere near zero."""
        w = self.partner(v)
        if w.is_float and all(np.size(a) == 0 or np.abs(a).min() > 0.1 for a in w.plain):
            return w
        return self.let("arithmetic", "abs($0) + 1.5", "np.abs($0) + 1.5", [w], w.shape, "ring", raise_by=1)

    # ----- parameters

    def data(self, dtype, shape, rough):
        rng = self.noise
        if dtype == "bool":
            return rng.integers(0, 2, shape).astype(np.bool_)
        if dtype in COMPLEX:
            return (self.data("f64", shape, rough) + 1j * self.data("f64", shape, rough)).astype(prelude.DTYPES[dtype])
        if dtype in FLOATS + HALVES:
            x = rng.uniform(-2, 2, shape) if rough else rng.integers(-32, 33, shape) / 8
            return x.astype(prelude.DTYPES[dtype])
        return rng.integers(0 if dtype[0] == "u" else -9, 10, shape).astype(prelude.DTYPES[dtype])

    def param(self, dtype, shape, mutable=False, exact=None):
        shape = tuple(shape)
        if len(self.program.params) >= 7 or self.count(shape) > self.most_param:
            raise Reject
        rough = dtype not in INTS + ("bool",) and not exact and self.chance(0.25)
        plain = [self.repeated(self.concrete(shape, c), lambda s: self.data(dtype, s, rough)) for c in range(self.program.calls)]
        plain = [a if shape else a[()] for a in plain]
        value = Value(self.name("u" if mutable else "x"), dtype, shape, plain, [(a, a) for a in plain])
        value.fraction = 60 if rough else 3 if value.rounds else 0
        value.mutable, value.parameter = mutable, True
        self.program.params.append(value)
        self.pool.append(value)
        return value

    def repeated(self, shape, make):
        """Data of a shape; those of long arrays repeat, which makes them cheap to store."""
        if int(np.prod(shape)) <= 400:
            return np.asarray(make(shape))
        return np.resize(make((PERIOD,)), shape)

    def index_param(self, bound, shape):
        """An array of indices into a dimension."""
        shape = tuple(shape)
        if len(self.program.params) >= 7 or self.count(shape) > self.most_param // 2 or self.least(bound) < 1:
            raise Reject
        plain = self.indices(bound, shape, 0)
        value = Value(self.name("i"), "i64", shape, plain, [(a, a) for a in plain], bound=bound, parameter=True)
        self.program.params.append(value)
        self.pool.append(value)
        return value

    def checked_param(self, bound, shape):
        """An array of plain integers that index a dimension, from either end: each is checked by the call."""
        if len(self.program.params) >= 7 or self.count(shape) > self.most_param // 2 or self.least(bound) < 1:
            raise Reject
        dtype = self.rng.choice(["i64", "i32"])
        plain = [a.astype(prelude.DTYPES[dtype]) for a in self.indices(bound, shape, 1)]
        value = Value(self.name("x"), dtype, tuple(shape), plain, [(a, a) for a in plain], parameter=True)
        self.program.params.append(value)
        self.pool.append(value)
        return value

    def indices(self, bound, shape, back):
        limits = [bound.value(self.program.environment(c)) for c in range(self.program.calls)]
        make = lambda n: lambda s: self.noise.integers(-n * back, n, s).astype(np.int64)  # noqa: E731
        return [self.repeated(self.concrete(shape, c), make(n)) for c, n in enumerate(limits)]

    # ----- statements

    def check(self, index, how, operand, extent):
        """The statement being made is an error where an element of an operand is no index of an axis."""
        if how == "$" and index.dtype in ("i64", "i32") and not index.bound and index.domain is None:
            self.require(extent - 1)
            self.checks.append((operand, extent))

    def operation(self, kind, rust, numpy, operands, shape, how, raise_by=0, absolute=None, fraction=None):
        """Evaluates; the new value without a name. `how`:

        move    elements are chosen or signs change: as exact as the operands
        ring    sums and products: exact if small enough. `absolute` is the same without cancellation
                (operands are absolute values), `fraction` the result's, `raise_by` what literals add to it
        smooth  rounds
        jump    discontinuous: exact operands; a float result is exact (its fraction: `fraction`, or 0)
        """
        program, floats = self.program, [v for v in operands if v.rounds]
        brain = any(v.dtype == "bf16" for v in operands)
        exact = all(v.exact for v in floats)
        if how == "jump" and not exact or self.count(shape) > self.most:
            raise Reject
        plain, bent, largest = [], [], 0.0
        for c in range(program.calls):
            dims = program.environment(c)
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                given = [v.plain[c] for v in operands]
                try:
                    plain.append(self.as_halves(numpy, dims, given) if brain else evaluate(numpy, dims, given))
                except np.linalg.LinAlgError:
                    raise Reject from None
                if how == "ring":
                    size_of = [np.abs(raised(v.plain[c])) if v.dtype != "bool" else v.plain[c] for v in operands]
                    bound = np.asarray(evaluate(absolute or numpy, dims, size_of))
                    if bound.size and bound.dtype.kind not in "biu":
                        largest = max(largest, float(np.abs(wide(bound)).max()))
        dtype = prelude.NAMES[np.asarray(plain[0]).dtype]
        value = Value("", dtype, tuple(shape), plain, bent)
        known = [v.bound or v.domain for v in operands if v.bound or v.domain is not None]
        if how == "move" and known:
            value.domain = known[0] if len(operands) == 1 else False
        for c in range(program.calls):
            got = np.shape(plain[c])
            assert got == self.concrete(shape, c), f"{kind}: {numpy}: {got} is not {shape}"
            assert prelude.NAMES[np.asarray(plain[c]).dtype] == dtype, f"{kind}: {numpy}"
        if value.rounds:
            fractions = [v.fraction for v in floats]
            if how == "move":
                value.exact, value.fraction = exact, max(fractions, default=0)
            elif how == "ring":
                value.fraction = (max(fractions, default=0) if fraction is None else fraction) + raise_by
                value.exact = exact and largest * 2.0**value.fraction <= 2.0 ** BITS[dtype]
            elif how == "jump":
                value.fraction = fraction or 0
            else:
                value.exact = False
        for c in range(program.calls):
            dims, copies = program.environment(c), []
            for k in range(2):
                if not value.rounds or value.exact:
                    copies.append(plain[c])
                    continue
                moves = how == "move"
                given = [v.bent[c][k] if moves else self.bend(v.bent[c][k], v.dtype) for v in operands]
                with np.errstate(all="ignore"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    x = self.as_halves(numpy, dims, given)
                # A long sum goes another way, with rounding at each step.
                terms = max((np.size(v.plain[c]) for v in operands), default=1) / max(np.size(x), 1)
                copies.append(x if moves else self.bend(x, dtype, max(1.0, terms**0.5 / 4)))
            bent.append(tuple(copies))
        self.examine(value)
        return value

    def as_halves(self, numpy, dims, given):
        """Evaluates as the language does: halves in f32, the result rounded."""
        halves = {np.asarray(x).dtype for x in given if prelude.NAMES[np.asarray(x).dtype] in HALVES}
        if len(halves) != 1 or numpy.startswith("cast(") or any(np.asarray(x).dtype == np.float32 for x in given):
            return evaluate(numpy, dims, given)
        x = evaluate(numpy, dims, list(map(raised, given)))
        return np.asarray(x).astype(halves.pop())[()] if np.asarray(x).dtype == np.float32 else x

    def bend(self, x, dtype, more=1.0):
        if dtype not in EPSILON:
            return x
        x = np.asarray(x)
        most = BEND.get(dtype, ORDINARY_BEND) * EPSILON[dtype] * more
        if dtype in COMPLEX:
            # Each part may be off by a part of the whole.
            noise = self.noise.uniform(-most, most, (2, *np.shape(x)))
            with np.errstate(all="ignore"):
                return (x + np.abs(x) * (noise[0] + 1j * noise[1])).astype(prelude.DTYPES[dtype])
        noise = self.noise.uniform(-most, most, np.shape(x))
        return (wide(x) * (1 + noise)).astype(prelude.DTYPES[dtype])

    def examine(self, v):
        """Rejects what is too large, or of which rounding has left too little."""
        if self.count(v.shape) > self.most:
            raise Reject
        if not v.rounds:
            return
        for c in range(self.program.calls):
            x = wide(v.plain[c])
            if x.size == 0:
                continue
            largest = np.abs(x).max()
            if not np.isfinite(x).all() or largest > LARGEST.get(v.dtype, 1e6):
                raise Reject
            worst = max(np.abs(wide(b) - x).max() for b in v.bent[c])
            if not worst <= WORST[v.dtype] * max(largest, 1e-3):
                raise Reject

    def statement(self, *parts, **options):
        s = Statement(*parts, requires=self.requires, checks=self.checks, **options)
        self.requires, self.checks = [], []
        self.program.statements.append(s)
        return s

    def let(self, kind, rust, numpy, operands, shape, how, raise_by=0, absolute=None, fraction=None, before=""):
        value = self.operation(kind, rust, numpy, operands, shape, how, raise_by, absolute, fraction)
        value.name = self.name("v")
        s = self.statement(kind, value, rust, numpy, list(operands), before=before)
        s.inline, s.annotated = self.chance(0.45), self.chance(0.25)
        self.used |= {id(v) for v in operands}
        self.pool.append(value)
        return value

    def let_mut(self, v):
        """A variable with the value of `v`, to be assigned to."""
        copy = self.let("mutable", "$0", "$0", [v], v.shape, "move")
        copy.name, copy.mutable = "w" + copy.name[1:], True
        s = self.program.statements[-1]
        s.let_mut, s.inline = True, False
        return copy

    def assign(self, kind, target, assignment, rust, numpy, operands, how, **options):
        """Gives `target` a new value; the old one is no more. The target is the first operand of `numpy`."""
        everything = [target] + list(operands)
        value = self.operation(kind, rust, numpy, everything, target.shape, how, **options)
        if value.dtype != target.dtype:
            raise Reject
        value.name, value.mutable, value.parameter = target.name, True, target.parameter
        self.statement(kind, value, rust, numpy, everything, target=target, assignment=assignment)
        self.used |= {id(v) for v in everything}
        self.pool.remove(target)
        self.pool.append(value)
        return value

    def cast(self, v, dtype):
        """`v as dtype`, where both sides agree on what it is."""
        if dtype == v.dtype:
            return v
        x = f'cast($0, "{dtype}")'
        if v.is_complex and dtype not in COMPLEX:
            raise Reject
        if v.is_float and dtype not in FLOATS + HALVES + COMPLEX:
            top = {"bool": 1e9}.get(dtype) or np.iinfo(prelude.DTYPES[dtype]).max
            low = -1e9 if dtype == "bool" else np.iinfo(prelude.DTYPES[dtype]).min
            if any(a.size and (a.max() >= min(top, 2.0**53) or a.min() <= max(low, -(2.0**53)) - 1) for a in map(wide, v.plain)):
                raise Reject
            return self.let("cast", f"$0 as {dtype}", x, [v], v.shape, "jump")
        return self.let("cast", f"$0 as {dtype}", x, [v], v.shape, "ring" if dtype in EPSILON else "jump")

    # ----- the whole

    def finish(self):
        """Chooses results: what nothing uses, at least something."""
        program = self.program
        unused = [s.value for s in program.statements if id(s.value) not in self.used]
        unused = [v for v in unused if not (v.mutable and v.parameter) and not v.bound]
        if len(unused) > 4:
            unused = self.rng.sample(unused, 4)
        if not unused and not any(s.target is not None and s.value.parameter for s in program.statements):
            raise Reject
        program.results = unused
        program.params = program.used_params()
        if any(np.size(a) > 1000 and not repeats(a) for v in program.outcomes() for a in v.plain):
            # Too much to store.
            raise Reject
        return program


def repeats(a):
    """Whether the elements repeat after a period."""
    flat = np.ravel(a)
    return any((flat[n:] == flat[:-n]).all() for n in range(1, 500) if flat[n] == flat[0])


def tolerance(program, call):
    """What results may be off by, absolutely, in units of their dtypes' epsilons."""
    off = 0.0
    for v in program.outcomes():
        if not v.rounds or v.exact or np.size(v.plain[call]) == 0:
            continue
        x = wide(v.plain[call])
        drift = max(np.abs(wide(b) - x).max() for b in v.bent[call])
        off = max(off, 4 * drift / EPSILON[v.dtype] + BEND.get(v.dtype, ORDINARY_BEND) * np.abs(x).max())
    return off
