//! Routines: nodes that are no comprehensions, but fixed algorithms on whole arrays.
//!
//! Most routines see their operands as rows, `[rows.., n]`, and treat each row of the last axis by itself. Other sorts
//! and searches (along other axes, or for values rather than positions) are made of these routines and comprehensions.
//!
//! Routines of linear algebra see matrices, `[rows.., m, n]`, of `f32` or `f64`. Routines on segments see one index per
//! row of values.

mod dqds;
mod matrices;
mod segments;

use super::interpret::Tensor;
use super::{Binary, Const, DType, ForeignCall, Reduce, Size, evaluate};
use std::cmp::Ordering;

/// A fixed algorithm on the rows of arrays of rank at least 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Routine {
    /// `[rows.., n]` to the same shape and dtype. Element `k` is the reduction (`Sum`, `Prod`, `Min` or `Max`) of the
    /// elements up to and including `k`, from left to right.
    Scan(Reduce),
    /// Like `Scan`, but down the columns of matrices `[rows.., n, m]`.
    ScanColumns(Reduce),
    /// Complex numbers as pairs `[rows.., n, 2]` to the same shape and dtype. Number `k` is the product of the numbers
    /// up to and including `k`, from left to right.
    ComplexProducts,
    /// `[rows.., n]` to `i64` of the same shape: the positions of each row's elements in ascending order. Equal
    /// elements keep their order, and NaN comes last. Each row of the result is a permutation of `0..n`.
    ArgSort,
    /// `[rows.., n]` to the same shape and dtype: the elements of each row in the order of `ArgSort`.
    Sort,
    /// `[rows.., n]` to `[rows.., 3]` of the same dtype: of each sorted row, the elements at `(n - 1) / 2` and `n / 2`,
    /// and the last one. They are zeros where `n` is 0.
    Middle,
    /// `[rows.., n]` to `i64` of `[rows.., k]`: the first `k` of the positions that `ArgSort` gives. The shape of the
    /// node tells `k`, which is at most `n`. With `largest`, the order is descending: NaN first, and equal elements
    /// keep their order.
    Top { largest: bool },
    /// Bools `[rows.., n]` to `i64` of `[rows.., m + 1]`: the first `m` positions at which the row is true, in ascending
    /// order, or -1 where there are no more; and last, the number of all such positions. The shape of the node tells
    /// `m`.
    Positions,
    /// Ascending rows (NaN last) `[rows.., n]` and values `[rows.., m]` of the same dtype to `i64` of the values'
    /// shape: the number of elements of the row that come before the value. With `right`, elements equal to the value
    /// count, too. One row `[n]` serves values of any shape. A row that is not ascending gives some number in `0..=n`.
    Search { right: bool },
    /// Indices `[n]` of any integer dtype and values `[n, row..]` to `[segments, row..]`. Segment `s` is the reduction
    /// (`Sum`, `Prod`, `Min` or `Max`) of the rows with index `s`, in their order, from the operation's identity on.
    /// Rows with an index outside of `0..segments` belong to no segment.
    ///
    /// The shape of the node tells the number of segments. It may have one more axis in front:
    /// `[parts, segments, row..]` holds the segments of each of `parts` contiguous parts of the rows. Parts have
    /// `ceil(n / parts)` rows each, and the last ones may have fewer.
    Segment(Reduce),
    /// Indices `[n]` to `i64` of `[segments]`, or `[parts, segments]`: the number of times that each index occurs.
    SegmentCount,
    /// Indices `[n]` to `i64` of `[segments]`, or `[parts, segments]`: the position at which each index occurs last, or
    /// -1 if it does not occur.
    SegmentLast,
    /// Indices `[n]`, values `[n, row..]` or `[1, row..]`, and rows `[segments, row..]` to the shape and dtype of the rows.
    /// Row `s` is the row of values at the position at which index `s` occurs last, or the old row if it does not occur.
    /// A single row of values is that of all positions.
    SegmentStore,
    /// Square matrices `[rows.., n, n]` to `[rows.., n + 1, n]`: Gaussian elimination with partial pivoting.
    ///
    /// Below the diagonal are the factors by which rows are reduced. On and above it are the remaining elements. Row
    /// `n` holds, for each step `k`, the number of the row that changed places with row `k`. That is the first row with
    /// the largest element, or `k` where its element is NaN. Where a column is all zeros, so are its factors.
    Lu,
    /// The result of [`Routine::Lu`] for matrices `[rows.., n, n]`, and right-hand sides `[rows.., n, k]`, to the
    /// solutions, of the shape of the right-hand sides. They are found by forward and backward substitution, so they
    /// have elements that are no finite numbers where a pivot is zero.
    LuSolve,
    /// Square matrices, of which only the lower triangle counts, to their lower triangular Cholesky factors, of the
    /// same shape. The elements are NaN from the first root of a negative number on.
    Cholesky,
    /// Matrices `[rows.., m, n]` to their singular values `[rows.., m]`, in descending order, with zeros after the
    /// first n. All are NaN if an element of the matrix is no finite number.
    SingularValues,
    /// A result of a foreign function of whole arrays. Nodes that differ in the position of the result only are
    /// computed by one call.
    Foreign(ForeignCall),
}

