//! Graphs and executable graphs.

use std::ffi::{CStr, c_char, c_uint, c_ulonglong};
use std::fmt::Write;

use cudarc::driver::sys::{
    CUDA_GRAPH_INSTANTIATE_PARAMS, CUDA_KERNEL_NODE_PARAMS, CUDA_MEM_ALLOC_NODE_PARAMS,
    CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS, CUcontext, CUdeviceptr, CUgraph,
    CUgraphConditionalHandle, CUgraphConditionalNodeType, CUgraphEdgeData, CUgraphExec,
    CUgraphExecUpdateResult, CUgraphExecUpdateResultInfo, CUgraphInstantiateResult, CUgraphNode,
    CUgraphNodeParams, CUgraphNodeType, CUmemorytype, CUresult, CUstream,
};

use super::events::stream_index;
use super::kernels::{argument, kernel_call};
use super::{INVALID_VALUE, SUCCESS, Tag, enter, handle, index, mistake, outcome};
use crate::graph::{Graph, Kind};
use crate::memory;
use crate::state::{Locked, State, lock};
use crate::work::{End, Work};

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphCreate(target: *mut CUgraph, _: c_uint) -> CUresult {
    enter!("cuGraphCreate");
    // SAFETY: promised by the caller.
    unsafe { target.write(handle(Tag::Graph, lock().new_graph(None))) };
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphDestroy(graph: CUgraph) -> CUresult {
    let Some(graph) = index(Tag::Graph, graph) else { return INVALID_VALUE };
    destroy(&mut lock(), graph);
    SUCCESS
}

/// Destroys a graph with the graphs and the memory of its nodes.
fn destroy(state: &mut State, graph: usize) {
    let Some(found) = state.graphs.get_mut(graph).and_then(Option::take) else { return };
    for node in found.nodes {
        match state.nodes[node].kind.clone() {
            Kind::Child(child) => destroy(state, child),
            Kind::Conditional { bodies, .. } => {
                bodies.into_iter().for_each(|body| destroy(state, body));
            }
            // Executable graphs may still use it: such memory stays until the process ends, unless
            // none is there.
            Kind::Alloc { address, .. } if found.instances == 0 => {
                // Launches of executable graphs that are gone already may be pending.
                state.synchronize_all();
                state.memory.release(address);
            }
            _ => {}
        }
    }
}

/// # Safety
/// `nodes` must have `count` elements.
unsafe fn indices(nodes: *const CUgraphNode, count: usize) -> Option<Vec<usize>> {
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
) -> CUresult {
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
/// The arguments must be as CUDA has them.
unsafe fn kernel_work(state: &State, params: &CUDA_KERNEL_NODE_PARAMS) -> Option<Work> {
    let p = params;
    let grid = [p.gridDimX, p.gridDimY, p.gridDimZ];
    let block = [p.blockDimX, p.blockDimY, p.blockDimZ];
    // SAFETY: promised by the caller.
    let call = unsafe { kernel_call(state, p.func, grid, block, p.sharedMemBytes, p.kernelParams) };
    call.map(Work::Kernel)
}

fn copy_work(params: &CUDA_MEMCPY3D) -> Option<Work> {
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

fn fill_work(params: &CUDA_MEMSET_NODE_PARAMS) -> Option<Work> {
    let element = params.elementSize as usize;
    (params.height == 1 && matches!(element, 1 | 2 | 4)).then_some(Work::Fill {
        target: params.dst,
        value: params.value,
        element,
        count: params.width,
    })
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddKernelNode_v2(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    params: *const CUDA_KERNEL_NODE_PARAMS,
) -> CUresult {
    enter!("cuGraphAddKernelNode_v2");
    let state = lock();
    // SAFETY: promised by the caller.
    unsafe {
        let Some(work) = kernel_work(&state, &*params) else { return INVALID_VALUE };
        add(state, "cuGraphAddKernelNode", target, graph, after, count, Kind::Work(work))
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemcpyNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    params: *const CUDA_MEMCPY3D,
    _: CUcontext,
) -> CUresult {
    enter!("cuGraphAddMemcpyNode");
    // SAFETY: promised by the caller.
    unsafe {
        let Some(work) = copy_work(&*params) else { return INVALID_VALUE };
        add(lock(), "cuGraphAddMemcpyNode", target, graph, after, count, Kind::Work(work))
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemsetNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    params: *const CUDA_MEMSET_NODE_PARAMS,
    _: CUcontext,
) -> CUresult {
    enter!("cuGraphAddMemsetNode");
    // SAFETY: promised by the caller.
    unsafe {
        let Some(work) = fill_work(&*params) else { return INVALID_VALUE };
        add(lock(), "cuGraphAddMemsetNode", target, graph, after, count, Kind::Work(work))
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemAllocNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    params: *mut CUDA_MEM_ALLOC_NODE_PARAMS,
) -> CUresult {
    enter!("cuGraphAddMemAllocNode");
    let mut state = lock();
    // SAFETY: promised by the caller.
    let bytes = unsafe { (*params).bytesize };
    let Some(address) = state.memory.allocate(bytes, memory::Kind::Graph) else {
        return CUresult::CUDA_ERROR_OUT_OF_MEMORY;
    };
    // SAFETY: promised by the caller.
    unsafe {
        (*params).dptr = address;
        let kind = Kind::Alloc { address, bytes };
        add(state, "cuGraphAddMemAllocNode", target, graph, after, count, kind)
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemFreeNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    address: CUdeviceptr,
) -> CUresult {
    enter!("cuGraphAddMemFreeNode");
    // SAFETY: promised by the caller.
    unsafe {
        let kind = Kind::Free { address };
        add(lock(), "cuGraphAddMemFreeNode", target, graph, after, count, kind)
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddEmptyNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
) -> CUresult {
    enter!("cuGraphAddEmptyNode");
    // SAFETY: promised by the caller.
    unsafe { add(lock(), "cuGraphAddEmptyNode", target, graph, after, count, Kind::Empty) }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddChildGraphNode(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    count: usize,
    child: CUgraph,
) -> CUresult {
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
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddNode_v2(
    target: *mut CUgraphNode,
    graph: CUgraph,
    after: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
    params: *mut CUgraphNodeParams,
) -> CUresult {
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
            _ => return CUresult::CUDA_ERROR_NOT_SUPPORTED,
        };
        add(state, "cuGraphAddNode", target, graph, after, count, kind)
    }
}

/// Programmatic edges lead from kernels to kernels.
///
/// # Safety
/// The arrays must have `count` elements; `to` may be null.
unsafe fn edges_fit(
    state: &State,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> Result<(), String> {
    let kernel = |node: CUgraphNode| {
        let node = index(Tag::Node, node).and_then(|node| state.nodes.get(node));
        node.is_some_and(|node| matches!(node.kind, Kind::Work(Work::Kernel(_))))
    };
    for k in 0..count {
        // SAFETY: promised by the caller.
        unsafe {
            let edge = data.add(k).read();
            let programmatic = edge.type_ == 1;
            if programmatic
                && !(kernel(from.add(k).read()) && (to.is_null() || kernel(to.add(k).read())))
            {
                return Err(
                    "a programmatic edge that does not lead from kernel to kernel".to_owned()
                );
            }
            if edge.from_port > 2 || edge.type_ > 1 || edge.from_port != 0 && !programmatic {
                return Err("edge data with a wrong port or type".to_owned());
            }
        }
    }
    Ok(())
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddDependencies_v2(
    graph: CUgraph,
    from: *const CUgraphNode,
    to: *const CUgraphNode,
    data: *const CUgraphEdgeData,
    count: usize,
) -> CUresult {
    enter!("cuGraphAddDependencies_v2");
    let mut state = lock();
    let Some(graph) = index(Tag::Graph, graph) else { return INVALID_VALUE };
    // SAFETY: promised by the caller.
    let (from_nodes, to_nodes) = unsafe { (indices(from, count), indices(to, count)) };
    let (Some(from_nodes), Some(to_nodes)) = (from_nodes, to_nodes) else {
        return INVALID_VALUE;
    };
    // SAFETY: promised by the caller.
    if !data.is_null()
        && let Err(problem) = unsafe { edges_fit(&state, from, to, data, count) }
    {
        return mistake(state, "cuGraphAddDependencies", &problem);
    }
    for (&before, &node) in from_nodes.iter().zip(&to_nodes) {
        if state.nodes[before].graph != graph || state.nodes[node].graph != graph {
            return mistake(state, "cuGraphAddDependencies", "a node of another graph");
        }
        if state.nodes[node].after.contains(&before) {
            return mistake(state, "cuGraphAddDependencies", "a duplicate dependency");
        }
        if before == node || reaches(&state, node, before) {
            return mistake(state, "cuGraphAddDependencies", "a cycle");
        }
        state.nodes[node].after.push(before);
    }
    SUCCESS
}

/// Whether `node` comes before `other`.
fn reaches(state: &State, node: usize, other: usize) -> bool {
    let mut open = vec![other];
    let mut seen = std::collections::HashSet::new();
    while let Some(k) = open.pop() {
        if k == node {
            return true;
        }
        if seen.insert(k) {
            open.extend(&state.nodes[k].after);
        }
    }
    false
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphConditionalHandleCreate(
    target: *mut CUgraphConditionalHandle,
    graph: CUgraph,
    _: CUcontext,
    default: c_uint,
    flags: c_uint,
) -> CUresult {
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

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiateWithFlags(
    target: *mut CUgraphExec,
    graph: CUgraph,
    flags: c_ulonglong,
) -> CUresult {
    enter!("cuGraphInstantiateWithFlags");
    let mut state = lock();
    let Some(graph) = index(Tag::Graph, graph) else { return INVALID_VALUE };
    match state.instantiate(graph, flags & 1 == 1) {
        Ok(exec) => {
            // SAFETY: promised by the caller.
            unsafe { target.write(handle(Tag::Exec, exec)) };
            SUCCESS
        }
        Err(problem) => mistake(state, "cuGraphInstantiate", &problem),
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiateWithParams(
    target: *mut CUgraphExec,
    graph: CUgraph,
    params: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
) -> CUresult {
    enter!("cuGraphInstantiateWithParams");
    // SAFETY: forwarded.
    unsafe {
        let result = cuGraphInstantiateWithFlags(target, graph, (*params).flags);
        (*params).result_out = match result == SUCCESS {
            true => CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS,
            false => CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE,
        };
        result
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphUpload(exec: CUgraphExec, _: CUstream) -> CUresult {
    enter!("cuGraphUpload");
    let Some(_) = index(Tag::Exec, exec) else { return INVALID_VALUE };
    lock().counters.uploads += 1;
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphLaunch(exec: CUgraphExec, stream: CUstream) -> CUresult {
    enter!("cuGraphLaunch");
    let (Some(exec), Some(stream)) = (index(Tag::Exec, exec), stream_index(stream)) else {
        return INVALID_VALUE;
    };
    let mut state = lock();
    match state.launch(exec, stream) {
        Ok(()) => outcome(),
        Err(problem) => mistake(state, "cuGraphLaunch", &problem),
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecDestroy(exec: CUgraphExec) -> CUresult {
    let Some(exec) = index(Tag::Exec, exec) else { return INVALID_VALUE };
    match lock().drop_exec(exec) {
        true => SUCCESS,
        false => INVALID_VALUE,
    }
}

fn set(
    mut state: Locked,
    call: &str,
    exec: CUgraphExec,
    node: CUgraphNode,
    work: Work,
) -> CUresult {
    let (Some(exec), Some(node)) = (index(Tag::Exec, exec), index(Tag::Node, node)) else {
        return INVALID_VALUE;
    };
    state.counters.set_params += 1;
    match state.set_work(exec, node, work) {
        Ok(()) => SUCCESS,
        Err(problem) => mistake(state, call, &problem),
    }
}

/// # Safety
/// As for the driver's functions.
unsafe fn set_arguments(
    state: &mut State,
    exec: CUgraphExec,
    node: CUgraphNode,
    params: &CUDA_KERNEL_NODE_PARAMS,
) -> bool {
    let (Some(exec), Some(node), Some(function)) =
        (index(Tag::Exec, exec), index(Tag::Node, node), index(Tag::Function, params.func))
    else {
        return false;
    };
    let Some((module, kernel)) = state.functions.get(function).map(|f| (f.module, f.kernel)) else {
        return false;
    };
    // Taken out for a moment, because the signature is read while arguments are written.
    let Some(module_of) = state.modules.get_mut(module).and_then(Option::take) else {
        return false;
    };
    let parameters = &module_of.kernels[kernel].parameters;
    let grid = [params.gridDimX, params.gridDimY, params.gridDimZ];
    let done = state.set_arguments(exec, node, function, grid, |k| {
        // SAFETY: promised by the caller.
        unsafe { argument(params.kernelParams, k, parameters[k].bytes()) }
    });
    state.modules[module] = Some(module_of);
    done
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecKernelNodeSetParams_v2(
    exec: CUgraphExec,
    node: CUgraphNode,
    params: *const CUDA_KERNEL_NODE_PARAMS,
) -> CUresult {
    enter!("cuGraphExecKernelNodeSetParams_v2");
    let mut state = lock();
    // SAFETY: promised by the caller.
    if unsafe { set_arguments(&mut state, exec, node, &*params) } {
        state.counters.set_params += 1;
        return SUCCESS;
    }
    // SAFETY: promised by the caller.
    let Some(work) = (unsafe { kernel_work(&state, &*params) }) else { return INVALID_VALUE };
    set(state, "cuGraphExecKernelNodeSetParams", exec, node, work)
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemcpyNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    params: *const CUDA_MEMCPY3D,
    _: CUcontext,
) -> CUresult {
    enter!("cuGraphExecMemcpyNodeSetParams");
    // SAFETY: promised by the caller.
    let Some(work) = copy_work(unsafe { &*params }) else { return INVALID_VALUE };
    set(lock(), "cuGraphExecMemcpyNodeSetParams", exec, node, work)
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemsetNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    params: *const CUDA_MEMSET_NODE_PARAMS,
    _: CUcontext,
) -> CUresult {
    enter!("cuGraphExecMemsetNodeSetParams");
    // SAFETY: promised by the caller.
    let Some(work) = fill_work(unsafe { &*params }) else { return INVALID_VALUE };
    set(lock(), "cuGraphExecMemsetNodeSetParams", exec, node, work)
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecChildGraphNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    child: CUgraph,
) -> CUresult {
    enter!("cuGraphExecChildGraphNodeSetParams");
    let (Some(exec), Some(node), Some(child)) =
        (index(Tag::Exec, exec), index(Tag::Node, node), index(Tag::Graph, child))
    else {
        return INVALID_VALUE;
    };
    let mut state = lock();
    state.counters.set_params += 1;
    match state.set_child(exec, node, child) {
        Ok(()) => SUCCESS,
        Err(problem) => mistake(state, "cuGraphExecChildGraphNodeSetParams", &problem),
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecUpdate_v2(
    exec: CUgraphExec,
    graph: CUgraph,
    info: *mut CUgraphExecUpdateResultInfo,
) -> CUresult {
    enter!("cuGraphExecUpdate_v2");
    use CUgraphExecUpdateResult::*;
    let (Some(exec), Some(graph)) = (index(Tag::Exec, exec), index(Tag::Graph, graph)) else {
        return INVALID_VALUE;
    };
    let (result, node) = match lock().update(exec, graph) {
        Ok(()) => (CU_GRAPH_EXEC_UPDATE_SUCCESS, None),
        Err((2, node)) => (CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, node),
        Err((3, node)) => (CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, node),
        Err((_, node)) => (CU_GRAPH_EXEC_UPDATE_ERROR, node),
    };
    // SAFETY: promised by the caller.
    unsafe {
        (*info).result = result;
        (*info).errorNode = node.map_or(std::ptr::null_mut(), |node| handle(Tag::Node, node));
        (*info).errorFromNode = std::ptr::null_mut();
    }
    match result == CU_GRAPH_EXEC_UPDATE_SUCCESS {
        true => SUCCESS,
        false => CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
    }
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphGetNodes(
    graph: CUgraph,
    nodes: *mut CUgraphNode,
    count: *mut usize,
) -> CUresult {
    let state = lock();
    let found = index(Tag::Graph, graph).and_then(|graph| state.graphs.get(graph)?.as_ref());
    let Some(found) = found else { return INVALID_VALUE };
    // SAFETY: promised by the caller; nodes may be null to ask for their number.
    unsafe {
        if !nodes.is_null() {
            for (k, &node) in found.nodes.iter().take(count.read()).enumerate() {
                nodes.add(k).write(handle(Tag::Node, node));
            }
        }
        count.write(found.nodes.len());
    }
    SUCCESS
}

/// # Safety
/// See [`super`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphDebugDotPrint(
    graph: CUgraph,
    path: *const c_char,
    _: c_uint,
) -> CUresult {
    enter!("cuGraphDebugDotPrint");
    let state = lock();
    let Some(graph) = index(Tag::Graph, graph) else { return INVALID_VALUE };
    let mut text = "digraph dot {\n".to_owned();
    dot(&state, graph, &mut text);
    text.push_str("}\n");
    // SAFETY: promised by the caller.
    let path = unsafe { CStr::from_ptr(path) }.to_string_lossy();
    match std::fs::write(&*path, text) {
        Ok(()) => SUCCESS,
        Err(_) => CUresult::CUDA_ERROR_OPERATING_SYSTEM,
    }
}

fn dot(state: &State, graph: usize, text: &mut String) {
    let Some(Some(Graph { nodes, .. })) = state.graphs.get(graph) else { return };
    for &node in nodes {
        let (label, inner) = match &state.nodes[node].kind {
            Kind::Work(work) => (work.describe(state), Vec::new()),
            Kind::Empty => ("EMPTY".to_owned(), Vec::new()),
            Kind::Alloc { bytes, .. } => (format!("MEM_ALLOC {bytes} bytes"), Vec::new()),
            Kind::Free { .. } => ("MEM_FREE".to_owned(), Vec::new()),
            Kind::Child(child) => ("GRAPH".to_owned(), vec![*child]),
            Kind::Conditional { repeat, bodies, .. } => {
                (format!("CONDITIONAL {}", if *repeat { "WHILE" } else { "IF" }), bodies.clone())
            }
        };
        let _ = writeln!(text, "  node_{node} [label={label:?}];");
        for before in &state.nodes[node].after {
            let _ = writeln!(text, "  node_{before} -> node_{node};");
        }
        for inner in inner {
            let _ = writeln!(text, "  subgraph cluster_{inner} {{");
            dot(state, inner, text);
            text.push_str("  }\n");
        }
    }
}
