//! Unit tests of the module `case`.

use super::*;

/// The four pieces of the density and of the velocity as the paper has them.
#[test]
fn the_band_is_that_of_the_paper() {
    let pieces = |y: f64, [outer, inner]: [f64; 2]| {
        let (half, width) = (0.5 * (outer - inner), 0.025);
        match y {
            _ if y < 0.25 => outer - half * ((y - 0.25) / width).exp(),
            _ if y < 0.5 => inner + half * ((0.25 - y) / width).exp(),
            _ if y < 0.75 => inner + half * ((y - 0.75) / width).exp(),
            _ => outer - half * ((0.75 - y) / width).exp(),
        }
    };
    for i in 0..=100 {
        let y = f64::from(i) / 100.0;
        let state = Case::KelvinHelmholtz.initial([0.125, y, 0.3]);
        assert!((state.density - pieces(y, [1.0, 2.0])).abs() < 1e-14, "{y}");
        assert!((state.velocity[0] - pieces(y, [0.5, -0.5])).abs() < 1e-14, "{y}");
        assert_eq!((state.velocity[1], state.velocity[2], state.pressure), (0.01, 0.0, 2.5));
    }
}
