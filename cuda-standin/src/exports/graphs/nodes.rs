//! Nodes of graphs.

use std::ffi::c_uint;

use cudarc::driver::sys::{
    CUDA_KERNEL_NODE_PARAMS, CUDA_MEM_ALLOC_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS,
    CUcontext, CUdeviceptr, CUgraph, CUgraphConditionalHandle, CUgraphConditionalNodeType,
    CUgraphEdgeData, CUgraphNode, CUgraphNodeParams, CUgraphNodeType, CUmemorytype,
};

use super::edges::edges_fit;
use crate::exports::kernels::kernel_call;
use crate::exports::{INVALID_VALUE, SUCCESS, Status, Tag, current, enter, handle, index, mistake};
use crate::graph::Kind;
use crate::memory;
use crate::state::{Locked, State, lock};
use crate::work::{End, Work};

/// # Safety
/// The arguments must be as CUDA has them.
pub(super) unsafe fn kernel_work(state: &State, params: &CUDA_KERNEL_NODE_PARAMS) -> Option<Work> {
    let p = params;
    let grid = [p.gridDimX, p.gridDimY, p.gridDimZ];
    let block = [p.blockDimX, p.blockDimY, p.blockDimZ];
    // SAFETY: promised by the caller.
    let call = unsafe { kernel_call(state, p.func, grid, block, p.sharedMemBytes, p.kernelParams) };
    call.map(Work::Kernel)
}

pub(super) fn copy_work(params: &CUDA_MEMCPY3D) -> Option<Work> {
    if params.Height != 1 || params.Depth != 1 {
        return None;
    }
    let end = |kind, host: u64, device: u64| match kind {
        CUmemorytype::CU_MEMORYTYPE_HOST => Some(End::Host(host)),
        CUmemorytype::CU_MEMORYTYPE_DEVICE => Some(End::Device(device)),
        _ => None,
    };
    let source = params.srcHost.expose_provenance() as u64 + params.srcXInBytes as u64;
    let target = params.dstHost.expose_provenance() as u64 + params.dstXInBytes as u64;
    Some(Work::Copy {
        target: end(params.dstMemoryType, target, params.dstDevice + params.dstXInBytes as u64)?,
        source: end(params.srcMemoryType, source, params.srcDevice + params.srcXInBytes as u64)?,
        bytes: params.WidthInBytes,
    })
}

pub(super) fn fill_work(params: &CUDA_MEMSET_NODE_PARAMS) -> Option<Work> {
    let element = params.elementSize as usize;
    let is_row = params.height == 1 && params.width > 0;
    let fits = matches!(element, 1 | 2 | 4) && params.dst.is_multiple_of(params.elementSize.into());
    (is_row && fits).then_some(Work::Fill {
        target: params.dst,
        value: params.value,
        element,
        count: params.width,
    })
}

/// # Safety
/// `nodes` must have `count` elements.
pub(super) unsafe fn indices(nodes: *const CUgraphNode, count: usize) -> Option<Vec<usize>> {
    // SAFETY: promised by the caller.
    (0..count).map(|k| index(Tag::Node, unsafe { nodes.add(k).read() })).collect()
}

