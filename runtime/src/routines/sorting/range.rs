//! The range of keys: their least and largest, and the bits in which they differ.

use super::spread::one;
use super::{Key, wide};
use crate::cpu::team::Team;
use crate::routines::side_by_side;
use std::sync::Mutex;

/// The number of keys that are looked at together, in vectors.
const BLOCK: usize = 256;
/// The number of keys that are looked at first, to find out whether all of them are worth looking at.
const SAMPLE: usize = 64;
/// The most numbers that are counted. Their counters fit a cache.
pub(super) const MOST_NUMBERS: u64 = 1 << 12;

#[derive(Clone, Copy)]
pub(super) struct KeyRange {
    pub(super) least: u64,
    pub(super) largest: u64,
    /// The bits in which some key differs from another.
    differing: u64,
}

impl KeyRange {
    /// The range of `n` keys. `keys` writes the keys from its first argument on, as many as there is room for.
    pub(super) fn of<K: Key>(
        n: usize,
        keys: &(impl Fn(usize, &mut [K]) + Sync),
        team: Option<&Team>,
    ) -> KeyRange {
        let first = one(keys, 0).wide();
        let of_part = |begin: usize, end: usize| {
            let mut all = [K::narrow(u64::MAX), K::default(), K::default()];
            let mut block = [K::default(); BLOCK];
            for begin in (begin..end).step_by(BLOCK) {
                let block = &mut block[..BLOCK.min(end - begin)];
                keys(begin, block);
                let first = K::narrow(first);
                all = wide(|| {
                    block.iter().fold(all, |[least, largest, differing], key| {
                        [least.min(*key), largest.max(*key), differing | (*key ^ first)]
                    })
                });
            }
            let [least, largest, differing] = all.map(K::wide);
            KeyRange { least, largest, differing }
        };
        let parts = team.map_or(1, Team::threads);
        if parts == 1 {
            return of_part(0, n);
        }
        let all = Mutex::new(KeyRange { least: u64::MAX, largest: 0, differing: 0 });
        let part = n.div_ceil(parts);
        side_by_side(team, n.div_ceil(part), &|k| {
            let range = of_part(k * part, n.min((k + 1) * part));
            let mut all = all.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *all = KeyRange {
                least: all.least.min(range.least),
                largest: all.largest.max(range.largest),
                differing: all.differing | range.differing,
            };
        });
        all.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The same, or `None` if a few keys already show that there are many numbers between the bounds.
    pub(super) fn of_few_numbers<K: Key>(
        n: usize,
        keys: &(impl Fn(usize, &mut [K]) + Sync),
        team: Option<&Team>,
    ) -> Option<KeyRange> {
        let step = (n / SAMPLE).max(1);
        let sampled = n.min(SAMPLE);
        let sample = |begin: usize, to: &mut [K]| {
            for (k, to) in to.iter_mut().enumerate() {
                *to = one(keys, (begin + k) * step);
            }
        };
        KeyRange::of(sampled, &sample, None).is_of_few_numbers(n)?;
        let range = KeyRange::of(n, keys, team);
        range.is_of_few_numbers(n)?;
        Some(range)
    }

    fn is_of_few_numbers(&self, n: usize) -> Option<()> {
        (self.numbers() <= MOST_NUMBERS.min(n as u64)).then_some(())
    }

    /// The number of zero bits at the end of all keys, if keys are counted from the least one on.
    pub(super) fn zeros(&self) -> u32 {
        self.differing.trailing_zeros().min(u64::BITS - 1)
    }

    /// The number of values between the bounds, without those zero bits.
    pub(super) fn numbers(&self) -> u64 {
        ((self.largest - self.least) >> self.zeros()).saturating_add(1)
    }
}
