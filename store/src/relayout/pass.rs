//! One pass: its two arrays, its walk, and all that can be said of it before it runs.

use serde_json::{Value, json};

use super::search::Question;
use super::walk::Walk;
use crate::file::available_memory;
use crate::grid::{Block, Grid, permuted};
use crate::pieces::PIECE;
use crate::storage::Storage;
use crate::{Error, Result, StoredArray, storage};

/// Bytes beside buffers: code, metadata, the journal, and what allocators keep.
const FIXED: u64 = 6 << 20;
/// The same for each thread, with the part of its stack that is used.
const PER_THREAD: u64 = 256 << 10;

/// What times are predicted from. It ranks plans; nothing else depends on it. The default is a common solid-state disk
/// with its file system, and the cores and the memory of the machine that plans.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Bytes that all files together give per second.
    pub read_bytes_per_s: f64,
    /// Bytes that all files together take per second.
    pub write_bytes_per_s: f64,
    /// Bytes without codecs that one core decodes or encodes per second.
    pub coded_bytes_per_s: f64,
    /// Seconds of a read of a part of a file that the system's cache does not have.
    pub seconds_per_call: f64,
    /// Seconds to open a file.
    pub seconds_per_file: f64,
    /// Seconds to make a file.
    pub seconds_per_new_file: f64,
    /// Seconds of a request to an object store, beside those of its bytes.
    pub seconds_per_request: f64,
    /// Cores that compute.
    pub cores: usize,
    /// Bytes that the system's cache of files may take. If the source fits into half of it, parts of its chunks are
    /// read from the cache.
    pub cache_bytes: u64,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine {
            read_bytes_per_s: 1.2e9,
            write_bytes_per_s: 0.9e9,
            coded_bytes_per_s: 0.4e9,
            seconds_per_call: 150e-6,
            seconds_per_file: 300e-6,
            seconds_per_new_file: 1e-3,
            seconds_per_request: storage::SECONDS_PER_REQUEST,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            cache_bytes: available_memory(),
        }
    }
}

impl Machine {
    /// Whether all numbers are positive and finite, the size of the cache apart.
    pub(crate) fn check(&self) -> Result<()> {
        let speeds = [
            ("read_bytes_per_s", self.read_bytes_per_s),
            ("write_bytes_per_s", self.write_bytes_per_s),
            ("coded_bytes_per_s", self.coded_bytes_per_s),
            ("seconds_per_call", self.seconds_per_call),
            ("seconds_per_file", self.seconds_per_file),
            ("seconds_per_new_file", self.seconds_per_new_file),
            ("seconds_per_request", self.seconds_per_request),
            ("cores", self.cores as f64),
        ];
        match speeds.iter().find(|(_, value)| !(value.is_finite() && *value > 0.0)) {
            Some((name, value)) => {
                let message = format!("`{name}` of the machine is {value}: it must be positive");
                Err(Error::request(message))
            }
            None => Ok(()),
        }
    }
}

/// A read of a part of a file from the system's cache.
const SECONDS_PER_CACHED_CALL: f64 = 10e-6;

/// How a pass does its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Encoded chunks are copied as they are, because source and target encode alike.
    Copy,
    /// Elements are moved.
    Walk(Walk),
}

/// One pass over all of the array: each target chunk is written once.
#[derive(Clone, Debug)]
pub struct Pass {
    pub(crate) source: StoredArray,
    pub(crate) target: StoredArray,
    /// Axis `k` of the target is axis `axes[k]` of the source.
    pub(crate) axes: Vec<usize>,
    pub(crate) work: Work,
    pub(crate) slots: u64,
    pub(crate) open: u64,
    pub(crate) slot_bytes: u64,
    pub(crate) threads: usize,
    /// Bytes read. For chunks whose encoded size varies, the size without codecs stands in.
    pub bytes_read: u64,
    /// Bytes written, likewise.
    pub bytes_written: u64,
    /// Whether the bytes are exact. Chunks that are absent in the source are not read.
    pub is_exact: bool,
    /// Source chunks read whole or in part; a chunk that is read twice counts twice.
    pub chunks_read: u64,
    /// Target chunks written.
    pub chunks_written: u64,
    /// The most memory that the process takes beyond what it had, in bytes.
    pub peak_bytes: u64,
    /// The predicted time, in seconds.
    pub seconds: f64,
}

