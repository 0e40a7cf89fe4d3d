//! Several arrays into one: `concatenate` and its kin (`stack` is with the other shapes).

use super::FunctionInfo;
use super::call::Call;
use super::shapes::{common_bound, list_operands};
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::value::{Array, Res, shape_text};
use crate::dag::{Binary, Const, Dag, ScalarId, Size};
use crate::diagnostic::Diagnostic;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape "concatenate" ["concat"] "(arrays, axis=0)"
        "Arrays one after the other along an axis." concatenate),
    function!(Shape "vstack" "(arrays)" "Arrays below each other; vectors are rows."
        |c, call| stacked(c, call, rows, |_| 0)),
    function!(Shape "hstack" "(arrays)" "Arrays beside each other; vectors one after the other."
        |c, call| stacked(c, call, vectors, |rank| usize::from(rank > 1))),
    function!(Shape "dstack" "(arrays)" "Arrays behind each other, along a third axis."
        |c, call| stacked(c, call, planes, |_| 2)),
    function!(Shape "column_stack" "(arrays)" "Arrays beside each other; vectors are columns."
        |c, call| stacked(c, call, columns, |_| 1)),
    function!(Shape "append" "(x, values, axis=None)"
        "`concatenate([x, values])`; without an axis of all elements in row-major order." append),
];

fn concatenate(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = list_operands(checker, call)?;
    let arrays = checker.list_arrays(call.name, &operands, call.span)?;
    if arrays[0].rank() == 0 {
        return Err(checker.report(
            Diagnostic::new(call.span, "scalars cannot be concatenated")
                .help("`stack([a, b])`, or just `[a, b]`, makes an array of scalars"),
        ));
    }
    let axis = match call.option(1) {
        Some(e) => checker.axis(e, arrays[0].rank())?,
        None => 0,
    };
    checker.concatenated(&operands, arrays, axis)
}

/// The shape in which an array joins others.
type Promote = fn(&[Size]) -> Vec<Size>;

/// At least one axis.
fn vectors(shape: &[Size]) -> Vec<Size> {
    if shape.is_empty() { vec![Size::one()] } else { shape.to_vec() }
}

/// At least two axes: vectors are rows.
fn rows(shape: &[Size]) -> Vec<Size> {
    let mut shape = shape.to_vec();
    while shape.len() < 2 {
        shape.insert(0, Size::one());
    }
    shape
}

/// At least two axes: vectors are columns.
fn columns(shape: &[Size]) -> Vec<Size> {
    let mut shape = shape.to_vec();
    while shape.len() < 2 {
        shape.push(Size::one());
    }
    shape
}

/// At least three axes: vectors are rows, matrices planes.
fn planes(shape: &[Size]) -> Vec<Size> {
    let mut shape = rows(shape);
    if shape.len() < 3 {
        shape.push(Size::one());
    }
    shape
}

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
        .map(|array| checker.reshaped(call.name, array, promote(&array.shape)))
        .collect();
    let axis = axis(arrays[0].rank());
    checker.concatenated(&operands, arrays, axis)
}

fn append(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = call.operands(checker, 2)?;
    let mut arrays = checker.list_arrays(call.name, &operands, call.span)?;
    let axis = match call.option(2) {
        Some(e) => checker.axis(e, arrays[0].rank())?,
        None => {
            for array in &mut arrays {
                let total = Size::product(&array.shape);
                *array = checker.reshaped("ravel", array, vec![total]);
            }
            0
        }
    };
    checker.concatenated(&operands, arrays, axis)
}

impl Checker<'_> {
    /// `arrays`, of one dtype, one after the other along an axis of the first.
    pub(super) fn concatenated(
        &mut self,
        operands: &[Operand],
        arrays: Vec<Array>,
        axis: usize,
    ) -> Res<Array> {
        let first = &arrays[0];
        for (array, operand) in arrays.iter().zip(operands).skip(1) {
            let fits = array.rank() == first.rank()
                && (0..first.rank()).all(|k| k == axis || array.shape[k] == first.shape[k]);
            if !fits {
                return Err(self.report(
                    Diagnostic::new(
                        operand.span,
                        format!(
                            "arrays of shapes {} and {} do not concatenate along axis {axis}",
                            shape_text(&first.shape),
                            shape_text(&array.shape)
                        ),
                    )
                    .fact(format_args!("first: `{}` is {}", operands[0].text, array_text(first)))
                    .fact(format_args!("other: `{}` is {}", operand.text, array_text(array)))
                    .help("all other axes have to be equal"),
                ));
            }
        }
        let mut shape = first.shape.clone();
        let bound = common_bound(&arrays);
        let mut parts = Vec::new();
        let mut kept = Vec::new();
        let mut total = Size::zero();
        for array in arrays {
            let size = array.shape[axis].clone();
            // Of what is never there nothing can be read, not even by a selection's other side.
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
            let empty = self.may_be_empty(&array, &[axis]);
            parts.push(Part { offset: total.clone(), size: size.clone(), empty });
            kept.push(array);
            total = total.add(&size);
        }
        if kept.len() == 1 {
            return Ok(kept.remove(0));
        }
        shape[axis] = total;
        let result = self.emit("concatenate", shape, kept, move |dag, a, index| {
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
        Ok(self.bounded(result, bound))
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
