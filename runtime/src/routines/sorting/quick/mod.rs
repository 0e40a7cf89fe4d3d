//! Sorting in registers. Keys are partitioned one register at a time: they are compared with a pivot, and those on
//! either side are put together. Keys that a few registers hold are sorted there, by networks.

mod avx2;
mod avx512;
mod registers;

pub(super) use avx2::{partition_u32, partition_u64};
pub(super) use avx2::{sort_u32 as sort_u32_avx2, sort_u64 as sort_u64_avx2};
pub(super) use avx512::{sort_u32 as sort_u32_avx512, sort_u64 as sort_u64_avx512};

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
