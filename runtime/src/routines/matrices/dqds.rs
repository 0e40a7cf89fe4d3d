//! Singular values of bidiagonal matrices, by quotients and differences with shifts (`dqds`: Fernando and Parlett,
//! *Accurate singular values and differential qd algorithms*, 1994).
//!
//! A lower bidiagonal matrix `B` stands as the squares of its elements, `q0, e0, q1, ..`: one on the diagonal and one
//! below it, in turns. A *sweep* computes those of a matrix whose square has the eigenvalues of `B B^T`, less a shift.
//! If shifts stay below the least eigenvalue, the last `e` vanishes soon. Then the sum of the shifts and the last `q` are
//! an eigenvalue, and its row is left out. Nothing is cancelled in a sweep, so all eigenvalues keep their digits.
//!
//! A shift is Laguerre's lower bound of the least eigenvalue. It needs the traces of the inverse and of its square, which
//! the sweep before computes on its way.

use super::Number;

/// Sweeps for each row, after which the rest counts as converged. Five suffice.
const MOST_SWEEPS: usize = 100;

/// Computes the singular values of the bidiagonal matrix with the elements `z`, in descending order, into `values`, of
/// which there are as many as elements on the diagonal. `next` is scratch memory as long as `z`.
pub(super) fn singular_values<T: Number>(z: &mut [T], next: &mut [T], values: &mut [T]) {
    z.iter_mut().for_each(|x| *x = *x * *x);
    if z.len().is_multiple_of(2) {
        make_square(z);
    }
    // The sum of the shifts of each block above the one that is swept, in its last row. Other rows have a negative number.
    let totals = &mut *values;
    totals.fill(-T::ONE);
    let mut end = totals.len();
    let (mut first, mut sweeps) = (0, MOST_SWEEPS * end);
    // The shifts of the block, and what the last sum lost by rounding.
    let (mut total, mut lost) = (T::ZERO, T::ZERO);
    let mut bounds = Bounds::unknown();
    while end > 0 {
        let of_tail = |start: usize| sweeps == 0 || is_last_negligible(z, start, total, &bounds);
        let of_row = |start: usize| is_negligible(z, start, start + 1 == end, total);
        let is_split = |start: &usize| of_row(*start) || *start + 1 == end && of_tail(*start);
        let start = (first + 1..end).rev().find(is_split).unwrap_or(first);
        if start + 1 == end {
            z[2 * start] = z[2 * start] + total;
            end = start;
            bounds = Bounds { whole: bounds.but_last, but_last: T::ZERO };
            if start == first && end > 0 {
                (total, lost, bounds) = (totals[end - 1], T::ZERO, Bounds::unknown());
                first = (1..end).rev().find(|k| totals[k - 1] >= T::ZERO).unwrap_or(0);
            }
            continue;
        }
        if start > first {
            (totals[start - 1], first, bounds) = (total, start, Bounds::unknown());
        }
        let (block, swept) = (&mut z[2 * start..2 * end - 1], &mut next[..2 * (end - start) - 1]);
        let (shift, new) = sweep_with(bounds.whole, block, swept);
        block.copy_from_slice(swept);
        bounds = new;
        let more = shift - lost;
        let sum = total + more;
        (total, lost) = (sum, (sum - total) - more);
        sweeps -= 1;
    }
    z.iter().step_by(2).zip(&mut *values).for_each(|(q, value)| *value = q.sqrt());
    // None is NaN.
    values.sort_unstable_by(|a, b| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
}

/// Makes a matrix with one row more than columns square: a sweep without a shift, after which the last row is zero.
fn make_square<T: Number>(z: &mut [T]) {
    let mut d = z[0];
    for k in (0..z.len()).step_by(2) {
        let e = z[k + 1];
        z[k] = d + e;
        let Some(&q) = z.get(k + 2) else { break };
        if e <= T::NEGLIGIBLE {
            z[k + 1] = T::ZERO;
            d = q;
        } else {
            let quotient = q / z[k];
            z[k + 1] = e * quotient;
            d = d * quotient;
        }
    }
}

/// Whether the element before row `start` is so small beside its neighbours that no eigenvalue changes.
fn is_negligible<T: Number>(z: &[T], start: usize, is_last: bool, total: T) -> bool {
    let (above, e, mut q) = (z[2 * start - 2], z[2 * start - 1], z[2 * start]);
    if !is_last && above < q {
        q = above;
    }
    e <= T::EPSILON * T::EPSILON * (total + q) || e <= T::NEGLIGIBLE
}

/// Whether the element before the last row `start` is so small beside the shifts that no eigenvalue changes. That needs
/// a gap between the last `q` and the eigenvalues of the other rows.
fn is_last_negligible<T: Number>(z: &[T], start: usize, total: T, bounds: &Bounds<T>) -> bool {
    let (above, e, q) = (z[2 * start - 2], z[2 * start - 1], z[2 * start]);
    let gap = bounds.but_last - (q + e);
    gap > q && e * (gap + above) <= T::EPSILON / T::of_index(64) * total * gap
}

/// Lower bounds of the eigenvalues of a block, and of the block without its last row. Not positive, or NaN, if unknown.
struct Bounds<T> {
    whole: T,
    but_last: T,
}

impl<T: Number> Bounds<T> {
    fn unknown() -> Bounds<T> {
        Bounds { whole: T::ZERO, but_last: T::ZERO }
    }
}

/// Sweeps with a shift a little below `bound`, or else with half of it, or else with none. Returns the shift.
fn sweep_with<T: Number>(bound: T, z: &[T], next: &mut [T]) -> (T, Bounds<T>) {
    for less in [T::of_index(4096) * T::EPSILON, T::ONE / T::TWO] {
        let shift = bound - bound * less;
        if shift > T::ZERO
            && shift.is_finite()
            && let Some(bounds) = sweep(z, next, shift)
        {
            return (shift, bounds);
        }
    }
    (T::ZERO, sweep(z, next, T::ZERO).unwrap_or(Bounds::unknown()))
}

/// A sweep over a block of at least two rows, with all `e` positive. `None` if the shift is above the least eigenvalue.
fn sweep<T: Number>(z: &[T], next: &mut [T], shift: T) -> Option<Bounds<T>> {
    let rows = z.len() / 2 + 1;
    let mut d = z[0] - shift;
    if d < T::ZERO {
        return None;
    }
    let mut traces = Traces { diagonal: T::ZERO, beside: T::ZERO, first: T::ZERO, second: T::ZERO };
    let mut before = T::ZERO;
    let (pairs, _) = z[1..].as_chunks::<2>();
    let (swept, last) = next.as_chunks_mut::<2>();
    for ([e, q], to) in pairs.iter().zip(swept) {
        let sum = d + *e;
        let quotient = *q / sum;
        traces.add(sum, before);
        before = *e * quotient;
        *to = [sum, before];
        d = d * quotient - shift;
        if d < T::ZERO {
            return None;
        }
    }
    last[0] = d;
    let but_last = traces.bound(rows - 1);
    traces.add(d, before);
    Some(Bounds { whole: traces.bound(rows), but_last })
}

/// The traces of the inverse of a block's square, and of the square of that inverse, row by row.
struct Traces<T> {
    /// The last element of the inverse's diagonal.
    diagonal: T,
    /// The sum of the squares of the elements beside it.
    beside: T,
    first: T,
    second: T,
}

impl<T: Number> Traces<T> {
    /// Adds a row with `q` on the diagonal, and `e` above it.
    #[inline(always)]
    fn add(&mut self, q: T, e: T) {
        let inverse = T::ONE / q;
        let factor = e * inverse;
        self.beside = factor * (self.diagonal * self.diagonal + self.beside);
        self.diagonal = inverse + factor * self.diagonal;
        self.first = self.first + self.diagonal;
        self.second = self.second + (self.diagonal * self.diagonal + (self.beside + self.beside));
    }

    /// Laguerre's lower bound of the least eigenvalue of so many. It is 0 or NaN if the traces are too large.
    fn bound(&self, rows: usize) -> T {
        let n = T::of_index(rows);
        let spread = (n - T::ONE) * (n * self.second - self.first * self.first);
        // By rounding, it may be below zero. NaN stays NaN.
        let root = if spread > T::ZERO { spread.sqrt() } else { spread * T::ZERO };
        n / (self.first + root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values<T: Number>(band: &[T]) -> Vec<T> {
        let mut z = band.to_vec();
        let (mut next, mut values) = (z.clone(), vec![T::ZERO; z.len().div_ceil(2)]);
        singular_values(&mut z, &mut next, &mut values);
        values
    }

    fn check(band: &[f64], right: &[f64], errors: f64) {
        let values = values(band);
        assert_eq!(values.len(), right.len());
        for (value, right) in values.iter().zip(right) {
            assert!((value - right).abs() <= errors * f64::EPSILON * right, "{value} {right}");
        }
    }

    /// A matrix of ones has `2 cos(k pi / (2 n + 1))`.
    #[test]
    fn values_of_ones() {
        for n in [1, 2, 3, 10, if cfg!(miri) { 12 } else { 300 }] {
            let cosine =
                |k: usize| 2.0 * (k as f64 * std::f64::consts::PI / (2 * n + 1) as f64).cos();
            // The last ones are small, and so are those of their angles' errors that count.
            let right: Vec<f64> = (1..=n).map(cosine).collect();
            check(&vec![1.0; 2 * n - 1], &right, 2.0 * n as f64);
            let values = values(&vec![1f32; 2 * n - 1]);
            let error = |(x, y): (&f32, &f64)| (f64::from(*x) - y).abs();
            assert!(values.iter().zip(&right).all(|pair| error(pair) < 2e-6));
        }
    }

    /// Small values keep their digits, whether they come first or last.
    #[test]
    fn values_of_graded_diagonals() {
        let right: Vec<f64> = (0..30).map(|k| 10f64.powi(-4 * k)).collect();
        let mut band: Vec<f64> = right.iter().flat_map(|d| [*d, 0.0]).collect();
        band.pop();
        check(&band, &right, 2.0);
        band.reverse();
        check(&band, &right, 2.0);
        // The product of all values is that of the diagonal.
        let (right, band) = (&right[..8], &band[band.len() - 15..]);
        for e in [1e-3, 1.0] {
            let band: Vec<f64> = band.iter().map(|x| if *x == 0.0 { e } else { *x }).collect();
            let logarithms = values(&band).into_iter().map(f64::ln).sum::<f64>();
            let right = right.iter().map(|x| x.ln()).sum::<f64>();
            assert!((logarithms / right - 1.0).abs() < 1e-15, "{e}: {logarithms} {right}");
        }
    }

    /// Zeros split a matrix, or are singular values.
    #[test]
    fn values_of_matrices_with_zeros() {
        check(&[0.0; 9], &[0.0; 5], 0.0);
        check(&[0.0, 3.0, 0.0, 2.0, 0.0], &[3.0, 2.0, 0.0], 2.0);
        // Two rows of 3 and 4, the first one below a zero on the diagonal.
        check(&[0.0, 3.0, 4.0], &[5.0, 0.0], 2.0);
        check(&[3.0, 4.0, 0.0], &[5.0, 0.0], 2.0);
        check(&[2.0, 0.0, 3.0, 4.0, 0.0, 0.0, 1.0], &[5.0, 2.0, 1.0, 0.0], 2.0);
    }

    /// One row more than columns, so the last element is below the diagonal.
    #[test]
    fn values_of_tall_matrices() {
        check(&[3.0, 4.0], &[5.0], 2.0);
        check(&[0.0, 4.0, 0.0, 3.0], &[4.0, 3.0], 2.0);
        // Its square has 2 on the diagonal, and 1 beside it.
        let n = 50;
        let sine = |k: usize| 2.0 * (k as f64 * std::f64::consts::PI / (2 * n + 2) as f64).cos();
        check(&vec![1.0; 2 * n], &(1..=n).map(sine).collect::<Vec<_>>(), 60.0);
    }

    /// Pairs of eigenvalues that agree in all digits, but do not belong to blocks of their own (Wilkinson's matrices).
    #[test]
    fn values_in_pairs() {
        for half in [5, 10, 15] {
            let distance = |k: usize| k.abs_diff(half) as f64 + 0.01;
            let n = 2 * half + 1;
            let band: Vec<f64> = (0..n).flat_map(|k| [distance(k), 1.0]).take(2 * n - 1).collect();
            let values = values(&band);
            let squares = band.iter().map(|x| x * x).sum::<f64>();
            let sum = values.iter().map(|x| x * x).sum::<f64>();
            assert!((sum / squares - 1.0).abs() < 1e-14);
            let product = values.iter().product::<f64>();
            let right = (0..n).map(distance).product::<f64>();
            assert!((product / right - 1.0).abs() < 1e-13, "{product} {right}");
        }
    }
}
