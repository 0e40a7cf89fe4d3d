//! The loops that take nearly all of the time, compiled for each instruction set. None of them fuses products and sums,
//! so they give the same bits on each instruction set.

use std::mem::MaybeUninit;

use super::singular;
use super::{Matrix, Number, Product};
use crate::cpu::isa::Isa;

/// The number of terms that are packed at a time.
const DEPTH: usize = 128;

/// The loops. Each has the safety conditions of the generic function of the same name.
pub(super) struct Kernels<T: 'static> {
    pub(super) subtract: unsafe fn(&Product<T>),
    pub(super) eliminate: unsafe fn(Matrix<T>, usize, [usize; 2]),
    pub(super) factor: unsafe fn(Matrix<T>, usize, [usize; 2]),
    pub(super) forward: unsafe fn(Matrix<T>, usize, Matrix<T>, usize),
    pub(super) backward: unsafe fn(Matrix<T>, usize, Matrix<T>, usize),
    pub(super) bidiagonal: unsafe fn(singular::Work<'_, T>) -> T,
}

macro_rules! compiled {
    ($name:ident, $type:ident, $columns:literal $(, $features:literal)?) => {
        mod $name {
            use super::super::{Matrix, Product, singular};
            use super::Kernels;

            pub(super) static KERNELS: Kernels<$type> =
                Kernels { subtract, eliminate, factor, forward, backward, bidiagonal };

            $(#[target_feature(enable = $features)])?
            unsafe fn subtract(product: &Product<$type>) {
                // SAFETY: promised by the caller, as for all below.
                unsafe { super::subtract::<$type, $columns>(product) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn eliminate(a: Matrix<$type>, n: usize, columns: [usize; 2]) {
                // SAFETY: see above.
                unsafe { super::eliminate(a, n, columns) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn factor(a: Matrix<$type>, n: usize, columns: [usize; 2]) {
                // SAFETY: see above.
                unsafe { super::factor::<$type, { $columns / 2 }>(a, n, columns) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn forward(l: Matrix<$type>, n: usize, x: Matrix<$type>, columns: usize) {
                // SAFETY: see above.
                unsafe { super::forward(l, n, x, columns) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn backward(u: Matrix<$type>, n: usize, x: Matrix<$type>, columns: usize) {
                // SAFETY: see above.
                unsafe { super::backward(u, n, x, columns) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn bidiagonal(work: singular::Work<'_, $type>) -> $type {
                work.run()
            }
        }
    };
}

macro_rules! selected {
    ($type:ident, $baseline:ident, $avx2:ident, $avx512:ident) => {
        pub(super) fn $type() -> &'static Kernels<$type> {
            match Isa::selected() {
                #[cfg(target_arch = "x86_64")]
                Isa::Avx512 => &$avx512::KERNELS,
                #[cfg(target_arch = "x86_64")]
                Isa::Avx2 => &$avx2::KERNELS,
                _ => &$baseline::KERNELS,
            }
        }
    };
}

// As many columns as fit the registers for four rows.
compiled!(baseline_f32, f32, 8);
compiled!(baseline_f64, f64, 4);
#[cfg(target_arch = "x86_64")]
compiled!(avx2_f32, f32, 16, "avx2,fma");
#[cfg(target_arch = "x86_64")]
compiled!(avx2_f64, f64, 8, "avx2,fma");
#[cfg(target_arch = "x86_64")]
compiled!(avx512_f32, f32, 32, "avx2,fma,avx512f,avx512bw,avx512dq,avx512vl");
#[cfg(target_arch = "x86_64")]
compiled!(avx512_f64, f64, 16, "avx2,fma,avx512f,avx512bw,avx512dq,avx512vl");
selected!(f32, baseline_f32, avx2_f32, avx512_f32);
selected!(f64, baseline_f64, avx2_f64, avx512_f64);

/// `c -= a @ b`, term after term.
///
/// # Safety
/// As for [`super::Context::subtract`].
#[inline(always)]
unsafe fn subtract<T: Number, const COLUMNS: usize>(p: &Product<T>) {
    // SAFETY: promised by the caller; all positions are before `m`, `n` and `k`.
    unsafe {
        if p.n == 1 {
            return by_columns::<T, 1, 8>(p);
        }
        by_columns::<T, COLUMNS, 4>(p);
    }
}

/// Computes the result in blocks of `COLUMNS` columns, and in each block `ROWS` rows at a time.
///
/// # Safety
/// As for [`super::Context::subtract`].
#[inline(always)]
unsafe fn by_columns<T: Number, const COLUMNS: usize, const ROWS: usize>(p: &Product<T>) {
    let mut packed = [const { MaybeUninit::<[T; COLUMNS]>::uninit() }; DEPTH];
    for column in (0..p.n).step_by(COLUMNS) {
        let columns = COLUMNS.min(p.n - column);
        for done in (0..p.k).step_by(DEPTH) {
            let depth = DEPTH.min(p.k - done);
            let term = |k: usize| if p.backwards { p.k - 1 - done - k } else { done + k };
            // SAFETY: promised by the caller.
            unsafe {
                for (k, packed) in packed[..depth].iter_mut().enumerate() {
                    let mut row = [T::ZERO; COLUMNS];
                    if p.b_transposed {
                        for (c, element) in row[..columns].iter_mut().enumerate() {
                            *element = *p.b.at(column + c, term(k));
                        }
                    } else {
                        let b = p.b.at(term(k), column);
                        for (c, element) in row[..columns].iter_mut().enumerate() {
                            *element = *b.add(c);
                        }
                    }
                    packed.write(row);
                }
                // SAFETY: this many are written.
                let packed =
                    std::slice::from_raw_parts(packed.as_ptr().cast::<[T; COLUMNS]>(), depth);
                let a = p.a.from(0, term(0));
                let mut row = 0;
                while row + ROWS <= p.m {
                    let (a, c) = (a.from(row, 0), p.c.from(row, column));
                    tile::<T, COLUMNS, ROWS>(a, packed, c, columns, p.backwards);
                    row += ROWS;
                }
                for row in row..p.m {
                    let (a, c) = (a.from(row, 0), p.c.from(row, column));
                    tile::<T, COLUMNS, 1>(a, packed, c, columns, p.backwards);
                }
            }
        }
    }
}

/// # Safety
/// `c` must have `ROWS` rows of `columns` elements. `a` must have as many rows, with as many elements as `b` has terms;
/// they go backwards from the first one if `backwards` says so.
#[inline(always)]
unsafe fn tile<T: Number, const COLUMNS: usize, const ROWS: usize>(
    a: Matrix<T>,
    b: &[[T; COLUMNS]],
    c: Matrix<T>,
    columns: usize,
    backwards: bool,
) {
    let mut sums = [[T::ZERO; COLUMNS]; ROWS];
    // SAFETY: promised by the caller.
    unsafe {
        for (row, sums) in sums.iter_mut().enumerate() {
            if columns == COLUMNS {
                *sums = *c.at(row, 0).cast::<[T; COLUMNS]>();
            } else {
                for (k, sum) in sums[..columns].iter_mut().enumerate() {
                    *sum = *c.at(row, k);
                }
            }
        }
        for (k, b) in b.iter().enumerate() {
            for (row, sums) in sums.iter_mut().enumerate() {
                let start = a.at(row, 0);
                let a = if backwards { *start.sub(k) } else { *start.add(k) };
                for (sum, b) in sums.iter_mut().zip(b) {
                    *sum = *sum - a * *b;
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            if columns == COLUMNS {
                c.at(row, 0).cast::<[T; COLUMNS]>().write(*sums);
            } else {
                for (k, sum) in sums[..columns].iter().enumerate() {
                    c.at(row, k).write(*sum);
                }
            }
        }
    }
}

/// `x -= factor * y`, element by element.
///
/// # Safety
/// There must be `count` initialised elements at both places, which must not overlap.
#[inline(always)]
unsafe fn subtract_multiple<T: Number>(x: *mut T, factor: T, y: *const T, count: usize) {
    // SAFETY: promised by the caller.
    let (x, y) =
        unsafe { (std::slice::from_raw_parts_mut(x, count), std::slice::from_raw_parts(y, count)) };
    for (x, y) in x.iter_mut().zip(y) {
        *x = *x - factor * *y;
    }
}

/// The elimination of a few columns, step by step. The row after the last one receives the pivots.
///
/// # Safety
/// The matrix must have `n` columns and as many initialised rows, and one more; nothing else may use it.
#[inline(always)]
unsafe fn eliminate<T: Number>(a: Matrix<T>, n: usize, [from, to]: [usize; 2]) {
    // SAFETY: promised by the caller; all positions are before `n`, the pivots' apart.
    unsafe {
        for k in from..to {
            let (mut pivot, mut largest) = (k, (*a.at(k, k)).abs());
            for i in k + 1..n {
                let size = (*a.at(i, k)).abs();
                if size > largest {
                    (pivot, largest) = (i, size);
                }
            }
            a.at(n, k).write(T::of_index(pivot));
            if pivot != k {
                std::ptr::swap_nonoverlapping(a.at(k, 0), a.at(pivot, 0), n);
            }
            let divisor = *a.at(k, k);
            for i in k + 1..n {
                let element = a.at(i, k);
                let factor = if divisor == T::ZERO { T::ZERO } else { *element / divisor };
                element.write(factor);
                subtract_multiple(a.at(i, k + 1), factor, a.at(k, k + 1), to - k - 1);
            }
        }
    }
}

/// A few columns of Cholesky's factor.
///
/// # Safety
/// The matrix must have `n` columns and as many initialised rows; nothing else may use it. There are at most
/// [`super::BASE`] columns.
#[inline(always)]
unsafe fn factor<T: Number, const LANES: usize>(a: Matrix<T>, n: usize, [from, to]: [usize; 2]) {
    // The rows below are computed side by side; each gives the same bits as alone.
    let below = if to - from == super::BASE { to + (n - to) % LANES } else { n };
    // SAFETY: promised by the caller; all positions are before `n`.
    unsafe {
        factor_one_by_one(a, below, [from, to]);
        for row in (below..n).step_by(LANES) {
            rows_of_factor::<T, LANES>(a, row, from);
        }
    }
}

/// Computes the columns from `first` on in some rows below. The rows of the diagonal block are done already.
///
/// # Safety
/// The matrix must have these rows and columns, initialised; nothing else may use it.
#[inline(always)]
unsafe fn rows_of_factor<T: Number, const LANES: usize>(a: Matrix<T>, row: usize, first: usize) {
    // SAFETY: promised by the caller.
    unsafe {
        let mut x = [[T::ZERO; LANES]; super::BASE];
        for (column, x) in x.iter_mut().enumerate() {
            for (lane, x) in x.iter_mut().enumerate() {
                *x = *a.at(row + lane, first + column);
            }
        }
        for k in 0..super::BASE {
            let diagonal = *a.at(first + k, first + k);
            let (done, later) = x.split_at_mut(k + 1);
            let own = &mut done[k];
            *own = own.map(|x| x / diagonal);
            for (column, later) in (k + 1..).zip(later) {
                let factor = *a.at(first + column, first + k);
                for (x, own) in later.iter_mut().zip(&*own) {
                    *x = *x - *own * factor;
                }
            }
        }
        for (column, x) in x.iter().enumerate() {
            for (lane, x) in x.iter().enumerate() {
                a.at(row + lane, first + column).write(*x);
            }
        }
    }
}

/// The first `n` rows of a few columns.
///
/// # Safety
/// As for [`factor`].
#[inline(always)]
unsafe fn factor_one_by_one<T: Number>(a: Matrix<T>, n: usize, [from, to]: [usize; 2]) {
    // SAFETY: promised by the caller; all positions are before `n`.
    unsafe {
        for k in from..to {
            let diagonal = (*a.at(k, k)).sqrt();
            a.at(k, k).write(diagonal);
            // The elements of this column in the rows of the next columns.
            let mut column = [T::ZERO; super::BASE];
            for i in k + 1..n {
                let factor = *a.at(i, k) / diagonal;
                a.at(i, k).write(factor);
                if i < to {
                    column[i - k - 1] = factor;
                }
                let count = to.min(i + 1) - (k + 1);
                subtract_multiple(a.at(i, k + 1), factor, column.as_ptr(), count);
            }
        }
    }
}

/// Solves for a few unknowns of a system with a lower triangle that has ones on its diagonal.
///
/// # Safety
/// The matrices must have `n` initialised rows, of `n` and `columns` elements; nothing else may use `x`, or write `l`.
#[inline(always)]
unsafe fn forward<T: Number>(l: Matrix<T>, n: usize, x: Matrix<T>, columns: usize) {
    // SAFETY: promised by the caller.
    unsafe {
        for k in 0..n {
            for i in k + 1..n {
                subtract_multiple(x.at(i, 0), *l.at(i, k), x.at(k, 0), columns);
            }
        }
    }
}

/// Solves for a few unknowns of a system with an upper triangle.
///
/// # Safety
/// As for [`forward`].
#[inline(always)]
unsafe fn backward<T: Number>(u: Matrix<T>, n: usize, x: Matrix<T>, columns: usize) {
    // SAFETY: promised by the caller.
    unsafe {
        for k in (0..n).rev() {
            let pivot = *u.at(k, k);
            for column in 0..columns {
                let element = x.at(k, column);
                element.write(*element / pivot);
            }
            for i in 0..k {
                subtract_multiple(x.at(i, 0), *u.at(i, k), x.at(k, 0), columns);
            }
        }
    }
}
