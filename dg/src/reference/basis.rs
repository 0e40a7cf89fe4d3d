//! The orthonormal (Proriol-Koornwinder-Dubiner) basis of the reference triangle and tetrahedron.

use ndarray::Array2;

/// The Legendre polynomial of degree `n`, not normalised.
pub(super) fn legendre(n: usize, x: f64) -> f64 {
    let (mut before, mut now) = (1.0, x);
    if n == 0 {
        return 1.0;
    }
    for k in 1..n {
        let k = k as f64;
        (before, now) = (now, ((2.0 * k + 1.0) * x * now - k * before) / (k + 1.0));
    }
    now
}

/// The Jacobi polynomial P_n^(alpha, beta), orthonormal on [-1, 1] with weight (1 - x)^alpha (1 + x)^beta (Hesthaven &
/// Warburton 2008, appendix A). `alpha` is an integer, and `beta` is 0 or, for derivatives, 1.
fn jacobi(n: usize, alpha: usize, beta: usize, x: f64) -> f64 {
    let (a, b) = (alpha as f64, beta as f64);
    // gamma0 = 2^(a+b+1)/(a+b+1) * a! b! / (a+b)!
    let binomial: f64 = (1..=beta).map(|k| k as f64 / (alpha + k) as f64).product();
    let gamma0 = 2f64.powi((alpha + beta + 1) as i32) / (a + b + 1.0) * binomial;
    let mut before = 1.0 / gamma0.sqrt();
    if n == 0 {
        return before;
    }
    let gamma1 = (a + 1.0) * (b + 1.0) / (a + b + 3.0) * gamma0;
    let mut now = ((a + b + 2.0) * x / 2.0 + (a - b) / 2.0) / gamma1.sqrt();
    let mut a_old = 2.0 / (2.0 + a + b) * ((a + 1.0) * (b + 1.0) / (a + b + 3.0)).sqrt();
    for i in 1..n {
        let i = i as f64;
        let h = 2.0 * i + a + b;
        let a_new = 2.0 / (h + 2.0)
            * ((i + 1.0) * (i + 1.0 + a + b) * (i + 1.0 + a) * (i + 1.0 + b)
                / ((h + 1.0) * (h + 3.0)))
                .sqrt();
        let b_new = -(a * a - b * b) / (h * (h + 2.0));
        (before, now) = (now, ((x - b_new) * now - a_old * before) / a_new);
        a_old = a_new;
    }
    now
}

fn jacobi_derivative(n: usize, alpha: usize, x: f64) -> f64 {
    if n == 0 {
        return 0.0;
    }
    ((n * (n + alpha + 1)) as f64).sqrt() * jacobi(n - 1, alpha + 1, 1, x)
}

/// Degrees (i, j, k) with i + j + k <= p.
pub(super) fn degrees(p: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..=p)
        .flat_map(move |i| (0..=p - i).flat_map(move |j| (0..=p - i - j).map(move |k| (i, j, k))))
}

/// The collapsed coordinates of a point of the tetrahedron.
fn collapse([r, s, t]: [f64; 3]) -> [f64; 3] {
    let a = if (s + t).abs() > 1e-14 { -2.0 * (1.0 + r) / (s + t) - 1.0 } else { -1.0 };
    let b = if (t - 1.0).abs() > 1e-14 { 2.0 * (1.0 + s) / (1.0 - t) - 1.0 } else { -1.0 };
    [a, b, t]
}

/// Values of the orthonormal basis of order `p` at `points`: `[points, basis functions]`.
pub fn vandermonde(p: usize, points: &[[f64; 3]]) -> Array2<f64> {
    let [v] = tables(p, points, |[a, b, c], (i, j, k)| {
        [8f64.sqrt()
            * jacobi(i, 0, 0, a)
            * jacobi(j, 2 * i + 1, 0, b)
            * (1.0 - b).powi(i as i32)
            * jacobi(k, 2 * (i + j) + 2, 0, c)
            * (1.0 - c).powi((i + j) as i32)]
    });
    v
}

