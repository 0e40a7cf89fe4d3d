//! Gaussian elimination with partial pivoting, and the solution of systems with its factors.

use super::{BASE, Context, Matrix, Number, Product, Real, half};
use crate::plan::CpuArgs;
use crate::routines::{buffer, size};

/// Eliminates the matrices `begin..end`. Buffers: the matrices `[n, n]`; the results `[n + 1, n]`. Size: n.
///
/// A result has the factors below the diagonal, and the upper triangle on and above it. Its last row has, for each
/// step, the row that changed places with the row of the step.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn lu<T: Real>(args: &CpuArgs, begin: usize, end: usize, strict: bool) {
    // SAFETY: promised by the caller: both buffers hold the matrices before `end`, those of the first are
    // initialised, and nothing else uses these of the second, which does not overlap the first.
    unsafe {
        let n = size(args, 0);
        let (a, out) = (buffer::<T>(args, 0), buffer::<T>(args, 1));
        let (a, out) = (Matrix { start: a, stride: n }, Matrix { start: out, stride: n });
        Context::each(args, begin..end, n, strict, |matrix, context| {
            let out = out.from(matrix * (n + 1), 0);
            out.start.copy_from_nonoverlapping(a.at(matrix * n, 0), n * n);
            eliminate(out, n, [0, n], context);
        });
    }
}

/// Does the elimination steps of these columns. They change these columns only, except that whole rows are swapped.
///
/// # Safety
/// The matrix must have `n` columns and as many initialised rows, and one more, and be used by nothing else.
unsafe fn eliminate<T: Number>(
    a: Matrix<T>,
    n: usize,
    [from, to]: [usize; 2],
    context: Context<'_>,
) {
    // SAFETY: promised by the caller; all positions are before `n`.
    unsafe {
        if to - from <= BASE {
            return (T::loops().eliminate)(a, n, [from, to]);
        }
        let middle = from + half(to - from);
        eliminate(a, n, [from, middle], context);
        let (left, right) = (middle - from, to - middle);
        forward(a.from(from, from), left, a.from(from, middle), right, context);
        let product = Product {
            c: a.from(middle, middle),
            a: a.from(middle, from),
            b: a.from(from, middle),
            b_transposed: false,
            m: n - middle,
            n: right,
            k: left,
            backwards: false,
        };
        context.subtract(&product);
        eliminate(a, n, [middle, to], context);
    }
}

/// Solves the systems `begin..end`. Buffers: the results of [`lu`], `[n + 1, n]`; the right sides, `[n, k]`; the
/// solutions, of the same shape. Sizes: n, k.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn lu_solve<T: Real>(args: &CpuArgs, begin: usize, end: usize, strict: bool) {
    // SAFETY: promised by the caller: all buffers hold the matrices before `end`, those of the first two are
    // initialised, and nothing else uses these of the third, which overlaps neither.
    unsafe {
        let (n, columns) = (size(args, 0), size(args, 1));
        let (lu, b, x) = (buffer::<T>(args, 0), buffer::<T>(args, 1), buffer::<T>(args, 2));
        let lu = Matrix { start: lu, stride: n };
        let [b, x] = [b, x].map(|start| Matrix { start, stride: columns });
        Context::each(args, begin..end, n, strict, |matrix, context| {
            let (lu, x) = (lu.from(matrix * (n + 1), 0), x.from(matrix * n, 0));
            x.start.copy_from_nonoverlapping(b.at(matrix * n, 0), n * columns);
            for k in 0..n {
                let pivot = (*lu.at(n, k)).to_index(n).unwrap_or(k);
                if pivot != k {
                    std::ptr::swap_nonoverlapping(x.at(k, 0), x.at(pivot, 0), columns);
                }
            }
            forward(lu, n, x, columns, context);
            backward(lu, n, x, columns, context);
        });
    }
}

/// Replaces `x` by the solution `y` of `l @ y = x`. Only the lower triangle of `l` is used, with ones on its diagonal.
///
/// # Safety
/// The matrices must have `n` initialised rows, of `n` and `columns` elements; nothing else may use `x`, or write `l`.
unsafe fn forward<T: Number>(
    l: Matrix<T>,
    n: usize,
    x: Matrix<T>,
    columns: usize,
    context: Context<'_>,
) {
    if n == 0 || columns == 0 {
        return;
    }
    // SAFETY: promised by the caller.
    unsafe {
        if n <= BASE {
            return (T::loops().forward)(l, n, x, columns);
        }
        let middle = half(n);
        forward(l, middle, x, columns, context);
        let product = Product {
            c: x.from(middle, 0),
            a: l.from(middle, 0),
            b: x,
            b_transposed: false,
            m: n - middle,
            n: columns,
            k: middle,
            backwards: false,
        };
        context.subtract(&product);
        forward(l.from(middle, middle), n - middle, x.from(middle, 0), columns, context);
    }
}

/// Replaces `x` by the solution `y` of `u @ y = x`. Only the upper triangle of `u` is used.
///
/// # Safety
/// As for [`forward`].
unsafe fn backward<T: Number>(
    u: Matrix<T>,
    n: usize,
    x: Matrix<T>,
    columns: usize,
    context: Context<'_>,
) {
    if n == 0 || columns == 0 {
        return;
    }
    // SAFETY: promised by the caller.
    unsafe {
        if n <= BASE {
            return (T::loops().backward)(u, n, x, columns);
        }
        let middle = half(n);
        backward(u.from(middle, middle), n - middle, x.from(middle, 0), columns, context);
        let product = Product {
            c: x,
            a: u.from(0, middle),
            b: x.from(middle, 0),
            b_transposed: false,
            m: middle,
            n: columns,
            k: n - middle,
            backwards: true,
        };
        context.subtract(&product);
        backward(u, middle, x, columns, context);
    }
}
