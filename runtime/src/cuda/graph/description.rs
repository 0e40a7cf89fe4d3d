//! [`Graph`] and its methods: how users describe graphs and bodies.

use super::argument::Argument;
use super::conditional::{Body, Condition, ConditionalKind};
use super::executable::ExecutableGraph;
use super::level::{Builder, Level};
use super::memory::{Fill, GraphBuffer, OnDevice, Transfer};
use super::node::Node;
#[cfg(doc)]
use super::rules::RuleError;
use crate::cuda::{CudaError, Gpu, HostBuffer, Kernel, LaunchConfig, Number};

/// Work for a GPU: nodes, and for each node those that come before it.
///
/// A graph is only a description until it is instantiated: the driver does not know of it. It may be built on one
/// thread and used on another. Clones have the same nodes under the same names.
#[derive(Clone)]
pub struct Graph {
    pub(super) level: Level,
}

impl Graph {
    /// An empty graph for a device.
    pub fn new(gpu: Gpu) -> Graph {
        Graph { level: Level::new(gpu.context()) }
    }

    /// Allocates memory of the device when the graph runs. Its address is the same at each launch; its contents are
    /// undefined. The graph must free it, too ([`Graph::free`]).
    ///
    /// # Errors
    /// [`RuleError::Nothing`] for a length of 0; [`CudaError::OutOfMemory`] for one that is larger than
    /// addresses; [`RuleError::ForeignNode`], [`RuleError::DuplicateDependency`].
    pub fn alloc<T: Number>(
        &mut self,
        len: usize,
        after: &[Node],
    ) -> Result<(Node, GraphBuffer<T>), CudaError> {
        let bytes = len.checked_mul(size_of::<T>()).filter(|&b| isize::try_from(b).is_ok());
        let Some(bytes) = bytes else {
            let (free, total) = self.level.context.memory_info();
            let (device, bytes) = (self.level.context.describe(), usize::MAX);
            return Err(CudaError::OutOfMemory { device, bytes, free, total });
        };
        let (node, allocation) = self.level.alloc(bytes, after)?;
        Ok((node, GraphBuffer::new(allocation, len)))
    }

    /// Frees the memory that a node of this graph allocates (all of it, if this is a slice). All nodes
    /// that use it must come before.
    ///
    /// # Errors
    /// [`RuleError::Unordered`] where a user does not come before; [`RuleError::FreedTwice`],
    /// [`RuleError::ForeignMemory`], [`RuleError::BeforeAllocation`], [`RuleError::ForeignNode`],
    /// [`RuleError::DuplicateDependency`].
    pub fn free<T: Number>(
        &mut self,
        buffer: GraphBuffer<T>,
        after: &[Node],
    ) -> Result<Node, CudaError> {
        Ok(self.level.free(buffer.allocation, after)?)
    }

    /// Hands the graph to the driver, and returns a graph that can be launched. Any number of executable graphs may be
    /// made, each with its own memory and conditions. Nodes that are added to this graph later do not affect them.
    ///
    /// # Errors
    /// [`RuleError::NotFreed`], [`RuleError::ConditionUnused`]; [`RuleError::Refused`] where the driver
    /// has another reason; [`CudaError::OutOfMemory`].
    pub fn instantiate(&self) -> Result<ExecutableGraph, CudaError> {
        ExecutableGraph::new(&self.level)
    }

    /// The driver's drawing of the graph, in Graphviz's language: nodes with all of their parameters.
    ///
    /// # Errors
    /// Those of [`Graph::instantiate`]; [`CudaError::File`], as the driver writes to a temporary file.
    pub fn dot(&self) -> Result<String, CudaError> {
        self.level.check_complete()?;
        super::dot::dot(&self.level)
    }
}

