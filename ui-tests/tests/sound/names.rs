//! Names that only the runtime has: how arguments are made, and the traits that know instruction sets.
#![forbid(unsafe_code)]

use array_fn::__rt::lanes::{Float, Lane};
use array_fn::__rt::{Arg, Function, RawArray, run_with};

#[derive(Clone, Copy, Debug, Default)]
struct Mine;

array_fn::array_fn! {
    pub fn take<N>(x: [f64; N]) -> f64 { sum(x) }
}

impl array_fn::Operand<f64, 1> for Mine {
    fn arg(&self) -> Arg<'_> {
        Arg::array(std::ptr::null::<f64>(), &[8])
    }
}

fn main() {
    let _: fn(_, _, _, _, _) -> _ = run_with;
    let _ = RawArray { dtype: array_fn::__rt::plan::DType::F64 };
    let program = take::FUNCTION.program();
    let _ = Function { program };
}
