//! Executable graphs that change.

use array_fn_runtime::cuda::graph::{Graph, RuleError, Transfer};
use array_fn_runtime::cuda::{CudaError, DeviceBuffer, HostBuffer, LaunchConfig};

use crate::support::{Setup, once, repeatedly};

const LEN: usize = 100;

fn launch() -> LaunchConfig {
    LaunchConfig::linear(LEN, 32)
}

#[test]
fn only_what_changes_is_sent_to_the_driver() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let ones = DeviceBuffer::from_slice(*gpu, &[1.0f32; LEN])?;
        let targets: Vec<DeviceBuffer<f32>> =
            (0..4).map(|_| DeviceBuffer::zeros(*gpu, LEN)).collect::<Result<_, CudaError>>()?;
        let mut graph = Graph::new(*gpu);
        let mut nodes = Vec::new();
        for target in &targets {
            let arguments = [1.0f32.into(), (&ones).into(), target.into()];
            nodes.push(graph.kernel(&kernels.axpy, launch(), &arguments, &[])?);
        }
        let mut executable = graph.instantiate()?;
        executable.launch()?;

        let same = [1.0f32.into(), (&ones).into(), (&targets[0]).into()];
        let other_value = [5.0f32.into(), (&ones).into(), (&targets[1]).into()];
        let other_buffer = DeviceBuffer::from_slice(*gpu, &[3.0f32; LEN])?;
        let other_source = [1.0f32.into(), (&other_buffer).into(), (&targets[2]).into()];
        let sent = executable.update_kernels(&[
            (nodes[0], &same),
            (nodes[1], &other_value),
            (nodes[2], &other_source),
        ])?;
        assert_eq!(sent, 2, "nodes that changed");
        // The graph holds it.
        drop(other_buffer);
        executable.launch()?;
        let firsts: Vec<f32> = targets
            .iter()
            .map(|target| Ok(target.to_vec()?[LEN - 1]))
            .collect::<Result<_, CudaError>>()?;
        assert_eq!(firsts, [2.0, 6.0, 4.0, 2.0]);

        let sent = executable.update_arguments(&[
            (nodes[3], 0, 10.0f32.into()),
            (nodes[3], 1, (&targets[0]).into()),
            (nodes[0], 2, (&DeviceBuffer::<f32>::zeros(*gpu, LEN)?).into()),
            (nodes[1], 0, 5.0f32.into()),
        ])?;
        assert_eq!(sent, 2, "nodes that changed");
        executable.launch()?;
        assert_eq!(targets[3].to_vec()?, [2.0 + 10.0 * 2.0; LEN]);
        assert_eq!(targets[0].to_vec()?, [2.0; LEN]);
        Ok(())
    });
}

#[test]
fn lengths_follow_the_buffers() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let ones = DeviceBuffer::from_slice(*gpu, &[1.0f32; LEN])?;
        let sum = DeviceBuffer::<f32>::zeros(*gpu, LEN)?;
        let mut graph = Graph::new(*gpu);
        let arguments = [1.0f32.into(), (&ones).into(), (&sum).into()];
        let node = graph.kernel(&kernels.axpy, launch(), &arguments, &[])?;
        let mut executable = graph.instantiate()?;
        executable.update_arguments(&[(node, 1, (&ones.slice(0..2)).into())])?;
        executable.launch()?;
        assert_eq!(sum.to_vec()?[..4], [1.0, 1.0, 0.0, 0.0]);
        Ok(())
    });
}

