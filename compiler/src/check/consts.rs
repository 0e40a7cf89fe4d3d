//! The `const`s of a block, which are evaluated once, and may be declared in any order.

use super::checker::{BlockState, Checker, cast_constant};
use super::scopes::Frame;
use super::types::Type;
use super::value::{Array, Data, Reported, Res, Value, Weak};
use super::{render, suggest};
use crate::dag::{Const, DType, Size};
use crate::diagnostic::{Diagnostic, Errors};
use crate::parse::ast::{self, Block, Expr, ExprKind, Stmt, SubscriptKind};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// The value of a `const`.
#[derive(Clone, Debug)]
pub struct ConstValue {
    pub dtype: DType,
    /// Empty for a scalar.
    pub shape: Vec<usize>,
    /// Row-major.
    pub elements: Rc<Vec<Const>>,
}

/// The constants of a block by their positions; `Err` for those with errors.
#[derive(Default)]
pub(crate) struct ConstTable {
    values: HashMap<usize, Res<ConstValue>>,
}

impl ConstTable {
    pub(crate) fn get(&self, position: usize) -> Option<&Res<ConstValue>> {
        self.values.get(&position)
    }

    pub(crate) fn evaluate(block: &Block, errors: &mut Errors) -> ConstTable {
        let mut table = ConstTable::default();
        let mut state = BlockState::new(block);
        // The constants that each one mentions.
        let used: Vec<BTreeSet<usize>> = block
            .consts
            .iter()
            .map(|c| {
                let mut used = HashSet::new();
                names(&c.value, &mut used);
                c.ty.shape.iter().flatten().for_each(|e| names(e, &mut used));
                used.iter().filter_map(|name| state.names.constant(c.home, name)).collect()
            })
            .collect();
        // Each constant waits for those that it mentions. The first constant that waits for none is next.
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); used.len()];
        for (k, used) in used.iter().enumerate() {
            used.iter().for_each(|other| users[*other].push(k));
        }
        let mut waits: Vec<usize> = used.iter().map(BTreeSet::len).collect();
        let mut ready: BTreeSet<usize> = (0..waits.len()).filter(|k| waits[*k] == 0).collect();
        while let Some(k) = ready.pop_first() {
            let value = evaluate(block, &table, errors, &mut state, &block.consts[k]);
            for &user in &users[k] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.insert(user);
                }
            }
            table.values.insert(k, value);
        }
        let stuck = |k: &usize| waits[*k] > 0;
        for (k, c) in block.consts.iter().enumerate().filter(|(k, _)| stuck(k)) {
            let through = used[k].iter().filter(|other| stuck(other));
            let mut through: Vec<String> =
                through.map(|other| format!("`{}`", block.consts[*other].name)).collect();
            through.sort();
            errors.push(
                Diagnostic::new(
                    c.name.span(),
                    format!("the value of `{}` depends on itself", c.name),
                )
                .fact(format_args!("it is made of {}", through.join(", ")))
                .help("give one of them a value made of literals"),
            );
            table.values.insert(k, Err(Reported::after_error()));
        }
        table
    }
}

fn evaluate(
    block: &Block,
    table: &ConstTable,
    errors: &mut Errors,
    state: &mut BlockState,
    c: &ast::Const,
) -> Res<ConstValue> {
    let mut checker = Checker::new(block, table, errors, state, "const");
    checker.scopes.home = c.home;
    checker.scopes.frames.push(Frame {
        function: None,
        scopes: vec![HashMap::new()],
        dtypes: HashMap::new(),
    });
    let ty = checker.resolve_type(&c.ty);
    let value = checker.expr(&c.value);
    let (ty, value) = (ty?, value?);
    let shape = declared_shape(&mut checker, c, &ty)?;
    let Some(found) = elements_of(&mut checker, c, &value, ty.dtype)? else {
        return Err(checker.report(not_constant(c, &value)));
    };
    if let Some(other) = found.shape.filter(|found| *found != shape) {
        return Err(checker.report(wrong_shape(c, ty.dtype, &shape, &other)));
    }
    Ok(ConstValue { dtype: ty.dtype, shape, elements: Rc::new(found.elements) })
}

