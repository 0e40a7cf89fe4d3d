//! Acoustic waves in three dimensions: a nodal discontinuous Galerkin method on tetrahedra, every
//! operator an `array_fn!` program.
//!
//! Without arguments, a standing wave in a box; `--mesh model.msh` reads a Gmsh mesh. The output opens
//! in ParaView. `--help` lists the options.

use array_fn::Device;
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::output::{Field, Series};
use array_fn_dg::wave::{BoundaryCondition, Case, FaceCoefficients, Flux, Real, WaveSolver};
use array_fn_dg::{Discretisation, Error, Mesh, time_stepping};
use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use ndarray::{Axis, s};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Acoustic waves in three dimensions by a nodal discontinuous Galerkin method.
#[derive(Parser)]
struct Options {
    /// A Gmsh mesh (MSH 2.2 or 4.1) instead of a box.
    #[arg(long, value_name = "FILE", conflicts_with = "cells")]
    mesh: Option<PathBuf>,
    /// Cells along each edge of the box; each is cut into six tetrahedra.
    #[arg(long = "box", value_name = "N", default_value_t = 8, value_parser = parse_cells)]
    cells: usize,
    /// Polynomial order, 1 to 7.
    #[arg(long, value_name = "P", default_value_t = 3, value_parser = parse_order)]
    order: usize,
    /// What to compute [default: standing in a box, pulse on a mesh].
    #[arg(long, value_enum)]
    case: Option<CaseName>,
    /// The time to compute to [default: depends on the case].
    #[arg(long, value_name = "T", value_parser = parse_time)]
    final_time: Option<f64>,
    /// The numerical flux between elements.
    #[arg(long, value_enum, default_value_t = FluxName::Upwind)]
    flux: FluxName,
    /// Compute in single precision.
    #[arg(long)]
    f32: bool,
    /// Where to compute [default: the first GPU if there is one, else the CPU].
    #[arg(long, value_enum)]
    device: Option<DeviceName>,
    /// Number of CPU threads; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Folder for the VTU files and the PVD file [default: target/wave, none with --json].
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Number of instants to write after the first.
    #[arg(long, value_name = "N", default_value_t = 20)]
    frames: usize,
    /// Condition on a mesh's surface: dirichlet, neumann or radiation. May be repeated. Surfaces that
    /// are not listed get what their names suggest (wall, scatterer, absorbing, farfield, ...).
    #[arg(long, value_name = "NAME=CONDITION", value_parser = parse_boundary)]
    boundary: Vec<(String, BoundaryCondition)>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum CaseName {
    /// A standing wave between walls u = 0; the exact solution is known.
    Standing,
    /// A plane wave in a periodic box; the exact solution is known.
    Plane,
    /// A pulse that starts at rest and leaves through absorbing boundaries.
    Pulse,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum DeviceName {
    Cpu,
    Cuda,
}

#[derive(Clone, Copy, ValueEnum)]
enum FluxName {
    Upwind,
    Central,
}

fn parse_cells(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(cells @ 1..=1000) => Ok(cells),
        _ => Err("a whole number from 1 to 1000 is needed".into()),
    }
}

fn parse_order(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(order @ 1..=7) => Ok(order),
        _ => Err("a whole number from 1 to 7 is needed".into()),
    }
}

fn parse_time(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(time) if time.is_finite() && time > 0.0 => Ok(time),
        _ => Err("a positive number is needed".into()),
    }
}

fn parse_boundary(text: &str) -> Result<(String, BoundaryCondition), String> {
    let (name, condition) = text.split_once('=').ok_or("NAME=CONDITION is needed")?;
    Ok((name.into(), condition.parse()?))
}

/// Why the program stops: a message, and whether the input is to blame.
enum Failure {
    Input(String),
    Other(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Mesh(_) => Failure::Input(error.to_string()),
            Error::BoundaryCondition { .. } => {
                Failure::Input(format!("{error}\nhelp: for example `--boundary NAME=neumann`"))
            }
            _ => Failure::Other(error.to_string()),
        }
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let result = match options.f32 {
        true => solve::<f32>(&options),
        false => solve::<f64>(&options),
    };
    let (code, message) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Input(message)) => (2, message),
        Err(Failure::Other(message)) => (1, message),
    };
    eprintln!("error: {message}");
    ExitCode::from(code)
}

/// The speed of the waves.
const SPEED: f64 = 1.0;

/// A mesh with what to compute on it.
struct Problem {
    mesh: Mesh,
    name: CaseName,
    case: Case,
    /// One condition for all boundaries, or what each name says.
    condition: Option<BoundaryCondition>,
    final_time: f64,
}

