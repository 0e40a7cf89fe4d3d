//! Gaussian elimination with partial pivoting, written out: each result of a step is one comprehension.

use super::super::matrices::choose;
use crate::check::checker::Checker;
use crate::check::value::Array;
use crate::dag::{Binary, Const, Dag, ScalarId, Size, Unary};

/// Matrices of `n` rows, in the last two axes. The axes before number the matrices.
pub(super) struct Matrix {
    pub(super) array: Array,
    pub(super) n: i64,
}

impl Matrix {
    pub(super) fn new(array: Array, n: i64) -> Matrix {
        Matrix { array, n }
    }

    pub(super) fn batch(&self) -> Vec<Size> {
        self.array.shape[..self.array.rank() - 2].to_vec()
    }
}

/// The result of elimination.
pub(super) struct Eliminated {
    /// Row k of the upper triangle, from its diagonal on: shape `[..., n - k]`.
    pub(super) rows: Vec<Array>,
    /// For each k, the row that became row k, among those that were left, counted from k. (The last row has no choice.)
    pub(super) pivots: Vec<Array>,
}

/// The elements of an array whose last axes are `tail` axes. The axes before broadcast to `batch`.
pub(super) fn element(
    dag: &mut Dag,
    array: &Array,
    batch: &[Size],
    index: &[ScalarId],
    tail: &[ScalarId],
) -> ScalarId {
    let own = &array.shape[..array.rank() - tail.len()];
    let skip = batch.len() - own.len();
    let mut at = Vec::new();
    for (k, size) in own.iter().enumerate() {
        let stretched = size.is_one() && !batch[skip + k].is_one();
        at.push(if stretched { number(dag, 0) } else { index[skip + k] });
    }
    at.extend(tail);
    array.element(dag, &at)
}

pub(super) fn number(dag: &mut Dag, value: i64) -> ScalarId {
    dag.constant(Const::i64(value))
}

fn next(dag: &mut Dag, i: ScalarId) -> ScalarId {
    let one = number(dag, 1);
    dag.binary(Binary::Add, i, one)
}

fn shape(batch: &[Size], tail: &[Size]) -> Vec<Size> {
    batch.iter().chain(tail).cloned().collect()
}

pub(super) fn eliminate(checker: &mut Checker<'_>, matrix: Matrix) -> Eliminated {
    let batch = matrix.batch();
    let mut eliminated = Eliminated { rows: Vec::new(), pivots: Vec::new() };
    let mut rest = matrix;
    while rest.n > 1 {
        let step = Step::new(checker, &rest, &batch);
        rest = step.rest(checker, &rest, &batch);
        eliminated.rows.push(step.row);
        eliminated.pivots.push(step.pivot);
    }
    eliminated.rows.push(last_row(checker, &rest, &batch));
    eliminated
}

/// The solution `x` of `matrix @ x = right`. Both `x` and `right` have the shape `[..., n, k]`.
pub(super) fn solve(checker: &mut Checker<'_>, matrix: Matrix, right: Array) -> Array {
    let own = matrix.batch();
    let batch = broadcast(&own, &right.shape[..right.rank() - 2]);
    let columns = right.shape[right.rank() - 1].clone();
    let n = matrix.n as usize;
    let mut rows: Vec<Array> = Vec::new();
    // Row k of the right side, as it was when it became the row of the pivot.
    let mut rights: Vec<Array> = Vec::new();
    let (mut rest, mut right) = (matrix, right);
    while rest.n > 1 {
        let step = Step::new(checker, &rest, &own);
        let chosen = step.right_row(checker, &rest, &right, &batch, &columns);
        right = step.right_rest(checker, &rest, &right, &chosen, &batch, &columns);
        rest = step.rest(checker, &rest, &own);
        rights.push(chosen);
        rows.push(step.row);
    }
    rows.push(last_row(checker, &rest, &own));
    let row_shape = shape(&batch, std::slice::from_ref(&columns));
    let full = batch.clone();
    rights.push(checker.graph.emit(
        "right",
        row_shape.clone(),
        vec![right],
        move |dag, a, index| {
            let (column, index) = index.split_last().expect("a column");
            let zero = number(dag, 0);
            element(dag, &a[0], &full, index, &[zero, *column])
        },
    ));

    // Backwards: row k of the solution from the rows below.
    let mut solution: Vec<Array> = Vec::new();
    for (row, right) in rows.iter().zip(rights).rev() {
        let mut operands = vec![row.clone(), right];
        operands.extend(solution.iter().rev().cloned());
        let full = batch.clone();
        solution.push(checker.graph.emit(
            "x",
            row_shape.clone(),
            operands,
            move |dag, a, index| {
                let (_, at) = index.split_last().expect("a column");
                let mut value = a[1].element(dag, index);
                for (k, x) in a[2..].iter().enumerate() {
                    let place = number(dag, k as i64 + 1);
                    let factor = element(dag, &a[0], &full, at, &[place]);
                    let x = x.element(dag, index);
                    let product = dag.binary(Binary::Mul, factor, x);
                    value = dag.binary(Binary::Sub, value, product);
                }
                let zero = number(dag, 0);
                let pivot = element(dag, &a[0], &full, at, &[zero]);
                dag.binary(Binary::Div, value, pivot)
            },
        ));
    }
    solution.reverse();
    let result = shape(&batch, &[Size::constant(n as i64), columns]);
    checker.graph.emit("solution", result, solution, |dag, a, index| {
        let mut at = index.to_vec();
        let row = at.remove(index.len() - 2);
        let rows: Vec<ScalarId> = a.iter().map(|x| x.element(dag, &at)).collect();
        choose(dag, row, &rows)
    })
}

