//! The expressions of `benches/peers/expr_ops.py`, line by line as they are there.

use array_fn::array_fn;

array_fn! {
    const RATE: f32 = 0.02;
    const VOL: f32 = 0.3;

    /// One of two by a condition, plus one.
    pub fn where_plus_one<N>(c: [bool; N], a: [f64; N], b: [f64; N]) -> [f64; N] {
        where(c, a, b) + 1
    }

    /// The normal distribution's cumulative density (Abramowitz and Stegun 26.2.17).
    fn normal_cdf<N>(d: [f32; N]) -> [f32; N] {
        let k = 1 / (1 + 0.2316419 * abs(d));
        let poly = k * (0.31938153
            + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
        let tail = 0.39894228 * exp(-0.5 * d * d) * poly;
        where(d < 0, tail, 1 - tail)
    }

    /// Prices of calls and puts: spot `s`, strike `x`, years `t`.
    #[fast_math]
    pub fn black_scholes<N>(s: [f32; N], x: [f32; N], t: [f32; N]) -> ([f32; N], [f32; N]) {
        let root = VOL * sqrt(t);
        let d1 = (log(s / x) + (RATE + 0.5 * VOL * VOL) * t) / root;
        let n1 = normal_cdf(d1);
        let n2 = normal_cdf(d1 - root);
        let pv = x * exp(-RATE * t);
        (s * n1 - pv * n2, pv * (1 - n2) - s * (1 - n1))
    }

    /// The mean of the four neighbours of each inner point.
    pub fn stencil<M, N>(u: [f64; M, N]) -> [f64; M - 2, N - 2] {
        0.25 * (u[..-2, 1..-1] + u[2.., 1..-1] + u[1..-1, ..-2] + u[1..-1, 2..])
    }

    /// One small matrix times many vectors.
    pub fn matvec<E, N>(a: [f64; N, N], x: [f64; E, N]) -> [f64; E, N]
    where
        N: 4 | 10 | 20 | 35,
    {
        einsum("ij,ej->ei", a, x)
    }

    /// Softmax of every row.
    pub fn softmax<M, N>(x: [f32; M, N]) -> [f32; M, N] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / sum(e, axis=1, keepdims=true)
    }

    /// Sums of columns, means of rows, and the standard deviation of all.
    pub fn reduce<M, N>(x: [f64; M, N]) -> ([f64; N], [f64; M], f64) {
        (x.sum(axis=0), x.mean(axis=1), std(x))
    }

    /// Seven times a value that is used twice and joined again: 42 operations.
    #[fast_math]
    pub fn diamond<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {
        let mut x = x;
        for _ in 0..7 {
            x = 0.5 * ((x * 1.01 + y) + (x - 0.5 * y));
        }
        x
    }

    /// The same with a reduction over all elements in each of six rounds.
    #[fast_math]
    pub fn diamond_max<N>(x: [f64; N], y: [f64; N]) -> [f64; N] {
        let mut x = x;
        for _ in 0..6 {
            #[inline]
            let half = 0.5 * y;
            #[inline]
            let r = x + half;
            x = ((x * 1.01 + y) + r) / max(r);
        }
        x
    }
}
