//! Acoustic waves in three dimensions: a nodal discontinuous Galerkin method on tetrahedra, every
//! operator an `array_fn!` program.
//!
//! Without arguments, a standing wave in a box; `--mesh model.msh` reads a Gmsh mesh. The output opens
//! in ParaView. `--help` lists the options.

mod driver;

use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::output::{Field, Series};
use array_fn_dg::wave::{BoundaryCondition, Case, FaceCoefficients, Flux, Real, WaveSolver};
use array_fn_dg::{Discretisation, Error, Mesh, time_stepping};
use clap::{Parser, ValueEnum};
use driver::{Failure, Progress, parse_pair};
use ndarray::{Axis, s};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Acoustic waves in three dimensions by a nodal discontinuous Galerkin method.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    common: driver::Options,
    /// What to compute [default: standing in a box, pulse on a mesh].
    #[arg(long, value_enum)]
    case: Option<CaseName>,
    /// The numerical flux between elements.
    #[arg(long, value_enum, default_value_t = FluxName::Upwind)]
    flux: FluxName,
    /// Condition on a mesh's surface: dirichlet, neumann or radiation. May be repeated. Surfaces that
    /// are not listed get what their names suggest (wall, scatterer, absorbing, farfield, ...).
    #[arg(long, value_name = "NAME=CONDITION", value_parser = parse_pair::<BoundaryCondition>)]
    boundary: Vec<(String, BoundaryCondition)>,
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

#[derive(Clone, Copy, ValueEnum)]
enum FluxName {
    Upwind,
    Central,
}

fn main() -> ExitCode {
    let options = Options::parse();
    driver::exit(match options.common.f32 {
        true => solve::<f32>(&options),
        false => solve::<f64>(&options),
    })
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
    let surfaces = options.boundary.iter().map(|(name, _)| name);
    match options.common.read_mesh(surfaces)? {
        Some(mesh) => mesh_problem(mesh, options.case.unwrap_or(CaseName::Pulse)),
        None => Ok(box_problem(options.common.cells, options.case.unwrap_or(CaseName::Standing))),
    }
}

fn solve<T: Real>(options: &Options) -> Result<(), Failure> {
    let problem = problem(options)?;
    let common = &options.common;
    let discretisation = Discretisation::new(&problem.mesh, common.order)?;
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

    let device = common.device()?;
    if !common.json {
        println!("device   {device}");
    }
    let duration = common.final_time.unwrap_or(problem.final_time);
    let longest = time_stepping::stable_step(common.order, discretisation.max_fscale(), SPEED, 1.0);
    let (steps, dt) = time_stepping::equal_steps(duration, longest);
    let initial_energy = solver.energy(&discretisation);

    let mut series = common.series("wave")?;
    write_frame(&mut series, &discretisation, &solver)?;

    let progress = Progress::new(duration)?;
    let every = steps.div_ceil(common.frames.max(1));
    let mut seconds = Duration::ZERO;
    let mut start = Instant::now();
    for step in 1..=steps {
        device.run(|| solver.step(dt))?;
        progress.set(step, step as f64 * dt);
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
    progress.finish();

    let report = Report {
        case: problem.name,
        order: common.order,
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
    match common.json {
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
