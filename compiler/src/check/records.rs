//! Records inside of functions. They are made, taken apart and updated field by field.

use super::checker::{Checker, Operand};
use super::inline::Callee;
use super::render;
use super::scopes::{Binding, BindingKind, Frame, Scopes};
use super::types::Type;
use super::value::{Data, RecordValue, Reported, Res, Value, Weak};
use crate::dag::Size;
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{self, BinaryOp, Element, Expr, ExprKind, Pattern, Record, RecordExpr};
use crate::records::{Leaf, Records, Scope};
use crate::suggest;
use proc_macro2::Ident;
use std::collections::HashMap;
use std::rc::Rc;

/// The help for a record in the place of an array: "take a field: `q.rho`", or the list of fields.
pub(super) fn fields_of(text: &str, record: &RecordValue) -> String {
    let text = super::stmt::parenthesised(text);
    match &record.fields[..] {
        [(field, _)] => format!("take its field: `{text}.{field}`"),
        fields => {
            let fields: Vec<String> = fields.iter().map(|(f, _)| format!("`{text}.{f}`")).collect();
            format!("take a field: {}", fields.join(", "))
        }
    }
}

/// `State { rho: ..., momentum: ... }`
pub(super) fn example(record: &Record) -> String {
    let fields: Vec<String> = record.fields.iter().map(|f| format!("{}: ...", f.name)).collect();
    format!("{} {{ {} }}", record.name, fields.join(", "))
}

/// The variable that an expression is, or is a field of, with the names of the fields that lead to it.
pub(super) fn place(expr: &Expr) -> Option<(&Ident, Vec<&Ident>)> {
    match &expr.kind {
        ExprKind::Name(name) => Some((name, Vec::new())),
        ExprKind::Field(base, field) => {
            let (name, mut path) = place(base)?;
            path.push(field);
            Some((name, path))
        }
        _ => None,
    }
}

/// Groups values that are not records into a value of type `ty`, whose fields they are.
pub(super) fn grouped(
    records: &Records,
    ty: &ast::Type,
    leaves: &mut impl Iterator<Item = Res<Value>>,
) -> Res<Value> {
    let Element::Record { name, .. } = &ty.element else {
        return leaves.next().unwrap_or(Err(Reported::after_error()));
    };
    // All fields are taken, even if one of them has an error.
    let fields: Vec<(String, Res<Value>)> = records
        .fields(ty)
        .into_iter()
        .map(|(field, ty)| (field, grouped(records, &ty, leaves)))
        .collect();
    let fields = fields.into_iter().map(|(field, value)| Ok((field, value?)));
    let fields = fields.collect::<Res<_>>()?;
    Ok(Value::Record(Rc::new(RecordValue { name: name.to_string(), fields })))
}

/// Takes a value apart into values that are not records, in the order of fields.
pub(super) fn apart(operand: Operand, out: &mut Vec<Operand>) {
    let Value::Record(record) = &operand.value else {
        out.push(operand);
        return;
    };
    let text = super::stmt::parenthesised(&operand.text);
    for (field, value) in &record.fields {
        let text = format!("{text}.{field}");
        apart(Operand { value: value.clone(), text, span: operand.span }, out);
    }
}

/// The same without texts.
pub(super) fn values_apart(value: Value) -> Vec<Value> {
    let Value::Record(record) = &value else { return vec![value] };
    record.fields.iter().flat_map(|(_, value)| values_apart(value.clone())).collect()
}

