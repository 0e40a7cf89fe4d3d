//! Compressible flows in three dimensions: the Euler equations by a nodal discontinuous Galerkin method on
//! tetrahedra, every operator an `array_fn!` program.
//!
//! Without arguments, a vortex in a periodic box; `--mesh model.msh` reads a Gmsh mesh. The output opens in
//! ParaView. `--help` lists the options.

mod driver;

use array_fn_dg::euler::{
    Boundary, BoundaryCondition, Case, EulerSolver, Flux, Primitive, Real, State, Summary,
};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::output::{Field, Series};
use array_fn_dg::{Discretisation, Error, Mesh};
use clap::{Parser, ValueEnum};
use driver::{Failure, Progress, parse_pair};
use ndarray::{Array3, Axis, s};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Compressible flows in three dimensions by a nodal discontinuous Galerkin method.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    common: driver::Options,
    /// What to compute [default: vortex in a box, freestream on a mesh].
    #[arg(long, value_enum)]
    case: Option<CaseName>,
    /// The numerical flux between elements; hll and hllc in double precision only.
    #[arg(long, value_enum, default_value_t = FluxName::Llf)]
    flux: FluxName,
    /// The time step in units of the longest that is known to be stable for linear waves / 1.4.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_safety)]
    cfl: f64,
    /// The state of the free stream and of surfaces named farfield, inflow, outflow.
    #[arg(
        long,
        value_name = "DENSITY,U,V,W,PRESSURE",
        default_value = "1,0.3,-0.2,0.1,1",
        allow_hyphen_values = true
    )]
    stream: Primitive,
    /// Condition on a mesh's surface: wall, extrapolation, or a state DENSITY,U,V,W,PRESSURE. May be
    /// repeated. Surfaces that are not listed get what their names suggest (wall, wing, farfield, ...).
    #[arg(long, value_name = "NAME=CONDITION", value_parser = parse_pair::<BoundaryCondition>)]
    boundary: Vec<(String, BoundaryCondition)>,
    /// A CSV file of integrals and extrema after every step.
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
    /// A file to go on from later, written with every instant and at the end.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Go on from such a file, with the same options. The result is the same, bit for bit.
    #[arg(long, value_name = "FILE")]
    restart: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum CaseName {
    /// An isentropic vortex in a periodic box, three cells high; the exact solution is known.
    Vortex,
    /// A pulse of pressure between walls.
    Pulse,
    /// A uniform flow, or one that starts around whatever is in its way.
    Freestream,
}

#[derive(Clone, Copy, ValueEnum)]
enum FluxName {
    Llf,
    Hll,
    Hllc,
}

fn parse_safety(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if factor > 0.0 && factor <= 2.0 => Ok(factor),
        _ => Err("a number above 0, up to 2, is needed".into()),
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    driver::exit(match options.common.f32 {
        true => solve::<f32>(&options),
        false => solve::<f64>(&options),
    })
}

/// The ratio of specific heats: air.
const GAMMA: f64 = 1.4;

/// A mesh with what to compute on it.
struct Problem {
    mesh: Mesh,
    name: CaseName,
    case: Case,
    /// One condition for all boundaries, or what each name says.
    condition: Option<BoundaryCondition>,
    final_time: f64,
}

/// Half the width of the vortex' box: the vortex has died away there.
const REACH: f64 = 10.0;

fn box_problem(cells: usize, name: CaseName, stream: Primitive) -> Problem {
    let (mesh, case, condition, final_time) = match name {
        CaseName::Vortex => {
            let height = 6.0 * REACH / cells as f64;
            let mesh = BoxMesh::bricks([cells, cells, 3])
                .between([-REACH, -REACH, 0.0], [REACH, REACH, height])
                .periodic([true; 3]);
            let case = Case::Vortex { lower: [-REACH; 2], upper: [REACH; 2] };
            (mesh, case, BoundaryCondition::SlipWall, 1.0)
        }
        CaseName::Pulse => {
            let case = Case::Pulse { centre: [0.0; 3], amplitude: GAMMA - 1.0, width: 0.1 };
            let mesh = BoxMesh::cube(cells).between([-0.5; 3], [0.5; 3]);
            (mesh, case, BoundaryCondition::SlipWall, 0.5)
        }
        CaseName::Freestream => {
            let mesh = BoxMesh::cube(cells);
            (mesh, Case::FreeStream(stream), BoundaryCondition::State(stream), 1.0)
        }
    };
    Problem { mesh: mesh.build(), name, case, condition: Some(condition), final_time }
}

