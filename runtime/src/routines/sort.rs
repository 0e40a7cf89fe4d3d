//! The order of the elements of rows.

use super::{Ordered, buffer, radix, size};
use crate::plan::CpuArgs;
use std::cmp::Ordering;

/// Positions of the elements of the rows `begin..end` in ascending order, equal ones as they stand, NaN
/// last. Buffers: the rows, the positions, scratch memory (which only GPUs use); size: the length of a row.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn argsort<T: Ordered>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: both buffers hold the rows before `end`, those of the first are
    // initialised, those of the second are written before they are made a slice, and nothing else uses
    // them.
    unsafe {
        let n = size(args, 0);
        let (x, positions) = (buffer::<T>(args, 0), buffer::<i64>(args, 1));
        for row in begin..end {
            let x = std::slice::from_raw_parts(x.add(row * n), n);
            let positions = positions.add(row * n);
            (0..n).for_each(|k| positions.add(k).write(k as i64));
            let positions = std::slice::from_raw_parts_mut(positions, n);
            sort(x, positions);
        }
    }
}

/// Rows of fewer elements are sorted by comparisons.
const RADIX_FROM: usize = 512;

fn sort<T: Ordered>(x: &[T], positions: &mut [i64]) {
    if x.len() < RADIX_FROM || !radix::sort(x, positions) {
        by_comparisons(x, positions);
    }
}

fn by_comparisons<T: Ordered>(x: &[T], positions: &mut [i64]) {
    // No two positions are equal, so what is not stable by itself is, and needs no memory.
    positions.sort_unstable_by(|&a, &b| {
        let (left, right) = (x[a as usize], x[b as usize]);
        if left.before(right) {
            Ordering::Less
        } else if right.before(left) {
            Ordering::Greater
        } else {
            a.cmp(&b)
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order<T: Ordered>(x: &[T]) -> Vec<i64> {
        let mut positions: Vec<i64> = (0..x.len() as i64).collect();
        sort(x, &mut positions);
        positions
    }

    #[test]
    fn equal_elements_keep_their_order_and_nan_is_last() {
        assert_eq!(
            order(&[f64::NAN, 0.0, -0.0, f64::NAN, -1.0, f64::INFINITY]),
            [4, 1, 2, 5, 0, 3]
        );
        assert_eq!(order(&[3u64, 0, u64::MAX, 0]), [1, 3, 0, 2]);
        assert_eq!(order::<i32>(&[]), []);
    }

    #[test]
    fn many_duplicates_are_in_order() {
        let count = if cfg!(miri) { 1003 } else { 100_003 };
        let x: Vec<i32> = (0..count).map(|k| k * 7919 % 13).collect();
        let order = order(&x);
        let ascending = |pair: &[i64]| {
            let key = |p: i64| (x[p as usize], p);
            key(pair[0]) < key(pair[1])
        };
        assert!(order.windows(2).all(ascending));
    }
}
