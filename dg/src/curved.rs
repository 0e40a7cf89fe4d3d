//! What the programs of curved elements take.

use crate::euler::padded;
use crate::mesh::Face;
use crate::wave::{Real, convert};
use crate::{Discretisation, Error};
use array_fn::{Array, Element};
use ndarray::{Array2, Array3, ArrayView3, Axis};

/// The geometric factors that the programs of curved elements take: E elements, and zeros for those that hold states
/// on the boundary, N nodes an element, F nodes a face.
#[derive(Clone, Debug)]
pub struct CurvedOperands<T: Element> {
    /// `J dr_i/dx_j` at each node, `[3, 3, E, N]`.
    pub metric: Array<T, 4>,
    /// `J = det dx/dr` at each node, `[E, N]`.
    pub jacobian: Array<T, 2>,
    /// `1 / J`, `[E, N]`.
    pub inverse_jacobian: Array<T, 2>,
    /// Outward unit normals at the nodes of faces, `[3, E, 4, F]`.
    pub normal: Array<T, 4>,
    /// Surface Jacobian at the nodes of faces, `[E, 4, F]`.
    pub surface: Array<T, 3>,
}

impl<T: Real> CurvedOperands<T> {
    /// Those of a discretisation whose elements are curved, with `more` further elements behind them.
    pub(crate) fn new(d: &Discretisation, more: usize) -> Result<Option<Self>, Error> {
        let Some(curved) = &d.curved else { return Ok(None) };
        if size_of::<T>() < size_of::<f64>() {
            return Err(Error::CurvedPrecision);
        }
        let (e, n) = (d.element_count() + more, d.reference.node_count());
        let f = d.reference.face_node_count();
        let inverse: Array2<f64> = curved.jacobian.mapv(|j| 1.0 / j);
        Ok(Some(CurvedOperands {
            metric: convert(padded(&curved.metric, 2, more).view(), [3, 3, e, n])?,
            jacobian: convert(padded(&curved.jacobian, 0, more).view(), [e, n])?,
            inverse_jacobian: convert(padded(&inverse, 0, more).view(), [e, n])?,
            normal: convert(padded(&curved.normal, 1, more).view(), [3, e, 4, f])?,
            surface: convert(padded(&curved.surface, 0, more).view(), [e, 4, f])?,
        }))
    }
}

/// At each node of each face the larger of the values on either side, `[E, 4, F]`; on the boundary the own one.
pub(crate) fn larger_beside(d: &Discretisation, values: ArrayView3<f64>) -> Array3<f64> {
    let n = d.reference.node_count();
    Array3::from_shape_fn(values.dim(), |(e, f, k)| {
        let own = values[[e, f, k]];
        let Face::Neighbour { element, face } = d.connectivity.faces[e][f] else {
            return own;
        };
        let node = d.exterior_nodes[[e, f, k]] as usize % n;
        let row = d.reference.face_nodes.index_axis(Axis(0), face as usize);
        let across = row.iter().position(|&i| i == node);
        across.map_or(own, |l| own.max(values[[element as usize, face as usize, l]]))
    })
}
