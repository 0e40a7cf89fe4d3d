//! Numbers of axes, which count from the front, or, if negative, from the end.

use super::checker::{Checker, Operand, array_text};
use super::ops::call::{Call, entries};
use super::value::{Array, Res};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::Expr;

/// The array whose axes an argument names.
pub(crate) struct Axes<'a> {
    array: &'a Array,
    text: String,
    /// The number of axes that the function adds. They count, too.
    new: usize,
}

impl<'a> Axes<'a> {
    /// The axes of an operand, of the value `array`.
    pub(crate) fn of(operand: &Operand, array: &'a Array) -> Axes<'a> {
        Axes { array, text: operand.text.clone(), new: 0 }
    }

    /// The same, including axes that the function adds.
    pub(crate) fn and_new(self, new: usize) -> Axes<'a> {
        Axes { new, ..self }
    }

    fn count(&self) -> usize {
        self.array.rank() + self.new
    }
}

impl Call<'_> {
    /// The axes of the first argument, whose value is `array`.
    pub(crate) fn axes<'a>(&self, array: &'a Array) -> Axes<'a> {
        Axes { array, text: self.text(0), new: 0 }
    }
}

impl Checker<'_> {
    /// An axis number as written.
    pub(crate) fn axis(&mut self, expr: &Expr, of: &Axes<'_>) -> Res<usize> {
        let axis = self.const_int(expr, "an axis")?;
        self.normalise_axis(axis, of, expr.span)
    }

    /// Axes as written, `1` or `(0, 1)`, each once.
    pub(crate) fn axis_list(&mut self, expr: &Expr, of: &Axes<'_>) -> Res<Vec<usize>> {
        let mut axes = Vec::new();
        for entry in entries(expr) {
            let axis = self.axis(entry, of)?;
            if axes.contains(&axis) {
                let help = match of.count() {
                    1 => format!("`{}` has one axis: write `0`", of.text),
                    _ => "a negative number counts from the end: -1 is the last axis".to_string(),
                };
                return Err(self.report(
                    Diagnostic::new(entry.span, format!("axis {axis} is given twice"))
                        .fact(format_args!("`{}` is {}", of.text, array_text(of.array)))
                        .help(help),
                ));
            }
            axes.push(axis);
        }
        Ok(axes)
    }

    /// The axis counted from the front.
    pub(crate) fn normalise_axis(
        &mut self,
        axis: i64,
        of: &Axes<'_>,
        span: SpanRange,
    ) -> Res<usize> {
        let count = of.count();
        let wrapped = if axis < 0 { axis.saturating_add(count as i64) } else { axis };
        if (0..count as i64).contains(&wrapped) {
            return Ok(wrapped as usize);
        }
        let axes = if count == 1 { "1 axis".to_string() } else { format!("{count} axes") };
        let (claim, help) = match (count, of.new) {
            (0, _) => (
                format!("`{}` is a scalar and has no axis", of.text),
                format!("an array of this one element is `[{}]`", of.text),
            ),
            (_, 0) => (
                format!("axis {axis} is out of bounds for `{}`, which has {axes}", of.text),
                counting(count),
            ),
            (_, _) => (
                format!("axis {axis} is out of bounds for the result, which has {axes}"),
                counting(count),
            ),
        };
        let fact = format!("`{}` is {}", of.text, array_text(of.array));
        let diagnostic = Diagnostic::new(span, claim).fact(fact);
        Err(self.report(match of.new {
            0 => diagnostic.help(help),
            1 => diagnostic.fact("1 axis is new").help(help),
            new => diagnostic.fact(format_args!("{new} axes are new")).help(help),
        }))
    }
}

/// The text that says how `count` axes are numbered.
fn counting(count: usize) -> String {
    match count {
        1 => "its axis is 0, or, counted from the end, -1".to_string(),
        _ => format!("axes count from 0 to {}, or, from the end, from -1 to -{count}", count - 1),
    }
}
