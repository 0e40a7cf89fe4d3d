//! Records, constants and functions that the array programs of [`array-fn-dg`](https://docs.rs/array-fn-dg) share.
//!
//! All blocks of this crate are `#![shared]`: other blocks take items from them by `use`. They have no `pub fn`, so
//! nothing here is compiled by itself.
//!
//! | module | items |
//! | --- | --- |
//! | [`space`] | the records of a mesh: matrices of the reference element, geometric factors, neighbours |
//! | [`stepping`] | the factors of the Runge-Kutta method |
//! | [`gas`] | pressure and fluxes of an ideal gas, and fluxes of a gas with a given pressure |
//! | [`flux`] | numerical fluxes of a gas through faces |
//! | [`wave`] | the faces of the wave equation |
//!
//! E is the number of elements, N that of nodes per element, and F that of nodes per face.

#![warn(missing_docs)]

pub mod flux;
pub mod gas;
pub mod space;
pub mod stepping;
pub mod wave;
