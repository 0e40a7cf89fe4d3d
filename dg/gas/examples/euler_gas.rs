//! The Euler solver with its gas law in C: `ideal_gas.h`, which a solver in C or CUDA may include, too.
//!
//! A vortex drifts through a periodic box. The programs here take pressure and speed of sound from the header, and fluxes
//! and mesh from the solver. The same steps with the solver's own gas law give the same state.
//!
//! ```text
//! cargo run --release --example euler_gas
//! ```
//!
//! It prints the error of the density, and the largest difference between the two states:
//!
//! ```text
//! 19 steps to 0.25: error 7.7e-4, gas laws differ by 1e-14
//! ```

use array_fn::array_fn;
use array_fn_dg::euler::{Boundary, BoundaryCondition, Case, EulerSolver, Flux, Programs};
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg::{Discretisation, Error, Solver};

array_fn! {
    use array_fn_dg_laws::flux::{Sides, normal_flux_of, rusanov, traces};
    use array_fn_dg_laws::gas::{contracted, flux_along_of};
    use array_fn_dg_laws::space::Space;
    use array_fn_dg_laws::stepping::{B, FACTORS};

    unsafe extern "ideal_gas.h" fn pressure(density: f64, mx: f64, my: f64, mz: f64, energy: f64) -> f64;
    unsafe extern "ideal_gas.h" fn sound_speed(density: f64, pressure: f64) -> f64;

    /// The divergence of the flux.
    fn divergence<E, N>(q: [f64; 5, E, N], derivative: [f64; 3, N, N], metric: [f64; 3, 3, E]) -> [f64; 5, E, N] {
        let metric_at = broadcast_to(metric[.., .., .., newaxis], [3, 3, E, N]);
        let p = pressure(q[0], q[1], q[2], q[3], q[4]);
        let (mass, transport, work) = flux_along_of(q, metric_at, p);
        contracted(derivative, mass, transport, work)
    }

    /// The flux through faces, and the speed of signals there.
    fn through<E, F>(q: [f64; 5, E, 4, F], normal: [f64; 3, E, 4, F]) -> ([f64; 5, E, 4, F], [f64; E, 4, F]) {
        let p = pressure(q[0], q[1], q[2], q[3], q[4]);
        let (flux, velocity) = normal_flux_of(q, normal, p);
        (flux, abs(velocity) + sound_speed(q[0], p))
    }

    /// The right-hand side with the local Lax-Friedrichs flux.
    fn residual<E, N, F>(q: [f64; 5, E, N], space: Space<E, N, F, f64>, wall: [f64; E, 4]) -> [f64; 5, E, N] {
        let Space { operators, geometry, .. } = space;
        let normal = broadcast_to(geometry.normal[.., .., .., newaxis], [3, E, 4, F]);
        let sides = traces(q, normal, wall, space.traces);
        let Sides { own, other, .. } = sides;
        let (flux, speed) = through(own, normal);
        let (flux_other, speed_other) = through(other, normal);
        let jump = geometry.fscale[.., .., newaxis] * rusanov(sides, flux, flux_other, maximum(speed, speed_other));
        einsum("ifk,xefk->xei", operators.lift, jump) - divergence(q, operators.derivative, geometry.metric)
    }

    /// One step of length `dt`, in place.
    pub fn step<E, N, F>(
        q: &mut [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        space: Space<E, N, F, f64>,
        wall: [f64; E, 4],
        dt: f64,
    ) {
        for s in 0..5 {
            let rate = residual(q, space, wall);
            increment = FACTORS[s] * increment + dt * rate;
            q += B[s] * increment;
        }
    }

    /// The number of elements that the fastest signal crosses in a unit of time; NaN where there is no gas.
    pub fn signal_rate<E, N>(q: [f64; 5, E, N], fscale: [f64; E, 4]) -> f64 {
        let p = pressure(q[0], q[1], q[2], q[3], q[4]);
        let speed = sqrt((q[1..4] ** 2).sum(axis=0)) / q[0] + sound_speed(q[0], p);
        let admissible = where((q[0] > 0.0) & (p > 0.0), speed, nan);
        (admissible.max(axis=1) * fscale.max(axis=1)).max()
    }
}

const GAS: Programs<f64> = Programs {
    name: "ideal gas in C",
    step: |q, increment, space, wall, dt| step(q, increment, space, wall, dt),
    signal_rate: |q, fscale| signal_rate(q, fscale),
};

#[allow(missing_docs, reason = "the test of the example calls it")]
pub fn main() -> Result<(), Error> {
    const CELLS: usize = 10;
    const REACH: f64 = 5.0;
    const END: f64 = 0.25;
    let case = Case::Vortex { lower: [-REACH; 2], upper: [REACH; 2] };
    let mesh = BoxMesh::bricks([CELLS, CELLS, 2])
        .between([-REACH, -REACH, 0.0], [REACH, REACH, 2.0])
        .periodic([true; 3])
        .build();
    let (discretisation, gamma) = (Discretisation::new(&mesh, 3)?, 1.4);
    let boundary = Boundary::new(&discretisation, |_| Some(BoundaryCondition::SlipWall))?;
    let mut by_c = EulerSolver::<f64>::new(&discretisation, &boundary, Flux::Llf, gamma)?;
    by_c.set_initial(|x| case.initial(x))?;
    let mut built_in = by_c.clone();
    by_c.set_programs(GAS)?;
    // The same steps: each is as long as one by the solver's own gas law.
    let mut steps = 0;
    built_in.run(END, 1.0, |solver, dt| {
        steps += 1;
        by_c.step(dt)?;
        assert!((by_c.stable_step(1.0)? / solver.stable_step(1.0)? - 1.0).abs() < 1e-13);
        Ok::<(), Error>(())
    })?;
    let pairs = built_in.state().into_iter().zip(by_c.state());
    let differs = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let density = |x| case.exact(x, END).map_or(f64::NAN, |state| state.density);
    let error = by_c.density_error(density);
    println!("{steps} steps to {END}: error {error:.1e}, gas laws differ by {differs:.0e}");
    assert!(differs < 1e-13, "the gas laws differ by {differs:e}");
    Ok(())
}
