//! Streamed calls: functions of `array_fn!` over arrays on disk, which may be too large for memory.
//!
//! A function with `#[stream(N)]` has the companions `f::stream` and `f::stream_into`, which return a [`Call`]. The compiler
//! made programs for *tiles*, which are boxes of the large arrays. A call goes through the tiles in passes. Each chunk is read
//! once per pass. Partial results of reductions are combined in the order of the tiles, so results do not depend on memory,
//! threads, or on which tile was finished first.
//!
//! - `plan`: the tiles, the chunks that each of them reads, and the memory that all of this takes.
//! - `run`: threads that read, compute and write.
//! - `tiles`: the boxes that belong to a tile. `fold`: partial results. `operand`: arguments and targets.

mod check;
mod fold;
mod need;
mod operand;
mod plan;
mod run;
mod strips;
mod tiles;
mod untyped;
mod updates;

use array_fn_runtime::plan::{Goal, Step};
use array_fn_runtime::stream::{Shaped, Streamed, bind, call};
use array_fn_runtime::{Device, RawArray};

pub use operand::{Argument, Large, LargeArray, Sink, Target};
pub use plan::{PassSummary, StreamPlan};
pub use untyped::{Untyped, choose};

use self::plan::{Arrays, Value};
use self::strips::Layout;
use self::updates::{Pending, Updated};
use crate::relayout::exec::give_memory_back;
use crate::{Error, Result, storage};

/// The bound of memory of a call that names none.
const MEMORY: u64 = 1 << 30;

/// How far a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Tiles that are finished.
    pub done: usize,
    /// Tiles of all passes.
    pub total: usize,
}

type Watch<'w> = dyn Fn(Progress) -> bool + Sync + 'w;

/// A call of a streamed function, which runs when [`Call::run`] is called. `R` is what it returns.
///
/// ```text
/// let slide = Stored::<u8, 3>::open("slide.zarr")?;
/// let call = average::stream(&slide.slice([4000, 3000, 0], [10_000, 10_000, 3])).memory(128 << 20);
/// println!("{}", call.plan()?);
/// let picture: Array<u8, 3> = call.run()?;
/// ```
#[must_use = "it runs when `run` is called"]
pub struct Call<'a, R> {
    streamed: &'static Streamed,
    explicit: Vec<usize>,
    args: Vec<Argument<'a>>,
    /// For each result and each update, where it goes, if not into a new array in memory.
    sinks: Vec<Option<Sink<'a>>>,
    updates: Vec<Updated<'a>>,
    in_place: bool,
    finish: fn(&mut Results) -> R,
    memory: u64,
    threads: Option<usize>,
    tile_bytes: Option<[u64; 2]>,
    device: Option<Device>,
    watch: Option<Box<Watch<'a>>>,
}

/// The results of a call, which generated code gives their types.
pub struct Results {
    arrays: std::collections::VecDeque<RawArray>,
}

impl Results {
    /// The next result.
    ///
    /// # Panics
    /// If there are no more.
    #[doc(hidden)]
    pub fn take(&mut self) -> RawArray {
        self.arrays.pop_front().expect("a call has all of its results")
    }
}

impl std::fmt::Debug for Results {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Results").field("left", &self.arrays.len()).finish()
    }
}

impl<R> std::fmt::Debug for Call<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let function = self.streamed.function().program().name;
        f.debug_struct("Call").field("function", &function).field("memory", &self.memory).finish()
    }
}

impl<'a, R> Call<'a, R> {
    /// What generated code calls. Without `sinks`, results are new arrays in memory.
    #[doc(hidden)]
    pub fn new<const ARGS: usize, const SINKS: usize>(
        streamed: &'static Streamed,
        explicit: &[usize],
        args: [Argument<'a>; ARGS],
        sinks: [Sink<'a>; SINKS],
        finish: fn(&mut Results) -> R,
    ) -> Call<'a, R> {
        let mut args: Vec<Argument<'a>> = args.into();
        let mut sinks: Vec<Option<Sink<'a>>> = sinks.into_iter().map(Some).collect();
        sinks.resize_with(streamed.function().program().results.len(), || None);
        let updates = updates::updates(streamed, &mut args, &mut sinks);
        Call {
            streamed,
            explicit: explicit.to_vec(),
            args,
            sinks,
            updates,
            in_place: false,
            finish,
            memory: MEMORY,
            threads: None,
            tile_bytes: None,
            device: None,
            watch: None,
        }
    }

    /// What the process may grow by, in bytes of resident memory: buffers, codecs, stacks, results, and what allocators
    /// keep. The default is 1 GiB. It decides how many threads there are, and nothing else.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// The most threads. The default is as many as there are cores, because the system reads ahead for them; at least 16
    /// if an array is in an object store.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads.max(1));
        self
    }

