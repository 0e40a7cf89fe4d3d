//! The Euler equations on a mesh, marched in time by the compiled programs.

use super::limiter::{Limiter, Limiting};
use super::{
    Behind, Boundary, EntropyCorrection, FLOW_FIELDS, Operands, Primitive, State, VolumeForm,
    flow_fields,
};
use crate::checkpoint::{self, Settings};
use crate::named::named;
use crate::solver::parts;
use crate::{Discretisation, Error, Evolution, Mesh, Real, Solver, time_stepping};
use array_fn::{Array, Device, Plan};
use ndarray::{Array3, Axis, s};

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

/// Integrals and extrema of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Integrals of the conserved variables over the mesh.
    pub totals: State,
    /// Least and largest density at a node.
    pub density: [f64; 2],
    /// Least and largest pressure at a node.
    pub pressure: [f64; 2],
    /// Largest ratio of the speed to the speed of sound.
    pub mach: f64,
    /// Integral of the kinetic energy, `rho |v|^2 / 2`.
    pub kinetic_energy: f64,
}

impl Summary {
    /// Names of [`Summary::numbers`].
    pub const NAMES: [&'static str; 11] = [
        "mass",
        "momentum_x",
        "momentum_y",
        "momentum_z",
        "energy",
        "density_min",
        "density_max",
        "pressure_min",
        "pressure_max",
        "mach_max",
        "kinetic_energy",
    ];

    /// The numbers of the summary in one list.
    pub fn numbers(&self) -> Vec<f64> {
        let Summary { totals, density, pressure, mach, kinetic_energy } = self;
        [&totals[..], density, pressure, &[*mach, *kinetic_energy]].concat()
    }

    /// A summary of the results of the programs for integrals and extrema.
    pub(crate) fn new(totals: State, extrema: [f64; 5], kinetic_energy: f64) -> Self {
        let [rho, rho_max, p, p_max, mach] = extrema;
        Summary { totals, density: [rho, rho_max], pressure: [p, p_max], mach, kinetic_energy }
    }
}

/// The Euler equations on a mesh with boundary conditions, and their state: five fields, the conserved variables.
#[derive(Clone, Debug)]
pub struct EulerSolver<'d, T: Real> {
    discretisation: &'d Discretisation,
    operands: Operands<T>,
    states: Vec<State>,
    flux: Flux,
    correction: EntropyCorrection<T>,
    limiter: Option<Limiter<T>>,
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
        // This fails if the flux does not exist.
        operands.step_plan(&Device::cpu(), flux)?;
        let states: Vec<State> =
            boundary.states.iter().map(|state| state.conserved(gamma)).collect();
        let (n, more) = (discretisation.reference.node_count(), states.len());
        let behind = Array3::from_shape_fn((5, more, n), |(field, k, _)| states[k][field]);
        let form = VolumeForm::EntropyCorrected;
        let mut solver = EulerSolver {
            discretisation,
            operands,
            states,
            flux,
            correction: EntropyCorrection::new(form, discretisation, more, Behind::Uniform)?,
            limiter: None,
            gamma,
            evolution: Evolution::new(discretisation.element_count(), behind)?,
        };
        solver.set_initial(|_| Primitive::REST)?;
        Ok(solver)
    }

    /// Computes volume terms in the form `form` from now on.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_volume_form(&mut self, form: VolumeForm) -> Result<(), Error> {
        let (d, more) = (self.discretisation, self.states.len());
        self.correction = EntropyCorrection::new(form, d, more, Behind::Uniform)?;
        Ok(())
    }

    /// The form in which volume terms are computed.
    pub fn volume_form(&self) -> VolumeForm {
        self.correction.form()
    }

    /// Limits the solution after every step from now on. `mesh` is that of the discretisation, and `boundary` that of
    /// the solver.
    ///
    /// # Errors
    /// [`Error::SlopesOfOrder`] when slopes are to be limited at an order other than 1, [`Error::Array`] when memory is
    /// exhausted.
    pub fn set_limiting(
        &mut self,
        limiting: Limiting,
        mesh: &Mesh,
        boundary: &Boundary,
    ) -> Result<(), Error> {
        self.limiter = Some(Limiter::new(self.discretisation, boundary, limiting, mesh)?);
        Ok(())
    }

    /// The limiter that runs after every step, if there is one.
    pub fn limiting(&self) -> Option<Limiting> {
        self.limiter.as_ref().map(Limiter::limiting)
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

    /// The plan of one right-hand side on `device`. If elements are curved, it does not contain the jump on faces.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs_plan(&self, device: &Device) -> Result<Plan, Error> {
        self.operands.rhs_plan(device, self.flux)
    }

    /// The L2 norm of the difference between the density and a function of the coordinates, over the square root of the
    /// mesh's volume.
    pub fn density_error(&self, exact: impl Fn([f64; 3]) -> f64) -> f64 {
        let d = self.discretisation;
        let error = &self.state().index_axis(Axis(0), 0) - &d.sample(exact);
        (d.norm_squared(error.view()) / d.volume()).sqrt()
    }

    /// The L1 norm of the difference between the density and a function of the coordinates, relative to the norm of the
    /// function, by quadrature at the nodes. It is for solutions that jump.
    pub fn density_error_l1(&self, exact: impl Fn([f64; 3]) -> f64) -> f64 {
        let d = self.discretisation;
        let weights = d.weights();
        let (state, exact) = (self.state(), d.sample(exact));
        let integral = |f: &dyn Fn(usize, usize) -> f64| -> f64 {
            weights.indexed_iter().map(|((e, i), w)| w * f(e, i)).sum()
        };
        let error = integral(&|e, i| (state[[0, e, i]] - exact[[e, i]]).abs());
        error / integral(&|e, i| exact[[e, i]].abs())
    }
}

