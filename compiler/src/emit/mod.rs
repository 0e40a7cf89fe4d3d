//! Source text: kernels as Rust and CUDA C++, and the host side.

pub mod cpu;
pub mod cuda;
pub mod shadow;
