//! Unit tests of the module `curl`.

use super::*;
use crate::mesh::BoxMesh;

#[test]
fn curl_of_polynomials_is_exact() {
    let mut mesh = BoxMesh::cube(2).build();
    for x in &mut mesh.vertices {
        *x = [x[0] + 0.3 * x[2], x[1] - 0.1 * x[0], x[2] + 0.2 * x[1]];
    }
    let d = Discretisation::new(&mesh, 2).unwrap();
    let mut field = Array3::zeros(d.nodes.dim());
    let components: [fn([f64; 3]) -> f64; 3] =
        [|x| x[1] * x[2], |x| x[0] * x[0], |x| x[0] * x[1] + x[2]];
    let expected: [fn([f64; 3]) -> f64; 3] = [|x| x[0], |_| 0.0, |x| 2.0 * x[0] - x[2]];
    for (c, component) in components.into_iter().enumerate() {
        field.index_axis_mut(Axis(0), c).assign(&d.sample(component));
    }
    let curl = d.curl(field.view());
    for (c, expected) in expected.into_iter().enumerate() {
        let error = &curl.index_axis(Axis(0), c) - &d.sample(expected);
        assert!(error.iter().all(|e| e.abs() < 1e-12), "component {c}");
    }
}
