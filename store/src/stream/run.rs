//! Runs a pass: threads take tiles in order, read what these need, compute, and hand on the results.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use array_fn_runtime::plan::{DType, Goal, Source, TileInput, TileOutput};
use array_fn_runtime::stream::{Elements, Input, call_into, elements};
use array_fn_runtime::{Device, RawArray};

use super::fold;
use super::operand::{Argument, Place, Pointer, SinkPlace};
use super::plan::{Arrays, Pass, is_cut, part, stored_block, window};
use super::tiles::{Region, Tile};
use super::{Progress, Watch};
use crate::array::{Buffers, StoredArray};
use crate::grid::{Block, Layout, c_strides, copy_box, offset, positions};
use crate::memory::Memory;
use crate::relayout::exec::in_threads;
use crate::{Error, Result};

/// Elements of an input of a tile that another tile has read.
struct Piece {
    input: usize,
    block: Block,
    memory: Memory,
}

/// An array in memory that tiles write: each a box of its own, or all under a lock.
struct Output<'p> {
    plan: &'static TileOutput,
    dtype: DType,
    shape: Vec<usize>,
    place: OutputPlace<'p>,
}

enum OutputPlace<'p> {
    Memory(Pointer),
    Stored { array: &'p StoredArray, origin: &'p [u64], whole: Block, number: usize },
}

/// What threads share.
struct State {
    /// The next tile to begin.
    next: usize,
    /// Tiles before this one are finished, and their partial results combined.
    finished: usize,
    /// Partial results of tiles that are finished before earlier ones.
    early: BTreeMap<usize, Vec<(usize, Memory, Region)>>,
    /// Pieces that wait for their tiles.
    pieces: HashMap<usize, Vec<Piece>>,
    /// Chunks of targets that are not complete: for each output.
    open: Vec<HashMap<Vec<u64>, OpenChunk>>,
    failed: bool,
}

struct OpenChunk {
    memory: Memory,
    left: u32,
}

struct Run<'p> {
    pass: &'p Pass,
    arrays: &'p Arrays<'p>,
    outputs: Vec<Output<'p>>,
    device: &'p Device,
    watch: Option<&'p Watch<'p>>,
    state: Mutex<State>,
    changed: Condvar,
    cancelled: AtomicBool,
    threads: usize,
    before: usize,
    total: usize,
}

/// Prepares the arrays in memory that a pass writes.
pub(super) fn prepare(pass: &Pass, arrays: &Arrays<'_>) -> Result<Vec<(usize, RawArray)>> {
    let mut made = Vec::new();
    for (k, output) in pass.tiles.pass.outputs.iter().enumerate() {
        let is_new = match &output.goal {
            Goal::Value(_) => true,
            Goal::Result(r) => arrays.sinks.get(usize::from(*r)).is_none_or(Option::is_none),
        };
        if !is_new {
            continue;
        }
        let (shape, _) = arrays.goal(&output.goal)?;
        let dtype = match &output.goal {
            Goal::Value(v) => arrays.streamed.values()[usize::from(*v)].dtype,
            Goal::Result(r) => arrays.streamed.function().program().results[usize::from(*r)].dtype,
        };
        let mut array = RawArray::zeros(dtype, &shape)?;
        if let (Some(fold), Some(pointer)) = (output.fold, array.pointer()) {
            let count = shape.iter().product();
            // SAFETY: the array is new, and has so many elements.
            unsafe { fold::fill(pointer, count, dtype, fold) };
        }
        made.push((k, array));
    }
    Ok(made)
}

/// Runs a pass. `made` are the arrays of [`prepare`].
pub(super) fn run(
    pass: &Pass,
    arrays: &Arrays<'_>,
    made: &mut [(usize, RawArray)],
    device: &Device,
    watch: Option<&Watch<'_>>,
    (before, total): (usize, usize),
) -> Result<()> {
    let mut outputs = Vec::new();
    for (k, plan) in pass.tiles.pass.outputs.iter().enumerate() {
        let (shape, _) = arrays.goal(&plan.goal)?;
        let new = made.iter_mut().find(|(of, _)| *of == k);
        let (dtype, place) = match new {
            Some((_, array)) => {
                let dtype = array.dtype();
                let pointer = array.pointer().unwrap_or(std::ptr::null_mut());
                (dtype, OutputPlace::Memory(Pointer(pointer)))
            }
            None => match arrays.sink_of(&plan.goal) {
                Some(sink) => match &sink.place {
                    SinkPlace::Memory { pointer, .. } => {
                        (sink.dtype, OutputPlace::Memory(*pointer))
                    }
                    SinkPlace::Stored { array, start } => {
                        let rank = start.len();
                        let sizes = sink.shape[..rank].iter().map(|&size| size as u64).collect();
                        let whole = Block { start: start.clone(), shape: sizes };
                        let place = OutputPlace::Stored { array, origin: start, whole, number: k };
                        (sink.dtype, place)
                    }
                },
                None => continue,
            },
        };
        outputs.push(Output { plan, dtype, shape, place });
    }
    let run = Run {
        pass,
        arrays,
        device,
        watch,
        state: Mutex::new(State {
            next: 0,
            finished: 0,
            early: BTreeMap::new(),
            pieces: HashMap::new(),
            open: outputs.iter().map(|_| HashMap::new()).collect(),
            failed: false,
        }),
        outputs,
        changed: Condvar::new(),
        cancelled: AtomicBool::new(false),
        threads: pass.summary.threads,
        before,
        total,
    };
    let result = in_threads(pass.summary.threads, |_| {
        let mut end = End { run: &run, failed: true };
        let result = run.work();
        end.failed = result.is_err();
        result
    });
    result?;
    match run.cancelled.load(Ordering::Relaxed) {
        true => Err(Error::Cancelled),
        false => Ok(()),
    }
}

