//! What is run to find out how fast a machine is: loops of the kind that the compiler emits.

use crate::cpu::isa::Isa;
use crate::lanes::{self as l, Elementary, Exponential, Float, Lane, V};

/// What a loop works on, for the elements `begin..end`.
#[derive(Clone, Copy)]
pub(super) struct Arrays<T> {
    pub(super) x: *const T,
    pub(super) y: *mut T,
    pub(super) index: *const i32,
}

/// # Safety
/// The arrays must have the elements `begin..end`, `x` each that `index` names; the instruction set that
/// the function was compiled for must be present.
pub(super) type Loop<T> = unsafe fn(&Arrays<T>, begin: usize, end: usize);

/// Operations of an element of [`Element::ARITHMETIC`].
pub(super) const ARITHMETIC_OPS: usize = 24;
/// Elements of a row of [`Element::ROWS`].
pub(super) const ROW: usize = 32;
/// Divisions of an element of [`Element::DIVISIONS`].
pub(super) const DIVISIONS: usize = 2;

/// The loops for one type of elements, each for the instruction sets in the order of [`Isa`].
pub(super) trait Element: Copy + 'static {
    /// Reads `x`, writes `y`.
    const COPY: [Loop<Self>; 3];
    /// Reads `x`.
    const SUM: [Loop<Self>; 3];
    const ARITHMETIC: [Loop<Self>; 3];
    const DIVIDE: [Loop<Self>; 3];
    const EXP: [Loop<Self>; 3];
    const SIN: [Loop<Self>; 3];
    /// Sums of rows of [`ROW`] elements of `x`.
    const ROWS: [Loop<Self>; 3];
    const GATHER: [Loop<Self>; 3];
}

trait Trigonometric: Elementary + Lane {}

impl<T: Elementary + Lane> Trigonometric for T {}

/// The version of a loop for this machine, or the one without lanes.
pub(super) fn of<T>(versions: &[Loop<T>; 3], in_lanes: bool) -> Loop<T> {
    match Isa::selected() {
        Isa::Avx512 if in_lanes => versions[2],
        Isa::Avx2 if in_lanes => versions[1],
        _ => versions[0],
    }
}

