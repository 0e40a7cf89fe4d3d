"""Small array-expression workloads and their peers, on cpu or cuda.

  where          where(c, a, b) + 1                     c bool, a b (1e7) f64
  black_scholes  call and put prices, polynomial CDF    S X T (1e7) f32
  stencil        mean of the 4 neighbours, by slicing   u (4096,4096) f64 -> (4094,4094)
  matvec_N       einsum('ij,ej->ei', A, x)              A (N,N), x (1e6/N, N) f64;  N = 4 10 20 35
  softmax        softmax of every row                   x (4096,4096) f32
  reduce         x.sum(0), x.mean(1), x.std()           x (4096,4096) f64
  diamond        7 diamonds l = 1.01a+y, r = a-y/2, a = (l+r)/2: 42 ops     x y (1000) f64
  diamond_max    6 diamonds ending in (l+r)/max(r): 42 ops, 6 barriers      x y (1000) f64

  axpy_N         2.5 x + y                              x y (N) f64;  N = 1e2 .. 1e8
  gauss_N        exp(-x x)                              x (N) f64
  sum_N          x.sum()                                x (N) f64

Peers: numpy numexpr numba cpp (cpu); jax torch torch.compile (cpu, cuda); torch+graph cupy (cuda).
numba and cpp write into preallocated outputs; the others return new arrays, as a user would write it.
One line per workload: median ms, GB/s by the fewest bytes (each input once, each output once). Without --op
all but the last three.
usage: expr_ops.py --peer NAME [--device cpu|cuda] [--op ...]
"""
import argparse
import ctypes
import os

import numpy as np

import bench

N1, N2, TINY = 10 ** 7, 4096, 1000
OPS = ["where", "black_scholes", "stencil", "matvec_4", "matvec_10", "matvec_20", "matvec_35",
       "softmax", "reduce", "diamond", "diamond_max"]
RATE, VOL = 0.02, 0.3


SIZES = [f"{f}_{10 ** k}" for f in ("axpy", "gauss", "sum") for k in range(2, 9)]


def base(op):
    """The name without a size at its end."""
    return op.rstrip("0123456789").removesuffix("_")


def size(op):
    return int(op.rsplit("_", 1)[1])


