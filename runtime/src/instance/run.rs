//! Calls that run on the host: their memory, and the arguments of their launches.

use super::{BoundLaunch, Instance};
use crate::arg::ArgKind;
use crate::buffer::Buffer;
use crate::call::written;
use crate::executor::Call;
use crate::frames::Frame;
use crate::plan::{CpuArgs, Place, ScalarArg, Threads};
use crate::ranks::{Ranks, copied};
use crate::storage::Storage;
use crate::temporaries::Temporaries;
use crate::trace::{self, Chunks, Recorder};
use crate::{Error, check};

impl Instance {
    /// Memory for one call: that of an earlier call, or new memory, filled with zeros if asked for. Separate temporaries
    /// are always new.
    fn frame(&self, separate: bool, zeroed: bool) -> Result<Box<Frame>, Error> {
        if !separate && let Some(frame) = self.frames.take() {
            return Ok(frame);
        }
        tracing::debug!(
            target: "array_fn",
            function = self.program.name,
            bytes = self.arena_bytes,
            "instantiate"
        );
        let scalars = self.scalars.iter().map(|scalar| match *scalar {
            ScalarArg::Const(bits) => bits,
            ScalarArg::Param(_) => 0,
        });
        let temporaries = Temporaries::new(self, separate)?;
        if zeroed {
            // SAFETY: the temporaries are new, and nothing uses them.
            unsafe { temporaries.fill(0) };
        }
        Ok(Box::new(Frame {
            temporaries,
            pointers: vec![std::ptr::null_mut(); self.places.len()].into(),
            scalars: scalars.collect(),
        }))
    }
}

/// Memory for copies of the parameters that launches read across, and only read.
fn copies(instance: &Instance) -> Result<Vec<(Place, Buffer)>, Error> {
    let copy = |place| Ok((place, Buffer::uninit(instance.place_bytes(place))?));
    copied(instance).into_iter().map(copy).collect()
}

impl Call<'_, '_, '_, '_> {
    /// Fills the arguments of all launches and lets `work` run them. If `separate` is true, each temporary has its own
    /// allocation.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] for the temporaries, and those of `work`.
    pub(crate) fn on_host(
        self,
        separate: bool,
        work: impl FnOnce(&Run<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Call { instance, args, results, trace, ranks, .. } = self;
        written(args, Storage::written_on_host);
        written(results.outs_mut(), Storage::written_on_host);
        // On ranks, rows of temporaries that no launch computes, such as the halo, may be read before anything is there,
        // with results that nobody uses.
        let has_others = |ranks: &Ranks| ranks.rows().parts()[1].end < ranks.rows().all;
        let mut frame = instance.frame(separate, ranks.is_some_and(has_others))?;
        for (pointer, place) in frame.pointers.iter_mut().zip(&instance.places) {
            *pointer = match *place {
                Place::Param(k) => args[usize::from(k)].pointer,
                Place::Result(k) => results.pointer(usize::from(k)),
                Place::Temp(k) => frame.temporaries.pointer(instance, usize::from(k)),
            };
        }
        // Elements of other ranks are written into arrays that the caller lends only for reading, so into copies of them.
        let copies = if ranks.is_some() { copies(instance)? } else { Vec::new() };
        for (place, copy) in &copies {
            let all = frame.pointers.iter_mut().zip(&instance.places);
            let all = all.filter(|(_, of)| *of == place);
            for (pointer, _) in all {
                // SAFETY: the array has the bytes of its place, and so has the new copy.
                unsafe { copy.pointer().copy_from_nonoverlapping(*pointer, copy.bytes()) };
                *pointer = copy.pointer();
            }
        }
        for (value, source) in frame.scalars.iter_mut().zip(&instance.scalars) {
            if let ScalarArg::Param(k) = *source {
                *value = match args[usize::from(k)].kind {
                    ArgKind::Scalar(bits) => bits,
                    ArgKind::Array | ArgKind::ArrayMut | ArgKind::Index { .. } => 0,
                };
            }
        }
        let run = Run {
            instance,
            temporaries: &frame.temporaries,
            pointers: frame.pointers.as_ptr(),
            scalars: frame.scalars.as_ptr(),
            trace: trace.map(Recorder::chunks),
        };
        // A panic in `work` drops the frame instead of returning it.
        let outcome = work(&run);
        if !separate {
            instance.frames.put(frame);
        }
        trace::phase(trace, "run");
        outcome
    }
}

/// One call of an instance: the arguments of its launches.
pub(crate) struct Run<'a> {
    pub(crate) instance: &'a Instance,
    temporaries: &'a Temporaries,
    pointers: *const *mut u8,
    scalars: *const u64,
    /// Where to record which launch ran when.
    pub(crate) trace: Option<Chunks<'a>>,
}

