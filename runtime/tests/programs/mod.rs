//! Programs written by hand in the way generated code is.

#![allow(dead_code, reason = "each test calls some of them")]

use array_fn_runtime::plan::SizeOp::{Add, Const, Dim, Mul};
use array_fn_runtime::plan::{
    Check, Constraint, Cost, CpuArgs, CpuKernel, Cuda, CudaKernel, DType, DimSource, Kernel, Lanes,
    Launch, Origin, Param, ParamKind, Place, Program, ResultInfo, ScalarArg, Schedule, Size,
    Spread, Temp, Variant,
};
use array_fn_runtime::rt::{
    Array, Error, Function, IndexOperand, Mode, Operand, OperandMut, call_into, call_new,
    scalar_arg,
};

const D0: Size = &[Dim(0)];
const D1: Size = &[Dim(1)];
const D0_D1: Size = &[Dim(0), Dim(1), Mul];
const ONE: Size = &[Const(1)];
const ZERO: Size = &[Const(0)];
const NO_CUDA: Cuda = Cuda { source: "", only_on_cpus: "", ptx: None, code: &[] };

const fn kernel(
    name: &'static str,
    baseline: array_fn_runtime::plan::CpuFn,
    writes: &'static [u32],
) -> Kernel {
    Kernel {
        name,
        cpu: CpuKernel {
            lanes: Lanes::Points,
            baseline,
            avx2: None,
            avx512: None,
            far: None,
            few_terms: None,
            turns: None,
            ends_anywhere: true,
        },
        cuda: CudaKernel { threads: 128, spread: Spread::Points(128), shared_bytes: 0 },
        chains: &[],
        alternatives: &[],
        writes,
        enqueue: None,
        some_rows: false,
    }
}

/// # Safety
/// There must be such a buffer with such an element.
unsafe fn at<T>(args: &CpuArgs, buffer: usize, index: usize) -> *mut T {
    // SAFETY: promised by the caller.
    unsafe { (*args.buffers.add(buffer)).cast::<T>().add(index) }
}

/// # Safety
/// There must be such a size.
unsafe fn size(args: &CpuArgs, k: usize) -> usize {
    // SAFETY: promised by the caller.
    unsafe { *args.sizes.add(k) as usize }
}

/// `b1 = s0 * b0`
unsafe fn scale(args: &CpuArgs, begin: usize, end: usize) {
    for i in begin..end {
        // SAFETY: both buffers have a place for every point; there is one scalar.
        unsafe {
            let factor = f64::from_bits(*args.scalars);
            *at::<f64>(args, 1, i) = factor * *at::<f64>(args, 0, i);
        }
    }
}

/// `b1 += b0`
unsafe fn accumulate(args: &CpuArgs, begin: usize, end: usize) {
    for i in begin..end {
        // SAFETY: both buffers have a place for every point.
        unsafe { *at::<f64>(args, 1, i) += *at::<f64>(args, 0, i) };
    }
}

/// `b1[i] = sum(b0[i * n + j] for j in 0..n)`
unsafe fn row_sums(args: &CpuArgs, begin: usize, end: usize) {
    for i in begin..end {
        // SAFETY: the first buffer has `n` places for every point, the second has one.
        unsafe {
            let n = size(args, 0);
            *at::<f64>(args, 1, i) = (0..n).map(|j| *at::<f64>(args, 0, i * n + j)).sum();
        }
    }
}

static AXPY_KERNELS: [Kernel; 3] = [
    kernel("scale", scale, &[1]),
    kernel("accumulate", accumulate, &[1]),
    kernel("row_sums", row_sums, &[1]),
];

const AXPY_LAUNCHES: &[Launch] = &[
    Launch {
        name: "t",
        kernel: 0,
        buffers: &[Place::Param(0), Place::Temp(0)],
        scalars: &[ScalarArg::Param(1)],
        sizes: &[],
        extents: &[D0, D1],
        after: &[],
        strip: None,
        cost: Cost { bytes: &[Dim(0), Dim(1), Mul, Const(16), Mul], ops: D0_D1, ..Cost::NONE },
        computes: &[],
        contraction: None,
        block: None,
        across: None,
    },
    Launch {
        name: "k",
        kernel: 1,
        buffers: &[Place::Temp(0), Place::Param(2)],
        scalars: &[],
        sizes: &[],
        extents: &[D0, D1],
        after: &[0],
        strip: None,
        cost: Cost { bytes: &[Dim(0), Dim(1), Mul, Const(24), Mul], ops: D0_D1, ..Cost::NONE },
        computes: &[],
        contraction: None,
        block: None,
        across: None,
    },
    Launch {
        name: "sums",
        kernel: 2,
        buffers: &[Place::Temp(0), Place::Result(0)],
        scalars: &[],
        sizes: &[D1],
        extents: &[D0],
        after: &[0],
        strip: None,
        cost: Cost { bytes: &[Dim(0), Dim(1), Mul, Const(8), Mul], ops: D0_D1, ..Cost::NONE },
        computes: &[],
        contraction: None,
        block: None,
        across: None,
    },
];

