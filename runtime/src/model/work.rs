//! The work of a launch, as the model sees it.

use super::rates::{Curve, Lanes};
use super::reuse::{Array, Touched};
use crate::cpu::launch::Launches;
use crate::instance::Instance;
use crate::plan::{Lanes as Order, Place};

#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) read: f64,
    pub(super) written: f64,
    /// The written bytes of arrays that are read before they are written.
    pub(super) updated: f64,
    /// The arrays that are read, and those that are written.
    pub(super) sources: Vec<Array>,
    pub(super) targets: Vec<Array>,
    /// Bytes of the largest array that is gathered from.
    pub(super) gathered_from: u64,
    pub(super) ops: f64,
    pub(super) divisions: f64,
    pub(super) exponentials: f64,
    pub(super) transcendentals: f64,
    pub(super) gathered: f64,
    pub(super) strided: f64,
    pub(super) points: f64,
    /// Points of the last parallel dimension, which runs in lanes.
    pub(super) row: usize,
    pub(super) single: bool,
    /// Whether the launch stores its results past the caches.
    pub(super) streams: bool,
    /// The things that run in lanes, if any do.
    pub(super) lanes: Option<Order>,
}

impl Work {
    /// The work of launch `k`.
    pub(super) fn of(
        instance: &Instance,
        launches: Launches<'_>,
        touched: &Touched,
        k: usize,
    ) -> Work {
        let launch = launches.get(k);
        let cost = &launch.cost;
        let places = instance.places_of(&launch);
        let is_written = |k: usize| launch.kernel.writes.iter().any(|&w| w as usize == k);
        let is_updated = |k: usize| is_written(k) && matches!(places[k], Place::Param(_));
        let arrays = |which: &dyn Fn(usize) -> bool| {
            let chosen = (0..places.len()).filter(|&k| which(k));
            chosen.map(|place| touched.array(instance, k, places[place])).collect::<Vec<_>>()
        };
        let total = |arrays: &[Array]| arrays.iter().map(|a| a.bytes).fold(0, u64::saturating_add);
        let sources = arrays(&|k| !is_written(k) || is_updated(k));
        let targets = arrays(&is_written);
        let written = total(&targets);
        let updated = total(&arrays(&is_updated));
        let farthest = sources.iter().map(|array| array.distance).max().unwrap_or(0);
        let single = instance.has_single_targets(&launch);
        let slow = cost.divisions.saturating_add(cost.exponentials);
        let fast = cost.ops.saturating_sub(slow).saturating_sub(cost.transcendentals);
        let in_lanes = launch.kernel.cpu.avx2.is_some() || launch.code.library.is_some();
        let lanes = in_lanes.then_some(launch.lanes);
        Work {
            read: cost.bytes.saturating_sub(written) as f64,
            written: written.min(cost.bytes) as f64,
            updated: updated.min(cost.bytes) as f64,
            sources,
            targets,
            gathered_from: if cost.gathered_from > 0 { cost.gathered_from } else { farthest },
            ops: fast as f64,
            divisions: cost.divisions as f64,
            exponentials: cost.exponentials as f64,
            transcendentals: cost.transcendentals as f64,
            // Terms in lanes, and rows read in one piece, are side by side in memory.
            strided: if lanes == Some(Order::Points) { cost.strided as f64 } else { 0.0 },
            points: launch.points as f64,
            row: launch.last_extent,
            gathered: (cost.gathered / if single { 4 } else { 8 }) as f64,
            single,
            streams: launch.code.streams,
            lanes,
        }
    }

    /// The seconds that one thread takes for all operations.
    pub(super) fn operations(&self, lanes: &Lanes) -> f64 {
        self.ops * lanes.op
            + self.divisions * lanes.division
            + self.exponentials * lanes.exponential
            + self.transcendentals * lanes.transcendental
            + self.strided * lanes.strided
    }

    /// The bytes at the beginnings of the far arrays that are read.
    pub(super) fn begun(&self) -> f64 {
        const FAR: u64 = 2 << 20;
        const BEGINNING: u64 = 32 << 10;
        let far = self.sources.iter().filter(|array| array.distance > FAR);
        far.map(|array| array.bytes.min(BEGINNING) as f64).sum()
    }

    /// The share of the points that run one at a time, because they fill no vector of `width` lanes, nor half of one.
    pub(super) fn rest(&self, width: usize) -> f64 {
        let alone = match self.lanes {
            Some(Order::Points) => (width / 2).max(1),
            _ => width,
        };
        match self.lanes {
            Some(Order::Terms) => 0.0,
            Some(Order::Points | Order::Blocks) if self.row > 0 => {
                (self.row % alone) as f64 / self.row as f64
            }
            _ => 1.0,
        }
    }

    /// The number of loops that begin and end: over the terms of each point, or over the points of a row in vectors of
    /// `width` lanes. A loop over the rest of a row counts as half a loop.
    pub(super) fn loops(&self, width: usize) -> f64 {
        let (half, left) = (width.div_ceil(2), self.row % width);
        let rests = match self.lanes {
            Some(Order::Points) => usize::from(left >= half) + usize::from(left % half > 0),
            _ => usize::from(left > 0),
        };
        match self.lanes {
            Some(Order::Terms) => self.points,
            _ if self.row > 0 => self.points / self.row as f64 * (1.0 + rests as f64 / 2.0),
            _ => 0.0,
        }
    }
}

/// The seconds per byte of the arrays, on average. `rate` gives the bandwidth of each.
pub(super) fn seconds_a_byte(
    arrays: &[Array],
    curve: &Curve,
    rate: &dyn Fn(&Array, &Curve) -> f64,
) -> f64 {
    let seconds = |array: &Array| array.bytes as f64 / rate(array, curve);
    let bytes: f64 = arrays.iter().map(|array| array.bytes as f64).sum();
    match bytes > 0.0 {
        true => arrays.iter().map(seconds).sum::<f64>() / bytes,
        false => 0.0,
    }
}
