//! The options that all drivers have.

use crate::Failure;
use crate::file::{self, Folder, Named, Output};
use crate::picture::PictureOptions;
use crate::plot::Plot;
use crate::{RunMesh, ranks, say};
use array_fn::Device;
use array_fn_dg::checkpoint::Settings;
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::output::Series;
use array_fn_dg::{Discretisation, Error};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Options of all drivers.
#[derive(Args)]
// The options of a driver have a group of this name, and these are a part of them.
#[group(skip)]
pub struct Options {
    /// A case file: these options as keys of a TOML file (`order = 3`), a table for what is repeated
    /// (`[boundary]`, then `wing = "wall"`), paths relative to the file. Options given here win.
    #[arg(value_name = "CASE.toml")]
    case_file: Option<PathBuf>,
    /// The same as CASE.toml without an option.
    #[arg(long, value_name = "FILE", conflicts_with = "case_file")]
    config: Option<PathBuf>,
    /// A Gmsh mesh (MSH 2.2 or 4.1) instead of a box.
    #[arg(long, value_name = "FILE", conflicts_with = "cells")]
    pub mesh: Option<PathBuf>,
    /// Cells along each edge of the box; each is cut into six tetrahedra.
    #[arg(long = "box", value_name = "N", default_value_t = 8, value_parser = whole(1, 1000))]
    pub cells: usize,
    /// Polynomial order, 1 to 7.
    #[arg(long, value_name = "P", default_value_t = 3, value_parser = whole(1, 7))]
    pub order: usize,
    /// The time to compute to [default: depends on the case].
    #[arg(long, value_name = "T", value_parser = positive())]
    pub final_time: Option<f64>,
    /// The time step in units of the longest that is known to be stable for linear waves / 1.4.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = number_like("a number above 0, up to 2,", |x| x > 0.0 && x <= 2.0))]
    pub cfl: f64,
    /// Compute in single precision.
    #[arg(long)]
    pub f32: bool,
    /// Where to compute [default: the first GPU if there is one, else the CPU].
    #[arg(long, value_enum)]
    device: Option<DeviceName>,
    /// Number of CPU threads; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0, MOST_THREADS))]
    threads: usize,
    /// Cut the mesh into parts along a curve, and compute each on a rank: a thread with threads of its own, or with a
    /// GPU. The state is the same for any number of ranks, bit for bit.
    #[arg(long, value_name = "N", value_parser = whole(1, MOST_THREADS))]
    pub ranks: Option<usize>,
    /// Print how many tetrahedra each rank has, how many of them touch those of others, and how many faces ranks share.
    #[arg(long)]
    pub balance: bool,
    /// Folder for the VTU files and the PVD file [default: one under target, none with --json].
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Number of instants to write after the first.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub frames: usize,
    /// A CSV file of integrals and extrema after every step; or a pipe or a device, such as /dev/stdout.
    #[arg(long, value_name = "FILE")]
    pub history: Option<PathBuf>,
    /// The history as curves, an SVG file.
    #[arg(long, value_name = "FILE", requires = "history")]
    plot: Option<PathBuf>,
    /// What to draw.
    #[command(flatten)]
    pub pictures: PictureOptions,
    /// A file to go on from later, written at the start, with every instant, on Ctrl-C and at the end.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Write it after every so many steps, too, if there is one.
    #[arg(long, value_name = "STEPS", value_parser = whole(1, usize::MAX))]
    pub checkpoint_every: Option<usize>,
    /// Go on from such a file, with the same options. The result is the same, bit for bit; files with a
    /// history and lists of instants are continued.
    #[arg(long, value_name = "FILE")]
    pub restart: Option<PathBuf>,
    /// Go on with other options than those of the run that wrote the file; order, mesh and boundary conditions
    /// stay. What follows is neither run's result.
    #[arg(long, requires = "restart")]
    with_changes: bool,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    /// File and line of keys that a case file sets.
    #[arg(skip)]
    pub places: HashMap<String, String>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum DeviceName {
    Cpu,
    Cuda,
}

/// A parser of whole numbers from `least` to `most`.
pub fn whole(least: usize, most: usize) -> impl Fn(&str) -> Result<usize, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        let up_to = if most < usize::MAX { format!(" to {most}") } else { String::new() };
        number.ok_or_else(|| format!("a whole number from {least}{up_to} is needed"))
    }
}

