//! `array_fn_dataflow::bm25f` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    array_fn_dataflow::program::main("bm25f", array_fn_dataflow::bm25f::run)
}
