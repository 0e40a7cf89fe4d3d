//! The solvers on ranks with GPUs, by the stand-in driver: the bits of one GPU without ranks.

use afn_mock_cuda::StandIn;
use array_fn::__rt::{Function, Instantiated};
use array_fn::ranks::Threads;
use array_fn::{Contractions, Device};
use array_fn_dg::euler::{self, EulerSolver, Limiting, Primitive};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::navier_stokes::{self, Gas, NavierStokesSolver};
use array_fn_dg::wave::{self, FaceCoefficients, WaveSolver};
use array_fn_dg::{Discretisation, Error, Mesh, Solver};
use std::path::Path;

/// The stand-in, which knows the kernels of these functions; None without a C++ compiler.
fn device(functions: &[&'static Function]) -> Option<(&'static StandIn, Device)> {
    if !array_fn_cuda_host::has_compiler() {
        return None;
    }
    let driver = StandIn::install_without_cublas().unwrap();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host");
    for function in functions {
        let cuda = &function.program().cuda;
        driver.register(cuda.ptx, cuda.source, &cache);
    }
    Some((driver, Device::cuda(0).unwrap().with_contractions(Contractions::Kernels)))
}

/// Checks that a solver's last state is the same on ranks as without, and within rounding that of a CPU. `run` returns numbers
/// of the state, and its checksum.
fn same_bits(
    driver: &StandIn,
    device: &Device,
    mesh: &Mesh,
    order: usize,
    run: impl Fn(&Discretisation) -> Result<(Vec<f64>, u64), Error> + Sync,
) -> Result<(), Error> {
    let d = Discretisation::new(mesh, order)?;
    let (numbers, sum) = device.run(|| run(&d))?;
    let (on_cpu, _) = Device::cpu_with_threads(1).run(|| run(&d))?;
    for (k, (x, y)) in numbers.iter().zip(&on_cpu).enumerate() {
        assert!((x - y).abs() <= 1e-11 * (1.0 + y.abs()), "number {k}: {x}, on a CPU {y}");
    }
    let ranks = 3;
    let sums = Threads::new(ranks).disorder(1).run(|exchange| {
        let d = Discretisation::of_rank(mesh, order, exchange)?;
        Ok::<_, Error>(device.run(|| run(&d))?.1)
    })?;
    assert_eq!(sums, vec![sum; ranks]);
    device.synchronize()?;
    driver.check();
    Ok(())
}

fn bump([x, y, z]: [f64; 3]) -> f64 {
    (-4.0 * ((x - 0.4).powi(2) + (y - 0.6).powi(2) + (z - 0.5).powi(2))).exp()
}

fn gas(x: [f64; 3]) -> Primitive {
    let bump = bump(x);
    let velocity = [0.3 + 0.1 * bump, -0.2, 0.1 * x[0]];
    Primitive { density: 1.0 + 0.2 * bump, velocity, pressure: 1.0 + 0.1 * bump }
}

#[test]
fn solvers_on_gpus_have_the_same_bits() -> Result<(), Error> {
    use array_fn_dg_navier_stokes::step;
    use array_fn_dg_operators::behind::write_behind;
    use array_fn_dg_operators::euler::llf_step;
    use array_fn_dg_operators::limit::{
        averages, averages_around, keep_positive, limit_slopes, limit_slopes_within,
    };
    use array_fn_dg_operators::wave::upwind_steps;
    let functions = [
        <f64 as Instantiated<upwind_steps::Choices>>::function(),
        &step::FUNCTION,
        <f64 as Instantiated<llf_step::Choices>>::function(),
        <f64 as Instantiated<write_behind::Choices>>::function(),
        <f64 as Instantiated<keep_positive::Choices>>::function(),
        <f64 as Instantiated<limit_slopes::Choices>>::function(),
        <f64 as Instantiated<averages::Choices>>::function(),
        <f64 as Instantiated<averages_around::Choices>>::function(),
        <f64 as Instantiated<limit_slopes_within::Choices>>::function(),
    ];
    let Some((driver, device)) = device(&functions) else { return Ok(()) };

    let mesh = BoxMesh::cube(3).periodic([true, true, false]).build();
    same_bits(driver, &device, &mesh, 2, |d| {
        let faces = FaceCoefficients::new(d, |_| Some(wave::BoundaryCondition::Dirichlet))?;
        let mut solver = WaveSolver::<f64>::new(d, &faces, wave::Flux::Upwind, 1.0)?;
        solver.set_initial(|x| [bump(x), 0.1 * x[0], 0.0, 0.2])?;
        for _ in 0..2 {
            solver.step(0.002)?;
        }
        Ok((solver.state().iter().copied().collect(), solver.checksum()?))
    })?;

    let mesh = BoxMesh::bricks([3, 2, 2]).build();
    same_bits(driver, &device, &mesh, 2, |d| {
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
        for _ in 0..2 {
            solver.step(0.001)?;
        }
        Ok((solver.state().iter().copied().collect(), solver.checksum()?))
    })?;

    let mesh = BoxMesh::bricks([3, 2, 2]).build();
    same_bits(driver, &device, &mesh, 1, |d| {
        let boundary = euler::Boundary::new(d, |_| Some(euler::BoundaryCondition::SlipWall))?;
        let mut solver = EulerSolver::<f64>::new(d, &boundary, euler::Flux::Llf, 1.4)?;
        solver.set_limiting(Limiting::Slopes, &boundary)?;
        let jump = |x: [f64; 3]| if x[0] < 0.5 { 1.0 } else { 0.4 };
        solver.set_discontinuous(|x| Primitive { density: jump(x), ..gas(x) })?;
        for _ in 0..2 {
            solver.step(0.002)?;
        }
        Ok((solver.state().iter().copied().collect(), solver.checksum()?))
    })
}
