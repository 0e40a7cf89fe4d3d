//! Unit tests of the module `boundary`.

use super::*;

#[test]
fn conditions_are_parsed() {
    let parse = |text: &str| text.parse::<BoundaryCondition>();
    assert_eq!(parse("slip"), Ok(BoundaryCondition::SlipWall));
    assert_eq!(parse("adiabatic"), Ok(BoundaryCondition::Adiabatic { velocity: [0.0; 3] }));
    let moving = BoundaryCondition::Isothermal { velocity: [1.0, 0.0, -2.0], temperature: 3.0 };
    assert_eq!(parse("isothermal:3,1,0,-2"), Ok(moving));
    let state = Primitive { density: 1.0, velocity: [0.5, 0.0, 0.0], pressure: 2.0 };
    assert_eq!(parse("1,0.5,0,0,2"), Ok(BoundaryCondition::State(state)));
    for condition in
        ["slip", "adiabatic:1,0,-2", "isothermal:3,1,0,-2", "1,0.5,0,0,2", "extrapolation"]
    {
        assert_eq!(parse(condition).unwrap().to_string(), condition);
    }
    for wrong in ["wall", "isothermal", "isothermal:-1", "adiabatic:1,2", "slip:1", "1,2,3"] {
        assert!(parse(wrong).is_err_and(|e| e.contains(wrong)), "{wrong}");
    }
}
