//! Loops and branches that run on the device: `while`, `loop`, `for` with bounds that are known at the call, and `if`.
//!
//! A loop becomes a graph of its own, its body ([`crate::dag::Body`]). The variables that the body assigns are its
//! *states*: they keep their shapes and dtypes in every pass. A branch is a loop that runs at most once; one that only
//! chooses scalars becomes a selection.

mod assigned;
mod branch;
mod counted;
mod invariant;
mod region;

use super::checker::Checker;
use super::render;
use super::scopes::BindingKind;
use super::value::{Array, Res, Value, Weak};
use crate::dag::{Binary, DType, Unary};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{Body, Expr, ExprKind, Flow, Stmt, UnaryOp};
use assigned::assigned;
use proc_macro2::Ident;
use region::Kind;
use std::collections::HashMap;

/// The name of the hidden variable that counts passes. No identifier is like it.
const PASSES: &str = "#passes";
/// The name of the hidden constant with the largest number of passes.
const MOST: &str = "#most";

/// The name of the hidden variable that says whether a `break` was reached. It stands in the syntax tree, so it is an
/// identifier.
const STOPPED: &str = "__stopped";

const NO_VALUE: &str = "the body of a loop has no value";

impl Checker<'_> {
    /// A loop or a branch as an expression. The value of a loop is the number of its passes.
    pub(crate) fn flow(&mut self, flow: &Flow, span: SpanRange) -> Res<Value> {
        match flow {
            Flow::While { condition, most, body } => {
                self.outside_closures(span, "a loop")?;
                self.while_loop(condition.as_ref(), most.as_ref(), body, span)
            }
            Flow::If { condition, then, otherwise } => {
                self.branch(condition, then, otherwise.as_ref(), span)
            }
        }
    }

    fn outside_closures(&mut self, span: SpanRange, what: &str) -> Res<()> {
        match self.graph.loops.is_empty() {
            true => Ok(()),
            false => self.fail(
                span,
                format!("{what} cannot stand inside a closure"),
                "a closure is one expression for each element: choose by `where(c, a, b)`, or loop outside of it",
            ),
        }
    }

    fn while_loop(
        &mut self,
        condition: Option<&Expr>,
        most: Option<&Expr>,
        body: &Body,
        span: SpanRange,
    ) -> Res<Value> {
        let Some(most) = most else {
            let head =
                condition.map_or("loop".to_string(), |c| format!("while {}", render::text(c)));
            return self.fail(
                span,
                "this loop needs a largest number of passes",
                format!(
                    "a loop that never ends could not be stopped on a GPU: `{head}, at most 1000 {{ ... }}`"
                ),
            );
        };
        let most = self.number_of_passes(most)?;
        self.scopes.frame().scopes.push(HashMap::new());
        let zero = Ok(Value::Weak(Weak::Int(0)));
        self.scopes.bind(PASSES, zero, BindingKind::Local);
        self.scopes.bind(MOST, Ok(most), BindingKind::Index);
        let outcome = self.counted_passes(condition, body, span);
        let passes = self.scopes.lookup(PASSES).map(|binding| binding.value.clone());
        self.scopes.frame().scopes.pop();
        outcome?;
        passes.unwrap_or(Ok(Value::Weak(Weak::Int(0))))
    }

    /// The loop, in a scope that has the hidden variables.
    fn counted_passes(
        &mut self,
        condition: Option<&Expr>,
        body: &Body,
        span: SpanRange,
    ) -> Res<()> {
        let first = self.goes_on(condition)?;
        let mut names = assigned(self, body);
        names.insert(0, (PASSES.to_string(), span));
        let states = self.states(&names, span)?;
        let region = self.enter(Kind::Loop, first, states);
        let next = self.pass(condition, body, span);
        self.leave_loop(region, next, span)
    }

    /// The body of a pass and then the condition, inside the region.
    fn pass(&mut self, condition: Option<&Expr>, body: &Body, span: SpanRange) -> Res<Array> {
        let stopped = self.once(body, span)?;
        let passes = self.variable(PASSES)?;
        let passes = self.graph.map("passes", &passes, None, |dag, passes| {
            let one = dag.constant(crate::dag::Const::i64(1));
            dag.binary(Binary::Add, passes, one)
        });
        self.scopes.store_back(PASSES, Ok(Value::Array(passes)));
        let next = self.goes_on(condition)?;
        Ok(self.unless(stopped, next))
    }

    /// Evaluates the body of a loop once, up to a `break` that ends it. Returns the condition of the `break`, if there is
    /// one.
    fn once(&mut self, body: &Body, span: SpanRange) -> Res<Option<Array>> {
        self.scopes.frame().scopes.push(HashMap::new());
        let outcome = self.once_inside(body, span);
        self.scopes.frame().scopes.pop();
        outcome
    }

    fn once_inside(&mut self, body: &Body, span: SpanRange) -> Res<Option<Array>> {
        let Some((before, condition, after)) = at_break(body) else {
            return self.no_value(body, NO_VALUE).map(|()| None);
        };
        if has_break(&after) {
            let stopped = Ident::new(STOPPED, condition.span.start);
            let never = self.graph.never();
            self.scopes.bind(STOPPED, Ok(Value::Array(never)), BindingKind::Local);
            self.no_value(&without_breaks(body, &stopped), NO_VALUE)?;
            return self.variable(STOPPED).map(Some);
        }
        self.no_value(&before, NO_VALUE)?;
        let stopped = self.condition(condition)?;
        if !(after.stmts.is_empty() && after.tail.is_none()) {
            let goes_on = self.graph.not(&stopped);
            self.only_if(goes_on, &after, span)?;
        }
        Ok(Some(stopped))
    }

    /// Evaluates statements in the present scope. They must have no value; `claim` says so.
    fn no_value(&mut self, body: &Body, claim: &str) -> Res<()> {
        // An error in a statement is reported there, and leaves its variables without a value.
        let failed = std::mem::replace(&mut self.failed, false);
        let value = self.statements(body);
        let wrong = std::mem::replace(&mut self.failed, failed);
        self.failed |= wrong;
        if let (Ok(Some(_)), Some(tail)) = (&value, &body.tail) {
            return Err(self.report(
                Diagnostic::new(tail.span, claim)
                    .help("end the line with `;`, or assign to a variable declared outside"),
            ));
        }
        value?;
        match wrong {
            true => Err(super::value::Reported::after_error()),
            false => Ok(()),
        }
    }

    /// Whether another pass comes: the condition holds, and there have been fewer passes than at most.
    fn goes_on(&mut self, condition: Option<&Expr>) -> Res<Array> {
        let passes = self.variable(PASSES)?;
        let most = self.variable(MOST)?;
        let fewer = self.graph.emit("fewer", Vec::new(), vec![passes, most], |dag, a, i| {
            let (passes, most) = (a[0].element(dag, i), a[1].element(dag, i));
            dag.binary(Binary::Lt, passes, most)
        });
        let Some(condition) = condition else { return Ok(fewer) };
        let holds = self.condition(condition)?;
        Ok(self.graph.both(&holds, &fewer))
    }

    /// `next`, but false if the pass was stopped.
    fn unless(&mut self, stopped: Option<Array>, next: Array) -> Array {
        let Some(stopped) = stopped else { return next };
        let goes_on = self.graph.not(&stopped);
        self.graph.both(&goes_on, &next)
    }

    /// A condition: a `bool` of rank 0.
    fn condition(&mut self, expr: &Expr) -> Res<Array> {
        let operand = self.operand(expr)?;
        match &operand.value {
            Value::Weak(Weak::Bool(value)) => {
                let value = crate::dag::Const::from_i128(DType::Bool, i128::from(*value));
                Ok(self.graph.constant(value))
            }
            Value::Array(array) if array.dtype == DType::Bool && array.shape.is_empty() => {
                Ok(array.clone())
            }
            other => {
                let found = other.type_text();
                let help = match other {
                    Value::Array(array) if array.dtype == DType::Bool => format!(
                        "one condition decides for all elements: `any({0})` or `all({0})`; a choice for each is `where(c, a, b)`",
                        operand.text
                    ),
                    Value::Array(array) if array.shape.is_empty() => {
                        format!("compare it: `{} != 0`", operand.text)
                    }
                    _ => "write a comparison of scalars".to_string(),
                };
                let claim = format!("a condition is one bool, but `{}` is {found}", operand.text);
                self.fail(expr.span, claim, help)
            }
        }
    }

    /// The largest number of passes: an integer.
    fn number_of_passes(&mut self, expr: &Expr) -> Res<Value> {
        let operand = self.operand(expr)?;
        let array = match &operand.value {
            Value::Weak(Weak::Int(_) | Weak::Size(_)) => self.as_array(&operand)?,
            Value::Array(array) if array.dtype.is_integer() && array.shape.is_empty() => {
                self.graph.cast(&array.clone(), DType::I64)
            }
            other => {
                let claim = format!(
                    "the largest number of passes is one integer, but `{}` is {}",
                    operand.text,
                    other.type_text()
                );
                return self.fail(expr.span, claim, "write an integer, a dimension or an `i64`");
            }
        };
        Ok(Value::Array(array))
    }

    /// The value of a hidden variable, as an array of rank 0.
    fn variable(&mut self, name: &str) -> Res<Array> {
        let value = self.scopes.lookup(name).map(|binding| binding.value.clone());
        match value {
            Some(Ok(Value::Array(array))) => Ok(array),
            Some(Ok(Value::Weak(weak))) => {
                let nowhere = SpanRange::from(proc_macro2::Span::call_site());
                self.weak_to(&weak, DType::I64, nowhere)
            }
            _ => Err(super::value::Reported::after_error()),
        }
    }
}

