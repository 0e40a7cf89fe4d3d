//! Sorts of rows: the sorted values, the positions that sort them, the middle values, and the first few positions.
//! Sorts are stable, and NaN comes last.
//!
//! Elements become unsigned keys. Threads first cut up long rows, side by side. Keys are dealt into buckets by their
//! first digits ([`spread`]), or partitioned in registers into classes if the processor can do that (`classes`).
//! A bucket fits a cache and is sorted there ([`cached`]), with AVX2 or AVX-512 by partitions in registers ([`quick`]).
//!
//! The result has only one possible order, so any way of sorting gives the same result.

mod cached;
#[cfg(target_arch = "x86_64")]
mod classes;
mod counting;
mod middle;
mod positions;
#[cfg(target_arch = "x86_64")]
mod quick;
mod range;
mod repeated;
mod short;
mod spread;
mod top;
mod values;

pub(super) use spread::Pointer;

pub use middle::middle;
pub use positions::argsort;
pub use top::top;
pub use values::sort;

use super::Ordered;
use super::side_by_side;
#[cfg(target_arch = "x86_64")]
use crate::cpu::isa::Isa;
use crate::cpu::team::Team;
use std::ops::{BitOr, BitXor, Range};

/// Keys: unsigned numbers that are sorted.
pub trait Key:
    Copy + Default + Ord + Send + Sync + BitXor<Output = Self> + BitOr<Output = Self>
{
    /// Bits of a key.
    const BITS: u32;

    /// The key as a number of 64 bits.
    fn wide(self) -> u64;

    /// A key from a number of 64 bits. If the number does not fit, its high bits are cut off.
    fn narrow(wide: u64) -> Self;

    /// Sorts keys with AVX-512.
    ///
    /// # Safety
    /// The processor has it.
    #[cfg(target_arch = "x86_64")]
    unsafe fn sort_with_avx512(keys: &mut [Self]);

    /// Sorts `count` rows of `n` elements, which have as many bytes as keys, and are floats, or integers whose keys have
    /// the sign flipped or not. Returns whether there is a negative zero or NaN, which come in some form.
    ///
    /// # Safety
    /// The processor has AVX-512. There are as many elements, and room for as many elsewhere. Registers hold a row
    /// ([`cached::fits_registers`]).
    #[cfg(target_arch = "x86_64")]
    unsafe fn rows_with_avx512<T: Ordered>(from: *const T, to: *mut T, rows: [usize; 2]) -> bool;

    /// Moves the keys below the pivot to the front, and returns their number.
    ///
    /// # Safety
    /// The processor has AVX-512.
    #[cfg(target_arch = "x86_64")]
    unsafe fn partition_with_avx512(keys: &mut [Self], pivot: Self) -> usize;

    /// Copies keys into a room: those below the pivot to its beginning, and the others to its end. Returns the number of
    /// keys below. What is in the room beside them is overwritten.
    ///
    /// # Safety
    /// There is room for as many keys at least, and the keys are elsewhere. The processor has AVX-512.
    #[cfg(target_arch = "x86_64")]
    unsafe fn deal_with_avx512(keys: &[Self], room: Range<*mut Self>, pivot: Self) -> usize;

    /// Sorts keys with AVX2; `other` is scratch memory of the same length.
    ///
    /// # Safety
    /// The processor has it.
    #[cfg(target_arch = "x86_64")]
    unsafe fn sort_with_avx2(keys: &mut [Self], other: &mut [Self]);

    /// Moves the keys below the pivot to the beginning of `to`, which has the same length, and the others to its end.
    /// Returns the number of keys below the pivot.
    ///
    /// # Safety
    /// The processor has AVX2.
    #[cfg(target_arch = "x86_64")]
    unsafe fn partition_with_avx2(keys: &[Self], to: &mut [Self], pivot: Self) -> usize;
}

