//! Loads lanes from elements that lie near each other, in any order. The elements of a register are loaded in one piece
//! or in two, and few instructions put them in order.
//!
//! If vectors run on over the ends of short rows, the places that they read repeat after a block of vectors. Two blocks
//! differ only by a distance that depends on their first rows. So the order of each vector is worked out once per place
//! in a block.

use super::V;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// How often places are worked out before giving up. Blocks whose rows are not equally far from each other may come in
/// between.
const TRIES: u8 = 4;
/// The bytes of the largest vector.
const MOST_BYTES: usize = 64;
/// The most registers of a vector.
const MOST_REGISTERS: usize = 2;

/// The places that the vectors of a block read: at most `TURNS` vectors of `W` lanes. `FLOAT` tells whether the largest
/// vectors are of floats (see [`super`]).
pub struct Near<T, const W: usize, const TURNS: usize, const FLOAT: bool> {
    /// Whether the pieces and the orders have been written.
    known: bool,
    /// Whether there are registers whose elements are in two pieces.
    two: bool,
    tries: u8,
    /// The distance that a row adds to a place.
    by: i64,
    /// The beginnings of the two pieces of each register of each vector.
    pieces: [MaybeUninit<[[i64; 2]; MOST_REGISTERS]>; TURNS],
    orders: [MaybeUninit<Order>; TURNS],
    elements: PhantomData<T>,
}

/// Where the elements of a vector are. For each 4 bytes of each register, the number of these 4 bytes in both pieces of
/// the register, as if one followed the other. If elements are smaller, for each byte of each register its place in the
/// first piece, and then for each byte its place in the second; [`NOWHERE`] is in neither.
type Order = [u8; MOST_BYTES];

/// No place in a piece. The instruction makes a 0 of it.
const NOWHERE: u8 = 0x80;

impl<T: Copy, const W: usize, const TURNS: usize, const FLOAT: bool> Near<T, W, TURNS, FLOAT> {
    const SIZE: usize = size_of::<T>();
    /// The bytes of a register.
    const REGISTER: usize = match W * Self::SIZE {
        _ if Self::SIZE < 4 => 16,
        64 if FLOAT => 64,
        _ => 32,
    };
    /// The elements of a register.
    const WIDTH: usize = Self::REGISTER / Self::SIZE;
    const REGISTERS: usize = W / Self::WIDTH;
    /// Whether vectors consist of registers.
    const IS_REGISTER: bool = cfg!(target_arch = "x86_64")
        && W.is_multiple_of(Self::WIDTH)
        && Self::REGISTERS >= 1
        && Self::REGISTERS <= MOST_REGISTERS
        && W * Self::SIZE <= MOST_BYTES / if Self::SIZE < 4 { 2 } else { 1 };

