//! Other blocks of threads for the same kernel. Which are fastest depends on the GPU, so a program has several and the
//! runtime measures them.
//!
//! An alternative computes each element by the same operations in the same order. So it has the kernel's bits where
//! nothing is contracted, and elsewhere but for the products and sums that nvcc contracts in one of them only.
//!
//! - A kernel whose threads do one point each runs its own code in smaller blocks. That needs no code, so all have it.
//! - Other kernels need code of their own. They have alternatives if they are most of the work of a schedule.

use super::kernel::takes_any_block;
use super::mapping::{
    MAX_THREADS, Mapping, Neighbours, Sharing, Strategy, Terms, most_inner, threads_for,
};
use super::rounds;
use crate::plan::{Cost, Schedule};
use crate::schedule::cost::typical;
use crate::schedule::kernel::KernelIr;
use crate::schedule::scheduled::Scheduled;
use array_fn_plan::sharing;

/// The operations that a GPU does while it moves a byte.
const OPS_PER_BYTE: i64 = 8;
/// Smaller blocks keep few warps busy.
const LEAST_THREADS: u32 = 64;
/// Blocks with fewer points than this become larger, others smaller.
const FEW_POINTS: i64 = 8;
/// The most shared memory of an alternative: GPUs made for servers have so much for a block. Others leave it out.
const MOST_SHARED_BYTES: u32 = 96 * 1024;

/// For each kernel, whether it is most of the work of some schedule, by the cost model.
pub(super) fn hot(scheduled: &Scheduled) -> Vec<bool> {
    let mut hot = vec![false; scheduled.kernels.len()];
    for variant in &scheduled.variants {
        let Schedule { launches, .. } = &variant.fused;
        let mut weights = vec![0i64; hot.len()];
        for launch in launches {
            let weight = &mut weights[launch.kernel.0];
            *weight = weight.saturating_add(self::weight(&launch.cost));
        }
        let all = weights.iter().copied().fold(0, i64::saturating_add);
        for (hot, weight) in hot.iter_mut().zip(weights) {
            *hot |= weight > all / 2;
        }
    }
    hot
}

/// What a launch takes, in bytes that are moved meanwhile.
fn weight(cost: &Cost) -> i64 {
    let bytes = typical(&cost.bytes).saturating_add(typical(&cost.gathered));
    bytes.max(typical(&cost.ops) / OPS_PER_BYTE)
}

/// The other mappings of a kernel. A kernel whose threads the user has chosen has none.
pub(super) fn of(kernel: &KernelIr, mapping: &Mapping, is_hot: bool) -> Vec<Mapping> {
    if kernel.threads.is_some() || kernel.routine.is_some() {
        return Vec::new();
    }
    if takes_any_block(mapping) {
        let threads = mapping.threads / 2;
        return vec![Mapping { threads, points_per_block: threads, ..*mapping }];
    }
    if !is_hot {
        return Vec::new();
    }
    match mapping.strategy {
        Strategy::Shared { .. } => of_shared(kernel, mapping),
        Strategy::Rows { .. } => halved(mapping),
        Strategy::Terms(Sharing {
            terms: Terms::Known(n),
            most,
            neighbours: Neighbours::Terms,
        }) if sharing(n, most) <= mapping.threads / 2 => halved(mapping),
        Strategy::Flat => of_flat(kernel, mapping),
        _ => Vec::new(),
    }
}

/// Blocks of half the points. Of twice as many, where these were few, or where the threads then use for several sums what
/// they load.
fn of_shared(kernel: &KernelIr, mapping: &Mapping) -> Vec<Mapping> {
    let (most, known) = most_inner(kernel);
    if !known {
        return Vec::new();
    }
    let points = i64::from(mapping.points_per_block);
    let other = |points| {
        let other = Mapping::of_shared(kernel, most, known, Some(points));
        let differs = other.points_per_block != mapping.points_per_block;
        (differs && other.shared_bytes <= MOST_SHARED_BYTES).then_some(other)
    };
    let doubled = points < FEW_POINTS || rounds::more_at_once(kernel, points, 2 * points);
    let larger = if doubled { other(2 * points) } else { None };
    let found = if points < FEW_POINTS { larger } else { larger.or_else(|| other(points / 2)) };
    found.into_iter().collect()
}

