//! What a call takes: on the device, in all, and on the host.

use super::error::Error;
use super::options::ExecutorName;
use array_fn::cuda::{Event, Gpu};
use array_fn::{Device, Plan};
use std::time::Instant;

/// Seconds: the median and the least of several samples.
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

/// What one call takes. On a CPU, where calls return when they are done, all three are the same.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Time between events around many queued calls, by their number: what a call costs where the next
    /// one is there already.
    pub device: Seconds,
    /// From the begin of a call until its result is there, with nothing else queued.
    pub wall: Seconds,
    /// Until the call returns, with others queued before it.
    pub host: Seconds,
}

/// Samples of each kind at least.
const SAMPLES: usize = 9;

/// What is queued at most: streams take about a thousand launches before calls have to wait.
const QUEUED_LAUNCHES: usize = 500;

/// How many launches a call puts on its stream.
pub fn launches(executor: Option<ExecutorName>, plan: &Plan) -> usize {
    match executor {
        Some(ExecutorName::Stream) => plan.kernel_count().max(1),
        _ => 1,
    }
}

/// Measures a call that puts so many launches on the device, for about so many seconds.
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
        // Batches of about a hundredth of the time.
        let wanted = (part / 100.0 / wall.least.max(1e-6)) as usize;
        let calls = wanted.clamp(1, (QUEUED_LAUNCHES / launches).max(1));
        let (host, device) = queued(gpu, calls, part, || Ok(call()?))?;
        Ok(Times { device, wall, host })
    })
}

/// Seconds on the host and on the device of one of `calls` that are queued together.
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

/// As many samples as fit into the time, and not too few.
fn sample(seconds: f64, mut once: impl FnMut() -> Result<f64, Error>) -> Result<Seconds, Error> {
    let mut samples = Vec::new();
    let start = Instant::now();
    while samples.len() < SAMPLES || start.elapsed().as_secs_f64() < seconds {
        samples.push(once()?);
    }
    Ok(Seconds::of(samples))
}
