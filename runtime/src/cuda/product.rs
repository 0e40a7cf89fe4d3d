//! Contractions as strided batches of matrix products, the way cuBLAS takes them.
//!
//! array-fn stores matrices by rows, cuBLAS takes them by columns. So a product `out = left @ right` of rows is the
//! product `right^T @ left^T` of columns, computed into the same memory. One of the two strides of each matrix has to
//! be 1; which one that is says whether the matrix is taken as transposed.

use crate::Contractions;
use crate::contraction::{Axis, axes, points, position};
use crate::plan::{Contraction, DType, Numbers, Role};

/// The least extent of each of the three dimensions of a product for the library. Like `LEAST_WORK`, it is an estimate:
/// it has not been measured on a GPU.
const LEAST_EXTENT: usize = 16;
/// The least number of multiplications of all products together.
const LEAST_WORK: usize = 128 * 128 * 128;
/// The most calls of the library for one contraction.
const MOST_CALLS: usize = 4;

/// A contraction for given dimensions: a few calls, one after another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Product {
    /// Whether the elements are `f32`; otherwise they are `f64`.
    pub(crate) single: bool,
    /// The rows (`m`) and the columns (`n`) of the result, stored by columns, and the summed extent (`k`).
    pub(crate) m: i32,
    pub(crate) n: i32,
    pub(crate) k: i32,
    pub(crate) first: Matrix,
    pub(crate) second: Matrix,
    pub(crate) out: Matrix,
    /// Products of one call.
    pub(crate) batch: i32,
    pub(crate) calls: Box<[Call]>,
}

/// Matrices of one array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matrix {
    /// The buffer of the launch.
    pub(crate) buffer: usize,
    pub(crate) transposed: bool,
    /// Elements from one column to the next.
    pub(crate) leading: i32,
    /// Elements from one matrix of a batch to the next.
    pub(crate) batch: i64,
}

/// One call: the positions, in elements, where the matrices begin, and whether it adds to the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) first: i64,
    pub(crate) second: i64,
    pub(crate) out: i64,
    pub(crate) add: bool,
}

impl Product {
    /// The library's part, if it should run and the strides allow it.
    pub(crate) fn new(
        contraction: &Contraction,
        dims: &[i64],
        contractions: Contractions,
    ) -> Option<Product> {
        // Complex products are always computed by the compiler's kernel.
        if contractions == Contractions::Kernels || contraction.numbers != Numbers::Real {
            return None;
        }
        let single = match contraction.dtype {
            DType::F32 => true,
            DType::F64 => false,
            _ => return None,
        };
        let axes = axes(contraction, dims)?;
        let of_role = |role| {
            let found = (0..axes.len()).filter(|&k| axes[k].role == role).map(Some);
            let mut found: Vec<Option<usize>> = found.collect();
            if found.is_empty() {
                found.push(None);
            }
            found
        };
        let [ms, ns, ks] = [Role::M, Role::N, Role::K].map(of_role);
        let axis = |k: Option<usize>, role| k.map_or(Axis::absent(role), |k| axes[k]);
        let mut best: Option<Product> = None;
        for &m in &ms {
            for &n in &ns {
                for &k in &ks {
                    let chosen = [axis(m, Role::M), axis(n, Role::N), axis(k, Role::K)];
                    let others = (0..axes.len()).filter(|&a| ![m, n, k].contains(&Some(a)));
                    let others: Vec<Axis> = others.map(|a| axes[a]).collect();
                    let small = chosen.iter().any(|axis| axis.extent < LEAST_EXTENT)
                        || axes.iter().fold(1usize, |n, axis| n.saturating_mul(axis.extent))
                            < LEAST_WORK;
                    if contractions == Contractions::BySize && small {
                        continue;
                    }
                    let Some(found) = Product::of(contraction, dims, single, chosen, others) else {
                        continue;
                    };
                    if best.as_ref().is_none_or(|best| found.calls.len() < best.calls.len()) {
                        best = Some(found);
                    }
                }
            }
        }
        best
    }