/// The methods that graphs and bodies have in common.
macro_rules! nodes {
    ($($head:tt)*) => {
        $($head)* {
            /// The device that the nodes run on.
            pub fn gpu(&self) -> Gpu {
                self.level.gpu()
            }

            /// Number of nodes; those in bodies and child graphs do not count.
            pub fn len(&self) -> usize {
                self.level.nodes.len()
            }

            /// Whether there are no nodes.
            pub fn is_empty(&self) -> bool {
                self.level.nodes.is_empty()
            }

            /// Runs a kernel. There is one argument for each parameter, in order. Only lengths have none,
            /// because they follow from the buffers.
            ///
            /// # Errors
            /// [`RuleError::ArgumentCount`], [`RuleError::ArgumentKind`], [`RuleError::Overlap`] for the
            /// arguments; [`RuleError::Launch`], [`RuleError::Block`] for the launch;
            /// [`RuleError::Unordered`] where another node uses the same memory; for memory of the graph
            /// [`RuleError::BeforeAllocation`], [`RuleError::AfterFree`], [`RuleError::ForeignMemory`];
            /// [`RuleError::OtherDevice`], [`RuleError::ForeignCondition`], [`RuleError::ForeignNode`],
            /// [`RuleError::DuplicateDependency`].
            pub fn kernel(
                &mut self,
                kernel: &Kernel,
                launch: LaunchConfig,
                arguments: &[Argument],
                after: &[Node],
            ) -> Result<Node, CudaError> {
                Ok(self.level.kernel(kernel, launch, arguments, after)?)
            }

            /// Copies from the host to the device.
            ///
            /// # Errors
            /// [`RuleError::CopyLength`]; [`RuleError::Nothing`] for no elements;
            /// [`RuleError::Unordered`] where another node uses the same memory; for memory of the graph
            /// [`RuleError::BeforeAllocation`], [`RuleError::AfterFree`], [`RuleError::ForeignMemory`];
            /// [`RuleError::OtherDevice`], [`RuleError::ForeignNode`],
            /// [`RuleError::DuplicateDependency`].
            pub fn copy_to_device<T: Number>(
                &mut self,
                target: &impl OnDevice<T>,
                source: &HostBuffer<T>,
                after: &[Node],
            ) -> Result<Node, CudaError> {
                self.copy(Transfer::to_device(target, source), after)
            }

            /// Copies from one place on the device to another.
            ///
            /// # Errors
            /// Those of `copy_to_device`, and [`RuleError::Overlap`].
            pub fn copy_on_device<T: Number>(
                &mut self,
                target: &impl OnDevice<T>,
                source: &impl OnDevice<T>,
                after: &[Node],
            ) -> Result<Node, CudaError> {
                self.copy(Transfer::on_device(target, source), after)
            }

            /// Copies from the device to the host.
            ///
            /// # Errors
            /// Those of `copy_to_device`.
            pub fn copy_to_host<T: Number>(
                &mut self,
                target: &HostBuffer<T>,
                source: &impl OnDevice<T>,
                after: &[Node],
            ) -> Result<Node, CudaError> {
                self.copy(Transfer::to_host(target, source), after)
            }

            /// Copies in any of these directions.
            ///
            /// # Errors
            /// Those of `copy_to_device`, and [`RuleError::Overlap`].
            pub fn copy(&mut self, copy: Transfer, after: &[Node]) -> Result<Node, CudaError> {
                Ok(self.level.copy(copy, after)?)
            }

            /// Sets all elements to a value. The driver repeats 4 bytes, so for types of 8 bytes only
            /// values with equal halves can be written, such as 0.
            ///
            /// # Errors
            /// [`RuleError::MemsetValue`]; [`RuleError::Nothing`] for no elements;
            /// [`RuleError::Unordered`] where another node uses the same memory; for memory of the graph
            /// [`RuleError::BeforeAllocation`], [`RuleError::AfterFree`], [`RuleError::ForeignMemory`];
            /// [`RuleError::OtherDevice`], [`RuleError::ForeignNode`],
            /// [`RuleError::DuplicateDependency`].
            pub fn memset<T: Number>(
                &mut self,
                target: &impl OnDevice<T>,
                value: T,
                after: &[Node],
            ) -> Result<Node, CudaError> {
                Ok(self.level.memset(Fill::new(target, value)?, after)?)
            }

            /// Does nothing: a place where dependencies meet.
            ///
            /// # Errors
            /// [`RuleError::ForeignNode`], [`RuleError::DuplicateDependency`].
            pub fn empty(&mut self, after: &[Node]) -> Result<Node, CudaError> {
                Ok(self.level.empty(after)?)
            }

            /// Runs another graph, as it is now.
            ///
            /// # Errors
            /// [`RuleError::MemoryInChild`], [`RuleError::ConditionalInChild`];
            /// [`RuleError::Unordered`] where another node uses the same memory;
            /// [`RuleError::OtherDevice`], [`RuleError::ForeignNode`],
            /// [`RuleError::DuplicateDependency`].
            pub fn child(&mut self, graph: &Graph, after: &[Node]) -> Result<Node, CudaError> {
                Ok(self.level.child(&graph.level, after)?)
            }

            /// Makes a condition for one conditional node of this level. When a launch of the whole graph
            /// begins, its value is `default`.
            pub fn condition(&mut self, default: u32) -> Condition {
                self.level.condition(default)
            }

            /// Runs a body if the condition is not 0. For the order of nodes, this node uses everything
            /// that the body uses. An error of `body` is returned, and then no node is added.
            ///
            /// # Errors
            /// Those of `body`; [`RuleError::ForeignCondition`], [`RuleError::ConditionUsedTwice`], and
            /// [`RuleError::ConditionUnused`] for conditions of the body; [`RuleError::Unordered`] where
            /// another node uses the same memory, or sets the condition; for memory of the graph
            /// [`RuleError::BeforeAllocation`], [`RuleError::AfterFree`]; [`RuleError::ForeignNode`],
            /// [`RuleError::DuplicateDependency`].
            pub fn if_(
                &mut self,
                condition: Condition,
                mut body: impl FnMut(&mut Body<'_>) -> Result<(), CudaError>,
                after: &[Node],
            ) -> Result<Node, CudaError> {
                self.level.conditional(condition, ConditionalKind::If, &mut [&mut body], after)
            }

            /// Runs `then` if the condition is not 0, and `otherwise` if it is.
            ///
            /// # Errors
            /// Those of `if_`.
            pub fn if_else(
                &mut self,
                condition: Condition,
                mut then: impl FnMut(&mut Body<'_>) -> Result<(), CudaError>,
                mut otherwise: impl FnMut(&mut Body<'_>) -> Result<(), CudaError>,
                after: &[Node],
            ) -> Result<Node, CudaError> {
                let bodies: &mut [&mut Builder<'_>] = &mut [&mut then, &mut otherwise];
                self.level.conditional(condition, ConditionalKind::If, bodies, after)
            }

            /// Runs a body again and again while the condition is not 0. It is tested before each pass,
            /// the first included, so a kernel of the body must set it to 0 at some time.
            ///
            /// # Errors
            /// Those of `if_`.
            pub fn while_(
                &mut self,
                condition: Condition,
                mut body: impl FnMut(&mut Body<'_>) -> Result<(), CudaError>,
                after: &[Node],
            ) -> Result<Node, CudaError> {
                self.level.conditional(condition, ConditionalKind::While, &mut [&mut body], after)
            }

            /// Lets `to` come after `from`.
            ///
            /// # Errors
            /// [`RuleError::Cycle`], [`RuleError::DuplicateDependency`], [`RuleError::ForeignNode`].
            pub fn depend(&mut self, from: Node, to: Node) -> Result<(), CudaError> {
                Ok(self.level.depend(from, to)?)
            }

            /// Lets kernel `to` start before kernel `from` is done (programmatic dependent launch): as
            /// soon as all blocks of `from` have called `cudaTriggerProgrammaticLaunchCompletion()` or
            /// ended. If there is a plain dependency between the two, it becomes programmatic.
            ///
            /// `to` still sees everything that `from` wrote, because it waits for that itself
            /// ([`Kernel::waiting_for_dependencies`]).
            ///
            /// # Errors
            /// [`RuleError::ProgrammaticNode`], [`RuleError::ProgrammaticWait`],
            /// [`RuleError::ProgrammaticDevice`], [`RuleError::Cycle`], [`RuleError::ForeignNode`].
            pub fn depend_programmatic(&mut self, from: Node, to: Node) -> Result<(), CudaError> {
                Ok(self.level.depend_programmatic(from, to)?)
            }
        }
    };
}

nodes! { impl Graph }
nodes! { impl Body<'_> }

impl std::fmt::Debug for Graph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Graph({} nodes)", self.len())
    }
}
