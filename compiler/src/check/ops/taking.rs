//! Elements at arrays of positions: `take`, `take_along_axis`.

use super::FunctionInfo;
use super::call::Call;
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, DType, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::ExprKind;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape complex "take" "(x, indices, axis=None, mode=\"raise\")"
        "`x[.., indices]` along an axis, or of all elements; `clip` and `wrap` bring indices into range."
        take),
    function!(Shape complex "take_along_axis" "(x, indices, axis=-1)"
        "For each place along the other axes the elements at its own positions." take_along_axis),
];

fn take(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let (source, index) = (checker.operand(call.arg(0)), checker.operand(call.arg(1)));
    let (source, mut index) = (source?, index?);
    let mut array = checker.as_array(&source)?;
    let axis = match call.option(2) {
        Some(expr) => checker.axis(expr, &call.axes(&array))?,
        None => {
            let total = Size::product(&array.shape);
            array = checker.graph.reshaped("ravel", &array, vec![total]);
            0
        }
    };
    let mode = match call.option(3).map(|e| (&e.kind, e.span)) {
        None => "raise",
        Some((ExprKind::Str(mode), _)) if ["raise", "clip", "wrap"].contains(&mode.as_str()) => {
            mode.as_str()
        }
        Some((_, span)) => {
            return Err(checker.report(
                Diagnostic::new(span, format!("`{}` is no mode of `take`", call.text(3)))
                    .help("the modes are \"raise\", \"clip\" and \"wrap\""),
            ));
        }
    };
    let size = array.shape[axis].clone();
    if mode != "raise" {
        let message = format!("`take` from the empty axis {axis} of `{}`", call.text(0));
        let help = "an empty axis has no element to take";
        checker.require(&size.sub(&Size::one()), call.span, &message, help)?;
        index = into_range(checker, index, size, mode == "wrap")?;
    }
    checker.take((&array, &source.text), &index, axis, call.span)
}

/// Indices modulo the size, or replaced by the nearest ones that are in range.
fn into_range(checker: &mut Checker<'_>, index: Operand, size: Size, wrap: bool) -> Res<Operand> {
    let array = checker.as_array(&index)?;
    if !array.dtype.is_integer() {
        return Ok(index);
    }
    let bound = size.clone();
    let unsigned = array.dtype == DType::U64;
    let result = checker.graph.map("indices", &array, None, move |dag, x| {
        let (zero, last) = (dag.constant(Const::i64(0)), dag.size(size.sub(&Size::one())));
        if unsigned {
            // No size exceeds `i64`.
            let size = dag.size(size.clone());
            let size = dag.cast(DType::U64, size);
            let last = dag.cast(DType::U64, last);
            let x = match wrap {
                true => dag.binary(Binary::Rem, x, size),
                false => dag.binary(Binary::Min, x, last),
            };
            return dag.cast(DType::I64, x);
        }
        let x = dag.cast(DType::I64, x);
        if wrap {
            let size = dag.size(size.clone());
            return dag.binary(Binary::Rem, x, size);
        }
        let x = dag.binary(Binary::Max, x, zero);
        dag.binary(Binary::Min, x, last)
    });
    let result = checker.graph.bounded(result, Some(bound));
    Ok(Operand { value: Value::Array(result), ..index })
}

fn take_along_axis(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = call.operands(checker, 2)?;
    let array = checker.as_array(&operands[0])?;
    let indices = checker.as_array(&operands[1])?;
    let axis = match call.option(2) {
        Some(expr) => checker.axis(expr, &call.axes(&array))?,
        None => checker.normalise_axis(-1, &call.axes(&array), call.span)?,
    };
    let mut shape = array.shape.clone();
    let fits = indices.rank() == array.rank()
        && indices.shape.iter().zip(&mut shape).enumerate().all(|(k, (index, size))| {
            if k == axis || size.is_one() {
                *size = index.clone();
            }
            index == size || index.is_one()
        });
    if !fits {
        return Err(checker.report(
            Diagnostic::new(call.span, "the indices do not go along with the array")
                .fact(format_args!("`{}` is {}", operands[0].text, array_text(&array)))
                .fact(format_args!("`{}` is {}", operands[1].text, array_text(&indices)))
                .help(format_args!(
                    "both have {} axes, equal or 1 but for axis {axis}",
                    array.rank()
                )),
        ));
    }
    checker.take_along((&array, &operands[0].text), &operands[1], axis, shape)
}