/// The most bytes of one thread's buffers.
fn thread_bytes(source: &StoredArray, target: &StoredArray) -> u64 {
    let (from, to) = (source.header(), target.header());
    let scratch = source.backend().scratch();
    let chunk = from.bytes(&from.chunk);
    let (read, piece) = match &from.strides {
        Some(_) if source.reads_parts() => (PIECE.min(chunk), PIECE.min(chunk)),
        // One request for all of a part, and what is between its elements.
        Some(_) => (chunk, chunk),
        None => (scratch.fixed_read.unwrap_or(scratch.encoded) + chunk + scratch.decode, chunk),
    };
    let cast = match from.element == to.element {
        true => 0,
        false => piece + piece / from.element.size() as u64 * to.element.size() as u64,
    };
    let transport = if is_far(source, target) { storage::PER_REQUEST } else { 0 };
    PER_THREAD + transport + read + cast + target.backend().scratch().encode
}

/// Whether one of the arrays is in an object store.
fn is_far(source: &StoredArray, target: &StoredArray) -> bool {
    !(source.storage().is_files() && target.storage().is_files())
}

/// The bytes beside the buffers of threads.
fn fixed_bytes(source: &StoredArray, target: &StoredArray) -> u64 {
    FIXED + if is_far(source, target) { storage::FIXED } else { 0 }
}

/// Whether the system has room to keep what is read of an array, for parts of its chunks that are read later.
pub(crate) fn is_cached(array: &StoredArray, cache_bytes: u64) -> bool {
    array.storage().is_files() && array.header().bytes(&array.header().shape) < cache_bytes / 2
}

/// A shape in the order of the target's axes, in the source's.
pub(crate) fn to_source(shape: &[u64], axes: &[usize]) -> Vec<u64> {
    let mut out = vec![0; shape.len()];
    for (k, &axis) in axes.iter().enumerate() {
        out[axis] = shape[k];
    }
    out
}

/// Bytes without codecs of the chunks of a grid, as they are stored.
fn stored_bytes(array: &StoredArray, grid: &Grid) -> u64 {
    let header = array.header();
    if header.whole { grid.len() * header.bytes(&grid.chunk) } else { header.bytes(&header.shape) }
}

impl Pass {
    /// The pass whose encoded chunks are copied, if the arrays encode alike.
    pub(crate) fn copy(
        source: &StoredArray,
        target: &StoredArray,
        axes: &[usize],
        threads: usize,
        machine: &Machine,
    ) -> Option<Pass> {
        let (from, to) = (source.header(), target.header());
        let alike = axes.is_sorted()
            && from.whole
            && to.whole
            && from.element == to.element
            && from.fill == to.fill
            && (&from.chunk, &from.write_chunk) == (&to.chunk, &to.write_chunk)
            && from.codecs == to.codecs;
        if !alike {
            return None;
        }
        let grid = from.write_grid();
        let fixed = source.backend().scratch().fixed_write;
        let bytes = fixed.map_or_else(|| stored_bytes(source, &grid), |fixed| fixed * grid.len());
        // Objects are written whole, so they are in memory.
        let buffer = match is_far(source, target) {
            true => source.backend().scratch().written + storage::PER_REQUEST,
            false => PIECE,
        };
        let requests = [source, target].map(|array| u64::from(!array.storage().is_files()));
        let requests = requests.iter().sum::<u64>() * grid.len();
        Some(Pass {
            source: source.clone(),
            target: target.clone(),
            axes: axes.to_vec(),
            work: Work::Copy,
            slots: 0,
            open: 0,
            slot_bytes: 0,
            threads,
            bytes_read: bytes,
            bytes_written: bytes,
            is_exact: fixed.is_some(),
            chunks_read: grid.len(),
            chunks_written: grid.len(),
            peak_bytes: fixed_bytes(source, target)
                .saturating_add((threads as u64).saturating_mul(PER_THREAD + buffer)),
            seconds: bytes as f64 / machine.read_bytes_per_s
                + bytes as f64 / machine.write_bytes_per_s / 2.0
                + requests as f64 * machine.seconds_per_request / threads as f64,
        })
    }

