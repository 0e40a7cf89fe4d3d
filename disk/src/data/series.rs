//! A time series of the nodes of a simulation.

use std::path::Path;

use array_fn_store::Stored;

use super::{Storage, bits, generate};
use crate::Result;

/// Four numbers per element and time step, of shape `[steps, elements, 4]`, in `0..1`.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// The number of time steps.
    pub steps: usize,
    /// The number of elements.
    pub elements: usize,
}

impl Series {
    /// Numbers per element.
    pub const KINDS: usize = 4;
    /// The series that is measured: 1.56 GB.
    pub const MEASURED: Series = Series { steps: 46_080, elements: 2113 };
    /// Its chunks.
    pub const CHUNK: [u64; 3] = [256, 2113, 4];

    /// The number of kind `k` of an element at a time step.
    pub fn value(&self, step: usize, element: usize, k: usize) -> f32 {
        let i = (step * self.elements + element) * Series::KINDS + k;
        (bits(91, i as u64) >> 40) as f32 / (1u32 << 24) as f32
    }

    /// The weight of a time step: 1 to 7.
    pub fn weight(step: usize) -> f64 {
        (1 + step % 7) as f64
    }

    /// Writes the series as a Zarr array.
    ///
    /// # Errors
    /// Those of the store, such as an array that exists.
    pub fn write(&self, path: &Path, storage: &Storage<'_, 3>) -> Result<Stored<f32, 3>> {
        let shape = [self.steps, self.elements, Series::KINDS];
        generate(path, shape, storage, |start, shape, out: &mut [f32]| {
            let [_, elements, kinds] = shape;
            for (i, value) in out.iter_mut().enumerate() {
                let (step, element, k) = (i / (elements * kinds), i / kinds % elements, i % kinds);
                *value = self.value(start[0] + step, start[1] + element, start[2] + k);
            }
        })
    }
}
