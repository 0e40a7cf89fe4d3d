//! A composite of pictures of a satellite: for each pixel, the largest value over time, which leaves out clouds where an index
//! of vegetation is small under them.

use std::path::Path;

use array_fn::array_fn;
use array_fn::store::Stored;
use array_fn_disk::Result;

use crate::{Options, Outcome};

array_fn! {
    /// The largest value of each number of each element over time, and the step at which all are largest in sum.
    #[stream(T)]
    pub fn composite<T, E, K>(x: [f32; T, E, K]) -> ([f32; E, K], i64) {
        (max(x, axis=0), argmax(sum(x, axis=(1, 2))))
    }
}

/// The composite of a series ([`crate::bess::series`]). The outcome has the sum (`sum`) and the step (`brightest`).
///
/// # Errors
/// Those of files.
pub fn run(path: &Path, options: &Options, outcome: &mut Outcome) -> Result<()> {
    let series = Stored::<f32, 3>::open(path)?;
    let (largest, step) = options.run(outcome, || composite::stream(&series))?;
    outcome.add("sum", largest.as_slice().iter().map(|&x| f64::from(x)).sum::<f64>());
    outcome.add("brightest", step.item());
    Ok(())
}
