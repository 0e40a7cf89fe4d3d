//! Nodes that are routines.

use super::{Generator, MOST_POINTS};
use array_fn_compiler::dag::{
    Binary, Const, DType, Dag, Input, NodeId, ParamKind, Reduce, Routine, ScalarId, Size, Unary,
};

impl Generator {
    /// A scan, a sort, a search, a factor of a matrix or segments, on nodes that are there.
    pub(super) fn routine(&mut self, name: &str) -> Option<NodeId> {
        if self.rng.below(4) == 0 {
            return self.segments(name);
        }
        let numbers = |dag: &Dag, id: NodeId| {
            let node = dag.node(id);
            let index = matches!(
                dag.inputs.get(id.0 as usize),
                Some(Input { kind: ParamKind::Index { .. }, .. })
            );
            !node.shape.is_empty() && node.dtype != DType::Bool && !index
        };
        let all: Vec<NodeId> =
            self.dag.nodes().map(|n| n.0).filter(|id| numbers(&self.dag, *id)).collect();
        if all.is_empty() {
            return None;
        }
        let of = *self.rng.pick(&all);
        if self.rng.below(10) == 0 {
            return Some(self.positions(name, of));
        }
        let (dtype, rank) = (self.dag.node(of).dtype, self.dag.node(of).shape.len());
        let (routine, operands) = match self.rng.below(9) {
            0 => {
                let ops = [Reduce::Sum, Reduce::Prod, Reduce::Min, Reduce::Max];
                let op = *self.rng.pick(&ops);
                match rank > 1 && self.rng.below(2) == 0 {
                    true => (Routine::ScanColumns(op), vec![of]),
                    false => (Routine::Scan(op), vec![of]),
                }
            }
            1 if rank == 1 => {
                let same = |id: &NodeId| self.dag.node(*id).dtype == dtype;
                let values: Vec<NodeId> = all.iter().copied().filter(same).collect();
                let values = *self.rng.pick(&values);
                (Routine::Search { right: self.rng.below(2) == 0 }, vec![of, values])
            }
            2 if dtype.is_float() => {
                // Pairs: the node twice, side by side.
                let pairs = self.pairs(of);
                (Routine::ComplexProducts, vec![pairs])
            }
            3 | 4 if dtype.is_float() => {
                let matrices = self.matrices(of)?;
                match self.rng.below(4) {
                    0 => (Routine::Lu, vec![matrices]),
                    1 => (Routine::Cholesky, vec![matrices]),
                    2 => (Routine::SingularValues, vec![matrices]),
                    _ => {
                        let lu = self.dag.routine("lu", Routine::Lu, vec![matrices]);
                        (Routine::LuSolve, vec![lu, matrices])
                    }
                }
            }
            5 => (Routine::ArgSort, vec![of]),
            6 => (Routine::Sort, vec![of]),
            7 => {
                let mut shape = self.dag.node(of).shape.clone();
                if let Some(n) = shape.last_mut() {
                    *n = n.floor_div(2);
                }
                let top = Routine::Top { largest: self.rng.below(2) == 0 };
                return Some(self.dag.routine_into(name, top, vec![of], shape));
            }
            _ => (Routine::Middle, vec![of]),
        };
        Some(self.dag.routine(name, routine, operands))
    }

    /// The positions of positive numbers in the rows of a node, fewer than there may be.
    fn positions(&mut self, name: &str, of: NodeId) -> NodeId {
        let mut shape = self.dag.node(of).shape.clone();
        let axes: Vec<ScalarId> = (0..shape.len()).map(|k| self.dag.axis(k)).collect();
        let element = self.dag.load(of, axes);
        let zero = self.dag.constant(Const::i64(0));
        let zero = self.dag.cast(self.dag.dtype(element), zero);
        let positive = self.dag.binary(Binary::Gt, element, zero);
        let mask = self.dag.compute("mask", shape.clone(), positive);
        if let Some(n) = shape.last_mut() {
            *n = n.floor_div(2).add(&Size::one());
        }
        self.dag.routine_into(name, Routine::Positions, vec![mask], shape)
    }

