//! Paddings that are computed axis by axis: statistics of rows, and ramps from the ends of rows.

use super::super::call::Call;
use super::super::reductions::{Along, Kind, divide, operation};
use super::super::sorting::median_along;
use super::within;
use crate::check::checker::Checker;
use crate::check::fold::Fold;
use crate::check::value::{Array, Res};
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size, Unary};

/// The padding before and after a row.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Filling {
    Maximum,
    Minimum,
    Mean,
    Median,
    /// Numbers evenly spaced between an end of the row and a value outside.
    Ramp,
}

/// `array` with additional elements before and after the rows of each axis. For ramps, `ends` has the values at the
/// outside: one pair for all axes, or one for each.
pub(super) fn padded_along(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: Array,
    widths: &[[Size; 2]],
    filling: Filling,
    ends: &[[Array; 2]],
) -> Res<Array> {
    let mut padded = array.with_bound(None);
    for (axis, width) in widths.iter().enumerate() {
        if width.iter().all(Size::is_zero) {
            continue;
        }
        padded = match filling {
            Filling::Ramp => {
                let pair = if ends.len() == 1 { &ends[0] } else { &ends[axis] };
                ramped(checker, &padded, axis, width, pair)
            }
            _ => {
                let value = statistic(checker, call, &padded, axis, filling)?;
                filled(checker, &padded, axis, width, value)
            }
        };
    }
    Ok(padded)
}

/// The statistic of each row along an axis, of the dtype of the array.
fn statistic(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    axis: usize,
    filling: Filling,
) -> Res<Array> {
    let along = Along { axes: vec![axis], keepdims: true };
    let dtype = array.dtype;
    let kind = match filling {
        Filling::Maximum => Kind::Max,
        Filling::Minimum => Kind::Min,
        _ => Kind::Mean,
    };
    let (op, computed) = operation(kind, dtype);
    let count = along.count(array);
    let value = match filling {
        Filling::Median => median_along(checker, call, array, &along)?,
        _ => along.reduce(
            checker,
            call.name,
            &[array],
            op,
            move |s, x, _| s.cast(computed, x[0]),
            move |s, value| match kind {
                Kind::Mean => {
                    divide(s.0, value, &count, if dtype.is_half() { dtype } else { computed })
                }
                _ => value,
            },
        ),
    };
    // As in NumPy, means of integers are rounded.
    let round = dtype.is_integer() && value.dtype.is_float();
    Ok(checker.graph.map("pad", &value, None, move |dag, x| {
        let x = if round { dag.unary(Unary::Round, x) } else { x };
        dag.cast(dtype, x)
    }))
}

/// The shape with a longer axis.
fn longer(array: &Array, axis: usize, [before, behind]: &[Size; 2]) -> Vec<Size> {
    let mut shape = array.shape.clone();
    shape[axis] = shape[axis].add(before).add(behind);
    shape
}

/// The place along the axis at an index, clamped into the array.
fn clamped(dag: &mut Dag, place: ScalarId, size: &Size) -> ScalarId {
    super::source(dag, super::Mode::Edge, place, size)
}

/// The array with one value before each row, and one after it.
fn filled(
    checker: &mut Checker<'_>,
    array: &Array,
    axis: usize,
    width: &[Size; 2],
    value: Array,
) -> Array {
    let (shape, size, before) =
        (longer(array, axis, width), array.shape[axis].clone(), width[0].clone());
    checker.graph.emit("pad", shape, vec![array.clone(), value], move |dag, a, index| {
        let before = dag.size(before.clone());
        let place = dag.binary(Binary::Sub, index[axis], before);
        let inside = within(dag, place, &size);
        let mut at = index.to_vec();
        at[axis] = clamped(dag, place, &size);
        let element = a[0].element(dag, &at);
        at[axis] = dag.constant(Const::i64(0));
        let value = a[1].element(dag, &at);
        dag.select(inside, element, value)
    })
}

/// The array with ramps before and after each row.
fn ramped(
    checker: &mut Checker<'_>,
    array: &Array,
    axis: usize,
    width: &[Size; 2],
    ends: &[Array; 2],
) -> Array {
    let (shape, size, width) =
        (longer(array, axis, width), array.shape[axis].clone(), width.clone());
    let dtype = array.dtype;
    let operands = vec![array.clone(), ends[0].clone(), ends[1].clone()];
    let full = shape[axis].clone();
    checker.graph.emit("pad", shape, operands, move |dag, a, index| {
        let s = &mut Fold(dag);
        let [before, behind] = [0, 1].map(|k| s.0.size(width[k].clone()));
        let place = s.sub(index[axis], before);
        let inside = within(s.0, place, &size);
        let mut at = index.to_vec();
        at[axis] = clamped(s.0, place, &size);
        let edge = a[0].element(s.0, &at);
        // As NumPy's `linspace` from the value outside: steps of `1 / width` of the distance, in f64.
        let (zero, one) = (s.0.constant(Const::i64(0)), s.0.constant(Const::i64(1)));
        let low = s.binary(Binary::Lt, place, zero);
        let last = s.0.size(full.sub(&Size::one()));
        let from_end = s.sub(last, index[axis]);
        let steps = s.select(low, index[axis], from_end);
        let count = s.select(low, before, behind);
        let count = s.binary(Binary::Max, count, one);
        let [first, second] = [1, 2].map(|k| a[k].element(s.0, &[]));
        let outside = s.select(low, first, second);
        let [start, stop, steps, count] =
            [outside, edge, steps, count].map(|x| s.cast(DType::F64, x));
        let distance = s.sub(stop, start);
        let step = s.div(distance, count);
        let along = s.mul(steps, step);
        let mut value = s.add(along, start);
        if dtype.is_integer() {
            value = s.unary(Unary::Floor, value);
        }
        let value = s.cast(dtype, value);
        s.select(inside, edge, value)
    })
}
