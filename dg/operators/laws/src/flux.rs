//! The flux of an ideal gas through faces, and numerical fluxes, at face nodes.
//!
//! An element sees two states at a face: its own, and the one across. The unit normal n of the face points out of the
//! element. A numerical flux function returns `n.F(own) - F*`, where F* is the numerical flux.

array_fn::array_fn! {
    #![shared]
    use super::gas::{Law, pressure_on_faces};
    use super::space::Traces;

    /// What a numerical flux sees at face nodes.
    struct Sides<E, F, T: f32 | f64> {
        /// The state of the element itself.
        own: [T; 5, E, 4, F],
        /// The state across.
        other: [T; 5, E, 4, F],
        /// The unit normal, which points out of the element.
        normal: [T; 3, E, 4, F],
    }

    /// The states at face nodes. Where `wall` is 1, the state across is mirrored.
    fn traces<E, N, F, T: f32 | f64>(
        q: [T; 5, E, N],
        normal: [T; 3, E, 4, F],
        wall: [T; E, 4],
        traces: Traces,
    ) -> Sides {
        let own = q[.., .., traces.face_nodes];
        let across = q.reshape(5, E * N)[.., traces.exterior_nodes];
        let mirrored = wall[.., .., newaxis] * (2.0 * einsum("xefk,xefk->efk", normal, across[1..4]));
        let momentum = across[1..4] - mirrored[newaxis] * normal;
        let other = concatenate([across[..1], momentum, across[4..]]);
        Sides { own, other, normal }
    }

    /// `n.F(q)`, `n.v`, the speed of sound and the pressure.
    fn normal_flux<E, F, T: f32 | f64>(
        q: [T; 5, E, 4, F],
        normal: [T; 3, E, 4, F],
        gamma: T,
    ) -> ([T; 5, E, 4, F], [T; E, 4, F], [T; E, 4, F], [T; E, 4, F]) {
        let p = pressure_on_faces(q, gamma);
        let (flux, velocity) = normal_flux_of(q, normal, p);
        (flux, velocity, sqrt(gamma * p * (1.0 / q[0])), p)
    }

    /// `n.F(q)` and `n.v` of any gas, whose pressure is `p`.
    fn normal_flux_of<E, F, T: f32 | f64>(
        q: [T; 5, E, 4, F],
        normal: [T; 3, E, 4, F],
        p: [T; E, 4, F],
    ) -> ([T; 5, E, 4, F], [T; E, 4, F]) {
        let (rho, momentum, energy) = (q[0], q[1..4], q[4]);
        let volume = 1.0 / rho;
        let mass = einsum("xefk,xefk->efk", normal, momentum);
        let velocity = mass * volume;
        let force = normal * p[newaxis];
        let flux = concatenate([
            mass[newaxis],
            velocity[newaxis] * momentum + force,
            (velocity * (energy + p))[newaxis],
        ]);
        (flux, velocity)
    }

    /// The flux of Rusanov from the normal fluxes of both sides, for signals of the speed `signal`.
    fn rusanov<E, F, T: f32 | f64>(
        sides: Sides,
        flux: [T; 5, E, 4, F],
        flux_other: [T; 5, E, 4, F],
        signal: [T; E, 4, F],
    ) -> [T; 5, E, 4, F] {
        0.5 * (flux - flux_other - signal[newaxis] * (sides.own - sides.other))
    }

    /// The local Lax-Friedrichs (Rusanov) flux, with signals as fast as `|n.v| + a`.
    fn llf<E, F, T: f32 | f64>(sides: Sides, law: Law) -> [T; 5, E, 4, F] {
        let Sides { own, other, normal } = sides;
        let (flux, velocity, sound, _) = normal_flux(own, normal, law.gamma);
        let (flux_other, velocity_other, sound_other, _) = normal_flux(other, normal, law.gamma);
        let signal = maximum(abs(velocity) + sound, abs(velocity_other) + sound_other);
        rusanov(sides, flux, flux_other, signal)
    }

    /// The local Lax-Friedrichs flux with the signals that the law says. One kernel serves both kinds of signals.
    fn llf_blended<E, F, T: f32 | f64>(sides: Sides, law: Law) -> [T; 5, E, 4, F] {
        let Sides { own, other, normal } = sides;
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
        rusanov(sides, flux, flux_other, signal)
    }

    /// The flux of Harten, Lax and van Leer, with Davis' estimates of the signal speeds.
    fn hll<E, F, T: f32 | f64>(sides: Sides, law: Law) -> [T; 5, E, 4, F] {
        let Sides { own, other, normal } = sides;
        let (flux, velocity, sound, _) = normal_flux(own, normal, law.gamma);
        let (flux_other, velocity_other, sound_other, _) = normal_flux(other, normal, law.gamma);
        let slowest = minimum(minimum(velocity - sound, velocity_other - sound_other), 0.0);
        let fastest = maximum(maximum(velocity + sound, velocity_other + sound_other), 0.0);
        let share = slowest / (fastest - slowest);
        share[newaxis] * (flux_other - flux - fastest[newaxis] * (other - own))
    }

    /// The HLLC flux of Toro, Spruce and Speares, which keeps contact discontinuities. Of the two states beside the
    /// contact, it takes the one that the contact moves away from.
    fn hllc<E, F, T: f32 | f64>(sides: Sides, law: Law) -> [T; 5, E, 4, F] {
        let Sides { own, other, normal } = sides;
        let (flux, velocity, sound, p) = normal_flux(own, normal, law.gamma);
        let (flux_other, velocity_other, sound_other, p_other) = normal_flux(other, normal, law.gamma);
        let slowest = minimum(velocity - sound, velocity_other - sound_other);
        let fastest = maximum(velocity + sound, velocity_other + sound_other);
        // The mass that the outer waves meet in a unit of time.
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
}
