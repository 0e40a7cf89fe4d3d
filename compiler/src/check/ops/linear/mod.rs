//! Linear algebra: products of arrays, systems of equations, and factors of matrices.

mod chain;
mod general;
pub(in crate::check::ops) mod matrices;
mod products;
pub(in crate::check::ops) mod singular;
mod small;

use super::FunctionInfo;
pub(super) use small::FUNCTIONS as SMALL;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Linear complex "dot" "(a, b)"
        "Sum over the last axis of a and the last but one of b (its only one)." products::dot),
    function!(Linear complex "inner" "(a, b)" "Sum over the last axes of a and b." products::inner),
    function!(Linear complex "vdot" "(a, b)" "Sum of the products of all elements, in row-major order."
        products::vdot),
    function!(Linear complex linalg "vecdot" "(x1, x2, axis=-1)" "Dot products of vectors along an axis."
        products::vecdot),
    function!(Linear complex "matvec" "(x1, x2)" "Matrices times vectors, broadcast over the axes before."
        products::matvec),
    function!(Linear complex "vecmat" "(x1, x2)" "Vectors times matrices, broadcast over the axes before."
        products::vecmat),
    function!(Linear complex linalg "outer" "(a, b)" "Every element of a times every element of b."
        products::outer),
    function!(Linear complex linalg "tensordot" "(a, b, axes=2)"
        "Sum over pairs of axes: the last of a with the first of b, or those that are named."
        products::tensordot),
    function!(Linear complex "kron" "(a, b)" "Kronecker product: blocks of b scaled by the elements of a."
        products::kron),
    function!(Linear complex linalg by_name "multi_dot" "(arrays)" "Product of several matrices in the cheapest order."
        chain::multi_dot),
    function!(Linear complex linalg "trace" "(a, offset=0, axis1=0, axis2=1)" "Sum along a diagonal."
        matrices::trace),
    function!(Linear complex linalg "cross" "(a, b, axis=-1)" "Cross product of vectors with 3 components."
        matrices::cross),
    function!(Linear complex linalg "matrix_power" "(a, n)" "Product of n copies of a square matrix."
        matrices::matrix_power),
    function!(Linear complex linalg "svdvals" "(x)" "Singular values of matrices, in descending order."
        singular::svdvals),
];
