//! Choosing between values by conditions: `select`, `clip`, `isclose`, `nan_to_num`.

use super::FunctionInfo;
use super::call::{Call, entries};
use super::elementwise::{apply, common, float_dtype, wrong_dtype};
use super::reductions::Along;
use crate::check::checker::{Checker, Operand};
use crate::check::complex::{self, Pair};
use crate::check::fold::Fold;
use crate::check::value::{Res, Value, Weak};
use crate::dag::{Binary, DType, Reduce, ScalarId, Unary};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::Expr;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Math "clip" "(x, min=None, max=None)" "`minimum(maximum(x, min), max)`." clip),
    function!(Math "nan_to_num" "(x, nan=0.0, posinf=None, neginf=None)"
        "NaN and infinities replaced: by 0 and the largest and smallest finite numbers."
        nan_to_num),
    function!(Logic complex by_name "select" "(condlist, choicelist, default=0)"
        "The choice whose condition is the first to hold, else the default." select),
    function!(Logic complex "isclose" "(a, b, rtol=1e-5, atol=1e-8, equal_nan=false)"
        "Whether `abs(a - b) <= atol + rtol * abs(b)`." isclose),
    function!(Logic complex "allclose" "(a, b, rtol=1e-5, atol=1e-8, equal_nan=false)"
        "Whether `isclose` holds for all elements." allclose),
];

fn clip(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let bounds = [call.option(1), call.option(2)];
    let exprs: Vec<&Expr> =
        std::iter::once(call.arg(0)).chain(bounds.into_iter().flatten()).collect();
    let operands = checker.operands(&exprs)?;
    let operands: Vec<&Operand> = operands.iter().collect();
    let dtype = common(checker, call, &operands)?;
    if dtype == DType::Bool {
        return Err(wrong_dtype(checker, call, operands[0], dtype, "convert: `x as i64`"));
    }
    let ops: Vec<Binary> = [Binary::Max, Binary::Min]
        .into_iter()
        .zip(bounds)
        .filter_map(|(op, bound)| bound.map(|_| op))
        .collect();
    apply(checker, call, &operands, dtype, move |s, x| {
        ops.iter().zip(&x[1..]).fold(x[0], |value, (op, bound)| s.binary(*op, value, *bound))
    })
}

/// The operand of an optional argument, or a literal.
fn or_literal(checker: &mut Checker<'_>, call: &Call<'_>, k: usize, value: f64) -> Res<Operand> {
    match call.option(k) {
        Some(expr) => checker.operand(expr),
        None => Ok(Operand {
            value: Value::Weak(Weak::Float(value)),
            text: format!("{value:?}"),
            span: call.span,
        }),
    }
}

fn nan_to_num(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let x = checker.operand(call.arg(0))?;
    let dtype = common(checker, call, &[&x])?;
    if !dtype.is_float() {
        return Ok(x.value);
    }
    let replacements = [
        or_literal(checker, call, 1, 0.0)?,
        or_literal(checker, call, 2, f64::INFINITY)?,
        or_literal(checker, call, 3, f64::NEG_INFINITY)?,
    ];
    let given = [call.option(2).is_some(), call.option(3).is_some()];
    let [nan, positive, negative] = &replacements;
    let operands = [&x, nan, positive, negative];
    let together = common(checker, call, &operands)?;
    apply(checker, call, &operands, together, move |s, x| {
        let (zero, infinite) = (s.number(dtype, 0.0), s.unary(Unary::IsInf, x[0]));
        let largest = largest(dtype);
        let up = if given[0] { x[2] } else { s.number(dtype, largest) };
        let down = if given[1] { x[3] } else { s.number(dtype, -largest) };
        let below = s.binary(Binary::Lt, x[0], zero);
        let bound = s.select(below, down, up);
        let finite = s.select(infinite, bound, x[0]);
        let is_nan = s.is_nan(x[0]);
        s.select(is_nan, x[1], finite)
    })
}

/// The largest finite number of a float dtype.
fn largest(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => 65504.0,
        DType::BF16 => f32::from_bits(0x7f7f_0000).into(),
        DType::F32 => f32::MAX.into(),
        _ => f64::MAX,
    }
}

