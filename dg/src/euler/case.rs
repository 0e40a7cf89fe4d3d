//! Initial flows, some with exact solutions.

use super::{Primitive, Riemann};
use std::f64::consts::PI;

/// The ratio of specific heats of cases that fix one.
const GAMMA: f64 = 1.4;

/// An initial state, with the later states where they are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Case {
    /// An isentropic vortex around the z axis that moves with the stream (1, 1, 0), in a box that is periodic along x
    /// and y (Yee, Sandham and Djomehri 1999, with strength 5). `gamma` is 1.4.
    Vortex {
        /// Lowest corner of the box, x and y.
        lower: [f64; 2],
        /// Highest corner of the box, x and y.
        upper: [f64; 2],
    },
    /// Gas at rest, with density 1. The pressure is 1 plus a Gaussian around a point.
    Pulse {
        /// The point where the pressure is highest.
        centre: [f64; 3],
        /// The excess over 1 at that point.
        amplitude: f64,
        /// Standard deviation of the Gaussian.
        width: f64,
    },
    /// The vortices of Taylor and Green in a periodic box of length 2 pi, with density 1 and velocity 1, at the Mach
    /// number `mach` and at uniform temperature. Without viscosity they break up into ever smaller vortices.
    TaylorGreen {
        /// The velocity over the speed of sound.
        mach: f64,
    },
    /// The shock tube of Sod (1978): two gases at rest that meet at a plane x. `gamma` is 1.4.
    Sod {
        /// The coordinate of that plane.
        x: f64,
    },
    /// The same state everywhere.
    FreeStream(Primitive),
}

impl Case {
    /// The state at time 0.
    pub fn initial(&self, x: [f64; 3]) -> Primitive {
        match *self {
            Case::Vortex { lower, upper } => vortex(lower, upper, x, 0.0),
            Case::Pulse { centre, amplitude, width } => {
                let r2: f64 = (0..3).map(|d| (x[d] - centre[d]).powi(2)).sum();
                let pressure = 1.0 + amplitude * (-r2 / (2.0 * width * width)).exp();
                Primitive { density: 1.0, velocity: [0.0; 3], pressure }
            }
            Case::TaylorGreen { mach } => taylor_green(mach, GAMMA, x),
            Case::Sod { x: middle } => sod(x[0] - middle, 0.0),
            Case::FreeStream(state) => state,
        }
    }

    /// The state at time `time`, if it is known. The state of a free stream holds where nothing is in its way.
    pub fn exact(&self, x: [f64; 3], time: f64) -> Option<Primitive> {
        match *self {
            Case::Vortex { lower, upper } => Some(vortex(lower, upper, x, time)),
            Case::Pulse { .. } | Case::TaylorGreen { .. } => None,
            Case::Sod { x: middle } => Some(sod(x[0] - middle, time)),
            Case::FreeStream(state) => Some(state),
        }
    }
}

fn sod(x: f64, time: f64) -> Primitive {
    let [left, right] = [(1.0, 1.0), (0.125, 0.1)].map(|(density, pressure)| Primitive {
        density,
        velocity: [0.0; 3],
        pressure,
    });
    // There are waves between these states, because they are gases and do not part.
    match Riemann::new(left, right, GAMMA) {
        Some(waves) if time > 0.0 => waves.at(x / time),
        _ if x < 0.0 => left,
        _ => right,
    }
}

/// The vortices of Taylor and Green: density 1 on average, velocity 1, and the pressure of an incompressible flow
/// around that of the Mach number `mach`.
pub(crate) fn taylor_green(mach: f64, gamma: f64, [x, y, z]: [f64; 3]) -> Primitive {
    let rest = 1.0 / (gamma * mach * mach);
    let swing = (2.0 * x).cos() + (2.0 * y).cos();
    let pressure = rest + swing * ((2.0 * z).cos() + 2.0) / 16.0;
    let velocity = [x.sin() * y.cos() * z.cos(), -x.cos() * y.sin() * z.cos(), 0.0];
    Primitive { density: pressure / rest, velocity, pressure }
}

fn vortex(lower: [f64; 2], upper: [f64; 2], x: [f64; 3], time: f64) -> Primitive {
    const STRENGTH: f64 = 5.0;
    // The coordinates are relative to the vortex' centre, or to its nearest periodic image.
    let [x, y] = [0, 1].map(|d| {
        let period = upper[d] - lower[d];
        let offset = x[d] - 0.5 * (lower[d] + upper[d]) - time;
        offset - period * (offset / period).round()
    });
    let bell = (1.0 - x * x - y * y).exp();
    let swirl = STRENGTH / (2.0 * PI) * bell.sqrt();
    let temperature = 1.0 - (GAMMA - 1.0) * STRENGTH.powi(2) / (8.0 * GAMMA * PI * PI) * bell;
    let density = temperature.powf(1.0 / (GAMMA - 1.0));
    Primitive {
        density,
        velocity: [1.0 - swirl * y, 1.0 + swirl * x, 0.0],
        pressure: density * temperature,
    }
}

#[cfg(test)]
#[path = "tests/case.rs"]
mod tests;
