//! Finds the part of each node that a tile needs, from the roots of a pass down to the inputs.

use super::{Key, Need, Part, along, parts_of};
use crate::dag::{Dag, NodeId, NodeKind, ScalarId, Size, Var, dot};
use crate::hash::{HashMap, HashSet};
use crate::plan::Length;
use crate::stream::Refusal;
use crate::stream::analysis::{Group, Kind, RootKind, Rules, row_labels, segment_labels};
use crate::stream::label::{Access, Along, Label, Labels, Place, Scope, access, axes_of, loads};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Finds the parts of all nodes.
pub(super) struct Needs<'a> {
    pub(super) dag: &'a Dag,
    pub(super) rules: Rules<'a>,
    pub(super) group: &'a Group,
    pub(super) dims: Vec<String>,
    pub(super) lengths: Vec<Length>,
    /// The lengths of the parts of roots.
    pub(super) parts: HashMap<(Label, Size), Size>,
    /// The nodes whose users are not all known, the last first.
    pub(super) open: BTreeMap<(Reverse<NodeId>, Labels), Vec<Option<Need>>>,
    pub(super) done: BTreeMap<Key, Vec<Option<Part>>>,
    /// Nodes that have to be in memory before.
    pub(super) first: HashSet<NodeId>,
}

impl Needs<'_> {
    fn dimension(&mut self, length: Length) -> Size {
        let name = format!("tile {}", self.dims.len());
        self.lengths.push(length);
        let size = Size::dim(&name);
        self.dims.push(name);
        size
    }

    /// The length of the part of a root's variable.
    fn part(&mut self, label: Label, extent: &Size) -> Size {
        let key = (label, extent.clone());
        if let Some(size) = self.parts.get(&key) {
            return size.clone();
        }
        let size = self.dimension(Length::Part { along: along(label), extent: extent.clone() });
        self.parts.insert(key, size.clone());
        size
    }

    /// The variables of a root that are cut, with their parts.
    fn root_parts(&mut self, extents: &[Size], labels: &[Option<Label>]) -> Vec<Option<Part>> {
        let pairs = extents.iter().zip(labels);
        pairs
            .map(|(extent, label)| {
                let label = (*label)?;
                Some(Part { label, low: Size::zero(), length: self.part(label, extent) })
            })
            .collect()
    }

    pub(super) fn roots(&mut self) -> Result<(), Refusal> {
        for root in &self.group.roots {
            let shape = self.dag.node(root.node).shape.clone();
            let axes = self.root_parts(&shape, &root.axes);
            match &root.kind {
                RootKind::Results(_) => {
                    let needs = axes.iter().map(all_of).collect();
                    self.need(root.node, root.axes.clone(), needs, root.node)?;
                }
                RootKind::Reduction { vars, body, .. } => {
                    let extents: Vec<Size> =
                        vars.iter().map(|(_, extent)| extent.clone()).collect();
                    let inner = self.root_parts(&extents, &root.inner);
                    let mut scope = axes_of(&shape, &root.axes);
                    let mut parts = parts_of(&axes);
                    for (((var, extent), label), part) in vars.iter().zip(&root.inner).zip(inner) {
                        scope.insert(*var, Place { label: *label, extent: extent.clone() });
                        parts.extend(part.map(|part| (*var, part)));
                    }
                    self.body(root.node, *body, &scope, &parts)?;
                }
                RootKind::Segments { rows } => {
                    let inner = self.root_parts(rows, &root.inner);
                    for operand in self.dag.node(root.node).kind.whole_operands().to_vec() {
                        let labels = segment_labels(self.dag, root, operand);
                        let parts = inner.iter().chain(axes.iter().skip(1));
                        let needs = parts.take(labels.len()).map(all_of);
                        self.operand(operand, labels, needs.collect(), root.node)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Goes from users to operands until all parts are known.
    pub(super) fn all(&mut self) -> Result<(), Refusal> {
        while let Some(((Reverse(id), labels), needs)) = self.open.pop_first() {
            let mut parts = Vec::new();
            for (label, need) in labels.iter().zip(needs) {
                parts.push(match (label, need) {
                    (Some(label), Some(need)) => {
                        let low = need.low.clone();
                        let length = self.length(need);
                        Some(Part { label: *label, low, length })
                    }
                    _ => None,
                });
            }
            self.done.insert((id, labels.clone()), parts.clone());
            let node = self.dag.node(id);
            match (&node.kind, self.rules.kind(id)) {
                (_, Kind::Large | Kind::Memory | Kind::Resident) | (NodeKind::Input(_), _) => {}
                (NodeKind::Compute(body), _) => {
                    let scope = axes_of(&node.shape, &labels);
                    self.body(id, *body, &scope, &parts_of(&parts))?;
                }
                (NodeKind::Routine { routine, operands }, _) => {
                    let rows = row_labels(routine, &labels);
                    if rows.iter().flatten().count() < labels.iter().flatten().count() {
                        return Err(self.refusal(id, id));
                    }
                    for operand in operands.clone() {
                        let rank = self.dag.node(operand).shape.len();
                        let (labels, parts) = match rows.len() == rank {
                            true => (rows.clone(), parts.clone()),
                            false if rows.iter().all(Option::is_none) => {
                                (vec![None; rank], vec![None; rank])
                            }
                            false => return Err(self.refusal(operand, id)),
                        };
                        let needs = parts.iter().zip(&labels);
                        let needs = needs.map(|(part, label)| label.and_then(|_| all_of(part)));
                        self.operand(operand, labels.clone(), needs.collect(), id)?;
                    }
                }
                (NodeKind::Loop { operands, .. }, _) => {
                    if labels.iter().any(Option::is_some) {
                        return Err(self.refusal(id, id));
                    }
                    for operand in operands.clone() {
                        let rank = self.dag.node(operand).shape.len();
                        self.operand(operand, vec![None; rank], vec![None; rank], id)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The length that covers all reaches.
    fn length(&mut self, need: Need) -> Size {
        let mut reaches: Vec<(Size, Size)> = Vec::new();
        for (needed, end) in need.reaches {
            let end = end.sub(&need.low);
            let same = reaches.iter_mut().find(|(other, longest)| {
                *other == needed && (longest.sub(&end).at_least(0) || end.sub(longest).at_least(0))
            });
            match same {
                Some((_, longest)) if longest.sub(&end).at_least(0) => {}
                Some((_, longest)) => *longest = end,
                None => reaches.push((needed, end)),
            }
        }
        match reaches.as_slice() {
            // A multiple is 0 where nothing is needed. It keeps how axes depend on each other, which reshapes need.
            [(needed, end)] if is_multiple(needed, end) => end.clone(),
            _ => self.dimension(Length::Cover { reaches }),
        }
    }

    /// The operands of a body.
    fn body(
        &mut self,
        user: NodeId,
        body: ScalarId,
        scope: &Scope,
        parts: &HashMap<Var, Part>,
    ) -> Result<(), Refusal> {
        let mut wanted = Vec::new();
        loads(self.dag, body, scope, &mut |node, index, scope| {
            let labels = self.rules.labels(node, index, scope);
            let needs: Vec<Option<Need>> = index
                .iter()
                .zip(&labels)
                .map(|(index, label)| {
                    label.as_ref()?;
                    match access(self.dag, *index, scope) {
                        Access::Along(along) => Some(reach(&along, parts.get(&along.var)?)),
                        Access::Uncut(Some((first, span))) => {
                            let end = first.add(&span).add(&Size::one());
                            Some(Need { low: first, reaches: vec![(Size::one(), end)] })
                        }
                        Access::Uncut(None) | Access::Scattered => None,
                    }
                })
                .collect();
            let scattered = index
                .iter()
                .any(|index| matches!(access(self.dag, *index, scope), Access::Scattered));
            wanted.push((node, labels, needs, scattered));
        });
        for (node, labels, needs, scattered) in wanted {
            match self.rules.kind(node) {
                Kind::Generated if !scattered => self.need(node, labels, needs, user)?,
                Kind::Resident | Kind::Generated => {
                    self.first.insert(node);
                }
                Kind::Large | Kind::Streamed | Kind::Memory => {
                    self.need(node, labels, needs, user)?;
                }
            }
        }
        Ok(())
    }

    /// An operand of a routine or a loop.
    fn operand(
        &mut self,
        node: NodeId,
        labels: Labels,
        needs: Vec<Option<Need>>,
        user: NodeId,
    ) -> Result<(), Refusal> {
        let cut = labels.iter().any(Option::is_some);
        match self.rules.kind(node) {
            Kind::Memory if cut && self.rules.is_index_array(node) => Err(self.refusal(node, user)),
            Kind::Resident => {
                self.first.insert(node);
                Ok(())
            }
            _ => self.need(node, labels, needs, user),
        }
    }

    fn need(
        &mut self,
        node: NodeId,
        labels: Labels,
        needs: Vec<Option<Need>>,
        user: NodeId,
    ) -> Result<(), Refusal> {
        let refused = self.refusal(node, user);
        let all = self.open.entry((Reverse(node), labels)).or_insert_with(|| needs.clone());
        for (all, need) in all.iter_mut().zip(needs) {
            if let (Some(all), Some(need)) = (all, need) {
                all.low = least(&all.low, &need.low).ok_or_else(|| refused.clone())?;
                all.reaches.extend(need.reaches);
            }
        }
        Ok(())
    }

    fn refusal(&self, array: NodeId, user: NodeId) -> Refusal {
        let node = self.dag.node(user);
        let operation = match &node.kind {
            NodeKind::Compute(body) => dot::formula(self.dag, *body),
            _ => node.name.clone(),
        };
        let array = self.dag.node(array).name.clone();
        Refusal { array, axis: 0, operation, line: node.origin.line }
    }
}

/// The need for all of a root's part.
fn all_of(part: &Option<Part>) -> Option<Need> {
    let Part { low, length, .. } = part.as_ref()?;
    let reaches = vec![(length.clone(), low.add(length))];
    Some(Need { low: low.clone(), reaches })
}

/// The smaller of two sizes, if one is smaller for all dimensions.
fn least(a: &Size, b: &Size) -> Option<Size> {
    if b.sub(a).at_least(0) { Some(a.clone()) } else { a.sub(b).at_least(0).then(|| b.clone()) }
}

/// Whether `b` is `a` times some positive number, for all dimensions.
fn is_multiple(a: &Size, b: &Size) -> bool {
    let first = |size: &Size| size.terms().next().map(|(_, factor)| factor);
    match (first(a), first(b)) {
        (Some(of_a), Some(of_b)) => of_a > 0 && of_b > 0 && a.scale(of_b) == b.scale(of_a),
        _ => false,
    }
}

/// What an access needs, if its variable has this part.
fn reach(access: &Along, part: &Part) -> Need {
    let last = part.length.sub(&Size::one());
    let (low, last) = match access.divisor {
        1 => {
            let low = part.low.scale(access.step).add(&access.first);
            (low.clone(), low.add(&last.scale(access.step)))
        }
        divisor => {
            let begin = part.low.add(&access.shift);
            let at = |k: &Size| begin.add(k).floor_div(divisor).add(&access.first);
            (at(&Size::zero()), at(&last))
        }
    };
    let end = last.add(&access.span).add(&Size::one());
    Need { low, reaches: vec![(part.length.clone(), end)] }
}
