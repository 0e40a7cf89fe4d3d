//! The Euler equations on a mesh, marched in time by the compiled programs.

use super::limiter::{Limiter, Limiting};
use super::{
    Behind, Boundary, EntropyCorrection, FLOW_FIELDS, Operands, Primitive, State, Summary,
    VolumeForm, flow_fields,
};
use crate::checkpoint::{self, Settings};
use crate::named::named;
use crate::operands::dims;
use crate::real::{double, double_mut, number};
use crate::solver::parts;
use crate::{Discretisation, Error, Evolution, Integrals, Real, Solver, time_stepping};
use array_fn::{Array, Device, Plan};
use array_fn_dg_entropy as entropy;
use array_fn_dg_operators::curved_euler::{self, hll_jump, hllc_jump, llf_jump, stage};
use array_fn_dg_operators::euler::{
    hll_rhs, hll_step, hllc_rhs, hllc_step, llf_rhs, llf_step, llf_wide_rhs, signal_rate, summary,
};
use array_fn_dg_operators::space::{CurvedGeometry, SpaceOf};
use ndarray::{Array3, ArrayView1, Axis, s};

named! {
    "numerical flux"
    /// The numerical flux between elements.
    pub enum Flux {
        /// Local Lax-Friedrichs (Rusanov): the most robust, and the most dissipative.
        Llf = "llf",
        /// The same with `|v| + a` for the speed of signals in place of `|n.v| + a`, as some codes and tables
        /// have it: more dissipative still.
        LlfWide = "llf-wide",
        /// Harten, Lax and van Leer: less dissipative where the flow is fast.
        Hll = "hll",
        /// Toro, Spruce and Speares: keeps contacts and shear layers that move with the flow.
        Hllc = "hllc",
    }
}

impl Flux {
    /// Checks that the flux is compiled for the precision `T`.
    ///
    /// # Errors
    /// [`Error::Precision`] if it is not.
    pub(super) fn check<T>(self) -> Result<(), Error> {
        match self == Flux::Llf || size_of::<T>() == size_of::<f64>() {
            true => Ok(()),
            false => Err(Error::Precision { flux: self }),
        }
    }
}

/// A program of [`Programs`]: `(q, increment, space, wall, dt)`.
pub type Step<T> = fn(
    &mut Array<T, 3>,
    &mut Array<T, 3>,
    &SpaceOf<T>,
    &Array<T, 2>,
    T,
) -> Result<(), array_fn::Error>;

/// A program of [`Programs`]: `(q, fscale)`.
pub type SignalRate<T> = fn(&Array<T, 3>, &Array<T, 2>) -> Result<Array<T, 0>, array_fn::Error>;

/// Programs that take the place of those of a flux, such as ones with another gas law. They are for elements with plane
/// faces. E counts the elements of [`Operands`], and N the nodes of one.
#[derive(Clone, Copy, Debug)]
pub struct Programs<T: Real> {
    /// A name. A file to go on from has to have the same.
    pub name: &'static str,
    /// A step, in place: of the state and of the memory of the method, both `[5, E, N]`, on a mesh with the slip walls
    /// `[E, 4]`, and of the given length.
    pub step: Step<T>,
    /// The number of elements that the fastest signal crosses in a unit of time, from the state `[5, E, N]` and `fscale`,
    /// `[E, 4]`. It is NaN where there is no gas with this state.
    pub signal_rate: SignalRate<T>,
}

/// The plan of the program of the flux, of those for [`Flux::ALL`]. On curved elements, it is that of a stage.
macro_rules! plan_of_flux {
    ($solver:ident, $device:ident, [$llf:ident, $wide:ident, $hll:ident, $hllc:ident]) => {{
        let [e, n, f] = dims(&$solver.operands.space);
        Ok(match ($solver.flux, &$solver.operands.curved) {
            (_, Some(_)) => stage::plan($device, e, n, f)?,
            (Flux::Llf, None) => $llf::plan::<T>($device, e, n, f)?,
            (Flux::LlfWide, None) => $wide::plan::<f64>($device, e, n, f)?,
            (Flux::Hll, None) => $hll::plan::<f64>($device, e, n, f)?,
            (Flux::Hllc, None) => $hllc::plan::<f64>($device, e, n, f)?,
        })
    }};
}

