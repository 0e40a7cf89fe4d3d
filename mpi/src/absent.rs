//! Takes the place of MPI in builds without it.

use std::convert::Infallible;
use std::fmt::Display;
use std::sync::Arc;

use array_fn_runtime::Error;
use array_fn_runtime::ranks::Exchange;

/// MPI, of which there is none: this package was built without the feature `system`.
#[derive(Debug)]
pub struct Mpi(Infallible);

impl Mpi {
    /// Says how to build with MPI.
    ///
    /// # Errors
    /// Always.
    pub fn init() -> Result<Mpi, Error> {
        Err(Error::Ranks {
            message: "this program was built without MPI: install Open MPI or MPICH with its headers, and build with the \
                      feature `system` of array-fn-mpi"
                .into(),
        })
    }

    /// This rank.
    pub fn exchange(&self) -> Arc<dyn Exchange> {
        match self.0 {}
    }

    /// Runs the work of this rank.
    pub fn run<T, E: Display>(self, _: impl FnOnce(Arc<dyn Exchange>) -> Result<T, E>) -> T {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_feature_is_named() {
        let error = super::Mpi::init().unwrap_err().to_string();
        assert!(error.contains("feature `system` of array-fn-mpi"), "{error}");
    }
}
