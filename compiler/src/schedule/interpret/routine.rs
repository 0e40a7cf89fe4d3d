//! Runs one routine on all of its rows.

use super::memory::Buffer;
use crate::dag::interpret::Tensor;
use crate::dag::{ForeignCall, Routine};

/// Runs a routine, with buffers and sizes as [`super::super::routine::lower`] binds them.
pub fn run(
    routine: &Routine,
    points: i64,
    sizes: &[i64],
    buffers: &mut [Buffer],
) -> Result<(), String> {
    let size = |k: usize| sizes.get(k).map_or(0, |n| (*n).max(0) as usize);
    let (points, row) = (points.max(0) as usize, size(0));
    let [segments, columns, parts] = [1, 2, 3].map(size);
    // The shape of each operand. The parts of complex numbers are an axis.
    let shapes = match routine {
        Routine::Scan(_)
        | Routine::ArgSort
        | Routine::Sort
        | Routine::Middle
        | Routine::Top { .. }
        | Routine::Positions => {
            vec![vec![points, row]]
        }
        Routine::ComplexProducts => vec![vec![points, row, 2]],
        Routine::ScanColumns(_) => {
            vec![vec![points.checked_div(size(1)).unwrap_or(0), row, size(1)]]
        }
        Routine::Search { .. } => {
            let values = size(1);
            let rows = points.checked_div(values).unwrap_or(0);
            vec![vec![rows, row], vec![rows, values]]
        }
        Routine::Lu | Routine::Cholesky | Routine::SingularValues => {
            vec![vec![points, row, size(1)]]
        }
        Routine::Segment(_) => vec![vec![row], vec![row, columns]],
        Routine::SegmentStore => {
            vec![vec![row], vec![size(4), columns], vec![segments, columns]]
        }
        Routine::SegmentCount | Routine::SegmentLast => vec![vec![row]],
        Routine::Foreign(call) => (0..call.operands()).map(|k| vec![size(k)]).collect(),
        Routine::LuSolve => vec![vec![points, row + 1, row], vec![points, row, size(1)]],
    };
    let mut operands = Vec::new();
    for (buffer, shape) in buffers.iter_mut().zip(&shapes) {
        let mut bits = Vec::new();
        for k in 0..shape.iter().product::<usize>() {
            bits.push(buffer.read(k as i64, 0)?);
        }
        operands.push(Tensor { dtype: buffer.dtype, shape: shape.clone(), bits });
    }
    let views: Vec<&Tensor> = operands.iter().collect();
    if let Routine::Foreign(call) = routine {
        for result in 0..call.function.results.len() {
            let k = operands.len() + result;
            let of_result = Routine::Foreign(ForeignCall { result, ..call.clone() });
            let result = of_result.evaluate_into(&views, &[size(k)])?;
            for (at, bits) in result.bits.iter().enumerate() {
                buffers[k].write(at as i64, 0, *bits)?;
            }
        }
        return Ok(());
    }
    let result = match routine {
        Routine::SegmentStore => routine.evaluate_into(&views, &[segments, columns])?,
        Routine::Segment(_) => routine.evaluate_into(&views, &[parts, segments, columns])?,
        Routine::Top { .. } | Routine::Positions => {
            routine.evaluate_into(&views, &[points, segments])?
        }
        Routine::SegmentCount | Routine::SegmentLast => {
            routine.evaluate_into(&views, &[parts, segments])?
        }
        _ => routine.evaluate(&views)?,
    };
    let rest = &mut buffers[operands.len()..];
    if let Some((out, scratch)) = rest.split_first_mut() {
        for (k, bits) in result.bits.iter().enumerate() {
            out.write(k as i64, 0, *bits)?;
        }
        for s in scratch {
            for k in 0..s.len as i64 {
                s.write(k, 0, 0)?;
            }
        }
    }
    Ok(())
}
