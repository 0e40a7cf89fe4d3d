// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn contractions_matmul_vector_vector<K>(a: [f64; K], b: [f64; K]) -> f64 {
        a @ b
    }

    pub fn contractions_matmul_matrix_vector<M, K>(a: [f64; M, K], b: [f64; K]) -> [f64; M] {
        a @ b
    }

    pub fn contractions_matmul_vector_matrix<K, N>(a: [f64; K], b: [f64; K, N]) -> [f64; N] {
        a @ b
    }

    pub fn contractions_matmul_matrix_matrix<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {
        a @ b
    }

    pub fn contractions_matmul_batch_matrix<E, M, K, N>(a: [f64; E, M, K], b: [f64; K, N]) -> [f64; E, M, N] {
        a @ b
    }

    pub fn contractions_matmul_matrix_batch<E, M, K, N>(a: [f64; M, K], b: [f64; E, K, N]) -> [f64; E, M, N] {
        a @ b
    }

    pub fn contractions_matmul_batch_batch<E, M, K, N>(a: [f64; E, M, K], b: [f64; E, K, N]) -> [f64; E, M, N] {
        a @ b
    }

    pub fn contractions_matmul_batch_vector<E, M, K>(a: [f64; E, M, K], b: [f64; K]) -> [f64; E, M] {
        a @ b
    }

    pub fn contractions_matmul_vector_batch<E, K, N>(a: [f64; K], b: [f64; E, K, N]) -> [f64; E, N] {
        a @ b
    }

    pub fn contractions_matmul_batch_broadcast<E, F, M, K, N>(a: [f64; E, 1, M, K], b: [f64; F, K, N]) -> [f64; E, F, M, N] {
        a @ b
    }

    pub fn contractions_matmul_f32<M, K, N>(a: [f32; M, K], b: [f32; K, N]) -> [f32; M, N] {
        a @ b
    }

    pub fn contractions_matmul_integers<M, K, N>(a: [i32; M, K], b: [i32; K, N], c: [u64; M, K]) -> ([i32; M, N], [u64; M, M]) {
        (a @ b, c @ c.T)
    }

    pub fn contractions_matmul_empty<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {
        a @ b + 1
    }

    pub fn contractions_matmul_chain<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; N] {
        a.T @ (a @ x) - 2 * x
    }

    pub fn contractions_matmul_functions<M, K, N>(a: [f64; M, K], b: [f64; K, N], v: [f64; K]) -> ([f64; M, N], [f64; M], f64, [f64; K, K]) {
        (matmul(a, b), matmul(a, v), v.matmul(v), v[.., newaxis] * v)
    }

    pub fn contractions_einsum_product<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {
        einsum("ik,kj->ij", a, b)
    }

    pub fn contractions_einsum_implicit<M, K, N>(a: [f64; M, K], b: [f64; K, N]) -> [f64; M, N] {
        einsum("ik,kj", a, b)
    }

    pub fn contractions_einsum_implicit_order<M, N>(a: [f64; M, N]) -> [f64; N, M] {
        einsum("ba", a)
    }

    pub fn contractions_einsum_transpose<M, N>(a: [f64; M, N]) -> [f64; N, M] {
        einsum("ij->ji", a)
    }

    pub fn contractions_einsum_trace<N>(a: [f64; N, N]) -> f64 {
        einsum("ii->", a)
    }

    pub fn contractions_einsum_trace_implicit<N>(a: [f64; N, N]) -> f64 {
        einsum("ii", a)
    }

    pub fn contractions_einsum_diagonal<N>(a: [f64; N, N]) -> [f64; N] {
        einsum("ii->i", a)
    }

    pub fn contractions_einsum_diagonal_batch<E, N>(a: [f64; E, N, N]) -> [f64; E, N] {
        einsum("eii->ei", a)
    }

    pub fn contractions_einsum_sum_all<A, B, C>(a: [f64; A, B, C]) -> f64 {
        einsum("ijk->", a)
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn contractions_einsum_sum_one<A, B>(a: [f64; A, B]) -> [f64; B] {
        einsum("ij->j", a)
    }

    pub fn contractions_einsum_inner<N>(a: [f64; N], b: [f64; N]) -> f64 {
        einsum("i,i->", a, b)
    }

    pub fn contractions_einsum_outer<M, N>(a: [f64; M], b: [f64; N]) -> [f64; M, N] {
        einsum("i,j->ij", a, b)
    }

    pub fn contractions_einsum_outer_reversed<M, N>(a: [f64; M], b: [f64; N]) -> [f64; N, M] {
        einsum("i,j->ji", a, b)
    }

    pub fn contractions_einsum_hadamard<M, N>(a: [f64; M, N], b: [f64; M, N]) -> [f64; M, N] {
        einsum("ij,ij->ij", a, b)
    }

    pub fn contractions_einsum_bilinear<M, N>(x: [f64; M], a: [f64; M, N], y: [f64; N]) -> f64 {
        einsum("i,ij,j->", x, a, y)
    }

    pub fn contractions_einsum_three<A, B, C, D>(x: [f64; A, B], y: [f64; B, C], z: [f64; C, D]) -> [f64; A, D] {
        einsum("ab,bc,cd->ad", x, y, z)
    }

    pub fn contractions_einsum_four_scalars<N>(x: [f64; N], y: [f64; N], z: [f64; N], t: [f64; N]) -> [f64; N] {
        einsum("i,i,i,i->i", x, y, z, t)
    }

    pub fn contractions_einsum_differentiate<E, N>(d: [f64; 3, N, N], u: [f64; E, N]) -> [f64; 3, E, N] {
        einsum("rij,ej->rei", d, u)
    }

    pub fn contractions_einsum_gradient<E, N>(g: [f64; 3, 3, E], d: [f64; 3, N, N], u: [f64; E, N]) -> [f64; 3, E, N] {
        einsum("xre,rij,ej->xei", g, d, u)
    }

    pub fn contractions_einsum_divergence<E, N>(g: [f64; 3, 3, E], d: [f64; 3, N, N], u: [f64; 3, E, N]) -> [f64; E, N] {
        einsum("xre,rij,xej->ei", g, d, u)
    }

    pub fn contractions_einsum_lift<E, N, K>(l: [f64; N, 4, K], j: [f64; 4, E], f: [f64; 4, E, K]) -> [f64; E, N] {
        einsum("ifj,fe,fej->ei", l, j, f)
    }

    pub fn contractions_einsum_broadcast_one<M, N>(a: [f64; M, 1], b: [f64; M, N]) -> [f64; M, N] {
        einsum("ij,ij->ij", a, b)
    }

    pub fn contractions_einsum_broadcast_one_summed<M, N>(a: [f64; 1, N], b: [f64; M, N]) -> [f64; M] {
        einsum("ij,ij->i", a, b)
    }

    pub fn contractions_einsum_ellipsis<E, M, K, N>(a: [f64; E, M, K], b: [f64; K, N]) -> [f64; E, M, N] {
        einsum("...ij,...jk->...ik", a, b)
    }

    pub fn contractions_einsum_spaces<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] {
        einsum("i j, j -> i", a, x)
    }

    pub fn contractions_einsum_unsummed_partner<M, N, K>(a: [f64; M, N], b: [f64; K]) -> [f64; M] {
        einsum("ij,k->i", a, b)
    }

    pub fn contractions_einsum_f32<M, N>(a: [f32; M, N], x: [f32; N]) -> [f32; M] {
        einsum("ij,j->i", a, x)
    }

    pub fn contractions_einsum_integers<M, N, K>(a: [i64; M, N], b: [i64; N, K]) -> [i64; M, K] {
        einsum("ij,jk->ik", a, b)
    }

    pub fn contractions_einsum_of_expressions<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] {
        einsum("ij,j->i", a, x)
    }

    pub fn contractions_einsum_inside_expression<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] {
        1 + 2 * einsum("ij,j->i", exp(a), x + 1) ** 2
    }

    pub fn contractions_einsum_checked_sizes<M, N>(a: [f64; M, N], x: [f64; N]) -> f64 {
        einsum("ij,j->", a, x)
    }
}

