//! Vectors of three numbers.

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|d| a[d] - b[d])
}

/// The length of a vector.
pub(crate) fn norm(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// The position of the point that is nearest to `x`, the first of several.
pub(crate) fn nearest(points: &[[f64; 3]], x: [f64; 3]) -> usize {
    let distance = |i: &usize| {
        let away = minus(x, points[*i]);
        dot(away, away)
    };
    (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
}
