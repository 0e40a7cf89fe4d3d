//! `array_fn_dataflow::pagerank` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    array_fn_dataflow::program::main("pagerank", array_fn_dataflow::pagerank::run)
}
