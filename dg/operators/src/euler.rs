//! The compressible Euler equations as array programs (Hesthaven & Warburton 2008, section 6.6, in three
//! dimensions): conserved variables `q = (rho, m, E)`, `m = rho v`, of an ideal gas.
//!
//! Every program takes faces as they are in the mesh: `exterior_nodes` names the node across a face, or the
//! own node on the boundary. Where `wall` is 1 the state found there is mirrored (a slip wall), where it is
//! 0 it is taken as it is (between elements, or extrapolated). States prescribed on the boundary are
//! elements of their own behind those of the mesh, which `exterior_nodes` names: with metric factors and
//! `fscale` of 0 their right-hand sides are 0, so that the kernels need to know nothing of them.

use array_fn::array_fn;

array_fn! {
    /// Factors of the stored increment of the five-stage low-storage Runge-Kutta method. The first is 0 in
    /// the method. Here it is far below rounding, so that one kernel serves all stages: each kernel of
    /// each order takes seconds to compile.
    const A: [f64; 5] = [
        1e-30,
        -567301805773.0 / 1357537059087.0,
        -2404267990393.0 / 2016746695238.0,
        -3550918686646.0 / 2091501179385.0,
        -1275806237668.0 / 842570457699.0,
    ];
    /// Weights of its increments.
    const B: [f64; 5] = [
        1432997174477.0 / 9575080441755.0,
        5161836677717.0 / 13612068292357.0,
        1720146321549.0 / 2090206949498.0,
        3134564353537.0 / 4481467310338.0,
        2277821191437.0 / 14882151754819.0,
    ];

    /// What a right-hand side knows of the mesh.
    pub struct Mesh<E, N, F, T: f32 | f64> {
        /// Derivatives along the coordinates of the reference element.
        derivative: [T; 3, N, N],
        /// From values on the faces to the inverse mass matrix times their integrals.
        lift: [T; N, 4, F],
        /// Derivatives of the reference coordinates by the physical ones.
        metric: [T; 3, 3, E],
        /// Outward unit normals.
        normal: [T; 3, E, 4],
        /// Surface over volume Jacobian.
        fscale: [T; E, 4],
        /// 1 on slip walls, else 0.
        wall: [T; E, 4],
        /// The node across each node of a face.
        exterior_nodes: [index<E * N>; E, 4, F],
        /// The nodes of an element that lie on its faces.
        face_nodes: [index<N>; 4, F],
    }

    /// The gas, and how fast the local Lax-Friedrichs flux takes signals to be: as `|v| + a` where `wide` is 1, as
    /// `|n.v| + a` where it is 0.
    struct Law<T: f32 | f64> { gamma: T, wide: T }

    /// Pressure of an ideal gas, `(gamma - 1) (E - m.m / (2 rho))`, at any points.
    fn pressure<E, N, T: f32 | f64>(q: [T; 5, E, N], gamma: T) -> [T; E, N] {
        (gamma - 1.0) * (q[4] - 0.5 * (1.0 / q[0]) * (q[1..4] ** 2).sum(axis=0))
    }

    /// The state at face nodes: the own one, and the one across.
    fn traces<E, N, F, T: f32 | f64>(
        q: [T; 5, E, N],
        mesh: Mesh,
    ) -> ([T; 5, E, 4, F], [T; 5, E, 4, F]) {
        let Mesh { normal, wall, exterior_nodes, face_nodes, .. } = mesh;
        let own = q[.., .., face_nodes];
        let across = q.reshape(5, E * N)[.., exterior_nodes];
        let mirrored = wall[.., .., newaxis] * (2.0 * einsum("xef,xefk->efk", normal, across[1..4]));
        let momentum = across[1..4] - mirrored[newaxis] * normal[.., .., .., newaxis];
        (own, concatenate([across[..1], momentum, across[4..]]))
    }

    /// `n.F(q)`, `n.v`, the speed of sound and the pressure at face nodes.
    fn normal_flux<E, F, T: f32 | f64>(
        q: [T; 5, E, 4, F],
        normal: [T; 3, E, 4],
        gamma: T,
    ) -> ([T; 5, E, 4, F], [T; E, 4, F], [T; E, 4, F], [T; E, 4, F]) {
        let (rho, momentum, energy) = (q[0], q[1..4], q[4]);
        let volume = 1.0 / rho;
        let p = (gamma - 1.0) * (energy - 0.5 * volume * (momentum ** 2).sum(axis=0));
        let mass = einsum("xef,xefk->efk", normal, momentum);
        let velocity = mass * volume;
        let force = normal[.., .., .., newaxis] * p[newaxis];
        let flux = concatenate([
            mass[newaxis],
            velocity[newaxis] * momentum + force,
            (velocity * (energy + p))[newaxis],
        ]);
        (flux, velocity, sqrt(gamma * p * volume), p)
    }

    /// `n.F(own) - F*` with the local Lax-Friedrichs (Rusanov) flux.
    fn llf<E, F, T: f32 | f64>(
        own: [T; 5, E, 4, F],
        other: [T; 5, E, 4, F],
        normal: [T; 3, E, 4],
        law: Law,
    ) -> [T; 5, E, 4, F] {
        let (flux, velocity, sound, _) = normal_flux(own, normal, law.gamma);
        let (flux_other, velocity_other, sound_other, _) = normal_flux(other, normal, law.gamma);
        let signal = maximum(abs(velocity) + sound, abs(velocity_other) + sound_other);
        0.5 * (flux - flux_other - signal[newaxis] * (own - other))
    }

    /// The same with the signals that the law says: one kernel for both kinds.
    fn llf_blended<E, F, T: f32 | f64>(
        own: [T; 5, E, 4, F],
        other: [T; 5, E, 4, F],
        normal: [T; 3, E, 4],
        law: Law,
    ) -> [T; 5, E, 4, F] {
        let Law { gamma, wide } = law;
        let (flux, velocity, sound, _) = normal_flux(own, normal, gamma);
        let (flux_other, velocity_other, sound_other, _) = normal_flux(other, normal, gamma);
        let along = velocity ** 2;
        let along_other = velocity_other ** 2;
        let all = (own[1..4] ** 2).sum(axis=0) * (1.0 / own[0]) ** 2;
        let all_other = (other[1..4] ** 2).sum(axis=0) * (1.0 / other[0]) ** 2;
        let signal = maximum(
            sqrt(along + wide * (all - along)) + sound,
            sqrt(along_other + wide * (all_other - along_other)) + sound_other,
        );
        0.5 * (flux - flux_other - signal[newaxis] * (own - other))
    }

    /// `n.F(own) - F*` with the flux of Harten, Lax and van Leer, and Davis' estimates of the signal speeds.
    fn hll<E, F, T: f32 | f64>(
        own: [T; 5, E, 4, F],
        other: [T; 5, E, 4, F],
        normal: [T; 3, E, 4],
        law: Law,
    ) -> [T; 5, E, 4, F] {
        let (flux, velocity, sound, _) = normal_flux(own, normal, law.gamma);
        let (flux_other, velocity_other, sound_other, _) = normal_flux(other, normal, law.gamma);
        let slowest = minimum(minimum(velocity - sound, velocity_other - sound_other), 0.0);
        let fastest = maximum(maximum(velocity + sound, velocity_other + sound_other), 0.0);
        let share = slowest / (fastest - slowest);
        share[newaxis] * (flux_other - flux - fastest[newaxis] * (other - own))
    }

    /// `n.F(own) - F*` with the flux of Toro, Spruce and Speares, which keeps contact discontinuities:
    /// of the states beside the contact the one is taken from which it moves away.
    fn hllc<E, F, T: f32 | f64>(
        own: [T; 5, E, 4, F],
        other: [T; 5, E, 4, F],
        normal: [T; 3, E, 4],
        law: Law,
    ) -> [T; 5, E, 4, F] {
        let (flux, velocity, sound, p) = normal_flux(own, normal, law.gamma);
        let (flux_other, velocity_other, sound_other, p_other) = normal_flux(other, normal, law.gamma);
        let slowest = minimum(velocity - sound, velocity_other - sound_other);
        let fastest = maximum(velocity + sound, velocity_other + sound_other);
        // Mass that the outer waves meet in a unit of time.
        let mass = own[0] * (slowest - velocity);
        let mass_other = other[0] * (fastest - velocity_other);
        let contact = (p_other - p + mass * velocity - mass_other * velocity_other)
            / (mass - mass_other);

        let from_own = contact >= 0.0;
        let u = where(from_own, velocity, velocity_other);
        let wave = where(from_own, slowest, fastest);
        let pressure = where(from_own, p, p_other);
        let speed = where(from_own, minimum(slowest, 0.0), maximum(fastest, 0.0));
        let q = where(from_own[newaxis], own, other);
        let upwind = where(from_own[newaxis], flux, flux_other);

        let stretch = (wave - u) / (wave - contact);
        let push = contact - u;
        let momentum = q[1..4] + (q[0] * push)[newaxis] * normal[.., .., .., newaxis];
        let energy = q[4] + push * (q[0] * contact + pressure / (wave - u));
        let beside = stretch[newaxis] * concatenate([q[..1], momentum, energy[newaxis]]);
        flux - upwind - speed[newaxis] * (beside - q)
    }

    /// The divergence of the flux, element by element: the flux along the coordinates of the reference
    /// element first, so that metric factors stay outside of the products with `derivative`.
    fn divergence<E, N, T: f32 | f64>(
        q: [T; 5, E, N],
        derivative: [T; 3, N, N],
        metric: [T; 3, 3, E],
        gamma: T,
    ) -> [T; 5, E, N] {
        let (rho, momentum, energy) = (q[0], q[1..4], q[4]);
        let p = pressure(q, gamma);
        let mass = einsum("rxe,xen->ren", metric, momentum);
        let velocity = mass * (1.0 / rho);
        let force = metric[.., .., .., newaxis] * p;
        let transport = velocity[.., newaxis] * momentum + force;
        let work = velocity * (energy + p);
        concatenate([
            einsum("rij,rej->ei", derivative, mass)[newaxis],
            einsum("rij,rxej->xei", derivative, transport),
            einsum("rij,rej->ei", derivative, work)[newaxis],
        ])
    }

    /// The right-hand side with the numerical flux `flux`, which is `n.F(own) - F*` at the nodes of faces.
    fn residual<E, N, F, T: f32 | f64>(
        q: [T; 5, E, N],
        mesh: Mesh,
        law: Law,
        flux: fn(own, other, normal, law),
    ) -> [T; 5, E, N] {
        let (own, other) = traces(q, mesh);
        let jump = mesh.fscale[.., .., newaxis] * flux(own, other, mesh.normal, law);
        einsum("ifk,xefk->xei", mesh.lift, jump)
            - divergence(q, mesh.derivative, mesh.metric, law.gamma)
    }

    /// One step of length `dt` with the numerical flux `flux`.
    fn advance<E, N, F, T: f32 | f64>(
        q: &mut [T; 5, E, N],
        increment: &mut [T; 5, E, N],
        mesh: Mesh,
        law: Law,
        flux: fn(own, other, normal, law),
        dt: T,
    ) {
        for s in 0..5 {
            let rate = residual(q, mesh, law, flux);
            increment = (A[s] as T) * increment + dt * rate;
            q += (B[s] as T) * increment;
        }
    }

    /// The right-hand side of the Euler equations with the local Lax-Friedrichs (Rusanov) flux, `[5, E, N]`.
    #[unfused]
    pub fn llf_rhs<E, N, F, T: f32 | f64>(
        q: [T; 5, E, N],
        mesh: Mesh,
        gamma: T,
    ) -> [T; 5, E, N]
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        residual(q, mesh, Law { gamma, wide: 0.0 }, llf)
    }

    /// The right-hand side of the Euler equations with the flux of Harten, Lax and van Leer, `[5, E, N]`. Compiled once for all
    /// orders: steps are what has to be fast.
    pub fn hll_rhs<E, N, F, T: f64>(
        q: [T; 5, E, N],
        mesh: Mesh,
        gamma: T,
    ) -> [T; 5, E, N]
    {
        residual(q, mesh, Law { gamma, wide: 0.0 }, hll)
    }

    /// The right-hand side of the Euler equations with the HLLC flux of Toro, Spruce and Speares, `[5, E, N]`. Compiled once for all
    /// orders: steps are what has to be fast.
    pub fn hllc_rhs<E, N, F, T: f64>(
        q: [T; 5, E, N],
        mesh: Mesh,
        gamma: T,
    ) -> [T; 5, E, N]
    {
        residual(q, mesh, Law { gamma, wide: 0.0 }, hllc)
    }

    /// The right-hand side with the local Lax-Friedrichs flux with signals as fast as `|v| + a`, `[5, E, N]`.
    /// Compiled once for all orders: steps are what has to be fast.
    pub fn llf_wide_rhs<E, N, F, T: f64>(
        q: [T; 5, E, N],
        mesh: Mesh,
        gamma: T,
    ) -> [T; 5, E, N]
    {
        residual(q, mesh, Law { gamma, wide: 1.0 }, llf_blended)
    }

    /// One step of length `dt` with the local Lax-Friedrichs (Rusanov) flux, in place. Signals are as fast as
    /// `|n.v| + a` for `wide = 0`, `|v| + a` for `wide = 1`. `increment` is
    /// memory of the method: zeros before the first step, then what the last step left.
    pub fn llf_step<E, N, F, T: f32 | f64>(
        q: &mut [T; 5, E, N],
        increment: &mut [T; 5, E, N],
        mesh: Mesh,
        gamma: T,
        wide: T,
        dt: T,
    )
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        advance(q, increment, mesh, Law { gamma, wide }, llf_blended, dt);
    }

    /// One step of length `dt` with the flux of Harten, Lax and van Leer, in place. `increment` is
    /// memory of the method: zeros before the first step, then what the last step left. In double
    /// precision only, for what more would take to compile.
    pub fn hll_step<E, N, F, T: f64>(
        q: &mut [T; 5, E, N],
        increment: &mut [T; 5, E, N],
        mesh: Mesh,
        gamma: T,
        dt: T,
    )
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        advance(q, increment, mesh, Law { gamma, wide: 0.0 }, hll, dt);
    }

    /// One step of length `dt` with the HLLC flux of Toro, Spruce and Speares, in place. `increment` is
    /// memory of the method: zeros before the first step, then what the last step left. In double
    /// precision only, for what more would take to compile.
    pub fn hllc_step<E, N, F, T: f64>(
        q: &mut [T; 5, E, N],
        increment: &mut [T; 5, E, N],
        mesh: Mesh,
        gamma: T,
        dt: T,
    )
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        advance(q, increment, mesh, Law { gamma, wide: 0.0 }, hllc, dt);
    }

    /// The most elements that a signal crosses in a unit of time: the largest `|v| + a` of each element times
    /// its largest `fscale`, of which the largest. NaN if density or pressure is not positive somewhere.
    pub fn signal_rate<E, N, T: f32 | f64>(q: [T; 5, E, N], fscale: [T; E, 4], gamma: T) -> T {
        let p = pressure(q, gamma);
        let volume = 1.0 / q[0];
        let speed = sqrt((q[1..4] ** 2).sum(axis=0)) * volume + sqrt(gamma * p * volume);
        let admissible = where((q[0] > 0.0) & (p > 0.0), speed, nan);
        (admissible.max(axis=1) * fscale.max(axis=1)).max()
    }

    /// The integrals of the conserved variables over the mesh, `[5]`; then the least and the largest density,
    /// the least and the largest pressure, and the largest Mach number: `[5]`. `weights` are the integrals of
    /// the nodal basis over the reference element; elements whose Jacobian is 0 do not count.
    pub fn summary<E, N, T: f32 | f64>(
        q: [T; 5, E, N],
        jacobian: [T; E],
        weights: [T; N],
        gamma: T,
    ) -> ([T; 5], [T; 5]) {
        let totals = einsum("xen,e,n->x", q, jacobian, weights);
        let real = (jacobian > 0.0)[.., newaxis];
        let p = pressure(q, gamma);
        let mach = sqrt((q[1..4] ** 2).sum(axis=0) / (gamma * p * q[0]));
        let extrema = stack([
            where(real, q[0], inf).min(),
            where(real, q[0], -inf).max(),
            where(real, p, inf).min(),
            where(real, p, -inf).max(),
            where(real, mach, 0.0).max(),
        ]);
        (totals, extrema)
    }
}
