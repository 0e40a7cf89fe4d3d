//! Graphs with loops: a WHILE node repeats the launches of a pass, so the host takes no part in passes.
//!
//! ```text
//! next_pass ─▶ WHILE { launches of a pass ─▶ next_pass }
//! next_pass ─▶ WHILE { even pass ─▶ half_pass ─▶ IF { odd pass ─▶ next_pass } } ─▶ IF { finish }
//! ```
//!
//! `next_pass` and `half_pass` are kernels of one thread, which the compiler adds to sources with loops
//! (`emit/cuda/passes.rs`). They read the condition that a pass has left, and tell it to conditional nodes.

use std::collections::HashSet;
use std::ffi::c_void;
use std::ops::Range;

use cudarc::driver::sys::{CUgraphConditionalHandle, CUgraphConditionalNodeType, CUgraphNode};

use super::{Exec, Step};
use crate::cuda::CudaError;
use crate::cuda::executor::Engine;
use crate::cuda::module::Module;
use crate::cuda::raw::{self, RawGraph};
use crate::instance::Instance;
use crate::instance::flow::{Part, Repeated};

/// The kernels that tell conditional nodes what a pass has left.
pub(in crate::cuda::executor) struct Deciders {
    next_pass: raw::Launch,
    half_pass: raw::Launch,
}

impl Deciders {
    pub(in crate::cuda::executor) fn new(module: &Module) -> Result<Deciders, CudaError> {
        let one = |name: &str| {
            let function = module.function(name, 0)?;
            Ok::<raw::Launch, CudaError>(raw::Launch {
                function,
                grid: [1; 3],
                block: [1; 3],
                shared_bytes: 0,
            })
        };
        Ok(Deciders {
            next_pass: one("array_fn_next_pass")?,
            half_pass: one("array_fn_half_pass")?,
        })
    }
}

/// A graph, or the body of a conditional node: nodes depend only on nodes of the same.
struct Level<'g> {
    graph: &'g RawGraph,
    /// For each step, the node of this level after which it is done; `None` for a step of another level.
    done: Vec<Option<CUgraphNode>>,
    /// The nodes that no other node of this level waits for.
    last: HashSet<CUgraphNode>,
}

