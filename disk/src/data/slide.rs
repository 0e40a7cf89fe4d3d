//! A slide under a microscope.

use std::path::Path;

use array_fn_store::Stored;

use super::{Storage, bits, generate};
use crate::Result;

/// An image of `rows` x `columns` pixels of red, green and blue. Its pixels are sums of a stripe per row, a stripe per
/// column and channel, and hyperbolas, all modulo 256.
#[derive(Clone, Debug)]
pub struct Slide {
    of_row: Vec<u32>,
    of_column: Vec<u32>,
}

impl Slide {
    /// Rows of the slide that is measured.
    pub const ROWS: usize = 19_760;
    /// Columns of the slide that is measured.
    pub const COLUMNS: usize = 15_360;
    /// Its chunks.
    pub const CHUNK: [u64; 3] = [1024, 1024, 3];

    /// A slide of some size. The pixels do not depend on the size.
    pub fn new(rows: usize, columns: usize) -> Slide {
        let table =
            |stream, size| (0..size as u64).map(|i| (bits(stream, i) >> 56) as u32).collect();
        Slide { of_row: table(81, rows), of_column: table(82, 3 * columns) }
    }

    /// The slide that is measured: 902 MiB.
    pub fn measured() -> Slide {
        Slide::new(Slide::ROWS, Slide::COLUMNS)
    }

    /// The size: rows, columns, channels.
    pub fn shape(&self) -> [usize; 3] {
        [self.of_row.len(), self.of_column.len() / 3, 3]
    }

    /// Channel `c` of the pixel in row `y` and column `x`.
    pub fn pixel(&self, y: usize, x: usize, c: usize) -> u8 {
        let hyperbola = (x as u32).wrapping_mul(y as u32) >> 6;
        (self.of_row[y] + self.of_column[3 * x + c]).wrapping_add(hyperbola) as u8
    }

    /// Writes the slide as a Zarr array of shape `[rows, columns, 3]`.
    ///
    /// # Errors
    /// Those of the store, such as an array that exists.
    pub fn write(&self, path: &Path, storage: &Storage<'_, 3>) -> Result<Stored<u8, 3>> {
        generate(path, self.shape(), storage, |start, shape, out: &mut [u8]| {
            let rows = out.chunks_exact_mut((shape[1] * shape[2]).max(1));
            for (row, y) in rows.zip(start[0]..) {
                for (pixel, x) in row.chunks_exact_mut(shape[2].max(1)).zip(start[1]..) {
                    for (value, c) in pixel.iter_mut().zip(start[2]..) {
                        *value = self.pixel(y, x, c);
                    }
                }
            }
        })
    }
}
