// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn slice_assignment_scalar_first<N>(u: &mut [f64; N]) {
        u[0] = 7.0;
    }

    pub fn slice_assignment_scalar_last<N>(u: &mut [f64; N]) {
        u[-1] = 7.0;
    }

    pub fn slice_assignment_scalar_whole<N>(u: &mut [f64; N]) {
        u[..] = 7.0;
    }

    pub fn slice_assignment_scalar_head<N>(u: &mut [f64; N]) {
        u[..2] = 7;
    }

    pub fn slice_assignment_scalar_tail<N>(u: &mut [f64; N]) {
        u[2..] = -7;
    }

    pub fn slice_assignment_scalar_middle<N>(u: &mut [f64; N]) {
        u[1..-1] = 7.5;
    }

    pub fn slice_assignment_scalar_fixed<N>(u: &mut [f64; N]) {
        u[1..3] = 7.5;
    }

    pub fn slice_assignment_scalar_empty<N>(u: &mut [f64; N]) {
        u[1..1] = 7.5;
    }

    pub fn slice_assignment_steps_even<N>(u: &mut [f64; N]) {
        u[..;2] = 1.5;
    }

    pub fn slice_assignment_steps_odd<N>(u: &mut [f64; N]) {
        u[1..;2] = 1.5;
    }

    pub fn slice_assignment_steps_third<N>(u: &mut [f64; N]) {
        u[1..-1;3] = 1.5;
    }

    pub fn slice_assignment_steps_reversed<N>(u: &mut [f64; N]) {
        u[..;-1] = 1.5;
    }

    pub fn slice_assignment_steps_reversed_steps<N>(u: &mut [f64; N]) {
        u[..;-3] = 1.5;
    }

    pub fn slice_assignment_steps_reversed_part<N>(u: &mut [f64; N]) {
        u[-2..0;-2] = 1.5;
    }

    pub fn slice_assignment_vector_whole<N>(u: &mut [f64; N], v: [f64; N]) {
        u[..] = v;
    }

    pub fn slice_assignment_vector_middle<N>(u: &mut [f64; N + 2], v: [f64; N]) {
        u[1..-1] = v;
    }

    pub fn slice_assignment_vector_head<N>(u: &mut [f64; N + 2], v: [f64; N]) {
        u[..-2] = v;
    }

    pub fn slice_assignment_vector_tail<N>(u: &mut [f64; N + 2], v: [f64; N]) {
        u[2..] = v;
    }

    pub fn slice_assignment_vector_halves<N>(u: &mut [f64; 2 * N], v: [f64; N], w: [f64; N]) {
        u[..;2] = v;
        u[1..;2] = w;
    }

    pub fn slice_assignment_vector_reversed<N>(u: &mut [f64; N], v: [f64; N]) {
        u[..;-1] = v;
    }

    pub fn slice_assignment_vector_reversed_steps<N>(u: &mut [f64; 2 * N], v: [f64; N]) {
        u[..;-2] = v;
    }

    pub fn slice_assignment_vector_one<N>(u: &mut [f64; N], v: [f64; 1]) {
        u[1..] = v;
    }

    pub fn slice_assignment_vector_literal(u: &mut [f64; 7], v: [f64; 3]) {
        u[2..5] = v;
        u[6] = v[0];
    }

    pub fn slice_assignment_leading_ones<N>(u: &mut [f64; 3, N], v: [f64; 1, 1, N]) {
        u[1] = v;
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn slice_assignment_matrix_row<M, N>(u: &mut [f64; M, N]) {
        u[0] = 3.0;
    }

    pub fn slice_assignment_matrix_row_last<M, N>(u: &mut [f64; M, N]) {
        u[-1, ..] = 3.0;
    }

    pub fn slice_assignment_matrix_column<M, N>(u: &mut [f64; M, N]) {
        u[.., 0] = 3.0;
    }

    pub fn slice_assignment_matrix_element<M, N>(u: &mut [f64; M, N]) {
        u[1, -2] = 3.0;
    }

    pub fn slice_assignment_matrix_block<M, N>(u: &mut [f64; M, N]) {
        u[1..-1, 1..-1] = 3.0;
    }

    pub fn slice_assignment_matrix_ellipsis<M, N>(u: &mut [f64; M, N]) {
        u[..., 1] = 3.0;
    }

    pub fn slice_assignment_matrix_newaxis<M, N>(u: &mut [f64; M, N]) {
        u[newaxis, 1.., 0] = 3.0;
    }

    pub fn slice_assignment_matrix_column_vector<M, N>(u: &mut [f64; M, N], v: [f64; M]) {
        u[.., 0] = v;
    }

    pub fn slice_assignment_matrix_constant_axis<E>(u: &mut [f64; E, 4], v: [f64; E]) {
        u[.., 0] = v;
        u[.., 2] = v + u[.., 0];
    }

    pub fn slice_assignment_matrix_row_vector<M, N>(u: &mut [f64; M, N], v: [f64; N]) {
        u[1..] = v;
    }

    pub fn slice_assignment_matrix_column_matrix<M, N>(u: &mut [f64; M, N], v: [f64; M, 1]) {
        u[.., 1..] = v;
    }

    pub fn slice_assignment_matrix_newaxis_value<M, N>(u: &mut [f64; M + 2, N], v: [f64; N, M]) {
        u[1..-1, .., newaxis] = v.T[.., .., newaxis];
    }

    pub fn slice_assignment_tensor_ellipsis<A, B, C>(u: &mut [f64; A, B, C], v: [f64; B, C]) {
        u[0, ...] = v;
        u[..., -1] = 2.0;
    }

    pub fn slice_assignment_tensor_integers<E>(u: &mut [f64; 3, E, 3], v: [f64; E]) {
        for k in 0..3 {
            u[k, .., k] = v * (k + 1);
        }
    }

    pub fn slice_assignment_update_add<M, N>(u: &mut [f64; M, N + 1], v: [f64; N]) {
        u[1.., ..-1] += v;
        u[0, 0] += 2.0;
    }

    pub fn slice_assignment_update_subtract<M, N>(u: &mut [f64; M, N + 1], v: [f64; N]) {
        u[1.., ..-1] -= v;
        u[0, 0] -= 2.0;
    }

    pub fn slice_assignment_update_multiply<M, N>(u: &mut [f64; M, N + 1], v: [f64; N]) {
        u[1.., ..-1] *= v;
        u[0, 0] *= 2.0;
    }

    pub fn slice_assignment_update_divide<M, N>(u: &mut [f64; M, N + 1], v: [f64; N]) {
        u[1.., ..-1] /= v;
        u[0, 0] /= 2.0;
    }

    pub fn slice_assignment_update_remainder<M, N>(u: &mut [f64; M, N + 1], v: [f64; N]) {
        u[1.., ..-1] %= v;
        u[0, 0] %= 2.0;
    }

    pub fn slice_assignment_update_steps<N>(u: &mut [f64; N]) {
        u[..;2] += 1.0;
        u[1..;2] -= 1.0;
    }

    pub fn slice_assignment_update_power<N>(u: &mut [f64; N]) {
        u[1..] **= 2;
    }

    pub fn slice_assignment_update_integers<N>(u: &mut [i32; N], v: i32) {
        u[1..-1] <<= 2;
        u[0] |= v;
        u[-1] ^= 5;
    }

    pub fn slice_assignment_update_bools<N>(u: &mut [bool; N], v: [bool; N]) {
        u[1..] &= v[..-1];
        u[0] = true;
    }

    pub fn slice_assignment_update_special<N>(u: &mut [f64; N]) {
        u[1..] *= 0.0;
        u[0] = -0.0;
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn slice_assignment_stencil<N>(u: &mut [f64; N]) {
        u[1..-1] = 0.5 * (u[..-2] + u[2..]);
    }

    pub fn slice_assignment_stencil_twice<N>(u: &mut [f64; N]) {
        u[1..-1] = 0.5 * (u[..-2] + u[2..]);
        u[0] = u[1];
        u[-1] = u[-2];
        u[1..-1] = 0.5 * (u[..-2] + u[2..]);
    }

    pub fn slice_assignment_boundary_copy<M, N>(u: &mut [f64; M, N]) {
        u[0] = u[-2];
        u[-1] = u[1];
        u[.., 0] = u[.., -2];
        u[.., -1] = u[.., 1];
    }

    pub fn slice_assignment_shift<N>(u: &mut [f64; N]) {
        u[1..] = u[..-1];
    }

    pub fn slice_assignment_reverse<N>(u: &mut [f64; N]) {
        u[..] = u[..;-1];
    }

    pub fn slice_assignment_old_value<N>(u: &mut [f64; N]) -> [f64; N] {
        let before = u[..];
        u[1..] = 0.0;
        before - u
    }

    pub fn slice_assignment_laplace<M, N>(u: &mut [f64; M, N], v: [f64; M, N]) {
        u[1..-1, 1..-1] += v[2.., 1..-1] + v[..-2, 1..-1] + v[1..-1, 2..] + v[1..-1, ..-2] - 4 * v[1..-1, 1..-1];
    }

    pub fn slice_assignment_runtime_index<N>(u: &mut [f64; N], k: i64, v: f64) {
        u[k] = v;
        u[k] += 1.0;
    }

    pub fn slice_assignment_runtime_row<M, N>(u: &mut [f64; M, N], k: i32, v: [f64; N]) {
        u[k, ..] = v;
        u[.., k] = 0.0;
    }

    pub fn slice_assignment_mask<N>(u: &mut [f64; N], m: [bool; N]) {
        u[m] = 5.0;
    }

    pub fn slice_assignment_mask_condition<N>(u: &mut [f64; N]) {
        u[u < 0] = 0;
    }

    pub fn slice_assignment_mask_update<N>(u: &mut [f64; N], m: [bool; N]) {
        u[m] += 1;
        u[!m] *= -2.0;
    }

    pub fn slice_assignment_mask_matrix<M, N>(u: &mut [f64; M, N]) {
        u[u > 1.0] = 1.0;
    }

    pub fn slice_assignment_mask_rows<M, N>(u: &mut [f64; M, N], m: [bool; M], v: [f64; N]) {
        u[m] = v;
        u[!m] -= v;
    }

    pub fn slice_assignment_mask_scalar_value<N>(u: &mut [i32; N], m: [bool; N], v: i32) {
        u[m] = v;
    }

    pub fn slice_assignment_mask_row_of_one<M, N>(u: &mut [f64; M, N], m: [bool; M], v: [f64; 1, N]) {
        u[m] = v;
    }

    pub fn slice_assignment_local<N>(v: [f64; N]) -> [f64; N + 2] {
        let mut x = zeros([f64; N + 2]);
        x[1..-1] = v;
        x[0] = v[-1];
        x[-1] = v[0];
        x
    }

    pub fn slice_assignment_local_identity(v: f64) -> [f64; 4, 4] {
        let mut x = zeros([f64; 4, 4]);
        for k in 0..4 {
            x[k, k] = 1.0;
            x[k, ..k] += v;
        }
        x
    }

    pub fn slice_assignment_local_constant<N>(v: [f64; N]) -> ([f64; 3], [i64; 2, 2]) {
        let mut w = [1.0, 2.0, 3.0];
        let mut k = [[1, 2], [3, 4]];
        w[1] = v[0];
        k[.., 1] = [7, 8];
        (w, k)
    }

    fn frame<M, N>(u: &mut [f64; M, N], value: f64) {
        u[0] = value;
        u[-1] = value;
        u[.., 0] = value;
        u[.., -1] = value;
    }
    pub fn slice_assignment_helper<M, N>(u: &mut [f64; M, N]) {
        frame(u, 1.0);
        u[1..-1, 1..-1] += 1.0;
        frame(&mut u, 2.0);
    }

    pub fn slice_assignment_two_parameters<N>(u: &mut [f64; N], v: &mut [f64; N]) {
        let t = u[1..];
        u[1..] = v[..-1];
        v[..-1] = t;
    }

    pub fn slice_assignment_pinned<E, N>(u: &mut [f64; E, N], v: [f64; E]) where N: 3 | 5 | _ {
        u[.., 1..-1] = 2.0;
        u[.., 0] = v;
        u[.., -1] -= v;
    }
}

functions! {
    slice_assignment_scalar_first,
    slice_assignment_scalar_last,
    slice_assignment_scalar_whole,
    slice_assignment_scalar_head,
    slice_assignment_scalar_tail,
    slice_assignment_scalar_middle,
    slice_assignment_scalar_fixed,
    slice_assignment_scalar_empty,
    slice_assignment_steps_even,
    slice_assignment_steps_odd,
    slice_assignment_steps_third,
    slice_assignment_steps_reversed,
    slice_assignment_steps_reversed_steps,
    slice_assignment_steps_reversed_part,
    slice_assignment_vector_whole,
    slice_assignment_vector_middle,
    slice_assignment_vector_head,
    slice_assignment_vector_tail,
    slice_assignment_vector_halves,
    slice_assignment_vector_reversed,
    slice_assignment_vector_reversed_steps,
    slice_assignment_vector_one,
    slice_assignment_vector_literal,
    slice_assignment_leading_ones,
    slice_assignment_matrix_row,
    slice_assignment_matrix_row_last,
    slice_assignment_matrix_column,
    slice_assignment_matrix_element,
    slice_assignment_matrix_block,
    slice_assignment_matrix_ellipsis,
    slice_assignment_matrix_newaxis,
    slice_assignment_matrix_column_vector,
    slice_assignment_matrix_constant_axis,
    slice_assignment_matrix_row_vector,
    slice_assignment_matrix_column_matrix,
    slice_assignment_matrix_newaxis_value,
    slice_assignment_tensor_ellipsis,
    slice_assignment_tensor_integers,
    slice_assignment_update_add,
    slice_assignment_update_subtract,
    slice_assignment_update_multiply,
    slice_assignment_update_divide,
    slice_assignment_update_remainder,
    slice_assignment_update_steps,
    slice_assignment_update_power,
    slice_assignment_update_integers,
    slice_assignment_update_bools,
    slice_assignment_update_special,
    slice_assignment_stencil,
    slice_assignment_stencil_twice,
    slice_assignment_boundary_copy,
    slice_assignment_shift,
    slice_assignment_reverse,
    slice_assignment_old_value,
    slice_assignment_laplace,
    slice_assignment_runtime_index,
    slice_assignment_runtime_row,
    slice_assignment_mask,
    slice_assignment_mask_condition,
    slice_assignment_mask_update,
    slice_assignment_mask_matrix,
    slice_assignment_mask_rows,
    slice_assignment_mask_scalar_value,
    slice_assignment_mask_row_of_one,
    slice_assignment_local,
    slice_assignment_local_identity,
    slice_assignment_local_constant,
    slice_assignment_helper,
    slice_assignment_two_parameters,
    slice_assignment_pinned,
}