impl Routine {
    /// The number of operands.
    pub fn operands(&self) -> usize {
        match self {
            Routine::Scan(_) | Routine::ScanColumns(_) => 1,
            Routine::ComplexProducts | Routine::ArgSort => 1,
            Routine::Sort | Routine::Middle | Routine::Top { .. } | Routine::Positions => 1,
            Routine::SegmentCount | Routine::SegmentLast => 1,
            Routine::SegmentStore => 3,
            Routine::Search { .. } | Routine::LuSolve | Routine::Segment(_) => 2,
            Routine::Lu | Routine::Cholesky | Routine::SingularValues => 1,
            Routine::Foreign(call) => call.operands(),
        }
    }

    /// The least number of axes of its operands.
    pub fn least_rank(&self) -> usize {
        match self {
            Routine::Scan(_) | Routine::ArgSort | Routine::Search { .. } => 1,
            Routine::Sort | Routine::Middle | Routine::Top { .. } | Routine::Positions => 1,
            Routine::Segment(_)
            | Routine::SegmentCount
            | Routine::SegmentLast
            | Routine::SegmentStore => 1,
            Routine::ComplexProducts | Routine::ScanColumns(_) => 2,
            Routine::Lu | Routine::LuSolve | Routine::Cholesky | Routine::SingularValues => 2,
            Routine::Foreign(_) => 1,
        }
    }

    /// Whether it is a routine on segments. The operands of these do not tell the number of segments.
    pub fn is_on_segments(&self) -> bool {
        matches!(
            self,
            Routine::Segment(_)
                | Routine::SegmentCount
                | Routine::SegmentLast
                | Routine::SegmentStore
        )
    }

    /// Whether threads can share the work of one row.
    pub fn shares_points(&self) -> bool {
        matches!(
            self,
            Routine::Scan(_)
                | Routine::ArgSort
                | Routine::Sort
                | Routine::Middle
                | Routine::Top { .. }
                | Routine::Positions
                | Routine::Lu
                | Routine::LuSolve
                | Routine::Cholesky
                | Routine::SingularValues
        )
    }

    /// The shape of the result, from that of the last operand. Not for routines on segments.
    pub fn shape(&self, last: &[Size]) -> Vec<Size> {
        debug_assert!(!self.is_on_segments());
        self.shape_of(last, |n| n.add(&Size::one()), || Size::constant(3))
    }

    /// The shape of the result of a routine on segments. In the shape of the last operand, the number of rows becomes
    /// the number of segments, after the number of parts, if there are any.
    pub fn segments(last: &[Size], segments: &Size, parts: Option<&Size>) -> Vec<Size> {
        parts.into_iter().chain([segments]).chain(&last[1..]).cloned().collect()
    }

    fn shape_of<N: Clone>(
        &self,
        last: &[N],
        one_more: impl Fn(&N) -> N,
        three: impl Fn() -> N,
    ) -> Vec<N> {
        let mut shape = last.to_vec();
        match self {
            Routine::Scan(_) | Routine::ScanColumns(_) => {}
            Routine::ArgSort | Routine::Sort | Routine::Search { .. } => {}
            // The node tells the shape.
            Routine::Top { .. } | Routine::Positions | Routine::Foreign(_) => {}
            Routine::Middle => *shape.last_mut().expect("rows have an axis") = three(),
            Routine::Segment(_) | Routine::SegmentCount | Routine::SegmentLast => {}
            Routine::SegmentStore => {}
            Routine::ComplexProducts | Routine::LuSolve | Routine::Cholesky => {}
            Routine::Lu => {
                let rows = shape.len() - 2;
                shape[rows] = one_more(&shape[rows]);
            }
            Routine::SingularValues => {
                shape.pop();
            }
        }
        shape
    }

