//! A mesh and a reference element together: the static arrays that the programs take.

use crate::Error;
use crate::mesh::{Connectivity, Face, Mesh, MeshError, signed_volume};
use crate::reference::ReferenceElement;
use ndarray::{Array1, Array2, Array3};

/// Nodes, geometric factors and face maps of every element.
///
/// E elements, N nodes an element, F nodes a face. `(r, s, t)` are reference coordinates,
/// `x` physical ones; faces are in the order of [`crate::reference`].
#[derive(Clone, Debug)]
pub struct Discretisation {
    /// The reference element.
    pub reference: ReferenceElement,
    /// Coordinates of the nodes, `[3, E, N]`.
    pub nodes: Array3<f64>,
    /// `det dx/dr`, `[E]`; the volume of an element is 4/3 of it.
    pub jacobian: Array1<f64>,
    /// `dr_i/dx_j` as `[i, j, E]`: `[3, 3, E]`.
    pub metric: Array3<f64>,
    /// Outward unit normals, `[3, E, 4]`.
    pub normal: Array3<f64>,
    /// Surface over volume Jacobian of each face, `[E, 4]`.
    pub fscale: Array2<f64>,
    /// For each node of each face the node that coincides with it on the other side, as
    /// `element * N + node`; on the boundary the node itself: `[E, 4, F]`.
    pub exterior_nodes: Array3<i32>,
    /// What lies behind each face.
    pub connectivity: Connectivity,
    /// Names of the boundary surfaces.
    pub groups: Vec<String>,
}

impl Discretisation {
    /// The nodal discretisation of order `order` on `mesh`.
    ///
    /// # Errors
    /// [`Error::Order`] for an order out of range, [`Error::Mesh`] when faces do not match or the
    /// nodes do not fit into 32-bit indices.
    pub fn new(mesh: &Mesh, order: usize) -> Result<Self, Error> {
        let reference = ReferenceElement::new(order)?;
        let connectivity = Connectivity::new(mesh)?;
        let (elements, n) = (mesh.tets.len(), reference.node_count());
        if elements.checked_mul(n).is_none_or(|total| total > i32::MAX as usize) {
            let origin = mesh.origin.clone();
            return Err(MeshError::TooLarge { origin, elements, nodes: n }.into());
        }

        let mut nodes = Array3::zeros((3, elements, n));
        let mut jacobian = Array1::zeros(elements);
        let mut metric = Array3::zeros((3, 3, elements));
        let mut normal = Array3::zeros((3, elements, 4));
        let mut fscale = Array2::zeros((elements, 4));
        for e in 0..elements {
            let corners = mesh.corners(e);
            for (i, &[r, s, t]) in reference.nodes.iter().enumerate() {
                let weights = [-(1.0 + r + s + t), 1.0 + r, 1.0 + s, 1.0 + t];
                for d in 0..3 {
                    nodes[[d, e, i]] =
                        0.5 * (0..4).map(|v| weights[v] * corners[v][d]).sum::<f64>();
                }
            }
            jacobian[e] = 0.75 * signed_volume(corners);
            let g = gradients(corners);
            for (i, row) in g.iter().enumerate() {
                for (j, &value) in row.iter().enumerate() {
                    metric[[i, j, e]] = value;
                }
            }
            let outward = |face: usize, j: usize| match face {
                0 => -g[2][j],
                1 => -g[1][j],
                2 => g[0][j] + g[1][j] + g[2][j],
                _ => -g[0][j],
            };
            for face in 0..4 {
                let length = (0..3).map(|j| outward(face, j).powi(2)).sum::<f64>().sqrt();
                fscale[[e, face]] = length;
                for j in 0..3 {
                    normal[[j, e, face]] = outward(face, j) / length;
                }
            }
        }
        let exterior_nodes = exterior_nodes(&reference, &nodes, &connectivity);
        let groups = mesh.groups.clone();
        Ok(Discretisation {
            reference,
            nodes,
            jacobian,
            metric,
            normal,
            fscale,
            exterior_nodes,
            connectivity,
            groups,
        })
    }

