//! Lowers routines. Each routine is a kernel by itself; its points are rows, columns, searched values, segments or
//! matrices.

use super::kernel::{Access, Buffer, Extent, KernelIr, Loop, RoutineKernel, VarId};
use super::lower::Lowered;
use crate::dag::{DType, Dag, ForeignCall, NodeId, NodeKind, ParamKind, Routine, Size};
use crate::hash::HashMap;
use crate::plan::{ParamId, Place, SlotId, Temp, TempId};

/// The kernel of a routine, with the buffers, sizes and extents of its launch.
///
/// The buffers are the operands, the result, and scratch memory, which is added to `temps`. A foreign function may have
/// several results, which are `members`; those that no node stands for are scratch memory. The sizes depend on the
/// routine:
///
/// - on rows: the length of a row; for `Top` and `Positions` also the number of results per row;
/// - on columns: the length of a column, and the number of columns beside each other;
/// - a search: the length of a row, and the number of values per row;
/// - on matrices: the rows and the columns of the last operand;
/// - on segments: the numbers of indices, of segments, of columns per row of values, and of parts; for `SegmentStore`
///   also the number of rows of values;
/// - a foreign function: the number of elements of each operand, then of each result, then the sizes that it is given.
///
/// There is one parallel dimension: the rows, the columns, all values of a search, or the matrices. A routine on
/// segments has two: the parts, and the segments of each part. A foreign function is one point.
pub fn lower(
    dag: &Dag,
    members: &[NodeId],
    places: &HashMap<NodeId, Vec<Place>>,
    temps: &mut Vec<Temp>,
) -> Lowered {
    let node = members[0];
    let result = dag.node(node);
    let NodeKind::Routine { routine, operands } = &result.kind else {
        unreachable!("only routines are lowered here")
    };
    let dtype = dag.node(operands[operands.len() - 1]).dtype;
    let mut kernel = KernelIr::default();
    kernel.routine = Some(RoutineKernel { routine: of_any_sizes(routine), dtype });
    let mut buffers = Vec::new();
    let mut bind = |place: Place, dtype: DType, access: Access, index: bool| {
        buffers.push(place);
        kernel.buffers.push(Buffer { dtype, access, index });
    };
    for (k, operand) in operands.iter().enumerate() {
        let (place, index) = match dag.node(*operand).kind {
            NodeKind::Input(p) => {
                let index = matches!(dag.inputs[p as usize].kind, ParamKind::Index { .. });
                debug_assert!(!index || (routine.is_on_segments() && k == 0));
                (Place::Param(ParamId(p as usize)), index)
            }
            NodeKind::Compute(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => {
                (places[operand][0], false)
            }
        };
        bind(place, dag.node(*operand).dtype, Access::Read, index);
    }
    match routine {
        Routine::Foreign(call) => {
            for (k, shape) in call.shapes.iter().enumerate() {
                let dtype = call.function.results[k];
                let place = members.iter().find(|m| position(dag, **m) == Some(k));
                let place = place.and_then(|m| places.get(m)?.first().copied());
                let place = place.unwrap_or_else(|| {
                    let name = format!("{}_unused", result.name);
                    temps.push(Temp {
                        name,
                        dtype,
                        len: Size::product(shape),
                        slot: SlotId::NONE,
                        in_strip: None,
                    });
                    Place::Temp(TempId(temps.len() - 1))
                });
                bind(place, dtype, Access::Write, false);
            }
        }
        _ => bind(places[&node][0], result.dtype, Access::Write, false),
    }
    let Work { sizes, extents, scratch } = work(dag, node, routine, operands);
    if let Some((dtype, len)) = scratch {
        let name = format!("{}_scratch", result.name);
        bind(Place::Temp(TempId(temps.len())), dtype, Access::Write, false);
        temps.push(Temp { name, dtype, len, slot: SlotId::NONE, in_strip: None });
    }
    kernel.sizes = sizes.len() as u32;
    // These extents are never used: the launch has the real ones, and no code is made from them.
    for k in 0..extents.len() as u32 {
        kernel.parallel.push(Loop { var: VarId(k), extent: Extent::Size(0) });
    }
    Lowered { kernel, buffers, scalars: Vec::new(), sizes, extents }
}

/// The position of a node among the results of a foreign function.
fn position(dag: &Dag, node: NodeId) -> Option<usize> {
    match &dag.node(node).kind {
        NodeKind::Routine { routine: Routine::Foreign(call), .. } => Some(call.result),
        _ => None,
    }
}

/// The routine without sizes, which belong to the launch: kernels are for any.
fn of_any_sizes(routine: &Routine) -> Routine {
    match routine {
        Routine::Foreign(call) => Routine::Foreign(ForeignCall {
            function: call.function.clone(),
            result: 0,
            sizes: Vec::new(),
            shapes: Vec::new(),
        }),
        other => other.clone(),
    }
}

/// The sizes, the points and the scratch memory of a routine's kernel.
struct Work {
    sizes: Vec<Size>,
    /// The extents of the parallel dimensions.
    extents: Vec<Size>,
    /// The dtype and the number of elements of the scratch memory.
    scratch: Option<(DType, Size)>,
}

impl Work {
    /// One parallel dimension, and no scratch memory.
    fn new(sizes: Vec<Size>, points: Size) -> Work {
        Work { sizes, extents: vec![points], scratch: None }
    }
}

/// The work of a routine on its operands, whose result is `node`.
fn work(dag: &Dag, node: NodeId, routine: &Routine, operands: &[NodeId]) -> Work {
    let result = dag.node(node);
    let last = dag.node(operands[operands.len() - 1]);
    let shape = &dag.node(operands[0]).shape;
    // A row of complex numbers counts pairs.
    let shape = match routine {
        Routine::ComplexProducts => &shape[..shape.len() - 1],
        _ => &shape[..],
    };
    let (row, rows) = shape.split_last().expect("operands of routines have axes");
    let of_rows = || Work::new(vec![row.clone()], Size::product(rows));
    match routine {
        Routine::Scan(_) | Routine::ComplexProducts => of_rows(),
        Routine::ScanColumns(_) => {
            let (n, rows) = rows.split_last().expect("columns have rows");
            Work::new(vec![n.clone(), row.clone()], Size::product(rows).mul(row))
        }
        Routine::Top { .. } => {
            let taken = result.shape.last().expect("rows have an axis").clone();
            let scratch = Some((DType::I64, Size::product(shape).scale(2)));
            Work { sizes: vec![row.clone(), taken], scratch, ..of_rows() }
        }
        Routine::Positions => {
            let len = result.shape.last().expect("rows have an axis").clone();
            Work { sizes: vec![row.clone(), len], ..of_rows() }
        }
        Routine::Middle => {
            // For both sides of a sort.
            let scratch = Some((result.dtype, Size::product(shape).scale(2)));
            Work { scratch, ..of_rows() }
        }
        Routine::ArgSort | Routine::Sort => {
            let scratch = Some((result.dtype, Size::product(&result.shape)));
            Work { scratch, ..of_rows() }
        }
        Routine::Lu | Routine::LuSolve | Routine::Cholesky | Routine::SingularValues => {
            of_matrices(routine, last.dtype, &last.shape)
        }
        Routine::Segment(_) | Routine::SegmentCount | Routine::SegmentLast => {
            of_segments(row, &last.shape, &result.shape)
        }
        Routine::SegmentStore => {
            let mut work = of_segments(row, &last.shape, &result.shape);
            work.sizes.push(dag.node(operands[1]).shape[0].clone());
            work
        }
        Routine::Foreign(call) => {
            let of_operands = operands.iter().map(|array| &dag.node(*array).shape);
            let lens = of_operands.chain(&call.shapes).map(Size::product);
            Work::new(lens.chain(call.sizes.iter().cloned()).collect(), Size::one())
        }
        Routine::Search { .. } => {
            let all = Size::product(&result.shape);
            let per_row = match rows {
                [] => all.clone(),
                _ => result.shape.last().expect("values have axes").clone(),
            };
            Work::new(vec![row.clone(), per_row], all)
        }
    }
}

/// The work of a routine whose last operand holds matrices of `dtype`.
fn of_matrices(routine: &Routine, dtype: DType, last: &[Size]) -> Work {
    let (batch, matrix) = last.split_at(last.len() - 2);
    let matrices = Size::product(batch);
    let scratch = (*routine == Routine::SingularValues).then(|| {
        // The matrix, its band, and two vectors.
        let [m, n] = [&matrix[0], &matrix[1]];
        let each = m.mul(n).add(&m.scale(3)).add(n);
        (dtype, matrices.mul(&each))
    });
    Work { scratch, ..Work::new(matrix.to_vec(), matrices) }
}

/// The work of a routine on segments: the parts, and the segments of each.
fn of_segments(indices: &Size, last: &[Size], result: &[Size]) -> Work {
    let leading = result.len() - last.len();
    let segments = result[leading].clone();
    let parts = Size::product(&result[..leading]);
    let row = Size::product(&last[1..]);
    let sizes = vec![indices.clone(), segments.clone(), row, parts.clone()];
    Work { sizes, extents: vec![parts, segments], scratch: None }
}