/// A parser of numbers that are as `needed` says, which `fits` tests.
pub fn number_like(
    needed: &'static str,
    fits: fn(f64) -> bool,
) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|&number| fits(number));
        number.ok_or_else(|| format!("{needed} is needed"))
    }
}

/// A parser of finite numbers above 0.
pub fn positive() -> impl Fn(&str) -> Result<f64, String> + Clone {
    number_like("a positive number", |x| x.is_finite() && x > 0.0)
}

/// The variable that says how many threads a process has.
const NUM_THREADS: &str = "ARRAY_FN_NUM_THREADS";

/// The largest number of threads: more than any machine has, and few enough for a system to start them.
const MOST_THREADS: usize = 4096;

/// Parses a value by its name. The help lists all names, each with the documentation of the value.
pub fn named<T: array_fn_dg::Named>() -> impl TypedValueParser<Value = T> {
    let values = T::NAMES.iter().map(|(name, about)| {
        let about = about.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        PossibleValue::new(*name).help(about.trim_end_matches('.').to_owned())
    });
    PossibleValuesParser::new(values).try_map(|name| name.parse::<T>())
}

/// Parses `NAME=CONDITION`. Names may contain a `=`.
pub fn parse_pair<C: FromStr<Err = String>>(text: &str) -> Result<(String, C), String> {
    let (name, condition) = text.rsplit_once('=').ok_or("NAME=CONDITION is needed")?;
    Ok((name.into(), condition.parse()?))
}

impl Options {
    /// A box of the given numbers of bricks, if each rank can number its nodes, and the vertices have 32-bit numbers.
    pub fn bricks(&self, cells: [usize; 3]) -> Result<BoxMesh, Failure> {
        let (p, [a, b, c]) = (self.order, cells);
        let nodes = (p + 1) * (p + 2) * (p + 3) / 6;
        let product = |of: [usize; 3]| of.into_iter().try_fold(1, usize::checked_mul);
        let bricks = product(cells).and_then(|bricks| bricks.checked_mul(6 * nodes));
        let ranks = ranks::count().unwrap_or(1);
        if bricks.is_none_or(|nodes| nodes.div_ceil(ranks) > i32::MAX as usize) {
            let on = if ranks > 1 { " on a rank" } else { "" };
            let problem =
                format!("{a} x {b} x {c} cells of order {p} have more than 2^31 nodes{on}");
            return Err(Failure::input(problem, "give a smaller `--box`"));
        }
        let vertices = product(cells.map(|n| n.saturating_add(1)));
        if vertices.is_none_or(|vertices| u32::try_from(vertices).is_err()) {
            let problem = format!("{a} x {b} x {c} cells have more than 2^32 vertices");
            return Err(Failure::input(problem, "give a smaller `--box`"));
        }
        Ok(BoxMesh::bricks(cells))
    }

    /// Reads the mesh file, if there is one.
    pub fn read_mesh(&self) -> Result<Option<RunMesh>, Failure> {
        Ok(self.mesh.as_deref().map(RunMesh::read).transpose()?)
    }

    /// The discretisation, if the mesh has all surfaces that options name.
    pub fn discretisation<C>(
        &self,
        mesh: RunMesh,
        boundary: &[(String, C)],
    ) -> Result<Discretisation, Failure> {
        for (name, _) in boundary {
            if !mesh.groups().contains(name) {
                let place = self.places.get(&format!("boundary.{name}"));
                let place = place.map_or(String::new(), |place| format!("{place}: "));
                return Err(Failure::input(
                    format_args!("{place}the mesh `{}` has no surface `{name}`", mesh.origin()),
                    format_args!("its surfaces are {}", mesh.groups().join(", ")),
                ));
            }
        }
        Ok(mesh.discretisation(self.order)?)
    }

