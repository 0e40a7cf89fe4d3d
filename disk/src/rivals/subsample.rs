//! Every nth pixel.

use std::path::Path;
use std::sync::Mutex;

use array_fn_store::{Block, ElementType};

use super::chunks::Chunks;
use super::{Average, Query};
use crate::Result;

/// Every `n`th pixel in both directions of a box of a slide, an array of `u8` of shape `[rows, columns, 3]`; the first is
/// that of the corner. The sum is that of these pixels. Of plain chunks, only rows with such pixels are copied from the
/// system's cache.
///
/// # Errors
/// As for [`average`](super::average()).
pub fn subsample(path: &Path, query: &Query, threads: usize) -> Result<Average> {
    let chunks = Chunks::open(path, ElementType::of::<u8>(), 3)?;
    query.check(&chunks.shape, &chunks.chunk)?;
    if chunks.shape[2] != 3 || chunks.chunk[2] != 3 {
        return Err("the image must have three channels in one chunk".into());
    }
    let ([rows, columns], n) = (query.result(), query.n);
    let result = Mutex::new((vec![0; rows * columns * 3], 0u64));
    let [y, x] = query.start.map(|start| start as u64);
    let [height, width] = query.size.map(|size| size as u64);
    let block = Block { start: vec![y, x, 0], shape: vec![height, width, 3] };
    let stride = chunks.chunk[1] as usize * 3;
    chunks.for_each(&block, threads, |_, chunk| {
        let inside = |axis: usize| (chunk.part.start[axis] - chunk.start[axis]) as usize;
        let at = |axis: usize| (chunk.part.start[axis] as usize - query.start[axis]) / n;
        let size = |axis: usize| chunk.part.shape[axis] as usize;
        let (mut memory, mut pixels) = (vec![0; (size(1) - n + 1) * 3], Vec::new());
        for row in (0..size(0)).step_by(n) {
            let offset = (inside(0) + row) * stride + inside(1) * 3;
            let bytes = chunk.bytes(offset, &mut memory)?;
            for pixel in bytes.chunks(3 * n) {
                pixels.extend_from_slice(&pixel[..3]);
            }
        }
        let sum = pixels.iter().map(|&value| u64::from(value)).sum::<u64>();
        let mut result = result.lock().map_err(|_| "a thread panicked")?;
        result.1 += sum;
        let width = size(1) / n * 3;
        for (row, source) in (at(0)..).zip(pixels.chunks_exact(width)) {
            let start = (row * columns + at(1)) * 3;
            result.0[start..start + width].copy_from_slice(source);
        }
        Ok(())
    })?;
    let (means, sum) = result.into_inner().map_err(|_| "a thread panicked")?;
    Ok(Average { shape: [rows, columns, 3], means, sum, bytes_read: chunks.bytes_read() })
}
