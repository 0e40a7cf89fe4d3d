//! Runs the launches of a rank on the threads of a CPU.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Cpu;
use super::launch::Launches;
use super::tasks::Stage;
use crate::Error;
use crate::instance::{Instance, Run, flow};
use crate::ranks::{self, Channels, Crossed, OnRank, Order, Own, Ranks, Shape};

/// The launches of an instance, cut into tasks for the rows of ranks, of which threads may have several.
#[derive(Default)]
pub(super) struct RowStages(Mutex<Vec<(Shape, Arc<OfShape>)>>);

/// The number of ranks whose tasks are kept.
const MOST_KEPT: usize = 64;

/// The order of launches, and the tasks of each.
struct OfShape {
    order: Order,
    launches: Box<[OfLaunch]>,
}

/// A launch, cut into tasks: all of it, or the interior and what waits for the halo.
struct OfLaunch {
    /// What can run before the halo is there.
    before: Option<Stage>,
    after: Stage,
}

impl RowStages {
    fn of(
        &self,
        launches: Launches<'_>,
        instance: &Instance,
        ranks: &Ranks,
        threads: usize,
    ) -> Result<Arc<OfShape>, Error> {
        let shape = Order::shape(ranks);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == shape) {
            return Ok(found.clone());
        }
        let order = Order::new(instance, ranks)?;
        let stages = (0..launches.len()).map(|k| of_launch(launches, &order, ranks, k, threads));
        let stages = stages.collect();
        let made = Arc::new(OfShape { order, launches: stages });
        known.truncate(MOST_KEPT - 1);
        known.insert(0, (shape, made.clone()));
        Ok(made)
    }
}

fn of_launch(
    launches: Launches<'_>,
    order: &Order,
    ranks: &Ranks,
    k: usize,
    threads: usize,
) -> OfLaunch {
    let launch = launches.get(k);
    // Tasks of a library are no points.
    let by_rows = order.across[k].as_ref().is_some_and(|across| across.by_rows);
    if !by_rows || launch.code.library.is_some() {
        return OfLaunch { before: None, after: Stage::new(launches, k..k + 1, threads) };
    }
    let points = launch.points / ranks.rows().all.max(1);
    let [interior, rest] = ranks.rows().parts().map(|rows| rows.start * points..rows.end * points);
    OfLaunch {
        before: (!interior.is_empty()).then(|| Stage::of_points(launches, k, interior, threads)),
        after: Stage::of_points(launches, k, rest, threads),
    }
}

/// Runs all launches but those of checks.
///
/// # Errors
/// Those of the transport and of the threads.
///
/// # Safety
/// As for [`Cpu::execute`], for all these launches; those of checks must be done.
pub(super) unsafe fn run(
    stages: &RowStages,
    run: &Run<'_>,
    launches: Launches<'_>,
    cpu: &Cpu,
    ranks: &Ranks,
) -> Result<(), Error> {
    let stages = stages.of(launches, run.instance, ranks, cpu.threads())?;
    let channels = ranks.channels();
    let mut rank = CpuRank { run, launches, cpu, ranks, stages: &stages.launches, channels };
    ranks::run(&stages.order, run.instance, &mut rank)
}

/// A call of a rank.
///
/// Whoever makes one promises what [`run`] asks for. Then its launches come in an order in which each is done before the next one
/// starts, and no halo is read before it has come.
struct CpuRank<'r> {
    run: &'r Run<'r>,
    launches: Launches<'r>,
    cpu: &'r Cpu,
    ranks: &'r Ranks,
    stages: &'r [OfLaunch],
    channels: MutexGuard<'r, Channels>,
}

impl CpuRank<'_> {
    fn execute(&self, stage: &Stage) -> Result<(), Error> {
        // SAFETY: promised where this was made.
        unsafe { self.cpu.execute(self.run, self.launches, stage) }
    }
}

impl OnRank for CpuRank<'_> {
    fn own(&mut self, own: &Own) -> Result<(), Error> {
        let mut each = |range: &Range<usize>| {
            range.clone().try_for_each(|k| self.execute(&self.stages[k].after))
        };
        // SAFETY: the launches before a loop, and those of each pass, are done when the condition is asked for.
        let mut holds = |condition| Ok(unsafe { self.run.holds(condition) });
        flow::run(&own.parts, &mut each, &mut holds)
    }

    fn begin(&mut self, k: usize, arrays: &[Crossed]) -> Result<(), Error> {
        if !arrays.is_empty() {
            let (run, ranks, channels) = (self.run, self.ranks, &mut self.channels);
            // SAFETY: arrays along the rows have all rows of the rank, as the call has checked. Only the launch that runs uses
            // them, and it reads no halo before it has come.
            let start = || unsafe { channels.start_of_host(ranks, arrays, &|of| run.pointer(of)) };
            run.event("send halo", start)?;
        }
        if let Some(before) = &self.stages[k].before {
            self.execute(before)?;
            self.channels.poll(arrays);
        }
        Ok(())
    }

    fn end(&mut self, k: usize, arrays: &[Crossed]) -> Result<(), Error> {
        if !arrays.is_empty() {
            let (run, ranks, channels) = (self.run, self.ranks, &mut self.channels);
            // SAFETY: as above.
            let finish =
                || unsafe { channels.finish_on_host(ranks, arrays, &|of| run.pointer(of)) };
            run.event("wait for halo", finish)?;
        }
        self.execute(&self.stages[k].after)
    }

    fn holds(&mut self, condition: usize) -> Result<bool, Error> {
        // SAFETY: all launches so far are done.
        Ok(unsafe { self.run.holds(condition) })
    }
}
