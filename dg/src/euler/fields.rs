//! The fields of a flow that people look at.

use super::{Primitive, State};
use crate::vector::norm;
use ndarray::{Array3, arr1, s};

/// Names of [`flow_fields`].
pub const FLOW_FIELDS: [&str; 4] = ["density", "velocity", "pressure", "mach"];

/// Density, velocity, pressure and the Mach number, from the conserved variables `[5, E, N]` of an ideal gas with the
/// ratio of specific heats `gamma`.
pub fn flow_fields(conserved: Array3<f64>, gamma: f64) -> Vec<Array3<f64>> {
    let (_, elements, n) = conserved.dim();
    let mut values = Array3::zeros((6, elements, n));
    for (e, i) in ndarray::indices((elements, n)) {
        let state: State = std::array::from_fn(|field| conserved[[field, e, i]]);
        let Primitive { density, velocity, pressure } = Primitive::from_conserved(state, gamma);
        let mach = norm(velocity) / (gamma * pressure / density).sqrt();
        let [u, v, w] = velocity;
        let numbers = arr1(&[density, u, v, w, pressure, mach]);
        values.slice_mut(s![.., e, i]).assign(&numbers);
    }
    [(0, 1), (1, 4), (4, 5), (5, 6)]
        .map(|(first, end)| values.slice(s![first..end, .., ..]).to_owned())
        .into()
}
