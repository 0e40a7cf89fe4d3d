// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn reductions_sum_f64<M, N>(x: [f64; M, N]) -> (f64, [f64; N], [f64; M]) {
        (sum(x), sum(x, axis=0), x.sum(axis=-1))
    }

    pub fn reductions_sum_f32<M, N>(x: [f32; M, N]) -> (f32, [f32; N], [f32; M]) {
        (sum(x), sum(x, axis=0), x.sum(axis=-1))
    }

    pub fn reductions_sum_i32<M, N>(x: [i32; M, N]) -> (i64, [i64; N], [i64; M]) {
        (sum(x), sum(x, axis=0), x.sum(axis=-1))
    }

    pub fn reductions_sum_i64<M, N>(x: [i64; M, N]) -> (i64, [i64; N], [i64; M]) {
        (sum(x), sum(x, axis=0), x.sum(axis=-1))
    }

    pub fn reductions_sum_u32<M, N>(x: [u32; M, N]) -> (u64, [u64; N], [u64; M]) {
        (sum(x), sum(x, axis=0), x.sum(axis=-1))
    }

    pub fn reductions_sum_u64<M, N>(x: [u64; M, N]) -> (u64, [u64; N], [u64; M]) {
        (sum(x), sum(x, axis=0), x.sum(axis=-1))
    }

    pub fn reductions_sum_bool<M, N>(x: [bool; M, N]) -> (i64, [i64; N], [i64; M]) {
        (sum(x), sum(x, axis=0), x.sum(axis=-1))
    }

    pub fn reductions_prod_f64<M, N>(x: [f64; M, N]) -> (f64, [f64; N], [f64; M]) {
        (prod(x), prod(x, axis=0), x.prod(axis=-1))
    }

    pub fn reductions_prod_f32<M, N>(x: [f32; M, N]) -> (f32, [f32; N], [f32; M]) {
        (prod(x), prod(x, axis=0), x.prod(axis=-1))
    }

    pub fn reductions_prod_i32<M, N>(x: [i32; M, N]) -> (i64, [i64; N], [i64; M]) {
        (prod(x), prod(x, axis=0), x.prod(axis=-1))
    }

    pub fn reductions_prod_i64<M, N>(x: [i64; M, N]) -> (i64, [i64; N], [i64; M]) {
        (prod(x), prod(x, axis=0), x.prod(axis=-1))
    }

    pub fn reductions_prod_u32<M, N>(x: [u32; M, N]) -> (u64, [u64; N], [u64; M]) {
        (prod(x), prod(x, axis=0), x.prod(axis=-1))
    }

    pub fn reductions_prod_u64<M, N>(x: [u64; M, N]) -> (u64, [u64; N], [u64; M]) {
        (prod(x), prod(x, axis=0), x.prod(axis=-1))
    }

    pub fn reductions_prod_bool<M, N>(x: [bool; M, N]) -> (i64, [i64; N], [i64; M]) {
        (prod(x), prod(x, axis=0), x.prod(axis=-1))
    }

    pub fn reductions_min_f64<M, N>(x: [f64; M, N]) -> (f64, [f64; N], [f64; M]) {
        (min(x), min(x, axis=0), x.min(axis=-1))
    }

    pub fn reductions_min_f32<M, N>(x: [f32; M, N]) -> (f32, [f32; N], [f32; M]) {
        (min(x), min(x, axis=0), x.min(axis=-1))
    }

    pub fn reductions_min_i32<M, N>(x: [i32; M, N]) -> (i32, [i32; N], [i32; M]) {
        (min(x), min(x, axis=0), x.min(axis=-1))
    }

    pub fn reductions_min_i64<M, N>(x: [i64; M, N]) -> (i64, [i64; N], [i64; M]) {
        (min(x), min(x, axis=0), x.min(axis=-1))
    }

    pub fn reductions_min_u32<M, N>(x: [u32; M, N]) -> (u32, [u32; N], [u32; M]) {
        (min(x), min(x, axis=0), x.min(axis=-1))
    }

    pub fn reductions_min_u64<M, N>(x: [u64; M, N]) -> (u64, [u64; N], [u64; M]) {
        (min(x), min(x, axis=0), x.min(axis=-1))
    }

    pub fn reductions_min_bool<M, N>(x: [bool; M, N]) -> (bool, [bool; N], [bool; M]) {
        (min(x), min(x, axis=0), x.min(axis=-1))
    }

    pub fn reductions_max_f64<M, N>(x: [f64; M, N]) -> (f64, [f64; N], [f64; M]) {
        (max(x), max(x, axis=0), x.max(axis=-1))
    }

    pub fn reductions_max_f32<M, N>(x: [f32; M, N]) -> (f32, [f32; N], [f32; M]) {
        (max(x), max(x, axis=0), x.max(axis=-1))
    }

    pub fn reductions_max_i32<M, N>(x: [i32; M, N]) -> (i32, [i32; N], [i32; M]) {
        (max(x), max(x, axis=0), x.max(axis=-1))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn reductions_max_i64<M, N>(x: [i64; M, N]) -> (i64, [i64; N], [i64; M]) {
        (max(x), max(x, axis=0), x.max(axis=-1))
    }

    pub fn reductions_max_u32<M, N>(x: [u32; M, N]) -> (u32, [u32; N], [u32; M]) {
        (max(x), max(x, axis=0), x.max(axis=-1))
    }

    pub fn reductions_max_u64<M, N>(x: [u64; M, N]) -> (u64, [u64; N], [u64; M]) {
        (max(x), max(x, axis=0), x.max(axis=-1))
    }

    pub fn reductions_max_bool<M, N>(x: [bool; M, N]) -> (bool, [bool; N], [bool; M]) {
        (max(x), max(x, axis=0), x.max(axis=-1))
    }

    pub fn reductions_mean_f64<M, N>(x: [f64; M, N]) -> (f64, [f64; N], [f64; M]) {
        (mean(x), mean(x, axis=0), x.mean(axis=-1))
    }

    pub fn reductions_mean_f32<M, N>(x: [f32; M, N]) -> (f32, [f32; N], [f32; M]) {
        (mean(x), mean(x, axis=0), x.mean(axis=-1))
    }

    pub fn reductions_mean_i32<M, N>(x: [i32; M, N]) -> (f64, [f64; N], [f64; M]) {
        (mean(x), mean(x, axis=0), x.mean(axis=-1))
    }

    pub fn reductions_mean_i64<M, N>(x: [i64; M, N]) -> (f64, [f64; N], [f64; M]) {
        (mean(x), mean(x, axis=0), x.mean(axis=-1))
    }

    pub fn reductions_mean_u32<M, N>(x: [u32; M, N]) -> (f64, [f64; N], [f64; M]) {
        (mean(x), mean(x, axis=0), x.mean(axis=-1))
    }

    pub fn reductions_mean_u64<M, N>(x: [u64; M, N]) -> (f64, [f64; N], [f64; M]) {
        (mean(x), mean(x, axis=0), x.mean(axis=-1))
    }

    pub fn reductions_mean_bool<M, N>(x: [bool; M, N]) -> (f64, [f64; N], [f64; M]) {
        (mean(x), mean(x, axis=0), x.mean(axis=-1))
    }

    pub fn reductions_sum_axes<A, B, C>(x: [f64; A, B, C]) -> ([f64; B], [f64; C], [f64; A], f64) {
        (sum(x, axis=(0, 2)), x.sum(axis=(0, 1)), sum(x, axis=(-1, -2)), sum(x, axis=(0, 1, 2)))
    }

    pub fn reductions_keepdims<A, B, C>(x: [f64; A, B, C]) -> ([f64; A, 1, C], [f64; 1, B, 1], [f64; 1, 1, 1], [f64; A, B, C]) {
        (sum(x, axis=1, keepdims=true), x.max(axis=(0, 2), keepdims=true), min(x, keepdims=true),
         x - x.mean(axis=2, keepdims=true))
    }

    pub fn reductions_all_bool<M, N>(x: [bool; M, N]) -> (bool, [bool; N], [bool; M], [bool; M, 1]) {
        (all(x), all(x, axis=0), x.all(axis=1), all(x, axis=1, keepdims=true))
    }

    pub fn reductions_all_condition<N>(x: [f64; N], n: [i32; N]) -> (bool, bool) {
        (all(x > 0), all(n != 3))
    }

    pub fn reductions_any_bool<M, N>(x: [bool; M, N]) -> (bool, [bool; N], [bool; M], [bool; M, 1]) {
        (any(x), any(x, axis=0), x.any(axis=1), any(x, axis=1, keepdims=true))
    }

    pub fn reductions_any_condition<N>(x: [f64; N], n: [i32; N]) -> (bool, bool) {
        (any(x > 0), any(n != 3))
    }

    pub fn reductions_minimum_of_empty<N>(x: [f64; N]) -> (f64, f64) {
        (min(x), max(x))
    }

    pub fn reductions_extrema_of_extremes<N>(a: [i32; N], b: [u64; N], c: [f32; N]) -> (i32, u64, f32, i32, u64, f32) {
        (min(a), min(b), min(c), max(a), max(b), max(c))
    }

    pub fn reductions_sum_wraps<N>(a: [i64; N], b: [u32; N], c: [i32; N]) -> (i64, u64, i64, i64) {
        (sum(a), sum(b), sum(c), prod(a))
    }

    pub fn reductions_normalise<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / e.sum(axis=1, keepdims=true)
    }

    pub fn reductions_norm<N>(x: [f64; N], y: [f32; N]) -> (f64, f32) {
        (sqrt(sum(x * x)), sum(y ** 2) ** 0.5)
    }

    pub fn reductions_variance<M, N>(x: [f64; M, N]) -> [f64; N] {
        mean((x - mean(x, axis=0)) ** 2, axis=0)
    }

    pub fn reductions_count_condition<N>(x: [f64; N]) -> (i64, f64) {
        (sum(x > 0), mean(x > 0))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn reductions_closure_reductions<M, N>(x: [f64; M, N]) -> (f64, [f64; M], bool, f64) {
        (sum(|i: M, j: N| x[i, j] * (i as f64)), from_fn(|i: M| max(|j: N| abs(x[i, j]))), any(|i: M| x[i, 0] > 1.9),
         prod(|i: M| 1 + 0.1 * sum(|j: N| x[i, j])))
    }

    pub fn reductions_reduce_gathered<N, E, K>(x: [f64; N], i: [index<N>; E, K]) -> [f64; E] {
        x[i].sum(axis=1) - max(x[i], axis=1)
    }

    pub fn reductions_reduce_slices<M, N>(x: [f64; M, N]) -> ([f64; M], f64) {
        (sum(x[.., ..;2], axis=1), mean(x[1..-1, 1..-1]))
    }

    pub fn reductions_long_sum<N>(x: [f64; N], n: [i32; N]) -> (f64, i64, f64) {
        (sum(x), sum(n), max(x))
    }
}

