//! An entropy correction for flows that a mesh hardly resolves: it keeps the nodal volume terms from breaking the
//! second law of thermodynamics.
//!
//! [`keep_entropy()`] and [`curved_keep_entropy()`] correct a state between time steps, element by element, and only as
//! much as is needed. They are for the Euler and the Navier-Stokes equations of an ideal gas, in conserved variables
//! `q = (rho, m, E)`, and are compiled once for all orders. [`kinetic_energy()`] and [`curved_kinetic_energy()`]
//! measure a flow. [`Factors`] holds the matrices that the corrections take.
//!
//! # Aliasing and entropy
//!
//! The flux F of a gas is no polynomial. The nodal form of the volume terms differentiates its interpolant `I F(q)`,
//! and the part of the flux that the interpolant misses comes back in other modes. This is called aliasing. It changes
//! the mathematical entropy `eta = -rho log(p / rho^gamma) / (gamma - 1)` of an element. Besides the flow of entropy
//! through the faces, the element then produces entropy:
//!
//! `production = integral of grad w . (I F(q) - F(w))`.
//!
//! Here w is the interpolant of the entropy variables `v = d eta / d q` at the nodes, and `F(w)` is the flux of the
//! state that has them. (For all w, the integral of `grad w . F(w)` is the integral of the potential of the entropy
//! flux over the faces.) The second law allows no positive production.
//!
//! # The correction
//!
//! A multiple of `H R v` takes the production back. `H = d q / d v` is taken at the average state. The matrix R keeps
//! the high modes of v, and removes its average. H and M R (with the mass matrix M) are symmetric and positive
//! semidefinite. So subtracting a positive multiple lowers the entropy, and averages of conserved variables do not
//! change.
//!
//! # References
//!
//! - Abgrall, *A general framework to construct schemes satisfying additional conservation relations*, J. Comput. Phys.
//!   372, 2018: the method, with `R v = v - mean(v)`.
//! - Chan, *An artificial viscosity approach to high order entropy stable discontinuous Galerkin methods*, 2025: only
//!   positive multiples.

#![warn(missing_docs)]

use array_fn::array_fn;