def inputs(op):
    rng = np.random.default_rng(2)
    if op in SIZES:
        return [rng.random(size(op)) for _ in range(2 if base(op) == "axpy" else 1)]
    if op == "where":
        return [rng.random(N1) < 0.5, rng.random(N1), rng.random(N1)]
    if op == "black_scholes":
        return [rng.uniform(lo, hi, N1).astype(np.float32) for lo, hi in ((5, 30), (1, 100), (0.25, 10))]
    if op.startswith("matvec"):
        n = size(op)
        return [rng.standard_normal((n, n)), rng.standard_normal((10 ** 6 // n, n))]
    if op.startswith("diamond"):
        return [rng.random(TINY), rng.random(TINY)]
    x = rng.standard_normal((N2, N2))
    return [x.astype(np.float32) if op == "softmax" else x]


# ---- array expressions, for xp = numpy, jax.numpy, torch or cupy ------------------------------

def where(xp, c, a, b):
    return xp.where(c, a, b) + 1


def normal_cdf(xp, d):
    k = 1 / (1 + 0.2316419 * abs(d))
    poly = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    tail = 0.39894228 * xp.exp(-0.5 * d * d) * poly
    return xp.where(d < 0, tail, 1 - tail)


def black_scholes(xp, S, X, T):
    root = VOL * xp.sqrt(T)
    d1 = (xp.log(S / X) + (RATE + 0.5 * VOL * VOL) * T) / root
    n1, n2, pv = normal_cdf(xp, d1), normal_cdf(xp, d1 - root), X * xp.exp(-RATE * T)
    return S * n1 - pv * n2, pv * (1 - n2) - S * (1 - n1)


def stencil(xp, u):
    return 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])


def matvec(xp, A, x):
    return xp.einsum("ij,ej->ei", A, x)


def softmax(xp, x):
    e = xp.exp(x - xp.amax(x, axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def reduce(xp, x):
    return x.sum(axis=0), x.mean(axis=1), xp.std(x)


def diamond(xp, x, y):
    for _ in range(7):
        x = 0.5 * ((x * 1.01 + y) + (x - 0.5 * y))
    return x


def diamond_max(xp, x, y):
    for _ in range(6):
        r = x + 0.5 * y
        x = ((x * 1.01 + y) + r) / xp.amax(r)
    return x


def axpy(xp, x, y):
    return 2.5 * x + y


def gauss(xp, x):
    return xp.exp(-x * x)


def sum(xp, x):
    return x.sum()


EXPR = {op: globals()[base(op)] for op in OPS + SIZES}


# ---- peers: make(op, args) -> run(), or None where the peer cannot express the workload ----------

def peer_numpy(device):
    special = {"matvec": lambda A, x: np.einsum("ij,ej->ei", A, x, optimize=True)}

    def make(op, args):
        f = special.get(base(op), lambda *a: EXPR[op](np, *a))
        return lambda: f(*args)
    return dict(numpy=make), {}


def peer_numexpr(device):
    import numexpr as ne
    ne.set_num_threads(bench.threads())
    k = "(1 / (1 + f0 * abs(D)))"
    poly = f"{k} * (f1 + {k} * (f2 + {k} * (f3 + {k} * (f4 + {k} * f5))))"
    coef = (0.2316419, 0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429)
    const = {f"f{i}": np.float32(c) for i, c in enumerate(coef)}
    const |= dict(phi=np.float32(0.39894228), half=np.float32(0.5), drift=np.float32(RATE + VOL ** 2 / 2),
                  rate=np.float32(RATE), vol=np.float32(VOL))
    tail = f"phi * exp(-half * D * D) * {poly}"

    def cdf(d):
        return ne.evaluate(f"where(D < 0, {tail}, 1 - {tail})", dict(const, D=d))

    def black_scholes(S, X, T):
        d1 = ne.evaluate("(log(S / X) + drift * T) / (vol * sqrt(T))", dict(const, S=S, X=X, T=T))
        d2 = ne.evaluate("d1 - vol * sqrt(T)", dict(const, d1=d1, T=T))
        v = dict(const, S=S, X=X, T=T, n1=cdf(d1), n2=cdf(d2))
        return (ne.evaluate("S * n1 - X * exp(-rate * T) * n2", v),
                ne.evaluate("X * exp(-rate * T) * (1 - n2) - S * (1 - n1)", v))

    def stencil(u):
        v = dict(n=u[:-2, 1:-1], s=u[2:, 1:-1], w=u[1:-1, :-2], e=u[1:-1, 2:])
        return ne.evaluate("0.25 * (n + s + w + e)", v)

    def softmax(x):
        e = ne.evaluate("exp(x - m)", dict(x=x, m=x.max(axis=1, keepdims=True)))
        return ne.evaluate("e / s", dict(e=e, s=e.sum(axis=1, keepdims=True)))

    def diamond(x, y):
        for _ in range(7):
            x = ne.evaluate("0.5 * ((x * 1.01 + y) + (x - 0.5 * y))", dict(x=x, y=y))
        return x

    def diamond_max(x, y):
        for _ in range(6):
            r = ne.evaluate("x + 0.5 * y", dict(x=x, y=y))
            x = ne.evaluate("((x * 1.01 + y) + r) / m", dict(x=x, y=y, r=r, m=r.max()))
        return x

    functions = dict(where=lambda c, a, b: ne.evaluate("where(c, a, b) + 1", dict(c=c, a=a, b=b)),
                     black_scholes=black_scholes, stencil=stencil, softmax=softmax, diamond=diamond,
                     diamond_max=diamond_max, axpy=lambda x, y: ne.evaluate("2.5 * x + y", dict(x=x, y=y)),
                     gauss=lambda x: ne.evaluate("exp(-x * x)", dict(x=x)),
                     sum=lambda x: ne.evaluate("sum(x)", dict(x=x)))
    return dict(numexpr=lambda op, args: base(op) in functions and (lambda: functions[base(op)](*args))), {}


def peer_numba(device):
    import numba
    from math import exp, log, sqrt
    fast = dict(fastmath=True, error_model="numpy")
    par = numba.njit(parallel=True, **fast)
    f = np.float32
    one, half, rate, vol = f(1), f(0.5), f(RATE), f(VOL)
    c0, c1, c2, c3, c4, c5, phi = map(f, (0.2316419, 0.31938153, -0.356563782, 1.781477937,
                                          -1.821255978, 1.330274429, 0.39894228))

    @par
    def where(c, a, b, out):
        for i in numba.prange(len(a)):
            yes, no = a[i], b[i]                                 # both loaded, so that it vectorises
            out[i] = (yes if c[i] else no) + 1

    @numba.njit(**fast)
    def cdf(d):
        k = one / (one + c0 * abs(d))
        tail = phi * exp(-half * d * d) * k * (c1 + k * (c2 + k * (c3 + k * (c4 + k * c5))))
        return tail if d < 0 else one - tail

    @par
    def black_scholes(S, X, T, call, put):
        for i in numba.prange(len(S)):
            root = vol * sqrt(T[i])
            d1 = (log(S[i] / X[i]) + (rate + half * vol * vol) * T[i]) / root
            n1, n2, pv = cdf(d1), cdf(d1 - root), X[i] * exp(-rate * T[i])
            call[i] = S[i] * n1 - pv * n2
            put[i] = pv * (one - n2) - S[i] * (one - n1)

    @par
    def stencil(u, out):
        for i in numba.prange(out.shape[0]):
            for j in range(out.shape[1]):
                out[i, j] = 0.25 * (u[i, j + 1] + u[i + 2, j + 1] + u[i + 1, j] + u[i + 1, j + 2])

    def matvec_of(n):
        @par
        def matvec(At, x, out):
            for e in numba.prange(x.shape[0]):
                for i in range(n):
                    s = 0.0
                    for j in range(n):
                        s += At[j, i] * x[e, j]
                    out[e, i] = s
        return matvec

    @par
    def softmax(x, out):
        for i in numba.prange(x.shape[0]):
            top, total = x[i, 0], f(0)
            for j in range(x.shape[1]):
                top = max(top, x[i, j])
            for j in range(x.shape[1]):
                out[i, j] = exp(x[i, j] - top)
                total += out[i, j]
            for j in range(x.shape[1]):
                out[i, j] /= total

    @par
    def reduce(x, total, mean, spread):
        n, m = x.shape
        T = numba.get_num_threads()
        part, moment = np.zeros((T, m)), np.zeros((T, 3))
        for t in numba.prange(T):
            for i in range(t * n // T, (t + 1) * n // T):
                s = 0.0
                for j in range(m):
                    s += x[i, j]
                    part[t, j] += x[i, j]
                s /= m
                dev = 0.0
                for j in range(m):
                    dev += (x[i, j] - s) ** 2
                mean[i] = s
                moment[t, 0] += dev
                moment[t, 1] += s
                moment[t, 2] += s * s
        total[:] = part.sum(0)
        dev, first, second = moment.sum(0)
        spread[0] = sqrt(dev / (n * m) + second / n - (first / n) ** 2)

    @numba.njit(**fast)
    def diamond(x, y, out):
        for i in range(len(x)):
            a = x[i]
            for _ in range(7):
                a = 0.5 * ((a * 1.01 + y[i]) + (a - 0.5 * y[i]))
            out[i] = a

    @numba.njit(**fast)
    def diamond_max(x, y, out):
        out[:] = x
        for _ in range(6):
            top = 0.0
            for i in range(len(x)):
                top = max(top, out[i] + 0.5 * y[i])
            for i in range(len(x)):
                out[i] = ((out[i] * 1.01 + y[i]) + (out[i] + 0.5 * y[i])) / top

    def both(loop):
        """A loop without threads below 20000 elements, as in expr.cpp."""
        serial, parallel = numba.njit(**fast)(loop), par(loop)
        return lambda *args: (serial if len(args[0]) < 20000 else parallel)(*args)

    @both
    def axpy(x, y, out):
        for i in numba.prange(len(x)):
            out[i] = 2.5 * x[i] + y[i]

    @both
    def gauss(x, out):
        for i in numba.prange(len(x)):
            out[i] = exp(-x[i] * x[i])

    @both
    def sum(x, out):
        s = 0.0
        for i in numba.prange(len(x)):
            s += x[i]
        out[0] = s

    kernels = dict(where=where, black_scholes=black_scholes, stencil=stencil, softmax=softmax,
                   reduce=reduce, diamond=diamond, diamond_max=diamond_max, axpy=axpy, gauss=gauss, sum=sum)

    def make(op, args):
        kernel, out = kernels.get(base(op)), outputs(op)
        if kernel is None:
            kernel, args = matvec_of(args[0].shape[0]), [np.ascontiguousarray(args[0].T), args[1]]

        def run():
            kernel(*args, *out)
            return out
        return run
    return dict(numba=make), {}


def outputs(op):
    shapes = {"where": [N1], "black_scholes": [N1, N1], "stencil": [(N2 - 2, N2 - 2)], "softmax": [(N2, N2)],
              "reduce": [N2, N2, 1], "diamond": [TINY], "diamond_max": [TINY]}
    if op.startswith("matvec"):
        return [np.full_like(inputs(op)[1], np.nan)]
    if op in SIZES:
        return [np.full(1 if base(op) == "sum" else size(op), np.nan)]
    dtype = np.float32 if op in ("black_scholes", "softmax") else np.float64
    return [np.full(s, np.nan, dtype) for s in shapes[op]]


def peer_cpp(device):
    import peer_cpp as cpp
    lib = cpp.build("expr.cpp")

    def make(op, args):
        out = outputs(op)
        dims = list(args[1].shape[::-1]) if op.startswith("matvec") else [args[0].shape[0]]
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in [*args, *out]]
        values = [ctypes.c_long(s) for s in dims] + pointers
        call = getattr(lib, base(op))

        def run():
            call(*values)
            return out
        if op in SIZES or op.startswith("diamond"):              # a call from Python takes microseconds
            spare = [ctypes.c_void_p()] * (4 - len(pointers))
            run.repeat = lambda batch: lib.repeat(call, ctypes.c_long(batch), *values, *spare)
        return run
    return dict(cpp=make), {}


def peer_jax(device):
    os.environ["JAX_PLATFORMS"] = device
    import jax
    import jax.numpy as jnp
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_default_matmul_precision", "highest")

    def make(op, args):
        args, step = [jnp.asarray(a) for a in args], jax.jit(lambda *a: EXPR[op](jnp, *a))
        return lambda: step(*args)
    return dict(jax=make), dict(sync=jax.block_until_ready)


def peer_torch(device):
    import torch

    import peer_torch as pt
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", torch.get_num_threads())))
    special = dict(softmax=lambda x: torch.softmax(x, 1),
                   reduce=lambda x: (x.sum(0), x.mean(1), x.std(correction=0)))

    def expression(op):
        return special.get(op, lambda *a: EXPR[op](torch, *a))

    def tensors(args):
        return [torch.as_tensor(a, device=device) for a in args]

    def eager(op, args):
        args, f = tensors(args), expression(op)
        return lambda: f(*args)

    def compiled(op, args):
        torch._dynamo.reset()
        args, f = tensors(args), torch.compile(expression(op), dynamic=False)
        return lambda: f(*args)

    peers = {"torch": eager, "torch.compile": compiled}
    if device == "cpu":
        return peers, dict(numpy=lambda t: t.numpy())
    peers["torch+graph"] = lambda op, args: pt.captured(expression(op), tensors(args))
    peers["torch.compile+graph"] = lambda op, args: pt.captured(
        torch.compile(expression(op), dynamic=False), tensors(args))
    return peers, dict(numpy=lambda t: t.cpu().numpy(), sync=lambda out: torch.cuda.synchronize(),
                       timer=pt.event_timer)


def peer_cupy(device):
    import cupy as cp

    import peer_cupy as pc

    def make(op, args):
        args = [cp.asarray(a) for a in args]
        return lambda: EXPR[op](cp, *args)
    return dict(cupy=make), dict(numpy=cp.asnumpy, sync=lambda out: cp.cuda.Device().synchronize(),
                                 timer=pc.event_timer(cp.cuda.Stream.null))


PEERS = dict(numpy=peer_numpy, numexpr=peer_numexpr, numba=peer_numba, cpp=peer_cpp, jax=peer_jax,
             torch=peer_torch, cupy=peer_cupy)


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--peer", choices=list(PEERS), required=True)
    cli.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    cli.add_argument("--op", nargs="+", default=OPS, choices=OPS + SIZES, metavar="OP")
    cli.add_argument("--seconds", type=float, default=0.6)
    a = cli.parse_args()
    makers, how = PEERS[a.peer](a.device)
    to_numpy = how.pop("numpy", np.asarray)
    as_list = lambda out: [to_numpy(o) for o in (out if isinstance(out, (tuple, list)) else [out])]
    wrong = 0
    for op in a.op:
        args = inputs(op)
        wide = [x.astype(np.float64) if x.dtype == np.float32 else x for x in args]
        ref = EXPR[op](np, *wide) if not op.startswith("matvec") else wide[1] @ wide[0].T
        ref = [np.asarray(r) for r in (ref if isinstance(ref, tuple) else [ref])]
        f32 = args[0].dtype == np.float32
        moved = np.sum([x.nbytes for x in args]) + np.sum([r.size for r in ref]) * (4 if f32 else 8)
        values = max([x.size for x in args[-1:]] + [r.size for r in ref])
        for name, make in makers.items():
            run = make(op, args)
            if not run:
                continue
            rel = max(bench.relative_error(np.asarray(o), r) for o, r in zip(as_list(run()), ref))
            ok = rel < (2e-5 if f32 else 1e-11)
            wrong += not ok
            batch = 20 if a.device == "cuda" or op.startswith("diamond") else 1
            if op in SIZES:
                batch = max(batch, min(1000, 10 ** 5 // size(op)))
            t = bench.measure(run, batch=batch, seconds=a.seconds, **how)
            bench.line(peer=name, op=op, p=0, dtype="f32" if f32 else "f64", device=a.device,
                       threads=bench.threads(), dof=values, **t,
                       gb_s=moved / t["ms"] / 1e6, rel=rel, right=bool(ok))
    return wrong > 0


if __name__ == "__main__":
    raise SystemExit(main())
