//! Statistics along axes: `var`, `std`, `average`, `ptp`, `count_nonzero`, `logsumexp`, `softmax`.

use super::FunctionInfo;
use super::call::Call;
use super::elementwise::{common, float_dtype, wrong_dtype};
use super::reductions::{Along, along, divide, dtype_argument};
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::complex;
use crate::check::fold::{self, Fold};
use crate::check::value::{Array, Res, Value, Weak, shape_text};
use crate::dag::{Binary, DType, Reduce, ScalarId, Size, Unary};
use crate::diagnostic::Diagnostic;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Reduction complex "var" "(x, axis=None, ddof=0, keepdims=false, dtype=None, correction=0)"
        "Variance along the axes, over `count - ddof`; integers give f64."
        |checker, call| variance(checker, call, false)),
    function!(Reduction complex "std" "(x, axis=None, ddof=0, keepdims=false, dtype=None, correction=0)"
        "Standard deviation along the axes: the square root of `var`."
        |checker, call| variance(checker, call, true)),
    function!(Reduction complex "average" "(x, axis=None, weights=None, keepdims=false)"
        "Mean along the axes; with weights `sum(x * weights) / sum(weights)`." average),
    function!(Reduction "ptp" "(x, axis=None, keepdims=false)"
        "Largest minus smallest element along the axes." ptp),
    function!(Reduction complex "count_nonzero" "(x, axis=None, keepdims=false)"
        "How many elements along the axes are not zero, in i64." count_nonzero),
    function!(Reduction "logsumexp" "(x, axis=None, keepdims=false)"
        "`log(sum(exp(x)))` along the axes, without overflow." logsumexp),
    function!(Reduction "softmax" "(x, axis=None)"
        "`exp(x) / sum(exp(x))` along the axes, without overflow." softmax),
    function!(Reduction "log_softmax" "(x, axis=None)"
        "`log(softmax(x))`, precise where the softmax is small." log_softmax),
];

/// Rows of up to this many elements are too short for a variance row by row, which keeps two numbers per row.
const SHORT: i64 = 16;

/// The number that is subtracted from the number of elements: `ddof`, or `correction` in the array API.
pub(super) fn degrees_of_freedom(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    names: &[usize],
) -> Res<f64> {
    for k in names {
        let Some(expr) = call.option(*k) else { continue };
        return match checker.expr(expr)? {
            Value::Weak(Weak::Int(i)) => Ok(i as f64),
            Value::Weak(Weak::Float(f)) => Ok(f),
            _ => {
                let message = format!("`{}` has to be a number, known here", call.text(*k));
                checker.fail(expr.span, message, "write a literal: `ddof=1`")
            }
        };
    }
    Ok(0.0)
}

/// `max(count - ddof, 0)` as a float.
fn divisor(s: &mut Fold<'_>, count: &Size, ddof: f64, dtype: DType) -> ScalarId {
    let zero = s.number(dtype, 0.0);
    // An integral number is subtracted from the count as an integer, because f32 does not have all integers.
    let rest = if ddof.fract() == 0.0 && ddof.abs() < 1e15 {
        let size = count.sub(&Size::constant(ddof as i64));
        let size = s.0.size(size);
        s.cast(dtype, size)
    } else {
        let size = s.0.size(count.clone());
        let (size, ddof) = (s.cast(dtype, size), s.number(dtype, ddof));
        s.sub(size, ddof)
    };
    s.binary(Binary::Max, rest, zero)
}

fn variance(checker: &mut Checker<'_>, call: &Call<'_>, root: bool) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, 3)?;
    let ddof = degrees_of_freedom(checker, call, &[2, 5])?;
    if array.dtype.is_complex() {
        return complex_variance(checker, call, &array, &along, (ddof, root));
    }
    let dtype = dtype_argument(checker, call, 4)?.unwrap_or(float_dtype(array.dtype));
    if !dtype.is_float() {
        let message = format!("`{}` has a float dtype, not {dtype}", call.name);
        return checker.fail(
            call.span,
            message,
            "a variance of integers has fractions: leave `dtype` out, or write `dtype=f64`",
        );
    }
    Ok(real_variance(checker, call.name, &array, &along, (ddof, root), dtype))
}

