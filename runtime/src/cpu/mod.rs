//! The CPU executor: a team of threads runs the launches of a call, cut into chunks, by kernels that are chosen for the
//! machine.
//!
//! - `executor` runs the calls of one instance; `launch` is what it knows of each launch.
//! - `on_rank` runs the launches of a rank, which exchanges elements with others in between.
//! - `isa` chooses the instruction set, `far` the kernels for arrays that no cache holds.
//! - `rows` has the memory of temporaries that only a strip needs.
//! - `serial` runs loops whose passes are short.
//! - `early` begins alone with tasks that may end early, so that no thread is woken for nothing.
//! - `tasks` cuts launches into tasks when a plan is made; `team` has the threads that run them.
//! - `prefetch` has cache lines loaded that are needed soon.
//! - `contraction` runs products of matrices by `gemm`, and products of tiny matrices by `tiny`.

pub(crate) mod columns;
mod contraction;
mod early;
mod executor;
pub(crate) mod far;
pub(crate) mod gemm;
pub(crate) mod isa;
pub(crate) mod launch;
mod on_rank;
pub(crate) mod prefetch;
mod rows;
mod serial;
pub(crate) mod tasks;
pub(crate) mod team;
mod tiny;

use std::ptr::NonNull;
use std::sync::OnceLock;

use crate::Error;
use crate::instance::Run;
use crate::plan::{CpuArgs, Threads};
pub(crate) use executor::CpuExecutor;
use gemm::RightMatrix;
use launch::{CpuLaunch, Launches};
use tasks::{Stage, Task};
use team::Team;

/// The CPU with a number of threads, which start when they are first needed.
pub(crate) struct Cpu {
    threads: usize,
    team: OnceLock<Result<Team, Error>>,
}

/// A panic in a kernel leaves the team in a valid state.
impl std::panic::RefUnwindSafe for Cpu {}

impl Cpu {
    /// The CPU with this number of threads; 0 stands for the machine's number, or for `ARRAY_FN_NUM_THREADS`.
    pub(crate) fn new(threads: usize) -> Cpu {
        let threads = if threads == 0 { default_threads() } else { threads };
        Cpu { threads, team: OnceLock::new() }
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    fn team(&self) -> Result<&Team, Error> {
        let mut is_new = false;
        let start = || {
            is_new = true;
            Team::new(self.threads).map_err(|error| Error::Threads {
                threads: self.threads,
                message: error.to_string(),
            })
        };
        let team = self.team.get_or_init(start).as_ref().map_err(Error::clone)?;
        // Reported after the threads are there, because a listener may call an array function.
        if is_new {
            tracing::debug!(target: "array_fn", threads = self.threads, "threads started");
        }
        Ok(team)
    }

    /// Runs `task(0)`, ..., `task(count - 1)` on the threads; all have run when it returns.
    ///
    /// # Errors
    /// [`Error::Threads`], before anything ran.
    pub(crate) fn side_by_side<F: Fn(usize) + Sync>(
        &self,
        count: usize,
        task: &F,
    ) -> Result<(), Error> {
        self.team()?.run(count, task);
        Ok(())
    }

    /// Runs the launches of a stage; all are done when it returns.
    ///
    /// # Errors
    /// [`Error::Threads`], before anything ran.
    ///
    /// # Safety
    /// The run's arguments must be those that the plan was made for, and the launches those of its instance. All stages
    /// before this one must be done. Nothing else may use the memory of the run.
    pub(crate) unsafe fn execute(
        &self,
        run: &Run<'_>,
        launches: Launches<'_>,
        stage: &Stage,
    ) -> Result<(), Error> {
        let time = stage.start();
        match &stage.levels {
            None => {
                for &task in &stage.tasks {
                    // SAFETY: promised by the caller; one task after another is a valid order.
                    unsafe { run_task(run, launches, stage, task, Worker::Alone, time) };
                }
            }
            Some(levels) => {
                let team = self.team()?;
                for level in levels {
                    let tasks = &stage.tasks[level.clone()];
                    if let [task] = *tasks {
                        // SAFETY: as below; this thread waits, and holds no job of the team.
                        unsafe { run_task(run, launches, stage, task, Worker::With(team), time) };
                        continue;
                    }
                    // SAFETY: promised by the caller; the levels before are done, and the tasks of
                    // one level neither depend on each other nor share points.
                    let run_one = |task: Task, member: usize| unsafe {
                        run_task(run, launches, stage, task, Worker::Member(member), time);
                    };
                    let (rest, begin) = match stage.may_end_early {
                        true => early::run_alone(tasks, &|task| run_one(task, 0)),
                        false => (tasks, 0),
                    };
                    team.run_by(rest.len(), &|k, member| {
                        run_one(Task { begin: rest[k].begin.max(begin), ..rest[k] }, member);
                    });
                }
            }
        }
        Ok(())
    }
}

/// The value of `ARRAY_FN_NUM_THREADS`, or else the machine's parallelism. It is found out once.
fn default_threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    if let Some(threads) = THREADS.get() {
        return *threads;
    }
    let wanted = std::env::var_os("ARRAY_FN_NUM_THREADS");
    let wanted = wanted.map(|value| wanted_threads(&value.to_string_lossy()));
    let machine = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = wanted.iter().flatten().next().copied().unwrap_or_else(machine);
    // Reported after it is decided, because a listener may call an array function.
    if THREADS.set(threads).is_ok()
        && let Some(Err(warning)) = wanted
    {
        tracing::warn!(target: "array_fn", "{warning}");
    }
    threads
}

