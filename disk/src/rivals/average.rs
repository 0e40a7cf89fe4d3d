//! Means of squares of pixels.

use std::path::Path;
use std::sync::Mutex;

use array_fn_store::{Block, ElementType};

use super::Query;
use super::chunks::{Chunk, Chunks};
use crate::Result;

/// Bytes of rows that are read at once; the second cache holds them.
const PIECE: usize = 192 << 10;

/// What [`average`] computed.
pub struct Average {
    /// Rows, columns and channels of the result.
    pub shape: [usize; 3],
    /// Means, rounded down.
    pub means: Vec<u8>,
    /// The sum of all pixels of the box.
    pub sum: u64,
    /// Bytes of files that were read.
    pub bytes_read: u64,
}

/// The means of squares of `n` x `n` pixels of a box of a slide, an array of `u8` of shape `[rows, columns, 3]`.
///
/// # Errors
/// Another kind of array; a query whose squares lie in two chunks; errors of files.
pub fn average(path: &Path, query: &Query, threads: usize) -> Result<Average> {
    let chunks = Chunks::open(path, ElementType::of::<u8>(), 3)?;
    query.check(&chunks.shape, &chunks.chunk)?;
    if chunks.shape[2] != 3 || chunks.chunk[2] != 3 {
        return Err("the image must have three channels in one chunk".into());
    }
    let [rows, columns] = query.result();
    let result = Mutex::new((vec![0; rows * columns * 3], 0u64));
    let [y, x] = query.start.map(|start| start as u64);
    let [height, width] = query.size.map(|size| size as u64);
    let block = Block { start: vec![y, x, 0], shape: vec![height, width, 3] };
    chunks.for_each(&block, threads, |_, chunk| {
        let (means, sum) = of_chunk(chunk, query.n, chunks.chunk[1] as usize * 3)?;
        let at = |axis: usize| chunk.part.start[axis] as usize - query.start[axis];
        let (top, left) = (at(0) / query.n, at(1) / query.n);
        let width = chunk.part.shape[1] as usize / query.n * 3;
        let mut result = result.lock().map_err(|_| "a thread panicked")?;
        result.1 += sum;
        for (row, source) in (top..).zip(means.chunks_exact(width)) {
            let start = (row * columns + left) * 3;
            result.0[start..start + width].copy_from_slice(source);
        }
        Ok(())
    })?;
    let (means, sum) = result.into_inner().map_err(|_| "a thread panicked")?;
    Ok(Average { shape: [rows, columns, 3], means, sum, bytes_read: chunks.bytes_read() })
}

/// The means of the squares of a chunk, whose rows have `stride` bytes, and the sum of its pixels.
fn of_chunk(chunk: &Chunk<'_>, n: usize, stride: usize) -> Result<(Vec<u8>, u64)> {
    let inside = |axis: usize| (chunk.part.start[axis] - chunk.start[axis]) as usize;
    let (first, left, width) = (inside(0), inside(1) * 3, chunk.part.shape[1] as usize * 3);
    let rows = chunk.part.shape[0] as usize;
    let at_once = (PIECE / stride / n).max(1) * n;
    let mut memory = vec![0; at_once.min(rows) * stride];
    let mut of_columns = vec![0u16; width];
    let mut means = Vec::with_capacity(rows / n * width / n);
    let mut sum = 0;
    for row in (0..rows).step_by(at_once) {
        let count = at_once.min(rows - row);
        let bytes = chunk.bytes((first + row) * stride, &mut memory[..count * stride])?;
        for rows in bytes.chunks_exact(n * stride) {
            sum += squares(rows, (stride, left, n), &mut of_columns, &mut means);
        }
    }
    Ok((means, sum))
}

/// Appends the means of the squares in `n` rows, and returns the sum of their pixels.
fn squares(
    rows: &[u8],
    layout: (usize, usize, usize),
    of_columns: &mut [u16],
    means: &mut Vec<u8>,
) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return unsafe { squares_avx2(rows, layout, of_columns, means) };
    }
    squares_with(rows, layout, of_columns, means)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn squares_avx2(
    rows: &[u8],
    layout: (usize, usize, usize),
    of_columns: &mut [u16],
    means: &mut Vec<u8>,
) -> u64 {
    squares_with(rows, layout, of_columns, means)
}

#[inline(always)]
fn squares_with(
    rows: &[u8],
    (stride, left, n): (usize, usize, usize),
    of_columns: &mut [u16],
    means: &mut Vec<u8>,
) -> u64 {
    // Sums of columns first: neighbours in memory are added to neighbours, a vector at a time.
    let width = of_columns.len();
    let row = |k: usize| &rows[k * stride + left..][..width];
    if n == 8 {
        let [a, b, c, d, e, f, g, h] = std::array::from_fn(row);
        for (j, sum) in of_columns.iter_mut().enumerate() {
            let low = u16::from(a[j]) + u16::from(b[j]) + u16::from(c[j]) + u16::from(d[j]);
            let high = u16::from(e[j]) + u16::from(f[j]) + u16::from(g[j]) + u16::from(h[j]);
            *sum = low + high;
        }
        return across::<8>(of_columns, means);
    }
    of_columns.fill(0);
    for k in 0..n {
        for (sum, &pixel) in of_columns.iter_mut().zip(row(k)) {
            *sum += u16::from(pixel);
        }
    }
    let mut total = 0;
    let area = (n * n) as u32;
    for square in of_columns.chunks_exact(3 * n) {
        for channel in 0..3 {
            let sum: u32 = square[channel..].iter().step_by(3).map(|&sum| u32::from(sum)).sum();
            means.push((sum / area) as u8);
            total += u64::from(sum);
        }
    }
    total
}

/// Sums of `N` neighbouring pixels, per channel, for an `N` that the compiler knows. `N * N * 255` fits 16 bits.
#[inline(always)]
fn across<const N: usize>(of_columns: &[u16], means: &mut Vec<u8>) -> u64 {
    let mut total = 0;
    for square in of_columns.chunks_exact(3 * N) {
        let mut sums = [0u16; 3];
        for pixel in square.chunks_exact(3) {
            for channel in 0..3 {
                sums[channel] += pixel[channel];
            }
        }
        means.extend(sums.map(|sum| (sum / (N * N) as u16) as u8));
        total += sums.iter().map(|&sum| u64::from(sum)).sum::<u64>();
    }
    total
}
