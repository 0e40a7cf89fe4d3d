//! The vortices of Taylor and Green at Re = 1600, from which turbulence comes (case C3.5 of the workshops on
//! high-order methods; Wang et al. 2013).

use super::GAMMA;
use super::judge::{Judge, Table};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::navier_stokes::{Boundary, Case, Gas, NavierStokesSolver, Summary};
use array_fn_dg::{Discretisation, Error, Solver};
use array_fn_dg_drivers::{Failure, say};
use std::f64::consts::TAU;

/// The strongest dissipation and its time, by a spectral method on 512^3 points.
const PEAK: [f64; 2] = [1.28575e-2, 8.97];
const ORDER: usize = 3;
const END: f64 = 10.0;
/// Losses are differences over so long.
const WINDOW: f64 = 0.25;
/// The flow is looked at after so long at the earliest: sound crosses a cell in that time, not an eddy.
const BETWEEN: f64 = 0.02;

/// At the end of a step, per volume: time, kinetic energy, and what friction and expansion do to it.
struct Row {
    time: f64,
    energy: f64,
    friction: f64,
    expansion: f64,
}

/// How the energy is lost on meshes with so many cells along an edge: the finer, the less of it in numerical
/// fluxes.
pub fn verify(judge: &mut Judge, sizes: &[usize]) -> Result<(), Failure> {
    let title = format!(
        "vortices of Taylor and Green at Re = 1600, order {ORDER}, to t = {END}: dissipation"
    );
    say!("{title}")?;
    say!(
        "  cells   steps   kinetic energy at t = {END}   of the loss in numerical fluxes   peak of the loss (of \
         {:.5e})   at (of {})   there: by friction, expansion, numerical fluxes",
        PEAK[0],
        PEAK[1]
    )?;
    let mut curves = Vec::new();
    let mut shares: Vec<f64> = Vec::new();
    for &cells in sizes {
        let (steps, rows) = decay(cells)?;
        let losses = losses(&rows);
        let peak = losses.iter().fold(&losses[0], |a, b| if b[1] > a[1] { b } else { a });
        let [time, loss, friction, expansion] = *peak;
        let last = rows[rows.len() - 1].energy;
        let share = numerical_share(&rows);
        say!(
            "  {cells:5}   {steps:5}   {last:23.5e}   {:30.1} %   {loss:.5e} ({:+.1} %)   {time:.2} ({:+.1} %)   \
             {:.1} %, {:.1} %, {:.1} %",
            100.0 * share,
            100.0 * (loss / PEAK[0] - 1.0),
            100.0 * (time / PEAK[1] - 1.0),
            100.0 * friction / loss,
            -100.0 * expansion / loss,
            100.0 * (loss - friction + expansion) / loss,
        )?;
        shares.push(share);
        // Nothing but friction and the numerical fluxes, which take, changes it in the end.
        if rows.windows(2).any(|pair| pair[1].energy > pair[0].energy * 1.001) {
            say!("  {cells} cells: the kinetic energy grows")?;
            judge.short += 1;
        }
        curves
            .push((format!("{cells} cells"), losses.iter().map(|row| (row[0], row[1])).collect()));
    }
    if shares.windows(2).any(|pair| pair[1] >= pair[0]) {
        say!("  on a finer mesh numerical fluxes take no less")?;
        judge.short += 1;
    }
    curves
        .push(("spectral method".into(), vec![(PEAK[1] - 0.2, PEAK[0]), (PEAK[1] + 0.2, PEAK[0])]));
    judge.tables.push(Table { title, curves, errors: false });
    Ok(())
}

/// The volume of the box.
pub const VOLUME: f64 = TAU * TAU * TAU;

/// The periodic box of the vortices with `cells` cells along each edge.
pub fn discretisation(cells: usize, order: usize) -> Result<Discretisation, Error> {
    let mesh = BoxMesh::cube(cells).between([0.0; 3], [TAU; 3]).periodic([true; 3]).build();
    Discretisation::new(&mesh, order)
}

/// The vortices at time 0.
pub fn solver(d: &Discretisation) -> Result<NavierStokesSolver<'_>, Error> {
    let gas = Gas::new(GAMMA, 1.0 / 1600.0, 0.71);
    let mut solver = NavierStokesSolver::new(d, &Boundary::new(d, gas, |_| None)?, gas)?;
    let case = Case::TaylorGreen { mach: 0.1, gamma: GAMMA };
    solver.set_initial(|x| case.initial(x))?;
    Ok(solver)
}

/// The number of steps, and what the flow amounts to every few of them.
fn decay(cells: usize) -> Result<(usize, Vec<Row>), Error> {
    let d = discretisation(cells, ORDER)?;
    let mut solver = solver(&d)?;
    solver.set_overintegration(true)?;
    let row = |time: f64, s: Summary| Row {
        time,
        energy: s.flow.kinetic_energy / VOLUME,
        friction: s.dissipation / VOLUME,
        expansion: s.expansion / VOLUME,
    };
    let mut rows = vec![row(0.0, solver.summary()?)];
    // The step for linear waves has room: this is known to be stable.
    let steps = solver.run(END, 1.3, |solver, _| {
        let time = solver.time();
        if time == END || time >= rows[rows.len() - 1].time + BETWEEN {
            rows.push(row(time, solver.summary()?));
        }
        Ok::<(), Error>(())
    })?;
    Ok((steps, rows))
}

/// Of the kinetic energy lost what neither friction took nor compression.
fn numerical_share(rows: &[Row]) -> f64 {
    let lost = rows[0].energy - rows[rows.len() - 1].energy;
    let physical: f64 = rows
        .windows(2)
        .map(|pair| {
            let rate = |row: &Row| row.friction - row.expansion;
            0.5 * (rate(&pair[0]) + rate(&pair[1])) * (pair[1].time - pair[0].time)
        })
        .sum();
    1.0 - physical / lost
}

/// Time, loss of energy in a unit of time, friction and expansion, in the middle of windows.
fn losses(rows: &[Row]) -> Vec<[f64; 4]> {
    let mut losses = Vec::new();
    let mut first = 0;
    for last in 1..rows.len() {
        while rows[last].time - rows[first + 1].time >= WINDOW {
            first += 1;
        }
        let duration = rows[last].time - rows[first].time;
        if duration >= WINDOW {
            let within = &rows[first..=last];
            let mean = |f: fn(&Row) -> f64| within.iter().map(f).sum::<f64>() / within.len() as f64;
            losses.push([
                0.5 * (rows[first].time + rows[last].time),
                (rows[first].energy - rows[last].energy) / duration,
                mean(|row| row.friction),
                mean(|row| row.expansion),
            ]);
        }
    }
    losses
}
