"""The peers of the programs of `dataflow/`, on the same data: times in milliseconds, and sums to compare.

    python3 benches/peers/dataflow.py [kmeans] [pagerank] [black_scholes] [skyserver] [terasort] [id3] [bm25f]

Sizes are the large ones, and the medium ones of `skyserver` (1e7 pairs) and `terasort` (1e7 records). Needs numpy, and for each
program what it imports: scipy, scikit-learn, numba, polars, duckdb with pyarrow. A peer that is not installed is left out.
"""

import math
import sys
import time

import numpy as np

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
    from sklearn.cluster import KMeans

    k, n, m = 80, 40, 1_000_000
    centres = uniform(2, k * n).reshape(k, n)
    label = below(3, m, k).astype(int)
    x = centres[label] + 3.0 * (uniform(1, m * n).reshape(m, n) - 0.5)
    start = centres + 0.5 * (uniform(4, k * n).reshape(k, n) - 0.5)
    fit = lambda: KMeans(k, init=start, n_init=1, max_iter=5, tol=0, algorithm="lloyd").fit(x)
    report("kmeans, scikit-learn", fit, lambda f: f"sum_c = {f.cluster_centers_.sum()!r}")


def pagerank():
    import scipy.sparse

    pages, each, d = 1_000_000, 20, 0.85
    targets = below(5, pages * each, pages).astype(np.int32)
    sources = np.repeat(np.arange(pages, dtype=np.int32), each)
    links = np.full(pages * each, 1.0 / each)

    def turned():
        return scipy.sparse.csr_array((links, (targets, sources)), shape=(pages, pages))

    report("pagerank, scipy, the links turned round", turned, lambda a: f"nnz = {a.nnz}")
    a = turned()

    def ranks():
        r = np.full(pages, 1.0 / pages)
        for _ in range(5):
            r = (1 - d) / pages + d * (a @ r)
        return r

    report("pagerank, scipy", ranks, lambda r: f"argmax = {r.argmax()}, max = {r.max()!r}")


def black_scholes():
    from numba import njit, prange

    @njit(parallel=True)
    def prices(s, x, t, r, v, call, put):
        for i in prange(s.size):
            q = v * math.sqrt(t[i])
            d = (math.log(s[i] / x[i]) + (r + 0.5 * v * v) * t[i]) / q
            discounted = x[i] * math.exp(-r * t[i])
            half = math.sqrt(0.5)
            call[i] = 0.5 * (s[i] * math.erfc(-d * half) - discounted * math.erfc((q - d) * half))
            put[i] = call[i] - s[i] + discounted

    n = 10_000_000
    s, x, t = (low + width * uniform(stream, n) for stream, low, width in ((11, 5, 25), (12, 1, 99), (13, 0.25, 9.75)))

    def call():
        call, put = np.empty(n), np.empty(n)
        prices(s, x, t, 0.02, 0.3, call, put)
        return call, put

    report("black_scholes, numba", call, lambda r: f"sum_call = {r[0].sum()!r}, sum_put = {r[1].sum()!r}")


