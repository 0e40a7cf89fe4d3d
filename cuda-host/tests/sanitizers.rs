//! The sanitizers find what they are for: each planted bug runs in a process of its own.

mod overrunning;

use array_fn_cuda_host::{HostCuda, Sanitizer};
use array_fn_runtime::rt::{DynArray, DynData};
use std::ffi::c_void;
use std::path::{Path, PathBuf};

const BLOCKS: u32 = 3;
const THREADS: u32 = 64;
/// How undefined behaviour is reported.
const UNDEFINED: &str = "AddressSanitizer: ILL";
const COUNT: usize = (BLOCKS * THREADS) as usize;

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-host")
}

/// Runs `planted(int* b0, const int* b1)`, with buffers of one element a thread.
fn run(body: &str) -> Vec<i32> {
    let source = format!(
        "extern \"C\" __global__ void planted(int* __restrict__ b0, const int* __restrict__ b1) {{
    const int at = blockIdx.x * {THREADS} + threadIdx.x;
    {body}
}}"
    );
    let host = HostCuda::load(&source, ["planted"], &cache()).unwrap_or_else(|e| panic!("{e}"));
    let (mut out, input) = (vec![0i32; COUNT], (0..COUNT as i32).collect::<Vec<i32>>());
    let (mut to, mut from) = (out.as_mut_ptr(), input.as_ptr());
    let mut parameters = [(&raw mut to).cast::<c_void>(), (&raw mut from).cast()];
    // SAFETY: kernels stay within their buffers, but for planted ones, which a sanitizer stops.
    unsafe { host.launch("planted", BLOCKS, THREADS, 4 * THREADS as usize, &mut parameters) }
        .unwrap_or_else(|e| panic!("{e}"));
    out
}

/// Reverses the elements of each block, twice.
fn reverse(barrier: &str) {
    let swap = format!("x[threadIdx.x] = value; {barrier} value = x[{THREADS} - 1 - threadIdx.x];");
    let out = run(&format!(
        "ARRAY_FN_SHARED(memory); int* const x = (int*)memory;
         int value = b1[at]; {swap} {barrier} {swap} b0[at] = value;"
    ));
    if !barrier.is_empty() {
        assert_eq!(out, (0..COUNT as i32).collect::<Vec<_>>());
    }
}

/// Runs one of the tests below, which does nothing unless it runs so.
fn reports(sanitizer: Sanitizer, test: &str) -> Vec<String> {
    let run = sanitizer.run_tests(&[&format!("planted::{test}")]).unwrap_or_else(|e| panic!("{e}"));
    let reports = run.reports();
    assert_eq!(run.passed() == Some(1), reports.is_empty(), "{}", run.text());
    reports
}

#[track_caller]
fn assert_reported(sanitizer: Sanitizer, test: &str, what: &str) {
    if !sanitizer.is_installed() {
        return;
    }
    let reports = reports(sanitizer, test);
    assert!(reports.iter().any(|report| report.contains(what)), "{test}: {reports:?}");
}

#[track_caller]
fn assert_clean(sanitizer: Sanitizer, test: &str) {
    if sanitizer.is_installed() {
        assert_eq!(reports(sanitizer, test), [""; 0], "{test}");
    }
}

