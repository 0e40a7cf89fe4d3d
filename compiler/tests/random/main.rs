//! Random DAGs: passes and the scheduler against the interpreter.
//!
//! `ARRAY_FN_RANDOM_DAGS` says how many (`tools/random-dags.sh` runs many), `ARRAY_FN_RANDOM_SEED` which is
//! the first.

mod formulas;
mod generate;
mod hints;
mod kinds;
mod passes;
mod schedule;

use std::sync::atomic::{AtomicU64, Ordering};

/// Runs `check` with seeds, on all cores; returns how many.
fn for_each_seed(default: u64, check: impl Fn(u64) + Sync) -> u64 {
    let from_env = |name: &str| {
        let text = std::env::var(name).ok()?;
        Some(text.parse::<u64>().unwrap_or_else(|e| panic!("{name}={text}: {e}")))
    };
    let count = from_env("ARRAY_FN_RANDOM_DAGS").unwrap_or(default);
    let first = from_env("ARRAY_FN_RANDOM_SEED").unwrap_or(0);
    let next = AtomicU64::new(first);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    check(seed);
                }
            });
        }
    });
    count
}
