// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

#[doc(no_inline)]
pub use super::{
    cholesky, cross, det, diagonal, inv, matmul, matrix_norm, matrix_power, matrix_transpose,
    multi_dot, norm, outer, slogdet, solve, svdvals, tensordot, trace, vecdot, vector_norm,
};
