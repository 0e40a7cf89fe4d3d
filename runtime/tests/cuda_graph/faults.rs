//! Failures of the driver, and more than one device.

use array_fn_runtime::cuda::graph::{Graph, RuleError};
use array_fn_runtime::cuda::{CudaError, DeviceBuffer, Gpu, LaunchConfig};

use crate::support::{Setup, on_stand_in};

const LEN: usize = 10;

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
        stand_in.fail_later("cuGraphInstantiateWithParams", 2, 0);
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
