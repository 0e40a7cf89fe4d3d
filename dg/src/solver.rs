//! The common part of all solvers: a state, its way through time, and files to go on from.

use crate::checkpoint::{self, Header, Settings};
use crate::real::convert;
use crate::{Discretisation, Error, Real, time_stepping};
use array_fn::ranks::Ranks;
use array_fn::{Array, Device, Plan};
use array_fn_dg_operators::behind::write_behind;
use ndarray::{Array3, ArrayView3, Axis, concatenate, s};
use std::path::Path;

/// A state at a time, and the memory of the method that steps it.
///
/// Behind the E elements of the mesh there may be additional ones. They hold states on the boundary, which stay as they
/// are.
#[derive(Clone, Debug)]
pub struct Evolution<T: Real> {
    pub(crate) time: f64,
    /// The state of all elements, `[fields, E + more, N]`.
    pub(crate) q: Array<T, 3>,
    /// The memory of the method: zeros before the first step, and then the values that the last step left in it.
    pub(crate) increment: Array<T, 3>,
    /// The states in the additional elements, `[fields, more, N]`.
    behind: Array3<f64>,
    /// The rank, if the elements are those of one.
    ranks: Option<Ranks>,
}

impl<T: Real> Evolution<T> {
    /// Zeros at time 0 in the elements of a mesh, followed by the values of `behind`, `[fields, more, N]`, of which `states`
    /// elements are states on the boundary.
    pub(crate) fn new(
        d: &Discretisation,
        states: usize,
        behind: Array3<f64>,
    ) -> Result<Self, Error> {
        let elements = d.element_count();
        let (fields, more, n) = behind.dim();
        let shape = [fields, elements + more, n];
        let (q, increment) = (Array::zeros(shape)?, Array::zeros(shape)?);
        let ranks = d.ranks(states)?;
        Ok(Evolution { time: 0.0, q, increment, behind, ranks })
    }

    /// The values in the elements of the mesh, `[fields, E, N]`, in double precision.
    pub(crate) fn of_mesh(&self, values: &Array<T, 3>) -> Array3<f64> {
        let [_, elements, _] = values.shape();
        let mesh = elements - self.behind.dim().1;
        values.view().slice(s![.., ..mesh, ..]).mapv(T::to_f64)
    }

    /// The device for programs on arrays of this shape.
    pub(crate) fn device(&self) -> Device {
        match &self.ranks {
            Some(ranks) => Device::current().with_ranks(ranks),
            None => Device::current(),
        }
    }

    /// Writes states of a gas, or what there was first, into the halo, where programs of single elements may have left
    /// anything. The next step gets its elements from other ranks anew.
    pub(crate) fn clear_halo(&mut self) -> Result<(), Error> {
        if self.ranks.is_none() {
            return Ok(());
        }
        let [_, elements, n] = self.q.shape();
        let (_, more, _) = self.behind.dim();
        let first = elements - more;
        if self.q.is_on_gpu() {
            // The state stays there.
            return Ok(self.device().run(|| write_behind(&mut self.q, &self.behind))?);
        }
        let q = self.q.as_mut_slice();
        for ((field, e, i), x) in self.behind.indexed_iter() {
            q[(field * elements + first + e) * n + i] = T::from_f64(*x);
        }
        Ok(())
    }

    fn set(&mut self, q: ArrayView3<f64>) -> Result<(), Error> {
        let [fields, elements, n] = self.q.shape();
        let expected = [fields, elements - self.behind.dim().1, n];
        if q.shape() != expected {
            return Err(Error::Shape { actual: q.shape().to_vec(), expected: expected.to_vec() });
        }
        let all = concatenate![Axis(1), q, self.behind];
        let (q, increment) = (convert(all.view(), self.q.shape())?, Array::zeros(self.q.shape())?);
        (self.time, self.q, self.increment) = (0.0, q, increment);
        Ok(())
    }
}

