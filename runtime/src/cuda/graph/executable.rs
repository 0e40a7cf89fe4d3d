//! Graphs that can be launched.

use std::sync::PoisonError;

use super::argument::{self};
use super::build::{Built, Handles, Places, build, refused};
use super::hazards::Footprint;
use super::level::Level;
use super::node::Operation;
use super::rules::RuleError;
use crate::cuda::raw::{RawExec, RawGraph};
use crate::cuda::submission::submission;
use crate::cuda::{CudaError, Gpu, Stream};

/// A graph that was made executable ([`Graph::instantiate`](super::Graph::instantiate)). It can be launched any number
/// of times, and its arguments can change in between.
///
/// Launches of one executable graph run one after the other. It keeps the memory and the modules that
/// its nodes use; dropping it does not wait for launches that are under way.
pub struct ExecutableGraph {
    pub(super) exec: RawExec,
    /// The graph whose nodes the driver's functions name.
    _raw: RawGraph,
    pub(super) handles: Handles,
    pub(super) places: Places,
    /// What each node does at the next launch.
    pub(super) level: Level,
    /// For each node, the values of its kernel's parameters; empty for other nodes.
    pub(super) words: Vec<Vec<u64>>,
    /// The memory of all nodes; `None` after nodes have changed.
    pub(super) footprint: Option<Footprint>,
    /// Whether a batch of changes stopped halfway.
    pub(super) partly_updated: bool,
}

/// Parameter values of all kernels.
pub(super) fn all_words(level: &Level, places: &Places) -> Vec<Vec<u64>> {
    let words = level.nodes.iter().map(|node| match &node.operation {
        Operation::Kernel(node) => argument::words(&node.kernel, &node.arguments, places),
        _ => Vec::new(),
    });
    words.collect()
}

impl ExecutableGraph {
    pub(super) fn new(level: &Level) -> Result<ExecutableGraph, CudaError> {
        level.check_complete()?;
        let _current = level.context.bind()?;
        let Built { raw, nodes, places } = build(level)?;
        // Also the driver may need memory, for the stacks of kernels.
        let mut failed = None;
        let made = level.context.with_memory(|| {
            raw.executable().map_err(|(error, node)| {
                failed = Some(node);
                error
            })
        });
        let exec = made.map_err(|error| {
            let index = nodes.0.iter().position(|&own| Some(own) == failed);
            let describe = || index.map_or("the graph".to_owned(), |index| level.describe(index));
            refused(out_of_memory(level, error), describe)
        })?;
        Ok(ExecutableGraph {
            exec,
            _raw: raw,
            words: all_words(level, &places),
            handles: nodes,
            places,
            level: level.clone(),
            footprint: None,
            partly_updated: false,
        })
    }

    /// The device that the graph runs on.
    pub fn gpu(&self) -> Gpu {
        self.level.gpu()
    }

    /// Prepares launches on this thread's stream, so that the first costs no more than later ones.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`] for the memory that the graph allocates.
    pub fn upload(&mut self) -> Result<(), CudaError> {
        self.upload_on(self.gpu().stream()?)
    }

    /// Prepares launches on a stream.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`] for the memory that the graph allocates; [`RuleError::OtherDevice`].
    pub fn upload_on(&mut self, stream: &'static Stream) -> Result<(), CudaError> {
        self.check_stream(stream)?;
        let level = &self.level;
        let _current = level.context.bind()?;
        self.exec.upload(stream).map_err(|error| out_of_memory(level, error))
    }

    /// Puts the graph on this thread's stream, and does not wait for it. The graph runs after all earlier work that
    /// uses the same memory, on any stream.
    ///
    /// # Errors
    /// [`CudaError::OutOfMemory`] for the memory that the graph allocates, after unused memory was reclaimed;
    /// [`RuleError::PartlyUpdated`]; those of the driver, and those of work that is still under way.
    pub fn launch(&mut self) -> Result<(), CudaError> {
        self.launch_on(self.gpu().stream()?)
    }

    /// Puts the graph on a stream.
    ///
    /// # Errors
    /// Those of [`launch`](ExecutableGraph::launch), and [`RuleError::OtherDevice`].
    pub fn launch_on(&mut self, stream: &'static Stream) -> Result<(), CudaError> {
        if self.partly_updated {
            return Err(RuleError::PartlyUpdated.into());
        }
        self.check_stream(stream)?;
        let _current = self.level.context.bind()?;
        let context = self.level.context;
        context.with_memory(|| self.submit(stream))
    }

    fn submit(&mut self, stream: &'static Stream) -> Result<(), CudaError> {
        let footprint = self.footprint.get_or_insert_with(|| self.level.ledger.memory());
        // The host memory stays locked from the moment when the launch is put in order until it is on its stream.
        let _hosts: Vec<_> = footprint
            .host
            .iter()
            .map(|host| host.host.lock().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let _submission = submission();
        for (memory, access) in &footprint.memory {
            memory.order(stream, *access)?;
        }
        // SAFETY: the description holds all memory, and the stream comes after all its other uses.
        let launched = unsafe { self.exec.launch(stream) };
        launched.map_err(|error| out_of_memory(&self.level, error))
    }

    fn check_stream(&self, stream: &'static Stream) -> Result<(), RuleError> {
        self.level.same_device("the stream", stream.context())
    }
}

impl std::fmt::Debug for ExecutableGraph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ExecutableGraph({} nodes)", self.level.nodes.len())
    }
}

/// An error for memory that the graph's nodes allocate.
fn out_of_memory(level: &Level, error: CudaError) -> CudaError {
    match error {
        CudaError::Driver { .. } if error.is_out_of_memory() => {
            let (free, total) = level.context.memory_info();
            let bytes = level.allocations.iter().map(|allocation| allocation.bytes).sum();
            CudaError::OutOfMemory { device: level.context.describe(), bytes, free, total }
        }
        error => error,
    }
}
