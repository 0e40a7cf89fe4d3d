//! The compiled Euler programs against plain loops, exact solutions and the laws of conservation.

mod entropy;
mod navier_stokes;
mod support;

use array_fn::Device;
use array_fn_dg::checkpoint::Settings;
use array_fn_dg::euler::{
    Boundary, BoundaryCondition, Case, EulerSolver, Flux, Limiting, Primitive, VolumeForm,
};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::{Discretisation, Error, Mesh, Real, Solver, time_stepping};
use ndarray::{Array3, Axis, s};

const GAMMA: f64 = 1.4;
const FLUXES: [Flux; 4] = [Flux::Llf, Flux::LlfWide, Flux::Hll, Flux::Hllc];
const STREAM: Primitive = Primitive { density: 1.1, velocity: [0.3, -0.2, 0.1], pressure: 0.9 };
const FAST: Primitive = Primitive { density: 0.8, velocity: [-2.0, 0.4, 1.5], pressure: 0.7 };

/// Every kind of face at once: periodic in x, a wall, extrapolation and two states.
fn mixed_box(cells: [usize; 3]) -> Mesh {
    let mut mesh = BoxMesh::bricks(cells).periodic([true, false, false]).build();
    for x in &mut mesh.vertices {
        *x = [x[0] + 0.1 * x[1], x[1] - 0.2 * x[2], 1.2 * x[2]];
    }
    mesh
}

fn mixed_condition(surface: &str) -> BoundaryCondition {
    match surface {
        "y_min" => BoundaryCondition::SlipWall,
        "y_max" => BoundaryCondition::State(STREAM),
        "z_min" => BoundaryCondition::Extrapolation,
        _ => BoundaryCondition::State(FAST),
    }
}

/// A gas without any symmetry, the same at each call; in places faster than sound.
fn rough_state(d: &Discretisation) -> Array3<f64> {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let (elements, n) = (d.element_count(), d.reference.node_count());
    let mut q = Array3::zeros((5, elements, n));
    for e in 0..elements {
        for i in 0..n {
            let state = Primitive {
                density: 1.0 + 0.5 * random(),
                velocity: std::array::from_fn(|_| 2.0 * random()),
                pressure: 1.0 + 0.8 * random(),
            };
            q.slice_mut(s![.., e, i]).assign(&ndarray::arr1(&state.conserved(GAMMA)));
        }
    }
    q
}

/// One that does nothing but the stages of steps.
fn solver<'d, T: Real>(
    d: &'d Discretisation,
    condition: impl Fn(&str) -> BoundaryCondition,
    flux: Flux,
) -> EulerSolver<'d, T> {
    let mut solver = default_solver(d, condition, flux);
    solver.set_volume_form(VolumeForm::Collocation).unwrap();
    solver
}

fn default_solver<'d, T: Real>(
    d: &'d Discretisation,
    condition: impl Fn(&str) -> BoundaryCondition,
    flux: Flux,
) -> EulerSolver<'d, T> {
    let boundary = Boundary::new(d, |surface| Some(condition(surface))).unwrap();
    EulerSolver::new(d, &boundary, flux, GAMMA).unwrap()
}

/// Largest difference, relative to the largest entry of `b`.
fn difference(a: &Array3<f64>, b: &Array3<f64>) -> f64 {
    let largest = |x: &Array3<f64>| x.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    largest(&(a - b)) / largest(b)
}

fn agrees_with_plain_loops<T: Real>(fluxes: &[Flux], tolerance: f64) {
    for order in 1..=7 {
        // Plain loops, and kernels that are not optimised, take long for the higher orders.
        let small = order > 2;
        let cells = if small { [1, 1, 1] } else { [2, 2, 3] };
        let d = Discretisation::new(&mixed_box(cells), order).unwrap();
        let q = rough_state(&d);
        for (i, &flux) in fluxes.iter().enumerate() {
            if order > 3 && order % fluxes.len() != i {
                continue;
            }
            let mut solver = solver::<T>(&d, mixed_condition, flux);
            solver.set_state(q.view()).unwrap();
            let rhs = |q: &Array3<f64>| support::euler::rhs(&d, &mixed_condition, flux, GAMMA, q);
            let error = difference(&solver.rhs().unwrap(), &rhs(&q));
            assert!(error < tolerance, "order {order}, {flux}: right-hand side {error}");
            // Twice: the second step begins with what the first one left in its memory.
            let (dt, mut expected) = (1e-4, q.clone());
            let steps = if small { 1 } else { 2 };
            for _ in 0..steps {
                support::step(&mut expected, dt, rhs);
            }
            for _ in 0..steps {
                solver.step(dt).unwrap();
            }
            let (moved, error) =
                (difference(&expected, &q), difference(&solver.state(), &expected));
            assert!(moved > 100.0 * tolerance, "order {order}, {flux}: a step of nothing: {moved}");
            assert!(error < tolerance, "order {order}, {flux}: step {error}");
            assert!((solver.time() - steps as f64 * dt).abs() < 1e-18);
        }
    }
}

