//! A time step of the compressible Navier-Stokes equations between walls without friction.

use super::exported::{Exported, array};
use super::{Case, DType, Loaded, Made, Operator, measured};
use crate::navier_stokes::{Boundary, BoundaryCondition, Gas, NavierStokesSolver, Operands};
use crate::wave::convert;
use crate::{Discretisation, Error};
use array_fn::{Array, Device, Explanation, Plan};
use array_fn_dg_navier_stokes::{Faces, Geometry, Mesh, Operators, Traces, step};
use array_fn_dg_operators::euler;
use ndarray::{Array2, Array3};
use std::path::Path;

pub const NAVIER_STOKES: Operator = Operator {
    name: "navier_stokes",
    dtypes: &[DType::F64],
    unfused: false,
    make: |discretisation, _| make(discretisation),
    load: |folder, _| load(folder),
};

/// Air that is viscous, in all cases.
fn gas() -> Gas {
    Gas::new(1.4, 1e-2, 0.72)
}

/// Low-storage Runge-Kutta methods of five stages have five right-hand sides.
const STAGES: usize = 5;

/// Those operands of [`step()`] that exported cases have, too.
struct Step {
    q: Array<f64, 3>,
    increment: Array<f64, 3>,
    operands: Exported<f64>,
    penalty: Array<f64, 2>,
    share: Array<f64, 2>,
    none: Array<f64, 2>,
    dt: f64,
    after: Array<f64, 3>,
}

impl Step {
    /// A step from the state of `operands`.
    fn new(mut operands: Exported<f64>, penalty: Array<f64, 2>, dt: f64) -> Result<Self, Error> {
        let q = std::mem::replace(&mut operands.q, Array::zeros([0; 3])?);
        let (shape, faces) = (q.shape(), penalty.shape());
        let half = Array2::from_elem(faces, 0.5);
        Ok(Step {
            q,
            increment: Array::zeros(shape)?,
            operands,
            penalty,
            share: convert(half.view(), faces)?,
            none: Array::zeros(faces)?,
            dt,
            after: Array::zeros(shape)?,
        })
    }

    fn dims(&self) -> [usize; 3] {
        let [e, _, f] = self.operands.mesh.exterior_nodes.shape();
        [e, self.q.shape()[2], f]
    }
}

impl Case for Step {
    fn run(&mut self) -> Result<(), Error> {
        let (o, none) = (&self.operands.mesh, &self.none);
        let mesh = Mesh {
            operators: Operators { derivative: &o.derivative, lift: &o.lift },
            geometry: Geometry {
                metric: &o.metric,
                normal: &o.normal,
                fscale: &o.fscale,
                penalty: &self.penalty,
            },
            faces: Faces { share: &self.share, slip: &o.wall, sticky: none, insulated: none },
            traces: Traces { exterior_nodes: &o.exterior_nodes, face_nodes: &o.face_nodes },
        };
        let (gas, after) = (gas().scalars(), &mut self.after);
        // What the step before left in the increment counts for nothing: its factor is far below rounding.
        step::into(&self.q, &mut self.increment, &mesh, &gas, self.dt, after)?;
        Ok(())
    }

    fn plan(&self, device: &Device) -> Result<Plan, Error> {
        let [e, n, f] = self.dims();
        Ok(step::plan(device, e, n, f)?)
    }

    fn explain(&mut self, device: &Device) -> Result<Explanation, Error> {
        let [e, n, f] = self.dims();
        let explanation = step::explain(device, e, n, f)?;
        measured(explanation, || self.run())
    }

    fn result(&self) -> Result<Vec<f64>, array_fn::Error> {
        Ok(self.after.to_host()?.as_slice().to_vec())
    }

    fn elements(&self) -> usize {
        self.q.shape()[1]
    }

    fn values(&self) -> usize {
        self.q.len()
    }

    fn fewest_bytes(&self) -> usize {
        // Metric, normal, fscale, penalty, and whether a face is a wall; in each stage, as the state and the
        // increment in and out.
        let of_elements = self.elements() * (9 + 12 + 4 + 4 + 4);
        let values = 4 * self.values() + of_elements;
        STAGES * (size_of::<f64>() * values + 4 * self.operands.mesh.exterior_nodes.len())
    }
}

/// A smooth flow below the speed of sound. Its length fits no mesh, so that nothing cancels.
fn make(d: &Discretisation) -> Made {
    let boundary = Boundary::new(d, gas(), |_| Some(BoundaryCondition::SlipWall))?;
    let operands = Operands::new(d, &boundary, NavierStokesSolver::PENALTY)?;
    let Mesh { operators, geometry, faces, traces } = operands.mesh;
    let shape = [5, d.element_count(), d.reference.node_count()];
    let mut q = Array3::zeros(shape);
    for ((field, element, node), value) in q.indexed_iter_mut() {
        *value = super::euler::state(std::array::from_fn(|k| d.nodes[[k, element, node]]))[field];
    }
    let fastest = d.fscale.fold(0.0, |a: f64, &b| a.max(b));
    let dt = 0.1 / ((d.reference.order + 1).pow(2) as f64 * fastest);
    let mesh = euler::Mesh {
        derivative: operators.derivative,
        lift: operators.lift,
        metric: geometry.metric,
        normal: geometry.normal,
        fscale: geometry.fscale,
        wall: faces.slip,
        exterior_nodes: traces.exterior_nodes,
        face_nodes: traces.face_nodes,
    };
    let operands = Exported { q: convert(q.view(), shape)?, expected: Vec::new(), mesh };
    Ok(Box::new(Step::new(operands, geometry.penalty, dt)?))
}

fn load(folder: &Path) -> Loaded {
    let mut operands = Exported::<f64>::read(folder, 5)?;
    let expected = std::mem::take(&mut operands.expected);
    let penalty = array(folder, "penalty", operands.mesh.fscale.shape())?;
    let dt: Array<f64, 1> = array(folder, "dt", [1])?;
    let dt = dt.as_slice()[0];
    Ok((Box::new(Step::new(operands, penalty, dt)?), expected))
}
