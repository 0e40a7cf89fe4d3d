//! Cases: right-hand sides and steps with their operands, to be measured and compared. Their meshes are made here, or
//! inputs come from another program.

mod dtype;
mod euler;
mod exported;
mod navier_stokes;
mod wave;

use crate::error;
use array_fn::explain::Explanation;
use array_fn::{Array, Device, Plan};
use array_fn_dg::{Discretisation, Error, Real};
use array_fn_dg_operators::space::SpaceOf;
pub use dtype::DType;
use std::path::Path;

/// A case.
type Made = Result<Box<dyn Case>, Error>;
/// A case, and the expected right-hand side.
type Loaded = Result<(Box<dyn Case>, Vec<f64>), error::Error>;

/// An operator. Each has one entry in [`OPERATORS`].
pub struct Operator {
    /// Its name in options, results and folders.
    pub name: &'static str,
    /// The precisions in which it exists.
    pub dtypes: &'static [DType],
    /// Whether it also exists with one kernel per array operation, for comparison.
    pub unfused: bool,
    /// Makes a case on a mesh, with a smooth state.
    pub make: fn(&Discretisation, DType) -> Made,
    /// Reads a case from the `.npy` files in a folder, and the expected right-hand side. The files, with K elements, Np
    /// nodes per element and Nfp nodes per face:
    ///
    /// - `q`, `rhs` (F, K, Np); `D` (3, Np, Np); `LIFT` (Np, 4 Nfp).
    /// - `G` (3, 3, K); `nrm` (3, K, 4); `fs`, `bc` (K, 4), where `bc` is 1 on rigid walls.
    /// - `vmapP` (K, 4 Nfp) and `fmask` (4 Nfp), of int32.
    /// - Only for `navier_stokes`: `dt` (1), the length of a step, and `penalty` (K, 4), the penalty on jumps. There,
    ///   `rhs` is the state after the step.
    pub load: fn(&Path, DType) -> Loaded,
}

/// All operators.
pub const OPERATORS: &[Operator] = &[wave::WAVE, euler::EULER, navier_stokes::NAVIER_STOKES];

/// A case: the inputs of one right-hand side, and memory for its result.
pub trait Case {
    /// Computes the right-hand side on the current device.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn run(&mut self) -> Result<(), Error>;

    /// The plan of the right-hand side on a device.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn plan(&self, device: &Device) -> Result<Plan, Error>;

    /// Explains which kernels compute which operations, with their costs and measured times.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn explain(&mut self, device: &Device) -> Result<Explanation, Error>;

    /// The right-hand side that was computed last.
    ///
    /// # Errors
    /// Those of the device that computed it.
    fn result(&self) -> Result<Vec<f64>, array_fn::Error>;

    /// The number of elements.
    fn elements(&self) -> usize;

    /// The degrees of freedom: the numbers in the state.
    fn values(&self) -> usize;

    /// The fewest bytes that have to be moved: every input once and the result once, without the small matrices.
    fn fewest_bytes(&self) -> usize;
}

/// The numbers of elements, of nodes per element, and of nodes per face in `space`.
fn dims<T: Real>(space: &SpaceOf<T>) -> [usize; 3] {
    let [elements, _, f] = space.traces.exterior_nodes.shape();
    let [_, n, _] = space.operators.derivative.shape();
    [elements, n, f]
}

/// A state of a discretisation, in the precision of the programs.
fn converted<T: Real>(values: &ndarray::Array3<f64>) -> Result<Array<T, 3>, Error> {
    let (fields, elements, n) = values.dim();
    let values: Vec<T> = values.iter().map(|&value| T::from_f64(value)).collect();
    Ok(Array::from_slice([fields, elements, n], &values)?)
}

/// An explanation with the times of `run`, whose errors may be of any kind.
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

/// The norm of the difference over the norm of the expected values. A result that is not a number counts as infinite.
pub fn relative_error(actual: &[f64], expected: &[f64]) -> f64 {
    let (mut difference, mut norm) = (0.0, 0.0);
    for (a, e) in actual.iter().zip(expected) {
        difference += (a - e).powi(2);
        norm += e.powi(2);
    }
    let error = (difference / norm).sqrt();
    if error.is_nan() || actual.len() != expected.len() { f64::INFINITY } else { error }
}