#[test]
fn programs_agree_with_plain_loops() {
    agrees_with_plain_loops::<f64>(&FLUXES, 1e-12);
}

#[test]
fn programs_agree_with_plain_loops_in_single_precision() {
    agrees_with_plain_loops::<f32>(&[Flux::Llf], 2e-5);
    let d = Discretisation::new(&mixed_box([2, 2, 3]), 1).unwrap();
    let boundary = Boundary::new(&d, |surface| Some(mixed_condition(surface))).unwrap();
    for flux in [Flux::LlfWide, Flux::Hll, Flux::Hllc] {
        let error = EulerSolver::<f32>::new(&d, &boundary, flux, GAMMA).unwrap_err();
        assert!(error.to_string().contains("double precision only"), "{error}");
    }
}

/// Between equal states every flux is the physical one; the mirror of a state has no flux but pressure;
/// seen from the other side a flux is the opposite. The judge itself is judged.
#[test]
fn fluxes_of_the_plain_loops() {
    let normal = [0.6, 0.0, 0.8];
    let (a, b) = (STREAM.conserved(GAMMA), FAST.conserved(GAMMA));
    for flux in FLUXES {
        let physical = support::euler::normal_flux(&a, normal, GAMMA);
        let same = support::euler::numerical_flux(flux, &a, &a, normal, GAMMA);
        let there = support::euler::numerical_flux(flux, &a, &b, normal, GAMMA);
        let back = support::euler::numerical_flux(flux, &b, &a, normal.map(|x| -x), GAMMA);
        let wall = support::euler::mirrored(&a, normal);
        let wall = support::euler::numerical_flux(flux, &a, &wall, normal, GAMMA);
        for field in 0..5 {
            assert!((same[field] - physical[field]).abs() < 1e-14, "{flux}: {field}");
            assert!((there[field] + back[field]).abs() < 1e-14, "{flux}: {field}");
        }
        assert!(wall[0].abs() < 1e-14 && wall[4].abs() < 1e-14, "{flux}: {wall:?}");
    }
}

#[test]
fn one_kernel_a_stage() {
    for order in 1..=7 {
        let d = Discretisation::new(&BoxMesh::cube(1).build(), order).unwrap();
        for flux in FLUXES {
            let solver = solver::<f64>(&d, |_| BoundaryCondition::SlipWall, flux);
            let plan = solver.step_plan(&Device::cpu()).unwrap();
            assert_eq!(plan.kernel_count(), 5, "order {order}, {flux}");
        }
        let solver = solver::<f64>(&d, |_| BoundaryCondition::SlipWall, Flux::Llf);
        assert_eq!(solver.rhs_plan(&Device::cpu()).unwrap().kernel_count(), 1, "order {order}");
    }
}

/// Boxes, and meshes from Gmsh of a hole in a brick and of a channel with a step.
fn free_stream_meshes() -> Vec<Mesh> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    let read = |name: &str| Mesh::read(format!("{data}{name}")).unwrap();
    vec![
        mixed_box([2, 2, 3]),
        BoxMesh::cube(3).periodic([true; 3]).build(),
        read("hole_41_text.msh"),
        read("channel_step_thin.msh"),
    ]
}

