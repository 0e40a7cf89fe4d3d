//! The Navier-Stokes equations on a mesh, marched in time by the compiled programs.

use super::operands::{Curved, Operands};
use super::{Boundary, Gas, Primitive, State, Viscosity};
use crate::checkpoint::{self, Settings};
use crate::euler::{
    self, Behind, EntropyCorrection, FLOW_FIELDS, VolumeForm, flow_fields, step_of_flow,
};
use crate::operands::dims;
use crate::real::convert;
use crate::reference::Overintegration;
use crate::solver::parts;
use crate::{Discretisation, Error, Evolution, Integrals, Solver, time_stepping};
use array_fn::{Array, Device, Plan};
use array_fn_dg_navier_stokes as program;
use array_fn_dg_operators::space::Space;
use ndarray::{Array2, Array3, Axis, concatenate};

/// Integrals and extrema of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The integrals and extrema of any flow.
    pub flow: euler::Summary,
    /// The integral of the enstrophy, `rho |curl v|^2 / 2`.
    pub enstrophy: f64,
    /// The kinetic energy that friction turns into heat in a unit of time.
    pub dissipation: f64,
    /// The kinetic energy that expansion against the pressure brings in a unit of time: the integral of `p div v`.
    pub expansion: f64,
}

/// The operands of [`Overintegration`].
#[derive(Clone, Debug)]
struct Fine {
    rule: program::Rule,
    /// Whether a step is one call. Without optimisation it is not: the intermediate results of its unrolled products
    /// each have a place of their own then, and together take more than the stack of a thread.
    pinned: bool,
}

impl Fine {
    /// The numbers of points of the rule in an element and on a face.
    fn dims(&self) -> [usize; 2] {
        let ([m, _], [g, _]) =
            (self.rule.interpolation.shape(), self.rule.face_interpolation.shape());
        [m, g]
    }
}

/// The memory for steps that are not one call, but several per stage.
#[derive(Clone, Debug)]
struct Stages {
    rate: Array<f64, 3>,
    /// Zeros, in place of sources if there are none.
    no_source: Array<f64, 3>,
}

/// The order up to which a step is one call, on flat elements.
const LAST_PINNED: usize = 4;

/// The Navier-Stokes equations on a mesh with boundary conditions, and their state.
///
/// Convection has the flux of Toro, Spruce and Speares (HLLC). The viscous flux on a face is the mean of both sides,
/// less a penalty on the jumps of velocity and temperature. Its gradients take the jumps into account.
#[derive(Clone, Debug)]
pub struct NavierStokesSolver<'d> {
    discretisation: &'d Discretisation,
    boundary: Boundary,
    /// The fingerprint of the boundary conditions.
    fingerprint: u64,
    operands: Operands,
    gas: Gas,
    /// The gas as the programs take it.
    scalars: program::Gas,
    penalty: f64,
    correction: EntropyCorrection<f64>,
    fine: Option<Fine>,
    /// Sources, if there are any. With sources a step is two calls per stage, as for orders that have no step of their
    /// own.
    source: Option<Array<f64, 3>>,
    evolution: Evolution<f64>,
    /// Memory for the state after the next step.
    next: Array<f64, 3>,
    /// Memory for stages, from the first step on that needs it.
    stages: Option<Stages>,
}

impl<'d> NavierStokesSolver<'d> {
    /// The penalty that solvers begin with.
    pub const PENALTY: f64 = 0.5;

    /// How strongly the diffusivity limits the time step, for a penalty. The step is that of a speed
    /// `|v| + a + diffusivity * this * (p + 1) (p + 3) / 3 * fscale`. The number was measured: with a safety of 1,
    /// every order is stable if there is nothing but diffusion.
    pub fn diffusion_number(penalty: f64) -> f64 {
        0.5 + 1.15 * penalty
    }

    /// A solver for the gas `gas` at time 0 with density and pressure 1, at rest. Its volume terms are
    /// [`VolumeForm::EntropyCorrected`].
    ///
    /// # Errors
    /// - [`Error::Gas`] when such a gas cannot exist.
    /// - [`Error::Array`] when memory is exhausted.
    /// - [`Error::Mesh`] when the nodes, together with those of states on the boundary, do not fit into 32-bit indices.
    pub fn new(
        discretisation: &'d Discretisation,
        boundary: &Boundary,
        gas: Gas,
    ) -> Result<Self, Error> {
        gas.check()?;
        let d = discretisation;
        let operands = Operands::new(d, boundary, Self::PENALTY)?;
        let [elements, n, _] = dims(&operands.space);
        let more = elements - d.element_count();
        let (form, rest) = (VolumeForm::EntropyCorrected, Primitive::REST.conserved(gas.gamma));
        let fingerprint = fingerprint(d, boundary)?;
        let states = boundary.states.len().div_ceil(n);
        let behind = Array3::from_shape_fn((5, more, n), |(field, e, i)| {
            boundary.states.get(e * n + i).unwrap_or(&rest)[field]
        });
        let mut solver = NavierStokesSolver {
            discretisation,
            boundary: boundary.clone(),
            fingerprint,
            operands,
            gas,
            scalars: gas.scalars(),
            penalty: Self::PENALTY,
            correction: EntropyCorrection::new(form, d, more, Behind::Mixed)?,
            fine: None,
            source: None,
            evolution: Evolution::new(d, states, behind)?,
            next: Array::zeros([5, elements, n])?,
            stages: None,
        };
        solver.set_initial(|_| Primitive::REST)?;
        Ok(solver)
    }

