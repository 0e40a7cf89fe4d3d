//! From kernels to source text.

pub mod cuda;
pub mod shadow;
