//! Splits long reductions to few elements in two: reductions of parts of a fixed length, which run in parallel, and a
//! reduction of their results. The parts do not depend on the number of threads, so neither do results, and each part
//! is contiguous in memory. Segments are split in the same way if they have many times as many elements.
//!
//! Reductions over the rows of an array are split, too, into parts of some rows. Threads share them out; and if rows
//! are short, a cache holds a part while one column after the other is combined. If another node reads the array row by
//! row, parts are so small that both run while a cache holds a part (`strips`).

use super::ravel::InOrder;
use super::{access, contraction, hints};
use crate::dag::rebuild::Copied;
use crate::dag::visit::{map_operands, operands_first};
use crate::dag::{
    Binary, Const, Dag, Node, NodeId, NodeKind, Reduce, Routine, Scalar, ScalarId, Size, Unary, Var,
};
use crate::hash::HashMap;

/// About the number of elements of a part: enough work for a point of a kernel, and little beside a whole array.
const PART: i64 = 4096;
/// The fewest positions of an axis in a part, even if there are many elements at each position.
const MIN_STEP: i64 = 64;
/// The positions in a part of an outer axis, around the one that is cut into parts of about [`PART`] elements.
const ROWS: i64 = 8;
/// Axes of at least this constant extent are long. Symbolic axes are always long.
const LONG: i64 = 4 * PART;
/// About the bytes of a part of a reduction over rows that another node reads, too. The second cache of today's
/// machines holds them.
const SHARED_PART_BYTES: i64 = 512 << 10;
/// The same if nothing else reads them: as much as [`PART`] elements of 8 bytes, so that there is work for all threads
/// of a GPU.
const PART_BYTES: i64 = 8 * PART;
/// Parts have a multiple of this many rows, so that their results are little beside the array.
const PART_ROWS: i64 = 8;
/// The same if nothing else reads the rows of a part. In that case the results of parts go to memory and back.
const MANY_ROWS: i64 = 64;
/// The least number of elements in a part of values that are combined by segments.
const SEGMENT_PART: i64 = 4 * PART;
/// The least number of rows per segment in such a part.
const SEGMENT_ROWS: i64 = 8;
/// A reduction is split if its result has at most this many elements.
const FEW: i64 = 64;

/// The same graph with long reductions split in two, and the numbers of parts of those over rows, and of counted indices.
/// If rows or indices turn out to be few, that number is 1, and such reductions are better left whole.
pub fn split_reductions(dag: &Dag, rows: Rows) -> (Dag, Vec<Size>) {
    let mut row_parts = Vec::new();
    let readers = RowReaders::new(dag);
    let is_few =
        |id: NodeId| Size::product(&dag.node(id).shape).as_constant().is_some_and(|n| n <= FEW);
    let computed = dag.nodes().filter(|(_, node)| matches!(node.kind, NodeKind::Compute(_)));
    let shared: HashMap<NodeId, NodeId> =
        computed.filter_map(|(id, _)| Some((id, readers.shared(dag, id)?))).collect();
    let in_order = InOrder::new(dag, |id| is_few(id) && !shared.contains_key(&id));
    let (new, _) = dag.copied(&mut |new, ids, id, node| {
        let old = match &node.kind {
            NodeKind::Routine { routine, operands } => {
                let Some(parts) = segment_parts(dag, id) else { return Copied::Same };
                // Counts are exact, so both schedules have the same results.
                if *routine == Routine::SegmentCount && parts.as_constant().is_none() {
                    if rows == Rows::Whole {
                        return Copied::Same;
                    }
                    row_parts.push(parts.clone());
                }
                let operands = operands.iter().map(|o| ids[o]).collect();
                return Copied::Node(segments_by_parts(new, node, routine, operands, parts));
            }
            NodeKind::Compute(old) => *old,
            NodeKind::Input(_) | NodeKind::Loop { .. } => return Copied::Same,
        };
        let body = new.rebuild(dag, old, &mut |new, scalar| match scalar {
            Scalar::Load { node, index } => Some(new.load(ids[node], index.clone())),
            _ => None,
        });
        let body = match (is_few(id), shared.get(&id).copied()) {
            (true, None) => {
                let ravelled =
                    each_reduction(new, body, &|dag, reduction| in_order.ravelled(dag, reduction));
                split_all(new, &node.name, &node.shape, ravelled, &cuts)
            }
            (true, Some(_)) => split_all(new, &node.name, &node.shape, body, &cuts),
            (false, shared) => {
                let (least, bytes) = match shared {
                    Some(_) => (PART_ROWS, SHARED_PART_BYTES),
                    None => (MANY_ROWS, PART_BYTES),
                };
                let alone = || match hints::has_lanes(dag, id) {
                    // The user's wish is about the loop over all rows.
                    true => None,
                    false => over_rows(dag, id).first().copied(),
                };
                match shared.or_else(alone).filter(|_| rows == Rows::Split) {
                    Some(array) => {
                        let cut = |extents: &[Size]| cut_of_rows(dag, array, extents, least, bytes);
                        let split = split_all(new, &node.name, &node.shape, body, &cut);
                        if split != body {
                            let shape = &dag.node(array).shape;
                            let cuts = cut_of_rows(dag, array, shape, least, bytes);
                            row_parts.extend(cuts.iter().flatten().map(|cut| cut.parts(&shape[0])));
                        }
                        split
                    }
                    None => body,
                }
            }
        };
        Copied::Node(new.compute(&node.name, node.shape.clone(), body))
    });
    row_parts.sort();
    row_parts.dedup();
    (new, row_parts)
}

