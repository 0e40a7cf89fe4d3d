//! The static operands of the Euler programs.

use super::{Boundary, Flux};
use crate::operands::{Integrals, curved_geometry, dims, exterior_nodes, of_faces, space};
use crate::real::{double, double_mut};
use crate::time_stepping::{self, Stage};
use crate::{Discretisation, Error, Real};
use array_fn::{Array, Device, Plan};
use array_fn_dg_entropy as entropy;
use array_fn_dg_operators::curved_euler::{self, hll_jump, hllc_jump, llf_jump, stage};
use array_fn_dg_operators::euler::{
    hll_rhs, hll_step, hllc_rhs, hllc_step, llf_rhs, llf_step, llf_wide_rhs, signal_rate, summary,
};
use array_fn_dg_operators::space::{CurvedGeometry, SpaceOf};

/// The operands of the Euler programs besides the state and scalars.
///
/// E counts the elements of the mesh and one additional element per prescribed state. N is the number of nodes per
/// element, and F that of nodes per face. All nodes of an additional element hold its prescribed state. Metric factors
/// and `fscale` of additional elements are 0, so that nothing changes them. Their Jacobian is 0, so that no integral
/// includes them.
#[derive(Clone, Debug)]
pub struct Operands<T: Real> {
    /// Matrices, geometric factors, and the nodes on both sides of faces.
    pub space: SpaceOf<T>,
    /// 1 on slip walls, else 0: `[E, 4]`.
    pub wall: Array<T, 2>,
    /// The factors of integrals.
    pub integrals: Integrals<T>,
    /// Geometric factors, if elements are curved. They take the place of those of flat elements.
    pub curved: Option<CurvedGeometry>,
}

/// The plan of the program of the flux, of those for [`Flux::ALL`]. On curved elements, it is that of a stage.
macro_rules! plan_of_flux {
    ($operands:ident, $flux:ident, [$llf:ident, $wide:ident, $hll:ident, $hllc:ident], $device:ident) => {{
        let [e, n, f] = $operands.dims();
        if $operands.curved.is_some() {
            return Ok(stage::plan($device, e, n, f)?);
        }
        $flux.check::<T>()?;
        Ok(match $flux {
            Flux::Llf => $llf::plan::<T>($device, e, n, f)?,
            Flux::LlfWide => $wide::plan::<f64>($device, e, n, f)?,
            Flux::Hll => $hll::plan::<f64>($device, e, n, f)?,
            Flux::Hllc => $hllc::plan::<f64>($device, e, n, f)?,
        })
    }};
}

impl<T: Real> Operands<T> {
    /// The operands of a discretisation with a given boundary.
    ///
    /// # Errors
    /// - [`Error::Array`] when memory is exhausted.
    /// - [`Error::Mesh`] when the nodes, together with those of prescribed states, do not fit into 32-bit indices.
    /// - [`Error::CurvedPrecision`] when elements are curved and `T` is `f32`.
    pub fn new(discretisation: &Discretisation, boundary: &Boundary) -> Result<Self, Error> {
        let d = discretisation;
        let (real, n, more) = (d.element_count(), d.reference.node_count(), boundary.states.len());
        let nodes = &d.exterior_nodes;
        let mut nodes = exterior_nodes(d, nodes, more, "mesh with prescribed states")?;
        for ((element, face), state) in boundary.prescribed.indexed_iter() {
            if let Some(state) = state {
                let first = (real + *state as usize) * n;
                for (k, &node) in d.reference.face_nodes.row(face).iter().enumerate() {
                    nodes[[element, face, k]] = (first + node) as i32;
                }
            }
        }
        Ok(Operands {
            space: space(d, more, &nodes)?,
            wall: of_faces(&boundary.wall, more)?,
            integrals: Integrals::new(d, more)?,
            curved: curved_geometry::<T>(d, more)?,
        })
    }

    /// The numbers E, N and F.
    pub(super) fn dims(&self) -> [usize; 3] {
        dims(&self.space)
    }

