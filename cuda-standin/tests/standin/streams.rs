//! Streams: lazy, and interleaved as the seed says.

use crate::support::*;
use cudarc::driver::sys::*;
use std::ptr::null_mut;

/// One stream fills a buffer, another reads it; true if the result is right.
fn two_streams(cuda: &Cuda, wait: bool) -> bool {
    let (one, two, event) = (cuda.stream(), cuda.stream(), cuda.event());
    let (a, b, c) = (cuda.upload(&[1.0]), cuda.alloc(8), cuda.alloc(8));
    ok(cuda.launch("scale", &scale(a, b, 2.0, 1), one));
    ok(call!(cuEventRecord(event, one)));
    if wait {
        ok(call!(cuStreamWaitEvent(two, event, 0)));
    }
    ok(cuda.launch("scale", &scale(b, c, 5.0, 1), two));
    ok(call!(cuStreamSynchronize(two)));
    let right = cuda.download::<f64>(c, 1) == [10.0];
    for stream in [one, two] {
        ok(call!(cuStreamDestroy_v2(stream)));
    }
    ok(call!(cuEventDestroy_v2(event)));
    for pointer in [a, b, c] {
        ok(call!(cuMemFree_v2(pointer)));
    }
    right
}

#[test]
fn a_missing_stream_wait_shows_for_some_seed() {
    let Some(cuda) = cuda() else { return };
    // The waiting runs have no findings, which would count below.
    let right = |wait: bool| {
        let run = |seed: &u64| {
            cuda.standin.set_seed(*seed);
            two_streams(&cuda, wait)
        };
        (0..20).filter(run).count()
    };
    assert_eq!(right(true), 20);
    let without = right(false);
    assert!(without < 20, "{without}");
    // Whatever the seed, it is found without running.
    let findings = cuda.standin.take_findings();
    assert_eq!(findings.len(), 20, "{findings:?}");
    assert!(findings.iter().all(|text| text.contains("without an event between them")));
}

#[test]
fn host_memory_that_changes_before_the_copy_runs_shows() {
    let Some(cuda) = cuda() else { return };
    let (a, stream) = (cuda.alloc(8), cuda.stream());
    let mut host = Box::new(1.0f64);
    let pointer = &raw mut *host;
    ok(call!(cuMemcpyHtoDAsync_v2(a, pointer.cast(), 8, stream)));
    // SAFETY: nothing else uses the number.
    unsafe { pointer.write_volatile(2.0) };
    ok(call!(cuStreamSynchronize(stream)));
    assert_eq!(cuda.download::<f64>(a, 1), [2.0]);
    cuda.standin.check();
}

#[test]
fn results_are_not_there_before_somebody_waits() {
    let Some(cuda) = cuda() else { return };
    let (a, stream, mut host) = (cuda.upload(&[7.0]), cuda.stream(), [0.0f64]);
    let pointer = host.as_mut_ptr();
    ok(call!(cuMemcpyDtoHAsync_v2(pointer.cast(), a, 8, stream)));
    // SAFETY: the number is there.
    assert_eq!(unsafe { pointer.read_volatile() }, 0.0);
    // Asking makes progress.
    let asked = (0..3).any(|_| call!(cuStreamQuery(stream)) == OK);
    assert!(asked);
    assert_eq!(host, [7.0]);
    cuda.standin.check();
}

#[test]
fn events_tell_time_once_they_are_reached() {
    let Some(cuda) = cuda() else { return };
    let (stream, start, end) = (cuda.stream(), cuda.event(), cuda.event());
    let mut ms = -1.0;
    // An event that was never recorded is done, but has no time.
    ok(call!(cuEventQuery(start)));
    let never = call!(cuEventElapsedTime_v2(&mut ms, start, end));
    assert_eq!(never, CUresult::CUDA_ERROR_INVALID_HANDLE);
    ok(call!(cuEventRecord(start, stream)));
    ok(call!(cuEventRecord(end, stream)));
    let early = call!(cuEventElapsedTime_v2(&mut ms, start, end));
    assert_eq!(early, CUresult::CUDA_ERROR_NOT_READY);
    ok(call!(cuEventSynchronize(end)));
    ok(call!(cuEventElapsedTime_v2(&mut ms, start, end)));
    assert!(ms >= 0.0);
    cuda.standin.check();
}