/// Equations on a mesh, with a state. The five-stage Runge-Kutta method of [`time_stepping`] marches the state in time.
pub trait Solver: Sized {
    /// The precision of the state.
    type Real: Real;
    /// Integrals and extrema of a state.
    type Summary: Clone;
    /// A name in one word. Files are named after it, too.
    const NAME: &'static str;
    /// Names of [`Solver::measures`].
    const MEASURES: &'static [&'static str];
    /// Names of [`Solver::fields`].
    const FIELDS: &'static [&'static str];
    /// Whether [`Solver::stable_step`] is the same for all states. Then several steps may be one call.
    const STEADY: bool = false;

    /// The mesh with its nodes.
    fn discretisation(&self) -> &Discretisation;

    /// The state.
    fn evolution(&self) -> &Evolution<Self::Real>;

    /// The state, to be changed.
    fn evolution_mut(&mut self) -> &mut Evolution<Self::Real>;

    /// The options that decide the result, besides the state. A file to go on from has to have the same.
    fn settings(&self) -> Settings;

    /// Writes the right-hand side at the current state into `rhs`. Its shape is that of the state, including additional
    /// elements behind those of the mesh.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn rhs_into(&self, rhs: &mut Array<Self::Real, 3>) -> Result<(), Error>;

    /// Moves the state by one step of length `dt`, but not the time: five stages of the Runge-Kutta method.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn move_state(&mut self, dt: f64) -> Result<(), Error>;

    /// The same for several steps, one after another, in one call where that is possible.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn move_state_by(&mut self, lengths: &[f64]) -> Result<(), Error> {
        lengths.iter().try_for_each(|dt| self.move_state(*dt))
    }

    /// The longest step that [`time_stepping::stable_step`] allows for the current state.
    ///
    /// # Errors
    /// [`Error::Breakdown`] when the state is no state of a gas, [`Error::Array`] when memory is exhausted.
    fn stable_step(&self, safety: f64) -> Result<f64, Error>;

    /// The longest step from the current time, if steps of length `stable` are stable.
    fn longest_step(&self, stable: f64) -> f64 {
        stable
    }

    /// Checks that the state is finite, and for a flow that it is the state of a gas.
    ///
    /// # Errors
    /// [`Error::NotFinite`] or [`Error::Breakdown`], with the place.
    fn check(&self) -> Result<(), Error> {
        self.discretisation().check_finite(self.state().view(), self.time())
    }

    /// Integrals and extrema of the current state.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn summary(&self) -> Result<Self::Summary, Error>;

    /// The numbers of a summary.
    fn measures(summary: &Self::Summary) -> Vec<f64>;

    /// The fields of the state that people look at, each `[components, E, N]`.
    fn fields(&self) -> Vec<Array3<f64>>;

    /// The plan of one call of a step on `device`. On curved elements, a step is several calls.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    fn step_plan(&self, device: &Device) -> Result<Plan, Error>;

    /// The number of kernels that one step launches on `device`.
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

    /// One step of length `dt`. [`Solver::check`] tells whether the state survived it.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    fn step(&mut self, dt: f64) -> Result<(), Error> {
        self.move_state(dt)?;
        self.evolution_mut().time += dt;
        Ok(())
    }

    /// One step towards `end`: the first of equal steps, none longer than `longest`, that end there. Returns its
    /// length. The length depends only on the time reached, so that a run that goes on takes the same steps.
    ///
    /// # Errors
    /// [`Error::Unreachable`] when steps are too short to come to `end`, [`Error::Array`] when memory is exhausted.
    fn advance(&mut self, end: f64, longest: f64) -> Result<f64, Error> {
        let (left, dt) = time_stepping::next_step(self.time(), end, longest)?;
        self.step(dt)?;
        if left == 1 {
            // The time is exactly the end, without a rounding error.
            self.evolution_mut().time = end;
        }
        Ok(dt)
    }

    /// Steps from the current time to `end`. Each step is the first of equal steps that end there, none longer than
    /// `safety` allows. `observe` is called after each step, with its length. Returns the number of steps.
    ///
    /// # Errors
    /// - [`Error::Breakdown`] after a step that leaves no state of a gas.
    /// - [`Error::Unreachable`] when steps are too short to come to `end`.
    /// - The errors of `observe`.
    fn run<E: From<Error>>(
        &mut self,
        end: f64,
        safety: f64,
        mut observe: impl FnMut(&Self, f64) -> Result<(), E>,
    ) -> Result<usize, E> {
        self.run_together(end, safety, |_, _| true, |solver, lengths| observe(solver, lengths[0]))
    }

    /// [`Solver::run`] with several steps in one call where the equations allow it ([`Solver::STEADY`]). The steps are
    /// the same.
    ///
    /// A call ends with the step after which `pauses` says so. It is given the number of steps of the call so far, and
    /// the time after them. `observe` is called after each call, with the lengths of its steps, of which there are at
    /// least one.
    ///
    /// # Errors
    /// As for [`Solver::run`].
    fn run_together<E: From<Error>>(
        &mut self,
        end: f64,
        safety: f64,
        mut pauses: impl FnMut(usize, f64) -> bool,
        mut observe: impl FnMut(&Self, &[f64]) -> Result<(), E>,
    ) -> Result<usize, E> {
        let mut steps = 0;
        let mut stable = self.stable_step(safety)?;
        while self.time() < end {
            if !Self::STEADY {
                let dt = self.advance(end, self.longest_step(stable))?;
                steps += 1;
                stable = self.stable_step(safety)?;
                observe(self, &[dt])?;
                continue;
            }
            let mut lengths = Vec::new();
            let mut time = self.time();
            while lengths.is_empty() || time < end && !pauses(lengths.len(), time) {
                let (left, dt) = time_stepping::next_step(time, end, stable)?;
                lengths.push(dt);
                // The time is exactly the end, without a rounding error.
                time = if left == 1 { end } else { time + dt };
            }
            self.move_state_by(&lengths)?;
            self.evolution_mut().time = time;
            steps += lengths.len();
            observe(self, &lengths)?;
        }
        Ok(steps)
    }

    /// Writes state and time to a file, as a whole or not at all: at any time, the file has its old or its new
    /// contents. [`Solver::settings`] are written as well, and so are the settings of the `run` that the solver does
    /// not know, such as the length of steps.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be written, [`Error::NotAFile`] when something at `path` is no file.
    fn save(&self, path: &Path, run: &Settings) -> Result<(), Error> {
        let (d, evolution) = (self.discretisation(), self.evolution());
        let Evolution { q, increment, .. } = evolution;
        // The memory of the method is written, too: the first stage of the next step reads it, which may change the
        // last bit.
        checkpoint::write(path, &header(self, run), &d.records(), &[q, increment])
    }

    /// A checksum of the state: of the bits of all values, with the numbers of their elements in the whole mesh. It does
    /// not depend on ranks.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange it.
    fn checksum(&self) -> Result<u64, Error> {
        let q = self.state();
        self.discretisation().fingerprint(|e| q.index_axis(Axis(1), e).to_owned().into_iter())
    }

    /// The state at every node of the whole mesh, `[fields, E, N]`, from all ranks. Only rank 0 gets it.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange it.
    fn whole_state(&self) -> Result<Option<Array3<f64>>, Error> {
        self.discretisation().gathered(self.state())
    }

    /// Goes on from a file. Steps of the same length give the same results, bit for bit, as if the computation had not
    /// stopped. The previous state of the solver is lost.
    ///
    /// # Errors
    /// - [`Error::File`] when the file cannot be read.
    /// - [`Error::Checkpoint`] when it is no checkpoint, or damaged.
    /// - [`Error::CheckpointOfOtherOptions`] when the settings of the solver or of the `run` differ.
    ///
    /// After an error, the solver is as it was before.
    fn restore(&mut self, path: &Path, run: &Settings) -> Result<(), Error> {
        let (d, evolution) = (self.discretisation(), self.evolution());
        let [fields, _, n] = evolution.q.shape();
        let (time, [q, increment]) =
            checkpoint::read(path, &header(self, run), &d.records(), [fields, n])?;
        // Behind the elements of the mesh nothing changes in a run.
        let increment_behind = Array3::zeros(evolution.behind.dim());
        let q = concatenate![Axis(1), q, evolution.behind];
        let increment = concatenate![Axis(1), increment, increment_behind];
        let shape = evolution.q.shape();
        let (q, increment) = (convert(q.view(), shape)?, convert(increment.view(), shape)?);
        let evolution = self.evolution_mut();
        (evolution.time, evolution.q, evolution.increment) = (time, q, increment);
        Ok(())
    }
}

