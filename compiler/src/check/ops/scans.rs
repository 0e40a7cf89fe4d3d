//! Cumulative sums, products, minima and maxima.

use super::FunctionInfo;
use super::call::Call;
use super::reductions::dtype_argument;
use crate::check::checker::Checker;
use crate::check::value::{Array, Res};
use crate::dag::{Binary, Const, DType, Reduce, Routine, Size};
use crate::diagnostic::Diagnostic;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Reduction complex "cumsum" "(x, axis=None, dtype=None)"
        "Sums of the elements up to each one; of all in one row without `axis`. Dtypes widen as in `sum`."
        |checker, call| cumulative(checker, call, Reduce::Sum)),
    function!(Reduction complex "cumprod" "(x, axis=None, dtype=None)"
        "Products of the elements up to each one; of all in one row without `axis`. Dtypes widen as \
         in `prod`."
        |checker, call| cumulative(checker, call, Reduce::Prod)),
    function!(Reduction complex "cumulative_sum" "(x, axis=None, dtype=None, include_initial=false)"
        "`cumsum`, with a leading 0 if `include_initial`; `axis` may be left out for one axis only."
        |checker, call| array_api(checker, call, Reduce::Sum)),
    function!(Reduction complex "cumulative_prod" "(x, axis=None, dtype=None, include_initial=false)"
        "`cumprod`, with a leading 1 if `include_initial`; `axis` may be left out for one axis only."
        |checker, call| array_api(checker, call, Reduce::Prod)),
    function!(Reduction "cummin" "(x, axis=0)"
        "Smallest of the elements up to each one; NaN from the first NaN on. NumPy's `minimum.accumulate`."
        |checker, call| extremum(checker, call, Reduce::Min)),
    function!(Reduction "cummax" "(x, axis=0)"
        "Largest of the elements up to each one; NaN from the first NaN on. NumPy's `maximum.accumulate`."
        |checker, call| extremum(checker, call, Reduce::Max)),
];

/// The argument `dtype=f32`, a dtype by name; without it, the dtype of sums and products.
fn dtype_of(checker: &mut Checker<'_>, call: &Call<'_>, array: &Array) -> Res<DType> {
    match dtype_argument(checker, call, 2)? {
        None => Ok(array.dtype.sum_of()),
        Some(DType::Bool) => {
            let claim = format!("`{}` does not count in bool", call.name);
            checker.fail(call.span, claim, "leave `dtype` out, or write `dtype=i64`")
        }
        Some(dtype) if dtype != array.dtype && (dtype.is_complex() || array.dtype.is_complex()) => {
            let message = format!("`{}` of {} in {dtype} is not supported", call.name, array.dtype);
            Err(checker.report(
                Diagnostic::new(call.span, message)
                    .help(format_args!("convert the operand: `z as {dtype}`")),
            ))
        }
        Some(dtype) => Ok(dtype),
    }
}

fn scan(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    axis: usize,
    dtype: DType,
    op: Reduce,
) -> Res<Array> {
    let place = (call.text(0), call.arg(0).span);
    if dtype.is_complex() {
        let view = checker.graph.cast(array, dtype).real();
        if op == Reduce::Prod {
            return complex_products(checker, call, &view, axis);
        }
        // The two parts are scanned side by side.
        let rows = checker.rows(call.name, &view, axis, dtype.part(), (&place.0, place.1))?;
        let scanned = checker.graph.routine(call.name, Routine::Scan(op), vec![rows.node]);
        return Ok(checker.graph.back_from_rows(&scanned, axis).complex());
    }
    let scanned = if axis + 2 == array.rank() {
        // Columns stay where they are.
        let operand = checker.graph.cast(array, dtype.computed_in());
        let node = checker.stored(call.name, &operand, (&place.0, place.1))?;
        checker.graph.routine(call.name, Routine::ScanColumns(op), vec![node])
    } else {
        let rows = checker.rows(call.name, array, axis, dtype, (&place.0, place.1))?;
        let scanned = checker.graph.routine(call.name, Routine::Scan(op), vec![rows.node]);
        checker.graph.back_from_rows(&scanned, axis)
    };
    Ok(checker.graph.cast(&scanned, dtype))
}

