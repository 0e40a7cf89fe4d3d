//! Makes values conform to declared types, and suggests changes that make one shape fit another.

use super::parenthesised;
use crate::check::checker::{Checker, Operand};
use crate::check::promote::conversion;
use crate::check::types::Type;
use crate::check::value::{Array, Res, Value, Weak, shape_text, type_text};
use crate::check::{ops, records};
use crate::dag::Size;
use crate::diagnostic::{Diagnostic, Unfinished};
use std::cmp::Ordering;

impl Checker<'_> {
    /// The value in the type `expected`. Its shape and its dtype must be equal to those of the type; literals are
    /// converted.
    pub(crate) fn conform(&mut self, operand: &Operand, expected: &Type, who: &str) -> Res<Array> {
        let want = type_text(expected.dtype, expected.bound.as_ref(), expected.sizes());
        let array = match &operand.value {
            Value::Weak(weak) => self.conform_weak(weak, operand, expected, (&want, who))?,
            Value::Array(array) => array.clone(),
            Value::Function(_) => return Err(self.not_one_array(operand)),
            Value::Record(record) => {
                let help = records::fields_of(&operand.text, record);
                return Err(self.report(unexpected(operand, &want, who).help(help)));
            }
            Value::Tuple(_) => {
                let help = "name the parts, `let (a, b) = ...;`, and give one";
                return Err(self.report(unexpected(operand, &want, who).help(help)));
            }
        };
        if array.shape != expected.sizes() {
            let claim = match (expected.sizes(), array.shape.as_slice()) {
                ([], found) => format!("expected a scalar, found shape {}", shape_text(found)),
                (want, []) => format!("expected shape {}, found a scalar", shape_text(want)),
                (want, found) => {
                    format!("expected shape {}, found {}", shape_text(want), shape_text(found))
                }
            };
            let diagnostic = Diagnostic::new(operand.span, claim)
                .fact(format_args!("{who} is {want}"))
                .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()));
            let diagnostic = self.shape_help(diagnostic, operand, &array.shape, expected.sizes());
            return Err(self.report(diagnostic));
        }
        if array.dtype != expected.dtype {
            return Err(self.report(
                Diagnostic::new(
                    operand.span,
                    format!("expected dtype {}, found {}", expected.dtype, array.dtype),
                )
                .fact(format_args!("{who} is {want}"))
                .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                .help(conversion(&operand.text, array.dtype, expected.dtype)),
            ));
        }
        if let Some(bound) = &expected.bound
            && array.bound.as_ref() != Some(bound)
        {
            let found = operand.value.type_text();
            return Err(self.report(
                Diagnostic::new(operand.span, format!("expected {want}, found {found}"))
                    .help("only index arrays and views of them are known to stay in their domain"),
            ));
        }
        let keep = expected.bound.clone();
        Ok(array.with_bound(keep))
    }

    /// A literal as a scalar of the expected dtype. In messages, `want` is the type, and `who` names the place that
    /// expects it.
    fn conform_weak(
        &mut self,
        weak: &Weak,
        operand: &Operand,
        expected: &Type,
        (want, who): (&str, &str),
    ) -> Res<Array> {
        if !expected.sizes().is_empty() {
            let help = format!("`full([{}; ...], {})`", expected.dtype, operand.text);
            return Err(self.report(
                unexpected(operand, want, who).help(format_args!("make an array of it: {help}")),
            ));
        }
        let fits = match weak {
            Weak::Float(_) => expected.dtype.is_float() || expected.dtype.is_complex(),
            Weak::Complex(..) => expected.dtype.is_complex(),
            _ => true,
        };
        if !fits {
            return Err(self.report(unexpected(operand, want, who).help(match weak {
                Weak::Complex(..) => "complex dtypes are c32 and c64".to_string(),
                _ => conversion(&operand.text, weak.default_dtype(), expected.dtype),
            })));
        }
        self.weak_to(weak, expected.dtype, operand.span)
    }

    /// The diagnostic with a help that turns the shape `found` of an operand into the shape `want`.
    pub(super) fn shape_help(
        &self,
        diagnostic: Diagnostic<Unfinished>,
        operand: &Operand,
        found: &[Size],
        want: &[Size],
    ) -> Diagnostic {
        let text = parenthesised(&operand.text);
        let reversed: Vec<_> = found.iter().rev().cloned().collect();
        if found.len() > 1 && reversed == want {
            return diagnostic.help(format_args!("swap the axes: `{text}.T`"));
        }
        if Size::product(found) == Size::product(want) {
            return diagnostic
                .help(format_args!("same elements, other shape: `{text}.reshape(...)`"));
        }
        if found.is_empty() {
            let reduction = operand.text.split_once('(').map(|(name, _)| ops::find(name));
            if let Some(Some(function)) = reduction
                && function.group == ops::Group::Reduction
                && let Some(call) = operand.text.strip_suffix(')')
                && !call.contains("axis=")
            {
                return diagnostic.help(format_args!("name the axis that goes: `{call}, axis=0)`"));
            }
            let sizes: Vec<String> = want.iter().map(ToString::to_string).collect();
            return diagnostic.help(format_args!(
                "fill an array: `full([f64; {}], {})`",
                sizes.join(", "),
                operand.text
            ));
        }
        match found.len().cmp(&want.len()) {
            Ordering::Greater => diagnostic.help(format_args!(
                "take a part, `{text}[0]`, or reduce an axis, `sum({}, axis=0)`",
                operand.text
            )),
            Ordering::Less => diagnostic.help(format_args!(
                "a new axis is `{text}[.., newaxis]`; `broadcast_to({}, {})` repeats it",
                operand.text,
                shape_text(want)
            )),
            Ordering::Equal => {
                let axis = (0..want.len()).find(|k| found[*k] != want[*k]).unwrap_or(0);
                diagnostic.help(format_args!(
                    "axis {axis} is {}, not {}: take a slice of that size, or declare {}",
                    found[axis],
                    want[axis],
                    shape_text(found)
                ))
            }
        }
    }
}

/// A diagnostic such as "expected f64, found a tuple", still without help. `who` names the place that expects it.
fn unexpected(operand: &Operand, want: &str, who: &str) -> Diagnostic<Unfinished> {
    let found = operand.value.type_text();
    Diagnostic::new(operand.span, format!("expected {want}, found {found}"))
        .fact(format_args!("{who} is {want}"))
}
