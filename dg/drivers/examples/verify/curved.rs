//! Elements of second order.

use super::flows::{laws, vortex_box, vortex_error_on};
use super::judge::{Judge, Study};
use super::viscous::manufactured_error_on;
use super::waves;
use array_fn_dg::euler::{Flux, Primitive, VolumeForm};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::{Mesh, wave};
use array_fn_dg_drivers::Failure;

pub fn verify(judge: &mut Judge) -> Result<(), Failure> {
    let periodic = |n: usize| warped(BoxMesh::cube(n).periodic([true; 3]).build());
    // Of order 4 both meshes are coarse.
    let rows: [(usize, &[usize], f64); 3] =
        [(2, &[4, 8, 16], 2.8), (3, &[4, 8, 12], 3.8), (4, &[3, 6], 4.3)];

    judge.title("plane wave on curved elements: L2 error of u after a period (rate)")?;
    let case = wave::Case::Plane { lower: [0.0; 3], upper: [1.0; 3] };
    for (order, cells, least_rate) in rows {
        let study = Study::new(order, cells, least_rate);
        judge.study(&study, |p, n| {
            waves::error_on(&periodic(n), case, wave::Flux::Upwind, p, 1.0 / 3f64.sqrt())
        })?;
    }
    judge.title(
        "isentropic vortex on curved elements, flux llf: L2 error of the density at t = 0.25 (rate)"
    )?;
    for (order, cells) in [(2, &[10, 20, 40][..]), (3, &[20, 30][..])] {
        let study = Study::new(order, cells, order as f64);
        judge.study(&study, |p, n| {
            vortex_error_on(&warped_slab(n), Flux::Llf, VolumeForm::default(), p, 0.25)
        })?;
    }
    judge.title(
        "manufactured viscous flow on curved elements: L2 error of the state at t = 0.1 (rate)",
    )?;
    for (order, cells) in [(2, &[4, 8][..]), (3, &[3, 6][..])] {
        let study = Study::new(order, cells, order as f64 - 0.5);
        judge.study(&study, |p, n| manufactured_error_on(&periodic(n), p))?;
    }
    judge.title(
        "a free stream through curved elements, and what periodic ones and ones between walls keep",
    )?;
    let box_of = |periodic: bool| BoxMesh::cube(3).periodic([periodic; 3]).build();
    let meshes = [false, true, false].map(|periodic| warped(box_of(periodic)));
    for &flux in Flux::ALL {
        for order in [2, 3] {
            let name = format!("{flux}, order {order}");
            laws(judge, &name, flux, order, smooth_periodic, meshes.each_ref())?;
        }
    }
    judge.title("volume of a ball of curved elements: error (rate)")?;
    let study = Study::new(2, &[4, 8, 16], 3.8);
    judge.study(&study, |_, n| {
        let mesh = BoxMesh::cube(n).between([-1.0; 3], [1.0; 3]).build().curved(to_ball);
        Ok((mesh.volume() / (4.0 / 3.0 * std::f64::consts::PI) - 1.0).abs())
    })?;
    Ok(())
}

/// Bends all edges of a unit cube, whose opposite sides move alike.
fn warped(mesh: Mesh) -> Mesh {
    mesh.curved(|[x, y, z]| {
        let s = |a: f64| 0.04 * (std::f64::consts::TAU * a).sin();
        [x + s(y) + s(z), y + s(z) - s(x + y), z + s(x) - s(y)]
    })
}

/// The box of the vortex with all edges bent.
fn warped_slab(cells: usize) -> Mesh {
    let height = 60.0 / cells as f64;
    vortex_box(cells).curved(|[x, y, z]| {
        let s = |a: f64| (std::f64::consts::TAU * a / 20.0).sin();
        [x + 0.6 * s(y), y + 0.6 * s(x + y), z + 0.05 * height * (s(x) - s(y))]
    })
}

/// A smooth flow without symmetry, periodic in the unit cube.
fn smooth_periodic(x: [f64; 3]) -> Primitive {
    let wave =
        |a: f64, b: f64, c: f64| (std::f64::consts::TAU * (a * x[0] + b * x[1] + c * x[2])).sin();
    Primitive {
        density: 1.0 + 0.1 * wave(1.0, 1.0, 0.0),
        velocity: [0.3 * wave(0.0, 1.0, 0.0), 0.2 * wave(0.0, 0.0, 1.0), 0.1 * wave(1.0, 0.0, 1.0)],
        pressure: 1.0 + 0.1 * wave(0.0, 1.0, 1.0),
    }
}

/// A smooth map of the cube to the ball (P. Nowell's).
fn to_ball(x: [f64; 3]) -> [f64; 3] {
    let [a, b, c] = x.map(|x| x * x);
    let scale = |b: f64, c: f64| (1.0 - b / 2.0 - c / 2.0 + b * c / 3.0).sqrt();
    [x[0] * scale(b, c), x[1] * scale(c, a), x[2] * scale(a, b)]
}
