"""Sorting, searching, and what is made of both."""
from function import FLOATS, MATRICES, Function

DTYPES = ("f64", "f32", "i64", "i32", "u8")


def searched(n):
    return {"M": max(2, n // 10), "N": n}


def few(n):
    return {"M": 16, "N": n}


def functions():
    kind = "sorting"
    x = {"x": "T[N]"}
    for order in ("", "sorted"):
        suffix = "_of_sorted" if order else ""
        data = {"x": "unit sorted"} if order else {}
        dtypes = DTYPES if not order else FLOATS
        yield Function(kind, f"sort{suffix}", x, "np.sort(x)", dtypes=dtypes, data=data)
        yield Function(kind, f"argsort{suffix}", x, "np.argsort(x, stable=True)", here="argsort(x)", dtypes=dtypes, data=data)
    for axis in (0, 1):
        dtypes = ("f64", "f32", "i32")
        yield Function(kind, f"sort_{axis}", {"x": "T[M, N]"}, f"np.sort(x, axis={axis})", out="[M, N]", dtypes=dtypes, layouts=MATRICES)
        yield Function(kind, f"argsort_{axis}", {"x": "T[M, N]"}, f"np.argsort(x, axis={axis}, stable=True)", here=f"argsort(x, axis={axis})", out="[M, N]", dtypes=dtypes, layouts=MATRICES)
        yield Function(kind, f"median_{axis}", {"x": "T[M, N]"}, f"np.median(x, axis={axis})", out=f"[{'NM'[axis]}]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "sort_of_equal", x, "np.sort(x)", dtypes=("i64", "f64"), data={"x": "integers 0 10"})
    yield Function(kind, "argsort_of_equal", x, "np.argsort(x, stable=True)", here="argsort(x)", dtypes=("i64", "f64"), data={"x": "integers 0 10"})
    yield Function(kind, "median", x, "np.median(x)", out="[]", dtypes=("f64", "f32", "i32"))
    for k in (1, 10, 100):
        yield Function(kind, f"topk_{k}", x, f"topk(x, {k})", out=[f"[{k}]", f"[{k}]"], dtypes=("f64", "f32"))
    yield Function(kind, "topk_rows", {"x": "T[M, N]"}, "topk(x, 3)", out=["[M, 3]", "[M, 3]"], dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "largest_by_sorting", x, "np.sort(x)[-1]", out="[]", dtypes=("f64",))
    yield Function(kind, "ordered_by_key", {"x": "T[N]", "y": "T[N]"}, "y[np.argsort(x, stable=True)]", here="y[argsort(x)]", dtypes=FLOATS)
    yield Function(kind, "partition", x, "np.partition(x, 10)[10]", here="partition(x, 10)[10]", out="[]", dtypes=("f64", "f32", "i64"))
    yield Function(kind, "argpartition", x, "x[np.argpartition(x, 10)[10]]", here="x[argpartition(x, 10)[10]]", out="[]", dtypes=("f64",))
    yield Function(kind, "lexsort", {"x": "T[N]", "y": "T[N]"}, "np.lexsort((y, x))", here="lexsort((y, x))", out="i64[N]", dtypes=("i64", "f64"), data={"x": "integers 0 10"})
    for name, most in (("half", 0.5), ("few", 0.99)):
        padded = f"v = x[x > {most}]\nr = np.zeros(x.shape, x.dtype)\nr[:v.size] = v\nreturn r"
        yield Function(kind, f"compress_{name}", x, padded, here=f"let (v, n) = compress(x > {most}, x, size=N);\n        v", dtypes=FLOATS, data={"x": "unit"})
        places = f"v = np.nonzero(x > {most})[0]\nr = np.zeros(x.shape, np.int64)\nr[:v.size] = v\nreturn r"
        yield Function(kind, f"nonzero_{name}", x, places, here=f"let (i, n) = nonzero(x > {most}, size=N);\n        i", out="i64[N]", data={"x": "unit"})
    padded = "v = np.unique(x)\nr = np.zeros(x.shape, x.dtype)\nr[:v.size] = v\nreturn r"
    yield Function(kind, "unique", x, padded, here="let (v, n) = unique(x, size=N);\n        v", dtypes=("i64", "i32"), data={"x": "integers 0 1000"})
    layouts = {"many edges": searched, "few edges": few}
    args = {"a": "T[M]", "v": "T[N]"}
    data = {"a": "unit sorted", "v": "unit"}
    yield Function(kind, "searchsorted", args, "np.searchsorted(a, v)", dtypes=("f64", "f32", "i64"), layouts=layouts, data=data)
    yield Function(kind, "searchsorted_sorted", args, "np.searchsorted(a, v)", dtypes=("f64",), layouts=layouts, data={"a": "unit sorted", "v": "unit sorted"})
    yield Function(kind, "digitize", args, "np.digitize(v, a)", dtypes=("f64", "f32"), layouts=layouts, data=data)
    yield Function(kind, "histogram", {"a": "T[M + 1]", "v": "T[N]"}, "histogram(v, a)", out="i64[M]", dtypes=("f64", "f32"), layouts=layouts, data={"a": "edges", "v": "unit"})
    yield Function(kind, "interpolated", {"a": "T[M]", "b": "T[M]", "v": "T[N]"},
                   "i = np.clip(np.searchsorted(a, v), 1, M - 1)\nt = (v - a[i - 1]) / (a[i] - a[i - 1])\nreturn b[i - 1] + t * (b[i] - b[i - 1])",
                   layouts=layouts, data={"a": "edges", "v": "unit"}, dtypes=FLOATS, tolerance=1e6)  # fmt: skip
