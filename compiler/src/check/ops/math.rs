//! Elementwise functions.

use super::FunctionInfo;
use super::call::Call;
use super::elementwise::common;
use crate::check::arithmetic::bools_in_i8;
use crate::check::checker::{Checker, Operand};
use crate::check::complex;
use crate::check::fold::{self, Fold};
use crate::check::promote::{Common, weak_dtype};
use crate::check::value::{Array, Res, Value, Weak};
use crate::check::weak::{weak_binary, weak_floor_div};
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size, Unary};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::BinaryOp;

macro_rules! float_functions {
    ($($($flag:ident)* $name:literal $op:ident $([$alias:literal])? $doc:literal;)*) => {
        &[$(function!(Math $($flag)* $name $([$alias])? "(x)" $doc
            |checker, call| float_function(checker, call, Unary::$op))),*]
    };
}

pub(super) const FLOATS: &[FunctionInfo] = float_functions! {
    complex "sqrt" Sqrt "Square root; integers give f64.";
    "cbrt" Cbrt "Cube root; integers give f64.";
    complex "exp" Exp "`e` to the power of x; integers give f64.";
    complex "exp2" Exp2 "2 to the power of x; integers give f64.";
    complex "expm1" Expm1 "`exp(x) - 1`, precise near 0.";
    complex "log" Log "Natural logarithm; integers give f64.";
    complex "log2" Log2 "Logarithm to base 2.";
    complex "log10" Log10 "Logarithm to base 10.";
    complex "log1p" Log1p "`log(1 + x)`, precise near 0.";
    complex "sin" Sin "Sine of x in radians.";
    complex "cos" Cos "Cosine of x in radians.";
    complex "tan" Tan "Tangent of x in radians.";
    complex "asin" Asin ["arcsin"] "Inverse sine.";
    complex "acos" Acos ["arccos"] "Inverse cosine.";
    complex "atan" Atan ["arctan"] "Inverse tangent.";
    complex "sinh" Sinh "Hyperbolic sine.";
    complex "cosh" Cosh "Hyperbolic cosine.";
    complex "tanh" Tanh "Hyperbolic tangent.";
    complex "asinh" Asinh ["arcsinh"] "Inverse hyperbolic sine.";
    complex "acosh" Acosh ["arccosh"] "Inverse hyperbolic cosine.";
    complex "atanh" Atanh ["arctanh"] "Inverse hyperbolic tangent.";
};

