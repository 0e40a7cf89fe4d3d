//! Differences and sums of neighbours: `diff`, `gradient`, `trapezoid`, `convolve`, `correlate`.

use super::FunctionInfo;
use super::call::Call;
use super::elementwise::{common, float_dtype};
use super::gradient::gradient;
use super::reductions::Along;
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::complex::{self, Pair};
use crate::check::fold::Fold;
use crate::check::value::{Array, Res, Value, Weak};
use crate::dag::{Binary, Const, DType, Dag, Reduce, ScalarId, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::ExprKind;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Math complex "diff" "(x, n=1, axis=-1, prepend=None, append=None)"
        "Differences of neighbours along an axis, n times: the axis gets shorter by n." diff),
    function!(Math complex "gradient" "(x, *spacing, axis=None, edge_order=1)"
        "Differences along axes, of samples at distances or at coordinates; for several axes a tuple."
        gradient),
    function!(Reduction complex "trapezoid" ["trapz"] "(y, x=None, dx=1.0, axis=-1)"
        "Integral along an axis by the trapezoidal rule, of samples at x, or dx apart." trapezoid),
    function!(Linear complex "convolve" "(a, v, mode=\"full\")"
        "Convolution of two vectors; `same` and `valid` need `a` at least as long as `v`."
        |checker, call| convolve(checker, call, true)),
    function!(Linear complex "correlate" "(a, v, mode=\"valid\")"
        "Correlation of two vectors: `sum(a[n + k] * v[n])`; `a` is at least as long as `v`."
        |checker, call| convolve(checker, call, false)),
];

/// `at` with the index of one axis moved by `step`.
pub(super) fn moved(dag: &mut Dag, at: &[ScalarId], axis: usize, step: i64) -> Vec<ScalarId> {
    let mut at = at.to_vec();
    if step != 0 {
        let step = dag.constant(Const::i64(step));
        at[axis] = dag.binary(Binary::Add, at[axis], step);
    }
    at
}

/// The axis that parameter `k` names, or else the last one.
fn one_axis(checker: &mut Checker<'_>, call: &Call<'_>, k: usize, array: &Array) -> Res<usize> {
    match call.option(k) {
        Some(e) => checker.axis(e, &call.axes(array)),
        None => checker.normalise_axis(-1, &call.axes(array), call.arg(0).span),
    }
}

fn diff(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    let array = checker.as_array(&operand)?.with_bound(None);
    let axis = one_axis(checker, call, 2, &array)?;
    let mut array = with_ends(checker, call, operand, array, axis)?;
    let times = match call.option(1) {
        Some(e) => checker.const_int(e, "`n`")?,
        None => 1,
    };
    if !(0..=64).contains(&times) {
        return checker.fail(
            call.arg(1).span,
            format!("`n` of `diff` is in 0..=64, not {times}"),
            "each time takes differences of neighbours once more: write a small number",
        );
    }
    let rest = array.shape[axis].sub(&Size::constant(times));
    if rest.as_constant().is_none() {
        let many = if times == 1 { "one element" } else { &format!("{times} elements") };
        let message = format!("`diff` of `{}` needs {many} along axis {axis}", call.text(0));
        checker.require(&rest, call.span, &message, "each difference takes one element away")?;
    }
    for _ in 0..times {
        let mut shape = array.shape.clone();
        shape[axis] = shape[axis].sub(&Size::one());
        // As in NumPy, one element, or none, has no differences.
        if shape[axis].as_constant().is_some_and(|n| n < 0) {
            shape[axis] = Size::zero();
        }
        // As in NumPy, bools differ where they are not equal.
        let op = if array.dtype == DType::Bool { Binary::Xor } else { Binary::Sub };
        array = checker.graph.emit("diff", shape, vec![array], move |dag, a, at| {
            let here = a[0].element(dag, at);
            let next = moved(dag, at, axis, 1);
            let next = a[0].element(dag, &next);
            dag.binary(op, next, here)
        });
    }
    Ok(Value::Array(array))
}

/// `array` between the arguments `prepend` and `append`. These are arrays, or scalars, which are repeated for each row.
fn with_ends(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operand: Operand,
    array: Array,
    axis: usize,
) -> Res<Array> {
    let ends = [call.option(3), call.option(4)];
    if ends.iter().all(Option::is_none) {
        return Ok(array);
    }
    let mut operands = Vec::new();
    for end in ends.into_iter().flatten() {
        operands.push(checker.operand(end)?);
    }
    let at = usize::from(ends[0].is_some());
    operands.insert(at, operand);
    let mut arrays = checker.list_arrays(call.name, &operands, call.span)?;
    let mut one = array.shape.clone();
    one[axis] = Size::one();
    for (k, end) in arrays.iter_mut().enumerate() {
        if k != at && end.rank() == 0 {
            *end = checker.graph.broadcast_to(end, &one);
        }
    }
    Ok(checker.concatenated(&operands, arrays, axis)?.with_bound(None))
}

