//! Arrays in object stores.
//!
//! A request costs much more than some bytes, so a chunk takes one request: its size comes with its bytes. Only chunks of
//! shards need the size and the index of the shard before.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::{Buffers, StoredArray};
use crate::backend::Extent;
use crate::file::replace;
use crate::grid::{Block, Layout};
use crate::memory::Memory;
use crate::object::{Download, Store};
use crate::spec::Spec;
use crate::storage::Storage;
use crate::zarr::Zarr;
use crate::{Error, Result};

impl StoredArray {
    /// Opens a Zarr array in an object store.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Metadata`];
    /// [`Error::Request`] if the path is no key.
    pub fn open_at(store: &Store, path: &str) -> Result<StoredArray> {
        let (key, storage) = (store.key(path)?, Storage::Objects(store.clone()));
        Ok(StoredArray::within(storage.clone(), Zarr::open(&storage, &key)?))
    }

    /// Makes a Zarr array without chunks, so that all elements are the fill value.
    ///
    /// # Errors
    /// [`Error::Exists`], [`Error::Io`];
    /// [`Error::Request`] if the path is no key, the description contradicts itself, or a codec is
    /// unknown.
    pub fn create_at(store: &Store, path: &str, spec: &Spec) -> Result<StoredArray> {
        let (key, storage) = (store.key(path)?, Storage::Objects(store.clone()));
        Ok(StoredArray::within(storage.clone(), Zarr::create(&storage, &key, spec)?))
    }

