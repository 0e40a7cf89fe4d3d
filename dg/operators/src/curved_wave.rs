//! The wave equation on curved elements, in double precision. Geometric factors differ from node to node. Faces are as
//! in [`wave`](crate::wave).
//!
//! A step is one call of [`stage()`] per stage. It is compiled once for all orders. Both equations are in conservative
//! form (Kopriva 2006), as in [`curved_euler`](crate::curved_euler). So the fluxes of u and of v are lifted separately.

use array_fn::array_fn;

array_fn! {
    use array_fn_dg_laws::space::{CurvedGeometry, Operators, Traces};
    use array_fn_dg_laws::stepping::Stage;
    use array_fn_dg_laws::wave::{Faces, differences};

    /// The speed of waves, and the flux between the central (`alpha = 0`) and the upwind one (`alpha = 1`).
    pub struct Law {
        /// The speed.
        c: f64,
        /// The share of the upwind flux.
        alpha: f64,
    }

    /// One stage of a step. The result is the state after it. If a is 0, `dt` is 1 and b is 0, the increment becomes
    /// the right-hand side.
    #[ranks(E)]
    pub fn stage<E, N, F>(
        q: [f64; 4, E, N],
        increment: &mut [f64; 4, E, N],
        operators: Operators<N, F, f64>,
        geometry: CurvedGeometry,
        traces: Traces,
        faces: Faces<E, f64>,
        law: Law,
        stage: Stage,
    ) -> [f64; 4, E, N] {
        let CurvedGeometry { metric, inverse_jacobian, normal, surface, .. } = geometry;
        let Law { c, alpha } = law;
        let along = einsum("rxen,xen->ren", metric, q[1..]);
        let flux = concatenate([along[.., newaxis], metric * q[0]], axis=1);
        let scale = 0.25 * c * surface;
        #[inline]
        let left = 1.0 - abs(faces.reflection[.., .., newaxis]);
        let (incoming, outgoing) = differences(q, normal, faces, traces, left);
        let flux_in = (1.0 + alpha) * scale * incoming;
        let flux_out = (1.0 - alpha) * scale * outgoing;
        let jump = concatenate([
            (flux_in - flux_out)[newaxis],
            -(flux_in + flux_out)[newaxis] * normal,
        ]);
        let total = einsum("ifk,xefk->xei", operators.lift, jump)
            - c * einsum("rij,rxej->xei", operators.derivative, flux);
        increment = stage.a * increment + stage.dt * (inverse_jacobian * total);
        q + stage.b * increment
    }
}
