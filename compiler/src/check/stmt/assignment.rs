//! Assignment to a variable, or a field of one: `u = v;`, `u += v;`, `q.rho = v;`.

use crate::check::checker::{Checker, Operand, array_text};
use crate::check::promote::conversion;
use crate::check::scopes::{BindingKind, Scopes};
use crate::check::value::{Array, Data, Reported, Res, Value, Weak, shape_text, type_text};
use crate::check::{records, render};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{BinaryOp, Expr, ExprKind};
use crate::suggest;

impl Checker<'_> {
    pub(super) fn assign(&mut self, target: &Expr, op: Option<BinaryOp>, value: &Expr) -> Res<()> {
        let operand = self.operand(value);
        let (whole, part) = match &target.kind {
            ExprKind::Index(base, subscripts) => (&**base, Some(subscripts)),
            _ => (target, None),
        };
        let base = part.map(|_| whole);
        let Some((name, path)) = records::place(whole) else {
            return Err(self.not_assignable(target, base));
        };
        let text = name.to_string();
        let Some(binding) = self.scopes.lookup(&text) else {
            return Err(self.unknown_target(target, &text));
        };
        let (mut kind, root) = (binding.kind, binding.value.clone());
        let old = match (&root, path.is_empty()) {
            (Ok(known), false) => match self.at_path(known, &text, &path)? {
                Some(value) => Ok(value),
                None => return Err(self.not_assignable(target, base)),
            },
            _ => root.clone(),
        };
        self.require_variable(target, &text, kind, &root)?;
        if !path.is_empty() {
            // A field keeps its shape and dtype, even in a local record, because other fields have the same sizes.
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
            self.graph.dag.rename(*node, &name);
        }
        // A parameter keeps its old value after an error, because its type is known.
        if result.is_ok() || kind == BindingKind::Local {
            let value = match (&root, &result) {
                (Ok(root), Ok(value)) => Ok(records::with_path(root, &path, value.clone())),
                _ => result.clone(),
            };
            self.scopes.rebind(&text, value);
        }
        result.map(|_| ())
    }

    /// The error for a target whose name is not in scope.
    fn unknown_target(&mut self, target: &Expr, text: &str) -> Reported {
        let message = format!("unknown name `{text}`");
        let names: Vec<String> =
            self.scopes.frame().scopes.iter().flat_map(|s| s.keys().cloned()).collect();
        let help = match suggest::nearest(text, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: `let {text} = ...;`"),
        };
        self.report(Diagnostic::new(target.span, message).help(help))
    }

    /// Reports an error unless the name `text`, whose value is `root`, can get another value.
    fn require_variable(
        &mut self,
        target: &Expr,
        text: &str,
        kind: BindingKind,
        root: &Res<Value>,
    ) -> Res<()> {
        match kind {
            BindingKind::Param { mutable: true } | BindingKind::Local => Ok(()),
            BindingKind::Param { mutable: false } => Err(self.report(
                Diagnostic::new(target.span, format!("cannot assign to the parameter `{text}`"))
                    .help(match root {
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
            )),
            BindingKind::Dim => self.fail(
                target.span,
                format!("cannot assign to the dimension `{text}`"),
                "sizes follow from the arguments; bind another name: `let n = ...;`",
            ),
            BindingKind::Index => self.fail(
                target.span,
                format!("cannot assign to the index `{text}`"),
                "an index counts by itself; bind another name: `let k = ...;`",
            ),
        }
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
        Ok(Value::Array(self.graph.broadcast_to(&fitting, &param.shape)))
    }

    /// Requires that the operands of `x += y` have the same dtype, because the sum has to fit into `x`.
    pub(in crate::check) fn same_dtype_update(
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

    /// A value that can be stored in an array like `param` (called `name`): it has the same dtype, and its shape
    /// broadcasts to that of `param`.
    pub(in crate::check) fn fit_into(
        &mut self,
        new: &Operand,
        param: &Array,
        name: &str,
    ) -> Res<Array> {
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
}

impl Scopes<'_> {
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
}
