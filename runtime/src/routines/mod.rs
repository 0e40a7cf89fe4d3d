//! Routines: algorithms on the rows of arrays, such as sorts, scans and factors of matrices. Generated code calls them
//! as the kernels of operations that are not comprehensions.
//!
//! A routine works on a range of its launch's points. It computes each point independently of the others, so results do
//! not depend on how points are dealt out to threads. A `bool` is a byte here, as it is in memory.

mod complex_products;
mod foreign;
mod matrices;
mod positions;
mod scan;
mod search;
mod segments;
mod sorting;
mod store;

pub use complex_products::complex_products;
pub use foreign::before_foreign;
pub use matrices::{Real, cholesky, lu, lu_solve, singular_values};
pub use positions::positions;
pub use scan::{Combine, Max, Min, Prod, Sum, scan, scan_columns};
pub use search::{Windowed, search};
pub(crate) use segments::FEW_COLUMNS;
pub use segments::{Identity, Index, segment, segment_count, segment_last};
pub use sorting::{argsort, middle, sort, top};
pub use store::segment_store;

use crate::cpu::team::Team;
use crate::plan::CpuArgs;

/// Elements with a value that stands for an element that was not written.
pub trait Poison: Copy {
    /// The value.
    const POISON: Self;
}

macro_rules! poison {
    ($($element:ty: $value:expr),*) => {
        $(impl Poison for $element {
            const POISON: $element = $value;
        })*
    };
}

poison! {
    f64: f64::NAN, f32: f32::NAN, bool: true,
    i8: -1, i16: -1, i32: -1, i64: -1, u8: u8::MAX, u16: u16::MAX, u32: u32::MAX, u64: u64::MAX
}

/// Elements with the order of sorting: NaN comes last, and all NaNs are equal.
pub trait Ordered: Copy + Send + Sync + PartialOrd + Windowed {
    /// Unsigned numbers in the same order.
    type Key: sorting::Key;
    /// Unsigned numbers of an element's size, if that is 4 bytes or more.
    type Image: sorting::Key;
    /// The image of all NaNs, if there are any.
    const NAN_IMAGE: u64 = u64::MAX;
    /// The image of (positive) zero.
    const ZERO_IMAGE: u64 = 0;
    /// Whether equal elements may have different bits.
    const HAS_EQUALS: bool = false;

    /// Whether `self` comes before `other`.
    #[inline(always)]
    fn before(self, other: Self) -> bool {
        self.key() < other.key()
    }

    /// The number that stands for `self`. Elements have the same number if neither comes before the other.
    fn key(self) -> Self::Key;

    /// A number of the element's size in the same order. It distinguishes the two zeros.
    fn image(self) -> u64;

    /// An element with this image.
    fn of_image(image: u64) -> Self;

    /// Whether it is an unusual one of several equal elements with different bits: a negative zero, or NaN.
    fn has_equals(self) -> bool {
        false
    }

    /// Whether it is NaN, for which all comparisons are false.
    #[inline(always)]
    fn is_unordered(self) -> bool {
        self.partial_cmp(&self).is_none()
    }

    /// Whether it is a zero of either sign.
    fn is_zero(self) -> bool;
}

macro_rules! ordered {
    (unsigned $($integer:ty: $key:ty),*) => {
        $(impl Ordered for $integer {
            type Key = $key;
            type Image = $key;

            #[inline(always)]
            fn key(self) -> $key {
                <$key>::from(self)
            }

            #[inline(always)]
            fn image(self) -> u64 {
                u64::from(self)
            }

            #[inline(always)]
            fn of_image(image: u64) -> $integer {
                image as $integer
            }

            fn is_zero(self) -> bool {
                self == 0
            }
        })*
    };
    (signed $($integer:ty: $unsigned:ty: $wide:ty: $key:ty),*) => {
        $(impl Ordered for $integer {
            type Key = $key;
            type Image = $key;
            const ZERO_IMAGE: u64 = 1 << (<$integer>::BITS - 1);

            #[inline(always)]
            fn key(self) -> $key {
                // The least becomes 0.
                (<$wide>::from(self) ^ <$wide>::MIN) as $key
            }

            #[inline(always)]
            fn image(self) -> u64 {
                u64::from((self ^ <$integer>::MIN) as $unsigned)
            }

            #[inline(always)]
            fn of_image(image: u64) -> $integer {
                image as $integer ^ <$integer>::MIN
            }

            fn is_zero(self) -> bool {
                self == 0
            }
        })*
    };
    (floats $($float:ty: $key:ty: $signed:ty),*) => {
        $(impl Ordered for $float {
            type Key = $key;
            type Image = $key;
            const NAN_IMAGE: u64 = <$key>::MAX as u64;
            const ZERO_IMAGE: u64 = 1 << (<$key>::BITS - 1);
            const HAS_EQUALS: bool = true;

            // Quicker than comparing keys.
            #[inline(always)]
            fn before(self, other: Self) -> bool {
                // There is no branch, because it would be taken as often as not.
                (self < other) | (other.is_nan() & !self.is_nan())
            }

            #[inline(always)]
            fn key(self) -> $key {
                // The sum has no negative zero.
                (self + 0.0).image() as $key
            }

            #[inline(always)]
            fn image(self) -> u64 {
                // For negative numbers, larger bits mean a smaller number.
                let bits = self.to_bits().cast_signed();
                let flipped = (bits >> (<$key>::BITS - 1)).cast_unsigned() | 1 << (<$key>::BITS - 1);
                let ordered = bits.cast_unsigned() ^ flipped;
                u64::from(if self.is_nan() { <$key>::MAX } else { ordered })
            }

            #[inline(always)]
            fn of_image(image: u64) -> $float {
                let image = (image as $key).cast_signed();
                let flipped = (!image >> (<$key>::BITS - 1)).cast_unsigned() | 1 << (<$key>::BITS - 1);
                <$float>::from_bits(image.cast_unsigned() ^ flipped)
            }

            #[inline(always)]
            fn has_equals(self) -> bool {
                self.is_nan() | (self.to_bits() == 1 << (<$key>::BITS - 1))
            }

            fn is_zero(self) -> bool {
                self == 0.0
            }
        })*
    };
}

ordered!(unsigned u8: u32, u16: u32, u32: u32, u64: u64);
ordered!(signed i8: u8: i32: u32, i16: u16: i32: u32, i32: u32: i32: u32, i64: u64: i64: u64);
ordered!(floats f32: u32: i32, f64: u64: i64);

/// The arguments of a launch with these buffers and sizes, for tests.
#[cfg(test)]
fn arguments(buffers: &[*mut u8], sizes: &[i64], team: Option<&Team>) -> CpuArgs {
    CpuArgs {
        buffers: buffers.as_ptr(),
        scalars: std::ptr::null(),
        sizes: sizes.as_ptr(),
        extents: std::ptr::null(),
        far: false,
        gathers: false,
        team: crate::plan::Threads(team.map(std::ptr::NonNull::from)),
        columns: CpuArgs::ALL_COLUMNS,
    }
}

/// The threads that a launch has for itself, if it has more than one.
///
/// # Safety
/// The threads must be there as long as `args`.
unsafe fn team(args: &CpuArgs) -> Option<&Team> {
    // SAFETY: promised by the caller.
    unsafe { args.team.0.map(|team| team.as_ref()) }
}

/// Calls `f(0)`, ..., `f(count - 1)`.
fn side_by_side(team: Option<&Team>, count: usize, f: &(impl Fn(usize) + Sync)) {
    match team {
        Some(team) => team.run(count, f),
        None => (0..count).for_each(f),
    }
}

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
