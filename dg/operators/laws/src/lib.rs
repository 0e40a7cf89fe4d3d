//! What the array programs of [`array-fn-dg`](https://docs.rs/array-fn-dg) share. Other blocks use these by `use`; nothing
//! here is compiled by itself.

#![warn(missing_docs)]

pub mod flux;
pub mod gas;
pub mod space;
pub mod stepping;
pub mod wave;
