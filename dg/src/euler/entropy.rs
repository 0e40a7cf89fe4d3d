//! The forms of volume terms, and the entropy correction that keeps them from breaking the second law.

use super::limiter::{Positivity, average};
use crate::named::named;
use crate::real::{convert, double, double_mut};
use crate::reference::Cubature;
use crate::{Discretisation, Error, Real};
use array_fn::{Array, Device};
use array_fn_dg_entropy::{Factors, FactorsOf, curved_keep_entropy, keep_entropy};
use array_fn_dg_operators::limit::{curved_keep_positive, keep_positive};
use array_fn_dg_operators::space::CurvedGeometry;
use ndarray::Array3;

named! {
    "volume form"
    /// How the volume terms of a flow are computed.
    pub enum VolumeForm {
        /// As [`VolumeForm::Collocation`], and after each step density and pressure are kept positive, and the entropy
        /// that volume terms would take from an element against the second law is given back
        /// (`array_fn_dg_entropy`): for flows that the mesh hardly resolves.
        EntropyCorrected = "entropy-corrected",
        /// Fluxes are computed at the nodes and differentiated as polynomials: for flows that are resolved. Others
        /// break down from products that are not integrated exactly (aliasing).
        Collocation = "collocation",
    }
}

/// How steeply the share of modes in the correction falls with their degree.
///
/// It was chosen when the production was still computed at the nodes alone, without the points of a rule. Of 2, 4, 8
/// and 16, the values 4 and 8 gave the smallest errors of a resolved vortex, and with 16 the vortex broke down on a
/// coarse mesh. With the production of today, only 4 was tried.
const STEEPNESS: i32 = 4;

/// The least share of their averages in an element that density and pressure keep. On the coarsest meshes, a step takes
/// a tenth of the average from some nodes, so with 0.1 the vortex broke down there.
const LEAST: f64 = 0.2;

/// The kind of prescribed states in the elements behind those of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behind {
    /// The same state at all nodes.
    Uniform,
    /// Each node has its own state.
    Mixed,
}

/// The correction that follows each step of [`VolumeForm::EntropyCorrected`], or none.
#[derive(Clone, Debug)]
pub(crate) struct EntropyCorrection<T: Real>(Option<Operands<T>>);

#[derive(Clone, Debug)]
struct Operands<T: Real> {
    positivity: Positivity<T>,
    factors: FactorsOf<T>,
}

impl<T: Real> EntropyCorrection<T> {
    /// The correction that follows each step of the form `form`, on a discretisation followed by `more` elements of
    /// prescribed states.
    pub fn new(
        form: VolumeForm,
        discretisation: &Discretisation,
        more: usize,
        behind: Behind,
    ) -> Result<Self, Error> {
        if form == VolumeForm::Collocation {
            return Ok(EntropyCorrection(None));
        }
        let reference = &discretisation.reference;
        let n = reference.node_count();
        let share = |degree: usize| (degree as f64 / reference.order as f64).powi(STEEPNESS);
        let order = reference.order;
        let rule = Cubature::tetrahedron(2 * order + 1).ok_or(Error::Overintegration { order })?;
        let interpolation = reference.interpolation(&rule.points);
        let m = rule.points.len();
        let slopes = reference.weighted_slopes(&interpolation, &rule.weights);
        let mut stiffness = Array3::<f64>::zeros((3, n, n));
        for (mut stiffness, slopes) in stiffness.outer_iter_mut().zip(slopes.outer_iter()) {
            stiffness.assign(&slopes.dot(&interpolation));
        }
        Ok(EntropyCorrection(Some(Operands {
            positivity: Positivity::new(discretisation, more, behind, LEAST)?,
            factors: Factors {
                weights: convert(average(discretisation).view(), [n])?,
                mass: convert(reference.mass.view(), [n, n])?,
                roughness: convert(reference.filter(share).view(), [n, n])?,
                interpolation: convert(interpolation.view(), [m, n])?,
                slopes: convert(slopes.view(), [3, n, m])?,
                stiffness: convert(stiffness.view(), [3, n, n])?,
            },
        })))
    }

    /// The form whose steps this follows.
    pub fn form(&self) -> VolumeForm {
        match self.0 {
            Some(_) => VolumeForm::EntropyCorrected,
            None => VolumeForm::Collocation,
        }
    }

    /// Corrects the state `q`, `[5, E, N]`, after a step of length `dt`. `metric` holds the derivatives of the
    /// reference coordinates by the physical ones, `[3, 3, E]`.
    pub fn apply(
        &self,
        metric: &Array<T, 3>,
        curved: Option<&CurvedGeometry>,
        gamma: f64,
        dt: f64,
        q: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        let Some(Operands { positivity, factors }) = &self.0 else { return Ok(()) };
        // Only states of a gas have entropy variables.
        positivity.apply(gamma, q)?;
        match curved {
            Some(c) => {
                let factors: &FactorsOf<f64> = double(factors)?;
                let q: &mut Array<f64, 3> = double_mut(q)?;
                curved_keep_entropy(q, factors, &c.metric, &c.inverse_jacobian, gamma, dt)?;
            }
            None => {
                let [gamma, dt] = [gamma, dt].map(T::from_f64);
                keep_entropy(q, factors, metric, gamma, dt)?;
            }
        }
        positivity.apply(gamma, q)
    }

    /// The number of kernels that [`EntropyCorrection::apply`] launches on `device`.
    pub fn kernels(
        &self,
        device: &Device,
        curved: bool,
        [e, n]: [usize; 2],
    ) -> Result<usize, Error> {
        let Some(Operands { positivity, factors }) = &self.0 else { return Ok(0) };
        let positivity = match positivity.is_elementwise() {
            true => curved_keep_positive::plan(device, e, n)?,
            false => keep_positive::plan::<T>(device, e, n)?,
        };
        let [m, _] = factors.interpolation.shape();
        let entropy = match curved {
            true => curved_keep_entropy::plan(device, e, n, m)?,
            false => keep_entropy::plan::<T>(device, e, n, m)?,
        };
        Ok(2 * positivity.kernel_count() + entropy.kernel_count())
    }
}
