//! Owned handles of the driver's graphs and executable graphs. Callers decide what is added to them, and check it.

use std::ffi::{CStr, c_void};

use cudarc::driver::sys::{
    self, CUDA_CONDITIONAL_NODE_PARAMS, CUDA_GRAPH_INSTANTIATE_PARAMS, CUDA_KERNEL_NODE_PARAMS,
    CUDA_MEM_ALLOC_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUfunction, CUgraph,
    CUgraphConditionalHandle, CUgraphConditionalNodeType, CUgraphDebugDot_flags,
    CUgraphDependencyType, CUgraphEdgeData, CUgraphExec, CUgraphExecUpdateResult,
    CUgraphExecUpdateResultInfo, CUgraphInstantiateResult, CUgraphNode, CUgraphNodeParams,
    CUgraphNodeType, CUmemAllocationType, CUmemLocationType, CUmemorytype,
};

use super::CudaError;
use super::context::Context;
use super::driver::functions as api;
use super::memory::out_of_memory;
use super::stream::Stream;

/// A graph.
pub(super) struct RawGraph {
    context: &'static Context,
    raw: CUgraph,
    /// Whether this owns the graph; otherwise a conditional node owns it.
    owned: bool,
}

// SAFETY: the handle is the driver's, which may be used from any thread, one at a time.
unsafe impl Send for RawGraph {}

/// Blocks, threads of a block, bytes of dynamic shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Launch {
    pub(super) function: CUfunction,
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) shared_bytes: u32,
}

impl Launch {
    /// The parameters of a kernel node; `arguments` points to one pointer per argument.
    pub(super) fn node_params(&self, arguments: *mut *mut c_void) -> CUDA_KERNEL_NODE_PARAMS {
        // SAFETY: all zeros are a valid value: null handles, null pointers, numbers.
        let mut params: CUDA_KERNEL_NODE_PARAMS = unsafe { std::mem::zeroed() };
        params.func = self.function;
        [params.gridDimX, params.gridDimY, params.gridDimZ] = self.grid;
        [params.blockDimX, params.blockDimY, params.blockDimZ] = self.block;
        params.sharedMemBytes = self.shared_bytes;
        params.kernelParams = arguments;
        params
    }

    /// Puts the kernel on a stream.
    ///
    /// # Safety
    /// As for [`RawGraph::add_kernel`]; work that is put on the stream now may use the memory.
    pub(super) unsafe fn run(
        &self,
        stream: &Stream,
        arguments: *mut *mut c_void,
    ) -> Result<(), CudaError> {
        let ([x, y, z], [bx, by, bz]) = (self.grid, self.block);
        // SAFETY: promised by the caller.
        let result = unsafe {
            api::cuLaunchKernel(
                self.function,
                x,
                y,
                z,
                bx,
                by,
                bz,
                self.shared_bytes,
                stream.raw(),
                arguments,
                std::ptr::null_mut(),
            )
        };
        stream.context().check("cuLaunchKernel", result)
    }
}

/// One side of a copy.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Host(*mut c_void),
    Device(u64),
}

/// The parameters of a copy node for contiguous bytes.
pub(super) fn copy_params(target: End, source: End, bytes: usize) -> CUDA_MEMCPY3D {
    // SAFETY: all zeros are a valid value, except for the kinds of memory, which are set below.
    let mut params = unsafe {
        let mut params = std::mem::MaybeUninit::<CUDA_MEMCPY3D>::zeroed();
        let start = params.as_mut_ptr();
        (&raw mut (*start).srcMemoryType).write(CUmemorytype::CU_MEMORYTYPE_DEVICE);
        (&raw mut (*start).dstMemoryType).write(CUmemorytype::CU_MEMORYTYPE_DEVICE);
        params.assume_init()
    };
    match source {
        End::Host(pointer) => {
            params.srcMemoryType = CUmemorytype::CU_MEMORYTYPE_HOST;
            params.srcHost = pointer;
        }
        End::Device(address) => params.srcDevice = address,
    }
    match target {
        End::Host(pointer) => {
            params.dstMemoryType = CUmemorytype::CU_MEMORYTYPE_HOST;
            params.dstHost = pointer;
        }
        End::Device(address) => params.dstDevice = address,
    }
    params.WidthInBytes = bytes;
    params.Height = 1;
    params.Depth = 1;
    params
}

