//! The compressible Navier-Stokes equations as array programs, for [`array-fn-dg`](https://docs.rs/array-fn-dg).
//!
//! The conserved variables are `q = (rho, m, E)`, `m = rho v`, of an ideal gas. The method is the strong form of
//! Hesthaven & Warburton 2008, chapters 6 and 7.
//!
//! | programs | for |
//! | --- | --- |
//! | [`step()`], [`overintegrated_step()`] | one step, at the orders that they are compiled for |
//! | [`rhs()`], [`overintegrated_rhs()`], [`curved_rhs()`], [`stage()`] | right-hand sides and stages, at all orders |
//! | [`signal_rate()`] | the largest time step |
//! | [`summary()`], [`curved_summary()`], [`flow()`], [`curved_flow()`] | integrals and extrema of a flow |
//!
//! # A right-hand side
//!
//! In a step, a right-hand side is two kernels:
//!
//! 1. The first differentiates velocity and temperature, with the central value on faces (Bassi & Rebay 1997). It
//!    stores the values that the second needs: the viscous stress, and its power and heat, 9 numbers per node.
//! 2. The second takes the divergence of the whole flux, inviscid minus viscous.
//!
//! The viscous flux on a face is the mean of the fluxes on both sides, less a penalty on the jump of velocity and
//! temperature. This is the local discontinuous Galerkin method with central fluxes (Castillo, Cockburn, Perugia &
//! Schoetzau 2000). Without the penalty, diffusion alone is only just stable.
//!
//! # The gas
//!
//! Temperatures are `theta = p / rho`, the gas constant times the temperature. The viscosity is
//! `viscosity + growth theta^(3/2) / (theta + sutherland)`. With `growth` 0 it is a constant, and with `viscosity` 0 it
//! is Sutherland's law. `conduction` is the conductivity of `theta` in units of the viscosity,
//! `gamma / ((gamma - 1) Pr)`, or 0. There is no bulk viscosity.
//!
//! # Faces
//!
//! `exterior_nodes` names the node across a face. On the boundary, that is the element's own node, or a node of an
//! additional element behind the elements of the mesh. Additional elements hold prescribed states, and the velocity and
//! temperature of walls. Their metric factors, `fscale` and `penalty` are 0, so nothing changes them.
//!
//! Four numbers per face ([`Faces`]) say what kind of face it is:
//!
//! | face | `share` | `slip` | `sticky` | `insulated` |
//! | --- | --- | --- | --- | --- |
//! | between elements; extrapolation, if the node across is the element's own | 1/2 | 0 | 0 | 0 |
//! | wall without friction or plane of symmetry; the node across is the element's own | 1/2 | 1 | 0 | 0 |
//! | prescribed state | 1 | 0 | 0 | 0 |
//! | wall with the velocity and temperature across | 1 | 0 | 1 | 0 |
//! | wall with the velocity across that lets no heat through | 1 | 0 | 1 | 1 |
//!
//! The value on a face lies between the element's own value and the value across: `share` is the part of the way from
//! the first to the second.
//!
//! Programs compute nothing from these arrays alone. Such a value would be the same in all stages of a step. So the
//! first stage would compute it for the others, and its kernels would differ from theirs.

#![warn(missing_docs)]

mod records;
mod viscous;

use array_fn::array_fn;
pub use records::{Faces, Gas, Rule};

