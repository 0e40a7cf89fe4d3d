//! The compiled Navier-Stokes programs against plain loops, exact solutions and the laws of conservation.

use super::support::navier_stokes::Judge;
use super::{
    GAMMA, STREAM, difference, free_stream_meshes, periodic_box, rough_state, smooth, support,
};
use array_fn::Device;
use array_fn_dg::checkpoint::Settings;
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::navier_stokes::{
    Boundary, BoundaryCondition, Case, Gas, Manufactured, NavierStokesSolver, Primitive, Viscosity,
    VolumeForm,
};
use array_fn_dg::reference::Overintegration;
use array_fn_dg::{Discretisation, Error, Mesh, Solver};
use std::collections::BTreeSet;
use std::f64::consts::PI;

const STICKY: BoundaryCondition = BoundaryCondition::Adiabatic { velocity: [0.0; 3] };

/// A gas with units, whose viscosity depends on the temperature.
fn air() -> Gas {
    let viscosity = Viscosity::Sutherland { reference: 0.05, temperature: 0.4, sutherland: 0.15 };
    Gas { gamma: GAMMA, constant: 2.0, viscosity, prandtl: 0.71 }
}

/// Every kind of face at once: between elements and one on each side. Skewed, so that normals have all
/// components.
fn every_kind() -> Mesh {
    let mut mesh = BoxMesh::bricks([1, 2, 1]).build();
    for x in &mut mesh.vertices {
        *x = [x[0] + 0.1 * x[1], x[1] - 0.2 * x[2], 1.2 * x[2] + 0.1 * x[0]];
    }
    mesh
}

fn conditions(surface: &str) -> BoundaryCondition {
    match surface {
        "x_min" => BoundaryCondition::SlipWall,
        "x_max" => BoundaryCondition::Adiabatic { velocity: [0.1, 0.4, -0.3] },
        "y_min" => BoundaryCondition::Isothermal { velocity: [0.3, 0.1, 0.2], temperature: 0.6 },
        "y_max" => BoundaryCondition::State(STREAM),
        "z_min" => BoundaryCondition::Extrapolation,
        _ => BoundaryCondition::Field,
    }
}

/// One that does nothing but the stages of steps.
fn solver<'d>(
    d: &'d Discretisation,
    gas: Gas,
    condition: impl Fn(&str) -> BoundaryCondition,
    field: impl Fn([f64; 3]) -> Primitive,
) -> NavierStokesSolver<'d> {
    let mut solver = default_solver(d, gas, condition, field);
    solver.set_volume_form(VolumeForm::Collocation).unwrap();
    solver
}

fn default_solver<'d>(
    d: &'d Discretisation,
    gas: Gas,
    condition: impl Fn(&str) -> BoundaryCondition,
    field: impl Fn([f64; 3]) -> Primitive,
) -> NavierStokesSolver<'d> {
    let boundary = Boundary::with_field(d, gas, |name| Some(condition(name)), field).unwrap();
    NavierStokesSolver::new(d, &boundary, gas).unwrap()
}

/// Sutherland's law with a penalty; a constant viscosity without heat or penalty; the order that has no step
/// of its own.
#[test]
fn programs_agree_with_plain_loops() {
    let cold = Gas::new(GAMMA, 0.03, f64::INFINITY);
    for (order, gas, penalty) in [
        (1, air(), 1.0),
        (2, cold, 0.0),
        (2, air(), 2.0),
        (3, air(), 1.0),
        (4, air(), 0.5),
        (5, cold, 1.0),
    ] {
        // Plain loops, and kernels that are not optimised, take long for the higher orders.
        let mesh = if order > 2 { BoxMesh::cube(1).build() } else { every_kind() };
        let d = Discretisation::new(&mesh, order).unwrap();
        let q = rough_state(&d);
        let mut solver = solver(&d, gas, conditions, smooth);
        solver.set_penalty(penalty).unwrap();
        solver.set_state(q.view()).unwrap();
        let judge = Judge { d: &d, gas, condition: &conditions, field: &smooth, penalty };
        let error = difference(&solver.rhs().unwrap(), &judge.rhs(&q));
        assert!(error < 1e-11, "order {order}: right-hand side {error:.1e}");
        // Twice: the second step begins with what the first one left in its memory.
        let (dt, mut expected) = (1e-5, q.clone());
        for _ in 0..if order > 2 { 1 } else { 2 } {
            support::step(&mut expected, dt, |q| judge.rhs(q));
            solver.step(dt).unwrap();
        }
        let (moved, error) = (difference(&expected, &q), difference(&solver.state(), &expected));
        assert!(moved > 1e-5, "order {order}: a step of nothing: {moved:.1e}");
        assert!(error < 1e-11, "order {order}: step {error:.1e}");
    }
}