/// `fn axpy<E, N>(u: [f64; E, N], c: f64, k: &mut [f64; E, N]) -> [f64; E]`:
/// `t = c * u; k += t; sum(t, axis=1)`
pub static AXPY_PROGRAM: Program = Program {
    name: "axpy",
    dims: &["E", "N"],
    explicit_dims: &[],
    dim_sources: &[
        DimSource { dim: 0, param: 0, axis: Some(0), scale: 1, offset: ZERO },
        DimSource { dim: 1, param: 0, axis: Some(1), scale: 1, offset: ZERO },
    ],
    params: &[
        Param {
            name: "u",
            dtype: DType::F64,
            kind: ParamKind::Array,
            shape: &[D0, D1],
            text: "[f64; E, N]",
        },
        Param { name: "c", dtype: DType::F64, kind: ParamKind::Scalar, shape: &[], text: "f64" },
        Param {
            name: "k",
            dtype: DType::F64,
            kind: ParamKind::ArrayMut,
            shape: &[D0, D1],
            text: "&mut [f64; E, N]",
        },
    ],
    results: &[ResultInfo { name: "out", dtype: DType::F64, shape: &[D0] }],
    constraints: &[],
    variants: &[Variant {
        pins: &[],
        few: &[],
        fused: Schedule {
            launches: AXPY_LAUNCHES,
            temps: &[Temp { name: "t", dtype: DType::F64, len: D0_D1, slot: 0, in_strip: None }],
            slots: 1,
            check_launches: 0,
            checks: &[],
            loops: &[],
            joined: &[],
        },
        unfused: None,
    }],
    ranks: None,
    kernels: &AXPY_KERNELS,
    cuda: NO_CUDA,
    origin: Origin { operations: "", source: "" },
};

// SAFETY: the kernels keep to what the program says of them.
pub static AXPY: Function = unsafe { Function::new(&AXPY_PROGRAM) };

pub fn axpy(
    u: &(impl Operand<f64, 2> + ?Sized),
    c: f64,
    k: &mut (impl OperandMut<f64, 2> + ?Sized),
) -> Result<Array<f64, 1>, Error> {
    let mut args = [Operand::<f64, 2>::arg(u), scalar_arg(&c), OperandMut::<f64, 2>::arg_mut(k)];
    let [r0] = call_new::<1>(&AXPY, Mode::Fused, &[], &mut args)?;
    Ok(r0.typed())
}

pub fn axpy_into(
    u: &(impl Operand<f64, 2> + ?Sized),
    c: f64,
    k: &mut (impl OperandMut<f64, 2> + ?Sized),
    out: &mut (impl OperandMut<f64, 1> + ?Sized),
) -> Result<(), Error> {
    let mut args = [Operand::<f64, 2>::arg(u), scalar_arg(&c), OperandMut::<f64, 2>::arg_mut(k)];
    let mut outs = [OperandMut::<f64, 1>::arg_mut(out)];
    call_into(&AXPY, Mode::Fused, &[], &mut args, &mut outs)
}

/// `b2[i] = b0[b1[i]]` with 32-bit indices
unsafe fn gather32(args: &CpuArgs, begin: usize, end: usize) {
    for i in begin..end {
        // SAFETY: indices are in range by the program's parameter types.
        unsafe { *at::<f64>(args, 2, i) = *at::<f64>(args, 0, *at::<i32>(args, 1, i) as usize) };
    }
}

/// `fn gather<E, N>(u: [f64; E], m: [index<E>; N]) -> [f64; N]`
pub static GATHER_PROGRAM: Program = Program {
    name: "gather",
    dims: &["E", "N"],
    explicit_dims: &[],
    dim_sources: &[
        DimSource { dim: 0, param: 0, axis: Some(0), scale: 1, offset: ZERO },
        DimSource { dim: 1, param: 1, axis: Some(0), scale: 1, offset: ZERO },
    ],
    params: &[
        Param {
            name: "u",
            dtype: DType::F64,
            kind: ParamKind::Array,
            shape: &[D0],
            text: "[f64; E]",
        },
        Param {
            name: "m",
            dtype: DType::I32,
            kind: ParamKind::Index { bound: D0 },
            shape: &[D1],
            text: "[index<E>; N]",
        },
    ],
    results: &[ResultInfo { name: "out", dtype: DType::F64, shape: &[D1] }],
    constraints: &[],
    variants: &[Variant {
        pins: &[],
        few: &[],
        fused: Schedule {
            launches: &[Launch {
                name: "u[m]",
                kernel: 0,
                buffers: &[Place::Param(0), Place::Param(1), Place::Result(0)],
                scalars: &[],
                sizes: &[],
                extents: &[D1],
                after: &[],
                strip: None,
                cost: Cost { bytes: &[Dim(1), Const(20), Mul], ops: ZERO, ..Cost::NONE },
                computes: &[],
                contraction: None,
                block: None,
                across: None,
            }],
            temps: &[],
            slots: 0,
            check_launches: 0,
            checks: &[],
            loops: &[],
            joined: &[],
        },
        unfused: None,
    }],
    ranks: None,
    kernels: &[kernel("gather32", gather32, &[2])],
    cuda: NO_CUDA,
    origin: Origin { operations: "", source: "" },
};

