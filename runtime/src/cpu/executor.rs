//! Runs the calls of one instance on the threads of a CPU.

use std::ops::Range;
use std::sync::Arc;

use super::contraction::Gemm;
use super::isa::Isa;
use super::launch::{Code, Launches, Operations};
use super::on_rank::{self, RowStages};
use super::serial::SerialLoop;
use super::tasks::{Stage, bytes, is_strip};
use super::{Cpu, far};
use crate::executor::{Call, Execute};
use crate::instance::flow::{self, Part};
use crate::instance::{Instance, Run};
use crate::model::{self, Prediction};
use crate::ranks::Ranks;
use crate::{Contractions, Device, Error, probe};

/// The executor of an instance. Instances belong to a number of threads, not to the threads themselves: a call brings
/// these with its device.
pub(crate) struct CpuExecutor {
    code: Box<[Code]>,
    /// The launches that compute the values of checks.
    checks: Box<[Part<Stage>]>,
    /// All other launches.
    rest: Box<[Part<Stage>]>,
    /// The same for ranks.
    by_rows: RowStages,
}

/// The most terms of products that kernels compute so that they may run in strips.
const FEW_TERMS: usize = 64;

/// Leaves products to kernels where a library, which cannot compute them some rows at a time, would keep a strip from
/// running together. Then all arrays of the strip would go through memory. That takes longer than a library saves if
/// there is at most one multiplication for each of their bytes. The choice decides how sums are rounded, so it does not
/// depend on the number of threads.
fn leave_to_strips(instance: &Instance, code: &mut [Code]) {
    let bound = &instance.launches;
    let number = |k: usize| bound[k].launch.strip.as_ref().map(|strip| strip.number);
    let mut numbers: Vec<u16> = (0..bound.len()).filter_map(number).collect();
    numbers.dedup();
    for of in numbers {
        let unit: Vec<u32> =
            (0..bound.len()).filter(|&k| number(k) == Some(of)).map(|k| k as u32).collect();
        let whole = unit.iter().map(|&k| k as usize).filter(|&k| {
            let library = code[k].library.as_ref();
            library.is_some_and(|l| l.by_rows(bound[k].rows, bound[k].points).is_none())
        });
        let whole: Vec<usize> = whole.collect();
        let multiplications = whole.iter().map(|&k| {
            let library =
                code[k].library.as_ref().filter(|l| l.is_real() && l.terms() <= FEW_TERMS)?;
            bound[k].points.checked_mul(library.terms())
        });
        let multiplications: Option<Vec<usize>> = multiplications.collect();
        let bytes = bytes(Launches { instance, bound, code }, &unit);
        let few = multiplications.is_some_and(|each| {
            each.iter().fold(0u64, |sum, n| sum.saturating_add(*n as u64)) <= bytes
        });
        if whole.is_empty() || !few {
            continue;
        }
        let libraries: Vec<_> = whole.iter().map(|&k| (k, code[k].library.take())).collect();
        if !is_strip(Launches { instance, bound, code }, &unit) {
            libraries.into_iter().for_each(|(k, library)| code[k].library = library);
        }
    }
}

impl CpuExecutor {
    /// Chooses the code of all launches, and cuts these into tasks for a number of threads.
    pub(crate) fn new(
        instance: &Instance,
        contractions: Contractions,
        threads: usize,
    ) -> Arc<CpuExecutor> {
        let bound = &instance.launches;
        let code = bound.iter().map(|launch| Code {
            kernel: Isa::selected().of(&launch.kernel.cpu),
            far: false,
            gathers: false,
            streams: false,
            library: launch.launch.contraction.as_ref().and_then(|contraction| {
                Gemm::new(contraction, instance.dims(), contractions, threads)
            }),
            operations: Operations::of(instance, launch),
        });
        let mut code: Box<[Code]> = code.collect();
        if contractions == Contractions::BySize {
            leave_to_strips(instance, &mut code);
        }
        let launches = Launches { instance, bound, code: &code };
        let split = instance.check_launches().end;
        let mut stage = |range| Stage::new(launches, range, threads);
        let checks = instance.parts(0..split, &mut stage);
        let rest = instance.parts(split..bound.len(), &mut stage);
        let mut stages = Vec::new();
        [&checks, &rest].into_iter().for_each(|parts| flow::all(parts, &mut stages));
        far::choose(instance, &mut code, &stages);
        Arc::new(CpuExecutor { code, checks, rest, by_rows: RowStages::default() })
    }

    fn launches<'a>(&'a self, instance: &'a Instance) -> Launches<'a> {
        Launches { instance, bound: &instance.launches, code: &self.code }
    }