/// Fluxes at more points: with a step of its own, and stage by stage.
#[test]
fn overintegration_agrees_with_plain_loops() {
    for (order, whole) in [(1, false), (2, true)] {
        let d = Discretisation::new(&every_kind(), order).unwrap();
        let q = rough_state(&d);
        let mut solver = solver(&d, air(), conditions, smooth);
        solver.set_overintegration(true).unwrap();
        solver.set_state(q.view()).unwrap();
        assert_eq!(solver.step_plan(&Device::cpu()).is_ok(), whole);
        let penalty = NavierStokesSolver::PENALTY;
        let judge = Judge { d: &d, gas: air(), condition: &conditions, field: &smooth, penalty };
        let fine = Overintegration::new(&d.reference).unwrap();
        let expected = judge.overintegrated_rhs(&q, &fine);
        let error = difference(&solver.rhs().unwrap(), &expected);
        assert!(error < 1e-11, "order {order}: right-hand side {error:.1e}");
        let apart = difference(&judge.rhs(&q), &expected);
        assert!(apart > 1e-6, "order {order}: as at the nodes, but for {apart:.1e}");
        let (dt, mut expected) = (1e-5, q.clone());
        support::step(&mut expected, dt, |q| judge.overintegrated_rhs(q, &fine));
        solver.step(dt).unwrap();
        let error = difference(&solver.state(), &expected);
        assert!(error < 1e-11, "order {order}: step {error:.1e}");
    }
}

/// The entropy correction after a step, in plain loops. States on the boundary, which differ from node to node, stay.
#[test]
fn the_entropy_correction_agrees_with_plain_loops() {
    for order in [1, 3] {
        let d = Discretisation::new(&every_kind(), order).unwrap();
        let mut q = rough_state(&d);
        for (mut values, rest) in q.outer_iter_mut().zip([1.0, 0.0, 0.0, 0.0, 4.0]) {
            values.mapv_inplace(|x| rest + 0.4 * (x - rest));
        }
        // Thin in places, so that states behind the mesh would be drawn to their average.
        let thin = |x: [f64; 3]| {
            let smooth = smooth(x);
            Primitive { density: smooth.density * if x[1] > 1.0 { 1.0 } else { 0.1 }, ..smooth }
        };
        let mut corrected = default_solver(&d, air(), conditions, thin);
        assert_eq!(corrected.volume_form(), VolumeForm::EntropyCorrected);
        let mut plain = solver(&d, air(), conditions, thin);
        for solver in [&mut corrected, &mut plain] {
            solver.set_state(q.view()).unwrap();
            solver.step(1e-5).unwrap();
        }
        let plain = plain.state();
        let expected = support::euler::keep_entropy(&d, GAMMA, 1e-5, &plain);
        let moved = difference(&expected, &plain);
        assert!(moved > 1e-9, "order {order}: next to nothing: {moved:.1e}");
        let error = difference(&corrected.state(), &expected);
        assert!(error < 1e-4 * moved + 1e-13, "order {order}: {error:.1e} of {moved:.1e}");
    }
}

/// What was once computed at more points, in steps of stages, is computed in whole steps as soon as it is not.
#[test]
fn whole_steps_come_back() {
    let d = Discretisation::new(&BoxMesh::cube(1).build(), 4).unwrap();
    let mut fresh = solver(&d, air(), |_| STICKY, smooth);
    let kernels = fresh.step_kernels(&Device::cpu()).unwrap();
    let mut once = fresh.clone();
    once.set_overintegration(true).unwrap();
    assert!(once.step_kernels(&Device::cpu()).unwrap() > kernels);
    once.set_initial(smooth).unwrap();
    once.step(1e-4).unwrap();
    once.set_overintegration(false).unwrap();
    assert_eq!(once.step_kernels(&Device::cpu()).unwrap(), kernels);
    for solver in [&mut once, &mut fresh] {
        solver.set_initial(smooth).unwrap();
        solver.step(1e-4).unwrap();
    }
    assert_eq!(once.state(), fresh.state());
}