/// The mean of `|z - mean|**2`, which is the sum of the variances of the parts.
fn complex_variance(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    along: &Along,
    (ddof, root): (f64, bool),
) -> Res<Array> {
    let dtype = array.dtype.part();
    if dtype_argument(checker, call, 4)?.is_some_and(|d| d != dtype) {
        let message = format!("`{}` of {} is {dtype}", call.name, array.dtype);
        return Err(checker.report(
            Diagnostic::new(call.span, message).help("convert the result: `var(z) as f64`"),
        ));
    }
    let re = checker.graph.complex_part("real", array, |_, z| z.re);
    let im = checker.graph.complex_part("imag", array, |_, z| z.im);
    let re = real_variance(checker, call.name, &re, along, (ddof, false), dtype);
    let im = real_variance(checker, call.name, &im, along, (ddof, false), dtype);
    let shape = re.shape.clone();
    Ok(checker.graph.emit(call.name, shape, vec![re, im], move |dag, a, at| {
        let (re, im) = (a[0].element(dag, at), a[1].element(dag, at));
        let sum = dag.binary(Binary::Add, re, im);
        if root { dag.unary(Unary::Sqrt, sum) } else { sum }
    }))
}

fn real_variance(
    checker: &mut Checker<'_>,
    name: &str,
    array: &Array,
    along: &Along,
    (ddof, root): (f64, bool),
    dtype: DType,
) -> Array {
    // Halves are rounded once.
    let (half, dtype) = (dtype, dtype.computed_in());
    let count = along.count(array);
    let finish = move |s: &mut Fold<'_>, sum: ScalarId| {
        let divisor = divisor(s, &count, ddof, dtype);
        let variance = s.div(sum, divisor);
        let variance = s.cast(half, variance);
        if root { s.unary(Unary::Sqrt, variance) } else { variance }
    };
    let Some((rows, others)) = rows(along, array) else {
        let mean = mean(checker, array, &along.keeping(), dtype);
        return along.reduce(
            checker,
            name,
            &[array, &mean],
            Reduce::Sum,
            move |s, x, _| deviation(s, x, dtype),
            finish,
        );
    };
    // The sum of squares of all elements is the sum of those within rows, and of `n` times those of the rows' means.
    // `n` is the length of a row (Chan, Golub & LeVeque 1983). A row is still in a cache when it is read again; an
    // array is not.
    let length = rows.count(array);
    let mean_of_row = mean(checker, array, &rows, dtype);
    let squares = rows.reduce(
        checker,
        name,
        &[array, &mean_of_row],
        Reduce::Sum,
        move |s, x, _| deviation(s, x, dtype),
        |_, sum| sum,
    );
    let mean = mean(checker, &mean_of_row, &others, dtype);
    along.reduce(
        checker,
        name,
        &[&squares, &mean_of_row, &mean],
        Reduce::Sum,
        move |s, x, _| {
            let between = deviation(s, &x[1..], dtype);
            let length = s.0.size(length.clone());
            let length = s.cast(dtype, length);
            let between = s.mul(length, between);
            s.add(x[0], between)
        },
        finish,
    )
}

fn mean(checker: &mut Checker<'_>, array: &Array, along: &Along, dtype: DType) -> Array {
    let count = along.count(array);
    along.reduce(
        checker,
        "mean",
        &[array],
        Reduce::Sum,
        move |s, x, _| s.cast(dtype, x[0]),
        move |s, sum| divide(s.0, sum, &count, dtype),
    )
}

/// The square of an element's difference from the mean.
fn deviation(s: &mut Fold<'_>, x: &[ScalarId], dtype: DType) -> ScalarId {
    let x0 = s.cast(dtype, x[0]);
    let deviation = s.sub(x0, x[1]);
    s.mul(deviation, deviation)
}

