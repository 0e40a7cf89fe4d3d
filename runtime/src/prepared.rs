//! [`Plan`]: the plan of a function as users see it.

use std::fmt;
use std::sync::Arc;

use crate::Mode;
use crate::cuda::BuildTimes;
use crate::executor::Executable;
use crate::instance::{BoundLaunch, Instance, dims_text};

/// A function's plan for given dimensions, built ahead of its calls: its kernels, their modelled cost,
/// and the memory of its temporaries.
#[derive(Clone)]
pub struct Plan {
    pub(crate) executable: Arc<Executable>,
}

/// One kernel of a [`Plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedLaunch {
    /// What the kernel computes.
    pub name: &'static str,
    /// The name of the kernel. Equal computations share one kernel.
    pub kernel: &'static str,
    /// The number of points of the kernel's parallel dimensions. A kernel without points does not run; this occurs if
    /// the arrays that it writes are empty.
    pub points: usize,
    /// Modelled bytes moved: each array read or written once.
    pub bytes: u64,
    /// Modelled bytes that gathers load in addition, mostly from caches.
    pub cached_bytes: u64,
    /// Modelled arithmetic operations, each of which counts once.
    pub ops: u64,
    /// The operations among [`ops`](Self::ops) that are divisions, remainders or square roots.
    pub divisions: u64,
    /// The operations among [`ops`](Self::ops) that are exponentials, logarithms, powers, trigonometric functions and
    /// the like.
    pub transcendentals: u64,
    /// Whether a linear algebra library runs instead of the kernel: see [`crate::Contractions`].
    pub library: bool,
    /// The launches (by position) that must be done before it.
    pub after: &'static [u16],
}

impl Plan {
    pub(crate) fn instance(&self) -> &Instance {
        &self.executable.instance
    }

    /// Name of the function.
    pub fn name(&self) -> &'static str {
        self.instance().program.name
    }

    /// Whether the plan is fused.
    pub fn mode(&self) -> Mode {
        self.instance().mode
    }

    /// The dimensions' names and values.
    pub fn dims(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let dims = self.instance().key().dims.iter().map(|&value| value as usize);
        self.instance().program.dims.iter().copied().zip(dims)
    }

    /// Number of kernels that a call runs: those of [`Plan::launches`] that have points.
    pub fn kernel_count(&self) -> usize {
        self.instance().launches.iter().filter(|launch| launch.points > 0).count()
    }

    /// Bytes of memory for temporaries of one call, kept between calls.
    pub fn temporary_bytes(&self) -> usize {
        self.instance().arena_bytes
    }

    /// The time that building the plan for a GPU took; `None` for a CPU.
    pub fn build_times(&self) -> Option<BuildTimes> {
        self.executable.executor.build_times()
    }

    /// Modelled bytes that a call moves.
    pub fn bytes(&self) -> u64 {
        self.total(|launch| launch.cost.bytes)
    }

    /// Modelled arithmetic operations of a call.
    pub fn ops(&self) -> u64 {
        self.total(|launch| launch.cost.ops)
    }

    fn total(&self, of: impl Fn(&BoundLaunch) -> u64) -> u64 {
        self.instance().launches.iter().map(of).fold(0, u64::saturating_add)
    }

    /// The kernels in an order in which they may run, those without points among them.
    pub fn launches(&self) -> impl ExactSizeIterator<Item = PlannedLaunch> {
        let executor = &self.executable.executor;
        self.instance().launches.iter().enumerate().map(|(k, bound)| PlannedLaunch {
            name: bound.launch.name,
            kernel: bound.kernel.name,
            points: bound.points,
            bytes: bound.cost.bytes,
            cached_bytes: bound.cost.cached,
            ops: bound.cost.ops,
            divisions: bound.cost.divisions,
            transcendentals: bound.cost.exponentials.saturating_add(bound.cost.transcendentals),
            library: executor.is_by_library(k),
            after: bound.launch.after,
        })
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("function", &self.name())
            .field("mode", &self.mode())
            .field("dims", &dims_text(self.instance().program, self.instance().key().dims))
            .field("kernels", &self.kernel_count())
            .field("temporary_bytes", &self.temporary_bytes())
            .field("bytes", &self.bytes())
            .field("ops", &self.ops())
            .field("by_library", &self.launches().filter(|launch| launch.library).count())
            .finish()
    }
}
