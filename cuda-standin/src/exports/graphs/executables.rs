//! Executable graphs: instantiated, launched, changed.

use std::ffi::c_ulonglong;

use cudarc::driver::sys::{
    CUDA_GRAPH_INSTANTIATE_PARAMS, CUDA_KERNEL_NODE_PARAMS, CUDA_MEMCPY3D, CUDA_MEMSET_NODE_PARAMS,
    CUcontext, CUgraph, CUgraphExec, CUgraphExecUpdateResult, CUgraphExecUpdateResultInfo,
    CUgraphInstantiateResult, CUgraphNode, CUstream,
};

use super::nodes::{copy_work, fill_work, kernel_work};
use crate::exports::events::stream_index;
use crate::exports::kernels::argument;
use crate::exports::{
    CURRENT, INVALID_VALUE, SUCCESS, Status, Tag, enter, handle, index, mistake, outcome,
};
use crate::state::{Locked, State, lock};
use crate::work::Work;

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiateWithFlags(
    target: *mut CUgraphExec,
    graph: CUgraph,
    flags: c_ulonglong,
) -> Status {
    enter!("cuGraphInstantiateWithFlags");
    // SAFETY: forwarded.
    unsafe { instantiate(target, graph, flags).map_or_else(|(error, _)| error, |()| SUCCESS) }
}

/// Makes a graph executable, or tells the error and the node that is to blame.
///
/// # Safety
/// As for the driver's functions.
unsafe fn instantiate(
    target: *mut CUgraphExec,
    graph: CUgraph,
    flags: c_ulonglong,
) -> Result<(), (Status, Option<usize>)> {
    if CURRENT.get() == 0 {
        return Err((Status::CUDA_ERROR_INVALID_CONTEXT, None));
    }
    let mut state = lock();
    let graph = index(Tag::Graph, graph).ok_or((INVALID_VALUE, None))?;
    for function in state.functions(graph) {
        if !state.reserve_local(function) {
            return Err((Status::CUDA_ERROR_OUT_OF_MEMORY, None));
        }
    }
    match state.instantiate(graph, flags & 1 == 1) {
        Ok(exec) => {
            // SAFETY: promised by the caller.
            unsafe { target.write(handle(Tag::Exec, exec)) };
            Ok(())
        }
        Err(fault) => Err((mistake(state, "cuGraphInstantiate", &fault.text), fault.node)),
    }
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphInstantiateWithParams(
    target: *mut CUgraphExec,
    graph: CUgraph,
    params: *mut CUDA_GRAPH_INSTANTIATE_PARAMS,
) -> Status {
    use CUgraphInstantiateResult::*;
    enter!("cuGraphInstantiateWithParams");
    // SAFETY: promised by the caller.
    let outcome = unsafe { instantiate(target, graph, (*params).flags) };
    let (result, node, status) = match outcome {
        Ok(()) => (CUDA_GRAPH_INSTANTIATE_SUCCESS, None, SUCCESS),
        Err((INVALID_VALUE, node)) => {
            (CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE, node, INVALID_VALUE)
        }
        Err((error, node)) => (CUDA_GRAPH_INSTANTIATE_ERROR, node, error),
    };
    // SAFETY: promised by the caller.
    unsafe {
        (*params).result_out = result;
        (*params).hErrNode_out = node.map_or(std::ptr::null_mut(), |node| handle(Tag::Node, node));
    }
    status
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphUpload(exec: CUgraphExec, _: CUstream) -> Status {
    enter!("cuGraphUpload");
    let Some(_) = index(Tag::Exec, exec) else { return INVALID_VALUE };
    lock().counters.uploads += 1;
    SUCCESS
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphLaunch(exec: CUgraphExec, stream: CUstream) -> Status {
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
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecDestroy(exec: CUgraphExec) -> Status {
    let Some(exec) = index(Tag::Exec, exec) else { return INVALID_VALUE };
    match lock().drop_exec(exec) {
        true => SUCCESS,
        false => INVALID_VALUE,
    }
}

fn set(mut state: Locked, call: &str, exec: CUgraphExec, node: CUgraphNode, work: Work) -> Status {
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
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecKernelNodeSetParams_v2(
    exec: CUgraphExec,
    node: CUgraphNode,
    params: *const CUDA_KERNEL_NODE_PARAMS,
) -> Status {
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
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemcpyNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    params: *const CUDA_MEMCPY3D,
    _: CUcontext,
) -> Status {
    enter!("cuGraphExecMemcpyNodeSetParams");
    // SAFETY: promised by the caller.
    let Some(work) = copy_work(unsafe { &*params }) else { return INVALID_VALUE };
    set(lock(), "cuGraphExecMemcpyNodeSetParams", exec, node, work)
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemsetNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    params: *const CUDA_MEMSET_NODE_PARAMS,
    _: CUcontext,
) -> Status {
    enter!("cuGraphExecMemsetNodeSetParams");
    // SAFETY: promised by the caller.
    let Some(work) = fill_work(unsafe { &*params }) else { return INVALID_VALUE };
    set(lock(), "cuGraphExecMemsetNodeSetParams", exec, node, work)
}

/// # Safety
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecChildGraphNodeSetParams(
    exec: CUgraphExec,
    node: CUgraphNode,
    child: CUgraph,
) -> Status {
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
/// See [`crate::exports`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecUpdate_v2(
    exec: CUgraphExec,
    graph: CUgraph,
    info: *mut CUgraphExecUpdateResultInfo,
) -> Status {
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
        false => Status::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
    }
}
