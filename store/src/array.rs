//! Arrays on disk whose element type and rank are known only at run time.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;

use array_fn_runtime::plan::DType;

use crate::backend::{Backend, Extent, Header};
use crate::element::ElementType;
use crate::file::Counters;
use crate::grid::{Block, Grid, Layout, c_strides, copy_box, offset, positions};
use crate::memory::Memory;
use crate::raw::RawFile;
use crate::spec::Spec;
use crate::storage::Storage;
use crate::zarr::Zarr;
use crate::{Error, Result, update};

#[cfg(feature = "object-store")]
mod object;
pub(crate) mod open;
mod read;
mod write;

/// An array on disk. Clones are the same array and count together.
///
/// Several threads may read and write. Writes of parts of the same chunk at the same time may undo each other.
#[derive(Clone, Debug)]
pub struct StoredArray {
    backend: Arc<dyn Backend>,
    storage: Storage,
    counters: Arc<Counters>,
    /// The array of which this one has new chunks.
    old: Option<Arc<StoredArray>>,
}

/// Memory for reading chunks, which one thread uses again and again.
#[derive(Debug, Default)]
pub struct Buffers {
    encoded: Memory,
    decoded: Memory,
    /// Files that stay open.
    pub(crate) files: open::OpenFiles,
    /// Whether the system has room to keep what it reads of plain chunks, for later parts of them.
    pub(crate) is_cached: bool,
    /// Whether bytes between elements of plain chunks may be read, too, if there are few.
    pub(crate) over_gaps: bool,
}

impl StoredArray {
    fn new(backend: impl Backend + 'static) -> StoredArray {
        StoredArray::within(Storage::Files, backend)
    }

    fn within(storage: Storage, backend: impl Backend + 'static) -> StoredArray {
        StoredArray { backend: Arc::new(backend), storage, counters: Arc::default(), old: None }
    }

    /// Opens an array: a folder with `zarr.json` or `.zarray`, or a `.npy` file. If a process was killed while it put new chunks of
    /// an update into their places, the rest of them is moved first.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Metadata`].
    pub fn open(path: impl AsRef<Path>) -> Result<StoredArray> {
        let path = path.as_ref();
        if path.is_file() {
            return Ok(StoredArray::new(RawFile::open_npy(path)?));
        }
        update::recover(path)?;
        Ok(StoredArray::new(Zarr::open(&Storage::Files, path)?))
    }

    /// The same array, which has new chunks of `old`.
    pub(crate) fn with_old(mut self, old: &StoredArray) -> StoredArray {
        self.old = Some(Arc::new(old.clone()));
        self
    }

    /// Reads the elements that a chunk of the writing grid has before it is written.
    pub(crate) fn read_before(&self, chunk: &[u64], block: &Block, out: &mut [u8]) -> Result<()> {
        match &self.old {
            Some(old) if !self.backend.place(chunk).0.exists() => old.read_block(block, out),
            _ => self.read_block(block, out),
        }
    }

    /// Opens a file of plain little-endian elements in C order that begin at byte `start`.
    ///
    /// # Errors
    /// [`Error::Io`]; [`Error::Metadata`] if the file is too short.
    pub fn open_raw(
        path: impl AsRef<Path>,
        element: ElementType,
        shape: &[u64],
        start: u64,
    ) -> Result<StoredArray> {
        Ok(StoredArray::new(RawFile::open(path.as_ref(), element, shape, start)?))
    }

    /// Makes a Zarr array without chunks, so that all elements are the fill value.
    ///
    /// # Errors
    /// [`Error::Exists`], [`Error::Io`]; [`Error::Request`] if the description contradicts itself, or a codec is unknown.
    pub fn create(path: impl AsRef<Path>, spec: &Spec) -> Result<StoredArray> {
        Ok(StoredArray::new(Zarr::create(&Storage::Files, path.as_ref(), spec)?))
    }

    /// The array that [`StoredArray::create`] would make. Nothing is made; it is for plans.
    ///
    /// # Errors
    /// [`Error::Request`] if the description contradicts itself, or a codec is unknown.
    pub fn described(path: impl AsRef<Path>, spec: &Spec) -> Result<StoredArray> {
        StoredArray::described_in(&Storage::Files, path.as_ref(), spec)
    }

    pub(crate) fn described_in(storage: &Storage, path: &Path, spec: &Spec) -> Result<StoredArray> {
        Ok(StoredArray::within(storage.clone(), Zarr::described(storage, path, spec)?))
    }

    /// The array that [`StoredArray::create_npy`] would make.
    pub(crate) fn described_npy(
        path: &Path,
        element: ElementType,
        shape: &[u64],
    ) -> Result<StoredArray> {
        Ok(StoredArray::new(RawFile::described_npy(path, element, shape)?))
    }

    /// Makes a `.npy` file of zeros in C order. Most file systems give it no memory on the disk before it is written.
    ///
    /// # Errors
    /// [`Error::Exists`], [`Error::Io`]; [`Error::Request`] for `bfloat16`, which the format does not have.
    pub fn create_npy(
        path: impl AsRef<Path>,
        element: ElementType,
        shape: &[u64],
    ) -> Result<StoredArray> {
        Ok(StoredArray::new(RawFile::create_npy(path.as_ref(), element, shape)?))
    }

    /// What is known of the array without reading chunks.
    pub fn header(&self) -> &Header {
        self.backend.header()
    }

    /// The storage format.
    pub fn backend(&self) -> &dyn Backend {
        &*self.backend
    }

    /// Where its bytes are.
    pub(crate) fn storage(&self) -> &Storage {
        &self.storage
    }