// SAFETY: the tables are not written during a run; what kernels do with the pointers is governed by the
// order of the launches, which executors respect.
unsafe impl Sync for Run<'_> {}

impl Run<'_> {
    /// The arguments of a launch of the run's instance, for any executor on the host.
    pub(crate) fn args(&self, launch: &BoundLaunch) -> CpuArgs {
        let sizes = self.instance.sizes.as_ptr();
        // The additions never wrap, because the tables hold the arguments of every launch.
        CpuArgs {
            buffers: self.pointers.wrapping_add(launch.buffers),
            scalars: self.scalars.wrapping_add(launch.scalars),
            sizes: sizes.wrapping_add(launch.sizes),
            extents: sizes.wrapping_add(launch.extents),
            far: false,
            gathers: false,
            team: Threads(None),
            columns: CpuArgs::ALL_COLUMNS,
        }
    }

    /// The bits of an integer that the run was given: a scalar, or an element of an array. `None` where
    /// there is no such element.
    fn element(&self, param: usize, position: usize) -> Option<u64> {
        let number = u16::try_from(param).ok()?;
        let is_scalar = |source: &ScalarArg| matches!(source, ScalarArg::Param(k) if *k == number);
        if let Some(at) = self.instance.scalars.iter().position(is_scalar) {
            // SAFETY: the table has a value for each of the instance's scalars.
            return Some(unsafe { self.scalars.add(at).read() });
        }
        let layout = self.instance.params.get(param)?;
        if position >= layout.shape.iter().product() {
            return None;
        }
        let at = self.instance.places.iter().position(|place| *place == Place::Param(number))?;
        let size = self.instance.program.params[param].dtype.size();
        // SAFETY: the table has a pointer for each of the instance's places. A parameter is contiguous and
        // has the instance's shape, so that the position is within it; no kernel writes it before the
        // checks are judged.
        unsafe {
            let start = self.pointers.add(at).read();
            Some(check::read_bits(start.add(position * size), size))
        }
    }

    /// The memory of an array.
    pub(crate) fn pointer(&self, place: Place) -> *mut u8 {
        let at = self.instance.places.iter().position(|of| *of == place);
        // SAFETY: the table has a pointer for each of the instance's places.
        at.map_or(std::ptr::null_mut(), |at| unsafe { self.pointers.add(at).read() })
    }

    /// Does something that the timeline shows.
    pub(crate) fn event<T>(&self, name: &'static str, work: impl FnOnce() -> T) -> T {
        match self.trace {
            None => work(),
            Some(chunks) => chunks.event(name, work),
        }
    }

    /// Fills the temporaries with NaNs, so that a test sees elements that its kernels did not write.
    ///
    /// # Safety
    /// No launch may run meanwhile.
    pub(crate) unsafe fn poison_temporaries(&self) {
        // SAFETY: the temporaries belong to this run; its launches do not use them now.
        unsafe { self.temporaries.fill(0xFF) };
    }

    /// Fails for the first check whose value is a position.
    ///
    /// # Errors
    /// [`Error::CheckFailed`].
    ///
    /// # Safety
    /// The check launches must be done.
    pub(crate) unsafe fn read_checks(&self) -> Result<(), Error> {
        let checks = self.instance.schedule.checks;
        // SAFETY: promised by the caller; check launches write the temporaries of all checks.
        let value = |k: usize| unsafe { self.check_value(checks[k].temp) };
        check::judge(self.instance, value, |param, position| self.element(param, position))
    }

    /// The value of a condition.
    ///
    /// # Safety
    /// The launches that write it must be done, and no launch may write it meanwhile.
    pub(crate) unsafe fn holds(&self, temp: usize) -> bool {
        // SAFETY: the temporary is a `bool`; promised by the caller to be written.
        unsafe { self.condition(temp).read() }
    }

    /// The place of a condition, which is a `bool`: a byte that kernels set to 0 or 1.
    pub(crate) fn condition(&self, temp: usize) -> *const bool {
        self.temporaries.pointer(self.instance, temp).cast_const().cast()
    }

    /// The value that a check left.
    ///
    /// # Safety
    /// The check launches must be done, and `temp` one that they wrote.
    unsafe fn check_value(&self, temp: u16) -> i64 {
        let pointer = self.temporaries.pointer(self.instance, usize::from(temp));
        // SAFETY: the temporary is an `i64`, aligned like all temporaries; promised by the caller to be
        // written.
        unsafe { pointer.cast::<i64>().read() }
    }
}
