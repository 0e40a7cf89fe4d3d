//! Elements in another order: `flip`, `roll`, `rot90`, `repeat`, `tile`, `matrix_transpose`.

use super::FunctionInfo;
use super::call::{Call, entries};
use crate::check::checker::{Checker, array_text};
use crate::check::graph::Graph;
use crate::check::stmt::parenthesised;
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, Dag, ScalarId, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Expr, ExprKind};

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape complex linalg "matrix_transpose" "(x)" "The last two axes exchanged: `x.mT`."
        matrix_transpose),
    function!(Shape complex "flip" "(x, axis=None)" "In reverse order along the axes, or along all." flip),
    function!(Shape complex "flipud" "(x)" "In reverse order along the first axis."
        |c, call| flip_axis(c, call, 0)),
    function!(Shape complex "fliplr" "(x)" "In reverse order along the second axis."
        |c, call| flip_axis(c, call, 1)),
    function!(Shape complex "roll" "(x, shift, axis=None)"
        "Moved along the axes by `shift`, what leaves at one end enters at the other." roll),
    function!(Shape complex "rot90" "(x, k=1, axes=None)"
        "Turned by k right angles, from the first of two axes (0 and 1) towards the second." rot90),
    function!(Shape complex "repeat" "(x, repeats, axis=None)"
        "Every element so many times, along an axis or of all elements in row-major order." repeat),
    function!(Shape complex "tile" "(x, *reps)" "The array so many times along each axis." tile),
];

fn matrix_transpose(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    checker.matrix_transpose(&array, call)
}

/// The array with `at[axis]` replaced by `rule` of it.
fn reindexed(
    checker: &mut Checker<'_>,
    name: &str,
    array: &Array,
    shape: Vec<Size>,
    operands: &[Array],
    rule: impl Fn(&mut Dag, &[Array], &mut Vec<ScalarId>) + 'static,
) -> Array {
    let operands = std::iter::once(array).chain(operands).cloned().collect();
    let result = checker.graph.emit(name, shape, operands, move |dag, a, index| {
        let mut at = index.to_vec();
        rule(dag, &a[1..], &mut at);
        a[0].element(dag, &at)
    });
    checker.graph.bounded(result, array.bound.clone())
}

/// The axes of an optional parameter, each once; all axes if it is left out.
fn axes(checker: &mut Checker<'_>, call: &Call<'_>, k: usize, array: &Array) -> Res<Vec<usize>> {
    match call.option(k) {
        None => Ok((0..array.rank()).collect()),
        Some(expr) => super::reductions::axis_list(checker, expr, &call.axes(array)),
    }
}

fn flipped(checker: &mut Checker<'_>, array: &Array, axes: Vec<usize>) -> Array {
    let last: Vec<Size> = axes.iter().map(|a| array.shape[*a].sub(&Size::one())).collect();
    reindexed(checker, "flip", array, array.shape.clone(), &[], move |dag, _, at| {
        for (axis, last) in axes.iter().zip(&last) {
            let last = dag.size(last.clone());
            at[*axis] = dag.binary(Binary::Sub, last, at[*axis]);
        }
    })
}

fn flip(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let axes = axes(checker, call, 1, &array)?;
    Ok(flipped(checker, &array, axes))
}

fn flip_axis(checker: &mut Checker<'_>, call: &Call<'_>, axis: i64) -> Res<Array> {
    let array = call.array(checker)?;
    let axis = checker.normalise_axis(axis, &call.axes(&array), call.span)?;
    Ok(flipped(checker, &array, vec![axis]))
}

/// The distance by which `roll` moves along an axis.
#[derive(Clone)]
enum Shift {
    Size(Size),
    /// A scalar that is known at run time: operand number `k`.
    Operand(usize),
}