impl Checker<'_> {
    /// A value of type `ty`, taken apart. Reports an error if it is not such a record. `who` names the value.
    pub(super) fn taken_apart(
        &mut self,
        operand: Operand,
        ty: &ast::Type,
        who: &str,
    ) -> Res<Vec<Operand>> {
        let Element::Record { name, .. } = &ty.element else { return Ok(vec![operand]) };
        match &operand.value {
            Value::Record(record) if *name == record.name => {
                let mut parts = Vec::new();
                apart(operand, &mut parts);
                Ok(parts)
            }
            found => {
                let found = found.type_text();
                let claim =
                    format!("{who} is the record {name}, but `{}` is {found}", operand.text);
                let records = Rc::clone(&self.state.records);
                let help = match (records.find(&name.to_string()), &operand.value) {
                    (_, Value::Record(_)) | (None, _) => {
                        format!("make one of its fields: `{name} {{ ... }}`")
                    }
                    (Some(record), _) => format!("make one: `{}`", example(record)),
                };
                Err(self.report(Diagnostic::new(operand.span, claim).help(help)))
            }
        }
    }

    /// `State { rho, momentum: m, ..old }`
    pub(super) fn record_value(&mut self, literal: &RecordExpr, span: SpanRange) -> Res<Value> {
        let RecordExpr { name, fields: given, base } = literal;
        let values: Vec<Res<Operand>> = given.iter().map(|(_, e)| self.operand(e)).collect();
        let base = base.as_ref().map(|base| self.operand(base)).transpose();
        let records = Rc::clone(&self.state.records);
        let text = name.to_string();
        let Some(record) = records.find(&text) else {
            self.first_mention(&text)?;
            let diagnostic = Diagnostic::new(name.span(), format!("unknown record `{name}`"));
            return Err(self.report(match records.nearest(&text) {
                Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
                None => diagnostic
                    .help(format_args!("declare it: `struct {name}<N> {{ x: [f64; N] }}`")),
            }));
        };
        let (values, base) = (values.into_iter().collect::<Res<Vec<_>>>(), base?);
        let base = base.map(|base| self.base_of(record, base)).transpose()?;
        let mut slots: Vec<Option<Operand>> = record.fields.iter().map(|_| None).collect();
        for ((field, _), operand) in given.iter().zip(values?) {
            let at = record.fields.iter().position(|f| f.name == *field);
            let Some(at) = at else { return Err(self.no_such_field(record, field)) };
            if slots[at].replace(operand).is_some() {
                let message = format!("the field `{field}` is given twice");
                return self.fail(field.span(), message, "remove one");
            }
        }
        let mut missing = Vec::new();
        let mut parts = Vec::new();
        let ty = record_type(record, span);
        for ((slot, field), (text, ty)) in
            slots.into_iter().zip(&record.fields).zip(records.fields(&ty))
        {
            let from_base = || {
                let base = base.as_ref()?;
                let Value::Record(value) = &base.value else { return None };
                let value = value.field(&text)?.clone();
                let text = format!("{}.{text}", super::stmt::parenthesised(&base.text));
                Some(Operand { value, text, span: base.span })
            };
            match slot.or_else(from_base) {
                Some(operand) => {
                    let who = format!("the field `{}` of `{name}`", field.name);
                    parts.extend(self.taken_apart(operand, &ty, &who)?);
                }
                None => missing.push(format!("`{}`", field.name)),
            }
        }
        if !missing.is_empty() {
            let plural = if missing.len() == 1 { "" } else { "s" };
            let message = format!("`{name}` needs the field{plural} {}", missing.join(", "));
            return self.fail(
                span,
                message,
                format_args!(
                    "write `{}`, or take the others from a record: `..old`",
                    example(record)
                ),
            );
        }
        self.fitting_record(record, &ty, parts, span)
    }

    /// The record after `..`.
    fn base_of(&mut self, record: &Record, base: Operand) -> Res<Operand> {
        match &base.value {
            Value::Record(value) if record.name == value.name => Ok(base),
            other => {
                let found = other.type_text();
                let claim = format!("`..{}` is {found}, not the record {}", base.text, record.name);
                let help = format!("name all fields: `{}`", example(record));
                self.fail(base.span, claim, help)
            }
        }
    }

    /// A record whose fields fit each other. Its dimensions follow from the fields as those of a function follow from
    /// its arguments. A dimension that no field determines is known only where the record is passed on.
    fn fitting_record(
        &mut self,
        record: &Record,
        ty: &ast::Type,
        parts: Vec<Operand>,
        span: SpanRange,
    ) -> Res<Value> {
        let records = Rc::clone(&self.state.records);
        let leaves: Vec<Leaf> = records
            .leaves(ty, "")
            .into_iter()
            .map(|(text, ty)| Leaf {
                text: text.trim_start_matches('.').to_string(),
                of: 0,
                mutable: false,
                ty,
            })
            .collect();
        let callee = Callee::of_record(record, &leaves);
        let sizes = self.symbolic_sizes(&callee)?;
        let (sources, unknown) = super::signature::solve_order(&callee.dims, &sizes);
        self.check_ranks(&callee, &sizes, &parts)?;
        let mut known: HashMap<String, Size> = HashMap::new();
        for source in &sources {
            let size = self.solve(source, &known, &parts)?;
            known.insert(source.dim.0.clone(), size);
        }
        let dtypes = self.infer_dtypes(&callee, &record.name, &parts, span)?;
        let scope = known.into_iter().map(|(dim, size)| {
            let value = Ok(Value::Weak(Weak::size(size)));
            (dim, Binding { value, kind: BindingKind::Dim })
        });
        self.scopes.frames.push(Frame { function: None, scopes: vec![scope.collect()], dtypes });
        let mut values = Vec::new();
        for ((leaf, sizes), part) in leaves.iter().zip(&sizes).zip(&parts) {
            let open = sizes
                .shape
                .iter()
                .chain(&sizes.domain)
                .any(|size| size.dims().iter().any(|dim| unknown.iter().any(|u| **u == **dim)));
            let who = format!("the field `{}` of `{}`", leaf.text, record.name);
            values.push(match open {
                false => {
                    let ty = self.resolve_type(&leaf.ty);
                    ty.and_then(|ty| self.conform(part, &ty, &who)).map(Value::Array)
                }
                true => self.conform_dtype(part, leaf, &who),
            });
        }
        self.scopes.frames.pop();
        let mut values = values.into_iter();
        grouped(&records, ty, &mut values)
    }

    /// Checks a field whose shape is not known from the fields alone. It must have the dtype, and must be an index
    /// array if it is declared as one.
    fn conform_dtype(&mut self, part: &Operand, leaf: &Leaf, who: &str) -> Res<Value> {
        let Value::Array(array) = &part.value else { return Err(self.not_one_array(part)) };
        let dtype = match &leaf.ty.element {
            Element::Dtype(name) => self.dtype_name(name)?,
            _ => array.dtype,
        };
        if let (Element::Index(_), None) = (&leaf.ty.element, &array.bound) {
            let want = render::type_text(&leaf.ty);
            let found = part.value.type_text();
            let claim = format!("{who} is {want}, but `{}` is {found}", part.text);
            let help = "only index arrays and views of them are known to stay in their domain";
            return self.fail(part.span, claim, help);
        }
        let ty = Type { dtype, bound: array.bound.clone(), shape: Some(array.shape.clone()) };
        self.conform(part, &ty, who).map(Value::Array)
    }

    /// `q.rho`
    pub(super) fn field_of(
        &mut self,
        record: &RecordValue,
        field: &Ident,
        text: &str,
    ) -> Res<Value> {
        let name = field.to_string();
        if let Some(value) = record.field(&name) {
            return Ok(value.clone());
        }
        let claim = format!("the record `{text}` has no field `{field}`");
        let diagnostic = Diagnostic::new(field.span(), claim)
            .fact(format_args!("`{text}` is the record {}", record.name));
        let fields = record.fields.iter().map(|(field, _)| field.as_str());
        Err(self.report(match suggest::nearest(&name, fields) {
            Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
            None => diagnostic.help(fields_of(text, record)),
        }))
    }

    fn no_such_field(&mut self, record: &Record, field: &Ident) -> Reported {
        let claim = format!("the record {} has no field `{field}`", record.name);
        let diagnostic = Diagnostic::new(field.span(), claim);
        let names: Vec<String> = record.fields.iter().map(|f| f.name.to_string()).collect();
        let near = suggest::nearest(&field.to_string(), names.iter().map(String::as_str));
        self.report(match near {
            Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
            None => diagnostic.help(format_args!("its fields are {}", names.join(", "))),
        })
    }

    /// The names and values that `let State { rho, .. } = value;` binds.
    pub(super) fn destructured(&mut self, pattern: &Pattern, operand: Operand) -> Res<Vec<Value>> {
        let Pattern::Record { name, fields, rest, span } = pattern else { return Ok(Vec::new()) };
        let records = Rc::clone(&self.state.records);
        let Some(record) = records.find(&name.to_string()) else {
            let diagnostic = Diagnostic::new(name.span(), format!("unknown record `{name}`"));
            return Err(self.report(match records.nearest(&name.to_string()) {
                Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
                None => {
                    diagnostic.help("a record is declared in the block: `struct State<N> { ... }`")
                }
            }));
        };
        let value = match &operand.value {
            Value::Record(value) if *name == value.name => Rc::clone(value),
            other => {
                let found = other.type_text();
                let claim =
                    format!("the pattern is of the record {name}, but the value is {found}");
                let help = match other {
                    Value::Record(value) => format!("write `let {} {{ ... }} = ...;`", value.name),
                    Value::Tuple(_) => "write `let (a, b) = ...;`".to_string(),
                    _ => "write `let x = ...;`".to_string(),
                };
                return self.fail(operand.span, claim, help);
            }
        };
        let mut values = Vec::new();
        for (field, _) in fields {
            match value.field(&field.to_string()) {
                Some(value) => values.push(value.clone()),
                None => return Err(self.no_such_field(record, field)),
            }
        }
        let named = |field: &&String| fields.iter().any(|(f, _)| f == field.as_str());
        let left_out: Vec<&String> =
            value.fields.iter().map(|(field, _)| field).filter(|f| !named(f)).collect();
        if let (Some(first), false) = (left_out.first(), rest) {
            let claim = format!("the pattern does not mention the field `{first}` of {name}");
            return self.fail(*span, claim, "end the pattern in `..` to leave fields out");
        }
        Ok(values)
    }

    /// Checks a type that names a record, against the names of the function around it.
    pub(super) fn check_record_type(&mut self, ty: &ast::Type) -> Res<()> {
        let function =
            self.scopes.frames.last().and_then(|f| self.scopes.block.fns.get(f.function?));
        let Some(function) = function else { return Ok(()) };
        let records = Rc::clone(&self.state.records);
        match records.check_type(ty, &Scope::of_function(function)) {
            Ok(()) => Ok(()),
            Err(diagnostic) => Err(self.report(diagnostic)),
        }
    }

    /// Makes a value conform to a type, which may be a record.
    pub(super) fn conform_all(
        &mut self,
        operand: Operand,
        ty: &ast::Type,
        who: &str,
    ) -> Res<Value> {
        let Element::Record { .. } = &ty.element else {
            let expected = self.resolve_type(ty)?;
            return self.conform(&operand, &expected, who).map(Value::Array);
        };
        self.check_record_type(ty)?;
        let parts = self.taken_apart(operand, ty, who)?;
        let records = Rc::clone(&self.state.records);
        let leaves = records.leaves(ty, "");
        let values: Vec<Res<Value>> = leaves
            .iter()
            .zip(&parts)
            .map(|((text, ty), part)| {
                let expected = self.resolve_type(ty)?;
                let who = format!("{who}, field `{}`,", text.trim_start_matches('.'));
                self.conform(part, &expected, &who).map(Value::Array)
            })
            .collect();
        grouped(&records, ty, &mut values.into_iter())
    }

    /// The record in a `&mut` parameter or a field, called `text`, after `text = operand`.
    pub(super) fn assigned_record(
        &mut self,
        old: &RecordValue,
        text: &str,
        op: Option<BinaryOp>,
        operand: &Operand,
    ) -> Res<Value> {
        let new = match &operand.value {
            Value::Record(new) if new.name == old.name && op.is_none() => Rc::clone(new),
            _ if op.is_some() => {
                let claim = format!("`{text}` is a record, which has no arithmetic");
                let help = format!("update its fields: {}", each_field(text, old));
                return self.fail(operand.span, claim, help);
            }
            other => {
                let found = other.type_text();
                let claim = format!("cannot store `{}` in `{text}`", operand.text);
                let diagnostic = Diagnostic::new(operand.span, claim)
                    .fact(format_args!("`{text}` is the record {}", old.name))
                    .fact(format_args!("`{}` is {found}", operand.text));
                let help = format!("assign fields: {}", each_field(text, old));
                return Err(self.report(diagnostic.help(help)));
            }
        };
        let mut fields = Vec::new();
        for ((field, old), (_, new)) in old.fields.iter().zip(&new.fields) {
            let text_new = format!("{}.{field}", super::stmt::parenthesised(&operand.text));
            let part = Operand { value: new.clone(), text: text_new, span: operand.span };
            let text = format!("{text}.{field}");
            let value = match old {
                Value::Record(old) => self.assigned_record(old, &text, None, &part)?,
                Value::Array(old) => {
                    let fitting = self.fit_into(&part, old, &text)?;
                    let value = self.graph.broadcast_to(&fitting, &old.shape);
                    if let Data::Node(node) = value.data {
                        self.graph.dag.rename(node, field);
                    }
                    Value::Array(value)
                }
                other => other.clone(),
            };
            fields.push((field.clone(), value));
        }
        Ok(Value::Record(Rc::new(RecordValue { name: old.name.clone(), fields })))
    }

    /// The value at the end of a path of fields. `None` if the path leads out of records.
    pub(super) fn at_path(
        &mut self,
        root: &Value,
        text: &str,
        path: &[&Ident],
    ) -> Res<Option<Value>> {
        let (mut value, mut text) = (root.clone(), text.to_string());
        for field in path {
            let Value::Record(record) = &value else { return Ok(None) };
            let next = self.field_of(record, field, &text)?;
            text = format!("{text}.{field}");
            value = next;
        }
        Ok(Some(value))
    }
}

