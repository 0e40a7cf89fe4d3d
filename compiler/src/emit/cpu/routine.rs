//! Kernels that are routines: calls of the runtime's `routines`.

use super::foreign;
use crate::dag::{DType, Reduce, Routine};
use crate::schedule::kernel::{KernelIr, RoutineKernel};

/// The function over a range of points.
pub(super) fn emit(kernel: &KernelIr, routine: &RoutineKernel, name: &str) -> String {
    if let Routine::Foreign(call) = &routine.routine {
        return foreign::routine(kernel, &call.function, name);
    }
    let strict = kernel.is_strict();
    let element = match routine.dtype {
        // In memory a bool is a byte.
        DType::Bool => "u8",
        dtype => dtype.name(),
    };
    let call = match &routine.routine {
        Routine::Scan(op) => {
            let op = operation(*op);
            format!("scan::<{element}, rt::routines::{op}, {strict}>(a, begin, end)")
        }
        Routine::ScanColumns(op) => {
            format!("scan_columns::<{element}, rt::routines::{}>(a, begin, end)", operation(*op))
        }
        Routine::Segment(op) => {
            // Bools as truth values, because the identity of a reduction of bytes is another one.
            let element = routine.dtype.name();
            let (index, op) = (index(kernel), operation(*op));
            format!("segment::<{index}, {element}, rt::routines::{op}, {strict}>(a, begin, end)")
        }
        Routine::SegmentCount => format!("segment_count::<{}>(a, begin, end)", index(kernel)),
        Routine::SegmentLast => format!("segment_last::<{}>(a, begin, end)", index(kernel)),
        Routine::SegmentStore => {
            format!("segment_store::<{}, {element}>(a, begin, end)", index(kernel))
        }
        Routine::ComplexProducts => format!("complex_products::<{element}>(a, begin, end)"),
        Routine::ArgSort => format!("argsort::<{element}>(a, begin, end)"),
        Routine::Sort => format!("sort::<{element}>(a, begin, end)"),
        Routine::Top { largest } => format!("top::<{element}, {largest}>(a, begin, end)"),
        Routine::Positions => "positions(a, begin, end)".to_string(),
        Routine::Middle => format!("middle::<{element}>(a, begin, end)"),
        Routine::Search { right } => format!("search::<{element}, {right}>(a, begin, end)"),
        Routine::Lu => format!("lu::<{element}>(a, begin, end, {strict})"),
        Routine::LuSolve => format!("lu_solve::<{element}>(a, begin, end, {strict})"),
        Routine::Cholesky => format!("cholesky::<{element}>(a, begin, end, {strict})"),
        Routine::SingularValues => format!("singular_values::<{element}>(a, begin, end)"),
        Routine::Foreign(_) => unreachable!("written above"),
    };
    format!(
        "unsafe fn {name}_baseline(a: &CpuArgs, begin: usize, end: usize) {{
            unsafe {{ rt::routines::{call} }}
        }}"
    )
}

fn operation(op: Reduce) -> &'static str {
    match op {
        Reduce::Sum => "Sum",
        Reduce::Prod => "Prod",
        Reduce::Min | Reduce::All => "Min",
        Reduce::Max | Reduce::Any => "Max",
    }
}

/// The type in which the indices of segments are stored.
fn index(kernel: &KernelIr) -> &'static str {
    let indices = kernel.buffers[0];
    if indices.index { "i32" } else { indices.dtype.name() }
}
