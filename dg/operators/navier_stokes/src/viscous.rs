//! Velocity and temperature, their gradients with the central value on faces, and the viscous flux.

array_fn::array_fn! {
    #![shared]
    use array_fn_dg_laws::space::{CurvedGeometry, Operators, Space, Traces};
    use crate::records::{Faces, Gas};

    /// The viscosity at the temperature `theta`, at any points of elements.
    fn viscosity<E, N>(theta: [f64; E, N], gas: Gas) -> [f64; E, N] {
        gas.viscosity + gas.growth * theta * sqrt(theta) / (theta + gas.sutherland)
    }

    /// The same at any points of faces.
    fn viscosity_on_faces<E, F>(theta: [f64; E, 4, F], gas: Gas) -> [f64; E, 4, F] {
        gas.viscosity + gas.growth * theta * sqrt(theta) / (theta + gas.sutherland)
    }

    /// Velocity and temperature at the nodes of elements. Both kernels of a stage compute them, because that costs less
    /// than storing them. Without the attributes `inline`, one kernel would store them for the other.
    fn primitives<E, N>(q: [f64; 5, E, N], gas: Gas) -> [f64; 4, E, N] {
        #[inline]
        let volume = 1.0 / q[0];
        #[inline]
        let velocity = volume[newaxis] * q[1..4];
        #[inline]
        let theta = (gas.gamma - 1.0) * (volume * q[4] - 0.5 * (velocity ** 2).sum(axis=0));
        concatenate([velocity, theta[newaxis]])
    }

    /// Velocity and temperature at the nodes of faces. Both kernels of a stage compute the values of faces that they
    /// need, too, because these take several times as much memory as the state.
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

    /// Velocity and temperature across, minus the element's own. On a wall without friction, the mirror image is
    /// across. Insulated faces have no jump of temperature.
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

    /// The difference of velocity and temperature between the faces and the element's own nodes there, `[4, E, 4, F]`.
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
        space: Space<E, N, F, f64>,
        faces: Faces,
        gas: Gas,
    ) -> [f64; 3, 4, E, N] {
        let Space { operators, geometry, traces } = space;
        let normal_at = broadcast_to(geometry.normal[.., .., .., newaxis], [3, E, 4, F]);
        let way = to_face(q, w, normal_at, faces, traces, gas);
        let jump = geometry.fscale[.., .., newaxis] * way;
        let lifted = einsum("ifk,aefk->aefi", operators.lift, jump);
        let along = einsum("rij,aej->raei", operators.derivative, w);
        einsum("rxe,raei->xaei", geometry.metric, along)
            + einsum("xef,aefi->xaei", geometry.normal, lifted)
    }

    /// The gradient on curved elements, in conservative form. Metric factors are times the Jacobian, node by node.
    fn curved_gradient<E, N, F>(
        q: [f64; 5, E, N],
        w: [f64; 4, E, N],
        operators: Operators<N, F, f64>,
        geometry: CurvedGeometry,
        traces: Traces,
        faces: Faces,
        gas: Gas,
    ) -> [f64; 3, 4, E, N] {
        let CurvedGeometry { metric, inverse_jacobian, normal, surface, .. } = geometry;
        let way = to_face(q, w, normal, faces, traces, gas);
        let jump = normal[.., newaxis] * (surface * way);
        let along = metric[.., .., newaxis] * w;
        inverse_jacobian * (einsum("rij,rxaej->xaei", operators.derivative, along)
            + einsum("ifk,xaefk->xaei", operators.lift, jump))
    }

    /// The viscous stress of a fluid with the viscosity `mu`, in the order xx, xy, xz, yy, yz, zz.
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

    /// The viscous stress (xx, xy, xz, yy, yz, zz), and the sum of its power and the heat along x, y and z:
    /// `[E, N, 9]`. `w` is velocity and temperature. The numbers of a node lie side by side, because the second kernel
    /// of a stage gathers all of them from the nodes across faces.
    fn stress<E, N>(w: [f64; 4, E, N], slope: [f64; 3, 4, E, N], gas: Gas) -> [f64; E, N, 9] {
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

    /// The force of the stress on a face with the normal `normal`, and the sum of its power and the heat.
    fn traction<E, F>(s: [f64; E, 4, F, 9], normal: [f64; 3, E, 4, F]) -> ([f64; 3, E, 4, F], [f64; E, 4, F]) {
        let (n, s) = (normal, s.transpose(3, 0, 1, 2));
        let force = stack([
            n[0] * s[0] + n[1] * s[1] + n[2] * s[2],
            n[0] * s[1] + n[1] * s[3] + n[2] * s[4],
            n[0] * s[2] + n[1] * s[4] + n[2] * s[5],
        ]);
        (force, einsum("xefk,xefk->efk", normal, s[6..]))
    }

    /// `n.F(own) - F*` of the viscous flux, of momentum and of energy.
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
        let mu = viscosity_on_faces(on_face[3], gas);
        let stiffness = penalty * mu;
        let drag = stiffness[newaxis] * jump[..3];
        let leak = gas.conduction * stiffness * jump[3];

        // A wall without friction transmits no power and no heat, and only the normal part of the force.
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
}