/// Products of complex numbers along an axis of a real view.
pub(super) fn complex_products(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    view: &Array,
    axis: usize,
) -> Res<Array> {
    let parts = view.rank() - 1;
    let mut axes: Vec<usize> = (0..parts).filter(|k| *k != axis).collect();
    axes.extend([axis, parts]);
    let moved = checker.graph.permute(view, &axes);
    let node = checker.stored(call.name, &moved, (&call.text(0), call.arg(0).span))?;
    let products = checker.graph.routine(call.name, Routine::ComplexProducts, vec![node]);
    let back: Vec<usize> = (0..=parts)
        .map(|k| match k {
            k if k == parts => parts,
            k if k == axis => parts - 1,
            k => k - usize::from(k > axis),
        })
        .collect();
    Ok(checker.graph.permute(&products, &back).complex())
}

/// NumPy's `cumsum` and `cumprod`.
fn cumulative(checker: &mut Checker<'_>, call: &Call<'_>, op: Reduce) -> Res<Array> {
    let array = call.array(checker)?;
    let dtype = dtype_of(checker, call, &array)?;
    let (array, axis) = match call.option(1) {
        Some(e) => {
            let axis = checker.axis(e, &call.axes(&array))?;
            (array, axis)
        }
        None => {
            let total = Size::product(&array.shape);
            (checker.graph.reshaped("ravel", &array, vec![total]), 0)
        }
    };
    scan(checker, call, &array, axis, dtype, op)
}

/// The array API's `cumulative_sum` and `cumulative_prod`.
fn array_api(checker: &mut Checker<'_>, call: &Call<'_>, op: Reduce) -> Res<Array> {
    let array = call.array(checker)?;
    let dtype = dtype_of(checker, call, &array)?;
    let initial = match call.option(3) {
        Some(e) => checker.const_bool(e, "`include_initial`")?,
        None => false,
    };
    let axis = match call.option(1) {
        Some(e) => checker.axis(e, &call.axes(&array))?,
        None if array.rank() == 1 => 0,
        None => {
            return Err(checker.report(
                Diagnostic::new(call.span, format!("`{}` needs an axis", call.name))
                    .fact(format_args!("`{}` has {} axes", call.text(0), array.rank()))
                    .help(format_args!("write `axis=0`, or `{}` of `ravel(x)`", call.name)),
            ));
        }
    };
    let sums = scan(checker, call, &array, axis, dtype, op)?;
    if !initial {
        return Ok(sums);
    }
    let len = sums.shape[axis].clone();
    let mut shape = sums.shape.clone();
    shape[axis] = len.add(&Size::one());
    let identity = checker.graph.constant(op.identity(dtype.part()));
    let identity = checker.graph.cast(&identity, dtype);
    Ok(checker.graph.emit(call.name, shape, vec![sums, identity], move |dag, a, index| {
        // The element before, if there is one, as a maximum over at most one element. That changes nothing (a sum would
        // lose the sign of zero), and reads nothing if the row is empty.
        let one = dag.constant(Const::i64(1));
        let before = dag.binary(Binary::Sub, index[axis], one);
        let previous =
            dag.reduce_range(Reduce::Max, len.clone(), [before, index[axis]], |dag, k| {
                let mut at = index.to_vec();
                at[axis] = k;
                a[0].element(dag, &at)
            });
        let zero = dag.constant(Const::i64(0));
        let first = dag.binary(Binary::Eq, index[axis], zero);
        let identity = a[1].element(dag, &[]);
        dag.select(first, identity, previous)
    }))
}

fn extremum(checker: &mut Checker<'_>, call: &Call<'_>, op: Reduce) -> Res<Array> {
    let array = call.array(checker)?;
    let axis = match call.option(1) {
        Some(e) => checker.axis(e, &call.axes(&array))?,
        None => checker.normalise_axis(0, &call.axes(&array), call.span)?,
    };
    let dtype = array.dtype;
    scan(checker, call, &array, axis, dtype, op)
}
