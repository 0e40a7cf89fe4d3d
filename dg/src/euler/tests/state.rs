//! Unit tests of the module `state`.

use super::*;

#[test]
fn there_and_back() {
    let state = Primitive { density: 1.2, velocity: [0.3, -0.2, 0.1], pressure: 0.9 };
    let q = state.conserved(1.4);
    assert!((q[4] - (0.9 / 0.4 + 0.6 * 0.14)).abs() < 1e-15);
    let back = Primitive::from_conserved(q, 1.4);
    assert!((back.pressure - 0.9).abs() < 1e-15 && (back.velocity[1] + 0.2).abs() < 1e-15);
}

#[test]
fn states_are_parsed_and_checked() {
    let state: Primitive = "1.4, 3,0,0,1".parse().unwrap();
    assert_eq!(state.to_string(), "1.4,3,0,0,1");
    assert_eq!(state, Primitive { density: 1.4, velocity: [3.0, 0.0, 0.0], pressure: 1.0 });
    for wrong in ["1,2,3,4", "1,2,3,4,x", "-1,0,0,0,1", "1,0,0,0,0", "1,inf,0,0,1"] {
        assert!(wrong.parse::<Primitive>().unwrap_err().contains(wrong), "{wrong}");
    }
}
