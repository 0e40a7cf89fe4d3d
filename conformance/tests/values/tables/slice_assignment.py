"""Assignment to parts of arrays: integers, slices with steps, masks, `op=`, broadcasting."""

import numpy as np

from generate import Call, Random


def add(table):
    r = Random("slice_assignment")

    def case(name, signature, body, numpy, *calls, tolerance=0):
        """`numpy` updates its first argument in place."""

        def run(*args, **dims):
            extra = numpy(*args, **dims)
            return args[0] if extra is None else extra

        body = "".join(f"    {line}\n" for line in body.strip().splitlines())
        table.case(name, f"{signature} {{\n{body}}}", run, *calls, tolerance=tolerance)

    def statement(name, signature, text, *calls, python=None, tolerance=0):
        """`text` is the body here; NumPy's is `python`, or the same text."""
        names = [p.split(":")[0].strip() for p in signature.split("(", 1)[1].rsplit(")", 1)[0].split(", ") if ":" in p]
        source = python or text.rstrip(";").replace(";\n", "\n").replace("...", "Ellipsis")
        source = source.replace("..", ":").replace(";", ":")

        def numpy(*args, **dims):
            exec(source, {"newaxis": None, "true": True}, dict(zip(names, args), **dims))

        case(name, signature, text, numpy, *calls, tolerance=tolerance)

    def u(*shape):
        return r.float(*shape)

    one = "<N>(u: &mut [f64; N])"
    two = "<M, N>(u: &mut [f64; M, N])"
    scalars = [
        ("first", "u[0] = 7.0;", (3,), (1,)),
        ("last", "u[-1] = 7.0;", (3,), (1,)),
        ("whole", "u[..] = 7.0;", (3,), (0,)),
        ("head", "u[..2] = 7;", (2,), (5,)),
        ("tail", "u[2..] = -7;", (2,), (5,)),
        ("middle", "u[1..-1] = 7.5;", (2,), (3,), (9,)),
        ("fixed", "u[1..3] = 7.5;", (3,), (9,)),
        ("empty", "u[1..1] = 7.5;", (3,), (1,)),
    ]
    for name, text, *shapes in scalars:
        statement(f"scalar_{name}", one, text, *[(u(*s),) for s in shapes])
    for name, text, *shapes in [
        ("even", "u[..;2] = 1.5;", (0,), (1,), (2,), (7,)),
        ("odd", "u[1..;2] = 1.5;", (1,), (2,), (7,), (8,)),
        ("third", "u[1..-1;3] = 1.5;", (2,), (3,), (4,), (10,)),
        ("reversed", "u[..;-1] = 1.5;", (4,)),
        ("reversed_steps", "u[..;-3] = 1.5;", (1,), (4,), (7,), (8,)),
        ("reversed_part", "u[-2..0;-2] = 1.5;", (3,), (8,), (9,)),
    ]:
        statement(f"steps_{name}", one, text, *[(u(*s),) for s in shapes])

    inner = "<N>(u: &mut [f64; N + 2], v: [f64; N])"
    statement("vector_whole", "<N>(u: &mut [f64; N], v: [f64; N])", "u[..] = v;", (u(4), u(4)), (u(0), u(0)))
    statement("vector_middle", inner, "u[1..-1] = v;", (u(6), u(4)), (u(3), u(1)))
    statement("vector_head", "<N>(u: &mut [f64; N + 2], v: [f64; N])", "u[..-2] = v;", (u(6), u(4)))
    statement("vector_tail", "<N>(u: &mut [f64; N + 2], v: [f64; N])", "u[2..] = v;", (u(6), u(4)))
    statement("vector_halves", "<N>(u: &mut [f64; 2 * N], v: [f64; N], w: [f64; N])", "u[..;2] = v;\nu[1..;2] = w;",
              (u(6), u(3), u(3)), (u(2), u(1), u(1)), (u(10), u(5), u(5)))  # fmt: skip
    statement("vector_reversed", "<N>(u: &mut [f64; N], v: [f64; N])", "u[..;-1] = v;", (u(5), u(5)), (u(1), u(1)))
    statement("vector_reversed_steps", "<N>(u: &mut [f64; 2 * N], v: [f64; N])", "u[..;-2] = v;", (u(6), u(3)))
    statement("vector_one", "<N>(u: &mut [f64; N], v: [f64; 1])", "u[1..] = v;", (u(5), u(1)), (u(1), u(1)))
    statement("vector_literal", "(u: &mut [f64; 7], v: [f64; 3])", "u[2..5] = v;\nu[6] = v[0];", (u(7), u(3)))
    statement("leading_ones", "<N>(u: &mut [f64; 3, N], v: [f64; 1, 1, N])", "u[1] = v;", (u(3, 4), u(1, 1, 4)))

    matrix = [
        ("row", "u[0] = 3.0;"), ("row_last", "u[-1, ..] = 3.0;"), ("column", "u[.., 0] = 3.0;"), ("element", "u[1, -2] = 3.0;"),
        ("block", "u[1..-1, 1..-1] = 3.0;"), ("ellipsis", "u[..., 1] = 3.0;"), ("newaxis", "u[newaxis, 1.., 0] = 3.0;"),
    ]  # fmt: skip
    for name, text in matrix:
        statement(f"matrix_{name}", two, text, (u(3, 4),), (u(2, 2),))
    statement("matrix_column_vector", "<M, N>(u: &mut [f64; M, N], v: [f64; M])", "u[.., 0] = v;", (u(3, 4), u(3)), (u(0, 4), u(0)))
    statement("matrix_constant_axis", "<E>(u: &mut [f64; E, 4], v: [f64; E])", "u[.., 0] = v;\nu[.., 2] = v + u[.., 0];", (u(5, 4), u(5)), (u(0, 4), u(0)))
    statement("matrix_row_vector", "<M, N>(u: &mut [f64; M, N], v: [f64; N])", "u[1..] = v;", (u(3, 4), u(4)), (u(1, 4), u(4)))
    statement("matrix_column_matrix", "<M, N>(u: &mut [f64; M, N], v: [f64; M, 1])", "u[.., 1..] = v;", (u(3, 4), u(3, 1)))
    statement("matrix_newaxis_value", "<M, N>(u: &mut [f64; M + 2, N], v: [f64; N, M])", "u[1..-1, .., newaxis] = v.T[.., .., newaxis];", (u(5, 4), u(4, 3)))
    statement("tensor_ellipsis", "<A, B, C>(u: &mut [f64; A, B, C], v: [f64; B, C])", "u[0, ...] = v;\nu[..., -1] = 2.0;", (u(2, 3, 4), u(3, 4)))  # fmt: skip
    statement("tensor_integers", "<E>(u: &mut [f64; 3, E, 3], v: [f64; E])", "for k in 0..3 {\n    u[k, .., k] = v * (k + 1);\n}", (u(3, 5, 3), u(5)),
              python="for k in range(3):\n    u[k, :, k] = v * (k + 1)")  # fmt: skip

    for name, op in [("add", "+="), ("subtract", "-="), ("multiply", "*="), ("divide", "/="), ("remainder", "%=")]:
        statement(f"update_{name}", "<M, N>(u: &mut [f64; M, N + 1], v: [f64; N])", f"u[1.., ..-1] {op} v;\nu[0, 0] {op} 2.0;",
                  (u(3, 5), u(4)), tolerance=2)  # fmt: skip
    statement("update_steps", "<N>(u: &mut [f64; N])", "u[..;2] += 1.0;\nu[1..;2] -= 1.0;", (u(7),), (u(1),))
    statement("update_power", "<N>(u: &mut [f64; N])", "u[1..] **= 2;", (u(7),), tolerance=2)
    statement("update_integers", "<N>(u: &mut [i32; N], v: i32)", "u[1..-1] <<= 2;\nu[0] |= v;\nu[-1] ^= 5;", (r.int(6, dtype="i4"), np.int32(12)))
    statement("update_bools", "<N>(u: &mut [bool; N], v: [bool; N])", "u[1..] &= v[..-1];\nu[0] = true;", (r.bool(6), r.bool(6)))
    statement("update_special", "<N>(u: &mut [f64; N])", "u[1..] *= 0.0;\nu[0] = -0.0;", (np.array([1.0, np.inf, np.nan, -1.0, -0.0]),))

    stencil = "u[1..-1] = 0.5 * (u[..-2] + u[2..]);"
    statement("stencil", "<N>(u: &mut [f64; N])", stencil, (u(9),), (u(3),))
    statement("stencil_twice", "<N>(u: &mut [f64; N])", f"{stencil}\nu[0] = u[1];\nu[-1] = u[-2];\n{stencil}", (u(9),), (u(3),))
    statement("boundary_copy", two, "u[0] = u[-2];\nu[-1] = u[1];\nu[.., 0] = u[.., -2];\nu[.., -1] = u[.., 1];", (u(5, 6),), (u(3, 3),))
    # The right side is a value of its own: NumPy needs a copy where it overlaps the left one.
    case("shift", one, "u[1..] = u[..-1];", lambda a: a.__setitem__(slice(1, None), a[:-1].copy()), (u(6),), (u(2),))
    case("reverse", one, "u[..] = u[..;-1];", lambda a: a.__setitem__(slice(None), a[::-1].copy()), (u(6),), (u(1),), (u(0),))
    case(
        "old_value",
        "<N>(u: &mut [f64; N]) -> [f64; N]",
        "let before = u[..];\nu[1..] = 0.0;\nbefore - u",
        lambda a: ((b := a.copy()), a.__setitem__(slice(1, None), 0.0), (b - a, a))[-1],
        (u(5),),
    )
    statement("laplace", "<M, N>(u: &mut [f64; M, N], v: [f64; M, N])",
              "u[1..-1, 1..-1] += v[2.., 1..-1] + v[..-2, 1..-1] + v[1..-1, 2..] + v[1..-1, ..-2] - 4 * v[1..-1, 1..-1];",
              (u(5, 6), u(5, 6)), (u(3, 3), u(3, 3)), tolerance=32)  # fmt: skip

    statement("runtime_index", "<N>(u: &mut [f64; N], k: i64, v: f64)", "u[k] = v;\nu[k] += 1.0;",
              (u(5), np.int64(2), np.float64(9)), (u(5), np.int64(-1), np.float64(9)), (u(1), np.int64(0), np.float64(9)),
              Call(u(5), np.int64(5), np.float64(9), error="out of range"), Call(u(5), np.int64(-6), np.float64(9), error="out of range"))  # fmt: skip
    statement("runtime_row", "<M, N>(u: &mut [f64; M, N], k: i32, v: [f64; N])", "u[k, ..] = v;\nu[.., k] = 0.0;",
              (u(3, 4), np.int32(1), u(4)), (u(3, 4), np.int32(-2), u(4)))  # fmt: skip

    mask = (u(7), r.bool(7))
    statement("mask", "<N>(u: &mut [f64; N], m: [bool; N])", "u[m] = 5.0;", mask, (u(0), r.bool(0)))
    statement("mask_condition", "<N>(u: &mut [f64; N])", "u[u < 0] = 0;", (u(7),), (np.array([np.nan, -0.0, -np.inf, 3.0]),))
    statement("mask_update", "<N>(u: &mut [f64; N], m: [bool; N])", "u[m] += 1;\nu[!m] *= -2.0;", mask, python="u[m] += 1\nu[~m] *= -2.0")
    statement("mask_matrix", two, "u[u > 1.0] = 1.0;", (u(4, 5),))
    statement("mask_rows", "<M, N>(u: &mut [f64; M, N], m: [bool; M], v: [f64; N])", "u[m] = v;\nu[!m] -= v;", (u(4, 5), r.bool(4), u(5)),
              python="u[m] = v\nu[~m] -= v")  # fmt: skip
    statement("mask_scalar_value", "<N>(u: &mut [i32; N], m: [bool; N], v: i32)", "u[m] = v;", (r.int(6, dtype="i4"), r.bool(6), np.int32(4)))
    statement("mask_row_of_one", "<M, N>(u: &mut [f64; M, N], m: [bool; M], v: [f64; 1, N])", "u[m] = v;", (u(4, 5), r.bool(4), u(1, 5)))

    case(
        "local",
        "<N>(v: [f64; N]) -> [f64; N + 2]",
        "let mut x = zeros([f64; N + 2]);\nx[1..-1] = v;\nx[0] = v[-1];\nx[-1] = v[0];\nx",
        lambda v: np.concatenate([v[-1:], v, v[:1]]),
        (u(4),), (u(1),),
    )  # fmt: skip
    case(
        "local_identity",
        "(v: f64) -> [f64; 4, 4]",
        "let mut x = zeros([f64; 4, 4]);\nfor k in 0..4 {\n    x[k, k] = 1.0;\n    x[k, ..k] += v;\n}\nx",
        lambda v: np.eye(4) + v * np.tri(4, k=-1),
        (np.float64(2.5),),
    )
    case(
        "local_constant",
        "<N>(v: [f64; N]) -> ([f64; 3], [i64; 2, 2])",
        "let mut w = [1.0, 2.0, 3.0];\nlet mut k = [[1, 2], [3, 4]];\nw[1] = v[0];\nk[.., 1] = [7, 8];\n(w, k)",
        lambda v: (np.array([1.0, v[0], 3.0]), np.array([[1, 7], [3, 8]])),
        (u(2),),
    )
    case(
        "helper",
        "<M, N>(u: &mut [f64; M, N])",
        "frame(u, 1.0);\nu[1..-1, 1..-1] += 1.0;\nframe(&mut u, 2.0);",
        lambda a: (a.__setitem__((slice(1, -1), slice(1, -1)), a[1:-1, 1:-1] + 1.0), [a.__setitem__(i, 2.0) for i in [0, -1, (slice(None), 0), (slice(None), -1)]], a)[-1],
        (u(4, 5),), (u(3, 3),),
    )  # fmt: skip
    table.cases[-1].before = (
        "fn frame<M, N>(u: &mut [f64; M, N], value: f64) {\n    u[0] = value;\n    u[-1] = value;\n    u[.., 0] = value;\n    u[.., -1] = value;\n}"
    )
    case(
        "two_parameters",
        "<N>(u: &mut [f64; N], v: &mut [f64; N])",
        "let t = u[1..];\nu[1..] = v[..-1];\nv[..-1] = t;",
        lambda a, b: ((t := a[1:].copy()), a.__setitem__(slice(1, None), b[:-1].copy()), b.__setitem__(slice(None, -1), t), (a, b))[-1],
        (u(5), u(5)), (u(2), u(2)),
    )  # fmt: skip
    case(
        "pinned",
        "<E, N>(u: &mut [f64; E, N], v: [f64; E]) where N: 3 | 5 | _",
        "u[.., 1..-1] = 2.0;\nu[.., 0] = v;\nu[.., -1] -= v;",
        lambda a, v: (a.__setitem__((slice(None), slice(1, -1)), 2.0), a.__setitem__((slice(None), 0), v), a.__setitem__((slice(None), -1), a[:, -1] - v), a)[-1],
        (u(4, 3), u(4)), (u(4, 5), u(4)), (u(4, 7), u(4)),
    )  # fmt: skip