pub(super) const OTHERS: &[FunctionInfo] = &[
    function!(Math complex "abs" ["absolute"] "(x)" "Absolute value." abs),
    function!(Math complex "sign" "(x)" "-1, 0 or 1; NaN stays NaN." sign),
    function!(Math "floor" "(x)" "Largest integer not above x, in x's dtype."
        |c, call| rounding(c, call, Unary::Floor)),
    function!(Math "ceil" "(x)" "Smallest integer not below x, in x's dtype."
        |c, call| rounding(c, call, Unary::Ceil)),
    function!(Math "trunc" ["fix"] "(x)" "x without its fraction, in x's dtype."
        |c, call| rounding(c, call, Unary::Trunc)),
    function!(Math complex "round" ["around"] "(x, decimals=0)"
        "Nearest number with so many decimals, halves to even, in x's dtype." round),
    function!(Math complex "square" "(x)" "`x * x`." square),
    function!(Math complex "reciprocal" "(x)" "`1 / x`; floats only." reciprocal),
    function!(Math complex "pow" ["power"] "(x, y)" "`x ** y`." pow),
    function!(Math "floor_div" ["floor_divide"] "(x, y)"
        "Largest integer not above `x / y` (Python's `//`)." floor_div),
    function!(Math "remainder" "(x, y)" "`x % y`, with the sign of y." remainder),
    function!(Math "fmod" "(x, y)" "C's remainder, with the sign of x." fmod),
    function!(Math "minimum" "(x, y)" "The smaller of two; NaN if either is."
        |c, call| binary(c, call, Binary::Min)),
    function!(Math "maximum" "(x, y)" "The larger of two; NaN if either is."
        |c, call| binary(c, call, Binary::Max)),
    function!(Math "atan2" ["arctan2"] "(y, x)" "Angle of the point (x, y)."
        |c, call| float_binary(c, call, Binary::Atan2)),
    function!(Math "hypot" "(x, y)" "`sqrt(x * x + y * y)` without overflow."
        |c, call| float_binary(c, call, Binary::Hypot)),
    function!(Math "copysign" "(x, y)" "x with the sign of y."
        |c, call| float_binary(c, call, Binary::Copysign)),
    function!(Logic complex by_name "where" "(condition, x, y)" "x where the condition holds, else y." where_),
    function!(Logic complex "isnan" "(x)" "Whether x is NaN." |c, call| classify(c, call, Unary::IsNan)),
    function!(Logic complex "isinf" "(x)" "Whether x is infinite."
        |c, call| classify(c, call, Unary::IsInf)),
    function!(Logic complex "isfinite" "(x)" "Whether x is neither infinite nor NaN."
        |c, call| classify(c, call, Unary::IsFinite)),
    function!(Logic complex "logical_and" "(x, y)" "Whether both are non-zero."
        |c, call| logical(c, call, Binary::And)),
    function!(Logic complex "logical_or" "(x, y)" "Whether either is non-zero."
        |c, call| logical(c, call, Binary::Or)),
    function!(Logic complex "logical_xor" "(x, y)" "Whether exactly one is non-zero."
        |c, call| logical(c, call, Binary::Xor)),
    function!(Logic complex "logical_not" "(x)" "Whether x is zero." logical_not),
];

fn weak_float(weak: &Weak) -> Option<f64> {
    match weak {
        Weak::Bool(b) => Some(*b as i128 as f64),
        Weak::Int(i) => Some(*i as f64),
        Weak::Float(f) => Some(*f),
        Weak::Size(_) | Weak::Complex(..) => None,
    }
}

/// A function of floats. Integers are cast to f64, and literals stay literals.
fn float_function(checker: &mut Checker<'_>, call: &Call<'_>, op: Unary) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    if let Value::Weak(weak) = &operand.value
        && let Some(x) = weak_float(weak)
    {
        return Ok(Value::Weak(Weak::Float(apply(op, x))));
    }
    let array = checker.as_array(&operand)?;
    if let Some(rule) = complex::function(op).filter(|_| array.dtype.is_complex()) {
        return Ok(Value::Array(checker.graph.complex_map(call.name, &array, rule)));
    }
    let dtype = array.dtype.float_of();
    let result = checker.graph.map(call.name, &array, Some(dtype), move |dag, x| dag.unary(op, x));
    Ok(Value::Array(result))
}

fn apply(op: Unary, x: f64) -> f64 {
    match op {
        Unary::Sqrt => x.sqrt(),
        Unary::Cbrt => x.cbrt(),
        Unary::Exp => x.exp(),
        Unary::Exp2 => x.exp2(),
        Unary::Expm1 => x.exp_m1(),
        Unary::Log => x.ln(),
        Unary::Log2 => x.log2(),
        Unary::Log10 => x.log10(),
        Unary::Log1p => x.ln_1p(),
        Unary::Sin => x.sin(),
        Unary::Cos => x.cos(),
        Unary::Tan => x.tan(),
        Unary::Asin => x.asin(),
        Unary::Acos => x.acos(),
        Unary::Atan => x.atan(),
        Unary::Sinh => x.sinh(),
        Unary::Cosh => x.cosh(),
        Unary::Tanh => x.tanh(),
        Unary::Asinh => x.asinh(),
        Unary::Acosh => x.acosh(),
        Unary::Atanh => x.atanh(),
        Unary::Floor => x.floor(),
        Unary::Ceil => x.ceil(),
        Unary::Trunc => x.trunc(),
        Unary::Round => x.round_ties_even(),
        Unary::Abs => x.abs(),
        Unary::Neg => -x,
        Unary::Sign if x.is_nan() || x == 0.0 => x,
        Unary::Sign => x.signum(),
        Unary::Erf => libm::erf(x),
        Unary::Erfc => libm::erfc(x),
        Unary::Gamma => libm::tgamma(x),
        Unary::LogGamma => libm::lgamma(x),
        Unary::Not | Unary::IsNan | Unary::IsInf | Unary::IsFinite => x,
    }
}

