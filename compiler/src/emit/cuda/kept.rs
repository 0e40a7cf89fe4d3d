//! Arrays that only launches of one kernel need: their rows stay in shared memory, and never reach global memory.

use crate::dag::{DType, Size};
use crate::plan::{Place, Schedule};
use crate::schedule::kernel::{Access, KernelIr, Stmt, ValueId};
use crate::schedule::steps::{Step, step};

/// An array whose rows stay in shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) dtype: DType,
    /// The members that use it, and which of their buffers it is. The first one writes it, the others read it. The last
    /// one may put other values in its place, which go to memory.
    pub(super) uses: Vec<(usize, u32)>,
}

/// The arrays that stay with some launches of a schedule, the members. They have as many elements as `elements` says, and
/// `writes_rows` tells whether a member writes whole rows, element by element. Wide elements come first, so that each
/// array is aligned behind those before it.
pub(super) fn kept(
    schedule: &Schedule,
    kernels: &[(&str, &KernelIr)],
    members: &[usize],
    elements: &Size,
    writes_rows: &dyn Fn(usize) -> bool,
) -> Vec<Kept> {
    // How each launch uses an array.
    let uses = |place: Place| {
        schedule.launches.iter().enumerate().flat_map(move |(k, launch)| {
            let buffers = (0u32..).zip(&launch.buffers);
            let buffers = buffers.filter(move |(_, other)| **other == place);
            let buffer = move |b: u32| &kernels[launch.kernel.0].1.buffers[b as usize];
            buffers.map(move |(b, _)| (k, b, buffer(b)))
        })
    };
    let mut all = Vec::new();
    for (m, &k) in members.iter().enumerate().filter(|(m, _)| writes_rows(*m)) {
        let launch = &schedule.launches[k];
        for (b, place) in (0u32..).zip(&launch.buffers) {
            let buffer = &kernels[launch.kernel.0].1.buffers[b as usize];
            let is_whole = match *place {
                Place::Temp(t) => schedule.temps[t.0].len == *elements,
                // A result that another member overwrites has the shape of what it overwrites.
                Place::Result(_) => true,
                Place::Param(_) => false,
            };
            let kernel = kernels[launch.kernel.0].1;
            if buffer.access != Access::Write || !is_whole || !stores_points(kernel, b) {
                continue;
            }
            let of_members: Option<Vec<_>> = uses(*place)
                .map(|(k, b, buffer)| {
                    Some((members.iter().position(|member| *member == k)?, b, buffer.access))
                })
                .collect();
            // All launches that use it are members, and this one is the first.
            let Some(of_members) = of_members.filter(|uses| uses.first().is_some_and(|u| u.0 == m))
            else {
                continue;
            };
            let Some((last, between)) = of_members[1..].split_last() else { continue };
            let once = of_members.windows(2).all(|pair| pair[0].0 < pair[1].0);
            let read = between.iter().all(|(.., access)| *access == Access::Read);
            let ends = match *place {
                Place::Temp(_) => last.2 == Access::Read,
                _ => {
                    last.2 == Access::ReadWrite && writes_rows(last.0) && {
                        let launch = &schedule.launches[members[last.0]];
                        stores_points(kernels[launch.kernel.0].1, last.1)
                    }
                }
            };
            if once && read && ends {
                let uses = of_members.iter().map(|&(m, b, _)| (m, b)).collect();
                all.push(Kept { dtype: buffer.dtype, uses });
            }
        }
    }
    all.sort_by_key(|kept: &Kept| std::cmp::Reverse(kept.dtype.bytes()));
    all
}

/// Whether a kernel stores one element of a buffer for each point, neighbours of a row beside each other. A complex number
/// is two elements.
fn stores_points(kernel: &KernelIr, buffer: u32) -> bool {
    let statements = kernel.phases.iter().flat_map(|phase| &phase.body);
    let stores: Vec<ValueId> = statements
        .filter_map(|statement| match *statement {
            Stmt::Store { buffer: b, offset, .. } if b == buffer => Some(offset),
            _ => None,
        })
        .collect();
    let last = kernel.parallel.last().map(|l| l.var);
    let beside = |offset| last.is_some_and(|var| step(kernel, offset, var) == Some(Step::One));
    matches!(stores.as_slice(), [offset] if beside(*offset))
}
