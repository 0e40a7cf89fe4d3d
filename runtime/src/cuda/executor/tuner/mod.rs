//! Finds out which candidates are fastest. The first calls with large arrays each run other candidates, between events
//! that take times. Every call is one that the user made, with its own arguments; nothing runs twice.
//!
//! All units of an instance are measured in the same calls. Call `k` has candidate `k` modulo their number, and the first
//! time of each, with cold caches, does not count. Events are looked at by later calls, which never wait for them. When
//! all times are there, the fastest candidates are chosen and kept ([`store`]), and the graph is built.

mod store;
mod units;

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::layout::Layout;
use crate::Error;
use crate::cuda::context::Context;
use crate::cuda::module::Module;
use crate::cuda::stream::{Event, Stream};
use crate::cuda::{Autotune, CudaError, Product};
use crate::explain::ExplainedCandidate;
use crate::instance::Instance;
use store::Choice;
pub(super) use units::{Candidate, Unit};

/// The times of each candidate that count. The least of them is the candidate's.
const TIMES: usize = 4;
/// The part of the time of the compiler's choice that another candidate may take at most to be chosen. Times differ by as
/// much for no reason.
const GAIN: f64 = 0.98;

/// The candidates of an instance, and what is known of them.
pub(super) struct Tuner {
    units: Box<[Unit]>,
    /// For each launch, the unit that it belongs to.
    unit_of: Box<[Option<usize>]>,
    /// The kernels of calls that measure nothing, until the outcome is there.
    first: Arc<Layout>,
    decided: OnceLock<Decided>,
    /// `None` while a call works on it, and when all is decided.
    measuring: Mutex<Option<Measuring>>,
}

/// The outcome.
struct Decided {
    layout: Arc<Layout>,
    /// For each unit, its candidate.
    choices: Vec<usize>,
    /// For each unit, the times of its candidates, as far as they are known.
    times: Vec<Vec<Option<Duration>>>,
}

struct Measuring {
    goals: Vec<Goal>,
    /// For each round, the candidates of the units, and the kernels.
    rounds: Vec<(Vec<usize>, Arc<Layout>)>,
    /// The calls that were measured.
    calls: usize,
    /// Measurements that the device may not have reached.
    pending: Vec<Pending>,
    /// The stream of the pending measurements.
    stream: Option<&'static Stream>,
    /// For each unit, the least time of each candidate. Those of fixed units are from other instances.
    times: Vec<Vec<Option<Duration>>>,
    /// Events that are not in use.
    events: Vec<Event>,
}

/// How the candidate of a unit is chosen.
#[derive(Clone, Copy)]
enum Goal {
    /// It is this one.
    Fixed(usize),
    /// By times, which are kept under a key.
    Open { key: u64 },
}

/// The events of one unit in one call.
struct Pending {
    unit: usize,
    candidate: usize,
    counts: bool,
    marks: Vec<Mark>,
}

/// The points before and after the kernels of a launch.
struct Mark {
    launch: usize,
    start: Event,
    end: Option<Event>,
}

/// A call that is measured. In a loop, the first pass counts.
pub(super) struct Measurement<'t> {
    tuner: &'t Tuner,
    stream: &'static Stream,
    /// What the call works on; `None` when it is dropped.
    work: RefCell<Option<Work>>,
}

struct Work {
    measuring: Measuring,
    units: Vec<Pending>,
    is_whole: bool,
}

