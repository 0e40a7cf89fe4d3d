//! The discretisation: a mesh and a reference element joined into the static arrays that programs take.

mod balance;
mod curved;
mod part;

pub use balance::{Balance, Spread};
pub use curved::CurvedFactors;
pub use part::Part;

use crate::Error;
use crate::mesh::{Connectivity, Face, Mesh, MeshError, signed_volume, straight};
use crate::reference::ReferenceElement;
use crate::vector::{cross, dot, minus, nearest, norm};
use array_fn::ranks::ExactSum;
use ndarray::{Array1, Array2, Array3, ArrayView2, ArrayView3, Axis, arr1, arr2, s};
use std::sync::Arc;

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
    /// `[E, 4, F]`. On the boundary, it is the node itself. In the part of a rank, `-1 - k` is node `k` of the halo.
    pub exterior_nodes: Array3<i32>,
    /// The other side of each face.
    pub connectivity: Connectivity,
    /// Names of the boundary surfaces.
    pub groups: Vec<String>,
    /// For each element, its place on the curve through the whole mesh ([`Mesh::along_curve`]).
    places: Vec<usize>,
    /// For each element, the vertices at its corners in the whole mesh, of which periodic images are the same: `[E, 4]`.
    pub(crate) vertices: Array2<u64>,
    /// What a rank has to know, if these are the elements of one ([`Discretisation::of_rank`]).
    part: Option<Arc<Part>>,
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
        check_count(mesh.tets.len(), reference.node_count(), &mesh.origin)?;
        let mut d = Self::assemble(mesh, reference, connectivity)?;
        d.places = crate::mesh::inverse(&mesh.along_curve());
        let class = mesh.vertex_classes();
        let vertex = |(e, i): (usize, usize)| u64::from(class[mesh.tets[e][i] as usize]);
        d.vertices = Array2::from_shape_fn((mesh.tets.len(), 4), vertex);
        Ok(d)
    }

    fn assemble(
        mesh: &Mesh,
        reference: ReferenceElement,
        connectivity: Connectivity,
    ) -> Result<Self, Error> {
        let (elements, n, order) = (mesh.tets.len(), reference.node_count(), reference.order);
        let mut nodes = Array3::zeros((3, elements, n));
        let mut jacobian = Array1::zeros(elements);
        let mut metric = Array3::zeros((3, 3, elements));
        let mut normal = Array3::zeros((3, elements, 4));
        let mut fscale = Array2::zeros((elements, 4));
        let is_curved = mesh.edges.is_some() && order > 1;
        for e in 0..elements {
            let corners = mesh.corners(e);
            let shape = if is_curved { mesh.shape(e) } else { None };
            for (i, &r) in reference.nodes.iter().enumerate() {
                let x = shape.map_or_else(|| straight(corners, r), |shape| shape.point(r));
                nodes.slice_mut(s![.., e, i]).assign(&arr1(&x));
            }
            jacobian[e] = 0.75 * signed_volume(corners);
            let g = gradients(corners);
            metric.slice_mut(s![.., .., e]).assign(&arr2(&g));
            let outward = |face: usize| match face {
                0 => g[2].map(|x| -x),
                1 => g[1].map(|x| -x),
                2 => std::array::from_fn(|j| g[0][j] + g[1][j] + g[2][j]),
                _ => g[0].map(|x| -x),
            };
            for face in 0..4 {
                let outward = outward(face);
                fscale[[e, face]] = norm(outward);
                normal.slice_mut(s![.., e, face]).assign(&(arr1(&outward) / norm(outward)));
            }
        }
        let curved = is_curved.then(|| CurvedFactors::new(mesh, &reference)).transpose()?;
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
            places: Vec::new(),
            vertices: Array2::zeros((0, 4)),
            part: None,
        })
    }

    /// The number of elements, E.
    pub fn element_count(&self) -> usize {
        self.jacobian.len()
    }

    /// A field given by a function of the coordinates, `[E, N]`.
    pub fn sample(&self, f: impl Fn([f64; 3]) -> f64) -> Array2<f64> {
        let (_, elements, n) = self.nodes.dim();
        Array2::from_shape_fn((elements, n), |(e, i)| f(self.node(e, i)))
    }

    /// The coordinates of node `i` of element `e`.
    pub fn node(&self, e: usize, i: usize) -> [f64; 3] {
        std::array::from_fn(|axis| self.nodes[[axis, e, i]])
    }

    /// Fields given by a function of the coordinates, `[FIELDS, E, N]`.
    pub fn sample_fields<const FIELDS: usize>(
        &self,
        f: impl Fn([f64; 3]) -> [f64; FIELDS],
    ) -> Array3<f64> {
        self.sample_at(|e, i| self.node(e, i), f)
    }

    /// Fields given by a function that jumps at faces: its coordinates are those of nodes moved slightly into their
    /// elements.
    pub fn sample_within<const FIELDS: usize>(
        &self,
        f: impl Fn([f64; 3]) -> [f64; FIELDS],
    ) -> Array3<f64> {
        const SHARE: f64 = 1e-9;
        let middle = self.nodes.sum_axis(Axis(2)) / self.reference.node_count() as f64;
        let within = |e: usize, i: usize| {
            let x = self.node(e, i);
            std::array::from_fn(|axis| x[axis] + SHARE * (middle[[axis, e]] - x[axis]))
        };
        self.sample_at(within, f)
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

    /// The integral of the square of a nodal field `[E, N]` over the elements, computed like
    /// [`Discretisation::inner_product`].
    pub fn norm_squared(&self, field: ArrayView2<f64>) -> f64 {
        self.inner_product(field, field)
    }

    /// The inner product of two nodal fields `[E, N]`, with the exact mass matrix. On curved elements, it is the inner
    /// product on the reference element of the interpolants of both fields, each times the square root of the Jacobian.
    /// On ranks, it is that of the rank's elements.
    pub fn inner_product(&self, a: ArrayView2<f64>, b: ArrayView2<f64>) -> f64 {
        self.inner_products(a, b).into_iter().collect::<ExactSum>().value()
    }

    /// The inner product of two nodal fields `[E, N]` in each element, as [`Discretisation::inner_product`] defines it.
    pub fn inner_products(&self, a: ArrayView2<f64>, b: ArrayView2<f64>) -> Vec<f64> {
        let mass = &self.reference.mass;
        let mut weighted = vec![0.0; mass.ncols()];
        let of_element = |e: usize| {
            // An element's number must not depend on others beside it, so no product of matrices.
            let curved = self.curved.as_ref().map(|curved| curved.jacobian.row(e));
            let root = |i: usize| curved.as_ref().map_or(1.0, |jacobian| jacobian[i].sqrt());
            weighted.fill(0.0);
            for (i, row) in mass.outer_iter().enumerate() {
                let x = a[[e, i]] * root(i);
                weighted.iter_mut().zip(row).for_each(|(sum, m)| *sum += x * m);
            }
            let with_b = weighted.iter().enumerate().map(|(i, x)| x * (b[[e, i]] * root(i)));
            let scale = if curved.is_some() { 1.0 } else { self.jacobian[e] };
            scale * with_b.sum::<f64>()
        };
        (0..self.element_count()).map(of_element).collect()
    }

    /// For each element, half the integral of the squares of all fields of `q`, `[fields, E, N]`.
    pub(crate) fn energies(&self, q: ArrayView3<f64>) -> Vec<f64> {
        let mut energies = vec![0.0; self.element_count()];
        for field in q.outer_iter() {
            let squares = self.inner_products(field, field);
            energies.iter_mut().zip(squares).for_each(|(energy, square)| *energy += 0.5 * square);
        }
        energies
    }

    /// Checks that all fields of `q`, `[fields, E, N]`, are finite.
    ///
    /// # Errors
    /// [`Error::NotFinite`] with the first place where one is not.
    pub(crate) fn check_finite(&self, q: ArrayView3<f64>, time: f64) -> Result<(), Error> {
        let (_, elements, n) = q.dim();
        for (element, node) in ndarray::indices((elements, n)) {
            if !q.slice(s![.., element, node]).iter().all(|x| x.is_finite()) {
                return Err(Error::NotFinite { time, element, x: self.node(element, node) });
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

    /// The volume of each element.
    pub(crate) fn volumes(&self) -> Vec<f64> {
        self.jacobian.iter().map(|jacobian| jacobian * 4.0 / 3.0).collect()
    }

    /// The faces on the boundary as element and face, each with the number of its surface and the condition that
    /// `condition` gives for the surface's name.
    ///
    /// # Errors
    /// An item is [`Error::BoundaryCondition`] where the surface gets no condition.
    pub(crate) fn boundary_faces<C: Copy>(
        &self,
        condition: impl Fn(&str) -> Option<C>,
    ) -> impl Iterator<Item = Result<([usize; 2], usize, C), Error>> {
        let conditions: Vec<_> = self.groups.iter().map(|name| condition(name)).collect();
        let faces = self.connectivity.faces.iter().enumerate();
        let faces = faces.flat_map(|(e, row)| (0..4).map(move |f| ([e, f], row[f])));
        faces.filter_map(move |(place, side)| {
            let Face::Boundary { group } = side else { return None };
            let group = group as usize;
            let missing = || Error::BoundaryCondition { surface: self.groups[group].clone() };
            Some(conditions[group].ok_or_else(missing).map(|condition| (place, group, condition)))
        })
    }

    /// The largest of [`Discretisation::fscale`], over all ranks, which limits the time step.
    pub fn max_fscale(&self) -> f64 {
        if let Some(part) = self.part() {
            return part.max_fscale;
        }
        self.fscale.iter().copied().fold(0.0, f64::max)
    }
}

/// Checks that the nodes of all elements, `nodes` each, fit into 32-bit indices.
///
/// # Errors
/// [`MeshError::TooLarge`] if they do not. `origin` tells in the message where they belong.
pub(crate) fn check_count(elements: usize, nodes: usize, origin: &str) -> Result<(), MeshError> {
    match elements.checked_mul(nodes).is_some_and(|total| total <= i32::MAX as usize) {
        true => Ok(()),
        false => Err(MeshError::TooLarge { origin: origin.into(), elements, nodes }),
    }
}

/// `d(r, s, t)/d(x, y, z)` of an affine element, by rows.
fn gradients(corners: [[f64; 3]; 4]) -> [[f64; 3]; 3] {
    // Columns of dx/dr are half the edges from the first corner, because r runs from -1 to 1.
    let edge = |v: usize| minus(corners[v], corners[0]).map(|x| 0.5 * x);
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
        let points = on_face.iter().map(|&i| std::array::from_fn(|d| nodes[[d, e, i]]));
        let points: Vec<[f64; 3]> = points.collect();
        let centroid =
            std::array::from_fn(|d| points.iter().map(|x| x[d]).sum::<f64>() / nf as f64);
        points.into_iter().map(|x| minus(x, centroid)).collect()
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
            for (k, &x) in own.iter().enumerate() {
                let node = reference.face_nodes[[other_face, nearest(&theirs, x)]];
                map[[e, face, k]] = (other * n + node) as i32;
            }
        }
    }
    map
}

#[cfg(test)]
#[path = "tests/discretisation.rs"]
mod tests;
