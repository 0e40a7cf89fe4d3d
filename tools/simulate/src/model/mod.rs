//! Predicts how long kernels take on GPUs that are not here, from what the simulator counted and from machine code.

pub mod gpu;
pub mod predict;
pub mod roofline;
pub mod table;
pub mod traffic;
pub mod work;
