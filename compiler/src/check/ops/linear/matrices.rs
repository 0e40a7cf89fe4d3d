//! `trace`, `cross` and `matrix_power`.

use crate::check::axis::Axes;
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::complex::{self, Pair};
use crate::check::fold;
use crate::check::ops::call::Call;
use crate::check::promote::Common;
use crate::check::value::{Array, Res, Value};
use crate::dag::{Binary, Const, DType, Dag, Reduce, ScalarId, Size};
use crate::diagnostic::Diagnostic;

pub(super) fn trace(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let rank = array.rank();
    if rank < 2 {
        return Err(checker.report(
            Diagnostic::new(call.span, "`trace` needs a matrix")
                .fact(format_args!("`{}` is {}", call.text(0), array_text(&array)))
                .help(format_args!("the sum of all elements is `sum({})`", call.text(0))),
        ));
    }
    let offset = match call.option(1) {
        Some(expr) => checker.const_int(expr, "`offset`")?,
        None => 0,
    };
    let mut axis = |k: usize, default: usize| match call.option(k) {
        Some(expr) => checker.axis(expr, &call.axes(&array)),
        None => Ok(default),
    };
    let (row, column) = (axis(2, 0)?, axis(3, 1)?);
    if row == column {
        return checker.fail(
            call.span,
            "`axis1` and `axis2` are the same axis",
            "a diagonal runs along two: `axis1=0, axis2=1`",
        );
    }
    let length = diagonal_length(checker, call, &array, (row, column), offset)?;
    let dtype = checker.sum_dtype(array.dtype);
    let kept: Vec<usize> = (0..rank).filter(|k| *k != row && *k != column).collect();
    let shape = kept.iter().map(|k| array.shape[*k].clone()).collect();
    Ok(checker.graph.emit("trace", shape, vec![array], move |dag, a, index| {
        dag.reduce(Reduce::Sum, vec![length.clone()], |dag, vars| {
            let shifted = |dag: &mut Dag, by: i64| match by {
                1.. => {
                    let by = dag.constant(Const::i64(by));
                    dag.binary(Binary::Add, vars[0], by)
                }
                _ => vars[0],
            };
            let mut at = vec![vars[0]; rank];
            for (k, axis) in kept.iter().enumerate() {
                at[*axis] = index[k];
            }
            at[row] = shifted(dag, -offset);
            at[column] = shifted(dag, offset);
            let element = a[0].element(dag, &at);
            fold::cast(dag, dtype, element)
        })
    }))
}

/// The number of elements on a diagonal.
pub(in crate::check::ops) fn diagonal_length(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    array: &Array,
    (row, column): (usize, usize),
    offset: i64,
) -> Res<Size> {
    let rows = array.shape[row].sub(&Size::constant(offset.saturating_neg().max(0)));
    let columns = array.shape[column].sub(&Size::constant(offset.max(0)));
    let shorter = if checker.graph.is_non_negative(&columns.sub(&rows)) {
        rows
    } else if checker.graph.is_non_negative(&rows.sub(&columns)) {
        columns
    } else {
        return Err(checker.report(
            Diagnostic::new(
                call.span,
                format!(
                    "the length of the diagonal does not follow from the sizes {} and {}",
                    array.shape[row], array.shape[column]
                ),
            )
            .fact(format_args!("`{}` is {}", call.text(0), array_text(array)))
            .help("cut the matrix first: `a[..N, ..N]`"),
        ));
    };
    // A diagonal outside of the matrix has no elements.
    if shorter.as_constant().is_some_and(|n| n < 0) {
        return Ok(Size::zero());
    }
    let message = format!("the diagonal {offset} of `{}` lies outside of it", call.text(0));
    let help = "`offset=0` is the main diagonal; those above are positive, those below negative";
    checker.require(&shorter, call.span, &message, help)?;
    Ok(shorter)
}

