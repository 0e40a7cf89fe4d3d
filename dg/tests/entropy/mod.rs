//! The entropy correction against plain loops, and flows with it.

use super::{
    GAMMA, default_solver, difference, mixed_box, mixed_condition, rough_state, solver, support,
};
use array_fn_dg::euler::{BoundaryCondition, Case, EulerSolver, Flux, Primitive, VolumeForm};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::reference::Cubature;
use array_fn_dg::{Discretisation, Error, Real, Solver};
use ndarray::Axis;

/// What a solver does by default after the stages of a step, in plain loops.
fn entropy_correction_agrees<T: Real>(tolerance: f64) {
    for order in 1..=4 {
        let cells = if order > 2 { [1, 1, 1] } else { [2, 2, 3] };
        let d = Discretisation::new(&mixed_box(cells), order).unwrap();
        // Not so rough that it would have to be kept positive.
        let mut q = rough_state(&d);
        for (mut values, rest) in q.outer_iter_mut().zip([1.0, 0.0, 0.0, 0.0, 4.0]) {
            values.mapv_inplace(|x| rest + 0.4 * (x - rest));
        }
        let mut corrected = default_solver::<T>(&d, mixed_condition, Flux::Llf);
        assert_eq!(corrected.volume_form(), VolumeForm::EntropyCorrected);
        let mut plain = solver::<T>(&d, mixed_condition, Flux::Llf);
        corrected.set_state(q.view()).unwrap();
        plain.set_state(q.view()).unwrap();
        corrected.step(1e-3).unwrap();
        plain.step(1e-3).unwrap();
        let plain = plain.state();
        let expected = support::euler::keep_entropy(&d, GAMMA, 1e-3, &plain);
        let moved = difference(&expected, &plain);
        assert!(moved > 30.0 * tolerance, "order {order}: next to nothing: {moved:.1e}");
        let error = difference(&corrected.state(), &expected);
        assert!(error < tolerance, "order {order}: {error:.1e} of {moved:.1e}");
    }
}

#[test]
fn the_entropy_correction_agrees_with_plain_loops() {
    // Derivatives of the judge are differences.
    entropy_correction_agrees::<f64>(1e-9);
    entropy_correction_agrees::<f32>(1e-5);
}

/// A vortex that the mesh hardly resolves, from which plain collocation makes no gas any more. The default goes on,
/// keeps all integrals, and loses mathematical entropy in every step.
#[test]
fn flows_that_are_hardly_resolved_go_on() {
    let case = Case::Vortex { lower: [-10.0; 2], upper: [10.0; 2] };
    let mesh = BoxMesh::bricks([4, 4, 1])
        .between([-10.0, -10.0, 0.0], [10.0, 10.0, 5.0])
        .periodic([true; 3])
        .build();
    let d = Discretisation::new(&mesh, 4).unwrap();
    let quiet = |_: &EulerSolver<f64>, _: f64| Ok::<(), Error>(());
    let slip = |_: &str| BoundaryCondition::SlipWall;
    let mut plain = solver::<f64>(&d, slip, Flux::Llf);
    plain.set_initial(|x| case.initial(x)).unwrap();
    let error = plain.run(0.3, 1.0, quiet).unwrap_err();
    assert!(matches!(error, Error::Breakdown { .. }), "{error}");

    let mut solver = default_solver::<f64>(&d, slip, Flux::Llf);
    solver.set_initial(|x| case.initial(x)).unwrap();
    let before = solver.summary().unwrap();
    let mut last = entropy(&solver);
    let steps = solver
        .run(0.3, 1.0, |solver, _| {
            let now = entropy(solver);
            assert!(now < last + 1e-6 * last.abs(), "at {}: {last} {now}", solver.time());
            last = now;
            Ok::<(), Error>(())
        })
        .unwrap();
    assert!(steps > 5, "{steps}");
    let after = solver.summary().unwrap();
    for (a, b) in after.totals.iter().zip(before.totals) {
        assert!((a - b).abs() < 1e-12 * before.totals[0], "{:?} {:?}", after.totals, before.totals);
    }
    assert!(after.pressure[0] > 0.05 && after.density[0] > 0.1, "{after:?}");
}

/// The integral of the mathematical entropy, by a rule of high degree.
fn entropy(solver: &EulerSolver<f64>) -> f64 {
    let d = solver.discretisation();
    let rule = Cubature::tetrahedron(10).unwrap();
    let fine = d.reference.interpolation(&rule.points);
    let q = solver.state();
    let mut total = 0.0;
    for e in 0..d.element_count() {
        let values = q.index_axis(Axis(1), e).dot(&fine.t());
        for (state, weight) in values.columns().into_iter().zip(&rule.weights) {
            let state = Primitive::from_conserved(std::array::from_fn(|i| state[i]), GAMMA);
            let entropy = (state.pressure / state.density.powf(GAMMA)).ln();
            total -= weight * d.jacobian[e] * state.density * entropy / (GAMMA - 1.0);
        }
    }
    total
}

/// Where the flow is resolved the correction goes with a power of the mesh size that no rate of convergence sees.
#[test]
fn the_entropy_correction_vanishes_as_the_mesh_is_refined() {
    for (order, cells, least) in [(1, [6, 12], 0.5), (2, [3, 6], 1.2)] {
        let [coarse, fine] = cells.map(|cells| {
            let mesh = BoxMesh::cube(cells).periodic([true; 3]).build();
            let d = Discretisation::new(&mesh, order).unwrap();
            let wave = |x: f64| (std::f64::consts::TAU * x).sin();
            let flow = |x: [f64; 3]| Primitive {
                density: 1.0 + 0.2 * wave(x[0] + x[1]),
                velocity: [0.3 * wave(x[1]), 0.2 * wave(x[2]), 0.1 * wave(x[0] + x[1] + x[2])],
                pressure: 1.0 + 0.2 * wave(x[1] + x[2]),
            };
            let slip = |_: &str| BoundaryCondition::SlipWall;
            let mut corrected = default_solver::<f64>(&d, slip, Flux::Llf);
            let mut plain = solver::<f64>(&d, slip, Flux::Llf);
            let dt = 1e-6;
            for solver in [&mut corrected, &mut plain] {
                solver.set_initial(flow).unwrap();
                solver.step(dt).unwrap();
            }
            let change = (corrected.state() - plain.state()) / dt;
            let energy = change.outer_iter().map(|field| d.norm_squared(field)).sum::<f64>();
            energy.sqrt()
        });
        let rate = (coarse / fine).log2();
        assert!(coarse > 0.0 && rate > least, "order {order}: {coarse:.1e} {fine:.1e} {rate:.2}");
    }
}
