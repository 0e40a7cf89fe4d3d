//! The checker: resolves names, dtypes, symbolic shapes and index domains, and turns the syntax tree into typed DAGs.
//!
//! Every NumPy operation becomes one comprehension; the scheduler fuses them. All errors of a block are reported. A
//! value with an error is silent afterwards, so that errors do not cascade.
//!
//! The state of one function is a `Checker` (`checker`). `expr` and `stmt` lower expressions and statements, `ops` is
//! the table of built-in functions, `complex` has the rules of complex numbers, and `inline` lowers calls of helpers in
//! place.
//!
//! # Decisions
//!
//! Where NumPy leaves room, or differs because sizes are symbolic, these are the rules:
//!
//! - Sizes are equal if their canonical forms are equal. Only the literal size 1 broadcasts.
//! - A slice or integer that may be out of range for some sizes is a [`crate::dag::Constraint`] on the call (NumPy
//!   would clamp slices). A position whose sign is unknown (`N - 2`) counts from the front.
//! - Functions of literals are literals: `sqrt(2.0) * x` keeps the dtype of `x`.
//! - Plain integer indices must index an axis that is not empty. If they are not provably in range of such an axis, they
//!   get a [`crate::dag::Check`], and their loads are clamped, so that nothing is read out of bounds while checks run.
//!   `clip(i, 0, N - 1)` and `i % N` are provable.
//! - `u = v` for a `&mut` parameter broadcasts `v` into `u`, as `u[...] = v` does.
//! - `u[1..-1] = v` makes a new `u` of `v` and the old one. A name that was bound to a slice of `u` before keeps its
//!   value, because a slice is not a view. If `v` has an axis along the slice, the slice must not be empty.

mod arithmetic;
mod assign;
mod axis;
mod checker;
mod complex;
mod comprehension;
mod consts;
mod contract;
mod expr;
mod flow;
mod fold;
pub(crate) mod foreign;
mod functional_update;
mod functions;
mod graph;
mod index;
mod inline;
pub(crate) mod ops;
mod promote;
mod range;
mod ranked;
mod records;
mod render;
mod routine;
mod scopes;
mod signature;
mod stmt;
mod streamed;

#[cfg(test)]
mod tests;
mod tuning;
mod types;
mod value;
mod weak;

pub use consts::ConstValue;
pub use ops::{Flags, FunctionInfo, Group, function_table, is_module_function};
pub(crate) use ranked::unordered;
pub(crate) use types::unknown_dtype;

use crate::dag::{DType, Dag, Input, Output, ParamKind, Target};
use crate::diagnostic::{Diagnostic, Errors};
use crate::limits;
use crate::parse::ast::{Block, Element, Expr, ExprKind, Function};
use crate::plan::{DimSource, ResultInfo};
use crate::records::{Leaf, Records, Signature, check_records};
use crate::stream::Streamed;
use crate::suggest;
use checker::{BlockState, Checker};
use consts::ConstTable;
use records::{grouped, values_apart};
use scopes::BindingKind;
use signature::ParamSizes;
use std::collections::HashSet;
use std::rc::Rc;
use types::Type;
use value::{Array, Data, Reported, Res, Value};

/// A `pub fn` that has no errors.
#[derive(Clone, Debug)]
pub struct CheckedFunction {
    /// Index into [`Block::fns`].
    pub index: usize,
    pub name: String,
    /// Declared dimensions, in order.
    pub dims: Vec<String>,
    /// Dimensions that no parameter determines: leading `usize` arguments, in this order.
    pub explicit_dims: Vec<String>,
    /// How the other dimensions follow from the arguments, in an order in which offsets are known. (Every declared axis
    /// has still to be checked against its size at the call.)
    pub dim_sources: Vec<DimSource>,
    /// The pinned dimensions of each variant, in the order in which the variants are tried. An empty list is the
    /// generic variant.
    pub pins: Vec<Vec<(String, i64)>>,
    /// One instance for each choice of dtypes.
    pub instances: Vec<Instance>,
    /// The dimension whose rows may belong to ranks, if the function has `#[ranks]`.
    pub ranks: Option<String>,
}

