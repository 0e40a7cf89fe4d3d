//! The records of a mesh that programs take. E is the number of elements, N that of nodes per element, and F that of
//! nodes per face.

array_fn::array_fn! {
    #![shared]

    /// Matrices of the reference element.
    pub struct Operators<N, F, T: f32 | f64> {
        /// Derivatives along the coordinates of the reference element.
        derivative: [T; 3, N, N],
        /// Maps values on the faces to their integrals, times the inverse mass matrix.
        lift: [T; N, 4, F],
    }

    /// Geometric factors of elements with plane faces.
    pub struct Geometry<E, T: f32 | f64> {
        /// Derivatives of the reference coordinates by the physical ones.
        metric: [T; 3, 3, E],
        /// Outward unit normals.
        normal: [T; 3, E, 4],
        /// The surface Jacobian over the volume Jacobian.
        fscale: [T; E, 4],
    }

    /// Geometric factors of curved elements, which differ from node to node.
    pub struct CurvedGeometry<E, N, F> {
        /// Derivatives of the reference coordinates by the physical ones, times the Jacobian.
        metric: [f64; 3, 3, E, N],
        /// The Jacobian.
        jacobian: [f64; E, N],
        /// One over the Jacobian.
        inverse_jacobian: [f64; E, N],
        /// Outward unit normals.
        normal: [f64; 3, E, 4, F],
        /// The surface Jacobian.
        surface: [f64; E, 4, F],
    }

    /// The nodes that hold the values on both sides of faces.
    pub struct Traces<E, N, F> {
        /// The node across each node of a face.
        exterior_nodes: [index<E * N>; E, 4, F],
        /// The nodes of an element that lie on its faces.
        face_nodes: [index<N>; 4, F],
    }

    /// A mesh of elements with plane faces.
    pub struct Space<E, N, F, T: f32 | f64> {
        /// Matrices of the reference element.
        operators: Operators,
        /// Geometric factors.
        geometry: Geometry,
        /// The nodes that hold the values on both sides of faces.
        traces: Traces,
    }
}