    /// The dtype of the result for operands of `dtype`.
    pub fn dtype(&self, dtype: DType) -> DType {
        match self {
            Routine::Scan(_) | Routine::ScanColumns(_) | Routine::ComplexProducts => dtype,
            Routine::Segment(_) | Routine::SegmentStore => dtype,
            Routine::Sort | Routine::Middle => dtype,
            Routine::Lu | Routine::LuSolve | Routine::Cholesky | Routine::SingularValues => dtype,
            Routine::ArgSort | Routine::Top { .. } | Routine::Search { .. } => DType::I64,
            Routine::SegmentCount | Routine::SegmentLast | Routine::Positions => DType::I64,
            Routine::Foreign(call) => call.function.results[call.result],
        }
    }

    /// The name of the algorithm in pictures and in names of kernels.
    pub fn name(&self) -> &str {
        match self {
            Routine::Scan(Reduce::Sum) => "scan_sum",
            Routine::Scan(Reduce::Prod) => "scan_prod",
            Routine::Scan(Reduce::Min) => "scan_min",
            Routine::Scan(Reduce::Max) => "scan_max",
            Routine::Scan(Reduce::All) => "scan_all",
            Routine::Scan(Reduce::Any) => "scan_any",
            Routine::ScanColumns(Reduce::Sum) => "scan_columns_sum",
            Routine::ScanColumns(Reduce::Prod) => "scan_columns_prod",
            Routine::ScanColumns(Reduce::Min) => "scan_columns_min",
            Routine::ScanColumns(Reduce::Max) => "scan_columns_max",
            Routine::ScanColumns(Reduce::All) => "scan_columns_all",
            Routine::ScanColumns(Reduce::Any) => "scan_columns_any",
            Routine::ComplexProducts => "scan_complex_prod",
            Routine::ArgSort => "argsort",
            Routine::Sort => "sort",
            Routine::Middle => "middle",
            Routine::Top { largest: false } => "smallest",
            Routine::Top { largest: true } => "largest",
            Routine::Positions => "positions",
            Routine::Search { right: false } => "search_left",
            Routine::Search { right: true } => "search_right",
            Routine::Segment(Reduce::Sum) => "segment_sum",
            Routine::Segment(Reduce::Prod) => "segment_prod",
            Routine::Segment(Reduce::Min) => "segment_min",
            Routine::Segment(Reduce::Max) => "segment_max",
            Routine::Segment(Reduce::All) => "segment_all",
            Routine::Segment(Reduce::Any) => "segment_any",
            Routine::SegmentCount => "segment_count",
            Routine::SegmentLast => "segment_last",
            Routine::SegmentStore => "segment_store",
            Routine::Lu => "lu",
            Routine::LuSolve => "lu_solve",
            Routine::Cholesky => "cholesky",
            Routine::SingularValues => "singular_values",
            Routine::Foreign(call) => &call.function.name,
        }
    }

    /// Runs the algorithm literally on these operands. Not for routines on segments.
    pub(crate) fn evaluate(&self, operands: &[&Tensor]) -> Result<Tensor, String> {
        let last = operands[operands.len() - 1];
        self.evaluate_into(operands, &self.shape_of(&last.shape, |n| n + 1, || 3))
    }

