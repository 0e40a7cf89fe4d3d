"""Programs of everyday work: several statements, as a user writes them."""
from function import FLOATS, Function

SIZES = (10_000, 1_000_000)


def square(n):
    side = max(4, round(n**0.5))
    return {"M": side, "N": side}


def rows(width):
    return {"": lambda n: {"M": max(1, n // width)}}


def programs(**options):
    return dict(kind="programs", dtypes=("f64",), sizes=SIZES, tolerance=100) | options


def functions():
    yield from statistics()
    yield from learning()
    yield from particles()
    yield from grids()
    yield from images()
    yield from elements()
    yield from shapes()


def statistics():
    of = programs()
    yield Function(name="covariance", args={"x": "T[M, 20]"}, numpy="c = x - np.mean(x, axis=0)\nreturn c.T @ c / (M - 1)", out="T[20, 20]", layouts=rows(20), **of,
                   here="let c = x - mean(x, axis=0);\n        c.T @ c / ((M - 1) as f64)")
    yield Function(name="standardised_columns", args={"x": "T[M, 20]"}, numpy="(x - np.mean(x, axis=0)) / np.std(x, axis=0)", out="[M, 20]", layouts=rows(20), **of)
    yield Function(name="group_variance", args={"x": "T[N]", "i": "index<S>[N]"}, out="T[S]", layouts={"": lambda n: {"N": n, "S": 100}}, **of,
                   numpy="n = np.maximum(np.bincount(i, minlength=S), 1)\nm = np.bincount(i, x, S) / n\nreturn np.bincount(i, (x - m[i]) ** 2, S) / n",
                   here="let n = maximum(bincount(i), 1) as f64;\n        let m = segment_sum(x, i) / n;\n        segment_sum((x - m[i]) ** 2, i) / n",
                   jax="n = np.maximum(np.bincount(i, length=S), 1)\nm = np.bincount(i, x, length=S) / n\nreturn np.bincount(i, (x - m[i]) ** 2, length=S) / n")
    yield Function(name="drawdown", args={"x": "T[N]"}, numpy="np.max(np.maximum.accumulate(x) - x)", here="max(cummax(x) - x)", jax="np.max(jax.lax.cummax(x) - x)", out="[]", **of)
    yield Function(name="rolling_std", args={"x": "T[N]"}, out="[N - 16]", **of | dict(tolerance=1e5),
                   numpy="a = np.cumsum(x)\nb = np.cumsum(x * x)\nm = (a[16:] - a[:-16]) / 16\nreturn np.sqrt(np.maximum((b[16:] - b[:-16]) / 16 - m * m, 0))")
    yield Function(name="autocorrelation", args={"x": "T[N]"}, out="[8]", **of,
                   numpy="c = x - np.mean(x)\nreturn np.stack([np.sum(c[1:] * c[:-1]), np.sum(c[2:] * c[:-2]), np.sum(c[3:] * c[:-3]), np.sum(c[4:] * c[:-4]), np.sum(c[5:] * c[:-5]), np.sum(c[6:] * c[:-6]), np.sum(c[7:] * c[:-7]), np.sum(c[8:] * c[:-8])]) / np.sum(c * c)")
    yield Function(name="interp", args={"x": "T[N]", "xp": "T[1000]", "fp": "T[1000]"}, data={"x": "unit", "xp": "edges"}, numpy="np.interp(x, xp, fp)", **of,
                   here="let i = clip(searchsorted(xp, x), 1, 999);\n        let w = (x - xp[i - 1]) / (xp[i] - xp[i - 1]);\n        fp[i - 1] + w * (fp[i] - fp[i - 1])")
    yield Function(name="count_unique", args={"x": "T[N]"}, out="i64", numpy="s = np.sort(x)\nreturn np.count_nonzero(s[1:] != s[:-1]) + 1", **of | dict(dtypes=("f64", "i32")))
    yield Function(name="ranks", args={"x": "T[N]"}, out="i64[N]", numpy="r = np.zeros(x.shape, np.int64)\nr[np.argsort(x)] = np.arange(N)\nreturn r", **of,
                   here="let mut r = zeros([i64; N]);\n        r[argsort(x)] = arange(N);\n        r", jax="np.zeros(N, np.int64).at[np.argsort(x)].set(np.arange(N))")
    yield Function(name="row_medians", args={"x": "T[M, 25]"}, numpy="np.median(x, axis=1)", layouts=rows(25), out="[M]", **of)
    yield Function(name="histogram_of_angles", args={"x": "T[N]", "y": "T[N]", "e": "T[37]"}, numpy="np.histogram(np.arctan2(y, x) * 0.1 + 0.5, e)[0]", data={"e": "edges"}, out="i64[36]", **of,
                   here="histogram(arctan2(y, x) * 0.1 + 0.5, e)", jax="np.histogram(np.arctan2(y, x) * 0.1 + 0.5, e)[0]")
    yield Function(name="integral", args={"x": "T[N]", "y": "T[N]"}, numpy="np.sum((y[1:] + y[:-1]) * (x[1:] - x[:-1])) / 2", out="[]", numba=True, **of)


def learning():
    of = programs()
    both = programs(dtypes=FLOATS)
    yield Function(name="kmeans_step", args={"x": "T[M, 3]", "c": "T[16, 3]"}, out="T[16, 3]", layouts=rows(3), **of,
                   numpy="k = np.argmin(np.sum((x[:, None] - c[None]) ** 2, axis=-1), axis=1)\nn = np.maximum(np.bincount(k, minlength=16), 1)\nreturn np.stack([np.bincount(k, x[:, 0], 16), np.bincount(k, x[:, 1], 16), np.bincount(k, x[:, 2], 16)], 1) / n[:, None]",
                   here="let k = argmin(sum((x[.., newaxis] - c[newaxis]) ** 2, axis=-1), axis=1);\n        let n = maximum(bincount(k, minlength=16), 1) as f64;\n        segment_sum(x, k, 16) / n[.., newaxis]",
                   jax="k = np.argmin(np.sum((x[:, None] - c[None]) ** 2, axis=-1), axis=1)\nn = np.maximum(np.bincount(k, length=16), 1)\nreturn jax.ops.segment_sum(x, k, 16) / n[:, None]")
    yield Function(name="logistic_gradient", args={"x": "T[M, 32]", "w": "T[32]", "y": "T[M]"}, numpy="p = 1 / (1 + np.exp(-(x @ w)))\nreturn x.T @ (p - y)", out="[32]", layouts=rows(32), **both)
    yield Function(name="ridge", args={"x": "T[M, 16]", "y": "T[M]"}, numpy="np.linalg.solve(x.T @ x + 0.1 * np.eye(16), x.T @ y)", out="[16]", layouts=rows(16), **of)
    yield Function(name="cross_entropy", args={"x": "T[M, 10]", "k": "index<10>[M]"}, out="[]", layouts=rows(10), **both,
                   numpy="np.mean(logsumexp(x, axis=1) - x[np.arange(M), k])", here="mean(logsumexp(x, axis=1) - x[arange(M), k])")
    yield Function(name="layer_norm", args={"x": "T[M, 64]", "g": "T[64]", "b": "T[64]"}, out="[M, 64]", layouts=rows(64), **both,
                   numpy="c = x - np.mean(x, axis=1, keepdims=True)\nreturn c / np.sqrt(np.mean(c * c, axis=1, keepdims=True) + 1e-5) * g + b")
    yield Function(name="dense_layer", args={"x": "T[M, 64]", "w": "T[64, 64]", "b": "T[64]"}, out="[M, 64]", numpy="np.maximum(x @ w + b, 0)", layouts=rows(64), **both)
    yield Function(name="gated_layer", args={"x": "T[M, 32]", "w": "T[32, 128]", "v": "T[32, 128]", "o": "T[128, 32]"}, out="[M, 32]", layouts=rows(32), **programs(dtypes=("f32",)),
                   numpy="a = x @ w\nreturn (a / (1 + np.exp(-a)) * (x @ v)) @ o")
    yield Function(name="attention", args={"q": "T[M, 64]", "k": "T[M, 64]", "v": "T[M, 64]"}, out="[M, 64]", numpy="softmax(q @ k.T / 8, axis=-1) @ v", layouts={"": lambda n: {"M": max(2, round(n**0.5))}}, **both)
    yield Function(name="embedding_means", args={"t": "T[5000, 32]", "i": "index<5000>[M, 8]"}, numpy="np.mean(t[i], axis=1)", out="[M, 32]", layouts=rows(256), **both)
    yield Function(name="most_similar", args={"x": "T[M, 32]", "q": "T[32]"}, numpy="topk(x @ q, 10)[1]", here="let (s, i) = topk(x @ q, 10);\n        i", jax="topk(x @ q, 10)[1]", out="i64[10]", layouts=rows(32), check="shape", **both)
    yield Function(name="cosine_similarities", args={"x": "T[M, 32]", "y": "T[64, 32]"}, out="[M, 64]", layouts=rows(64), **both,
                   numpy="a = x / np.linalg.norm(x, axis=1, keepdims=True)\nb = y / np.linalg.norm(y, axis=1, keepdims=True)\nreturn a @ b.T")
    yield Function(name="convolution_layer", args={"x": "T[8, M, N]", "w": "T[8, 8]", "v": "T[8, 8]"}, out="[8, M, N - 2]", layouts={"": lambda n: square(n // 8)}, **both,
                   numpy="np.einsum('oc,chw->ohw', w, x[:, :, 2:]) + np.einsum('oc,chw->ohw', v, x[:, :, :-2])")
    yield Function(name="adam_step", args={n: "T[N]" for n in "pgmv"}, data={"v": "positive"}, out=["[N]"] * 3, **both,
                   numpy="a = 0.9 * m + 0.1 * g\nb = 0.999 * v + 0.001 * g * g\nreturn p - 0.001 * a / (np.sqrt(b) + 1e-8), a, b",
                   here="let a = 0.9 * m + 0.1 * g;\n        let b = 0.999 * v + 0.001 * g * g;\n        (p - 0.001 * a / (sqrt(b) + 1e-8), a, b)")


def particles():
    of = programs()
    pairs = {"": lambda n: {"N": max(2, n // 10), "M": n}}
    args = {"x": "T[N, 3]", "i": "index<N>[M]", "j": "index<N>[M]"}
    yield Function(name="pair_energies", args=args, out="[]", layouts=pairs, **of,
                   numpy="d = x[i] - x[j]\nr = np.sum(d * d, axis=1) + 0.01\ns = 1 / (r * r * r)\nreturn np.sum(s * s - s)")
    yield Function(name="pair_forces", args=args, out="T[N, 3]", layouts=pairs, **of,
                   numpy="d = x[i] - x[j]\nr = np.sum(d * d, axis=1) + 0.1\nf = d / (r * np.sqrt(r))[:, None]\nreturn segments(np.add, f, i, N, 0) - segments(np.add, f, j, N, 0)",
                   here="let d = x[i] - x[j];\n        let r = sum(d * d, axis=1) + 0.1;\n        let f = d / (r * sqrt(r))[.., newaxis];\n        segment_sum(f, i) - segment_sum(f, j)",
                   jax="d = x[i] - x[j]\nr = np.sum(d * d, axis=1) + 0.1\nf = d / (r * np.sqrt(r))[:, None]\nreturn jax.ops.segment_sum(f, i, N) - jax.ops.segment_sum(f, j, N)")
    yield Function(name="potential", args={"x": "T[M, 3]", "m": "T[M]"}, out="[M]", layouts={"": lambda n: {"M": max(2, round(n**0.5))}}, **of,
                   numpy="d = x[:, None] - x[None]\nreturn np.sum(m[None] / np.sqrt(np.sum(d * d, axis=-1) + 0.01), axis=1)", here="let d = x[.., newaxis] - x[newaxis];\n        sum(m[newaxis] / sqrt(sum(d * d, axis=-1) + 0.01), axis=1)")
    yield Function(name="rotated", args={"q": "T[M, 4]", "v": "T[M, 3]"}, numpy="t = 2 * np.cross(q[:, 1:], v)\nreturn v + q[:, :1] * t + np.cross(q[:, 1:], t)", out="[M, 3]", layouts=rows(4), **of)
    yield Function(name="transformed", args={"a": "T[M, 3, 3]", "x": "T[M, 3]", "b": "T[3]"}, numpy="np.einsum('nij,nj->ni', a, x) + b", out="[M, 3]", layouts=rows(9), **programs(dtypes=FLOATS))
    yield Function(name="pagerank_step", args={"r": "T[N]", "d": "T[N]", "i": "index<N>[M]", "j": "index<N>[M]"}, data={"d": "positive"}, layouts=pairs, out="T[N]", **of,
                   numpy="0.15 / N + 0.85 * np.bincount(j, (r / d)[i], N)", here="0.15 / (N as f64) + 0.85 * segment_sum((r / d)[i], j)", jax="0.15 / N + 0.85 * jax.ops.segment_sum((r / d)[i], j, N)")
    yield Function(name="kalman_predict", args={"p": "T[M, 4, 4]", "f": "T[4, 4]", "q": "T[4, 4]", "x": "T[M, 4]"}, numpy="(x @ f.T, f @ p @ f.T + q)", out=["[M, 4]", "[M, 4, 4]"], layouts=rows(16), **of)
    yield Function(name="leapfrog", args={"x": "T[N, 3]", "v": "T[N, 3]", "f": "T[N, 3]", "m": "T[N]"}, data={"m": "positive"}, layouts={"": lambda n: {"N": n // 3}}, out=["[N, 3]", "[N, 3]"], **of,
                   numpy="w = v + 0.01 * f / m[:, None]\nreturn x + 0.01 * w, w", here="let w = v + 0.01 * f / m[.., newaxis];\n        (x + 0.01 * w, w)")


def grids():
    of = programs(layouts={"": square})
    yield Function(name="jacobi", args={"u": "T[M, N]", "f": "T[M, N]"}, out="[M, N]", numba=True, **of,
                   numpy="v = u.copy()\nv[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - f[1:-1, 1:-1])\nreturn v",
                   jax="u.at[1:-1, 1:-1].set(0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - f[1:-1, 1:-1]))")
    yield Function(name="reaction_diffusion", args={"u": "T[M, N]", "v": "T[M, N]"}, out=["[M, N]", "[M, N]"], **of,
                   numpy=("a = np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u\nb = np.roll(v, 1, 0) + np.roll(v, -1, 0) + np.roll(v, 1, 1) + np.roll(v, -1, 1) - 4 * v\n"
                          "r = u * v * v\nreturn u + 0.16 * a - r + 0.06 * (1 - u), v + 0.08 * b + r - 0.122 * v"),
                   here=("let a = roll(u, 1, axis=0) + roll(u, -1, axis=0) + roll(u, 1, axis=1) + roll(u, -1, axis=1) - 4 * u;\n        let b = roll(v, 1, axis=0) + roll(v, -1, axis=0) + roll(v, 1, axis=1) + roll(v, -1, axis=1) - 4 * v;\n"
                         "        let r = u * v * v;\n        (u + 0.16 * a - r + 0.06 * (1 - u), v + 0.08 * b + r - 0.122 * v)"))
    neighbours = " + ".join(f"np.roll(x, ({a}, {b}), (0, 1))" for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))
    yield Function(name="life", args={"x": "T[M, N]"}, data={"x": "integers 0 2"}, out="u8[M, N]", **of | dict(dtypes=("u8",)),
                   numpy=f"n = {neighbours}\nreturn cast((n == 3) | ((x == 1) & (n == 2)), 'u8')",
                   here=f"let n = {neighbours.replace('np.', '')};\n        ((n == 3) | ((x == 1) & (n == 2))) as u8".replace(", (0, 1))", ", axis=(0, 1))"))
    yield Function(name="wave_step", args={"u": "T[M, N, K]", "o": "T[M, N, K]"}, out="[M, N, K]", **programs(layouts={"": lambda n: dict.fromkeys("MNK", max(4, round(n ** (1 / 3))))}),
                   numpy="v = u.copy()\nv[1:-1, 1:-1, 1:-1] = 2 * u[1:-1, 1:-1, 1:-1] - o[1:-1, 1:-1, 1:-1] + 0.1 * (u[:-2, 1:-1, 1:-1] + u[2:, 1:-1, 1:-1] + u[1:-1, :-2, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, 1:-1, :-2] + u[1:-1, 1:-1, 2:] - 6 * u[1:-1, 1:-1, 1:-1])\nreturn v",
                   jax="u.at[1:-1, 1:-1, 1:-1].set(2 * u[1:-1, 1:-1, 1:-1] - o[1:-1, 1:-1, 1:-1] + 0.1 * (u[:-2, 1:-1, 1:-1] + u[2:, 1:-1, 1:-1] + u[1:-1, :-2, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, 1:-1, :-2] + u[1:-1, 1:-1, 2:] - 6 * u[1:-1, 1:-1, 1:-1]))")
    yield Function(name="upwind_flux", args={"q": "T[N]", "u": "T[N]"}, numpy="f = np.where(u > 0, np.roll(q, 1), q) * u\nreturn q - 0.4 * (np.roll(f, -1) - f)", **programs())
    euler = ("v = m / r\np = 0.4 * (e - 0.5 * m * v)\nc = np.sqrt(1.4 * np.abs(p) / r)\ns = np.maximum(np.abs(v[1:]) + c[1:], np.abs(v[:-1]) + c[:-1])\n"
             "a = 0.5 * (m[1:] + m[:-1]) - 0.5 * s * (r[1:] - r[:-1])\nb = 0.5 * ((m * v + p)[1:] + (m * v + p)[:-1]) - 0.5 * s * (m[1:] - m[:-1])\nd = 0.5 * (((e + p) * v)[1:] + ((e + p) * v)[:-1]) - 0.5 * s * (e[1:] - e[:-1])\n"
             "return r[1:-1] - 0.1 * (a[1:] - a[:-1]), m[1:-1] - 0.1 * (b[1:] - b[:-1]), e[1:-1] - 0.1 * (d[1:] - d[:-1])")  # fmt: skip
    yield Function(name="euler_step", args={"r": "T[N]", "m": "T[N]", "e": "T[N]"}, data={"r": "above", "e": "above"}, numpy=euler, out=["[N - 2]"] * 3, numba=True, **programs())
    yield Function(name="thermal_steps", args={"u": "T[N]"}, numpy="for k in range(4):\n    u = u + 0.2 * (np.roll(u, 1) - 2 * u + np.roll(u, -1))\nreturn u", here="let mut u = u;\n        for k in 0..4 {\n            u = u + 0.2 * (roll(u, 1) - 2 * u + roll(u, -1));\n        }\n        u", **programs())


def images():
    of = programs(layouts={"": square}, dtypes=("f32",))
    grey = programs(dtypes=("u8",))
    yield Function(name="grey", args={"x": "T[M, 3]"}, out="u8[M]", layouts=rows(3), check="shape", **grey,
                   numpy="f = cast(x, 'f32')\nreturn cast(np.float32(0.299) * f[:, 0] + np.float32(0.587) * f[:, 1] + np.float32(0.114) * f[:, 2], 'u8')", here="let f = x as f32;\n        (0.299 * f[.., 0] + 0.587 * f[.., 1] + 0.114 * f[.., 2]) as u8")
    yield Function(name="grey_by_product", args={"x": "T[M, 3]", "w": "f32[3]"}, out="u8[M]", layouts=rows(3), check="shape", numpy="cast(cast(x, 'f32') @ np.abs(w), 'u8')", **grey)
    yield Function(name="equalised", args={"x": "T[N]"}, out="u8[N]", check="shape", **grey,
                   numpy="c = np.cumsum(np.bincount(x, minlength=256))\nreturn cast(c * 255 / N, 'u8')[x]", here="let c = cumsum(bincount(x, minlength=256));\n        ((c * 255) as f64 / (N as f64) as u8)[x]".replace("((c * 255) as f64 / (N as f64) as u8)", "(((c * 255) as f64 / (N as f64)) as u8)"),
                   jax="c = np.cumsum(np.bincount(x, length=256))\nreturn cast(c * 255 / N, 'u8')[x]")
    blur = " + ".join(f"u[{a}, {b}]" for a in (":-2", "1:-1", "2:") for b in (":-2", "1:-1", "2:"))
    yield Function(name="box_blur", args={"u": "T[M, N]"}, out="[M - 2, N - 2]", numpy=f"({blur}) / 9", numba=True, **of)
    yield Function(name="blurred_twice", args={"u": "T[M, N]"}, out="[M - 2, N - 2]", numpy="v = u[:-2] + 2 * u[1:-1] + u[2:]\nreturn (v[:, :-2] + 2 * v[:, 1:-1] + v[:, 2:]) / 16", numba=True, **of)
    yield Function(name="sobel", args={"u": "T[M, N]"}, out="[M - 2, N - 2]", numba=True, **of,
                   numpy="x = u[:-2, 2:] + 2 * u[1:-1, 2:] + u[2:, 2:] - u[:-2, :-2] - 2 * u[1:-1, :-2] - u[2:, :-2]\ny = u[2:, :-2] + 2 * u[2:, 1:-1] + u[2:, 2:] - u[:-2, :-2] - 2 * u[:-2, 1:-1] - u[:-2, 2:]\nreturn np.sqrt(x * x + y * y)")
    yield Function(name="bilinear", args={"u": "T[M, N]", "y": "T[K]", "x": "T[K]"}, data={"x": "unit", "y": "unit"}, out="[K]", **of | dict(layouts={"": lambda n: square(n) | {"K": n}}),
                   numpy="a = y * (M - 1.001)\nb = x * (N - 1.001)\ni = cast(a, 'i64')\nj = cast(b, 'i64')\ns = a - cast(i, 'f32')\nt = b - cast(j, 'f32')\nreturn (1 - s) * ((1 - t) * u[i, j] + t * u[i, j + 1]) + s * ((1 - t) * u[i + 1, j] + t * u[i + 1, j + 1])",
                   here="let a = y * ((M as f32) - 1.001);\n        let b = x * ((N as f32) - 1.001);\n        let i = a as i64;\n        let j = b as i64;\n        let s = a - (i as f32);\n        let t = b - (j as f32);\n        (1 - s) * ((1 - t) * u[i, j] + t * u[i, j + 1]) + s * ((1 - t) * u[i + 1, j] + t * u[i + 1, j + 1])", check="shape")
    yield Function(name="halved", args={"u": "T[2 * M, 2 * N]"}, out="[M, N]", numpy="(u[::2, ::2] + u[1::2, ::2] + u[::2, 1::2] + u[1::2, 1::2]) / 4", **of | dict(layouts={"": lambda n: square(n // 4)}))
    yield Function(name="median_of_three", args={"x": "T[N]"}, out="[N - 2]", numpy="a = x[:-2]\nb = x[1:-1]\nc = x[2:]\nreturn np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c))", **programs(dtypes=FLOATS))


def elements():
    of = programs()
    yield Function(name="black_scholes", args={n: "T[N]" for n in "skt"}, data={n: "positive" for n in "skt"}, out=["[N]", "[N]"], **programs(dtypes=FLOATS),
                   numpy="q = 0.2 * np.sqrt(t)\na = (np.log(s / k) + (0.05 + 0.02) * t) / q\nb = a - q\nd = k * np.exp(-0.05 * t)\nc = s * (0.5 + 0.5 * erf(a * 0.70710678)) - d * (0.5 + 0.5 * erf(b * 0.70710678))\nreturn c, c - s + d",
                   here="let q = 0.2 * sqrt(t);\n        let a = (log(s / k) + (0.05 + 0.02) * t) / q;\n        let b = a - q;\n        let d = k * exp(-0.05 * t);\n        let c = s * (0.5 + 0.5 * erf(a * 0.70710678)) - d * (0.5 + 0.5 * erf(b * 0.70710678));\n        (c, c - s + d)")
    yield Function(name="haversine", args={n: "T[N]" for n in "abcd"}, numba=True, numpy="s = np.sin((c - a) / 2)\nt = np.sin((d - b) / 2)\nreturn 12742 * np.arcsin(np.sqrt(np.minimum(s * s + np.cos(a) * np.cos(c) * t * t, 1)))", **of)
    lorenz = "for k in range({n}):\n    a = 10 * (y - x)\n    b = x * (28 - z) - y\n    c = x * y - 2.6666 * z\n    x = x + 0.001 * a\n    y = y + 0.001 * b\n    z = z + 0.001 * c\nreturn x, y, z"
    for n in (4, 20):
        here = lorenz.format(n=n).replace("for k in range(%d):" % n, "let mut x = x;\n        let mut y = y;\n        let mut z = z;\n        for k in 0..%d {" % n).replace("    a =", "    let a =").replace("    b =", "    let b =").replace("    c =", "    let c =").replace("\nreturn x, y, z", "\n}\n(x, y, z)")
        lines = [line if line.endswith(("{", "}", ")")) and "=" not in line or line.endswith("{") or line in ("}", "(x, y, z)") else line.rstrip(";") + ";" for line in here.splitlines()]
        yield Function(name=f"lorenz_{n}", args={k: "T[N]" for k in "xyz"}, out=["[N]"] * 3, numpy=lorenz.format(n=n), here="\n".join(lines), numba=True, **of)
    yield Function(name="julia", args={"z": "c64[N]", "c": "c64"}, out="f64[N]", numpy="for k in range(8):\n    z = z * z + c\nreturn np.abs(z)", here="let mut z = z;\n        for k in 0..8 {\n            z = z * z + c;\n        }\n        abs(z)", check="shape", **of)
    yield Function(name="hamming", args={"a": "T[M, 8]", "b": "T[8]"}, out="i64[M]", numpy="np.count_nonzero(a != b, axis=1)", layouts=rows(8), **programs(dtypes=("u8",)))
    yield Function(name="quantised", args={"x": "T[N]"}, out="u8[N]", numpy="a = np.min(x)\nb = np.max(x)\nreturn cast(np.round((x - a) / (b - a) * 255), 'u8')", check="shape", **programs(dtypes=FLOATS))
    yield Function(name="clipped_outliers", args={"x": "T[N]"}, numpy="m = np.mean(x)\ns = np.std(x)\nreturn np.clip(x, m - 2 * s, m + 2 * s)", **programs(dtypes=FLOATS))
    yield Function(name="polar", args={"x": "T[N]", "y": "T[N]"}, numpy="(np.hypot(x, y), np.arctan2(y, x))", out=["[N]", "[N]"], numba=True, **programs(dtypes=FLOATS))


def shapes():
    """Views, gathers and products that follow each other."""
    of = programs()
    even = {"": lambda n: {d: size // 2 for d, size in square(n).items()}}
    for name in ("max", "mean"):
        yield Function(name=f"pooled_{name}", args={"x": "T[2 * M, 2 * N]"}, out="[M, N]", layouts=even, **programs(dtypes=FLOATS),
                       numpy=f"np.{name}(x.reshape(M, 2, N, 2), axis=(1, 3))", here=f"{name}(reshape(x, (M, 2, N, 2)), axis=(1, 3))")  # fmt: skip
    yield Function(name="enlarged", args={"x": "T[M, N]"}, out="[2 * M, 2 * N]", layouts=even, numpy="np.repeat(np.repeat(x, 2, axis=0), 2, axis=1)", **programs(dtypes=FLOATS))
    yield Function(name="shortest_paths_step", args={"d": "T[M, M]", "c": "T[M]", "r": "T[M]"}, numpy="np.minimum(d, c[:, None] + r)", out="[M, M]", layouts={"": square}, **of)
    yield Function(name="power_iteration", args={"a": "T[M, M]", "x": "T[M]"}, out="[M]", layouts={"": square}, numpy="for k in range(4):\n    x = a @ x\n    x = x / np.sqrt(np.sum(x * x))\nreturn x",
                   here="let mut x = x;\n        for k in 0..4 {\n            x = a @ x;\n            x = x / sqrt(sum(x * x));\n        }\n        x", **of | dict(tolerance=1e4))  # fmt: skip
    yield Function(name="one_hot", args={"i": "index<10>[M]"}, numpy="cast(i[:, None] == np.arange(10), 'f64')", out="f64[M, 10]", layouts=rows(10), **of)
    yield Function(name="polynomial_features", args={"x": "T[M]", "y": "T[M]"}, numpy="np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)", out="[M, 6]", layouts=rows(6), **of)
    yield Function(name="triangle_areas", args={"v": "T[M, 3]", "f": "index<M>[N, 3]"}, out="[N]", layouts={"": lambda n: {"M": max(3, n // 20), "N": n // 10}}, **of,
                   numpy="a = v[f[:, 0]]\nn = np.cross(v[f[:, 1]] - a, v[f[:, 2]] - a)\nreturn 0.5 * np.sqrt(np.sum(n * n, axis=1))",
                   here="let a = v[f[.., 0]];\n        let n = cross(v[f[.., 1]] - a, v[f[.., 2]] - a);\n        0.5 * sqrt(sum(n * n, axis=1))")  # fmt: skip
    yield Function(name="mixture", args={"x": "T[M]", "m": "T[8]", "s": "T[8]", "w": "T[8]"}, data={"s": "positive", "w": "positive"}, out="[M]", layouts=rows(8), **programs(dtypes=FLOATS),
                   numpy="return np.log(np.sum(w / s * np.exp(-0.5 * ((x[:, None] - m) / s) ** 2), axis=1))", here="log(sum(w / s * exp(-0.5 * ((x[.., newaxis] - m) / s) ** 2), axis=1))")  # fmt: skip
    yield Function(name="ordered_by_key", args={"x": "T[N]", "k": "i64[N]"}, numpy="x[np.argsort(k, stable=True)]", here="x[argsort(k)]", **of)
    yield Function(name="drawn_by_weight", args={"w": "T[N]", "u": "T[N]"}, data={"w": "positive", "u": "unit"}, numpy="c = np.cumsum(w)\nreturn np.searchsorted(c, u * c[-1])", out="i64[N]", check="shape", **of)
    yield Function(name="xorshift", args={"x": "T[N]"}, numpy="for k in range(4):\n    x = x ^ (x << 13)\n    x = x ^ (x >> 7)\n    x = x ^ (x << 17)\nreturn x",
                   here="let mut x = x;\n        for k in 0..4 {\n            x = x ^ (x << 13);\n            x = x ^ (x >> 7);\n            x = x ^ (x << 17);\n        }\n        x", **programs(dtypes=("u64",)))  # fmt: skip
    yield Function(name="digits", args={"x": "T[N]"}, numpy="x // 10 % 10 + x % 10", **programs(dtypes=("i64", "i32")))
    yield Function(name="phases", args={"x": "T[N]", "z": "c64[N]"}, numpy="z * (np.cos(x) + 1j * np.sin(x))", here="z * exp(1j * x)", jax="z * np.exp(1j * x)", out="c64[N]", check="shape", **of)
    yield Function(name="returns", args={"p": "T[N]"}, data={"p": "positive"}, numpy="r = p[1:] / p[:-1] - 1\nreturn np.mean(r), np.std(r), np.max(np.abs(r))", here="let r = p[1..] / p[..-1] - 1;\n        (mean(r), std(r), max(abs(r)))", out=["[]"] * 3, **of)
    yield Function(name="rows_by_norm", args={"x": "T[M, 8]"}, numpy="x[np.argsort(np.sum(x * x, axis=1), stable=True)]", here="x[argsort(sum(x * x, axis=1))]", out="[M, 8]", check="shape", layouts=rows(8), **of)
    yield Function(name="series", args={"a": "T[M, M]"}, out="[M, M]", layouts={"": lambda n: {"M": max(2, round((n / 10) ** 0.5))}}, numpy="b = a / M\nc = b @ b\nreturn np.eye(M) + b + c / 2 + (c @ b) / 6", here="let b = a / (M as f64);\n        let c = b @ b;\n        eye(M) + b + c / 2 + (c @ b) / 6", **of | dict(tolerance=1e4))
    yield Function(name="similarity_of_rows", args={"x": "T[M, 16]"}, out="[M, M]", layouts={"": lambda n: {"M": max(2, round(n**0.5))}}, **programs(dtypes=FLOATS),
                   numpy="n = np.sum(x * x, axis=1)\nreturn np.exp(-0.1 * np.maximum(n[:, None] + n[None] - 2 * (x @ x.T), 0))", here="let n = sum(x * x, axis=1);\n        exp(-0.1 * maximum(n[.., newaxis] + n[newaxis] - 2 * (x @ x.T), 0))")  # fmt: skip
    yield Function(name="window_means", args={"x": "T[N]"}, out="[N - 7]", numpy="sum([x[k : k + N - 7] for k in range(8)]) / 8", here="(x[..-7] + x[1..-6] + x[2..-5] + x[3..-4] + x[4..-3] + x[5..-2] + x[6..-1] + x[7..]) / 8", **programs(dtypes=FLOATS))
    yield Function(name="separable_blur", args={"u": "T[M, N]"}, out="[M - 4, N - 4]", layouts={"": square}, **programs(dtypes=FLOATS),
                   numpy="v = u[:-4] + 4 * u[1:-3] + 6 * u[2:-2] + 4 * u[3:-1] + u[4:]\nreturn (v[:, :-4] + 4 * v[:, 1:-3] + 6 * v[:, 2:-2] + 4 * v[:, 3:-1] + v[:, 4:]) / 256")  # fmt: skip