array_fn! {
    use array_fn_dg_laws::flux::{Sides, hllc, normal_flux};
    use array_fn_dg_laws::gas::{Law, contracted, extrema as extrema_of, flux_along, pressure};
    use array_fn_dg_laws::space::{CurvedGeometry, Geometry, Operators, Space, Traces};
    use array_fn_dg_laws::stepping::{B, FACTORS, Stage};
    use crate::records::{Faces, Gas, Rule};
    use crate::viscous::{
        curved_gradient, gradient, primitives, stress, tension, viscosity, viscous, viscous_divergence,
    };

    /// Geometric factors at each node, of either kind of element.
    struct Nodal<E, N, F> {
        metric: [f64; 3, 3, E, N],
        normal: [f64; 3, E, 4, F],
        fscale: [f64; E, 4, F],
        penalty: [f64; E, 4, F],
    }

    /// The divergence of the flux, inviscid minus viscous, element by element. The flux along the coordinates of the
    /// reference element comes first, so that metric factors stay outside of the products with `derivative`.
    fn divergence<E, N>(
        q: [f64; 5, E, N],
        s: [f64; E, N, 9],
        derivative: [f64; 3, N, N],
        metric: [f64; 3, 3, E, N],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let (rho, momentum, energy) = (q[0], q[1..4], q[4]);
        let volume = 1.0 / rho;
        let p = pressure(q, gas.gamma);
        let mass = einsum("rxen,xen->ren", metric, momentum);
        let velocity = mass * volume;
        let s = s.transpose(2, 0, 1);
        let tension = stack([p - s[0], -s[1], -s[2], -s[1], p - s[3], -s[4], -s[2], -s[4], p - s[5]]);
        let force = einsum("rxen,xyen->ryen", metric, tension.reshape(3, 3, E, N));
        let transport = velocity[.., newaxis] * momentum + force;
        let work = velocity * (energy + p) - einsum("rxen,xen->ren", metric, s[6..]);
        contracted(derivative, mass, transport, work)
    }

    /// The states that the inviscid flux sees at face nodes: the element's own, and the one across. Then the difference
    /// `n.F(own) - F*` of the viscous flux, of momentum and of energy.
    fn face_states<E, N, F>(
        q: [f64; 5, E, N],
        s: [f64; E, N, 9],
        normal: [f64; 3, E, 4, F],
        penalty: [f64; E, 4, F],
        faces: Faces,
        traces: Traces,
        gas: Gas,
    ) -> (Sides<E, F, f64>, [f64; 3, E, 4, F], [f64; E, 4, F]) {
        let Traces { exterior_nodes, face_nodes } = traces;
        let (own, s_own) = (q[.., .., face_nodes], s[.., face_nodes]);
        #[inline]
        let across = q.reshape(5, E * N)[.., exterior_nodes];
        let s_across = s.reshape(E * N, 9)[exterior_nodes];
        // The inviscid flux sees all walls alike: across is the mirror image of the element's own state.
        let base = across + faces.sticky[.., .., newaxis] * (own - across);
        let away = 2.0 * einsum("xefk,xefk->efk", normal, base[1..4]);
        let turned = faces.slip[.., .., newaxis] * away + faces.sticky[.., .., newaxis] * away;
        let momentum = base[1..4] - turned[newaxis] * normal;
        let other = concatenate([base[..1], momentum, base[4..]]);
        let (drag, loss) = viscous(own, across, s_own, s_across, normal, penalty, faces, gas);
        (Sides { own, other, normal }, drag, loss)
    }

    /// The right-hand side with the stress `s`. On curved elements it is times the Jacobian, and so are metric factors
    /// and `fscale`.
    fn total<E, N, F>(
        q: [f64; 5, E, N],
        s: [f64; E, N, 9],
        operators: Operators<N, F, f64>,
        geometry: Nodal,
        traces: Traces,
        faces: Faces,
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let Nodal { metric, normal, fscale, penalty } = geometry;
        let (sides, drag, loss) = face_states(q, s, normal, penalty, faces, traces, gas);
        let inviscid = hllc(sides, Law { gamma: gas.gamma, wide: 0.0 });
        let difference = concatenate([
            inviscid[..1],
            inviscid[1..4] - drag,
            (inviscid[4] - loss)[newaxis],
        ]);
        let jump = fscale * difference;
        einsum("ifk,xefk->xei", operators.lift, jump)
            - divergence(q, s, operators.derivative, metric, gas)
    }

    /// The right-hand side.
    fn residual<E, N, F>(
        q: [f64; 5, E, N],
        space: Space<E, N, F, f64>,
        faces: Faces,
        penalty: [f64; E, 4],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let w = primitives(q, gas);
        let slope = gradient(q, w, space, faces, gas);
        let s = stress(w, slope, gas);
        let Space { operators, geometry, traces } = space;
        let at_nodes = Nodal {
            metric: broadcast_to(geometry.metric[.., .., .., newaxis], [3, 3, E, N]),
            normal: broadcast_to(geometry.normal[.., .., .., newaxis], [3, E, 4, F]),
            fscale: broadcast_to(geometry.fscale[.., .., newaxis], [E, 4, F]),
            penalty: broadcast_to(penalty[.., .., newaxis], [E, 4, F]),
        };
        total(q, s, operators, at_nodes, traces, faces, gas)
    }

    /// The inviscid flux, integrated against the derivatives of the basis. `rule` interpolates to the M points of the
    /// integration, and its `weak` is the inverse mass matrix times the integrals.
    fn weak_divergence<E, N, F, M, G>(
        q: [f64; 5, E, N],
        rule: Rule,
        metric: [f64; 3, 3, E],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let fine = einsum("mn,xen->xem", rule.interpolation, q);
        let metric_at = broadcast_to(metric[.., .., .., newaxis], [3, 3, E, M]);
        let (mass, transport, work) = flux_along(fine, metric_at, gas.gamma);
        contracted(rule.weak, mass, transport, work)
    }

    /// The states on both sides of a face, with their normal velocities drawn together: the jump is multiplied by the
    /// larger of the two Mach numbers (Rieper 2011, for Roe's flux). The dissipation of HLLC goes with the speed of
    /// sound, which is too much for slow eddies. At walls, beside prescribed states and above the speed of sound, the
    /// states stay as they are.
    fn low_mach<E, F>(sides: Sides<E, F, f64>, faces: Faces, gas: Gas) -> Sides<E, F, f64> {
        let Sides { own, other, normal } = sides;
        let (volume, volume_other) = (1.0 / own[0], 1.0 / other[0]);
        let square = volume ** 2 * (own[1..4] ** 2).sum(axis=0);
        let square_other = volume_other ** 2 * (other[1..4] ** 2).sum(axis=0);
        let theta = (gas.gamma - 1.0) * (volume * own[4] - 0.5 * square);
        let theta_other = (gas.gamma - 1.0) * (volume_other * other[4] - 0.5 * square_other);
        let mach = sqrt(maximum(square / theta, square_other / theta_other) / gas.gamma);
        let velocity = volume * einsum("xefk,xefk->efk", normal, own[1..4]);
        let velocity_other = volume_other * einsum("xefk,xefk->efk", normal, other[1..4]);
        // Each side takes half of it, as `share` is 1/2 between elements.
        let reduction = (1.0 - minimum(mach, 1.0)) * (velocity_other - velocity);
        let inside = reduction - faces.share[.., .., newaxis] * reduction;
        let way = inside - faces.slip[.., .., newaxis] * inside;
        let push = own[0] * way;
        let push_other = other[0] * way;
        let drawn = concatenate([
            own[..1],
            own[1..4] + push[newaxis] * normal,
            (own[4] + push * (velocity + 0.5 * way))[newaxis],
        ]);
        let drawn_other = concatenate([
            other[..1],
            other[1..4] - push_other[newaxis] * normal,
            (other[4] - push_other * (velocity_other - 0.5 * way))[newaxis],
        ]);
        Sides { own: drawn, other: drawn_other, normal }
    }

    /// The right-hand side with the inviscid flux integrated at M points of an element and G points of a face, in weak
    /// form. Products alias less in this form (Kirby & Karniadakis 2003). It is for flows that the mesh hardly
    /// resolves.
    fn overintegrated<E, N, F, M, G>(
        q: [f64; 5, E, N],
        rule: Rule,
        space: Space<E, N, F, f64>,
        faces: Faces,
        penalty: [f64; E, 4],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let w = primitives(q, gas);
        let slope = gradient(q, w, space, faces, gas);
        let s = stress(w, slope, gas);
        let Space { operators, geometry, traces } = space;
        let Geometry { metric, normal, fscale } = geometry;
        let normal_at = broadcast_to(normal[.., .., .., newaxis], [3, E, 4, F]);
        let penalty_at = broadcast_to(penalty[.., .., newaxis], [E, 4, F]);
        let (sides, drag, loss) = face_states(q, s, normal_at, penalty_at, faces, traces, gas);
        let fine_normal = broadcast_to(normal[.., .., .., newaxis], [3, E, 4, G]);
        let fine = Sides {
            own: einsum("gk,xefk->xefg", rule.face_interpolation, sides.own),
            other: einsum("gk,xefk->xefg", rule.face_interpolation, sides.other),
            normal: fine_normal,
        };
        let fine = low_mach(fine, faces, gas);
        // In weak form, the flux of the element's own state is not subtracted.
        let (flux, _, _, _) = normal_flux(fine.own, fine_normal, gas.gamma);
        let inviscid = hllc(fine, Law { gamma: gas.gamma, wide: 0.0 }) - flux;
        let viscous = concatenate([zeros([f64; 1, E, 4, F]), drag, loss[newaxis]]);
        einsum("ifg,xefg->xei", rule.lift, fscale[.., .., newaxis] * inviscid)
            - einsum("ifk,xefk->xei", operators.lift, fscale[.., .., newaxis] * viscous)
            + weak_divergence(q, rule, metric, gas)
            + viscous_divergence(s, operators.derivative, metric)
    }

    /// The right-hand side of the Navier-Stokes equations, `[5, E, N]`. It is compiled once for all orders, because
    /// only steps have to be fast.
    #[ranks(E)]
    pub fn rhs<E, N, F>(
        q: [f64; 5, E, N],
        space: Space<E, N, F, f64>,
        faces: Faces,
        penalty: [f64; E, 4],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        residual(q, space, faces, penalty, gas)
    }

    /// The right-hand side like [`rhs()`], with the inviscid flux integrated at M points of an element and G points of
    /// a face. It is compiled once for all orders.
    #[ranks(E)]
    pub fn overintegrated_rhs<E, N, F, M, G>(
        q: [f64; 5, E, N],
        rule: Rule,
        space: Space<E, N, F, f64>,
        faces: Faces,
        penalty: [f64; E, 4],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        overintegrated(q, rule, space, faces, penalty, gas)
    }

    /// [`rhs()`] on curved elements, in conservative form (Kopriva 2006). Metric factors are times the Jacobian, node
    /// by node, and `surface` is the surface Jacobian.
    #[ranks(E)]
    pub fn curved_rhs<E, N, F>(
        q: [f64; 5, E, N],
        operators: Operators<N, F, f64>,
        geometry: CurvedGeometry,
        traces: Traces,
        faces: Faces,
        penalty: [f64; E, 4, F],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let w = primitives(q, gas);
        let slope = curved_gradient(q, w, operators, geometry, traces, faces, gas);
        let s = stress(w, slope, gas);
        let CurvedGeometry { metric, inverse_jacobian, normal, surface, .. } = geometry;
        let at_nodes = Nodal { metric, normal, fscale: surface, penalty };
        inverse_jacobian * total(q, s, operators, at_nodes, traces, faces, gas)
    }

    /// One step of length `dt` from the state `state`. `increment` is the memory of the method: zeros before the first
    /// step, and then the values that the last step left in it.
    ///
    /// The step is not in place. Reads of an array that is updated do not move to a later kernel, so the first stage
    /// would have kernels of its own.
    #[ranks(E)]
    pub fn step<E, N, F>(
        state: [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        space: Space<E, N, F, f64>,
        faces: Faces,
        penalty: [f64; E, 4],
        gas: Gas,
        dt: f64,
    ) -> [f64; 5, E, N]
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15),
    {
        let mut q = state;
        for s in 0..5 {
            let rate = residual(q, space, faces, penalty, gas);
            increment = FACTORS[s] * increment + dt * rate;
            q = q + B[s] * increment;
        }
        q
    }

    /// One step like [`step()`], with the inviscid flux at the points of rules that are exact to degree 3p. It exists
    /// for the orders that are used most for flows that need it.
    #[ranks(E)]
    pub fn overintegrated_step<E, N, F, M, G>(
        state: [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        rule: Rule,
        space: Space<E, N, F, f64>,
        faces: Faces,
        penalty: [f64; E, 4],
        gas: Gas,
        dt: f64,
    ) -> [f64; 5, E, N]
    where
        (N, F, M, G): (10, 6, 24, 12) | (20, 10, 59, 19),
    {
        let mut q = state;
        for s in 0..5 {
            let rate = overintegrated(q, rule, space, faces, penalty, gas);
            increment = FACTORS[s] * increment + dt * rate;
            q = q + B[s] * increment;
        }
        q
    }

    /// One stage of a step, in place, with the right-hand side `rate + source`. Together with [`rhs()`] it serves the
    /// orders that [`step()`] is not compiled for, and sources of the conserved variables.
    pub fn stage<E, N>(
        q: &mut [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        rate: [f64; 5, E, N],
        source: [f64; 5, E, N],
        stage: Stage,
    ) {
        increment = stage.a * increment + stage.dt * (rate + source);
        q += stage.b * increment;
    }

    /// The rate that limits the time step: the largest `(|v| + a) f + diffusion d f^2` of all nodes. `f` is the largest
    /// `fscale` of the element, and `d` is the larger of the diffusivities of momentum and heat at the node. The result
    /// is NaN if density or pressure is not positive somewhere.
    pub fn signal_rate<E, N>(q: [f64; 5, E, N], fscale: [f64; E, 4], gas: Gas, diffusion: f64) -> f64 {
        let w = primitives(q, gas);
        let theta = w[3];
        let mu = viscosity(theta, gas);
        let diffusivity = mu / q[0] * maximum(4.0 / 3.0, (gas.gamma - 1.0) * gas.conduction);
        let speed = sqrt((w[..3] ** 2).sum(axis=0)) + sqrt(gas.gamma * theta);
        let f = fscale.max(axis=1)[.., newaxis];
        let rate = f * (speed + diffusion * f * diffusivity);
        where((q[0] > 0.0) & (theta > 0.0), rate, nan).max()
    }

    /// The least and the largest density, the least and the largest pressure, and the largest Mach number, over the
    /// nodes that are `real`.
    fn extrema<E, N>(q: [f64; 5, E, N], real: [bool; E, N], gas: Gas) -> [f64; 5] {
        let w = primitives(q, gas);
        let p = q[0] * w[3];
        extrema_of(q[0], p, (w[..3] ** 2).sum(axis=0) / (gas.gamma * w[3]), real)
    }

    /// The integrals of the conserved variables over each element, `[5, E]`. Then the least and the largest density, the
    /// least and the largest pressure, and the largest Mach number, `[5]`.
    ///
    /// `weights` are the integrals of the nodal basis over the reference element. Elements whose Jacobian is 0 do not
    /// count for the extrema.
    pub fn summary<E, N>(q: [f64; 5, E, N], jacobian: [f64; E], weights: [f64; N], gas: Gas) -> ([f64; 5, E], [f64; 5]) {
        let totals = einsum("xen,e,n->xe", q, jacobian, weights);
        (totals, extrema(q, broadcast_to((jacobian > 0.0)[.., newaxis], [E, N]), gas))
    }

    /// [`summary()`] of curved elements, with the Jacobian at each node.
    pub fn curved_summary<E, N>(
        q: [f64; 5, E, N],
        jacobian: [f64; E, N],
        weights: [f64; N],
        gas: Gas,
    ) -> ([f64; 5, E], [f64; 5]) {
        (einsum("xen,en,n->xe", q, jacobian, weights), extrema(q, jacobian > 0.0, gas))
    }

    /// The densities that [`flow()`] integrates, `[4, E, N]`, relative to the reference element. Each interpolant is
    /// times `root`, the square root of the Jacobian.
    fn densities<E, N>(
        q: [f64; 5, E, N],
        w: [f64; 4, E, N],
        slope: [f64; 3, 4, E, N],
        root: [f64; E, N],
        mass: [f64; N, N],
        gas: Gas,
    ) -> [f64; 4, E, N] {
        let theta = w[3];
        let mu = viscosity(theta, gas);
        let s = tension(slope, mu);
        let curl = root * stack([
            slope[1, 2] - slope[2, 1],
            slope[2, 0] - slope[0, 2],
            slope[0, 1] - slope[1, 0],
        ]);
        let strain = stack([
            slope[0, 0],
            slope[0, 1] + slope[1, 0],
            slope[0, 2] + slope[2, 0],
            slope[1, 1],
            slope[1, 2] + slope[2, 1],
            slope[2, 2],
        ]);
        let expansion = slope[0, 0] + slope[1, 1] + slope[2, 2];
        // The mass matrix integrates the product of two polynomials of the order exactly.
        let kinetic = (einsum("ij,xej->xei", mass, root * q[1..4]) * w[..3]).sum(axis=0);
        let enstrophy = (einsum("ij,xej->xei", mass, curl) * curl).sum(axis=0) * q[0];
        let friction = (einsum("ij,xej->xei", mass, root * s) * strain).sum(axis=0);
        let work = einsum("ij,ej->ei", mass, root * expansion) * q[0] * theta;
        stack([0.5 * root * kinetic, 0.5 * enstrophy, root * friction, root * work])
    }

    /// Four integrals over each element, `[4, E]`: the kinetic energy, the enstrophy `rho |curl v|^2 / 2`, the power that
    /// friction takes from the flow, and the power `p div v` that expansion brings to it. Gradients are those of the
    /// viscous stress. `mass` is the mass matrix of the reference element.
    #[ranks(E)]
    pub fn flow<E, N, F>(
        q: [f64; 5, E, N],
        space: Space<E, N, F, f64>,
        faces: Faces,
        jacobian: [f64; E],
        mass: [f64; N, N],
        gas: Gas,
    ) -> [f64; 4, E] {
        let w = primitives(q, gas);
        let slope = gradient(q, w, space, faces, gas);
        let root = broadcast_to(sqrt(jacobian)[.., newaxis], [E, N]);
        densities(q, w, slope, root, mass, gas).sum(axis=2)
    }

    /// [`flow()`] of curved elements, with arguments as for [`curved_rhs()`].
    #[ranks(E)]
    pub fn curved_flow<E, N, F>(
        q: [f64; 5, E, N],
        operators: Operators<N, F, f64>,
        geometry: CurvedGeometry,
        traces: Traces,
        faces: Faces,
        mass: [f64; N, N],
        gas: Gas,
    ) -> [f64; 4, E] {
        let w = primitives(q, gas);
        let slope = curved_gradient(q, w, operators, geometry, traces, faces, gas);
        densities(q, w, slope, sqrt(geometry.jacobian), mass, gas).sum(axis=2)
    }
}
