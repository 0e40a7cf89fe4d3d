//! Runs a pass: threads take tiles in order, read what these need, compute, and hand on the results.

mod read;
mod write;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use array_fn_runtime::plan::{DType, Goal, Source, TileInput, TileOutput};
use array_fn_runtime::stream::{Elements, Input, call_into};
use array_fn_runtime::{Device, RawArray};

use super::Watch;
use super::fold;
use super::need::Need;
use super::operand::{Argument, Pointer, SinkPlace};
use super::plan::{Arrays, Pass, window};
use super::strips::Strip;
use super::tiles::Region;
use crate::array::open::OpenFiles;
use crate::array::{Buffers, StoredArray};
use crate::grid::{Block, Layout, offset};
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
    /// Its position among the outputs of the pass.
    number: usize,
    dtype: DType,
    shape: Vec<usize>,
    /// The box of it that is in memory.
    inside: Region,
    place: OutputPlace<'p>,
}

enum OutputPlace<'p> {
    Memory(Pointer),
    Stored { array: &'p StoredArray, origin: &'p [u64], whole: Block },
}

/// How many of its tiles a thread lets the system read ahead.
const AHEAD: usize = 4;

/// What threads share.
struct State {
    /// The next group to begin.
    next: usize,
    /// Groups before this one are finished.
    groups_finished: usize,
    /// Tiles before this one are finished, and their partial results combined.
    finished: usize,
    /// Partial results of tiles that are finished before earlier ones.
    early: BTreeMap<usize, Vec<(usize, Memory, Region)>>,
    /// Memories of partial results that were combined, which serve again: for each output.
    spare: Vec<Vec<Memory>>,
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

/// Prepares the arrays in memory that a pass writes. Results that earlier strips have begun are taken from `results`.
pub(super) fn prepare(
    pass: &Pass,
    arrays: &Arrays<'_>,
    strip: &Strip,
    results: &mut [Option<RawArray>],
) -> Result<Vec<(usize, RawArray)>> {
    let mut made = Vec::new();
    for (k, output) in pass.tiles.pass.outputs.iter().enumerate() {
        let is_new = match &output.goal {
            Goal::Value(_) => true,
            Goal::Result(r) => arrays.sinks.get(usize::from(*r)).is_none_or(Option::is_none),
        };
        if !is_new {
            continue;
        }
        let (shape, dtype) = match &output.goal {
            Goal::Value(v) => {
                let v = usize::from(*v);
                (strip.values[v].shape.clone(), arrays.streamed.values()[v].dtype)
            }
            Goal::Result(r) => {
                let r = usize::from(*r);
                if let Some(begun) = results[r].take() {
                    made.push((k, begun));
                    continue;
                }
                let result = arrays.streamed.results().nth(r);
                let Some((_, dtype, _)) = result else { continue };
                (arrays.goal(&output.goal)?.0, dtype)
            }
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
    strip: &Strip,
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
                        let Some(whole) = strip.block(&plan.goal, &sink.shape, start) else {
                            continue;
                        };
                        (sink.dtype, OutputPlace::Stored { array, origin: start, whole })
                    }
                },
                None => continue,
            },
        };
        let inside = match &plan.goal {
            Goal::Value(v) => strip.values[usize::from(*v)].clone(),
            Goal::Result(_) => Region { start: vec![0; shape.len()], shape: shape.clone() },
        };
        outputs.push(Output { plan, number: k, dtype, shape, inside, place });
    }
    let run = Run {
        pass,
        arrays,
        device,
        watch,
        state: Mutex::new(State {
            next: 0,
            groups_finished: 0,
            finished: 0,
            early: BTreeMap::new(),
            spare: outputs.iter().map(|_| Vec::new()).collect(),
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
    /// The partial results of the group so far: the output, its elements, and their box.
    group: Vec<(usize, Memory, Region)>,
}

impl Run<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) -> Result<()> {
        let mut own = Own::default();
        own.buffers.over_gaps = true;
        // A chunk of an array that is updated in place is read no more once it is written.
        own.buffers.files = OpenFiles::kept(self.threads);
        own.inputs.resize_with(self.pass.tiles.pass.inputs.len(), Memory::default);
        own.outputs.resize_with(self.outputs.len(), Memory::default);
        while let Some((group, later)) = self.begin() {
            let groups = &self.pass.groups;
            for number in groups[group].clone() {
                self.ahead(self.soon(number, &groups[group], later), &mut own.buffers);
                self.tile(number, &mut own, number + 1 == groups[group].end)?;
                if self.lock().failed {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The next group, as soon as few enough are under way, and the first tile of the group that the thread may take next.
    fn begin(&self) -> Option<(usize, usize)> {
        let mut state = self.lock();
        loop {
            if state.failed || self.cancelled.load(Ordering::Relaxed) {
                return None;
            }
            let groups = &self.pass.groups;
            if state.next >= groups.len() {
                return None;
            }
            if state.next < state.groups_finished + window(self.threads) {
                let group = state.next;
                state.next += 1;
                let later = groups.get(group + self.threads);
                return Some((group, later.map_or(self.pass.tiles.len(), |group| group.start)));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A tile that this thread reads soon: of its group, or of the one that it probably takes next.
    fn soon(&self, number: usize, group: &Range<usize>, later: usize) -> usize {
        match number + AHEAD {
            soon if group.len() == 1 => soon + AHEAD * (self.threads - 1),
            soon if soon < group.end => soon,
            soon => later.saturating_add(soon - group.end),
        }
    }

    /// Computes a tile, which may be the last of its group.
    fn tile(&self, number: usize, own: &mut Own, is_last: bool) -> Result<()> {
        let tiles = &self.pass.tiles;
        let tile = tiles.tile(number)?;
        let mut needs = Vec::new();
        for (k, input) in tiles.pass.inputs.iter().enumerate() {
            needs.push(self.input(k, input, &tile, own)?);
        }
        self.read(number, &needs, own)?;
        if !self.receive(number, &needs, own) {
            return Ok(());
        }
        let dims: Vec<usize> = tile.dims.iter().map(|&d| usize::try_from(d).unwrap_or(0)).collect();
        let mut inputs = Vec::new();
        for (k, input) in tiles.pass.inputs.iter().enumerate() {
            inputs.push(match input {
                TileInput::Start(along) => Input::Number(tiles.begin(along, &tile)),
                TileInput::Box { source, .. } => match &needs[k] {
                    Some(Need { region, .. }) => {
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
        self.finish(number, places, own, is_last)
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
}

/// An array that is passed to a program as it is.
pub(super) fn whole<'a>(arrays: &Arrays<'a>, source: &Source) -> Result<Input<'a>> {
    let missing = || Error::request("an array that a program needs is not in memory".to_owned());
    match source {
        Source::Param(k) => match &arrays.args[usize::from(*k)] {
            Argument::Memory(arg) => Ok(Input::Arg(arg)),
            Argument::Large(large) => match large.memory() {
                // SAFETY: the memory is that of an array with elements of this type.
                Some(bytes) => {
                    Ok(Input::Elements(unsafe { Elements::new(bytes, large.dtype, &large.shape) }))
                }
                None => Err(missing()),
            },
        },
        Source::Value(k) => match &arrays.values[usize::from(*k)] {
            Some(value) => Ok(Input::Array(&value.array)),
            None => Err(missing()),
        },
    }
}

/// The layout of a part of a block.
fn moved(layout: &Layout, block: &Block, part: &Block) -> Layout {
    let at: Vec<u64> = part.start.iter().zip(&block.start).map(|(&a, &b)| a - b).collect();
    let offset = layout.offset + offset(&at, &layout.strides);
    Layout { offset, strides: layout.strides.clone() }
}
