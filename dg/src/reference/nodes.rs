//! Warp & blend nodes (Warburton, *An explicit construction of interpolation nodes on the simplex*,
//! J. Eng. Math. 56, 2006; Hesthaven & Warburton 2008, sections 6.1 and 10.1).

use super::basis::{degrees, legendre};
use crate::vector::norm;

/// Optimised blending parameter of orders 1 to 15.
const ALPHA: [f64; 15] = [
    0.0, 0.0, 0.0, 0.1002, 1.1332, 1.5608, 1.3413, 1.2577, 1.1603, 1.10153, 0.6080, 0.4523, 0.8856,
    0.8717, 0.9655,
];

/// A barycentric coordinate below this counts as zero.
const ON_FACE: f64 = 1e-10;

/// The `p + 1` Gauss-Lobatto-Legendre points of [-1, 1], ascending, for `p >= 1`.
pub fn gauss_lobatto(p: usize) -> Vec<f64> {
    (0..=p)
        .map(|i| {
            // Newton's method starts from the Chebyshev points. The function is (1 - x^2) P_p'(x), a multiple of
            // x P_p - P_(p-1).
            let mut x = -(std::f64::consts::PI * i as f64 / p as f64).cos();
            for _ in 0..100 {
                let step =
                    (x * legendre(p, x) - legendre(p - 1, x)) / ((p + 1) as f64 * legendre(p, x));
                x -= step;
                if step.abs() < 1e-16 {
                    break;
                }
            }
            x
        })
        .collect()
}

/// The equispaced nodes of order `p`, as (r, s, t). r runs fastest, then s, then t.
pub fn equispaced(p: usize) -> Vec<[f64; 3]> {
    let coordinate = |i: usize| -1.0 + 2.0 * i as f64 / p as f64;
    degrees(p).map(|(k, j, i)| [i, j, k].map(coordinate)).collect()
}

/// The warp & blend nodes of order `p`, as (r, s, t), in the order of [`equispaced`].
pub fn warp_and_blend(p: usize) -> Vec<[f64; 3]> {
    let alpha = ALPHA.get(p - 1).copied().unwrap_or(1.0);
    let lobatto = gauss_lobatto(p);
    // These are of the equilateral tetrahedron, on which the construction is symmetric.
    let (r3, r6) = (3f64.sqrt(), 6f64.sqrt());
    let v = [
        [-1.0, -1.0 / r3, -1.0 / r6],
        [1.0, -1.0 / r3, -1.0 / r6],
        [0.0, 2.0 / r3, -1.0 / r6],
        [0.0, 0.0, 3.0 / r6],
    ];
    let tangents = [(0, 1, 2), (0, 1, 3), (1, 2, 3), (0, 2, 3)].map(|(a, b, apex)| {
        let middle = combine(&[(0.5, v[a]), (0.5, v[b])]);
        (
            unit(combine(&[(1.0, v[b]), (-1.0, v[a])])),
            unit(combine(&[(1.0, v[apex]), (-1.0, middle)])),
        )
    });

    let warped = equispaced(p).into_iter().map(|[r, s, t]| {
        let l = [(1.0 + t) / 2.0, (1.0 + s) / 2.0, -(1.0 + r + s + t) / 2.0, (1.0 + r) / 2.0];
        let mut x = combine(&[(l[2], v[0]), (l[3], v[1]), (l[1], v[2]), (l[0], v[3])]);
        let mut shift = [0.0; 3];
        let faces = [[0, 1, 2, 3], [1, 0, 2, 3], [2, 0, 3, 1], [3, 0, 2, 1]];
        for (face, (t1, t2)) in faces.into_iter().zip(tangents) {
            let [la, lb, lc, ld] = face.map(|i| l[i]);
            let (warp1, warp2) = triangle_shift(&lobatto, alpha, [lb, lc, ld]);
            let inside = [lb, lc, ld].into_iter().filter(|&l| l > ON_FACE).count();
            if la < ON_FACE && inside < 3 {
                // On an edge or a vertex of this face, only the face's own warp counts.
                shift = combine(&[(warp1, t1), (warp2, t2)]);
                continue;
            }
            let mut blend = lb * lc * ld;
            let denominator = (lb + 0.5 * la) * (lc + 0.5 * la) * (ld + 0.5 * la);
            if denominator > ON_FACE {
                blend *= (1.0 + (alpha * la).powi(2)) / denominator;
            }
            shift = combine(&[(1.0, shift), (blend * warp1, t1), (blend * warp2, t2)]);
        }
        x = combine(&[(1.0, x), (1.0, shift)]);
        // This goes back to (r, s, t), whose axes are the equilateral edges from v1.
        let z = x[2] - v[0][2];
        let t = z / (v[3][2] - v[0][2]);
        let y = x[1] - v[0][1] - t * (v[3][1] - v[0][1]);
        let s = y / (v[2][1] - v[0][1]);
        let r = (x[0] - v[0][0] - s * (v[2][0] - v[0][0]) - t * (v[3][0] - v[0][0])) / 2.0;
        [2.0 * r - 1.0, 2.0 * s - 1.0, 2.0 * t - 1.0]
    });
    warped.collect()
}

/// The two-dimensional warp & blend displacement at barycentric coordinates `l` of a triangle.
fn triangle_shift(lobatto: &[f64], alpha: f64, l: [f64; 3]) -> (f64, f64) {
    let (mut dx, mut dy) = (0.0, 0.0);
    for i in 0..3 {
        let (l1, l2, l3) = (l[i], l[(i + 1) % 3], l[(i + 2) % 3]);
        let warp = l2 * l3 * 4.0 * edge_warp(lobatto, l3 - l2) * (1.0 + (alpha * l1).powi(2));
        let angle = 2.0 * std::f64::consts::PI * i as f64 / 3.0;
        dx += angle.cos() * warp;
        dy += angle.sin() * warp;
    }
    (dx, dy)
}

/// The displacement that takes equispaced points of [-1, 1] to Gauss-Lobatto points, divided by 1 - x^2. It is Lagrange
/// interpolation without the end points, which do not move.
fn edge_warp(lobatto: &[f64], x: f64) -> f64 {
    let p = lobatto.len() - 1;
    let equi = |i: usize| -1.0 + 2.0 * i as f64 / p as f64;
    (1..p)
        .map(|i| {
            let others = (1..p).filter(|&j| j != i);
            let lagrange: f64 = others.map(|j| (x - equi(j)) / (equi(i) - equi(j))).product();
            (lobatto[i] - equi(i)) * lagrange / (1.0 - equi(i) * equi(i))
        })
        .sum()
}

fn combine(terms: &[(f64, [f64; 3])]) -> [f64; 3] {
    std::array::from_fn(|d| terms.iter().map(|(w, x)| w * x[d]).sum())
}

fn unit(x: [f64; 3]) -> [f64; 3] {
    x.map(|component| component / norm(x))
}

#[cfg(test)]
#[path = "tests/nodes.rs"]
mod tests;