/// A function for one choice of its dtype parameters.
#[derive(Clone, Debug)]
pub struct Instance {
    pub dtypes: Vec<(String, DType)>,
    /// The parameters are [`Dag::inputs`], in order.
    pub dag: Dag,
    pub results: Vec<ResultInfo>,
    /// The programs for arrays that are too large for memory, if the function has `#[stream]`.
    pub streamed: Option<Box<Streamed>>,
}

/// The values of a block's constants, in source order. [`check_block`] reports their errors.
pub fn const_values(block: &Block) -> Vec<Option<ConstValue>> {
    let table = ConstTable::evaluate(block, &mut Errors::default());
    (0..block.consts.len()).map(|k| table.get(k)?.clone().ok()).collect()
}

/// Checks a block and lowers its `pub fn`s. Functions with errors are left out. All errors of the block go to `errors`.
pub fn check_block(block: &Block, errors: &mut Errors) -> Vec<CheckedFunction> {
    consts::check_names(block, errors);
    let consts = ConstTable::evaluate(block, errors);
    let mut checked = Vec::new();
    let mut called = HashSet::new();
    let mut state = BlockState::new(block);
    let wrong = errors.len();
    check_records(block, &state.records, errors);
    if errors.len() > wrong {
        // Everything that uses a wrong record would be reported as well.
        return checked;
    }
    state.foreign = foreign::declared(block, errors);
    for (index, function) in block.fns.iter().enumerate() {
        if function.is_public() && function.foreign.is_none() {
            let reached = &mut called;
            let function =
                check_function(block, &consts, index, function, errors, &mut state, reached);
            checked.extend(function);
        }
    }
    // Helpers that no public function calls are checked by themselves, for their errors.
    for (index, function) in block.own_fns().enumerate() {
        let is_helper = !function.is_public() && function.foreign.is_none();
        if is_helper && !called.contains(&index) {
            let reached = &mut called.clone();
            check_function(block, &consts, index, function, errors, &mut state, reached);
            called.extend(reached.iter());
        }
    }
    for function in block.own_fns().filter(|f| !f.is_public()) {
        if let Some(dim) = function.pins.first().and_then(|p| p.dims.first()) {
            errors.push(
                Diagnostic::new(
                    dim.span(),
                    format!(
                        "`{}` is not `pub`: only public functions have variants",
                        function.name
                    ),
                )
                .help("pin the dimensions of the functions that call it"),
            );
        }
    }
    for function in block.own_fns().filter(|f| !f.is_public()) {
        if let Some(stream) = &function.stream {
            errors.push(streamed::of_helper(function, stream));
        }
        if let Some(ranks) = &function.ranks {
            errors.push(ranked::of_helper(function, ranks));
        }
    }
    tuning::of_helpers(block, errors);
    checked
}

