//! The functions of the driver that array-fn calls.

use std::ffi::{c_char, c_int, c_uchar, c_uint, c_void};

use cudarc::driver::sys::{
    CUDA_GRAPH_INSTANTIATE_PARAMS, CUDA_KERNEL_NODE_PARAMS, CUDA_MEM_ALLOC_NODE_PARAMS,
    CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr,
    CUevent, CUfunction, CUfunction_attribute, CUgraph, CUgraphConditionalHandle, CUgraphEdgeData,
    CUgraphExec, CUgraphExecUpdateResultInfo, CUgraphNode, CUgraphNodeParams, CUjit_option,
    CUmemPool_attribute, CUmemPoolProps, CUmemoryPool, CUmodule, CUstream, CUstreamCaptureMode,
    culib,
};

use super::status::Status;
use crate::cuda::foreign::foreign;

foreign! {
    culib, Status;
    fn cuDriverGetVersion(driver_version: *mut c_int);
    fn cuInit(flags: c_uint);
    fn cuDeviceGetCount(count: *mut c_int);
    fn cuDeviceGet(device: *mut CUdevice, ordinal: c_int);
    fn cuDeviceGetName(name: *mut c_char, len: c_int, dev: CUdevice);
    fn cuDeviceGetAttribute(pi: *mut c_int, attrib: CUdevice_attribute, dev: CUdevice);
    fn cuDevicePrimaryCtxRetain(pctx: *mut CUcontext, dev: CUdevice);
    fn cuDeviceGraphMemTrim(device: CUdevice);
    fn cuCtxGetCurrent(ctx: *mut CUcontext);
    fn cuCtxSetCurrent(ctx: CUcontext);
    // The mode is one of `CUstreamCaptureMode`.
    fn cuThreadExchangeStreamCaptureMode(mode: *mut c_uint);
    fn cuMemPoolCreate(pool: *mut CUmemoryPool, properties: *const CUmemPoolProps);
    fn cuMemPoolSetAttribute(pool: CUmemoryPool, attr: CUmemPool_attribute, value: *mut c_void);
    fn cuMemPoolTrimTo(pool: CUmemoryPool, min_bytes_to_keep: usize);
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    fn cuMemAllocFromPoolAsync(
        dptr: *mut CUdeviceptr, bytesize: usize, pool: CUmemoryPool, stream: CUstream,
    );
    fn cuMemFreeAsync(dptr: CUdeviceptr, stream: CUstream);
    fn cuMemAllocHost_v2(pp: *mut *mut c_void, bytesize: usize);
    fn cuMemFreeHost(p: *mut c_void);
    fn cuMemcpyHtoDAsync_v2(dst_device: CUdeviceptr, src_host: *const c_void, byte_count: usize, stream: CUstream);
    fn cuMemcpyDtoHAsync_v2(dst_host: *mut c_void, src_device: CUdeviceptr, byte_count: usize, stream: CUstream);
    fn cuMemcpyDtoDAsync_v2(dst_device: CUdeviceptr, src_device: CUdeviceptr, byte_count: usize, stream: CUstream);
    fn cuMemsetD8Async(dst_device: CUdeviceptr, uc: c_uchar, n: usize, stream: CUstream);
    fn cuStreamCreate(pstream: *mut CUstream, flags: c_uint);
    fn cuStreamBeginCapture_v2(stream: CUstream, mode: CUstreamCaptureMode);
    fn cuStreamEndCapture(stream: CUstream, target: *mut CUgraph);
    fn cuStreamSynchronize(stream: CUstream);
    fn cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint);
    fn cuEventCreate(target: *mut CUevent, flags: c_uint);
    fn cuEventDestroy_v2(event: CUevent);
    fn cuEventRecord(event: CUevent, stream: CUstream);
    fn cuEventQuery(event: CUevent);
    fn cuEventSynchronize(event: CUevent);
    fn cuEventElapsedTime_v2(p_milliseconds: *mut f32, h_start: CUevent, h_end: CUevent);
    fn cuModuleLoadDataEx(
        module: *mut CUmodule, image: *const c_void, num_options: c_uint, options: *mut CUjit_option,
        option_values: *mut *mut c_void,
    );
    fn cuModuleUnload(hmod: CUmodule);
    fn cuModuleGetFunction(hfunc: *mut CUfunction, hmod: CUmodule, name: *const c_char);
    fn cuFuncGetAttribute(pi: *mut c_int, attrib: CUfunction_attribute, hfunc: CUfunction);
    fn cuFuncSetAttribute(hfunc: CUfunction, attrib: CUfunction_attribute, value: c_int);
    fn cuFuncGetParamInfo(func: CUfunction, param_index: usize, param_offset: *mut usize, param_size: *mut usize);
    fn cuLaunchKernel(
        f: CUfunction, grid_dim_x: c_uint, grid_dim_y: c_uint, grid_dim_z: c_uint, block_dim_x: c_uint,
        block_dim_y: c_uint, block_dim_z: c_uint, shared_mem_bytes: c_uint, stream: CUstream,
        kernel_params: *mut *mut c_void, extra: *mut *mut c_void,
    );
    fn cuGraphCreate(target: *mut CUgraph, flags: c_uint);
    fn cuGraphDestroy(graph: CUgraph);
    fn cuGraphAddNode_v2(
        target: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, data: *const CUgraphEdgeData,
        count: usize, params: *mut CUgraphNodeParams,
    );
    fn cuGraphAddKernelNode_v2(
        target: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize,
        params: *const CUDA_KERNEL_NODE_PARAMS,
    );
    fn cuGraphAddMemcpyNode(
        target: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize,
        params: *const CUDA_MEMCPY3D, ctx: CUcontext,
    );
    fn cuGraphAddMemsetNode(
        target: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize,
        params: *const CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext,
    );
    fn cuGraphAddMemAllocNode(
        target: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize,
        params: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
    );
    fn cuGraphAddMemFreeNode(
        target: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize, dptr: CUdeviceptr,
    );
    fn cuGraphAddEmptyNode(target: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize);
    fn cuGraphAddChildGraphNode(
        target: *mut CUgraphNode, graph: CUgraph, after: *const CUgraphNode, count: usize,
        child_graph: CUgraph,
    );
    fn cuGraphAddDependencies_v2(
        graph: CUgraph, from: *const CUgraphNode, to: *const CUgraphNode, edge_data: *const CUgraphEdgeData,
        count: usize,
    );
    fn cuGraphConditionalHandleCreate(
        p_handle_out: *mut CUgraphConditionalHandle, graph: CUgraph, ctx: CUcontext,
        default_launch_value: c_uint, flags: c_uint,
    );
    fn cuGraphInstantiateWithParams(
        pexec: *mut CUgraphExec, graph: CUgraph, instantiate_params: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
    );
    fn cuGraphUpload(exec: CUgraphExec, stream: CUstream);
    fn cuGraphLaunch(exec: CUgraphExec, stream: CUstream);
    fn cuGraphExecDestroy(exec: CUgraphExec);
    fn cuGraphExecKernelNodeSetParams_v2(
        exec: CUgraphExec, node: CUgraphNode, params: *const CUDA_KERNEL_NODE_PARAMS,
    );
    fn cuGraphExecChildGraphNodeSetParams(exec: CUgraphExec, node: CUgraphNode, child_graph: CUgraph);
    fn cuGraphExecMemcpyNodeSetParams(
        exec: CUgraphExec, node: CUgraphNode, params: *const CUDA_MEMCPY3D, ctx: CUcontext,
    );
    fn cuGraphExecMemsetNodeSetParams(
        exec: CUgraphExec, node: CUgraphNode, params: *const CUDA_MEMSET_NODE_PARAMS, ctx: CUcontext,
    );
    fn cuGraphExecUpdate_v2(exec: CUgraphExec, graph: CUgraph, result_info: *mut CUgraphExecUpdateResultInfo);
    fn cuGraphDebugDotPrint(graph: CUgraph, path: *const c_char, flags: c_uint);
    fn cuGetErrorName(error: Status, p_str: *mut *const c_char);
    fn cuGetErrorString(error: Status, p_str: *mut *const c_char);
}
