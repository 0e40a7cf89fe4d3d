//! The wave equation and its time step as array programs (Hesthaven & Warburton 2008, chapters 6 and 10). The state is
//! `q = (u, v)`.
//!
//! A face sees an outgoing variable, `u + n.v`, and an incoming one, `u - n.v`. Two parts come in through a face: a
//! part of the neighbour's incoming variable (`transmission`), and a part of the element's own outgoing variable
//! (`reflection`). With these two factors, one program serves the faces between elements and every boundary condition.

use array_fn::array_fn;
pub use array_fn_dg_laws::wave::{Faces, FacesOf};

array_fn! {
    use array_fn_dg_laws::space::{Geometry, Operators, Space};
    use array_fn_dg_laws::stepping::{B, FACTORS};
    use array_fn_dg_laws::wave::{Faces, differences, incoming, traces};

    /// `div v` and `grad u`, element by element.
    fn derivatives<E, N, F, T: f32 | f64>(
        q: [T; 4, E, N],
        operators: Operators,
        geometry: Geometry,
    ) -> ([T; E, N], [T; 3, E, N]) {
        let (derivative, metric) = (operators.derivative, geometry.metric);
        let along = einsum("rij,ej->rei", derivative, q[0]);
        let gradient = einsum("rxe,rei->xei", metric, along);
        let contravariant = einsum("rxe,xej->rej", metric, q[1..]);
        let divergence = einsum("rij,rej->ei", derivative, contravariant);
        (divergence, gradient)
    }

    /// The right-hand side with the upwind flux. Only incoming waves count, and the flux of `v` is `-n` times that of
    /// `u`. So one lift of a scalar serves both.
    fn upwind<E, N, F, T: f32 | f64>(q: [T; 4, E, N], space: Space, faces: Faces, c: T) -> [T; 4, E, N] {
        let Space { operators, geometry, .. } = space;
        let Geometry { normal, fscale, .. } = geometry;
        let normal_at = broadcast_to(normal[.., .., .., newaxis], [3, E, 4, F]);
        let (divergence, gradient) = derivatives(q, operators, geometry);
        let (u, vn, u_other, vn_other) = traces(q, normal_at, space.traces);
        let incoming = incoming(faces, u_other, vn_other);
        // Half the speed times `fscale` would be an array that all stages of a step share. The first stage would store
        // it, in a kernel of its own.
        let lifted = einsum("ifk,efk->efi", operators.lift, fscale[.., .., newaxis] * (incoming - (u - vn)));
        let u_t = c * (0.5 * lifted.sum(axis=1) - divergence);
        let v_t = -c * (0.5 * einsum("xef,efi->xei", normal, lifted) + gradient);
        concatenate([u_t[newaxis], v_t])
    }

    /// The right-hand side with a flux between the central (`alpha = 0`) and the upwind one (`alpha = 1`). Outgoing
    /// waves count, too, and are lifted separately.
    fn blended<E, N, F, T: f32 | f64>(q: [T; 4, E, N], space: Space, faces: Faces, c: T, alpha: T) -> [T; 4, E, N] {
        let Space { operators, geometry, .. } = space;
        let Geometry { normal, fscale, .. } = geometry;
        let normal_at = broadcast_to(normal[.., .., .., newaxis], [3, E, 4, F]);
        let (divergence, gradient) = derivatives(q, operators, geometry);
        let left = 1.0 - abs(faces.reflection[.., .., newaxis]);
        let (incoming, outgoing) = differences(q, normal_at, faces, space.traces, left);
        let scale = 0.25 * c * fscale[.., .., newaxis];
        let flux_in = (1.0 + alpha) * scale * incoming;
        let flux_out = (1.0 - alpha) * scale * outgoing;
        let lifted_in = einsum("ifk,efk->efi", operators.lift, flux_in);
        let lifted_out = einsum("ifk,efk->efi", operators.lift, flux_out);
        let u_t = (lifted_in - lifted_out).sum(axis=1) - c * divergence;
        let v_t = -einsum("xef,efi->xei", normal, lifted_in + lifted_out) - c * gradient;
        concatenate([u_t[newaxis], v_t])
    }

    /// The right-hand side of the wave equation with the upwind flux, `[4, E, N]`.
    #[ranks(E)]
    #[unfused]
    pub fn upwind_rhs<E, N, F, T: f32 | f64>(q: [T; 4, E, N], space: Space, faces: Faces, c: T) -> [T; 4, E, N]
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        upwind(q, space, faces, c)
    }

    /// The right-hand side with a flux between central (`alpha = 0`) and upwind (`alpha = 1`). This program and its
    /// step are compiled once for all orders, which halves the time to build this crate.
    #[ranks(E)]
    pub fn blended_rhs<E, N, F, T: f32 | f64>(
        q: [T; 4, E, N],
        space: Space,
        faces: Faces,
        c: T,
        alpha: T,
    ) -> [T; 4, E, N] {
        blended(q, space, faces, c, alpha)
    }

    /// Steps of the lengths `dt` with the upwind flux, in place, up to the first that is 0. `increment` is the memory of
    /// the method: zeros before the first step, and then the values that the last step left in it.
    #[ranks(E)]
    pub fn upwind_steps<S, E, N, F, T: f32 | f64>(
        q: &mut [T; 4, E, N],
        increment: &mut [T; 4, E, N],
        space: Space,
        faces: Faces,
        c: T,
        dt: [T; S],
    )
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15) | (56, 21) | (84, 28) | (120, 36),
    {
        let mut length = dt[0];
        let mut step = 0;
        while length > 0.0, at most S {
            for s in 0..5 {
                let rate = upwind(q, space, faces, c);
                increment = (FACTORS[s] as T) * increment + length * rate;
                q += (B[s] as T) * increment;
            }
            step += 1;
            length = dt[step % S];
        }
    }

    /// Steps of the lengths `dt` with a flux between central and upwind, in place, up to the first that is 0.
    /// `increment` is the memory of the method, as for [`upwind_steps()`].
    #[ranks(E)]
    pub fn blended_steps<S, E, N, F, T: f32 | f64>(
        q: &mut [T; 4, E, N],
        increment: &mut [T; 4, E, N],
        space: Space,
        faces: Faces,
        c: T,
        alpha: T,
        dt: [T; S],
    )
    {
        let mut length = dt[0];
        let mut step = 0;
        while length > 0.0, at most S {
            for s in 0..5 {
                let rate = blended(q, space, faces, c, alpha);
                increment = (FACTORS[s] as T) * increment + length * rate;
                q += (B[s] as T) * increment;
            }
            step += 1;
            length = dt[step % S];
        }
    }
}
