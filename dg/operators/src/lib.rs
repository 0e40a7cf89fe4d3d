//! The operators of [`array-fn-dg`](https://docs.rs/array-fn-dg) as array programs. A package of their own,
//! because they take a minute to compile and seldom change.

#![warn(missing_docs)]

pub mod curved_euler;
pub mod curved_wave;
pub mod euler;
pub mod limit;
pub mod maxwell;
pub mod wave;
pub use array_fn_dg_laws::{space, stepping};
