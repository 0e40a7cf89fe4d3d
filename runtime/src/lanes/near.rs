//! Loads lanes from elements that lie near each other, in any order. The elements of a vector are loaded in one piece,
//! and one instruction puts them in order.
//!
//! If vectors run on over the ends of short rows, the places that they read repeat after a block of vectors. Two blocks
//! differ only by a distance that depends on their first rows. So the order of each vector is worked out once per place
//! in a block.

use super::{V, each};
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// How often places are worked out before giving up. Blocks whose rows are not equally far from each other may come in
/// between.
const TRIES: u8 = 4;
/// Parts of 4 bytes in the largest vector.
const PARTS: usize = 16;

/// The places that the vectors of a block read: at most `TURNS` vectors of `W` lanes. `FLOAT` tells whether the largest
/// vectors are of floats (see [`super`]).
pub struct Near<T, const W: usize, const TURNS: usize, const FLOAT: bool> {
    /// Whether the pieces and the orders have been written.
    known: bool,
    tries: u8,
    /// The distance that a row adds to a place.
    by: i64,
    /// The beginning of the piece of each vector.
    pieces: [MaybeUninit<i64>; TURNS],
    /// For each vector, and each 4 bytes of it, the number of these 4 bytes in the piece.
    orders: [MaybeUninit<[i32; PARTS]>; TURNS],
    elements: PhantomData<T>,
}

impl<T: Copy, const W: usize, const TURNS: usize, const FLOAT: bool> Near<T, W, TURNS, FLOAT> {
    /// Whether one instruction moves the elements of a vector.
    const IS_REGISTER: bool = cfg!(target_arch = "x86_64")
        && matches!(size_of::<T>(), 4 | 8)
        && (W * size_of::<T>() == 32 || FLOAT && W * size_of::<T>() == 64);

