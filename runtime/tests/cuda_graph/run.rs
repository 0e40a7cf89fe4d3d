//! Graphs that run: results, whatever order the driver chooses.

use std::sync::Arc;

use array_fn_runtime::cuda::graph::{Graph, Transfer};
use array_fn_runtime::cuda::{
    CudaError, DeviceBuffer, Event, Gpu, HostBuffer, LaunchConfig, Number,
};

use crate::support::{Setup, once, repeatedly};

const LEN: usize = 1000;

fn launch() -> LaunchConfig {
    LaunchConfig::linear(LEN, 128)
}

fn numbers(factor: f32) -> Vec<f32> {
    (0..LEN).map(|k| factor * k as f32).collect()
}

#[test]
fn every_kind_of_node_in_one_graph() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let gpu = *gpu;
        let (x_host, y_host) = (
            HostBuffer::from_slice(gpu, &numbers(1.0))?,
            HostBuffer::from_slice(gpu, &numbers(3.0))?,
        );
        let result = HostBuffer::<f32>::zeros(gpu, LEN)?;
        let kept = DeviceBuffer::<f32>::zeros(gpu, LEN)?;
        let ones = DeviceBuffer::<f32>::zeros(gpu, LEN)?;

        let mut graph = Graph::new(gpu);
        let (alloc_x, x) = graph.alloc::<f32>(LEN, &[])?;
        let (alloc_y, y) = graph.alloc::<f32>(LEN, &[])?;
        let (alloc_z, z) = graph.alloc::<f32>(LEN, &[])?;
        let x_in = graph.copy_to_device(&x, &x_host, &[alloc_x])?;
        let y_in = graph.copy_to_device(&y, &y_host, &[alloc_y])?;
        let ready = graph.empty(&[x_in, y_in, alloc_z])?;
        let arguments = [(&x).into(), (&y).into(), (&z).into()];
        let add = graph.kernel(&kernels.add, launch(), &arguments, &[ready])?;
        let set = graph.memset(&ones, 1.0f32, &[])?;
        let arguments = [10.0f32.into(), (&ones).into(), (&z).into()];
        let axpy = graph.kernel(&kernels.axpy, launch(), &arguments, &[add, set])?;
        let keep = graph.copy_on_device(&kept, &z, &[axpy])?;
        let out = graph.copy_to_host(&result, &z, &[axpy])?;
        graph.free(x, &[add])?;
        graph.free(y, &[add])?;
        graph.free(z, &[keep, out])?;
        assert_eq!(graph.len(), 14);

        let mut executable = graph.instantiate()?;
        executable.upload()?;
        let expected: Vec<f32> = numbers(4.0).into_iter().map(|v| v + 10.0).collect();
        for _ in 0..3 {
            executable.launch()?;
            assert_eq!(result.to_vec()?, expected);
            assert_eq!(kept.to_vec()?, expected);
            result.write(&vec![-1.0; LEN])?;
            kept.write(&vec![-1.0; LEN])?;
        }
        // What the host writes is what the next launch reads.
        x_host.write(&numbers(2.0))?;
        executable.launch()?;
        assert_eq!(result.to_vec()?[1..3], [15.0, 20.0]);
        Ok(())
    });
}

#[test]
fn child_graphs_run_as_they_were_when_added() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let ones = DeviceBuffer::from_slice(*gpu, &[1.0f32; LEN])?;
        let sum = DeviceBuffer::<f32>::zeros(*gpu, LEN)?;
        let mut child = Graph::new(*gpu);
        let add = [1.0f32.into(), (&ones).into(), (&sum).into()];
        let first = child.kernel(&kernels.axpy, launch(), &add, &[])?;
        let mut graph = Graph::new(*gpu);
        let one = graph.child(&child, &[])?;
        child.kernel(&kernels.axpy, launch(), &add, &[first])?;
        graph.child(&child, &[one])?;
        let mut executable = graph.instantiate()?;
        drop((graph, child));
        executable.launch()?;
        assert_eq!(sum.to_vec()?, [3.0; LEN]);
        Ok(())
    });
}

