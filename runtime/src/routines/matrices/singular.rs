//! Singular values. Householder's reflections make a matrix bidiagonal. Its singular values are the positive
//! eigenvalues of a tridiagonal matrix with a diagonal of zeros (Golub and Kahan), and are found by bisection.

use super::{Number, Real};
use crate::cpu::team::Team;
use crate::plan::CpuArgs;
use crate::routines::sorting::Pointer;
use crate::routines::{buffer, side_by_side, size, team};

/// The number of partial sums of a scalar product.
const LANES: usize = 8;

/// The number of eigenvalues that are searched at a time: enough to hide that each division waits for the one before.
pub(super) const SEARCHED: usize = 16;

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
        let of_matrix = |matrix: usize, team: Option<&Team>| {
            let out = out.from(matrix * rows);
            (0..rows).for_each(|k| out.write(k, T::ZERO));
            let scratch = scratch.from(matrix * room);
            let elements = rows * columns;
            (elements..room).for_each(|k| scratch.write(k, T::ZERO));
            scratch.0.copy_from_nonoverlapping(a.from(matrix * elements).0, elements);
            let scratch = scratch.part(0..room);
            let band = (T::loops().bidiagonal)(Work { rows, columns, scratch });
            if band.elements.is_empty() {
                let value = if band.scale == T::ZERO { T::ZERO } else { T::NAN };
                return (0..rows).for_each(|k| out.write(k, value));
            }
            let count = rows.min(columns);
            side_by_side(team, count.div_ceil(SEARCHED), &|part| {
                let first = part * SEARCHED;
                let values = (T::loops().eigenvalues)(band.elements, first);
                (first..count).zip(values).for_each(|(k, value)| out.write(k, value * band.scale));
            });
        };
        match team(args) {
            Some(team) if end - begin >= team.threads() => {
                side_by_side(Some(team), end - begin, &|k| of_matrix(begin + k, None));
            }
            team => (begin..end).for_each(|matrix| of_matrix(matrix, team)),
        }
    }
}

/// A matrix that is to become bidiagonal.
pub(super) struct Work<'a, T> {
    rows: usize,
    columns: usize,
    /// The matrix, its band, and room for two vectors.
    scratch: &'a mut [T],
}

/// A bidiagonal matrix.
pub(super) struct Band<'a, T> {
    /// The elements of its two diagonals, as [`bidiagonal`] orders them. There are none if all elements are zero, or
    /// one is not finite.
    elements: &'a [T],
    /// The largest element, by which all were divided. It is infinite or NaN if one is.
    scale: T,
}

impl<'a, T: Number> Work<'a, T> {
    #[inline(always)]
    pub(super) fn run(self) -> Band<'a, T> {
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
            return Band { elements: &[], scale };
        }
        a.iter_mut().for_each(|x| *x = *x / scale);
        Band { elements: bidiagonal(a, rows, columns, band, vectors), scale }
    }
}

/// The elements of the diagonal and of the subdiagonal, alternating: `d0, e0, d1, ..`.
#[inline(always)]
fn bidiagonal<'a, T: Number>(
    a: &mut [T],
    rows: usize,
    columns: usize,
    band: &'a mut [T],
    vectors: &mut [T],
) -> &'a [T] {
    let mut known = 0;
    for k in 0..rows.min(columns) {
        let v = &mut vectors[..columns - k];
        v.copy_from_slice(&a[k * columns + k..(k + 1) * columns]);
        let (factor, d) = reflection(v);
        band[known] = d;
        known += 1;
        if let Some(factor) = factor {
            for row in a[(k + 1) * columns..].chunks_exact_mut(columns) {
                let row = &mut row[k..];
                let scaled = factor * dot(row, v);
                row.iter_mut().zip(&*v).for_each(|(x, v)| *x = *x - scaled * *v);
            }
        }
        if k + 1 == rows {
            break;
        }
        let (v, sums) = vectors.split_at_mut(rows);
        let v = &mut v[..rows - k - 1];
        for (v, row) in v.iter_mut().zip(a[(k + 1) * columns..].chunks_exact(columns)) {
            *v = row[k];
        }
        let (factor, e) = reflection(v);
        band[known] = e;
        known += 1;
        let Some(factor) = factor else { continue };
        let sums = &mut sums[..columns - k - 1];
        sums.fill(T::ZERO);
        for (v, row) in v.iter().zip(a[(k + 1) * columns..].chunks_exact(columns)) {
            sums.iter_mut().zip(&row[k + 1..]).for_each(|(sum, x)| *sum = *sum + *v * *x);
        }
        sums.iter_mut().for_each(|sum| *sum = factor * *sum);
        for (v, row) in v.iter().zip(a[(k + 1) * columns..].chunks_exact_mut(columns)) {
            row[k + 1..].iter_mut().zip(&*sums).for_each(|(x, scaled)| *x = *x - *scaled * *v);
        }
    }
    &band[..known]
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

/// The eigenvalues `first..first + SEARCHED`, in descending order, of the tridiagonal matrix with these elements beside
/// its diagonal of zeros.
#[inline(always)]
pub(super) fn eigenvalues<T: Number>(band: &[T], first: usize) -> [T; SEARCHED] {
    let (mut most, mut before) = (T::ZERO, T::ZERO);
    for b in band {
        let here = before + b.abs();
        if here > most {
            most = here;
        }
        before = b.abs();
    }
    let (mut low, mut high) = ([T::ZERO; SEARCHED], [most; SEARCHED]);
    for _ in 0..T::HALVINGS {
        // The number of eigenvalues that are not below the middle is that of the terms of Sturm's sequence that are not
        // negative.
        let (mut middle, mut quotient) = ([T::ZERO; SEARCHED], [T::ZERO; SEARCHED]);
        let mut above = [T::ZERO; SEARCHED];
        for lane in 0..SEARCHED {
            middle[lane] = (low[lane] + high[lane]) / T::TWO;
            quotient[lane] = -middle[lane];
            above[lane] = if quotient[lane] >= T::ZERO { T::ONE } else { T::ZERO };
        }
        for b in band {
            let square = *b * *b;
            for lane in 0..SEARCHED {
                let last = quotient[lane];
                let last = if last.abs() < T::LEAST { -T::LEAST } else { last };
                quotient[lane] = -middle[lane] - square / last;
                let counts = if quotient[lane] >= T::ZERO { T::ONE } else { T::ZERO };
                above[lane] = above[lane] + counts;
            }
        }
        for lane in 0..SEARCHED {
            let is_above = above[lane] > T::of_index(first + lane);
            low[lane] = if is_above { middle[lane] } else { low[lane] };
            high[lane] = if is_above { high[lane] } else { middle[lane] };
        }
    }
    std::array::from_fn(|lane| (low[lane] + high[lane]) / T::TWO)
}
