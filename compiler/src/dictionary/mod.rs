//! From NumPy's spelling to the one of array-fn: the page `docs/numpy.md`, and the pages of `array_fn::ops`.
//!
//! They are made of the table by which the checker resolves calls, so that they cannot differ from it.

pub mod array_api;
mod language;
pub mod pages;
mod render;

pub use render::render;