/// An operand that has to be a scalar of `dtype` (or a literal).
pub(super) fn scalar(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operand: &Operand,
    dtype: DType,
) -> Res<Array> {
    let array = checker.coerced(operand, dtype)?;
    if array.rank() == 0 && (array.dtype == dtype || array.dtype.is_integer()) {
        return Ok(array);
    }
    Err(checker.report(
        Diagnostic::new(
            operand.span,
            format!("the spacing of `{}` is a scalar of {dtype}", call.name),
        )
        .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
        .help("samples at uneven places have coordinates, one for each: `[f64; N]`"),
    ))
}

fn trapezoid(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    let array = checker.as_array(&operand)?;
    let axis = one_axis(checker, call, 3, &array)?;
    // Complex samples are summed part by part; their coordinates are real.
    let mut dtype = float_dtype(array.dtype.part());
    let mut operands = vec![array.clone()];
    let places = match call.option(1) {
        Some(expr) => {
            let places = checker.operand(expr)?;
            let real = matches!(&places.value, Value::Array(own) if own.dtype == dtype);
            if !(array.dtype.is_complex() && real) {
                let common = common(checker, call, &[&operand, &places])?;
                dtype = float_dtype(common.part());
            }
            let own = checker.as_array(&places)?;
            let own = if own.rank() == 1 && own.shape[0] == array.shape[axis] {
                let mut shape = vec![Size::one(); array.rank()];
                shape[axis] = own.shape[0].clone();
                checker.graph.reshaped("places", &own, shape)
            } else if own.shape == array.shape {
                own
            } else {
                return Err(checker.report(
                    Diagnostic::new(expr.span, "the places `x` do not fit the samples")
                        .fact(format_args!("`{}` is {}", operand.text, array_text(&array)))
                        .fact(format_args!("`{}` is {}", places.text, array_text(&own)))
                        .help("they have the shape of the samples, or one axis and its size"),
                ));
            };
            operands.push(own);
            true
        }
        None => {
            let step = match call.option(2) {
                Some(expr) => checker.operand(expr)?,
                None => Operand {
                    value: Value::Weak(Weak::Float(1.0)),
                    text: "1.0".to_string(),
                    span: call.span,
                },
            };
            operands.push(scalar(checker, call, &step, dtype)?);
            false
        }
    };
    let message =
        format!("`{}` of `{}` needs an element along axis {axis}", call.name, call.text(0));
    let help = "the integral over no points is not defined here";
    checker.require(&array.shape[axis].sub(&Size::one()), call.span, &message, help)?;
    let mut shape = array.shape.clone();
    shape[axis] = shape[axis].sub(&Size::one());
    let full = array.shape.clone();
    let terms = checker.graph.emit("trapezoids", shape, operands, move |dag, a, at| {
        let s = &mut Fold(dag);
        let next = moved(s.0, at, axis, 1);
        let [low, high] = [at, &next].map(|at| {
            let element = a[0].element(s.0, at);
            s.cast(dtype, element)
        });
        let run = if places {
            let [low, high] = [at, &next].map(|at| {
                let place = a[1].broadcast_element(s.0, &full, at);
                s.cast(dtype, place)
            });
            s.sub(high, low)
        } else {
            let step = a[1].element(s.0, &[]);
            s.cast(dtype, step)
        };
        let sum = s.add(high, low);
        let area = s.mul(run, sum);
        let two = s.number(dtype, 2.0);
        s.div(area, two)
    });
    let along = Along { axes: vec![axis], keepdims: false };
    let sum = along.reduce(checker, call.name, &[&terms], Reduce::Sum, |_, x, _| x[0], |_, x| x);
    Ok(Value::Array(sum))
}

