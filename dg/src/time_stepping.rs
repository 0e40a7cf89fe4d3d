//! The five-stage fourth-order low-storage Runge-Kutta method ([`array_fn_dg_laws::stepping`]), and the lengths of its
//! steps.

use crate::real::{double, double_mut};
use crate::{Error, Real};
use array_fn::Array;

pub use array_fn_dg_laws::stepping::{A, B, C, Stage};

/// The longest step for signals of at most the speed `speed`, at order `order`: `safety` times
/// `3 / ((p + 1) (p + 3) speed max Fscale)`. For the wave equation with the upwind flux, every order from 1 to 7 is
/// stable up to `safety = 1.4`.
pub fn stable_step(order: usize, max_fscale: f64, speed: f64, safety: f64) -> f64 {
    let p = order as f64;
    safety * 3.0 / ((p + 1.0) * (p + 3.0) * speed * max_fscale)
}

/// The number and the length of equal steps, none longer than `longest`, that end exactly at `duration`.
pub fn equal_steps(duration: f64, longest: f64) -> (usize, f64) {
    let count = (duration / longest).ceil().max(1.0);
    (count as usize, duration / count)
}

/// The largest number of steps of a run. At one microsecond per step, they would take more than eleven days.
pub const MOST_STEPS: usize = 1_000_000_000_000;

/// The number and the length of equal steps, none longer than `longest`, from `time` to `end`.
///
/// # Errors
/// [`Error::Unreachable`] when there are more than [`MOST_STEPS`] steps, or a step does not change `time`.
pub fn next_step(time: f64, end: f64, longest: f64) -> Result<(usize, f64), Error> {
    let (left, dt) = equal_steps(end - time, longest);
    // This is also false if a number is NaN.
    let moves = longest > 0.0 && (time + dt > time || left == 1);
    match moves && left <= MOST_STEPS {
        true => Ok((left, dt)),
        false => Err(Error::Unreachable { time, end, step: longest }),
    }
}

/// The most steps of one call.
pub(crate) const MOST_TOGETHER: usize = 64;

/// The arrays of lengths that programs take: one length, or [`MOST_TOGETHER`] with zeros at the end. Arrays of few sizes
/// need few graphs.
pub(crate) fn padded<T: Copy + Default>(
    lengths: &[f64],
    convert: fn(f64) -> T,
) -> impl Iterator<Item = Vec<T>> {
    lengths.chunks(MOST_TOGETHER).map(move |chunk| {
        let mut converted: Vec<T> = chunk.iter().map(|dt| convert(*dt)).collect();
        if chunk.len() > 1 {
            converted.resize(MOST_TOGETHER, T::default());
        }
        converted
    })
}

/// One stage by programs in double precision. `(stage, q, increment, next)` changes the increment, and writes the state
/// after the stage.
pub(crate) type RunStage<'a> =
    Box<dyn Fn(&Stage, &State, &mut State, &mut State) -> Result<(), Error> + 'a>;

type State = Array<f64, 3>;

/// One step of length `dt`, stage by stage.
///
/// # Errors
/// [`Error::CurvedPrecision`] in single precision, and those of `run`.
pub(crate) fn step_by_stages<T: Real>(
    dt: f64,
    q: &mut Array<T, 3>,
    increment: &mut Array<T, 3>,
    run: &RunStage,
) -> Result<(), Error> {
    let (q, increment): (&mut State, _) = (double_mut(q)?, double_mut(increment)?);
    let mut next = Array::zeros(q.shape())?;
    for stage in stages(dt) {
        run(&stage, q, increment, &mut next)?;
        std::mem::swap(q, &mut next);
    }
    Ok(())
}

/// Writes the right-hand side at the state `q`, by the same programs: the increment of a stage from nothing, of a step of
/// length 1.
///
/// # Errors
/// As for [`step_by_stages`].
pub(crate) fn rate_by_stage<T: Real>(
    q: &Array<T, 3>,
    rhs: &mut Array<T, 3>,
    run: &RunStage,
) -> Result<(), Error> {
    let (mut rate, mut unchanged) = (Array::zeros(q.shape())?, Array::zeros(q.shape())?);
    run(&Stage { a: 0.0, b: 0.0, dt: 1.0 }, double(q)?, &mut rate, &mut unchanged)?;
    *double_mut(rhs)? = rate;
    Ok(())
}

/// The stages of a step of length `dt`.
pub(crate) fn stages(dt: f64) -> impl Iterator<Item = Stage> {
    A.into_iter().zip(B).map(move |(a, b)| Stage { a, b, dt })
}

#[cfg(test)]
#[path = "tests/time_stepping.rs"]
mod tests;