/// A uniform flow stays what it is: all normals of an element close, on every mesh, with every flux.
#[test]
fn a_free_stream_is_preserved() {
    for mesh in free_stream_meshes() {
        // The larger meshes at the lowest order only, for the time it takes.
        for order in 1..=if mesh.tets.len() < 500 { 2 } else { 1 } {
            let d = Discretisation::new(&mesh, order).unwrap();
            let mut corrected =
                default_solver::<f64>(&d, |_| BoundaryCondition::State(STREAM), Flux::Llf);
            corrected.set_initial(|_| STREAM).unwrap();
            let before = corrected.state();
            corrected.step(corrected.stable_step(1.0).unwrap()).unwrap();
            let error = difference(&corrected.state(), &before);
            assert!(error < 1e-12, "{}, order {order}, corrected: {error:.1e}", mesh.origin);
            for flux in FLUXES {
                let mut solver = solver::<f64>(&d, |_| BoundaryCondition::State(STREAM), flux);
                solver.set_initial(|_| STREAM).unwrap();
                let before = solver.state();
                let dt = solver.stable_step(1.0).unwrap();
                solver.step(dt).unwrap();
                let error = difference(&solver.state(), &before);
                assert!(error < 1e-12, "{}, order {order}, {flux}: {error:.1e}", mesh.origin);
                // Per step, as the right-hand side grows with 1 over the size of the elements.
                let rhs = dt * solver.rhs().unwrap().iter().fold(0.0f64, |m, x| m.max(x.abs()));
                assert!(rhs < 1e-12, "{}, order {order}, {flux}: {rhs:.1e}", mesh.origin);
            }
        }
    }
}

