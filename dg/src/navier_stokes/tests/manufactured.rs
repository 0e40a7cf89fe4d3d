//! Unit tests of the module `manufactured`.

use super::*;

/// Compares the sources with the divergence of the flux, computed by differences of differences of the state alone.
#[test]
fn sources_are_the_divergence_of_the_flux() {
    let gas = Gas::new(1.4, 0.3, 0.71);
    let flow = Manufactured::new(gas, 2.0).unwrap();
    let h = 1e-3;
    let moved = |x: [f64; 3], axis: usize, by: f64| {
        let mut x = x;
        x[axis] += by;
        x
    };
    let measured = |x: [f64; 3]| {
        let state = flow.state(x);
        let [u, v, w] = state.velocity;
        [u, v, w, state.pressure / state.density]
    };
    let flux = |x: [f64; 3], axis: usize| -> State {
        let state = flow.state(x);
        let slope = |field: usize, along: usize| {
            (measured(moved(x, along, h))[field] - measured(moved(x, along, -h))[field]) / (2.0 * h)
        };
        let expansion: f64 = (0..3).map(|i| slope(i, i)).sum();
        let stress: [f64; 3] = std::array::from_fn(|i| {
            let isotropic = if i == axis { 2.0 / 3.0 * expansion } else { 0.0 };
            0.3 * (slope(i, axis) + slope(axis, i) - isotropic)
        });
        let q = state.conserved(1.4);
        let v = state.velocity;
        let mut flux = q.map(|q| q * v[axis]);
        flux[1 + axis] += state.pressure;
        for i in 0..3 {
            flux[1 + i] -= stress[i];
        }
        let power: f64 = (0..3).map(|i| stress[i] * v[i]).sum();
        flux[4] += state.pressure * v[axis] - power - 0.3 * 3.5 / 0.71 * slope(3, axis);
        flux
    };
    for x in [[0.1, 0.2, 0.3], [1.3, 0.7, 1.9]] {
        let source = flow.source(x);
        for (field, value) in source.into_iter().enumerate() {
            let divergence: f64 = (0..3)
                .map(|axis| {
                    let [up, down] = [h, -h].map(|by| flux(moved(x, axis, by), axis)[field]);
                    (up - down) / (2.0 * h)
                })
                .sum();
            assert!((divergence - value).abs() < 1e-4, "{x:?}, {field}: {divergence} {value}");
            assert!(value.abs() > 1e-2, "{x:?}, {field}: nothing to test");
        }
    }
}

#[test]
fn the_viscosity_is_constant() {
    let viscosity =
        super::super::Viscosity::Sutherland { reference: 0.1, temperature: 1.0, sutherland: 0.4 };
    let gas = Gas { viscosity, ..Gas::new(1.4, 0.1, 1.0) };
    assert!(Manufactured::new(gas, 1.0).unwrap_err().to_string().contains("viscosity"));
}
