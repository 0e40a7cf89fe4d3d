//! Launches of graphs, by the number of nodes.

use super::Micro;
use super::kernels::Kernels;
use crate::error::Error;
use crate::report::{digits, row, table};
use crate::timing;
use array_fn::cuda::graph::{Graph, Node};
use array_fn::cuda::{DeviceBuffer, LaunchConfig};
use serde_json::json;
use std::time::Instant;

const NODES: [usize; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// The number of elements that one node touches: those of one warp.
pub const WIDTH: usize = 32;

/// How nodes depend on each other.
#[derive(Clone, Copy)]
pub enum Topology {
    /// Each node depends on the one before.
    Chain,
    /// All nodes depend on the first.
    FanOut,
}

/// A graph of kernels that add 1.
pub fn graph(
    micro: &Micro<'_>,
    kernels: &Kernels,
    topology: Topology,
    nodes: usize,
) -> Result<(Graph, Vec<Node>, DeviceBuffer<f32>), Error> {
    let x = DeviceBuffer::<f32>::zeros(micro.gpu, WIDTH)?;
    let mut graph = Graph::new(micro.gpu);
    let mut added: Vec<Node> = Vec::with_capacity(nodes);
    for k in 0..nodes {
        let (part, after) = match topology {
            Topology::FanOut if k > 0 => (DeviceBuffer::zeros(micro.gpu, WIDTH)?, added.first()),
            _ => (x.clone(), added.last()),
        };
        let after: Vec<Node> = after.copied().into_iter().collect();
        let arguments = [(&part).into(), 1.0f32.into()];
        let launch = LaunchConfig::linear(WIDTH, WIDTH as u32);
        added.push(graph.kernel(&kernels.add, launch, &arguments, &after)?);
    }
    Ok((graph, added, x))
}

pub fn measure(micro: &mut Micro<'_>, kernels: &Kernels) -> Result<(), Error> {
    let columns =
        ["topology", "nodes", "instantiate us", "host us", "device us", "device us a node"];
    table("Launch of a graph", &columns);
    for (topology, name) in [(Topology::Chain, "chain"), (Topology::FanOut, "fan-out")] {
        for nodes in NODES {
            let (graph, _, x) = graph(micro, kernels, topology, nodes)?;
            let start = Instant::now();
            let mut executable = graph.instantiate()?;
            let instantiate = start.elapsed().as_secs_f64();
            executable.launch()?;
            let first = x.slice(0..1).to_vec()?[0];
            let expected = if matches!(topology, Topology::Chain) { nodes as f32 } else { 1.0 };
            if first != expected {
                return Err(format!("{name} of {nodes} nodes: {first}, not {expected}").into());
            }
            let calls = (2000 / nodes).clamp(5, 100);
            let launch = || Ok(executable.launch()?);
            let (host, device) = timing::queued(micro.gpu, calls, micro.seconds, launch)?;
            micro.line(
                "launch",
                json!({
                    "topology": name,
                    "nodes": nodes,
                    "instantiate_us": 1e6 * instantiate,
                    "host_us": 1e6 * host.median,
                    "min_host_us": 1e6 * host.least,
                    "device_us": 1e6 * device.median,
                    "min_device_us": 1e6 * device.least,
                }),
            )?;
            row(&[
                name.to_owned(),
                nodes.to_string(),
                digits(1e6 * instantiate),
                digits(1e6 * host.median),
                digits(1e6 * device.median),
                digits(1e6 * device.median / nodes as f64),
            ]);
        }
    }
    Ok(())
}