impl<T: Real> Solver for EulerSolver<'_, T> {
    parts!(T);
    type Summary = Summary;
    const NAME: &'static str = "euler";
    const MEASURES: &'static [&'static str] = &Summary::NAMES;
    const FIELDS: &'static [&'static str] = &FLOW_FIELDS;

    fn settings(&self) -> Settings {
        let wall = self.operands.wall.as_slice().iter().map(|x| x.to_f64());
        let nodes = &self.operands.space.traces.exterior_nodes;
        let across = nodes.as_slice().iter().map(|&node| f64::from(node));
        let states = self.states.iter().flatten().copied();
        checkpoint::settings::<T>(self.discretisation)
            .with("flux", self.flux)
            .with("volume", self.volume_form())
            .with("limiter", self.limiting().map_or("none", Limiting::name))
            .with("gamma", self.gamma)
            .with_hash("boundary condition", wall.chain(across).chain(states))
    }

    fn rhs_into(&self, rhs: &mut Array<T, 3>) -> Result<(), Error> {
        self.operands.rhs_into(self.flux, self.gamma, &self.evolution.q, rhs)
    }

    fn move_state(&mut self, dt: f64) -> Result<(), Error> {
        let Evolution { q, increment, .. } = &mut self.evolution;
        self.operands.step(self.flux, self.gamma, dt, q, increment)?;
        let Operands { space, curved, .. } = &self.operands;
        self.correction.apply(&space.geometry.metric, curved.as_ref(), self.gamma, dt, q)?;
        if let Some(limiter) = &self.limiter {
            limiter.apply(self.gamma, q)?;
        }
        Ok(())
    }

    /// The step is computed on the device.
    fn stable_step(&self, safety: f64) -> Result<f64, Error> {
        let rate = self.operands.signal_rate(self.gamma, &self.evolution.q)?;
        step_of_flow(self, self.gamma, rate, safety)
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
        let q = &self.evolution.q;
        let (totals, extrema) = self.operands.summary(self.gamma, q)?;
        Ok(Summary::new(totals, extrema, self.operands.kinetic_energy(q)?))
    }

    fn measures(summary: &Summary) -> Vec<f64> {
        summary.numbers()
    }

    fn fields(&self) -> Vec<Array3<f64>> {
        flow_fields(self.state(), self.gamma)
    }

    fn step_plan(&self, device: &Device) -> Result<Plan, Error> {
        self.operands.step_plan(device, self.flux)
    }

    /// The number does not include the kernels of a limiter.
    fn step_kernels(&self, device: &Device) -> Result<usize, Error> {
        let step = self.operands.step_kernels(device, self.flux)?;
        let [elements, nodes, _] = self.operands.dims();
        let curved = self.operands.curved.is_some();
        Ok(step + self.correction.kernels(device, curved, [elements, nodes])?)
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
    rate: f64,
    safety: f64,
) -> Result<f64, Error> {
    let d = solver.discretisation();
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
    let Some(place) = place.or(rate.is_nan().then_some([0, 0])) else { return Ok(0.0) };
    let ([element, node], Primitive { density, pressure, .. }) = (place, at(place));
    let x = std::array::from_fn(|axis| d.nodes[[axis, element, node]]);
    Err(Error::Breakdown { time: solver.time(), element, x, density, pressure })
}
