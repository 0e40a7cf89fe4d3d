//! Limiters and filters for discontinuous solutions of the Euler equations. They run between steps, so that density and
//! pressure stay those of a gas.
//!
//! None of them changes the average of an element, so all integrals stay. They are compiled once for all orders,
//! because steps take most of the time.

use array_fn::array_fn;

array_fn! {
    /// The state with each element drawn towards its average `mean`.
    fn drawn<E, N, T: f32 | f64>(q: [T; 5, E, N], mean: [T; 5, E], gamma: T, least: T) -> [T; 5, E, N] {
        let rho = mean[0];
        let lowest = q[0].min(axis=1);
        let room = (1.0 - least) * rho;
        let share = where(lowest < least * rho, room / maximum(rho - lowest, room), 1.0);
        let thinned = rho[.., newaxis] + share[.., newaxis] * (q[0] - rho[.., newaxis]);
        let p = (gamma - 1.0) * (q[4] - 0.5 * (q[1..4] ** 2).sum(axis=0) / thinned);
        let p_mean = (gamma - 1.0) * (mean[4] - 0.5 * (mean[1..4] ** 2).sum(axis=0) / rho);
        let lowest_p = p.min(axis=1);
        let room_p = (1.0 - least) * p_mean;
        let draw = where(lowest_p < least * p_mean, room_p / maximum(p_mean - lowest_p, room_p), 1.0);
        let of_rho = share * draw;
        let factor = stack([of_rho, draw, draw, draw, draw]);
        mean[.., .., newaxis] + factor[.., .., newaxis] * (q - mean[.., .., newaxis])
    }

    /// Draws each element towards its average until density and pressure are everywhere at least `least` times those of
    /// the average (Zhang and Shu 2010). A bound from concavity takes the place of a quadratic equation (Wang, Zhang,
    /// Shu and Ning 2012). `weights` integrate over an element, and their sum is 1.
    pub fn keep_positive<E, N, T: f32 | f64>(q: &mut [T; 5, E, N], weights: [T; N], gamma: T, least: T) {
        q = drawn(q, einsum("xen,n->xe", q, weights), gamma, least);
    }

    /// [`keep_positive()`] for curved elements, whose weights differ from element to element.
    pub fn curved_keep_positive<E, N>(q: &mut [f64; 5, E, N], weights: [f64; E, N], gamma: f64, least: f64) {
        q = drawn(q, einsum("xen,en->xe", q, weights), gamma, least);
    }

    /// The state with slopes limited such that no vertex value leaves the range of averages around that vertex.
    fn within<E, T: f32 | f64>(
        q: [T; 5, E, 4], mean: [T; 5, E], lowest: [T; 5, E, 4], highest: [T; 5, E, 4],
    ) -> [T; 5, E, 4] {
        let slope = q - mean[.., .., newaxis];
        let room = where(slope > 0.0, highest - mean[.., .., newaxis], lowest - mean[.., .., newaxis]);
        // Both have the same sign. A slope within the room stays as it is.
        let share = where(abs(slope) > abs(room), room / slope, 1.0).min(axis=2);
        mean[.., .., newaxis] + share[.., .., newaxis] * slope
    }

    /// Limits the slopes of a solution of order 1, whose four nodes are the vertices. No vertex value leaves the range
    /// of the averages around that vertex (Barth and Jespersen 1989). The neighbourhoods are those of Kuzmin 2010,
    /// which keep linear functions.
    ///
    /// `around` lists the D elements around each of V vertices. Where there are fewer, some are listed several times.
    /// `vertices` are the vertices of each element.
    pub fn limit_slopes<E, V, D, T: f32 | f64>(
        q: &mut [T; 5, E, 4],
        around: [index<E>; V, D],
        vertices: [index<V>; E, 4],
    ) {
        let mean = q.mean(axis=2);
        let near = mean[.., around];
        let lowest = near.min(axis=2)[.., vertices];
        let highest = near.max(axis=2)[.., vertices];
        q = within(q, mean, lowest, highest);
    }

    /// The averages of some elements, in another order.
    pub fn averages<E, F, T: f32 | f64>(q: [T; 5, E, 4], elements: [index<E>; F]) -> [T; 5, F] {
        q.mean(axis=2)[.., elements]
    }

    /// The least and the greatest average around each vertex of each element. `around` lists D elements around each, of
    /// any rank.
    #[ranks(E)]
    pub fn averages_around<E, D, T: f32 | f64>(
        mean: [T; 5, E],
        around: [index<E>; E, 4, D],
    ) -> ([T; 5, E, 4], [T; 5, E, 4]) {
        let near = mean[.., around];
        (near.min(axis=3), near.max(axis=3))
    }

    /// [`limit_slopes()`] with the least and the greatest averages around the vertices of elements in another order.
    pub fn limit_slopes_within<E, F, T: f32 | f64>(
        q: &mut [T; 5, E, 4],
        lowest: [T; 5, F, 4],
        highest: [T; 5, F, 4],
        elements: [index<F>; E],
    ) {
        q = within(q, q.mean(axis=2), lowest[.., elements], highest[.., elements]);
    }

    /// Multiplies each element by a matrix, which damps the highest modes.
    pub fn filter<E, N, T: f32 | f64>(q: &mut [T; 5, E, N], matrix: [T; N, N]) {
        q = einsum("ij,xej->xei", matrix, q);
    }

    /// [`filter()`] for curved elements. The matrix changes the averages, and the change is given back everywhere in
    /// the element. So averages stay, and so do constants. The sum of `weights` over an element is 1.
    pub fn curved_filter<E, N>(q: &mut [f64; 5, E, N], matrix: [f64; N, N], weights: [f64; E, N]) {
        let damped = einsum("ij,xej->xei", matrix, q);
        let lost = einsum("xen,en->xe", q - damped, weights);
        q = damped + lost[.., .., newaxis];
    }
}
