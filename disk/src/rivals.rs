//! Programs over Zarr arrays as a good programmer writes them by hand: they know the format of the files, read chunks in
//! two or more threads ahead of the arithmetic, and use memory that the caches hold.
//!
//! They are fast because they are special: the arrays must have the types, ranks and chunks that they say, and chunks
//! must be plain or compressed by Zstandard alone.

mod average;
mod chunks;
mod subsample;
mod time_average;

pub use average::{Average, average};
pub use subsample::subsample;
pub use time_average::{TimeAverage, time_average};

use crate::Result;

/// A box of pixels that is looked at with `n` x `n` of them as one.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The first row and column.
    pub start: [usize; 2],
    /// Rows and columns.
    pub size: [usize; 2],
    /// Pixels per pixel of the result, on both axes.
    pub n: usize,
}

impl Query {
    /// The query that is measured.
    pub const MEASURED: Query = Query { start: [4000, 3000], size: [10_000, 10_000], n: 8 };

    /// Rows and columns of the result.
    pub fn result(&self) -> [usize; 2] {
        self.size.map(|size| size / self.n)
    }

    /// Whether no square of `n` x `n` pixels lies in two chunks, and the box is inside the image.
    fn check(&self, shape: &[u64], chunk: &[u64]) -> Result<()> {
        let n = self.n;
        for axis in 0..2 {
            let (start, size) = (self.start[axis], self.size[axis]);
            let is_inside = start.checked_add(size).is_some_and(|end| end as u64 <= shape[axis]);
            let parts = [start, size, chunk[axis] as usize];
            if !is_inside || !(1..=256).contains(&n) || parts.iter().any(|part| part % n != 0) {
                return Err(format!(
                    "axis {axis}: start {start}, size {size} and chunks of {} must be multiples of \
                     n = {n} (1 to 256), inside {}",
                    chunk[axis], shape[axis]
                )
                .into());
            }
        }
        Ok(())
    }
}
