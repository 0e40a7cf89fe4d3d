//! The loop over time, with the files that it writes.

use crate::failure::{SHORT_STEPS, quoted};
use crate::history::History;
use crate::picture::Picture;
use crate::plot::Plot;
use crate::progress::Progress;
use crate::{Failure, Options, balance, interrupt, ranks};
use array_fn::Device;
use array_fn_dg::checkpoint::Settings;
use array_fn_dg::output::{Field, Series};
use array_fn_dg::{Error, Solver, time_stepping};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The outcome of a run.
pub struct Marched<Summary> {
    /// The device that the solver runs on.
    pub device: Device,
    /// The number of steps.
    pub steps: usize,
    /// The time that the steps took, without that of files.
    pub seconds: f64,
    /// The summary of the state before the run.
    pub initial: Summary,
    /// The summary of the state after it.
    pub last: Summary,
    /// The file that lists the instants, and their number.
    pub output: Option<(PathBuf, usize)>,
}

/// The files that a run writes.
struct Files<'a> {
    series: Option<Series>,
    history: Option<History>,
    /// Whether there is a history, which only the first rank writes.
    has_history: bool,
    plot: Option<Plot<'a>>,
    picture: Option<Picture<'a>>,
    checkpoint: Option<&'a Path>,
    settings: &'a Settings,
    /// The time of the last checkpoint that was written.
    saved: Option<f64>,
}

impl Files<'_> {
    fn save<S: Solver>(&mut self, solver: &S) -> Result<(), Failure> {
        // The history has to reach at least as far as the checkpoint, so its rows go to the disk first.
        if let Some(path) = self.checkpoint {
            self.history.as_mut().map(History::sync).transpose()?;
            solver.save(path, self.settings)?;
            self.saved = Some(solver.time());
        } else {
            self.history.as_mut().map(History::flush).transpose()?;
        }
        Ok(())
    }

    /// Adds an instant to the series, and draws the pictures anew.
    fn instant<S: Solver>(&mut self, solver: &S) -> Result<(), Failure> {
        if let Some(series) = &mut self.series {
            let values = solver.fields();
            let fields = S::FIELDS.iter().zip(&values);
            let fields: Vec<Field> =
                fields.map(|(name, values)| Field { name, values: values.view() }).collect();
            series.write(solver.discretisation(), solver.time(), &fields)?;
        }
        if let Some(picture) = &mut self.picture {
            picture.draw(solver)?;
        }
        if let Some(plot) = &self.plot {
            self.history.as_mut().map(History::flush).transpose()?;
            plot.draw()?;
        }
        Ok(())
    }

    /// The advice how to go on, for the end of a message.
    fn remedy(&self) -> String {
        match (self.checkpoint, self.saved) {
            (Some(path), Some(time)) => {
                let path = quoted(&path.display().to_string());
                format!("`--restart {path}` goes on from time {time}")
            }
            _ => "with `--checkpoint FILE` a run can be continued".into(),
        }
    }
}

/// Goes on from a checkpoint, if `options` name one, and checks that the time `end` can be reached.
fn begin<S: Solver>(
    solver: &mut S,
    options: &Options,
    settings: &Settings,
    device: &Device,
    end: f64,
) -> Result<(), Failure> {
    if let Some(path) = &options.restart {
        solver.restore(path, settings)?;
        let (time, path) = (solver.time(), path.display());
        if time > end {
            let problem = format!("`{path}` is at time {time}, after the final time {end}");
            return Err(Failure::input(problem, "give a later `--final-time`"));
        }
    }
    if solver.time() < end {
        let longest = device.run(|| solver.stable_step(options.cfl))?;
        time_stepping::next_step(solver.time(), end, longest)
            .map_err(|error| Failure::input(error, SHORT_STEPS))?;
    }
    Ok(())
}

/// Watches a run, and writes files after steps when they are due.
struct Watch<'a, 'f> {
    files: Files<'f>,
    device: &'a Device,
    end: f64,
    /// The number of instants that the options ask for. There are fewer if there are fewer steps.
    frames: usize,
    checkpoint_every: Option<usize>,
    steps: usize,
    instant: usize,
    /// The time that files took.
    aside: Duration,
    /// How many steps may be one call.
    together: Together,
}

/// How many steps may be one call. A call should not take long, so that a signal and the display of progress do not wait.
struct Together {
    most: usize,
    fixed: bool,
    since: Instant,
}

impl Together {
    /// A call may take about twice this long.
    const CALL: Duration = Duration::from_millis(50);
    const MOST: usize = 64;

    /// Of several ranks, each takes another time, and all have to make the same calls.
    fn new(fixed: bool) -> Together {
        Together { most: if fixed { 8 } else { 1 }, fixed, since: Instant::now() }
    }

    /// Is told of each call, and of its steps.
    fn called(&mut self, steps: usize) {
        let took = self.since.elapsed();
        self.since = Instant::now();
        if self.fixed {
            return;
        }
        if took < Self::CALL / 2 && steps >= self.most {
            self.most = (2 * self.most).min(Self::MOST);
        } else if took > 2 * Self::CALL {
            self.most = (self.most / 2).max(1);
        }
    }
}

impl Watch<'_, '_> {
    /// The number of the instant to which a time belongs.
    fn instant_of(&self, time: f64) -> usize {
        (time / self.end * self.frames.max(1) as f64) as usize
    }

    /// Whether something is to be done after so many more steps, which come to `time`.
    fn pauses(&self, more: usize, time: f64) -> bool {
        let saves = |every: usize| (self.steps + more).is_multiple_of(every);
        more >= self.together.most
            || self.files.has_history
            || self.instant_of(time) > self.instant
            || self.checkpoint_every.is_some_and(saves)
    }

