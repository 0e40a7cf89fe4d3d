//! Nodal discontinuous Galerkin methods on tetrahedra (Hesthaven & Warburton, *Nodal Discontinuous
//! Galerkin Methods*, Springer 2008), with every operator written as an `array_fn!` program.
//!
//! The way from a file to numbers:
//!
//! 1. [`mesh::Mesh`]: read from Gmsh ([`Mesh::read`](mesh::Mesh::read)) or made in process
//!    ([`mesh::BoxMesh`]);
//! 2. [`ReferenceElement`]: nodes and operators of one polynomial order;
//! 3. [`Discretisation`]: the two together, as the static arrays that the programs take;
//! 4. [`output`]: VTU and PVD files for ParaView.

#![warn(missing_docs)]

pub mod cases;
pub mod checkpoint;
mod curl;
mod discretisation;
mod error;
pub mod euler;
pub mod file;
mod linear_algebra;
pub mod maxwell;
pub mod mesh;
pub mod navier_stokes;
pub mod npy;
mod operands;
pub mod output;
mod real;
pub mod reference;
mod solver;
pub mod time_stepping;
pub mod wave;

pub use discretisation::{CurvedFactors, Discretisation};
pub use error::Error;
pub use mesh::Mesh;
pub use operands::Integrals;
pub use real::Real;
pub use reference::ReferenceElement;
pub use solver::{Evolution, Solver};
