//! Kernels as CUDA C++.
//!
//! One `extern "C" __global__` function per kernel of a program. No headers are included, so that nvcc,
//! NVRTC and (behind a shim) a C++ compiler take the same text. Equal programs give equal bytes.
//!
//! The parameters are, in this order: one pointer per buffer, one value per scalar (of its own dtype), one `long long`
//! per size, one `long long` per parallel extent, and the first row for a kernel that can run for some rows
//! ([`KernelIr::some_rows`]). Buffers that a kernel writes must not overlap its other buffers.
//!
//! A grid has as many blocks as [`array_fn_plan::Spread`] tells; without points there is nothing to launch. [`mapping`]
//! decides which thread computes which points.

mod alternatives;
mod body;
mod constant;
mod expression;
mod footprint;
mod halos;
mod halves;
mod held;
mod helpers;
mod joined;
mod kept;
mod kernel;
pub mod mapping;
mod meet;
mod names;
mod parts;
mod passes;
mod patch;
mod rounds;
mod routine;
mod rows;
mod shared;
mod staged;
mod terms;
mod tile;
mod uses;

use crate::emit::text::add_line;
use crate::plan::{Alternative, Chain, CudaKernel, Joined};
use crate::schedule::kernel::KernelIr;
use crate::schedule::scheduled::Scheduled;
use helpers::Helpers;
use mapping::Mapping;
pub use names::c_type;
use routine::Stages;
use staged::staged;
use std::collections::BTreeSet;

/// The CUDA side of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaSource {
    /// CUDA C++ of all kernels.
    pub source: String,
    /// One entry per kernel of the program, in its order.
    pub kernels: Vec<CudaKernelInfo>,
    /// For each variant, the launches that may run as one kernel.
    pub joined: Vec<Vec<Joined>>,
    /// Whether a schedule has loops, on whose passes kernels of the source decide.
    pub loops: bool,
    /// Whether a launch reads rows of other ranks, whose elements kernels of the source bring into messages and out of them.
    pub across: bool,
    /// Why no GPU can run the program, if it calls a foreign function without code for GPUs. There is no source then.
    pub only_on_cpus: Option<String>,
}

/// The name and the launch parameters of one kernel of a [`CudaSource`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CudaKernelInfo {
    /// Name of the `extern "C"` function, unique in its source.
    pub name: String,
    /// How it is launched. More than 48 KiB of shared memory need the opt-in attribute
    /// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`; they never exceed [`mapping::MAX_SHARED_BYTES`].
    pub launch: CudaKernel,
    /// What runs instead, for some sizes.
    pub chains: Vec<Chain>,
    /// The same with other blocks of threads.
    pub alternatives: Vec<Alternative>,
}

impl CudaSource {
    /// The names of all functions: kernels and their alternatives, stages of chains, and kernels of several launches.
    pub fn names(&self) -> BTreeSet<&str> {
        let stages = self.kernels.iter().flat_map(|kernel| &kernel.chains);
        let stages = stages.flat_map(|chain| &chain.stages).map(|stage| stage.name.as_str());
        let joined = self.joined.iter().flatten().map(|joined| joined.name.as_str());
        let kernels = self.kernels.iter().map(|kernel| kernel.name.as_str());
        let alternatives = self.kernels.iter().flat_map(|kernel| &kernel.alternatives);
        let alternatives = alternatives.map(|alternative| alternative.name.as_str());
        let deciders = passes::NAMES.into_iter().filter(|_| self.loops);
        let halos = halos::NAMES.into_iter().filter(|_| self.across);
        kernels
            .chain(alternatives)
            .chain(stages)
            .chain(joined)
            .chain(deciders)
            .chain(halos)
            .collect()
    }
}

