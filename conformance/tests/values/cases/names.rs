// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn names_acos<N>(a: [f64; N]) -> [f64; N] {
        acos(a)
    }

    pub fn names_asin<N>(a: [f64; N]) -> [f64; N] {
        asin(a)
    }

    pub fn names_atan<N>(a: [f64; N]) -> [f64; N] {
        atan(a)
    }

    pub fn names_asinh<N>(a: [f64; N]) -> [f64; N] {
        asinh(a)
    }

    pub fn names_acosh<N>(a: [f64; N]) -> [f64; N] {
        acosh(a)
    }

    pub fn names_atanh<N>(a: [f64; N]) -> [f64; N] {
        atanh(a)
    }

    pub fn names_rad2deg<N>(a: [f64; N]) -> [f64; N] {
        rad2deg(a)
    }

    pub fn names_deg2rad<N>(a: [f64; N]) -> [f64; N] {
        deg2rad(a)
    }

    pub fn names_atan2<N>(a: [f64; N], b: [f64; N]) -> [f64; N] {
        atan2(a, b)
    }

    pub fn names_bitwise_invert<N>(a: [i64; N]) -> [i64; N] {
        bitwise_invert(a)
    }

    pub fn names_bitwise_not<N>(a: [i64; N]) -> [i64; N] {
        bitwise_not(a)
    }

    pub fn names_bitwise_left_shift<N>(a: [i64; N], b: [i64; N]) -> [i64; N] {
        bitwise_left_shift(a, b)
    }

    pub fn names_right_shift<N>(a: [i64; N], b: [i64; N]) -> [i64; N] {
        right_shift(a, b)
    }

    pub fn names_gammaln<N>(a: [f64; N]) -> [f64; N] {
        gammaln(a)
    }

    pub fn names_permute_dims<M, N>(x: [f64; M, N]) -> [f64; N, M] {
        permute_dims(x, [1, 0])
    }

    pub fn names_concat<M, N>(x: [f64; M, N]) -> [f64; 2 * M, N] {
        concat([x, x + 1], axis=0)
    }

    pub fn names_dsplit<M, N>(v: [f64; M, N, 4]) -> ([f64; M, N, 2], [f64; M, N, 2]) {
        dsplit(v, 2)
    }

    pub fn names_empty<N>(x: [f64; N]) -> [f64; N] {
        x + empty([f64; N])
    }

    pub fn names_conjugate<N>(z: [c64; N]) -> [c64; N] {
        conjugate(z)
    }
}

functions! {
    names_acos,
    names_asin,
    names_atan,
    names_asinh,
    names_acosh,
    names_atanh,
    names_rad2deg,
    names_deg2rad,
    names_atan2,
    names_bitwise_invert,
    names_bitwise_not,
    names_bitwise_left_shift,
    names_right_shift,
    names_gammaln,
    names_permute_dims,
    names_concat,
    names_dsplit,
    names_empty,
    names_conjugate,
}
