//! `array_fn_dataflow::terasort` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    array_fn_dataflow::program::main("terasort", array_fn_dataflow::terasort::run)
}