fn abs(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    match &operand.value {
        Value::Weak(Weak::Int(i)) => return Ok(Value::Weak(Weak::Int(i.abs()))),
        Value::Weak(Weak::Float(f)) => return Ok(Value::Weak(Weak::Float(f.abs()))),
        _ => {}
    }
    let array = checker.as_array(&operand)?;
    if array.dtype.is_complex() {
        return Ok(Value::Array(checker.graph.complex_part("abs", &array, complex::magnitude)));
    }
    if !array.dtype.is_signed() {
        return Ok(Value::Array(array));
    }
    Ok(Value::Array(checker.graph.map("abs", &array, None, |dag, x| dag.unary(Unary::Abs, x))))
}

fn sign(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    match &operand.value {
        Value::Weak(Weak::Int(i)) => return Ok(Value::Weak(Weak::Int(i.signum()))),
        Value::Weak(Weak::Float(f)) => {
            return Ok(Value::Weak(Weak::Float(apply(Unary::Sign, *f))));
        }
        _ => {}
    }
    let array = checker.as_array(&operand)?;
    let dtype = array.dtype;
    if dtype == DType::Bool {
        return Err(not_for_bool(checker, call, &operand));
    }
    if dtype.is_complex() {
        return Ok(Value::Array(checker.graph.complex_map("sign", &array, complex::sign)));
    }
    let result = checker.graph.map("sign", &array, None, move |dag, x| {
        if dtype.is_signed() {
            return dag.unary(Unary::Sign, x);
        }
        let one = dag.constant(Const::from_i128(dtype, 1));
        dag.binary(Binary::Min, x, one)
    });
    Ok(Value::Array(result))
}

fn rounding(checker: &mut Checker<'_>, call: &Call<'_>, op: Unary) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    match &operand.value {
        Value::Weak(Weak::Float(f)) => return Ok(Value::Weak(Weak::Float(apply(op, *f)))),
        Value::Weak(Weak::Int(_) | Weak::Size(_)) => return Ok(operand.value),
        _ => {}
    }
    let array = checker.as_array(&operand)?;
    // Complex numbers are rounded part by part.
    if !array.dtype.part().is_float() {
        return Ok(Value::Array(array));
    }
    Ok(Value::Array(checker.graph.map(call.name, &array, None, move |dag, x| dag.unary(op, x))))
}

fn round(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let decimals = match call.option(1) {
        Some(expr) => checker.const_int(expr, "`decimals`")?,
        None => 0,
    };
    if decimals == 0 {
        return rounding(checker, call, Unary::Round);
    }
    if decimals.unsigned_abs() > 300 {
        return checker.fail(
            call.span,
            format!("{decimals} decimals are too many"),
            "an f64 has 17 digits: write -300 to 300",
        );
    }
    let operand = checker.operand(call.arg(0))?;
    let dtype = common(checker, call, &[&operand])?;
    if dtype == DType::Bool {
        return Err(not_for_bool(checker, call, &operand));
    }
    if let Value::Array(array) = &operand.value
        && dtype.is_complex()
    {
        let rule = move |dag: &mut Dag, x| rounded(&mut Fold(dag), dtype.part(), x, decimals);
        return Ok(Value::Array(checker.graph.map(call.name, array, None, rule)));
    }
    if dtype.is_integer() && decimals > 0 {
        return Ok(operand.value);
    }
    // Integers are rounded as floats, as in NumPy.
    let float = super::elementwise::float_dtype(dtype);
    super::elementwise::apply(checker, call, &[&operand], dtype, move |s, x| {
        let x = s.cast(float, x[0]);
        let value = rounded(s, float, x, decimals);
        s.cast(dtype, value)
    })
}

