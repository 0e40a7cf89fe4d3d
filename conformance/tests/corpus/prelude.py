"""What NumPy's side of a program may call besides NumPy."""

import ml_dtypes
import numpy as np

DTYPES = {
    "bool": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8,
    "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "f32": np.float32, "f64": np.float64,
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "c32": np.complex64, "c64": np.complex128,
}  # fmt: skip
NAMES = {np.dtype(v): k for k, v in DTYPES.items()}


def cast(x, name):
    """`x as name`."""
    return np.asarray(x).astype(DTYPES[name])


def floor_div(a, k):
    return a // k


def axis(extent, position, rank):
    """The index of a closure, along its own axis of `rank`."""
    return np.arange(extent).reshape([-1 if k == position else 1 for k in range(rank)])


def over(x, grid):
    """What a closure gives at all places of its grid."""
    return np.broadcast_to(x, grid)


def assigned(u, index, value):
    """`u` after `u[index] = value`."""
    u = np.array(u)
    u[index] = value
    return u


def at(ufunc, x, index, value):
    """`x` after `ufunc.at(x, index, value)`."""
    x = np.array(x)
    ufunc.at(x, index, value)
    return x


def segments(ufunc, x, ids, count):
    """Rows of `x` with equal ids put together."""
    start = {np.add: 0, np.multiply: 1}[ufunc]
    out = np.full((count,) + x.shape[1:], start, x.dtype)
    ufunc.at(out, ids, x)
    return out


def repeat(body, u, ks):
    """`for k in ks { u = body(u, k) }`"""
    for k in ks:
        u = body(u, k)
    return u


def until(condition, body, u, most):
    """`while condition(u), at most most { u = body(u) }`"""
    for _ in range(most):
        if not condition(u):
            break
        u = body(u)
    return u


def any_of(x):
    return bool(np.any(x))


def all_of(x):
    return bool(np.all(x))
