//! Loops that run on the calling thread: every call of a kernel is prepared once, because a pass may be as short as a
//! few nanoseconds.

use super::launch::Launches;
use super::tasks::{Stage, Task};
use crate::instance::Run;
use crate::instance::flow::{Part, Repeated};
use crate::plan::{CpuArgs, CpuFn};

/// A loop whose calls are prepared. It is made for one run.
pub(super) struct SerialLoop {
    /// A `bool`, which tells whether the next pass runs.
    condition: *const bool,
    even: Vec<Step>,
    odd: Vec<Step>,
    finish: Vec<Step>,
}

enum Step {
    Call(Call),
    Loop(SerialLoop),
}

struct Call {
    kernel: CpuFn,
    args: CpuArgs,
    begin: usize,
    end: usize,
}

impl SerialLoop {
    /// The loop, unless threads share some of its work, a library does some of it, or somebody wants to know when each
    /// launch runs.
    pub(super) fn new(
        run: &Run<'_>,
        launches: Launches<'_>,
        of: &Repeated<Stage>,
    ) -> Option<SerialLoop> {
        if run.trace.is_some() {
            return None;
        }
        Some(SerialLoop {
            condition: run.condition(of.condition),
            even: steps(run, launches, &of.even)?,
            odd: steps(run, launches, &of.odd)?,
            finish: steps(run, launches, &of.finish)?,
        })
    }

    /// Runs all passes.
    ///
    /// # Safety
    /// The run's arguments must be those that its instance was made for, and everything before the loop must be done.
    /// Nothing else may use the memory of the run.
    pub(super) unsafe fn run(&self) {
        // SAFETY: as promised by the caller; each pass leaves the condition of the next one.
        let holds = || unsafe { self.condition.read() };
        while holds() {
            // SAFETY: promised by the caller; calls stand in an order that respects the launches' dependencies.
            unsafe { all(&self.even) };
            if self.odd.is_empty() {
                continue;
            }
            if !holds() {
                // SAFETY: as above.
                unsafe { all(&self.finish) };
                return;
            }
            // SAFETY: as above.
            unsafe { all(&self.odd) };
        }
    }
}

/// # Safety
/// As for [`SerialLoop::run`].
unsafe fn all(steps: &[Step]) {
    for step in steps {
        // SAFETY: promised by the caller; the arguments are the launch's, and the kernel was chosen for this machine.
        match step {
            Step::Call(Call { kernel, args, begin, end }) => unsafe { kernel(args, *begin, *end) },
            Step::Loop(inner) => unsafe { inner.run() },
        }
    }
}

fn steps(run: &Run<'_>, launches: Launches<'_>, parts: &[Part<Stage>]) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in parts {
        match part {
            Part::Repeated(inner) => {
                steps.push(Step::Loop(SerialLoop::new(run, launches, inner)?));
            }
            Part::Straight(stage) => {
                if stage.levels.is_some() {
                    return None;
                }
                for &Task { unit, begin, end, columns } in &stage.tasks {
                    let unit = &*stage.units[unit as usize];
                    for &number in unit {
                        let launch = launches.get(number as usize);
                        let (begin, end) = match unit.len() {
                            1 => (begin, end),
                            _ => launch.points_of_rows(begin, end),
                        };
                        if launch.code.library.is_some() {
                            return None;
                        }
                        let args = CpuArgs {
                            far: launch.code.far,
                            gathers: launch.code.gathers,
                            columns,
                            ..run.args(&launch)
                        };
                        let kernel = launch.code.kernel;
                        steps.push(Step::Call(Call { kernel, args, begin, end }));
                    }
                }
            }
        }
    }
    Some(steps)
}
