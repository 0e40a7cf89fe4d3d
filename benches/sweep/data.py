"""Operands: the same bytes for all who are measured."""
import re

import numpy as np

from function import split_type

DTYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i16": np.int16,
          "i8": np.int8, "u8": np.uint8, "u32": np.uint32, "u64": np.uint64, "bool": np.bool_, "c64": np.complex128}  # fmt: skip
NAMES = {np.dtype(v): k for k, v in DTYPES.items()}


class Pool:
    """Uniform numbers between 0 and 1, made once: most of the time of large operands."""

    def __init__(self):
        self.numbers = np.random.default_rng(1).random(1 << 16)

    def uniform(self, count, seed):
        if count > len(self.numbers) // 2:
            more = max(2 * count, 1 << 20)
            self.numbers = np.concatenate([self.numbers, np.random.default_rng(more).random(more)])
        start = seed * 7919 % (len(self.numbers) - count)
        return self.numbers[start : start + count]


def size(text, dims):
    """The value of a size's text."""
    return int(eval(text.replace("/", "//"), {}, dims))


def operand(pool, text, dtype, dims, distribution, seed):
    """An operand of a type, as an array, with the bound of its indices."""
    element, bound, sizes = split_type(text, dtype)
    shape = [size(s, dims) for s in sizes or []]
    uniform = pool.uniform(int(np.prod(shape)), seed).reshape(shape)
    bound = size(bound, dims) if bound else None
    made = values(uniform, element, bound, distribution)
    # Of a number `ascontiguousarray` would make a vector.
    return np.ascontiguousarray(made) if shape else np.asarray(made), bound


def values(uniform, element, bound, distribution):
    kind = np.dtype(DTYPES[element if element != "index" else "i64"])
    if element == "index":
        return indices(uniform, bound, distribution)
    match = re.fullmatch(r"integers (-?\d+) (-?\d+)", distribution)
    if match:
        low, high = map(int, match.groups())
        return np.floor(low + uniform * (high - low)).astype(kind)
    if distribution == "key":
        return np.asarray(12345, kind)
    if distribution == "edges":
        return np.linspace(0, 1, uniform.size).astype(kind)
    if distribution == "dominant":
        n = uniform.shape[-1]
        x = (uniform - 0.5) + n * np.eye(n)
        return ((x + np.swapaxes(x, -1, -2)) / 2).astype(kind)
    if distribution == "few nans":
        return np.where(uniform < 0.01, np.nan, uniform).astype(kind)
    if distribution == "zeros":
        return np.zeros(uniform.shape, kind)
    if kind.kind == "b":
        return uniform < 0.5
    if kind.kind in "iu":
        x = np.floor(uniform * 100 + (1 if kind.kind == "u" else -50)).astype(kind)
        return np.sort(x) if distribution.endswith("sorted") else x
    if kind.kind == "c":
        return (uniform - 0.5) + 1j * (1 - uniform**2)
    scaled = {"": 4 * uniform - 2, "positive": 0.1 + 2 * uniform, "unit": uniform, "inside": 1.8 * uniform - 0.9, "above": 1.1 + uniform, "near one": 0.999 + 0.002 * uniform, "far": 20 + 10 * uniform, "far below": -300 + 100 * uniform, "tiny": 1e-20 * (1 + uniform)}  # fmt: skip
    x = scaled[distribution.removesuffix(" sorted")]
    return (np.sort(x) if distribution.endswith("sorted") else x).astype(kind)


def indices(uniform, bound, distribution):
    if distribution.startswith("every "):
        return np.arange(uniform.size) * int(distribution.removeprefix("every "))
    drawn = np.minimum((uniform * bound).astype(np.int64), bound - 1)
    if distribution == "sorted":
        return np.sort(drawn, axis=None).reshape(drawn.shape)
    if distribution == "permutation":
        return np.argsort(uniform, axis=None).reshape(uniform.shape)
    if distribution == "neighbours":
        near = np.arange(uniform.size).reshape(uniform.shape) + np.floor(uniform * 64 - 32).astype(np.int64)
        return np.clip(near, 0, bound - 1)
    return drawn
