//! The common frame of passes. A DAG is copied bottom-up through the builder, which removes duplicates, and a rule is
//! applied to every size and every scalar on the way.

use crate::dag::{
    Check, Constraint, Dag, Input, Node, NodeId, NodeKind, Output, ParamKind, Reduce, Routine,
    Scalar, ScalarId, Size, Var, visit,
};
use crate::hash::HashMap;

/// The loop variables in scope, with their extents. Wherever a scalar is evaluated, every extent in scope is at least
/// 1.
#[derive(Default)]
pub struct Scope {
    /// The shape of the comprehension.
    pub axes: Vec<Size>,
    /// The variables of the surrounding reductions, by number.
    pub fresh: HashMap<u32, Size>,
}

impl Scope {
    /// The extent of a variable, which runs over `0..extent`.
    pub fn extent(&self, var: Var) -> Option<&Size> {
        match var {
            Var::Axis(k) => self.axes.get(k as usize),
            Var::Fresh(k) => self.fresh.get(&k),
            Var::Reduction { .. } => None,
        }
    }
}

/// A reduction whose operands belong to the new DAG already. Its variables are free in them.
pub struct Reduction {
    pub op: Reduce,
    pub vars: Vec<(Var, Size)>,
    /// The part of the extent that counts, if there is only one variable.
    pub range: Option<[ScalarId; 2]>,
    pub body: ScalarId,
}

/// The changes that a pass makes to the pieces of a DAG.
pub trait Rule {
    fn size(&self, size: &Size) -> Size {
        size.clone()
    }

    /// Whether a constraint always holds and may be left out.
    fn drop_constraint(&self, _size: &Size) -> bool {
        false
    }

    /// Whether the check on this node of the new DAG never fails.
    fn drop_check(&self, _dag: &Dag, _node: NodeId) -> bool {
        false
    }

    /// Adds a scalar that is no reduction. Its operands belong to `dag` already.
    fn scalar(&self, dag: &mut Dag, _scope: &Scope, scalar: Scalar) -> ScalarId {
        build(dag, scalar)
    }

    /// Closes a reduction.
    fn reduce(&self, dag: &mut Dag, _scope: &Scope, reduction: Reduction) -> ScalarId {
        build_reduce(dag, reduction)
    }
}

/// Adds a scalar as it is.
pub fn build(dag: &mut Dag, scalar: Scalar) -> ScalarId {
    match scalar {
        Scalar::Const(c) => dag.constant(c),
        Scalar::Size(size) => dag.size(size),
        Scalar::Var(var) => dag.var(var),
        Scalar::Load { node, index } => dag.load(node, index),
        Scalar::Unary(op, a) => dag.unary(op, a),
        Scalar::Binary(op, a, b) => dag.binary(op, a, b),
        Scalar::Select(c, a, b) => dag.select(c, a, b),
        Scalar::Cast(dtype, a) => dag.cast(dtype, a),
        Scalar::Foreign { function, arguments } => dag.foreign(function, arguments),
        Scalar::Reduce { .. } => unreachable!("reductions are built by `build_reduce`"),
    }
}

/// Closes a reduction as it is.
pub fn build_reduce(dag: &mut Dag, reduction: Reduction) -> ScalarId {
    let (vars, extents): (Vec<Var>, Vec<Size>) = reduction.vars.into_iter().unzip();
    dag.bind(reduction.op, &vars, extents, reduction.range, reduction.body)
}

/// A copy of `source` under a rule. Nodes that nothing needs are left out, but inputs stay.
pub fn rewrite(source: &Dag, rule: &dyn Rule) -> Dag {
    let mut dag = Dag::new(&source.name);
    dag.dims.clone_from(&source.dims);
    dag.tuning = source.tuning.map(|size| rule.size(size));
    dag.set_loops(source.bodies().map(|body| body.with(|dag| rewrite(dag, rule))).collect());
    let mut rewriter =
        Rewriter { source, dag, rule, nodes: HashMap::default(), memos: HashMap::default() };

    let mut needed = vec![false; source.node_count()];
    for id in visit::reachable(source) {
        needed[id.0 as usize] = true;
    }
    for (id, node) in source.nodes() {
        if needed[id.0 as usize] || matches!(node.kind, NodeKind::Input(_)) {
            let new = rewriter.node(node);
            rewriter.dag.hint(new, &node.hints.map(|size| rule.size(size)));
            rewriter.nodes.insert(id, new);
        }
    }

    let Rewriter { mut dag, nodes, .. } = rewriter;
    for output in &source.outputs {
        dag.outputs.push(Output { target: output.target, node: nodes[&output.node] });
    }
    for check in &source.checks {
        let node = nodes[&check.node];
        let known = dag.checks.iter().any(|c| c.node == node && c.message == check.message);
        if !known && !rule.drop_check(&dag, node) {
            dag.checks.push(Check { node, message: check.message.clone() });
        }
    }
    for constraint in &source.constraints {
        let constraint =
            Constraint { size: rule.size(&constraint.size), message: constraint.message.clone() };
        if !rule.drop_constraint(&constraint.size) && !dag.constraints.contains(&constraint) {
            dag.constraints.push(constraint);
        }
    }
    dag
}

