"""Builds one random program: a pool of values, and statements that are evaluated as they are made.

Rounding. Each float value is computed three ways: as NumPy does it, and twice by computers that bend each
operand and each result by a few epsilons where an operation may round. How far these drift apart is the
tolerance of what depends on them. What is discontinuous (comparisons, `floor`, positions) takes exact
operands alone: small multiples of 1/8, of which sums and products are exact in any order.
"""

import random
import warnings

import numpy as np

import prelude
from program import Program, Statement, Value, evaluate
from sizes import broadcast, product, size

FLOATS = ("f64", "f32")
INTS = ("i64", "i32", "u8", "i16", "u32", "u64", "i8", "u16")
EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23}
BITS = {"f64": 52, "f32": 23}
# How far a careless computer is off, in epsilons.
BEND = 16
# Elements of the largest value.
MOST = 3000


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
        # The second call: a size that fits no vector, or another small one, or one element.
        long = rng.choice(names)
        for n in names:
            values = [7, 9, 17, 19, 33, 40] if n == long else [1, 2, 3, 4, 5]
            dims[n][1] = rng.choice(values)
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
        return self.rng.choice(["f64"] * 6 + ["f32"] * 3 + ["i64"] * 3 + ["i32"] * 3 + ["bool"] * 2 + list(INTS))

    def concrete(self, shape, call):
        return tuple(s.value(self.program.environment(call)) for s in shape)

    def count(self, shape):
        return max(product(shape).value(self.program.environment(c)) for c in range(self.program.calls))

    def least(self, s):
        """The smallest value of a size."""
        return min(size(s).value(self.program.environment(c)) for c in range(self.program.calls))

    def find(self, fits):
        """A value that fits, rather the last one, or one that nothing uses yet."""
        found = [v for v in self.pool if fits(v)]
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
            return together is not None and self.count(together) <= MOST and not w.bound and (
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
        if dtype in FLOATS:
            x = rng.uniform(-2, 2, shape) if rough else rng.integers(-32, 33, shape) / 8
            return x.astype(prelude.DTYPES[dtype])
        return rng.integers(0 if dtype[0] == "u" else -9, 10, shape).astype(prelude.DTYPES[dtype])

    def param(self, dtype, shape, mutable=False, exact=None):
        shape = tuple(shape)
        if len(self.program.params) >= 7 or self.count(shape) > 400:
            raise Reject
        rough = dtype in FLOATS and not exact and self.chance(0.25)
        plain = [np.asarray(self.data(dtype, self.concrete(shape, c), rough)) for c in range(self.program.calls)]
        plain = [a if shape else a[()] for a in plain]
        value = Value(self.name("u" if mutable else "x"), dtype, shape, plain, [(a, a) for a in plain])
        value.fraction = 60 if rough else 3 if dtype in FLOATS else 0
        value.mutable, value.parameter = mutable, True
        self.program.params.append(value)
        self.pool.append(value)
        return value

    def index_param(self, bound, shape):
        """An array of indices into a dimension."""
        shape = tuple(shape)
        if len(self.program.params) >= 7 or self.count(shape) > 200 or self.least(bound) < 1:
            raise Reject
        limits = [bound.value(self.program.environment(c)) for c in range(self.program.calls)]
        plain = [self.noise.integers(0, n, self.concrete(shape, c)).astype(np.int64) for c, n in enumerate(limits)]
        value = Value(self.name("i"), "i64", shape, plain, [(a, a) for a in plain], bound=bound, parameter=True)
        self.program.params.append(value)
        self.pool.append(value)
        return value

    # ----- statements

    def operation(self, kind, rust, numpy, operands, shape, how, raise_by=0, absolute=None, fraction=None):
        """Evaluates; the new value without a name. `how`:

        move    elements are chosen or signs change: as exact as the operands
        ring    sums and products: exact if small enough. `absolute` is the same without cancellation
                (operands are absolute values), `fraction` the result's, `raise_by` what literals add to it
        smooth  rounds
        jump    discontinuous: exact operands; a float result is exact (its fraction: `fraction`, or 0)
        """
        program, floats = self.program, [v for v in operands if v.is_float]
        exact = all(v.exact for v in floats)
        if how == "jump" and not exact:
            raise Reject
        plain, bent, largest = [], [], 0.0
        for c in range(program.calls):
            dims = program.environment(c)
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                plain.append(evaluate(numpy, dims, [v.plain[c] for v in operands]))
                if how == "ring":
                    size_of = [np.abs(v.plain[c]) if v.dtype != "bool" else v.plain[c] for v in operands]
                    bound = np.asarray(evaluate(absolute or numpy, dims, size_of))
                    if bound.size and bound.dtype.kind == "f":
                        largest = max(largest, float(np.abs(bound).max()))
        dtype = prelude.NAMES[np.asarray(plain[0]).dtype]
        value = Value("", dtype, tuple(shape), plain, bent)
        known = [v.bound or v.domain for v in operands if v.bound or v.domain is not None]
        if how == "move" and known:
            value.domain = known[0] if len(operands) == 1 else False
        for c in range(program.calls):
            got = np.shape(plain[c])
            assert got == self.concrete(shape, c), f"{kind}: {numpy}: {got} is not {shape}"
            assert prelude.NAMES[np.asarray(plain[c]).dtype] == dtype, f"{kind}: {numpy}"
        if value.is_float:
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
                if not value.is_float or value.exact:
                    copies.append(plain[c])
                    continue
                moves = how == "move"
                given = [v.bent[c][k] if moves else self.bend(v.bent[c][k], v.dtype) for v in operands]
                with np.errstate(all="ignore"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    x = evaluate(numpy, dims, given)
                copies.append(x if moves else self.bend(x, dtype))
            bent.append(tuple(copies))
        self.examine(value)
        return value

    def bend(self, x, dtype):
        if dtype not in FLOATS:
            return x
        noise = self.noise.uniform(-BEND, BEND, np.shape(x)) * EPSILON[dtype]
        return (x * (1 + noise)).astype(prelude.DTYPES[dtype])

    def examine(self, v):
        """Rejects what is too large, or of which rounding has left too little."""
        if self.count(v.shape) > MOST:
            raise Reject
        if not v.is_float:
            return
        for c in range(self.program.calls):
            x = np.asarray(v.plain[c], np.float64)
            if x.size == 0:
                continue
            largest = np.abs(x).max()
            if not np.isfinite(x).all() or largest > 1e6:
                raise Reject
            worst = max(np.abs(np.asarray(b, np.float64) - x).max() for b in v.bent[c])
            if not worst <= {"f64": 1e-11, "f32": 1e-4}[v.dtype] * max(largest, 1e-3):
                raise Reject

    def let(self, kind, rust, numpy, operands, shape, how, raise_by=0, absolute=None, fraction=None, before=""):
        value = self.operation(kind, rust, numpy, operands, shape, how, raise_by, absolute, fraction)
        value.name = self.name("v")
        s = Statement(kind, value, rust, numpy, list(operands), before=before)
        s.inline, s.annotated = self.chance(0.45), self.chance(0.25)
        self.used |= {id(v) for v in operands}
        self.program.statements.append(s)
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
        s = Statement(kind, value, rust, numpy, everything, target=target, assignment=assignment)
        self.used |= {id(v) for v in everything}
        self.program.statements.append(s)
        self.pool.remove(target)
        self.pool.append(value)
        return value

    def cast(self, v, dtype):
        """`v as dtype`, where both sides agree on what it is."""
        if dtype == v.dtype:
            return v
        x = f'cast($0, "{dtype}")'
        if v.is_float and dtype not in FLOATS:
            top = {"bool": 1e9}.get(dtype) or np.iinfo(prelude.DTYPES[dtype]).max
            low = -1e9 if dtype == "bool" else np.iinfo(prelude.DTYPES[dtype]).min
            if any(a.size and (a.max() >= min(top, 2.0**53) or a.min() <= max(low, -(2.0**53)) - 1) for a in map(np.asarray, v.plain)):
                raise Reject
            return self.let("cast", f"$0 as {dtype}", x, [v], v.shape, "jump")
        return self.let("cast", f"$0 as {dtype}", x, [v], v.shape, "ring" if dtype in FLOATS else "jump")

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
        return program


def tolerance(program, call):
    """What results may be off by, absolutely, in units of their dtypes' epsilons."""
    off = 0.0
    for v in program.outcomes():
        if not v.is_float or v.exact or np.size(v.plain[call]) == 0:
            continue
        x = np.asarray(v.plain[call], np.float64)
        drift = max(np.abs(np.asarray(b, np.float64) - x).max() for b in v.bent[call])
        off = max(off, 4 * drift / EPSILON[v.dtype] + BEND * np.abs(x).max())
    return off
