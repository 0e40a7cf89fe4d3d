//! Array functions over arrays on disk that may be larger than memory. Each is written as for arrays in memory; the
//! attribute `#[stream(..)]` names the dimensions along which arrays are cut.
//!
//! - [`vmscope`]: the virtual microscope, which looks at boxes of a slide.
//! - [`bess`]: the weighted mean over time of a simulation.
//! - [`composite`]: the brightest value of each pixel over time, as for pictures of satellites.
//! - [`statistics`]: mean, variance, extremes and histogram of a box, in one pass.
//! - [`diffusion`]: a stencil over a field that is much larger than the memory it may take.

pub mod bess;
pub mod composite;
pub mod diffusion;
mod program;
pub mod statistics;
pub mod vmscope;

pub use program::{Options, Outcome, data, main};