/// If several axes are reduced, the last one among them, and rows along that axis are long or of unknown length: the
/// last axis, and the others. All axes are kept.
fn rows(along: &Along, array: &Array) -> Option<(Along, Along)> {
    let (last, others) = along.axes.split_last()?;
    let short = array.shape[*last].as_constant().is_some_and(|n| n < SHORT);
    if short || others.is_empty() || *last + 1 != array.rank() {
        return None;
    }
    let keeping = |axes: &[usize]| Along { axes: axes.to_vec(), keepdims: true };
    Some((keeping(&[*last]), keeping(others)))
}

fn average(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operand = checker.operand(call.arg(0))?;
    let array = checker.as_array(&operand)?;
    let along = along(checker, call, &array, 1, 3)?;
    let Some(weights) = call.option(2) else {
        if array.dtype.is_complex() {
            return Ok(complex_mean(checker, call, &array, &along));
        }
        let (count, dtype) = (along.count(&array), float_dtype(array.dtype));
        return Ok(along.reduce(
            checker,
            call.name,
            &[&array],
            Reduce::Sum,
            move |s, x, _| s.cast(dtype.computed_in(), x[0]),
            move |s, sum| divide(s.0, sum, &count, dtype),
        ));
    };
    let weights = checker.operand(weights)?;
    let dtype = float_dtype(common(checker, call, &[&operand, &weights])?);
    let own = checker.as_array(&weights)?;
    let own = match along.axes.as_slice() {
        _ if own.shape == array.shape => own,
        // There is one weight for each place along the axis.
        [axis] if own.rank() == 1 && own.shape[0] == array.shape[*axis] => {
            let mut shape = vec![Size::one(); array.rank()];
            shape[*axis] = own.shape[0].clone();
            checker.graph.reshaped("weights", &own, shape)
        }
        _ => return Err(weights_do_not_fit(checker, &operand, &array, &weights, &own)),
    };
    let weighted = along.reduce(
        checker,
        call.name,
        &[&array, &own],
        Reduce::Sum,
        move |s, x, _| {
            let (x0, weight) = (s.cast(dtype, x[0]), s.cast(dtype, x[1]));
            s.mul(x0, weight)
        },
        |_, sum| sum,
    );
    let total = along.reduce(
        checker,
        "weights",
        &[&array, &own],
        Reduce::Sum,
        move |s, x, _| s.cast(dtype, x[1]),
        |_, sum| sum,
    );
    pair(checker, call, &weighted, &total, |s, x| s.div(x[0], x[1]))
}

/// The mean of complex numbers, whose parts are summed separately.
fn complex_mean(checker: &mut Checker<'_>, call: &Call<'_>, array: &Array, along: &Along) -> Array {
    let count = along.count(array);
    let sum = along.reduce(checker, call.name, &[array], Reduce::Sum, |_, x, _| x[0], |_, x| x);
    checker.graph.complex_map("mean", &sum, move |dag, z| complex::divide_by_size(dag, z, &count))
}

fn weights_do_not_fit(
    checker: &mut Checker<'_>,
    operand: &Operand,
    array: &Array,
    weights: &Operand,
    own: &Array,
) -> crate::check::value::Reported {
    checker.report(
        Diagnostic::new(
            weights.span,
            format!("weights of shape {} do not fit", shape_text(&own.shape)),
        )
        .fact(format_args!("`{}` is {}", operand.text, array_text(array)))
        .fact(format_args!("`{}` is {}", weights.text, array_text(own)))
        .help("weights have the shape of the array, or one axis and its size along `axis`"),
    )
}

