//! The graph itself: its nodes, its builder, outputs and checks.

use super::repeat::{Body, LoopId};
use super::visit::visit_operands;
use super::{
    Binary, Const, DType, Foreign, Hints, Reduce, Routine, Scalar, ScalarId, Size, Tuning, Unary,
    Var,
};
use crate::hash::HashMap;
use crate::plan::{Constraint, ParamKind};

/// The handle of a node in its [`Dag`]. Operands have smaller ids than their users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The value of parameter `k` (an index into [`Dag::inputs`]) on entry.
    Input(u32),
    /// `out[i0, ...] = body`, with `Var::Axis(k)` in the body.
    Compute(ScalarId),
    /// A fixed algorithm on whole arrays of rank at least 1. Operands are no `index` parameters, because the elements
    /// of those are stored otherwise. Only the indices of segments may be one.
    Routine { routine: Routine, operands: Vec<NodeId> },
    /// A state of a loop after the last pass. All states of a loop have the same operands: the states before the first
    /// pass, then the other inputs of the body.
    Loop { id: LoopId, state: u32, operands: Vec<NodeId> },
}

impl NodeKind {
    /// The arrays that a routine or a loop reads as a whole; none of other nodes.
    pub fn whole_operands(&self) -> &[NodeId] {
        match self {
            NodeKind::Routine { operands, .. } | NodeKind::Loop { operands, .. } => operands,
            NodeKind::Input(_) | NodeKind::Compute(_) => &[],
        }
    }
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    pub shape: Vec<Size>,
    pub dtype: DType,
    /// A readable name for kernels and pictures: the name of its `let`, or of the operation.
    pub name: String,
    /// Where the node comes from.
    pub origin: Origin,
    /// How the user wants the node computed.
    pub hints: Hints,
}

/// The source of a node in the user's terms. It is for people only: no pass decides by it, and no kernel knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The line of the source, or 0 if it is not known.
    pub line: usize,
    /// The array operations that the node does, ascending. They are positions of nodes in the graph before
    /// optimisation, see [`Dag::name_origins`].
    pub operations: Vec<u32>,
}

impl Origin {
    /// Adds the operations of another node.
    pub fn absorb(&mut self, other: &Origin) {
        if self.operations != other.operations {
            self.operations.extend(&other.operations);
            self.operations.sort_unstable();
            self.operations.dedup();
        }
        if self.line == 0 {
            self.line = other.line;
        }
    }
}

#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub dtype: DType,
    pub shape: Vec<Size>,
    pub kind: ParamKind,
}

/// Where a result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The result of the function with this index.
    Result(u32),
    /// The final value of the `&mut` parameter with this input index.
    Param(u32),
}

#[derive(Clone, Copy, Debug)]
pub struct Output {
    pub target: Target,
    pub node: NodeId,
}

/// A condition on values that has to hold before anything else runs.
///
/// `node` has rank 0 and dtype `i64`. Its value is the flat position of the first offending element, or `i64::MAX` if
/// there is none. A check of the size of a result has the number of elements if there are too many.
#[derive(Clone, Debug)]
pub struct Check {
    pub node: NodeId,
    /// The message if the check fails: a template, in which `{position}` stands for the position. The module `check`
    /// has the other placeholders.
    pub message: String,
}

/// One function as a graph. Nodes and scalars are hash-consed: equal ones exist once.
///
/// Nodes are added by [`Dag::input`], [`Dag::compute`] and [`Dag::routine`], and scalars by methods such as
/// [`Dag::load`], [`Dag::binary`] and [`Dag::reduce`].
#[derive(Clone, Debug, Default)]
pub struct Dag {
    pub name: String,
    /// Declared dimensions, in order.
    pub dims: Vec<String>,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    pub checks: Vec<Check>,
    pub constraints: Vec<Constraint>,
    /// How the user wants the whole function computed.
    pub tuning: Tuning,
    /// The bodies of the loops.
    pub(super) loops: Vec<Body>,
    nodes: Vec<Node>,
    node_ids: HashMap<(NodeKind, Vec<Size>, DType), NodeId>,
    scalars: Vec<(Scalar, DType)>,
    /// For each scalar, the largest height of the reductions inside.
    heights: Vec<u32>,
    scalar_ids: HashMap<Scalar, ScalarId>,
    routines: usize,
    fresh: u32,
    /// The origin of the nodes that are added next.
    origin: Origin,
}

impl Dag {
    pub fn new(name: &str) -> Dag {
        Dag { name: name.to_string(), ..Dag::default() }
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// All nodes, operands first.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(k, n)| (NodeId(k as u32), n))
    }

    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn scalar(&self, id: ScalarId) -> &Scalar {
        &self.scalars[id.0 as usize].0
    }

