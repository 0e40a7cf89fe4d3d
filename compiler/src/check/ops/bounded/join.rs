//! `join`: the pairs of equal keys of two arrays, by a sort of one side and a search for each key of the other.

use super::{Bound, fill};
use crate::check::checker::{Checker, array_text};
use crate::check::ops::call::Call;
use crate::check::ops::sorting::same_dtype;
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, DType, Dag, Reduce, Routine, Size};
use crate::diagnostic::Diagnostic;

pub(super) fn join(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let (left, right) = same_dtype(checker, call, 0, 1)?;
    let texts = [0, 1].map(|k| (call.text(k), call.arg(k).span));
    let [left_place, right_place] = [0, 1].map(|k| (texts[k].0.as_str(), texts[k].1));
    for (array, (text, span)) in [(&left, left_place), (&right, right_place)] {
        if array.rank() != 1 {
            let claim = "`join` needs keys along one axis";
            return Err(checker.report(
                Diagnostic::new(span, claim)
                    .fact(format_args!("`{text}` is {}", array_text(array)))
                    .help(format_args!("flatten them: `ravel({text})`")),
            ));
        }
    }
    let (m, n) = (left.shape[0].clone(), right.shape[0].clone());
    let what = format!("pairs of `{}` and `{}`", texts[0].0, texts[1].0);
    let bound = Bound::new(checker, call, 2, what, m.mul(&n))?;
    let fill = fill(checker, call, 3, DType::I64)?;
    let rows = checker.rows(call.name, &right, 0, right.dtype, right_place)?;
    let order = checker.graph.argsorted(&rows);
    let operands = vec![right.clone(), order.clone()];
    let sorted = checker.graph.emit("sorted", vec![n.clone()], operands, |dag, a, index| {
        let at = a[1].element(dag, index);
        a[0].element(dag, &[at])
    });
    let sorted = checker.stored(call.name, &sorted, right_place)?;
    let keys = checker.stored(call.name, &left, left_place)?;
    let [begin, end] = [false, true].map(|right| checker.graph.searched(sorted, keys, right));
    // How many partners each key has. NaN is equal to nothing.
    let operands = vec![left.clone(), begin.clone(), end];
    let partners = checker.graph.emit("partners", vec![m.clone()], operands, |dag, a, index| {
        let [key, begin, end] = [0, 1, 2].map(|k| a[k].element(dag, index));
        let partners = dag.binary(Binary::Sub, end, begin);
        let equal = dag.binary(Binary::Eq, key, key);
        let zero = dag.constant(Const::i64(0));
        dag.select(equal, partners, zero)
    });
    let stored = checker.stored(call.name, &partners, left_place)?;
    let ends = checker.graph.routine("ends", Routine::Scan(Reduce::Sum), vec![stored]);
    let count = checker.last_or_zero("count", &ends);
    bound.check(checker, call, &count);
    let operands = vec![partners, ends];
    let starts = checker.graph.emit("starts", vec![m.clone()], operands, |dag, a, index| {
        let (partners, end) = (a[0].element(dag, index), a[1].element(dag, index));
        let (zero, none) = (dag.constant(Const::i64(0)), dag.constant(Const::i64(-1)));
        let start = dag.binary(Binary::Sub, end, partners);
        let has_some = dag.binary(Binary::Gt, partners, zero);
        dag.select(has_some, start, none)
    });
    let pairs = Pairs { begin, starts, order, count: count.clone(), fill };
    let [left, right] = pairs.positions(checker, call, &bound.size, [&m, &n])?;
    if call.option(3).is_none() {
        for (result, size) in [(&left, &m), (&right, &n)] {
            // A position that is filled with 0 is none of an empty axis.
            if checker.graph.is_non_negative(&size.sub(&Size::one())) {
                checker.graph.known_below(result, size);
            }
        }
    }
    Ok(Value::Tuple([left, right, count].map(Value::Array).to_vec()))
}

/// What pairs are made of.
struct Pairs {
    /// For each key on the left, where its equals begin on the sorted right side.
    begin: Array,
    /// For each key on the left, the number of its first pair, or -1 if it has none.
    starts: Array,
    /// The positions of the sorted right side.
    order: Array,
    count: Array,
    fill: Array,
}

impl Pairs {
    /// The positions on both sides of `size` pairs. The sides have `m` and `n` keys.
    fn positions(
        self,
        checker: &mut Checker<'_>,
        call: &Call<'_>,
        size: &Size,
        [m, n]: [&Size; 2],
    ) -> Res<[Array; 2]> {
        let shape = vec![size.clone()];
        let place = (call.text(0), call.arg(0).span);
        let starts = checker.stored(call.name, &self.starts, (&place.0, place.1))?;
        // The key on the left that each pair belongs to: of the keys whose pairs have begun, the last one.
        let first = checker.graph.segments("first", Routine::SegmentLast, vec![starts], size);
        let first = checker.stored(call.name, &first, (&place.0, place.1))?;
        let owner = checker.graph.routine("owner", Routine::Scan(Reduce::Max), vec![first]);
        let is_pair = checker.graph.emit(
            "is_pair",
            shape.clone(),
            vec![self.count.clone()],
            |dag, a, index| {
                let count = a[0].element(dag, &[]);
                dag.binary(Binary::Lt, index[0], count)
            },
        );
        let operands = vec![owner.clone(), is_pair.clone(), self.fill.clone()];
        let left = checker.graph.emit("left", shape.clone(), operands, |dag, a, index| {
            let (owner, is_pair) = (a[0].element(dag, index), a[1].element(dag, index));
            let fill = a[2].element(dag, &[]);
            dag.select(is_pair, owner, fill)
        });
        let (last_left, last_right) = (m.sub(&Size::one()), n.sub(&Size::one()));
        let (empty_left, empty_right) = (
            checker.graph.may_be_empty(&self.begin, &[0]),
            checker.graph.may_be_empty(&self.order, &[0]),
        );
        let operands = vec![owner, is_pair, self.fill, self.begin, self.starts, self.order];
        let right = checker.graph.emit("right", shape, operands, move |dag, a, index| {
            let (owner, is_pair) = (a[0].element(dag, index), a[1].element(dag, index));
            // Behind the last pair, and where there is none, something that can be read.
            let within = |dag: &mut Dag, at, last: &Size| {
                let (zero, last) = (dag.constant(Const::i64(0)), dag.size(last.clone()));
                let at = dag.binary(Binary::Max, at, zero);
                dag.binary(Binary::Min, at, last)
            };
            let owner = within(dag, owner, &last_left);
            let start = a[4].element_unless_empty(dag, &[owner], &empty_left);
            let begin = a[3].element_unless_empty(dag, &[owner], &empty_left);
            let number = dag.binary(Binary::Sub, index[0], start);
            let at = dag.binary(Binary::Add, begin, number);
            let at = within(dag, at, &last_right);
            let at = a[5].element_unless_empty(dag, &[at], &empty_right);
            let fill = a[2].element(dag, &[]);
            dag.select(is_pair, at, fill)
        });
        Ok([left, right])
    }
}
