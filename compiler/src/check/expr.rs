//! Expressions: names, literals, operators, calls, fields, casts.

use super::checker::{Checker, Operand, array_text};
use super::ops::FunctionInfo;
use super::ops::call::Call;
use super::scopes::{Binding, BindingKind, Scopes};
use super::value::{Array, Data, Res, Value, Weak};
use super::{ops, render, suggest};
use crate::dag::DType;
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::limits;
use crate::parse::ast::{Arg, Expr, ExprKind, Stmt, UnaryOp};
use proc_macro2::Ident;
use std::rc::Rc;

/// The deepest nesting of expressions, including inlined helpers. The stack has to hold it.
const MAX_DEPTH: usize = 280;

impl Checker<'_> {
    /// The value of an expression. After an error it is `Err`, without a further message.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Res<Value> {
        self.require_depth(expr.span)?;
        self.is_small(expr.span)?;
        self.depth += 1;
        // An argument of a function may contain other operators and functions.
        let within = self.within.take();
        let line = self.at(expr.span);
        let value = self.expr_inside(expr).and_then(|value| self.few_axes(value, expr.span));
        self.graph.dag.at_line(line);
        self.within = within;
        self.depth -= 1;
        value
    }

    /// Evaluates a deeper part of an expression.
    pub(crate) fn deeper<T>(
        &mut self,
        span: SpanRange,
        inside: impl FnOnce(&mut Self) -> Res<T>,
    ) -> Res<T> {
        self.require_depth(span)?;
        self.depth += 1;
        let value = inside(self);
        self.depth -= 1;
        value
    }

    fn few_axes(&mut self, value: Value, span: SpanRange) -> Res<Value> {
        let rank = match &value {
            Value::Array(array) => array.rank(),
            _ => 0,
        };
        if rank <= limits::AXES {
            return Ok(value);
        }
        let what = format!("this value has {rank} axes");
        let help = "merge axes with `reshape`, or work on a part of them at a time";
        Err(self.report(limits::exceeded(span, what, limits::AXES).help(help)))
    }

    fn require_depth(&mut self, span: SpanRange) -> Res<()> {
        match self.depth < MAX_DEPTH {
            true => Ok(()),
            false => self.fail(
                span,
                "this expression is nested too deeply",
                "name intermediate results with `let`",
            ),
        }
    }

    fn expr_inside(&mut self, expr: &Expr) -> Res<Value> {
        match &expr.kind {
            ExprKind::Int { value, suffix } => self.int_literal(*value, suffix.as_ref(), expr.span),
            ExprKind::Float { value, suffix } => self.float_literal(*value, suffix.as_ref()),
            ExprKind::Bool(b) => Ok(Value::Weak(Weak::Bool(*b))),
            ExprKind::Str(_) => self.fail(
                expr.span,
                "text is no value",
                "text is an argument of some functions: `einsum(\"ij,jk->ik\", a, b)`, `take(x, i, mode=\"clip\")`",
            ),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Unary(op, a) => self.unary_operator(*op, a, expr.span),
            ExprKind::Binary(..) => self.binary_chain(expr),
            ExprKind::Index(base, subscripts) => self.index(base, subscripts, expr.span),
            ExprKind::Call { function, args } => self.call(function, args, expr.span),
            ExprKind::Method { receiver, method, args } => {
                self.method(receiver, method, args, expr.span)
            }
            ExprKind::Field(base, field) => self.field(base, field),
            ExprKind::Cast(a, dtype) => self.cast_expr(a, dtype),
            ExprKind::Tuple(items) => {
                let items: Vec<Res<Value>> = items.iter().map(|e| self.expr(e)).collect();
                Ok(Value::Tuple(items.into_iter().collect::<Res<_>>()?))
            }
            ExprKind::List(items) => self.list(items, expr.span),
            ExprKind::Type(_) => Err(self.report(
                Diagnostic::new(expr.span, "a type is not a value")
                    .help("`zeros([f64; N])`, `ones` and `full` make arrays of a type"),
            )),
            ExprKind::Closure { .. } => Err(self.report(
                Diagnostic::new(expr.span, "a closure is not a value")
                    .help("closures are arguments of `from_fn`, `sum`, `prod`, `min`, `max`, `all`, `any`"),
            )),
            ExprKind::Record(record) => self.record_value(record, expr.span),
            ExprKind::Flow(flow) => self.flow(flow, expr.span),
            ExprKind::Block(body) => match self.body(body)? {
                Some(value) => Ok(value),
                None => self.fail(
                    expr.span,
                    "this block has no value",
                    "its last line is its value: leave out the `;` there",
                ),
            },
        }
    }

    /// A chain such as `a + b - c ...`. The left operands are walked without recursion, because there may be many.
    fn binary_chain(&mut self, expr: &Expr) -> Res<Value> {
        let mut links = Vec::new();
        let mut first = expr;
        while let ExprKind::Binary(op, op_span, a, b) = &first.kind {
            links.push((*op, *op_span, &**a, &**b));
            first = a;
        }
        let mut left = self.expr(first);
        for (op, op_span, a, b) in links.into_iter().rev() {
            let right = self.operand(b);
            left = match (left, right) {
                (Ok(value), Ok(right)) => {
                    let left = Operand { value, text: render::text(a), span: a.span };
                    self.at(op_span);
                    self.binary_operator(op, op_span, &left, &right)
                }
                (Err(reported), _) | (_, Err(reported)) => Err(reported),
            };
        }
        left
    }

    fn int_literal(&mut self, value: u128, suffix: Option<&Ident>, span: SpanRange) -> Res<Value> {
        let Ok(int) = i128::try_from(value) else {
            return self.fail(
                span,
                "this integer does not fit any dtype",
                "write a float, such as 1e20",
            );
        };
        let Some(suffix) = suffix else {
            if int > u64::MAX as i128 {
                return self.fail(
                    span,
                    "this integer does not fit any dtype",
                    "write a float, such as 1e20",
                );
            }
            return Ok(Value::Weak(Weak::Int(int)));
        };
        let dtype = self.literal_suffix(suffix)?;
        Ok(Value::Array(self.weak_to(&Weak::Int(int), dtype, span)?))
    }

    fn float_literal(&mut self, value: f64, suffix: Option<&Ident>) -> Res<Value> {
        let Some(suffix) = suffix else { return Ok(Value::Weak(Weak::Float(value))) };
        if suffix == "j" {
            return Ok(Value::Weak(Weak::Complex(0.0, value)));
        }
        let dtype = self.literal_suffix(suffix)?;
        if !dtype.is_float() && !dtype.is_complex() {
            return self.fail(
                suffix.span(),
                format!("a float literal cannot be {dtype}"),
                format_args!("convert it: `{value:?} as {dtype}`"),
            );
        }
        Ok(Value::Array(self.weak_to(&Weak::Float(value), dtype, suffix.span().into())?))
    }

    fn literal_suffix(&mut self, suffix: &Ident) -> Res<DType> {
        self.dtype_name(suffix)
    }

    fn name(&mut self, name: &Ident) -> Res<Value> {
        let text = name.to_string();
        if let Some(Binding { value, kind }) = self.scopes.lookup(&text) {
            let (value, kind) = (value.clone(), *kind);
            if kind == BindingKind::Dim && self.scopes.frames.len() == 1 {
                self.used_dims.insert(text);
            }
            return value;
        }
        if let Some(value) = self.constant_by_name(&text) {
            return value;
        }
        if let Some(value) = ops::constant(&text) {
            return Ok(Value::Weak(Weak::Float(value)));
        }
        self.first_mention(&text)?;
        let diagnostic = Diagnostic::new(name.span(), format!("unknown name `{name}`"));
        let help = self.name_advice(name);
        Err(self.report(diagnostic.help(help)))
    }

    /// Reports an unknown name, once per function, where it occurs first.
    pub(crate) fn first_mention(&mut self, name: &str) -> Res<()> {
        let function = self.scopes.frames.last().and_then(|f| f.function);
        match self.unknown.insert((function, name.to_string())) {
            true => Ok(()),
            false => Err(super::value::Reported::after_error()),
        }
    }

    /// The help for an unknown name: what to write instead.
    fn name_advice(&self, name: &Ident) -> String {
        let text = name.to_string();
        if self.scopes.declared_later(name) {
            return format!("`let {name} = ...` stands further down: move it up");
        }
        let known = self.names_in_scope();
        if let Some(advice) = ops::constant_advice(&text) {
            return advice.to_string();
        }
        if let Some(near) = suggest::nearest(&text, known.iter().map(String::as_str)) {
            return format!("did you mean `{near}`?");
        }
        if ops::find(&text).is_some() || self.function_named(&text).is_some() {
            return format!("`{name}` is a function: `{name}(...)`");
        }
        if let Some(record) = self.state.records.find(&text) {
            return format!("`{name}` is a record: `{}`", super::records::example(record));
        }
        let function = self.scopes.frames.last().and_then(|f| f.function);
        if function.is_none() {
            return "a `const` is made of literals and of other `const`s of the block".to_string();
        }
        if DType::from_name(&text).is_some() {
            return format!("convert with `x as {name}`");
        }
        if text.starts_with(char::is_uppercase) {
            return format!(
                "declare the dimension: `fn f<{name}>(...)`, or a constant: `const {name}: f64 = ...;`"
            );
        }
        format!("declare it: `let {name} = ...;`, or a parameter `{name}: [f64; N]`")
    }

    fn names_in_scope(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .scopes
            .frames
            .iter()
            .rev()
            .take(1)
            .flat_map(|f| f.scopes.iter().flat_map(|s| s.keys().cloned()))
            .chain(self.state.names.constants(self.scopes.home()).map(str::to_string))
            .collect();
        names.sort();
        names
    }

    /// A constant of the block.
    pub(crate) fn constant_by_name(&mut self, name: &str) -> Option<Res<Value>> {
        let constant = self.state.names.constant(self.scopes.home(), name)?;
        let constant = self.consts.get(constant)?.clone();
        Some(constant.map(|c| {
            if c.shape.is_empty() && !c.dtype.is_complex() {
                return Value::Array(self.graph.constant(c.elements[0]));
            }
            let shape = c.shape.iter().map(|n| (*n as i64).into()).collect();
            let data = Data::Constant(Rc::clone(&c.elements));
            Value::Array(Array { shape, dtype: c.dtype, data, bound: None, open: false })
        }))
    }

    fn unary_operator(&mut self, op: UnaryOp, a: &Expr, span: SpanRange) -> Res<Value> {
        let operand = self.operand(a)?;
        match op {
            UnaryOp::Neg => self.negative(&operand, span),
            UnaryOp::Plus => self.positive(&operand, span),
            UnaryOp::Not => self.not(&operand, span),
        }
    }

    fn cast_expr(&mut self, a: &Expr, dtype: &Ident) -> Res<Value> {
        let operand = self.operand(a);
        let dtype = self.dtype_name(dtype)?;
        let operand = operand?;
        self.cast_operand(&operand, dtype)
    }

    pub(crate) fn cast_operand(&mut self, operand: &Operand, dtype: DType) -> Res<Value> {
        match &operand.value {
            // A cast may change a literal in ways in which an array that it meets may not.
            Value::Weak(weak @ (Weak::Int(_) | Weak::Float(_) | Weak::Complex(..)))
                if dtype.is_complex() =>
            {
                self.weak_to(weak, dtype, operand.span).map(Value::Array)
            }
            Value::Weak(Weak::Float(f)) if !dtype.is_float() => {
                Ok(Value::Array(self.graph.constant(crate::dag::Const::from_f64(dtype, *f))))
            }
            Value::Weak(Weak::Int(i)) => {
                Ok(Value::Array(self.graph.constant(crate::dag::Const::from_i128(dtype, *i))))
            }
            _ => {
                let array = self.as_array(operand)?;
                if array.dtype.is_complex() && !dtype.is_complex() {
                    let text = super::stmt::parenthesised(&operand.text);
                    let help = match dtype {
                        DType::Bool => format!("whether it is not zero: `{text} != 0`"),
                        _ => format!(
                            "take the real part, `real({text}) as {dtype}`, or the absolute value, `abs({text}) as {dtype}`"
                        ),
                    };
                    return Err(self.report(
                        Diagnostic::new(
                            operand.span,
                            format!("{} does not convert to {dtype}", array.dtype),
                        )
                        .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                        .help(help),
                    ));
                }
                Ok(Value::Array(self.graph.cast(&array, dtype)))
            }
        }
    }

    fn field(&mut self, base: &Expr, field: &Ident) -> Res<Value> {
        if let ExprKind::Name(prefix) = &base.kind
            && ops::is_prefix(&prefix.to_string())
            && self.scopes.lookup(&prefix.to_string()).is_none()
        {
            let name = field.to_string();
            let here = match (ops::constant(&name), super::types::spelt_otherwise(&name)) {
                (Some(_), _) => name,
                (None, Some(dtype)) => dtype.to_string(),
                (None, None) if name == "newaxis" => name,
                (None, None) => format!("{name}(...)"),
            };
            let claim = format!("names stand alone here, without `{prefix}.`");
            return self.fail(prefix.span(), claim, format_args!("write `{here}`"));
        }
        let operand = self.operand(base)?;
        let name = field.to_string();
        if let (Value::Tuple(items), Ok(k)) = (&operand.value, name.parse::<usize>()) {
            return match items.get(k) {
                Some(item) => Ok(item.clone()),
                None => self.fail(
                    field.span(),
                    format!("the tuple has {} entries, counted from 0", items.len()),
                    "name the entries: `let (a, b) = ...;`",
                ),
            };
        }
        if let Value::Record(record) = &operand.value {
            return self.field_of(record, field, &operand.text);
        }
        let array = self.as_array(&operand)?;
        match name.as_str() {
            "T" => {
                let axes: Vec<usize> = (0..array.rank()).rev().collect();
                Ok(Value::Array(self.graph.permute(&array, &axes)))
            }
            "mT" if array.rank() >= 2 => Ok(Value::Array(self.graph.last_two_exchanged(&array))),
            "mT" => Err(self.report(
                Diagnostic::new(field.span(), "`.mT` is of matrices")
                    .fact(format_args!("`{}` is {}", operand.text, array_text(&array)))
                    .help("`x[.., newaxis]` makes a column of a vector"),
            )),
            "shape" => Ok(Value::Tuple(
                array.shape.iter().map(|s| Value::Weak(Weak::size(s.clone()))).collect(),
            )),
            "ndim" => Ok(Value::Weak(Weak::Int(array.rank() as i128))),
            "size" => Ok(Value::Weak(Weak::size(crate::dag::Size::product(&array.shape)))),
            _ => {
                let claim = format!(
                    "arrays have no field `{field}`; there are `T`, `mT`, `shape`, `ndim`, `size`"
                );
                let help = match name.as_str() {
                    "dtype" => "dtypes are those of the signature; `x as f64` converts".to_string(),
                    "len" => {
                        "the number of elements is `size`, that of axis 0 `shape[0]`".to_string()
                    }
                    "flat" => "`ravel(x)` has all elements in one axis".to_string(),
                    "H" => "the conjugate transpose is `conj(a).T`".to_string(),
                    "at" => super::ops::AT.to_string(),
                    _ if ops::find(&name).is_some() => {
                        format!("`{field}` is a function: `{}.{field}()`", render::receiver(base))
                    }
                    _ => match suggest::nearest(&name, ["T", "mT", "shape", "ndim", "size"]) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => ops::advice(&name).unwrap_or_else(|| {
                            format!("a function of it is called: `{name}({})`", operand.text)
                        }),
                    },
                };
                self.fail(field.span(), claim, help)
            }
        }
    }

    fn call(&mut self, function: &Ident, args: &[Arg], span: SpanRange) -> Res<Value> {
        let name = function.to_string();
        if let Some(passed) = self.scopes.passed(&name) {
            return self.call_passed(passed, function, args, span);
        }
        if let Some(k) = self.function_named(&name) {
            return self.inline(k, function, args, span);
        }
        if let Some(info) = ops::find(&name) {
            let call = Call::bind(self, info, function, None, args, span)?;
            return self.evaluate(info, &call);
        }
        self.evaluate_arguments(args);
        Err(self.unknown_function(function, "function"))
    }

    /// The value of a built-in function.
    pub(super) fn evaluate(&mut self, info: &'static FunctionInfo, call: &Call<'_>) -> Res<Value> {
        let within = self.within.replace(info);
        let value = (info.eval)(self, call);
        self.within = within;
        value
    }

    fn method(
        &mut self,
        receiver: &Expr,
        method: &Ident,
        args: &[Arg],
        span: SpanRange,
    ) -> Res<Value> {
        let name = method.to_string();
        if let ExprKind::Index(base, _) = &receiver.kind
            && let ExprKind::Field(array, at) = &base.kind
            && at == "at"
        {
            return self.functional_update(array, receiver, at, method, args);
        }
        if let Some(result) = self.module_call(receiver, method, args, span) {
            return result;
        }
        if let Some(info) = ops::find(&name) {
            if !info.is_method() {
                return Err(self.report(
                    Diagnostic::new(method.span(), format!("`{name}` is not a method"))
                        .fact(format_args!("its signature is `{}`", info.signature))
                        .help(format_args!(
                            "call it as a function: `{}`",
                            render::call(&name, receiver, args)
                        )),
                ));
            }
            let call = Call::bind(self, info, method, Some(receiver), args, span)?;
            return self.evaluate(info, &call);
        }
        let known = self.expr(receiver);
        self.evaluate_arguments(args);
        if self.function_named(&name).is_some() {
            return Err(self.report(
                Diagnostic::new(
                    method.span(),
                    format!("`{name}` is a function of this block, not a method"),
                )
                .help(match args {
                    [] => format!("call it as `{name}({})`", render::text(receiver)),
                    _ => format!("call it as `{name}({}, ...)`", render::text(receiver)),
                }),
            ));
        }
        // A chain of unknown methods is one mistake.
        known?;
        Err(self.unknown_function(method, "method"))
    }

    /// `linalg.inv(a)`; `None` if the receiver is a value.
    fn module_call(
        &mut self,
        receiver: &Expr,
        method: &Ident,
        args: &[Arg],
        span: SpanRange,
    ) -> Option<Res<Value>> {
        let numpy = |prefix: &Ident| ops::is_prefix(&prefix.to_string());
        let (prefix, module) = match &receiver.kind {
            ExprKind::Name(name) if numpy(name) => (name, None),
            ExprKind::Name(name) if ops::is_module(&name.to_string()) => (name, Some(name)),
            ExprKind::Field(inner, field) => match &inner.kind {
                ExprKind::Name(name) if numpy(name) => (name, Some(field)),
                _ => return None,
            },
            _ => return None,
        };
        let text = prefix.to_string();
        if self.scopes.lookup(&text).is_some() || self.constant_by_name(&text).is_some() {
            return None;
        }
        if numpy(prefix) {
            self.evaluate_arguments(args);
            let name = method.to_string();
            let module = module.map(ToString::to_string);
            let data = || ops::data_dependent(&name).map(str::to_string);
            let help = match module {
                Some(module) if ops::find_in(&module, &name).is_some() => {
                    format!("write `{module}.{name}(...)`")
                }
                _ if ops::find(&name).is_some() => format!("write `{name}(...)`"),
                _ => match ops::unsupported(&name) {
                    Some(instead) => format!("`{name}` is not supported: {instead}"),
                    None => data().unwrap_or_else(|| self.function_advice(&name)),
                },
            };
            let claim = format!("functions stand alone here, without `{prefix}.`");
            return Some(self.fail(prefix.span(), claim, help));
        }
        let name = method.to_string();
        let Some(info) = ops::find_in(&text, &name) else {
            self.evaluate_arguments(args);
            let claim = format!("unknown function `{text}.{name}`");
            let near = suggest::nearest(&name, ops::names_in(&text));
            let help = match (ops::unsupported(&name), near) {
                _ if ops::find(&name).is_some() => format!("write `{name}(...)`"),
                (Some(instead), _) => format!("`{name}` is not supported: {instead}"),
                (None, Some(near)) => format!("did you mean `{text}.{near}`?"),
                (None, None) => ops::advice(&name).unwrap_or_else(|| {
                    let names = ops::names_in(&text);
                    format!("`{text}` has {}", names.join(", "))
                }),
            };
            return Some(self.fail(prefix.span(), claim, help));
        };
        let call = Call::bind(self, info, method, None, args, span);
        Some(call.and_then(|call| self.evaluate(info, &call)))
    }

    /// Evaluates arguments only to report the errors in them.
    fn evaluate_arguments(&mut self, args: &[Arg]) {
        for arg in args {
            let skip = matches!(
                arg.value.kind,
                ExprKind::Str(_) | ExprKind::Type(_) | ExprKind::Closure { .. }
            ) || matches!(&arg.value.kind, ExprKind::Name(n) if DType::from_name(&n.to_string()).is_some());
            if !skip && arg.name.is_none() {
                let _ = self.expr(&arg.value);
            }
        }
    }

    fn unknown_function(&mut self, name: &Ident, what: &str) -> super::value::Reported {
        let text = name.to_string();
        if let Some(help) = ops::unsupported(&text) {
            let claim = format!("`{text}` is not supported");
            return self.report(Diagnostic::new(name.span(), claim).help(help));
        }
        if let Some(help) = ops::data_dependent(&text) {
            let message = format!("the size of `{text}` would depend on data, not on dimensions");
            return self.report(Diagnostic::new(name.span(), message).help(help));
        }
        let help = self.function_advice(&text);
        self.report(Diagnostic::new(name.span(), format!("unknown {what} `{text}`")).help(help))
    }

    /// The help for an unknown function: what to write instead.
    fn function_advice(&self, text: &str) -> String {
        if let Some(advice) = ops::advice(text) {
            return advice;
        }
        if let Some(module) = ops::module_of(text) {
            return format!("it is `{module}.{text}(...)`");
        }
        if self.scopes.lookup(text).is_some() {
            return format!("`{text}` is a value; index it: `{text}[...]`");
        }
        let own: Vec<&str> = self.state.names.functions(self.scopes.home()).collect();
        let builtin = ops::names().map(|n: &'static str| -> &str { n });
        match suggest::nearest(text, builtin.chain(own)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "declare it in this block, `fn {text}<N>(x: [f64; N]) -> [f64; N] {{ ... }}`; the built-in functions are in docs/numpy.md"
            ),
        }
    }
}

impl Scopes<'_> {
    /// Whether the function declares this name after its use.
    fn declared_later(&self, name: &Ident) -> bool {
        let Some(function) = self.frames.last().and_then(|f| f.function) else { return false };
        self.block.fns[function].body.stmts.iter().any(|stmt| match stmt {
            Stmt::Let { pattern, .. } => pattern.names().any(|n| n == name),
            _ => false,
        })
    }
}
