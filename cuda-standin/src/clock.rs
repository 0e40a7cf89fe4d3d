//! The times that events take: those of the host, or, where a test says how long kernels take, those of a device that
//! does nothing else.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::state::State;
use crate::work::Work;

/// The time of a kernel of which the test says nothing.
const OTHER: Duration = Duration::from_micros(1);

/// How long kernels take.
pub struct Clock {
    /// By the name of the kernel, and the threads of a block.
    times: HashMap<(String, u32), Duration>,
    start: Instant,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { times: HashMap::new(), start: Instant::now() }
    }
}

impl Clock {
    /// Says how long a kernel takes.
    pub fn set(&mut self, kernel: String, threads: u32, time: Duration) {
        self.times.insert((kernel, threads), time);
    }

    /// Events have the times of the host again.
    pub fn clear(&mut self) {
        self.times.clear();
    }

    /// The time now, on a stream whose kernels have taken so long.
    pub fn now(&self, took: Duration) -> Instant {
        if self.times.is_empty() { Instant::now() } else { self.start + took }
    }
}

impl State {
    /// How long work on a stream takes, where a test has said so.
    pub fn duration(&self, work: &Work) -> Duration {
        let Work::Kernel(call) = work else { return Duration::ZERO };
        let threads = call.block.iter().product();
        let key = (self.function_name(call.function), threads);
        self.clock.times.get(&key).copied().unwrap_or(OTHER)
    }
}
