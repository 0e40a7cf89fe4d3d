//! The Euler equations on curved elements, in double precision: factors are those at each node. Fluxes and faces
//! are as in [`euler`](crate::euler).
//!
//! A step is two calls for each stage, of kernels that are compiled once for all orders; they give right-hand
//! sides, too. The strong form is conservative (Kopriva, *Metric identities and the discontinuous spectral element
//! method on curvilinear meshes*, J. Sci. Comput. 26, 2006): of `div F` the divergence of the contravariant fluxes,
//! over the Jacobian.

use array_fn::array_fn;

array_fn! {
    /// Faces, and the nodes beside them.
    pub struct Faces<E, N, F> {
        /// Outward unit normals.
        normal: [f64; 3, E, 4, F],
        /// The Jacobian of the surface.
        surface: [f64; E, 4, F],
        /// 1 on slip walls, else 0.
        wall: [f64; E, 4],
        /// The node across each node of a face.
        exterior_nodes: [index<E * N>; E, 4, F],
        /// The nodes of an element that lie on its faces.
        face_nodes: [index<N>; 4, F],
    }

    /// Matrices of the reference element, and geometric factors.
    pub struct Elements<E, N, F> {
        /// Derivatives along the coordinates of the reference element.
        derivative: [f64; 3, N, N],
        /// From values on the faces to the inverse mass matrix times their integrals.
        lift: [f64; N, 4, F],
        /// Derivatives of the reference coordinates by the physical ones, times the Jacobian.
        metric: [f64; 3, 3, E, N],
        /// One over the Jacobian.
        inverse_jacobian: [f64; E, N],
    }

    /// The gas, and how fast the local Lax-Friedrichs flux takes signals to be.
    struct Law { gamma: f64, wide: f64 }

    /// Pressure of an ideal gas, `(gamma - 1) (E - m.m / (2 rho))`, at any points.
    fn pressure<E, N>(q: [f64; 5, E, N], gamma: f64) -> [f64; E, N] {
        (gamma - 1.0) * (q[4] - 0.5 * (1.0 / q[0]) * (q[1..4] ** 2).sum(axis=0))
    }

    /// The state at face nodes: the own one, and the one across.
    fn traces<E, N, F>(
        q: [f64; 5, E, N],
        faces: Faces,
    ) -> ([f64; 5, E, 4, F], [f64; 5, E, 4, F]) {
        let Faces { normal, wall, exterior_nodes, face_nodes, .. } = faces;
        let own = q[.., .., face_nodes];
        let across = q.reshape(5, E * N)[.., exterior_nodes];
        let mirrored = wall[.., .., newaxis] * (2.0 * einsum("xefk,xefk->efk", normal, across[1..4]));
        let momentum = across[1..4] - mirrored[newaxis] * normal;
        (own, concatenate([across[..1], momentum, across[4..]]))
    }

    /// `n.F(q)`, `n.v`, the speed of sound and the pressure at face nodes.
    fn normal_flux<E, F>(
        q: [f64; 5, E, 4, F],
        normal: [f64; 3, E, 4, F],
        gamma: f64,
    ) -> ([f64; 5, E, 4, F], [f64; E, 4, F], [f64; E, 4, F], [f64; E, 4, F]) {
        let (rho, momentum, energy) = (q[0], q[1..4], q[4]);
        let volume = 1.0 / rho;
        let p = (gamma - 1.0) * (energy - 0.5 * volume * (momentum ** 2).sum(axis=0));
        let mass = einsum("xefk,xefk->efk", normal, momentum);
        let velocity = mass * volume;
        let force = normal * p[newaxis];
        let flux = concatenate([
            mass[newaxis],
            velocity[newaxis] * momentum + force,
            (velocity * (energy + p))[newaxis],
        ]);
        (flux, velocity, sqrt(gamma * p * volume), p)
    }

    /// `n.F(own) - F*` with the local Lax-Friedrichs (Rusanov) flux, with signals as fast as `|v| + a` where
    /// `wide` is 1, and `|n.v| + a` where it is 0.
    fn llf<E, F>(
        own: [f64; 5, E, 4, F],
        other: [f64; 5, E, 4, F],
        normal: [f64; 3, E, 4, F],
        law: Law,
    ) -> [f64; 5, E, 4, F] {
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
    fn hll<E, F>(
        own: [f64; 5, E, 4, F],
        other: [f64; 5, E, 4, F],
        normal: [f64; 3, E, 4, F],
        law: Law,
    ) -> [f64; 5, E, 4, F] {
        let (flux, velocity, sound, _) = normal_flux(own, normal, law.gamma);
        let (flux_other, velocity_other, sound_other, _) = normal_flux(other, normal, law.gamma);
        let slowest = minimum(minimum(velocity - sound, velocity_other - sound_other), 0.0);
        let fastest = maximum(maximum(velocity + sound, velocity_other + sound_other), 0.0);
        let share = slowest / (fastest - slowest);
        share[newaxis] * (flux_other - flux - fastest[newaxis] * (other - own))
    }

    /// `n.F(own) - F*` with the flux of Toro, Spruce and Speares, which keeps contact discontinuities:
    /// of the states beside the contact the one is taken from which it moves away.
    fn hllc<E, F>(
        own: [f64; 5, E, 4, F],
        other: [f64; 5, E, 4, F],
        normal: [f64; 3, E, 4, F],
        law: Law,
    ) -> [f64; 5, E, 4, F] {
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
        let momentum = q[1..4] + (q[0] * push)[newaxis] * normal;
        let energy = q[4] + push * (q[0] * contact + pressure / (wave - u));
        let beside = stretch[newaxis] * concatenate([q[..1], momentum, energy[newaxis]]);
        flux - upwind - speed[newaxis] * (beside - q)
    }

    /// The numerical flux `flux` at the nodes of faces, times the surface Jacobian.
    fn jump<E, N, F>(
        q: [f64; 5, E, N],
        faces: Faces,
        law: Law,
        flux: fn(own, other, normal, law),
    ) -> [f64; 5, E, 4, F] {
        let (own, other) = traces(q, faces);
        faces.surface * flux(own, other, faces.normal, law)
    }

    /// What faces add to the rate, `surface (n.F(own) - F*)` at their nodes, with the local
    /// Lax-Friedrichs (Rusanov) flux: `[5, E, 4, F]`. Signals are as fast as `|n.v| + a` for `wide = 0`, `|v| + a` for
    /// `wide = 1`.
    pub fn llf_jump<E, N, F>(
        q: [f64; 5, E, N],
        faces: Faces,
        gamma: f64,
        wide: f64,
    ) -> [f64; 5, E, 4, F] {
        jump(q, faces, Law { gamma, wide }, llf)
    }

    /// The same with the flux of Harten, Lax and van Leer.
    pub fn hll_jump<E, N, F>(
        q: [f64; 5, E, N],
        faces: Faces,
        gamma: f64,
    ) -> [f64; 5, E, 4, F] {
        jump(q, faces, Law { gamma, wide: 0.0 }, hll)
    }

    /// The same with the HLLC flux of Toro, Spruce and Speares.
    pub fn hllc_jump<E, N, F>(
        q: [f64; 5, E, N],
        faces: Faces,
        gamma: f64,
    ) -> [f64; 5, E, 4, F] {
        jump(q, faces, Law { gamma, wide: 0.0 }, hllc)
    }

    /// One stage of a step of length `dt` with `jump` on their faces: `increment = a increment +
    /// dt rate`; the result is the state `q + b increment`. With a of 0, `dt` of 1 and b of 0 the increment is the
    /// right-hand side.
    pub fn stage<E, N, F>(
        q: [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        jump: [f64; 5, E, 4, F],
        elements: Elements,
        gamma: f64,
        a: f64,
        b: f64,
        dt: f64,
    ) -> [f64; 5, E, N] {
        let Elements { derivative, lift, metric, inverse_jacobian } = elements;
        // Along the coordinates of the reference element.
        let p = pressure(q, gamma);
        let mass = einsum("rxen,xen->ren", metric, q[1..4]);
        let velocity = mass * (1.0 / q[0]);
        let transport = velocity[.., newaxis] * q[1..4] + metric * p;
        let work = velocity * (q[4] + p);
        let flux = concatenate([mass[.., newaxis], transport, work[.., newaxis]], axis=1);
        let total = einsum("ifk,xefk->xei", lift, jump) - einsum("rij,rxej->xei", derivative, flux);
        increment = a * increment + dt * (inverse_jacobian * total);
        q + b * increment
    }

    /// [`euler::summary()`](crate::euler::summary()) with the Jacobian at each node.
    pub fn summary<E, N>(
        q: [f64; 5, E, N],
        jacobian: [f64; E, N],
        weights: [f64; N],
        gamma: f64,
    ) -> ([f64; 5], [f64; 5]) {
        let totals = einsum("xen,en,n->x", q, jacobian, weights);
        #[inline]
        let real = jacobian > 0.0;
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
