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

    /// The variable that comes in: a part of the neighbour's incoming and of the element's own outgoing one.
    fn incoming<E, F, T: f32 | f64>(faces: Faces, u_other: [T; E, 4, F], vn_other: [T; E, 4, F]) -> [T; E, 4, F] {
        faces.transmission[.., .., newaxis] * (u_other - vn_other)
            + faces.reflection[.., .., newaxis] * (u_other + vn_other)
    }

    /// By how much the incoming variable across differs from the element's own, and the same of the outgoing one. `left`
    /// is the part of the neighbour's outgoing variable that passes, 1 less the size of `reflection`. Both factors of a
    /// radiating face are 0, so it passes outgoing waves, too.
    fn differences<E, N, F, T: f32 | f64>(
        q: [T; 4, E, N],
        normal: [T; 3, E, 4, F],
        faces: Faces,
        nodes: Traces,
        left: [T; E, 4, 1],
    ) -> ([T; E, 4, F], [T; E, 4, F]) {
        let (u, vn, u_other, vn_other) = traces(q, normal, nodes);
        let incoming = incoming(faces, u_other, vn_other);
        let outgoing = left * (u_other + vn_other)
            + faces.reflection[.., .., newaxis] * (u_other - vn_other);
        (incoming - (u - vn), outgoing - (u + vn))
    }
}
