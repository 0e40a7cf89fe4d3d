//! The properties of a gas.

use crate::Error;
use crate::euler::Primitive;
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

    /// The temperature of a state.
    pub fn temperature(&self, state: Primitive) -> f64 {
        state.pressure / (state.density * self.constant)
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
    pub(crate) fn scalars(&self) -> program::Gas {
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
mod tests {
    use super::*;

    /// Air at 300 K has 1.846e-5 Pa s (CRC handbook), also when the programs compute it from their scalars.
    #[test]
    fn sutherland() {
        let air = Gas {
            gamma: 1.4,
            constant: 287.05,
            viscosity: Viscosity::Sutherland {
                reference: 1.716e-5,
                temperature: 273.15,
                sutherland: 110.4,
            },
            prandtl: 0.71,
        };
        assert!((air.viscosity_at(300.0) / 1.846e-5 - 1.0).abs() < 2e-3);
        assert!((air.conductivity_at(300.0) / 0.0261 - 1.0).abs() < 1e-2);
        let s = air.scalars();
        let theta = 300.0 * air.constant;
        let mu = s.viscosity + s.growth * theta.powf(1.5) / (theta + s.sutherland);
        assert!((mu / air.viscosity_at(300.0) - 1.0).abs() < 1e-14);
        assert!(
            (s.conduction * air.constant * mu / air.conductivity_at(300.0) - 1.0).abs() < 1e-14
        );
    }

    #[test]
    fn gases_that_there_are_not() {
        assert!(Gas::new(1.4, 0.0, f64::INFINITY).check().is_ok());
        for (gas, word) in [
            (Gas::new(1.0, 0.1, 1.0), "specific heats"),
            (Gas::new(1.4, -0.1, 1.0), "viscosity"),
            (Gas::new(1.4, f64::NAN, 1.0), "viscosity"),
            (Gas::new(1.4, 0.1, 0.0), "Prandtl"),
            (Gas { constant: 0.0, ..Gas::new(1.4, 0.1, 1.0) }, "gas constant"),
        ] {
            let message = gas.check().unwrap_err().to_string();
            assert!(message.contains(word), "{message}");
        }
    }
}
