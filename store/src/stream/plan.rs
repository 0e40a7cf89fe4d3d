//! What a streamed call will do: its tiles, which chunks each of them reads, and the memory that it takes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use array_fn_runtime::plan::{BoxAxis, Goal, Pass as PassPlan, Source, TileInput};
use array_fn_runtime::rt::{Mode, plan_for};
use array_fn_runtime::stream::Streamed;
use array_fn_runtime::{Device, Function, RawArray};

use super::operand::{Argument, LargeArray, Place, Sink, SinkPlace};
use super::tiles::{Region, Tile, Tiles, ends, size};
use crate::array::StoredArray;
use crate::grid::{Block, positions};
use crate::pieces::PIECE;
use crate::{Error, Result};

/// Bytes beside buffers: code, metadata, and what allocators keep.
const FIXED: u64 = 8 << 20;
/// The same for each thread, with the part of its stack that is used.
const PER_THREAD: u64 = 512 << 10;
/// Tiles with fewer bytes are merged, because each call of a program takes some microseconds. Tiles with more bytes are
/// cut, so that any array can be read in little memory.
const TILE_BYTES: [u64; 2] = [1 << 20, 24 << 20];
/// The same where parts of chunks can be read by themselves, and tiles share none: such tiles stay in a core's cache.
const CACHED_TILE_BYTES: [u64; 2] = [256 << 10, 1 << 20];

// What times are predicted from: a common solid-state disk, and a program that reads each element once. Nothing depends
// on them.
const READ_BYTES_PER_S: f64 = 1.2e9;
const DECODED_BYTES_PER_S: f64 = 0.8e9;
const COMPUTED_BYTES_PER_S: f64 = 2.0e9;
const WRITE_BYTES_PER_S: f64 = 0.9e9;

/// A read of a part of a chunk, for the tiles that need elements of it. The first of them reads.
#[derive(Debug)]
pub(super) struct Load {
    /// Which input of the program.
    pub input: usize,
    pub chunk: Vec<u64>,
    /// The smallest box of the array that has all elements that are needed.
    pub block: Block,
    pub tiles: Vec<u32>,
}

/// The tiles that need elements of a chunk.
struct Touched {
    /// The smallest box that has all of the elements.
    hull: Block,
    /// The elements, counted for each tile, and the most of one tile.
    elements: u64,
    most: u64,
    tiles: Vec<u32>,
}

/// A pass, ready to run.
#[derive(Debug)]
pub(super) struct Pass {
    pub tiles: Tiles,
    /// The program of a tile.
    pub function: &'static Function,
    pub loads: Vec<Load>,
    /// For each tile, the loads that it does, as a range.
    pub own: Vec<std::ops::Range<usize>>,
    /// For each tile, how many pieces it gets from others.
    pub foreign: Vec<u32>,
    /// For each output that goes to an array on disk, how many tiles write each of its chunks.
    pub writers: Vec<HashMap<Vec<u64>, u32>>,
    /// The most bytes of each input and of each output in a tile.
    pub input_bytes: Vec<u64>,
    pub output_bytes: Vec<u64>,
    pub summary: PassSummary,
}

/// What a pass over the large arrays does.
#[derive(Clone, Debug, Default)]
pub struct PassSummary {
    /// The number of tiles on each axis that is cut, with the axis.
    pub cuts: Vec<(String, usize)>,
    /// The number of tiles.
    pub tiles: usize,
    /// Reads of chunks, or of parts of chunks.
    pub chunks: u64,
    /// Bytes of these chunks without codecs, as far as they are read.
    pub bytes_read: u64,
    /// Bytes written to arrays on disk, without codecs.
    pub bytes_written: u64,
    /// The most memory that the process takes beyond what it had, in bytes.
    pub peak_bytes: u64,
    /// The predicted time, in seconds, if the files are on a common solid-state disk.
    pub seconds: f64,
    /// The number of threads.
    pub threads: usize,
    coded: bool,
}

