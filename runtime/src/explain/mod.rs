//! `f::explain(..)`: an explanation of what a call does and what that costs, as data, as a table, and as a page with
//! pictures.

mod dot;
mod lines;
mod loops;
mod measure;
mod origin;
#[cfg(feature = "explain")]
mod page;
#[cfg(feature = "explain")]
mod picture;
mod table;
mod text;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::call::plan_for;
use crate::executor::Executable;
use crate::instance::{Instance, JoinedLaunches};
use crate::plan::{ParamKind, Place};
pub use crate::prepared::PlannedLaunch;
use crate::{Device, Error, Function, Mode, Plan};
pub use loops::ExplainedLoop;
pub use origin::Operation;

/// An explanation of what a function does for given dimensions: its array operations, the kernels that compute them,
/// the memory between the kernels, and the cost of each.
///
/// Predicted times are those of a model of this machine. The first program that asks for them measures the machine for
/// some seconds, and keeps the result in `$XDG_CACHE_HOME/array-fn` (or `~/.cache/array-fn`).
/// [`with_measurements`](Explanation::with_measurements) and [`measure`](Explanation::measure) add measured times.
///
/// Printed, it is a table; `{:#}` prints it without times.
#[derive(Clone)]
#[non_exhaustive]
pub struct Explanation {
    /// The array operations as they were written, operands first, parameters among them.
    pub operations: Vec<Operation>,
    /// The kernels in the order of the plan.
    pub launches: Vec<ExplainedLaunch>,
    /// The loops, those around others before them.
    pub loops: Vec<ExplainedLoop>,
    /// The arrays that kernels leave for other kernels.
    pub temporaries: Vec<ExplainedTemporary>,
    /// Bytes of each slot of memory, which temporaries share one after another.
    pub slots: Vec<usize>,
    /// The source of the function, and of the helpers that it calls, by line; empty where it is not known.
    pub source: BTreeMap<usize, &'static str>,
    /// Measured time of a whole call.
    pub measured: Option<Duration>,
    function: &'static Function,
    device: Device,
    plan: Plan,
}

/// One launch of an [`Explanation`]: a kernel, applied to arrays.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExplainedLaunch {
    /// Name, points, modelled cost, dependencies.
    pub plan: PlannedLaunch,
    /// Whether it only checks whether integer indices are in range. Such launches come first.
    pub is_check: bool,
    /// The operations that it computes, as positions in [`Explanation::operations`].
    pub operations: Vec<usize>,
    /// The arrays that it reads.
    pub reads: Vec<ExplainedArray>,
    /// The arrays that it writes.
    pub writes: Vec<ExplainedArray>,
    /// The strips that it runs in, if it does not run on its own.
    pub strip: Option<ExplainedStrip>,
    /// The kernel as CUDA C++; several, in their order, where a GPU runs a chain of kernels for these sizes. Launches that
    /// are one kernel on a GPU all have that kernel here.
    pub cuda: Vec<&'static str>,
    /// The ways in which a GPU may do it, if there are several. Launches that may be one kernel have them at the last one.
    pub candidates: Vec<ExplainedCandidate>,
    /// The time that it should take on this machine, by a model of bandwidths and speeds that were measured once;
    /// `None` on a GPU.
    ///
    /// It is a rough figure. It is good for loops over large arrays and for expensive functions. It is often wrong by a
    /// factor below a microsecond, and for reductions, because the model knows little of chains of additions and of
    /// strides.
    pub predicted: Option<Duration>,
    /// The least time that its traffic and operations allow on this machine; `None` on a GPU.
    pub roofline: Option<Duration>,
    /// Whether it is one of the chain of launches that takes longest, by the predicted times.
    pub is_critical: bool,
    /// Measured time.
    pub measured: Option<Duration>,
}

/// One of several ways in which a GPU may do a launch, or several launches that may be one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedCandidate {
    /// The names of its kernels, one after another.
    pub kernels: Vec<&'static str>,
    /// The threads of a block of its largest kernel.
    pub threads: u32,
    /// The least time that it took, in this program or an earlier one; `None` if it was not measured.
    pub time: Option<Duration>,
    /// Whether it runs. None does as long as calls measure them.
    pub is_chosen: bool,
}

/// Launches that a CPU runs together: all of them for some rows that fit a cache, then all of them for the next rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedStrip {
    /// The number of rows of a strip: positions of the outermost dimension.
    pub rows: usize,
    /// The other launches of the strip, in order.
    pub with: Vec<usize>,
}