    pub fn dtype(&self, id: ScalarId) -> DType {
        self.scalars[id.0 as usize].1
    }

    /// Sets the origin of the nodes that are added from now on.
    pub fn at(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// The line that [`Dag::at_line`] set.
    pub fn line(&self) -> usize {
        self.origin.line
    }

    /// Sets the source line of the nodes that are added from now on. Returns the line that was set before.
    pub fn at_line(&mut self, line: usize) -> usize {
        std::mem::replace(&mut self.origin.line, line)
    }

    /// Declares every node an operation of its own. Later graphs refer to these operations.
    pub fn name_origins(&mut self) {
        for (k, node) in self.nodes.iter_mut().enumerate() {
            node.origin.operations = vec![k as u32];
        }
    }

    /// Adds a parameter and the node that stands for its value on entry.
    pub fn input(&mut self, input: Input) -> NodeId {
        let k = self.inputs.len() as u32;
        let (shape, dtype) = (input.shape.clone(), input.dtype);
        // A field of a record goes by its own name, because kernels are named after values, not after the records that
        // hold them.
        let name = input.name.rsplit('.').next().unwrap_or_default().to_string();
        self.inputs.push(input);
        self.add_node(Node {
            kind: NodeKind::Input(k),
            shape,
            dtype,
            name,
            origin: Origin::default(),
            hints: Hints::default(),
        })
    }

    /// Adds `out[i0, ...] = body`, or reuses an equal comprehension.
    pub fn compute(&mut self, name: &str, shape: Vec<Size>, body: ScalarId) -> NodeId {
        let dtype = self.dtype(body);
        self.add_computed(name, NodeKind::Compute(body), shape, dtype)
    }

    /// Adds a routine on `operands`, or reuses an equal one. The operands determine the shape of the result.
    pub fn routine(&mut self, name: &str, routine: Routine, operands: Vec<NodeId>) -> NodeId {
        let shape = routine.shape(&self.node(operands[operands.len() - 1]).shape);
        self.routine_into(name, routine, operands, shape)
    }

    /// Adds a routine on `operands` with a result of the given shape, or reuses an equal one.
    pub fn routine_into(
        &mut self,
        name: &str,
        routine: Routine,
        operands: Vec<NodeId>,
        shape: Vec<Size>,
    ) -> NodeId {
        debug_assert_eq!(operands.len(), routine.operands(), "{routine:?}");
        let least = routine.least_rank();
        debug_assert!(operands.iter().all(|o| self.node(*o).shape.len() >= least), "{routine:?}");
        let half = self.node(operands[operands.len() - 1]).dtype;
        if half.is_half() {
            // All operations on halves happen in `f32`.
            let as_f32 = |o: &NodeId| match self.node(*o).dtype.is_half() {
                true => self.cast_node(DType::F32, *o),
                false => *o,
            };
            let operands = operands.iter().map(as_f32).collect();
            let result = self.routine_into(name, routine, operands, shape);
            let keeps = self.node(result).dtype != DType::F32;
            return if keeps { result } else { self.cast_node(half, result) };
        }
        let last = self.node(operands[operands.len() - 1]);
        let dtype = routine.dtype(last.dtype);
        self.routines += 1;
        self.add_computed(name, NodeKind::Routine { routine, operands }, shape, dtype)
    }

    /// Adds a node at the present origin, without hints.
    pub(super) fn add_computed(
        &mut self,
        name: &str,
        kind: NodeKind,
        shape: Vec<Size>,
        dtype: DType,
    ) -> NodeId {
        let origin = self.origin.clone();
        let (name, hints) = (name.to_string(), Hints::default());
        self.add_node(Node { kind, shape, dtype, name, origin, hints })
    }

    /// A node with the elements of another, cast to `dtype`.
    fn cast_node(&mut self, dtype: DType, node: NodeId) -> NodeId {
        let shape = self.node(node).shape.clone();
        let axes = (0..shape.len()).map(|k| self.axis(k)).collect();
        let element = self.load(node, axes);
        let body = self.cast(dtype, element);
        self.compute("cast", shape, body)
    }

    fn add_node(&mut self, node: Node) -> NodeId {
        let key = (node.kind.clone(), node.shape.clone(), node.dtype);
        if let Some(id) = self.node_ids.get(&key) {
            self.nodes[id.0 as usize].origin.absorb(&node.origin);
            return *id;
        }
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.node_ids.insert(key, id);
        id
    }

    /// Gives a node a better name: that of the `let` it is bound to.
    pub fn rename(&mut self, id: NodeId, name: &str) {
        if !matches!(self.node(id).kind, NodeKind::Input(_)) {
            self.nodes[id.0 as usize].name = name.to_string();
        }
    }

    /// Adds to the wishes about a node. Parameters have none, because they are in memory already.
    pub fn hint(&mut self, id: NodeId, hints: &Hints) {
        if !matches!(self.node(id).kind, NodeKind::Input(_)) {
            self.nodes[id.0 as usize].hints.absorb(hints);
        }
    }

    /// The same graph without wishes, except how it rounds.
    pub fn without_hints(&self) -> Dag {
        let mut dag = self.clone();
        dag.tuning = Tuning { rounding: self.tuning.rounding, ..Tuning::default() };
        dag.nodes.iter_mut().for_each(|node| node.hints = Hints::default());
        dag.loops.iter_mut().for_each(|body| *body = body.with(Dag::without_hints));
        dag
    }

    pub(crate) fn add_scalar(&mut self, scalar: Scalar, dtype: DType) -> ScalarId {
        if let Some(id) = self.scalar_ids.get(&scalar) {
            return *id;
        }
        let height = match &scalar {
            Scalar::Reduce { height, range, .. } => {
                // The bounds are outside of this reduction, but inside of the reductions around it.
                let bounds = range.iter().flatten().map(|s| self.heights[s.0 as usize]);
                bounds.fold(*height, u32::max)
            }
            other => {
                let mut h = 0;
                visit_operands(other, &mut |s| h = h.max(self.heights[s.0 as usize]));
                h
            }
        };
        let id = ScalarId(self.scalars.len() as u32);
        self.scalars.push((scalar.clone(), dtype));
        self.heights.push(height);
        self.scalar_ids.insert(scalar, id);
        id
    }

    pub fn constant(&mut self, value: Const) -> ScalarId {
        self.add_scalar(Scalar::Const(value), value.dtype)
    }

    /// A size as a scalar of dtype `i64`.
    pub fn size(&mut self, size: Size) -> ScalarId {
        match size.as_constant() {
            Some(c) => self.constant(Const::i64(c)),
            None => self.add_scalar(Scalar::Size(size), DType::I64),
        }
    }

    pub fn var(&mut self, var: Var) -> ScalarId {
        self.add_scalar(Scalar::Var(var), DType::I64)
    }

    pub fn axis(&mut self, k: usize) -> ScalarId {
        self.var(Var::Axis(k as u32))
    }

    pub fn load(&mut self, node: NodeId, index: Vec<ScalarId>) -> ScalarId {
        debug_assert_eq!(index.len(), self.node(node).shape.len());
        let dtype = self.node(node).dtype;
        self.add_scalar(Scalar::Load { node, index }, dtype)
    }

    /// `op a`. On halves it is computed in `f32`, and the result is rounded.
    ///
    /// The other operations do the same. So no backend has arithmetic on halves, and none can forget to round.
    pub fn unary(&mut self, op: Unary, a: ScalarId) -> ScalarId {
        let half = self.dtype(a);
        if half.is_half() {
            let a = self.cast(DType::F32, a);
            let result = self.unary(op, a);
            return self.narrow(half, result);
        }
        let dtype = match op {
            Unary::IsNan | Unary::IsInf | Unary::IsFinite => DType::Bool,
            _ => self.dtype(a),
        };
        self.add_scalar(Scalar::Unary(op, a), dtype)
    }

    pub fn binary(&mut self, op: Binary, a: ScalarId, b: ScalarId) -> ScalarId {
        let half = self.dtype(a);
        if half.is_half() {
            debug_assert!(op == Binary::PowI || self.dtype(b) == half, "{op:?} dtypes");
            let a = self.cast(DType::F32, a);
            let b = if op == Binary::PowI { b } else { self.cast(DType::F32, b) };
            let result = self.binary(op, a, b);
            return self.narrow(half, result);
        }
        debug_assert!(op == Binary::PowI || self.dtype(a) == self.dtype(b), "{op:?} dtypes");
        let dtype = if op.is_comparison() { DType::Bool } else { self.dtype(a) };
        self.add_scalar(Scalar::Binary(op, a, b), dtype)
    }

    pub fn select(&mut self, condition: ScalarId, yes: ScalarId, no: ScalarId) -> ScalarId {
        debug_assert_eq!(self.dtype(yes), self.dtype(no));
        let dtype = self.dtype(yes);
        self.add_scalar(Scalar::Select(condition, yes, no), dtype)
    }

    /// A call of a foreign function. The arguments have the dtypes of its parameters.
    pub fn foreign(&mut self, function: Foreign, arguments: Vec<ScalarId>) -> ScalarId {
        debug_assert!(
            function.params.iter().eq(arguments
                .iter()
                .map(|s| self.dtype(*s))
                .collect::<Vec<_>>()
                .iter())
        );
        let dtype = function.result();
        self.add_scalar(Scalar::Foreign { function, arguments }, dtype)
    }

    /// The rounded result of arithmetic on halves. The results of tests stay `bool`.
    fn narrow(&mut self, half: DType, result: ScalarId) -> ScalarId {
        if self.dtype(result) == DType::F32 { self.cast(half, result) } else { result }
    }

    /// `a as dtype`. Halves convert directly from `f32` and `f64`, and to `f32`. All other conversions of halves go
    /// through `f32`.
    pub fn cast(&mut self, dtype: DType, a: ScalarId) -> ScalarId {
        let from = self.dtype(a);
        if from == dtype {
            return a;
        }
        let direct = match (from.is_half(), dtype.is_half()) {
            (false, false) => true,
            (true, false) => dtype == DType::F32,
            (false, true) => matches!(from, DType::F32 | DType::F64),
            (true, true) => false,
        };
        if !direct {
            let wide = self.cast(DType::F32, a);
            return self.cast(dtype, wide);
        }
        self.add_scalar(Scalar::Cast(dtype, a), dtype)
    }

    /// About the number of operations on elements, whether or not they are used in the end. A routine counts as many,
    /// because it is a kernel of its own and as much work to compile.
    pub fn operation_count(&self) -> usize {
        const OF_ROUTINE: usize = 40;
        let of_loops = self.loops.iter().map(|body| body.dag.operation_count()).sum::<usize>();
        self.scalars.len() + OF_ROUTINE * self.routines + of_loops
    }

    /// A reduction over new variables, one per extent. `body` gets them as scalars.
    pub fn reduce(
        &mut self,
        op: Reduce,
        extents: Vec<Size>,
        body: impl FnOnce(&mut Dag, &[ScalarId]) -> ScalarId,
    ) -> ScalarId {
        let fresh: Vec<Var> = extents
            .iter()
            .map(|_| {
                self.fresh += 1;
                Var::Fresh(self.fresh)
            })
            .collect();
        let vars: Vec<ScalarId> = fresh.iter().map(|v| self.var(*v)).collect();
        let body = body(self, &vars);
        self.bind_reduction(op, &fresh, extents, body)
    }

    /// Closes a reduction over variables made by [`Dag::fresh_var`].
    pub fn bind_reduction(
        &mut self,
        op: Reduce,
        vars: &[Var],
        extents: Vec<Size>,
        body: ScalarId,
    ) -> ScalarId {
        self.bind(op, vars, extents, None, body)
    }

    /// A reduction over the part `low..high` of `0..extent`. The bounds have dtype `i64` and may differ from point to
    /// point. Indices outside of `0..extent` are left out.
    pub fn reduce_range(
        &mut self,
        op: Reduce,
        extent: Size,
        [low, high]: [ScalarId; 2],
        body: impl FnOnce(&mut Dag, ScalarId) -> ScalarId,
    ) -> ScalarId {
        let var = self.fresh_var();
        let value = self.var(var);
        let body = body(self, value);
        self.bind(op, &[var], vec![extent], Some([low, high]), body)
    }

    /// Closes a reduction, over the part `range` of its only extent if there is one.
    pub fn bind(
        &mut self,
        op: Reduce,
        vars: &[Var],
        extents: Vec<Size>,
        range: Option<[ScalarId; 2]>,
        body: ScalarId,
    ) -> ScalarId {
        debug_assert!(range.is_none() || extents.len() == 1);
        let half = self.dtype(body);
        if half.is_half() {
            // Halves are accumulated in `f32` and rounded once.
            let body = self.cast(DType::F32, body);
            let result = self.bind(op, vars, extents, range, body);
            return self.narrow(half, result);
        }
        let height = self.heights[body.0 as usize] + 1;
        let bound: HashMap<Var, ScalarId> = vars
            .iter()
            .enumerate()
            .map(|(k, v)| (*v, self.var(Var::Reduction { height, k: k as u32 })))
            .collect();
        let body = self.substitute(body, &|v| bound.get(&v).copied());
        let dtype = self.dtype(body);
        self.add_scalar(Scalar::Reduce { op, height, extents, range, body }, dtype)
    }

    /// A variable for [`Dag::bind_reduction`].
    pub fn fresh_var(&mut self) -> Var {
        self.fresh += 1;
        Var::Fresh(self.fresh)
    }
}
