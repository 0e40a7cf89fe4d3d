//! What the programs take besides the mesh: what faces are, rules of integration, and the gas.

array_fn::array_fn! {
    #![shared]

    /// What each face is: the table at the top of the crate.
    pub struct Faces<E> {
        /// How far it is to the value on the face, as a part of the way to that across.
        share: [f64; E, 4],
        /// 1 on walls without friction.
        slip: [f64; E, 4],
        /// 1 on walls to which the gas sticks.
        sticky: [f64; E, 4],
        /// 1 on walls that let no heat through.
        insulated: [f64; E, 4],
    }

    /// A rule of M points of an element and G of a face, at which the inviscid flux is integrated.
    pub struct Rule<N, F, M, G> {
        /// From nodes to the points of the element.
        interpolation: [f64; M, N],
        /// The inverse mass matrix times integrals against the derivatives of the basis.
        weak: [f64; 3, N, M],
        /// From nodes of a face to its points.
        face_interpolation: [f64; G, F],
        /// From values at points of the faces to the inverse mass matrix times their integrals.
        lift: [f64; N, 4, G],
    }

    /// A gas and its transport, in the terms at the top of the crate.
    pub struct Gas {
        /// Ratio of specific heats.
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
