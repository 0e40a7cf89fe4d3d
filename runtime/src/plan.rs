//! The data that generated code consists of: programs, variants, schedules, launches, kernels.
//!
//! `array_fn!` writes these as `static`s; nobody builds them by hand. All of it is plain data, so that every executor
//! (CPU, CUDA graph, stand-ins of tests) reads the same plan.
//!
//! A [`Program`] is one function for one choice of dtypes. It has [`Kernel`]s, and one [`Variant`] for each choice of
//! pinned dimensions. A variant has a fused [`Schedule`], and an unfused one if that was asked for. A schedule is a
//! list of [`Launch`]es: each applies a kernel to arrays and sizes. Sizes are formulas over the dimensions, which the
//! call evaluates.

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
    /// Floor division of the last value but one by the last value, or by 1 if the last value is less than 1.
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

/// How dimension `dim` follows from the arguments: it is `(axis - offset) / scale`, or the domain of an index array.
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
    /// The name in messages of the array that it is written into.
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

/// What the user wrote, for explanations: text in the form that `emit/explain.rs` of the compiler describes.
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
    /// PTX made at build time, if a CUDA toolkit was found.
    pub ptx: Option<&'static str>,
}

/// A variant for pinned dimensions, or for few rows.
#[derive(Debug)]
pub struct Variant {
    pub pins: &'static [(u16, i64)],
    /// Where one of these sizes is above 1, this variant does not fit, and another one does.
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
    /// The number of check launches, which come first. They only compute checks, and write no parameter or result.
    pub check_launches: u16,
    pub checks: &'static [Check],
}

/// A check of values. After the check launches, temporary `temp` holds one `i64`: the flat position of the first
/// offending element, or `i64::MAX`. The message is a template, which is filled if the check fails (`check`).
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

/// The array that a buffer parameter of a kernel is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Param(u16),
    Result(u16),
    Temp(u16),
}

/// The value that a scalar parameter of a kernel is bound to.
#[derive(Clone, Copy, Debug)]
pub enum ScalarArg {
    /// The value's bits (integers extended to 64 bits, `f32` in the low half, `bool` 0 or 1).
    Const(u64),
    /// Scalar parameter `k` of the function (an index into [`Program::params`]).
    Param(u16),
}

/// One kernel, applied to arrays, scalars and sizes. All launches of a schedule stand in an order that respects
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
    /// The launches that must be done before it.
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

/// The strips of a launch. Launches with the same number may run together: all of them, in their order, for some rows,
/// then for the next rows.
///
/// The points of such a launch consist of equal parts, one for each `step` rows. At its row a launch reads results of
/// the others only at the same row, and none of launches with another step. No other launch has to run between them.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    pub number: u16,
    pub rows: Size,
    pub step: Size,
}

/// What a launch costs, by the compiler's model.
#[derive(Debug)]
pub struct Cost {
    /// Bytes of the arrays that are written, and of those that are read at positions known in advance. An array that is
    /// both counts twice.
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
    /// The cost of a launch that does nothing.
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

/// An array that is only gathered from: the bytes of the whole array, and of the elements that are loaded.
#[derive(Debug)]
pub struct Gather {
    pub array: Size,
    pub elements: Size,
}

/// `out = sum(left * right)`. Positions in the arrays are affine in the indices of the axes.
#[derive(Debug)]
pub struct Contraction {
    /// The dtype of all three arrays: `F32` or `F64`.
    pub dtype: DType,
    pub numbers: Numbers,
    pub left: Factor,
    pub right: Factor,
    /// The buffer of the launch that is written: every element once, from position 0 on. It is not an operand.
    pub out: u16,
    pub axes: &'static [ContractionAxis],
}

/// The kind of the elements of a [`Contraction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Real,
    /// Pairs of a real and an imaginary part, side by side in all three arrays; strides and offsets count parts.
    Complex,
}

/// An operand of a [`Contraction`].
#[derive(Debug)]
pub struct Factor {
    /// The buffer of the launch that it is.
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
    /// Whether some of the arrays are in no cache that belongs to one core.
    pub far: bool,
    /// The threads to which a routine of few points may share out its work.
    pub team: Threads,
}

/// Threads that a launch has for itself, if there are any.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub(crate) Option<NonNull<Team>>);

/// A CPU kernel over the flat points `begin..end` of its parallel dimensions.
///
/// # Safety
/// - The arguments must be those of a [`Launch`] whose shapes, dtypes and checks hold.
/// - `end` must not exceed the number of points.
/// - No other thread may work on the same points.
/// - The instruction set that the function was compiled for must be present.
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
    /// The form of the kernel for arrays that no cache holds, if it has one.
    pub far: Option<Far>,
}

/// A kernel that asks for the elements that it reads long before it reads them, for each instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Far {
    pub avx2: CpuFn,
    pub avx512: CpuFn,
    /// Whether it stores its results past the caches. If so, it reads none of them.
    pub streams: bool,
    /// Whether the rows of its results are columns of the arrays that it reads. A task should then have many rows.
    pub turns: bool,
}

/// The things that a kernel computes side by side, in lanes, on a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Neighbouring points.
    Points,
    /// Terms of a reduction; points are computed one after the other.
    Terms,
    /// Neighbouring points, a block of them for each term of a reduction.
    Blocks,
    /// Nothing. A task that computes some points of a row goes through all elements that the row is computed of.
    Rows,
    /// Nothing. If there are few points, all threads share the work of each point ([`CpuArgs::team`]).
    Shared,
}

/// How to launch a kernel on a GPU. The parameters of the `__global__` function are, in this order: one pointer per
/// buffer, one value per scalar (of its own dtype), one `long long` per size, one `long long` per parallel extent.
#[derive(Clone, Copy, Debug)]
pub struct CudaKernel {
    /// Threads per block.
    pub threads: u32,
    /// Points of the flattened parallel dimensions handled by one block.
    pub points_per_block: u32,
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
}
