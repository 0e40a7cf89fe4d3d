//! Passes of a WHILE node.

use super::Micro;
use super::kernels::Kernels;
use super::launch::WIDTH;
use crate::error::Error;
use crate::report::{digits, row, table};
use crate::timing;
use array_fn::cuda::graph::{ExecutableGraph, Graph};
use array_fn::cuda::{CudaError, DeviceBuffer, LaunchConfig};
use serde_json::json;

/// A graph that runs a body of kernels several times, and its counter, which ends at 0.
fn loop_graph(
    micro: &Micro<'_>,
    kernels: &Kernels,
    passes: u32,
    body: usize,
) -> Result<(ExecutableGraph, DeviceBuffer<u32>), CudaError> {
    let left = DeviceBuffer::<u32>::zeros(micro.gpu, 1)?;
    let x = DeviceBuffer::<f32>::zeros(micro.gpu, WIDTH)?;
    let mut graph = Graph::new(micro.gpu);
    let start = graph.memset(&left, passes, &[])?;
    let more = graph.condition(1);
    graph.while_(
        more,
        |nodes| {
            let one = LaunchConfig::linear(1, 32);
            let mut last =
                nodes.kernel(&kernels.count_down, one, &[(&left).into(), more.into()], &[])?;
            for _ in 1..body {
                let launch = LaunchConfig::linear(WIDTH, WIDTH as u32);
                let arguments = [(&x).into(), 1.0f32.into()];
                last = nodes.kernel(&kernels.add, launch, &arguments, &[last])?;
            }
            Ok(())
        },
        &[start],
    )?;
    Ok((graph.instantiate()?, left))
}

pub fn measure(micro: &mut Micro<'_>, kernels: &Kernels) -> Result<(), Error> {
    table(
        "A WHILE node",
        &["body's kernels", "passes", "host us", "device us", "device us a pass"],
    );
    for body in [1, 10] {
        for passes in [1, 10, 100, 1000] {
            let (mut executable, left) = loop_graph(micro, kernels, passes, body)?;
            executable.launch()?;
            let rest = left.to_vec()?[0];
            if rest != 0 {
                return Err(format!("a loop of {passes} passes ended with {rest} left").into());
            }
            let calls = (1000 / passes as usize).clamp(2, 20);
            let launch = || Ok(executable.launch()?);
            let (host, device) = timing::queued(micro.gpu, calls, micro.seconds, launch)?;
            micro.line(
                "while",
                json!({
                    "body_kernels": body,
                    "passes": passes,
                    "host_us": 1e6 * host.median,
                    "device_us": 1e6 * device.median,
                    "min_device_us": 1e6 * device.least,
                }),
            )?;
            row(&[
                body.to_string(),
                passes.to_string(),
                digits(1e6 * host.median),
                digits(1e6 * device.median),
                digits(1e6 * device.median / f64::from(passes)),
            ]);
        }
    }
    Ok(())
}
