//! The compressible Navier-Stokes equations as array programs: conserved variables `q = (rho, m, E)`,
//! `m = rho v`, of an ideal gas, in the strong form of Hesthaven & Warburton 2008, chapters 6 and 7.
//!
//! In a step a right-hand side is two kernels. The first differentiates velocity and temperature, with the central
//! value on faces (Bassi & Rebay 1997), and keeps what the second needs of it: the viscous stress and the
//! power and heat that go with it, 9 numbers a node. The second takes the divergence of the whole flux,
//! inviscid minus viscous. The viscous flux on a face is the mean of those beside it, less a penalty on the
//! jump of velocity and temperature (the local discontinuous Galerkin method with central fluxes;
//! Castillo, Cockburn, Perugia & Schoetzau 2000), without which diffusion alone is only just stable.
//!
//! Temperatures are `theta = p / rho`: what the gas constant times the temperature is. Viscosity is
//! `viscosity + growth theta^(3/2) / (theta + sutherland)`: with `growth` 0 a constant, with `viscosity` 0
//! Sutherland's law. `conduction` is the conductivity of `theta` in units of the viscosity, `gamma /
//! ((gamma - 1) Pr)`, or 0. There is no bulk viscosity.
//!
//! `exterior_nodes` names the node across a face, or the own node on the boundary. States prescribed on
//! the boundary, and velocity and temperature of walls, are those of elements of their own behind those of
//! the mesh; with metric factors, `fscale` and `penalty` of 0 nothing changes them. What a face is say
//!
//! | face | `share` | `slip` | `sticky` | `insulated` |
//! | --- | --- | --- | --- | --- |
//! | between elements; extrapolation, if the node across is the own one | 1/2 | 0 | 0 | 0 |
//! | wall without friction or plane of symmetry; the node across is the own one | 1/2 | 1 | 0 | 0 |
//! | prescribed state | 1 | 0 | 0 | 0 |
//! | wall with the velocity and temperature across | 1 | 0 | 1 | 0 |
//! | wall with the velocity across that lets no heat through | 1 | 0 | 1 | 1 |
//!
//! The value on a face is the own one and `share` of the way to that across. Nothing here is computed of
//! these arrays alone: it would be the same in all stages of a step, so that the first would do it for the
//! others, in other kernels than theirs.

#![warn(missing_docs)]

use array_fn::array_fn;

