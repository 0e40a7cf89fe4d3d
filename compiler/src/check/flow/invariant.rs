//! Moves what is the same in every pass out of a loop.

use crate::dag::visit::{operands, reachable, visit_scalars};
use crate::dag::{Check, Dag, Input, Node, NodeId, NodeKind, Output, ParamKind, Scalar};
use std::collections::HashMap;

/// The body of a loop, once its invariant parts are outside.
pub(super) struct Split {
    pub(super) body: Dag,
    /// The nodes outside, for the inputs of the body.
    pub(super) operands: Vec<NodeId>,
    /// The claim of a check that depends on a pass, if there is one.
    pub(super) unknown_check: Option<String>,
}

/// Splits the graph of a region. `outside` has the nodes of its inputs, the first `states` of which differ from pass to
/// pass. Checks, and sums and routines that are the same in every pass, move to `outer`. Inputs that nothing needs go.
///
/// Other invariant arrays stay, because they are cheap to compute again and expensive to read. If the region runs
/// `once` at most, as a branch does, routines stay, too, because it may not run at all.
pub(super) fn split(
    inner: &Dag,
    states: usize,
    once: bool,
    outside: &[NodeId],
    outer: &mut Dag,
) -> Split {
    let mut invariant = vec![false; inner.node_count()];
    for (id, node) in inner.nodes() {
        invariant[id.0 as usize] = match &node.kind {
            NodeKind::Input(k) => *k as usize >= states,
            NodeKind::Loop { .. } => false,
            NodeKind::Compute(_) | NodeKind::Routine { .. } => {
                operands(inner, id).iter().all(|o| invariant[o.0 as usize])
            }
        };
    }
    let is_invariant = |id: NodeId| invariant[id.0 as usize];
    let mut split = Split { body: Dag::default(), operands: Vec::new(), unknown_check: None };
    let mut moving = Moving { inner, outside, moved: HashMap::new() };
    for check in &inner.checks {
        if !is_invariant(check.node) {
            let claim = crate::dag::check::claim(&check.message).to_string();
            split.unknown_check = Some(claim);
            return split;
        }
        let node = moving.node(outer, check.node);
        let message = crate::dag::check::renumbered(&check.message, |k| {
            let input = input_of(outer, *outside.get(k as usize)?)?;
            Some((input, outer.inputs[input as usize].name.as_str()))
        });
        if !outer.checks.iter().any(|c| c.node == node) {
            outer.checks.push(Check { node, message });
        }
    }
    // What the rest needs: invariant sums are read from memory, so nothing below them is needed.
    let mut needed = vec![false; inner.node_count()];
    inner.outputs.iter().for_each(|output| needed[output.node.0 as usize] = true);
    let is_output = needed.clone();
    let stays = |node: &Node| once && matches!(node.kind, NodeKind::Routine { .. });
    let moves = |id: NodeId, node: &Node| {
        is_invariant(id) && is_long(inner, node) && !is_output[id.0 as usize] && !stays(node)
    };
    for (id, node) in inner.nodes().rev() {
        if needed[id.0 as usize] && !moves(id, node) {
            operands(inner, id).iter().for_each(|o| needed[o.0 as usize] = true);
        }
    }
    let mut body = Dag::new(&inner.name);
    body.dims.clone_from(&inner.dims);
    body.set_loops(inner.bodies().cloned().collect());
    let mut copies: HashMap<NodeId, NodeId> = HashMap::new();
    // Inputs come first, as everywhere.
    for (id, node) in inner.nodes() {
        let NodeKind::Input(k) = node.kind else { continue };
        if (k as usize) < states || needed[id.0 as usize] {
            copies.insert(id, body.input(inner.inputs[k as usize].clone()));
            split.operands.push(outside[k as usize]);
        }
    }
    for (id, node) in inner.nodes() {
        if needed[id.0 as usize] && moves(id, node) {
            let (dtype, shape) = (node.dtype, node.shape.clone());
            let input = Input { name: node.name.clone(), dtype, shape, kind: ParamKind::Array };
            copies.insert(id, body.input(input));
            split.operands.push(moving.node(outer, id));
        }
    }
    for (id, node) in inner.nodes() {
        if needed[id.0 as usize] && !copies.contains_key(&id) {
            let copy = copy(inner, node, &mut body, &|id| copies[&id]);
            copies.insert(id, copy);
        }
    }
    let outputs = inner.outputs.iter();
    body.outputs = outputs.map(|o| Output { node: copies[&o.node], ..*o }).collect();
    split.body = body;
    split
}

