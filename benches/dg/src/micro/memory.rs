//! Memory that nodes of a graph allocate and free, against memory that was there before.

use super::Micro;
use super::kernels::Kernels;
use crate::error::Error;
use crate::report::{digits, row, table};
use crate::timing;
use array_fn::cuda::graph::{ExecutableGraph, Graph, Node};
use array_fn::cuda::{CudaError, DeviceBuffer, LaunchConfig};
use serde_json::json;
use std::time::Instant;

/// The number of elements of one temporary.
const LEN: usize = 1 << 18;

/// A chain of nodes in which each of `temporaries` is set to zero and then added to.
fn chain(
    micro: &Micro<'_>,
    kernels: &Kernels,
    temporaries: usize,
    nodes: bool,
) -> Result<ExecutableGraph, CudaError> {
    let there = DeviceBuffer::<f32>::zeros(micro.gpu, if nodes { 1 } else { LEN })?;
    let mut graph = Graph::new(micro.gpu);
    let mut last: Vec<Node> = Vec::new();
    let launch = LaunchConfig::linear(LEN, 256);
    for _ in 0..temporaries {
        if nodes {
            let (begin, x) = graph.alloc::<f32>(LEN, &last)?;
            let zeros = graph.memset(&x, 0.0, &[begin])?;
            let add =
                graph.kernel(&kernels.add, launch, &[(&x).into(), 1.0f32.into()], &[zeros])?;
            last = vec![graph.free(x, &[add])?];
        } else {
            let zeros = graph.memset(&there, 0.0, &last)?;
            let arguments = [(&there).into(), 1.0f32.into()];
            last = vec![graph.kernel(&kernels.add, launch, &arguments, &[zeros])?];
        }
    }
    graph.instantiate()
}

pub fn measure(micro: &mut Micro<'_>, kernels: &Kernels) -> Result<(), Error> {
    let columns =
        ["temporaries", "memory", "instantiate us", "first launch us", "host us", "device us"];
    table("Temporaries of 1 MiB", &columns);
    for temporaries in [1, 10, 100] {
        for (nodes, memory) in [(true, "memory nodes"), (false, "allocated before")] {
            let start = Instant::now();
            let mut executable = chain(micro, kernels, temporaries, nodes)?;
            let instantiate = start.elapsed().as_secs_f64();
            let start = Instant::now();
            executable.launch()?;
            micro.gpu.synchronize()?;
            let first = start.elapsed().as_secs_f64();
            let calls = (200 / temporaries).clamp(2, 20);
            let launch = || Ok(executable.launch()?);
            let (host, device) = timing::queued(micro.gpu, calls, micro.seconds, launch)?;
            micro.line(
                "memory",
                json!({
                    "temporaries": temporaries,
                    "memory_nodes": nodes,
                    "instantiate_us": 1e6 * instantiate,
                    "first_launch_us": 1e6 * first,
                    "host_us": 1e6 * host.median,
                    "device_us": 1e6 * device.median,
                }),
            )?;
            row(&[
                temporaries.to_string(),
                memory.to_owned(),
                digits(1e6 * instantiate),
                digits(1e6 * first),
                digits(1e6 * host.median),
                digits(1e6 * device.median),
            ]);
        }
    }
    Ok(())
}
