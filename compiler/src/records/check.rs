//! Checks the declarations of records, and the types that name a record.

use super::Records;
use crate::check::unknown_dtype;
use crate::dag::DType;
use crate::diagnostic::{Diagnostic, Errors, SpanRange};
use crate::limits;
use crate::parse::ast::{Block, DtypeParam, Element, Expr, ExprKind, Function, Record, Type};
use crate::shared::Names;
use crate::suggest;
use proc_macro2::Ident;
use std::collections::HashSet;

/// Reports mistakes in the records of a block, and in the record types of its signatures.
pub fn check_records(block: &Block, records: &Records, errors: &mut Errors) {
    let names = &Names::new(block);
    for record in block.own_records() {
        Declaration { names, record, errors }.check(records);
    }
    for record in block.own_records() {
        if let Some(through) = records.path_to_itself(record) {
            let claim = format!("the record `{}` contains itself", record.name);
            let diagnostic = Diagnostic::new(record.name.span(), claim);
            errors.push(
                diagnostic
                    .fact(format_args!("by the fields {}", through.join(" -> ")))
                    .help("a record has arrays, scalars, and records that do not lead back to it"),
            );
        }
    }
    for (function, signature) in block.own_fns().zip(&records.signatures) {
        let scope = Scope::of_function(function);
        let functions =
            function.params.iter().filter(|p| matches!(p.ty.element, Element::Function(_)));
        for param in functions.filter(|_| function.is_public()) {
            let claim =
                format!("`{}` is `pub`, and Rust cannot pass `{}`", function.name, param.name);
            errors.push(Diagnostic::new(param.ty.span, claim).help(format_args!(
                "leave out `pub`, and call `{}` from a `pub fn` for each function that is passed",
                function.name
            )));
        }
        let results = function.results.iter();
        for ty in function.params.iter().map(|p| &p.ty).chain(results) {
            if let Err(diagnostic) = records.check_type(ty, &scope) {
                errors.push(diagnostic);
            } else if let (true, Some(private)) = (function.is_public(), records.private_in(ty)) {
                let claim =
                    format!("`{}` is `pub`, but the record `{private}` is not", function.name);
                let diagnostic = Diagnostic::new(ty.span, claim);
                errors.push(diagnostic.help(format_args!("write `pub struct {private}`")));
            }
        }
        let counts = [
            (signature.params.len(), limits::PARAMETERS, "parameters"),
            (signature.results.len(), limits::RESULTS, "results"),
        ];
        for (count, limit, what) in counts.into_iter().filter(|(count, limit, _)| count > limit) {
            let what = format!("`{}` has {count} {what}, fields counted", function.name);
            let diagnostic = limits::exceeded(function.name.span(), what, limit);
            errors.push(
                diagnostic.help("join fields of one shape into one array with one more axis"),
            );
        }
    }
    for record in block.own_records().filter(|r| r.is_public()) {
        for field in &record.fields {
            if let Some(private) = records.private_in(&field.ty) {
                let claim =
                    format!("`{}` is `pub`, but the record `{private}` is not", record.name);
                let diagnostic = Diagnostic::new(field.ty.span, claim);
                errors.push(diagnostic.help(format_args!("write `pub struct {private}`")));
            }
        }
    }
}

/// The names that a type may use.
pub(crate) struct Scope<'a> {
    /// The item that the type belongs to: `fn rhs`, `struct State`.
    pub(crate) what: String,
    pub(crate) dims: &'a [Ident],
    pub(crate) dtypes: &'a [DtypeParam],
}

