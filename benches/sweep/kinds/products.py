"""Products of all shapes, and linear algebra, of batches of small matrices, too."""
from function import FLOATS, Function

PRODUCT = {"a": "T[M, K]", "b": "T[K, N]"}
WIDTHS = (10, 32, 64, 100, 200, 400, 700, 1000, 2000)


def cube(n):
    return {"M": n, "N": n, "K": n}


def skinny(n):
    return {"M": n, "N": 8, "K": 8}


def long_sum(n):
    return {"M": 16, "N": 16, "K": n}


def outer(n):
    return {"M": n, "N": n, "K": 4}


def flat(n):
    return {"M": 4, "N": n, "K": n}


def batches(width):
    return lambda n: {"B": max(1, n // (width * width)), "N": width}


def functions():
    yield from products()
    yield from vectors()
    yield from linear()


def products():
    kind = "products"
    yield Function(kind, "matmul", PRODUCT, "a @ b", out="[M, N]", dtypes=FLOATS, layouts={"square": cube}, sizes=WIDTHS, tolerance=100)
    for name, layout, sizes in [("skinny", skinny, (1000, 100_000, 1_000_000)), ("long_sum", long_sum, (1000, 100_000)), ("outer", outer, (100, 1000, 2000)), ("flat", flat, (100, 1000))]:
        yield Function(kind, f"matmul_{name}", PRODUCT, "a @ b", out="[M, N]", dtypes=FLOATS, layouts={name.replace("_", " "): layout}, sizes=sizes, tolerance=100)
    yield Function(kind, "matmul_of_integers", PRODUCT, "a @ b", out="[M, N]", dtypes=("i64", "i32"), layouts={"square": cube}, sizes=(32, 100, 400))
    yield Function(kind, "matmul_of_complex", PRODUCT, "a @ b", out="[M, N]", dtypes=("c64",), layouts={"square": cube}, sizes=(32, 100, 400), tolerance=100)
    for suffix, args, text in [("at_b", {"a": "T[K, M]", "b": "T[K, N]"}, "a.T @ b"), ("a_bt", {"a": "T[M, K]", "b": "T[N, K]"}, "a @ b.T")]:
        yield Function(kind, f"matmul_{suffix}", args, text, out="[M, N]", dtypes=FLOATS, layouts={"square": cube, "skinny": skinny}, sizes=(32, 100, 400, 1000), tolerance=100)
    yield Function(kind, "matmul_function", PRODUCT, "np.matmul(a, b)", out="[M, N]", layouts={"square": cube}, sizes=(100,), tolerance=100)
    yield Function(kind, "gram", {"a": "T[M, N]"}, "a.T @ a", out="[N, N]", dtypes=FLOATS, layouts={"tall": lambda n: {"M": n, "N": 32}, "square": lambda n: {"M": n, "N": n}}, sizes=(100, 1000), tolerance=100)
    yield Function(kind, "scaled_product", {"s": "T"} | PRODUCT, "s * (a @ b)", out="[M, N]", dtypes=FLOATS, layouts={"square": cube}, sizes=(32, 100, 400, 1000), tolerance=100)
    yield Function(kind, "product_and_sum", PRODUCT | {"c": "T[M, N]"}, "a @ b + c", out="[M, N]", dtypes=FLOATS, layouts={"square": cube}, sizes=(32, 100, 400, 1000), tolerance=100)
    yield Function(kind, "layer", {"x": "T[M, K]", "w": "T[K, N]", "b": "T[N]"}, "np.tanh(x @ w + b)", out="[M, N]", dtypes=FLOATS, layouts={"square": cube}, sizes=(32, 100, 400), tolerance=1e3)
    yield Function(kind, "multi_dot", PRODUCT | {"c": "T[N]"}, "np.linalg.multi_dot([a, b, c])", out="[M]", dtypes=FLOATS, layouts={"square": cube}, sizes=(32, 400), tolerance=1e4)
    yield Function(kind, "matrix_power", {"a": "T[N, N]"}, "np.linalg.matrix_power(a, 5)", out="[N, N]", layouts={"": lambda n: {"N": n}}, sizes=(32, 200), data={"a": "unit"}, tolerance=1e4)
    yield Function(kind, "squared_distances_32", {"x": "T[M, K]", "y": "T[N, K]"}, "np.sum((x[:, None] - y[None]) ** 2, axis=-1)", here="sum((x[.., newaxis] - y[newaxis]) ** 2, axis=-1)", out="[M, N]", dtypes=FLOATS,
                   layouts={"": lambda n: {"M": n, "N": n, "K": 32}}, sizes=(32, 100, 400), tolerance=1e3)  # fmt: skip
    for width in (2, 3, 4, 8, 16, 32):
        layout = {f"of {width}": batches(width)}
        yield Function(kind, f"batched_matmul_{width}", {"a": f"T[B, {width}, {width}]", "b": f"T[B, {width}, {width}]"}, "a @ b", out=f"[B, {width}, {width}]", dtypes=FLOATS, layouts=layout, sizes=(1000, 100_000, 1_000_000), tolerance=100)
        yield Function(kind, f"batched_matvec_{width}", {"a": f"T[{width}, {width}]", "x": f"T[B, {width}]"}, "np.matvec(a, x)", jax="np.einsum('ij,bj->bi', a, x)", out=f"[B, {width}]", dtypes=FLOATS, layouts=layout, sizes=(1000, 100_000, 1_000_000), tolerance=100)
    yield Function(kind, "batched_matmul", {"a": "T[B, N, N]", "b": "T[B, N, N]"}, "a @ b", out="[B, N, N]", dtypes=FLOATS, layouts={f"of {w}": batches(w) for w in (3, 8, 32, 100)}, sizes=(100_000, 1_000_000), tolerance=100)


def vectors():
    kind = "vector products"
    x, m = {"x": "T[N]", "y": "T[N]"}, {"a": "T[M, N]", "x": "T[N]"}
    for name in ("dot", "inner", "vdot"):
        yield Function(kind, name, x, f"np.{name}(x, y)", out="[]", dtypes=FLOATS, tolerance=100)
    shapes = {"square": lambda n: {"M": max(2, round(n**0.5)), "N": max(2, round(n**0.5))}, "wide": lambda n: {"M": 4, "N": max(1, n // 4)}, "tall": lambda n: {"M": max(1, n // 4), "N": 4}}
    yield Function(kind, "matvec", m, "a @ x", out="[M]", dtypes=FLOATS, layouts=shapes, tolerance=100)
    yield Function(kind, "matvec_transposed", {"a": "T[M, N]", "x": "T[M]"}, "a.T @ x", out="[N]", dtypes=FLOATS, layouts=shapes, tolerance=100)
    yield Function(kind, "vecmat", {"a": "T[M, N]", "x": "T[M]"}, "np.vecmat(x, a)", out="[N]", dtypes=FLOATS, layouts=shapes, tolerance=100)
    yield Function(kind, "vecdot", {"a": "T[M, N]", "b": "T[M, N]"}, "np.vecdot(a, b)", out="[M]", dtypes=FLOATS, layouts=shapes, tolerance=100)
    yield Function(kind, "outer", x, "np.outer(x, y)", out="[N, N]", dtypes=FLOATS, layouts={"": lambda n: {"N": max(2, round(n**0.5))}})
    yield Function(kind, "kron", {"a": "T[M, N]", "b": "T[4, 4]"}, "np.kron(a, b)", out="[4 * M, 4 * N]", dtypes=FLOATS, layouts={"": lambda n: {"M": max(1, round((n / 16) ** 0.5)), "N": max(1, round((n / 16) ** 0.5))}})
    yield Function(kind, "cross", {"a": "T[N, 3]", "b": "T[N, 3]"}, "np.cross(a, b)", out="[N, 3]", dtypes=FLOATS, layouts={"": lambda n: {"N": max(1, n // 3)}}, tolerance=10)
    yield Function(kind, "tensordot", {"a": "T[M, 4, 4]", "b": "T[4, 4, N]"}, "np.tensordot(a, b)", out="[M, N]", dtypes=FLOATS, layouts={"": lambda n: {"M": max(2, round(n**0.5)), "N": max(2, round(n**0.5))}}, sizes=(100, 10_000, 1_000_000), tolerance=100)
    for name, args, text, shape in [("bilinear", {"x": "T[M]", "a": "T[M, N]", "y": "T[N]"}, "i,ij,j->", ""), ("row_sums", {"a": "T[M, N]"}, "ij->i", "M"), ("weighted", {"a": "T[M, N]", "x": "T[N]", "y": "T[M]"}, "ij,j,i->i", "M"),
                                    ("trace_of_product", {"a": "T[M, N]", "b": "T[N, M]"}, "ij,ji->", "")]:  # fmt: skip
        call = f'np.einsum("{text}", {", ".join(args)})'
        yield Function(kind, f"einsum_{name}", args, call, out=f"[{shape}]", dtypes=FLOATS, layouts=shapes, tolerance=1e4)


def linear():
    kind = "linear algebra"
    whole = {"": lambda n: {"N": n}}
    one, batch = {"a": "T[N, N]"}, {"a": "T[B, N, N]"}
    sizes = (3, 8, 32, 100, 400)
    data = {"a": "dominant"}
    yield Function(kind, "inv", one, "np.linalg.inv(a)", out="[N, N]", dtypes=FLOATS, layouts=whole, sizes=sizes, data=data, tolerance=1e3)
    yield Function(kind, "det", {"a": "T[N, N]"}, "np.linalg.det(a / N)", here="det(a / N)", out="[]", dtypes=FLOATS, layouts=whole, sizes=sizes, data=data, tolerance=1e4)
    yield Function(kind, "slogdet", one, "np.linalg.slogdet(a)", out=["[]", "[]"], layouts=whole, sizes=sizes, data=data, tolerance=1e3)
    yield Function(kind, "solve", one | {"b": "T[N]"}, "np.linalg.solve(a, b)", out="[N]", dtypes=FLOATS, layouts=whole, sizes=sizes, data=data, tolerance=1e3)
    yield Function(kind, "solve_many", one | {"b": "T[N, N]"}, "np.linalg.solve(a, b)", out="[N, N]", dtypes=FLOATS, layouts=whole, sizes=sizes, data=data, tolerance=1e3)
    yield Function(kind, "cholesky", one, "np.linalg.cholesky(a)", out="[N, N]", dtypes=FLOATS, layouts=whole, sizes=sizes, data=data, tolerance=1e3)
    yield Function(kind, "svdvals", one, "np.linalg.svdvals(a)", out="[N]", dtypes=FLOATS, layouts=whole, sizes=(3, 8, 32, 100), data=data, tolerance=1e3)
    for width in (2, 3, 4, 8):
        batch = {"a": f"T[B, {width}, {width}]"}
        layouts = {f"of {width}": batches(width)}
        counts = (1000, 100_000, 1_000_000)
        for name, args, text, shape in [("inv", batch, "inv(a)", f"B, {width}, {width}"), ("det", batch, "det(a)", "B"), ("cholesky", batch, "cholesky(a)", f"B, {width}, {width}"),
                                        ("solve", batch | {"b": f"T[B, {width}, 1]"}, "solve(a, b)", f"B, {width}, 1")]:  # fmt: skip
            yield Function(kind, f"batched_{name}_{width}", args, f"np.linalg.{text}", out=f"[{shape}]", dtypes=FLOATS, layouts=layouts, sizes=counts, data=data, tolerance=1e4)
    layouts = {f"of {w}": batches(w) for w in (3, 8, 16, 32)}
    for name, args, text, shape in [("inv", {"a": "T[B, N, N]"}, "inv(a)", "B, N, N"), ("solve", {"a": "T[B, N, N]", "b": "T[B, N, 1]"}, "solve(a, b)", "B, N, 1"), ("cholesky", {"a": "T[B, N, N]"}, "cholesky(a)", "B, N, N")]:
        yield Function(kind, f"batched_{name}", args, f"np.linalg.{text}", out=f"[{shape}]", dtypes=FLOATS, layouts=layouts, sizes=(1000, 100_000), data=data, tolerance=1e4)
