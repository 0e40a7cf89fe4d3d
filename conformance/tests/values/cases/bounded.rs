// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn bounded_compress_f64<N>(x: [f64; N], mask: [bool; N]) -> ([f64; N], i64, [f64; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }

    pub fn bounded_unique_f64<N>(x: [f64; N]) -> ([f64; N], [i64; N], [i64; N], [i64; N], i64, [f64; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_f64<M, N>(x: [f64; M], y: [f64; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_f32<N>(x: [f32; N], mask: [bool; N]) -> ([f32; N], i64, [f32; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }

    pub fn bounded_unique_f32<N>(x: [f32; N]) -> ([f32; N], [i64; N], [i64; N], [i64; N], i64, [f32; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_f32<M, N>(x: [f32; M], y: [f32; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_i32<N>(x: [i32; N], mask: [bool; N]) -> ([i32; N], i64, [i32; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }

    pub fn bounded_unique_i32<N>(x: [i32; N]) -> ([i32; N], [i64; N], [i64; N], [i64; N], i64, [i32; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_i32<M, N>(x: [i32; M], y: [i32; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_i64<N>(x: [i64; N], mask: [bool; N]) -> ([i64; N], i64, [i64; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }

    pub fn bounded_unique_i64<N>(x: [i64; N]) -> ([i64; N], [i64; N], [i64; N], [i64; N], i64, [i64; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_i64<M, N>(x: [i64; M], y: [i64; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_u32<N>(x: [u32; N], mask: [bool; N]) -> ([u32; N], i64, [u32; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }

    pub fn bounded_unique_u32<N>(x: [u32; N]) -> ([u32; N], [i64; N], [i64; N], [i64; N], i64, [u32; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_u32<M, N>(x: [u32; M], y: [u32; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_u64<N>(x: [u64; N], mask: [bool; N]) -> ([u64; N], i64, [u64; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }

    pub fn bounded_unique_u64<N>(x: [u64; N]) -> ([u64; N], [i64; N], [i64; N], [i64; N], i64, [u64; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_u64<M, N>(x: [u64; M], y: [u64; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_bool<N>(x: [bool; N], mask: [bool; N]) -> ([bool; N], i64, [bool; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=true);
        (all, n, more, m)
    }

    pub fn bounded_unique_bool<N>(x: [bool; N]) -> ([bool; N], [i64; N], [i64; N], [i64; N], i64, [bool; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_compress_i8<N>(x: [i8; N], mask: [bool; N]) -> ([i8; N], i64, [i8; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }

    pub fn bounded_unique_i8<N>(x: [i8; N]) -> ([i8; N], [i64; N], [i64; N], [i64; N], i64, [i8; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_i8<M, N>(x: [i8; M], y: [i8; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_u16<N>(x: [u16; N], mask: [bool; N]) -> ([u16; N], i64, [u16; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn bounded_unique_u16<N>(x: [u16; N]) -> ([u16; N], [i64; N], [i64; N], [i64; N], i64, [u16; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_u16<M, N>(x: [u16; M], y: [u16; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_f16<N>(x: [f16; N], mask: [bool; N]) -> ([f16; N], i64, [f16; N + 2], i64) {
        let (all, n) = compress(mask, x, size=N);
        let (more, m) = compress(!mask, x, size=N + 2, fill_value=7);
        (all, n, more, m)
    }

    pub fn bounded_unique_f16<N>(x: [f16; N]) -> ([f16; N], [i64; N], [i64; N], [i64; N], i64, [f16; N], i64) {
        let (values, first, inverse, counts, n) =
            unique(x, return_index=true, return_inverse=true, return_counts=true, size=N);
        let (alone, m) = unique(x, size=N);
        (values, first, inverse, counts, n, alone, m)
    }

    pub fn bounded_join_f16<M, N>(x: [f16; M], y: [f16; N]) -> ([i64; M * N], [i64; M * N], i64) {
        join(x, y, size=M * N)
    }

    pub fn bounded_compress_bound<N, M>(x: [f64; N], mask: [bool; N], y: [i64; M]) -> ([f64; M], i64, [i64; M]) {
        let (values, count) = compress(mask, x * 2.0, size=M);
        (values, count, y)
    }

    pub fn bounded_compress_axes<N, K>(x: [f32; N, K], rows: [bool; N], columns: [i32; K], all: [bool; N * K])
        -> ([f32; N, K], i64, [f32; N, 2], i64, [f32; N * K], i64) {
        let (a, n) = compress(rows, x, axis=0, size=N);
        let (b, m) = compress(columns, x, axis=-1, size=2, fill_value=-1);
        let (c, k) = compress(all, x, size=N * K);
        (a, n, b, m, c, k)
    }

    pub fn bounded_compress_complex<N>(z: [c64; N], mask: [bool; N]) -> ([c64; N], i64, [c64; N], i64) {
        let (a, n) = compress(mask, z, size=N);
        let (b, m) = compress(z, z, size=N, fill_value=1 - 2j);
        (a, n, b, m)
    }

    pub fn bounded_nonzero<N>(x: [i32; N], y: [f64; N]) -> ([i64; N], i64, f64) {
        let (i, n) = nonzero(x, size=N);
        let (j, m) = y.nonzero(size=N, fill_value=-1);
        (i, n + m, sum(where(j < 0, 0.0, 1.0)))
    }

    pub fn bounded_nonzero_axes<A, B>(x: [i64; A, B, 2]) -> ([i64; 2 * A * B], [i64; A * B * 2], [i64; A * B * 2], i64) {
        nonzero(x > 0, size=A * B * 2)
    }

    pub fn bounded_nonzero_gathers<N>(x: [f64; N], k: [f64; 3]) -> ([f64; 2], i64) {
        let (i, n) = nonzero(k > 0, size=2);
        (where(arange(2) < n, k[i], 0.0) + sum(x), n)
    }

    pub fn bounded_unique_nan<N>(x: [f64; N]) -> ([f64; N], [i64; N], [i64; N], i64) {
        let (values, inverse, counts, n) = unique(x, return_inverse=true, return_counts=true, size=N, fill_value=9.5);
        (values, inverse, counts, n)
    }

    pub fn bounded_unique_groups<N, G>(key: [i64; N], x: [f64; N], names: [i64; G]) -> ([i64; G], [f64; G], [i64; G], i64) {
        let (keys, group, count) = unique(key, return_inverse=true, size=G);
        (keys, segment_sum(x, group, num_segments=G), names, count)
    }

    pub fn bounded_unique_rows<M, N>(x: [i32; M, N]) -> ([i32; M * N], [i64; M, N], i64) {
        unique(x, return_inverse=true, size=M * N)
    }

    pub fn bounded_unique_gathers<N>(x: [i64; N]) -> ([i64; N], i64) {
        let (values, inverse, n) = unique(x, return_inverse=true, size=N);
        (values[inverse], n)
    }

    pub fn bounded_join_bound<M, N, K>(x: [i64; M], y: [i64; N], z: [f64; K]) -> ([i64; K], [i64; K], i64, [f64; K]) {
        let (i, j, n) = join(x, y, size=K, fill_value=-1);
        (i, j, n, z)
    }

    pub fn bounded_lexsort<N>(a: [i64; N], b: [f32; N], c: [bool; N]) -> ([i64; N], [i64; N], [i64; N]) {
        let i = lexsort((a, b));
        (i, lexsort([b, a, c]), a[lexsort((c,))])
    }

    pub fn bounded_lexsort_axes<M, N>(a: [i64; M, N], b: [i64; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (lexsort((a, b)), lexsort((a, b), axis=0))
    }

    pub fn bounded_partition<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N], [bool; M]) {
        let i = argpartition(x, -1);
        (partition(x, 0), x.partition(0, axis=0), take_along_axis(x, i, axis=1)[.., -1] >= max(x, axis=1))
    }

    pub fn bounded_segments_of_any_order<N>(x: [i64; N], k: [i64; N]) -> ([i64; 5], [i64; 5]) {
        (segment_sum(x, k, num_segments=5), segment_max(x, k, num_segments=5))
    }

    pub fn bounded_long<N>(x: [i64; N], y: [i64; N]) -> ([i64; N], i64, [i64; N], i64, i64) {
        let (a, n) = compress(x > y, x, size=N);
        let (b, m) = unique(y, size=N);
        let (_, _, k) = join(x, y, size=4 * N);
        (a, n, b, m, k)
    }

    pub fn bounded_in_a_loop<N>(x: [i64; N], most: i64) -> [i64; N] {
        let mut y = x;
        let _ = while max(y) > 3, at most most {
            let (kept, _) = compress(y > 0, y - 1, size=N);
            y = kept;
        };
        y
    }
}

functions! {
    bounded_compress_f64,
    bounded_unique_f64,
    bounded_join_f64,
    bounded_compress_f32,
    bounded_unique_f32,
    bounded_join_f32,
    bounded_compress_i32,
    bounded_unique_i32,
    bounded_join_i32,
    bounded_compress_i64,
    bounded_unique_i64,
    bounded_join_i64,
    bounded_compress_u32,
    bounded_unique_u32,
    bounded_join_u32,
    bounded_compress_u64,
    bounded_unique_u64,
    bounded_join_u64,
    bounded_compress_bool,
    bounded_unique_bool,
    bounded_compress_i8,
    bounded_unique_i8,
    bounded_join_i8,
    bounded_compress_u16,
    bounded_unique_u16,
    bounded_join_u16,
    bounded_compress_f16,
    bounded_unique_f16,
    bounded_join_f16,
    bounded_compress_bound,
    bounded_compress_axes,
    bounded_compress_complex,
    bounded_nonzero,
    bounded_nonzero_axes,
    bounded_nonzero_gathers,
    bounded_unique_nan,
    bounded_unique_groups,
    bounded_unique_rows,
    bounded_unique_gathers,
    bounded_join_bound,
    bounded_lexsort,
    bounded_lexsort_axes,
    bounded_partition,
    bounded_segments_of_any_order,
    bounded_long,
    bounded_in_a_loop,
}
