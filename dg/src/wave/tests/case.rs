//! Unit tests of the module `case`.

use super::*;

/// u_tt = c^2 laplace u, by central differences.
#[test]
fn solutions_of_the_wave_equation() {
    let (lower, upper) = ([0.0, -1.0, 0.5], [1.0, 1.0, 2.0]);
    let cases = [
        Case::Standing { lower, upper },
        Case::Plane { lower, upper },
        Case::Pulse { centre: [0.1, 0.2, 0.3], width: 0.5 },
    ];
    let (x, t, c, h) = ([0.3, 0.4, 0.9], 0.35, 1.3, 1e-3);
    for case in cases {
        let u =
            |dx: [f64; 3], dt: f64| case.exact(std::array::from_fn(|d| x[d] + dx[d]), t + dt, c);
        let here = u([0.0; 3], 0.0);
        let u_tt = u([0.0; 3], h) + u([0.0; 3], -h) - 2.0 * here;
        let mut laplace = 0.0;
        for d in 0..3 {
            let mut step = [0.0; 3];
            step[d] = h;
            laplace += u(step, 0.0) + u(step.map(|s| -s), 0.0) - 2.0 * here;
        }
        let defect = (u_tt - c * c * laplace) / (h * h);
        assert!(defect.abs() < 1e-3 * (u_tt / (h * h)).abs().max(1.0), "{case:?}: {defect}");
    }
}

#[test]
fn the_pulse_is_smooth_at_its_centre() {
    let case = Case::Pulse { centre: [0.0; 3], width: 0.2 };
    let (at, near) = (case.exact([0.0; 3], 0.1, 1.0), case.exact([1e-5, 0.0, 0.0], 0.1, 1.0));
    assert!((at - near).abs() < 1e-6, "{at} {near}");
}