fn box_problem(cells: usize, name: CaseName) -> Problem {
    let (lower, upper) = match name {
        CaseName::Pulse => ([-1.0; 3], [1.0; 3]),
        CaseName::Standing | CaseName::Plane => ([0.0; 3], [1.0; 3]),
    };
    let mesh = BoxMesh::cube(cells).between(lower, upper);
    let (mesh, case, condition, final_time) = match name {
        CaseName::Standing => {
            (mesh, Case::Standing { lower, upper }, BoundaryCondition::Dirichlet, 1.0)
        }
        CaseName::Plane => {
            let case = Case::Plane { lower, upper };
            let period = case.period(SPEED).unwrap_or(1.0);
            (mesh.periodic([true; 3]), case, BoundaryCondition::Radiation, period)
        }
        CaseName::Pulse => {
            let case = Case::Pulse { centre: [0.0; 3], width: 0.2 };
            (mesh, case, BoundaryCondition::Radiation, 3.0)
        }
    };
    Problem { mesh: mesh.build(), name, case, condition: Some(condition), final_time }
}

fn mesh_problem(mesh: Mesh, name: CaseName) -> Result<Problem, Failure> {
    let (lower, upper) = mesh.bounds();
    let extent: [f64; 3] = std::array::from_fn(|d| upper[d] - lower[d]);
    let largest = extent.into_iter().fold(0.0, f64::max);
    let is_brick = (mesh.volume() / extent.iter().product::<f64>() - 1.0).abs() < 1e-6;
    let needs = |what: &str| {
        Err(Failure::Input(format!(
            "`{}` does not suit this case: it needs {what}\nhelp: use `--case pulse`",
            mesh.origin
        )))
    };
    let (case, condition, final_time) = match name {
        CaseName::Standing if !is_brick || !mesh.periodic.is_empty() => {
            return needs("a brick that is not periodic");
        }
        CaseName::Plane if !is_brick || mesh.triangles.iter().any(|t| !t.periodic) => {
            return needs("a brick that is periodic along x, y and z");
        }
        CaseName::Standing => {
            (Case::Standing { lower, upper }, Some(BoundaryCondition::Dirichlet), 1.0)
        }
        CaseName::Plane => {
            let case = Case::Plane { lower, upper };
            (case, None, case.period(SPEED).unwrap_or(1.0))
        }
        CaseName::Pulse => {
            // Off the middle, where an obstacle may be.
            let mut centre: [f64; 3] = std::array::from_fn(|d| 0.5 * (lower[d] + upper[d]));
            centre[0] -= 0.3 * extent[0];
            (Case::Pulse { centre, width: 0.075 * largest }, None, 0.75 * largest / SPEED)
        }
    };
    Ok(Problem { mesh, name, case, condition, final_time })
}

fn problem(options: &Options) -> Result<Problem, Failure> {
    let Some(path) = &options.mesh else {
        return Ok(box_problem(options.cells, options.case.unwrap_or(CaseName::Standing)));
    };
    let mesh = Mesh::read(path).map_err(Error::from)?;
    for note in &mesh.notes {
        eprintln!("note: {note}");
    }
    for (name, _) in &options.boundary {
        if !mesh.groups.contains(name) {
            return Err(Failure::Input(format!(
                "the mesh has no surface `{name}`\nhelp: its surfaces are {}",
                mesh.groups.join(", ")
            )));
        }
    }
    mesh_problem(mesh, options.case.unwrap_or(CaseName::Pulse))
}

/// The device that the options choose. Without a choice, threads mean the CPU.
fn device(options: &Options) -> Result<Device, Failure> {
    match (options.device, options.threads) {
        (Some(DeviceName::Cuda), _) => Device::cuda(0).map_err(|e| Failure::Input(e.to_string())),
        (None, 0) => Ok(Device::default()),
        (Some(DeviceName::Cpu), 0) => Ok(Device::cpu()),
        (_, threads) => Ok(Device::cpu_with_threads(threads)),
    }
}

