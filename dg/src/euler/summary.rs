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

    /// The summary of all ranks, from that of each.
    pub(crate) fn of_ranks(self, d: &Discretisation) -> Result<Self, Error> {
        let Summary { totals: [a, b, c, e, f], density, pressure, mach, kinetic_energy } = self;
        let [a, b, c, e, f, kinetic_energy] = d.sum_of_ranks([a, b, c, e, f, kinetic_energy])?;
        let extrema = [-density[0], density[1], -pressure[0], pressure[1], mach];
        let [rho, rho_max, p, p_max, mach] = d.max_of_ranks(extrema)?;
        let (density, pressure) = ([-rho, rho_max], [-p, p_max]);
        Ok(Summary { totals: [a, b, c, e, f], density, pressure, mach, kinetic_energy })
    }

    /// A summary of the results of the programs for integrals and extrema.
    pub(crate) fn new<T: Real>(
        (totals, extrema): (Array<T, 1>, Array<T, 1>),
        kinetic_energy: f64,
    ) -> Result<Self, Error> {
        let (totals, extrema) = (totals.to_host()?, extrema.to_host()?);
        let five = |x: &[T]| -> [f64; 5] { std::array::from_fn(|i| x[i].to_f64()) };
        let ([rho, rho_max, p, p_max, mach], totals) =
            (five(extrema.as_slice()), five(totals.as_slice()));
        let (density, pressure) = ([rho, rho_max], [p, p_max]);
        Ok(Summary { totals, density, pressure, mach, kinetic_energy })
    }
}