/// Puts a copy on a stream.
///
/// # Safety
/// Both ends must hold the bytes until the copy is done; memory of the host must be page-locked.
pub(super) unsafe fn copy(
    stream: &Stream,
    target: End,
    source: End,
    bytes: usize,
) -> Result<(), CudaError> {
    let (context, raw) = (stream.context(), stream.raw());
    // SAFETY: promised by the caller.
    unsafe {
        match (target, source) {
            (End::Device(target), End::Host(source)) => {
                let result = api::cuMemcpyHtoDAsync_v2(target, source, bytes, raw);
                context.check("cuMemcpyHtoDAsync_v2", result)
            }
            (End::Host(target), End::Device(source)) => {
                let result = api::cuMemcpyDtoHAsync_v2(target, source, bytes, raw);
                context.check("cuMemcpyDtoHAsync_v2", result)
            }
            (End::Device(target), End::Device(source)) => {
                let result = api::cuMemcpyDtoDAsync_v2(target, source, bytes, raw);
                context.check("cuMemcpyDtoDAsync_v2", result)
            }
            (End::Host(_), End::Host(_)) => unreachable!("no copy is within the host"),
        }
    }
}

impl RawGraph {
    /// An empty graph. The context must be current, as for everything here.
    pub(super) fn new(context: &'static Context) -> Result<RawGraph, CudaError> {
        let _current = context.bind()?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: the context is current; a handle is written.
        context.check("cuGraphCreate", unsafe { api::cuGraphCreate(&raw mut raw, 0) })?;
        Ok(RawGraph { context, raw, owned: true })
    }

    /// A graph that the driver made. Nobody else destroys it.
    ///
    /// # Safety
    /// The handle must be of such a graph.
    pub(super) unsafe fn owning(context: &'static Context, raw: CUgraph) -> RawGraph {
        RawGraph { context, raw, owned: true }
    }

    /// The body of a conditional node, which owns it.
    ///
    /// # Safety
    /// The graph that the node belongs to must outlive this.
    unsafe fn body(context: &'static Context, raw: CUgraph) -> RawGraph {
        RawGraph { context, raw, owned: false }
    }

    /// # Safety
    /// `arguments` must point to one pointer to a value for each parameter of the kernel; at launches,
    /// the kernel must stay within the memory behind those values, which must be alive.
    pub(super) unsafe fn add_kernel(
        &self,
        after: &[CUgraphNode],
        launch: &Launch,
        arguments: *mut *mut c_void,
    ) -> Result<CUgraphNode, CudaError> {
        let params = launch.node_params(arguments);
        let mut node = std::ptr::null_mut();
        // SAFETY: the nodes belong to this graph; the arguments are copied, promised by the caller.
        let result = unsafe {
            api::cuGraphAddKernelNode_v2(
                &raw mut node,
                self.raw,
                after.as_ptr(),
                after.len(),
                &raw const params,
            )
        };
        self.context.check("cuGraphAddKernelNode_v2", result).map(|()| node)
    }

    /// # Safety
    /// At launches, both ends must hold the copied bytes.
    pub(super) unsafe fn add_copy(
        &self,
        after: &[CUgraphNode],
        params: &CUDA_MEMCPY3D,
    ) -> Result<CUgraphNode, CudaError> {
        let mut node = std::ptr::null_mut();
        // SAFETY: the nodes belong to this graph; the memory is promised by the caller.
        let result = unsafe {
            api::cuGraphAddMemcpyNode(
                &raw mut node,
                self.raw,
                after.as_ptr(),
                after.len(),
                params,
                self.context.raw(),
            )
        };
        self.context.check("cuGraphAddMemcpyNode", result).map(|()| node)
    }

    /// # Safety
    /// At launches, the target must hold the bytes that are set.
    pub(super) unsafe fn add_memset(
        &self,
        after: &[CUgraphNode],
        params: &CUDA_MEMSET_NODE_PARAMS,
    ) -> Result<CUgraphNode, CudaError> {
        let mut node = std::ptr::null_mut();
        // SAFETY: the nodes belong to this graph; the memory is promised by the caller.
        let result = unsafe {
            api::cuGraphAddMemsetNode(
                &raw mut node,
                self.raw,
                after.as_ptr(),
                after.len(),
                params,
                self.context.raw(),
            )
        };
        self.context.check("cuGraphAddMemsetNode", result).map(|()| node)
    }

