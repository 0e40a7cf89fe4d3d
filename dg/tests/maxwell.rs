//! The compiled Maxwell programs against exact solutions and the energy law.

use array_fn_dg::maxwell::MaxwellSolver;
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::{Discretisation, Error, Solver};
use std::f64::consts::{PI, SQRT_2};

/// A mode of the unit cube between perfect conductors.
fn mode([x, y, _]: [f64; 3], t: f64) -> [f64; 6] {
    let omega = PI * SQRT_2;
    let (s, c) = (omega * t).sin_cos();
    let ((sx, cx), (sy, cy)) = ((PI * x).sin_cos(), (PI * y).sin_cos());
    [0.0, 0.0, sx * sy * c, -PI / omega * sx * cy * s, PI / omega * cx * sy * s, 0.0]
}

/// The error after a quarter of a unit of time, and by how much the energy fell, relative to it.
fn errors(order: usize, cells: usize) -> (f64, f64) {
    let d = Discretisation::new(&BoxMesh::cube(cells).build(), order).unwrap();
    let mut solver = MaxwellSolver::new(&d).unwrap();
    solver.set_initial(|x| mode(x, 0.0)).unwrap();
    let begin = solver.energy();
    solver.run(0.25, 0.5, |_, _| Ok::<(), Error>(())).unwrap();
    let q = solver.state();
    let exact = |field: usize| d.sample(|x| mode(x, 0.25)[field]);
    let squares = q.outer_iter().enumerate().map(|(k, q)| d.norm_squared((&q - &exact(k)).view()));
    (squares.sum::<f64>().sqrt(), 1.0 - solver.energy() / begin)
}

#[test]
fn modes_of_a_cavity_converge_and_lose_little_energy() {
    for order in 1..=3 {
        let ((coarse, _), (fine, lost)) = (errors(order, 2), errors(order, 4));
        let rate = (coarse / fine).log2();
        assert!(rate > order as f64 + 0.6, "order {order}: {coarse:e} {fine:e} {rate}");
        assert!((-1e-12..0.1).contains(&lost), "order {order}: lost {lost:e}");
    }
}

/// Several steps in one call are the steps of several calls, to the bit.
#[test]
fn steps_together_are_the_same_steps() {
    let mesh = BoxMesh::cube(2).periodic([true, false, false]).build();
    let d = Discretisation::new(&mesh, 3).unwrap();
    let mut one = MaxwellSolver::new(&d).unwrap();
    one.set_initial(|x| std::array::from_fn(|f| (x[0] + f as f64 * x[1] - x[2]).sin())).unwrap();
    let mut together = one.clone();
    let end = 9.7 * one.stable_step(1.0).unwrap();
    let every = one.run(end, 1.0, |_, _| Ok::<(), Error>(())).unwrap();
    let mut calls = Vec::new();
    let same = together.run_together(
        end,
        1.0,
        |steps, _| steps >= 4,
        |_, lengths| {
            calls.push(lengths.len());
            Ok::<(), Error>(())
        },
    );
    assert_eq!((every, same.unwrap(), calls), (10, 10, vec![4, 4, 2]));
    assert_eq!((one.time(), one.state()), (together.time(), together.state()));
}

/// A wave along the diagonal of a periodic box, whose right-hand side is exact up to the order of the polynomials.
#[test]
fn rates_of_a_plane_wave_are_those_of_its_formula() {
    let mesh = BoxMesh::cube(5).periodic([true; 3]).build();
    let d = Discretisation::new(&mesh, 6).unwrap();
    let mut solver = MaxwellSolver::new(&d).unwrap();
    // E along (1, -1, 0), H along k x E, k along (1, 1, 1).
    let k = 2.0 * PI;
    let (speed, shape) = (k * 3f64.sqrt(), [1.0, -1.0, 0.0, 1.0, 1.0, -2.0]);
    let scale = |field: usize| if field < 3 { 1.0 } else { 1.0 / 3f64.sqrt() };
    let phase = |x: [f64; 3]| k * (x[0] + x[1] + x[2]);
    let wave = |x| std::array::from_fn(|f| scale(f) * shape[f] * phase(x).sin());
    solver.set_initial(wave).unwrap();
    let rhs = solver.rhs().unwrap();
    for (field, rate) in rhs.outer_iter().enumerate() {
        let exact = d.sample(|x| -speed * scale(field) * shape[field] * phase(x).cos());
        let error = (&rate - &exact).iter().fold(0.0f64, |m, x| m.max(x.abs()));
        assert!(error < 0.02 * speed, "field {field}: {error:e}");
    }
}
