//! Cumulative sums, products, minima and maxima.

use super::{buffer, size};
use crate::plan::CpuArgs;

/// An operation that a scan accumulates with.
pub trait Combine<T> {
    fn combine(so_far: T, next: T) -> T;
}

/// Integers wrap.
pub struct Sum;
/// Integers wrap.
pub struct Prod;
/// NaN from the first NaN on.
pub struct Min;
/// NaN from the first NaN on.
pub struct Max;

macro_rules! combine {
    (integers $($integer:ty)*) => {
        $(
            combine!($integer, Sum, a b => a.wrapping_add(b));
            combine!($integer, Prod, a b => a.wrapping_mul(b));
            combine!($integer, Min, a b => a.min(b));
            combine!($integer, Max, a b => a.max(b));
        )*
    };
    (floats $($float:ty)*) => {
        $(
            combine!($float, Sum, a b => a + b);
            combine!($float, Prod, a b => a * b);
            combine!($float, Min, a b => if b < a || b.is_nan() { b } else { a });
            combine!($float, Max, a b => if b > a || b.is_nan() { b } else { a });
        )*
    };
    ($type:ty, $op:ty, $a:ident $b:ident => $value:expr) => {
        impl Combine<$type> for $op {
            #[inline(always)]
            fn combine($a: $type, $b: $type) -> $type {
                $value
            }
        }
    };
}

combine!(bool, Min, a b => a && b);
combine!(bool, Max, a b => a || b);
combine!(integers i8 i16 i32 i64 u8 u16 u32 u64);
combine!(floats f32 f64);

/// Scans the rows `begin..end` from left to right. Buffers: the rows, the results; size: the length of a
/// row.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn scan<T: Copy, Op: Combine<T>>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller: both buffers hold the rows before `end`, those of the first are
    // initialised, and nothing else uses these rows of the second, which does not overlap the first.
    unsafe {
        let n = size(args, 0);
        let (x, y) = (buffer::<T>(args, 0), buffer::<T>(args, 1));
        for row in begin..end {
            let x = std::slice::from_raw_parts(x.add(row * n), n);
            let y = y.add(row * n);
            let mut elements = x.iter().enumerate();
            let Some((_, &first)) = elements.next() else { return };
            y.write(first);
            let mut so_far = first;
            for (k, &next) in elements {
                so_far = Op::combine(so_far, next);
                y.add(k).write(so_far);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned<T: Copy + Default, Op: Combine<T>>(x: &[T], n: usize) -> Vec<T> {
        let (mut x, mut y) = (x.to_vec(), vec![T::default(); x.len()]);
        let sizes = [n as i64];
        let buffers = [x.as_mut_ptr().cast::<u8>(), y.as_mut_ptr().cast()];
        let args = CpuArgs {
            buffers: buffers.as_ptr(),
            scalars: std::ptr::null(),
            sizes: sizes.as_ptr(),
            extents: std::ptr::null(),
            far: false,
            team: crate::plan::Threads(None),
        };
        // SAFETY: both arrays hold as many rows.
        unsafe { scan::<T, Op>(&args, 0, x.len().checked_div(n).unwrap_or(0)) };
        y
    }

    #[test]
    fn rows_are_scanned_from_left_to_right() {
        assert_eq!(
            scanned::<i32, Sum>(&[1, 2, 3, i32::MAX, 1, 0], 3),
            [1, 3, 6, i32::MAX, i32::MIN, i32::MIN]
        );
        assert_eq!(scanned::<u8, Max>(&[0, 1, 0], 3), [0, 1, 1]);
        let least = scanned::<f64, Min>(&[2.0, 1.0, f64::NAN, 0.0], 4);
        assert_eq!(least[..2], [2.0, 1.0]);
        assert!(least[2].is_nan() && least[3].is_nan());
        assert!(scanned::<f32, Sum>(&[-0.0], 1)[0].is_sign_negative());
        assert_eq!(scanned::<f32, Prod>(&[], 0), []);
    }
}