    /// The memory that a pass needs at least, with one thread.
    pub(crate) fn least(source: &StoredArray, target: &StoredArray) -> u64 {
        let slot = target.header().bytes(&target.header().write_chunk);
        fixed_bytes(source, target) + thread_bytes(source, target) + slot
    }

    /// The best pass within `memory`; `None` if there is none.
    pub(crate) fn walk(
        source: &StoredArray,
        target: &StoredArray,
        axes: &[usize],
        (memory, threads): (u64, usize),
        machine: &Machine,
    ) -> Option<Pass> {
        let (from, to) = (source.header(), target.header());
        let (grid, target_grid) = (from.grid().permuted(axes), to.write_grid());
        let slot_bytes = to.bytes(&to.write_chunk).max(1);
        let buffers = (threads as u64).saturating_mul(thread_bytes(source, target));
        let fixed = fixed_bytes(source, target);
        let room = memory.checked_sub(fixed)?.checked_sub(buffers)? / slot_bytes;
        let whole = !source.reads_parts();
        let of_file = |array: &StoredArray, seconds: f64, threads: usize| match array.storage() {
            Storage::Files => seconds / threads.min(machine.cores) as f64,
            #[cfg(feature = "object-store")]
            Storage::Objects(_) => machine.seconds_per_request / threads as f64,
        };
        let (per_file, per_new_file) = (
            of_file(source, machine.seconds_per_file, threads),
            of_file(target, machine.seconds_per_new_file, threads),
        );
        let elements = from.bytes(&from.shape);
        let scratch = source.backend().scratch();
        let chunk_bytes = scratch.fixed_read.unwrap_or_else(|| from.bytes(&from.chunk));
        let written = match target.backend().scratch().fixed_write {
            Some(fixed) => fixed * target_grid.len(),
            None => stored_bytes(target, &target_grid),
        };
        let is_cached = is_cached(source, machine.cache_bytes);
        let cores = threads.min(machine.cores) as f64;
        let time = |template: &[u64], reads: u64, open: u64| -> f64 {
            let sizes = 0..template.len();
            let part = sizes.map(|k| {
                (template[k] * target_grid.chunk[k]).min(grid.chunk[k]).min(grid.shape[k])
            });
            let part = to_source(&part.collect::<Vec<_>>(), axes);
            let (bytes, calls, coded) = if whole {
                let coded = if from.strides.is_some() { 0.0 } else { chunk_bytes as f64 };
                (reads.saturating_mul(chunk_bytes), reads, reads as f64 * coded)
            } else {
                let per_call = from.bytes(&part).max(1) / source.plain_reads(&part).max(1);
                (elements, elements / per_call.max(1), 0.0)
            };
            let (per_call, at_once) = match is_cached {
                true => (SECONDS_PER_CACHED_CALL, cores),
                false => (machine.seconds_per_call, threads as f64),
            };
            let read = bytes as f64 / machine.read_bytes_per_s
                + calls as f64 * per_call / at_once
                + reads as f64 * per_file
                + coded / machine.coded_bytes_per_s / cores;
            let encoded = if to.strides.is_some() { 0.0 } else { written as f64 };
            let write = target_grid.len() as f64 * per_new_file
                + written as f64 / machine.write_bytes_per_s
                + encoded / machine.coded_bytes_per_s / cores;
            // Chunks can be written while others are read, as far as there is memory for both.
            let apart = 1.0 - ((room - open) as f64 / open.max(1) as f64).min(1.0);
            // Reading and writing share the disk and the cores, so some of the time adds up in any case.
            read.max(write) + (0.3 + 0.7 * apart) * read.min(write)
        };
        let question =
            Question { source: grid.clone(), target: target_grid.clone(), whole, slots: room };
        let found = question.best(&time)?;
        let slots = room.min(found.open + found.open.max(threads as u64)).min(target_grid.len());
        Some(Pass {
            source: source.clone(),
            target: target.clone(),
            axes: axes.to_vec(),
            slots,
            open: found.open,
            slot_bytes,
            threads,
            bytes_read: if whole {
                found.chunk_reads.saturating_mul(chunk_bytes)
            } else {
                elements
            },
            bytes_written: written,
            // Of plain chunks in object stores, parts may be read.
            is_exact: (!whole || (scratch.fixed_read.is_some() && from.strides.is_none()))
                && (!to.whole || target.backend().scratch().fixed_write.is_some()),
            chunks_read: found.chunk_reads,
            chunks_written: target_grid.len(),
            peak_bytes: fixed + buffers + slots * slot_bytes,
            seconds: time(&found.walk.template, found.chunk_reads, found.open),
            work: Work::Walk(found.walk),
        })
    }