def skyserver():
    objects, n = 100_000, 10_000_000
    ids = np.sort(bits(21, objects) >> U64(1)).astype(np.int64)
    group = below(27, objects, 64).astype(int)
    bands = [14 + 10 * uniform(30 + b, 64)[group] + 0.006 * (14 + 10 * uniform(22 + b, objects) - 19) for b in range(5)]
    primary = below(28, objects, 8) > 0
    first = ids[below(29, n, objects).astype(int)]
    second = ids[below(40, n, objects).astype(int)] ^ (bits(42, n) >> U64(60) == 0)
    colours = np.stack([a - b for a, b in zip(bands, bands[1:])], axis=1)

    def numpy_():
        at = [np.minimum(np.searchsorted(ids, end), objects - 1) for end in (first, second)]
        pair = (first < second) & (ids[at[0]] == first) & (ids[at[1]] == second) & primary[at[0]] & primary[at[1]]
        a, b = at[0][pair], at[1][pair]
        near = a[(np.abs(colours[a] - colours[b]) < 0.05).all(axis=1)]
        return ids[np.unique(near)]

    total = lambda found: f"objects = {len(found)}, id_sum = {int(np.asarray(found).astype(U64).sum()) % 2**61}"
    report("skyserver, numpy", numpy_, total)
    names = ("ug", "gr", "ri", "iz")
    try:
        import polars as pl
    except ImportError:
        return print("skyserver: polars is not installed")
    table = pl.DataFrame({"id": ids, "primary": primary, **dict(zip(names, colours.T.copy()))})
    pairs = pl.DataFrame({"first": first, "second": second})

    def polars_():
        left = table.lazy().filter("primary")
        joined = pairs.lazy().filter(pl.col("first") < pl.col("second"))
        joined = joined.join(left, left_on="first", right_on="id").join(left, left_on="second", right_on="id", suffix="_2")
        near = [(pl.col(c) - pl.col(f"{c}_2")).abs() < 0.05 for c in names]
        return joined.filter(*near).select(pl.col("first").unique()).collect()["first"].to_numpy()

    report("skyserver, polars", polars_, total)
    try:
        import duckdb
        import pyarrow  # noqa: F401 duckdb reads frames through it
    except ImportError:
        return print("skyserver: duckdb or pyarrow is not installed")
    near = " and ".join(f"abs(a.{c} - b.{c}) < 0.05" for c in names)
    query = f"""select distinct first from pairs join "table" a on first = a.id join "table" b on second = b.id
        where first < second and a.primary and b.primary and {near}"""
    connection = duckdb.connect()
    connection.register("pairs", pairs.to_arrow())
    connection.register("table", table.to_arrow())
    report("skyserver, duckdb", lambda: connection.execute(query).fetchnumpy()["first"], total)


def terasort():
    n = 10_000_000
    records = np.ascontiguousarray(bits(51, 13 * n).view(np.uint8).reshape(n, 104)[:, :100])

    def keys():
        high = records[:, :8].copy().view(">u8").ravel().astype(U64)
        return high, records[:, 8:10].copy().view(">u2").ravel().astype(np.uint16)

    def numpy_():
        high, low = keys()
        order = np.argsort(high, kind="stable")
        ascending = high[order]
        if (ascending[1:] == ascending[:-1]).any():
            order = np.lexsort((low, high))
        return records[order]

    total = lambda r: f"byte_sum = {int(r.sum())}, first = {bytes(r[0, :10]).hex()}, last = {bytes(r[-1, :10]).hex()}"
    report("terasort, numpy", numpy_, total)
    try:
        import polars as pl
    except ImportError:
        return print("terasort: polars is not installed")

    def polars_():
        high, low = keys()
        order = pl.DataFrame({"high": high, "low": low}).select(pl.arg_sort_by("high", "low")).to_series().to_numpy()
        return records[order]

    report("terasort, polars", polars_, total)


