//! Graphs that run.

use crate::support::Argument::{I32, Pointer};
use crate::support::*;
use cudarc::driver::sys::*;
use std::ptr::{null, null_mut};

#[test]
fn a_graph_with_its_own_memory_is_right_for_every_seed() {
    let Some(cuda) = cuda() else { return };
    let (a, out) = (cuda.upload(&[1.0, 2.0, 3.0]), cuda.alloc(24));
    let graph = cuda.graph();
    let (alloc_b, b) = graph.alloc(24, &[]);
    let (alloc_c, c) = graph.alloc(24, &[]);
    let two = graph.kernel("scale", &scale(a, b, 2.0, 3), &[alloc_b]);
    let three = graph.kernel("scale", &scale(a, c, 3.0, 3), &[alloc_c]);
    let sum = graph.kernel("add", &add(b, c, out, 3), &[two, three]);
    ok(graph.free(b, &[sum]));
    ok(graph.free(c, &[sum]));
    let exec = graph.instantiate(0).unwrap();
    for seed in 0..20 {
        cuda.standin.set_seed(seed);
        ok(call!(cuMemsetD8Async(out, 0xFF, 24, null_mut())));
        ok(call!(cuGraphLaunch(exec, null_mut())));
        assert_eq!(cuda.download::<f64>(out, 3), [5.0, 10.0, 15.0]);
    }
    cuda.standin.check();
}

#[test]
fn a_while_body_runs_as_often_as_its_condition_says() {
    let Some(cuda) = cuda() else { return };
    let (count, sum) = (cuda.upload(&[5i32]), cuda.upload(&[0.0]));
    let graph = cuda.graph();
    let handle = graph.condition(Some(1));
    let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE;
    let (_, bodies) = graph.conditional(handle, kind, 1, &[]);
    let body = graph.body(bodies[0]);
    body.kernel("increment", &[Pointer(sum)], &[]);
    body.kernel("count_down", &[Pointer(count), Pointer(handle)], &[]);
    let before = cuda.standin.counters();
    let exec = graph.run();
    assert_eq!(cuda.download::<f64>(sum, 1), [5.0]);
    assert_eq!(cuda.standin.counters().nodes - before.nodes, 11);
    // The default is assigned again: once more, as a do-while loop.
    ok(call!(cuGraphLaunch(exec, null_mut())));
    assert_eq!(cuda.download::<f64>(sum, 1), [6.0]);
    cuda.standin.check();
}

#[test]
fn an_endless_while_loop_is_stopped() {
    let Some(cuda) = cuda() else { return };
    let graph = cuda.graph();
    let handle = graph.condition(Some(1));
    let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE;
    graph.conditional(handle, kind, 1, &[]);
    let exec = graph.instantiate(0).unwrap();
    ok(call!(cuGraphLaunch(exec, null_mut())));
    ok(call!(cuCtxSynchronize()));
    cuda.found(&["a WHILE node does not end"]);
}

#[test]
fn if_and_else_take_one_body() {
    let Some(cuda) = cuda() else { return };
    let (choice, out) = (cuda.upload(&[1i32]), cuda.upload(&[0i32]));
    let graph = cuda.graph();
    let handle = graph.condition(None);
    let set = graph.kernel("is_positive", &[Pointer(choice), Pointer(handle)], &[]);
    let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF;
    let (_, bodies) = graph.conditional(handle, kind, 2, &[set]);
    graph.body(bodies[0]).kernel("store", &[Pointer(out), I32(10)], &[]);
    graph.body(bodies[1]).kernel("store", &[Pointer(out), I32(20)], &[]);
    let exec = graph.run();
    assert_eq!(cuda.download::<i32>(out, 1), [10]);
    ok(call!(cuMemsetD8Async(choice, 0, 4, null_mut())));
    ok(call!(cuGraphLaunch(exec, null_mut())));
    assert_eq!(cuda.download::<i32>(out, 1), [20]);
    cuda.standin.check();
}

