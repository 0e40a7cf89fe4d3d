//! Builds the driver's graph from the description of a graph.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ffi::c_void;

use cudarc::driver::sys::CUgraphNode;
use cudarc::driver::sys::{CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUgraphConditionalNodeType};

use super::argument::{self, Addresses};
use super::conditional::ConditionalKind;
use super::level::Level;
use super::memory::{Fill, Region, Span, Transfer};
use super::node::{KernelNode, NodeData, Operation};
use super::rules::RuleError;
use crate::cuda::CudaError;
use crate::cuda::raw::{End, Launch, RawGraph, copy_params};

/// A graph of the driver.
pub(super) struct Built {
    pub(super) raw: RawGraph,
    pub(super) nodes: Handles,
    pub(super) places: Places,
}

/// The driver's nodes, by the index of ours.
pub(super) struct Handles(pub(super) Vec<CUgraphNode>);

// SAFETY: handles of the driver, used only together with the graph that they belong to.
unsafe impl Send for Handles {}

/// The addresses that the driver gave to a graph's allocations and conditions.
#[derive(Default)]
pub(super) struct Places {
    allocations: Vec<u64>,
    conditions: HashMap<u64, u64>,
}

impl Addresses for Places {
    fn region(&self, region: &Region) -> u64 {
        match region {
            Region::Device(memory) => memory.address(),
            Region::Host(host) => host.memory.address(),
            Region::Allocation(allocation) => self.allocations[allocation.index],
            Region::Condition(number) => self.conditions[number],
        }
    }
}

/// Makes the driver's graph of a complete description.
pub(super) fn build(level: &Level) -> Result<Built, CudaError> {
    let _current = level.context.bind()?;
    let raw = RawGraph::new(level.context)?;
    let mut places = Places { allocations: vec![0; level.allocations.len()], ..Places::default() };
    let nodes = Handles(add_nodes(level, &raw, &mut places)?);
    Ok(Built { raw, nodes, places })
}

fn add_nodes(
    level: &Level,
    raw: &RawGraph,
    places: &mut Places,
) -> Result<Vec<CUgraphNode>, CudaError> {
    for condition in &level.conditions {
        places.conditions.insert(condition.number, raw.condition(condition.default)?);
    }
    let mut handles = vec![std::ptr::null_mut(); level.nodes.len()];
    let mut after = Vec::new();
    for index in topological_order(&level.nodes) {
        let node = &level.nodes[index];
        after.clear();
        let plain = node.dependencies.iter().filter(|dependency| !dependency.programmatic);
        after.extend(plain.map(|dependency| handles[dependency.from]));
        handles[index] = add_node(level, raw, places, &node.operation, &after)
            .map_err(|error| refused(error, || level.describe(index)))?;
        for dependency in node.dependencies.iter().filter(|dependency| dependency.programmatic) {
            raw.add_programmatic_edge(handles[dependency.from], handles[index])
                .map_err(|error| refused(error, || level.describe(index)))?;
        }
    }
    Ok(handles)
}

fn add_node(
    level: &Level,
    raw: &RawGraph,
    places: &mut Places,
    operation: &Operation,
    after: &[CUgraphNode],
) -> Result<CUgraphNode, CudaError> {
    match operation {
        Operation::Empty => raw.add_empty(after),
        Operation::Kernel(node) => {
            let words = argument::words(&node.kernel, &node.arguments, places);
            with_pointers(&words, |pointers| {
                // SAFETY: there is a value for each parameter, in its first bytes. The kernel stays
                // within its arguments, as `Module::kernel` was promised; whoever launches the graph
                // holds their memory by the description.
                unsafe { raw.add_kernel(after, &launch(node)?, pointers) }
            })
        }
        Operation::Copy(copy) => {
            // SAFETY: the spans are within their memory, which the description holds.
            unsafe { raw.add_copy(after, &copy_of(copy, places)) }
        }
        Operation::Memset(fill) => {
            // SAFETY: the span is within its memory, which the description holds.
            unsafe { raw.add_memset(after, &memset_of(fill, places)) }
        }
        Operation::Alloc(allocation) => {
            let bytes = level.allocations[*allocation].bytes;
            let (node, address) = raw.add_alloc(after, bytes)?;
            places.allocations[*allocation] = address;
            Ok(node)
        }
        Operation::Free(allocation) => raw.add_free(after, places.allocations[*allocation]),
        Operation::Child(child) => raw.add_child(after, &build(child)?.raw),
        Operation::Conditional(node) => {
            let handle = places.region(&Region::Condition(node.condition.number));
            let kind = match node.kind {
                ConditionalKind::If => CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF,
                ConditionalKind::While => CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE,
            };
            let (handle, bodies) = raw.add_conditional(after, handle, kind, node.bodies.len())?;
            for (body, raw) in node.bodies.iter().zip(&bodies) {
                add_nodes(body, raw, places)?;
            }
            Ok(handle)
        }
    }
}

