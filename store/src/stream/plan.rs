//! What a streamed call will do: its tiles, which chunks each of them reads, and the memory that it takes.

mod arrays;
mod bounds;
mod cost;
mod loads;
mod summary;

use std::collections::HashMap;
use std::ops::Range;

use array_fn_runtime::plan::{Pass as PassPlan, TileInput};
use array_fn_runtime::{Device, Function};

use self::arrays::bytes_of;
pub(super) use self::arrays::{Arrays, Value, stored_block};
pub(super) use self::bounds::{Bounds, bounds_of};
pub(super) use self::cost::window;
use self::loads::Touch;
pub(super) use self::loads::{Loads, Part};
pub(super) use self::summary::add_strip;
pub use self::summary::{PassSummary, StreamPlan};
use super::need::Need;
use super::strips::{Layout, Strip};
use super::tiles::{Tile, Tiles, restrict};
use crate::grid::positions;
use crate::{Error, Result};

/// The most tiles of which one thread combines the partial results, so that there is work for several.
const MOST_OF_GROUP: usize = 16;

/// A pass, ready to run.
#[derive(Debug)]
pub(super) struct Pass {
    pub tiles: Tiles,
    /// The program of a tile.
    pub function: &'static Function,
    pub loads: Loads,
    /// Tiles that one thread takes together, and whose partial results it combines.
    pub groups: Vec<Range<usize>>,
    /// For each output that goes to an array on disk, how many tiles write each of its chunks. Chunks are counted in C order.
    pub writers: Vec<HashMap<u64, u32>>,
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
        Ok(shared) if !shared.loads.are_shared() => Ok(shared),
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
        loads: Loads::default(),
        groups: tiles.groups(&coarse, most),
        writers: pass.outputs.iter().map(|_| HashMap::new()).collect(),
        input_bytes: vec![0; pass.inputs.len()],
        output_bytes: vec![0; pass.outputs.len()],
        summary: PassSummary::default(),
        tiles,
    };
    if u32::try_from(count).is_err() {
        let function = arrays.streamed.function().program().name;
        return Err(Error::request(format!(
            "`{function}` has {count} tiles, more than 2^32: larger chunks make fewer"
        )));
    }
    let mut touches = Vec::new();
    for number in 0..count {
        let tile = planned.tiles.tile(number)?;
        planned.add_inputs(arrays, number, &tile, &mut touches)?;
        planned.add_outputs(arrays, &tile)?;
    }
    planned.add_loads(arrays, touches, shared)?;
    planned.summary.tiles = count;
    planned.finish(arrays, strip, memory, threads, device)?;
    Ok(planned)
}

impl Pass {
    fn add_inputs(
        &mut self,
        arrays: &Arrays<'_>,
        number: usize,
        tile: &Tile,
        touches: &mut Vec<Touch>,
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
            Touch::add(touches, (k, number), &need, origin, &array.header().grid());
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
            let grid = array.header().write_grid();
            for chunk in positions(&grid.touched(&block)) {
                *self.writers[k].entry(grid.flat(&chunk)).or_insert(0) += 1;
            }
        }
        Ok(())
    }
}