    /// Segments of the rows of a node, or of indices alone.
    fn segments(&mut self, name: &str) -> Option<NodeId> {
        let all: Vec<NodeId> = self.dag.nodes().map(|n| n.0).collect();
        let is_index = |id: &NodeId| {
            let node = self.dag.node(*id);
            node.shape.len() == 1 && node.dtype.is_integer()
        };
        let indices: Vec<NodeId> = all.iter().copied().filter(is_index).collect();
        if indices.is_empty() {
            return None;
        }
        let mut indices = *self.rng.pick(&indices);
        let rows = self.dag.node(indices).shape[0].clone();
        let segments = self.size();
        if self.rng.below(2) == 0 {
            // Most are of a segment then.
            let (row, few) = (self.dag.axis(0), self.dag.constant(Const::i64(3)));
            let index = self.dag.load(indices, vec![row]);
            let index = self.dag.cast(DType::I64, index);
            let body = self.dag.binary(Binary::Rem, index, few);
            indices = self.dag.compute("indices", vec![rows.clone()], body);
        }
        let has_rows = |id: &NodeId| {
            let node = self.dag.node(*id);
            let index = matches!(
                self.dag.inputs.get(id.0 as usize),
                Some(Input { kind: ParamKind::Index { .. }, .. })
            );
            let elements =
                [std::slice::from_ref(&segments), node.shape.get(1..).unwrap_or(&[])].concat();
            node.shape.first() == Some(&rows)
                && !index
                && self.value(&Size::product(&elements)) <= MOST_POINTS
        };
        let values: Vec<NodeId> = all.iter().copied().filter(has_rows).collect();
        let (routine, operands) = match self.rng.below(6) {
            0 => (Routine::SegmentCount, vec![indices]),
            1 => (Routine::SegmentLast, vec![indices]),
            2 if !values.is_empty() => {
                let values = *self.rng.pick(&values);
                let one_row = self.rng.below(3) == 0;
                let node = self.dag.node(values);
                let (dtype, row) = (node.dtype, node.shape[1..].to_vec());
                let rows = |count: Size| [&[count], &row[..]].concat();
                let (old, one) = (self.dag.axis(0), self.dag.constant(Const::i64(5)));
                let [old, one] = [old, one].map(|x| self.dag.cast(dtype, x));
                let old = self.dag.compute("old", rows(segments.clone()), old);
                let values = match one_row {
                    true => self.dag.compute("row", rows(Size::one()), one),
                    false => values,
                };
                (Routine::SegmentStore, vec![indices, values, old])
            }
            _ if values.is_empty() => return None,
            _ => {
                let values = *self.rng.pick(&values);
                // Sums of floats depend on their order.
                let any = [Reduce::Min, Reduce::Max, Reduce::Sum, Reduce::Prod];
                let dtype = self.dag.node(values).dtype;
                let ordered = dtype.is_float() || dtype == DType::Bool;
                let op = *self.rng.pick(if ordered { &any[..2] } else { &any });
                (Routine::Segment(op), vec![indices, values])
            }
        };
        let last = self.dag.node(operands[operands.len() - 1]).shape.clone();
        let shape = Routine::segments(&last, &segments, None);
        Some(self.dag.routine_into(name, routine, operands, shape))
    }

    /// A square matrix for each row of a node, of its elements; none where they are many.
    fn matrices(&mut self, of: NodeId) -> Option<NodeId> {
        const MOST_ELEMENTS: i64 = 2000;
        let mut shape = self.dag.node(of).shape.clone();
        let last = shape.len() - 1;
        shape.push(shape[last].clone());
        if self.value(&Size::product(&shape)) > MOST_ELEMENTS {
            return None;
        }
        let axes: Vec<ScalarId> = (0..=last + 1).map(|k| self.dag.axis(k)).collect();
        let (row, column) = (axes[last], axes[last + 1]);
        let along_rows = self.dag.load(of, axes[..=last].to_vec());
        let along_columns = self.dag.load(of, [&axes[..last], &[column]].concat());
        let below = self.dag.binary(Binary::Gt, row, column);
        let body = self.dag.select(below, along_rows, along_columns);
        Some(self.dag.compute("matrices", shape, body))
    }

    /// The elements of a node as numbers with two parts.
    fn pairs(&mut self, of: NodeId) -> NodeId {
        let mut shape = self.dag.node(of).shape.clone();
        let index: Vec<ScalarId> = (0..shape.len()).map(|k| self.dag.axis(k)).collect();
        let (part, element) = (self.dag.axis(shape.len()), self.dag.load(of, index));
        let zero = self.dag.constant(Const::i64(0));
        let (real, negative) =
            (self.dag.binary(Binary::Eq, part, zero), self.dag.unary(Unary::Neg, element));
        let body = self.dag.select(real, element, negative);
        shape.push(Size::constant(2));
        self.dag.compute("pairs", shape, body)
    }
}