array_fn! {
    use array_fn_dg_laws::gas::{fluxes_along, pressure};

    /// Matrices of the reference element, and a quadrature rule of M points.
    pub struct Factors<N, M, T: f32 | f64> {
        /// Weights of averages over an element.
        weights: [T; N],
        /// The mass matrix M.
        mass: [T; N, N],
        /// The matrix R, which multiplies each mode by the share that takes part in the correction.
        roughness: [T; N, N],
        /// Values at the points of the rule.
        interpolation: [T; M, N],
        /// Derivatives at the points of the rule, times the weights of the points.
        slopes: [T; 3, N, M],
        /// `slopes` times `interpolation`.
        stiffness: [T; 3, N, N],
    }

    /// The entropy variables `d eta / d q`, at any points.
    fn entropy_variables<E, N, T: f32 | f64>(q: [T; 5, E, N], gamma: T) -> [T; 5, E, N] {
        let p = pressure(q, gamma);
        let inverse = 1.0 / p;
        let entropy = log(p) - gamma * log(q[0]);
        let square = (q[1..4] ** 2).sum(axis=0) * (1.0 / q[0]);
        let first = (gamma - entropy) * (1.0 / (gamma - 1.0)) - 0.5 * inverse * square;
        concatenate([
            first[newaxis],
            inverse[newaxis] * q[1..4],
            (-inverse * q[0])[newaxis],
        ])
    }

    /// Changes of v times `d q / d v` at the states `mean`, which is a symmetric and positive definite matrix.
    fn conserved_changes<E, N, T: f32 | f64>(mean: [T; 5, E], changes: [T; 5, E, N], gamma: T) -> [T; 5, E, N] {
        let volume = 1.0 / mean[0];
        let velocity = volume[newaxis] * mean[1..4];
        let p = (gamma - 1.0) * (mean[4] - 0.5 * (velocity * mean[1..4]).sum(axis=0));
        let enthalpy = volume * (mean[4] + p);
        let along = einsum("xe,xen->en", velocity, changes[1..4]);
        let mass = mean[0][.., newaxis] * (changes[0] + along) + mean[4][.., newaxis] * changes[4];
        let push = mass + p[.., newaxis] * changes[4];
        let momentum = velocity[.., .., newaxis] * push[newaxis]
            + p[newaxis, .., newaxis] * changes[1..4];
        let stiff = mean[0] * enthalpy ** 2 - gamma * p ** 2 * volume * (1.0 / (gamma - 1.0));
        let energy = mean[4][.., newaxis] * changes[0]
            + (mean[0] * enthalpy)[.., newaxis] * along
            + stiff[.., newaxis] * changes[4];
        concatenate([mass[newaxis], momentum, energy[newaxis]])
    }

    /// The states with entropy variables `v`. The last of these is limited to at most `-least`.
    fn states<E, M, T: f32 | f64>(v: [T; 5, E, M], least: [T; E], gamma: T) -> [T; 5, E, M] {
        let inverse = maximum(-v[4], least[.., newaxis]);
        let velocity = (1.0 / inverse)[newaxis] * v[1..4];
        let kinetic = 0.5 * (velocity ** 2).sum(axis=0);
        let entropy = gamma - (gamma - 1.0) * (v[0] + inverse * kinetic);
        let p = exp((entropy + gamma * log(inverse)) * (1.0 / (1.0 - gamma)));
        let rho = inverse * p;
        concatenate([
            rho[newaxis],
            rho[newaxis] * velocity,
            (p * (1.0 / (gamma - 1.0)) + rho * kinetic)[newaxis],
        ])
    }

    /// The production of each element: the integral of `grad w . (I F(q) - F(w))`, where w is the interpolant of `v`.
    /// `away` differs from `v` only by values that are the same at all nodes of an element. Fluxes are multiplied by
    /// derivatives of the nodes' polynomials first, so that nothing is stored at the many points of the rule.
    fn production<E, N, M, T: f32 | f64>(
        q: [T; 5, E, N],
        v: [T; 5, E, N],
        away: [T; 5, E, N],
        least: [T; E],
        factors: Factors,
        metric: [T; 3, 3, E, N],
        fine_metric: [T; 3, 3, E, M],
        gamma: T,
    ) -> [T; E] {
        let Factors { interpolation, slopes, stiffness, .. } = factors;
        // Between nodes, interpolants of positive numbers may be negative.
        let fine = states(einsum("mn,xen->xem", interpolation, v), least, gamma);
        let missed = einsum("rij,rxej->xei", stiffness, fluxes_along(q, metric, gamma))
            - einsum("rim,rxem->xei", slopes, fluxes_along(fine, fine_metric, gamma));
        (away * missed).sum(axis=(0, 2))
    }

    /// For each element, the multiple of `H R v` that takes back the production in the time `dt`; and `H R v`. Metric
    /// factors, at nodes and at the points of the rule, may be times the Jacobian. Then the multiple is, too.
    fn correction<E, N, M, T: f32 | f64>(
        q: [T; 5, E, N],
        factors: Factors,
        metric: [T; 3, 3, E, N],
        fine_metric: [T; 3, 3, E, M],
        gamma: T,
        dt: T,
    ) -> ([T; E], [T; 5, E, N]) {
        let Factors { weights, mass, roughness, .. } = factors;
        // Differences from averages come first. Values that are the same everywhere would cancel in sums, and leave
        // rounding errors.
        let v = entropy_variables(q, gamma);
        let middle = einsum("xen,n->xe", v, weights);
        let away = v - middle[.., .., newaxis];
        let mean = einsum("xen,n->xe", q, weights);
        let rough = einsum("ij,xej->xei", roughness, away);
        let changes = conserved_changes(mean, rough, gamma);
        let produced = production(q, v, away, -0.01 * middle[4], factors, metric, fine_metric, gamma);
        let taken = (changes * einsum("ij,xej->xei", mass, away)).sum(axis=(0, 2));
        (dt * maximum(produced, 0.0) / maximum(taken, 1e-30), changes)
    }

    /// Takes back the mathematical entropy that the nodal volume terms of each element produce in the time `dt`, by
    /// subtracting at most one times `H R v`. Elements with a state that is no state of a gas stay as they are.
    /// `metric` `[3, 3, E]` holds the derivatives of the reference coordinates by the physical ones.
    pub fn keep_entropy<E, N, M, T: f32 | f64>(
        q: &mut [T; 5, E, N],
        factors: Factors,
        metric: [T; 3, 3, E],
        gamma: T,
        dt: T,
    ) {
        let metric_at = broadcast_to(metric[.., .., .., newaxis], [3, 3, E, N]);
        let fine_metric = broadcast_to(metric[.., .., .., newaxis], [3, 3, E, M]);
        let (share, changes) = correction(q, factors, metric_at, fine_metric, gamma, dt);
        // A share that is NaN is not above 0.
        let active = (share > 0.0)[newaxis, .., newaxis];
        q = where(active, q - minimum(share, 1.0)[.., newaxis] * changes, q);
    }

    /// [`keep_entropy()`] for curved elements. Metric factors `[3, 3, E, N]` are times the Jacobian, and
    /// `inverse_jacobian` `[E, N]` is the inverse of the Jacobian at each node.
    pub fn curved_keep_entropy<E, N, M>(
        q: &mut [f64; 5, E, N],
        factors: Factors<N, M, f64>,
        metric: [f64; 3, 3, E, N],
        inverse_jacobian: [f64; E, N],
        gamma: f64,
        dt: f64,
    ) {
        let fine_metric = einsum("mn,rxen->rxem", factors.interpolation, metric);
        let (share, changes) = correction(q, factors, metric, fine_metric, gamma, dt);
        let active = (share > 0.0)[newaxis, .., newaxis];
        let most = minimum(share, 1.0 / inverse_jacobian.max(axis=1));
        q = where(active, q - most[.., newaxis] * inverse_jacobian * changes, q);
    }

    /// Twice the kinetic energy of each element. `root` is the square root of the Jacobian, and `mass` is the mass matrix of the
    /// reference element.
    fn kinetic<E, N, T: f32 | f64>(q: [T; 5, E, N], root: [T; E, N], mass: [T; N, N]) -> [T; E] {
        let velocity = root * q[1..4] * (1.0 / q[0]);
        (einsum("ij,xej->xei", mass, root * q[1..4]) * velocity).sum(axis=2).sum(axis=0)
    }

    /// The integral of the kinetic energy `m.v / 2` over each element, `[E]`, computed from the interpolants of momentum
    /// and velocity.
    pub fn kinetic_energy<E, N, T: f32 | f64>(q: [T; 5, E, N], jacobian: [T; E], mass: [T; N, N]) -> [T; E] {
        0.5 * kinetic(q, broadcast_to(sqrt(jacobian)[.., newaxis], [E, N]), mass)
    }

    /// [`kinetic_energy()`] with the Jacobian at each node. It is computed from interpolants times the square root of
    /// the Jacobian.
    pub fn curved_kinetic_energy<E, N>(q: [f64; 5, E, N], jacobian: [f64; E, N], mass: [f64; N, N]) -> [f64; E] {
        0.5 * kinetic(q, sqrt(jacobian), mass)
    }
}
