//! Solvers for waves and flows by nodal discontinuous Galerkin methods on tetrahedra (Hesthaven & Warburton, *Nodal
//! Discontinuous Galerkin Methods*, Springer 2008). Every operator is an `array_fn!` program, and so runs on CPUs and
//! GPUs.
//!
//! ```no_run
//! use array_fn_dg::wave::{BoundaryCondition, Case, FaceCoefficients, Flux, WaveSolver};
//! use array_fn_dg::{Discretisation, Error, Solver, mesh::BoxMesh};
//!
//! let mesh = BoxMesh::cube(4).build(); // or Mesh::read("room.msh")?
//! let discretisation = Discretisation::new(&mesh, 3)?; // order 3
//! let faces = FaceCoefficients::new(&discretisation, |_surface| Some(BoundaryCondition::Dirichlet))?;
//! let mut solver = WaveSolver::<f64>::new(&discretisation, &faces, Flux::Upwind, 1.0)?;
//! let case = Case::Standing { lower: [0.0; 3], upper: [1.0; 3] };
//! solver.set_initial(|x| case.initial(x))?;
//! let steps = solver.run(1.0, 1.0, |_solver, _dt| Ok::<(), Error>(()))?;
//! println!("{steps} steps, energy {}", solver.energy());
//! # Ok::<(), Error>(())
//! ```
//!
//! # From a file to results
//!
//! 1. A [`mesh::Mesh`] is read from a file of Gmsh ([`Mesh::read`](mesh::Mesh::read)), or made in process
//!    ([`mesh::BoxMesh`]).
//! 2. A [`ReferenceElement`] holds the nodes and matrices of one polynomial order.
//! 3. A [`Discretisation`] joins the two: it holds the static arrays that the programs take.
//! 4. A solver adds equations, boundary conditions and a state. The trait [`Solver`] is common to all: steps, checks,
//!    summaries, and files to go on from ([`checkpoint`]).
//! 5. [`output`] writes VTU and PVD files for ParaView.
//!
//! # Equations
//!
//! | module | equations | solver |
//! | --- | --- | --- |
//! | [`wave`] | acoustic waves | [`wave::WaveSolver`] |
//! | [`euler`] | compressible flow | [`euler::EulerSolver`] |
//! | [`navier_stokes`] | compressible flow with viscosity and heat conduction | [`navier_stokes::NavierStokesSolver`] |
//! | [`maxwell`] | electromagnetic waves in vacuum | [`maxwell::MaxwellSolver`] |
//!
//! In the documentation of arrays, E is the number of elements, N that of nodes per element, and F that of nodes per
//! face.
//!
//! # Other modules
//!
//! - [`reference`](mod@reference): nodes, basis, matrices and quadrature rules of the reference tetrahedron.
//! - [`time_stepping`]: the Runge-Kutta method, and the lengths of steps.
//! - [`file`](mod@file): files that are replaced as a whole.
//!
//! The programs themselves are in the crates `array-fn-dg-operators`, `array-fn-dg-navier-stokes` and
//! `array-fn-dg-entropy`.

#![warn(missing_docs)]

mod agreement;
pub mod checkpoint;
mod curl;
mod discretisation;
mod error;
pub mod euler;
pub mod file;
mod linear_algebra;
pub mod maxwell;
pub mod mesh;
mod named;
pub mod navier_stokes;
mod operands;
pub mod output;
mod real;
pub mod reference;
mod solver;
pub mod time_stepping;
mod vector;
pub mod wave;

pub use discretisation::{Balance, CurvedFactors, Discretisation, Part, Spread};
pub use error::Error;
pub use mesh::Mesh;
pub use named::Named;
pub use operands::Integrals;
pub use real::Real;
pub use reference::ReferenceElement;
pub use solver::{Evolution, Solver};