#[test]
fn one_graph_has_any_number_of_instances() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let total = DeviceBuffer::<f32>::zeros(*gpu, LEN)?;
        let mut graph = Graph::new(*gpu);
        let (alloc, ones) = graph.alloc::<f32>(LEN, &[])?;
        let set = graph.memset(&ones, 1.0f32, &[alloc])?;
        let arguments = [1.0f32.into(), (&ones).into(), (&total).into()];
        let add = graph.kernel(&kernels.axpy, launch(), &arguments, &[set])?;
        graph.free(ones, &[add])?;
        let (mut one, mut other) = (graph.instantiate()?, graph.clone().instantiate()?);
        one.launch()?;
        other.launch()?;
        one.launch()?;
        assert_eq!(total.to_vec()?, [3.0; LEN]);
        Ok(())
    });
}

#[test]
fn slices_are_parts_of_the_same_memory() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let x = DeviceBuffer::from_slice(*gpu, &numbers(1.0))?;
        let (left, right) = (x.slice(0..LEN / 2), x.slice(LEN / 2..LEN));
        let mut graph = Graph::new(*gpu);
        // Reads one half and writes the other; the lengths that the kernel gets are those of halves.
        let arguments = [1.0f32.into(), (&left).into(), (&right).into()];
        graph.kernel(&kernels.axpy, launch(), &arguments, &[])?;
        graph.instantiate()?.launch()?;
        let half = LEN / 2;
        let expected: Vec<f32> =
            (0..LEN).map(|k| if k < half { k } else { 2 * k - half } as f32).collect();
        assert_eq!(x.to_vec()?, expected);
        right.slice(0..2).write(&[7.0, 8.0])?;
        assert_eq!(x.slice(half - 1..half + 3).to_vec()?, [499.0, 7.0, 8.0, 504.0]);
        Ok(())
    });
}

#[test]
fn empty_buffers_are_arguments() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let (empty, y) =
            (DeviceBuffer::<f32>::zeros(*gpu, 0)?, DeviceBuffer::from_slice(*gpu, &[5.0f32])?);
        let mut graph = Graph::new(*gpu);
        let arguments = [1.0f32.into(), (&empty).into(), (&y).into()];
        graph.kernel(&kernels.axpy, launch(), &arguments, &[])?;
        graph.instantiate()?.launch()?;
        assert_eq!((empty.to_vec()?, y.to_vec()?), (vec![], vec![5.0]));
        Ok(())
    });
}

#[test]
fn nodes_added_late_may_come_early() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let (x, y) = (DeviceBuffer::zeros(*gpu, LEN)?, DeviceBuffer::<f32>::zeros(*gpu, LEN)?);
        let mut graph = Graph::new(*gpu);
        let last = graph.empty(&[])?;
        let (alloc, z) = graph.alloc::<f32>(LEN, &[])?;
        let set = graph.memset(&x, 2.0f32, &[])?;
        let arguments = [3.0f32.into(), (&x).into(), (&y).into()];
        let axpy = graph.kernel(&kernels.axpy, launch(), &arguments, &[set])?;
        let free = graph.free(z, &[alloc])?;
        graph.depend(axpy, last)?;
        graph.depend(free, last)?;
        graph.instantiate()?.launch()?;
        assert_eq!(y.to_vec()?, [6.0; LEN]);
        Ok(())
    });
}

#[test]
fn programmatic_dependencies_are_edges_with_data() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let buffers: Vec<DeviceBuffer<f32>> = (0..3)
            .map(|k| DeviceBuffer::from_slice(*gpu, &[k as f32; LEN]))
            .collect::<Result<_, CudaError>>()?;
        let [x, y, z] = &buffers[..] else { unreachable!() };
        let mut graph = Graph::new(*gpu);
        let arguments = [1.0f32.into(), x.into(), y.into()];
        let first = graph.kernel(&kernels.axpy, launch(), &arguments, &[])?;
        let arguments = [x.into(), y.into(), z.into()];
        let second = graph.kernel(&kernels.early_add, launch(), &arguments, &[first])?;
        graph.depend_programmatic(first, second)?;
        let mut executable = graph.instantiate()?;
        executable.launch()?;
        assert_eq!(z.to_vec()?, [1.0; LEN]);
        Ok(())
    });
}

