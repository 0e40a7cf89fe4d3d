//! Measures the bandwidth of memory by a copy. Both reads and writes count.

use super::error::Error;
use super::options::Target;
use super::timing;
use array_fn::cuda::graph::Graph;
use array_fn::cuda::{DeviceBuffer, Gpu};
use std::time::Instant;

/// The bytes per second of copying a large buffer on the device.
pub fn measure(target: &Target, mib: usize, seconds: f64) -> Result<f64, Error> {
    let values = mib.max(1) * (1 << 20) / 8;
    match target.gpu {
        Some(gpu) => on_gpu(gpu, values, seconds),
        None => Ok(on_cpu(target.device.threads(), values, seconds)),
    }
}

fn on_gpu(gpu: Gpu, values: usize, seconds: f64) -> Result<f64, Error> {
    let source = DeviceBuffer::<f64>::zeros(gpu, values)?;
    let goal = DeviceBuffer::<f64>::zeros(gpu, values)?;
    let mut graph = Graph::new(gpu);
    graph.copy_on_device(&goal, &source, &[])?;
    let mut copy = graph.instantiate()?;
    copy.launch()?;
    let (_, device) = timing::queued(gpu, 4, seconds, || Ok(copy.launch()?))?;
    Ok(2.0 * 8.0 * values as f64 / device.least)
}

fn on_cpu(threads: usize, values: usize, seconds: f64) -> f64 {
    let source = vec![1.0f64; values];
    let mut goal = vec![0.0f64; values];
    let part = values.div_ceil(threads.max(1));
    let mut copy = || {
        let start = Instant::now();
        std::thread::scope(|scope| {
            for (goal, source) in goal.chunks_mut(part).zip(source.chunks(part)) {
                scope.spawn(|| std::hint::black_box(goal).copy_from_slice(source));
            }
        });
        start.elapsed().as_secs_f64()
    };
    let start = Instant::now();
    let mut least = copy();
    for _ in 0..4 {
        least = least.min(copy());
    }
    while start.elapsed().as_secs_f64() < seconds {
        least = least.min(copy());
    }
    2.0 * 8.0 * values as f64 / least
}
