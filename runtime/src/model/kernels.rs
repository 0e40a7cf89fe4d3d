//! The loops that are run to find out how fast a machine is. They are of the kind that the compiler emits.

use crate::cpu::isa::Isa;
use crate::lanes::{self as l, Exponential, Float, InLanes, Lane, Special, V};

/// The arrays that a loop works on, for the elements `begin..end`.
#[derive(Clone, Copy)]
pub(super) struct Arrays<T> {
    pub(super) x: *const T,
    pub(super) y: *mut T,
    pub(super) index: *const i32,
}

/// # Safety
/// The arrays must have the elements `begin..end`, and `x` also each element that `index` names. The instruction set
/// that the function was compiled for must be present.
pub(super) type Loop<T> = unsafe fn(&Arrays<T>, begin: usize, end: usize);

/// The number of operations per element of [`Element::ARITHMETIC`].
pub(super) const ARITHMETIC_OPS: usize = 24;
/// The number of elements per row of [`Element::ROWS`].
pub(super) const ROW: usize = 32;
/// The number of elements per row of [`Element::SHORT_ROWS`].
pub(super) const SHORT_ROW: usize = 64;
/// The number of pages per row of [`Element::COLUMNS`].
const PAGES: usize = 4;
/// Bytes of a page.
const PAGE: usize = 4096;
/// The number of divisions per element of [`Element::DIVISIONS`].
pub(super) const DIVISIONS: usize = 2;

/// The loops for one type of elements, each for the instruction sets in the order of [`Isa`].
pub(super) trait Element: Copy + 'static {
    /// Reads `x`, writes `y`.
    const COPY: [Loop<Self>; 3];
    /// The same, but asks for far elements ahead, and writes past the caches.
    const STREAM: [Loop<Self>; 3];
    /// Reads `x`.
    const SUM: [Loop<Self>; 3];
    /// The same, but asks for far elements ahead.
    const SUM_FAR: [Loop<Self>; 3];
    /// Reads `x` in rows of [`PAGES`] pages: the first page of all rows, then the second page of all rows, and so on.
    const COLUMNS: [Loop<Self>; 3];
    const COLUMNS_FAR: [Loop<Self>; 3];
    /// Sums of short rows, each of [`SHORT_ROW`] elements, one after the other.
    const SHORT_ROWS: [Loop<Self>; 3];
    const ARITHMETIC: [Loop<Self>; 3];
    const DIVIDE: [Loop<Self>; 3];
    const EXP: [Loop<Self>; 3];
    const SIN: [Loop<Self>; 3];
    const ERF: [Loop<Self>; 3];
    /// Sums of rows of [`ROW`] elements of `x`.
    const ROWS: [Loop<Self>; 3];
    const GATHER: [Loop<Self>; 3];
}

trait Transcendental: InLanes + Special + Float {}

impl<T: InLanes + Special + Float> Transcendental for T {}

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
            const STREAM: [Loop<$ty>; 3] = versions!(stream, $ty, $half, $full);
            const SUM: [Loop<$ty>; 3] = versions!(sum, $ty, $half, $full);
            const SUM_FAR: [Loop<$ty>; 3] = versions!(sum_far, $ty, $half, $full);
            const COLUMNS: [Loop<$ty>; 3] = versions!(columns, $ty, $half, $full);
            const COLUMNS_FAR: [Loop<$ty>; 3] = versions!(columns_far, $ty, $half, $full);
            const SHORT_ROWS: [Loop<$ty>; 3] = versions!(short_rows, $ty, $half, $full);
            const ARITHMETIC: [Loop<$ty>; 3] = versions!(arithmetic, $ty, $half, $full);
            const DIVIDE: [Loop<$ty>; 3] = versions!(divide, $ty, $half, $full);
            const EXP: [Loop<$ty>; 3] = versions!(exp, $ty, $half, $full);
            const SIN: [Loop<$ty>; 3] = versions!(sin, $ty, $half, $full);
            const ERF: [Loop<$ty>; 3] = versions!(erf, $ty, $half, $full);
            const ROWS: [Loop<$ty>; 3] = versions!(rows, $ty, $half, $full);
            const GATHER: [Loop<$ty>; 3] = versions!(gather, $ty, $half, $full);
        }
    };
}

element!(f64, 4, 8);
element!(f32, 8, 16);

