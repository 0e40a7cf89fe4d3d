//! Sorts rows of few different values: it suffices to count how often each value occurs.

use super::spread::{Pointer, one};
use super::{Key, wide};
use crate::cpu::team::Team;
use crate::routines::side_by_side;
use std::sync::Mutex;

/// Rows of fewer elements are sorted sooner than counted.
const FROM: usize = 1 << 10;
/// The number of elements that are looked at to find the values.
const SAMPLE: usize = 64;
/// The most values.
const VALUES: usize = 16;
/// The number of elements that are counted between two checks for other values.
const BLOCK: usize = 1 << 10;

/// Sorts keys into `to` if they have only a few values; otherwise returns `false`. The arguments are those of
/// [`super::spread::sort`].
///
/// # Safety
/// `to` has room for `n` keys, and nobody else uses it.
pub(super) unsafe fn sort<K: Key>(
    n: usize,
    keys: &(impl Fn(usize, &mut [K]) + Sync),
    to: &Pointer<K>,
    team: Option<&Team>,
    finish: &(impl Fn(&mut [K]) + Sync),
) -> bool {
    if n < FROM {
        return false;
    }
    let step = n / SAMPLE;
    let mut values: Vec<K> = (0..SAMPLE).map(|k| one(keys, k * step + k * 7919 % step)).collect();
    values.sort_unstable();
    values.dedup();
    if values.len() > VALUES {
        return false;
    }
    let totals = Mutex::new(Some([0usize; VALUES]));
    let part = n.div_ceil(team.map_or(1, Team::threads));
    side_by_side(team, n.div_ceil(part), &|p| {
        let range = p * part..n.min((p + 1) * part);
        let counts = counts(range.start, range.len(), keys, &values);
        let mut totals = totals.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *totals = totals.zip(counts).map(|(a, b)| std::array::from_fn(|k| a[k] + b[k]));
    });
    let Some(counts) = totals.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) else {
        return false;
    };
    const PART: usize = 1 << 15;
    side_by_side(team, n.div_ceil(PART), &|p| {
        let range = p * PART..n.min((p + 1) * PART);
        let mut begin = 0;
        for (value, count) in values.iter().zip(counts) {
            let end = begin + count;
            for k in begin.max(range.start)..end.min(range.end) {
                // SAFETY: promised by the caller; parts are apart.
                unsafe { to.write(k, *value) };
            }
            begin = end;
        }
        // SAFETY: as above; all of it is written.
        finish(unsafe { to.part(range) });
    });
    true
}

/// How often each value occurs; `None` if there are other values.
fn counts<K: Key>(
    first: usize,
    n: usize,
    keys: &impl Fn(usize, &mut [K]),
    values: &[K],
) -> Option<[usize; VALUES]> {
    let mut counts = [0; VALUES];
    let mut block = [K::default(); BLOCK];
    for begin in (0..n).step_by(BLOCK) {
        let block = &mut block[..BLOCK.min(n - begin)];
        keys(first + begin, block);
        let mut all = 0;
        for (count, value) in counts.iter_mut().zip(values) {
            let of_block: usize =
                wide(|| block.iter().map(|key| u32::from(key == value)).sum::<u32>()) as usize;
            *count += of_block;
            all += of_block;
        }
        if all < block.len() {
            return None;
        }
    }
    Some(counts)
}
