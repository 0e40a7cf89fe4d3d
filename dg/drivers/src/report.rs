//! What a run tells at its end.

use crate::march::Marched;
use crate::{Failure, Options, say};
use array_fn::Device;
use array_fn_dg::{Mesh, Solver};
use clap::ValueEnum;
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

impl<Name: ValueEnum, Case, Condition> Problem<Name, Case, Condition> {
    /// The name of the case, as it is written in options.
    pub fn case_name(&self) -> String {
        let name = self.name.to_possible_value();
        name.map_or(String::new(), |name| name.get_name().into())
    }
}

/// What the solvers say, each in its own words.
pub struct Report {
    /// Case and methods, for people.
    pub title: String,
    pub l2_error: Option<f64>,
    /// What the error is, for people.
    pub norm: &'static str,
    /// Lines about the state, each after its label.
    pub lines: Vec<(&'static str, String)>,
    /// Facts for `--json`.
    pub facts: Value,
}

impl Report {
    /// Prints text, or one JSON object if asked for.
    ///
    /// # Errors
    /// [`Failure::Done`] when nobody reads it, [`Failure::Input`] when it cannot be written.
    pub fn print<S: Solver>(
        self,
        options: &Options,
        solver: &S,
        device: &Device,
        marched: &Marched<S::Summary>,
    ) -> Result<(), Failure> {
        let (steps, seconds) = (marched.steps, marched.seconds);
        let elements = solver.discretisation().element_count();
        // Degrees of freedom, which are nodes times fields, times right-hand sides, per second.
        let dofs = solver.state().len();
        let speed = dofs as f64 * 5.0 * steps as f64 / seconds;
        let kernels = solver.step_kernels(device)?;
        if options.json {
            let mut facts = json!({
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
            });
            if let (Value::Object(facts), Value::Object(more)) = (&mut facts, self.facts) {
                facts.extend(more);
            }
            return say!("{facts}");
        }
        say!("case     {}", self.title)?;
        say!("mesh     {elements} tetrahedra, {} degrees of freedom", dofs)?;
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
