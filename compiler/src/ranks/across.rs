//! What a launch reads of other ranks.

use super::{mentions, row_axis};
use crate::dag::{Binary, Dag, NodeId, NodeKind, ParamKind, Scalar, ScalarId, Size};
use crate::plan::{Across, AcrossArray, BufferId, ParamId, Place};
use crate::schedule::access::{self, LoadRef};

/// A launch, for [`across`].
pub struct Reads<'a> {
    /// What its nodes read.
    pub loads: Vec<&'a LoadRef>,
    /// Its buffers.
    pub buffers: &'a [Place],
    /// Its first extent.
    pub outermost: Option<&'a Size>,
}

/// The reads of a launch at loaded positions, of arrays whose rows are along the dimension `rows`. `places` tells the
/// places of a stored node.
///
/// The graph has passed [`check`](super::check), so every other read is at a launch's own rows.
///
/// # Errors
/// The name of an array in which positions are not neighbours in memory, so that they are none of the array as it is
/// stored.
pub fn across(
    dag: &Dag,
    rows: &str,
    reads: &Reads<'_>,
    places: impl Fn(NodeId) -> Vec<Place>,
) -> Result<Option<Across>, String> {
    let rows = Size::dim(rows);
    let mut arrays: Vec<AcrossArray> = Vec::new();
    for load in &reads.loads {
        let node = dag.node(load.node);
        let refused = || node.name.clone();
        let axis = row_axis(&node.shape, &rows).map_err(|()| refused())?;
        let Some(axis) = axis else { continue };
        let Some(index) = load.index.get(axis.axis) else { continue };
        let Some((position, bound)) = loaded(dag, *index, &rows) else { continue };
        let per_row = bound.exact_div(&rows).ok_or_else(refused)?;
        let behind = &node.shape[axis.axis + 1..];
        let inner = match axis.per_row == per_row {
            true => (*index == position).then_some(behind),
            // The position is the row's number times `per_row`, plus the index along the next axis.
            false => behind.split_first().and_then(|(next, behind)| {
                let splits = |op, index| is_by(dag, index, op, position, &per_row);
                let fits = axis.per_row.is_one()
                    && *next == per_row
                    && splits(Binary::FloorDiv, *index)
                    && splits(Binary::Rem, load.index[axis.axis + 1]);
                fits.then_some(behind)
            }),
        };
        let inner = Size::product(inner.ok_or_else(refused)?);
        let mut of_node = places(load.node);
        if let NodeKind::Input(k) = node.kind {
            of_node.push(Place::Param(ParamId(k as usize)));
        }
        let buffer = reads.buffers.iter().position(|place| of_node.contains(place));
        let buffer = BufferId(buffer.ok_or_else(refused)?);
        let outer = Size::product(&node.shape[..axis.axis]);
        let array = AcrossArray { buffer, outer, per_row, inner };
        if !arrays.contains(&array) {
            arrays.push(array);
        }
    }
    let by_rows = reads.outermost == Some(&rows);
    Ok((!arrays.is_empty()).then_some(Across { by_rows, arrays }))
}

/// The element of an `index` parameter that an index depends on, and the bound of that parameter, if it counts rows.
fn loaded(dag: &Dag, index: ScalarId, rows: &Size) -> Option<(ScalarId, Size)> {
    access::reachable(dag, index).into_iter().find_map(|scalar| {
        let Scalar::Load { node, .. } = dag.scalar(scalar) else { return None };
        let NodeKind::Input(k) = dag.node(*node).kind else { return None };
        match &dag.inputs[k as usize].kind {
            ParamKind::Index { bound } if mentions(bound, rows) => Some((scalar, bound.clone())),
            _ => None,
        }
    })
}

/// Whether a scalar is `op(position, size)`.
fn is_by(dag: &Dag, scalar: ScalarId, op: Binary, position: ScalarId, size: &Size) -> bool {
    let Scalar::Binary(found, a, b) = dag.scalar(scalar) else { return false };
    let is_size = match dag.scalar(*b) {
        Scalar::Size(other) => other == size,
        Scalar::Const(value) => size.as_constant() == Some(value.bits as i64),
        _ => false,
    };
    *found == op && *a == position && is_size
}
