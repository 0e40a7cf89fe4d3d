#!/usr/bin/env python3
"""Makes programs that fail smaller: fewer results, and parameters in the place of statements.

    minimise.py --seed S --log FILE --out FOLDER -- COMMAND...

`FILE` is what the tests printed; `COMMAND` runs them again on the programs in `FOLDER`. Each round all the
smaller versions of a program are run at once, so that little is compiled.
"""

import argparse
import copy
import pathlib
import re
import subprocess

import generate

# Programs that are looked at, of those that fail.
MOST = 5


def failures(log):
    """Names of programs that the tests complain about, with what they say."""
    found = {}
    for match in re.finditer(r"^(p\d+)\b(.*)$", log, re.MULTILINE):
        found.setdefault(match[1], match[2])
    # A block that the compiler rejects: its program stands in it.
    for part in log.split("\nrejected: ")[1:]:
        match = re.search(r"pub fn (p\d+)", part)
        if match:
            found.setdefault(match[1], ": rejected: " + part.splitlines()[0])
    return found


def without_result(p, k):
    q = copy.copy(p)
    q.results = p.results[:k] + p.results[k + 1 :]
    return q


def as_parameter(p, s):
    """Statement `s` becomes a parameter with the value that it had."""
    q = copy.copy(p)
    q.statements = [t for t in p.statements if t is not s]
    q.params = p.params + [s.value]
    return q


def with_result(p, s):
    """Nothing but an intermediate value."""
    q = copy.copy(p)
    q.results = [s.value]
    return q


def smaller(p):
    """Versions of a program that do less."""
    out = [without_result(p, k) for k in range(len(p.results)) if len(p.results) + any(v.mutable for v in p.params) > 1]
    for s in p.live():
        if s.target is None and not s.value.mutable and s.operands:
            out.append(as_parameter(p, s))
            if len(p.live()) > 1 and s.value not in p.results:
                out.append(with_result(p, s))
    for q in out:
        q.params = [v for v in q.params if any(v is w for w in q.used_params())]
        for v in q.params:
            v.parameter = True
    return [q for q in out if q.results or any(v.mutable for v in q.params)]


def weight(p):
    return len(p.live()) * 10 + len(p.params) + len(p.results)


def minimise(p, command, folder):
    """The smallest version that still fails, and what is said about it."""
    said = ""
    while True:
        versions = smaller(p)
        for k, q in enumerate(versions):
            q.name = f"p{k}"
        if not versions:
            return p, said
        generate.write(versions, folder, 1)
        done = subprocess.run(command, capture_output=True, text=True)
        found = failures(done.stdout + "\n" + done.stderr)
        failing = [q for q in versions if q.name in found]
        best = min(failing, key=weight, default=None)
        if best is None or weight(best) >= weight(p):
            return p, said
        p, said = best, found[best.name]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--log", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    found = failures(arguments.log.read_text())
    print(f"seed {arguments.seed}: {len(found)} programs are wrong: {', '.join(found)}")
    for name, said in list(found.items())[:MOST]:
        p = generate.program(arguments.seed, int(name[1:]))
        p, later = minimise(p, arguments.command, arguments.out)
        p.name = name
        print(f"\n=== {name} of seed {arguments.seed}{later or said}\n{p.rust()}\n\n{p.numpy()}")


if __name__ == "__main__":
    main()