/// What fluxes at more points change neither: a free stream, and the integrals.
#[test]
fn overintegration_keeps_what_is_to_be_kept() {
    let d = Discretisation::new(&every_kind(), 2).unwrap();
    let mut uniform = solver(&d, air(), |_| BoundaryCondition::State(STREAM), smooth);
    uniform.set_overintegration(true).unwrap();
    uniform.set_initial(|_| STREAM).unwrap();
    let before = uniform.state();
    uniform.step(uniform.stable_step(1.0).unwrap()).unwrap();
    let error = difference(&uniform.state(), &before);
    assert!(error < 1e-12, "free stream: {error:.1e}");

    let d = Discretisation::new(&periodic_box(), 1).unwrap();
    let mut flow = solver(&d, air(), |_| STICKY, smooth);
    flow.set_overintegration(true).unwrap();
    flow.set_initial(smooth).unwrap();
    let before = flow.summary().unwrap().flow.totals;
    flow.run(0.01, 1.0, |_, _| Ok::<(), Error>(())).unwrap();
    let after = flow.summary().unwrap().flow.totals;
    for field in 0..5 {
        let change = (after[field] - before[field]).abs() / before[0];
        assert!(change < 1e-12, "field {field}: {change:.1e}");
    }
    let high = Discretisation::new(&periodic_box(), 6).unwrap();
    let refused = solver(&high, air(), |_| STICKY, smooth).set_overintegration(true);
    assert!(matches!(refused, Err(Error::Overintegration { order: 6 })));
}

#[test]
fn two_kernels_a_stage() {
    let flat = (1..=4).map(|order| (order, false));
    for (order, fine) in flat.chain([2, 3].map(|order| (order, true))) {
        let d = Discretisation::new(&BoxMesh::cube(1).build(), order).unwrap();
        let mut solver = solver(&d, air(), |_| STICKY, smooth);
        solver.set_overintegration(fine).unwrap();
        let plan = solver.step_plan(&Device::cpu()).unwrap();
        assert_eq!(plan.kernel_count(), 10, "order {order}, {fine}");
        // All stages have the same two.
        let kernels: BTreeSet<_> = plan.launches().map(|launch| launch.kernel).collect();
        assert_eq!(kernels.len(), 2, "order {order}, {fine}: {kernels:?}");
    }
}

/// Values on faces are several times as many as at nodes: both kernels compute them.
#[test]
fn no_values_on_faces_are_stored() {
    let d = Discretisation::new(&BoxMesh::cube(2).build(), 3).unwrap();
    let solver = solver(&d, air(), |_| BoundaryCondition::SlipWall, smooth);
    let plan = solver.step_plan(&Device::cpu()).unwrap();
    let field = size_of::<f64>() * d.element_count() * d.reference.node_count();
    // The stress with its power, two states and two increments; less than a field of a face more.
    let fields = 9 + 2 * 5 + 2 * 5;
    assert!(plan.temporary_bytes() < (fields + 1) * field, "{}", plan.temporary_bytes());
}

/// A uniform flow stays what it is.
#[test]
fn a_free_stream_is_preserved() {
    for mesh in free_stream_meshes() {
        let order = if mesh.tets.len() < 500 { 2 } else { 1 };
        let d = Discretisation::new(&mesh, order).unwrap();
        let mut solver = default_solver(&d, air(), |_| BoundaryCondition::State(STREAM), smooth);
        solver.set_initial(|_| STREAM).unwrap();
        let before = solver.state();
        let dt = solver.stable_step(1.0).unwrap();
        solver.step(dt).unwrap();
        let error = difference(&solver.state(), &before);
        assert!(error < 1e-12, "{}, order {order}: {error:.1e}", mesh.origin);
    }
}

/// Mass, momentum and energy of a periodic box; mass and energy between walls that let no heat through,
/// with and without friction.
#[test]
fn what_is_conserved() {
    let walls = BoxMesh::cube(2).build();
    for (mesh, condition, conserved) in [
        (&periodic_box(), STICKY, &[0, 1, 2, 3, 4][..]),
        (&walls, STICKY, &[0, 4][..]),
        (&walls, BoundaryCondition::SlipWall, &[0, 4][..]),
    ] {
        let d = Discretisation::new(mesh, 2).unwrap();
        let mut solver = default_solver(&d, air(), |_| condition, smooth);
        solver.set_initial(smooth).unwrap();
        let before = solver.summary().unwrap().flow;
        solver.run(0.01, 1.0, |_, _| Ok::<(), Error>(())).unwrap();
        let after = solver.summary().unwrap().flow;
        for &field in conserved {
            let change = (after.totals[field] - before.totals[field]).abs() / before.totals[0];
            assert!(change < 1e-12, "{condition:?}, field {field}: {change:.1e}");
        }
        // Something happened, and friction took its part.
        let lost = 1.0 - after.kinetic_energy / before.kinetic_energy;
        assert!(lost > 1e-3, "{condition:?}: {lost:.1e}");
    }
}

