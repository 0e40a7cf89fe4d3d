// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn scans_cumsum_f64<M, N>(x: [f64; M, N]) -> ([f64; M * N], [f64; M, N], [f64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_f64<M, N>(x: [f64; M, N]) -> ([f64; M * N], [f64; M, N], [f64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_f64<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_f64<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_f32<M, N>(x: [f32; M, N]) -> ([f32; M * N], [f32; M, N], [f32; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_f32<M, N>(x: [f32; M, N]) -> ([f32; M * N], [f32; M, N], [f32; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_f32<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_f32<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_i32<M, N>(x: [i32; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_i32<M, N>(x: [i32; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_i32<M, N>(x: [i32; M, N]) -> ([i32; M, N], [i32; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_i32<M, N>(x: [i32; M, N]) -> ([i32; M, N], [i32; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_i64<M, N>(x: [i64; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_i64<M, N>(x: [i64; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_i64<M, N>(x: [i64; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_i64<M, N>(x: [i64; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_u32<M, N>(x: [u32; M, N]) -> ([u64; M * N], [u64; M, N], [u64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_u32<M, N>(x: [u32; M, N]) -> ([u64; M * N], [u64; M, N], [u64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_u32<M, N>(x: [u32; M, N]) -> ([u32; M, N], [u32; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_u32<M, N>(x: [u32; M, N]) -> ([u32; M, N], [u32; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_u64<M, N>(x: [u64; M, N]) -> ([u64; M * N], [u64; M, N], [u64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_u64<M, N>(x: [u64; M, N]) -> ([u64; M * N], [u64; M, N], [u64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_u64<M, N>(x: [u64; M, N]) -> ([u64; M, N], [u64; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_u64<M, N>(x: [u64; M, N]) -> ([u64; M, N], [u64; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn scans_cumsum_bool<M, N>(x: [bool; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_bool<M, N>(x: [bool; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_bool<M, N>(x: [bool; M, N]) -> ([bool; M, N], [bool; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_bool<M, N>(x: [bool; M, N]) -> ([bool; M, N], [bool; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_i8<M, N>(x: [i8; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_i8<M, N>(x: [i8; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_i8<M, N>(x: [i8; M, N]) -> ([i8; M, N], [i8; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_i8<M, N>(x: [i8; M, N]) -> ([i8; M, N], [i8; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_i16<M, N>(x: [i16; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_i16<M, N>(x: [i16; M, N]) -> ([i64; M * N], [i64; M, N], [i64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_i16<M, N>(x: [i16; M, N]) -> ([i16; M, N], [i16; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_i16<M, N>(x: [i16; M, N]) -> ([i16; M, N], [i16; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_u8<M, N>(x: [u8; M, N]) -> ([u64; M * N], [u64; M, N], [u64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_u8<M, N>(x: [u8; M, N]) -> ([u64; M * N], [u64; M, N], [u64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_u8<M, N>(x: [u8; M, N]) -> ([u8; M, N], [u8; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_u8<M, N>(x: [u8; M, N]) -> ([u8; M, N], [u8; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_cumsum_u16<M, N>(x: [u16; M, N]) -> ([u64; M * N], [u64; M, N], [u64; M, N]) {
        (cumsum(x), cumsum(x, axis=0), x.cumsum(axis=-1))
    }

    pub fn scans_cumprod_u16<M, N>(x: [u16; M, N]) -> ([u64; M * N], [u64; M, N], [u64; M, N]) {
        (cumprod(x), cumprod(x, axis=0), x.cumprod(axis=-1))
    }

    pub fn scans_cummin_u16<M, N>(x: [u16; M, N]) -> ([u16; M, N], [u16; M, N]) {
        (cummin(x), x.cummin(axis=1))
    }

    pub fn scans_cummax_u16<M, N>(x: [u16; M, N]) -> ([u16; M, N], [u16; M, N]) {
        (cummax(x), x.cummax(axis=1))
    }

    pub fn scans_axes<A, B, C>(x: [f64; A, B, C]) -> ([f64; A, B, C], [f64; A, B, C], [f64; A, B, C]) {
        (cumsum(x, axis=0), cumsum(x, axis=1), cumsum(x, 2))
    }

    pub fn scans_dtype<N>(x: [i32; N], y: [f64; N]) -> ([f32; N], [i32; N], [i64; N]) {
        (cumsum(x, dtype=f32), cumprod(x, dtype=i32), cumsum(y, dtype=i64))
    }

    pub fn scans_initial<M, N>(x: [f64; M, N]) -> ([f64; M, N + 1], [f64; M + 1, N], [f64; M, N]) {
        (cumulative_sum(x, axis=1, include_initial=true), cumulative_prod(x, axis=0, include_initial=true),
         cumulative_sum(x, axis=-1))
    }

    pub fn scans_initial_integers<N>(x: [u32; N]) -> ([u64; N + 1], [u64; N + 1]) {
        (cumulative_sum(x, include_initial=true), x.cumulative_prod(include_initial=true))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn scans_long_f64<N>(x: [f64; N]) -> [f64; N] {
        cumsum(x)
    }

    pub fn scans_long_i64<N>(x: [i64; N]) -> [i64; N] {
        cumsum(x)
    }

    pub fn scans_many_rows<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M, N]) {
        (cumsum(x, axis=1), cummax(x, axis=0))
    }

    pub fn scans_between<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; M, N] {
        let s = cumsum(2.0 * x + y, axis=1);
        s / (1.0 + cumsum(x ** 2, axis=1)) + s[.., -1][.., newaxis]
    }

    pub fn scans_in_place<N>(x: &mut [f64; N], y: &mut [f64; N]) {
        x = cumsum(x);
        y = cummax(x) - y;
    }

    pub fn scans_returned_twice<N>(x: [f64; N]) -> ([f64; N], [f64; N]) {
        (cummin(x), cummin(x))
    }

    pub fn scans_of_indices<N, S>(m: [index<S>; N]) -> [i64; N] {
        cumsum(m)
    }

    pub fn scans_constants<N>(x: [f64; N]) -> ([i64; 4], [f64; 2, 3], [f64; N]) {
        (cumsum([3, 1, 4, 1]), cumprod([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], axis=1), cumsum(x[..;-1])[..;-1])
    }
}

