//! The discretisation: a mesh and a reference element joined into the static arrays that programs take.

mod curved;

pub use curved::CurvedFactors;

use crate::Error;
use crate::mesh::{Connectivity, Face, Mesh, MeshError, cross, dot, signed_volume};
use crate::reference::ReferenceElement;
use ndarray::{Array1, Array2, Array3, ArrayView2, ArrayView3, Axis, s};

/// Nodes, geometric factors and face maps of every element.
///
/// E is the number of elements, N that of nodes per element, and F that of nodes per face. `(r, s, t)` are reference
/// coordinates, and `x` are physical ones. Faces are in the order of [`crate::reference`].
///
/// A mesh of second order is curved from order 2 on. Then [`Discretisation::curved`] has the factors at each node. The
/// factors per element still exist, and each tells its meaning for a curved element. At order 1, elements are flat,
/// whatever their edges are.
#[derive(Clone, Debug)]
pub struct Discretisation {
    /// The reference element.
    pub reference: ReferenceElement,
    /// Coordinates of the nodes, `[3, E, N]`.
    pub nodes: Array3<f64>,
    /// `det dx/dr`, `[E]`. The volume of an element is 4/3 of it. For a curved element it is the average.
    pub jacobian: Array1<f64>,
    /// `dr_i/dx_j` as `[i, j, E]`: `[3, 3, E]`. For a curved element they are those of the flat element with its
    /// vertices.
    pub metric: Array3<f64>,
    /// Outward unit normals, `[3, E, 4]`. For a curved element they are those of the flat element with its vertices.
    pub normal: Array3<f64>,
    /// The surface Jacobian over the volume Jacobian of each face, `[E, 4]`. For a curved element it is the largest
    /// value at a node of the face.
    pub fscale: Array2<f64>,
    /// The geometric factors at every node, if elements are curved.
    pub curved: Option<CurvedFactors>,
    /// For each node of each face, the node that coincides with it on the other side, as `element * N + node`:
    /// `[E, 4, F]`. On the boundary, it is the node itself.
    pub exterior_nodes: Array3<i32>,
    /// The other side of each face.
    pub connectivity: Connectivity,
    /// Names of the boundary surfaces.
    pub groups: Vec<String>,
}