/// Integrals of a flow whose derivatives are polynomials, on the device and by hand; the rule of the time
/// step against its formula.
#[test]
fn summaries_and_steps() {
    let d = Discretisation::new(&BoxMesh::cube(2).build(), 2).unwrap();
    let flow = |[x, y, z]: [f64; 3]| Primitive {
        density: 1.0,
        velocity: [y * y, 0.5 * z, x * z],
        pressure: 1.0,
    };
    let gas = Gas::new(GAMMA, 0.1, 0.5);
    let mut solver = solver(&d, gas, |_| BoundaryCondition::Field, flow);
    solver.set_initial(flow).unwrap();
    let s = solver.summary().unwrap();
    let near = |what: &str, a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{what}: {a} {b}");
    near("mass", s.flow.totals[0], 1.0);
    near("momentum", s.flow.totals[1], 1.0 / 3.0);
    near("kinetic energy", s.flow.kinetic_energy, 0.5 * (1.0 / 5.0 + 0.25 / 3.0 + 1.0 / 9.0));
    // curl v = (-1/2, -z, -2 y), div v = x.
    near("enstrophy", s.enstrophy, 0.5 * (0.25 + 1.0 / 3.0 + 4.0 / 3.0));
    near("expansion", s.expansion, 0.5);
    // tau : grad v = mu (2 x^2 - 2/3 x^2 + (2 y)^2 + z^2 + 1/4)
    near("dissipation", s.dissipation, 0.1 * (4.0 / 9.0 + 4.0 / 3.0 + 1.0 / 3.0 + 0.25));
    let fastest = d.nodes.axis_iter(ndarray::Axis(1)).zip(d.fscale.outer_iter());
    let rate = fastest.fold(0.0f64, |rate, (nodes, fscale)| {
        let f = fscale.iter().fold(0.0f64, |m, &x| m.max(x));
        nodes.axis_iter(ndarray::Axis(1)).fold(rate, |rate, x| {
            let state = flow([x[0], x[1], x[2]]);
            let speed = state.velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
            let q = state.conserved(GAMMA);
            let pressure = Primitive::from_conserved(q, GAMMA).pressure;
            let diffusion = 5.0
                * NavierStokesSolver::diffusion_number(NavierStokesSolver::PENALTY)
                * f
                * 0.1
                * GAMMA
                / 0.5;
            rate.max(f * (speed + (GAMMA * pressure).sqrt() + diffusion))
        })
    });
    let expected = 0.8 * 3.0 / (3.0 * 5.0 * rate);
    near("step", solver.stable_step(0.8).unwrap() / expected, 1.0);
}

/// Noise in a gas so viscous that nothing else limits the step: it decays at the longest step that is allowed.
#[test]
fn steps_of_diffusion_are_stable() {
    // Without optimisation higher orders take minutes.
    let last = if cfg!(debug_assertions) { 2 } else { 4 };
    for order in 1..=last {
        for penalty in [0.0, 1.0, 4.0] {
            let d =
                Discretisation::new(&BoxMesh::cube(2).periodic([true; 3]).build(), order).unwrap();
            let gas = Gas::new(GAMMA, 30.0, 0.71);
            let mut solver = solver(&d, gas, |_| STICKY, smooth);
            solver.set_penalty(penalty).unwrap();
            let mut q = rough_state(&d);
            for (field, mut values) in q.outer_iter_mut().enumerate() {
                let rest = [1.0, 0.0, 0.0, 0.0, 2.5][field];
                values.mapv_inplace(|x| rest + 1e-3 * (x - rest));
            }
            solver.set_state(q.view()).unwrap();
            let before = solver.summary().unwrap().flow.kinetic_energy;
            let dt = solver.stable_step(1.0).unwrap();
            for _ in 0..if order > 2 { 10 } else { 20 } {
                solver.step(dt).unwrap();
            }
            let after = solver.summary().unwrap().flow.kinetic_energy;
            assert!(
                after < 0.5 * before,
                "order {order}, penalty {penalty}: {before:.1e} {after:.1e}"
            );
        }
    }
}

