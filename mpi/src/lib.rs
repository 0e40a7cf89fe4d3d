#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(any(feature = "system", test))]
mod operations;

#[cfg(feature = "system")]
mod system;
#[cfg(feature = "system")]
pub use system::Mpi;

#[cfg(not(feature = "system"))]
mod absent;
#[cfg(not(feature = "system"))]
pub use absent::Mpi;
