//! The memory that each phase touches, which decides where threads must wait for each other.

use super::shared::Places;
use super::uses::{each_root, reachable};
use crate::hash::HashSet;
use crate::schedule::kernel::{KernelIr, Phase, Stmt, Value};

/// The local arrays and buffers that phases read and write.
#[derive(Default)]
pub(super) struct Footprint {
    reads: HashSet<Memory>,
    writes: HashSet<Memory>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Memory {
    Local(u32),
    Buffer(u32),
}

impl Footprint {
    pub fn of(kernel: &KernelIr, phase: &Phase) -> Footprint {
        let mut roots = Vec::new();
        each_root(&phase.body, &mut |root, _| roots.push(root));
        let reads = reachable(kernel, &roots, &|_| false).into_iter().filter_map(|id| match kernel
            .value(id)
        {
            Value::Load { buffer, .. } => Some(Memory::Buffer(*buffer)),
            Value::LoadLocal { local, .. } => Some(Memory::Local(*local)),
            _ => None,
        });
        let writes = phase.body.iter().filter_map(|statement| match statement {
            Stmt::Store { buffer, .. } => Some(Memory::Buffer(*buffer)),
            Stmt::StoreLocal { local, .. } => Some(Memory::Local(*local)),
            Stmt::Reduce { .. } => None,
        });
        Footprint { reads: reads.collect(), writes: writes.collect() }
    }

    /// Whether a phase with this footprint must wait for phases with the `earlier` one.
    pub fn conflicts(&self, earlier: &Footprint) -> bool {
        !self.reads.is_disjoint(&earlier.writes)
            || !self.writes.is_disjoint(&earlier.reads)
            || !self.writes.is_disjoint(&earlier.writes)
    }

    /// Counts what shares a place with a local array that is written as written, too.
    pub fn with_places(mut self, places: &Places) -> Footprint {
        let written: Vec<Memory> = self.writes.iter().copied().collect();
        for memory in written {
            if let Memory::Local(k) = memory {
                self.writes.extend(places.beside(k).map(Memory::Local));
            }
        }
        self
    }

    pub fn merge(&mut self, other: Footprint) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
    }
}
