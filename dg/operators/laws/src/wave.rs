//! The wave equation: `u` and `v` as `q = (u, v)`.

array_fn::array_fn! {
    #![shared]

    /// `u` and `n.v` at the face nodes: of the element itself and of the element across.
    fn traces<E, N, F, T: f32 | f64>(
        q: [T; 4, E, N],
        normal: [T; 3, E, 4, F],
        exterior_nodes: [index<E * N>; E, 4, F],
        face_nodes: [index<N>; 4, F],
    ) -> ([T; E, 4, F], [T; E, 4, F], [T; E, 4, F], [T; E, 4, F]) {
        let own = q[.., .., face_nodes];
        let other = q.reshape(4, E * N)[.., exterior_nodes];
        let vn = einsum("xefk,xefk->efk", normal, own[1..]);
        let vn_other = einsum("xefk,xefk->efk", normal, other[1..]);
        (own[0], vn, other[0], vn_other)
    }
}
