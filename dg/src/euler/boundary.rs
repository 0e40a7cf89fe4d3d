//! Boundary conditions of flows.

use super::Primitive;
use crate::mesh::Face;
use crate::{Discretisation, Error};
use ndarray::Array2;
use std::fmt;
use std::str::FromStr;

/// A boundary condition of the Euler equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoundaryCondition {
    /// `n . v = 0`. The state across the face is the element's own state with its normal momentum mirrored.
    SlipWall,
    /// The given state is across the face, and the numerical flux takes the incoming waves from it: a far field, an
    /// inflow, or an outflow into a given pressure.
    State(Primitive),
    /// The element's own state is across the face: an outflow faster than sound.
    Extrapolation,
}

impl BoundaryCondition {
    /// The condition that the name of a surface suggests, if any, in a stream with the state `stream`. Case and the
    /// rest of the name do not matter.
    ///
    /// - `farfield`, `inflow`, `outflow`, `absorbing`, `open`: the state `stream`.
    /// - `wall`, `wing`, `scatterer`, `symmetry`, `rigid`, `hard`: a slip wall.
    pub fn from_surface_name(name: &str, stream: Primitive) -> Option<Self> {
        let open = ["farfield", "inflow", "outflow", "absorb", "open"];
        let wall = ["wall", "wing", "scatterer", "symmetry", "rigid", "hard"];
        let name = name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&open) {
            Some(BoundaryCondition::State(stream))
        } else if has(&wall) {
            Some(BoundaryCondition::SlipWall)
        } else {
            None
        }
    }
}

/// Writes the condition as it is parsed.
impl fmt::Display for BoundaryCondition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BoundaryCondition::SlipWall => f.write_str("wall"),
            BoundaryCondition::State(state) => state.fmt(f),
            BoundaryCondition::Extrapolation => f.write_str("extrapolation"),
        }
    }
}

/// Parses `wall`, `extrapolation`, or a state `density,u,v,w,pressure`.
impl FromStr for BoundaryCondition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "wall" => Ok(BoundaryCondition::SlipWall),
            "extrapolation" => Ok(BoundaryCondition::Extrapolation),
            state if state.contains(',') => Ok(BoundaryCondition::State(state.parse()?)),
            other => Err(format!(
                "`{other}` is no boundary condition: wall, extrapolation or DENSITY,U,V,W,PRESSURE"
            )),
        }
    }
}

/// The boundary as the programs need it.
#[derive(Clone, Debug)]
pub struct Boundary {
    /// 1 on slip walls, 0 elsewhere: `[E, 4]`.
    pub wall: Array2<f64>,
    /// The prescribed states, each once.
    pub states: Vec<Primitive>,
    /// For each face, the position of its prescribed state in `states`, if it has one: `[E, 4]`.
    pub prescribed: Array2<Option<u32>>,
}

impl Boundary {
    /// A boundary with the condition that `condition` gives for each surface.
    ///
    /// # Errors
    /// - [`Error::BoundaryCondition`] when a surface with faces on the boundary gets no condition.
    /// - [`Error::Inadmissible`] when it gets a state without positive density and pressure.
    pub fn new(
        discretisation: &Discretisation,
        condition: impl Fn(&str) -> Option<BoundaryCondition>,
    ) -> Result<Self, Error> {
        let conditions: Vec<_> = discretisation.groups.iter().map(|name| condition(name)).collect();
        let shape = (discretisation.element_count(), 4);
        let (mut wall, mut prescribed) = (Array2::zeros(shape), Array2::from_elem(shape, None));
        let mut states: Vec<Primitive> = Vec::new();
        for (e, row) in discretisation.connectivity.faces.iter().enumerate() {
            for (f, &side) in row.iter().enumerate() {
                let Face::Boundary { group } = side else { continue };
                let surface = || discretisation.groups[group as usize].clone();
                match conditions[group as usize] {
                    None => return Err(Error::BoundaryCondition { surface: surface() }),
                    Some(BoundaryCondition::SlipWall) => wall[[e, f]] = 1.0,
                    Some(BoundaryCondition::Extrapolation) => {}
                    Some(BoundaryCondition::State(state)) => {
                        if !state.is_admissible() {
                            return Err(Error::Inadmissible { surface: surface(), state });
                        }
                        let known = states.iter().position(|s| *s == state);
                        let number = known.unwrap_or_else(|| {
                            states.push(state);
                            states.len() - 1
                        });
                        prescribed[[e, f]] = Some(number as u32);
                    }
                }
            }
        }
        Ok(Boundary { wall, states, prescribed })
    }
}