/// The treatment of reductions over rows, and of counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// They are split into parts of some rows, or of some indices.
    Split,
    Whole,
}

/// The number of rows per part, if `parts` is a number of parts of `rows` rows.
pub fn rows_of_part(parts: &Size, rows: &Size) -> Option<Size> {
    let (_, step) = parts.as_quotient()?;
    let cut = Cut { axis: 0, step };
    (cut.parts(rows) == *parts).then_some(cut.step)
}

/// The number of parts into which the elements of segments are cut, if it is more than one. A part has one result for
/// each segment, which is little beside its elements.
fn segment_parts(dag: &Dag, node: NodeId) -> Option<Size> {
    let node = dag.node(node);
    let NodeKind::Routine { routine, operands } = &node.kind else { return None };
    let shape = &dag.node(operands[operands.len() - 1]).shape;
    let whole = node.shape.len() == shape.len();
    let splits = routine.is_on_segments() && *routine != Routine::SegmentStore;
    if !splits || !whole || dag.tuning.is_strict() && !node.dtype.is_exact() {
        return None;
    }
    let rows = Size::constant(SEGMENT_PART).quotient(&Size::product(&shape[1..]));
    let rows = rows.add(&Size::constant(MIN_STEP)).add(&node.shape[0].scale(SEGMENT_ROWS));
    let parts = Cut { axis: 0, step: rows }.parts(&shape[0]);
    parts.as_constant().is_none_or(|n| n > 1).then_some(parts)
}

/// Makes one node for the segments of each part of the elements, and another one that combines them.
fn segments_by_parts(
    dag: &mut Dag,
    node: &Node,
    routine: &Routine,
    operands: Vec<NodeId>,
    parts: Size,
) -> NodeId {
    let shape: Vec<Size> = [&parts].into_iter().chain(&node.shape).cloned().collect();
    let of_parts =
        dag.routine_into(&format!("{}_parts", node.name), routine.clone(), operands, shape);
    let op = match routine {
        Routine::Segment(op) => *op,
        Routine::SegmentLast => Reduce::Max,
        _ => Reduce::Sum,
    };
    let rank = node.shape.len();
    let body = dag.reduce(op, vec![parts], |dag, vars| {
        let index = vars.iter().copied().chain((0..rank).map(|k| dag.axis(k))).collect();
        dag.load(of_parts, index)
    });
    let body = match routine {
        // If there are no elements, there are no parts either; and the least integer is not a position.
        Routine::SegmentLast => {
            let none = dag.constant(Const::i64(-1));
            dag.binary(Binary::Max, body, none)
        }
        _ => body,
    };
    dag.compute(&node.name, node.shape.clone(), body)
}