impl Discretisation {
    /// The nodal discretisation of order `order` on `mesh`.
    ///
    /// # Errors
    /// - [`Error::Order`] for an order out of range.
    /// - [`Error::Mesh`] when faces do not match, a curved element is folded, or the nodes do not fit into 32-bit
    ///   indices.
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
        let is_curved = mesh.edges.is_some() && order > 1;
        for e in 0..elements {
            let corners = mesh.corners(e);
            let shape = if is_curved { mesh.shape(e) } else { None };
            for (i, &[r, s, t]) in reference.nodes.iter().enumerate() {
                let weights = [-(1.0 + r + s + t), 1.0 + r, 1.0 + s, 1.0 + t];
                let bent = shape.map(|shape| shape.point([r, s, t]));
                for d in 0..3 {
                    let straight = || (0..4).map(|v| weights[v] * corners[v][d]).sum::<f64>();
                    nodes[[d, e, i]] = bent.map_or_else(|| 0.5 * straight(), |x| x[d]);
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
        let curved = match is_curved {
            true => Some(CurvedFactors::new(mesh, &reference)?),
            false => None,
        };
        if let Some(curved) = &curved {
            jacobian = curved.mean_jacobian(&reference);
            fscale = curved.largest_fscale(&reference);
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
            curved,
            exterior_nodes,
            connectivity,
            groups,
        })
    }

    /// The number of elements, E.
    pub fn element_count(&self) -> usize {
        self.jacobian.len()
    }

    /// The nodes on the faces, `[4, F]`, as indices into an element's N nodes.
    pub fn face_nodes(&self) -> Array2<i32> {
        self.reference.face_nodes.mapv(|node| node as i32)
    }

    /// A field given by a function of the coordinates, `[E, N]`.
    pub fn sample(&self, f: impl Fn([f64; 3]) -> f64) -> Array2<f64> {
        let (_, elements, n) = self.nodes.dim();
        let x = &self.nodes;
        Array2::from_shape_fn((elements, n), |(e, i)| f([x[[0, e, i]], x[[1, e, i]], x[[2, e, i]]]))
    }

    /// Fields given by a function of the coordinates, `[FIELDS, E, N]`.
    pub fn sample_fields<const FIELDS: usize>(
        &self,
        f: impl Fn([f64; 3]) -> [f64; FIELDS],
    ) -> Array3<f64> {
        self.sample_at(|e, i| std::array::from_fn(|axis| self.nodes[[axis, e, i]]), f)
    }

    /// Fields given by a function that jumps at faces: its coordinates are those of nodes moved slightly into their
    /// elements.
    pub fn sample_within<const FIELDS: usize>(
        &self,
        f: impl Fn([f64; 3]) -> [f64; FIELDS],
    ) -> Array3<f64> {
        const SHARE: f64 = 1e-9;
        let (_, elements, n) = self.nodes.dim();
        let middle = Array2::from_shape_fn((3, elements), |(axis, e)| {
            self.nodes.slice(s![axis, e, ..]).sum() / n as f64
        });
        let within = |axis: usize, e: usize, i: usize| {
            let x = self.nodes[[axis, e, i]];
            x + SHARE * (middle[[axis, e]] - x)
        };
        self.sample_at(|e, i| std::array::from_fn(|axis| within(axis, e, i)), f)
    }

    fn sample_at<const FIELDS: usize>(
        &self,
        x: impl Fn(usize, usize) -> [f64; 3],
        f: impl Fn([f64; 3]) -> [f64; FIELDS],
    ) -> Array3<f64> {
        let (_, elements, n) = self.nodes.dim();
        let mut fields = Array3::zeros((FIELDS, elements, n));
        for (e, i) in ndarray::indices((elements, n)) {
            fields.slice_mut(s![.., e, i]).assign(&ndarray::arr1(&f(x(e, i))));
        }
        fields
    }

    /// The integral of the square of a nodal field `[E, N]` over the mesh, computed like
    /// [`Discretisation::inner_product`].
    pub fn norm_squared(&self, field: ArrayView2<f64>) -> f64 {
        self.inner_product(field, field)
    }

    /// The inner product of two nodal fields `[E, N]`, with the exact mass matrix. On curved elements, it is the inner
    /// product on the reference element of the interpolants of both fields, each times the square root of the Jacobian.
    pub fn inner_product(&self, a: ArrayView2<f64>, b: ArrayView2<f64>) -> f64 {
        if let Some(curved) = &self.curved {
            let root = curved.jacobian.mapv(f64::sqrt);
            let weighted = (&a * &root).dot(&self.reference.mass);
            return (&weighted * &b * &root).sum();
        }
        let weighted = a.dot(&self.reference.mass);
        let rows = weighted.outer_iter().zip(b.outer_iter());
        rows.zip(&self.jacobian).map(|((a, b), &j)| j * a.dot(&b)).sum()
    }

    /// Half the integral of the squares of all fields of `q`, `[fields, E, N]`, over the mesh.
    pub(crate) fn energy(&self, q: ArrayView3<f64>) -> f64 {
        0.5 * q.outer_iter().map(|field| self.norm_squared(field)).sum::<f64>()
    }

    /// Checks that all fields of `q`, `[fields, E, N]`, are finite.
    ///
    /// # Errors
    /// [`Error::NotFinite`] with the first place where one is not.
    pub(crate) fn check_finite(&self, q: ArrayView3<f64>, time: f64) -> Result<(), Error> {
        let (_, elements, n) = q.dim();
        for (element, node) in ndarray::indices((elements, n)) {
            if !q.slice(s![.., element, node]).iter().all(|x| x.is_finite()) {
                let x = std::array::from_fn(|axis| self.nodes[[axis, element, node]]);
                return Err(Error::NotFinite { time, element, x });
            }
        }
        Ok(())
    }

    /// The weight of each node, `[E, N]`, in the nodal rule by which the solvers conserve integrals. It is the integral
    /// of the node's basis function over the reference element, times the Jacobian at the node.
    pub fn weights(&self) -> Array2<f64> {
        let weights = self.reference.mass.sum_axis(Axis(0));
        Array2::from_shape_fn((self.element_count(), weights.len()), |(e, i)| {
            weights[i] * self.curved.as_ref().map_or(self.jacobian[e], |c| c.jacobian[[e, i]])
        })
    }

    /// `dr_r/dx_j` at node `i` of element `e`.
    pub(crate) fn metric_at(&self, r: usize, j: usize, e: usize, i: usize) -> f64 {
        match &self.curved {
            Some(curved) => curved.metric[[r, j, e, i]] / curved.jacobian[[e, i]],
            None => self.metric[[r, j, e]],
        }
    }

    /// The largest of [`Discretisation::fscale`], which limits the time step.
    pub fn max_fscale(&self) -> f64 {
        self.fscale.iter().copied().fold(0.0, f64::max)
    }
}

/// `d(r, s, t)/d(x, y, z)` of an affine element, by rows.
fn gradients(corners: [[f64; 3]; 4]) -> [[f64; 3]; 3] {
    // Columns of dx/dr are half the edges from the first corner, because r runs from -1 to 1.
    let edge =
        |v: usize| -> [f64; 3] { std::array::from_fn(|d| 0.5 * (corners[v][d] - corners[0][d])) };
    let (xr, xs, xt) = (edge(1), edge(2), edge(3));
    let j = dot(xr, cross(xs, xt));
    [cross(xs, xt), cross(xt, xr), cross(xr, xs)].map(|row| row.map(|x| x / j))
}

/// Matches the nodes of each pair of faces by their coordinates relative to the faces' centroids. So a periodic
/// translation does not matter.
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