array_fn! {
    use array_fn_dg_laws::flux::{hllc, normal_flux};
    use array_fn_dg_laws::gas::{Law, flux_along, extrema as extrema_of};
    use array_fn_dg_laws::stepping::{B, FACTORS};

    /// Matrices of the reference element.
    pub struct Operators<N, F> {
        /// Derivatives along the reference coordinates.
        derivative: [f64; 3, N, N],
        /// From values on the faces to the inverse mass matrix times their integrals.
        lift: [f64; N, 4, F],
    }

    /// Geometric factors of elements with plane faces.
    pub struct Geometry<E> {
        /// Derivatives of the reference coordinates by the physical ones.
        metric: [f64; 3, 3, E],
        /// Outward unit normals.
        normal: [f64; 3, E, 4],
        /// Surface over volume Jacobian.
        fscale: [f64; E, 4],
        /// The penalty on jumps of velocity, divided by the viscosity.
        penalty: [f64; E, 4],
    }

    /// Geometric factors of curved elements, in conservative form.
    pub struct CurvedGeometry<E, N, F> {
        /// Derivatives of the reference coordinates by the physical ones, times the Jacobian.
        metric: [f64; 3, 3, E, N],
        /// One over the Jacobian.
        inverse_jacobian: [f64; E, N],
        /// Outward unit normals.
        normal: [f64; 3, E, 4, F],
        /// The Jacobian of the surface.
        surface: [f64; E, 4, F],
        /// The penalty on jumps of velocity, divided by the viscosity.
        penalty: [f64; E, 4, F],
    }

    /// Geometric factors at each node, of either kind of element.
    struct Nodal<E, N, F> {
        metric: [f64; 3, 3, E, N],
        normal: [f64; 3, E, 4, F],
        fscale: [f64; E, 4, F],
        penalty: [f64; E, 4, F],
    }

    /// What each face is: the table at the top of this crate.
    pub struct Faces<E> {
        /// How far it is to the value on the face, as a part of the way to that across.
        share: [f64; E, 4],
        /// 1 on walls without friction.
        slip: [f64; E, 4],
        /// 1 on walls to which the gas sticks.
        sticky: [f64; E, 4],
        /// 1 on walls that let no heat through.
        insulated: [f64; E, 4],
    }

    /// Where the values beside a face are.
    pub struct Traces<E, N, F> {
        /// The node across each node of a face.
        exterior_nodes: [index<E * N>; E, 4, F],
        /// The nodes of an element that lie on its faces.
        face_nodes: [index<N>; 4, F],
    }

    /// All that a right-hand side on plane faces knows of the mesh.
    pub struct Mesh<E, N, F> {
        /// Matrices of the reference element.
        operators: Operators,
        /// Geometric factors.
        geometry: Geometry,
        /// What each face is.
        faces: Faces,
        /// Where the values beside faces are.
        traces: Traces,
    }

    /// A rule of M points of an element and G of a face, at which the inviscid flux is integrated.
    pub struct Rule<N, F, M, G> {
        /// From nodes to the points of the element.
        interpolation: [f64; M, N],
        /// The inverse mass matrix times integrals against the derivatives of the basis.
        weak: [f64; 3, N, M],
        /// From nodes of a face to its points.
        face_interpolation: [f64; G, F],
        /// As [`Operators`] have it, from the points of faces.
        lift: [f64; N, 4, G],
    }

    /// A gas and its transport, in the terms at the top of this crate.
    pub struct Gas {
        /// Ratio of specific heats.
        gamma: f64,
        /// The part of the viscosity that does not depend on the temperature.
        viscosity: f64,
        /// The factor of `theta^(3/2) / (theta + sutherland)` in the viscosity.
        growth: f64,
        /// Sutherland's temperature, times the gas constant.
        sutherland: f64,
        /// The conductivity of `theta` over the viscosity.
        conduction: f64,
    }

    /// The viscosity at the temperature `theta`.
    fn viscosity<E, N>(theta: [f64; E, N], gas: Gas) -> [f64; E, N] {
        gas.viscosity + gas.growth * theta * sqrt(theta) / (theta + gas.sutherland)
    }

    /// Velocity and temperature at the nodes of elements. Both kernels of a stage compute them: that is less
    /// than to store them, as without the attributes one would for the other.
    fn primitives<E, N>(q: [f64; 5, E, N], gas: Gas) -> [f64; 4, E, N] {
        #[inline]
        let volume = 1.0 / q[0];
        #[inline]
        let velocity = volume[newaxis] * q[1..4];
        #[inline]
        let theta = (gas.gamma - 1.0) * (volume * q[4] - 0.5 * (velocity ** 2).sum(axis=0));
        concatenate([velocity, theta[newaxis]])
    }

    /// Velocity and temperature at the nodes of faces. Whatever both kernels of a stage need of faces they compute, too:
    /// it is several times as much memory as the state.
    fn face_primitives<E, F>(q: [f64; 5, E, 4, F], gas: Gas) -> [f64; 4, E, 4, F] {
        #[inline]
        let volume = 1.0 / q[0];
        #[inline]
        let velocity = volume[newaxis] * q[1..4];
        #[inline]
        let squares = velocity ** 2;
        #[inline]
        let square = squares.sum(axis=0);
        #[inline]
        let energy = volume * q[4];
        #[inline]
        let kinetic = 0.5 * square;
        #[inline]
        let inner = energy - kinetic;
        #[inline]
        let theta = (gas.gamma - 1.0) * inner;
        concatenate([velocity, theta[newaxis]])
    }

    /// Velocity and temperature across less the own ones, on a wall without friction those of the mirror
    /// image. Of the temperature nothing through what is insulated.
    fn jumps<E, F>(
        own: [f64; 4, E, 4, F],
        across: [f64; 4, E, 4, F],
        normal: [f64; 3, E, 4, F],
        faces: Faces,
    ) -> [f64; 4, E, 4, F] {
        #[inline]
        let along = normal * across[..3];
        #[inline]
        let speed = along.sum(axis=0);
        #[inline]
        let twice = 2.0 * speed;
        #[inline]
        let turned = faces.slip[.., .., newaxis] * twice;
        #[inline]
        let away = turned[newaxis] * normal;
        #[inline]
        let mirrored = across[..3] - away;
        #[inline]
        let velocity = mirrored - own[..3];
        #[inline]
        let theta = across[3] - own[3];
        #[inline]
        let held = faces.insulated[.., .., newaxis] * theta;
        #[inline]
        let open = theta - held;
        concatenate([velocity, open[newaxis]])
    }

    /// The way from the own velocity and temperature to those on the faces, `[4, E, 4, F]`.
    fn to_face<E, N, F>(
        q: [f64; 5, E, N],
        w: [f64; 4, E, N],
        normal: [f64; 3, E, 4, F],
        faces: Faces,
        traces: Traces,
        gas: Gas,
    ) -> [f64; 4, E, 4, F] {
        let own = w[.., .., traces.face_nodes];
        #[inline]
        let across = q.reshape(5, E * N)[.., traces.exterior_nodes];
        let across = face_primitives(across, gas);
        faces.share[.., .., newaxis] * jumps(own, across, normal, faces)
    }

    /// The gradient of velocity and temperature `w` at the nodes, `[3, 4, E, N]`.
    fn gradient<E, N, F>(
        q: [f64; 5, E, N],
        w: [f64; 4, E, N],
        mesh: Mesh,
        gas: Gas,
    ) -> [f64; 3, 4, E, N] {
        let Mesh { operators, geometry, faces, traces } = mesh;
        let normal_at = broadcast_to(geometry.normal[.., .., .., newaxis], [3, E, 4, F]);
        let way = to_face(q, w, normal_at, faces, traces, gas);
        let jump = geometry.fscale[.., .., newaxis] * way;
        let lifted = einsum("ifk,aefk->aefi", operators.lift, jump);
        let along = einsum("rij,aej->raei", operators.derivative, w);
        einsum("rxe,raei->xaei", geometry.metric, along)
            + einsum("xef,aefi->xaei", geometry.normal, lifted)
    }

    /// The same on curved elements, in conservative form: metric factors are times the Jacobian, node by node.
    fn curved_gradient<E, N, F>(
        q: [f64; 5, E, N],
        w: [f64; 4, E, N],
        operators: Operators,
        geometry: CurvedGeometry,
        faces: Faces,
        traces: Traces,
        gas: Gas,
    ) -> [f64; 3, 4, E, N] {
        let CurvedGeometry { metric, inverse_jacobian, normal, surface, .. } = geometry;
        let way = to_face(q, w, normal, faces, traces, gas);
        let jump = normal[.., newaxis] * (surface * way);
        let along = metric[.., .., newaxis] * w;
        inverse_jacobian * (einsum("rij,rxaej->xaei", operators.derivative, along)
            + einsum("ifk,xaefk->xaei", operators.lift, jump))
    }

    /// The viscous stress, xx, xy, xz, yy, yz, zz, of a fluid with the viscosity `mu`.
    fn tension<E, N>(slope: [f64; 3, 4, E, N], mu: [f64; E, N]) -> [f64; 6, E, N] {
        let third = (slope[0, 0] + slope[1, 1] + slope[2, 2]) / 3.0;
        mu[newaxis] * stack([
            2.0 * (slope[0, 0] - third),
            slope[0, 1] + slope[1, 0],
            slope[0, 2] + slope[2, 0],
            2.0 * (slope[1, 1] - third),
            slope[1, 2] + slope[2, 1],
            2.0 * (slope[2, 2] - third),
        ])
    }

    /// The viscous stress xx, xy, xz, yy, yz, zz, then its power and the heat along x, y, z, of velocity and
    /// temperature `w` and their gradient: `[E, N, 9]`, so that those of a node lie side by side: the second
    /// kernel of a stage gathers all of them from the nodes across faces.
    fn stress<E, N>(
        w: [f64; 4, E, N],
        slope: [f64; 3, 4, E, N],
        gas: Gas,
    ) -> [f64; E, N, 9] {
        let theta = w[3];
        let mu = viscosity(theta, gas);
        let s = tension(slope, mu);
        let heat = (gas.conduction * mu)[newaxis] * slope[.., 3];
        let power = stack([
            s[0] * w[0] + s[1] * w[1] + s[2] * w[2],
            s[1] * w[0] + s[3] * w[1] + s[4] * w[2],
            s[2] * w[0] + s[4] * w[1] + s[5] * w[2],
        ]);
        #[materialize]
        let all = concatenate([s, power + heat]).transpose(1, 2, 0);
        all
    }

    /// The force of the stress on a face with the normal `normal`, and its power with the heat.
    fn traction<E, F>(
        s: [f64; E, 4, F, 9],
        normal: [f64; 3, E, 4, F],
    ) -> ([f64; 3, E, 4, F], [f64; E, 4, F]) {
        let (n, s) = (normal, s.transpose(3, 0, 1, 2));
        let force = stack([
            n[0] * s[0] + n[1] * s[1] + n[2] * s[2],
            n[0] * s[1] + n[1] * s[3] + n[2] * s[4],
            n[0] * s[2] + n[1] * s[4] + n[2] * s[5],
        ]);
        (force, einsum("xefk,xefk->efk", normal, s[6..]))
    }

    /// `n.F(own) - F*` of the viscous flux: of momentum, and of energy.
    fn viscous<E, F>(
        own: [f64; 5, E, 4, F],
        across: [f64; 5, E, 4, F],
        s_own: [f64; E, 4, F, 9],
        s_across: [f64; E, 4, F, 9],
        normal: [f64; 3, E, 4, F],
        penalty: [f64; E, 4, F],
        faces: Faces,
        gas: Gas,
    ) -> ([f64; 3, E, 4, F], [f64; E, 4, F]) {
        let w = face_primitives(own, gas);
        let jump = jumps(w, face_primitives(across, gas), normal, faces);
        let on_face = w + faces.share[.., .., newaxis] * jump;
        let theta = on_face[3];
        let mu = gas.viscosity + gas.growth * theta * sqrt(theta) / (theta + gas.sutherland);
        let stiffness = penalty * mu;
        let drag = stiffness[newaxis] * jump[..3];
        let leak = gas.conduction * stiffness * jump[3];

        // On a wall without friction: no power, no heat, and of the force the normal part.
        let (force, power) = traction(s_own, normal);
        let (force_across, power_across) = traction(s_across, normal);
        let pull = einsum("xefk,xefk->efk", normal, force_across);
        let along = force_across - pull[newaxis] * normal;
        let force_step = force - force_across + faces.slip[.., .., newaxis] * (2.0 * along);
        let power_step = power - power_across + faces.slip[.., .., newaxis] * (2.0 * power_across);
        let work = (force * on_face[..3]).sum(axis=0);
        (
            force_step - faces.share[.., .., newaxis] * force_step - drag,
            power_step - faces.share[.., .., newaxis] * power_step
                + faces.insulated[.., .., newaxis] * (power - work)
                - (on_face[..3] * drag).sum(axis=0) - leak,
        )
    }

    /// The divergence of the flux, inviscid minus viscous, element by element: the flux along the
    /// coordinates of the reference element first, so that metric factors stay outside of the products
    /// with `derivative`.
    fn divergence<E, N>(
        q: [f64; 5, E, N],
        s: [f64; E, N, 9],
        derivative: [f64; 3, N, N],
        metric: [f64; 3, 3, E, N],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let (rho, momentum, energy) = (q[0], q[1..4], q[4]);
        let volume = 1.0 / rho;
        let p = (gas.gamma - 1.0) * (energy - 0.5 * volume * (momentum ** 2).sum(axis=0));
        let mass = einsum("rxen,xen->ren", metric, momentum);
        let velocity = mass * volume;
        let s = s.transpose(2, 0, 1);
        let tension = stack([p - s[0], -s[1], -s[2], -s[1], p - s[3], -s[4], -s[2], -s[4], p - s[5]]);
        let force = einsum("rxen,xyen->ryen", metric, tension.reshape(3, 3, E, N));
        let transport = velocity[.., newaxis] * momentum + force;
        let work = velocity * (energy + p) - einsum("rxen,xen->ren", metric, s[6..]);
        concatenate([
            einsum("rij,rej->ei", derivative, mass)[newaxis],
            einsum("rij,rxej->xei", derivative, transport),
            einsum("rij,rej->ei", derivative, work)[newaxis],
        ])
    }

    /// The states that the inviscid flux sees at face nodes, the own one and the one across, and the
    /// difference `n.F(own) - F*` of the viscous flux: of momentum, and of energy.
    fn face_states<E, N, F>(
        q: [f64; 5, E, N],
        s: [f64; E, N, 9],
        normal: [f64; 3, E, 4, F],
        penalty: [f64; E, 4, F],
        faces: Faces,
        traces: Traces,
        gas: Gas,
    ) -> ([f64; 5, E, 4, F], [f64; 5, E, 4, F], [f64; 3, E, 4, F], [f64; E, 4, F]) {
        let Traces { exterior_nodes, face_nodes } = traces;
        let (own, s_own) = (q[.., .., face_nodes], s[.., face_nodes]);
        #[inline]
        let across = q.reshape(5, E * N)[.., exterior_nodes];
        let s_across = s.reshape(E * N, 9)[exterior_nodes];
        // To the inviscid flux all walls are the same: the mirror image of the own state is across.
        let base = across + faces.sticky[.., .., newaxis] * (own - across);
        let away = 2.0 * einsum("xefk,xefk->efk", normal, base[1..4]);
        let turned = faces.slip[.., .., newaxis] * away + faces.sticky[.., .., newaxis] * away;
        let momentum = base[1..4] - turned[newaxis] * normal;
        let other = concatenate([base[..1], momentum, base[4..]]);
        let (drag, loss) = viscous(own, across, s_own, s_across, normal, penalty, faces, gas);
        (own, other, drag, loss)
    }

    /// The right-hand side with the stress `s`; on curved elements times the Jacobian, with metric factors and `fscale`
    /// that are multiplied by it.
    fn total<E, N, F>(
        q: [f64; 5, E, N],
        s: [f64; E, N, 9],
        operators: Operators,
        geometry: Nodal,
        faces: Faces,
        traces: Traces,
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let Nodal { metric, normal, fscale, penalty } = geometry;
        let (own, other, drag, loss) = face_states(q, s, normal, penalty, faces, traces, gas);
        let inviscid = hllc(own, other, normal, Law { gamma: gas.gamma, wide: 0.0 });
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
        mesh: Mesh,
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let w = primitives(q, gas);
        let slope = gradient(q, w, mesh, gas);
        let s = stress(w, slope, gas);
        let Mesh { operators, geometry, faces, traces } = mesh;
        let at_nodes = Nodal {
            metric: broadcast_to(geometry.metric[.., .., .., newaxis], [3, 3, E, N]),
            normal: broadcast_to(geometry.normal[.., .., .., newaxis], [3, E, 4, F]),
            fscale: broadcast_to(geometry.fscale[.., .., newaxis], [E, 4, F]),
            penalty: broadcast_to(geometry.penalty[.., .., newaxis], [E, 4, F]),
        };
        total(q, s, operators, at_nodes, faces, traces, gas)
    }

    /// The inviscid flux integrated against the derivatives of the basis at M points, to which `interpolation`
    /// goes; `weak` is the inverse mass matrix times the integrals.
    fn weak_divergence<E, N, F, M, G>(
        q: [f64; 5, E, N],
        rule: Rule,
        metric: [f64; 3, 3, E],
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let fine = einsum("mn,xen->xem", rule.interpolation, q);
        let metric_at = broadcast_to(metric[.., .., .., newaxis], [3, 3, E, M]);
        let (mass, transport, work) = flux_along(fine, metric_at, gas.gamma);
        concatenate([
            einsum("rim,rem->ei", rule.weak, mass)[newaxis],
            einsum("rim,rxem->xei", rule.weak, transport),
            einsum("rim,rem->ei", rule.weak, work)[newaxis],
        ])
    }

    /// The divergence of the viscous flux, element by element, of momentum and energy.
    fn viscous_divergence<E, N>(
        s: [f64; E, N, 9],
        derivative: [f64; 3, N, N],
        metric: [f64; 3, 3, E],
    ) -> [f64; 5, E, N] {
        let s = s.transpose(2, 0, 1);
        let tension = stack([s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5]]);
        let force = einsum("rxe,xyen->ryen", metric, tension.reshape(3, 3, E, N));
        let work = einsum("rxe,xen->ren", metric, s[6..]);
        concatenate([
            zeros([f64; 1, E, N]),
            einsum("rij,rxej->xei", derivative, force),
            einsum("rij,rej->ei", derivative, work)[newaxis],
        ])
    }

    /// The states beside a face with their normal velocities drawn together, so that the jump is the larger one of
    /// the Mach numbers times what it was (Rieper 2011, for Roe's flux): dissipation of HLLC goes with the speed
    /// of sound, and slow eddies are none. At walls, beside prescribed states and faster than sound they stay.
    fn low_mach<E, F>(
        own: [f64; 5, E, 4, F],
        other: [f64; 5, E, 4, F],
        normal: [f64; 3, E, 4, F],
        faces: Faces,
        gas: Gas,
    ) -> ([f64; 5, E, 4, F], [f64; 5, E, 4, F]) {
        let (volume, volume_other) = (1.0 / own[0], 1.0 / other[0]);
        let square = volume ** 2 * (own[1..4] ** 2).sum(axis=0);
        let square_other = volume_other ** 2 * (other[1..4] ** 2).sum(axis=0);
        let theta = (gas.gamma - 1.0) * (volume * own[4] - 0.5 * square);
        let theta_other = (gas.gamma - 1.0) * (volume_other * other[4] - 0.5 * square_other);
        let mach = sqrt(maximum(square / theta, square_other / theta_other) / gas.gamma);
        let velocity = volume * einsum("xefk,xefk->efk", normal, own[1..4]);
        let velocity_other = volume_other * einsum("xefk,xefk->efk", normal, other[1..4]);
        // Half of it from each side, as is `share` between elements.
        let reduction = (1.0 - minimum(mach, 1.0)) * (velocity_other - velocity);
        let inside = reduction - faces.share[.., .., newaxis] * reduction;
        let way = inside - faces.slip[.., .., newaxis] * inside;
        let push = own[0] * way;
        let push_other = other[0] * way;
        (
            concatenate([
                own[..1],
                own[1..4] + push[newaxis] * normal,
                (own[4] + push * (velocity + 0.5 * way))[newaxis],
            ]),
            concatenate([
                other[..1],
                other[1..4] - push_other[newaxis] * normal,
                (other[4] - push_other * (velocity_other - 0.5 * way))[newaxis],
            ]),
        )
    }

    /// The right-hand side with the inviscid flux integrated at M points of an element and G of a face, in weak
    /// form: products alias less (Kirby & Karniadakis 2003), which flows that are hardly resolved need.
    fn overintegrated<E, N, F, M, G>(
        q: [f64; 5, E, N],
        rule: Rule,
        mesh: Mesh,
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let w = primitives(q, gas);
        let slope = gradient(q, w, mesh, gas);
        let s = stress(w, slope, gas);
        let Mesh { operators, geometry, faces, traces } = mesh;
        let Geometry { metric, normal, fscale, penalty } = geometry;
        let normal_at = broadcast_to(normal[.., .., .., newaxis], [3, E, 4, F]);
        let penalty_at = broadcast_to(penalty[.., .., newaxis], [E, 4, F]);
        let (own, other, drag, loss) = face_states(q, s, normal_at, penalty_at, faces, traces, gas);
        let fine_normal = broadcast_to(normal[.., .., .., newaxis], [3, E, 4, G]);
        let (fine, fine_other) = low_mach(
            einsum("gk,xefk->xefg", rule.face_interpolation, own),
            einsum("gk,xefk->xefg", rule.face_interpolation, other),
            fine_normal,
            faces,
            gas,
        );
        // In weak form the own flux is not taken off.
        let (flux, _, _, _) = normal_flux(fine, fine_normal, gas.gamma);
        let law = Law { gamma: gas.gamma, wide: 0.0 };
        let inviscid = hllc(fine, fine_other, fine_normal, law) - flux;
        let viscous = concatenate([zeros([f64; 1, E, 4, F]), drag, loss[newaxis]]);
        einsum("ifg,xefg->xei", rule.lift, fscale[.., .., newaxis] * inviscid)
            - einsum("ifk,xefk->xei", operators.lift, fscale[.., .., newaxis] * viscous)
            + weak_divergence(q, rule, metric, gas)
            + viscous_divergence(s, operators.derivative, metric)
    }

    /// The right-hand side of the Navier-Stokes equations, `[5, E, N]`. Compiled once for all orders: steps
    /// are what has to be fast.
    pub fn rhs<E, N, F>(
        q: [f64; 5, E, N],
        mesh: Mesh,
        gas: Gas,
    ) -> [f64; 5, E, N] {
        residual(q, mesh, gas)
    }

    /// The right-hand side as [`rhs()`], with the inviscid flux integrated at M points of an element and G of a
    /// face. Compiled once for all orders.
    pub fn overintegrated_rhs<E, N, F, M, G>(
        q: [f64; 5, E, N],
        rule: Rule,
        mesh: Mesh,
        gas: Gas,
    ) -> [f64; 5, E, N] {
        overintegrated(q, rule, mesh, gas)
    }

    /// [`rhs()`] on curved elements: metric factors are times the Jacobian, node by node, `surface` is the surface
    /// Jacobian, and the form is conservative (Kopriva 2006).
    pub fn curved_rhs<E, N, F>(
        q: [f64; 5, E, N],
        operators: Operators,
        geometry: CurvedGeometry,
        faces: Faces,
        traces: Traces,
        gas: Gas,
    ) -> [f64; 5, E, N] {
        let w = primitives(q, gas);
        let slope = curved_gradient(q, w, operators, geometry, faces, traces, gas);
        let s = stress(w, slope, gas);
        let CurvedGeometry { metric, inverse_jacobian, normal, surface, penalty } = geometry;
        let at_nodes = Nodal { metric, normal, fscale: surface, penalty };
        inverse_jacobian * total(q, s, operators, at_nodes, faces, traces, gas)
    }

    /// One step of length `dt` from the state `state`. `increment` is memory of the method: zeros before the
    /// first step, then what the last step left. Not in place: what reads an array that is updated does not
    /// move to a later kernel, and then the first stage would have kernels of its own.
    pub fn step<E, N, F>(
        state: [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        mesh: Mesh,
        gas: Gas,
        dt: f64,
    ) -> [f64; 5, E, N]
    where
        (N, F): (4, 3) | (10, 6) | (20, 10) | (35, 15),
    {
        let mut q = state;
        for s in 0..5 {
            let rate = residual(q, mesh, gas);
            increment = FACTORS[s] * increment + dt * rate;
            q = q + B[s] * increment;
        }
        q
    }

    /// One step as [`step()`], with the inviscid flux at points of rules that are exact to degree 3p: for the orders
    /// that flows which need it are computed with most.
    pub fn overintegrated_step<E, N, F, M, G>(
        state: [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        rule: Rule,
        mesh: Mesh,
        gas: Gas,
        dt: f64,
    ) -> [f64; 5, E, N]
    where
        (N, F, M, G): (10, 6, 24, 12) | (20, 10, 59, 19),
    {
        let mut q = state;
        for s in 0..5 {
            let rate = overintegrated(q, rule, mesh, gas);
            increment = FACTORS[s] * increment + dt * rate;
            q = q + B[s] * increment;
        }
        q
    }

    /// One stage of a step: `increment = a increment + dt (rate + source); q += b increment`, in place. With
    /// [`rhs()`], for orders without a [`step()`] of their own, and for sources of the conserved variables.
    pub fn stage<E, N>(
        q: &mut [f64; 5, E, N],
        increment: &mut [f64; 5, E, N],
        rate: [f64; 5, E, N],
        source: [f64; 5, E, N],
        a: f64,
        b: f64,
        dt: f64,
    ) {
        increment = a * increment + dt * (rate + source);
        q += b * increment;
    }

    /// What limits the time step: the largest of `(|v| + a) f + diffusion d f^2`, with the largest `fscale`
    /// of the element `f` and the largest diffusivity `d` at the node, of momentum or of heat. NaN if
    /// density or pressure is not positive somewhere.
    pub fn signal_rate<E, N>(
        q: [f64; 5, E, N],
        fscale: [f64; E, 4],
        gas: Gas,
        diffusion: f64,
    ) -> f64 {
        let w = primitives(q, gas);
        let theta = w[3];
        let mu = viscosity(theta, gas);
        let diffusivity = mu / q[0] * maximum(4.0 / 3.0, (gas.gamma - 1.0) * gas.conduction);
        let speed = sqrt((w[..3] ** 2).sum(axis=0)) + sqrt(gas.gamma * theta);
        let f = fscale.max(axis=1)[.., newaxis];
        let rate = f * (speed + diffusion * f * diffusivity);
        where((q[0] > 0.0) & (theta > 0.0), rate, nan).max()
    }

    /// The least and the largest density, the least and the largest pressure, and the largest Mach number at
    /// nodes that are `real`.
    fn extrema<E, N>(q: [f64; 5, E, N], real: [bool; E, N], gas: Gas) -> [f64; 5] {
        let w = primitives(q, gas);
        let p = q[0] * w[3];
        extrema_of(q[0], p, (w[..3] ** 2).sum(axis=0) / (gas.gamma * w[3]), real)
    }

    /// The integrals of the conserved variables over the mesh, `[5]`; then the least and the largest density,
    /// the least and the largest pressure, and the largest Mach number: `[5]`. `weights` are the integrals of
    /// the nodal basis over the reference element; elements whose Jacobian is 0 do not count.
    pub fn summary<E, N>(
        q: [f64; 5, E, N],
        jacobian: [f64; E],
        weights: [f64; N],
        gas: Gas,
    ) -> ([f64; 5], [f64; 5]) {
        let totals = einsum("xen,e,n->x", q, jacobian, weights);
        (totals, extrema(q, broadcast_to((jacobian > 0.0)[.., newaxis], [E, N]), gas))
    }

    /// [`summary()`] of curved elements: the Jacobian is that at each node.
    pub fn curved_summary<E, N>(
        q: [f64; 5, E, N],
        jacobian: [f64; E, N],
        weights: [f64; N],
        gas: Gas,
    ) -> ([f64; 5], [f64; 5]) {
        (einsum("xen,en,n->x", q, jacobian, weights), extrema(q, jacobian > 0.0, gas))
    }

    /// Densities of what [`flow()`] integrates, `[4, E, N]`, relative to the reference element: of interpolants times
    /// `root` each, the square root of the Jacobian.
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
        // Products with the mass matrix are exact for the product of two polynomials of the order.
        let kinetic = (einsum("ij,xej->xei", mass, root * q[1..4]) * w[..3]).sum(axis=0);
        let enstrophy = (einsum("ij,xej->xei", mass, curl) * curl).sum(axis=0) * q[0];
        let friction = (einsum("ij,xej->xei", mass, root * s) * strain).sum(axis=0);
        let work = einsum("ij,ej->ei", mass, root * expansion) * q[0] * theta;
        stack([0.5 * root * kinetic, 0.5 * enstrophy, root * friction, root * work])
    }

    /// Integrals over the mesh, `[4]`: of kinetic energy, of enstrophy `rho |curl v|^2 / 2`, of the power that
    /// friction takes from the flow, and of the power that expansion brings to it, `p div v`. Gradients are
    /// those of the viscous stress; `mass` is the reference element's mass matrix.
    pub fn flow<E, N, F>(
        q: [f64; 5, E, N],
        mesh: Mesh,
        jacobian: [f64; E],
        mass: [f64; N, N],
        gas: Gas,
    ) -> [f64; 4] {
        let w = primitives(q, gas);
        let slope = gradient(q, w, mesh, gas);
        let root = broadcast_to(sqrt(jacobian)[.., newaxis], [E, N]);
        densities(q, w, slope, root, mass, gas).sum(axis=(1, 2))
    }

    /// [`flow()`] of curved elements: arguments as for [`curved_rhs()`], and the Jacobian at each node.
    pub fn curved_flow<E, N, F>(
        q: [f64; 5, E, N],
        operators: Operators,
        geometry: CurvedGeometry,
        faces: Faces,
        traces: Traces,
        jacobian: [f64; E, N],
        mass: [f64; N, N],
        gas: Gas,
    ) -> [f64; 4] {
        let w = primitives(q, gas);
        let slope = curved_gradient(q, w, operators, geometry, faces, traces, gas);
        densities(q, w, slope, sqrt(jacobian), mass, gas).sum(axis=(1, 2))
    }
}