/// The cuts of a reduction with these extents into parts, if it is to be split.
type Cuts<'a> = dyn Fn(&[Size]) -> Option<Vec<Cut>> + 'a;

/// `root` with its reductions split. Their results may be used in any way: a mean divides its sum.
fn split_all(dag: &mut Dag, name: &str, shape: &[Size], root: ScalarId, cuts: &Cuts) -> ScalarId {
    each_reduction(dag, root, &|dag, id| split(dag, name, shape, id, cuts))
}

/// `root` with each of its outermost reductions replaced by another scalar.
fn each_reduction(
    dag: &mut Dag,
    root: ScalarId,
    replace: &dyn Fn(&mut Dag, ScalarId) -> ScalarId,
) -> ScalarId {
    let mut new: HashMap<ScalarId, ScalarId> = HashMap::default();
    for id in operands_first(dag, root, false, &|_| false) {
        let copied = match dag.scalar(id).clone() {
            Scalar::Reduce { .. } => replace(dag, id),
            other => dag.add_scalar(map_operands(&other, &mut |s| new[&s]), dag.dtype(id)),
        };
        new.insert(id, copied);
    }
    new[&root]
}

/// Splits a reduction over long extents: makes a node of its partial results, and returns the reduction of these.
fn split(dag: &mut Dag, name: &str, shape: &[Size], id: ScalarId, cuts: &Cuts) -> ScalarId {
    let Scalar::Reduce { op, height, extents, range: None, body } = dag.scalar(id).clone() else {
        return id;
    };
    // Parts would be added in another order.
    if dag.tuning.is_strict() && !dag.dtype(id).is_exact() {
        return id;
    }
    let Some(cuts) = cuts(&extents) else { return id };
    let source = dag.clone();
    let parts: Vec<Size> = cuts.iter().map(|cut| cut.parts(&extents[cut.axis])).collect();
    let mut nest = Nest {
        source: &source,
        op,
        height,
        extents: &extents,
        body,
        cuts: &cuts,
        positions: vec![None; extents.len()],
        holds: None,
    };
    // Lanes are neighbours in the result, and each would have another end.
    if shape.is_empty() {
        nest.holds = nest.may_hold(dag, &parts);
    }
    let partial = nest.build(dag, 0);
    let mut partial_shape = parts.clone();
    partial_shape.extend(shape.iter().cloned());
    let node = dag.compute(&format!("{name}_parts"), partial_shape, partial);
    let rank = shape.len();
    dag.reduce(op, parts, |dag, vars| {
        let index = vars.iter().copied().chain((0..rank).map(|k| dag.axis(k))).collect();
        dag.load(node, index)
    })
}

/// The node of the extrema of these parts, if `node` is the extremum of such a node.
fn extremum_of_parts(dag: &Dag, node: NodeId, parts: &[Size]) -> Option<NodeId> {
    let NodeKind::Compute(body) = dag.node(node).kind else { return None };
    let Scalar::Reduce { op: Reduce::Min | Reduce::Max, extents, range: None, body, .. } =
        dag.scalar(body)
    else {
        return None;
    };
    let Scalar::Load { node, index } = dag.scalar(*body) else { return None };
    let is_its = |(k, index): (usize, &ScalarId)| match dag.scalar(*index) {
        Scalar::Var(Var::Reduction { k: part, .. }) => *part as usize == k,
        Scalar::Var(Var::Axis(axis)) => *axis as usize + parts.len() == k,
        _ => false,
    };
    (extents == parts && index.iter().enumerate().all(is_its)).then_some(*node)
}

/// An axis that is cut into parts of `step` positions.
struct Cut {
    axis: usize,
    step: Size,
}

impl Cut {
    fn parts(&self, extent: &Size) -> Size {
        extent.add(&self.step).sub(&Size::one()).quotient(&self.step)
    }
}

