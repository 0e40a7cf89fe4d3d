// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn statistics_dtypes<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N], b: [bool; M, N]) -> (f64, [f64; N], i32, [i32; M], [f32; N], bool, f64, [i32; M]) {
        (sum(n, dtype=f64),
         sum(y, axis=0, dtype=f64),
         prod(b, dtype=i32),
         n.sum(axis=1, dtype=i32),
         mean(n, axis=0, dtype=f32),
         sum(b, dtype=bool),
         amin(x),
         amax(n, axis=-1))
    }

    pub fn statistics_var<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N], b: [bool; M, N]) -> (f64, [f64; N], [f32; M], [f64; M, 1], [f64; N], f32, [f64; M], [f64; 1, 1], f32) {
        (var(x),
         var(x, axis=0),
         y.var(axis=1),
         var(n, axis=-1, keepdims=true),
         var(x, axis=0, ddof=1),
         var(y, correction=1),
         var(x, axis=1, ddof=1.5),
         var(b, axis=(0, 1), keepdims=true),
         var(n, dtype=f32))
    }

    pub fn statistics_std<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N], b: [bool; M, N]) -> (f64, [f64; N], [f32; M], [f64; M, 1], [f64; N], f32, [f64; M], [f64; 1, 1], f32) {
        (std(x),
         std(x, axis=0),
         y.std(axis=1),
         std(n, axis=-1, keepdims=true),
         std(x, axis=0, ddof=1),
         std(y, correction=1),
         std(x, axis=1, ddof=1.5),
         std(b, axis=(0, 1), keepdims=true),
         std(n, dtype=f32))
    }

    pub fn statistics_average<M, N>(x: [f64; M, N], w: [f64; N], v: [f64; M, N], n: [i32; M, N], u: [f32; M], y: [f32; M, N]) -> (f64, [f64; N], [f64; M], f64, [f32; 1, N], f64) {
        (average(x),
         average(n, axis=0),
         average(x, axis=1, weights=w),
         x.average(weights=v),
         average(y, axis=0, weights=u, keepdims=true),
         average(x, axis=(0, 1), weights=v))
    }

    pub fn statistics_counts<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N], b: [bool; M, N]) -> (f64, [i32; N], [f32; M, 1], i64, [i64; N], [i64; M, 1], i64) {
        (ptp(x),
         n.ptp(axis=0),
         ptp(y, axis=1, keepdims=true),
         count_nonzero(x),
         count_nonzero(n, axis=0),
         count_nonzero(b, axis=1, keepdims=true),
         count_nonzero(x > 0.5))
    }

    pub fn statistics_exponentials<M, N>(x: [f64; M, N], y: [f32; M, N]) -> (f64, [f64; N], [f32; M, 1], [f64; M, N], [f32; M, N], [f64; M, N]) {
        (logsumexp(x),
         logsumexp(x, axis=0),
         y.logsumexp(axis=1, keepdims=true),
         softmax(x, axis=-1),
         softmax(y),
         log_softmax(x, axis=0))
    }

    pub fn statistics_logsumexp_of_infinity<M, N>(x: [f64; M, N]) -> [f64; M] {
        logsumexp(x, axis=1)
    }

    pub fn statistics_norm<A, B, C>(x: [f64; A, B, C], m: [f64; B, C], v: [f64; C], n: [i32; C], w: [f32; C]) -> (f64, f64, f64, f32, f64, f64, f64, f64, f64, [f64; A, C], [f64; A, B, 1]) {
        (norm(x),
         norm(v),
         norm(n, 1),
         w.norm(ord=3),
         norm(v, inf),
         norm(v, -inf),
         norm(n, 0),
         norm(v, 2),
         norm(v, 0.5),
         norm(x, axis=1),
         norm(x, 1, axis=-1, keepdims=true))
    }

    pub fn statistics_matrix_norm<A, B, C>(x: [f64; A, B, C], m: [f64; B, C]) -> (f64, f64, f64, f64, f64, [f64; B], [f64; B], [f64; A, 1, 1]) {
        (norm(m, "fro"),
         norm(m, 1),
         norm(m, -1),
         norm(m, inf),
         norm(m, -inf),
         norm(x, axis=(0, 2)),
         norm(x, inf, axis=(2, 0)),
         norm(x, 1, axis=(-2, -1), keepdims=true))
    }

    pub fn statistics_argmin<M, N>(x: [f64; M, N], n: [i32; M, N], b: [bool; M, N], u: [u64; M, N]) -> (i64, [i64; N], [i64; M], [i64; M, 1], [i64; N], i64, [i64; N], [f64; N], [f64; M]) {
        (argmin(x),
         argmin(x, axis=0),
         x.argmin(axis=-1),
         argmin(n, axis=1, keepdims=true),
         argmin(b, axis=0),
         argmin(u),
         argmin(n * n - 2 * n, axis=0) + 1,
         x[argmin(x, axis=0), 0],
         from_fn(|i: M| x[i, argmin(x[i])]))
    }

    pub fn statistics_argmax<M, N>(x: [f64; M, N], n: [i32; M, N], b: [bool; M, N], u: [u64; M, N]) -> (i64, [i64; N], [i64; M], [i64; M, 1], [i64; N], i64, [i64; N], [f64; N], [f64; M]) {
        (argmax(x),
         argmax(x, axis=0),
         x.argmax(axis=-1),
         argmax(n, axis=1, keepdims=true),
         argmax(b, axis=0),
         argmax(u),
         argmax(n * n - 2 * n, axis=0) + 1,
         x[argmax(x, axis=0), 0],
         from_fn(|i: M| x[i, argmax(x[i])]))
    }

    pub fn statistics_nansum<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N]) -> (f64, [f64; N], [f32; M, 1], [i64; N]) {
        (nansum(x),
         nansum(x, axis=0),
         y.nansum(axis=1, keepdims=true),
         nansum(n, axis=0))
    }

    pub fn statistics_nanprod<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N]) -> (f64, [f64; N], [f32; M, 1], [i64; N]) {
        (nanprod(x),
         nanprod(x, axis=0),
         y.nanprod(axis=1, keepdims=true),
         nanprod(n, axis=0))
    }

    pub fn statistics_nanmin<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N]) -> (f64, [f64; N], [f32; M, 1], [i32; N]) {
        (nanmin(x),
         nanmin(x, axis=0),
         y.nanmin(axis=1, keepdims=true),
         nanmin(n, axis=0))
    }

    pub fn statistics_nanmax<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N]) -> (f64, [f64; N], [f32; M, 1], [i32; N]) {
        (nanmax(x),
         nanmax(x, axis=0),
         y.nanmax(axis=1, keepdims=true),
         nanmax(n, axis=0))
    }

    pub fn statistics_nanmean<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N]) -> (f64, [f64; N], [f32; M, 1], [f64; N]) {
        (nanmean(x),
         nanmean(x, axis=0),
         y.nanmean(axis=1, keepdims=true),
         nanmean(n, axis=0))
    }

    pub fn statistics_nanvar<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N]) -> (f64, [f64; N], [f32; M, 1], [f64; N]) {
        (nanvar(x),
         nanvar(x, axis=0),
         y.nanvar(axis=1, keepdims=true),
         nanvar(n, axis=0))
    }

    pub fn statistics_nanstd<M, N>(x: [f64; M, N], y: [f32; M, N], n: [i32; M, N]) -> (f64, [f64; N], [f32; M, 1], [f64; N]) {
        (nanstd(x),
         nanstd(x, axis=0),
         y.nanstd(axis=1, keepdims=true),
         nanstd(n, axis=0))
    }

    pub fn statistics_nanvar_ddof<M, N>(x: [f64; M, N]) -> ([f64; M], f64) {
        (nanvar(x, axis=1, ddof=1),
         nanstd(x, ddof=2))
    }

    pub fn statistics_diff<M, N>(x: [f64; M, N], n: [i32; M], b: [bool; N]) -> ([f64; M, N - 1], [f64; M - 1, N], [i32; M - 2], [bool; N - 1], [f64; M - 3, N], [f64; M, N]) {
        (diff(x),
         diff(x, axis=0),
         n.diff(n=2),
         diff(b),
         diff(x, n=3, axis=0),
         diff(x, 0))
    }

    pub fn statistics_gradient<M, N>(x: [f64; M, N], y: [f32; N], n: [i64; N], h: f64) -> ([f32; N], [f64; N], [f64; M, N], [f64; M, N], [f64; M, N]) {
        (gradient(y),
         gradient(n),
         gradient(x, 0.5, axis=0),
         gradient(x)[1],
         gradient(x, h, 2)[0])
    }

    pub fn statistics_trapezoid<M, N>(y: [f64; M, N], x: [f64; N], n: [i32; N], z: [f64; M, N], w: [f32; N]) -> ([f64; M], f64, [f64; M], [f64; N], [f64; N], f32) {
        (trapezoid(y),
         trapz(n),
         trapezoid(y, x),
         trapezoid(y, dx=0.25, axis=0),
         y.trapezoid(x=z, axis=0),
         trapezoid(w, dx=2))
    }

    pub fn statistics_convolve<N, M>(a: [f64; N], v: [f64; M], n: [i32; N], k: [f64; 3], b: [bool; N]) -> ([f64; N + M - 1], [f64; N], [f64; N - M + 1], [f64; N + M - 1], [i32; N], [f64; N - 2], [f64; N - M + 1], [f64; N], [f64; N + M - 1], [bool; 2 * N - 1]) {
        (convolve(a, v),
         convolve(a, v, "same"),
         convolve(a, v, mode="valid"),
         convolve(v, a),
         convolve(n, [1i32, -2, 1], "same"),
         a.convolve(k, "valid"),
         correlate(a, v),
         correlate(a, v, "same"),
         correlate(a, v, mode="full"),
         convolve(b, b))
    }
}

functions! {
    statistics_dtypes,
    statistics_var,
    statistics_std,
    statistics_average,
    statistics_counts,
    statistics_exponentials,
    statistics_logsumexp_of_infinity,
    statistics_norm,
    statistics_matrix_norm,
    statistics_argmin,
    statistics_argmax,
    statistics_nansum,
    statistics_nanprod,
    statistics_nanmin,
    statistics_nanmax,
    statistics_nanmean,
    statistics_nanvar,
    statistics_nanstd,
    statistics_nanvar_ddof,
    statistics_diff,
    statistics_gradient,
    statistics_trapezoid,
    statistics_convolve,
}
