//! The records that programs take besides the mesh: the kinds of faces, rules of integration, and the gas.

array_fn::array_fn! {
    #![shared]

    /// The kind of each face, as in the table of the crate's documentation.
    pub struct Faces<E> {
        /// The part of the way from the element's own value to the value across at which the value on the face lies.
        share: [f64; E, 4],
        /// 1 on walls without friction.
        slip: [f64; E, 4],
        /// 1 on walls to which the gas sticks.
        sticky: [f64; E, 4],
        /// 1 on walls that let no heat through.
        insulated: [f64; E, 4],
    }

    /// A quadrature rule for the inviscid flux, with M points per element and G points per face.
    pub struct Rule<N, F, M, G> {
        /// Maps values at the nodes to values at the points of the element.
        interpolation: [f64; M, N],
        /// The inverse mass matrix, times integrals against the derivatives of the basis.
        weak: [f64; 3, N, M],
        /// Maps values at the nodes of a face to values at its points.
        face_interpolation: [f64; G, F],
        /// Maps values at the points of the faces to their integrals, times the inverse mass matrix.
        lift: [f64; N, 4, G],
    }

    /// A gas, with its viscosity and conductivity as in the crate's documentation.
    pub struct Gas {
        /// The ratio of specific heats.
        gamma: f64,
        /// The part of the viscosity that does not depend on the temperature.
        viscosity: f64,
        /// The factor of `theta^(3/2) / (theta + sutherland)` in the viscosity.
        growth: f64,
        /// Sutherland's temperature, times the gas constant.
        sutherland: f64,
        /// The conductivity of `theta` over the viscosity.
        conduction: f64,
    }
}
