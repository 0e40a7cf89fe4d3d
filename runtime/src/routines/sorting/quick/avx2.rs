//! A quicksort with AVX2.
//!
//! A partition moves keys from one array to another: those below the pivot to its beginning, the others to its end. So
//! a register with keys of both kinds can be stored whole on either side.

use super::registers::{Register, u32x8, u64x4};
use super::{BAD_PARTITIONS, each, network};

macro_rules! quick {
    ($name:ident, $key:ty, $lanes:ident) => {
        pub(super) mod $name {
            use super::*;

            const LANES: usize = $lanes::LANES;
            /// The most keys that are sorted in registers.
            const FEW: usize = 16 * LANES;

            /// Sorts keys; `other` is scratch memory of the same length. A few keys need none.
            #[target_feature(enable = "avx2,popcnt")]
            pub(in super::super::super) fn sort(keys: &mut [$key], other: &mut [$key]) {
                let (pointer, count) = (keys.as_mut_ptr(), keys.len());
                if count <= FEW {
                    // SAFETY: it is one array of this many keys.
                    return unsafe { few(pointer, count, pointer) };
                }
                let patience = 2 * count.ilog2() + BAD_PARTITIONS;
                recurse(keys, &mut other[..count], true, patience);
            }

            /// Sorts the keys in `from`. The result is there if `home`, or else in `to`.
            #[target_feature(enable = "avx2,popcnt")]
            fn recurse<'a>(
                mut from: &'a mut [$key],
                mut to: &'a mut [$key],
                mut home: bool,
                mut patience: u32,
            ) {
                while from.len() > FEW {
                    if patience == 0 {
                        from.sort_unstable();
                        if !home {
                            to.copy_from_slice(from);
                        }
                        return;
                    }
                    patience -= 1;
                    let pivot = pivot(from);
                    let mut below = partition(from, to, pivot);
                    if below == 0 {
                        // The pivot is the least key, so the keys that equal it come first.
                        below = match pivot.checked_add(1) {
                            Some(next) => partition(from, to, next),
                            None => from.len(),
                        };
                        if home {
                            from[..below].fill(pivot);
                        }
                    } else {
                        recurse(&mut to[..below], &mut from[..below], !home, patience);
                    }
                    (from, to) = (&mut to[below..], &mut from[below..]);
                    home = !home;
                }
                let to = if home { from.as_mut_ptr() } else { to.as_mut_ptr() };
                // SAFETY: both arrays are as long.
                unsafe { few(from.as_ptr(), from.len(), to) };
            }

            /// A key near the middle of the keys: the median of a sample.
            #[target_feature(enable = "avx2,popcnt")]
            fn pivot(keys: &[$key]) -> $key {
                const MOST: usize = 64;
                let count = if keys.len() < 1024 { 16 } else { MOST };
                let mut sample = [0; MOST];
                let step = keys.len() / count;
                for (k, sampled) in sample[..count].iter_mut().enumerate() {
                    *sampled = keys[k * step + step / 2];
                }
                let pointer = sample.as_mut_ptr();
                // SAFETY: they are so many.
                unsafe { few(pointer, count, pointer) };
                sample[count / 2]
            }

            /// Moves the keys below the pivot to the beginning of `to`, and the others to its end. Returns the number
            /// of keys below.
            #[target_feature(enable = "avx2,popcnt")]
            pub(in super::super::super) fn partition(keys: &[$key], to: &mut [$key], pivot: $key) -> usize {
                assert_eq!(keys.len(), to.len());
                // Between the keys that are stored on either side there is room for as many keys as are left. Keys that
                // a store writes there beyond its own side are overwritten later. In the end whole registers fill the
                // room.
                let (single, whole) = keys.split_at(keys.len() % LANES);
                let (mut below, mut above) = (0, to.len());
                for key in single {
                    let less = *key < pivot;
                    to[below] = *key;
                    to[above - 1] = *key;
                    below += usize::from(less);
                    above -= usize::from(!less);
                }
                let pivots = $lanes::splat(pivot);
                // The end of the next register that is stored at the end, less the number of keys below the pivot.
                let mut end = above - below;
                let to = to.as_mut_ptr();
                for keys in whole.chunks_exact(LANES) {
                    // SAFETY: a register holds this many keys. There is room, as described above.
                    unsafe {
                        let register = $lanes::load(keys.as_ptr());
                        let less = $lanes::below(register, pivots);
                        let apart = $lanes::apart(register, less);
                        end -= LANES;
                        $lanes::store(to.add(below), apart);
                        $lanes::store(to.add(below + end), apart);
                        below += less.count_ones() as usize;
                    }
                }
                below
            }

            /// Sorts keys that registers hold.
            ///
            /// # Safety
            /// There must be `count` keys at `from`, and room for them at `to`, which may be the same place.
            #[target_feature(enable = "avx2,popcnt")]
            #[inline]
            unsafe fn few(from: *const $key, count: usize, to: *mut $key) {
                // SAFETY: promised by the caller.
                unsafe {
                    match count.div_ceil(LANES) {
                        0 => {}
                        1 => in_registers::<1>(from, count, to),
                        2 => in_registers::<2>(from, count, to),
                        3 | 4 => in_registers::<4>(from, count, to),
                        5..=8 => in_registers::<8>(from, count, to),
                        _ => in_registers::<16>(from, count, to),
                    }
                }
            }

            /// # Safety
            /// As for [`few`]; the registers hold as many.
            #[target_feature(enable = "avx2,popcnt")]
            unsafe fn in_registers<const COUNT: usize>(
                from: *const $key,
                count: usize,
                to: *mut $key,
            ) {
                debug_assert!(count <= COUNT * LANES);
                let mut registers = [$lanes::splat(<$key>::MAX); COUNT];
                each!(K of COUNT => {
                    // SAFETY: only keys that are there are read. Largest keys stand for the missing ones, and come
                    // last.
                    registers[K] = unsafe {
                        $lanes::load_some(from.wrapping_add(K * LANES), count.saturating_sub(K * LANES))
                    };
                });
                each!(K of COUNT => { registers[K] = $lanes::entered(registers[K]); });
                sort_registers(&mut registers);
                each!(K of COUNT => { registers[K] = $lanes::left(registers[K]); });
                each!(K of COUNT => {
                    let (begin, end) = (K * LANES, (K + 1) * LANES);
                    if end <= count {
                        // SAFETY: there is room for this many keys.
                        unsafe { $lanes::store(to.add(begin), registers[K]) };
                    } else {
                        let mut last = [0; LANES];
                        // SAFETY: as above.
                        unsafe {
                            $lanes::store(last.as_mut_ptr(), registers[K]);
                            for k in begin..count {
                                to.add(k).write(last[k - begin]);
                            }
                        }
                        return;
                    }
                });
            }

            /// Sorts the keys of 1, 2, 4, 8 or 16 registers.
            #[target_feature(enable = "avx2,popcnt")]
            #[inline]
            fn sort_registers<const COUNT: usize>(registers: &mut [Register; COUNT]) {
                // The length of a run, in registers.
                let mut run = 1;
                if COUNT < LANES {
                    each!(K of COUNT => { registers[K] = $lanes::sorted(registers[K]); });
                } else {
                    columns(registers);
                    each!(K of COUNT / LANES => { $lanes::transpose::<COUNT>(registers, K); });
                    in_runs(registers);
                    run = COUNT / LANES;
                }
                if COUNT >= 2 && run <= 1 {
                    merge::<COUNT, 1>(registers);
                }
                if COUNT >= 4 && run <= 2 {
                    merge::<COUNT, 2>(registers);
                }
                if COUNT >= 8 && run <= 4 {
                    merge::<COUNT, 4>(registers);
                }
                if COUNT >= 16 {
                    merge::<COUNT, 8>(registers);
                }
            }

            network!($lanes, "avx2,popcnt");
        }
    };
}

