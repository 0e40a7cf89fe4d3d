//! Code that elementwise functions share: the dtype of their operands, the comprehension over them, and literals that
//! stay literals.

use super::call::Call;
use crate::check::checker::{Checker, Operand};
use crate::check::fold::Fold;
use crate::check::promote::{Common, weak_dtype};
use crate::check::value::{Array, Reported, Res, Value, Weak};
use crate::dag::{Const, DType, ScalarId};
use crate::diagnostic::Diagnostic;

/// The dtype of the operands of a function.
pub(super) fn common(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operands: &[&Operand],
) -> Res<DType> {
    let claim = format!("`{}`", call.name);
    let labels: Vec<String> = (1..=operands.len()).map(|k| format!("argument {k}")).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    match checker.common_dtype(&claim, call.span, &labels, operands)? {
        Common::Typed(dtype) => Ok(dtype),
        Common::Weak => Ok(weak_dtype(operands)),
    }
}

/// The dtype of means and similar functions: f64 unless the operand is a float.
pub(super) fn float_dtype(dtype: DType) -> DType {
    if dtype.is_float() { dtype } else { DType::F64 }
}

/// Applies `rule` to every element of the operands, which are cast to `dtype` first. If all operands are literals, the
/// result is a literal.
pub(super) fn apply(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operands: &[&Operand],
    dtype: DType,
    rule: impl Fn(&mut Fold<'_>, &[ScalarId]) -> ScalarId + 'static,
) -> Res<Value> {
    let mut arrays: Vec<(&str, Array)> = Vec::new();
    for operand in operands {
        let array = match &operand.value {
            // A function of floats takes any literal.
            Value::Weak(weak @ Weak::Bool(_)) => checker.weak_to(weak, dtype, operand.span)?,
            _ => checker.coerced(operand, dtype)?,
        };
        arrays.push((operand.text.as_str(), array));
    }
    let labels = vec!["argument"; arrays.len()];
    let result = checker.elementwise(
        call.name,
        call.span,
        &labels,
        &arrays,
        Some(dtype),
        move |dag, x| rule(&mut Fold(dag), x),
    )?;
    if operands.iter().all(|o| matches!(o.value, Value::Weak(_)))
        && let Some(constant) = checker.graph.as_constant(&result)
    {
        return Ok(Value::Weak(weak(constant)));
    }
    Ok(Value::Array(result))
}

/// A constant as the literal that it came from.
fn weak(constant: Const) -> Weak {
    match (constant.dtype, constant.to_i128()) {
        (DType::Bool, _) => Weak::Bool(constant.bits != 0),
        (_, Some(integer)) => Weak::Int(integer),
        (_, None) => Weak::Float(constant.to_f64()),
    }
}

/// [`apply`] in floats: integers are cast to f64.
pub(super) fn floats(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    count: usize,
    rule: impl Fn(&mut Fold<'_>, DType, &[ScalarId]) -> ScalarId + 'static,
) -> Res<Value> {
    let operands = call.operands(checker, count)?;
    let operands: Vec<&Operand> = operands.iter().collect();
    let dtype = common(checker, call, &operands)?.float_of();
    apply(checker, call, &operands, dtype, move |s, x| rule(s, dtype, x))
}

/// An error for operands of a dtype for which the function has no meaning.
pub(super) fn wrong_dtype(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operand: &Operand,
    dtype: DType,
    help: &str,
) -> Reported {
    checker.report(
        Diagnostic::new(operand.span, format!("`{}` does not work on {dtype}", call.name))
            .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
            .help(help),
    )
}
