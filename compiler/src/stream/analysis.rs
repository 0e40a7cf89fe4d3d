//! Finds what a pass over the large arrays can compute, and along which axes it is cut.

use super::label::{Access, Label, Labels, Place, Ratio, Scope, access, axes_of, loads};
use super::{Cuts, Refusal};
use crate::dag::visit::{operands, reachable};
use crate::dag::{
    Dag, NodeId, NodeKind, ParamKind, Reduce, Routine, Scalar, ScalarId, Size, Target, Var, dot,
};
use crate::hash::{HashMap, HashSet};
use crate::plan::Fold;
use std::cell::RefCell;

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

/// A variable of a root: the `position`-th of its axes and inner variables.
#[derive(Clone, Debug)]
struct Element {
    parent: usize,
    /// The index of the variable for an index of its parent.
    ratio: Ratio,
    /// The roots that have a variable in the class; of representatives only.
    members: Vec<usize>,
}

struct Walk<'a> {
    dag: &'a Dag,
    kinds: &'a [Kind],
    cuts: &'a Cuts,
    elements: Vec<Element>,
    /// For each axis of a large array, the first label that it got.
    first: HashMap<(NodeId, usize), Label>,
    /// The variables that run along an axis of a large array.
    touched: HashSet<usize>,
    seen: HashSet<(NodeId, Labels)>,
    fixed: Fixed,
}

impl<'a> Walk<'a> {
    fn new(dag: &'a Dag, kinds: &'a [Kind], cuts: &'a Cuts) -> Self {
        Walk {
            dag,
            kinds,
            cuts,
            elements: Vec::new(),
            first: HashMap::default(),
            touched: HashSet::default(),
            seen: HashSet::default(),
            fixed: Fixed::default(),
        }
    }

    /// Labels the variables of the roots. Returns, for each class, the array and the axis on which it was found.
    #[allow(clippy::type_complexity)]
    fn run(
        &mut self,
        roots: Vec<Root>,
    ) -> Result<(Vec<Root>, HashMap<usize, (NodeId, usize)>), Refusal> {
        let extents: Vec<Vec<Size>> = roots.iter().map(|root| self.extents(root)).collect();
        let mut cut: Vec<Vec<bool>> = extents
            .iter()
            .map(|extents| extents.iter().map(|extent| self.cuts.mentioned(extent)).collect())
            .collect();
        // Roots of rows along which the routine works are whole.
        loop {
            self.elements.clear();
            self.first.clear();
            self.touched.clear();
            let mut labelled = Vec::new();
            for (number, (root, cut)) in roots.iter().zip(&cut).enumerate() {
                let mut label = |is_cut: &bool| {
                    is_cut.then(|| {
                        let class = self.elements.len();
                        let members = vec![number];
                        self.elements.push(Element { parent: class, ratio: Ratio::ONE, members });
                        Label { class, ratio: Ratio::ONE }
                    })
                };
                let mut labels: Labels = cut.iter().map(&mut label).collect();
                let inner = labels.split_off(root.axes.len());
                labelled.push(Root { axes: labels, inner, ..root.clone() });
            }
            for root in &labelled {
                self.seen.clear();
                self.root(root)?;
            }
            let touched: HashSet<usize> =
                self.touched.clone().into_iter().map(|e| self.find(e).0).collect();
            let mut changed = false;
            for (root, cut) in labelled.iter().zip(&mut cut) {
                for (label, cut) in root.axes.iter().chain(&root.inner).zip(cut) {
                    let idle = label.is_some_and(|l| !touched.contains(&self.find(l.class).0));
                    changed |= idle;
                    *cut &= !idle;
                }
            }
            if changed {
                continue;
            }
            let mut names = HashMap::default();
            for (axis, label) in &self.first {
                let class = self.find(label.class).0;
                let name = names.entry(class).or_insert(*axis);
                *name = (*name).min(*axis);
            }
            for root in &mut labelled {
                for label in root.axes.iter_mut().chain(&mut root.inner).flatten() {
                    let (class, ratio) = self.find(label.class);
                    *label = Label { class, ratio };
                }
            }
            return Ok((labelled, names));
        }
    }

    /// The sizes of a root's axes, then of its inner variables.
    fn extents(&self, root: &Root) -> Vec<Size> {
        let mut extents = self.dag.node(root.node).shape.clone();
        match &root.kind {
            RootKind::Results(_) => {}
            RootKind::Reduction { vars, .. } => {
                extents.extend(vars.iter().map(|(_, extent)| extent.clone()));
            }
            RootKind::Segments { rows } => {
                // Any row may belong to any segment.
                extents[0] = Size::one();
                extents.extend(rows.iter().cloned());
            }
        }
        extents
    }

