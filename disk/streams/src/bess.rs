//! A mean over time, weighted by the step, of what a simulation of a bay wrote: the program Bess of Ferreira and others
//! (2003), "Data parallel language and compiler support for data intensive applications".

use std::path::Path;

use array_fn::array_fn;
use array_fn::store::Stored;
use array_fn_disk::Result;
use array_fn_disk::data::{Series, Storage};

use crate::program::first;
use crate::{Options, Outcome};

array_fn! {
    /// The mean over time of each number of each element. `from` is the step at which `x` begins; the weight of step `t` is
    /// `1 + t % 7`.
    #[stream(T)]
    pub fn time_average<T, E>(x: [f32; T, E, 4], from: i64) -> [f64; E, 4] {
        let w = (1 + (from + arange(T)) % 7) as f64;
        sum(w[.., newaxis, newaxis] * (x as f64), axis=0) / sum(w)
    }
}

/// Makes the series, unless it is there. A small one has 1000 steps of 50 elements.
///
/// # Errors
/// Those of the store.
pub fn series(path: &Path, options: &Options) -> Result<()> {
    let (series, chunk) = match options.small {
        true => (Series { steps: 1000, elements: 50 }, [64, 50, 4]),
        false => (Series::MEASURED, Series::CHUNK),
    };
    let codecs = options.codecs()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    series.write(path, &Storage { chunk, codecs: &codecs, threads })?;
    Ok(())
}

/// The mean over the steps `from..to`. The outcome has its sum (`sum`) and its first numbers (`first`).
///
/// # Errors
/// Steps that are not there, and errors of files.
pub fn run(
    series: &Stored<f32, 3>,
    [from, to]: [usize; 2],
    options: &Options,
    outcome: &mut Outcome,
) -> Result<()> {
    let [_, elements, kinds] = series.shape();
    let steps = series.slice([from, 0, 0], [to.saturating_sub(from), elements, kinds]);
    let mean = options.run(outcome, || time_average::stream(&steps, from as i64))?;
    outcome.add("sum", mean.as_slice().iter().sum::<f64>());
    outcome.add("first", first(mean.as_slice().iter().copied()));
    Ok(())
}
