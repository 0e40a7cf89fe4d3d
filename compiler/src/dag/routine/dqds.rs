//! Singular values of bidiagonal matrices, by quotients and differences with shifts (`dqds`: Fernando and Parlett,
//! *Accurate singular values and differential qd algorithms*, 1994). The runtime's module of this name explains it; all
//! operations on elements are in the same order.

use std::cmp::Ordering;

use super::matrices::Real;

/// Sweeps for each row, after which the rest counts as converged.
const MOST_SWEEPS: usize = 100;

/// A block of rows that no element joins to others: the squares of its elements on the diagonal and below it, from the
/// second row on those above it; and the sum of its shifts.
struct Block<T> {
    q: Vec<T>,
    e: Vec<T>,
    total: T,
}

/// Lower bounds of the least eigenvalue of a block, and of the block without its last row.
type Bounds<T> = [T; 2];

/// The singular values, in descending order, of the lower bidiagonal matrix with these elements: one on the diagonal
/// and one below it, in turns.
pub(super) fn singular_values<T: Real>(band: Vec<T>) -> Vec<T> {
    let squares = |first: usize| band.iter().skip(first).step_by(2).map(|x| *x * *x).collect();
    let (mut q, mut e): (Vec<T>, Vec<T>) = (squares(0), squares(1));
    if q.len() == e.len() {
        make_square(&mut q, &mut e);
    }
    let mut sweeps = MOST_SWEEPS * q.len();
    let mut blocks = vec![Block { q, e, total: T::ZERO }];
    let mut eigenvalues = Vec::new();
    while let Some(mut block) = blocks.pop() {
        let mut lost = T::ZERO;
        let mut bounds = [T::ZERO; 2];
        while !block.q.is_empty() {
            let last = block.q.len() - 1;
            let is_split = |row: &usize| {
                is_negligible(&block, *row)
                    || *row == last && (sweeps == 0 || is_last_negligible(&block, bounds[1]))
            };
            let start = (1..=last).rev().find(is_split).unwrap_or(0);
            if start == last {
                eigenvalues.extend(block.q.pop().map(|q| q + block.total));
                block.e.pop();
                bounds = [bounds[1], T::ZERO];
                continue;
            }
            if start > 0 {
                let (q, e) = (block.q.split_off(start), block.e.split_off(start));
                block.e.pop();
                let below = Block { q, e, total: block.total };
                blocks.push(std::mem::replace(&mut block, below));
                bounds = [T::ZERO; 2];
            }
            let shift;
            (shift, bounds) = sweep_with(bounds[0], &mut block);
            let more = shift - lost;
            let sum = block.total + more;
            lost = (sum - block.total) - more;
            block.total = sum;
            sweeps -= 1;
        }
    }
    let mut values: Vec<T> = eigenvalues.into_iter().map(T::sqrt).collect();
    values.sort_by(|a, b| b.partial_cmp(a).unwrap_or(Ordering::Equal));
    values
}

/// Makes a matrix with one row more than columns square.
fn make_square<T: Real>(q: &mut [T], e: &mut Vec<T>) {
    let mut d = q[0];
    for k in 0..q.len() {
        q[k] = d + e[k];
        if k + 1 == q.len() {
            break;
        }
        if e[k] <= T::NEGLIGIBLE {
            e[k] = T::ZERO;
            d = q[k + 1];
        } else {
            let quotient = q[k + 1] / q[k];
            e[k] = e[k] * quotient;
            d = d * quotient;
        }
    }
    e.pop();
}

/// Whether the element above `row` is so small beside its neighbours that no eigenvalue changes.
fn is_negligible<T: Real>(block: &Block<T>, row: usize) -> bool {
    let (above, e, mut q) = (block.q[row - 1], block.e[row - 1], block.q[row]);
    if row + 1 < block.q.len() && above < q {
        q = above;
    }
    e <= T::EPSILON * T::EPSILON * (block.total + q) || e <= T::NEGLIGIBLE
}

/// Whether the element above the last row is so small beside the shifts that no eigenvalue changes, given a lower bound
/// of those of the other rows.
fn is_last_negligible<T: Real>(block: &Block<T>, bound: T) -> bool {
    let row = block.q.len() - 1;
    let (above, e, q) = (block.q[row - 1], block.e[row - 1], block.q[row]);
    let gap = bound - (q + e);
    gap > q && e * (gap + above) <= T::EPSILON / T::index(64) * block.total * gap
}

/// Sweeps with a shift a little below `bound`, or else with half of it, or else with none. Returns the shift.
fn sweep_with<T: Real>(bound: T, block: &mut Block<T>) -> (T, Bounds<T>) {
    for less in [T::index(4096) * T::EPSILON, T::ONE / T::TWO] {
        let shift = bound - bound * less;
        if shift > T::ZERO
            && shift.is_finite()
            && let Some((q, e, bounds)) = sweep(block, shift)
        {
            (block.q, block.e) = (q, e);
            return (shift, bounds);
        }
    }
    let mut bounds = [T::ZERO; 2];
    if let Some((q, e, new)) = sweep(block, T::ZERO) {
        (block.q, block.e, bounds) = (q, e, new);
    }
    (T::ZERO, bounds)
}

/// A sweep. `None` if the shift is above the least eigenvalue.
fn sweep<T: Real>(block: &Block<T>, shift: T) -> Option<(Vec<T>, Vec<T>, Bounds<T>)> {
    let (mut q, mut e) = (Vec::new(), Vec::new());
    let mut d = block.q[0] - shift;
    for (below, old) in block.q[1..].iter().zip(&block.e) {
        if d < T::ZERO {
            return None;
        }
        let sum = d + *old;
        let quotient = *below / sum;
        q.push(sum);
        e.push(*old * quotient);
        d = d * quotient - shift;
    }
    if d < T::ZERO {
        return None;
    }
    q.push(d);
    // The traces of the inverse of the block's square, and of the square of that inverse.
    let (mut first, mut second) = (T::ZERO, T::ZERO);
    let (mut diagonal, mut beside) = (T::ZERO, T::ZERO);
    let mut bounds = [T::ZERO; 2];
    for row in 0..q.len() {
        let inverse = T::ONE / q[row];
        let factor = if row == 0 { T::ZERO } else { e[row - 1] } * inverse;
        beside = factor * (diagonal * diagonal + beside);
        diagonal = inverse + factor * diagonal;
        first = first + diagonal;
        second = second + (diagonal * diagonal + (beside + beside));
        bounds = [laguerre(row + 1, first, second), bounds[0]];
    }
    Some((q, e, bounds))
}

/// Laguerre's lower bound of the least of so many positive numbers, from the sums of their inverses and of the squares
/// of these. It is 0 or NaN if the sums are too large.
fn laguerre<T: Real>(count: usize, first: T, second: T) -> T {
    let n = T::index(count);
    let spread = (n - T::ONE) * (n * second - first * first);
    // By rounding, it may be below zero. NaN stays NaN.
    let root = if spread > T::ZERO { spread.sqrt() } else { spread * T::ZERO };
    n / (first + root)
}
