//! What is done to a discontinuous solution of the Euler equations between steps, so that it stays one of a
//! gas. None of it changes the average of an element, and with it any integral. Compiled once for all
//! orders, as steps take most of the time.

use array_fn::array_fn;

array_fn! {
    /// The state with each element drawn towards its average `mean`.
    fn drawn<E, N, T: f32 | f64>(
        q: [T; 5, E, N],
        mean: [T; 5, E],
        gamma: T,
        least: T,
    ) -> [T; 5, E, N] {
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

    /// Draws each element towards its average until density and pressure are everywhere at least `least`
    /// times those of the average (Zhang and Shu 2010, with a bound of concavity in place of a quadratic
    /// equation, as in Wang, Zhang, Shu and Ning 2012). `weights` integrate over an element; their sum is 1.
    pub fn keep_positive<E, N, T: f32 | f64>(
        q: &mut [T; 5, E, N],
        weights: [T; N],
        gamma: T,
        least: T,
    ) {
        q = drawn(q, einsum("xen,n->xe", q, weights), gamma, least);
    }

    /// [`keep_positive()`] with weights that differ from element to element: of curved ones.
    pub fn curved_keep_positive<E, N>(
        q: &mut [f64; 5, E, N],
        weights: [f64; E, N],
        gamma: f64,
        least: f64,
    ) {
        q = drawn(q, einsum("xen,en->xe", q, weights), gamma, least);
    }

    /// Limits the slopes of a solution of order 1, whose four nodes are the vertices, such that no vertex
    /// value leaves the range of the averages around that vertex (Barth and Jespersen 1989, with the
    /// neighbourhoods of Kuzmin 2010, which keep linear functions). `around` lists the elements around each
    /// of V vertices, some of them several times where there are fewer than D; `vertices` are those of the elements.
    pub fn limit_slopes<E, V, D, T: f32 | f64>(
        q: &mut [T; 5, E, 4],
        around: [index<E>; V, D],
        vertices: [index<V>; E, 4],
    ) {
        let mean = q.mean(axis=2);
        let near = mean[.., around];
        let lowest = near.min(axis=2)[.., vertices];
        let highest = near.max(axis=2)[.., vertices];
        let slope = q - mean[.., .., newaxis];
        let room = where(slope > 0.0, highest - mean[.., .., newaxis], lowest - mean[.., .., newaxis]);
        // Both have the same sign; where the slope is within the room, all of it stays.
        let share = where(abs(slope) > abs(room), room / slope, 1.0).min(axis=2);
        q = mean[.., .., newaxis] + share[.., .., newaxis] * slope;
    }

    /// Multiplies each element by a matrix: damps the highest modes.
    pub fn filter<E, N, T: f32 | f64>(q: &mut [T; 5, E, N], matrix: [T; N, N]) {
        q = einsum("ij,xej->xei", matrix, q);
    }

    /// The same on curved elements: what that changes of the averages, by weights whose sum over an element is 1, is
    /// given back everywhere in the element, so that they stay, as do constants.
    pub fn curved_filter<E, N>(
        q: &mut [f64; 5, E, N],
        matrix: [f64; N, N],
        weights: [f64; E, N],
    ) {
        let damped = einsum("ij,xej->xei", matrix, q);
        let lost = einsum("xen,en->xe", q - damped, weights);
        q = damped + lost[.., .., newaxis];
    }
}
