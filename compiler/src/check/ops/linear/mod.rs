//! Linear algebra: products, and what is made of them.

mod chain;
pub(in crate::check::ops) mod matrices;
mod products;
mod small;

use super::{FunctionInfo, Group};
use crate::check::value::Value;
pub(super) use small::FUNCTIONS as SMALL;

macro_rules! function {
    ($name:literal $signature:literal $doc:literal $eval:expr) => {
        FunctionInfo {
            name: $name,
            aliases: &[],
            signature: $signature,
            doc: $doc,
            group: Group::Linear,
            eval: |checker, call| $eval(checker, call).map(Value::Array),
        }
    };
}

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    FunctionInfo {
        name: "dot",
        aliases: &[],
        signature: "dot(a, b)",
        doc: "Sum over the last axis of a and the last but one of b (its only one).",
        group: Group::Linear,
        eval: products::dot,
    },
    FunctionInfo {
        name: "inner",
        aliases: &[],
        signature: "inner(a, b)",
        doc: "Sum over the last axes of a and b.",
        group: Group::Linear,
        eval: products::inner,
    },
    function!("vdot" "vdot(a, b)" "Sum of the products of all elements, in row-major order." products::vdot),
    function!("vecdot" "vecdot(x1, x2, axis=-1)" "Dot products of vectors along an axis." products::vecdot),
    function!("matvec" "matvec(x1, x2)" "Matrices times vectors, broadcast over the axes before." products::matvec),
    function!("vecmat" "vecmat(x1, x2)" "Vectors times matrices, broadcast over the axes before." products::vecmat),
    function!("outer" "outer(a, b)" "Every element of a times every element of b." products::outer),
    function!("tensordot" "tensordot(a, b, axes=2)"
        "Sum over pairs of axes: the last of a with the first of b, or those that are named." products::tensordot),
    function!("kron" "kron(a, b)" "Kronecker product: blocks of b scaled by the elements of a." products::kron),
    function!("multi_dot" "multi_dot(arrays)" "Product of several matrices in the cheapest order." chain::multi_dot),
    function!("trace" "trace(a, offset=0, axis1=0, axis2=1)" "Sum along a diagonal." matrices::trace),
    function!("cross" "cross(a, b, axis=-1)" "Cross product of vectors with 3 components." matrices::cross),
    function!("matrix_power" "matrix_power(a, n)" "Product of n copies of a square matrix." matrices::matrix_power),
];
