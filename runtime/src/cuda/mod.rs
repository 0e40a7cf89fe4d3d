//! NVIDIA GPUs: the driver, devices, memory, kernels, graphs.

mod error;
pub mod graph;

#[cfg(feature = "cuda")]
mod context;
#[cfg(feature = "cuda")]
mod driver;
#[cfg(feature = "cuda")]
mod memory;
#[cfg(feature = "cuda")]
mod module;
#[cfg(feature = "cuda")]
mod nvrtc;
#[cfg(feature = "cuda")]
mod raw;
#[cfg(feature = "cuda")]
mod stream;

#[cfg(feature = "cuda")]
pub(crate) use context::{Context, device_count};
pub use error::CudaError;
#[cfg(feature = "cuda")]
pub(crate) use memory::{Access, Memory};
#[cfg(feature = "cuda")]
pub(crate) use stream::Stream;
