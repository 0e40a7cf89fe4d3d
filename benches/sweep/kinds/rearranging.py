"""Transpositions, permutations, concatenations, and the other ways in which elements move; creation."""
from function import CUBES, FLOATS, MATRICES, ROWS, Function

DTYPES = ("f64", "f32", "u8")


def functions():
    kind = "transpositions"
    m, c = {"x": "T[M, N]"}, {"x": "T[M, N, K]"}
    yield Function(kind, "transpose", m, "np.ascontiguousarray(x.T)", here="x.T", jax="x.T", out="[N, M]", dtypes=DTYPES + ("c64", "f16"), layouts=MATRICES)
    yield Function(kind, "transpose_added", m | {"y": "T[N, M]"}, "x.T + y", out="[N, M]", dtypes=FLOATS, layouts=ROWS)
    for axes in ((0, 2, 1), (1, 0, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)):
        shape = ", ".join("MNK"[a] for a in axes)
        yield Function(kind, f"permuted_{''.join(map(str, axes))}", c, f"np.ascontiguousarray(np.transpose(x, {axes}))", here=f"transpose(x, {axes})", jax=f"np.transpose(x, {axes})", out=f"[{shape}]", dtypes=FLOATS + ("u8",), layouts=CUBES)
    for name, text, shape in [("swapaxes", "swapaxes(x, 0, 1)", "N, M"), ("moveaxis", "moveaxis(x, 0, 1)", "N, M"), ("matrix_transpose", "matrix_transpose(x)", "N, M"), ("rot90", "rot90(x)", "N, M")]:
        yield Function(kind, name, m, f"np.ascontiguousarray(np.{text})", here=text, jax="np." + text, out=f"[{shape}]", dtypes=FLOATS, layouts={"square": MATRICES["square"]})
    yield Function(kind, "symmetric_part", {"x": "T[N, N]"}, "0.5 * (x + x.T)", out="[N, N]", dtypes=FLOATS, layouts={"": lambda n: {"N": max(2, round(n**0.5))}})
    yield from joined()
    yield from moved()
    yield from created()


