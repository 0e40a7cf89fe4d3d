//! Factors of matrices, systems of equations, singular values. Matrices are stored by rows, and each matrix is one
//! point of a launch.
//!
//! The factors and the solutions are computed recursively: half of the columns (or of the unknowns), then the effect of
//! these on the other half as one product, then the other half. Each element is computed in the order of the plain
//! algorithm, which is that of the interpreter, so results have the same bits. The exception are large products by
//! `cpu::gemm`, which strict functions do not use.

mod cholesky;
mod dqds;
mod kernels;
mod lu;
mod singular;

pub use cholesky::cholesky;
pub use lu::{lu, lu_solve};
pub use singular::singular_values;

use std::ops::{Div, Mul, Sub};

use super::{side_by_side, team};
use crate::cpu::gemm::{self, Strided, Update};
use crate::cpu::isa::Isa;
use crate::cpu::team::Team;
use crate::plan::{CpuArgs, Numbers};
use kernels::Kernels;
use std::ops::Range;

/// The number of columns (or unknowns) that are not halved further.
const BASE: usize = 8;
/// The least extent of each dimension of a product for the library, and the least number of its multiplications.
const LEAST_EXTENT: usize = 16;
const LEAST_WORK: usize = 32 * 32 * 32;
/// Matrices of fewer rows are dealt out to threads whole.
const SHARED: usize = 128;

/// Elements of matrices: `f32` and `f64`.
#[expect(private_bounds, reason = "nothing but these two")]
pub trait Real: Number {}

/// The operations on elements.
trait Number:
    gemm::Element + PartialOrd + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const TWO: Self;
    const NAN: Self;
    /// Sums of squares up to this count as zero, if no element is larger than 1.
    const NEGLIGIBLE: Self;
    /// The distance from 1 to the next number.
    const EPSILON: Self;

    fn of_index(k: usize) -> Self;
    /// The index that this number stands for, if it is one below a bound.
    fn to_index(self, below: usize) -> Option<usize>;
    fn is_finite(self) -> bool;
    fn is_nan(self) -> bool;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// The loops for the selected instruction set.
    fn loops() -> &'static Kernels<Self>;
}

macro_rules! real {
    ($type:ident) => {
        impl Real for $type {}

        impl Number for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const NAN: Self = <$type>::NAN;
            const NEGLIGIBLE: Self = <$type>::MIN_POSITIVE / <$type>::EPSILON;
            const EPSILON: Self = <$type>::EPSILON;

            #[inline(always)]
            fn of_index(k: usize) -> Self {
                k as $type
            }

            #[inline(always)]
            fn to_index(self, below: usize) -> Option<usize> {
                (self >= 0.0 && self < below as $type).then_some(self as usize)
            }

            #[inline(always)]
            fn is_finite(self) -> bool {
                self.is_finite()
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                self.is_nan()
            }

            #[inline(always)]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                self.sqrt()
            }

            fn loops() -> &'static Kernels<Self> {
                kernels::$type()
            }
        }
    };
}

real!(f32);
real!(f64);

/// A matrix whose rows are in one piece each.
#[derive(Clone, Copy)]
struct Matrix<T> {
    start: *mut T,
    /// Elements from one row to the next.
    stride: usize,
}

// SAFETY: users of elements promise that no other thread writes them meanwhile.
unsafe impl<T: Send + Sync> Sync for Matrix<T> {}

impl<T: Copy> Matrix<T> {
    /// # Safety
    /// The element must be one of the matrix, or of the row after its last one.
    #[inline(always)]
    unsafe fn at(self, row: usize, column: usize) -> *mut T {
        // SAFETY: promised by the caller.
        unsafe { self.start.add(row * self.stride + column) }
    }

    /// The part of the matrix from this element on.
    ///
    /// # Safety
    /// As for [`Matrix::at`].
    #[inline(always)]
    unsafe fn from(self, row: usize, column: usize) -> Matrix<T> {
        // SAFETY: promised by the caller.
        Matrix { start: unsafe { self.at(row, column) }, ..self }
    }
}

/// `c -= a @ b`, of `m` by `k` and `k` by `n` elements.
#[derive(Clone, Copy)]
struct Product<T> {
    c: Matrix<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    /// Whether `b` is stored transposed.
    b_transposed: bool,
    m: usize,
    n: usize,
    k: usize,
    /// Whether the last of the `k` terms of an element comes first.
    backwards: bool,
}

