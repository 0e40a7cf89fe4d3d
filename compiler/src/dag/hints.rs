//! The wishes that a user expresses by attributes about how values are computed.
//!
//! None of them changes a value, except that [`Rounding`] is about its last bits. Passes carry the wishes along, and
//! the scheduler fulfils those that it can.

use super::visit::visit_operands;
use super::{Dag, NodeId, NodeKind, Scalar, Size};
use crate::hash::HashSet;

/// The wishes about one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The node is computed once, and its users read it from memory.
    pub materialize: bool,
    /// Each user computes the node anew, where [`recomputable`] allows it. Other wishes take precedence.
    pub inline: bool,
    /// The node shares its kernel with no other.
    pub no_fuse: bool,
    /// Axes of this size run in lanes, where there is a choice.
    pub vectorize: Option<Size>,
}

/// The wishes about all kernels of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// No two nodes share a kernel. Nodes that only move data are still part of their users.
    pub no_fuse: bool,
    /// Axes of this size run in lanes, where there is a choice and the node has no wish of its own.
    pub vectorize: Option<Size>,
    /// For dimensions of kernels, the number of steps along the dimension that make one task of a CPU thread.
    pub block: Vec<(Size, i64)>,
    /// The number of CUDA threads per block.
    pub threads: Option<u32>,
    pub rounding: Rounding,
}

/// The freedom that the compiler has with the last bits of floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Products and sums are contracted into fused multiply-adds, and long sums have partial results.
    #[default]
    Contracted,
    /// Every operation is rounded as written, and sums are added from the first term to the last.
    Strict,
    /// Like [`Rounding::Contracted`], and operations are regrouped as if numbers were real.
    Fast,
}

/// Reductions over more terms than this are never repeated for each user.
pub const SHORT_REDUCTION: i64 = 8;

impl Hints {
    /// Adds the wishes about an equal node.
    pub fn absorb(&mut self, other: &Hints) {
        self.materialize |= other.materialize;
        self.inline |= other.inline;
        self.no_fuse |= other.no_fuse;
        if self.vectorize.is_none() {
            self.vectorize.clone_from(&other.vectorize);
        }
    }

    /// Whether the value has to be stored in memory.
    pub fn is_stored(&self) -> bool {
        self.materialize || self.no_fuse
    }

    /// The same wishes, with sizes replaced.
    pub fn map(&self, size: impl Fn(&Size) -> Size) -> Hints {
        Hints { vectorize: self.vectorize.as_ref().map(size), ..self.clone() }
    }
}

impl Tuning {
    pub fn is_strict(&self) -> bool {
        self.rounding == Rounding::Strict
    }

    /// The same wishes, with sizes replaced.
    pub fn map(&self, size: impl Fn(&Size) -> Size) -> Tuning {
        Tuning {
            vectorize: self.vectorize.as_ref().map(&size),
            block: self.block.iter().map(|(dim, n)| (size(dim), *n)).collect(),
            ..self.clone()
        }
    }
}

/// The extents of each reduction of a node that is too long to be repeated for each user. `None` if the node is no
/// comprehension.
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

/// Whether the users of a node may compute it themselves, because it is a comprehension without long reductions.
pub fn recomputable(dag: &Dag, node: NodeId) -> bool {
    let is_short = |size: &Size| size.as_constant().is_some_and(|n| n <= SHORT_REDUCTION);
    long_reductions(dag, node, &is_short).is_some_and(|long| long.is_empty())
}
