//! Transpositions of elements of any size: elements that are read along rows are written along columns.
//!
//! A tile is a square: as many registers as one register has elements. If one side of the arrays is shorter than that,
//! and the elements of that side lie side by side without gaps, the registers are loaded or stored as they lie in
//! memory.

#[cfg(target_arch = "x86_64")]
mod x86;

use std::mem::MaybeUninit;
use std::ops::Range;

/// The sides of a transposition: `to` has `rows` rows of `columns` elements, and `from` has `columns` rows.
#[derive(Clone, Copy)]
struct Sides {
    rows: usize,
    columns: usize,
    /// The bytes from one row to the next, of `from` and of `to`.
    from_row: isize,
    to_row: isize,
}

/// Writes `rows` rows of `columns` elements, `to_row` parts apart, from columns of elements `from_row` parts apart. An
/// element is `K` neighbouring parts.
///
/// # Safety
/// `from + column * from_row + row * K` must be readable and `to + row * to_row + column * K` writable, for `K` parts
/// and all rows and columns. The parts that are read and those that are written must not overlap.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn turn<T: Copy, const K: usize>(
    from: *const T,
    from_row: i64,
    to: *mut T,
    to_row: i64,
    rows: i64,
    columns: i64,
) {
    let [rows, columns] = [rows, columns].map(|n| Ord::max(n, 0) as usize);
    let [from_row, to_row] = [from_row, to_row].map(|n| n as isize * size_of::<T>() as isize);
    let sides = Sides { rows, columns, from_row, to_row };
    // SAFETY: the caller's promise; elements are moved as bytes of the same size, whatever they are.
    unsafe {
        match size_of::<T>() * K {
            1 => turned_1(from.cast(), to.cast(), sides),
            2 => turned_2(from.cast(), to.cast(), sides),
            4 => turned_4(from.cast(), to.cast(), sides),
            8 => turned_8(from.cast(), to.cast(), sides),
            _ => each::<[T; K]>(from.cast(), to.cast(), sides, 0..rows, 0..columns),
        }
    }
}

/// The same as [`turn`] for single elements of 4 or 8 bytes, but stores the results past the caches, whole lines of
/// memory at a time.
///
/// Returns whether it did that: it needs a few rows and columns, and elements at multiples of their size. Otherwise
/// nothing is done. The caller has to finish streams ([`finish_streams`](super::finish_streams)).
///
/// # Safety
/// As [`turn`]; there must be AVX2.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn turn_past<T: Copy>(
    from: *const T,
    from_row: i64,
    to: *mut T,
    to_row: i64,
    rows: i64,
    columns: i64,
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if !cfg!(miri) && rows >= 8 && columns >= 16 && to.addr().is_multiple_of(size_of::<T>()) {
        let [rows, columns] = [rows, columns].map(|n| n as usize);
        let [from_row, to_row] = [from_row, to_row].map(|n| n as isize * size_of::<T>() as isize);
        let sides = Sides { rows, columns, from_row, to_row };
        // SAFETY: the caller's promise; elements are moved as bytes of the same size, whatever they are.
        unsafe {
            match size_of::<T>() {
                4 => x86::past_broken::<4, 4, 16>(from.cast(), to.cast(), sides),
                8 if to.addr().is_multiple_of(64) && to_row % 64 == 0 => {
                    x86::past(from.cast(), to.cast(), sides);
                }
                8 => x86::past_broken::<8, 2, 8>(from.cast(), to.cast(), sides),
                _ => return false,
            }
        }
        return true;
    }
    let _ = (from, from_row, to, to_row, rows, columns);
    false
}

/// Moves elements one by one.
///
/// # Safety
/// As [`turn`], for some of the rows and columns.
#[inline(never)]
unsafe fn each<T: Copy>(
    from: *const T,
    to: *mut T,
    sides: Sides,
    rows: Range<usize>,
    columns: Range<usize>,
) {
    // The lines of memory that these rows are written to stay in the first cache.
    const ROWS: usize = 8;
    let mut first = rows.start;
    while first < rows.end {
        let last = Ord::min(first + ROWS, rows.end);
        for column in columns.clone() {
            for row in first..last {
                // SAFETY: the caller's promise.
                unsafe {
                    let at = from.byte_offset(column as isize * sides.from_row).add(row);
                    let element = at.cast::<MaybeUninit<T>>().read_unaligned();
                    let at = to.byte_offset(row as isize * sides.to_row).add(column);
                    at.cast::<MaybeUninit<T>>().write_unaligned(element);
                }
            }
        }
        first = last;
    }
}

/// Transposes a matrix of `R` rows and `C` columns.
///
/// # Safety
/// As [`turn`] of elements of `S` bytes.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
unsafe fn small<const S: usize, const R: usize, const C: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    sides: Sides,
) {
    let mut column = 0;
    while column < C {
        let mut row = 0;
        while row < R {
            // SAFETY: the caller's promise.
            unsafe {
                let element = from.byte_offset(column as isize * sides.from_row).add(row).read();
                to.byte_offset(row as isize * sides.to_row).add(column).write(element);
            }
            row += 1;
        }
        column += 1;
    }
}

