//! [`Exec`]: the executable graphs of an instance with their own memory, for one caller at a time.

mod arguments;
mod foreign;
mod loops;
mod products;
mod ranked;
mod run;
mod scratch;
mod segment;

use std::ffi::c_void;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cudarc::driver::sys::CUgraphNode;

use super::layout::Layout;
use super::operand::{Operand, Operands};
use super::steps::{self, Staging, Step, Steps};
use super::tuner::Measurement;
use super::{Engine, Executor};
use crate::cuda::CudaError;
use crate::cuda::memory::{Access, Memory};
use crate::cuda::raw::{End, RawGraph, copy_params};
use crate::cuda::stream::Stream;
use crate::instance::Instance;
use crate::plan::ParamKind;
use crate::ranks::Ranks;
use crate::shape::volume;
use crate::trace::{self, Recorder};
use crate::{Error, check};
use arguments::Arguments;
pub(super) use loops::Deciders;
use ranked::Ranked;
use segment::Segment;

pub(super) struct Exec {
    /// The kernels that it runs.
    layout: Arc<Layout>,
    /// For each operand, whether it is copied from and to the host.
    staged: Box<[bool]>,
    /// The stream of the last call.
    stream: &'static Stream,
    /// Memory of temporaries.
    slots: Box<[Arc<Memory>]>,
    /// Memory of staged operands on the host and on the device.
    staging: Box<[Option<StagingMemory>]>,
    /// For each launch that the library computes, the number of its workspace.
    by_library: Box<[Option<usize>]>,
    workspaces: Box<[Arc<Memory>]>,
    /// Scratch memory of chains of kernels.
    scratch: Box<[Arc<Memory>]>,
    /// For each launch, how often the graph did not take the library's work for other arguments.
    refusals: Box<[u8]>,
    /// The values of checks on the host, 8 bytes each, and the value of a condition.
    check_values: Arc<Memory>,
    /// The value of each operand: an address, or the bits of a scalar.
    bound: Box<[u64]>,
    /// For each operand, the places where it is an argument: a launch, and a position in `pointers`.
    users: Box<[Box<[User]>]>,
    /// The arguments of all launches, one after another. They are reached through `pointers` alone.
    _values: Vec<u64>,
    /// Pointers to the arguments, as launches take them.
    pointers: Box<[*mut c_void]>,
    /// For each launch, where the pointers of each of its kernels begin.
    first: Box<[Box<[usize]>]>,
    /// Launches whose arguments changed.
    dirty: Vec<u32>,
    is_dirty: Box<[bool]>,
    /// The work of a call: [`CHECKS`], [`REST`], and on a rank the pieces of the rest between exchanges.
    segments: Vec<Segment>,
    /// What calls of a rank need, if these are the graphs of one.
    ranked: Option<Ranked>,
}

/// The segment of the checks.
const CHECKS: usize = 0;
/// The segment of all the rest. On a rank it has no steps.
const REST: usize = 1;

/// What a call runs on.
#[derive(Clone, Copy)]
pub(super) enum On<'c> {
    /// The device alone, perhaps with a measurement of kernels.
    Device(Option<&'c Measurement<'c>>),
    /// A rank, which exchanges elements with others.
    Rank(&'c Ranks),
}

/// Memory of one operand on the host and on the device.
type StagingMemory = (Arc<Memory>, Arc<Memory>);

/// A launch, and the position of one of its arguments.
type User = (u32, u32);

// SAFETY: the pointers lead into boxes of the same `Exec`, which do not move; the handles are the driver's, which may
// be used from any thread, one at a time.
unsafe impl Send for Exec {}

impl Exec {
    /// Allocates, binds everything that does not change, builds the graph and makes it executable.
    pub(super) fn new(
        engine: &Engine,
        instance: &Instance,
        layout: &Arc<Layout>,
        stream: &'static Stream,
        staged: &dyn Fn(usize) -> bool,
    ) -> Result<Exec, Error> {
        let staged = (0..Operands::count(instance)).map(staged).collect();
        Exec::with(engine, instance, layout.clone(), stream, staged, None)
    }