impl<'a> Scope<'a> {
    pub(crate) fn of_function(function: &'a Function) -> Scope<'a> {
        let what = format!("fn {}", function.name);
        Scope { what, dims: &function.dims, dtypes: &function.dtypes }
    }

    fn of_record(record: &'a Record) -> Scope<'a> {
        let what = format!("struct {}", record.name);
        Scope { what, dims: &record.dims, dtypes: &record.dtypes }
    }

    /// The declaration with one more name: `fn rhs<E, N, F>`.
    fn with(&self, more: &str) -> String {
        let dims = self.dims.iter().map(ToString::to_string);
        let dtypes = self.dtypes.iter().map(dtype_parameter);
        let names: Vec<String> = match more.contains(':') {
            true => dims.chain(dtypes).chain([more.to_string()]).collect(),
            false => dims.chain([more.to_string()]).chain(dtypes).collect(),
        };
        format!("{}<{}>", self.what, names.join(", "))
    }
}

/// `T: f32 | f64`
fn dtype_parameter(parameter: &DtypeParam) -> String {
    let choices: Vec<String> = parameter.choices.iter().map(ToString::to_string).collect();
    format!("{}: {}", parameter.name, choices.join(" | "))
}

struct Declaration<'a> {
    names: &'a Names,
    record: &'a Record,
    errors: &'a mut Errors,
}

impl Declaration<'_> {
    fn check(&mut self, records: &Records) {
        let record = self.record;
        let mut names = HashSet::new();
        for name in &record.generics {
            if !names.insert(name.to_string()) {
                let claim = format!("`{name}` is declared twice by `{}`", record.name);
                let diagnostic = Diagnostic::new(name.span(), claim);
                self.errors
                    .push(diagnostic.help("dimensions and dtypes share their names: rename one"));
            }
        }
        let mut fields = HashSet::new();
        for field in &record.fields {
            if !fields.insert(field.name.to_string()) {
                let claim =
                    format!("the record `{}` has the field `{}` twice", record.name, field.name);
                self.errors.push(Diagnostic::new(field.name.span(), claim).help("rename one"));
            }
        }
        for choice in record.dtypes.iter().flat_map(|d| &d.choices) {
            if DType::from_name(&choice.to_string()).is_none() {
                self.errors.push(unknown_dtype(choice));
            }
        }
        let mut used = HashSet::new();
        for field in &record.fields {
            self.field(&field.ty, records, &mut used);
        }
        for name in record.generics.iter().filter(|name| !used.contains(&name.to_string())) {
            let claim = format!("no field of `{}` uses `{name}`", record.name);
            let diagnostic = Diagnostic::new(name.span(), claim);
            self.errors.push(diagnostic.help("remove it, or give a field that shape or dtype"));
        }
    }

    /// Checks the type of a field and collects the names that it uses.
    fn field(&mut self, ty: &Type, records: &Records, used: &mut HashSet<String>) {
        let record = self.record;
        match &ty.element {
            Element::Dtype(name) => {
                let text = name.to_string();
                let own = record.dtypes.iter().any(|d| d.name == *name);
                if !own && DType::from_name(&text).is_none() {
                    let diagnostic = match records.nearest(&text) {
                        Some(near) => {
                            Diagnostic::new(name.span(), format!("unknown dtype `{text}`"))
                                .help(format_args!("did you mean the record `{near}`?"))
                        }
                        None => unknown_dtype(name),
                    };
                    self.errors.push(diagnostic);
                }
                used.insert(text);
            }
            Element::Index(bound) => self.size(bound, used),
            // The parser has refused this.
            Element::Function(_) => {}
            Element::Record { args, name } => {
                if let Err(diagnostic) = records.check_type(ty, &Scope::of_record(record)) {
                    self.errors.push(diagnostic);
                }
                let inner = records.find(&name.to_string());
                match args {
                    None => used.extend(
                        inner.iter().flat_map(|r| r.generics.iter().map(ToString::to_string)),
                    ),
                    Some(args) => args.iter().for_each(|arg| mentioned(arg, used)),
                }
            }
        }
        ty.shape.iter().flatten().for_each(|size| self.size(size, used));
    }

    fn size(&mut self, size: &Expr, used: &mut HashSet<String>) {
        let mut names = HashSet::new();
        mentioned(size, &mut names);
        let record = self.record;
        let known = |name: &str| {
            record.dims.iter().any(|d| d == name)
                || self.names.constant(record.home, name).is_some()
        };
        let mut unknown: Vec<&String> = names.iter().filter(|name| !known(name)).collect();
        unknown.sort();
        for name in unknown {
            let diagnostic = Diagnostic::new(size.span, format!("unknown dimension `{name}`"));
            let dims: Vec<String> = record.dims.iter().map(ToString::to_string).collect();
            self.errors.push(match suggest::nearest(name, dims.iter().map(String::as_str)) {
                Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
                None => {
                    let declared = Scope::of_record(record).with(name);
                    diagnostic.help(format_args!("declare it: `{declared}`"))
                }
            });
        }
        used.extend(names);
    }
}

