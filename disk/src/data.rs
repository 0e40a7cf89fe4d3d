//! Arrays from formulas, written chunk by chunk, so that they may be larger than memory.

mod matrix;
// The programs over data in memory have the same numbers, but are built by the compiler of array functions.
#[path = "../../dataflow/src/generator.rs"]
mod random;
mod series;
mod slide;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use array_fn_store::{Codec, ElementType, Spec, Stored};

pub use matrix::Matrix;
pub use random::{below, bits, uniform};
pub use series::Series;
pub use slide::Slide;

use crate::{Result, in_threads};

/// How an array is stored, and by how many threads it is made.
#[derive(Clone, Debug)]
pub struct Storage<'a, const RANK: usize> {
    /// The shape of the chunks.
    pub chunk: [u64; RANK],
    /// The codecs of the chunks.
    pub codecs: &'a [Codec],
    /// The threads that compute and write; each holds one chunk in memory.
    pub threads: usize,
}

/// Makes an array of `shape` at `path`. `fill` gets the start and the shape of a box, and its elements in C order.
fn generate<T: array_fn_runtime::Element, const RANK: usize>(
    path: &Path,
    shape: [usize; RANK],
    storage: &Storage<'_, RANK>,
    fill: impl Fn([usize; RANK], [usize; RANK], &mut [T]) + Sync,
) -> Result<Stored<T, RANK>> {
    let size = shape.map(|size| size as u64);
    let spec = Spec::new(ElementType::of::<T>(), &size, &storage.chunk);
    let stored = Stored::<T, RANK>::create(path, &spec.codecs(storage.codecs.iter().cloned()))?;
    let grid = stored.header().write_grid();
    let (counts, next) = (grid.counts(), AtomicU64::new(0));
    in_threads(storage.threads, |_| {
        let mut elements = Vec::new();
        loop {
            let mut flat = next.fetch_add(1, Ordering::Relaxed);
            if flat >= grid.len() {
                return Ok(());
            }
            let mut chunk = vec![0; RANK];
            for axis in (0..RANK).rev() {
                chunk[axis] = flat % counts[axis];
                flat /= counts[axis];
            }
            let block = grid.block(&chunk);
            let start = std::array::from_fn(|axis| block.start[axis] as usize);
            let shape = std::array::from_fn(|axis| block.shape[axis] as usize);
            elements.resize(block.elements() as usize, T::default());
            fill(start, shape, &mut elements);
            stored.slice(start, shape).write(&elements)?;
        }
    })?;
    Ok(stored)
}
