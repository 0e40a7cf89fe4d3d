//! Right-hand sides and steps with their operands, as they are measured and compared: on meshes of this crate, and on
//! inputs that another program exported.

mod dtype;
mod euler;
mod exported;
mod navier_stokes;
mod wave;

use crate::{Discretisation, Error};
use array_fn::{Device, Explanation, Plan};
pub use dtype::DType;
use std::path::Path;

/// A case.
type Made = Result<Box<dyn Case>, Error>;
/// A case, and the right-hand side that is expected.
type Loaded = Result<(Box<dyn Case>, Vec<f64>), Error>;

/// An operator; one entry in [`OPERATORS`] each.
pub struct Operator {
    /// Its name in options, results and folders.
    pub name: &'static str,
    /// The precisions that there are.
    pub dtypes: &'static [DType],
    /// Whether there is a kernel for each array operation, to compare with.
    pub unfused: bool,
    /// A case on a mesh, with a smooth state.
    pub make: fn(&Discretisation, DType) -> Made,
    /// A case from the `.npy` files in a folder, and the right-hand side that is expected. K elements, Np nodes
    /// of an element, Nfp nodes of a face: `q`, `rhs` (F, K, Np); `D` (3, Np, Np); `LIFT` (Np, 4 Nfp); `G`
    /// (3, 3, K); `nrm` (3, K, 4); `fs`, `bc` (K, 4), bc = 1 on rigid walls; `vmapP` (K, 4 Nfp) and `fmask`
    /// (4 Nfp) int32. Of `navier_stokes`, `rhs` is the state after a step of length `dt` (1), with the penalty on
    /// jumps `penalty` (K, 4).
    pub load: fn(&Path, DType) -> Loaded,
}

/// All operators.
pub const OPERATORS: &[Operator] = &[wave::WAVE, euler::EULER, navier_stokes::NAVIER_STOKES];

/// The inputs of one right-hand side, and memory for its result.
pub trait Case {
    /// Computes the right-hand side on the current device.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn run(&mut self) -> Result<(), Error>;

    /// The plan of that on a device.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn plan(&self, device: &Device) -> Result<Plan, Error>;

    /// Which kernel computes what, at what cost, with measured times.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn explain(&mut self, device: &Device) -> Result<Explanation, Error>;

    /// The right-hand side that was computed last.
    ///
    /// # Errors
    /// Those of the device that computed it.
    fn result(&self) -> Result<Vec<f64>, array_fn::Error>;

    /// Number of elements.
    fn elements(&self) -> usize;

    /// Degrees of freedom: numbers in the state.
    fn values(&self) -> usize;

    /// The fewest bytes that have to be moved: every input once and the result once, without the small
    /// matrices.
    fn fewest_bytes(&self) -> usize;
}

/// An explanation with the times of `run`, whose errors need not be those of arrays.
fn measured(
    explanation: Explanation,
    mut run: impl FnMut() -> Result<(), Error>,
) -> Result<Explanation, Error> {
    let mut other = None;
    let explanation = explanation.measure(|| match run() {
        Err(Error::Array(error)) => Err(error),
        outcome => {
            other = other.take().or(outcome.err());
            Ok(())
        }
    })?;
    other.map_or(Ok(explanation), Err)
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
