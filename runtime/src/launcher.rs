//! An executor for tests: code of the test runs the launches of a call, one after another.

use std::ops::Range;

use crate::Error;
use crate::executor::{Call, Execute};
use crate::instance::{JoinedLaunches, Run, flow};
use crate::plan::{CpuArgs, Joined, Kernel, Launch, Program};

/// One launch with its arguments.
#[derive(Debug)]
pub struct LaunchCall<'a> {
    /// The program that the launch belongs to.
    pub program: &'static Program,
    /// The launch.
    pub launch: &'static Launch,
    /// The kernel that it applies.
    pub kernel: &'a Kernel,
    /// Pointers, scalars, sizes and extents.
    pub args: CpuArgs,
    /// Number of points of the parallel dimensions.
    pub points: usize,
}

/// A replacement for the device's executor, for tests of emitted kernels.
pub trait Launcher {
    /// Runs all points of a launch, and returns when they are done.
    ///
    /// # Safety
    /// As for [`CpuFn`](crate::plan::CpuFn).
    unsafe fn launch(&self, call: &LaunchCall<'_>);

    /// Runs several launches as one kernel of so many blocks with so many bytes of shared memory, and returns true.
    /// Otherwise they run one after another.
    ///
    /// # Safety
    /// As for [`CpuFn`](crate::plan::CpuFn), for each of the launches.
    unsafe fn launch_joined(
        &self,
        _joined: &'static Joined,
        _blocks: usize,
        _shared_bytes: u32,
        _calls: &[LaunchCall<'_>],
    ) -> bool {
        false
    }

    /// Whether each temporary gets an allocation of exactly its size, instead of a place in an allocation that holds
    /// all of them. Launchers that watch accesses want that.
    fn separate_temporaries(&self) -> bool {
        false
    }
}

/// The executor of any instance, on the host. New results and temporaries are filled with NaNs first, so that a test
/// sees elements that its kernels did not write.
pub(crate) struct Launched<'l>(pub(crate) &'l dyn Launcher);

impl Execute for Launched<'_> {
    unsafe fn call(&self, call: Call<'_, '_, '_, '_>) -> Result<(), Error> {
        call.results.poison();
        // SAFETY: promised by the caller.
        call.on_host(self.0.separate_temporaries(), |run| unsafe { self.run(run) })
    }

    fn is_by_library(&self, _: usize) -> bool {
        false
    }
}

impl Launched<'_> {
    /// # Safety
    /// The run's arguments must be those that its instance was made for, and the launcher must do what
    /// [`Launcher::launch`] asks of it.
    unsafe fn run(&self, run: &Run<'_>) -> Result<(), Error> {
        let instance = run.instance;
        // SAFETY: no launch runs yet.
        unsafe { run.poison_temporaries() };
        let call = |k: usize| {
            let launch = &instance.launches[k];
            LaunchCall {
                program: instance.program,
                launch: launch.launch,
                kernel: launch.kernel,
                args: run.args(launch),
                points: launch.points,
            }
        };
        let all: Vec<JoinedLaunches> = instance.joined().collect();
        let launch = |k: usize| {
            let Some(several) = all.iter().find(|several| several.launches().any(|l| l == k))
            else {
                // SAFETY: promised by the caller; launches stand in an order that respects `after`.
                return unsafe { self.0.launch(&call(k)) };
            };
            if several.is_last(k) {
                let calls: Vec<LaunchCall<'_>> = several.launches().map(call).collect();
                let JoinedLaunches { joined, blocks, shared_bytes } = *several;
                // SAFETY: as above. No launch that has run needs one of these, which read each other in their row.
                if !unsafe { self.0.launch_joined(joined, blocks, shared_bytes, &calls) } {
                    // SAFETY: as above.
                    calls.iter().for_each(|call| unsafe { self.0.launch(call) });
                }
            }
        };
        let mut straight = |range: &Range<usize>| {
            range.clone().for_each(launch);
            Ok(())
        };
        // SAFETY: the launches before a loop, and those of each pass, are done when the condition is asked for.
        let mut holds = |condition| Ok(unsafe { run.holds(condition) });
        let checks = instance.check_launches();
        let of = |range| instance.parts(range, &mut |range| range);
        flow::run(&of(checks.clone()), &mut straight, &mut holds)?;
        // SAFETY: the check launches are done.
        unsafe { run.read_checks()? };
        flow::run(&of(checks.end..instance.launches.len()), &mut straight, &mut holds)
    }
}
