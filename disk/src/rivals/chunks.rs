//! Files of chunks, read ahead of their use.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use array_fn_store::{Block, ElementType, StoredArray, positions};

use crate::{Result, in_threads};

/// An array whose chunks are files of plain elements, or such files compressed by Zstandard.
pub(super) struct Chunks {
    folder: PathBuf,
    pub(super) shape: Vec<u64>,
    pub(super) chunk: Vec<u64>,
    is_plain: bool,
    item: usize,
    bytes_read: AtomicU64,
}

/// What a thread has for its chunks.
#[derive(Default)]
struct Memory {
    encoded: Vec<u8>,
    decoded: Vec<u8>,
    decoder: Option<zstd::bulk::Decompressor<'static>>,
}

/// A chunk that can be read.
pub(super) struct Chunk<'a> {
    /// The elements of the chunk that are wanted.
    pub(super) part: Block,
    /// Where the chunk begins.
    pub(super) start: Vec<u64>,
    file: File,
    /// All bytes of the chunk, if it is compressed.
    decoded: Option<&'a [u8]>,
    bytes_read: &'a AtomicU64,
}

impl Chunk<'_> {
    /// Bytes of the chunk from `offset`, in `memory` if they have to be read.
    pub(super) fn bytes<'b>(&'b self, offset: usize, memory: &'b mut [u8]) -> Result<&'b [u8]> {
        if let Some(decoded) = self.decoded {
            return Ok(&decoded[offset..offset + memory.len()]);
        }
        self.file.read_exact_at(memory, offset as u64)?;
        self.bytes_read.fetch_add(memory.len() as u64, Ordering::Relaxed);
        Ok(memory)
    }
}

impl Chunks {
    pub(super) fn open(path: &Path, element: ElementType, rank: usize) -> Result<Chunks> {
        let array = StoredArray::open(path)?;
        let header = array.header();
        let is_zstd = header.codecs.len() == 2 && header.codecs[1].contains("\"zstd\"");
        let is_plain = header.strides.is_some() && header.codecs.len() == 1;
        if header.format != "zarr 3"
            || header.element != element
            || header.shape.len() != rank
            || header.chunk != header.write_chunk
            || !(is_plain || is_zstd)
        {
            return Err(format!(
                "{}: expected Zarr 3 of {element} with {rank} axes, without codecs or with zstd alone",
                header.name
            )
            .into());
        }
        Ok(Chunks {
            folder: path.join("c"),
            shape: header.shape.clone(),
            chunk: header.chunk.clone(),
            is_plain,
            item: element.size(),
            bytes_read: AtomicU64::new(0),
        })
    }

    /// Bytes of files that were read.
    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes_read.load(Ordering::Relaxed)
    }

    /// The chunks that have elements of a box, each with its elements of the box, in C order.
    pub(super) fn touched(&self, block: &Block) -> Vec<(Vec<u64>, Block)> {
        let grid = array_fn_store::Grid { shape: self.shape.clone(), chunk: self.chunk.clone() };
        let part = |chunk: Vec<u64>| {
            let part = grid.block(&chunk).intersection(block)?;
            Some((chunk, part))
        };
        positions(&grid.touched(block)).filter_map(part).collect()
    }

    /// Opens a chunk, and asks the system to read the bytes that will be wanted.
    fn prefetch(&self, chunk: &[u64], part: &Block) -> Result<File> {
        let mut path = self.folder.clone();
        path.extend(chunk.iter().map(u64::to_string));
        let file = File::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let (start, bytes) = match self.is_plain {
            true => {
                let row = self.chunk[1..].iter().product::<u64>() * self.item as u64;
                ((part.start[0] - chunk[0] * self.chunk[0]) * row, part.shape[0] * row)
            }
            false => (0, 0),
        };
        let advice = libc::POSIX_FADV_WILLNEED;
        // SAFETY: the descriptor is open. The call only gives advice, so its result does not matter.
        unsafe { libc::posix_fadvise(file.as_raw_fd(), start as i64, bytes as i64, advice) };
        Ok(file)
    }

    /// Calls `each` for all chunks that have elements of a box, in `threads` threads. Thread `k` gets chunks `k`,
    /// `k + threads`, .. of [`Chunks::touched`], and the next one is on its way from the disk meanwhile.
    pub(super) fn for_each(
        &self,
        block: &Block,
        threads: usize,
        each: impl Fn(usize, &Chunk<'_>) -> Result<()> + Sync,
    ) -> Result<()> {
        let threads = threads.max(1);
        let touched = self.touched(block);
        in_threads(threads, |thread| {
            let mut memory = Memory::default();
            let mut mine = touched.iter().enumerate().skip(thread).step_by(threads);
            let mut open = || -> Result<Option<(usize, File)>> {
                let Some((number, (chunk, part))) = mine.next() else { return Ok(None) };
                Ok(Some((number, self.prefetch(chunk, part)?)))
            };
            let mut next = open()?;
            while let Some((number, file)) = next {
                next = open()?;
                let (chunk, part) = &touched[number];
                let decoded = match self.is_plain {
                    true => None,
                    false => Some(self.decode(&file, &mut memory)?),
                };
                let start = chunk.iter().zip(&self.chunk).map(|(&k, &size)| k * size).collect();
                let (part, bytes_read) = (part.clone(), &self.bytes_read);
                each(thread, &Chunk { part, start, file, decoded, bytes_read })?;
            }
            Ok(())
        })
    }

    /// Reads and decodes all of a chunk.
    fn decode<'a>(&self, file: &File, memory: &'a mut Memory) -> Result<&'a [u8]> {
        let bytes = file.metadata()?.len() as usize;
        memory.encoded.resize(bytes, 0);
        file.read_exact_at(&mut memory.encoded, 0)?;
        self.bytes_read.fetch_add(bytes as u64, Ordering::Relaxed);
        let expected = self.chunk.iter().product::<u64>() as usize * self.item;
        memory.decoded.resize(expected, 0);
        if memory.decoder.is_none() {
            memory.decoder = Some(zstd::bulk::Decompressor::new()?);
        }
        if let Some(decoder) = &mut memory.decoder {
            let decoded = decoder.decompress_to_buffer(&memory.encoded, &mut memory.decoded)?;
            if decoded != expected {
                return Err(format!("a chunk has {decoded} bytes, not {expected}").into());
            }
        }
        Ok(&memory.decoded)
    }
}
