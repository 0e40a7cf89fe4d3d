//! Whether each row of a function depends on the same row of its arrays, and on elements at loaded positions.

use super::{RowAxis, mentions, row_axis};
use crate::dag::visit::{reachable_from, visit_operands, visit_scalars};
use crate::dag::{
    Binary, Dag, LoopId, NodeId, NodeKind, ParamKind, Scalar, ScalarId, Size, Var, dot,
};
use crate::hash::{HashMap, HashSet};
use crate::optimise::Affine;

/// Why a function cannot run on several ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub why: Why,
    /// The operation that prevents it, as a formula, and the line of its source (0 if unknown).
    pub operation: String,
    pub line: usize,
}

/// What an operation does that needs rows of other ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It reads other rows of this array.
    OtherRows(String),
    /// It combines rows.
    Combined,
    /// It uses the number of a row, or the number of rows.
    Number,
    /// It is a routine on arrays with rows.
    Routine,
    /// Its array has several axes of rows, or one that is no multiple of the number of rows.
    Shape,
}

/// Checks all results of a function whose rows are along the dimension `rows`.
///
/// # Errors
/// The first operation that needs something else.
pub fn check(dag: &Dag, rows: &str) -> Result<(), Refusal> {
    let rows = Size::dim(rows);
    let outputs = dag.outputs.iter().map(|output| output.node);
    let mut bodies: HashSet<LoopId> = HashSet::default();
    for id in reachable_from(dag, outputs) {
        let of = Of { dag, rows: &rows, node: id };
        let own = of.axis(id)?;
        match &dag.node(id).kind {
            NodeKind::Input(_) => {}
            NodeKind::Compute(body) => of.body(*body, own)?,
            NodeKind::Routine { operands, .. } => {
                let has_rows = |node: &NodeId| Ok(of.axis(*node)?.is_some());
                if own.is_some() || any(operands, has_rows)? {
                    return Err(of.refused(Why::Routine));
                }
            }
            NodeKind::Loop { id, .. } => {
                if bodies.insert(*id) {
                    check(&dag.body_of(*id).dag, &rows.to_string())?;
                }
            }
        }
    }
    Ok(())
}

fn any(
    nodes: &[NodeId],
    holds: impl Fn(&NodeId) -> Result<bool, Refusal>,
) -> Result<bool, Refusal> {
    nodes.iter().try_fold(false, |found, node| Ok(found || holds(node)?))
}

/// A node that is checked.
#[derive(Clone, Copy)]
struct Of<'a> {
    dag: &'a Dag,
    rows: &'a Size,
    node: NodeId,
}

/// The row that a point of a node belongs to.
struct Row {
    /// The scalar that is the number of the row.
    number: ScalarId,
    /// The index along the axis of the rows. It is the number itself, if each row has one position.
    position: ScalarId,
    per_row: Size,
}

impl Of<'_> {
    fn refused(&self, why: Why) -> Refusal {
        let node = self.dag.node(self.node);
        let operation = match &node.kind {
            NodeKind::Compute(body) => dot::formula(self.dag, *body),
            _ => node.name.clone(),
        };
        Refusal { why, operation, line: node.origin.line }
    }

    fn axis(&self, node: NodeId) -> Result<Option<RowAxis>, Refusal> {
        let refused = |()| Of { node, ..*self }.refused(Why::Shape);
        row_axis(&self.dag.node(node).shape, self.rows).map_err(refused)
    }

    /// Checks a comprehension, whose rows are along the axis `own`.
    fn body(&self, body: ScalarId, own: Option<RowAxis>) -> Result<(), Refusal> {
        let shape = &self.dag.node(self.node).shape;
        let extents = shape.iter().zip(0..).map(|(size, k)| (Var::Axis(k), Some(size.clone())));
        let mut extents: Extents = extents.collect();
        let mut combines = false;
        visit_scalars(self.dag, body, &mut |_, scalar| {
            if let Scalar::Reduce { height, extents: of, .. } = scalar {
                combines |= of.iter().any(|extent| mentions(extent, self.rows));
                for (k, extent) in (0..).zip(of) {
                    let var = Var::Reduction { height: *height, k };
                    let known = extents.entry(var).or_insert_with(|| Some(extent.clone()));
                    // Reductions that are not inside of each other may share a variable.
                    known.take_if(|known| known != extent);
                }
            }
        });
        if combines {
            return Err(self.refused(Why::Combined));
        }
        let mut walk = Walk { of: *self, row: None, extents, done: HashSet::default() };
        if let Some(RowAxis { axis, per_row }) = own {
            let Some(position) =
                walk.find(body, &|scalar| *scalar == Scalar::Var(Var::Axis(axis as u32)))
            else {
                // All rows are equal.
                return walk.scalar(body);
            };
            let number = match per_row.is_one() {
                true => Some(position),
                false => walk.find(body, &|scalar| match scalar {
                    Scalar::Binary(Binary::FloorDiv, a, b) => {
                        *a == position && walk.size(*b).as_ref() == Some(&per_row)
                    }
                    _ => false,
                }),
            };
            walk.row = Some(Row { number: number.unwrap_or(position), position, per_row });
        }
        walk.scalar(body)
    }
}

