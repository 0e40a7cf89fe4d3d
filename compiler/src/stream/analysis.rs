//! Finds what a pass over the large arrays can compute, and along which axes it is cut.

mod rules;
mod walk;

pub(super) use self::rules::{Fixed, Rules, row_labels, segment_labels};
use self::walk::Walk;
use super::label::{Label, Labels};
use super::{Cuts, Refusal};
use crate::dag::visit::{operands, reachable};
use crate::dag::{Dag, NodeId, NodeKind, Reduce, Routine, Scalar, ScalarId, Size, Target, Var};
use crate::hash::{HashMap, HashSet};
use crate::plan::Fold;

/// What a node is to a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A large array.
    Large,
    /// A node that depends on large arrays.
    Streamed,
    /// An input that is in memory.
    Memory,
    /// A node that depends on arrays in memory only.
    Resident,
    /// A node that depends on indices and sizes only: it is computed in each tile.
    Generated,
}

/// What a root computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootKind {
    /// Results of the function, each with its number.
    Results(Vec<u32>),
    /// The node's body is a reduction over these variables.
    Reduction { op: Reduce, vars: Vec<(Var, Size)>, body: ScalarId },
    /// A routine on segments, whose operands have this many rows. If there are several sizes, they are flattened.
    Segments { rows: Vec<Size> },
}

#[derive(Clone, Debug)]
pub(super) struct Root {
    pub node: NodeId,
    pub kind: RootKind,
    /// The labels of the node's axes.
    pub axes: Labels,
    /// The labels of the variables of a reduction, or of the rows of segments.
    pub inner: Labels,
}

impl Root {
    /// How partial results are combined.
    pub(super) fn fold(&self, dag: &Dag) -> Option<Fold> {
        let of = |op: Reduce| match op {
            Reduce::Sum => Fold::Sum,
            Reduce::Prod => Fold::Prod,
            Reduce::Min => Fold::Min,
            Reduce::Max => Fold::Max,
            Reduce::All => Fold::All,
            Reduce::Any => Fold::Any,
        };
        match (&self.kind, &dag.node(self.node).kind) {
            (RootKind::Results(_), _) => None,
            (RootKind::Reduction { op, .. }, _) => Some(of(*op)),
            (_, NodeKind::Routine { routine: Routine::Segment(op), .. }) => Some(of(*op)),
            _ => Some(Fold::Sum),
        }
    }

    fn labels(&self) -> impl Iterator<Item = &Label> {
        self.axes.iter().chain(&self.inner).flatten()
    }
}

/// The roots of a pass.
#[derive(Debug)]
pub(super) struct Group {
    pub kinds: Vec<Kind>,
    pub roots: Vec<Root>,
    /// For each class, the first large array and the axis that it runs along.
    pub classes: Vec<(NodeId, usize)>,
    pub fixed: Fixed,
}

/// The roots of the next pass. There are none if nothing depends on large arrays.
pub(super) fn next_group(dag: &Dag, large: &[bool], cuts: &Cuts) -> Result<Option<Group>, Refusal> {
    let kinds = kinds(dag, large);
    let mut plain: HashSet<NodeId> = HashSet::default();
    loop {
        let roots = ready_roots(dag, &kinds, cuts, &plain);
        if roots.is_empty() {
            return Ok(None);
        }
        let mut walk = Walk::new(dag, &kinds, cuts);
        let (roots, classes) = walk.run(roots)?;
        // A reduction whose variables turn out not to run along a large array is an operation like others.
        let whole = |root: &&Root| {
            !matches!(root.kind, RootKind::Results(_)) && root.inner.iter().all(Option::is_none)
        };
        let before = plain.len();
        plain.extend(roots.iter().filter(whole).map(|root| root.node));
        if plain.len() == before {
            let fixed = walk.fixed;
            return Ok(Some(first_group(kinds, roots, classes, fixed)));
        }
    }
}

fn kinds(dag: &Dag, large: &[bool]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for (id, node) in dag.nodes() {
        let kind = match &node.kind {
            NodeKind::Input(k) if large[*k as usize] => Kind::Large,
            NodeKind::Input(_) => Kind::Memory,
            kind => {
                let of = |o: &NodeId| kinds[o.0 as usize];
                let operands = operands(dag, id);
                let depends = |o: &NodeId| matches!(of(o), Kind::Large | Kind::Streamed);
                let simple = match kind {
                    NodeKind::Compute(body) => !has_reduction(dag, *body),
                    _ => false,
                };
                match () {
                    () if operands.iter().any(depends) => Kind::Streamed,
                    () if simple && operands.iter().all(|o| of(o) == Kind::Generated) => {
                        Kind::Generated
                    }
                    () => Kind::Resident,
                }
            }
        };
        kinds.push(kind);
    }
    kinds
}