/// `out[n] = sum of a[n + start - k] * v[k]` (or, for the correlation, `a[n - start + k] * v[k]`).
fn convolve(checker: &mut Checker<'_>, call: &Call<'_>, reversed: bool) -> Res<Array> {
    let mode = match call.option(2).map(|e| (&e.kind, e.span)) {
        None if reversed => "full",
        None => "valid",
        Some((ExprKind::Str(mode), _)) if ["full", "same", "valid"].contains(&mode.as_str()) => {
            mode.as_str()
        }
        Some((_, span)) => {
            return Err(checker.report(
                Diagnostic::new(span, format!("`{}` is no mode of `{}`", call.text(2), call.name))
                    .help("the modes are \"full\", \"same\" and \"valid\""),
            ));
        }
    };
    let operands = call.operands(checker, 2)?;
    let dtype = common(checker, call, &[&operands[0], &operands[1]])?;
    let mut arrays = Vec::new();
    for operand in &operands {
        let array = checker.as_array(operand)?;
        if array.rank() != 1 {
            return Err(checker.report(
                Diagnostic::new(operand.span, format!("`{}` takes vectors", call.name))
                    .fact(format_args!("`{}` is {}", operand.text, array_text(&array)))
                    .help("along an axis write `from_fn(|i: M, j: N - 2| sum(|k: 3| v[k] * x[i, j + k]))`"),
            ));
        }
        let message = format!("`{}` of the empty `{}`", call.name, operand.text);
        let help = "give a vector with elements";
        checker.require(&array.shape[0].sub(&Size::one()), operand.span, &message, help)?;
        arrays.push(array);
    }
    let (n, m) = (arrays[0].shape[0].clone(), arrays[1].shape[0].clone());
    let one = Size::one();
    if mode != "full" || !reversed {
        let message = format!(
            "`{}` needs `{}` at least as long as `{}`",
            call.name, operands[0].text, operands[1].text
        );
        let help = "exchange the two, or take `mode=\"full\"`";
        checker.require(&n.sub(&m), call.span, &message, help)?;
    }
    // The first of the n + m - 1 elements of the full convolution that is in the result.
    let (length, start) = match mode {
        "full" => (n.add(&m).sub(&one), Size::zero()),
        "same" => (n.clone(), m.sub(&one).floor_div(2)),
        _ => (n.sub(&m).add(&one), m.sub(&one)),
    };
    if dtype.is_complex() {
        let arrays: Vec<Array> =
            arrays.iter().map(|a| checker.graph.cast(a, dtype).real()).collect();
        return Ok(complex_convolution(checker, call, arrays, [length, start, n, m], reversed));
    }
    let (sum, times) = match dtype {
        DType::Bool => (Reduce::Any, Binary::And),
        _ => (Reduce::Sum, Binary::Mul),
    };
    Ok(checker.graph.emit(call.name, vec![length], arrays, move |dag, a, at| {
        dag.reduce(sum, vec![m.clone()], |dag, k| {
            let s = &mut Fold(dag);
            let (clamped, inside) = term(s, at[0], k[0], [&start, &n, &m], reversed);
            let (x, v) = (a[0].element(s.0, &[clamped]), a[1].element(s.0, k));
            let (x, v) = (s.cast(dtype, x), s.cast(dtype, v));
            let product = s.binary(times, x, v);
            let nothing = s.number(dtype, 0.0);
            s.select(inside, product, nothing)
        })
    }))
}

/// [`convolve`] for complex vectors, given as real arrays. A correlation conjugates the second one.
fn complex_convolution(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    views: Vec<Array>,
    [length, start, n, m]: [Size; 4],
    reversed: bool,
) -> Array {
    let shape = vec![length, Size::constant(2)];
    let result = checker.graph.emit(call.name, shape, views, move |dag, a, at| {
        let sum = |dag: &mut Dag, part: fn(Pair) -> ScalarId| {
            dag.reduce(Reduce::Sum, vec![m.clone()], |dag, k| {
                let (i, inside) = term(&mut Fold(dag), at[0], k[0], [&start, &n, &m], reversed);
                let x = complex::pair_at(dag, &a[0], &[i]);
                let mut v = complex::pair_at(dag, &a[1], k);
                if !reversed {
                    v = complex::conjugate(dag, v);
                }
                let product = part(complex::multiply(dag, x, v));
                let nothing = dag.constant(Const::from_i128(dag.dtype(product), 0));
                dag.select(inside, product, nothing)
            })
        };
        let (re, im) = (sum(dag, |z| z.re), sum(dag, |z| z.im));
        complex::choose(dag, Pair { re, im }, at[1])
    });
    result.complex()
}

/// The position of the element of the first vector that meets element `k` of the second one at place `at`, clamped into
/// the vector; and whether there is such an element.
fn term(
    s: &mut Fold<'_>,
    at: ScalarId,
    k: ScalarId,
    [start, n, m]: [&Size; 3],
    reversed: bool,
) -> (ScalarId, ScalarId) {
    // Element `full - j` of the first vector meets element `j` of the reversed one.
    let (start, last) = (s.0.size(start.clone()), s.0.size(m.sub(&Size::one())));
    let full = s.add(at, start);
    let other = if reversed { k } else { s.sub(last, k) };
    let i = s.sub(full, other);
    let (zero, end) = (s.0.constant(Const::i64(0)), s.0.size(n.sub(&Size::one())));
    let inside = s.binary(Binary::Ge, i, zero);
    let not_beyond = s.binary(Binary::Le, i, end);
    let inside = s.binary(Binary::And, inside, not_beyond);
    let clamped = s.binary(Binary::Max, i, zero);
    (s.binary(Binary::Min, clamped, end), inside)
}