#[test]
fn set_params_binds_other_buffers_from_the_next_launch_on() {
    let Some(cuda) = cuda() else { return };
    let (a, b, c) = (cuda.upload(&[1.0]), cuda.upload(&[0.0]), cuda.upload(&[0.0]));
    let graph = cuda.graph();
    let node = graph.kernel("scale", &scale(a, b, 2.0, 1), &[]);
    let exec = graph.instantiate(0).unwrap();
    ok(call!(cuGraphLaunch(exec, null_mut())));
    let mut arguments = Arguments::new(&scale(a, c, 7.0, 1));
    let params = params(cuda.function("scale"), &mut arguments);
    // The launch above keeps the parameters that it was made with.
    ok(call!(cuGraphExecKernelNodeSetParams_v2(exec, node, &params)));
    ok(call!(cuGraphLaunch(exec, null_mut())));
    assert_eq!(cuda.download::<f64>(b, 1), [2.0]);
    assert_eq!(cuda.download::<f64>(c, 1), [7.0]);
    cuda.standin.check();
}

#[test]
fn parameters_inside_a_body_can_be_set() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[0i32]), cuda.upload(&[0i32]));
    let graph = cuda.graph();
    let handle = graph.condition(Some(1));
    let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF;
    let (_, bodies) = graph.conditional(handle, kind, 1, &[]);
    let node = graph.body(bodies[0]).kernel("store", &[Pointer(a), I32(1)], &[]);
    let exec = graph.run();
    let mut arguments = Arguments::new(&[Pointer(b), I32(2)]);
    let params = params(cuda.function("store"), &mut arguments);
    ok(call!(cuGraphExecKernelNodeSetParams_v2(exec, node, &params)));
    ok(call!(cuGraphLaunch(exec, null_mut())));
    assert_eq!(cuda.download::<i32>(b, 1), [2]);
    cuda.standin.check();
}

#[test]
fn what_a_launch_leaves_must_be_freed_before_the_next() {
    let Some(cuda) = cuda() else { return };
    let graph = cuda.graph();
    let (alloc, b) = graph.alloc(8, &[]);
    graph.memset(b, 8, &[alloc]);
    let exec = graph.run();
    assert_eq!(cuda.download::<f64>(b, 1), [0.0]);
    assert_eq!(call!(cuGraphLaunch(exec, null_mut())), INVALID);
    cuda.found(&["a second launch with allocations of the first one"]);
    ok(call!(cuGraphExecDestroy(exec)));
    const AUTO_FREE: u64 = 1;
    let exec = graph.instantiate(AUTO_FREE).unwrap();
    for _ in 0..2 {
        ok(call!(cuGraphLaunch(exec, null_mut())));
        ok(call!(cuCtxSynchronize()));
    }
    cuda.standin.check();
}

#[test]
fn child_graphs_run_and_graphs_update() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[1.0]), cuda.upload(&[0.0]));
    let build = |by: f64| {
        let child = cuda.graph();
        child.kernel("scale", &scale(a, b, by, 1), &[]);
        let (graph, mut node) = (cuda.graph(), null_mut());
        ok(call!(cuGraphAddChildGraphNode(&mut node, graph.graph, null(), 0, child.graph)));
        ok(call!(cuGraphDestroy(child.graph)));
        graph
    };
    let graph = build(2.0);
    let exec = graph.run();
    assert_eq!(cuda.download::<f64>(b, 1), [2.0]);
    let mut info = CUgraphExecUpdateResultInfo {
        result: CUgraphExecUpdateResult::CU_GRAPH_EXEC_UPDATE_ERROR,
        errorNode: null_mut(),
        errorFromNode: null_mut(),
    };
    let other = build(9.0);
    ok(call!(cuGraphExecUpdate_v2(exec, other.graph, &mut info)));
    ok(call!(cuGraphLaunch(exec, null_mut())));
    assert_eq!(cuda.download::<f64>(b, 1), [9.0]);
    other.memset(a, 8, &[]);
    let refused = call!(cuGraphExecUpdate_v2(exec, other.graph, &mut info));
    assert_eq!(refused, CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
    let changed = CUgraphExecUpdateResult::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    assert_eq!(info.result, changed);
    cuda.standin.check();
}

