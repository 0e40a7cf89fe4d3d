//! Failures of the driver, and more than one device.

use std::sync::mpsc;

use array_fn_runtime::cuda::graph::{Graph, RuleError};
use array_fn_runtime::cuda::{CudaError, DeviceBuffer, Event, Gpu, HostBuffer, LaunchConfig};
use cudarc::driver::sys::{self, CUresult, CUstreamCaptureMode};

use crate::kernels::Kernels;
use crate::support::{Setup, on_stand_in};

const LEN: usize = 10;
const OK: CUresult = CUresult::CUDA_SUCCESS;
const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;

fn launch() -> LaunchConfig {
    LaunchConfig::linear(LEN, 32)
}

struct Sums {
    graph: Graph,
    nodes: [array_fn_runtime::cuda::graph::Node; 2],
    sums: [DeviceBuffer<f32>; 2],
}

/// Two kernels that add ones to two buffers.
fn sums(Setup { gpu, kernels, .. }: &Setup) -> Result<Sums, CudaError> {
    let ones = DeviceBuffer::from_slice(*gpu, &[1.0f32; LEN])?;
    let sums = [DeviceBuffer::zeros(*gpu, LEN)?, DeviceBuffer::zeros(*gpu, LEN)?];
    let mut graph = Graph::new(*gpu);
    let mut add = |sum: &DeviceBuffer<f32>| {
        let arguments = [1.0f32.into(), (&ones).into(), sum.into()];
        graph.kernel(&kernels.axpy, launch(), &arguments, &[])
    };
    let nodes = [add(&sums[0])?, add(&sums[1])?];
    Ok(Sums { graph, nodes, sums })
}

#[test]
fn a_refused_node_is_named_and_nothing_is_left() {
    on_stand_in(|setup, stand_in| {
        let Sums { graph, .. } = sums(setup)?;
        stand_in.fail_later("cuGraphAddKernelNode_v2", 1, 1);
        let error = graph.instantiate().expect_err("the driver refuses a node");
        let text = error.to_string();
        assert!(text.contains("the driver refuses kernel `axpy` (node 1)"), "{text}");
        assert_eq!(stand_in.live().graphs, 0);
        // The second attempt comes after unused memory was given back.
        stand_in.fail_next("cuGraphInstantiateWithParams", 2);
        stand_in.fail_next("cuGraphInstantiateWithParams", 2);
        let error = graph.instantiate().expect_err("the driver has no memory");
        assert!(matches!(error, CudaError::OutOfMemory { .. }), "{error}");
        assert_eq!(stand_in.live().graphs, 0);
        graph.instantiate()?.launch()
    });
}

#[test]
fn a_launch_without_memory_is_tried_again() {
    on_stand_in(|setup, stand_in| {
        let Sums { graph, sums, .. } = sums(setup)?;
        let mut executable = graph.instantiate()?;
        stand_in.fail_later("cuGraphLaunch", 2, 0);
        executable.launch()?;
        assert_eq!(sums[0].to_vec()?, [1.0; LEN]);
        Ok(())
    });
}

#[test]
fn a_change_that_fails_halfway_stops_launches() {
    on_stand_in(|setup, stand_in| {
        let Sums { graph, nodes, sums } = sums(setup)?;
        let mut executable = graph.instantiate()?;
        stand_in.fail_later("cuGraphExecKernelNodeSetParams_v2", 1, 1);
        let changes = [(nodes[0], 0, 5.0f32.into()), (nodes[1], 0, 6.0f32.into())];
        let error = executable.update_arguments(&changes).expect_err("the driver refuses one");
        assert!(matches!(error, CudaError::Graph(RuleError::Refused { .. })), "{error}");
        let error = executable.launch().expect_err("one of two changes was made");
        assert_eq!(error, CudaError::Graph(RuleError::PartlyUpdated));
        executable.update(&graph)?;
        executable.launch()?;
        assert_eq!((sums[0].to_vec()?[0], sums[1].to_vec()?[0]), (1.0, 1.0));
        // One change that fails leaves everything as it was.
        stand_in.fail_later("cuGraphExecKernelNodeSetParams_v2", 1, 0);
        executable.update_arguments(&changes[..1]).expect_err("the driver refuses it");
        executable.launch()?;
        assert_eq!(sums[0].to_vec()?[0], 2.0);
        Ok(())
    });
}

