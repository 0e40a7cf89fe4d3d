//! Operators by the names of functions: `add(x, y)` is `x + y`.

use super::call::Call;
use super::elementwise::{apply, common};
use super::reductions::dtype_argument;
use super::{FunctionInfo, Group};
use crate::check::checker::Checker;
use crate::check::value::{Res, Value};
use crate::dag::{Binary, DType};
use crate::parse::ast::BinaryOp;

macro_rules! operators {
    ($($group:ident $name:ident $op:ident [$($alias:literal),*] $doc:literal;)*) => {
        &[$(FunctionInfo {
            name: stringify!($name),
            aliases: &[$($alias),*],
            signature: concat!(stringify!($name), "(x, y)"),
            doc: $doc,
            group: Group::$group,
            eval: |checker, call| operator(checker, call, BinaryOp::$op),
        }),*]
    };
}

pub(super) const BINARY: &[FunctionInfo] = operators! {
    Math add Add [] "`x + y`.";
    Math subtract Sub [] "`x - y`.";
    Math multiply Mul [] "`x * y`.";
    Math divide Div ["true_divide"] "`x / y`; integers give f64.";
    Math bitwise_and And [] "`x & y`, of integers and bools.";
    Math bitwise_or Or [] "`x | y`, of integers and bools.";
    Math bitwise_xor Xor [] "`x ^ y`, of integers and bools.";
    Math bitwise_left_shift Shl ["left_shift"] "`x << y`, of integers.";
    Math bitwise_right_shift Shr ["right_shift"] "`x >> y`, of integers.";
    Logic equal Eq [] "`x == y`.";
    Logic not_equal Ne [] "`x != y`.";
    Logic less Lt [] "`x < y`.";
    Logic less_equal Le [] "`x <= y`.";
    Logic greater Gt [] "`x > y`.";
    Logic greater_equal Ge [] "`x >= y`.";
};

pub(super) const OTHERS: &[FunctionInfo] = &[
    FunctionInfo {
        name: "astype",
        aliases: &[],
        signature: "astype(x, dtype)",
        doc: "`x as dtype`.",
        group: Group::Math,
        eval: |checker, call| {
            let operand = checker.operand(call.arg(0));
            let dtype = dtype_argument(checker, call, 1)?;
            checker.cast_operand(&operand?, dtype.unwrap_or(DType::F64))
        },
    },
    FunctionInfo {
        name: "negative",
        aliases: &[],
        signature: "negative(x)",
        doc: "`-x`.",
        group: Group::Math,
        eval: |checker, call| {
            let operand = checker.operand(call.arg(0))?;
            checker.negative(&operand, call.span)
        },
    },
    FunctionInfo {
        name: "positive",
        aliases: &[],
        signature: "positive(x)",
        doc: "`+x`: x itself.",
        group: Group::Math,
        eval: |checker, call| {
            let operand = checker.operand(call.arg(0))?;
            checker.positive(&operand, call.span)
        },
    },
    FunctionInfo {
        name: "bitwise_invert",
        aliases: &["bitwise_not", "invert"],
        signature: "bitwise_invert(x)",
        doc: "`!x`, of integers and bools.",
        group: Group::Math,
        eval: |checker, call| {
            let operand = checker.operand(call.arg(0))?;
            checker.not(&operand, call.span)
        },
    },
    FunctionInfo {
        name: "divmod",
        aliases: &[],
        signature: "divmod(x, y)",
        doc: "The pair `(floor_div(x, y), x % y)`.",
        group: Group::Math,
        eval: |checker, call| {
            let quotient = super::math::floor_div(checker, call)?;
            let remainder = operator(checker, call, BinaryOp::Rem)?;
            Ok(Value::Tuple(vec![quotient, remainder]))
        },
    },
    FunctionInfo {
        name: "float_power",
        aliases: &[],
        signature: "float_power(x, y)",
        doc: "`x ** y` in f64, so that integers have negative powers.",
        group: Group::Math,
        eval: |checker, call| {
            let operands = call.operands(checker, 2)?;
            let operands = [&operands[0], &operands[1]];
            // For the sake of its error: dtypes never mix.
            common(checker, call, &operands)?;
            apply(checker, call, &operands, DType::F64, |s, x| s.binary(Binary::Pow, x[0], x[1]))
        },
    },
];

fn operator(checker: &mut Checker<'_>, call: &Call<'_>, op: BinaryOp) -> Res<Value> {
    let operands = call.operands(checker, 2)?;
    checker.binary_operator(op, call.span, &operands[0], &operands[1])
}
