//! The operators that are measured.

mod wave;

use super::dtype::DType;
use super::error::Error;
use array_fn::{Device, Plan};
use array_fn_dg::Discretisation;
use std::path::Path;

/// A case.
type Made = Result<Box<dyn Case>, Error>;
/// A case, and the right-hand side that is expected.
type Loaded = Result<(Box<dyn Case>, Vec<f64>), Error>;

/// An operator; one entry in [`OPERATORS`] each.
pub struct Operator {
    /// Its name in options, results and folders.
    pub name: &'static str,
    /// A case on a mesh, with a smooth state.
    pub make: fn(&Discretisation, DType) -> Made,
    /// A case from the files in a folder (see [`super::inputs`]), and the right-hand side that is
    /// expected.
    pub load: fn(&Path, DType) -> Loaded,
}

/// All operators.
pub const OPERATORS: &[Operator] = &[wave::WAVE];

/// The inputs of one right-hand side, and memory for its result.
pub trait Case {
    /// Computes the right-hand side on the current device.
    fn run(&mut self) -> Result<(), array_fn_dg::Error>;

    /// The plan of that on a device.
    fn plan(&self, device: &Device) -> Result<Plan, array_fn_dg::Error>;

    /// The right-hand side that was computed last.
    fn result(&self) -> Result<Vec<f64>, array_fn::Error>;

    /// Number of elements.
    fn elements(&self) -> usize;

    /// Degrees of freedom: numbers in the state.
    fn values(&self) -> usize;

    /// The fewest bytes that have to be moved: every input once and the result once, without the small
    /// matrices.
    fn fewest_bytes(&self) -> usize;
}

/// The norm of the difference by the norm of what is expected; not a number counts as infinite.
pub fn relative_error(actual: &[f64], expected: &[f64]) -> f64 {
    let (mut difference, mut norm) = (0.0, 0.0);
    for (a, e) in actual.iter().zip(expected) {
        difference += (a - e).powi(2);
        norm += e.powi(2);
    }
    let error = (difference / norm).sqrt();
    if error.is_nan() || actual.len() != expected.len() { f64::INFINITY } else { error }
}
