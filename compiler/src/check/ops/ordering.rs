//! Orders by several keys, and partial orders: `lexsort`, `partition`, `argpartition`.
//!
//! A partial order is part of the whole order here, so it is the same on every device.

use super::FunctionInfo;
use super::call::{Call, entries};
use super::sorting::{order, sorted};
use crate::check::axis::Axes;
use crate::check::checker::{Checker, array_text};
use crate::check::value::{Array, Res, Value};
use crate::dag::Size;
use crate::diagnostic::Diagnostic;
use crate::parse::ast::ExprKind;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Sorting by_name "lexsort" "(keys, axis=-1)"
        "The positions (i64) in the order of several keys, of which the last one counts first."
        |checker, call| lexsort(checker, call).map(Value::Array)),
    function!(Sorting "partition" "(x, kth, axis=-1)"
        "The elements along an axis with element `kth` in its sorted place, between smaller and larger ones."
        |checker, call| partition(checker, call).map(Value::Array)),
    function!(Sorting "argpartition" "(x, kth, axis=-1)"
        "The positions (i64) of the elements of `partition`."
        |checker, call| argpartition(checker, call).map(Value::Array)),
];

/// The array, and the axis along which it is put in order. The place `kth` is checked.
fn arguments(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<(Array, usize)> {
    let array = call.array(checker);
    let kth = checker.size_expr(call.arg(1));
    let (array, kth) = (array?, kth?);
    let axis = match call.option(2) {
        Some(e) => checker.axis(e, &call.axes(&array))?,
        None => checker.normalise_axis(-1, &call.axes(&array), call.span)?,
    };
    let size = &array.shape[axis];
    let negative = kth.as_constant().is_some_and(|kth| kth < 0);
    let place = if negative { size.add(&kth) } else { kth.clone() };
    let message = format!(
        "`kth` {kth} of `{}` is out of range for axis {axis} of `{}`, which has size {size}",
        call.name,
        call.text(0)
    );
    let help = "places count from 0, or from the end: -1 is the last";
    checker.require(&place, call.arg(1).span, &message, help)?;
    checker.require(&size.sub(&place).sub(&Size::one()), call.arg(1).span, &message, help)?;
    Ok((array, axis))
}

fn partition(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let (array, axis) = arguments(checker, call)?;
    sorted(checker, call, &array, axis, false)
}

fn argpartition(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let (array, axis) = arguments(checker, call)?;
    order(checker, call, &array, axis, false)
}

/// Sorts by one key after the other. Sorts are stable, so the last one counts first.
fn lexsort(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let expr = call.arg(0);
    if !matches!(&expr.kind, ExprKind::Tuple(_) | ExprKind::List(_)) {
        let claim = format!("the keys of `lexsort` are a list, not `{}`", call.text(0));
        return checker.fail(
            expr.span,
            claim,
            "write them in order, the first to count last: `(b, a)`",
        );
    }
    let operands = checker.operands(&entries(expr))?;
    let keys = operands.iter().map(|key| checker.as_array(key)).collect::<Res<Vec<Array>>>()?;
    let Some((first, more)) = keys.split_first() else {
        return checker.fail(expr.span, "`lexsort` needs a key", "write it: `lexsort((b, a))`");
    };
    if let Some(k) = more.iter().position(|key| key.shape != first.shape) {
        return Err(checker.report(
            Diagnostic::new(operands[k + 1].span, "the keys of `lexsort` have one shape")
                .fact(format_args!("`{}` is {}", operands[0].text, array_text(first)))
                .fact(format_args!("`{}` is {}", operands[k + 1].text, array_text(&more[k])))
                .help("give a value of each key for each place"),
        ));
    }
    let axis = match call.option(1) {
        Some(e) => checker.axis(e, &Axes::of(&operands[0], first))?,
        None => checker.normalise_axis(-1, &Axes::of(&operands[0], first), call.span)?,
    };
    let n = first.shape[axis].clone();
    let mut so_far: Option<Array> = None;
    for (key, operand) in keys.iter().zip(&operands) {
        let in_order = match &so_far {
            None => key.clone(),
            Some(order) => along(checker, key, order, axis),
        };
        let place = (operand.text.as_str(), operand.span);
        let rows = checker.rows(call.name, &in_order, axis, key.dtype, place)?;
        let order = checker.graph.argsorted(&rows);
        let order = checker.graph.back_from_rows(&order, axis);
        so_far = Some(match &so_far {
            None => order,
            Some(before) => {
                let composed = along(checker, before, &order, axis);
                checker.graph.known_below(&composed, &n);
                composed
            }
        });
    }
    Ok(so_far.expect("there is a key"))
}

/// The elements of `array` along an axis in an order, which is a permutation.
fn along(checker: &mut Checker<'_>, array: &Array, order: &Array, axis: usize) -> Array {
    let operands = vec![array.clone(), order.clone()];
    checker.graph.emit("in_order", array.shape.clone(), operands, move |dag, a, index| {
        let mut at = index.to_vec();
        at[axis] = a[1].element(dag, index);
        a[0].element(dag, &at)
    })
}
