//! `inv`, `det`, `slogdet`, `solve` and `cholesky` for matrices of any size, by routines and arithmetic on their
//! results.

use super::small::Matrices;
use crate::check::checker::Checker;
use crate::check::value::{Array, Data, Res};
use crate::dag::{Binary, Const, DType, Dag, NodeId, Reduce, Routine, ScalarId, Size, Unary};
use crate::diagnostic::SpanRange;

/// An argument in messages: its text and its place.
pub(super) type CallSite<'a> = (&'a str, SpanRange);

fn node(array: &Array) -> NodeId {
    match array.data {
        Data::Node(node) => node,
        _ => unreachable!("routines give nodes"),
    }
}

/// The result of elimination. Halves are computed in `f32`.
fn eliminated(checker: &mut Checker<'_>, name: &str, matrices: &Matrices) -> Res<Array> {
    let array = checker.graph.cast(&matrices.array, matrices.array.dtype.computed_in());
    let stored = checker.stored(name, &array, matrices.place())?;
    Ok(checker.graph.routine("lu", Routine::Lu, vec![stored]))
}

pub(super) fn inverse(checker: &mut Checker<'_>, name: &str, matrices: &Matrices) -> Res<Array> {
    let (dtype, n) = (matrices.array.dtype, matrices.size.clone());
    let identity =
        checker.graph.emit("identity", vec![n.clone(), n], Vec::new(), move |dag, _, index| {
            let here = dag.binary(Binary::Eq, index[0], index[1]);
            dag.cast(dtype, here)
        });
    let batch = matrices.batch().to_vec();
    solve(checker, name, matrices, &identity, &batch, matrices.place())
}

/// The solutions for the columns of `right` (`[.., n, k]`, of the dtype of the matrices). The axes before the last two
/// broadcast to `batch`.
pub(super) fn solve(
    checker: &mut Checker<'_>,
    name: &str,
    matrices: &Matrices,
    right: &Array,
    batch: &[Size],
    place: CallSite<'_>,
) -> Res<Array> {
    let lu = eliminated(checker, name, matrices)?;
    let dtype = matrices.array.dtype;
    let right = checker.graph.cast(right, dtype.computed_in());
    let rank = right.rank();
    if matrices.batch().is_empty() && rank > 2 {
        // There is one matrix only, so the right sides of all systems become columns of one system.
        let mut axes = vec![rank - 2];
        axes.extend((0..rank - 2).chain([rank - 1]));
        let moved = checker.graph.permute(&right, &axes);
        let flat = vec![moved.shape[0].clone(), Size::product(&moved.shape[1..])];
        let flat = checker.graph.reshaped("reshape", &moved, flat);
        let stored = checker.stored(name, &flat, place)?;
        let x = checker.graph.routine(name, Routine::LuSolve, vec![node(&lu), stored]);
        let x = checker.graph.reshaped("reshape", &x, moved.shape.clone());
        let mut axes: Vec<usize> = (1..rank - 1).collect();
        axes.extend([0, rank - 1]);
        let x = checker.graph.permute(&x, &axes);
        return Ok(checker.graph.cast(&x, dtype));
    }
    let lu = stretched(checker, &lu, batch);
    let right = stretched(checker, &right, batch);
    let operands = vec![checker.stored(name, &lu, place)?, checker.stored(name, &right, place)?];
    let x = checker.graph.routine(name, Routine::LuSolve, operands);
    Ok(checker.graph.cast(&x, dtype))
}

/// An array with its axes before the last two broadcast.
fn stretched(checker: &mut Checker<'_>, array: &Array, batch: &[Size]) -> Array {
    let tail = &array.shape[array.rank() - 2..];
    let full: Vec<Size> = batch.iter().chain(tail).cloned().collect();
    if array.shape == full {
        return array.clone();
    }
    let shape = full.clone();
    checker.graph.emit("broadcast_to", shape, vec![array.clone()], move |dag, a, index| {
        a[0].broadcast_element(dag, &full, index)
    })
}

/// Numbers that follow from the pivots of a matrix, each by a reduction over them.
struct Pivots<'a> {
    lu: &'a Array,
    n: &'a Size,
    /// The index of the matrix.
    at: &'a [ScalarId],
    dtype: DType,
}

