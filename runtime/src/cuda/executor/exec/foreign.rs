//! Launches that are foreign functions: C code puts their work on a stream, or it is captured as a child graph.

use std::ffi::c_void;

use cudarc::driver::sys::CUgraphNode;

use super::Exec;
use crate::cuda::CudaError;
use crate::cuda::executor::Engine;
use crate::cuda::executor::steps::Step;
use crate::cuda::raw::RawGraph;
use crate::cuda::stream::Stream;
use crate::instance::Instance;

impl Exec {
    pub(super) fn is_foreign(&self, k: usize) -> bool {
        self.layout.kernels[k].enqueue.is_some()
    }

    /// Whether some launch of a segment is a foreign function, so that the graph needs the addresses of operands.
    pub(super) fn has_foreign(&self, at: usize) -> bool {
        let segment = &self.segments[at];
        let is_foreign = |step: &Step| matches!(*step, Step::Launch(k) if self.is_foreign(k));
        segment.steps.steps.iter().any(is_foreign)
    }

    /// Puts the work of a foreign function on a stream.
    ///
    /// # Safety
    /// Everything that is bound must be alive when the work is done, and ordered with it.
    pub(super) unsafe fn submit_foreign(&self, instance: &Instance, stream: &Stream, k: usize) {
        let Some(enqueue) = self.layout.kernels[k].enqueue else { return };
        let launch = &instance.launches[k];
        let buffers = instance.places_of(launch).len();
        let buffers: Vec<*mut c_void> = (0..buffers)
            .map(|buffer| std::ptr::without_provenance_mut(self.address(k, buffer) as usize))
            .collect();
        // The sizes of the buffers come first.
        let sizes = &instance.sizes_of(launch)[buffers.len()..];
        // SAFETY: sizes and addresses are those of the launch; the context of the stream is current, because a call
        // is made. The rest is promised by the caller, and by the declaration of the function.
        unsafe { enqueue(stream.raw().cast(), sizes.as_ptr(), buffers.as_ptr()) };
    }

    /// The work of a foreign function on the bound operands, as a graph.
    fn capture_foreign(
        &self,
        engine: &Engine,
        instance: &Instance,
        k: usize,
    ) -> Result<RawGraph, CudaError> {
        let submit = |stream: &Stream| {
            // SAFETY: what is bound is alive and ordered at each launch of the graph, before which other operands are
            // sent to it.
            unsafe { self.submit_foreign(instance, stream, k) };
            Ok(())
        };
        engine.context.capture(&submit).map_err(|error| match error {
            CudaError::Driver { call, name, text } => {
                let function = instance.launches[k].launch.name;
                let text = format!(
                    "{text}; the work of the foreign function `{function}` was captured, which must not wait, \
                     allocate, or use another stream"
                );
                CudaError::Driver { call, name, text }
            }
            error => error,
        })
    }

    /// Adds the work of a foreign function as a child graph.
    pub(super) fn add_foreign(
        &self,
        engine: &Engine,
        instance: &Instance,
        graph: &RawGraph,
        after: &[CUgraphNode],
        k: usize,
    ) -> Result<CUgraphNode, CudaError> {
        graph.add_child(after, &self.capture_foreign(engine, instance, k)?)
    }

    /// Sends the work of a foreign function, with the present operands, to the graph. Returns whether the graph takes
    /// it: otherwise it has to be built anew.
    pub(super) fn send_foreign(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        k: usize,
        at: usize,
    ) -> Result<bool, CudaError> {
        let child = self.capture_foreign(engine, instance, k)?;
        let node = self.segment(at).nodes_of(k)[0];
        let Some((executable, _)) = &mut self.segment(at).graph else { return Ok(false) };
        // SAFETY: the node is one of the segment's graph that runs a captured one.
        match unsafe { executable.set_child(node, &child) } {
            Ok(()) => Ok(true),
            // The function may enqueue other work for other addresses.
            Err(CudaError::Driver { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
