//! Times of a function and of its plain loop, in turns.

use std::fmt;
use std::time::{Duration, Instant};

/// Turns of each.
const ROUNDS: usize = 7;
/// How long a turn should take: what a clock resolves well, and little enough that all cases take some seconds.
const TURN: Duration = Duration::from_micros(1500);

/// A function and the loop that it is compared with.
pub struct Case {
    pub name: String,
    /// The most that the function may take of the loop's time.
    pub bound: f64,
    pub function: Box<dyn FnMut()>,
    pub plain: Box<dyn FnMut()>,
}

/// Seconds a call: the least of all turns, which others disturbed least.
#[derive(Clone, Copy)]
pub struct Measured {
    pub function: f64,
    pub plain: f64,
}

impl Case {
    pub fn measure(&mut self) -> Measured {
        let calls = [calls(&mut self.function), calls(&mut self.plain)];
        let mut measured = Measured { function: f64::INFINITY, plain: f64::INFINITY };
        for _ in 0..ROUNDS {
            let function = seconds(&mut self.function, calls[0]);
            let plain = seconds(&mut self.plain, calls[1]);
            measured = measured.faster(Measured { function, plain });
        }
        measured
    }
}

impl Measured {
    pub fn ratio(self) -> f64 {
        self.function / self.plain
    }

    pub fn faster(self, other: Measured) -> Measured {
        Measured { function: self.function.min(other.function), plain: self.plain.min(other.plain) }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [function, plain] = [self.function, self.plain].map(|seconds| 1e6 * seconds);
        write!(f, "{function:9.2} us, plain loop {plain:9.2} us: {:5.2}", self.ratio())
    }
}

/// Calls that fill a turn, after one that pays for what only first calls do.
fn calls(f: &mut Box<dyn FnMut()>) -> u32 {
    f();
    let one = seconds(f, 1).max(1e-9);
    (TURN.as_secs_f64() / one).ceil().clamp(1.0, 1e6) as u32
}

fn seconds(f: &mut Box<dyn FnMut()>, calls: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        f();
    }
    start.elapsed().as_secs_f64() / f64::from(calls)
}
