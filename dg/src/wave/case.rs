//! Problems with known solutions of `u_t + c div v = 0, v_t + c grad u = 0`.

use crate::vector::{minus, norm};
use std::f64::consts::PI;

/// A state (u, v) at a point.
pub type State = [f64; 4];

/// A problem on the brick between `lower` and `upper`, or in free space around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Case {
    /// `u = cos(w t) prod sin(pi x_d)` between Dirichlet walls.
    Standing {
        /// Lowest corner.
        lower: [f64; 3],
        /// Highest corner.
        upper: [f64; 3],
    },
    /// `u = cos(k.x - |k| c t)`, one wavelength along each axis of a periodic brick.
    Plane {
        /// Lowest corner.
        lower: [f64; 3],
        /// Highest corner.
        upper: [f64; 3],
    },
    /// `u = exp(-r^2 / width^2)` at rest, in free space.
    Pulse {
        /// Where the pulse starts.
        centre: [f64; 3],
        /// Its width.
        width: f64,
    },
}

impl Case {
    /// u and v at time 0.
    pub fn initial(&self, x: [f64; 3]) -> State {
        match *self {
            Case::Standing { .. } | Case::Pulse { .. } => [self.exact(x, 0.0, 1.0), 0.0, 0.0, 0.0],
            Case::Plane { lower, upper } => {
                let k = wave_vector(lower, upper, 2.0 * PI);
                let u = self.exact(x, 0.0, 1.0);
                [u, u * k[0] / norm(k), u * k[1] / norm(k), u * k[2] / norm(k)]
            }
        }
    }

    /// u at time `time`, for the wave speed `speed`. The solution of a pulse holds until the pulse meets the boundary.
    pub fn exact(&self, x: [f64; 3], time: f64, speed: f64) -> f64 {
        match *self {
            Case::Standing { lower, upper } => {
                let k = wave_vector(lower, upper, PI);
                let shape: f64 = (0..3).map(|d| (k[d] * (x[d] - lower[d])).sin()).product();
                (norm(k) * speed * time).cos() * shape
            }
            Case::Plane { lower, upper } => {
                let k = wave_vector(lower, upper, 2.0 * PI);
                let phase: f64 = (0..3).map(|d| k[d] * (x[d] - lower[d])).sum();
                (phase - norm(k) * speed * time).cos()
            }
            Case::Pulse { centre, width } => {
                let r = norm(minus(x, centre));
                let ct = speed * time;
                let gauss = |s: f64| (-(s / width).powi(2)).exp();
                if r < 1e-6 * width {
                    // The limit is the derivative of s gauss(s).
                    return (1.0 - 2.0 * (ct / width).powi(2)) * gauss(ct);
                }
                ((r - ct) * gauss(r - ct) + (r + ct) * gauss(r + ct)) / (2.0 * r)
            }
        }
    }

    /// One period of a standing or plane wave.
    pub fn period(&self, speed: f64) -> Option<f64> {
        let phase = match *self {
            Case::Standing { lower, upper } => Some((lower, upper, PI)),
            Case::Plane { lower, upper } => Some((lower, upper, 2.0 * PI)),
            Case::Pulse { .. } => None,
        };
        phase.map(|(lower, upper, phase)| {
            2.0 * PI / (norm(wave_vector(lower, upper, phase)) * speed)
        })
    }
}

fn wave_vector(lower: [f64; 3], upper: [f64; 3], phase: f64) -> [f64; 3] {
    std::array::from_fn(|d| phase / (upper[d] - lower[d]))
}

#[cfg(test)]
#[path = "tests/case.rs"]
mod tests;
