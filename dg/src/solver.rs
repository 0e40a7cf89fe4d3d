//! What all solvers have in common: a state, its way through time, and files to go on from.

use crate::checkpoint::{self, Header, Settings};
use crate::real::convert;
use crate::{Discretisation, Error, Real, time_stepping};
use array_fn::{Array, Device, Plan};
use ndarray::{Array3, ArrayView3, Axis, concatenate, s};
use std::path::Path;

/// A state at a time, and the memory of the method that steps it.
///
/// Behind the E elements of the mesh there may be more, which hold states on the boundary that stay as they are.
#[derive(Clone, Debug)]
pub struct Evolution<T: Real> {
    pub(crate) time: f64,
    /// Of all elements, `[fields, E + more, N]`.
    pub(crate) q: Array<T, 3>,
    /// Zeros before the first step, then what the last step left.
    pub(crate) increment: Array<T, 3>,
    /// What the further elements hold, `[fields, more, N]`.
    behind: Array3<f64>,
}

impl<T: Real> Evolution<T> {
    /// Zeros at time 0 in `elements` elements of a mesh, with those of `behind`, `[fields, more, N]`, after them.
    pub(crate) fn new(elements: usize, behind: Array3<f64>) -> Result<Self, Error> {
        let (fields, more, n) = behind.dim();
        let shape = [fields, elements + more, n];
        let (q, increment) = (Array::zeros(shape)?, Array::zeros(shape)?);
        Ok(Evolution { time: 0.0, q, increment, behind })
    }

    /// `[fields, E, N]` of values of all elements, in double precision.
    pub(crate) fn of_mesh(&self, values: &Array<T, 3>) -> Array3<f64> {
        let [_, elements, _] = values.shape();
        let mesh = elements - self.behind.dim().1;
        values.view().slice(s![.., ..mesh, ..]).mapv(T::to_f64)
    }

    fn set(&mut self, q: ArrayView3<f64>) -> Result<(), Error> {
        let [fields, elements, n] = self.q.shape();
        let expected = [fields, elements - self.behind.dim().1, n];
        let all = (q.shape() == expected)
            .then(|| concatenate(Axis(1), &[q, self.behind.view()]).ok())
            .flatten();
        let Some(all) = all else {
            return Err(Error::Shape { actual: q.shape().to_vec(), expected: expected.to_vec() });
        };
        let (q, increment) = (convert(all.view(), self.q.shape())?, Array::zeros(self.q.shape())?);
        (self.time, self.q, self.increment) = (0.0, q, increment);
        Ok(())
    }
}

