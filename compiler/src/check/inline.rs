//! Calls of the block's own functions: the callee's body is lowered in place.

mod arguments;

use super::checker::{Checker, Operand};
use super::records::{grouped, place, with_path};
use super::render;
use super::scopes::{BindingKind, Frame};
use super::signature::{self, ParamSizes, solve_order};
use super::stmt::value_dtype;
use super::value::{Reported, Res, Value, Weak, shape_text};
use crate::dag::{DType, Size};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::limits;
use crate::parse::ast::{Arg, DtypeParam, Element, Expr, Function, Record};
use crate::plan::DimSource;
use crate::records::{Leaf, Signature};
use proc_macro2::Ident;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

/// The most calls that are inlined into one function. Helpers that call helpers several times multiply.
const MAX_INLINED: usize = limits::INLINED;

/// The parameters of a function, or the fields of a record, against which arguments are checked.
pub(super) struct Callee<'a> {
    pub(super) name: &'a Ident,
    /// Index into the block's functions; `None` for a record.
    function: Option<usize>,
    declared_dims: &'a [Ident],
    pub(super) dims: Vec<String>,
    dtypes: &'a [DtypeParam],
    leaves: &'a [Leaf],
}

impl<'a> Callee<'a> {
    pub(super) fn of_function(
        index: usize,
        function: &'a Function,
        signature: &'a Signature,
    ) -> Callee<'a> {
        Callee {
            name: &function.name,
            function: Some(index),
            declared_dims: &function.dims,
            dims: function.dims.iter().map(ToString::to_string).collect(),
            dtypes: &function.dtypes,
            leaves: &signature.params,
        }
    }

    pub(super) fn of_record(record: &'a Record, leaves: &'a [Leaf]) -> Callee<'a> {
        Callee {
            name: &record.name,
            function: None,
            declared_dims: &record.dims,
            dims: record.dims.iter().map(ToString::to_string).collect(),
            dtypes: &record.dtypes,
            leaves,
        }
    }

    /// A text such as "the parameter `q.rho` of `rhs`" or "the field `rho` of `State`".
    fn who(&self, leaf: &Leaf) -> String {
        let what = if self.function.is_some() { "parameter" } else { "field" };
        format!("the {what} `{}` of `{}`", leaf.text, self.name)
    }
}

