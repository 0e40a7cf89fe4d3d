//! Predicts how long a kernel takes on this machine, by a roofline model. The speeds of the machine are measured once,
//! and kept.
//!
//! A launch takes as long as its traffic or its operations, whichever is more. A launch that is large enough for
//! several threads also takes the time to wake them. The bandwidth of an array depends on the bytes that were touched
//! since the array was touched last: the array is in a cache only if all of these fit into it.

mod calibrate;
mod kernels;
mod rates;
mod reuse;
mod store;
mod work;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::Error;
use crate::cpu::Cpu;
use crate::cpu::isa::Isa;
use crate::cpu::launch::Launches;
use crate::cpu::tasks::Stage;
use crate::instance::Instance;
use crate::plan::Lanes;
use rates::Curve;
pub(crate) use rates::Rates;
use reuse::Array;
pub(crate) use reuse::Touched;
use work::{Work, seconds_a_byte};

/// The seconds that a launch takes in addition to its work.
const LAUNCH: f64 = 10e-9;
/// The seconds that a row of points takes in addition to its work.
const LOOP: f64 = 10e-9;
/// The bytes of touched arrays that the first cache holds beside other things.
const NEAR: u64 = 24 << 10;
/// The additional time that the beginning of a far array takes, as a multiple of its usual time. There the processor
/// has yet to find out what will be read.
const RAMP: f64 = 1.3;
/// The time of a division, and (`ACROSS`) that of adding up lanes, in operations that wait for each other.
const DIVISION: f64 = 4.0;
const ACROSS: f64 = 12.0;
/// The seconds that a point takes in addition to its work if it does not fill a vector with others.
const POINT: f64 = 3e-9;

/// The speeds of this machine with the threads of `cpu`: measured the first time that a program asks, unless an earlier
/// program has left them.
///
/// # Errors
/// As for [`calibrate::calibrate`].
pub(crate) fn rates(cpu: &Cpu) -> Result<Arc<Rates>, Error> {
    static KNOWN: Mutex<BTreeMap<usize, Arc<Rates>>> = Mutex::new(BTreeMap::new());
    // The lock is held during the measurement, because two at the same time would disturb each other.
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
    /// The least time that memory and arithmetic units allow, if every operation were a fast one.
    pub(crate) roofline: Duration,
}

/// Predicts the launches of an instance for a CPU.
pub(crate) fn predict(
    instance: &Instance,
    launches: Launches<'_>,
    rates: &Rates,
    threads: usize,
) -> Vec<Prediction> {
    let touched = Touched::new(instance);
    let one = |k: usize| {
        let by_all = Stage::new(launches, k..k + 1, threads).levels.is_some();
        rates.predict(&Work::of(instance, launches, &touched, k), by_all.then_some(threads))
    };
    (0..launches.len()).map(one).collect()
}

