//! [`Exec`]: the executable graphs of an instance with their own memory, for one caller at a time.

mod arguments;
mod foreign;
mod loops;
mod products;
mod run;
mod scratch;

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
use crate::cuda::raw::{End, RawExec, RawGraph, copy_params};
use crate::cuda::stream::Stream;
use crate::instance::Instance;
use crate::plan::ParamKind;
use crate::shape::volume;
use crate::trace::{self, Recorder};
use crate::{Error, check};
use arguments::Arguments;
pub(super) use loops::Deciders;

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
    checks: Segment,
    rest: Segment,
    /// For each launch, the nodes of its kernels, or that of the library's work; none while there is no graph.
    nodes: Box<[Vec<CUgraphNode>]>,
}

/// Memory of one operand on the host and on the device.
type StagingMemory = (Arc<Memory>, Arc<Memory>);

/// A launch, and the position of one of its arguments.
type User = (u32, u32);

// SAFETY: the pointers lead into boxes of the same `Exec`, which do not move; the handles are the driver's, which may
// be used from any thread, one at a time.
unsafe impl Send for Exec {}

/// Steps, and the graph that does them. There is no graph if the steps are put on a stream one by one.
#[derive(Default)]
struct Segment {
    steps: Steps,
    /// The executable graph, then the graph that the nodes belong to.
    graph: Option<(RawExec, RawGraph)>,
}

