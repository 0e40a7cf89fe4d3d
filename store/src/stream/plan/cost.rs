//! Bytes, memory and time of a pass, and the number of its threads.

use std::collections::HashMap;

use array_fn_runtime::Device;
use array_fn_runtime::plan::{Goal, TileInput};
use array_fn_runtime::rt::{Mode, plan_for};

use super::Pass;
use super::arrays::{Arrays, bytes_of, stored_block};
use super::bounds::largest;
use crate::grid::{Block, positions};
use crate::pieces::PIECE;
use crate::stream::strips::Strip;
use crate::stream::tiles::Region;
use crate::{Error, Result, storage};

/// Bytes beside buffers: code, metadata, and what allocators keep.
const FIXED: u64 = 8 << 20;
/// The same for each thread, with the part of its stack that is used.
const PER_THREAD: u64 = 512 << 10;

// What times are predicted from: a common solid-state disk, and a program that reads each element once. Nothing depends
// on them.
const READ_BYTES_PER_S: f64 = 1.2e9;
const DECODED_BYTES_PER_S: f64 = 0.8e9;
const COMPUTED_BYTES_PER_S: f64 = 2.0e9;
const WRITE_BYTES_PER_S: f64 = 0.9e9;

impl Pass {
    /// Counts bytes and memory, and chooses the number of threads.
    pub(super) fn finish(
        &mut self,
        arrays: &Arrays<'_>,
        strip: &Strip,
        memory: u64,
        threads: usize,
        device: &Device,
    ) -> Result<()> {
        let pass = self.tiles.pass;
        self.summary.of_values = !pass.inputs.iter().any(|input| match input {
            TileInput::Box { source, .. } => arrays.large(source).is_some(),
            TileInput::Start(_) => false,
        });
        let stored = |k: usize| match &pass.inputs[k] {
            TileInput::Box { source, .. } => arrays.stored(source),
            TileInput::Start(_) => None,
        };
        let mut buffers = 0u64;
        let (mut far, mut requests) = (false, 0u64);
        for k in 0..pass.inputs.len() {
            let Some((_, array, _)) = stored(k) else { continue };
            let header = array.header();
            let scratch = array.backend().scratch();
            let chunk = header.bytes(&header.chunk);
            let needed = match &header.strides {
                Some(_) if array.reads_parts() => PIECE.min(chunk),
                // One request for all of a part, and what is between its elements.
                Some(_) => chunk,
                None => scratch.fixed_read.unwrap_or(scratch.encoded) + chunk + scratch.decode,
            };
            far |= !array.storage().is_files();
            buffers = buffers.max(needed);
            self.summary.coded |= header.strides.is_none();
        }
        let (bytes, of_loads) = self.bytes_of_loads(arrays)?;
        self.summary.chunks += self.loads.len() as u64;
        self.summary.bytes_read += bytes;
        requests += of_loads;
        let mut encode = 0u64;
        let mut chunks_open = 0u64;
        for (k, output) in pass.outputs.iter().enumerate() {
            let Some((_, array, _)) = arrays.target(&output.goal) else { continue };
            let header = array.header();
            let chunk = header.bytes(&header.write_chunk);
            let scratch = array.backend().scratch();
            // Chunks that the results do not fill are read before.
            let partial = self.partial_chunks(arrays, strip, k)?;
            let old = match partial.is_empty() {
                true => 0,
                false => scratch.fixed_read.unwrap_or(scratch.encoded) + 2 * chunk + scratch.decode,
            };
            for block in &partial {
                self.summary.chunks += 1;
                self.summary.bytes_read += array.bytes_of_part(block);
            }
            encode = encode.max(scratch.encode + old);
            self.summary.bytes_written += self.writers[k].len() as u64 * chunk;
            far |= !array.storage().is_files();
            requests += u64::from(!array.storage().is_files()) * self.writers[k].len() as u64;
            chunks_open += self.open_chunks(arrays, k)? * chunk;
        }
        let of_tile: u64 = self.input_bytes.iter().chain(&self.output_bytes).sum();
        let temporaries = self.temporary_bytes(device)?;
        let partial: u64 = pass
            .outputs
            .iter()
            .zip(&self.output_bytes)
            .filter(|(output, _)| output.fold.is_some())
            .map(|(_, bytes)| bytes)
            .sum();
        let far = u64::from(far);
        let fixed = FIXED + far * storage::FIXED + self.plan_bytes() + in_memory(arrays, strip)?;
        let transport = far * storage::PER_REQUEST;
        let of_thread = PER_THREAD + transport + of_tile + buffers + encode + temporaries;
        let most_of_group = self.groups.iter().map(|group| group.len()).max().unwrap_or(1);
        // A thread keeps the sum of its group.
        let of_group = if most_of_group > 1 { partial } else { 0 };
        let of_thread = of_thread + of_group;
        let pending = |threads: u64| self.pending(arrays, window(threads as usize));
        let needed = |threads: u64| -> Result<u64> {
            let window = window(threads as usize) as u64;
            Ok(fixed
                .saturating_add(of_thread.saturating_mul(threads))
                .saturating_add(partial.saturating_mul(window))
                .saturating_add(pending(threads)?)
                // Tiles that run together open chunks before the earlier ones have closed theirs.
                .saturating_add(match chunks_open {
                    0 => 0,
                    open => open.saturating_add(self.chunks_of_tile(arrays).saturating_mul(window)),
                }))
        };
        let most = threads.min(self.summary.tiles.max(1)).max(1);
        let mut fitting = None;
        for threads in (1..=most).rev() {
            let peak = needed(threads as u64)?;
            if peak <= memory {
                fitting = Some((threads, peak));
                break;
            }
        }
        let Some((threads, peak)) = fitting else {
            let function = arrays.streamed.function().program().name;
            return Err(Error::Stream { function, needed: needed(1)?, memory });
        };
        self.summary.threads = threads;
        self.summary.peak_bytes = peak;
        let cores = threads.min(std::thread::available_parallelism().map_or(1, usize::from)) as f64;
        let read = self.summary.bytes_read as f64;
        let decode = if self.summary.coded { read / DECODED_BYTES_PER_S } else { 0.0 };
        let compute = (decode + read / COMPUTED_BYTES_PER_S) / cores;
        let write = self.summary.bytes_written as f64 / WRITE_BYTES_PER_S;
        let wait = requests as f64 * storage::SECONDS_PER_REQUEST / threads as f64;
        self.summary.seconds = (read / READ_BYTES_PER_S + wait).max(compute) + write;
        Ok(())
    }