/// The error of all that changes after a short time.
fn error_of(
    mesh: &Mesh,
    order: usize,
    gas: Gas,
    condition: impl Fn(&str) -> BoundaryCondition,
    exact: impl Fn([f64; 3]) -> Primitive,
    duration: f64,
) -> f64 {
    let d = Discretisation::new(mesh, order).unwrap();
    let mut solver = default_solver(&d, gas, condition, &exact);
    solver.set_initial(&exact).unwrap();
    solver.run(duration, 1.0, |_, _| Ok::<(), Error>(())).unwrap();
    solver.error(exact).iter().map(|e| e * e).sum::<f64>().sqrt()
}

/// A cube whose layers along y are bent, so that functions of y alone are not interpolated exactly.
fn bent_cube(cells: usize, periodic: [bool; 3]) -> Mesh {
    let mut mesh = BoxMesh::cube(cells).periodic(periodic).build();
    for x in &mut mesh.vertices {
        x[1] += 0.08 * (2.0 * PI * x[0]).cos() * (2.0 * PI * x[2]).cos() * (PI * x[1]).sin();
    }
    mesh
}

/// Steady flows whose errors fall as the mesh gets finer. (Rates of all orders: the example `verify`.)
#[test]
fn steady_flows_stay() {
    let shear = Case::Shear { viscosity: 0.01 };
    let gas = Gas::new(1.5, 0.01, f64::INFINITY);
    let [coarse, fine] = [2, 4].map(|n| {
        let mesh = bent_cube(n, [false; 3]);
        error_of(&mesh, 2, gas, |_| BoundaryCondition::Field, |x| shear.initial(x), 0.01)
    });
    let rate = (coarse / fine).log2();
    assert!(rate > 1.5 && fine < 1e-2, "shear: {coarse:.2e} {fine:.2e} {rate:.2}");

    let gas = Gas::new(GAMMA, 0.02, 0.71);
    let couette = Case::Couette { speed: 0.5, gas };
    let condition = |surface: &str| {
        let u = if surface == "y_max" { 0.5 } else { 0.0 };
        BoundaryCondition::Isothermal { velocity: [u, 0.0, 0.0], temperature: 1.0 }
    };
    let [coarse, fine] = [2, 4].map(|n| {
        let mesh = bent_cube(n, [true, false, true]);
        error_of(&mesh, 2, gas, condition, |x| couette.initial(x), 0.01)
    });
    let rate = (coarse / fine).log2();
    assert!(rate > 1.5 && fine < 1e-3, "couette: {coarse:.2e} {fine:.2e} {rate:.2}");
}

/// Sources are added, in steps of stages that are otherwise those of one call.
#[test]
fn sources() {
    let gas = Gas::new(GAMMA, 0.05, 0.71);
    let flow = Manufactured::new(gas, 1.0).unwrap();
    let d = Discretisation::new(&periodic_box(), 1).unwrap();
    let mut at_once = solver(&d, gas, |_| STICKY, smooth);
    at_once.set_initial(smooth).unwrap();
    let mut by_stages = at_once.clone();
    by_stages.set_source(|_| [0.0; 5]).unwrap();
    let mut forced = at_once.clone();
    forced.set_source(|x| flow.source(x)).unwrap();
    let judge = Judge {
        d: &d,
        gas,
        condition: &|_| STICKY,
        field: &smooth,
        penalty: NavierStokesSolver::PENALTY,
    };
    let mut expected = at_once.state();
    let mut source = expected.clone();
    for ((field, e, i), value) in source.indexed_iter_mut() {
        *value = flow.source(std::array::from_fn(|axis| d.nodes[[axis, e, i]]))[field];
    }
    for _ in 0..2 {
        at_once.step(1e-3).unwrap();
        by_stages.step(1e-3).unwrap();
        forced.step(1e-3).unwrap();
        support::step(&mut expected, 1e-3, |q| judge.rhs(q) + &source);
    }
    assert!(difference(&by_stages.state(), &at_once.state()) < 1e-13);
    assert!(difference(&forced.state(), &expected) < 1e-12);
    assert!(difference(&forced.state(), &at_once.state()) > 1e-4);
}

