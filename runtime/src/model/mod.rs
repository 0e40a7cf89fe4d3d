//! How long a kernel should take on this machine: a roofline whose roofs are measured once, and kept.
//!
//! A launch takes as long as its traffic or its operations, whichever is more; what is large enough for the
//! threads also takes the time to wake them. Bandwidth depends on how much memory a whole call touches: what
//! fits into a cache is there again in the next call.

mod calibrate;
mod kernels;
mod rates;
mod store;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Error;
use crate::cpu::Cpu;
use crate::cpu::isa::Isa;
use crate::cpu::tasks::Stage;
use crate::instance::{BoundLaunch, Instance};
use crate::plan::{DType, Place};
use rates::Lanes;
pub(crate) use rates::Rates;

/// Seconds that a launch takes beyond its work.
const LAUNCH: f64 = 30e-9;
/// Seconds that a row of points takes beyond its work.
const ROW: f64 = 15e-9;

/// The speeds of this machine with the threads of `cpu`: measured the first time that a program asks, unless an earlier
/// program has left them.
///
/// # Errors
/// As for [`calibrate::calibrate`].
pub(crate) fn rates(cpu: &Cpu) -> Result<Arc<Rates>, Error> {
    static KNOWN: Mutex<BTreeMap<usize, Arc<Rates>>> = Mutex::new(BTreeMap::new());
    // Held while it is measured: two at the same time would disturb each other.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rates) = known.get(&cpu.threads()) {
        return Ok(rates.clone());
    }
    let machine = store::machine(cpu.threads());
    let rates = match store::load(&machine) {
        Some(rates) => rates,
        None => {
            let rates = calibrate::calibrate(cpu)?;
            store::keep(&rates, &machine);
            rates
        }
    };
    let rates = Arc::new(rates);
    known.insert(cpu.threads(), rates.clone());
    Ok(rates)
}

/// What a launch should take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prediction {
    pub(crate) time: Duration,
    /// The least that memory and arithmetic units allow, if every operation were a fast one.
    pub(crate) roofline: Duration,
}

/// Predicts the launches of an instance for a CPU.
pub(crate) fn predict(instance: &Instance, rates: &Rates, threads: usize) -> Vec<Prediction> {
    let touched = footprint(instance);
    let launches = &instance.launches;
    let one = |k: usize| {
        let launch = &launches[k];
        let by_all = Stage::new(launches, k..k + 1, threads).levels.is_some();
        rates.predict(&Work::of(instance, launch, touched), by_all.then_some(threads))
    };
    (0..launches.len()).map(one).collect()
}

/// Bytes of all arrays that a call touches.
fn footprint(instance: &Instance) -> u64 {
    let mut places: Vec<Place> = Vec::new();
    for launch in &instance.launches {
        places.extend(instance.places_of(launch).iter().filter(|p| !matches!(p, Place::Temp(_))));
    }
    places.sort_unstable_by_key(|place| format!("{place:?}"));
    places.dedup();
    let bytes = places.iter().map(|&place| instance.place_bytes(place) as u64);
    bytes.fold(instance.arena_bytes as u64, u64::saturating_add)
}

/// What a launch does, as far as the model knows.
#[derive(Clone, Copy, Debug)]
struct Work {
    read: f64,
    written: f64,
    /// Of the written bytes, those of arrays that are read before.
    updated: f64,
    /// Bytes of the largest array that is gathered from.
    gathered_from: u64,
    /// Bytes that the call touches.
    touched: u64,
    ops: f64,
    divisions: f64,
    exponentials: f64,
    transcendentals: f64,
    gathered: f64,
    strided: f64,
    points: f64,
    /// Points of the last parallel dimension, which runs in lanes.
    row: usize,
    single: bool,
    in_lanes: bool,
}

