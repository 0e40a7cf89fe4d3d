//! `svdvals`, and the functions of singular values that norms need.

use super::general::CallSite;
use crate::check::checker::{Checker, array_text};
use crate::check::ops::call::Call;
use crate::check::ops::elementwise::float_dtype;
use crate::check::value::{Array, Res};
use crate::dag::{Binary, Const, DType, Reduce, Routine, Size, Unary};
use crate::diagnostic::Diagnostic;

/// The singular values of matrices.
pub(in crate::check::ops) struct SingularValues {
    /// The values, in descending order along the last axis. There are as many as rows or as columns; if these are too
    /// many, the last values are zeros.
    pub(in crate::check::ops) values: Array,
    /// The numbers of rows and columns. The smaller of both is the number of singular values.
    extents: [Size; 2],
    /// Whether each value occurs twice.
    twice: bool,
}

/// The singular values of the matrices in the last two axes of an array, which may be complex.
pub(in crate::check::ops) fn singular_values(
    checker: &mut Checker<'_>,
    name: &str,
    array: &Array,
    place: CallSite<'_>,
) -> Res<SingularValues> {
    let twice = array.dtype.is_complex();
    let array = if twice { in_blocks(checker, array) } else { array.clone() };
    let rank = array.rank();
    let extents = [array.shape[rank - 2].clone(), array.shape[rank - 1].clone()];
    let dtype = float_dtype(array.dtype);
    let mut array = checker.graph.cast(&array, dtype.computed_in());
    let [rows, columns] = &extents;
    // The rows are those of the result.
    if !checker.graph.is_non_negative(&columns.sub(rows))
        && checker.graph.is_non_negative(&rows.sub(columns))
    {
        let mut axes: Vec<usize> = (0..rank).collect();
        axes.swap(rank - 2, rank - 1);
        array = checker.graph.permute(&array, &axes);
    }
    let stored = checker.stored(name, &array, place)?;
    let values = checker.graph.routine("svdvals", Routine::SingularValues, vec![stored]);
    let values = checker.graph.cast(&values, dtype);
    Ok(SingularValues { values, extents, twice })
}

/// The real matrix with the blocks `[re, -im]` and `[im, re]`, which has each singular value twice.
fn in_blocks(checker: &mut Checker<'_>, array: &Array) -> Array {
    let (rank, parts) = (array.rank(), array.real());
    let mut shape = array.shape.clone();
    let extents = [shape[rank - 2].clone(), shape[rank - 1].clone()];
    shape[rank - 2] = extents[0].scale(2);
    shape[rank - 1] = extents[1].scale(2);
    checker.graph.emit("blocks", shape, vec![parts], move |dag, a, index| {
        let mut at = index.to_vec();
        let mut second = Vec::new();
        for (k, extent) in extents.iter().enumerate() {
            let along = index[rank - 2 + k];
            let extent = dag.size(extent.clone());
            let here = dag.binary(Binary::Ge, along, extent);
            let inside = dag.binary(Binary::Sub, along, extent);
            at[rank - 2 + k] = dag.select(here, inside, along);
            second.push(here);
        }
        let part = dag.binary(Binary::Xor, second[0], second[1]);
        let number = dag.cast(DType::I64, part);
        at.push(number);
        let element = a[0].element(dag, &at);
        let negative = dag.unary(Unary::Neg, element);
        let below = dag.unary(Unary::Not, second[0]);
        let above_right = dag.binary(Binary::And, second[1], below);
        dag.select(above_right, negative, element)
    })
}

impl SingularValues {
    /// The largest value of each matrix. It is 0 for a matrix without elements.
    pub(in crate::check::ops) fn largest(self, checker: &mut Checker<'_>) -> Array {
        let SingularValues { values, .. } = self;
        let (count, dtype) = (values.shape[values.rank() - 1].clone(), values.dtype);
        let is_there = checker.graph.is_non_negative(&count.sub(&Size::one()));
        let shape = values.shape[..values.rank() - 1].to_vec();
        checker.graph.emit("norm", shape, vec![values], move |dag, a, index| {
            if is_there {
                let first = dag.constant(Const::i64(0));
                return a[0].element(dag, &[index, &[first]].concat());
            }
            let largest = dag.reduce(Reduce::Max, vec![count.clone()], |dag, k| {
                a[0].element(dag, &[index, &[k[0]]].concat())
            });
            let zero = dag.constant(Const::from_f64(dtype, 0.0));
            dag.binary(Binary::Max, largest, zero)
        })
    }

    /// The smallest value of each matrix, which must have at least one element.
    pub(in crate::check::ops) fn smallest(self, checker: &mut Checker<'_>) -> Array {
        let SingularValues { values, extents: [rows, columns], .. } = self;
        let shape = values.shape[..values.rank() - 1].to_vec();
        checker.graph.emit("norm", shape, vec![values], move |dag, a, index| {
            let (rows, columns) = (dag.size(rows.clone()), dag.size(columns.clone()));
            let count = dag.binary(Binary::Min, rows, columns);
            let one = dag.constant(Const::i64(1));
            let last = dag.binary(Binary::Sub, count, one);
            a[0].element(dag, &[index, &[last]].concat())
        })
    }

    /// The sum of the values of each matrix.
    pub(in crate::check::ops) fn sum(self, checker: &mut Checker<'_>) -> Array {
        let SingularValues { values, twice, .. } = self;
        let (count, dtype) = (values.shape[values.rank() - 1].clone(), values.dtype);
        let shape = values.shape[..values.rank() - 1].to_vec();
        checker.graph.emit("norm", shape, vec![values], move |dag, a, index| {
            let sum = dag.reduce(Reduce::Sum, vec![count.clone()], |dag, k| {
                a[0].element(dag, &[index, &[k[0]]].concat())
            });
            let half = dag.constant(Const::from_f64(dtype, 0.5));
            if twice { dag.binary(Binary::Mul, sum, half) } else { sum }
        })
    }
}

pub(super) fn svdvals(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operand = checker.operand(call.arg(0))?;
    let array = checker.as_array(&operand)?;
    let fail = |checker: &mut Checker<'_>, claim: String, help: &str| {
        let diagnostic = Diagnostic::new(call.span, claim).fact(format_args!(
            "`{}` is {}",
            operand.text,
            array_text(&array)
        ));
        checker.report(diagnostic.help(help))
    };
    let [.., rows, columns] = &array.shape[..] else {
        let help = "the last two axes are the matrices; those before them are many of these";
        return Err(fail(checker, "`svdvals` needs matrices".to_owned(), help));
    };
    let wide = checker.graph.is_non_negative(&columns.sub(rows));
    if !wide && !checker.graph.is_non_negative(&rows.sub(columns)) {
        let claim =
            format!("how many singular values there are does not follow from {rows} and {columns}");
        return Err(fail(
            checker,
            claim,
            "cut the matrix first, or declare it with one size: `a[..N, ..N]`",
        ));
    }
    let found = singular_values(checker, call.name, &array, (&operand.text, operand.span))?;
    if !found.twice {
        return Ok(found.values);
    }
    let mut shape = found.values.shape.clone();
    let last = shape.len() - 1;
    shape[last] = if wide { rows.clone() } else { columns.clone() };
    Ok(checker.graph.emit(call.name, shape, vec![found.values], move |dag, a, index| {
        let mut at = index.to_vec();
        at[last] = dag.binary(Binary::Add, at[last], at[last]);
        a[0].element(dag, &at)
    }))
}