impl Checker<'_> {
    pub(crate) fn inline(
        &mut self,
        index: usize,
        name: &Ident,
        args: &[Arg],
        span: SpanRange,
    ) -> Res<Value> {
        if self.is_applied_to_elements(index) {
            return self.call_foreign(index, name, args, span);
        }
        // A call needs as much stack as a few nested expressions do.
        self.depth += 4;
        let value = self.inline_inside(index, name, args, span);
        self.depth -= 4;
        value
    }

    fn inline_inside(
        &mut self,
        index: usize,
        name: &Ident,
        args: &[Arg],
        span: SpanRange,
    ) -> Res<Value> {
        let block = self.scopes.block;
        let callee = &block.fns[index];
        self.can_inline(index, name, span)?;
        let records = Rc::clone(&self.state.records);
        let taken = Callee::of_function(index, callee, records.signature(index));
        // The callee's sizes over its own dimensions.
        let param_sizes = self.symbolic_sizes(&taken)?;
        let (sources, explicit) = solve_order(&taken.dims, &param_sizes);

        let ordered = self.arguments(callee, &explicit, name, args, span)?;
        let (sizes, values) = self.argument_values(callee, name, &ordered, explicit.len())?;
        let (parts, passed) = self.parts_and_functions(callee, values)?;
        let values = &parts[..];

        let mut known = self.explicit_sizes(name, &explicit, &sizes)?;
        self.check_ranks(&taken, &param_sizes, values)?;
        for source in &sources {
            let size = self.solve(source, &known, values)?;
            known.insert(source.dim.0.clone(), size);
        }
        let dtypes = self.infer_dtypes(&taken, name, values, span)?;

        let mut scope = HashMap::new();
        for dim in &taken.dims {
            let size = known.get(dim).cloned().unwrap_or_default();
            let value = Ok(Value::Weak(Weak::size(size)));
            scope.insert(dim.clone(), super::scopes::Binding { value, kind: BindingKind::Dim });
        }
        self.scopes.frames.push(Frame { function: Some(index), scopes: vec![scope], dtypes });
        let bound = self.bind_parameters(callee, &taken, values, passed);
        let result = bound.and_then(|()| {
            if callee.foreign.is_some() {
                let dims = taken.dims.iter().map(|dim| known.get(dim).cloned().unwrap_or_default());
                let dims: Vec<Size> = dims.collect();
                return Ok((self.foreign_routine(index, &dims, values)?, Vec::new()));
            }
            let value = self.body_and_updates(callee);
            let (tail, updates) = value?;
            let results = self.results(callee, tail)?;
            Ok((results, updates))
        });
        self.scopes.frames.pop();
        let (mut results, updates) = result?;

        self.write_back_all(callee, &ordered[explicit.len()..], updates)?;
        if !callee.results_tuple && results.len() == 1 {
            return Ok(results.remove(0));
        }
        Ok(Value::Tuple(results))
    }

    /// Counts a call that is to be inlined. Reports an error if the function cannot be inlined here.
    fn can_inline(&mut self, index: usize, name: &Ident, span: SpanRange) -> Res<()> {
        self.called.insert(index);
        if self.scopes.frames.iter().any(|f| f.function == Some(index)) {
            return Err(self.report(
                Diagnostic::new(name.span(), format!("`{name}` calls itself"))
                    .help("functions are inlined where they are called: recursion has no end"),
            ));
        }
        self.inlined += 1;
        if self.inlined > MAX_INLINED {
            let message = format!("more than {MAX_INLINED} calls are inlined here");
            return self.fail(
                span,
                message,
                "a function is copied to where it is called: call it on whole arrays, or fewer times",
            );
        }
        if self.scopes.block.fns[index].broken {
            return Err(Reported::after_error());
        }
        Ok(())
    }

    /// The values of all arguments: those of the first `dims`, which are dimensions, and those of parameters. All are
    /// evaluated, so that every error in them is reported.
    fn argument_values(
        &mut self,
        callee: &Function,
        name: &Ident,
        ordered: &[&Expr],
        dims: usize,
    ) -> Res<(Vec<Operand>, Vec<Operand>)> {
        let is_function =
            |k: &usize| k.checked_sub(dims).is_some_and(|k| takes_function(callee, k));
        let values: Vec<Res<Operand>> = (0..ordered.len())
            .map(|k| match is_function(&k) {
                true => self.function_operand(&callee.params[k - dims], name, ordered[k]),
                false => self.operand(ordered[k]),
            })
            .collect();
        let mut sizes = values.into_iter().collect::<Res<Vec<_>>>()?;
        let values = sizes.split_off(dims);
        Ok((sizes, values))
    }

    /// The arguments of parameters, with records taken apart, and the functions among them.
    fn parts_and_functions(
        &mut self,
        callee: &Function,
        values: Vec<Operand>,
    ) -> Res<(Vec<Operand>, Vec<Value>)> {
        let mut parts: Vec<Operand> = Vec::new();
        let mut passed: Vec<Value> = Vec::new();
        for (k, (param, operand)) in callee.params.iter().zip(values).enumerate() {
            if takes_function(callee, k) {
                passed.push(operand.value);
                continue;
            }
            let who = format!("the parameter `{}` of `{}`", param.name, callee.name);
            parts.extend(self.taken_apart(operand, &param.ty, &who)?);
        }
        Ok((parts, passed))
    }

    /// The sizes that leading arguments give to the dimensions that no parameter determines.
    fn explicit_sizes(
        &mut self,
        name: &Ident,
        explicit: &[String],
        sizes: &[Operand],
    ) -> Res<HashMap<String, Size>> {
        let mut known: HashMap<String, Size> = HashMap::new();
        for (dim, operand) in explicit.iter().zip(sizes) {
            let Some(size) = self.graph.as_size(&operand.value) else {
                let what = operand.value.type_text();
                let message = format!("the dimension `{dim}` of `{name}` is a size, not {what}");
                return self.fail(
                    operand.span,
                    message,
                    "sizes are made of integers, dimensions, `+`, `-`, `*` and `floor_div`",
                );
            };
            known.insert(dim.clone(), size);
        }
        Ok(known)
    }

    /// Evaluates the body in the current frame: its tail and the final values of `&mut` parameters.
    #[allow(clippy::type_complexity)]
    pub(crate) fn body_and_updates(
        &mut self,
        function: &Function,
    ) -> Res<(Option<Value>, Vec<Res<Value>>)> {
        // Parameters may be shadowed by `let`, so the body gets another scope.
        let tail = self.body(&function.body)?;
        let updates = function
            .params
            .iter()
            .filter(|p| p.mutable)
            .map(|p| {
                let binding = self.scopes.lookup(&p.name.to_string());
                binding.map_or(Err(Reported::after_error()), |b| b.value.clone())
            })
            .collect();
        Ok((tail, updates))
    }

    /// The sizes of parameters or fields, over the dimensions of their function or record.
    pub(super) fn symbolic_sizes(&mut self, callee: &Callee<'_>) -> Res<Vec<ParamSizes>> {
        let frame = signature::symbolic_frame(callee.declared_dims, callee.dtypes, callee.function);
        self.scopes.frames.push(frame);
        let sizes: Vec<Res<ParamSizes>> = callee
            .leaves
            .iter()
            .map(|p| {
                let shape = match &p.ty.shape {
                    None => Ok(Vec::new()),
                    Some(sizes) => self.resolve_shape(sizes),
                };
                let domain = match &p.ty.element {
                    Element::Index(domain) => self.size_expr(domain).map(Some),
                    Element::Dtype(_) | Element::Record { .. } | Element::Function(_) => Ok(None),
                };
                Ok(ParamSizes { shape: shape?, domain: domain? })
            })
            .collect();
        self.scopes.frames.pop();
        sizes.into_iter().collect()
    }

    pub(super) fn check_ranks(
        &mut self,
        callee: &Callee<'_>,
        sizes: &[ParamSizes],
        values: &[Operand],
    ) -> Res<()> {
        let mut result = Ok(());
        for ((leaf, ParamSizes { shape, .. }), operand) in
            callee.leaves.iter().zip(sizes).zip(values)
        {
            let found = match &operand.value {
                Value::Array(a) => a.shape.clone(),
                Value::Weak(_) if shape.is_empty() => continue,
                _ => Vec::new(),
            };
            let single = !matches!(operand.value, Value::Tuple(_) | Value::Record(_));
            if found.len() == shape.len() && single {
                continue;
            }
            let declared = match shape.as_slice() {
                [] => "is a scalar".to_string(),
                shape => format!("has shape {}", shape_text(shape)),
            };
            let claim = format!(
                "{} {declared}, but `{}` is {}",
                callee.who(leaf),
                operand.text,
                operand.value.type_text()
            );
            let text = super::stmt::parenthesised(&operand.text);
            let help = match (&operand.value, found.len().cmp(&shape.len())) {
                (Value::Tuple(_), _) => "give one part of the tuple".to_string(),
                (Value::Record(record), _) => super::records::fields_of(&operand.text, record),
                (_, Ordering::Less) if found.is_empty() => {
                    format!("fill an array: `full([f64; N], {})`", operand.text)
                }
                (_, Ordering::Less) => format!("add an axis: `{text}[.., newaxis]`"),
                _ => format!(
                    "take a part of it, `{text}[0]`, or reduce it, `sum({}, axis=0)`",
                    operand.text
                ),
            };
            result = Err(self.report(Diagnostic::new(operand.span, claim).help(help)));
        }
        result
    }

    /// The size that an argument gives to a dimension of the callee.
    pub(super) fn solve(
        &mut self,
        source: &DimSource,
        known: &HashMap<String, Size>,
        values: &[Operand],
    ) -> Res<Size> {
        let operand = &values[source.param.0];
        let Value::Array(array) = &operand.value else { return Err(Reported::after_error()) };
        let Some(axis) = source.axis else {
            return match &array.bound {
                Some(domain) => Ok(domain.clone()),
                None => Err(self.report(
                    Diagnostic::new(
                        operand.span,
                        format!("the dimension `{}` is the domain of an index array, and `{}` is none",
                            source.dim, operand.text),
                    )
                    .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                    .help(format_args!(
                        "pass a parameter of type `[index<{}>; ...]`, or declare an `i64` array here",
                        source.dim
                    )),
                )),
            };
        };
        let size = &array.shape[axis];
        let offset = source.offset.substitute(&|name| known.get(name).cloned());
        let rest = size.sub(&offset);
        match rest.exact_div(&Size::constant(source.scale)) {
            Some(value) => Ok(value),
            None => self.fail(
                operand.span,
                format!(
                    "axis {} of `{}` has size {size}, which gives no whole `{}`",
                    axis, operand.text, source.dim
                ),
                format_args!(
                    "the size there has to be {} for some `{}`",
                    Size::dim(&source.dim.0).scale(source.scale).add(&source.offset),
                    source.dim
                ),
            ),
        }
    }

    pub(super) fn infer_dtypes(
        &mut self,
        callee: &Callee<'_>,
        name: &Ident,
        values: &[Operand],
        span: SpanRange,
    ) -> Res<HashMap<String, DType>> {
        let mut dtypes = HashMap::new();
        for parameter in callee.dtypes {
            let choices: Vec<DType> =
                parameter.choices.iter().filter_map(|c| DType::from_name(&c.to_string())).collect();
            let of_parameter = callee.leaves.iter().zip(values).filter(
                |(p, _)| matches!(&p.ty.element, Element::Dtype(d) if *d == parameter.name),
            );
            let (mut typed, mut weak) = (None, None);
            for (_, operand) in of_parameter {
                match &operand.value {
                    Value::Weak(w) => weak = weak.or(Some(w.default_dtype())),
                    value => typed = typed.or(value_dtype(value).map(|d| (d, operand))),
                }
            }
            let dtype = match (typed, weak) {
                (Some((dtype, operand)), _) => {
                    if !choices.contains(&dtype) {
                        let list: Vec<&str> = choices.iter().map(|d| d.name()).collect();
                        return Err(self.report(
                            Diagnostic::new(
                                operand.span,
                                format!("`{}` of `{name}` cannot be {dtype}", parameter.name),
                            )
                            .fact(format_args!(
                                "`{}` is {}",
                                operand.text,
                                operand.value.type_text()
                            ))
                            .help(format_args!(
                                "`{}` is one of {}",
                                parameter.name,
                                list.join(", ")
                            )),
                        ));
                    }
                    dtype
                }
                (None, Some(dtype)) if choices.contains(&dtype) => dtype,
                _ => {
                    return Err(self.report(
                        Diagnostic::new(
                            span,
                            format!(
                                "the dtype `{}` of `{name}` does not follow from the arguments",
                                parameter.name
                            ),
                        )
                        .help("give a literal a dtype: `1.0f64`"),
                    ));
                }
            };
            dtypes.insert(parameter.name.to_string(), dtype);
        }
        Ok(dtypes)
    }

    /// Binds the callee's parameters in the current frame.
    fn bind_parameters(
        &mut self,
        callee: &Function,
        taken: &Callee<'_>,
        values: &[Operand],
        passed: Vec<Value>,
    ) -> Res<()> {
        let mut result = Ok(());
        let mut bound = Vec::new();
        let mut passed = passed.into_iter();
        for (leaf, operand) in taken.leaves.iter().zip(values) {
            let value = self.resolve_type(&leaf.ty).and_then(|ty| {
                self.binding_arguments = true;
                let array = self.conform(operand, &ty, &taken.who(leaf));
                self.binding_arguments = false;
                array
            });
            if let Err(reported) = &value {
                result = Err(*reported);
            }
            bound.push(value.map(Value::Array));
        }
        let records = Rc::clone(&self.state.records);
        let mut bound = bound.into_iter();
        for param in &callee.params {
            let value = match &param.ty.element {
                Element::Function(_) => passed.next().ok_or_else(Reported::after_error),
                _ => grouped(&records, &param.ty, &mut bound),
            };
            let kind = BindingKind::Param { mutable: param.mutable };
            self.scopes.bind(&param.name.to_string(), value, kind);
        }
        result
    }

    /// Stores the final values of `&mut` parameters in the variables that were passed for them.
    fn write_back_all(
        &mut self,
        callee: &Function,
        args: &[&Expr],
        updates: Vec<Res<Value>>,
    ) -> Res<()> {
        let mut updated: Vec<String> = Vec::new();
        let mut updates = updates.into_iter();
        for (param, expr) in callee.params.iter().zip(args) {
            if !param.mutable {
                continue;
            }
            let value = updates.next().unwrap_or(Err(Reported::after_error()));
            self.write_back(param.name.to_string(), expr, value, &mut updated)?;
        }
        Ok(())
    }

    fn write_back(
        &mut self,
        param: String,
        expr: &Expr,
        value: Res<Value>,
        updated: &mut Vec<String>,
    ) -> Res<()> {
        let Some((target, path)) = place(expr).filter(|_| self.scopes.is_bound(expr)) else {
            return Err(self.report(
                Diagnostic::new(
                    expr.span,
                    format!("`{param}` is `&mut`: its argument has to be a variable"),
                )
                .help("bind it first: `let x = ...;`"),
            ));
        };
        let root = target.to_string();
        let text = render::text(expr);
        match self.scopes.lookup(&root).map(|b| b.kind) {
            Some(BindingKind::Param { mutable: true } | BindingKind::Local) => {}
            _ => {
                return Err(self.report(
                    Diagnostic::new(
                        expr.span,
                        format!("`{text}` is updated by this call, but is not `&mut`"),
                    )
                    .help(match self.scopes.lookup(&root).map(|b| &b.value) {
                        Some(Ok(Value::Array(array))) if array.rank() > 0 => format!(
                            "declare it as `{text}: &mut {}`, or update a copy: `let y = {text};`",
                            super::checker::array_text(array)
                        ),
                        Some(Ok(Value::Record(record))) => format!(
                            "declare `{root}: &mut {}`, or update a copy: `let y = {text};`",
                            record.name
                        ),
                        _ => format!("update a copy: `let y = {text};`"),
                    }),
                ));
            }
        }
        let within = |one: &str, other: &str| {
            one.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if updated.iter().any(|other| within(other, &text) || within(&text, other)) {
            return Err(self.report(
                Diagnostic::new(expr.span, format!("`{text}` is passed as `&mut` twice"))
                    .help("each `&mut` argument has to be another array"),
            ));
        }
        updated.push(text);
        let old = self.scopes.lookup(&root).map(|b| b.value.clone());
        let value = match (old, path.is_empty()) {
            (Some(Ok(old)), false) => value.map(|value| with_path(&old, &path, value)),
            _ => value,
        };
        self.scopes.store_back(&root, value);
        Ok(())
    }
}

/// Whether a parameter is a function.
fn takes_function(callee: &Function, param: usize) -> bool {
    matches!(callee.params[param].ty.element, Element::Function(_))
}
