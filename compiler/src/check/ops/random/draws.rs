//! Draws: `bits`, `uniform`, `normal` and `integers`.

use super::keys::{Purpose, key_argument, words};
use super::philox::{halves, joined, number};
use crate::check::checker::{Checker, Operand, array_text};
use crate::check::fold;
use crate::check::ops::call::Call;
use crate::check::ops::create::type_argument;
use crate::check::promote::conversion;
use crate::check::types::Type;
use crate::check::value::{Array, Res, Value, Weak, shape_text};
use crate::check::weak::weak_binary;
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size, Unary};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{BinaryOp, Expr, ExprKind};

/// The dtypes that a draw can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Float,
    Integer,
}

/// The dtype and shape of a draw: `[f64; N]`, or `f64` for one number.
fn drawn(checker: &mut Checker<'_>, call: &Call<'_>, kind: Kind) -> Res<Type> {
    let ty = match &call.arg(1).kind {
        ExprKind::Name(name) if checker.scopes.is_dtype(name) => {
            Type { dtype: checker.dtype_name(name)?, bound: None, shape: None }
        }
        _ => type_argument(checker, call, 1)?,
    };
    let fits = match kind {
        Kind::Float => ty.dtype.is_float(),
        Kind::Integer => ty.dtype.is_integer(),
    };
    if fits {
        return Ok(ty);
    }
    let (what, instead) = match kind {
        Kind::Float => ("floats", "f64"),
        Kind::Integer => ("integers", "i64"),
    };
    let claim = format!("`{}` gives {what}, not {}", call.name, ty.dtype);
    let help = format!("write `{instead}` in the type, and convert the result with `as`");
    Err(checker.report(Diagnostic::new(call.arg(1).span, claim).help(help)))
}

/// The four random words of the element at `index` of an array of shape `shape`.
fn element_words(dag: &mut Dag, key: &Array, shape: &[Size], index: &[ScalarId]) -> [ScalarId; 4] {
    let mut flat = dag.constant(Const::i64(0));
    for (k, (size, i)) in shape.iter().zip(index).enumerate() {
        if k == 0 {
            flat = *i;
            continue;
        }
        let size = dag.size(size.clone());
        let scaled = dag.binary(Binary::Mul, flat, size);
        flat = dag.binary(Binary::Add, scaled, *i);
    }
    let position = fold::cast(dag, DType::U64, flat);
    let key = key.element(dag, &[]);
    words(dag, key, position, Purpose::Draw)
}

pub(super) fn bits(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let key = key_argument(checker, call);
    let ty = drawn(checker, call, Kind::Integer)?;
    let (dtype, shape) = (ty.dtype, ty.sizes().to_vec());
    let full = shape.clone();
    Ok(checker.graph.emit("bits", shape, vec![key?], move |dag, a, index| {
        let [low, high, ..] = element_words(dag, &a[0], &full, index);
        match dtype.bytes() {
            8 => {
                let wide = joined(dag, high, low);
                fold::cast(dag, dtype, wide)
            }
            _ => fold::cast(dag, dtype, low),
        }
    }))
}

/// `factor * 2^exponent`, exactly.
fn power_of_two(dag: &mut Dag, dtype: DType, exponent: i32) -> ScalarId {
    dag.constant(Const::from_f64(dtype, 2f64.powi(exponent)))
}

/// A multiple of 2^-53 (f32: of 2^-24) in `0 <= u < 1`, made from random bits as in NumPy.
fn unit(dag: &mut Dag, dtype: DType, low: ScalarId, high: ScalarId) -> ScalarId {
    let scaled = |dag: &mut Dag, word: ScalarId, drop: u64, exponent: i32| {
        let drop = number(dag, DType::U32, drop);
        let kept = fold::binary(dag, Binary::Shr, word, drop);
        let float = fold::cast(dag, dtype, kept);
        let scale = power_of_two(dag, dtype, exponent);
        fold::binary(dag, Binary::Mul, float, scale)
    };
    if dtype == DType::F32 {
        return scaled(dag, low, 8, -24);
    }
    // Both terms are exact, and so is their sum.
    let (coarse, fine) = (scaled(dag, high, 0, -32), scaled(dag, low, 11, -53));
    fold::binary(dag, Binary::Add, coarse, fine)
}

/// A parameter of a distribution, in the dtype of the draw, with a shape that broadcasts to that of the draw. `None` if
/// it is `default`.
fn parameter(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    expr: Option<&Expr>,
    ty: &Type,
    default: f64,
) -> Res<Option<Array>> {
    let Some(expr) = expr else { return Ok(None) };
    let operand = checker.operand(expr)?;
    match &operand.value {
        Value::Weak(Weak::Float(f)) if *f == default => return Ok(None),
        Value::Weak(Weak::Int(i)) if *i as f64 == default => return Ok(None),
        _ => {}
    }
    fitting(checker, call, &operand, ty).map(Some)
}

