//! Streams whose work becomes a graph, and products of matrices on them.

use crate::support::*;
use cudarc::cublas::sys::{self as cublas, cublasHandle_t, cublasOperation_t, cublasStatus_t};
use cudarc::driver::sys::*;
use std::ptr::null_mut;

const DONE: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_SUCCESS;

fn capture(stream: CUstream, work: impl FnOnce()) -> CUgraph {
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    ok(call!(cuStreamBeginCapture_v2(stream, mode)));
    work();
    let mut graph = null_mut();
    ok(call!(cuStreamEndCapture(stream, &mut graph)));
    graph
}

/// A handle that works on a stream, with a workspace if one is given.
fn handle(stream: CUstream, workspace: Option<(CUdeviceptr, usize)>) -> cublasHandle_t {
    let mut handle = null_mut();
    // SAFETY: a handle is written, and used; the workspace has the bytes.
    unsafe {
        assert_eq!(cublas::cublasCreate_v2(&raw mut handle), DONE);
        assert_eq!(cublas::cublasSetStream_v2(handle, stream.cast()), DONE);
        if let Some((start, bytes)) = workspace {
            let start = std::ptr::without_provenance_mut(start as usize);
            assert_eq!(cublas::cublasSetWorkspace_v2(handle, start, bytes), DONE);
        }
    }
    handle
}

/// `c = a^T @ b` of matrices of 2 x 2, by columns.
fn multiply(handle: cublasHandle_t, [a, b, c]: [CUdeviceptr; 3], leading: i32) -> cublasStatus_t {
    let pointer = |address: u64| std::ptr::without_provenance_mut(address as usize);
    let (one, zero) = (1.0, 0.0);
    let (transposed, plain) = (cublasOperation_t::CUBLAS_OP_T, cublasOperation_t::CUBLAS_OP_N);
    // SAFETY: what the stand-in does not know as memory, it does not touch.
    unsafe {
        cublas::cublasDgemmStridedBatched(
            handle,
            transposed,
            plain,
            2,
            2,
            2,
            &raw const one,
            pointer(a),
            leading,
            0,
            pointer(b),
            2,
            0,
            &raw const zero,
            pointer(c),
            2,
            0,
            1,
        )
    }
}

#[test]
fn captured_work_runs_with_the_graph_only() {
    let Some(cuda) = cuda() else { return };
    let (a, b, c) = (cuda.upload(&[1.0, 2.0]), cuda.upload(&[0.0; 2]), cuda.upload(&[0.0; 2]));
    let stream = cuda.stream();
    let child = capture(stream, || {
        ok(cuda.launch("scale", &scale(a, b, 2.0, 2), stream));
        ok(cuda.launch("scale", &scale(b, c, 5.0, 2), stream));
    });
    assert_eq!(cuda.download::<f64>(c, 2), [0.0; 2]);
    let graph = cuda.graph();
    let mut node = null_mut();
    ok(call!(cuGraphAddChildGraphNode(&mut node, graph.graph, std::ptr::null(), 0, child)));
    let exec = graph.instantiate(0).unwrap();
    ok(call!(cuGraphLaunch(exec, null_mut())));
    assert_eq!(cuda.download::<f64>(c, 2), [10.0, 20.0]);
    // The same with other factors.
    let other = capture(stream, || {
        ok(cuda.launch("scale", &scale(a, b, 3.0, 2), stream));
        ok(cuda.launch("scale", &scale(b, c, 7.0, 2), stream));
    });
    ok(call!(cuGraphExecChildGraphNodeSetParams(exec, node, other)));
    ok(call!(cuGraphLaunch(exec, null_mut())));
    assert_eq!(cuda.download::<f64>(c, 2), [21.0, 42.0]);
    cuda.standin.check();
    // A graph of another form is refused, and one of other kinds of nodes.
    let short = capture(stream, || ok(cuda.launch("scale", &scale(a, b, 3.0, 2), stream)));
    assert_eq!(call!(cuGraphExecChildGraphNodeSetParams(exec, node, short)), INVALID);
    cuda.found(&["another form"]);
    let filled = capture(stream, || {
        ok(cuda.launch("scale", &scale(a, b, 3.0, 2), stream));
        ok(call!(cuMemsetD8Async(c, 0, 16, stream)));
    });
    assert_eq!(call!(cuGraphExecChildGraphNodeSetParams(exec, node, filled)), INVALID);
    cuda.found(&["another form"]);
}

/// As in the library, what kernels a product consists of depends on the alignment of its matrices.
#[test]
fn a_captured_product_may_be_several_nodes() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[1.0, 2.0, 3.0, 4.0]), cuda.upload(&[5.0, 6.0, 7.0, 8.0, 9.0]));
    let (c, workspace) = (cuda.upload(&[0.0; 4]), cuda.alloc(64));
    let stream = cuda.stream();
    let with = handle(stream, Some((workspace, 64)));
    let product = |b| capture(stream, || assert_eq!(multiply(with, [a, b, c], 2), DONE));
    let nodes = |graph| {
        let mut count = 0;
        ok(call!(cuGraphGetNodes(graph, null_mut(), &mut count)));
        count
    };
    let (aligned, unaligned) = (product(b), product(b + 8));
    assert_eq!((nodes(aligned), nodes(unaligned)), (1, 2));
    let (graph, mut node) = (cuda.graph(), null_mut());
    ok(call!(cuGraphAddChildGraphNode(&mut node, graph.graph, std::ptr::null(), 0, unaligned)));
    let before = cuda.standin.counters();
    let exec = graph.run();
    assert_eq!(cuda.download::<f64>(c, 4), [20.0, 46.0, 26.0, 60.0]);
    assert_eq!(cuda.standin.counters().gemms - before.gemms, 1);
    cuda.standin.check();
    assert_eq!(call!(cuGraphExecChildGraphNodeSetParams(exec, node, aligned)), INVALID);
    cuda.found(&["another form"]);
}

