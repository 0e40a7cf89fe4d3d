//! What is measured by everybody before the next thing is: small, so that ratios compare neighbours in time.

use super::inputs;
use crate::Error;
use crate::options::{Run, Suite};
use array_fn_dg_bench::cases::{DType, OPERATORS};
use std::fmt;
use std::path::PathBuf;

pub struct Job {
    pub suite: Suite,
    pub threads: usize,
    pub ops: Vec<String>,
    /// Inputs of right-hand sides, and their precision.
    pub inputs: Option<(PathBuf, DType)>,
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.suite.name(), self.ops.join(", "))
    }
}

/// Expressions that run in one process.
const EXPRESSIONS: [&[&str]; 3] = [
    &["where", "black_scholes", "stencil"],
    &["matvec_4", "matvec_10", "matvec_20", "matvec_35"],
    &["softmax", "reduce", "diamond", "diamond_max"],
];
const FUNCTIONS: [&str; 3] = ["axpy", "gauss", "sum"];

/// All jobs, with the inputs that they need.
pub fn jobs(options: &Run, threads: &[usize]) -> Result<Vec<Job>, Error> {
    let mut jobs = Vec::new();
    for &suite in &options.suite {
        let folders = inputs::export(options, suite)?;
        for &threads in threads {
            let mut add = |ops: Vec<String>, inputs| {
                let wanted = |op: &String| options.op.is_empty() || options.op.contains(op);
                let ops: Vec<String> = ops.into_iter().filter(wanted).collect();
                if !ops.is_empty() {
                    jobs.push(Job { suite, threads, ops, inputs });
                }
            };
            match suite {
                Suite::Expr => {
                    for ops in EXPRESSIONS {
                        add(ops.iter().map(ToString::to_string).collect(), None);
                    }
                }
                Suite::Sizes => {
                    for name in FUNCTIONS {
                        add((2..=8).map(|k| format!("{name}_{}", 10_u64.pow(k))).collect(), None);
                    }
                }
                Suite::Dg | Suite::DgLarge | Suite::DgSweep => {
                    for folder in &folders {
                        for &op in inputs::operators(suite) {
                            for &dtype in inputs::precisions(options, suite) {
                                let known = OPERATORS.iter().find(|known| known.name == op);
                                if known.is_some_and(|known| !known.dtypes.contains(&dtype)) {
                                    continue;
                                }
                                add(vec![op.to_owned()], Some((folder.clone(), dtype)));
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(jobs)
}
