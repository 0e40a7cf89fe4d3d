//! The compressible Euler equations as array programs (Hesthaven & Warburton 2008, section 6.6, in three dimensions).
//! The conserved variables are `q = (rho, m, E)`, `m = rho v`, of an ideal gas.
//!
//! # Faces
//!
//! Every program treats all faces alike: it reads the state across a face at the node that `exterior_nodes` names.
//!
//! - Between elements, that is the node of the neighbour.
//! - On the boundary, it is the element's own node. Where `wall` is 1, the state found there is mirrored (a slip wall).
//!   Where `wall` is 0, it is taken as it is (extrapolation).
//! - A state that is prescribed on the boundary belongs to an additional element, behind the elements of the mesh.
//!   Metric factors and `fscale` of such elements are 0, and so are their right-hand sides. The kernels need no code
//!   for them.

use array_fn::array_fn;

array_fn! {
    use array_fn_dg_laws::flux::{hll, hllc, llf, llf_blended, traces};
    use array_fn_dg_laws::gas::{Law, contracted, extrema_of_gas, flux_along, pressure};
    use array_fn_dg_laws::space::Space;
    use array_fn_dg_laws::stepping::{B, FACTORS};

    /// The divergence of the flux, element by element. The flux along the coordinates of the reference element comes
    /// first, so that metric factors stay outside of the products with `derivative`.
    fn divergence<E, N, T: f32 | f64>(
        q: [T; 5, E, N],
        derivative: [T; 3, N, N],
        metric: [T; 3, 3, E],
        gamma: T,
    ) -> [T; 5, E, N] {
        let metric_at = broadcast_to(metric[.., .., .., newaxis], [3, 3, E, N]);
        let (mass, transport, work) = flux_along(q, metric_at, gamma);
        contracted(derivative, mass, transport, work)
    }

    /// The right-hand side with the numerical flux `flux`, which is `n.F(own) - F*` at the nodes of faces.
    fn residual<E, N, F, T: f32 | f64>(
        q: [T; 5, E, N],
        space: Space,
        wall: [T; E, 4],
        law: Law,
        flux: fn(sides, law),
    ) -> [T; 5, E, N] {
        let Space { operators, geometry, .. } = space;
        let normal = broadcast_to(geometry.normal[.., .., .., newaxis], [3, E, 4, F]);
        let sides = traces(q, normal, wall, space.traces);
        let jump = geometry.fscale[.., .., newaxis] * flux(sides, law);
        einsum("ifk,xefk->xei", operators.lift, jump)
            - divergence(q, operators.derivative, geometry.metric, law.gamma)
    }

    /// One step of length `dt` with the numerical flux `flux`.
    fn advance<E, N, F, T: f32 | f64>(
        q: &mut [T; 5, E, N],
        increment: &mut [T; 5, E, N],
        space: Space,
        wall: [T; E, 4],
        law: Law,
        flux: fn(sides, law),
        dt: T,
    ) {
        for s in 0..5 {
            let rate = residual(q, space, wall, law, flux);
            increment = (FACTORS[s] as T) * increment + dt * rate;
            q += (B[s] as T) * increment;
        }
    }

    /// The right-hand side of the Euler equations with the local Lax-Friedrichs (Rusanov) flux, `[5, E, N]`.
    #[ranks(E)]
    #[unfused]
    pub fn llf_rhs<E, N, F, T: f32 | f64>(q: [T; 5, E, N], space: Space, wall: [T; E, 4], gamma: T) -> [T; 5, E, N]
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        residual(q, space, wall, Law { gamma, wide: 0.0 }, llf)
    }

    /// The right-hand side of the Euler equations with the flux of Harten, Lax and van Leer, `[5, E, N]`. It is
    /// compiled once for all orders, because only steps have to be fast.
    #[ranks(E)]
    pub fn hll_rhs<E, N, F, T: f64>(q: [T; 5, E, N], space: Space, wall: [T; E, 4], gamma: T) -> [T; 5, E, N] {
        residual(q, space, wall, Law { gamma, wide: 0.0 }, hll)
    }

    /// The right-hand side of the Euler equations with the HLLC flux of Toro, Spruce and Speares, `[5, E, N]`. It is
    /// compiled once for all orders, because only steps have to be fast.
    #[ranks(E)]
    pub fn hllc_rhs<E, N, F, T: f64>(q: [T; 5, E, N], space: Space, wall: [T; E, 4], gamma: T) -> [T; 5, E, N] {
        residual(q, space, wall, Law { gamma, wide: 0.0 }, hllc)
    }

    /// The right-hand side with the local Lax-Friedrichs flux and signals as fast as `|v| + a`, `[5, E, N]`. It is
    /// compiled once for all orders, because only steps have to be fast.
    #[ranks(E)]
    pub fn llf_wide_rhs<E, N, F, T: f64>(q: [T; 5, E, N], space: Space, wall: [T; E, 4], gamma: T) -> [T; 5, E, N] {
        residual(q, space, wall, Law { gamma, wide: 1.0 }, llf_blended)
    }

    /// One step of length `dt` with the local Lax-Friedrichs (Rusanov) flux, in place. Signals are as fast as
    /// `|n.v| + a` for `wide = 0`, and `|v| + a` for `wide = 1`. `increment` is the memory of the method: zeros before
    /// the first step, and then the values that the last step left in it.
    #[ranks(E)]
    pub fn llf_step<E, N, F, T: f32 | f64>(
        q: &mut [T; 5, E, N],
        increment: &mut [T; 5, E, N],
        space: Space,
        wall: [T; E, 4],
        gamma: T,
        wide: T,
        dt: T,
    )
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        advance(q, increment, space, wall, Law { gamma, wide }, llf_blended, dt);
    }

    /// One step of length `dt` with the flux of Harten, Lax and van Leer, in place. `increment` is the memory of the
    /// method, as for [`llf_step()`]. The step exists in double precision only, because more would take longer to
    /// compile.
    #[ranks(E)]
    pub fn hll_step<E, N, F, T: f64>(
        q: &mut [T; 5, E, N],
        increment: &mut [T; 5, E, N],
        space: Space,
        wall: [T; E, 4],
        gamma: T,
        dt: T,
    )
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        advance(q, increment, space, wall, Law { gamma, wide: 0.0 }, hll, dt);
    }

    /// One step of length `dt` with the HLLC flux of Toro, Spruce and Speares, in place. `increment` is the memory of
    /// the method, as for [`llf_step()`]. The step exists in double precision only, because more would take longer to
    /// compile.
    #[ranks(E)]
    pub fn hllc_step<E, N, F, T: f64>(
        q: &mut [T; 5, E, N],
        increment: &mut [T; 5, E, N],
        space: Space,
        wall: [T; E, 4],
        gamma: T,
        dt: T,
    )
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        advance(q, increment, space, wall, Law { gamma, wide: 0.0 }, hllc, dt);
    }

    /// The number of elements that the fastest signal crosses in a unit of time. For each element it is the largest
    /// `|v| + a` times the largest `fscale`, and the result is the largest of these. It is NaN if density or pressure
    /// is not positive somewhere.
    pub fn signal_rate<E, N, T: f32 | f64>(q: [T; 5, E, N], fscale: [T; E, 4], gamma: T) -> T {
        let p = pressure(q, gamma);
        let volume = 1.0 / q[0];
        let speed = sqrt((q[1..4] ** 2).sum(axis=0)) * volume + sqrt(gamma * p * volume);
        let admissible = where((q[0] > 0.0) & (p > 0.0), speed, nan);
        (admissible.max(axis=1) * fscale.max(axis=1)).max()
    }

    /// The integrals of the conserved variables over each element, `[5, E]`. Then the least and the largest density, the
    /// least and the largest pressure, and the largest Mach number, `[5]`.
    ///
    /// `weights` are the integrals of the nodal basis over the reference element. Elements whose Jacobian is 0 do not
    /// count for the extrema.
    pub fn summary<E, N, T: f32 | f64>(
        q: [T; 5, E, N],
        jacobian: [T; E],
        weights: [T; N],
        gamma: T,
    ) -> ([T; 5, E], [T; 5]) {
        let totals = einsum("xen,e,n->xe", q, jacobian, weights);
        let real = broadcast_to((jacobian > 0.0)[.., newaxis], [E, N]);
        (totals, extrema_of_gas(q, gamma, real))
    }
}
