// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn arrays_zeros_ones<M, N>() -> ([f64; M, N], [i32; N], [bool; M]) {
        (zeros([f64; M, N]), ones([i32; N]), zeros([bool; M]))
    }

    pub fn arrays_full<N>(s: f32) -> ([f32; N], [i64; 2, N], [f64; 3]) {
        (full([f32; N], s), full([i64; 2, N], -7), full([f64; 3], 0.5))
    }

    pub fn arrays_zeros_plus<N>(x: [f64; N]) -> [f64; N] {
        zeros([f64; N]) + x * ones([f64; N])
    }

    pub fn arrays_from_fn<M, N>(x: [f64; M], y: [f64; N]) -> [f64; M, N] {
        from_fn(|i: M, j: N| x[i] * y[j] + (i - 2 * j) as f64)
    }

    pub fn arrays_from_fn_indices<N>() -> ([i64; N], [f64; N, N], [bool; N, N]) {
        (from_fn(|i: N| 3 * i + 1), from_fn(|i: N, j: N| where(i == j, 1.0, 0.0)), from_fn(|i: N, j: N| i < j))
    }

    pub fn arrays_from_fn_reversed<N>(x: [i32; N]) -> ([i32; N], [i32; N - 1]) {
        (from_fn(|i: N| x[N - 1 - i]), from_fn(|i: N - 1| x[i + 1] - x[i]))
    }

    pub fn arrays_from_fn_closure_reduction<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {
        from_fn(|i: M, j: N| sum(|k: K| a[i, k] * b[k, j]))
    }

    pub fn arrays_zeros_like<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M, N], [f32; M, N]) {
        (zeros_like(x), ones_like(x), full_like(x, 2.5))
    }

    pub fn arrays_reshape<M, N>(x: [f64; M, N]) -> ([f64; N, M], [f64; M * N], [f64; 1, M * N]) {
        (reshape(x, (N, M)), x.reshape(M * N), x.reshape((1, M * N)))
    }

    pub fn arrays_reshape_unknown<M, N>(x: [i64; M, N, 2]) -> ([i64; M, 2 * N], [i64; 2 * M * N], [i64; 2, M * N]) {
        (x.reshape(M, -1), reshape(x, -1), x.reshape(2, -1))
    }

    pub fn arrays_reshape_split<N>(x: [f64; 6 * N]) -> ([f64; N, 6], [f64; 2, 3, N], [f64; 3 * N, 2]) {
        (x.reshape(N, 6), x.reshape(2, 3, N), x.reshape(3 * N, 2))
    }

    pub fn arrays_ravel_round_trip<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        let flat = x.ravel();
        (flat + 1).reshape(M, N)
    }

    pub fn arrays_reshape_transposed<M, N>(x: [f64; M, N]) -> [f64; M * N] {
        x.T.reshape(M * N)
    }

    pub fn arrays_transpose<A, B, C>(x: [f64; A, B, C], m: [f64; A, B]) -> ([f64; C, B, A], [f64; C, A, B], [f64; B, A], [f64; B, A]) {
        (x.T, transpose(x, (2, 0, 1)), m.T, transpose(m))
    }

    pub fn arrays_swapaxes_moveaxis<A, B, C>(x: [f64; A, B, C]) -> ([f64; C, B, A], [f64; B, C, A]) {
        (swapaxes(x, 0, -1), moveaxis(x, 0, -1))
    }

    pub fn arrays_stack<N>(a: [f64; N], b: [f64; N], c: [f64; N]) -> ([f64; 3, N], [f64; N, 3], [f64; N, 2]) {
        (stack((a, b, c)), stack((a, b, c), axis=1), stack([c, a], axis=-1))
    }

    pub fn arrays_stack_scalars<N>(x: [f64; N], s: f64) -> ([f64; 3], [f64; 2, N]) {
        (stack((sum(x), s, 2 * s)), stack((x, x + s)))
    }

    pub fn arrays_concatenate<M, N>(a: [f64; M], b: [f64; N]) -> ([f64; M + N], [f64; M + 2 * N]) {
        (concatenate((a, b)), concatenate((b, a, b * 2)))
    }

    pub fn arrays_concatenate_axis<M, N, K>(a: [i32; M, N], b: [i32; M, K], c: [i32; 2, N]) -> ([i32; M, N + K], [i32; M + 2, N]) {
        (concatenate((a, b), axis=1), concatenate((a, c), axis=-2))
    }

    pub fn arrays_concatenate_with_slices<N>(x: [f64; N]) -> ([f64; N], [f64; N + 1]) {
        (concatenate((x[1..], x[..1])), concatenate((x[..1] * 0, x)))
    }

    pub fn arrays_expand_squeeze<M, N>(x: [f64; M, N], y: [f64; 1, N, 1]) -> ([f64; 1, M, N], [f64; M, N, 1], [f64; N], [f64; N, 1]) {
        (expand_dims(x, 0), x.expand_dims(-1), squeeze(y), squeeze(y, axis=0))
    }

    pub fn arrays_broadcast_to<M, N>(x: [f64; N], s: f64, y: [f64; M, 1]) -> ([f64; M, N], [f64; M, N], [f64; 2, M, N]) {
        (broadcast_to(x, (M, N)), broadcast_to(s, (M, N)), y.broadcast_to((2, M, N)))
    }

    pub fn arrays_flip_roll<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N]) {
        (x[..;-1, ..;-1], concatenate((x[-1..], x[..-1])))
    }

    pub fn arrays_copy_of_input<N>(x: [f32; N], y: [bool; N]) -> ([f32; N], [bool; N], [f32; N]) {
        (x, y, x)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn arrays_shape_as_value<M, N>(x: [f64; M, N]) -> ([f64; M, N], i64, f64) {
        (x / N + M, M * N, sum(x) / (x.shape[0] * x.shape[1]))
    }

    pub fn arrays_rank_zero_results<N>(x: [f64; N], s: f64) -> (f64, f64, i64) {
        (x[0], s * 2, 7)
    }
}

functions! {
    arrays_zeros_ones,
    arrays_full,
    arrays_zeros_plus,
    arrays_from_fn,
    arrays_from_fn_indices,
    arrays_from_fn_reversed,
    arrays_from_fn_closure_reduction,
    arrays_zeros_like,
    arrays_reshape,
    arrays_reshape_unknown,
    arrays_reshape_split,
    arrays_ravel_round_trip,
    arrays_reshape_transposed,
    arrays_transpose,
    arrays_swapaxes_moveaxis,
    arrays_stack,
    arrays_stack_scalars,
    arrays_concatenate,
    arrays_concatenate_axis,
    arrays_concatenate_with_slices,
    arrays_expand_squeeze,
    arrays_broadcast_to,
    arrays_flip_roll,
    arrays_copy_of_input,
    arrays_shape_as_value,
    arrays_rank_zero_results,
}