    /// Writes the right-hand side at the state `q` into `rhs`, both `[5, E, N]`, for the ratio of specific
    /// heats `gamma`.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree, [`Error::Precision`] when the flux is not there in `T`.
    pub fn rhs_into(
        &self,
        flux: Flux,
        gamma: f64,
        q: &Array<T, 3>,
        rhs: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        if let Some(c) = &self.curved {
            let o = double(self)?;
            return time_stepping::rate_by_stage(q, rhs, |stage, q, increment, next| {
                curved_stage(o, c, (flux, gamma), stage, q, increment, next)
            });
        }
        if flux == Flux::Llf {
            return Ok(llf_rhs::into(q, &self.space, &self.wall, T::from_f64(gamma), rhs)?);
        }
        flux.check::<T>()?;
        let q: &Array<f64, 3> = double(q)?;
        let rhs: &mut Array<f64, 3> = double_mut(rhs)?;
        let Operands { space, wall, .. }: &Operands<f64> = double(self)?;
        match flux {
            Flux::Llf => llf_rhs::into(q, space, wall, gamma, rhs)?,
            Flux::LlfWide => llf_wide_rhs::into(q, space, wall, gamma, rhs)?,
            Flux::Hll => hll_rhs::into(q, space, wall, gamma, rhs)?,
            Flux::Hllc => hllc_rhs::into(q, space, wall, gamma, rhs)?,
        }
        Ok(())
    }

    /// One step of length `dt` from the state `q`, in place. `increment` is zeros before the first step, and then the
    /// values that the last step left in it. Both are `[5, E, N]`.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted, [`Error::Precision`] when the flux
    /// is not there in `T`.
    pub fn step(
        &self,
        flux: Flux,
        gamma: f64,
        dt: f64,
        q: &mut Array<T, 3>,
        increment: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        if let Some(c) = &self.curved {
            let o = double(self)?;
            return time_stepping::step_by_stages(dt, q, increment, |stage, q, increment, next| {
                curved_stage(o, c, (flux, gamma), stage, q, increment, next)
            });
        }
        if flux == Flux::Llf {
            let [gamma, wide, dt] = [gamma, 0.0, dt].map(T::from_f64);
            return Ok(llf_step(q, increment, &self.space, &self.wall, gamma, wide, dt)?);
        }
        flux.check::<T>()?;
        let q: &mut Array<f64, 3> = double_mut(q)?;
        let increment: &mut Array<f64, 3> = double_mut(increment)?;
        let Operands { space, wall, .. }: &Operands<f64> = double(self)?;
        match flux {
            Flux::Llf => llf_step(q, increment, space, wall, gamma, 0.0, dt)?,
            Flux::LlfWide => llf_step(q, increment, space, wall, gamma, 1.0, dt)?,
            Flux::Hll => hll_step(q, increment, space, wall, gamma, dt)?,
            Flux::Hllc => hllc_step(q, increment, space, wall, gamma, dt)?,
        }
        Ok(())
    }

    /// The number of elements that the fastest signal crosses in a unit of time, as the time step needs it: the largest
    /// product of `|v| + a` and `fscale`. It is NaN if density or pressure is not positive somewhere.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted.
    pub fn signal_rate(&self, gamma: f64, q: &Array<T, 3>) -> Result<f64, Error> {
        let rate = signal_rate(q, &self.space.geometry.fscale, T::from_f64(gamma))?;
        Ok(rate.to_host()?.as_slice()[0].to_f64())
    }

    /// The integrals of the conserved variables. Then the least and the largest density, the least and the largest
    /// pressure, and the largest Mach number.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted.
    pub fn summary(&self, gamma: f64, q: &Array<T, 3>) -> Result<([f64; 5], [f64; 5]), Error> {
        let Integrals { jacobian, weights, .. } = &self.integrals;
        if let Some(c) = &self.curved {
            let q: &Array<f64, 3> = double(q)?;
            let weights: &Array<f64, 1> = double(weights)?;
            return numbers(curved_euler::summary(q, &c.jacobian, weights, gamma)?);
        }
        numbers(summary(q, jacobian, weights, T::from_f64(gamma))?)
    }

