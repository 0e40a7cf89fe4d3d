// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn tuning_materialize<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; M, N] {
        #[materialize]
        let a = x * y;
        #[materialize]
        let b = x[..;-1];
        #[materialize]
        let c = [1.0, 2.0, 3.0];
        a / (2 + abs(a)) + b * c[1]
    }

    pub fn tuning_inline<M>(x: [f64; M, 3], l: [index<M>; M]) -> [f64; M] {
        #[inline]
        let s = x * x;
        #[inline]
        let a = sqrt(sum(s, axis=1));
        a[l] - 2 * a
    }

    pub fn tuning_no_fuse<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M, N], f64) {
        let p = x + y;
        #[no_fuse]
        let a = p * 2;
        #[no_fuse]
        let s = sum(a);
        (a - x, s)
    }

    #[no_fuse]
    #[block(M = 2)]
    pub fn tuning_apart<M, N>(x: [f64; M, N], y: &mut [f64; N]) -> [f64; M] {
        let a = x[.., ..;-1] * y;
        y += 2 * y;
        sum(a, axis=1)
    }

    #[vectorize(M)]
    #[threads(64)]
    pub fn tuning_pointwise_first<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M, N], [f64; N, M]) {
        (2 * x + y, x.T * 3)
    }

    #[vectorize(M)]
    #[threads(64)]
    pub fn tuning_sums_first<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M], [f64; N], [f64; M]) {
        (sum(x * y, axis=1), sum(x, axis=0), sum(x * x, axis=1))
    }

    #[vectorize(N)]
    #[threads(1024)]
    pub fn tuning_pointwise_last<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M, N], [f64; N, M]) {
        (2 * x + y, x.T * 3)
    }

    #[vectorize(N)]
    #[threads(1024)]
    pub fn tuning_sums_last<M, N>(x: [f64; M, N], y: [f64; N]) -> ([f64; M], [f64; N], [f64; M]) {
        (sum(x * y, axis=1), sum(x, axis=0), sum(x * x, axis=1))
    }

    #[vectorize(N)]
    #[threads(32)]
    pub fn tuning_pinned_lanes<M, N>(x: [f64; M, N], d: [f64; N, N]) -> ([f64; M, N], [f64; M, N]) where N: 12 {
        let y = einsum("ij,ej->ei", d, x);
        (2 * x + 1, einsum("ij,ej->ei", d, y) + x)
    }

    #[vectorize(M)]
    #[threads(512)]
    pub fn tuning_pinned_points<M, N>(x: [f64; M, N], d: [f64; N, N]) -> ([f64; M, N], [f64; M, N]) where N: 12 {
        let y = einsum("ij,ej->ei", d, x);
        (2 * x + 1, einsum("ij,ej->ei", d, y) + x)
    }
}

functions! {
    tuning_materialize,
    tuning_inline,
    tuning_no_fuse,
    tuning_apart,
    tuning_pointwise_first,
    tuning_sums_first,
    tuning_pointwise_last,
    tuning_sums_last,
    tuning_pinned_lanes,
    tuning_pinned_points,
}
