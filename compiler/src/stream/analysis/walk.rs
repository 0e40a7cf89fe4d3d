//! Finds which variables of roots run along the same axis of a large array.

use super::{Fixed, Kind, Root, RootKind, Rules, row_labels, segment_labels};
use crate::dag::{Dag, NodeId, NodeKind, ScalarId, Size, dot};
use crate::hash::{HashMap, HashSet};
use crate::stream::label::{Access, Label, Labels, Place, Ratio, Scope, access, axes_of, loads};
use crate::stream::{Cuts, Refusal};

/// A variable of a root: the `position`-th of its axes and inner variables.
#[derive(Clone, Debug)]
struct Element {
    parent: usize,
    /// The index of the variable for an index of its parent.
    ratio: Ratio,
    /// The roots that have a variable in the class; of representatives only.
    members: Vec<usize>,
}

pub(super) struct Walk<'a> {
    dag: &'a Dag,
    kinds: &'a [Kind],
    cuts: &'a Cuts,
    elements: Vec<Element>,
    /// For each axis of a large array, the first label that it got.
    first: HashMap<(NodeId, usize), Label>,
    /// The variables that run along an axis of a large array.
    touched: HashSet<usize>,
    seen: HashSet<(NodeId, Labels)>,
    pub(super) fixed: Fixed,
}

impl<'a> Walk<'a> {
    pub(super) fn new(dag: &'a Dag, kinds: &'a [Kind], cuts: &'a Cuts) -> Self {
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
    pub(super) fn run(
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
