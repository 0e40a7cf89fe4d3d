//! Unit tests of the module `riemann`.

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