/// Tells the other threads when one ends with an error or a panic, so that they wait for nothing more from it.
struct End<'r, 'p> {
    run: &'r Run<'p>,
    failed: bool,
}

impl Drop for End<'_, '_> {
    fn drop(&mut self) {
        if self.failed {
            self.run.lock().failed = true;
            self.run.changed.notify_all();
        }
    }
}

/// Buffers of one thread.
#[derive(Default)]
struct Own {
    buffers: Buffers,
    inputs: Vec<Memory>,
    outputs: Vec<Memory>,
}

impl Run<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) -> Result<()> {
        let mut own = Own::default();
        own.inputs.resize_with(self.pass.tiles.pass.inputs.len(), Memory::default);
        own.outputs.resize_with(self.outputs.len(), Memory::default);
        while let Some(number) = self.begin() {
            self.tile(number, &mut own)?;
        }
        Ok(())
    }

    /// The next tile, as soon as few enough are under way.
    fn begin(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.failed || self.cancelled.load(Ordering::Relaxed) {
                return None;
            }
            if state.next >= self.pass.tiles.len() {
                return None;
            }
            if state.next < state.finished + window(self.threads) {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn tile(&self, number: usize, own: &mut Own) -> Result<()> {
        let tiles = &self.pass.tiles;
        let tile = tiles.tile(number)?;
        let mut regions = Vec::new();
        for (k, input) in tiles.pass.inputs.iter().enumerate() {
            regions.push(self.input(k, input, &tile, own)?);
        }
        self.ahead(number + 4 * self.threads);
        self.read(number, &regions, own)?;
        if !self.receive(number, &regions, own) {
            return Ok(());
        }
        let dims: Vec<usize> = tile.dims.iter().map(|&d| usize::try_from(d).unwrap_or(0)).collect();
        let mut inputs = Vec::new();
        for (k, input) in tiles.pass.inputs.iter().enumerate() {
            inputs.push(match input {
                TileInput::Start(along) => Input::Number(tiles.begin(along, &tile)),
                TileInput::Box { source, .. } => match &regions[k] {
                    Some(region) => {
                        let dtype = self.dtype(source);
                        let bytes = region.shape.iter().product::<usize>() * dtype.size();
                        // SAFETY: the memory has elements of arrays of this dtype, whose values are checked when they are read,
                        // and zeros.
                        Input::Elements(unsafe {
                            Elements::new(&own.inputs[k][..bytes], dtype, &region.shape)
                        })
                    }
                    None => self.whole(source)?,
                },
            });
        }
        let mut places = Vec::new();
        for output in &self.outputs {
            places.push(tiles.region(output.plan.axes, &output.shape, &tile)?);
        }
        let outs = own.outputs.iter_mut().zip(&self.outputs).zip(&places);
        let outs = outs.map(|((memory, output), region)| {
            let bytes = region.shape.iter().product::<usize>() * output.dtype.size();
            Ok(Elements::written(memory.room(bytes as u64)?, output.dtype, &region.shape))
        });
        let mut outs = outs.collect::<Result<Vec<_>>>()?;
        call_into(self.device, self.pass.function, &dims, &inputs, &mut outs)?;
        drop((inputs, outs));
        self.finish(number, places, own)
    }

    fn dtype(&self, source: &Source) -> DType {
        match source {
            Source::Param(k) => {
                self.arrays.streamed.function().program().params[usize::from(*k)].dtype
            }
            Source::Value(k) => self.arrays.streamed.values()[usize::from(*k)].dtype,
        }
    }

    /// An input that is passed as it is.
    fn whole(&self, source: &Source) -> Result<Input<'_>> {
        whole(self.arrays, source)
    }

    /// Makes room for an input of a tile, and fills it if its array is in memory. `None` if it is passed as it is.
    fn input(
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
        let memory = match large.map(|large| &large.place) {
            Some(Place::Stored { .. }) => return Ok(Some(region)),
            Some(Place::Memory(bytes)) => *bytes,
            None => match source {
                Source::Param(p) => match &self.arrays.args[usize::from(*p)] {
                    Argument::Memory(arg) => elements(arg)?.0,
                    Argument::Large(_) => &[],
                },
                Source::Value(v) => match &self.arrays.values[usize::from(*v)] {
                    Some(value) => value.bytes()?,
                    None => &[],
                },
            },
        };
        let origin = vec![0; shape.len()];
        let block = stored_block(&region, &shape, &origin);
        let whole: Vec<u64> = shape.iter().map(|&size| size as u64).collect();
        let expected = whole.iter().fold(item, |n, &size| n.saturating_mul(size));
        if memory.len() as u64 == expected {
            let strides = c_strides(&whole, item);
            let from = Layout { offset: offset(&block.start, &strides), strides };
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
    fn ahead(&self, number: usize) {
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
    fn read(&self, number: usize, regions: &[Option<Region>], own: &mut Own) -> Result<()> {
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
    fn receive(&self, number: usize, regions: &[Option<Region>], own: &mut Own) -> bool {
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

    /// Hands on the results of a tile.
    fn finish(&self, number: usize, places: Vec<Region>, own: &mut Own) -> Result<()> {
        let mut partial = Vec::new();
        for (k, (output, region)) in self.outputs.iter().zip(places).enumerate() {
            if output.plan.fold.is_some() {
                partial.push((k, std::mem::take(&mut own.outputs[k]), region));
                continue;
            }
            match &output.place {
                OutputPlace::Memory(pointer) => {
                    let item = output.dtype.size() as u64;
                    let block = |start: Vec<u64>| Block {
                        start,
                        shape: region.shape.iter().map(|&size| size as u64).collect(),
                    };
                    let block = block(region.start.iter().map(|&at| at.max(0) as u64).collect());
                    let whole: Vec<u64> = output.shape.iter().map(|&size| size as u64).collect();
                    let strides = c_strides(&whole, item);
                    let to = Layout { offset: offset(&block.start, &strides), strides };
                    let from = Layout { offset: 0, strides: c_strides(&block.shape, item) };
                    let source = (own.outputs[k].as_ptr(), &from);
                    // SAFETY: the box is inside of the result, and no other tile writes it.
                    unsafe { copy_box(&block.shape, item as usize, source, (pointer.0, &to)) };
                }
                OutputPlace::Stored { array, origin, whole, number } => {
                    self.store(k, *number, (array, origin, whole), &region, &own.outputs[k])?;
                }
            }
        }
        let mut state = self.lock();
        state.early.insert(number, partial);
        let mut returned = None;
        while let Some(partial) = {
            let next = state.finished;
            state.early.remove(&next)
        } {
            for (k, memory, region) in partial {
                self.combine(k, &memory, &region);
                returned = Some((k, memory));
            }
            state.finished += 1;
            if let Some(watch) = self.watch {
                let progress = Progress { done: self.before + state.finished, total: self.total };
                if !watch(progress) {
                    self.cancelled.store(true, Ordering::Relaxed);
                    state.failed = true;
                }
            }
        }
        drop(state);
        // One of the memories serves again.
        if let Some((k, memory)) = returned {
            own.outputs[k] = memory;
        }
        self.changed.notify_all();
        Ok(())
    }

    /// Adds a partial result; the state is locked.
    fn combine(&self, k: usize, memory: &Memory, region: &Region) {
        let output = &self.outputs[k];
        let (OutputPlace::Memory(pointer), Some(fold)) = (&output.place, output.plan.fold) else {
            return;
        };
        // SAFETY: the region is inside of the array, and the lock keeps others away.
        unsafe {
            fold::combine(pointer.0, &output.shape, region, memory.as_ptr(), output.dtype, fold);
        }
    }

    /// Copies a result into chunks of a target, and writes those that are complete.
    fn store(
        &self,
        k: usize,
        number: usize,
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
                    self.begin_chunk(array, &inside, &shape, whole, &mut memory)?;
                    state = self.lock();
                    match state.open[k].remove(&chunk) {
                        // Another thread was first.
                        Some(open) => open,
                        None => {
                            let left = self.pass.writers[number].get(&chunk).copied();
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
        inside: &Block,
        shape: &[u64],
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
            array.read_block(inside, &mut old)?;
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

/// An array that is passed to a program as it is.
pub(super) fn whole<'a>(arrays: &Arrays<'a>, source: &Source) -> Result<Input<'a>> {
    let missing = || Error::request("an array that a program needs is not in memory".to_owned());
    match source {
        Source::Param(k) => match &arrays.args[usize::from(*k)] {
            Argument::Memory(arg) => Ok(Input::Arg(arg)),
            Argument::Large(_) => Err(missing()),
        },
        Source::Value(k) => match &arrays.values[usize::from(*k)] {
            Some(value) => Ok(Input::Array(value)),
            None => Err(missing()),
        },
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

/// The layout of a part of a block.
fn moved(layout: &Layout, block: &Block, part: &Block) -> Layout {
    let at: Vec<u64> = part.start.iter().zip(&block.start).map(|(&a, &b)| a - b).collect();
    let offset = layout.offset + offset(&at, &layout.strides);
    Layout { offset, strides: layout.strides.clone() }
}

/// Whether a block is all of a region, which is then contiguous.
fn is_contiguous(region: &Region, block: &Block) -> bool {
    block.shape.iter().zip(&region.shape).all(|(&a, &b)| a == b as u64)
}
