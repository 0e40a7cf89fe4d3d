//! Histograms of arrays of several axes. In a program they are those of the array in one axis, whose ranges are no boxes of
//! the array. Because it does not matter where an element stands, the routine gets the array itself, and a tile flattens its
//! own box.

use super::Cuts;
use crate::dag::rebuild::Copied;
use crate::dag::visit::{loaded_nodes, operands_first};
use crate::dag::{
    Binary, Dag, NodeId, NodeKind, Routine, Scalar, ScalarId, Size, Var, visit::map_operands,
};
use crate::hash::HashMap;
use crate::optimise::Affine;

/// A copy of the graph in which the operands of segments that are flattened large arrays are these arrays.
pub(super) fn flatten(dag: &Dag, large: &[bool], cuts: &Cuts) -> Dag {
    let mut depends = vec![false; dag.node_count()];
    for (id, node) in dag.nodes() {
        depends[id.0 as usize] = match node.kind {
            NodeKind::Input(k) => large[k as usize],
            _ => crate::dag::visit::operands(dag, id).iter().any(|o| depends[o.0 as usize]),
        };
    }
    let flat = Flat { dag, depends };
    dag.copied(&mut |new, copies, _, node| {
        let NodeKind::Routine { routine, operands } = &node.kind else { return Copied::Same };
        if !matches!(routine, Routine::Segment(_) | Routine::SegmentCount) || node.shape.len() != 1
        {
            return Copied::Same;
        }
        let shapes: Vec<Option<Vec<Size>>> = operands.iter().map(|o| flat.shape(*o)).collect();
        let [Some(shape), ..] = shapes.as_slice() else { return Copied::Same };
        if !shapes.iter().all(|other| other.as_ref() == Some(shape))
            || !shape.iter().any(|size| cuts.mentioned(size))
        {
            return Copied::Same;
        }
        let mut memo = HashMap::default();
        let operands = operands.iter().map(|o| flat.unfolded(new, copies, *o, &mut memo));
        let operands = operands.collect();
        let shape = node.shape.clone();
        Copied::Node(new.routine_into(&node.name, routine.clone(), operands, shape))
    })
    .0
}

struct Flat<'a> {
    dag: &'a Dag,
    /// For each node, whether it depends on large arrays.
    depends: Vec<bool>,
}

impl Flat<'_> {
    /// The shape of the arrays that a node of one axis is made of, element by element.
    fn shape(&self, id: NodeId) -> Option<Vec<Size>> {
        let node = self.dag.node(id);
        let NodeKind::Compute(body) = node.kind else { return None };
        if node.shape.len() != 1 || !self.depends[id.0 as usize] {
            return None;
        }
        if let Some(source) = self.ravelled(body) {
            return Some(self.dag.node(source).shape.clone());
        }
        // Besides loads of such nodes, nothing may depend on the position.
        for scalar in operands_first(self.dag, body, false, &|s| self.load(s).is_some()) {
            match self.dag.scalar(scalar) {
                Scalar::Var(_) | Scalar::Reduce { .. } => return None,
                Scalar::Load { index, .. } if !index.is_empty() => return None,
                _ => {}
            }
        }
        let loaded = loaded_nodes(self.dag, body);
        let mut shapes = loaded.iter().filter(|o| !self.dag.node(**o).shape.is_empty());
        let shape = self.shape(*shapes.next()?)?;
        shapes.all(|o| self.shape(*o).as_ref() == Some(&shape)).then_some(shape)
    }

    /// The node of one axis that a scalar loads at the same position.
    fn load(&self, scalar: ScalarId) -> Option<NodeId> {
        match self.dag.scalar(scalar) {
            Scalar::Load { node, index } => match index.as_slice() {
                [index] if self.is_position(*index) => Some(*node),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_position(&self, index: ScalarId) -> bool {
        matches!(self.dag.scalar(index), Scalar::Var(Var::Axis(0)))
    }

    /// The array of several axes that a body flattens.
    fn ravelled(&self, body: ScalarId) -> Option<NodeId> {
        let Scalar::Load { node, index } = self.dag.scalar(body) else { return None };
        let shape = &self.dag.node(*node).shape;
        if shape.len() < 2 {
            return None;
        }
        let mut stride = Size::one();
        for (k, (index, size)) in index.iter().zip(shape).enumerate().rev() {
            let quotient = match self.dag.scalar(*index) {
                Scalar::Binary(Binary::Rem, a, b) if self.size(*b).as_ref() == Some(size) => *a,
                Scalar::Const(c) if size.is_one() && c.to_i128() == Some(0) => continue,
                _ if k == 0 => *index,
                _ => return None,
            };
            if self.divisor(quotient)? != stride {
                return None;
            }
            stride = stride.short_product(size)?;
        }
        Some(*node)
    }

    fn size(&self, scalar: ScalarId) -> Option<Size> {
        Affine::of(self.dag, scalar).as_size().cloned()
    }

    /// The number by which the position is divided, rounding down.
    fn divisor(&self, scalar: ScalarId) -> Option<Size> {
        match self.dag.scalar(scalar) {
            Scalar::Var(Var::Axis(0)) => Some(Size::one()),
            Scalar::Binary(Binary::FloorDiv, a, b) => {
                self.divisor(*a)?.short_product(&self.size(*b)?)
            }
            _ => None,
        }
    }

    /// The node with the elements of `id` and the shape of the arrays that it is made of.
    fn unfolded(
        &self,
        new: &mut Dag,
        copies: &HashMap<NodeId, NodeId>,
        id: NodeId,
        memo: &mut HashMap<NodeId, NodeId>,
    ) -> NodeId {
        if let Some(node) = memo.get(&id) {
            return *node;
        }
        let NodeKind::Compute(body) = self.dag.node(id).kind else { return copies[&id] };
        let unfolded = match self.ravelled(body) {
            Some(source) => copies[&source],
            None => {
                let mut scalars: HashMap<ScalarId, ScalarId> = HashMap::default();
                let mut shape = Vec::new();
                for scalar in operands_first(self.dag, body, false, &|_| false) {
                    let copy = match (self.load(scalar), self.dag.scalar(scalar)) {
                        (Some(node), _) => {
                            let node = self.unfolded(new, copies, node, memo);
                            shape.clone_from(&new.node(node).shape);
                            let axes = (0..shape.len()).map(|axis| new.axis(axis)).collect();
                            new.load(node, axes)
                        }
                        (None, Scalar::Load { node, .. }) => new.load(copies[node], Vec::new()),
                        (None, other) => {
                            let dtype = self.dag.dtype(scalar);
                            let mapped = map_operands(other, &mut |s| scalars[&s]);
                            new.add_scalar(mapped, dtype)
                        }
                    };
                    scalars.insert(scalar, copy);
                }
                let name = &self.dag.node(id).name;
                new.compute(name, shape, scalars[&body])
            }
        };
        memo.insert(id, unfolded);
        unfolded
    }
}
