//! Curved elements: the compiled programs against plain loops and against those of flat elements, free streams, the
//! laws of conservation, and meshes of second order from files.

mod support;

use array_fn_dg::euler::{self, EulerSolver, Flux, Limiting, Primitive, VolumeForm};
use array_fn_dg::mesh::{BoxMesh, Face};
use array_fn_dg::navier_stokes::{self, Gas, NavierStokesSolver};
use array_fn_dg::wave::{self, FaceCoefficients, WaveSolver};
use array_fn_dg::{Discretisation, Error, Mesh, Solver};
use ndarray::{Array3, Axis};
use std::f64::consts::{PI, TAU};

const GAMMA: f64 = 1.4;
const FLUXES: [Flux; 4] = [Flux::Llf, Flux::LlfWide, Flux::Hll, Flux::Hllc];
const STREAM: Primitive = Primitive { density: 1.1, velocity: [0.3, -0.2, 0.1], pressure: 0.9 };

/// Moves opposite sides of the unit cube alike, and bends all edges.
fn warp([x, y, z]: [f64; 3]) -> [f64; 3] {
    let s = |a: f64| 0.04 * (TAU * a).sin();
    [x + s(y) + s(z), y + s(z) * (TAU * x).cos(), z + s(x) - s(y)]
}

fn warped_box(cells: [usize; 3], periodic: bool) -> Mesh {
    BoxMesh::bricks(cells).periodic([periodic; 3]).build().curved(warp)
}

/// Periodic in x, with other sides of each kind, skewed.
fn skewed_box() -> Mesh {
    let mut mesh = BoxMesh::bricks([3, 1, 1]).periodic([true, false, false]).build();
    for x in &mut mesh.vertices {
        *x = [x[0] + 0.1 * x[1], x[1] - 0.2 * x[2], 1.2 * x[2]];
    }
    mesh
}

/// A smooth flow without symmetry, periodic in the unit cube.
fn smooth(x: [f64; 3]) -> Primitive {
    let wave = |a: f64, b: f64, c: f64| (TAU * (a * x[0] + b * x[1] + c * x[2])).sin();
    Primitive {
        density: 1.0 + 0.2 * wave(1.0, 1.0, 0.0),
        velocity: [0.3 * wave(0.0, 1.0, 0.0), 0.2 * wave(0.0, 0.0, 1.0), 0.1 * wave(1.0, 1.0, 1.0)],
        pressure: 1.0 + 0.2 * wave(0.0, 1.0, 1.0),
    }
}

/// Largest difference, relative to the largest entry of `b`.
fn difference(a: &Array3<f64>, b: &Array3<f64>) -> f64 {
    let largest = |x: &Array3<f64>| x.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    largest(&(a - b)) / largest(b)
}

fn euler_condition(surface: &str) -> euler::BoundaryCondition {
    match surface {
        "y_min" => euler::BoundaryCondition::SlipWall,
        "y_max" => euler::BoundaryCondition::State(STREAM),
        "z_min" => euler::BoundaryCondition::Extrapolation,
        _ => euler::BoundaryCondition::State(Primitive { density: 0.8, ..STREAM }),
    }
}

fn euler_solver<'d>(
    d: &'d Discretisation,
    condition: impl Fn(&str) -> euler::BoundaryCondition,
    flux: Flux,
) -> EulerSolver<'d, f64> {
    let boundary = euler::Boundary::new(d, |surface| Some(condition(surface))).unwrap();
    EulerSolver::new(d, &boundary, flux, GAMMA).unwrap()
}

