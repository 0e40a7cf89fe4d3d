//! What the static checks find before anything runs.

use crate::support::Argument::{I32, I64, Pointer};
use crate::support::*;
use cudarc::driver::sys::*;
use std::ptr::{null, null_mut};

#[test]
fn a_missing_edge_is_found() {
    let Some(cuda) = cuda() else { return };
    let (a, b, c) = (cuda.upload(&[1.0]), cuda.alloc(8), cuda.alloc(8));
    let graph = cuda.graph();
    let first = graph.kernel("scale", &scale(a, b, 2.0, 1), &[]);
    let second = graph.kernel("scale", &scale(b, c, 3.0, 1), &[]);
    graph.refused(&["kernel scale and kernel scale use the same memory"]);
    ok(call!(cuGraphAddDependencies_v2(graph.graph, &first, &second, null(), 1)));
    graph.run();
    assert_eq!(cuda.download::<f64>(c, 1), [6.0]);
    cuda.standin.check();
}

#[test]
fn swapped_arguments_are_found() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[1.0]), cuda.upload(&[2.0]));
    let (c, d) = (cuda.alloc(8), cuda.alloc(8));
    let graph = cuda.graph();
    // Two readers of one buffer need no order.
    graph.kernel("add", &add(a, b, c, 1), &[]);
    graph.kernel("scale", &scale(a, d, 2.0, 1), &[]);
    assert!(graph.instantiate(0).is_ok());
    let swapped = cuda.graph();
    swapped.kernel("add", &add(a, b, c, 1), &[]);
    swapped.kernel("scale", &scale(d, a, 2.0, 1), &[]);
    swapped.refused(&["kernel add and kernel scale use the same memory"]);
}

#[test]
fn copies_and_fills_conflict_by_their_exact_ranges() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[1.0, 2.0, 3.0]), cuda.alloc(24));
    let graph = cuda.graph();
    graph.memcpy(&device_copy(b, a, 16), &[]);
    graph.memset(b + 16, 8, &[]);
    let exec = graph.run();
    assert_eq!(cuda.download::<f64>(b, 3), [1.0, 2.0, 0.0]);
    ok(call!(cuGraphExecDestroy(exec)));
    graph.memset(b + 8, 8, &[]);
    graph.refused(&["copy of 16 bytes", "memset of 8 bytes", "neither comes first"]);
}

#[test]
fn use_before_alloc_is_found() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.upload(&[1.0]);
    let graph = cuda.graph();
    let (_, b) = graph.alloc(8, &[]);
    let user = graph.kernel("scale", &scale(a, b, 2.0, 1), &[]);
    ok(graph.free(b, &[user]));
    graph.refused(&["kernel scale does not come after the allocation"]);
}

#[test]
fn early_free_is_found() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.upload(&[1.0]);
    let graph = cuda.graph();
    let (alloc, b) = graph.alloc(8, &[]);
    graph.kernel("scale", &scale(a, b, 2.0, 1), &[alloc]);
    ok(graph.free(b, &[alloc]));
    graph.refused(&["kernel scale does not come before the free"]);
}

#[test]
fn double_free_in_a_graph_is_refused() {
    let Some(cuda) = cuda() else { return };
    let graph = cuda.graph();
    let (alloc, b) = graph.alloc(8, &[]);
    ok(graph.free(b, &[alloc]));
    ok(graph.free(b, &[alloc]));
    graph.refused(&["freed twice"]);
}

#[test]
fn duplicate_dependencies_and_cycles_are_refused() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.upload(&[1.0]);
    let graph = cuda.graph();
    let first = graph.kernel("increment", &[Pointer(a)], &[]);
    let second = graph.kernel("increment", &[Pointer(a)], &[first]);
    let again = call!(cuGraphAddDependencies_v2(graph.graph, &first, &second, null(), 1));
    assert_eq!(again, INVALID);
    cuda.found(&["a duplicate dependency"]);
    let back = call!(cuGraphAddDependencies_v2(graph.graph, &second, &first, null(), 1));
    assert_eq!(back, INVALID);
    cuda.found(&["a cycle"]);
}

#[test]
fn memory_nodes_have_rules() {
    let Some(cuda) = cuda() else { return };
    let graph = cuda.graph();
    let (alloc, b) = graph.alloc(8, &[]);
    ok(graph.free(b, &[alloc]));
    let exec = graph.run();
    graph.refused(&["a second instance"]);
    ok(call!(cuGraphExecDestroy(exec)));
    let exec = graph.run();
    let (outer, mut node) = (cuda.graph(), null_mut());
    let child = call!(cuGraphAddChildGraphNode(&mut node, outer.graph, null(), 0, graph.graph));
    assert_eq!(child, INVALID);
    cuda.found(&["a copy of a graph with memory"]);
    let mut arguments = Arguments::new(&[Pointer(b)]);
    let params = params(cuda.function("increment"), &mut arguments);
    let set = call!(cuGraphExecKernelNodeSetParams_v2(exec, alloc, &params));
    assert_eq!(set, INVALID);
    cuda.found(&["parameters of another kind of node"]);
}

