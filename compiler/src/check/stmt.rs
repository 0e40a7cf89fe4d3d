//! Statements: `let`, assignment, unrolled `for`, calls for their effect.

mod assignment;
mod conform;

use super::checker::Checker;
use super::flow;
use super::render;
use super::scopes::BindingKind;
use super::value::{Array, Data, Reported, Res, Value, Weak};
use crate::dag::DType;
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::limits;
use crate::parse::ast::{self, Attribute, Body, Expr, ExprKind, Pattern, Stmt};
use proc_macro2::Ident;
use std::collections::HashMap;

/// The most iterations of all unrolled loops of a function together.
const MAX_UNROLLED: usize = limits::UNROLLED;
/// The same limit inside a closure, where everything becomes one scalar expression.
const MAX_UNROLLED_SCALAR: usize = 128;

impl Checker<'_> {
    /// Evaluates a body in a new scope. Returns the value of its tail.
    pub(crate) fn body(&mut self, body: &Body) -> Res<Option<Value>> {
        self.scopes.frame().scopes.push(HashMap::new());
        let value = self.statements(body);
        self.scopes.frame().scopes.pop();
        value
    }

    /// Evaluates statements in the current scope. An error in one of them does not stop the others.
    pub(crate) fn statements(&mut self, body: &Body) -> Res<Option<Value>> {
        for (k, stmt) in body.stmts.iter().enumerate() {
            self.stmt(stmt, k + 1 == body.stmts.len() && body.tail.is_none());
            if self.state.exhausted {
                return Err(Reported::after_error());
            }
        }
        match &body.tail {
            None => Ok(None),
            Some(tail) => match self.expr(tail)? {
                Value::Tuple(items) if items.is_empty() => Ok(None),
                value => Ok(Some(value)),
            },
        }
    }

    fn stmt(&mut self, stmt: &Stmt, last: bool) {
        match stmt {
            Stmt::Let { attributes, pattern, ty, value } => {
                self.stmt_let(attributes, pattern, ty.as_ref(), value)
            }
            Stmt::Assign { target, op, value } => {
                let line = self.at(target.span);
                let _ = self.assign(target, *op, value);
                self.graph.dag.at_line(line);
            }
            Stmt::For { var, lo, hi, body, span } => {
                let _ = self.stmt_for(var, lo, hi, body, *span);
            }
            Stmt::Break(span) => {
                self.report(
                    Diagnostic::new(*span, "`break` does not stand where a loop can end").help(
                        "a loop ends at the condition of one of its own statements: `if done { break; }`",
                    ),
                );
            }
            Stmt::Expr(Expr { kind: ExprKind::Flow(flow), span }) => {
                let line = self.at(*span);
                let _ = self.flow(flow, *span);
                self.graph.dag.at_line(line);
            }
            Stmt::Expr(expr) => {
                let effect = match &expr.kind {
                    ExprKind::Call { function, .. } => {
                        let name = function.to_string();
                        self.function_named(&name).is_some() || self.scopes.passed(&name).is_some()
                    }
                    ExprKind::Block(_) => true,
                    _ => false,
                };
                if let ExprKind::Block(body) = &expr.kind {
                    let _ = self.body(body);
                    return;
                }
                let value = self.expr(expr);
                if !effect && value.is_ok() {
                    self.report(
                        Diagnostic::new(
                            expr.span,
                            format!("`{}` has no effect as a statement", render::text(expr)),
                        )
                        .help(match last {
                            true => "if it is the result, leave out the `;` behind it",
                            false => "bind it: `let x = ...;` (which may hide an earlier `x`), or make it the last expression",
                        }),
                    );
                }
            }
        }
    }

    fn stmt_let(
        &mut self,
        attributes: &[Attribute],
        pattern: &Pattern,
        ty: Option<&ast::Type>,
        value: &Expr,
    ) {
        let operand = self.operand(value);
        if let Pattern::Record { .. } = pattern {
            let values = operand.and_then(|operand| self.destructured(pattern, operand));
            for (k, name) in pattern.names().enumerate() {
                let value = values.as_ref().map(|values| values[k].clone()).map_err(|e| *e);
                let value = self.tuned(attributes, name, value);
                // A value that was bound before, such as a field, keeps its name.
                self.bind_let(name, value, false);
            }
            return;
        }
        if let Pattern::Tuple(names) = pattern {
            let items: Res<Vec<Value>> = operand.and_then(|o| match o.value {
                Value::Tuple(items) if items.len() == names.len() => Ok(items),
                other => {
                    let message = format!(
                        "the pattern has {} names, but the value is {}",
                        names.len(),
                        other.type_text()
                    );
                    let help = match &other {
                        Value::Tuple(items) if items.is_empty() => {
                            "the value has no parts".to_string()
                        }
                        Value::Tuple(items) => {
                            let names: Vec<String> = (0..items.len())
                                .map(|k| names.get(k).map_or("_".to_string(), Ident::to_string))
                                .collect();
                            format!(
                                "name each part, `_` discards one: `let ({}) = ...;`",
                                names.join(", ")
                            )
                        }
                        Value::Record(record) => {
                            let fields: Vec<&str> =
                                record.fields.iter().map(|(field, _)| field.as_str()).collect();
                            let fields = fields.join(", ");
                            format!("name its fields: `let {} {{ {fields} }} = ...;`", record.name)
                        }
                        _ => match names.first() {
                            Some(name) => format!("one value has one name: `let {name} = ...;`"),
                            None => "one value has one name: `let x = ...;`".to_string(),
                        },
                    };
                    self.fail(value.span, message, help)
                }
            });
            for (k, name) in names.iter().enumerate() {
                let item = items.clone().map(|items| items[k].clone());
                let item = self.tuned(attributes, name, item);
                self.bind_let(name, item, true);
            }
            return;
        }
        let bare = self.scopes.is_bound(value);
        let value = operand.and_then(|operand| match ty {
            None => Ok(operand.value),
            Some(ty) => self.conform_all(operand, ty, "the declared type"),
        });
        if let Pattern::Name(name) = pattern {
            let value = self.tuned(attributes, name, value);
            self.bind_let(name, value, !bare);
        }
    }

    fn bind_let(&mut self, name: &Ident, value: Res<Value>, rename: bool) {
        if let (true, Ok(Value::Array(Array { data: Data::Node(node), .. }))) = (rename, &value) {
            self.graph.dag.rename(*node, &name.to_string());
        }
        self.scopes.bind(&name.to_string(), value, BindingKind::Local);
    }

    fn stmt_for(
        &mut self,
        var: &Ident,
        lo: &Expr,
        hi: &Expr,
        body: &Body,
        span: SpanRange,
    ) -> Res<()> {
        let (from, to) = (self.expr(lo), self.expr(hi));
        let constant = |value: &Res<Value>| {
            let size = value.as_ref().ok().and_then(|value| self.graph.as_size(value));
            size.and_then(|size| size.as_constant())
        };
        let known = constant(&from).zip(constant(&to));
        let limit = if self.graph.loops.is_empty() { MAX_UNROLLED } else { MAX_UNROLLED_SCALAR };
        let count = known.map_or(0, |(lo, hi)| hi.saturating_sub(lo).max(0) as usize);
        let runs = match (&from, &to) {
            (Ok(_), Ok(_)) => {
                let long = count > MAX_UNROLLED || flow::has_break(body);
                known.is_none() || long && self.graph.loops.is_empty()
            }
            _ => false,
        };
        if let (true, Ok(from), Ok(to)) = (runs, &from, &to) {
            let (low, high) = ((lo, from.clone()), (hi, to.clone()));
            return self.counted_loop(var, low, high, body, span);
        }
        let Some((lo, hi)) = known else {
            // The body is still checked once, for its own errors.
            self.scopes.frame().scopes.push(HashMap::new());
            let silent = Err(Reported::after_error());
            self.scopes.bind(&var.to_string(), silent, BindingKind::Index);
            let _ = self.body(body);
            self.scopes.frame().scopes.pop();
            return Err(Reported::after_error());
        };
        if self.unrolled.saturating_add(count) > limit {
            return Err(self.report(
                Diagnostic::new(
                    span,
                    format!("this `for` unrolls to more than {limit} iterations"),
                )
                .help("use array operations for long loops"),
            ));
        }
        self.unrolled += count;
        for k in lo..hi {
            self.scopes.frame().scopes.push(HashMap::new());
            self.scopes.bind(
                &var.to_string(),
                Ok(Value::Weak(Weak::Int(k as i128))),
                BindingKind::Index,
            );
            let value = self.body(body);
            self.scopes.frame().scopes.pop();
            if self.state.exhausted {
                return Err(Reported::after_error());
            }
            // A last line without `;` may still be a call for its effect.
            if let (Ok(Some(_)), Some(tail)) = (value, &body.tail) {
                return Err(self.report(
                    Diagnostic::new(tail.span, "the body of a `for` has no value")
                        .help("end the line with `;`, or assign to a variable declared outside"),
                ));
            }
        }
        Ok(())
    }
}

/// `text` in parentheses if it is more than a name, call or subscript.
pub(crate) fn parenthesised(text: &str) -> String {
    let mut depth = 0i32;
    let loose = text.chars().any(|c| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0 && (c == ' ' || c == '-' || c == '!' || c == '|')
    });
    if loose { format!("({text})") } else { text.to_string() }
}

/// The dtype of a value, if it has one.
pub(crate) fn value_dtype(value: &Value) -> Option<DType> {
    match value {
        Value::Array(a) => Some(a.dtype),
        _ => None,
    }
}