impl Exec {
    /// Allocates, binds everything that does not change, builds the graph and makes it executable.
    pub(super) fn new(
        engine: &Engine,
        instance: &Instance,
        layout: &Arc<Layout>,
        stream: &'static Stream,
        staged: &dyn Fn(usize) -> bool,
    ) -> Result<Exec, Error> {
        let start = Instant::now();
        let staged: Box<[bool]> = (0..Operands::count(instance)).map(staged).collect();
        let slots = instance.slots.iter().map(|&bytes| Memory::device(stream, bytes));
        let slots: Box<[Arc<Memory>]> =
            slots.collect::<Result<_, CudaError>>().map_err(Error::Cuda)?;
        let staging = staging_memory(engine, instance, stream, &staged)?;
        // Behind the values of checks is that of a condition.
        let check_bytes = 8 * (instance.schedule.checks.len() + 1);
        let check_values = Memory::pinned(engine.context, check_bytes).map_err(Error::Cuda)?;
        let mut exec = Exec {
            layout: layout.clone(),
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
            checks: Segment::default(),
            rest: Segment::default(),
            nodes: Box::default(),
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
        let (checks, rest) = segments(engine, instance, &layout.done_by, &self.staged);
        let (of_launch, scratch) = scratch::allocate(&layout.kernels, stream, [&checks, &rest])?;
        let scratch_of = |k: usize, piece: usize| scratch[of_launch[k] + piece].address();
        let Arguments { bound, users, values, pointers, first } =
            Arguments::new(instance, &layout.kernels, &self.staging, &self.slots, &scratch_of);
        (self.bound, self.users, self.first) = (bound, users, first);
        (self._values, self.pointers) = (values, pointers);
        let launches = instance.launches.len();
        (self.by_library, self.workspaces) =
            products::workspaces(engine, instance, stream, [&checks, &rest])?;
        self.scratch = scratch;
        self.refusals = vec![0; launches].into();
        self.dirty = Vec::with_capacity(launches);
        self.is_dirty = vec![false; launches].into();
        self.checks = Segment { steps: checks, graph: None };
        self.rest = Segment { steps: rest, graph: None };
        self.nodes = vec![Vec::new(); launches].into();
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
        for is_check in [true, false] {
            // The library chooses its kernels by the addresses, and C code is given these, so a graph that uses them has
            // to wait for the first ones.
            let waits = self.waits_for_operands(is_check) || self.has_foreign(is_check);
            if self.has_graph(engine) && !waits {
                instantiating +=
                    self.make_graph(engine, instance, is_check).map_err(Error::Cuda)?;
            }
        }
        let building = start.elapsed().saturating_sub(instantiating);
        engine.record_times(building, instantiating);
        tracing::debug!(
            target: "array_fn",
            function = instance.program.name,
            executor = ?engine.executor,
            steps = self.checks.steps.steps.len() + self.rest.steps.steps.len(),
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
        for memory in own.chain([&self.check_values]) {
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
        is_check: bool,
    ) -> Result<Duration, CudaError> {
        let Some(graph) = self.build(engine, instance, is_check)? else {
            return Ok(Duration::ZERO);
        };
        let start = Instant::now();
        let executable = engine.context.with_memory(|| graph.instantiate(self.stream, 0))?;
        let instantiating = start.elapsed();
        self.segment(is_check).graph = Some((executable, graph));
        Ok(instantiating)
    }

    /// The graph of a segment; `None` if it has no steps.
    fn build(
        &mut self,
        engine: &Engine,
        instance: &Instance,
        is_check: bool,
    ) -> Result<Option<RawGraph>, CudaError> {
        let count = self.segment(is_check).steps.steps.len();
        if count == 0 {
            return Ok(None);
        }
        let graph = RawGraph::new(engine.context)?;
        if engine.deciders.is_some() {
            self.add_with_loops(engine, instance, &graph, is_check)?;
            return Ok(Some(graph));
        }
        let mut nodes: Vec<CUgraphNode> = Vec::with_capacity(count);
        for position in 0..count {
            let steps = &self.segment(is_check).steps;
            let step = steps.steps[position];
            let after: Vec<CUgraphNode> = steps.after[position].iter().map(|&k| nodes[k]).collect();
            nodes.push(self.add_node(engine, instance, &graph, &after, step)?);
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
        step: Step,
    ) -> Result<CUgraphNode, CudaError> {
        if let Step::Launch(k) = step {
            self.nodes[k] = if self.is_foreign(k) {
                vec![self.add_foreign(engine, instance, graph, after, k)?]
            } else {
                match self.add_product(engine, graph, after, k)? {
                    Some(node) => vec![node],
                    None => self.add_kernels(graph, after, k)?,
                }
            };
            let last = self.nodes[k].last().copied();
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

    fn segment(&mut self, is_check: bool) -> &mut Segment {
        if is_check { &mut self.checks } else { &mut self.rest }
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
        measurement: Option<&Measurement<'_>>,
        trace: Option<&Recorder>,
    ) -> Result<(), Error> {
        if self.stream != stream {
            self.move_to(stream).map_err(Error::Cuda)?;
        }
        let mut downloads = false;
        for k in 0..self.bound.len() {
            match operands.get(k) {
                Operand::Value(bits) => self.rebind(k, bits),
                Operand::Memory(memory, access) => {
                    memory.order(stream, access).map_err(Error::Cuda)?;
                    self.rebind(k, memory.address());
                }
                Operand::Staged { pointer, bytes, upload, download } => {
                    downloads |= download;
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
        if !self.checks.steps.steps.is_empty() {
            // SAFETY: the operands fit the plan, promised by the caller; they are ordered on the stream.
            unsafe {
                self.run(engine, instance, stream, &self.checks, measurement)
                    .map_err(Error::Cuda)?;
            }
            stream.synchronize().map_err(Error::Cuda)?;
            self.read_checks(instance, stream, operands)?;
            trace::phase(trace, "check indices");
        }
        // SAFETY: as above.
        unsafe {
            self.run(engine, instance, stream, &self.rest, measurement).map_err(Error::Cuda)?;
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
        let mut missing = [false, true].map(|is_check| {
            let segment = self.segment(is_check);
            let has_work = !segment.steps.steps.is_empty();
            has_graph && has_work && segment.graph.is_none()
        });
        let layout = self.layout.clone();
        while let Some(launch) = self.dirty.pop() {
            let k = launch as usize;
            self.is_dirty[k] = false;
            let is_check = instance.check_launches().contains(&k);
            if self.nodes[k].is_empty() || self.segment(is_check).graph.is_none() {
                continue;
            }
            if instance
                .schedule
                .loops
                .iter()
                .any(|of| (of.first..of.end).contains(&(launch as u16)))
            {
                // Nodes of bodies take no other arguments.
                missing[usize::from(is_check)] = true;
                continue;
            }
            if self.is_foreign(k) {
                let told = self.send_foreign(engine, instance, k, is_check)?;
                missing[usize::from(is_check)] |= !told;
                continue;
            }
            if self.by_library[k].is_some() {
                let told = self.send_product(engine, k, self.nodes[k][0], is_check)?;
                // With other addresses the library may use other kernels, or the kernel of the launch may have to run.
                // Both are other nodes.
                missing[usize::from(is_check)] |= !told;
                continue;
            }
            for (kernel, launch) in layout.kernels[k].launches.iter().enumerate() {
                let (node, arguments) = (self.nodes[k][kernel], self.arguments(k, kernel));
                if let Some((executable, _)) = &mut self.segment(is_check).graph {
                    // SAFETY: the node is one of the segment's graph; the arguments are as when it was added.
                    unsafe { executable.set_kernel(node, launch, arguments)? };
                }
            }
        }
        for is_check in [true, false] {
            if missing[usize::from(is_check)] {
                let start = Instant::now();
                let instantiating = self.make_graph(engine, instance, is_check)?;
                engine.record_times(start.elapsed().saturating_sub(instantiating), instantiating);
            }
        }
        Ok(())
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
) -> (Steps, Steps) {
    let program = instance.program;
    let written = |k: usize| match program.params.get(k) {
        Some(param) => matches!(param.kind, ParamKind::ArrayMut),
        None => true,
    };
    let staging =
        Staging { staged, done_by, first_result: program.params.len(), written: &written };
    let (checks, rest) = steps::segments(instance, &staging);
    match engine.executor {
        Executor::Graph => (checks, rest),
        _ => (checks.into_chain(), rest.into_chain()),
    }
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
