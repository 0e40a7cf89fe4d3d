//! The launches of an instance, with what the CPU knows of each.

use std::ops::Deref;

use super::contraction::Gemm;
use super::isa::Isa;
use crate::instance::{BoundLaunch, Instance};
use crate::plan::{CpuFn, Lanes};

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
    /// The modelled work of the kernel's operations.
    pub(crate) operations: Operations,
}

/// Of so many points, or terms of a reduction, nearly all are in whole vectors.
const LONG_ROW: usize = 64;
/// The operations of a term, about.
const OPS_OF_TERM: u64 = 4;

/// The modelled work of a kernel's operations, as in [`CpuLaunch::work`].
#[derive(Clone, Copy)]
pub(crate) struct Operations {
    /// Those that vectors do while other elements are loaded and stored.
    plain: u64,
    /// Divisions and elementary functions.
    slow: u64,
}

impl Operations {
    pub(super) fn of(instance: &Instance, launch: &BoundLaunch) -> Operations {
        let cost = &launch.cost;
        let all = [(cost.divisions, 5), (cost.exponentials, 3), (cost.transcendentals, 10)];
        let count = all.into_iter().fold(0u64, |sum, (count, _)| sum.saturating_add(count));
        let work =
            |sum: u64, (count, each): (u64, u64)| sum.saturating_add(count.saturating_mul(each));
        let work = all.into_iter().fold(0, work);
        // Twice as many `f32` fill a vector.
        let slow = if instance.has_single_targets(launch) { work / 2 } else { work };
        let is_long = match launch.lanes {
            Lanes::Points => launch.last_extent >= LONG_ROW,
            // The number of terms is not known here, but each has some operations.
            Lanes::Terms | Lanes::EarlyTerms => {
                cost.ops / (launch.points.max(1) as u64) >= LONG_ROW as u64 * OPS_OF_TERM
            }
            _ => false,
        };
        let fills_vectors = launch.kernel.cpu.avx2.is_some() && is_long;
        let together = match Isa::selected() {
            Isa::Avx512 if fills_vectors => 4,
            Isa::Avx2 if fills_vectors => 2,
            _ => 1,
        };
        Operations { plain: cost.ops.saturating_sub(count) / together, slow }
    }
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

    /// Modelled work: words of 8 bytes that are loaded and stored, or plain operations if these take longer; and slow
    /// operations. A unit takes about 0.08 nanoseconds where a cache has the words.
    pub(crate) fn work(&self) -> u64 {
        let words = self.cost.bytes.saturating_add(self.cost.cached) / 8;
        match &self.code.library {
            Some(library) => library.work(self.cost.ops).max(words),
            None => {
                let Operations { plain, slow } = self.code.operations;
                plain.max(words).saturating_add(slow)
            }
        }
    }
}
