//! The acoustic wave equation with the upwind flux.

use super::exported::Exported;
use super::{Case, DType, Loaded, Made, Operator, converted, measured};
use crate::npy;
use array_fn::explain::Explanation;
use array_fn::{Array, Device, Plan};
use array_fn_dg::wave::{self, BoundaryCondition, FaceCoefficients, Faces, Flux, Operands};
use array_fn_dg::{Discretisation, Error, Real};
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
    operands: Operands<T>,
    q: Array<T, 3>,
    rhs: Array<T, 3>,
}

impl<T: Real> Case for WaveCase<T> {
    fn run(&mut self) -> Result<(), Error> {
        self.operands.rhs_into(Flux::Upwind, SPEED, &self.q, &mut self.rhs)
    }

    fn plan(&self, device: &Device) -> Result<Plan, Error> {
        self.operands.rhs_plan(device, Flux::Upwind)
    }

    fn explain(&mut self, device: &Device) -> Result<Explanation, Error> {
        let explanation = self.operands.rhs_explain(device, Flux::Upwind)?;
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
            + 4 * self.operands.space.traces.exterior_nodes.len()
    }
}

/// A plane wave in a box with rigid walls. Its length fits no mesh, so nothing cancels.
fn make<T: Real>(d: &Discretisation) -> Made {
    let faces = FaceCoefficients::new(d, |_| Some(BoundaryCondition::Neumann))?;
    let plane = wave::Case::Plane { lower: [0.0; 3], upper: [1.3, 1.7, 2.1] };
    let q = converted(&d.sample_fields(|x| plane.initial(x)))?;
    let rhs = Array::zeros(q.shape())?;
    Ok(Box::new(WaveCase { operands: Operands::<T>::new(d, &faces)?, q, rhs }))
}

fn load<T: Real + npy::Element>(folder: &Path) -> Loaded {
    let Exported { q, expected, space, wall } = Exported::<T>::read(folder, 4)?;
    let open: Vec<T> =
        wall.as_slice().iter().map(|&wall| T::from_f64(1.0 - wall.to_f64())).collect();
    let transmission = Array::from_slice(wall.shape(), &open)?;
    let faces = Faces { transmission, reflection: wall };
    let operands = Operands { space, faces, curved: None };
    let rhs = Array::zeros(q.shape())?;
    Ok((Box::new(WaveCase { operands, q, rhs }), expected))
}
