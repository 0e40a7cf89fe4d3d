//! A function with its operands.

use crate::Error;
use crate::results::Results;
use serde_json::Value;
use std::hint::black_box;

/// What is called again and again.
pub trait Call {
    /// Calls once; results are dropped.
    ///
    /// # Errors
    /// Those of the function.
    fn run(&mut self) -> Result<(), Error>;

    /// Calls once and writes the results.
    ///
    /// # Errors
    /// Those of the function; a file cannot be written.
    fn results(&mut self, prefix: &str) -> Result<Vec<Value>, Error>;
}

struct Closure<F>(F);

impl<R: Results, F: FnMut() -> Result<R, array_fn::Error>> Call for Closure<F> {
    fn run(&mut self) -> Result<(), Error> {
        drop(black_box(self.0()?));
        Ok(())
    }

    fn results(&mut self, prefix: &str) -> Result<Vec<Value>, Error> {
        let mut written = Vec::new();
        self.0()?.write(prefix, &mut written)?;
        Ok(written)
    }
}

/// A closure that calls a function on the operands that it owns.
pub fn call<R: Results, F: FnMut() -> Result<R, array_fn::Error> + 'static>(
    function: F,
) -> Box<dyn Call> {
    Box::new(Closure(function))
}