    /// The same for a rank.
    pub(super) fn on_rank(
        engine: &Engine,
        instance: &Instance,
        ranks: &Ranks,
        stream: &'static Stream,
        staged: &dyn Fn(usize) -> bool,
    ) -> Result<Exec, Error> {
        let staged: Box<[bool]> = (0..Operands::count(instance)).map(staged).collect();
        let (ranked, layout) = Ranked::new(engine, instance, stream, &staged, ranks)?;
        let exec = Exec::with(engine, instance, layout, stream, staged, Some(ranked))?;
        // The halo of temporaries may be read before anything is there, with results that nobody uses.
        for slot in &exec.slots {
            slot.fill(stream, 0).map_err(Error::Cuda)?;
        }
        Ok(exec)
    }

    fn with(
        engine: &Engine,
        instance: &Instance,
        layout: Arc<Layout>,
        stream: &'static Stream,
        staged: Box<[bool]>,
        ranked: Option<Ranked>,
    ) -> Result<Exec, Error> {
        let start = Instant::now();
        let slots = instance.slots.iter().map(|&bytes| Memory::device(stream, bytes));
        let slots: Box<[Arc<Memory>]> =
            slots.collect::<Result<_, CudaError>>().map_err(Error::Cuda)?;
        let staging = staging_memory(engine, instance, stream, &staged)?;
        // Behind the values of checks is that of a condition.
        let check_bytes = 8 * (instance.schedule.checks.len() + 1);
        let check_values = Memory::pinned(engine.context, check_bytes).map_err(Error::Cuda)?;
        let mut exec = Exec {
            layout,
            staged,
            stream,
            slots,
            staging,
            by_library: Box::default(),
            workspaces: Box::default(),
            scratch: Box::default(),
            refusals: Box::default(),
            check_values,
            bound: Box::default(),
            users: Box::default(),
            _values: Vec::new(),
            pointers: Box::default(),
            first: Box::default(),
            dirty: Vec::new(),
            is_dirty: Box::default(),
            segments: Vec::new(),
            ranked,
        };
        exec.lay_out(engine, instance).map_err(Error::Cuda)?;
        exec.make_first_graphs(engine, instance, start)?;
        Ok(exec)
    }

    /// Makes everything that depends on the kernels, without graphs.
    fn lay_out(&mut self, engine: &Engine, instance: &Instance) -> Result<(), CudaError> {
        let layout = self.layout.clone();
        let stream = self.stream;
        // What other kernels needed makes room.
        (self.scratch, self.workspaces) = (Box::default(), Box::default());
        let is_ranked = self.ranked.is_some();
        let (checks, rest) = segments(engine, instance, &layout.done_by, &self.staged, is_ranked);
        let (of_launch, scratch) = scratch::allocate(&layout.kernels, stream, [&checks, &rest])?;
        let scratch_of = |k: usize, piece: usize| scratch[of_launch[k] + piece].address();
        let Arguments { bound, users, values, pointers, first } =
            Arguments::new(instance, &layout.kernels, &self.staging, &self.slots, &scratch_of);
        (self.bound, self.users, self.first) = (bound, users, first);
        (self._values, self.pointers) = (values, pointers);
        let launches = layout.kernels.len();
        (self.by_library, self.workspaces) = match is_ranked {
            false => products::workspaces(engine, instance, stream, [&checks, &rest])?,
            // A library would choose by sizes, so by the number of ranks.
            true => (vec![None; launches].into(), Box::default()),
        };
        self.scratch = scratch;
        self.refusals = vec![0; launches].into();
        self.dirty = Vec::with_capacity(launches);
        self.is_dirty = vec![false; launches].into();
        let split = instance.check_launches().end;
        let parts = [0..split, split..instance.launches.len()];
        let [of_checks, of_rest] = parts.map(|range| instance.parts(range, &mut |range| range));
        // Of a rank, what comes between exchanges are segments of their own.
        let rest = if is_ranked { Steps::default() } else { rest };
        self.segments = vec![Segment::new(checks, of_checks), Segment::new(rest, of_rest)];
        let copies = self.ranked.iter().flat_map(Ranked::copies);
        let copies: Vec<(usize, u64)> = copies.map(|(k, copy)| (*k, copy.address())).collect();
        copies.into_iter().for_each(|(k, address)| self.rebind(k, address));
        self.move_to(stream)
    }

    /// Runs other kernels from now on.
    pub(super) fn change_to(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        layout: Arc<Layout>,
    ) -> Result<(), Error> {
        if Arc::ptr_eq(&self.layout, &layout) {
            return Ok(());
        }
        let start = Instant::now();
        self.layout = layout;
        self.lay_out(engine, instance).map_err(Error::Cuda)?;
        self.make_first_graphs(engine, instance, start)
    }

