#!/usr/bin/env python3
"""Random programs: well-typed by construction, as `array_fn!` functions with what NumPy answers.

    python3 conformance/tests/corpus/generate.py [--seed S --count N --out FOLDER] [--block B]

writes `FOLDER/programs.in` and `FOLDER/programs.bin` (the format of `../values/generate.py`). Without
arguments these are the stored corpus: the few of many programs that show what all show (`covering.py`).
Everything follows from the seed; program number k of a seed is the same whatever the count. `builder.py` says
why equal results may be expected; `operations/` is what statements are made of; `failures.py` adds calls that
must end with an error. Needs NumPy >= 2.1 and `ml_dtypes` (for bf16).
"""

import argparse
import collections
import importlib.util
import pathlib
import struct
import sys

import numpy as np

import builder
import failures
import operations
import prelude
from builder import Builder, Reject
from covering import covering

HERE = pathlib.Path(__file__).parent
STORED = HERE / "stored"
# The stored corpus is chosen of so many.
SEED, COUNT = 1, 1500
# Programs per `array_fn!` block of the stored corpus.
BLOCK = 20


def stored_format():
    """`../values/generate.py`, which knows how calls are stored."""
    spec = importlib.util.spec_from_file_location("stored_format", HERE.parent / "values" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def program(seed, number):
    """Program `number` of a seed."""
    table = operations.load()
    weights = [w for w, _ in table]
    for attempt in range(1000):
        b = Builder(f"p{number}", f"{seed} {number} {attempt}")
        try:
            # Parameters that determine all dimensions.
            for name in b.program.dims:
                shape = list(b.some_shape((1, 1, 2)))
                if all(s.dimension() != name for s in shape):
                    shape[b.rng.randrange(len(shape))] = builder.size(name)
                b.param(b.some_dtype(), shape)
            if b.chance(0.4):
                b.param(b.rng.choice(["f64", "f32", "i64"]), ())
            wanted = b.rng.randint(4, 11)
            # An operation that is chosen stays more likely: programs have a topic.
            topics = b.rng.sample(range(len(table)), 6)
            bias = [w * (4 if k in topics else 1) for k, w in enumerate(weights)]
            tries = 0
            while len(b.program.statements) < wanted and tries < 200:
                tries += 1
                before = snapshot(b)
                operation = b.rng.choices(table, bias)[0][1]
                b.takes_complex = operation.complex
                try:
                    operation(b)
                except Reject:
                    restore(b, before)
                b.requires, b.checks = [], []
            return b.finish()
        except Reject:
            continue
    raise RuntimeError(f"no program {number} of seed {seed}")


def snapshot(b):
    return list(b.pool), set(b.used), list(b.program.params), list(b.program.statements), b.next


def restore(b, state):
    b.pool, b.used, b.program.params, b.program.statements, b.next = state


def pack(form, p):
    """The stored calls of a program: those with results, then those that fail."""

    def array(x):
        return form.BF16(np.asarray(x, np.float32)) if np.asarray(x).dtype == prelude.DTYPES["bf16"] else x

    def arguments(plain, bounds):
        return [array(x) if bound is None else form.Index(x, bound) for x, bound in zip(plain, bounds)]

    out = []
    for c in range(p.calls):
        values = p.environment(c)
        given = arguments([v.plain[c] for v in p.params], [v.bound and v.bound.value(values) for v in p.params])
        outcomes = tuple(array(v.plain[c]) for v in p.outcomes())
        scale = builder.tolerance(p, c)
        case = form.Case(p.name, "", lambda *_, r=outcomes, **__: r, [], 1.0 if scale else 0.0, False, "")
        data = bytearray(form.pack_call(case, form.Call(*given, dims=failures.explicit_dims(p, values))))
        # The scale stands behind the name and the tolerance.
        data[2 + len(p.name) + 8 : 2 + len(p.name) + 16] = struct.pack("<d", scale)
        out.append(bytes(data))
    for f in failures.failures(p):
        call = form.Call(*arguments(f.plain, f.bounds), dims=f.dims, error=f.words)
        out.append(form.pack_call(form.Case(p.name, "", None, [], 0.0, False, ""), call))
    return out


def write(programs, folder, block):
    form = stored_format()
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["// Written by generate.py.", ""]
    for k in range(0, len(programs), block):
        lines += ["array_fn::array_fn! {", "    #![unfused]"]
        for p in programs[k : k + block]:
            lines += [""] + ["    " + line for line in p.rust().splitlines()]
        lines += ["}", ""]
    lines += ["functions! {"] + [f"    {p.name}," for p in programs] + ["}"]
    (folder / "programs.in").write_text("\n".join(lines) + "\n")
    calls = [call for p in programs for call in pack(form, p)]
    (folder / "programs.bin").write_bytes(b"AFNV1" + struct.pack("<I", len(calls)) + b"".join(calls))
    (folder / "numpy.py").write_text("\n\n\n".join(p.numpy() for p in programs) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--out", type=pathlib.Path, default=STORED)
    parser.add_argument("--block", type=int, default=BLOCK)
    parser.add_argument("--kinds", action="store_true", help="print how often each kind of statement occurs")
    arguments = parser.parse_args()
    programs = [program(arguments.seed, k) for k in range(arguments.count)]
    if arguments.out == STORED:
        programs = covering(programs)
    write(programs, arguments.out, arguments.block)
    kinds = collections.Counter(kind for p in programs for kind in p.kinds())
    if arguments.kinds:
        print(", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
    statements = sum(kinds.values())
    print(f"seed {arguments.seed}: {len(programs)} programs, {statements} statements of {len(kinds)} kinds")


if __name__ == "__main__":
    sys.modules["generate"] = sys.modules["__main__"]
    main()