#[test]
fn changes_are_checked_before_any_is_made() {
    once(|Setup { gpu, kernels, .. }| {
        let (x, y, z) = (
            DeviceBuffer::from_slice(*gpu, &[1.0f32; LEN])?,
            DeviceBuffer::<f32>::zeros(*gpu, LEN)?,
            DeviceBuffer::<f32>::zeros(*gpu, LEN)?,
        );
        let mut graph = Graph::new(*gpu);
        let into_y = [1.0f32.into(), (&x).into(), (&y).into()];
        let into_z = [1.0f32.into(), (&x).into(), (&z).into()];
        let one = graph.kernel(&kernels.axpy, launch(), &into_y, &[])?;
        let other = graph.kernel(&kernels.axpy, launch(), &into_z, &[])?;
        let empty = graph.empty(&[])?;
        let (alloc, buffer) = graph.alloc::<f32>(LEN, &[])?;
        graph.free(buffer.clone(), &[alloc])?;
        let mut executable = graph.instantiate()?;
        let mut refused = |changes: &[_], text: &str| {
            let error = executable.update_kernels(changes).expect_err("a rule is broken");
            assert!(matches!(error, CudaError::Graph(_)), "{error:?}");
            assert!(error.to_string().contains(text), "{error}");
        };
        // Both would write z; each change alone would be right.
        let late = [9.0f32.into(), (&x).into(), (&z).into()];
        refused(&[(other, &into_z), (one, &late)], "use the same memory");
        refused(&[(one, &into_z)], "kernel `axpy` (node 0) and kernel `axpy` (node 1)");
        refused(&[(one, &into_y), (one, &into_y)], "is changed twice");
        refused(&[(empty, &into_y)], "the empty node (node 2) is not a kernel");
        refused(&[(one, &into_y[..2])], "takes 3 arguments");
        let overlapping = [1.0f32.into(), (&y).into(), (&y).into()];
        refused(&[(one, &overlapping)], "overlap");
        let freed = [1.0f32.into(), (&x).into(), (&buffer).into()];
        refused(&[(one, &freed)], "does not come after the allocation");
        let foreign = Graph::new(*gpu).empty(&[])?;
        refused(&[(foreign, &into_y)], "belongs to another graph");
        let mut later = graph.clone();
        let (_, unknown) = later.alloc::<f32>(LEN, &[])?;
        let unknown = [1.0f32.into(), (&x).into(), (&unknown).into()];
        refused(&[(one, &unknown)], "another graph allocates");
        let error = executable.update_arguments(&[(one, 3, 0.0f32.into())]).unwrap_err();
        assert!(error.to_string().contains("takes 3 arguments, but 3 was to change"), "{error}");
        // Nothing was changed by all that.
        assert_eq!(executable.update_kernels(&[(one, &into_y), (other, &into_z)])?, 0);
        // Exchanging the targets is fine, as it is one batch.
        executable.update_kernels(&[(one, &into_z), (other, &into_y)])?;
        executable.update_arguments(&[(one, 0, 2.0f32.into())])?;
        executable.launch()?;
        assert_eq!((y.to_vec()?[0], z.to_vec()?[0]), (1.0, 2.0));
        Ok(())
    });
}

#[test]
fn copies_and_memsets_change() {
    repeatedly(|Setup { gpu, .. }| {
        let host = |value: f32| HostBuffer::from_slice(*gpu, &[value; LEN]);
        let (first, second) = (host(1.0)?, host(2.0)?);
        let x = DeviceBuffer::<f32>::zeros(*gpu, LEN)?;
        let (y, z) = (DeviceBuffer::<f32>::zeros(*gpu, LEN)?, DeviceBuffer::zeros(*gpu, LEN)?);
        let mut graph = Graph::new(*gpu);
        let copy = graph.copy_to_device(&x, &first, &[])?;
        let set = graph.memset(&y, 5.0f32, &[])?;
        let mut executable = graph.instantiate()?;
        executable.launch()?;
        assert_eq!((x.to_vec()?, y.to_vec()?), (vec![1.0; LEN], vec![5.0; LEN]));
        executable.update_copy(copy, Transfer::to_device(&x, &second))?;
        executable.update_memset(set, &z, 6.0f32)?;
        executable.launch()?;
        assert_eq!((x.to_vec()?, y.to_vec()?), (vec![2.0; LEN], vec![5.0; LEN]));
        assert_eq!(z.to_vec()?, [6.0; LEN]);

        // Values that differ in the size of their elements only.
        let bytes = DeviceBuffer::<u8>::zeros(*gpu, 7)?;
        executable.update_memset(set, &bytes, 1u8)?;
        executable.launch()?;
        assert_eq!(bytes.to_vec()?, [1; 7]);
        executable.update_memset(set, &z, 6.0f32)?;

        let kind = executable.update_copy(copy, Transfer::to_host(&first, &x)).unwrap_err();
        assert!(kind.to_string().contains("is not a copy in that direction"), "{kind}");
        let kind = executable.update_memset(copy, &z, 0.0f32).unwrap_err();
        assert!(kind.to_string().contains("the copy (node 0) is not a memset"), "{kind}");
        let race = executable.update_memset(set, &x, 0.0f32).unwrap_err();
        assert!(matches!(race, CudaError::Graph(RuleError::Unordered { .. })), "{race}");
        let race = executable.update_copy(copy, Transfer::to_device(&z, &first)).unwrap_err();
        assert!(matches!(race, CudaError::Graph(RuleError::Unordered { .. })), "{race}");
        Ok(())
    });
}

