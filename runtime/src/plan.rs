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

/// Element type of an array. A complex number is two elements of `F32` or `F64`, side by side in a further axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    /// `bool`: a byte that is 0 or 1.
    Bool,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`.
    I32,
    /// `i64`.
    I64,
    /// `u8`.
    U8,
    /// `u16`.
    U16,
    /// `u32`.
    U32,
    /// `u64`.
    U64,
    /// `half::f16`: IEEE 754 `binary16`.
    F16,
    /// `half::bf16`: the upper half of an `f32`.
    BF16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

/// A size in postfix form over the dimensions of a program.
pub type Size = &'static [SizeOp];

/// One step of a [`Size`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeOp {
    /// Pushes a constant.
    Const(i64),
    /// Pushes the value of dimension `k`.
    Dim(u16),
    /// The sum of the last two values.
    Add,
    /// The product of the last two values.
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
    /// By reference, only read.
    Array,
    /// By reference, updated in place.
    ArrayMut,
    /// `index<bound>`, stored as `i32`.
    Index {
        /// The size of the dimension that the indices are of: each is at least 0 and less than this.
        bound: Size,
    },
}

/// A parameter of a program. A record is several parameters, one for each of its fields.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name in messages, with its path if it is a field: `q.rho`.
    pub name: &'static str,
    /// The element type.
    pub dtype: DType,
    /// How it is passed.
    pub kind: ParamKind,
    /// The size of each axis; empty for scalars.
    pub shape: &'static [Size],
    /// The declared type as the user wrote its shape: `[f64; E, 2 * N]`.
    pub text: &'static str,
}

/// How dimension `dim` follows from the arguments: it is `(axis - offset) / scale`, or the domain of an index array.
#[derive(Clone, Copy, Debug)]
pub struct DimSource {
    /// Position in [`Program::dims`].
    pub dim: u16,
    /// The parameter that tells it: a position in [`Program::params`].
    pub param: u16,
    /// Without an axis, the dimension is the domain of the parameter's indices.
    pub axis: Option<u16>,
    /// The factor of the dimension in the size of the axis; 1 without an axis.
    pub scale: i64,
    /// The rest of the size of the axis, which depends on earlier dimensions only.
    pub offset: Size,
}

/// `size >= 0` must hold at the call.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// The size that must not be negative.
    pub size: Size,
    /// What to say if it is negative.
    pub message: &'static str,
}

/// A result of a program, which is a new array or one that the caller hands over.
#[derive(Clone, Copy, Debug)]
pub struct ResultInfo {
    /// The name in messages of the array that it is written into.
    pub name: &'static str,
    /// The element type.
    pub dtype: DType,
    /// The size of each axis.
    pub shape: &'static [Size],
}

/// One function for one choice of dtypes.
#[derive(Debug)]
pub struct Program {
    /// The name of the function.
    pub name: &'static str,
    /// The names of the dimensions, in the order of their declaration.
    pub dims: &'static [&'static str],
    /// Dimensions passed as leading `usize` arguments, in this order.
    pub explicit_dims: &'static [u16],
    /// How the other dimensions follow from the arguments. A later one may use those before it.
    pub dim_sources: &'static [DimSource],
    /// The parameters in the order of the signature.
    pub params: &'static [Param],
    /// The results in the order of the signature.
    pub results: &'static [ResultInfo],
    /// The conditions on sizes, which are tested before anything else runs.
    pub constraints: &'static [Constraint],
    /// The schedules to choose from: a call takes the first that fits.
    pub variants: &'static [Variant],
    /// The kernels of all variants.
    pub kernels: &'static [Kernel],
    /// The same kernels for GPUs.
    pub cuda: Cuda,
    /// The source, for explanations.
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
    /// Dimensions, as positions in [`Program::dims`], and the values that they must have.
    pub pins: &'static [(u16, i64)],
    /// Where one of these sizes is above 1, this variant does not fit, and another one does.
    pub few: &'static [Size],
    /// The schedule whose kernels compute several operations each.
    pub fused: Schedule,
    /// The schedule with one kernel for each operation, if the function asks for it.
    pub unfused: Option<Schedule>,
}

/// The launches of a call, and the memory between them.
#[derive(Debug)]
pub struct Schedule {
    /// The launches, in an order in which they may run.
    pub launches: &'static [Launch],
    /// The arrays that launches leave for other launches.
    pub temps: &'static [Temp],
    /// Number of memory slots that temporaries share.
    pub slots: u16,
    /// The number of check launches, which come first. They only compute checks, and write no parameter or result.
    pub check_launches: u16,
    /// The checks that those launches compute.
    pub checks: &'static [Check],
}

/// A check of values. After the check launches, temporary `temp` holds one `i64`: the flat position of the first
/// offending element, or `i64::MAX`. The message is a template, which is filled if the check fails (`check`).
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Position in [`Schedule::temps`].
    pub temp: u16,
    /// The template.
    pub message: &'static str,
}

/// A temporary: an array that is no parameter and no result.
#[derive(Clone, Copy, Debug)]
pub struct Temp {
    /// The name of the operation that it holds.
    pub name: &'static str,
    /// The element type.
    pub dtype: DType,
    /// The number of elements.
    pub len: Size,
    /// The slot that it is in. Temporaries in one slot share memory, and are never needed at the same time.
    pub slot: u16,
}

/// The array that a buffer parameter of a kernel is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A position in [`Program::params`].
    Param(u16),
    /// A position in [`Program::results`].
    Result(u16),
    /// A position in [`Schedule::temps`].
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
    /// The name of the operation, for people.
    pub name: &'static str,
    /// Index into [`Program::kernels`].
    pub kernel: u16,
    /// The arrays that the kernel works on, one for each of its buffers.
    pub buffers: &'static [Place],
    /// The scalars that it takes.
    pub scalars: &'static [ScalarArg],
    /// The sizes that it takes.
    pub sizes: &'static [Size],
    /// Parallel dimensions, outermost first.
    pub extents: &'static [Size],
    /// The launches that must be done before it.
    pub after: &'static [u16],
    /// The strips that it may run in.
    pub strip: Option<Strip>,
    /// The costs, as formulas.
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
    /// The launches of one number may run together.
    pub number: u16,
    /// The rows that there are in all.
    pub rows: Size,
    /// How many rows belong to one part of the points; a strip has whole parts.
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
    /// Bytes of the whole array.
    pub array: Size,
    /// Bytes of the elements that are loaded.
    pub elements: Size,
}

/// `out = sum(left * right)`. Positions in the arrays are affine in the indices of the axes.
#[derive(Debug)]
pub struct Contraction {
    /// The dtype of all three arrays: `F32` or `F64`.
    pub dtype: DType,
    /// Real or complex.
    pub numbers: Numbers,
    /// The left operand.
    pub left: Factor,
    /// The right operand.
    pub right: Factor,
    /// The buffer of the launch that is written: every element once, from position 0 on. It is not an operand.
    pub out: u16,
    /// The axes of all three arrays.
    pub axes: &'static [ContractionAxis],
}

/// The kind of the elements of a [`Contraction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Numbers of one element each.
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
    /// Which of the arrays it runs through.
    pub role: Role,
    /// How many indices it has.
    pub extent: Size,
    /// The stride in the left operand; 0 if it does not run through it.
    pub left: Size,
    /// The same for the right operand.
    pub right: Size,
    /// The same for the result.
    pub out: Size,
}

/// Which arrays an axis runs through: `out[batch, m, n] = sum(left[batch, m, k] * right[batch, k, n])`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Through all three arrays.
    Batch,
    /// Through the left operand and the result.
    M,
    /// Through the right operand and the result.
    N,
    /// Through both operands: the axis of the sum.
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

/// A kernel: code that computes all points of a launch, in any order.
#[derive(Debug)]
pub struct Kernel {
    /// Name of the CUDA kernel (`extern "C"`), unique in the program's source.
    pub name: &'static str,
    /// The code for CPUs.
    pub cpu: CpuKernel,
    /// How to launch it on a GPU. Its code is in [`Cuda`].
    pub cuda: CudaKernel,
    /// Which buffer parameters are written.
    pub writes: &'static [u32],
}

/// One kernel for each instruction set.
#[derive(Clone, Copy, Debug)]
pub struct CpuKernel {
    /// What it computes side by side.
    pub lanes: Lanes,
    /// For every CPU of the target.
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
    /// As [`CpuKernel::avx2`].
    pub avx2: CpuFn,
    /// As [`CpuKernel::avx512`].
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
