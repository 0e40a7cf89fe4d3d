//! Geometric factors of curved elements, node by node.

use crate::mesh::{Mesh, MeshError};
use crate::reference::ReferenceElement;
use crate::vector::{cross, dot, norm};
use ndarray::{Array2, Array3, Array4, ArrayView1, arr1, arr2, s};

/// Geometric factors at every node of curved elements, with E elements, N nodes per element, and F nodes per face.
///
/// The vectors `J grad r_i` are cross products of tangents. Elements have degree 2, and so do these vectors. From order
/// 2 on, that is no more than the order. So the vectors need no interpolation, and equal those of the conservative curl
/// form of Kopriva (*Metric identities and the discontinuous spectral element method on curvilinear meshes*, J. Sci.
/// Comput. 26, 2006). The derivative matrices differentiate them exactly, and `sum_i D_i (J grad r_i) = 0`: a uniform
/// flow stays uniform.
#[derive(Clone, Debug)]
pub struct CurvedFactors {
    /// `J = det dx/dr`, `[E, N]`.
    pub jacobian: Array2<f64>,
    /// `J dr_i/dx_j` as `[i, j, E, N]`: `[3, 3, E, N]`.
    pub metric: Array4<f64>,
    /// Outward unit normals at the nodes of faces, `[3, E, 4, F]`.
    pub normal: Array4<f64>,
    /// Surface Jacobian at the nodes of faces, `[E, 4, F]`: the length of `sum_i n_i J grad r_i`, where n is the normal
    /// of the reference element's face.
    pub surface: Array3<f64>,
}

/// Normals of the reference element's faces, scaled with the parameters of the face.
const FACE_NORMALS: [[f64; 3]; 4] =
    [[0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [1.0, 1.0, 1.0], [-1.0, 0.0, 0.0]];

impl CurvedFactors {
    /// The factors of a mesh of second order.
    ///
    /// # Errors
    /// [`MeshError::FoldedTetrahedron`] where a Jacobian is not positive.
    pub(super) fn new(mesh: &Mesh, reference: &ReferenceElement) -> Result<Self, MeshError> {
        let (elements, n) = (mesh.tets.len(), reference.node_count());
        let f = reference.face_node_count();
        let mut factors = CurvedFactors {
            jacobian: Array2::zeros((elements, n)),
            metric: Array4::zeros((3, 3, elements, n)),
            normal: Array4::zeros((3, elements, 4, f)),
            surface: Array3::zeros((elements, 4, f)),
        };
        for e in 0..elements {
            let Some(shape) = mesh.shape(e) else { continue };
            for (i, &r) in reference.nodes.iter().enumerate() {
                let [x, y, z] = shape.tangents(r);
                let rows = [cross(y, z), cross(z, x), cross(x, y)];
                factors.jacobian[[e, i]] = dot(x, rows[0]);
                factors.metric.slice_mut(s![.., .., e, i]).assign(&arr2(&rows));
            }
            let row = factors.jacobian.row(e);
            if let Some(i) = row.iter().position(|&j| j.partial_cmp(&0.0).is_none_or(|o| o.is_le()))
            {
                return Err(MeshError::FoldedTetrahedron {
                    origin: mesh.origin.clone(),
                    element: mesh.tet_tags[e],
                    x: shape.point(reference.nodes[i]),
                    jacobian: row[i],
                    mean: mean(row, reference),
                });
            }
            for ((face, k), &node) in reference.face_nodes.indexed_iter() {
                let outward: [f64; 3] = std::array::from_fn(|j| {
                    (0..3).map(|r| FACE_NORMALS[face][r] * factors.metric[[r, j, e, node]]).sum()
                });
                let length = norm(outward);
                factors.surface[[e, face, k]] = length;
                let normal = arr1(&outward) / length;
                factors.normal.slice_mut(s![.., e, face, k]).assign(&normal);
            }
        }
        Ok(factors)
    }

    /// The average Jacobian of each element by the nodal rule, `[E]`. It is 3/4 of the volume.
    pub(super) fn mean_jacobian(&self, reference: &ReferenceElement) -> ndarray::Array1<f64> {
        self.jacobian.outer_iter().map(|row| mean(row, reference)).collect()
    }

    /// The surface Jacobian over the volume Jacobian at the nodes of faces, `[E, 4, F]`.
    pub fn fscale(&self, reference: &ReferenceElement) -> Array3<f64> {
        Array3::from_shape_fn(self.surface.dim(), |(e, face, k)| {
            self.surface[[e, face, k]] / self.jacobian[[e, reference.face_nodes[[face, k]]]]
        })
    }

    /// The largest value of [`CurvedFactors::fscale`] on each face, `[E, 4]`.
    pub(super) fn largest_fscale(&self, reference: &ReferenceElement) -> Array2<f64> {
        let fscale = self.fscale(reference);
        fscale.map_axis(ndarray::Axis(2), |row| row.iter().copied().fold(0.0, f64::max))
    }
}

fn mean(jacobian: ArrayView1<f64>, reference: &ReferenceElement) -> f64 {
    0.75 * reference.mass.sum_axis(ndarray::Axis(0)).dot(&jacobian)
}
