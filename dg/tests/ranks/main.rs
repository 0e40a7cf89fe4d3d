//! The solvers on ranks: the same bits for any number of ranks.

mod files;
mod shares;

use array_fn::ranks::{Exchange, Threads};
use array_fn::{Contractions, Device};
use array_fn_dg::euler::{self, EulerSolver, Limiting, Primitive};
use array_fn_dg::maxwell::MaxwellSolver;
use array_fn_dg::mesh::{BoxMesh, Parts};
use array_fn_dg::navier_stokes::{self, Gas, NavierStokesSolver};
use array_fn_dg::wave::{self, FaceCoefficients, WaveSolver};
use array_fn_dg::{Discretisation, Error, Mesh, Solver, Spread};
use std::path::PathBuf;
use std::sync::Arc;

/// The numbers of ranks. More of them are slow without optimisation.
fn counts() -> &'static [usize] {
    if cfg!(debug_assertions) { &[1, 2, 5] } else { &[1, 2, 3, 4, 7, 16] }
}

fn same_bits(
    mesh: &Mesh,
    order: usize,
    run: impl Fn(&Discretisation) -> Result<u64, Error> + Sync,
) -> Result<(), Error> {
    same_bits_on(counts(), mesh, order, run)
}

/// Checks that a solver's last state is the same for any number of ranks, and without ranks, where kernels compute products
/// as on ranks. `run` returns its checksum.
fn same_bits_on(
    counts: &[usize],
    mesh: &Mesh,
    order: usize,
    run: impl Fn(&Discretisation) -> Result<u64, Error> + Sync,
) -> Result<(), Error> {
    let d = Discretisation::new(mesh, order)?;
    let alone = Device::cpu().with_contractions(Contractions::Kernels).run(|| run(&d))?;
    for &ranks in counts {
        let sums = Threads::new(ranks).disorder(ranks as u64).run(|exchange| {
            let threads = 1 + exchange.rank() % 2;
            let d = Discretisation::of_rank(mesh, order, exchange)?;
            Device::cpu_with_threads(threads).run(|| run(&d))
        })?;
        for (rank, sum) in sums.iter().enumerate() {
            assert_eq!(*sum, alone, "rank {rank} of {ranks}, order {order}, {}", mesh.origin);
        }
    }
    Ok(())
}

fn shared(name: &str) -> Option<Mesh> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    path.exists().then(|| Mesh::read(path).unwrap())
}

fn boxes() -> [Mesh; 2] {
    [BoxMesh::bricks([3, 2, 2]).build(), BoxMesh::cube(3).periodic([true, true, false]).build()]
}

fn pulse([x, y, z]: [f64; 3]) -> f64 {
    (-4.0 * ((x - 0.4).powi(2) + (y - 0.6).powi(2) + (z - 0.5).powi(2))).exp()
}

fn gas(x: [f64; 3]) -> Primitive {
    let bump = pulse(x);
    let velocity = [0.3 + 0.1 * bump, -0.2, 0.1 * x[0]];
    Primitive { density: 1.0 + 0.2 * bump, velocity, pressure: 1.0 + 0.1 * bump }
}

/// More ranks than elements, and no states behind them.
#[test]
fn ranks_may_have_nothing() -> Result<(), Error> {
    let mesh = BoxMesh::cube(2).periodic([true; 3]).build();
    let of = |d: &Discretisation| {
        let mut solver = flow(d, euler::Flux::Llf)?;
        solver.run(0.005, 1.0, |_, _| Ok::<(), Error>(()))?;
        let summary = solver.summary()?;
        assert!(summary.density[0] > 0.9 && summary.density[1] < 1.3, "{summary:?}");
        solver.checksum()
    };
    let expected = of(&Discretisation::new(&mesh, 1)?)?;
    let ranks = mesh.tets.len() + 12;
    let sums =
        Threads::new(ranks).run(|exchange| of(&Discretisation::of_rank(&mesh, 1, exchange)?))?;
    assert_eq!(sums, vec![expected; ranks]);
    Ok(())
}