/// An array that a kernel reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainedArray {
    /// A parameter of the function, by name.
    Parameter(&'static str),
    /// A temporary, by the name of the operation that it holds.
    Temporary(&'static str),
    /// A result of the function, or one field of a record that is a result.
    Result {
        /// Its position among all arrays that the function returns. Each field of a record counts.
        position: usize,
        /// The name in messages of the array that it is written into: `out`, `out 1`, `out.rho`, `out 0.rho`.
        name: &'static str,
    },
}

impl fmt::Display for ExplainedArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainedArray::Parameter(name) | ExplainedArray::Temporary(name) => f.write_str(name),
            ExplainedArray::Result { name, .. } => f.write_str(&result_text(name)),
        }
    }
}

/// A result in tables and pictures: `result 1` if it is an array of its own, `out.rho` if it is a field of a record.
/// `name` is that of [`ExplainedArray::Result`].
fn result_text(name: &str) -> String {
    match name.strip_prefix("out") {
        Some("") => "result 0".into(),
        Some(number) if !number.contains('.') => format!("result{number}"),
        _ => name.into(),
    }
}

/// An array in memory that one kernel leaves for another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedTemporary {
    /// The name of the operation that it holds.
    pub name: &'static str,
    /// Its size in bytes.
    pub bytes: usize,
    /// The slot that it is in. Temporaries of one slot share memory.
    pub slot: usize,
    /// The launches from the first that uses it to the last; `None` if no launch uses it.
    pub live: Option<RangeInclusive<usize>>,
}

impl ExplainedLaunch {
    /// The number of operations per byte.
    pub fn intensity(&self) -> f64 {
        self.plan.ops as f64 / self.plan.bytes.max(1) as f64
    }

    /// [`roofline`](Self::roofline) divided by the measured time: 1 is as fast as the machine can be.
    pub fn roofline_fraction(&self) -> Option<f64> {
        fraction(self.roofline, self.measured)
    }
}

impl Explanation {
    fn new(function: &'static Function, device: Device, plan: Plan) -> Result<Explanation, Error> {
        let Executable { instance, executor } = &*plan.executable;
        let program = instance.program;
        let names: Vec<&str> = program.results.iter().map(|result| result.name).collect();
        let (mut operations, places) = origin::operations(program.origin.operations, &names);
        let planned: Vec<PlannedLaunch> = plan.launches().collect();
        let mut launches = Vec::with_capacity(planned.len());
        for (k, planned) in planned.into_iter().enumerate() {
            let bound = &instance.launches[k];
            let computes = bound.launch.computes.iter().filter_map(|k| places.get(k).copied());
            let computes: Vec<usize> = computes.filter(|&k| !operations[k].is_input()).collect();
            computes.iter().for_each(|&o| operations[o].launches.push(k));
            let (reads, writes) = accesses(instance, k);
            let candidates = executor.candidates(instance, k);
            launches.push(ExplainedLaunch {
                plan: planned,
                is_check: instance.check_launches().contains(&k),
                operations: computes,
                reads,
                writes,
                strip: strip(executor.strip_of(k), k),
                cuda: sources(&plan.executable, k),
                candidates,
                predicted: None,
                roofline: None,
                is_critical: false,
                measured: None,
            });
        }
        if let Some(predictions) = executor.predict(instance, &device)? {
            for (launch, prediction) in launches.iter_mut().zip(predictions) {
                launch.predicted = Some(prediction.time);
                launch.roofline = Some(prediction.roofline);
            }
            mark_critical(&mut launches);
        }
        let mut temporaries = Vec::with_capacity(instance.schedule.temps.len());
        for (k, temp) in instance.schedule.temps.iter().enumerate() {
            temporaries.push(ExplainedTemporary {
                name: temp.name,
                bytes: instance.temp_bytes(k)?,
                slot: usize::from(temp.slot),
                live: live(instance, k),
            });
        }
        Ok(Explanation {
            operations,
            launches,
            loops: loops::loops(instance),
            temporaries,
            slots: instance.slots.to_vec(),
            source: origin::source(program.origin.source),
            measured: None,
            function,
            device,
            plan,
        })
    }

    /// The plan that is explained.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The device that the function runs on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The array operations, without parameters.
    pub fn computed(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter().filter(|operation| !operation.is_input())
    }

