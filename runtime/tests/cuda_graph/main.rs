//! CUDA graphs by hand.

mod conditional;
mod faults;
mod kernels;
mod limits;
mod rules;
mod run;
mod support;
mod update;
