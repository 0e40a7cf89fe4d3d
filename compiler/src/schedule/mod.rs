//! From DAG to kernels: what is stored, what shares a kernel, in which order, in which buffer.

pub mod kernel;
pub mod program;
