//! Maxwell's equations in vacuum, `E_t = curl H`, `H_t = -curl E`, on elements with plane faces (Hesthaven & Warburton
//! 2008, section 10.5). The boundary is a perfect conductor, except where the mesh is periodic.

use crate::checkpoint::{self, Settings};
use crate::solver::{linear_waves, parts};
use crate::{Discretisation, Error, Evolution, Solver, operands, time_stepping};
use array_fn::ranks::ExactSum;
use array_fn::{Array, Device, Plan};
use array_fn_dg_operators::maxwell::{rhs, steps};
use array_fn_dg_operators::space::SpaceOf;
use ndarray::{Array3, s};

/// Maxwell's equations on a mesh, and their state: the electric field, followed by the magnetic field.
#[derive(Clone, Debug)]
pub struct MaxwellSolver<'d> {
    discretisation: &'d Discretisation,
    space: SpaceOf<f64>,
    wall: Array<f64, 2>,
    /// The largest `fscale`, which limits the time step.
    fscale: f64,
    evolution: Evolution<f64>,
}

impl<'d> MaxwellSolver<'d> {
    /// A solver whose fields are 0 at time 0.
    ///
    /// # Errors
    /// [`Error::CurvedPrecision`] when elements are curved, [`Error::Array`] when memory is exhausted.
    pub fn new(discretisation: &'d Discretisation) -> Result<Self, Error> {
        let d = discretisation;
        if d.curved.is_some() {
            return Err(Error::CurvedPrecision);
        }
        let more = d.behind(0);
        let nodes = operands::exterior_nodes(d, &d.exterior_nodes, 0, "mesh")?;
        let space = operands::space(d, more, &nodes)?;
        let wall = operands::of_faces(&operands::on_boundary(d), more)?;
        let nothing = Array3::zeros((6, more, d.reference.node_count()));
        let evolution = Evolution::new(d, 0, nothing)?;
        Ok(MaxwellSolver { discretisation, space, wall, fscale: d.max_fscale(), evolution })
    }

    /// Sets the fields `(E, H)` to a function of the coordinates, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_initial(&mut self, fields: impl Fn([f64; 3]) -> [f64; 6]) -> Result<(), Error> {
        self.set_state(self.discretisation.sample_fields(fields).view())
    }

    /// The energy `1/2 int |E|^2 + |H|^2` of the current state, in the elements of this rank.
    pub fn energy(&self) -> f64 {
        let energies = self.discretisation.energies(self.state().view());
        energies.into_iter().collect::<ExactSum>().value()
    }
}

impl Solver for MaxwellSolver<'_> {
    parts!(f64);
    linear_waves!(_solver, 1.0);
    const NAME: &'static str = "maxwell";
    const FIELDS: &'static [&'static str] = &["electric", "magnetic"];

    fn settings(&self) -> Settings {
        checkpoint::settings::<f64>(self.discretisation)
    }

    fn rhs_into(&self, into: &mut Array<f64, 3>) -> Result<(), Error> {
        let program = || rhs::into(&self.evolution.q, &self.space, &self.wall, into);
        Ok(self.evolution.device().run(program)?)
    }

    fn move_state(&mut self, dt: f64) -> Result<(), Error> {
        self.move_state_by(&[dt])
    }

    fn move_state_by(&mut self, lengths: &[f64]) -> Result<(), Error> {
        let device = self.evolution.device();
        let Evolution { q, increment, .. } = &mut self.evolution;
        device.run(|| {
            time_stepping::padded(lengths, |dt| dt)
                .try_for_each(|dt| Ok(steps(q, increment, &self.space, &self.wall, &dt)?))
        })
    }

    fn fields(&self) -> Vec<Array3<f64>> {
        let q = self.state();
        vec![q.slice(s![..3, .., ..]).to_owned(), q.slice(s![3.., .., ..]).to_owned()]
    }

    fn step_plan(&self, device: &Device) -> Result<Plan, Error> {
        let [e, n, f] = operands::dims(&self.space);
        Ok(steps::plan(device, 1, e, n, f)?)
    }

    fn step_kernels(&self, device: &Device) -> Result<usize, Error> {
        Ok(self.step_plan(device)?.kernel_count())
    }
}
