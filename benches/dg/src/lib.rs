//! The cases that the programs `dg-bench` and `bench` (`benches/suite`) measure: right-hand sides and steps of
//! [`array_fn_dg`], with their operands.

pub mod cases;
pub mod error;
mod npy;
