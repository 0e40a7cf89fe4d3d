//! The shim notices what it promises to notice.

use array_fn_cuda_host::{HostCuda, HostError};
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host")
}

/// Runs `probe(int* b0)` on two blocks of 64 threads with 256 bytes of shared memory.
fn probe(body: &str) -> Result<[i32; 128], HostError> {
    let source = format!("extern \"C\" __global__ void probe(int* __restrict__ b0) {{ {body} }}");
    let host = HostCuda::load(&source, ["probe"], &cache())?;
    let mut out = [-1i32; 128];
    let mut pointer = out.as_mut_ptr();
    let mut parameters = [std::ptr::from_mut(&mut pointer).cast::<c_void>()];
    // SAFETY: the kernels below write within the 128 elements of their one parameter.
    unsafe { host.launch("probe", 2, 64, 256, &mut parameters) }?;
    Ok(out)
}

#[test]
fn barriers_order_the_threads_of_a_block() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let exchange = |barrier: &str| {
        probe(&format!(
            "ARRAY_FN_SHARED(memory); int* const x = (int*)memory;
             x[threadIdx.x] = 10 * threadIdx.x; {barrier}
             b0[blockIdx.x * 64 + threadIdx.x] = x[(threadIdx.x + 1) % 64];"
        ))
        .unwrap()
    };
    let want: Vec<i32> = (0..128).map(|t| 10 * ((t + 1) % 64)).collect();
    assert_eq!(exchange("__syncthreads();")[..], want);
    assert_ne!(exchange("")[..], want, "a missing barrier shows");
}

#[test]
fn threads_of_a_warp_exchange_values() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let shuffled = |value: &str, distance: u32| {
        probe(&format!(
            "b0[blockIdx.x * 64 + threadIdx.x] = (int)__shfl_xor_sync(0xffffffffu, {value}, {distance});"
        ))
        .unwrap()
    };
    for distance in [1, 2, 4, 8, 16, 31] {
        let want: Vec<i32> = (0..128u32).map(|t| 3 * ((t % 64) ^ distance) as i32 - 90).collect();
        for ty in ["signed char", "short", "int", "long long", "float", "double"] {
            let value = format!("({ty})(3 * (int)threadIdx.x - 90)");
            assert_eq!(shuffled(&value, distance)[..], want, "{ty}");
        }
    }
    for distance in [1, 5, 16, 31] {
        let up = format!(
            "b0[blockIdx.x * 64 + threadIdx.x] = __shfl_up_sync(0xffffffffu, threadIdx.x, {distance});"
        );
        let from = |t: i32| if t % 32 < distance { t } else { t - distance };
        let want: Vec<i32> = (0..128).map(|t| from(t % 64)).collect();
        assert_eq!(probe(&up).unwrap()[..], want);
    }
    // One after the other, at equal distances, too.
    let sums = probe(
        "int sum = threadIdx.x, back = threadIdx.x;
         for (unsigned int k = 1; k < 32; k *= 2) {
             sum += __shfl_xor_sync(0xffffffffu, sum, k);
             for (int n = 0; n < 2; ++n) back = 1 + __shfl_xor_sync(0xffffffffu, back, 8);
         }
         b0[blockIdx.x * 64 + threadIdx.x] = back == threadIdx.x + 10 ? sum : -1;",
    );
    let want: Vec<i32> = (0..128).map(|t| if t % 64 < 32 { 496 } else { 496 + 32 * 32 }).collect();
    assert_eq!(sums.unwrap()[..], want);
    let some = probe("if (threadIdx.x < 32) b0[0] = __shfl_xor_sync(0xffffffffu, 1, 1);");
    assert!(matches!(some, Err(HostError::DivergentBarrier { .. })), "{some:?}");
}

/// A block sees what those before it wrote, if each takes a number when it begins.
#[test]
fn blocks_wait_for_those_that_have_begun() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let source = "extern \"C\" __global__ void add(unsigned int* __restrict__ b0) {
        ARRAY_FN_SHARED(memory);
        unsigned int* const own = (unsigned int*)memory;
        if (threadIdx.x == 0) {
            *own = atomicAdd(b0, 1u);
            if (*own > 0) await_flag(&b0[*own], *own);
            b0[8 + *own] = *own > 0 ? b0[7 + *own] + *own : 0;
            raise_flag(&b0[1 + *own], 1 + *own);
        }
    }";
    let host = HostCuda::load(source, ["add"], &cache()).unwrap();
    for order in 0..8 {
        let mut out = [0u32; 14];
        let mut pointer = out.as_mut_ptr();
        let mut parameters = [std::ptr::from_mut(&mut pointer).cast::<c_void>()];
        // SAFETY: six blocks write a flag and an element each, and all of them the first element.
        unsafe { host.launch_in_order("add", 6, 2, 4, &mut parameters, order) }.unwrap();
        assert_eq!(out, [6, 1, 2, 3, 4, 5, 6, 0, 0, 1, 3, 6, 10, 15], "{order}");
    }
}