impl<'g> Level<'g> {
    fn new(graph: &'g RawGraph, steps: usize) -> Level<'g> {
        Level { graph, done: vec![None; steps], last: HashSet::new() }
    }

    /// The nodes after which all of some steps are done, each once.
    fn after(&self, steps: impl Iterator<Item = usize>) -> Vec<CUgraphNode> {
        let mut nodes: Vec<CUgraphNode> = steps.filter_map(|step| self.done[step]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    fn note(&mut self, node: CUgraphNode, after: &[CUgraphNode]) {
        after.iter().for_each(|before| {
            self.last.remove(before);
        });
        self.last.insert(node);
    }

    fn ends(&self) -> Vec<CUgraphNode> {
        let mut ends: Vec<CUgraphNode> = self.last.iter().copied().collect();
        ends.sort_unstable();
        ends
    }
}

impl Exec {
    /// Adds all steps of a segment with loops to a graph.
    pub(super) fn add_with_loops(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        graph: &RawGraph,
        at: usize,
    ) -> Result<(), CudaError> {
        let count = self.segment(at).steps.steps.len();
        let mut level = Level::new(graph, count);
        let is_launch = |step: &Step| matches!(step, Step::Launch(_));
        let steps = &self.segment(at).steps.steps;
        let first = steps.iter().position(is_launch).unwrap_or(count);
        let end = steps.iter().rposition(is_launch).map_or(first, |last| last + 1);
        for position in 0..first {
            self.add_step(engine, instance, &mut level, at, position)?;
        }
        let parts = self.segment(at).parts.clone();
        self.add_parts(engine, instance, &mut level, at, &parts)?;
        for position in end..count {
            self.add_step(engine, instance, &mut level, at, position)?;
        }
        Ok(())
    }

    /// Adds the node of a step, or those of its kernels.
    fn add_step(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        level: &mut Level<'_>,
        at: usize,
        position: usize,
    ) -> Result<(), CudaError> {
        let steps = &self.segment(at).steps;
        let step = steps.steps[position];
        let after = level.after(steps.after[position].iter().copied());
        let node = self.add_node(engine, instance, level.graph, &after, at, step)?;
        level.done[position] = Some(node);
        level.note(node, &after);
        Ok(())
    }

    fn add_parts(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        level: &mut Level<'_>,
        at: usize,
        parts: &[Part<Range<usize>>],
    ) -> Result<(), CudaError> {
        for part in parts {
            match part {
                Part::Straight(range) => {
                    for position in self.positions(at, range) {
                        self.add_step(engine, instance, level, at, position)?;
                    }
                }
                Part::Repeated(of) => self.add_loop(engine, instance, level, at, of)?,
            }
        }
        Ok(())
    }

    /// The steps of some launches.
    fn positions(&mut self, at: usize, range: &Range<usize>) -> Vec<usize> {
        let steps = self.segment(at).steps.steps.iter().enumerate();
        let within = steps.filter(|(_, step)| matches!(step, Step::Launch(k) if range.contains(k)));
        within.map(|(position, _)| position).collect()
    }

    fn add_loop(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        level: &mut Level<'_>,
        at: usize,
        of: &Repeated<Range<usize>>,
    ) -> Result<(), CudaError> {
        let Some(deciders) = &engine.deciders else {
            unreachable!("programs with loops have the kernels that decide on passes")
        };
        let count = self.segment(at).steps.steps.len();
        let inside = self.positions(at, &of.launches);
        let steps = &self.segment(at).steps;
        let before = inside.iter().flat_map(|&position| steps.after[position].iter().copied());
        let mut after = level.after(before);
        let condition = self.condition_address(instance, of.condition);
        let pass = level.graph.condition(0)?;
        // SAFETY: as for `add_decider`.
        let decided =
            unsafe { add_decider(level.graph, &after, &deciders.next_pass, condition, &[pass])? };
        level.note(decided, &after);
        after = vec![decided];
        let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE;
        let (mut done, bodies) = level.graph.add_conditional(&after, pass, kind, 1)?;
        level.note(done, &after);
        let mut body = Level::new(&bodies[0], count);
        self.add_parts(engine, instance, &mut body, at, &of.even)?;
        let ends = body.ends();
        if of.odd.is_empty() {
            // SAFETY: as above.
            unsafe { add_decider(body.graph, &ends, &deciders.next_pass, condition, &[pass])? };
        } else {
            let finish = level.graph.condition(0)?;
            let odd = body.graph.condition(0)?;
            let handles = [pass, odd, finish];
            // SAFETY: as above.
            let half = unsafe {
                add_decider(body.graph, &ends, &deciders.half_pass, condition, &handles)?
            };
            let kind = CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF;
            let (_, second) = body.graph.add_conditional(&[half], odd, kind, 1)?;
            let mut second = Level::new(&second[0], count);
            self.add_parts(engine, instance, &mut second, at, &of.odd)?;
            let ends = second.ends();
            // SAFETY: as above.
            unsafe { add_decider(second.graph, &ends, &deciders.next_pass, condition, &[pass])? };
            let (last, bodies) = level.graph.add_conditional(&[done], finish, kind, 1)?;
            level.note(last, &[done]);
            let mut body = Level::new(&bodies[0], count);
            self.add_parts(engine, instance, &mut body, at, &of.finish)?;
            done = last;
        }
        for position in inside {
            level.done[position] = Some(done);
        }
        Ok(())
    }

    /// The address of a condition on the device.
    pub(super) fn condition_address(&self, instance: &Instance, temp: usize) -> u64 {
        let slot = instance.schedule.temps[temp].slot;
        self.slots[usize::from(slot)].address()
    }
}

/// Adds a kernel that tells a condition to conditional nodes.
///
/// # Safety
/// The address must be that of a `bool` on the device, which lives as long as the graph is launched; the kernel must
/// have that and so many handles as its parameters.
unsafe fn add_decider(
    graph: &RawGraph,
    after: &[CUgraphNode],
    kernel: &raw::Launch,
    mut condition: u64,
    handles: &[CUgraphConditionalHandle],
) -> Result<CUgraphNode, CudaError> {
    let mut handles = handles.to_vec();
    let mut arguments: Vec<*mut c_void> = vec![(&raw mut condition).cast()];
    arguments.extend(handles.iter_mut().map(|handle| std::ptr::from_mut(handle).cast::<c_void>()));
    // SAFETY: promised by the caller. The driver copies the arguments.
    unsafe { graph.add_kernel(after, kernel, arguments.as_mut_ptr()) }
}
