//! The errors of GPUs.
#![allow(missing_docs, reason = "the message of each error tells what its fields are")]

use super::graph::RuleError;

/// An error of the CUDA driver, or of a request to it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CudaError {
    /// There is no driver on this machine, or array-fn was built without CUDA.
    #[error("no CUDA: {reason}; `Device::cpu()` runs everything without")]
    NoDriver { reason: String },

    /// The driver lacks something that array-fn needs.
    #[error("the CUDA driver is too old: it {found}, {needed} is needed; update the NVIDIA driver")]
    DriverTooOld { found: String, needed: String },

    /// A GPU with this number does not exist.
    #[error("there is no CUDA device {ordinal}: the machine has {count}{}", hint(*.count))]
    NoDevice { ordinal: usize, count: usize },

    /// The GPU lacks something that array-fn relies on.
    #[error("{device} lacks {what}; use another device")]
    Unsupported { device: String, what: String },

    /// The GPU's memory is exhausted. Nothing that was allocated on the way is kept.
    #[error(
        "out of memory on {device}: could not allocate {bytes} bytes ({free} of {total} are free); use \
         smaller arrays or free others"
    )]
    OutOfMemory { device: String, bytes: usize, free: usize, total: usize },

    /// The driver did not take the kernels of a function, nor could they be compiled anew.
    #[error("the kernels of {program} cannot be loaded: {log}")]
    Rejected { program: String, log: String },

    /// A kernel accessed memory that it must not, or the GPU failed. Nothing works on the device any
    /// more until the process is started anew.
    #[error(
        "{device} is lost: {cause}; arrays on it cannot be read any more, and the process must be \
         started anew to use it again"
    )]
    ContextLost { device: String, cause: String },

    /// A call of the driver failed.
    #[error("{call} failed: {name} ({text})")]
    Driver { call: &'static str, name: String, text: String },

    /// A temporary file could not be read or written.
    #[error("{path} cannot be used: {reason}; check the folder for temporary files")]
    File { path: String, reason: String },

    /// A graph breaks a rule of CUDA graphs.
    #[error(transparent)]
    Graph(#[from] RuleError),
}

#[cfg(feature = "cuda")]
impl CudaError {
    /// Whether memory did not suffice, whichever call says so.
    pub(super) fn is_out_of_memory(&self) -> bool {
        match self {
            CudaError::OutOfMemory { .. } => true,
            CudaError::Driver { name, .. } => name == "CUDA_ERROR_OUT_OF_MEMORY",
            _ => false,
        }
    }
}

fn hint(count: usize) -> &'static str {
    if count == 0 { "" } else { " (they are numbered from 0)" }
}
