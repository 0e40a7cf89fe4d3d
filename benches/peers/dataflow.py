"""The peers of the programs of `dataflow/`, on the same data: large sizes, times in milliseconds, and sums to compare.

Needs numpy, scipy, scikit-learn and numba.
"""

import math
import time

import numpy as np
import scipy.sparse
from numba import njit, prange
from sklearn.cluster import KMeans

U64 = np.uint64


def bits(stream, n):
    z = U64(stream) + np.arange(1, n + 1, dtype=U64) * U64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


def uniform(stream, n):
    return (bits(stream, n) >> U64(11)).astype(np.float64) * 2.0**-53


def below(stream, n, most):
    return (bits(stream, n) >> U64(32)) * U64(most) >> U64(32)


def report(name, call, sums):
    """Calls once for what is compiled or cached, then five times."""
    call()
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - begin)
    print(f"{name}: {1e3 * sorted(times)[2]:.1f} ms (least {1e3 * min(times):.1f}); {sums(result)}")


def kmeans():
    k, n, m = 80, 40, 1_000_000
    centres = uniform(2, k * n).reshape(k, n)
    label = below(3, m, k).astype(int)
    x = centres[label] + 3.0 * (uniform(1, m * n).reshape(m, n) - 0.5)
    start = centres + 0.5 * (uniform(4, k * n).reshape(k, n) - 0.5)
    fit = lambda: KMeans(k, init=start, n_init=1, max_iter=5, tol=0, algorithm="lloyd").fit(x)
    report("kmeans, scikit-learn", fit, lambda f: f"sum_c = {f.cluster_centers_.sum()!r}")


def pagerank():
    pages, each, d = 1_000_000, 20, 0.85
    targets = below(5, pages * each, pages).astype(np.int32)
    sources = np.repeat(np.arange(pages, dtype=np.int32), each)
    links = np.full(pages * each, 1.0 / each)
    a = scipy.sparse.csr_array((links, (targets, sources)), shape=(pages, pages))

    def ranks():
        r = np.full(pages, 1.0 / pages)
        for _ in range(5):
            r = (1 - d) / pages + d * (a @ r)
        return r

    report("pagerank, scipy", ranks, lambda r: f"argmax = {r.argmax()}, max = {r.max()!r}")


@njit(parallel=True)
def prices(s, x, t, r, v, call, put):
    for i in prange(s.size):
        q = v * math.sqrt(t[i])
        d = (math.log(s[i] / x[i]) + (r + 0.5 * v * v) * t[i]) / q
        discounted = x[i] * math.exp(-r * t[i])
        half = math.sqrt(0.5)
        call[i] = 0.5 * (s[i] * math.erfc(-d * half) - discounted * math.erfc((q - d) * half))
        put[i] = call[i] - s[i] + discounted


def black_scholes():
    n = 10_000_000
    s, x, t = (low + width * uniform(stream, n) for stream, low, width in ((11, 5, 25), (12, 1, 99), (13, 0.25, 9.75)))

    def call():
        call, put = np.empty(n), np.empty(n)
        prices(s, x, t, 0.02, 0.3, call, put)
        return call, put

    report("black_scholes, numba", call, lambda r: f"sum_call = {r[0].sum()!r}, sum_put = {r[1].sum()!r}")


kmeans()
pagerank()
black_scholes()
