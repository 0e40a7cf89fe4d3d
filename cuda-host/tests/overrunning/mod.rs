//! A program with a planted bug: the kernel of one temporary writes behind it, where the runtime lays out
//! the other.

use array_fn_cuda_host::HostLauncher;
use array_fn_runtime::rt::plan::SizeOp::{Const, Dim};
use array_fn_runtime::rt::plan::{
    Cost, CpuArgs, CpuKernel, Cuda, CudaKernel, DType, Kernel, Lanes, Launch, Origin, Place,
    Program, ResultInfo, Schedule, Size, Spread, Temp, Variant,
};
use array_fn_runtime::rt::{DynArray, Function, Mode, run_with};
use std::path::Path;

const SOURCE: &str = r#"
extern "C" __global__ void number(double* __restrict__ b0, const long long n0, const long long m0) {
    const long long point = (long long)blockIdx.x * 64 + threadIdx.x;
    if (point < m0) b0[point + n0] = point;
}
extern "C" __global__ void copy(
    const double* __restrict__ b0, double* __restrict__ b1, const long long m0) {
    const long long point = (long long)blockIdx.x * 64 + threadIdx.x;
    if (point < m0) b1[point] = b0[point];
}
"#;

unsafe fn none(_: &CpuArgs, _: usize, _: usize) {
    unreachable!("the program runs on CUDA alone")
}

const fn kernel(name: &'static str, writes: &'static [u32]) -> Kernel {
    Kernel {
        name,
        cpu: CpuKernel {
            lanes: Lanes::Points,
            baseline: none,
            avx2: None,
            avx512: None,
            far: None,
            few_terms: None,
            turns: None,
            ends_anywhere: true,
        },
        cuda: CudaKernel { threads: 64, spread: Spread::Points(64), shared_bytes: 0 },
        chains: &[],
        alternatives: &[],
        writes,
        enqueue: None,
        some_rows: false,
    }
}

const N: Size = &[Dim(0)];

const fn launch(
    name: &'static str,
    kernel: u16,
    buffers: &'static [Place],
    sizes: &'static [Size],
    after: &'static [u16],
) -> Launch {
    Launch {
        name,
        kernel,
        buffers,
        scalars: &[],
        sizes,
        extents: &[N],
        after,
        cost: Cost { bytes: N, ops: N, ..Cost::NONE },
        computes: &[],
        contraction: None,
        strip: None,
        block: None,
        across: None,
    }
}

const fn temp(name: &'static str, slot: u16) -> Temp {
    Temp { name, dtype: DType::F64, len: N, slot, in_strip: None }
}

static PROGRAM: Program = Program {
    name: "overrunning",
    dims: &["N"],
    explicit_dims: &[0],
    dim_sources: &[],
    params: &[],
    results: &[ResultInfo { name: "out", dtype: DType::F64, shape: &[N] }],
    constraints: &[],
    variants: &[Variant {
        pins: &[],
        few: &[],
        fused: Schedule {
            launches: &[
                launch("wrong", 0, &[Place::Temp(0)], &[&[Const(1)]], &[]),
                launch("right", 0, &[Place::Temp(1)], &[&[Const(0)]], &[0]),
                launch("result", 1, &[Place::Temp(1), Place::Result(0)], &[], &[1]),
            ],
            temps: &[temp("a", 0), temp("b", 1)],
            slots: 2,
            check_launches: 0,
            checks: &[],
            loops: &[],
            joined: &[],
        },
        unfused: None,
    }],
    ranks: None,
    kernels: &[kernel("number", &[0]), kernel("copy", &[1])],
    cuda: Cuda { source: SOURCE, only_on_cpus: "", ptx: None, code: &[] },
    origin: Origin { operations: "", source: "" },
};

// SAFETY: only `numbers` calls it, by a launcher under which the bug stays within the temporaries.
static FUNCTION: Function = unsafe { Function::new(&PROGRAM) };

/// The numbers from 0 to `n - 1`, which the bug does not change as long as temporaries share an allocation.
pub fn numbers(n: usize, cache: &Path) -> Vec<DynArray> {
    let launcher = HostLauncher::new(&PROGRAM, cache).unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: the launcher runs the program's own kernels; the bug is seen by a sanitizer, or else leads
    // into the other temporary.
    let results = unsafe { run_with(&FUNCTION, Mode::Fused, &[n], vec![], &launcher) };
    results.unwrap_or_else(|e| panic!("{e}"))
}
