//! Single or double precision, and the programs of either.

use super::curved::Curved;
use super::{Flux, Operands};
use crate::Error;
use crate::wave::Real as Float;
use array_fn::{Array, Device, IndexArray, Plan};
use array_fn_dg_entropy::{self as entropy, FactorsOf};
use array_fn_dg_operators::{euler as program, limit};

/// What the Euler equations are computed in: `f32` or `f64`.
pub trait Real: Float + programs::Programs + Curved {}

impl Real for f32 {}
impl Real for f64 {}

/// Dimensions of a program: elements, nodes of an element, nodes of a face.
pub(super) type Dims = [usize; 3];

pub(super) mod programs {
    use super::*;

    /// The compiled programs for one precision.
    pub trait Programs: Float {
        fn rhs_into(
            operands: &Operands<Self>,
            flux: Flux,
            gamma: f64,
            q: &Array<Self, 3>,
            rhs: &mut Array<Self, 3>,
        ) -> Result<(), Error>;
        fn step(
            operands: &Operands<Self>,
            flux: Flux,
            gamma: f64,
            dt: f64,
            q: &mut Array<Self, 3>,
            increment: &mut Array<Self, 3>,
        ) -> Result<(), Error>;
        fn signal_rate(
            operands: &Operands<Self>,
            gamma: f64,
            q: &Array<Self, 3>,
        ) -> Result<f64, Error>;
        fn summary(
            operands: &Operands<Self>,
            gamma: f64,
            q: &Array<Self, 3>,
        ) -> Result<([f64; 5], [f64; 5]), Error>;
        fn keep_positive(
            q: &mut Array<Self, 3>,
            weights: &Array<Self, 1>,
            gamma: f64,
            least: f64,
        ) -> Result<(), Error>;
        fn limit_slopes(
            q: &mut Array<Self, 3>,
            around: &IndexArray<2>,
            vertices: &IndexArray<2>,
        ) -> Result<(), Error>;
        fn filter(q: &mut Array<Self, 3>, matrix: &Array<Self, 2>) -> Result<(), Error>;
        fn keep_entropy(
            factors: &FactorsOf<Self>,
            metric: &Array<Self, 3>,
            gamma: f64,
            dt: f64,
            q: &mut Array<Self, 3>,
        ) -> Result<(), Error>;
        fn kinetic_energy(
            jacobian: &Array<Self, 1>,
            mass: &Array<Self, 2>,
            q: &Array<Self, 3>,
        ) -> Result<f64, Error>;
        /// What keeps density and pressure positive, and what keeps the second law.
        fn correction_plans(
            device: &Device,
            elements: usize,
            nodes: usize,
        ) -> Result<[Plan; 2], Error>;
        fn rhs_plan(device: &Device, flux: Flux, dims: Dims) -> Result<Plan, Error>;
        fn step_plan(device: &Device, flux: Flux, dims: Dims) -> Result<Plan, Error>;
    }
}

/// The programs in one precision: the fluxes that it has, with what their steps take besides, and whether
/// others are to be expected.
macro_rules! programs {
    ($real:ty: $($flux:ident $rhs:ident $step:ident($($extra:expr)?)),+ $(; $rest:pat)?) => {
        #[rustfmt::skip]
        impl programs::Programs for $real {
            fn rhs_into(
                o: &Operands<Self>,
                flux: Flux,
                gamma: f64,
                q: &Array<Self, 3>,
                rhs: &mut Array<Self, 3>,
            ) -> Result<(), Error> {
                match flux {
                    $(Flux::$flux => program::$rhs::into(
                        q, &o.mesh, gamma as $real, rhs,
                    )?,)+
                    $($rest => return Err(Error::Precision { flux }),)?
                }
                Ok(())
            }

            fn step(
                o: &Operands<Self>,
                flux: Flux,
                gamma: f64,
                dt: f64,
                q: &mut Array<Self, 3>,
                increment: &mut Array<Self, 3>,
            ) -> Result<(), Error> {
                match flux {
                    $(Flux::$flux => program::$step(
                        q, increment, &o.mesh, gamma as $real, $($extra,)? dt as $real,
                    )?,)+
                    $($rest => return Err(Error::Precision { flux }),)?
                }
                Ok(())
            }

            fn signal_rate(
                o: &Operands<Self>,
                gamma: f64,
                q: &Array<Self, 3>,
            ) -> Result<f64, Error> {
                let rate = program::signal_rate(q, &o.mesh.fscale, gamma as $real)?;
                Ok(rate.to_host()?.as_slice()[0].into())
            }

            fn summary(
                o: &Operands<Self>,
                gamma: f64,
                q: &Array<Self, 3>,
            ) -> Result<([f64; 5], [f64; 5]), Error> {
                let (totals, extrema) = program::summary(q, &o.jacobian, &o.weights, gamma as $real)?;
                let (totals, extrema) = (totals.to_host()?, extrema.to_host()?);
                let five = |x: &[$real]| std::array::from_fn(|i| x[i].into());
                Ok((five(totals.as_slice()), five(extrema.as_slice())))
            }

            fn keep_positive(
                q: &mut Array<Self, 3>,
                weights: &Array<Self, 1>,
                gamma: f64,
                least: f64,
            ) -> Result<(), Error> {
                Ok(limit::keep_positive(q, weights, gamma as $real, least as $real)?)
            }

            fn limit_slopes(
                q: &mut Array<Self, 3>,
                around: &IndexArray<2>,
                vertices: &IndexArray<2>,
            ) -> Result<(), Error> {
                Ok(limit::limit_slopes(q, around, vertices)?)
            }

            fn filter(q: &mut Array<Self, 3>, matrix: &Array<Self, 2>) -> Result<(), Error> {
                Ok(limit::filter(q, matrix)?)
            }

            fn keep_entropy(
                f: &FactorsOf<Self>,
                metric: &Array<Self, 3>,
                gamma: f64,
                dt: f64,
                q: &mut Array<Self, 3>,
            ) -> Result<(), Error> {
                Ok(entropy::keep_entropy(q, f, metric, gamma as $real, dt as $real)?)
            }

            fn kinetic_energy(
                jacobian: &Array<Self, 1>,
                mass: &Array<Self, 2>,
                q: &Array<Self, 3>,
            ) -> Result<f64, Error> {
                let energy = entropy::kinetic_energy(q, jacobian, mass)?;
                Ok(energy.to_host()?.as_slice()[0].into())
            }

            fn correction_plans(device: &Device, e: usize, n: usize) -> Result<[Plan; 2], Error> {
                Ok([
                    limit::keep_positive::plan::<$real>(device, e, n)?,
                    entropy::keep_entropy::plan::<$real>(device, e, n, n)?,
                ])
            }

            fn rhs_plan(device: &Device, flux: Flux, [e, n, f]: Dims) -> Result<Plan, Error> {
                match flux {
                    $(Flux::$flux => Ok(program::$rhs::plan::<$real>(device, e, n, f)?),)+
                    $($rest => Err(Error::Precision { flux }),)?
                }
            }

            fn step_plan(device: &Device, flux: Flux, [e, n, f]: Dims) -> Result<Plan, Error> {
                match flux {
                    $(Flux::$flux => Ok(program::$step::plan::<$real>(device, e, n, f)?),)+
                    $($rest => Err(Error::Precision { flux }),)?
                }
            }
        }
    };
}

programs!(
    f64: Llf llf_rhs llf_step(0.0), LlfWide llf_wide_rhs llf_step(1.0), Hll hll_rhs hll_step(),
    Hllc hllc_rhs hllc_step()
);
programs!(f32: Llf llf_rhs llf_step(0.0); _);