#[test]
fn memory_of_a_graph_holds_poison_at_every_launch() {
    let Some(cuda) = cuda() else { return };
    let (a, out) = (cuda.upload(&[1.0, 2.0]), cuda.alloc(16));
    let graph = cuda.graph();
    let (alloc, b) = graph.alloc(16, &[]);
    // The second element is read and was never written.
    let one = graph.kernel("scale", &scale(a, b, 2.0, 1), &[alloc]);
    let copy = graph.memcpy(&device_copy(out, b, 16), &[one]);
    ok(graph.free(b, &[copy]));
    let exec = graph.instantiate(0).unwrap();
    for _ in 0..2 {
        ok(call!(cuGraphLaunch(exec, null_mut())));
        let read = cuda.download::<f64>(out, 2);
        assert!(read[0] == 2.0 && read[1].is_nan(), "{read:?}");
    }
    cuda.standin.check();
    // Between launches it holds poison, too: nothing of the last one is left.
    ok(call!(cuMemcpyDtoDAsync_v2(out, b, 16, null_mut())));
    assert!(cuda.download::<f64>(out, 2).iter().all(|x| x.is_nan()));
}

#[test]
fn a_memset_has_elements_at_a_multiple_of_their_size() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.upload(&[0u8; 8]);
    let graph = cuda.graph();
    let set = |dst, element_size, width| {
        let params = CUDA_MEMSET_NODE_PARAMS {
            dst,
            pitch: 0,
            value: 7,
            elementSize: element_size,
            width,
            height: 1,
        };
        let mut node = null_mut();
        call!(cuGraphAddMemsetNode(&mut node, graph.graph, null(), 0, &params, null_mut()))
    };
    assert_eq!(set(a, 4, 0), INVALID);
    assert_eq!(set(a + 1, 2, 1), INVALID);
    assert_eq!(set(a + 2, 4, 1), INVALID);
    assert_eq!(set(a, 3, 1), INVALID);
    ok(set(a + 1, 1, 1));
    ok(set(a + 2, 2, 1));
    ok(set(a + 4, 4, 1));
    graph.run();
    assert_eq!(cuda.download::<u8>(a, 8), [0, 7, 7, 0, 7, 0, 0, 0]);
    cuda.standin.check();
}

#[test]
fn defaults_of_inner_conditions_are_assigned_once_in_a_launch() {
    let Some(cuda) = cuda() else { return };
    let (outer_count, inner_count) = (cuda.upload(&[3i32]), cuda.upload(&[2i32]));
    let sum = cuda.upload(&[0.0]);
    let graph = cuda.graph();
    let outer = graph.condition(Some(1));
    let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE;
    let (_, bodies) = graph.conditional(outer, kind, 1, &[]);
    let body = graph.body(bodies[0]);
    let inner = body.condition(Some(1));
    let (_, inner_bodies) = body.conditional(inner, kind, 1, &[]);
    let inner_body = body.body(inner_bodies[0]);
    inner_body.kernel("increment", &[Pointer(sum)], &[]);
    inner_body.kernel("count_down", &[Pointer(inner_count), Pointer(inner)], &[]);
    body.kernel("count_down", &[Pointer(outer_count), Pointer(outer)], &[]);
    graph.run();
    // In the second pass of the outer body, the inner condition is still what its loop left.
    assert_eq!(cuda.download::<f64>(sum, 1), [2.0]);
    assert_eq!(cuda.download::<i32>(outer_count, 1), [0]);
    cuda.standin.check();
}

#[test]
fn an_update_keeps_the_kind_of_allocation() {
    let Some(cuda) = cuda() else { return };
    let other = cuda.alloc(8);
    let graph = cuda.graph();
    let (alloc, own) = graph.alloc(8, &[]);
    let set = graph.memset(own, 8, &[alloc]);
    ok(graph.free(own, &[set]));
    let exec = graph.instantiate(0).unwrap();
    let params = CUDA_MEMSET_NODE_PARAMS {
        dst: other,
        pitch: 0,
        value: 0,
        elementSize: 1,
        width: 8,
        height: 1,
    };
    assert_eq!(call!(cuGraphExecMemsetNodeSetParams(exec, set, &params, null_mut())), INVALID);
    cuda.found(&["another kind of allocation"]);
    let params = CUDA_MEMSET_NODE_PARAMS { dst: own, width: 4, ..params };
    ok(call!(cuGraphExecMemsetNodeSetParams(exec, set, &params, null_mut())));
    cuda.standin.check();
}