// SAFETY: the kernels keep to what the program says of them.
pub static GATHER: Function = unsafe { Function::new(&GATHER_PROGRAM) };

pub fn gather(
    u: &(impl Operand<f64, 1> + ?Sized),
    m: &(impl IndexOperand<1> + ?Sized),
) -> Result<Array<f64, 1>, Error> {
    let mut args = [Operand::<f64, 1>::arg(u), IndexOperand::<1>::index_arg(m)];
    let [r0] = call_new::<1>(&GATHER, Mode::Fused, &[], &mut args)?;
    Ok(r0.typed())
}

/// `b1 = first i with not 0 <= b0[i] < n, else i64::MAX`
unsafe fn check_range(args: &CpuArgs, _begin: usize, end: usize) {
    if end == 0 {
        return;
    }
    // SAFETY: `len` elements in the first buffer, one in the second.
    unsafe {
        let (bound, len) = (size(args, 0) as i64, size(args, 1));
        let bad = (0..len).find(|&i| !(0..bound).contains(&*at::<i64>(args, 0, i)));
        *at::<i64>(args, 1, 0) = bad.map_or(i64::MAX, |i| i as i64);
    }
}

/// `b2[i] = b0[b1[i]]` with 64-bit indices
unsafe fn gather64(args: &CpuArgs, begin: usize, end: usize) {
    for i in begin..end {
        // SAFETY: the check launch has seen that indices are in range.
        unsafe { *at::<f64>(args, 2, i) = *at::<f64>(args, 0, *at::<i64>(args, 1, i) as usize) };
    }
}

/// `fn take<E, N>(u: [f64; E], i: [i64; N], k: &mut [f64; N]) -> f64`: `k = u[i]; sum(k)`
pub static TAKE_PROGRAM: Program = Program {
    name: "take",
    dims: &["E", "N"],
    explicit_dims: &[],
    dim_sources: &[
        DimSource { dim: 0, param: 0, axis: Some(0), scale: 1, offset: ZERO },
        DimSource { dim: 1, param: 1, axis: Some(0), scale: 1, offset: ZERO },
    ],
    params: &[
        Param {
            name: "u",
            dtype: DType::F64,
            kind: ParamKind::Array,
            shape: &[D0],
            text: "[f64; E]",
        },
        Param {
            name: "i",
            dtype: DType::I64,
            kind: ParamKind::Array,
            shape: &[D1],
            text: "[i64; N]",
        },
        Param {
            name: "k",
            dtype: DType::F64,
            kind: ParamKind::ArrayMut,
            shape: &[D1],
            text: "&mut [f64; N]",
        },
    ],
    results: &[ResultInfo { name: "out", dtype: DType::F64, shape: &[] }],
    constraints: &[],
    variants: &[Variant {
        pins: &[],
        few: &[],
        fused: Schedule {
            launches: &[
                Launch {
                    name: "check",
                    kernel: 0,
                    buffers: &[Place::Param(1), Place::Temp(0)],
                    scalars: &[],
                    sizes: &[D0, D1],
                    extents: &[],
                    after: &[],
                    strip: None,
                    cost: Cost { bytes: &[Dim(1), Const(8), Mul], ops: D1, ..Cost::NONE },
                    computes: &[],
                    contraction: None,
                    block: None,
                    across: None,
                },
                Launch {
                    name: "k",
                    kernel: 1,
                    buffers: &[Place::Param(0), Place::Param(1), Place::Param(2)],
                    scalars: &[],
                    sizes: &[],
                    extents: &[D1],
                    after: &[0],
                    strip: None,
                    cost: Cost { bytes: &[Dim(1), Const(24), Mul], ops: ZERO, ..Cost::NONE },
                    computes: &[],
                    contraction: None,
                    block: None,
                    across: None,
                },
                Launch {
                    name: "sum",
                    kernel: 2,
                    buffers: &[Place::Param(2), Place::Result(0)],
                    scalars: &[],
                    sizes: &[D1],
                    extents: &[],
                    after: &[1],
                    strip: None,
                    cost: Cost { bytes: &[Dim(1), Const(8), Mul], ops: D1, ..Cost::NONE },
                    computes: &[],
                    contraction: None,
                    block: None,
                    across: None,
                },
            ],
            temps: &[Temp { name: "bad", dtype: DType::I64, len: ONE, slot: 0, in_strip: None }],
            slots: 1,
            check_launches: 1,
            loops: &[],
            joined: &[],
            checks: &[Check {
                temp: 0,
                message: "`i` is out of range for axis 0 of `u` at position {position}",
            }],
        },
        unfused: None,
    }],
    ranks: None,
    kernels: &[
        kernel("check_range", check_range, &[1]),
        kernel("gather64", gather64, &[2]),
        kernel("row_sums", row_sums, &[1]),
    ],
    cuda: NO_CUDA,
    origin: Origin { operations: "", source: "" },
};

