//! The variables that statements assign.

use super::super::checker::Checker;
use super::super::records;
use super::super::scopes::BindingKind;
use crate::diagnostic::SpanRange;
use crate::parse::ast::{Body, Expr, ExprKind, Flow, Stmt, SubscriptKind};
use std::collections::HashSet;

/// The names outside of `body` that it assigns, each with the place of its last assignment, in the order of their first.
pub(super) fn assigned(checker: &Checker<'_>, body: &Body) -> Vec<(String, SpanRange)> {
    let mut names = Names { checker, inner: vec![HashSet::new()], found: Vec::new() };
    names.body(body);
    let is_variable = |name: &str| {
        let binding = checker.scopes.lookup(name);
        binding.is_some_and(|b| matches!(b.kind, BindingKind::Local | BindingKind::Param { .. }))
    };
    names.found.retain(|(name, _)| is_variable(name));
    names.found
}

struct Names<'a, 'b> {
    checker: &'a Checker<'b>,
    /// The names that are declared inside, by scope.
    inner: Vec<HashSet<String>>,
    found: Vec<(String, SpanRange)>,
}

impl Names<'_, '_> {
    fn body(&mut self, body: &Body) {
        self.inner.push(HashSet::new());
        for stmt in &body.stmts {
            match stmt {
                Stmt::Let { pattern, value, .. } => {
                    self.expr(value);
                    for name in pattern.names() {
                        self.declare(&name.to_string());
                    }
                }
                Stmt::Assign { target, value, .. } => {
                    self.expr(value);
                    self.assign(target);
                }
                Stmt::For { var, body, .. } => {
                    self.inner.push(HashSet::from([var.to_string()]));
                    self.body(body);
                    self.inner.pop();
                }
                Stmt::Expr(expr) => self.expr(expr),
                Stmt::Break(_) => {}
            }
        }
        body.tail.iter().for_each(|tail| self.expr(tail));
        self.inner.pop();
    }

    fn declare(&mut self, name: &str) {
        if let Some(scope) = self.inner.last_mut() {
            scope.insert(name.to_string());
        }
    }

    fn assign(&mut self, target: &Expr) {
        let whole = match &target.kind {
            ExprKind::Index(base, _) => &**base,
            _ => target,
        };
        let Some((name, _)) = records::place(whole) else { return };
        let name = name.to_string();
        if self.inner.iter().any(|scope| scope.contains(&name)) {
            return;
        }
        match self.found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, span)) => *span = target.span,
            None => self.found.push((name, target.span)),
        }
    }

    /// Helpers assign what they get as `&mut`.
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call { function, args } => {
                if let Some(index) = self.checker.function_named(&function.to_string()) {
                    let block = self.checker.scopes.block;
                    for (arg, param) in args.iter().zip(mutable(&block.fns[index], args.len())) {
                        if param {
                            self.assign(&arg.value);
                        }
                    }
                }
                args.iter().for_each(|arg| self.expr(&arg.value));
            }
            ExprKind::Block(body) => self.body(body),
            ExprKind::Flow(flow) => {
                flow.heads().for_each(|head| self.expr(head));
                match &**flow {
                    Flow::While { body, .. } => self.body(body),
                    Flow::If { then, otherwise, .. } => {
                        self.body(then);
                        otherwise.iter().for_each(|body| self.body(body));
                    }
                }
            }
            ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Cast(a, _) => self.expr(a),
            ExprKind::Binary(_, _, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Method { receiver, args, .. } => {
                self.expr(receiver);
                args.iter().for_each(|arg| self.expr(&arg.value));
            }
            ExprKind::Index(array, subscripts) => {
                self.expr(array);
                for subscript in subscripts {
                    if let SubscriptKind::Index(index) = &subscript.kind {
                        self.expr(index);
                    }
                }
            }
            ExprKind::Tuple(list) | ExprKind::List(list) => {
                list.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Record(record) => {
                record.fields.iter().for_each(|(_, value)| self.expr(value));
                record.base.iter().for_each(|base| self.expr(base));
            }
            ExprKind::Closure { .. }
            | ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Str(_)
            | ExprKind::Name(_)
            | ExprKind::Type(_) => {}
        }
    }
}

/// Whether each argument of a call may be assigned. A function may take sizes as its first arguments.
fn mutable(
    function: &crate::parse::ast::Function,
    arguments: usize,
) -> impl Iterator<Item = bool> + '_ {
    let sizes = arguments.saturating_sub(function.params.len());
    std::iter::repeat_n(false, sizes).chain(function.params.iter().map(|param| param.mutable))
}
