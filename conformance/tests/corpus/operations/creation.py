"""New arrays."""

from operations import operation
from sizes import shape_text


@operation(2)
def filled(g):
    dtype, shape = g.rng.choice(["f64", "f64", "f32", "i64", "i32"] + [g.flavour or "f64"] * 2), g.some_shape((1, 2))
    text = shape_text(shape)
    name = g.rng.choice(["zeros", "ones", "full"])
    rust = f"full([{dtype}; {text}], 3)" if name == "full" else f"{name}([{dtype}; {text}])"
    numpy = f"np.{name}(({text},), {'3, ' if name == 'full' else ''}DTYPES[\"{dtype}\"])"
    return g.let("create", rust, numpy, [], shape, "ring")


@operation(2)
def arange(g):
    s = g.some_size()
    text = s.text()
    rust, numpy, dtype = g.rng.choice([
        (f"arange({text})", f"np.arange({text})", "i64"),
        (f"arange({text}, dtype=f64)", f'np.arange({text}, dtype="f8")', "f64"),
        (f"arange({text}, dtype=i32)", f'np.arange({text}, dtype="i4")', "i32"),
        (f"arange({text}, 0, -1, dtype=f32)", f'np.arange({text}, 0, -1, dtype="f4")', "f32"),
    ])  # fmt: skip
    return g.let("create", rust, numpy, [], (s,), "ring")


@operation(1)
def eye(g):
    a, b, k = g.some_size(), g.some_size(), g.rng.choice([0, 0, 1, -1])
    return g.let("create", f"eye({a.text()}, {b.text()}, k={k})", f"np.eye({a.text()}, {b.text()}, k={k})", [], (a, b), "ring")


@operation(1)
def linspace(g):
    s = g.some_size()
    return g.let("create", f"linspace(-1, 2, {s.text()})", f"np.linspace(-1, 2, {s.text()})", [], (s,), "smooth")
