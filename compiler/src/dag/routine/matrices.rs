//! The algorithms on matrices, written literally: one operation after the other, each rounded.
//!
//! Executors may compute *different* elements in another order, in blocks, in lanes or in threads. But the operations
//! of one element come in the order of this module everywhere, and its bits depend on nothing else.

use super::super::DType;
use super::super::interpret::Tensor;
use super::dqds;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The number of partial sums of [`dot`].
const PARTS: usize = 8;

/// The elements of matrices.
pub(super) trait Real:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const TWO: Self;
    const NAN: Self;
    /// Sums of squares up to this count as zero. The elements of the matrix are at most 1.
    const NEGLIGIBLE: Self;
    /// The distance from 1 to the next number.
    const EPSILON: Self;
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
    fn index(k: usize) -> Self;
    fn position(self, below: usize) -> Option<usize>;
    fn is_finite(self) -> bool;
    fn is_nan(self) -> bool;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
}

macro_rules! real {
    ($type:ident) => {
        impl Real for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const TWO: Self = 2.0;
            const NAN: Self = <$type>::NAN;
            const NEGLIGIBLE: Self = <$type>::MIN_POSITIVE / <$type>::EPSILON;
            const EPSILON: Self = <$type>::EPSILON;

            fn of(bits: u64) -> Self {
                <$type>::from_bits(bits as _)
            }

            fn bits(self) -> u64 {
                self.to_bits().into()
            }

            fn index(k: usize) -> Self {
                k as $type
            }

            fn position(self, below: usize) -> Option<usize> {
                (self >= 0.0 && self < below as $type).then_some(self as usize)
            }

            fn is_finite(self) -> bool {
                self.is_finite()
            }

            fn is_nan(self) -> bool {
                self.is_nan()
            }

            fn abs(self) -> Self {
                self.abs()
            }

            fn sqrt(self) -> Self {
                self.sqrt()
            }
        }
    };
}

real!(f32);
real!(f64);

/// The extents of the last two axes.
fn extents(tensor: &Tensor) -> [usize; 2] {
    let mut from_last = tensor.shape.iter().rev().copied();
    let columns = from_last.next().unwrap_or(0);
    [from_last.next().unwrap_or(0), columns]
}

fn matrices<T: Real>(tensor: &Tensor) -> impl Iterator<Item = Vec<T>> {
    let [rows, columns] = extents(tensor);
    // Without elements there are no matrices to look at.
    tensor
        .bits
        .chunks((rows * columns).max(1))
        .map(|matrix| matrix.iter().map(|bits| T::of(*bits)).collect())
}

fn bits<T: Real>(elements: impl IntoIterator<Item = T>) -> impl Iterator<Item = u64> {
    elements.into_iter().map(Real::bits)
}

macro_rules! by_dtype {
    ($dtype:expr, $function:ident($($argument:expr),*)) => {
        match $dtype {
            DType::F32 => Ok($function::<f32>($($argument),*)),
            DType::F64 => Ok($function::<f64>($($argument),*)),
            other => Err(format!("internal error: no matrices of {other}")),
        }
    };
}

pub(super) fn lu(a: &Tensor) -> Result<Vec<u64>, String> {
    by_dtype!(a.dtype, lu_of(a))
}

pub(super) fn lu_solve(lu: &Tensor, b: &Tensor) -> Result<Vec<u64>, String> {
    by_dtype!(b.dtype, lu_solve_of(lu, b))
}

pub(super) fn cholesky(a: &Tensor) -> Result<Vec<u64>, String> {
    by_dtype!(a.dtype, cholesky_of(a))
}

pub(super) fn singular_values(a: &Tensor) -> Result<Vec<u64>, String> {
    by_dtype!(a.dtype, singular_values_of(a))
}

fn lu_of<T: Real>(a: &Tensor) -> Vec<u64> {
    let n = extents(a)[0];
    let mut out = Vec::new();
    for mut a in matrices::<T>(a) {
        let mut pivots = Vec::with_capacity(n);
        for k in 0..n {
            let (mut pivot, mut largest) = (k, a[k * n + k].abs());
            for i in k + 1..n {
                let size = a[i * n + k].abs();
                if size > largest {
                    (pivot, largest) = (i, size);
                }
            }
            pivots.push(T::index(pivot));
            for j in 0..n {
                a.swap(k * n + j, pivot * n + j);
            }
            let divisor = a[k * n + k];
            for i in k + 1..n {
                // The whole column is zero, so there is nothing to eliminate.
                let factor = if divisor == T::ZERO { T::ZERO } else { a[i * n + k] / divisor };
                a[i * n + k] = factor;
                for j in k + 1..n {
                    a[i * n + j] = a[i * n + j] - factor * a[k * n + j];
                }
            }
        }
        out.extend(bits(a).chain(bits(pivots)));
    }
    out
}

