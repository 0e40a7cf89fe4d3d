//! Singular values. Householder's reflections make a matrix bidiagonal; `dqds` computes the singular values of that.

use super::{Number, Real, dqds};
use crate::plan::CpuArgs;
use crate::routines::sorting::Pointer;
use crate::routines::{buffer, side_by_side, size, team};

/// The number of partial sums of a scalar product.
const LANES: usize = 8;

/// Singular values of the matrices `begin..end`, in descending order. Buffers: the matrices `[m, n]`; the values `[m]`;
/// scratch memory of `m * n + 3 * m + n` elements per matrix. Sizes: m, n.
///
/// # Safety
/// As for [`CpuFn`](crate::plan::CpuFn), for a launch with these parameters.
pub unsafe fn singular_values<T: Real>(args: &CpuArgs, begin: usize, end: usize) {
    // SAFETY: promised by the caller. All buffers hold the parts of the matrices before `end`. Those of the first
    // buffer are initialised. Nothing else uses the parts of the others, which are written before they are made slices.
    unsafe {
        let (rows, columns) = (size(args, 0), size(args, 1));
        let (a, out) = (buffer::<T>(args, 0), Pointer(buffer::<T>(args, 1)));
        let room = rows * columns + 3 * rows + columns;
        let (a, scratch) = (Pointer(a), Pointer(buffer::<T>(args, 2)));
        let of_matrix = |matrix: usize| {
            let out = out.from(matrix * rows);
            (0..rows).for_each(|k| out.write(k, T::ZERO));
            let scratch = scratch.from(matrix * room);
            let elements = rows * columns;
            (elements..room).for_each(|k| scratch.write(k, T::ZERO));
            scratch.0.copy_from_nonoverlapping(a.from(matrix * elements).0, elements);
            let scratch = scratch.part(0..room);
            let scale = (T::loops().bidiagonal)(Work { rows, columns, scratch: &mut *scratch });
            if scale == T::ZERO || !scale.is_finite() {
                let value = if scale == T::ZERO { T::ZERO } else { T::NAN };
                return (0..rows).for_each(|k| out.write(k, value));
            }
            let count = rows.min(columns);
            let (next, rest) = scratch.split_at_mut(elements);
            let (band, values) = rest.split_at_mut(2 * rows);
            // A wide matrix has no element below the last row.
            let band = &mut band[..2 * count - usize::from(rows <= columns)];
            dqds::singular_values(band, next, &mut values[..count]);
            values[..count].iter().enumerate().for_each(|(k, value)| out.write(k, *value * scale));
        };
        let team = team(args).filter(|_| end - begin > 1);
        side_by_side(team, end - begin, &|k| of_matrix(begin + k));
    }
}

/// A matrix that is to become bidiagonal.
pub(super) struct Work<'a, T> {
    rows: usize,
    columns: usize,
    /// The matrix, its band, and room for two vectors.
    scratch: &'a mut [T],
}

impl<T: Number> Work<'_, T> {
    /// Makes the matrix bidiagonal, after all elements are divided by the largest one, which is returned. Nothing is
    /// done if all elements are zero, or one is not finite; then the largest one is zero, infinite or NaN.
    #[inline(always)]
    pub(super) fn run(self) -> T {
        let Work { rows, columns, scratch } = self;
        let (a, rest) = scratch.split_at_mut(rows * columns);
        let (band, vectors) = rest.split_at_mut(2 * rows);
        let mut scale = T::ZERO;
        for x in &*a {
            if x.abs() > scale || x.is_nan() {
                scale = x.abs();
            }
            if scale.is_nan() {
                break;
            }
        }
        if scale == T::ZERO || !scale.is_finite() {
            return scale;
        }
        a.iter_mut().for_each(|x| *x = *x / scale);
        bidiagonal(a, rows, columns, band, vectors);
        scale
    }
}