    /// A product over these three axes, repeated over all other axes.
    fn of(
        contraction: &Contraction,
        dims: &[i64],
        single: bool,
        [mut m, mut n, k]: [Axis; 3],
        others: Vec<Axis>,
    ) -> Option<Product> {
        let (summed, mut outer): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|axis| axis.role == Role::K);
        let left = position(&contraction.left, dims)?;
        let right = position(&contraction.right, dims)?;
        // By columns, the first matrix is the one that runs through the result's rows.
        let (mut first, mut second) = (right, left);
        let mut strides: fn(&Axis) -> [isize; 3] = |axis| [axis.right, axis.left, axis.out];
        std::mem::swap(&mut m, &mut n);
        if !is_unit(&m, m.out) {
            std::mem::swap(&mut m, &mut n);
            (first, second) = (left, right);
            strides = |axis| [axis.left, axis.right, axis.out];
        }
        if !is_unit(&m, m.out) {
            return None;
        }
        let batched = (0..outer.len()).max_by_key(|&axis| outer[axis].extent);
        let batch = batched.map_or(Axis::absent(Role::Batch), |axis| outer.remove(axis));
        let [first_batch, second_batch, out_batch] = strides(&batch);
        let matrix = |buffer, rows, columns, batch: isize| {
            let (transposed, leading) = stored(rows, columns)?;
            let batch = i64::try_from(batch).ok().filter(|&batch| batch >= 0)?;
            Some(Matrix { buffer, transposed, leading, batch })
        };
        let of = |axis: &Axis, array: usize| (axis.extent, strides(axis)[array]);
        let out = matrix(usize::from(contraction.out), of(&m, 2), of(&n, 2), out_batch)?;
        if out.transposed {
            return None;
        }
        let mut calls = Vec::new();
        let count = |axes: &[Axis]| axes.iter().map(|axis| axis.extent).product::<usize>();
        let all = outer.iter().chain(&summed).try_fold(1usize, |n, a| n.checked_mul(a.extent))?;
        if all > MOST_CALLS {
            return None;
        }
        for point in 0..count(&outer) {
            for step in 0..count(&summed) {
                let mut at = [first.1, second.1, 0];
                for (axis, index) in points(&outer, point).chain(points(&summed, step)) {
                    for (at, stride) in at.iter_mut().zip(strides(axis)) {
                        *at += stride * index;
                    }
                }
                let [first, second, out] = at.map(|at| at as i64);
                calls.push(Call { first, second, out, add: step > 0 });
            }
        }
        let extent = |axis: &Axis| i32::try_from(axis.extent).ok();
        Some(Product {
            single,
            m: extent(&m)?,
            n: extent(&n)?,
            k: extent(&k)?,
            first: matrix(first.0, of(&m, 0), of(&k, 0), first_batch)?,
            second: matrix(second.0, of(&k, 1), of(&n, 1), second_batch)?,
            out,
            batch: extent(&batch)?,
            calls: calls.into(),
        })
    }
}

fn is_unit(axis: &Axis, stride: isize) -> bool {
    axis.extent == 1 || stride == 1
}

/// How a matrix with these extents and strides of rows and columns is stored by columns: whether it is transposed, and
/// its leading dimension. `None` if the library cannot take it.
fn stored(rows: (usize, isize), columns: (usize, isize)) -> Option<(bool, i32)> {
    let leading = |inner: (usize, isize), outer: (usize, isize)| {
        let (unit, least) = (inner.0 == 1 || inner.1 == 1, i32::try_from(inner.0).ok()?);
        // The stride of an axis with one element may be anything.
        let leading = if outer.0 == 1 { least } else { i32::try_from(outer.1).ok()? };
        (unit && leading >= least).then_some(leading)
    };
    let plain = leading(rows, columns).map(|leading| (false, leading));
    plain.or_else(|| leading(columns, rows).map(|leading| (true, leading)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stride_has_to_be_one() {
        assert_eq!(stored((5, 1), (7, 5)), Some((false, 5)));
        assert_eq!(stored((5, 9), (7, 1)), Some((true, 9)));
        assert_eq!(stored((5, 14), (7, 2)), None);
        // The library takes no matrix whose rows overlap, or are all the same.
        assert_eq!(stored((5, 1), (7, 4)), None);
        assert_eq!(stored((5, 1), (7, 0)), None);
        assert_eq!(stored((5, 1), (7, -5)), None);
        // Strides of axes with one element do not matter.
        assert_eq!(stored((1, 0), (7, 3)), Some((false, 3)));
        assert_eq!(stored((5, 1), (1, 0)), Some((false, 5)));
        assert_eq!(stored((1, 0), (1, 0)), Some((false, 1)));
        assert_eq!(stored((5, 3), (1, 0)), Some((true, 3)));
    }
}
