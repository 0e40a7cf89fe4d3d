//! Integrals and extrema of a flow.

use super::State;
use crate::{Discretisation, Error, Real};
use array_fn::Array;

/// Integrals and extrema of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Integrals of the conserved variables over the mesh.
    pub totals: State,
    /// Least and largest density at a node.
    pub density: [f64; 2],
    /// Least and largest pressure at a node.
    pub pressure: [f64; 2],
    /// Largest ratio of the speed to the speed of sound.
    pub mach: f64,
    /// Integral of the kinetic energy, `rho |v|^2 / 2`.
    pub kinetic_energy: f64,
}

impl Summary {
    /// Names of [`Summary::numbers`].
    pub const NAMES: [&'static str; 11] = [
        "mass",
        "momentum_x",
        "momentum_y",
        "momentum_z",
        "energy",
        "density_min",
        "density_max",
        "pressure_min",
        "pressure_max",
        "mach_max",
        "kinetic_energy",
    ];

    /// The numbers of the summary in one list.
    pub fn numbers(&self) -> Vec<f64> {
        let Summary { totals, density, pressure, mach, kinetic_energy } = self;
        [&totals[..], density, pressure, &[*mach, *kinetic_energy]].concat()
    }

    /// The summary of all ranks, from the results of the programs for integrals and extrema of each, and the kinetic energy
    /// of its elements. Behind those of the mesh there may be more.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange it.
    pub(crate) fn new<T: Real>(
        d: &Discretisation,
        (totals, extrema): (Array<T, 2>, Array<T, 1>),
        kinetic_energy: &[f64],
    ) -> Result<Self, Error> {
        let (totals, extrema) = (totals.to_host()?, extrema.to_host()?);
        let [_, elements] = totals.shape();
        let own = d.element_count();
        let of_elements = totals.as_slice().chunks(elements.max(1));
        let totals: Vec<Vec<f64>> =
            of_elements.map(|of| of.iter().take(own).map(|x| x.to_f64()).collect()).collect();
        let sums: [&[f64]; 6] = std::array::from_fn(|k| match totals.get(k) {
            Some(total) => &total[..],
            None => &kinetic_energy[..own],
        });
        let [totals @ .., kinetic_energy] = d.sums_of_ranks(sums)?;
        let [rho, rho_max, p, p_max, mach] =
            std::array::from_fn(|k| extrema.as_slice()[k].to_f64());
        let [rho, rho_max, p, p_max, mach] = d.max_of_ranks([-rho, rho_max, -p, p_max, mach])?;
        let (density, pressure) = ([-rho, rho_max], [-p, p_max]);
        Ok(Summary { totals, density, pressure, mach, kinetic_energy })
    }
}
