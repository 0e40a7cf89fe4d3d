//! Memory of the device.

use crate::support::*;
use cudarc::driver::sys::*;
use std::ptr::null_mut;

const LOST: CUresult = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;

#[test]
fn double_free_is_refused() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.alloc(8);
    ok(call!(cuMemFree_v2(a)));
    assert_eq!(call!(cuMemFree_v2(a)), INVALID);
    cuda.found(&["freed twice?"]);
}

#[test]
fn new_memory_holds_poison() {
    let Some(cuda) = cuda() else { return };
    let a = cuda.alloc(16);
    assert!(cuda.download::<f64>(a, 2).iter().all(|x| x.is_nan()));
    ok(call!(cuMemFree_v2(a)));
    cuda.standin.check();
}

/// The context must be lost, and come back.
fn lost(cuda: &Cuda, words: &[&str]) {
    assert_eq!(call!(cuCtxSynchronize()), LOST);
    let mut pointer = 0;
    assert_eq!(call!(cuMemAllocAsync(&mut pointer, 8, null_mut())), LOST, "the error stays");
    cuda.found(words);
    cuda.standin.reset();
    ok(call!(cuCtxSynchronize()));
    cuda.standin.take_findings();
}

#[test]
fn a_pointer_past_the_end_costs_the_context() {
    let Some(cuda) = cuda() else { return };
    let (a, b) = (cuda.upload(&[1.0]), cuda.alloc(8));
    let _ = cuda.launch("scale", &scale(a, b + 8, 2.0, 1), null_mut());
    lost(&cuda, &["kernel scale", "is not memory of the device"]);
}

#[test]
fn a_host_pointer_is_no_argument() {
    let Some(cuda) = cuda() else { return };
    let (host, b) = ([1.0f64], cuda.alloc(8));
    let _ = cuda.launch("scale", &scale(host.as_ptr() as u64, b, 2.0, 1), null_mut());
    lost(&cuda, &["kernel scale", "is not memory of the device"]);
}

#[test]
fn a_copy_past_the_end_is_found() {
    let Some(cuda) = cuda() else { return };
    let (a, host) = (cuda.alloc(8), [0u8; 9]);
    let _ = call!(cuMemcpyHtoDAsync_v2(a, host.as_ptr().cast(), 9, null_mut()));
    lost(&cuda, &["copy of 9 bytes", "do not fit into an allocation of 8"]);
}

#[test]
fn use_after_free_is_found() {
    let Some(cuda) = cuda() else { return };
    let (stream, mut a) = (cuda.stream(), 0);
    ok(call!(cuMemAllocAsync(&mut a, 8, stream)));
    ok(call!(cuMemsetD8Async(a, 0, 8, stream)));
    ok(call!(cuMemFreeAsync(a, stream)));
    cuda.standin.check();
    let _ = call!(cuMemsetD8Async(a, 0, 8, stream));
    lost(&cuda, &["memset of 8 bytes", "is freed"]);
}

#[test]
fn after_out_of_memory_a_smaller_allocation_works() {
    let Some(cuda) = cuda() else { return };
    cuda.standin.set_memory_limit(Some(cuda.standin.live().bytes + (1 << 20)));
    let (mut free, mut total, mut a) = (0, 0, 0);
    ok(call!(cuMemGetInfo_v2(&mut free, &mut total)));
    let none = CUresult::CUDA_ERROR_OUT_OF_MEMORY;
    assert_eq!(call!(cuMemAllocAsync(&mut a, free + 1, null_mut())), none);
    ok(call!(cuMemAllocAsync(&mut a, 1000, null_mut())));
    ok(call!(cuMemFreeAsync(a, null_mut())));
    ok(call!(cuCtxSynchronize()));
    let before = free;
    ok(call!(cuMemGetInfo_v2(&mut free, &mut total)));
    assert_eq!(free, before);
    cuda.standin.set_memory_limit(None);
    cuda.standin.check();
}

#[test]
fn pinned_memory_freed_while_it_is_used_is_refused() {
    let Some(cuda) = cuda() else { return };
    let (a, stream, mut pinned) = (cuda.alloc(8), cuda.stream(), null_mut());
    ok(call!(cuMemAllocHost_v2(&mut pinned, 8)));
    ok(call!(cuMemcpyHtoDAsync_v2(a, pinned, 8, stream)));
    assert_eq!(call!(cuMemFreeHost(pinned)), INVALID);
    cuda.found(&["cuMemFreeHost", "is pending"]);
    ok(call!(cuStreamSynchronize(stream)));
    ok(call!(cuMemFreeHost(pinned)));
    cuda.standin.check();
}

#[test]
fn addresses_may_come_again() {
    let Some(cuda) = cuda() else { return };
    let allocate = |bytes| (cuda.alloc(bytes), cuda.alloc(bytes));
    let free = |address| ok(call!(cuMemFree_v2(address)));
    let (a, b) = allocate(40);
    free(a);
    free(b);
    let other = allocate(40);
    assert!(![a, b].contains(&other.0) && ![a, b].contains(&other.1), "a late use would be found");
    free(other.0);
    free(other.1);
    cuda.standin.set_reuse(true);
    assert_eq!(allocate(40), (other.1, other.0), "the latest first");
    assert!(cuda.download::<f64>(other.0, 5).iter().all(|x| x.is_nan()));
    cuda.standin.set_reuse(false);
    cuda.standin.check();
}

#[test]
fn what_lives_is_counted() {
    let Some(cuda) = cuda() else { return };
    let before = cuda.standin.live();
    let (a, stream, event) = (cuda.alloc(24), cuda.stream(), cuda.event());
    let now = cuda.standin.live();
    assert_eq!(now.allocations, before.allocations + 1);
    assert_eq!(now.bytes, before.bytes + 24);
    assert_eq!((now.streams, now.events), (before.streams + 1, before.events + 1));
    ok(call!(cuMemFree_v2(a)));
    ok(call!(cuStreamDestroy_v2(stream)));
    ok(call!(cuEventDestroy_v2(event)));
    ok(call!(cuCtxSynchronize()));
    assert_eq!(cuda.standin.live(), before);
}
