//! Unit tests of the module `case`.

use super::*;

/// In the frame of the vortex the flow is steady: mass and momentum balance, by central differences.
#[test]
fn the_vortex_is_a_solution() {
    let case = Case::Vortex { lower: [-10.0; 2], upper: [10.0; 2] };
    let (gamma, h) = (1.4, 1e-4);
    for (x, t) in [([0.4, -0.3, 0.0], 0.0), ([1.1, 1.7, 2.0], 0.8), ([-9.5, -9.2, 0.0], 1.0)] {
        let at = |dx: [f64; 3], dt: f64| {
            let x = std::array::from_fn(|d| x[d] + dx[d]);
            case.exact(x, t + dt).unwrap()
        };
        let flux = |axis: usize, state: Primitive| -> [f64; 5] {
            let (q, v) = (state.conserved(gamma), state.velocity[axis]);
            let mut f = q.map(|q| q * v);
            f[1 + axis] += state.pressure;
            f[4] += state.pressure * v;
            f
        };
        for field in 0..5 {
            let q = |dt| at([0.0; 3], dt).conserved(gamma)[field];
            let mut defect = (q(h) - q(-h)) / (2.0 * h);
            for axis in 0..3 {
                let f = |s: f64| {
                    let mut dx = [0.0; 3];
                    dx[axis] = s;
                    flux(axis, at(dx, 0.0))[field]
                };
                defect += (f(h) - f(-h)) / (2.0 * h);
            }
            assert!(defect.abs() < 1e-6, "{x:?} at {t}, field {field}: {defect:.1e}");
        }
    }
}

#[test]
fn a_pulse_is_highest_at_its_centre() {
    let case = Case::Pulse { centre: [0.1, 0.2, 0.3], amplitude: 0.4, width: 0.1 };
    assert_eq!(case.initial([0.1, 0.2, 0.3]).pressure, 1.4);
    let aside = case.initial([0.2, 0.2, 0.3]).pressure;
    assert!((aside - (1.0 + 0.4 * (-0.5f64).exp())).abs() < 1e-12);
}
