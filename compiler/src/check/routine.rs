//! Makes routines from arrays of the language. Their operands are in memory, with the relevant axis last.

use super::checker::Checker;
use super::graph::Graph;
use super::value::{Array, Data, Res};
use crate::dag::{DType, NodeId, NodeKind, ParamKind, Routine, Scalar, ScalarId, Size, Var};
use crate::diagnostic::{Diagnostic, SpanRange};

/// An array as rows, with one of its axes moved to the end.
pub(crate) struct Rows {
    pub(crate) node: NodeId,
    /// The shape of the array.
    pub(crate) shape: Vec<Size>,
    /// The axis that its rows run along.
    pub(crate) axis: usize,
}

impl Rows {
    /// The length of a row.
    pub(crate) fn len(&self) -> &Size {
        &self.shape[self.axis]
    }
}

impl Checker<'_> {
    /// The rows of an array along `axis`, cast to `dtype` (halves are cast to `f32`, in which they are computed).
    /// `name` is the function that asks for them, and `text` that of the array.
    pub(crate) fn rows(
        &mut self,
        name: &str,
        array: &Array,
        axis: usize,
        dtype: DType,
        (text, span): (&str, SpanRange),
    ) -> Res<Rows> {
        let shape = array.shape.clone();
        let mut axes: Vec<usize> = (0..array.rank()).filter(|k| *k != axis).collect();
        axes.push(axis);
        let moved = self.graph.permute(array, &axes);
        let moved = self.graph.cast(&moved, dtype.computed_in());
        let node = self.stored(name, &moved, (text, span))?;
        Ok(Rows { node, shape, axis })
    }

    /// The node of an array of rank at least 1, in a form that a routine may read.
    pub(crate) fn stored(
        &mut self,
        name: &str,
        array: &Array,
        place: (&str, SpanRange),
    ) -> Res<NodeId> {
        let node = self.stored_indices(name, array, place)?;
        let stored_otherwise = match self.graph.dag.node(node).kind {
            NodeKind::Input(k) => {
                matches!(self.graph.dag.inputs[k as usize].kind, ParamKind::Index { .. })
            }
            NodeKind::Compute(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => false,
        };
        if !stored_otherwise {
            return Ok(node);
        }
        let axes = (0..array.rank()).map(|k| self.graph.dag.axis(k)).collect();
        let element = self.graph.dag.load(node, axes);
        Ok(self.graph.dag.compute("indices", array.shape.clone(), element))
    }

    /// The same for indices of segments, which may be a parameter of the kind `index`.
    pub(crate) fn stored_indices(
        &mut self,
        name: &str,
        array: &Array,
        (text, span): (&str, SpanRange),
    ) -> Res<NodeId> {
        debug_assert!(array.rank() > 0);
        if array.open {
            return Err(self.report(
                Diagnostic::new(
                    span,
                    format!("`{name}` of `{text}`, which depends on the index of a closure"),
                )
                .help("call it before the closure, on an array with an axis for that index"),
            ));
        }
        let array = self.graph.materialise(array.clone());
        match &array.data {
            Data::Node(node) => Ok(self.graph.copied(*node)),
            Data::Scalar(_) | Data::Constant(_) | Data::Lazy(_) | Data::Part(..) => {
                unreachable!("closed arrays of rank 1 and more are nodes")
            }
        }
    }
}

impl Graph {
    /// The node that a node copies, element by element; or the node itself.
    fn copied(&self, node: NodeId) -> NodeId {
        let NodeKind::Compute(body) = self.dag.node(node).kind else { return node };
        let Scalar::Load { node: of, index } = self.dag.scalar(body) else { return node };
        let in_place =
            |(k, at): (usize, &ScalarId)| *self.dag.scalar(*at) == Scalar::Var(Var::Axis(k as u32));
        let same = self.dag.node(*of).shape == self.dag.node(node).shape;
        if same && index.iter().enumerate().all(in_place) { *of } else { node }
    }

