//! Flows without viscosity.

use super::GAMMA;
use super::judge::{Judge, Study};
use array_fn_dg::euler::{
    Boundary, BoundaryCondition, Case, EulerSolver, Flux, Limiting, Primitive, VolumeForm,
};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::{Discretisation, Error, Mesh, Solver, time_stepping};
use array_fn_dg_drivers::Failure;

pub fn verify(judge: &mut Judge) -> Result<(), Failure> {
    // On tetrahedra, nodal products lose up to half an order. With less dissipation than the LLF flux has,
    // ten cells at order 2 are too few for the vortex to survive without a limiter.
    let vortices: [(Flux, usize, &[usize], &[f64]); 8] = [
        (Flux::LlfWide, 1, &[10, 20, 40, 80], &[1.284e-2, 4.285e-3, 9.710e-4, 1.893e-4]),
        (Flux::LlfWide, 2, &[10, 20, 40, 80], &[7.946e-3, 1.828e-3, 3.722e-4, 8.028e-5]),
        (Flux::Llf, 1, &[10, 20, 40], &[0.0; 3]),
        (Flux::Llf, 2, &[10, 20, 40], &[0.0; 3]),
        (Flux::Hll, 1, &[20, 40], &[5.466e-3, 1.716e-3]),
        (Flux::Hll, 2, &[20, 40, 80], &[2.210e-3, 4.097e-4, 7.885e-5]),
        (Flux::Hllc, 1, &[20, 40], &[0.0; 2]),
        (Flux::Hllc, 2, &[20, 40], &[0.0; 2]),
    ];
    for rows in vortices.chunk_by(|a, b| a.0 == b.0) {
        let flux = rows[0].0;
        judge.title(&format!(
            "isentropic vortex, flux {flux}, collocation: L2 error of the density at t = 1 (rate)"
        ))?;
        for &(_, order, cells, expected) in rows {
            let study = Study { order, cells, expected, least_rate: order as f64 };
            judge.study(&study, |p, n| vortex_error(flux, VolumeForm::Collocation, p, n, 1.0))?;
        }
    }
    judge.title(
        "isentropic vortex, flux llf, entropy-corrected: L2 error of the density at t = 1 (rate)",
    )?;
    for order in [1, 2, 3] {
        // Coarser meshes do not show the rate of order 3 yet.
        let cells = if order == 3 { &[20, 40][..] } else { &[10, 20, 40] };
        let study = Study::new(order, cells, order as f64);
        let error = |form, n| vortex_error(Flux::Llf, form, order, n, 1.0);
        judge.study(&study, |_, n| error(VolumeForm::EntropyCorrected, n))?;
        let ratio = error(VolumeForm::EntropyCorrected, 20)? / error(VolumeForm::Collocation, 20)?;
        judge.bounded("20 cells: error, by that of collocation", ratio, 1.02)?;
    }
    for flux in [Flux::Llf, Flux::Hll] {
        judge.title(&format!(
            "isentropic vortex, flux {flux}: L2 error of the density at t = 0.25 (rate)"
        ))?;
        for (order, cells) in [(3, &[20, 40]), (4, &[20, 30])] {
            let study = Study::new(order, cells, order as f64);
            let form = VolumeForm::EntropyCorrected;
            judge.study(&study, |p, n| vortex_error(flux, form, p, n, 0.25))?;
        }
    }

    judge.title(
        "shock tube of Sod, order 1, slopes limited, flux hllc: L1 error of the density (rate)",
    )?;
    // With 100 cells within two per cent, whatever the rate.
    let study = Study::new(1, &[50, 100, 200], 0.75);
    judge.study(&study, |_, n| sod_error(n))?;
    judge.bounded("error with 100 cells", sod_error(100)?, 0.02)?;

    judge.title(
        "a free stream through a skewed box, and what a periodic one and one of walls keep",
    )?;
    let meshes = [
        skewed(BoxMesh::cube(3).build()),
        skewed(BoxMesh::cube(3).periodic([true; 3]).build()),
        BoxMesh::cube(3).build(),
    ];
    for &flux in Flux::ALL {
        laws(judge, flux.name(), flux, 2, smooth, meshes.each_ref())?;
    }
    Ok(())
}

fn vortex_error(
    flux: Flux,
    form: VolumeForm,
    order: usize,
    cells: usize,
    end: f64,
) -> Result<f64, Error> {
    vortex_error_on(&vortex_box(cells), flux, form, order, end)
}

/// The periodic box of the vortex, three cells high.
pub fn vortex_box(cells: usize) -> Mesh {
    BoxMesh::bricks([cells, cells, 3])
        .between([-10.0, -10.0, 0.0], [10.0, 10.0, 60.0 / cells as f64])
        .periodic([true; 3])
        .build()
}