    fn plan_bytes(&self) -> u64 {
        let writers: usize = self.writers.iter().map(HashMap::len).sum();
        // The order of tiles, and their groups.
        self.loads.bytes() + self.tiles.len() as u64 * 32 + writers as u64 * 32
    }

    /// The temporaries of the program of the largest tile.
    fn temporary_bytes(&self, device: &Device) -> Result<u64> {
        if self.tiles.len() == 0 {
            return Ok(0);
        }
        let tile = self.tiles.tile(largest(&self.tiles))?;
        let dims: Vec<usize> = tile.dims.iter().map(|&d| usize::try_from(d).unwrap_or(0)).collect();
        Ok(plan_for(self.function, device, Mode::Fused, &dims)?.temporary_bytes() as u64)
    }

    /// The most chunks of a target that are open at one time, if tiles run one after another.
    fn open_chunks(&self, arrays: &Arrays<'_>, k: usize) -> Result<u64> {
        let output = &self.tiles.pass.outputs[k];
        let Some((sink, array, origin)) = arrays.target(&output.goal) else { return Ok(0) };
        let (shape, _) = arrays.goal(&output.goal)?;
        let grid = array.header().write_grid();
        let mut left: HashMap<u64, u32> = HashMap::new();
        let mut most = 0;
        for number in 0..self.tiles.len() {
            let tile = self.tiles.tile(number)?;
            let region = self.tiles.region(output.axes, &shape, &tile)?;
            let block = stored_block(&region, &sink.shape, origin);
            let mut closed = Vec::new();
            for chunk in positions(&grid.touched(&block)) {
                let chunk = grid.flat(&chunk);
                let all = self.writers[k].get(&chunk).copied().unwrap_or(0);
                let left = left.entry(chunk).or_insert(all);
                *left = left.saturating_sub(1);
                if *left == 0 {
                    closed.push(chunk);
                }
            }
            most = most.max(left.len() as u64);
            for chunk in closed {
                left.remove(&chunk);
            }
        }
        Ok(most)
    }

    /// The chunks of a target, inside of the array, that the results of the strip do not fill.
    fn partial_chunks(&self, arrays: &Arrays<'_>, strip: &Strip, k: usize) -> Result<Vec<Block>> {
        let goal = &self.tiles.pass.outputs[k].goal;
        let Some((sink, array, origin)) = arrays.target(goal) else { return Ok(Vec::new()) };
        let Some(whole) = strip.block(goal, &sink.shape, origin) else { return Ok(Vec::new()) };
        let grid = array.header().write_grid();
        let blocks = self.writers[k].keys().map(|&chunk| grid.block(&grid.chunk_of(chunk)));
        Ok(blocks.filter(|block| block.intersection(&whole).as_ref() != Some(block)).collect())
    }

    /// The bytes of target chunks that one tile may open.
    fn chunks_of_tile(&self, arrays: &Arrays<'_>) -> u64 {
        let mut bytes = 0;
        for (output, most) in self.tiles.pass.outputs.iter().zip(&self.output_bytes) {
            let Some((_, array, _)) = arrays.target(&output.goal) else { continue };
            let header = array.header();
            let chunk = header.bytes(&header.write_chunk).max(1);
            bytes += (most / chunk + 1) * chunk;
        }
        bytes
    }
}

/// How many tiles may be under way.
pub(in crate::stream) fn window(threads: usize) -> usize {
    threads + 1
}

/// The bytes of arrays in memory: those that programs hand on, as far as they belong to the strip, and new results.
fn in_memory(arrays: &Arrays<'_>, strip: &Strip) -> Result<u64> {
    let mut bytes = 0u64;
    for (k, region) in strip.values.iter().enumerate() {
        let item = arrays.streamed.values()[k].dtype.size() as u64;
        bytes = bytes.saturating_add(bytes_of(region, item));
    }
    for k in 0..arrays.streamed.results().count() {
        if arrays.sinks.get(k).is_none_or(Option::is_none) {
            let (shape, item) = arrays.goal(&Goal::Result(k as u16))?;
            bytes = bytes.saturating_add(bytes_of(&Region { start: Vec::new(), shape }, item));
        }
    }
    Ok(bytes)
}
