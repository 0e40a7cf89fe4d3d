// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn indexing_slice_inner<N>(x: [f64; N]) -> [f64; N - 2] {
        x[1..-1]
    }

    pub fn indexing_slice_prefix<N>(x: [f64; N]) -> [f64; 3] {
        x[..3]
    }

    pub fn indexing_slice_suffix<N>(x: [f64; N]) -> [f64; N - 2] {
        x[2..]
    }

    pub fn indexing_slice_last_two<N>(x: [f64; N]) -> [f64; 2] {
        x[-2..]
    }

    pub fn indexing_slice_but_last_two<N>(x: [f64; N]) -> [f64; N - 2] {
        x[..-2]
    }

    pub fn indexing_slice_even<N>(x: [f64; N]) -> f64 {
        sum(x[..;2] * 1.5) + x[..;2].shape[0]
    }

    pub fn indexing_slice_odd<N>(x: [f64; N]) -> f64 {
        sum(x[1..;2] * 1.5) + x[1..;2].shape[0]
    }

    pub fn indexing_slice_third<N>(x: [f64; N]) -> f64 {
        sum(x[1..-1;3] * 1.5) + x[1..-1;3].shape[0]
    }

    pub fn indexing_slice_reverse<N>(x: [f64; N]) -> [f64; N] {
        x[..;-1]
    }

    pub fn indexing_slice_reverse_even<N>(x: [f64; N]) -> f64 {
        sum(x[..;-2] * 1.5) + x[..;-2].shape[0]
    }

    pub fn indexing_slice_middle<N>(x: [f64; N]) -> [f64; 3] {
        x[2..5]
    }

    pub fn indexing_slice_middle_reversed<N>(x: [f64; N]) -> [f64; 3] {
        x[5..2;-1]
    }

    pub fn indexing_slice_to_symbol<N>(x: [f64; N]) -> [f64; N - 1] {
        x[..N - 1]
    }

    pub fn indexing_slice_even_length<N>(x: [f64; 2 * N]) -> ([f64; N], [f64; N]) {
        (x[..;2], x[1..;2])
    }

    pub fn indexing_slice_two_axes<M, N>(x: [i32; M, N]) -> ([i32; M - 1, N - 2], [i32; M, 2]) {
        (x[1.., 1..-1], x[.., ..2])
    }

    pub fn indexing_slice_of_slice<N>(x: [f64; N]) -> [f64; N - 4] {
        x[1..-1][1..-1]
    }

    pub fn indexing_finite_difference<N>(x: [f64; N], h: f64) -> [f64; N - 2] {
        (x[2..] - 2 * x[1..-1] + x[..-2]) / h ** 2
    }

    pub fn indexing_laplacian<M, N>(u: [f64; M, N]) -> [f64; M - 2, N - 2] {
        u[1..-1, ..-2] + u[1..-1, 2..] + u[..-2, 1..-1] + u[2.., 1..-1] - 4 * u[1..-1, 1..-1]
    }

    pub fn indexing_integer_index<M, N>(x: [f64; M, N]) -> ([f64; N], [f64; M], f64, [f64; M]) {
        (x[0], x[.., 1], x[1, 2], x[.., -1])
    }

    pub fn indexing_integer_too_large_for_axis<N>(x: [f64; N]) -> f64 {
        x[3] - x[-4]
    }

    pub fn indexing_new_axes<M, N>(x: [f64; M], y: [f64; N]) -> ([f64; M, N], [f64; 1, M, 1]) {
        (x[.., newaxis] * y[newaxis, ..], x[newaxis, .., newaxis])
    }

    pub fn indexing_ellipsis<A, B, C, D>(x: [i64; A, B, C, D]) -> ([i64; A, B, C], [i64; B, C, D], [i64; A, D], [i64; A, B, C, D]) {
        (x[..., 1], x[0, ...], x[.., 1, ..., 2, ..], x[...])
    }

    pub fn indexing_mixed_basic<A, B, C>(x: [f64; A, B, C]) -> [f64; A, 1, C - 1] {
        x[.., newaxis, 1, ..;1][..., 1..]
    }

    pub fn indexing_slice_of_literal_axis<N>(x: [f64; 6, N]) -> ([f64; 3, N], [f64; 2, N], [f64; 3, N]) {
        (x[..;2], x[1..5;3], x[-1..2;-1])
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn indexing_slice_whole_and_none(x: [f64; 5]) -> ([f64; 5], [f64; 2], [f64; 0], [f64; 0]) {
        (x[..5], x[-2..5], x[3..3], x[5..])
    }

    pub fn indexing_gather<N, K>(x: [f64; N], i: [index<N>; K]) -> [f64; K] {
        x[i]
    }

    pub fn indexing_gather_rank_two<N, K, L>(x: [f32; N], i: [index<N>; K, L]) -> [f32; K, L] {
        x[i]
    }

    pub fn indexing_gather_rows_columns<M, N, K>(x: [f64; M, N], i: [index<M>; K], j: [index<N>; K]) -> ([f64; K, N], [f64; M, K], [f64; K]) {
        (x[i], x[.., j], x[i, j])
    }

    pub fn indexing_gather_broadcasts_indices<M, N, K, L>(x: [f64; M, N], i: [index<M>; K, 1], j: [index<N>; L]) -> [f64; K, L] {
        x[i, j]
    }

    pub fn indexing_gather_contiguous<A, B, C, D, K>(x: [i64; A, B, C, D], i: [index<B>; K], j: [index<C>; K]) -> [i64; A, K, D] {
        x[.., i, j]
    }

    pub fn indexing_gather_apart<A, B, C, D, K, L>(x: [i64; A, B, C, D], i: [index<A>; K, L], j: [index<C>; K, L]) -> [i64; K, L, B, D] {
        x[i, .., j]
    }

    pub fn indexing_gather_with_integer<A, B, C, D, K>(x: [i64; A, B, C, D], j: [index<C>; K]) -> ([i64; K, B, D], [i64; A, K, D]) {
        (x[1, .., j], x[.., 2, j])
    }

    pub fn indexing_gather_with_slices<A, B, C, D, K>(x: [i64; A, B, C, D], i: [index<B>; K]) -> [i64; A, K, C - 1, 1, D] {
        x[.., i, 1.., newaxis, ..;-1]
    }

    pub fn indexing_gather_of_gather<N, K, L>(x: [f64; N], i: [index<N>; K], j: [index<K>; L]) -> ([f64; L], [f64; L]) {
        (x[i][j], x[i[j]])
    }

    pub fn indexing_gather_of_expression<N, K>(x: [f64; N], i: [index<N>; K]) -> [f64; K] {
        (2 * x + 1)[i] - x[i]
    }

    pub fn indexing_gather_flat<E, N, K>(u: [f64; E, N], m: [index<E * N>; K]) -> [f64; K] {
        u.reshape(E * N)[m]
    }

    pub fn indexing_gather_slice_of_indices<N, K>(x: [f64; N], i: [index<N>; K, 2]) -> [f64; K] {
        x[i[.., 1]] - x[i[.., 0]]
    }

    pub fn indexing_index_as_value<N, K>(x: [f64; N], i: [index<N>; K]) -> ([f64; K], [i64; K], [bool; K]) {
        (x[i] * (i as f64), i + 1, i < 3)
    }

    pub fn indexing_checked_gather_i64<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] {
        x[i]
    }

    pub fn indexing_checked_gather_i32<N, K>(x: [f64; N], i: [i32; K]) -> [f64; K] {
        x[i]
    }

    pub fn indexing_checked_gather_u32<N, K>(x: [f64; N], i: [u32; K]) -> [f64; K] {
        x[i]
    }

    pub fn indexing_checked_gather_u64<N, K>(x: [f64; N], i: [u64; K]) -> [f64; K] {
        x[i]
    }

    pub fn indexing_checked_gather_two<M, N, K>(x: [f64; M, N], i: [i64; K], j: [i64; K]) -> [f64; K] {
        x[i, j] + x[i + 1, j]
    }

    pub fn indexing_checked_scalar_index<M, N>(x: [f64; M, N], i: i64, j: i32) -> ([f64; N], f64) {
        (x[i], x[i, j])
    }

    pub fn indexing_checked_computed_index<N, K>(x: [f64; N], i: [i64; K]) -> [f64; K] {
        x[abs(i) % N]
    }

    pub fn indexing_gather_mixed_checked<M, N, K>(x: [f64; M, N], i: [index<M>; K], j: [i32; K]) -> [f64; K] {
        x[i, j]
    }
}