impl Work {
    fn of(instance: &Instance, launch: &BoundLaunch, touched: u64) -> Work {
        let cost = &launch.cost;
        let places = instance.places_of(launch);
        let writes = launch.kernel.writes.iter().filter_map(|&k| places.get(k as usize));
        let written: u64 = writes.clone().map(|&place| instance.place_bytes(place) as u64).sum();
        let updated = writes.clone().filter(|place| matches!(place, Place::Param(_)));
        let updated: u64 = updated.map(|&place| instance.place_bytes(place) as u64).sum();
        let single = writes.clone().all(|&p| instance.place_dtype(p) == DType::F32);
        let slow = cost.divisions.saturating_add(cost.exponentials);
        let fast = cost.ops.saturating_sub(slow).saturating_sub(cost.transcendentals);
        Work {
            read: cost.bytes.saturating_sub(written) as f64,
            written: written.min(cost.bytes) as f64,
            updated: updated.min(cost.bytes) as f64,
            gathered_from: if cost.gathered_from > 0 { cost.gathered_from } else { touched },
            touched,
            ops: fast as f64,
            divisions: cost.divisions as f64,
            exponentials: cost.exponentials as f64,
            transcendentals: cost.transcendentals as f64,
            strided: cost.strided as f64,
            points: launch.points as f64,
            row: launch.last_extent,
            gathered: (cost.gathered / if single { 4 } else { 8 }) as f64,
            single,
            in_lanes: launch.kernel.cpu.avx2.is_some() || launch.library.is_some(),
        }
    }
}

impl Work {
    /// Seconds of one thread for all operations.
    fn operations(&self, lanes: &Lanes) -> f64 {
        self.ops * lanes.op
            + self.divisions * lanes.division
            + self.exponentials * lanes.exponential
            + self.transcendentals * lanes.transcendental
            + self.strided * lanes.strided
    }
}

impl Rates {
    /// `threads` if several take part.
    fn predict(&self, work: &Work, threads: Option<usize>) -> Prediction {
        let by_all = threads.is_some();
        let width = Isa::selected().width(work.single);
        // Points that do not fill a vector run one at a time.
        let rest = match work.in_lanes {
            true if work.row > 0 => (work.row % width) as f64 / work.row as f64,
            _ => 1.0,
        };
        let vectors = if work.single { &self.f32 } else { &self.f64 };
        let operations =
            work.operations(vectors) * (1.0 - rest) + work.operations(&self.scalar) * rest;
        // So few points leave the units waiting for the operation before.
        let chain = if work.points < width as f64 { work.ops * self.chain } else { 0.0 };
        let gathers = work.gathered / self.gather.at(work.gathered_from, by_all);
        let rows = if work.row > 0 { work.points / work.row as f64 } else { 0.0 };
        let read = 1.0 / self.read.at(work.touched, by_all);
        // Of a copy, what reading does not explain; writing is never much faster than copying.
        let copy = 2.0 / self.copy.at(work.touched, by_all);
        let write = (copy - read).max(copy / 4.0);
        // What was read before is not fetched again to be overwritten.
        let traffic = work.read * read + (work.written - work.updated / 2.0) * write;
        let shares = threads.unwrap_or(1) as f64;
        let fast =
            (work.ops + work.divisions + work.exponentials + work.transcendentals) * vectors.op;
        let overhead = LAUNCH + if by_all { self.team } else { 0.0 };
        let busy = (operations.max(chain) + rows * ROW) / shares + gathers;
        Prediction {
            time: seconds(traffic.max(busy) + overhead),
            roofline: seconds(traffic.max(fast / shares)),
        }
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_of_traffic_and_operations() {
        let rates = rates::example();
        let copy = Work {
            read: 8e6,
            written: 8e6,
            updated: 0.0,
            gathered_from: 0,
            touched: 16_000_000,
            ops: 0.0,
            divisions: 0.0,
            exponentials: 0.0,
            transcendentals: 0.0,
            gathered: 0.0,
            strided: 0.0,
            points: 1e6,
            row: 1 << 20,
            single: false,
            in_lanes: true,
        };
        let expected = 16e6 / rates.copy.at(copy.touched, false);
        let time = |work: &Work, threads| rates.predict(work, threads).time.as_secs_f64();
        assert!((time(&copy, None) / (expected + LAUNCH) - 1.0).abs() < 1e-3);
        let exp = Work { transcendentals: 1e6, ..copy };
        assert!((time(&exp, None) / (4e-3 + LAUNCH) - 1.0).abs() < 1e-3);
        assert!(time(&exp, Some(2)) < 0.51 * time(&exp, None) + 1e-5);
        let single = Work { single: true, ..exp };
        assert!(time(&single, None) < time(&exp, None));
        assert!(rates.predict(&exp, None).roofline < rates.predict(&exp, None).time);
    }
}
