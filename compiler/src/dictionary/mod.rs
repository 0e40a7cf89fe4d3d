//! From NumPy's spelling to the one here: the table behind `docs/numpy.md`, made of the function table
//! that the checker resolves calls by, so that the two cannot differ.

pub mod array_api;
mod differences;
mod language;
mod render;

pub use render::render;
