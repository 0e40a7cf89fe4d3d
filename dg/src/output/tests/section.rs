//! Unit tests of the module `section`.

use super::*;
use crate::mesh::BoxMesh;

#[test]
fn polynomials_are_exact_and_outside_there_is_nothing() {
    let mut mesh = BoxMesh::bricks([2, 3, 2]).build();
    for x in &mut mesh.vertices {
        *x = [x[0] + 0.2 * x[1], x[1] - 0.1 * x[2], 1.3 * x[2]];
    }
    let d = Discretisation::new(&mesh, 2).unwrap();
    let f = |x: [f64; 3]| x[0] * x[1] - x[2] * x[2] + 0.5 * x[0];
    let field = d.sample(f);
    for axis in 0..3 {
        let section = Section::new(axis, 0.37, [-0.5, -0.5], [1.5, 2.0], 40).unwrap();
        assert_eq!(section.pixels, [32, 40]);
        let [values] = &section.sample(&d, &[field.view()])[..] else { panic!("one field") };
        let (mut inside, [a, b]) = (0, section.axes());
        for ((row, column), &value) in values.indexed_iter() {
            let mut x = [0.37; 3];
            x[a] = -0.5 + 2.0 * (column as f64 + 0.5) / 32.0;
            x[b] = -0.5 + 2.5 * (39.5 - row as f64) / 40.0;
            // This goes back to the unit cube.
            let z = x[2] / 1.3;
            let y = x[1] + 0.1 * z;
            let cube = [x[0] - 0.2 * y, y, z];
            let within = cube.iter().all(|x| (0.0..=1.0).contains(x));
            assert_eq!(value.is_finite(), within, "{x:?}");
            if within {
                inside += 1;
                assert!((value - f(x)).abs() < 1e-12, "{x:?}: {value}");
            }
        }
        assert!(inside > 200, "{inside}");
    }
}

#[test]
fn windows_without_pixels() {
    let of = |low: f64, high: f64| Section::new(2, 0.0, [low, 0.0], [high, 1.0], 720);
    for (low, high) in [
        (0.0, 1e-320),
        (0.0, 1e-307),
        (1.0, 1.0 + 1e-12),
        (1e9, 1e9 + 1e-3),
        (-1e308, 1e308),
        (0.0, f64::INFINITY),
        (f64::NAN, 1.0),
        (1.0, 1.0),
        (1.0, 0.0),
    ] {
        assert_eq!(of(low, high), None, "{low} {high}");
    }
    let tiny = 1e-320;
    assert_eq!(Section::new(2, 0.0, [0.0; 2], [tiny; 2], 720), None);
    for (low, high) in [(0.0, 1e-300), (1.0, 1.0 + 1e-8), (-1e300, 1e300)] {
        let section = of(low, high).unwrap();
        assert!(section.pixels.iter().all(|&pixels| (1..=720).contains(&pixels)), "{section:?}");
    }
}

/// After a quadratic map of the nodes, the interpolated coordinates are those of the pixels.
#[test]
fn curved_elements_are_located() {
    let mut d = Discretisation::new(&BoxMesh::cube(2).build(), 3).unwrap();
    let (_, elements, n) = d.nodes.dim();
    for e in 0..elements {
        for i in 0..n {
            let [x, y] = [d.nodes[[0, e, i]], d.nodes[[1, e, i]]];
            d.nodes[[2, e, i]] += 0.2 * x * (1.0 - x) + 0.1 * y * y;
        }
    }
    let section = Section::new(1, 0.5, [0.0, 0.0], [1.0, 1.2], 60).unwrap();
    let fields: Vec<_> = (0..3).map(|axis| d.nodes.index_axis(ndarray::Axis(0), axis)).collect();
    let values = section.sample(&d, &fields);
    for ((row, column), &z) in values[2].indexed_iter() {
        let x = (column as f64 + 0.5) / 50.0;
        let height = 1.2 * (59.5 - row as f64) / 60.0;
        let floor = 0.2 * x * (1.0 - x) + 0.1 * 0.25;
        let within = (floor..=1.0 + floor).contains(&height);
        assert_eq!(z.is_finite(), within, "{x} {height}");
        if within {
            assert!((z - height).abs() < 1e-10 && (values[0][[row, column]] - x).abs() < 1e-10);
            assert!((values[1][[row, column]] - 0.5).abs() < 1e-10);
        }
    }
}

#[test]
fn empty_rectangles_are_none() {
    assert_eq!(Section::new(2, 0.0, [0.0, 1.0], [1.0, 1.0], 10), None);
    assert_eq!(Section::new(3, 0.0, [0.0, 0.0], [1.0, 1.0], 10), None);
    assert_eq!(Section::new(0, f64::NAN, [0.0, 0.0], [1.0, 1.0], 10), None);
}