fn broadcast(a: &[Size], b: &[Size]) -> Vec<Size> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let skip = long.len() - short.len();
    let mut batch = long.to_vec();
    for (k, size) in short.iter().enumerate() {
        if batch[skip + k].is_one() {
            batch[skip + k] = size.clone();
        }
    }
    batch
}

fn last_row(checker: &mut Checker<'_>, rest: &Matrix, batch: &[Size]) -> Array {
    let shape = shape(batch, &[Size::one()]);
    checker.graph.emit("row", shape, vec![rest.array.clone()], |dag, a, index| {
        let zero = number(dag, 0);
        let mut at = index[..index.len() - 1].to_vec();
        at.extend([zero, zero]);
        a[0].element(dag, &at)
    })
}

/// The elimination of one column.
struct Step {
    /// The number of the row with the largest element in the first column.
    pivot: Array,
    /// That row.
    row: Array,
    /// The multiples of that row that are subtracted from the other rows.
    factors: Array,
}

impl Step {
    fn new(checker: &mut Checker<'_>, rest: &Matrix, batch: &[Size]) -> Step {
        let m = rest.n;
        let array = rest.array.clone();
        let pivot = checker.graph.emit(
            "pivot",
            batch.to_vec(),
            vec![array.clone()],
            move |dag, a, index| {
                let zero = number(dag, 0);
                let size = |dag: &mut Dag, i: i64| {
                    let mut at = index.to_vec();
                    at.extend([number(dag, i), zero]);
                    let element = a[0].element(dag, &at);
                    dag.unary(Unary::Abs, element)
                };
                let (mut largest, mut place) = (size(dag, 0), zero);
                for i in 1..m {
                    let this = size(dag, i);
                    let larger = dag.binary(Binary::Gt, this, largest);
                    let i = number(dag, i);
                    largest = dag.select(larger, this, largest);
                    place = dag.select(larger, i, place);
                }
                place
            },
        );
        let row_shape = shape(batch, &[Size::constant(m)]);
        let operands = vec![array.clone(), pivot.clone()];
        let row = checker.graph.emit("row", row_shape, operands, move |dag, a, index| {
            let (column, at) = index.split_last().expect("a column");
            let rows: Vec<ScalarId> = (0..m)
                .map(|i| {
                    let i = number(dag, i);
                    a[0].element(dag, &[at, &[i, *column]].concat())
                })
                .collect();
            let pivot = a[1].element(dag, at);
            choose(dag, pivot, &rows)
        });
        let shape = shape(batch, &[Size::constant(m - 1)]);
        let operands = vec![array, pivot.clone(), row.clone()];
        let factors = checker.graph.emit("factors", shape, operands, move |dag, a, index| {
            let (i, at) = index.split_last().expect("a row");
            let zero = number(dag, 0);
            let first = swapped(dag, &a[0], &a[1], at, *i, zero);
            let pivot = a[2].element(dag, &[at, &[zero]].concat());
            let quotient = dag.binary(Binary::Div, first, pivot);
            // If the whole column is zero, there is nothing to eliminate.
            let none = dag.constant(Const::from_i128(dag.dtype(pivot), 0));
            let empty = dag.binary(Binary::Eq, pivot, none);
            dag.select(empty, none, quotient)
        });
        Step { pivot, row, factors }
    }

