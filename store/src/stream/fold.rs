//! Combines the partial results of tiles.

use array_fn_runtime::plan::{DType, Fold};

use super::tiles::Region;

/// An element type of partial results.
trait Number: Copy {
    fn combine(self, other: Self, fold: Fold) -> Self;
    fn identity(fold: Fold) -> Self;
}

macro_rules! integers {
    ($($t:ty)*) => {$(
        impl Number for $t {
            fn combine(self, other: $t, fold: Fold) -> $t {
                match fold {
                    Fold::Sum => self.wrapping_add(other),
                    Fold::Prod => self.wrapping_mul(other),
                    Fold::Min => self.min(other),
                    Fold::Max => self.max(other),
                    Fold::All => self & other,
                    Fold::Any => self | other,
                }
            }

            fn identity(fold: Fold) -> $t {
                match fold {
                    Fold::Sum | Fold::Any => 0,
                    Fold::Prod => 1,
                    Fold::Min | Fold::All => <$t>::MAX,
                    Fold::Max => <$t>::MIN,
                }
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

macro_rules! floats {
    ($($t:ty)*) => {$(
        impl Number for $t {
            fn combine(self, other: $t, fold: Fold) -> $t {
                match fold {
                    Fold::Sum | Fold::Any => self + other,
                    Fold::Prod | Fold::All => self * other,
                    // NaN stays, wherever it comes from.
                    Fold::Min => if other < self || other.is_nan() { other } else { self },
                    Fold::Max => if other > self || other.is_nan() { other } else { self },
                }
            }

            fn identity(fold: Fold) -> $t {
                match fold {
                    Fold::Sum | Fold::Any => 0.0,
                    Fold::Prod | Fold::All => 1.0,
                    Fold::Min => <$t>::INFINITY,
                    Fold::Max => <$t>::NEG_INFINITY,
                }
            }
        }
    )*};
}

floats! { f32 f64 }

impl Number for bool {
    fn combine(self, other: bool, fold: Fold) -> bool {
        match fold {
            Fold::Any | Fold::Max | Fold::Sum => self | other,
            Fold::All | Fold::Min | Fold::Prod => self & other,
        }
    }

    fn identity(fold: Fold) -> bool {
        matches!(fold, Fold::All | Fold::Min | Fold::Prod)
    }
}

/// Combines elements, with one loop for each kind, which is fast.
fn combine_row<T: Number>(sums: &mut [T], terms: &[T], fold: Fold) {
    macro_rules! loops {
        ($($kind:ident)*) => {
            match fold {
                $(Fold::$kind => {
                    for (sum, term) in sums.iter_mut().zip(terms) {
                        *sum = sum.combine(*term, Fold::$kind);
                    }
                })*
            }
        };
    }
    loops!(Sum Prod Min Max All Any);
}

/// Calls a generic function for the type of a dtype. Halves are reduced as `f32`, so there are none.
macro_rules! with_type {
    ($dtype:expr, $f:ident::<_>($($argument:expr),*)) => {
        match $dtype {
            DType::Bool => $f::<bool>($($argument),*),
            DType::I8 => $f::<i8>($($argument),*),
            DType::I16 => $f::<i16>($($argument),*),
            DType::I32 => $f::<i32>($($argument),*),
            DType::I64 => $f::<i64>($($argument),*),
            DType::U8 => $f::<u8>($($argument),*),
            DType::U16 => $f::<u16>($($argument),*),
            DType::U32 => $f::<u32>($($argument),*),
            DType::U64 => $f::<u64>($($argument),*),
            DType::F32 => $f::<f32>($($argument),*),
            DType::F64 => $f::<f64>($($argument),*),
            DType::F16 | DType::BF16 => {}
        }
    };
}

/// Fills memory with the value of an empty reduction.
///
/// # Safety
/// The memory must have `count` elements of the dtype, and be aligned for them. Nothing else may access it.
pub(super) unsafe fn fill(memory: *mut u8, count: usize, dtype: DType, fold: Fold) {
    fn of<T: Number>(memory: *mut u8, count: usize, fold: Fold) {
        for k in 0..count {
            // SAFETY: the caller's promise.
            unsafe { memory.cast::<T>().add(k).write(T::identity(fold)) };
        }
    }
    with_type!(dtype, of::<_>(memory, count, fold));
}

/// Combines a box of an array with the elements of `partial`, in C order.
///
/// # Safety
/// The region must be inside of the array, which is in C order and aligned, as is the partial result. Nothing else may
/// access either.
pub(super) unsafe fn combine(
    memory: *mut u8,
    shape: &[usize],
    region: &Region,
    partial: *const u8,
    dtype: DType,
    fold: Fold,
) {
    fn of<T: Number>(
        memory: *mut u8,
        shape: &[usize],
        region: &Region,
        partial: *const u8,
        fold: Fold,
    ) {
        if region.shape.contains(&0) {
            return;
        }
        // Axes at the end that the region has all of are one run with the axis before them.
        let (mut outer, mut row) = (shape.len(), 1);
        while outer > 0 {
            outer -= 1;
            row *= region.shape[outer];
            if region.shape[outer] != shape[outer] {
                break;
            }
        }
        let rows: usize = region.shape[..outer].iter().product();
        let mut at = vec![0usize; outer];
        for k in 0..rows {
            let mut offset = 0;
            for (axis, size) in shape.iter().enumerate() {
                let inside = at.get(axis).copied().unwrap_or(0);
                offset = offset * size + region.start[axis] as usize + inside;
            }
            // SAFETY: the caller's promise.
            let (sums, terms) = unsafe {
                let sums = memory.cast::<T>().add(offset);
                let terms = partial.cast::<T>().add(k * row);
                (std::slice::from_raw_parts_mut(sums, row), std::slice::from_raw_parts(terms, row))
            };
            combine_row(sums, terms, fold);
            for axis in (0..at.len()).rev() {
                at[axis] += 1;
                if at[axis] < region.shape[axis] {
                    break;
                }
                at[axis] = 0;
            }
        }
    }
    with_type!(dtype, of::<_>(memory, shape, region, partial, fold));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_combined_where_they_are() {
        let shape = [3, 4, 5];
        let boxes = [
            ([0, 0, 0], [3, 4, 5]),
            ([1, 0, 0], [2, 4, 5]),
            ([0, 1, 0], [3, 2, 5]),
            ([1, 2, 1], [2, 2, 3]),
            ([0, 0, 4], [3, 4, 1]),
            ([2, 3, 4], [1, 0, 1]),
        ];
        for (start, size) in boxes {
            let mut sums: Vec<i64> = (0..60).collect();
            let terms: Vec<i64> =
                (0..size.iter().product::<usize>() as i64).map(|k| 100 + k).collect();
            let region = Region { start: start.to_vec(), shape: size.to_vec() };
            // SAFETY: the box is inside of the array, and both memories have their elements.
            unsafe {
                let (sums, terms) = (sums.as_mut_ptr().cast(), terms.as_ptr().cast());
                combine(sums, &shape, &region, terms, DType::I64, Fold::Sum);
            }
            let mut next = terms.iter();
            for (k, sum) in sums.iter().enumerate() {
                let at = [k / 20, k / 5 % 4, k % 5];
                let inside = (0..3).all(|axis| {
                    (start[axis] as usize..start[axis] as usize + size[axis]).contains(&at[axis])
                });
                let term = if inside { *next.next().unwrap() } else { 0 };
                assert_eq!(*sum, k as i64 + term, "{start:?} {size:?} {at:?}");
            }
        }
    }
}
