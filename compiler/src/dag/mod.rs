//! The typed DAG: inputs and comprehensions, hash-consed.
//!
//! A *comprehension* (pytato's `IndexLambda`) is a shape and a scalar expression over one index per
//! axis: `out[i0, i1, ...] = scalar(i0, i1, ...)`. Every array operation of the language, einsum,
//! gathers and reductions included, is one comprehension; there is no other kind of computed node.

pub mod dot;
pub mod dtype;
pub mod evaluate;
pub mod graph;
pub mod interpret;
pub mod scalar;
pub mod size;
pub mod visit;

pub use dtype::{Const, DType};
pub use graph::{Check, Constraint, Dag, Input, InputKind, Node, NodeId, NodeKind, Output, Target};
pub use scalar::{Binary, Reduce, Scalar, ScalarId, Unary, Var};
pub use size::{Atom, Size};
