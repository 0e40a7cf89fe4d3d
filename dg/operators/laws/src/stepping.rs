//! The five-stage fourth-order low-storage Runge-Kutta method of Carpenter and Kennedy (*Fourth-order 2N-storage
//! Runge-Kutta schemes*, NASA TM-109112, 1994).
//!
//! Stage i is `k = A[i] k + dt f(t + C[i] dt, q); q += B[i] k`.

array_fn::array_fn! {
    #![shared]

    /// Factors of the stored increment.
    pub const A: [f64; 5] = [
        0.0,
        -567301805773.0 / 1357537059087.0,
        -2404267990393.0 / 2016746695238.0,
        -3550918686646.0 / 2091501179385.0,
        -1275806237668.0 / 842570457699.0,
    ];

    /// Weights of the increment in the state.
    pub const B: [f64; 5] = [
        1432997174477.0 / 9575080441755.0,
        5161836677717.0 / 13612068292357.0,
        1720146321549.0 / 2090206949498.0,
        3134564353537.0 / 4481467310338.0,
        2277821191437.0 / 14882151754819.0,
    ];

    /// Times of the stages in units of the step.
    pub const C: [f64; 5] = [
        0.0,
        1432997174477.0 / 9575080441755.0,
        2526269341429.0 / 6820363962896.0,
        2006345519317.0 / 3224310063776.0,
        2802321613138.0 / 2924317926251.0,
    ];

    /// Factors of one stage of a step of length `dt`: `increment = a increment + dt rate; q += b increment`.
    pub struct Stage {
        /// The factor of the increment, one of `A`.
        a: f64,
        /// The weight of the increment in the state, one of `B`.
        b: f64,
        /// The length of the step.
        dt: f64,
    }

    /// The factors `A` for programs with all stages of a step. The first is far below rounding instead of 0, so that
    /// the same kernels serve all stages, because each kernel takes seconds to compile.
    const FACTORS: [f64; 5] = [1e-30, A[1], A[2], A[3], A[4]];
}