/// A float rounded to `decimals` decimals.
fn rounded(s: &mut Fold<'_>, dtype: DType, x: ScalarId, decimals: i64) -> ScalarId {
    let power = decimals.unsigned_abs() as i32;
    let scale = s.number(dtype, 10f64.powi(power));
    let [before, after] = match decimals > 0 {
        true => [Binary::Mul, Binary::Div],
        false => [Binary::Div, Binary::Mul],
    };
    let scaled = s.binary(before, x, scale);
    let whole = s.unary(Unary::Round, scaled);
    s.binary(after, whole, scale)
}

fn not_for_bool(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operand: &Operand,
) -> crate::check::value::Reported {
    checker.report(
        Diagnostic::new(operand.span, format!("`{}` does not work on bool", call.name))
            .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
            .help("convert: `x as i64`"),
    )
}

fn square(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    if let Value::Weak(weak) = &operand.value {
        match weak_binary(BinaryOp::Mul, weak, weak) {
            Ok(Some(value)) => return Ok(Value::Weak(value)),
            Ok(None) => {}
            Err(wrong) => return checker.fail(call.span, wrong.claim, wrong.help),
        }
    }
    let array = checker.as_array(&operand)?;
    let array = checker.graph.cast(&array, bools_in_i8(array.dtype));
    if array.dtype.is_complex() {
        let square = |dag: &mut Dag, z| complex::multiply(dag, z, z);
        return Ok(Value::Array(checker.graph.complex_map("square", &array, square)));
    }
    Ok(Value::Array(
        checker.graph.map("square", &array, None, |dag, x| fold::binary(dag, Binary::Mul, x, x)),
    ))
}

fn reciprocal(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    if let Value::Weak(weak) = &operand.value
        && let Some(x) = weak_float(weak)
    {
        return Ok(Value::Weak(Weak::Float(1.0 / x)));
    }
    let array = checker.as_array(&operand)?;
    let dtype = array.dtype;
    if dtype.is_complex() {
        let result = checker.graph.complex_map("reciprocal", &array, complex::reciprocal);
        return Ok(Value::Array(result));
    }
    if !dtype.is_float() {
        return Err(checker.report(
            Diagnostic::new(operand.span, format!("`reciprocal` does not work on {dtype}"))
                .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                .help("`1 / x` gives f64"),
        ));
    }
    Ok(Value::Array(checker.graph.map("reciprocal", &array, None, move |dag, x| {
        let one = dag.constant(Const::from_i128(dtype, 1));
        fold::binary(dag, Binary::Div, one, x)
    })))
}

fn pow(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    checker.power(call.span, &operands[0], &operands[1])
}

fn remainder(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    checker.binary_operator(BinaryOp::Rem, call.span, &operands[0], &operands[1])
}

/// One comprehension over operands of one dtype.
fn apply_rule(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    operands: &[&Operand],
    dtype: DType,
    rule: impl Fn(&mut Dag, &[ScalarId]) -> ScalarId + 'static,
) -> Res<Value> {
    let mut arrays: Vec<(&str, Array)> = Vec::new();
    for operand in operands {
        arrays.push((operand.text.as_str(), checker.coerced(operand, dtype)?));
    }
    let labels = vec!["argument"; arrays.len()];
    let array = checker.elementwise(call.name, call.span, &labels, &arrays, Some(dtype), rule)?;
    Ok(Value::Array(array))
}

fn weak_pair(operands: &[Operand]) -> Option<(&Weak, &Weak)> {
    match operands {
        [Operand { value: Value::Weak(a), .. }, Operand { value: Value::Weak(b), .. }] => {
            Some((a, b))
        }
        _ => None,
    }
}

