//! The solver of the Euler equations as a simulation.

use crate::{Failure, Simulation};
use array_fn_dg::checkpoint::Settings;
use array_fn_dg::euler::{EulerSolver, FLOW_FIELDS, Real, Summary, flow_fields};
use array_fn_dg::{Discretisation, Error};
use ndarray::Array3;
use std::path::Path;

impl<T: Real> Simulation for EulerSolver<'_, T> {
    const NAME: &'static str = "euler";
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
    ];

    fn time(&self) -> f64 {
        EulerSolver::time(self)
    }

    fn run(
        &mut self,
        end: f64,
        cfl: f64,
        observe: impl FnMut(&Self, f64) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        EulerSolver::run(self, end, cfl, observe).map(drop)
    }

    fn longest_step(&self, cfl: f64) -> Result<f64, Error> {
        self.stable_step(cfl)
    }

    fn measures(&self) -> Result<Vec<f64>, Error> {
        let Summary { totals, density, pressure, mach, kinetic_energy } = self.summary()?;
        Ok([&totals[..], &density, &pressure, &[mach, kinetic_energy]].concat())
    }

    /// Every step looks for a breakdown.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    const FIELDS: &'static [&'static str] = &FLOW_FIELDS;

    fn fields(&self) -> Vec<Array3<f64>> {
        flow_fields(self.state(), self.gamma())
    }

    fn discretisation(&self) -> &Discretisation {
        EulerSolver::discretisation(self)
    }

    fn save(&self, path: &Path, run: &Settings) -> Result<(), Error> {
        EulerSolver::save(self, path, run)
    }

    fn restore(&mut self, path: &Path, run: &Settings) -> Result<(), Error> {
        EulerSolver::restore(self, path, run)
    }
}
