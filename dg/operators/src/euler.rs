//! The compressible Euler equations as array programs (Hesthaven & Warburton 2008, section 6.6, in three
//! dimensions): conserved variables `q = (rho, m, E)`, `m = rho v`, of an ideal gas.

use array_fn::array_fn;

array_fn! {
    /// Pressure of an ideal gas, `(gamma - 1) (E - m.m / (2 rho))`, at any points.
    fn pressure<E, N, T: f32 | f64>(q: [T; 5, E, N], gamma: T) -> [T; E, N] {
        (gamma - 1.0) * (q[4] - 0.5 * (1.0 / q[0]) * (q[1..4] ** 2).sum(axis=0))
    }

    /// `n.F(q)`, and the fastest signal `|n.v| + a`, at face nodes.
    fn normal_flux<E, F, T: f32 | f64>(
        q: [T; 5, E, 4, F],
        normal: [T; 3, E, 4],
        gamma: T,
    ) -> ([T; 5, E, 4, F], [T; E, 4, F]) {
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
        (flux, abs(velocity) + sqrt(gamma * p * volume))
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

    /// The right-hand side of the Euler equations with the local Lax-Friedrichs (Rusanov) flux,
    /// `[5, E, N]`. Where `wall` is 1 the state across the face is the own one with its normal momentum
    /// mirrored (`exterior_nodes` name the own nodes there); elsewhere `wall` is 0.
    #[unfused]
    pub fn euler_rhs<E, N, F, T: f32 | f64>(
        q: [T; 5, E, N],
        derivative: [T; 3, N, N],
        lift: [T; N, 4, F],
        metric: [T; 3, 3, E],
        normal: [T; 3, E, 4],
        fscale: [T; E, 4],
        wall: [T; E, 4],
        exterior_nodes: [index<E * N>; E, 4, F],
        face_nodes: [index<N>; 4, F],
        gamma: T,
    ) -> [T; 5, E, N]
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        let own = q[.., .., face_nodes];
        let across = q.reshape(5, E * N)[.., exterior_nodes];
        let mirrored = 2.0 * wall[.., .., newaxis] * einsum("xef,xefk->efk", normal, across[1..4]);
        let momentum = across[1..4] - mirrored[newaxis] * normal[.., .., .., newaxis];
        let other = concatenate([across[..1], momentum, across[4..]]);
        let (flux, signal) = normal_flux(own, normal, gamma);
        let (flux_other, signal_other) = normal_flux(other, normal, gamma);
        let dissipation = maximum(signal, signal_other)[newaxis] * (own - other);
        let jump = 0.5 * fscale[.., .., newaxis] * (flux - flux_other - dissipation);
        einsum("ifk,xefk->xei", lift, jump) - divergence(q, derivative, metric, gamma)
    }
}
