//! Writing of boxes and chunks.

use std::fs::OpenOptions;
use std::io;

use super::StoredArray;
use crate::Result;
use crate::file::{replace, start_writeback, write_at, write_direct};
use crate::grid::{Block, Layout, c_strides, copy_box, offset, positions};
use crate::memory::Memory;
use crate::pieces::PIECE;
#[cfg(feature = "object-store")]
use crate::storage::Storage;

impl StoredArray {
    /// Writes a box from C-contiguous memory. Chunks that the box has in part are read, changed and written. A chunk
    /// changes as a whole or not at all; an error may leave some chunks changed and others not.
    ///
    /// # Errors
    /// As for [`StoredArray::read_block`].
    pub fn write_block(&self, block: &Block, source: &[u8]) -> Result<()> {
        self.check_box(block, source.len())?;
        let header = self.header();
        let grid = header.write_grid();
        let item = header.element.size();
        let strides = c_strides(&block.shape, item as u64);
        let mut memory = Memory::default();
        for chunk in positions(&grid.touched(block)) {
            let inside = grid.block(&chunk);
            let Some(part) = inside.intersection(block) else { continue };
            let shape = header.decoded_shape(&grid, &chunk);
            let chunk_strides = c_strides(&shape, item as u64);
            let decoded = memory.room(header.bytes(&shape))?;
            if part != inside || shape != inside.shape {
                for element in decoded.chunks_exact_mut(item) {
                    element.copy_from_slice(&header.fill);
                }
            }
            if part != inside {
                let mut old = vec![0; header.bytes(&inside.shape) as usize];
                self.read_before(&chunk, &inside, &mut old)?;
                let from = Layout { offset: 0, strides: c_strides(&inside.shape, item as u64) };
                let to = Layout { offset: 0, strides: chunk_strides.clone() };
                // SAFETY: both memories have the elements of the chunk that are inside the array.
                unsafe {
                    let target = (decoded.as_mut_ptr(), &to);
                    copy_box(&inside.shape, item, (old.as_ptr(), &from), target);
                }
            }
            let at = |start: &[u64], strides: &[u64]| {
                let at: Vec<u64> = part.start.iter().zip(start).map(|(&a, &b)| a - b).collect();
                Layout { offset: offset(&at, strides), strides: strides.to_vec() }
            };
            let (from, to) = (at(&block.start, &strides), at(&inside.start, &chunk_strides));
            // SAFETY: the part is inside the box, which `source` has, and inside the chunk.
            unsafe {
                let target = (decoded.as_mut_ptr(), &to);
                copy_box(&part.shape, item, (source.as_ptr(), &from), target);
            }
            self.put_chunk(&chunk, decoded, self.old.is_none())?;
        }
        Ok(())
    }

    /// Encodes a chunk of the writing grid from C-contiguous memory of [`Header::decoded_shape`](crate::Header::decoded_shape), and writes it.
    ///
    /// # Errors
    /// [`Error::Box`](crate::Error::Box) if there is no such chunk, or the memory has another length; [`Error::Io`](crate::Error::Io), [`Error::Codec`](crate::Error::Codec). The chunk is as before then.
    pub fn write_chunk(&self, chunk: &[u64], decoded: &[u8]) -> Result<()> {
        let grid = self.header().write_grid();
        self.check_chunk(chunk, &grid)?;
        self.check_length(chunk, &grid, decoded.len())?;
        self.put_chunk(chunk, decoded, self.old.is_none())
    }

    /// The same; `shared`: others may read the array at the same time.
    pub(crate) fn put_chunk(&self, chunk: &[u64], decoded: &[u8], shared: bool) -> Result<()> {
        let encoded = self.backend.encode(chunk, decoded)?;
        #[cfg(feature = "object-store")]
        if let Storage::Objects(store) = &self.storage {
            return self.put_object(store, chunk, encoded);
        }
        let encoded = &*encoded;
        let (path, offset) = self.backend.place(chunk);
        let write = |options: &mut OpenOptions, offset| {
            let file = options.write(true).open(&path)?;
            write_at(&file, encoded, offset, &self.counters)?;
            // Of small files there are many, and the system does better with them.
            if !shared && encoded.len() >= PIECE as usize {
                start_writeback(&file);
            }
            Ok(())
        };
        let create = || OpenOptions::new().create(true).truncate(true).clone();
        let new_file = || match write_direct(&path, encoded, &self.counters)? {
            true => Ok(()),
            false => write(&mut create(), 0),
        };
        let written = match offset {
            Some(offset) => write(&mut OpenOptions::new(), offset),
            None if shared => replace(&path, encoded, &self.counters),
            None => match new_file() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| new_file())
                }
                other => other,
            },
        };
        written.map_err(|error| self.io_error(chunk, "write", &path, error))?;
        self.counters.wrote_chunk();
        Ok(())
    }
}
