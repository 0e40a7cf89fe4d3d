//! `array_fn_dataflow::skyserver` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    array_fn_dataflow::program::main("skyserver", array_fn_dataflow::skyserver::run)
}
