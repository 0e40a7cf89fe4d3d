//! The nodes of VTK's Lagrange tetrahedra (cell type 71), in VTK's order.

/// Equispaced nodes of order `order` of the reference tetrahedron as (r, s, t), in the order of VTK: vertices, edges,
/// faces, interior. The nodes within a face are a triangle of nodes, and those of the interior are a tetrahedron of
/// order `order - 4`, each in the same order again.
pub fn lagrange_nodes(order: usize) -> Vec<[f64; 3]> {
    let mut nodes = Vec::new();
    let v = |i: usize| -> [usize; 4] { std::array::from_fn(|k| if k == i { order } else { 0 }) };
    simplex(&[v(0), v(1), v(2), v(3)], order, &mut nodes);
    let coordinate = |weight: usize| -1.0 + 2.0 * weight as f64 / order as f64;
    nodes.iter().map(|w| [coordinate(w[1]), coordinate(w[2]), coordinate(w[3])]).collect()
}

/// A node, given by its weight at each vertex of the whole tetrahedron. The weights add up to the order.
type Weights = [usize; 4];

/// The nodes of a tetrahedron or a triangle with the vertices `v`.
fn simplex(v: &[Weights], order: usize, nodes: &mut Vec<Weights>) {
    if order == 0 {
        nodes.push(v[0]);
        return;
    }
    nodes.extend(v);
    // A triangle has the first three of these edges.
    for [a, b] in [[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]] {
        if b < v.len() {
            edge(v[a], v[b], order, nodes);
        }
    }
    if v.len() == 4 {
        for face in [[0, 1, 3], [2, 3, 1], [0, 3, 2], [0, 2, 1]] {
            interior(&face.map(|i| v[i]), order, nodes);
        }
    }
    interior(v, order, nodes);
}

/// The nodes within a tetrahedron or a triangle.
fn interior(v: &[Weights], order: usize, nodes: &mut Vec<Weights>) {
    if order >= v.len() {
        let inner: Vec<Weights> = v.iter().map(|&corner| inwards(corner, v, order)).collect();
        simplex(&inner, order - v.len(), nodes);
    }
}

/// The nodes between two vertices, from the first to the second.
fn edge(a: Weights, b: Weights, order: usize, nodes: &mut Vec<Weights>) {
    for i in 1..order {
        nodes.push(std::array::from_fn(|k| (a[k] * (order - i) + b[k] * i) / order));
    }
}

/// The vertex of the inner simplex next to `corner`: one step along the edge to each other vertex.
fn inwards(corner: Weights, vertices: &[Weights], order: usize) -> Weights {
    let others = vertices.len() - 1;
    std::array::from_fn(|k| {
        let all: usize = vertices.iter().map(|v| v[k]).sum();
        // order * corner + sum over others of (other - corner), over order
        ((order - others) * corner[k] + (all - corner[k])) / order
    })
}

#[cfg(test)]
#[path = "tests/lagrange.rs"]
mod tests;
