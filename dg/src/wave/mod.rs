//! The acoustic wave equation in first-order form, `u_t + c div v = 0, v_t + c grad u = 0`.

mod boundary;
mod case;
mod operands;
mod solver;

pub use array_fn_dg_operators::wave::{
    Faces, FacesOf, blended_rhs, blended_steps, upwind_rhs, upwind_steps,
};
pub use boundary::{BoundaryCondition, FaceCoefficients};
pub use case::{Case, State};
pub use operands::Operands;
pub use solver::{Flux, WaveSolver};