/// The shape that a `const` declares, of literals.
fn declared_shape(checker: &mut Checker<'_>, c: &ast::Const, ty: &Type) -> Res<Vec<usize>> {
    let mut shape = Vec::new();
    for size in ty.sizes() {
        match literal(size) {
            Some(size) => shape.push(size),
            None => {
                return checker.fail(
                    c.ty.span,
                    "the sizes of a `const` are literals",
                    format_args!(
                        "write the sizes as numbers: `const {}: [{}; 2, 3] = ...;`",
                        c.name, ty.dtype
                    ),
                );
            }
        }
    }
    if ty.bound.is_some() {
        return checker.fail(
            c.ty.span,
            "a `const` cannot be an index array",
            format_args!("write `i64`: indices that are known here are checked here"),
        );
    }
    Ok(shape)
}

/// The number that a size stands for, if it contains no dimension.
fn literal(size: &Size) -> Option<usize> {
    size.as_constant().and_then(|s| usize::try_from(s).ok())
}

/// A value all of whose elements are constants.
struct Elements {
    /// The shape; `None` if its sizes are not literals.
    shape: Option<Vec<usize>>,
    /// In the declared dtype, row-major.
    elements: Vec<Const>,
}

/// The elements of the value of `c` in `dtype`. `None` if they are not constants, or of another kind.
fn elements_of(
    checker: &mut Checker<'_>,
    c: &ast::Const,
    value: &Value,
    dtype: DType,
) -> Res<Option<Elements>> {
    Ok(match value {
        Value::Weak(Weak::Size(_)) | Value::Tuple(_) => None,
        Value::Record(_) | Value::Function(_) => None,
        Value::Weak(Weak::Float(_)) if !dtype.is_float() && !dtype.is_complex() => None,
        Value::Weak(Weak::Complex(..)) if !dtype.is_complex() => None,
        Value::Weak(weak) => {
            let scalar = checker.weak_to(weak, dtype, c.value.span)?;
            let elements = constants(checker, &scalar);
            elements.map(|elements| Elements { shape: Some(Vec::new()), elements })
        }
        Value::Array(array) => {
            let fits = array.dtype == dtype
                || array.dtype.is_float() && dtype.is_float()
                || array.dtype.is_complex() && dtype.is_complex()
                || array.dtype.is_integer() && dtype != DType::Bool && !dtype.is_complex();
            let elements = constants(checker, array).filter(|_| fits);
            elements.map(|elements| Elements {
                shape: array.shape.iter().map(literal).collect(),
                elements: elements.into_iter().map(|c| cast_constant(c, dtype.part())).collect(),
            })
        }
    })
}

/// The elements of an array if they are constants.
fn constants(checker: &Checker<'_>, array: &Array) -> Option<Vec<Const>> {
    match &array.data {
        Data::Constant(elements) => Some(elements.to_vec()),
        _ => checker.graph.as_constant(array).map(|c| vec![c]),
    }
}

/// The error for a value of another shape than declared.
fn wrong_shape(c: &ast::Const, dtype: DType, shape: &[usize], found: &[usize]) -> Diagnostic {
    let message = format!("expected shape {shape:?}, found {found:?}");
    let declared = match found {
        [] => dtype.to_string(),
        sizes => {
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            format!("[{dtype}; {}]", sizes.join(", "))
        }
    };
    Diagnostic::new(c.value.span, message)
        .fact(format_args!("`{}` is {}", c.name, render::type_text(&c.ty)))
        .help(format_args!("declare what it is: `const {}: {declared}`", c.name))
}

/// The error for a value that is not known at compile time, or is of another kind than declared.
fn not_constant(c: &ast::Const, value: &Value) -> Diagnostic {
    let what = value.type_text();
    let claim = format!("the value of `{}` is not a constant {}", c.name, render::type_text(&c.ty));
    Diagnostic::new(c.value.span, claim)
        .fact(format_args!("`{}` is {what}", render::text(&c.value)))
        .help("a `const` is made of literals, of other `const`s, and of functions of numbers")
}