/// The names in a size.
fn mentioned(size: &Expr, names: &mut HashSet<String>) {
    match &size.kind {
        ExprKind::Name(name) => {
            names.insert(name.to_string());
        }
        ExprKind::Unary(_, a) => mentioned(a, names),
        ExprKind::Binary(_, _, a, b) => {
            mentioned(a, names);
            mentioned(b, names);
        }
        ExprKind::Call { args, .. } => args.iter().for_each(|arg| mentioned(&arg.value, names)),
        _ => {}
    }
}

impl Records {
    /// Checks that a type fits the record that it names, if it names one.
    pub(crate) fn check_type(&self, ty: &Type, scope: &Scope<'_>) -> Result<(), Diagnostic> {
        let Element::Record { name, args } = &ty.element else { return Ok(()) };
        let Some(record) = self.find(&name.to_string()) else { return Ok(()) };
        match args {
            Some(args) => check_arguments(record, args, ty.span, scope),
            None => {
                record.generics.iter().try_for_each(|g| check_left_out(record, g, ty.span, scope))
            }
        }
    }

    /// The record that a type names, if that record has no `pub`.
    fn private_in(&self, ty: &Type) -> Option<&Ident> {
        let Element::Record { name, .. } = &ty.element else { return None };
        self.find(&name.to_string()).filter(|record| !record.is_public()).map(|record| &record.name)
    }

    /// The fields that lead from a record back to it.
    fn path_to_itself(&self, record: &Record) -> Option<Vec<String>> {
        let found = self.reachable(record).into_iter().find(|(inner, _)| inner.name == record.name);
        found.map(|(_, path)| path)
    }

    /// The records in fields of a record, directly or not, each with the fields that lead to it.
    fn reachable(&self, record: &Record) -> Vec<(&Record, Vec<String>)> {
        let mut seen = HashSet::new();
        let mut found: Vec<(&Record, Vec<String>)> = Vec::new();
        let mut next = 0;
        let mut current: Option<(&Record, Vec<String>)> =
            self.find(&record.name.to_string()).map(|record| (record, Vec::new()));
        while let Some((outer, path)) = current {
            for field in &outer.fields {
                let Element::Record { name, .. } = &field.ty.element else { continue };
                let name = name.to_string();
                let Some(inner) = self.find(&name).filter(|_| seen.insert(name)) else { continue };
                let mut path = path.clone();
                path.push(format!("`{}.{}`", outer.name, field.name));
                found.push((inner, path));
            }
            current = found.get(next).cloned();
            next += 1;
        }
        found
    }

    /// Whether the type, if it is a record, can be a `struct`. Neither the record nor any record inside it may contain
    /// itself or have two fields of one name.
    pub fn is_sound(&self, ty: &Type) -> bool {
        let Element::Record { name, .. } = &ty.element else { return true };
        let Some(record) = self.find(&name.to_string()) else { return false };
        let sound = |record: &Record| {
            let mut fields = HashSet::new();
            self.path_to_itself(record).is_none()
                && record.fields.iter().all(|field| fields.insert(field.name.to_string()))
        };
        sound(record) && self.reachable(record).into_iter().all(|(inner, _)| sound(inner))
    }
}

/// The record with the names that it declares: `State<E, N>`.
fn declared(record: &Record) -> String {
    let names: Vec<String> = record.generics.iter().map(ToString::to_string).collect();
    match names.is_empty() {
        true => record.name.to_string(),
        false => format!("{}<{}>", record.name, names.join(", ")),
    }
}