/// The vortices of Taylor and Green begin to slow down as friction has it.
#[test]
fn taylor_green_begins() {
    let mesh = BoxMesh::cube(4).between([0.0; 3], [2.0 * PI; 3]).periodic([true; 3]).build();
    let d = Discretisation::new(&mesh, 4).unwrap();
    let gas = Gas::new(1.4, 1.0 / 1600.0, 0.71);
    let case = Case::TaylorGreen { mach: 0.1, gamma: 1.4 };
    let mut solver = solver(&d, gas, |_| STICKY, smooth);
    solver.set_initial(|x| case.initial(x)).unwrap();
    let volume = (2.0 * PI).powi(3);
    let s = solver.summary().unwrap();
    assert!(
        (s.flow.kinetic_energy / volume / 0.125 - 1.0).abs() < 5e-3,
        "{}",
        s.flow.kinetic_energy / volume
    );
    let friction = 2.0 / 1600.0 * s.enstrophy / volume;
    assert!((friction / 4.6875e-4 - 1.0).abs() < 1e-2, "{friction}");
    assert!((s.dissipation / volume / 4.6875e-4 - 1.0).abs() < 1e-2, "{}", s.dissipation / volume);
}

#[test]
fn surfaces_need_a_condition() {
    let d = Discretisation::new(&BoxMesh::cube(1).build(), 1).unwrap();
    let suggested = |name: &str| BoundaryCondition::from_surface_name(name, STREAM);
    let error = Boundary::new(&d, air(), suggested).unwrap_err();
    assert!(error.to_string().contains("for the surface `"), "{error}");
    assert_eq!(suggested("Wing"), Some(STICKY));
    assert_eq!(suggested("symmetry"), Some(BoundaryCondition::SlipWall));
    assert_eq!(suggested("farfield"), Some(BoundaryCondition::State(STREAM)));
    assert_eq!(suggested("inlet"), None);
    let error = Boundary::new(&d, air(), |_| Some(BoundaryCondition::Field)).unwrap_err();
    assert!(error.to_string().contains("no boundary condition"), "{error}");
    let freezing = BoundaryCondition::Isothermal { velocity: [0.0; 3], temperature: 0.0 };
    let error = Boundary::new(&d, air(), |_| Some(freezing)).unwrap_err();
    assert!(error.to_string().contains("is none of a gas"), "{error}");
    let error = Boundary::new(&d, Gas::new(1.0, 0.1, 1.0), |_| Some(STICKY)).unwrap_err();
    assert!(error.to_string().contains("there is no such gas"), "{error}");
}

#[test]
fn a_flow_that_breaks_down_says_where() {
    let d = Discretisation::new(&BoxMesh::cube(2).periodic([true; 3]).build(), 1).unwrap();
    let mut solver = solver(&d, air(), |_| STICKY, smooth);
    let mut q = solver.state();
    q[[4, 17, 3]] = -0.5;
    solver.set_state(q.view()).unwrap();
    assert!(matches!(solver.check(), Err(Error::Breakdown { element: 17, .. })));
}

/// A run at once, and the rest of it from a file; and a file of another gas.
#[test]
fn goes_on_bit_for_bit() {
    let d = Discretisation::new(&every_kind(), 2).unwrap();
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("checkpoint_viscous");
    let start = || {
        let mut solver = default_solver(&d, air(), conditions, smooth);
        solver.set_initial(smooth).unwrap();
        solver
    };
    let run = Settings::new();
    let mut once = start();
    let mut saved = 0;
    let steps = once
        .run(0.05, 1.0, |solver, _| {
            saved += 1;
            if saved == 2 { solver.save(&path, &run) } else { Ok(()) }
        })
        .unwrap();
    assert!(steps > 3, "{steps}");
    let mut again = start();
    again.restore(&path, &run).unwrap();
    assert_eq!(again.run(0.05, 1.0, |_, _| Ok::<(), Error>(())).unwrap(), steps - 2);
    assert_eq!(again.state(), once.state());
    assert_eq!(again.time(), once.time());
    let mut other = solver(&d, air(), conditions, smooth);
    let error = other.restore(&path, &run).unwrap_err();
    let expected = "with volume entropy-corrected, and this run has collocation";
    assert!(error.to_string().contains(expected), "{error}");
    let mut other = default_solver(&d, Gas { prandtl: 1.0, ..air() }, conditions, smooth);
    let error = other.restore(&path, &run).unwrap_err();
    assert!(error.to_string().contains("with prandtl 0.71, and this run has 1"), "{error}");
    let mut other = default_solver(&d, air(), |_| BoundaryCondition::SlipWall, smooth);
    let error = other.restore(&path, &run).unwrap_err();
    assert!(error.to_string().contains("another boundary condition"), "{error}");
}