    /// Asks for a range of the bytes of a chunk, or all of them.
    fn ask<'s>(
        &self,
        store: &'s Store,
        chunk: &[u64],
        range: Option<Range<u64>>,
    ) -> Result<Option<(Extent, Download<'s>)>> {
        let (path, wanted, known) = match self.backend.file_of_chunk(chunk) {
            Some(path) => (path, range, None),
            None => {
                let Some(extent) = self.backend.extent(chunk)? else { return Ok(None) };
                let range = range.unwrap_or(0..extent.bytes);
                let wanted = extent.offset + range.start..extent.offset + range.end;
                (extent.path.clone(), Some(wanted), Some(extent))
            }
        };
        let found = match store.get(&path, wanted) {
            Ok(found) => found,
            Err(error) => return Err(self.failed_request(chunk, path, known.is_some(), error)),
        };
        let Some(download) = found else {
            return match known {
                // The shard was there when its index was read.
                Some(_) => Err(self.io_error(chunk, "read", &path, io::ErrorKind::NotFound.into())),
                None => Ok(None),
            };
        };
        let extent = match known {
            Some(extent) => Some(extent),
            None => self.backend.extent_in(chunk, path, download.size())?,
        };
        Ok(extent.map(|extent| (extent, download)))
    }

    /// The error of a request. Objects that are too short for a range are told by their size.
    fn failed_request(
        &self,
        chunk: &[u64],
        path: PathBuf,
        is_shard: bool,
        error: io::Error,
    ) -> Error {
        if !is_shard
            && let Ok(Some(bytes)) = self.storage.size(&path)
            && let Err(wrong) = self.backend.extent_in(chunk, path.clone(), bytes)
        {
            return wrong;
        }
        self.io_error(chunk, "read", &path, error)
    }

    /// Reads the bytes of a chunk as they are in its object.
    pub(super) fn load_object(
        &self,
        store: &Store,
        chunk: &[u64],
        encoded: &mut Memory,
    ) -> Result<Option<Extent>> {
        let Some((extent, download)) = self.ask(store, chunk, None)? else { return Ok(None) };
        self.receive(chunk, &extent, download, encoded.room(extent.bytes)?)?;
        Ok(Some(extent))
    }

    fn receive(
        &self,
        chunk: &[u64],
        extent: &Extent,
        download: Download<'_>,
        out: &mut [u8],
    ) -> Result<()> {
        let bytes = out.len();
        download.read(out).map_err(|error| self.io_error(chunk, "read", &extent.path, error))?;
        self.counters.read(bytes);
        self.counters.read_chunk();
        Ok(())
    }

    /// Fills `out` with the bytes of a plain chunk from `first` on. Returns whether there is a chunk.
    pub(super) fn read_object(
        &self,
        store: &Store,
        chunk: &[u64],
        first: u64,
        out: &mut [u8],
    ) -> Result<bool> {
        let range = first..first + out.len() as u64;
        let Some((extent, download)) = self.ask(store, chunk, Some(range))? else {
            return Ok(false);
        };
        self.receive(chunk, &extent, download, out)?;
        self.check_values(chunk, &extent, first, out)?;
        Ok(true)
    }

    /// Reads a part of a plain chunk, with what is between its elements: one request costs more than these bytes.
    pub(super) fn visit_span(
        &self,
        store: &Store,
        chunk: &[u64],
        (part, (first, bytes)): (&Block, (u64, u64)),
        buffers: &mut Buffers,
        each: &mut dyn FnMut(&Block, &[u8], &Layout),
    ) -> Result<()> {
        let memory = buffers.encoded.room(bytes)?;
        if !self.read_object(store, chunk, first, memory)? {
            self.absent(part, each);
            return Ok(());
        }
        let strides = self.header().strides.clone().unwrap_or_default();
        each(part, memory, &Layout { offset: 0, strides });
        Ok(())
    }

    /// Writes a chunk of the writing grid as `source` has it, which encodes alike. Returns its bytes, 0 if it is absent.
    pub(crate) fn copy_chunk(&self, source: &StoredArray, chunk: &[u64]) -> Result<u64> {
        let (from, _) = source.backend.place(chunk);
        let failed = |error| source.io_error(chunk, "read", &from, error);
        let mut memory = Memory::default();
        let bytes = match &source.storage {
            Storage::Files => {
                let Some(bytes) = source.storage.size(&from).map_err(failed)? else { return Ok(0) };
                source.check_written(chunk, &from, bytes)?;
                let out = memory.room(bytes)?;
                source.storage.read_at(&from, out, 0).map_err(failed)?;
                bytes
            }
            Storage::Objects(store) => {
                let Some(download) = store.get(&from, None).map_err(failed)? else {
                    return Ok(0);
                };
                let bytes = download.size();
                source.check_written(chunk, &from, bytes)?;
                download.read(memory.room(bytes)?).map_err(failed)?;
                bytes
            }
        };
        source.counters.read(bytes as usize);
        source.counters.read_chunk();
        match &self.storage {
            Storage::Files => {
                let (to, _) = self.backend.place(chunk);
                replace(&to, &memory, &self.counters)
                    .map_err(|error| self.io_error(chunk, "write", &to, error))?;
                self.counters.wrote_chunk();
            }
            Storage::Objects(store) => self.put_bytes(store, chunk, Bytes::from_owner(memory))?,
        }
        Ok(bytes)
    }

    /// Whether an encoded chunk of the writing grid may have so many bytes.
    fn check_written(&self, chunk: &[u64], path: &Path, actual: u64) -> Result<()> {
        let scratch = self.backend.scratch();
        let is_right = match scratch.fixed_write {
            Some(expected) => actual == expected,
            None => actual <= scratch.written,
        };
        if is_right {
            return Ok(());
        }
        let (array, chunk, path) = (self.header().name.clone(), chunk.to_vec(), path.to_owned());
        Err(Error::ChunkSize { array, chunk, path, expected: scratch.written, actual })
    }

    /// Writes an encoded chunk. Stores want memory of their own, so elements that are not encoded are copied.
    pub(super) fn put_object(
        &self,
        store: &Store,
        chunk: &[u64],
        encoded: Cow<'_, [u8]>,
    ) -> Result<()> {
        let bytes = match encoded {
            Cow::Owned(bytes) => Bytes::from(bytes),
            Cow::Borrowed(bytes) => {
                let mut memory = Memory::new(bytes.len())?;
                memory.room(bytes.len() as u64)?.copy_from_slice(bytes);
                Bytes::from_owner(memory)
            }
        };
        self.put_bytes(store, chunk, bytes)
    }

    fn put_bytes(&self, store: &Store, chunk: &[u64], bytes: Bytes) -> Result<()> {
        let (path, _) = self.backend.place(chunk);
        let length = bytes.len();
        store.put(&path, bytes).map_err(|error| self.io_error(chunk, "write", &path, error))?;
        self.backend.changed(chunk);
        self.counters.wrote(length);
        self.counters.wrote_chunk();
        Ok(())
    }
}