#[test]
fn copies_and_memsets_stay_with_one_kind_of_allocation() {
    once(|Setup { gpu, .. }| {
        let (x, y) = (DeviceBuffer::<f32>::zeros(*gpu, LEN)?, DeviceBuffer::zeros(*gpu, LEN)?);
        let mut graph = Graph::new(*gpu);
        let (alloc, own) = graph.alloc::<f32>(LEN, &[])?;
        let set = graph.memset(&own, 1.0f32, &[alloc])?;
        let copy = graph.copy_on_device(&x, &own, &[set])?;
        let other = graph.memset(&y, 2.0f32, &[copy])?;
        graph.free(own.clone(), &[other])?;
        let mut executable = graph.instantiate()?;
        let refused = |outcome: Result<(), CudaError>, text: &str| {
            let error = outcome.expect_err("the driver refuses that");
            assert!(matches!(error, CudaError::Graph(RuleError::NotUpdatable { .. })), "{error}");
            assert!(error.to_string().contains(text), "{error}");
        };
        refused(executable.update_memset(set, &y, 1.0f32), "it is for memory of the graph");
        refused(executable.update_memset(other, &own, 1.0f32), "it is for a device buffer");
        let between = Transfer::on_device(&x, &y);
        refused(executable.update_copy(copy, between), "it is for memory of the graph");
        executable.update_memset(other, &y.slice(1..3), 5.0f32)?;
        executable.launch()?;
        assert_eq!(x.to_vec()?, [1.0; LEN]);
        assert_eq!(y.to_vec()?[..4], [0.0, 5.0, 5.0, 0.0]);
        Ok(())
    });
}

#[test]
fn a_whole_graph_replaces_another() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let x = DeviceBuffer::from_slice(*gpu, &[1.0f32; LEN])?;
        let (y, z) = (DeviceBuffer::<f32>::zeros(*gpu, LEN)?, DeviceBuffer::zeros(*gpu, LEN)?);
        let build = |factor: f32, target: &DeviceBuffer<f32>, value: f32| {
            let mut graph = Graph::new(*gpu);
            let set = graph.memset(target, value, &[])?;
            let arguments = [factor.into(), (&x).into(), target.into()];
            let node = graph.kernel(&kernels.axpy, launch(), &arguments, &[set])?;
            Ok::<_, CudaError>((graph, node))
        };
        let (graph, node) = build(1.0, &y, 10.0)?;
        let mut executable = graph.instantiate()?;
        executable.launch()?;
        let (other, _) = build(2.0, &z, 20.0)?;
        executable.update(&other)?;
        drop((graph, other));
        executable.launch()?;
        assert_eq!((y.to_vec()?, z.to_vec()?), (vec![11.0; LEN], vec![22.0; LEN]));
        // The names are those of the graph that was instantiated.
        executable.update_arguments(&[(node, 0, 3.0f32.into())])?;
        executable.launch()?;
        assert_eq!(z.to_vec()?, [23.0; LEN]);
        Ok(())
    });
}

#[test]
fn other_graphs_do_not_replace_one() {
    once(|Setup { gpu, .. }| {
        let x = DeviceBuffer::<f32>::zeros(*gpu, LEN)?;
        let mut graph = Graph::new(*gpu);
        let first = graph.memset(&x, 1.0f32, &[])?;
        graph.empty(&[first])?;
        let mut executable = graph.instantiate()?;
        let mut refused = |other: &Graph, text: &str| {
            let error = executable.update(other).expect_err("the graphs differ");
            assert!(error.to_string().contains(text), "{error}");
        };
        let mut longer = graph.clone();
        longer.empty(&[])?;
        refused(&longer, "it has 3 nodes, the other 2");
        let mut other = Graph::new(*gpu);
        other.empty(&[])?;
        refused(&other, "the empty node (node 0) was the memset (node 0)");
        let mut loose = Graph::new(*gpu);
        loose.memset(&x, 1.0f32, &[])?;
        loose.empty(&[])?;
        refused(&loose, "the empty node (node 1) has other dependencies");
        let mut memory = Graph::new(*gpu);
        let (alloc, buffer) = memory.alloc::<f32>(1, &[])?;
        memory.free(buffer, &[alloc])?;
        let mut executable = memory.instantiate()?;
        let error = executable.update(&memory).expect_err("memory belongs to one instance");
        assert!(matches!(error, CudaError::Graph(RuleError::NotUpdatable { .. })), "{error:?}");
        executable.launch()
    });
}