fn periodic_box() -> Mesh {
    let mesh = BoxMesh::bricks([3, 3, 3]).periodic([true; 3]).build();
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

/// Mass, momentum and energy of a periodic box, and mass and energy between walls.
#[test]
fn what_is_conserved() {
    for order in 1..=2 {
        for (mesh, conserved) in
            [(periodic_box(), &[0, 1, 2, 3, 4][..]), (BoxMesh::cube(3).build(), &[0, 4][..])]
        {
            let d = Discretisation::new(&mesh, order).unwrap();
            for flux in FLUXES {
                let mut solver = solver::<f64>(&d, |_| BoundaryCondition::SlipWall, flux);
                solver.set_initial(smooth).unwrap();
                let before = solver.summary().unwrap().totals;
                solver.run(0.05, 1.0, |_, _| Ok::<(), Error>(())).unwrap();
                let after = solver.summary().unwrap().totals;
                for &field in conserved {
                    let change = (after[field] - before[field]).abs() / before[0];
                    assert!(change < 1e-12, "order {order}, {flux}, field {field}: {change:.1e}");
                }
                // Walls take momentum, so that the test can tell.
                if conserved.len() == 2 {
                    assert!((after[1] - before[1]).abs() > 1e-6);
                }
            }
        }
    }
}

/// What is computed on the device against sums and extrema over the nodes here; prescribed states
/// count in neither.
#[test]
fn summaries_and_steps() {
    let d = Discretisation::new(&mixed_box([2, 2, 3]), 3).unwrap();
    let q = rough_state(&d);
    let extreme = Primitive { density: 50.0, velocity: [300.0, 0.0, 0.0], pressure: 1e-3 };
    let mut solver = solver::<f64>(&d, |_| BoundaryCondition::State(extreme), Flux::Llf);
    solver.set_state(q.view()).unwrap();
    let summary = solver.summary().unwrap();
    let ones = d.sample(|_| 1.0);
    for (total, field) in summary.totals.iter().zip(q.outer_iter()) {
        assert!((total - d.inner_product(field, ones.view())).abs() < 1e-13);
    }

    let (mut density, mut pressure) = ([f64::INFINITY, 0.0f64], [f64::INFINITY, 0.0f64]);
    let (mut mach, mut rate) = (0.0f64, 0.0f64);
    for (e, nodes) in q.axis_iter(Axis(1)).enumerate() {
        let fscale = d.fscale.row(e).iter().fold(0.0f64, |m, &x| m.max(x));
        for node in nodes.axis_iter(Axis(1)) {
            let state = Primitive::from_conserved(std::array::from_fn(|f| node[f]), GAMMA);
            density = [density[0].min(state.density), density[1].max(state.density)];
            pressure = [pressure[0].min(state.pressure), pressure[1].max(state.pressure)];
            let speed = state.velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
            let sound = (GAMMA * state.pressure / state.density).sqrt();
            mach = mach.max(speed / sound);
            rate = rate.max((speed + sound) * fscale);
        }
    }
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-12;
    assert!(near(summary.mach, mach), "{} {mach}", summary.mach);
    for side in [0, 1] {
        assert!(
            near(summary.density[side], density[side])
                && near(summary.pressure[side], pressure[side])
        );
    }
    let longest = time_stepping::stable_step(3, 1.0, rate, 0.7);
    assert!(near(solver.stable_step(0.7).unwrap(), longest));
}

/// The vortex after `duration`, with the time step of the table: the largest signal speed taken as 3.2.
fn vortex_error(order: usize, cells: usize, flux: Flux, form: VolumeForm, duration: f64) -> f64 {
    let h = 20.0 / cells as f64;
    let case = Case::Vortex { lower: [-10.0; 2], upper: [10.0; 2] };
    let mesh = BoxMesh::bricks([cells, cells, 3])
        .between([-10.0, -10.0, 0.0], [10.0, 10.0, 3.0 * h])
        .periodic([true; 3])
        .build();
    let d = Discretisation::new(&mesh, order).unwrap();
    let mut solver = default_solver::<f64>(&d, |_| BoundaryCondition::SlipWall, flux);
    solver.set_volume_form(form).unwrap();
    solver.set_initial(|x| case.initial(x)).unwrap();
    let longest = time_stepping::stable_step(order, d.max_fscale(), 3.2, 1.0);
    let (steps, dt) = time_stepping::equal_steps(duration, longest);
    for _ in 0..steps {
        solver.step(dt).unwrap();
    }
    solver.density_error(|x| case.exact(x, duration).unwrap().density)
}

/// The error that the plain loops have; with the signals that others take, theirs. Finer meshes and other
/// fluxes: the example `verify`.
#[test]
fn vortex_errors() {
    let plain = vortex_error(1, 10, Flux::Llf, VolumeForm::Collocation, 1.0);
    assert!((plain / 1.3384e-2 - 1.0).abs() < 1e-4, "{plain:.4e}");
    let error = vortex_error(1, 10, Flux::Llf, VolumeForm::EntropyCorrected, 1.0);
    assert!(error < plain * 1.02, "{error:.4e}");
    let error = vortex_error(1, 10, Flux::LlfWide, VolumeForm::Collocation, 1.0);
    assert!((error / 1.284e-2 - 1.0).abs() < 1e-3, "{error:.4e}");
}

/// A pulse between walls keeps the symmetry of its mesh: the Kuhn box is mapped onto itself by the
/// reflection of the point (x, y, z) at the centre.
#[test]
fn a_pulse_stays_symmetric() {
    let case = Case::Pulse { centre: [0.0; 3], amplitude: 0.4, width: 0.1 };
    let mesh = BoxMesh::cube(4).between([-0.5; 3], [0.5; 3]).build();
    let d = Discretisation::new(&mesh, 2).unwrap();
    let mut solver = solver::<f64>(&d, |_| BoundaryCondition::SlipWall, Flux::Llf);
    solver.set_initial(|x| case.initial(x)).unwrap();
    solver.run(0.05, 1.0, |_, _| Ok::<(), Error>(())).unwrap();
    let totals = solver.summary().unwrap().totals;
    assert!(totals[1..4].iter().all(|m| m.abs() < 1e-14), "{totals:?}");
    let density = solver.state().index_axis(Axis(0), 0).to_owned();
    let (elements, n) = density.dim();
    let mut around: std::collections::HashMap<[i64; 3], f64> = Default::default();
    for e in 0..elements {
        for i in 0..n {
            let key = |sign: f64| {
                std::array::from_fn(|axis| (sign * 1e6 * d.nodes[[axis, e, i]]).round() as i64)
            };
            // Nodes that coincide have different values; their sum is symmetric.
            *around.entry(key(1.0)).or_default() += density[[e, i]];
            *around.entry(key(-1.0)).or_default() -= density[[e, i]];
        }
    }
    assert!(around.values().all(|defect| defect.abs() < 1e-11));
    assert!(solver.summary().unwrap().density[0] < 0.99, "the pulse has moved");
}

#[test]
fn a_flow_that_breaks_down_says_where() {
    let d = Discretisation::new(&BoxMesh::cube(2).periodic([true; 3]).build(), 2).unwrap();
    let mut solver = solver::<f64>(&d, |_| BoundaryCondition::SlipWall, Flux::Llf);
    let mut q = solver.state();
    q[[4, 17, 3]] = -0.5;
    solver.set_state(q.view()).unwrap();
    let error = solver.check().unwrap_err();
    let place: [f64; 3] = std::array::from_fn(|axis| d.nodes[[axis, 17, 3]]);
    match error {
        Error::Breakdown { time: 0.0, element: 17, x, density: 1.0, pressure } => {
            assert_eq!(x, place);
            assert!((pressure + 0.2).abs() < 1e-15);
        }
        other => panic!("{other}"),
    }
    // A step ten times too long.
    solver.set_initial(smooth).unwrap();
    let error = solver.run(10.0, 10.0, |_, _| Ok::<(), Error>(())).unwrap_err();
    assert!(error.to_string().starts_with("the flow broke down at time "), "{error}");
    assert!(solver.time() > 0.0);
}

#[test]
fn steps_end_at_the_time_asked_for() {
    let d = Discretisation::new(&periodic_box(), 1).unwrap();
    let mut solver = solver::<f64>(&d, |_| BoundaryCondition::SlipWall, Flux::Hllc);
    solver.set_initial(smooth).unwrap();
    let (mut sum, mut last) = (0.0, 0.0);
    let steps = solver
        .run(0.3, 1.0, |solver, dt| {
            sum += dt;
            last = solver.time();
            Ok::<(), Error>(())
        })
        .unwrap();
    assert!(steps > 3 && (sum - 0.3).abs() < 1e-14 && last == 0.3);
}

#[test]
fn surfaces_need_a_condition() {
    let d = Discretisation::new(&BoxMesh::cube(1).build(), 1).unwrap();
    let suggested = |name: &str| BoundaryCondition::from_surface_name(name, STREAM);
    let error = Boundary::new(&d, suggested).unwrap_err();
    assert!(error.to_string().contains("for the surface `"), "{error}");
    assert_eq!(suggested("Wing"), Some(BoundaryCondition::SlipWall));
    assert_eq!(suggested("farfield"), Some(BoundaryCondition::State(STREAM)));
    assert_eq!(suggested("inlet"), None);
    let vacuum = Primitive { pressure: 0.0, ..STREAM };
    let error = Boundary::new(&d, |_| Some(BoundaryCondition::State(vacuum))).unwrap_err();
    assert!(error.to_string().contains("is none of a gas"), "{error}");
}

/// A run at once, and the rest of it from a file; and files that do not fit.
fn goes_on_bit_for_bit<T: Real>() {
    let d = Discretisation::new(&mixed_box([2, 2, 3]), 2).unwrap();
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("checkpoint_{}", size_of::<T>()));
    let start = || {
        let mut solver = default_solver::<T>(&d, mixed_condition, Flux::Llf);
        solver.set_initial(smooth).unwrap();
        solver
    };
    let run = Settings::new().with("cfl", 1.0);
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
    assert!(again.time() > 0.0 && again.time() < 0.05);
    assert_eq!(again.run(0.05, 1.0, |_, _| Ok::<(), Error>(())).unwrap(), steps - 2);
    assert_eq!(again.state(), once.state());
    assert_eq!(again.time(), once.time());

    let mut other = solver::<T>(&d, mixed_condition, Flux::Llf);
    let error = other.restore(&path, &run).unwrap_err();
    let expected = "with volume entropy-corrected, and this run has collocation";
    assert!(error.to_string().contains(expected), "{error}");
    let mut other = default_solver::<T>(&d, |_| BoundaryCondition::SlipWall, Flux::Llf);
    let error = other.restore(&path, &run).unwrap_err();
    assert!(error.to_string().contains("another boundary condition"), "{error}");
    let coarse = Discretisation::new(&mixed_box([2, 2, 3]), 1).unwrap();
    let mut other = default_solver::<T>(&coarse, mixed_condition, Flux::Llf);
    let error = other.restore(&path, &run).unwrap_err();
    assert!(error.to_string().contains("with order 2, and this run has 1"), "{error}");
    let finer = Discretisation::new(&mixed_box([2, 2, 4]), 2).unwrap();
    let mut other = default_solver::<T>(&finer, mixed_condition, Flux::Llf);
    let error = other.restore(&path, &run).unwrap_err();
    assert!(error.to_string().contains("with another mesh"), "{error}");
    let error = again.restore(&path, &run.clone().with("cfl", 0.5)).unwrap_err();
    assert!(error.to_string().contains("with cfl 1, and this run has 0.5"), "{error}");
    let mut contents = std::fs::read(&path).unwrap();
    contents.pop();
    std::fs::write(&path, contents).unwrap();
    let error = again.restore(&path, &run).unwrap_err();
    assert!(error.to_string().contains("it ends too early"), "{error}");
    assert_eq!(again.state(), once.state());
}

