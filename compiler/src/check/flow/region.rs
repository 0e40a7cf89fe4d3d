//! Regions: the bodies of loops while they are lowered, with a graph of their own.
//!
//! On entry, every name in scope gets a value in the new graph. A variable that the body assigns becomes a state; all
//! other arrays become inputs that are the same in every pass. On exit, the names get their old values back, and the
//! states those after the last pass.

use super::super::checker::Checker;
use super::super::graph::Graph;
use super::super::index::turns::Turn;
use super::super::scopes::Binding;
use super::super::value::{Array, Data, RecordValue, Reported, Res, Value, type_text};
use super::invariant;
use crate::dag::visit::loaded_nodes;
use crate::dag::{
    Body, Const, DType, Dag, Input, NodeId, NodeKind, Output, ParamKind, Scalar, ScalarId, Size,
    Target,
};
use crate::diagnostic::{Diagnostic, SpanRange};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

type Scope = HashMap<String, Binding>;

/// A variable that the body of a loop assigns.
pub(super) struct State {
    name: String,
    /// The place of an assignment.
    span: SpanRange,
    /// The value before the first pass.
    value: Value,
    /// Its arrays, as nodes. A record has several.
    nodes: Vec<NodeId>,
}

/// What a region is to people.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Loop,
    Branch,
}

/// What was outside of a region.
pub(super) struct Region {
    kind: Kind,
    dag: Dag,
    node_bounds: HashMap<NodeId, Size>,
    turns: HashMap<NodeId, Turn>,
    scopes: Vec<Scope>,
    inlined: usize,
    states: Vec<State>,
    /// The nodes outside of all inputs of the region.
    operands: Vec<NodeId>,
}

