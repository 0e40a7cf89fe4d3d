//! States of the gas.

use crate::Error;
use std::fmt;
use std::str::FromStr;

/// Conserved variables at a point: density, momentum (three components) and energy per volume.
pub type State = [f64; 5];

/// The quantities that are measured in a gas at a point. Any consistent units will do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Primitive {
    /// Mass per volume, above 0.
    pub density: f64,
    /// Velocity.
    pub velocity: [f64; 3],
    /// Pressure, above 0.
    pub pressure: f64,
}

impl Primitive {
    /// Density and pressure 1, at rest.
    pub(crate) const REST: Primitive =
        Primitive { density: 1.0, velocity: [0.0; 3], pressure: 1.0 };

    /// Converts to conserved variables, for the ratio of specific heats `gamma`.
    pub fn conserved(self, gamma: f64) -> State {
        let [u, v, w] = self.velocity;
        let kinetic = 0.5 * self.density * (u * u + v * v + w * w);
        let energy = self.pressure / (gamma - 1.0) + kinetic;
        [self.density, self.density * u, self.density * v, self.density * w, energy]
    }

    /// Converts from conserved variables.
    pub fn from_conserved([density, mx, my, mz, energy]: State, gamma: f64) -> Self {
        let kinetic = 0.5 * (mx * mx + my * my + mz * mz) / density;
        Primitive {
            density,
            velocity: [mx, my, mz].map(|m| m / density),
            pressure: (gamma - 1.0) * (energy - kinetic),
        }
    }

    /// Whether density and pressure are finite and above 0, and the velocity is finite.
    pub fn is_admissible(&self) -> bool {
        let positive = |x: f64| x.is_finite() && x > 0.0;
        positive(self.density)
            && positive(self.pressure)
            && self.velocity.iter().all(|v| v.is_finite())
    }

    /// Checks that the state, which is to be prescribed on `surface`, is one of a gas.
    ///
    /// # Errors
    /// [`Error::Inadmissible`] if it is not.
    pub(crate) fn check(self, surface: &str) -> Result<(), Error> {
        match self.is_admissible() {
            true => Ok(()),
            false => Err(Error::Inadmissible { surface: surface.into(), state: self }),
        }
    }
}

/// Writes the state as it is parsed.
impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Primitive { density, velocity: [u, v, w], pressure } = self;
        write!(f, "{density},{u},{v},{w},{pressure}")
    }
}

/// Parses `density,u,v,w,pressure`.
impl FromStr for Primitive {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|x| x.trim().parse()).collect();
        let state = match numbers.as_deref() {
            Ok(&[density, u, v, w, pressure]) => {
                Primitive { density, velocity: [u, v, w], pressure }
            }
            _ => return Err(format!("`{text}` is no state: DENSITY,U,V,W,PRESSURE is needed")),
        };
        match state.is_admissible() {
            true => Ok(state),
            false => {
                Err(format!("`{text}` is no state of a gas: density and pressure are above 0"))
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/state.rs"]
mod tests;