    /// Runs the algorithm literally on these operands, for a result of the given shape.
    pub(crate) fn evaluate_into(
        &self,
        operands: &[&Tensor],
        shape: &[usize],
    ) -> Result<Tensor, String> {
        let last = operands[operands.len() - 1];
        let bits = match self {
            Routine::Scan(op) => scan(*op, last)?,
            Routine::ScanColumns(op) => scan_columns(*op, last)?,
            Routine::ComplexProducts => complex_products(last)?,
            Routine::ArgSort => argsort(last),
            Routine::Sort => sort(last),
            Routine::Top { largest } => top(*largest, last, shape.last().copied().unwrap_or(0)),
            Routine::Positions => positions(last, shape),
            Routine::Middle => middle(last, shape.iter().rev().skip(1).product()),
            Routine::Search { right } => search(*right, operands[0], last),
            Routine::Segment(_) | Routine::SegmentCount | Routine::SegmentLast => {
                segments::evaluate(self, operands, shape)?
            }
            Routine::SegmentStore => segments::store(operands),
            Routine::Lu => matrices::lu(last)?,
            Routine::LuSolve => matrices::lu_solve(operands[0], last)?,
            Routine::Cholesky => matrices::cholesky(last)?,
            Routine::SingularValues => matrices::singular_values(last)?,
            Routine::Foreign(call) => {
                let elements = |tensor: &&Tensor| tensor.elements().collect();
                let arguments = operands.iter().take(call.function.params.len());
                let arguments: Vec<Vec<Const>> = arguments.map(elements).collect();
                let count = shape.iter().product();
                let elements = call.function.evaluate_arrays(&arguments, call.result, count)?;
                elements.iter().map(|element| element.bits).collect()
            }
        };
        Ok(Tensor { dtype: self.dtype(last.dtype), shape: shape.to_vec(), bits })
    }
}

/// The positions at which rows are true, their number last, for a result of the given shape.
fn positions(x: &Tensor, shape: &[usize]) -> Vec<u64> {
    let (len, rows) = shape.split_last().expect("results have an axis");
    let n = x.shape.last().copied().unwrap_or(0);
    let mut bits = Vec::with_capacity(shape.iter().product());
    for row in 0..rows.iter().product() {
        let row = &x.bits[row * n..(row + 1) * n];
        let all: Vec<u64> = (0..n).filter(|k| row[*k] != 0).map(|k| k as u64).collect();
        let places = all.iter().copied().chain(std::iter::repeat(-1i64 as u64));
        bits.extend(places.take(len - 1));
        bits.push(all.len() as u64);
    }
    bits
}

/// The rows of an array.
fn rows(tensor: &Tensor) -> impl Iterator<Item = Vec<Const>> {
    let dtype = tensor.dtype;
    // Without elements there are no rows to look at.
    let n = tensor.shape.last().copied().unwrap_or(1).max(1);
    tensor
        .bits
        .chunks(n)
        .map(move |row| row.iter().map(|bits| Const { dtype, bits: *bits }).collect())
}

fn scan(op: Reduce, x: &Tensor) -> Result<Vec<u64>, String> {
    let mut bits = Vec::with_capacity(x.len());
    for row in rows(x) {
        let mut so_far: Option<Const> = None;
        for element in row {
            let next = match so_far {
                None => element,
                Some(so_far) => {
                    evaluate::binary(op.combine(), so_far, element).ok_or_else(|| {
                        format!("internal error: {op:?} is not defined for {}", element.dtype)
                    })?
                }
            };
            bits.push(next.bits);
            so_far = Some(next);
        }
    }
    Ok(bits)
}

fn scan_columns(op: Reduce, x: &Tensor) -> Result<Vec<u64>, String> {
    let (rows, columns) = (x.shape[x.shape.len() - 2], x.shape[x.shape.len() - 1]);
    let mut bits = x.bits.clone();
    for k in 0..bits.len() {
        if k / columns % rows > 0 {
            let [so_far, element] =
                [bits[k - columns], bits[k]].map(|bits| Const { dtype: x.dtype, bits });
            let next = evaluate::binary(op.combine(), so_far, element)
                .ok_or_else(|| format!("internal error: {op:?} is not defined for {}", x.dtype))?;
            bits[k] = next.bits;
        }
    }
    Ok(bits)
}

