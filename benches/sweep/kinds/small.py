"""Calls on a few elements, and random numbers."""
from function import FLOATS, Function

SMALL = (1, 10, 100)


def functions():
    kind = "small calls"
    xy = {"x": "T[N]", "y": "T[N]"}
    square = {"": lambda n: {"M": n, "N": n}}
    yield Function(kind, "small_sum", {"x": "T[N]"}, "np.sum(x)", out="[]", dtypes=FLOATS, sizes=SMALL)
    yield Function(kind, "small_axpy", xy, "2 * x + y", dtypes=FLOATS, sizes=SMALL)
    yield Function(kind, "small_exp", {"x": "T[N]"}, "np.exp(x)", dtypes=FLOATS, sizes=SMALL, tolerance=10)
    yield Function(kind, "small_where", xy, "np.where(x > y, x, y)", dtypes=FLOATS, sizes=SMALL)
    yield Function(kind, "small_sort", {"x": "T[N]"}, "np.sort(x)", dtypes=FLOATS, sizes=SMALL)
    yield Function(kind, "small_argsort", {"x": "T[N]"}, "np.argsort(x, stable=True)", here="argsort(x)", dtypes=FLOATS, sizes=SMALL)
    yield Function(kind, "small_cumsum", {"x": "T[N]"}, "np.cumsum(x)", dtypes=FLOATS, sizes=SMALL, tolerance=10)
    yield Function(kind, "small_dot", xy, "np.dot(x, y)", out="[]", dtypes=FLOATS, sizes=SMALL, tolerance=10)
    yield Function(kind, "small_matvec", {"a": "T[M, N]", "x": "T[N]"}, "a @ x", out="[M]", dtypes=FLOATS, layouts=square, sizes=(1, 10), tolerance=10)
    yield Function(kind, "small_matmul", {"a": "T[M, N]", "b": "T[N, M]"}, "a @ b", out="[M, M]", dtypes=FLOATS, layouts=square, sizes=(1, 4, 10), tolerance=10)
    yield Function(kind, "small_standardised", {"x": "T[N]"}, "(x - np.mean(x)) / (np.std(x) + 1)", dtypes=FLOATS, sizes=SMALL, tolerance=100)
    yield Function(kind, "small_softmax", {"x": "T[N]"}, "e = np.exp(x - np.max(x))\nreturn e / np.sum(e)", dtypes=FLOATS, sizes=SMALL, tolerance=10)
    yield Function(kind, "small_gather", {"x": "T[N]", "i": "index<N>[N]"}, "x[i]", dtypes=FLOATS, sizes=SMALL)
    yield Function(kind, "small_bincount", {"i": "index<N>[N]"}, "np.bincount(i, minlength=N)", here="bincount(i)", jax="np.bincount(i, length=N)", sizes=SMALL)
    yield Function(kind, "small_concatenate", xy, "np.concatenate([x, y])", out="[2 * N]", dtypes=FLOATS, sizes=SMALL)
    yield Function(kind, "small_inv", {"a": "T[3, 3]", "x": "T[N]"}, "np.linalg.inv(a) * x[0]", out="[3, 3]", dtypes=FLOATS, sizes=(1,), data={"a": "dominant"}, tolerance=1e3)
    kind = "random numbers"
    key = {"key": "u64", "x": "T[N]"}
    for name, dtypes in {"uniform": FLOATS, "normal": FLOATS}.items():
        for dtype in dtypes:
            yield Function(kind, name, key, f"{name}(key, (N,), T)", here=f"random.{name}(key, [{dtype}; N])", out="T[N]", dtypes=(dtype,), data={"key": "key"}, check="shape")
    for dtype in ("i64", "i32"):
        yield Function(kind, "random_integers", key, "integers(key, 0, 6, (N,), T)", here=f"random.integers(key, [{dtype}; N], 0, 6)", out="T[N]", dtypes=(dtype,), data={"key": "key"}, check="shape")
    yield Function(kind, "random_bits", key, "integers(key, 0, 4294967295, (N,), np.uint32)", here="random.bits(key, [u32; N])", jax="", out="u32[N]", data={"key": "key"}, check="shape")
    yield Function(kind, "random_walk", key, "np.cumsum(normal(key, (N,), T))", here="cumsum(random.normal(key, [f64; N]))", out="T[N]", data={"key": "key"}, check="shape")
    yield Function(kind, "monte_carlo", key, "np.sum(uniform(key, (N,), T) ** 2)", here="sum(random.uniform(key, [f64; N]) ** 2)", out="T", data={"key": "key"}, check="shape")
