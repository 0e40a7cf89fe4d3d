//! Viscous compressible flows in three dimensions: the Navier-Stokes equations by a nodal discontinuous
//! Galerkin method on tetrahedra, every operator an `array_fn!` program.
//!
//! Without arguments, the vortices of Taylor and Green in a periodic box; `--mesh model.msh` reads a Gmsh
//! mesh. The output opens in ParaView. `--help` lists the options.
//!
//! ```text
//! cargo run --release --example navier_stokes
//! ```
//!
//! It prints the mesh, the number of steps, mass, energy, the ranges of density and pressure, the time, and the files
//! that it wrote: `target/navier_stokes/navier_stokes.pvd` and those that belong to it. Where an exact solution is known,
//! it prints the L2 norm of the error.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use array_fn_dg::checkpoint::Settings;
use array_fn_dg::navier_stokes::{Boundary, BoundaryCondition, Case, Gas, NavierStokesSolver};
use array_fn_dg::reference::Overintegration;
use array_fn_dg_drivers as driver;
use clap::{Parser, ValueEnum};
use driver::{
    Failure, Report, RunMesh, flow_facts, flow_lines, march, number_like, parse_pair, with_boundary,
};
use serde_json::json;
use std::f64::consts::TAU;
use std::process::ExitCode;

/// Viscous compressible flows in three dimensions by a nodal discontinuous Galerkin method, in double
/// precision.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    flow: driver::FlowOptions,
    /// What to compute [default: tgv in a box, freestream on a mesh].
    #[arg(long, value_enum)]
    case: Option<CaseName>,
    /// Reynolds number, for density, speed and length 1 [default: 1600 for tgv, 10000 for kelvin-helmholtz,
    /// else 100].
    #[arg(long, value_name = "RE", value_parser = driver::positive())]
    reynolds: Option<f64>,
    /// Prandtl number; inf for a gas that conducts no heat, as the shear flow is.
    #[arg(long, value_name = "PR", default_value_t = 0.71, value_parser = number_like("a positive number or inf", |x| x > 0.0))]
    prandtl: f64,
    /// The penalty on jumps between elements; 0 is the method of Bassi and Rebay.
    #[arg(long, value_name = "FACTOR", default_value_t = NavierStokesSolver::PENALTY, value_parser = number_like("a number from 0", |x| x.is_finite() && x >= 0.0))]
    penalty: f64,
    /// Whether to integrate products of three polynomials of the order exactly, against aliasing; `--overintegration`
    /// alone is `=true` [default: true for tgv up to order 5 on flat elements, else false].
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true", require_equals = true)]
    overintegration: Option<bool>,
    /// Condition on a mesh's surface: slip, adiabatic[:U,V,W], isothermal:TEMPERATURE[,U,V,W],
    /// extrapolation, or a state DENSITY,U,V,W,PRESSURE; temperatures are pressure over density. May be
    /// repeated. Surfaces that are not listed get what their names suggest (wall, symmetry, farfield, ...).
    #[arg(long, value_name = "NAME=CONDITION", value_parser = parse_pair::<BoundaryCondition>)]
    boundary: Vec<(String, BoundaryCondition)>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum CaseName {
    /// A shear flow that friction and pressure keep steady; the exact solution is known.
    Shear,
    /// A steady flow between walls of which one moves; the exact solution is known.
    Couette,
    /// The vortices of Taylor and Green, which break up into turbulence.
    Tgv,
    /// A band that slides through lighter gas, in a box one cell high; its sides roll up.
    KelvinHelmholtz,
    /// A uniform flow, or one that starts around whatever is in its way.
    Freestream,
}

fn main() -> ExitCode {
    driver::run(|options| &mut options.flow.common, refuse, solve)
}

/// The ratio of specific heats: air.
const GAMMA: f64 = 1.4;

type Problem = driver::Problem<CaseName, Case, BoundaryCondition>;

/// The gas of a case, in units in which density, speed, length and the gas constant are 1.
fn gas(options: &Options, name: CaseName) -> Gas {
    let reynolds = options.reynolds.unwrap_or(match name {
        CaseName::Tgv => 1600.0,
        CaseName::KelvinHelmholtz => 10_000.0,
        _ => 100.0,
    });
    match name {
        // With heat conduction or another ratio of specific heats it does not stay as it is.
        CaseName::Shear => Gas::new(1.5, 1.0 / reynolds, f64::INFINITY),
        _ => Gas::new(GAMMA, 1.0 / reynolds, options.prandtl),
    }
}