impl Rates {
    /// The time of a launch. `threads` is their number if several take part.
    fn predict(&self, work: &Work, threads: Option<usize>) -> Prediction {
        let by_all = threads.is_some();
        let width = Isa::selected().width(work.single);
        // Points that do not fill a vector run one at a time.
        let rest = work.rest(width);
        let vectors = if work.single { &self.f32 } else { &self.f64 };
        let operations =
            work.operations(vectors) * (1.0 - rest) + work.operations(&self.scalar) * rest;
        // With so few points, or with one column at a time, each operation waits for the one before.
        let chain = match work.lanes {
            Some(Lanes::Terms) => 0.0,
            // Sums of a block are loaded and stored for each term.
            Some(Lanes::Blocks) => work.ops * rest * self.chain + 2.0 * operations,
            _ if work.points < width as f64 => work.ops * self.chain,
            _ => 0.0,
        };
        let gathers = work.gathered / self.gather.at(work.gathered_from, by_all);
        let alone = if work.lanes.is_some() { work.points * rest } else { 0.0 };
        // Loads from the first cache, which everything needs, go on while others wait for what is farther away.
        let first = self.traffic(work, &|_, curve| curve.at(0, by_all), by_all);
        let beyond = |array: &Array, curve: &Curve| match array.distance <= NEAR {
            true => f64::INFINITY,
            false => curve.at(array.distance, by_all),
        };
        let traffic = first.max(self.traffic(work, &beyond, by_all));
        // On average the terms that are left over fill half a vector, and wait for each other. Where no other sums run
        // meanwhile, the operations that add up lanes, and those that come after the sums, wait, too.
        let terms = (work.ops / work.points.max(1.0)) as usize;
        let waits = match work.points < 4.0 {
            true if terms < width => terms as f64 + work.divisions * DIVISION,
            true => (terms % width) as f64 + ACROSS + work.divisions * DIVISION,
            false => (width - 1) as f64 / 2.0,
        };
        let row = match work.lanes {
            Some(Lanes::Terms) => self.row + waits * self.chain,
            _ => LOOP,
        };
        let shares = threads.unwrap_or(1) as f64;
        let fast =
            (work.ops + work.divisions + work.exponentials + work.transcendentals) * vectors.op;
        let overhead = LAUNCH + if by_all { self.team } else { 0.0 };
        let busy =
            (operations.max(chain) + work.loops(width) * row + alone * POINT) / shares + gathers;
        Prediction {
            time: seconds(traffic.max(busy) + overhead),
            roofline: seconds(traffic.max(fast / shares)),
        }
    }

    /// The seconds for reading and writing. `rate` gives the bandwidth of each array.
    fn traffic(&self, work: &Work, rate: &dyn Fn(&Array, &Curve) -> f64, by_all: bool) -> f64 {
        if work.streams {
            return (work.read + work.written) / self.streamed[usize::from(by_all)];
        }
        let curve = if work.lanes == Some(Lanes::Blocks) { &self.columns } else { &self.read };
        let read = seconds_a_byte(&work.sources, curve, rate);
        // The time of writing is that of a copy less that of reading, but never much less than that of copying.
        let copy = 2.0 * seconds_a_byte(&work.targets, &self.copy, rate);
        let write = (copy - seconds_a_byte(&work.targets, &self.read, rate)).max(copy / 4.0);
        // An array that was read before need not be fetched to be overwritten, and goes back while others are read.
        let written = (work.written - 0.75 * work.updated) * write;
        work.read * read + written + work.begun() * read * RAMP
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
        let half = Array { bytes: 8_000_000, distance: 16_000_000 };
        let copy = Work {
            read: 8e6,
            written: 8e6,
            updated: 0.0,
            sources: vec![half],
            targets: vec![half],
            gathered_from: 0,
            ops: 0.0,
            divisions: 0.0,
            exponentials: 0.0,
            transcendentals: 0.0,
            gathered: 0.0,
            strided: 0.0,
            points: 1e6,
            row: 1 << 20,
            single: false,
            streams: false,
            lanes: Some(Lanes::Points),
        };
        let begun = copy.begun() * RAMP / rates.read.at(half.distance, false);
        let expected = 16e6 / rates.copy.at(half.distance, false) + begun;
        let time = |work: &Work, threads| rates.predict(work, threads).time.as_secs_f64();
        assert!((time(&copy, None) / (expected + LAUNCH) - 1.0).abs() < 1e-3);
        let exp = Work { transcendentals: 1e6, ..copy.clone() };
        assert!((time(&exp, None) / (4e-3 + LAUNCH) - 1.0).abs() < 1e-3);
        assert!(time(&exp, Some(2)) < 0.51 * time(&exp, None) + 1e-5);
        let single = Work { single: true, ..exp.clone() };
        assert!(time(&single, None) < time(&exp, None));
        assert!(rates.predict(&exp, None).roofline < rates.predict(&exp, None).time);
    }
}
