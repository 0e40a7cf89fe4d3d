//! Maxwell's equations in vacuum as array programs: `E_t = curl H`, `H_t = -curl E`, with the speed of light 1
//! (Hesthaven & Warburton 2008, section 10.5).
//!
//! The state is `q = (E, H)`. Where `wall` is 1, a perfect conductor mirrors the electric field. The programs are
//! compiled once for all orders.

use array_fn::array_fn;

array_fn! {
    use array_fn_dg_laws::space::Space;
    use array_fn_dg_laws::stepping::{B, FACTORS};

    /// The curl at the nodes.
    fn curl<E, N>(v: [f64; 3, E, N], derivative: [f64; 3, N, N], metric: [f64; 3, 3, E]) -> [f64; 3, E, N] {
        let slope = einsum("rde,rxei->dxei", metric, einsum("rij,xej->rxei", derivative, v));
        stack([slope[1, 2] - slope[2, 1], slope[2, 0] - slope[0, 2], slope[0, 1] - slope[1, 0]])
    }

    fn cross<E, F>(a: [f64; 3, E, 4, F], b: [f64; 3, E, 4, F]) -> [f64; 3, E, 4, F] {
        stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
    }

    /// The part of vectors at face nodes that is tangential to the face.
    fn tangential<E, F>(v: [f64; 3, E, 4, F], normal: [f64; 3, E, 4, F]) -> [f64; 3, E, 4, F] {
        v - normal * einsum("xefk,xefk->efk", normal, v)
    }

    fn residual<E, N, F>(q: [f64; 6, E, N], space: Space<E, N, F, f64>, wall: [f64; E, 4]) -> [f64; 6, E, N] {
        let Space { operators, geometry, traces } = space;
        let normal = broadcast_to(geometry.normal[.., .., .., newaxis], [3, E, 4, F]);
        let own = q[.., .., traces.face_nodes];
        let across = q.reshape(6, E * N)[.., traces.exterior_nodes];
        // On the boundary, the node across is the element's own.
        let electric = across[..3] - own[..3] - 2.0 * wall[.., .., newaxis] * own[..3];
        let magnetic = across[3..] - own[3..];
        let jump = concatenate([
            cross(normal, magnetic) + tangential(electric, normal),
            tangential(magnetic, normal) - cross(normal, electric),
        ]);
        let (derivative, metric) = (operators.derivative, geometry.metric);
        let inside = concatenate([curl(q[3..], derivative, metric), -curl(q[..3], derivative, metric)]);
        inside + einsum("ifk,xefk->xei", operators.lift, 0.5 * geometry.fscale[.., .., newaxis] * jump)
    }

    /// The right-hand side with the upwind flux, `[6, E, N]`.
    #[ranks(E)]
    pub fn rhs<E, N, F>(q: [f64; 6, E, N], space: Space<E, N, F, f64>, wall: [f64; E, 4]) -> [f64; 6, E, N] {
        residual(q, space, wall)
    }

    /// Steps of the lengths `dt` with the upwind flux, in place, up to the first that is 0. `increment` is the memory of
    /// the method: zeros before the first step, and then the values that the last step left in it.
    #[ranks(E)]
    pub fn steps<S, E, N, F>(
        q: &mut [f64; 6, E, N],
        increment: &mut [f64; 6, E, N],
        space: Space<E, N, F, f64>,
        wall: [f64; E, 4],
        dt: [f64; S],
    ) {
        let mut length = dt[0];
        let mut step = 0;
        while length > 0.0, at most S {
            for s in 0..5 {
                let rate = residual(q, space, wall);
                increment = FACTORS[s] * increment + length * rate;
                q += B[s] * increment;
            }
            step += 1;
            length = dt[step % S];
        }
    }
}
