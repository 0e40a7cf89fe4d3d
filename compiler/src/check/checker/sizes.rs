//! Sizes and constants: values that are known at compile time, and conditions on them.

use super::Checker;
use crate::check::graph::Graph;
use crate::check::render;
use crate::check::value::{Array, Data, Res, Value, Weak};
use crate::check::weak::{exact_quotient, is_moderate};
use crate::dag::{Binary, Constraint, NodeKind, Scalar, Size};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{BinaryOp, Expr, ExprKind};

impl Checker<'_> {
    /// A size that the dimensions determine.
    pub(crate) fn size_expr(&mut self, expr: &Expr) -> Res<Size> {
        let value = self.expr(expr)?;
        if let Some(size) = self.graph.as_size(&value) {
            return Ok(size);
        }
        if let Some((size, divisor)) = self.graph.quotient_of_sizes(&value) {
            let message = format!("the size `{}` divides by {divisor}", render::text(expr));
            let help = "a size that is divided by nothing has no value: divide by a literal";
            self.require(&divisor.sub(&Size::one()), expr.span, &message, help)?;
            return Ok(size);
        }
        let what = value.type_text();
        let diagnostic = Diagnostic::new(
            expr.span,
            format!(
                "a size has to follow from the dimensions, but `{}` is {what}",
                render::text(expr)
            ),
        );
        Err(self.report(match &expr.kind {
            ExprKind::Binary(BinaryOp::Div, _, left, right) => diagnostic.help(format_args!(
                "`/` gives f64; for sizes write `floor_div({}, {})`",
                render::text(left),
                render::text(right)
            )),
            _ => diagnostic
                .help("sizes are made of integers, dimensions, `+`, `-`, `*` and `floor_div`"),
        }))
    }

    /// A constant integer (an axis, a step).
    pub(crate) fn const_int(&mut self, expr: &Expr, what: &str) -> Res<i64> {
        let value = self.expr(expr)?;
        match self.graph.as_size(&value).and_then(|s| s.as_constant()) {
            Some(c) => Ok(c),
            None => {
                let text = render::text(expr);
                let claim = format!("{what} has to be a constant integer, not `{text}`");
                Err(self.report(
                    Diagnostic::new(expr.span, claim)
                        .help("write a literal, or a `const` of the block: `const K: i64 = 2;`"),
                ))
            }
        }
    }

    pub(crate) fn const_bool(&mut self, expr: &Expr, what: &str) -> Res<bool> {
        match self.expr(expr)? {
            Value::Weak(Weak::Bool(b)) => Ok(b),
            _ => {
                let text = render::text(expr);
                self.fail(
                    expr.span,
                    format!("{what} has to be `true` or `false`, not `{text}`"),
                    "what decides a shape is known here: write `true` or `false`",
                )
            }
        }
    }

    /// Requires `size >= 0` at every call. That is provable, or becomes a condition on the call, or is impossible,
    /// which is an error with the remedy given.
    pub(crate) fn require(
        &mut self,
        size: &Size,
        span: SpanRange,
        message: &str,
        help: impl std::fmt::Display,
    ) -> Res<()> {
        if self.graph.is_non_negative(size) {
            return Ok(());
        }
        let never = Size::constant(-1).sub(size);
        if self.graph.is_non_negative(&never) {
            let diagnostic = Diagnostic::new(span, message);
            return Err(self.report(diagnostic.help(help)));
        }
        if !self.graph.dag.constraints.iter().any(|c| c.size == *size) {
            let message = format!("{message}: needs {}", at_least_zero(size));
            self.graph.dag.constraints.push(Constraint { size: size.clone(), message });
        }
        Ok(())
    }
}

impl Graph {
    /// The value as a size, if it is known from the dimensions alone.
    pub(crate) fn as_size(&self, value: &Value) -> Option<Size> {
        self.any_size(value).filter(is_moderate)
    }

    fn any_size(&self, value: &Value) -> Option<Size> {
        match value {
            Value::Weak(Weak::Int(i)) => Some(Size::constant(i64::try_from(*i).ok()?)),
            Value::Weak(Weak::Size(s)) => Some(s.clone()),
            Value::Array(a) if a.dtype.is_integer() && a.shape.is_empty() => {
                if let Some(c) = self.as_constant(a) {
                    return Some(Size::constant(i64::try_from(c.to_i128()?).ok()?));
                }
                match &a.data {
                    Data::Scalar(id) => match self.dag.scalar(*id) {
                        Scalar::Size(s) => Some(s.clone()),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The quotient that `floor_div` of sizes gives unless its divisor is zero; and the divisor.
    fn quotient_of_sizes(&self, value: &Value) -> Option<(Size, Size)> {
        let Value::Array(Array { data: Data::Node(node), .. }) = value else { return None };
        let NodeKind::Compute(body) = self.dag.node(*node).kind else { return None };
        let Scalar::Binary(Binary::FloorDiv, x, y) = self.dag.scalar(body) else { return None };
        let (Scalar::Size(x), Scalar::Size(y)) = (self.dag.scalar(*x), self.dag.scalar(*y)) else {
            return None;
        };
        let quotient = exact_quotient(x, y).filter(is_moderate)?;
        Some((quotient, y.clone()))
    }

    /// Whether `size >= 0` in every variant.
    pub(crate) fn is_non_negative(&self, size: &Size) -> bool {
        size.at_least(0)
            || self.variants.iter().all(|pins| {
                let fixed = size.substitute(&|name| {
                    let pin = pins.iter().find(|(dim, _)| dim == name)?;
                    Some(Size::constant(pin.1))
                });
                fixed.at_least(0)
            })
    }

    /// The axes that may have no elements.
    pub(crate) fn may_be_empty(&self, array: &Array, axes: &[usize]) -> Vec<usize> {
        let empty = |axis: &&usize| !self.is_non_negative(&array.shape[**axis].sub(&Size::one()));
        axes.iter().filter(empty).copied().collect()
    }
}

/// `size >= 0` with the constant on the right: `N >= 3`.
fn at_least_zero(size: &Size) -> String {
    let constant: i64 = size.terms().filter(|(atoms, _)| atoms.is_empty()).map(|(_, c)| c).sum();
    let rest = size.sub(&Size::constant(constant));
    // `3 - N >= 0` reads better as `N <= 3`.
    if rest.terms().all(|(_, c)| c < 0) {
        return format!("{} <= {constant}", rest.scale(-1));
    }
    format!("{rest} >= {}", constant.wrapping_neg())
}
