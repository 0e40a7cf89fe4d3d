//! Acoustic waves in three dimensions: a nodal discontinuous Galerkin method on tetrahedra, every
//! operator an `array_fn!` program.
//!
//! Without arguments, a standing wave in a box; `--mesh model.msh` reads a Gmsh mesh. The output opens
//! in ParaView. `--help` lists the options.
//!
//! ```text
//! cargo run --release --example wave
//! ```
//!
//! It prints the mesh, the number of steps, the L2 norm of the error, the energy, the time, and the files that it wrote:
//! `target/wave/wave.pvd` and those that belong to it.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use array_fn_dg::wave::{BoundaryCondition, Case, FaceCoefficients, Flux, WaveSolver};
use array_fn_dg::{Real, Solver};
use array_fn_dg_drivers as driver;
use clap::{Parser, ValueEnum};
use driver::{Extent, Failure, Report, RunMesh, march, named, parse_pair, with_boundary};
use ndarray::Axis;
use std::process::ExitCode;

/// Acoustic waves in three dimensions by a nodal discontinuous Galerkin method.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    common: driver::Options,
    /// What to compute [default: standing in a box, pulse on a mesh].
    #[arg(long, value_enum)]
    case: Option<CaseName>,
    /// Where the pulse starts, and its width [default: depends on the mesh].
    #[arg(long, value_name = "X,Y,Z,WIDTH", value_parser = parse_pulse, allow_hyphen_values = true)]
    pulse: Option<Case>,
    /// The numerical flux between elements.
    #[arg(long, value_parser = named::<Flux>(), default_value_t = Flux::Upwind)]
    flux: Flux,
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

fn parse_pulse(text: &str) -> Result<Case, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|x| x.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y, z, width]) if x.is_finite() && y.is_finite() && z.is_finite() => {
            (width.is_finite() && width > 0.0).then_some(Case::Pulse { centre: [x, y, z], width })
        }
        _ => None,
    }
    .ok_or("three coordinates and a positive width are needed".into())
}

fn main() -> ExitCode {
    driver::run(|options| &mut options.common, solve::<f32>, solve::<f64>)
}

/// The speed of the waves.
const SPEED: f64 = 1.0;

type Problem = driver::Problem<CaseName, Case, BoundaryCondition>;

fn box_problem(common: &driver::Options, name: CaseName) -> Result<(Problem, RunMesh), Failure> {
    let (lower, upper) = match name {
        CaseName::Pulse => ([-1.0; 3], [1.0; 3]),
        CaseName::Standing | CaseName::Plane => ([0.0; 3], [1.0; 3]),
    };
    let mesh = common.bricks([common.cells; 3])?.between(lower, upper);
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
    let problem = Problem { name, case, condition: Some(condition), final_time };
    Ok((problem, RunMesh::of_box(&mesh)))
}

fn mesh_problem(mesh: &RunMesh, name: CaseName) -> Result<Problem, Failure> {
    let extent = mesh.extent()?;
    let (is_periodic, has_boundary) = (mesh.is_periodic()?, mesh.has_boundary()?);
    let Extent { lower, upper, largest, is_brick, .. } = extent;
    let needs = |what: &str| {
        let problem = format_args!("`{}` does not suit this case: it needs {what}", mesh.origin());
        Err(Failure::input(problem, "use `--case pulse`"))
    };
    let (case, condition, final_time) = match name {
        CaseName::Standing if !is_brick || is_periodic => {
            return needs("a brick that is not periodic");
        }
        CaseName::Plane if !is_brick || has_boundary => {
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
            let case = Case::Pulse { centre: extent.off_middle(), width: 0.075 * largest };
            (case, None, 0.75 * largest / SPEED)
        }
    };
    Ok(Problem { name, case, condition, final_time })
}

fn problem(options: &Options) -> Result<(Problem, RunMesh), Failure> {
    let mesh = options.common.read_mesh()?;
    let is_pulse = mesh.is_some() || options.pulse.is_some();
    let usual = if is_pulse { CaseName::Pulse } else { CaseName::Standing };
    let name = options.case.unwrap_or(usual);
    let (mut problem, mesh) = match mesh {
        Some(mesh) => (mesh_problem(&mesh, name)?, mesh),
        None => box_problem(&options.common, name)?,
    };
    if let Some(pulse) = options.pulse {
        if !matches!(name, CaseName::Pulse) {
            let problem = "`--pulse` describes no other case than pulse";
            return Err(Failure::input(problem, "leave out `--case`"));
        }
        problem.case = pulse;
    }
    Ok((problem, mesh))
}

fn solve<T: Real>(options: &Options) -> Result<(), Failure> {
    let (problem, mesh) = problem(options)?;
    let extent = mesh.extent()?;
    let common = &options.common;
    let discretisation = common.discretisation(mesh, &options.boundary)?;
    let condition = |surface: &str| {
        let suggested = || BoundaryCondition::from_surface_name(surface);
        problem.condition_of(surface, &options.boundary, suggested)
    };
    let faces = FaceCoefficients::new(&discretisation, condition)?;
    let mut solver = WaveSolver::<T>::new(&discretisation, &faces, options.flux, SPEED)?;
    solver.set_initial(|x| problem.case.initial(x))?;

    let case = problem.case_name();
    let mut settings = common.settings().with("case", &case);
    if let Some(Case::Pulse { centre: [x, y, z], width }) = options.pulse {
        settings = settings.with("pulse", format!("{x},{y},{z},{width}"));
    }
    let settings = with_boundary(settings, &discretisation, condition);
    let marched = march(&mut solver, common, &settings, problem.final_time)?;

    let [energy, initial_energy] = [marched.last, marched.initial];
    let line = format!("{energy:.6e}, {:.6} of the initial energy", energy / initial_energy);
    let report = Report {
        title: format!("{case}, order {}", common.order),
        l2_error: l2_error(&problem, &extent, &solver),
        norm: "L2 norm of the error of u",
        lines: vec![("energy", line)],
        facts: serde_json::json!({
            "case": case,
            "energy": energy,
            "initial_energy": initial_energy,
        }),
    };
    report.print(common, &solver, &marched)
}

/// The L2 norm of the error of u, where the exact solution is known.
fn l2_error<T: Real>(problem: &Problem, extent: &Extent, solver: &WaveSolver<T>) -> Option<f64> {
    let discretisation = solver.discretisation();
    if let Case::Pulse { centre, width } = problem.case {
        // Free space ends where the pulse's tail (1e-4 of its height) meets the boundary.
        let Extent { lower, upper, .. } = extent;
        let room = (0..3).map(|d| (centre[d] - lower[d]).min(upper[d] - centre[d]));
        let free = room.fold(f64::INFINITY, f64::min);
        if problem.condition.is_none() || SPEED * solver.time() + 3.0 * width > free {
            return None;
        }
    }
    let exact = discretisation.sample(|x| problem.case.exact(x, solver.time(), SPEED));
    let error = &solver.state().index_axis(Axis(0), 0) - &exact;
    let squares = discretisation.inner_products(error.view(), error.view());
    let [square] = discretisation.sums_of_ranks([&squares]).ok()?;
    Some(square.sqrt())
}
