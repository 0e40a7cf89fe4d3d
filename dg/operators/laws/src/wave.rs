//! The wave equation. Its variables are `q = (u, v)`, with a vector `v`.

array_fn::array_fn! {
    #![shared]
    use super::space::Traces;

    /// The waves that come in through each face.
    pub struct Faces<E, T: f32 | f64> {
        /// The part of the neighbour's incoming variable that comes in.
        transmission: [T; E, 4],
        /// The part of the element's own outgoing variable that comes back in.
        reflection: [T; E, 4],
    }

    /// `u` and `n.v` at the face nodes, of the element itself and of the element across.
    fn traces<E, N, F, T: f32 | f64>(
        q: [T; 4, E, N],
        normal: [T; 3, E, 4, F],
        traces: Traces,
    ) -> ([T; E, 4, F], [T; E, 4, F], [T; E, 4, F], [T; E, 4, F]) {
        let own = q[.., .., traces.face_nodes];
        let other = q.reshape(4, E * N)[.., traces.exterior_nodes];
        let vn = einsum("xefk,xefk->efk", normal, own[1..]);
        let vn_other = einsum("xefk,xefk->efk", normal, other[1..]);
        (own[0], vn, other[0], vn_other)
    }
}
