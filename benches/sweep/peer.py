"""The process of NumPy, JAX and Numba: makes operands, checks results, and measures, as it is asked to.

Requests and answers are a JSON object a line:
  {"prepare": CASE, "folder": F, "peers": [..]}   writes the operands; answers where they are and who takes part
  {"check": RESULTS}                              compares what array-fn computed with NumPy
  {"time": PEER, "seconds": S}                    measures
"""
import gc
import json
import signal
import sys
import traceback
import warnings

import numpy as np

import data
import spellings
import timing
from kinds import FUNCTIONS

warnings.simplefilter("ignore")
np.seterr(all="ignore")
# Seconds for a peer's first call, compilation included.
PATIENCE = 30


class TooSlow(Exception):
    pass


def limited(run):
    """What `run` returns, unless it takes too long."""

    def stop(*_):
        raise TooSlow(f"more than {PATIENCE} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    try:
        return run()
    finally:
        signal.alarm(0)


def difference(result, expected, dtype, tolerance):
    """How far a result is off, as a multiple of what rounding explains."""
    result, expected = np.asarray(result), np.asarray(expected)
    if result.shape != expected.shape:
        return f"shape {result.shape} for {expected.shape}"
    if result.dtype.kind in "biu" and expected.dtype.kind in "biu":
        wrong = int(np.count_nonzero(result != expected))
        return 0.0 if wrong == 0 else f"{wrong} of {result.size} integers differ"
    precise = np.result_type(result.dtype, np.float64)
    a, b = result.astype(precise).ravel(), expected.astype(precise).ravel()
    finite = np.isfinite(b)
    if not np.array_equal(np.isfinite(a), finite):
        return f"finite elsewhere: {int(np.count_nonzero(np.isfinite(a) != finite))} of {a.size}"
    scale = np.sqrt(np.mean(np.abs(b[finite]) ** 2)) if finite.any() else 1.0
    off = np.max(np.abs(a[finite] - b[finite]), initial=0.0) / max(scale, 1e-30)
    of = {"f16": 1e-3, "f32": 1.2e-7}
    epsilon = max(of.get(name, 2.3e-16) for name in (dtype, data.NAMES.get(result.dtype)))
    return float(off / (epsilon * tolerance * 100 * max(1.0, np.sqrt(b.size / 100))))


def listed(results):
    return list(results) if isinstance(results, (tuple, list)) else [results]


class Peers:
    def __init__(self):
        self.pool = data.Pool()
        self.functions = {f"{f.name}_{dtype}": f for f in FUNCTIONS for dtype in f.dtypes}
        self.jax = None
        self.compiled = {}

    def answer(self, request):
        if "prepare" in request:
            return self.prepare(request["prepare"], request["folder"], request["peers"])
        if "check" in request:
            return self.check(request["check"])
        if "time" in request:
            return timing.measure(self.calls[request["time"]], request["seconds"])
        raise ValueError("not a request")

    def prepare(self, case, folder, peers):
        self.calls, self.expected = {}, None
        gc.collect()
        f, dims = self.functions[case["function"]], case["dims"]
        self.function, self.case = f, case
        inputs, arrays = [], []
        for k, (name, text) in enumerate(f.args.items()):
            array, bound = data.operand(self.pool, text, case["dtype"], dims, f.data.get(name, ""), k)
            path = f"{folder}/input{k}"
            array.tofile(path)
            inputs.append(dict(dtype=data.NAMES[array.dtype], shape=array.shape, path=path, bound=bound))
            arrays.append(array if array.ndim else array[()])
        extra = dict(dims, T=data.DTYPES[case["dtype"]])
        run = spellings.function(f.numpy, f.args, spellings.NUMPY | extra)
        self.expected = listed(limited(lambda: run(*arrays)))
        self.calls["numpy"] = lambda: run(*arrays)
        refused = {}
        for peer in ("jax", "numba"):
            if peer in peers:
                try:
                    start = getattr(self, "with_" + peer)
                    call, result = limited(lambda start=start: start(f, case, extra, arrays))
                    if call is not None:
                        self.calls[peer] = call
                        refused |= self.wrong(peer, result)
                except TooSlow as error:
                    refused[peer] = str(error)
                except Exception as error:
                    refused[peer] = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:200]
        for peer in refused:
            self.calls.pop(peer, None)
        return dict(inputs=inputs, peers=list(self.calls), refused=refused)

    def wrong(self, peer, result):
        if self.function.check != "equal":
            return {}
        for a, b in zip(listed(result), self.expected):
            off = difference(a, b, self.case["dtype"], 1e4 * self.function.tolerance)
            if isinstance(off, str) or off > 1:
                return {peer: f"another result: {off}"}
        return {}

    def with_jax(self, f, case, extra, arrays):
        if f.jax == "":
            return None, None
        import jax

        self.jax = self.jax or spellings.jax_names()
        operands = [jax.numpy.asarray(a) for a in arrays]
        static = [k for k, (n, t) in enumerate(f.args.items()) if f.data.get(n) == "key"]
        operands = [int(a) if k in static else x for k, (a, x) in enumerate(zip(arrays, operands))]
        run = jax.jit(spellings.function(f.jax or f.numpy, f.args, self.jax | extra), static_argnums=static)
        result = jax.block_until_ready(run(*operands))
        return (lambda: jax.block_until_ready(run(*operands))), result

    def with_numba(self, f, case, extra, arrays):
        if not f.numba:
            return None, None
        import numba

        text = f.numpy if f.numba is True else f.numba
        key = (case["function"], None if f.numba is not True else str(case["dims"]) * any(d in text for d in case["dims"]))
        if key not in self.compiled:
            self.compiled[key] = numba.njit(parallel=True)(
                spellings.function(text, f.args, dict(np=np, prange=numba.prange, **extra)))
        run = self.compiled[key]
        result = run(*arrays)
        return (lambda: run(*arrays)), result

    def check(self, results):
        if len(results) != len(self.expected):
            return dict(wrong=f"{len(results)} results for {len(self.expected)}")
        worst = 0.0
        for r, expected in zip(results, self.expected):
            result = np.fromfile(r["path"], data.DTYPES[r["dtype"]]).reshape(r["shape"])
            if self.function.check == "shape":
                off = 0.0 if result.shape == np.shape(expected) else "another shape"
            else:
                off = difference(result, expected, self.case["dtype"], self.function.tolerance)
            if isinstance(off, str) or off > 1:
                return dict(wrong=off if isinstance(off, str) else f"off by {off:.3g} of what is allowed")
            worst = max(worst, off)
        return dict(off=worst)


def main():
    peers = Peers()
    for line in sys.stdin:
        try:
            answer = peers.answer(json.loads(line))
        except Exception as error:
            traceback.print_exc()
            answer = dict(error=f"{type(error).__name__}: {error}"[:300])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