    /// Is called after steps of these lengths, before whose last one there was nothing to do.
    fn step<S: Solver>(&mut self, solver: &S, lengths: &[f64]) -> Result<(), Failure> {
        self.steps += lengths.len();
        self.together.called(lengths.len());
        let dt = lengths.last().copied().unwrap_or_default();
        let (steps, time) = (self.steps, solver.time());
        let interrupted = f64::from(u8::from(interrupt::requested()));
        let [interrupted] = solver.discretisation().max_of_ranks([interrupted])?;
        let interrupted = interrupted > 0.0;
        let next = self.instant_of(time) > self.instant || time >= self.end;
        let save = next || self.checkpoint_every.is_some_and(|every| steps % every == 0);
        if !(interrupted || save || self.files.has_history) {
            return Ok(());
        }
        // On a GPU, steps are only queued so far.
        self.device.synchronize().map_err(Error::from)?;
        let before = Instant::now();
        if self.files.has_history {
            let measures = S::measures(&solver.summary()?);
            let history = self.files.history.as_mut();
            history.map(|history| history.row(steps, time, dt, &measures)).transpose()?;
        }
        if interrupted || save {
            solver.check()?;
        }
        if next {
            self.instant = self.instant_of(time);
            self.files.instant(solver)?;
        }
        if interrupted || save {
            self.files.save(solver)?;
        }
        self.aside += before.elapsed();
        if interrupted && time < self.end {
            let message = format!("interrupted at time {time} after {steps} steps");
            return Err(Failure::Interrupted(message));
        }
        Ok(())
    }

    /// `failure` with a remedy.
    fn with_remedy(&self, failure: Failure) -> Failure {
        let remedy = self.files.remedy();
        match failure {
            Failure::Interrupted(message) => {
                Failure::Interrupted(format!("{message}\nhelp: {remedy}"))
            }
            Failure::Breakdown(message) => {
                // With the same options it would break down again.
                let saved = self.files.saved.is_some();
                let changed = if saved { ", with `--with-changes`" } else { "" };
                Failure::Breakdown(format!("{message}; {remedy}{changed}"))
            }
            other => other,
        }
    }
}

/// Marches `solver`, from its state or from a checkpoint, on the device that `options` choose, and writes the files
/// that they ask for. The end is at `final_time` unless they give another. `settings` are those of the run that the
/// solver does not know.
///
/// # Errors
/// - [`Failure::Input`] when there is no such device.
/// - [`Failure::Breakdown`] with the place and the last checkpoint.
/// - [`Failure::Interrupted`] after a signal. The step is finished and a checkpoint is written first.
/// - The failures of files.
pub fn march<S: Solver>(
    solver: &mut S,
    options: &Options,
    settings: &Settings,
    final_time: f64,
) -> Result<Marched<S::Summary>, Failure> {
    let device = &options.chosen_device()?;
    let end = options.final_time.unwrap_or(final_time);
    options.check_files(S::NAME, |file| Series::has(S::NAME, file))?;
    begin(solver, options, settings, device, end)?;
    interrupt::watch()?;
    if options.balance && !options.json {
        balance::print(&solver.discretisation().balance()?)?;
    }
    let resumed = options.restart.is_some().then(|| solver.time());
    let initial = device.run(|| solver.summary())?;
    // This comes before anything is written.
    let picture = options.pictures.prepare(solver)?;
    let history = options.history.as_deref().filter(|_| ranks::is_first());
    let mut files = Files {
        series: options.series(S::NAME, resumed)?,
        history: history.map(|path| History::create(path, S::MEASURES, resumed)).transpose()?,
        has_history: options.history.is_some(),
        plot: options.plot().filter(|_| ranks::is_first()),
        picture,
        checkpoint: options.checkpoint.as_deref(),
        settings,
        saved: None,
    };
    // Until all ranks have opened their files, none writes any: leftovers of earlier runs are removed meanwhile.
    solver.discretisation().max_of_ranks([0.0])?;
    if let Some(history) = files.history.as_mut().filter(|history| !history.has(solver.time())) {
        history.row(0, solver.time(), 0.0, &S::measures(&initial))?;
    }
    // Files are written at once. So a path that cannot be written to ends the run now, and there is always a checkpoint
    // to go on from.
    files.save(solver)?;
    files.instant(solver)?;

    let progress = Progress::new(end)?;
    let mut watch = Watch {
        files,
        device,
        end,
        frames: options.frames,
        checkpoint_every: options.checkpoint_every,
        steps: 0,
        instant: 0,
        aside: Duration::ZERO,
        together: Together::new(ranks::count().is_some()),
    };
    watch.instant = watch.instant_of(solver.time());
    let start = Instant::now();
    let watch = RefCell::new(watch);
    let result = device.run(|| {
        let pauses = |more, time| watch.borrow().pauses(more, time);
        solver.run_together(end, options.cfl, pauses, |solver, lengths| {
            let mut watch = watch.borrow_mut();
            progress.set(watch.steps + lengths.len(), solver.time());
            watch.step(solver, lengths)
        })
    });
    let watch = watch.into_inner();
    progress.finish();
    result.map_err(|failure| watch.with_remedy(failure))?;
    Ok(Marched {
        device: device.clone(),
        steps: watch.steps,
        seconds: (start.elapsed() - watch.aside).as_secs_f64(),
        initial,
        last: device.run(|| solver.summary())?,
        output: watch.files.series.map(|series| (series.path(), series.len())),
    })
}
