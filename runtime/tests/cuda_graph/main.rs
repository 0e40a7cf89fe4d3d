//! CUDA graphs by hand.

mod conditional;
mod kernels;
mod rules;
mod run;
mod support;
mod update;