/// The elements of a row that are moved together where no tile fits.
#[cfg(target_arch = "x86_64")]
const TOGETHER: usize = 8;

/// Moves rows one by one, from a column on, several elements at a time: the last ones end with the row. If there are
/// few rows, they are long.
///
/// # Safety
/// As [`turn`]; there are [`TOGETHER`] columns.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
unsafe fn one_by_one<T: Copy>(from: *const T, to: *mut T, sides: Sides, first: usize) {
    for row in 0..sides.rows {
        let mut column = first;
        while column < sides.columns {
            let begin = Ord::min(column, sides.columns - TOGETHER);
            // SAFETY: the caller's promise, of so many columns.
            unsafe {
                let at = from.add(row).byte_offset(begin as isize * sides.from_row);
                let mut some = [at.cast::<MaybeUninit<T>>().read_unaligned(); TOGETHER];
                let mut k = 1;
                while k < TOGETHER {
                    let at = at.byte_offset(k as isize * sides.from_row);
                    some[k] = at.cast::<MaybeUninit<T>>().read_unaligned();
                    k += 1;
                }
                let to = to.byte_offset(row as isize * sides.to_row).add(begin);
                to.cast::<[MaybeUninit<T>; TOGETHER]>().write_unaligned(some);
            }
            column = begin + TOGETHER;
        }
    }
}

/// Defines the transpositions of elements of some bytes. They are functions of this crate and not a part of each kernel,
/// whose loops would leave them few registers.
macro_rules! sizes {
    ($($name:ident, $bytes:literal, $in_register:literal;)*) => {$(
        /// # Safety
        /// As [`turned`].
        #[inline(never)]
        unsafe fn $name(from: *const [u8; $bytes], to: *mut [u8; $bytes], sides: Sides) {
            // SAFETY: the caller's promise.
            unsafe { turned::<$bytes, $in_register>(from, to, sides) }
        }
    )*};
}

sizes! {
    turned_1, 1, 16;
    turned_2, 2, 8;
    turned_4, 4, 4;
    turned_8, 8, 2;
}

/// Transposes elements of `S` bytes, `M` of which fill a register.
///
/// # Safety
/// As [`turn`] of such elements.
#[inline(always)]
unsafe fn turned<const S: usize, const M: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    sides: Sides,
) {
    let Sides { rows, columns, .. } = sides;
    let element = S as isize;
    // SAFETY: the caller's promise.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if !cfg!(miri) {
            match [rows, columns] {
                [2, 3] => return small::<S, 2, 3>(from, to, sides),
                [3, 2] => return small::<S, 3, 2>(from, to, sides),
                [3, 3] => return small::<S, 3, 3>(from, to, sides),
                [3, 4] => return small::<S, 3, 4>(from, to, sides),
                [4, 3] => return small::<S, 4, 3>(from, to, sides),
                [3, _] if S == 8 => return three(from.cast(), to.cast(), sides),
                _ => {}
            }
            if rows >= M && columns >= M {
                return tiles::<S, M>(from, to, sides);
            }
            let done = match (rows, columns) {
                (1, _) if sides.from_row == 2 * element => one_apart::<S, M, 2>(from, to, columns),
                (1, _) if sides.from_row == 4 * element => one_apart::<S, M, 4>(from, to, columns),
                (1, _) if sides.from_row == 8 * element => one_apart::<S, M, 8>(from, to, columns),
                (2, _) if sides.from_row == 2 * element => apart::<S, M, 2>(from, to, sides),
                (4, _) if sides.from_row == 4 * element => apart::<S, M, 4>(from, to, sides),
                (8, _) if sides.from_row == 8 * element => apart::<S, M, 8>(from, to, sides),
                (2.., _) if rows < M && 2 * rows >= M => few::<S, M>(from, to, sides),
                // Columns of at most four or eight bytes, several of which share a register.
                (2..=4, _) if S == 1 => narrow::<S, M, 4>(from, to, sides),
                (5..=8, _) if S == 1 => narrow::<S, M, 8>(from, to, sides),
                (2..=4, _) if S == 2 => narrow::<S, M, 4>(from, to, sides),
                _ => 0,
            };
            if done == columns {
                return;
            }
            let joined = match (rows, columns) {
                (_, 2) if sides.to_row == 2 * element => joined::<S, M, 2>(from, to, sides),
                (_, 4) if sides.to_row == 4 * element => joined::<S, M, 4>(from, to, sides),
                (_, 8) if sides.to_row == 8 * element => joined::<S, M, 8>(from, to, sides),
                _ => 0,
            };
            return match joined {
                0 if rows < M && columns >= TOGETHER => one_by_one(from, to, sides, done),
                0 => each(from, to, sides, 0..rows, done..columns),
                _ => each(from, to, sides, joined..rows, 0..columns),
            };
        }
        each(from, to, sides, 0..rows, 0..columns);
    }
}

#[cfg(target_arch = "x86_64")]
use x86::{apart, few, joined, narrow, one_apart, three, tiles};

#[cfg(test)]
mod tests;