    /// Whether calls launch a graph.
    fn has_graph(&self, engine: &Engine) -> bool {
        self.layout.has_graph && engine.executor != Executor::Stream
    }

    /// Makes the graphs that need no operands, and records the time that building has taken since `start`.
    fn make_first_graphs(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        start: Instant,
    ) -> Result<(), Error> {
        let mut instantiating = Duration::ZERO;
        for at in [CHECKS, REST] {
            // The library chooses its kernels by the addresses, and C code is given these, so a graph that uses them has
            // to wait for the first ones.
            let waits = self.waits_for_operands(at) || self.has_foreign(at);
            if self.has_graph(engine) && !waits {
                instantiating += self.make_graph(engine, instance, at).map_err(Error::Cuda)?;
            }
        }
        let building = start.elapsed().saturating_sub(instantiating);
        engine.record_times(building, instantiating);
        tracing::debug!(
            target: "array_fn",
            function = instance.program.name,
            executor = ?engine.executor,
            steps = self.segments.iter().map(|of| of.steps.steps.len()).sum::<usize>(),
            temporary_bytes = instance.slots.iter().sum::<usize>(),
            ?building,
            ?instantiating,
            "graph built"
        );
        Ok(())
    }

    pub(super) fn stream(&self) -> &'static Stream {
        self.stream
    }

    /// Whether it copies exactly those operands from and to the host for which `staged` is true.
    pub(super) fn fits(&self, staged: &dyn Fn(usize) -> bool) -> bool {
        self.staged.iter().enumerate().all(|(k, &own)| own == staged(k))
    }

    /// Lets work that is put on `stream` from now on use the memory of this object, after the work that uses it now.
    fn move_to(&mut self, stream: &'static Stream) -> Result<(), CudaError> {
        let staging = self.staging.iter().flatten().flat_map(|(host, device)| [host, device]);
        let own = self.slots.iter().chain(&self.workspaces).chain(&self.scratch).chain(staging);
        let of_rank = self.ranked.iter().flat_map(Ranked::memory);
        for memory in own.chain([&self.check_values]).chain(of_rank) {
            memory.order(stream, Access::Write)?;
        }
        self.stream = stream;
        Ok(())
    }

    /// Builds the graph of a segment and makes it executable. Returns the time that the second step took.
    fn make_graph(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        at: usize,
    ) -> Result<Duration, CudaError> {
        let Some(graph) = self.build(engine, instance, at)? else {
            return Ok(Duration::ZERO);
        };
        let start = Instant::now();
        let executable = engine.context.with_memory(|| graph.instantiate(self.stream, 0))?;
        let instantiating = start.elapsed();
        self.segment(at).graph = Some((executable, graph));
        Ok(instantiating)
    }

    /// The graph of a segment; `None` if it has no steps.
    fn build(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        at: usize,
    ) -> Result<Option<RawGraph>, CudaError> {
        let count = self.segment(at).steps.steps.len();
        if count == 0 {
            return Ok(None);
        }
        let graph = RawGraph::new(engine.context)?;
        if engine.deciders.is_some() {
            self.add_with_loops(engine, instance, &graph, at)?;
            return Ok(Some(graph));
        }
        let mut nodes: Vec<CUgraphNode> = Vec::with_capacity(count);
        for position in 0..count {
            let steps = &self.segment(at).steps;
            let step = steps.steps[position];
            let after: Vec<CUgraphNode> = steps.after[position].iter().map(|&k| nodes[k]).collect();
            nodes.push(self.add_node(engine, instance, &graph, &after, at, step)?);
        }
        Ok(Some(graph))
    }

    /// Adds the node of a step, or those of its kernels, of which this is the last.
    fn add_node(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        graph: &RawGraph,
        after: &[CUgraphNode],
        at: usize,
        step: Step,
    ) -> Result<CUgraphNode, CudaError> {
        if let Step::Launch(k) = step {
            let nodes = if self.is_foreign(k) {
                vec![self.add_foreign(engine, instance, graph, after, k)?]
            } else {
                match self.add_product(engine, graph, after, k)? {
                    Some(node) => vec![node],
                    None => self.add_kernels(graph, after, k)?,
                }
            };
            let last = nodes.last().copied();
            self.segment(at).nodes.insert(k, nodes);
            return Ok(last.unwrap_or_else(|| unreachable!("a step has points")));
        }
        match self.copy(instance, step) {
            // SAFETY: both ends are memory of this object, at least as long.
            Some((target, source, bytes)) => unsafe {
                graph.add_copy(after, &copy_params(target, source, bytes))
            },
            None => graph.add_empty(after),
        }
    }

    /// Adds the kernels of a launch, each after the one before.
    fn add_kernels(
        &self,
        graph: &RawGraph,
        after: &[CUgraphNode],
        k: usize,
    ) -> Result<Vec<CUgraphNode>, CudaError> {
        let mut nodes: Vec<CUgraphNode> = Vec::new();
        for (kernel, launch) in self.layout.kernels[k].launches.iter().enumerate() {
            let before = nodes.last().map_or(after, std::slice::from_ref);
            let arguments = self.arguments(k, kernel);
            // SAFETY: the arguments are one per parameter, in the order of the plan; what they point to is bound before
            // each launch of the graph.
            let node = unsafe { graph.add_kernel(before, launch, arguments)? };
            nodes.push(node);
        }
        Ok(nodes)
    }

    fn segment(&mut self, at: usize) -> &mut Segment {
        &mut self.segments[at]
    }

    /// The arguments of a kernel of a launch.
    fn arguments(&self, launch: usize, kernel: usize) -> *mut *mut c_void {
        // The addition never wraps: the result is within the pointers, or at their end for a kernel without parameters.
        self.pointers.as_ptr().cast_mut().wrapping_add(self.first[launch][kernel])
    }

    /// The target, the source and the bytes of a copy; `None` for an empty one.
    fn copy(&self, instance: &Instance, step: Step) -> Option<(End, End, usize)> {
        let (target, source, bytes) = match step {
            Step::Upload(k) | Step::Download(k) => {
                let (host, device) = self.staging[k].as_ref()?;
                let (pinned, bytes) = (End::Host(host.host_pointer().cast()), host.bytes());
                let memory = End::Device(device.address());
                match step {
                    Step::Upload(_) => (memory, pinned, bytes),
                    _ => (pinned, memory, bytes),
                }
            }
            Step::Check(k) => {
                let temp = instance.schedule.checks[k].temp;
                let slot = instance.schedule.temps[usize::from(temp)].slot;
                let target = self.check_values.host_pointer().wrapping_add(8 * k);
                let source = self.slots[usize::from(slot)].address();
                (End::Host(target.cast()), End::Device(source), 8)
            }
            Step::Send(k) => {
                let messages = self.ranked.as_ref()?.outgoing(k);
                let target = End::Host(messages.host.host_pointer().cast());
                (target, End::Device(messages.device.address()), messages.host.bytes())
            }
            Step::Receive(k) => {
                let messages = self.ranked.as_ref()?.incoming(k);
                let source = End::Host(messages.host.host_pointer().cast());
                (End::Device(messages.device.address()), source, messages.host.bytes())
            }
            Step::Launch(_) => return None,
        };
        (bytes > 0).then_some((target, source, bytes))
    }

    /// Queues a call on `stream`, and waits for the results that the host needs.
    ///
    /// # Safety
    /// As for [`Engine::call`]; after an error other than [`Error::CheckFailed`] this object must not be
    /// used again.
    pub(super) unsafe fn call(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        stream: &'static Stream,
        operands: &Operands<'_, '_, '_, '_>,
        on: On<'_>,
        trace: Option<&Recorder>,
    ) -> Result<(), Error> {
        let measurement = match on {
            On::Device(measurement) => measurement,
            On::Rank(_) => None,
        };
        if self.stream != stream {
            self.move_to(stream).map_err(Error::Cuda)?;
        }
        let mut downloads = false;
        for k in 0..self.bound.len() {
            match operands.get(k) {
                Operand::Value(bits) => self.rebind(k, bits),
                Operand::Memory(memory, access) => {
                    if let Some(copy) = self.ranked.as_ref().and_then(|of| of.copy_of(k)) {
                        copy.copy_from(stream, memory).map_err(Error::Cuda)?;
                        continue;
                    }
                    memory.order(stream, access).map_err(Error::Cuda)?;
                    if self.ranked.is_some() && operands.is_new(k) {
                        // Rows of the halo are not computed, so they have to have some value.
                        memory.fill(stream, 0).map_err(Error::Cuda)?;
                    }
                    self.rebind(k, memory.address());
                }
                Operand::Staged { pointer, bytes, upload, download } => {
                    downloads |= download;
                    // The rows of results that a rank does not compute stay as they are.
                    let upload = upload || self.ranked.is_some();
                    let (Some((host, _)), true) = (&self.staging[k], upload && bytes > 0) else {
                        continue;
                    };
                    // The copy of the last call may still read it.
                    host.wait(Access::Write).map_err(Error::Cuda)?;
                    // SAFETY: the operand is borrowed for the call and has these bytes. So has the
                    // staging memory, which nothing else uses now.
                    unsafe { host.host_pointer().copy_from_nonoverlapping(pointer, bytes) };
                }
            }
        }
        trace::phase(trace, "bind operands");
        self.send_changes(engine, instance).map_err(Error::Cuda)?;
        trace::phase(trace, "update graph");
        if !self.segments[CHECKS].steps.steps.is_empty() {
            // SAFETY: the operands fit the plan, promised by the caller; they are ordered on the stream.
            unsafe {
                self.run(engine, instance, stream, CHECKS, measurement).map_err(Error::Cuda)?;
            }
            stream.synchronize().map_err(Error::Cuda)?;
            self.read_checks(instance, stream, operands)?;
            trace::phase(trace, "check indices");
        }
        match on {
            // SAFETY: as above.
            On::Device(_) => unsafe {
                self.run(engine, instance, stream, REST, measurement).map_err(Error::Cuda)?;
            },
            // SAFETY: as above. That arrays have all rows, the call has checked.
            On::Rank(ranks) => unsafe {
                self.run_on_rank(engine, instance, stream, ranks, trace)?;
            },
        }
        if let Some(measurement) = measurement {
            measurement.end();
        }
        trace::phase(trace, "launch");
        if downloads {
            stream.synchronize().map_err(Error::Cuda)?;
            for k in 0..self.staging.len() {
                let (Some((host, _)), Operand::Staged { pointer, bytes, download: true, .. }) =
                    (&self.staging[k], operands.get(k))
                else {
                    continue;
                };
                // SAFETY: the operand is borrowed mutably for the call and has these bytes. So has
                // the staging memory, which the stream has filled.
                unsafe { pointer.copy_from_nonoverlapping(host.host_pointer(), bytes) };
            }
            trace::phase(trace, "copy back");
        }
        Ok(())
    }

    /// Sets an operand's value in all arguments where it occurs.
    fn rebind(&mut self, operand: usize, value: u64) {
        if self.bound[operand] == value {
            return;
        }
        self.bound[operand] = value;
        for &(launch, position) in &self.users[operand] {
            // SAFETY: positions are within the values, which `self.pointers` lead to.
            unsafe { self.pointers[position as usize].cast::<u64>().write(value) };
            if !std::mem::replace(&mut self.is_dirty[launch as usize], true) {
                self.dirty.push(launch);
            }
        }
    }

    /// Sends the arguments that changed to the graphs.
    fn send_changes(&mut self, engine: &Engine, instance: &Instance) -> Result<(), CudaError> {
        let has_graph = self.has_graph(engine);
        // For each segment, whether its graph has to be built: it does not exist yet, or has to be another one.
        let mut missing: Vec<bool> =
            self.segments.iter().map(|of| of.is_missing(has_graph)).collect();
        let layout = self.layout.clone();
        while let Some(launch) = self.dirty.pop() {
            let k = launch as usize;
            self.is_dirty[k] = false;
            for (at, missing) in missing.iter_mut().enumerate() {
                *missing |= !self.send(engine, instance, &layout, k, at)?;
            }
        }
        for (at, _) in missing.iter().enumerate().filter(|(_, missing)| **missing) {
            let start = Instant::now();
            let instantiating = self.make_graph(engine, instance, at)?;
            engine.record_times(start.elapsed().saturating_sub(instantiating), instantiating);
        }
        Ok(())
    }

    /// Sends the arguments of a launch to the graph of a segment. Returns whether that was possible: otherwise the graph has to
    /// be built anew.
    fn send(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        layout: &Layout,
        k: usize,
        at: usize,
    ) -> Result<bool, CudaError> {
        let segment = &self.segments[at];
        if segment.graph.is_none() || segment.nodes_of(k).is_empty() {
            return Ok(true);
        }
        if segment.is_repeated(k) {
            return Ok(false);
        }
        if self.is_foreign(k) {
            return self.send_foreign(engine, instance, k, at);
        }
        if self.by_library[k].is_some() {
            // With other addresses the library may use other kernels, or the kernel of the launch may have to run. Both are
            // other nodes.
            return self.send_product(engine, k, self.segments[at].nodes_of(k)[0], at);
        }
        for (kernel, launch) in layout.kernels[k].launches.iter().enumerate() {
            let arguments = self.arguments(k, kernel);
            let Segment { nodes, graph, .. } = &mut self.segments[at];
            if let (Some(nodes), Some((executable, _))) = (nodes.get(&k), graph) {
                // SAFETY: the node is one of the segment's graph; the arguments are as when it was added.
                unsafe { executable.set_kernel(nodes[kernel], launch, arguments)? };
            }
        }
        Ok(true)
    }

    /// Reads the values of the checks, which are on the host now.
    fn read_checks(
        &self,
        instance: &Instance,
        stream: &'static Stream,
        operands: &Operands<'_, '_, '_, '_>,
    ) -> Result<(), Error> {
        let values = self.check_values.host_pointer().cast::<i64>();
        let value = |k: usize| {
            // SAFETY: there is a value for each check, aligned as page-locked memory is.
            unsafe { values.add(k).read() }
        };
        check::judge(instance, value, |param, position| {
            element(instance, stream, operands, param, position)
        })
    }
}

