//! Factors of matrices, systems of equations, singular values: matrices in rows, a point of a launch each.
//!
//! Everything is recursive: half of the columns (or of the unknowns), what they do to the other half as one product,
//! the other half. For each element that is the order of the plain algorithm, the interpreter's, so results are its
//! bits, unless the large products are those of `cpu::gemm`, which strict functions do not ask for.

mod cholesky;
mod kernels;
mod lu;
mod singular;

pub use cholesky::cholesky;
pub use lu::{lu, lu_solve};
pub use singular::singular_values;

use std::ops::{Div, Mul, Sub};

use crate::cpu::gemm::{self, Strided, Update};
use crate::cpu::isa::Isa;
use crate::plan::Numbers;
use kernels::Kernels;

/// Columns (or unknowns) that are not halved further.
const BASE: usize = 8;
/// Least extent of each dimension of a product for the library, and least number of its multiplications.
const LEAST_EXTENT: usize = 16;
const LEAST_WORK: usize = 32 * 32 * 32;

/// Elements of matrices: `f32` and `f64`.
#[expect(private_bounds, reason = "nothing but these two")]
pub trait Real: Number {}

/// What is done with elements.
trait Number:
    gemm::Element + PartialOrd + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const TWO: Self;
    const NAN: Self;
    /// The least number that is not subnormal.
    const LEAST: Self;
    /// Sums of squares up to this are taken for zero, beside elements of at most 1.
    const NEGLIGIBLE: Self;
    /// Halvings of an interval that leave what is lost in rounding.
    const HALVINGS: usize;

    fn of_index(k: usize) -> Self;
    /// The index that this is, below a bound.
    fn to_index(self, below: usize) -> Option<usize>;
    fn is_finite(self) -> bool;
    fn is_nan(self) -> bool;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// The loops for the selected instruction set.
    fn loops() -> &'static Kernels<Self>;
}

macro_rules! real {
    ($type:ident, $halvings:literal) => {
        impl Real for $type {}

        impl Number for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const NAN: Self = <$type>::NAN;
            const LEAST: Self = <$type>::MIN_POSITIVE;
            const NEGLIGIBLE: Self = <$type>::MIN_POSITIVE / <$type>::EPSILON;
            const HALVINGS: usize = $halvings;

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

real!(f32, 34);
real!(f64, 64);

/// A matrix whose rows are in one piece each.
#[derive(Clone, Copy)]
struct Matrix<T> {
    start: *mut T,
    /// Elements from one row to the next.
    stride: usize,
}

impl<T: Copy> Matrix<T> {
    /// # Safety
    /// The element must be one of the matrix, or of the row after its last one.
    #[inline(always)]
    unsafe fn at(self, row: usize, column: usize) -> *mut T {
        // SAFETY: promised by the caller.
        unsafe { self.start.add(row * self.stride + column) }
    }

    /// The part from there on.
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
struct Product<T> {
    c: Matrix<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    /// Whether `b` is the transpose of what is stored.
    b_transposed: bool,
    m: usize,
    n: usize,
    k: usize,
    /// Whether the last of the `k` terms of an element comes first.
    backwards: bool,
}

impl<T: Number> Product<T> {
    /// In whatever order is fast.
    ///
    /// # Safety
    /// As for [`subtract`]; nothing may be empty.
    unsafe fn by_library(&self) {
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
            depth: gemm::depth(self.m, self.k, Numbers::Real),
        };
        // SAFETY: promised by the caller.
        unsafe { product.run() }
    }
}

/// `c -= a @ b`, term by term, or, unless it has to be so, by the library.
///
/// # Safety
/// All elements must be initialised ones of arrays that nothing else uses meanwhile, those of `c` of neither `a` nor
/// `b`.
unsafe fn subtract<T: Number>(product: &Product<T>, strict: bool) {
    let Product { m, n, k, .. } = *product;
    // SAFETY: promised by the caller.
    unsafe {
        // `matrixmultiply` has no lesser instruction sets than the machine's.
        if is_large([m, n, k]) && !strict && (gemm::is_available() || Isa::is_best()) {
            product.by_library();
        } else if m.min(n).min(k) > 0 {
            (T::loops().subtract)(product);
        }
    }
}

/// Whether the library is faster, packing included.
fn is_large(extents: [usize; 3]) -> bool {
    let work = extents.into_iter().fold(1, usize::saturating_mul);
    extents.into_iter().all(|extent| extent >= LEAST_EXTENT) && work >= LEAST_WORK
}

/// Where the first of two halves ends: a multiple of [`BASE`].
fn half(extent: usize) -> usize {
    (extent / 2).next_multiple_of(BASE)
}

// Half an hour of arithmetic under Miri; the address sanitizer runs them.
#[cfg(all(test, not(miri)))]
mod tests;
