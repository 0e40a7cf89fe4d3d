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
