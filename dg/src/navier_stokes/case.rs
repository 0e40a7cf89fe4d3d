//! Initial flows, some with exact solutions.

use super::{Gas, Primitive};
use crate::euler::taylor_green;
use std::f64::consts::PI;

/// An initial state, with the later states where they are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Case {
    /// A stream along x whose velocity is y^2. A gradient of the pressure drives it against friction. This is a steady
    /// state of a gas of constant viscosity that conducts no heat (Hesthaven & Warburton 2008, section 7.5.3). The
    /// density is 1, and the pressure is `10 + 2 viscosity x`.
    Shear {
        /// The viscosity.
        viscosity: f64,
    },
    /// The steady flow between a wall at rest at y = 0 and a wall at y = 1 that moves along x. Both have the
    /// temperature 1, and friction heats the gas. The pressure is such that the density is 1 at the walls.
    Couette {
        /// Velocity of the upper wall.
        speed: f64,
        /// The gas, of constant viscosity.
        gas: Gas,
    },
    /// The vortices of Taylor and Green in a periodic box of length 2 pi, with density 1 and velocity 1, at the Mach
    /// number `mach` and at uniform temperature.
    TaylorGreen {
        /// The velocity over the speed of sound.
        mach: f64,
        /// Ratio of specific heats.
        gamma: f64,
    },
    /// A band of density 2 that slides through gas of density 1, in a box of length 1 that is periodic along x and y.
    /// The velocities are -1/2 and 1/2, the pressure is 2.5, and a weak velocity along y makes both sides of the band
    /// roll up (McNally, Lyra & Passy 2012, section 3, where the ratio of specific heats is 5/3).
    KelvinHelmholtz,
    /// The same state everywhere.
    FreeStream(Primitive),
}

impl Case {
    /// The state at time 0.
    pub fn initial(&self, [x, y, z]: [f64; 3]) -> Primitive {
        match *self {
            Case::Shear { viscosity } => Primitive {
                density: 1.0,
                velocity: [y * y, 0.0, 0.0],
                pressure: 10.0 + 2.0 * viscosity * x,
            },
            Case::Couette { speed, gas } => {
                let heating = gas.prandtl * speed * speed / (2.0 * gas.heat_capacity());
                let temperature = 1.0 + heating * y * (1.0 - y);
                let velocity = [speed * y, 0.0, 0.0];
                Primitive { density: 1.0 / temperature, velocity, pressure: gas.constant }
            }
            Case::TaylorGreen { mach, gamma } => taylor_green(mach, gamma, [x, y, z]),
            Case::KelvinHelmholtz => {
                // 0 outside of the band, 1 in it, and exponential over a width of 0.025 on both sides of its edges.
                let inside = 0.25 - (y - 0.5).abs();
                let tail = 0.5 * (-inside.abs() / 0.025).exp();
                let share = if inside < 0.0 { tail } else { 1.0 - tail };
                let velocity = [0.5 - share, 0.01 * (4.0 * PI * x).sin(), 0.0];
                Primitive { density: 1.0 + share, velocity, pressure: 2.5 }
            }
            Case::FreeStream(state) => state,
        }
    }

    /// The state at any later time, if it is known. The state of a free stream holds where nothing is in its way.
    pub fn exact(&self, x: [f64; 3]) -> Option<Primitive> {
        match self {
            Case::TaylorGreen { .. } | Case::KelvinHelmholtz => None,
            _ => Some(self.initial(x)),
        }
    }
}

#[cfg(test)]
#[path = "tests/case.rs"]
mod tests;