/// How far variables run, where that is one size.
type Extents = HashMap<Var, Option<Size>>;

struct Walk<'a> {
    of: Of<'a>,
    row: Option<Row>,
    extents: Extents,
    done: HashSet<ScalarId>,
}

impl Walk<'_> {
    fn dag(&self) -> &Dag {
        self.of.dag
    }

    /// A scalar below `root`, also in the bodies of reductions, for which `holds`.
    fn find(&self, root: ScalarId, holds: &dyn Fn(&Scalar) -> bool) -> Option<ScalarId> {
        let (mut seen, mut stack) = (HashSet::default(), vec![root]);
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            if holds(self.dag().scalar(id)) {
                return Some(id);
            }
            visit_operands(self.dag().scalar(id), &mut |operand| stack.push(operand));
        }
        None
    }

    /// A scalar that is a size.
    fn size(&self, id: ScalarId) -> Option<Size> {
        match self.dag().scalar(id) {
            Scalar::Size(size) => Some(size.clone()),
            Scalar::Const(value) => Some(Size::constant(value.bits as i64)),
            _ => None,
        }
    }

    /// Checks a scalar that may have any use, and everything below.
    fn scalar(&mut self, root: ScalarId) -> Result<(), Refusal> {
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if !self.done.insert(id) {
                continue;
            }
            let dag = self.of.dag;
            let number = |row: &Row| id == row.position || id == row.number;
            if self.row.as_ref().is_some_and(number) {
                return Err(self.of.refused(Why::Number));
            }
            match dag.scalar(id) {
                Scalar::Size(size) if mentions(size, self.of.rows) => {
                    return Err(self.of.refused(Why::Number));
                }
                // The place of a position in its row, or in a part of it.
                Scalar::Binary(Binary::Rem, a, b)
                    if self.row.as_ref().is_some_and(|row| {
                        let divides = |by: Size| row.per_row.exact_div(&by).is_some();
                        *a == row.position && self.size(*b).is_some_and(divides)
                    }) => {}
                Scalar::Load { node, index } => {
                    let axis = self.of.axis(*node)?;
                    for (k, index) in index.iter().enumerate() {
                        match &axis {
                            Some(axis) if axis.axis == k => self.row_index(*node, *index, axis)?,
                            _ => stack.push(*index),
                        }
                    }
                }
                scalar => visit_operands(scalar, &mut |operand| stack.push(operand)),
            }
        }
        Ok(())
    }

    /// Checks an index along the axis of the rows of another node.
    fn row_index(&mut self, node: NodeId, index: ScalarId, axis: &RowAxis) -> Result<(), Refusal> {
        if self.is_own_row(index, axis) {
            let terms: Vec<ScalarId> =
                Affine::of(self.dag(), index).terms().map(|(t, _)| t).collect();
            let of_row = |term: &ScalarId| {
                self.row.as_ref().is_some_and(|row| *term == row.number || *term == row.position)
            };
            let others: Vec<ScalarId> = terms.into_iter().filter(|term| !of_row(term)).collect();
            return others.into_iter().try_for_each(|term| self.scalar(term));
        }
        match self.is_loaded(index, axis) {
            true => self.scalar(index),
            false => {
                let array = self.dag().node(node).name.clone();
                Err(self.of.refused(Why::OtherRows(array)))
            }
        }
    }

    /// Whether an index stays in the row of the point.
    fn is_own_row(&self, index: ScalarId, axis: &RowAxis) -> bool {
        let Some(row) = &self.row else { return false };
        if index == row.position {
            return row.per_row == axis.per_row;
        }
        if row.number == row.position && !row.per_row.is_one() {
            return false;
        }
        let form = Affine::of(self.dag(), index);
        let mut own = false;
        let mut most = form.offset().clone();
        if !most.at_least(0) {
            return false;
        }
        for (term, factor) in form.terms() {
            if term == row.number {
                own = *factor == axis.per_row;
                continue;
            }
            let extent = match self.dag().scalar(term) {
                Scalar::Var(var) => self.extents.get(var).cloned().flatten(),
                Scalar::Binary(Binary::Rem, _, by) => self.size(*by),
                _ => None,
            };
            let reach = extent.and_then(|extent| factor.short_product(&extent.sub(&Size::one())));
            match reach {
                Some(reach) if factor.at_least(0) => most = most.add(&reach),
                _ => return false,
            }
        }
        own && axis.per_row.sub(&most).at_least(1)
    }

    /// Whether an index is an element of an `index` parameter for such positions.
    fn is_loaded(&self, index: ScalarId, axis: &RowAxis) -> bool {
        let dag = self.dag();
        let Scalar::Load { node, .. } = dag.scalar(index) else { return false };
        let mut node = *node;
        // A view of a parameter has the same elements.
        while let NodeKind::Compute(body) = dag.node(node).kind
            && let Scalar::Load { node: of, .. } = dag.scalar(body)
        {
            node = *of;
        }
        let NodeKind::Input(k) = dag.node(node).kind else { return false };
        match &dag.inputs[k as usize].kind {
            ParamKind::Index { bound } => *bound == axis.per_row.mul(self.of.rows),
            ParamKind::Scalar | ParamKind::Array | ParamKind::ArrayMut => false,
        }
    }
}
