//! Functions that join several arrays into one: `concatenate`, `stack` and the like.

mod concatenate;
mod list;
mod stack;

use super::FunctionInfo;
use super::call::Call;
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::promote::{Common, weak_dtype};
use crate::check::value::{Array, Res, Value, shape_text};
use crate::dag::Size;
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{Expr, ExprKind};
use concatenate::{append, column_stack, concatenate, dstack, hstack, vstack};
use stack::stack;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape complex "stack" "(arrays, axis=0)" "Arrays of one shape along a new axis." stack),
    function!(Shape complex "concatenate" ["concat"] "(arrays, axis=0)"
        "Arrays one after the other along an axis." concatenate),
    function!(Shape complex "vstack" "(arrays)" "Arrays below each other; vectors are rows." vstack),
    function!(Shape complex "hstack" "(arrays)" "Arrays beside each other; vectors one after the other."
        hstack),
    function!(Shape complex "dstack" "(arrays)" "Arrays behind each other, along a third axis." dstack),
    function!(Shape complex "column_stack" "(arrays)" "Arrays beside each other; vectors are columns."
        column_stack),
    function!(Shape complex "append" "(x, values, axis=None)"
        "`concatenate([x, values])`; without an axis of all elements in row-major order." append),
];

/// The arrays of a list argument.
fn list_operands(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Vec<Operand>> {
    let list = call.arg(0);
    if let ExprKind::List(items) | ExprKind::Tuple(items) = &list.kind {
        let items: Vec<&Expr> = items.iter().collect();
        if items.is_empty() {
            return checker.fail(
                list.span,
                format!("`{}` needs at least one array", call.name),
                format_args!("write `{}([a, b])`", call.name),
            );
        }
        return checker.join_operands(&items, list.span);
    }
    if let Value::Tuple(items) = checker.expr(list)?
        && !items.is_empty()
    {
        let operand = |(k, value): (usize, Value)| Operand {
            value,
            text: format!("{}[{k}]", call.text(0)),
            span: list.span,
        };
        return Ok(items.into_iter().enumerate().map(operand).collect());
    }
    Err(checker.report(
        Diagnostic::new(list.span, format!("`{}` takes a list of arrays", call.name))
            .help(format_args!("write `{}([a, b], axis=0)`", call.name)),
    ))
}

/// The bound that all elements have.
fn common_bound(arrays: &[Array]) -> Option<Size> {
    let bound = arrays[0].bound.clone();
    if arrays.iter().all(|a| a.bound == bound) { bound } else { None }
}

impl Checker<'_> {
    /// The operands as arrays of one dtype.
    pub(in crate::check::ops) fn list_arrays(
        &mut self,
        name: &str,
        operands: &[Operand],
        span: SpanRange,
    ) -> Res<Vec<Array>> {
        let views: Vec<&Operand> = operands.iter().collect();
        let labels: Vec<String> = (1..=operands.len()).map(|k| format!("entry {k}")).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let dtype = match self.common_dtype(&format!("`{name}`"), span, &labels, &views)? {
            Common::Typed(dtype) => dtype,
            Common::Weak => weak_dtype(&views),
        };
        let mut arrays = Vec::new();
        for operand in operands {
            let array = self.coerced(operand, dtype)?;
            arrays.push(if array.dtype == dtype { array } else { self.graph.cast(&array, dtype) });
        }
        Ok(arrays)
    }

    /// An error for the first array that does not fit the first of all.
    fn require_fit(
        &mut self,
        operands: &[Operand],
        arrays: &[Array],
        fits: impl Fn(&Array, &Array) -> bool,
        action: &str,
        help: &str,
    ) -> Res<()> {
        let first = &arrays[0];
        let other = arrays.iter().zip(operands).find(|(array, _)| !fits(first, array));
        let Some((array, operand)) = other else { return Ok(()) };
        Err(self.report(
            Diagnostic::new(
                operand.span,
                format!(
                    "arrays of shapes {} and {} do not {action}",
                    shape_text(&first.shape),
                    shape_text(&array.shape)
                ),
            )
            .fact(format_args!("first: `{}` is {}", operands[0].text, array_text(first)))
            .fact(format_args!("other: `{}` is {}", operand.text, array_text(array)))
            .help(help),
        ))
    }
}