impl Checker<'_> {
    /// The states for variables. Numbers without a dtype get their default dtype.
    pub(super) fn states(
        &mut self,
        names: &[(String, SpanRange)],
        span: SpanRange,
    ) -> Res<Vec<State>> {
        let states = names.iter().map(|(name, assigned)| {
            let value = self.scopes.lookup(name).map(|binding| binding.value.clone());
            let value = value.unwrap_or(Err(Reported::after_error()))?;
            let value = self.typed(value, name, span)?;
            let mut leaves = Vec::new();
            arrays(&value, name, &mut leaves);
            let nodes =
                leaves.iter().map(|(path, array)| self.graph.as_node(path, array)).collect();
            Ok(State { name: name.clone(), span: *assigned, value, nodes })
        });
        states.collect()
    }

    /// A value whose numbers have dtypes.
    fn typed(&mut self, value: Value, name: &str, span: SpanRange) -> Res<Value> {
        Ok(match value {
            Value::Weak(weak) => Value::Array(self.weak_to(&weak, weak.default_dtype(), span)?),
            Value::Array(_) => value,
            Value::Tuple(items) => {
                let items = items.into_iter().map(|item| self.typed(item, name, span));
                Value::Tuple(items.collect::<Res<_>>()?)
            }
            Value::Record(record) => {
                let fields = record.fields.iter().map(|(field, value)| {
                    Ok((field.clone(), self.typed(value.clone(), name, span)?))
                });
                let fields = fields.collect::<Res<_>>()?;
                Value::Record(Rc::new(RecordValue { name: record.name.clone(), fields }))
            }
            Value::Function(_) => {
                return self.fail(
                    span,
                    format!("`{name}` is a function, which a loop cannot assign"),
                    "choose the function outside of the loop",
                );
            }
        })
    }

    /// Enters a region, whose condition is `first` before the first pass.
    pub(super) fn enter(&mut self, kind: Kind, first: Array, states: Vec<State>) -> Region {
        let first = self.graph.as_node("condition", &first);
        let mut inner = Dag::new(&self.graph.dag.name);
        inner.dims.clone_from(&self.graph.dag.dims);
        inner.at_line(self.graph.dag.line());
        let outer = std::mem::replace(&mut self.graph.dag, inner);
        let node_bounds = std::mem::take(&mut self.graph.node_bounds);
        let turns = std::mem::take(&mut self.graph.turns);
        let scopes = self.scopes.frame().scopes.clone();
        let mut region = Region {
            kind,
            dag: outer,
            node_bounds,
            turns,
            scopes,
            inlined: self.inlined_lets.len(),
            states,
            operands: vec![first],
        };
        let condition = Input {
            name: "condition".into(),
            dtype: DType::Bool,
            shape: Vec::new(),
            kind: ParamKind::Array,
        };
        self.graph.dag.input(condition);
        let mut inside = Vec::new();
        for state in &region.states {
            let mut leaves = Vec::new();
            arrays(&state.value, &state.name, &mut leaves);
            let mut inputs = Vec::new();
            for ((path, array), node) in leaves.iter().zip(&state.nodes) {
                let real = array.real();
                let (dtype, shape) = (real.dtype, real.shape.clone());
                let name = path.trim_start_matches('#').to_string();
                let input = Input { name, dtype, shape: shape.clone(), kind: ParamKind::Array };
                let input = Array::node(shape, dtype, self.graph.dag.input(input));
                let complex = array.dtype.is_complex();
                inputs.push(if complex { input.complex() } else { input });
                region.operands.push(*node);
            }
            let value = with_arrays(&state.value, &mut inputs.into_iter());
            inside.push((state.name.clone(), value));
        }
        let of_turns = of_turns(&region);
        let mut captured = Captured { memo: HashMap::new(), of_turns, region: &mut region };
        let mut scopes = std::mem::take(&mut self.scopes.frame().scopes);
        for binding in scopes.iter_mut().flat_map(HashMap::values_mut) {
            if let Ok(value) = &binding.value {
                binding.value = Ok(captured.value(&mut self.graph, value));
            }
        }
        self.scopes.frame().scopes = scopes;
        for (name, value) in inside {
            self.scopes.store_back(&name, Ok(value));
        }
        region
    }

    /// Leaves the region of a loop, given the condition of the next pass, and binds the states after the last pass.
    pub(super) fn leave_loop(
        &mut self,
        region: Region,
        next: Res<Array>,
        span: SpanRange,
    ) -> Res<()> {
        let (body, left) = self.leave(region, next, span)?;
        let nodes = self.graph.dag.repeat(body, &left.operands);
        self.bind_states(&left.states, &nodes[1..]);
        Ok(())
    }

    /// Gives variables the nodes of their arrays.
    pub(super) fn bind_states(&mut self, states: &[State], nodes: &[NodeId]) {
        let mut nodes = nodes.iter();
        for state in states {
            let mut leaves = Vec::new();
            arrays(&state.value, &state.name, &mut leaves);
            let mut results = leaves.iter().zip(&mut nodes).map(|((_, array), node)| {
                let real = array.real();
                let result = Array::node(real.shape, real.dtype, *node);
                if array.dtype.is_complex() { result.complex() } else { result }
            });
            let value = with_arrays(&state.value, &mut results);
            self.scopes.store_back(&state.name, Ok(value));
        }
    }

    /// Leaves a region. Returns the body, and what was outside, with the operands that the body needs.
    pub(super) fn leave(
        &mut self,
        mut region: Region,
        next: Res<Array>,
        span: SpanRange,
    ) -> Res<(Body, Left)> {
        let outputs = next.and_then(|next| {
            let mut outputs = vec![self.graph.as_node("condition", &next)];
            let all: Vec<Res<Vec<NodeId>>> =
                region.states.iter().map(|state| self.state_after(state, region.kind)).collect();
            for nodes in all {
                outputs.extend(nodes?);
            }
            Ok(outputs)
        });
        let inner = std::mem::replace(&mut self.graph.dag, std::mem::take(&mut region.dag));
        self.graph.node_bounds = std::mem::take(&mut region.node_bounds);
        self.graph.turns = std::mem::take(&mut region.turns);
        self.scopes.frame().scopes = std::mem::take(&mut region.scopes);
        self.inlined_lets.truncate(region.inlined);
        let mut inner = inner;
        let outputs = match outputs {
            Ok(outputs) => outputs,
            Err(reported) => {
                // Later uses of the variables stay silent.
                for state in &region.states {
                    self.scopes.store_back(&state.name, Err(reported));
                }
                return Err(reported);
            }
        };
        inner.outputs = (0..)
            .zip(outputs)
            .map(|(k, node)| Output { target: Target::Result(k), node })
            .collect();
        for constraint in std::mem::take(&mut inner.constraints) {
            if !self.graph.dag.constraints.contains(&constraint) {
                self.graph.dag.constraints.push(constraint);
            }
        }
        let states = inner.outputs.len();
        let once = region.kind == Kind::Branch;
        let moved = invariant::split(&inner, states, once, &region.operands, &mut self.graph.dag);
        if let Some(claim) = moved.unknown_check {
            let what = match region.kind {
                Kind::Loop => "loop",
                Kind::Branch => "branch",
            };
            let message = format!("a check in this {what} depends on what the {what} assigns");
            return Err(self.report(
                Diagnostic::new(span, message)
                    .fact(format_args!("it would find out whether {claim}"))
                    .fact("all checks are over before anything is computed")
                    .help(
                        "make sure of it: `for i in 0..N`, `clip(i, 0, N - 1)`, `i % N`, `take(x, i, mode=\"clip\")`, or a `size` that is always enough",
                    ),
            ));
        }
        let body = Body { dag: moved.body, states };
        Ok((body, Left { states: region.states, operands: moved.operands }))
    }

    /// The arrays of a state after a pass. They have the shapes and dtypes of those before.
    fn state_after(&mut self, state: &State, kind: Kind) -> Res<Vec<NodeId>> {
        let after = self.scopes.lookup(&state.name).map(|binding| binding.value.clone());
        let after = after.unwrap_or(Err(Reported::after_error()))?;
        let (mut old, mut new) = (Vec::new(), Vec::new());
        arrays(&state.value, &state.name, &mut old);
        let after = self.as_before(&state.value, after, state.span)?;
        arrays(&after, &state.name, &mut new);
        let same = |a: &Array, b: &Array| a.dtype == b.dtype && a.shape == b.shape;
        let differs = old.iter().zip(&new).find(|((_, a), (_, b))| !same(a, b));
        let wrong = match differs {
            Some(((path, a), (_, b))) => Some((
                path.clone(),
                type_text(a.dtype, None, &a.shape),
                type_text(b.dtype, None, &b.shape),
            )),
            None if old.len() != new.len() => {
                Some((state.name.clone(), state.value.type_text(), after.type_text()))
            }
            None => None,
        };
        if let Some((path, before, after)) = wrong {
            let (first, then, what) = match kind {
                Kind::Loop => ("before the first pass", "after a pass", "a loop"),
                Kind::Branch => ("without the branch", "after the branch", "a branch"),
            };
            return Err(self.report(
                Diagnostic::new(state.span, format!("`{path}` gets another type in {what}"))
                    .fact(format_args!("{first} it is {before}"))
                    .fact(format_args!("{then} it is {after}"))
                    .help(format_args!(
                        "what {what} assigns keeps its shape and dtype: give it this type before, or bind a new name with `let`"
                    )),
            ));
        }
        Ok(new.iter().map(|(path, array)| self.graph.as_node(path, array)).collect())
    }

    /// Numbers without a dtype get that of the state.
    fn as_before(&mut self, before: &Value, after: Value, span: SpanRange) -> Res<Value> {
        Ok(match (before, after) {
            (Value::Array(array), Value::Weak(weak)) if array.shape.is_empty() => {
                Value::Array(self.weak_to(&weak, array.dtype, span)?)
            }
            (Value::Record(old), Value::Record(new)) if old.name == new.name => {
                let fields = old.fields.iter().zip(&new.fields);
                let fields = fields.map(|((field, old), (_, new))| {
                    Ok((field.clone(), self.as_before(old, new.clone(), span)?))
                });
                let fields = fields.collect::<Res<_>>()?;
                Value::Record(Rc::new(RecordValue { name: old.name.clone(), fields }))
            }
            (Value::Tuple(old), Value::Tuple(new)) if old.len() == new.len() => {
                let items = old.iter().zip(new);
                let items = items.map(|(old, new)| self.as_before(old, new, span));
                Value::Tuple(items.collect::<Res<_>>()?)
            }
            (_, after) => after,
        })
    }
}