/// # Safety
/// As for the driver's functions.
unsafe fn add(
    mut state: Locked,
    call: &str,
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    kind: Kind,
) -> Status {
    // SAFETY: promised by the caller.
    let (Some(graph), Some(after)) = (index(Tag::Graph, graph), unsafe { indices(after, count) })
    else {
        return INVALID_VALUE;
    };
    if state.graphs.get(graph).is_none_or(Option::is_none) {
        return INVALID_VALUE;
    }
    match state.add_node(graph, &after, kind) {
        Ok(node) => {
            // SAFETY: promised by the caller.
            unsafe { target.write(handle(Tag::Node, node)) };
            SUCCESS
        }
        Err(problem) => mistake(state, call, &problem),
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddKernelNode_v2(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    params: *const CUDA_KERNEL_NODE_PARAMS,
) -> Status {
    enter!("cuGraphAddKernelNode_v2");
    current!();
    let state = lock();
    // SAFETY: promised by the caller.
    unsafe {
        let Some(work) = kernel_work(&state, &*params) else { return INVALID_VALUE };
        add(state, "cuGraphAddKernelNode", target, graph, after, count, Kind::Work(work))
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemcpyNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    params: *const CUDA_MEMCPY3D,
    _: CUcontext,
) -> Status {
    enter!("cuGraphAddMemcpyNode");
    // SAFETY: promised by the caller.
    unsafe {
        let Some(work) = copy_work(&*params) else { return INVALID_VALUE };
        add(lock(), "cuGraphAddMemcpyNode", target, graph, after, count, Kind::Work(work))
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemsetNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    params: *const CUDA_MEMSET_NODE_PARAMS,
    _: CUcontext,
) -> Status {
    enter!("cuGraphAddMemsetNode");
    // SAFETY: promised by the caller.
    unsafe {
        let Some(work) = fill_work(&*params) else { return INVALID_VALUE };
        add(lock(), "cuGraphAddMemsetNode", target, graph, after, count, Kind::Work(work))
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemAllocNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    params: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
) -> Status {
    enter!("cuGraphAddMemAllocNode");
    let mut state = lock();
    // SAFETY: promised by the caller.
    let bytes = unsafe { (*params).bytesize };
    let Some(address) = state.memory.allocate(bytes, memory::Kind::Graph) else {
        return Status::CUDA_ERROR_OUT_OF_MEMORY;
    };
    // SAFETY: promised by the caller.
    unsafe {
        (*params).dptr = address;
        let kind = Kind::Alloc { address, bytes };
        add(state, "cuGraphAddMemAllocNode", target, graph, after, count, kind)
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemFreeNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    address: CUdeviceptr,
) -> Status {
    enter!("cuGraphAddMemFreeNode");
    // SAFETY: promised by the caller.
    unsafe {
        let kind = Kind::Free { address };
        add(lock(), "cuGraphAddMemFreeNode", target, graph, after, count, kind)
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddEmptyNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
) -> Status {
    enter!("cuGraphAddEmptyNode");
    // SAFETY: promised by the caller.
    unsafe { add(lock(), "cuGraphAddEmptyNode", target, graph, after, count, Kind::Empty) }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddChildGraphNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    child: CUgraph,
) -> Status {
    enter!("cuGraphAddChildGraphNode");
    let mut state = lock();
    let Some(child) = index(Tag::Graph, child) else { return INVALID_VALUE };
    match state.clone_graph(child) {
        // SAFETY: promised by the caller.
        Ok(copy) => unsafe {
            let kind = Kind::Child(copy);
            add(state, "cuGraphAddChildGraphNode", target, graph, after, count, kind)
        },
        Err(problem) => mistake(state, "cuGraphAddChildGraphNode", &problem),
    }
}

/// Conditional nodes, and whatever else comes with edge data.
///
/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddNode_v2(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
    params: *mut CUgraphNodeParams,
) -> Status {
    enter!("cuGraphAddNode_v2");
    let mut state = lock();
    // SAFETY: promised by the caller.
    unsafe {
        if !data.is_null()
            && let Err(problem) = edges_fit(&state, after, std::ptr::null(), data, count)
        {
            return mistake(state, "cuGraphAddNode", &problem);
        }
        let inner = &raw mut (*params).__bindgen_anon_1;
        let kind = match (*params).type_ {
            CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL => {
                let conditional = &raw mut (*inner).conditional;
                let size = (*conditional).size as usize;
                let repeat =
                    (*conditional).type_ == CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE;
                let Some(parent) = index(Tag::Graph, graph) else { return INVALID_VALUE };
                let cell = (*conditional).handle;
                let known = state.graphs[parent]
                    .as_ref()
                    .is_some_and(|graph| graph.conditions.iter().any(|&(c, _)| c == cell));
                if !known || size == 0 || size > 2 || repeat && size != 1 {
                    return mistake(
                        state,
                        "cuGraphAddNode",
                        "a foreign handle or a wrong number of bodies",
                    );
                }
                let bodies: Vec<usize> = (0..size).map(|_| state.new_graph(Some(parent))).collect();
                // As in CUDA, the driver owns the array of graphs.
                let handles: Vec<CUgraph> =
                    bodies.iter().map(|&body| handle(Tag::Graph, body)).collect();
                (*conditional).phGraph_out = Box::leak(handles.into_boxed_slice()).as_mut_ptr();
                Kind::Conditional { cell, repeat, bodies }
            }
            CUgraphNodeType::CU_GRAPH_NODE_TYPE_KERNEL => {
                let p = &(*inner).kernel;
                let plain = CUDA_KERNEL_NODE_PARAMS {
                    func: p.func,
                    gridDimX: p.gridDimX,
                    gridDimY: p.gridDimY,
                    gridDimZ: p.gridDimZ,
                    blockDimX: p.blockDimX,
                    blockDimY: p.blockDimY,
                    blockDimZ: p.blockDimZ,
                    sharedMemBytes: p.sharedMemBytes,
                    kernelParams: p.kernelParams,
                    extra: p.extra,
                    kern: p.kern,
                    ctx: p.ctx,
                };
                let Some(work) = kernel_work(&state, &plain) else { return INVALID_VALUE };
                Kind::Work(work)
            }
            CUgraphNodeType::CU_GRAPH_NODE_TYPE_EMPTY => Kind::Empty,
            _ => return Status::CUDA_ERROR_NOT_SUPPORTED,
        };
        add(state, "cuGraphAddNode", target, graph, after, count, kind)
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphConditionalHandleCreate(
    target: *mut CUgraphConditionalHandle,
    graph: CUgraph,
    _: CUcontext,
    default: c_uint,
    flags: c_uint,
) -> Status {
    enter!("cuGraphConditionalHandleCreate");
    let mut state = lock();
    let Some(Some(Some(found))) =
        index(Tag::Graph, graph).map(|graph| state.graphs.get_mut(graph).map(Option::as_mut))
    else {
        return INVALID_VALUE;
    };
    // Never freed: kernels hold its address.
    let cell = Box::into_raw(Box::new(default)).expose_provenance() as u64;
    found.conditions.push((cell, (flags & 1 == 1).then_some(default)));
    state.cells.insert(cell);
    // SAFETY: promised by the caller.
    unsafe { target.write(cell) };
    SUCCESS
}
