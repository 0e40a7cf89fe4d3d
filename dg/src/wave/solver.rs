//! The wave equation on a mesh, marched in time by the compiled programs.

use super::operands::convert;
use super::{FaceCoefficients, Operands, Real, State};
use crate::{Discretisation, Error, time_stepping};
use array_fn::{Array, Device, Plan};
use ndarray::{Array3, ArrayView3, Axis};
use std::fmt;

/// The numerical flux between elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flux {
    /// Dissipates jumps; converges with order p + 1.
    Upwind,
    /// Conserves the energy.
    Central,
}

impl Flux {
    /// The share of what dissipates.
    pub(super) fn alpha(self) -> f64 {
        match self {
            Flux::Upwind => 1.0,
            Flux::Central => 0.0,
        }
    }
}

impl fmt::Display for Flux {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Flux::Upwind => "upwind",
            Flux::Central => "central",
        })
    }
}

/// The wave equation on a mesh with boundary conditions, and its state.
#[derive(Clone, Debug)]
pub struct WaveSolver<T: Real> {
    pub(super) operands: Operands<T>,
    pub(super) flux: Flux,
    pub(super) speed: f64,
    pub(super) time: f64,
    pub(super) q: Array<T, 3>,
    pub(super) increment: Array<T, 3>,
}

impl<T: Real> WaveSolver<T> {
    /// A solver for waves of the speed `speed`, at rest at time 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, [`Error::CurvedPrecision`] when elements are curved and `T` is
    /// `f32`.
    pub fn new(
        discretisation: &Discretisation,
        faces: &FaceCoefficients,
        flux: Flux,
        speed: f64,
    ) -> Result<Self, Error> {
        let operands = Operands::new(discretisation, faces)?;
        let shape = [4, discretisation.element_count(), discretisation.reference.node_count()];
        let (q, increment) = (Array::zeros(shape)?, Array::zeros(shape)?);
        Ok(WaveSolver { operands, flux, speed, time: 0.0, q, increment })
    }

    /// Sets the state to a function of the coordinates, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_initial(
        &mut self,
        discretisation: &Discretisation,
        state: impl Fn([f64; 3]) -> State,
    ) -> Result<(), Error> {
        let mut q = Array3::zeros(self.q.shape());
        for (field, mut values) in q.axis_iter_mut(Axis(0)).enumerate() {
            values.assign(&discretisation.sample(|x| state(x)[field]));
        }
        self.set_state(q.view())
    }

    /// Sets the state (u, v) at every node, `[4, E, N]`, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Array`] when the state has another shape or memory is exhausted.
    pub fn set_state(&mut self, q: ArrayView3<f64>) -> Result<(), Error> {
        self.q = convert(q, self.q.shape())?;
        self.increment = Array::zeros(self.q.shape())?;
        self.time = 0.0;
        Ok(())
    }

    /// The state (u, v) at every node, `[4, E, N]`, in double precision.
    pub fn state(&self) -> Array3<f64> {
        self.q.view().mapv(T::to_f64)
    }

    /// The time reached.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The right-hand side at the current state, `[4, E, N]`, in double precision.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs(&self) -> Result<Array3<f64>, Error> {
        let mut rhs = Array::zeros(self.q.shape())?;
        self.operands.rhs_into(self.flux, self.speed, &self.q, &mut rhs)?;
        Ok(rhs.view().mapv(T::to_f64))
    }

    /// One step of length `dt`: five stages of the low-storage Runge-Kutta method in one call, or one each on
    /// curved elements.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn step(&mut self, dt: f64) -> Result<(), Error> {
        self.operands.step(self.flux, self.speed, dt, &mut self.q, &mut self.increment)?;
        self.time += dt;
        Ok(())
    }

    /// One step towards `end`: the first of equal ones, none longer than `longest`, that end there. Returns
    /// its length; it depends on the time reached alone, so that a run that goes on takes the same steps.
    ///
    /// # Errors
    /// [`Error::Unreachable`] when steps are too short to come to `end`, [`Error::Array`] when memory is exhausted.
    pub fn advance(&mut self, end: f64, longest: f64) -> Result<f64, Error> {
        let (left, dt) = time_stepping::next_step(self.time, end, longest)?;
        self.step(dt)?;
        if left == 1 {
            // Not a rounding error before or after it.
            self.time = end;
        }
        Ok(dt)
    }

    /// Whether the state is finite everywhere.
    ///
    /// # Errors
    /// [`Error::NotFinite`] with the first place where it is not.
    pub fn check(&self, discretisation: &Discretisation) -> Result<(), Error> {
        let q = self.state();
        let (_, elements, n) = q.dim();
        let nodes = (0..elements).flat_map(|e| (0..n).map(move |i| (e, i)));
        for (element, node) in nodes {
            if !(0..4).all(|field| q[[field, element, node]].is_finite()) {
                let x = std::array::from_fn(|axis| discretisation.nodes[[axis, element, node]]);
                return Err(Error::NotFinite { time: self.time, element, x });
            }
        }
        Ok(())
    }

    /// The kernels of one step on `device`, of one of its five equal stages if elements are curved.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn step_plan(&self, device: &Device) -> Result<Plan, Error> {
        self.operands.step_plan(device, self.flux)
    }

    /// How many kernels a step launches on `device`.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    pub fn step_kernels(&self, device: &Device) -> Result<usize, Error> {
        let calls = if self.operands.curved.is_some() { 5 } else { 1 };
        Ok(calls * self.step_plan(device)?.kernel_count())
    }

    /// The energy `1/2 int u^2 + |v|^2` of the current state.
    pub fn energy(&self, discretisation: &Discretisation) -> f64 {
        let q = self.state();
        0.5 * q.outer_iter().map(|field| discretisation.norm_squared(field)).sum::<f64>()
    }
}
