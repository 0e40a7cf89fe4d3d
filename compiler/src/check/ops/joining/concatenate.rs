//! `concatenate`: arrays one after the other along an axis; and the functions that are built on it.

use super::{common_bound, list_operands};
use crate::check::axis::Axes;
use crate::check::checker::{Checker, Operand};
use crate::check::ops::call::Call;
use crate::check::value::{Array, Res};
use crate::dag::{Binary, Const, Dag, ScalarId, Size};
use crate::diagnostic::Diagnostic;

pub(super) fn concatenate(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = list_operands(checker, call)?;
    let arrays = checker.list_arrays(call.name, &operands, call.span)?;
    if arrays[0].rank() == 0 {
        return Err(checker.report(
            Diagnostic::new(call.span, "scalars cannot be concatenated")
                .help("`stack([a, b])`, or just `[a, b]`, makes an array of scalars"),
        ));
    }
    let axis = match call.option(1) {
        Some(e) => checker.axis(e, &Axes::of(&operands[0], &arrays[0]))?,
        None => 0,
    };
    checker.concatenated(&operands, arrays, axis)
}

/// The shape in which an array is joined with others.
type Promote = fn(&[Size]) -> Vec<Size>;

/// A shape with at least one axis.
fn vectors(shape: &[Size]) -> Vec<Size> {
    if shape.is_empty() { vec![Size::one()] } else { shape.to_vec() }
}

/// A shape with at least two axes. Vectors become rows.
fn rows(shape: &[Size]) -> Vec<Size> {
    let mut shape = shape.to_vec();
    while shape.len() < 2 {
        shape.insert(0, Size::one());
    }
    shape
}

/// A shape with at least two axes. Vectors become columns.
fn columns(shape: &[Size]) -> Vec<Size> {
    let mut shape = shape.to_vec();
    while shape.len() < 2 {
        shape.push(Size::one());
    }
    shape
}

/// A shape with at least three axes. Vectors become rows, and matrices become planes.
fn planes(shape: &[Size]) -> Vec<Size> {
    let mut shape = rows(shape);
    if shape.len() < 3 {
        shape.push(Size::one());
    }
    shape
}

/// `concatenate` of arrays that are given more axes first.
fn stacked(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    promote: Promote,
    axis: fn(usize) -> usize,
) -> Res<Array> {
    let operands = list_operands(checker, call)?;
    let arrays = checker.list_arrays(call.name, &operands, call.span)?;
    let arrays: Vec<Array> = arrays
        .iter()
        .map(|array| checker.graph.reshaped(call.name, array, promote(&array.shape)))
        .collect();
    let axis = axis(arrays[0].rank());
    checker.concatenated(&operands, arrays, axis)
}

pub(super) fn vstack(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    stacked(checker, call, rows, |_| 0)
}

pub(super) fn hstack(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    stacked(checker, call, vectors, |rank| usize::from(rank > 1))
}

pub(super) fn dstack(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    stacked(checker, call, planes, |_| 2)
}

pub(super) fn column_stack(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    stacked(checker, call, columns, |_| 1)
}

pub(super) fn append(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = checker.join_operands(&[call.arg(0), call.arg(1)], call.span)?;
    let mut arrays = checker.list_arrays(call.name, &operands, call.span)?;
    let axis = match call.option(2) {
        Some(e) => checker.axis(e, &Axes::of(&operands[0], &arrays[0]))?,
        None => {
            for array in &mut arrays {
                let total = Size::product(&array.shape);
                *array = checker.graph.reshaped("ravel", array, vec![total]);
            }
            0
        }
    };
    checker.concatenated(&operands, arrays, axis)
}

impl Checker<'_> {
    /// `arrays`, of one dtype, one after the other along an axis of the first.
    pub(in crate::check::ops) fn concatenated(
        &mut self,
        operands: &[Operand],
        arrays: Vec<Array>,
        axis: usize,
    ) -> Res<Array> {
        let fits = |first: &Array, array: &Array| {
            array.rank() == first.rank()
                && (0..first.rank()).all(|k| k == axis || array.shape[k] == first.shape[k])
        };
        let action = format!("concatenate along axis {axis}");
        self.require_fit(operands, &arrays, fits, &action, "all other axes have to be equal")?;
        let mut shape = arrays[0].shape.clone();
        let bound = common_bound(&arrays);
        let mut parts = Vec::new();
        let mut kept = Vec::new();
        let mut total = Size::zero();
        for array in arrays {
            let size = array.shape[axis].clone();
            // Nothing can be read from an operand that is always empty, not even by the other side of a selection.
            if size.is_zero() && kept.is_empty() {
                kept.push(array);
                parts.push(Part { offset: total.clone(), size, empty: Vec::new() });
                continue;
            }
            if size.is_zero() {
                continue;
            }
            if parts.iter().all(|p: &Part| p.size.is_zero()) {
                (parts, kept) = (Vec::new(), Vec::new());
            }
            let empty = self.graph.may_be_empty(&array, &[axis]);
            parts.push(Part { offset: total.clone(), size: size.clone(), empty });
            kept.push(array);
            total = total.add(&size);
        }
        if kept.len() == 1 {
            return Ok(kept.remove(0));
        }
        shape[axis] = total;
        let result = self.graph.emit("concatenate", shape, kept, move |dag, a, index| {
            let last = a.len() - 1;
            let mut value = parts[last].element(dag, &a[last], index, axis, [true, false]);
            for k in (0..last).rev() {
                let this = parts[k].element(dag, &a[k], index, axis, [k > 0, true]);
                let end = dag.size(parts[k + 1].offset.clone());
                let here = dag.binary(Binary::Lt, index[axis], end);
                value = dag.select(here, this, value);
            }
            value
        });
        Ok(self.graph.bounded(result, bound))
    }
}

/// One operand of a concatenation.
struct Part {
    offset: Size,
    size: Size,
    /// The axis, if the operand may be empty along it.
    empty: Vec<usize>,
}

impl Part {
    /// An element, its index clamped into the operand from below and above.
    fn element(
        &self,
        dag: &mut Dag,
        array: &Array,
        index: &[ScalarId],
        axis: usize,
        [from_below, from_above]: [bool; 2],
    ) -> ScalarId {
        let mut at = index.to_vec();
        let zero = dag.constant(Const::i64(0));
        if self.size.is_one() {
            at[axis] = zero;
            return array.element(dag, &at);
        }
        if !self.offset.is_zero() {
            let offset = dag.size(self.offset.clone());
            at[axis] = dag.binary(Binary::Sub, at[axis], offset);
        }
        if from_below {
            at[axis] = dag.binary(Binary::Max, at[axis], zero);
        }
        if from_above {
            let last = dag.size(self.size.sub(&Size::one()));
            at[axis] = dag.binary(Binary::Min, at[axis], last);
        }
        array.element_unless_empty(dag, &at, &self.empty)
    }
}