/// The input that a node is, perhaps with another dtype.
fn input_of(dag: &Dag, node: NodeId) -> Option<u32> {
    match dag.node(node).kind {
        NodeKind::Input(k) => Some(k),
        NodeKind::Compute(body) => match *dag.scalar(body) {
            Scalar::Cast(_, a) => match *dag.scalar(a) {
                Scalar::Load { node, .. } => input_of(dag, node),
                _ => None,
            },
            _ => None,
        },
        NodeKind::Routine { .. } | NodeKind::Loop { .. } => None,
    }
}

/// Whether a node takes longer to compute again than to read.
fn is_long(dag: &Dag, node: &Node) -> bool {
    match &node.kind {
        NodeKind::Routine { .. } => true,
        NodeKind::Compute(body) => {
            let mut reduces = false;
            visit_scalars(dag, *body, &mut |_, scalar| {
                reduces |= matches!(scalar, Scalar::Reduce { .. });
            });
            reduces
        }
        NodeKind::Input(_) | NodeKind::Loop { .. } => false,
    }
}

/// Copies nodes of a body to the graph outside.
struct Moving<'a> {
    inner: &'a Dag,
    outside: &'a [NodeId],
    moved: HashMap<NodeId, NodeId>,
}

impl Moving<'_> {
    fn node(&mut self, outer: &mut Dag, root: NodeId) -> NodeId {
        for id in crate::dag::visit::reachable_from(self.inner, [root]) {
            if self.moved.contains_key(&id) {
                continue;
            }
            let node = self.inner.node(id);
            let copy = match node.kind {
                NodeKind::Input(k) => self.outside[k as usize],
                _ => copy(self.inner, node, outer, &|id| self.moved[&id]),
            };
            self.moved.insert(id, copy);
        }
        self.moved[&root]
    }
}

/// Copies a node that is no input.
fn copy(source: &Dag, node: &Node, to: &mut Dag, copies: &dyn Fn(NodeId) -> NodeId) -> NodeId {
    let line = to.at_line(node.origin.line);
    let of = |operands: &[NodeId]| operands.iter().map(|o| copies(*o)).collect::<Vec<_>>();
    let copy = match &node.kind {
        NodeKind::Input(_) => unreachable!("inputs have copies"),
        NodeKind::Compute(body) => {
            let body = to.rebuild(source, *body, &mut |to, scalar| match scalar {
                Scalar::Load { node, index } => Some(to.load(copies(*node), index.clone())),
                _ => None,
            });
            to.compute(&node.name, node.shape.clone(), body)
        }
        NodeKind::Routine { routine, operands } => {
            to.routine_into(&node.name, routine.clone(), of(operands), node.shape.clone())
        }
        NodeKind::Loop { id, state, operands } => to.state(&node.name, *id, *state, of(operands)),
    };
    to.hint(copy, &node.hints);
    to.at_line(line);
    copy
}

/// The states after one pass, computed outside of a loop. `None` if the body has sums, routines or loops.
pub(super) fn spliced(body: &Dag, operands: &[NodeId], outer: &mut Dag) -> Option<Vec<NodeId>> {
    let simple = reachable(body).into_iter().all(|id| {
        let node = body.node(id);
        !is_long(body, node) && !matches!(node.kind, NodeKind::Loop { .. })
    });
    let mut moving = Moving { inner: body, outside: operands, moved: HashMap::new() };
    simple.then(|| body.outputs.iter().map(|o| moving.node(outer, o.node)).collect())
}
