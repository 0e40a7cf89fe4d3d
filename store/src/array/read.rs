//! Reading of chunks, and of parts of them.

use std::borrow::Cow;

use super::open::{OpenFile, OpenFiles};
use super::{Buffers, StoredArray};
use crate::Result;
use crate::backend::Extent;
use crate::file::{Access, read_at};
use crate::grid::{Block, Layout, c_strides, offset};
use crate::memory::Memory;
use crate::pieces::Pieces;
use crate::runs::read_runs;
#[cfg(feature = "object-store")]
use crate::storage::Storage;

/// The first byte of a box of plain elements, and the number of bytes up to the end of the last.
fn span(start: &[u64], shape: &[u64], strides: &[u64], item: u64) -> (u64, u64) {
    let last: Vec<u64> = start.iter().zip(shape).map(|(&a, &n)| a + n.saturating_sub(1)).collect();
    let (first, last) = (offset(start, strides), offset(&last, strides));
    (first, last - first + item)
}

impl StoredArray {
    /// Reads the bytes of a chunk as they are stored.
    pub(super) fn load(
        &self,
        chunk: &[u64],
        files: &mut OpenFiles,
        encoded: &mut Memory,
    ) -> Result<Option<Extent>> {
        #[cfg(feature = "object-store")]
        if let Storage::Objects(store) = &self.storage {
            return self.load_object(store, chunk, encoded);
        }
        let Some(OpenFile { extent, file, .. }) = files.get(self, chunk)? else { return Ok(None) };
        let out = encoded.room(extent.bytes)?;
        let read = read_at(file, out, extent.offset, &self.counters);
        read.map_err(|error| self.io_error(chunk, "read", &extent.path, error))?;
        let extent = extent.clone();
        files.used();
        self.counters.read_chunk();
        Ok(Some(extent))
    }

    /// Reads the elements of `part`, a box inside one chunk of the reading grid, and hands them over in boxes, each with
    /// a memory and the layout in it. Of plain chunks in files no other bytes are read; of those in object stores, all from
    /// the first element to the last.
    pub(crate) fn visit(
        &self,
        chunk: &[u64],
        part: &Block,
        buffers: &mut Buffers,
        each: &mut dyn FnMut(&Block, &[u8], &Layout),
    ) -> Result<()> {
        let header = self.header();
        let grid = header.grid();
        let block = grid.block(chunk);
        let shape = header.decoded_shape(&grid, chunk);
        let inside: Vec<u64> = part.start.iter().zip(&block.start).map(|(&a, &b)| a - b).collect();
        if let Some(strides) = &header.strides {
            #[cfg(feature = "object-store")]
            if let Storage::Objects(store) = &self.storage {
                let span = span(&inside, &part.shape, strides, header.element.size() as u64);
                return self.visit_span(store, chunk, (part, span), buffers, each);
            }
            return self.visit_plain(chunk, (part, &inside, strides), buffers, each);
        }
        let item = header.element.size() as u64;
        let Some(extent) = self.load(chunk, &mut buffers.files, &mut buffers.encoded)? else {
            self.absent(part, each);
            return Ok(());
        };
        let encoded = Cow::Borrowed(&buffers.encoded[..extent.bytes as usize]);
        let decoded = buffers.decoded.room(header.bytes(&shape))?;
        self.backend.decode(chunk, &extent, encoded, decoded)?;
        self.check_values(chunk, &extent, 0, decoded)?;
        let strides = c_strides(&shape, item);
        each(part, decoded, &Layout { offset: offset(&inside, &strides), strides });
        Ok(())
    }

    /// Reads a part of a chunk straight into memory of its own, in C order, if that can be done without a copy. Returns
    /// whether it did.
    pub(crate) fn read_part(
        &self,
        chunk: &[u64],
        part: &Block,
        buffers: &mut Buffers,
        out: &mut [u8],
    ) -> Result<bool> {
        let (header, grid) = (self.header(), self.header().grid());
        let block = grid.block(chunk);
        let Some(strides) = &header.strides else {
            let is_whole = block == *part && header.decoded_shape(&grid, chunk) == part.shape;
            if is_whole {
                self.read_chunk(chunk, buffers, out)?;
            }
            return Ok(is_whole);
        };
        // Axes of one element may have any stride.
        let in_order = c_strides(&part.shape, header.element.size() as u64);
        let mut axes = part.shape.iter().zip(in_order.iter().zip(strides));
        let is_one_run = axes.all(|(&size, (a, b))| size == 1 || a == b);
        let all = Pieces::within(&part.shape, strides, header.element.size() as u64, u64::MAX);
        let are_near = buffers.over_gaps && self.storage.is_files() && all.is_in_order();
        if !is_one_run && !are_near {
            return Ok(false);
        }
        let inside: Vec<u64> = part.start.iter().zip(&block.start).map(|(&a, &b)| a - b).collect();
        let at = offset(&inside, strides);
        #[cfg(feature = "object-store")]
        if let Storage::Objects(store) = &self.storage {
            return self.read_object(store, chunk, at, out);
        }
        let Some(open) = buffers.files.get(self, chunk)? else { return Ok(false) };
        open.advise(if is_one_run { Access::Sequential } else { all.access() });
        let OpenFile { extent, file, .. } = open;
        let failed = |error| self.io_error(chunk, "read", &extent.path, error);
        if is_one_run {
            read_at(file, out, extent.offset + at, &self.counters).map_err(failed)?;
            self.check_values(chunk, extent, at, out)?;
        } else {
            let positions = || all.runs(&part.shape, strides).map(|run| at + run);
            let runs = positions().map(|at| extent.offset + at);
            let runs = runs.zip(out.chunks_mut(all.run as usize));
            read_runs(file, runs, &self.counters).map_err(failed)?;
            if self.has_other_values() {
                for (at, bytes) in positions().zip(out.chunks(all.run as usize)) {
                    self.check_values(chunk, extent, at, bytes)?;
                }
            }
        }
        buffers.files.used();
        self.counters.read_chunk();
        Ok(true)
    }

