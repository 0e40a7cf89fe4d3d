//! Cholesky's factor.

use super::{BASE, Matrix, Number, Product, Real, half, subtract};
use crate::plan::CpuArgs;
use crate::routines::{buffer, size};

/// Columns of the triangle that one product is for: the more, the more elements above the diagonal it is for.
const STRIPE: usize = 64;

/// Factors of the matrices `begin..end`, of which the lower triangle counts. Buffers: the matrices, the lower
/// triangular results; size: their rows.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn cholesky<T: Real>(args: &CpuArgs, begin: usize, end: usize, strict: bool) {
    // SAFETY: promised by the caller: both buffers hold the matrices before `end`, those of the first are
    // initialised, and nothing else uses these of the second, which does not overlap the first.
    unsafe {
        let n = size(args, 0);
        let (a, out) = (buffer::<T>(args, 0), buffer::<T>(args, 1));
        for matrix in begin..end {
            let out = Matrix { start: out.add(matrix * n * n), stride: n };
            out.start.copy_from_nonoverlapping(a.add(matrix * n * n), n * n);
            factor(out, n, [0, n], strict);
            for row in 0..n {
                (row + 1..n).for_each(|column| out.at(row, column).write(T::ZERO));
            }
        }
    }
}

/// These columns of the factor, after what those before them do to them; what is above the diagonal does not matter
/// any more.
///
/// # Safety
/// The matrix must have `n` columns and as many initialised rows, and be used by nothing else.
unsafe fn factor<T: Number>(a: Matrix<T>, n: usize, [from, to]: [usize; 2], strict: bool) {
    // SAFETY: promised by the caller; all positions are before `n`.
    unsafe {
        if to - from <= BASE {
            return (T::loops().factor)(a, n, [from, to]);
        }
        let middle = from + half(to - from);
        factor(a, n, [from, middle], strict);
        for begin in (middle..to).step_by(STRIPE) {
            let product = Product {
                c: a.from(begin, begin),
                a: a.from(begin, from),
                b: a.from(begin, from),
                b_transposed: true,
                m: n - begin,
                n: STRIPE.min(to - begin),
                k: middle - from,
                backwards: false,
            };
            subtract(&product, strict);
        }
        factor(a, n, [middle, to], strict);
    }
}
