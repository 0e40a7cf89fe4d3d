//! The rules of CUDA graphs, checked when a node is added or changed.
#![allow(missing_docs, reason = "the message of each error tells what its fields are")]

/// A rule of CUDA graphs that a node or a change would break. Nothing has changed: the node was not added, or not
/// changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// Two nodes without an order between them use the same memory, and one of them writes it; or they
    /// use the same condition, and one of them sets it.
    #[error(
        "{node} and {other} use the same {resource} and one of them writes it, but neither comes after \
         the other: name one among the other's dependencies"
    )]
    Unordered { node: String, other: String, resource: String },

    /// Two arguments of one node overlap, and one of them is written.
    #[error(
        "arguments of {node} overlap, and one of them is written: pass buffers or slices that do not \
         overlap"
    )]
    Overlap { node: String },

    /// A node of another graph, or of another body of this one.
    #[error(
        "{node} belongs to another graph: name nodes of this graph only, and in a body nodes of that \
         body"
    )]
    ForeignNode { node: String },

    /// A dependency that exists already.
    #[error("{node} depends on {dependency} already: name each dependency once")]
    DuplicateDependency { node: String, dependency: String },

    /// A dependency that closes a cycle.
    #[error(
        "{to} cannot come after {from}, which itself comes after {to}: leave one dependency out"
    )]
    Cycle { from: String, to: String },

    /// Memory that another graph allocates.
    #[error(
        "{node} uses memory that another graph allocates: allocate it in this graph, or use a \
         `DeviceBuffer`"
    )]
    ForeignMemory { node: String },

    /// A node that uses memory of the graph and does not come after its allocation.
    #[error("{node} does not come after {allocation}, whose memory it uses: let it depend on that")]
    BeforeAllocation { node: String, allocation: String },

    /// A node that uses memory of the graph and does not come before the node that frees it.
    #[error(
        "{node} does not come before {free}, which frees the memory that it uses: free it later"
    )]
    AfterFree { node: String, free: String },

    /// A second node that frees the same memory.
    #[error("the memory of {allocation} is freed by {free} already: free it once")]
    FreedTwice { allocation: String, free: String },

    /// Memory that the graph allocates, but does not free.
    #[error(
        "the memory of {allocation} is not freed, so the graph could be launched only once: free it \
         in the graph (`Graph::free`), or use a `DeviceBuffer`"
    )]
    NotFreed { allocation: String },

    /// A child graph with nodes that allocate or free memory.
    #[error(
        "a graph with {node} cannot be a child: allocate in the parent, or use a `DeviceBuffer`"
    )]
    MemoryInChild { node: String },

    /// A child graph with conditional nodes.
    #[error("a graph with {node} cannot be a child: add its nodes to the parent")]
    ConditionalInChild { node: String },

    /// A condition without a conditional node.
    #[error("a condition is not used by any conditional node: add one, or leave the condition out")]
    ConditionUnused,

    /// A second conditional node for one condition.
    #[error("the condition belongs to {other} already: make one for each conditional node")]
    ConditionUsedTwice { other: String },

    /// A condition of another graph.
    #[error(
        "the condition that {node} uses belongs to another graph: make it (`condition`) where its \
         conditional node is added, and set it by kernels of the same graph"
    )]
    ForeignCondition { node: String },

    /// Something on another device.
    #[error(
        "{what} is on {actual}, but the graph on {expected}: use one device for all of a graph"
    )]
    OtherDevice { what: String, expected: String, actual: String },

    /// A kernel whose parameters are not as declared.
    #[error(
        "the parameters of kernel `{kernel}` have {actual:?} bytes, but those declared {declared:?}: \
         declare them as in the kernel"
    )]
    Signature { kernel: String, declared: Vec<usize>, actual: Vec<usize> },

    /// A length of something that is not a buffer.
    #[error(
        "parameter {position} of kernel `{kernel}` is declared as the length of parameter {of}, which \
         is not a buffer: name the position of a `Read` or `Write`"
    )]
    LengthOf { kernel: String, position: usize, of: usize },

    /// Another number of arguments than the kernel takes.
    #[error(
        "kernel `{kernel}` takes {expected} arguments (lengths aside), got {actual}: pass {expected}"
    )]
    ArgumentCount { kernel: String, expected: usize, actual: usize },

    /// An argument of another kind or type than the kernel takes.
    #[error("argument {position} of kernel `{kernel}` must be {expected}, got {actual}: pass that")]
    ArgumentKind { kernel: String, position: usize, expected: String, actual: String },

    /// No argument at this position.
    #[error("kernel `{kernel}` takes {count} arguments, but {position} was to change (from 0)")]
    ArgumentPosition { kernel: String, position: usize, count: usize },

    /// A launch that is empty, or that the device cannot do.
    #[error("kernel `{kernel}` cannot be launched with {value} {what}: choose {least} to {most}")]
    Launch { kernel: String, what: String, value: u64, least: u64, most: u64 },

    /// Blocks of another size than the kernel is for.
    #[error("kernel `{kernel}` is for blocks of {expected:?} threads, got {actual:?}: use those")]
    Block { kernel: String, expected: [u32; 3], actual: [u32; 3] },

    /// A copy between different lengths.
    #[error("the copy's target has {target} elements, its source {source_len}: pass equal lengths")]
    CopyLength { target: usize, source_len: usize },

    /// A node that would do nothing, which CUDA does not allow.
    #[error("{what} of no elements is not a node: leave it out")]
    Nothing { what: String },

    /// A value that a memset cannot write.
    #[error(
        "a memset writes patterns of at most 4 bytes, and {value} is 8 different ones: use a kernel, \
         or another value (such as 0)"
    )]
    MemsetValue { value: String },

    /// A programmatic dependency of something else than kernels.
    #[error("{node} is not a kernel: only kernels have programmatic dependencies")]
    ProgrammaticNode { node: String },

    /// A programmatic dependency of a kernel that does not wait for it.
    #[error(
        "kernel `{kernel}` may not start early: use one that calls `cudaGridDependencySynchronize`, and \
         say so (`Kernel::waiting_for_dependencies`)"
    )]
    ProgrammaticWait { kernel: String },

    /// A programmatic dependency on an older GPU.
    #[error(
        "programmatic dependencies need compute capability 9.0, {device} has {major}.{minor}: use \
         plain ones"
    )]
    ProgrammaticDevice { device: String, major: i32, minor: i32 },

    /// A change of a node that is of another kind.
    #[error("{node} is not a {expected}: name a node of that kind")]
    NodeKind { node: String, expected: String },

    /// A change that executable graphs do not allow.
    #[error("{node} cannot be changed in an executable graph: {reason}")]
    NotUpdatable { node: String, reason: String },

    /// A node that is named twice in one batch of changes.
    #[error("{node} is changed twice: name each node once")]
    UpdatedTwice { node: String },

    /// Another graph than the one that the executable graph was made from.
    #[error(
        "the graph cannot replace the one that was instantiated: {difference}; instantiate it instead"
    )]
    Topology { difference: String },

    /// An earlier change was refused by the driver halfway.
    #[error(
        "the executable graph was changed in part only, as a change failed: instantiate it anew"
    )]
    PartlyUpdated,

    /// The driver does not take a node.
    #[error("the driver refuses {node}: {reason}")]
    Refused { node: String, reason: String },
}
