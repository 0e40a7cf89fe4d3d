//! Kernels, routines and lanes called by hand.
#![forbid(unsafe_code)]

use array_fn::__rt::{lanes, plan, routines};
use array_fn::array_fn;

array_fn! {
    pub fn twice<N>(x: [f64; N]) -> [f64; N] { 2.0 * x }
}

fn by_hand(args: &plan::CpuArgs) {
    (twice::FUNCTION.program().kernels[0].cpu.baseline)(args, 0, 1);
    routines::argsort::<f64>(args, 0, 1);
    let x = lanes::V([1.0f64; 8]);
    lanes::add(x, x);
    lanes::exp(x);
    lanes::load::<f64, 8>(std::ptr::null());
}

fn main() {
    let _: fn(&plan::CpuArgs) = by_hand;
}