/// Equations on a mesh, and a state that is marched in time by the five-stage Runge-Kutta method of
/// [`time_stepping`].
pub trait Solver: Sized {
    /// The precision of the state.
    type Real: Real;
    /// What a state amounts to: integrals and extrema.
    type Summary: Clone;
    /// A name in one word, which files are called by, too.
    const NAME: &'static str;
    /// Names of [`Solver::measures`].
    const MEASURES: &'static [&'static str];
    /// Names of [`Solver::fields`].
    const FIELDS: &'static [&'static str];

    /// The mesh with its nodes.
    fn discretisation(&self) -> &Discretisation;

    /// The state.
    fn evolution(&self) -> &Evolution<Self::Real>;

    /// The same, to change it.
    fn evolution_mut(&mut self) -> &mut Evolution<Self::Real>;

    /// What decides the result besides the state: a line for each option. A file to go on from has to have the same.
    fn settings(&self) -> Settings;

    /// Writes the right-hand side at the current state into `rhs`, in the shape of the state with the elements behind
    /// those of the mesh.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn rhs_into(&self, rhs: &mut Array<Self::Real, 3>) -> Result<(), Error>;

    /// Moves the state by one step of length `dt`, but not the time: five stages of the Runge-Kutta method.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn move_state(&mut self, dt: f64) -> Result<(), Error>;

    /// The longest step that [`time_stepping::stable_step`] allows for the current state.
    ///
    /// # Errors
    /// [`Error::Breakdown`] when the state is none of a gas, [`Error::Array`] when memory is exhausted.
    fn stable_step(&self, safety: f64) -> Result<f64, Error>;

    /// The longest step from here, where `stable` is stable.
    fn longest_step(&self, stable: f64) -> f64 {
        stable
    }

    /// Whether the state is one: finite, and of a gas that of one.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::Breakdown`] with the place if not.
    fn check(&self) -> Result<(), Error>;

    /// What the current state amounts to.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn summary(&self) -> Result<Self::Summary, Error>;

    /// The numbers of a summary.
    fn measures(summary: &Self::Summary) -> Vec<f64>;

    /// The state as people look at it: fields `[components, E, N]`.
    fn fields(&self) -> Vec<Array3<f64>>;

    /// The kernels of one call of a step on `device`. On curved elements a step is several calls.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn step_plan(&self, device: &Device) -> Result<Plan, Error>;

    /// How many kernels a step launches on `device`.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn step_kernels(&self, device: &Device) -> Result<usize, Error>;

    /// The time reached.
    fn time(&self) -> f64 {
        self.evolution().time
    }

    /// The state at every node of the mesh, `[fields, E, N]`, in double precision.
    fn state(&self) -> Array3<f64> {
        self.evolution().of_mesh(&self.evolution().q)
    }

    /// Sets the state at every node of the mesh, `[fields, E, N]`, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Shape`] when the state has another shape, [`Error::Array`] when memory is exhausted.
    fn set_state(&mut self, q: ArrayView3<f64>) -> Result<(), Error> {
        self.evolution_mut().set(q)
    }

    /// The right-hand side at the current state, `[fields, E, N]`, in double precision.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn rhs(&self) -> Result<Array3<f64>, Error> {
        let mut rhs = Array::zeros(self.evolution().q.shape())?;
        self.rhs_into(&mut rhs)?;
        Ok(self.evolution().of_mesh(&rhs))
    }

    /// One step of length `dt`. Whether the state survived it [`Solver::check`] tells.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn step(&mut self, dt: f64) -> Result<(), Error> {
        self.move_state(dt)?;
        self.evolution_mut().time += dt;
        Ok(())
    }

    /// One step towards `end`: the first of equal ones, none longer than `longest`, that end there. Returns
    /// its length; it depends on the time reached alone, so that a run that goes on takes the same steps.
    ///
    /// # Errors
    /// [`Error::Unreachable`] when steps are too short to come to `end`, [`Error::Array`] when memory is exhausted.
    fn advance(&mut self, end: f64, longest: f64) -> Result<f64, Error> {
        let (left, dt) = time_stepping::next_step(self.time(), end, longest)?;
        self.step(dt)?;
        if left == 1 {
            // Not a rounding error before or after it.
            self.evolution_mut().time = end;
        }
        Ok(dt)
    }

    /// Steps from the current time to `end`, each as long as `safety` allows but for the last ones, which
    /// are equal; `observe` is told the length of each. Returns the number of steps.
    ///
    /// # Errors
    /// [`Error::Breakdown`] after a step that leaves no state of a gas, [`Error::Unreachable`] when steps are too
    /// short to come to `end`, and whatever `observe` returns.
    fn run<E: From<Error>>(
        &mut self,
        end: f64,
        safety: f64,
        mut observe: impl FnMut(&Self, f64) -> Result<(), E>,
    ) -> Result<usize, E> {
        let mut steps = 0;
        let mut stable = self.stable_step(safety)?;
        while self.time() < end {
            let dt = self.advance(end, self.longest_step(stable))?;
            steps += 1;
            stable = self.stable_step(safety)?;
            observe(self, dt)?;
        }
        Ok(steps)
    }

    /// Writes state and time to a file, the whole or nothing of it: a file of that name is there in its old
    /// or its new contents at any time. With it go [`Solver::settings`], and those of the `run` that the solver
    /// does not know, such as the length of steps.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be written, [`Error::NotAFile`] when there is something else.
    fn save(&self, path: &Path, run: &Settings) -> Result<(), Error> {
        let Evolution { q, increment, .. } = self.evolution();
        // The memory of the time step, too: what the first stage takes of it may decide a last bit.
        checkpoint::write(path, &header(self, run), &[q, increment])
    }

    /// Goes on from a file: steps of the same length give the same, bit for bit, as if the computation had
    /// not stopped. What this solver held is lost.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be read, [`Error::Checkpoint`] when it is none or damaged,
    /// [`Error::CheckpointOfOtherOptions`] when settings of the solver or of the `run` are others; the solver is
    /// then as it was.
    fn restore(&mut self, path: &Path, run: &Settings) -> Result<(), Error> {
        let shape = self.evolution().q.shape();
        let (time, [q, increment]) = checkpoint::read(path, &header(self, run), shape)?;
        let evolution = self.evolution_mut();
        (evolution.time, evolution.q, evolution.increment) = (time, q, increment);
        Ok(())
    }
}

fn header<S: Solver>(solver: &S, run: &Settings) -> Header<'static> {
    Header { kind: S::NAME, time: solver.time(), settings: solver.settings().with_all(run) }
}
