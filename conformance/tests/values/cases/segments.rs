// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn segments_sum_f64<N, S>(x: [f64; N], m: [index<S>; N], all: [f64; S]) -> ([f64; S], [f64; S]) {
        (segment_sum(x, m), all)
    }

    pub fn segments_prod_f64<N, S>(x: [f64; N], m: [index<S>; N], all: [f64; S]) -> ([f64; S], [f64; S]) {
        (segment_prod(x, m), all)
    }

    pub fn segments_min_f64<N, S>(x: [f64; N], m: [index<S>; N], all: [f64; S]) -> ([f64; S], [f64; S]) {
        (segment_min(x, m), all)
    }

    pub fn segments_max_f64<N, S>(x: [f64; N], m: [index<S>; N], all: [f64; S]) -> ([f64; S], [f64; S]) {
        (segment_max(x, m), all)
    }

    pub fn segments_sum_f32<N, S>(x: [f32; N], m: [index<S>; N], all: [f64; S]) -> ([f32; S], [f64; S]) {
        (segment_sum(x, m), all)
    }

    pub fn segments_prod_f32<N, S>(x: [f32; N], m: [index<S>; N], all: [f64; S]) -> ([f32; S], [f64; S]) {
        (segment_prod(x, m), all)
    }

    pub fn segments_min_f32<N, S>(x: [f32; N], m: [index<S>; N], all: [f64; S]) -> ([f32; S], [f64; S]) {
        (segment_min(x, m), all)
    }

    pub fn segments_max_f32<N, S>(x: [f32; N], m: [index<S>; N], all: [f64; S]) -> ([f32; S], [f64; S]) {
        (segment_max(x, m), all)
    }

    pub fn segments_sum_i32<N, S>(x: [i32; N], m: [index<S>; N], all: [f64; S]) -> ([i32; S], [f64; S]) {
        (segment_sum(x, m), all)
    }

    pub fn segments_prod_i32<N, S>(x: [i32; N], m: [index<S>; N], all: [f64; S]) -> ([i32; S], [f64; S]) {
        (segment_prod(x, m), all)
    }

    pub fn segments_min_i32<N, S>(x: [i32; N], m: [index<S>; N], all: [f64; S]) -> ([i32; S], [f64; S]) {
        (segment_min(x, m), all)
    }

    pub fn segments_max_i32<N, S>(x: [i32; N], m: [index<S>; N], all: [f64; S]) -> ([i32; S], [f64; S]) {
        (segment_max(x, m), all)
    }

    pub fn segments_sum_i64<N, S>(x: [i64; N], m: [index<S>; N], all: [f64; S]) -> ([i64; S], [f64; S]) {
        (segment_sum(x, m), all)
    }

    pub fn segments_prod_i64<N, S>(x: [i64; N], m: [index<S>; N], all: [f64; S]) -> ([i64; S], [f64; S]) {
        (segment_prod(x, m), all)
    }

    pub fn segments_min_i64<N, S>(x: [i64; N], m: [index<S>; N], all: [f64; S]) -> ([i64; S], [f64; S]) {
        (segment_min(x, m), all)
    }

    pub fn segments_max_i64<N, S>(x: [i64; N], m: [index<S>; N], all: [f64; S]) -> ([i64; S], [f64; S]) {
        (segment_max(x, m), all)
    }

    pub fn segments_sum_u32<N, S>(x: [u32; N], m: [index<S>; N], all: [f64; S]) -> ([u32; S], [f64; S]) {
        (segment_sum(x, m), all)
    }

    pub fn segments_prod_u32<N, S>(x: [u32; N], m: [index<S>; N], all: [f64; S]) -> ([u32; S], [f64; S]) {
        (segment_prod(x, m), all)
    }

    pub fn segments_min_u32<N, S>(x: [u32; N], m: [index<S>; N], all: [f64; S]) -> ([u32; S], [f64; S]) {
        (segment_min(x, m), all)
    }

    pub fn segments_max_u32<N, S>(x: [u32; N], m: [index<S>; N], all: [f64; S]) -> ([u32; S], [f64; S]) {
        (segment_max(x, m), all)
    }

    pub fn segments_sum_u64<N, S>(x: [u64; N], m: [index<S>; N], all: [f64; S]) -> ([u64; S], [f64; S]) {
        (segment_sum(x, m), all)
    }

    pub fn segments_prod_u64<N, S>(x: [u64; N], m: [index<S>; N], all: [f64; S]) -> ([u64; S], [f64; S]) {
        (segment_prod(x, m), all)
    }

    pub fn segments_min_u64<N, S>(x: [u64; N], m: [index<S>; N], all: [f64; S]) -> ([u64; S], [f64; S]) {
        (segment_min(x, m), all)
    }

    pub fn segments_max_u64<N, S>(x: [u64; N], m: [index<S>; N], all: [f64; S]) -> ([u64; S], [f64; S]) {
        (segment_max(x, m), all)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn segments_sum_i8<N, S>(x: [i8; N], m: [index<S>; N], all: [f64; S]) -> ([i8; S], [f64; S]) {
        (segment_sum(x, m), all)
    }

    pub fn segments_prod_i8<N, S>(x: [i8; N], m: [index<S>; N], all: [f64; S]) -> ([i8; S], [f64; S]) {
        (segment_prod(x, m), all)
    }

    pub fn segments_min_i8<N, S>(x: [i8; N], m: [index<S>; N], all: [f64; S]) -> ([i8; S], [f64; S]) {
        (segment_min(x, m), all)
    }

    pub fn segments_max_i8<N, S>(x: [i8; N], m: [index<S>; N], all: [f64; S]) -> ([i8; S], [f64; S]) {
        (segment_max(x, m), all)
    }

    pub fn segments_sum_u16<N, S>(x: [u16; N], m: [index<S>; N], all: [f64; S]) -> ([u16; S], [f64; S]) {
        (segment_sum(x, m), all)
    }

    pub fn segments_prod_u16<N, S>(x: [u16; N], m: [index<S>; N], all: [f64; S]) -> ([u16; S], [f64; S]) {
        (segment_prod(x, m), all)
    }

    pub fn segments_min_u16<N, S>(x: [u16; N], m: [index<S>; N], all: [f64; S]) -> ([u16; S], [f64; S]) {
        (segment_min(x, m), all)
    }

    pub fn segments_max_u16<N, S>(x: [u16; N], m: [index<S>; N], all: [f64; S]) -> ([u16; S], [f64; S]) {
        (segment_max(x, m), all)
    }

    pub fn segments_rows<N, S, K>(x: [f64; N, K], m: [index<S>; N], w: [f64; S, K]) -> ([f64; S, K], [f64; S, K]) {
        (segment_sum(x, m) + w, segment_max(2.0 * x, m))
    }

    pub fn segments_constant_rows<N, S>(x: [f64; N, 3, 2], m: [index<S>; N], w: [f64; S]) -> [f64; S, 3, 2] {
        segment_sum(x, m) * w[.., newaxis, newaxis]
    }

    pub fn segments_checked<N, S>(x: [f64; N], m: [i32; N], w: [f64; S]) -> [f64; S] {
        segment_sum(x, m, num_segments=S) - w
    }

    pub fn segments_more_segments<N, S>(x: [i64; N], m: [index<S>; N], big: [u64; N]) -> ([i64; S + 2], [i64; 4]) {
        (segment_sum(x, m, num_segments=S + 2), segment_min(x, big, 4))
    }

    pub fn segments_few_segments<N>(x: [f32; N]) -> ([f32; 3], [f32; 1]) {
        (segment_sum(x, from_fn(|i: N| i % 3), 3), segment_max(x, from_fn(|i: N| 0 * i), 1))
    }

    pub fn segments_long<N, S>(x: [f64; N], m: [index<S>; N], w: [f64; S]) -> ([f64; S], [i64; S]) {
        (segment_sum(x, m) * w, bincount(m))
    }

    pub fn segments_parts_mixed<N, S>() -> ([f64; S], [f64; S], [i8; S], [i64; S], [f64; S]) {
        let m = from_fn(|i: N| i * 7907 % S);
        let x = from_fn(|i: N| (i * 7919 % 501) / 8.0 - 31.0);
        let k = from_fn(|i: N| i * 31 % 7 - 3) as i8;
        (
            segment_sum(x, m, num_segments=S),
            segment_min(x, m, num_segments=S),
            segment_prod(k, m, num_segments=S),
            bincount(m, minlength=S),
            bincount(m, x, minlength=S),
        )
    }

    pub fn segments_parts_ascending<N, S>() -> ([f64; S], [f64; S], [i8; S], [i64; S], [f64; S]) {
        let m = from_fn(|i: N| minimum(floor_divide(i, 397), S - 1));
        let x = from_fn(|i: N| (i * 7919 % 501) / 8.0 - 31.0);
        let k = from_fn(|i: N| i * 31 % 7 - 3) as i8;
        (
            segment_sum(x, m, num_segments=S),
            segment_min(x, m, num_segments=S),
            segment_prod(k, m, num_segments=S),
            bincount(m, minlength=S),
            bincount(m, x, minlength=S),
        )
    }

    pub fn segments_parts_of_i32<N, S>(v: [i32; S, 3]) -> ([i32; S, 3], [i32; S, 3], [i32; S, 3]) {
        let m = from_fn(|i: N| i * 31 % 89) as i32;
        let x = from_fn(|i: N, j: 3| 3 * i + j) as i32;
        (segment_sum(x, m, num_segments=S), segment_max(x, m, num_segments=S), scatter_add(v, m, x))
    }

    pub fn segments_parts_of_u8<N, S>(v: [i32; S, 3]) -> ([i32; S, 3], [i32; S, 3], [i32; S, 3]) {
        let m = from_fn(|i: N| i * 31 % 89) as u8;
        let x = from_fn(|i: N, j: 3| 3 * i + j) as i32;
        (segment_sum(x, m, num_segments=S), segment_max(x, m, num_segments=S), scatter_add(v, m, x))
    }

    pub fn segments_parts_of_u64<N, S>(v: [i32; S, 3]) -> ([i32; S, 3], [i32; S, 3], [i32; S, 3]) {
        let m = from_fn(|i: N| i * 31 % 89) as u64;
        let x = from_fn(|i: N, j: 3| 3 * i + j) as i32;
        (segment_sum(x, m, num_segments=S), segment_max(x, m, num_segments=S), scatter_add(v, m, x))
    }

    pub fn segments_of_values<N, S>(x: [f16; N], b: [bool; N], z: [c64; N], m: [index<S>; N], w: [f64; S]) -> ([f16; S], [f16; S], [bool; S], [bool; S], [c64; S], [f64; S]) {
        (segment_sum(x, m), segment_max(x, m), segment_min(b, m), segment_max(b, m), segment_sum(z, m), w)
    }

    pub fn segments_in_closures<N, S, E>(x: [f64; N], m: [index<S>; N], w: [f64; E], s: [f64; S]) -> ([f64; E, S], [f64; S]) {
        (from_fn(|e: E, k: S| segment_sum(x * w[e], m)[k]), s)
    }

    pub fn segments_twice<N, S>(x: [f64; N], m: [index<S>; N], y: [f64; S]) -> [f64; N] {
        let total = segment_sum(x, m) + y;
        x / segment_sum(total[m], m)[m]
    }

    pub fn segments_scatter_add<N, S>(x: [f64; S], m: [index<S>; N], v: [f64; N]) -> [f64; S] {
        scatter_add(x, m, v)
    }

    pub fn segments_scatter_add_rows<N, S, K>(x: [i32; S, K], m: [i64; N, 2], v: [i32; N, 2, K]) -> [i32; S, K] {
        x.scatter_add(m, v)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn segments_scatter_mul<N, S>(x: [f64; S], m: [index<S>; N], v: [f64; N]) -> [f64; S] {
        scatter_mul(x, m, v)
    }

    pub fn segments_scatter_mul_rows<N, S, K>(x: [i32; S, K], m: [i64; N, 2], v: [i32; N, 2, K]) -> [i32; S, K] {
        x.scatter_mul(m, v)
    }

    pub fn segments_scatter_min<N, S>(x: [f64; S], m: [index<S>; N], v: [f64; N]) -> [f64; S] {
        scatter_min(x, m, v)
    }

    pub fn segments_scatter_min_rows<N, S, K>(x: [i32; S, K], m: [i64; N, 2], v: [i32; N, 2, K]) -> [i32; S, K] {
        x.scatter_min(m, v)
    }

    pub fn segments_scatter_max<N, S>(x: [f64; S], m: [index<S>; N], v: [f64; N]) -> [f64; S] {
        scatter_max(x, m, v)
    }

    pub fn segments_scatter_max_rows<N, S, K>(x: [i32; S, K], m: [i64; N, 2], v: [i32; N, 2, K]) -> [i32; S, K] {
        x.scatter_max(m, v)
    }

    pub fn segments_scatter_broadcast<N, S, K>(x: &mut [f64; S, K], m: [index<S>; N], v: [f64; K]) {
        x = scatter_add(x, m, v);
    }

    pub fn segments_scatter_scalar<N, S>(x: [i64; S], m: [index<S>; N], v: i64) -> ([i64; S], [i64; S]) {
        (scatter_add(x, m, 1), scatter_max(x, m, v))
    }

    pub fn segments_bincount<N, S>(m: [index<S>; N], w: [f32; N], k: [i32; N], all: [f64; S]) -> ([i64; S], [f64; S], [i64; 6], [f64; S]) {
        (bincount(m), bincount(m, weights=w), bincount(k, minlength=6), all)
    }
}

functions! {
    segments_sum_f64,
    segments_prod_f64,
    segments_min_f64,
    segments_max_f64,
    segments_sum_f32,
    segments_prod_f32,
    segments_min_f32,
    segments_max_f32,
    segments_sum_i32,
    segments_prod_i32,
    segments_min_i32,
    segments_max_i32,
    segments_sum_i64,
    segments_prod_i64,
    segments_min_i64,
    segments_max_i64,
    segments_sum_u32,
    segments_prod_u32,
    segments_min_u32,
    segments_max_u32,
    segments_sum_u64,
    segments_prod_u64,
    segments_min_u64,
    segments_max_u64,
    segments_sum_i8,
    segments_prod_i8,
    segments_min_i8,
    segments_max_i8,
    segments_sum_u16,
    segments_prod_u16,
    segments_min_u16,
    segments_max_u16,
    segments_rows,
    segments_constant_rows,
    segments_checked,
    segments_more_segments,
    segments_few_segments,
    segments_long,
    segments_parts_mixed,
    segments_parts_ascending,
    segments_parts_of_i32,
    segments_parts_of_u8,
    segments_parts_of_u64,
    segments_of_values,
    segments_in_closures,
    segments_twice,
    segments_scatter_add,
    segments_scatter_add_rows,
    segments_scatter_mul,
    segments_scatter_mul_rows,
    segments_scatter_min,
    segments_scatter_min_rows,
    segments_scatter_max,
    segments_scatter_max_rows,
    segments_scatter_broadcast,
    segments_scatter_scalar,
    segments_bincount,
}
