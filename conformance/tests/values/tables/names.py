"""Functions by their other names: each reaches the same function, so one call suffices."""

import numpy as np

from generate import Random


def add(table):
    random = Random("names")
    n = 9

    def elementwise(name, numpy, *operands, tolerance=2):
        types = {"f": "f64", "i": "i64"}
        names = "abc"[: len(operands)]
        kinds = [types[o.dtype.kind] for o in operands]
        parameters = ", ".join(f"{v}: [{k}; N]" for v, k in zip(names, kinds))
        result = numpy(*operands).dtype
        out = {"f": "f64", "i": "i64", "b": "bool"}[result.kind]
        table.case(
            name,
            f"<N>({parameters}) -> [{out}; N] {{\n    {name}({', '.join(names)})\n}}",
            numpy,
            operands,
            tolerance=tolerance if result.kind == "f" else 0,
        )

    unit = random.float(n, low=-0.9, high=0.9)
    above = random.float(n, low=1.1, high=4.0)
    for name, numpy, x in [
        ("acos", np.arccos, unit),
        ("asin", np.arcsin, unit),
        ("atan", np.arctan, unit),
        ("asinh", np.arcsinh, unit),
        ("acosh", np.arccosh, above),
        ("atanh", np.arctanh, unit),
        ("rad2deg", np.rad2deg, unit),
        ("deg2rad", np.deg2rad, 90 * unit),
        ("atan2", np.arctan2, None),
    ]:
        operands = (unit, above) if x is None else (x,)
        elementwise(name, numpy, *operands)
    i, k = random.int(n), random.int(n, low=0, high=7)
    elementwise("bitwise_invert", np.invert, i)
    elementwise("bitwise_not", np.invert, i)
    elementwise("bitwise_left_shift", np.left_shift, i, k)
    elementwise("right_shift", np.right_shift, i, k)
    try:
        from scipy.special import gammaln
    except ImportError as e:
        raise SystemExit("the tables need SciPy") from e
    elementwise("gammaln", gammaln, above, tolerance=8)

    x = random.float(2, 3)
    table.case(
        "permute_dims",
        "<M, N>(x: [f64; M, N]) -> [f64; N, M] {\n    permute_dims(x, [1, 0])\n}",
        lambda x: np.transpose(x, (1, 0)),
        (x,),
    )
    table.case(
        "concat",
        "<M, N>(x: [f64; M, N]) -> [f64; 2 * M, N] {\n    concat([x, x + 1], axis=0)\n}",
        lambda x: np.concatenate([x, x + 1], axis=0),
        (x,),
    )
    v = random.float(2, 3, 4)
    table.case(
        "dsplit",
        "<M, N>(v: [f64; M, N, 4]) -> ([f64; M, N, 2], [f64; M, N, 2]) {\n    dsplit(v, 2)\n}",
        lambda v: tuple(np.dsplit(v, 2)),
        (v,),
    )
    # Nothing is uninitialised here, so the values of `empty` are known.
    table.case(
        "empty",
        "<N>(x: [f64; N]) -> [f64; N] {\n    x + empty([f64; N])\n}",
        lambda x: x,
        (random.float(5),),
    )
    z = random.float(5) + 1j * random.float(5)
    table.case("conjugate", "<N>(z: [c64; N]) -> [c64; N] {\n    conjugate(z)\n}", np.conjugate, (z,))
    for name, ord in [("fro", '"fro"'), ("one", "1"), ("minus_one", "-1"), ("inf", "inf"), ("minus_inf", "-inf")]:
        value = {"inf": np.inf, "-inf": -np.inf}.get(ord, ord.strip('"') if ord[0] == '"' else None)
        value = int(ord) if value is None else value
        table.case(
            f"matrix_norm_{name}",
            f"<B, M, N>(x: [f64; B, M, N]) -> ([f64; B], [f64; B, 1, 1]) {{\n"
            f"    (matrix_norm(x, ord={ord}), linalg.matrix_norm(x, keepdims=true, ord={ord}))\n}}",
            lambda x, value=value: (
                np.linalg.matrix_norm(x, ord=value), np.linalg.matrix_norm(x, keepdims=True, ord=value),
            ),
            (random.float(2, 3, 4),), (random.float(1, 1, 1),), (random.float(3, 1, 5),),
            tolerance=16, reduces=True,
        )  # fmt: skip
        if name == "fro":
            continue
        table.case(
            f"vector_norm_{name}",
            f"<M, N>(x: [f64; M, N], y: [f32; N]) -> (f64, [f64; N], [f64; M, 1], f32) {{\n"
            f"    (vector_norm(x, ord={ord}), vector_norm(x, axis=0, ord={ord}), vector_norm(x, axis=-1, keepdims=true, ord={ord}), vector_norm(y, ord={ord}))\n}}",
            lambda x, y, value=value: (
                np.linalg.vector_norm(x, ord=value), np.linalg.vector_norm(x, axis=0, ord=value),
                np.linalg.vector_norm(x, axis=-1, keepdims=True, ord=value), np.linalg.vector_norm(y, ord=value),
            ),
            (random.float(3, 4), random.float(4, dtype=np.float32)), (random.float(1, 1), random.float(1, dtype=np.float32)),
            tolerance=16, reduces=True,
        )  # fmt: skip
    table.case(
        "vector_norm",
        "<M, N>(x: [f64; M, N], n: [i64; N]) -> (f64, [f64; N], f64, f64) {\n"
        "    (vector_norm(x), vector_norm(x, axis=0), vector_norm(n), linalg.vector_norm(x, ord=2.5))\n}",
        lambda x, n: (
            np.linalg.vector_norm(x), np.linalg.vector_norm(x, axis=0), np.linalg.norm(n), np.linalg.vector_norm(x, ord=2.5),
        ),
        (random.float(3, 4), np.array([3, -4, 0, 1])), (random.float(1, 1), np.array([-7])), (random.float(0, 2), np.array([1, 2])),
        tolerance=16, reduces=True,
    )  # fmt: skip