/// The cuts of long axes. The last long axis, which is contiguous in most arrays, is cut, and the first one, so that
/// there are many parts whichever of the two turns out to be long.
fn cuts(extents: &[Size]) -> Option<Vec<Cut>> {
    let long = |k: &usize| extents[*k].as_constant().is_none_or(|n| n >= LONG);
    let last = (0..extents.len()).rev().find(long)?;
    let others = extents.iter().filter_map(Size::as_constant).filter(|n| *n < LONG);
    let others = others.fold(1i64, |product, n| product.saturating_mul(n.max(1)));
    let last = Cut { axis: last, step: Size::constant((PART / others).max(MIN_STEP)) };
    let first = (0..last.axis).find(long).map(|axis| Cut { axis, step: Size::constant(ROWS) });
    Some(first.into_iter().chain([last]).collect())
}

/// A cut into parts of a multiple of `rows` rows of an array, of about so many bytes if that is more.
fn cut_of_rows(
    dag: &Dag,
    array: NodeId,
    extents: &[Size],
    rows: i64,
    bytes: i64,
) -> Option<Vec<Cut>> {
    let array = dag.node(array);
    if array.shape[0] != extents[0] {
        return None;
    }
    let row = Size::product(&array.shape[1..]).scale(array.dtype.bytes());
    // Rows that are larger than a part count as one.
    let least = bytes / rows;
    let more = Size::constant(least - 1).quotient(&row);
    Some(vec![Cut { axis: 0, step: more.add(&Size::one()).scale(rows) }])
}

/// The arrays over whose rows a node reduces, if the number of rows is symbolic and the results are little beside the
/// array.
fn over_rows(dag: &Dag, node: NodeId) -> Vec<NodeId> {
    if contraction::is_large(dag, node) {
        return Vec::new();
    }
    let result = Size::product(&dag.node(node).shape);
    let is_over_rows = |load: &access::LoadRef| {
        let [around, ..] = load.reductions.as_slice() else { return false };
        let array = dag.node(load.node);
        let row = load.index.first().map(|index| dag.scalar(*index));
        matches!(around.var, Var::Reduction { k: 0, .. })
            && around.extent.as_constant().is_none()
            && row == Some(&Scalar::Var(around.var))
            && array.shape[0] == around.extent
            && Size::product(&array.shape[1..]).exact_div(&result).is_some()
    };
    let loads = access::loads(dag, node);
    loads.iter().filter(|load| is_over_rows(load)).map(|load| load.node).collect()
}

/// For each array, the nodes that read it row by row: each element of such a node belongs to one row.
struct RowReaders {
    of: HashMap<NodeId, Vec<NodeId>>,
    operands: Vec<Vec<NodeId>>,
}

impl RowReaders {
    fn new(dag: &Dag) -> RowReaders {
        let mut of: HashMap<NodeId, Vec<NodeId>> = HashMap::default();
        for (id, node) in dag.nodes() {
            let symbolic = node.shape.first().is_some_and(|rows| rows.as_constant().is_none());
            if !symbolic || access::is_routine(dag, id) {
                continue;
            }
            for load in access::loads(dag, id) {
                let row = load.index.first().and_then(|index| access::as_axis(dag, *index));
                if row == Some(0) && dag.node(load.node).shape[0] == node.shape[0] {
                    of.entry(load.node).or_default().push(id);
                }
            }
        }
        RowReaders { of, operands: access::operands(dag) }
    }

    /// An array over whose rows a node reduces, and which another node reads row by row, if neither node waits for the
    /// other.
    fn shared(&self, dag: &Dag, node: NodeId) -> Option<NodeId> {
        let independent = |reader: &NodeId| {
            let before = |node: NodeId| access::needed(&self.operands, [node].into_iter());
            !before(*reader).contains(&node) && !before(node).contains(reader)
        };
        let read = over_rows(dag, node);
        read.into_iter().find(|array| self.of.get(array).into_iter().flatten().any(independent))
    }
}

/// The reduction of one part: loops in the order of the axes.
struct Nest<'a> {
    source: &'a Dag,
    op: Reduce,
    height: u32,
    extents: &'a [Size],
    body: ScalarId,
    cuts: &'a [Cut],
    /// The positions of the axes that have loops already.
    positions: Vec<Option<ScalarId>>,
    /// Whether the part has to be searched at all.
    holds: Option<ScalarId>,
}

