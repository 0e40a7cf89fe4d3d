//! Algorithms on the rows of arrays that generated code calls: kernels that are no comprehensions.
//!
//! Each works on a range of its launch's points, and each point for itself, so that results do not depend
//! on how points are dealt out to threads. `bool` is a byte here, as it is in memory.

mod complex_products;
mod matrices;
mod radix;
mod scan;
mod search;
mod segments;
mod sort;

pub use complex_products::complex_products;
pub use matrices::{Real, cholesky, lu, lu_solve, singular_values};
pub use scan::{Combine, Max, Min, Prod, Sum, scan};
pub use search::search;
pub use segments::{Identity, Index, segment, segment_count, segment_last};
pub use sort::argsort;

use crate::plan::CpuArgs;

/// Elements with the order of sorting: NaN comes last, and all NaNs are equal.
pub trait Ordered: Copy {
    /// Unsigned numbers of the same order.
    type Key: radix::Key;

    /// Whether `self` comes before `other`.
    #[inline(always)]
    fn before(self, other: Self) -> bool {
        self.key() < other.key()
    }

    /// The number that stands for `self`: the same for elements of which none comes before the other.
    fn key(self) -> Self::Key;
}

macro_rules! ordered {
    (unsigned $($integer:ty: $key:ty),*) => {
        $(impl Ordered for $integer {
            type Key = $key;

            #[inline(always)]
            fn key(self) -> $key {
                <$key>::from(self)
            }
        })*
    };
    (signed $($integer:ty: $wide:ty: $key:ty),*) => {
        $(impl Ordered for $integer {
            type Key = $key;

            #[inline(always)]
            fn key(self) -> $key {
                // The least becomes 0.
                (<$wide>::from(self) ^ <$wide>::MIN) as $key
            }
        })*
    };
    (floats $($float:ty: $key:ty),*) => {
        $(impl Ordered for $float {
            type Key = $key;

            // Quicker than keys.
            #[inline(always)]
            fn before(self, other: Self) -> bool {
                self < other || (other.is_nan() && !self.is_nan())
            }

            #[inline(always)]
            fn key(self) -> $key {
                const SIGN: $key = 1 << (<$key>::BITS - 1);
                // The sum has no negative zero.
                let bits = (self + 0.0).to_bits();
                // Of negative numbers larger bits mean a smaller number.
                let ordered = if bits & SIGN == 0 { bits | SIGN } else { !bits };
                if self.is_nan() { <$key>::MAX } else { ordered }
            }
        })*
    };
}

ordered!(unsigned u8: u32, u16: u32, u32: u32, u64: u64);
ordered!(signed i8: i32: u32, i16: i32: u32, i32: i32: u32, i64: i64: u64);
ordered!(floats f32: u32, f64: u64);

/// Size parameter `k` of a launch.
///
/// # Safety
/// The launch has that many.
unsafe fn size(args: &CpuArgs, k: usize) -> usize {
    // SAFETY: promised by the caller; sizes are not negative.
    unsafe { *args.sizes.add(k) as usize }
}

/// Buffer parameter `k` of a launch.
///
/// # Safety
/// The launch has that many.
unsafe fn buffer<T>(args: &CpuArgs, k: usize) -> *mut T {
    // SAFETY: promised by the caller.
    unsafe { (*args.buffers.add(k)).cast() }
}