fn complex_products(x: &Tensor) -> Result<Vec<u64>, String> {
    let dtype = x.dtype;
    let op = |op: Binary, a: Const, b: Const| {
        let undefined = || format!("internal error: {op:?} is not defined for {dtype}");
        evaluate::binary(op, a, b).ok_or_else(undefined)
    };
    let times = |a: [Const; 2], b: [Const; 2]| -> Result<[Const; 2], String> {
        let (re, im_im) = (op(Binary::Mul, a[0], b[0])?, op(Binary::Mul, a[1], b[1])?);
        let (re_im, im_re) = (op(Binary::Mul, a[0], b[1])?, op(Binary::Mul, a[1], b[0])?);
        Ok([op(Binary::Sub, re, im_im)?, op(Binary::Add, re_im, im_re)?])
    };
    let n = x.shape.iter().rev().nth(1).copied().unwrap_or(1).max(1);
    let mut bits = Vec::with_capacity(x.len());
    for row in x.bits.chunks(2 * n) {
        let mut so_far: Option<[Const; 2]> = None;
        for pair in row.chunks_exact(2) {
            let number = [pair[0], pair[1]].map(|bits| Const { dtype, bits });
            let next = match so_far {
                Some(so_far) => times(so_far, number)?,
                None => number,
            };
            bits.extend(next.map(|part| part.bits));
            so_far = Some(next);
        }
    }
    Ok(bits)
}

fn argsort(x: &Tensor) -> Vec<u64> {
    let positions = rows(x).flat_map(|row| {
        let mut order: Vec<usize> = (0..row.len()).collect();
        order.sort_by(|a, b| match (less(row[*a], row[*b]), less(row[*b], row[*a])) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Greater,
            _ => Ordering::Equal,
        });
        order
    });
    positions.map(|p| p as u64).collect()
}

fn sort(x: &Tensor) -> Vec<u64> {
    let n = x.shape.last().copied().unwrap_or(1).max(1);
    let order = argsort(x);
    order.iter().enumerate().map(|(k, p)| x.bits[k / n * n + *p as usize]).collect()
}

fn top(largest: bool, x: &Tensor, count: usize) -> Vec<u64> {
    let positions = rows(x).flat_map(|row| {
        let mut order: Vec<u64> = (0..row.len() as u64).collect();
        order.sort_by(|a, b| {
            let (a, b) = (row[*a as usize], row[*b as usize]);
            let (a, b) = if largest { (b, a) } else { (a, b) };
            less(b, a).cmp(&less(a, b))
        });
        order.truncate(count);
        order
    });
    positions.collect()
}

fn middle(x: &Tensor, rows: usize) -> Vec<u64> {
    let n = x.shape.last().copied().unwrap_or(0);
    if n == 0 {
        return vec![0; 3 * rows];
    }
    let sorted = sort(x);
    let of_row = |row: &[u64]| [(n - 1) / 2, n / 2, n - 1].map(|k| row[k]);
    sorted.chunks(n).flat_map(of_row).collect()
}

fn search(right: bool, sorted: &Tensor, values: &Tensor) -> Vec<u64> {
    let n = sorted.shape.last().copied().unwrap_or(0);
    let rows = sorted.shape.iter().rev().skip(1).product::<usize>().max(1);
    let per_row = (values.len() / rows).max(1);
    let place = |(k, value): (usize, Const)| {
        let row = &sorted.bits[k / per_row * n..][..n];
        // This is the same search as that of the executors, so that they agree even for rows that are not ascending.
        let before = |k: usize| {
            let element = Const { dtype: sorted.dtype, bits: row[k] };
            if right { !less(value, element) } else { less(element, value) }
        };
        let (mut place, mut left) = (0, n);
        while left > 1 {
            let half = left / 2;
            place += if before(place + half - 1) { half } else { 0 };
            left -= half;
        }
        (place + usize::from(left == 1 && before(place))) as u64
    };
    values.elements().enumerate().map(place).collect()
}

