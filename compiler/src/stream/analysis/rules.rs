//! Which axes of an operand a tile has a part of.

use super::{Kind, Root};
use crate::dag::{Dag, NodeId, NodeKind, ParamKind, Routine, ScalarId, Size};
use crate::stream::Cuts;
use crate::stream::label::{Access, Label, Labels, Scope, access};
use std::cell::RefCell;

/// What the accesses of a graph are judged by.
#[derive(Clone, Copy)]
pub(in crate::stream) struct Rules<'a> {
    pub dag: &'a Dag,
    pub kinds: &'a [Kind],
    pub cuts: &'a Cuts,
    /// The parts that are the same for all tiles, as the first index and the distance to the last one.
    pub fixed: &'a Fixed,
}

/// See [`Rules::fixed`].
pub(in crate::stream) type Fixed = RefCell<Vec<(Size, Size)>>;

impl Rules<'_> {
    pub(in crate::stream) fn kind(&self, node: NodeId) -> Kind {
        self.kinds[node.0 as usize]
    }

    /// The labels of the axes of a node that is indexed.
    pub(in crate::stream) fn labels(
        &self,
        node: NodeId,
        index: &[ScalarId],
        scope: &Scope,
    ) -> Labels {
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
    pub(in crate::stream) fn is_index_array(&self, node: NodeId) -> bool {
        match self.dag.node(node).kind {
            NodeKind::Input(k) => {
                matches!(self.dag.inputs[k as usize].kind, ParamKind::Index { .. })
            }
            _ => false,
        }
    }
}

/// The labels of the operand of a routine on rows: the axes along which it works are whole.
pub(in crate::stream) fn row_labels(routine: &Routine, labels: &[Option<Label>]) -> Labels {
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
pub(in crate::stream) fn segment_labels(dag: &Dag, root: &Root, operand: NodeId) -> Labels {
    let rank = dag.node(operand).shape.len();
    root.inner.iter().copied().chain(root.axes.iter().skip(1).copied()).take(rank).collect()
}