/// The shifts, in the order in which they are written, and the scalars among them that are known at run time.
fn shifts(checker: &mut Checker<'_>, written: &[&Expr]) -> Res<(Vec<Shift>, Vec<Array>)> {
    let mut operands = Vec::new();
    let mut shifts = Vec::new();
    for expr in written {
        let value = checker.operand(expr)?;
        if let Some(size) = checker.graph.as_size(&value.value) {
            shifts.push(Shift::Size(size));
            continue;
        }
        let shift = checker.as_array(&value)?;
        if shift.rank() > 0 || !shift.dtype.is_integer() {
            return Err(checker.report(
                Diagnostic::new(expr.span, "`roll` shifts by integers, one for each axis")
                    .fact(format_args!("`{}` is {}", value.text, array_text(&shift)))
                    .help(match shift.dtype.is_integer() {
                        true => format!("take one of them: `{}[0]`", parenthesised(&value.text)),
                        false => format!("convert it: `{} as i64`", parenthesised(&value.text)),
                    }),
            ));
        }
        operands.push(shift);
        shifts.push(Shift::Operand(operands.len() - 1));
    }
    Ok((shifts, operands))
}

fn roll(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let mut array = call.array(checker)?;
    let original = array.shape.clone();
    let written: Vec<&Expr> = entries(call.arg(1));
    let axes = match call.option(2) {
        Some(expr) => {
            let axes: Res<Vec<usize>> =
                entries(expr).into_iter().map(|e| checker.axis(e, &call.axes(&array))).collect();
            // Several shifts along one axis add up.
            match axes?.as_slice() {
                [axis] => vec![*axis; written.len()],
                axes => axes.to_vec(),
            }
        }
        None => {
            let total = Size::product(&array.shape);
            array = checker.graph.reshaped("ravel", &array, vec![total]);
            vec![0; written.len()]
        }
    };
    if written.len() != axes.len() && written.len() != 1 {
        let message = format!("`roll` got {} shifts for {} axes", written.len(), axes.len());
        return checker.fail(call.span, message, "give one shift for all axes, or one for each");
    }
    let (shifts, operands) = shifts(checker, &written)?;
    let moves: Vec<(usize, Size, Shift, bool)> = axes
        .iter()
        .enumerate()
        .map(|(k, axis)| {
            let (size, shift) = (&array.shape[*axis], shifts[k.min(shifts.len() - 1)].clone());
            let short = match &shift {
                Shift::Size(s) => {
                    checker.graph.is_non_negative(&size.sub(s)) && checker.graph.is_non_negative(s)
                }
                Shift::Operand(_) => false,
            };
            (*axis, size.clone(), shift, short)
        })
        .collect();
    let shape = array.shape.clone();
    let rolled = reindexed(checker, "roll", &array, shape, &operands, move |dag, shifts, at| {
        for (axis, size, shift, short) in &moves {
            let extent = dag.size(size.clone());
            let mut shift = match shift {
                Shift::Size(size) => dag.size(size.clone()),
                Shift::Operand(k) => {
                    let shift = shifts[*k].element(dag, &[]);
                    dag.cast(crate::dag::DType::I64, shift)
                }
            };
            // The shift is less than a whole turn, so a comparison suffices, which is cheaper than a remainder.
            if !*short {
                shift = dag.binary(Binary::Rem, shift, extent);
            }
            let moved = dag.binary(Binary::Sub, at[*axis], shift);
            let zero = dag.constant(Const::i64(0));
            let before = dag.binary(Binary::Lt, moved, zero);
            let from_end = dag.binary(Binary::Add, moved, extent);
            at[*axis] = dag.select(before, from_end, moved);
        }
    });
    Ok(checker.graph.reshaped("reshape", &rolled, original))
}

fn rot90(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let turns = match call.option(1) {
        Some(expr) => checker.const_int(expr, "`k`")?.rem_euclid(4),
        None => 1,
    };
    let plane = match call.option(2) {
        Some(expr) => {
            let axes: Res<Vec<usize>> =
                entries(expr).into_iter().map(|e| checker.axis(e, &call.axes(&array))).collect();
            axes?
        }
        None => {
            let second = checker.normalise_axis(1, &call.axes(&array), call.span)?;
            vec![0, second]
        }
    };
    let [from, to] = plane[..] else {
        return checker.fail(call.span, "`rot90` turns two axes", "write `axes=(0, 1)`");
    };
    if from == to {
        return checker.fail(
            call.span,
            "`rot90` turns two different axes",
            "write `axes=(0, 1)`: from the first towards the second",
        );
    }
    let mut order: Vec<usize> = (0..array.rank()).collect();
    order.swap(from, to);
    Ok(match turns {
        0 => array,
        1 => {
            let flipped = flipped(checker, &array, vec![to]);
            checker.graph.permute(&flipped, &order)
        }
        2 => flipped(checker, &array, vec![from, to]),
        _ => {
            let turned = checker.graph.permute(&array, &order);
            flipped(checker, &turned, vec![to])
        }
    })
}

