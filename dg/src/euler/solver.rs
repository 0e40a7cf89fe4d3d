//! The Euler equations on a mesh, marched in time by the compiled programs.

use super::limiter::{Limiter, Limiting};
use super::{Behind, Boundary, EntropyCorrection, Operands, Primitive, Real, State, VolumeForm};
use crate::wave::convert;
use crate::{Discretisation, Error, Mesh, time_stepping};
use array_fn::{Array, Device, Plan};
use ndarray::{Array3, ArrayView3, Axis, s};
use std::fmt;

/// The numerical flux between elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flux {
    /// Local Lax-Friedrichs (Rusanov): the most robust, and the most dissipative.
    Llf,
    /// The same with `|v| + a` for the speed of signals in place of `|n.v| + a`, as some codes and tables
    /// have it: more dissipative still.
    LlfWide,
    /// Harten, Lax and van Leer: less dissipative where the flow is fast.
    Hll,
    /// Toro, Spruce and Speares: keeps contacts and shear layers that move with the flow.
    Hllc,
}

impl fmt::Display for Flux {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Flux::Llf => "llf",
            Flux::LlfWide => "llf-wide",
            Flux::Hll => "hll",
            Flux::Hllc => "hllc",
        })
    }
}

/// What a state amounts to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Integrals over the mesh of the conserved variables.
    pub totals: State,
    /// Least and largest density at a node.
    pub density: [f64; 2],
    /// Least and largest pressure at a node.
    pub pressure: [f64; 2],
    /// Largest ratio of the speed to that of sound.
    pub mach: f64,
    /// Integral of the kinetic energy, `rho |v|^2 / 2`.
    pub kinetic_energy: f64,
}

/// The Euler equations on a mesh with boundary conditions, and their state.
#[derive(Clone, Debug)]
pub struct EulerSolver<'d, T: Real> {
    pub(super) discretisation: &'d Discretisation,
    pub(super) operands: Operands<T>,
    pub(super) states: Vec<State>,
    pub(super) flux: Flux,
    correction: Option<EntropyCorrection<T>>,
    limiter: Option<Limiter<T>>,
    pub(super) gamma: f64,
    pub(super) time: f64,
    pub(super) q: Array<T, 3>,
    pub(super) increment: Array<T, 3>,
}

impl<'d, T: Real> EulerSolver<'d, T> {
    /// A solver for a gas with the ratio of specific heats `gamma`, above 1, at time 0 with density and
    /// pressure 1, at rest. Its volume terms are [`VolumeForm::EntropyCorrected`].
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, [`Error::Precision`] when the flux is not compiled for
    /// `T`, [`Error::CurvedPrecision`] when elements are curved and `T` is `f32`.
    pub fn new(
        discretisation: &'d Discretisation,
        boundary: &Boundary,
        flux: Flux,
        gamma: f64,
    ) -> Result<Self, Error> {
        let operands = Operands::new(discretisation, boundary)?;
        // Says whether the flux is there.
        operands.step_plan(&Device::cpu(), flux)?;
        let elements = discretisation.element_count() + boundary.states.len();
        let shape = [5, elements, discretisation.reference.node_count()];
        let mut solver = EulerSolver {
            discretisation,
            operands,
            states: boundary.states.iter().map(|state| state.conserved(gamma)).collect(),
            flux,
            correction: Some(EntropyCorrection::new(
                discretisation,
                boundary.states.len(),
                Behind::Uniform,
            )?),
            limiter: None,
            gamma,
            time: 0.0,
            q: Array::zeros(shape)?,
            increment: Array::zeros(shape)?,
        };
        let rest = Primitive { density: 1.0, velocity: [0.0; 3], pressure: 1.0 };
        solver.set_initial(|_| rest)?;
        Ok(solver)
    }

