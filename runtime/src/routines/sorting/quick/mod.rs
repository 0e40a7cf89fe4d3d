//! Sorting in registers. Keys are partitioned one register at a time: they are compared with a pivot, and those on
//! either side are put together. Keys that a few registers hold are sorted there, by networks.

pub(super) mod avx2;
pub(super) mod avx512;
mod network;
mod registers;
mod registers512;

/// What the bits of elements are: keys themselves, signed integers, or floats.
pub(super) const KEYS: u8 = 0;
pub(super) const SIGNED: u8 = 1;
pub(super) const FLOATS: u8 = 2;

/// The quicksort gives up if it needs this many more levels of partitions than if each halved the keys.
const BAD_PARTITIONS: u32 = 16;

/// Writes code out for each of the first `count` registers, so that all of them stay in registers.
macro_rules! each {
    ($k:ident of $count:expr => $body:block) => {
        $crate::routines::sorting::quick::each!(@ $k of $count => $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    };
    (@ $k:ident of $count:expr => $body:block, $($number:literal)*) => {
        $(if $number < $count {
            const $k: usize = $number;
            $body
        })*
    };
}
use each;
use network::{columns, network};

/// Whether the processor has what [`avx512`] needs.
#[cfg(test)]
pub(super) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("popcnt")
}