impl super::graph::Graph {
    fn not(&mut self, a: &Array) -> Array {
        self.map("not", a, Some(DType::Bool), |dag, a| dag.unary(Unary::Not, a))
    }

    fn both(&mut self, a: &Array, b: &Array) -> Array {
        self.emit("and", Vec::new(), vec![a.clone(), b.clone()], |dag, arrays, i| {
            let (a, b) = (arrays[0].element(dag, i), arrays[1].element(dag, i));
            dag.binary(Binary::And, a, b)
        })
    }
}

/// A body that has `if c { break; }` among its statements: what comes before, the condition, and what comes after.
fn at_break(body: &Body) -> Option<(Body, &Expr, Body)> {
    let at = body.stmts.iter().position(|stmt| breaks(stmt).is_some())?;
    let before = Body { stmts: body.stmts[..at].to_vec(), tail: None };
    let after = Body { stmts: body.stmts[at + 1..].to_vec(), tail: body.tail.clone() };
    Some((before, breaks(&body.stmts[at])?, after))
}

/// The body of a loop with several `break`s: each becomes an assignment to `stopped`, and what follows a branch.
fn without_breaks(body: &Body, stopped: &Ident) -> Body {
    let Some((mut before, condition, after)) = at_break(body) else { return body.clone() };
    let span = condition.span;
    let name = || Expr { kind: ExprKind::Name(stopped.clone()), span };
    let goes_on = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(name())), span };
    let then = without_breaks(&after, stopped);
    let rest = Flow::If { condition: goes_on, then, otherwise: None };
    before.stmts.push(Stmt::Assign { target: name(), op: None, value: condition.clone() });
    before.stmts.push(Stmt::Expr(Expr { kind: ExprKind::Flow(Box::new(rest)), span }));
    before
}

/// Whether a loop over a body may end early.
pub(super) fn has_break(body: &Body) -> bool {
    body.stmts.iter().any(|stmt| breaks(stmt).is_some())
}

/// The condition of `if c { break; }`.
fn breaks(stmt: &Stmt) -> Option<&Expr> {
    let Stmt::Expr(Expr { kind: ExprKind::Flow(flow), .. }) = stmt else { return None };
    match &**flow {
        Flow::If { condition, then, otherwise: None } => {
            matches!((&then.stmts[..], &then.tail), ([Stmt::Break(_)], None)).then_some(condition)
        }
        _ => None,
    }
}