/// Emits all kernels of a function.
pub fn emit(scheduled: &Scheduled) -> CudaSource {
    let names = names::kernel_names(scheduled);
    let kernels: Vec<(&str, &KernelIr)> =
        names.iter().map(String::as_str).zip(&scheduled.kernels).collect();
    let mut joined = joined::Joins::new(&kernels);
    let variants = scheduled.variants.iter().map(|variant| joined.of(&variant.fused));
    let variants = variants.collect();
    let hot = alternatives::hot(scheduled);
    let emitted = emitted(&scheduled.name, &kernels, &hot, joined);
    let CudaSource { mut source, kernels, only_on_cpus, .. } = emitted;
    let loops = scheduled.schedules().any(|schedule| !schedule.loops.is_empty());
    if loops {
        source.push_str(passes::DECIDERS);
    }
    let mut launches = scheduled.schedules().flat_map(|schedule| &schedule.launches);
    let across = launches.any(|launch| launch.across.is_some());
    if across {
        source.push_str(halos::HALOS);
    }
    if only_on_cpus.is_some() {
        source.clear();
    }
    CudaSource { source, kernels, joined: variants, loops, across, only_on_cpus }
}

/// Emits named kernels with all alternatives. The names must be distinct C identifiers.
pub fn emit_kernels(title: &str, kernels: &[(&str, &KernelIr)]) -> CudaSource {
    emitted(title, kernels, &vec![true; kernels.len()], joined::Joins::new(kernels))
}

/// `hot` says of each kernel whether its alternatives are worth code.
fn emitted(
    title: &str,
    kernels: &[(&str, &KernelIr)],
    hot: &[bool],
    joined: joined::Joins<'_>,
) -> CudaSource {
    let mut names: BTreeSet<String> = kernels.iter().map(|(name, _)| name.to_string()).collect();
    let mut helpers = Helpers::default();
    let mut stages = Stages::new(&names::identifier(title), kernels.iter().map(|k| k.0));
    let mut bodies = String::new();
    let mut infos = Vec::new();
    for ((name, kernel), &is_hot) in kernels.iter().zip(hot) {
        let staged = staged(kernel);
        let kernel = staged.as_ref().unwrap_or(kernel);
        let mapping = Mapping::choose(kernel);
        bodies.push('\n');
        bodies.push_str(&kernel::emit(name, kernel, &mapping, &mut helpers));
        let mut alternatives = Vec::new();
        for other in alternatives::of(kernel, &mapping, is_hot) {
            let has_code = !kernel::takes_any_block(&mapping);
            let name = if has_code { names::another(name, &mut names) } else { name.to_string() };
            if has_code {
                bodies.push('\n');
                bodies.push_str(&kernel::emit(&name, kernel, &other, &mut helpers));
            }
            alternatives.push(Alternative { name, launch: other.launch() });
        }
        let routine = kernel.routine.as_ref();
        let chains = routine.map(|k| routine::chains(kernel, k, &mut stages, &mut helpers));
        infos.push(CudaKernelInfo {
            name: name.to_string(),
            launch: mapping.launch(),
            chains: chains.unwrap_or_default(),
            alternatives,
        });
    }
    bodies.push_str(&joined.text(&mut helpers));
    let mut source = String::new();
    add_line!(&mut source, "// Kernels of `{title}`, generated by array-fn.");
    let has_shared = |k: &CudaKernelInfo| k.launch.shared_bytes > 0 || !k.chains.is_empty();
    if infos.iter().any(has_shared) {
        source.push_str(SHARED_MACRO);
    }
    if kernels.iter().any(|(_, kernel)| kernel.is_strict()) {
        add_line!(&mut source, "{STRICT}");
    }
    source.push_str(&helpers.definitions());
    source.push_str(&stages.text());
    source.push_str(&bodies);
    let only_on_cpus = helpers.only_on_cpus();
    let (joined, loops, across) = (Vec::new(), false, false);
    CudaSource { source, kernels: infos, joined, loops, across, only_on_cpus }
}

/// The line of a source that is to be compiled without contracting products and sums into fused multiply-adds. The
/// runtime knows this text, too.
pub const STRICT: &str = "// Rounded as written: --fmad=false.";

/// A macro, so that a host compiler can be given another definition of a block's shared memory.
const SHARED_MACRO: &str = "
#ifndef ARRAY_FN_SHARED
#define ARRAY_FN_SHARED(name) extern __shared__ __align__(16) unsigned char name[]
#endif
";