fn check_function(
    block: &Block,
    consts: &ConstTable,
    index: usize,
    function: &Function,
    errors: &mut Errors,
    state: &mut BlockState,
    called: &mut HashSet<usize>,
) -> Option<CheckedFunction> {
    // A helper that takes a function is checked where it is called with one.
    let open = function.params.iter().any(|p| matches!(p.ty.element, Element::Function(_)));
    if function.broken || state.exhausted || open {
        return None;
    }
    let mut own = Errors::default();
    let pins = signature::variants(function, &mut own);
    let dims: Vec<String> = function.dims.iter().map(|d| d.to_string()).collect();
    let mut checked = CheckedFunction {
        index,
        name: function.name.to_string(),
        dims,
        explicit_dims: Vec::new(),
        dim_sources: Vec::new(),
        pins,
        instances: Vec::new(),
        ranks: function.ranks.as_ref().map(|ranks| ranks.dim.to_string()),
    };
    let signature = Rc::clone(&state.records);
    let signature = signature.signature(index);
    check_dtype_parameters(function, signature, &mut own);
    let tuning = tuning::of_function(block, function, &mut own);
    let programs = function.dtypes.iter().map(|p| p.choices.len()).chain([checked.pins.len()]);
    let programs = programs.fold(1, usize::saturating_mul);
    if programs > limits::PROGRAMS {
        let what = format!("`{}` has {programs} choices of dtypes and pinned sizes", function.name);
        own.push(
            limits::exceeded(function.name.span(), what, limits::PROGRAMS)
                .help("each is compiled by itself: leave out those that are not needed"),
        );
    }
    let mut choices = signature::dtype_choices(function);
    let count = choices.len();
    if programs > limits::PROGRAMS {
        choices.truncate(1);
    }
    for choice in choices {
        let context = Context { block, consts, function };
        let instance = lower(&context, &mut checked, choice, &mut own, state, called);
        // The next choice would only repeat the errors of this one.
        let Some(instance) = instance else { break };
        let mut instance = instance;
        instance.dag.tuning = tuning.clone();
        checked.instances.push(instance);
    }
    // A body with a value gets another error.
    if own.is_empty() && function.results.is_empty() && function.params.iter().all(|p| !p.mutable) {
        own.push(
            Diagnostic::new(
                function.name.span(),
                format!("`{}` has no results and updates nothing", function.name),
            )
            .help(
                "declare a result, `-> [f64; N]`, or a parameter that is updated, `&mut [f64; N]`",
            ),
        );
    }
    if own.is_empty()
        && checked.instances.len() == count
        && function.is_public()
        && let Some(stream) = &function.stream
    {
        match streamed::streamed(function, stream, &checked, signature) {
            Ok(streamed) => {
                for (instance, streamed) in checked.instances.iter_mut().zip(streamed) {
                    instance.streamed = Some(Box::new(streamed));
                }
            }
            Err(diagnostic) => own.push(diagnostic),
        }
    }
    if own.is_empty()
        && function.is_public()
        && let Some(ranks) = &function.ranks
        && let Err(diagnostic) = ranked::ranked(function, ranks, &checked)
    {
        own.push(diagnostic);
    }
    let failed = !own.is_empty() || checked.instances.len() < count;
    own.sorted().into_iter().for_each(|d| errors.push(d));
    (!failed && !checked.instances.is_empty()).then_some(checked)
}

fn check_dtype_parameters(function: &Function, signature: &Signature, errors: &mut Errors) {
    for parameter in &function.dtypes {
        let used = signature
            .params
            .iter()
            .any(|p| matches!(&p.ty.element, Element::Dtype(name) if *name == parameter.name));
        let named = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if *name == parameter.name);
        let types = signature.params.iter().chain(&signature.results).map(|leaf| &leaf.ty);
        if !used && types.flat_map(|ty| ty.shape.iter().flatten()).any(named) {
            errors.push(
                Diagnostic::new(
                    parameter.name.span(),
                    format!("`{}` is declared as a dtype, but is a dimension", parameter.name),
                )
                .help(format_args!(
                    "write its name only: `fn {}<{}>(...)`",
                    function.name, parameter.name
                )),
            );
        } else if !used {
            errors.push(
                Diagnostic::new(
                    parameter.name.span(),
                    format!(
                        "the dtype parameter `{}` is the dtype of no parameter",
                        parameter.name
                    ),
                )
                .help(format_args!(
                    "the dtypes of arguments decide it: give a parameter the type `[{0}; ...]`, or write a dtype for `{0}`",
                    parameter.name
                )),
            );
        }
    }
}

struct Context<'a> {
    block: &'a Block,
    consts: &'a ConstTable,
    function: &'a Function,
}

