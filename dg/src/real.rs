//! Single or double precision.

use crate::Error;
use array_fn::{Array, Element};
use array_fn_dg_entropy as entropy;
use array_fn_dg_operators::{behind, euler, limit, wave};
use ndarray::{ArrayView, Dimension};
use std::any::Any;

/// The precision of a solver: `f32` or `f64`. The bounds are the programs that are compiled for both.
pub trait Real:
    Element
    + Into<f64>
    + wave::upwind_rhs::Dtype
    + wave::upwind_steps::Dtype
    + wave::blended_rhs::Dtype
    + wave::blended_steps::Dtype
    + euler::llf_rhs::Dtype
    + euler::llf_step::Dtype
    + euler::signal_rate::Dtype
    + euler::summary::Dtype
    + limit::keep_positive::Dtype
    + limit::limit_slopes::Dtype
    + limit::averages::Dtype
    + limit::averages_around::Dtype
    + limit::limit_slopes_within::Dtype
    + limit::filter::Dtype
    + behind::write_behind::Dtype
    + entropy::keep_entropy::Dtype
    + entropy::kinetic_energy::Dtype
{
    /// The nearest value.
    fn from_f64(x: f64) -> Self;

    /// The same value.
    fn to_f64(self) -> f64 {
        self.into()
    }
}

impl Real for f32 {
    fn from_f64(x: f64) -> Self {
        x as f32
    }
}

impl Real for f64 {
    fn from_f64(x: f64) -> Self {
        x
    }
}

/// An array with the given values, in the precision of the programs.
pub(crate) fn convert<T: Real, D: Dimension, const RANK: usize>(
    from: ArrayView<f64, D>,
    shape: [usize; RANK],
) -> Result<Array<T, RANK>, Error> {
    Ok(Array::from_slice(shape, &from.iter().map(|&x| T::from_f64(x)).collect::<Vec<_>>())?)
}

/// The number that a program computed.
pub(crate) fn number<T: Real>(result: &Array<T, 0>) -> Result<f64, Error> {
    Ok(result.to_host()?.as_slice()[0].to_f64())
}

/// `value` as the type that it has in double precision, for programs that are compiled for no other.
///
/// # Errors
/// [`Error::CurvedPrecision`] in single precision. Only curved elements need such programs there.
pub(crate) fn double<T: Any, Double: Any>(value: &T) -> Result<&Double, Error> {
    (value as &dyn Any).downcast_ref().ok_or(Error::CurvedPrecision)
}

/// Does the same as [`double`] for a value that is written to.
pub(crate) fn double_mut<T: Any, Double: Any>(value: &mut T) -> Result<&mut Double, Error> {
    (value as &mut dyn Any).downcast_mut().ok_or(Error::CurvedPrecision)
}
