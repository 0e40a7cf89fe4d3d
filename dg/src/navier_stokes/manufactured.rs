//! The method of manufactured solutions: a function that is chosen, and the sources that make it a solution.

use super::{Gas, Primitive, State};
use crate::Error;

/// A steady flow in a periodic cube. Density, velocity and temperature are waves with different directions, and all
/// their derivatives are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manufactured {
    gas: Gas,
    viscosity: f64,
    wave_number: f64,
}

/// The value of a function of the coordinates at a point, with its derivatives.
#[derive(Clone, Copy)]
struct Jet {
    value: f64,
    gradient: [f64; 3],
    hessian: [[f64; 3]; 3],
}

impl Manufactured {
    /// The flow of `gas`, which has constant viscosity, in a cube at the origin with edges of the given length.
    ///
    /// # Errors
    /// [`Error::Gas`] when the viscosity depends on the temperature.
    pub fn new(gas: Gas, length: f64) -> Result<Self, Error> {
        let super::Viscosity::Constant(viscosity) = gas.viscosity else {
            let problem = "its viscosity depends on the temperature, which this flow does not know";
            return Err(Error::Gas { problem });
        };
        gas.check()?;
        Ok(Manufactured { gas, viscosity, wave_number: std::f64::consts::TAU / length })
    }

    /// Density, velocity, and pressure over density.
    fn fields(&self, x: [f64; 3]) -> [Jet; 5] {
        // The arguments are mean, amplitude, direction in whole waves, and phase.
        let wave = |mean: f64, amplitude: f64, direction: [f64; 3], phase: f64| {
            let k = direction.map(|n| n * self.wave_number);
            let angle = phase + (0..3).map(|i| k[i] * x[i]).sum::<f64>();
            let (sine, cosine) = angle.sin_cos();
            Jet {
                value: mean + amplitude * sine,
                gradient: k.map(|k| amplitude * cosine * k),
                hessian: k.map(|a| k.map(|b| -amplitude * sine * a * b)),
            }
        };
        [
            wave(1.0, 0.1, [1.0, -1.0, 0.0], 0.3),
            wave(0.2, 0.15, [0.0, 1.0, 1.0], 0.9),
            wave(-0.1, 0.1, [1.0, 0.0, -1.0], 1.7),
            wave(0.15, 0.1, [1.0, 1.0, 0.0], 0.1),
            wave(1.0, 0.1, [0.0, 1.0, -1.0], 2.1),
        ]
    }

    /// The state.
    pub fn state(&self, x: [f64; 3]) -> Primitive {
        let [density, u, v, w, theta] = self.fields(x).map(|jet| jet.value);
        Primitive { density, velocity: [u, v, w], pressure: density * theta }
    }

    /// The sources of the conserved variables that keep the flow steady.
    pub fn source(&self, x: [f64; 3]) -> State {
        let [rho, u, v, w, theta] = self.fields(x);
        let velocity = [u, v, w];
        let (gamma, mu) = (self.gas.gamma, self.viscosity);
        let kappa = mu * gamma / ((gamma - 1.0) * self.gas.prandtl);
        let sum = |f: &dyn Fn(usize) -> f64| (0..3).map(f).sum::<f64>();

        let expansion = sum(&|i| velocity[i].gradient[i]);
        let mass = sum(&|i| velocity[i].value * rho.gradient[i]) + rho.value * expansion;
        let pressure_slope: [f64; 3] =
            std::array::from_fn(|i| rho.value * theta.gradient[i] + rho.gradient[i] * theta.value);
        let laplacian = |jet: &Jet| sum(&|i| jet.hessian[i][i]);
        // The acceleration along the flow, and the divergence of the viscous stress.
        let along = |jet: &Jet| sum(&|i| velocity[i].value * jet.gradient[i]);
        let friction: [f64; 3] = std::array::from_fn(|i| {
            mu * (laplacian(&velocity[i]) + sum(&|j| velocity[j].hessian[j][i]) / 3.0)
        });
        let momentum: [f64; 3] = std::array::from_fn(|i| {
            mass * velocity[i].value + rho.value * along(&velocity[i]) + pressure_slope[i]
                - friction[i]
        });

        // div((E + p) v), with E + p = rho (theta gamma / (gamma - 1) + v.v / 2).
        let enthalpy =
            theta.value * gamma / (gamma - 1.0) + 0.5 * sum(&|i| velocity[i].value.powi(2));
        let enthalpy_along = along(&theta) * gamma / (gamma - 1.0)
            + sum(&|i| velocity[i].value * along(&velocity[i]));
        let stress = |i: usize, j: usize| {
            let isotropic = if i == j { 2.0 / 3.0 * expansion } else { 0.0 };
            mu * (velocity[i].gradient[j] + velocity[j].gradient[i] - isotropic)
        };
        let heating = sum(&|i| sum(&|j| stress(i, j) * velocity[i].gradient[j]));
        let power = sum(&|i| velocity[i].value * friction[i]) + heating;
        let energy =
            mass * enthalpy + rho.value * enthalpy_along - power - kappa * laplacian(&theta);
        [mass, momentum[0], momentum[1], momentum[2], energy]
    }
}

#[cfg(test)]
#[path = "tests/manufactured.rs"]
mod tests;