impl Tuner {
    /// What can be decided now is decided: everything, unless times have to be measured.
    ///
    /// # Errors
    /// As for [`Layout::new`].
    pub(super) fn new(
        context: &'static Context,
        module: &Module,
        instance: &Instance,
        products: &[Option<Product>],
        autotune: Autotune,
    ) -> Result<Tuner, Error> {
        let mut units = units::of(instance, products);
        let (mut goals, mut times) = (Vec::new(), Vec::new());
        for unit in &mut units {
            if unit.fixed(autotune) != Some(0) {
                unit.keep_possible(module);
            }
            let (goal, known) = goal(unit, context, instance, autotune);
            goals.push(goal);
            times.push(known.unwrap_or_else(|| vec![None; unit.candidates.len()]));
        }
        let mut unit_of = vec![None; instance.launches.len()];
        for (k, unit) in units.iter().enumerate() {
            unit.launches.iter().for_each(|&launch| unit_of[launch] = Some(k));
        }
        let rounds = rounds(&goals, &units);
        let is_open = rounds.len() > 1;
        let layouts = rounds.into_iter().map(|choices| {
            let layout = Layout::new(module, instance, products, &units, &choices, !is_open)?;
            Ok((choices, Arc::new(layout)))
        });
        let rounds: Vec<(Vec<usize>, Arc<Layout>)> = layouts.collect::<Result<_, Error>>()?;
        let (choices, first) = rounds[0].clone();
        let (mut decided, mut measuring) = (OnceLock::new(), None);
        if is_open {
            let (calls, pending, stream, events) = (0, Vec::new(), None, Vec::new());
            measuring = Some(Measuring { goals, rounds, calls, pending, stream, times, events });
        } else {
            decided = OnceLock::from(Decided { layout: first.clone(), choices, times });
        }
        Ok(Tuner {
            units: units.into(),
            unit_of: unit_of.into(),
            first,
            decided,
            measuring: Mutex::new(measuring),
        })
    }

    /// The kernels of a call that measures nothing.
    pub(super) fn layout(&self) -> Arc<Layout> {
        self.decided.get().map_or(&self.first, |decided| &decided.layout).clone()
    }

    /// Whether times decide that are not there yet.
    pub(super) fn is_open(&self) -> bool {
        self.decided.get().is_none()
    }

    /// The kernels of a call on a stream, and the measurement if it is one. `choose` makes the kernels of a choice.
    ///
    /// # Errors
    /// Those of `choose`.
    pub(super) fn begin(
        &self,
        stream: &'static Stream,
        choose: impl FnOnce(&[Unit], &[usize]) -> Result<Layout, Error>,
    ) -> Result<(Arc<Layout>, Option<Measurement<'_>>), Error> {
        if !self.is_open() {
            return Ok((self.layout(), None));
        }
        // The lock is not held while the driver is asked, because that may report events, whose listener may call an
        // array function.
        let taken = self.lock().take();
        let Some(mut measuring) = taken else { return Ok((self.layout(), None)) };
        measuring.collect();
        let rounds = measuring.rounds.len();
        let is_started = measuring.calls == rounds * (1 + TIMES);
        if is_started && measuring.pending.is_empty() {
            let choices = measuring.choices();
            let layout = match choose(&self.units, &choices) {
                Ok(layout) => Arc::new(layout),
                Err(error) => {
                    *self.lock() = Some(measuring);
                    return Err(error);
                }
            };
            let new = measuring.new_choices(&self.units, &choices);
            let times = measuring.times;
            self.decided.get_or_init(|| Decided { layout, choices, times });
            store::keep(new);
            return Ok((self.layout(), None));
        }
        let is_alone = measuring.stream.is_none_or(|other| other == stream);
        if is_started || !is_alone {
            *self.lock() = Some(measuring);
            return Ok((self.layout(), None));
        }
        let (choices, layout) = &measuring.rounds[measuring.calls % rounds];
        let counts = measuring.calls >= rounds;
        let pending = |(unit, &candidate)| Pending { unit, candidate, counts, marks: Vec::new() };
        let units = choices.iter().enumerate().map(pending).collect();
        let layout = layout.clone();
        let work = RefCell::new(Some(Work { measuring, units, is_whole: false }));
        Ok((layout, Some(Measurement { tuner: self, stream, work })))
    }

