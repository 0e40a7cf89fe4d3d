//! Reductions for which NaN stands for a missing element: `nansum` and the like.

use super::FunctionInfo;
use super::call::Call;
use super::elementwise::float_dtype;
use super::reductions::{Along, Kind, along, complex_product, operation};
use super::statistics::{degrees_of_freedom, pair};
use crate::check::checker::Checker;
use crate::check::complex::{self, Pair};
use crate::check::fold::Fold;
use crate::check::value::{Array, Res};
use crate::dag::{Binary, DType, Dag, Reduce, ScalarId, Unary};

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Reduction complex "nansum" "(x, axis=None, keepdims=false)" "Sum of what is not NaN."
        |c, call| total(c, call, Kind::Sum)),
    function!(Reduction complex "nanprod" "(x, axis=None, keepdims=false)" "Product of what is not NaN."
        |c, call| total(c, call, Kind::Prod)),
    function!(Reduction "nanmin" "(x, axis=None, keepdims=false)"
        "Smallest element that is not NaN; NaN if all are." |c, call| extremum(c, call, Kind::Min)),
    function!(Reduction "nanmax" "(x, axis=None, keepdims=false)"
        "Largest element that is not NaN; NaN if all are." |c, call| extremum(c, call, Kind::Max)),
    function!(Reduction complex "nanmean" "(x, axis=None, keepdims=false)" "Mean of what is not NaN." mean),
    function!(Reduction "nanvar" "(x, axis=None, ddof=0, keepdims=false)"
        "Variance of what is not NaN; NaN where there are not more than `ddof`."
        |c, call| variance(c, call, false)),
    function!(Reduction "nanstd" "(x, axis=None, ddof=0, keepdims=false)"
        "Standard deviation of what is not NaN: the square root of `nanvar`."
        |c, call| variance(c, call, true)),
];

/// `x`, or `other` where it is NaN.
fn present(s: &mut Fold<'_>, x: ScalarId, other: f64) -> ScalarId {
    let dtype = s.0.dtype(x);
    if !dtype.is_float() {
        return x;
    }
    let (missing, other) = (s.is_nan(x), s.number(dtype, other));
    s.select(missing, other, x)
}

/// A complex array in which `other` replaces numbers with a NaN in one of their parts.
fn complex_present(checker: &mut Checker<'_>, array: &Array, other: f64) -> Array {
    checker.graph.complex_map("present", array, move |dag, z| {
        let s = &mut Fold(dag);
        let (re, im) = (s.is_nan(z.re), s.is_nan(z.im));
        let missing = s.binary(Binary::Or, re, im);
        let dtype = s.0.dtype(z.re);
        let (other, zero) = (s.number(dtype, other), s.number(dtype, 0.0));
        Pair { re: s.select(missing, other, z.re), im: s.select(missing, zero, z.im) }
    })
}

fn complex_total(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    along: &Along,
    kind: Kind,
) -> Res<Array> {
    if kind == Kind::Prod {
        let present = complex_present(checker, array, 1.0);
        return complex_product(checker, call, &present, along);
    }
    let present = complex_present(checker, array, 0.0);
    let (op, dtype) = operation(kind, array.dtype);
    let rule = move |s: &mut Fold<'_>, x: &[ScalarId], _: &[ScalarId]| s.cast(dtype, x[0]);
    Ok(along.reduce(checker, call.name, &[&present], op, rule, |_, value| value))
}

fn total(checker: &mut Checker<'_>, call: &Call<'_>, kind: Kind) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, 2)?;
    if array.dtype.is_complex() {
        return complex_total(checker, call, &array, &along, kind);
    }
    let (op, dtype) = operation(kind, array.dtype);
    let neutral = if kind == Kind::Sum { 0.0 } else { 1.0 };
    let rule = move |s: &mut Fold<'_>, x: &[ScalarId], _: &[ScalarId]| {
        let x0 = s.cast(dtype, x[0]);
        present(s, x0, neutral)
    };
    Ok(along.reduce(checker, call.name, &[&array], op, rule, |_, value| value))
}

