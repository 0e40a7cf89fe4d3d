//! `gradient`: differences of samples that are evenly spaced, or at coordinates.

use super::call::Call;
use super::elementwise::float_dtype;
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::fold::Fold;
use crate::check::value::{Array, Res, Value, Weak};
use crate::dag::{Binary, Const, DType, ScalarId, Size};
use crate::diagnostic::Diagnostic;

/// The positions of the samples along an axis.
enum Spacing {
    /// The distance from one to the next: a scalar.
    Even(Array),
    /// One coordinate per sample.
    At(Array),
}

pub(super) fn gradient(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let array = call.array(checker)?.with_bound(None);
    let axes: Vec<usize> = match call.option(2) {
        None => (0..array.rank()).collect(),
        // In the order in which they are written, which is that of the results.
        Some(e) => checker.axis_list(e, &call.axes(&array))?,
    };
    let order = match call.option(3) {
        Some(e) => match checker.const_int(e, "`edge_order`")? {
            order @ (1 | 2) => order,
            other => {
                let message = format!("`edge_order` of `gradient` is 1 or 2, not {other}");
                return Err(checker
                    .report(Diagnostic::new(e.span, message).help(
                        "`edge_order=2` takes three samples at each end, `edge_order=1` two",
                    )));
            }
        },
        None => 1,
    };
    if call.rest.len() > 1 && call.rest.len() != axes.len() {
        let message =
            format!("`gradient` got {} spacings for {} axes", call.rest.len(), axes.len());
        return Err(checker.report(
            Diagnostic::new(call.span, message)
                .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                .help("give one spacing for all axes, one for each, or none: then it is 1"),
        ));
    }
    let spacings = checker.operands(&call.rest)?;
    let dtype = float_dtype(array.dtype.part());
    let mut results = Vec::new();
    for (k, axis) in axes.iter().enumerate() {
        let size = &array.shape[*axis];
        let least = order + 1;
        let message =
            format!("`gradient` of `{}` needs {least} elements along axis {axis}", call.text(0));
        let help = "name the axes that are long enough: `axis=0`";
        checker.require(&size.sub(&Size::constant(least)), call.span, &message, help)?;
        let one = Operand {
            value: Value::Weak(Weak::Float(1.0)),
            text: "1.0".to_string(),
            span: call.span,
        };
        let written = if spacings.len() == 1 { spacings.first() } else { spacings.get(k) };
        let of_several = spacings.len() == 1 && axes.len() > 1;
        let spacing =
            spacing(checker, call, written.unwrap_or(&one), (&array, *axis), dtype, of_several)?;
        results.push(differences(checker, &array, *axis, &spacing, dtype, order == 2));
    }
    if results.len() == 1 {
        return Ok(Value::Array(results.remove(0)));
    }
    Ok(Value::Tuple(results.into_iter().map(Value::Array).collect()))
}

/// A written spacing, for the samples of an array along an axis.
fn spacing(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operand: &Operand,
    (array, axis): (&Array, usize),
    dtype: DType,
    of_several: bool,
) -> Res<Spacing> {
    let own = checker.coerced(operand, dtype)?;
    if own.rank() != 1 {
        return super::differences::scalar(checker, call, operand, dtype).map(Spacing::Even);
    }
    if !of_several
        && own.shape[0] == array.shape[axis]
        && (own.dtype == dtype || own.dtype.is_integer())
    {
        return Ok(Spacing::At(own));
    }
    let diagnostic = Diagnostic::new(
        operand.span,
        format!("the coordinates `{}` do not fit the samples along axis {axis}", operand.text),
    )
    .fact(format_args!("samples: `{}` is {}", call.text(0), array_text(array)))
    .fact(format_args!("coordinates: `{}` is {}", operand.text, array_text(&own)));
    let size = &array.shape[axis];
    Err(checker.report(match of_several {
        true => diagnostic.help("name their axis, `axis=0`, or write coordinates for each axis"),
        false => {
            diagnostic.help(format_args!("coordinates are [{dtype}; {size}], one for each sample"))
        }
    }))
}

