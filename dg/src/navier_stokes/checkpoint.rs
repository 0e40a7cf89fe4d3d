//! Files from which a flow goes on as if it had never stopped.

use super::{NavierStokesSolver, Viscosity};
use crate::Error;
use crate::checkpoint::{self, Header, Settings};
use std::path::Path;

impl NavierStokesSolver<'_> {
    /// What decides the result: a line for each option of this solver.
    fn settings(&self) -> Settings {
        let gas = self.gas;
        let viscosity = match gas.viscosity {
            Viscosity::Constant(viscosity) => viscosity.to_string(),
            Viscosity::Sutherland { reference, temperature, sutherland } => {
                format!("{reference} at {temperature}, Sutherland's temperature {sutherland}")
            }
        };
        let states = self.boundary.states.iter().flatten().copied();
        let kinds = self.boundary.across.iter().map(|&across| f64::from(across as u8));
        let nodes = self.boundary.exterior_nodes.iter().map(|&node| f64::from(node));
        checkpoint::settings::<f64>(self.discretisation)
            .with("volume", self.volume_form())
            .with("overintegration", self.overintegrates())
            .with("viscosity", viscosity)
            .with("prandtl", gas.prandtl)
            .with("penalty", self.penalty)
            .with("gamma", gas.gamma)
            .with("gas constant", gas.constant)
            .with_hash("boundary condition", states.chain(kinds).chain(nodes))
    }

    fn header(&self, run: &Settings) -> Header<'static> {
        Header { kind: "navier_stokes", time: self.time, settings: self.settings().with_all(run) }
    }

    /// Writes state and time to a file, the whole or nothing of it: a file of that name is there in its old
    /// or its new contents at any time. With it go the settings of the solver, and those of the `run` that it
    /// does not know, such as the length of steps. Sources are not part of it.
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
