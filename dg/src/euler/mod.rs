//! The compressible Euler equations of an ideal gas in the conserved variables density, momentum and
//! energy.

mod boundary;
mod case;
mod checkpoint;
mod operands;
mod real;
mod solver;
mod state;

pub use boundary::{Boundary, BoundaryCondition};
pub use case::Case;
pub use operands::Operands;
pub(crate) use operands::padded;
pub use real::Real;
pub(crate) use solver::breakdown;
pub use solver::{EulerSolver, Flux, Summary};
pub use state::{Primitive, State};
