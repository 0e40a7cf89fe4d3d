//! A launch for given dimensions: its sizes, and what it costs.

use super::{inside, non_negative};
use crate::Error;
use crate::plan::{Gather, Kernel, Lanes, Launch, Place, Program, ScalarArg, Size};
use crate::shape::points;
use crate::size::{self, evaluate_for};

/// A launch with its sizes.
pub(crate) struct BoundLaunch {
    pub(crate) launch: &'static Launch,
    pub(crate) kernel: &'static Kernel,
    /// Product of the extents of the parallel dimensions.
    pub(crate) points: usize,
    /// The rows that it may be cut into when it runs together with other launches ([`crate::plan::Strip`]); otherwise
    /// 1.
    pub(crate) rows: usize,
    /// How many of these rows make one part of the points.
    pub(crate) step: usize,
    /// What the kernel computes side by side with these sizes.
    pub(crate) lanes: Lanes,
    /// Extent of the innermost parallel dimension; 1 without any.
    pub(crate) last_extent: usize,
    /// The rows and columns of the matrix that the kernel transposes ([`crate::plan::CpuKernel::turns`]).
    pub(crate) matrix: Option<[usize; 2]>,
    /// How many points make a task, if the user says so.
    pub(crate) block: Option<usize>,
    pub(crate) cost: Cost,
    /// Where the launch's arguments begin in the tables of the instance and its frames.
    pub(super) buffers: usize,
    pub(super) scalars: usize,
    pub(super) sizes: usize,
    pub(super) extents: usize,
}

impl BoundLaunch {
    /// The points that belong to the rows `begin..end`. Both are multiples of the step, but `end` may also be the
    /// number of rows.
    pub(crate) fn points_of_rows(&self, begin: usize, end: usize) -> (usize, usize) {
        // There may be no rows.
        let of_part = self.points / self.rows.div_ceil(self.step).max(1);
        (begin / self.step * of_part, end.div_ceil(self.step) * of_part)
    }
}

/// [`crate::plan::Cost`] for given dimensions. A number that does not fit is `u64::MAX`, which suffices for estimates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// The bytes that have to come from memory or go there if nothing is moved twice.
    pub(crate) bytes: u64,
    /// The bytes that gathers load in addition, mostly from caches.
    pub(crate) cached: u64,
    /// All bytes that gathers load.
    pub(crate) gathered: u64,
    /// Bytes of the largest array that is only gathered from; 0 without one.
    pub(crate) gathered_from: u64,
    pub(crate) ops: u64,
    pub(crate) divisions: u64,
    pub(crate) exponentials: u64,
    pub(crate) transcendentals: u64,
    pub(crate) strided: u64,
}

impl Cost {
    fn new(cost: &'static crate::plan::Cost, dims: &[i64]) -> Cost {
        let value = |size: Size| {
            size::evaluate(size, dims).map_or(u64::MAX, |value| value.max(0).cast_unsigned())
        };
        let first = |gather: &Gather| value(gather.array).min(value(gather.elements));
        let first = cost.gathers.iter().map(first).fold(0, u64::saturating_add);
        Cost {
            bytes: value(cost.bytes).saturating_add(first),
            cached: value(cost.gathered).saturating_sub(first),
            gathered: value(cost.gathered),
            gathered_from: cost.gathers.iter().map(|g| value(g.array)).max().unwrap_or(0),
            ops: value(cost.ops),
            divisions: value(cost.divisions),
            exponentials: value(cost.exponentials),
            transcendentals: value(cost.transcendentals),
            strided: value(cost.strided),
        }
    }
}

/// Arguments of all launches, one after another.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) places: Vec<Place>,
    pub(super) scalars: Vec<ScalarArg>,
    pub(super) sizes: Vec<i64>,
}

impl Tables {
    pub(super) fn bind(
        &mut self,
        program: &'static Program,
        launch: &'static Launch,
        dims: &[i64],
        is_empty: &dyn Fn(Place) -> bool,
    ) -> Result<BoundLaunch, Error> {
        let what = || inside(program, dims);
        let kernel = &program.kernels[usize::from(launch.kernel)];
        let (buffers, scalars, sizes) = (self.places.len(), self.scalars.len(), self.sizes.len());
        self.places.extend(launch.buffers);
        self.scalars.extend(launch.scalars);
        for &size in launch.sizes {
            self.sizes.push(evaluate_for(size, dims, what)?);
        }
        let extents = self.sizes.len();
        let mut shape = Vec::with_capacity(launch.extents.len());
        for &extent in launch.extents {
            let extent = non_negative(extent, dims, what)?;
            shape.push(extent);
            self.sizes.push(extent as i64);
        }
        let has_few = |&(k, most): &(u32, i64)| self.sizes[sizes + k as usize] <= most;
        let lanes = match kernel.cpu.few_terms.filter(has_few) {
            Some(_) => Lanes::Points,
            None => kernel.cpu.lanes,
        };
        // A launch that writes no element has nothing to do, however many points it has.
        let written = kernel.writes.iter().map(|&buffer| launch.buffers[buffer as usize]);
        let points = match written.clone().next().is_some() && written.clone().all(is_empty) {
            true => 0,
            false => points(&shape).ok_or_else(|| Error::SizeOverflow { what: what() })?,
        };
        Ok(BoundLaunch {
            launch,
            kernel,
            points,
            rows: match &launch.strip {
                Some(strip) => non_negative(strip.rows, dims, what)?,
                None => 1,
            },
            step: match &launch.strip {
                Some(strip) => non_negative(strip.step, dims, what)?.max(1),
                None => 1,
            },
            lanes,
            last_extent: shape.last().copied().unwrap_or(1),
            matrix: kernel.cpu.turns.and_then(|turns| match *shape.as_slice() {
                [.., rows, columns] if turns.together == 1 => Some([rows, columns]),
                [.., rows, columns, _] => Some([rows, columns]),
                _ => None,
            }),
            block: launch.block.and_then(|size| {
                // A block that is too large for a number is larger than the launch.
                let points = size::evaluate(size, dims)?;
                usize::try_from(points).ok()
            }),
            cost: Cost::new(&launch.cost, dims),
            buffers,
            scalars,
            sizes,
            extents,
        })
    }
}