    /// The number of additional elements behind those of the mesh.
    fn behind(&self) -> usize {
        dims(&self.operands.space)[0] - self.discretisation.element_count()
    }

    /// Sets the penalty on jumps of velocity and temperature, between elements and to walls. Its unit is the
    /// diffusivity times `(p + 1) (p + 3) / 3` times the larger ratio of surface to volume Jacobian on either side of
    /// the face.
    ///
    /// 0 is the method of Bassi and Rebay (1997). Negative values count as 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_penalty(&mut self, penalty: f64) -> Result<(), Error> {
        self.penalty = penalty.max(0.0);
        self.operands = Operands::new(self.discretisation, &self.boundary, self.penalty)?;
        Ok(())
    }

    /// Computes volume terms in the form `form` from now on. The form has no effect while the inviscid flux is
    /// over-integrated ([`NavierStokesSolver::set_overintegration`]).
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_volume_form(&mut self, form: VolumeForm) -> Result<(), Error> {
        let (d, more) = (self.discretisation, self.behind());
        self.correction = EntropyCorrection::new(form, d, more, Behind::Mixed)?;
        Ok(())
    }

    /// The form in which volume terms are computed while the inviscid flux is not over-integrated.
    pub fn volume_form(&self) -> VolumeForm {
        self.correction.form()
    }

    /// Turns over-integration of the inviscid flux on or off: in elements and on faces, the rules are exact for
    /// products of three polynomials of the order. It is for flows that the mesh hardly resolves, and makes a step
    /// longer.
    ///
    /// Between elements, over-integration also scales the jump of the normal velocity by the Mach number, where that is
    /// below
    /// 1. Otherwise the flux takes slow eddies for sound, and damps them (Rieper 2011).
    ///
    /// # Errors
    /// - [`Error::Overintegration`] for orders above [`Overintegration::MAX_ORDER`].
    /// - [`Error::CurvedOverintegration`] when elements are curved.
    /// - [`Error::Array`] when memory is exhausted.
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
        let conserved = |x| state(x).conserved(self.gas.gamma);
        self.set_state(self.discretisation.sample_fields(conserved).view())
    }

    /// Sets the sources of the conserved variables, per volume and time, to a function of the coordinates. With
    /// sources, a step is two calls per stage, of programs that are compiled once for all orders.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_source(&mut self, source: impl Fn([f64; 3]) -> State) -> Result<(), Error> {
        let d = self.discretisation;
        let nothing = Array3::zeros((5, self.behind(), d.reference.node_count()));
        let source = concatenate![Axis(1), d.sample_fields(source), nothing];
        self.source = Some(convert(source.view(), self.evolution.q.shape())?);
        Ok(())
    }

    /// The gas.
    pub fn gas(&self) -> Gas {
        self.gas
    }

    fn step_by_stages(&mut self, dt: f64) -> Result<(), Error> {
        let shape = self.evolution.q.shape();
        let mut stages = match self.stages.take() {
            Some(stages) => stages,
            None => Stages { rate: Array::zeros(shape)?, no_source: Array::zeros(shape)? },
        };
        for stage in time_stepping::stages(dt) {
            self.rhs_into(&mut stages.rate)?;
            let source = self.source.as_ref().unwrap_or(&stages.no_source);
            let Evolution { q, increment, .. } = &mut self.evolution;
            program::stage(q, increment, &stages.rate, source, &stage)?;
        }
        self.stages = Some(stages);
        Ok(())
    }

    /// Whether a step is one call: on flat elements without sources, for orders up to 4, or for orders 2 and 3 with
    /// over-integration.
    fn whole_steps(&self) -> bool {
        let pinned = match &self.fine {
            Some(fine) => fine.pinned,
            None => self.discretisation.reference.order <= LAST_PINNED,
        };
        pinned && self.source.is_none() && self.operands.curved.is_none()
    }

    /// The kernels of one right-hand side on `device`.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs_plan(&self, device: &Device) -> Result<Plan, Error> {
        let [e, n, f] = dims(&self.operands.space);
        if self.operands.curved.is_some() {
            return Ok(program::curved_rhs::plan(device, e, n, f)?);
        }
        match &self.fine {
            Some(fine) => {
                let [m, g] = fine.dims();
                Ok(program::overintegrated_rhs::plan(device, e, n, f, m, g)?)
            }
            None => Ok(program::rhs::plan(device, e, n, f)?),
        }
    }

    /// The rate of change of the kinetic energy, by the right-hand side at the current state. It contains the losses in
    /// numerical fluxes, which [`Summary::dissipation`] does not.
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

    /// For each conserved variable, the L2 norm of the difference between the state and a function of the coordinates,
    /// over the square root of the mesh's volume. They are NaN if ranks cannot exchange them.
    pub fn error(&self, exact: impl Fn([f64; 3]) -> Primitive) -> State {
        let d = self.discretisation;
        let difference = self.state() - d.sample_fields(|x| exact(x).conserved(self.gas.gamma));
        let own: [Vec<f64>; 6] = std::array::from_fn(|i| match i {
            5 => d.volumes(),
            i => {
                let field = difference.index_axis(Axis(0), i);
                d.inner_products(field, field)
            }
        });
        let sums = d.sums_of_ranks(own.each_ref().map(|own| &own[..])).unwrap_or([f64::NAN; 6]);
        std::array::from_fn(|i| (sums[i] / sums[5]).sqrt())
    }
}

