//! Curved elements: geometric factors are those at each node.

array_fn::array_fn! {
    #![shared]

    /// Matrices of the reference element, and geometric factors.
    pub struct Elements<E, N, F> {
        /// Derivatives along the coordinates of the reference element.
        derivative: [f64; 3, N, N],
        /// From values on the faces to the inverse mass matrix times their integrals.
        lift: [f64; N, 4, F],
        /// Derivatives of the reference coordinates by the physical ones, times the Jacobian.
        metric: [f64; 3, 3, E, N],
        /// One over the Jacobian.
        inverse_jacobian: [f64; E, N],
    }
}