    /// A state in which nothing is worked out yet.
    #[cfg_attr(optimised, inline(always))]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Near {
            known: false,
            tries: 0,
            by: 0,
            pieces: [const { MaybeUninit::uninit() }; TURNS],
            orders: [const { MaybeUninit::uninit() }; TURNS],
            elements: PhantomData,
        }
    }

    /// Whether the elements of each vector of a block lie near each other. `places` has, for each of the `turns`
    /// vectors, the distances of its lanes' elements from the block's first row.
    ///
    /// # Safety
    /// There must be as many places, at most `TURNS`, and `W` lanes mean the instruction set that they stand for.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn block(&mut self, places: *const [i64; W], turns: i64) -> bool {
        if Self::IS_REGISTER && self.tries == 0 {
            // SAFETY: the caller's promise.
            unsafe { self.work_out(|turn, lane| (*places.add(turn))[lane], turns as usize) };
        }
        self.known
    }

    /// The same, but each lane also reads a number of rows after the block's first row. The `count` rows are at
    /// `rows[0]`, `rows[1]`, ...
    ///
    /// # Safety
    /// As for [`Near::block`]; there must be two rows or more.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn block_of_rows(
        &mut self,
        places: *const [i64; W],
        steps: *const [i64; W],
        turns: i64,
        rows: *const i64,
        count: i64,
    ) -> bool {
        if !Self::IS_REGISTER {
            return false;
        }
        // SAFETY: the caller's promise.
        unsafe {
            let first = *rows;
            let by = (*rows.add(1)).wrapping_sub(first);
            let expected = |k: i64| first.wrapping_add(by.wrapping_mul(k));
            let even =
                (0..count).fold(true, |even, k| even & (*rows.add(k as usize) == expected(k)));
            if even && (self.tries == 0 || by != self.by) && self.tries < TRIES {
                self.by = by;
                let at = |turn: usize, lane: usize| {
                    let step = (*steps.add(turn))[lane].wrapping_mul(by);
                    (*places.add(turn))[lane].wrapping_add(step)
                };
                self.work_out(at, turns as usize);
            }
            even && self.known && by == self.by
        }
    }

    /// # Safety
    /// There must be at most `TURNS` vectors, of which `at` tells the places.
    #[inline(never)]
    unsafe fn work_out(&mut self, at: impl Fn(usize, usize) -> i64, turns: usize) {
        (self.tries, self.known) = (self.tries + 1, false);
        let bounds = |vectors: std::ops::Range<usize>| {
            let lanes = vectors.flat_map(|turn| (0..W).map(move |lane| (turn, lane)));
            lanes
                .map(|(turn, lane)| at(turn, lane))
                .fold((i64::MAX, i64::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let width = W as i64;
        let (low, high) = bounds(0..turns);
        if high.saturating_sub(low) < width - 1 {
            return;
        }
        let parts = size_of::<T>() / 4;
        for turn in 0..turns {
            // No piece reaches beyond the elements that lanes of the block read; everything in between is of one array.
            let (least, most) = bounds(turn..turn + 1);
            let piece = least.min(high - (width - 1));
            if most - piece >= width {
                return;
            }
            let mut order = [0; PARTS];
            for (k, part) in order[..W * parts].iter_mut().enumerate() {
                *part = (at(turn, k / parts) - piece) as i32 * parts as i32 + (k % parts) as i32;
            }
            self.pieces[turn].write(piece);
            self.orders[turn].write(order);
        }
        self.known = true;
    }

    /// The lanes of vector `turn` of a block whose elements lie near each other, and whose first row is at `from`.
    ///
    /// # Safety
    /// The block must have been found to be near, the elements of all of its vectors must be readable, and lie in one
    /// array.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn load(&self, from: *const T, turn: i64) -> V<T, W> {
        // SAFETY: the caller's promise: places were worked out, and a piece lies between two elements of the block.
        unsafe {
            let turn = turn as usize;
            let order = self.orders.get_unchecked(turn).assume_init_ref();
            let from = from.offset(self.pieces.get_unchecked(turn).assume_init() as isize);
            #[cfg(target_arch = "x86_64")]
            {
                use std::arch::x86_64::*;
                let mut lanes = MaybeUninit::<[T; W]>::uninit();
                match W * size_of::<T>() {
                    32 => {
                        let (piece, order) = (from.cast(), order.as_ptr().cast());
                        let piece = _mm256_loadu_si256(piece);
                        let moved = _mm256_permutevar8x32_epi32(piece, _mm256_loadu_si256(order));
                        _mm256_storeu_si256(lanes.as_mut_ptr().cast(), moved);
                        return V(lanes.assume_init());
                    }
                    64 if FLOAT => {
                        let (piece, order) = (from.cast(), order.as_ptr().cast());
                        let piece = _mm512_loadu_si512(piece);
                        let moved = _mm512_permutexvar_epi32(_mm512_loadu_si512(order), piece);
                        _mm512_storeu_si512(lanes.as_mut_ptr().cast(), moved);
                        return V(lanes.assume_init());
                    }
                    _ => {}
                }
            }
            let parts = size_of::<T>() / 4;
            V(each(|k| from.add(order[k * parts] as usize / parts).read()))
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// The places of eight rows of `N` points, from those of a row and a column.
    fn block<const W: usize, const N: usize>(at: impl Fn(i64, i64) -> i64) -> Vec<[i64; W]> {
        let lane = |point: usize| at((point / N) as i64, (point % N) as i64);
        (0..8 * N / W).map(|turn| each(|k| lane(turn * W + k))).collect()
    }

    #[test]
    fn neighbours_in_another_order() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let x: [f32; 32] = each(|k| k as f32);
        let mut near = Near::<f32, 8, 4, true>::new();
        let places = block::<8, 4>(|row, column| 4 * row + 3 - column);
        // SAFETY: there are as many places, all of the array, and the instruction set.
        unsafe {
            assert!(near.block(places.as_ptr(), 4));
            for (turn, places) in places.iter().enumerate() {
                let expected: [f32; 8] = each(|k| x[places[k] as usize]);
                assert_eq!(near.load(x.as_ptr(), turn as i64).0, expected, "{turn}");
            }
        }
        // Elements that are too far from each other, and too few for a piece.
        let apart = block::<8, 4>(|row, column| 4 * row + 9 * column);
        let few = block::<8, 4>(|_, column| column);
        for places in [apart, few] {
            // SAFETY: see above.
            assert!(!unsafe { Near::<f32, 8, 4, true>::new().block(places.as_ptr(), 4) });
        }
    }

    #[test]
    fn rows_from_anywhere() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        let x: [f64; 80] = each(|k| k as f64);
        let places = block::<4, 2>(|_, column| column);
        let steps = block::<4, 2>(|row, _| row);
        let mut near = Near::<f64, 4, 4, true>::new();
        let even = |first: i64, by: i64| -> [i64; 8] { each(|k| first + by * k as i64) };
        let mut is_near = |rows: [i64; 8]| {
            let turns = places.len() as i64;
            // SAFETY: there are as many places and rows, and the instruction set.
            unsafe {
                let is_near =
                    near.block_of_rows(places.as_ptr(), steps.as_ptr(), turns, rows.as_ptr(), 8);
                for turn in 0..if is_near { places.len() } else { 0 } {
                    let at = |k: usize| (places[turn][k] + rows[steps[turn][k] as usize]) as usize;
                    let loaded = near.load(x.as_ptr().offset(rows[0] as isize), turn as i64);
                    assert_eq!(loaded.0, each::<_, 4>(|k| x[at(k)]), "{rows:?}");
                }
                is_near
            }
        };
        assert!(is_near(even(6, 2)));
        assert!(is_near(even(12, 2)));
        // Rows that begin anew, which tell nothing about the others.
        assert!(!is_near([10, 12, 0, 2, 4, 6, 8, 10]));
        assert!(is_near(even(3, 2)));
        assert!(is_near(even(40, -2)));
        assert!(!is_near(even(0, 9)));
    }
}