    /// The integral of the kinetic energy.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted.
    pub fn kinetic_energy(&self, q: &Array<T, 3>) -> Result<f64, Error> {
        let Integrals { jacobian, mass, .. } = &self.integrals;
        if let Some(c) = &self.curved {
            let q: &Array<f64, 3> = double(q)?;
            let mass: &Array<f64, 2> = double(mass)?;
            let energy = entropy::curved_kinetic_energy(q, &c.jacobian, mass)?;
            return Ok(energy.to_host()?.as_slice()[0]);
        }
        let energy = entropy::kinetic_energy(q, jacobian, mass)?;
        Ok(energy.to_host()?.as_slice()[0].to_f64())
    }

    /// The plan of the right-hand side on `device`. On curved elements, it is the plan of a stage without the jump on
    /// faces.
    ///
    /// # Errors
    /// [`Error::Precision`] when the flux is not there in `T`.
    pub fn rhs_plan(&self, device: &Device, flux: Flux) -> Result<Plan, Error> {
        plan_of_flux!(self, flux, [llf_rhs, llf_wide_rhs, hll_rhs, hllc_rhs], device)
    }

    /// The plan of a step on `device`. On curved elements, it is the plan of a stage without the jump on faces.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order, [`Error::Precision`] when the flux is not
    /// there in `T`.
    pub fn step_plan(&self, device: &Device, flux: Flux) -> Result<Plan, Error> {
        plan_of_flux!(self, flux, [llf_step, llf_step, hll_step, hllc_step], device)
    }

    /// The number of kernels that one step launches on `device`.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order, [`Error::Precision`] when the flux is not
    /// there in `T`.
    pub fn step_kernels(&self, device: &Device, flux: Flux) -> Result<usize, Error> {
        let step = self.step_plan(device, flux)?.kernel_count();
        if self.curved.is_none() {
            return Ok(step);
        }
        let [e, n, f] = self.dims();
        let jump = match flux {
            Flux::Llf | Flux::LlfWide => llf_jump::plan(device, e, n, f)?,
            Flux::Hll => hll_jump::plan(device, e, n, f)?,
            Flux::Hllc => hllc_jump::plan(device, e, n, f)?,
        };
        Ok(5 * (step + jump.kernel_count()))
    }
}

/// Two arrays of five numbers.
pub(crate) fn numbers<T: Real>(
    (totals, extrema): (Array<T, 1>, Array<T, 1>),
) -> Result<([f64; 5], [f64; 5]), Error> {
    let (totals, extrema) = (totals.to_host()?, extrema.to_host()?);
    let five = |x: &[T]| std::array::from_fn(|i| x[i].to_f64());
    Ok((five(totals.as_slice()), five(extrema.as_slice())))
}

/// A flux and the ratio of specific heats.
type Law = (Flux, f64);

/// Runs one stage on curved elements, two calls in double precision: changes the increment, and writes the state after the stage.
fn curved_stage(
    o: &Operands<f64>,
    geometry: &CurvedGeometry,
    (flux, gamma): Law,
    of_step: &Stage,
    q: &Array<f64, 3>,
    increment: &mut Array<f64, 3>,
    next: &mut Array<f64, 3>,
) -> Result<(), Error> {
    let (operators, traces, wall) = (&o.space.operators, &o.space.traces, &o.wall);
    let jump = match flux {
        Flux::Llf => llf_jump(q, geometry, traces, wall, gamma, 0.0)?,
        Flux::LlfWide => llf_jump(q, geometry, traces, wall, gamma, 1.0)?,
        Flux::Hll => hll_jump(q, geometry, traces, wall, gamma)?,
        Flux::Hllc => hllc_jump(q, geometry, traces, wall, gamma)?,
    };
    stage::into(q, increment, &jump, operators, geometry, gamma, of_step, next)?;
    Ok(())
}
