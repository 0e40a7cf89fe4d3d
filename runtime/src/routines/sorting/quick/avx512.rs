//! A quicksort with AVX-512, in place. A partition reads a block of registers from that end of the unread keys where
//! there is less room, so that there is room for whole registers at both ends.

use super::registers512::{Register, u32x16, u64x8};
use super::{BAD_PARTITIONS, KEYS, each, network};
use std::arch::asm;
use std::ops::Range;

macro_rules! quick {
    ($name:ident, $key:ty, $lanes:ident) => {
        pub(super) mod $name {
            use super::*;

            const LANES: usize = $lanes::LANES;
            /// The most keys that are sorted in registers.
            const FEW: usize = 16 * LANES;
            /// The number of registers that are read together.
            const READ: usize = 4;
            const BLOCK: usize = READ * LANES;

            /// Sorts keys.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            pub(in super::super::super) fn sort(keys: &mut [$key]) {
                let patience = 2 * keys.len().max(1).ilog2() + BAD_PARTITIONS;
                recurse(keys, patience);
            }

            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            fn recurse(mut keys: &mut [$key], mut patience: u32) {
                while keys.len() > FEW {
                    if patience == 0 {
                        return keys.sort_unstable();
                    }
                    patience -= 1;
                    let pivot = pivot(keys);
                    let below = partition_many(keys, pivot);
                    if below == 0 {
                        // The pivot is the least key, so the keys that equal it are in place.
                        let Some(next) = pivot.checked_add(1) else { return };
                        let equal = partition_many(keys, next);
                        keys = &mut keys[equal..];
                        continue;
                    }
                    let (left, right) = keys.split_at_mut(below);
                    recurse(left, patience);
                    keys = right;
                }
                few(keys);
            }

            /// Sorts at most 16 registers of keys.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            fn few(keys: &mut [$key]) {
                let (pointer, n) = (keys.as_mut_ptr(), keys.len());
                assert!(n <= FEW);
                // SAFETY: this is one row, which is sorted in place.
                unsafe { rows::<KEYS>(pointer, pointer, [1, n]) };
            }

            /// Sorts `count` rows of `n` elements, each of which fills at most 16 registers. `FORM` says what their bits
            /// are. Returns whether an element is a negative zero or NaN, which come in some form.
            ///
            /// # Safety
            /// There are `count * n` elements, and room for as many, which may be the same place. `n` is at most `FEW`.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            pub(in super::super::super) unsafe fn rows<const FORM: u8>(
                from: *const $key,
                to: *mut $key,
                [count, n]: [usize; 2],
            ) -> bool {
                // SAFETY: promised by the caller.
                unsafe {
                    match n.div_ceil(LANES) {
                        0 => false,
                        1 => in_registers::<1, FORM>(from, to, [count, n]),
                        2 => in_registers::<2, FORM>(from, to, [count, n]),
                        3 | 4 => in_registers::<4, FORM>(from, to, [count, n]),
                        5..=8 => in_registers::<8, FORM>(from, to, [count, n]),
                        _ => in_registers::<16, FORM>(from, to, [count, n]),
                    }
                }
            }

            /// # Safety
            /// As for [`rows`]; `COUNT` registers hold a row.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            unsafe fn in_registers<const COUNT: usize, const FORM: u8>(
                mut from: *const $key,
                mut to: *mut $key,
                [count, n]: [usize; 2],
            ) -> bool {
                // Elements with the largest key stand for the missing ones, and come last.
                let missing = $lanes::splat(if FORM == KEYS { <$key>::MAX } else { <$key>::MAX >> 1 });
                let mut unusual = 0;
                for _ in 0..count {
                    let mut registers = [missing; COUNT];
                    each!(K of COUNT => {
                        let left = n.saturating_sub(K * LANES);
                        // SAFETY: only elements that are there are read.
                        let elements =
                            unsafe { $lanes::load_some(from.wrapping_add(K * LANES), left, missing) };
                        unusual |= $lanes::unusual::<FORM>(elements, left);
                        registers[K] = $lanes::keys::<FORM>(elements);
                    });
                    sort_registers(&mut registers);
                    each!(K of COUNT => {
                        let left = n.saturating_sub(K * LANES);
                        let elements = $lanes::elements::<FORM>(registers[K]);
                        // SAFETY: as above.
                        unsafe { $lanes::store_some(to.wrapping_add(K * LANES), elements, left) };
                    });
                    (from, to) = (from.wrapping_add(n), to.wrapping_add(n));
                }
                unusual != 0
            }

            /// A key near the middle of the keys: the median of a sample, or the median of medians.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            fn pivot(keys: &[$key]) -> $key {
                match keys.len() {
                    1024.. => return median::<{ 64 / LANES }>(keys),
                    512.. => return median::<2>(keys),
                    _ => {}
                }
                // Of fewer keys, a rougher median that takes a few instructions.
                let of_three = |a: $key, b: $key, c: $key| a.min(b).max(a.max(b).min(c));
                let step = keys.len() / 9;
                let third = |k: usize| of_three(keys[k * step], keys[(k + 3) * step], keys[(k + 6) * step]);
                of_three(third(0), third(1), third(2))
            }

            /// The median of a sample that fills several registers.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            fn median<const COUNT: usize>(keys: &[$key]) -> $key {
                let step = keys.len() / (COUNT * LANES);
                assert!(step > 0);
                let first = keys[step / 2..].as_ptr();
                let mut registers = [$lanes::splat(0); COUNT];
                each!(K of COUNT => {
                    // SAFETY: the samples are `step` apart, and end before the keys.
                    registers[K] = unsafe { $lanes::strided(first.add(K * LANES * step), step) };
                });
                sort_registers(&mut registers);
                $lanes::first_key(registers[COUNT / 2])
            }

            /// # Safety
            /// There are as many keys.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            unsafe fn block(from: *const $key) -> [Register; READ] {
                // SAFETY: promised by the caller.
                unsafe {
                    [
                        $lanes::load(from),
                        $lanes::load(from.add(LANES)),
                        $lanes::load(from.add(2 * LANES)),
                        $lanes::load(from.add(3 * LANES)),
                    ]
                }
            }

            /// Copies keys into a room: those below the pivot to its beginning, and the others to its end. Returns the
            /// number of keys below. What is in the room beside them is overwritten.
            ///
            /// # Safety
            /// There is room for as many keys at least, and the keys are elsewhere.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            pub(in super::super::super) unsafe fn deal(
                keys: &[$key],
                room: Range<*mut $key>,
                pivot: $key,
            ) -> usize {
                let pivots = $lanes::splat(pivot);
                let (single, whole) = keys.split_at(keys.len() % LANES);
                let Range { start, end } = room;
                // SAFETY: promised by the caller. Two registers do not overlap, or are in one place; if there is less
                // room, no more than the keys is stored.
                unsafe {
                    let register = $lanes::load_some(single.as_ptr(), single.len(), pivots);
                    let mut below = $lanes::split_some(register, pivots, single.len(), start, end);
                    let mut above = single.len() - below;
                    for register in whole.chunks_exact(LANES) {
                        let register = $lanes::load(register.as_ptr());
                        let (to, end) = (start.add(below), end.sub(above));
                        let less = match end.offset_from_unsigned(to) {
                            left if left == LANES || left >= 2 * LANES => {
                                $lanes::split(register, pivots, to, end)
                            }
                            _ => $lanes::split_some(register, pivots, LANES, to, end),
                        };
                        (below, above) = (below + less, above + LANES - less);
                    }
                    below
                }
            }

            /// Moves the keys below the pivot to the front, and returns their number.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            pub(in super::super::super) fn partition(keys: &mut [$key], pivot: $key) -> usize {
                if keys.len() > FEW {
                    return partition_many(keys, pivot);
                }
                few(keys);
                keys.iter().filter(|key| **key < pivot).count()
            }

            /// The same for more keys than registers hold.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            fn partition_many(keys: &mut [$key], pivot: $key) -> usize {
                assert!(keys.len() >= 2 * BLOCK + LANES);
                let single = keys.len() % LANES;
                let n = keys.len() - single;
                let pointer = keys.as_mut_ptr();
                let pivots = $lanes::splat(pivot);
                // What is not read yet, and where the next keys are stored.
                let (mut begin, mut end) = (BLOCK, n - BLOCK);
                let (mut below, mut above) = (0, keys.len());
                // SAFETY: registers hold two blocks and the single keys, so at both ends together there is always room
                // for as many. A block or a register is read from the end with less room, so then there is room for it
                // at both ends. As many keys are stored as are read.
                unsafe {
                    let ends = [block(pointer), block(pointer.add(end))];
                    let rest = $lanes::load_some(pointer.add(n), single, pivots);
                    let split = |register: Register, (below, above): (usize, usize)| {
                        let (to, end) = (pointer.add(below), pointer.add(above));
                        let less = $lanes::split(register, pivots, to, end);
                        (below + less, above - (LANES - less))
                    };
                    while end - begin >= BLOCK {
                        // Mostly both ends take turns, which processors foresee. So they read ahead, if this is a
                        // branch. With an instruction that they know nothing about, compilers leave it one.
                        let from = if begin - below <= above - end {
                            asm!("", options(nomem, nostack, preserves_flags));
                            begin += BLOCK;
                            begin - BLOCK
                        } else {
                            end -= BLOCK;
                            end
                        };
                        for register in block(pointer.add(from)) {
                            (below, above) = split(register, (below, above));
                        }
                    }
                    while begin < end {
                        let from = if begin - below <= above - end {
                            begin += LANES;
                            begin - LANES
                        } else {
                            end -= LANES;
                            end
                        };
                        (below, above) = split($lanes::load(pointer.add(from)), (below, above));
                    }
                    let (to, end) = (pointer.add(below), pointer.add(above));
                    let less = $lanes::split_some(rest, pivots, single, to, end);
                    (below, above) = (below + less, above - (single - less));
                    // Whole registers fill the room that is left.
                    for register in ends.as_flattened().iter().copied() {
                        (below, above) = split(register, (below, above));
                    }
                }
                below
            }

            /// Sorts the keys of 1, 2, 4, 8 or 16 registers.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            fn sort_registers<const COUNT: usize>(registers: &mut [Register; COUNT]) {
                if COUNT >= 4 {
                    // Steps within columns take fewer instructions than those within registers.
                    columns(registers);
                    merge_columns::<COUNT, 1>(registers);
                    merge_columns::<COUNT, 2>(registers);
                    merge_columns::<COUNT, 4>(registers);
                    if LANES > 8 {
                        merge_columns::<COUNT, 8>(registers);
                    }
                    $lanes::transpose(registers);
                    if COUNT > LANES {
                        in_runs(registers);
                    }
                    return;
                }
                each!(K of COUNT => { registers[K] = $lanes::sorted(registers[K]); });
                if COUNT >= 2 {
                    merge::<COUNT, 1>(registers);
                }
            }

            /// Merges pairs of runs of columns. A run fills one column after the other.
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,popcnt")]
            #[inline]
            fn merge_columns<const COUNT: usize, const RUN: usize>(
                registers: &mut [Register; COUNT],
            ) {
                // With the second run taken backwards, both together ascend and then descend.
                each!(K of COUNT / 2 => {
                    let last = COUNT - 1 - K;
                    [registers[K], registers[last]] =
                        $lanes::crossed::<RUN>(registers[K], registers[last]);
                });
                if RUN >= 8 {
                    each!(K of COUNT => { registers[K] = $lanes::exchange::<4>(registers[K]); });
                }
                if RUN >= 4 {
                    each!(K of COUNT => { registers[K] = $lanes::exchange::<2>(registers[K]); });
                }
                if RUN >= 2 {
                    each!(K of COUNT => { registers[K] = $lanes::exchange::<1>(registers[K]); });
                }
                if COUNT >= 16 {
                    distant::<COUNT, 8>(registers);
                }
                if COUNT >= 8 {
                    distant::<COUNT, 4>(registers);
                }
                distant::<COUNT, 2>(registers);
                distant::<COUNT, 1>(registers);
            }

            network!($lanes, "avx512f,avx512bw,avx512dq,avx512vl,popcnt");
        }
    };
}

quick!(of_u64, u64, u64x8);
quick!(of_u32, u32, u32x16);

pub(in super::super) use of_u32::{
    deal as deal_u32, partition as partition_u32, rows as rows_u32, sort as sort_u32,
};
pub(in super::super) use of_u64::{
    deal as deal_u64, partition as partition_u64, rows as rows_u64, sort as sort_u64,
};

#[cfg(test)]
mod tests;