    /// The least and the most bytes of a tile, for tests with small arrays. Sums depend on it.
    #[doc(hidden)]
    pub fn tile_bytes(mut self, least: u64, most: u64) -> Self {
        self.tile_bytes = Some([least, most]);
        self
    }

    /// The device that computes. The default is the current one.
    pub fn device(mut self, device: &Device) -> Self {
        self.device = Some(device.clone());
        self
    }

    /// Changes the arrays on disk of `&mut` parameters chunk by chunk, instead of keeping new chunks beside them until the call
    /// ends. It takes no room on the disk. After an error, a cancellation or a kill some chunks are new and others as before,
    /// and the call cannot be repeated.
    ///
    /// It is an error of the call if the function reads elements of such an array that another tile may already have changed.
    /// Arrays in memory are always changed at the end.
    pub fn in_place(mut self) -> Self {
        self.in_place = true;
        self
    }

    /// Calls `watch` after each tile, in one thread at a time. If it returns `false`, the call ends with
    /// [`Error::Cancelled`].
    pub fn watch(mut self, watch: impl Fn(Progress) -> bool + Sync + 'a) -> Self {
        self.watch = Some(Box::new(watch));
        self
    }

    /// What the call will do. Nothing is read.
    ///
    /// # Errors
    /// As for [`Call::run`], except those of files.
    pub fn plan(&self) -> Result<StreamPlan> {
        let dims = self.dims()?;
        let arrays = self.arrays(&dims, &[], &self.sinks);
        let (_, plan) = self.planned(&arrays)?;
        Ok(StreamPlan {
            function: self.streamed.function().program().name,
            updates: self.described_updates(),
            passes: plan.passes,
            strips: plan.axes,
            memory: self.memory,
        })
    }

    /// Runs the call.
    ///
    /// # Errors
    /// [`Error::Array`] for all that can be wrong with arguments; [`Error::Stream`] if the memory does not suffice;
    /// [`Error::Cancelled`]; errors of chunks. Chunks of targets are then as before or as wanted. Arrays that are updated are as
    /// before, unless the call is [in place](Call::in_place).
    pub fn run(self) -> Result<R> {
        let dims = self.dims()?;
        let mut values: Vec<Option<Value>> = Vec::new();
        values.resize_with(self.streamed.values().len(), || None);
        let mut results: Vec<Option<RawArray>> = Vec::new();
        results.resize_with(self.streamed.results().count(), || None);
        let (layout, mut plan) = self.planned(&self.arrays(&dims, &values, &self.sinks))?;
        let pending = Pending::begin(&self.updates, self.in_place)?;
        let sinks = pending.sinks(&self.updates, &self.sinks);
        let device = self.tile_device();
        let total = plan.passes.iter().map(|pass| pass.tiles).sum();
        let mut before = 0;
        for (k, strip) in plan.strips.iter().enumerate() {
            for (number, steps) in self.streamed.passes().iter().enumerate() {
                for step in steps.before.iter().filter(|_| k == 0) {
                    self.step(step, &dims, &mut values, &mut results)?;
                }
                // Those of the strip before.
                for output in steps.outputs {
                    if let Goal::Value(v) = output.goal {
                        values[usize::from(v)] = None;
                    }
                }
                let arrays = self.arrays(&dims, &values, &sinks);
                let pass = match plan.only.take() {
                    Some(pass) => *pass,
                    None => self.plan_pass(number, &arrays, (&layout, strip), &device)?,
                };
                let mut made = run::prepare(&pass, &arrays, strip, &mut results)?;
                let watch = self.watch.as_deref();
                run::run(&pass, &arrays, strip, &mut made, &device, watch, (before, total))?;
                before += pass.summary.tiles;
                drop(pass);
                // What codecs took and freed must not add up.
                give_memory_back();
                for (k, array) in made {
                    match &steps.outputs[k].goal {
                        Goal::Value(v) => {
                            let v = usize::from(*v);
                            let start = strip.values[v].start.clone();
                            values[v] = Some(Value { array, start });
                        }
                        Goal::Result(r) => results[usize::from(*r)] = Some(array),
                    }
                }
            }
        }
        if let Some(last) = self.streamed.last() {
            self.step(last, &dims, &mut values, &mut results)?;
        }
        let mut arrays = std::collections::VecDeque::new();
        let declared = self.streamed.function().program().results.len();
        let mut in_memory = Vec::new();
        for (k, result) in results.into_iter().enumerate() {
            match (sinks.get(k).and_then(Option::as_ref), result) {
                (None, Some(result)) if k < declared => arrays.push_back(result),
                (None, Some(result)) => in_memory.push((k, result)),
                (Some(sink), Some(result)) => store(sink, &result)?,
                // A pass has written it.
                (Some(_), None) => {}
                (None, None) => {
                    return Err(Error::request("a result was not computed".to_owned()));
                }
            }
        }
        drop(sinks);
        pending.commit()?;
        for (k, result) in in_memory {
            if let Some(update) = self.updates.iter().find(|update| update.result == k) {
                store(&update.sink, &result)?;
            }
        }
        Ok((self.finish)(&mut Results { arrays }))
    }

