//! Algorithms on the rows of arrays that generated code calls: kernels that are no comprehensions.
//!
//! Each works on a range of its launch's points, and each point for itself, so that results do not depend
//! on how points are dealt out to threads. `bool` is a byte here, as it is in memory.

mod complex_products;
mod matrices;
mod scan;
mod search;
mod sort;

pub use complex_products::complex_products;
pub use matrices::{Real, cholesky, lu, lu_solve, singular_values};
pub use scan::{Combine, Max, Min, Prod, Sum, scan};
pub use search::search;
pub use sort::argsort;

use crate::plan::CpuArgs;

/// Elements with the order of sorting: NaN comes last, and all NaNs are equal.
pub trait Ordered: Copy {
    /// Whether `self` comes before `other`.
    fn before(self, other: Self) -> bool;
}

macro_rules! ordered {
    (integers $($integer:ty)*) => {
        $(impl Ordered for $integer {
            #[inline(always)]
            fn before(self, other: Self) -> bool {
                self < other
            }
        })*
    };
    (floats $($float:ty)*) => {
        $(impl Ordered for $float {
            #[inline(always)]
            fn before(self, other: Self) -> bool {
                self < other || (other.is_nan() && !self.is_nan())
            }
        })*
    };
}

ordered!(integers i8 i16 i32 i64 u8 u16 u32 u64);
ordered!(floats f32 f64);

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
