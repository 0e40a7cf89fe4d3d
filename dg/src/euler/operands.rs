//! The static operands of the Euler programs.

use super::curved::{self, Curved};
use super::real::programs::Programs;
use super::{Boundary, Flux, Real};
use crate::curved::CurvedOperands;
use crate::mesh::MeshError;
use crate::wave::convert;
use crate::{Discretisation, Error};
use array_fn::{Array, Device, Element, IndexArray, Plan};
use array_fn_dg_operators::euler::{Mesh, MeshOf};
use ndarray::{Array1, Array2, Array3, Axis, s};

/// Everything that the Euler programs take besides the state and scalars: E elements of the mesh and one
/// more for each prescribed state, N nodes an element, F nodes a face.
///
/// The further elements hold a prescribed state at each of their nodes. Their metric factors and
/// `fscale` are 0, so that nothing changes it, and their Jacobian is 0, so that no integral sees it.
#[derive(Clone, Debug)]
pub struct Operands<T: Element> {
    /// Matrices, geometric factors, where walls are, and the nodes beside faces.
    pub mesh: MeshOf<T>,
    /// Volume over that of the reference element, `[E]`.
    pub jacobian: Array<T, 1>,
    /// Integrals of the nodal basis over the reference element, `[N]`.
    pub weights: Array<T, 1>,
    /// Mass matrix of the reference element, `[N, N]`.
    pub mass: Array<T, 2>,
    /// What takes the place of metric factors, normals and Jacobians where elements are curved.
    pub curved: Option<CurvedOperands<T>>,
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

impl<T: Real> Operands<T> {
    /// The operands of a discretisation with given behaviour of its boundary.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, [`Error::Mesh`] when the nodes with those of prescribed
    /// states do not fit into 32-bit indices, [`Error::CurvedPrecision`] when elements are curved and `T` is `f32`.
    pub fn new(discretisation: &Discretisation, boundary: &Boundary) -> Result<Self, Error> {
        let d = discretisation;
        let (real, more) = (d.element_count(), boundary.states.len());
        let (e, n, f) = (real + more, d.reference.node_count(), d.reference.face_node_count());
        if e.checked_mul(n).is_none_or(|total| total > i32::MAX as usize) {
            let origin = "mesh with prescribed states".into();
            return Err(MeshError::TooLarge { origin, elements: e, nodes: n }.into());
        }

        let mut exterior_nodes = Array3::<i32>::zeros((e, 4, f));
        exterior_nodes.slice_mut(s![..real, .., ..]).assign(&d.exterior_nodes);
        for ((element, face), state) in boundary.prescribed.indexed_iter() {
            if let Some(state) = state {
                let first = (real + *state as usize) * n;
                for (k, &node) in d.reference.face_nodes.row(face).iter().enumerate() {
                    exterior_nodes[[element, face, k]] = (first + node) as i32;
                }
            }
        }
        for element in real..e {
            for ((face, k), &node) in d.reference.face_nodes.indexed_iter() {
                exterior_nodes[[element, face, k]] = (element * n + node) as i32;
            }
        }

        let weights: Array1<f64> = d.reference.mass.sum_axis(Axis(0));
        let fscale: Array2<f64> = padded(&d.fscale, 0, more);
        let mesh = Mesh {
            derivative: convert(d.reference.derivative.view(), [3, n, n])?,
            lift: convert(d.reference.lift.view(), [n, 4, f])?,
            metric: convert(padded(&d.metric, 2, more).view(), [3, 3, e])?,
            normal: convert(padded(&d.normal, 1, more).view(), [3, e, 4])?,
            fscale: convert(fscale.view(), [e, 4])?,
            wall: convert(padded(&boundary.wall, 0, more).view(), [e, 4])?,
            exterior_nodes: IndexArray::new([e, 4, f], &exterior_nodes, e * n)?,
            face_nodes: IndexArray::new([4, f], &d.reference.face_nodes, n)?,
        };
        Ok(Operands {
            mesh,
            jacobian: convert(padded(&d.jacobian, 0, more).view(), [e])?,
            weights: convert(weights.view(), [n])?,
            mass: convert(d.reference.mass.view(), [n, n])?,
            curved: CurvedOperands::new(d, more)?,
        })
    }

