//! Launches that cuBLAS computes instead of kernels.

use std::sync::Arc;

use cudarc::driver::sys::CUgraphNode;

use super::Exec;
use crate::cuda::blas::Blas;
use crate::cuda::executor::steps::{Step, Steps};
use crate::cuda::executor::{Engine, workspaces};
use crate::cuda::memory::Memory;
use crate::cuda::raw::RawGraph;
use crate::cuda::stream::Stream;
use crate::cuda::{CudaError, Product};
use crate::instance::Instance;

/// For each launch the number of its workspace, if it has one, and the memory of all workspaces.
type Workspaces = (Box<[Option<usize>]>, Box<[Arc<Memory>]>);

/// Gives each launch that the library computes a workspace. If memory does not suffice for all workspaces, no launch
/// has one.
pub(super) fn workspaces(
    engine: &Engine,
    instance: &Instance,
    stream: &'static Stream,
    [checks, rest]: [&Steps; 2],
) -> Result<Workspaces, CudaError> {
    let launches = instance.launches.len();
    let is_by_library = |k: usize| engine.products[k].is_some();
    // One segment comes after the other, so both may use the same workspaces.
    let (of_checks, most_of_checks) = workspaces::assign(checks, launches, is_by_library);
    let (of_rest, most_of_rest) = workspaces::assign(rest, launches, is_by_library);
    let bytes = Blas::workspace_bytes(engine.context);
    let memory = (0..most_of_checks.max(most_of_rest)).map(|_| Memory::device(stream, bytes));
    match memory.collect::<Result<Box<[_]>, CudaError>>() {
        Ok(memory) => {
            Ok((of_checks.into_iter().zip(of_rest).map(|(a, b)| a.or(b)).collect(), memory))
        }
        Err(CudaError::OutOfMemory { .. }) => Ok((vec![None; launches].into(), Box::default())),
        Err(error) => Err(error),
    }
}

/// How often the graph is built anew because it does not take the library's work for other arguments. After that the
/// kernel runs, whose node takes any arguments.
const MOST_REFUSALS: u8 = 2;

impl Exec {
    /// Whether the library computes a launch of a segment, so that the graph needs the addresses of operands.
    pub(super) fn waits_for_operands(&self, at: usize) -> bool {
        let segment = &self.segments[at];
        let by_library = |step: &Step| match *step {
            Step::Launch(k) => self.by_library[k].is_some(),
            _ => false,
        };
        segment.steps.steps.iter().any(by_library)
    }

    /// Adds the library's work for a launch as a child graph. `None` if the kernel has to run.
    pub(super) fn add_product(
        &mut self,
        engine: &Engine,
        graph: &RawGraph,
        after: &[CUgraphNode],
        k: usize,
    ) -> Result<Option<CUgraphNode>, CudaError> {
        let Some(child) = self.capture(engine, k)? else { return Ok(None) };
        match graph.add_child(after, &child) {
            Ok(node) => Ok(Some(node)),
            Err(error) => {
                refused(error)?;
                self.by_library[k] = None;
                Ok(None)
            }
        }
    }

    /// Sends the library's work for a launch, with the present arguments, to the graph. Returns whether that was
    /// possible.
    pub(super) fn send_product(
        &mut self,
        engine: &Engine,
        k: usize,
        node: CUgraphNode,
        at: usize,
    ) -> Result<bool, CudaError> {
        let child = self.capture(engine, k)?;
        let executable = self.segment(at).graph.as_mut().map(|(exec, _)| exec);
        let told = match (child, executable) {
            // SAFETY: the node is one of the segment's graph that runs a captured one.
            (Some(child), Some(executable)) => unsafe {
                executable.set_child(node, &child).map(|()| true).or_else(refused)?
            },
            _ => false,
        };
        if !told {
            // The library makes other nodes of these arguments. To build the graph anew takes milliseconds, which is
            // not worth it in every call.
            self.refusals[k] = self.refusals[k].saturating_add(1);
            if self.refusals[k] >= MOST_REFUSALS {
                self.by_library[k] = None;
            }
        }
        Ok(told)
    }

    /// The library's work for a launch with the bound arguments. `None` if the kernel runs; if the library fails, the
    /// kernel runs from then on.
    fn capture(&mut self, engine: &Engine, k: usize) -> Result<Option<RawGraph>, CudaError> {
        let Some((product, workspace)) = self.product(engine, k) else {
            return Ok(None);
        };
        let Some(blas) = engine.context.blas() else { return Ok(None) };
        let workspace = &self.workspaces[workspace];
        // SAFETY: the product is of this launch, whose arguments are bound before each launch of the
        // graph; the workspace is shared only with work that comes before or after.
        match unsafe { blas.capture(product, &|buffer| self.address(k, buffer), workspace) } {
            Ok(graph) => Ok(Some(graph)),
            Err(error) => {
                refused(error)?;
                self.by_library[k] = None;
                Ok(None)
            }
        }
    }

    /// What the library computes of a launch, and the number of its workspace. Kernels of a rank may be more than launches.
    fn product<'e>(&self, engine: &'e Engine, k: usize) -> Option<(&'e Product, usize)> {
        let workspace = self.by_library[k]?;
        Some((engine.products[k].as_ref()?, workspace))
    }

    /// The address of a buffer of a launch.
    pub(super) fn address(&self, launch: usize, buffer: usize) -> u64 {
        // SAFETY: buffers are the first arguments of a launch, as values that the pointers lead to.
        unsafe { self.pointers[self.first[launch][0] + buffer].cast::<u64>().read() }
    }

    /// Puts the library's work for a launch on the stream. Returns whether the library computes it.
    ///
    /// # Safety
    /// As for [`Exec::run`].
    pub(super) unsafe fn submit_product(
        &self,
        engine: &Engine,
        stream: &'static Stream,
        k: usize,
    ) -> Result<bool, CudaError> {
        let Some((product, workspace)) = self.product(engine, k) else {
            return Ok(false);
        };
        let Some(blas) = engine.context.blas() else { return Ok(false) };
        let workspace = &self.workspaces[workspace];
        // SAFETY: the product is of this launch, whose arguments are bound; everything is ordered on the
        // stream, promised by the caller.
        match unsafe { blas.submit(stream, product, &|b| self.address(k, b), workspace) } {
            Ok(()) => Ok(true),
            // The kernel overwrites everything that the library may have written.
            Err(error) => refused(error),
        }
    }
}

/// Turns an error after which the kernel can run instead into `false`, for work that was not done.
fn refused(error: CudaError) -> Result<bool, CudaError> {
    match error {
        CudaError::Driver { .. } => {
            tracing::warn!(target: "array_fn", %error, "a call of the library is refused");
            Ok(false)
        }
        error => Err(error),
    }
}