pub(super) fn cross(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = call.operands(checker, 2)?;
    let views: Vec<&Operand> = operands.iter().collect();
    let dtype = match checker.common_dtype("`cross`", call.span, &["left", "right"], &views)? {
        Common::Typed(dtype) if dtype != DType::Bool => dtype,
        _ => return checker.fail(call.span, "`cross` needs numbers", "convert: `a as f64`"),
    };
    let mut arrays = Vec::new();
    for operand in &operands {
        let array = checker.as_array(operand)?;
        let axis = match call.option(2) {
            Some(expr) => checker.axis(expr, &Axes::of(operand, &array))?,
            None => checker.normalise_axis(-1, &Axes::of(operand, &array), operand.span)?,
        };
        let size = &array.shape[axis];
        if *size != Size::constant(3) {
            let claim = format!("`cross` is of vectors with 3 components, not {size}");
            let diagnostic = Diagnostic::new(operand.span, claim).fact(format_args!(
                "`{}` is {}",
                operand.text,
                array_text(&array)
            ));
            let help = match size.as_constant() {
                Some(2) => {
                    "in the plane it is one number: `a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]`"
                }
                _ => "the size has to be the literal 3; another axis is named with `axis=`",
            };
            return Err(checker.report(diagnostic.help(help)));
        }
        arrays.push(checker.graph.axis_last(&array, axis));
    }
    let texts = [operands[0].text.clone(), operands[1].text.clone()];
    let pair: Vec<(&str, Array)> =
        texts.iter().map(String::as_str).zip(arrays.iter().cloned()).collect();
    let pairs: Vec<(&str, &Array)> = pair.iter().map(|(t, a)| (*t, a)).collect();
    let shape = checker.broadcast_shape(call.span, &["left", "right"], &pairs)?;
    let result = match dtype.is_complex() {
        true => {
            let arrays = arrays.iter().map(|a| checker.graph.cast(a, dtype).real()).collect();
            complex_cross(checker, shape, arrays)
        }
        false => real_cross(checker, shape, arrays, dtype),
    };
    let axis = match call.option(2) {
        Some(expr) => checker.axis(expr, &call.axes(&result))?,
        None => result.rank() - 1,
    };
    let mut axes: Vec<usize> = (0..result.rank() - 1).collect();
    axes.insert(axis, result.rank() - 1);
    Ok(checker.graph.permute(&result, &axes))
}

/// Cross products of vectors along the last axis, which broadcast to `shape`.
fn real_cross(
    checker: &mut Checker<'_>,
    shape: Vec<Size>,
    arrays: Vec<Array>,
    dtype: DType,
) -> Array {
    let full = shape.clone();
    checker.graph.emit("cross", shape, arrays, move |dag, a, index| {
        let mut at = index.to_vec();
        let last = at.len() - 1;
        let along = at[last];
        let mut element = |dag: &mut Dag, k: usize, component: i64| {
            at[last] = dag.constant(Const::i64(component));
            let element = a[k].broadcast_element(dag, &full, &at);
            fold::cast(dag, dtype, element)
        };
        let mut component = |dag: &mut Dag, k: i64| {
            let (next, after) = ((k + 1) % 3, (k + 2) % 3);
            let (p, q) = (element(dag, 0, next), element(dag, 1, after));
            let left = fold::binary(dag, Binary::Mul, p, q);
            let (p, q) = (element(dag, 0, after), element(dag, 1, next));
            let right = fold::binary(dag, Binary::Mul, p, q);
            fold::binary(dag, Binary::Sub, left, right)
        };
        let components: Vec<ScalarId> = (0..3).map(|k| component(dag, k)).collect();
        choose(dag, along, &components)
    })
}

