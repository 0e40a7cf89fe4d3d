//! The report of a run at its end.

use crate::march::Marched;
use crate::{Failure, Options, balance, ranks, say};
use array_fn_dg::Solver;
use clap::ValueEnum;
use serde_json::{Value, json};

/// What to compute on a mesh: a case of the solver, the condition for the whole boundary if the case has one, and the final
/// time unless an option gives another.
pub struct Problem<Name, Case, Condition> {
    /// The name of the case, as options have it.
    pub name: Name,
    /// The case of the solver.
    pub case: Case,
    /// The condition for the whole boundary, if the case has one.
    pub condition: Option<Condition>,
    /// When to stop, unless an option says so.
    pub final_time: f64,
}

impl<Name: ValueEnum, Case, Condition: Copy> Problem<Name, Case, Condition> {
    /// The condition of a surface: the last one that `boundary` has for it, else that of the whole boundary, else the
    /// one that `suggested` gives.
    pub fn condition_of(
        &self,
        surface: &str,
        boundary: &[(String, Condition)],
        suggested: impl FnOnce() -> Option<Condition>,
    ) -> Option<Condition> {
        let chosen = boundary.iter().rev().find(|(name, _)| name == surface);
        chosen.map(|(_, condition)| *condition).or(self.condition).or_else(suggested)
    }

    /// The name of the case in options.
    pub fn case_name(&self) -> String {
        let name = self.name.to_possible_value();
        name.map_or(String::new(), |name| name.get_name().into())
    }
}

/// The facts of two JSON objects.
pub(crate) fn merged(mut facts: Value, more: Value) -> Value {
    if let (Value::Object(facts), Value::Object(more)) = (&mut facts, more) {
        facts.extend(more);
    }
    facts
}

/// The part of the report that differs between solvers.
pub struct Report {
    /// The case and the methods, for people.
    pub title: String,
    /// The L2 norm of the error, if an exact solution is known.
    pub l2_error: Option<f64>,
    /// The name of the error's norm, for people.
    pub norm: &'static str,
    /// Lines about the state, each after its label.
    pub lines: Vec<(&'static str, String)>,
    /// Facts for `--json`.
    pub facts: Value,
}

impl Report {
    /// Prints text, or one JSON object if the options ask for it.
    ///
    /// # Errors
    /// [`Failure::Done`] when nobody reads it, [`Failure::Input`] when it cannot be written.
    pub fn print<S: Solver>(
        self,
        options: &Options,
        solver: &S,
        marched: &Marched<S::Summary>,
    ) -> Result<(), Failure> {
        let (steps, seconds, device) = (marched.steps, marched.seconds, &marched.device);
        let d = solver.discretisation();
        let elements = d.total_elements();
        // The speed is the degrees of freedom (nodes times fields), times right-hand sides, per second.
        let (fields, _, n) = solver.state().dim();
        let dofs = fields * elements * n;
        let speed = dofs as f64 * 5.0 * steps as f64 / seconds;
        let kernels = solver.step_kernels(device)?;
        let crc = format!("{:016x}", solver.checksum()?);
        let ranks = ranks::count().unwrap_or(1);
        if options.json {
            let facts = json!({
                "order": options.order,
                "elements": elements,
                "dofs": dofs,
                "steps": steps,
                "time": solver.time(),
                "l2_error": self.l2_error,
                "seconds": seconds,
                "dofs_per_second": speed,
                "device": device.to_string(),
                "kernels": kernels,
                "ranks": ranks,
                "state_crc": crc,
            });
            let mut facts = merged(facts, self.facts);
            if d.part().is_some() {
                facts["balance"] = balance::facts(&d.balance()?);
            }
            return say!("{facts}");
        }
        say!("case     {}", self.title)?;
        say!("mesh     {elements} tetrahedra, {} degrees of freedom", dofs)?;
        if d.part().is_some() {
            say!("parts    {}", balance::line(&d.balance()?))?;
        }
        say!("steps    {steps} to t = {:.4}", solver.time())?;
        match self.l2_error {
            Some(error) => say!("error    {error:.3e} ({})", self.norm)?,
            None => say!("error    unknown: no exact solution")?,
        }
        for (label, line) in self.lines {
            say!("{label:<8} {line}")?;
        }
        say!(
            "speed    {speed:.3e} DOF/s (degrees of freedom x right-hand sides): {seconds:.2} s, \
             {kernels} kernels a step, {device}"
        )?;
        if let Some((path, instants)) = &marched.output {
            say!("output   {} ({instants} instants; opens in ParaView)", path.display())?;
        }
        Ok(())
    }
}
