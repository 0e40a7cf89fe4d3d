//! How long a call takes. `benches/sweep/timing.py` samples in the same way.

use crate::Error;
use crate::call::Call;
use serde_json::{Value, json};
use std::time::Instant;

/// A sample is of as many calls as take this long, so that short ones can be timed.
const SAMPLE: f64 = 50e-6;
/// Samples at least, unless they take longer than `PATIENCE` times what was asked for.
const SAMPLES: usize = 3;
const PATIENCE: f64 = 4.0;

fn sample(call: &mut dyn Call, batch: usize) -> Result<f64, Error> {
    let start = Instant::now();
    for _ in 0..batch {
        call.run()?;
    }
    Ok(start.elapsed().as_secs_f64() / batch as f64)
}

/// The median and the least of samples in about so many seconds, in seconds a call. The first call wakes threads and
/// caches, and is not counted.
pub fn measure(call: &mut dyn Call, seconds: f64) -> Result<Value, Error> {
    let start = Instant::now();
    let first = sample(call, 1)?;
    let batch = ((SAMPLE / first.max(1e-9)) as usize).clamp(1, 1000);
    if batch > 1 {
        sample(call, batch)?;
    }
    let mut times = Vec::new();
    loop {
        let spent = start.elapsed().as_secs_f64();
        let enough = if times.len() < SAMPLES { PATIENCE * seconds } else { seconds };
        if !times.is_empty() && spent >= enough {
            break;
        }
        times.push(sample(call, batch)?);
    }
    times.sort_by(f64::total_cmp);
    Ok(json!({ "median": times[times.len() / 2], "least": times[0], "samples": times.len() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_calls_are_sampled_in_batches() {
        let count = std::rc::Rc::new(std::cell::Cell::new(0));
        let counted = count.clone();
        let mut call = crate::call(move || {
            counted.set(counted.get() + 1);
            Ok(1.0f64)
        });
        let times = measure(&mut *call, 0.0005).unwrap();
        assert!(count.get() > times["samples"].as_u64().unwrap());
        assert!(times["least"].as_f64() <= times["median"].as_f64());
    }
}
