//! Arrays with matching shapes: `meshgrid`, `broadcast_arrays`, `atleast_1d` and the like, `indices`.

use super::FunctionInfo;
use super::call::{Call, entries};
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, DType, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Expr, ExprKind};

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape complex "broadcast_arrays" "(*arrays)"
        "A tuple of the arrays, stretched to their common shape." broadcast_arrays),
    function!(Shape complex "meshgrid" "(*arrays, indexing=\"xy\")"
        "A tuple of the coordinates of a grid of vectors; `ij` keeps their order." meshgrid),
    function!(Shape complex "atleast_1d" "(*arrays)" "Scalars as vectors of one element."
        |c, call| at_least(c, call, 1)),
    function!(Shape complex "atleast_2d" "(*arrays)" "Vectors as rows of a matrix."
        |c, call| at_least(c, call, 2)),
    function!(Shape complex "atleast_3d" "(*arrays)" "Vectors and matrices with three axes."
        |c, call| at_least(c, call, 3)),
    function!(Creation "indices" "(*dimensions)"
        "The indices of a grid along each axis: `indices(N, M)[0][i, j]` is i." indices),
];

/// The operands of a function of any number of arrays.
fn all(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Vec<Operand>> {
    if call.rest.is_empty() {
        return checker.fail(
            call.span,
            format!("`{}` needs at least one array", call.name),
            format_args!("write `{}(x, y)`", call.name),
        );
    }
    checker.operands(&call.rest)
}

fn broadcast_arrays(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = all(checker, call)?;
    let mut arrays = Vec::new();
    for operand in &operands {
        arrays.push(checker.as_array(operand)?);
    }
    let labels = vec!["array"; arrays.len()];
    let views: Vec<(&str, &Array)> =
        operands.iter().zip(&arrays).map(|(o, a)| (o.text.as_str(), a)).collect();
    let shape = checker.broadcast_shape(call.span, &labels, &views)?;
    let results = arrays.iter().map(|a| Value::Array(checker.graph.broadcast_to(a, &shape)));
    Ok(Value::Tuple(results.collect()))
}

fn meshgrid(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let swapped = match call.option(1).map(|e| (&e.kind, e.span)) {
        None => true,
        Some((ExprKind::Str(text), _)) if text == "xy" => true,
        Some((ExprKind::Str(text), _)) if text == "ij" => false,
        Some((_, span)) => {
            return Err(checker.report(
                Diagnostic::new(span, format!("`{}` is no indexing of `meshgrid`", call.text(1)))
                    .help("write \"xy\" or \"ij\""),
            ));
        }
    };
    let operands = all(checker, call)?;
    let mut vectors = Vec::new();
    for operand in &operands {
        let array = checker.as_array(operand)?;
        if array.rank() > 1 {
            return Err(checker.report(
                Diagnostic::new(operand.span, "`meshgrid` takes vectors")
                    .fact(format_args!("`{}` is {}", operand.text, array_text(&array)))
                    .help("`ravel(x)` makes a vector of any array"),
            ));
        }
        let total = Size::product(&array.shape);
        vectors.push(checker.graph.reshaped("meshgrid", &array, vec![total]));
    }
    // The axis along which vector k varies.
    let mut axes: Vec<usize> = (0..vectors.len()).collect();
    if swapped && axes.len() > 1 {
        axes.swap(0, 1);
    }
    let mut shape = vec![Size::one(); axes.len()];
    for (vector, axis) in vectors.iter().zip(&axes) {
        shape[*axis] = vector.shape[0].clone();
    }
    let grids = vectors.iter().zip(axes).map(|(vector, axis)| {
        let result = checker.graph.emit(
            "meshgrid",
            shape.clone(),
            vec![vector.clone()],
            move |dag, a, at| a[0].element(dag, &at[axis..=axis]),
        );
        Value::Array(checker.graph.bounded(result, vector.bound.clone()))
    });
    Ok(Value::Tuple(grids.collect()))
}

fn at_least(checker: &mut Checker<'_>, call: &Call<'_>, rank: usize) -> Res<Value> {
    let operands = all(checker, call)?;
    let mut results = Vec::new();
    for operand in &operands {
        let array = checker.as_array(operand)?;
        let mut shape = array.shape.clone();
        while shape.len() < rank {
            // As in NumPy, a vector becomes a row, and with three axes its axis is the middle one.
            let place = if shape.len() == 2 { 2 } else { 0 };
            shape.insert(place, Size::one());
        }
        results.push(Value::Array(checker.graph.reshaped(call.name, &array, shape)));
    }
    if results.len() == 1 {
        return Ok(results.remove(0));
    }
    Ok(Value::Tuple(results))
}

fn indices(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let exprs: Vec<&Expr> = match call.rest.as_slice() {
        [] => {
            return checker.fail(
                call.span,
                "`indices` needs the sizes of a grid",
                "write `indices(M, N)`",
            );
        }
        [one] => entries(one),
        many => many.to_vec(),
    };
    let mut shape = vec![Size::constant(exprs.len() as i64)];
    for expr in exprs {
        let size = checker.size_expr(expr)?;
        let message = format!("the size `{size}` is negative");
        checker.require(&size, expr.span, &message, "a size is 0 or more")?;
        shape.push(size);
    }
    let rank = shape.len() - 1;
    let result = checker.graph.emit("indices", shape, Vec::new(), move |dag, _, at| {
        let mut value = at[rank];
        for k in (0..rank - 1).rev() {
            let number = dag.constant(Const::i64(k as i64));
            let here = dag.binary(Binary::Eq, at[0], number);
            value = dag.select(here, at[k + 1], value);
        }
        debug_assert_eq!(dag.dtype(value), DType::I64);
        value
    });
    Ok(Value::Array(result))
}
