//! `pad`: adds elements at the ends of axes.

mod along;

use super::FunctionInfo;
use super::call::{Call, entries};
use super::rearrange::is_list;
use crate::check::checker::{Checker, array_text};
use crate::check::promote::conversion;
use crate::check::stmt::parenthesised;
use crate::check::value::{Array, Res, Value, Weak};
use crate::dag::{Binary, Const, Dag, ScalarId, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Expr, ExprKind};
use along::{Filling, padded_along};

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape complex "pad" "(x, pad_width, mode=\"constant\", constant_values=0, end_values=0)"
        "More elements before and behind: values (one, one for each end, or a pair for each axis), or \
         by `edge`, `wrap`, `reflect`, `symmetric`, `maximum`, `minimum`, `mean`, `median`, `linear_ramp`; \
         by `empty` zeros."
        pad),
];

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Constant,
    Edge,
    Wrap,
    Reflect,
    Symmetric,
    Along(Filling),
}

fn mode(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Mode> {
    let Some(expr) = call.option(2) else { return Ok(Mode::Constant) };
    let text = match &expr.kind {
        ExprKind::Str(text) => text.as_str(),
        _ => "",
    };
    Ok(match text {
        "constant" | "empty" => Mode::Constant,
        "edge" => Mode::Edge,
        "wrap" => Mode::Wrap,
        "reflect" => Mode::Reflect,
        "symmetric" => Mode::Symmetric,
        "maximum" => Mode::Along(Filling::Maximum),
        "minimum" => Mode::Along(Filling::Minimum),
        "mean" => Mode::Along(Filling::Mean),
        "median" => Mode::Along(Filling::Median),
        "linear_ramp" => Mode::Along(Filling::Ramp),
        _ => {
            return Err(checker.report(
                Diagnostic::new(expr.span, format!("`{}` is no mode of `pad`", call.text(2))).help(
                    "the modes are \"constant\", \"empty\", \"edge\", \"wrap\", \"reflect\", \"symmetric\", \"maximum\", \"minimum\", \"mean\", \"median\" and \"linear_ramp\"",
                ),
            ));
        }
    })
}

/// The numbers of elements before and after each axis. They are written as `2`, as `(1, 2)` for all axes, or as
/// `((1, 2), (0, 3))`.
fn widths(checker: &mut Checker<'_>, call: &Call<'_>, rank: usize) -> Res<Vec<[Size; 2]>> {
    let written = call.arg(1);
    let pair = |checker: &mut Checker<'_>, expr: &Expr| -> Res<[Size; 2]> {
        let mut sizes = Vec::new();
        for entry in entries(expr) {
            let size = checker.size_expr(entry)?;
            let message = format!("the width `{size}` of `pad` is negative");
            checker.require(
                &size,
                entry.span,
                &message,
                "a slice takes elements away: `x[1..-1]`",
            )?;
            sizes.push(size);
        }
        match sizes.as_slice() {
            [both] => Ok([both.clone(), both.clone()]),
            [before, behind] => Ok([before.clone(), behind.clone()]),
            other => {
                let claim = format!("a width of `pad` is one size or two, not {}", other.len());
                let help =
                    "write `n`, `(before, behind)`, or a pair for each axis: `((1, 1), (0, 2))`";
                checker.fail(expr.span, claim, help)
            }
        }
    };
    let parts = entries(written);
    if !parts.iter().any(|e| is_list(e)) {
        let all = pair(checker, written)?;
        return Ok(vec![all; rank]);
    }
    if parts.len() != rank && parts.len() != 1 {
        return Err(checker.report(
            Diagnostic::new(
                written.span,
                format!("`pad` got widths of {} axes for {rank}", parts.len()),
            )
            .help("write `((before, behind), ...)`, a pair for each axis"),
        ));
    }
    let mut widths = Vec::new();
    for part in &parts {
        widths.push(pair(checker, part)?);
    }
    Ok(if widths.len() == 1 { vec![widths[0].clone(); rank] } else { widths })
}

