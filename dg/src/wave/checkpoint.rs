//! Files from which a wave goes on as if it had never stopped.

use super::{Real, WaveSolver};
use crate::{Discretisation, Error, checkpoint};
use std::path::Path;

const KIND: &str = "wave";

impl<T: Real> WaveSolver<T> {
    fn identity(&self, discretisation: &Discretisation) -> [(u64, &'static str); 3] {
        [
            checkpoint::of_mesh(discretisation),
            checkpoint::of_precision::<T>(),
            (self.speed.to_bits(), "it is of waves of another speed"),
        ]
    }

    /// Writes state and time to a file, the whole or nothing of it: a file of that name is there in its old
    /// or its new contents at any time.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be written.
    pub fn save(&self, discretisation: &Discretisation, path: &Path) -> Result<(), Error> {
        // The memory of the time step, too: what the first stage takes of it may decide a last bit.
        let arrays = [&self.q, &self.increment];
        checkpoint::write(path, KIND, &self.identity(discretisation), self.time, &arrays)
    }

    /// Goes on from a file: steps of the same length give the same, bit for bit, as if the computation had
    /// not stopped. What this solver held is lost.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be read, [`Error::Checkpoint`] when it is none, or one of another
    /// mesh, order, precision or speed; the solver is then as it was.
    pub fn restore(&mut self, discretisation: &Discretisation, path: &Path) -> Result<(), Error> {
        let identity = self.identity(discretisation);
        let (time, [q, increment]) = checkpoint::read(path, KIND, &identity, self.q.shape())?;
        (self.time, self.q, self.increment) = (time, q, increment);
        Ok(())
    }
}
