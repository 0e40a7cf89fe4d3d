//! Measures the time of a call: on the device, in total, and on the host.

use super::error::Error;
use super::options::ExecutorName;
use array_fn::cuda::{Event, Gpu};
use array_fn::{Device, Plan};
use std::time::Instant;

/// A time in seconds: the median and the least of several samples.
#[derive(Clone, Copy, Debug)]
pub struct Seconds {
    pub median: f64,
    pub least: f64,
}

impl Seconds {
    fn of(mut samples: Vec<f64>) -> Seconds {
        samples.sort_by(f64::total_cmp);
        Seconds { median: samples[samples.len() / 2], least: samples[0] }
    }
}

/// The times of one call. On a CPU, calls return when they are done, and all three are the same.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The time between events around many queued calls, over their number. It is the cost of a call if the next one is
    /// queued already.
    pub device: Seconds,
    /// The time from the beginning of a call until its result is there, with nothing else queued.
    pub wall: Seconds,
    /// The time until the call returns, with others queued before it.
    pub host: Seconds,
}

/// The least number of samples of each kind.
const SAMPLES: usize = 9;

/// The largest number of launches that are queued. Streams take about a thousand before calls have to wait.
const QUEUED_LAUNCHES: usize = 500;

/// The number of launches that a call puts on its stream.
pub fn launches(executor: Option<ExecutorName>, plan: &Plan) -> usize {
    match executor {
        Some(ExecutorName::Stream) => plan.kernel_count().max(1),
        _ => 1,
    }
}

/// Measures a call that puts `launches` launches on the device, for about `seconds` seconds.
pub fn measure(
    device: &Device,
    gpu: Option<Gpu>,
    launches: usize,
    seconds: f64,
    call: &mut dyn FnMut() -> Result<(), array_fn_dg::Error>,
) -> Result<Times, Error> {
    device.run(|| {
        for _ in 0..3 {
            call()?;
        }
        device.synchronize()?;
        let part = if gpu.is_some() { seconds / 2.0 } else { seconds };
        let wall = sample(part, || {
            let start = Instant::now();
            call()?;
            device.synchronize()?;
            Ok(start.elapsed().as_secs_f64())
        })?;
        let Some(gpu) = gpu else { return Ok(Times { device: wall, wall, host: wall }) };
        // A batch takes about a hundredth of the time.
        let wanted = (part / 100.0 / wall.least.max(1e-6)) as usize;
        let calls = wanted.clamp(1, (QUEUED_LAUNCHES / launches).max(1));
        let (host, device) = queued(gpu, calls, part, || Ok(call()?))?;
        Ok(Times { device, wall, host })
    })
}

/// The seconds per call on the host and on the device, if `calls` calls are queued together.
pub fn queued(
    gpu: Gpu,
    calls: usize,
    seconds: f64,
    mut call: impl FnMut() -> Result<(), Error>,
) -> Result<(Seconds, Seconds), Error> {
    let stream = gpu.stream()?;
    let (mut begin, mut end) = (Event::new(gpu)?, Event::new(gpu)?);
    let mut on_device = Vec::new();
    let host = sample(seconds, || {
        begin.record(stream)?;
        let start = Instant::now();
        for _ in 0..calls {
            call()?;
        }
        let host = start.elapsed().as_secs_f64();
        end.record(stream)?;
        on_device.push(end.since(&begin)?.as_secs_f64() / calls as f64);
        Ok(host / calls as f64)
    })?;
    Ok((host, Seconds::of(on_device)))
}

/// Takes as many samples as fit into the time, but not too few.
fn sample(seconds: f64, mut once: impl FnMut() -> Result<f64, Error>) -> Result<Seconds, Error> {
    let mut samples = Vec::new();
    let start = Instant::now();
    while samples.len() < SAMPLES || start.elapsed().as_secs_f64() < seconds {
        samples.push(once()?);
    }
    Ok(Seconds::of(samples))
}
