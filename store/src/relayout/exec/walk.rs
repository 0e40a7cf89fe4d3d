//! A pass that moves elements: threads take steps in the order of the walk, and write target chunks that are complete.
//!
//! A step begins when there are places for the target chunks that it opens. Steps begin in order, so those that are
//! under way end sooner or later, and with them the target chunks that need no more. The plan has as many places as one
//! thread would need, so a step that waits gets its places at last.

use std::collections::{HashMap, VecDeque};
use std::iter::Peekable;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::Wrote;
use super::slots::{Slots, in_threads, unravel};
use crate::array::Buffers;
use crate::element::cast;
use crate::file::available_memory;
use crate::grid::{Layout, c_strides, copy_box, offset, permuted, positions};
use crate::relayout::journal::Done;
use crate::relayout::pass::{Pass, is_cached};
use crate::relayout::walk::{Step, Walk};
use crate::{Block, Result};

/// A target chunk in memory.
struct Open {
    slot: usize,
    /// Steps that have elements of it and are not done.
    left: u64,
}

struct State<I: Iterator<Item = Step>> {
    steps: Peekable<I>,
    open: HashMap<u64, Open>,
    free: Vec<usize>,
    /// Complete target chunks that are not written.
    complete: VecDeque<(u64, usize)>,
    under_way: usize,
    /// Places that are taken, and the most that were.
    taken: u64,
    most: u64,
}

/// What a thread does next.
enum Job {
    Write(u64, usize),
    /// A step, with the places of the target chunks that it has elements of.
    Read(Step, Vec<(Vec<u64>, usize)>),
}

/// Memory of one thread.
#[derive(Default)]
struct Memory {
    buffers: Buffers,
    ordered: Vec<u8>,
    casted: Vec<u8>,
}

struct Run<'a> {
    k: usize,
    pass: &'a Pass,
    walk: &'a Walk,
    done: &'a Done,
    slots: Slots,
    counts: Vec<u64>,
}

/// Runs the pass. Returns the most places that were taken at one time.
pub(super) fn run(
    k: usize,
    pass: &Pass,
    walk: &Walk,
    wrote: &Wrote<'_>,
    done: &Done,
) -> Result<u64> {
    let run = Run {
        k,
        pass,
        walk,
        done,
        slots: Slots::new(pass.slots, pass.slot_bytes),
        counts: walk.target.counts(),
    };
    let state = Mutex::new(State {
        steps: walk.steps().peekable(),
        open: HashMap::new(),
        free: (0..pass.slots as usize).rev().collect(),
        complete: VecDeque::new(),
        under_way: 0,
        taken: 0,
        most: 0,
    });
    // Parts of chunks are read better together, if the system can keep the others meanwhile.
    let is_cached = is_cached(&pass.source, available_memory());
    let changed = Condvar::new();
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    in_threads(pass.threads, |failed| {
        let mut memory = Memory::default();
        memory.buffers.is_cached = is_cached;
        while let Some(job) = run.next(lock(), &changed, failed)? {
            match job {
                Job::Write(flat, slot) => {
                    let bytes = run.write(flat, slot)?;
                    wrote(flat, bytes)?;
                    let mut state = lock();
                    state.free.push(slot);
                    state.taken -= 1;
                    state.under_way -= 1;
                }
                Job::Read(step, targets) => {
                    run.read(&step, &targets, &mut memory)?;
                    let mut state = lock();
                    for (target, _) in &targets {
                        run.finished(&mut state, target);
                    }
                    state.under_way -= 1;
                }
            }
            changed.notify_all();
        }
        Ok(())
    })?;
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    debug_assert!(state.open.is_empty() && state.complete.is_empty());
    Ok(state.most)
}