    /// The candidates of the unit of which a launch is the last one.
    pub(super) fn candidates(&self, instance: &Instance, launch: usize) -> Vec<ExplainedCandidate> {
        let Some(unit) = self.unit_of[launch] else { return Vec::new() };
        let Unit { launches, candidates, .. } = &self.units[unit];
        if launches.last() != Some(&launch) {
            return Vec::new();
        }
        let decided = self.decided.get();
        let measured = |(k, candidate): (usize, &Candidate)| {
            let (kernels, threads) = match candidate {
                Candidate::Kernel { name, launch } => (vec![*name], launch.threads),
                Candidate::Joined { name, threads } => (vec![*name], *threads),
                Candidate::Apart => {
                    let own = launches.iter().map(|&k| instance.launches[k].kernel);
                    let threads = own.clone().map(|kernel| kernel.cuda.threads).max();
                    (own.map(|kernel| kernel.name).collect(), threads.unwrap_or(0))
                }
            };
            ExplainedCandidate {
                kernels,
                threads,
                time: decided.and_then(|decided| *decided.times.get(unit)?.get(k)?),
                is_chosen: decided.is_some_and(|decided| decided.choices[unit] == k),
            }
        };
        candidates.iter().enumerate().map(measured).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Measuring>> {
        self.measuring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How the candidate of a unit is chosen, and the times of candidates where they are known.
fn goal(
    unit: &Unit,
    context: &Context,
    instance: &Instance,
    autotune: Autotune,
) -> (Goal, Option<Vec<Option<Duration>>>) {
    if let Some(candidate) = unit.fixed(autotune) {
        return (Goal::Fixed(candidate), None);
    }
    let key = unit.key(context, instance);
    match store::find(key, unit.candidates.len()) {
        Some(choice) => (Goal::Fixed(choice.candidate), Some(choice.times)),
        None if autotune == Autotune::Measure => (Goal::Open { key }, None),
        None => (Goal::Fixed(0), None),
    }
}

/// For each round, the candidates of the units. There is one round if no time decides anything.
fn rounds(goals: &[Goal], units: &[Unit]) -> Vec<Vec<usize>> {
    let count = |(goal, unit): (&Goal, &Unit)| match goal {
        Goal::Fixed(_) => 1,
        Goal::Open { .. } => unit.candidates.len(),
    };
    let candidates = |round: usize| {
        let candidate = |(goal, unit): (&Goal, &Unit)| match *goal {
            Goal::Fixed(candidate) => candidate,
            Goal::Open { .. } => round % unit.candidates.len(),
        };
        goals.iter().zip(units).map(candidate).collect()
    };
    let rounds = goals.iter().zip(units).map(count).max().unwrap_or(1);
    (0..rounds).map(candidates).collect()
}

impl Measuring {
    /// Takes the times that the device has reached.
    fn collect(&mut self) {
        let done = |event: &Event| !matches!(event.is_done(), Ok(false));
        let is_done = |pending: &mut Pending| {
            pending.marks.iter().all(|m| done(&m.start) && m.end.as_ref().is_none_or(done))
        };
        let reached: Vec<Pending> = self.pending.extract_if(.., is_done).collect();
        for Pending { unit, candidate, counts, marks } in reached {
            let took = |mark: &Mark| mark.end.as_ref()?.since(&mark.start).ok();
            let took: Option<Duration> = marks.iter().map(took).sum();
            let is_open = matches!(self.goals[unit], Goal::Open { .. });
            if let Some(took) = took.filter(|_| counts && is_open && !marks.is_empty()) {
                let least = &mut self.times[unit][candidate];
                *least = Some(least.map_or(took, |least| least.min(took)));
            }
            let events = marks.into_iter().flat_map(|mark| [Some(mark.start), mark.end]);
            self.events.extend(events.flatten());
        }
        if self.pending.is_empty() {
            self.stream = None;
        }
    }

    /// An event that marks the end of a stream.
    fn mark(&mut self, stream: &Stream) -> Result<Event, CudaError> {
        let event = match self.events.pop() {
            Some(event) => event,
            None => Event::new(stream.context(), true)?,
        };
        event.record(stream)?;
        Ok(event)
    }

    /// The fastest candidates.
    fn choices(&self) -> Vec<usize> {
        let goals = self.goals.iter().zip(&self.times);
        goals
            .map(|(goal, times)| match *goal {
                Goal::Fixed(candidate) => candidate,
                Goal::Open { .. } => fastest(times),
            })
            .collect()
    }

    /// What was measured, for other instances and other programs.
    fn new_choices(&self, units: &[Unit], choices: &[usize]) -> Vec<(u64, Choice)> {
        let mut new: Vec<(u64, Choice)> = Vec::new();
        for (k, goal) in self.goals.iter().enumerate() {
            let Goal::Open { key } = *goal else { continue };
            if self.times[k].contains(&None) || new.iter().any(|(other, _)| *other == key) {
                continue;
            }
            let (candidate, name) = (choices[k], units[k].name());
            tracing::debug!(
                target: "array_fn",
                kernel = name,
                candidate,
                times = ?self.times[k],
                "candidate chosen"
            );
            let times = self.times[k].clone();
            new.push((key, Choice { candidate, times, name: name.to_owned() }));
        }
        new
    }
}

/// The candidate with the least time; the first, unless another one is faster by more than chance.
fn fastest(times: &[Option<Duration>]) -> usize {
    let seconds = |k: usize| times[k].map(|time| time.as_secs_f64());
    let Some(first) = times.first().and_then(|_| seconds(0)) else { return 0 };
    let others = (1..times.len()).filter_map(|k| Some((k, seconds(k)?)));
    let least = others.min_by(|a, b| a.1.total_cmp(&b.1));
    least.filter(|(_, time)| *time < GAIN * first).map_or(0, |(k, _)| k)
}

impl Measurement<'_> {
    /// Marks the stream before the kernels of a launch.
    pub(super) fn start(&self, launch: usize) -> Result<(), CudaError> {
        let mut work = self.work.borrow_mut();
        let Some((unit, Work { measuring, units, .. })) = self.unit(launch).zip(work.as_mut())
        else {
            return Ok(());
        };
        let is_open = matches!(measuring.goals[unit], Goal::Open { .. });
        let marks = &mut units[unit].marks;
        if is_open && marks.iter().all(|mark| mark.launch != launch) {
            let start = measuring.mark(self.stream)?;
            marks.push(Mark { launch, start, end: None });
        }
        Ok(())
    }

    /// Marks the stream after the kernels of a launch.
    pub(super) fn stop(&self, launch: usize) -> Result<(), CudaError> {
        let mut work = self.work.borrow_mut();
        let Some((unit, Work { measuring, units, .. })) = self.unit(launch).zip(work.as_mut())
        else {
            return Ok(());
        };
        let is_begun = |mark: &&mut Mark| mark.launch == launch && mark.end.is_none();
        if let Some(mark) = units[unit].marks.iter_mut().find(is_begun) {
            mark.end = Some(measuring.mark(self.stream)?);
        }
        Ok(())
    }

    /// All of the call is on the stream.
    pub(super) fn end(&self) {
        if let Some(work) = self.work.borrow_mut().as_mut() {
            work.is_whole = true;
        }
    }

    fn unit(&self, launch: usize) -> Option<usize> {
        self.tuner.unit_of[launch]
    }
}

impl Drop for Measurement<'_> {
    /// Hands the measurement to the tuner, unless the call failed.
    fn drop(&mut self) {
        let Some(Work { mut measuring, mut units, is_whole }) = self.work.take() else { return };
        if is_whole {
            measuring.calls += 1;
            measuring.pending.append(&mut units);
            measuring.stream = Some(self.stream);
        }
        *self.tuner.lock() = Some(measuring);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_candidate_has_to_be_faster_by_more_than_chance() {
        let choice = |nanos: &[u64]| {
            let times: Vec<_> = nanos.iter().map(|&n| Some(Duration::from_nanos(n))).collect();
            fastest(&times)
        };
        assert_eq!(choice(&[1000, 990]), 0);
        assert_eq!(choice(&[1000, 970]), 1);
        assert_eq!(choice(&[1000, 970, 900]), 2);
        assert_eq!(choice(&[0, 0]), 0);
        assert_eq!(choice(&[]), 0);
        assert_eq!(fastest(&[None, Some(Duration::ZERO)]), 0);
        assert_eq!(fastest(&[Some(Duration::from_nanos(5)), None]), 0);
    }
}