impl<T: Number> Product<T> {
    /// The part of the product for these rows and columns of the result.
    ///
    /// # Safety
    /// There must be as many.
    unsafe fn part(&self, rows: Range<usize>, columns: Range<usize>) -> Product<T> {
        let (m, n) = (rows.len(), columns.len());
        let column = [(0, columns.start), (columns.start, 0)][usize::from(self.b_transposed)];
        // SAFETY: promised by the caller.
        unsafe {
            Product {
                c: self.c.from(rows.start, columns.start),
                a: self.a.from(rows.start, 0),
                b: self.b.from(column.0, column.1),
                m,
                n,
                ..*self
            }
        }
    }

    /// Computes the product by the library, in the order that is fastest. `depth` is that of the whole product, of
    /// which this may be a part.
    ///
    /// # Safety
    /// As for [`Context::subtract`]; nothing may be empty.
    unsafe fn by_library(&self, depth: usize) {
        let [a, b, c] = [self.a, self.b, self.c].map(|matrix| matrix.stride as isize);
        let (row, column) = if self.b_transposed { (1, b) } else { (b, 1) };
        let product = gemm::Product {
            rows: self.m,
            terms: self.k,
            columns: self.n,
            numbers: Numbers::Real,
            left: Strided { start: self.a.start.cast_const(), row: a, column: 1 },
            right: Strided { start: self.b.start.cast_const(), row, column },
            out: Strided { start: self.c.start, row: c, column: 1 },
            update: Update::Subtract,
            depth,
            shared: None,
        };
        // SAFETY: promised by the caller.
        unsafe { product.run() }
    }
}

/// The way in which a matrix is worked on.
#[derive(Clone, Copy)]
struct Context<'a> {
    /// Whether products have to be computed term by term.
    strict: bool,
    /// Threads to share the work with. No bit of a result depends on them.
    team: Option<&'a Team>,
}

impl<'a> Context<'a> {
    /// Calls `f` on each of these matrices of `n` rows: small ones side by side, large ones with all threads.
    ///
    /// # Safety
    /// The threads in `args` must be there.
    unsafe fn each(
        args: &'a CpuArgs,
        matrices: Range<usize>,
        n: usize,
        strict: bool,
        f: impl Fn(usize, Context<'a>) + Sync,
    ) {
        // SAFETY: promised by the caller.
        match unsafe { team(args) } {
            Some(team) if n < SHARED => {
                let alone = Context { strict, team: None };
                side_by_side(Some(team), matrices.len(), &|k| f(matrices.start + k, alone));
            }
            team => matrices.for_each(|matrix| f(matrix, Context { strict, team })),
        }
    }

    /// `c -= a @ b`: term by term, or by the library if that is allowed and faster.
    ///
    /// # Safety
    /// All elements must be initialised. They must belong to arrays that nothing else uses meanwhile, and those of `c`
    /// must not be elements of `a` or `b`.
    unsafe fn subtract<T: Number>(self, product: &Product<T>) {
        let Product { m, n, k, .. } = *product;
        if m.min(n).min(k) == 0 {
            return;
        }
        // `matrixmultiply` uses the best instruction set of the machine, even if a lesser one was asked for.
        let by_library =
            is_large([m, n, k]) && !self.strict && (gemm::is_available() || Isa::is_best());
        let depth = gemm::depth(m, k, Numbers::Real);
        // SAFETY: promised by the caller.
        let part = |part: &Product<T>| unsafe {
            match by_library {
                true => part.by_library(depth),
                false => (T::loops().subtract)(part),
            }
        };
        let threads = self.team.map_or(1, Team::threads);
        let [rows, columns] = gemm::tile([m, n], k, 1, threads, gemm::block::<T>());
        let across = n.div_ceil(columns);
        side_by_side(self.team, m.div_ceil(rows) * across, &|tile| {
            let (row, column) = (tile / across * rows, tile % across * columns);
            // SAFETY: the product has these; tiles are apart.
            part(&unsafe { product.part(row..m.min(row + rows), column..n.min(column + columns)) });
        });
    }
}

/// Whether the library is faster, including its copies.
fn is_large(extents: [usize; 3]) -> bool {
    let work = extents.into_iter().fold(1, usize::saturating_mul);
    extents.into_iter().all(|extent| extent >= LEAST_EXTENT) && work >= LEAST_WORK
}

/// The end of the first of two halves: a multiple of [`BASE`].
fn half(extent: usize) -> usize {
    (extent / 2).next_multiple_of(BASE)
}

// Under Miri these tests would take half an hour; the address sanitizer runs them.
#[cfg(all(test, not(miri)))]
mod tests;
