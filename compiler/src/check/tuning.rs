//! Turns attributes that tune from the syntax tree into hints in the graph.

use super::checker::Checker;
use super::graph::Graph;
use super::ops::reductions::KEEPDIMS;
use super::scopes::BindingKind;
use super::suggest;
use super::value::{Array, Data, Res, Value, Weak};
use crate::dag::hints::{SHORT_REDUCTION, long_reductions};
use crate::dag::{self, Dag, Hints, NodeId, NodeKind, Routine, Scalar, Size, Target, visit};
use crate::diagnostic::{Diagnostic, Errors, SpanRange};
use crate::parse::ast::{Attribute, Block, Function, Tuning};
use proc_macro2::Ident;

/// A value that a user wants inlined. Whether it has to be stored is known only at the end of the function.
pub(crate) struct Inlined {
    node: NodeId,
    name: String,
    span: SpanRange,
}

/// The wishes of the attributes of a function and of its block for its kernels.
pub(crate) fn of_function(block: &Block, function: &Function, errors: &mut Errors) -> dag::Tuning {
    let rounding = function.rounding.or(block.rounding).unwrap_or_default();
    let mut tuning = dag::Tuning { rounding, ..dag::Tuning::default() };
    for attribute in &function.tuning {
        for dim in attribute.tuning.dims() {
            if !function.dims.contains(dim) {
                errors.push(unknown_dimension(function, attribute, dim));
            }
        }
        let size = |dim: &Ident| Size::dim(&dim.to_string());
        match &attribute.tuning {
            Tuning::NoFuse => tuning.no_fuse = true,
            Tuning::Vectorize(dim) => tuning.vectorize = Some(size(dim)),
            Tuning::Block(steps) => {
                tuning.block = steps.iter().map(|(dim, n)| (size(dim), *n)).collect();
            }
            Tuning::Threads(threads) => tuning.threads = Some(*threads),
            Tuning::Materialize | Tuning::Inline => {}
        }
    }
    tuning
}

/// Reports attributes about kernels on helpers. Helpers have no kernels, because they are inlined where they are
/// called.
pub(crate) fn of_helpers(block: &Block, errors: &mut Errors) {
    for function in block.own_fns().filter(|f| !f.is_public()) {
        if function.rounding.is_some() {
            let claim = format!(
                "`{}` is not `pub`: it rounds as the functions do that call it",
                function.name
            );
            errors.push(
                Diagnostic::new(function.span, claim)
                    .help("put the attribute on the functions that call it"),
            );
        }
        for attribute in &function.tuning {
            let claim = format!(
                "`{}` is not `pub`: it has no kernels that `{}` could tune",
                function.name,
                attribute.tuning.name()
            );
            errors.push(
                Diagnostic::new(attribute.span, claim)
                    .help("put the attribute on the functions that call it"),
            );
        }
    }
}

fn unknown_dimension(function: &Function, attribute: &Attribute, dim: &Ident) -> Diagnostic {
    let what = attribute.tuning.name();
    let claim = format!("`{what}` names `{dim}`, which is no dimension of `{}`", function.name);
    let dims: Vec<String> = function.dims.iter().map(ToString::to_string).collect();
    let near = suggest::nearest(&dim.to_string(), dims.iter().map(String::as_str));
    let diagnostic = Diagnostic::new(dim.span(), claim);
    match (near, dims.is_empty()) {
        (Some(near), _) => diagnostic.help(format_args!("did you mean `{near}`?")),
        (None, false) => diagnostic.help(format_args!("its dimensions are {}", dims.join(", "))),
        (None, true) => {
            diagnostic.help(format_args!("declare it: `fn {}<{dim}>(...)`", function.name))
        }
    }
}