    /// The representative of a variable's class, and the index of the variable for an index of it.
    fn find(&self, element: usize) -> (usize, Ratio) {
        let (mut at, mut ratio) = (element, Ratio::ONE);
        while self.elements[at].parent != at {
            let element = &self.elements[at];
            ratio = ratio.times(element.ratio).unwrap_or(ratio);
            at = element.parent;
        }
        (at, ratio)
    }

    fn root(&mut self, root: &Root) -> Result<(), Refusal> {
        let node = self.dag.node(root.node);
        match &root.kind {
            RootKind::Results(_) => self.node(root.node, root.axes.clone(), root.node),
            RootKind::Reduction { vars, body, .. } => {
                let mut scope = axes_of(&node.shape, &root.axes);
                for ((var, extent), label) in vars.iter().zip(&root.inner) {
                    scope.insert(*var, Place { label: *label, extent: extent.clone() });
                }
                self.body(root.node, *body, &scope, root.node)
            }
            RootKind::Segments { .. } => {
                let operands = node.kind.whole_operands().to_vec();
                for operand in operands {
                    let labels = segment_labels(self.dag, root, operand);
                    self.node(operand, labels, root.node)?;
                }
                Ok(())
            }
        }
    }

    /// Goes on below the body of `user`. `blamed` is the operation because of which variables are whole.
    fn body(
        &mut self,
        user: NodeId,
        body: ScalarId,
        scope: &Scope,
        blamed: NodeId,
    ) -> Result<(), Refusal> {
        let mut wanted = Vec::new();
        let rules = Rules { dag: self.dag, kinds: self.kinds, cuts: self.cuts, fixed: &self.fixed };
        loads(self.dag, body, scope, &mut |node, index, scope| {
            if matches!(self.kinds[node.0 as usize], Kind::Large | Kind::Streamed) {
                let scattered = index.iter().any(|index| {
                    !matches!(
                        access(self.dag, *index, scope),
                        Access::Uncut(Some(_)) | Access::Along(_)
                    )
                });
                let blamed = if scattered { user } else { blamed };
                wanted.push((node, rules.labels(node, index, scope), blamed));
            }
        });
        wanted.into_iter().try_for_each(|(node, labels, blamed)| self.node(node, labels, blamed))
    }

    /// Goes on below a node of which a part is needed. `blamed` is the operation because of which axes are whole.
    fn node(&mut self, id: NodeId, labels: Labels, blamed: NodeId) -> Result<(), Refusal> {
        if !self.seen.insert((id, labels.clone())) {
            return Ok(());
        }
        let node = self.dag.node(id);
        match &node.kind {
            NodeKind::Input(_) if self.kinds[id.0 as usize] == Kind::Large => {
                for (axis, (label, size)) in labels.iter().zip(&node.shape).enumerate() {
                    match label {
                        Some(label) if label.is_cut() => self.touch((id, axis), *label),
                        Some(_) => {}
                        None if self.cuts.mentioned(size) => {
                            return Err(self.refusal(id, axis, blamed));
                        }
                        None => {}
                    }
                }
                Ok(())
            }
            NodeKind::Compute(body) => {
                let scope = axes_of(&node.shape, &labels);
                self.body(id, *body, &scope, blamed)
            }
            NodeKind::Routine { routine, operands } => {
                let labels = row_labels(routine, &labels);
                operands.iter().try_for_each(|operand| {
                    let rank = self.dag.node(*operand).shape.len();
                    let labels =
                        if labels.len() == rank { labels.clone() } else { vec![None; rank] };
                    self.streamed(*operand, labels, id)
                })
            }
            NodeKind::Loop { operands, .. } => operands.iter().try_for_each(|operand| {
                let rank = self.dag.node(*operand).shape.len();
                self.streamed(*operand, vec![None; rank], id)
            }),
            NodeKind::Input(_) => Ok(()),
        }
    }

    fn streamed(&mut self, id: NodeId, labels: Labels, user: NodeId) -> Result<(), Refusal> {
        match self.kinds[id.0 as usize] {
            Kind::Large | Kind::Streamed => self.node(id, labels, user),
            Kind::Memory | Kind::Resident | Kind::Generated => Ok(()),
        }
    }