    /// The matrix without its first column and the pivot's row.
    fn rest(&self, checker: &mut Checker<'_>, rest: &Matrix, batch: &[Size]) -> Matrix {
        let m = rest.n - 1;
        let shape = shape(batch, &[Size::constant(m), Size::constant(m)]);
        let operands =
            vec![rest.array.clone(), self.pivot.clone(), self.row.clone(), self.factors.clone()];
        let array = checker.graph.emit("eliminated", shape, operands, |dag, a, index| {
            let (at, ij) = index.split_at(index.len() - 2);
            let column = next(dag, ij[1]);
            let old = swapped(dag, &a[0], &a[1], at, ij[0], column);
            let row = a[2].element(dag, &[at, &[column]].concat());
            let factor = a[3].element(dag, &[at, &[ij[0]]].concat());
            let product = dag.binary(Binary::Mul, factor, row);
            dag.binary(Binary::Sub, old, product)
        });
        Matrix::new(array, m)
    }

    /// The pivot's row of the right side.
    fn right_row(
        &self,
        checker: &mut Checker<'_>,
        rest: &Matrix,
        right: &Array,
        batch: &[Size],
        columns: &Size,
    ) -> Array {
        let (m, full) = (rest.n, batch.to_vec());
        let shape = shape(batch, std::slice::from_ref(columns));
        let operands = vec![right.clone(), self.pivot.clone()];
        checker.graph.emit("right", shape, operands, move |dag, a, index| {
            let (column, at) = index.split_last().expect("a column");
            let rows: Vec<ScalarId> = (0..m)
                .map(|i| {
                    let i = number(dag, i);
                    element(dag, &a[0], &full, at, &[i, *column])
                })
                .collect();
            let pivot = element(dag, &a[1], &full, at, &[]);
            choose(dag, pivot, &rows)
        })
    }

    /// The other rows of the right side, reduced.
    fn right_rest(
        &self,
        checker: &mut Checker<'_>,
        rest: &Matrix,
        right: &Array,
        chosen: &Array,
        batch: &[Size],
        columns: &Size,
    ) -> Array {
        let full = batch.to_vec();
        let shape = shape(batch, &[Size::constant(rest.n - 1), columns.clone()]);
        let operands =
            vec![right.clone(), self.pivot.clone(), self.factors.clone(), chosen.clone()];
        checker.graph.emit("right", shape, operands, move |dag, a, index| {
            let (at, ic) = index.split_at(index.len() - 2);
            let (below, zero) = (next(dag, ic[0]), number(dag, 0));
            let (first, own) = (
                element(dag, &a[0], &full, at, &[zero, ic[1]]),
                element(dag, &a[0], &full, at, &[below, ic[1]]),
            );
            let pivot = element(dag, &a[1], &full, at, &[]);
            let here = dag.binary(Binary::Eq, pivot, below);
            let old = dag.select(here, first, own);
            let factor = element(dag, &a[2], &full, at, &[ic[0]]);
            let row = a[3].element(dag, &[at, &[ic[1]]].concat());
            let product = dag.binary(Binary::Mul, factor, row);
            dag.binary(Binary::Sub, old, product)
        })
    }
}

/// Element `column` of row `i + 1`, after the first row and the row of the pivot have changed places.
fn swapped(
    dag: &mut Dag,
    matrix: &Array,
    pivot: &Array,
    at: &[ScalarId],
    i: ScalarId,
    column: ScalarId,
) -> ScalarId {
    let (zero, below) = (number(dag, 0), next(dag, i));
    let first = matrix.element(dag, &[at, &[zero, column]].concat());
    let own = matrix.element(dag, &[at, &[below, column]].concat());
    let pivot = pivot.element(dag, at);
    let here = dag.binary(Binary::Eq, pivot, below);
    dag.select(here, first, own)
}