struct Rewriter<'a> {
    source: &'a Dag,
    dag: Dag,
    rule: &'a dyn Rule,
    nodes: HashMap<NodeId, NodeId>,
    /// Copies of the scalars outside of reductions. There is one table per shape, because rules may look at the shape.
    memos: HashMap<Vec<Size>, HashMap<ScalarId, ScalarId>>,
}

impl Rewriter<'_> {
    fn node(&mut self, node: &Node) -> NodeId {
        let shape: Vec<Size> = node.shape.iter().map(|s| self.rule.size(s)).collect();
        match &node.kind {
            NodeKind::Input(k) => {
                let Input { name, dtype, kind, .. } = &self.source.inputs[*k as usize];
                let kind = match kind {
                    ParamKind::Index { bound } => ParamKind::Index { bound: self.rule.size(bound) },
                    other => other.clone(),
                };
                self.dag.input(Input { name: name.clone(), dtype: *dtype, shape, kind })
            }
            NodeKind::Compute(body) => {
                let mut memo = self.memos.remove(&shape).unwrap_or_default();
                let mut scope = Scope { axes: shape.clone(), fresh: HashMap::default() };
                let body = self.scalar(*body, &mut scope, &HashMap::default(), &mut memo);
                self.memos.insert(shape.clone(), memo);
                self.dag.at(node.origin.clone());
                self.dag.compute(&node.name, shape, body)
            }
            NodeKind::Loop { id, state, operands } => {
                let operands = operands.iter().map(|o| self.nodes[o]).collect();
                self.dag.at(node.origin.clone());
                self.dag.state(&node.name, *id, *state, operands)
            }
            NodeKind::Routine { routine, operands } => {
                let operands = operands.iter().map(|o| self.nodes[o]).collect();
                let routine = match routine {
                    Routine::Foreign(call) => Routine::Foreign(call.map(|s| self.rule.size(s))),
                    other => other.clone(),
                };
                self.dag.at(node.origin.clone());
                self.dag.routine_into(&node.name, routine, operands, shape)
            }
        }
    }

    /// Copies a scalar. `bound` maps the variables of the source's reductions to those of the copies.
    fn scalar(
        &mut self,
        root: ScalarId,
        scope: &mut Scope,
        bound: &HashMap<Var, ScalarId>,
        memo: &mut HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        for id in visit::operands_first(self.source, root, false, &|s| memo.contains_key(&s)) {
            let new = self.one(id, scope, bound, memo);
            memo.insert(id, new);
        }
        memo[&root]
    }

    /// Copies one scalar. Its operands are copied already.
    fn one(
        &mut self,
        id: ScalarId,
        scope: &mut Scope,
        bound: &HashMap<Var, ScalarId>,
        memo: &HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        let source = self.source;
        match source.scalar(id) {
            Scalar::Var(var) if bound.contains_key(var) => bound[var],
            Scalar::Size(size) => {
                let size = self.rule.size(size);
                self.rule.scalar(&mut self.dag, scope, Scalar::Size(size))
            }
            Scalar::Reduce { op, height, extents, range, body } => {
                let range = range.map(|bounds| bounds.map(|s| memo[&s]));
                let mut inner = bound.clone();
                let mut vars = Vec::new();
                for (k, extent) in extents.iter().enumerate() {
                    let (var, extent) = (self.dag.fresh_var(), self.rule.size(extent));
                    if let Var::Fresh(number) = var {
                        scope.fresh.insert(number, extent.clone());
                    }
                    let value = self.dag.var(var);
                    let value = match extent.is_one() {
                        true => self.dag.constant(crate::dag::Const::i64(0)),
                        false => value,
                    };
                    inner.insert(Var::Reduction { height: *height, k: k as u32 }, value);
                    vars.push((var, extent));
                }
                // The copies from outside are not reused: they may mention variables that mean something else inside.
                let body = self.scalar(*body, scope, &inner, &mut HashMap::default());
                for (var, _) in &vars {
                    if let Var::Fresh(number) = var {
                        scope.fresh.remove(number);
                    }
                }
                self.rule.reduce(&mut self.dag, scope, Reduction { op: *op, vars, range, body })
            }
            other => {
                let mut mapped = visit::map_operands(other, &mut |s| memo[&s]);
                if let Scalar::Load { node, .. } = &mut mapped {
                    *node = self.nodes[node];
                }
                self.rule.scalar(&mut self.dag, scope, mapped)
            }
        }
    }
}
