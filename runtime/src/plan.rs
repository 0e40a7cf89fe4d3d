//! The data that generated code consists of: programs, variants, schedules, launches, kernels.
//!
//! `array_fn!` writes these as `static`s; nobody builds them by hand. All of it is plain data, so that every executor
//! (CPU, CUDA graph, stand-ins of tests) reads the same plan. The types are declared by [`array_fn_plan::types!`], for
//! the compiler, too. Only what a CPU calls is the runtime's own: function pointers and their arguments.
//!
//! A [`Program`] is one function for one choice of dtypes. It has [`Kernel`]s, and one [`Variant`] for each choice of
//! pinned dimensions. A variant has a fused [`Schedule`], and an unfused one if that was asked for. A schedule is a
//! list of [`Launch`]es: each applies a kernel to arrays and sizes. Sizes are formulas over the dimensions, which the
//! call evaluates.

use std::ffi::c_void;
use std::ptr::NonNull;

use crate::cpu::team::Team;
pub use array_fn_plan::{DType, Lanes, Numbers, Role, SizeOp, Spread};

/// A size in postfix form over the dimensions of a program.
pub type Size = &'static [SizeOp];

// The other words of the declarations. Positions are plain numbers, because plans have very many.
type Formula = &'static [SizeOp];
type List<T> = &'static [T];
type Text = &'static str;
type PtxText = &'static str;
type CodeBytes = &'static [u8];
type SourceText = &'static str;
type SharedSchedule = Schedule;
type Enqueue = Option<EnqueueFn>;
type Dim = u16;
type ParamId = u16;
type ResultId = u16;
type TempId = u16;
type KernelId = u16;
type LaunchId = u16;
type BufferId = u16;
type SlotId = u16;
type StripId = u16;
type Count = u16;

array_fn_plan::types!(statics);

impl Kernel {
    /// The chain that a GPU runs instead of the kernel, if there is one for a launch with these sizes and extents.
    pub fn chain(&self, sizes: &[i64]) -> Option<&'static Chain> {
        let suits = |chain: &&Chain| {
            chain.suits.iter().all(|within| {
                let value = sizes.get(within.size as usize);
                value.is_some_and(|value| (within.least..=within.most).contains(value))
            })
        };
        self.chains.iter().find(suits)
    }
}

impl Cuda {
    /// The part of the source that is the kernel with this name, and functions that only this kernel has. Parts are
    /// apart by empty lines.
    pub(crate) fn kernel_source(&self, name: &str) -> &'static str {
        const HEAD: &str = "extern \"C\" __global__";
        let is_kernel = |part: &&str| {
            part.match_indices(HEAD).any(|(begin, _)| {
                let head = part[begin..].split_once(')').and_then(|(_, rest)| rest.split_once('('));
                head.is_some_and(|(head, _)| head.split_whitespace().next_back() == Some(name))
            })
        };
        self.source.split("\n\n").find(is_kernel).unwrap_or_default().trim()
    }
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
    /// Whether the launch gathers from an array of which a cache that belongs to one core holds only a part.
    pub gathers: bool,
    /// The threads to which a routine of few points may share out its work.
    pub team: Threads,
    /// The columns that are computed, if the points are whole rows of a matrix. Only kernels that transpose look at them
    /// ([`CpuKernel::turns`]).
    pub columns: [i64; 2],
}

impl CpuArgs {
    /// All columns.
    pub const ALL_COLUMNS: [i64; 2] = [0, i64::MAX];

    /// The columns, of `n`, that are to be done of the points `begin..end`.
    #[inline(always)]
    pub fn columns_of(&self, n: i64, begin: i64, end: i64) -> (i64, i64) {
        let [first, last] = self.columns;
        match n > 0 && begin % n == 0 && end % n == 0 {
            true => (first, i64::min(last, n)),
            false => (0, n),
        }
    }
}

/// Threads that a launch has for itself, if there are any.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub(crate) Option<NonNull<Team>>);

/// Puts the work of a foreign function on a stream, given the sizes that the function takes, and the addresses of its
/// arguments and of its results on the device. A scalar is an array of one element there.
///
/// # Safety
/// - The sizes and the addresses must be those of a [`Launch`] whose shapes and dtypes hold.
/// - The context of the stream must be current.
pub type EnqueueFn =
    unsafe extern "C" fn(stream: *mut c_void, sizes: *const i64, buffers: *const *mut c_void);

/// A CPU kernel over the flat points `begin..end` of its parallel dimensions.
///
/// # Safety
/// - The arguments must be those of a [`Launch`] whose shapes, dtypes and checks hold.
/// - `end` must not exceed the number of points.
/// - No other thread may work on the same points, or on the same columns of them.
/// - [`CpuArgs::columns`] are all, or the points are whole matrices of a kernel that has [`CpuKernel::turns`], and the
///   instruction set is not the baseline.
/// - The instruction set that the function was compiled for must be present.
pub type CpuFn = unsafe fn(args: &CpuArgs, begin: usize, end: usize);

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
    /// The size that is the number of terms of its reductions, and the most of them, if points are in its lanes where
    /// these are few.
    pub few_terms: Option<(u32, i64)>,
    /// What it reads along the rows of a matrix, if it transposes one. Such a kernel can do some columns of all rows
    /// ([`CpuArgs::columns`]).
    pub turns: Option<Turns>,
    /// Whether points have the same results wherever a part of a row ends that fills the widest vector. Otherwise the
    /// points after its last whole vector are computed alone, which rounds products and functions otherwise.
    pub ends_anywhere: bool,
}

/// What a kernel that transposes reads along rows. The matrix is the last two dimensions, or the two before the last.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// The size of the smallest things that it reads there.
    pub bytes: u32,
    /// The points of each thing: 1, or those of the last dimension.
    pub together: u32,
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
