"""Arrays whose last dimension is a literal: points of space, pixels, features."""
from function import Function

SIZES = (10_000, 1_000_000)
WIDTHS = (3, 5, 20)


def functions():
    for k in WIDTHS:
        for dtype in ("f64", "f32") if k != 5 else ("f64",):
            yield from of_width(k, dtype)


def of_width(k, dtype):
    layouts = {"": lambda n: {"M": max(1, n // k), "S": 100}}
    rows, row, columns = f"T[M, {k}]", f"T[{k}]", "T[M]"
    x = {"x": rows}

    def of(name, args, numpy, out, **options):
        options = dict(tolerance=1000) | options
        return Function("literal sizes", f"{name}_{k}", args, numpy, out=out, dtypes=(dtype,), layouts=layouts, sizes=SIZES, **options)

    for name in ("sum", "mean", "max", "argmin", "std"):
        yield of(f"{name}_of_columns", x, f"np.{name}(x, axis=0)", f"[{k}]")
        yield of(f"{name}_of_rows", x, f"np.{name}(x, axis=1)", "[M]")
    yield of("sum_of_all", x, "np.sum(x)", "[]")
    yield of("dot_of_rows", x | {"y": rows}, "np.sum(x * y, axis=1)", "[M]")
    yield of("length_of_rows", x, "np.sqrt(np.sum(x * x, axis=1))", "[M]")
    yield of("unit_rows", x, "x / np.sqrt(np.sum(x * x, axis=1, keepdims=True))", f"[M, {k}]")
    yield of("softmax_of_rows", x, "softmax(x, axis=1)", f"[M, {k}]")
    yield of("centred_columns", x, "x - np.mean(x, axis=0)", f"[M, {k}]")
    yield of("centred_rows", x, "x - np.mean(x, axis=1, keepdims=True)", f"[M, {k}]")
    yield of("row_added", x | {"r": row}, "x * 2 + r", f"[M, {k}]")
    yield of("column_times", x | {"c": columns}, "x * c[:, None]", f"[M, {k}]")
    yield of("rows_times_vector", x | {"r": row}, "x @ r", "[M]")
    yield of("vector_times_rows", x | {"c": columns}, "x.T @ c", f"[{k}]")
    yield of("gram", x, "x.T @ x", f"[{k}, {k}]", tolerance=1e4)
    yield of("rows_times_matrix", x | {"a": f"T[{k}, {k}]"}, "x @ a.T", f"[M, {k}]")
    yield of("transposed", x, "np.ascontiguousarray(x.T)", f"[{k}, M]", here="x.T", jax="x.T")
    yield of("transposed_back", {"x": f"T[{k}, M]"}, "np.ascontiguousarray(x.T)", f"[M, {k}]", here="x.T", jax="x.T")
    yield of("two_columns", x, "x[:, 0] * x[:, 1] + x[:, 2]", "[M]")
    yield of("stacked", {"x": columns, "y": columns, "z": columns}, f"np.stack([x, y{', z' * (k - 2)}], axis=1)", f"[M, {k}]")
    yield of("reversed_rows", x, "x[:, ::-1].copy()", f"[M, {k}]")
    yield of("rolled_rows", x, "np.roll(x, 1, axis=1)", f"[M, {k}]")
    yield of("sorted_rows", x, "np.sort(x, axis=1)", f"[M, {k}]")
    yield of("summed_along_rows", x, "np.cumsum(x, axis=1)", f"[M, {k}]")
    yield of("summed_along_columns", x, "np.cumsum(x, axis=0)", f"[M, {k}]")
    yield of("gathered_rows", x | {"i": "index<M>[M]"}, "x[i]", f"[M, {k}]")
    yield of("differences_of_gathered", x | {"i": "index<M>[M]", "j": "index<M>[M]"}, "np.sum((x[i] - x[j]) ** 2, axis=1)", "[M]")
    yield of("segments_of_rows", x | {"i": "index<S>[M]"}, "segments(np.add, x, i, S, 0)", f"T[S, {k}]", here="segment_sum(x, i)", jax="jax.ops.segment_sum(x, i, S)", tolerance=1e4)
    yield of("joined_rows", x | {"y": rows}, "np.concatenate([x, y], axis=1)", f"[M, {2 * k}]")
    yield of("chosen_rows", x | {"y": rows, "c": columns}, "np.where(c[:, None] > 0, x, y)", f"[M, {k}]")
    yield of("steps_between_rows", x, "x[1:] - x[:-1]", f"[M - 1, {k}]")
    if k == 3:
        yield of("cross", x | {"y": rows}, "np.cross(x, y)", "[M, 3]")
        yield of("outer_of_rows", x | {"y": rows}, "np.einsum('ni,nj->nij', x, y)", "[M, 3, 3]")
        yield of("matrices_times_rows", x | {"a": "T[M, 3, 3]"}, "np.einsum('nij,nj->ni', a, x)", "[M, 3]")