fn solve<T: Real>(options: &Options) -> Result<(), Failure> {
    let problem = problem(options)?;
    let discretisation = Discretisation::new(&problem.mesh, options.order)?;
    let faces = FaceCoefficients::new(&discretisation, |surface| {
        let chosen = options.boundary.iter().find(|(name, _)| name == surface).map(|(_, c)| *c);
        chosen.or(problem.condition).or_else(|| BoundaryCondition::from_surface_name(surface))
    })?;
    let flux = match options.flux {
        FluxName::Upwind => Flux::Upwind,
        FluxName::Central => Flux::Central,
    };
    let mut solver = WaveSolver::<T>::new(&discretisation, &faces, flux, SPEED)?;
    solver.set_initial(&discretisation, |x| problem.case.initial(x))?;

    let device = device(options)?;
    if !options.json {
        println!("device   {device}");
    }
    let duration = options.final_time.unwrap_or(problem.final_time);
    let longest =
        time_stepping::stable_step(options.order, discretisation.max_fscale(), SPEED, 1.0);
    let (steps, dt) = time_stepping::equal_steps(duration, longest);
    let initial_energy = solver.energy(&discretisation);

    let folder = match (&options.output, options.json) {
        (Some(folder), _) => Some(folder.clone()),
        (None, false) => Some(PathBuf::from("target/wave")),
        (None, true) => None,
    };
    let mut series = folder.map(|folder| Series::create(&folder, "wave")).transpose()?;
    write_frame(&mut series, &discretisation, &solver)?;

    // Hidden where stderr is no terminal.
    let bar = ProgressBar::new(steps as u64);
    let style = ProgressStyle::with_template("{bar:40} step {pos}/{len}, {eta} left")
        .map_err(|e| Failure::Other(e.to_string()))?;
    bar.set_style(style);
    let every = steps.div_ceil(options.frames.max(1));
    let mut seconds = Duration::ZERO;
    let mut start = Instant::now();
    for step in 1..=steps {
        device.run(|| solver.step(dt))?;
        bar.inc(1);
        if step % every == 0 || step == steps {
            // Steps on a GPU are only queued so far.
            device.synchronize().map_err(Error::from)?;
            seconds += start.elapsed();
            if !solver.energy(&discretisation).is_finite() {
                return Err(Failure::Other(format!("the solution is infinite after {step} steps")));
            }
            write_frame(&mut series, &discretisation, &solver)?;
            start = Instant::now();
        }
    }
    bar.finish_and_clear();

    let report = Report {
        case: problem.name,
        order: options.order,
        elements: discretisation.element_count(),
        dofs: solver.state().len(),
        steps,
        time: duration,
        l2_error: l2_error(&problem, &discretisation, &solver),
        energy: solver.energy(&discretisation),
        initial_energy,
        seconds: seconds.as_secs_f64(),
        device: device.to_string(),
        kernels: solver.step_plan(&device)?.kernel_count(),
        output: series.map(|s| (s.path(), s.len())),
    };
    match options.json {
        true => println!("{}", report.json()),
        false => report.print(),
    }
    Ok(())
}

fn write_frame<T: Real>(
    series: &mut Option<Series>,
    discretisation: &Discretisation,
    solver: &WaveSolver<T>,
) -> Result<(), Error> {
    let Some(series) = series else { return Ok(()) };
    let q = solver.state();
    let fields = [
        Field { name: "u", values: q.slice(s![..1, .., ..]) },
        Field { name: "v", values: q.slice(s![1.., .., ..]) },
    ];
    series.write(discretisation, solver.time(), &fields)
}

/// The L2 norm of the error of u, where the exact solution is known.
fn l2_error<T: Real>(
    problem: &Problem,
    discretisation: &Discretisation,
    solver: &WaveSolver<T>,
) -> Option<f64> {
    if let Case::Pulse { centre, width } = problem.case {
        // Free space ends where the pulse's tail (1e-4 of its height) meets the boundary.
        let (lower, upper) = problem.mesh.bounds();
        let room = (0..3).map(|d| (centre[d] - lower[d]).min(upper[d] - centre[d]));
        let free = room.fold(f64::INFINITY, f64::min);
        if problem.condition.is_none() || SPEED * solver.time() + 3.0 * width > free {
            return None;
        }
    }
    let exact = discretisation.sample(|x| problem.case.exact(x, solver.time(), SPEED));
    let error = &solver.state().index_axis(Axis(0), 0) - &exact;
    Some(discretisation.norm_squared(error.view()).sqrt())
}

struct Report {
    case: CaseName,
    order: usize,
    elements: usize,
    dofs: usize,
    steps: usize,
    time: f64,
    l2_error: Option<f64>,
    energy: f64,
    initial_energy: f64,
    seconds: f64,
    device: String,
    kernels: usize,
    output: Option<(PathBuf, usize)>,
}

impl Report {
    fn case(&self) -> &'static str {
        match self.case {
            CaseName::Standing => "standing",
            CaseName::Plane => "plane",
            CaseName::Pulse => "pulse",
        }
    }

    /// Degrees of freedom times right-hand sides, per second.
    fn dofs_per_second(&self) -> f64 {
        self.dofs as f64 * 5.0 * self.steps as f64 / self.seconds
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "case": self.case(),
            "order": self.order,
            "elements": self.elements,
            "dofs": self.dofs,
            "steps": self.steps,
            "l2_error": self.l2_error,
            "energy": self.energy,
            "initial_energy": self.initial_energy,
            "seconds": self.seconds,
            "dofs_per_second": self.dofs_per_second(),
            "device": self.device,
            "kernels": self.kernels,
        })
    }

    fn print(&self) {
        println!("case     {}, order {}", self.case(), self.order);
        println!("mesh     {} tetrahedra, {} degrees of freedom", self.elements, self.dofs);
        println!("steps    {} to t = {:.4}", self.steps, self.time);
        match self.l2_error {
            Some(error) => println!("error    {error:.3e} (L2 norm of the error of u)"),
            None => println!("error    unknown: no exact solution"),
        }
        let left = self.energy / self.initial_energy;
        println!("energy   {:.6e}, {left:.6} of the initial energy", self.energy);
        println!(
            "speed    {:.3e} DOF/s (degrees of freedom x right-hand sides): {:.2} s, {} kernels a \
             step, {}",
            self.dofs_per_second(),
            self.seconds,
            self.kernels,
            self.device
        );
        if let Some((path, instants)) = &self.output {
            println!("output   {} ({instants} instants; opens in ParaView)", path.display());
        }
    }
}