fn fitting(checker: &mut Checker<'_>, call: &Call<'_>, operand: &Operand, ty: &Type) -> Res<Array> {
    let array = match &operand.value {
        Value::Weak(weak) => checker.weak_to(weak, ty.dtype, operand.span)?,
        _ => checker.as_array(operand)?,
    };
    let fact = |claim: String| {
        Diagnostic::new(operand.span, claim).fact(format_args!(
            "`{}` is {}",
            operand.text,
            array_text(&array)
        ))
    };
    if array.dtype != ty.dtype {
        let claim = format!("`{}` draws {}, but gets {}", call.name, ty.dtype, array.dtype);
        let help = conversion(&operand.text, array.dtype, ty.dtype);
        return Err(checker.report(fact(claim).help(help)));
    }
    let shape = ty.sizes();
    let fits = array.rank() <= shape.len()
        && array.shape.iter().rev().zip(shape.iter().rev()).all(|(a, s)| a == s || a.is_one());
    if !fits {
        let claim = format!(
            "shape {} does not broadcast to the shape {} that is drawn",
            shape_text(&array.shape),
            shape_text(shape)
        );
        return Err(checker.report(fact(claim).help(
            "axes match from the last one backwards; draw a larger array, or take one number for all",
        )));
    }
    Ok(array)
}

pub(super) fn uniform(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let key = key_argument(checker, call);
    let ty = drawn(checker, call, Kind::Float)?;
    let low = parameter(checker, call, call.option(2), &ty, 0.0)?;
    let high = parameter(checker, call, call.option(3), &ty, 1.0)?;
    let (dtype, full) = (ty.dtype, ty.sizes().to_vec());
    let shape = full.clone();
    let draw = checker.graph.emit("uniform", shape, vec![key?], move |dag, a, index| {
        let [low, high, ..] = element_words(dag, &a[0], &full, index);
        unit(dag, dtype, low, high)
    });
    if low.is_none() && high.is_none() {
        return Ok(draw);
    }
    let given = |checker: &mut Checker<'_>, bound: Option<Array>, default: f64| {
        bound.unwrap_or_else(|| checker.graph.constant(Const::from_f64(dtype, default)))
    };
    let (low, high) = (given(checker, low, 0.0), given(checker, high, 1.0));
    scaled(checker, call, draw, [low, high], |dag, u, low, high| {
        let range = fold::binary(dag, Binary::Sub, high, low);
        let part = fold::binary(dag, Binary::Mul, range, u);
        fold::binary(dag, Binary::Add, low, part)
    })
}

/// A draw with the parameters of its distribution applied.
fn scaled(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    draw: Array,
    [a, b]: [Array; 2],
    rule: impl Fn(&mut Dag, ScalarId, ScalarId, ScalarId) -> ScalarId + 'static,
) -> Res<Array> {
    let operands = [("draw", draw), ("first", a), ("second", b)];
    let labels = ["draw", "first", "second"];
    checker.elementwise(call.name, call.span, &labels, &operands, None, move |dag, x| {
        rule(dag, x[0], x[1], x[2])
    })
}

pub(super) fn normal(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let key = key_argument(checker, call);
    let ty = drawn(checker, call, Kind::Float)?;
    let loc = parameter(checker, call, call.option(2), &ty, 0.0)?;
    let scale = parameter(checker, call, call.option(3), &ty, 1.0)?;
    let (dtype, full) = (ty.dtype, ty.sizes().to_vec());
    let shape = full.clone();
    let draw = checker.graph.emit("normal", shape, vec![key?], move |dag, a, index| {
        let words = element_words(dag, &a[0], &full, index);
        box_muller(dag, dtype, words)
    });
    if loc.is_none() && scale.is_none() {
        return Ok(draw);
    }
    let given = |checker: &mut Checker<'_>, bound: Option<Array>, default: f64| {
        bound.unwrap_or_else(|| checker.graph.constant(Const::from_f64(dtype, default)))
    };
    let (loc, scale) = (given(checker, loc, 0.0), given(checker, scale, 1.0));
    scaled(checker, call, draw, [loc, scale], |dag, z, loc, scale| {
        let part = fold::binary(dag, Binary::Mul, scale, z);
        fold::binary(dag, Binary::Add, loc, part)
    })
}

/// A normally distributed number: two words give a radius, and the other two a direction.
fn box_muller(dag: &mut Dag, dtype: DType, words: [ScalarId; 4]) -> ScalarId {
    let number = |dag: &mut Dag, value: f64| dag.constant(Const::from_f64(dtype, value));
    // Above 0, so that its logarithm is finite, and up to 1. Steps are 2^-53 for f64, and 2^-32 for f32, because of the
    // tails.
    let positive = if dtype == DType::F32 {
        let float = fold::cast(dag, dtype, words[0]);
        let (scale, half) = (power_of_two(dag, dtype, -32), power_of_two(dag, dtype, -33));
        let scaled = fold::binary(dag, Binary::Mul, float, scale);
        fold::binary(dag, Binary::Add, scaled, half)
    } else {
        let unit = unit(dag, dtype, words[0], words[1]);
        let step = power_of_two(dag, dtype, -53);
        fold::binary(dag, Binary::Add, unit, step)
    };
    let logarithm = dag.unary(Unary::Log, positive);
    let minus_two = number(dag, -2.0);
    let square = fold::binary(dag, Binary::Mul, minus_two, logarithm);
    let radius = dag.unary(Unary::Sqrt, square);
    let turn = match dtype {
        DType::F32 => unit(dag, dtype, words[1], words[1]),
        _ => unit(dag, dtype, words[2], words[3]),
    };
    let tau = number(dag, std::f64::consts::TAU);
    let angle = fold::binary(dag, Binary::Mul, tau, turn);
    let cosine = dag.unary(Unary::Cos, angle);
    fold::binary(dag, Binary::Mul, radius, cosine)
}