impl Scopes<'_> {
    /// Whether an expression only names a value that was bound before: a variable, or a field of one.
    pub(super) fn is_bound(&self, expr: &Expr) -> bool {
        let Some((name, path)) = place(expr) else { return false };
        let root = self.lookup(&name.to_string()).map(|binding| &binding.value);
        let mut value = match root {
            Some(Ok(value)) => value,
            // After an error it counts as one.
            _ => return true,
        };
        for field in path {
            let Value::Record(record) = value else { return false };
            let Some(next) = record.field(&field.to_string()) else { return true };
            value = next;
        }
        true
    }
}

/// `q.rho = ...;` and so on for each field.
fn each_field(text: &str, record: &RecordValue) -> String {
    let fields: Vec<String> =
        record.fields.iter().map(|(field, _)| format!("`{text}.{field} = ...;`")).collect();
    fields.join(", ")
}

/// The root with another value at the end of a path of fields.
pub(super) fn with_path(root: &Value, path: &[&Ident], value: Value) -> Value {
    let (Some((field, rest)), Value::Record(record)) = (path.split_first(), root) else {
        return value;
    };
    let name = field.to_string();
    let inner = record.field(&name).map(|old| with_path(old, rest, value));
    match inner {
        Some(inner) => Value::Record(Rc::new(record.with(&name, inner))),
        None => root.clone(),
    }
}

/// The type of the record over its own dimensions.
fn record_type(record: &Record, span: SpanRange) -> ast::Type {
    let element = Element::Record { name: record.name.clone(), args: None };
    ast::Type { element, shape: None, span }
}
