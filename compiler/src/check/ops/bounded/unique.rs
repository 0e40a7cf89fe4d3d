//! `unique`: the different elements of an array, by a sort and a comparison of neighbours.

use super::{Bound, Positions, fill};
use crate::check::checker::Checker;
use crate::check::ops::call::Call;
use crate::check::ops::sorting::flag;
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, DType, Reduce, Routine, Size, Unary};

pub(super) fn unique(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let x = call.array(checker)?;
    let index = flag(checker, call, 1, "`return_index`", false)?;
    let inverse = flag(checker, call, 2, "`return_inverse`", false)?;
    let counts = flag(checker, call, 3, "`return_counts`", false)?;
    let text = call.text(0);
    let place = (text.as_str(), call.arg(0).span);
    let n = Size::product(&x.shape);
    let flat = checker.graph.reshaped("ravel", &x, vec![n.clone()]);
    let what = format!("different elements of `{text}`");
    let bound = Bound::new(checker, call, 4, what, n.clone())?;
    let fill = fill(checker, call, 5, x.dtype)?;
    let rows = checker.rows(call.name, &flat, 0, x.dtype, place)?;
    // Positions are sorted only if somebody asks for them.
    let order = (index || inverse).then(|| checker.graph.argsorted(&rows));
    let sorted = match &order {
        None => checker.graph.sorted_rows(&rows),
        Some(order) => {
            let elements = Array::node(vec![n.clone()], x.dtype.computed_in(), rows.node);
            let operands = vec![elements, order.clone()];
            checker.graph.emit("sorted", vec![n.clone()], operands, |dag, a, index| {
                let at = a[1].element(dag, index);
                a[0].element(dag, &[at])
            })
        }
    };
    let first = first_of_equals(checker, &sorted);
    let positions = Positions::new(checker, call, &first, &bound, place)?;
    let mut results = vec![positions.take(checker, call.name, &sorted, 0, &fill)];
    if let (true, Some(order)) = (index, &order) {
        let zero = checker.graph.constant(Const::i64(0));
        let index = positions.take(checker, "first", order, 0, &zero);
        if checker.graph.is_non_negative(&n.sub(&Size::one())) {
            checker.graph.known_below(&index, &n);
        }
        results.push(index);
    }
    if let (true, Some(order)) = (inverse, &order) {
        let inverse = numbers_of(checker, call, &first, order, &bound)?;
        let shaped = checker.graph.reshaped("inverse", &inverse, x.shape.clone());
        if bound.holds(checker) {
            checker.graph.known_below(&shaped, &bound.size);
        }
        results.push(shaped);
    }
    if counts {
        results.push(lengths(checker, &positions, n));
    }
    results.push(positions.count);
    Ok(Value::Tuple(results.into_iter().map(Value::Array).collect()))
}

/// For each element of an ascending row, whether it differs from the one before. All NaNs are equal.
fn first_of_equals(checker: &mut Checker<'_>, sorted: &Array) -> Array {
    checker.graph.emit("is_first", sorted.shape.clone(), vec![sorted.clone()], |dag, a, index| {
        let (zero, one) = (dag.constant(Const::i64(0)), dag.constant(Const::i64(1)));
        let before = dag.binary(Binary::Sub, index[0], one);
        let before = dag.binary(Binary::Max, before, zero);
        let (previous, own) = (a[0].element(dag, &[before]), a[0].element(dag, index));
        let mut differs = dag.binary(Binary::Ne, previous, own);
        if dag.dtype(own).is_float() {
            // What follows a NaN is NaN.
            let unordered = dag.unary(Unary::IsNan, previous);
            let ordered = dag.unary(Unary::Not, unordered);
            differs = dag.binary(Binary::And, differs, ordered);
        }
        let first = dag.binary(Binary::Eq, index[0], zero);
        dag.binary(Binary::Or, first, differs)
    })
}

/// For each element before sorting, the number of its value among the different ones. `first` tells, for each element
/// of the sorted row, whether it differs from the one before.
fn numbers_of(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    first: &Array,
    order: &Array,
    bound: &Bound,
) -> Res<Array> {
    let text = call.text(0);
    let place = (text.as_str(), call.arg(0).span);
    let ones = checker.graph.cast(first, DType::I64);
    let ones = checker.stored(call.name, &ones, place)?;
    let numbers = checker.graph.routine("numbers", Routine::Scan(Reduce::Sum), vec![ones]);
    let last = bound.size.sub(&Size::one());
    let enough = checker.graph.is_non_negative(&bound.size.sub(&bound.enough));
    let numbers = checker.graph.map("number", &numbers, None, move |dag, number| {
        let one = dag.constant(Const::i64(1));
        let number = dag.binary(Binary::Sub, number, one);
        if enough {
            return number;
        }
        // Others may be read by it before all checks are over.
        let last = dag.size(last.clone());
        dag.binary(Binary::Min, number, last)
    });
    let order = checker.stored(call.name, order, place)?;
    let numbers = checker.stored(call.name, &numbers, place)?;
    // All places are stored to, so it does not matter what was there.
    let operands = vec![order, numbers, order];
    let shape = first.shape.clone();
    let node =
        checker.graph.dag.routine_into("inverse", Routine::SegmentStore, operands, shape.clone());
    Ok(Array::node(shape, DType::I64, node))
}

/// How many elements are equal to each of the different ones, of `n` in all; then 0.
fn lengths(checker: &mut Checker<'_>, positions: &Positions, n: Size) -> Array {
    let last = positions.at.shape[0].sub(&Size::one());
    let operands = vec![positions.at.clone()];
    checker.graph.emit("counts", positions.at.shape.clone(), operands, move |dag, a, index| {
        let (zero, one) = (dag.constant(Const::i64(0)), dag.constant(Const::i64(1)));
        let after = dag.binary(Binary::Add, index[0], one);
        let last = dag.size(last.clone());
        let next = dag.binary(Binary::Min, after, last);
        let (begin, next) = (a[0].element(dag, index), a[0].element(dag, &[next]));
        // The last value has all elements from its first one on.
        let follows = dag.binary(Binary::Gt, next, begin);
        let n = dag.size(n.clone());
        let end = dag.select(follows, next, n);
        let length = dag.binary(Binary::Sub, end, begin);
        let found = dag.binary(Binary::Ge, begin, zero);
        dag.select(found, length, zero)
    })
}
