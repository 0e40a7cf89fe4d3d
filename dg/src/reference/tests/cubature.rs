//! Unit tests of the module `cubature`.

use super::*;

fn factorial(n: i32) -> f64 {
    (1..=n).map(f64::from).product()
}

/// Checks a rule on products of powers of barycentric coordinates, whose integrals are known.
fn check<const D: usize>(cubature: &Cubature<D>, degree: i32, volume: f64) {
    let powers = |total: i32| {
        let all = (0..=total).flat_map(move |a| (0..=total - a).map(move |b| [a, b, 0]));
        all.flat_map(move |[a, b, _]| (0..=total - a - b).map(move |c| [a, b, c]))
            .filter(|powers| D == 3 || powers[2] == 0)
    };
    for powers in powers(degree) {
        let sum: f64 = (cubature.points.iter().zip(&cubature.weights))
            .map(|(x, w)| {
                w * (0..D).map(|axis| (0.5 * (1.0 + x[axis])).powi(powers[axis])).product::<f64>()
            })
            .sum();
        let total: i32 = powers.iter().sum();
        let exact = volume * powers.map(factorial).iter().product::<f64>() * factorial(D as i32)
            / factorial(total + D as i32);
        assert!((sum - exact).abs() < 1e-14, "{powers:?}: {sum:e}, not {exact:e}");
    }
}

#[test]
fn polynomials_are_integrated() {
    for degree in 1..=15 {
        let tetrahedron = Cubature::tetrahedron(degree).unwrap();
        check(&tetrahedron, degree as i32, 4.0 / 3.0);
        let triangle = Cubature::triangle(degree).unwrap();
        check(&triangle, degree as i32, 2.0);
    }
    assert_eq!(Cubature::tetrahedron(9).unwrap().weights.len(), 59);
    assert_eq!(Cubature::triangle(9).unwrap().weights.len(), 19);
    assert_eq!((Cubature::tetrahedron(16), Cubature::triangle(16)), (None, None));
}

/// The elements on both sides of a face number its nodes from different vertices, and have to see the same points.
#[test]
fn points_are_symmetric() {
    for degree in 1..=15 {
        let triangle = Cubature::triangle(degree).unwrap();
        for ([r, s], weight) in triangle.points.iter().zip(&triangle.weights) {
            for image in [[*s, *r], [-1.0 - r - s, *r]] {
                let found = triangle.points.iter().zip(&triangle.weights).any(|(x, w)| {
                    (x[0] - image[0]).abs() + (x[1] - image[1]).abs() < 1e-13 && w == weight
                });
                assert!(found, "degree {degree}: {image:?}");
            }
        }
    }
}
