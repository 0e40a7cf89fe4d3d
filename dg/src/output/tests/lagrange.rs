//! Unit tests of the module `lagrange`.

use super::*;

#[test]
fn every_node_once() {
    for order in 1..=7 {
        let nodes = lagrange_nodes(order);
        assert_eq!(nodes.len(), crate::reference::node_count(order));
        let mut expected = crate::reference::equispaced(order);
        for node in &nodes {
            let at = expected
                .iter()
                .position(|e| e.iter().zip(node).all(|(a, b): (&f64, &f64)| (a - b).abs() < 1e-12));
            expected.swap_remove(at.expect("an equispaced node, not seen before"));
        }
    }
}

/// The nodes of order 5 as VTK itself has them (`vtkLagrangeTetra::ToBarycentricIndex`), in steps along (r, s, t).
#[test]
fn order_of_vtk() {
    let vtk = [
        "000 500 050 005 100 200 300 400 410 320 230 140 040 030 020 010 001 002 003 004",
        "401 302 203 104 041 032 023 014 101 301 103 201 202 102 131 113 311 122 212 221",
        "011 013 031 012 022 021 110 130 310 120 220 210 111 211 121 112",
    ];
    let steps: Vec<String> = lagrange_nodes(5)
        .iter()
        .map(|x| x.map(|x| ((x + 1.0) * 2.5).round().to_string()).concat())
        .collect();
    assert_eq!(steps.join(" "), vtk.join(" "));
}