    /// The predicted time of the chain of launches that takes longest. A call takes at least that long, however many
    /// launches run side by side. `None` on a GPU.
    pub fn critical_path(&self) -> Option<Duration> {
        let critical = self.launches.iter().filter(|launch| launch.is_critical);
        critical.map(|launch| launch.predicted).sum()
    }

    /// The title line: function, dimensions, device.
    fn title(&self) -> String {
        let dims: Vec<String> = self.plan.dims().map(|(d, n)| format!("{d} = {n}")).collect();
        let dims = if dims.is_empty() { String::new() } else { format!("<{}>", dims.join(", ")) };
        let mode = match self.plan.mode() {
            Mode::Fused => "",
            Mode::Unfused => ", unfused",
        };
        let device = match self.device.is_gpu() {
            true => "a GPU".to_string(),
            false => format!("the CPU with {}", text::plural(self.device.threads(), "thread")),
        };
        format!("{}{dims} on {device}{mode}", self.plan.name())
    }

    /// The order of a launch: `after 0, 1; in strips of 8 rows with 2`, or a part of that. `None` if it has neither.
    fn order(&self, launch: &ExplainedLaunch) -> Option<String> {
        let numbers = |of: &[usize]| {
            let of: Vec<String> = of.iter().map(usize::to_string).collect();
            of.join(", ")
        };
        let after: Vec<usize> = launch.plan.after.iter().map(|&k| usize::from(k)).collect();
        let after = (!after.is_empty()).then(|| format!("after {}", numbers(&after)));
        let strip = launch.strip.as_ref().map(|strip| {
            let rows = text::plural(strip.rows, "row");
            format!("in strips of {rows} with {}", numbers(&strip.with))
        });
        let parts: Vec<String> = after.into_iter().chain(strip).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// The candidates of a launch with their times: `f__add of 256 threads: 12.3 us, chosen; ..`. `None` where there is no
    /// choice.
    fn candidates(&self, launch: &ExplainedLaunch) -> Option<String> {
        let texts = launch.candidates.iter().map(|candidate| {
            let ExplainedCandidate { kernels, threads, time, is_chosen } = candidate;
            let time = time.map(|took| format!(": {}", text::time(Some(took)))).unwrap_or_default();
            let chosen = if *is_chosen { ", chosen" } else { "" };
            format!("{} of {threads} threads{time}{chosen}", kernels.join(" + "))
        });
        let mut texts: Vec<String> = texts.collect();
        if launch.candidates.iter().all(|candidate| candidate.time.is_none()) {
            texts.push("not measured".into());
        }
        (!launch.candidates.is_empty()).then(|| texts.join("; "))
    }

    /// The operations that a launch computes, with their lines: `flux (12), lift (14)`.
    fn computes(&self, launch: &ExplainedLaunch) -> String {
        if launch.operations.is_empty() {
            // It moves a parameter to where the function wants it.
            return "a copy".into();
        }
        let texts = launch.operations.iter().map(|&k| {
            let operation = &self.operations[k];
            match operation.line {
                Some(line) => format!("{} ({line})", operation.name),
                None => operation.name.clone(),
            }
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}

fn fraction(part: Option<Duration>, whole: Option<Duration>) -> Option<f64> {
    let (part, whole) = (part?.as_secs_f64(), whole?.as_secs_f64());
    (whole > 0.0).then(|| part / whole)
}

/// Marks the chain of launches with the largest sum of predicted times.
fn mark_critical(launches: &mut [ExplainedLaunch]) {
    let mut until: Vec<(Duration, Option<usize>)> = Vec::with_capacity(launches.len());
    for launch in launches.iter() {
        let before = launch.plan.after.iter().map(|&k| usize::from(k));
        let latest = before.max_by_key(|&k| until[k].0);
        let begin = latest.map_or(Duration::ZERO, |k| until[k].0);
        until.push((begin.saturating_add(launch.predicted.unwrap_or_default()), latest));
    }
    let mut next = (0..launches.len()).max_by_key(|&k| until[k].0);
    while let Some(k) = next {
        launches[k].is_critical = true;
        next = until[k].1;
    }
}

/// The strip of a launch, from what its executor tells.
fn strip(strip: Option<(&[u32], usize)>, launch: usize) -> Option<ExplainedStrip> {
    let (all, rows) = strip?;
    let with = all.iter().map(|&of| of as usize).filter(|&of| of != launch).collect();
    Some(ExplainedStrip { rows, with })
}

/// The kernels of a launch on a GPU as CUDA C++.
fn sources(executable: &Executable, launch: usize) -> Vec<&'static str> {
    let Executable { instance, executor } = executable;
    let bound = &instance.launches[launch];
    let joined = instance.joined().find(|joined| joined.launches().any(|other| other == launch));
    let last = joined.and_then(|joined| joined.launches().last()).unwrap_or(launch);
    let candidates = executor.candidates(instance, last).into_iter();
    let chosen = candidates.filter(|candidate| candidate.is_chosen).map(|c| c.kernels).next();
    let is_apart = chosen.as_ref().is_some_and(|kernels| kernels.len() > 1);
    let kernels = match (joined, bound.kernel.chain(instance.sizes_of(bound)), chosen) {
        (Some(JoinedLaunches { joined, .. }), ..) if !is_apart => vec![joined.name],
        (None, Some(chain), _) => chain.stages.iter().map(|stage| stage.name).collect(),
        (None, None, Some(kernels)) => kernels,
        _ => vec![bound.kernel.name],
    };
    kernels.into_iter().map(|kernel| instance.program.cuda.kernel_source(kernel)).collect()
}

/// The arrays that a launch reads, and those that it writes.
fn accesses(instance: &Instance, launch: usize) -> (Vec<ExplainedArray>, Vec<ExplainedArray>) {
    let bound = &instance.launches[launch];
    let program = instance.program;
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for (k, &place) in instance.places_of(bound).iter().enumerate() {
        let mutable = |p: u16| matches!(program.params[usize::from(p)].kind, ParamKind::ArrayMut);
        let array = match place {
            Place::Param(p) => ExplainedArray::Parameter(program.params[usize::from(p)].name),
            Place::Temp(t) => {
                ExplainedArray::Temporary(instance.schedule.temps[usize::from(t)].name)
            }
            Place::Result(r) => {
                let position = usize::from(r);
                ExplainedArray::Result { position, name: program.results[position].name }
            }
        };
        let written = bound.kernel.writes.contains(&(k as u32));
        // Kernels only say what they write. A parameter that is written may be read as well; so may a result in whose
        // memory another kernel has left a temporary.
        let read = match place {
            _ if !written => true,
            Place::Param(p) => mutable(p),
            Place::Result(_) => is_written_before(instance, launch, place),
            Place::Temp(_) => false,
        };
        for (is, names) in [(read, &mut reads), (written, &mut writes)] {
            if is && !names.contains(&array) {
                names.push(array);
            }
        }
    }
    (reads, writes)
}

/// Whether a launch before this one writes there.
fn is_written_before(instance: &Instance, launch: usize, place: Place) -> bool {
    instance.launches[..launch].iter().any(|earlier| {
        let places = instance.places_of(earlier);
        earlier.kernel.writes.iter().any(|&k| places[k as usize] == place)
    })
}

fn live(instance: &Instance, temp: usize) -> Option<RangeInclusive<usize>> {
    let uses = |k: usize| {
        let places = instance.places_of(&instance.launches[k]);
        places.contains(&Place::Temp(temp as u16))
    };
    let first = (0..instance.launches.len()).find(|&k| uses(k))?;
    let last = (first..instance.launches.len()).rfind(|&k| uses(k))?;
    // The values of checks are read when all of them are computed.
    let is_check = instance.schedule.checks.iter().any(|check| usize::from(check.temp) == temp);
    let checked = instance.check_launches().end.saturating_sub(1);
    Some(first..=if is_check { last.max(checked) } else { last })
}

/// The explanation of a plan that [`plan_for`] builds.
///
/// # Errors
/// As for [`plan_for`].
#[doc(hidden)]
pub fn explain_for(
    function: &'static Function,
    device: &Device,
    mode: Mode,
    dims: &[usize],
) -> Result<Explanation, Error> {
    let plan = plan_for(function, device, mode, dims)?;
    Explanation::new(function, device.clone(), plan)
}

impl fmt::Debug for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Explanation").field("plan", &self.plan).finish_non_exhaustive()
    }
}

/// The names, separated by commas.
fn list(arrays: &[ExplainedArray]) -> String {
    match arrays {
        [] => "nothing".into(),
        arrays => arrays.iter().map(ExplainedArray::to_string).collect::<Vec<_>>().join(", "),
    }
}