/// Defines a module with the loop `$name` for the three instruction sets, `$half` and `$full` elements
/// of `$ty` filling a register.
macro_rules! versions {
    ($name:ident, $ty:ty, $half:literal, $full:literal) => {{
        unsafe fn baseline(a: &Arrays<$ty>, begin: usize, end: usize) {
            // SAFETY: promised by the caller.
            unsafe { $name::<$ty, 1>(a, begin, end) }
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        unsafe fn avx2(a: &Arrays<$ty>, begin: usize, end: usize) {
            // SAFETY: promised by the caller.
            unsafe { $name::<$ty, $half>(a, begin, end) }
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
        unsafe fn avx512(a: &Arrays<$ty>, begin: usize, end: usize) {
            // SAFETY: promised by the caller.
            unsafe { $name::<$ty, $full>(a, begin, end) }
        }
        #[cfg(target_arch = "x86_64")]
        const ALL: [Loop<$ty>; 3] = [baseline, avx2, avx512];
        #[cfg(not(target_arch = "x86_64"))]
        const ALL: [Loop<$ty>; 3] = [baseline; 3];
        ALL
    }};
}

macro_rules! element {
    ($ty:ty, $half:literal, $full:literal) => {
        impl Element for $ty {
            const COPY: [Loop<$ty>; 3] = versions!(copy, $ty, $half, $full);
            const SUM: [Loop<$ty>; 3] = versions!(sum, $ty, $half, $full);
            const ARITHMETIC: [Loop<$ty>; 3] = versions!(arithmetic, $ty, $half, $full);
            const DIVIDE: [Loop<$ty>; 3] = versions!(divide, $ty, $half, $full);
            const EXP: [Loop<$ty>; 3] = versions!(exp, $ty, $half, $full);
            const SIN: [Loop<$ty>; 3] = versions!(sin, $ty, $half, $full);
            const ROWS: [Loop<$ty>; 3] = versions!(rows, $ty, $half, $full);
            const GATHER: [Loop<$ty>; 3] = versions!(gather, $ty, $half, $full);
        }
    };
}

element!(f64, 4, 8);
element!(f32, 8, 16);

/// Defines a loop that maps `x` to `y`; what does not fill a vector is left out.
macro_rules! map {
    ($(#[$doc:meta])* $name:ident, $bound:path, |$arrays:ident, $at:ident, $v:ident| $value:expr) => {
        $(#[$doc])*
        /// # Safety
        /// As for [`Loop`].
        #[inline(always)]
        unsafe fn $name<T: $bound, const W: usize>($arrays: &Arrays<T>, begin: usize, end: usize) {
            let mut $at = begin;
            while $at + W <= end {
                // SAFETY: the elements are within the arrays, promised by the caller.
                unsafe {
                    let $v: V<T, W> = l::load($arrays.x.add($at));
                    l::store($arrays.y.add($at), $value);
                }
                $at += W;
            }
        }
    };
}

map!(copy, Lane, |a, at, x| x);
map!(
    /// Half of the operations are fused in pairs, as in expressions of users.
    arithmetic, Lane, |a, at, x| {
        let mut y = x;
        for _ in 0..ARITHMETIC_OPS / 6 {
            y = l::fma(y, x, x);
            y = l::sub(y, x);
            y = l::fma(y, y, x);
            y = l::mul(y, x);
        }
        y
    }
);
map!(divide, Float, |a, at, x| l::div(x, l::div(l::add(x, x), l::add(l::add(x, x), x))));
map!(exp, Exponential, |a, at, x| l::exp(x));
map!(
    /// Of values between 2 and 6: those of `x` are all on one branch of the sine.
    sin, Trigonometric, |a, at, x| l::sin(l::add(l::mul(x, x), x))
);
map!(gather, Lane, |a, at, x| {
    let index = l::load_index(a.index.add(at));
    let y: V<T, W> = l::gather(a.x, index);
    l::add(x, y)
});

/// Elements `begin..end`, in rows of [`ROW`]: the sums of `W` rows at a time, which are read in columns.
///
/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn rows<T: Lane, const W: usize>(a: &Arrays<T>, begin: usize, end: usize) {
    let mut at = begin;
    while at + ROW * W <= end {
        let mut columns = l::Local::<[[T; W]; ROW]>::new();
        let columns: *mut [T; W] = columns.ptr();
        // SAFETY: the rows are within the array; there is room for their columns, which are written before they
        // are read.
        unsafe {
            l::load_columns::<T, W>(a.x.add(at), ROW as i64, ROW as i64, columns);
            // No closures: they would be compiled without the instruction set.
            let mut sums = [V::<T, W>(columns.read()); 4];
            let mut k = 1;
            while k < ROW {
                sums[k % 4] = l::add(sums[k % 4], V(columns.add(k).read()));
                k += 1;
            }
            l::store(a.y.add(at), l::add(l::add(sums[0], sums[1]), l::add(sums[2], sums[3])));
        }
        at += ROW * W;
    }
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn sum<T: Lane, const W: usize>(a: &Arrays<T>, begin: usize, end: usize) {
    const UNROLLED: usize = 4;
    if end - begin < UNROLLED * W {
        return;
    }
    let mut at = begin;
    // SAFETY: as in `map`.
    unsafe {
        let mut sums: [V<T, W>; UNROLLED] = [l::load(a.x.add(at)); UNROLLED];
        while at + UNROLLED * W <= end {
            for (k, sum) in sums.iter_mut().enumerate() {
                *sum = l::add(*sum, l::load(a.x.add(at + k * W)));
            }
            at += UNROLLED * W;
        }
        let [s0, s1, s2, s3] = sums;
        l::store(a.y.add(begin), l::add(l::add(s0, s1), l::add(s2, s3)));
    }
}
