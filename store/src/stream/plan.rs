//! What a streamed call will do: its tiles, which chunks each of them reads, and the memory that it takes.

mod arrays;
mod bounds;
mod cost;
mod summary;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use array_fn_runtime::plan::{Pass as PassPlan, TileInput};
use array_fn_runtime::{Device, Function};

use self::arrays::bytes_of;
pub(super) use self::arrays::{Arrays, Value, stored_block};
pub(super) use self::bounds::{Bounds, bounds_of};
pub(super) use self::cost::window;
pub(super) use self::summary::add_strip;
pub use self::summary::{PassSummary, StreamPlan};
use super::need::Need;
use super::strips::{Layout, Strip};
use super::tiles::{Tile, Tiles, restrict};
use crate::grid::{Block, positions};
use crate::{Error, Result};

/// The most tiles of which one thread combines the partial results, so that there is work for several.
const MOST_OF_GROUP: usize = 16;

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
    /// Tiles that one thread takes together, and whose partial results it combines.
    pub groups: Vec<Range<usize>>,
    /// For each tile, the loads that it does, as a range.
    pub own: Vec<Range<usize>>,
    /// For each tile, how many pieces it gets from others.
    pub foreign: Vec<u32>,
    /// For each output that goes to an array on disk, how many tiles write each of its chunks.
    pub writers: Vec<HashMap<Vec<u64>, u32>>,
    /// The most bytes of each input and of each output in a tile.
    pub input_bytes: Vec<u64>,
    pub output_bytes: Vec<u64>,
    pub summary: PassSummary,
}

/// Plans the part of a pass that belongs to a strip, with the most threads that `memory` allows, at most `threads`. Where there
/// is memory, chunks of which several tiles need elements are read once.
pub(super) fn plan(
    number: usize,
    arrays: &Arrays<'_>,
    place: (&Layout, &Strip),
    memory: u64,
    threads: usize,
    device: &Device,
) -> Result<Pass> {
    let shared = plan_with(number, arrays, place, memory, threads, device, true);
    match shared {
        // Nothing would be read twice otherwise.
        Ok(shared) if shared.loads.iter().all(|load| load.tiles.len() == 1) => Ok(shared),
        Ok(shared) => match plan_with(number, arrays, place, memory, threads, device, false) {
            Ok(again) if again.summary.seconds < shared.summary.seconds => Ok(again),
            _ => Ok(shared),
        },
        Err(Error::Stream { needed, .. }) => {
            let again = plan_with(number, arrays, place, memory, threads, device, false);
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
    number: usize,
    arrays: &Arrays<'_>,
    place: (&Layout, &Strip),
    memory: u64,
    threads: usize,
    device: &Device,
    shared: bool,
) -> Result<Pass> {
    let (layout, strip) = place;
    let pass: &'static PassPlan = &arrays.streamed.passes()[number];
    let bounds = &layout.bounds[number];
    let ranges = &strip.ranges[number];
    let mut coarse = bounds.coarse.clone();
    restrict(&mut coarse, ranges);
    let ends = bounds.tiles.iter().map(|bounds| bounds.last().copied().unwrap_or(0)).collect();
    let tiles = Tiles::new(pass, arrays.dims, bounds.tiles.clone());
    let tiles = tiles.within(ranges, ends).by_parts_of(&coarse);
    let count = tiles.len();
    let most = if bounds.groups { MOST_OF_GROUP } else { 1 };
    let mut planned = Pass {
        function: arrays.streamed.programs()[usize::from(pass.program)],
        loads: Vec::new(),
        groups: tiles.groups(&coarse, most),
        own: Vec::with_capacity(count),
        foreign: vec![0; count],
        writers: pass.outputs.iter().map(|_| HashMap::new()).collect(),
        input_bytes: vec![0; pass.inputs.len()],
        output_bytes: vec![0; pass.outputs.len()],
        summary: PassSummary::default(),
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
    planned.finish(arrays, strip, memory, threads, device)?;
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
            let TileInput::Box { source, axes, views } = input else { continue };
            if arrays.is_passed_whole((source, axes, views)) {
                continue;
            }
            let (_, item) = arrays.shape(source)?;
            let need = Need::new(&self.tiles, arrays, (source, axes, views), tile)?;
            self.input_bytes[k] = self.input_bytes[k].max(bytes_of(&need.region, item));
            let Some((_, array, origin)) = arrays.stored(source) else { continue };
            if need.region.shape.contains(&0) {
                continue;
            }
            let grid = array.header().grid();
            for chunk in need.chunks(origin, &grid) {
                let Some(part) = need.hull(origin, &grid.block(&chunk)) else { continue };
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
        let TileInput::Box { source, axes, views } = &self.tiles.pass.inputs[input] else {
            return Ok(());
        };
        let Some((_, array, origin)) = arrays.stored(source) else { return Ok(()) };
        let Touched { hull, elements, most, tiles } = touched;
        let is_plain = array.reads_parts();
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
            let of = self.tiles.tile(tile as usize)?;
            let need = Need::new(&self.tiles, arrays, (source, axes, views), &of)?;
            if let Some(block) = need.hull(origin, &grid.block(&chunk)) {
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
}

/// The smallest box that has both.
fn hull(a: &Block, b: &Block) -> Block {
    let axes = 0..a.start.len();
    let start: Vec<u64> = axes.clone().map(|axis| a.start[axis].min(b.start[axis])).collect();
    let shape = axes.map(|axis| a.end(axis).max(b.end(axis)) - start[axis]).collect();
    Block { start, shape }
}
