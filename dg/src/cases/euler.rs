//! The compressible Euler equations with the local Lax-Friedrichs flux between rigid walls.

use super::exported::Exported;
use super::{Case, DType, Operator, measured};
use crate::operands::{dims, of_faces, on_boundary, space};
use crate::real::convert;
use crate::{Discretisation, Error, Real, npy};
use array_fn::explain::Explanation;
use array_fn::{Array, Device, Plan};
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
fn make<T: Real>(discretisation: &Discretisation) -> Result<Box<dyn Case>, Error> {
    let d = discretisation;
    let (e, n) = (d.element_count(), d.reference.node_count());
    let q = d.sample_fields(state);
    let operands = Exported {
        q: convert(q.view(), [5, e, n])?,
        expected: Vec::new(),
        space: space::<T>(d, 0, &d.exterior_nodes)?,
        wall: of_faces(&on_boundary(d), 0)?,
    };
    let rhs = Array::zeros([5, e, n])?;
    Ok(Box::new(EulerCase { operands, rhs }))
}

/// Density, momentum and energy at a point.
pub fn state([x, y, z]: [f64; 3]) -> [f64; 5] {
    let (a, b, c) =
        ((1.3 * x + 0.7 * y).sin(), (1.7 * y - 0.9 * z).cos(), (2.1 * z + 0.4 * x).sin());
    [1.0 + 0.2 * a, 0.3 * b, 0.2 * c, -0.25 * a * b, 5.0 + 0.3 * c]
}

fn load<T: Real + npy::Element>(folder: &Path) -> Result<(Box<dyn Case>, Vec<f64>), Error> {
    let mut operands = Exported::<T>::read(folder, 5)?;
    let expected = std::mem::take(&mut operands.expected);
    let rhs = Array::zeros(operands.q.shape())?;
    Ok((Box::new(EulerCase { operands, rhs }), expected))
}
