//! Sorts long rows by partitions in registers. Threads partition parts of the row into classes, all by the same pivots;
//! then they sort the classes. No work is done twice, because a quicksort partitions keys anyway.

mod chunks;
mod pieces;

use super::Key;
use super::spread::{Pointer, one};
use crate::cpu::isa::Isa;
use crate::cpu::team::Team;

/// Rows of fewer keys are sorted before other threads have woken up.
const FROM: usize = 1 << 12;
/// Rows of more bytes are dealt into buckets (`spread`) instead with AVX2, with fewer passes through memory.
const MOST_BYTES: usize = 16 << 20;
/// The number of classes per thread, so that none waits long for the others.
const FOR_EACH: usize = 4;
/// Rows of fewer keys are sorted by one thread without classes.
const ALONE_FROM: usize = 1 << 20;
/// The number of sampled keys per class.
const SAMPLED: usize = 16;

/// Sorts keys into `to`, or returns `false`. The arguments are those of [`super::spread::sort`].
///
/// # Safety
/// As for that function.
pub(super) unsafe fn sort<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    space: &[Pointer<K>; 2],
    floor: u32,
    team: Option<&Team>,
    finish: &(impl Fn(&mut [K]) + Sync),
) -> bool {
    let threads = team.map_or(1, Team::threads);
    let few = n < FROM || threads == 1;
    // SAFETY: promised by the caller; the processor has what is selected.
    unsafe {
        match Isa::selected() {
            Isa::Avx512 if !few || n >= ALONE_FROM => {
                chunks::sort(n, keys, space, floor, team, finish)
            }
            Isa::Avx2 if !few && n <= MOST_BYTES / size_of::<K>() => {
                pieces::sort(n, keys, space, floor, team, finish)
            }
            _ => return false,
        }
    }
    true
}

/// The least key of each class but the first. Keys that agree but for the lowest `floor` bits are in one class.
fn pivots<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    classes: usize,
    floor: u32,
) -> Vec<K> {
    let count = classes * SAMPLED;
    let step = n / count;
    // The positions have no period, because elements may have one, too.
    let mut sample: Vec<K> = (0..count).map(|k| one(keys, k * step + k * 7919 % step)).collect();
    sample.sort_unstable();
    let pivot = |class: usize| K::narrow(sample[class * SAMPLED].wide() >> floor << floor);
    (1..classes).map(pivot).collect()
}

#[cfg(test)]
mod tests {
    use super::super::quick::has_avx512;
    use super::super::tests::random;
    use super::*;
    use std::fmt::Debug;

    /// Sorts keys in all ways that the processor has, with 1 to 3 threads. `finish` inverts keys.
    fn check<K: Key + Debug>(keys: &[u64], floor: u32, teams: &[Option<Team>]) {
        let keys: Vec<K> = keys.iter().map(|key| K::narrow(*key)).collect();
        let n = keys.len();
        let all = K::narrow(u64::MAX);
        let mut expected = keys.clone();
        expected.sort_unstable();
        expected.iter_mut().for_each(|key| *key = *key ^ all);
        let of = |begin: usize, to: &mut [K]| to.copy_from_slice(&keys[begin..][..to.len()]);
        let finish = |keys: &mut [K]| keys.iter_mut().for_each(|key| *key = *key ^ all);
        for team in teams {
            let team = team.as_ref();
            for with_avx512 in [false, true] {
                let is_present = match with_avx512 {
                    true => has_avx512(),
                    // Without AVX2, buckets whose order partitions have changed are not put in order below the floor.
                    false => team.is_some() && Isa::selected() != Isa::Baseline,
                };
                if !is_present {
                    continue;
                }
                let (mut to, mut other) = (vec![K::default(); n], vec![K::default(); n]);
                let space = [&mut to, &mut other].map(|space| Pointer(space.as_mut_ptr()));
                // SAFETY: they are as long, and the processor has what is needed.
                unsafe {
                    match with_avx512 {
                        true => chunks::sort(n, &of, &space, floor, team, &finish),
                        false => pieces::sort(n, &of, &space, floor, team, &finish),
                    }
                }
                assert!(to == expected, "{n} {with_avx512}");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "it has no AVX-512")]
    fn classes_are_in_order() {
        let teams = [None, Some(Team::new(2).unwrap()), Some(Team::new(3).unwrap())];
        for n in [FROM, FROM + 1, 10_000, 65_537, 140_001] {
            let down = (0..n as u64).rev();
            let kinds: [Vec<u64>; 7] = [
                random(n).collect(),
                random(n).map(|r| r % 7).collect(),
                random(n).map(|r| if r % 4 == 0 { r } else { 1 << 20 }).collect(),
                vec![u64::MAX; n],
                (0..n as u64).collect(),
                down.clone().collect(),
                down.enumerate().map(|(k, down)| down.min(k as u64)).collect(),
            ];
            for keys in kinds {
                check::<u64>(&keys, 0, &teams);
                check::<u32>(&keys, 0, &teams);
                // Keys that agree above the floor come in ascending order.
                let keys: Vec<u64> =
                    keys.iter().enumerate().map(|(k, key)| key << 20 | k as u64).collect();
                check::<u64>(&keys, 20, &teams);
            }
        }
    }
}
