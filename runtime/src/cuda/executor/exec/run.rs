//! Puts the steps of a segment on a stream: as a graph, or one by one. Without a graph the host decides on passes of loops.

use std::ops::Range;

use super::{Exec, Step};
use crate::cuda::CudaError;
use crate::cuda::executor::Engine;
use crate::cuda::executor::tuner::Measurement;
use crate::cuda::raw::{self, End};
use crate::cuda::stream::Stream;
use crate::instance::{Instance, flow};

impl Exec {
    /// # Safety
    /// All operands must be bound, alive, and ordered on the stream.
    pub(super) unsafe fn run(
        &self,
        engine: &Engine,
        instance: &Instance,
        stream: &'static Stream,
        at: usize,
        measurement: Option<&Measurement<'_>>,
    ) -> Result<(), CudaError> {
        let segment = &self.segments[at];
        if let Some((executable, _)) = &segment.graph {
            return engine.context.with_memory(|| {
                // SAFETY: promised by the caller; the memory of this object is ordered on the stream.
                unsafe { executable.launch(stream) }
            });
        }
        let steps = &segment.steps.steps;
        let is_launch = |step: &Step| matches!(step, Step::Launch(_));
        let launch_of = |step: &Step| match *step {
            Step::Launch(k) => Some(k),
            _ => None,
        };
        let launches = || steps.iter().filter_map(launch_of);
        if instance.schedule.loops.is_empty() || launches().next().is_none() {
            // SAFETY: promised by the caller; steps stand in a valid order.
            return steps.iter().try_for_each(|&step| unsafe {
                self.step(engine, instance, stream, step, measurement)
            });
        }
        // Copies to the device come before all launches, and those to the host after them.
        let first = steps.iter().position(is_launch).unwrap_or(0);
        let last = steps.iter().rposition(is_launch).map_or(0, |last| last + 1);
        // SAFETY: promised by the caller.
        let step = |step: Step| unsafe { self.step(engine, instance, stream, step, measurement) };
        steps[..first].iter().try_for_each(|&copy| step(copy))?;
        let mut present = vec![false; self.layout.kernels.len()];
        launches().for_each(|k| present[k] = true);
        flow::run(
            &segment.parts,
            &mut |range: &Range<usize>| {
                range.clone().filter(|&k| present[k]).try_for_each(|k| step(Step::Launch(k)))
            },
            &mut |condition| self.holds(instance, stream, condition),
        )?;
        steps[last..].iter().try_for_each(|&copy| step(copy))
    }

    /// Puts a step on the stream.
    ///
    /// # Safety
    /// As for [`Exec::run`]; the steps before must be on the stream.
    unsafe fn step(
        &self,
        engine: &Engine,
        instance: &Instance,
        stream: &'static Stream,
        step: Step,
        measurement: Option<&Measurement<'_>>,
    ) -> Result<(), CudaError> {
        let Step::Launch(k) = step else {
            let Some((target, source, bytes)) = self.copy(instance, step) else { return Ok(()) };
            // SAFETY: both ends are memory of this object, at least as long.
            return unsafe { raw::copy(stream, target, source, bytes) };
        };
        if self.is_foreign(k) {
            // SAFETY: promised by the caller; steps stand in a valid order.
            unsafe { self.submit_foreign(instance, stream, k) };
            return Ok(());
        }
        // SAFETY: promised by the caller.
        if unsafe { self.submit_product(engine, stream, k)? } {
            return Ok(());
        }
        if let Some(measurement) = measurement {
            measurement.start(k)?;
        }
        for (kernel, launch) in self.layout.kernels[k].launches.iter().enumerate() {
            engine.context.with_memory(|| {
                // SAFETY: as above; steps stand in a valid order.
                unsafe { launch.run(stream, self.arguments(k, kernel)) }
            })?;
        }
        measurement.map_or(Ok(()), |measurement| measurement.stop(k))
    }

    /// The value of a condition, for which the host waits.
    pub(super) fn holds(
        &self,
        instance: &Instance,
        stream: &'static Stream,
        temp: usize,
    ) -> Result<bool, CudaError> {
        let source = End::Device(self.condition_address(instance, temp));
        let value =
            self.check_values.host_pointer().wrapping_add(8 * instance.schedule.checks.len());
        // SAFETY: the temporary has a byte, and the memory on the host has room for it behind the values of checks.
        unsafe { raw::copy(stream, End::Host(value.cast()), source, 1)? };
        stream.synchronize()?;
        // SAFETY: the stream has written it.
        Ok(unsafe { value.read() } != 0)
    }
}