pub(super) fn integers(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let key = key_argument(checker, call);
    let ty = drawn(checker, call, Kind::Integer)?;
    let bounds = checker.operands(&[call.arg(2), call.arg(3)])?;
    let low = fitting(checker, call, &bounds[0], &ty)?;
    let high = fitting(checker, call, &bounds[1], &ty)?;
    check_range(checker, call, &bounds, &low, &high)?;
    let (dtype, full) = (ty.dtype, ty.sizes().to_vec());
    let shape = full.clone();
    Ok(checker.graph.emit("integers", shape, vec![key?, low, high], move |dag, a, index| {
        let words = element_words(dag, &a[0], &full, index);
        let low = a[1].broadcast_element(dag, &full, index);
        let high = a[2].broadcast_element(dag, &full, index);
        let (from, to) = (fold::cast(dag, DType::U64, low), fold::cast(dag, DType::U64, high));
        let count = fold::binary(dag, Binary::Sub, to, from);
        let offset = below(dag, words, count, dtype.bytes() == 8);
        let value = fold::binary(dag, Binary::Add, from, offset);
        fold::cast(dag, dtype, value)
    }))
}

/// Requires `low < high`, at compile time or at the call.
fn check_range(
    checker: &mut Checker<'_>,
    call: &Call<'_>,
    bounds: &[Operand],
    low: &Array,
    high: &Array,
) -> Res<()> {
    let claim = format!("`{}` draws from {} up to {}", call.name, bounds[0].text, bounds[1].text);
    if let (Value::Weak(a), Value::Weak(b)) = (&bounds[0].value, &bounds[1].value)
        && let Ok(Some(Weak::Bool(less))) = weak_binary(BinaryOp::Lt, a, b)
    {
        let empty = format!("{claim}, between which there is nothing");
        return if less {
            Ok(())
        } else {
            checker.fail(
                call.span,
                empty,
                "the upper bound is excluded: make it larger than the lower one",
            )
        };
    }
    let operands =
        [(bounds[0].text.as_str(), low.clone()), (bounds[1].text.as_str(), high.clone())];
    let labels = ["low", "high"];
    let empty = checker.elementwise("empty", call.span, &labels, &operands, None, |dag, x| {
        dag.binary(Binary::Ge, x[0], x[1])
    })?;
    let claim = format!("{claim}, between which there is nothing");
    let help = "the upper bound is excluded: make it larger than the lower one";
    checker.graph.check_elements(&empty, &claim, &[], help, |_, x| x);
    Ok(())
}

/// `floor(x * count / 2^b)`, where x has b random bits: 128 for counts up to 2^64, and 64 for counts below 2^32. So no
/// value is more probable than another by a part of 2^-32.
fn below(dag: &mut Dag, words: [ScalarId; 4], count: ScalarId, wide: bool) -> ScalarId {
    let word = |dag: &mut Dag, w: ScalarId| fold::cast(dag, DType::U64, w);
    let times = |dag: &mut Dag, a, b, add: &[ScalarId]| {
        let product = fold::binary(dag, Binary::Mul, a, b);
        add.iter().fold(product, |sum, x| fold::binary(dag, Binary::Add, sum, *x))
    };
    let split = |dag: &mut Dag, x: ScalarId| {
        let [high, low] = halves(dag, x);
        (word(dag, high), word(dag, low))
    };
    let used = if wide { 4 } else { 2 };
    let words: Vec<ScalarId> = words[..used].iter().map(|w| word(dag, *w)).collect();
    let (count_high, count_low) = split(dag, count);
    // x times the low word of the count, word by word. No sum exceeds 64 bits.
    let (mut carry, mut partial) = (None, Vec::new());
    for w in &words {
        let sum = times(dag, *w, count_low, carry.as_slice());
        let (high, low) = split(dag, sum);
        partial.push(low);
        carry = Some(high);
    }
    partial.extend(carry);
    if !wide {
        return partial[used];
    }
    // Then x times the high word, one place further up.
    let mut carry = None;
    let mut last = partial[used];
    for (w, below) in words.iter().zip(&partial[1..]) {
        let add: Vec<ScalarId> = std::iter::once(*below).chain(carry).collect();
        let sum = times(dag, *w, count_high, &add);
        let (high, low) = split(dag, sum);
        (carry, last) = (Some(high), low);
    }
    let [_, high] = halves(dag, carry.expect("four words"));
    let [_, low] = halves(dag, last);
    joined(dag, high, low)
}
