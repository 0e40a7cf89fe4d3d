//! The properties of a gas.

use crate::Error;
use array_fn_dg_navier_stokes as program;

/// The dynamic viscosity of a gas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Viscosity {
    /// The same at all temperatures.
    Constant(f64),
    /// Sutherland's law: `reference (T / temperature)^(3/2) (temperature + sutherland) / (T + sutherland)`.
    Sutherland {
        /// The viscosity at the temperature `temperature`.
        reference: f64,
        /// The temperature of that viscosity.
        temperature: f64,
        /// Sutherland's temperature: 110.4 K for air.
        sutherland: f64,
    },
}

/// An ideal gas without bulk viscosity. Any consistent units will do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gas {
    /// Ratio of specific heats, above 1.
    pub gamma: f64,
    /// The specific gas constant. The pressure is density times temperature times this constant.
    pub constant: f64,
    /// Dynamic viscosity.
    pub viscosity: Viscosity,
    /// The Prandtl number. It is infinite if no heat is conducted.
    pub prandtl: f64,
}

impl Gas {
    /// A gas with the gas constant 1, for equations without units.
    pub fn new(gamma: f64, viscosity: f64, prandtl: f64) -> Self {
        Gas { gamma, constant: 1.0, viscosity: Viscosity::Constant(viscosity), prandtl }
    }

    /// The dynamic viscosity at the temperature `temperature`.
    pub fn viscosity_at(&self, temperature: f64) -> f64 {
        match self.viscosity {
            Viscosity::Constant(viscosity) => viscosity,
            Viscosity::Sutherland { reference, temperature: known, sutherland } => {
                reference * (temperature / known).powf(1.5) * (known + sutherland)
                    / (temperature + sutherland)
            }
        }
    }

    /// The thermal conductivity at the temperature `temperature`.
    pub fn conductivity_at(&self, temperature: f64) -> f64 {
        self.heat_capacity() * self.viscosity_at(temperature) / self.prandtl
    }

    /// The specific heat at constant pressure.
    pub fn heat_capacity(&self) -> f64 {
        self.gamma * self.constant / (self.gamma - 1.0)
    }

    /// Checks that such a gas can exist.
    ///
    /// # Errors
    /// [`Error::Gas`] when it cannot.
    pub(super) fn check(&self) -> Result<(), Error> {
        let positive = |x: f64| x.is_finite() && x > 0.0;
        let not_negative = |x: f64| x.is_finite() && x >= 0.0;
        let viscous = match self.viscosity {
            Viscosity::Constant(viscosity) => not_negative(viscosity),
            Viscosity::Sutherland { reference, temperature, sutherland } => {
                not_negative(reference) && positive(temperature) && not_negative(sutherland)
            }
        };
        let problem = if !self.gamma.is_finite() || self.gamma <= 1.0 {
            "its ratio of specific heats is not above 1"
        } else if !positive(self.constant) {
            "its gas constant is not above 0"
        } else if self.prandtl.is_nan() || self.prandtl <= 0.0 {
            "its Prandtl number is not above 0"
        } else if !viscous {
            "its viscosity or a temperature of it is negative or not finite"
        } else {
            return Ok(());
        };
        Err(Error::Gas { problem })
    }

    /// The gas as the programs take it.
    pub fn scalars(&self) -> program::Gas {
        let (viscosity, growth, sutherland) = match self.viscosity {
            // Sutherland's temperature is some positive number here, so that nothing is divided by 0.
            Viscosity::Constant(viscosity) => (viscosity, 0.0, 1.0),
            Viscosity::Sutherland { reference, temperature, sutherland } => {
                let [known, sutherland] = [temperature, sutherland].map(|t| t * self.constant);
                (0.0, reference * (known + sutherland) / known.powf(1.5), sutherland)
            }
        };
        let conduction = self.gamma / ((self.gamma - 1.0) * self.prandtl);
        program::Gas { gamma: self.gamma, viscosity, growth, sutherland, conduction }
    }
}

#[cfg(test)]
#[path = "tests/gas.rs"]
mod tests;