    /// The device that the options choose. Without a choice, threads mean the CPU.
    /// Prints a line about it unless the output is JSON.
    pub fn chosen_device(&self) -> Result<Device, Failure> {
        let ranks = ranks::count();
        // Ranks of threads share the machine. Of processes, the others may be elsewhere, so each has a thread unless the
        // environment gives it more.
        let threads = match ranks {
            Some(ranks) if self.threads == 0 && self.ranks.is_some() => {
                (Device::cpu().threads() / ranks).max(1)
            }
            Some(_) if self.threads == 0 && std::env::var_os(NUM_THREADS).is_none() => 1,
            _ => self.threads,
        };
        let device = match (self.device, threads) {
            (Some(DeviceName::Cuda), _) => ranks::gpu()
                .and_then(Device::cuda)
                .map_err(|error| Failure::input(error, "or compute with `--device cpu`"))?,
            (None, 0) => Device::default(),
            (Some(DeviceName::Cpu), 0) => Device::cpu(),
            (_, threads) => Device::cpu_with_threads(threads),
        };
        if !self.json {
            match ranks {
                Some(ranks) => say!("device   {ranks} ranks, each on {device}")?,
                None => say!("device   {device}")?,
            }
        }
        Ok(device)
    }

    /// The settings of a run that its solver does not know. They have to be the same when a run goes on. Files and the
    /// device are not among them.
    pub fn settings(&self) -> Settings {
        let cells = match &self.mesh {
            Some(_) => "none".into(),
            None => self.cells.to_string(),
        };
        let settings = Settings::new().with("box", cells).with("cfl", self.cfl);
        if self.with_changes { settings.with_changes() } else { settings }
    }

    /// Checks that all files can be written, and that none of them is another file that is needed. `name` is the name
    /// of the solver, and `has` tells whether a name is that of a file in its folder.
    ///
    /// # Errors
    /// [`Failure::Input`] with the options of the first file that fails.
    pub fn check_files(&self, name: &str, has: fn(&str) -> bool) -> Result<(), Failure> {
        if !ranks::is_first() {
            return Ok(());
        }
        let inputs: Vec<Named> = [
            ("--mesh", &self.mesh),
            ("--config", &self.config),
            ("CASE.toml", &self.case_file),
            ("--restart", &self.restart),
        ]
        .into_iter()
        .filter_map(|(option, path)| Some(Named { option, path: path.as_deref()? }))
        .collect();
        let outputs: Vec<Output> = [
            ("--history", self.history.as_deref(), true),
            ("--checkpoint", self.checkpoint.as_deref(), false),
            ("--plot", self.plot.as_deref(), false),
            ("--picture", self.pictures.path(), false),
        ]
        .into_iter()
        .filter_map(|(option, path, streams)| {
            Some(Output { file: Named { option, path: path? }, streams })
        })
        .collect();
        if let Some(Plot { history, .. }) = self.plot()
            && file::is_stream(history)
        {
            let history = history.display();
            let problem =
                format!("`--plot` needs a history that can be read again, and `{history}` is none");
            return Err(Failure::input(problem, "name a file for `--history`"));
        }
        let folder = self.folder(name);
        let folder = folder.as_deref().map(|path| Folder { path, has });
        file::check(&inputs, &outputs, folder.as_ref())
    }

    /// The plot of the history, if one is wanted.
    pub fn plot(&self) -> Option<Plot<'_>> {
        let (history, path) = (self.history.as_deref()?, self.plot.as_deref()?);
        Some(Plot { history, path })
    }

    /// The folder of instants: `target/NAME` unless the options say otherwise.
    fn folder(&self, name: &str) -> Option<PathBuf> {
        match (&self.output, self.json) {
            (Some(folder), _) => Some(folder.clone()),
            (None, false) => Some(Path::new("target").join(name)),
            (None, true) => None,
        }
    }

    /// The series that instants are written to. A run that goes on from the time `resumed` keeps earlier ones.
    pub fn series(&self, name: &str, resumed: Option<f64>) -> Result<Option<Series>, Error> {
        let Some(folder) = self.folder(name) else { return Ok(None) };
        match resumed {
            Some(time) => Series::resume(&folder, name, time).map(Some),
            None => Series::create(&folder, name).map(Some),
        }
    }
}

/// `settings` with the conditions that `condition` gives for the surfaces of `discretisation`.
pub fn with_boundary<C: std::fmt::Display>(
    settings: Settings,
    discretisation: &Discretisation,
    condition: impl Fn(&str) -> Option<C>,
) -> Settings {
    discretisation.groups.iter().fold(settings, |settings, name| match condition(name) {
        Some(condition) => settings.with(format_args!("boundary {name}"), condition),
        None => settings,
    })
}