/// What is left of a region.
pub(super) struct Left {
    pub(super) states: Vec<State>,
    /// The nodes outside, for the inputs of the body.
    pub(super) operands: Vec<NodeId>,
}

/// The variables of loops around a region, and integers without axes that few operations make of them.
fn of_turns(region: &Region) -> HashSet<NodeId> {
    /// Proofs look no deeper.
    const MAX_DEPTH: usize = 12;
    let mut depths: HashMap<NodeId, usize> = region.turns.keys().map(|turn| (*turn, 0)).collect();
    if depths.is_empty() {
        return HashSet::new();
    }
    for (id, node) in region.dag.nodes() {
        let NodeKind::Compute(body) = node.kind else { continue };
        if !node.shape.is_empty() || node.dtype != DType::I64 {
            continue;
        }
        let loaded = loaded_nodes(&region.dag, body);
        let deepest = loaded.iter().filter_map(|of| depths.get(of)).max();
        if let Some(deepest) = deepest.filter(|deepest| **deepest < MAX_DEPTH) {
            depths.insert(id, deepest + 1);
        }
    }
    depths.into_keys().collect()
}

/// The arrays of a value, each with its name.
fn arrays(value: &Value, path: &str, out: &mut Vec<(String, Array)>) {
    match value {
        Value::Array(array) => out.push((path.to_string(), array.clone())),
        Value::Tuple(items) => {
            for (k, item) in items.iter().enumerate() {
                arrays(item, &format!("{path}.{k}"), out);
            }
        }
        Value::Record(record) => {
            for (field, value) in &record.fields {
                arrays(value, &format!("{path}.{field}"), out);
            }
        }
        Value::Weak(_) | Value::Function(_) => {}
    }
}

