//! An ideal gas. Its conserved variables are `q = (rho, m, E)`: density, momentum `m = rho v`, and total energy.

array_fn::array_fn! {
    #![shared]

    /// The gas, and the speed of signals in the local Lax-Friedrichs flux: `|v| + a` if `wide` is 1, and `|n.v| + a` if
    /// it is 0.
    struct Law<T: f32 | f64> { gamma: T, wide: T }

    /// The pressure `(gamma - 1) (E - m.m / (2 rho))`, at any points of elements.
    fn pressure<E, N, T: f32 | f64>(q: [T; 5, E, N], gamma: T) -> [T; E, N] {
        (gamma - 1.0) * (q[4] - 0.5 * (1.0 / q[0]) * (q[1..4] ** 2).sum(axis=0))
    }

    /// The same at any points of faces.
    fn pressure_on_faces<E, F, T: f32 | f64>(q: [T; 5, E, 4, F], gamma: T) -> [T; E, 4, F] {
        (gamma - 1.0) * (q[4] - 0.5 * (1.0 / q[0]) * (q[1..4] ** 2).sum(axis=0))
    }

    /// The fluxes of mass, momentum and energy along the coordinates of the reference element. In this form, metric
    /// factors stay outside of products with derivatives.
    fn flux_along<E, N, T: f32 | f64>(
        q: [T; 5, E, N],
        metric: [T; 3, 3, E, N],
        gamma: T,
    ) -> ([T; 3, E, N], [T; 3, 3, E, N], [T; 3, E, N]) {
        flux_along_of(q, metric, pressure(q, gamma))
    }

    /// The same of any gas, whose pressure is `p`.
    fn flux_along_of<E, N, T: f32 | f64>(
        q: [T; 5, E, N],
        metric: [T; 3, 3, E, N],
        p: [T; E, N],
    ) -> ([T; 3, E, N], [T; 3, 3, E, N], [T; 3, E, N]) {
        let mass = einsum("rxen,xen->ren", metric, q[1..4]);
        let velocity = mass * (1.0 / q[0]);
        let force = metric * p;
        let transport = velocity[.., newaxis] * q[1..4] + force;
        (mass, transport, velocity * (q[4] + p))
    }

    /// The same fluxes in one array, `[3, 5, E, N]`.
    fn fluxes_along<E, N, T: f32 | f64>(q: [T; 5, E, N], metric: [T; 3, 3, E, N], gamma: T) -> [T; 3, 5, E, N] {
        let (mass, transport, work) = flux_along(q, metric, gamma);
        concatenate([mass[.., newaxis], transport, work[.., newaxis]], axis=1)
    }

    /// The products of a matrix for each coordinate of the reference element, such as its derivative, with the fluxes
    /// along these coordinates, summed over the coordinates.
    fn contracted<E, I, J, T: f32 | f64>(
        matrix: [T; 3, I, J],
        mass: [T; 3, E, J],
        transport: [T; 3, 3, E, J],
        work: [T; 3, E, J],
    ) -> [T; 5, E, I] {
        concatenate([
            einsum("rij,rej->ei", matrix, mass)[newaxis],
            einsum("rij,rxej->xei", matrix, transport),
            einsum("rij,rej->ei", matrix, work)[newaxis],
        ])
    }

    /// The least and the largest density, the least and the largest pressure, and the largest Mach number, over the
    /// nodes that are `real`. `p` is the pressure, and `square` is the square of the Mach number.
    fn extrema<E, N, T: f32 | f64>(rho: [T; E, N], p: [T; E, N], square: [T; E, N], real: [bool; E, N]) -> [T; 5] {
        let mach = sqrt(square);
        let extrema = stack([
            where(real, rho, inf).min(),
            where(real, rho, -inf).max(),
            where(real, p, inf).min(),
            where(real, p, -inf).max(),
            where(real, mach, 0.0).max(),
        ]);
        extrema
    }

    /// The same of states of a gas.
    fn extrema_of_gas<E, N, T: f32 | f64>(q: [T; 5, E, N], gamma: T, real: [bool; E, N]) -> [T; 5] {
        let p = pressure(q, gamma);
        let square = (q[1..4] ** 2).sum(axis=0) / (gamma * p * q[0]);
        extrema(q[0], p, square, real)
    }
}
