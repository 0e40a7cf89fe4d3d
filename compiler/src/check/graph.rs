//! The graph of a function that is being checked, and what is known of its nodes.
//!
//! Everything here is about elements and sizes. It sees no names, no source, and reports nothing: what calls it has
//! proved that the operands are right.

mod nodes;

use super::index::turns::Turn;
use crate::dag::{Dag, NodeId, ScalarId, Size, Var};
use std::collections::HashMap;

/// An index of an open closure.
#[derive(Clone)]
pub(crate) struct LoopVar {
    pub(crate) var: Var,
    pub(crate) id: ScalarId,
    pub(crate) extent: Size,
}

/// The graph so far.
pub(crate) struct Graph {
    pub(crate) dag: Dag,
    /// The indices of the closures around the expression that is being lowered, the outermost first.
    pub(crate) loops: Vec<LoopVar>,
    /// Nodes whose elements are known to be in `0..D`.
    pub(crate) node_bounds: HashMap<NodeId, Size>,
    /// The variables of loops.
    pub(crate) turns: HashMap<NodeId, Turn>,
    /// The pinned dimensions of each variant. A proof must hold in all variants.
    pub(crate) variants: Vec<Vec<(String, i64)>>,
}

impl Graph {
    pub(crate) fn new(name: &str) -> Graph {
        Graph {
            dag: Dag::new(name),
            loops: Vec::new(),
            node_bounds: HashMap::new(),
            turns: HashMap::new(),
            variants: vec![Vec::new()],
        }
    }
}
