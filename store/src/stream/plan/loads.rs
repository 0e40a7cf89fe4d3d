//! Who reads a chunk: the loads of a pass.

use array_fn_runtime::plan::{AxisView, BoxAxis, Source, TileInput};

use super::{Arrays, Pass};
use crate::Result;
use crate::array::StoredArray;
use crate::grid::{Block, Grid};
use crate::stream::need::Need;
use crate::stream::operand::LargeArray;

/// A read of a part of a chunk. There may be millions, so it is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::stream) struct Load {
    /// The tile that reads.
    pub tile: u32,
    input: u16,
    /// The number of the chunk, counted in C order.
    chunk: u64,
    /// The number of the share; [`ALONE`] if no other tile gets something.
    share: u32,
}

const ALONE: u32 = u32::MAX;

impl Load {
    /// Which input of the program.
    pub(in crate::stream) fn input(&self) -> usize {
        usize::from(self.input)
    }
}

/// What a tile reads of a chunk for itself and others.
#[derive(Debug)]
struct Share {
    /// The smallest box of the array that has all elements that are needed.
    block: Block,
    /// The tiles. The first of them reads.
    tiles: Vec<u32>,
}

/// A tile that needs elements of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Touch {
    input: u16,
    chunk: u64,
    tile: u32,
}

/// The loads of a pass, in the order of their tiles.
#[derive(Debug, Default)]
pub(in crate::stream) struct Loads {
    loads: Vec<Load>,
    shares: Vec<Share>,
    /// For each tile, how many pieces it gets from others; empty if no tile gets any.
    foreign: Vec<u32>,
}

impl Loads {
    /// The bytes that the loads of a pass take, as they are found.
    pub(super) fn bytes(&self) -> u64 {
        let of_shares = self.shares.iter().map(|share| {
            let rank = share.block.start.len() as u64;
            128 + 48 * rank + 8 * share.tiles.len() as u64
        });
        // What tiles need is listed and sorted first.
        let each = 2 * (size_of::<Load>() + size_of::<Touch>()) as u64;
        self.loads.len() as u64 * each + self.foreign.len() as u64 * 4 + of_shares.sum::<u64>()
    }

    /// Whether some tile gets pieces from others.
    pub(super) fn are_shared(&self) -> bool {
        !self.shares.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.loads.len()
    }

    /// The loads of a tile.
    pub(in crate::stream) fn of(&self, tile: usize) -> &[Load] {
        let first = self.loads.partition_point(|load| (load.tile as usize) < tile);
        let own = &self.loads[first..];
        let count = own.iter().take_while(|load| load.tile as usize == tile).count();
        &own[..count]
    }

    /// The other tiles that get something.
    pub(in crate::stream) fn others(&self, load: &Load) -> &[u32] {
        self.shares.get(load.share as usize).map_or(&[], |share| &share.tiles[1..])
    }

    /// How many pieces a tile gets from others.
    pub(in crate::stream) fn foreign(&self, tile: usize) -> usize {
        self.foreign.get(tile).map_or(0, |&pieces| pieces as usize)
    }
}

/// What a load reads.
pub(in crate::stream) struct Part<'a> {
    /// The input of the program.
    pub input: usize,
    pub view: (&'static Source, &'static [BoxAxis], &'static [AxisView]),
    pub large: &'a LargeArray<'a>,
    pub array: &'a StoredArray,
    /// Where the large array begins in the array.
    pub origin: &'a [u64],
    pub chunk: Vec<u64>,
    pub block: Block,
}