#[test]
fn checkpoints() {
    goes_on_bit_for_bit::<f64>();
    goes_on_bit_for_bit::<f32>();
}

/// An element with a node of too little pressure, and one of too little density: neither is left; integrals
/// are what they were; elements without such nodes are not touched.
#[test]
fn positivity() {
    let mesh = mixed_box([2, 2, 3]);
    for order in 1..=3 {
        let d = Discretisation::new(&mesh, order).unwrap();
        let boundary = Boundary::new(&d, |surface| Some(mixed_condition(surface))).unwrap();
        let mut solver = EulerSolver::<f64>::new(&d, &boundary, Flux::Llf, GAMMA).unwrap();
        solver.set_limiting(Limiting::Positivity, &boundary).unwrap();
        solver.set_initial(smooth).unwrap();
        let mut q = solver.state();
        q[[4, 17, 1]] = 0.1;
        q[[0, 20, 2]] = 0.05;
        solver.set_state(q.view()).unwrap();
        let before = solver.summary().unwrap();
        assert!(before.pressure[0] < 0.04 && before.density[0] == 0.05);
        // A step of nothing, after which it limits.
        solver.step(0.0).unwrap();
        let after = solver.summary().unwrap();
        assert!(after.pressure[0] > 0.04 && after.density[0] > 0.07, "order {order}: {after:?}");
        for (a, b) in after.totals.iter().zip(before.totals) {
            assert!((a - b).abs() < 1e-12, "order {order}: {:?}", after.totals);
        }
        let change = &solver.state() - &q;
        for (e, of_element) in change.axis_iter(Axis(1)).enumerate() {
            let largest = of_element.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            let limited = [17, 20].contains(&e);
            assert!(
                if limited { largest > 0.01 } else { largest < 1e-14 },
                "element {e}: {largest}"
            );
        }
    }
}

