//! Signatures: dimensions and their sources, pinned variants, results.

use super::checker::{Checker, Operand};
use super::render;
use super::scopes::{Binding, BindingKind, Frame};
use super::types::Type;
use super::value::{Res, Value, Weak};
use crate::dag::{Atom, DType, Size};
use crate::diagnostic::{Diagnostic, Errors};
use crate::limits;
use crate::parse::ast::{DtypeParam, Element, Expr, ExprKind, Function, Stmt};
use crate::plan::{Dim, DimSource, ParamId};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The most variants. More are surely a mistake, because each is compiled separately.
const MAX_VARIANTS: usize = limits::VARIANTS;

/// The source of each dimension, and the dimensions that no parameter determines.
///
/// The sources are tried in this order:
///
/// 1. a parameter that has the bare dimension as an axis;
/// 2. an axis of the form `scale * D + offset`, where everything in `offset` is known;
/// 3. an index array whose domain is the bare dimension.
///
/// Dimensions without such a source occur only in products with unknown ones, inside `floor_div`, or nowhere. They are
/// passed as leading arguments, in the order of declaration.
pub(crate) fn solve_order(dims: &[String], params: &[ParamSizes]) -> (Vec<DimSource>, Vec<String>) {
    let mut sources: Vec<DimSource> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    let axes = || {
        params.iter().enumerate().flat_map(|(param, sizes)| {
            sizes.shape.iter().enumerate().map(move |(axis, size)| (param, axis, size))
        })
    };
    for dim in dims {
        let bare = Size::dim(dim);
        if let Some((param, axis, _)) = axes().find(|(_, _, size)| **size == bare) {
            known.insert(dim.clone());
            sources.push(DimSource {
                dim: Dim(dim.clone()),
                param: ParamId(param),
                axis: Some(axis),
                scale: 1,
                offset: Size::zero(),
            });
        }
    }
    loop {
        let mut found = None;
        'search: for dim in dims.iter().filter(|d| !known.contains(*d)) {
            for (param, axis, size) in axes() {
                if let Some((scale, offset)) = linear_in(size, dim, &known) {
                    let (dim, param, axis) = (Dim(dim.clone()), ParamId(param), Some(axis));
                    found = Some(DimSource { dim, param, axis, scale, offset });
                    break 'search;
                }
            }
        }
        let found = found.or_else(|| {
            let unknown = dims.iter().filter(|d| !known.contains(*d));
            unknown.into_iter().find_map(|dim| {
                let domain = Some(Size::dim(dim));
                let param = params.iter().position(|sizes| sizes.domain == domain)?;
                let (dim, param, offset) = (Dim(dim.clone()), ParamId(param), Size::zero());
                Some(DimSource { dim, param, axis: None, scale: 1, offset })
            })
        });
        let Some(source) = found else { break };
        known.insert(source.dim.0.clone());
        sources.push(source);
    }
    let explicit = dims.iter().filter(|d| !known.contains(*d)).cloned().collect();
    (sources, explicit)
}

/// The sizes in the type of a parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParamSizes {
    pub(crate) shape: Vec<Size>,
    /// The domain `D` of `index<D>`.
    pub(crate) domain: Option<Size>,
}

/// `size` as `scale * dim + offset` with a positive scale and an offset over `known` dimensions.
fn linear_in(size: &Size, dim: &str, known: &HashSet<String>) -> Option<(i64, Size)> {
    let scale = size.terms().find_map(|(atoms, c)| match atoms {
        [Atom::Dim(name)] if name.as_ref() == dim => Some(c),
        _ => None,
    })?;
    if scale < 1 {
        return None;
    }
    let offset = size.sub(&Size::dim(dim).scale(scale));
    offset.dims().iter().all(|d| known.contains(d.as_ref())).then_some((scale, offset))
}

