//! Flows with viscosity.

use super::judge::{Judge, Study};
use super::{GAMMA, vortices};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::navier_stokes::{
    Boundary, BoundaryCondition, Case, Gas, Manufactured, NavierStokesSolver, Primitive,
};
use array_fn_dg::{Discretisation, Error, Mesh, Solver};
use array_fn_dg_drivers::Failure;

pub fn verify(judge: &mut Judge) -> Result<(), Failure> {
    let rows: [(usize, &[usize]); 4] =
        [(1, &[4, 8, 16]), (2, &[4, 8]), (3, &[2, 4, 8]), (4, &[2, 4])];

    type ErrorOf = fn(usize, usize) -> Result<f64, Error>;
    let flows: [(&str, ErrorOf); 3] = [
        ("viscous shear flow", shear_error),
        ("manufactured viscous flow in a periodic box", manufactured_error),
        ("flow between walls of which one moves", couette_error),
    ];
    for (flow, error) in flows {
        judge.title(&format!("{flow}: L2 error of the state at t = 0.1 (rate)"))?;
        for (order, cells) in rows {
            judge.study(&Study::new(order, cells, order as f64 - 0.5), error)?;
        }
    }

    judge.title(
        "vortices of Taylor and Green at Re = 1600, 8 cells of order 4 along each edge, at t = 0",
    )?;
    let [energy, friction, rate] = taylor_green()?;
    judge.bounded("error of the kinetic energy, 0.125", (energy / 0.125 - 1.0).abs(), 1e-4)?;
    let decay = |rate: f64| (rate / 4.6875e-4 - 1.0).abs();
    judge.bounded("error of what friction takes of it, 4.6875e-4", decay(friction), 1e-3)?;
    judge.bounded("error of how fast it falls", decay(rate), 1e-2)?;
    Ok(())
}

/// The L2 norm of the error of all conserved variables, after `duration` from the exact state.
fn viscous_error(
    mut solver: NavierStokesSolver,
    exact: impl Fn([f64; 3]) -> Primitive,
    duration: f64,
) -> Result<f64, Error> {
    solver.set_initial(&exact)?;
    solver.run(duration, 1.0, |_, _| Ok::<(), Error>(()))?;
    Ok(solver.error(exact).iter().map(|error| error * error).sum::<f64>().sqrt())
}

/// Layers along y are bent, so that functions of y alone are not interpolated exactly.
fn bent(mesh: Mesh) -> Mesh {
    use std::f64::consts::{PI, TAU};
    mesh.moved(|[x, y, z]| [x, y + 0.08 * (TAU * x).cos() * (TAU * z).cos() * (PI * y).sin(), z])
}

fn shear_error(order: usize, cells: usize) -> Result<f64, Error> {
    let gas = Gas::new(1.5, 0.01, f64::INFINITY);
    let case = Case::Shear { viscosity: 0.01 };
    let d = Discretisation::new(&bent(BoxMesh::cube(cells).build()), order)?;
    let everywhere = |_: &str| Some(BoundaryCondition::Field);
    let boundary = Boundary::with_field(&d, gas, everywhere, |x| case.initial(x))?;
    viscous_error(NavierStokesSolver::new(&d, &boundary, gas)?, |x| case.initial(x), 0.1)
}

fn manufactured_error(order: usize, cells: usize) -> Result<f64, Error> {
    manufactured_error_on(&BoxMesh::cube(cells).periodic([true; 3]).build(), order)
}

pub fn manufactured_error_on(mesh: &Mesh, order: usize) -> Result<f64, Error> {
    let gas = Gas::new(GAMMA, 0.01, 0.71);
    let flow = Manufactured::new(gas, 1.0)?;
    let d = Discretisation::new(mesh, order)?;
    let mut solver = NavierStokesSolver::new(&d, &Boundary::new(&d, gas, |_| None)?, gas)?;
    solver.set_source(|x| flow.source(x))?;
    viscous_error(solver, |x| flow.state(x), 0.1)
}

fn couette_error(order: usize, cells: usize) -> Result<f64, Error> {
    let gas = Gas::new(GAMMA, 0.05, 0.71);
    let case = Case::Couette { speed: 1.0, gas };
    let mesh = BoxMesh::cube(cells).periodic([true, false, true]).build();
    let d = Discretisation::new(&bent(mesh), order)?;
    let boundary = Boundary::new(&d, gas, |surface| {
        let u = if surface == "y_max" { 1.0 } else { 0.0 };
        Some(BoundaryCondition::Isothermal { velocity: [u, 0.0, 0.0], temperature: 1.0 })
    })?;
    viscous_error(NavierStokesSolver::new(&d, &boundary, gas)?, |x| case.initial(x), 0.1)
}

/// Per volume: kinetic energy, what friction takes of it, and how fast it falls.
fn taylor_green() -> Result<[f64; 3], Error> {
    let d = vortices::discretisation(8, 4)?;
    let solver = vortices::solver(&d)?;
    let summary = solver.summary()?;
    let figures =
        [summary.flow.kinetic_energy, summary.dissipation, -solver.kinetic_energy_rate()?];
    Ok(figures.map(|figure| figure / vortices::VOLUME))
}
