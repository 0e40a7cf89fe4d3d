//! `array_fn_dataflow::black_scholes` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    array_fn_dataflow::program::main("black_scholes", array_fn_dataflow::black_scholes::run)
}