impl Solver for NavierStokesSolver<'_> {
    parts!(f64);
    type Summary = Summary;
    const NAME: &'static str = "navier_stokes";
    const MEASURES: &'static [&'static str] = &MEASURES;
    const FIELDS: &'static [&'static str] = &FLOW_FIELDS;

    /// The settings do not include sources.
    fn settings(&self) -> Settings {
        let gas = self.gas;
        let viscosity = match gas.viscosity {
            Viscosity::Constant(viscosity) => viscosity.to_string(),
            Viscosity::Sutherland { reference, temperature, sutherland } => {
                format!("{reference} at {temperature}, Sutherland's temperature {sutherland}")
            }
        };
        checkpoint::settings::<f64>(self.discretisation)
            .with("volume", self.volume_form())
            .with("overintegration", self.overintegrates())
            .with("viscosity", viscosity)
            .with("prandtl", gas.prandtl)
            .with("penalty", self.penalty)
            .with("gamma", gas.gamma)
            .with("gas constant", gas.constant)
            .with_fingerprint("boundary condition", self.fingerprint)
    }

    /// The right-hand side does not include sources.
    fn rhs_into(&self, rhs: &mut Array<f64, 3>) -> Result<(), Error> {
        let (q, gas) = (&self.evolution.q, &self.scalars);
        let Operands { space, faces, penalty, curved, .. } = &self.operands;
        let device = self.evolution.device();
        let outcome = device.run(|| match (&self.fine, curved) {
            (Some(Fine { rule, .. }), _) => {
                program::overintegrated_rhs::into(q, rule, space, faces, penalty, gas, rhs)
            }
            (None, Some(Curved { geometry, penalty })) => {
                let Space { operators, traces, .. } = space;
                program::curved_rhs::into(q, operators, geometry, traces, faces, penalty, gas, rhs)
            }
            (None, None) => program::rhs::into(q, space, faces, penalty, gas, rhs),
        });
        Ok(outcome?)
    }

    /// Steps in one call up to order 4, unless elements are curved. The entropy correction follows if there is no
    /// over-integration.
    fn move_state(&mut self, dt: f64) -> Result<(), Error> {
        let device = self.evolution.device();
        if self.whole_steps() {
            let (gas, next) = (&self.scalars, &mut self.next);
            let Operands { space, faces, penalty, .. } = &self.operands;
            let Evolution { q, increment, .. } = &mut self.evolution;
            device.run(|| match &self.fine {
                Some(Fine { rule, .. }) => program::overintegrated_step::into(
                    q, increment, rule, space, faces, penalty, gas, dt, next,
                ),
                None => program::step::into(q, increment, space, faces, penalty, gas, dt, next),
            })?;
            std::mem::swap(q, next);
        } else {
            self.step_by_stages(dt)?;
        }
        if self.fine.is_some() {
            return self.evolution.clear_halo();
        }
        let curved = self.operands.curved.as_ref().map(|curved| &curved.geometry);
        let metric = &self.operands.space.geometry.metric;
        let q = &mut self.evolution.q;
        device.run(|| self.correction.apply(metric, curved, self.gas.gamma, dt, q))?;
        self.evolution.clear_halo()
    }

    /// The step depends on the fastest signal and the largest diffusivity of each element. It is computed on the
    /// device.
    fn stable_step(&self, safety: f64) -> Result<f64, Error> {
        let p = self.discretisation.reference.order as f64;
        let diffusion = (p + 1.0) * (p + 3.0) / 3.0 * Self::diffusion_number(self.penalty);
        let fscale = &self.operands.space.geometry.fscale;
        let rate = program::signal_rate(&self.evolution.q, fscale, &self.scalars, diffusion)?;
        step_of_flow(self, self.gas.gamma, &rate, safety)
    }

    fn check(&self) -> Result<(), Error> {
        self.stable_step(1.0).map(|_| ())
    }

    /// The integrals and extrema are computed on the device.
    fn summary(&self) -> Result<Summary, Error> {
        let (q, gas) = (&self.evolution.q, &self.scalars);
        let Operands { space, faces, curved, .. } = &self.operands;
        let Integrals { jacobian, weights, mass } = &self.operands.integrals;
        let device = self.evolution.device();
        let (sums, flow) = device.run(|| {
            Ok::<_, Error>(match curved {
                Some(Curved { geometry, .. }) => {
                    let Space { operators, traces, .. } = space;
                    (
                        program::curved_summary(q, &geometry.jacobian, weights, gas)?,
                        program::curved_flow(q, operators, geometry, traces, faces, mass, gas)?,
                    )
                }
                None => (
                    program::summary(q, jacobian, weights, gas)?,
                    program::flow(q, space, faces, jacobian, mass, gas)?,
                ),
            })
        })?;
        let (d, flow) = (self.discretisation, flow.to_host()?);
        let elements = dims(space)[0];
        let of = |k: usize| &flow.as_slice()[k * elements..][..d.element_count()];
        let flow = euler::Summary::new(d, sums, of(0))?;
        let [enstrophy, dissipation, expansion] = d.sums_of_ranks([of(1), of(2), of(3)])?;
        Ok(Summary { flow, enstrophy, dissipation, expansion })
    }

    fn measures(summary: &Summary) -> Vec<f64> {
        let Summary { flow, enstrophy, dissipation, expansion } = summary;
        [flow.numbers(), vec![*enstrophy, *dissipation, *expansion]].concat()
    }

    fn fields(&self) -> Vec<Array3<f64>> {
        flow_fields(self.state(), self.gas.gamma)
    }

    /// There is a plan if a step is one call: on flat elements without sources, for orders up to 4, or for orders 2 and
    /// 3 with over-integration.
    fn step_plan(&self, device: &Device) -> Result<Plan, Error> {
        let [e, n, f] = dims(&self.operands.space);
        match &self.fine {
            Some(fine) => {
                let [m, g] = fine.dims();
                Ok(program::overintegrated_step::plan(device, e, n, f, m, g)?)
            }
            None => Ok(program::step::plan(device, e, n, f)?),
        }
    }

    fn step_kernels(&self, device: &Device) -> Result<usize, Error> {
        let [e, n, _] = dims(&self.operands.space);
        let after = match self.fine {
            None => self.correction.kernels(device, self.operands.curved.is_some(), [e, n])?,
            Some(_) => 0,
        };
        if self.whole_steps() {
            return Ok(self.step_plan(device)?.kernel_count() + after);
        }
        let stage = program::stage::plan(device, e, n)?;
        Ok(5 * (self.rhs_plan(device)?.kernel_count() + stage.kernel_count()) + after)
    }
}

/// A fingerprint of the boundary conditions, which does not depend on ranks.
fn fingerprint(d: &Discretisation, boundary: &Boundary) -> Result<u64, Error> {
    let first = d.element_count() * d.reference.node_count();
    d.fingerprint(|e| {
        let kinds = boundary.across.row(e).to_vec();
        let nodes = boundary.exterior_nodes.index_axis(Axis(0), e).to_owned();
        let states = nodes.into_iter().flat_map(|node| {
            let state = usize::try_from(node).ok().and_then(|node| node.checked_sub(first));
            state.map_or([0.0; 5], |state| boundary.states[state])
        });
        let states: Vec<f64> = states.collect();
        kinds.into_iter().map(|kind| f64::from(kind as u8)).chain(states)
    })
}

/// The measures of a flow without viscosity, and three more.
const MEASURES: [&str; 14] = {
    let mut names = [""; 14];
    names.split_at_mut(11).0.copy_from_slice(&euler::Summary::NAMES);
    [names[11], names[12], names[13]] = ["enstrophy", "dissipation", "expansion"];
    names
};