fn binary(checker: &mut Checker<'_>, call: &Call<'_>, op: Binary) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    if let Some((a, b)) = weak_pair(&operands)
        && let Some(value) = weak_extreme(op, a, b)
    {
        return Ok(Value::Weak(value));
    }
    let operands = [&operands[0], &operands[1]];
    let dtype = common(checker, call, &operands)?;
    let op = match (op, dtype) {
        (Binary::Min, DType::Bool) => Binary::And,
        (Binary::Max, DType::Bool) => Binary::Or,
        _ => op,
    };
    apply_rule(checker, call, &operands, dtype, move |dag, x| fold::binary(dag, op, x[0], x[1]))
}

/// Minimum or maximum of two numeric literals.
fn weak_extreme(op: Binary, a: &Weak, b: &Weak) -> Option<Weak> {
    let (x, y) = (weak_float(a)?, weak_float(b)?);
    if x.is_nan() || y.is_nan() {
        return Some(Weak::Float(f64::NAN));
    }
    let first = if op == Binary::Min { x <= y } else { x >= y };
    let chosen = if first { a } else { b };
    match (a, b) {
        (Weak::Float(_), _) | (_, Weak::Float(_)) => weak_float(chosen).map(Weak::Float),
        _ => Some(chosen.clone()),
    }
}

fn float_binary(checker: &mut Checker<'_>, call: &Call<'_>, op: Binary) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    if let Some((a, b)) = weak_pair(&operands)
        && let (Some(x), Some(y)) = (weak_float(a), weak_float(b))
    {
        let value = match op {
            Binary::Atan2 => x.atan2(y),
            Binary::Hypot => x.hypot(y),
            _ => x.copysign(y),
        };
        return Ok(Value::Weak(Weak::Float(value)));
    }
    let operands = [&operands[0], &operands[1]];
    let dtype = common(checker, call, &operands)?;
    let dtype = dtype.float_of();
    apply_rule(checker, call, &operands, dtype, move |dag, x| dag.binary(op, x[0], x[1]))
}

pub(super) fn floor_div(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    if let Some((a, b)) = weak_pair(&operands) {
        let positive = |size: &Size| checker.graph.is_non_negative(&size.sub(&Size::one()));
        match weak_floor_div(a, b, positive) {
            Ok(Some(value)) => return Ok(Value::Weak(value)),
            Ok(None) => {}
            Err(wrong) => return checker.fail(call.span, wrong.claim, wrong.help),
        }
    }
    let pair = [&operands[0], &operands[1]];
    let dtype = bools_in_i8(common(checker, call, &pair)?);
    apply_rule(checker, call, &pair, dtype, |dag, x| dag.binary(Binary::FloorDiv, x[0], x[1]))
}

fn fmod(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    if let Some((a, b)) = weak_pair(&operands)
        && (matches!(a, Weak::Float(_)) || matches!(b, Weak::Float(_)))
        && let (Some(x), Some(y)) = (weak_float(a), weak_float(b))
    {
        return Ok(Value::Weak(Weak::Float(x % y)));
    }
    let pair = [&operands[0], &operands[1]];
    let dtype = bools_in_i8(common(checker, call, &pair)?);
    apply_rule(checker, call, &pair, dtype, move |dag, x| {
        if dtype.is_float() {
            return dag.binary(Binary::Fmod, x[0], x[1]);
        }
        let floored = dag.binary(Binary::Rem, x[0], x[1]);
        if !dtype.is_signed() {
            return floored;
        }
        // The floored remainder has the divisor's sign; C's has the dividend's.
        let zero = dag.constant(Const::from_i128(dtype, 0));
        let inexact = dag.binary(Binary::Ne, floored, zero);
        let a = dag.binary(Binary::Lt, x[0], zero);
        let b = dag.binary(Binary::Lt, x[1], zero);
        let differ = dag.binary(Binary::Xor, a, b);
        let shift = dag.binary(Binary::And, inexact, differ);
        let shifted = dag.binary(Binary::Sub, floored, x[1]);
        dag.select(shift, shifted, floored)
    })
}

