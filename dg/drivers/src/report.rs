//! What a run tells at its end.

use crate::march::Marched;
use crate::{Failure, Options, say};
use array_fn_dg::{Discretisation, Mesh};
use serde_json::{Value, json};

/// A mesh with what to compute on it: a case of the solver, a condition for all of its boundary if the
/// case has one, and the time until which it is computed unless an option says otherwise.
pub struct Problem<Name, Case, Condition> {
    pub mesh: Mesh,
    pub name: Name,
    pub case: Case,
    pub condition: Option<Condition>,
    pub final_time: f64,
}

/// What the solvers say, each in its own words.
pub struct Report {
    /// Case and methods, for people.
    pub title: String,
    pub final_time: f64,
    /// Degrees of freedom: nodes times fields.
    pub dofs: usize,
    pub l2_error: Option<f64>,
    /// What the error is, for people.
    pub norm: &'static str,
    /// Lines about the state, each after its label.
    pub lines: Vec<(&'static str, String)>,
    /// Facts for `--json`.
    pub facts: Value,
    pub device: String,
    /// Kernels of a step.
    pub kernels: usize,
}

impl Report {
    /// Prints text, or one JSON object if asked for.
    ///
    /// # Errors
    /// [`Failure::Done`] when nobody reads it, [`Failure::Input`] when it cannot be written.
    pub fn print(
        self,
        options: &Options,
        discretisation: &Discretisation,
        marched: &Marched,
    ) -> Result<(), Failure> {
        let Marched { steps, seconds, .. } = *marched;
        let elements = discretisation.element_count();
        // Degrees of freedom times right-hand sides, per second.
        let speed = self.dofs as f64 * 5.0 * steps as f64 / seconds;
        if options.json {
            let mut facts = json!({
                "order": options.order,
                "elements": elements,
                "dofs": self.dofs,
                "steps": steps,
                "time": self.final_time,
                "l2_error": self.l2_error,
                "seconds": seconds,
                "dofs_per_second": speed,
                "device": self.device,
                "kernels": self.kernels,
            });
            if let (Value::Object(facts), Value::Object(more)) = (&mut facts, self.facts) {
                facts.extend(more);
            }
            return say!("{facts}");
        }
        say!("case     {}", self.title)?;
        say!("mesh     {elements} tetrahedra, {} degrees of freedom", self.dofs)?;
        say!("steps    {steps} to t = {:.4}", self.final_time)?;
        match self.l2_error {
            Some(error) => say!("error    {error:.3e} ({})", self.norm)?,
            None => say!("error    unknown: no exact solution")?,
        }
        for (label, line) in self.lines {
            say!("{label:<8} {line}")?;
        }
        say!(
            "speed    {speed:.3e} DOF/s (degrees of freedom x right-hand sides): {seconds:.2} s, {} \
             kernels a step, {}",
            self.kernels,
            self.device
        )?;
        if let Some((path, instants)) = &marched.output {
            say!("output   {} ({instants} instants; opens in ParaView)", path.display())?;
        }
        Ok(())
    }
}