/// Parts in two pieces, empty ones, and ones of few elements.
#[test]
fn parts_of_any_shape_have_the_same_bits() -> Result<(), Error> {
    let mesh = boxes()[1].clone();
    let elements = mesh.tets.len();
    let alone = Discretisation::new(&mesh, 2)?;
    let of = |d: &Discretisation| {
        let mut solver = viscous(d)?;
        solver.step(0.001)?;
        Ok::<_, Error>([waves(d, wave::Flux::Upwind)?, solver.checksum()?])
    };
    let expected = Device::cpu().with_contractions(Contractions::Kernels).run(|| of(&alone))?;
    let owners: [&dyn Fn(usize) -> usize; 4] =
        [&|e| e / 40 % 2, &|e| 3 * (e % 2), &|e| usize::from(e > 2), &|e| e.min(3)];
    for (k, owner) in owners.iter().enumerate() {
        let owners: Vec<usize> = (0..elements).map(owner).collect();
        let parts = Parts::of_owners(&mesh, &owners, 4)?;
        let sums = Threads::new(4)
            .run(|exchange| of(&Discretisation::of_part(&mesh, 2, exchange, &parts)?))?;
        assert_eq!(sums, [expected; 4], "case {k}");
    }
    for (owners, ranks, says) in [
        (vec![0; elements - 1], 2, "161 ranks are given for 162 elements"),
        (vec![2; elements], 2, "belongs to rank 2, and there are 2"),
    ] {
        let error = Parts::of_owners(&mesh, &owners, ranks).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    Ok(())
}

fn waves(d: &Discretisation, flux: wave::Flux) -> Result<u64, Error> {
    let faces = FaceCoefficients::new(d, |_| Some(wave::BoundaryCondition::Dirichlet))?;
    let mut solver = WaveSolver::<f64>::new(d, &faces, flux, 1.0)?;
    solver.set_initial(|x| [pulse(x), 0.1 * x[0], 0.0, 0.2])?;
    solver.run(0.02, 1.0, |_, _| Ok::<(), Error>(()))?;
    solver.checksum()
}

fn flow<'d>(d: &'d Discretisation, flux: euler::Flux) -> Result<EulerSolver<'d, f64>, Error> {
    let stream = gas([0.0; 3]);
    let boundary = euler::Boundary::new(d, |surface| {
        let wall = surface.contains('0') || surface.contains("min");
        Some(if wall {
            euler::BoundaryCondition::SlipWall
        } else {
            euler::BoundaryCondition::State(stream)
        })
    })?;
    let mut solver = EulerSolver::new(d, &boundary, flux, 1.4)?;
    solver.set_initial(gas)?;
    Ok(solver)
}

fn viscous(d: &Discretisation) -> Result<NavierStokesSolver<'_>, Error> {
    let law = Gas::new(1.4, 0.01, 0.72);
    let boundary = navier_stokes::Boundary::with_field(
        d,
        law,
        |surface| {
            let wall = surface.contains('0') || surface.contains("min");
            let still = navier_stokes::BoundaryCondition::Adiabatic { velocity: [0.0; 3] };
            Some(if wall { still } else { navier_stokes::BoundaryCondition::Field })
        },
        gas,
    )?;
    let mut solver = NavierStokesSolver::new(d, &boundary, law)?;
    solver.set_initial(gas)?;
    Ok(solver)
}

#[test]
fn waves_have_the_same_bits() -> Result<(), Error> {
    for mesh in boxes() {
        for order in [1, 2, 3] {
            same_bits(&mesh, order, |d| waves(d, wave::Flux::Upwind))?;
        }
        same_bits(&mesh, 2, |d| waves(d, wave::Flux::Central))?;
    }
    Ok(())
}

#[test]
fn euler_flows_have_the_same_bits() -> Result<(), Error> {
    for mesh in boxes() {
        for (order, flux) in [(1, euler::Flux::Hllc), (2, euler::Flux::Llf), (3, euler::Flux::Hll)]
        {
            same_bits(&mesh, order, |d| {
                let mut solver = flow(d, flux)?;
                solver.run(0.01, 1.0, |_, _| Ok::<(), Error>(()))?;
                solver.checksum()
            })?;
        }
    }
    Ok(())
}

