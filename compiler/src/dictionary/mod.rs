//! From NumPy's spelling to the one of array-fn: the page `docs/numpy.md`.
//!
//! The page is made of the table by which the checker resolves calls, so that the two cannot differ.

pub mod array_api;
mod differences;
mod language;
mod render;

pub use render::render;
