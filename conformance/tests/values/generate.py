#!/usr/bin/env python3
"""Writes the value tests: functions for `array_fn!` and what NumPy answers for the same input.

Run by hand after a change of the tables in `tables/` (needs NumPy >= 2 and SciPy):

    python3 conformance/tests/values/generate.py [TABLE...]

writes for each table (those named, or all) `cases/TABLE.rs` (blocks, and names with their functions) and
`data/TABLE.bin` (inputs and NumPy's results). A new table also needs a line in `cases/mod.rs`, unless
the interpreter alone runs it (`unusual`). Everything is deterministic. Layout of the data, little-endian, strings as u16 length and bytes:

    magic "AFNV1", u32 number of calls, then per call:
      string name of the function
      f64 tolerance in units of the dtype's epsilon (0: exact), f64 scale: `|x - y| <= tolerance *
          epsilon * max(|y|, scale)`
      u8 number of dimensions given by value, each: string name, i64 value
      u8 number of arguments, each: u8 kind (0 scalar, 1 array, 2 index array), array; for kind 2
          also i64 bound
      string the error that the call ends with ("" for none: then results follow)
      u8 number of results (then updated parameters), each: array

    array: u8 dtype (0 bool, 1 i32, 2 i64, 3 u32, 4 u64, 5 f32, 6 f64, 7 i8, 8 i16, 9 u8, 10 u16,
        11 f16, 12 bf16), u8 rank, u32 each axis, elements. Complex arrays are real ones with another last
        axis, of 2. With 128 added to the dtype: u32 period before the elements, which repeat after so many.
    words of an error: in this order, with anything where an ellipsis stands
"""

import importlib
import pathlib
import struct
import warnings
import zlib

import numpy as np

HERE = pathlib.Path(__file__).parent
TABLES = sorted(path.stem for path in (HERE / "tables").glob("[a-z]*.py"))
# Functions per `array_fn!` block: small enough for rustc to work on several at once.
BLOCK = 24

DTYPES = [np.bool_, np.int32, np.int64, np.uint32, np.uint64, np.float32, np.float64]
# Dtypes by their codes in the files.
CODES = [*DTYPES, np.int8, np.int16, np.uint8, np.uint16, np.float16]
BF16_CODE = len(CODES)


class Index:
    """An argument of type `index<D>`."""

    def __init__(self, values, bound):
        self.values = np.asarray(values, dtype=np.int64)
        self.bound = bound


class BF16:
    """An array of bf16, which NumPy lacks: `values` are f32, rounded to nearest, ties to even."""

    def __init__(self, values):
        bits = np.asarray(values, dtype=np.float32).view(np.uint32).astype(np.uint64)
        rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
        self.bits = np.where(np.isnan(values), bits >> 16 | 0x40, rounded).astype(np.uint16)
        self.values = (self.bits.astype(np.uint32) << 16).view(np.float32)


class Call:
    """One call: arguments, dimensions given by value, and the error that it must end with."""

    def __init__(self, *args, dims=None, error=""):
        self.args, self.dims, self.error = args, dims or {}, error


class Case:
    def __init__(self, name, source, numpy, calls, tolerance, reduces, before):
        self.name, self.source, self.numpy, self.calls = name, source, numpy, calls
        self.tolerance, self.reduces, self.before = tolerance, reduces, before


class Table:
    """Collects cases; also a source of random input that depends on the name of the case alone."""

    def __init__(self, name):
        self.name, self.cases = name, []

    def case(self, name, source, numpy, *calls, tolerance=0, reduces=False, before=""):
        """`source` is all that follows `pub fn TABLE_NAME`. `numpy` gets the arguments (dimensions given by
        value as keywords) and returns the result or a tuple: results, then updated parameters.
        `tolerance`: see the format above; `reduces` sets the scale to the largest result. `before`:
        constants and helpers."""
        # A function's own name would hide a built-in one.
        name = f"{self.name}_{name}"
        assert all(name != c.name for c in self.cases), name
        calls = [c if isinstance(c, Call) else Call(*c) for c in calls]
        self.cases.append(Case(name, source, numpy, calls, tolerance, reduces, before))