/// Linear functions keep their slopes but at the ends of the box; what jumps loses its overshoots; integrals
/// are what they were.
#[test]
fn slopes() {
    let mesh = BoxMesh::cube(4).periodic([false, true, true]).build();
    let d = Discretisation::new(&mesh, 1).unwrap();
    let boundary = Boundary::new(&d, |_| Some(BoundaryCondition::State(STREAM))).unwrap();
    let mut solver = EulerSolver::<f64>::new(&d, &boundary, Flux::Llf, GAMMA).unwrap();
    solver.set_limiting(Limiting::Slopes, &boundary).unwrap();
    let gas = |density: f64| Primitive { density, velocity: [0.0; 3], pressure: 2.0 + density };

    solver.set_initial(|x| gas(1.0 + 0.1 * x[0])).unwrap();
    let before = solver.state();
    solver.step(0.0).unwrap();
    let change = &solver.state() - &before;
    for (e, of_element) in change.axis_iter(Axis(1)).enumerate() {
        let inside = mesh.corners(e).iter().all(|x| x[0] > 0.01 && x[0] < 0.99);
        let largest = of_element.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        assert!(!inside || largest < 1e-14, "element {e}: {largest}");
    }

    // Averages from 1 to 2, with an overshoot in an element.
    solver.set_discontinuous(|x| gas(if x[0] < 0.5 { 1.0 } else { 2.0 })).unwrap();
    let mut q = solver.state();
    q[[0, 100, 0]] += 0.3;
    q[[0, 100, 1]] -= 0.3;
    solver.set_state(q.view()).unwrap();
    let before = solver.summary().unwrap();
    solver.step(0.0).unwrap();
    let after = solver.summary().unwrap();
    assert!((after.density[0] - 1.0).abs() < 1e-14 && (after.density[1] - 2.0).abs() < 1e-14);
    assert!((after.totals[0] - before.totals[0]).abs() < 1e-14);

    let d = Discretisation::new(&mesh, 2).unwrap();
    let mut solver = EulerSolver::<f64>::new(&d, &boundary, Flux::Llf, GAMMA).unwrap();
    let error = solver.set_limiting(Limiting::Slopes, &boundary).unwrap_err();
    assert!(error.to_string().contains("order 1 only, not at order 2"), "{error}");
}
