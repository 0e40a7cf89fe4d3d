//! The compressible Euler equations with the local Lax-Friedrichs flux between rigid walls.

use super::exported::Exported;
use super::{Case, DType, Operator, measured};
use crate::mesh::Face;
use crate::wave::{Real, convert};
use crate::{Discretisation, Error, npy};
use array_fn::__rt::Instantiated;
use array_fn::{Array, Device, Element, Explanation, IndexArray, Plan};
use array_fn_dg_operators::euler::{Mesh, llf_rhs};
use ndarray::{Array2, Array3};
use std::path::Path;

pub const EULER: Operator = Operator {
    name: "euler",
    dtypes: &DType::ALL,
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

struct EulerCase<T: Element> {
    operands: Exported<T>,
    rhs: Array<T, 3>,
}

impl<T: Real> Case for EulerCase<T>
where
    (T,): Instantiated<llf_rhs::Choices>,
{
    fn run(&mut self) -> Result<(), Error> {
        let o = &self.operands;
        let gamma = T::from_f64(GAMMA);
        Ok(llf_rhs::into(&o.q, &o.mesh, gamma, &mut self.rhs)?)
    }

    fn plan(&self, device: &Device) -> Result<Plan, Error> {
        let [_, elements, n] = self.operands.q.shape();
        let [_, _, f] = self.operands.mesh.exterior_nodes.shape();
        Ok(llf_rhs::plan::<T>(device, elements, n, f)?)
    }

    fn explain(&mut self, device: &Device) -> Result<Explanation, Error> {
        let [_, elements, n] = self.operands.q.shape();
        let [_, _, f] = self.operands.mesh.exterior_nodes.shape();
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
        // Metric, normal, fscale, and whether a face is a wall.
        let of_elements = self.elements() * (9 + 12 + 4 + 4);
        size_of::<T>() * (2 * self.values() + of_elements)
            + 4 * self.operands.mesh.exterior_nodes.len()
    }
}

/// A smooth flow below the speed of sound. Its length fits no mesh, so that nothing cancels.
fn make<T: Real>(discretisation: &Discretisation) -> Result<Box<dyn Case>, Error>
where
    (T,): Instantiated<llf_rhs::Choices>,
{
    let d = discretisation;
    let (e, n, f) = (d.element_count(), d.reference.node_count(), d.reference.face_node_count());
    let mut q = Array3::zeros((5, e, n));
    for ((field, element, node), value) in q.indexed_iter_mut() {
        *value = state(std::array::from_fn(|k| d.nodes[[k, element, node]]))[field];
    }
    let walls = Array2::from_shape_fn((e, 4), |(element, face)| {
        match d.connectivity.faces[element][face] {
            Face::Boundary { .. } => 1.0,
            _ => 0.0,
        }
    });
    let mesh = Mesh {
        derivative: convert(d.reference.derivative.view(), [3, n, n])?,
        lift: convert(d.reference.lift.view(), [n, 4, f])?,
        metric: convert(d.metric.view(), [3, 3, e])?,
        normal: convert(d.normal.view(), [3, e, 4])?,
        fscale: convert(d.fscale.view(), [e, 4])?,
        wall: convert(walls.view(), [e, 4])?,
        exterior_nodes: IndexArray::new([e, 4, f], &d.exterior_nodes, e * n)?,
        face_nodes: IndexArray::new([4, f], &d.reference.face_nodes, n)?,
    };
    let operands = Exported { q: convert(q.view(), [5, e, n])?, expected: Vec::new(), mesh };
    let rhs = Array::zeros([5, e, n])?;
    Ok(Box::new(EulerCase { operands, rhs }))
}

/// Density, momentum and energy at a point.
pub fn state([x, y, z]: [f64; 3]) -> [f64; 5] {
    let (a, b, c) =
        ((1.3 * x + 0.7 * y).sin(), (1.7 * y - 0.9 * z).cos(), (2.1 * z + 0.4 * x).sin());
    [1.0 + 0.2 * a, 0.3 * b, 0.2 * c, -0.25 * a * b, 5.0 + 0.3 * c]
}

fn load<T: Real + npy::Element>(folder: &Path) -> Result<(Box<dyn Case>, Vec<f64>), Error>
where
    (T,): Instantiated<llf_rhs::Choices>,
{
    let mut operands = Exported::<T>::read(folder, 5)?;
    let expected = std::mem::take(&mut operands.expected);
    let rhs = Array::zeros(operands.q.shape())?;
    Ok((Box::new(EulerCase { operands, rhs }), expected))
}
