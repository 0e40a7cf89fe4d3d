//! Boundary conditions of waves.

use crate::mesh::{OPEN, WALL, named_after};
use crate::named::named;
use crate::{Discretisation, Error};
use ndarray::Array2;

named! {
    "boundary condition"
    /// A boundary condition of the wave equation.
    pub enum BoundaryCondition {
        /// `u = 0`, a soft wall. It reflects u with the opposite sign.
        Dirichlet = "dirichlet",
        /// `n . v = 0`, a rigid wall. It reflects u with the same sign.
        Neumann = "neumann",
        /// First-order radiation. Waves that arrive at a right angle leave.
        Radiation = "radiation",
    }
}

impl BoundaryCondition {
    /// The share of the outgoing wave `u + n.v` that comes back as the incoming wave `u - n.v`.
    pub fn reflection(self) -> f64 {
        match self {
            BoundaryCondition::Dirichlet => -1.0,
            BoundaryCondition::Neumann => 1.0,
            BoundaryCondition::Radiation => 0.0,
        }
    }

    /// The condition that the name of a surface suggests, if any. Case and the rest of the name do not matter.
    ///
    /// - `absorbing`, `outflow`, `inflow`, `farfield`, `radiation`, `open`: radiation.
    /// - `soft`, `dirichlet`: Dirichlet.
    /// - `wall`, `wing`, `scatterer`, `symmetry`, `rigid`, `hard`, `neumann`: Neumann.
    pub fn from_surface_name(name: &str) -> Option<Self> {
        let lists = [
            (&["soft", "dirichlet"][..], BoundaryCondition::Dirichlet),
            (OPEN, BoundaryCondition::Radiation),
            (&["radiation"], BoundaryCondition::Radiation),
            (WALL, BoundaryCondition::Neumann),
            (&["symmetry", "neumann"], BoundaryCondition::Neumann),
        ];
        named_after(name, lists)
    }
}

/// Two coefficients per face that the programs take, each `[E, 4]`: the share of the neighbour's incoming wave that
/// passes, and the share of the element's own outgoing wave that is reflected. They are 1 and 0 between elements, and 0
/// and [`BoundaryCondition::reflection`] on the boundary.
#[derive(Clone, Debug)]
pub struct FaceCoefficients {
    /// The factor of the neighbour's wave.
    pub transmission: Array2<f64>,
    /// The factor of the element's own wave.
    pub reflection: Array2<f64>,
}

impl FaceCoefficients {
    /// The coefficients for the condition that `condition` gives for each boundary surface.
    ///
    /// # Errors
    /// [`Error::BoundaryCondition`] when a surface with faces on the boundary gets no condition.
    pub fn new(
        discretisation: &Discretisation,
        condition: impl Fn(&str) -> Option<BoundaryCondition>,
    ) -> Result<Self, Error> {
        let shape = (discretisation.element_count(), 4);
        let (mut transmission, mut reflection) = (Array2::ones(shape), Array2::zeros(shape));
        for face in discretisation.boundary_faces(condition) {
            let (place, _, condition) = face?;
            transmission[place] = 0.0;
            reflection[place] = condition.reflection();
        }
        Ok(FaceCoefficients { transmission, reflection })
    }
}
