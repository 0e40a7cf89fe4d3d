"""What bodies call besides NumPy, for NumPy and for JAX."""
import numpy as np
import scipy.sparse
import scipy.special

import data


def cast(x, dtype):
    return x.astype(data.DTYPES[dtype])


def at(ufunc, x, index, values):
    x = x.copy()
    ufunc.at(x, index, values)
    return x


def segments(ufunc, x, ids, count, start):
    return at(ufunc, np.full((count,) + x.shape[1:], start, x.dtype), ids, x)


def topk(x, k):
    order = np.argsort(-x, kind="stable")[..., :k]
    return np.take_along_axis(x, order, -1), order


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def logsumexp(x, axis):
    top = x.max(axis=axis, keepdims=True)
    return np.squeeze(top, axis) + np.log(np.exp(x - top).sum(axis=axis))


def log_softmax(x, axis):
    shifted = x - x.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def xlogy(x, y):
    return np.where(x == 0, 0, x * np.log(y))


def histogram(x, bins):
    return np.histogram(x, bins)[0]


def csr_matvec(values, indices, indptr, x):
    return scipy.sparse.csr_array((values, indices, indptr), (len(indptr) - 1, len(x))) @ x


def uniform(key, shape, dtype):
    return np.random.Generator(np.random.Philox(int(key))).random(shape, dtype)


def normal(key, shape, dtype):
    return np.random.Generator(np.random.Philox(int(key))).standard_normal(shape, dtype)


def integers(key, low, high, shape, dtype):
    return np.random.Generator(np.random.Philox(int(key))).integers(low, high, shape, dtype)


SPECIAL = ("erf", "erfc", "gamma", "gammaln", "expit", "logit")
NUMPY = dict(np=np, cast=cast, at=at, segments=segments, topk=topk, softmax=softmax, logsumexp=logsumexp,
             log_softmax=log_softmax, xlogy=xlogy, histogram=histogram, csr_matvec=csr_matvec, uniform=uniform,
             normal=normal, integers=integers, **{n: getattr(scipy.special, n) for n in SPECIAL})  # fmt: skip


def jax_names():
    """The same for JAX; None where it is not installed."""
    try:
        import jax
    except ImportError:
        return None
    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    from jax.scipy import special

    names = dict(np=jnp, cast=cast, jax=jax, topk=jax.lax.top_k, softmax=jax.nn.softmax, logsumexp=special.logsumexp,
                 log_softmax=jax.nn.log_softmax, xlogy=special.xlogy, histogram=lambda x, b: jnp.histogram(x, b)[0])  # fmt: skip
    draw = lambda f: lambda key, *a: f(jax.random.key(key, impl="threefry2x32"), *a)
    names |= dict(uniform=draw(jax.random.uniform), normal=draw(jax.random.normal),
                  integers=lambda key, low, high, shape, dtype: jax.random.randint(jax.random.key(key), shape, low, high, dtype))  # fmt: skip
    return names | {n: getattr(special, n) for n in SPECIAL}


def function(body, parameters, names):
    """A Python function of a body: an expression, or statements that return."""
    lines = body.strip().splitlines()
    if "return" not in body:
        lines[-1] = "return " + lines[-1]
    text = f"def f({', '.join(parameters)}):\n" + "\n".join("    " + line for line in lines)
    scope = dict(names)
    exec(compile(text, body, "exec"), scope)
    return scope["f"]
