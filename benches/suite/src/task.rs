//! A workload with its operands: what is run, and what has to come out.

use crate::Error;

/// What runs, with the memory of its results.
pub trait Task {
    /// Computes the results on the current device.
    fn run(&mut self) -> Result<(), Error>;

    /// The results that were computed last, one list each.
    fn results(&self) -> Vec<Vec<f64>>;
}

/// A task that was made, and what its results have to be.
pub struct Prepared {
    pub task: Box<dyn Task>,
    pub expected: Vec<Vec<f64>>,
    /// The fewest bytes that have to be moved: every input once and every result once.
    pub bytes: usize,
    /// Degrees of freedom: numbers of the result, or of what is reduced to it.
    pub values: usize,
    pub dtype: &'static str,
    /// Runs in one sample, so that short ones can be timed.
    pub batch: usize,
}

impl Prepared {
    /// The largest relative error of the results.
    pub fn error(&self) -> f64 {
        let results = self.task.results();
        if results.len() != self.expected.len() {
            return f64::INFINITY;
        }
        results.iter().zip(&self.expected).map(|(r, e)| relative_error(r, e)).fold(0.0, f64::max)
    }

    /// How far results may be off, relative to their norm.
    pub fn tolerance(&self) -> f64 {
        if self.dtype == "f32" { 2e-5 } else { 1e-11 }
    }
}

/// The norm of the difference by the norm of what is expected; not a number counts as infinite.
fn relative_error(actual: &[f64], expected: &[f64]) -> f64 {
    let (mut difference, mut norm) = (0.0, 0.0);
    for (a, e) in actual.iter().zip(expected) {
        difference += (a - e).powi(2);
        norm += e.powi(2);
    }
    let error = (difference / norm).sqrt();
    if error.is_nan() || actual.len() != expected.len() { f64::INFINITY } else { error }
}

/// Operands and results `S`, a function that runs on them, and one that reads the results.
pub struct Bound<S> {
    pub state: S,
    pub run: fn(&mut S) -> Result<(), array_fn::Error>,
    pub results: fn(&S) -> Vec<Vec<f64>>,
}

impl<S> Task for Bound<S> {
    fn run(&mut self) -> Result<(), Error> {
        Ok((self.run)(&mut self.state)?)
    }

    fn results(&self) -> Vec<Vec<f64>> {
        (self.results)(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::relative_error;

    #[test]
    fn errors() {
        assert_eq!(relative_error(&[3.0, 4.0], &[3.0, 4.0]), 0.0);
        assert_eq!(relative_error(&[3.0, 9.0], &[3.0, 4.0]), 1.0);
        assert_eq!(relative_error(&[f64::NAN], &[1.0]), f64::INFINITY);
        assert_eq!(relative_error(&[1.0], &[1.0, 2.0]), f64::INFINITY);
    }
}