fn mesh_problem(mesh: Mesh, name: CaseName, stream: Primitive) -> Result<Problem, Failure> {
    let (lower, upper) = mesh.bounds();
    let extent: [f64; 3] = std::array::from_fn(|d| upper[d] - lower[d]);
    let largest = extent.into_iter().fold(0.0, f64::max);
    let is_brick = (mesh.volume() / extent.iter().product::<f64>() - 1.0).abs() < 1e-6;
    let (case, final_time) = match name {
        CaseName::Vortex if !is_brick || mesh.triangles.iter().any(|t| !t.periodic) => {
            return Err(Failure::Input(format!(
                "`{}` does not suit the vortex: it needs a brick that is periodic along x, y and z\n\
                 help: use `--case freestream` or `--case pulse`",
                mesh.origin
            )));
        }
        CaseName::Vortex => {
            let [lower, upper] = [lower, upper].map(|x| [x[0], x[1]]);
            (Case::Vortex { lower, upper }, 1.0)
        }
        CaseName::Pulse => {
            // Off the middle, where an obstacle may be.
            let mut centre: [f64; 3] = std::array::from_fn(|d| 0.5 * (lower[d] + upper[d]));
            centre[0] -= 0.3 * extent[0];
            let case = Case::Pulse { centre, amplitude: GAMMA - 1.0, width: 0.05 * largest };
            (case, 0.5 * largest)
        }
        CaseName::Freestream => {
            let speed = stream.velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
            let sound = (GAMMA * stream.pressure / stream.density).sqrt();
            (Case::FreeStream(stream), 0.5 * largest / (speed + sound))
        }
    };
    Ok(Problem { mesh, name, case, condition: None, final_time })
}

fn problem(options: &Options) -> Result<Problem, Failure> {
    let surfaces = options.boundary.iter().map(|(name, _)| name);
    match options.common.read_mesh(surfaces)? {
        Some(mesh) => {
            mesh_problem(mesh, options.case.unwrap_or(CaseName::Freestream), options.stream)
        }
        None => {
            let name = options.case.unwrap_or(CaseName::Vortex);
            Ok(box_problem(options.common.cells, name, options.stream))
        }
    }
}

fn solve<T: Real>(options: &Options) -> Result<(), Failure> {
    let problem = problem(options)?;
    let common = &options.common;
    let discretisation = Discretisation::new(&problem.mesh, common.order)?;
    let boundary = Boundary::new(&discretisation, |surface| {
        let chosen = options.boundary.iter().find(|(name, _)| name == surface).map(|(_, c)| *c);
        let suggested = || BoundaryCondition::from_surface_name(surface, options.stream);
        chosen.or(problem.condition).or_else(suggested)
    })?;
    let flux = match options.flux {
        FluxName::Llf => Flux::Llf,
        FluxName::Hll => Flux::Hll,
        FluxName::Hllc => Flux::Hllc,
    };
    let mut solver = EulerSolver::<T>::new(&discretisation, &boundary, flux, GAMMA)?;
    solver.set_initial(|x| problem.case.initial(x))?;
    if let Some(path) = &options.restart {
        solver.restore(path)?;
    }

    let device = common.device()?;
    if !common.json {
        println!("device   {device}");
    }
    let duration = common.final_time.unwrap_or(problem.final_time);
    let initial = device.run(|| solver.summary())?;
    let mut series = common.series("euler")?;
    let mut history = options.history.as_deref().map(History::create).transpose()?;
    write_frame(&mut series, &discretisation, &solver)?;
    if let Some(history) = &mut history {
        history.row(0, solver.time(), 0.0, &initial)?;
    }

    let progress = Progress::new(duration)?;
    // Instants are as many as asked for, or as there are steps.
    let frame_of = |time: f64| (time / duration * common.frames.max(1) as f64) as usize;
    let (mut steps, mut frame) = (0, frame_of(solver.time()));
    // What files cost does not count.
    let mut aside = Duration::ZERO;
    let start = Instant::now();
    device.run(|| {
        solver.run(duration, options.cfl, |solver, dt| {
            steps += 1;
            progress.set(steps, solver.time());
            let before = Instant::now();
            if let Some(history) = &mut history {
                history.row(steps, solver.time(), dt, &solver.summary()?)?;
            }
            if frame_of(solver.time()) > frame {
                frame = frame_of(solver.time());
                write_frame(&mut series, &discretisation, solver)?;
                options.checkpoint.as_deref().map(|path| solver.save(path)).transpose()?;
            }
            aside += before.elapsed();
            Ok::<(), Failure>(())
        })
    })?;
    let seconds = (start.elapsed() - aside).as_secs_f64();
    progress.finish();
    if let Some(history) = &mut history {
        history.finish()?;
    }

    // Where something is in the way of a free stream, it does not stay one.
    let known = problem.name != CaseName::Freestream || problem.condition.is_some();
    let exact = |x| problem.case.exact(x, duration).map(|state| state.density);
    let l2_error = match known && exact([0.0; 3]).is_some() {
        true => Some(solver.density_error(|x| exact(x).unwrap_or(f64::NAN))),
        false => None,
    };
    let report = Report {
        case: problem.name,
        flux,
        order: common.order,
        elements: discretisation.element_count(),
        dofs: solver.state().len(),
        steps,
        time: duration,
        l2_error,
        initial,
        last: device.run(|| solver.summary())?,
        seconds,
        device: device.to_string(),
        kernels: solver.step_plan(&device)?.kernel_count(),
        output: series.map(|s| (s.path(), s.len())),
    };
    match common.json {
        true => println!("{}", report.json()),
        false => report.print(),
    }
    Ok(())
}