functions! {
    scans_cumsum_f64,
    scans_cumprod_f64,
    scans_cummin_f64,
    scans_cummax_f64,
    scans_cumsum_f32,
    scans_cumprod_f32,
    scans_cummin_f32,
    scans_cummax_f32,
    scans_cumsum_i32,
    scans_cumprod_i32,
    scans_cummin_i32,
    scans_cummax_i32,
    scans_cumsum_i64,
    scans_cumprod_i64,
    scans_cummin_i64,
    scans_cummax_i64,
    scans_cumsum_u32,
    scans_cumprod_u32,
    scans_cummin_u32,
    scans_cummax_u32,
    scans_cumsum_u64,
    scans_cumprod_u64,
    scans_cummin_u64,
    scans_cummax_u64,
    scans_cumsum_bool,
    scans_cumprod_bool,
    scans_cummin_bool,
    scans_cummax_bool,
    scans_cumsum_i8,
    scans_cumprod_i8,
    scans_cummin_i8,
    scans_cummax_i8,
    scans_cumsum_i16,
    scans_cumprod_i16,
    scans_cummin_i16,
    scans_cummax_i16,
    scans_cumsum_u8,
    scans_cumprod_u8,
    scans_cummin_u8,
    scans_cummax_u8,
    scans_cumsum_u16,
    scans_cumprod_u16,
    scans_cummin_u16,
    scans_cummax_u16,
    scans_axes,
    scans_dtype,
    scans_initial,
    scans_initial_integers,
    scans_long_f64,
    scans_long_i64,
    scans_many_rows,
    scans_between,
    scans_in_place,
    scans_returned_twice,
    scans_of_indices,
    scans_constants,
}
