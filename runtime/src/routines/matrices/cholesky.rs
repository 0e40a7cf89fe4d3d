//! Cholesky's factor.

use super::{BASE, Context, Matrix, Number, Product, Real, half};
use crate::plan::CpuArgs;
use crate::routines::{buffer, side_by_side, size};

/// The columns of the triangle that one product computes. With more columns, it computes more useless elements above
/// the diagonal.
const STRIPE: usize = 64;
/// The least number of multiplications that are worth the attention of another thread.
const LEAST_SHARED: usize = 400_000;

/// Factors of the matrices `begin..end`, of which only the lower triangle is used. Buffers: the matrices; the lower
/// triangular results. Size: the rows of a matrix.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn cholesky<T: Real>(args: &CpuArgs, begin: usize, end: usize, strict: bool) {
    // SAFETY: promised by the caller: both buffers hold the matrices before `end`, those of the first are
    // initialised, and nothing else uses these of the second, which does not overlap the first.
    unsafe {
        let n = size(args, 0);
        let (a, out) = (buffer::<T>(args, 0), buffer::<T>(args, 1));
        let (a, out) = (Matrix { start: a, stride: n }, Matrix { start: out, stride: n });
        Context::each(args, begin..end, n, strict, |matrix, context| {
            let out = out.from(matrix * n, 0);
            out.start.copy_from_nonoverlapping(a.at(matrix * n, 0), n * n);
            factor(out, n, [0, n], context);
            for row in 0..n {
                (row + 1..n).for_each(|column| out.at(row, column).write(T::ZERO));
            }
        });
    }
}

/// Computes these columns of the factor. The products of the columns before them have been subtracted already. Elements
/// above the diagonal do not matter any more.
///
/// # Safety
/// The matrix must have `n` columns and as many initialised rows, and be used by nothing else.
unsafe fn factor<T: Number>(a: Matrix<T>, n: usize, [from, to]: [usize; 2], context: Context<'_>) {
    // SAFETY: promised by the caller; all positions are before `n`.
    unsafe {
        if to - from <= BASE {
            return (T::loops().factor)(a, n, [from, to]);
        }
        let middle = from + half(to - from);
        factor(a, n, [from, middle], context);
        // Threads share out the stripes. No stripe is large, so a thread's part of one would be small.
        let stripes = (to - middle).div_ceil(STRIPE);
        let alone = Context { team: None, ..context };
        let work = (n - middle) * (to - middle) * (middle - from);
        let team = context.team.filter(|_| work >= LEAST_SHARED);
        side_by_side(team, stripes, &|stripe| {
            let begin = middle + stripe * STRIPE;
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
            alone.subtract(&product);
        });
        factor(a, n, [middle, to], context);
    }
}
