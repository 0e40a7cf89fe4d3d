"""Few programs that show what many show: the stored ones."""

import collections

import numpy as np

import failures


def features(p):
    """What makes a program worth storing: kinds of statements with dtypes, empty and long arrays, failures."""
    found = set()
    for s in p.live():
        found.add((s.kind, s.value.dtype))
        found |= {(s.kind, "of", v.dtype) for v in s.operands}
        if any(np.size(a) == 0 for a in s.value.plain):
            found.add((s.kind, "empty"))
        if any(np.size(a) > 1000 for v in s.operands for a in v.plain):
            found.add((s.kind, "long"))
    return found | {("failure", f.kind) for f in failures.failures(p)}


# Programs that fail in each way, at least; of all else one is enough.
FAILURES = 8


def covering(programs):
    """Some of the programs, in their order, with every feature that occurs among all."""
    shown = [features(p) for p in programs]
    counts = collections.Counter(f for found in shown for f in found)
    missing = {f: min(FAILURES if f[0] == "failure" else 1, n) for f, n in counts.items()}
    chosen, rest = [], set(range(len(programs)))

    def worth(k):
        # Statements are what takes time.
        return sum(missing[f] > 0 for f in shown[k]) / (len(programs[k].live()) + 3), -k

    while any(missing.values()):
        best = max(rest, key=worth)
        rest.discard(best)
        chosen.append(best)
        for f in shown[best]:
            missing[f] -= missing[f] > 0
    return [programs[k] for k in sorted(chosen)]
