//! The compiled wave programs against plain loops, exact solutions and the energy law.

mod support;

use array_fn::Device;
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::wave::{BoundaryCondition, Case, FaceCoefficients, Flux, WaveSolver};
use array_fn_dg::{Discretisation, Error, Mesh, Real, Solver, time_stepping};
use ndarray::{Array3, Axis, s};
use std::collections::BTreeSet;

/// Every kind of face at once: periodic in x, and all three boundary conditions.
fn mixed_box() -> Mesh {
    let mut mesh = BoxMesh::bricks([2, 2, 3]).periodic([true, false, false]).build();
    for x in &mut mesh.vertices {
        *x = [x[0] + 0.1 * x[1], x[1] - 0.2 * x[2], 1.2 * x[2]];
    }
    mesh
}

fn mixed_condition(surface: &str) -> BoundaryCondition {
    match surface {
        "y_min" => BoundaryCondition::Dirichlet,
        "y_max" | "z_min" => BoundaryCondition::Neumann,
        _ => BoundaryCondition::Radiation,
    }
}

/// A state without any symmetry, the same at each call.
fn rough_state(d: &Discretisation) -> Array3<f64> {
    let mut seed = 1u64;
    Array3::from_shape_simple_fn((4, d.element_count(), d.reference.node_count()), || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    })
}

fn solver<'d, T: Real>(
    d: &'d Discretisation,
    condition: impl Fn(&str) -> BoundaryCondition,
    flux: Flux,
    speed: f64,
) -> WaveSolver<'d, T> {
    let faces = FaceCoefficients::new(d, |surface| Some(condition(surface))).unwrap();
    WaveSolver::new(d, &faces, flux, speed).unwrap()
}

fn alpha(flux: Flux) -> f64 {
    match flux {
        Flux::Upwind => 1.0,
        Flux::Central => 0.0,
    }
}

/// Largest difference, relative to the largest entry of `b`.
fn difference(a: &Array3<f64>, b: &Array3<f64>) -> f64 {
    let largest = |x: &Array3<f64>| x.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    largest(&(a - b)) / largest(b)
}

fn agrees_with_plain_loops<T: Real>(tolerance: f64) {
    for order in 1..=7 {
        let d = Discretisation::new(&mixed_box(), order).unwrap();
        let q = rough_state(&d);
        for flux in [Flux::Upwind, Flux::Central] {
            let mut solver = solver::<T>(&d, mixed_condition, flux, 1.25);
            solver.set_state(q.view()).unwrap();
            let rhs =
                |q: &Array3<f64>| support::wave_rhs(&d, &mixed_condition, 1.25, alpha(flux), q);
            let error = difference(&solver.rhs().unwrap(), &rhs(&q));
            assert!(error < tolerance, "order {order}, {flux:?}: right-hand side {error}");
            // A whole step in plain loops takes long for the higher orders.
            if order <= 2 {
                let mut expected = q.clone();
                support::step(&mut expected, 0.01, rhs);
                solver.step(0.01).unwrap();
                let error = difference(&solver.state(), &expected);
                assert!(error < tolerance, "order {order}, {flux:?}: step {error}");
                assert_eq!(solver.time(), 0.01);
            }
        }
    }
}

#[test]
fn programs_agree_with_plain_loops() {
    agrees_with_plain_loops::<f64>(1e-12);
}

#[test]
fn programs_agree_with_plain_loops_in_single_precision() {
    agrees_with_plain_loops::<f32>(1e-5);
}

/// What a run to the end gives: the L2 error of u, and the relative change of the energy.
fn run(case: Case, cells: usize, order: usize, flux: Flux, duration: f64) -> (f64, f64) {
    let periodic = matches!(case, Case::Plane { .. });
    let d = Discretisation::new(&BoxMesh::cube(cells).periodic([periodic; 3]).build(), order);
    let d = d.unwrap();
    let mut solver = solver::<f64>(&d, |_| BoundaryCondition::Dirichlet, flux, 1.0);
    solver.set_initial(|x| case.initial(x)).unwrap();
    let before = solver.energy();
    let longest = time_stepping::stable_step(order, d.max_fscale(), 1.0, 1.0);
    let (steps, dt) = time_stepping::equal_steps(duration, longest);
    for _ in 0..steps {
        solver.step(dt).unwrap();
    }
    let exact = d.sample(|x| case.exact(x, duration, 1.0));
    let error = &solver.state().index_axis(Axis(0), 0) - &exact;
    (d.norm_squared(error.view()).sqrt(), solver.energy() / before - 1.0)
}

const UNIT: ([f64; 3], [f64; 3]) = ([0.0; 3], [1.0; 3]);

fn same_to_three_digits(actual: f64, expected: f64) -> bool {
    (actual / expected - 1.0).abs() < 1e-3
}

