//! Unit tests of the module `time_stepping`.

use super::*;

/// One step of y' = z y gives the stability polynomial 1 + z + z^2/2 + z^3/6 + z^4/24 + z^5/200.
#[test]
fn stability_polynomial() {
    for z in [-2.0f64, -0.5, 0.3, 1.0] {
        let (mut y, mut k) = (1.0, 0.0);
        for stage in 0..5 {
            k = A[stage] * k + z * y;
            y += B[stage] * k;
        }
        let exact = 1.0 + z + z * z / 2.0 + z.powi(3) / 6.0 + z.powi(4) / 24.0 + z.powi(5) / 200.0;
        assert!((y - exact).abs() < 1e-12, "{z}: {y} {exact}");
    }
}

/// y' = t^3 needs the times of the stages, for quadrature of fourth order.
#[test]
fn stage_times() {
    let (mut y, mut k) = (0.0, 0.0);
    for stage in 0..5 {
        k = A[stage] * k + C[stage].powi(3);
        y += B[stage] * k;
    }
    assert!((y - 0.25).abs() < 1e-12, "{y}");
}

#[test]
fn steps_end_at_the_duration() {
    assert_eq!(equal_steps(1.0, 0.3), (4, 0.25));
    assert_eq!(equal_steps(1.0, 2.0), (1, 1.0));
}

#[test]
fn ends_that_cannot_be_reached() {
    assert_eq!(next_step(0.5, 1.5, 0.3).unwrap(), (4, 0.25));
    // The steps are very short, but so is the duration.
    assert_eq!(next_step(0.0, 1e-300, 5e-301).unwrap(), (2, 5e-301));
    // A single step that only rounds up to the end.
    assert!(next_step(1.0, 1.0f64.next_up(), 1.0).is_ok());
    for longest in [0.0, -1.0, f64::NAN, 1e-300, 1e-13, f64::MIN_POSITIVE, 5e-324] {
        let error = next_step(0.0, 1.0, longest).unwrap_err().to_string();
        assert!(error.starts_with("the time 1 cannot be reached from 0: "), "{error}");
    }
    assert!(next_step(1e9, 1e9 + 1e-3, 1e-8).is_err());
}