/// Defines a loop that maps `x` to `y`. Elements that do not fill a vector are left out.
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
    /// Half of the operations are fused in pairs, as is common in the expressions of users.
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
    sin, Transcendental, |a, at, x| l::sin(l::add(l::mul(x, x), x))
);
map!(
    /// Of values between 0.5 and 1, where its branches meet.
    erf, Transcendental, |a, at, x| l::erf(l::div(x, l::mul(x, x)))
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
            // There are no closures, because they would be compiled without the instruction set.
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
unsafe fn stream<T: Lane, const W: usize>(a: &Arrays<T>, begin: usize, end: usize) {
    let mut at = begin.next_multiple_of(W);
    while at + W <= end {
        // SAFETY: as in `map`.
        unsafe {
            l::fetch(a.x.add(at));
            let x: V<T, W> = l::load(a.x.add(at));
            l::stream(a.y.add(at), x);
        }
        at += W;
    }
    l::finish_streams();
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn sum<T: Lane, const W: usize>(a: &Arrays<T>, begin: usize, end: usize) {
    // SAFETY: promised by the caller.
    unsafe { sum_row::<T, W, false>(a, begin, end) };
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn sum_far<T: Lane, const W: usize>(a: &Arrays<T>, begin: usize, end: usize) {
    // SAFETY: promised by the caller.
    unsafe { sum_row::<T, W, true>(a, begin, end) };
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn short_rows<T: Lane, const W: usize>(a: &Arrays<T>, begin: usize, end: usize) {
    let mut at = begin;
    while at + SHORT_ROW <= end {
        // SAFETY: promised by the caller, of some of the elements.
        unsafe {
            let sum = sum_lanes::<T, W, false>(a, at, at + SHORT_ROW);
            std::hint::black_box(l::across(sum, |x, y| l::add(x, y)));
        }
        at += SHORT_ROW;
    }
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn sum_row<T: Lane, const W: usize, const FAR: bool>(
    a: &Arrays<T>,
    begin: usize,
    end: usize,
) {
    // SAFETY: promised by the caller.
    std::hint::black_box(unsafe { sum_lanes::<T, W, FAR>(a, begin, end) });
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn sum_lanes<T: Lane, const W: usize, const FAR: bool>(
    a: &Arrays<T>,
    begin: usize,
    end: usize,
) -> V<T, W> {
    const UNROLLED: usize = 4;
    let mut at = begin;
    let mut sums: [V<T, W>; UNROLLED] = [V([T::default(); W]); UNROLLED];
    while at + UNROLLED * W <= end {
        let mut k = 0;
        while k < UNROLLED {
            // SAFETY: as in `map`.
            unsafe {
                if FAR {
                    l::fetch(a.x.add(at + k * W));
                }
                sums[k] = l::add(sums[k], l::load(a.x.add(at + k * W)));
            }
            k += 1;
        }
        at += UNROLLED * W;
    }
    let [s0, s1, s2, s3] = sums;
    // SAFETY: promised by the caller.
    unsafe { l::add(l::add(s0, s1), l::add(s2, s3)) }
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn columns<T: Lane, const W: usize>(a: &Arrays<T>, begin: usize, end: usize) {
    // SAFETY: promised by the caller.
    unsafe { sum_columns::<T, W, false>(a, begin, end) };
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn columns_far<T: Lane, const W: usize>(a: &Arrays<T>, begin: usize, end: usize) {
    // SAFETY: promised by the caller.
    unsafe { sum_columns::<T, W, true>(a, begin, end) };
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn sum_columns<T: Lane, const W: usize, const FAR: bool>(
    a: &Arrays<T>,
    begin: usize,
    end: usize,
) {
    let page = PAGE / size_of::<T>();
    let row = PAGES * page;
    let mut sums = l::Local::<[u8; PAGE]>::new();
    let sums: *mut T = sums.ptr();
    let mut first = begin;
    while first < begin + row && first + page <= end {
        // SAFETY: a page of sums, written before it is read; the elements are within the array, as in `map`.
        unsafe {
            let mut k = 0;
            while k < page {
                l::store(sums.add(k), V([T::default(); W]));
                k += W;
            }
            let mut at = first;
            while at + page <= end {
                let mut k = 0;
                while k < page {
                    if FAR {
                        l::fetch_row(a.x.add(at + k), row as i64, l::Ahead::ROWS);
                    }
                    let sum: V<T, W> = l::load(sums.add(k));
                    l::store(sums.add(k), l::add(sum, l::load(a.x.add(at + k))));
                    k += W;
                }
                at += row;
            }
            std::hint::black_box(sums);
        }
        first += page;
    }
}
