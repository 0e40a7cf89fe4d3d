//! Files from which a wave goes on as if it had never stopped.

use super::{Real, WaveSolver};
use crate::checkpoint::{self, Header, Settings};
use crate::{Discretisation, Error};
use std::path::Path;

impl<T: Real> WaveSolver<T> {
    fn header(&self, discretisation: &Discretisation, run: &Settings) -> Header<'static> {
        let coefficients = [&self.operands.mesh.transmission, &self.operands.mesh.reflection];
        let boundary = coefficients.into_iter().flat_map(|array| array.as_slice());
        let settings = checkpoint::settings::<T>(discretisation)
            .with("flux", self.flux)
            .with("speed", self.speed)
            .with_hash("boundary condition", boundary.map(|x| x.to_f64()));
        Header { kind: "wave", time: self.time, settings: settings.with_all(run) }
    }

    /// Writes state and time to a file, the whole or nothing of it: a file of that name is there in its old
    /// or its new contents at any time. With it go the settings of the solver, and those of the `run` that it
    /// does not know, such as the length of steps.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be written, [`Error::NotAFile`] when there is something else.
    pub fn save(
        &self,
        discretisation: &Discretisation,
        path: &Path,
        run: &Settings,
    ) -> Result<(), Error> {
        // The memory of the time step, too: what the first stage takes of it may decide a last bit.
        let arrays = [&self.q, &self.increment];
        checkpoint::write(path, &self.header(discretisation, run), &arrays)
    }

    /// Goes on from a file: steps of the same length give the same, bit for bit, as if the computation had
    /// not stopped. What this solver held is lost.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be read, [`Error::Checkpoint`] when it is none or damaged,
    /// [`Error::CheckpointOfOtherOptions`] when settings of the solver or of the `run` are others; the solver is
    /// then as it was.
    pub fn restore(
        &mut self,
        discretisation: &Discretisation,
        path: &Path,
        run: &Settings,
    ) -> Result<(), Error> {
        let header = self.header(discretisation, run);
        let (time, [q, increment]) = checkpoint::read(path, &header, self.q.shape())?;
        (self.time, self.q, self.increment) = (time, q, increment);
        Ok(())
    }
}