pub fn vortex_error_on(
    mesh: &Mesh,
    flux: Flux,
    form: VolumeForm,
    order: usize,
    end: f64,
) -> Result<f64, Error> {
    let d = Discretisation::new(mesh, order)?;
    let case = Case::Vortex { lower: [-10.0; 2], upper: [10.0; 2] };
    let mut solver = EulerSolver::<f64>::new(&d, &Boundary::new(&d, |_| None)?, flux, GAMMA)?;
    solver.set_volume_form(form)?;
    solver.set_initial(|x| case.initial(x))?;
    // The fastest signal is nowhere faster than 3.2.
    let longest = time_stepping::stable_step(order, d.max_fscale(), 3.2, 1.0);
    let (steps, dt) = time_stepping::equal_steps(end, longest);
    for _ in 0..steps {
        solver.step(dt)?;
    }
    solver.check()?;
    Ok(solver.density_error(|x| case.exact(x, end).map_or(f64::NAN, |state| state.density)))
}

/// A tube with `cells` cells along it, until t = 0.2.
fn sod_error(cells: usize) -> Result<f64, Error> {
    let width = 2.0 / cells as f64;
    let mesh = BoxMesh::bricks([cells, 2, 2])
        .between([0.0; 3], [1.0, width, width])
        .periodic([false, true, true])
        .build();
    let d = Discretisation::new(&mesh, 1)?;
    let boundary = Boundary::new(&d, |_| Some(BoundaryCondition::Extrapolation))?;
    let mut solver = EulerSolver::<f64>::new(&d, &boundary, Flux::Hllc, GAMMA)?;
    solver.set_limiting(Limiting::Slopes, &boundary)?;
    let case = Case::Sod { x: 0.5 };
    solver.set_discontinuous(|x| case.initial(x))?;
    solver.run(0.2, 0.5, |_, _| Ok::<(), Error>(()))?;
    let exact = |x| case.exact(x, 0.2).map_or(f64::NAN, |state| state.density);
    Ok(solver.density_error_l1(exact))
}

fn skewed(mesh: Mesh) -> Mesh {
    mesh.moved(|[x, y, z]| [x + 0.1 * y, y - 0.2 * z, 1.2 * z])
}

/// A smooth flow without symmetry.
fn smooth(x: [f64; 3]) -> Primitive {
    let wave = |a: f64, b: f64, c: f64| (6.0 * (a * x[0] + b * x[1] + c * x[2])).sin();
    Primitive {
        density: 1.0 + 0.2 * wave(1.0, 0.5, 0.2),
        velocity: [0.3 * wave(0.2, 1.0, 0.0), 0.2 * wave(0.0, 0.4, 1.0), 0.1 * wave(1.0, 1.0, 1.0)],
        pressure: 1.0 + 0.2 * wave(0.3, 0.7, 1.1),
    }
}

/// Judges by how much a free stream through `open` changes, and the integrals of a flow that begins with `state` in a
/// `periodic` box and in one with `walls`, each until t = 0.05, relative to the mass.
pub fn laws(
    judge: &mut Judge,
    name: &str,
    flux: Flux,
    order: usize,
    state: fn([f64; 3]) -> Primitive,
    [open, periodic, walls]: [&Mesh; 3],
) -> Result<(), Failure> {
    let quiet = |_: &EulerSolver<f64>, _: f64| Ok::<(), Error>(());
    let stream = Primitive { density: 1.1, velocity: [0.3, -0.2, 0.1], pressure: 0.9 };
    let d = Discretisation::new(open, order)?;
    let boundary = Boundary::new(&d, |_| Some(BoundaryCondition::State(stream)))?;
    let mut solver = EulerSolver::<f64>::new(&d, &boundary, flux, GAMMA)?;
    solver.set_initial(|_| stream)?;
    let before = solver.state();
    solver.run(0.05, 1.0, quiet)?;
    let change = (&solver.state() - &before).iter().fold(0.0f64, |m, x| m.max(x.abs()));

    let drift = |mesh: &Mesh, fields: &[usize]| -> Result<f64, Error> {
        let d = Discretisation::new(mesh, order)?;
        let boundary = Boundary::new(&d, |_| Some(BoundaryCondition::SlipWall))?;
        let mut solver = EulerSolver::<f64>::new(&d, &boundary, flux, GAMMA)?;
        solver.set_initial(state)?;
        let before = solver.summary()?.totals;
        solver.run(0.05, 1.0, quiet)?;
        let after = solver.summary()?.totals;
        let change = fields.iter().map(|&f| (after[f] - before[f]).abs() / before[0]);
        Ok(change.fold(0.0, f64::max))
    };
    for (what, change) in [
        ("the stream", change),
        ("mass, momentum, energy", drift(periodic, &[0, 1, 2, 3, 4])?),
        ("mass and energy between walls", drift(walls, &[0, 4])?),
    ] {
        judge.bounded(&format!("{name}, change of {what}"), change, 1e-12)?;
    }
    Ok(())
}
