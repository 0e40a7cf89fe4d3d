//! Runs the calls of one instance on the threads of a CPU.

use std::sync::Arc;

use super::contraction::Gemm;
use super::isa::Isa;
use super::launch::{Code, Launches};
use super::tasks::Stage;
use super::{Cpu, far};
use crate::executor::{Call, Execute};
use crate::instance::{Instance, Run};
use crate::model::{self, Prediction};
use crate::{Contractions, Device, Error, probe};

/// The executor of an instance. Instances belong to a number of threads, not to the threads themselves: a call brings
/// these with its device.
pub(crate) struct CpuExecutor {
    code: Box<[Code]>,
    /// The launches that compute the values of checks.
    checks: Stage,
    /// All other launches.
    rest: Stage,
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
            streams: false,
            library: launch.launch.contraction.as_ref().and_then(|contraction| {
                Gemm::new(contraction, instance.dims(), contractions, threads)
            }),
        });
        let mut code: Box<[Code]> = code.collect();
        let launches = Launches { bound, code: &code };
        let split = instance.check_launches().end;
        let checks = Stage::new(launches, 0..split, threads);
        let rest = Stage::new(launches, split..bound.len(), threads);
        far::choose(instance, &mut code, [&checks, &rest]);
        Arc::new(CpuExecutor { code, checks, rest })
    }

    fn launches<'a>(&'a self, instance: &'a Instance) -> Launches<'a> {
        Launches { bound: &instance.launches, code: &self.code }
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
            cpu.execute(run, launches, &self.checks)?;
            run.read_checks()?;
            cpu.execute(run, launches, &self.rest)
        }
    }
}

impl Execute for CpuExecutor {
    unsafe fn call(&self, call: Call<'_, '_, '_, '_>) -> Result<(), Error> {
        let cpu = call.device.threads_of_cpu();
        // SAFETY: promised by the caller.
        call.on_host(false, |run| unsafe { self.run(run, cpu) })
    }

    fn is_by_library(&self, launch: usize) -> bool {
        self.code[launch].library.is_some()
    }

    fn strip_of(&self, launch: usize) -> Option<(&[u32], usize)> {
        self.rest.strips().find(|(all, _)| all.iter().any(|&of| of as usize == launch))
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
    let launch = |k: usize| {
        let stage = Stage::new(launches, k..k + 1, cpu.threads());
        // SAFETY: promised by the caller; launches stand in an order that respects `after`.
        probe::timed(k, || unsafe { cpu.execute(run, launches, &stage) })
    };
    let checks = run.instance.check_launches();
    checks.clone().try_for_each(launch)?;
    // SAFETY: the check launches are done.
    unsafe { run.read_checks()? };
    (checks.end..launches.len()).try_for_each(launch)
}
