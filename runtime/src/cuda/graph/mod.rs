//! CUDA graphs by hand: explicit nodes and dependencies, checked as they are added.
//!
//! A [`Graph`] describes work: kernels, copies, memory that the graph allocates itself, branches and
//! loops. [`Graph::instantiate`] hands it to the driver once; the [`ExecutableGraph`] is launched as often
//! as wanted, with one call for all of its nodes, and its arguments change in between.
//!
#![cfg_attr(feature = "cuda", doc = "```no_run")]
#![cfg_attr(not(feature = "cuda"), doc = "```ignore")]
//! use array_fn_runtime::cuda::graph::Graph;
//! use array_fn_runtime::cuda::{CudaError, DType, Gpu, HostBuffer, LaunchConfig, Module, Parameter};
//!
//! const SOURCE: &str = r#"
//! typedef unsigned long long u64;
//! extern "C" __global__ void scale(float factor, const float* x, float* y, u64 x_len, u64 y_len) {
//!     u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x;
//!     if (i < x_len && i < y_len) y[i] = factor * x[i];
//! }"#;
//!
//! fn main() -> Result<(), CudaError> {
//!     let gpu = Gpu::new(0)?;
//!     let module = Module::from_source(gpu, "example", SOURCE)?;
//!     let parameters = [
//!         Parameter::Value(DType::F32),
//!         Parameter::Read(DType::F32),
//!         Parameter::Write(DType::F32),
//!         Parameter::Length(1),
//!         Parameter::Length(2),
//!     ];
//!     // SAFETY: `scale` has these parameters, and stays within the lengths of its buffers.
//!     let scale = unsafe { module.kernel("scale", &parameters)? };
//!
//!     let host = HostBuffer::from_slice(gpu, &[1.0f32, 2.0, 3.0])?;
//!     let mut graph = Graph::new(gpu);
//!     let (alloc_x, x) = graph.alloc::<f32>(3, &[])?;
//!     let (alloc_y, y) = graph.alloc::<f32>(3, &[])?;
//!     let upload = graph.copy_to_device(&x, &host, &[alloc_x])?;
//!     let arguments = [2.0f32.into(), (&x).into(), (&y).into()];
//!     let launch = LaunchConfig::linear(3, 128);
//!     let kernel = graph.kernel(&scale, launch, &arguments, &[upload, alloc_y])?;
//!     let download = graph.copy_to_host(&host, &y, &[kernel])?;
//!     graph.free(x, &[kernel])?;
//!     graph.free(y, &[download])?;
//!
//!     let mut executable = graph.instantiate()?;
//!     executable.launch()?;
//!     assert_eq!(host.to_vec()?, [2.0, 4.0, 6.0]);
//!     executable.update_arguments(&[(kernel, 0, 10.0f32.into())])?;
//!     executable.launch()?;
//!     assert_eq!(host.to_vec()?, [20.0, 40.0, 60.0]);
//!     Ok(())
//! }
//! ```
//!
//! # What is checked
//!
//! CUDA reports most mistakes only when a graph is instantiated, without saying where, or not at all: two nodes that
//! use the same memory without an order between them are a race. Here each mistake is an error when the node is added
//! ([`RuleError`]), and a node that is refused leaves the graph as it was. Changes of an executable graph are checked
//! by the same rules.
//!
//! Only the kernels themselves cannot be checked: `Module::kernel` is `unsafe`, and says what a kernel must keep to.
//! All the rest is safe.
//!
//! A graph keeps everything that its nodes use, so nothing is freed too early. Launches, copies and reads of the same
//! memory come one after the other, whichever threads and streams they are on.

#[cfg(feature = "cuda")]
mod argument;
#[cfg(feature = "cuda")]
mod build;
#[cfg(feature = "cuda")]
mod conditional;
#[cfg(feature = "cuda")]
mod description;
#[cfg(feature = "cuda")]
mod dot;
#[cfg(feature = "cuda")]
mod executable;
#[cfg(feature = "cuda")]
mod hazards;
#[cfg(feature = "cuda")]
mod level;
#[cfg(feature = "cuda")]
mod memory;
#[cfg(feature = "cuda")]
mod node;
mod rules;
#[cfg(feature = "cuda")]
mod update;

#[cfg(feature = "cuda")]
pub use argument::Argument;
#[cfg(feature = "cuda")]
pub use conditional::{Body, Condition};
#[cfg(feature = "cuda")]
pub use description::Graph;
#[cfg(feature = "cuda")]
pub use executable::ExecutableGraph;
#[cfg(feature = "cuda")]
pub use memory::{GraphBuffer, OnDevice, Transfer};
#[cfg(feature = "cuda")]
pub use node::Node;
pub use rules::RuleError;