    /// E, N and F.
    pub(super) fn dims(&self) -> [usize; 3] {
        let [elements, _, f] = self.mesh.exterior_nodes.shape();
        let [_, n, _] = self.mesh.derivative.shape();
        [elements, n, f]
    }

    /// Writes the right-hand side at the state `q` into `rhs`, both `[5, E, N]`, for the ratio of specific
    /// heats `gamma`.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree, [`Error::Precision`] when the flux is not there in `T`.
    pub fn rhs_into(
        &self,
        flux: Flux,
        gamma: f64,
        q: &Array<T, 3>,
        rhs: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        if let Some(c) = &self.curved {
            *rhs = curved::rhs(self, c, flux, gamma, q)?;
            return Ok(());
        }
        <T as Programs>::rhs_into(self, flux, gamma, q, rhs)
    }

    /// One step of length `dt` from the state `q`, in place. `increment` is zeros before the first step,
    /// then what the last step left; both `[5, E, N]`.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted, [`Error::Precision`] when the flux
    /// is not there in `T`.
    pub fn step(
        &self,
        flux: Flux,
        gamma: f64,
        dt: f64,
        q: &mut Array<T, 3>,
        increment: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        if let Some(c) = &self.curved {
            return curved::step(self, c, flux, gamma, dt, q, increment);
        }
        <T as Programs>::step(self, flux, gamma, dt, q, increment)
    }

    /// How many elements the fastest signal crosses in a unit of time, as the time step needs it: the
    /// largest product of `|v| + a` and `fscale`. NaN if density or pressure is not positive somewhere.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted.
    pub fn signal_rate(&self, gamma: f64, q: &Array<T, 3>) -> Result<f64, Error> {
        <T as Programs>::signal_rate(self, gamma, q)
    }

    /// The integrals of the conserved variables; then the least and largest density, the least and largest
    /// pressure, the largest Mach number.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted.
    pub fn summary(&self, gamma: f64, q: &Array<T, 3>) -> Result<([f64; 5], [f64; 5]), Error> {
        match &self.curved {
            Some(c) => <T as Curved>::summary(self, c, gamma, q),
            None => <T as Programs>::summary(self, gamma, q),
        }
    }

    /// The integral of the kinetic energy.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted.
    pub fn kinetic_energy(&self, q: &Array<T, 3>) -> Result<f64, Error> {
        match &self.curved {
            Some(c) => <T as Curved>::kinetic_energy(c, &self.mass, q),
            None => <T as Programs>::kinetic_energy(&self.jacobian, &self.mass, q),
        }
    }

    /// The plan of the right-hand side on `device`; on curved elements that of a stage but for the jump on faces.
    ///
    /// # Errors
    /// [`Error::Precision`] when the flux is not there in `T`.
    pub fn rhs_plan(&self, device: &Device, flux: Flux) -> Result<Plan, Error> {
        if self.curved.is_some() {
            let [_, stage] = T::stage_plans(device, flux, self.dims())?;
            return Ok(stage);
        }
        <T as Programs>::rhs_plan(device, flux, self.dims())
    }

    /// The plan of a step on `device`; on curved elements that of a stage but for the jump on faces.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order, [`Error::Precision`] when the flux is not
    /// there in `T`.
    pub fn step_plan(&self, device: &Device, flux: Flux) -> Result<Plan, Error> {
        if self.curved.is_some() {
            let [_, stage] = T::stage_plans(device, flux, self.dims())?;
            return Ok(stage);
        }
        <T as Programs>::step_plan(device, flux, self.dims())
    }

    /// How many kernels a step launches on `device`.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order, [`Error::Precision`] when the flux is not
    /// there in `T`.
    pub fn step_kernels(&self, device: &Device, flux: Flux) -> Result<usize, Error> {
        if self.curved.is_some() {
            let plans = T::stage_plans(device, flux, self.dims())?;
            return Ok(5 * plans.iter().map(Plan::kernel_count).sum::<usize>());
        }
        Ok(self.step_plan(device, flux)?.kernel_count())
    }
}