    /// A node that allocates memory of the device, and the address that it will have.
    pub(super) fn add_alloc(
        &self,
        after: &[CUgraphNode],
        bytes: usize,
    ) -> Result<(CUgraphNode, u64), CudaError> {
        let mut node = std::ptr::null_mut();
        // SAFETY: all zeros are a valid value, except for the kinds of memory, which are set first.
        let mut params = unsafe {
            let mut params = std::mem::MaybeUninit::<CUDA_MEM_ALLOC_NODE_PARAMS>::zeroed();
            let start = params.as_mut_ptr();
            (&raw mut (*start).poolProps.allocType)
                .write(CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED);
            (&raw mut (*start).poolProps.location.type_)
                .write(CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE);
            params.assume_init()
        };
        params.poolProps.location.id = self.context.device();
        params.bytesize = bytes;
        // SAFETY: the nodes belong to this graph; the address is written into the parameters.
        let result = unsafe {
            api::cuGraphAddMemAllocNode(
                &raw mut node,
                self.raw,
                after.as_ptr(),
                after.len(),
                &raw mut params,
            )
        };
        out_of_memory(self.context, "cuGraphAddMemAllocNode", result, bytes)?;
        Ok((node, params.dptr))
    }

    /// A node that frees the memory that a node of this graph allocates.
    pub(super) fn add_free(
        &self,
        after: &[CUgraphNode],
        address: u64,
    ) -> Result<CUgraphNode, CudaError> {
        let mut node = std::ptr::null_mut();
        // SAFETY: the nodes belong to this graph; an address that it does not allocate is an error.
        let result = unsafe {
            api::cuGraphAddMemFreeNode(
                &raw mut node,
                self.raw,
                after.as_ptr(),
                after.len(),
                address,
            )
        };
        self.context.check("cuGraphAddMemFreeNode", result).map(|()| node)
    }

    /// A node that does nothing.
    pub(super) fn add_empty(&self, after: &[CUgraphNode]) -> Result<CUgraphNode, CudaError> {
        let mut node = std::ptr::null_mut();
        // SAFETY: the nodes belong to this graph.
        let result = unsafe {
            api::cuGraphAddEmptyNode(&raw mut node, self.raw, after.as_ptr(), after.len())
        };
        self.context.check("cuGraphAddEmptyNode", result).map(|()| node)
    }

    /// A node that runs a copy of another graph.
    pub(super) fn add_child(
        &self,
        after: &[CUgraphNode],
        child: &RawGraph,
    ) -> Result<CUgraphNode, CudaError> {
        let mut node = std::ptr::null_mut();
        // SAFETY: the nodes belong to this graph; the child is copied.
        let result = unsafe {
            api::cuGraphAddChildGraphNode(
                &raw mut node,
                self.raw,
                after.as_ptr(),
                after.len(),
                child.raw,
            )
        };
        self.context.check("cuGraphAddChildGraphNode", result).map(|()| node)
    }

    /// A condition. It has the value `default` at the beginning of each launch.
    pub(super) fn condition(&self, default: u32) -> Result<CUgraphConditionalHandle, CudaError> {
        let mut handle = 0;
        // SAFETY: the graph and the context are alive; a handle is written.
        let result = unsafe {
            api::cuGraphConditionalHandleCreate(
                &raw mut handle,
                self.raw,
                self.context.raw(),
                default,
                sys::CU_GRAPH_COND_ASSIGN_DEFAULT,
            )
        };
        self.context.check("cuGraphConditionalHandleCreate", result).map(|()| handle)
    }

    /// A node that runs one of its bodies, or its body again and again. The bodies must not outlive
    /// this graph.
    pub(super) fn add_conditional(
        &self,
        after: &[CUgraphNode],
        handle: CUgraphConditionalHandle,
        kind: CUgraphConditionalNodeType,
        bodies: usize,
    ) -> Result<(CUgraphNode, Vec<RawGraph>), CudaError> {
        let mut node = std::ptr::null_mut();
        // SAFETY: all zeros are a valid value, and what unused bytes must be.
        let mut params: CUgraphNodeParams = unsafe { std::mem::zeroed() };
        params.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL;
        params.__bindgen_anon_1.conditional = CUDA_CONDITIONAL_NODE_PARAMS {
            handle,
            type_: kind,
            size: bodies as u32,
            phGraph_out: std::ptr::null_mut(),
            ctx: self.context.raw(),
        };
        // SAFETY: the nodes belong to this graph, as does the handle; there is no data of edges.
        let result = unsafe {
            api::cuGraphAddNode_v2(
                &raw mut node,
                self.raw,
                after.as_ptr(),
                std::ptr::null(),
                after.len(),
                &raw mut params,
            )
        };
        self.context.check("cuGraphAddNode_v2", result)?;
        // SAFETY: this is the part of the union that was written. The driver pointed it to as many
        // graphs, which live as long as the node.
        let bodies = unsafe {
            let made = params.__bindgen_anon_1.conditional.phGraph_out;
            (0..bodies).map(|k| RawGraph::body(self.context, made.add(k).read())).collect()
        };
        Ok((node, bodies))
    }

