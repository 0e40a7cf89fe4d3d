//! Source text: kernels as Rust and CUDA C++, and the host side.

pub mod consts;
pub mod cpu;
pub mod crate_path;
pub mod cuda;
mod element;
pub mod explain;
pub mod features;
pub mod host;
pub mod program;
pub mod records;
pub mod shadow;
pub mod surroundings;
pub mod unused;