macro_rules! key {
    ($($key:ty: $sort:ident, $rows:ident, $partition:ident, $deal:ident);*) => {
        $(impl Key for $key {
            const BITS: u32 = <$key>::BITS;

            #[inline(always)]
            fn wide(self) -> u64 {
                u64::from(self)
            }

            #[inline(always)]
            fn narrow(wide: u64) -> $key {
                wide as $key
            }

            #[cfg(target_arch = "x86_64")]
            unsafe fn sort_with_avx512(keys: &mut [$key]) {
                // SAFETY: promised by the caller.
                unsafe { quick::avx512::$sort(keys) }
            }

            #[cfg(target_arch = "x86_64")]
            unsafe fn rows_with_avx512<T: Ordered>(from: *const T, to: *mut T, rows: [usize; 2]) -> bool {
                assert_eq!(size_of::<T>(), size_of::<$key>());
                let (from, to) = (from.cast(), to.cast());
                // SAFETY: promised by the caller.
                unsafe {
                    match T::HAS_EQUALS {
                        true => quick::avx512::$rows::<{ quick::FLOATS }>(from, to, rows),
                        false if T::ZERO_IMAGE == 0 => quick::avx512::$rows::<{ quick::KEYS }>(from, to, rows),
                        false => quick::avx512::$rows::<{ quick::SIGNED }>(from, to, rows),
                    }
                }
            }

            #[cfg(target_arch = "x86_64")]
            unsafe fn partition_with_avx512(keys: &mut [$key], pivot: $key) -> usize {
                // SAFETY: promised by the caller.
                unsafe { quick::avx512::$partition(keys, pivot) }
            }

            #[cfg(target_arch = "x86_64")]
            unsafe fn deal_with_avx512(
                keys: &[$key],
                room: Range<*mut $key>,
                pivot: $key,
            ) -> usize {
                // SAFETY: promised by the caller.
                unsafe { quick::avx512::$deal(keys, room, pivot) }
            }

            #[cfg(target_arch = "x86_64")]
            unsafe fn sort_with_avx2(keys: &mut [$key], other: &mut [$key]) {
                // SAFETY: promised by the caller.
                unsafe { quick::avx2::$sort(keys, other) }
            }

            #[cfg(target_arch = "x86_64")]
            unsafe fn partition_with_avx2(keys: &[$key], to: &mut [$key], pivot: $key) -> usize {
                // SAFETY: promised by the caller.
                unsafe { quick::avx2::$partition(keys, to, pivot) }
            }
        })*
    };
}

key!(u32: sort_u32, rows_u32, partition_u32, deal_u32; u64: sort_u64, rows_u64, partition_u64, deal_u64);

/// Work that is compiled for each instruction set.
pub(super) trait Work {
    type Result;

    /// Does the work. Implementations have to be inlined always.
    fn run(self) -> Self::Result;
}

/// Small loops.
impl<R, F: FnOnce() -> R> Work for F {
    type Result = R;

    #[inline(always)]
    fn run(self) -> R {
        self()
    }
}

/// Runs a small loop, compiled for the instruction set of the processor.
#[inline(always)]
fn wide<R>(f: impl FnOnce() -> R) -> R {
    widely(f)
}

/// The same for larger work; a closure of that size would not be inlined.
#[inline(always)]
pub(super) fn widely<W: Work>(work: W) -> W::Result {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn with_avx512<W: Work>(work: W) -> W::Result {
            work.run()
        }
        #[target_feature(enable = "avx2")]
        fn with_avx2<W: Work>(work: W) -> W::Result {
            work.run()
        }
        match Isa::selected() {
            // SAFETY: the processor has it.
            Isa::Avx512 => return unsafe { with_avx512(work) },
            // SAFETY: as above.
            Isa::Avx2 => return unsafe { with_avx2(work) },
            Isa::Baseline => {}
        }
    }
    work.run()
}

/// Rows of at least this many elements keep several threads busy.
const SHARED: usize = 1 << 13;

/// Calls `f` on each row: on all rows side by side, or on one after the other with all threads.
fn rows(
    team: Option<&Team>,
    rows: Range<usize>,
    length: usize,
    f: impl Fn(usize, Option<&Team>) + Sync,
) {
    match team {
        Some(_) if length < SHARED => side_by_side(team, rows.len(), &|k| f(rows.start + k, None)),
        _ => rows.for_each(|row| f(row, team)),
    }
}

/// The order that a row has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Ascending,
    /// Strictly: no two elements are equal.
    Descending,
    Neither,
}

/// The search for an order gives up after this many elements without one.
const LOOK: usize = 64;