/// The Euler equations on a mesh with boundary conditions, and their state: five fields, the conserved variables.
#[derive(Clone, Debug)]
pub struct EulerSolver<'d, T: Real> {
    discretisation: &'d Discretisation,
    operands: Operands<T>,
    /// The number of additional elements.
    more: usize,
    /// The fingerprint of the boundary conditions.
    boundary: u64,
    flux: Flux,
    correction: EntropyCorrection<T>,
    limiter: Option<Limiter<T>>,
    programs: Option<Programs<T>>,
    gamma: f64,
    evolution: Evolution<T>,
}

impl<'d, T: Real> EulerSolver<'d, T> {
    /// A solver for a gas with the ratio of specific heats `gamma`, above 1. At time 0, the gas is at rest, with
    /// density and pressure 1. Volume terms are [`VolumeForm::EntropyCorrected`].
    ///
    /// # Errors
    /// - [`Error::Array`] when memory is exhausted.
    /// - [`Error::Precision`] when the flux is not compiled for `T`.
    /// - [`Error::CurvedPrecision`] when elements are curved and `T` is `f32`.
    pub fn new(
        discretisation: &'d Discretisation,
        boundary: &Boundary,
        flux: Flux,
        gamma: f64,
    ) -> Result<Self, Error> {
        let operands = Operands::new(discretisation, boundary)?;
        flux.check::<T>()?;
        let states: Vec<State> =
            boundary.states.iter().map(|state| state.conserved(gamma)).collect();
        let (d, n) = (discretisation, discretisation.reference.node_count());
        let (more, rest) = (d.behind(states.len()), Primitive::REST.conserved(gamma));
        let behind = Array3::from_shape_fn((5, more, n), |(field, k, _)| {
            states.get(k).unwrap_or(&rest)[field]
        });
        let boundary = d.fingerprint(|e| {
            let prescribed = boundary.prescribed.row(e).to_vec();
            let of_face = |state: Option<u32>| state.map_or([0.0; 5], |k| states[k as usize]);
            let walls = boundary.wall.row(e).to_vec().into_iter();
            walls.chain(prescribed.into_iter().flat_map(of_face).collect::<Vec<_>>())
        })?;
        let form = VolumeForm::EntropyCorrected;
        let mut solver = EulerSolver {
            discretisation,
            operands,
            more,
            boundary,
            flux,
            correction: EntropyCorrection::new(form, discretisation, more, Behind::Uniform)?,
            limiter: None,
            programs: None,
            gamma,
            evolution: Evolution::new(d, states.len(), behind)?,
        };
        solver.set_initial(|_| Primitive::REST)?;
        Ok(solver)
    }

