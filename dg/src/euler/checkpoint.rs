//! Files from which a flow goes on as if it had never stopped.

use super::{EulerSolver, Real};
use crate::{Error, checkpoint};
use std::path::Path;

const KIND: &str = "euler";

impl<T: Real> EulerSolver<'_, T> {
    fn identity(&self) -> [(u64, &'static str); 4] {
        let states = checkpoint::fingerprint(self.states.iter().flatten().copied());
        [
            checkpoint::of_mesh(self.discretisation),
            // They are part of the state.
            (states, "it is of other boundary conditions"),
            checkpoint::of_precision::<T>(),
            (self.gamma.to_bits(), "it is of a gas with another ratio of specific heats"),
        ]
    }

    /// Writes state and time to a file, the whole or nothing of it: a file of that name is there in its old
    /// or its new contents at any time.
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
    /// mesh, order, precision, gas or boundary; the solver is then as it was.
    pub fn restore(&mut self, path: &Path) -> Result<(), Error> {
        let (time, [q, increment]) =
            checkpoint::read(path, KIND, &self.identity(), self.q.shape())?;
        (self.time, self.q, self.increment) = (time, q, increment);
        Ok(())
    }
}