mod planted {
    use super::overrunning::numbers;
    use super::{COUNT, DynArray, DynData, cache, reverse, run};

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn missing_barrier() {
        reverse("");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn missing_barrier_between_others() {
        run("ARRAY_FN_SHARED(memory); int* const x = (int*)memory;
             __syncthreads(); x[threadIdx.x] = b1[at]; const int other = x[63 - threadIdx.x];
             __syncthreads(); b0[at] = other;");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn barriers() {
        reverse("__syncthreads();");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn exchange_instead_of_barrier() {
        reverse("value += __shfl_xor_sync(0xffffffffu, 0, 1);");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn exchanges() {
        run("int sum = b1[at];
             for (unsigned int k = 1; k < 32; k *= 2) sum += __shfl_xor_sync(0xffffffffu, sum, k);
             b0[at] = sum;");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn shared_between_blocks() {
        run("b0[threadIdx.x] = b1[at];");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn shared_between_blocks_with_barriers() {
        run("b0[threadIdx.x] = b1[at]; __syncthreads(); b0[63 - threadIdx.x] += 1;");
    }

    /// Each block adds to what those before it wrote.
    fn add_in_turn(wait: &str) {
        run(&format!(
            "unsigned int* const flags = (unsigned int*)b0;
             if (threadIdx.x == 0) {{
                 const unsigned int own = atomicAdd(flags, 1u);
                 {wait}
                 b0[64] += b1[at];
                 raise_flag(&flags[own + 1], 1);
             }}"
        ));
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn flags_between_blocks() {
        add_in_turn("if (own > 0) await_flag(&flags[own], 1);");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn flags_that_no_block_awaits() {
        add_in_turn("");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn store_behind_buffer() {
        run("b0[at + 1] = b1[at];");
    }

    /// As many elements as fill a temporary's place to its end.
    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn store_behind_temporary() {
        let data = DynData::F64((0..COUNT).map(|k| k as f64).collect());
        let want = DynArray::Array { shape: vec![COUNT], data };
        assert_eq!(numbers(COUNT, &cache()), [want]);
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn load_behind_shared() {
        run("ARRAY_FN_SHARED(memory); b0[at] = ((int*)memory)[threadIdx.x + 1] == b1[at];");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn store_behind_local() {
        run(
            "int local0[4]; for (int k = 0; k <= 4 + b1[0]; ++k) local0[k] = k; b0[at] = local0[b1[at] % 4];",
        );
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn overflow() {
        run("b0[at] = b1[at] + 2147483647;");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn misaligned_load() {
        run("b0[at] = *(const int*)((const char*)b1 + 1);");
    }

    #[test]
    #[ignore = "run under a sanitizer by another test"]
    fn shift_by_too_much() {
        run("b0[at] = 1 << (32 + b1[at]);");
    }
}

#[test]
fn accesses_behind_the_end_are_reported() {
    for test in ["store_behind_buffer", "store_behind_temporary", "load_behind_shared"] {
        assert_reported(Sanitizer::Address, test, "heap-buffer-overflow");
    }
    assert_reported(Sanitizer::Address, "store_behind_local", UNDEFINED);
}

#[test]
fn undefined_behaviour_is_reported() {
    for test in ["overflow", "misaligned_load", "shift_by_too_much"] {
        assert_reported(Sanitizer::Address, test, UNDEFINED);
    }
}

#[test]
fn barriers_are_no_trouble_for_the_address_sanitizer() {
    assert_clean(Sanitizer::Address, "barriers");
}

#[test]
fn a_missing_barrier_is_a_race() {
    assert_reported(Sanitizer::Thread, "missing_barrier", "data race");
    assert_reported(Sanitizer::Thread, "missing_barrier_between_others", "data race");
    assert_clean(Sanitizer::Thread, "barriers");
}

#[test]
fn exchanges_are_no_barriers() {
    assert_reported(Sanitizer::Thread, "exchange_instead_of_barrier", "data race");
    assert_clean(Sanitizer::Thread, "exchanges");
    assert_clean(Sanitizer::Address, "exchanges");
}

#[test]
fn flags_order_blocks() {
    assert_reported(Sanitizer::Thread, "flags_that_no_block_awaits", "data race");
    assert_clean(Sanitizer::Thread, "flags_between_blocks");
}

#[test]
fn blocks_have_no_order() {
    assert_reported(Sanitizer::Thread, "shared_between_blocks", "data race");
    assert_reported(Sanitizer::Thread, "shared_between_blocks_with_barriers", "data race");
}