    fn warped_box(cells: usize, periodic: bool) -> Mesh {
        use std::f64::consts::TAU;
        let mesh = BoxMesh::cube(cells).periodic([periodic; 3]).build();
        mesh.curved(|[x, y, z]| {
            let s = |a: f64| 0.04 * (TAU * a).sin();
            [x + s(y) + s(z), y + s(z) * (TAU * x).cos(), z + s(x) - s(y)]
        })
    }

    #[test]
    fn metric_identities() {
        for order in 1..=7 {
            let d = Discretisation::new(&warped_box(2, false), order).unwrap();
            let Some(c) = &d.curved else {
                assert_eq!(order, 1);
                continue;
            };
            let largest = c.metric.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            for e in 0..d.element_count() {
                for j in 0..3 {
                    let mut sum = Array1::<f64>::zeros(d.reference.node_count());
                    for r in 0..3 {
                        let matrix = d.reference.derivative.index_axis(Axis(0), r);
                        sum += &matrix.dot(&c.metric.slice(ndarray::s![r, j, e, ..]));
                    }
                    assert!(sum.iter().all(|x| x.abs() < 1e-12 * largest), "order {order}: {sum}");
                }
            }
        }
    }

    /// Neighbours have the same surface Jacobian and opposite normals, also through periodic links.
    #[test]
    fn curved_faces_meet() {
        for order in [2, 3, 5] {
            let d = Discretisation::new(&warped_box(3, true), order).unwrap();
            let (c, n) = (d.curved.as_ref().unwrap(), d.reference.node_count());
            for ((e, face, k), &other) in d.exterior_nodes.indexed_iter() {
                let Face::Neighbour { element, face: across } = d.connectivity.faces[e][face]
                else {
                    panic!("the box is periodic");
                };
                let (other, across) = (other as usize, across as usize);
                assert_eq!(other / n, element as usize);
                let row = d.reference.face_nodes.row(across);
                let l = row.iter().position(|&i| i == other % n).unwrap();
                let ratio = c.surface[[e, face, k]] / c.surface[[other / n, across, l]];
                assert!((ratio - 1.0).abs() < 1e-13, "{ratio}");
                for j in 0..3 {
                    let sum = c.normal[[j, e, face, k]] + c.normal[[j, other / n, across, l]];
                    assert!(sum.abs() < 1e-13, "{sum}");
                    let own = d.nodes[[j, e, d.reference.face_nodes[[face, k]]]];
                    let gap = own - d.nodes[[j, other / n, other % n]];
                    assert!((gap - gap.round()).abs() < 1e-14, "{gap}");
                }
            }
        }
    }

    #[test]
    fn straight_elements_of_second_order() {
        let flat = Discretisation::new(&skewed_box(), 3).unwrap();
        let d = Discretisation::new(&skewed_box().curved(|x| x), 3).unwrap();
        let c = d.curved.as_ref().unwrap();
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-13 * (1.0 + b.abs()), "{a} {b}");
        for ((e, i), &j) in c.jacobian.indexed_iter() {
            close(j, flat.jacobian[e]);
            for r in 0..3 {
                for x in 0..3 {
                    close(c.metric[[r, x, e, i]], flat.jacobian[e] * flat.metric[[r, x, e]]);
                }
            }
        }
        for ((x, e, f, k), &normal) in c.normal.indexed_iter() {
            close(normal, flat.normal[[x, e, f]]);
            close(c.surface[[e, f, k]], flat.jacobian[e] * flat.fscale[[e, f]]);
        }
        close(d.max_fscale(), flat.max_fscale());
        let f = d.sample(|x| x[0] * x[1] - x[2]);
        close(d.norm_squared(f.view()), flat.norm_squared(f.view()));
        close(d.weights().sum(), skewed_box().volume());
    }

    #[test]
    fn integrals_over_curved_elements() {
        let mesh = warped_box(3, false);
        for order in [2, 3, 4] {
            let d = Discretisation::new(&mesh, order).unwrap();
            let volume = mesh.volume();
            // The nodal rule of order 2 is not exact for Jacobians, which have degree 3.
            let tolerance = if order == 2 { 1e-4 } else { 1e-13 };
            assert!((d.weights().sum() - volume).abs() < tolerance, "{}", d.weights().sum());
            let one = d.sample(|_| 1.0);
            assert!((d.norm_squared(one.view()) - volume).abs() < 1e-3);
        }
    }

    #[test]
    fn a_folded_element() {
        let mut mesh = BoxMesh::cube(1).build().curved(|x| x);
        let diagonal = mesh.edges.as_ref().unwrap().nodes.iter().position(|x| *x == [0.5; 3]);
        mesh.edges.as_mut().unwrap().nodes[diagonal.unwrap()] = [0.9, 0.1, 0.5];
        assert!(Discretisation::new(&mesh, 1).is_ok());
        let error = Discretisation::new(&mesh, 2).unwrap_err().to_string();
        assert!(error.contains("curved tetrahedron") && error.contains("\nhelp: "), "{error}");
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