/// The value with other arrays.
fn with_arrays(value: &Value, new: &mut dyn Iterator<Item = Array>) -> Value {
    match value {
        Value::Array(old) => Value::Array(new.next().unwrap_or_else(|| old.clone())),
        Value::Tuple(items) => {
            Value::Tuple(items.iter().map(|item| with_arrays(item, new)).collect())
        }
        Value::Record(record) => {
            let fields = record.fields.iter();
            let fields = fields.map(|(field, value)| (field.clone(), with_arrays(value, new)));
            Value::Record(Rc::new(RecordValue {
                name: record.name.clone(),
                fields: fields.collect(),
            }))
        }
        Value::Weak(_) | Value::Function(_) => value.clone(),
    }
}

/// Brings values from outside into a region.
struct Captured<'a> {
    memo: HashMap<NodeId, NodeId>,
    /// Variables of loops outside, and integers that are computed from them.
    of_turns: HashSet<NodeId>,
    region: &'a mut Region,
}

impl Captured<'_> {
    fn value(&mut self, graph: &mut Graph, value: &Value) -> Value {
        match value {
            Value::Array(array) => Value::Array(self.array(graph, array)),
            Value::Tuple(items) => {
                Value::Tuple(items.iter().map(|item| self.value(graph, item)).collect())
            }
            Value::Record(record) => {
                let fields = record.fields.iter();
                let fields = fields.map(|(field, value)| (field.clone(), self.value(graph, value)));
                let fields = fields.collect();
                Value::Record(Rc::new(RecordValue { name: record.name.clone(), fields }))
            }
            Value::Weak(_) | Value::Function(_) => value.clone(),
        }
    }

    fn array(&mut self, graph: &mut Graph, array: &Array) -> Array {
        let data = match &array.data {
            Data::Node(node) => Data::Node(self.node(graph, *node)),
            Data::Scalar(id) => Data::Scalar(self.scalar(graph, *id)),
            Data::Part(of, part) => {
                let of = Rc::new(self.array(graph, of));
                Data::Part(of, self.scalar(graph, *part))
            }
            // A region stands outside of closures, so there are no rules for elements.
            other @ (Data::Constant(_) | Data::Lazy(_)) => other.clone(),
        };
        Array { data, ..array.clone() }
    }

    /// A constant or a size.
    fn scalar(&mut self, graph: &mut Graph, id: ScalarId) -> ScalarId {
        graph.dag.rebuild(&self.region.dag, id, &mut |_, _| None)
    }

    fn node(&mut self, graph: &mut Graph, node: NodeId) -> NodeId {
        if let Some(known) = self.memo.get(&node) {
            return *known;
        }
        if let Some(body) = self.made_of_turns(node) {
            let copy = self.copy_of_body(graph, node, body);
            self.memo.insert(node, copy);
            return copy;
        }
        let outer = &self.region.dag;
        let of = outer.node(node);
        let (name, kind) = match of.kind {
            NodeKind::Input(k) => {
                let input = &outer.inputs[k as usize];
                let kind = match &input.kind {
                    ParamKind::ArrayMut => ParamKind::Array,
                    other => other.clone(),
                };
                (input.name.clone(), kind)
            }
            _ => (of.name.clone(), ParamKind::Array),
        };
        let input = Input { name, dtype: of.dtype, shape: of.shape.clone(), kind };
        let inside = graph.dag.input(input);
        if let Some(bound) = self.region.node_bounds.get(&node) {
            graph.node_bounds.insert(inside, bound.clone());
        }
        self.memo.insert(node, inside);
        self.region.operands.push(node);
        if let Some(Turn { low, end, whole }) = self.region.turns.get(&node).cloned() {
            let (low, end) = (self.array(graph, &low), self.array(graph, &end));
            // An inner loop may have no pass.
            let whole = whole && self.region.kind == Kind::Branch;
            graph.turns.insert(inside, Turn { low, end, whole });
        }
        inside
    }
}

