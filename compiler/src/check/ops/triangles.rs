//! Triangles and diagonals: `tril`, `triu`, `tri`, `eye`, `identity`, `diag`, `diagonal`.

use super::FunctionInfo;
use super::call::Call;
use super::linear::matrices::diagonal_length;
use super::reductions::dtype_argument;
use crate::check::checker::{Checker, array_text};
use crate::check::value::{Array, Res};
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::ExprKind;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Shape complex "tril" "(x, k=0)"
        "The matrices in the last two axes with zeros above the diagonal k."
        |c, call| triangle(c, call, Binary::Le)),
    function!(Shape complex "triu" "(x, k=0)"
        "The matrices in the last two axes with zeros below the diagonal k."
        |c, call| triangle(c, call, Binary::Ge)),
    function!(Shape complex "diag" "(x, k=0)"
        "The diagonal k of a matrix, or the matrix with a vector on it." diag),
    function!(Shape complex linalg "diagonal" "(x, offset=0, axis1=0, axis2=1)"
        "The diagonal of two axes, as the last axis." diagonal),
    function!(Creation "eye" "(N, M=None, k=0, dtype=f64)"
        "Ones on the diagonal k, zeros elsewhere: `eye(N)`, `eye([f32; N, M])`."
        |c, call| ones_where(c, call, Binary::Eq)),
    function!(Creation "identity" "(n, dtype=f64)" "`eye(n)`." identity),
    function!(Creation "tri" "(N, M=None, k=0, dtype=f64)"
        "Ones on and below the diagonal k, zeros above." |c, call| ones_where(c, call, Binary::Le)),
];

/// `j - i op k`
fn compare(dag: &mut Dag, op: Binary, [i, j]: [ScalarId; 2], k: &Size) -> ScalarId {
    if k.is_zero() {
        return dag.binary(op, j, i);
    }
    let k = dag.size(k.clone());
    let end = dag.binary(Binary::Add, i, k);
    dag.binary(op, j, end)
}

/// The number of the diagonal: a size, or 0 if it is left out.
fn which(checker: &mut Checker<'_>, call: &Call<'_>, k: usize) -> Res<Size> {
    call.option(k).map_or(Ok(Size::zero()), |expr| checker.size_expr(expr))
}

fn triangle(checker: &mut Checker<'_>, call: &Call<'_>, op: Binary) -> Res<Array> {
    let array = call.array(checker)?;
    let k = which(checker, call, 1)?;
    let rank = array.rank();
    if rank < 2 {
        return Err(checker.report(
            Diagnostic::new(call.span, format!("`{}` needs a matrix", call.name))
                .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                .help(format_args!(
                    "a vector on the diagonal of a matrix is `diag({})`",
                    call.text(0)
                )),
        ));
    }
    let zero = Const::from_i128(array.dtype, 0);
    Ok(checker.graph.emit(call.name, array.shape.clone(), vec![array], move |dag, a, at| {
        let element = a[0].element(dag, at);
        let inside = compare(dag, op, [at[rank - 2], at[rank - 1]], &k);
        let zero = dag.constant(zero);
        dag.select(inside, element, zero)
    }))
}

