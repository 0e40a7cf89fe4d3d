//! Changes of arguments between launches.

use super::Micro;
use super::kernels::Kernels;
use super::launch::{self, Topology, WIDTH};
use crate::error::Error;
use crate::report::{digits, row, table};
use crate::timing;
use array_fn::cuda::graph::{Argument, Node};
use serde_json::json;

pub fn measure(micro: &mut Micro<'_>, kernels: &Kernels) -> Result<(), Error> {
    let columns = ["nodes", "changed", "change us", "change and launch us", "device us"];
    table("New arguments for a chain (of one number each, by hand)", &columns);
    for nodes in [10, 100, 1000] {
        for changed in [0, 1, nodes / 10, nodes] {
            let (graph, names, x) = launch::graph(micro, kernels, Topology::Chain, nodes)?;
            let mut executable = graph.instantiate()?;
            executable.launch()?;
            let part = x.slice(0..WIDTH);
            let values: [[Argument; 2]; 2] =
                [2.0f32, 3.0].map(|amount| [(&part).into(), amount.into()]);
            let changes = [0, 1].map(|k| {
                let changes = names.iter().take(changed).map(|&node| (node, &values[k][..]));
                changes.collect::<Vec<(Node, &[Argument])>>()
            });
            let mut turn = 0;
            let mut next = || {
                turn = 1 - turn;
                &changes[turn][..]
            };
            let calls = (2000 / nodes).clamp(5, 100);
            let change = || {
                executable.update_kernels(next())?;
                Ok(())
            };
            let (alone, _) = timing::queued(micro.gpu, calls, micro.seconds, change)?;
            let both = || {
                executable.update_kernels(next())?;
                Ok(executable.launch()?)
            };
            let (host, device) = timing::queued(micro.gpu, calls, micro.seconds, both)?;
            micro.line(
                "rebind",
                json!({
                    "nodes": nodes,
                    "changed": changed,
                    "change_us": 1e6 * alone.median,
                    "host_us": 1e6 * host.median,
                    "device_us": 1e6 * device.median,
                }),
            )?;
            row(&[
                nodes.to_string(),
                changed.to_string(),
                digits(1e6 * alone.median),
                digits(1e6 * host.median),
                digits(1e6 * device.median),
            ]);
        }
    }
    Ok(())
}
