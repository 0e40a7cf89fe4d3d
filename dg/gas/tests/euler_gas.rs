//! The example compares the gas law in C with the solver's own.

#![allow(missing_docs)]

#[path = "../examples/euler_gas.rs"]
mod example;

#[test]
fn the_gas_laws_agree() {
    example::main().unwrap_or_else(|error| panic!("{error}"));
}