/// `select([c0, c1], [x0, x1], default)`
fn select(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let (conditions, choices) = (entries(call.arg(0)), entries(call.arg(1)));
    let count = conditions.len();
    if count != choices.len() || count == 0 {
        return Err(checker.report(
            Diagnostic::new(
                call.span,
                format!("`select` got {count} conditions and {} choices", choices.len()),
            )
            .help("write as many choices as conditions: `select([c, d], [x, y], 0)`"),
        ));
    }
    let conditions = checker.operands(&conditions);
    let choices = checker.operands(&choices);
    let default = match call.option(2) {
        Some(expr) => checker.operand(expr),
        None => {
            Ok(Operand { value: Value::Weak(Weak::Int(0)), text: "0".to_string(), span: call.span })
        }
    };
    let (conditions, mut choices) = (conditions?, choices?);
    choices.push(default?);
    let views: Vec<&Operand> = choices.iter().collect();
    let dtype = common(checker, call, &views)?;
    let mut arrays = Vec::new();
    for condition in &conditions {
        let array = checker.as_array(condition)?;
        if array.dtype != DType::Bool {
            return Err(checker.report(
                Diagnostic::new(condition.span, "the conditions of `select` are bools")
                    .fact(format_args!("`{}` is {}", condition.text, condition.value.type_text()))
                    .help("compare: `x != 0`"),
            ));
        }
        arrays.push((condition.text.as_str(), array));
    }
    for choice in &choices {
        let mut array = checker.coerced(choice, dtype)?;
        if dtype.is_complex() {
            array = checker.graph.cast(&array, dtype);
        }
        arrays.push((choice.text.as_str(), array));
    }
    let dtype = dtype.part();
    let labels: Vec<&str> =
        (0..arrays.len()).map(|k| if k < count { "condition" } else { "choice" }).collect();
    let result =
        checker.elementwise("select", call.span, &labels, &arrays, None, move |dag, x| {
            let mut s = Fold(dag);
            let values: Vec<ScalarId> = x[count..].iter().map(|x| s.cast(dtype, *x)).collect();
            let pairs = x[..count].iter().zip(&values).rev();
            pairs.fold(values[count], |rest, (condition, value)| s.select(*condition, *value, rest))
        })?;
    Ok(Value::Array(result))
}

fn isclose(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let mut operands = call.operands(checker, 2)?;
    let common = common(checker, call, &[&operands[0], &operands[1]])?;
    let dtype = float_dtype(common.part());
    for (k, default) in [(2, 1e-5), (3, 1e-8)] {
        operands.push(or_literal(checker, call, k, default)?);
    }
    let equal_nan = match call.option(4) {
        Some(expr) => checker.const_bool(expr, "`equal_nan`")?,
        None => false,
    };
    if common.is_complex() {
        return complex_isclose(checker, call, &operands, common, equal_nan);
    }
    let operands: Vec<&Operand> = operands.iter().collect();
    apply(checker, call, &operands, dtype, move |s, x| {
        let difference = s.sub(x[0], x[1]);
        let sizes = [difference, x[1]].map(|x| s.unary(Unary::Abs, x));
        let finite = s.unary(Unary::IsFinite, x[1]);
        let equal = s.binary(Binary::Eq, x[0], x[1]);
        let nan = [x[0], x[1]].map(|x| s.is_nan(x));
        near(s, sizes, [x[2], x[3]], [finite, equal], equal_nan.then_some(nan))
    })
}

/// [`isclose`] for complex numbers, by their absolute values.
fn complex_isclose(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operands: &[Operand],
    dtype: DType,
    equal_nan: bool,
) -> Res<Value> {
    let mut arrays = Vec::new();
    for operand in operands {
        let array = checker.coerced(operand, dtype)?;
        arrays.push((operand.text.as_str(), checker.graph.cast(&array, dtype)));
    }
    let labels = ["argument"; 4];
    let close =
        checker.complex_to_real(call.name, call.span, &labels, &arrays, move |dag, z| {
            let difference = complex::subtract(dag, z[0], z[1]);
            let sizes = [difference, z[1]].map(|z| complex::magnitude(dag, z));
            let s = &mut Fold(dag);
            let [finite, nan @ ..] = [
                (Unary::IsFinite, Binary::And, z[1]),
                (Unary::IsNan, Binary::Or, z[0]),
                (Unary::IsNan, Binary::Or, z[1]),
            ]
            .map(|(test, join, z): (Unary, Binary, Pair)| {
                let (re, im) = (s.unary(test, z.re), s.unary(test, z.im));
                s.binary(join, re, im)
            });
            let [re, im] =
                [(z[0].re, z[1].re), (z[0].im, z[1].im)].map(|(a, b)| s.binary(Binary::Eq, a, b));
            let equal = s.binary(Binary::And, re, im);
            near(s, sizes, [z[2].re, z[3].re], [finite, equal], equal_nan.then_some(nan))
        })?;
    Ok(Value::Array(close))
}

/// Whether two numbers are close. The arguments are the magnitudes of their difference and of the second one, the
/// tolerances, whether the second one is finite, and whether both are equal. The last one says which of them are NaN,
/// if NaNs count as equal.
fn near(
    s: &mut Fold<'_>,
    [distance, magnitude]: [ScalarId; 2],
    [relative, absolute]: [ScalarId; 2],
    [finite, equal]: [ScalarId; 2],
    nan: Option<[ScalarId; 2]>,
) -> ScalarId {
    let relative = s.mul(relative, magnitude);
    let allowed = s.add(absolute, relative);
    let near = s.binary(Binary::Le, distance, allowed);
    let near = s.binary(Binary::And, near, finite);
    let close = s.binary(Binary::Or, near, equal);
    let Some([left, right]) = nan else { return close };
    let both = s.binary(Binary::And, left, right);
    s.binary(Binary::Or, close, both)
}

fn allclose(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let close = isclose(checker, call)?;
    let Value::Array(close) = close else { return Ok(close) };
    let along = Along { axes: (0..close.rank()).collect(), keepdims: false };
    let all = along.reduce(checker, call.name, &[&close], Reduce::All, |_, x, _| x[0], |_, x| x);
    Ok(Value::Array(all))
}