/// The order of sorting. NaN comes last, and all NaNs are equal.
pub fn less(a: Const, b: Const) -> bool {
    let is = |op, x, y| evaluate::binary(op, x, y).is_some_and(|c| c.bits != 0);
    is(Binary::Lt, a, b) || (is(Binary::Ne, b, b) && is(Binary::Eq, a, a))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f64s(shape: &[usize], data: &[f64]) -> Tensor {
        Tensor::from_f64(DType::F64, shape, data)
    }

    #[test]
    fn scans_run_along_rows() {
        let x = f64s(&[2, 3], &[1., 2., 3., -1., f64::NAN, 4.]);
        let sums = Routine::Scan(Reduce::Sum).evaluate(&[&x]).unwrap();
        assert_eq!(sums.shape, [2, 3]);
        assert_eq!(sums.to_f64()[..4], [1., 3., 6., -1.]);
        assert!(sums.to_f64()[4..].iter().all(|x| x.is_nan()));
        let least = Routine::Scan(Reduce::Min).evaluate(&[&f64s(&[3], &[2., 1., 3.])]).unwrap();
        assert_eq!(least.to_f64(), [2., 1., 1.]);
        // The first element is kept as it is.
        let zero = Routine::Scan(Reduce::Sum).evaluate(&[&f64s(&[1], &[-0.0])]).unwrap();
        assert!(zero.to_f64()[0].is_sign_negative());
        assert_eq!(Routine::Scan(Reduce::Sum).evaluate(&[&f64s(&[2, 0], &[])]).unwrap().len(), 0);
        let columns = f64s(&[2, 2, 2], &[1., 2., 3., 4., 5., 6., 7., 8.]);
        let sums = Routine::ScanColumns(Reduce::Sum).evaluate(&[&columns]).unwrap();
        assert_eq!(sums.bits, f64s(&[8], &[1., 2., 4., 6., 5., 6., 12., 14.]).bits);
        let none = Routine::ScanColumns(Reduce::Sum).evaluate(&[&f64s(&[2, 0], &[])]).unwrap();
        assert_eq!(none.len(), 0);
    }

    #[test]
    fn complex_products_run_along_rows_of_pairs() {
        let x = f64s(&[2, 2, 2], &[1., 2., 3., 4., 0., 1., 0., 1.]);
        let products = Routine::ComplexProducts.evaluate(&[&x]).unwrap();
        assert_eq!(products.shape, [2, 2, 2]);
        assert_eq!(products.to_f64(), [1., 2., -5., 10., 0., 1., -1., 0.]);
        assert_eq!(Routine::ComplexProducts.evaluate(&[&f64s(&[3, 0, 2], &[])]).unwrap().len(), 0);
    }

    #[test]
    fn sorting_is_stable_and_puts_nan_last() {
        let x = f64s(&[6], &[f64::NAN, 0.0, -0.0, f64::NAN, -1.0, f64::INFINITY]);
        let order = Routine::ArgSort.evaluate(&[&x]).unwrap();
        assert_eq!(order.bits, [4, 1, 2, 5, 0, 3]);
        assert_eq!(order.dtype, DType::I64);
        let rows = f64s(&[2, 2], &[f64::NAN, 0.0, 0.0, -0.0]);
        let sorted = Routine::Sort.evaluate(&[&rows]).unwrap();
        assert_eq!(sorted.bits, [1, 0, 2, 3].map(|k| rows.bits[k]));
        let rows = f64s(&[2, 4], &[4., 1., 3., 2., 5., f64::NAN, 0., -0.0]);
        let middle = Routine::Middle.evaluate(&[&rows]).unwrap();
        assert_eq!(middle.bits, [3, 2, 0, 7, 4, 5].map(|k| rows.bits[k]));
        let top = |largest| Routine::Top { largest }.evaluate_into(&[&rows], &[2, 3]).unwrap();
        assert_eq!((top(false).bits, top(false).dtype), (vec![1, 3, 2, 2, 3, 0], DType::I64));
        assert_eq!(top(true).bits, [0, 2, 3, 1, 0, 2]);
        let none = Routine::Middle.evaluate(&[&f64s(&[2, 0], &[])]).unwrap();
        assert_eq!((none.shape, none.bits), (vec![2, 3], vec![0; 6]));
    }

    #[test]
    fn systems_are_solved_by_elimination() {
        // The first row has to move twice. The second matrix is singular.
        let a = f64s(
            &[2, 3, 3],
            &[0., 2., 1., 1., 1., 0., 2., 0., 2., 1., 2., 3., 2., 4., 6., 0., 0., 1.],
        );
        let lu = Routine::Lu.evaluate(&[&a]).unwrap();
        assert_eq!(lu.shape, [2, 4, 3]);
        assert_eq!(lu.to_f64()[..12], [2., 0., 2., 0., 2., 1., 0.5, 0.5, -1.5, 2., 2., 2.]);
        let b = f64s(&[2, 3, 1], &[5., 3., 4., 1., 1., 1.]);
        let x = Routine::LuSolve.evaluate(&[&lu, &b]).unwrap();
        assert_eq!((x.shape.clone(), &x.to_f64()[..3]), (vec![2, 3, 1], &[1., 2., 1.][..]));
        assert!(x.to_f64()[3..].iter().any(|x| !x.is_finite()));
        let none = f64s(&[4, 0, 0], &[]);
        assert_eq!(Routine::Lu.evaluate(&[&none]).unwrap().shape, [4, 1, 0]);
        let all = Routine::LuSolve.evaluate(&[&f64s(&[4, 1, 0], &[]), &none]).unwrap();
        assert_eq!((all.shape, all.bits.len()), (vec![4, 0, 0], 0));
    }

    #[test]
    fn factors_of_cholesky_take_the_lower_triangle() {
        let a = f64s(&[2, 2], &[4., 99., 2., 5.]);
        let l = Routine::Cholesky.evaluate(&[&a]).unwrap();
        assert_eq!(l.to_f64(), [2., 0., 1., 2.]);
        let indefinite = f64s(&[2, 2], &[-1., 0., 0., 1.]);
        let l = Routine::Cholesky.evaluate(&[&indefinite]).unwrap().to_f64();
        assert!(l[0].is_nan() && l[1] == 0.0 && l[2].is_nan() && l[3].is_nan());
    }

    #[test]
    fn singular_values_descend() {
        // An orthogonal matrix times a diagonal one.
        let (c, s) = (0.6, 0.8);
        let a = f64s(&[2, 2, 2], &[3. * c, -5. * s, 3. * s, 5. * c, 0., 1e-9, 1e200, 0.]);
        let values = Routine::SingularValues.evaluate(&[&a]).unwrap();
        assert_eq!(values.shape, [2, 2]);
        let values = values.to_f64();
        assert!((values[0] - 5.).abs() < 4e-15 && (values[1] - 3.).abs() < 4e-15, "{values:?}");
        assert!((values[2] / 1e200 - 1.).abs() < 1e-15 && values[3] < 1e185, "{values:?}");
        // A wide matrix, a tall one, and one of rank 0.
        let wide = f64s(&[2, 3], &[1., 2., 2., 2., 4., 4.]);
        let values = Routine::SingularValues.evaluate(&[&wide]).unwrap().to_f64();
        assert!((values[0] - 45f64.sqrt()).abs() < 1e-14 && values[1] < 1e-14, "{values:?}");
        let tall = f64s(&[3, 2], &[1., 2., 2., 4., 2., 4.]);
        let values = Routine::SingularValues.evaluate(&[&tall]).unwrap().to_f64();
        assert!((values[0] - 45f64.sqrt()).abs() < 1e-14 && values[1] < 1e-14, "{values:?}");
        assert_eq!(values[2], 0.0);
        let zeros = f64s(&[2, 3, 3], &[0.; 18]);
        assert_eq!(Routine::SingularValues.evaluate(&[&zeros]).unwrap().to_f64(), [0.; 6]);
        let nan = f64s(&[1, 2], &[f64::NAN, 1.]);
        assert!(Routine::SingularValues.evaluate(&[&nan]).unwrap().to_f64()[0].is_nan());
        let none = Routine::SingularValues.evaluate(&[&f64s(&[2, 0], &[])]).unwrap();
        assert_eq!(none.to_f64(), [0., 0.]);
    }

    #[test]
    fn searches_count_what_comes_before() {
        let sorted = f64s(&[4], &[1., 2., 2., f64::NAN]);
        let values = f64s(&[2, 3], &[0., 2., 3., 1., f64::NAN, f64::INFINITY]);
        let left = Routine::Search { right: false }.evaluate(&[&sorted, &values]).unwrap();
        assert_eq!((left.shape, left.bits), (vec![2, 3], vec![0, 1, 3, 0, 3, 3]));
        let right = Routine::Search { right: true }.evaluate(&[&sorted, &values]).unwrap();
        assert_eq!(right.bits, [0, 3, 3, 1, 4, 3]);
        // One row of values per sorted row.
        let sorted = f64s(&[2, 2], &[1., 2., 10., 20.]);
        let values = f64s(&[2, 1], &[1.5, 15.]);
        let places = Routine::Search { right: false }.evaluate(&[&sorted, &values]).unwrap();
        assert_eq!(places.bits, [1, 1]);
        let none = Routine::Search { right: true }.evaluate(&[&f64s(&[0], &[]), &values]).unwrap();
        assert_eq!(none.bits, [0, 0]);
    }
}