    /// A routine on operands that are in memory.
    pub(crate) fn routine(&mut self, name: &str, routine: Routine, operands: Vec<NodeId>) -> Array {
        let node = self.dag.routine(name, routine, operands);
        let (shape, dtype) = (self.dag.node(node).shape.clone(), self.dag.node(node).dtype);
        Array::node(shape, dtype, node)
    }

    /// The results of a routine on operands in memory, for each of `count` segments.
    pub(crate) fn segments(
        &mut self,
        name: &str,
        routine: Routine,
        operands: Vec<NodeId>,
        count: &Size,
    ) -> Array {
        let last = &self.dag.node(operands[operands.len() - 1]).shape;
        let shape = Routine::segments(last, count, None);
        let node = self.dag.routine_into(name, routine, operands, shape);
        let (shape, dtype) = (self.dag.node(node).shape.clone(), self.dag.node(node).dtype);
        Array::node(shape, dtype, node)
    }

    /// The positions of the elements of rows in ascending order, as rows.
    pub(crate) fn argsorted(&mut self, rows: &Rows) -> Array {
        let order = self.routine("argsort", Routine::ArgSort, vec![rows.node]);
        self.known_below(&order, rows.len());
        order
    }

    /// The positions of the `count` smallest or largest elements of rows, in order, instead of the rows.
    pub(crate) fn top_of_rows(&mut self, rows: &Rows, count: &Size, largest: bool) -> Array {
        let mut shape = self.dag.node(rows.node).shape.clone();
        shape.pop();
        shape.push(count.clone());
        let top = Routine::Top { largest };
        let node = self.dag.routine_into("topk", top, vec![rows.node], shape.clone());
        let positions = Array::node(shape, DType::I64, node);
        self.known_below(&positions, rows.len());
        positions
    }

    /// The positions at which a row of bools is true: the first `count` of them, then -1; and last, their number.
    pub(crate) fn positions_of_row(&mut self, row: NodeId, count: &Size) -> Array {
        let shape = vec![count.add(&Size::one())];
        let node = self.dag.routine_into("positions", Routine::Positions, vec![row], shape.clone());
        Array::node(shape, DType::I64, node)
    }

    /// The elements of rows in ascending order, as rows.
    pub(crate) fn sorted_rows(&mut self, rows: &Rows) -> Array {
        self.routine("sort", Routine::Sort, vec![rows.node])
    }

    /// The middle elements of rows in ascending order, and the last one, instead of the rows.
    pub(crate) fn middle_of_rows(&mut self, rows: &Rows) -> Array {
        self.routine("middle", Routine::Middle, vec![rows.node])
    }

    /// The places of values in ascending rows.
    pub(crate) fn searched(&mut self, sorted: NodeId, values: NodeId, right: bool) -> Array {
        let n = self.dag.node(sorted).shape.last().cloned().unwrap_or_default();
        let places = self.routine("searchsorted", Routine::Search { right }, vec![sorted, values]);
        self.known_below(&places, &n.add(&Size::one()));
        places
    }

    /// An array of rows with its axis back in place.
    pub(crate) fn back_from_rows(&mut self, array: &Array, axis: usize) -> Array {
        let last = array.rank() - 1;
        let axes: Vec<usize> = (0..=last)
            .map(|k| match k {
                k if k < axis => k,
                k if k == axis => last,
                k => k - 1,
            })
            .collect();
        let result = self.permute(array, &axes);
        if let Data::Node(node) = &array.data
            && let Some(bound) = self.node_bounds.get(node).cloned()
        {
            self.known_below(&result, &bound);
        }
        result
    }

    /// Records, for proofs, that the elements are in `0..bound`. The array stays an ordinary one.
    pub(crate) fn known_below(&mut self, array: &Array, bound: &Size) {
        if let Data::Node(node) = &array.data {
            self.node_bounds.insert(*node, bound.clone());
        }
    }
}
