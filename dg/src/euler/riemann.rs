//! The exact solution of the Riemann problem: two states that meet in a plane at time 0 (Toro, *Riemann
//! Solvers and Numerical Methods for Fluid Dynamics*, chapter 4).

use super::Primitive;

/// The waves between two admissible states of a gas, left and right of the plane x = 0. Their velocities along y and z
/// may differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Riemann {
    left: Primitive,
    right: Primitive,
    gamma: f64,
    /// Pressure between the waves.
    pub pressure: f64,
    /// Velocity between the waves, along x. It is the velocity of the contact.
    pub velocity: f64,
}

/// The speed of sound.
fn sound(state: &Primitive, gamma: f64) -> f64 {
    (gamma * state.pressure / state.density).sqrt()
}

/// The change of velocity by the wave into `state`, if the pressure behind the wave is `p`, and the derivative of the
/// change by `p`.
fn jump(state: &Primitive, p: f64, gamma: f64) -> (f64, f64) {
    if p > state.pressure {
        let a = 2.0 / ((gamma + 1.0) * state.density);
        let b = (gamma - 1.0) / (gamma + 1.0) * state.pressure;
        let root = (a / (p + b)).sqrt();
        let excess = p - state.pressure;
        (excess * root, root * (1.0 - excess / (2.0 * (p + b))))
    } else {
        let c = sound(state, gamma);
        let ratio = p / state.pressure;
        let power = (gamma - 1.0) / (2.0 * gamma);
        let slope = ratio.powf(-(gamma + 1.0) / (2.0 * gamma)) / (state.density * c);
        (2.0 * c / (gamma - 1.0) * (ratio.powf(power) - 1.0), slope)
    }
}

impl Riemann {
    /// The waves between two states. `None` if a vacuum opens between them, or if one is no state of a gas.
    pub fn new(left: Primitive, right: Primitive, gamma: f64) -> Option<Self> {
        let apart = right.velocity[0] - left.velocity[0];
        let fastest = 2.0 / (gamma - 1.0) * (sound(&left, gamma) + sound(&right, gamma));
        let admissible = left.is_admissible() && right.is_admissible() && gamma > 1.0;
        if !admissible || fastest <= apart {
            return None;
        }
        // The difference of velocities is a concave, increasing function of the pressure. From below, Newton's method
        // approaches the root monotonically. From above, it may leave the positive numbers.
        let mut p = left.pressure.min(right.pressure);
        for _ in 0..200 {
            let ((l, dl), (r, dr)) = (jump(&left, p, gamma), jump(&right, p, gamma));
            let next = (p - (l + r + apart) / (dl + dr)).max(0.1 * p);
            let change = (next - p).abs();
            p = next;
            if change <= 1e-15 * p {
                break;
            }
        }
        let (l, r) = (jump(&left, p, gamma).0, jump(&right, p, gamma).0);
        let velocity = 0.5 * (left.velocity[0] + right.velocity[0] + r - l);
        Some(Riemann { left, right, gamma, pressure: p, velocity })
    }

    /// The state at x = `speed` * t.
    pub fn at(&self, speed: f64) -> Primitive {
        // States right of the contact are mirror images of states on the left.
        let mirrored = speed > self.velocity;
        let turn = |state: Primitive| {
            let [u, v, w] = state.velocity;
            if mirrored { Primitive { velocity: [-u, v, w], ..state } } else { state }
        };
        let side = if mirrored { -1.0 } else { 1.0 };
        let outer = turn(if mirrored { self.right } else { self.left });
        turn(self.left_of_contact(outer, side * self.velocity, side * speed))
    }

    /// The densities on the left and on the right of the contact.
    pub fn densities(&self) -> [f64; 2] {
        let above = self.velocity.abs() * 1e-12 + f64::MIN_POSITIVE;
        [self.at(self.velocity).density, self.at(self.velocity + above).density]
    }

    fn left_of_contact(&self, outer: Primitive, contact: f64, speed: f64) -> Primitive {
        let (g, p) = (self.gamma, self.pressure);
        let [u, v, w] = outer.velocity;
        let (c, ratio) = (sound(&outer, g), p / outer.pressure);
        let between = |density: f64| Primitive { density, velocity: [contact, v, w], pressure: p };
        if p > outer.pressure {
            let shock = u - c * ((g + 1.0) / (2.0 * g) * ratio + (g - 1.0) / (2.0 * g)).sqrt();
            let k = (g - 1.0) / (g + 1.0);
            let density = outer.density * (ratio + k) / (k * ratio + 1.0);
            return if speed < shock { outer } else { between(density) };
        }
        let inner_sound = c * ratio.powf((g - 1.0) / (2.0 * g));
        if speed <= u - c {
            outer
        } else if speed >= contact - inner_sound {
            between(outer.density * ratio.powf(1.0 / g))
        } else {
            let local = (2.0 * c + (g - 1.0) * (u - speed)) / (g + 1.0);
            let ratio = local / c;
            Primitive {
                density: outer.density * ratio.powf(2.0 / (g - 1.0)),
                velocity: [speed + local, v, w],
                pressure: outer.pressure * ratio.powf(2.0 * g / (g - 1.0)),
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/riemann.rs"]
mod tests;