impl Pass {
    /// What a load reads. `need` is that of its tile, if it is known.
    pub(in crate::stream) fn part<'a>(
        &self,
        arrays: &Arrays<'a>,
        load: &Load,
        need: Option<&Need>,
    ) -> Result<Option<Part<'a>>> {
        let input = usize::from(load.input);
        let pass = self.tiles.pass;
        let TileInput::Box { source, axes, views } = &pass.inputs[input] else { return Ok(None) };
        let Some((large, array, origin)) = arrays.stored(source) else { return Ok(None) };
        let view = (source, *axes, *views);
        let grid = array.header().grid();
        let chunk = grid.chunk_of(load.chunk);
        let block = match self.loads.shares.get(load.share as usize) {
            Some(share) => Some(share.block.clone()),
            None => match need {
                Some(need) => need.hull(origin, &grid.block(&chunk)),
                None => {
                    let tile = self.tiles.tile(load.tile as usize)?;
                    Need::new(&self.tiles, arrays, view, &tile)?.hull(origin, &grid.block(&chunk))
                }
            },
        };
        Ok(block.map(|block| Part { input, view, large, array, origin, chunk, block }))
    }

    /// Decides who reads: one tile for all if they share a little of a chunk, as stencils do. Tiles that share nothing, or very
    /// much, read their parts themselves.
    pub(super) fn add_loads(
        &mut self,
        arrays: &Arrays<'_>,
        mut touches: Vec<Touch>,
        is_shared: bool,
    ) -> Result<()> {
        touches.sort_unstable();
        let mut loads = Vec::with_capacity(touches.len());
        let mut shares: Vec<Share> = Vec::new();
        let is_same = |a: &Touch, b: &Touch| (a.input, a.chunk) == (b.input, b.chunk);
        for touches in touches.chunk_by(is_same) {
            let Touch { input, chunk, tile } = touches[0];
            let share = match touches.len() {
                1 => None,
                _ => self.share(arrays, touches, is_shared)?,
            };
            match share {
                Some(share) => {
                    let number = shares.len() as u32;
                    shares.push(share);
                    loads.push(Load { tile, input, chunk, share: number });
                }
                None => {
                    let alone =
                        |touch: &Touch| Load { tile: touch.tile, input, chunk, share: ALONE };
                    loads.extend(touches.iter().map(alone));
                }
            }
        }
        drop(touches);
        loads.sort_unstable();
        if !shares.is_empty() {
            self.loads.foreign = vec![0; self.tiles.len()];
            for tile in shares.iter().flat_map(|share| &share.tiles[1..]) {
                self.loads.foreign[*tile as usize] += 1;
            }
        }
        self.loads.loads = loads;
        self.loads.shares = shares;
        Ok(())
    }

    /// What the first of some tiles reads of a chunk for all of them; `None` if each reads its own.
    fn share(
        &self,
        arrays: &Arrays<'_>,
        touches: &[Touch],
        is_shared: bool,
    ) -> Result<Option<Share>> {
        let input = &self.tiles.pass.inputs[usize::from(touches[0].input)];
        let TileInput::Box { source, axes, views } = input else { return Ok(None) };
        let Some((_, array, origin)) = arrays.stored(source) else { return Ok(None) };
        if !is_shared {
            return Ok(None);
        }
        let grid = array.header().grid();
        let block = grid.block(&grid.chunk_of(touches[0].chunk));
        let mut hull: Option<Block> = None;
        let (mut elements, mut most) = (0u64, 0);
        for touch in touches {
            let tile = self.tiles.tile(touch.tile as usize)?;
            let need = Need::new(&self.tiles, arrays, (source, axes, views), &tile)?;
            let Some(part) = need.hull(origin, &block) else { continue };
            elements = elements.saturating_add(part.elements());
            most = most.max(part.elements());
            hull = Some(match hull {
                Some(hull) => both(&hull, &part),
                None => part,
            });
        }
        let Some(hull) = hull else { return Ok(None) };
        let is_plain = array.reads_parts();
        // What the other tiles need beside the one that needs most: the rims of stencils.
        let rims = elements - most;
        let few = rims.saturating_mul(2) <= hull.elements();
        let apart = is_plain && elements <= hull.elements();
        // A chunk that has to be decoded is kept in pieces as long as these are no more than the chunk.
        let share = !apart && (few || (!is_plain && rims <= hull.elements()));
        let tiles = || touches.iter().map(|touch| touch.tile).collect();
        Ok(share.then(|| Share { block: hull, tiles: tiles() }))
    }

    /// The bytes that the loads read, and those of them that are requests to object stores.
    pub(super) fn bytes_of_loads(&self, arrays: &Arrays<'_>) -> Result<(u64, u64)> {
        let (mut bytes, mut requests) = (0u64, 0);
        let mut known: Option<(u32, u16, Need)> = None;
        for load in &self.loads.loads {
            let TileInput::Box { source, axes, views } =
                &self.tiles.pass.inputs[usize::from(load.input)]
            else {
                continue;
            };
            let Some((_, array, _)) = arrays.stored(source) else { continue };
            requests += u64::from(!array.storage().is_files());
            let header = array.header();
            if header.strides.is_none() {
                bytes = bytes.saturating_add(header.bytes(&header.chunk));
                continue;
            }
            // The loads of a tile come one after another.
            if load.share == ALONE
                && known.as_ref().is_none_or(|of| (of.0, of.1) != (load.tile, load.input))
            {
                let tile = self.tiles.tile(load.tile as usize)?;
                let need = Need::new(&self.tiles, arrays, (source, axes, views), &tile)?;
                known = Some((load.tile, load.input, need));
            }
            let need = known.as_ref().map(|(_, _, need)| need);
            if let Some(part) = self.part(arrays, load, need)? {
                bytes = bytes.saturating_add(array.bytes_of_part(&part.block));
            }
        }
        Ok((bytes, requests))
    }

    /// The most bytes of pieces that wait for their tiles, if `window` tiles may be under way.
    pub(super) fn pending(&self, arrays: &Arrays<'_>, window: usize) -> Result<u64> {
        if !self.loads.are_shared() {
            return Ok(0);
        }
        let mut change = vec![0i128; self.tiles.len() + 1];
        for load in self.loads.loads.iter().filter(|load| load.share != ALONE) {
            let Some(part) = self.part(arrays, load, None)? else { continue };
            let item = (part.large.dtype.size() * part.large.parts) as u64;
            for &tile in self.loads.others(load) {
                let of = self.tiles.tile(tile as usize)?;
                let need = Need::new(&self.tiles, arrays, part.view, &of)?;
                let piece = need.hull(part.origin, &part.block);
                let bytes = piece.map_or(0, |piece| piece.elements() * item);
                change[(load.tile as usize + 1).saturating_sub(window)] += i128::from(bytes);
                change[tile as usize + 1] -= i128::from(bytes);
            }
        }
        let sums = change.iter().scan(0i128, |sum, change| {
            *sum += change;
            Some(*sum)
        });
        Ok(u64::try_from(sums.max().unwrap_or(0)).unwrap_or(u64::MAX))
    }
}

impl Touch {
    /// Adds the chunks that a tile needs elements of.
    pub(super) fn add(
        touches: &mut Vec<Touch>,
        (input, tile): (usize, usize),
        need: &Need,
        origin: &[u64],
        grid: &Grid,
    ) {
        let (input, tile) = (input as u16, tile as u32);
        need.chunks(origin, grid, |chunk| touches.push(Touch { input, chunk, tile }));
    }
}

/// The smallest box that has both.
fn both(a: &Block, b: &Block) -> Block {
    let axes = 0..a.start.len();
    let start: Vec<u64> = axes.clone().map(|axis| a.start[axis].min(b.start[axis])).collect();
    let shape = axes.map(|axis| a.end(axis).max(b.end(axis)) - start[axis]).collect();
    Block { start, shape }
}