    /// Lets kernel node `to` start as soon as the blocks of kernel node `from` allow it.
    pub(super) fn add_programmatic_edge(
        &self,
        from: CUgraphNode,
        to: CUgraphNode,
    ) -> Result<(), CudaError> {
        let edge = CUgraphEdgeData {
            from_port: sys::CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC as u8,
            to_port: 0,
            type_: CUgraphDependencyType::CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC as u8,
            reserved: [0; 5],
        };
        // SAFETY: both nodes belong to this graph; one edge is read.
        let result = unsafe {
            api::cuGraphAddDependencies_v2(
                self.raw,
                &raw const from,
                &raw const to,
                &raw const edge,
                1,
            )
        };
        self.context.check("cuGraphAddDependencies_v2", result)
    }

    /// Writes a drawing of the graph, with everything that is known about its nodes, to a new file.
    pub(super) fn debug_dot(&self, path: &CStr) -> Result<(), CudaError> {
        let flags = CUgraphDebugDot_flags::CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE as u32;
        // SAFETY: the graph is alive, the path zero-terminated.
        let result = unsafe { api::cuGraphDebugDotPrint(self.raw, path.as_ptr(), flags) };
        self.context.check("cuGraphDebugDotPrint", result)
    }

    /// Makes the graph executable. An error comes with the node that it is about, if there is one.
    pub(super) fn executable(&self) -> Result<RawExec, (CudaError, CUgraphNode)> {
        let mut params = CUDA_GRAPH_INSTANTIATE_PARAMS {
            flags: 0,
            hUploadStream: std::ptr::null_mut(),
            hErrNode_out: std::ptr::null_mut(),
            result_out: CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS,
        };
        let mut raw = std::ptr::null_mut();
        // SAFETY: the graph is alive; a handle and the outcome are written.
        let result =
            unsafe { api::cuGraphInstantiateWithParams(&raw mut raw, self.raw, &raw mut params) };
        match self.context.check("cuGraphInstantiateWithParams", result) {
            Ok(()) => Ok(RawExec { context: self.context, raw }),
            Err(error) => Err((error, params.hErrNode_out)),
        }
    }

    /// Makes the graph executable and uploads it on `stream`, so that the first launch costs no more than later ones.
    pub(super) fn instantiate(
        &self,
        stream: &'static Stream,
        flags: u64,
    ) -> Result<RawExec, CudaError> {
        let mut params = CUDA_GRAPH_INSTANTIATE_PARAMS {
            flags,
            hUploadStream: std::ptr::null_mut(),
            hErrNode_out: std::ptr::null_mut(),
            result_out: CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS,
        };
        let mut raw = std::ptr::null_mut();
        // SAFETY: the graph is alive; a handle and the outcome are written.
        let result =
            unsafe { api::cuGraphInstantiateWithParams(&raw mut raw, self.raw, &raw mut params) };
        self.context.check("cuGraphInstantiateWithParams", result)?;
        let exec = RawExec { context: self.context, raw };
        // SAFETY: the executable graph is alive.
        let result = unsafe { api::cuGraphUpload(exec.raw, stream.raw()) };
        self.context.check("cuGraphUpload", result)?;
        Ok(exec)
    }
}

impl Drop for RawGraph {
    fn drop(&mut self) {
        if self.owned {
            // On a lost device nothing can be released.
            let _current = self.context.bind();
            // SAFETY: the graph is alive; executable graphs made from it do not need it.
            unsafe { api::cuGraphDestroy(self.raw) };
        }
    }
}

/// An executable graph.
pub(super) struct RawExec {
    context: &'static Context,
    raw: CUgraphExec,
}

// SAFETY: the handle is the driver's, which may be used from any thread, one at a time.
unsafe impl Send for RawExec {}