#[test]
fn euler_agrees_with_plain_loops() {
    for (order, flux) in [(2, Flux::Llf), (2, Flux::Hll), (3, Flux::LlfWide), (3, Flux::Hllc)] {
        let d = Discretisation::new(&warped_box([1, 1, 1], false), order).unwrap();
        let mut solver = euler_solver(&d, euler_condition, flux);
        solver.set_volume_form(VolumeForm::Collocation).unwrap();
        solver.set_initial(smooth).unwrap();
        let q = solver.state();
        let rhs = |q: &Array3<f64>| support::euler::rhs(&d, &euler_condition, flux, GAMMA, q);
        let error = difference(&solver.rhs().unwrap(), &rhs(&q));
        assert!(error < 1e-12, "order {order}, {flux}: right-hand side {error}");
        let (dt, mut expected) = (1e-3, q.clone());
        for _ in 0..2 {
            support::step(&mut expected, dt, rhs);
            solver.step(dt).unwrap();
        }
        assert!(difference(&expected, &q) > 1e-4);
        let error = difference(&solver.state(), &expected);
        assert!(error < 1e-12, "order {order}, {flux}: steps {error}");
    }
}

/// What follows the stages of a step by default.
#[test]
fn the_entropy_correction_agrees_with_plain_loops() {
    for order in [2, 3] {
        let d = Discretisation::new(&warped_box([1, 1, 1], false), order).unwrap();
        let [plain, corrected] =
            [VolumeForm::Collocation, VolumeForm::EntropyCorrected].map(|form| {
                let mut solver = euler_solver(&d, euler_condition, Flux::Llf);
                solver.set_volume_form(form).unwrap();
                solver.set_initial(smooth).unwrap();
                solver.step(1e-3).unwrap();
                solver.state()
            });
        let expected = support::euler::keep_entropy(&d, GAMMA, 1e-3, &plain);
        let moved = difference(&expected, &plain);
        assert!(moved > 1e-7, "order {order}: next to nothing: {moved:.1e}");
        let error = difference(&corrected, &expected);
        assert!(error < 1e-9, "order {order}: {error:.1e} of {moved:.1e}");
    }
}

/// Second-order elements with straight edges are flat ones, to the programs of curved elements, too.
#[test]
fn straight_edges_give_the_same_flow() {
    for flux in [Flux::Llf, Flux::Hllc] {
        let discretisations = [skewed_box(), skewed_box().curved(|x| x)]
            .map(|mesh| Discretisation::new(&mesh, 2).unwrap());
        let [flat, curved] = discretisations.each_ref().map(|d| {
            let mut solver = euler_solver(d, euler_condition, flux);
            solver.set_initial(smooth).unwrap();
            let rhs = solver.rhs().unwrap();
            let dt = solver.stable_step(0.5).unwrap();
            solver.step(dt).unwrap();
            let error = solver.density_error(|x| x[0]) + solver.density_error_l1(|x| 1.0 + x[1]);
            (rhs, dt, solver.state(), solver.summary().unwrap(), error)
        });
        assert!(difference(&curved.0, &flat.0) < 1e-12, "{flux}");
        assert!((curved.1 / flat.1 - 1.0).abs() < 1e-12, "{flux}");
        assert!(difference(&curved.2, &flat.2) < 1e-12, "{flux}");
        assert!((curved.4 / flat.4 - 1.0).abs() < 1e-12, "{flux}");
        let (a, b) = (curved.3, flat.3);
        for (a, b) in a.totals.iter().chain(&a.density).zip(b.totals.iter().chain(&b.density)) {
            assert!((a - b).abs() < 1e-12, "{flux}: {a} {b}");
        }
        assert!((a.mach - b.mach).abs() < 1e-12);
    }
}

