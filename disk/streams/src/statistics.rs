//! All of a box in one pass: mean, variance, extremes, and the histogram.

use std::path::Path;

use array_fn::array_fn;
use array_fn::store::Stored;
use array_fn_disk::Result;
use serde_json::json;

use crate::{Options, Outcome};

array_fn! {
    /// Mean, variance, least, largest, and how often each value occurs. The variance is that of the squares less that of
    /// the mean, which loses nothing, because sums of integers are exact.
    #[stream(H, W)]
    pub fn statistics<H, W, C>(x: [u8; H, W, C]) -> (f64, f64, u8, u8, [i64; 256]) {
        let n = (H * W * C) as f64;
        let mean = sum(x, dtype=i64) as f64 / n;
        let squares = sum((x as i32) * (x as i32), dtype=i64) as f64 / n;
        (mean, squares - mean * mean, min(x), max(x), bincount(x.ravel(), minlength=256))
    }
}

/// The statistics of a slide ([`crate::vmscope::slide`]).
///
/// # Errors
/// Those of files.
pub fn run(path: &Path, options: &Options, outcome: &mut Outcome) -> Result<()> {
    let slide = Stored::<u8, 3>::open(path)?;
    let (mean, variance, least, largest, counts) =
        options.run(outcome, || statistics::stream(&slide))?;
    outcome.add("mean", mean.item());
    outcome.add("variance", variance.item());
    outcome.add("least", least.item());
    outcome.add("largest", largest.item());
    outcome.add("histogram", json!(counts.as_slice()));
    Ok(())
}