impl RawExec {
    /// # Safety
    /// As for [`RawGraph::add_kernel`]; `node` is a kernel node of the graph that this was made from.
    pub(super) unsafe fn set_kernel(
        &mut self,
        node: CUgraphNode,
        launch: &Launch,
        arguments: *mut *mut c_void,
    ) -> Result<(), CudaError> {
        let params = launch.node_params(arguments);
        // SAFETY: promised by the caller; the arguments are copied.
        let result =
            unsafe { api::cuGraphExecKernelNodeSetParams_v2(self.raw, node, &raw const params) };
        self.context.check("cuGraphExecKernelNodeSetParams_v2", result)
    }

    /// Gives a node that runs a graph the parameters of another one with the same nodes and dependencies,
    /// added in the same order.
    ///
    /// # Safety
    /// As for [`RawExec::launch`], with the memory of that graph's nodes; `node` is such a node of the
    /// graph that this was made from.
    pub(super) unsafe fn set_child(
        &mut self,
        node: CUgraphNode,
        child: &RawGraph,
    ) -> Result<(), CudaError> {
        // SAFETY: promised by the caller; the parameters are copied.
        let result = unsafe { api::cuGraphExecChildGraphNodeSetParams(self.raw, node, child.raw) };
        self.context.check("cuGraphExecChildGraphNodeSetParams", result)
    }

    /// # Safety
    /// As for [`RawGraph::add_copy`]; `node` is a copy node of the graph that this was made from.
    pub(super) unsafe fn set_copy(
        &mut self,
        node: CUgraphNode,
        params: &CUDA_MEMCPY3D,
    ) -> Result<(), CudaError> {
        // SAFETY: promised by the caller.
        let result = unsafe {
            api::cuGraphExecMemcpyNodeSetParams(self.raw, node, params, self.context.raw())
        };
        self.context.check("cuGraphExecMemcpyNodeSetParams", result)
    }

    /// # Safety
    /// As for [`RawGraph::add_memset`]; `node` is a memset node of the graph that this was made from.
    pub(super) unsafe fn set_memset(
        &mut self,
        node: CUgraphNode,
        params: &CUDA_MEMSET_NODE_PARAMS,
    ) -> Result<(), CudaError> {
        // SAFETY: promised by the caller.
        let result = unsafe {
            api::cuGraphExecMemsetNodeSetParams(self.raw, node, params, self.context.raw())
        };
        self.context.check("cuGraphExecMemsetNodeSetParams", result)
    }

    /// Gives all nodes the parameters of those of a graph with the same nodes and dependencies. An error comes with the
    /// driver's reason, and with the node of `graph` that it is about, if there is one.
    ///
    /// # Safety
    /// As for [`RawExec::launch`], with the memory of that graph's nodes.
    pub(super) unsafe fn update(
        &mut self,
        graph: &RawGraph,
    ) -> Result<(), (CudaError, CUgraphNode)> {
        let mut info = CUgraphExecUpdateResultInfo {
            result: CUgraphExecUpdateResult::CU_GRAPH_EXEC_UPDATE_SUCCESS,
            errorNode: std::ptr::null_mut(),
            errorFromNode: std::ptr::null_mut(),
        };
        // SAFETY: both are alive; the outcome is written.
        let result = unsafe { api::cuGraphExecUpdate_v2(self.raw, graph.raw, &raw mut info) };
        let checked = self.context.check("cuGraphExecUpdate_v2", result);
        checked.map_err(|error| (error, info.errorNode))
    }

    /// Prepares launches on the stream, so that the first costs no more than later ones.
    pub(super) fn upload(&self, stream: &Stream) -> Result<(), CudaError> {
        // SAFETY: the handles are alive.
        let result = unsafe { api::cuGraphUpload(self.raw, stream.raw()) };
        self.context.check("cuGraphUpload", result)
    }

    /// Puts the graph on a stream.
    ///
    /// # Safety
    /// All memory that its nodes use must be alive, and work that is put on the stream now must be allowed to use it.
    pub(super) unsafe fn launch(&self, stream: &Stream) -> Result<(), CudaError> {
        // SAFETY: the handles are alive; the memory is promised by the caller.
        let result = unsafe { api::cuGraphLaunch(self.raw, stream.raw()) };
        self.context.check("cuGraphLaunch", result)
    }
}

impl Drop for RawExec {
    fn drop(&mut self) {
        let _current = self.context.bind();
        // SAFETY: the handle is alive; a graph under way is released when it is done.
        unsafe { api::cuGraphExecDestroy(self.raw) };
    }
}