functions! {
    indexing_slice_inner,
    indexing_slice_prefix,
    indexing_slice_suffix,
    indexing_slice_last_two,
    indexing_slice_but_last_two,
    indexing_slice_even,
    indexing_slice_odd,
    indexing_slice_third,
    indexing_slice_reverse,
    indexing_slice_reverse_even,
    indexing_slice_middle,
    indexing_slice_middle_reversed,
    indexing_slice_to_symbol,
    indexing_slice_even_length,
    indexing_slice_two_axes,
    indexing_slice_of_slice,
    indexing_finite_difference,
    indexing_laplacian,
    indexing_integer_index,
    indexing_integer_too_large_for_axis,
    indexing_new_axes,
    indexing_ellipsis,
    indexing_mixed_basic,
    indexing_slice_of_literal_axis,
    indexing_slice_whole_and_none,
    indexing_gather,
    indexing_gather_rank_two,
    indexing_gather_rows_columns,
    indexing_gather_broadcasts_indices,
    indexing_gather_contiguous,
    indexing_gather_apart,
    indexing_gather_with_integer,
    indexing_gather_with_slices,
    indexing_gather_of_gather,
    indexing_gather_of_expression,
    indexing_gather_flat,
    indexing_gather_slice_of_indices,
    indexing_index_as_value,
    indexing_checked_gather_i64,
    indexing_checked_gather_i32,
    indexing_checked_gather_u32,
    indexing_checked_gather_u64,
    indexing_checked_gather_two,
    indexing_checked_scalar_index,
    indexing_checked_computed_index,
    indexing_gather_mixed_checked,
}
