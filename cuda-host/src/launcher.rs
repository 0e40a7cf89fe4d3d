//! Runs the launches of a runtime plan on the host.

use crate::{HostCuda, HostError, Sanitizer};
use array_fn_plan::evaluate;
use array_fn_runtime::rt::plan::{Chain, Joined, Program, StageArgument};
use array_fn_runtime::rt::{LaunchCall, Launcher};
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::path::Path;
use std::slice;
use std::sync::Arc;

/// Stands in for a GPU under `array_fn_runtime::run_with`.
pub struct HostLauncher {
    cuda: Arc<HostCuda>,
    /// Which candidate of each kernel runs.
    candidate: usize,
}

impl HostLauncher {
    /// Compiles the CUDA kernels of a program (or finds them compiled before in `cache`).
    ///
    /// # Errors
    /// Those of [`HostCuda::load`].
    pub fn new(program: &Program, cache: &Path) -> Result<HostLauncher, HostError> {
        let names = names(program);
        let cuda = Arc::new(HostCuda::load(program.cuda.source, names, cache)?);
        Ok(HostLauncher { cuda, candidate: 0 })
    }

    /// The same kernels, of which this candidate runs: 0 for what the compiler chose, or else an alternative, or the last
    /// one if there are fewer. With an alternative, launches are not joined.
    pub fn of_candidate(&self, candidate: usize) -> HostLauncher {
        HostLauncher { cuda: Arc::clone(&self.cuda), candidate }
    }

    /// One launcher for each program, with one library of the kernels of all: many small programs take much
    /// less time so. Names of kernels begin with that of their program, which must be unique.
    ///
    /// # Errors
    /// Those of [`HostCuda::load`].
    pub fn of_programs(
        programs: &[&Program],
        cache: &Path,
    ) -> Result<Vec<HostLauncher>, HostError> {
        if let [program] = programs {
            return Ok(vec![HostLauncher::new(program, cache)?]);
        }
        let sources: Vec<_> = programs
            .iter()
            .map(|program| (program.cuda.source, names(program).into_iter().collect()))
            .collect();
        let cuda = Arc::new(HostCuda::load_together(&sources, cache)?);
        Ok(programs
            .iter()
            .map(|_| HostLauncher { cuda: Arc::clone(&cuda), candidate: 0 })
            .collect())
    }
}

/// The names of all functions of a program: its kernels and their alternatives, the stages of chains, and kernels of
/// several launches.
fn names(program: &Program) -> BTreeSet<&'static str> {
    let stages = program.kernels.iter().flat_map(|k| k.chains).flat_map(|chain| chain.stages);
    let kernels = program.kernels.iter().map(|kernel| kernel.name);
    let alternatives = program.kernels.iter().flat_map(|kernel| kernel.alternatives);
    let kernels = kernels.chain(alternatives.map(|alternative| alternative.name));
    let schedules = program.variants.iter().map(|variant| &variant.fused);
    let joined = schedules.flat_map(|schedule| schedule.joined).map(|joined| joined.name);
    kernels.chain(stages.map(|stage| stage.name)).chain(joined).collect()
}

/// One pointer to the value of every parameter of a launch's kernel. Scalars are words of 64 bits, whose first bytes are
/// the value on the little-endian machines that this crate is for.
fn parameters(call: &LaunchCall<'_>) -> impl Iterator<Item = *mut c_void> + use<> {
    const { assert!(cfg!(target_endian = "little")) };
    let (args, launch) = (call.args, call.launch);
    let buffers = (0..launch.buffers.len()).map(move |k| args.buffers.wrapping_add(k).cast());
    let scalars = (0..launch.scalars.len()).map(move |k| args.scalars.wrapping_add(k).cast());
    let sizes = (0..launch.sizes.len()).map(move |k| args.sizes.wrapping_add(k).cast());
    let extents = (0..launch.extents.len()).map(move |k| args.extents.wrapping_add(k).cast());
    // All rows, from the first one on.
    static FROM_ROW: i64 = 0;
    let from_row = call.kernel.some_rows.then(|| std::ptr::from_ref(&FROM_ROW).cast());
    let all = buffers.chain(scalars).chain(sizes).chain(extents).chain(from_row);
    all.map(|parameter: *const c_void| parameter.cast_mut())
}

