//! Cumulative products of complex numbers.

use super::{buffer, size};
use crate::plan::CpuArgs;
use std::ops::{Add, Mul, Sub};

/// Multiplies the complex numbers of the rows `begin..end` from left to right. Buffers: the rows, in which real and
/// imaginary parts alternate; the results. Size: the number of complex numbers per row.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn complex_products<T>(args: &CpuArgs, begin: usize, end: usize)
where
    T: Copy + Mul<Output = T> + Add<Output = T> + Sub<Output = T>,
{
    // SAFETY: promised by the caller: both buffers hold the rows before `end`, those of the first are
    // initialised, and nothing else uses these rows of the second, which does not overlap the first. An array of
    // two parts has the layout of the parts.
    unsafe {
        let n = size(args, 0);
        let (x, y) = (buffer::<[T; 2]>(args, 0), buffer::<[T; 2]>(args, 1));
        for row in begin..end {
            let x = std::slice::from_raw_parts(x.add(row * n), n);
            let y = y.add(row * n);
            let mut so_far: Option<[T; 2]> = None;
            for (k, &next) in x.iter().enumerate() {
                let product = so_far.map_or(next, |so_far| times(so_far, next));
                y.add(k).write(product);
                so_far = Some(product);
            }
        }
    }
}

fn times<T>([a, b]: [T; 2], [c, d]: [T; 2]) -> [T; 2]
where
    T: Copy + Mul<Output = T> + Add<Output = T> + Sub<Output = T>,
{
    [a * c - b * d, a * d + b * c]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_multiplied_from_left_to_right() {
        let mut x = [[1.0, 2.0], [3.0, 4.0], [0.0, 1.0], [5.0, 6.0], [1.0, 0.0], [0.0, -1.0f64]];
        let mut y = [[0.0f64; 2]; 6];
        let sizes = [3i64];
        let buffers = [x.as_mut_ptr().cast::<u8>(), y.as_mut_ptr().cast()];
        let args = crate::routines::arguments(&buffers, &sizes, None);
        // SAFETY: both arrays hold two rows of three numbers.
        unsafe { complex_products::<f64>(&args, 0, 2) };
        assert_eq!(y[..3], [[1.0, 2.0], [-5.0, 10.0], [-10.0, -5.0]]);
        assert_eq!(y[3..], [[5.0, 6.0], [5.0, 6.0], [6.0, -5.0]]);
    }
}
