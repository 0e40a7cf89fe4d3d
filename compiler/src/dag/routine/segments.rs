//! Routines on segments. A segment is all elements that share an index; they are combined in their order.

use super::Routine;
use crate::dag::interpret::Tensor;
use crate::dag::{Const, evaluate};

/// The extents of the result of a routine on segments.
struct Layout {
    /// The number of contiguous parts of the elements. The last ones may be shorter than the others.
    parts: usize,
    segments: usize,
    /// The number of elements per row of values, or 1 if there are no values.
    columns: usize,
}

pub(super) fn evaluate(
    routine: &Routine,
    operands: &[&Tensor],
    shape: &[usize],
) -> Result<Vec<u64>, String> {
    let last = operands[operands.len() - 1];
    let leading = shape.len() - last.shape.len();
    let layout = Layout {
        parts: if leading > 0 { shape[0] } else { 1 },
        segments: shape[leading],
        columns: last.shape[1..].iter().product(),
    };
    let indices = operands[0];
    let Layout { parts, segments, columns } = layout;
    let length = indices.len().div_ceil(parts.max(1)).max(1);
    let none = match routine {
        Routine::Segment(op) => op.identity(last.dtype),
        Routine::SegmentLast => Const::i64(-1),
        _ => Const::i64(0),
    };
    let mut bits = vec![none.bits; parts * segments * columns];
    for (k, index) in indices.elements().enumerate() {
        // Elements that belong to no segment are left out.
        let Some(segment) = position(index).filter(|segment| *segment < segments) else { continue };
        let row = (k / length * segments + segment) * columns;
        for column in 0..columns {
            let so_far = Const { dtype: none.dtype, bits: bits[row + column] };
            let next = match routine {
                Routine::Segment(op) => {
                    let element =
                        Const { dtype: last.dtype, bits: last.bits[k * columns + column] };
                    evaluate::binary(op.combine(), so_far, element).ok_or_else(|| {
                        format!("internal error: {op:?} is not defined for {}", element.dtype)
                    })?
                }
                Routine::SegmentLast => Const::i64(k as i64),
                _ => Const::i64(so_far.bits as i64 + 1),
            };
            bits[row + column] = next.bits;
        }
    }
    Ok(bits)
}

/// The rows of the last operand, with the values of the indices that name them.
pub(super) fn store(operands: &[&Tensor]) -> Vec<u64> {
    let [indices, values, rows] = operands else { unreachable!("stores have three operands") };
    let columns: usize = rows.shape[1..].iter().product();
    let mut bits = rows.bits.clone();
    for (k, index) in indices.elements().enumerate() {
        let Some(row) = position(index).filter(|row| *row < rows.shape[0]) else { continue };
        let from = if values.shape[0] == 1 { 0 } else { k * columns };
        bits[row * columns..][..columns].copy_from_slice(&values.bits[from..][..columns]);
    }
    bits
}

/// The index as the number of a segment, if it can be one.
fn position(index: Const) -> Option<usize> {
    usize::try_from(index.to_i128()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dag::{DType, Reduce};

    fn i64s(shape: &[usize], data: &[i64]) -> Tensor {
        Tensor::new(DType::I64, shape, data.iter().map(|x| Const::i64(*x)))
    }

    #[test]
    fn rows_of_a_segment_are_combined() {
        let m = i64s(&[5], &[1, 0, 1, 7, -1]);
        let x = Tensor::from_f64(DType::F64, &[5, 2], &[1., 2., 3., 4., 5., 6., 7., 8., 9., 10.]);
        let run = |routine: Routine, operands: &[&Tensor], shape: &[usize]| {
            routine.evaluate_into(operands, shape).unwrap()
        };
        let sums = run(Routine::Segment(Reduce::Sum), &[&m, &x], &[3, 2]);
        assert_eq!(
            (sums.shape.as_slice(), sums.to_f64()),
            (&[3, 2][..], vec![3., 4., 6., 8., 0., 0.])
        );
        let least = run(Routine::Segment(Reduce::Min), &[&m, &x], &[2, 2]);
        assert_eq!(least.to_f64(), [3., 4., 1., 2.]);
        assert_eq!(run(Routine::SegmentCount, &[&m], &[3]).bits, [1, 2, 0]);
        assert_eq!(run(Routine::SegmentLast, &[&m], &[3]).bits, [1, 2, -1i64 as u64]);
        let old = Tensor::from_f64(DType::F64, &[3, 2], &[20., 21., 22., 23., 24., 25.]);
        let stored = run(Routine::SegmentStore, &[&m, &x, &old], &[3, 2]);
        assert_eq!((stored.to_f64(), stored.shape), (vec![3., 4., 5., 6., 24., 25.], vec![3, 2]));
        let one = Tensor::from_f64(DType::F64, &[1, 2], &[1., 2.]);
        let stored = run(Routine::SegmentStore, &[&m, &one, &old], &[3, 2]);
        assert_eq!(stored.to_f64(), [1., 2., 1., 2., 24., 25.]);
        // Parts of three elements.
        let sums = run(Routine::Segment(Reduce::Sum), &[&m, &x], &[2, 2, 2]);
        assert_eq!(sums.to_f64(), [3., 4., 6., 8., 0., 0., 0., 0.]);
        assert_eq!(run(Routine::SegmentCount, &[&m], &[5, 2]).bits, [0, 1, 1, 0, 0, 1, 0, 0, 0, 0]);
        assert_eq!(run(Routine::SegmentCount, &[&i64s(&[0], &[])], &[2]).bits, [0, 0]);
        assert_eq!(run(Routine::SegmentCount, &[&m], &[0]).bits, [0u64; 0]);
    }
}
