//! The launches of an instance, with what the CPU knows of each.

use std::ops::Deref;

use super::contraction::Gemm;
use crate::instance::{BoundLaunch, Instance};
use crate::plan::CpuFn;

/// What computes a launch on this machine.
pub(crate) struct Code {
    pub(crate) kernel: CpuFn,
    /// Whether the launch reads arrays that are in no cache that belongs to one core ([`crate::plan::CpuArgs::far`]).
    pub(crate) far: bool,
    /// Whether it gathers from an array of which such a cache holds only a part ([`crate::plan::CpuArgs::gathers`]).
    pub(crate) gathers: bool,
    /// Whether the kernel stores its results past the caches.
    pub(crate) streams: bool,
    /// The library's part, if it runs instead of the kernel.
    pub(crate) library: Option<Gemm>,
}

/// All launches of an instance.
#[derive(Clone, Copy)]
pub(crate) struct Launches<'a> {
    pub(super) instance: &'a Instance,
    pub(super) bound: &'a [BoundLaunch],
    pub(super) code: &'a [Code],
}

impl<'a> Launches<'a> {
    pub(crate) fn get(self, k: usize) -> CpuLaunch<'a> {
        CpuLaunch { bound: &self.bound[k], code: &self.code[k] }
    }

    pub(crate) fn len(self) -> usize {
        self.bound.len()
    }
}

/// One launch. It dereferences to what every executor knows of it.
#[derive(Clone, Copy)]
pub(crate) struct CpuLaunch<'a> {
    bound: &'a BoundLaunch,
    pub(crate) code: &'a Code,
}

impl Deref for CpuLaunch<'_> {
    type Target = BoundLaunch;

    fn deref(&self) -> &BoundLaunch {
        self.bound
    }
}

impl CpuLaunch<'_> {
    /// The number of units that tasks are cut from: the kernel's points, or the library's tiles.
    pub(crate) fn units(&self) -> usize {
        self.code.library.as_ref().map_or(self.points, Gemm::tiles)
    }

    /// Modelled work: operations, or words of 8 bytes if those are more.
    pub(crate) fn work(&self) -> u64 {
        let library = self.code.library.as_ref();
        let ops = library.map_or(self.cost.ops, |library| library.work(self.cost.ops));
        ops.max(self.cost.bytes.saturating_add(self.cost.cached) / 8)
    }
}
