//! The search beside all walks there are.

use super::*;
use crate::grid::{Block, positions};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn within(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }
}

fn permutations(rank: usize) -> Vec<Vec<usize>> {
    let axis = Axis { size: 2, source: 1, target: 1 };
    orders(&vec![axis; rank])
}

/// A walk that fits and reads fewer chunks than `reads`, if there is one, of all templates and orders. Each is gone
/// through step by step.
fn better(question: &Question, reads: u64) -> Option<Walk> {
    let counts = question.target.counts();
    let sizes = Block { start: vec![1; counts.len()], shape: counts };
    let orders = permutations(sizes.start.len());
    positions(&sizes).find_map(|template| {
        orders.iter().find_map(|order| {
            let (source, target) = (question.source.clone(), question.target.clone());
            let walk = Walk { source, target, template: template.clone(), order: order.clone() };
            let steps = walk.steps().take(reads as usize).count() as u64;
            (steps < reads && walk.simulate(&|_| 1).open <= question.slots).then_some(walk)
        })
    })
}

#[test]
fn no_walk_reads_less_and_none_takes_more_memory_than_said() {
    let mut random = Random(0x5eed);
    for case in 0..10_000 {
        let rank = if case % 10 == 0 { 3 } else { 1 + case % 2 };
        let (size, chunk) = if rank == 3 { (6, 4) } else { (16, 9) };
        let shape: Vec<u64> = (0..rank).map(|_| random.within(1, size)).collect();
        let mut chunks = || (0..rank).map(|_| random.within(1, chunk)).collect();
        let (source, target): (Vec<u64>, Vec<u64>) = (chunks(), chunks());
        let question = Question {
            source: Grid { shape: shape.clone(), chunk: source },
            target: Grid { shape, chunk: target },
            whole: true,
            slots: random.within(1, 12),
        };
        let found = question.best(&|_, _, _| 0.0).expect("one chunk always fits");
        let simulated = found.walk.simulate(&|_| 1);
        assert_eq!(simulated.chunk_reads, found.chunk_reads, "{question:?}");
        assert_eq!(simulated.elements, question.source.shape.iter().product::<u64>());
        assert_eq!(simulated.open, found.open, "{found:?}");
        assert!(found.open <= question.slots, "{found:?}");
        assert_eq!(better(&question, found.chunk_reads), None, "{question:?}");
    }
}

/// All pairs of an axis, source chunk by source chunk and target chunk by target chunk, and the source chunks read.
fn counted(axis: Axis, count: u64) -> (u64, Vec<(u64, u64)>) {
    let (mut reads, mut pairs) = (0, Vec::new());
    for first in (0..axis.chunks()).step_by(count as usize) {
        let last = (first + count).min(axis.chunks());
        let end = (last * axis.target).min(axis.size);
        for source in 0..axis.size.div_ceil(axis.source) {
            let (from, to) = (source * axis.source, (source + 1) * axis.source);
            let (mut across, mut begun, mut ended, mut inside) = (0, 0, 0, 0u64);
            for target in first..last {
                let (a, b) = (target * axis.target, ((target + 1) * axis.target).min(end));
                if a.max(from) < b.min(to) {
                    match (a < from, b > to) {
                        (true, true) => across += 1,
                        (false, true) => begun += 1,
                        (true, false) => ended += 1,
                        (false, false) => inside += 1,
                    }
                }
            }
            if across + begun + ended + inside > 0 {
                reads += 1;
                pairs.push((across + begun.max(ended), begun.min(ended) + inside));
            }
        }
    }
    (reads, pairs)
}

#[test]
fn kinds_of_templates_stand_for_all_of_them() {
    let mut random = Random(11);
    for _ in 0..3000 {
        let (source, target) = (random.within(1, 12), random.within(1, 12));
        let axis = Axis { size: random.within(1, 300), source, target };
        let count = random.within(1, axis.chunks() + 2);
        let candidate = axis.candidate(count);
        let (reads, pairs) = counted(axis, count);
        assert_eq!(candidate.reads, reads, "{axis:?} by {count}");
        // What an axis takes, whatever the axes after it take.
        for (all, open) in [(1, 1), (5, 1), (5, 3), (40, 7)] {
            let most = |pairs: &[(u64, u64)]| {
                pairs.iter().map(|&(x, y)| x * all + y * open).max().unwrap_or(0)
            };
            assert_eq!(most(&candidate.open), most(&pairs), "{axis:?} by {count}");
        }
    }
}