/// Writes the elements of the diagonal and of the subdiagonal into `band`, alternating: `d0, e0, d1, ..`.
///
/// Reflections of columns are applied together with the next reflection of rows, so that each step writes the matrix
/// once.
#[inline(always)]
fn bidiagonal<T: Number>(
    a: &mut [T],
    rows: usize,
    columns: usize,
    band: &mut [T],
    vectors: &mut [T],
) {
    let (v, sums) = vectors.split_at_mut(rows);
    let mut is_due = false;
    for k in 0..rows.min(columns) {
        let (above, below) = a.split_at_mut((k + 1) * columns);
        let row = &mut above[k * columns + k..];
        let due = &sums[..columns - k];
        if is_due {
            subtract(row, v[0], due);
        }
        let (factor, d) = reflection(row);
        band[2 * k] = d;
        for (x, v) in below.chunks_exact_mut(columns).zip(&v[1..]) {
            let x = &mut x[k..];
            let product = match (is_due, factor) {
                (true, Some(_)) => subtract_and_dot(x, *v, due, row),
                (true, None) => {
                    subtract(x, *v, due);
                    T::ZERO
                }
                (false, Some(_)) => dot(x, row),
                (false, None) => break,
            };
            if let Some(factor) = factor {
                subtract(x, factor * product, row);
            }
        }
        if k + 1 == rows {
            break;
        }
        let v = &mut v[..rows - k - 1];
        for (v, row) in v.iter_mut().zip(below.chunks_exact(columns)) {
            *v = row[k];
        }
        let (factor, e) = reflection(v);
        band[2 * k + 1] = e;
        is_due = factor.is_some();
        if let Some(factor) = factor {
            let sums = &mut sums[..columns - k - 1];
            sums.fill(T::ZERO);
            let (fours, rest) = v.as_chunks::<4>();
            let mut rows = below.chunks_exact(columns);
            for v in fours {
                let [x0, x1, x2, x3] =
                    std::array::from_fn(|_| rows.next().map_or(&[][..], |x| &x[k + 1..]));
                for ((((sum, x0), x1), x2), x3) in sums.iter_mut().zip(x0).zip(x1).zip(x2).zip(x3) {
                    *sum = *sum + v[0] * *x0 + v[1] * *x1 + v[2] * *x2 + v[3] * *x3;
                }
            }
            for (v, row) in rest.iter().zip(rows) {
                sums.iter_mut().zip(&row[k + 1..]).for_each(|(sum, x)| *sum = *sum + *v * *x);
            }
            sums.iter_mut().for_each(|sum| *sum = factor * *sum);
        }
    }
}

/// `x -= factor * y`
#[inline(always)]
fn subtract<T: Number>(x: &mut [T], factor: T, y: &[T]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x = *x - factor * *y);
}

/// Replaces `x` by the vector `v` of a reflection `1 - factor * v v^T` that maps `x` to a multiple of the first unit
/// vector. Returns the factor and that multiple. There is no factor if `x` is such a multiple already.
#[inline(always)]
fn reflection<T: Number>(x: &mut [T]) -> (Option<T>, T) {
    let first = x[0];
    let rest = dot(&x[1..], &x[1..]);
    if rest <= T::NEGLIGIBLE {
        return (None, first);
    }
    let length = (first * first + rest).sqrt();
    let (v, result) = match first < T::ZERO {
        true => (first - length, length),
        false => (first + length, -length),
    };
    x[0] = v;
    (Some(T::ONE / (length * v.abs())), result)
}

/// Subtracts `factor * y` from `x`, and returns the scalar product of the result and `z` as [`dot`] computes it.
#[inline(always)]
fn subtract_and_dot<T: Number>(x: &mut [T], factor: T, y: &[T], z: &[T]) -> T {
    let mut parts = [T::ZERO; LANES];
    let (x, x_rest) = x.as_chunks_mut::<LANES>();
    let (y, y_rest) = y.as_chunks::<LANES>();
    let (z, z_rest) = z.as_chunks::<LANES>();
    for ((x, y), z) in x.iter_mut().zip(y).zip(z) {
        // Stored as a whole, so that the compiler knows that nothing overlaps.
        let mut new = [T::ZERO; LANES];
        for lane in 0..LANES {
            new[lane] = x[lane] - factor * y[lane];
        }
        for lane in 0..LANES {
            parts[lane] = parts[lane] + new[lane] * z[lane];
        }
        *x = new;
    }
    for (((part, x), y), z) in parts.iter_mut().zip(x_rest).zip(y_rest).zip(z_rest) {
        *x = *x - factor * *y;
        *part = *part + *x * *z;
    }
    parts[1..].iter().fold(parts[0], |sum, part| sum + *part)
}

/// A scalar product. Element `k` belongs to partial sum `k % 8`; the eight sums are added in order.
#[inline(always)]
fn dot<T: Number>(x: &[T], y: &[T]) -> T {
    let mut parts = [T::ZERO; LANES];
    let (x, x_rest) = x.as_chunks::<LANES>();
    let (y, y_rest) = y.as_chunks::<LANES>();
    for (x, y) in x.iter().zip(y) {
        for lane in 0..LANES {
            parts[lane] = parts[lane] + x[lane] * y[lane];
        }
    }
    for (part, (x, y)) in parts.iter_mut().zip(x_rest.iter().zip(y_rest)) {
        *part = *part + *x * *y;
    }
    parts[1..].iter().fold(parts[0], |sum, part| sum + *part)
}