/// The number of threads that `ARRAY_FN_NUM_THREADS` asks for, or a warning.
fn wanted_threads(value: &str) -> Result<usize, String> {
    value.trim().parse().ok().filter(|&threads| threads > 0).ok_or_else(|| {
        format!("ARRAY_FN_NUM_THREADS is `{value}`: expected a whole number from 1 on; ignored")
    })
}

/// # Safety
/// As for [`Cpu::execute`]; everything that the task depends on must be done. `time` must be the stage's, by
/// [`Stage::start`].
unsafe fn run_task(
    run: &Run<'_>,
    launches: Launches<'_>,
    stage: &Stage,
    task: Task,
    worker: Worker<'_>,
    time: u64,
) {
    let Task { unit, begin, end, columns } = task;
    let (team, member) = match worker {
        Worker::Alone => (None, 0),
        Worker::Member(member) => (None, member),
        Worker::With(team) => (Some(team), 0),
    };
    let (unit, rows) = (&*stage.units[unit as usize], &stage.rows[unit as usize]);
    rows.with_memory(|mut memory| {
        for &number in unit {
            let number = number as usize;
            let launch = launches.get(number);
            let mut args = CpuArgs {
                far: launch.code.far,
                gathers: launch.code.gathers,
                team: Threads(team.map(NonNull::from)),
                columns,
                ..run.args(&launch)
            };
            if let Some(memory) = &mut memory {
                let (places, buffers) = (run.instance.places_of(&launch), args.buffers);
                // SAFETY: the launch has a buffer for each place.
                let pointer = |k| unsafe { *buffers.add(k) };
                args.buffers = rows.pointers(memory, places, pointer, begin, member).as_ptr();
            }
            // The launches of a unit read each other row by row, so what a product reads as a whole stays as it is.
            let of = match unit.len() {
                1 => Of::Units,
                _ => Of::Rows { right: RightMatrix { time, number } },
            };
            // SAFETY: promised by the caller. Launches of a unit stand in their order, and read each other in the
            // rows of this very task (see `plan::Strip`). Of a temporary in `rows`, they use only those of this member,
            // and no two tasks run at the same time with the same member.
            let work = || unsafe { run_units(&args, launch, of, begin, end) };
            let (begin, end) = match of {
                Of::Units => (begin, end),
                Of::Rows { .. } => launch.points_of_rows(begin, end),
            };
            match run.trace {
                None => work(),
                Some(chunks) => chunks.run(number, &launch, (begin, end), work),
            }
        }
    });
}

/// Who runs a task.
#[derive(Clone, Copy)]
enum Worker<'t> {
    /// A thread that runs one task after another.
    Alone,
    /// A member of the team, one of those that run tasks at the same time.
    Member(usize),
    /// A thread that may share out the work of the task among this team.
    With(&'t Team),
}

/// What a task is a range of.
#[derive(Clone, Copy)]
enum Of {
    /// The units of a launch.
    Units,
    /// The rows of launches that run together. A product has this right matrix.
    Rows { right: RightMatrix },
}

/// # Safety
/// As for [`run_task`]; `begin..end` are what the task has of the launch, and the arguments are the launch's.
unsafe fn run_units(args: &CpuArgs, launch: CpuLaunch<'_>, of: Of, begin: usize, end: usize) {
    if let Some(library) = &launch.code.library {
        // SAFETY: as below, of the launch that the library's part was made for. Only launches that it can compute row by
        // row run together with others.
        return unsafe {
            match of {
                Of::Units => library.run(args, begin, end),
                Of::Rows { right } => library.run_rows(args, launch.rows, begin..end, right),
            }
        };
    }
    let (begin, end) = match of {
        Of::Units => (begin, end),
        Of::Rows { .. } => launch.points_of_rows(begin, end),
    };
    // SAFETY: the arguments are the launch's; `Stage` cuts `0..points` into disjoint tasks, in columns only where the
    // kernel has code for that; the kernel was chosen for the instruction set of this machine; the rest is promised by the caller.
    unsafe { (launch.code.kernel)(args, begin, end) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_threads() {
        assert_eq!(wanted_threads(" 3 "), Ok(3));
        for value in ["0", "-1", "abc", "", "1.5", "99999999999999999999999"] {
            let warning = wanted_threads(value).unwrap_err();
            let expected = "expected a whole number from 1 on; ignored";
            assert_eq!(warning, format!("ARRAY_FN_NUM_THREADS is `{value}`: {expected}"));
        }
    }

    #[test]
    fn too_many_threads_are_an_error_at_once() {
        for threads in [Team::MOST + 1, 1_000_000_000, usize::MAX] {
            let error = Cpu::new(threads).side_by_side(4, &|_| ()).unwrap_err();
            let expected = "at most 4096 can work together; ask for fewer";
            assert_eq!(error.to_string(), format!("could not start {threads} threads: {expected}"));
        }
    }
}