#[test]
fn a_captured_stream_is_not_waited_for() {
    let Some(cuda) = cuda() else { return };
    let stream = cuda.stream();
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    ok(call!(cuStreamBeginCapture_v2(stream, mode)));
    assert_eq!(call!(cuStreamBeginCapture_v2(stream, mode)), INVALID);
    cuda.found(&["captured already"]);
    let mut graph = null_mut();
    ok(call!(cuStreamEndCapture(stream, &mut graph)));
    // Waiting for it fails, and so does the capture; as does waiting for everything.
    let (unsupported, invalid) = (
        CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
        CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
    );
    let waits: [&dyn Fn() -> CUresult; 3] =
        [&|| call!(cuStreamSynchronize(stream)), &|| call!(cuStreamQuery(stream)), &|| {
            call!(cuCtxSynchronize())
        }];
    let a = cuda.upload(&[1.0]);
    for wait in waits {
        ok(call!(cuStreamBeginCapture_v2(stream, mode)));
        assert_eq!(wait(), unsupported);
        assert_eq!(cuda.launch("scale", &scale(a, a, 2.0, 1), stream), invalid);
        assert_eq!(call!(cuStreamEndCapture(stream, &mut graph)), invalid);
        assert!(graph.is_null());
    }
    // Other streams are waited for as usual.
    let other = cuda.stream();
    ok(call!(cuStreamBeginCapture_v2(stream, mode)));
    ok(call!(cuStreamSynchronize(other)));
    ok(call!(cuStreamEndCapture(stream, &mut graph)));
    assert_eq!(call!(cuStreamEndCapture(stream, &mut graph)), INVALID);
    cuda.found(&["not being captured"]);
}

#[test]
fn a_test_can_make_a_capture_invalid() {
    let Some(cuda) = cuda() else { return };
    let (stream, mut graph) = (cuda.stream(), null_mut());
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    let graphs = cuda.standin.live().graphs;
    let code = CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    cuda.standin.fail_next("cuStreamEndCapture", code as u32);
    ok(call!(cuStreamBeginCapture_v2(stream, mode)));
    assert_eq!(call!(cuStreamEndCapture(stream, &mut graph)), code);
    assert_eq!(cuda.standin.live().graphs, graphs);
    cuda.standin.check();
}

#[test]
fn products_are_work_like_any_other() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[1.0, 2.0, 3.0, 4.0]), cuda.upload(&[5.0, 6.0, 7.0, 8.0]));
    let (c, workspace) = (cuda.upload(&[0.0; 4]), cuda.alloc(64));
    let stream = cuda.stream();
    let with = handle(stream, Some((workspace, 64)));
    assert_eq!(multiply(with, [a, b, c], 2), DONE);
    assert_eq!(cuda.download::<f64>(c, 4), [17.0, 39.0, 23.0, 53.0]);
    cuda.standin.check();
    // What the library would take for itself, nobody orders.
    assert_ne!(multiply(handle(stream, None), [a, b, c], 2), DONE);
    cuda.found(&["no workspace of the caller's"]);
    assert_ne!(multiply(with, [a, b, c], 1), DONE);
    cuda.found(&["too short"]);
    // Two streams write the same result.
    let other = handle(cuda.stream(), Some((cuda.alloc(64), 64)));
    assert_eq!(multiply(with, [a, b, c], 2), DONE);
    assert_eq!(multiply(other, [a, b, c], 2), DONE);
    ok(call!(cuCtxSynchronize()));
    cuda.found(&["without an event between them"]);
}

#[test]
fn a_capture_may_forbid_other_threads_what_disturbs_it() {
    let Some(cuda) = cuda() else { return };
    use CUstreamCaptureMode::*;
    let (stream, mut graph, mut pinned) = (cuda.stream(), null_mut(), null_mut());
    let forbidden = CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    for (mode, own, expected) in [
        (CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_GLOBAL, forbidden),
        (CU_STREAM_CAPTURE_MODE_THREAD_LOCAL, CU_STREAM_CAPTURE_MODE_GLOBAL, forbidden),
        (CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_RELAXED, OK),
        (CU_STREAM_CAPTURE_MODE_RELAXED, CU_STREAM_CAPTURE_MODE_GLOBAL, OK),
    ] {
        let mut exchanged = own;
        ok(call!(cuThreadExchangeStreamCaptureMode(&mut exchanged)));
        ok(call!(cuStreamBeginCapture_v2(stream, mode)));
        let outcome = call!(cuMemAllocHost_v2(&mut pinned, 8));
        assert_eq!(outcome, expected, "{mode:?}, {own:?}");
        if outcome == OK {
            ok(call!(cuMemFreeHost(pinned)));
        }
        let ended = call!(cuStreamEndCapture(stream, &mut graph));
        assert_eq!(ended == OK, outcome == OK, "{mode:?}, {own:?}");
        ok(call!(cuThreadExchangeStreamCaptureMode(&mut exchanged)));
    }
    cuda.standin.check();
}
