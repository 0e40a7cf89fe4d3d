//! The static operands of the wave programs.

use super::curved;
use super::{FaceCoefficients, Flux, Real};
use crate::curved::CurvedOperands;
use crate::{Discretisation, Error};
use array_fn::{Array, Device, Element, Explanation, IndexArray, Plan};
use array_fn_dg_operators::wave::{Mesh, MeshOf};
use ndarray::{ArrayView, Dimension};

/// Everything that the wave programs take besides the state and scalars: E elements, N nodes an
/// element, F nodes a face.
#[derive(Clone, Debug)]
pub struct Operands<T: Element> {
    /// Matrices, geometric factors, what faces let pass, and the nodes beside them.
    pub mesh: MeshOf<T>,
    /// What takes the place of metric factors, normals and `fscale` where elements are curved.
    pub curved: Option<CurvedOperands<T>>,
}

impl<T: Real> Operands<T> {
    /// The operands of a discretisation with given behaviour of its faces.
    ///
    /// # Errors
    /// [`Error::Array`] when memory is exhausted, [`Error::CurvedPrecision`] when elements are curved and `T` is
    /// `f32`.
    pub fn new(discretisation: &Discretisation, faces: &FaceCoefficients) -> Result<Self, Error> {
        let d = discretisation;
        let (e, n) = (d.element_count(), d.reference.node_count());
        let f = d.reference.face_node_count();
        let mesh = Mesh {
            derivative: convert(d.reference.derivative.view(), [3, n, n])?,
            lift: convert(d.reference.lift.view(), [n, 4, f])?,
            metric: convert(d.metric.view(), [3, 3, e])?,
            normal: convert(d.normal.view(), [3, e, 4])?,
            fscale: convert(d.fscale.view(), [e, 4])?,
            transmission: convert(faces.transmission.view(), [e, 4])?,
            reflection: convert(faces.reflection.view(), [e, 4])?,
            exterior_nodes: IndexArray::new([e, 4, f], &d.exterior_nodes, e * n)?,
            face_nodes: IndexArray::new([4, f], &d.reference.face_nodes, n)?,
        };
        Ok(Operands { mesh, curved: CurvedOperands::new(d, 0)? })
    }

    /// E, N and F.
    fn dims(&self) -> [usize; 3] {
        let [elements, _, f] = self.mesh.exterior_nodes.shape();
        let [_, n, _] = self.mesh.derivative.shape();
        [elements, n, f]
    }

    /// Writes the right-hand side at the state `q` into `rhs`, both `[4, E, N]`.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree.
    pub fn rhs_into(
        &self,
        flux: Flux,
        speed: f64,
        q: &Array<T, 3>,
        rhs: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        if let Some(c) = &self.curved {
            *rhs = curved::rhs(self, c, [speed, flux.alpha()], q)?;
            return Ok(());
        }
        Ok(T::rhs_into(self, flux, speed, q, rhs)?)
    }

    /// One step of length `dt` from the state `q`, in place. `increment` is zeros before the first step, then what
    /// the last step left; both `[4, E, N]`.
    ///
    /// # Errors
    /// [`Error::Array`] when shapes do not agree or memory is exhausted.
    pub fn step(
        &self,
        flux: Flux,
        speed: f64,
        dt: f64,
        q: &mut Array<T, 3>,
        increment: &mut Array<T, 3>,
    ) -> Result<(), Error> {
        if let Some(c) = &self.curved {
            return curved::step(self, c, [speed, flux.alpha()], dt, q, increment);
        }
        Ok(T::step(self, flux, speed, dt, q, increment)?)
    }

    /// The plan of the right-hand side on `device`; on curved elements that of a stage, which gives it, too.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    pub fn rhs_plan(&self, device: &Device, flux: Flux) -> Result<Plan, Error> {
        match self.curved {
            Some(_) => T::stage_plan(device, self.dims()),
            None => Ok(T::rhs_plan(device, flux, self.dims())?),
        }
    }

    /// Which kernel of the right-hand side computes what, at what cost.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    pub fn rhs_explain(&self, device: &Device, flux: Flux) -> Result<Explanation, Error> {
        match self.curved {
            Some(_) => T::stage_explain(device, self.dims()),
            None => Ok(T::rhs_explain(device, flux, self.dims())?),
        }
    }

    /// The plan of a call of a step on `device`: a step is one call, on curved elements five equal ones.
    ///
    /// # Errors
    /// [`Error::Array`] when nothing is compiled for this order.
    pub fn step_plan(&self, device: &Device, flux: Flux) -> Result<Plan, Error> {
        match self.curved {
            Some(_) => T::stage_plan(device, self.dims()),
            None => Ok(T::step_plan(device, flux, self.dims())?),
        }
    }
}

/// An array of the programs' precision with the given values.
pub(crate) fn convert<T: Real, D: Dimension, const RANK: usize>(
    from: ArrayView<f64, D>,
    shape: [usize; RANK],
) -> Result<Array<T, RANK>, Error> {
    Ok(Array::from_slice(shape, &from.iter().map(|&x| T::from_f64(x)).collect::<Vec<_>>())?)
}
