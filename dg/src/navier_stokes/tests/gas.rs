//! Unit tests of the module `gas`.

use super::*;

/// Air at 300 K has 1.846e-5 Pa s (CRC handbook), also when the programs compute it from their scalars.
#[test]
fn sutherland() {
    let air = Gas {
        gamma: 1.4,
        constant: 287.05,
        viscosity: Viscosity::Sutherland {
            reference: 1.716e-5,
            temperature: 273.15,
            sutherland: 110.4,
        },
        prandtl: 0.71,
    };
    assert!((air.viscosity_at(300.0) / 1.846e-5 - 1.0).abs() < 2e-3);
    assert!((air.conductivity_at(300.0) / 0.0261 - 1.0).abs() < 1e-2);
    let s = air.scalars();
    let theta = 300.0 * air.constant;
    let mu = s.viscosity + s.growth * theta.powf(1.5) / (theta + s.sutherland);
    assert!((mu / air.viscosity_at(300.0) - 1.0).abs() < 1e-14);
    assert!((s.conduction * air.constant * mu / air.conductivity_at(300.0) - 1.0).abs() < 1e-14);
}

#[test]
fn gases_that_there_are_not() {
    assert!(Gas::new(1.4, 0.0, f64::INFINITY).check().is_ok());
    for (gas, word) in [
        (Gas::new(1.0, 0.1, 1.0), "specific heats"),
        (Gas::new(1.4, -0.1, 1.0), "viscosity"),
        (Gas::new(1.4, f64::NAN, 1.0), "viscosity"),
        (Gas::new(1.4, 0.1, 0.0), "Prandtl"),
        (Gas { constant: 0.0, ..Gas::new(1.4, 0.1, 1.0) }, "gas constant"),
    ] {
        let message = gas.check().unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    }
}
