//! A square matrix, whose chunks are changed in measurements.

use std::path::Path;

use array_fn_store::Stored;

use super::{Storage, generate, uniform};
use crate::Result;

/// A matrix of `size` x `size` numbers in `0..1`.
#[derive(Clone, Copy, Debug)]
pub struct Matrix {
    /// Rows, and columns.
    pub size: usize,
}

impl Matrix {
    /// The matrix that is measured: 2.1 GB.
    pub const MEASURED: Matrix = Matrix { size: 16_384 };
    /// Its chunks: rows.
    pub const CHUNK: [u64; 2] = [64, 16_384];

    /// The number in a row and a column.
    pub fn value(&self, row: usize, column: usize) -> f64 {
        uniform(95, (row * self.size + column) as u64)
    }

    /// Writes the matrix as a Zarr array.
    ///
    /// # Errors
    /// Those of the store, such as an array that exists.
    pub fn write(&self, path: &Path, storage: &Storage<'_, 2>) -> Result<Stored<f64, 2>> {
        generate(path, [self.size; 2], storage, |start, shape, out: &mut [f64]| {
            for (row, i) in out.chunks_exact_mut(shape[1].max(1)).zip(start[0]..) {
                for (value, j) in row.iter_mut().zip(start[1]..) {
                    *value = self.value(i, j);
                }
            }
        })
    }
}