/// What a streamed call will do.
#[derive(Clone, Debug)]
pub struct StreamPlan {
    /// The function.
    pub function: &'static str,
    /// Passes over the large arrays, one after another.
    pub passes: Vec<PassSummary>,
    /// The bound of memory.
    pub memory: u64,
}

impl StreamPlan {
    /// The most memory that the process takes beyond what it had, in bytes.
    pub fn peak_bytes(&self) -> u64 {
        self.passes.iter().map(|pass| pass.peak_bytes).max().unwrap_or(0)
    }
}

impl fmt::Display for StreamPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mb = |bytes: u64| bytes as f64 / 1e6;
        writeln!(
            f,
            "{}: {} over large arrays",
            self.function,
            count(self.passes.len(), "pass", "es")
        )?;
        for (k, pass) in self.passes.iter().enumerate() {
            let cuts = pass.cuts.iter().map(|(axis, parts)| format!("{axis} in {parts}"));
            let cuts = cuts.collect::<Vec<_>>().join(", ");
            let cuts = if cuts.is_empty() { "one tile".to_owned() } else { cuts };
            writeln!(
                f,
                "  pass {}: {} ({cuts}), {} of chunks, {:.1} MB read, {:.1} MB written, {:.1} MB of memory, {}, about {:.2} s",
                k + 1,
                count(pass.tiles, "tile", "s"),
                count(pass.chunks as usize, "read", "s"),
                mb(pass.bytes_read),
                mb(pass.bytes_written),
                mb(pass.peak_bytes),
                count(pass.threads, "thread", "s"),
                pass.seconds,
            )?;
        }
        write!(f, "  memory: {:.1} MB of {:.1} MB", mb(self.peak_bytes()), mb(self.memory))
    }
}

fn count(n: usize, thing: &str, plural: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}{plural}") }
}

/// What a pass reads from and writes to.
pub(super) struct Arrays<'a> {
    pub streamed: &'static Streamed,
    pub args: &'a [Argument<'a>],
    /// For each result of the function, where it goes, if not into a new array in memory.
    pub sinks: &'a [Option<Sink<'a>>],
    pub dims: &'a [i64],
    pub values: &'a [Option<RawArray>],
    /// The least and the most bytes of a tile.
    pub tile_bytes: Option<[u64; 2]>,
}

impl<'a> Arrays<'a> {
    /// The large array that a source is, if it is one.
    pub(super) fn large(&self, source: &Source) -> Option<&'a LargeArray<'a>> {
        match source {
            Source::Param(k) => match &self.args[usize::from(*k)] {
                Argument::Large(large) => Some(large),
                Argument::Memory(_) => None,
            },
            Source::Value(_) => None,
        }
    }

    /// The large array on disk that a source is.
    pub(super) fn stored(
        &self,
        source: &Source,
    ) -> Option<(&'a LargeArray<'a>, &'a StoredArray, &'a [u64])> {
        let large = self.large(source)?;
        match &large.place {
            Place::Stored { array, start } => Some((large, array, start)),
            Place::Memory(_) => None,
        }
    }

    /// The shape and the bytes per element of an array.
    pub(super) fn shape(&self, source: &Source) -> Result<(Vec<usize>, u64)> {
        let of_sizes = |sizes: &[array_fn_runtime::plan::Size]| -> Result<Vec<usize>> {
            sizes.iter().map(|s| Ok(usize::try_from(size(s, self.dims)?).unwrap_or(0))).collect()
        };
        Ok(match source {
            Source::Param(k) => match &self.args[usize::from(*k)] {
                Argument::Large(large) => (large.shape.clone(), large.dtype.size() as u64),
                Argument::Memory(_) => {
                    let param = &self.streamed.function().program().params[usize::from(*k)];
                    (of_sizes(param.shape)?, param.dtype.size() as u64)
                }
            },
            Source::Value(k) => {
                let value = &self.streamed.values()[usize::from(*k)];
                (of_sizes(value.shape)?, value.dtype.size() as u64)
            }
        })
    }