fn check_arguments(
    record: &Record,
    args: &[Expr],
    span: SpanRange,
    scope: &Scope<'_>,
) -> Result<(), Diagnostic> {
    if args.len() != record.generics.len() {
        let count = match record.generics.len() {
            0 => "takes nothing".to_string(),
            1 => "takes 1 name".to_string(),
            n => format!("takes {n} names"),
        };
        let claim = format!("`{}` {count} between `<` and `>`, not {}", record.name, args.len());
        return Err(Diagnostic::new(span, claim).help(match record.generics.is_empty() {
            true => format!("write `{}`", record.name),
            false => format!(
                "it is declared as `{}`; `{}` alone takes the names of `{}`",
                declared(record),
                record.name,
                scope.what
            ),
        }));
    }
    for (generic, arg) in record.generics.iter().zip(args) {
        let dtype = match &arg.kind {
            ExprKind::Name(name) => Some(name).filter(|name| {
                DType::from_name(&name.to_string()).is_some()
                    || scope.dtypes.iter().any(|d| d.name == **name)
            }),
            _ => None,
        };
        match (record.dtypes.iter().find(|d| d.name == *generic), dtype) {
            (Some(parameter), Some(dtype)) => {
                check_choices(record, parameter, dtype, arg.span, scope)?;
            }
            (Some(parameter), None) => {
                let claim = format!("`{generic}` of `{}` is a dtype, not a size", record.name);
                let diagnostic = Diagnostic::new(arg.span, claim);
                return Err(diagnostic
                    .fact(format_args!("it is declared as `{}`", dtype_parameter(parameter)))
                    .help(format_args!("the order is that of `{}`", declared(record))));
            }
            (None, Some(dtype)) => {
                let claim =
                    format!("`{generic}` of `{}` is a size, not the dtype `{dtype}`", record.name);
                let diagnostic = Diagnostic::new(arg.span, claim);
                let order = declared(record);
                return Err(diagnostic.help(format_args!("the order is that of `{order}`")));
            }
            (None, None) => {}
        }
    }
    Ok(())
}

/// Checks that the scope has a name that a type leaves out.
fn check_left_out(
    record: &Record,
    generic: &Ident,
    span: SpanRange,
    scope: &Scope<'_>,
) -> Result<(), Diagnostic> {
    if let Some(parameter) = record.dtypes.iter().find(|d| d.name == *generic) {
        if scope.dtypes.iter().any(|d| d.name == *generic) {
            return check_choices(record, parameter, generic, span, scope);
        }
        let claim = format!(
            "`{}` has the dtype `{generic}`, which `{}` does not declare",
            record.name, scope.what
        );
        return Err(Diagnostic::new(span, claim).help(format_args!(
            "declare it, `{}`, or name a dtype: `{}`",
            scope.with(&dtype_parameter(parameter)),
            declared(record).replace(&generic.to_string(), &first_choice(parameter))
        )));
    }
    if scope.dims.contains(generic) {
        return Ok(());
    }
    let claim = format!(
        "`{}` has the dimension `{generic}`, which `{}` does not declare",
        record.name, scope.what
    );
    Err(Diagnostic::new(span, claim).help(format_args!(
        "declare it, `{}`, or give sizes in the order of `{}`",
        scope.with(&generic.to_string()),
        declared(record)
    )))
}

fn first_choice(parameter: &DtypeParam) -> String {
    parameter.choices.first().map_or("f64".to_string(), ToString::to_string)
}

/// Checks that a dtype, or every choice of a dtype parameter, is a choice of the record's parameter.
fn check_choices(
    record: &Record,
    parameter: &DtypeParam,
    dtype: &Ident,
    span: SpanRange,
    scope: &Scope<'_>,
) -> Result<(), Diagnostic> {
    let given = match scope.dtypes.iter().find(|d| d.name == *dtype) {
        Some(own) => &own.choices[..],
        None => std::slice::from_ref(dtype),
    };
    let Some(wrong) = given.iter().find(|choice| !parameter.choices.contains(choice)) else {
        return Ok(());
    };
    let claim = format!("`{}` of `{}` cannot be {wrong}", parameter.name, record.name);
    Err(Diagnostic::new(span, claim)
        .fact(format_args!("it is declared as `{}`", dtype_parameter(parameter)))
        .help(format_args!("leave {wrong} out here, or add it to the record")))
}
