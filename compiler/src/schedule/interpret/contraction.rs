//! Checks whether a kernel computed what the description of its contraction says.

use super::memory::Buffer;
use crate::dag::{Const, DType, Size};
use crate::plan::{BufferId, Contraction, Factor, Numbers, Role};

/// An axis with its extent and strides as numbers.
struct Axis {
    extent: i64,
    left: i64,
    right: i64,
    /// `None` for an axis that is summed.
    out: Option<i64>,
}

/// Computes the contraction and compares it with the kernel's result, within the rounding that the order of summation
/// allows. Every element has to be computed once, from elements of the operands.
pub fn check(
    contraction: &Contraction,
    size: &dyn Fn(&Size) -> Result<i64, String>,
    buffers: &mut [Buffer],
) -> Result<(), String> {
    let mut axes = Vec::new();
    for axis in &contraction.axes {
        let out = size(&axis.out)?;
        let (left, right) = (size(&axis.left)?, size(&axis.right)?);
        let out = (axis.role != Role::K).then_some(out);
        axes.push(Axis { extent: size(&axis.extent)?, left, right, out });
    }
    let (left, right) = (contraction.left.buffer, contraction.right.buffer);
    if contraction.out == left || contraction.out == right {
        return Err("a contraction overwrites its operand".into());
    }
    let (summed, own): (Vec<&Axis>, Vec<&Axis>) = axes.iter().partition(|axis| axis.out.is_none());
    let start = |factor: &Factor| size(&factor.offset);
    let (left_start, right_start) = (start(&contraction.left)?, start(&contraction.right)?);
    let mut written = vec![false; buffers[contraction.out.0].len];
    for point in points(&own) {
        let along = |stride: &dyn Fn(&Axis) -> i64| -> i64 {
            own.iter().zip(&point).map(|(axis, i)| stride(axis) * i).sum()
        };
        let (l0, r0) = (left_start + along(&|a| a.left), right_start + along(&|a| a.right));
        let out = along(&|a| a.out.unwrap_or_default());
        let (mut sums, mut magnitude) = ([0.0; 2], 0.0);
        for step in points(&summed) {
            let at = |start: i64, stride: &dyn Fn(&Axis) -> i64| -> i64 {
                start + summed.iter().zip(&step).map(|(axis, i)| stride(axis) * i).sum::<i64>()
            };
            let (at_left, at_right) = (at(l0, &|a| a.left), at(r0, &|a| a.right));
            let terms = match contraction.numbers {
                Numbers::Real => {
                    let x = read(&mut buffers[left.0], at_left)?;
                    [x * read(&mut buffers[right.0], at_right)?, 0.0]
                }
                Numbers::Complex => {
                    let mut part = |buffer: BufferId, at: i64| read(&mut buffers[buffer.0], at);
                    let (a, b) = (part(left, at_left)?, part(left, at_left + 1)?);
                    let (c, d) = (part(right, at_right)?, part(right, at_right + 1)?);
                    magnitude += (a * c).abs() + (b * d).abs() + (a * d).abs() + (b * c).abs();
                    [a * c - b * d, a * d + b * c]
                }
            };
            for (sum, term) in sums.iter_mut().zip(terms) {
                *sum += term;
                magnitude += term.abs();
            }
        }
        let unit = if contraction.dtype == DType::F32 { 1e-5 } else { 1e-13 };
        // If sums may overflow, the result depends on the order.
        let comparable = magnitude < f64::from(f32::MAX) / 2.0;
        let parts = if contraction.numbers == Numbers::Real { 1 } else { 2 };
        for (out, sum) in (out..).zip(&sums[..parts]) {
            let got = read(&mut buffers[contraction.out.0], out)?;
            if comparable && (got - sum).abs() > unit * magnitude + f64::from(f32::MIN_POSITIVE) {
                return Err(format!("a contraction gives {sum} at {out}, its kernel {got}"));
            }
            if std::mem::replace(&mut written[out as usize], true) {
                return Err(format!("a contraction computes element {out} twice"));
            }
        }
    }
    match written.iter().position(|w| !w) {
        Some(missing) => Err(format!("a contraction does not compute element {missing}")),
        None => Ok(()),
    }
}

fn read(buffer: &mut Buffer, at: i64) -> Result<f64, String> {
    match usize::try_from(at).ok().filter(|at| *at < buffer.len) {
        Some(at) => {
            let bits = buffer.array.read(at, buffer.owner, None)?;
            Ok(Const { dtype: buffer.dtype, bits }.to_f64())
        }
        None => Err(format!("a contraction reads or writes element {at} of {}", buffer.len)),
    }
}

/// All points of the axes.
fn points(axes: &[&Axis]) -> Vec<Vec<i64>> {
    axes.iter().fold(vec![Vec::new()], |points, axis| {
        let extended = |point: Vec<i64>| {
            (0..axis.extent).map(move |i| point.iter().copied().chain([i]).collect())
        };
        points.into_iter().flat_map(extended).collect()
    })
}
