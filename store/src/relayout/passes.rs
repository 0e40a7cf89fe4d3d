//! The passes of a change of layout: how many, through which arrays, and with how many threads.

use super::{Pass, Relayout, exec};
use crate::grid::permuted;
use crate::spec::Spec;
use crate::{Result, StoredArray};

impl Relayout {
    /// The passes with the number of threads of least predicted time; fewer if they do as well.
    pub(super) fn passes_with_any(
        &self,
        target: &StoredArray,
        axes: &[usize],
    ) -> Option<Vec<Pass>> {
        let mut best: Option<(Vec<Pass>, f64)> = None;
        for threads in self.threads_to_try() {
            let Some(passes) = self.passes_with(target, axes, threads) else { continue };
            let seconds = passes.iter().map(|pass| pass.seconds).sum::<f64>();
            if best.as_ref().is_none_or(|(_, before)| seconds < 0.98 * before) {
                best = Some((passes, seconds));
            }
        }
        best.map(|(passes, _)| passes)
    }

    /// Numbers of threads: a few that keep a disk busy, and as many as there are cores.
    fn threads_to_try(&self) -> Vec<usize> {
        let mut threads = vec![4, 8, 16, 2, 1];
        if self.machine.cores > 16 {
            threads.push(self.machine.cores);
        }
        threads
    }

    /// The passes of least predicted time, with a number of threads.
    pub(super) fn passes_with(
        &self,
        target: &StoredArray,
        axes: &[usize],
        threads: usize,
    ) -> Option<Vec<Pass>> {
        let allowed = |passes: usize| self.passes.is_none_or(|wanted| wanted == passes);
        if allowed(1)
            && let Some(copy) = Pass::copy(&self.source, target, axes, threads, &self.machine)
        {
            return (copy.peak_bytes <= self.memory).then(|| vec![copy]);
        }
        if target.header().shape.contains(&0) {
            // No chunks, so no work.
            return Some(Vec::new());
        }
        let mut best: Option<(Vec<Pass>, f64)> = None;
        for chunks in self.intermediates(target, axes) {
            if !allowed(chunks.len() + 1) {
                continue;
            }
            let Some(passes) = self.chain(target, axes, &chunks, threads) else { continue };
            let seconds = passes.iter().map(|pass| pass.seconds).sum::<f64>();
            if best.as_ref().is_none_or(|(_, before)| seconds < *before) {
                best = Some((passes, seconds));
            }
        }
        best.map(|(passes, _)| passes)
    }

    /// The chunks of intermediate arrays that are tried: none, one of geometric means, and two.
    fn intermediates(&self, target: &StoredArray, axes: &[usize]) -> Vec<Vec<Vec<u64>>> {
        let from = permuted(&self.source.header().chunk, axes);
        let (to, shape) = (&target.header().write_chunk, &target.header().shape);
        let mean = |weight: f64| -> Vec<u64> {
            let of = |axis: usize| {
                let (s, t) = (from[axis].min(shape[axis]) as f64, to[axis].min(shape[axis]) as f64);
                (s.powf(1.0 - weight) * t.powf(weight)).floor().max(1.0) as u64
            };
            (0..shape.len()).map(of).collect()
        };
        let least = |axis: usize| from[axis].min(to[axis]).max(1);
        let both: Vec<u64> = (0..shape.len()).map(least).collect();
        vec![vec![], vec![mean(0.5)], vec![both], vec![mean(1.0 / 3.0), mean(2.0 / 3.0)]]
    }

    /// Source, intermediate arrays of given chunks, and target.
    fn arrays(&self, target: &StoredArray, chunks: &[Vec<u64>]) -> Result<Vec<StoredArray>> {
        let (from, to) = (self.source.header(), target.header());
        // The smaller elements are those to be stored between.
        let between = if to.element.size() <= from.element.size() { to } else { from };
        let mut arrays = vec![self.source.clone()];
        for (k, chunk) in chunks.iter().enumerate() {
            let mut spec = Spec::new(between.element, &to.shape, chunk);
            spec.fill = Some(between.fill.clone());
            let path = exec::Folder::of(&self.target).between(k);
            arrays.push(StoredArray::described_in(&self.storage, &path, &spec)?);
        }
        arrays.push(target.clone());
        Ok(arrays)
    }

    /// The passes through intermediate arrays of given chunks.
    fn chain(
        &self,
        target: &StoredArray,
        axes: &[usize],
        chunks: &[Vec<u64>],
        threads: usize,
    ) -> Option<Vec<Pass>> {
        let same: Vec<usize> = (0..axes.len()).collect();
        let arrays = self.arrays(target, chunks).ok()?;
        arrays
            .windows(2)
            .enumerate()
            .map(|(k, pair)| {
                let axes = if k == 0 { axes } else { &same };
                Pass::walk(&pair[0], &pair[1], axes, (self.memory, threads), &self.machine)
            })
            .collect()
    }

    /// The memory that any number of passes needs at least, in bytes, with one thread.
    pub(super) fn least(&self, target: &StoredArray, axes: &[usize]) -> u64 {
        let wanted =
            |chunks: &Vec<Vec<u64>>| self.passes.is_none_or(|passes| passes == chunks.len() + 1);
        let of = |chunks: Vec<Vec<u64>>| {
            let arrays = self.arrays(target, &chunks).ok()?;
            arrays.windows(2).map(|pair| Pass::least(&pair[0], &pair[1])).max()
        };
        self.intermediates(target, axes)
            .into_iter()
            .filter(wanted)
            .filter_map(of)
            .min()
            .unwrap_or(0)
    }
}