/// Tables of `K` numbers that belong to the collapsed coordinates of a point and the degrees of a basis function, each
/// `[points, basis functions]`.
fn tables<const K: usize>(
    p: usize,
    points: &[[f64; 3]],
    numbers: impl Fn([f64; 3], (usize, usize, usize)) -> [f64; K],
) -> [Array2<f64>; K] {
    let mut tables = [(); K].map(|()| Array2::zeros((points.len(), super::node_count(p))));
    for (row, &point) in points.iter().enumerate() {
        for (column, degrees) in degrees(p).enumerate() {
            let numbers = numbers(collapse(point), degrees);
            for (table, number) in tables.iter_mut().zip(numbers) {
                table[[row, column]] = number;
            }
        }
    }
    tables
}

/// Derivatives of the basis of order `p` along r, s and t at `points`, each as [`vandermonde`].
pub fn gradient_vandermonde(p: usize, points: &[[f64; 3]]) -> [Array2<f64>; 3] {
    tables(p, points, basis_gradient)
}

/// The gradient of one basis function (Hesthaven & Warburton 2008, appendix A, GradSimplex3DP). Where (1-b) or (1-c)
/// would appear with a negative power, the limit is written out, so that vertices are safe.
fn basis_gradient([a, b, c]: [f64; 3], (i, j, k): (usize, usize, usize)) -> [f64; 3] {
    let (fa, dfa) = (jacobi(i, 0, 0, a), jacobi_derivative(i, 0, a));
    let (gb, dgb) = (jacobi(j, 2 * i + 1, 0, b), jacobi_derivative(j, 2 * i + 1, b));
    let m = i + j;
    let (hc, dhc) = (jacobi(k, 2 * m + 2, 0, c), jacobi_derivative(k, 2 * m + 2, c));
    let (hb, hcc) = (0.5 * (1.0 - b), 0.5 * (1.0 - c));
    // x^(n-1). For n = 0 it is 1, and its factor is zero or absent.
    let less = |x: f64, n: usize| x.powi(n.saturating_sub(1) as i32);

    let dr = dfa * gb * hc * less(hb, i) * less(hcc, m);
    let mut along_b = dgb * hb.powi(i as i32);
    if i > 0 {
        along_b -= 0.5 * i as f64 * gb * less(hb, i);
    }
    along_b *= less(hcc, m) * fa * hc;
    let mut along_c = dhc * hcc.powi(m as i32);
    if m > 0 {
        along_c -= 0.5 * m as f64 * hc * less(hcc, m);
    }
    along_c *= fa * gb * hb.powi(i as i32);

    let scale = 2f64.powf(2.0 * i as f64 + j as f64 + 1.5);
    let ds = 0.5 * (1.0 + a) * dr + along_b;
    let dt = 0.5 * (1.0 + a) * dr + 0.5 * (1.0 + b) * along_b + along_c;
    [scale * dr, scale * ds, scale * dt]
}

/// Values of the orthonormal basis of the triangle { r, s >= -1, r + s <= 0 }.
pub fn vandermonde_2d(p: usize, points: &[[f64; 2]]) -> Array2<f64> {
    let mut v = Array2::zeros((points.len(), super::face_node_count(p)));
    for (row, &[r, s]) in points.iter().enumerate() {
        let a = if (s - 1.0).abs() > 1e-14 { 2.0 * (1.0 + r) / (1.0 - s) - 1.0 } else { -1.0 };
        let pairs = (0..=p).flat_map(|i| (0..=p - i).map(move |j| (i, j)));
        for (col, (i, j)) in pairs.enumerate() {
            v[[row, col]] = 2f64.sqrt()
                * jacobi(i, 0, 0, a)
                * jacobi(j, 2 * i + 1, 0, s)
                * (1.0 - s).powi(i as i32);
        }
    }
    v
}