#[test]
fn viscous_flows_have_the_same_bits() -> Result<(), Error> {
    for mesh in boxes() {
        for order in [1, 2] {
            same_bits(&mesh, order, |d| {
                let mut solver = viscous(d)?;
                for _ in 0..3 {
                    solver.step(0.001)?;
                }
                solver.checksum()
            })?;
        }
    }
    // An order without a program for whole steps.
    same_bits(&boxes()[0], 5, |d| {
        let mut solver = viscous(d)?;
        solver.step(0.0001)?;
        solver.checksum()
    })
}

#[test]
fn electromagnetic_waves_have_the_same_bits() -> Result<(), Error> {
    same_bits(&boxes()[1], 2, |d| {
        let mut solver = MaxwellSolver::new(d)?;
        solver.set_initial(|x| [pulse(x), 0.0, 0.1, 0.0, pulse(x), 0.2])?;
        solver.run(0.02, 1.0, |_, _| Ok::<(), Error>(()))?;
        solver.checksum()
    })
}

#[test]
fn limited_flows_have_the_same_bits() -> Result<(), Error> {
    let mesh = boxes()[0].clone();
    same_bits(&mesh, 2, |d| {
        let mut solver = flow(d, euler::Flux::Llf)?;
        let boundary = euler::Boundary::new(d, |_| Some(euler::BoundaryCondition::SlipWall))?;
        let mut walls = EulerSolver::<f64>::new(d, &boundary, euler::Flux::Llf, 1.4)?;
        walls.set_limiting(Limiting::Filter, &boundary)?;
        walls.set_initial(gas)?;
        walls.step(0.001)?;
        solver.step(0.001)?;
        Ok(solver.checksum()?.wrapping_add(walls.checksum()?))
    })
}

/// Slopes are limited by averages around vertices, where elements of other ranks are that share no face; also across
/// periodic faces, with states on the boundary, and with more ranks than elements.
#[test]
fn limited_slopes_have_the_same_bits() -> Result<(), Error> {
    let shock = |d: &Discretisation| {
        let mut solver = flow(d, euler::Flux::Hllc)?;
        let boundary = euler::Boundary::new(d, |surface| {
            let wall = surface.contains("min");
            let state = euler::BoundaryCondition::State(gas([0.0; 3]));
            Some(if wall { euler::BoundaryCondition::SlipWall } else { state })
        })?;
        solver.set_limiting(Limiting::Slopes, &boundary)?;
        let jump = |x: [f64; 3]| if x[0] + 0.3 * x[1] < 0.6 { 1.0 } else { 0.2 };
        solver.set_discontinuous(|x| Primitive {
            density: jump(x),
            velocity: [0.3, 0.1 * x[2], 0.0],
            pressure: 2.0 * jump(x),
        })?;
        let before = solver.state();
        for _ in 0..3 {
            solver.step(0.004)?;
        }
        assert!(d.element_count() == 0 || solver.state() != before);
        solver.checksum()
    };
    // Of some numbers of ranks, one has as many averages as the halo of the state has positions.
    for mesh in &boxes() {
        same_bits_on(&[1, 2, 3, 4, 7, 16], mesh, 1, shock)?;
    }
    let periodic = BoxMesh::bricks([2, 2, 1]).periodic([true; 3]).build();
    same_bits_on(&[3, 30], &periodic, 1, shock)?;
    let single = |d: &Discretisation| {
        let boundary = euler::Boundary::new(d, |_| Some(euler::BoundaryCondition::Extrapolation))?;
        let mut solver = EulerSolver::<f32>::new(d, &boundary, euler::Flux::Llf, 1.4)?;
        solver.set_limiting(Limiting::Slopes, &boundary)?;
        solver.set_initial(gas)?;
        solver.step(0.002)?;
        solver.checksum()
    };
    same_bits_on(&[2, 5], &boxes()[0], 1, single)
}