    /// Computes volume terms in the form `form` from now on.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_volume_form(&mut self, form: VolumeForm) -> Result<(), Error> {
        let (d, more) = (self.discretisation, self.more);
        self.correction = EntropyCorrection::new(form, d, more, Behind::Uniform)?;
        Ok(())
    }

    /// The form in which volume terms are computed.
    pub fn volume_form(&self) -> VolumeForm {
        self.correction.form()
    }

    /// Limits the solution after every step from now on. `boundary` is that of the solver. On ranks, all ranks call this.
    ///
    /// # Errors
    /// [`Error::SlopesOfOrder`] when slopes are to be limited at an order other than 1, [`Error::Array`] when memory is
    /// exhausted, or ranks cannot exchange neighbours.
    pub fn set_limiting(&mut self, limiting: Limiting, boundary: &Boundary) -> Result<(), Error> {
        self.limiter = Some(Limiter::new(self.discretisation, boundary, limiting)?);
        Ok(())
    }

    /// The limiter that runs after every step, if there is one.
    pub fn limiting(&self) -> Option<Limiting> {
        self.limiter.as_ref().map(Limiter::limiting)
    }

    /// Steps by these programs from now on, and no more by those of the flux. Right-hand sides, summaries, limiters and the
    /// entropy correction stay those of an ideal gas.
    ///
    /// # Errors
    /// [`Error::CurvedPrecision`] when elements are curved.
    pub fn set_programs(&mut self, programs: Programs<T>) -> Result<(), Error> {
        if self.operands.curved.is_some() {
            return Err(Error::CurvedPrecision);
        }
        self.programs = Some(programs);
        Ok(())
    }

    /// Sets the state to a function of the coordinates, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_initial(&mut self, state: impl Fn([f64; 3]) -> Primitive) -> Result<(), Error> {
        let conserved = |x| state(x).conserved(self.gamma);
        self.set_state(self.discretisation.sample_fields(conserved).view())
    }

    /// Sets the state to a function that jumps at faces, and the time to 0. The coordinates are those of nodes moved
    /// slightly into their elements.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_discontinuous(
        &mut self,
        state: impl Fn([f64; 3]) -> Primitive,
    ) -> Result<(), Error> {
        let conserved = |x| state(x).conserved(self.gamma);
        self.set_state(self.discretisation.sample_within(conserved).view())
    }

    /// The ratio of specific heats.
    pub fn gamma(&self) -> f64 {
        self.gamma
    }

    /// The plan of one right-hand side on `device`. If elements are curved, it is the plan of a stage without the jump on
    /// faces.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs_plan(&self, device: &Device) -> Result<Plan, Error> {
        plan_of_flux!(self, device, [llf_rhs, llf_wide_rhs, hll_rhs, hllc_rhs])
    }

    /// One step of length `dt`, before it is corrected and limited.
    fn step_by_flux(&mut self, dt: f64) -> Result<(), Error> {
        let Evolution { q, increment, .. } = &mut self.evolution;
        if let Some(stage) = self.operands.curved_stage(self.flux, self.gamma)? {
            return time_stepping::step_by_stages(dt, q, increment, &stage);
        }
        let Operands { space, wall, .. } = &self.operands;
        if let Some(programs) = self.programs {
            return Ok((programs.step)(q, increment, space, wall, T::from_f64(dt))?);
        }
        if self.flux == Flux::Llf {
            let [gamma, wide, dt] = [self.gamma, 0.0, dt].map(T::from_f64);
            return Ok(llf_step(q, increment, space, wall, gamma, wide, dt)?);
        }
        let q: &mut Array<f64, 3> = double_mut(q)?;
        let increment: &mut Array<f64, 3> = double_mut(increment)?;
        let Operands { space, wall, .. } = double(&self.operands)?;
        match self.flux {
            Flux::Llf => llf_step(q, increment, space, wall, self.gamma, 0.0, dt)?,
            Flux::LlfWide => llf_step(q, increment, space, wall, self.gamma, 1.0, dt)?,
            Flux::Hll => hll_step(q, increment, space, wall, self.gamma, dt)?,
            Flux::Hllc => hllc_step(q, increment, space, wall, self.gamma, dt)?,
        }
        Ok(())
    }

    /// The L2 norm of the difference between the density and a function of the coordinates, over the square root of the
    /// mesh's volume. It is NaN if ranks cannot exchange it.
    pub fn density_error(&self, exact: impl Fn([f64; 3]) -> f64) -> f64 {
        let d = self.discretisation;
        let error = &self.state().index_axis(Axis(0), 0) - &d.sample(exact);
        let squares = d.inner_products(error.view(), error.view());
        let sums = d.sums_of_ranks([&squares, &d.volumes()]);
        sums.map_or(f64::NAN, |[square, volume]| (square / volume).sqrt())
    }

    /// The L1 norm of the difference between the density and a function of the coordinates, relative to the norm of the
    /// function, by quadrature at the nodes. It is for solutions that jump. It is NaN if ranks cannot exchange it.
    pub fn density_error_l1(&self, exact: impl Fn([f64; 3]) -> f64) -> f64 {
        let d = self.discretisation;
        let weights = d.weights();
        let (state, exact) = (self.state(), d.sample(exact));
        let integrals = |f: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
            let of_element = |(e, weights): (usize, ArrayView1<f64>)| {
                weights.iter().enumerate().map(|(i, w)| w * f(e, i)).sum()
            };
            weights.outer_iter().enumerate().map(of_element).collect()
        };
        let error = integrals(&|e, i| (state[[0, e, i]] - exact[[e, i]]).abs());
        let sums = d.sums_of_ranks([&error, &integrals(&|e, i| exact[[e, i]].abs())]);
        sums.map_or(f64::NAN, |[error, all]| error / all)
    }
}