/// A plane wave over one period; errors of an independent implementation. (Finer meshes and higher
/// orders: `tables`.)
#[test]
fn plane_wave_errors() {
    let case = Case::Plane { lower: UNIT.0, upper: UNIT.1 };
    let period = 1.0 / 3f64.sqrt();
    let expected = [(1, 4, 2.656e-1), (2, 4, 1.071e-1)];
    for (order, cells, expected) in expected {
        let (error, energy) = run(case, cells, order, Flux::Upwind, period);
        assert!(same_to_three_digits(error, expected), "p = {order}, n = {cells}: {error:.4e}");
        assert!(energy < 0.0, "the upwind flux dissipates");
    }
    let (error, energy) = run(case, 4, 2, Flux::Central, period);
    assert!(same_to_three_digits(error, 1.765e-1), "central: {error:.4e}");
    assert!(energy.abs() < 1e-3, "only the time stepping dissipates: {energy:.1e}");
}

/// A standing wave between Dirichlet walls; errors of an independent implementation.
#[test]
fn standing_wave_errors() {
    let case = Case::Standing { lower: UNIT.0, upper: UNIT.1 };
    let expected = [(1, 4, 2.845e-2), (2, 4, 2.951e-3)];
    for (order, cells, expected) in expected {
        let (error, _) = run(case, cells, order, Flux::Upwind, 1.0);
        assert!(same_to_three_digits(error, expected), "p = {order}, n = {cells}: {error:.4e}");
    }
}

/// dE/dt of the semi-discrete equations: zero for the central flux between reflecting walls, and
/// never positive for the upwind flux.
#[test]
fn energy_rates() {
    let reflecting = |surface: &str| match mixed_condition(surface) {
        BoundaryCondition::Radiation => BoundaryCondition::Neumann,
        other => other,
    };
    for order in 1..=7 {
        let d = Discretisation::new(&mixed_box(), order).unwrap();
        let q = rough_state(&d);
        let rate = |flux: Flux, condition: &dyn Fn(&str) -> BoundaryCondition| {
            let mut solver = solver::<f64>(&d, condition, flux, 1.0);
            solver.set_state(q.view()).unwrap();
            let rhs = solver.rhs().unwrap();
            let product =
                |f: usize| d.inner_product(q.slice(s![f, .., ..]), rhs.slice(s![f, .., ..]));
            let norm: f64 = rhs.outer_iter().map(|field| d.norm_squared(field)).sum();
            let state: f64 = q.outer_iter().map(|field| d.norm_squared(field)).sum();
            // Relative to the product of the norms.
            (0..4).map(product).sum::<f64>() / (norm * state).sqrt()
        };
        let central = rate(Flux::Central, &reflecting);
        assert!(central.abs() < 1e-12, "order {order}: {central:.1e}");
        assert!(rate(Flux::Upwind, &reflecting) < -1e-3, "jumps are dissipated");
        assert!(rate(Flux::Upwind, &mixed_condition) < -1e-3);
        assert!(rate(Flux::Central, &mixed_condition) < 0.0, "radiation takes energy away");
    }
}

/// The integral of u over a box of rigid walls does not change.
#[test]
fn rigid_walls_conserve_the_mean() {
    let d = Discretisation::new(&mixed_box(), 3).unwrap();
    let mut solver = solver::<f64>(&d, |_| BoundaryCondition::Neumann, Flux::Upwind, 1.0);
    solver.set_state(rough_state(&d).view()).unwrap();
    let ones = d.sample(|_| 1.0);
    let rhs = solver.rhs().unwrap();
    let mean = d.inner_product(rhs.slice(s![0, .., ..]), ones.view());
    assert!(mean.abs() < 1e-11, "{mean}");
}

#[test]
fn surfaces_need_a_condition() {
    let d = Discretisation::new(&BoxMesh::cube(1).build(), 1).unwrap();
    let error = FaceCoefficients::new(&d, BoundaryCondition::from_surface_name).unwrap_err();
    assert!(error.to_string().contains("for the surface `"), "{error}");
}

#[test]
fn names_suggest_conditions() {
    let suggested = BoundaryCondition::from_surface_name;
    assert_eq!(suggested("Scatterer"), Some(BoundaryCondition::Neumann));
    assert_eq!(suggested("soft scatterer"), Some(BoundaryCondition::Dirichlet));
    assert_eq!(suggested("absorbing box"), Some(BoundaryCondition::Radiation));
    assert_eq!(suggested("inlet"), None);
}