/// Blocks of half the threads and half the rows.
fn halved(mapping: &Mapping) -> Vec<Mapping> {
    let Mapping { strategy, threads, points_per_block, shared_bytes } = *mapping;
    if points_per_block < 2 || threads / 2 < LEAST_THREADS {
        return Vec::new();
    }
    vec![Mapping {
        strategy,
        threads: threads / 2,
        points_per_block: points_per_block / 2,
        shared_bytes: shared_bytes / 2,
    }]
}

/// Blocks of about half the items.
fn of_flat(kernel: &KernelIr, mapping: &Mapping) -> Vec<Mapping> {
    let (most, known) = most_inner(kernel);
    let points = i64::from(MAX_THREADS / 2) / most;
    if !known || points == 0 || points >= i64::from(mapping.points_per_block) {
        return Vec::new();
    }
    let threads = threads_for(points * most);
    vec![Mapping { threads, points_per_block: points as u32, ..*mapping }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check_block;
    use crate::diagnostic::Errors;
    use crate::optimise::optimise;
    use crate::parse::parse_block;
    use crate::schedule::{KernelSet, Mode, schedule};

    /// The alternatives of the first kernel of a function, with its own mapping first.
    fn mappings(source: &str, is_hot: bool) -> Vec<Mapping> {
        let mut errors = Errors::default();
        let block = parse_block(source.parse().unwrap(), &mut errors);
        let checked = check_block(&block, &mut errors);
        assert!(errors.is_empty(), "{}", errors.render(source, "source"));
        let mut kernels = KernelSet::default();
        schedule(&optimise(&checked[0].instances[0].dag), Mode::Fused, &mut kernels);
        let kernel = &kernels.kernels[0];
        let mapping = Mapping::choose(kernel);
        let alternatives = of(kernel, &mapping, is_hot);
        [mapping].into_iter().chain(alternatives).collect()
    }

    #[test]
    fn elementwise_kernels_have_smaller_blocks_without_code() {
        let source = "pub fn f<N>(x: [f64; N]) -> [f64; N] { 2 * x }";
        for is_hot in [false, true] {
            let threads: Vec<u32> = mappings(source, is_hot).iter().map(|m| m.threads).collect();
            assert_eq!(threads, [256, 128]);
        }
        let source = "#[threads(96)] pub fn f<N>(x: [f64; N]) -> [f64; N] { 2 * x }";
        assert_eq!(mappings(source, true).len(), 1, "the user has chosen");
    }

    #[test]
    fn alternatives_with_code_are_for_hot_kernels() {
        let shared = "pub fn f<E>(u: [f64; E, 20], a: [f64; 20, 20]) -> [f64; E, 20] {
            tanh(u @ a) @ a
        }";
        let rows = "pub fn f<E>(u: [f32; E, 512]) -> [f32; E, 512] {
            u / sum(u, axis=1, keepdims=true)
        }";
        let terms = "pub fn f<E>(u: [f64; E, 512]) -> [f64; E] { sum(u, axis=1) }";
        for source in [shared, rows, terms] {
            assert_eq!(mappings(source, false).len(), 1, "{source}");
            let all = mappings(source, true);
            assert!(all.len() > 1, "{source}");
            for other in &all[1..] {
                let key = |m: &Mapping| (m.threads, m.points_per_block);
                assert_ne!(key(other), key(&all[0]), "{source}");
                assert_eq!(other.threads % 32, 0, "{source}");
            }
        }
    }

    #[test]
    fn blocks_grow_where_threads_then_sum_several_items() {
        // 20 items an element: with 8 elements, threads for two items each would be too few.
        let source = "pub fn f<E>(u: [f64; E, 20], a: [f64; 600, 20]) -> [f64; E, 20] {
            tanh(tanh(u @ a.T) @ a)
        }";
        let points: Vec<u32> = mappings(source, true).iter().map(|m| m.points_per_block).collect();
        assert_eq!(points, [8, 16]);
    }

    #[test]
    fn sums_are_shared_by_as_many_threads() {
        let of = |mapping: &Mapping| mapping.threads / mapping.points_per_block;
        for source in [
            "pub fn f<E>(u: [f32; E, 512]) -> [f32; E, 512] { u / sum(u, axis=1, keepdims=true) }",
            "pub fn f<E>(u: [f64; E, 512]) -> [f64; E] { sum(u, axis=1) }",
        ] {
            let all = mappings(source, true);
            assert!(all.len() == 2 && of(&all[0]) == of(&all[1]), "{source}");
        }
        // A block of half the threads could not share them.
        let long = "pub fn f<E>(u: [f64; E, 4000]) -> [f64; E] { sum(u, axis=1) }";
        assert_eq!(mappings(long, true).len(), 1);
    }
}
