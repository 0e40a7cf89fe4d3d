//! Files from which a flow goes on as if it had never stopped.

use super::{EulerSolver, Limiting, Real};
use crate::Error;
use crate::checkpoint::{self, Header, Settings};
use std::path::Path;

impl<T: Real> EulerSolver<'_, T> {
    /// What decides the result: a line for each option of this solver.
    fn settings(&self) -> Settings {
        let wall = self.operands.mesh.wall.as_slice().iter().map(|x| x.to_f64());
        let nodes = &self.operands.mesh.exterior_nodes;
        let across = nodes.as_slice().iter().map(|&node| f64::from(node));
        let states = self.states.iter().flatten().copied();
        checkpoint::settings::<T>(self.discretisation)
            .with("flux", self.flux)
            .with("volume", self.volume_form())
            .with("limiter", self.limiting().map_or("none", Limiting::name))
            .with("gamma", self.gamma)
            .with_hash("boundary condition", wall.chain(across).chain(states))
    }

    fn header(&self, run: &Settings) -> Header<'static> {
        Header { kind: "euler", time: self.time, settings: self.settings().with_all(run) }
    }

    /// Writes state and time to a file, the whole or nothing of it: a file of that name is there in its old
    /// or its new contents at any time. With it go the settings of the solver, and those of the `run` that it
    /// does not know, such as the length of steps.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be written, [`Error::NotAFile`] when there is something else.
    pub fn save(&self, path: &Path, run: &Settings) -> Result<(), Error> {
        // The memory of the time step, too: what the first stage takes of it may decide a last bit.
        checkpoint::write(path, &self.header(run), &[&self.q, &self.increment])
    }

    /// Goes on from a file: all that follows is the same, bit for bit, as if the computation had not
    /// stopped. What this solver held is lost.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be read, [`Error::Checkpoint`] when it is none or damaged,
    /// [`Error::CheckpointOfOtherOptions`] when settings of the solver or of the `run` are others; the solver is
    /// then as it was.
    pub fn restore(&mut self, path: &Path, run: &Settings) -> Result<(), Error> {
        let (time, [q, increment]) = checkpoint::read(path, &self.header(run), self.q.shape())?;
        (self.time, self.q, self.increment) = (time, q, increment);
        Ok(())
    }
}