def id3():
    from numba import get_num_threads, njit, prange

    @njit(parallel=True)
    def counts(x, y, node):
        count = np.zeros((x.shape[0], 16, 4, 2), np.int64)
        for a in prange(x.shape[0]):
            of = np.zeros((16, 4, 2), np.int64)
            for r in range(x.shape[1]):
                of[node[r], x[a, r], y[r]] += 1
            count[a] = of
        return count

    @njit(parallel=True)
    def children(node, best, x):
        next = np.empty_like(node)
        for r in prange(node.size):
            next[r] = 4 * node[r] + x[best[node[r]], r]
        return next

    scaled = lambda n: n * np.log(np.maximum(n, 1))

    def learn(x, y):
        node, free, levels = np.zeros(y.size, np.uint8), np.ones((16, len(x)), bool), []
        for level in range(3):
            count = counts(x, y, node)
            rest = (scaled(count.sum(3)) - scaled(count).sum(3)).sum(2).T
            best = np.argmin(np.where(free, rest, np.inf), axis=1)
            levels.append(best[: 4**level].tolist())
            free = np.repeat((free & (np.arange(len(x)) != best[:, None]))[:4], 4, axis=0)
            node = children(node, best, x)
        leaves = np.bincount(2 * node.astype(int) + y, minlength=128).reshape(64, 2)
        return levels, leaves.max(1).sum() / y.size

    for rows, attributes in ((1_000_000, 100), (100_000, 1000)):
        by_row = (bits(61, rows * attributes) >> U64(62)).astype(np.uint8).reshape(rows, attributes)
        x = np.ascontiguousarray(by_row.T)
        y = (2 * x[3] + x[7] + (x[11] & 1) * x[5] + below(62, rows, 3).astype(np.uint8) > 4).astype(np.uint8)
        name = f"id3, numba, {rows} rows, {attributes} attributes, {get_num_threads()} threads"
        report(name, lambda: learn(x, y), lambda r: f"levels = {r[0]}, accuracy = {r[1]}")


def bm25f():
    documents, k1 = 1 << 20, 1.7
    weight, b = np.array([1.0, 5, 3, 2]), np.array([0.75, 0.5, 0.6, 0.3])
    random = bits(72, documents * 16)
    tf = np.where(random >> U64(61) == 0, 1 + ((random >> U64(40)) & U64(7)), 0).astype(np.uint8).reshape(-1, 4, 4)
    length = (1 + below(71, documents * 4, 400)).astype(np.uint16).reshape(-1, 4)

    def best(score):
        top = np.argpartition(-score, 10)[:10]
        return top[np.lexsort((top, -score[top]))]

    def numpy_():
        df = (tf > 0).any(1).sum(0)
        idf = np.log((documents - df + 0.5) / (df + 0.5))
        scale = weight / (1 + b * (length / length.mean(0) - 1))
        w = scale[:, 0, None] * tf[:, 0]
        for f in range(1, 4):
            w += scale[:, f, None] * tf[:, f]
        score = (w / (k1 + w)) @ idf
        return score, best(score)

    sums = lambda r: f"sum_score = {float(r[0].sum())!r}, top = {r[1].tolist()}"
    report("bm25f, numpy", numpy_, sums)
    try:
        from numba import njit, prange
    except ImportError:
        return print("bm25f: numba is not installed")

    @njit(parallel=True)
    def first(tf, length):
        parts = 64
        df, total = np.zeros((parts, 4), np.int64), np.zeros((parts, 4), np.int64)
        for part in prange(parts):
            for d in range(part * tf.shape[0] // parts, (part + 1) * tf.shape[0] // parts):
                for q in range(4):
                    df[part, q] += (tf[d, 0, q] | tf[d, 1, q] | tf[d, 2, q] | tf[d, 3, q]) > 0
                    total[part, q] += length[d, q]
        return df.sum(0), total.sum(0)

    @njit(parallel=True)
    def second(tf, length, idf, mean, weight, b, k1):
        score = np.empty(tf.shape[0])
        for d in prange(tf.shape[0]):
            sum = 0.0
            for q in range(4):
                w = 0.0
                for f in range(4):
                    w += weight[f] * tf[d, f, q] / (1 + b[f] * (length[d, f] / mean[f] - 1))
                sum += idf[q] * w / (k1 + w)
            score[d] = sum
        return score

    def numba_():
        df, total = first(tf, length)
        idf = np.log((documents - df + 0.5) / (df + 0.5))
        score = second(tf, length, idf, total / documents, weight, b, k1)
        return score, best(score)

    report("bm25f, numba", numba_, sums)


programs = [kmeans, pagerank, black_scholes, skyserver, terasort, id3, bm25f]
for program in programs:
    if program.__name__ in (sys.argv[1:] or [p.__name__ for p in programs]):
        program()