#[test]
fn the_drawing_is_the_drivers() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let (x, y) = (DeviceBuffer::zeros(*gpu, LEN)?, DeviceBuffer::<f32>::zeros(*gpu, LEN)?);
        let mut graph = Graph::new(*gpu);
        let set = graph.memset(&x, 2.0f32, &[])?;
        let arguments = [3.0f32.into(), (&x).into(), (&y).into()];
        graph.kernel(&kernels.axpy, launch(), &arguments, &[set])?;
        let drawing = graph.dot()?;
        assert!(drawing.contains("digraph"), "{drawing}");
        assert!(drawing.contains("axpy"), "{drawing}");
        assert!(drawing.to_lowercase().contains("memset"), "{drawing}");
        assert!(drawing.contains("->"), "{drawing}");
        Ok(())
    });
}

#[test]
fn threads_share_buffers() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let ones = DeviceBuffer::from_slice(*gpu, &[1.0f32; LEN])?;
        let sum = DeviceBuffer::<f32>::zeros(*gpu, LEN)?;
        let arguments = [1.0f32.into(), (&ones).into(), (&sum).into()];
        let mut graph = Graph::new(*gpu);
        graph.kernel(&kernels.axpy, launch(), &arguments, &[])?;
        let graph = Arc::new(graph);
        let mut shared = graph.instantiate()?;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let graph = graph.clone();
                scope.spawn(move || {
                    let mut own = graph.instantiate().unwrap();
                    for _ in 0..5 {
                        own.launch().unwrap();
                    }
                });
            }
            scope.spawn(move || shared.launch().unwrap());
        });
        // 21 launches on five streams, none of which may be lost.
        assert_eq!(sum.to_vec()?, [21.0; LEN]);
        Ok(())
    });
}

#[test]
fn a_graph_is_launched_on_any_stream() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let gpu = *gpu;
        let other = std::thread::spawn(move || gpu.stream()).join().unwrap()?;
        let ones = DeviceBuffer::from_slice(gpu, &[1.0f32; LEN])?;
        let sum = DeviceBuffer::<f32>::zeros(gpu, LEN)?;
        let arguments = [1.0f32.into(), (&ones).into(), (&sum).into()];
        let mut graph = Graph::new(gpu);
        graph.kernel(&kernels.axpy, launch(), &arguments, &[])?;
        let mut executable = graph.instantiate()?;
        executable.upload_on(other)?;
        executable.launch_on(other)?;
        executable.launch()?;
        other.synchronize()?;
        assert_eq!(sum.to_vec()?, [2.0; LEN]);
        Ok(())
    });
}

#[test]
fn events_take_times() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let (x, y) =
            (DeviceBuffer::<f32>::zeros(*gpu, LEN)?, DeviceBuffer::<f32>::zeros(*gpu, LEN)?);
        let mut graph = Graph::new(*gpu);
        let arguments = [3.0f32.into(), (&x).into(), (&y).into()];
        graph.kernel(&kernels.axpy, launch(), &arguments, &[])?;
        let mut executable = graph.instantiate()?;
        let (mut start, mut end) = (Event::new(*gpu)?, Event::new(*gpu)?);
        start.record(gpu.stream()?)?;
        executable.launch()?;
        end.record(gpu.stream()?)?;
        let time = end.since(&start)?;
        assert!(end.is_done()? && time.as_secs() < 60, "{time:?}");
        Ok(())
    });
}

#[test]
fn copies_go_three_ways() {
    repeatedly(|Setup { gpu, .. }| {
        let host = HostBuffer::from_slice(*gpu, &[1i64, -2, i64::MAX])?;
        let back = HostBuffer::<i64>::zeros(*gpu, 3)?;
        let (one, two) = (DeviceBuffer::zeros(*gpu, 3)?, DeviceBuffer::zeros(*gpu, 3)?);
        let mut graph = Graph::new(*gpu);
        let up = graph.copy(Transfer::to_device(&one, &host), &[])?;
        let over = graph.copy(Transfer::on_device(&two, &one), &[up])?;
        graph.copy(Transfer::to_host(&back, &two), &[over])?;
        graph.instantiate()?.launch()?;
        assert_eq!(back.to_vec()?, [1, -2, i64::MAX]);
        assert_eq!(two.to_vec()?, [1, -2, i64::MAX]);
        Ok(())
    });
}

