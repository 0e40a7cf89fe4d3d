//! Elements with plane faces.

array_fn::array_fn! {
    #![shared]

    /// What a right-hand side knows of the mesh.
    pub struct Mesh<E, N, F, T: f32 | f64> {
        /// Derivatives along the coordinates of the reference element.
        derivative: [T; 3, N, N],
        /// From values on the faces to the inverse mass matrix times their integrals.
        lift: [T; N, 4, F],
        /// Derivatives of the reference coordinates by the physical ones.
        metric: [T; 3, 3, E],
        /// Outward unit normals.
        normal: [T; 3, E, 4],
        /// Surface over volume Jacobian.
        fscale: [T; E, 4],
        /// 1 on walls (of Euler slip walls, of Maxwell perfect conductors), else 0.
        wall: [T; E, 4],
        /// The node across each node of a face.
        exterior_nodes: [index<E * N>; E, 4, F],
        /// The nodes of an element that lie on its faces.
        face_nodes: [index<N>; 4, F],
    }
}
