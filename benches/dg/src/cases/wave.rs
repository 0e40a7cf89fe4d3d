//! The acoustic wave equation with the upwind flux.

use super::exported::Exported;
use super::{Case, DType, Loaded, Made, Operator, converted, dims, measured};
use crate::npy;
use array_fn::explain::Explanation;
use array_fn::{Array, Device, Plan};
use array_fn_dg::wave::{self, BoundaryCondition, FaceCoefficients, Operands};
use array_fn_dg::{Discretisation, Error, Real};
use array_fn_dg_operators::space::SpaceOf;
use array_fn_dg_operators::wave::{Faces, FacesOf, upwind_rhs};
use std::path::Path;

pub const WAVE: Operator = Operator {
    name: "wave",
    dtypes: DType::ALL,
    unfused: true,
    make: |discretisation, dtype| match dtype {
        DType::F64 => make::<f64>(discretisation),
        DType::F32 => make::<f32>(discretisation),
    },
    load: |folder, dtype| match dtype {
        DType::F64 => load::<f64>(folder),
        DType::F32 => load::<f32>(folder),
    },
};

/// The wave speed of all cases.
const SPEED: f64 = 1.5;

struct WaveCase<T: Real> {
    space: SpaceOf<T>,
    faces: FacesOf<T>,
    q: Array<T, 3>,
    rhs: Array<T, 3>,
}

impl<T: Real> Case for WaveCase<T> {
    fn run(&mut self) -> Result<(), Error> {
        let WaveCase { space, faces, q, rhs } = self;
        Ok(upwind_rhs::into(q, space, faces, T::from_f64(SPEED), rhs)?)
    }

    fn plan(&self, device: &Device) -> Result<Plan, Error> {
        let [elements, n, f] = dims(&self.space);
        Ok(upwind_rhs::plan::<T>(device, elements, n, f)?)
    }

    fn explain(&mut self, device: &Device) -> Result<Explanation, Error> {
        let [elements, n, f] = dims(&self.space);
        let explanation = upwind_rhs::explain::<T>(device, elements, n, f)?;
        measured(explanation, || self.run())
    }

    fn result(&self) -> Result<Vec<f64>, array_fn::Error> {
        Ok(self.rhs.to_host()?.as_slice().iter().map(|&value| value.to_f64()).collect())
    }

    fn elements(&self) -> usize {
        self.q.shape()[1]
    }

    fn values(&self) -> usize {
        self.q.len()
    }

    fn fewest_bytes(&self) -> usize {
        // These are metric, normal, fscale, and the two factors of a face, which are one number in exported cases.
        let of_elements = self.elements() * (9 + 12 + 4 + 4);
        size_of::<T>() * (2 * self.q.len() + of_elements)
            + 4 * self.space.traces.exterior_nodes.len()
    }
}

/// A plane wave in a box with rigid walls. Its length fits no mesh, so nothing cancels.
fn make<T: Real>(d: &Discretisation) -> Made {
    let faces = FaceCoefficients::new(d, |_| Some(BoundaryCondition::Neumann))?;
    let plane = wave::Case::Plane { lower: [0.0; 3], upper: [1.3, 1.7, 2.1] };
    let q = converted(&d.sample_fields(|x| plane.initial(x)))?;
    let rhs = Array::zeros(q.shape())?;
    let Operands { space, faces, .. } = Operands::<T>::new(d, &faces)?;
    Ok(Box::new(WaveCase { space, faces, q, rhs }))
}

fn load<T: Real + npy::Element>(folder: &Path) -> Loaded {
    let Exported { q, expected, space, wall } = Exported::<T>::read(folder, 4)?;
    let open: Vec<T> =
        wall.as_slice().iter().map(|&wall| T::from_f64(1.0 - wall.to_f64())).collect();
    let transmission = Array::from_slice(wall.shape(), &open)?;
    let faces = Faces { transmission, reflection: wall };
    let rhs = Array::zeros(q.shape())?;
    Ok((Box::new(WaveCase { space, faces, q, rhs }), expected))
}