impl Checker<'_> {
    /// The value of a `let`, with the hints of its attributes.
    pub(super) fn tuned(
        &mut self,
        attributes: &[Attribute],
        name: &Ident,
        value: Res<Value>,
    ) -> Res<Value> {
        let (Some(first), Ok(known)) = (attributes.first(), &value) else { return value };
        let node = match known {
            Value::Array(array) if array.rank() > 0 && !array.open => {
                self.graph.materialise(array.clone())
            }
            Value::Array(array) => array.clone(),
            Value::Weak(_) | Value::Tuple(_) | Value::Record(_) | Value::Function(_) => {
                return Err(self.not_tunable(first, name, known));
            }
        };
        let Data::Node(id) = node.data else {
            return Err(self.not_tunable(first, name, known));
        };
        let id = self.graph.reduced(id);
        if let NodeKind::Input(p) = self.graph.dag.node(id).kind {
            let param = self.graph.dag.inputs[p as usize].name.clone();
            let what = first.tuning.name();
            let claim = format!("`{what}` has nothing to do: `{name}` is the parameter `{param}`");
            return Err(self.report(
                Diagnostic::new(first.span, claim)
                    .fact("the caller computed it, and it is in memory")
                    .help("remove the attribute"),
            ));
        }
        let mut hints = Hints::default();
        for attribute in attributes {
            match &attribute.tuning {
                Tuning::Materialize => hints.materialize = true,
                Tuning::NoFuse => hints.no_fuse = true,
                Tuning::Inline => {
                    self.may_inline(attribute, name, id)?;
                    hints.inline = true;
                }
                Tuning::Vectorize(dim) => {
                    hints.vectorize = Some(self.lanes_of(name, dim, &node, id)?);
                }
                Tuning::Block(_) | Tuning::Threads(_) => {}
            }
        }
        self.graph.dag.hint(id, &hints);
        Ok(Value::Array(node))
    }

    /// The error for an attribute on a value that is not computed as an array.
    fn not_tunable(
        &mut self,
        attribute: &Attribute,
        name: &Ident,
        value: &Value,
    ) -> super::value::Reported {
        let what = attribute.tuning.name();
        let (claim, help) = match value {
            Value::Array(array) if array.open => (
                format!("`{what}` has nothing to do: `{name}` depends on the index of a closure"),
                "bind an array outside of the closure, and tune that",
            ),
            Value::Tuple(_) => (
                format!("`{what}` is for arrays: `{name}` is {}", value.type_text()),
                "name the parts: `let (a, b) = ...;`",
            ),
            Value::Record(_) => (
                format!("`{what}` is for arrays: `{name}` is {}", value.type_text()),
                "bind the array of a field by a `let` of its own, and tune that",
            ),
            _ => (
                format!("`{what}` has nothing to do: `{name}` is {}", constant_text(value)),
                "remove the attribute",
            ),
        };
        self.report(Diagnostic::new(attribute.span, claim).help(help))
    }

    /// Checks whether the users of a value may compute it. Whether it has to be stored is known later.
    fn may_inline(&mut self, attribute: &Attribute, name: &Ident, id: NodeId) -> Res<()> {
        let is_short = |size: &Size| {
            self.graph.variants.iter().all(|pins| {
                let pinned = size.substitute(&|name| {
                    let pin = pins.iter().find(|(dim, _)| dim == name)?;
                    Some(Size::constant(pin.1))
                });
                pinned.as_constant().is_some_and(|n| n <= SHORT_REDUCTION)
            })
        };
        let Some(long) = long_reductions(&self.graph.dag, id, &is_short) else {
            let by = match &self.graph.dag.node(id).kind {
                NodeKind::Routine { routine, .. } => routine_text(routine),
                NodeKind::Loop { .. } => "a loop",
                NodeKind::Input(_) | NodeKind::Compute(_) => "the caller",
            };
            let claim = format!("`{name}` cannot be inlined: {by} computes whole rows at once");
            return Err(self
                .report(Diagnostic::new(attribute.span, claim).help(
                    "remove `#[inline]`: its users read the array that it leaves in memory",
                )));
        };
        if let Some(extents) = long.first() {
            let terms = Size::product(extents);
            let claim =
                format!("`{name}` cannot be inlined: it is a reduction of {terms} elements");
            return Err(self.report(
                Diagnostic::new(attribute.span, claim)
                    .fact(format_args!(
                        "each use would repeat it; reductions of at most {SHORT_REDUCTION} elements may be inlined"
                    ))
                    .help("remove `#[inline]`, or put it on what is reduced"),
            ));
        }
        let (name, span) = (name.to_string(), attribute.span);
        self.inlined_lets.push(Inlined { node: id, name, span });
        Ok(())
    }

    /// The size of the axes that a value has in lanes.
    fn lanes_of(&mut self, name: &Ident, dim: &Ident, array: &Array, id: NodeId) -> Res<Size> {
        let text = dim.to_string();
        let size = match self.scopes.lookup(&text) {
            Some(binding) if binding.kind == BindingKind::Dim => match &binding.value {
                Ok(Value::Weak(Weak::Size(size))) => Some(size.clone()),
                Ok(Value::Weak(Weak::Int(n))) => i64::try_from(*n).ok().map(Size::constant),
                _ => None,
            },
            _ => None,
        };
        let Some(size) = size else {
            let function =
                self.scopes.frames.last().and_then(|f| self.scopes.block.fns.get(f.function?));
            let names: Vec<String> = function
                .map(|f| f.dims.iter().map(ToString::to_string).collect())
                .unwrap_or_default();
            let near = suggest::nearest(&text, names.iter().map(String::as_str));
            let claim = format!("`vectorize` names `{dim}`, which is no dimension");
            let diagnostic = Diagnostic::new(dim.span(), claim);
            return Err(self.report(match near {
                Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
                None if names.is_empty() => {
                    diagnostic.help(format_args!("declare it: `fn f<{dim}>(...)`"))
                }
                None => diagnostic.help(format_args!("the dimensions are {}", names.join(", "))),
            }));
        };
        if array.shape.contains(&size) || summed(&self.graph.dag, id).contains(&size) {
            return Ok(size);
        }
        let claim = format!("`{name}` has no axis of size `{dim}`, and sums over none");
        let found = Value::Array(array.clone()).type_text();
        Err(self.report(
            Diagnostic::new(dim.span(), claim)
                .fact(format_args!("`{name}` is {found}"))
                .help("name the size of an axis, or of the axis that its reduction runs over"),
        ))
    }

    /// Reports values that were to be inlined, but have to be in memory.
    pub(super) fn check_inlined(&mut self, function: &Function) {
        for inlined in std::mem::take(&mut self.inlined_lets) {
            let Some(why) = stored_because(&self.graph.dag, function, inlined.node) else {
                continue;
            };
            let claim = format!("`{}` cannot be inlined: {why}", inlined.name);
            self.report(
                Diagnostic::new(inlined.span, claim)
                    .help("remove `#[inline]`: what is in memory is read from there"),
            );
        }
    }
}

