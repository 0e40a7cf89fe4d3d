//! Maxwell's equations in vacuum, `E_t = curl H`, `H_t = -curl E`, on elements with plane faces (Hesthaven & Warburton
//! 2008, section 10.5). The boundary is a perfect conductor, but where the mesh is periodic.

use crate::wave::convert;
use crate::{Discretisation, Error, time_stepping};
use array_fn::{Array, IndexArray};
use array_fn_dg_operators::maxwell::{rhs, step};
use array_fn_dg_operators::plane::{Mesh, MeshOf};
use ndarray::{Array3, Axis};

/// Maxwell's equations on a mesh, and their state: the electric field, then the magnetic one.
#[derive(Clone, Debug)]
pub struct MaxwellSolver {
    mesh: MeshOf<f64>,
    q: Array<f64, 3>,
    increment: Array<f64, 3>,
    time: f64,
}

impl MaxwellSolver {
    /// A solver whose fields are 0 at time 0.
    ///
    /// # Errors
    /// [`Error::CurvedPrecision`] when elements are curved, [`Error::Array`] when memory is exhausted.
    pub fn new(discretisation: &Discretisation) -> Result<Self, Error> {
        let d = discretisation;
        if d.curved.is_some() {
            return Err(Error::CurvedPrecision);
        }
        let (e, n) = (d.element_count(), d.reference.node_count());
        let f = d.reference.face_node_count();
        let face_nodes = &d.reference.face_nodes;
        // A conductor is where the node across is the own one.
        let wall = Array::from_fn([e, 4], |[element, face]| {
            let own = element * n + face_nodes[[face, 0]];
            f64::from(u8::from(d.exterior_nodes[[element, face, 0]] as usize == own))
        })?;
        let mesh = Mesh {
            derivative: convert(d.reference.derivative.view(), [3, n, n])?,
            lift: convert(d.reference.lift.view(), [n, 4, f])?,
            metric: convert(d.metric.view(), [3, 3, e])?,
            normal: convert(d.normal.view(), [3, e, 4])?,
            fscale: convert(d.fscale.view(), [e, 4])?,
            wall,
            exterior_nodes: IndexArray::new([e, 4, f], &d.exterior_nodes, e * n)?,
            face_nodes: IndexArray::new([4, f], face_nodes, n)?,
        };
        let (q, increment) = (Array::zeros([6, e, n])?, Array::zeros([6, e, n])?);
        Ok(MaxwellSolver { mesh, q, increment, time: 0.0 })
    }

    /// Sets the fields `(E, H)` to a function of the coordinates, and the time to 0.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn set_initial(
        &mut self,
        discretisation: &Discretisation,
        fields: impl Fn([f64; 3]) -> [f64; 6],
    ) -> Result<(), Error> {
        let mut q = Array3::zeros(self.q.shape());
        for (field, mut values) in q.axis_iter_mut(Axis(0)).enumerate() {
            values.assign(&discretisation.sample(|x| fields(x)[field]));
        }
        self.q = convert(q.view(), self.q.shape())?;
        self.increment = Array::zeros(self.q.shape())?;
        self.time = 0.0;
        Ok(())
    }

    /// The fields `(E, H)` at every node, `[6, E, N]`.
    pub fn state(&self) -> Array3<f64> {
        self.q.view().to_owned()
    }

    /// The time reached.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The right-hand side at the current state, `[6, E, N]`.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted.
    pub fn rhs(&self) -> Result<Array3<f64>, Error> {
        Ok(rhs(&self.q, &self.mesh)?.view().to_owned())
    }

    /// One step towards `end`: the first of equal ones, none longer than `longest`, that end there. Returns its length.
    ///
    /// # Errors
    /// [`Error::Unreachable`] when steps are too short to come to `end`, [`Error::Array`] when memory is exhausted.
    pub fn advance(&mut self, end: f64, longest: f64) -> Result<f64, Error> {
        let (left, dt) = time_stepping::next_step(self.time, end, longest)?;
        step(&mut self.q, &mut self.increment, &self.mesh, dt)?;
        // Not a rounding error before or after the end.
        self.time = if left == 1 { end } else { self.time + dt };
        Ok(dt)
    }

    /// The energy `1/2 int |E|^2 + |H|^2` of the current state.
    pub fn energy(&self, discretisation: &Discretisation) -> f64 {
        let q = self.state();
        0.5 * q.outer_iter().map(|field| discretisation.norm_squared(field)).sum::<f64>()
    }
}