fn lu_solve_of<T: Real>(lu: &Tensor, b: &Tensor) -> Vec<u64> {
    let [n, columns] = extents(b);
    let mut out = Vec::new();
    for (lu, mut x) in matrices::<T>(lu).zip(matrices::<T>(b)) {
        for k in 0..n {
            // The row that came here. If the array holds no such number, it is row `k`.
            let pivot = lu[n * n + k].position(n).unwrap_or(k);
            for j in 0..columns {
                x.swap(k * columns + j, pivot * columns + j);
            }
        }
        for j in 0..columns {
            let at = |k: usize| k * columns + j;
            for k in 0..n {
                for i in k + 1..n {
                    x[at(i)] = x[at(i)] - lu[i * n + k] * x[at(k)];
                }
            }
            for k in (0..n).rev() {
                x[at(k)] = x[at(k)] / lu[k * n + k];
                for i in 0..k {
                    x[at(i)] = x[at(i)] - lu[i * n + k] * x[at(k)];
                }
            }
        }
        out.extend(bits(x));
    }
    out
}

fn cholesky_of<T: Real>(a: &Tensor) -> Vec<u64> {
    let n = extents(a)[0];
    let mut out = Vec::new();
    for mut a in matrices::<T>(a) {
        for k in 0..n {
            let diagonal = a[k * n + k].sqrt();
            a[k * n + k] = diagonal;
            for i in k + 1..n {
                a[i * n + k] = a[i * n + k] / diagonal;
                a[k * n + i] = T::ZERO;
            }
            for i in k + 1..n {
                for j in k + 1..=i {
                    a[i * n + j] = a[i * n + j] - a[i * n + k] * a[j * n + k];
                }
            }
        }
        out.extend(bits(a));
    }
    out
}

/// Householder reflections make the matrix bidiagonal. [`dqds`] computes the singular values of that.
fn singular_values_of<T: Real>(a: &Tensor) -> Vec<u64> {
    let [rows, columns] = extents(a);
    if columns == 0 {
        // There may be matrices with rows, but they have no elements.
        return vec![0; a.shape[..a.shape.len() - 1].iter().product()];
    }
    let mut out = Vec::new();
    for mut a in matrices::<T>(a) {
        let mut scale = T::ZERO;
        for x in &a {
            if x.abs() > scale || x.is_nan() {
                scale = x.abs();
            }
            if scale.is_nan() {
                break;
            }
        }
        if scale == T::ZERO {
            out.extend(vec![0; rows]);
            continue;
        }
        // An element is NaN or infinite.
        if !scale.is_finite() {
            out.extend(bits(vec![T::NAN; rows]));
            continue;
        }
        a.iter_mut().for_each(|x| *x = *x / scale);
        let band = bidiagonal(&mut a, rows, columns);
        let mut values = dqds::singular_values(band);
        values.iter_mut().for_each(|value| *value = *value * scale);
        values.resize(rows, T::ZERO);
        out.extend(bits(values));
    }
    out
}

/// The diagonal and the subdiagonal of the bidiagonal matrix, in turns: `d0, e0, d1, ..`.
fn bidiagonal<T: Real>(a: &mut [T], rows: usize, columns: usize) -> Vec<T> {
    let mut band = Vec::new();
    for k in 0..rows.min(columns) {
        let row: Vec<T> = a[k * columns + k..(k + 1) * columns].to_vec();
        let (v, factor, d) = reflection(row);
        band.push(d);
        if let Some(factor) = factor {
            for i in k + 1..rows {
                let row = &mut a[i * columns + k..(i + 1) * columns];
                let scaled = factor * dot(row, &v);
                row.iter_mut().zip(&v).for_each(|(x, v)| *x = *x - scaled * *v);
            }
        }
        if k + 1 == rows {
            break;
        }
        let column: Vec<T> = (k + 1..rows).map(|i| a[i * columns + k]).collect();
        let (v, factor, e) = reflection(column);
        band.push(e);
        let Some(factor) = factor else { continue };
        for j in k + 1..columns {
            let at = |i: usize| (k + 1 + i) * columns + j;
            let mut sum = T::ZERO;
            for (i, v) in v.iter().enumerate() {
                sum = sum + *v * a[at(i)];
            }
            let scaled = factor * sum;
            for (i, v) in v.iter().enumerate() {
                a[at(i)] = a[at(i)] - scaled * *v;
            }
        }
    }
    band
}

/// The reflection `1 - factor * v v^T` that takes `x` to a multiple of the first unit vector: `v`, the factor, and the
/// multiple. There is no factor if `x` is such a multiple already.
fn reflection<T: Real>(mut x: Vec<T>) -> (Vec<T>, Option<T>, T) {
    let first = x[0];
    let rest = dot(&x[1..], &x[1..]);
    if rest <= T::NEGLIGIBLE {
        return (x, None, first);
    }
    let length = (first * first + rest).sqrt();
    let (v, result) =
        if first < T::ZERO { (first - length, length) } else { (first + length, -length) };
    x[0] = v;
    let factor = T::ONE / (length * v.abs());
    (x, Some(factor), result)
}

/// The dot product in eight partial sums: element `k` belongs to sum `k % 8`. The eight are added in order.
fn dot<T: Real>(x: &[T], y: &[T]) -> T {
    let mut parts = [T::ZERO; PARTS];
    for (k, (x, y)) in x.iter().zip(y).enumerate() {
        parts[k % PARTS] = parts[k % PARTS] + *x * *y;
    }
    parts[1..].iter().fold(parts[0], |sum, part| sum + *part)
}