functions! {
    contractions_matmul_vector_vector,
    contractions_matmul_matrix_vector,
    contractions_matmul_vector_matrix,
    contractions_matmul_matrix_matrix,
    contractions_matmul_batch_matrix,
    contractions_matmul_matrix_batch,
    contractions_matmul_batch_batch,
    contractions_matmul_batch_vector,
    contractions_matmul_vector_batch,
    contractions_matmul_batch_broadcast,
    contractions_matmul_f32,
    contractions_matmul_integers,
    contractions_matmul_empty,
    contractions_matmul_chain,
    contractions_matmul_functions,
    contractions_einsum_product,
    contractions_einsum_implicit,
    contractions_einsum_implicit_order,
    contractions_einsum_transpose,
    contractions_einsum_trace,
    contractions_einsum_trace_implicit,
    contractions_einsum_diagonal,
    contractions_einsum_diagonal_batch,
    contractions_einsum_sum_all,
    contractions_einsum_sum_one,
    contractions_einsum_inner,
    contractions_einsum_outer,
    contractions_einsum_outer_reversed,
    contractions_einsum_hadamard,
    contractions_einsum_bilinear,
    contractions_einsum_three,
    contractions_einsum_four_scalars,
    contractions_einsum_differentiate,
    contractions_einsum_gradient,
    contractions_einsum_divergence,
    contractions_einsum_lift,
    contractions_einsum_broadcast_one,
    contractions_einsum_broadcast_one_summed,
    contractions_einsum_ellipsis,
    contractions_einsum_spaces,
    contractions_einsum_unsummed_partner,
    contractions_einsum_f32,
    contractions_einsum_integers,
    contractions_einsum_of_expressions,
    contractions_einsum_inside_expression,
    contractions_einsum_checked_sizes,
}
