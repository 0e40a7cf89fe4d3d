//! Boundary conditions of flows.

use super::Primitive;
use crate::mesh::{OPEN, WALL, named_after};
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
        let lists = [
            (OPEN, BoundaryCondition::State(stream)),
            (WALL, BoundaryCondition::SlipWall),
            (&["symmetry"], BoundaryCondition::SlipWall),
        ];
        named_after(name, lists)
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
        let shape = (discretisation.element_count(), 4);
        let (mut wall, mut prescribed) = (Array2::zeros(shape), Array2::from_elem(shape, None));
        let mut states: Vec<Primitive> = Vec::new();
        for face in discretisation.boundary_faces(condition) {
            let (place, group, condition) = face?;
            match condition {
                BoundaryCondition::SlipWall => wall[place] = 1.0,
                BoundaryCondition::Extrapolation => {}
                BoundaryCondition::State(state) => {
                    state.check(&discretisation.groups[group])?;
                    let known = states.iter().position(|s| *s == state);
                    let number = known.unwrap_or_else(|| {
                        states.push(state);
                        states.len() - 1
                    });
                    prescribed[place] = Some(number as u32);
                }
            }
        }
        Ok(Boundary { wall, states, prescribed })
    }
}
