//! Statements: `let`, assignment, unrolled `for`, calls for their effect.

use super::checker::{BindingKind, Checker, Operand, array_text};
use super::promote::conversion;
use super::types::Type;
use super::value::{Array, Data, Reported, Res, Value, Weak, shape_text, type_text};
use super::{ops, render, suggest};
use crate::dag::DType;
use crate::diagnostic::{Diagnostic, SpanRange, Unfinished};
use crate::limits;
use crate::parse::ast::{self, Attribute, BinaryOp, Body, Expr, ExprKind, Pattern, Stmt};
use proc_macro2::Ident;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Iterations of all unrolled loops of a function together.
const MAX_UNROLLED: usize = limits::UNROLLED;
/// The same inside a closure, where everything becomes one scalar expression.
const MAX_UNROLLED_SCALAR: usize = 128;

impl Checker<'_> {
    /// A body in a scope of its own; its tail's value.
    pub(crate) fn body(&mut self, body: &Body) -> Res<Option<Value>> {
        self.frame().scopes.push(HashMap::new());
        let value = self.statements(body);
        self.frame().scopes.pop();
        value
    }

    /// The statements in the current scope. Errors in statements do not stop the rest.
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
                self.dag.at_line(line);
            }
            Stmt::For { var, lo, hi, body, span } => {
                let _ = self.stmt_for(var, lo, hi, body, *span);
            }
            Stmt::Expr(expr) => {
                let effect = match &expr.kind {
                    ExprKind::Call { function, .. } => {
                        let name = function.to_string();
                        self.function_named(&name).is_some() || self.passed(&name).is_some()
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
                // A field keeps its name: it was bound before.
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
        let bare = self.is_bound(value);
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
            self.dag.rename(*node, &name.to_string());
        }
        self.bind(&name.to_string(), value, BindingKind::Local);
    }

    /// The value as `expected` demands: shapes and dtypes equal; literals are converted.
    pub(crate) fn conform(&mut self, operand: &Operand, expected: &Type, who: &str) -> Res<Array> {
        let want = type_text(expected.dtype, expected.bound.as_ref(), expected.sizes());
        let array = match &operand.value {
            Value::Weak(weak) => {
                if !expected.sizes().is_empty() {
                    let help = format!("`full([{}; ...], {})`", expected.dtype, operand.text);
                    return Err(self.report(
                        Diagnostic::new(
                            operand.span,
                            format!("expected {want}, found {}", operand.value.type_text()),
                        )
                        .fact(format_args!("{who} is {want}"))
                        .help(format_args!("make an array of it: {help}")),
                    ));
                }
                let fits = match weak {
                    Weak::Float(_) => expected.dtype.is_float() || expected.dtype.is_complex(),
                    Weak::Complex(..) => expected.dtype.is_complex(),
                    _ => true,
                };
                if !fits {
                    return Err(self.report(
                        Diagnostic::new(
                            operand.span,
                            format!("expected {want}, found {}", operand.value.type_text()),
                        )
                        .fact(format_args!("{who} is {want}"))
                        .help(match weak {
                            Weak::Complex(..) => "complex dtypes are c32 and c64".to_string(),
                            _ => conversion(&operand.text, weak.default_dtype(), expected.dtype),
                        }),
                    ));
                }
                self.weak_to(weak, expected.dtype, operand.span)?
            }
            Value::Array(array) => array.clone(),
            Value::Function(_) => return Err(self.not_one_array(operand)),
            Value::Record(record) => {
                let found = operand.value.type_text();
                return Err(self.report(
                    Diagnostic::new(operand.span, format!("expected {want}, found {found}"))
                        .fact(format_args!("{who} is {want}"))
                        .help(super::records::fields_of(&operand.text, record)),
                ));
            }
            Value::Tuple(_) => {
                let found = operand.value.type_text();
                return Err(self.report(
                    Diagnostic::new(operand.span, format!("expected {want}, found {found}"))
                        .fact(format_args!("{who} is {want}"))
                        .help("name the parts, `let (a, b) = ...;`, and give one"),
                ));
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

    fn shape_help(
        &self,
        diagnostic: Diagnostic<Unfinished>,
        operand: &Operand,
        found: &[crate::dag::Size],
        want: &[crate::dag::Size],
    ) -> Diagnostic {
        let text = parenthesised(&operand.text);
        let reversed: Vec<_> = found.iter().rev().cloned().collect();
        if found.len() > 1 && reversed == want {
            return diagnostic.help(format_args!("swap the axes: `{text}.T`"));
        }
        if crate::dag::Size::product(found) == crate::dag::Size::product(want) {
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

    // ----- assignment -----------------------------------------------------------------------

    fn assign(&mut self, target: &Expr, op: Option<BinaryOp>, value: &Expr) -> Res<()> {
        let operand = self.operand(value);
        let (whole, part) = match &target.kind {
            ExprKind::Index(base, subscripts) => (&**base, Some(subscripts)),
            _ => (target, None),
        };
        let base = part.map(|_| whole);
        let Some((name, path)) = super::records::place(whole) else {
            return Err(self.not_assignable(target, base));
        };
        let text = name.to_string();
        let Some(binding) = self.lookup(&text) else {
            let message = format!("unknown name `{text}`");
            let names: Vec<String> =
                self.frame().scopes.iter().flat_map(|s| s.keys().cloned()).collect();
            let help = match suggest::nearest(&text, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("declare it: `let {text} = ...;`"),
            };
            return self.fail(target.span, message, help);
        };
        let (mut kind, root) = (binding.kind, binding.value.clone());
        let old = match (&root, path.is_empty()) {
            (Ok(known), false) => match self.at_path(known, &text, &path)? {
                Some(value) => Ok(value),
                None => return Err(self.not_assignable(target, base)),
            },
            _ => root.clone(),
        };
        match kind {
            BindingKind::Param { mutable: true } | BindingKind::Local => {}
            BindingKind::Param { mutable: false } => {
                return Err(self.report(
                    Diagnostic::new(
                        target.span,
                        format!("cannot assign to the parameter `{text}`"),
                    )
                    .help(match &root {
                        Ok(Value::Array(array)) if array.rank() > 0 => format!(
                            "declare it as `{text}: &mut {}`, or bind a new name with `let`",
                            array_text(array)
                        ),
                        Ok(Value::Record(record)) => format!(
                            "declare it as `{text}: &mut {}`, or update a copy: `let y = {text};`",
                            record.name
                        ),
                        _ => format!("bind a new value to the name: `let {text} = ...;`"),
                    }),
                ));
            }
            BindingKind::Dim => {
                return self.fail(
                    target.span,
                    format!("cannot assign to the dimension `{text}`"),
                    "sizes follow from the arguments; bind another name: `let n = ...;`",
                );
            }
            BindingKind::Index => {
                return self.fail(
                    target.span,
                    format!("cannot assign to the index `{text}`"),
                    "an index counts by itself; bind another name: `let k = ...;`",
                );
            }
        }
        if !path.is_empty() {
            // A field keeps its shape and dtype, also that of a local record: other fields have the same sizes.
            kind = BindingKind::Param { mutable: true };
        }
        let place = render::text(whole);
        let result = match part {
            None => self.assigned_value(target, &place, kind, op, old, operand),
            Some(part) => self.assigned_part(target, &place, part, op, old, operand),
        };
        if let (Ok(Value::Array(Array { data: Data::Node(node), .. })), BindingKind::Param { .. }) =
            (&result, kind)
        {
            let name = path.last().map_or(text.clone(), ToString::to_string);
            self.dag.rename(*node, &name);
        }
        // A parameter keeps its old value after an error: its type is known.
        if result.is_ok() || kind == BindingKind::Local {
            let value = match (&root, &result) {
                (Ok(root), Ok(value)) => Ok(super::records::with_path(root, &path, value.clone())),
                _ => result.clone(),
            };
            self.rebind(&text, value);
        }
        result.map(|_| ())
    }

    fn assigned_value(
        &mut self,
        target: &Expr,
        text: &str,
        kind: BindingKind,
        op: Option<BinaryOp>,
        old: Res<Value>,
        operand: Res<Operand>,
    ) -> Res<Value> {
        let (old, operand) = (old?, operand?);
        if let (Value::Record(record), true) =
            (&old, op.is_some() || matches!(kind, BindingKind::Param { .. }))
        {
            return self.assigned_record(record, text, op, &operand);
        }
        let value = match op {
            None => operand.value.clone(),
            Some(op) => {
                if let (BindingKind::Param { .. }, Value::Array(param)) = (kind, &old) {
                    self.same_dtype_update(param, text, &operand)?;
                }
                let left =
                    Operand { value: old.clone(), text: text.to_string(), span: target.span };
                let span = target.span.to(operand.span);
                self.binary_operator(op, span, &left, &operand)?
            }
        };
        let (BindingKind::Param { .. }, Value::Array(param)) = (kind, &old) else {
            return Ok(value);
        };
        let whole = match op {
            None => operand.text.clone(),
            Some(op) => render::binary(text, op, &operand.text),
        };
        let new = Operand { value, text: whole, span: operand.span };
        let fitting = self.fit_into(&new, param, text)?;
        Ok(Value::Array(self.broadcast_to(&fitting, &param.shape)))
    }

    /// `x += y` needs one dtype: the sum has to fit into `x`.
    pub(super) fn same_dtype_update(
        &mut self,
        old: &Array,
        text: &str,
        operand: &Operand,
    ) -> Res<()> {
        match &operand.value {
            Value::Array(by) if old.dtype != by.dtype => Err(self.report(
                Diagnostic::new(
                    operand.span,
                    format!("cannot update {} by {}", old.dtype, by.dtype),
                )
                .fact(format_args!(
                    "`{text}` is {}",
                    type_text(old.dtype, old.bound.as_ref(), &old.shape)
                ))
                .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                .help(conversion(&operand.text, by.dtype, old.dtype)),
            )),
            _ => Ok(()),
        }
    }

    /// What is stored in an array like `param` (called `name`): of its dtype, and such that its shape
    /// broadcasts to that of `param`.
    pub(super) fn fit_into(&mut self, new: &Operand, param: &Array, name: &str) -> Res<Array> {
        let want = type_text(param.dtype, param.bound.as_ref(), &param.shape);
        let array = match &new.value {
            Value::Weak(Weak::Float(_)) if !param.dtype.is_float() && !param.dtype.is_complex() => {
                self.as_array(new)?
            }
            Value::Weak(Weak::Complex(..)) if !param.dtype.is_complex() => self.as_array(new)?,
            Value::Weak(weak) => self.weak_to(weak, param.dtype, new.span)?,
            _ => self.as_array(new)?,
        };
        if array.dtype != param.dtype {
            return Err(self.report(
                Diagnostic::new(
                    new.span,
                    format!("cannot store {} in `{name}`, which is {}", array.dtype, param.dtype),
                )
                .fact(format_args!("`{name}` is {want}"))
                .fact(format_args!("`{}` is {}", new.text, new.value.type_text()))
                .help(conversion(&new.text, array.dtype, param.dtype)),
            ));
        }
        if array.shape == param.shape {
            return Ok(array.with_bound(None));
        }
        let fits = array.rank() <= param.rank()
            && array
                .shape
                .iter()
                .rev()
                .zip(param.shape.iter().rev())
                .all(|(a, p)| a == p || a.is_one());
        if !fits {
            let diagnostic = Diagnostic::new(
                new.span,
                format!(
                    "shape {} does not fit `{name}` of shape {}",
                    shape_text(&array.shape),
                    shape_text(&param.shape)
                ),
            )
            .fact(format_args!("`{name}` is {want}"))
            .fact(format_args!("`{}` is {}", new.text, new.value.type_text()));
            let diagnostic = self.shape_help(diagnostic, new, &array.shape, &param.shape);
            return Err(self.report(diagnostic));
        }
        Ok(array.with_bound(None))
    }

    fn rebind(&mut self, name: &str, value: Res<Value>) {
        for scope in self.frame().scopes.iter_mut().rev() {
            if let Some(binding) = scope.get_mut(name) {
                binding.value = value;
                return;
            }
        }
    }

    /// Gives a variable of the caller the value that a helper left in a `&mut` argument.
    pub(crate) fn store_back(&mut self, name: &str, value: Res<Value>) {
        self.rebind(name, value);
    }

    // ----- for ------------------------------------------------------------------------------

    fn stmt_for(
        &mut self,
        var: &Ident,
        lo: &Expr,
        hi: &Expr,
        body: &Body,
        span: SpanRange,
    ) -> Res<()> {
        let bound = |this: &mut Self, e: &Expr| -> Res<i64> {
            let value = this.expr(e)?;
            if let Some(c) = this.as_size(&value).and_then(|s| s.as_constant()) {
                return Ok(c);
            }
            let text = render::text(e);
            Err(this.report(
                Diagnostic::new(
                    e.span,
                    match &value {
                        Value::Weak(Weak::Size(_)) => {
                            format!("the bounds of `for` are constants, but `{text}` is a run-time size")
                        }
                        _ => format!(
                            "the bounds of `for` are constants, but `{text}` is {}",
                            value.type_text()
                        ),
                    },
                )
                .help("`for` is unrolled; over a dimension use array operations, `sum(|k: N| ...)` or `from_fn`"),
            ))
        };
        let (lo, hi) = (bound(self, lo), bound(self, hi));
        let (Ok(lo), Ok(hi)) = (lo, hi) else {
            // Still check the body once, for its own errors.
            self.frame().scopes.push(HashMap::new());
            let silent = Err(Reported::after_error());
            self.bind(&var.to_string(), silent, BindingKind::Index);
            let _ = self.body(body);
            self.frame().scopes.pop();
            return Err(Reported::after_error());
        };
        let count = hi.saturating_sub(lo).max(0) as usize;
        let limit = if self.loops.is_empty() { MAX_UNROLLED } else { MAX_UNROLLED_SCALAR };
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
            self.frame().scopes.push(HashMap::new());
            self.bind(&var.to_string(), Ok(Value::Weak(Weak::Int(k as i128))), BindingKind::Index);
            let value = self.body(body);
            self.frame().scopes.pop();
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

/// The dtype that `T` would need to be, for messages about inference.
pub(crate) fn value_dtype(value: &Value) -> Option<DType> {
    match value {
        Value::Array(a) => Some(a.dtype),
        _ => None,
    }
}