fn where_(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = call.operands(checker, 3)?;
    if let Value::Weak(Weak::Bool(b)) = &operands[0].value {
        // Both sides must agree even if the condition is constant.
        let (Value::Weak(_), Value::Weak(_)) = (&operands[1].value, &operands[2].value) else {
            return where_arrays(checker, call, &operands);
        };
        return Ok(operands[if *b { 1 } else { 2 }].value.clone());
    }
    where_arrays(checker, call, &operands)
}

fn where_arrays(checker: &mut Checker<'_>, call: &Call<'_>, operands: &[Operand]) -> Res<Value> {
    let mut condition = checker.as_array(&operands[0])?;
    if condition.dtype.is_complex() {
        let text = crate::check::stmt::parenthesised(&operands[0].text);
        return Err(checker.report(
            Diagnostic::new(operands[0].span, "a complex number is no condition")
                .help(format_args!("compare it: `{text} != 0`")),
        ));
    }
    condition = condition.with_bound(None);
    let pair = [&operands[1], &operands[2]];
    let labels = ["condition", "x", "y"];
    let dtype = match checker.common_dtype("`where`", call.span, &labels[1..], &pair)? {
        Common::Typed(dtype) => dtype,
        Common::Weak => weak_dtype(&pair),
    };
    let (mut x, mut y) =
        (checker.coerced(&operands[1], dtype)?, checker.coerced(&operands[2], dtype)?);
    if dtype.is_complex() {
        (x, y) = (checker.graph.cast(&x, dtype), checker.graph.cast(&y, dtype));
    }
    let dtype = dtype.part();
    let bound = if x.bound == y.bound { x.bound.clone() } else { None };
    let arrays = [
        (operands[0].text.as_str(), condition),
        (operands[1].text.as_str(), x),
        (operands[2].text.as_str(), y),
    ];
    let result =
        checker.elementwise("where", call.span, &labels, &arrays, None, move |dag, a| {
            let condition = fold::cast(dag, DType::Bool, a[0]);
            let x = fold::cast(dag, dtype, a[1]);
            let y = fold::cast(dag, dtype, a[2]);
            dag.select(condition, x, y)
        })?;
    Ok(Value::Array(checker.graph.bounded(result, bound)))
}

fn classify(checker: &mut Checker<'_>, call: &Call<'_>, op: Unary) -> Res<Value> {
    let array = call.array(checker)?;
    if array.dtype.is_complex() {
        let join = if op == Unary::IsFinite { Binary::And } else { Binary::Or };
        let result = checker.graph.complex_part(call.name, &array, move |dag, z| {
            let (re, im) = (dag.unary(op, z.re), dag.unary(op, z.im));
            dag.binary(join, re, im)
        });
        return Ok(Value::Array(result));
    }
    let float = array.dtype.is_float();
    let result = checker.graph.map(call.name, &array, None, move |dag, x| {
        if float { dag.unary(op, x) } else { dag.constant(Const::bool(op == Unary::IsFinite)) }
    });
    Ok(Value::Array(result))
}

fn logical(checker: &mut Checker<'_>, call: &Call<'_>, op: Binary) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    let mut arrays = Vec::new();
    for operand in &operands {
        let array = checker.as_array(operand)?;
        arrays.push((operand.text.as_str(), checker.graph.truth(&array)));
    }
    let labels = ["left", "right"];
    let bool = Some(DType::Bool);
    let result =
        checker.elementwise(call.name, call.span, &labels, &arrays, bool, move |dag, x| {
            dag.binary(op, x[0], x[1])
        })?;
    Ok(Value::Array(result))
}

fn logical_not(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let array = call.array(checker)?;
    let array = checker.graph.truth(&array);
    let result = checker
        .graph
        .map("logical_not", &array, Some(DType::Bool), |dag, x| fold::unary(dag, Unary::Not, x));
    Ok(Value::Array(result))
}
