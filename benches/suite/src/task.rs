//! A workload with its operands: what is run, and what has to come out.

use crate::Error;
use array_fn_dg_bench::cases::relative_error;

/// What runs, with the memory of its results.
pub trait Task {
    /// Computes the results on the current device.
    fn run(&mut self) -> Result<(), Error>;

    /// The results that were computed last, one list each.
    fn results(&self) -> Result<Vec<Vec<f64>>, Error>;
}

/// A task that was made, and what its results have to be.
pub struct Prepared {
    pub task: Box<dyn Task>,
    pub expected: Vec<Vec<f64>>,
    /// The fewest bytes that have to be moved: every input once and every result once.
    pub bytes: usize,
    /// Degrees of freedom: numbers of the result, or of what is reduced to it.
    pub values: usize,
    /// Elements of a mesh; 0 where there is none.
    pub elements: usize,
    pub dtype: &'static str,
    /// Runs in one sample, so that short ones can be timed.
    pub batch: usize,
}

impl Prepared {
    /// The largest relative error of the results.
    pub fn error(&self) -> Result<f64, Error> {
        let results = self.task.results()?;
        if results.len() != self.expected.len() {
            return Ok(f64::INFINITY);
        }
        let errors = results.iter().zip(&self.expected).map(|(r, e)| relative_error(r, e));
        Ok(errors.fold(0.0, f64::max))
    }

    /// How far results may be off, relative to their norm.
    pub fn tolerance(&self) -> f64 {
        if self.dtype == "f32" { 2e-5 } else { 1e-11 }
    }
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

    fn results(&self) -> Result<Vec<Vec<f64>>, Error> {
        Ok((self.results)(&self.state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(expected: Vec<Vec<f64>>) -> Prepared {
        let run = |state: &mut f64| {
            *state += 1.0;
            Ok(())
        };
        let task = Box::new(Bound { state: 2.0, run, results: |state| vec![vec![*state, 4.0]] });
        Prepared { task, expected, bytes: 0, values: 2, elements: 0, dtype: "f64", batch: 1 }
    }

    #[test]
    fn results_are_compared() {
        let mut right = prepared(vec![vec![3.0, 4.0]]);
        right.task.run().unwrap();
        assert_eq!(right.error().unwrap(), 0.0);
        right.task.run().unwrap();
        assert!((right.error().unwrap() - 0.2).abs() < 1e-15);
        assert_eq!(prepared(vec![vec![2.0]]).error().unwrap(), f64::INFINITY);
        assert_eq!(prepared(vec![]).error().unwrap(), f64::INFINITY);
    }
}