/// Requires that the padded axes have elements, because the padding is made from them.
fn require_elements(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    widths: &[[Size; 2]],
) -> Res<()> {
    for (axis, [before, behind]) in widths.iter().enumerate() {
        if before.is_zero() && behind.is_zero() {
            continue;
        }
        let message =
            format!("`pad` has nothing to repeat along axis {axis} of `{}`", call.text(0));
        let help = "the mode \"constant\" needs no elements";
        checker.require(&array.shape[axis].sub(&Size::one()), call.span, &message, help)?;
    }
    Ok(())
}

fn pad(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let mode = mode(checker, call)?;
    let widths = widths(checker, call, array.rank())?;
    let shape: Vec<Size> = array
        .shape
        .iter()
        .zip(&widths)
        .map(|(size, [before, behind])| size.add(before).add(behind))
        .collect();
    if mode != Mode::Constant {
        require_elements(checker, call, &array, &widths)?;
    }
    let written = if mode == Mode::Along(Filling::Ramp) { 4 } else { 3 };
    let values = values(checker, call, &array, written)?;
    if shape == array.shape {
        return Ok(array);
    }
    if let Mode::Along(filling) = mode {
        if array.dtype.is_complex() {
            return checker.fail(
                call.arg(2).span,
                format!("`{}` of `pad` is of real numbers", call.text(2)),
                "pad the parts, `real(z)` and `imag(z)`",
            );
        }
        return padded_along(checker, call, array, &widths, filling, &values);
    }
    let from = array.shape.clone();
    let padded: Vec<usize> = (0..array.rank()).filter(|k| shape[*k] != from[*k]).collect();
    let empty = checker.graph.may_be_empty(&array, &padded);
    let bound = array.bound.clone().filter(|_| mode != Mode::Constant);
    let mut operands = vec![array];
    operands.extend(values.into_iter().flatten());
    let result = checker.graph.emit("pad", shape, operands, move |dag, a, index| {
        let mut at = index.to_vec();
        // Whether an element lies outside, and its value in that case. The value is that of the last axis along which
        // it lies outside, because NumPy pads one axis after the other.
        let mut outside: Option<(ScalarId, ScalarId)> = None;
        for (axis, [before, behind]) in widths.iter().enumerate() {
            if before.is_zero() && behind.is_zero() {
                continue;
            }
            let before = dag.size(before.clone());
            let place = dag.binary(Binary::Sub, at[axis], before);
            if mode != Mode::Constant {
                at[axis] = source(dag, mode, place, &from[axis]);
                continue;
            }
            let here = within(dag, place, &from[axis]);
            // One pair is for all axes.
            let pair = if a.len() == 3 { 0 } else { axis };
            let ends = [1, 2].map(|end| a[2 * pair + end].element(dag, &[]));
            let own = nearer_end(dag, ends, place);
            outside = Some(match outside {
                Some((inside, value)) => {
                    let value = if value == own { own } else { dag.select(here, value, own) };
                    (dag.binary(Binary::And, inside, here), value)
                }
                None => (here, own),
            });
            at[axis] = source(dag, Mode::Edge, place, &from[axis]);
        }
        let Some((inside, value)) = outside else { return a[0].element(dag, &at) };
        let element = a[0].element_unless_empty(dag, &at, &empty);
        dag.select(inside, element, value)
    });
    Ok(checker.graph.bounded(result, bound))
}

/// The values before and after the array that argument `k` (`constant_values` or `end_values`) gives, in the dtype of
/// the array. There is one pair for all axes, or one for each. As in NumPy, they are written as `v`, `(before, after)`
/// or `((before, after), ...)`.
fn values(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    k: usize,
) -> Res<Vec<[Array; 2]>> {
    let Some(expr) = call.option(k) else {
        let zero = checker.graph.constant(Const::from_i128(array.dtype.part(), 0));
        let zero = checker.graph.cast(&zero, array.dtype);
        return Ok(vec![[zero.clone(), zero]]);
    };
    let parts = entries(expr);
    if !parts.iter().any(|e| is_list(e)) {
        return Ok(vec![pair(checker, expr, array)?]);
    }
    if parts.len() != array.rank() && parts.len() != 1 {
        let message = format!("`pad` got values for {} axes of {}", parts.len(), array.rank());
        return Err(checker.report(
            Diagnostic::new(expr.span, message)
                .fact(format_args!("`{}` is {}", call.text(0), array_text(array)))
                .help("write `((before, behind), ...)`, a pair for each axis, or one pair for all"),
        ));
    }
    parts.into_iter().map(|part| pair(checker, part, array)).collect()
}