    /// Lets the system read the bytes of a part of a chunk, which will be read soon. What is wrong is found then.
    pub(crate) fn ahead(&self, chunk: &[u64], part: &Block, buffers: &mut Buffers) {
        if !self.storage.is_files() {
            return;
        }
        let Ok(Some(open)) = buffers.files.get(self, chunk) else { return };
        let header = self.header();
        let (first, bytes) = match &header.strides {
            Some(strides) => {
                let block = header.grid().block(chunk);
                let start: Vec<u64> =
                    part.start.iter().zip(&block.start).map(|(&a, &b)| a - b).collect();
                span(&start, &part.shape, strides, header.element.size() as u64)
            }
            None => (0, open.extent.bytes),
        };
        open.read_ahead(first, bytes);
        buffers.files.used();
    }

    pub(super) fn absent(&self, part: &Block, each: &mut dyn FnMut(&Block, &[u8], &Layout)) {
        let layout = Layout { offset: 0, strides: vec![0; part.start.len()] };
        each(part, &self.header().fill, &layout);
    }

    fn visit_plain(
        &self,
        chunk: &[u64],
        (part, inside, strides): (&Block, &[u64], &[u64]),
        buffers: &mut Buffers,
        each: &mut dyn FnMut(&Block, &[u8], &Layout),
    ) -> Result<()> {
        let Some(open) = buffers.files.get(self, chunk)? else {
            self.absent(part, each);
            return Ok(());
        };
        let pieces = Pieces::new(&part.shape, strides, self.header().element.size() as u64);
        let access = match buffers.is_cached {
            true => Access::Soon,
            false => pieces.access(),
        };
        open.advise(access);
        let OpenFile { extent, file, .. } = open;
        let failed = |error| self.io_error(chunk, "read", &extent.path, error);
        let memory = buffers.encoded.room(pieces.bytes)?;
        for piece in pieces.boxes(&part.shape) {
            let bytes = self.header().bytes(&piece.shape) as usize;
            let first = offset(inside, strides) + offset(&piece.start, strides);
            let positions = || pieces.runs(&piece.shape, strides).map(|run| first + run);
            let runs = positions().map(|at| extent.offset + at);
            let runs = runs.zip(memory[..bytes].chunks_mut(pieces.run as usize));
            match buffers.over_gaps {
                true => read_runs(file, runs, &self.counters),
                false => runs
                    .into_iter()
                    .try_for_each(|(at, out)| read_at(file, out, at, &self.counters)),
            }
            .map_err(failed)?;
            if self.has_other_values() {
                for (at, run) in positions().zip(memory[..bytes].chunks(pieces.run as usize)) {
                    self.check_values(chunk, extent, at, run)?;
                }
            }
            let start = piece.start.iter().zip(&part.start).map(|(&a, &b)| a + b).collect();
            let layout = Layout { offset: 0, strides: pieces.strides(&piece.shape) };
            each(&Block { start, shape: piece.shape }, &memory[..bytes], &layout);
        }
        buffers.files.used();
        self.counters.read_chunk();
        Ok(())
    }

    /// Whether parts of chunks are read without the bytes between them.
    pub(crate) fn reads_parts(&self) -> bool {
        self.header().strides.is_some() && self.storage.is_files()
    }

    /// The bytes that a read of a box of a chunk takes; of chunks with codecs, those without them.
    pub(crate) fn bytes_of_part(&self, part: &Block) -> u64 {
        let header = self.header();
        match &header.strides {
            Some(_) if self.storage.is_files() => header.bytes(&part.shape),
            Some(strides) => {
                span(&part.start, &part.shape, strides, header.element.size() as u64).1
            }
            None => header.bytes(&header.chunk),
        }
    }

    /// The calls that read a box of plain elements, `part` of a chunk.
    pub(crate) fn plain_reads(&self, part: &[u64]) -> u64 {
        let Some(strides) = &self.header().strides else { return 1 };
        let pieces = Pieces::new(part, strides, self.header().element.size() as u64);
        // Pieces of several runs have whole ones, because both are made of the same axes.
        part.iter().product::<u64>() * pieces.item / pieces.run.max(1)
    }
}