impl Pivots<'_> {
    fn reduce(
        &self,
        dag: &mut Dag,
        op: Reduce,
        rule: impl FnOnce(&mut Dag, ScalarId) -> ScalarId,
    ) -> ScalarId {
        dag.reduce(op, vec![self.n.clone()], |dag, k| {
            let pivot = self.lu.element(dag, &[self.at, &[k[0], k[0]]].concat());
            rule(dag, pivot)
        })
    }

    fn number(&self, dag: &mut Dag, value: i64) -> ScalarId {
        dag.constant(Const::from_i128(self.dtype, value.into()))
    }

    /// -1 where `negative` holds, else 1.
    fn negative_if(&self, dag: &mut Dag, negative: ScalarId) -> ScalarId {
        let (one, minus) = (self.number(dag, 1), self.number(dag, -1));
        dag.select(negative, minus, one)
    }

    /// Whether one of the pivots is zero.
    fn singular(&self, dag: &mut Dag) -> ScalarId {
        let zero = self.number(dag, 0);
        self.reduce(dag, Reduce::Any, |dag, pivot| dag.binary(Binary::Eq, pivot, zero))
    }

    /// 1 or -1, depending on the number of rows that changed places.
    fn swaps(&self, dag: &mut Dag) -> ScalarId {
        let last = dag.size(self.n.clone());
        dag.reduce(Reduce::Prod, vec![self.n.clone()], |dag, k| {
            let place = self.lu.element(dag, &[self.at, &[last, k[0]]].concat());
            let own = dag.cast(self.dtype, k[0]);
            let swapped = dag.binary(Binary::Ne, place, own);
            self.negative_if(dag, swapped)
        })
    }

    /// The sign of the product of the pivots: 1 or -1.
    fn sign(&self, dag: &mut Dag) -> ScalarId {
        let zero = self.number(dag, 0);
        self.reduce(dag, Reduce::Prod, |dag, pivot| {
            let negative = dag.binary(Binary::Lt, pivot, zero);
            self.negative_if(dag, negative)
        })
    }

    /// The sum of the logarithms of the pivots' magnitudes, or (`absolute`) of the magnitudes of these logarithms.
    fn logarithm(&self, dag: &mut Dag, absolute: bool) -> ScalarId {
        self.reduce(dag, Reduce::Sum, |dag, pivot| {
            let size = dag.unary(Unary::Abs, pivot);
            let logarithm = dag.unary(Unary::Log, size);
            if absolute { dag.unary(Unary::Abs, logarithm) } else { logarithm }
        })
    }
}

/// A number for each matrix, from its pivots.
fn of_pivots(
    checker: &mut Checker<'_>,
    name: &str,
    matrices: &Matrices,
    lu: &Array,
    rule: impl Fn(&mut Dag, &Pivots<'_>) -> ScalarId + 'static,
) -> Array {
    let (n, dtype) = (matrices.size.clone(), lu.dtype);
    let batch = matrices.batch().to_vec();
    let result = checker.graph.emit(name, batch, vec![lu.clone()], move |dag, a, at| {
        rule(dag, &Pivots { lu: &a[0], n: &n, at, dtype })
    });
    checker.graph.cast(&result, matrices.array.dtype)
}

pub(super) fn det(checker: &mut Checker<'_>, name: &str, matrices: &Matrices) -> Res<Array> {
    let lu = eliminated(checker, name, matrices)?;
    // If these logarithms are in range, so is every product of some of the pivots.
    let limit = if lu.dtype == DType::F32 { 85.0 } else { 700.0 };
    Ok(of_pivots(checker, name, matrices, &lu, move |dag, pivots| {
        let product = pivots.reduce(dag, Reduce::Prod, |_, pivot| pivot);
        let spread = pivots.logarithm(dag, true);
        let limit = dag.constant(Const::from_f64(pivots.dtype, limit));
        let tame = dag.binary(Binary::Lt, spread, limit);
        let (sign, logarithm) = (pivots.sign(dag), pivots.logarithm(dag, false));
        let size = dag.unary(Unary::Exp, logarithm);
        let other = dag.binary(Binary::Mul, sign, size);
        let value = dag.select(tame, product, other);
        let swaps = pivots.swaps(dag);
        let value = dag.binary(Binary::Mul, swaps, value);
        let (singular, zero) = (pivots.singular(dag), pivots.number(dag, 0));
        dag.select(singular, zero, value)
    }))
}

/// The sign of the determinant, and the logarithm of its magnitude.
pub(super) fn slogdet(
    checker: &mut Checker<'_>,
    name: &str,
    matrices: &Matrices,
) -> Res<[Array; 2]> {
    let lu = eliminated(checker, name, matrices)?;
    let sign = of_pivots(checker, "sign", matrices, &lu, |dag, pivots| {
        let (sign, swaps) = (pivots.sign(dag), pivots.swaps(dag));
        let sign = dag.binary(Binary::Mul, swaps, sign);
        let (singular, zero) = (pivots.singular(dag), pivots.number(dag, 0));
        dag.select(singular, zero, sign)
    });
    let logarithm = of_pivots(checker, "logabsdet", matrices, &lu, |dag, pivots| {
        let logarithm = pivots.logarithm(dag, false);
        let least = dag.constant(Const::from_f64(pivots.dtype, f64::NEG_INFINITY));
        let singular = pivots.singular(dag);
        dag.select(singular, least, logarithm)
    });
    Ok([sign, logarithm])
}

pub(super) fn cholesky(checker: &mut Checker<'_>, name: &str, matrices: &Matrices) -> Res<Array> {
    let dtype = matrices.array.dtype;
    let array = checker.graph.cast(&matrices.array, dtype.computed_in());
    let stored = checker.stored(name, &array, matrices.place())?;
    let factor = checker.graph.routine(name, Routine::Cholesky, vec![stored]);
    Ok(checker.graph.cast(&factor, dtype))
}
