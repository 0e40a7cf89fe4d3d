//! Runs the launches of a plan on a rank, and exchanges halos in between.

use std::cell::RefCell;

use super::across::{Crossed, Order, Own, Unit};
use crate::Error;
use crate::instance::{Instance, flow};
use crate::plan::Place;

/// What runs the launches of a rank: the threads of a CPU, or a GPU, on whose stream they are put.
pub(crate) trait OnRank {
    /// Runs launches that read nothing of other ranks.
    ///
    /// # Errors
    /// Those of the device.
    fn own(&mut self, own: &Own) -> Result<(), Error>;

    /// Starts to exchange the halo of these arrays, and lets the interior rows of launch `k` run meanwhile.
    ///
    /// # Errors
    /// Those of the transport and of the device.
    fn begin(&mut self, k: usize, arrays: &[Crossed]) -> Result<(), Error>;

    /// Waits for the halo of these arrays, and runs the rows of launch `k` that [`OnRank::begin`] has left.
    ///
    /// # Errors
    /// As for [`OnRank::begin`].
    fn end(&mut self, k: usize, arrays: &[Crossed]) -> Result<(), Error>;

    /// The value of a condition, after all launches so far.
    ///
    /// # Errors
    /// Those of the device.
    fn holds(&mut self, condition: usize) -> Result<bool, Error>;
}

/// Runs all launches and the loops among them.
///
/// # Errors
/// Those of the transport and of the device.
pub(crate) fn run(order: &Order, instance: &Instance, rank: &mut dyn OnRank) -> Result<(), Error> {
    let rank = RefCell::new(rank);
    // The arrays whose halo is there, because nothing has written them since it came.
    let mut fresh: Vec<Place> = Vec::new();
    let written = |fresh: &mut Vec<Place>, k: usize| {
        let launch = &instance.launches[k];
        let of_launch = instance.places_of(launch);
        for buffer in launch.kernel.writes {
            let written = of_launch[*buffer as usize];
            fresh.retain(|place| *place != written);
        }
    };
    let mut straight = |unit: &Unit| {
        let mut rank = rank.borrow_mut();
        match unit {
            Unit::Own(own) => {
                rank.own(own)?;
                own.launches.clone().for_each(|k| written(&mut fresh, k));
            }
            Unit::Across(k) => {
                let arrays = order.across[*k].iter().flat_map(|of| &of.arrays).copied();
                let arrays: Vec<Crossed> =
                    arrays.filter(|array| !fresh.contains(&array.place)).collect();
                rank.begin(*k, &arrays)?;
                rank.end(*k, &arrays)?;
                fresh.extend(arrays.iter().map(|array| array.place));
                written(&mut fresh, *k);
            }
        }
        Ok(())
    };
    let mut holds = |condition| rank.borrow_mut().holds(condition);
    flow::run(&order.units, &mut straight, &mut holds)
}