#[test]
fn a_diverging_barrier_is_a_failed_launch() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.alloc(4);
    let mut arguments = Arguments::new(&[Argument::Pointer(a)]);
    let function = cuda.function("diverging");
    let (pointers, none) = (arguments.pointers(), null_mut());
    ok(call!(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, null_mut(), pointers, none)));
    assert_eq!(call!(cuCtxSynchronize()), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    cuda.found(&["`diverging`", "barrier"]);
}

#[test]
fn destroyed_handles_are_not_used() {
    let Some(cuda) = cuda() else { return };
    let (stream, gone, event, a) =
        (cuda.stream(), cuda.stream(), cuda.event(), cuda.upload(&[1.0]));
    ok(call!(cuStreamDestroy_v2(gone)));
    let _ = cuda.launch("increment", &[Argument::Pointer(a)], gone);
    cuda.found(&["is used after it is destroyed"]);
    ok(call!(cuEventRecord(event, stream)));
    ok(call!(cuEventDestroy_v2(event)));
    let _ = call!(cuStreamWaitEvent(stream, event, 0));
    cuda.found(&["is waited for after it is destroyed"]);
    assert_eq!(call!(cuEventRecord(event, stream)), INVALID);
    cuda.found(&["the event is destroyed"]);
    ok(call!(cuCtxSynchronize()));
    assert_eq!(cuda.download::<f64>(a, 1), [1.0]);
    cuda.standin.check();
}

#[test]
fn limits_of_launches_are_checked() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.alloc(8);
    let launch = |grid: u32, threads: u32, shared: u32| {
        let mut arguments = Arguments::new(&[Argument::Pointer(a)]);
        let (function, none) = (cuda.function("increment"), null_mut());
        let pointers = arguments.pointers();
        let stream = null_mut();
        call!(cuLaunchKernel(function, grid, 1, 1, threads, 1, 1, shared, stream, pointers, none))
    };
    assert_eq!(launch(0, 1, 0), INVALID);
    cuda.found(&["an empty grid [0, 1, 1]"]);
    assert_eq!(launch(1, 1025, 0), INVALID);
    cuda.found(&["block [1025, 1, 1]"]);
    assert_eq!(launch(1, 1, 50_000), INVALID);
    cuda.found(&["50000 bytes of shared memory"]);
    let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    ok(call!(cuFuncSetAttribute(cuda.function("increment"), attribute, 50_000)));
    ok(launch(1, 1, 50_000));
    ok(call!(cuCtxSynchronize()));
    cuda.standin.check();
}

#[test]
fn several_threads_use_it_at_once() {
    let Some(cuda) = cuda() else { return };
    let mut context = null_mut();
    ok(call!(cuCtxGetCurrent(&mut context)));
    let context = context as usize;
    let run = |cuda: &Cuda, by: f64| {
        ok(call!(cuCtxSetCurrent(context as CUcontext)));
        let stream = cuda.stream();
        for _ in 0..20 {
            let (a, b) = (cuda.upload(&[1.0]), cuda.alloc(8));
            ok(cuda.launch("scale", &scale(a, b, by, 1), stream));
            ok(call!(cuStreamSynchronize(stream)));
            assert_eq!(cuda.download::<f64>(b, 1), [by]);
        }
    };
    let shared = &Shared(&cuda);
    std::thread::scope(|scope| {
        for k in 1..=4 {
            scope.spawn(move || run(shared.get(), f64::from(k)));
        }
    });
    cuda.standin.check();
}

/// The stand-in's handles may be used by any thread.
struct Shared<'a>(&'a Cuda);

// SAFETY: the handles in `Cuda` are plain numbers, and its lock stays with the thread that made it.
unsafe impl Sync for Shared<'_> {}

impl Shared<'_> {
    fn get(&self) -> &Cuda {
        self.0
    }
}