    /// What was read and written through this array and its clones.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    fn io_error(
        &self,
        chunk: &[u64],
        action: &'static str,
        path: &Path,
        source: io::Error,
    ) -> Error {
        Error::Io {
            array: self.header().name.clone(),
            chunk: Some(chunk.to_vec()),
            action,
            path: path.to_owned(),
            source,
        }
    }

    /// Reads the bytes of a chunk of the reading grid as they are in its file. `None` if the chunk is absent.
    ///
    /// # Errors
    /// [`Error::Box`] if there is no such chunk; [`Error::Io`], [`Error::ChunkSize`], [`Error::Codec`] for the index of a
    /// shard.
    pub fn read_encoded<'a>(
        &self,
        chunk: &[u64],
        buffers: &'a mut Buffers,
    ) -> Result<Option<(Extent, &'a [u8])>> {
        self.check_chunk(chunk, &self.header().grid())?;
        Ok(self.load(chunk, &mut buffers.files, &mut buffers.encoded)?.map(|extent| {
            let bytes = extent.bytes as usize;
            (extent, &buffers.encoded[..bytes])
        }))
    }

    /// Reads and decodes a chunk of the reading grid into C-contiguous memory of
    /// [`Header::decoded_shape`].
    ///
    /// # Errors
    /// As for [`StoredArray::read_encoded`], also if the memory has another length, and [`Error::Codec`].
    pub fn read_chunk(&self, chunk: &[u64], buffers: &mut Buffers, out: &mut [u8]) -> Result<()> {
        let (header, grid) = (self.header(), self.header().grid());
        self.check_chunk(chunk, &grid)?;
        self.check_length(chunk, &grid, out.len())?;
        let Some(extent) = self.load(chunk, &mut buffers.files, &mut buffers.encoded)? else {
            for element in out.chunks_exact_mut(header.fill.len()) {
                element.copy_from_slice(&header.fill);
            }
            return Ok(());
        };
        let encoded = Cow::Borrowed(&buffers.encoded[..extent.bytes as usize]);
        self.backend.decode(chunk, &extent, encoded, out)?;
        self.check_values(chunk, &extent, 0, out)
    }

    /// Whether there are bytes that are no value: `bool` has them; all other types use all of theirs.
    fn has_other_values(&self) -> bool {
        self.header().element.dtype == DType::Bool
    }

    fn check_values(&self, chunk: &[u64], extent: &Extent, start: u64, bytes: &[u8]) -> Result<()> {
        if !self.has_other_values() {
            return Ok(());
        }
        match bytes.iter().position(|&byte| byte > 1) {
            None => Ok(()),
            Some(position) => Err(Error::Value {
                array: self.header().name.clone(),
                chunk: chunk.to_vec(),
                path: extent.path.clone(),
                byte: start + position as u64,
                value: bytes[position],
            }),
        }
    }

    /// Reads a box into C-contiguous memory.
    ///
    /// # Errors
    /// [`Error::Box`] if the box is not inside the array, or the memory has another length; errors of chunks.
    pub fn read_block(&self, block: &Block, out: &mut [u8]) -> Result<()> {
        self.check_box(block, out.len())?;
        let header = self.header();
        let grid = header.grid();
        let item = header.element.size();
        let strides = c_strides(&block.shape, item as u64);
        let mut buffers = Buffers::default();
        for chunk in positions(&grid.touched(block)) {
            let Some(part) = grid.block(&chunk).intersection(block) else { continue };
            self.visit(&chunk, &part, &mut buffers, &mut |piece, memory, layout| {
                let at: Vec<u64> =
                    piece.start.iter().zip(&block.start).map(|(&a, &b)| a - b).collect();
                let to = Layout { offset: offset(&at, &strides), strides: strides.clone() };
                // SAFETY: `visit` passes memory that has the piece; the piece is inside the box, and `check_box` found
                // `out` as long as the box.
                unsafe {
                    copy_box(&piece.shape, item, (memory.as_ptr(), layout), (out.as_mut_ptr(), &to))
                };
            })?;
        }
        Ok(())
    }

    fn check_chunk(&self, chunk: &[u64], grid: &Grid) -> Result<()> {
        let counts = grid.counts();
        if chunk.len() == counts.len() && chunk.iter().zip(&counts).all(|(k, count)| k < count) {
            return Ok(());
        }
        let message = format!("no chunk {chunk:?} in a grid of {counts:?} chunks");
        Err(Error::Box { array: self.header().name.clone(), message })
    }

    /// Whether memory is as long as a decoded chunk.
    fn check_length(&self, chunk: &[u64], grid: &Grid, bytes: usize) -> Result<()> {
        let header = self.header();
        let expected = header.bytes(&header.decoded_shape(grid, chunk));
        if bytes as u64 == expected {
            return Ok(());
        }
        let message = format!("chunk {chunk:?} has {expected} bytes, but the memory {bytes}");
        Err(Error::Box { array: header.name.clone(), message })
    }

    fn check_box(&self, block: &Block, bytes: usize) -> Result<()> {
        let header = self.header();
        let wrong = |message| Err(Error::Box { array: header.name.clone(), message });
        let (rank, shape) = (header.shape.len(), &header.shape);
        if block.start.len() != rank || block.shape.len() != rank {
            return Err(Error::Rank {
                array: header.name.clone(),
                expected: block.start.len(),
                actual: rank,
            });
        }
        for axis in 0..rank {
            let end = block.start[axis].checked_add(block.shape[axis]);
            if end.is_none_or(|end| end > shape[axis]) {
                return wrong(format!(
                    "the box that starts at {:?} with shape {:?} is not inside shape {shape:?}",
                    block.start, block.shape
                ));
            }
        }
        let expected = header.bytes(&block.shape);
        if bytes as u64 != expected {
            return wrong(format!(
                "the box of shape {:?} has {expected} bytes, but the memory {bytes}",
                block.shape
            ));
        }
        Ok(())
    }
}
