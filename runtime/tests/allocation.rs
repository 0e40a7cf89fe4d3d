//! What calls allocate, counted by the global allocator.

mod programs;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use array_fn_runtime::{Array, Device, Error};
use programs::{axpy, axpy_into};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, SeqCst);
        // SAFETY: promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: promised by the caller.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(f: impl FnOnce() -> Result<(), Error>) -> Result<usize, Error> {
    let before = ALLOCATIONS.load(SeqCst);
    f()?;
    Ok(ALLOCATIONS.load(SeqCst) - before)
}

/// One test, so that no other one allocates at the same time.
#[test]
fn calls_allocate_their_results_only() -> Result<(), Error> {
    let device = Device::cpu_with_threads(2);
    // Small: on the calling thread; large: on the pool.
    for (e, n) in [(4, 2), (5000, 20)] {
        let (u, mut k) = (Array::full([e, n], 1.0)?, Array::zeros([e, n])?);
        let mut out = vec![0.0; e];
        device.run(|| {
            let mut into = || axpy_into(&u, 2.0, &mut k, &mut out);
            // The first calls build the plan, start the threads and warm their queues up.
            for _ in 0..100 {
                into()?;
            }
            let repeated = allocations(|| (0..20).try_for_each(|_| into()))?;
            // The pool's injector takes a new block of its queue now and then.
            let queue = if e > 1000 { 2 } else { 0 };
            assert!(repeated <= queue, "{repeated} allocations in 20 calls with {e} x {n}");
            let with_result = allocations(|| axpy(&u, 2.0, &mut k).map(drop))?;
            assert!((1..=1 + queue).contains(&with_result), "{with_result} with {e} x {n}");
            Ok(())
        })?;
        assert!(out.iter().all(|&sum| sum == 2.0 * n as f64));
    }
    Ok(())
}
