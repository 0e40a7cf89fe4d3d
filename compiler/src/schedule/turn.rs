//! Transpositions: kernels that read an array along another dimension than the one in which they write.

use super::join::join_where;
use super::kernel::{Access, KernelIr, Stmt, ValueId};
use super::lower::Lowered;
use super::steps::{Step, loads, step};
use crate::dag::DType;

/// A dimension along which a kernel without loops reads neighbouring elements, while the elements that it reads along
/// its lanes are far apart.
pub struct Turned {
    /// The number of the parallel dimension.
    pub dimension: usize,
    /// The loads that go along it, each with its buffer and offset.
    pub loads: Vec<(ValueId, u32, ValueId)>,
}

/// The dimension that most such loads go along.
pub fn turned(kernel: &KernelIr) -> Option<Turned> {
    let ([phase], [outer @ .., lane]) = (kernel.phases.as_slice(), kernel.parallel.as_slice())
    else {
        return None;
    };
    if !phase.loops.is_empty() || !kernel.locals.is_empty() {
        return None;
    }
    let mut stored = Vec::new();
    for stmt in &phase.body {
        let Stmt::Store { value, .. } = *stmt else { return None };
        stored.push(value);
    }
    let mut far = loads(kernel, stored);
    far.retain(|&(_, buffer, offset)| {
        let read = kernel.buffers[buffer as usize];
        read.access == Access::Read
            && !read.index
            && read.dtype != DType::Bool
            && step(kernel, offset, lane.var) == Some(Step::Far)
    });
    let along = |dimension: usize| {
        let one = |load: &&(ValueId, u32, ValueId)| {
            step(kernel, load.2, outer[dimension].var) == Some(Step::One)
        };
        let loads: Vec<_> = far.iter().filter(one).copied().collect();
        (!loads.is_empty()).then_some(Turned { dimension, loads })
    };
    (0..outer.len()).filter_map(along).max_by_key(|turned| turned.loads.len())
}

/// Moves the dimension along which a kernel reads to the last place but one. Then blocks of this dimension and of the
/// last one are blocks of memory, for reads and for writes. Points are independent of each other, so their order is
/// free. If it `keeps_rows`, the outermost dimension stays as it is.
pub fn turn(lowered: &mut Lowered, keeps_rows: bool) {
    // Before it is moved, the dimension may part others, and after it, it may part them no longer.
    join(lowered, keeps_rows);
    let Lowered { kernel, extents, .. } = lowered;
    if let Some(from) = moved(kernel) {
        let to = kernel.parallel.len() - 2;
        kernel.parallel[from..=to].rotate_left(1);
        extents[from..=to].rotate_left(1);
        join(lowered, keeps_rows);
    }
}

/// Makes one dimension of neighbours that a transposition goes through as through one, in the order of its points:
/// `transpose(x, (1, 2, 0))` and `transpose(x, (2, 0, 1))` are transpositions of two dimensions, of which one may
/// otherwise be short.
fn join(lowered: &mut Lowered, keeps_rows: bool) {
    if turned(&lowered.kernel).is_some() {
        join_where(lowered, keeps_rows, |_| true);
    }
}

/// The dimension that [`turn`] moves.
pub fn moved(kernel: &KernelIr) -> Option<usize> {
    let from = turned(kernel)?.dimension;
    (from + 2 < kernel.parallel.len()).then_some(from)
}