#[test]
fn the_driver_hears_of_what_changes_only() {
    on_stand_in(|setup, stand_in| {
        let Sums { graph, nodes, .. } = sums(setup)?;
        let mut executable = graph.instantiate()?;
        let before = stand_in.counters().set_params;
        executable
            .update_arguments(&[(nodes[0], 0, 1.0f32.into()), (nodes[1], 0, 2.0f32.into())])?;
        assert_eq!(stand_in.counters().set_params - before, 1);
        Ok(())
    });
}

#[test]
fn one_device_for_all_of_a_graph() {
    on_stand_in(|setup, stand_in| {
        stand_in.set_device_count(2);
        let other = Gpu::new(1)?;
        let x = DeviceBuffer::<f32>::zeros(other, LEN)?;
        let mut graph = Graph::new(setup.gpu);
        let refused = |outcome: Result<(), CudaError>, what: &str| {
            let text = outcome.expect_err("two devices").to_string();
            assert!(text.contains(what) && text.contains("CUDA device 1"), "{text}");
        };
        refused(graph.memset(&x, 0.0f32, &[]).map(drop), "memory of the memset (node 0)");
        let mut elsewhere = Graph::new(other);
        let arguments = [1.0f32.into(), (&x).into(), (&x).into()];
        let kernel = elsewhere.kernel(&setup.kernels.axpy, launch(), &arguments, &[]);
        refused(kernel.map(drop), "kernel `axpy`");
        refused(graph.child(&elsewhere, &[]).map(drop), "the child graph");
        let mut executable = graph.instantiate()?;
        refused(executable.launch_on(other.stream()?), "the stream");
        drop(x);
        other.synchronize()?;
        stand_in.set_device_count(1);
        Ok(())
    });
}

/// Does something while another library, which uses the driver by itself, captures a stream.
fn while_capturing(
    mode: CUstreamCaptureMode,
    work: impl FnOnce() -> Result<(), CudaError>,
) -> Result<(), CudaError> {
    let (begin, end) = (mpsc::channel(), mpsc::channel::<()>());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let (mut stream, mut graph) = (std::ptr::null_mut(), std::ptr::null_mut());
            let mut context = std::ptr::null_mut();
            // SAFETY: handles are written, and used; the context lives as long as the process.
            unsafe {
                assert_eq!(sys::cuDevicePrimaryCtxRetain(&raw mut context, 0), OK);
                assert_eq!(sys::cuCtxSetCurrent(context), OK);
                assert_eq!(sys::cuStreamCreate(&raw mut stream, 1), OK);
                assert_eq!(sys::cuStreamBeginCapture_v2(stream, mode), OK);
            }
            begin.0.send(()).unwrap();
            end.1.recv().unwrap();
            // SAFETY: the stream is being captured; a handle is written, and used once.
            unsafe {
                assert_eq!(sys::cuStreamEndCapture(stream, &raw mut graph), OK);
                assert_eq!(sys::cuGraphDestroy(graph), OK);
                assert_eq!(sys::cuStreamDestroy_v2(stream), OK);
            }
        });
        begin.1.recv().unwrap();
        let outcome = work();
        end.0.send(()).unwrap();
        outcome
    })
}

#[test]
fn captures_of_other_libraries_and_this_one_leave_each_other_alone() {
    on_stand_in(|setup, _| {
        for mode in [
            RELAXED,
            CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL,
            CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL,
        ] {
            while_capturing(mode, || {
                let Sums { graph: own, sums, .. } = sums(setup)?;
                own.instantiate()?.launch()?;
                setup.gpu.synchronize()?;
                assert_eq!(sums[0].to_vec()?, [1.0; LEN]);
                drop(HostBuffer::<f32>::zeros(setup.gpu, LEN)?);
                let mut event = Event::new(setup.gpu)?;
                event.record(setup.gpu.stream()?)?;
                event.is_done()?;
                // A module is loaded and unloaded, memory is given back.
                drop(Kernels::new(setup.gpu)?);
                Ok(())
            })?;
        }
        Ok(())
    });
}

