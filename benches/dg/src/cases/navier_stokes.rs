//! A time step of the compressible Navier-Stokes equations between walls without friction.

use super::exported::{Exported, array};
use super::{Case, DType, Loaded, Made, Operator, converted, dims, measured};
use array_fn::explain::Explanation;
use array_fn::{Array, Device, Plan};
use array_fn_dg::navier_stokes::{Boundary, BoundaryCondition, Gas, NavierStokesSolver, Operands};
use array_fn_dg::{Discretisation, Error};
use array_fn_dg_navier_stokes::{Faces, step};
use array_fn_dg_operators::space::SpaceOf;
use std::path::Path;

pub const NAVIER_STOKES: Operator = Operator {
    name: "navier_stokes",
    dtypes: &[DType::F64],
    unfused: false,
    make: |discretisation, _| make(discretisation),
    load: |folder, _| load(folder),
};

/// The gas of all cases: viscous air.
fn gas() -> Gas {
    Gas::new(1.4, 1e-2, 0.72)
}

/// Low-storage Runge-Kutta methods of five stages have five right-hand sides.
const STAGES: usize = 5;

/// The operands of [`step()`].
struct Step {
    q: Array<f64, 3>,
    increment: Array<f64, 3>,
    space: SpaceOf<f64>,
    faces: Faces,
    penalty: Array<f64, 2>,
    dt: f64,
    after: Array<f64, 3>,
}

impl Step {
    /// A step from a state between walls.
    fn new(exported: Exported<f64>, penalty: Array<f64, 2>, dt: f64) -> Result<Self, Error> {
        let Exported { q, space, wall, .. } = exported;
        let (increment, after) = (Array::zeros(q.shape())?, Array::zeros(q.shape())?);
        let shape = wall.shape();
        let faces = Faces {
            share: Array::from_fn(shape, |_| 0.5)?,
            slip: wall,
            sticky: Array::zeros(shape)?,
            insulated: Array::zeros(shape)?,
        };
        Ok(Step { q, increment, space, faces, penalty, dt, after })
    }
}

impl Case for Step {
    fn run(&mut self) -> Result<(), Error> {
        let Step { q, increment, space, faces, penalty, dt, after } = self;
        // The values that the last step left in the increment do not count: their factor is far below rounding.
        step::into(q, increment, space, faces, penalty, &gas().scalars(), *dt, after)?;
        Ok(())
    }

    fn plan(&self, device: &Device) -> Result<Plan, Error> {
        let [e, n, f] = dims(&self.space);
        Ok(step::plan(device, e, n, f)?)
    }

    fn explain(&mut self, device: &Device) -> Result<Explanation, Error> {
        let [e, n, f] = dims(&self.space);
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
        // Each stage reads metric, normal, fscale, penalty, and whether a face is a wall. It also reads and writes the
        // state and the increment.
        let of_elements = self.elements() * (9 + 12 + 4 + 4 + 4);
        let values = 4 * self.values() + of_elements;
        STAGES * (size_of::<f64>() * values + 4 * self.space.traces.exterior_nodes.len())
    }
}

/// A smooth flow below the speed of sound. Its length fits no mesh, so nothing cancels.
fn make(d: &Discretisation) -> Made {
    let boundary = Boundary::new(d, gas(), |_| Some(BoundaryCondition::SlipWall))?;
    let operands = Operands::new(d, &boundary, NavierStokesSolver::PENALTY)?;
    let q = converted(&d.sample_fields(super::euler::state))?;
    let dt = 0.1 / ((d.reference.order + 1).pow(2) as f64 * d.max_fscale());
    let Operands { space, faces, penalty, .. } = operands;
    let exported = Exported { q, expected: Vec::new(), space, wall: faces.slip };
    Ok(Box::new(Step::new(exported, penalty, dt)?))
}

fn load(folder: &Path) -> Loaded {
    let mut operands = Exported::<f64>::read(folder, 5)?;
    let expected = std::mem::take(&mut operands.expected);
    let penalty = array(folder, "penalty", operands.wall.shape())?;
    let dt: Array<f64, 1> = array(folder, "dt", [1])?;
    let dt = dt.as_slice()[0];
    Ok((Box::new(Step::new(operands, penalty, dt)?), expected))
}