/// The same for complex vectors, given as real arrays.
fn complex_cross(checker: &mut Checker<'_>, mut shape: Vec<Size>, views: Vec<Array>) -> Array {
    shape.push(Size::constant(2));
    let full = shape.clone();
    let result = checker.graph.emit("cross", shape, views, move |dag, a, index| {
        let (part, index) = index.split_last().expect("the axis of parts");
        let mut at = index.to_vec();
        let last = at.len() - 1;
        let along = at[last];
        let mut element = |dag: &mut Dag, k: usize, component: i64| {
            at[last] = dag.constant(Const::i64(component));
            let [re, im] = [0, 1].map(|part| {
                let part = dag.constant(Const::i64(part));
                let at: Vec<ScalarId> = at.iter().copied().chain([part]).collect();
                a[k].broadcast_element(dag, &full, &at)
            });
            Pair { re, im }
        };
        let mut component = |dag: &mut Dag, k: i64| {
            let (next, after) = ((k + 1) % 3, (k + 2) % 3);
            let (p, q) = (element(dag, 0, next), element(dag, 1, after));
            let left = complex::multiply(dag, p, q);
            let (p, q) = (element(dag, 0, after), element(dag, 1, next));
            let right = complex::multiply(dag, p, q);
            complex::subtract(dag, left, right)
        };
        let components: Vec<Pair> = (0..3).map(|k| component(dag, k)).collect();
        let parts = |part: fn(&Pair) -> ScalarId| components.iter().map(part).collect::<Vec<_>>();
        let re = choose(dag, along, &parts(|z| z.re));
        let im = choose(dag, along, &parts(|z| z.im));
        complex::choose(dag, Pair { re, im }, *part)
    });
    result.complex()
}

/// `values[index]`, by selections.
pub(super) fn choose(dag: &mut Dag, index: ScalarId, values: &[ScalarId]) -> ScalarId {
    let mut value = values[values.len() - 1];
    for (k, this) in values.iter().enumerate().rev().skip(1) {
        let number = dag.constant(Const::i64(k as i64));
        let here = dag.binary(Binary::Eq, index, number);
        value = dag.select(here, *this, value);
    }
    value
}

/// The largest exponent. Each doubling is another product.
const MAX_POWER: u64 = 1 << 16;

pub(super) fn matrix_power(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operand = checker.operand(call.arg(0))?;
    let array = checker.as_array(&operand)?;
    let exponent = checker.const_int(call.arg(1), "the exponent of `matrix_power`")?;
    square(checker, call, &operand.text, &array)?;
    if exponent.unsigned_abs() > MAX_POWER {
        let claim = format!("the exponent {exponent} is not in -{MAX_POWER}..={MAX_POWER}");
        return checker.fail(
            call.arg(1).span,
            claim,
            "each doubling is a product: write a smaller exponent",
        );
    }
    let (array, exponent) = match exponent {
        ..0 => (super::small::inverted(checker, call)?, -exponent),
        _ => (array, exponent),
    };
    let dtype = array.dtype;
    if exponent == 0 {
        return Ok(checker.graph.emit(
            "matrix_power",
            array.shape,
            Vec::new(),
            move |dag, _, index| {
                let rank = index.len();
                let here = dag.binary(Binary::Eq, index[rank - 2], index[rank - 1]);
                dag.cast(dtype, here)
            },
        ));
    }
    let product = |checker: &mut Checker<'_>, a: &Array, b: &Array| {
        let side = |array: &Array| Operand {
            value: Value::Array(array.clone()),
            text: operand.text.clone(),
            span: operand.span,
        };
        checker.matmul(call.span, &side(a), &side(b))
    };
    // The order of products is NumPy's: from the lowest bit of the exponent upwards, except that a cube is (a a) a.
    if exponent == 3 {
        let second = product(checker, &array, &array)?;
        return product(checker, &second, &array);
    }
    let (mut square, mut rest) = (array, exponent);
    let mut result: Option<Array> = None;
    loop {
        if rest % 2 == 1 {
            result = Some(match result {
                Some(result) => product(checker, &result, &square)?,
                None => square.clone(),
            });
        }
        rest /= 2;
        match result {
            Some(result) if rest == 0 => return Ok(result.with_bound(None)),
            _ => square = product(checker, &square, &square)?,
        }
    }
}

/// Requires that the last two axes have the same size.
pub(super) fn square(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    text: &str,
    array: &Array,
) -> Res<Size> {
    if let [.., rows, columns] = &array.shape[..]
        && rows == columns
    {
        return Ok(rows.clone());
    }
    let claim = match &array.shape[..] {
        [.., rows, columns] => {
            format!("`{}` needs square matrices, not {rows} by {columns}", call.name)
        }
        _ => format!("`{}` needs square matrices", call.name),
    };
    let diagnostic =
        Diagnostic::new(call.span, claim).fact(format_args!("`{text}` is {}", array_text(array)));
    Err(checker.report(
        diagnostic.help("the last two axes are the matrices; those before them are many of these"),
    ))
}
