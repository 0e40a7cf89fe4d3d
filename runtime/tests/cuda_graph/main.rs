//! CUDA graphs by hand.

mod conditional;
mod faults;
mod kernels;
mod rules;
mod run;
mod support;
mod update;