/// A frame in which dimensions stand for themselves, and dtype parameters for their first choice.
pub(crate) fn symbolic_frame(dims: &[Ident], dtypes: &[DtypeParam], index: Option<usize>) -> Frame {
    let scope = dims
        .iter()
        .map(|d| {
            let name = d.to_string();
            let value = Ok(Value::Weak(Weak::Size(Size::dim(&name))));
            (name, Binding { value, kind: BindingKind::Dim })
        })
        .collect();
    let dtypes = dtypes
        .iter()
        .filter_map(|p| {
            let first = p.choices.first()?.to_string();
            Some((p.name.to_string(), DType::from_name(&first)?))
        })
        .collect();
    Frame { function: index, scopes: vec![scope], dtypes }
}

/// All choices of dtypes for the dtype parameters, the first parameter varying slowest. If there are too many, only
/// some of them.
pub(crate) fn dtype_choices(function: &Function) -> Vec<Vec<(String, DType)>> {
    let mut all = vec![Vec::new()];
    for parameter in &function.dtypes {
        let choices = parameter.choices.iter().filter_map(|c| DType::from_name(&c.to_string()));
        let mut choices: Vec<DType> = choices.collect();
        if all.len() * choices.len() > limits::PROGRAMS {
            choices.truncate(1);
        }
        all = all
            .into_iter()
            .flat_map(|so_far: Vec<(String, DType)>| {
                choices.iter().map(move |dtype| {
                    let mut next = so_far.clone();
                    next.push((parameter.name.to_string(), *dtype));
                    next
                })
            })
            .collect();
    }
    all
}

/// The pinned dimensions of each variant: all combinations of pins, in order. `_` comes last.
pub(crate) fn variants(function: &Function, errors: &mut Errors) -> Vec<Vec<(String, i64)>> {
    let mut all: Vec<Vec<(String, i64)>> = vec![Vec::new()];
    let mut pinned: HashSet<String> = HashSet::new();
    for pin in &function.pins {
        let names: Vec<String> = pin.dims.iter().map(|d| d.to_string()).collect();
        for (name, dim) in names.iter().zip(&pin.dims) {
            if !pinned.insert(name.clone()) {
                errors.push(
                    Diagnostic::new(dim.span(), format!("`{dim}` is pinned twice"))
                        .help("pin dimensions together: `where (N, M): (4, 12) | (10, 24)`"),
                );
            }
        }
        let mut alternatives: Vec<Vec<(String, i64)>> = Vec::new();
        for (values, span) in &pin.values {
            let alternative: Vec<(String, i64)> =
                names.iter().cloned().zip(values.iter().copied()).collect();
            if values.iter().any(|v| *v < 0) {
                errors.push(
                    Diagnostic::new(*span, "a dimension cannot be negative")
                        .help("pin it to sizes: `where N: 4 | 10`"),
                );
            } else if alternatives.contains(&alternative) {
                errors.push(
                    Diagnostic::new(*span, "this variant is listed twice").help("remove one"),
                );
            } else {
                alternatives.push(alternative);
            }
            // One more than the limit suffices for the error.
            if alternatives.len() > MAX_VARIANTS {
                break;
            }
        }
        if pin.generic {
            alternatives.push(Vec::new());
        }
        all = all
            .into_iter()
            .flat_map(|so_far| {
                alternatives.iter().map(move |alternative| {
                    let mut next = so_far.clone();
                    next.extend(alternative.iter().cloned());
                    next
                })
            })
            .collect();
        if all.len() > MAX_VARIANTS {
            errors.push(
                Diagnostic::new(
                    function.span,
                    format!("`{}` has more than {MAX_VARIANTS} variants", function.name),
                )
                .help("pin dimensions together: `where (N, M): (4, 12) | (10, 24)`"),
            );
            return vec![Vec::new()];
        }
    }
    if all.is_empty() { vec![Vec::new()] } else { all }
}