    /// # Safety
    /// The run's arguments must be those that its instance was made for.
    unsafe fn run(&self, run: &Run<'_>, cpu: &Cpu) -> Result<(), Error> {
        let launches = self.launches(run.instance);
        if probe::asks(run.instance) {
            // SAFETY: promised by the caller.
            return unsafe { run_timed(run, launches, cpu) };
        }
        // SAFETY: promised by the caller; checks come before everything else and write only temporaries.
        unsafe {
            execute(run, launches, &self.checks, cpu)?;
            run.read_checks()?;
            execute(run, launches, &self.rest, cpu)
        }
    }
}

impl CpuExecutor {
    /// # Safety
    /// As for [`CpuExecutor::run`].
    unsafe fn run_on_ranks(&self, run: &Run<'_>, cpu: &Cpu, ranks: &Ranks) -> Result<(), Error> {
        let launches = self.launches(run.instance);
        // SAFETY: promised by the caller; checks come before everything else and write only temporaries.
        unsafe {
            execute(run, launches, &self.checks, cpu)?;
            run.read_checks()?;
            on_rank::run(&self.by_rows, run, launches, cpu, ranks)
        }
    }
}

impl Execute for CpuExecutor {
    unsafe fn call(&self, call: Call<'_, '_, '_, '_>) -> Result<(), Error> {
        let cpu = call.device.threads_of_cpu();
        match call.ranks {
            // SAFETY: promised by the caller.
            None => call.on_host(false, |run| unsafe { self.run(run, cpu) }),
            Some(ranks) => {
                // Rows of the halo are not computed, so they have to have some value.
                call.results.clear();
                // SAFETY: promised by the caller.
                call.on_host(false, |run| unsafe { self.run_on_ranks(run, cpu, ranks) })
            }
        }
    }

    fn is_by_library(&self, launch: usize) -> bool {
        self.code[launch].library.is_some()
    }

    fn strip_of(&self, launch: usize) -> Option<(&[u32], usize)> {
        let mut stages = Vec::new();
        flow::all(&self.rest, &mut stages);
        let mut strips = stages.into_iter().flat_map(Stage::strips);
        strips.find(|(all, _)| all.iter().any(|&of| of as usize == launch))
    }

    fn predict(
        &self,
        instance: &Instance,
        device: &Device,
    ) -> Result<Option<Vec<Prediction>>, Error> {
        let cpu = device.threads_of_cpu();
        let rates = model::rates(cpu)?;
        Ok(Some(model::predict(instance, self.launches(instance), &rates, cpu.threads())))
    }
}

/// Runs one launch at a time and times it.
///
/// # Safety
/// As for [`CpuExecutor::run`].
unsafe fn run_timed(run: &Run<'_>, launches: Launches<'_>, cpu: &Cpu) -> Result<(), Error> {
    let mut each = |range: &Range<usize>| {
        range.clone().try_for_each(|k| {
            let stage = Stage::new(launches, k..k + 1, cpu.threads());
            // SAFETY: promised by the caller; launches stand in an order that respects `after`.
            probe::timed(k, || unsafe { cpu.execute(run, launches, &stage) })
        })
    };
    // SAFETY: the launches before a loop, and those of each pass, are done when the condition is asked for.
    let mut holds = |condition| Ok(unsafe { run.holds(condition) });
    let checks = run.instance.check_launches();
    let of = |range| run.instance.parts(range, &mut |range| range);
    flow::run(&of(checks.clone()), &mut each, &mut holds)?;
    // SAFETY: the check launches are done.
    unsafe { run.read_checks()? };
    flow::run(&of(checks.end..launches.len()), &mut each, &mut holds)
}

/// Runs launches, and the loops among them.
///
/// # Safety
/// As for [`Cpu::execute`], for all stages.
unsafe fn execute(
    run: &Run<'_>,
    launches: Launches<'_>,
    parts: &[Part<Stage>],
    cpu: &Cpu,
) -> Result<(), Error> {
    for part in parts {
        let of = match part {
            // SAFETY: promised by the caller. Stages run in their order, and each is done before the next one starts.
            Part::Straight(stage) => unsafe {
                cpu.execute(run, launches, stage)?;
                continue;
            },
            Part::Repeated(of) => of,
        };
        if let Some(serial) = SerialLoop::new(run, launches, of) {
            // SAFETY: as above.
            unsafe { serial.run() };
            continue;
        }
        // SAFETY: the stages before a loop, and those of each pass, are done when the condition is asked for.
        let mut holds = |condition| Ok(unsafe { run.holds(condition) });
        // SAFETY: as above.
        of.run(&mut |parts, _| unsafe { execute(run, launches, parts, cpu) }, &mut holds)?;
    }
    Ok(())
}