    /// Number of elements, E.
    pub fn element_count(&self) -> usize {
        self.jacobian.len()
    }

    /// Node numbers on the faces, `[4, F]`, as indices into an element's N nodes.
    pub fn face_nodes(&self) -> Array2<i32> {
        self.reference.face_nodes.mapv(|node| node as i32)
    }

    /// A field given by a function of the coordinates, `[E, N]`.
    pub fn sample(&self, f: impl Fn([f64; 3]) -> f64) -> Array2<f64> {
        let (_, elements, n) = self.nodes.dim();
        let x = &self.nodes;
        Array2::from_shape_fn((elements, n), |(e, i)| f([x[[0, e, i]], x[[1, e, i]], x[[2, e, i]]]))
    }

    /// The integral over the mesh of the square of a nodal field `[E, N]`, with the exact mass matrix.
    pub fn norm_squared(&self, field: ndarray::ArrayView2<f64>) -> f64 {
        let weighted = field.dot(&self.reference.mass);
        let rows = field.outer_iter().zip(weighted.outer_iter());
        rows.zip(&self.jacobian).map(|((a, b), &j)| j * a.dot(&b)).sum()
    }

    /// The inner product of two nodal fields `[E, N]`, with the exact mass matrix.
    pub fn inner_product(&self, a: ndarray::ArrayView2<f64>, b: ndarray::ArrayView2<f64>) -> f64 {
        let weighted = a.dot(&self.reference.mass);
        let rows = weighted.outer_iter().zip(b.outer_iter());
        rows.zip(&self.jacobian).map(|((a, b), &j)| j * a.dot(&b)).sum()
    }

    /// The largest of [`Discretisation::fscale`], which limits the time step.
    pub fn max_fscale(&self) -> f64 {
        self.fscale.iter().copied().fold(0.0, f64::max)
    }
}

/// `d(r, s, t)/d(x, y, z)` of an affine element, by rows.
fn gradients(corners: [[f64; 3]; 4]) -> [[f64; 3]; 3] {
    // Columns of dx/dr; half the edges from the first corner, as r runs from -1 to 1.
    let edge =
        |v: usize| -> [f64; 3] { std::array::from_fn(|d| 0.5 * (corners[v][d] - corners[0][d])) };
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let (xr, xs, xt) = (edge(1), edge(2), edge(3));
    let j = (0..3).map(|d| xr[d] * cross(xs, xt)[d]).sum::<f64>();
    [cross(xs, xt), cross(xt, xr), cross(xr, xs)].map(|row| row.map(|x| x / j))
}