/// The values before and after an axis, from `v` or `(before, after)`.
fn pair(checker: &mut Checker<'_>, expr: &Expr, array: &Array) -> Res<[Array; 2]> {
    let values: Vec<Res<Array>> =
        entries(expr).into_iter().map(|entry| value(checker, entry, array)).collect();
    let values = values.into_iter().collect::<Res<Vec<_>>>()?;
    match values.as_slice() {
        [both] => Ok([both.clone(), both.clone()]),
        [before, behind] => Ok([before.clone(), behind.clone()]),
        _ => {
            let message = format!("these are {} values of `pad` for two ends", values.len());
            Err(checker.report(
                Diagnostic::new(expr.span, message).help(
                    "write `v`, `(before, behind)`, or `((before, behind), ...)` for each axis",
                ),
            ))
        }
    }
}

/// One value in the dtype of the array.
fn value(checker: &mut Checker<'_>, expr: &Expr, array: &Array) -> Res<Array> {
    let dtype = array.dtype;
    let operand = checker.operand(expr)?;
    if let Value::Weak(weak) = &operand.value
        && (dtype.is_float() || dtype.is_complex() || !matches!(weak, Weak::Float(_)))
    {
        return checker.weak_to(weak, dtype, operand.span);
    }
    let value = checker.as_array(&operand)?;
    if value.rank() == 0 && value.dtype == dtype {
        return Ok(value);
    }
    let text = parenthesised(&operand.text);
    Err(checker.report(
        Diagnostic::new(expr.span, format!("the values of `pad` are {dtype} here"))
            .fact(format_args!("`{}` is {}", operand.text, array_text(&value)))
            .help(match value.rank() {
                0 => conversion(&operand.text, value.dtype, dtype),
                _ => format!("take one of them: `{text}[0]`"),
            }),
    ))
}

/// The value before an axis if `place` lies before it, or else the value after it.
fn nearer_end(dag: &mut Dag, [before, behind]: [ScalarId; 2], place: ScalarId) -> ScalarId {
    if before == behind {
        return before;
    }
    let zero = dag.constant(Const::i64(0));
    let low = dag.binary(Binary::Lt, place, zero);
    dag.select(low, before, behind)
}

/// `0 <= place < size`
fn within(dag: &mut Dag, place: ScalarId, size: &Size) -> ScalarId {
    let (zero, size) = (dag.constant(Const::i64(0)), dag.size(size.clone()));
    let from = dag.binary(Binary::Ge, place, zero);
    let to = dag.binary(Binary::Lt, place, size);
    dag.binary(Binary::And, from, to)
}

/// The index of the element that stands at `place` beyond the ends of an axis.
fn source(dag: &mut Dag, mode: Mode, place: ScalarId, size: &Size) -> ScalarId {
    let last = dag.size(size.sub(&Size::one()));
    match mode {
        Mode::Edge | Mode::Constant | Mode::Along(_) => {
            let zero = dag.constant(Const::i64(0));
            let place = dag.binary(Binary::Max, place, zero);
            dag.binary(Binary::Min, place, last)
        }
        Mode::Wrap => {
            let size = dag.size(size.clone());
            dag.binary(Binary::Rem, place, size)
        }
        // A period goes to the end and back, and has the ends once or twice. (For one reflected element it is zero, and
        // a remainder by zero is zero.)
        Mode::Reflect | Mode::Symmetric => {
            let ends = if mode == Mode::Symmetric { 0 } else { 2 };
            let period = size.scale(2).sub(&Size::constant(ends));
            let last_of_period = period.sub(&Size::constant(if ends == 0 { 1 } else { 0 }));
            let period = dag.size(period);
            let there = dag.binary(Binary::Rem, place, period);
            let mirror = dag.size(last_of_period);
            let back = dag.binary(Binary::Sub, mirror, there);
            dag.binary(Binary::Min, there, back)
        }
    }
}
