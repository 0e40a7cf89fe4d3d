//! Copies of parts of matrices, in the order in which the kernel reads them.
//!
//! A copy consists of panels. A panel has as many rows of the left matrix, or as many columns of the right one, as a
//! block. It holds the first elements of all these vectors, then the second ones, and so on.

use super::Element;

/// Vectors of numbers: rows of the left matrix, or columns of the right one.
#[derive(Clone, Copy)]
pub(super) struct Vectors<T> {
    pub(super) from: *const T,
    pub(super) count: usize,
    /// The elements from one vector to the next.
    pub(super) stride: isize,
    /// The number of elements of each vector, and the distance from one to the next. For complex numbers, an element is
    /// a pair.
    pub(super) terms: usize,
    pub(super) step: isize,
}

impl<T: Element> Vectors<T> {
    /// # Safety
    /// As for the element.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn at(&self, vector: usize, term: usize) -> *const T {
        // SAFETY: promised by the caller.
        unsafe { self.from.offset(vector as isize * self.stride + term as isize * self.step) }
    }

    /// Writes the vectors in panels of `WIDTH`. Places of the last panel without a vector stay as they are.
    ///
    /// # Safety
    /// The elements must be there, and `to` must be writable for all panels, the last one as if it were whole.
    #[cfg_attr(optimised, inline(always))]
    pub(super) unsafe fn pack<const WIDTH: usize>(&self, to: *mut T) {
        for begin in (0..self.count).step_by(WIDTH) {
            // SAFETY: promised by the caller; panels before this one are whole.
            unsafe {
                let panel = Vectors { from: self.at(begin, 0), ..*self };
                let to = to.add(begin * self.terms);
                // Most panels are whole, so that their number of vectors is a constant.
                match self.count - begin {
                    count if count >= WIDTH => panel.panel::<WIDTH>(WIDTH, to),
                    count => panel.panel::<WIDTH>(count, to),
                }
            }
        }
    }

    /// # Safety
    /// As for [`Vectors::pack`], of the first `count` vectors.
    #[cfg_attr(optimised, inline(always))]
    unsafe fn panel<const WIDTH: usize>(&self, count: usize, to: *mut T) {
        let mut begin = 0;
        // SAFETY: promised by the caller; where four vectors and four terms are turned, there are as many.
        unsafe {
            if self.step == 1 && self.stride != 1 && count >= 4 {
                while begin + 4 <= self.terms {
                    for vector in (0..count).step_by(4) {
                        let vector = vector.min(count - 4);
                        let to = to.add(begin * WIDTH + vector);
                        turn(self.at(vector, begin), self.stride, to, WIDTH);
                    }
                    begin += 4;
                }
            }
            for term in begin..self.terms {
                let to = to.add(term * WIDTH);
                match self.stride {
                    1 => to.copy_from_nonoverlapping(self.at(0, term), count),
                    _ => (0..count).for_each(|k| to.add(k).write(*self.at(k, term))),
                }
            }
        }
    }

    /// Writes complex numbers as twice as many real terms.
    ///
    /// # Safety
    /// As for [`Vectors::pack`], with twice the terms, each a pair of elements side by side.
    #[cfg_attr(optimised, inline(always))]
    pub(super) unsafe fn pack_parts<const WIDTH: usize>(&self, to: *mut T) {
        for begin in (0..self.count).step_by(WIDTH) {
            // SAFETY: promised by the caller.
            unsafe {
                let to = to.add(begin * 2 * self.terms);
                for term in 0..self.terms {
                    let to = to.add(term * 2 * WIDTH);
                    for k in 0..WIDTH.min(self.count - begin) {
                        let from = self.at(begin + k, term);
                        to.add(k).write(*from);
                        to.add(WIDTH + k).write(*from.add(1));
                    }
                }
            }
        }
    }

    /// Writes complex numbers as the real matrices that multiply pairs in the same way: `[[re, im], [-im, re]]`. There
    /// are twice as many columns and twice as many terms.
    ///
    /// # Safety
    /// As for [`Vectors::pack`], with twice the vectors and twice the terms, each number a pair of elements side by
    /// side.
    #[cfg_attr(optimised, inline(always))]
    pub(super) unsafe fn pack_matrices<const WIDTH: usize>(&self, to: *mut T) {
        for begin in (0..self.count).step_by(WIDTH / 2) {
            // SAFETY: promised by the caller.
            unsafe {
                let to = to.add(begin * 2 * 2 * self.terms);
                for term in 0..self.terms {
                    let to = to.add(term * 2 * WIDTH);
                    for k in 0..(WIDTH / 2).min(self.count - begin) {
                        let from = self.at(begin + k, term);
                        let (re, im) = (*from, *from.add(1));
                        to.add(2 * k).cast::<[T; 2]>().write_unaligned([re, im]);
                        to.add(WIDTH + 2 * k).cast::<[T; 2]>().write_unaligned([-im, re]);
                    }
                }
            }
        }
    }
}

/// Transposes four terms of four vectors: element `i` of vector `k` goes to `i * width + k`.
///
/// # Safety
/// All of these must be there.
#[cfg_attr(optimised, inline(always))]
unsafe fn turn<T: Copy>(from: *const T, stride: isize, to: *mut T, width: usize) {
    // SAFETY: promised by the caller.
    unsafe {
        let vector = |k: isize| from.offset(k * stride).cast::<[T; 4]>().read_unaligned();
        let [a, b, c, d] = [vector(0), vector(1), vector(2), vector(3)];
        for i in 0..4 {
            to.add(i * width).cast::<[T; 4]>().write_unaligned([a[i], b[i], c[i], d[i]]);
        }
    }
}
