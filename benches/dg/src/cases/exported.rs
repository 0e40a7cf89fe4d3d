//! The files of exported cases (see [`Operator::load`](super::Operator::load)).

use crate::error::Error;
use crate::npy;
use array_fn::{Array, IndexArray};
use array_fn_dg::Real;
use array_fn_dg_operators::space::{Geometry, Operators, Space, SpaceOf, Traces};
use ndarray::ArrayD;
use std::path::Path;

/// The parts of a case that all operators have, with K elements, N nodes per element, and F nodes per face.
pub struct Exported<T: Real> {
    /// The state, `[fields, K, N]`.
    pub q: Array<T, 3>,
    /// The right-hand side of the state.
    pub expected: Vec<f64>,
    /// The mesh.
    pub space: SpaceOf<T>,
    /// 1 on rigid walls, else 0: `[K, 4]`.
    pub wall: Array<T, 2>,
}

impl<T: Real + npy::Element> Exported<T> {
    /// Reads a case with the given number of fields.
    pub fn read(folder: &Path, fields: usize) -> Result<Exported<T>, Error> {
        let q: ArrayD<T> = npy::read(folder.join("q.npy"))?;
        let &[found, elements, n] = q.shape() else {
            let folder = folder.display();
            return Err(format!(
                "`{folder}`: q has {} axes where (F, K, Np) is expected",
                q.ndim()
            )
            .into());
        };
        if found != fields {
            let folder = folder.display();
            return Err(
                format!("`{folder}`: q has {found} fields where {fields} are expected").into()
            );
        }
        let shape = [fields, elements, n];
        let fmask: ArrayD<i32> = npy::read(folder.join("fmask.npy"))?;
        let exterior: ArrayD<i32> = npy::read(folder.join("vmapP.npy"))?;
        let f = fmask.len() / 4;
        let expected: Array<T, 3> = array(folder, "rhs", shape)?;
        let space = Space {
            operators: Operators {
                derivative: array(folder, "D", [3, n, n])?,
                lift: array(folder, "LIFT", [n, 4, f])?,
            },
            geometry: Geometry {
                metric: array(folder, "G", [3, 3, elements])?,
                normal: array(folder, "nrm", [3, elements, 4])?,
                fscale: array(folder, "fs", [elements, 4])?,
            },
            traces: Traces {
                exterior_nodes: IndexArray::new([elements, 4, f], &exterior, elements * n)?,
                face_nodes: IndexArray::new([4, f], &fmask, n)?,
            },
        };
        Ok(Exported {
            expected: expected.as_slice().iter().map(|&value| value.to_f64()).collect(),
            space,
            wall: array(folder, "bc", [elements, 4])?,
            q: Array::from_slice(shape, &q.into_raw_vec_and_offset().0)?,
        })
    }
}

/// The array in one of the case's files.
pub fn array<T: Real + npy::Element, const RANK: usize>(
    folder: &Path,
    name: &str,
    shape: [usize; RANK],
) -> Result<Array<T, RANK>, Error> {
    let values: ArrayD<T> = npy::read(folder.join(format!("{name}.npy")))?;
    Ok(Array::from_slice(shape, &values.into_raw_vec_and_offset().0)?)
}