/// Integrals and extrema are the same bits for any number of ranks, and so are steps and errors.
#[test]
fn summaries_are_those_of_all_ranks() -> Result<(), Error> {
    let [flat, _] = boxes();
    let curved = shared("shell_second_order.msh");
    for mesh in [Some(flat), curved].into_iter().flatten() {
        let numbers = |d: &Discretisation| {
            let (mut euler, mut viscous) = (flow(d, euler::Flux::Hllc)?, viscous(d)?);
            euler.step(1e-4)?;
            viscous.step(1e-4)?;
            let mut waves = WaveSolver::<f64>::new(
                d,
                &FaceCoefficients::new(d, |_| Some(wave::BoundaryCondition::Dirichlet))?,
                wave::Flux::Upwind,
                1.0,
            )?;
            waves.set_initial(|x| [pulse(x), 0.1 * x[0], 0.0, 0.2])?;
            let errors = viscous.error(gas);
            let exact = |x| 1.0 + 0.2 * pulse(x);
            let all = [
                euler.summary()?.numbers(),
                NavierStokesSolver::measures(&viscous.summary()?),
                vec![waves.summary()?, euler.density_error(exact), euler.density_error_l1(exact)],
                errors.to_vec(),
                vec![euler.stable_step(1.0)?, viscous.stable_step(1.0)?],
            ];
            assert!(all.iter().flatten().all(|x| x.is_finite()), "{all:?}");
            Ok::<_, Error>(all.map(|of| of.into_iter().map(f64::to_bits).collect::<Vec<_>>()))
        };
        let d = Discretisation::new(&mesh, 2)?;
        let alone = Device::cpu().with_contractions(Contractions::Kernels).run(|| numbers(&d))?;
        for &ranks in counts() {
            let all = Threads::new(ranks).run(|exchange| {
                let threads = 1 + exchange.rank() % 2;
                let d = Discretisation::of_rank(&mesh, 2, exchange)?;
                Device::cpu_with_threads(threads).run(|| numbers(&d))
            })?;
            for (rank, of_rank) in all.iter().enumerate() {
                assert_eq!(of_rank, &alone, "rank {rank} of {ranks}, {}", mesh.origin);
            }
        }
    }
    Ok(())
}

