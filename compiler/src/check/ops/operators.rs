//! Operators as functions: `add(x, y)` is `x + y`.

use super::FunctionInfo;
use super::call::Call;
use super::elementwise::{apply, common};
use super::reductions::dtype_argument;
use crate::check::checker::Checker;
use crate::check::value::{Res, Value};
use crate::dag::{Binary, DType};
use crate::parse::ast::BinaryOp;

macro_rules! operators {
    ($($group:ident $($flag:ident)* $name:literal $op:ident $([$alias:literal])? $doc:literal;)*) => {
        &[$(function!($group $($flag)* $name $([$alias])? "(x, y)" $doc
            |checker, call| operator(checker, call, BinaryOp::$op))),*]
    };
}

pub(super) const BINARY: &[FunctionInfo] = operators! {
    Math complex "add" Add "`x + y`.";
    Math complex "subtract" Sub "`x - y`.";
    Math complex "multiply" Mul "`x * y`.";
    Math complex "divide" Div ["true_divide"] "`x / y`; integers give f64.";
    Math "bitwise_and" And "`x & y`, of integers and bools.";
    Math "bitwise_or" Or "`x | y`, of integers and bools.";
    Math "bitwise_xor" Xor "`x ^ y`, of integers and bools.";
    Math "bitwise_left_shift" Shl ["left_shift"] "`x << y`, of integers.";
    Math "bitwise_right_shift" Shr ["right_shift"] "`x >> y`, of integers.";
    Logic complex "equal" Eq "`x == y`.";
    Logic complex "not_equal" Ne "`x != y`.";
    Logic "less" Lt "`x < y`.";
    Logic "less_equal" Le "`x <= y`.";
    Logic "greater" Gt "`x > y`.";
    Logic "greater_equal" Ge "`x >= y`.";
};

pub(super) const OTHERS: &[FunctionInfo] = &[
    function!(Math complex "astype" "(x, dtype)" "`x as dtype`." astype),
    function!(Math complex "negative" "(x)" "`-x`." negative),
    function!(Math complex "positive" "(x)" "`+x`: x itself." positive),
    function!(Math "bitwise_invert" ["bitwise_not", "invert"] "(x)" "`!x`, of integers and bools."
        bitwise_invert),
    function!(Math "divmod" "(x, y)" "The pair `(floor_div(x, y), x % y)`." divmod),
    function!(Math "float_power" "(x, y)" "`x ** y` in f64, so that integers have negative powers."
        float_power),
];

fn astype(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0));
    let dtype = dtype_argument(checker, call, 1)?;
    checker.cast_operand(&operand?, dtype.unwrap_or(DType::F64))
}

fn negative(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    checker.negative(&operand, call.span)
}

fn positive(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    checker.positive(&operand, call.span)
}

fn bitwise_invert(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operand = checker.operand(call.arg(0))?;
    checker.not(&operand, call.span)
}

fn divmod(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let quotient = super::math::floor_div(checker, call)?;
    let remainder = operator(checker, call, BinaryOp::Rem)?;
    Ok(Value::Tuple(vec![quotient, remainder]))
}

fn float_power(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    let operands = [&operands[0], &operands[1]];
    // Only for its error: dtypes never mix.
    common(checker, call, &operands)?;
    apply(checker, call, &operands, DType::F64, |s, x| s.binary(Binary::Pow, x[0], x[1]))
}

fn operator(checker: &mut Checker<'_>, call: &Call<'_>, op: BinaryOp) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    checker.binary_operator(op, call.span, &operands[0], &operands[1])
}
