//! The weighted mean over time.

use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;

use array_fn_store::{Block, ElementType};

use super::chunks::Chunks;
use crate::Result;
use crate::data::Series;

/// Time steps that are added at once, so that the sums are loaded and stored once for all of them.
const STEPS: usize = 4;

/// What [`time_average`] computed.
pub struct TimeAverage {
    /// The means, in C order of shape `[elements, 4]`.
    pub means: Vec<f64>,
    /// The sum of the weights.
    pub weight: f64,
    /// Bytes of files that were read.
    pub bytes_read: u64,
}

/// The mean over some time steps of an array of `f32` of shape `[steps, elements, 4]`, weighted by [`Series::weight`]
/// and summed in `f64`. Its bits depend on the number of threads alone.
///
/// # Errors
/// Another kind of array; steps beyond its end, or none; errors of files.
pub fn time_average(path: &Path, steps: Range<usize>, threads: usize) -> Result<TimeAverage> {
    let chunks = Chunks::open(path, ElementType::of::<f32>(), 3)?;
    let (shape, chunk) = (&chunks.shape, &chunks.chunk);
    if shape[1..] != chunk[1..] {
        return Err("a chunk must have all elements of its steps".into());
    }
    if steps.is_empty() || steps.end as u64 > shape[0] {
        return Err(format!("steps {steps:?} are not inside {}", shape[0]).into());
    }
    let width = (shape[1] * shape[2]) as usize;
    let start = vec![steps.start as u64, 0, 0];
    let block = Block { start, shape: vec![steps.len() as u64, shape[1], shape[2]] };
    let sums: Vec<Mutex<Vec<f64>>> =
        (0..threads.max(1)).map(|_| Mutex::new(vec![0.0; width])).collect();
    chunks.for_each(&block, threads, |thread, chunk| {
        let mut sums = sums[thread].lock().map_err(|_| "a thread panicked")?;
        let first = (chunk.part.start[0] - chunk.start[0]) as usize;
        let mut memory = vec![0; STEPS * width * 4];
        for step in (0..chunk.part.shape[0] as usize).step_by(STEPS) {
            let count = STEPS.min(chunk.part.shape[0] as usize - step);
            let bytes = &mut memory[..count * width * 4];
            let bytes = chunk.bytes((first + step) * width * 4, bytes)?;
            let weight = |k: usize| Series::weight(chunk.part.start[0] as usize + step + k);
            add(&mut sums, bytes, &std::array::from_fn(weight));
        }
        Ok(())
    })?;
    let weight = steps.map(Series::weight).sum::<f64>();
    let mut means = vec![0.0; width];
    for sums in sums {
        let sums = sums.into_inner().map_err(|_| "a thread panicked")?;
        for (mean, sum) in means.iter_mut().zip(sums) {
            *mean += sum;
        }
    }
    means.iter_mut().for_each(|mean| *mean /= weight);
    Ok(TimeAverage { means, weight, bytes_read: chunks.bytes_read() })
}

fn add(sums: &mut [f64], bytes: &[u8], weights: &[f64; STEPS]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has the instructions.
        return unsafe { add_avx2(sums, bytes, weights) };
    }
    add_with(sums, bytes, weights);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn add_avx2(sums: &mut [f64], bytes: &[u8], weights: &[f64; STEPS]) {
    add_with(sums, bytes, weights);
}

/// Adds some steps, little-endian `f32` in `bytes`, times their weights. Products of 24 bits and a small integer are
/// exact in `f64`.
#[inline(always)]
fn add_with(sums: &mut [f64], bytes: &[u8], weights: &[f64; STEPS]) {
    let (items, _) = bytes.as_chunks::<4>();
    let value = |item: &[u8; 4]| f64::from(f32::from_le_bytes(*item));
    let width = sums.len();
    if items.len() == STEPS * width {
        let [a, b, c, d]: [&[[u8; 4]]; STEPS] =
            std::array::from_fn(|k| &items[k * width..][..width]);
        for (j, sum) in sums.iter_mut().enumerate() {
            *sum += (weights[0] * value(&a[j]) + weights[1] * value(&b[j]))
                + (weights[2] * value(&c[j]) + weights[3] * value(&d[j]));
        }
        return;
    }
    for (step, weight) in items.chunks_exact(width.max(1)).zip(weights) {
        for (sum, item) in sums.iter_mut().zip(step) {
            *sum += weight * value(item);
        }
    }
}
