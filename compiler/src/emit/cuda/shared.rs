//! The places of local arrays in shared memory. Arrays that are not needed at the same time share a place.

use super::uses::{each_root, reachable};
use crate::schedule::kernel::{KernelIr, Phase, Stmt, Value};
use std::cmp::Reverse;

/// The places of all local arrays.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The first byte of each array, of one point.
    pub offsets: Vec<i64>,
    sizes: Vec<i64>,
    /// Bytes of a point.
    pub bytes: i64,
}

/// When an array is needed. A phase has two instants: its sums, and what follows them.
#[derive(Clone, Copy, Debug)]
struct Life {
    first: usize,
    last: usize,
}

impl Life {
    fn meets(self, other: Life) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    fn covers(&mut self, instant: usize) {
        (self.first, self.last) = (self.first.min(instant), self.last.max(instant));
    }
}

impl Places {
    /// The places of arrays. `apart` tells whether all threads wait between the last sums of the kernel and what follows
    /// them in their phase.
    pub(super) fn of(kernel: &KernelIr, apart: bool) -> Places {
        let lives = lives(kernel, apart);
        let width = |k: usize| kernel.locals[k].dtype.bytes();
        let size = |k: usize| kernel.locals[k].len.max(1) as i64 * width(k);
        let mut order: Vec<usize> = (0..lives.len()).collect();
        // Large arrays are the hardest to place.
        order.sort_by_key(|k| Reverse((width(*k), size(*k))));
        let mut places = Places { offsets: vec![0; lives.len()], sizes: Vec::new(), bytes: 0 };
        places.sizes = (0..lives.len()).map(size).collect();
        let mut placed: Vec<usize> = Vec::new();
        for k in order {
            let others = placed.iter().filter(|other| lives[**other].meets(lives[k]));
            let mut taken: Vec<(i64, i64)> = others.map(|other| places.range(*other)).collect();
            taken.sort_unstable();
            let mut offset = 0;
            for (start, end) in taken {
                if offset + size(k) <= start {
                    break;
                }
                offset = offset.max((end + width(k) - 1) / width(k) * width(k));
            }
            places.offsets[k] = offset;
            places.bytes = places.bytes.max(offset + size(k));
            placed.push(k);
        }
        places
    }

    fn range(&self, k: usize) -> (i64, i64) {
        (self.offsets[k], self.offsets[k] + self.sizes[k])
    }

    /// The arrays that have a part of the place of array `k`, with itself.
    pub(super) fn beside(&self, k: u32) -> impl Iterator<Item = u32> {
        let (start, end) = self.range(k as usize);
        let meets = move |(a, b): (i64, i64)| a < end && start < b;
        (0..self.sizes.len()).filter(move |other| meets(self.range(*other))).map(|k| k as u32)
    }
}

/// The phase with the last sums.
pub(super) fn last_sums(kernel: &KernelIr) -> Option<usize> {
    kernel.phases.iter().rposition(is_summed)
}

/// Whether a phase has reductions.
pub(super) fn is_summed(phase: &Phase) -> bool {
    phase.body.iter().any(|s| matches!(s, Stmt::Reduce { .. }))
}

fn lives(kernel: &KernelIr, apart: bool) -> Vec<Life> {
    let none = Life { first: usize::MAX, last: 0 };
    let mut lives = vec![none; kernel.locals.len()];
    let last_sums = last_sums(kernel).filter(|_| apart);
    for (p, phase) in kernel.phases.iter().enumerate() {
        let (sums, others): (Vec<&Stmt>, Vec<&Stmt>) =
            phase.body.iter().partition(|s| matches!(s, Stmt::Reduce { .. }));
        for (instant, statements) in [(2 * p, sums), (2 * p + 1, others)] {
            let mut touch = |k: u32| {
                let life = &mut lives[k as usize];
                life.covers(instant);
                if last_sums != Some(p) {
                    life.covers(2 * p);
                    life.covers(2 * p + 1);
                }
            };
            let mut roots = Vec::new();
            for statement in statements {
                each_root(std::slice::from_ref(statement), &mut |root, _| roots.push(root));
                if let Stmt::StoreLocal { local, .. } = statement {
                    touch(*local);
                }
            }
            for id in reachable(kernel, &roots, &|_| false) {
                if let Value::LoadLocal { local, .. } = kernel.value(id) {
                    touch(*local);
                }
            }
        }
    }
    lives
}
