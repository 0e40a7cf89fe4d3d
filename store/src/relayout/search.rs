//! The search for the walk of one pass: templates and orders of axes are enumerated, bytes are counted exactly.
//!
//! On one axis, let a template have `n` target chunks, and consider one source chunk. Of the target chunks that it
//! meets, `a` reach beyond it on both sides, `b` begin in it and go on, `c` end in it and began before, and `d` are
//! inside. Let the axes after this one in the order of the walk have `N` target chunks in all, of which `P` are open at
//! one time. While the walk is in this source chunk, those that go on are open with all of their `N`. Where chunks
//! end and others begin, each one that begins can take the place of one that ended. So at most
//! `(a + max(b, c)) N + (min(b, c) + d) P` chunks are open. This is the pairwise rule of layout transformations, for any
//! position of the chunks and for the ends of arrays. The tests go through each step of ten thousand random walks: in all
//! of them the bound was reached.

use super::walk::Walk;
use crate::grid::Grid;

/// What the search needs of one axis.
#[derive(Clone, Copy, Debug)]
struct Axis {
    size: u64,
    source: u64,
    target: u64,
}

/// A number of target chunks for the templates on one axis, and what follows from it.
#[derive(Clone, Debug)]
struct Candidate {
    count: u64,
    /// The target chunks of the largest template.
    chunks: u64,
    /// Source chunks that are read, over all templates.
    reads: u64,
    /// Pairs of `a + max(b, c)` and `min(b, c) + d`, over all source chunks of all templates.
    open: Vec<(u64, u64)>,
}

impl Axis {
    fn chunks(self) -> u64 {
        self.size.div_ceil(self.target)
    }

    /// Templates whose starts are alike within a source chunk are alike, and so are source chunks whose starts are alike
    /// within a target chunk. One of each kind is looked at, so that the time does not grow with the array.
    fn candidate(self, count: u64) -> Candidate {
        let (mut reads, mut open) = (0, Vec::new());
        let chunks = self.chunks();
        // Templates that end neither with the array nor beyond it.
        let whole = (self.size / self.target / count).min(chunks / count);
        let kinds = match count.checked_mul(self.target) {
            Some(elements) => self.source / gcd(self.source, elements),
            None => whole,
        };
        for kind in 0..kinds.min(whole) {
            let alike = (whole - kind).div_ceil(kinds);
            reads += alike * self.template(kind * count, count, &mut open);
        }
        for first in (whole * count..chunks).step_by(count as usize) {
            reads += self.template(first, count, &mut open);
        }
        let dominated = |&(x, y): &(u64, u64)| {
            // More places for whole rows are worth more than for parts of them.
            open.iter().any(|&(u, v)| (u, v) != (x, y) && u >= x && u + v >= x + y)
        };
        let open = open.iter().copied().filter(|pair| !dominated(pair)).collect();
        Candidate { count, chunks: count.min(self.chunks()), reads, open }
    }

    /// The source chunks that one template reads. Adds its pairs to `open`.
    fn template(self, first: u64, count: u64, open: &mut Vec<(u64, u64)>) -> u64 {
        let last = first.saturating_add(count).min(self.chunks());
        let (start, end) = (first * self.target, (last * self.target).min(self.size));
        let sources = start / self.source..end.div_ceil(self.source);
        // The first and the last may be cut off by the template; all others come in as many kinds as here.
        let kinds = self.target / gcd(self.source, self.target);
        let begin = sources.start..sources.end.min(sources.start + kinds + 1);
        let rest = begin.end.max(sources.end.saturating_sub(1))..sources.end;
        for source in begin.chain(rest) {
            let (from, to) = (source * self.source, (source + 1) * self.source);
            // The target chunks that this source chunk meets within the template.
            let low = (from / self.target).max(first);
            let high = to.min(end).div_ceil(self.target).min(last);
            let met = high - low;
            let before = u64::from(low * self.target < from);
            let after = u64::from(((high * self.target).min(end)) > to);
            let pair = match (before + after, met) {
                // One chunk that reaches beyond on both sides.
                (2, 1) => (1, 0),
                // The one that began before and the one that goes on share their places.
                (2, met) => (1, met - 1),
                (1, met) => (1, met - 1),
                (_, met) => (0, met),
            };
            if !open.contains(&pair) {
                open.push(pair);
            }
        }
        sources.end - sources.start
    }

    /// All numbers of chunks that are worth a look. `whole`: source chunks are read whole, so that more chunks are
    /// only better where fewer source chunks are read.
    fn candidates(self, whole: bool, most: usize) -> Vec<Candidate> {
        let chunks = self.chunks();
        let counts: Vec<u64> = if chunks <= 4096 && whole || chunks <= most as u64 {
            (1..=chunks).collect()
        } else {
            // For each number of templates the smallest one.
            let mut counts: Vec<u64> =
                (1..=most as u64 / 2).flat_map(|k| [k, chunks.div_ceil(k)]).collect();
            // Templates whose ends are ends of source chunks.
            let aligned = lcm(self.source, self.target) / self.target;
            counts.extend((1..=8).map(|k| k * aligned).filter(|&count| count <= chunks));
            counts.sort_unstable();
            counts.dedup();
            counts
        };
        let mut out: Vec<Candidate> = Vec::new();
        for count in counts {
            let candidate = self.candidate(count);
            if !whole || out.last().is_none_or(|last| candidate.reads < last.reads) {
                out.push(candidate);
            }
        }
        out
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}

fn lcm(a: u64, b: u64) -> u64 {
    (a / gcd(a, b)).saturating_mul(b)
}

/// A walk with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) walk: Walk,
    /// Source chunks that are read, with repetition.
    pub(crate) chunk_reads: u64,
    /// A bound of the target chunks that are open at one time.
    pub(crate) open: u64,
}

