//! What has candidates: launches whose kernel has alternatives, and launches that may be one kernel.

use crate::cuda::context::Context;
use crate::cuda::executor::layout::joined;
use crate::cuda::module::Module;
use crate::cuda::{Autotune, Product, driver};
use crate::instance::{BoundLaunch, Instance, JoinedLaunches};
use crate::plan::CudaKernel;
use crate::user_cache;

/// Launches with less work than this, in bytes that are moved meanwhile, take about as long as it takes to start them.
const LEAST_WORK: u64 = 4 << 20;
/// The operations that a GPU does while it moves a byte.
const OPS_PER_BYTE: u64 = 8;

/// One launch, or several that may be joined.
pub(in crate::cuda::executor) struct Unit {
    /// The launches, in their order.
    pub(in crate::cuda::executor) launches: Box<[usize]>,
    /// The first is what the compiler chose.
    pub(in crate::cuda::executor) candidates: Box<[Candidate]>,
    /// Whether times are worth measuring.
    pub(super) is_large: bool,
}

/// One way to do the launches of a unit. All give the same results.
pub(in crate::cuda::executor) enum Candidate {
    /// A kernel for one launch.
    Kernel { name: &'static str, launch: CudaKernel },
    /// One kernel for all launches.
    Joined { name: &'static str, threads: u32 },
    /// A kernel for each launch.
    Apart,
}

/// The units of an instance.
pub(super) fn of(instance: &Instance, products: &[Option<Product>]) -> Vec<Unit> {
    let all: Vec<JoinedLaunches> = joined(instance, products).collect();
    let mut units: Vec<Unit> = all.iter().map(|joined| of_joined(instance, joined)).collect();
    for (k, launch) in instance.launches.iter().enumerate() {
        let is_joined = all.iter().any(|joined| joined.launches().any(|other| other == k));
        let alternatives = launch.kernel.alternatives;
        let has_chain = || launch.kernel.chain(instance.sizes_of(launch)).is_some();
        if alternatives.is_empty()
            || launch.points == 0
            || is_joined
            || products[k].is_some()
            || has_chain()
        {
            continue;
        }
        let own = Candidate::Kernel { name: launch.kernel.name, launch: launch.kernel.cuda };
        let others = alternatives
            .iter()
            .map(|other| Candidate::Kernel { name: other.name, launch: other.launch });
        units.push(Unit {
            launches: [k].into(),
            candidates: [own].into_iter().chain(others).collect(),
            is_large: is_large([launch]),
        });
    }
    units
}

fn of_joined(instance: &Instance, joined: &JoinedLaunches) -> Unit {
    let launches: Box<[usize]> = joined.launches().collect();
    let plan = joined.joined;
    let together = Candidate::Joined { name: plan.name, threads: plan.threads };
    let is_large = is_large(launches.iter().map(|&k| &instance.launches[k]));
    Unit { launches, candidates: [together, Candidate::Apart].into(), is_large }
}

fn is_large<'a>(launches: impl IntoIterator<Item = &'a BoundLaunch>) -> bool {
    let work = launches.into_iter().map(|launch| {
        let cost = &launch.cost;
        let bytes = cost.bytes.saturating_add(cost.cached);
        bytes.max(cost.ops / OPS_PER_BYTE)
    });
    work.fold(0, u64::saturating_add) >= LEAST_WORK
}

impl Unit {
    /// Leaves out the alternatives that the device cannot run, such as those with more shared memory than it has.
    pub(super) fn keep_possible(&mut self, module: &Module) {
        let candidates = std::mem::take(&mut self.candidates).into_iter().enumerate();
        let possible = |&(k, ref candidate): &(usize, Candidate)| match candidate {
            Candidate::Kernel { name, launch } => {
                k == 0 || module.function(name, launch.shared_bytes as usize).is_ok()
            }
            Candidate::Joined { .. } | Candidate::Apart => true,
        };
        self.candidates = candidates.filter(possible).map(|(_, candidate)| candidate).collect();
    }

    /// The candidate that is chosen whatever it takes; `None` where times decide.
    pub(super) fn fixed(&self, autotune: Autotune) -> Option<usize> {
        match autotune {
            Autotune::Candidate(k) => Some(usize::from(k).min(self.candidates.len() - 1)),
            Autotune::Off => Some(0),
            _ if !self.is_large || self.candidates.len() < 2 => Some(0),
            _ => None,
        }
    }

    /// The name of its kernel, or of the kernel that is one for its launches.
    pub(super) fn name(&self) -> &'static str {
        match self.candidates.first() {
            Some(Candidate::Kernel { name, .. } | Candidate::Joined { name, .. }) => name,
            Some(Candidate::Apart) | None => "kernels",
        }
    }

    /// A hash of everything that the times of candidates depend on: their text, about how large the launches are, the
    /// device, and the driver.
    pub(super) fn key(&self, context: &Context, instance: &Instance) -> u64 {
        let program = instance.program;
        let mut text = format!(
            "array-fn {}\n{}\n{:?}, {} multiprocessors, driver {}\n",
            env!("CARGO_PKG_VERSION"),
            context.name(),
            context.capability,
            context.multiprocessors,
            driver::version(),
        );
        for candidate in &self.candidates {
            match candidate {
                Candidate::Kernel { name, launch } => {
                    text += &format!("{launch:?}\n{}\n", program.cuda.kernel_source(name));
                }
                Candidate::Joined { name, threads } => {
                    text += &format!("{threads}\n{}\n", program.cuda.kernel_source(name));
                }
                Candidate::Apart => {
                    for &k in &self.launches {
                        text += program.cuda.kernel_source(instance.launches[k].kernel.name);
                    }
                }
            }
        }
        for &k in &self.launches {
            for &size in instance.sizes_of(&instance.launches[k]) {
                text += &format!("{} ", size_class(size));
            }
        }
        user_cache::hash(text.bytes())
    }
}

/// The power of two that is nearest to a size, as an exponent. Numbers below 1 are a class of their own.
fn size_class(size: i64) -> u32 {
    let size = u64::try_from(size).unwrap_or(0);
    match size.checked_ilog2() {
        None => 0,
        // From 1.5 times a power of two on the next one is nearer.
        Some(low) => 1 + low + u32::from(low > 0 && size >> (low - 1) & 1 == 1),
    }
}

#[cfg(test)]
mod tests {
    use super::size_class;

    #[test]
    fn sizes_of_a_class_are_near_a_power_of_two() {
        let classes = [-1, 0, 1, 2, 3, 4, 5, 6, 11, 12, 23, 24].map(size_class);
        assert_eq!(classes, [0, 0, 1, 2, 3, 3, 3, 4, 4, 5, 5, 6]);
        assert_eq!(size_class(i64::MAX), 64);
    }
}