    /// The calls that read, counted step by step.
    #[cfg(test)]
    pub(crate) fn simulated(&self) -> super::walk::Simulated {
        let Work::Walk(walk) = &self.work else { return super::walk::Simulated::default() };
        walk.simulate(&|part: &Block| self.source.plain_reads(&to_source(&part.shape, &self.axes)))
    }

    /// The source chunk at a position in the order of the target's axes.
    pub(crate) fn source_chunk(&self, chunk: &[u64]) -> Vec<u64> {
        to_source(chunk, &self.axes)
    }

    /// A box of the target in the source's axes.
    pub(crate) fn source_block(&self, block: &Block) -> Block {
        let (start, shape) = (&block.start, &block.shape);
        Block { start: to_source(start, &self.axes), shape: to_source(shape, &self.axes) }
    }

    /// Source and target chunks, template and order in words.
    pub(crate) fn describe(&self) -> String {
        let (from, to) = (self.source.header(), self.target.header());
        let chunks =
            format!("chunks {:?} to {:?}", permuted(&from.chunk, &self.axes), to.write_chunk);
        match &self.work {
            Work::Copy => format!("{chunks}: encoded chunks are copied as they are"),
            Work::Walk(walk) => {
                let parts =
                    if self.source.reads_parts() { "parts of chunks" } else { "whole chunks" };
                format!(
                    "{chunks}: reads {parts}, templates of {:?} target chunks, axes in order {:?}, \
                     {} of {} chunks open at once in {} places",
                    walk.template, walk.order, self.open, self.chunks_written, self.slots
                )
            }
        }
    }

    pub(crate) fn json(&self) -> Value {
        let (template, order) = match &self.work {
            Work::Copy => (None, None),
            Work::Walk(walk) => (Some(&walk.template), Some(&walk.order)),
        };
        json!({
            "source_chunk": self.source.header().chunk,
            "target_chunk": self.target.header().write_chunk,
            "axes": self.axes,
            "copies_encoded": self.work == Work::Copy,
            "template": template,
            "order": order,
            "open": self.open,
            "slots": self.slots,
            "slot_bytes": self.slot_bytes,
            "threads": self.threads,
            "bytes_read": self.bytes_read,
            "bytes_written": self.bytes_written,
            "bytes_are_exact": self.is_exact,
            "chunks_read": self.chunks_read,
            "chunks_written": self.chunks_written,
            "peak_bytes": self.peak_bytes,
            "seconds": self.seconds,
        })
    }
}