/// What a pass has to move.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) source: Grid,
    pub(crate) target: Grid,
    /// Whether source chunks are read whole. If not, only the elements that a step needs are read.
    pub(crate) whole: bool,
    /// Target chunks that fit into memory.
    pub(crate) slots: u64,
}

/// What is compared: source chunks that are read again and again, seconds, open chunks.
type Key = (u64, f64, u64);

/// Candidates that are looked at for one axis, at most, where not all can be.
const MOST: usize = 64;

impl Question {
    /// The walk that reads the fewest source chunks (or bytes, if parts can be read); among those the one of the least
    /// time, which `time` predicts from the template, the source chunks read, and the open target chunks. `None` if no
    /// template of one chunk fits.
    pub(crate) fn best(&self, time: &dyn Fn(&[u64], u64, u64) -> f64) -> Option<Found> {
        let rank = self.source.shape.len();
        let axes: Vec<Axis> = (0..rank)
            .map(|axis| Axis {
                size: self.source.shape[axis],
                source: self.source.chunk[axis],
                target: self.target.chunk[axis],
            })
            .collect();
        let product = axes.iter().map(|axis| axis.chunks().max(1) as f64).product::<f64>();
        let most = match product {
            _ if product <= 20_000.0 => usize::MAX / 2,
            _ => (30_000f64.powf(1.0 / rank.max(1) as f64) as usize).clamp(4, MOST),
        };
        let candidates: Vec<Vec<Candidate>> =
            axes.iter().map(|axis| axis.candidates(self.whole, most)).collect();
        let orders = orders(&axes);
        let mut best: Option<(Found, Key)> = None;
        let mut at = vec![0; rank];
        if candidates.iter().any(Vec::is_empty) {
            return None;
        }
        loop {
            let chosen: Vec<&Candidate> =
                at.iter().zip(&candidates).map(|(&k, list): (&usize, _)| &list[k]).collect();
            let reads =
                chosen.iter().fold(1u64, |reads, candidate| reads.saturating_mul(candidate.reads));
            let worse = |(best, _): &(Found, Key)| self.whole && reads > best.chunk_reads;
            if !best.as_ref().is_some_and(worse) {
                let template: Vec<u64> = chosen.iter().map(|candidate| candidate.count).collect();
                for order in &orders {
                    let open = open(&chosen, order);
                    if open > self.slots {
                        continue;
                    }
                    let seconds = time(&template, reads, open);
                    // Parts of chunks are read once however often the chunk is met.
                    let key = (if self.whole { reads } else { 0 }, seconds, open);
                    if best.as_ref().is_none_or(|(_, before)| key < *before) {
                        let walk = Walk {
                            source: self.source.clone(),
                            target: self.target.clone(),
                            template: template.clone(),
                            order: order.clone(),
                        };
                        best = Some((Found { walk, chunk_reads: reads, open }, key));
                    }
                }
            }
            let Some(axis) = (0..rank).rev().find(|&axis| at[axis] + 1 < candidates[axis].len())
            else {
                break;
            };
            at[axis] += 1;
            at[axis + 1..].fill(0);
        }
        best.map(|(found, _)| found)
    }
}

/// A bound of the target chunks that are open at one time.
fn open(chosen: &[&Candidate], order: &[usize]) -> u64 {
    let (mut all, mut open) = (1u64, 1u64);
    for &axis in order.iter().rev() {
        let candidate = chosen[axis];
        open = candidate
            .open
            .iter()
            .map(|&(x, y)| x.saturating_mul(all).saturating_add(y.saturating_mul(open)))
            .max()
            .unwrap_or(0);
        all = all.saturating_mul(candidate.chunks);
    }
    open
}

/// The orders of axes that are tried: all, or some if there are many axes with more than one chunk. Axes of one chunk
/// come last, where they do no harm.
fn orders(axes: &[Axis]) -> Vec<Vec<usize>> {
    let is_cut = |axis: &usize| axes[*axis].source.min(axes[*axis].target) < axes[*axis].size;
    let (cut, rest): (Vec<usize>, Vec<usize>) = (0..axes.len()).partition(is_cut);
    let mut out = vec![Vec::new()];
    for (k, &axis) in cut.iter().enumerate() {
        let places =
            |order: &Vec<usize>| if k < 5 { 0..=order.len() } else { order.len()..=order.len() };
        out = out
            .iter()
            .flat_map(|order: &Vec<usize>| {
                places(order).map(|place| {
                    let mut order = order.clone();
                    order.insert(place, axis);
                    order
                })
            })
            .collect();
    }
    for order in &mut out {
        order.extend(&rest);
    }
    out.sort();
    out
}

#[cfg(test)]
mod tests;
