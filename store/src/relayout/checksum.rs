//! A check sum of the elements of an array that does not depend on how they are stored.

use std::sync::atomic::{AtomicU64, Ordering};

use super::exec::in_threads;
use super::exec::unravel;
use crate::array::Buffers;
use crate::element::{ElementType, cast, has_cast};
use crate::grid::{Layout, c_strides, copy_box, permuted};
use crate::{Error, Result, StoredArray};

/// The sum over all elements of a hash of the element's position in C order and its bytes. Chunks, codecs and formats do
/// not matter; shape, element type, and each bit of each element do.
///
/// # Errors
/// Errors of chunks.
pub fn checksum(array: &StoredArray, threads: usize) -> Result<u64> {
    let axes: Vec<usize> = (0..array.header().shape.len()).collect();
    checksum_as(array, &axes, array.header().element, threads)
}

/// The check sum that the array would have after a change of axes, as in [`Relayout::axes`](super::Relayout::axes), and
/// elements.
///
/// # Errors
/// Errors of chunks; [`Error::Request`] if the axes are no order of the array's, or elements cannot be converted.
pub fn checksum_as(
    array: &StoredArray,
    axes: &[usize],
    element: ElementType,
    threads: usize,
) -> Result<u64> {
    let header = array.header();
    let mut sorted = axes.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..header.shape.len()) {
        return Err(Error::request(format!("{axes:?} is no order of the axes of {}", header.name)));
    }
    if !has_cast(header.element, element) {
        return Err(Error::request(format!("{} cannot become {element}", header.element)));
    }
    let grid = header.grid();
    let (count, counts) = (grid.len(), grid.counts());
    let (next, sum) = (AtomicU64::new(0), AtomicU64::new(0));
    let positions = c_strides(&permuted(&header.shape, axes), 1);
    in_threads(threads, |failed| {
        let (mut buffers, mut ordered, mut casted) = (Buffers::default(), Vec::new(), Vec::new());
        while !failed() {
            let flat = next.fetch_add(1, Ordering::Relaxed);
            if flat >= count {
                break;
            }
            let chunk = unravel(flat, &counts);
            let part = grid.block(&chunk);
            array.visit(&chunk, &part, &mut buffers, &mut |piece, bytes, layout| {
                let piece = piece.permuted(axes);
                let layout =
                    Layout { offset: layout.offset, strides: permuted(&layout.strides, axes) };
                let elements = piece.elements() as usize;
                let item = header.element.size();
                ordered.resize(elements * item, 0);
                let to = Layout { offset: 0, strides: c_strides(&piece.shape, item as u64) };
                // SAFETY: `visit` passes memory that has the piece, and `ordered` is as long as the piece.
                unsafe {
                    let target = (ordered.as_mut_ptr(), &to);
                    copy_box(&piece.shape, item, (bytes.as_ptr(), &layout), target);
                }
                let bytes = if element == header.element {
                    &ordered
                } else {
                    casted.resize(elements * element.size(), 0);
                    cast(header.element, element, &ordered, &mut casted);
                    &casted
                };
                sum.fetch_add(sum_of(&piece, &positions, bytes, element.size()), Ordering::Relaxed);
            })?;
        }
        Ok(())
    })?;
    let mut sum = sum.into_inner();
    for (axis, &size) in permuted(&header.shape, axes).iter().enumerate() {
        sum = sum.wrapping_add(hash(u64::MAX - axis as u64, size));
    }
    let name = element.name().bytes().fold(0, |name, byte| (name << 7) ^ u64::from(byte));
    Ok(sum.wrapping_add(hash(u64::MAX / 2, name)))
}

/// The sum of the hashes of the elements of a box.
fn sum_of(piece: &crate::Block, positions: &[u64], bytes: &[u8], item: usize) -> u64 {
    let row = piece.shape.last().copied().unwrap_or(1).max(1);
    let last = positions.len().saturating_sub(1);
    let mut starts = piece.clone();
    if let Some(size) = starts.shape.last_mut() {
        *size = 1;
    }
    let rows = crate::positions(&starts).zip(bytes.chunks_exact(item * row as usize));
    let mut sum = 0u64;
    for (start, row) in rows {
        let first = crate::grid::offset(&start, positions);
        debug_assert!(positions.is_empty() || positions[last] == 1);
        for (k, element) in row.chunks_exact(item).enumerate() {
            let mut word = [0; 16];
            word[..item].copy_from_slice(element);
            let low = u64::from_le_bytes(word[..8].try_into().unwrap_or_default());
            let high = u64::from_le_bytes(word[8..].try_into().unwrap_or_default());
            sum = sum.wrapping_add(hash(first + k as u64, low ^ high.rotate_left(32)));
        }
    }
    sum
}

/// A finaliser of SplitMix64, applied to a position and a word.
fn hash(position: u64, word: u64) -> u64 {
    let mut z = position.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ word;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^= position.rotate_left(17);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
