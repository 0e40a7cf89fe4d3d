//! The compressible Euler equations of an ideal gas. The conserved variables are density, momentum and energy.

mod boundary;
mod case;
mod entropy;
mod fields;
mod limiter;
mod operands;
mod riemann;
mod slopes;
mod solver;
mod state;
mod summary;

pub use boundary::{Boundary, BoundaryCondition};
pub use case::Case;
pub(crate) use case::taylor_green;
pub use entropy::VolumeForm;
pub(crate) use entropy::{Behind, EntropyCorrection};
pub use fields::{FLOW_FIELDS, flow_fields};
pub use limiter::Limiting;
pub use operands::Operands;
pub use riemann::Riemann;
pub(crate) use solver::step_of_flow;
pub use solver::{EulerSolver, Flux, Programs, SignalRate, Step};
pub use state::{Primitive, State};
pub use summary::Summary;