#[test]
fn bodies_hold_no_memory_nodes_and_are_checked_too() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[1.0]), cuda.alloc(8));
    let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF;
    let graph = cuda.graph();
    let handle = graph.condition(Some(1));
    let (_, bodies) = graph.conditional(handle, kind, 1, &[]);
    let body = graph.body(bodies[0]);
    assert_eq!(body.try_alloc(8), INVALID);
    cuda.found(&["a memory node in the body"]);
    let graph = cuda.graph();
    let handle = graph.condition(Some(1));
    let (_, bodies) = graph.conditional(handle, kind, 1, &[]);
    let body = graph.body(bodies[0]);
    body.kernel("scale", &scale(a, b, 2.0, 1), &[]);
    body.kernel("increment", &[Pointer(b)], &[]);
    graph.kernel("increment", &[Pointer(a)], &[]);
    graph.refused(&["kernel scale and kernel increment use the same memory"]);
}

#[test]
fn an_unused_conditional_handle_is_found() {
    let Some(cuda) = cuda() else { return };
    let graph = cuda.graph();
    graph.condition(Some(1));
    let mut params = CUDA_GRAPH_INSTANTIATE_PARAMS {
        flags: 0,
        hUploadStream: null_mut(),
        hErrNode_out: null_mut(),
        result_out: CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS,
    };
    let mut exec = null_mut();
    assert_eq!(call!(cuGraphInstantiateWithParams(&mut exec, graph.graph, &mut params)), INVALID);
    let structure = CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
    assert_eq!(params.result_out, structure);
    cuda.found(&["a conditional handle without its node"]);
}

#[test]
fn the_node_that_is_to_blame_is_told() {
    let Some(cuda) = cuda() else { return };
    let (a, b, c) = (cuda.upload(&[1.0]), cuda.alloc(8), cuda.alloc(8));
    let graph = cuda.graph();
    graph.kernel("scale", &scale(a, b, 2.0, 1), &[]);
    let second = graph.kernel("scale", &scale(b, c, 3.0, 1), &[]);
    let mut params = CUDA_GRAPH_INSTANTIATE_PARAMS {
        flags: 0,
        hUploadStream: null_mut(),
        hErrNode_out: null_mut(),
        result_out: CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_SUCCESS,
    };
    let mut exec = null_mut();
    assert_eq!(call!(cuGraphInstantiateWithParams(&mut exec, graph.graph, &mut params)), INVALID);
    assert_eq!(params.hErrNode_out, second);
    cuda.found(&["use the same memory"]);
}

#[test]
fn a_condition_must_be_set_before_it_is_read() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.upload(&[1i32]);
    let graph = cuda.graph();
    let handle = graph.condition(None);
    let setter = graph.kernel("is_positive", &[Pointer(a), Pointer(handle)], &[]);
    let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF;
    let (node, bodies) = graph.conditional(handle, kind, 1, &[]);
    let b = cuda.upload(&[0i32]);
    graph.body(bodies[0]).kernel("store", &[Pointer(b), I32(1)], &[]);
    graph.refused(&["kernel is_positive and an IF node use the same memory"]);
    ok(call!(cuGraphAddDependencies_v2(graph.graph, &setter, &node, null(), 1)));
    graph.run();
    assert_eq!(cuda.download::<i32>(b, 1), [1]);
    cuda.standin.check();
}

#[test]
fn programmatic_edges_lead_from_kernels_to_kernels() {
    let Some(cuda) = cuda() else { return };
    let (a, b, c) = (cuda.upload(&[1.0]), cuda.alloc(8), cuda.alloc(8));
    let edge = CUgraphEdgeData { from_port: 1, to_port: 0, type_: 1, reserved: [0; 5] };
    let graph = cuda.graph();
    let first = graph.kernel("scale", &scale(a, b, 2.0, 1), &[]);
    let second = graph.kernel("scale", &scale(b, c, 2.0, 1), &[]);
    for wrong in [
        CUgraphEdgeData { from_port: 0, ..edge },
        CUgraphEdgeData { to_port: 1, ..edge },
        CUgraphEdgeData { reserved: [0, 0, 1, 0, 0], ..edge },
        CUgraphEdgeData { type_: 0, ..edge },
    ] {
        let refused = call!(cuGraphAddDependencies_v2(graph.graph, &first, &second, &wrong, 1));
        assert_eq!(refused, INVALID);
        cuda.found(&["a wrong port or type"]);
    }
    ok(call!(cuGraphAddDependencies_v2(graph.graph, &first, &second, &edge, 1)));
    let memset = graph.memset(c, 8, &[second]);
    let wrong = call!(cuGraphAddDependencies_v2(graph.graph, &first, &memset, &edge, 1));
    assert_eq!(wrong, INVALID);
    cuda.found(&["a programmatic edge"]);
}

#[test]
fn changed_parameters_are_checked_at_the_next_launch() {
    let Some(cuda) = cuda() else { return };
    let (a, b, c) = (cuda.upload(&[1.0]), cuda.alloc(8), cuda.alloc(8));
    let graph = cuda.graph();
    graph.kernel("scale", &scale(a, b, 2.0, 1), &[]);
    let node = graph.kernel("scale", &scale(a, c, 2.0, 1), &[]);
    let exec = graph.run();
    let mut arguments = Arguments::new(&[Pointer(a), Pointer(b), Argument::F64(1.0), I64(1)]);
    let params = params(cuda.function("scale"), &mut arguments);
    ok(call!(cuGraphExecKernelNodeSetParams_v2(exec, node, &params)));
    assert_eq!(call!(cuGraphLaunch(exec, null_mut())), INVALID);
    cuda.found(&["cuGraphLaunch: kernel scale and kernel scale use the same memory"]);
}