impl<T: Real> Solver for EulerSolver<'_, T> {
    parts!(T);
    type Summary = Summary;
    const NAME: &'static str = "euler";
    const MEASURES: &'static [&'static str] = &Summary::NAMES;
    const FIELDS: &'static [&'static str] = &FLOW_FIELDS;

    fn settings(&self) -> Settings {
        checkpoint::settings::<T>(self.discretisation)
            .with("flux", self.flux)
            .with("volume", self.volume_form())
            .with("limiter", self.limiting().map_or("none", Limiting::name))
            .with("gamma", self.gamma)
            .with("programs", self.programs.map_or("flux", |programs| programs.name))
            .with_fingerprint("boundary condition", self.boundary)
    }

    fn rhs_into(&self, rhs: &mut Array<T, 3>) -> Result<(), Error> {
        let (q, gamma) = (&self.evolution.q, self.gamma);
        self.evolution.device().run(|| {
            if let Some(stage) = self.operands.curved_stage(self.flux, gamma)? {
                return time_stepping::rate_by_stage(q, rhs, &stage);
            }
            let Operands { space, wall, .. } = &self.operands;
            if self.flux == Flux::Llf {
                return Ok(llf_rhs::into(q, space, wall, T::from_f64(gamma), rhs)?);
            }
            let (q, rhs): (&Array<f64, 3>, &mut Array<f64, 3>) = (double(q)?, double_mut(rhs)?);
            let Operands { space, wall, .. } = double(&self.operands)?;
            match self.flux {
                Flux::Llf => llf_rhs::into(q, space, wall, gamma, rhs)?,
                Flux::LlfWide => llf_wide_rhs::into(q, space, wall, gamma, rhs)?,
                Flux::Hll => hll_rhs::into(q, space, wall, gamma, rhs)?,
                Flux::Hllc => hllc_rhs::into(q, space, wall, gamma, rhs)?,
            }
            Ok(())
        })
    }

    fn move_state(&mut self, dt: f64) -> Result<(), Error> {
        self.evolution.device().run(|| {
            self.step_by_flux(dt)?;
            let (q, Operands { space, curved, .. }) = (&mut self.evolution.q, &self.operands);
            self.correction.apply(&space.geometry.metric, curved.as_ref(), self.gamma, dt, q)?;
            match &self.limiter {
                Some(limiter) => limiter.apply(self.gamma, q),
                None => Ok(()),
            }
        })?;
        self.evolution.clear_halo()
    }

    /// The step is computed on the device.
    fn stable_step(&self, safety: f64) -> Result<f64, Error> {
        let fscale = &self.operands.space.geometry.fscale;
        let rate = match self.programs {
            Some(programs) => (programs.signal_rate)(&self.evolution.q, fscale)?,
            None => signal_rate(&self.evolution.q, fscale, T::from_f64(self.gamma))?,
        };
        step_of_flow(self, self.gamma, &rate, safety)
    }

    fn longest_step(&self, stable: f64) -> f64 {
        let limiter = self.limiter.as_ref();
        limiter.map_or(stable, |limiter| limiter.longest_step(self.time(), stable))
    }

    fn check(&self) -> Result<(), Error> {
        self.stable_step(1.0).map(|_| ())
    }

    /// The integrals and extrema are computed on the device.
    fn summary(&self) -> Result<Summary, Error> {
        let (q, gamma) = (&self.evolution.q, self.gamma);
        let Integrals { jacobian, weights, mass } = &self.operands.integrals;
        let d = self.discretisation;
        let device = self.evolution.device();
        let Some(CurvedGeometry { jacobian, .. }) = &self.operands.curved else {
            let (energy, sums) = device.run(|| {
                let energy = entropy::kinetic_energy(q, jacobian, mass)?;
                Ok::<_, Error>((energy, summary(q, jacobian, weights, T::from_f64(gamma))?))
            })?;
            let energy = energy.to_host()?;
            let energy: Vec<f64> = energy.as_slice().iter().map(|x| x.to_f64()).collect();
            return Summary::new(d, sums, &energy);
        };
        let q: &Array<f64, 3> = double(q)?;
        let (weights, mass): (&Array<f64, 1>, &Array<f64, 2>) = (double(weights)?, double(mass)?);
        let (energy, sums) = device.run(|| {
            let energy = entropy::curved_kinetic_energy(q, jacobian, mass)?;
            Ok::<_, Error>((energy, curved_euler::summary(q, jacobian, weights, gamma)?))
        })?;
        Summary::new(d, sums, energy.to_host()?.as_slice())
    }

    fn measures(summary: &Summary) -> Vec<f64> {
        summary.numbers()
    }

    fn fields(&self) -> Vec<Array3<f64>> {
        flow_fields(self.state(), self.gamma)
    }

    fn step_plan(&self, device: &Device) -> Result<Plan, Error> {
        plan_of_flux!(self, device, [llf_step, llf_step, hll_step, hllc_step])
    }

    /// The number does not include the kernels of a limiter.
    fn step_kernels(&self, device: &Device) -> Result<usize, Error> {
        let [e, n, f] = dims(&self.operands.space);
        let curved = self.operands.curved.is_some();
        let correction = self.correction.kernels(device, curved, [e, n])?;
        let step = self.step_plan(device)?.kernel_count();
        if !curved {
            return Ok(step + correction);
        }
        let jump = match self.flux {
            Flux::Llf | Flux::LlfWide => llf_jump::plan(device, e, n, f)?,
            Flux::Hll => hll_jump::plan(device, e, n, f)?,
            Flux::Hllc => hllc_jump::plan(device, e, n, f)?,
        };
        Ok(5 * (step + jump.kernel_count()) + correction)
    }
}