#[test]
fn straight_edges_give_the_same_viscous_flow() {
    use navier_stokes::BoundaryCondition;
    let gas = Gas::new(GAMMA, 0.05, 0.71);
    let discretisations = [skewed_box(), skewed_box().curved(|x| x)]
        .map(|mesh| Discretisation::new(&mesh, 2).unwrap());
    let [flat, curved] = discretisations.each_ref().map(|d| {
        let condition = |surface: &str| {
            Some(match surface {
                "y_min" => BoundaryCondition::SlipWall,
                "y_max" => BoundaryCondition::Adiabatic { velocity: [0.1, 0.0, 0.2] },
                "z_min" => {
                    BoundaryCondition::Isothermal { velocity: [0.1, 0.2, 0.0], temperature: 0.8 }
                }
                _ => BoundaryCondition::Field,
            })
        };
        let boundary = navier_stokes::Boundary::with_field(d, gas, condition, smooth).unwrap();
        let mut solver = NavierStokesSolver::new(d, &boundary, gas).unwrap();
        solver.set_initial(smooth).unwrap();
        let rhs = solver.rhs().unwrap();
        let dt = solver.stable_step(0.5).unwrap();
        solver.step(dt).unwrap();
        (rhs, dt, solver.state(), solver.summary().unwrap(), solver.kinetic_energy_rate().unwrap())
    });
    assert!(difference(&curved.0, &flat.0) < 1e-12);
    assert!((curved.1 / flat.1 - 1.0).abs() < 1e-12);
    assert!(difference(&curved.2, &flat.2) < 1e-12);
    assert!((curved.4 / flat.4 - 1.0).abs() < 1e-10);
    let integrals = |s: &navier_stokes::Summary| {
        let more = [s.enstrophy, s.dissipation, s.expansion, s.flow.kinetic_energy, s.flow.mach];
        [&s.flow.totals[..], &s.flow.pressure[..], &more[..]].concat()
    };
    for (a, b) in integrals(&curved.3).iter().zip(integrals(&flat.3)) {
        assert!((a - b).abs() < 1e-11 * (1.0 + b.abs()), "{a} {b}");
    }
}

fn wave_solver(d: &Discretisation, flux: wave::Flux) -> WaveSolver<'_, f64> {
    use wave::BoundaryCondition::{Dirichlet, Neumann, Radiation};
    let faces = FaceCoefficients::new(d, |surface| {
        Some(match surface {
            "y_min" => Dirichlet,
            "y_max" => Neumann,
            _ => Radiation,
        })
    });
    WaveSolver::new(d, &faces.unwrap(), flux, 1.3).unwrap()
}

