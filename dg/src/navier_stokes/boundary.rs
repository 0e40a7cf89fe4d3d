//! Boundary conditions of viscous flows.

use super::Gas;
use crate::euler::{Primitive, State};
use crate::mesh::{OPEN, WALL, named_after};
use crate::{Discretisation, Error};
use ndarray::{Array2, Array3};
use std::fmt;
use std::str::FromStr;

/// A boundary condition of the Navier-Stokes equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoundaryCondition {
    /// A wall without friction that lets no heat through, or a plane of symmetry.
    SlipWall,
    /// A wall to which the gas sticks and that lets no heat through.
    Adiabatic {
        /// Velocity of the wall, along itself.
        velocity: [f64; 3],
    },
    /// A wall to which the gas sticks.
    Isothermal {
        /// Velocity of the wall, along itself.
        velocity: [f64; 3],
        /// Its temperature, above 0.
        temperature: f64,
    },
    /// The given state is across the face: a far field, an inflow, or an outflow into a given pressure.
    State(Primitive),
    /// The state across the face is a function of the coordinates ([`Boundary::with_field`]).
    Field,
    /// The element's own state is across the face: an outflow faster than sound.
    Extrapolation,
}

impl BoundaryCondition {
    /// The condition that the name of a surface suggests, if any, in a stream with the state `stream`. Case and the
    /// rest of the name do not matter.
    ///
    /// - `farfield`, `inflow`, `outflow`, `absorbing`, `open`: the state `stream`.
    /// - `symmetry`, `slip`: a plane of symmetry.
    /// - `wall`, `wing`, `scatterer`, `rigid`, `hard`: a wall at rest that lets no heat through.
    pub fn from_surface_name(name: &str, stream: Primitive) -> Option<Self> {
        let at_rest = BoundaryCondition::Adiabatic { velocity: [0.0; 3] };
        let lists = [
            (OPEN, BoundaryCondition::State(stream)),
            (&["symmetry", "slip"], BoundaryCondition::SlipWall),
            (WALL, at_rest),
        ];
        named_after(name, lists)
    }
}

/// Writes the condition as it is parsed. [`BoundaryCondition::Field`], which is never parsed, gives `field`.
impl fmt::Display for BoundaryCondition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BoundaryCondition::SlipWall => f.write_str("slip"),
            BoundaryCondition::Adiabatic { velocity: [u, v, w] } => {
                write!(f, "adiabatic:{u},{v},{w}")
            }
            BoundaryCondition::Isothermal { velocity: [u, v, w], temperature } => {
                write!(f, "isothermal:{temperature},{u},{v},{w}")
            }
            BoundaryCondition::State(state) => state.fmt(f),
            BoundaryCondition::Field => f.write_str("field"),
            BoundaryCondition::Extrapolation => f.write_str("extrapolation"),
        }
    }
}

/// Parses `slip`, `adiabatic`, `adiabatic:U,V,W`, `isothermal:TEMPERATURE`,
/// `isothermal:TEMPERATURE,U,V,W`, `extrapolation`, or a state `DENSITY,U,V,W,PRESSURE`.
impl FromStr for BoundaryCondition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, numbers) = text.split_once(':').unwrap_or((text, ""));
        let numbers: Vec<f64> = numbers
            .split(',')
            .filter(|number| !number.is_empty())
            .map(|number| match number.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(format!("`{number}` in `{text}` is no number")),
            })
            .collect::<Result<_, _>>()?;
        match (name, &numbers[..]) {
            ("slip", []) => Ok(BoundaryCondition::SlipWall),
            ("adiabatic", []) => Ok(BoundaryCondition::Adiabatic { velocity: [0.0; 3] }),
            ("adiabatic", &[u, v, w]) => Ok(BoundaryCondition::Adiabatic { velocity: [u, v, w] }),
            ("isothermal", &[temperature]) if temperature > 0.0 => {
                Ok(BoundaryCondition::Isothermal { velocity: [0.0; 3], temperature })
            }
            ("isothermal", &[temperature, u, v, w]) if temperature > 0.0 => {
                Ok(BoundaryCondition::Isothermal { velocity: [u, v, w], temperature })
            }
            ("extrapolation", []) => Ok(BoundaryCondition::Extrapolation),
            (state, []) if state.contains(',') => Ok(BoundaryCondition::State(state.parse()?)),
            _ => Err(format!(
                "`{text}` is no boundary condition: slip, adiabatic[:U,V,W], \
                 isothermal:TEMPERATURE[,U,V,W], extrapolation or DENSITY,U,V,W,PRESSURE"
            )),
        }
    }
}