/// Matches the nodes of each pair of faces by coordinates, relative to the faces' centroids, which
/// takes out a periodic translation.
fn exterior_nodes(
    reference: &ReferenceElement,
    nodes: &Array3<f64>,
    connectivity: &Connectivity,
) -> Array3<i32> {
    let (_, elements, n) = nodes.dim();
    let nf = reference.face_node_count();
    let mut map = Array3::zeros((elements, 4, nf));
    let points = |e: usize, face: usize| -> Vec<[f64; 3]> {
        let on_face = reference.face_nodes.row(face);
        let mut points: Vec<[f64; 3]> =
            on_face.iter().map(|&i| std::array::from_fn(|d| nodes[[d, e, i]])).collect();
        let centroid: [f64; 3] =
            std::array::from_fn(|d| points.iter().map(|x| x[d]).sum::<f64>() / nf as f64);
        for x in &mut points {
            *x = std::array::from_fn(|d| x[d] - centroid[d]);
        }
        points
    };
    for (e, row) in connectivity.faces.iter().enumerate() {
        for (face, &side) in row.iter().enumerate() {
            let Face::Neighbour { element, face: other_face } = side else {
                for (k, &node) in reference.face_nodes.row(face).iter().enumerate() {
                    map[[e, face, k]] = (e * n + node) as i32;
                }
                continue;
            };
            let (other, other_face) = (element as usize, other_face as usize);
            let (own, theirs) = (points(e, face), points(other, other_face));
            for (k, x) in own.iter().enumerate() {
                let distance = |y: &[f64; 3]| (0..3).map(|d| (x[d] - y[d]).powi(2)).sum::<f64>();
                let nearest =
                    (0..nf).min_by(|&a, &b| distance(&theirs[a]).total_cmp(&distance(&theirs[b])));
                let nearest = nearest.expect("a face has nodes");
                map[[e, face, k]] =
                    (other * n + reference.face_nodes[[other_face, nearest]]) as i32;
            }
        }
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::BoxMesh;

    fn skewed_box() -> Mesh {
        let mut mesh = BoxMesh::bricks([2, 3, 2]).build();
        for x in &mut mesh.vertices {
            *x = [x[0] + 0.2 * x[1], x[1] - 0.1 * x[2], 1.3 * x[2] + 0.1 * x[0]];
        }
        mesh
    }

    #[test]
    fn geometric_factors_differentiate_linear_functions() {
        let mesh = skewed_box();
        let d = Discretisation::new(&mesh, 3).unwrap();
        let f = d.sample(|x| 2.0 * x[0] - 3.0 * x[1] + 0.5 * x[2]);
        for e in 0..d.element_count() {
            for (j, expected) in [2.0, -3.0, 0.5].into_iter().enumerate() {
                let mut gradient = Array1::<f64>::zeros(f.ncols());
                for r in 0..3 {
                    let along =
                        d.reference.derivative.index_axis(ndarray::Axis(0), r).dot(&f.row(e));
                    gradient += &(d.metric[[r, j, e]] * along);
                }
                assert!(gradient.iter().all(|g| (g - expected).abs() < 1e-12));
            }
        }
        assert!((d.jacobian.sum() * 4.0 / 3.0 - mesh.volume()).abs() < 1e-13);
    }

    /// The integral of the normal over each element's surface is zero.
    #[test]
    fn normals_close_each_element_and_are_opposite() {
        let d = Discretisation::new(&skewed_box(), 1).unwrap();
        for e in 0..d.element_count() {
            for j in 0..3 {
                let sum: f64 = (0..4).map(|f| d.normal[[j, e, f]] * d.fscale[[e, f]]).sum();
                assert!(sum.abs() < 1e-12 * d.max_fscale());
            }
            for f in 0..4 {
                if let Face::Neighbour { element, face } = d.connectivity.faces[e][f] {
                    for j in 0..3 {
                        let other = d.normal[[j, element as usize, face as usize]];
                        assert!((d.normal[[j, e, f]] + other).abs() < 1e-13);
                    }
                }
            }
        }
    }

    #[test]
    fn exterior_nodes_coincide() {
        for order in 1..=5 {
            let mesh = BoxMesh::bricks([1, 2, 3]).periodic([true, true, false]).build();
            let d = Discretisation::new(&mesh, order).unwrap();
            let n = d.reference.node_count();
            let nf = d.reference.face_node_count();
            for e in 0..d.element_count() {
                for f in 0..4 {
                    for k in 0..nf {
                        let own = d.reference.face_nodes[[f, k]];
                        let other = d.exterior_nodes[[e, f, k]] as usize;
                        for axis in 0..3 {
                            let gap =
                                d.nodes[[axis, e, own]] - d.nodes[[axis, other / n, other % n]];
                            let gap = if axis < 2 { gap - gap.round() } else { gap };
                            assert!(gap.abs() < 1e-14, "{gap}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn norm_is_exact_for_polynomials() {
        let d = Discretisation::new(&BoxMesh::cube(2).build(), 2).unwrap();
        let f = d.sample(|x| x[0] * x[1] + x[2]);
        // int (xy + z)^2 = 1/9 + 2/8 + 1/3
        let exact = 1.0 / 9.0 + 0.25 + 1.0 / 3.0;
        assert!((d.norm_squared(f.view()) - exact).abs() < 1e-14);
        assert!((d.inner_product(f.view(), f.view()) - exact).abs() < 1e-14);
    }
}
