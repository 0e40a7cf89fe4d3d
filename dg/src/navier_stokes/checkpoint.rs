//! Files from which a flow goes on as if it had never stopped.

use super::{NavierStokesSolver, Viscosity};
use crate::{Error, checkpoint};
use std::path::Path;

const KIND: &str = "navier-stokes";

impl NavierStokesSolver<'_> {
    fn identity(&self) -> [(u64, &'static str); 3] {
        let gas = self.gas;
        let viscosity = match gas.viscosity {
            Viscosity::Constant(viscosity) => [viscosity, 0.0, 0.0],
            Viscosity::Sutherland { reference, temperature, sutherland } => {
                [reference, temperature, sutherland]
            }
        };
        let gas = [&[gas.gamma, gas.constant, gas.prandtl, self.penalty][..], &viscosity].concat();
        let states = self.boundary.states.iter().flatten().copied();
        let kinds = self.boundary.across.iter().map(|&across| f64::from(across as u8));
        [
            checkpoint::of_mesh(self.discretisation),
            (checkpoint::fingerprint(states.chain(kinds)), "it is of other boundary conditions"),
            (checkpoint::fingerprint(gas), "it is of another gas, or of another penalty"),
        ]
    }

    /// Writes state and time to a file, the whole or nothing of it: a file of that name is there in its old
    /// or its new contents at any time. Sources are not part of it.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        // The memory of the time step, too: what the first stage takes of it may decide a last bit.
        checkpoint::write(path, KIND, &self.identity(), self.time, &[&self.q, &self.increment])
    }

    /// Goes on from a file: all that follows is the same, bit for bit, as if the computation had not
    /// stopped. What this solver held is lost.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be read, [`Error::Checkpoint`] when it is none, or one of another
    /// mesh, order, gas, boundary or penalty; the solver is then as it was.
    pub fn restore(&mut self, path: &Path) -> Result<(), Error> {
        let (time, [q, increment]) =
            checkpoint::read(path, KIND, &self.identity(), self.q.shape())?;
        (self.time, self.q, self.increment) = (time, q, increment);
        Ok(())
    }
}