    /// A variable runs along an axis of a large array. It joins the class of the first one that did, if that one belongs to
    /// other roots.
    fn touch(&mut self, axis: (NodeId, usize), label: Label) {
        self.touched.insert(label.class);
        let first = *self.first.entry(axis).or_insert(label);
        let ((a, to_a), (b, to_b)) = (self.find(first.class), self.find(label.class));
        let shared = self.elements[b].members.iter().any(|m| self.elements[a].members.contains(m));
        if a == b || shared {
            return;
        }
        // first.ratio * to_a * a = index = label.ratio * to_b * b
        let ratio = first.ratio.times(to_a).zip(label.ratio.times(to_b));
        if let Some(ratio) = ratio.and_then(|(of_a, of_b)| of_a.over(of_b)) {
            let members = std::mem::take(&mut self.elements[b].members);
            self.elements[a].members.extend(members);
            self.elements[b].parent = a;
            self.elements[b].ratio = ratio;
        }
    }

    fn refusal(&self, array: NodeId, axis: usize, user: NodeId) -> Refusal {
        let node = self.dag.node(user);
        let operation = match &node.kind {
            NodeKind::Compute(body) => dot::formula(self.dag, *body),
            _ => node.name.clone(),
        };
        let array = self.dag.node(array).name.clone();
        Refusal { array, axis, operation, line: node.origin.line }
    }
}

/// What the accesses of a graph are judged by.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub dag: &'a Dag,
    pub kinds: &'a [Kind],
    pub cuts: &'a Cuts,
    /// The parts that are the same for all tiles, as the first index and the distance to the last one.
    pub fixed: &'a Fixed,
}

/// See [`Rules::fixed`].
pub(super) type Fixed = RefCell<Vec<(Size, Size)>>;

impl Rules<'_> {
    pub(super) fn kind(&self, node: NodeId) -> Kind {
        self.kinds[node.0 as usize]
    }

    /// The labels of the axes of a node that is indexed.
    pub(super) fn labels(&self, node: NodeId, index: &[ScalarId], scope: &Scope) -> Labels {
        if self.is_index_array(node) {
            // The runtime has checked all of it; there is no box of one.
            return vec![None; index.len()];
        }
        let shape = &self.dag.node(node).shape;
        let label = |(index, size): (&ScalarId, &Size)| match access(self.dag, *index, scope) {
            Access::Along(along) => along.label(scope),
            Access::Uncut(Some(part))
                if self.kind(node) != Kind::Memory
                    && self.cuts.mentioned(size)
                    && !self.cuts.mentioned(&part.1) =>
            {
                let mut fixed = self.fixed.borrow_mut();
                let number = fixed.iter().position(|known| *known == part).unwrap_or_else(|| {
                    fixed.push(part);
                    fixed.len() - 1
                });
                Some(Label::fixed(number))
            }
            Access::Uncut(_) | Access::Scattered => None,
        };
        index.iter().zip(shape).map(label).collect()
    }

    /// Whether a node is a parameter of indices, which are stored otherwise than integers.
    pub(super) fn is_index_array(&self, node: NodeId) -> bool {
        match self.dag.node(node).kind {
            NodeKind::Input(k) => {
                matches!(self.dag.inputs[k as usize].kind, ParamKind::Index { .. })
            }
            _ => false,
        }
    }
}

/// The labels of the operand of a routine on rows: the axes along which it works are whole.
pub(super) fn row_labels(routine: &Routine, labels: &[Option<Label>]) -> Labels {
    let whole = match routine {
        Routine::Scan(_)
        | Routine::ArgSort
        | Routine::Sort
        | Routine::Middle
        | Routine::Top { .. }
        | Routine::Positions => 1,
        Routine::ScanColumns(_) | Routine::ComplexProducts | Routine::Lu | Routine::Cholesky => 2,
        // Its result has one axis less.
        Routine::SingularValues => {
            let rows = labels.len().saturating_sub(1);
            return labels[..rows].iter().copied().chain([None, None]).collect();
        }
        _ => labels.len(),
    };
    let rows = labels.len().saturating_sub(whole);
    labels[..rows].iter().copied().chain(vec![None; labels.len() - rows]).collect()
}

/// The labels of an operand of a routine on segments: its rows, then the axes of the result behind the segments.
pub(super) fn segment_labels(dag: &Dag, root: &Root, operand: NodeId) -> Labels {
    let rank = dag.node(operand).shape.len();
    root.inner.iter().copied().chain(root.axes.iter().skip(1).copied()).take(rank).collect()
}
