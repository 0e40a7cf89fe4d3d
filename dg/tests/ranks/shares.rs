//! Shares of meshes that no rank has as a whole.

use super::{counts, flow, shared, viscous, waves};
use array_fn::ranks::Threads;
use array_fn::{Contractions, Device};
use array_fn_dg::mesh::{BoxMesh, MeshShare, MeshSlice, Parts};
use array_fn_dg::{Discretisation, Error, Mesh, Solver, euler, wave};

/// What a rank has of a mesh that is there as a whole, and what it gets from slices that no rank has together.
#[test]
fn shares_of_slices_are_those_of_the_whole_mesh() -> Result<(), Error> {
    let bend = |[x, y, z]: [f64; 3]| [x + 0.05 * y * y, y, z + 0.03 * x * y];
    let thin = BoxMesh::bricks([1, 2, 3]).periodic([true, true, false]);
    let cube = BoxMesh::cube(3).periodic([true; 3]);
    let built = BoxMesh::bricks([3, 2, 2]);
    let mut meshes = vec![
        (built.build(), Some(built.clone()), false),
        (thin.build(), Some(thin), false),
        (cube.build(), Some(cube), false),
        (built.build().curved(bend), Some(built), true),
    ];
    let names = [
        "shell_second_order.msh",
        "channel_step_thin.msh",
        "hole_parts_41_text.msh",
        "hole_second_order.msh",
    ];
    meshes.extend(names.iter().filter_map(|name| Some((shared(name)?, None, false))));
    for (mesh, generated, is_bent) in &meshes {
        for ranks in [1, 2, 3, 7, 16, 40] {
            let parts = Parts::of_mesh(mesh, ranks)?;
            Threads::new(ranks).disorder(ranks as u64).run(|exchange| {
                let rank = exchange.rank();
                let slice = match generated {
                    Some(of) if *is_bent => of.slice(rank, ranks).curved(bend),
                    Some(of) => of.slice(rank, ranks),
                    None => MeshSlice::of_mesh(mesh, rank, ranks),
                };
                let share = MeshShare::new(slice, &*exchange)?;
                let whole = MeshShare::of_whole(mesh, rank, &parts)?;
                assert_eq!(share.numbers(), whole.numbers(), "{ranks} ranks, {}", mesh.origin);
                assert_eq!(share.own(), whole.own());
                assert_eq!(share.groups(), whole.groups());
                assert_eq!(share.connectivity().faces, whole.connectivity().faces);
                let periodic = [&share, &whole].map(|of| of.connectivity().periodic_faces);
                assert_eq!(periodic[0], periodic[1]);
                Ok::<_, Error>(())
            })?;
        }
    }
    Ok(())
}

/// The solvers on shares: the same bits as on one rank, curved elements, periodic faces and empty ranks among them.
#[test]
fn shares_have_the_same_bits() -> Result<(), Error> {
    // Opposite sides move alike.
    let wave = |x: f64| (std::f64::consts::TAU * x).sin();
    let bend = |[x, y, z]: [f64; 3]| [x + 0.03 * wave(y), y, z + 0.02 * wave(x)];
    let run = |d: &Discretisation| {
        let mut gas = flow(d, euler::Flux::Hllc)?;
        gas.step(0.001)?;
        let mut viscous = viscous(d)?;
        viscous.step(0.0001)?;
        Ok::<_, Error>([waves(d, wave::Flux::Upwind)?, gas.checksum()?, viscous.checksum()?])
    };
    let boxes =
        [BoxMesh::bricks([3, 2, 2]), BoxMesh::cube(2).periodic([true, true, false])].map(Some);
    let files = ["shell_second_order.msh", "channel_step_thin.msh"];
    let files = files.iter().filter_map(|name| shared(name)).map(|mesh| (None, Some(mesh)));
    for (generated, file) in boxes.into_iter().map(|of| (of, None)).chain(files) {
        let mesh = match (&generated, &file) {
            (Some(of), _) => of.build().curved(bend),
            (_, Some(mesh)) => mesh.clone(),
            _ => unreachable!("each is one or the other"),
        };
        let d = Discretisation::new(&mesh, 2)?;
        let alone = Device::cpu().with_contractions(Contractions::Kernels).run(|| run(&d))?;
        let small = mesh.tets.len() < 80;
        for &ranks in if small { &[1, 2, 3, 4, 7, 16, 50] } else { counts() } {
            let sums = Threads::new(ranks).run(|exchange| {
                let slice = match &generated {
                    Some(of) => of.slice(exchange.rank(), ranks).curved(bend),
                    None => MeshSlice::of_mesh(&mesh, exchange.rank(), ranks),
                };
                let share = MeshShare::new(slice, &*exchange)?;
                let d = Discretisation::of_share(&share, 2, exchange)?;
                Device::cpu_with_threads(1).run(|| run(&d))
            })?;
            assert_eq!(sums, vec![alone; ranks], "{ranks} ranks, {}", mesh.origin);
        }
    }
    Ok(())
}

/// No rank ever holds more than a few times its part.
#[test]
fn no_rank_holds_the_whole_mesh() -> Result<(), Error> {
    let mesh = BoxMesh::cube(12).periodic([true, false, false]);
    let total = 6 * 12 * 12 * 12;
    for ranks in [1, 4, 8] {
        let most = Threads::new(ranks).run(|exchange| {
            let slice = mesh.slice(exchange.rank(), ranks);
            Ok::<_, Error>(MeshShare::new(slice, &*exchange)?.most_elements())
        })?;
        for most in most {
            assert!(most >= total / ranks, "{most} of {total}, {ranks} ranks");
            assert!(most <= 2 * total / ranks + 200, "{most} of {total}, {ranks} ranks");
        }
    }
    Ok(())
}

/// A mistake in the mesh is the same error on all ranks.
#[test]
fn mistakes_of_slices_are_known_to_all_ranks() {
    let expect = |mesh: &Mesh| {
        let expected = Discretisation::new(mesh, 1).unwrap_err().to_string();
        let outcomes = Threads::new(3).run(|exchange| {
            let slice = MeshSlice::of_mesh(mesh, exchange.rank(), 3);
            let error = MeshShare::new(slice, &*exchange).unwrap_err();
            Ok::<_, Error>(error.to_string())
        });
        assert_eq!(outcomes.unwrap(), vec![expected; 3]);
    };
    let mut untagged = BoxMesh::cube(2).build();
    untagged.triangles.truncate(20);
    expect(&untagged);
    let mut twice = BoxMesh::cube(2).build();
    twice.tets.push(twice.tets[5]);
    twice.tet_tags.push(1000);
    expect(&twice);
    let mut unlinked = BoxMesh::cube(2).periodic([true; 3]).build();
    unlinked.periodic.retain(|pair| !pair.contains(&0));
    expect(&unlinked);
}
