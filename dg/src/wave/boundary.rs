//! Boundary conditions of waves.

use crate::mesh::Face;
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
        let radiation = ["absorb", "outflow", "inflow", "farfield", "radiation", "open"];
        let neumann = ["wall", "wing", "scatterer", "symmetry", "rigid", "hard", "neumann"];
        let name = name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&["soft", "dirichlet"]) {
            Some(BoundaryCondition::Dirichlet)
        } else if has(&radiation) {
            Some(BoundaryCondition::Radiation)
        } else if has(&neumann) {
            Some(BoundaryCondition::Neumann)
        } else {
            None
        }
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
        let conditions: Vec<_> = discretisation.groups.iter().map(|name| condition(name)).collect();
        let shape = (discretisation.element_count(), 4);
        let (mut transmission, mut reflection) = (Array2::ones(shape), Array2::zeros(shape));
        for (e, row) in discretisation.connectivity.faces.iter().enumerate() {
            for (f, &side) in row.iter().enumerate() {
                if let Face::Boundary { group } = side {
                    let surface = || discretisation.groups[group as usize].clone();
                    let condition = conditions[group as usize]
                        .ok_or_else(|| Error::BoundaryCondition { surface: surface() })?;
                    transmission[[e, f]] = 0.0;
                    reflection[[e, f]] = condition.reflection();
                }
            }
        }
        Ok(FaceCoefficients { transmission, reflection })
    }
}