class Random:
    """Random input, the same whenever it is asked for in the same order."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(zlib.crc32(seed.encode()))

    def float(self, *shape, dtype=np.float64, low=-2.0, high=2.0):
        return self.rng.uniform(low, high, shape).astype(dtype)

    def int(self, *shape, low=-9, high=10, dtype=np.int64):
        return self.rng.integers(low, high, shape).astype(dtype)

    def bool(self, *shape):
        return self.rng.integers(0, 2, shape).astype(np.bool_)

    def index(self, *shape, bound):
        return Index(self.rng.integers(0, bound, shape), bound)

    def any(self, dtype, *shape):
        """Small values of any dtype."""
        kind = np.dtype(dtype).kind
        if kind == "b":
            return self.bool(*shape)
        if kind == "f":
            return self.float(*shape, dtype=dtype)
        return self.int(*shape, low=0 if kind == "u" else -9, dtype=dtype)


def dtype_code(array):
    return [np.dtype(d) for d in CODES].index(array.dtype)


def pack_string(text):
    data = text.encode()
    return struct.pack("<H", len(data)) + data


def pack_array(array):
    if isinstance(array, BF16):
        return pack_elements(BF16_CODE, array.bits)
    array = np.asarray(array, order="C")
    if array.dtype.kind == "c":
        parts = np.stack([array.real, array.imag], axis=-1)
        return pack_array(np.ascontiguousarray(parts))
    return pack_elements(dtype_code(array), array)


def pack_elements(code, array):
    repeats = period(array)
    head = struct.pack("<BB", code + 128 * bool(repeats), array.ndim) + struct.pack(f"<{array.ndim}I", *array.shape)
    if repeats:
        return head + struct.pack("<I", repeats) + array.reshape(-1)[:repeats].tobytes()
    return head + array.tobytes()


def period(array):
    """After how many elements those of a long array repeat; 0: they do not."""
    if array.size <= 1000:
        return 0
    flat = np.ascontiguousarray(array).reshape(-1).view(f"V{array.itemsize}")
    for n in range(1, min(array.size // 2, 500)):
        if flat[n] == flat[0] and (flat[n:] == flat[:-n]).all():
            return n
    return 0


def pack_argument(argument):
    if isinstance(argument, Index):
        return b"\x02" + pack_array(argument.values) + struct.pack("<q", argument.bound)
    if isinstance(argument, BF16):
        return bytes([argument.bits.ndim > 0]) + pack_array(argument)
    if isinstance(argument, np.complexfloating):
        return b"\x01" + pack_array(argument)
    if isinstance(argument, np.generic):
        return b"\x00" + pack_array(argument)
    assert isinstance(argument, np.ndarray), f"{argument!r} is no NumPy value"
    return b"\x01" + pack_array(argument)


def pack_call(case, call):
    plain = [a.values if isinstance(a, (Index, BF16)) else a for a in call.args]
    plain = [a.copy() for a in plain]
    results = []
    if not call.error:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = case.numpy(*plain, **call.dims)
        results = results if isinstance(results, tuple) else (results,)
        results = [r if isinstance(r, BF16) else np.asarray(r) for r in results]
    scale = 0.0
    if case.reduces:
        floats = [r.values if isinstance(r, BF16) else r for r in results]
        finite = [np.abs(r[np.isfinite(r)]) for r in floats if r.dtype.kind in "fc"]
        scale = max((float(f.max()) for f in finite if f.size), default=0.0)
    out = pack_string(case.name) + struct.pack("<dd", case.tolerance, scale)
    out += struct.pack("<B", len(call.dims))
    for name, value in call.dims.items():
        out += pack_string(name) + struct.pack("<q", value)
    out += struct.pack("<B", len(call.args)) + b"".join(map(pack_argument, call.args))
    out += pack_string(call.error)
    return out + struct.pack("<B", len(results)) + b"".join(map(pack_array, results))


def write_rust(table, cases):
    blocks = [cases[k : k + BLOCK] for k in range(0, len(cases), BLOCK)]
    lines = ["// Written by generate.py.", "", "use crate::table::functions;", ""]
    for block in blocks:
        lines += ["array_fn::array_fn! {", "    #![unfused]"]
        for case in block:
            lines += [""]
            for item in [case.before.strip(), f"pub fn {case.name}{case.source.strip()}"]:
                lines += ["    " + line if line else "" for line in item.splitlines()]
        lines += ["}", ""]
    lines += ["functions! {"] + [f"    {case.name}," for case in cases] + ["}"]
    (HERE / "cases" / f"{table}.rs").write_text("\n".join(lines) + "\n")


def main(names):
    for name in names or TABLES:
        table = Table(name)
        importlib.import_module(f"tables.{name}").add(table)
        write_rust(name, table.cases)
        calls = []
        for case in table.cases:
            assert case.calls, case.name
            for call in case.calls:
                try:
                    calls.append(pack_call(case, call))
                except Exception as e:
                    raise RuntimeError(f"case {case.name}") from e
        data = b"AFNV1" + struct.pack("<I", len(calls)) + b"".join(calls)
        (HERE / "data" / f"{name}.bin").write_bytes(data)
        print(f"{name}: {len(table.cases)} functions, {len(calls)} calls, {len(data)} bytes")


if __name__ == "__main__":
    import sys

    sys.modules["generate"] = sys.modules["__main__"]
    main(sys.argv[1:])
