//! Columns of kernels that transpose.
//!
//! Such a kernel reads along the last dimension but one. A task of few whole rows would read a part of each line of
//! memory, and others would read the same lines. So a task may also be some columns of all rows
//! (`array_fn_runtime::plan::CpuArgs::columns`).

use super::moved::together;
use super::order::Order;
use super::{Emitter, extent};
use crate::schedule::kernel::{Extent, KernelIr};
use crate::schedule::turn::turned;

/// What a kernel that can do columns reads along rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turns {
    /// The size of the smallest things that it reads there.
    pub(super) bytes: i64,
    /// The points of each: 1, or those of the last dimension, which is then no dimension of the matrix.
    pub(super) together: i64,
}

/// What a kernel reads along the rows of a matrix that it transposes. `None` if it cannot do columns.
pub(super) fn turns(kernel: &KernelIr) -> Option<Turns> {
    if let Some((bytes, together)) = together(kernel) {
        return Some(Turns { bytes, together });
    }
    if matches!(kernel.parallel.last()?.extent, Extent::Const(_)) {
        return None;
    }
    let turned = turned(kernel).filter(|turned| turned.dimension + 2 == kernel.parallel.len())?;
    let read = turned.loads.iter().map(|&(_, buffer, _)| kernel.buffers[buffer as usize]);
    let bytes = read.map(|buffer| buffer.dtype.bytes()).min()?;
    Some(Turns { bytes, together: 1 })
}

impl Emitter<'_> {
    /// Whether the loop over rows does columns. (That of `moved` does, where points are together.)
    pub(super) fn has_columns(&self) -> bool {
        self.analysis.order == Order::Points
            && self.first.is_none()
            && turns(self.kernel).is_some_and(|turns| turns.together == 1)
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

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn transpositions_do_columns() {
        let has_columns = |dtype: &str, body: &str, result: &str| {
            emitted(&format!(
                "pub fn f<M, N>(x: [{dtype}; M, N], y: [{dtype}; N, M]) -> [{dtype}; {result}] {{ {body} }}"
            ))
            .contains("a.columns_of(")
        };
        for dtype in ["f64", "i16", "bool", "c32"] {
            assert!(has_columns(dtype, "x.T", "N, M"), "{dtype}");
        }
        assert!(has_columns("f32", "x.T * y + 1", "N, M"));
        assert!(!has_columns("f32", "2 * y", "N, M") && !has_columns("f32", "sum(x, axis=0)", "N"));
    }
}