/// A file that some ranks wrote is one for any number of ranks.
#[test]
fn runs_go_on_with_other_numbers_of_ranks() -> Result<(), Error> {
    let mesh = boxes()[1].clone();
    let folder = std::env::temp_dir().join(format!("array-fn-ranks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let settings = array_fn_dg::checkpoint::Settings::new();
    let start = |d: &Discretisation, path: &std::path::Path| {
        let mut solver = flow(d, euler::Flux::Hllc)?;
        solver.step(0.001)?;
        solver.save(path, &settings)
    };
    let finish = |d: &Discretisation, path: &std::path::Path| {
        let mut solver = flow(d, euler::Flux::Hllc)?;
        solver.restore(path, &settings)?;
        assert_eq!(solver.time(), 0.001);
        solver.step(0.001)?;
        solver.checksum()
    };
    let alone = Discretisation::new(&mesh, 2)?;
    let path = folder.join("alone");
    start(&alone, &path)?;
    let expected = finish(&alone, &path)?;
    let of_rank = |exchange: Arc<dyn Exchange>| Discretisation::of_rank(&mesh, 2, exchange);
    for (first, then) in [(1, 4), (4, 3), (3, 1)] {
        let path = folder.join(format!("{first}"));
        Threads::new(first).run(|exchange| start(&of_rank(exchange)?, &path))?;
        assert!(std::fs::read(&path).unwrap() == std::fs::read(folder.join("alone")).unwrap());
        let sums = Threads::new(then).run(|exchange| finish(&of_rank(exchange)?, &path))?;
        assert_eq!(sums, vec![expected; then], "{first} to {then} ranks");
        assert_eq!(finish(&alone, &path)?, expected);
    }
    // States at the nodes of the boundary, of which each rank has others.
    let mesh = boxes()[0].clone();
    let start = |d: &Discretisation, path: &std::path::Path| {
        let mut solver = viscous(d)?;
        solver.step(0.001)?;
        solver.save(path, &settings)
    };
    let finish = |d: &Discretisation, path: &std::path::Path| {
        let mut solver = viscous(d)?;
        solver.restore(path, &settings)?;
        solver.step(0.001)?;
        solver.checksum()
    };
    let (path, alone) = (folder.join("viscous"), Discretisation::new(&mesh, 2)?);
    let of_rank = |exchange: Arc<dyn Exchange>| Discretisation::of_rank(&mesh, 2, exchange);
    let whole = {
        let mut solver = viscous(&alone)?;
        solver.step(0.001)?;
        solver.step(0.001)?;
        solver.checksum()?
    };
    for (first, then) in [(3, 2), (2, 5)] {
        Threads::new(first).run(|exchange| start(&of_rank(exchange)?, &path))?;
        let sums = Threads::new(then).run(|exchange| finish(&of_rank(exchange)?, &path))?;
        assert_eq!(sums, vec![whole; then], "{first} to {then} ranks");
        assert_eq!(finish(&alone, &path)?, whole);
    }
    // Parts that are not along the curve.
    let owners: Vec<usize> = (0..mesh.tets.len()).map(|e| e % 3).collect();
    let parts = Parts::of_owners(&mesh, &owners, 3)?;
    let before = std::fs::read(&path).unwrap();
    Threads::new(3)
        .run(|exchange| start(&Discretisation::of_part(&mesh, 2, exchange, &parts)?, &path))?;
    assert!(std::fs::read(&path).unwrap() == before);
    // Where rank 0 cannot write, all ranks know.
    let nowhere = folder.join("no/such/folder");
    let error = Threads::new(2).run(|exchange| {
        let outcome = start(&of_rank(exchange.clone())?, &nowhere);
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains("cannot write"), "{message}");
        assert_eq!(message.starts_with("rank 0: "), exchange.rank() == 1);
        Ok::<_, Error>(())
    });
    error?;
    std::fs::remove_dir_all(&folder).unwrap();
    Ok(())
}

#[test]
fn parts_are_balanced_and_compact() -> Result<(), Error> {
    let mesh = BoxMesh::cube(6).build();
    let parts = Threads::new(8).run(|exchange| {
        let d = Discretisation::of_rank(&mesh, 1, exchange)?;
        let part = d.part().unwrap();
        Ok::<_, Error>((
            part.elements.clone(),
            part.interior,
            part.neighbours(),
            part.shared_faces(3),
            d.balance()?,
        ))
    })?;
    // All ranks know the numbers of all.
    let balance = &parts[0].4;
    for (rank, (elements, interior, neighbours, faces, of_rank)) in parts.iter().enumerate() {
        assert_eq!(of_rank, balance);
        assert_eq!(balance.elements[rank], elements.len());
        assert_eq!(balance.interior[rank], *interior);
        assert_eq!(balance.boundary()[rank], elements.len() - interior);
        assert_eq!(balance.neighbours[rank], *neighbours);
        assert_eq!(balance.shared_faces[rank], *faces);
    }
    let alone = Discretisation::new(&mesh, 1)?.balance()?;
    assert_eq!((&alone.elements[..], &alone.interior[..]), (&[1296][..], &[1296][..]));
    assert_eq!((&alone.shared_faces[..], &alone.neighbours[..]), (&[0][..], &[0][..]));
    let spread = Spread::of(&[3, 5, 4, 4]);
    assert_eq!(spread, Spread { min: 3, mean: 4.0, max: 5 });
    assert_eq!(spread.imbalance(), 1.25);
    let mut all: Vec<usize> = parts.iter().flat_map(|part| part.0.clone()).collect();
    all.sort_unstable();
    assert_eq!(all, (0..mesh.tets.len()).collect::<Vec<_>>());
    for (elements, interior, neighbours, faces, _) in parts {
        assert_eq!(elements.len(), 162);
        assert!(
            interior > 40 && neighbours <= 7 && faces <= 130,
            "{interior} {neighbours} {faces}"
        );
    }
    Ok(())
}

/// Curved elements, and meshes of other programs.
#[test]
fn meshes_of_files_have_the_same_bits() -> Result<(), Error> {
    for name in ["shell_second_order.msh", "channel_step_thin.msh"] {
        let Some(mesh) = shared(name) else { continue };
        same_bits(&mesh, 2, |d| waves(d, wave::Flux::Upwind))?;
    }
    // A file with three parts, which are those of three ranks.
    let Some(mesh) = shared("hole_parts_41_text.msh") else { return Ok(()) };
    let partition = mesh.partition.clone().unwrap();
    Threads::new(3).run(|exchange| {
        let rank = exchange.rank();
        let d = Discretisation::of_rank(&mesh, 1, exchange)?;
        let elements = &d.part().unwrap().elements;
        assert!(elements.iter().all(|e| partition[*e] as usize == rank), "rank {rank}");
        Ok::<_, Error>(())
    })?;
    same_bits_on(&[2, 3], &mesh, 2, |d| waves(d, wave::Flux::Upwind))
}