impl Graph {
    /// The reduction behind a view that `keepdims` made, or the node itself.
    fn reduced(&self, id: NodeId) -> NodeId {
        let node = self.dag.node(id);
        match node.kind {
            NodeKind::Compute(value) if node.name == KEEPDIMS => match self.dag.scalar(value) {
                Scalar::Load { node, .. } => *node,
                _ => id,
            },
            _ => id,
        }
    }
}

fn constant_text(value: &Value) -> String {
    match value {
        Value::Array(_) => "a constant".into(),
        other => other.type_text(),
    }
}

/// The name of a routine in the user's words.
fn routine_text(routine: &Routine) -> &'static str {
    match routine {
        Routine::Scan(_) | Routine::ScanColumns(_) | Routine::ComplexProducts => {
            "a cumulative function"
        }
        Routine::ArgSort | Routine::Sort | Routine::Top { .. } => "a sort",
        Routine::Middle => "a median",
        Routine::Positions => "the positions of a mask",
        Routine::Search { .. } => "a search",
        Routine::Segment(_) => "a reduction by segments",
        Routine::SegmentCount | Routine::SegmentLast => "a count of indices",
        Routine::SegmentStore => "an assignment through indices",
        Routine::Lu => "the elimination of a matrix",
        Routine::LuSolve => "the solution of a system",
        Routine::Cholesky => "`cholesky`",
        Routine::SingularValues => "the search for singular values",
        Routine::Foreign(_) => "a foreign function",
    }
}

/// The extents of the reductions of a node.
fn summed(dag: &Dag, id: NodeId) -> Vec<Size> {
    let NodeKind::Compute(body) = dag.node(id).kind else { return Vec::new() };
    let mut sizes = Vec::new();
    for scalar in visit::operands_first(dag, body, true, &|_| false) {
        if let Scalar::Reduce { extents, .. } = dag.scalar(scalar) {
            sizes.extend(extents.iter().cloned());
        }
    }
    sizes
}

/// The reason why a node has to be in memory, if it has to be.
fn stored_because(dag: &Dag, function: &Function, node: NodeId) -> Option<String> {
    let output = dag.outputs.iter().find(|o| o.node == node).map(|o| match o.target {
        Target::Result(_) => format!("it is a result of `{}`", function.name),
        Target::Param(p) => format!("it is the new value of `{}`", dag.inputs[p as usize].name),
    });
    output.or_else(|| {
        visit::reachable(dag).into_iter().find_map(|user| match &dag.node(user).kind {
            NodeKind::Routine { routine, operands } if operands.contains(&node) => {
                Some(format!("{} reads it from memory", routine_text(routine)))
            }
            NodeKind::Loop { operands, .. } if operands.contains(&node) => {
                Some("a loop reads it from memory".to_string())
            }
            _ => None,
        })
    })
}
