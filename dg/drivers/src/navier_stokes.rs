//! The solver of the Navier-Stokes equations as a simulation.

use crate::{Failure, Simulation};
use array_fn_dg::checkpoint::Settings;
use array_fn_dg::euler::{FLOW_FIELDS, flow_fields};
use array_fn_dg::navier_stokes::NavierStokesSolver;
use array_fn_dg::{Discretisation, Error};
use ndarray::Array3;
use std::path::Path;

impl Simulation for NavierStokesSolver<'_> {
    const NAME: &'static str = "navier_stokes";
    const MEASURES: &'static [&'static str] = &[
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
        "enstrophy",
        "dissipation",
        "expansion",
    ];

    fn time(&self) -> f64 {
        NavierStokesSolver::time(self)
    }

    fn run(
        &mut self,
        end: f64,
        cfl: f64,
        observe: impl FnMut(&Self, f64) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        NavierStokesSolver::run(self, end, cfl, observe).map(drop)
    }

    fn longest_step(&self, cfl: f64) -> Result<f64, Error> {
        self.stable_step(cfl)
    }

    fn measures(&self) -> Result<Vec<f64>, Error> {
        let s = self.summary()?;
        let flow = [s.mach, s.kinetic_energy, s.enstrophy, s.dissipation, s.expansion];
        Ok([&s.totals[..], &s.density, &s.pressure, &flow].concat())
    }

    /// Every step looks for a breakdown.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    const FIELDS: &'static [&'static str] = &FLOW_FIELDS;

    fn fields(&self) -> Vec<Array3<f64>> {
        flow_fields(self.state(), self.gas().gamma)
    }

    fn discretisation(&self) -> &Discretisation {
        NavierStokesSolver::discretisation(self)
    }

    fn save(&self, path: &Path, run: &Settings) -> Result<(), Error> {
        NavierStokesSolver::save(self, path, run)
    }

    fn restore(&mut self, path: &Path, run: &Settings) -> Result<(), Error> {
        NavierStokesSolver::restore(self, path, run)
    }
}