#[test]
fn threads_keep_their_own_context_and_mode() {
    on_stand_in(|setup, _| {
        let gpu = setup.gpu;
        let outcome = std::thread::spawn(move || {
            let current = || {
                let (mut context, mut mode) = (std::ptr::null_mut(), RELAXED);
                // SAFETY: a handle is written; the mode is exchanged, and exchanged back.
                unsafe {
                    assert_eq!(sys::cuCtxGetCurrent(&raw mut context), OK);
                    assert_eq!(sys::cuThreadExchangeStreamCaptureMode(&raw mut mode), OK);
                    let mut again = mode;
                    assert_eq!(sys::cuThreadExchangeStreamCaptureMode(&raw mut again), OK);
                }
                (context.addr(), mode)
            };
            let before = current();
            assert_eq!(before, (0, CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL));
            let x = DeviceBuffer::from_slice(gpu, &[1.0f32; LEN])?;
            let mut graph = Graph::new(gpu);
            graph.memset(&x, 2.0f32, &[])?;
            let mut executable = graph.instantiate()?;
            assert_eq!(current(), before);
            executable.launch()?;
            assert_eq!(x.to_vec()?, [2.0; LEN]);
            assert_eq!(current(), before);
            drop((graph, executable, x));
            assert_eq!(current(), before);
            Ok::<(), CudaError>(())
        });
        outcome.join().expect("the thread does not panic")
    });
}

#[test]
fn the_pool_of_the_process_stays_as_it_is() {
    on_stand_in(|setup, _| {
        drop(DeviceBuffer::<f32>::zeros(setup.gpu, LEN)?);
        let (mut pool, mut threshold) = (std::ptr::null_mut(), 1u64);
        let attribute = sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        // SAFETY: a handle is written, and a number of 64 bits.
        unsafe {
            assert_eq!(sys::cuDeviceGetDefaultMemPool(&raw mut pool, 0), OK);
            let value = (&raw mut threshold).cast();
            assert_eq!(sys::cuMemPoolGetAttribute(pool, attribute, value), OK);
        }
        assert_eq!(threshold, 0);
        Ok(())
    });
}

#[test]
fn results_that_no_binding_knows_are_errors() {
    on_stand_in(|setup, stand_in| {
        stand_in.fail_next("cuMemAllocFromPoolAsync", 12_345);
        let error = DeviceBuffer::<f32>::zeros(setup.gpu, LEN).expect_err("the driver fails");
        assert!(error.to_string().contains("12345"), "{error}");
        DeviceBuffer::<f32>::zeros(setup.gpu, LEN).map(drop)
    });
}

#[test]
fn an_update_that_fails_otherwise_stops_launches() {
    on_stand_in(|setup, stand_in| {
        let Sums { graph, .. } = sums(setup)?;
        let mut executable = graph.instantiate()?;
        // The driver found a difference before it changed anything.
        stand_in.fail_next("cuGraphExecUpdate_v2", 910);
        executable.update(&graph).expect_err("the driver refuses it");
        executable.launch()?;
        stand_in.fail_next("cuGraphExecUpdate_v2", 1);
        executable.update(&graph).expect_err("the driver fails");
        let error = executable.launch().expect_err("nobody knows what it holds");
        assert_eq!(error, CudaError::Graph(RuleError::PartlyUpdated));
        executable.update(&graph)?;
        executable.launch()
    });
}

#[test]
fn a_graph_without_memory_for_its_kernels_is_instantiated_again() {
    on_stand_in(|setup, stand_in| {
        let Sums { graph, sums, .. } = sums(setup)?;
        stand_in.fail_next("cuGraphInstantiateWithParams", 2);
        graph.instantiate()?.launch()?;
        assert_eq!(sums[0].to_vec()?, [1.0; LEN]);
        Ok(())
    });
}
