//! The typed DAG: inputs, comprehensions and routines, hash-consed.
//!
//! A *comprehension* (pytato's `IndexLambda`) is a shape and a scalar expression over one index per
//! axis: `out[i0, i1, ...] = scalar(i0, i1, ...)`. Almost every array operation of the language, einsum,
//! gathers and reductions included, is one comprehension. A *routine* is what no comprehension can say
//! (a scan, a sort, a search): a fixed algorithm on the rows of stored arrays.

pub(crate) mod check;
pub mod dot;
pub mod dtype;
pub mod evaluate;
pub mod graph;
pub mod half;
pub mod hints;
pub mod interpret;
pub mod rebuild;
pub mod routine;
pub mod scalar;
pub mod size;
pub mod visit;

pub use dtype::{Const, DType};
pub use graph::{
    Check, Constraint, Dag, Input, InputKind, Node, NodeId, NodeKind, Origin, Output, Target,
};
pub use hints::{Hints, Rounding, Tuning};
pub use routine::Routine;
pub use scalar::{Binary, Reduce, Scalar, ScalarId, Unary, Var};
pub use size::{Atom, Size};