// SAFETY: the kernels keep to what the program says of them.
pub static TAKE: Function = unsafe { Function::new(&TAKE_PROGRAM) };

pub fn take(
    u: &(impl Operand<f64, 1> + ?Sized),
    i: &(impl Operand<i64, 1> + ?Sized),
    k: &mut (impl OperandMut<f64, 1> + ?Sized),
) -> Result<Array<f64, 0>, Error> {
    let mut args =
        [Operand::<f64, 1>::arg(u), Operand::<i64, 1>::arg(i), OperandMut::<f64, 1>::arg_mut(k)];
    let [r0] = call_new::<1>(&TAKE, Mode::Fused, &[], &mut args)?;
    Ok(r0.typed())
}

/// `b0 = s0`
unsafe fn fill(args: &CpuArgs, begin: usize, end: usize) {
    for i in begin..end {
        // SAFETY: one place for every point; there is one scalar.
        unsafe { *at::<f64>(args, 0, i) = f64::from_bits(*args.scalars) };
    }
}

const fn filled(scalars: &'static [ScalarArg]) -> Launch {
    Launch {
        name: "fill",
        kernel: 0,
        buffers: &[Place::Result(0)],
        scalars,
        sizes: &[],
        extents: &[&[Dim(0), Const(-1), Add], &[Dim(1)]],
        after: &[],
        strip: None,
        cost: Cost { bytes: &[Dim(0), Dim(1), Mul, Const(8), Mul], ops: ZERO, ..Cost::NONE },
        computes: &[],
        contraction: None,
        block: None,
        across: None,
    }
}

const ONES: &[Launch] = &[filled(const { &[ScalarArg::Const(1.0f64.to_bits())] })];
const TWOS: &[Launch] = &[filled(const { &[ScalarArg::Const(2.0f64.to_bits())] })];

const fn only(launches: &'static [Launch]) -> Schedule {
    Schedule {
        launches,
        temps: &[],
        slots: 0,
        check_launches: 0,
        checks: &[],
        loops: &[],
        joined: &[],
    }
}

/// `fn pinned<N, M>(x: [f64; 2 * N + 1]) -> [f64; N - 1, M] where N: 4 | 10`, with `M` explicit: ones for
/// `N = 4`, twos (and unfused ones) for `N = 10`.
pub static PINNED_PROGRAM: Program = Program {
    name: "pinned",
    dims: &["N", "M"],
    explicit_dims: &[1],
    dim_sources: &[DimSource { dim: 0, param: 0, axis: Some(0), scale: 2, offset: ONE }],
    params: &[Param {
        name: "x",
        dtype: DType::F64,
        kind: ParamKind::Array,
        shape: &[&[Const(2), Dim(0), Mul, Const(1), Add]],
        text: "[f64; 2 * N + 1]",
    }],
    results: &[ResultInfo {
        name: "out",
        dtype: DType::F64,
        shape: &[&[Dim(0), Const(-1), Add], D1],
    }],
    constraints: &[Constraint { size: &[Dim(0), Const(-1), Add], message: "N must be at least 1" }],
    variants: &[
        Variant { pins: &[(0, 4)], few: &[], fused: only(ONES), unfused: None },
        Variant { pins: &[(0, 10)], few: &[], fused: only(TWOS), unfused: Some(only(ONES)) },
    ],
    ranks: None,
    kernels: &[kernel("fill", fill, &[0])],
    cuda: NO_CUDA,
    origin: Origin { operations: "", source: "" },
};

// SAFETY: the kernels keep to what the program says of them.
pub static PINNED: Function = unsafe { Function::new(&PINNED_PROGRAM) };

pub fn pinned(m: usize, x: &(impl Operand<f64, 1> + ?Sized)) -> Result<Array<f64, 2>, Error> {
    let mut args = [Operand::<f64, 1>::arg(x)];
    let [r0] = call_new::<1>(&PINNED, Mode::Fused, &[m], &mut args)?;
    Ok(r0.typed())
}
