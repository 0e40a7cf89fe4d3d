//! Strided loads that are the same in every row.
//!
//! Where points of a row multiply a matrix, as in `einsum("ij,ej->ei", a, u)`, neighbouring lanes read neighbouring rows
//! of the matrix, so each lane's element is loaded alone. But every row `e` loads the same vectors in the same order.
//! The first whole row stores them one after another, and the others read them there.

use super::V;
use super::memory::load_strided;
use super::scratch::Scratch;

/// The most vectors that are kept.
const MOST: usize = 4096;

/// The vectors of a row's strided loads, in the order in which they are loaded.
pub struct Kept<T, const W: usize> {
    /// For `MOST` vectors, as soon as a row has to store its own.
    memory: Option<Scratch>,
    first: *mut [T; W],
    /// The place of the next load.
    at: *mut [T; W],
    turn: Turn,
    /// Whether vectors cannot be kept: there are too many of them, or there is no memory.
    failed: bool,
}

/// What a row does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Load,
    LoadAndStore,
    Read,
}

impl<T: Copy, const W: usize> Kept<T, W> {
    #[cfg_attr(optimised, inline(always))]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let none = std::ptr::null_mut();
        Kept { memory: None, first: none, at: none, turn: Turn::Load, failed: false }
    }

    /// Begins a row. Only whole rows do the same loads. `more` says whether another one may follow.
    #[cfg_attr(optimised, inline(always))]
    pub fn row(&mut self, is_whole: bool, more: bool) {
        self.turn = match is_whole && !self.failed && W > 1 {
            true if self.memory.is_some() => Turn::Read,
            true if more => self.begin_to_store(),
            _ => Turn::Load,
        };
        self.at = self.first;
    }

    fn begin_to_store(&mut self) -> Turn {
        let Some(mut memory) = Scratch::try_new::<[T; W]>(MOST) else {
            self.failed = true;
            return Turn::Load;
        };
        self.first = memory.ptr();
        self.memory = Some(memory);
        Turn::LoadAndStore
    }

    /// Lanes from elements `stride` apart, or what the same load of an earlier row has stored.
    ///
    /// # Safety
    /// Every `from + lane * stride` must be readable. All whole rows must do the same loads, of elements that do not
    /// change.
    #[cfg_attr(optimised, inline(always))]
    pub unsafe fn load(&mut self, from: *const T, stride: i64) -> V<T, W> {
        if self.turn == Turn::Read {
            // SAFETY: this load of the first whole row has stored its vector here.
            let vector = V(unsafe { self.at.read() });
            self.at = self.at.wrapping_add(1);
            return vector;
        }
        // SAFETY: the caller's promise.
        let vector = unsafe { load_strided(from, stride) };
        if self.turn == Turn::LoadAndStore {
            if self.at == self.first.wrapping_add(MOST) {
                (self.failed, self.turn) = (true, Turn::Load);
            } else {
                // SAFETY: the memory has this many vectors.
                unsafe { self.at.write(vector.0) };
                self.at = self.at.wrapping_add(1);
            }
        }
        vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first lanes that `loads` loads of each row return. Rows are whole or not.
    fn loaded(rows: &[bool], loads: usize) -> Vec<Vec<f64>> {
        // Each element is the number of times that it was read.
        let mut matrix = vec![0.0; 2 * loads];
        let mut kept = Kept::<f64, 2>::new();
        let mut all = Vec::new();
        for (row, &is_whole) in rows.iter().enumerate() {
            kept.row(is_whole, row + 1 < rows.len());
            let of_row = (0..loads).map(|k| {
                matrix[k] = row as f64;
                // SAFETY: the elements are in the vector.
                unsafe { kept.load(matrix.as_ptr().add(k), loads as i64) }.0[0]
            });
            all.push(of_row.collect());
        }
        all
    }

    #[test]
    fn whole_rows_read_what_the_first_of_them_stored() {
        let rows = loaded(&[false, true, false, true, true], 3);
        // The row whose values each row has.
        let of = |row: usize| rows[row][0];
        assert_eq!([of(0), of(1), of(2), of(3), of(4)], [0.0, 1.0, 2.0, 1.0, 1.0]);
        assert!(rows.iter().all(|row| row.iter().all(|value| *value == row[0])));
    }

    #[test]
    fn too_many_vectors_are_loaded_by_every_row() {
        let rows = loaded(&[true; 3], MOST + 1);
        assert!((0..3).all(|row| rows[row].iter().all(|value| *value == row as f64)));
        let rows = loaded(&[true; 3], MOST);
        assert!(rows[2].iter().all(|value| *value == 0.0));
    }
}
