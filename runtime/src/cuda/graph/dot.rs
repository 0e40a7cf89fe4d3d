//! The driver's drawing of a graph.

use std::ffi::CString;
use std::sync::atomic::{AtomicU64, Ordering};

use super::build::build;
use super::level::Level;
use crate::cuda::CudaError;

/// The driver's drawing of a complete graph, in Graphviz's language.
pub(super) fn dot(level: &Level) -> Result<String, CudaError> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("array-fn-graph-{}-{number}.dot", std::process::id());
    let path = std::env::temp_dir().join(name);
    let failed = |reason: String| CudaError::File { path: path.display().to_string(), reason };
    let text = CString::new(path.as_os_str().as_encoded_bytes())
        .map_err(|error| failed(error.to_string()))?;
    build(level)?.raw.debug_dot(&text)?;
    let drawing = std::fs::read_to_string(&path).map_err(|error| failed(error.to_string()));
    // An error of this is ignored: the drawing is there, even if its file stays behind.
    let _ = std::fs::remove_file(&path);
    drawing
}
