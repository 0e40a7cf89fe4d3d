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
            return match speed < shock {
                true => outer,
                false => between(outer.density * (ratio + k) / (k * ratio + 1.0)),
            };
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
mod tests {
    use super::*;

    const SOD: [Primitive; 2] = [
        Primitive { density: 1.0, velocity: [0.0; 3], pressure: 1.0 },
        Primitive { density: 0.125, velocity: [0.0; 3], pressure: 0.1 },
    ];

    /// The problem of Sod (1978), whose solution is published with these digits.
    #[test]
    fn sod() {
        let waves = Riemann::new(SOD[0], SOD[1], 1.4).unwrap();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 5e-7, "{a} {b}");
        near(waves.pressure, 0.303130);
        near(waves.velocity, 0.927453);
        let [left, right] = waves.densities();
        near(left, 0.426319);
        near(right, 0.265574);
        let shock = 1.752156;
        assert_eq!(waves.at(shock + 1e-6), SOD[1]);
        near(waves.at(shock - 1e-6).density, 0.265574);
        // At time 0.2, the rarefaction from x = 0.5 is between .263357 and .485945.
        let at = |x: f64| waves.at((x - 0.5) / 0.2);
        assert_eq!(at(0.263356), SOD[0]);
        assert!(at(0.263358).density < 1.0);
        assert!(at(0.485940).density > left + 1e-7);
        near(at(0.485946).density, left);
    }

    /// The solution in a mirror, and in a frame that moves along.
    #[test]
    fn symmetries() {
        let sideways = [0.3, -0.2];
        let moving = |s: Primitive, u: f64| Primitive {
            velocity: [s.velocity[0] + u, sideways[0], sideways[1]],
            ..s
        };
        let waves = Riemann::new(SOD[0], SOD[1], 1.4).unwrap();
        let moved = Riemann::new(moving(SOD[0], 0.7), moving(SOD[1], 0.7), 1.4).unwrap();
        let mirror = Riemann::new(SOD[1], SOD[0], 1.4).unwrap();
        for i in -30..30 {
            let speed = 0.07 * f64::from(i) + 1e-3;
            let (a, b, c) = (waves.at(speed), moved.at(speed + 0.7), mirror.at(-speed));
            assert!((a.density - b.density).abs() < 1e-12 && (a.density - c.density).abs() < 1e-12);
            assert!((a.velocity[0] + 0.7 - b.velocity[0]).abs() < 1e-12);
            assert!((a.velocity[0] + c.velocity[0]).abs() < 1e-12);
            assert_eq!(b.velocity[1..], sideways);
        }
    }

    /// Two streams that collide, two streams that part, and a vacuum.
    #[test]
    fn other_waves() {
        let stream = |u: f64| Primitive { density: 1.0, velocity: [u, 0.0, 0.0], pressure: 0.4 };
        // Toro's second test.
        let apart = Riemann::new(stream(-2.0), stream(2.0), 1.4).unwrap();
        assert!((apart.pressure - 0.00189).abs() < 1e-5 && apart.velocity.abs() < 1e-12);
        assert!((apart.densities()[0] - 0.02185).abs() < 1e-5);
        let together = Riemann::new(stream(2.0), stream(-2.0), 1.4).unwrap();
        assert!(together.pressure > 4.0 && together.velocity.abs() < 1e-12);
        assert_eq!(Riemann::new(stream(-9.0), stream(9.0), 1.4), None);
    }
}