impl Nest<'_> {
    /// In a search for an extremum, whether a part can contain it. The extremum of this part tells, which is one of
    /// those that the extremum of the array is computed from. So `argmax` reads an array once, and one part of it a
    /// second time.
    fn may_hold(&self, dag: &mut Dag, parts: &[Size]) -> Option<ScalarId> {
        let Scalar::Select(found, _, none) = *dag.scalar(self.body) else { return None };
        let (equal, nan) = match *dag.scalar(found) {
            Scalar::Binary(Binary::Or, equal, nan) => (equal, Some(nan)),
            _ => (found, None),
        };
        let Scalar::Binary(Binary::Eq, x, extremum) = *dag.scalar(equal) else { return None };
        // Elements that are not found change nothing.
        let identity = self.op.identity(dag.dtype(self.body));
        let or_nan = nan.is_none_or(|nan| *dag.scalar(nan) == Scalar::Unary(Unary::IsNan, x));
        if *dag.scalar(none) != Scalar::Const(identity) || !or_nan {
            return None;
        }
        let Scalar::Load { node: whole, index } = dag.scalar(extremum).clone() else { return None };
        let of_part = extremum_of_parts(dag, whole, parts)?;
        let NodeKind::Compute(computed) = dag.node(of_part).kind else { return None };
        let Scalar::Reduce { op, .. } = *dag.scalar(computed) else { return None };
        let positions = vec![None; self.extents.len()];
        let mut same = Nest { op, body: x, positions, holds: None, ..*self };
        if same.build(dag, 0) != computed || !index.is_empty() {
            return None;
        }
        let here: Vec<ScalarId> = (0..parts.len()).map(|k| dag.axis(k)).collect();
        let of_part = dag.load(of_part, here);
        let equal = dag.binary(Binary::Eq, of_part, extremum);
        if !dag.dtype(of_part).is_float() {
            return Some(equal);
        }
        let nan = dag.unary(Unary::IsNan, of_part);
        Some(dag.binary(Binary::Or, equal, nan))
    }

    /// The loops of axis `k` and of the axes after it. The axes of the part come before those of the result.
    fn build(&mut self, dag: &mut Dag, k: usize) -> ScalarId {
        if k == self.extents.len() {
            return self.at_positions(dag);
        }
        let Some(part) = self.cuts.iter().position(|cut| cut.axis == k) else {
            let whole = |k: &usize| self.cuts.iter().all(|cut| cut.axis != *k);
            let end = (k..self.extents.len()).find(|k| !whole(k)).unwrap_or(self.extents.len());
            return dag.reduce(self.op, self.extents[k..end].to_vec(), |dag, vars| {
                for (axis, var) in (k..end).zip(vars) {
                    self.positions[axis] = Some(*var);
                }
                self.build(dag, end)
            });
        };
        let step = self.cuts[part].step.clone();
        let part = dag.axis(part);
        let length = dag.size(step.clone());
        let first = dag.binary(Binary::Mul, part, length);
        let extent = dag.size(self.extents[k].clone());
        let mut left = dag.binary(Binary::Sub, extent, first);
        let zero = dag.constant(Const::i64(0));
        if let Some(holds) = self.holds.take() {
            left = dag.select(holds, left, zero);
        }
        let end = dag.binary(Binary::Min, length, left);
        dag.reduce_range(self.op, step, [zero, end], |dag, var| {
            self.positions[k] = Some(dag.binary(Binary::Add, first, var));
            self.build(dag, k + 1)
        })
    }

    fn at_positions(&self, dag: &mut Dag) -> ScalarId {
        let shift = self.cuts.len();
        dag.rebuild(self.source, self.body, &mut |dag, scalar| match scalar {
            Scalar::Var(Var::Axis(k)) => Some(dag.axis(*k as usize + shift)),
            Scalar::Var(Var::Reduction { height, k }) if *height == self.height => {
                self.positions[*k as usize]
            }
            _ => None,
        })
    }
}
