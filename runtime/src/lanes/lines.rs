//! Rows of results that are stored past the caches, a line of memory at a time.
//!
//! The lines within a row are streamed. The elements before the first of them, and after the last, share their lines
//! with other rows. They are stored through the caches, and alone: a store to a line that has just passed the caches
//! waits until the line is in memory, which takes longer than to stream the rest of a short row.

use super::memory::ask_for_own;

/// The bytes of a line of memory.
const LINE: usize = 64;

/// The bytes between a row and a later one, whose first line is asked for.
const AHEAD: usize = 4096;

/// The points of a row that are not stored yet, and the lanes of the present vector that are to be stored.
pub struct Lines {
    at: i64,
    /// The points whose lines are all of the row.
    begin: i64,
    end: i64,
    stop: i64,
    low: i64,
    high: i64,
    past: bool,
}

impl Lines {
    /// No row.
    #[cfg_attr(optimised, inline(always))]
    pub fn none() -> Lines {
        Lines { at: 0, begin: 0, end: 0, stop: 0, low: 0, high: 0, past: false }
    }

    /// Any vector of rows of `n` elements, the first of which is the first of a line. None is stored past the caches if
    /// rows share lines, or a vector is a part of a line: the other part would come much later.
    #[cfg_attr(optimised, inline(always))]
    pub fn of_rows<T, const W: usize>(n: i64) -> Lines {
        let past = W * size_of::<T>() >= LINE && (n as usize).is_multiple_of(W);
        Lines { high: W as i64, past, ..Lines::none() }
    }

    /// The points from `first` to `stop`, at least `W`. The element of `first` is at `to`, and those of the others
    /// follow.
    #[cfg_attr(optimised, inline(always))]
    pub fn of<T, const W: usize>(to: *const T, first: i64, stop: i64) -> Lines {
        let line = usize::max(LINE / size_of::<T>(), W);
        let before = to.addr() / size_of::<T>() % line;
        let begin = i64::min(first + ((line - before) % line) as i64, stop);
        let end = begin + (stop - begin) / line as i64 * line as i64;
        let len = (stop - first) as usize;
        if end < stop {
            let rows = usize::max(1, AHEAD / (len * size_of::<T>()));
            ask_for_own(to.wrapping_add(rows * len));
        }
        Lines { at: first, begin, end, stop, low: 0, high: 0, past: false }
    }

    /// The first point of the next vector of `W` points, or `stop` after the last one.
    #[cfg_attr(optimised, inline(always))]
    pub fn next_vector<const W: usize>(&mut self) -> i64 {
        let width = W as i64;
        let at = self.at;
        self.past = self.begin <= at && at < self.end;
        if self.past {
            self.at = at + width;
            return at;
        }
        if at == self.stop {
            return at;
        }
        // Vectors lie within the row, and end with the last lane that is stored, if there are enough points before it.
        let to = if at < self.begin {
            i64::min(at + width, self.begin)
        } else {
            i64::min(at + width, self.stop)
        };
        let first = i64::min(at, self.stop - width);
        (self.low, self.high) = (at - first, to - first);
        self.at = to;
        first
    }

    /// Whether the present vector is stored past the caches.
    #[cfg_attr(optimised, inline(always))]
    pub fn is_past(&self) -> bool {
        self.past
    }

    /// Whether the present vector is stored past the caches; otherwise, some lanes of it are stored.
    #[cfg_attr(optimised, inline(always))]
    pub(super) fn past(&self) -> Result<(), std::ops::Range<usize>> {
        match self.past {
            true => Ok(()),
            false => Err(self.low as usize..self.high as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each element is stored once, those of whole lines past the caches, and no others.
    #[test]
    fn lines_within_a_row_are_streamed() {
        fn check<T: Copy + Default, const W: usize>() {
            let per_line = usize::max(LINE / size_of::<T>(), W);
            let memory = [T::default(); 400];
            let aligned = memory.as_ptr().align_offset(per_line * size_of::<T>());
            for offset in 0..per_line {
                for len in W..100 {
                    let to = memory.as_ptr().wrapping_add(aligned + offset);
                    let first = 5;
                    let stop = first + len as i64;
                    let mut lines = Lines::of::<T, W>(to, first, stop);
                    let mut stored = vec![None; len];
                    loop {
                        let at = lines.next_vector::<W>();
                        if at == stop {
                            break;
                        }
                        assert!(at >= first && at + W as i64 <= stop);
                        let (lanes, past) = match lines.past() {
                            Ok(()) => (0..W, true),
                            Err(lanes) => (lanes, false),
                        };
                        for lane in lanes {
                            let element = &mut stored[(at - first) as usize + lane];
                            assert!(element.replace(past).is_none());
                        }
                    }
                    for (k, past) in stored.iter().enumerate() {
                        let line = (offset + k) / per_line * per_line;
                        let whole = line >= offset && line + per_line <= offset + len;
                        assert_eq!(*past, Some(whole), "{W} {offset} {len} {k}");
                    }
                }
            }
        }
        check::<f32, 8>();
        check::<f32, 16>();
        check::<f64, 4>();
        check::<f64, 8>();
        check::<f64, 16>();
    }
}