fn lower(
    context: &Context<'_>,
    checked: &mut CheckedFunction,
    choice: Vec<(String, DType)>,
    errors: &mut Errors,
    state: &mut BlockState,
    called: &mut HashSet<usize>,
) -> Option<Instance> {
    let function = context.function;
    let mut checker = Checker::new(context.block, context.consts, errors, state, &checked.name);
    checker.graph.variants = checked.pins.clone();
    checker.graph.dag.dims = checked.dims.clone();
    let mut frame =
        signature::symbolic_frame(&function.dims, &function.dtypes, Some(checked.index));
    frame.dtypes = signature::dtype_map(&choice);
    checker.scopes.frames.push(frame);

    let records = Rc::clone(&checker.state.records);
    let signature = records.signature(checked.index);
    let (values, shapes) = inputs(&mut checker, function, signature);
    bind_parameters(&mut checker, function, &records, values);
    if let Some(shapes) = &shapes {
        (checked.dim_sources, checked.explicit_dims) =
            signature::solve_order(&checked.dims, shapes);
    }

    let body = checker.body_and_updates(function);
    let results = body.and_then(|(tail, updates)| {
        let results = checker.results(function, tail)?;
        Ok((results, updates))
    });
    if results.is_err() {
        // Types of results may have errors, too.
        for result in &signature.results {
            let _ = checker.resolve_type(&result.ty);
        }
    }
    called.extend(checker.called.iter());
    checker.state.operations += checker.graph.dag.operation_count();
    if shapes.is_some() {
        unused_dims(function, &checked.explicit_dims, &mut checker);
    }
    if checker.failed {
        return None;
    }
    let (results, updates) = results.ok()?;
    let infos = output_results(&mut checker, function, signature, results);
    output_updates(&mut checker, signature, updates);
    checker.check_inlined(function);
    if checker.failed {
        return None;
    }
    let mut dag = checker.graph.dag;
    dag.name_origins();
    Some(Instance { dtypes: choice, dag, results: infos, streamed: None })
}

/// The values of the parameters, with records taken apart, as inputs of the graph; and their sizes. There are no sizes
/// if a type has an error.
fn inputs(
    checker: &mut Checker<'_>,
    function: &Function,
    signature: &Signature,
) -> (Vec<Res<Value>>, Option<Vec<ParamSizes>>) {
    let mut shapes = Some(Vec::new());
    let mut values = Vec::new();
    for param in &signature.params {
        let ty = checker.resolve_type(&param.ty);
        let mut value = ty.as_ref().map_err(|e| *e).map(|ty| input(checker, param, ty));
        if let (true, Ok(ty)) = (param.mutable, &ty)
            && (ty.bound.is_some() || ty.shape.is_none())
        {
            value = Err(checker.report(cannot_be_updated(function, param, ty)));
        }
        match (&mut shapes, ty) {
            (Some(shapes), Ok(ty)) => {
                let (shape, domain) = (ty.sizes().to_vec(), ty.bound.clone());
                shapes.push(ParamSizes { shape, domain });
            }
            _ => shapes = None,
        }
        values.push(value);
    }
    (values, shapes)
}

/// A new input of the graph for a parameter of type `ty`, as a value.
fn input(checker: &mut Checker<'_>, param: &Leaf, ty: &Type) -> Value {
    let kind = match (&ty.bound, &ty.shape) {
        (Some(bound), _) => ParamKind::Index { bound: bound.clone() },
        (None, None) => ParamKind::Scalar,
        (None, Some(_)) if param.mutable => ParamKind::ArrayMut,
        (None, Some(_)) => ParamKind::Array,
    };
    let (mut shape, dtype) = (ty.sizes().to_vec(), ty.dtype);
    let kind = match kind {
        // A scalar parameter has room for one number only.
        ParamKind::Scalar if dtype.is_complex() => ParamKind::Array,
        kind => kind,
    };
    shape.extend(dtype.is_complex().then(|| 2.into()));
    let name = param.text.clone();
    let dtype = dtype.part();
    let node = checker.graph.dag.input(Input { name, dtype, shape: shape.clone(), kind });
    let array = Array::node(shape, dtype, node);
    let array = if ty.dtype.is_complex() { array.complex() } else { array };
    Value::Array(checker.graph.bounded(array, ty.bound.clone()))
}