/// Memory of staged operands on the host and on the device.
fn staging_memory(
    engine: &Engine,
    instance: &Instance,
    stream: &'static Stream,
    staged: &[bool],
) -> Result<Box<[Option<StagingMemory>]>, Error> {
    let staging = staged.iter().enumerate().map(|(k, &is_staged)| {
        if !is_staged {
            return Ok(None);
        }
        let bytes = operand_bytes(instance, k)?;
        Ok(Some((
            Memory::pinned(engine.context, bytes).map_err(Error::Cuda)?,
            Memory::device(stream, bytes).map_err(Error::Cuda)?,
        )))
    });
    staging.collect()
}

/// The steps of the checks, and those of all the rest. They form a chain, unless the executor keeps the dependencies as
/// they are.
fn segments(
    engine: &Engine,
    instance: &Instance,
    done_by: &[usize],
    staged: &[bool],
    is_ranked: bool,
) -> (Steps, Steps) {
    let of = |staging: &Staging<'_>| steps::segments(instance, staging);
    let (checks, rest) = segment_staging(instance, done_by, staged, is_ranked, of);
    match engine.executor {
        Executor::Graph => (checks, rest),
        _ => (checks.into_chain(), rest.into_chain()),
    }
}

/// Calls `f` with what is known of staged operands.
fn segment_staging<T>(
    instance: &Instance,
    done_by: &[usize],
    staged: &[bool],
    keeps_results: bool,
    f: impl FnOnce(&Staging<'_>) -> T,
) -> T {
    let params = instance.program.params;
    let written = |k: usize| match params.get(k) {
        Some(param) => matches!(param.kind, ParamKind::ArrayMut),
        None => true,
    };
    let first_result = params.len();
    f(&Staging { staged, done_by, first_result, keeps_results, written: &written })
}

/// The bits of an integer among the arguments of the call: a scalar, or an element of an array, which may be on the
/// device. `None` if there is no such element, or the driver fails to copy it.
fn element(
    instance: &Instance,
    stream: &'static Stream,
    operands: &Operands<'_, '_, '_, '_>,
    param: usize,
    position: usize,
) -> Option<u64> {
    let size = instance.program.params.get(param)?.dtype.size();
    let offset = position.checked_mul(size)?;
    let end = offset.checked_add(size)?;
    match operands.get(param) {
        Operand::Value(bits) => Some(bits),
        Operand::Memory(memory, _) if end <= memory.bytes() => {
            let mut bytes = [0u8; 8];
            // SAFETY: an element has at most eight bytes.
            unsafe { memory.read(stream, offset, bytes.as_mut_ptr(), size).ok()? };
            // SAFETY: as above.
            Some(unsafe { check::read_bits(bytes.as_ptr(), size) })
        }
        Operand::Staged { pointer, bytes, .. } if end <= bytes => {
            // SAFETY: the operand is borrowed for the call and has these bytes, which nothing has written.
            Some(unsafe { check::read_bits(pointer.add(offset), size) })
        }
        Operand::Memory(..) | Operand::Staged { .. } => None,
    }
}

/// Bytes of an array operand.
fn operand_bytes(instance: &Instance, k: usize) -> Result<usize, Error> {
    let program = instance.program;
    match program.params.get(k) {
        Some(param) => Ok(volume(&instance.params[k].shape, param.dtype.size())?.1),
        None => Ok(instance.results[k - program.params.len()].bytes),
    }
}