def joined():
    kind = "concatenations"
    xy, m = {"x": "T[N]", "y": "T[N]"}, {"x": "T[M, N]", "y": "T[M, N]"}
    yield Function(kind, "concatenate", xy, "np.concatenate([x, y])", out="[2 * N]", dtypes=DTYPES)
    yield Function(kind, "concatenate_four", {n: "T[N]" for n in "abcd"}, "np.concatenate([a, b, c, d])", out="[4 * N]", dtypes=FLOATS)
    yield Function(kind, "concatenate_0", m, "np.concatenate([x, y], axis=0)", out="[2 * M, N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "concatenate_1", m, "np.concatenate([x, y], axis=1)", out="[M, 2 * N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "concatenate_of_expressions", xy, "np.concatenate([x + y, x - y])", out="[2 * N]", dtypes=FLOATS)
    for axis, shape in ((0, "2, N"), (1, "N, 2")):
        yield Function(kind, f"stack_{axis}", xy, f"np.stack([x, y], axis={axis})", out=f"[{shape}]", dtypes=DTYPES)
    for name, shape in {"vstack": "2, N", "hstack": "2 * N", "dstack": "1, N, 2", "column_stack": "N, 2"}.items():
        yield Function(kind, name, xy, f"np.{name}([x, y])", out=f"[{shape}]", dtypes=FLOATS)
    yield Function(kind, "append", xy, "np.append(x, y)", out="[2 * N]", dtypes=FLOATS)
    yield Function(kind, "split", {"x": "T[4 * N]"}, "a, b, c, d = np.split(x, 4)\nreturn a + b + c + d", dtypes=FLOATS, layouts={"": lambda n: {"N": max(1, n // 4)}}, tolerance=10)
    yield Function(kind, "array_split", {"x": "T[4 * N]"}, "a, b = np.array_split(x, 2)\nreturn a * b", out="[2 * N]", dtypes=("f64",), layouts={"": lambda n: {"N": max(1, n // 4)}})
    yield Function(kind, "vsplit", {"x": "T[2 * M, N]"}, "a, b = np.vsplit(x, 2)\nreturn a * b", out="[M, N]", dtypes=("f64",), layouts=MATRICES)
    yield Function(kind, "hsplit", {"x": "T[M, 2 * N]"}, "a, b = np.hsplit(x, 2)\nreturn a * b", out="[M, N]", dtypes=("f64",), layouts=MATRICES)
    yield Function(kind, "dsplit", {"x": "T[M, N, 4]"}, "a, b = np.dsplit(x, 2)\nreturn a * b", out="[M, N, 2]", dtypes=("f64",), layouts={"": MATRICES["square"]})
    yield Function(kind, "unstack", {"x": "T[3, N]"}, "a, b, c = np.unstack(x)\nreturn a * b + c", dtypes=FLOATS, layouts={"": lambda n: {"N": max(1, n // 3)}}, tolerance=10)
    yield Function(kind, "broadcast_arrays", {"x": "T[M, 1]", "y": "T[N]"}, "a, b = np.broadcast_arrays(x, y)\nreturn a * b", out="[M, N]", dtypes=("f64",), layouts=MATRICES)
    yield Function(kind, "meshgrid", {"x": "T[N]", "y": "T[M]"}, "a, b = np.meshgrid(x, y)\nreturn a * a + b", out="[M, N]", dtypes=FLOATS, layouts={"": MATRICES["square"]}, tolerance=10)


def moved():
    kind = "moves"
    x, m = {"x": "T[N]"}, {"x": "T[M, N]"}
    yield Function(kind, "roll", x, "np.roll(x, 3)", dtypes=DTYPES)
    for axis in (0, 1):
        yield Function(kind, f"roll_{axis}", m, f"np.roll(x, 1, axis={axis})", out="[M, N]", dtypes=FLOATS, layouts=MATRICES)
    for name in ("flip", "flipud", "fliplr"):
        yield Function(kind, name, m, f"np.ascontiguousarray(np.{name}(x))", here=f"{name}(x)", jax=f"np.{name}(x)", out="[M, N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "repeat", x, "np.repeat(x, 3)", out="[3 * N]", dtypes=DTYPES)
    for axis, shape in ((0, "2 * M, N"), (1, "M, 2 * N")):
        yield Function(kind, f"repeat_{axis}", m, f"np.repeat(x, 2, axis={axis})", out=f"[{shape}]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "tile", x, "np.tile(x, 3)", out="[3 * N]", dtypes=DTYPES)
    yield Function(kind, "tile_plane", m, "np.tile(x, (2, 2))", out="[2 * M, 2 * N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "pad", x, "np.pad(x, 2)", out="[N + 4]", dtypes=FLOATS)
    for mode in ("constant", "edge", "reflect", "wrap"):
        yield Function(kind, f"pad_{mode}", m, f"np.pad(x, 1, mode='{mode}')", out="[M + 2, N + 2]", dtypes=FLOATS, layouts=MATRICES)
    for name in ("tril", "triu"):
        yield Function(kind, name, m, f"np.{name}(x)", out="[M, N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "diag", {"x": "T[N, N]"}, "np.diag(x) + 1", out="[N]", dtypes=FLOATS, layouts={"": lambda n: {"N": max(2, round(n**0.5))}})
    yield Function(kind, "diag_of_vector", x, "np.diag(x)", out="[N, N]", dtypes=FLOATS, layouts={"": lambda n: {"N": max(2, round(n**0.5))}})
    yield Function(kind, "diagonal", {"x": "T[N, N]"}, "np.diagonal(x) + 1", out="[N]", dtypes=FLOATS, layouts={"": lambda n: {"N": max(2, round(n**0.5))}})
    yield Function(kind, "trace", {"x": "T[N, N]"}, "np.trace(x)", out="[]", dtypes=FLOATS, layouts={"": lambda n: {"N": max(2, round(n**0.5))}}, tolerance=100)
    yield Function(kind, "ravel", m, "np.ravel(x) + 1", out="[M * N]", dtypes=FLOATS, layouts=MATRICES)
    yield Function(kind, "reshape", {"x": "T[M, N, 4]"}, "np.reshape(x, (M * N, 4)) + 1", here="reshape(x, [M * N, 4]) + 1", out="[M * N, 4]", dtypes=FLOATS, layouts={"": lambda n: {"M": max(1, n // 40), "N": 10}})
    yield Function(kind, "broadcast_to", x, "np.broadcast_to(x, (8, N)) + 1", here="broadcast_to(x, [8, N]) + 1", out="[8, N]", dtypes=FLOATS, layouts={"": lambda n: {"N": max(1, n // 8)}})
    yield Function(kind, "expand_dims", x, "np.expand_dims(x, 0) + 1", out="[1, N]", dtypes=FLOATS)
    yield Function(kind, "squeeze", {"x": "T[1, N]"}, "np.squeeze(x, 0) + 1", dtypes=FLOATS)
    yield Function(kind, "copy", x, "x.copy()", here="x", jax="np.array(x, copy=True)", dtypes=DTYPES + ("i32",))


def created():
    kind = "creation"
    x, n2 = {"x": "T[N]"}, {"": lambda n: {"N": max(2, round(n**0.5))}}
    here = {"zeros": "zeros([f64; N])", "ones": "ones([f64; N])", "full": "full([f64; N], 1.5)", "arange": "arange(N)", "linspace": "linspace(0, 1, N)", "logspace": "logspace(0, 1, N)", "geomspace": "geomspace(1, 10, N)"}
    numpy = {"zeros": "np.zeros(N)", "ones": "np.ones(N)", "full": "np.full(N, 1.5)", "arange": "np.arange(N)", "linspace": "np.linspace(0, 1, N)", "logspace": "np.logspace(0, 1, N)", "geomspace": "np.geomspace(1, 10, N)"}
    for name, body in numpy.items():
        yield Function(kind, name, x, body, here=here[name], jax="", tolerance=100)
    for name in ("zeros_like", "ones_like"):
        yield Function(kind, name, x, f"np.{name}(x)", jax="", dtypes=FLOATS)
    yield Function(kind, "full_like", x, "np.full_like(x, 2)", jax="", dtypes=FLOATS)
    yield Function(kind, "eye", x, "np.eye(N)", out="[N, N]", jax="", layouts=n2)
    yield Function(kind, "identity", x, "np.identity(N)", out="[N, N]", jax="", layouts=n2)
    yield Function(kind, "tri", x, "np.tri(N)", out="[N, N]", jax="", layouts=n2)
    yield Function(kind, "indices", x, "np.indices((N, N))[0]", here="indices(N, N)[0]", out="[N, N]", jax="", layouts=n2)
    yield Function(kind, "from_rule", x, "np.sin(x[:, None]) * np.arange(N)[None, :]", here="from_fn(|i: N, j: N| sin(x[i]) * (j as f64))", out="[N, N]", layouts=n2, tolerance=10)