/// The longest step of a flow whose fastest signal crosses `rate` elements in a unit of time.
///
/// If `rate` is not finite, but the state is that of a gas, it is 0: signals are so fast, or the viscosity is so large,
/// that no step is short enough. Otherwise it is [`Error::Breakdown`]. Its place is one where the state is still finite,
/// if there is one, because values that are not finite spread from there.
pub(crate) fn step_of_flow<S: Solver>(
    solver: &S,
    gamma: f64,
    rate: &Array<S::Real, 0>,
    safety: f64,
) -> Result<f64, Error> {
    let (d, own) = (solver.discretisation(), number(rate)?);
    let [rate] = d.max_of_ranks([own])?;
    if rate.is_finite() {
        return Ok(time_stepping::stable_step(d.reference.order, 1.0, rate, safety));
    }
    let q = solver.state();
    let at = |[e, i]: [usize; 2]| {
        Primitive::from_conserved(std::array::from_fn(|f| q[[f, e, i]]), gamma)
    };
    let (_, elements, n) = q.dim();
    let all = (0..elements).flat_map(|e| (0..n).map(move |i| [e, i]));
    let bad: Vec<_> = all.filter(|&place| !at(place).is_admissible()).collect();
    let finite = bad.iter().find(|&&[e, i]| q.slice(s![.., e, i]).iter().all(|x| x.is_finite()));
    let place = finite.or(bad.first()).copied();
    if place.is_none() && own.is_finite() && rate.is_nan() {
        let message = "the state of another rank is that of no gas".into();
        return Err(Error::Array(array_fn::Error::Ranks { message }));
    }
    let Some(place) = place.or(rate.is_nan().then_some([0, 0])) else { return Ok(0.0) };
    let ([element, node], Primitive { density, pressure, .. }) = (place, at(place));
    let (time, x) = (solver.time(), d.node(element, node));
    let element = d.number(element);
    Err(Error::Breakdown { time, element, x, density, pressure })
}