/// A size that says how often, which must not be negative.
fn times(checker: &mut Checker<'_>, call: &Call<'_>, expr: &Expr) -> Res<Size> {
    if let Value::Array(array) = checker.expr(expr)?
        && array.rank() > 0
    {
        return Err(checker.report(
            Diagnostic::new(
                expr.span,
                format!("`{}` by an array has a size that depends on data", call.name),
            )
            .help("give one number for all elements, or index with an array: `x[idx]`"),
        ));
    }
    let size = checker.size_expr(expr)?;
    let message = format!("`{}` a negative number of times", call.name);
    checker.require(&size, expr.span, &message, "a number of times is 0 or more")?;
    Ok(size)
}

fn repeat(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let mut array = call.array(checker)?;
    let repeats = times(checker, call, call.arg(1))?;
    let axis = match call.option(2) {
        Some(expr) => checker.axis(expr, &call.axes(&array))?,
        None => {
            let total = Size::product(&array.shape);
            array = checker.graph.reshaped("ravel", &array, vec![total]);
            0
        }
    };
    let mut shape = array.shape.clone();
    shape[axis] = shape[axis].mul(&repeats);
    Ok(reindexed(checker, "repeat", &array, shape, &[], move |dag, _, at| {
        let repeats = dag.size(repeats.clone());
        at[axis] = dag.binary(Binary::FloorDiv, at[axis], repeats);
    }))
}

fn tile(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let exprs: Vec<&Expr> = match call.rest.as_slice() {
        [] => {
            return checker.fail(
                call.span,
                "`tile` needs a number of times",
                "write `tile(x, 2)`, or one for each axis: `tile(x, (2, 3))`",
            );
        }
        [one] => entries(one),
        many => many.to_vec(),
    };
    let mut reps = Vec::new();
    for expr in exprs {
        reps.push(times(checker, call, expr)?);
    }
    let rank = array.rank().max(reps.len());
    let mut from = vec![Size::one(); rank - array.rank()];
    from.extend(array.shape.iter().cloned());
    let mut all = vec![Size::one(); rank - reps.len()];
    all.append(&mut reps);
    let array = checker.graph.reshaped("tile", &array, from.clone());
    let shape: Vec<Size> = from.iter().zip(&all).map(|(size, times)| size.mul(times)).collect();
    if shape == from {
        return Ok(array);
    }
    Ok(reindexed(checker, "tile", &array, shape, &[], move |dag, _, at| {
        for (at, (size, times)) in at.iter_mut().zip(from.iter().zip(&all)) {
            if size.is_one() {
                *at = dag.constant(Const::i64(0));
            } else if !times.is_one() {
                let size = dag.size(size.clone());
                *at = dag.binary(Binary::Rem, *at, size);
            }
        }
    }))
}

impl Checker<'_> {
    /// The last two axes exchanged.
    pub(crate) fn matrix_transpose(&mut self, array: &Array, call: &Call<'_>) -> Res<Array> {
        if array.rank() < 2 {
            return Err(self.report(
                Diagnostic::new(call.span, format!("`{}` needs a matrix", call.name))
                    .fact(format_args!("`{}` is {}", call.text(0), array_text(array)))
                    .help("`x[.., newaxis]` makes a column of a vector"),
            ));
        }
        Ok(self.graph.last_two_exchanged(array))
    }
}

impl Graph {
    /// `x.mT` of an array with at least two axes.
    pub(crate) fn last_two_exchanged(&mut self, array: &Array) -> Array {
        let mut axes: Vec<usize> = (0..array.rank()).collect();
        let rank = axes.len();
        axes.swap(rank - 2, rank - 1);
        self.permute(array, &axes)
    }
}

/// Whether an expression is a list or tuple of several.
pub(super) fn is_list(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::List(_) | ExprKind::Tuple(_))
}