#[test]
fn straight_edges_give_the_same_waves() {
    let initial = |x: [f64; 3]| {
        let q = smooth(x);
        [q.density, q.velocity[0], q.velocity[1], q.velocity[2]]
    };
    for flux in [wave::Flux::Upwind, wave::Flux::Central] {
        let [flat, curved] = [skewed_box(), skewed_box().curved(|x| x)].map(|mesh| {
            let d = Discretisation::new(&mesh, 3).unwrap();
            let mut solver = wave_solver(&d, flux);
            solver.set_initial(initial).unwrap();
            let rhs = solver.rhs().unwrap();
            solver.step(0.01).unwrap();
            (rhs, solver.state(), solver.energy())
        });
        assert!(difference(&curved.0, &flat.0) < 1e-12);
        assert!(difference(&curved.1, &flat.1) < 1e-12);
        assert!((curved.2 / flat.2 - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_free_stream_is_preserved() {
    for order in 2..=4 {
        let d = Discretisation::new(&warped_box([2, 1, 1], false), order).unwrap();
        let all = if order == 2 { &FLUXES[..] } else { &FLUXES[3..] };
        for &flux in all {
            let mut solver = euler_solver(&d, |_| euler::BoundaryCondition::State(STREAM), flux);
            solver.set_initial(|_| STREAM).unwrap();
            let dt = solver.stable_step(1.0).unwrap();
            let rhs = dt * solver.rhs().unwrap().iter().fold(0.0f64, |m, x| m.max(x.abs()));
            assert!(rhs < 1e-12, "order {order}, {flux}: {rhs:.1e}");
        }
        let gas = Gas::new(GAMMA, 0.02, 0.71);
        let everywhere = |_: &str| Some(navier_stokes::BoundaryCondition::State(STREAM));
        let boundary = navier_stokes::Boundary::new(&d, gas, everywhere).unwrap();
        let mut solver = NavierStokesSolver::new(&d, &boundary, gas).unwrap();
        solver.set_initial(|_| STREAM).unwrap();
        let dt = solver.stable_step(1.0).unwrap();
        let rhs = dt * solver.rhs().unwrap().iter().fold(0.0f64, |m, x| m.max(x.abs()));
        assert!(rhs < 1e-12, "order {order}, viscous: {rhs:.1e}");
    }
}

/// Mass, momentum and energy of a periodic box; mass and energy between bent walls. Limiters keep them, too.
#[test]
fn what_is_conserved() {
    let both = [
        (warped_box([2, 2, 2], true), &[0, 1, 2, 3, 4][..]),
        (warped_box([1, 1, 2], false), &[0, 4][..]),
    ];
    for (i, (mesh, conserved)) in both.iter().enumerate() {
        let d = Discretisation::new(mesh, 2).unwrap();
        let slip = |_: &str| Some(euler::BoundaryCondition::SlipWall);
        let boundary = euler::Boundary::new(&d, slip).unwrap();
        let mut solver =
            EulerSolver::<f64>::new(&d, &boundary, [Flux::Hllc, Flux::LlfWide][i], GAMMA).unwrap();
        solver.set_limiting(Limiting::Filter, &boundary).unwrap();
        solver.set_initial(smooth).unwrap();
        let before = solver.summary().unwrap().totals;
        // The totals are those of the nodal rule.
        let by_hand = (&solver.state().index_axis(Axis(0), 0) * &d.weights()).sum();
        assert!((before[0] - by_hand).abs() < 1e-13 * by_hand);
        for _ in 0..3 {
            let dt = solver.stable_step(0.5).unwrap();
            solver.step(dt).unwrap();
        }
        let after = solver.summary().unwrap().totals;
        for &field in *conserved {
            let change = (after[field] - before[field]).abs() / before[0];
            assert!(change < 1e-12, "{}, field {field}: {change:.1e}", mesh.origin);
        }
        let gas = Gas::new(GAMMA, 0.02, 0.71);
        let walls =
            |_: &str| Some(navier_stokes::BoundaryCondition::Adiabatic { velocity: [0.0; 3] });
        let boundary = navier_stokes::Boundary::new(&d, gas, walls).unwrap();
        let mut solver = NavierStokesSolver::new(&d, &boundary, gas).unwrap();
        solver.set_initial(smooth).unwrap();
        let before = solver.summary().unwrap().flow;
        for _ in 0..2 {
            let dt = solver.stable_step(0.5).unwrap();
            solver.step(dt).unwrap();
        }
        let after = solver.summary().unwrap().flow;
        for &field in *conserved {
            let change = (after.totals[field] - before.totals[field]).abs() / before.totals[0];
            assert!(change < 1e-12, "viscous {}, field {field}: {change:.1e}", mesh.origin);
        }
        assert!(after.kinetic_energy < before.kinetic_energy);
    }
}

/// Averages stay, whatever the limiters change, and what is uniform stays as it is.
#[test]
fn limiters() {
    let mesh = warped_box([1, 1, 1], false);
    let d = Discretisation::new(&mesh, 2).unwrap();
    let slip = |_: &str| Some(euler::BoundaryCondition::SlipWall);
    let boundary = euler::Boundary::new(&d, slip).unwrap();
    for limiting in [Limiting::Positivity, Limiting::Filter] {
        let limited = |state: &dyn Fn([f64; 3]) -> Primitive| {
            let mut solver = EulerSolver::<f64>::new(&d, &boundary, Flux::Llf, GAMMA).unwrap();
            solver.set_limiting(limiting, &boundary).unwrap();
            solver.set_initial(state).unwrap();
            let before = solver.state();
            // No time passes: what happens is what the limiter does.
            solver.step(0.0).unwrap();
            (before, solver.state())
        };
        let (before, after) = limited(&|_| STREAM);
        assert!(difference(&after, &before) < 1e-14, "{limiting:?}");
        let (before, after) = limited(&|x| {
            let near = (-40.0 * x.iter().map(|x| x * x).sum::<f64>()).exp();
            Primitive {
                density: 1.0 - 0.99 * near,
                velocity: [0.0; 3],
                pressure: 1.0 - 0.99 * near,
            }
        });
        assert!(difference(&after, &before) > 1e-3, "{limiting:?}: nothing to limit");
        for field in [0, 4] {
            let [a, b] = [&after, &before].map(|q| &q.index_axis(Axis(0), field) * &d.weights());
            for (a, b) in a.rows().into_iter().zip(b.rows()) {
                assert!((a.sum() - b.sum()).abs() < 1e-14, "{limiting:?}, field {field}");
            }
        }
    }
}

#[test]
fn single_precision_is_refused() {
    let mesh = warped_box([1, 1, 1], false);
    let d = Discretisation::new(&mesh, 2).unwrap();
    let boundary = euler::Boundary::new(&d, |s| Some(euler_condition(s))).unwrap();
    let error = EulerSolver::<f32>::new(&d, &boundary, Flux::Llf, GAMMA).unwrap_err();
    assert!(matches!(error, Error::CurvedPrecision), "{error}");
    assert!(error.to_string().contains("use f64, or order 1"), "{error}");
    let faces = FaceCoefficients::new(&d, |_| Some(wave::BoundaryCondition::Neumann)).unwrap();
    let error = WaveSolver::<f32>::new(&d, &faces, wave::Flux::Upwind, 1.0).unwrap_err();
    assert!(matches!(error, Error::CurvedPrecision), "{error}");
    // To order 1 all elements are flat, and slopes can be limited.
    let d = Discretisation::new(&mesh, 1).unwrap();
    let boundary = euler::Boundary::new(&d, |s| Some(euler_condition(s))).unwrap();
    let mut solver = EulerSolver::<f32>::new(&d, &boundary, Flux::Llf, GAMMA).unwrap();
    solver.set_limiting(Limiting::Slopes, &boundary).unwrap();
}

/// A sixth of a spherical shell from a file: its surface and volume, normals, and a flow that stays.
#[test]
fn a_shell_from_a_file() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    let mesh = Mesh::read(format!("{data}shell_second_order.msh")).unwrap();
    let d = Discretisation::new(&mesh, 3).unwrap();
    let curved = d.curved.as_ref().unwrap();
    let wall = mesh.groups.iter().position(|name| name == "wall").unwrap() as u32;
    let mut area = 0.0;
    for (e, faces) in d.connectivity.faces.iter().enumerate() {
        for (f, face) in faces.iter().enumerate() {
            if *face != (Face::Boundary { group: wall }) {
                continue;
            }
            // Integrals over the face: the lift, taken back.
            let weights = d.reference.mass.dot(&d.reference.lift.index_axis(Axis(1), f));
            for (k, &node) in d.reference.face_nodes.row(f).iter().enumerate() {
                let x: [f64; 3] = std::array::from_fn(|axis| d.nodes[[axis, e, node]]);
                let radius = x.iter().map(|x| x * x).sum::<f64>().sqrt();
                assert!((radius - 0.5).abs() < 1e-2, "{radius}");
                let inward = |axis: usize| -x[axis] / radius * curved.normal[[axis, e, f, k]];
                assert!((0..3).map(inward).sum::<f64>() > 0.99);
                area += weights.column(k).sum() * curved.surface[[e, f, k]];
            }
        }
    }
    assert!((area / (4.0 * PI * 0.25 / 6.0) - 1.0).abs() < 5e-3, "{area}");
    let volume = 4.0 / 3.0 * PI * (1.0 - 0.125) / 6.0;
    assert!((mesh.volume() / volume - 1.0).abs() < 1e-2, "{}", mesh.volume());
    assert!((d.weights().sum() - mesh.volume()).abs() < 1e-13);

    let mut solver = euler_solver(&d, |_| euler::BoundaryCondition::State(STREAM), Flux::Llf);
    solver.set_initial(|_| STREAM).unwrap();
    let dt = solver.stable_step(1.0).unwrap();
    let rhs = dt * solver.rhs().unwrap().iter().fold(0.0f64, |m, x| m.max(x.abs()));
    assert!(rhs < 1e-12, "{rhs:.1e}");
}
