//! Hands on the results of a tile.

use std::sync::atomic::Ordering;

use super::{OpenChunk, Output, OutputPlace, Own, Run, moved};
use crate::Result;
use crate::array::StoredArray;
use crate::grid::{Block, Layout, c_strides, copy_box, offset, positions};
use crate::memory::Memory;
use crate::stream::plan::stored_block;
use crate::stream::tiles::Region;
use crate::stream::{Progress, fold};

impl Output<'_> {
    /// Where a region begins in the memory.
    fn place_of(&self, region: &Region) -> Vec<usize> {
        let places = region.start.iter().zip(&self.inside.start);
        places.map(|(&at, &first)| usize::try_from(at - first).unwrap_or(0)).collect()
    }
}

impl Run<'_> {
    /// Hands on the results of a tile.
    pub(super) fn finish(
        &self,
        number: usize,
        places: Vec<Region>,
        own: &mut Own,
        is_last: bool,
    ) -> Result<()> {
        for (k, (output, region)) in self.outputs.iter().zip(places).enumerate() {
            if let Some(fold) = output.plan.fold {
                let Own { outputs, group, .. } = own;
                match group.iter_mut().find(|(of, _, begun)| *of == k && *begun == region) {
                    Some((_, sum, _)) => {
                        let start = vec![0; region.shape.len()];
                        let all = Region { start, shape: region.shape.clone() };
                        let (sum, term) = (sum.pointer(), outputs[k].as_ptr());
                        // SAFETY: both memories have the elements of the region.
                        unsafe {
                            fold::combine(sum, &region.shape, &all, term, output.dtype, fold);
                        }
                    }
                    None => group.push((k, std::mem::take(&mut outputs[k]), region)),
                }
                continue;
            }
            match &output.place {
                OutputPlace::Memory(pointer) => {
                    let item = output.dtype.size() as u64;
                    let block = |start: Vec<u64>| Block {
                        start,
                        shape: region.shape.iter().map(|&size| size as u64).collect(),
                    };
                    let block =
                        block(output.place_of(&region).iter().map(|&at| at as u64).collect());
                    let sizes = output.inside.shape.iter();
                    let whole: Vec<u64> = sizes.map(|&size| size as u64).collect();
                    let strides = c_strides(&whole, item);
                    let to = Layout { offset: offset(&block.start, &strides), strides };
                    let from = Layout { offset: 0, strides: c_strides(&block.shape, item) };
                    let source = (own.outputs[k].as_ptr(), &from);
                    // SAFETY: the box is inside of the result, and no other tile writes it.
                    unsafe { copy_box(&block.shape, item as usize, source, (pointer.0, &to)) };
                }
                OutputPlace::Stored { array, origin, whole } => {
                    self.store(k, (array, origin, whole), &region, &own.outputs[k])?;
                }
            }
        }
        let partial = if is_last { std::mem::take(&mut own.group) } else { Vec::new() };
        let mut state = self.lock();
        state.early.insert(number, partial);
        while let Some(partial) = {
            let next = state.finished;
            state.early.remove(&next)
        } {
            for (k, memory, region) in partial {
                self.combine(k, &memory, &region);
                state.spare[k].push(memory);
            }
            state.finished += 1;
            let group = self.pass.groups.get(state.groups_finished);
            if group.is_some_and(|group| group.end <= state.finished) {
                state.groups_finished += 1;
            }
            if let Some(watch) = self.watch {
                let progress = Progress { done: self.before + state.finished, total: self.total };
                if !watch(progress) {
                    self.cancelled.store(true, Ordering::Relaxed);
                    state.failed = true;
                }
            }
        }
        for (memory, spare) in own.outputs.iter_mut().zip(&mut state.spare) {
            if memory.is_empty() {
                *memory = spare.pop().unwrap_or_default();
            }
        }
        drop(state);
        // Within a group nobody waits for a tile.
        if is_last || self.cancelled.load(Ordering::Relaxed) {
            self.changed.notify_all();
        }
        Ok(())
    }

    /// Adds a partial result; the state is locked.
    fn combine(&self, k: usize, memory: &Memory, region: &Region) {
        let output = &self.outputs[k];
        let (OutputPlace::Memory(pointer), Some(fold)) = (&output.place, output.plan.fold) else {
            return;
        };
        let start = output.place_of(region).iter().map(|&at| at as i64).collect();
        let region = Region { start, shape: region.shape.clone() };
        // SAFETY: the region is inside of the array, and the lock keeps others away.
        unsafe {
            let shape = &output.inside.shape;
            fold::combine(pointer.0, shape, &region, memory.as_ptr(), output.dtype, fold);
        }
    }

    /// Copies a result into chunks of a target, and writes those that are complete.
    fn store(
        &self,
        k: usize,
        (array, origin, whole): (&StoredArray, &[u64], &Block),
        region: &Region,
        memory: &Memory,
    ) -> Result<()> {
        let header = array.header();
        let item = header.element.size();
        let grid = header.write_grid();
        let block = stored_block(region, &self.outputs[k].shape, origin);
        let strides = c_strides(&block.shape, item as u64);
        for chunk in positions(&grid.touched(&block)) {
            let inside = grid.block(&chunk);
            let Some(part) = inside.intersection(&block) else { continue };
            let shape = header.decoded_shape(&grid, &chunk);
            if part == inside && shape == inside.shape && block == inside {
                // The tile's result is the chunk.
                array.write_chunk(&chunk, &memory[..header.bytes(&shape) as usize])?;
                continue;
            }
            let mut state = self.lock();
            let mut open = match state.open[k].remove(&chunk) {
                Some(open) => open,
                None => {
                    drop(state);
                    let mut memory = Memory::new(header.bytes(&shape) as usize)?;
                    self.begin_chunk(array, (&chunk, &inside, &shape), whole, &mut memory)?;
                    state = self.lock();
                    match state.open[k].remove(&chunk) {
                        // Another thread was first.
                        Some(open) => open,
                        None => {
                            let left = self.pass.writers[self.outputs[k].number]
                                .get(&grid.flat(&chunk))
                                .copied();
                            OpenChunk { memory, left: left.unwrap_or(1) }
                        }
                    }
                }
            };
            let from = moved(&Layout { offset: 0, strides: strides.clone() }, &block, &part);
            let chunk_strides = c_strides(&shape, item as u64);
            let to = moved(&Layout { offset: 0, strides: chunk_strides }, &inside, &part);
            // SAFETY: the part is inside of the tile's result and of the chunk; the lock keeps others away.
            unsafe {
                let source = (memory.as_ptr(), &from);
                copy_box(&part.shape, item, source, (open.memory.pointer(), &to));
            }
            open.left -= 1;
            if open.left > 0 {
                state.open[k].insert(chunk, open);
                continue;
            }
            drop(state);
            array.write_chunk(&chunk, &open.memory[..header.bytes(&shape) as usize])?;
        }
        Ok(())
    }

    /// What a chunk of a target has where the result has nothing.
    fn begin_chunk(
        &self,
        array: &StoredArray,
        (chunk, inside, shape): (&[u64], &Block, &[u64]),
        whole: &Block,
        memory: &mut Memory,
    ) -> Result<()> {
        let header = array.header();
        let item = header.element.size();
        let room = memory.room(header.bytes(shape))?;
        if shape != inside.shape {
            for element in room.chunks_exact_mut(item) {
                element.copy_from_slice(&header.fill);
            }
        }
        if inside.intersection(whole).as_ref() != Some(inside) {
            let mut old = vec![0; header.bytes(&inside.shape) as usize];
            array.read_before(chunk, inside, &mut old)?;
            let from = Layout { offset: 0, strides: c_strides(&inside.shape, item as u64) };
            let to = Layout { offset: 0, strides: c_strides(shape, item as u64) };
            // SAFETY: both memories have the elements of the chunk that are inside the array.
            unsafe {
                copy_box(&inside.shape, item, (old.as_ptr(), &from), (room.as_mut_ptr(), &to));
            }
        }
        Ok(())
    }
}
