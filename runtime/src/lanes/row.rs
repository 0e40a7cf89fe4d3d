//! Rows that are copied, or filled with one value. Rows of a few bytes take no loop, and no call of the library.

use std::mem::MaybeUninit;

/// Copies `count` elements, or none if there are fewer.
///
/// # Safety
/// `from` must be readable and `to` writable for `count` elements; the two must not overlap.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn copy_row<T: Copy>(from: *const T, to: *mut T, count: i64) {
    let count = Ord::max(count, 0) as usize;
    let (source, target, bytes) = (from.cast::<u8>(), to.cast::<u8>(), count * size_of::<T>());
    // SAFETY: the caller's promise; the first and the last part of the bytes may overlap each other.
    unsafe {
        match bytes {
            16..=32 => copy_ends::<16>(source, target, bytes),
            8..16 => copy_ends::<8>(source, target, bytes),
            4..8 => copy_ends::<4>(source, target, bytes),
            2..4 => copy_ends::<2>(source, target, bytes),
            1 => copy_ends::<1>(source, target, bytes),
            _ => to.copy_from_nonoverlapping(from, count),
        }
    }
}

/// Copies the first and the last `N` of `bytes` bytes. For a few bytes a call of the library would take longer.
///
/// # Safety
/// As [`copy_row`] for `bytes` bytes, of which there are from `N` to twice as many.
#[cfg_attr(optimised, inline(always))]
unsafe fn copy_ends<const N: usize>(from: *const u8, to: *mut u8, bytes: usize) {
    type Part<const N: usize> = MaybeUninit<[u8; N]>;
    // SAFETY: the caller's promise; bytes that are not initialised are copied as such.
    unsafe {
        let last = bytes - N;
        let first_part = from.cast::<Part<N>>().read_unaligned();
        let last_part = from.add(last).cast::<Part<N>>().read_unaligned();
        to.cast::<Part<N>>().write_unaligned(first_part);
        to.add(last).cast::<Part<N>>().write_unaligned(last_part);
    }
}

/// Writes `count` elements, or none if there are fewer.
///
/// # Safety
/// `to` must be writable for `count` elements.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn fill_row<T: Copy>(one: T, to: *mut T, count: i64) {
    let count = Ord::max(count, 0) as usize;
    let bytes = count * size_of::<T>();
    if bytes <= 32 && size_of::<T>() <= 8 {
        // A loop over a few elements would take longer than they do.
        let (mut all, target) = ([MaybeUninit::<u8>::uninit(); 16], to.cast::<u8>());
        // SAFETY: the caller's promise; the first and the last part of the bytes may overlap each other. Both begin with
        // an element, because as many bytes as an element has are no more than a part has.
        unsafe {
            for k in 0..16 / size_of::<T>() {
                all.as_mut_ptr().cast::<T>().add(k).write_unaligned(one);
            }
            match bytes {
                0 => {}
                1 => fill_ends::<1>(&all, target, bytes),
                2..4 => fill_ends::<2>(&all, target, bytes),
                4..8 => fill_ends::<4>(&all, target, bytes),
                8..16 => fill_ends::<8>(&all, target, bytes),
                _ => fill_ends::<16>(&all, target, bytes),
            }
        }
        return;
    }
    // SAFETY: the caller's promise; any bits are a `MaybeUninit`.
    unsafe { std::slice::from_raw_parts_mut(to.cast::<MaybeUninit<T>>(), count) }
        .fill(MaybeUninit::new(one));
}

/// Writes the first `N` bytes of `all` to the first and the last `N` of `bytes` bytes.
///
/// # Safety
/// `to` must be writable for `bytes` bytes, of which there are from `N` to twice as many.
#[cfg_attr(optimised, inline(always))]
unsafe fn fill_ends<const N: usize>(all: &[MaybeUninit<u8>; 16], to: *mut u8, bytes: usize) {
    const { assert!(N <= 16) };
    type Part<const N: usize> = MaybeUninit<[u8; N]>;
    // SAFETY: the caller's promise; `all` has at least `N` bytes, and bytes that are not initialised stay so.
    unsafe {
        let part = all.as_ptr().cast::<Part<N>>().read_unaligned();
        to.cast::<Part<N>>().write_unaligned(part);
        to.add(bytes - N).cast::<Part<N>>().write_unaligned(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Copy + PartialEq + std::fmt::Debug>(number: impl Fn(usize) -> T) {
        for count in 0..70 {
            let from: Vec<T> = (0..count).map(&number).collect();
            let (before, one) = (number(100), number(101));
            // Elements around the row stay as they are.
            let with_ends = |row: Vec<T>| [vec![before; 3], row, vec![before; 2]].concat();
            let (mut copied, mut filled) = (vec![before; count + 5], vec![before; count + 5]);
            // SAFETY: three elements are before the row, and two behind it.
            unsafe {
                copy_row(from.as_ptr(), copied.as_mut_ptr().add(3), count as i64);
                fill_row(one, filled.as_mut_ptr().add(3), count as i64);
                copy_row(from.as_ptr(), copied.as_mut_ptr(), -1);
                fill_row(one, filled.as_mut_ptr(), -1);
            }
            assert_eq!(copied, with_ends(from), "{count}");
            assert_eq!(filled, with_ends(vec![one; count]), "{count}");
        }
    }

    #[test]
    fn rows_of_all_lengths_are_copied_and_filled() {
        check(|k| k as u8);
        check(|k| k as i16 - 500);
        check(|k| k as f32 + 0.5);
        check(|k| k as f64 + 0.5);
    }
}
