//! Kernels that are routines: calls of the runtime's library.

use crate::dag::{DType, Reduce, Routine};
use crate::schedule::kernel::RoutineKernel;

/// The function over a range of points.
pub(super) fn emit(kernel: RoutineKernel, strict: bool, name: &str) -> String {
    let element = match kernel.dtype {
        // In memory a bool is a byte.
        DType::Bool => "u8",
        dtype => dtype.name(),
    };
    let call = match kernel.routine {
        Routine::Scan(op) => {
            let op = match op {
                Reduce::Sum => "Sum",
                Reduce::Prod => "Prod",
                Reduce::Min | Reduce::All => "Min",
                Reduce::Max | Reduce::Any => "Max",
            };
            format!("scan::<{element}, rt::routines::{op}>(a, begin, end)")
        }
        Routine::ComplexProducts => format!("complex_products::<{element}>(a, begin, end)"),
        Routine::ArgSort => format!("argsort::<{element}>(a, begin, end)"),
        Routine::Search { right } => format!("search::<{element}, {right}>(a, begin, end)"),
        Routine::Lu => format!("lu::<{element}>(a, begin, end, {strict})"),
        Routine::LuSolve => format!("lu_solve::<{element}>(a, begin, end, {strict})"),
        Routine::Cholesky => format!("cholesky::<{element}>(a, begin, end, {strict})"),
        Routine::SingularValues => format!("singular_values::<{element}>(a, begin, end)"),
    };
    format!(
        "unsafe fn {name}_baseline(a: &CpuArgs, begin: usize, end: usize) {{
            unsafe {{ rt::routines::{call} }}
        }}"
    )
}
