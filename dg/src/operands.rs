//! The static operands that several solvers share.

use crate::discretisation::check_count;
use crate::real::convert;
use crate::{Discretisation, Error, Real};
use array_fn::{Array, IndexArray};
use array_fn_dg_laws::space::{CurvedGeometry, Geometry, Operators, Space, SpaceOf, Traces};
use ndarray::{Array2, Array3, Axis, s};

/// The mesh as programs of elements with plane faces take it, followed by `more` elements that hold states on the
/// boundary. Metric factors and `fscale` of these are 0, so that nothing changes them. `exterior_nodes` are those of
/// all elements.
pub(crate) fn space<T: Real>(
    d: &Discretisation,
    more: usize,
    exterior_nodes: &Array3<i32>,
) -> Result<SpaceOf<T>, Error> {
    let (e, n) = (d.element_count() + more, d.reference.node_count());
    let f = d.reference.face_node_count();
    Ok(Space {
        operators: Operators {
            derivative: convert(d.reference.derivative.view(), [3, n, n])?,
            lift: convert(d.reference.lift.view(), [n, 4, f])?,
        },
        geometry: Geometry {
            metric: convert(padded(&d.metric, 2, more).view(), [3, 3, e])?,
            normal: convert(padded(&d.normal, 1, more).view(), [3, e, 4])?,
            fscale: of_faces(&d.fscale, more)?,
        },
        traces: Traces {
            exterior_nodes: IndexArray::new([e, 4, f], exterior_nodes, e * n)?,
            face_nodes: IndexArray::new([4, f], &d.reference.face_nodes, n)?,
        },
    })
}

/// The numbers of elements, of nodes per element, and of nodes per face in `space`.
pub(crate) fn dims<T: Real>(space: &SpaceOf<T>) -> [usize; 3] {
    let [elements, _, f] = space.traces.exterior_nodes.shape();
    let [_, n, _] = space.operators.derivative.shape();
    [elements, n, f]
}

/// One number per face, `[E, 4]`, with zeros for `more` elements behind those of a mesh.
pub(crate) fn of_faces<T: Real>(values: &Array2<f64>, more: usize) -> Result<Array<T, 2>, Error> {
    convert(padded(values, 0, more).view(), [values.nrows() + more, 4])
}

/// The geometric factors of a discretisation whose elements are curved, with zeros for `more` elements behind them.
///
/// # Errors
/// [`Error::CurvedPrecision`] when `T`, the precision of the solver, is single.
pub(crate) fn curved_geometry<T>(
    d: &Discretisation,
    more: usize,
) -> Result<Option<CurvedGeometry>, Error> {
    let Some(curved) = &d.curved else { return Ok(None) };
    if size_of::<T>() < size_of::<f64>() {
        return Err(Error::CurvedPrecision);
    }
    let (e, n) = (d.element_count() + more, d.reference.node_count());
    let f = d.reference.face_node_count();
    let inverse: Array2<f64> = curved.jacobian.mapv(|j| 1.0 / j);
    Ok(Some(CurvedGeometry {
        metric: convert(padded(&curved.metric, 2, more).view(), [3, 3, e, n])?,
        jacobian: convert(padded(&curved.jacobian, 0, more).view(), [e, n])?,
        inverse_jacobian: convert(padded(&inverse, 0, more).view(), [e, n])?,
        normal: convert(padded(&curved.normal, 1, more).view(), [3, e, 4, f])?,
        surface: convert(padded(&curved.surface, 0, more).view(), [e, 4, f])?,
    }))
}

/// 1 at faces on the boundary, else 0: `[E, 4]`.
pub(crate) fn on_boundary(d: &Discretisation) -> Array2<f64> {
    let face_nodes = &d.reference.face_nodes;
    let n = d.reference.node_count();
    // On the boundary, the node across is the node itself.
    Array2::from_shape_fn((d.element_count(), 4), |(element, face)| {
        let itself = element * n + face_nodes[[face, 0]];
        f64::from(u8::from(d.exterior_nodes[[element, face, 0]] as usize == itself))
    })
}

/// The factors for integrals over elements that programs take.
#[derive(Clone, Debug)]
pub struct Integrals<T: Real> {
    /// The volume over that of the reference element, `[E]`. For elements behind the mesh it is 0, so that no integral
    /// includes them.
    pub jacobian: Array<T, 1>,
    /// Integrals of the nodal basis over the reference element, `[N]`.
    pub weights: Array<T, 1>,
    /// Mass matrix of the reference element, `[N, N]`.
    pub mass: Array<T, 2>,
}

impl<T: Real> Integrals<T> {
    pub(crate) fn new(d: &Discretisation, more: usize) -> Result<Self, Error> {
        let n = d.reference.node_count();
        let weights = d.reference.mass.sum_axis(Axis(0));
        Ok(Integrals {
            jacobian: convert(padded(&d.jacobian, 0, more).view(), [d.element_count() + more])?,
            weights: convert(weights.view(), [n])?,
            mass: convert(d.reference.mass.view(), [n, n])?,
        })
    }
}

/// `nodes`, the node across each node of each face, `[E, 4, F]`, followed by those of the elements behind, in which each
/// node is across itself. Of these, `states` elements hold states on the boundary, and the others the halo of a rank.
///
/// # Errors
/// [`Error::Mesh`] when the nodes do not all fit into 32-bit indices. `origin` tells in the message where they belong.
pub(crate) fn exterior_nodes(
    d: &Discretisation,
    nodes: &Array3<i32>,
    states: usize,
    origin: &str,
) -> Result<Array3<i32>, Error> {
    let (real, n) = (d.element_count(), d.reference.node_count());
    let elements = real + d.behind(states);
    check_count(elements, n, origin)?;
    let mut all = Array3::zeros((elements, 4, d.reference.face_node_count()));
    let halo = ((real + states) * n) as i32;
    let node = |&node: &i32| if node < 0 { halo - 1 - node } else { node };
    all.slice_mut(s![..real, .., ..]).assign(&nodes.map(node));
    for element in real..elements {
        for ((face, k), &node) in d.reference.face_nodes.indexed_iter() {
            all[[element, face, k]] = (element * n + node) as i32;
        }
    }
    Ok(all)
}

/// `array` with `more` zeros at the end of `axis`.
pub(crate) fn padded<D: ndarray::Dimension>(
    array: &ndarray::Array<f64, D>,
    axis: usize,
    more: usize,
) -> ndarray::Array<f64, D> {
    let mut shape = array.raw_dim();
    shape[axis] += more;
    let mut result = ndarray::Array::zeros(shape);
    result.slice_axis_mut(Axis(axis), (..array.shape()[axis]).into()).assign(array);
    result
}
