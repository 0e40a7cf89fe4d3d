//! Reads the inputs of a tile.

use std::sync::PoisonError;

use array_fn_runtime::plan::{Source, TileInput};
use array_fn_runtime::stream::elements;

use super::{Own, Piece, Run, moved};
use crate::Result;
use crate::grid::{Block, Layout, c_strides, copy_box, offset};
use crate::memory::Memory;
use crate::stream::operand::{Argument, Place};
use crate::stream::plan::{is_cut, part, stored_block};
use crate::stream::tiles::{Region, Tile};

impl Run<'_> {
    /// Makes room for an input of a tile, and fills it if its array is in memory. `None` if it is passed as it is.
    pub(super) fn input(
        &self,
        k: usize,
        input: &TileInput,
        tile: &Tile,
        own: &mut Own,
    ) -> Result<Option<Region>> {
        let TileInput::Box { source, axes } = input else { return Ok(None) };
        let large = self.arrays.large(source);
        if !is_cut(axes) && large.is_none() {
            return Ok(None);
        }
        let (shape, item) = self.arrays.shape(source)?;
        let region = self.pass.tiles.region(axes, &shape, tile)?;
        let bytes = region.shape.iter().fold(item, |n, &size| n.saturating_mul(size as u64));
        let inside = region
            .start
            .iter()
            .zip(&region.shape)
            .zip(&shape)
            .all(|((&at, &n), &size)| at >= 0 && at.saturating_add(n as i64) <= size as i64);
        let room = own.inputs[k].room(bytes)?;
        if !inside {
            // These elements are never used, but must be values.
            room.fill(0);
        }
        let origin = vec![0; shape.len()];
        let mut block = stored_block(&region, &shape, &origin);
        let mut whole: Vec<u64> = shape.iter().map(|&size| size as u64).collect();
        let mut first = vec![0; shape.len()];
        let memory = match large.map(|large| &large.place) {
            Some(Place::Stored { .. }) => return Ok(Some(region)),
            Some(Place::Memory(bytes)) => *bytes,
            None => match source {
                Source::Param(p) => match &self.arrays.args[usize::from(*p)] {
                    Argument::Memory(arg) => elements(arg)?.0,
                    Argument::Large(_) => &[],
                },
                Source::Value(v) => match &self.arrays.values[usize::from(*v)] {
                    Some(value) => {
                        // The box of it that belongs to the strip has all that the tile needs.
                        whole = value.array.shape().iter().map(|&size| size as u64).collect();
                        first = value.start.iter().map(|&at| at as u64).collect();
                        let has = Block { start: first.clone(), shape: whole.clone() };
                        let Some(part) = block.intersection(&has) else { return Ok(Some(region)) };
                        block = part;
                        value.array.bytes()?
                    }
                    None => &[],
                },
            },
        };
        let expected = whole.iter().fold(item, |n, &size| n.saturating_mul(size));
        if memory.len() as u64 == expected {
            let strides = c_strides(&whole, item);
            let at: Vec<u64> = block.start.iter().zip(&first).map(|(&a, &b)| a - b).collect();
            let from = Layout { offset: offset(&at, &strides), strides };
            let to = inner_layout(&region, &block, &origin, item);
            // SAFETY: the block is inside of both memories.
            unsafe {
                let target = (own.inputs[k].pointer(), &to);
                copy_box(&block.shape, item as usize, (memory.as_ptr(), &from), target);
            }
        }
        Ok(Some(region))
    }

    /// Lets the system read what a later tile will, while this one computes.
    pub(super) fn ahead(&self, number: usize) {
        let Some(own) = self.pass.own.get(number) else { return };
        for load in &self.pass.loads[own.clone()] {
            if let TileInput::Box { source, .. } = &self.pass.tiles.pass.inputs[load.input]
                && let Some((_, array, _)) = self.arrays.stored(source)
            {
                array.ahead(&load.chunk, &load.block);
            }
        }
    }

    /// Reads the chunks that are this tile's to read, and hands on what other tiles need of them.
    pub(super) fn read(
        &self,
        number: usize,
        regions: &[Option<Region>],
        own: &mut Own,
    ) -> Result<()> {
        let mut pieces: Vec<(usize, Piece)> = Vec::new();
        for load in &self.pass.loads[self.pass.own[number].clone()] {
            let TileInput::Box { source, axes } = &self.pass.tiles.pass.inputs[load.input] else {
                continue;
            };
            let Some((large, array, origin)) = self.arrays.stored(source) else { continue };
            let Some(region) = &regions[load.input] else { continue };
            let item = large.dtype.size() * large.parts;
            let block = stored_block(region, &large.shape, origin);
            // Where the elements go: this tile's input, and pieces for others.
            let first = pieces.len();
            for &tile in &load.tiles[1..] {
                let of = self.pass.tiles.tile(tile as usize)?;
                let other = self.pass.tiles.region(axes, &large.shape, &of)?;
                let other = stored_block(&other, &large.shape, origin);
                let Some(part) = part(load, &other) else { continue };
                let memory = Memory::new((part.elements() * item as u64) as usize)?;
                pieces.push((tile as usize, Piece { input: load.input, block: part, memory }));
            }
            let to = inner_layout(region, &block, origin, item as u64);
            let base = own.inputs[load.input].pointer();
            if load.tiles.len() == 1
                && is_contiguous(region, &load.block)
                && array.read_part(&load.chunk, &load.block, &mut own.buffers, {
                    let bytes = (load.block.elements() * item as u64) as usize;
                    &mut own.inputs[load.input].room(bytes as u64)?[..bytes]
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
                copy(&block, base, &to);
                for (_, piece) in &pieces[first..] {
                    let strides = c_strides(&piece.block.shape, item as u64);
                    copy(&piece.block, piece.memory.pointer(), &Layout { offset: 0, strides });
                }
            };
            array.visit(&load.chunk, &load.block, &mut own.buffers, &mut each)?;
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
    pub(super) fn receive(&self, number: usize, regions: &[Option<Region>], own: &mut Own) -> bool {
        let expected = self.pass.foreign[number] as usize;
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
            let (TileInput::Box { source, .. }, Some(region)) = (input, &regions[piece.input])
            else {
                continue;
            };
            let Some((large, _, origin)) = self.arrays.stored(source) else { continue };
            let item = large.dtype.size() * large.parts;
            let from = Layout { offset: 0, strides: c_strides(&piece.block.shape, item as u64) };
            let to = inner_layout(region, &piece.block, origin, item as u64);
            // SAFETY: the piece is the part of a chunk that the input needs.
            unsafe {
                let target = (own.inputs[piece.input].pointer(), &to);
                copy_box(&piece.block.shape, item, (piece.memory.as_ptr(), &from), target);
            }
        }
        true
    }
}

/// Where a block of an array on disk is in the memory of a region, which is in C order.
fn inner_layout(region: &Region, block: &Block, origin: &[u64], item: u64) -> Layout {
    let shape: Vec<u64> = region.shape[..origin.len()].iter().map(|&size| size as u64).collect();
    let strides = c_strides(&shape, item);
    let at = (0..origin.len()).map(|axis| {
        let at = block.start[axis] as i64 - origin[axis] as i64 - region.start[axis];
        u64::try_from(at).unwrap_or(0)
    });
    let at: Vec<u64> = at.collect();
    Layout { offset: offset(&at, &strides), strides }
}

/// Whether a block is all of a region, which is then contiguous.
fn is_contiguous(region: &Region, block: &Block) -> bool {
    block.shape.iter().zip(&region.shape).all(|(&a, &b)| a == b as u64)
}
