//! The data that generated code consists of: programs, variants, schedules, launches, kernels.
//!
//! `array_fn!` writes these as `static`s; nothing here is built by hand. All of it is plain data, so
//! that every executor (CPU, CUDA graph, stand-ins of tests) reads the same plan.

use std::ptr::NonNull;

use crate::cpu::team::Team;

/// Element type of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    BF16,
    F32,
    F64,
}

/// A size in postfix form over the dimensions of a program.
pub type Size = &'static [SizeOp];

/// One step of a [`Size`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeOp {
    Const(i64),
    /// Value of dimension `k`.
    Dim(u16),
    Add,
    Mul,
    /// Floor division by a positive constant.
    FloorDiv(i64),
    /// Floor division of the value before the last by the last one, or by 1 where that is less.
    Quotient,
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug)]
pub enum ParamKind {
    /// By value.
    Scalar,
    Array,
    /// Updated in place.
    ArrayMut,
    /// `index<bound>`, stored as `i32`.
    Index {
        bound: Size,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct Param {
    pub name: &'static str,
    pub dtype: DType,
    pub kind: ParamKind,
    pub shape: &'static [Size],
    /// The declared type as the user wrote its shape: `[f64; E, 2 * N]`.
    pub text: &'static str,
}

/// How dimension `dim` follows from the arguments: `(axis - offset) / scale`, or the domain of an index array.
#[derive(Clone, Copy, Debug)]
pub struct DimSource {
    pub dim: u16,
    pub param: u16,
    /// Without an axis, the dimension is the domain of the parameter's indices.
    pub axis: Option<u16>,
    pub scale: i64,
    pub offset: Size,
}

/// `size >= 0` must hold at the call.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    pub size: Size,
    pub message: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub struct ResultInfo {
    /// What messages call the array that it is written into.
    pub name: &'static str,
    pub dtype: DType,
    pub shape: &'static [Size],
}

/// One function for one choice of dtypes.
#[derive(Debug)]
pub struct Program {
    pub name: &'static str,
    pub dims: &'static [&'static str],
    /// Dimensions passed as leading `usize` arguments, in this order.
    pub explicit_dims: &'static [u16],
    pub dim_sources: &'static [DimSource],
    pub params: &'static [Param],
    pub results: &'static [ResultInfo],
    pub constraints: &'static [Constraint],
    pub variants: &'static [Variant],
    pub kernels: &'static [Kernel],
    pub cuda: Cuda,
    pub origin: Origin,
}

/// What was written, for people: text in the form that `emit/explain.rs` of the compiler describes.
#[derive(Debug)]
pub struct Origin {
    /// The array operations.
    pub operations: &'static str,
    /// The source.
    pub source: &'static str,
}

/// The CUDA side of a program.
#[derive(Debug)]
pub struct Cuda {
    /// CUDA C++ of all kernels.
    pub source: &'static str,
    /// PTX made at build time, if nvcc was there.
    pub ptx: Option<&'static str>,
}

/// A variant for pinned dimensions, or for few rows.
#[derive(Debug)]
pub struct Variant {
    pub pins: &'static [(u16, i64)],
    /// It is not for sizes of which one of these is above 1. There is another one for those.
    pub few: &'static [Size],
    pub fused: Schedule,
    pub unfused: Option<Schedule>,
}

#[derive(Debug)]
pub struct Schedule {
    pub launches: &'static [Launch],
    pub temps: &'static [Temp],
    /// Number of memory slots that temporaries share.
    pub slots: u16,
    /// The first launches that only compute checks; they write no parameter or result.
    pub check_launches: u16,
    pub checks: &'static [Check],
}

/// Temporary `temp` holds one `i64` after the check launches: the flat position of the first offending
/// element, or `i64::MAX`. The message is a template, which is filled if the check fails (`check`).
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub temp: u16,
    pub message: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub struct Temp {
    pub name: &'static str,
    pub dtype: DType,
    pub len: Size,
    pub slot: u16,
}

/// What a buffer parameter of a kernel is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Param(u16),
    Result(u16),
    Temp(u16),
}

/// What a scalar parameter of a kernel is bound to.
#[derive(Clone, Copy, Debug)]
pub enum ScalarArg {
    /// The value's bits (integers extended to 64 bits, `f32` in the low half, `bool` 0 or 1).
    Const(u64),
    /// Scalar parameter `k` of the function (an index into [`Program::params`]).
    Param(u16),
}

/// One kernel applied to something. All launches of a schedule stand in an order that respects
/// `after`.
#[derive(Debug)]
pub struct Launch {
    pub name: &'static str,
    /// Index into [`Program::kernels`].
    pub kernel: u16,
    pub buffers: &'static [Place],
    pub scalars: &'static [ScalarArg],
    pub sizes: &'static [Size],
    /// Parallel dimensions, outermost first.
    pub extents: &'static [Size],
    /// Launches that must be done before.
    pub after: &'static [u16],
    /// The strips that it may run in.
    pub strip: Option<Strip>,
    pub cost: Cost,
    /// The operations of [`Origin::operations`] that it computes, by position.
    pub computes: &'static [u32],
    /// What the kernel computes, if a library may compute it instead.
    pub contraction: Option<Contraction>,
    /// How many points make a task of a CPU thread, if the user says so.
    pub block: Option<Size>,
}

/// Launches of one number may run together, in their order, for some rows after the others: the points of each
/// are equal parts, one for `step` rows each, they read each other only in the own row (not at all where their
/// steps differ), and nothing has to run between them.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    pub number: u16,
    pub rows: Size,
    pub step: Size,
}