quick!(of_u64, u64, u64x4);
quick!(of_u32, u32, u32x8);

pub(in super::super) use of_u32::{partition as partition_u32, sort as sort_u32};
pub(in super::super) use of_u64::{partition as partition_u64, sort as sort_u64};

#[cfg(test)]
mod tests {
    use super::super::super::tests::random;
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "it takes an hour")]
    fn keys_of_all_lengths_are_sorted() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        for count in (0..600).chain([5_000, 100_000]) {
            for bits in [1, 5, 32, 64] {
                let mut wide: Vec<u64> = random(count).map(|r| r >> (64 - bits)).collect();
                if bits == 64 {
                    wide.iter_mut().step_by(3).for_each(|key| *key = u64::MAX);
                }
                let mut narrow: Vec<u32> = wide.iter().map(|key| *key as u32).collect();
                let (mut wide_sorted, mut narrow_sorted) = (wide.clone(), narrow.clone());
                wide_sorted.sort_unstable();
                narrow_sorted.sort_unstable();
                let (mut other_wide, mut other_narrow) = (wide.clone(), narrow.clone());
                // SAFETY: the processor has AVX2.
                unsafe {
                    sort_u64(&mut wide, &mut other_wide);
                    sort_u32(&mut narrow, &mut other_narrow);
                }
                assert_eq!((wide, narrow), (wide_sorted, narrow_sorted), "{count} {bits}");
            }
        }
    }
}
