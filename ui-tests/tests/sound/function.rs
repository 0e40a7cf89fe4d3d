//! A program that claims a smaller result than its kernels write.
#![forbid(unsafe_code)]

use array_fn::__rt::{Function, Mode, call_new, plan};
use array_fn::array_fn;

array_fn! {
    pub fn zeros_like<N>(x: [f64; N]) -> [f64; N] { 0.0 * x }
}

fn main() {
    let program = zeros_like::FUNCTION.program();
    let results = &[plan::ResultInfo { name: "out", dtype: plan::DType::F64, shape: &[&[plan::SizeOp::Const(1)]] }];
    let program: &'static plan::Program = Box::leak(Box::new(plan::Program {
        name: program.name,
        dims: program.dims,
        explicit_dims: program.explicit_dims,
        dim_sources: program.dim_sources,
        params: program.params,
        results,
        constraints: program.constraints,
        variants: program.variants,
        ranks: None,
        kernels: program.kernels,
        cuda: plan::Cuda { source: "", only_on_cpus: "", ptx: None, code: &[] },
        origin: plan::Origin { operations: "", source: "" },
    }));
    let function = Function::new(program);
    let x = vec![1.0; 100_000];
    let mut args = [array_fn::Operand::<f64, 1>::arg(&x)];
    let _ = call_new::<1>(&function, Mode::Fused, &[], &mut args);
}