/// Both tables in full, to three digits, with the orders of convergence: minutes, so not by default.
/// `cargo test --release -p array-fn-dg --test wave -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn tables() {
    let plane = Case::Plane { lower: UNIT.0, upper: UNIT.1 };
    let standing = Case::Standing { lower: UNIT.0, upper: UNIT.1 };
    let period = 1.0 / 3f64.sqrt();
    let cells = [4, 8, 16];
    type Rows = [[f64; 3]; 4];
    let table = |name: &str, case: Case, flux: Flux, duration: f64, expected: Rows| {
        println!("{name}");
        for (order, expected) in (1..).zip(expected) {
            let results = cells.map(|n| run(case, n, order, flux, duration));
            let rates = [0, 1].map(|i| (results[i].0 / results[i + 1].0).log2());
            println!(
                "p = {order}: errors {:.3e} {:.3e} {:.3e}, orders {:.2} {:.2}, energy {:+.1e}",
                results[0].0, results[1].0, results[2].0, rates[0], rates[1], results[2].1
            );
            for ((error, _), expected) in results.into_iter().zip(expected) {
                // Three digits, as the table gives four; 0 where it gives none.
                let same = (error / expected - 1.0).abs() < 1e-3;
                assert!(expected == 0.0 || same, "{error:.4e} instead of {expected:.3e}");
            }
            if matches!(case, Case::Standing { .. }) && flux == Flux::Upwind {
                assert!((rates[1] - (order + 1) as f64).abs() < 0.2, "order {}", rates[1]);
            }
        }
    };
    let upwind = [
        [2.656e-1, 1.239e-1, 2.536e-2],
        [1.071e-1, 1.621e-2, 2.233e-3],
        [2.888e-2, 1.739e-3, 1.039e-4],
        [5.510e-3, 1.801e-4, 6.724e-6],
    ];
    let central = [
        [0.0, 2.620e-1, 8.833e-2],
        [0.0, 2.650e-2, 1.913e-3],
        [0.0, 1.584e-3, 1.536e-4],
        [0.0, 1.704e-4, 8.773e-6],
    ];
    let walls = [
        [2.845e-2, 9.345e-3, 2.558e-3],
        [2.951e-3, 3.958e-4, 5.055e-5],
        [3.759e-4, 2.566e-5, 1.650e-6],
        [4.074e-5, 1.272e-6, 3.851e-8],
    ];
    table("standing wave, upwind", standing, Flux::Upwind, 1.0, walls);
    table("plane wave, upwind", plane, Flux::Upwind, period, upwind);
    table("plane wave, central", plane, Flux::Central, period, central);
}

/// Several steps in one call are the steps of several calls, to the bit, with one thread and with two.
#[test]
fn steps_together_are_the_same_steps() {
    fn compare<T: Real>(d: &Discretisation, flux: Flux, threads: usize) {
        let mut one = solver::<T>(d, mixed_condition, flux, 1.3);
        one.set_state(rough_state(d).view()).unwrap();
        let mut together = one.clone();
        Device::cpu_with_threads(threads).run(|| {
            let end = 20.5 * one.stable_step(1.0).unwrap();
            let mut lengths = Vec::new();
            let steps = one.run(end, 1.0, |_, dt| {
                lengths.push(dt);
                Ok::<(), Error>(())
            });
            // Calls of 1, 2, 3 and so on steps.
            let (mut calls, mut taken) = (Vec::new(), Vec::new());
            let most = std::cell::Cell::new(1);
            let pauses = |steps, _| steps >= most.get();
            let same = together.run_together(end, 1.0, pauses, |solver, lengths| {
                most.set(most.get() + 1);
                calls.push(lengths.len());
                taken.extend_from_slice(lengths);
                assert!(solver.time() <= end);
                Ok::<(), Error>(())
            });
            assert_eq!((steps.unwrap(), same.unwrap()), (21, 21));
            assert_eq!((calls, taken), (vec![1, 2, 3, 4, 5, 6], lengths));
        });
        assert_eq!((one.time(), one.state()), (together.time(), together.state()));
    }
    let d = Discretisation::new(&mixed_box(), 2).unwrap();
    for threads in [1, 2] {
        for flux in [Flux::Upwind, Flux::Central] {
            compare::<f64>(&d, flux, threads);
            compare::<f32>(&d, flux, threads);
        }
    }
}

/// Each kernel of each order takes seconds to compile.
#[test]
fn one_kernel_for_all_stages() {
    for order in 1..=7 {
        let d = Discretisation::new(&BoxMesh::cube(1).build(), order).unwrap();
        let solver = solver::<f64>(&d, mixed_condition, Flux::Upwind, 1.0);
        let plan = solver.step_plan(&Device::cpu()).unwrap();
        // The others count steps, and read the length of the next one.
        let stages = || plan.launches().filter(|launch| launch.kernel.contains("__q"));
        let kernels: BTreeSet<_> = stages().map(|launch| launch.kernel).collect();
        assert_eq!((stages().count(), kernels.len()), (5, 1), "order {order}: {kernels:?}");
        assert_eq!(plan.kernel_count(), 8, "order {order}");
    }
}