    /// The device of the programs of tiles. Threads of a CPU have a tile each.
    fn tile_device(&self) -> Device {
        let device = self.device.clone().unwrap_or_else(Device::current);
        if device.is_gpu() { device } else { Device::cpu_with_threads(1) }
    }

    fn dims(&self) -> Result<Vec<i64>> {
        let args: Vec<Shaped<'_>> = self
            .args
            .iter()
            .map(|arg| match arg {
                Argument::Memory(arg) => Shaped::Arg(arg),
                Argument::Large(large) => {
                    Shaped::Absent { dtype: large.dtype, shape: &large.shape }
                }
            })
            .collect();
        let dims = bind(self.streamed.function(), &self.explicit, &args)?;
        self.check_places(&dims)?;
        Ok(dims)
    }

    fn arrays<'s>(
        &'s self,
        dims: &'s [i64],
        values: &'s [Option<Value>],
        sinks: &'s [Option<Sink<'s>>],
    ) -> Arrays<'s> {
        Arrays {
            streamed: self.streamed,
            args: &self.args,
            sinks,
            dims,
            values,
            tile_bytes: self.tile_bytes,
        }
    }

    /// The tiles, and the strips of them that fit into the memory.
    fn planned(&self, arrays: &Arrays<'_>) -> Result<(Layout, strips::Plan)> {
        let layout = Layout::new(arrays)?;
        let plan = layout.plan(arrays, self.memory, self.most_threads(), &self.tile_device())?;
        Ok((layout, plan))
    }

    fn plan_pass(
        &self,
        number: usize,
        arrays: &Arrays<'_>,
        place: (&Layout, &strips::Strip),
        device: &Device,
    ) -> Result<plan::Pass> {
        plan::plan(number, arrays, place, self.memory, self.most_threads(), device)
    }

    fn most_threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // Threads wait for object stores, which nobody reads ahead.
        let is_far = self.stored().iter().flatten().any(|array| !array.storage().is_files());
        let most = if is_far { cores.max(storage::THREADS) } else { cores };
        self.threads.unwrap_or(most)
    }

    /// Runs a program over arrays in memory.
    fn step(
        &self,
        step: &'static Step,
        dims: &[i64],
        values: &mut [Option<Value>],
        results: &mut [Option<RawArray>],
    ) -> Result<()> {
        let device = self.device.clone().unwrap_or_else(Device::current);
        let made = {
            let arrays = self.arrays(dims, values, &self.sinks);
            let inputs = step.inputs.iter().map(|source| run::whole(&arrays, source));
            let inputs = inputs.collect::<Result<Vec<_>>>()?;
            let dims: Vec<usize> = dims.iter().map(|&d| usize::try_from(d).unwrap_or(0)).collect();
            let program = self.streamed.programs()[usize::from(step.program)];
            call(&device, program, &dims, &inputs)?
        };
        for (goal, array) in step.outputs.iter().zip(made) {
            match goal {
                Goal::Value(v) => {
                    let start = vec![0; array.shape().len()];
                    values[usize::from(*v)] = Some(Value { array, start });
                }
                Goal::Result(r) => results[usize::from(*r)] = Some(array),
            }
        }
        Ok(())
    }
}

/// Writes a result into its target.
fn store(sink: &Sink<'_>, result: &RawArray) -> Result<()> {
    let bytes = result.bytes()?;
    match &sink.place {
        operand::SinkPlace::Stored { array, start } => {
            let shape = sink.shape[..start.len()].iter().map(|&size| size as u64).collect();
            array.write_block(&crate::Block { start: start.clone(), shape }, bytes)
        }
        operand::SinkPlace::Memory { pointer, bytes: room, .. } => {
            let count = bytes.len().min(*room);
            // SAFETY: the target has so many bytes, and is borrowed mutably by the call.
            unsafe { pointer.0.copy_from_nonoverlapping(bytes.as_ptr(), count) };
            Ok(())
        }
    }
}
