//! The Navier-Stokes equations on a mesh, marched in time by the compiled programs.

use super::{Boundary, Gas, Operands, Primitive, State};
use crate::euler::{Behind, EntropyCorrection, VolumeForm};
use crate::reference::Overintegration;
use crate::wave::convert;
use crate::{Discretisation, Error, time_stepping};
use array_fn::{Array, Device, Plan};
use array_fn_dg_navier_stokes as program;
use ndarray::{Array2, Array3, ArrayView3, Axis, s};

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
    /// Integral of the enstrophy, `rho |curl v|^2 / 2`.
    pub enstrophy: f64,
    /// Kinetic energy that friction turns into heat in a unit of time.
    pub dissipation: f64,
    /// Kinetic energy that expansion against the pressure brings in a unit of time: the integral of
    /// `p div v`.
    pub expansion: f64,
}

/// The operands of [`Overintegration`].
#[derive(Clone, Debug)]
struct Fine {
    rule: program::Rule,
    /// Whether a step is one call. Not without optimisation: the intermediate results of its unrolled products,
    /// each in a place of its own, then take more than the stack of a thread.
    pinned: bool,
}

/// What the stages of a step that is not one call work in.
#[derive(Clone, Debug)]
struct Stages {
    rate: Array<f64, 3>,
    /// Zeros in place of sources, if there are none.
    no_source: Array<f64, 3>,
}

/// The order up to which a step is one call, on flat elements.
const LAST_PINNED: usize = 4;

/// The Navier-Stokes equations on a mesh with boundary conditions, and their state.
///
/// Convection has the flux of Toro, Spruce and Speares (HLLC). Of viscous fluxes the mean is taken, with
/// gradients that know of the jumps, less a penalty on the jumps of velocity and temperature.
#[derive(Clone, Debug)]
pub struct NavierStokesSolver<'d> {
    pub(super) discretisation: &'d Discretisation,
    pub(super) boundary: Boundary,
    operands: Operands,
    pub(super) gas: Gas,
    /// The gas as the programs take it.
    scalars: program::Gas,
    pub(super) penalty: f64,
    correction: Option<EntropyCorrection<f64>>,
    fine: Option<Fine>,
    /// With sources a step is two calls a stage, as it is for orders that have no step of their own.
    source: Option<Array<f64, 3>>,
    pub(super) time: f64,
    pub(super) q: Array<f64, 3>,
    pub(super) increment: Array<f64, 3>,
    /// Memory for the state after the next step.
    next: Array<f64, 3>,
    /// Memory for stages, from the first step on that has some.
    stages: Option<Stages>,
}

impl<'d> NavierStokesSolver<'d> {
    /// The penalty that solvers begin with.
    pub const PENALTY: f64 = 0.5;

    /// How strongly the diffusivity limits the time step, for a penalty: the step is that of a speed
    /// `|v| + a + diffusivity * this * (p + 1) (p + 3) / 3 * fscale`. Measured, so that with a safety of 1
    /// every order is stable where there is nothing but diffusion.
    pub fn diffusion_number(penalty: f64) -> f64 {
        0.5 + 1.15 * penalty
    }

    /// A solver for the gas `gas` at time 0 with density and pressure 1, at rest. Its volume terms are
    /// [`VolumeForm::EntropyCorrected`].
    ///
    /// # Errors
    /// [`Error::Gas`] when there is no such gas, [`Error::Array`] when memory is exhausted, [`Error::Mesh`]
    /// when the nodes with those of states on the boundary do not fit into 32-bit indices.
    pub fn new(
        discretisation: &'d Discretisation,
        boundary: &Boundary,
        gas: Gas,
    ) -> Result<Self, Error> {
        gas.check()?;
        let operands = Operands::new(discretisation, boundary, Self::PENALTY)?;
        let [elements, ..] = operands.mesh.traces.exterior_nodes.shape();
        let shape = [5, elements, discretisation.reference.node_count()];
        let more = elements - discretisation.element_count();
        let mut solver = NavierStokesSolver {
            discretisation,
            boundary: boundary.clone(),
            operands,
            gas,
            scalars: gas.scalars(),
            penalty: Self::PENALTY,
            correction: Some(EntropyCorrection::new(discretisation, more, Behind::Mixed)?),
            fine: None,
            source: None,
            time: 0.0,
            q: Array::zeros(shape)?,
            increment: Array::zeros(shape)?,
            next: Array::zeros(shape)?,
            stages: None,
        };
        let rest = Primitive { density: 1.0, velocity: [0.0; 3], pressure: 1.0 };
        solver.set_initial(|_| rest)?;
        Ok(solver)
    }