fn order<T: Ordered>(x: &[T]) -> Order {
    let (mut ascending, mut descending) = (true, true);
    for begin in (0..x.len().saturating_sub(1)).step_by(LOOK) {
        let part = &x[begin..x.len().min(begin + LOOK + 1)];
        for (a, b) in part.iter().zip(&part[1..]) {
            ascending &= !b.before(*a);
            descending &= b.before(*a);
        }
        if !ascending && !descending {
            return Order::Neither;
        }
    }
    if ascending { Order::Ascending } else { Order::Descending }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::fmt::Debug;

    /// Numbers without a pattern (xorshift).
    pub fn random(count: usize) -> impl Iterator<Item = u64> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        (0..count).map(move |_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        })
    }

    /// The positions in order, by the sort and the comparisons of the standard library, which use no keys.
    pub fn expected<T: PartialOrd>(x: &[T]) -> Vec<i64> {
        let is_nan = |x: &T| x.partial_cmp(x).is_none();
        let mut expected: Vec<i64> = (0..x.len() as i64).collect();
        expected.sort_by(|&a, &b| {
            let (a, b) = (&x[a as usize], &x[b as usize]);
            a.partial_cmp(b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b)))
        });
        expected
    }

    /// Calls a check on rows of all dtypes and kinds.
    pub trait Check {
        fn check<T: Ordered + PartialOrd + Debug + Bytes>(&self, x: &[T]);
    }

    /// The bits of an element. Zeros and NaNs have several.
    pub trait Bytes {
        fn bytes(self) -> [u8; 8];
    }

    macro_rules! bytes {
        ($($t:ty)*) => { $(impl Bytes for $t {
            fn bytes(self) -> [u8; 8] {
                let mut bytes = [0; 8];
                bytes[..size_of::<$t>()].copy_from_slice(&self.to_ne_bytes());
                bytes
            }
        })* };
    }

    bytes!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);

    pub fn check_all(check: &impl Check) {
        let counts: &[usize] = if cfg!(miri) {
            &[3, 50]
        } else {
            &[1, 2, 7, 8, 9, 31, 64, 65, 128, 129, 255, 256, 257, 1000, 3000, 70_000]
        };
        for &count in counts {
            // Long rows take a long time.
            let long = count > 10_000;
            let all_bits: &[u32] = match long {
                _ if cfg!(miri) => &[3, 64],
                true => &[3, 34, 64],
                false => &[0, 1, 3, 8, 20, 34, 50, 64],
            };
            for &bits in all_bits {
                for shift in if long || cfg!(miri) { vec![0] } else { vec![0, 5, 40] } {
                    let kept = |r: u64| (r & (u64::MAX >> (64 - bits.max(1)))) << shift;
                    let wide: Vec<u64> = random(count).map(kept).collect();
                    check.check(&wide);
                    check.check(&wide.iter().map(|&x| x as i64).collect::<Vec<_>>());
                    check.check(&wide.iter().map(|&x| x as i32).collect::<Vec<_>>());
                    check.check(&wide.iter().map(|&x| x as u32).collect::<Vec<_>>());
                    check.check(&wide.iter().map(|&x| x as i16).collect::<Vec<_>>());
                    check.check(&wide.iter().map(|&x| x as u16).collect::<Vec<_>>());
                    check.check(&wide.iter().map(|&x| x as i8).collect::<Vec<_>>());
                    check.check(&wide.iter().map(|&x| x as u8).collect::<Vec<_>>());
                }
            }
            // Of all bit patterns, NaNs of either sign among them.
            let any: Vec<f64> = random(count).map(f64::from_bits).collect();
            check.check(&any);
            check.check(&random(count).map(|r| f32::from_bits(r as u32)).collect::<Vec<_>>());
            check.check(&any.iter().map(|x| x.sin()).collect::<Vec<_>>());
            // Neighbours differ in their last bits alone.
            let near: Vec<f64> =
                random(count).map(|r| f64::from_bits(1f64.to_bits() + r % 64)).collect();
            check.check(&near);
            let clusters: Vec<u64> = random(count).map(|r| (r >> 63 << 63) | (r & 15)).collect();
            check.check(&clusters);
            // The middle lies between two clusters, which are far from each other.
            let halves: Vec<u64> =
                random(count).enumerate().map(|(k, r)| ((k as u64 & 1) << 63) | (r & 15)).collect();
            check.check(&halves);
            let special =
                [0.0, -0.0, f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, -5e-324];
            let mixed: Vec<f64> = random(count).map(|r| special[(r % 8) as usize]).collect();
            check.check(&mixed);
            check.check(&mixed.iter().map(|&x| x as f32).collect::<Vec<_>>());
            check.check(&(0..count as i64).collect::<Vec<_>>());
            check.check(&(0..count as i64).rev().collect::<Vec<_>>());
            check.check(&(0..count as i64).rev().map(|k| k / 2).collect::<Vec<_>>());
        }
        check.check::<i64>(&[]);
        check.check(&[i64::MIN, -1, 0, 1, i64::MAX, i64::MIN]);
    }

    #[test]
    fn what_is_in_order_is_seen() {
        assert_eq!(order(&[1.0, 1.0, f64::NAN, f64::NAN]), Order::Ascending);
        assert_eq!(order(&[f64::NAN, 3.0, -1.0]), Order::Descending);
        assert_eq!(order(&[2, 1, 1]), Order::Neither);
        assert_eq!(order::<u8>(&[]), Order::Ascending);
        let mut long: Vec<i32> = (0..1000).collect();
        assert_eq!(order(&long), Order::Ascending);
        long.swap(64, 65);
        assert_eq!(order(&long), Order::Neither);
        let down: Vec<i32> = (0..1000).rev().collect();
        assert_eq!(order(&down), Order::Descending);
    }
}