    /// Computes volume terms in the form `form` from now on.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_volume_form(&mut self, form: VolumeForm) -> Result<(), Error> {
        self.correction = match form {
            VolumeForm::EntropyCorrected => {
                let states = self.states.len();
                Some(EntropyCorrection::new(self.discretisation, states, Behind::Uniform)?)
            }
            VolumeForm::Collocation => None,
        };
        Ok(())
    }

    /// How volume terms are computed.
    pub fn volume_form(&self) -> VolumeForm {
        match self.correction {
            Some(_) => VolumeForm::EntropyCorrected,
            None => VolumeForm::Collocation,
        }
    }

    /// Limits the solution after every step from now on. `mesh` is that of the discretisation, and `boundary`
    /// that of the solver.
    ///
    /// # Errors
    /// [`Error::SlopesOfOrder`] when slopes are to be limited at another order than 1, [`Error::Array`] when
    /// memory is exhausted.
    pub fn set_limiting(
        &mut self,
        limiting: Limiting,
        mesh: &Mesh,
        boundary: &Boundary,
    ) -> Result<(), Error> {
        self.limiter = Some(Limiter::new(self.discretisation, boundary, limiting, mesh)?);
        Ok(())
    }

    /// What is done after every step, if anything is.
    pub fn limiting(&self) -> Option<Limiting> {
        self.limiter.as_ref().map(Limiter::limiting)
    }

    /// Sets the state to a function of the coordinates, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_initial(&mut self, state: impl Fn([f64; 3]) -> Primitive) -> Result<(), Error> {
        self.set_initial_within(0.0, state)
    }

    /// The same with what a function has that jumps at faces: coordinates are those of nodes just within
    /// their elements.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_discontinuous(
        &mut self,
        state: impl Fn([f64; 3]) -> Primitive,
    ) -> Result<(), Error> {
        self.set_initial_within(1e-9, state)
    }

    /// Coordinates are moved by `share` of the way to the average of an element's nodes.
    fn set_initial_within(
        &mut self,
        share: f64,
        state: impl Fn([f64; 3]) -> Primitive,
    ) -> Result<(), Error> {
        let nodes = &self.discretisation.nodes;
        let (_, elements, n) = nodes.dim();
        let mut q = Array3::zeros((5, elements, n));
        for e in 0..elements {
            let middle: [f64; 3] =
                std::array::from_fn(|axis| nodes.slice(s![axis, e, ..]).sum() / n as f64);
            for i in 0..n {
                let x = std::array::from_fn(|axis| {
                    let x = nodes[[axis, e, i]];
                    x + share * (middle[axis] - x)
                });
                let state = state(x).conserved(self.gamma);
                q.slice_mut(s![.., e, i]).assign(&ndarray::arr1(&state));
            }
        }
        self.set_state(q.view())
    }

    /// Sets the conserved variables at every node, `[5, E, N]`, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Shape`] when the state has another shape, [`Error::Array`] when memory is exhausted.
    pub fn set_state(&mut self, q: ArrayView3<f64>) -> Result<(), Error> {
        let [_, elements, n] = self.q.shape();
        let expected = [5, elements - self.states.len(), n];
        if q.shape() != expected {
            return Err(Error::Shape { actual: q.shape().to_vec(), expected: expected.to_vec() });
        }
        let mut all = Array3::zeros((5, elements, n));
        all.slice_mut(s![.., ..expected[1], ..]).assign(&q);
        for (state, mut nodes) in
            self.states.iter().zip(all.axis_iter_mut(Axis(1)).skip(expected[1]))
        {
            for (value, mut field) in state.iter().zip(nodes.outer_iter_mut()) {
                field.fill(*value);
            }
        }
        self.q = convert(all.view(), self.q.shape())?;
        self.increment = Array::zeros(self.q.shape())?;
        self.time = 0.0;
        Ok(())
    }

    /// The elements of the mesh, without those that hold prescribed states.
    fn of_mesh(&self, q: &Array<T, 3>) -> Array3<f64> {
        let elements = self.discretisation.element_count();
        q.view().slice(s![.., ..elements, ..]).mapv(T::to_f64)
    }

    /// The conserved variables at every node, `[5, E, N]`, in double precision.
    pub fn state(&self) -> Array3<f64> {
        self.of_mesh(&self.q)
    }

    /// The time reached.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The mesh with its nodes.
    pub fn discretisation(&self) -> &'d Discretisation {
        self.discretisation
    }

    /// The ratio of specific heats.
    pub fn gamma(&self) -> f64 {
        self.gamma
    }

    /// The right-hand side at the current state, `[5, E, N]`, in double precision.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs(&self) -> Result<Array3<f64>, Error> {
        let mut rhs = Array::zeros(self.q.shape())?;
        self.operands.rhs_into(self.flux, self.gamma, &self.q, &mut rhs)?;
        Ok(self.of_mesh(&rhs))
    }

    /// The longest step that [`time_stepping::stable_step`] allows with the fastest signal of each element
    /// in the current state. It is computed on the device.
    ///
    /// # Errors
    /// [`Error::Breakdown`] when the state is none of a gas, [`Error::Array`] when memory is exhausted.
    pub fn stable_step(&self, safety: f64) -> Result<f64, Error> {
        let rate = self.operands.signal_rate(self.gamma, &self.q)?;
        if !rate.is_finite() {
            let state = self.state();
            return no_step(self.discretisation, state.view(), self.gamma, self.time, rate);
        }
        Ok(time_stepping::stable_step(self.discretisation.reference.order, 1.0, rate, safety))
    }

    /// One step of length `dt`: five stages of the low-storage Runge-Kutta method in one call, or one each on
    /// curved elements. Whether the
    /// flow survived it [`EulerSolver::stable_step`] tells, or [`EulerSolver::check`].
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn step(&mut self, dt: f64) -> Result<(), Error> {
        let (q, increment) = (&mut self.q, &mut self.increment);
        self.operands.step(self.flux, self.gamma, dt, q, increment)?;
        if let Some(correction) = &self.correction {
            let curved = self.operands.curved.as_ref();
            correction.apply(&self.operands.mesh.metric, curved, self.gamma, dt, q)?;
        }
        if let Some(limiter) = &self.limiter {
            limiter.apply(self.gamma, q)?;
        }
        self.time += dt;
        Ok(())
    }

    /// Steps from the current time to `end`, each as long as `safety` allows but for the last ones, which
    /// are equal; `observe` is told the length of each. Returns the number of steps.
    ///
    /// # Errors
    /// [`Error::Breakdown`] after a step that leaves no state of a gas, [`Error::Unreachable`] when steps are too
    /// short to come to `end`, and whatever `observe` returns.
    pub fn run<E: From<Error>>(
        &mut self,
        end: f64,
        safety: f64,
        mut observe: impl FnMut(&Self, f64) -> Result<(), E>,
    ) -> Result<usize, E> {
        let mut steps = 0;
        let mut longest = self.stable_step(safety)?;
        while self.time < end {
            let allowed = match &self.limiter {
                Some(limiter) => limiter.longest_step(self.time, longest),
                None => longest,
            };
            let (left, dt) = time_stepping::next_step(self.time, end, allowed)?;
            self.step(dt)?;
            steps += 1;
            if left == 1 {
                // Not a rounding error before or after it.
                self.time = end;
            }
            longest = self.stable_step(safety)?;
            observe(self, dt)?;
        }
        Ok(steps)
    }

    /// Whether density and pressure are positive and all else is finite everywhere.
    ///
    /// # Errors
    /// [`Error::Breakdown`] with the place if not.
    pub fn check(&self) -> Result<(), Error> {
        self.stable_step(1.0).map(|_| ())
    }

    /// The kernels of one step on `device`; if elements are curved, of a stage of it but for the jump on faces.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn step_plan(&self, device: &Device) -> Result<Plan, Error> {
        self.operands.step_plan(device, self.flux)
    }

    /// How many kernels a step launches on `device`, without those of a limiter.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    pub fn step_kernels(&self, device: &Device) -> Result<usize, Error> {
        let step = self.operands.step_kernels(device, self.flux)?;
        let [elements, nodes, _] = self.operands.dims();
        let curved = self.operands.curved.is_some();
        let after = self.correction.as_ref();
        let after = after.map(|c| c.kernels(device, curved, [elements, nodes])).transpose()?;
        Ok(step + after.unwrap_or(0))
    }

    /// The kernels of one right-hand side on `device`; if elements are curved, but for the jump on faces.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs_plan(&self, device: &Device) -> Result<Plan, Error> {
        self.operands.rhs_plan(device, self.flux)
    }

    /// Integrals and extrema of the current state, computed on the device.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn summary(&self) -> Result<Summary, Error> {
        let (totals, [rho_min, rho_max, p_min, p_max, mach]) =
            self.operands.summary(self.gamma, &self.q)?;
        let kinetic_energy = self.operands.kinetic_energy(&self.q)?;
        let (density, pressure) = ([rho_min, rho_max], [p_min, p_max]);
        Ok(Summary { totals, density, pressure, mach, kinetic_energy })
    }

    /// The L2 norm over the mesh of the difference between the density and a function of the coordinates,
    /// over the square root of the volume.
    pub fn density_error(&self, exact: impl Fn([f64; 3]) -> f64) -> f64 {
        let d = self.discretisation;
        let error = &self.state().index_axis(Axis(0), 0) - &d.sample(exact);
        (d.norm_squared(error.view()) / (d.jacobian.sum() * 4.0 / 3.0)).sqrt()
    }

    /// The L1 norm over the mesh of the difference between the density and a function of the coordinates,
    /// relative to that of the function: for solutions that jump. By quadrature at the nodes.
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

