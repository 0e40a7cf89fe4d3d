//! Launches that a GPU does as one kernel.

use super::Instance;
use crate::plan::Joined;
use crate::size;
use array_fn_plan::joined_blocks;

/// Launches that are one kernel for the sizes of an instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinedLaunches {
    pub(crate) joined: &'static Joined,
    /// The blocks of the kernel.
    pub(crate) blocks: usize,
    /// Bytes of dynamic shared memory per block.
    pub(crate) shared_bytes: u32,
}

impl JoinedLaunches {
    /// The launches, by their positions.
    pub(crate) fn launches(&self) -> impl Iterator<Item = usize> + use<> {
        self.joined.launches.iter().map(|&k| usize::from(k))
    }

    pub(crate) fn is_last(&self, launch: usize) -> bool {
        self.launches().last() == Some(launch)
    }
}

impl Instance {
    /// The launches that a GPU does as one kernel, unless a library does one of them.
    pub(crate) fn joined(&self) -> impl Iterator<Item = JoinedLaunches> {
        self.schedule.joined.iter().filter_map(|joined| {
            let number = |formula| size::evaluate(formula, self.dims());
            let (rows, terms) = (number(joined.rows)?, number(joined.terms)?);
            let rows = usize::try_from(rows).ok()?;
            let (blocks, kept) = joined_blocks(rows, terms, joined.threads, joined.kept_bytes)?;
            let shared_bytes = joined.shared_bytes.checked_add(kept)?;
            let has_points = |k: &u16| self.launches[usize::from(*k)].points > 0;
            joined.launches.iter().all(has_points).then_some(JoinedLaunches {
                joined,
                blocks,
                shared_bytes,
            })
        })
    }
}
