//! Single or double precision, and the programs of either.

use super::curved::Curved;
use super::{Flux, Operands};
use array_fn::{Array, Device, Element, Error, Explanation, Plan};
use array_fn_dg_operators::wave as program;

/// What the wave equation is computed in: `f32` or `f64`.
pub trait Real: Element + programs::Programs + Curved {
    /// The nearest value.
    fn from_f64(x: f64) -> Self;
    /// The same value.
    fn to_f64(self) -> f64;
}

/// Dimensions of a program: elements, nodes of an element, nodes of a face.
pub(super) type Dims = [usize; 3];

pub(super) mod programs {
    use super::*;

    /// The compiled programs for one precision.
    pub trait Programs: Element {
        fn rhs_into(
            operands: &Operands<Self>,
            flux: Flux,
            speed: f64,
            q: &Array<Self, 3>,
            rhs: &mut Array<Self, 3>,
        ) -> Result<(), Error>;
        fn step(
            operands: &Operands<Self>,
            flux: Flux,
            speed: f64,
            dt: f64,
            q: &mut Array<Self, 3>,
            increment: &mut Array<Self, 3>,
        ) -> Result<(), Error>;
        fn rhs_plan(device: &Device, flux: Flux, dims: Dims) -> Result<Plan, Error>;
        fn rhs_explain(device: &Device, flux: Flux, dims: Dims) -> Result<Explanation, Error>;
        fn step_plan(device: &Device, flux: Flux, dims: Dims) -> Result<Plan, Error>;
    }
}

macro_rules! real {
    ($($real:ty),*) => {$(
        impl Real for $real {
            fn from_f64(x: f64) -> Self {
                x as $real
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        }

        #[rustfmt::skip]
        impl programs::Programs for $real {
            fn rhs_into(
                o: &Operands<Self>,
                flux: Flux,
                speed: f64,
                q: &Array<Self, 3>,
                rhs: &mut Array<Self, 3>,
            ) -> Result<(), Error> {
                let c = speed as $real;
                match flux {
                    Flux::Upwind => program::upwind_rhs::into(
                        q, &o.mesh, c, rhs,
                    ),
                    Flux::Central => program::blended_rhs::into(
                        q, &o.mesh, c, 0.0, rhs,
                    ),
                }
            }

            fn step(
                o: &Operands<Self>,
                flux: Flux,
                speed: f64,
                dt: f64,
                q: &mut Array<Self, 3>,
                increment: &mut Array<Self, 3>,
            ) -> Result<(), Error> {
                let (c, dt) = (speed as $real, dt as $real);
                match flux {
                    Flux::Upwind => program::upwind_step(
                        q, increment, &o.mesh, c, dt,
                    ),
                    Flux::Central => program::blended_step(
                        q, increment, &o.mesh, c, 0.0, dt,
                    ),
                }
            }

            fn rhs_plan(device: &Device, flux: Flux, [e, n, f]: Dims) -> Result<Plan, Error> {
                match flux {
                    Flux::Upwind => program::upwind_rhs::plan::<$real>(device, e, n, f),
                    Flux::Central => program::blended_rhs::plan::<$real>(device, e, n, f),
                }
            }

            fn rhs_explain(
                device: &Device,
                flux: Flux,
                [e, n, f]: Dims,
            ) -> Result<Explanation, Error> {
                match flux {
                    Flux::Upwind => program::upwind_rhs::explain::<$real>(device, e, n, f),
                    Flux::Central => program::blended_rhs::explain::<$real>(device, e, n, f),
                }
            }

            fn step_plan(device: &Device, flux: Flux, [e, n, f]: Dims) -> Result<Plan, Error> {
                match flux {
                    Flux::Upwind => program::upwind_step::plan::<$real>(device, e, n, f),
                    Flux::Central => program::blended_step::plan::<$real>(device, e, n, f),
                }
            }
        }
    )*};
}

real!(f32, f64);
