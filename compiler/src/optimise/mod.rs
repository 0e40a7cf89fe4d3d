//! The passes on the DAG. Each is a function `Dag -> Dag`, and each preserves the interpreter's result bit for bit.

mod affine;
mod dead_code;
mod fold;
mod rewrite;
mod specialise;

use crate::dag::Dag;

pub(crate) use affine::Affine;
pub use dead_code::dead_code;
pub use fold::fold;
pub use specialise::specialise;

/// Runs all passes in their order.
pub fn optimise(dag: &Dag) -> Dag {
    dead_code(&fold(dag))
}
