"""Systems with several fields a node, in all orders of axes: nodes and fields are loops inside of a kernel, points are
far apart in memory."""

import numpy as np

from generate import Random

EXPRESSION = "stack([a * b, b - c, c * c, a + 2 * b, 3 - a, b * c, a - c], axis={axis})"


def fields(x, axis):
    a, b, c = np.moveaxis(x, axis, 0)
    return np.stack([a * b, b - c, c * c, a + 2 * b, 3 - a, b * c, a - c], axis=axis)


def add(table):
    case = table.case
    r = Random("systems")
    sizes = (37, 8, 1, 0)

    for name, ty in (("f64", np.float64), ("f32", np.float32)):
        # Fields of a node side by side, fields of an element as rows, fields apart.
        for order, shape, axis, take in (
            ("last", "M, 5, 3", 2, "x[.., .., {k}]"),
            ("middle", "M, 3, 5", 1, "x[.., {k}]"),
            ("first", "3, M, 5", 0, "x[{k}]"),
        ):
            of = shape.replace("3", "7")
            a, b, c = (take.format(k=k) for k in range(3))
            dims = lambda m, shape=shape: [m if d == "M" else int(d) for d in shape.split(", ")]
            case(
                f"fields_{order}_{name}",
                f"<M>(x: [{name}; {shape}]) -> [{name}; {of}] {{\n"
                f"    let (a, b, c) = ({a}, {b}, {c});\n    {EXPRESSION.format(axis=axis)}\n}}",
                lambda x, axis=axis: fields(x, axis),
                *[(r.float(*dims(m), dtype=ty),) for m in sizes],
                tolerance=2,
            )
        # What lanes gather lies side by side in rows of 3, 4, 5, 9 and 17 fields.
        for n in (3, 4, 5, 9, 17):
            terms = " + ".join(f"{k + 1} * g[.., .., {k}]" for k in range(n))
            case(
                f"gathered_{n}_{name}",
                f"<M>(x: [{name}; M, 5, {n}], i: [index<5 * M>; M, 6]) -> [{name}; M, 6] {{\n"
                f"    let g = x.reshape(5 * M, {n})[i];\n    {terms}\n}}",
                lambda x, i, n=n: x.reshape(-1, n)[i] @ np.arange(1, n + 1, dtype=x.dtype),
                *[(r.float(m, 5, n, dtype=ty), r.index(m, 6, bound=max(5 * m, 1))) for m in sizes if m],
                tolerance=256,
                reduces=True,
            )
        # Some of the neighbours only, in two phases of a kernel.
        case(
            f"gathered_apart_{name}",
            f"<M>(x: [{name}; M, 9], i: [index<M>; M, 6], d: [{name}; 6, 6]) -> [{name}; M, 6] {{\n"
            "    let g = x[i];\n    let low = g[.., .., 0] + g[.., .., 1] * g[.., .., 2] - g[.., .., 3];\n"
            "    let high = g[.., .., 4] * g[.., .., 6] + g[.., .., 7] - g[.., .., 8];\n"
            '    einsum("ij,ej->ei", d, low * high) + low\n}',
            lambda x, i, d: (
                lambda g: (
                    lambda low, high: np.einsum("ij,ej->ei", d, low * high) + low
                )(g[..., 0] + g[..., 1] * g[..., 2] - g[..., 3], g[..., 4] * g[..., 6] + g[..., 7] - g[..., 8])
            )(x[i]),
            *[(r.float(m, 9, dtype=ty), r.index(m, 6, bound=m), r.float(6, 6, dtype=ty)) for m in sizes if m],
            tolerance=1024,
            reduces=True,
        )
        # Copied whole, read in another order, multiplied by matrices: sums of several products.
        case(
            f"products_{name}",
            f"<M>(x: [{name}; M, 6, 5], y: [{name}; 3, M, 6, 5], d: [{name}; 3, 6, 6], i: [index<6>; 4]) "
            f"-> ([{name}; 5, M, 6], [{name}; M, 4, 5]) {{\n"
            '    (einsum("rij,rejf->fei", d, y * x), x[.., i] * x[.., 0..4])\n}',
            lambda x, y, d, i: (np.einsum("rij,rejf->fei", d, y * x), x[:, i] * x[:, 0:4]),
            *[
                (r.float(m, 6, 5, dtype=ty), r.float(3, m, 6, 5, dtype=ty), r.float(3, 6, 6, dtype=ty), r.index(4, bound=6))
                for m in sizes
            ],
            tolerance=1024,
            reduces=True,
        )
