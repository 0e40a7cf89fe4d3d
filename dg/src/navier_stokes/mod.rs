//! The compressible Navier-Stokes equations of an ideal gas, in double precision. The conserved variables are density,
//! momentum and energy.

mod boundary;
mod case;
mod gas;
mod manufactured;
mod operands;
mod solver;

pub use crate::euler::{Primitive, State, VolumeForm};
pub use boundary::{Across, Boundary, BoundaryCondition};
pub use case::Case;
pub use gas::{Gas, Viscosity};
pub use manufactured::Manufactured;
pub use operands::Operands;
pub use solver::{NavierStokesSolver, Summary};
