//! The loop over time, with the files that it writes.

use crate::failure::{SHORT_STEPS, quoted};
use crate::history::History;
use crate::picture::Picture;
use crate::plot::Plot;
use crate::progress::Progress;
use crate::{Failure, Options, interrupt};
use array_fn::Device;
use array_fn_dg::checkpoint::Settings;
use array_fn_dg::output::{Field, Series};
use array_fn_dg::{Discretisation, Error, time_stepping};
use ndarray::Array3;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A state that is marched in time.
pub trait Simulation {
    /// Name of the solver, of its output files too.
    const NAME: &'static str;
    /// What [`Simulation::measures`] are: columns of a history.
    const MEASURES: &'static [&'static str];

    /// The time reached.
    fn time(&self) -> f64;

    /// Steps until `end`, each as long as `cfl` times what is known to be stable allows; after each,
    /// `observe` is told its length.
    fn run(
        &mut self,
        end: f64,
        cfl: f64,
        observe: impl FnMut(&Self, f64) -> Result<(), Failure>,
    ) -> Result<(), Failure>;

    /// The longest step from here, of `cfl` times what is known to be stable.
    fn longest_step(&self, cfl: f64) -> Result<f64, Error>;

    /// Integrals and extrema of the state.
    fn measures(&self) -> Result<Vec<f64>, Error>;

    /// Whether the state is one, with the place if not.
    fn check(&self) -> Result<(), Error>;

    /// Names of [`Simulation::fields`].
    const FIELDS: &'static [&'static str];

    /// The fields of the state as people look at them, `[components, E, N]`.
    fn fields(&self) -> Vec<Array3<f64>>;

    /// What it is computed on.
    fn discretisation(&self) -> &Discretisation;

    /// Writes a file to go on from, with the settings of the run that the solver does not know.
    fn save(&self, path: &Path, run: &Settings) -> Result<(), Error>;

    /// Goes on from such a file, if the settings are the same.
    fn restore(&mut self, path: &Path, run: &Settings) -> Result<(), Error>;
}

/// What came of it.
pub struct Marched {
    pub steps: usize,
    /// The time that the steps took, without that of files.
    pub seconds: f64,
    /// Measures before and after.
    pub initial: Vec<f64>,
    pub last: Vec<f64>,
    /// The list of instants, and how many it has.
    pub output: Option<(PathBuf, usize)>,
}

/// Files that a run writes.
struct Files<'a> {
    series: Option<Series>,
    history: Option<History>,
    plot: Option<Plot<'a>>,
    picture: Option<Picture<'a>>,
    checkpoint: Option<&'a Path>,
    settings: &'a Settings,
    /// Time of the last checkpoint written.
    saved: Option<f64>,
}

impl Files<'_> {
    fn save<S: Simulation>(&mut self, solver: &S) -> Result<(), Failure> {
        // What was measured until here goes on from here.
        if let Some(path) = self.checkpoint {
            self.history.as_mut().map(History::sync).transpose()?;
            solver.save(path, self.settings)?;
            self.saved = Some(solver.time());
        } else {
            self.history.as_mut().map(History::flush).transpose()?;
        }
        Ok(())
    }

    /// A series has one instant more; pictures show the last one.
    fn instant<S: Simulation>(&mut self, solver: &S) -> Result<(), Failure> {
        if let Some(series) = &mut self.series {
            let values = solver.fields();
            let fields = S::FIELDS.iter().zip(&values);
            let fields: Vec<Field> =
                fields.map(|(name, values)| Field { name, values: values.view() }).collect();
            series.write(solver.discretisation(), solver.time(), &fields)?;
        }
        if let Some(picture) = &self.picture {
            picture.draw(solver)?;
        }
        if let Some(plot) = &self.plot {
            self.history.as_mut().map(History::flush).transpose()?;
            plot.draw()?;
        }
        Ok(())
    }

    /// Where to go on, for the end of a message.
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

