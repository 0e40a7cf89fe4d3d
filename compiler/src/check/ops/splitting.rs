//! Functions that split one array into several: `split`, `array_split`, `unstack` and the like.

use super::FunctionInfo;
use super::call::{Call, entries};
use super::rearrange::is_list;
use crate::check::checker::{Checker, array_text};
use crate::check::index::affine;
use crate::check::value::{Array, Res, Value};
use crate::dag::{Const, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::Expr;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape complex "split" "(x, sections, axis=0)"
        "A tuple of so many equal parts, or of the parts between the given positions."
        |c, call| split(c, call, None, true)),
    function!(Shape complex "array_split" "(x, sections, axis=0)"
        "As `split`, into parts that differ by one element at most."
        |c, call| split(c, call, None, false)),
    function!(Shape complex "vsplit" "(x, sections)" "`split(x, sections, axis=0)`."
        |c, call| split(c, call, Some(0), true)),
    function!(Shape complex "hsplit" "(x, sections)"
        "`split(x, sections, axis=1)`, of vectors along their axis."
        |c, call| split(c, call, Some(1), true)),
    function!(Shape complex "dsplit" "(x, sections)" "`split(x, sections, axis=2)`."
        |c, call| split(c, call, Some(2), true)),
    function!(Shape complex "unstack" "(x, axis=0)"
        "A tuple of the arrays along an axis of literal size; the inverse of `stack`." unstack),
];

/// The place of a part along the axis.
struct Part {
    start: Size,
    length: Size,
}

/// The most parts. To ask for more is taken for a mistake.
const MOST_PARTS: i64 = 1024;

/// The elements `start..start + length` along an axis.
fn section(
    checker: &mut Checker<'_>,
    array: &Array,
    axis: usize,
    start: Size,
    length: Size,
) -> Array {
    let mut shape = array.shape.clone();
    shape[axis] = length;
    if shape == array.shape {
        return array.clone();
    }
    let result = checker.graph.emit("split", shape, vec![array.clone()], move |dag, a, index| {
        let mut at = index.to_vec();
        at[axis] = affine(dag, at[axis], &start, 1);
        a[0].element(dag, &at)
    });
    checker.graph.bounded(result, array.bound.clone())
}

fn split(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    fixed: Option<i64>,
    equal: bool,
) -> Res<Value> {
    let array = call.array(checker)?;
    let axis = match (fixed, call.option(2)) {
        (Some(1), _) if array.rank() == 1 => 0,
        (Some(axis), _) => checker.normalise_axis(axis, &call.axes(&array), call.span)?,
        (None, Some(expr)) => checker.axis(expr, &call.axes(&array))?,
        (None, None) => checker.normalise_axis(0, &call.axes(&array), call.span)?,
    };
    let sections = call.arg(1);
    let parts = if is_list(sections) {
        positions(checker, call, &array, axis, &entries(sections))?
    } else {
        sizes(checker, call, &array, axis, sections, equal)?
    };
    let parts = parts
        .into_iter()
        .map(|part| Value::Array(section(checker, &array, axis, part.start, part.length)))
        .collect();
    Ok(Value::Tuple(parts))
}

/// The parts before, between and after the given positions.
fn positions(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    axis: usize,
    exprs: &[&Expr],
) -> Res<Vec<Part>> {
    let size = array.shape[axis].clone();
    let mut bounds = vec![Size::zero()];
    for expr in exprs {
        let position = checker.size_expr(expr)?;
        // Negative positions count from the end, as in a slice.
        let negative = position.as_constant().is_some_and(|p| p < 0);
        bounds.push(if negative { size.add(&position) } else { position });
    }
    bounds.push(size.clone());
    for pair in bounds.windows(2) {
        let message = format!(
            "the positions of `{}` do not increase within axis {axis} of `{}`, which has size {size}",
            call.name,
            call.text(0)
        );
        let help = format!("write positions from 0 to {size}, the smaller ones first");
        checker.require(&pair[1].sub(&pair[0]), call.arg(1).span, &message, help)?;
    }
    let part = |b: &[Size]| Part { start: b[0].clone(), length: b[1].sub(&b[0]) };
    Ok(bounds.windows(2).map(part).collect())
}

/// A number of parts.
fn sizes(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    axis: usize,
    sections: &Expr,
    equal: bool,
) -> Res<Vec<Part>> {
    let parts = checker.const_int(sections, "the number of parts")?;
    if !(1..=MOST_PARTS).contains(&parts) {
        let message = format!("`{}` makes 1 to {MOST_PARTS} parts, not {parts}", call.name);
        return checker.fail(
            sections.span,
            message,
            "each part is a value of its own: `reshape` makes many rows of an axis",
        );
    }
    let size = &array.shape[axis];
    if equal {
        let each = size.floor_div(parts);
        let message = format!(
            "axis {axis} of `{}`, which has size {size}, does not split into {parts} equal parts",
            call.text(0)
        );
        let help = "`array_split` makes parts of almost equal length";
        checker.require(&each.scale(parts).sub(size), call.span, &message, help)?;
        let part = |k: i64| Part { start: each.scale(k), length: each.clone() };
        return Ok((0..parts).map(part).collect());
    }
    // The first parts get one more element each, until the remainder is used up.
    let mut start = Size::zero();
    let part = |k: i64| {
        let length = size.add(&Size::constant(parts - 1 - k)).floor_div(parts);
        let part = Part { start: start.clone(), length };
        start = start.add(&part.length);
        part
    };
    Ok((0..parts).map(part).collect())
}

fn unstack(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let array = call.array(checker)?;
    let axis = match call.option(1) {
        Some(expr) => checker.axis(expr, &call.axes(&array))?,
        None => checker.normalise_axis(0, &call.axes(&array), call.span)?,
    };
    let count = array.shape[axis].as_constant().filter(|n| (0..=MOST_PARTS).contains(n));
    let Some(count) = count else {
        return Err(checker.report(
            Diagnostic::new(call.span, "`unstack` is along an axis of literal size")
                .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                .help("index instead: `x[i]`, or `from_fn(|i: N| ... x[i] ...)`"),
        ));
    };
    let mut shape = array.shape.clone();
    shape.remove(axis);
    let parts = (0..count).map(|k| {
        let part = checker.graph.emit(
            "unstack",
            shape.clone(),
            vec![array.clone()],
            move |dag, a, index| {
                let mut at = index.to_vec();
                at.insert(axis, dag.constant(Const::i64(k)));
                a[0].element(dag, &at)
            },
        );
        Value::Array(checker.graph.bounded(part, array.bound.clone()))
    });
    Ok(Value::Tuple(parts.collect()))
}
