//! Compressible flows in three dimensions: the Euler equations by a nodal discontinuous Galerkin method on
//! tetrahedra, every operator an `array_fn!` program.
//!
//! Without arguments, a vortex in a periodic box; `--mesh model.msh` reads a Gmsh mesh. The output opens in
//! ParaView. `--help` lists the options.
//!
//! ```text
//! cargo run --release --example euler
//! ```
//!
//! It prints the mesh, the number of steps, the L2 norm of the error, mass, energy, the ranges of density and pressure,
//! the time, and the files that it wrote: `target/euler/euler.pvd` and those that belong to it.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use array_fn_dg::euler::{
    Boundary, BoundaryCondition, Case, EulerSolver, Flux, Limiting, Primitive,
};
use array_fn_dg::{Real, Solver};
use array_fn_dg_drivers as driver;
use clap::{Parser, ValueEnum};
use driver::{
    Extent, Failure, Report, RunMesh, flow_facts, flow_lines, march, named, parse_pair,
    with_boundary,
};
use serde_json::json;
use std::f64::consts::TAU;
use std::process::ExitCode;

/// Compressible flows in three dimensions by a nodal discontinuous Galerkin method.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    flow: driver::FlowOptions,
    /// What to compute [default: vortex in a box, freestream on a mesh].
    #[arg(long, value_enum)]
    case: Option<CaseName>,
    /// The numerical flux between elements; all but llf in double precision only.
    #[arg(long, value_parser = named::<Flux>(), default_value_t = Flux::Llf)]
    flux: Flux,
    /// What is done after each step [default: slopes for sod, else none].
    #[arg(long, value_enum)]
    limiter: Option<LimiterName>,
    /// Condition on a mesh's surface: wall, extrapolation, or a state DENSITY,U,V,W,PRESSURE. May be
    /// repeated. Surfaces that are not listed get what their names suggest (wall, wing, farfield, ...).
    #[arg(long, value_name = "NAME=CONDITION", value_parser = parse_pair::<BoundaryCondition>)]
    boundary: Vec<(String, BoundaryCondition)>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum CaseName {
    /// An isentropic vortex in a periodic box, three cells high; the exact solution is known.
    Vortex,
    /// A pulse of pressure between walls.
    Pulse,
    /// The vortices of Taylor and Green in a periodic box, which break up.
    Tgv,
    /// A uniform flow, or one that starts around whatever is in its way.
    Freestream,
    /// A shock tube, two cells wide; needs a limiter. The exact solution is known.
    Sod,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum LimiterName {
    None,
    /// Keeps density and pressure above 0 where little is resolved.
    Positivity,
    /// Damps the highest modes, and keeps density and pressure above 0; from order 2.
    Filter,
    /// Limits slopes at shocks, and keeps density and pressure above 0; order 1.
    Slopes,
}

fn main() -> ExitCode {
    driver::run(|options| &mut options.flow.common, solve::<f32>, solve::<f64>)
}

/// The ratio of specific heats: air.
const GAMMA: f64 = 1.4;

type Problem = driver::Problem<CaseName, Case, BoundaryCondition>;

/// Half the width of the vortex' box: the vortex has died away there.
const REACH: f64 = 10.0;

fn box_problem(options: &Options, name: CaseName) -> Result<(Problem, RunMesh), Failure> {
    let (common, cells) = (&options.flow.common, options.flow.common.cells);
    let (mesh, case, condition, final_time) = match name {
        CaseName::Vortex => {
            let height = 6.0 * REACH / cells as f64;
            let mesh = common
                .bricks([cells, cells, 3])?
                .between([-REACH, -REACH, 0.0], [REACH, REACH, height])
                .periodic([true; 3]);
            let case = Case::Vortex { lower: [-REACH; 2], upper: [REACH; 2] };
            (mesh, case, BoundaryCondition::SlipWall, 1.0)
        }
        CaseName::Pulse => {
            let case = Case::Pulse { centre: [0.0; 3], amplitude: GAMMA - 1.0, width: 0.1 };
            let mesh = common.bricks([cells; 3])?.between([-0.5; 3], [0.5; 3]);
            (mesh, case, BoundaryCondition::SlipWall, 0.5)
        }
        CaseName::Tgv => {
            let mesh = common.bricks([cells; 3])?.between([0.0; 3], [TAU; 3]).periodic([true; 3]);
            (mesh, Case::TaylorGreen { mach: options.flow.mach }, BoundaryCondition::SlipWall, 10.0)
        }
        CaseName::Sod => {
            // As many cells along the tube as asked for, of equal edges.
            let width = 2.0 / cells as f64;
            let mesh = common.bricks([cells, 2, 2])?;
            let mesh = mesh.between([0.0; 3], [1.0, width, width]).periodic([false, true, true]);
            (mesh, Case::Sod { x: 0.5 }, BoundaryCondition::Extrapolation, 0.2)
        }
        CaseName::Freestream => {
            let (mesh, stream) = (common.bricks([cells; 3])?, options.flow.stream);
            (mesh, Case::FreeStream(stream), BoundaryCondition::State(stream), 1.0)
        }
    };
    let problem = Problem { name, case, condition: Some(condition), final_time };
    Ok((problem, RunMesh::of_box(&mesh)))
}

fn mesh_problem(mesh: &RunMesh, name: CaseName, stream: Primitive) -> Result<Problem, Failure> {
    let extent = mesh.extent()?;
    let has_boundary = mesh.has_boundary()?;
    let Extent { lower, upper, size, largest, is_brick } = extent;
    let unsuitable = |what: &str, help: &str| {
        Err(Failure::input(format_args!("`{}` does not suit {what}", mesh.origin()), help))
    };
    let (case, final_time) = match name {
        CaseName::Vortex if !is_brick || has_boundary => {
            let needs = "the vortex: it needs a brick that is periodic along x, y and z";
            return unsuitable(needs, "use `--case freestream` or `--case pulse`");
        }
        CaseName::Vortex => {
            let [lower, upper] = [lower, upper].map(|x| [x[0], x[1]]);
            (Case::Vortex { lower, upper }, 1.0)
        }
        CaseName::Tgv => {
            let help = "use `--case freestream` or `--case pulse`, or no `--mesh`";
            return unsuitable("the case: tgv makes a box of its own", help);
        }
        CaseName::Sod => {
            let case = Case::Sod { x: 0.5 * (lower[0] + upper[0]) };
            (case, 0.2 * size[0])
        }
        CaseName::Pulse => {
            let centre = extent.off_middle();
            let case = Case::Pulse { centre, amplitude: GAMMA - 1.0, width: 0.05 * largest };
            (case, 0.5 * largest)
        }
        CaseName::Freestream => {
            let speed = stream.velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
            let sound = (GAMMA * stream.pressure / stream.density).sqrt();
            (Case::FreeStream(stream), 0.5 * largest / (speed + sound))
        }
    };
    Ok(Problem { name, case, condition: None, final_time })
}

fn problem(options: &Options) -> Result<(Problem, RunMesh), Failure> {
    match options.flow.common.read_mesh()? {
        Some(mesh) => {
            let name = options.case.unwrap_or(CaseName::Freestream);
            Ok((mesh_problem(&mesh, name, options.flow.stream)?, mesh))
        }
        None => box_problem(options, options.case.unwrap_or(CaseName::Vortex)),
    }
}

/// What is done after each step.
fn limiting(options: &Options, name: CaseName) -> Option<Limiting> {
    let usual = if name == CaseName::Sod { LimiterName::Slopes } else { LimiterName::None };
    match options.limiter.unwrap_or(usual) {
        LimiterName::None => None,
        LimiterName::Positivity => Some(Limiting::Positivity),
        LimiterName::Filter => Some(Limiting::Filter),
        LimiterName::Slopes => Some(Limiting::Slopes),
    }
}

/// The L2 norm of the error of the density, and of a solution that jumps the L1 norm, which says more: where the exact
/// solution is known.
fn errors<T: Real>(
    problem: &Problem,
    boundary: &Boundary,
    solver: &EulerSolver<T>,
) -> [Option<f64>; 2] {
    // Where something is in the way of a free stream, it does not stay one.
    let disturbed = match problem.case {
        Case::FreeStream(stream) => {
            let own = boundary.wall.iter().any(|&wall| wall != 0.0)
                || boundary.states.iter().any(|state| *state != stream);
            // On any rank.
            let own = f64::from(u8::from(own));
            solver.discretisation().max_of_ranks([own]).is_ok_and(|[any]| any > 0.0)
        }
        _ => false,
    };
    let exact = |x| problem.case.exact(x, solver.time()).map(|state| state.density);
    let density = |x| exact(x).unwrap_or(f64::NAN);
    let known = !disturbed && exact([0.0; 3]).is_some();
    let jumps = matches!(problem.case, Case::Sod { .. });
    [known.then(|| solver.density_error(density)), jumps.then(|| solver.density_error_l1(density))]
}

fn solve<T: Real>(options: &Options) -> Result<(), Failure> {
    let (problem, mesh) = problem(options)?;
    let common = &options.flow.common;
    let discretisation = common.discretisation(mesh, &options.boundary)?;
    let condition = |surface: &str| {
        let suggested = || BoundaryCondition::from_surface_name(surface, options.flow.stream);
        problem.condition_of(surface, &options.boundary, suggested)
    };
    let boundary = Boundary::new(&discretisation, condition)?;
    let flux = options.flux;
    let mut solver = EulerSolver::<T>::new(&discretisation, &boundary, flux, GAMMA)?;
    solver.set_volume_form(options.flow.volume)?;
    match problem.case {
        Case::Sod { .. } => solver.set_discontinuous(|x| problem.case.initial(x))?,
        _ => solver.set_initial(|x| problem.case.initial(x))?,
    }
    if let Some(limiting) = limiting(options, problem.name) {
        solver.set_limiting(limiting, &boundary)?;
    }

    let case = problem.case_name();
    let mut settings = common.settings().with("case", &case);
    if let Case::FreeStream(stream) = problem.case {
        settings = settings.with("stream", stream);
    }
    if let Case::TaylorGreen { mach } = problem.case {
        settings = settings.with("mach", mach);
    }
    let settings = with_boundary(settings, &discretisation, condition);
    let marched = march(&mut solver, common, &settings, problem.final_time)?;

    let [l2_error, l1_error] = errors(&problem, &boundary, &solver);
    let (initial, last) = (&marched.initial, &marched.last);
    let mut lines = flow_lines(initial, last);
    if let Case::TaylorGreen { .. } = problem.case {
        let (now, before) = (last.kinetic_energy, initial.kinetic_energy);
        lines.push(("kinetic", format!("{now:.6e}, was {before:.6e}")));
    }
    if let Some(error) = l1_error {
        let line = format!("{error:.3e} (L1 norm of that error, by that of the density)");
        lines.insert(0, ("", line));
    }
    let report = Report {
        title: format!("{case}, order {}, flux {flux}", common.order),
        l2_error,
        norm: "L2 norm of the error of the density, by sqrt(volume)",
        lines,
        facts: flow_facts(
            initial,
            last,
            json!({
                "case": case,
                "l1_error": l1_error,
                "flux": flux.to_string(),
                "volume": solver.volume_form().to_string(),
            }),
        ),
    };
    report.print(common, &solver, &marched)
}