/// The error for a `&mut` parameter that is a scalar or an index array.
fn cannot_be_updated(function: &Function, param: &Leaf, ty: &Type) -> Diagnostic {
    let what = if ty.bound.is_some() { "an index array" } else { "a scalar" };
    let declared = &function.params[param.of];
    match declared.ty.element {
        Element::Record { .. } => Diagnostic::new(
            declared.ty.span,
            format!("`{}` is {what}, which cannot be updated", param.text),
        )
        .help("let a record of its own have the arrays that are updated"),
        _ => Diagnostic::new(
            param.ty.span,
            format!("{what} cannot be updated: `&mut` is for arrays"),
        )
        .help("return the new value instead"),
    }
}

/// Binds the declared parameters; `values` are the arrays and scalars that they consist of.
fn bind_parameters(
    checker: &mut Checker<'_>,
    function: &Function,
    records: &Records,
    values: Vec<Res<Value>>,
) {
    let mut values = values.into_iter();
    for param in &function.params {
        let mut value = grouped(records, &param.ty, &mut values);
        if consts::is_declared_before(function, &param.name) {
            // Reported by `check_names`.
            value = Err(Reported::after_error());
            checker.failed = true;
        }
        checker.scopes.bind(
            &param.name.to_string(),
            value,
            BindingKind::Param { mutable: param.mutable },
        );
    }
}

/// Makes the results outputs of the graph, and gives their names, dtypes and shapes.
fn output_results(
    checker: &mut Checker<'_>,
    function: &Function,
    signature: &Signature,
    results: Vec<Value>,
) -> Vec<ResultInfo> {
    let mut infos = Vec::new();
    for (k, array) in results.into_iter().flat_map(arrays).enumerate() {
        let array = &array.with_bound(None);
        let node = node_of(checker, array);
        let stored = array.real();
        let name = result_name(function, &signature.results[k]);
        infos.push(ResultInfo { name, dtype: stored.dtype, shape: stored.shape });
        checker.graph.dag.outputs.push(Output { target: Target::Result(k as u32), node });
    }
    infos
}

/// Makes the final values of `&mut` parameters outputs of the graph.
fn output_updates(checker: &mut Checker<'_>, signature: &Signature, updates: Vec<Res<Value>>) {
    let mutable = signature.params.iter().enumerate().filter(|(_, p)| p.mutable);
    // Without errors all of them have values.
    for ((k, _), array) in mutable.zip(updates.into_iter().flatten().flat_map(arrays)) {
        let node = node_of(checker, &array);
        // A parameter that was never assigned needs no output.
        if checker.graph.dag.node(node).kind != crate::dag::NodeKind::Input(k as u32) {
            checker.graph.dag.outputs.push(Output { target: Target::Param(k as u32), node });
        }
    }
}

/// The name by which a caller knows the memory for a result: `out`, `out 1`, `out.rho`.
fn result_name(function: &Function, leaf: &Leaf) -> String {
    match function.results.len() {
        1 => format!("out{}", leaf.text),
        _ => format!("out {}{}", leaf.of, leaf.text),
    }
}

/// The arrays of a finished value.
fn arrays(value: Value) -> Vec<Array> {
    let arrays = values_apart(value).into_iter().filter_map(|value| match value {
        Value::Array(array) => Some(array),
        _ => None,
    });
    arrays.collect()
}

/// The node of a finished value.
fn node_of(checker: &mut Checker<'_>, array: &Array) -> crate::dag::NodeId {
    let array = checker.graph.materialise(array.real());
    if let Data::Node(node) = array.data {
        return node;
    }
    let axes: Vec<_> = (0..array.rank()).map(|k| checker.graph.dag.axis(k)).collect();
    let body = array.element(&mut checker.graph.dag, &axes);
    checker.graph.dag.compute("value", array.shape.clone(), body)
}

/// Reports dimensions that nothing uses, because they would be arguments without effect.
fn unused_dims(function: &Function, explicit: &[String], checker: &mut Checker<'_>) {
    for dim in &function.dims {
        let name = dim.to_string();
        if explicit.contains(&name) && !checker.used_dims.contains(&name) {
            checker.report(
                Diagnostic::new(dim.span(), format!("the dimension `{dim}` is never used"))
                    .help("remove it, or use it in a shape"),
            );
        }
    }
}
