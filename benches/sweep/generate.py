"""Writes the crates of a sweep and the list of its cases.

    generate.py cases [--filter TEXT.. --sizes N.. --dtype D.. --quick N --skip N]     prints the cases, as JSON
    generate.py crates FOLDER [the same]        writes the crates with their functions, too
    generate.py check                           tells which functions of docs/numpy.md have no case
"""
import argparse
import collections
import json
import pathlib
import random
import re
import sys

import rust
from kinds import FUNCTIONS

ROOT = pathlib.Path(__file__).resolve().parents[2]


def cases(options):
    """The cases that are asked for; of a quick sweep so many, of all kinds alike."""
    chosen = [c for f in FUNCTIONS for c in f.cases(options.sizes)
              if (not options.dtype or c["dtype"] in options.dtype)
              and all(any(part in title(c) for part in text.split("|")) for text in options.filter)]  # fmt: skip
    for case in chosen:
        case["title"] = title(case)
    if options.quick and options.quick < len(chosen):
        skipped = {c["title"] for c in stratified(chosen, min(options.skip, options.quick))}
        chosen = [c for c in stratified(chosen, options.quick) if c["title"] not in skipped]
    return chosen


def title(case):
    parts = (case["kind"] + ":", case["name"], case["dtype"], case["layout"], f"{case['size']:.0e}".replace("e+0", "e"))
    return " ".join(p for p in parts if p)


def stratified(chosen, count):
    """So many of the cases, as evenly from kinds as there are enough; the same ones each time."""
    draw = random.Random(1)
    by_kind = {}
    for case in chosen:
        by_kind.setdefault(case["kind"], []).append(case)
    for list_ in by_kind.values():
        draw.shuffle(list_)
    taken = set()
    while len(taken) < count:
        for list_ in by_kind.values():
            if list_ and len(taken) < count:
                taken.add(list_.pop()["title"])
    return [c for c in chosen if c["title"] in taken]


def results(function, dtype):
    """The dtypes of the results: those of NumPy on small operands."""
    import data
    import spellings

    declared = [re.match(r"\w*", text).group() for text in function.outs()]
    if all(declared):
        return [dtype if d == "T" else d for d in declared]
    dims = next(iter(function.layouts.values()))(64)
    pool = data.Pool()
    operands = [data.operand(pool, text, dtype, dims, function.data.get(name, ""), k)[0]
                for k, (name, text) in enumerate(function.args.items())]  # fmt: skip
    names = spellings.NUMPY | dims | dict(T=data.DTYPES[dtype])
    found = spellings.function(function.numpy, function.args, names)(*(x if x.ndim else x[()] for x in operands))
    found = list(found) if isinstance(found, (tuple, list)) else [found]
    names = [data.NAMES[r.dtype] for r in found]
    return [d if d and d != "T" else dtype if d else n for d, n in zip(declared, names)]


def crates(folder, chosen):
    """Writes the crates of the functions that the cases need."""
    import numpy as np

    np.seterr(all="ignore")
    wanted = {c["function"] for c in chosen}
    kinds, wrong = {}, []
    for function in FUNCTIONS:
        for dtype in (d for d in function.dtypes if f"{function.name}_{d}" in wanted):
            try:
                kinds.setdefault(function.kind, []).append((function, dtype, results(function, dtype)))
            except Exception as error:
                wrong.append(f"{function.name}, {dtype}: {type(error).__name__}: {error}")
    if wrong:
        sys.exit("\n".join(wrong))
    rust.crates(folder, ROOT, kinds)


def check():
    """Prints names of the table of functions that no case calls and no reason excuses, and titles that two cases
    have; how many there are."""
    from uncovered import REASONS

    text = (ROOT / "docs/numpy.md").read_text()
    text = text[text.index("\n## Functions\n") : text.index("\n## Spelt otherwise\n")]
    table = set(re.findall(r"^\| `([a-z_][\w.]*)\(", text, re.MULTILINE))
    called = set().union(*(f.calls() for f in FUNCTIONS))
    for name in sorted(table - called - set(REASONS)):
        print(f"no case: {name}")
    for name in sorted(set(REASONS) & called | set(REASONS) - table):
        print(f"not in need of a reason: {name}")
    titles = collections.Counter(title(case) for f in FUNCTIONS for case in f.cases([]))
    twice = [t for t, count in titles.items() if count > 1]
    for t in twice:
        print(f"two cases: {t}")
    return len(table - called - set(REASONS)) + len(set(REASONS) & called | set(REASONS) - table) + len(twice)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["cases", "crates", "check"])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--filter", nargs="+", default=[], help="parts of titles, all of them; `a|b` is either")
    parser.add_argument("--sizes", nargs="+", type=lambda text: int(float(text)), default=[])
    parser.add_argument("--dtype", nargs="+", default=[])
    parser.add_argument("--quick", type=int, default=0)
    parser.add_argument("--skip", type=int, default=0)
    options = parser.parse_args()
    if options.command == "check":
        sys.exit(check() > 0)
    chosen = cases(options)
    if options.command == "crates":
        crates(options.folder, chosen)
    print(json.dumps(chosen))


if __name__ == "__main__":
    main()
