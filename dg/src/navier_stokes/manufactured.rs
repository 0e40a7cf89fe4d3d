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
mod tests {
    use super::*;

    /// Compares the sources with the divergence of the flux, computed by differences of differences of the state alone.
    #[test]
    fn sources_are_the_divergence_of_the_flux() {
        let gas = Gas::new(1.4, 0.3, 0.71);
        let flow = Manufactured::new(gas, 2.0).unwrap();
        let h = 1e-3;
        let moved = |x: [f64; 3], axis: usize, by: f64| {
            let mut x = x;
            x[axis] += by;
            x
        };
        let measured = |x: [f64; 3]| {
            let state = flow.state(x);
            let [u, v, w] = state.velocity;
            [u, v, w, state.pressure / state.density]
        };
        let flux = |x: [f64; 3], axis: usize| -> State {
            let state = flow.state(x);
            let slope = |field: usize, along: usize| {
                (measured(moved(x, along, h))[field] - measured(moved(x, along, -h))[field])
                    / (2.0 * h)
            };
            let expansion: f64 = (0..3).map(|i| slope(i, i)).sum();
            let stress: [f64; 3] = std::array::from_fn(|i| {
                let isotropic = if i == axis { 2.0 / 3.0 * expansion } else { 0.0 };
                0.3 * (slope(i, axis) + slope(axis, i) - isotropic)
            });
            let q = state.conserved(1.4);
            let v = state.velocity;
            let mut flux = q.map(|q| q * v[axis]);
            flux[1 + axis] += state.pressure;
            for i in 0..3 {
                flux[1 + i] -= stress[i];
            }
            let power: f64 = (0..3).map(|i| stress[i] * v[i]).sum();
            flux[4] += state.pressure * v[axis] - power - 0.3 * 3.5 / 0.71 * slope(3, axis);
            flux
        };
        for x in [[0.1, 0.2, 0.3], [1.3, 0.7, 1.9]] {
            let source = flow.source(x);
            for (field, value) in source.into_iter().enumerate() {
                let divergence: f64 = (0..3)
                    .map(|axis| {
                        let [up, down] = [h, -h].map(|by| flux(moved(x, axis, by), axis)[field]);
                        (up - down) / (2.0 * h)
                    })
                    .sum();
                assert!((divergence - value).abs() < 1e-4, "{x:?}, {field}: {divergence} {value}");
                assert!(value.abs() > 1e-2, "{x:?}, {field}: nothing to test");
            }
        }
    }

    #[test]
    fn the_viscosity_is_constant() {
        let viscosity = super::super::Viscosity::Sutherland {
            reference: 0.1,
            temperature: 1.0,
            sutherland: 0.4,
        };
        let gas = Gas { viscosity, ..Gas::new(1.4, 0.1, 1.0) };
        assert!(Manufactured::new(gas, 1.0).unwrap_err().to_string().contains("viscosity"));
    }
}