/// What a launch costs, by the compiler's model.
#[derive(Debug)]
pub struct Cost {
    /// Bytes of arrays that are written, or read at positions known in advance: each once for each.
    pub bytes: Size,
    /// Arrays that are only read at loaded positions.
    pub gathers: &'static [Gather],
    /// Bytes of all elements loaded from loaded positions.
    pub gathered: Size,
    /// Arithmetic operations, the following ones among them.
    pub ops: Size,
    /// Divisions, remainders, square roots.
    pub divisions: Size,
    /// `exp` and `log`.
    pub exponentials: Size,
    /// Powers, trigonometric functions and the like.
    pub transcendentals: Size,
    /// Elements loaded whose neighbours in the last parallel dimension are not neighbours in memory.
    pub strided: Size,
}

impl Cost {
    /// Of a launch that does nothing.
    pub const NONE: Cost = Cost {
        bytes: &[],
        gathers: &[],
        gathered: &[],
        ops: &[],
        divisions: &[],
        exponentials: &[],
        transcendentals: &[],
        strided: &[],
    };
}

/// An array that is only gathered from: bytes of all of it, and of the elements asked for.
#[derive(Debug)]
pub struct Gather {
    pub array: Size,
    pub elements: Size,
}

/// `out = sum(left * right)`. Positions in the arrays are affine in the indices of the axes.
#[derive(Debug)]
pub struct Contraction {
    /// Of all three arrays: `F32` or `F64`.
    pub dtype: DType,
    pub numbers: Numbers,
    pub left: Factor,
    pub right: Factor,
    /// Which buffer of the launch is written, every element of it once and from position 0 on; it is
    /// neither operand.
    pub out: u16,
    pub axes: &'static [ContractionAxis],
}

/// What the elements of a [`Contraction`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Real,
    /// Pairs of a real and an imaginary part, side by side in all three arrays; strides and offsets count parts.
    Complex,
}

/// An operand of a [`Contraction`].
#[derive(Debug)]
pub struct Factor {
    /// Which buffer of the launch it is.
    pub buffer: u16,
    /// The position at index 0 of all axes.
    pub offset: Size,
}

/// An axis of a [`Contraction`]: how far it goes, and its strides in elements.
#[derive(Debug)]
pub struct ContractionAxis {
    pub role: Role,
    pub extent: Size,
    pub left: Size,
    pub right: Size,
    pub out: Size,
}

/// Which arrays an axis runs through: `out[batch, m, n] = sum(left[batch, m, k] * right[batch, k, n])`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Batch,
    M,
    N,
    K,
}

/// Arguments of a CPU kernel. The pointers live as long as the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CpuArgs {
    /// One pointer per buffer parameter.
    pub buffers: *const *mut u8,
    /// One value per scalar parameter (bits as in [`ScalarArg::Const`]).
    pub scalars: *const u64,
    /// One value per size parameter.
    pub sizes: *const i64,
    /// Extents of the parallel dimensions.
    pub extents: *const i64,
    /// Whether some of the arrays are in no cache of the core's own.
    pub far: bool,
    /// The threads that a routine of few points may share them out to.
    pub team: Threads,
}

/// Threads that a launch has for itself, if there are any.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub(crate) Option<NonNull<Team>>);

/// A CPU kernel over the flat points `begin..end` of its parallel dimensions.
///
/// # Safety
/// The arguments must be those of a [`Launch`] whose shapes, dtypes and checks hold; `end` must not
/// exceed the number of points; no other thread may work on the same points; the instruction set the
/// function was compiled for must be present.
pub type CpuFn = unsafe fn(args: &CpuArgs, begin: usize, end: usize);

#[derive(Debug)]
pub struct Kernel {
    /// Name of the CUDA kernel (`extern "C"`), unique in the program's source.
    pub name: &'static str,
    pub cpu: CpuKernel,
    pub cuda: CudaKernel,
    /// Which buffer parameters are written.
    pub writes: &'static [u32],
}

/// One kernel for each instruction set.
#[derive(Clone, Copy, Debug)]
pub struct CpuKernel {
    pub lanes: Lanes,
    pub baseline: CpuFn,
    /// AVX2, FMA and F16C, where the target is x86-64.
    pub avx2: Option<CpuFn>,
    /// AVX-512 F, BW, DQ and VL, where the target is x86-64.
    pub avx512: Option<CpuFn>,
    /// The same for arrays that no cache holds, where that makes a difference.
    pub far: Option<Far>,
}

/// A kernel that asks for what it reads long before, for each instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Far {
    pub avx2: CpuFn,
    pub avx512: CpuFn,
    /// Whether its results pass the caches. It reads nothing of them then.
    pub streams: bool,
    /// Whether the rows of its results are columns of what it reads: of these a task should have many.
    pub turns: bool,
}

/// What a kernel does side by side on a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Neighbouring points.
    Points,
    /// Terms of a reduction, one point after the other.
    Terms,
    /// Neighbouring points, a block of them for each term of a reduction.
    Blocks,
    /// Nothing: who runs some points of a row goes through all that the row is computed of.
    Rows,
    /// Nothing: where points are few, all threads share the work of each ([`CpuArgs::team`]).
    Shared,
}

/// How to launch a kernel on a GPU. Parameters of the `__global__` function, in this order: one
/// pointer per buffer, one value per scalar (its own dtype), one `long long` per size, one `long long`
/// per parallel extent.
#[derive(Clone, Copy, Debug)]
pub struct CudaKernel {
    /// Threads per block.
    pub threads: u32,
    /// Points of the flattened parallel dimensions handled by one block.
    pub points_per_block: u32,
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
}