fn problem(options: &Options) -> Result<(Problem, RunMesh), Failure> {
    let common = &options.flow.common;
    let mesh = common.read_mesh()?;
    let default = if mesh.is_some() { CaseName::Freestream } else { CaseName::Tgv };
    let name = options.case.unwrap_or(default);
    let gas = gas(options, name);
    let cube = common.bricks([common.cells; 3])?;
    let (cube, case, condition, final_time) = match name {
        CaseName::Shear => {
            let case = Case::Shear { viscosity: gas.viscosity_at(1.0) };
            (cube, case, Some(BoundaryCondition::Field), 1.0)
        }
        CaseName::Couette => {
            (cube.periodic([true, false, true]), Case::Couette { speed: SPEED, gas }, None, 1.0)
        }
        CaseName::Tgv => {
            let cube = cube.between([0.0; 3], [TAU; 3]).periodic([true; 3]);
            (cube, Case::TaylorGreen { mach: options.flow.mach, gamma: GAMMA }, None, 10.0)
        }
        CaseName::KelvinHelmholtz => {
            let n = common.cells;
            let layer = common.bricks([n, n, 1])?.between([0.0; 3], [1.0, 1.0, 1.0 / n as f64]);
            let layer = layer.periodic([true, true, false]);
            (layer, Case::KelvinHelmholtz, Some(BoundaryCondition::SlipWall), 2.0)
        }
        CaseName::Freestream => {
            let everywhere = BoundaryCondition::State(options.flow.stream);
            let condition = mesh.is_none().then_some(everywhere);
            (cube, Case::FreeStream(options.flow.stream), condition, 1.0)
        }
    };
    let mesh = match mesh {
        None => RunMesh::of_box(&cube),
        Some(mesh) if name == CaseName::Freestream => mesh,
        Some(mesh) => {
            return Err(Failure::input(
                format_args!(
                    "`{}` does not suit the case: all but freestream make a box of their own",
                    mesh.origin()
                ),
                "use `--case freestream`, or no `--mesh`",
            ));
        }
    };
    Ok((Problem { name, case, condition, final_time }, mesh))
}

/// Velocity of the upper wall of the flow between walls.
const SPEED: f64 = 1.0;

/// What happens at a surface for which nothing was chosen.
fn suggested(case: &Case, surface: &str) -> Option<BoundaryCondition> {
    match *case {
        Case::Couette { speed, .. } => {
            let u = if surface == "y_max" { speed } else { 0.0 };
            Some(BoundaryCondition::Isothermal { velocity: [u, 0.0, 0.0], temperature: 1.0 })
        }
        Case::FreeStream(stream) => BoundaryCondition::from_surface_name(surface, stream),
        Case::Shear { .. } | Case::TaylorGreen { .. } | Case::KelvinHelmholtz => None,
    }
}

/// `settings` with those of the case.
fn with_case(settings: Settings, case: &Case) -> Settings {
    match case {
        Case::FreeStream(stream) => settings.with("stream", stream),
        Case::TaylorGreen { mach, .. } => settings.with("mach", mach),
        Case::Shear { .. } | Case::Couette { .. } | Case::KelvinHelmholtz => settings,
    }
}

fn refuse(_: &Options) -> Result<(), Failure> {
    let problem = "the Navier-Stokes equations are there in double precision only";
    Err(Failure::input(problem, "leave out `--f32`"))
}

fn solve(options: &Options) -> Result<(), Failure> {
    let common = &options.flow.common;
    let (problem, mesh) = problem(options)?;
    let gas = gas(options, problem.name);
    let discretisation = common.discretisation(mesh, &options.boundary)?;
    let condition = |surface: &str| {
        let suggested = || suggested(&problem.case, surface);
        problem.condition_of(surface, &options.boundary, suggested)
    };
    let field = |x| problem.case.initial(x);
    let boundary = Boundary::with_field(&discretisation, gas, condition, field)?;
    let mut solver = NavierStokesSolver::new(&discretisation, &boundary, gas)?;
    solver.set_penalty(options.penalty)?;
    solver.set_volume_form(options.flow.volume)?;
    // Hardly any mesh resolves these vortices once they have broken up.
    let flat = discretisation.curved.is_none();
    let usual = problem.name == CaseName::Tgv && common.order <= Overintegration::MAX_ORDER && flat;
    solver.set_overintegration(options.overintegration.unwrap_or(usual))?;
    solver.set_initial(|x| problem.case.initial(x))?;

    let case = problem.case_name();
    let settings = with_case(common.settings().with("case", &case), &problem.case);
    let settings = with_boundary(settings, &discretisation, condition);
    let marched = march(&mut solver, common, &settings, problem.final_time)?;

    // Where something is in the way of a free stream, it does not stay one.
    let known = problem.name != CaseName::Freestream || common.mesh.is_none();
    let known = known && problem.case.exact([0.0; 3]).is_some();
    let l2_error = known.then(|| {
        let error = solver.error(|x| problem.case.initial(x));
        error.iter().map(|error| error * error).sum::<f64>().sqrt()
    });
    let integrated = solver.overintegrates().then_some("over-integrated");
    let volume = integrated.unwrap_or(solver.volume_form().name());
    let (initial, last) = (&marched.initial.flow, &marched.last.flow);
    let mut lines = flow_lines(initial, last);
    let kinetic = format!(
        "{:.6e}, was {:.6e}; friction takes {:.4e} a unit of time",
        last.kinetic_energy, initial.kinetic_energy, marched.last.dissipation
    );
    lines.insert(2, ("kinetic", kinetic));
    let report = Report {
        title: format!("{case}, order {}, viscosity {:.3e}", common.order, gas.viscosity_at(1.0)),
        l2_error,
        norm: "L2 norm of the error of all conserved variables, by sqrt(volume)",
        lines,
        facts: flow_facts(
            initial,
            last,
            json!({
                "case": case,
                "viscosity": gas.viscosity_at(1.0),
                "volume": volume,
                "enstrophy": marched.last.enstrophy,
                "dissipation": marched.last.dissipation,
                "expansion": marched.last.expansion,
            }),
        ),
    };
    report.print(common, &solver, &marched)
}