/// The shape and dtype of `eye(N, M, dtype=f64)` or `eye([f64; N, M])`.
fn matrix_type(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<([Size; 2], DType)> {
    if let ExprKind::Type(_) = &call.arg(0).kind {
        let ty = super::create::type_argument(checker, call, 0)?;
        let [rows, columns] = match ty.sizes() {
            [n] => [n.clone(), n.clone()],
            [n, m] => [n.clone(), m.clone()],
            _ => {
                return checker.fail(
                    call.arg(0).span,
                    format!("`{}` is a matrix", call.name),
                    format_args!(
                        "write `{}([{}; N, M])`, or `{}(N)`",
                        call.name, ty.dtype, call.name
                    ),
                );
            }
        };
        return Ok(([rows, columns], ty.dtype));
    }
    let mut size = |k: usize| -> Res<Option<Size>> {
        let Some(expr) = call.option(k) else { return Ok(None) };
        let size = checker.size_expr(expr)?;
        let message = format!("the size `{size}` is negative");
        checker.require(&size, expr.span, &message, "a size is 0 or more")?;
        Ok(Some(size))
    };
    let rows = size(0)?.unwrap_or_default();
    let columns = if call.name == "identity" { None } else { size(1)? };
    let columns = columns.unwrap_or_else(|| rows.clone());
    let at = if call.name == "identity" { 1 } else { 3 };
    let dtype = dtype_argument(checker, call, at)?.unwrap_or(DType::F64);
    Ok(([rows, columns], dtype))
}

fn ones_where(checker: &mut Checker<'_>, call: &Call<'_>, op: Binary) -> Res<Array> {
    let (shape, dtype) = matrix_type(checker, call)?;
    let k = which(checker, call, 2)?;
    Ok(ones_along(checker, call, shape, dtype, op, k))
}

fn identity(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let (shape, dtype) = matrix_type(checker, call)?;
    Ok(ones_along(checker, call, shape, dtype, Binary::Eq, Size::zero()))
}

fn ones_along(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    shape: [Size; 2],
    dtype: DType,
    op: Binary,
    k: Size,
) -> Array {
    checker.graph.emit(call.name, shape.to_vec(), Vec::new(), move |dag, _, at| {
        let here = compare(dag, op, [at[0], at[1]], &k);
        let [zero, one] = [0, 1].map(|value| dag.constant(Const::from_i128(dtype, value)));
        dag.select(here, one, zero)
    })
}

fn diag(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let offset = match call.option(1) {
        Some(expr) => checker.const_int(expr, "`k`")?,
        None => 0,
    };
    match array.rank() {
        1 => Ok(on_diagonal(checker, array, offset)),
        2 => along_diagonal(checker, call, &array, (0, 1), offset),
        _ => Err(checker.report(
            Diagnostic::new(call.span, "`diag` is of vectors and matrices")
                .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                .help("`diagonal(x, axis1=1, axis2=2)` is of any two axes"),
        )),
    }
}

/// The matrix with a vector on the diagonal `offset`.
fn on_diagonal(checker: &mut Checker<'_>, vector: Array, offset: i64) -> Array {
    let away = Size::constant(offset.saturating_abs());
    let size = vector.shape[0].add(&away);
    let last = vector.shape[0].sub(&Size::one());
    let zero = Const::from_i128(vector.dtype, 0);
    // Off the diagonal no element of the vector belongs to a place, so the index is clamped.
    let clamp = offset != 0;
    let empty = if clamp { checker.graph.may_be_empty(&vector, &[0]) } else { Vec::new() };
    checker.graph.emit("diag", vec![size.clone(), size], vec![vector], move |dag, a, at| {
        let here = compare(dag, Binary::Eq, [at[0], at[1]], &Size::constant(offset));
        let mut place = if offset > 0 { at[0] } else { at[1] };
        if clamp {
            let last = dag.size(last.clone());
            place = dag.binary(Binary::Min, place, last);
        }
        let element = a[0].element_unless_empty(dag, &[place], &empty);
        let zero = dag.constant(zero);
        dag.select(here, element, zero)
    })
}

fn diagonal(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let offset = match call.option(1) {
        Some(expr) => checker.const_int(expr, "`offset`")?,
        None => 0,
    };
    let mut axis = |k: usize, default: i64| match call.option(k) {
        Some(expr) => checker.axis(expr, &call.axes(&array)),
        None => checker.normalise_axis(default, &call.axes(&array), call.span),
    };
    let (row, column) = (axis(2, 0)?, axis(3, 1)?);
    if row == column {
        return checker.fail(
            call.span,
            "`axis1` and `axis2` are the same axis",
            "a diagonal runs along two: `axis1=0, axis2=1`",
        );
    }
    along_diagonal(checker, call, &array, (row, column), offset)
}

fn along_diagonal(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    (row, column): (usize, usize),
    offset: i64,
) -> Res<Array> {
    let length = diagonal_length(checker, call, array, (row, column), offset)?;
    let rank = array.rank();
    let kept: Vec<usize> = (0..rank).filter(|k| *k != row && *k != column).collect();
    let mut shape: Vec<Size> = kept.iter().map(|k| array.shape[*k].clone()).collect();
    shape.push(length);
    let result =
        checker.graph.emit("diagonal", shape, vec![array.clone()], move |dag, a, index| {
            let along = index[kept.len()];
            let mut at = vec![along; rank];
            for (k, axis) in kept.iter().enumerate() {
                at[*axis] = index[k];
            }
            let by = dag.constant(Const::i64(offset.saturating_abs()));
            let further = if offset < 0 { row } else { column };
            if offset != 0 {
                at[further] = dag.binary(Binary::Add, along, by);
            }
            a[0].element(dag, &at)
        });
    Ok(checker.graph.bounded(result, array.bound.clone()))
}