/// Marches `solver` to the time `end`, or from a checkpoint to it, with the files that `options` ask for. `settings`
/// are those of the run that the solver does not know.
///
/// # Errors
/// [`Failure::Breakdown`] with the place and the last checkpoint, [`Failure::Interrupted`] after a signal,
/// for which the step is finished and a checkpoint written; whatever goes wrong with files.
pub fn march<S: Simulation>(
    solver: &mut S,
    options: &Options,
    settings: &Settings,
    device: &Device,
    end: f64,
) -> Result<Marched, Failure> {
    options.check_files(S::NAME, |file| Series::has(S::NAME, file))?;
    if let Some(path) = &options.restart {
        solver.restore(path, settings)?;
        if solver.time() > end {
            return Err(Failure::Input(format!(
                "`{}` is at time {}, after the final time {end}\nhelp: give a later `--final-time`",
                path.display(),
                solver.time()
            )));
        }
    }
    if solver.time() < end {
        let longest = device.run(|| solver.longest_step(options.cfl))?;
        time_stepping::next_step(solver.time(), end, longest)
            .map_err(|error| Failure::Input(format!("{error}\nhelp: {SHORT_STEPS}")))?;
    }
    interrupt::watch()?;
    let resumed = options.restart.is_some().then(|| solver.time());
    let initial = device.run(|| solver.measures())?;
    // Before anything is written.
    let picture = options.pictures.prepare(solver)?;
    let history = options.history.as_deref();
    let mut files = Files {
        series: options.series(S::NAME, resumed)?,
        history: history.map(|path| History::create(path, S::MEASURES, resumed)).transpose()?,
        plot: options.plot(),
        picture,
        checkpoint: options.checkpoint.as_deref(),
        settings,
        saved: None,
    };
    if let Some(history) = files.history.as_mut().filter(|history| !history.has(solver.time())) {
        history.row(0, solver.time(), 0.0, &initial)?;
    }
    // At once, so that paths that cannot be written to end the run now, and there is always one to go on from.
    files.save(solver)?;
    files.instant(solver)?;

    let progress = Progress::new(end)?;
    // Instants are as many as asked for, or as there are steps.
    let instant_of = |time: f64| (time / end * options.frames.max(1) as f64) as usize;
    let (mut steps, mut instant) = (0, instant_of(solver.time()));
    let mut aside = Duration::ZERO;
    let start = Instant::now();
    let result = device.run(|| {
        solver.run(end, options.cfl, |solver, dt| {
            steps += 1;
            progress.set(steps, solver.time());
            let interrupted = interrupt::requested();
            let next = instant_of(solver.time()) > instant || solver.time() >= end;
            let save = next || options.checkpoint_every.is_some_and(|every| steps % every == 0);
            if !(interrupted || save || files.history.is_some()) {
                return Ok(());
            }
            // Steps on a GPU are only queued so far.
            device.synchronize().map_err(Error::from)?;
            let before = Instant::now();
            if let Some(history) = &mut files.history {
                history.row(steps, solver.time(), dt, &solver.measures()?)?;
            }
            if interrupted || save {
                solver.check()?;
            }
            if next {
                instant = instant_of(solver.time());
                files.instant(solver)?;
            }
            if interrupted || save {
                files.save(solver)?;
            }
            aside += before.elapsed();
            match interrupted && solver.time() < end {
                true => Err(Failure::Interrupted(format!(
                    "interrupted at time {} after {steps} steps",
                    solver.time()
                ))),
                false => Ok(()),
            }
        })
    });
    progress.finish();
    result.map_err(|failure| match failure {
        Failure::Interrupted(message) => {
            Failure::Interrupted(format!("{message}\nhelp: {}", files.remedy()))
        }
        Failure::Breakdown(message) => {
            // With the same options it would break down again.
            let changed = if files.saved.is_some() { ", with `--with-changes`" } else { "" };
            Failure::Breakdown(format!("{message}; {}{changed}", files.remedy()))
        }
        other => other,
    })?;
    Ok(Marched {
        steps,
        seconds: (start.elapsed() - aside).as_secs_f64(),
        initial,
        last: device.run(|| solver.measures())?,
        output: files.series.map(|series| (series.path(), series.len())),
    })
}
