//! Stores to parts of an array that is updated in place.

use super::agree::run;
use super::{f64s, integer};
use array_fn_compiler::dag::DType;
use array_fn_compiler::dag::interpret::Tensor;

/// Of two stores at one index, the later one counts, and sees what the earlier one left.
#[test]
fn stores_at_single_indices_may_meet() {
    let source = "pub fn f<N>(u: &mut [f64; N], i: i64, j: i64) {
        u[i] += 1.0;
        u[j] = 2.0 * u[j] + 10.0;
        u[2] -= 100.0;
    }";
    for i in 0..4 {
        for j in 0..4 {
            let mut expected = [1.0, 2.0, 3.0, 4.0];
            expected[i] += 1.0;
            expected[j] = 2.0 * expected[j] + 10.0;
            expected[2] -= 100.0;
            let u = f64s(&[1.0, 2.0, 3.0, 4.0]);
            let got = run(source, &[("N", 4)], &[u, integer(i as i64), integer(j as i64)]);
            assert_eq!(got.unwrap().params[&0], f64s(&expected), "{i} {j}");
        }
    }
}

#[test]
fn slices_and_edges_may_overlap() {
    let bodies = [
        "u[0] = 1.0; u[-1] = 2.0; u[.., 0] += 3.0; u[.., -1] = 4.0;",
        "u[..2] += 1.0; u[1..3] = 5.0; u[2..4, 1..-1] *= 2.0;",
        "u[1..-1, 2..] += 1.0;",
        "u[-2.., ..1] = 7.0; u[.., 1] = u[.., 1] * 2.0; u[3, -2..] -= 1.0;",
        "u[1..1] = 3.0; u[M..] = 4.0;",
        "for t in 0..3 { u[t] = 1.0; u[t + 1] += 2.0; u[..2, ..2] += 1.0; }",
    ];
    for body in bodies {
        let source = format!("pub fn f<M, N>(u: &mut [f64; M, N]) {{ {body} }}");
        for (m, n) in [(4, 3), (5, 40), (70, 4)] {
            let elements: Vec<f64> = (0..m * n).map(|k| k as f64).collect();
            let u = Tensor::from_f64(DType::F64, &[m, n], &elements);
            let dims = [("M", m as i64), ("N", n as i64)];
            run(&source, &dims, &[u]).unwrap();
        }
    }
}

/// Whether a store changes an element may depend on the element, which another store may have changed.
#[test]
fn conditions_on_elements_are_those_of_their_time() {
    let source = "pub fn f<N>(u: &mut [f64; N]) {
        u = where((arange(N) == 1) & (u > 1.5), -1.0, u);
        u = where((arange(N) == 1) & (u < 0.0), 50.0, u);
        u[1] += 1.0;
    }";
    for first in [1.0, 2.0] {
        let got = run(source, &[("N", 3)], &[f64s(&[0.0, first, 0.0])]).unwrap();
        let expected = if first > 1.5 { 51.0 } else { 2.0 };
        assert_eq!(got.params[&0], f64s(&[0.0, expected, 0.0]));
    }
}
