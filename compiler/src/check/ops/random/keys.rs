//! Keys: `key`, `fold_in` and `split`.

use super::philox::{joined, number, philox, upper_half};
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::fold;
use crate::check::ops::call::Call;
use crate::check::stmt::parenthesised;
use crate::check::value::{Array, Res, Value};
use crate::dag::{DType, Dag, ScalarId, Size};
use crate::diagnostic::Diagnostic;

/// The purpose of random bits, which is the last word of a counter. So a derived key is never a number that was drawn.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Draw = 0,
    Key = 1,
}

/// The four random words of element `position` (a `u64`).
pub(super) fn words(
    dag: &mut Dag,
    key: ScalarId,
    position: ScalarId,
    purpose: Purpose,
) -> [ScalarId; 4] {
    let [key_high, high] = [key, position].map(|wide| upper_half(dag, wide));
    let (zero, purpose) = (number(dag, DType::U64, 0), number(dag, DType::U64, purpose as u64));
    philox(dag, [position, high, zero, purpose], [key, key_high])
}

pub(super) fn key(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operand = checker.operand(call.arg(0))?;
    let seed = integers(checker, call, &operand)?;
    Ok(checker.graph.cast(&seed, DType::U64))
}

/// The argument as an array of integers.
fn integers(checker: &mut Checker<'_>, call: &Call<'_>, operand: &Operand) -> Res<Array> {
    let array = checker.as_array(operand)?;
    if array.dtype.is_integer() {
        return Ok(array);
    }
    Err(checker.report(
        Diagnostic::new(operand.span, format!("`{}` takes integers", call.name))
            .fact(format_args!("`{}` is {}", operand.text, array_text(&array)))
            .help(format_args!("convert it: `{} as i64`", parenthesised(&operand.text))),
    ))
}

/// The key of a draw: a scalar.
pub(super) fn key_argument(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operand = checker.operand(call.arg(0))?;
    let key = match &operand.value {
        Value::Weak(weak) => checker.weak_to(weak, DType::U64, operand.span)?,
        _ => checker.as_array(&operand)?,
    };
    if key.dtype == DType::U64 && key.rank() == 0 {
        return Ok(key);
    }
    let claim = format!("the key of `{}` is one u64", call.name);
    let diagnostic = Diagnostic::new(operand.span, claim).fact(format_args!(
        "`{}` is {}",
        operand.text,
        array_text(&key)
    ));
    Err(checker.report(if key.rank() > 0 {
        diagnostic.help(format_args!("take one of them: `{}[0]`", operand.text))
    } else {
        diagnostic.help(format_args!("make a key of it: `random.key({})`", operand.text))
    }))
}

pub(super) fn fold_in(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let key = key_argument(checker, call)?;
    let operand = checker.operand(call.arg(1))?;
    let data = integers(checker, call, &operand)?;
    let shape = data.shape.clone();
    Ok(checker.graph.emit("fold_in", shape, vec![key, data], |dag, a, index| {
        let (key, data) = (a[0].element(dag, &[]), a[1].element(dag, index));
        let data = fold::cast(dag, DType::U64, data);
        derived(dag, key, data)
    }))
}

pub(super) fn split(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let key = key_argument(checker, call)?;
    let count = match call.option(1) {
        Some(expr) => {
            let count = checker.size_expr(expr)?;
            checker.require(
                &count,
                expr.span,
                &format!("the number of keys {count} is negative"),
                "a number of keys is 0 or more",
            )?;
            count
        }
        None => Size::constant(2),
    };
    Ok(checker.graph.emit("split", vec![count], vec![key], |dag, a, index| {
        let (key, data) = (a[0].element(dag, &[]), fold::cast(dag, DType::U64, index[0]));
        derived(dag, key, data)
    }))
}

fn derived(dag: &mut Dag, key: ScalarId, data: ScalarId) -> ScalarId {
    let [low, high, ..] = words(dag, key, data, Purpose::Key);
    joined(dag, high, low)
}
