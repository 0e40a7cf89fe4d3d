//! Memory of a thread that its kernels use one after the other: what is too large for the thread's stack.

use std::cell::RefCell;

/// A cache line.
#[repr(C, align(64))]
struct Line([u8; 64]);

thread_local! {
    /// What kernels of this thread have used and will use again.
    static FREE: RefCell<Vec<Vec<Line>>> = const { RefCell::new(Vec::new()) };
}

/// Memory that a kernel uses until it ends. It is aligned to cache lines and not initialised.
pub struct Scratch {
    /// Only its capacity is used.
    lines: Vec<Line>,
}

impl Scratch {
    /// Memory for `len` values.
    pub fn new<T>(len: usize) -> Self {
        let mut lines = free();
        lines.reserve_exact(needed::<T>(len));
        Scratch { lines }
    }

    /// Memory for `len` values, unless there is not enough.
    pub(super) fn try_new<T>(len: usize) -> Option<Self> {
        let mut lines = free();
        lines.try_reserve_exact(needed::<T>(len)).ok()?;
        Some(Scratch { lines })
    }

    #[cfg_attr(optimised, inline(always))]
    pub fn ptr<T>(&mut self) -> *mut T {
        self.lines.as_mut_ptr().cast()
    }
}

impl Drop for Scratch {
    #[cold]
    #[inline(never)]
    fn drop(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        let _ = FREE.try_with(|free| free.borrow_mut().push(lines));
    }
}

/// Memory of this thread that no kernel uses, or none.
#[cold]
#[inline(never)]
fn free() -> Vec<Line> {
    // There is none while the thread ends.
    FREE.try_with(|free| free.borrow_mut().pop()).ok().flatten().unwrap_or_default()
}

/// The number of lines that hold `len` values.
fn needed<T>(len: usize) -> usize {
    (len * size_of::<T>()).div_ceil(size_of::<Line>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_used_again_and_shared_by_no_two_kernels() {
        let mut first = Scratch::new::<f64>(1000);
        let mut second = Scratch::new::<[f64; 8]>(10);
        let places: [*mut u8; 2] = [first.ptr(), second.ptr()];
        assert_ne!(places[0], places[1]);
        assert!(places.iter().all(|place| place.addr() % 64 == 0));
        drop(first);
        let mut third = Scratch::new::<f64>(10);
        assert_eq!(third.ptr::<u8>(), places[0]);
        drop((second, third));
        assert_eq!(FREE.with_borrow(Vec::len), 2);
    }
}
