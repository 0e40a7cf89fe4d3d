//! Reads the inputs of a tile.

use std::sync::PoisonError;

use array_fn_runtime::plan::{Source, TileInput};
use array_fn_runtime::stream::elements;

use super::{Own, Piece, Run, moved};
use crate::Result;
use crate::array::Buffers;
use crate::grid::{Block, Layout, c_strides, copy_box};
use crate::memory::Memory;
use crate::stream::need::Need;
use crate::stream::operand::Argument;
use crate::stream::plan::Part;
use crate::stream::tiles::{Region, Tile};

impl Run<'_> {
    /// Makes room for an input of a tile, and fills it if its array is in memory. `None` if it is passed as it is.
    pub(super) fn input(
        &self,
        k: usize,
        input: &TileInput,
        tile: &Tile,
        own: &mut Own,
    ) -> Result<Option<Need>> {
        let TileInput::Box { source, axes, views } = input else { return Ok(None) };
        if self.arrays.is_passed_whole((source, axes, views)) {
            return Ok(None);
        }
        let large = self.arrays.large(source);
        let (shape, item) = self.arrays.shape(source)?;
        let need = Need::new(&self.pass.tiles, self.arrays, (source, axes, views), tile)?;
        let sizes = need.region.shape.iter();
        let room =
            own.inputs[k].room(sizes.fold(item, |n, &size| n.saturating_mul(size as u64)))?;
        if !need.is_full {
            // These elements are never used, but must be values.
            room.fill(0);
        }
        let mut all = Block::all(&shape.iter().map(|&size| size as u64).collect::<Vec<_>>());
        let memory = match large.map(|large| large.memory()) {
            // It is read chunk by chunk.
            Some(None) => return Ok(Some(need)),
            Some(Some(bytes)) => bytes,
            None => match source {
                Source::Param(p) => match &self.arrays.args[usize::from(*p)] {
                    Argument::Memory(arg) => elements(arg)?.0,
                    Argument::Large(_) => &[],
                },
                Source::Value(v) => match &self.arrays.values[usize::from(*v)] {
                    Some(value) => {
                        // The box of it that belongs to the strip has all that the tile needs.
                        let sizes = value.array.shape().iter();
                        all.shape = sizes.map(|&size| size as u64).collect();
                        all.start = value.start.iter().map(|&at| at as u64).collect();
                        value.array.bytes()?
                    }
                    None => &[],
                },
            },
        };
        let expected = all.shape.iter().fold(item, |n, &size| n.saturating_mul(size));
        if memory.len() as u64 == expected {
            let from = Layout { offset: 0, strides: c_strides(&all.shape, item) };
            let origin = vec![0; shape.len()];
            let source = (memory.as_ptr(), &from);
            // SAFETY: the memory has the elements of the box, and the input room for the region.
            unsafe { need.copy(&origin, &all, source, own.inputs[k].pointer(), item as usize) };
        }
        Ok(Some(need))
    }

    /// Lets the system read what a later tile will, while this one computes.
    pub(super) fn ahead(&self, number: usize, buffers: &mut Buffers) {
        for load in self.pass.loads.of(number) {
            // What is wrong is found when the tile reads.
            if let Ok(Some(part)) = self.pass.part(self.arrays, load, None) {
                part.array.ahead(&part.chunk, &part.block, buffers);
            }
        }
    }

    /// Reads the chunks that are this tile's to read, and hands on what other tiles need of them.
    pub(super) fn read(&self, number: usize, needs: &[Option<Need>], own: &mut Own) -> Result<()> {
        let mut pieces: Vec<(usize, Piece)> = Vec::new();
        for load in self.pass.loads.of(number) {
            let need = needs[load.input()].as_ref();
            let (Some(need), Some(part)) = (need, self.pass.part(self.arrays, load, need)?) else {
                continue;
            };
            let Part { input, view, large, array, origin, chunk, block } = part;
            let item = large.dtype.size() * large.parts;
            // Where the elements go: this tile's input, and pieces for others.
            let first = pieces.len();
            for &tile in self.pass.loads.others(load) {
                let of = self.pass.tiles.tile(tile as usize)?;
                let tiles = &self.pass.tiles;
                let other = Need::new(tiles, self.arrays, view, &of)?;
                let Some(part) = other.hull(origin, &block) else { continue };
                let memory = Memory::new((part.elements() * item as u64) as usize)?;
                pieces.push((tile as usize, Piece { input, block: part, memory }));
            }
            let base = own.inputs[input].pointer();
            if self.pass.loads.others(load).is_empty()
                && need.is_plain
                && is_contiguous(&need.region, &block)
                && array.read_part(&chunk, &block, &mut own.buffers, {
                    let bytes = (block.elements() * item as u64) as usize;
                    &mut own.inputs[input].room(bytes as u64)?[..bytes]
                })?
            {
                continue;
            }
            let mut each = |piece: &Block, memory: &[u8], layout: &Layout| {
                let copy = |into: &Block, target: *mut u8, to: &Layout| {
                    let Some(part) = piece.intersection(into) else { return };
                    let from = moved(layout, piece, &part);
                    let to = moved(to, into, &part);
                    // SAFETY: the part is inside of what was read, and inside of the target.
                    unsafe {
                        copy_box(&part.shape, item, (memory.as_ptr(), &from), (target, &to));
                    }
                };
                let from = (memory.as_ptr(), layout);
                // SAFETY: the piece is inside of what was read, and the input has room for the region.
                unsafe { need.copy(origin, piece, from, base, item) };
                for (_, piece) in &pieces[first..] {
                    let strides = c_strides(&piece.block.shape, item as u64);
                    copy(&piece.block, piece.memory.pointer(), &Layout { offset: 0, strides });
                }
            };
            array.visit(&chunk, &block, &mut own.buffers, &mut each)?;
        }
        if !pieces.is_empty() {
            let mut state = self.lock();
            for (tile, piece) in pieces {
                state.pieces.entry(tile).or_default().push(piece);
            }
            drop(state);
            self.changed.notify_all();
        }
        Ok(())
    }

    /// Waits for the pieces that others read. Returns whether to go on.
    pub(super) fn receive(&self, number: usize, needs: &[Option<Need>], own: &mut Own) -> bool {
        let expected = self.pass.loads.foreign(number);
        let pieces = {
            let mut state = self.lock();
            loop {
                if state.failed {
                    return false;
                }
                if state.pieces.get(&number).map_or(0, Vec::len) >= expected {
                    break state.pieces.remove(&number).unwrap_or_default();
                }
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        };
        for piece in pieces {
            let input = &self.pass.tiles.pass.inputs[piece.input];
            let (TileInput::Box { source, .. }, Some(need)) = (input, &needs[piece.input]) else {
                continue;
            };
            let Some((large, _, origin)) = self.arrays.stored(source) else { continue };
            let item = large.dtype.size() * large.parts;
            let from = Layout { offset: 0, strides: c_strides(&piece.block.shape, item as u64) };
            let source = (piece.memory.as_ptr(), &from);
            let base = own.inputs[piece.input].pointer();
            // SAFETY: the memory has the elements of the piece, and the input room for the region.
            unsafe { need.copy(origin, &piece.block, source, base, item) };
        }
        true
    }
}

/// Whether a block is all of a region, which is then contiguous.
fn is_contiguous(region: &Region, block: &Block) -> bool {
    block.shape.iter().zip(&region.shape).all(|(&a, &b)| a == b as u64)
}