    /// Sets the penalty on jumps of velocity and temperature between elements and to walls, in units of the
    /// diffusivity times `(p + 1) (p + 3) / 3` times the larger surface over volume Jacobian beside the face.
    /// 0 is the method of Bassi and Rebay (1997). Negative ones count as 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_penalty(&mut self, penalty: f64) -> Result<(), Error> {
        self.penalty = penalty.max(0.0);
        self.operands = Operands::new(self.discretisation, &self.boundary, self.penalty)?;
        Ok(())
    }

    /// Computes volume terms in the form `form` from now on, while the inviscid flux is not over-integrated
    /// ([`NavierStokesSolver::set_overintegration`]).
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_volume_form(&mut self, form: VolumeForm) -> Result<(), Error> {
        self.correction = match form {
            VolumeForm::EntropyCorrected => {
                let [_, elements, _] = self.q.shape();
                let more = elements - self.discretisation.element_count();
                Some(EntropyCorrection::new(self.discretisation, more, Behind::Mixed)?)
            }
            VolumeForm::Collocation => None,
        };
        Ok(())
    }

    /// How volume terms are computed where the inviscid flux is not over-integrated.
    pub fn volume_form(&self) -> VolumeForm {
        match self.correction {
            Some(_) => VolumeForm::EntropyCorrected,
            None => VolumeForm::Collocation,
        }
    }

    /// From now on integrates the inviscid flux, in elements and on faces, with rules that are exact for products of three
    /// polynomials of the order, or not. For flows that are hardly resolved; a step takes longer. Between elements
    /// it also scales the jump of the normal velocity by the Mach number where that is below 1: the flux takes slow
    /// eddies for sound otherwise, and damps them (Rieper 2011).
    ///
    /// # Errors
    /// [`Error::Overintegration`] for orders above [`Overintegration::MAX_ORDER`],
    /// [`Error::CurvedOverintegration`] when elements are curved, [`Error::Array`] when memory is exhausted.
    pub fn set_overintegration(&mut self, on: bool) -> Result<(), Error> {
        self.fine = None;
        if on {
            if self.discretisation.curved.is_some() {
                return Err(Error::CurvedOverintegration);
            }
            let order = self.discretisation.reference.order;
            let o = Overintegration::new(&self.discretisation.reference)?;
            let ((m, n), (g, f)) = (o.interpolation.dim(), o.face_interpolation.dim());
            let rule = program::Rule {
                interpolation: convert(o.interpolation.view(), [m, n])?,
                weak: convert(o.weak.view(), [3, n, m])?,
                face_interpolation: convert(o.face_interpolation.view(), [g, f])?,
                lift: convert(o.lift.view(), [n, 4, g])?,
            };
            self.fine =
                Some(Fine { rule, pinned: matches!(order, 2 | 3) && !cfg!(debug_assertions) });
        }
        Ok(())
    }

    /// Whether the inviscid flux is integrated with rules that are exact for products of three polynomials.
    pub fn overintegrates(&self) -> bool {
        self.fine.is_some()
    }

    /// Sets the state to a function of the coordinates, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_initial(&mut self, state: impl Fn([f64; 3]) -> Primitive) -> Result<(), Error> {
        let gamma = self.gas.gamma;
        self.set_state(self.sample(|x| state(x).conserved(gamma)).view())
    }

    /// Sets the conserved variables at every node, `[5, E, N]`, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Shape`] when the state has another shape, [`Error::Array`] when memory is exhausted.
    pub fn set_state(&mut self, q: ArrayView3<f64>) -> Result<(), Error> {
        let rest = Primitive { density: 1.0, velocity: [0.0; 3], pressure: 1.0 };
        let mut q = self.with_boundary(q, rest.conserved(self.gas.gamma))?;
        let (first, n) = (self.discretisation.element_count(), q.dim().2);
        for (i, state) in self.boundary.states.iter().enumerate() {
            let mut node = q.slice_mut(s![.., first + i / n, i % n]);
            node.assign(&ndarray::arr1(state));
        }
        self.q = convert(q.view(), self.q.shape())?;
        self.increment = Array::zeros(self.q.shape())?;
        self.time = 0.0;
        Ok(())
    }

    /// Sets sources of the conserved variables, per volume and time, to a function of the coordinates. With
    /// sources a step is a call for each stage, of kernels that are compiled once for all orders.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_source(&mut self, source: impl Fn([f64; 3]) -> State) -> Result<(), Error> {
        let source = self.with_boundary(self.sample(source).view(), [0.0; 5])?;
        self.source = Some(convert(source.view(), self.q.shape())?);
        Ok(())
    }

    /// A function of the coordinates at every node of the mesh.
    fn sample(&self, f: impl Fn([f64; 3]) -> State) -> Array3<f64> {
        let nodes = &self.discretisation.nodes;
        let (_, elements, n) = nodes.dim();
        let mut values = Array3::zeros((5, elements, n));
        for e in 0..elements {
            for i in 0..n {
                let x = std::array::from_fn(|axis| nodes[[axis, e, i]]);
                values.slice_mut(s![.., e, i]).assign(&ndarray::arr1(&f(x)));
            }
        }
        values
    }

    /// Values of the mesh with those of the further elements, all `rest`.
    fn with_boundary(&self, values: ArrayView3<f64>, rest: State) -> Result<Array3<f64>, Error> {
        let [_, elements, n] = self.q.shape();
        let expected = [5, self.discretisation.element_count(), n];
        if values.shape() != expected {
            let actual = values.shape().to_vec();
            return Err(Error::Shape { actual, expected: expected.to_vec() });
        }
        let mut all = Array3::zeros((5, elements, n));
        for (value, mut field) in rest.iter().zip(all.outer_iter_mut()) {
            field.fill(*value);
        }
        all.slice_mut(s![.., ..expected[1], ..]).assign(&values);
        Ok(all)
    }

    /// The elements of the mesh, without those that hold states on the boundary.
    fn of_mesh(&self, q: &Array<f64, 3>) -> Array3<f64> {
        let elements = self.discretisation.element_count();
        q.view().slice(s![.., ..elements, ..]).to_owned()
    }

    /// The conserved variables at every node, `[5, E, N]`.
    pub fn state(&self) -> Array3<f64> {
        self.of_mesh(&self.q)
    }

    /// The time reached.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The gas.
    pub fn gas(&self) -> Gas {
        self.gas
    }

    /// The mesh with its nodes.
    pub fn discretisation(&self) -> &'d Discretisation {
        self.discretisation
    }

    /// The right-hand side at the current state, `[5, E, N]`, without sources.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs(&self) -> Result<Array3<f64>, Error> {
        let mut rhs = Array::zeros(self.q.shape())?;
        self.rhs_into(&mut rhs)?;
        Ok(self.of_mesh(&rhs))
    }

    fn rhs_into(&self, rhs: &mut Array<f64, 3>) -> Result<(), Error> {
        let (q, mesh, gas) = (&self.q, &self.operands.mesh, &self.scalars);
        if let Some(fine) = &self.fine {
            program::overintegrated_rhs::into(q, &fine.rule, mesh, gas, rhs)?;
            return Ok(());
        }
        if let Some(curved) = &self.operands.curved {
            let geometry = curved.geometry();
            let program::Mesh { operators, faces, traces, .. } = mesh;
            program::curved_rhs::into(q, operators, &geometry, faces, traces, gas, rhs)?;
            return Ok(());
        }
        program::rhs::into(q, mesh, gas, rhs)?;
        Ok(())
    }

    /// The longest step that [`time_stepping::stable_step`] allows with the fastest signal and the largest
    /// diffusivity of each element in the current state. It is computed on the device.
    ///
    /// # Errors
    /// [`Error::Breakdown`] when the state is none of a gas, [`Error::Array`] when memory is exhausted.
    pub fn stable_step(&self, safety: f64) -> Result<f64, Error> {
        let order = self.discretisation.reference.order;
        let p = order as f64;
        let diffusion = (p + 1.0) * (p + 3.0) / 3.0 * Self::diffusion_number(self.penalty);
        let rate = program::signal_rate(
            &self.q,
            &self.operands.mesh.geometry.fscale,
            &self.scalars,
            diffusion,
        )?;
        let rate = rate.to_host()?.as_slice()[0];
        if !rate.is_finite() {
            let (d, state) = (self.discretisation, self.state());
            return crate::euler::no_step(d, state.view(), self.gas.gamma, self.time, rate);
        }
        Ok(time_stepping::stable_step(order, 1.0, rate, safety))
    }

    /// One step of length `dt`: five stages of the low-storage Runge-Kutta method, up to order 4 in one call
    /// unless elements are curved.
    /// Whether the flow survived it [`NavierStokesSolver::stable_step`] tells, or
    /// [`NavierStokesSolver::check`].
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn step(&mut self, dt: f64) -> Result<(), Error> {
        if !self.whole_steps() {
            let mut stages = match self.stages.take() {
                Some(stages) => stages,
                None => Stages {
                    rate: Array::zeros(self.q.shape())?,
                    no_source: Array::zeros(self.q.shape())?,
                },
            };
            for (a, b) in time_stepping::A.into_iter().zip(time_stepping::B) {
                self.rhs_into(&mut stages.rate)?;
                let source = self.source.as_ref().unwrap_or(&stages.no_source);
                program::stage(&mut self.q, &mut self.increment, &stages.rate, source, a, b, dt)?;
            }
            self.stages = Some(stages);
            return self.finish_step(dt);
        }
        let (mesh, gas) = (&self.operands.mesh, &self.scalars);
        let (q, increment, next) = (&self.q, &mut self.increment, &mut self.next);
        match &self.fine {
            Some(fine) => {
                program::overintegrated_step::into(q, increment, &fine.rule, mesh, gas, dt, next)?;
            }
            None => program::step::into(q, increment, mesh, gas, dt, next)?,
        }
        std::mem::swap(&mut self.q, &mut self.next);
        self.finish_step(dt)
    }

    /// What follows the stages of a step. The correction is that of nodal volume terms.
    fn finish_step(&mut self, dt: f64) -> Result<(), Error> {
        if let (Some(correction), None) = (&self.correction, &self.fine) {
            let curved = self.operands.curved.as_ref().map(|curved| &curved.factors);
            let metric = &self.operands.mesh.geometry.metric;
            correction.apply(metric, curved, self.gas.gamma, dt, &mut self.q)?;
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
            let (left, dt) = time_stepping::next_step(self.time, end, longest)?;
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

    /// Whether a step is one call: on flat elements without sources, up to order 4; with over-integration
    /// for 2 and 3.
    fn whole_steps(&self) -> bool {
        let pinned = match &self.fine {
            Some(fine) => fine.pinned,
            None => self.discretisation.reference.order <= LAST_PINNED,
        };
        pinned && self.source.is_none() && self.operands.curved.is_none()
    }

    /// How many kernels a step launches on `device`.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn step_kernels(&self, device: &Device) -> Result<usize, Error> {
        let [e, n, _] = self.dims();
        let after = match (&self.correction, &self.fine) {
            (Some(correction), None) => {
                correction.kernels(device, self.operands.curved.is_some(), [e, n])?
            }
            _ => 0,
        };
        if self.whole_steps() {
            return Ok(self.step_plan(device)?.kernel_count() + after);
        }
        let stage = program::stage::plan(device, e, n)?;
        Ok(5 * (self.rhs_plan(device)?.kernel_count() + stage.kernel_count()) + after)
    }

    /// The kernels of one step on `device`, if a step is one call: on flat elements without sources, up to order 4, with
    /// over-integration for 2 and 3.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted or a step is no call of its own.
    pub fn step_plan(&self, device: &Device) -> Result<Plan, Error> {
        let [e, n, f] = self.dims();
        match &self.fine {
            Some(fine) => {
                let ([m, _], [g, _]) =
                    (fine.rule.interpolation.shape(), fine.rule.face_interpolation.shape());
                Ok(program::overintegrated_step::plan(device, e, n, f, m, g)?)
            }
            None => Ok(program::step::plan(device, e, n, f)?),
        }
    }

    /// The kernels of one right-hand side on `device`.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs_plan(&self, device: &Device) -> Result<Plan, Error> {
        let [e, n, f] = self.dims();
        if self.operands.curved.is_some() {
            return Ok(program::curved_rhs::plan(device, e, n, f)?);
        }
        match &self.fine {
            Some(fine) => {
                let ([m, _], [g, _]) =
                    (fine.rule.interpolation.shape(), fine.rule.face_interpolation.shape());
                Ok(program::overintegrated_rhs::plan(device, e, n, f, m, g)?)
            }
            None => Ok(program::rhs::plan(device, e, n, f)?),
        }
    }

    /// Elements, nodes of an element, nodes of a face.
    fn dims(&self) -> [usize; 3] {
        let [e, _, f] = self.operands.mesh.traces.exterior_nodes.shape();
        [e, self.discretisation.reference.node_count(), f]
    }

    /// Integrals and extrema of the current state, computed on the device.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn summary(&self) -> Result<Summary, Error> {
        let (q, o, gas) = (&self.q, &self.operands, &self.scalars);
        let ((totals, extrema), flow) = match &o.curved {
            Some(curved) => {
                let (jacobian, geometry) = (&curved.factors.jacobian, curved.geometry());
                let program::Mesh { operators, faces, traces, .. } = &o.mesh;
                (
                    program::curved_summary(q, jacobian, &o.weights, gas)?,
                    program::curved_flow(
                        q, operators, &geometry, faces, traces, jacobian, &o.mass, gas,
                    )?,
                )
            }
            None => (
                program::summary(q, &o.jacobian, &o.weights, gas)?,
                program::flow(q, &o.mesh, &o.jacobian, &o.mass, gas)?,
            ),
        };
        let (totals, extrema, flow) = (totals.to_host()?, extrema.to_host()?, flow.to_host()?);
        let (x, flow) = (extrema.as_slice(), flow.as_slice());
        Ok(Summary {
            totals: std::array::from_fn(|i| totals.as_slice()[i]),
            density: [x[0], x[1]],
            pressure: [x[2], x[3]],
            mach: x[4],
            kinetic_energy: flow[0],
            enstrophy: flow[1],
            dissipation: flow[2],
            expansion: flow[3],
        })
    }

    /// How fast the kinetic energy changes, by the right-hand side at the current state: with what the
    /// numerical fluxes take, which [`Summary::dissipation`] does not contain.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn kinetic_energy_rate(&self) -> Result<f64, Error> {
        let (q, rate) = (self.state(), self.rhs()?);
        let d = self.discretisation;
        let field = |x: &Array3<f64>, i: usize| x.index_axis(Axis(0), i).to_owned();
        let (density, density_rate) = (field(&q, 0), field(&rate, 0));
        let mut total = 0.0;
        for axis in 1..4 {
            // d(m^2 / (2 rho)) = v dm - v^2 d rho / 2
            let velocity = field(&q, axis) / &density;
            let slowdown: Array2<f64> = 0.5 * &velocity * &density_rate;
            total += d.inner_product(velocity.view(), (field(&rate, axis) - slowdown).view());
        }
        Ok(total)
    }

    /// For each conserved variable the L2 norm over the mesh of the difference from a state given by a
    /// function of the coordinates, over the square root of the volume.
    pub fn error(&self, exact: impl Fn([f64; 3]) -> Primitive) -> State {
        let d = self.discretisation;
        let difference = self.state() - self.sample(|x| exact(x).conserved(self.gas.gamma));
        let volume = d.jacobian.sum() * 4.0 / 3.0;
        std::array::from_fn(|i| (d.norm_squared(difference.index_axis(Axis(0), i)) / volume).sqrt())
    }
}
