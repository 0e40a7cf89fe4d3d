//! Copies graphs with some nodes replaced, and scalars with some of their parts replaced.

use super::visit::{map_operands, operands_first};
use super::{Dag, Node, NodeId, NodeKind, Scalar, ScalarId, Var};
use crate::hash::HashMap;

/// Maps the nodes of the original graph to the nodes of the copy. Nodes without a copy are missing.
pub type Copies = HashMap<NodeId, NodeId>;

/// The decision about a node in a copy.
pub enum Copied {
    /// The same node.
    Same,
    /// Another node of the copy.
    Node(NodeId),
    /// No node. Nothing that is copied later may need it.
    Nothing,
}

impl Dag {
    /// A copy of the graph, and its nodes. `copy` is called for each node except the inputs, after its operands, and
    /// gets the copies of all earlier nodes.
    pub fn copied(
        &self,
        copy: &mut dyn FnMut(&mut Dag, &Copies, NodeId, &Node) -> Copied,
    ) -> (Dag, Copies) {
        let mut new = Dag::new(&self.name);
        new.dims = self.dims.clone();
        new.constraints = self.constraints.clone();
        new.tuning = self.tuning.clone();
        new.loops.clone_from(&self.loops);
        let mut copies = Copies::default();
        for (id, node) in self.nodes() {
            new.at(node.origin.clone());
            let copied = match &node.kind {
                NodeKind::Input(_) => Copied::Same,
                _ => copy(&mut new, &copies, id, node),
            };
            let copied = match copied {
                Copied::Node(copied) => copied,
                Copied::Nothing => continue,
                Copied::Same => new.same(self, &copies, node),
            };
            new.hint(copied, &node.hints);
            copies.insert(id, copied);
        }
        new.outputs = self.outputs.clone();
        new.outputs.iter_mut().for_each(|output| output.node = copies[&output.node]);
        new.checks = self.checks.clone();
        new.checks.iter_mut().for_each(|check| check.node = copies[&check.node]);
        (new, copies)
    }

    /// Copies a node of the graph `source`. Its operands are copied already.
    pub(crate) fn same(&mut self, source: &Dag, copies: &Copies, node: &Node) -> NodeId {
        match &node.kind {
            NodeKind::Input(k) => self.input(source.inputs[*k as usize].clone()),
            NodeKind::Routine { routine, operands } => {
                let operands = operands.iter().map(|o| copies[o]).collect();
                self.routine_into(&node.name, routine.clone(), operands, node.shape.clone())
            }
            NodeKind::Loop { id, state, operands } => {
                let operands = operands.iter().map(|o| copies[o]).collect();
                self.state(&node.name, *id, *state, operands)
            }
            NodeKind::Compute(body) => {
                let body = self.rebuild(source, *body, &mut |new, scalar| match scalar {
                    Scalar::Load { node, index } => Some(new.load(copies[node], index.clone())),
                    _ => None,
                });
                self.compute(&node.name, node.shape.clone(), body)
            }
        }
    }

    /// The body of a node with an index in place of its axes.
    pub fn body_at(&mut self, body: ScalarId, index: &[ScalarId]) -> ScalarId {
        self.substitute(body, &|v| match v {
            Var::Axis(k) => index.get(k as usize).copied(),
            _ => None,
        })
    }

    /// `scalar` with some of its free variables replaced. `replace` returns `None` for a variable that stays.
    ///
    /// Reductions inside keep their variables. So replacements must not contain `Var::Reduction` of a height that
    /// occurs inside `scalar`. Where that may happen, use [`Dag::rebuild`].
    pub fn substitute(
        &mut self,
        scalar: ScalarId,
        replace: &dyn Fn(Var) -> Option<ScalarId>,
    ) -> ScalarId {
        let mut memo: HashMap<ScalarId, ScalarId> = HashMap::default();
        for id in operands_first(self, scalar, true, &|_| false) {
            let dtype = self.dtype(id);
            let new = match self.scalar(id).clone() {
                Scalar::Var(v) => replace(v).unwrap_or(id),
                other => {
                    let mapped = map_operands(&other, &mut |s| memo[&s]);
                    self.add_scalar(mapped, dtype)
                }
            };
            memo.insert(id, new);
        }
        memo[&scalar]
    }

    /// Copies `scalar` of `source` into `self`. Reductions are renumbered so that nothing clashes. `leaf` may replace
    /// any variable or load: it gets the scalar with its operands already copied.
    pub fn rebuild(
        &mut self,
        source: &Dag,
        scalar: ScalarId,
        leaf: &mut dyn FnMut(&mut Dag, &Scalar) -> Option<ScalarId>,
    ) -> ScalarId {
        let mut memo = HashMap::default();
        self.rebuild_memo(source, scalar, leaf, &HashMap::default(), &mut memo)
    }

    fn rebuild_memo(
        &mut self,
        source: &Dag,
        root: ScalarId,
        leaf: &mut dyn FnMut(&mut Dag, &Scalar) -> Option<ScalarId>,
        bound: &HashMap<Var, ScalarId>,
        memo: &mut HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        for id in operands_first(source, root, false, &|s| memo.contains_key(&s)) {
            let new = self.rebuild_one(source, id, leaf, bound, memo);
            memo.insert(id, new);
        }
        memo[&root]
    }

    /// Copies one scalar. Its operands are copied already.
    fn rebuild_one(
        &mut self,
        source: &Dag,
        id: ScalarId,
        leaf: &mut dyn FnMut(&mut Dag, &Scalar) -> Option<ScalarId>,
        bound: &HashMap<Var, ScalarId>,
        memo: &HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        let dtype = source.dtype(id);
        match source.scalar(id) {
            Scalar::Var(v) => match bound.get(v) {
                Some(s) => *s,
                None => match leaf(self, &Scalar::Var(*v)) {
                    Some(s) => s,
                    None => self.var(*v),
                },
            },
            Scalar::Reduce { op, height, extents, range, body } => {
                let range = range.map(|bounds| bounds.map(|s| memo[&s]));
                let vars: Vec<Var> = extents.iter().map(|_| self.fresh_var()).collect();
                let mut inner = bound.clone();
                for (k, v) in vars.iter().enumerate() {
                    let s = self.var(*v);
                    inner.insert(Var::Reduction { height: *height, k: k as u32 }, s);
                }
                // The copies from outside are not reused: they may mention variables that mean something else inside.
                let body = self.rebuild_memo(source, *body, leaf, &inner, &mut HashMap::default());
                self.bind(*op, &vars, extents.clone(), range, body)
            }
            other => {
                let mapped = map_operands(other, &mut |s| memo[&s]);
                match leaf(self, &mapped) {
                    Some(s) => s,
                    None => self.add_scalar(mapped, dtype),
                }
            }
        }
    }
}
