//! A function applied to many items, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

/// The stack of each thread. The compilers recurse into the expressions that they read. NVRTC is made for the stack of
/// a process: for an expression of 300 nested calls it would need more than a thread has by default. Only the part of a
/// stack that is used costs memory.
const STACK: usize = 64 << 20;

/// Applies `f` to every item, on as many threads as cargo grants. Results are in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let granted = std::env::var("NUM_JOBS").ok().and_then(|n| n.parse().ok());
    let available = || thread::available_parallelism().map_or(1, |n| n.get());
    let threads: usize = granted.unwrap_or_else(available).clamp(1, items.len().max(1));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let work = || {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(k) else { break };
            let result = f(item);
            if let Ok(mut results) = results.lock() {
                results.push((k, result));
            }
        }
    };
    thread::scope(|scope| {
        let started = (0..threads)
            .take_while(|_| Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok())
            .count();
        if started == 0 {
            work();
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(k, _)| *k);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order() {
        let items: Vec<usize> = (0..100).collect();
        assert_eq!(super::map(&items, |k| 2 * k), (0..200).step_by(2).collect::<Vec<_>>());
        assert_eq!(super::map(&[] as &[usize], |k| *k), []);
    }
}
