//! The wave equation on curved elements, in double precision: factors are those at each node. Faces are as in
//! [`wave`](crate::wave).
//!
//! A step is a call for each stage, of kernels that are compiled once for all orders. Both equations are in
//! conservative form (Kopriva 2006), as in [`curved_euler`](crate::curved_euler): fluxes of u and of v are lifted apart.

use array_fn::array_fn;
pub use array_fn_dg_laws::curved::Elements;

array_fn! {
    use array_fn_dg_laws::curved::Elements;
    use array_fn_dg_laws::wave::traces;

    /// Faces, and the nodes beside them.
    pub struct Faces<E, N, F> {
        /// Outward unit normals.
        normal: [f64; 3, E, 4, F],
        /// The Jacobian of the surface.
        surface: [f64; E, 4, F],
        /// The part of the neighbour's incoming variable that comes in.
        transmission: [f64; E, 4],
        /// The part of the own outgoing variable that comes in.
        reflection: [f64; E, 4],
        /// The node across each node of a face.
        exterior_nodes: [index<E * N>; E, 4, F],
        /// The nodes of an element that lie on its faces.
        face_nodes: [index<N>; 4, F],
    }

    /// The speed of waves, and the flux between the central (`alpha = 0`) and the upwind one (`alpha = 1`).
    pub struct Law {
        /// The speed.
        c: f64,
        /// The part of the upwind flux.
        alpha: f64,
    }

    /// What comes in and what goes out at the face nodes, of the flux between the central (`alpha = 0`) and the
    /// upwind one (`alpha = 1`), times `scale`: a quarter of the speed times the surface Jacobian.
    fn face_waves<E, N, F>(
        q: [f64; 4, E, N],
        faces: Faces,
        scale: [f64; E, 4, F],
        alpha: f64,
    ) -> ([f64; E, 4, F], [f64; E, 4, F]) {
        let Faces { normal, transmission, reflection, exterior_nodes, face_nodes, .. } = faces;
        let (u, vn, u_other, vn_other) = traces(q, normal, exterior_nodes, face_nodes);
        let (passed, returned) = (transmission[.., .., newaxis], reflection[.., .., newaxis]);
        let incoming = passed * (u_other - vn_other) + returned * (u_other + vn_other);
        // A radiating face passes what goes out, too: there both factors are 0.
        #[inline]
        let left = 1.0 - abs(returned);
        let outgoing = left * (u_other + vn_other)
            + returned * (u_other - vn_other);
        (
            (1.0 + alpha) * scale * (incoming - (u - vn)),
            (1.0 - alpha) * scale * (outgoing - (u + vn)),
        )
    }

    /// One stage of a step of length `dt`, with a flux between the central (`alpha = 0`) and the upwind one
    /// (`alpha = 1`): `increment = a increment + dt rate`; the result is the state `q + b increment`. With a of 0, `dt` of
    /// 1 and b of 0 the increment is the right-hand side.
    pub fn stage<E, N, F>(
        q: [f64; 4, E, N],
        increment: &mut [f64; 4, E, N],
        elements: Elements,
        faces: Faces,
        law: Law,
        a: f64,
        b: f64,
        dt: f64,
    ) -> [f64; 4, E, N] {
        let Elements { derivative, lift, metric, inverse_jacobian } = elements;
        let Law { c, alpha } = law;
        let along = einsum("rxen,xen->ren", metric, q[1..]);
        let flux = concatenate([along[.., newaxis], metric * q[0]], axis=1);
        let (flux_in, flux_out) = face_waves(q, faces, 0.25 * c * faces.surface, alpha);
        let jump = concatenate([
            (flux_in - flux_out)[newaxis],
            -(flux_in + flux_out)[newaxis] * faces.normal,
        ]);
        let total = einsum("ifk,xefk->xei", lift, jump)
            - c * einsum("rij,rxej->xei", derivative, flux);
        increment = a * increment + dt * (inverse_jacobian * total);
        q + b * increment
    }
}
