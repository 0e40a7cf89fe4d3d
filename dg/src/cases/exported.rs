//! The files of exported cases (see [`Operator::load`](super::Operator::load)).

use crate::wave::Real;
use crate::{Error, npy};
use array_fn::{Array, Element, IndexArray};
use array_fn_dg_operators::euler::{Mesh, MeshOf};
use ndarray::ArrayD;
use std::path::Path;

/// What all operators have in common: K elements, N nodes of an element, F nodes of a face.
pub struct Exported<T: Element> {
    /// The state, `[fields, K, N]`.
    pub q: Array<T, 3>,
    /// Its right-hand side.
    pub expected: Vec<f64>,
    /// Its mesh, as the Euler programs take it.
    pub mesh: MeshOf<T>,
}

impl<T: Real + npy::Element> Exported<T> {
    /// Reads a case with so many fields.
    pub fn read(folder: &Path, fields: usize) -> Result<Exported<T>, Error> {
        let q: ArrayD<T> = npy::read(folder.join("q.npy"))?;
        let &[found, elements, n] = q.shape() else {
            let problem = format!("q has {} axes where (F, K, Np) is expected", q.ndim());
            return Err(Error::Npy { path: folder.join("q.npy"), problem });
        };
        if found != fields {
            let problem = format!("q has {found} fields where {fields} are expected");
            return Err(Error::Npy { path: folder.join("q.npy"), problem });
        }
        let shape = [fields, elements, n];
        let fmask: ArrayD<i32> = npy::read(folder.join("fmask.npy"))?;
        let exterior: ArrayD<i32> = npy::read(folder.join("vmapP.npy"))?;
        let f = fmask.len() / 4;
        let expected: Array<T, 3> = array(folder, "rhs", shape)?;
        let mesh = Mesh {
            derivative: array(folder, "D", [3, n, n])?,
            lift: array(folder, "LIFT", [n, 4, f])?,
            metric: array(folder, "G", [3, 3, elements])?,
            normal: array(folder, "nrm", [3, elements, 4])?,
            fscale: array(folder, "fs", [elements, 4])?,
            wall: array(folder, "bc", [elements, 4])?,
            exterior_nodes: IndexArray::new([elements, 4, f], &exterior, elements * n)?,
            face_nodes: IndexArray::new([4, f], &fmask, n)?,
        };
        Ok(Exported {
            expected: expected.as_slice().iter().map(|&value| value.to_f64()).collect(),
            mesh,
            q: Array::from_slice(shape, &q.into_raw_vec_and_offset().0)?,
        })
    }
}

/// The array in one of the case's files.
pub fn array<T: Element + npy::Element, const RANK: usize>(
    folder: &Path,
    name: &str,
    shape: [usize; RANK],
) -> Result<Array<T, RANK>, Error> {
    let values: ArrayD<T> = npy::read(folder.join(format!("{name}.npy")))?;
    Ok(Array::from_slice(shape, &values.into_raw_vec_and_offset().0)?)
}