/// Sums such as `i + 1` of the variables of loops, which proofs of indices look into.
impl Captured<'_> {
    /// The body of a node, if it is an integer that is computed from variables of loops.
    fn made_of_turns(&self, node: NodeId) -> Option<ScalarId> {
        match self.region.dag.node(node).kind {
            NodeKind::Compute(body) if self.of_turns.contains(&node) => Some(body),
            _ => None,
        }
    }

    fn copy_of_body(&mut self, graph: &mut Graph, node: NodeId, body: ScalarId) -> NodeId {
        let loaded = loaded_nodes(&self.region.dag, body);
        let copies: HashMap<NodeId, NodeId> =
            loaded.into_iter().map(|of| (of, self.node(graph, of))).collect();
        let outer = &self.region.dag;
        let body = graph.dag.rebuild(outer, body, &mut |dag, scalar| match scalar {
            Scalar::Load { node, index } => Some(dag.load(copies[node], index.clone())),
            _ => None,
        });
        graph.dag.compute(&outer.node(node).name, Vec::new(), body)
    }
}

impl Graph {
    /// The node of an array, complex ones as real ones.
    pub(super) fn as_node(&mut self, name: &str, array: &Array) -> NodeId {
        let array = self.materialise(array.real());
        match array.data {
            Data::Node(node) => node,
            _ => {
                let axes: Vec<ScalarId> = (0..array.rank()).map(|k| self.dag.axis(k)).collect();
                let body = array.element(&mut self.dag, &axes);
                self.dag.compute(name.trim_start_matches('#'), array.shape.clone(), body)
            }
        }
    }

    /// The constant `false`.
    pub(super) fn never(&mut self) -> Array {
        self.constant(Const::from_i128(DType::Bool, 0))
    }
}
