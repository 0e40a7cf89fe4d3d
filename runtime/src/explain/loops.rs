//! The loops of an explanation.

use std::fmt;
use std::ops::Range;

use crate::instance::Instance;

/// Kernels that run again and again, one pass after another. Costs and times of an explanation are those of one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplainedLoop {
    /// The names of what a pass hands to the next one.
    pub states: &'static str,
    /// The kernels of a pass, by their positions among the launches.
    pub pass: Range<usize>,
    /// The kernels of every second pass, if passes alternate between two sets of arrays; otherwise empty.
    pub odd: Range<usize>,
    /// The kernels that follow an odd number of such passes.
    pub finish: Range<usize>,
}

pub(super) fn loops(instance: &Instance) -> Vec<ExplainedLoop> {
    let loops = instance.schedule.loops.iter().map(|of| {
        let [first, odd, finish, end] = [of.first, of.odd, of.finish, of.end].map(usize::from);
        ExplainedLoop { states: of.name, pass: first..odd, odd: odd..finish, finish: finish..end }
    });
    loops.collect()
}

impl fmt::Display for ExplainedLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a loop over {}: {} in each pass", self.states, kernels(&self.pass))?;
        if !self.odd.is_empty() {
            write!(f, ", {} instead in every second one", kernels(&self.odd))?;
        }
        if !self.finish.is_empty() {
            write!(f, ", {} after an odd number of passes", kernels(&self.finish))?;
        }
        Ok(())
    }
}

/// `kernel 3`, `kernels 3 to 5`
fn kernels(range: &Range<usize>) -> String {
    match range.len() {
        1 => format!("kernel {}", range.start),
        _ => format!("kernels {} to {}", range.start, range.end.saturating_sub(1)),
    }
}
