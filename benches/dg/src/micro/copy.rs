//! Copies between page-locked memory of the host and the device. Each is a graph of one node.

use super::Micro;
use crate::error::Error;
use crate::report::{digits, row, table};
use crate::timing;
use array_fn::cuda::graph::Graph;
use array_fn::cuda::{DeviceBuffer, HostBuffer};
use serde_json::json;

pub fn measure(micro: &mut Micro<'_>) -> Result<(), Error> {
    table("Copies (page-locked memory)", &["direction", "KiB", "host us", "device us", "GB/s"]);
    for kib in [4, 64, 1024, 16 << 10, 256 << 10] {
        if kib > micro.copy_mib << 10 {
            continue;
        }
        let values = kib * 1024 / 4;
        let host = HostBuffer::<f32>::zeros(micro.gpu, values)?;
        let device = DeviceBuffer::<f32>::zeros(micro.gpu, values)?;
        for (to_device, direction) in [(true, "host to device"), (false, "device to host")] {
            let mut graph = Graph::new(micro.gpu);
            if to_device {
                graph.copy_to_device(&device, &host, &[])?;
            } else {
                graph.copy_to_host(&host, &device, &[])?;
            }
            let mut executable = graph.instantiate()?;
            executable.launch()?;
            let calls = ((64 << 10) / kib).clamp(2, 50);
            let launch = || Ok(executable.launch()?);
            let (host, device) = timing::queued(micro.gpu, calls, micro.seconds, launch)?;
            let rate = 4.0 * values as f64 / device.median;
            micro.line(
                "copy",
                json!({
                    "direction": direction,
                    "bytes": 4 * values,
                    "host_us": 1e6 * host.median,
                    "device_us": 1e6 * device.median,
                    "min_device_us": 1e6 * device.least,
                    "gb_per_second": rate / 1e9,
                }),
            )?;
            row(&[
                direction.to_owned(),
                kib.to_string(),
                digits(1e6 * host.median),
                digits(1e6 * device.median),
                digits(rate / 1e9),
            ]);
        }
    }
    Ok(())
}