    /// The shape and the bytes per element of the array that an output belongs to.
    pub(super) fn goal(&self, goal: &Goal) -> Result<(Vec<usize>, u64)> {
        match goal {
            Goal::Value(k) => self.shape(&Source::Value(*k)),
            Goal::Result(k) => {
                let result = &self.streamed.function().program().results[usize::from(*k)];
                let shape = result.shape.iter();
                let shape = shape
                    .map(|s| Ok(usize::try_from(size(s, self.dims)?).unwrap_or(0)))
                    .collect::<Result<Vec<_>>>()?;
                Ok((shape, result.dtype.size() as u64))
            }
        }
    }

    pub(super) fn sink_of(&self, goal: &Goal) -> Option<&'a Sink<'a>> {
        match goal {
            Goal::Result(k) => self.sinks.get(usize::from(*k))?.as_ref(),
            Goal::Value(_) => None,
        }
    }

    /// The array on disk that an output goes to, and where in it.
    pub(super) fn target(&self, goal: &Goal) -> Option<(&'a Sink<'a>, &'a StoredArray, &'a [u64])> {
        let sink = self.sink_of(goal)?;
        match &sink.place {
            SinkPlace::Stored { array, start } => Some((sink, array, start)),
            SinkPlace::Memory { .. } => None,
        }
    }
}

/// The elements of a region that are inside an array of this shape, as a box of the array on disk, which begins at
/// `origin`. The axis of the parts of elements is left out.
pub(super) fn stored_block(region: &Region, shape: &[usize], origin: &[u64]) -> Block {
    let mut block = Block { start: Vec::new(), shape: Vec::new() };
    for (axis, &origin) in origin.iter().enumerate() {
        let begin = region.start[axis].clamp(0, shape[axis] as i64);
        let end = region.start[axis].saturating_add(region.shape[axis] as i64);
        let end = end.clamp(begin, shape[axis] as i64);
        block.start.push(origin + begin as u64);
        block.shape.push((end - begin) as u64);
    }
    block
}

fn bytes_of(region: &Region, item: u64) -> u64 {
    region.shape.iter().fold(item, |bytes, &size| bytes.saturating_mul(size as u64))
}

/// Whether an input is copied for each tile, rather than passed as it is.
pub(super) fn is_cut(axes: &[BoxAxis]) -> bool {
    axes.iter().any(|axis| matches!(axis, BoxAxis::Part { .. }))
}

/// The boundaries of tiles, and those of chunks that have several. They depend on shapes and grids only, and so do the results of sums.
fn bounds(pass: &'static PassPlan, arrays: &Arrays<'_>) -> Result<[Vec<Vec<i64>>; 2]> {
    let ends = ends(pass, arrays.dims)?;
    let mut bounds = Vec::new();
    for (cut, &end) in ends.iter().enumerate() {
        bounds.push(borders(pass, arrays, cut, end)?);
    }
    let apart = are_apart(&Tiles::new(pass, arrays.dims, bounds.clone()), arrays)?;
    let [least, most] =
        arrays.tile_bytes.unwrap_or(if apart { CACHED_TILE_BYTES } else { TILE_BYTES });
    let bytes_of =
        |bounds: &Vec<Vec<i64>>| tile_bytes(&Tiles::new(pass, arrays.dims, bounds.clone()), arrays);
    if bounds.iter().any(|bounds| bounds.len() < 2) {
        return Ok([bounds.clone(), bounds]);
    }
    while bytes_of(&bounds)? < least {
        let Some(cut) = (0..bounds.len()).rev().find(|&cut| bounds[cut].len() > 2) else { break };
        let mut merged = bounds.clone();
        let last = bounds[cut].len() - 1;
        let mut k = 0;
        merged[cut].retain(|_| {
            k += 1;
            (k - 1) % 2 == 0 || k - 1 == last
        });
        if bytes_of(&merged)? > most {
            break;
        }
        bounds = merged;
    }
    let coarse = bounds.clone();
    while bytes_of(&bounds)? > most {
        let divisible = |cut: &usize| widest(&bounds[*cut]).1 >= 2 * pass.cuts[*cut].unit;
        let Some(cut) = (0..bounds.len()).find(divisible) else { break };
        let unit = pass.cuts[cut].unit;
        let width = widest(&bounds[cut]).1;
        // Only the widest parts are cut, so that narrow ones at the ends stay.
        let step = (width / 2 + unit - 1) / unit * unit;
        let mut finer = Vec::new();
        for pair in bounds[cut].windows(2) {
            finer.extend((pair[0]..pair[1]).step_by(step as usize));
        }
        finer.extend(bounds[cut].last());
        bounds[cut] = finer;
    }
    Ok([bounds, coarse])
}