#[test]
fn shared_memory_starts_poisoned_and_ends_where_it_should() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let read = probe(
        "ARRAY_FN_SHARED(memory);
         b0[blockIdx.x * 64 + threadIdx.x] = ((float*)memory)[threadIdx.x] != ((float*)memory)[threadIdx.x];",
    );
    assert_eq!(read.unwrap(), [1; 128]);
    let overrun = probe("ARRAY_FN_SHARED(memory); ((int*)memory)[threadIdx.x + 1] = 0;");
    assert!(matches!(overrun, Err(HostError::SharedOverrun { .. })), "{overrun:?}");
}

#[test]
fn threads_must_meet_at_the_same_barrier() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let some = probe("if (threadIdx.x < 32) __syncthreads();");
    assert!(matches!(some, Err(HostError::DivergentBarrier { .. })), "{some:?}");
    let other = probe("if (threadIdx.x < 32) __syncthreads();\nelse\n__syncthreads();");
    assert!(matches!(other, Err(HostError::DivergentBarrier { .. })), "{other:?}");
}

/// Threads that have ended, or that meet no barrier, are no hindrance to the next block or launch.
#[test]
fn fibers_serve_many_blocks_and_launches() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let divergent = "if (threadIdx.x < 32) __syncthreads();";
    let rounds = "ARRAY_FN_SHARED(memory); int* const x = (int*)memory;
        int sum = 0;
        for (int k = 0; k < 5; ++k) {
            x[threadIdx.x] = k * threadIdx.x; __syncthreads();
            sum += x[63 - threadIdx.x]; __syncthreads();
        }
        b0[blockIdx.x * 64 + threadIdx.x] = sum;";
    let alone = "b0[blockIdx.x * 64 + threadIdx.x] = threadIdx.x + 1000 * blockIdx.x;";
    for _ in 0..3 {
        assert!(probe(divergent).is_err());
        let want: Vec<i32> = (0..128).map(|t| 10 * (63 - t % 64)).collect();
        assert_eq!(probe(rounds).unwrap()[..], want);
        let want: Vec<i32> = (0..128).map(|t| t % 64 + 1000 * (t / 64)).collect();
        assert_eq!(probe(alone).unwrap()[..], want);
    }
}

/// The fibers of machines without assembly: this process may have loaded the others already.
#[test]
fn fibers_of_the_system_do_the_same() {
    if !array_fn_cuda_host::has_compiler() || std::env::var_os("ARRAY_FN_HOST_UCONTEXT").is_some() {
        return;
    }
    let mut tests = Command::new(std::env::current_exe().unwrap());
    let output = tests.env("ARRAY_FN_HOST_UCONTEXT", "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("10 passed"), "{text}");
}

#[test]
fn kernels_set_the_value_of_a_conditional_node() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let source = "
        extern \"C\" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned int);
        extern \"C\" __global__ void set(cudaGraphConditionalHandle handle, const unsigned int* b0) {
            if (threadIdx.x == 0) cudaGraphSetConditional(handle, b0[0] + 1);
        }";
    let host = HostCuda::load(source, ["set"], &cache()).unwrap();
    let (mut value, input) = (7u32, 41u32);
    let mut handle = (&raw mut value).expose_provenance() as u64;
    let mut pointer = &raw const input;
    let mut parameters = [(&raw mut handle).cast::<c_void>(), (&raw mut pointer).cast()];
    // SAFETY: the handle is the address of 4 writable bytes, and the pointer leads to one element.
    unsafe { host.launch("set", 1, 32, 0, &mut parameters) }.unwrap();
    assert_eq!(value, 42);
}

#[test]
fn errors_name_the_trouble() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let rejected = HostCuda::load("this is no C++", ["probe"], &cache()).err().unwrap();
    assert!(rejected.to_string().contains("emitted.cu:1"), "{rejected}");
}

#[test]
fn blocks_run_in_any_order_that_is_asked_for() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let source = "extern \"C\" __global__ void number(int* __restrict__ b0) {
        __shared__ int in_block[1];
        if (threadIdx.x == 0) in_block[0] = b0[8] + 1;
        __syncthreads();
        if (threadIdx.x == 1) b0[blockIdx.x] = b0[8] = in_block[0];
    }";
    let host = HostCuda::load(source, ["number"], &cache()).unwrap();
    let numbers = |blocks: u32, order: u32| {
        let mut out = [0i32; 9];
        let mut pointer = out.as_mut_ptr();
        let mut parameters = [std::ptr::from_mut(&mut pointer).cast::<c_void>()];
        // SAFETY: at most eight blocks write an element each, and all of them the last one.
        unsafe { host.launch_in_order("number", blocks, 2, 0, &mut parameters, order) }.unwrap();
        out[..blocks as usize].to_vec()
    };
    assert_eq!(numbers(4, 0), [1, 2, 3, 4]);
    assert_eq!(numbers(4, 1), [1, 4, 3, 2]);
    assert_eq!(numbers(4, 4), [3, 4, 1, 2]);
    assert_eq!(numbers(4, 7), [4, 3, 2, 1]);
    for order in 0..20 {
        let mut all = numbers(8, order);
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4, 5, 6, 7, 8], "{order}");
        assert_eq!(numbers(1, order), [1]);
    }
}