/// The fields that all solvers have, for the implementation of [`Solver`] in the precision `$real`.
macro_rules! parts {
    ($real:ty) => {
        type Real = $real;

        fn discretisation(&self) -> &Discretisation {
            self.discretisation
        }

        fn evolution(&self) -> &Evolution<$real> {
            &self.evolution
        }

        fn evolution_mut(&mut self) -> &mut Evolution<$real> {
            &mut self.evolution
        }
    };
}
pub(crate) use parts;

/// What linear waves have in common, for the implementation of [`Solver`]: their summary is the energy, and all signals
/// have the speed `$speed`.
macro_rules! linear_waves {
    ($solver:ident, $speed:expr) => {
        /// The energy.
        type Summary = f64;
        const MEASURES: &'static [&'static str] = &["energy"];
        const STEADY: bool = true;

        fn stable_step(&self, safety: f64) -> Result<f64, Error> {
            let ($solver, order) = (self, self.discretisation.reference.order);
            Ok(time_stepping::stable_step(order, self.fscale, $speed, safety))
        }

        fn summary(&self) -> Result<f64, Error> {
            let d = self.discretisation;
            let [energy] = d.sums_of_ranks([&d.energies(self.state().view())])?;
            Ok(energy)
        }

        fn measures(energy: &f64) -> Vec<f64> {
            vec![*energy]
        }
    };
}
pub(crate) use linear_waves;

fn header<S: Solver>(solver: &S, run: &Settings) -> Header<'static> {
    Header { kind: S::NAME, time: solver.time(), settings: solver.settings().with_all(run) }
}