impl Checker<'_> {
    /// The results of a function in the current frame, checked against its declaration.
    pub(crate) fn results(&mut self, function: &Function, tail: Option<Value>) -> Res<Vec<Value>> {
        self.result_types(function)?;
        let types = &function.results;
        let (value, tail_expr) = match (tail, &function.body.tail) {
            (Some(value), Some(expr)) => (value, expr),
            _ if types.is_empty() => return Ok(Vec::new()),
            // A value with `;` after it was reported as a statement without effect.
            _ if self.failed && matches!(function.body.stmts.last(), Some(Stmt::Expr(_))) => {
                return Err(super::value::Reported::after_error());
            }
            _ => {
                let want: Vec<String> = types.iter().map(render::type_text).collect();
                let want = if function.results_tuple {
                    format!("({})", want.join(", "))
                } else {
                    want.join(", ")
                };
                return Err(self.report(
                    Diagnostic::new(
                        function.span,
                        format!("`{}` returns {want}, but its body has no value", function.name),
                    )
                    .help("end the body with the result, without `;`"),
                ));
            }
        };
        if types.is_empty() {
            return Err(self.report(
                Diagnostic::new(
                    tail_expr.span,
                    format!("`{}` declares no result, but its body has a value", function.name),
                )
                .fact(format_args!("`{}` is {}", render::text(tail_expr), value.type_text()))
                .help(format_args!(
                    "declare it: `-> {}`, or assign it to a `&mut` parameter",
                    value.type_text()
                )),
            ));
        }
        let operands = if function.results_tuple {
            self.split_tuple(function, value, tail_expr, types.len())?
        } else {
            vec![Operand { value, text: render::text(tail_expr), span: tail_expr.span }]
        };
        let who = |k: usize| match types.len() {
            1 => format!("the result of `{}`", function.name),
            _ => format!("result {} of `{}`", k + 1, function.name),
        };
        let values: Vec<Res<Value>> = operands
            .into_iter()
            .zip(types)
            .enumerate()
            .map(|(k, (operand, ty))| self.conform_all(operand, ty, &who(k)))
            .collect();
        values.into_iter().collect()
    }

    /// Whether the declared results are types that results can have.
    fn result_types(&mut self, function: &Function) -> Res<()> {
        let mut all = Ok(());
        for declared in &function.results {
            let records = Rc::clone(&self.state.records);
            for (text, ty) in records.leaves(declared, "") {
                let resolved = self.resolve_type(&ty);
                let Ok(Type { bound: Some(_), .. }) = resolved else {
                    all = resolved.map(|_| ()).and(all);
                    continue;
                };
                let claim = match declared.element {
                    Element::Record { .. } => format!(
                        "a result cannot have an index array, as the field `{}` is",
                        text.trim_start_matches('.')
                    ),
                    _ => "a result cannot be an index array".to_string(),
                };
                all = Err(self.report(
                    Diagnostic::new(declared.span, claim)
                        .help("return `i64` indices, and validate them where they are used"),
                ));
            }
        }
        all
    }

    fn split_tuple(
        &mut self,
        function: &Function,
        value: Value,
        tail: &Expr,
        count: usize,
    ) -> Res<Vec<Operand>> {
        let items = match value {
            Value::Tuple(items) if items.len() == count => items,
            other => {
                let found = other.type_text();
                let values = if count == 1 { "value in a tuple" } else { "values" };
                let declared = match &other {
                    Value::Tuple(items) => format!("{} results", items.len()),
                    _ => "one result without parentheses, `-> [f64; N]`".to_string(),
                };
                let claim = format!(
                    "`{}` returns {count} {values}, but its body gives {found}",
                    function.name
                );
                return Err(self.report(
                    Diagnostic::new(tail.span, claim)
                        .fact(format_args!("`{}` is {found}", render::text(tail)))
                        .help(match count {
                            1 => format!("declare {declared}"),
                            _ => {
                                format!("end the body in a tuple of {count}, or declare {declared}")
                            }
                        }),
                ));
            }
        };
        let exprs = match &tail.kind {
            ExprKind::Tuple(exprs) if exprs.len() == count => Some(exprs),
            _ => None,
        };
        Ok(items
            .into_iter()
            .enumerate()
            .map(|(k, value)| match exprs {
                Some(exprs) => {
                    Operand { value, text: render::text(&exprs[k]), span: exprs[k].span }
                }
                None => {
                    Operand { value, text: format!("{}.{k}", render::text(tail)), span: tail.span }
                }
            })
            .collect())
    }
}

/// The dtype parameters with their dtypes, for a frame.
pub(crate) fn dtype_map(choice: &[(String, DType)]) -> HashMap<String, DType> {
    choice.iter().cloned().collect()
}
