//! Functions that make arrays: `zeros`, `ones`, `full`, `from_fn` and the like.

use super::FunctionInfo;
use super::call::Call;
use super::reductions::{closure_expected, dtype_argument};
use crate::check::checker::Checker;
use crate::check::promote::conversion;
use crate::check::render;
use crate::check::types::Type;
use crate::check::value::{Array, Res, Value, Weak};
use crate::dag::{Const, DType, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{Expr, ExprKind};

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Creation complex "zeros" ["empty"] "(type)" "Zeros: `zeros([f64; E, N])`."
        |checker, call| filled(checker, call, 0)),
    function!(Creation complex "ones" "(type)" "Ones: `ones([f64; E, N])`."
        |checker, call| filled(checker, call, 1)),
    function!(Creation complex "full" "(type, value)" "One value everywhere: `full([f64; E, N], v)`." full),
    function!(Creation complex "zeros_like" ["empty_like"] "(x, dtype=None)" "Zeros of x's shape and dtype."
        |checker, call| filled_like(checker, call, 0)),
    function!(Creation complex "ones_like" "(x, dtype=None)" "Ones of x's shape and dtype."
        |checker, call| filled_like(checker, call, 1)),
    function!(Creation complex "full_like" "(x, value, dtype=None)" "One value in x's shape and dtype."
        full_like),
    function!(Creation complex "from_fn" "(closure)"
        "The array of a rule for its elements: `from_fn(|i: E, j: N| a[i] * b[j])`." from_fn),
];

/// The text of a call with a type instead of the shape that is written there: `full([f64; N], 1)`.
fn creation(call: &Call<'_>, shape: &Expr) -> String {
    let sizes = match &shape.kind {
        ExprKind::Name(name) if DType::from_name(&name.to_string()).is_some() => "E, N".into(),
        ExprKind::List(sizes) | ExprKind::Tuple(sizes) => {
            sizes.iter().map(render::text).collect::<Vec<_>>().join(", ")
        }
        _ => render::text(shape),
    };
    let value = if call.name == "full" { format!(", {}", call.text(1)) } else { String::new() };
    format!("write `{}([f64; {sizes}]{value})` for an array of shape [{sizes}]", call.name)
}

/// Argument `k`, which is a type: `[f64; E, N]`.
pub(super) fn type_argument(checker: &mut Checker<'_>, call: &Call<'_>, k: usize) -> Res<Type> {
    let argument = call.arg(k);
    let ExprKind::Type(ty) = &argument.kind else {
        return Err(checker.report(
            Diagnostic::new(argument.span, format!("`{}` takes a type", call.name)).help(match k {
                0 => creation(call, argument),
                _ => format!("write `{}(key, [f64; E, N], ...)`", call.name),
            }),
        ));
    };
    let resolved = checker.resolve_type(ty)?;
    if resolved.dtype.is_complex() && !call.makes_complex() {
        let message = format!("`{}` does not make complex numbers", call.name);
        return Err(checker.report(Diagnostic::new(argument.span, message).help(format_args!(
            "convert its result: `{}(...) as {}`",
            call.name, resolved.dtype
        ))));
    }
    if resolved.bound.is_some() {
        return Err(checker.report(
            Diagnostic::new(ty.span, "index arrays come in as parameters only")
                .help("an `i64` array may index too; its elements are checked at the call"),
        ));
    }
    for size in resolved.sizes() {
        let message = format!("the size `{size}` is negative");
        checker.require(size, ty.span, &message, "a size is 0 or more")?;
    }
    Ok(resolved)
}

fn constant_array(checker: &mut Checker<'_>, name: &str, shape: Vec<Size>, value: Const) -> Array {
    checker.graph.emit(name, shape, Vec::new(), move |dag, _, _| dag.constant(value))
}

fn filled(checker: &mut Checker<'_>, call: &Call<'_>, value: i128) -> Res<Array> {
    let ty = type_argument(checker, call, 0)?;
    if ty.dtype.is_complex() {
        return complex_array(checker, call, ty.sizes(), ty.dtype, value);
    }
    let value = Const::from_i128(ty.dtype, value);
    Ok(constant_array(checker, call.name, ty.sizes().to_vec(), value))
}

fn complex_array(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    shape: &[Size],
    dtype: DType,
    value: i128,
) -> Res<Array> {
    let value = checker.weak_to(&Weak::Int(value), dtype, call.span)?;
    Ok(checker.graph.broadcast_to(&value, shape))
}

fn filled_like(checker: &mut Checker<'_>, call: &Call<'_>, value: i128) -> Res<Array> {
    let array = call.array(checker)?;
    let dtype = dtype_argument(checker, call, 1)?.unwrap_or(array.dtype);
    if dtype.is_complex() {
        return complex_array(checker, call, &array.shape, dtype, value);
    }
    let value = Const::from_i128(dtype, value);
    Ok(constant_array(checker, call.name, array.shape, value))
}

/// An array with `value` in every element.
fn fill(checker: &mut Checker<'_>, call: &Call<'_>, shape: Vec<Size>, dtype: DType) -> Res<Array> {
    let operand = checker.operand(call.arg(1))?;
    let value = match &operand.value {
        Value::Weak(Weak::Float(f)) if !dtype.is_float() && !dtype.is_complex() => {
            let message = format!("the float {f:?} does not fit {dtype}");
            return checker.fail(
                operand.span,
                message,
                format_args!(
                    "write an integer, or make an array of floats: `full([f64; ...], {f:?})`"
                ),
            );
        }
        Value::Weak(weak) => checker.weak_to(weak, dtype, operand.span)?,
        _ => checker.as_array(&operand)?,
    };
    if value.rank() > 0 {
        return Err(checker.report(
            Diagnostic::new(
                operand.span,
                format!(
                    "`{}` takes a scalar, but `{}` is {}",
                    call.name,
                    operand.text,
                    operand.value.type_text()
                ),
            )
            .help("`broadcast_to` repeats arrays"),
        ));
    }
    if value.dtype != dtype {
        return Err(checker.report(
            Diagnostic::new(
                operand.span,
                format!("expected {dtype}, but `{}` is {}", operand.text, value.dtype),
            )
            .help(conversion(&operand.text, value.dtype, dtype)),
        ));
    }
    Ok(checker.graph.emit(call.name, shape, vec![value], |dag, a, _| a[0].element(dag, &[])))
}

fn full(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let ty = type_argument(checker, call, 0)?;
    fill(checker, call, ty.sizes().to_vec(), ty.dtype)
}

fn full_like(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let array = call.array(checker)?;
    let dtype = dtype_argument(checker, call, 2)?.unwrap_or(array.dtype);
    fill(checker, call, array.shape, dtype)
}

fn from_fn(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    match &call.arg(0).kind {
        ExprKind::Closure { params, body } => checker.lower_from_fn(params, body),
        _ => closure_expected(checker, call),
    }
}