impl HostLauncher {
    /// Runs the stages of a chain, with scratch memory full of NaNs.
    ///
    /// # Safety
    /// As for [`Launcher::launch`], for a chain of the launch's kernel and its sizes and extents.
    unsafe fn run_chain(&self, call: &LaunchCall<'_>, chain: &Chain, sizes: &[i64]) {
        let number = |formula| evaluate(formula, sizes).expect("a number that fits");
        // The allocator aligns bytes as it does everything, and a sanitizer knows where they end.
        let mut scratch: Vec<Vec<u8>> = chain
            .scratch
            .iter()
            .map(|bytes| vec![0xFF; usize::try_from(number(bytes)).expect("bytes")])
            .collect();
        for stage in chain.stages {
            let mut words: Vec<u64> = stage
                .arguments
                .iter()
                .map(|argument| match *argument {
                    // SAFETY: the table holds one pointer per buffer of the launch.
                    StageArgument::Buffer(k) => unsafe {
                        call.args.buffers.add(k as usize).read() as u64
                    },
                    StageArgument::Scratch(k) => scratch[k as usize].as_mut_ptr() as u64,
                    StageArgument::Number(formula) => number(formula).cast_unsigned(),
                })
                .collect();
            let mut parameters: Vec<*mut c_void> =
                words.iter_mut().map(|word| std::ptr::from_mut(word).cast()).collect();
            let grid = u32::try_from(number(stage.blocks)).expect("a grid that CUDA allows");
            let (threads, shared) = (stage.threads, stage.shared_bytes as usize);
            // SAFETY: the arguments are those of the stage, and the caller vouches for the memory of the launch.
            let outcome =
                unsafe { self.cuda.launch(stage.name, grid, threads, shared, &mut parameters) };
            outcome.unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

impl Launcher for HostLauncher {
    /// # Panics
    /// If the shim finds a mistake of the kernel.
    unsafe fn launch(&self, call: &LaunchCall<'_>) {
        if call.points == 0 {
            return;
        }
        let (name, cuda) = match self.candidate.min(call.kernel.alternatives.len()) {
            0 => (call.kernel.name, call.kernel.cuda),
            k => (call.kernel.alternatives[k - 1].name, call.kernel.alternatives[k - 1].launch),
        };
        let (args, launch) = (call.args, call.launch);
        // SAFETY: the tables hold one value per size parameter, and per parallel dimension.
        let (own, extents) = unsafe {
            (
                slice::from_raw_parts(args.sizes, launch.sizes.len()),
                slice::from_raw_parts(args.extents, launch.extents.len()),
            )
        };
        let sizes = [own, extents].concat();
        if let Some(chain) = call.kernel.chain(&sizes) {
            // SAFETY: promised by the caller.
            return unsafe { self.run_chain(call, chain, &sizes) };
        }
        let grid = cuda.spread.blocks(own, extents);
        let grid = u32::try_from(grid).expect("a grid that CUDA allows");
        let mut parameters: Vec<*mut c_void> = parameters(call).collect();
        // SAFETY: the tables hold the launch's arguments in the order of the kernel's parameters (the
        // thunk only reads them), and the caller vouches for the memory behind the pointers.
        let outcome = unsafe {
            let shared = cuda.shared_bytes as usize;
            self.cuda.launch(name, grid, cuda.threads, shared, &mut parameters)
        };
        outcome.unwrap_or_else(|error| panic!("{error}"));
    }

    /// # Panics
    /// If the shim finds a mistake of the kernel.
    unsafe fn launch_joined(
        &self,
        joined: &'static Joined,
        blocks: usize,
        shared_bytes: u32,
        calls: &[LaunchCall<'_>],
    ) -> bool {
        if self.candidate > 0 {
            return false;
        }
        let mut parameters: Vec<*mut c_void> = calls.iter().flat_map(parameters).collect();
        let grid = u32::try_from(blocks).expect("a grid that CUDA allows");
        let (threads, shared) = (joined.threads, shared_bytes as usize);
        // SAFETY: the tables hold the launches' arguments, which the kernel takes one launch after the other, and the
        // caller vouches for the memory behind the pointers.
        let outcome =
            unsafe { self.cuda.launch(joined.name, grid, threads, shared, &mut parameters) };
        outcome.unwrap_or_else(|error| panic!("{error}"));
        true
    }

    /// Under AddressSanitizer, which sees where allocations end.
    fn separate_temporaries(&self) -> bool {
        matches!(Sanitizer::of_process(), Ok(Some(Sanitizer::Address)))
    }
}
