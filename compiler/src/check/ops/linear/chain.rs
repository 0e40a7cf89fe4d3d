//! `multi_dot`: products of several matrices, in the order that costs least.

use crate::check::checker::{Checker, Operand, array_text};
use crate::check::ops::call::{Call, entries};
use crate::check::value::{Array, Res, Value};
use crate::diagnostic::Diagnostic;

pub(super) fn multi_dot(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = checker.operands(&entries(call.arg(0)))?;
    if operands.len() < 2 {
        return Err(checker.report(
            Diagnostic::new(call.span, "`multi_dot` needs at least two arrays")
                .help("write `multi_dot([a, b, c])`"),
        ));
    }
    let last = operands.len() - 1;
    let mut arrays = Vec::new();
    for (k, operand) in operands.iter().enumerate() {
        let array = checker.as_array(operand)?;
        let end = k == 0 || k == last;
        if !(array.rank() == 2 || end && array.rank() == 1) {
            return Err(checker.report(
                Diagnostic::new(
                    operand.span,
                    "`multi_dot` takes matrices; only the first and the last may be vectors",
                )
                .fact(format_args!("`{}` is {}", operand.text, array_text(&array)))
                .help("products of more axes are written with `@`, or with `einsum`"),
            ));
        }
        arrays.push(array);
    }
    let splits = splits(&arrays);
    product(checker, call, &operands, &splits, 0, last).map(|(array, _)| array)
}

/// The product of operands `from..=to`, and its text.
fn product(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operands: &[Operand],
    splits: &[Vec<usize>],
    from: usize,
    to: usize,
) -> Res<(Array, String)> {
    if from == to {
        return Ok((checker.as_array(&operands[from])?, operands[from].text.clone()));
    }
    let middle = splits[from][to];
    let mut side = |from, to| {
        let (array, text) = product(checker, call, operands, splits, from, to)?;
        Ok(Operand { value: Value::Array(array), text, span: call.span })
    };
    let (left, right) = (side(from, middle)?, side(middle + 1, to)?);
    let array = checker.matmul(call.span, &left, &right)?;
    Ok((array, format!("({} @ {})", left.text, right.text)))
}

/// `splits[i][j]` is the last factor of the left part of the product `i..=j`. If all sizes are literal, the order has
/// the fewest multiplications. Otherwise it goes outwards from the vector, if there is one.
fn splits(arrays: &[Array]) -> Vec<Vec<usize>> {
    let count = arrays.len();
    let vector_last = arrays[count - 1].rank() == 1 && arrays[0].rank() == 2;
    let mut splits = vec![vec![0; count]; count];
    for (i, row) in splits.iter_mut().enumerate() {
        for (j, split) in row.iter_mut().enumerate().skip(i + 1) {
            *split = if vector_last { i } else { j - 1 };
        }
    }
    let size = |k: usize, axis: usize| Some(arrays[k].shape[axis].as_constant()? as f64);
    let rows = if arrays[0].rank() == 1 { Some(1.0) } else { size(0, 0) };
    let columns = |k: usize| {
        if k > 0 && arrays[k].rank() == 1 { Some(1.0) } else { size(k, arrays[k].rank() - 1) }
    };
    let sizes: Option<Vec<f64>> = std::iter::once(rows).chain((0..count).map(columns)).collect();
    let Some(sizes) = sizes else { return splits };
    let mut cost = vec![vec![0.0; count]; count];
    for length in 1..count {
        for i in 0..count - length {
            let j = i + length;
            let of =
                |k: usize| cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1];
            let best = (i..j).min_by(|p, q| of(*p).total_cmp(&of(*q))).unwrap_or(i);
            (splits[i][j], cost[i][j]) = (best, of(best));
        }
    }
    splits
}