/// The kind of state across a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// The node across the face. On the boundary, it is the element's own.
    Node,
    /// The mirror image of the element's own node.
    Mirror,
    /// A given state.
    State,
    /// A wall with the velocity and temperature of a state.
    Isothermal,
    /// A wall with the velocity of a state that lets no heat through.
    Adiabatic,
}

/// The boundary as the programs need it, with E elements, N nodes per element, and F nodes per face.
#[derive(Clone, Debug)]
pub struct Boundary {
    /// The kind of state across each face: `[E, 4]`.
    pub across: Array2<Across>,
    /// The node across each node of a face, `[E, 4, F]`. Numbers below `E * N` are nodes of the mesh, and the others
    /// are positions in `states`.
    pub exterior_nodes: Array3<i32>,
    /// States on the boundary, and those of a gas with the velocity and temperature of a wall.
    pub states: Vec<State>,
}

impl Boundary {
    /// A boundary with the condition that `condition` gives for each surface.
    ///
    /// # Errors
    /// - [`Error::BoundaryCondition`] when a surface with faces on the boundary gets no condition, or
    ///   [`BoundaryCondition::Field`].
    /// - [`Error::Inadmissible`] when it gets a state without positive density and pressure, or a wall without positive
    ///   temperature.
    /// - [`Error::Gas`] when such a gas cannot exist.
    pub fn new(
        discretisation: &Discretisation,
        gas: Gas,
        condition: impl Fn(&str) -> Option<BoundaryCondition>,
    ) -> Result<Self, Error> {
        let nowhere = |_| Primitive { density: f64::NAN, velocity: [0.0; 3], pressure: f64::NAN };
        let condition = |name: &str| condition(name).filter(|c| *c != BoundaryCondition::Field);
        Self::with_field(discretisation, gas, condition, nowhere)
    }

    /// A boundary with the condition that `condition` gives for each surface. Where that is
    /// [`BoundaryCondition::Field`], the state is the one that `field` gives at each node.
    ///
    /// # Errors
    /// - [`Error::BoundaryCondition`] when a surface with faces on the boundary gets no condition.
    /// - [`Error::Inadmissible`] when it gets a state without positive density and pressure, or a wall without positive
    ///   temperature.
    /// - [`Error::Gas`] when such a gas cannot exist.
    pub fn with_field(
        discretisation: &Discretisation,
        gas: Gas,
        condition: impl Fn(&str) -> Option<BoundaryCondition>,
        field: impl Fn([f64; 3]) -> Primitive,
    ) -> Result<Self, Error> {
        gas.check()?;
        let d = discretisation;
        let n = d.reference.node_count();
        let first = d.element_count() * n;
        let mut across = Array2::from_elem((d.element_count(), 4), Across::Node);
        let mut exterior_nodes = d.exterior_nodes.clone();
        let mut states: Vec<State> = Vec::new();
        // For each surface, the node with its state, if the state is the same everywhere.
        let mut uniform: Vec<Option<usize>> = vec![None; d.groups.len()];
        let wall = |velocity: [f64; 3], temperature: f64| {
            Some(Primitive { density: 1.0, velocity, pressure: gas.constant * temperature })
        };
        for face in d.boundary_faces(condition) {
            let ([e, f], group, condition) = face?;
            let (what, state) = match condition {
                BoundaryCondition::SlipWall => (Across::Mirror, None),
                BoundaryCondition::Extrapolation => (Across::Node, None),
                BoundaryCondition::State(state) => (Across::State, Some(state)),
                // The temperature of an adiabatic wall is not used.
                BoundaryCondition::Adiabatic { velocity } => {
                    (Across::Adiabatic, wall(velocity, 1.0))
                }
                BoundaryCondition::Isothermal { velocity, temperature } => {
                    (Across::Isothermal, wall(velocity, temperature))
                }
                BoundaryCondition::Field => (Across::State, None),
            };
            across[[e, f]] = what;
            let mut add = |state: Primitive| {
                state.check(&d.groups[group])?;
                states.push(state.conserved(gas.gamma));
                Ok::<usize, Error>(first + states.len() - 1)
            };
            if let Some(state) = state {
                let node = match uniform[group] {
                    Some(node) => node,
                    None => *uniform[group].insert(add(state)?),
                };
                exterior_nodes.slice_mut(ndarray::s![e, f, ..]).fill(node as i32);
            } else if what == Across::State {
                for (k, &node) in d.reference.face_nodes.row(f).iter().enumerate() {
                    exterior_nodes[[e, f, k]] = add(field(d.node(e, node)))? as i32;
                }
            }
        }
        Ok(Boundary { across, exterior_nodes, states })
    }
}

#[cfg(test)]
#[path = "tests/boundary.rs"]
mod tests;
