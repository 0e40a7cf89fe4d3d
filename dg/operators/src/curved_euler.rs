//! The Euler equations on curved elements, in double precision. Geometric factors differ from node to node. Fluxes and
//! faces are as in [`euler`](crate::euler).
//!
//! A step is two calls per stage: one of the `..._jump` programs, and [`stage()`]. They are compiled once for all
//! orders, and give right-hand sides, too.
//!
//! The strong form is conservative: `div F` is the divergence of the contravariant fluxes, over the Jacobian (Kopriva,
//! *Metric identities and the discontinuous spectral element method on curvilinear meshes*, J. Sci. Comput. 26, 2006).

use array_fn::array_fn;

array_fn! {
    use array_fn_dg_laws::flux::{hll, hllc, llf_blended, traces as states};
    use array_fn_dg_laws::gas::{Law, extrema_of_gas, fluxes_along};
    use array_fn_dg_laws::space::{CurvedGeometry, Operators, Traces};
    use array_fn_dg_laws::stepping::Stage;

    /// The numerical flux `flux` at the nodes of faces, times the surface Jacobian.
    fn jump<E, N, F>(
        q: [f64; 5, E, N],
        geometry: CurvedGeometry,
        traces: Traces,
        wall: [f64; E, 4],
        law: Law<f64>,
        flux: fn(sides, law),
    ) -> [f64; 5, E, 4, F] {
        let CurvedGeometry { normal, surface, .. } = geometry;
        surface * flux(states(q, normal, wall, traces), law)
    }

    /// The contribution of faces to the rate, with the local Lax-Friedrichs (Rusanov) flux: `surface (n.F(own) - F*)`
    /// at face nodes, `[5, E, 4, F]`. Signals are as fast as `|n.v| + a` for `wide = 0`, and `|v| + a` for `wide = 1`.
    #[ranks(E)]
    pub fn llf_jump<E, N, F>(
        q: [f64; 5, E, N],
        geometry: CurvedGeometry,
        traces: Traces,
        wall: [f64; E, 4],
        gamma: f64,
        wide: f64,
    ) -> [f64; 5, E, 4, F] {
        jump(q, geometry, traces, wall, Law { gamma, wide }, llf_blended)
    }

    /// The contribution of faces with the flux of Harten, Lax and van Leer, as [`llf_jump()`].
    #[ranks(E)]
    pub fn hll_jump<E, N, F>(
        q: [f64; 5, E, N],
        geometry: CurvedGeometry,
        traces: Traces,
        wall: [f64; E, 4],
        gamma: f64,
    ) -> [f64; 5, E, 4, F] {
        jump(q, geometry, traces, wall, Law { gamma, wide: 0.0 }, hll)
    }

    /// The contribution of faces with the HLLC flux of Toro, Spruce and Speares, as [`llf_jump()`].
    #[ranks(E)]
    pub fn hllc_jump<E, N, F>(
        q: [f64; 5, E, N],
        geometry: CurvedGeometry,
        traces: Traces,
        wall: [f64; E, 4],
        gamma: f64,
    ) -> [f64; 5, E, 4, F] {
        jump(q, geometry, traces, wall, Law { gamma, wide: 0.0 }, hllc)
    }

    /// One stage of a step, with `jump` on the faces. The result is the state after it. If a is 0, `dt` is 1 and b is
    /// 0, the increment becomes the right-hand side.
    pub fn stage<E, N, F>(
        q: [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        jump: [f64; 5, E, 4, F],
        operators: Operators<N, F, f64>,
        geometry: CurvedGeometry,
        gamma: f64,
        stage: Stage,
    ) -> [f64; 5, E, N] {
        let Operators { derivative, lift } = operators;
        let CurvedGeometry { metric, inverse_jacobian, .. } = geometry;
        let flux = fluxes_along(q, metric, gamma);
        let total = einsum("ifk,xefk->xei", lift, jump) - einsum("rij,rxej->xei", derivative, flux);
        increment = stage.a * increment + stage.dt * (inverse_jacobian * total);
        q + stage.b * increment
    }

    /// [`euler::summary()`](crate::euler::summary()) with the Jacobian at each node.
    pub fn summary<E, N>(
        q: [f64; 5, E, N],
        jacobian: [f64; E, N],
        weights: [f64; N],
        gamma: f64,
    ) -> ([f64; 5, E], [f64; 5]) {
        let totals = einsum("xen,en,n->xe", q, jacobian, weights);
        #[inline]
        let real = jacobian > 0.0;
        (totals, extrema_of_gas(q, gamma, real))
    }
}
