//! The wave equation on a mesh, marched in time by the compiled programs.

use super::{FaceCoefficients, Operands, State};
use crate::checkpoint::{self, Settings};
use crate::named::named;
use crate::operands::dims;
use crate::solver::{linear_waves, parts};
use crate::{Discretisation, Error, Evolution, Real, Solver, time_stepping};
use array_fn::ranks::ExactSum;
use array_fn::{Array, Device, Plan};
use array_fn_dg_operators::curved_wave;
use array_fn_dg_operators::wave::{blended_rhs, blended_steps, upwind_rhs, upwind_steps};
use ndarray::{Array3, s};

named! {
    "numerical flux"
    /// The numerical flux between elements.
    pub enum Flux {
        /// Dissipates jumps; converges with order p + 1.
        Upwind = "upwind",
        /// Conserves the energy.
        Central = "central",
    }
}

impl Flux {
    /// The share of the upwind flux, which dissipates.
    pub(super) fn alpha(self) -> f64 {
        match self {
            Flux::Upwind => 1.0,
            Flux::Central => 0.0,
        }
    }
}

/// The wave equation on a mesh with boundary conditions, and its state `(u, v)` of four fields.
#[derive(Clone, Debug)]
pub struct WaveSolver<'d, T: Real> {
    discretisation: &'d Discretisation,
    operands: Operands<T>,
    /// The fingerprint of the boundary conditions.
    boundary: u64,
    flux: Flux,
    speed: f64,
    /// The largest `fscale`, which limits the time step.
    fscale: f64,
    evolution: Evolution<T>,
}

impl<'d, T: Real> WaveSolver<'d, T> {
    /// A solver for waves of the speed `speed`, at rest at time 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, [`Error::CurvedPrecision`] when elements are curved and `T` is
    /// `f32`.
    pub fn new(
        discretisation: &'d Discretisation,
        faces: &FaceCoefficients,
        flux: Flux,
        speed: f64,
    ) -> Result<Self, Error> {
        let operands = Operands::new(discretisation, faces)?;
        let d = discretisation;
        let nothing = Array3::zeros((4, d.behind(0), d.reference.node_count()));
        let evolution = Evolution::new(d, 0, nothing)?;
        let coefficients = [&faces.transmission, &faces.reflection];
        let boundary = d.fingerprint(|e| {
            let of_element = coefficients.into_iter().flat_map(move |of| of.row(e).to_vec());
            // As the programs have them.
            of_element.map(|x| T::from_f64(x).to_f64())
        })?;
        let fscale = discretisation.max_fscale();
        Ok(WaveSolver { discretisation, operands, boundary, flux, speed, fscale, evolution })
    }

    /// Sets the state to a function of the coordinates, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_initial(&mut self, state: impl Fn([f64; 3]) -> State) -> Result<(), Error> {
        self.set_state(self.discretisation.sample_fields(state).view())
    }

    /// The energy `1/2 int u^2 + |v|^2` of the current state, in the elements of this rank.
    pub fn energy(&self) -> f64 {
        let energies = self.discretisation.energies(self.state().view());
        energies.into_iter().collect::<ExactSum>().value()
    }
}

impl<T: Real> Solver for WaveSolver<'_, T> {
    parts!(T);
    linear_waves!(solver, solver.speed);
    const NAME: &'static str = "wave";
    const FIELDS: &'static [&'static str] = &["u", "v"];

    fn settings(&self) -> Settings {
        checkpoint::settings::<T>(self.discretisation)
            .with("flux", self.flux)
            .with("speed", self.speed)
            .with_fingerprint("boundary condition", self.boundary)
    }

    fn rhs_into(&self, rhs: &mut Array<T, 3>) -> Result<(), Error> {
        let q = &self.evolution.q;
        self.evolution.device().run(|| {
            if let Some(stage) = self.operands.curved_stage(self.flux, self.speed)? {
                return time_stepping::rate_by_stage(q, rhs, &stage);
            }
            let Operands { space, faces, .. } = &self.operands;
            let [c, alpha] = [self.speed, self.flux.alpha()].map(T::from_f64);
            match self.flux {
                Flux::Upwind => upwind_rhs::into(q, space, faces, c, rhs)?,
                Flux::Central => blended_rhs::into(q, space, faces, c, alpha, rhs)?,
            }
            Ok(())
        })
    }

    fn move_state(&mut self, dt: f64) -> Result<(), Error> {
        self.move_state_by(&[dt])
    }

    fn move_state_by(&mut self, lengths: &[f64]) -> Result<(), Error> {
        let device = self.evolution.device();
        let Evolution { q, increment, .. } = &mut self.evolution;
        device.run(|| {
            if let Some(stage) = self.operands.curved_stage(self.flux, self.speed)? {
                let mut step = |dt: &f64| time_stepping::step_by_stages(*dt, q, increment, &stage);
                return lengths.iter().try_for_each(&mut step);
            }
            let Operands { space, faces, .. } = &self.operands;
            let [c, alpha] = [self.speed, self.flux.alpha()].map(T::from_f64);
            time_stepping::padded(lengths, T::from_f64).try_for_each(|dt| match self.flux {
                Flux::Upwind => Ok(upwind_steps(q, increment, space, faces, c, &dt)?),
                Flux::Central => Ok(blended_steps(q, increment, space, faces, c, alpha, &dt)?),
            })
        })
    }

    fn fields(&self) -> Vec<Array3<f64>> {
        let q = self.state();
        vec![q.slice(s![..1, .., ..]).to_owned(), q.slice(s![1.., .., ..]).to_owned()]
    }

    fn step_plan(&self, device: &Device) -> Result<Plan, Error> {
        let [e, n, f] = dims(&self.operands.space);
        Ok(match (self.flux, &self.operands.curved) {
            (_, Some(_)) => curved_wave::stage::plan(device, e, n, f)?,
            (Flux::Upwind, None) => upwind_steps::plan::<T>(device, 1, e, n, f)?,
            (Flux::Central, None) => blended_steps::plan::<T>(device, 1, e, n, f)?,
        })
    }

    fn step_kernels(&self, device: &Device) -> Result<usize, Error> {
        let calls = if self.operands.curved.is_some() { 5 } else { 1 };
        Ok(calls * self.step_plan(device)?.kernel_count())
    }
}