/// Density, velocity, pressure.
fn write_frame<T: Real>(
    series: &mut Option<Series>,
    discretisation: &Discretisation,
    solver: &EulerSolver<T>,
) -> Result<(), Error> {
    let Some(series) = series else { return Ok(()) };
    let mut values: Array3<f64> = solver.state();
    let (elements, n) = (values.dim().1, values.dim().2);
    for e in 0..elements {
        for i in 0..n {
            let state: State = std::array::from_fn(|field| values[[field, e, i]]);
            let Primitive { velocity: [u, v, w], pressure, density } =
                Primitive::from_conserved(state, solver.gamma());
            for (field, value) in [density, u, v, w, pressure].into_iter().enumerate() {
                values[[field, e, i]] = value;
            }
        }
    }
    let fields = [
        Field { name: "density", values: values.slice(s![..1, .., ..]) },
        Field { name: "velocity", values: values.slice(s![1..4, .., ..]) },
        Field { name: "pressure", values: values.slice_axis(Axis(0), (4..).into()) },
    ];
    series.write(discretisation, solver.time(), &fields)
}

/// A CSV file with one line a step.
struct History {
    file: BufWriter<File>,
    path: PathBuf,
}

impl History {
    fn create(path: &Path) -> Result<Self, Failure> {
        let file = File::create(path);
        let file =
            file.map_err(|e| Failure::Input(format!("cannot write `{}`: {e}", path.display())))?;
        let mut history = History { file: BufWriter::new(file), path: path.into() };
        history.line(
            "step,time,dt,mass,momentum_x,momentum_y,momentum_z,energy,\
             density_min,density_max,pressure_min,pressure_max,mach_max",
        )?;
        Ok(history)
    }

    fn failed(&self, error: std::io::Error) -> Failure {
        Failure::Other(format!("cannot write `{}`: {error}", self.path.display()))
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.file, "{line}").map_err(|e| self.failed(e))
    }

    /// All digits, so that what changes in the last ones can be seen.
    fn row(&mut self, step: usize, time: f64, dt: f64, state: &Summary) -> Result<(), Failure> {
        let [mass, mx, my, mz, energy] = state.totals;
        let ([rho, rho_max], [p, p_max]) = (state.density, state.pressure);
        let mach = state.mach;
        self.line(&format!(
            "{step},{time},{dt},{mass},{mx},{my},{mz},{energy},{rho},{rho_max},{p},{p_max},{mach}"
        ))
    }

    fn finish(&mut self) -> Result<(), Failure> {
        self.file.flush().map_err(|e| self.failed(e))
    }
}

struct Report {
    case: CaseName,
    flux: Flux,
    order: usize,
    elements: usize,
    dofs: usize,
    steps: usize,
    time: f64,
    l2_error: Option<f64>,
    initial: Summary,
    last: Summary,
    seconds: f64,
    device: String,
    kernels: usize,
    output: Option<(PathBuf, usize)>,
}

impl Report {
    fn case(&self) -> &'static str {
        match self.case {
            CaseName::Vortex => "vortex",
            CaseName::Pulse => "pulse",
            CaseName::Freestream => "freestream",
        }
    }

    /// Degrees of freedom times right-hand sides, per second.
    fn dofs_per_second(&self) -> f64 {
        self.dofs as f64 * 5.0 * self.steps as f64 / self.seconds
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "case": self.case(),
            "flux": self.flux.to_string(),
            "order": self.order,
            "elements": self.elements,
            "dofs": self.dofs,
            "steps": self.steps,
            "time": self.time,
            "l2_error": self.l2_error,
            "totals": self.last.totals,
            "initial_totals": self.initial.totals,
            "density": self.last.density,
            "pressure": self.last.pressure,
            "mach": self.last.mach,
            "seconds": self.seconds,
            "dofs_per_second": self.dofs_per_second(),
            "device": self.device,
            "kernels": self.kernels,
        })
    }

    fn print(&self) {
        println!("case     {}, order {}, flux {}", self.case(), self.order, self.flux);
        println!("mesh     {} tetrahedra, {} degrees of freedom", self.elements, self.dofs);
        println!("steps    {} to t = {:.4}", self.steps, self.time);
        match self.l2_error {
            Some(error) => {
                println!(
                    "error    {error:.3e} (L2 norm of the error of the density, by sqrt(volume))"
                );
            }
            None => println!("error    unknown: no exact solution"),
        }
        let change = |i: usize| self.last.totals[i] / self.initial.totals[i] - 1.0;
        println!("mass     {:.6e}, changed by {:+.1e} of it", self.last.totals[0], change(0));
        println!("energy   {:.6e}, changed by {:+.1e} of it", self.last.totals[4], change(4));
        let ([rho, rho_max], [p, p_max]) = (self.last.density, self.last.pressure);
        println!(
            "range    density {rho:.4} to {rho_max:.4}, pressure {p:.4} to {p_max:.4}, Mach to {:.4}",
            self.last.mach
        );
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