functions! {
    reductions_sum_f64,
    reductions_sum_f32,
    reductions_sum_i32,
    reductions_sum_i64,
    reductions_sum_u32,
    reductions_sum_u64,
    reductions_sum_bool,
    reductions_prod_f64,
    reductions_prod_f32,
    reductions_prod_i32,
    reductions_prod_i64,
    reductions_prod_u32,
    reductions_prod_u64,
    reductions_prod_bool,
    reductions_min_f64,
    reductions_min_f32,
    reductions_min_i32,
    reductions_min_i64,
    reductions_min_u32,
    reductions_min_u64,
    reductions_min_bool,
    reductions_max_f64,
    reductions_max_f32,
    reductions_max_i32,
    reductions_max_i64,
    reductions_max_u32,
    reductions_max_u64,
    reductions_max_bool,
    reductions_mean_f64,
    reductions_mean_f32,
    reductions_mean_i32,
    reductions_mean_i64,
    reductions_mean_u32,
    reductions_mean_u64,
    reductions_mean_bool,
    reductions_sum_axes,
    reductions_keepdims,
    reductions_all_bool,
    reductions_all_condition,
    reductions_any_bool,
    reductions_any_condition,
    reductions_minimum_of_empty,
    reductions_extrema_of_extremes,
    reductions_sum_wraps,
    reductions_normalise,
    reductions_norm,
    reductions_variance,
    reductions_count_condition,
    reductions_closure_reductions,
    reductions_reduce_gathered,
    reductions_reduce_slices,
    reductions_long_sum,
}
