//! The typed DAG, the intermediate representation of the compiler. Its nodes are inputs, comprehensions, routines and loops.
//! They are hash-consed: equal nodes exist once.
//!
//! A *comprehension* (pytato's `IndexLambda`) is a shape and a scalar expression over one index per axis:
//! `out[i0, i1, ...] = scalar(i0, i1, ...)`. Almost every array operation of the language is one comprehension, also
//! einsum, gathers and reductions.
//!
//! A *loop* runs a graph of its own, its body, again and again on the arrays that it computed before.
//!
//! A *routine* is a fixed algorithm on the rows of stored arrays, for operations that no comprehension can express: a
//! scan, a sort, a search.
//!
//! | module | contents |
//! | --- | --- |
//! | [`graph`] | nodes, the builder [`Dag`], outputs, checks, constraints |
//! | [`scalar`], [`routine`], [`repeat`] | the bodies of comprehensions, the routines, and the bodies of loops |
//! | [`size`], [`dtype`], [`half`] | symbolic sizes, element types and constants, the bits of halves |
//! | [`foreign`] | functions that are written in another language |
//! | [`hints`] | the user's wishes about how values are computed |
//! | [`visit`], [`rebuild`] | walks over graphs, and copies of them |
//! | [`evaluate`], [`interpret`] | the meaning of scalar operations, and the reference interpreter |
//! | [`dot`] | pictures for people |

pub(crate) mod check;
pub mod dot;
pub mod dtype;
pub mod evaluate;
pub mod foreign;
pub mod graph;
pub mod half;
pub mod hints;
pub mod interpret;
pub mod rebuild;
pub mod repeat;
pub mod routine;
pub mod scalar;
pub mod size;
pub mod visit;

pub use crate::plan::{Constraint, ParamKind};
pub use dtype::{Const, DType};
pub use foreign::{Foreign, ForeignCall, ForeignFunction};
pub use graph::{Check, Dag, Input, Node, NodeId, NodeKind, Origin, Output, Target};
pub use hints::{Hints, Rounding, Tuning};
pub use repeat::{Body, LoopId};
pub use routine::Routine;
pub use scalar::{Binary, Reduce, Scalar, ScalarId, Unary, Var};
pub use size::{Atom, Size};