fn extremum(checker: &mut Checker<'_>, call: &Call<'_>, kind: Kind) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, 2)?;
    along.require_elements(checker, call, &array)?;
    let (op, dtype) = operation(kind, array.dtype);
    let worst = if kind == Kind::Min { f64::INFINITY } else { f64::NEG_INFINITY };
    let rule = move |s: &mut Fold<'_>, x: &[ScalarId], _: &[ScalarId]| present(s, x[0], worst);
    let value = along.reduce(checker, call.name, &[&array], op, rule, |_, value| value);
    if !dtype.is_float() {
        return Ok(value);
    }
    let all = along.reduce(
        checker,
        "isnan",
        &[&array],
        Reduce::All,
        |s, x, _| s.is_nan(x[0]),
        |_, value| value,
    );
    pair(checker, call, &value, &all, move |s, x| {
        let nan = s.number(dtype, f64::NAN);
        s.select(x[1], nan, x[0])
    })
}

/// The number of elements that are not NaN, as a float.
fn number(checker: &mut Checker<'_>, array: &Array, along: &Along, dtype: DType) -> Array {
    along.reduce(
        checker,
        "count",
        &[array],
        Reduce::Sum,
        |s, x, _| {
            let missing = s.is_nan(x[0]);
            let counts = s.unary(Unary::Not, missing);
            s.cast(DType::I64, counts)
        },
        move |s, count| s.cast(dtype, count),
    )
}

/// The mean along `along`.
fn mean_along(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    along: &Along,
    dtype: DType,
) -> Res<Array> {
    let count = number(checker, array, along, dtype);
    let rule = move |s: &mut Fold<'_>, x: &[ScalarId], _: &[ScalarId]| {
        let x0 = s.cast(dtype, x[0]);
        present(s, x0, 0.0)
    };
    let sum = along.reduce(checker, "nansum", &[array], Reduce::Sum, rule, |_, sum| sum);
    pair(checker, call, &sum, &count, |s, x| s.div(x[0], x[1]))
}

fn mean(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, 2)?;
    if array.dtype.is_complex() {
        let sum = complex_total(checker, call, &array, &along, Kind::Sum)?;
        // Numbers that are NaN where elements are missing.
        let marks = checker.graph.complex_part("marks", &array, |dag, z| {
            let missing = Fold(dag).is_nan(z.re);
            dag.select(missing, z.re, z.im)
        });
        let count = number(checker, &marks, &along, array.dtype.part());
        let count = checker.graph.cast(&count, array.dtype);
        let operands = [(call.name, sum), (call.name, count)];
        let quotient = |dag: &mut Dag, z: &[Pair]| complex::divide(dag, z[0], z[1]);
        return checker.complex_elementwise(call.name, call.span, &[], &operands, quotient);
    }
    mean_along(checker, call, &array, &along, float_dtype(array.dtype))
}

fn variance(checker: &mut Checker<'_>, call: &Call<'_>, root: bool) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, 3)?;
    let ddof = degrees_of_freedom(checker, call, &[2])?;
    let dtype = float_dtype(array.dtype);
    let mean = mean_along(checker, call, &array, &along.keeping(), dtype)?;
    let squares = along.reduce(
        checker,
        "squares",
        &[&array, &mean],
        Reduce::Sum,
        move |s, x, _| {
            let (x0, zero) = (s.cast(dtype, x[0]), s.number(dtype, 0.0));
            let difference = s.sub(x0, x[1]);
            let missing = s.is_nan(x0);
            let deviation = s.select(missing, zero, difference);
            s.mul(deviation, deviation)
        },
        |_, sum| sum,
    );
    let count = number(checker, &array, &along, dtype);
    pair(checker, call, &squares, &count, move |s, x| {
        let (ddof, zero) = (s.number(dtype, ddof), s.number(dtype, 0.0));
        let freedom = s.sub(x[1], ddof);
        let variance = s.div(x[0], freedom);
        let value = if root { s.unary(Unary::Sqrt, variance) } else { variance };
        let nan = s.number(dtype, f64::NAN);
        let defined = s.binary(Binary::Gt, freedom, zero);
        s.select(defined, value, nan)
    })
}