/// The driver's error about a node, with the node's name.
pub(super) fn refused(error: CudaError, node: impl Fn() -> String) -> CudaError {
    match error {
        CudaError::Driver { .. } => {
            RuleError::Refused { node: node(), reason: error.to_string() }.into()
        }
        error => error,
    }
}

/// Calls `f` with one pointer to each word.
pub(super) fn with_pointers<R>(words: &[u64], f: impl FnOnce(*mut *mut c_void) -> R) -> R {
    const { assert!(cfg!(target_endian = "little"), "values are in the first bytes of words") };
    let mut pointers: Vec<*mut c_void> =
        words.iter().map(|word| (&raw const *word).cast_mut().cast()).collect();
    f(pointers.as_mut_ptr())
}

pub(super) fn launch(node: &KernelNode) -> Result<Launch, CudaError> {
    let config = node.launch;
    Ok(Launch {
        function: node.kernel.function(config.shared_bytes)?,
        grid: config.grid,
        block: config.block,
        shared_bytes: config.shared_bytes,
    })
}

pub(super) fn copy_of(copy: &Transfer, places: &Places) -> CUDA_MEMCPY3D {
    let end = |span: &Span| match &span.region {
        Region::Host(host) => {
            End::Host(host.memory.host_pointer().wrapping_add(span.range.start).cast())
        }
        region => End::Device(places.region(region) + span.range.start as u64),
    };
    copy_params(end(&copy.target), end(&copy.source), copy.target.bytes())
}

pub(super) fn memset_of(fill: &Fill, places: &Places) -> CUDA_MEMSET_NODE_PARAMS {
    CUDA_MEMSET_NODE_PARAMS {
        dst: places.region(&fill.target.region) + fill.target.range.start as u64,
        pitch: 0,
        value: fill.pattern.bits,
        elementSize: fill.pattern.bytes,
        width: fill.target.bytes() / fill.pattern.bytes as usize,
        height: 1,
    }
}

/// The nodes in an order in which each comes after those that it depends on. Otherwise they keep the order in which
/// they were added.
fn topological_order(nodes: &[NodeData]) -> Vec<usize> {
    let backward = |(index, node): (usize, &NodeData)| {
        node.dependencies.iter().any(|dependency| dependency.from > index)
    };
    if !nodes.iter().enumerate().any(backward) {
        return (0..nodes.len()).collect();
    }
    let mut missing: Vec<usize> = nodes.iter().map(|node| node.dependencies.len()).collect();
    let mut users = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for dependency in &node.dependencies {
            users[dependency.from].push(index);
        }
    }
    let free = missing.iter().enumerate().filter(|(_, missing)| **missing == 0);
    let mut ready: BinaryHeap<Reverse<usize>> = free.map(|(index, _)| Reverse(index)).collect();
    let mut order = Vec::with_capacity(nodes.len());
    while let Some(Reverse(index)) = ready.pop() {
        order.push(index);
        for &user in &users[index] {
            missing[user] -= 1;
            if missing[user] == 0 {
                ready.push(Reverse(user));
            }
        }
    }
    debug_assert_eq!(order.len(), nodes.len(), "dependencies have no cycle");
    order
}