    /// A state in which nothing is worked out yet.
    #[cfg_attr(optimised, inline(always))]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Near {
            known: false,
            two: false,
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
        (self.tries, self.known, self.two) = (self.tries + 1, false, false);
        let bounds = |vectors: std::ops::Range<usize>, lanes: std::ops::Range<usize>| {
            let lanes = vectors.flat_map(|turn| lanes.clone().map(move |lane| (turn, lane)));
            lanes
                .map(|(turn, lane)| at(turn, lane))
                .fold((i64::MAX, i64::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let width = Self::WIDTH as i64;
        let (low, high) = bounds(0..turns, 0..W);
        if high.saturating_sub(low) < width - 1 {
            return;
        }
        for turn in 0..turns {
            let (mut pieces, mut order) = ([[0; 2]; MOST_REGISTERS], [NOWHERE; MOST_BYTES]);
            for (register, pieces) in pieces[..Self::REGISTERS].iter_mut().enumerate() {
                let lanes = register * Self::WIDTH..(register + 1) * Self::WIDTH;
                let (least, most) = bounds(turn..turn + 1, lanes.clone());
                // No piece reaches beyond the elements that lanes of the block read; everything in between is of one
                // array.
                let first = least.min(high - (width - 1));
                let second = first.max(most - (width - 1));
                if second - first > width {
                    return;
                }
                self.two |= second > first;
                *pieces = [first, second];
                for lane in lanes {
                    let place = at(turn, lane) - first;
                    let (piece, place) = match place < width {
                        true => (0, place as usize),
                        false => (1, (place - (second - first)) as usize),
                    };
                    Self::put(&mut order, register, lane % Self::WIDTH, piece, place);
                }
            }
            self.pieces[turn].write(pieces);
            self.orders[turn].write(order);
        }
        self.known = true;
    }

    /// Notes that lane `lane` of a register is element `place` of a piece.
    fn put(order: &mut Order, register: usize, lane: usize, piece: usize, place: usize) {
        for k in 0..Self::SIZE.min(4) {
            let bytes = 2 * register + piece;
            match Self::SIZE {
                1 | 2 => {
                    order[bytes * Self::REGISTER + lane * Self::SIZE + k] =
                        (place * Self::SIZE + k) as u8;
                }
                // Integers of 4 bytes, in the order of x86.
                size => {
                    for part in 0..size / 4 {
                        let at = register * Self::REGISTER + lane * size + 4 * part;
                        let from = piece * Self::REGISTER / 4 + place * size / 4 + part;
                        order[at + k] = (from as u32).to_le_bytes()[k];
                    }
                }
            }
        }
    }

    /// The lanes of vector `turn` of a block whose elements lie near each other, and whose first row is at `from`.
    ///
    /// # Safety
    /// The block must have been found to be near, the elements of all of its vectors must be readable, and lie in one
    /// array.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn load(&self, from: *const T, turn: i64) -> V<T, W> {
        // SAFETY: the caller's promise: pieces and orders were worked out. A piece lies between two elements of the
        // block, and what is stored fills the registers of a vector.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            use std::arch::x86_64::*;
            let turn = turn as usize;
            let order = self.orders.get_unchecked(turn).assume_init_ref().as_ptr();
            let pieces = self.pieces.get_unchecked(turn).assume_init_ref();
            let mut lanes = MaybeUninit::<[T; W]>::uninit();
            let to = lanes.as_mut_ptr().cast::<u8>();
            for (register, pieces) in pieces.iter().enumerate().take(Self::REGISTERS) {
                let [first, second] = pieces.map(|piece| from.wrapping_offset(piece as isize));
                let to = to.add(register * Self::REGISTER);
                match Self::REGISTER {
                    16 => {
                        let order = order.add(32 * register).cast::<__m128i>();
                        let place = _mm_loadu_si128(order);
                        let mut moved = _mm_shuffle_epi8(_mm_loadu_si128(first.cast()), place);
                        if self.two {
                            let (place, piece) = (_mm_loadu_si128(order.add(1)), second.cast());
                            let other = _mm_shuffle_epi8(_mm_loadu_si128(piece), place);
                            moved = _mm_or_si128(moved, other);
                        }
                        _mm_storeu_si128(to.cast(), moved);
                    }
                    32 => {
                        let place = _mm256_loadu_si256(order.add(32 * register).cast());
                        let piece = _mm256_loadu_si256(first.cast());
                        let mut moved = _mm256_permutevar8x32_epi32(piece, place);
                        if self.two {
                            let piece = _mm256_loadu_si256(second.cast());
                            let other = _mm256_permutevar8x32_epi32(piece, place);
                            // The bit that counts pieces becomes the sign.
                            let piece = _mm256_slli_epi32::<28>(place);
                            moved = _mm256_castps_si256(_mm256_blendv_ps(
                                _mm256_castsi256_ps(moved),
                                _mm256_castsi256_ps(other),
                                _mm256_castsi256_ps(piece),
                            ));
                        }
                        _mm256_storeu_si256(to.cast(), moved);
                    }
                    _ => {
                        let place = _mm512_loadu_si512(order.cast());
                        let piece = _mm512_loadu_si512(first.cast());
                        let moved = match self.two {
                            true => {
                                let other = _mm512_loadu_si512(second.cast());
                                _mm512_permutex2var_epi32(piece, place, other)
                            }
                            false => _mm512_permutexvar_epi32(place, piece),
                        };
                        _mm512_storeu_si512(to.cast(), moved);
                    }
                }
            }
            V(lanes.assume_init())
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = (from, turn);
            unreachable!("vectors have registers on x86-64 only")
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::each;
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

    /// Reversed rows of `N` elements, whose vectors reach over the ends of rows, so that they take two pieces.
    fn reversed<T, const W: usize, const N: usize, const FLOAT: bool>(element: fn(usize) -> T)
    where
        T: Copy + PartialEq + std::fmt::Debug,
    {
        let x: Vec<T> = (0..2 * W * N).map(element).collect();
        let places: Vec<[i64; W]> = (0..N)
            .map(|turn| each(|lane| turn * W + lane))
            .map(|points: [usize; W]| {
                points.map(|point| (point / N * N + N - 1 - point % N) as i64)
            })
            .collect();
        let mut near = Near::<T, W, 32, FLOAT>::new();
        // SAFETY: there are as many places, all of the array, and the callers have the instruction set.
        unsafe {
            assert!(near.block(places.as_ptr(), N as i64));
            for row in [0, W] {
                for (turn, places) in places.iter().enumerate() {
                    let expected: [T; W] = each(|k| x[row * N + places[k] as usize]);
                    let from = x.as_ptr().add(row * N);
                    assert_eq!(near.load(from, turn as i64).0, expected, "{W} {N} {turn}");
                }
            }
        }
    }

    #[test]
    fn neighbours_in_two_pieces() {
        if is_x86_feature_detected!("avx2") {
            reversed::<u8, 16, 3, false>(|k| k as u8);
            reversed::<u8, 32, 3, false>(|k| k as u8);
            reversed::<u8, 16, 16, false>(|k| k as u8);
            reversed::<u16, 8, 3, false>(|k| k as u16);
            reversed::<u16, 16, 5, false>(|k| k as u16);
            reversed::<f32, 8, 3, true>(|k| k as f32);
            reversed::<i32, 16, 3, false>(|k| k as i32);
            reversed::<f64, 4, 3, true>(|k| k as f64);
        }
        if is_x86_feature_detected!("avx512f") {
            reversed::<f32, 16, 3, true>(|k| k as f32);
            reversed::<f32, 16, 15, true>(|k| k as f32);
            reversed::<f64, 8, 7, true>(|k| k as f64);
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
