//! Columns of kernels that transpose.
//!
//! Such a kernel reads along the last dimension but one. A task of few whole rows would read a part of each line of
//! memory, and others would read the same lines. So a task may also be some columns of all rows
//! (`array_fn_runtime::plan::CpuArgs::columns`).

use super::moved::moves_alone;
use super::order::Order;
use super::{Emitter, extent};
use crate::schedule::kernel::{Extent, KernelIr};
use crate::schedule::turn::turned;

/// The size of the smallest elements that a kernel reads along the last dimension but one, if it transposes. `None` if
/// it cannot do columns.
pub(super) fn bytes(kernel: &KernelIr) -> Option<i64> {
    let last = kernel.parallel.last()?;
    if matches!(last.extent, Extent::Const(_)) {
        return None;
    }
    if let Some(bytes) = moves_alone(kernel) {
        return Some(bytes);
    }
    let turned = turned(kernel).filter(|turned| turned.dimension + 2 == kernel.parallel.len())?;
    let read = turned.loads.iter().map(|&(_, buffer, _)| kernel.buffers[buffer as usize]);
    read.map(|buffer| buffer.dtype.bytes()).min()
}

impl Emitter<'_> {
    /// Whether the code does columns.
    pub(super) fn has_columns(&self) -> bool {
        self.analysis.order == Order::Points && self.first.is_none() && bytes(self.kernel).is_some()
    }

    /// The columns `left..right` that are to be done of the points `flat..end`.
    pub(super) fn columns_of_range(&self) -> String {
        match (self.has_columns(), self.kernel.parallel.last()) {
            (true, Some(lane)) => {
                format!("let (left, right) = a.columns_of({}, flat, end);\n", extent(lane.extent))
            }
            _ => String::new(),
        }
    }
}