/// One comprehension over two results of a reduction.
pub(super) fn pair(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    a: &Array,
    b: &Array,
    rule: impl Fn(&mut Fold<'_>, &[ScalarId]) -> ScalarId + 'static,
) -> Res<Array> {
    let operands = [(call.name, a.clone()), (call.name, b.clone())];
    checker.elementwise(call.name, call.span, &[], &operands, None, move |dag, x| {
        rule(&mut Fold(dag), x)
    })
}

/// The smallest or the largest elements along the axes.
pub(super) fn extremum(
    checker: &mut Checker<'_>,
    array: &Array,
    along: &Along,
    name: &str,
    op: Reduce,
) -> Array {
    let op = match (op, array.dtype) {
        (Reduce::Min, DType::Bool) => Reduce::All,
        (Reduce::Max, DType::Bool) => Reduce::Any,
        _ => op,
    };
    along.reduce(checker, name, &[array], op, |_, x, _| x[0], |_, value| value)
}

fn ptp(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operand = checker.operand(call.arg(0))?;
    let array = checker.as_array(&operand)?;
    if array.dtype == DType::Bool {
        return Err(wrong_dtype(checker, call, &operand, DType::Bool, "convert: `x as i64`"));
    }
    let along = along(checker, call, &array, 1, 2)?;
    along.require_elements(checker, call, &array)?;
    let largest = extremum(checker, &array, &along, "max", Reduce::Max);
    let smallest = extremum(checker, &array, &along, "min", Reduce::Min);
    pair(checker, call, &largest, &smallest, |s, x| s.sub(x[0], x[1]))
}

fn count_nonzero(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let array = checker.graph.truth(&array);
    let along = along(checker, call, &array, 1, 2)?;
    let rule = |s: &mut Fold<'_>, x: &[ScalarId], _: &[ScalarId]| {
        let test = s.cast(DType::Bool, x[0]);
        fold::cast(s.0, DType::I64, test)
    };
    Ok(along.reduce(checker, call.name, &[&array], Reduce::Sum, rule, |_, count| count))
}

/// The number that is subtracted from exponents: the maximum along kept axes, or 0 if that is not finite.
fn shift(checker: &mut Checker<'_>, array: &Array, along: &Along, dtype: DType) -> Array {
    along.keeping().reduce(
        checker,
        "max",
        &[array],
        Reduce::Max,
        move |s, x, _| s.cast(dtype, x[0]),
        move |s, max| {
            let (finite, zero) = (s.unary(Unary::IsFinite, max), s.number(dtype, 0.0));
            s.select(finite, max, zero)
        },
    )
}

/// `sum(exp(x - shift))`, finished by `finish`.
fn sum_of_exp(
    checker: &mut Checker<'_>,
    (array, shift): (&Array, &Array),
    along: &Along,
    dtype: DType,
    finish: impl Fn(&mut Fold<'_>, ScalarId) -> ScalarId + 'static,
) -> Array {
    along.reduce(
        checker,
        "sum_of_exp",
        &[array, shift],
        Reduce::Sum,
        move |s, x, _| {
            let x0 = s.cast(dtype, x[0]);
            let difference = s.sub(x0, x[1]);
            s.unary(Unary::Exp, difference)
        },
        finish,
    )
}

fn logsumexp(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, 2)?;
    let dtype = float_dtype(array.dtype);
    let shift = shift(checker, &array, &along, dtype);
    let log =
        sum_of_exp(checker, (&array, &shift), &along, dtype, |s, sum| s.unary(Unary::Log, sum));
    let shift = along.without_kept(checker, &shift);
    pair(checker, call, &log, &shift, |s, x| s.add(x[0], x[1]))
}

fn softmax(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, usize::MAX)?.keeping();
    let dtype = float_dtype(array.dtype);
    let shift = shift(checker, &array, &along, dtype);
    let sum = sum_of_exp(checker, (&array, &shift), &along, dtype, |_, sum| sum);
    let operands = [(call.name, array), (call.name, shift), (call.name, sum)];
    checker.elementwise(call.name, call.span, &[], &operands, Some(dtype), |dag, x| {
        let s = &mut Fold(dag);
        let difference = s.sub(x[0], x[1]);
        let exp = s.unary(Unary::Exp, difference);
        s.div(exp, x[2])
    })
}

fn log_softmax(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let along = along(checker, call, &array, 1, usize::MAX)?.keeping();
    let dtype = float_dtype(array.dtype);
    let shift = shift(checker, &array, &along, dtype);
    let log =
        sum_of_exp(checker, (&array, &shift), &along, dtype, |s, sum| s.unary(Unary::Log, sum));
    let operands = [(call.name, array), (call.name, shift), (call.name, log)];
    checker.elementwise(call.name, call.span, &[], &operands, Some(dtype), |dag, x| {
        let s = &mut Fold(dag);
        let difference = s.sub(x[0], x[1]);
        s.sub(difference, x[2])
    })
}
