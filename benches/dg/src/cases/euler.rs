//! The compressible Euler equations with the local Lax-Friedrichs flux between rigid walls.

use super::exported::Exported;
use super::{Case, DType, Loaded, Made, Operator, converted, dims, measured};
use crate::npy;
use array_fn::explain::Explanation;
use array_fn::{Array, Device, Plan};
use array_fn_dg::euler::{Boundary, BoundaryCondition, Operands};
use array_fn_dg::{Discretisation, Error, Real};
use array_fn_dg_operators::euler::llf_rhs;
use std::path::Path;

pub const EULER: Operator = Operator {
    name: "euler",
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

/// The ratio of specific heats of all cases: air.
const GAMMA: f64 = 1.4;

struct EulerCase<T: Real> {
    operands: Exported<T>,
    rhs: Array<T, 3>,
}

impl<T: Real> Case for EulerCase<T> {
    fn run(&mut self) -> Result<(), Error> {
        let o = &self.operands;
        let gamma = T::from_f64(GAMMA);
        Ok(llf_rhs::into(&o.q, &o.space, &o.wall, gamma, &mut self.rhs)?)
    }

    fn plan(&self, device: &Device) -> Result<Plan, Error> {
        let [elements, n, f] = dims(&self.operands.space);
        Ok(llf_rhs::plan::<T>(device, elements, n, f)?)
    }

    fn explain(&mut self, device: &Device) -> Result<Explanation, Error> {
        let [elements, n, f] = dims(&self.operands.space);
        let explanation = llf_rhs::explain::<T>(device, elements, n, f)?;
        measured(explanation, || self.run())
    }

    fn result(&self) -> Result<Vec<f64>, array_fn::Error> {
        Ok(self.rhs.to_host()?.as_slice().iter().map(|&value| value.to_f64()).collect())
    }

    fn elements(&self) -> usize {
        self.operands.q.shape()[1]
    }

    fn values(&self) -> usize {
        self.operands.q.len()
    }

    fn fewest_bytes(&self) -> usize {
        // These are metric, normal, fscale, and whether a face is a wall.
        let of_elements = self.elements() * (9 + 12 + 4 + 4);
        size_of::<T>() * (2 * self.values() + of_elements)
            + 4 * self.operands.space.traces.exterior_nodes.len()
    }
}

/// A smooth flow below the speed of sound. Its length fits no mesh, so nothing cancels.
fn make<T: Real>(d: &Discretisation) -> Made {
    let boundary = Boundary::new(d, |_| Some(BoundaryCondition::SlipWall))?;
    let Operands { space, wall, .. } = Operands::<T>::new(d, &boundary)?;
    let q = converted(&d.sample_fields(state))?;
    let rhs = Array::zeros(q.shape())?;
    let operands = Exported { q, expected: Vec::new(), space, wall };
    Ok(Box::new(EulerCase { operands, rhs }))
}

/// Density, momentum and energy at a point.
pub fn state([x, y, z]: [f64; 3]) -> [f64; 5] {
    let (a, b, c) =
        ((1.3 * x + 0.7 * y).sin(), (1.7 * y - 0.9 * z).cos(), (2.1 * z + 0.4 * x).sin());
    [1.0 + 0.2 * a, 0.3 * b, 0.2 * c, -0.25 * a * b, 5.0 + 0.3 * c]
}

fn load<T: Real + npy::Element>(folder: &Path) -> Loaded {
    let mut operands = Exported::<T>::read(folder, 5)?;
    let expected = std::mem::take(&mut operands.expected);
    let rhs = Array::zeros(operands.q.shape())?;
    Ok((Box::new(EulerCase { operands, rhs }), expected))
}
