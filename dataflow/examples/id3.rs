//! `array_fn_dataflow::id3` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    array_fn_dataflow::program::main("id3", array_fn_dataflow::id3::run)
}