/// The widest part, and its width.
fn widest(bounds: &[i64]) -> (usize, i64) {
    let widths = bounds.windows(2).map(|pair| pair[1] - pair[0]).enumerate();
    // The first of equal ones.
    widths.rev().max_by_key(|(_, width)| *width).unwrap_or((0, 0))
}

/// Whether all large arrays are plain, and tiles share no elements of them.
fn are_apart(tiles: &Tiles, arrays: &Arrays<'_>) -> Result<bool> {
    if tiles.len() == 0 {
        return Ok(false);
    }
    let counts = tiles.counts();
    let number = |at: &[usize]| at.iter().zip(&counts).fold(0, |k, (at, count)| k * count + at);
    let first = tiles.tile(0)?;
    for input in tiles.pass.inputs {
        let TileInput::Box { source, axes } = input else { continue };
        let Some((large, array, _)) = arrays.stored(source) else { continue };
        if array.header().strides.is_none() {
            return Ok(false);
        }
        let region = tiles.region(axes, &large.shape, &first)?;
        for (cut, &count) in counts.iter().enumerate() {
            let mut at = vec![0; counts.len()];
            at[cut] = 1;
            if count < 2 {
                // It may be cut later. The part of one step tells.
                continue;
            }
            let next = tiles.region(axes, &large.shape, &tiles.tile(number(&at))?)?;
            let meets =
                region.start.iter().zip(&region.shape).zip(next.start.iter().zip(&next.shape));
            let mut meets = meets.map(|((&a, &n), (&b, &m))| a + n as i64 > b && b + m as i64 > a);
            if meets.all(|meets| meets) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Tiles that end where chunks of the largest array along the cut do.
fn borders(pass: &'static PassPlan, arrays: &Arrays<'_>, cut: usize, end: i64) -> Result<Vec<i64>> {
    if end <= 0 {
        return Ok(vec![0]);
    }
    let mut lead: Option<(u64, Vec<i64>)> = None;
    for input in pass.inputs {
        let TileInput::Box { source, axes } = input else { continue };
        let Some((large, array, start)) = arrays.stored(source) else { continue };
        let header = array.header();
        let bytes = bytes_of(&Region { start: vec![], shape: large.shape.clone() }, 1);
        for (axis, part) in axes.iter().enumerate().take(start.len()) {
            let BoxAxis::Part { along: Some(along), low, .. } = part else { continue };
            if usize::from(along.cut) != cut
                || lead.as_ref().is_some_and(|(most, _)| *most >= bytes)
            {
                continue;
            }
            let chunk = header.chunk[axis].max(1);
            // The low end may depend on dimensions of the tile only where parts are fixed.
            let low = size(low, arrays.dims).unwrap_or(0);
            let (first, unit) = (start[axis] as i64 + low, pass.cuts[cut].unit);
            let mut at = vec![0];
            let last = (first + large.shape[axis] as i64) as u64;
            let mut border = (first.max(0) as u64 / chunk + 1) * chunk;
            while border < last {
                let index = border as i64 - first;
                let position = i128::from(index) * i128::from(along.denominator);
                let position = position.div_euclid(i128::from(along.numerator)) as i64;
                let position = position.div_euclid(unit) * unit;
                if position > at[at.len() - 1] && position < end {
                    at.push(position);
                }
                border += chunk;
            }
            at.push(end);
            lead = Some((bytes, at));
        }
    }
    Ok(lead.map_or_else(|| vec![0, end], |(_, bounds)| bounds))
}

/// The bytes of the arrays of the largest tile.
fn tile_bytes(tiles: &Tiles, arrays: &Arrays<'_>) -> Result<u64> {
    let tile = tiles.tile(largest(tiles))?;
    let mut bytes = 0u64;
    for input in tiles.pass.inputs {
        if let TileInput::Box { source, axes } = input
            && is_cut(axes)
        {
            let (shape, item) = arrays.shape(source)?;
            bytes = bytes.saturating_add(bytes_of(&tiles.region(axes, &shape, &tile)?, item));
        }
    }
    for output in tiles.pass.outputs {
        let (shape, item) = arrays.goal(&output.goal)?;
        bytes = bytes.saturating_add(bytes_of(&tiles.region(output.axes, &shape, &tile)?, item));
    }
    Ok(bytes)
}

/// The number of the largest tile.
fn largest(tiles: &Tiles) -> usize {
    let axes = tiles.bounds.iter().zip(tiles.counts());
    axes.fold(0, |number, (bounds, count)| number * count + widest(bounds).0)
}

/// The part of a chunk that a tile needs.
pub(super) fn part(load: &Load, block: &Block) -> Option<Block> {
    load.block.intersection(block).filter(|part| !part.shape.contains(&0))
}

/// Plans a pass with the most threads that `memory` allows, at most `threads`. Where there is memory, chunks of which several
/// tiles need elements are read once.
pub(super) fn plan(
    pass: &'static PassPlan,
    arrays: &Arrays<'_>,
    memory: u64,
    threads: usize,
    device: &Device,
) -> Result<Pass> {
    let shared = plan_with(pass, arrays, memory, threads, device, true);
    match shared {
        // Nothing would be read twice otherwise.
        Ok(shared) if shared.loads.iter().all(|load| load.tiles.len() == 1) => Ok(shared),
        Ok(shared) => match plan_with(pass, arrays, memory, threads, device, false) {
            Ok(again) if again.summary.seconds < shared.summary.seconds => Ok(again),
            _ => Ok(shared),
        },
        Err(Error::Stream { needed, .. }) => {
            let again = plan_with(pass, arrays, memory, threads, device, false);
            again.map_err(|error| match error {
                Error::Stream { function, needed: other, memory } => {
                    Error::Stream { function, needed: other.min(needed), memory }
                }
                error => error,
            })
        }
        Err(error) => Err(error),
    }
}

fn plan_with(
    pass: &'static PassPlan,
    arrays: &Arrays<'_>,
    memory: u64,
    threads: usize,
    device: &Device,
    shared: bool,
) -> Result<Pass> {
    let [bounds, coarse] = bounds(pass, arrays)?;
    let summary = PassSummary {
        cuts: pass
            .cuts
            .iter()
            .zip(&bounds)
            .map(|(c, b)| (c.name.to_owned(), b.len() - 1))
            .collect(),
        ..PassSummary::default()
    };
    let tiles = Tiles::new(pass, arrays.dims, bounds).by_parts_of(&coarse);
    let count = tiles.len();
    let mut planned = Pass {
        function: arrays.streamed.programs()[usize::from(pass.program)],
        loads: Vec::new(),
        own: Vec::with_capacity(count),
        foreign: vec![0; count],
        writers: pass.outputs.iter().map(|_| HashMap::new()).collect(),
        input_bytes: vec![0; pass.inputs.len()],
        output_bytes: vec![0; pass.outputs.len()],
        summary,
        tiles,
    };
    let mut touched: HashMap<(usize, Vec<u64>), Touched> = HashMap::new();
    for number in 0..count {
        let tile = planned.tiles.tile(number)?;
        planned.add_inputs(arrays, number, &tile, &mut touched)?;
        planned.add_outputs(arrays, &tile)?;
    }
    for ((input, chunk), touched) in touched {
        planned.add_loads(arrays, input, chunk, touched, shared)?;
    }
    planned
        .loads
        .sort_by(|a, b| (a.tiles[0], a.input, &a.chunk).cmp(&(b.tiles[0], b.input, &b.chunk)));
    let mut next = 0;
    for number in 0..count {
        let first = next;
        while planned.loads.get(next).is_some_and(|load| load.tiles[0] as usize == number) {
            next += 1;
        }
        planned.own.push(first..next);
    }
    planned.summary.tiles = count;
    for load in &planned.loads {
        for &tile in &load.tiles[1..] {
            planned.foreign[tile as usize] += 1;
        }
    }
    planned.finish(arrays, memory, threads, device)?;
    Ok(planned)
}

impl Pass {
    fn add_inputs(
        &mut self,
        arrays: &Arrays<'_>,
        number: usize,
        tile: &Tile,
        touched: &mut HashMap<(usize, Vec<u64>), Touched>,
    ) -> Result<()> {
        for (k, input) in self.tiles.pass.inputs.iter().enumerate() {
            let TileInput::Box { source, axes } = input else { continue };
            if !is_cut(axes) && arrays.large(source).is_none() {
                continue;
            }
            let (shape, item) = arrays.shape(source)?;
            let region = self.tiles.region(axes, &shape, tile)?;
            self.input_bytes[k] = self.input_bytes[k].max(bytes_of(&region, item));
            let Some((large, array, origin)) = arrays.stored(source) else { continue };
            let block = stored_block(&region, &large.shape, origin);
            if region.shape.contains(&0) || block.shape.contains(&0) {
                continue;
            }
            let grid = array.header().grid();
            for chunk in positions(&grid.touched(&block)) {
                let Some(part) = grid.block(&chunk).intersection(&block) else { continue };
                match touched.entry((k, chunk)) {
                    Entry::Occupied(mut known) => {
                        let known = known.get_mut();
                        known.hull = hull(&known.hull, &part);
                        known.elements = known.elements.saturating_add(part.elements());
                        known.most = known.most.max(part.elements());
                        known.tiles.push(number as u32);
                    }
                    Entry::Vacant(new) => {
                        let (elements, tiles) = (part.elements(), vec![number as u32]);
                        new.insert(Touched { hull: part, elements, most: elements, tiles });
                    }
                }
            }
        }
        Ok(())
    }

    /// The loads of a chunk: one for all tiles if they share a little of it, as stencils do. Tiles that share nothing, or
    /// very much, read their parts themselves.
    fn add_loads(
        &mut self,
        arrays: &Arrays<'_>,
        input: usize,
        chunk: Vec<u64>,
        touched: Touched,
        shared: bool,
    ) -> Result<()> {
        let TileInput::Box { source, axes } = &self.tiles.pass.inputs[input] else { return Ok(()) };
        let Some((large, array, origin)) = arrays.stored(source) else { return Ok(()) };
        let Touched { hull, elements, most, tiles } = touched;
        let is_plain = array.header().strides.is_some();
        // What the other tiles need beside the one that needs most: the rims of stencils.
        let rims = elements - most;
        let few = rims.saturating_mul(2) <= hull.elements();
        let apart = is_plain && elements <= hull.elements();
        // A chunk that has to be decoded is kept in pieces as long as these are no more than the chunk.
        let share = shared && !apart && (few || (!is_plain && rims <= hull.elements()));
        if share || tiles.len() == 1 {
            self.loads.push(Load { input, chunk, block: hull, tiles });
            return Ok(());
        }
        let grid = array.header().grid();
        for tile in tiles {
            let region = self.tiles.region(axes, &large.shape, &self.tiles.tile(tile as usize)?)?;
            let block = stored_block(&region, &large.shape, origin);
            if let Some(block) = grid.block(&chunk).intersection(&block) {
                self.loads.push(Load { input, chunk: chunk.clone(), block, tiles: vec![tile] });
            }
        }
        Ok(())
    }

    fn add_outputs(&mut self, arrays: &Arrays<'_>, tile: &Tile) -> Result<()> {
        for (k, output) in self.tiles.pass.outputs.iter().enumerate() {
            let (shape, item) = arrays.goal(&output.goal)?;
            let region = self.tiles.region(output.axes, &shape, tile)?;
            self.output_bytes[k] = self.output_bytes[k].max(bytes_of(&region, item));
            let Some((sink, array, origin)) = arrays.target(&output.goal) else { continue };
            let block = stored_block(&region, &sink.shape, origin);
            if block.shape.contains(&0) {
                continue;
            }
            for chunk in positions(&array.header().write_grid().touched(&block)) {
                *self.writers[k].entry(chunk).or_insert(0) += 1;
            }
        }
        Ok(())
    }

    /// Counts bytes and memory, and chooses the number of threads.
    fn finish(
        &mut self,
        arrays: &Arrays<'_>,
        memory: u64,
        threads: usize,
        device: &Device,
    ) -> Result<()> {
        let pass = self.tiles.pass;
        let stored = |k: usize| match &pass.inputs[k] {
            TileInput::Box { source, .. } => arrays.stored(source),
            TileInput::Start(_) => None,
        };
        let mut buffers = 0u64;
        for k in 0..pass.inputs.len() {
            let Some((_, array, _)) = stored(k) else { continue };
            let header = array.header();
            let scratch = array.backend().scratch();
            let chunk = header.bytes(&header.chunk);
            let needed = match &header.strides {
                Some(_) => PIECE.min(chunk),
                None => scratch.fixed_read.unwrap_or(scratch.encoded) + chunk + scratch.decode,
            };
            buffers = buffers.max(needed);
            self.summary.coded |= header.strides.is_none();
        }
        for load in &self.loads {
            let Some((large, array, _)) = stored(load.input) else { continue };
            let item = large.dtype.size() as u64 * large.parts as u64;
            self.summary.chunks += 1;
            self.summary.bytes_read += match array.header().strides {
                Some(_) => load.block.elements() * item,
                None => array.header().bytes(&array.header().chunk),
            };
        }
        let mut encode = 0u64;
        let mut chunks_open = 0u64;
        for (k, output) in pass.outputs.iter().enumerate() {
            let Some((_, array, _)) = arrays.target(&output.goal) else { continue };
            let header = array.header();
            let chunk = header.bytes(&header.write_chunk);
            encode = encode.max(array.backend().scratch().encode);
            self.summary.bytes_written += self.writers[k].len() as u64 * chunk;
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
        let fixed = FIXED + self.plan_bytes() + in_memory(arrays)?;
        let of_thread = PER_THREAD + of_tile + buffers + encode + temporaries;
        let needed = |threads: u64| {
            let window = window(threads as usize) as u64;
            fixed
                .saturating_add(of_thread.saturating_mul(threads))
                .saturating_add(partial.saturating_mul(window))
                .saturating_add(self.pending(arrays, window as usize))
                // Tiles that run together open chunks before the earlier ones have closed theirs.
                .saturating_add(match chunks_open {
                    0 => 0,
                    open => open.saturating_add(self.chunks_of_tile(arrays).saturating_mul(window)),
                })
        };
        let most = threads.min(self.summary.tiles.max(1)).max(1);
        let fitting = (1..=most).rev().find(|&threads| needed(threads as u64) <= memory);
        let Some(threads) = fitting else {
            let function = arrays.streamed.function().program().name;
            return Err(Error::Stream { function, needed: needed(1), memory });
        };
        let peak = needed(threads as u64);
        self.summary.threads = threads;
        self.summary.peak_bytes = peak;
        let cores = threads.min(std::thread::available_parallelism().map_or(1, usize::from)) as f64;
        let read = self.summary.bytes_read as f64;
        let decode = if self.summary.coded { read / DECODED_BYTES_PER_S } else { 0.0 };
        let compute = (decode + read / COMPUTED_BYTES_PER_S) / cores;
        let write = self.summary.bytes_written as f64 / WRITE_BYTES_PER_S;
        self.summary.seconds = (read / READ_BYTES_PER_S).max(compute) + write;
        Ok(())
    }

    fn plan_bytes(&self) -> u64 {
        let rank = self.loads.first().map_or(0, |load| load.chunk.len()) as u64;
        let needs: usize = self.loads.iter().map(|load| load.tiles.len()).sum();
        let writers: usize = self.writers.iter().map(HashMap::len).sum();
        // The map of known chunks is dropped before the pass runs, but the allocator may keep its memory.
        self.loads.len() as u64 * (200 + 48 * rank) + needs as u64 * 4 + writers as u64 * 96
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

    /// The most bytes of pieces that wait for their tiles, if `window` tiles may be under way.
    fn pending(&self, arrays: &Arrays<'_>, window: usize) -> u64 {
        let mut change = vec![0i128; self.tiles.len() + 1];
        for load in self.loads.iter().filter(|load| load.tiles.len() > 1) {
            let TileInput::Box { source, axes } = &self.tiles.pass.inputs[load.input] else {
                continue;
            };
            let Some((large, _, origin)) = arrays.stored(source) else { continue };
            let item = (large.dtype.size() * large.parts) as u64;
            let owner = load.tiles[0] as usize;
            for &tile in &load.tiles[1..] {
                let needed = self
                    .tiles
                    .tile(tile as usize)
                    .and_then(|tile| self.tiles.region(axes, &large.shape, &tile));
                let Ok(region) = needed else { continue };
                let block = stored_block(&region, &large.shape, origin);
                let bytes = part(load, &block).map_or(0, |part| part.elements() * item);
                change[(owner + 1).saturating_sub(window)] += i128::from(bytes);
                change[tile as usize + 1] -= i128::from(bytes);
            }
        }
        let sums = change.iter().scan(0i128, |sum, change| {
            *sum += change;
            Some(*sum)
        });
        u64::try_from(sums.max().unwrap_or(0)).unwrap_or(u64::MAX)
    }

    /// The most chunks of a target that are open at one time, if tiles run one after another.
    fn open_chunks(&self, arrays: &Arrays<'_>, k: usize) -> Result<u64> {
        let output = &self.tiles.pass.outputs[k];
        let Some((sink, array, origin)) = arrays.target(&output.goal) else { return Ok(0) };
        let (shape, _) = arrays.goal(&output.goal)?;
        let grid = array.header().write_grid();
        let mut left: HashMap<Vec<u64>, u32> = HashMap::new();
        let mut most = 0;
        for number in 0..self.tiles.len() {
            let tile = self.tiles.tile(number)?;
            let region = self.tiles.region(output.axes, &shape, &tile)?;
            let block = stored_block(&region, &sink.shape, origin);
            let mut closed = Vec::new();
            for chunk in positions(&grid.touched(&block)) {
                let all = self.writers[k].get(&chunk).copied().unwrap_or(0);
                let left = left.entry(chunk.clone()).or_insert(all);
                *left = left.saturating_sub(1);
                if *left == 0 {
                    closed.push(chunk);
                }
            }
            most = most.max(left.len() as u64);
            left.retain(|chunk, _| !closed.contains(chunk));
        }
        Ok(most)
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
pub(super) fn window(threads: usize) -> usize {
    threads + 1
}

/// The bytes of arrays in memory: those that programs hand on, and new results.
fn in_memory(arrays: &Arrays<'_>) -> Result<u64> {
    let mut bytes = 0u64;
    for k in 0..arrays.streamed.values().len() {
        let (shape, item) = arrays.shape(&Source::Value(k as u16))?;
        bytes = bytes.saturating_add(bytes_of(&Region { start: Vec::new(), shape }, item));
    }
    for k in 0..arrays.streamed.function().program().results.len() {
        if arrays.sinks.get(k).is_none_or(Option::is_none) {
            let (shape, item) = arrays.goal(&Goal::Result(k as u16))?;
            bytes = bytes.saturating_add(bytes_of(&Region { start: Vec::new(), shape }, item));
        }
    }
    Ok(bytes)
}

/// The smallest box that has both.
fn hull(a: &Block, b: &Block) -> Block {
    let axes = 0..a.start.len();
    let start: Vec<u64> = axes.clone().map(|axis| a.start[axis].min(b.start[axis])).collect();
    let shape = axes.map(|axis| a.end(axis).max(b.end(axis)) - start[axis]).collect();
    Block { start, shape }
}