/// The longest step where the fastest signal of the state `q`, `[5, E, N]`, is `rate`, which is not finite: 0 for a gas, of
/// which signals or the viscosity are such that no step is short enough. Otherwise it is [`Error::Breakdown`],
/// preferably with a place where the state is finite, from where what is not has spread.
pub(crate) fn no_step(
    discretisation: &Discretisation,
    q: ArrayView3<f64>,
    gamma: f64,
    time: f64,
    rate: f64,
) -> Result<f64, Error> {
    let nodes = &discretisation.nodes;
    let (_, elements, n) = q.dim();
    let at = |e: usize, i: usize| {
        Primitive::from_conserved(std::array::from_fn(|f| q[[f, e, i]]), gamma)
    };
    let bad = (0..elements).flat_map(|e| (0..n).map(move |i| (e, i)));
    let bad: Vec<_> = bad.filter(|&(e, i)| !at(e, i).is_admissible()).collect();
    let finite = bad.iter().find(|&&(e, i)| q.slice(s![.., e, i]).iter().all(|x| x.is_finite()));
    let place = finite.or(bad.first()).copied();
    let Some((element, node)) = place.or(rate.is_nan().then_some((0, 0))) else { return Ok(0.0) };
    let state = at(element, node);
    Err(Error::Breakdown {
        time,
        element,
        x: std::array::from_fn(|axis| nodes[[axis, element, node]]),
        density: state.density,
        pressure: state.pressure,
    })
}
