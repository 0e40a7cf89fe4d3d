"""Cases that hold several expressions, whose result types follow from what NumPy answers."""

import warnings

import numpy as np

from generate import Call, Index

NAMES = {np.dtype(k): v for k, v in {
    "?": "bool", "i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64", "u1": "u8", "u2": "u16", "u4": "u32",
    "u8": "u64", "f2": "f16", "f4": "f32", "f8": "f64", "c8": "c32", "c16": "c64",
}.items()}  # fmt: skip


def group(table, name, generics, items, *calls, tolerance=0, reduces=False):
    """`generics`: all of `<N>(x: [f64; N])`. `items`: (expression, shape of its result such as "M, N" or "",
    the same in NumPy). The dtypes of the results are NumPy's, so that a wrong one does not compile."""
    calls = [c if isinstance(c, Call) else Call(*c) for c in calls]
    first = next(c for c in calls if not c.error)
    plain = [a.values if isinstance(a, Index) else a for a in first.args]
    types = []
    for expression, shape, numpy in items:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            dtype = NAMES[np.asarray(numpy(*plain, **first.dims)).dtype]
        types.append(f"[{dtype}; {shape}]" if shape else dtype)
    expressions = [e for e, _, _ in items]
    result, body = ", ".join(types), ",\n     ".join(expressions)
    if len(items) > 1:
        result, body = f"({result})", f"({body})"
    table.case(
        name,
        f"{generics} -> {result} {{\n    {body}\n}}",
        lambda *args, **dims: tuple(n(*args, **dims) for _, _, n in items),
        *calls,
        tolerance=tolerance,
        reduces=reduces,
    )