#[test]
fn memory_runs_out() {
    repeatedly(|Setup { gpu, kernels, .. }| {
        let huge = 1 << 45;
        let buffer = DeviceBuffer::<f64>::zeros(*gpu, huge);
        assert!(matches!(buffer, Err(CudaError::OutOfMemory { bytes, .. }) if bytes == 8 * huge));
        let overflow = HostBuffer::<f64>::zeros(*gpu, usize::MAX / 4);
        assert!(matches!(overflow, Err(CudaError::OutOfMemory { .. })));
        let ones = DeviceBuffer::from_slice(*gpu, &[1.0f32; LEN])?;
        let sum = DeviceBuffer::<f32>::zeros(*gpu, LEN)?;
        let mut graph = Graph::new(*gpu);
        let arguments = [1.0f32.into(), (&ones).into(), (&sum).into()];
        graph.kernel(&kernels.axpy, launch(), &arguments, &[])?;
        let fits = graph.clone();
        let (alloc, buffer) = graph.alloc::<f64>(huge, &[])?;
        graph.free(buffer, &[alloc])?;
        let outcome = graph.instantiate().and_then(|mut executable| executable.launch());
        assert!(
            matches!(outcome, Err(CudaError::OutOfMemory { bytes, .. }) if bytes == 8 * huge),
            "{outcome:?}"
        );
        // Everything else goes on.
        fits.instantiate()?.launch()?;
        assert_eq!(sum.to_vec()?, [1.0; LEN]);
        Ok(())
    });
}

#[test]
fn handles_may_move_between_threads() {
    fn everywhere<T: Send + Sync>() {}
    fn movable<T: Send>() {}
    everywhere::<(Graph, DeviceBuffer<f32>, HostBuffer<f32>, Gpu)>();
    movable::<(array_fn_runtime::cuda::graph::ExecutableGraph, Event)>();
}

#[test]
fn devices_tell_about_themselves() {
    repeatedly(|Setup { gpu, .. }| {
        assert_eq!(gpu.ordinal(), 0);
        assert!(Gpu::count()? >= 1 && !gpu.name().is_empty());
        assert!(gpu.compute_capability() >= (5, 0));
        assert!(matches!(Gpu::new(1000), Err(CudaError::NoDevice { ordinal: 1000, .. })));
        gpu.synchronize()
    });
}

/// A memset of a slice, in the middle of other values.
fn fills<T: Number + PartialEq>(gpu: Gpu, [other, value]: [T; 2]) -> Result<(), CudaError> {
    for (start, end) in [(0, 8), (0, 1), (1, 8), (1, 2), (3, 6), (2, 9)] {
        let mut expected = vec![other; 9];
        let buffer = DeviceBuffer::from_slice(gpu, &expected)?;
        let mut graph = Graph::new(gpu);
        graph.memset(&buffer.slice(start..end), value, &[])?;
        graph.instantiate()?.launch()?;
        expected[start..end].fill(value);
        assert_eq!(buffer.to_vec()?, expected, "{start}..{end}");
    }
    Ok(())
}

#[test]
fn memsets_of_all_types_have_any_length_and_place() {
    once(|Setup { gpu, .. }| {
        fills::<u8>(*gpu, [9, 5])?;
        fills::<i8>(*gpu, [9, -5])?;
        fills::<u16>(*gpu, [9, 0x1234])?;
        fills::<i16>(*gpu, [9, -2])?;
        fills::<u32>(*gpu, [9, 0x1234_5678])?;
        fills::<f32>(*gpu, [9.0, -1.5])?;
        fills::<i64>(*gpu, [9, -1])?;
        fills::<f64>(*gpu, [9.0, 0.0])
    });
}