fn has_reduction(dag: &Dag, body: ScalarId) -> bool {
    let mut found = false;
    crate::dag::visit::visit_scalars(dag, body, &mut |_, scalar| {
        found |= matches!(scalar, Scalar::Reduce { .. });
    });
    found
}

/// A node as a reduction along cut dimensions, if it is one.
fn reduction(dag: &Dag, kinds: &[Kind], cuts: &Cuts, id: NodeId) -> Option<RootKind> {
    if kinds[id.0 as usize] != Kind::Streamed {
        return None;
    }
    let node = dag.node(id);
    match &node.kind {
        NodeKind::Compute(body) => match dag.scalar(*body) {
            Scalar::Reduce { op, height, extents, range: None, body } => {
                let vars: Vec<(Var, Size)> = (0..)
                    .zip(extents)
                    .map(|(k, extent)| (Var::Reduction { height: *height, k }, extent.clone()))
                    .collect();
                let cut = vars.iter().any(|(_, extent)| cuts.mentioned(extent));
                cut.then_some(RootKind::Reduction { op: *op, vars, body: *body })
            }
            _ => None,
        },
        NodeKind::Routine { routine: Routine::Segment(_) | Routine::SegmentCount, operands } => {
            let last = dag.node(operands[operands.len() - 1]);
            if dag.node(operands[0]).shape.len() > 1 {
                return Some(RootKind::Segments { rows: last.shape.clone() });
            }
            // With an axis in front, segments are those of contiguous parts.
            let plain = node.shape.len() == last.shape.len();
            let rows = vec![last.shape[0].clone()];
            (plain && cuts.mentioned(&rows[0])).then_some(RootKind::Segments { rows })
        }
        _ => None,
    }
}

/// The needed nodes that depend on no reduction but those in `plain`: reductions, and results.
fn ready_roots(dag: &Dag, kinds: &[Kind], cuts: &Cuts, plain: &HashSet<NodeId>) -> Vec<Root> {
    let mut ready = vec![true; dag.node_count()];
    let mut roots = Vec::new();
    for id in reachable(dag) {
        let ready_operands = operands(dag, id).iter().all(|o| ready[o.0 as usize]);
        let reduction = reduction(dag, kinds, cuts, id).filter(|_| !plain.contains(&id));
        ready[id.0 as usize] = ready_operands && reduction.is_none();
        if !ready_operands {
            continue;
        }
        let rank = dag.node(id).shape.len();
        if let Some(kind) = reduction {
            let inner = match &kind {
                RootKind::Reduction { vars, .. } => vars.len(),
                RootKind::Segments { rows } => rows.len(),
                RootKind::Results(_) => 0,
            };
            roots.push(Root { node: id, kind, axes: vec![None; rank], inner: vec![None; inner] });
        } else if matches!(kinds[id.0 as usize], Kind::Large | Kind::Streamed) {
            let results = dag.outputs.iter().filter(|output| output.node == id);
            let results: Vec<u32> = results
                .filter_map(|output| match output.target {
                    Target::Result(k) => Some(k),
                    Target::Param(_) => None,
                })
                .collect();
            if !results.is_empty() {
                let kind = RootKind::Results(results);
                roots.push(Root { node: id, kind, axes: vec![None; rank], inner: Vec::new() });
            }
        }
    }
    roots
}

/// The roots that are cut along the same classes as the first one. Classes are renumbered.
fn first_group(
    kinds: Vec<Kind>,
    roots: Vec<Root>,
    names: HashMap<usize, (NodeId, usize)>,
    fixed: Fixed,
) -> Group {
    let classes = |root: &Root| {
        let mut classes: Vec<usize> = root.labels().map(|label| label.class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    };
    // In the order of the axes of the array that a class was found on first.
    let mut order = classes(&roots[0]);
    order.sort_by_key(|class| names.get(class).copied());
    let wanted = classes(&roots[0]);
    let number = |label: &mut Label| {
        label.class = order.iter().position(|c| *c == label.class).unwrap_or_default();
    };
    let mut roots: Vec<Root> = roots.into_iter().filter(|root| classes(root) == wanted).collect();
    for root in &mut roots {
        root.axes.iter_mut().chain(&mut root.inner).flatten().for_each(number);
    }
    let classes = order.iter().filter_map(|class| names.get(class).copied()).collect();
    Group { kinds, roots, classes, fixed }
}