/// Central differences, and one-sided ones at the ends, which use two samples, or three if `second`.
fn differences(
    checker: &mut Checker<'_>,
    array: &Array,
    axis: usize,
    spacing: &Spacing,
    dtype: DType,
    second: bool,
) -> Array {
    let (place, uneven) = match spacing {
        Spacing::Even(step) => (step.clone(), false),
        Spacing::At(coordinates) => (coordinates.clone(), true),
    };
    let last = array.shape[axis].sub(&Size::one());
    let operands = vec![array.clone(), place];
    checker.graph.emit("gradient", array.shape.clone(), operands, move |dag, a, at| {
        let s = &mut Fold(dag);
        let (zero, one) = (s.0.constant(Const::i64(0)), s.0.constant(Const::i64(1)));
        let end = s.0.size(last.clone());
        let first = s.binary(Binary::Eq, at[axis], zero);
        let at_end = s.binary(Binary::Eq, at[axis], end);
        // The samples that are used: three, or two at an end, where the middle one is the end itself.
        let (before, after) = (s.sub(at[axis], one), s.add(at[axis], one));
        let (mut before, mut after) =
            (s.binary(Binary::Max, before, zero), s.binary(Binary::Min, after, end));
        let mut middle = at[axis];
        if second {
            let two = s.0.constant(Const::i64(2));
            let (third, inner) = (s.sub(end, two), s.sub(end, one));
            after = s.select(first, two, after);
            middle = s.select(first, one, middle);
            before = s.select(at_end, third, before);
            middle = s.select(at_end, inner, middle);
        }
        let samples = [before, middle, after].map(|i| {
            let mut at = at.to_vec();
            at[axis] = i;
            let element = a[0].element(s.0, &at);
            s.cast(dtype, element)
        });
        if !uneven {
            let step = a[1].element(s.0, &[]);
            let step = s.cast(dtype, step);
            if !second {
                let width = s.sub(after, before);
                let width = s.cast(dtype, width);
                let (rise, run) = (s.sub(samples[2], samples[0]), s.mul(width, step));
                return s.div(rise, run);
            }
            return evenly(s, samples, step, [first, at_end]);
        }
        let [low, mid, high] = [before, middle, after].map(|i| {
            let place = a[1].element(s.0, &[i]);
            s.cast(dtype, place)
        });
        let (rise, run) = (s.sub(samples[2], samples[0]), s.sub(high, low));
        let straight = s.div(rise, run);
        let steps = [s.sub(mid, low), s.sub(high, mid)];
        let curved = unevenly(s, samples, steps, second.then_some([first, at_end]));
        // The formula for equal steps, which also holds at ends of first order.
        let mut even = s.binary(Binary::Eq, steps[0], steps[1]);
        if second {
            let any_end = s.binary(Binary::Or, first, at_end);
            let inside = s.unary(crate::dag::Unary::Not, any_end);
            even = s.binary(Binary::And, even, inside);
        } else {
            for end in [first, at_end] {
                even = s.binary(Binary::Or, even, end);
            }
        }
        s.select(even, straight, curved)
    })
}

/// `a * x[0] + b * x[1] + c * x[2]`, divided by `step`.
fn weighted(s: &mut Fold<'_>, x: [ScalarId; 3], weights: [ScalarId; 3]) -> ScalarId {
    let terms = [0, 1, 2].map(|k| s.mul(weights[k], x[k]));
    let sum = s.add(terms[0], terms[1]);
    s.add(sum, terms[2])
}

/// The difference of evenly spaced samples: central, or of second order at an end.
fn evenly(
    s: &mut Fold<'_>,
    x: [ScalarId; 3],
    step: ScalarId,
    [first, last]: [ScalarId; 2],
) -> ScalarId {
    let dtype = s.0.dtype(step);
    let at = |s: &mut Fold<'_>, numbers: [f64; 3]| {
        let weights = numbers.map(|number| {
            let number = s.number(dtype, number);
            s.div(number, step)
        });
        weighted(s, x, weights)
    };
    let (begin, end) = (at(s, [-1.5, 2.0, -0.5]), at(s, [0.5, -2.0, 1.5]));
    let (rise, two) = (s.sub(x[2], x[0]), s.number(dtype, 2.0));
    let run = s.mul(two, step);
    let central = s.div(rise, run);
    let value = s.select(last, end, central);
    s.select(first, begin, value)
}

/// The slope of the parabola through three samples, at the middle one, or at an end if `ends` says so.
fn unevenly(
    s: &mut Fold<'_>,
    x: [ScalarId; 3],
    [left, right]: [ScalarId; 2],
    ends: Option<[ScalarId; 2]>,
) -> ScalarId {
    let both = s.add(left, right);
    let (near, far, across) = (s.mul(left, both), s.mul(right, both), s.mul(left, right));
    let negative = |s: &mut Fold<'_>, value| s.unary(crate::dag::Unary::Neg, value);
    let (minus_right, difference) = (negative(s, right), s.sub(right, left));
    let weights = [s.div(minus_right, near), s.div(difference, across), s.div(left, far)];
    let central = weighted(s, x, weights);
    let Some([first, last]) = ends else { return central };
    let twice = |s: &mut Fold<'_>, a: ScalarId, b: ScalarId| {
        let two = s.add(a, a);
        s.add(two, b)
    };
    let (outer, minus_left) = (twice(s, left, right), negative(s, left));
    let minus_outer = negative(s, outer);
    let weights = [s.div(minus_outer, near), s.div(both, across), s.div(minus_left, far)];
    let begin = weighted(s, x, weights);
    let (outer, minus_both) = (twice(s, right, left), negative(s, both));
    let weights = [s.div(right, near), s.div(minus_both, across), s.div(outer, far)];
    let end = weighted(s, x, weights);
    let value = s.select(last, end, central);
    s.select(first, begin, value)
}