impl Run<'_> {
    /// Waits for something to do; `None` at the end, or if a thread failed.
    fn next<I: Iterator<Item = Step>>(
        &self,
        mut state: MutexGuard<'_, State<I>>,
        changed: &Condvar,
        failed: &dyn Fn() -> bool,
    ) -> Result<Option<Job>> {
        loop {
            if failed() {
                return Ok(None);
            }
            if let Some((flat, slot)) = state.complete.pop_front() {
                state.under_way += 1;
                return Ok(Some(Job::Write(flat, slot)));
            }
            match self.admit(&mut state).transpose()? {
                Some(Some(job)) => {
                    state.under_way += 1;
                    return Ok(Some(job));
                }
                // All is done when nobody can complete a chunk any more.
                None if state.under_way == 0 => return Ok(None),
                _ => {}
            }
            // Not for ever, because a thread that fails gives no notice.
            let timeout = std::time::Duration::from_millis(20);
            let waited = changed.wait_timeout(state, timeout);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The next step. `None` if there is none, `Some(None)` if there are no places for it yet.
    fn admit<I: Iterator<Item = Step>>(&self, state: &mut State<I>) -> Option<Result<Option<Job>>> {
        loop {
            let step = state.steps.peek()?;
            let wanted = |target: &Vec<u64>| !self.done.contains(&(self.k, self.flat(target)));
            let targets: Vec<Vec<u64>> =
                positions(&self.walk.targets(step)).filter(wanted).collect();
            let is_new = |target: &&Vec<u64>| !state.open.contains_key(&self.flat(target));
            let new = targets.iter().filter(is_new).count();
            if new > state.free.len() {
                return Some(Ok(None));
            }
            let step = state.steps.next()?;
            if targets.is_empty() {
                // An earlier run wrote all that it has elements of.
                continue;
            }
            let mut places = Vec::with_capacity(targets.len());
            for target in targets {
                let slot = match self.open(state, &target) {
                    Ok(slot) => slot,
                    Err(error) => return Some(Err(error)),
                };
                places.push((target, slot));
            }
            return Some(Ok(Some(Job::Read(step, places))));
        }
    }

    fn flat(&self, target: &[u64]) -> u64 {
        target.iter().zip(&self.counts).fold(0, |flat, (&k, &count)| flat * count + k)
    }

    /// The place of a target chunk.
    fn open<I: Iterator<Item = Step>>(
        &self,
        state: &mut State<I>,
        target: &[u64],
    ) -> Result<usize> {
        let flat = self.flat(target);
        if let Some(open) = state.open.get(&flat) {
            return Ok(open.slot);
        }
        let slot = state.free.pop().expect("`admit` counted the places that are free");
        self.slots.prepare(slot)?;
        let left = self.walk.sources(target).elements();
        state.open.insert(flat, Open { slot, left });
        state.taken += 1;
        state.most = state.most.max(state.taken);
        let header = self.pass.target.header();
        let (block, shape) = (self.walk.target.block(target), self.shape(target));
        if block.shape != shape {
            // Elements beyond the array are stored, too.
            let fill = &header.fill;
            let bytes = header.bytes(&shape) as usize;
            for k in (0..bytes).step_by(fill.len()) {
                // SAFETY: inside the place, which no other thread knows yet.
                unsafe {
                    let to = self.slots.pointer(slot).add(k);
                    std::ptr::copy_nonoverlapping(fill.as_ptr(), to, fill.len());
                }
            }
        }
        Ok(slot)
    }

    /// The shape of the memory of a target chunk.
    fn shape(&self, target: &[u64]) -> Vec<u64> {
        self.pass.target.header().decoded_shape(&self.walk.target, target)
    }

    /// One step fewer is missing for a target chunk.
    fn finished<I: Iterator<Item = Step>>(&self, state: &mut State<I>, target: &[u64]) {
        let flat = self.flat(target);
        if let Some(open) = state.open.get_mut(&flat) {
            open.left -= 1;
            if open.left == 0 {
                let slot = open.slot;
                state.open.remove(&flat);
                state.complete.push_back((flat, slot));
            }
        }
    }

    /// Reads what a step has, and copies it to target chunks.
    fn read(&self, step: &Step, targets: &[(Vec<u64>, usize)], memory: &mut Memory) -> Result<()> {
        let pass = self.pass;
        let (from, to) = (pass.source.header().element, pass.target.header().element);
        let Memory { buffers, ordered, casted } = memory;
        let chunk = pass.source_chunk(&step.chunk);
        let part = pass.source_block(&step.part);
        pass.source.visit(&chunk, &part, buffers, &mut |piece, bytes, layout| {
            let piece = piece.permuted(&pass.axes);
            let strides = permuted(&layout.strides, &pass.axes);
            let layout = Layout { offset: layout.offset, strides };
            if from == to {
                self.scatter(&piece, bytes, &layout, targets);
                return;
            }
            let elements = piece.elements() as usize;
            ordered.resize(elements * from.size(), 0);
            casted.resize(elements * to.size(), 0);
            let contiguous =
                |item: usize| Layout { offset: 0, strides: c_strides(&piece.shape, item as u64) };
            // SAFETY: `visit` passes memory that has the piece, and `ordered` is as long as the piece.
            unsafe {
                let target = (ordered.as_mut_ptr(), &contiguous(from.size()));
                copy_box(&piece.shape, from.size(), (bytes.as_ptr(), &layout), target);
            }
            cast(from, to, ordered, casted);
            self.scatter(&piece, casted, &contiguous(to.size()), targets);
        })
    }

    /// Copies a box of elements to the target chunks that they are of.
    fn scatter(&self, piece: &Block, bytes: &[u8], layout: &Layout, targets: &[(Vec<u64>, usize)]) {
        let item = self.pass.target.header().element.size();
        for (target, slot) in targets {
            let block = self.walk.target.block(target);
            let Some(common) = block.intersection(piece) else { continue };
            let strides = c_strides(&self.shape(target), item as u64);
            let at = |origin: &Block, strides: &[u64]| {
                let at: Vec<u64> =
                    common.start.iter().zip(&origin.start).map(|(&a, &b)| a - b).collect();
                offset(&at, strides)
            };
            let from = Layout {
                offset: layout.offset + at(piece, &layout.strides),
                strides: layout.strides.clone(),
            };
            let to = Layout { offset: at(&block, &strides), strides };
            // SAFETY: the common box is inside the piece, which `bytes` has, and inside the target chunk, which fits its
            // place. Steps have no element in common, so no other thread writes these bytes; the chunk is not written to
            // the disk before this step is finished.
            unsafe {
                let target = (self.slots.pointer(*slot), &to);
                copy_box(&common.shape, item, (bytes.as_ptr(), &from), target);
            }
        }
    }

    /// Encodes and writes a complete target chunk.
    fn write(&self, flat: u64, slot: usize) -> Result<u64> {
        let chunk = unravel(flat, &self.counts);
        let bytes = self.pass.target.header().bytes(&self.shape(&chunk));
        // SAFETY: all steps that have elements of the chunk are finished, and its place is not free.
        let decoded = unsafe { self.slots.bytes(slot, bytes) };
        self.pass.target.put_chunk(&chunk, decoded, false)?;
        Ok(bytes)
    }
}
