//! What a user asked of how values are computed, by attributes. None of it changes what a value is (but for the last bits, which are
//! what [`Rounding`] is about); passes carry it along, and the scheduler does what it can.

use super::visit::visit_operands;
use super::{Dag, NodeId, NodeKind, Scalar, Size};
use crate::hash::HashSet;

/// What was asked of one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// Computed once, and read from memory by its users.
    pub materialize: bool,
    /// Computed anew by each user, where [`recomputable`] allows it; what else was asked comes first.
    pub inline: bool,
    /// Shares its kernel with nothing.
    pub no_fuse: bool,
    /// Axes of this size run in lanes, where there is a choice.
    pub vectorize: Option<Size>,
}

/// What was asked of all kernels of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// No two nodes share a kernel (what only moves data is still part of its users).
    pub no_fuse: bool,
    /// Axes of this size run in lanes, where there is a choice and the node says nothing.
    pub vectorize: Option<Size>,
    /// For dimensions of kernels: how many steps of it make a task of a CPU thread.
    pub block: Vec<(Size, i64)>,
    /// CUDA threads of a block.
    pub threads: Option<u32>,
    pub rounding: Rounding,
}

/// What may be done to the last bits of floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Products and sums are contracted, sums have partial results.
    #[default]
    Contracted,
    /// Every operation is rounded as it is written, and sums are added from the first term to the last.
    Strict,
    /// As [`Rounding::Contracted`], and operations are regrouped as if numbers were real.
    Fast,
}

/// Reductions over more terms than this are never repeated for each user.
pub const SHORT_REDUCTION: i64 = 8;

impl Hints {
    /// Adds what was asked of an equal node.
    pub fn absorb(&mut self, other: &Hints) {
        self.materialize |= other.materialize;
        self.inline |= other.inline;
        self.no_fuse |= other.no_fuse;
        if self.vectorize.is_none() {
            self.vectorize.clone_from(&other.vectorize);
        }
    }

    /// Whether the value has to be in memory.
    pub fn is_stored(&self) -> bool {
        self.materialize || self.no_fuse
    }

    /// The same over other sizes.
    pub fn map(&self, size: impl Fn(&Size) -> Size) -> Hints {
        Hints { vectorize: self.vectorize.as_ref().map(size), ..self.clone() }
    }
}

impl Tuning {
    pub fn is_strict(&self) -> bool {
        self.rounding == Rounding::Strict
    }

    /// The same over other sizes.
    pub fn map(&self, size: impl Fn(&Size) -> Size) -> Tuning {
        Tuning {
            vectorize: self.vectorize.as_ref().map(&size),
            block: self.block.iter().map(|(dim, n)| (size(dim), *n)).collect(),
            ..self.clone()
        }
    }
}

/// The reductions of a node that are too long to be repeated for each user, by the extents of each; `None`
/// for what is no comprehension.
pub fn long_reductions(
    dag: &Dag,
    node: NodeId,
    is_short: &dyn Fn(&Size) -> bool,
) -> Option<Vec<Vec<Size>>> {
    let NodeKind::Compute(body) = dag.node(node).kind else { return None };
    let (mut long, mut seen, mut stack) = (Vec::new(), HashSet::default(), vec![body]);
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let scalar = dag.scalar(id);
        if let Scalar::Reduce { extents, .. } = scalar
            && !is_short(&Size::product(extents))
        {
            long.push(extents.clone());
        }
        visit_operands(scalar, &mut |s| stack.push(s));
    }
    Some(long)
}

/// Whether the users of a node may compute it themselves: a comprehension without long reductions.
pub fn recomputable(dag: &Dag, node: NodeId) -> bool {
    let is_short = |size: &Size| size.as_constant().is_some_and(|n| n <= SHORT_REDUCTION);
    long_reductions(dag, node, &is_short).is_some_and(|long| long.is_empty())
}
