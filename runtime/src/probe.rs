//! Measures how long each launch of a call takes.
//!
//! If no thread asks for times, a call only reads one atomic.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::executor::Executable;
use crate::instance::Instance;

/// The number of threads that ask for times.
static ASKING: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static PROBE: RefCell<Option<Probe>> = const { RefCell::new(None) };
}

struct Probe {
    executable: Arc<Executable>,
    /// For each launch, the times that it took.
    times: Vec<Vec<Duration>>,
}

/// Runs `work` and measures the calls of an instance that it makes on this thread. The result has one list per launch,
/// with one time per call that ran to its end. These calls run their launches one after another.
pub(crate) fn observe<T>(
    executable: &Arc<Executable>,
    work: impl FnOnce() -> T,
) -> (T, Vec<Vec<Duration>>) {
    struct Asking {
        outer: Option<Probe>,
    }
    impl Drop for Asking {
        fn drop(&mut self) {
            PROBE.set(self.outer.take());
            ASKING.fetch_sub(1, Ordering::Relaxed);
        }
    }
    let times = vec![Vec::new(); executable.instance.launches.len()];
    ASKING.fetch_add(1, Ordering::Relaxed);
    let outer = PROBE.replace(Some(Probe { executable: executable.clone(), times }));
    let _asking = Asking { outer };
    let outcome = work();
    let times = PROBE.with_borrow_mut(|probe| probe.as_mut().map(|p| std::mem::take(&mut p.times)));
    (outcome, times.unwrap_or_default())
}

/// Whether this thread asks for the times of calls of the instance.
pub(crate) fn asks(instance: &Instance) -> bool {
    ASKING.load(Ordering::Relaxed) > 0 && asks_here(instance)
}

#[cold]
fn asks_here(instance: &Instance) -> bool {
    PROBE.with_borrow(|probe| {
        probe.as_ref().is_some_and(|probe| std::ptr::eq(&probe.executable.instance, instance))
    })
}

/// The time that two readings of the clock take, which is a part of every measured time.
fn clock() -> Duration {
    static CLOCK: OnceLock<Duration> = OnceLock::new();
    let once = |_| Instant::now().elapsed();
    *CLOCK.get_or_init(|| (0..1000).map(once).min().unwrap_or_default())
}

/// Runs a launch and tells the probe how long it took.
pub(crate) fn timed<T>(launch: usize, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let outcome = work();
    let took = begin.elapsed().saturating_sub(clock());
    PROBE.with_borrow_mut(|probe| {
        if let Some(times) = probe.as_mut().and_then(|probe| probe.times.get_mut(launch)) {
            times.push(took);
        }
    });
    outcome
}
