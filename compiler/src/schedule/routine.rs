//! Routines as kernels: each is one by itself, and its points are rows or, in a search, values, or segments.

use super::kernel::{Access, Buffer, Extent, Kernel, Loop, RoutineKernel, VarId};
use super::lower::Lowered;
use super::program::{Place, Temp};
use crate::dag::{DType, Dag, InputKind, NodeId, NodeKind, Routine, Size};
use crate::hash::HashMap;

/// The kernel of a routine, and what it is bound to. Buffers: the operands, the result, scratch memory,
/// which is added to `temps`. Sizes: the length of a row; in a search also how many values belong to one
/// row; of columns their length and how many are beside each other; of matrices the rows and columns of the last operand; of segments how many indices there are, segments, columns
/// of a row of values, and parts. One parallel dimension: the rows, all values of a search, or the matrices; or two: the
/// parts, and the segments of each.
pub fn lower(
    dag: &Dag,
    node: NodeId,
    places: &HashMap<NodeId, Vec<Place>>,
    temps: &mut Vec<Temp>,
) -> Lowered {
    let NodeKind::Routine { routine, operands } = &dag.node(node).kind else {
        unreachable!("only routines are lowered here")
    };
    let dtype = dag.node(operands[operands.len() - 1]).dtype;
    let mut kernel = Kernel::default();
    kernel.routine = Some(RoutineKernel { routine: *routine, dtype });
    let mut buffers = Vec::new();
    let mut bind = |place: Place, dtype: DType, access: Access, index: bool| {
        buffers.push(place);
        kernel.buffers.push(Buffer { dtype, access, index });
    };
    for (k, operand) in operands.iter().enumerate() {
        let (place, index) = match dag.node(*operand).kind {
            NodeKind::Input(p) => {
                let index = matches!(dag.inputs[p as usize].kind, InputKind::Index { .. });
                debug_assert!(!index || (routine.is_on_segments() && k == 0));
                (Place::Param(p), index)
            }
            NodeKind::Compute(_) | NodeKind::Routine { .. } => (places[operand][0], false),
        };
        bind(place, dag.node(*operand).dtype, Access::Read, index);
    }
    let result = dag.node(node);
    bind(places[&node][0], result.dtype, Access::Write, false);
    let mut scratch = |dtype: DType, len: Size| {
        let name = format!("{}_scratch", result.name);
        temps.push(Temp { name, dtype, len, slot: usize::MAX });
        bind(Place::Temp(temps.len() as u32 - 1), dtype, Access::Write, false);
    };
    let all = Size::product(&result.shape);
    let shape = &dag.node(operands[0]).shape;
    // Of pairs a row has so many.
    let shape = match routine {
        Routine::ComplexProducts => &shape[..shape.len() - 1],
        _ => &shape[..],
    };
    let (row, rows) = shape.split_last().expect("operands of routines have axes");
    let mut sizes = vec![row.clone()];
    let points = match routine {
        Routine::Scan(_) | Routine::ComplexProducts => Size::product(rows),
        Routine::ScanColumns(_) => {
            let (n, rows) = rows.split_last().expect("columns have rows");
            sizes = vec![n.clone(), row.clone()];
            Size::product(rows).mul(row)
        }
        Routine::Top { .. } => {
            scratch(DType::I64, Size::product(shape).scale(2));
            sizes.push(result.shape.last().expect("rows have an axis").clone());
            Size::product(rows)
        }
        Routine::Middle => {
            // For both sides of a sort.
            scratch(result.dtype, Size::product(shape).scale(2));
            Size::product(rows)
        }
        Routine::ArgSort | Routine::Sort => {
            scratch(result.dtype, all);
            Size::product(rows)
        }
        Routine::Lu | Routine::LuSolve | Routine::Cholesky | Routine::SingularValues => {
            let last = &dag.node(operands[operands.len() - 1]).shape;
            let (batch, matrix) = last.split_at(last.len() - 2);
            let matrices = Size::product(batch);
            sizes = matrix.to_vec();
            if *routine == Routine::SingularValues {
                // The matrix, its band, and two vectors.
                let [m, n] = [&matrix[0], &matrix[1]];
                let each = m.mul(n).add(&m.scale(3)).add(n);
                scratch(dtype, matrices.mul(&each));
            }
            matrices
        }
        Routine::Segment(_) | Routine::SegmentCount | Routine::SegmentLast => {
            let last = &dag.node(operands[operands.len() - 1]).shape;
            let leading = result.shape.len() - last.len();
            let segments = result.shape[leading].clone();
            let parts = Size::product(&result.shape[..leading]);
            sizes.extend([segments.clone(), Size::product(&last[1..]), parts.clone()]);
            kernel.sizes = sizes.len() as u32;
            for k in 0..2 {
                kernel.parallel.push(Loop { var: VarId(k), extent: Extent::Size(0) });
            }
            let extents = vec![parts, segments];
            return Lowered { kernel, buffers, scalars: Vec::new(), sizes, extents };
        }
        Routine::Search { .. } => {
            let per_row = match rows {
                [] => all.clone(),
                _ => result.shape.last().expect("values have axes").clone(),
            };
            sizes.push(per_row);
            all
        }
    };
    kernel.sizes = sizes.len() as u32;
    // How far it runs is for the launch to say: no code is made from this.
    kernel.parallel.push(Loop { var: VarId(0), extent: Extent::Size(0) });
    Lowered { kernel, buffers, scalars: Vec::new(), sizes, extents: vec![points] }
}
