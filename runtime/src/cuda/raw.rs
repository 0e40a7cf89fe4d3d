//! Owned handles of graphs and executable graphs; what is added to them is up to the callers.

use std::ffi::c_void;

use cudarc::driver::sys::{
    self, CUDA_GRAPH_INSTANTIATE_PARAMS, CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY3D, CUfunction,
    CUgraph, CUgraphExec, CUgraphInstantiateResult, CUgraphNode, CUmemorytype,
};

use super::CudaError;
use super::context::Context;
use super::stream::Stream;

/// A graph.
pub(super) struct RawGraph {
    context: &'static Context,
    raw: CUgraph,
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
    /// As for [`RawGraph::add_kernel`]; the memory may be used by what comes on the stream now.
    pub(super) unsafe fn run(
        &self,
        stream: &Stream,
        arguments: *mut *mut c_void,
    ) -> Result<(), CudaError> {
        let ([x, y, z], [bx, by, bz]) = (self.grid, self.block);
        // SAFETY: promised by the caller.
        let result = unsafe {
            sys::cuLaunchKernel(
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
                let result = sys::cuMemcpyHtoDAsync_v2(target, source, bytes, raw);
                context.check("cuMemcpyHtoDAsync_v2", result)
            }
            (End::Host(target), End::Device(source)) => {
                let result = sys::cuMemcpyDtoHAsync_v2(target, source, bytes, raw);
                context.check("cuMemcpyDtoHAsync_v2", result)
            }
            (End::Device(target), End::Device(source)) => {
                let result = sys::cuMemcpyDtoDAsync_v2(target, source, bytes, raw);
                context.check("cuMemcpyDtoDAsync_v2", result)
            }
            (End::Host(_), End::Host(_)) => unreachable!("no copy is within the host"),
        }
    }
}

impl RawGraph {
    /// An empty graph. The context must be current, as for everything here.
    pub(super) fn new(context: &'static Context) -> Result<RawGraph, CudaError> {
        context.bind()?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: the context is current; a handle is written.
        context.check("cuGraphCreate", unsafe { sys::cuGraphCreate(&raw mut raw, 0) })?;
        Ok(RawGraph { context, raw })
    }

    pub(super) fn raw(&self) -> CUgraph {
        self.raw
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
            sys::cuGraphAddKernelNode_v2(
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
            sys::cuGraphAddMemcpyNode(
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

    /// A node that does nothing.
    pub(super) fn add_empty(&self, after: &[CUgraphNode]) -> Result<CUgraphNode, CudaError> {
        let mut node = std::ptr::null_mut();
        // SAFETY: the nodes belong to this graph.
        let result = unsafe {
            sys::cuGraphAddEmptyNode(&raw mut node, self.raw, after.as_ptr(), after.len())
        };
        self.context.check("cuGraphAddEmptyNode", result).map(|()| node)
    }

    /// Makes the graph executable and uploads it on `stream`, so that the first launch costs no more
    /// than others.
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
            unsafe { sys::cuGraphInstantiateWithParams(&raw mut raw, self.raw, &raw mut params) };
        self.context.check("cuGraphInstantiateWithParams", result)?;
        let exec = RawExec { context: self.context, raw };
        // SAFETY: the executable graph is alive.
        let result = unsafe { sys::cuGraphUpload(exec.raw, stream.raw()) };
        self.context.check("cuGraphUpload", result)?;
        Ok(exec)
    }
}

impl Drop for RawGraph {
    fn drop(&mut self) {
        // SAFETY: the graph is alive; executable graphs made from it do not need it.
        unsafe { sys::cuGraphDestroy(self.raw) };
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
    pub(super) fn raw(&self) -> CUgraphExec {
        self.raw
    }

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
            unsafe { sys::cuGraphExecKernelNodeSetParams_v2(self.raw, node, &raw const params) };
        self.context.check("cuGraphExecKernelNodeSetParams_v2", result)
    }

    /// Puts the graph on a stream.
    ///
    /// # Safety
    /// All memory that its nodes use must be alive, and free to be used by what comes on the stream now.
    pub(super) unsafe fn launch(&self, stream: &Stream) -> Result<(), CudaError> {
        // SAFETY: the handles are alive; the memory is promised by the caller.
        let result = unsafe { sys::cuGraphLaunch(self.raw, stream.raw()) };
        self.context.check("cuGraphLaunch", result)
    }
}

impl Drop for RawExec {
    fn drop(&mut self) {
        // SAFETY: the handle is alive; a graph under way is released when it is done.
        unsafe { sys::cuGraphExecDestroy(self.raw) };
    }
}