/// All names that an expression mentions.
fn names(expr: &Expr, out: &mut HashSet<String>) {
    match &expr.kind {
        ExprKind::Name(name) => {
            out.insert(name.to_string());
        }
        ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Cast(a, _) => names(a, out),
        ExprKind::Binary(_, _, a, b) => {
            names(a, out);
            names(b, out);
        }
        ExprKind::Index(a, subscripts) => {
            names(a, out);
            for s in subscripts {
                match &s.kind {
                    SubscriptKind::Index(e) => names(e, out),
                    SubscriptKind::Slice { start, stop, step } => {
                        [start, stop, step].into_iter().flatten().for_each(|e| names(e, out));
                    }
                    SubscriptKind::NewAxis | SubscriptKind::Ellipsis => {}
                }
            }
        }
        ExprKind::Call { args, .. } => args.iter().for_each(|a| names(&a.value, out)),
        ExprKind::Method { receiver, args, .. } => {
            names(receiver, out);
            args.iter().for_each(|a| names(&a.value, out));
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(|e| names(e, out)),
        ExprKind::Closure { params, body } => {
            params.iter().filter_map(|(_, e)| e.as_ref()).for_each(|e| names(e, out));
            names(body, out);
        }
        ExprKind::Block(body) => {
            for stmt in &body.stmts {
                match stmt {
                    Stmt::Let { value, .. } | Stmt::Assign { value, .. } => names(value, out),
                    Stmt::Expr(e) => names(e, out),
                    Stmt::For { .. } | Stmt::Break(_) => {}
                }
            }
            body.tail.iter().for_each(|e| names(e, out));
        }
        ExprKind::Flow(flow) => flow.heads().for_each(|e| names(e, out)),
        ExprKind::Type(ty) => ty.shape.iter().flatten().for_each(|e| names(e, out)),
        ExprKind::Record(record) => {
            record.fields.iter().for_each(|(_, e)| names(e, out));
            record.base.iter().for_each(|e| names(e, out));
        }
        ExprKind::Int { .. } | ExprKind::Float { .. } | ExprKind::Bool(_) | ExprKind::Str(_) => {}
    }
}

/// Reports names of the block that are declared twice, or that hide something.
pub(crate) fn check_names(block: &Block, errors: &mut Errors) {
    let mut seen: HashSet<String> = HashSet::new();
    let records = block.own_records().map(|r| &r.name);
    let consts = block.own_consts().map(|c| &c.name);
    let functions = block.own_fns().map(|f| &f.name);
    let used = block.uses.iter().map(|used| &used.alias);
    for name in used.chain(records).chain(consts).chain(functions) {
        if !seen.insert(name.to_string()) {
            errors.push(
                Diagnostic::new(name.span(), format!("`{name}` is declared twice"))
                    .help("the names of a block's constants, records and functions are unique"),
            );
        }
    }
    for function in block.own_fns() {
        let mut local: HashSet<String> = HashSet::new();
        let dtypes = function.dtypes.iter().map(|d| &d.name);
        let params = function.params.iter().map(|p| &p.name);
        for name in function.dims.iter().chain(dtypes).chain(params) {
            if !local.insert(name.to_string()) {
                let claim =
                    format!("`{name}` is declared twice in the signature of `{}`", function.name);
                errors.push(
                    Diagnostic::new(name.span(), claim)
                        .help("dimensions, dtypes and parameters share their names: rename one"),
                );
            }
        }
        for parameter in &function.dtypes {
            for choice in &parameter.choices {
                if DType::from_name(&choice.to_string()).is_none() {
                    errors.push(super::types::unknown_dtype(choice));
                }
            }
        }
        for pin in &function.pins {
            for dim in &pin.dims {
                if !function.dims.contains(dim) {
                    let diagnostic = Diagnostic::new(
                        dim.span(),
                        format!("`{dim}` is not a dimension of `{}`", function.name),
                    );
                    let dims: Vec<String> = function.dims.iter().map(|d| d.to_string()).collect();
                    let near = suggest::nearest(&dim.to_string(), dims.iter().map(String::as_str));
                    errors.push(match near {
                        Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
                        None => diagnostic.help(format_args!(
                            "declare it: `fn {}<{}>(...)`",
                            function.name,
                            dims.iter()
                                .chain([&dim.to_string()])
                                .cloned()
                                .collect::<Vec<_>>()
                                .join(", ")
                        )),
                    });
                }
            }
        }
    }
}

/// Whether the name of a parameter is also that of another declaration of the signature.
pub(super) fn is_declared_before(function: &ast::Function, parameter: &proc_macro2::Ident) -> bool {
    let dtypes = function.dtypes.iter().map(|d| &d.name);
    let params = function.params.iter().map(|p| &p.name);
    let all = function.dims.iter().chain(dtypes).chain(params);
    all.filter(|name| *name == parameter).count() > 1
}
